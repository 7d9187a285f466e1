"""The GPUs on hand, by keys: rows of boards that are searched, candidates from these alone, remembered, and used by the fleet."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.ui.places.size.dialogs.fleet_dialog import FleetDialog
from gpudesk.ui.places.size.docks.gpus_on_hand import GpusOnHandDialog
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from tests.ui.hand import CTRL, Hand
from tests.ui.places.size.test_size_workloads import WorkHand
from tests.ui.size_hand import SizeHand

HELD = {"nvidia.a100-sxm4-40gb": 6, "nvidia.l40s": 4}


@pytest.fixture
def size(open_desk: Callable[[], Hand]) -> SizeHand:
    return SizeHand(open_desk())


def shown() -> GpusOnHandDialog:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, GpusOnHandDialog)
    return dialog


def press(key: Qt.Key) -> None:
    popup = QApplication.activePopupWidget()
    target = popup or QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key)


def type_row(dialog: GpusOnHandDialog, text: str, number: int) -> None:
    """Search a board in the last row, and say how many there are."""
    row = dialog.rows[-1]
    QTest.keyClicks(row.board, text)
    press(Qt.Key.Key_Return)
    row.count.setFocus()
    QTest.keyClick(row.count, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(row.count, str(number))


def say_both(size: SizeHand) -> None:
    field = size.place.form.where.on_hand
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    size.hand.rest()
    dialog = shown()
    type_row(dialog, "A100 SXM4 40", 6)
    dialog.add.setFocus()
    QTest.keyClick(dialog.add, Qt.Key.Key_Space)
    size.hand.rest()
    type_row(dialog, "l40s", 4)
    assert dialog.held == HELD
    assert dialog.main is not None
    dialog.main.click()
    size.rest()


def test_candidates_come_from_these_alone_and_they_are_remembered(size: SizeHand, open_desk: Callable[[], Hand]) -> None:
    say_both(size)
    assert {plan.board.key for plan in size.plans} == set(HELD)
    assert "6 × A100 SXM4 40 GB, 4 × L40S" in size.place.form.where.on_hand.line.text()
    size.hand.desk.window.close()
    again = SizeHand(open_desk())
    assert again.place.form.where.on_hand.held == HELD
    assert {plan.board.key for plan in again.plans} == set(HELD)
    again.type_model("deepseek-r1")
    assert again.place.note.isVisible() or not any(plan.fits for plan in again.plans)
    again.place.form.where.on_hand.click()
    dialog = shown()
    dialog.clear.click()
    assert dialog.held == {}
    assert dialog.main is not None
    dialog.main.click()
    again.rest()
    assert len({plan.board.key for plan in again.plans}) > 10


def test_rows_are_taken_out_and_the_same_board_is_added_up(size: SizeHand) -> None:
    size.place.form.where.on_hand.take(HELD)
    size.rest()
    size.place.form.where.on_hand.click()
    dialog = shown()
    dialog.add_row("nvidia.l40s", 2)
    assert dialog.held == {**HELD, "nvidia.l40s": 6}
    away = next(each for each in dialog.findChildren(IconButton) if each.accessibleName() == "Remove this GPU type")
    QTest.mouseClick(away, Qt.MouseButton.LeftButton)
    assert dialog.held == {"nvidia.l40s": 6}
    dialog.reject()
    assert size.place.form.where.on_hand.held == HELD


def test_a_gpu_is_searched_by_its_name_in_the_form(size: SizeHand) -> None:
    board = size.place.form.board
    board.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClicks(board.name, "h100 sxm")
    assert [name for name, _ in board.search.offered if not name.startswith("This machine")] == ["H100 SXM5 80 GB"]
    press(Qt.Key.Key_Return)
    size.rest()
    assert {plan.board.key for plan in size.plans} == {"nvidia.h100-sxm5-80gb"}
    board.name.selectAll()
    QTest.keyClicks(board.name, "A100-40GB")
    QTest.keyClick(board.name, Qt.Key.Key_Return)
    size.rest()
    assert {plan.board.key for plan in size.plans} == {"nvidia.a100-sxm4-40gb"}
    board.name.selectAll()
    QTest.keyClicks(board.name, "no such board")
    QTest.keyClick(board.name, Qt.Key.Key_Return)
    size.rest()
    assert board.currentText() == "A100 SXM4 40 GB"


def test_the_fleet_says_what_runs_on_them(hand: Hand) -> None:
    work = WorkHand(hand)
    work.keep("Chat")
    work.do("fleet")
    dialog = work.dialog(FleetDialog)
    assert isinstance(dialog, FleetDialog)
    assert not dialog.on_hand.isVisible()
    dialog.edit_on_hand.click()
    rows = shown()
    rows.add_row("nvidia.l40s", 4)
    assert rows.main is not None
    rows.main.click()
    work.rest()
    assert dialog.on_hand.isVisible()
    assert [cell.text for cell in dialog.on_hand.model.line(0).cells[1:]] == ["Chat", "1 × L40S"]
    assert dialog.on_hand.left.text() == "Unused: 3 × L40S."
    dialog.reject()
