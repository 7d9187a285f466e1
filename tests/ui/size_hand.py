"""A person at the place of sizing."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from gpudesk.sizing.gpus.on_hand import on_hand_text
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.app.render import settle
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.places.size.panes.size_place import SizePlace
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.widgets.why import WhyView
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, Hand, painted_once


class SizeHand:
    """Types, chooses, and waits for the answer."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        with painted_once(hand.desk.window):
            QTest.keyClick(hand.desk.window.rail, Qt.Key.Key_2, CTRL)
            self.rest()
        settle()

    @property
    def place(self) -> SizePlace:
        return self.hand.desk.window.size_place

    def rest(self) -> None:
        """Let what was typed be answered."""
        jobs = self.hand.desk.jobs
        self.hand.qtbot.waitUntil(lambda: jobs.running == 0 and not self.place.is_answering, timeout=PATIENCE_MS)
        self.hand.rest()

    def type_model(self, name: str) -> None:
        line = self.place.form.model.lineEdit()
        assert line is not None
        line.selectAll()
        QTest.keyClicks(line, name)
        QTest.keyClick(line, Qt.Key.Key_Return)
        self.rest()

    def type_number(self, box: QWidget, value: int) -> None:
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(box, str(value))
        QTest.keyClick(box, Qt.Key.Key_Tab)
        self.rest()

    def titles(self) -> list[str]:
        return [f"{plan.gpus} × {plan.board.short} {plan.form.key}" for plan in self.plans]

    def why(self) -> str:
        return "\n".join(view.accessibleDescription() for view in self.place.why.findChildren(WhyView))

    @property
    def plans(self) -> list[ServingPlan]:
        return _serving(self.place.plans)

    @property
    def listed(self) -> list[ServingPlan]:
        return _serving(self.place.candidates.plans)

    def compared(self) -> list[ServingPlan]:
        return _serving(self.place.compared())

    def current(self) -> ServingPlan | None:
        plan = self.place.current()
        assert plan is None or isinstance(plan, ServingPlan)
        return plan


def _serving(plans: Sequence[Plan]) -> list[ServingPlan]:
    return [plan for plan in plans if isinstance(plan, ServingPlan)]


FEW = {"nvidia.h100-sxm5-80gb": 512, "nvidia.l40s": 512, "nvidia.rtx-4090": 512, "nvidia.t4": 512}
"""Boards that differ in all that counts; answers for these alone come several times as fast."""


def hold_few() -> None:
    """Let a few kinds be on hand at the next start, as someone had said before."""
    settings = Settings()
    settings.set_text("gpus-on-hand", on_hand_text(FEW))
    settings.sync()
