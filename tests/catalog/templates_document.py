"""What docs/templates.md says of each template as it is offered: its size, what checks and failure simulation find, what it leaves out.

`python -m tests.catalog.templates_document` puts it there.
"""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.templates import load_template, templates
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.findings.findings import Findings
from gpudesk.cli.fabric.fabric_project import loss_rows
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES
from gpudesk.derived.failures.cooling_failures import cooling_failures
from gpudesk.derived.power.power_failures import NODE_KINDS, power_failures
from gpudesk.derived.totals.plan_totals import plan_totals
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.snapshot import Snapshot

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "templates.md"
HEAD = (
    "| template | racks | systems | GPUs | cables | as built | with cables | failure simulation | outside |\n"
    "|---|---|---|---|---|---|---|---|---|\n"
)
LOSSES_HEAD = "| failure | templates | reason |\n|---|---|---|\n"
_ROWS = r"((?:\|.*\n)+)"
TABLE, LOSSES = (re.compile(re.escape(head) + _ROWS) for head in (HEAD, LOSSES_HEAD))
WHY = {
    "source": "the supply of the whole site: a template has only one; add a second source or a generator if the site has it",
    "cooling unit circuit": "stops only this unit: the spare units remove all heat, so no IT device is lost",
    "partial loss of power": "no device stops; published: 5+1 power supplies and three PDUs per rack: 800 W per GPU (`power.loss_device`)",
    "hall air": "the air of the whole hall, not a single machine that can fail; the loss of any one air handler is covered by a spare",
    "rack liquid loop": "the entire loop of the hall, for example because of a leak; the loss of any one CDU is covered by a spare",
    "facility water": "the entire water supply of the building, which is outside the template: templates have no chillers",
    "management switch": "no production network is lost: the out-of-band network is not redundant",
    "management cable": "a device has one management port; only the worst of these cables is counted",
    "leaf switch": "one rack with one leaf, for tests and small workloads; `small-pod` is the smallest template with two tiers",
}
"""What a single failure takes down, by kind of what fails → why a template keeps it."""
_COOLING = {"air": "hall air", "technology_loop": "rack liquid loop", "facility_loop": "facility water"}


def row(name: str) -> str:
    """The line of a template, at the size at which it is offered."""
    with Document.scratch() as document:
        run(document, build, load_template(name))
        built = _counted(check_all(document.snapshot))
        if document.snapshot["network"].rows:
            run(document, cable_project)
        snapshot = document.snapshot
        totals = plan_totals(load_template(name), open_catalog().get)
        cells = (
            f"`{name}`",
            f"{totals.racks:,}",
            f"{totals.systems:,}",
            f"{totals.gpus:,}",
            f"{snapshot['cable'].rows:,}",
            built,
            _counted(check_all(snapshot)),
            _simulated(losses(snapshot)),
            ", ".join(str(DOMAIN_TITLES[domain]).lower() for domain in snapshot.cached(outside_plan)) or "–",
        )
    return f"| {' | '.join(cells)} |\n"


def _counted(found: Findings) -> str:
    """Its errors and warnings; notes are no faults."""
    severities = Counter(str(finding.severity) for finding in found)
    said = [f"{severities[name]} {name}{'s' * (severities[name] != 1)}" for name in ("error", "warning") if severities[name]]
    return ", ".join(said) or "clean"


def losses(snapshot: Snapshot) -> dict[str, list[int]]:
    """What a single failure takes down: kind of what fails → how many devices or nodes each of these failures stops or cuts off.

    Under "partial loss of power" are the devices that continue with less power.
    """
    found: dict[str, list[int]] = {}
    power = power_failures(snapshot)
    cooling = cooling_failures(snapshot, power)
    for place in range(len(power)):
        down, reduced = int(power.outcomes.down[place]), int(power.outcomes.reduced[place])
        cooled = cooling.of_power(int(power.outcomes.failed[place]))
        spared = cooled is not None and not cooling.outcomes.hot_w[cooled]
        if down:
            kind = NODE_KINDS[int(power.kind[place])]
            found.setdefault("cooling unit circuit" if spared and down == 1 else kind, []).append(down)
        elif reduced:
            found.setdefault("partial loss of power", []).append(reduced)
    for node in range(cooling.nodes):
        down = int(cooling.outcomes.down[node])
        if down or cooling.outcomes.hot_w[node]:
            found.setdefault(_COOLING.get(cooling.kind(node), cooling.kind(node)), []).append(down)
    for loss in loss_rows(snapshot, False):
        if loss["cut_off"]:
            managed = loss["network"].startswith("Out-of-band")
            kind = {"switch": ("leaf switch", "management switch"), "cable": ("node cable", "management cable")}[loss["kind"]][managed]
            found.setdefault(kind, []).append(loss["cut_off"])
    return found


def _simulated(found: dict[str, list[int]]) -> str:
    """The failures of each kind with the most that one of them takes down."""
    return ", ".join(f"{len(counts):,} × {kind} ({max(counts):,})" for kind, counts in found.items()) or "nothing"


def loss_lines(names: Iterable[str]) -> str:
    """The lines of the table of losses: each kind that some templates have, with those that have it."""
    having: dict[str, list[str]] = {}
    for name in names:
        with Document.scratch() as document:
            run(document, build, load_template(name))
            if document.snapshot["network"].rows:
                run(document, cable_project)
            for kind in losses(document.snapshot):
                having.setdefault(kind, []).append(f"`{name}`")
    return "".join(f"| {kind} | {', '.join(having[kind])} | {why} |\n" for kind, why in WHY.items() if kind in having)


def update() -> None:
    """Put the tables into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    rows, lines = "".join(row(template.name) for template in templates()), loss_lines(template.name for template in templates())
    text = LOSSES.sub(lambda _: LOSSES_HEAD + lines, TABLE.sub(lambda _: HEAD + rows, text))
    DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    update()
