"""The switch that shows in the drawings of floor and racks how far the work on site is."""

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from gpudesk.core.checklist.entries import Recorder
from gpudesk.core.plan.plan import Plan
from gpudesk.onsite.work_shares import WorkShares
from gpudesk.operations.onsite.record_site_work import waive_item
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.layout.racks.canvas.progress_layer import _part
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.work_progress import WorkProgress
from tests.ui.built import Step
from tests.ui.hand import PLAN, Hand
from tests.ui.places.onsite.hand import with_people

BY = Recorder("Ana Ruiz", "0123456789abcdef", "+00:00")


def waived(document: Document) -> None:
    """Half of the first rack's own items are waived."""
    with_people(document)
    for item in ("RCK-010", "RCK-020", "RCK-030"):
        run(document, waive_item, BY, item, 1, "Inspected before", "Bo Lind")


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """Three racks, one of them begun."""
    return PLAN, (waived,)


def pixels(image: QImage, colour: QColor) -> int:
    """How many pixels of a picture have exactly a color."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    values = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)
    return int((values == colour.rgb()).sum())


@pytest.mark.parametrize("place", ["rack", "floor"])
def test_the_switch_shows_bars_and_takes_them_away(hand: Hand, place: str) -> None:
    window = hand.desk.window
    window.go(place)
    hand.rest()
    canvas, done = window.drawing.canvas, theme.current().severity["ok"].colour

    def work() -> WorkShares | None:
        return canvas.scene.work

    def switch() -> WorkShares | None:
        window.registry.action("view.work-progress").trigger()
        hand.rest()
        return work()

    assert work() is None
    before = pixels(canvas.grab().toImage(), done)
    shown = switch()
    assert shown is not None
    assert shown.racks.done[0] > 0 == shown.racks.done[1]
    assert pixels(canvas.grab().toImage(), done) > before
    assert switch() is None
    assert pixels(canvas.grab().toImage(), done) == before


def test_nothing_is_worked_out_while_it_is_not_wanted(hand: Hand) -> None:
    progress = WorkProgress.of(hand.desk.session)
    assert not progress.wanted
    assert progress.shares(hand.desk.session.snapshot) is None


def test_a_bar_is_full_only_where_everything_is_done() -> None:
    bars = np.array([[0.0, 0.0, 30.0, 3.0], [0.0, 0.0, 30.0, 3.0], [0.0, 0.0, 3.0, 30.0], [0.0, 0.0, 30.0, 3.0]])
    parts = _part(bars, np.zeros(4), np.array([1.0, 0.999, 0.5, 0.0001]))
    assert parts.tolist() == [[0, 0, 30, 3], [0, 0, 29, 3], [0, 15, 3, 15], [0, 0, 1, 3]]
    assert len(_part(bars[:1], np.zeros(1), np.zeros(1))) == 0
    assert _part(bars[:1], np.ones(1) * 0.9, np.ones(1) * 0.1).tolist() == [[27, 0, 3, 3]]
