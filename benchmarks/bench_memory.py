"""Memory of one process that opens the generated project in the window and works on it."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figures import Figure
from benchmarks.generated import SWITCH, generated_file
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.compare import compare
from gpudesk.project.versions import version_snapshot
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application

BUDGET_MB = 600.0
PATIENCE_S = 60.0
EDITS = 100


def peak_mb() -> float:
    """The most memory that the process has had so far, MB (VmHWM)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def run() -> list[Figure]:
    """Open, check, edit, undo all, redo all, keep and compare a version, delete a hall, undo that."""
    with TemporaryDirectory() as name:
        # Made here, so the plan and its build count too.
        path = generated_file(Path(name) / "generated.gpudesk")
        built = peak_mb()
        application = make_application(["gpudesk"])
        desk = Desk(Settings())
        desk.show()

        def until(there: Callable[[], bool]) -> None:
            started = perf_counter()
            while not there():
                application.processEvents()
                if perf_counter() - started > PATIENCE_S:
                    raise TimeoutError("the window did not follow")

        session = desk.session
        session.open(path)
        until(lambda: session.is_open and session.findings is not None)
        opened = peak_mb()
        document = session.document
        if document is None:
            raise LookupError("no project is open")
        rack_ids = session.snapshot["rack"].ids.tolist()
        for number in range(EDITS):
            session.do(place_device, SWITCH, rack_ids[-1 - number], 84)
            until(lambda number=number: len(session.history) == number + 2)  # type: ignore[misc]
        edited = peak_mb()
        last = session.history[-1].id
        session.go_to_step(session.history[0].id)
        until(lambda: sum(step.done for step in session.history) == 1)
        session.go_to_step(last)
        until(lambda: all(step.done for step in session.history))
        travelled = peak_mb()
        kept = run_operation(document, save_version, "Design freeze").result
        compare(version_snapshot(document, kept), session.snapshot, same_project=True)
        session.do(delete_objects, "hall", [1])
        until(lambda: session.snapshot["hall"].rows == 7)
        session.undo()
        until(lambda: session.snapshot["hall"].rows == 8)
        desk.close()
        return [
            Figure("memory after building the generated project", built, "MB"),
            Figure("memory with it open in the window and checked", opened, "MB"),
            Figure("memory after a hundred edits", edited, "MB"),
            Figure("memory after going back to the first and forth through the history", travelled, "MB"),
            Figure("memory over the whole scenario (VmHWM)", peak_mb(), "MB", BUDGET_MB),
        ]
