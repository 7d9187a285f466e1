"""A session on a project of its own, as the window has it, without the window."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.ui.action_table import ACTIONS, CONDITIONS, MENUS
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from tests.left_out import ALL_LEFT_OUT
from tests.patience import PATIENCE_MS
from tests.ui.showing import show

RACK = "apc.ar3357"
SYSTEM = "nvidia.dgx-h100"
SWITCH = "nvidia.qm9700"
GPU = "nvidia.h100-sxm5-80gb"


class Desk:
    """A session with an open project, its pools and the table of actions."""

    def __init__(self, qtbot: QtBot, path: Path) -> None:
        self._qtbot = qtbot
        self.path = path
        self.jobs = Jobs()
        self.session = Session(self.jobs)
        self.registry = ActionRegistry(ACTIONS, MENUS, CONDITIONS)
        self.failures: list[DeskError] = []
        self.crashes: list[BaseException] = []
        self._frames: list[QFrame] = []
        self.session.failed.connect(self.failures.append)
        self.jobs.crashed.connect(self.crashes.append)

    def settle(self) -> None:
        """Wait until nothing is under way and everything it led to has happened."""
        self._qtbot.waitUntil(lambda: self.jobs.running == 0, timeout=PATIENCE_MS)
        for _ in range(3):
            QApplication.processEvents()
        if self.jobs.running:
            self.settle()

    def create(self, plan: Plan | None = None) -> None:
        """Make and open the project."""
        self.session.create(self.path, plan)
        self.settle()

    def do(self, verb: Callable[..., Any], *arguments: Any, **values: Any) -> Any:
        """Run an operation and give its result."""
        results: list[Any] = []
        self.session.do(verb, *arguments, done=results.append, **values)
        self.settle()
        return results[0] if results else None

    def close(self) -> None:
        """End everything, dialogs that were left open too; nothing unexpected may have happened."""
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and window not in self._frames:
                window.close()
                window.deleteLater()
        self.session.close()
        self.settle()
        self.jobs.close()
        assert not self.crashes, self.crashes

    def show_dock(self, dock: QWidget, header: DockHeader, width: int = 900, height: int = 240) -> QFrame:
        """Show a dock under its header."""
        frame = QFrame()
        column = QVBoxLayout(frame)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(dock, 1)
        frame.resize(width, height)
        self._frames.append(frame)
        show(self._qtbot, frame)
        self.settle()
        return frame

    def id_of(self, table: str, name: str) -> int:
        """The id of the object with a name."""
        found: int = self.session.snapshot[table].where("name", name).tolist()[0]
        return found


def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """The body of the fixture of that name."""
    made = Desk(qtbot, tmp_path / "plan.gpudesk")
    yield made
    made.close()


def pod(overlaps: int = 1) -> Plan:
    """Four racks in two rows; in the first one `overlaps` devices stand partly in the one below them. All domains are left out."""
    crowded = tuple(
        PlanDevice(SYSTEM, f"dgx-{number + 1:03d}", rack=0, position=14 * number, role="compute") for number in range(overlaps + 1)
    )
    return Plan(
        "pod",
        halls=(PlanHall("Hall 1"),),
        rows=(PlanRow(0, "A"), PlanRow(0, "B", y_mm=3600)),
        racks=tuple(PlanRack(RACK, 0, f"{row}{number:02d}", row=place) for place, row in enumerate("AB") for number in (1, 2)),
        devices=(*crowded, PlanDevice(SWITCH, "leaf-1", rack=1, position=80, role="leaf")),
        reservations=(PlanReservation(2, 0, 8, reason="phase 2", phase=2),),
        phases={2: "second half"},
        outside=ALL_LEFT_OUT,
    )


__all__ = ["GPU", "RACK", "SWITCH", "SYSTEM", "Desk", "desk", "pod"]
