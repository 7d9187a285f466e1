"""Racks and devices by keys: placed, moved, copied, deleted, undone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.hardware.hardware import Face
from gpudesk.ui.places.layout.racks.dialogs.fill_pattern import FillPatternDialog
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, CTRL, SHIFT, Hand

Key = Qt.Key


def test_a_part_is_found_and_placed_by_keys_alone(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.desk.window.rack.catalog.setFocus()
    hand.type("dgx h200")
    hand.press(Key.Key_Return)
    assert hand.placing() == "nvidia.dgx-h200"
    assert hand.focused() is hand.canvas
    hand.press(Key.Key_Up)
    hand.press(Key.Key_Up)
    hand.press(Key.Key_Return)
    assert hand.placing() is None
    assert hand.place_of("dgx-h200-001") == ("A02", 4)
    assert hand.selected() == {"dgx-h200-001"}


def test_what_is_placed_by_keys_goes_to_other_racks_and_faces_and_stays_in_hand_where_it_does_not_fit(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.desk.window.rack.place_by_keys("nvidia.qm9700")
    hand.press(Key.Key_Left)
    hand.press(Key.Key_Down)
    assert "dgx-00" in hand.verdict
    hand.press(Key.Key_Return)
    assert hand.placing() == "nvidia.qm9700"
    assert hand.snapshot["device"].rows == 3
    hand.press(Key.Key_Right)
    hand.press(Key.Key_Right)
    hand.press(Key.Key_X)
    hand.press(Key.Key_Return)
    row = hand.snapshot["device"].row(hand.desk.session.selection[0].id)
    assert row["face"] == Face.REAR
    assert row["rack_id"] == hand.ids("rack")["A03"]


def test_escape_puts_a_part_back(hand: Hand) -> None:
    hand.desk.window.rack.place_by_keys("nvidia.qm9700")
    hand.press(Key.Key_Escape)
    assert hand.placing() is None
    assert hand.snapshot["device"].rows == 3


def test_arrows_go_to_the_neighbour_and_shift_extends(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    hand.press(Key.Key_Up)
    assert hand.selected() == {"dgx-002"}
    hand.press(Key.Key_Down, SHIFT)
    assert hand.selected() == {"dgx-001", "dgx-002"}
    hand.press(Key.Key_Right)
    assert hand.selected() == {"leaf-1"}


def test_alt_arrows_move_by_a_unit_and_to_the_next_rack(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.press(Key.Key_Up, ALT)
    assert hand.place_of("leaf-1") == ("A02", 42)
    hand.press(Key.Key_Down, ALT)
    hand.press(Key.Key_Down, ALT)
    assert hand.place_of("leaf-1") == ("A02", 38)
    hand.press(Key.Key_Right, ALT)
    assert hand.place_of("leaf-1") == ("A03", 38)
    hand.press(Key.Key_Left, ALT)
    assert hand.place_of("leaf-1") == ("A02", 38)
    hand.press(Key.Key_Up, ALT | SHIFT)
    assert hand.place_of("leaf-1") == ("A02", 39)
    assert hand.selected() == {"leaf-1"}


def test_a_move_by_keys_that_finds_no_room_says_why_and_changes_nothing(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    for _ in range(4):
        hand.press(Key.Key_Down, ALT)
    before = hand.snapshot
    hand.press(Key.Key_Left, ALT)
    assert "dgx-002" in hand.message
    assert hand.snapshot is before
    hand.press(Key.Key_Down, ALT)
    assert hand.message == "", "a refusal goes when the next step succeeds"


def test_x_mounts_at_the_other_face(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.press(Key.Key_X)
    assert hand.snapshot["device"].row(hand.ids("device")["leaf-1"])["face"] == Face.REAR


def test_duplicate_puts_a_copy_above_and_selects_it(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    for _ in range(3):
        hand.press(Key.Key_D, CTRL)
    copies = list(hand.ids("device"))[3:]
    assert [hand.place_of(name) for name in copies] == [("A02", 42), ("A02", 44), ("A02", 46)]
    assert hand.selected() == {copies[-1]}


def test_a_pattern_is_filled_into_the_racks_that_have_room(hand: Hand) -> None:
    hand.select("dgx-001", "dgx-002")
    hand.press(Key.Key_D, CTRL | SHIFT)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, FillPatternDialog)
    assert dialog.chosen() == [hand.ids("rack")["A02"], hand.ids("rack")["A03"]]
    hand.press(Key.Key_Return, widget=dialog)
    hand.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE_MS)
    assert hand.snapshot["device"].rows == 7
    assert {hand.place_of(name) for name in hand.selected()} == {("A02", 0), ("A02", 20), ("A03", 0), ("A03", 20)}
    assert hand.steps == [True, True]


def test_copies_are_pasted_into_the_rack_in_hand(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    hand.press(Key.Key_C, CTRL)
    hand.select("A03")
    hand.press(Key.Key_V, CTRL)
    assert hand.snapshot["device"].rows == 4
    (made,) = hand.selected()
    assert hand.place_of(made) == ("A03", 0)
    hand.press(Key.Key_V, CTRL)
    assert hand.snapshot["device"].rows == 5


def test_what_is_cut_is_moved_by_paste_and_stays_until_then(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    hand.press(Key.Key_X, CTRL)
    assert hand.snapshot["device"].rows == 3
    hand.select("A03")
    hand.press(Key.Key_V, CTRL)
    assert hand.place_of("dgx-001") == ("A03", 0)
    assert hand.snapshot["device"].rows == 3
    assert not hand.desk.window.registry.action("edit.paste").isEnabled()


def test_what_is_cut_is_forgotten_with_its_project(hand: Hand, tmp_path: Path) -> None:
    hand.click(hand.on("dgx-001"))
    hand.press(Key.Key_X, CTRL)
    hand.create(tmp_path / "other.gpudesk")
    hand.look_at_drawing()
    hand.select("A03")
    hand.press(Key.Key_V, CTRL)
    assert hand.place_of("dgx-001") == ("A01", 0)
    assert not hand.desk.window.registry.action("edit.paste").isEnabled()


def test_delete_takes_out_what_is_selected_and_undo_brings_it_back(hand: Hand) -> None:
    hand.press(Key.Key_A, CTRL)
    assert hand.selected() == {"dgx-001", "dgx-002", "leaf-1"}
    hand.press(Key.Key_Delete)
    assert hand.snapshot["device"].rows == 0
    assert hand.selected() == set()
    hand.press(Key.Key_Z, CTRL)
    assert set(hand.ids("device")) == {"dgx-001", "dgx-002", "leaf-1"}
    hand.press(Key.Key_Z, CTRL | SHIFT)
    assert hand.snapshot["device"].rows == 0


def test_many_undos_and_redos_in_a_row_lose_nothing(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    for _ in range(6):
        hand.press(Key.Key_Up, ALT)
    session = hand.desk.session
    for replay, count in ((session.undo, 6), (session.redo, 4), (session.undo, 2)):
        for _ in range(count):
            replay()
    hand.rest()
    assert hand.place_of("leaf-1") == ("A02", 44)
    assert hand.steps == [True, True, True, False, False, False, False]
    for _ in range(20):
        QTest.keyClick(hand.canvas, Key.Key_Z, CTRL)
    hand.rest()
    assert hand.steps == [False] * 7
    assert not hand.desk.window.registry.action("edit.undo").isEnabled()
    for _ in range(20):
        QTest.keyClick(hand.canvas, Key.Key_Y, CTRL)
    hand.rest()
    for _ in range(6):
        hand.press(Key.Key_Y, CTRL, widget=hand.desk.window)
    assert hand.steps == [True] * 7
    assert hand.place_of("leaf-1") == ("A02", 52)


@pytest.mark.parametrize(("key", "shown"), [(Key.Key_1, Face.FRONT), (Key.Key_2, Face.REAR), (Key.Key_3, Face.BOTH)])
def test_digits_choose_the_faces(hand: Hand, key: Qt.Key, shown: Face) -> None:
    hand.press(key)
    assert hand.canvas.faces is shown


def test_enter_opens_and_f2_renames(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.press(Key.Key_Return)
    hand.type("spine-9")
    hand.press(Key.Key_Return)
    assert "spine-9" in hand.ids("device")
    hand.look_at_drawing()
    hand.press(Key.Key_F2)
    hand.type("spine-1")
    hand.press(Key.Key_Return)
    assert "spine-1" in hand.ids("device")


def test_swap_lets_two_devices_change_places(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    hand.click(hand.on("dgx-002"), CTRL)
    hand.press(Key.Key_W, CTRL | SHIFT)
    assert hand.place_of("dgx-001") == ("A01", 20)
    assert hand.place_of("dgx-002") == ("A01", 0)


def test_a_rack_is_asked_about_in_its_dialog(hand: Hand) -> None:
    hand.desk.window.rack.catalog.setFocus()
    hand.type("48u 600x1200")
    QTest.keyClick(hand.desk.window.rack.catalog.search, Key.Key_Return)
    hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), NewRackDialog), timeout=PATIENCE_MS)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewRackDialog)
    assert dialog.type.key() == "generic.rack-48u-600x1200"
    dialog.reject()
