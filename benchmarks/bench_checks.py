"""All rules over the whole generated project, its totals, and what a damaged file would meet."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, best_s
from benchmarks.generated import generated_file
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.derived.totals.totals import totals
from gpudesk.project.document import Document

CHECKS_S = 1.0


def run() -> list[Figure]:
    """Each from a fresh snapshot, so that nothing is remembered."""
    with TemporaryDirectory() as name, Document.open(generated_file(Path(name) / "generated.gpudesk")) as document:
        hall = int(document.snapshot["hall"].ids[0])
        return [
            Figure("all checks, whole project", best_s(lambda: check_all(document.fresh_snapshot())), "s", CHECKS_S),
            Figure("all checks of phase 1", best_s(lambda: check_all(document.fresh_snapshot(), phase=1)), "s", CHECKS_S),
            Figure("totals of the project", best_s(lambda: totals(document.fresh_snapshot(), "project")), "s"),
            Figure("totals of a hall", best_s(lambda: totals(document.fresh_snapshot(), "hall", hall)), "s"),
            Figure("load the snapshot", best_s(document.fresh_snapshot), "s"),
            Figure("quick_check", best_s(document.quick_check), "s"),
        ]
