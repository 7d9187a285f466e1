"""What docs/templates.md says of each template as it is offered: its size, what the checks find in it, what it leaves out.

`python -m tests.catalog.templates_document` puts it there.
"""

import re
from collections import Counter
from pathlib import Path

from gpudesk import operations
from gpudesk.catalog import open_catalog
from gpudesk.catalog.templates import load_template, templates
from gpudesk.checks import Findings, check_all
from gpudesk.core.plan.plan_domains import DOMAIN_TITLES
from gpudesk.derived.totals.plan_totals import plan_totals
from gpudesk.operations import run
from gpudesk.project.document import Document
from gpudesk.project.outside_plan import outside_plan

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "templates.md"
HEAD = "| template | racks | systems | GPUs | cables | as built | with cables | outside |\n|---|---|---|---|---|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"((?:\|.*\n)+)")


def row(name: str) -> str:
    """The line of a template, at the size at which it is offered."""
    with Document.scratch() as document:
        run(document, operations.build, load_template(name))
        built = _counted(check_all(document.snapshot))
        if document.snapshot["network"].rows:
            run(document, operations.cable_project)
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
            ", ".join(str(DOMAIN_TITLES[domain]).lower() for domain in snapshot.cached(outside_plan)) or "–",
        )
    return f"| {' | '.join(cells)} |\n"


def _counted(found: Findings) -> str:
    """Its errors and warnings; notes are no faults."""
    severities = Counter(str(finding.severity) for finding in found)
    said = [f"{severities[name]} {name}{'s' * (severities[name] != 1)}" for name in ("error", "warning") if severities[name]]
    return ", ".join(said) or "clean"


def update() -> None:
    """Put the table into the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = "".join(row(template.name) for template in templates())
    DOCUMENT.write_text(TABLE.sub(lambda _: HEAD + rows, text), encoding="utf-8")


if __name__ == "__main__":
    update()
