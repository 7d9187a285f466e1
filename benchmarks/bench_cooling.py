"""Cooling of the site of 100,000 GPUs: units proposed and stood on the floor, checks and edits of what is cooled."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bench_edits import BUDGET_MS, bare_commits_ms
from benchmarks.figures import Figure, best_s, percentile, timed_s, times_ms
from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.derived.cooling.cooling_marks import cooling_marks
from gpudesk.derived.failures.cooling_failures import cooling_failures
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import rename as rename_operation
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

EDITS = 60
PROPOSE_S, CHECKS_S = 2.0, 1.0


def run() -> list[Figure]:
    """Measure what cooling adds."""
    with TemporaryDirectory() as folder, Document.create(Path(folder) / "site.gpudesk") as document:
        run_operation(document, build, load_template("site-100k", {"cooling": "none"}))
        findings_of(document.snapshot)
        halls = document.snapshot["hall"].ids.tolist()
        propose_s, proposed = timed_s(lambda: run_operation(document, propose_cooling, halls))
        snapshot = document.snapshot
        figures = [
            Figure("units that cool 100,000 GPUs, N+1, on the floor of four halls", sum(proposed.result.units.values()), "units"),
            Figure("propose them, with their checks, committed", propose_s, "s", PROPOSE_S),
            Figure("cooling of each rack, with its margin", 1000 * best_s(lambda: _fresh(snapshot).cached(cooling_marks)), "ms"),
            Figure("every single failure of the cooling", best_s(lambda: cooling_failures(_fresh(snapshot))), "s"),
            Figure("all checks of the cooled site", best_s(lambda: check_all(_fresh(snapshot))), "s", CHECKS_S),
        ]
        return figures + _edits(document, Path(folder))


def _fresh(snapshot: Snapshot) -> Snapshot:
    """The same state with nothing calculated yet."""
    return Snapshot(snapshot.revision, snapshot.tables)


def _edits(document: Document, folder: Path) -> list[Figure]:
    findings_of(document.snapshot)
    commit_ms = percentile(bare_commits_ms(folder), 0.95)
    racks = document.snapshot["rack"].ids[:: document.snapshot["rack"].rows // (EDITS + 1)].tolist()
    nodes = document.snapshot["cooling_node"]
    units = nodes["device_id"][nodes["device_id"] > 0].tolist()

    def place(number: int) -> None:
        run_operation(document, place_device, "generic.server-1u", racks[number], 94)

    def rename(number: int) -> None:
        run_operation(document, rename_operation, "device", units[number], f"unit {number}")

    place(EDITS)
    return [
        Figure("edit p95: a server is added to a cooled rack", percentile(times_ms(place, EDITS), 0.95), "ms", BUDGET_MS + commit_ms),
        Figure("edit p95: a cooling unit is renamed", percentile(times_ms(rename, EDITS), 0.95), "ms", BUDGET_MS + commit_ms),
    ]
