"""Racks and devices by pointer: dropped, refused, moved, selected."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.core.hardware.hardware import Face
from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, CTRL, PDU, SHIFT, SWITCH, SYSTEM, Hand


def test_a_part_dropped_into_a_rack_stands_there_and_is_selected(hand: Hand) -> None:
    hand.drop(SYSTEM, hand.at("A02", 0, 16))
    assert hand.place_of("dgx-h100-001") == ("A02", 0)
    assert hand.selected() == {"dgx-h100-001"}
    assert hand.steps == [True, True]


def test_over_a_free_place_the_target_is_named(hand: Hand) -> None:
    hand.carry(SYSTEM, hand.at("A02", 4, 16))
    picture = hand.carried
    assert picture is not None
    assert picture.allowed
    assert "A02" in picture.place
    assert "U3" in picture.place
    assert hand.verdict == ""


def test_a_part_over_a_device_is_refused_with_what_why_and_where_else(hand: Hand) -> None:
    before = hand.snapshot
    hand.carry(SWITCH, hand.at("A01", 4, 2))
    assert "A01 U3" in hand.verdict
    assert "dgx-001" in hand.verdict
    assert "U9" in hand.verdict
    hand.drop(SWITCH, hand.at("A01", 4, 2))
    assert hand.snapshot is before
    assert hand.steps == [True]


def test_reserved_units_refuse_with_their_reason(hand: Hand) -> None:
    hand.carry(SWITCH, hand.at("A03", 64, 2))
    assert "storage" in hand.verdict
    hand.drop(SWITCH, hand.at("A03", 64, 2))
    assert hand.snapshot["device"].rows == 3


def test_a_drop_beside_the_racks_does_nothing(hand: Hand) -> None:
    before = hand.snapshot
    hand.drop(SYSTEM, QPoint(6, 6))
    assert hand.snapshot is before


def test_a_drop_on_the_rear_mounts_at_the_rear(hand: Hand) -> None:
    hand.drop(SWITCH, hand.at("A02", 10, 2, Face.REAR))
    row = hand.snapshot["device"].row(hand.desk.session.selection[0].id)
    assert (row["face"], row["position"]) == (Face.REAR, 10)


def scroll_at_edge(hand: Hand) -> None:
    """What happens several times a second while something is held."""
    assert hand.canvas._scroll.isActive()
    for _ in range(5):
        hand.canvas._scroll.timeout.emit()


def test_what_comes_from_the_catalog_does_not_push_the_drawing_away(hand: Hand) -> None:
    before = hand.canvas.camera
    hand.carry(SYSTEM, QPoint(10, 300))
    scroll_at_edge(hand)
    assert hand.canvas.camera == before
    hand.canvas.cancel()


def test_held_at_the_edge_the_drawing_goes_on_only_where_there_is_more(hand: Hand) -> None:
    hand.canvas.zoom_by(3.0)
    before = hand.canvas.camera
    hand.carry(SYSTEM, QPoint(300, 300))
    hand.move(QPoint(hand.canvas.width() // 2, hand.canvas.height() // 2), Qt.KeyboardModifier.NoModifier)
    scroll_at_edge(hand)
    assert hand.canvas.camera == before
    hand.move(QPoint(hand.canvas.width() - 4, 300), Qt.KeyboardModifier.NoModifier)
    hand.qtbot.waitUntil(lambda: hand.canvas.camera.centre_x > before.centre_x + 20, timeout=PATIENCE_MS)
    hand.canvas.fit(animated=False)
    fitted = hand.canvas.camera
    scroll_at_edge(hand)
    assert hand.canvas.camera == fitted
    hand.canvas.cancel()


def test_a_pdu_dropped_at_the_side_stands_beside_the_units(hand: Hand) -> None:
    hand.drop(PDU, hand.at("A02", 20, 2, Face.REAR))
    row = hand.snapshot["device"].row(hand.desk.session.selection[0].id)
    assert row["side"] in (0, 1)
    assert hand.place_of(str(row["name"]))[0] == "A02"


def test_a_drag_moves_a_device_as_one_step(hand: Hand) -> None:
    hand.drag(hand.on("dgx-002"), hand.at("A02", 10, 16))
    assert hand.place_of("dgx-002") == ("A02", 10)
    assert hand.steps == [True, True]
    assert hand.selected() == {"dgx-002"}


def test_a_drag_onto_another_device_is_refused_and_nothing_changes(hand: Hand) -> None:
    before = hand.snapshot
    hand.drag(hand.on("dgx-002"), hand.on("dgx-001"), let_go=False)
    assert "dgx-001" in hand.verdict
    hand.let_go(hand.on("dgx-001"))
    assert hand.snapshot is before
    assert hand.verdict == ""


def test_escape_lets_go_of_what_is_dragged(hand: Hand) -> None:
    before = hand.snapshot
    hand.drag(hand.on("dgx-002"), hand.at("A02", 10, 16), let_go=False)
    hand.press(Qt.Key.Key_Escape, widget=hand.canvas)
    hand.let_go(hand.at("A02", 10, 16))
    assert hand.snapshot is before


def test_alt_while_dragging_moves_by_half_units(hand: Hand) -> None:
    start = hand.on("leaf-1")
    units = hand.at("A02", 44, 2).y() - hand.at("A02", 42, 2).y()
    hand.drag(start, start + QPoint(0, round(1.5 * units)), ALT)
    assert hand.place_of("leaf-1") == ("A02", 43)


def test_several_devices_move_together(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    hand.click(hand.on("dgx-002"), CTRL)
    hand.drag(hand.on("dgx-001"), hand.at("A03", 4, 16))
    assert hand.place_of("dgx-001") == ("A03", 4)
    assert hand.place_of("dgx-002") == ("A03", 24)
    assert hand.steps == [True, True]


def test_a_click_selects_one_and_ctrl_adds_and_takes_away(hand: Hand) -> None:
    hand.click(hand.on("dgx-001"))
    assert hand.selected() == {"dgx-001"}
    hand.click(hand.on("leaf-1"), CTRL)
    assert hand.selected() == {"dgx-001", "leaf-1"}
    hand.click(hand.on("dgx-001"), CTRL)
    assert hand.selected() == {"leaf-1"}
    hand.click(hand.on("dgx-002"), SHIFT)
    assert hand.selected() == {"leaf-1", "dgx-002"}
    hand.click(hand.on("dgx-001"))
    assert hand.selected() == {"dgx-001"}
    hand.click(QPoint(6, hand.canvas.height() - 6))
    assert hand.selected() == set()


def test_a_rubber_band_selects_what_it_touches(hand: Hand) -> None:
    left, bottom = hand.at("A01", 0).x() - 80, hand.at("A01", 0).y() + 40
    hand.drag(QPoint(left, bottom), hand.at("A01", 30))
    assert hand.selected() == {"dgx-001", "dgx-002"}
    corner = hand.at("A02", 46) + QPoint(0, -4)
    hand.drag(QPoint(hand.at("A02", 0).x(), 4), corner, SHIFT)
    assert hand.selected() >= {"dgx-001", "dgx-002"}


def test_a_click_on_the_frame_selects_the_rack(hand: Hand) -> None:
    hand.click(hand.at("A03", 2))
    assert hand.selected() == {"A03"}


@pytest.mark.parametrize("kept", [False, True])
def test_units_are_reserved_by_a_drag_and_the_mode_left_by_escape(hand: Hand, kept: bool) -> None:
    hand.press(Qt.Key.Key_R)
    assert hand.desk.window.registry.action("tool.reserve").isChecked()
    hand.drag(hand.at("A02", 4), hand.at("A02", 10), SHIFT if kept else Qt.KeyboardModifier.NoModifier)
    rows = [hand.snapshot["reservation"].row(each) for each in hand.snapshot["reservation"].ids.tolist()]
    made = next(row for row in rows if row["reason"] != "storage")
    assert (made["position"], made["height"]) == (4, 8)
    assert made["face"] == (Face.FRONT if kept else Face.BOTH)
    hand.press(Qt.Key.Key_Escape, widget=hand.canvas)
    assert hand.desk.window.registry.action("tool.select").isChecked()


def test_hovering_tells_what_is_there(hand: Hand) -> None:
    told = hand.canvas.tool_tip_at(hand.on("dgx-002"))
    assert "dgx-002" in told
    assert "DGX H100" in told
    assert "U11" in told


def drop_part(hand: Hand, type_key: str, at: QPoint) -> None:
    """Drop a part on whatever takes it at a point of the place."""
    place = hand.desk.window.rack
    data = QMimeData()
    data.setData(TYPE_MIME, type_key.encode())
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    target: QWidget | None = place.childAt(at)
    while target is not None:
        if target.acceptDrops():
            enter = QDragEnterEvent(target.mapFrom(place, at), action, data, button, keys)
            enter.ignore()
            QApplication.sendEvent(target, enter)
            if enter.isAccepted():
                break
        target = target.parentWidget()
    assert target is not None
    QApplication.sendEvent(target, QDropEvent(QPointF(target.mapFrom(place, at)), action, data, button, keys))
    hand.rest()


def test_a_rack_dropped_on_the_drawing_asks_for_its_row(hand: Hand) -> None:
    drop_part(hand, "generic.rack-42u-600x1200", hand.canvas.mapTo(hand.desk.window.rack, QPoint(300, 300)))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewRackDialog)
    hand.press(Qt.Key.Key_Return, widget=dialog)
    hand.qtbot.waitUntil(lambda: hand.snapshot["rack"].rows == 4, timeout=PATIENCE_MS)
    hand.rest()


def test_what_stands_on_the_floor_goes_into_the_hall(hand: Hand) -> None:
    drop_part(hand, "nvidia.dgx-station-a100", hand.canvas.mapTo(hand.desk.window.rack, QPoint(300, 300)))
    (ref,) = hand.desk.session.selection
    row = hand.snapshot["device"].row(ref.id)
    assert row["rack_id"] is None
    assert row["hall_id"] == hand.ids("hall")["Hall 1"]


def test_without_a_rack_a_server_is_refused_with_what_to_do(hand: Hand, tmp_path: Path) -> None:
    hand.desk.session.create(tmp_path / "empty.gpudesk")
    hand.qtbot.waitUntil(lambda: hand.desk.session.is_open and hand.snapshot["rack"].rows == 0, timeout=PATIENCE_MS)
    hand.rest()
    drop_part(hand, SYSTEM, QPoint(600, 300))
    assert "no rack" in hand.message
    assert "Add a rack first." in hand.message
    drop_part(hand, "generic.rack-42u-600x1200", QPoint(600, 300))
    hand.press(Qt.Key.Key_Return, widget=QApplication.activeModalWidget())
    hand.qtbot.waitUntil(lambda: hand.snapshot["rack"].rows == 1, timeout=PATIENCE_MS)
    hand.rest()
    assert hand.message == ""
