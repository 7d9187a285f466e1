"""How far the GPUs of a plan go, and each answer taken over into the form."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from gpudesk.sizing.fit.largest import Question
from gpudesk.ui.places.size.dialogs.plan_headroom import HowFarDialog
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, SHIFT, Hand
from tests.ui.size_hand import SizeHand

BUTTON = 5


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    """A person before the plans of Llama 3.1 8B on one H100."""
    found = SizeHand(open_desk())
    form = found.place.form
    form.board.setCurrentIndex(form.board.findData("nvidia.h100-sxm5-80gb"))
    form.formats.setCurrentIndex(form.formats.findData("bf16"))
    found.rest()
    return found


def opened(size: SizeHand) -> HowFarDialog:
    QTest.keyClick(size.place.table, Qt.Key.Key_H, CTRL | SHIFT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HowFarDialog)
    settled(size, dialog)
    return dialog


def settled(size: SizeHand, dialog: HowFarDialog) -> None:
    size.hand.qtbot.waitUntil(lambda: not dialog.is_answering, timeout=PATIENCE_MS)


def row_of(dialog: HowFarDialog, question: Question) -> int:
    return next(row for row in range(dialog.model.rowCount()) if dialog.model.line(row).key[0] is question)


def test_each_question_is_answered_and_enter_asks_for_the_longest_text(size: SizeHand) -> None:
    dialog = opened(size)
    assert [dialog.model.line(row).key[0] for row in range(4)] == [
        Question.CONTEXT,
        Question.CONCURRENCY,
        Question.FORMAT,
        Question.MODEL,
    ]
    longest = int(dialog.model.line(0).cells[1].text.replace(",", ""))
    assert longest > 1280
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    size.rest()
    assert not isValid(dialog) or not dialog.isVisible()
    asked = size.place.form.asked()
    assert (asked.prompt + asked.answer, asked.gpu, asked.gpus_most) == (longest, "nvidia.h100-sxm5-80gb", 1)
    plan = size.current()
    assert plan is not None
    assert plan.fits
    assert not plan.risks


def test_a_click_takes_the_largest_model_over(size: SizeHand) -> None:
    dialog = opened(size)
    index = dialog.model.index(row_of(dialog, Question.MODEL), BUTTON)
    named = dialog.model.line(index.row()).key[1]
    assert index.data(TableRole.BUTTON)
    QTest.mouseClick(dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=dialog.table.visualRect(index).center())
    size.rest()
    assert size.place.form.asked().model == named
    plan = size.current()
    assert plan is not None
    assert plan.work.model.parameters > 8_030_261_248
    assert plan.fits


def test_more_gpus_go_further(size: SizeHand) -> None:
    dialog = opened(size)
    before = int(dialog.model.line(1).cells[1].text.replace(",", ""))
    dialog.gpus.setValue(2)
    settled(size, dialog)
    assert int(dialog.model.line(1).cells[1].text.replace(",", "")) > before
    dialog.reject()


def test_where_nothing_does_that_is_said_and_nothing_is_taken_over(size: SizeHand) -> None:
    form = size.place.form
    for box in (form.ttft, form.tpot):
        size.type_number(box, 1)
    dialog = opened(size)
    assert dialog.told.isVisible()
    assert dialog.model.line(0).cells[1].text == "none"
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.reject()
