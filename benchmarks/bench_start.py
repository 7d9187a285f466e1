"""From the start of the process to a window that can be used, and from the choice of a project to its painted racks."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter

from PySide6.QtCore import QEvent, QObject

from benchmarks.figures import Figure
from benchmarks.generated import generated_file
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application

STARTS = 7
TIMES_BARE = 3.0
OPEN_BUDGET_S = 1.0
PATIENCE_S = 60.0


def start_s(kind: str, compiled: Path) -> float:
    """The seconds from the start of a fresh process to its window, `kind` "bare" or "desk".

    Args:
        compiled: where compiled modules lie, as they do next to an installed program.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started = monotonic()
    ready = subprocess.run([sys.executable, "-m", "benchmarks.started", kind], check=True, capture_output=True, text=True, env=environment)  # noqa: S603 - a fixed program with arguments of our own
    return float(ready.stdout) - started


class PaintWatch(QObject):
    """Notes that a widget was painted."""

    def __init__(self) -> None:
        super().__init__()
        self.painted = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        """Let everything pass."""
        self.painted = self.painted or event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


def open_s(path: Path) -> float:
    """The seconds from the choice of a project in an open window to its painted racks."""
    application = make_application(["gpudesk"])
    desk = Desk(Settings())
    desk.show()
    application.processEvents()
    watch = PaintWatch()
    # Only paints after the project is there count.
    desk.session.opened.connect(lambda: desk.window.rack.canvas.installEventFilter(watch))
    started = perf_counter()
    desk.session.open(path)
    while not watch.painted and perf_counter() - started < PATIENCE_S:
        application.processEvents()
    taken = perf_counter() - started
    desk.close()
    return taken


def run() -> list[Figure]:
    """Bare windows and ours by turns, so that both see the same machine; then the generated project."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        kinds = ("bare", "desk")
        for kind in kinds:
            start_s(kind, folder)
        taken: dict[str, list[float]] = {kind: [] for kind in kinds}
        for _ in range(STARTS):
            for kind in kinds:
                taken[kind].append(start_s(kind, folder))
        opened = open_s(generated_file(folder / "generated.gpudesk"))
    bare, ours = (min(taken[kind]) for kind in kinds)
    return [
        Figure("a bare PySide6 window, least of seven", bare, "s"),
        Figure("start to usable window without project, least of seven", ours, "s", TIMES_BARE * bare),
        Figure("open 4,000 racks to the painted pane", opened, "s", OPEN_BUDGET_S),
    ]
