"""Power of the site of 100,000 GPUs: wiring every supply, the drill over every single failure, checks and edits of what is wired."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.bench_edits import BUDGET_MS, bare_commits_ms
from benchmarks.figures import Figure, best_s, percentile, timed_s, times_ms
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.core.plan.plan import Plan
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.power_cord_operations import pull_out
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

EDITS = 60
DRILL_S, CHECKS_S, NEW_S = 5.0, 1.0, 3.0


def run() -> list[Figure]:
    """Measure what power adds."""
    with TemporaryDirectory() as folder:
        bare_s, wired_s = (_made_s(Path(folder) / name, wired=wired) for name, wired in (("bare.gpudesk", False), ("wired.gpudesk", True)))
        with Document.create(Path(folder) / "site.gpudesk") as document:
            run_operation(document, build, _site(wired=False))
            return [
                Figure("new project from the template of 100,000 GPUs, without cables", bare_s, "s", NEW_S),
                Figure("the same with its feeds and power cords", wired_s, "s"),
                *_of_wiring(document, Path(folder)),
            ]


def _site(*, wired: bool) -> Plan:
    plan = load_template("site-100k")
    return plan if wired else replace(plan, power_nodes=(), wirings=())


def _made_s(path: Path, *, wired: bool) -> float:
    """How long it takes from the template's file to a project on disk with its checks."""

    def make() -> None:
        with Document.create(path) as document:
            run_operation(document, build, _site(wired=wired))

    return timed_s(make)[0]


def _of_wiring(document: Document, folder: Path) -> list[Figure]:
    wire_s, wired = timed_s(lambda: run_operation(document, wire_power, document.snapshot["rack"].ids.tolist()))
    snapshot = document.snapshot
    drill_s, failures = timed_s(lambda: power_failures(snapshot))
    figures = [
        Figure("cords and feeds of 100,000 GPUs, added in one step", wired.result.cords + wired.result.feeds, "rows"),
        Figure("wire every supply, with its checks, committed", wire_s, "s"),
        Figure("the network and all currents of the site", 1000 * best_s(lambda: _fresh(snapshot).cached(power_plan).flow), "ms"),
        Figure(f"failure simulation: each of {len(failures):,} single failures, breakers that open included", drill_s, "s", DRILL_S),
        Figure("all checks of the wired site", best_s(lambda: check_all(_fresh(snapshot))), "s", CHECKS_S),
    ]
    return figures + _edits(document, folder)


def _fresh(snapshot: Snapshot) -> Snapshot:
    """The same state with nothing calculated yet."""
    return Snapshot(snapshot.revision, snapshot.tables)


def _edits(document: Document, folder: Path) -> list[Figure]:
    findings_of(document.snapshot)
    commit_ms = percentile(bare_commits_ms(folder), 0.95)
    racks = document.snapshot["rack"].ids[:: document.snapshot["rack"].rows // EDITS].tolist()
    cords = document.snapshot["power_cord"].ids
    # The cords of the PDUs come first.
    pulled = cords[len(cords) // 2 + np.arange(EDITS) * (len(cords) // (2 * EDITS))].tolist()

    def place(number: int) -> None:
        run_operation(document, place_device, "generic.blank-1u", racks[number], 88)

    def pull(number: int) -> None:
        run_operation(document, pull_out, [pulled[number]])

    place(EDITS)
    return [
        Figure("edit p95: a panel is added to a wired rack", percentile(times_ms(place, EDITS), 0.95), "ms", BUDGET_MS + commit_ms),
        Figure("edit p95: a cord is removed", percentile(times_ms(pull, EDITS), 0.95), "ms", BUDGET_MS + commit_ms),
    ]
