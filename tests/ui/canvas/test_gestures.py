"""What pointer and keys do in the rack canvas, by real events."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.message import Message
from gpudesk.derived.racks.device_placement import Spot, Verdict
from gpudesk.project.edit import Edit
from gpudesk.ui.canvas.camera_view import CameraView
from gpudesk.ui.canvas.refs import TYPE_MIME, Candidate, Move, ObjectRef
from gpudesk.ui.places.layout.racks.canvas.carry import Carry
from gpudesk.ui.places.layout.racks.panes.rack_canvas import Mode
from tests.patience import PATIENCE_MS, until
from tests.ui.canvas.conftest import Board
from tests.ui.canvas.sample import entry

CTRL, SHIFT, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
NONE = Qt.KeyboardModifier.NoModifier
KEY = Qt.Key


def selection(board: Board) -> tuple[ObjectRef, ...]:
    """What is selected now; a call, so that a type checker does not take it for what it was before."""
    return board.canvas.selection


def placing(board: Board) -> str | None:
    return board.canvas.placing


def band(board: Board) -> object:
    return board.canvas._marks.band


# selection


def test_a_click_selects_what_it_hits(board: Board) -> None:
    node = board.device("node-1")
    board.press(board.middle(node))
    board.release(board.middle(node))
    assert selection(board) == (node,)
    assert board.last("selection_changed") == ([node],)
    board.press(QPoint(3, 3))
    board.release(QPoint(3, 3))
    assert selection(board) == ()


def test_empty_units_select_their_rack_and_reservations_themselves(board: Board) -> None:
    at = board.unit("A03", 45)
    board.press(at)
    board.release(at)
    assert selection(board) == (board.rack("A03"),)
    reserved = ObjectRef("reservation", board.ids["reserved"])
    at = board.middle(reserved)
    board.press(at)
    board.release(at)
    assert selection(board) == (reserved,)


def test_ctrl_adds_and_takes_away_and_shift_adds(board: Board) -> None:
    first, second, third = board.device("node-1"), board.device("node-2"), board.device("leaf-3")
    for ref, keys in ((first, NONE), (second, CTRL), (third, SHIFT), (second, CTRL)):
        board.press(board.middle(ref), keys)
        board.release(board.middle(ref), keys)
    assert selection(board) == (first, third)
    # A plain click on one of several selects it alone.
    board.press(board.middle(third))
    assert selection(board) == (first, third)
    board.release(board.middle(third))
    assert selection(board) == (third,)


def test_a_rubber_band_selects_what_it_touches(board: Board) -> None:
    start, end = board.unit("A03", 46), board.unit("A03", 27) + QPoint(6, 0)
    board.press(start)
    board.move(start, end)
    assert band(board) is not None
    board.release(end)
    assert band(board) is None
    assert set(board.canvas.selection) == {board.device(f"leaf-{number}") for number in range(3, 8)}
    assert board.count("move_requested") == 0


def test_the_pointer_hovers_and_the_tooltip_says_what_is_there(board: Board) -> None:
    node = board.device("node-1")
    QTest.mouseMove(board.canvas, board.middle(node))
    assert board.last("hovered") == (node,)
    assert board.canvas.tool_tip_at(board.middle(node)).splitlines() == ["node-1", "acme node8", "A01 · U3–U10 · front"]
    QTest.mouseMove(board.canvas, QPoint(2, 2))
    assert board.last("hovered") == (None,)
    assert board.canvas.tool_tip_at(QPoint(2, 2)) == ""


def test_the_selection_is_also_a_table_and_a_description(board: Board) -> None:
    canvas = board.canvas
    canvas.set_selection(
        [board.device("node-1"), board.device("pdu-0"), board.rack("A02"), ObjectRef("reservation", board.ids["reserved"])]
    )
    table = canvas.selection_table
    rows = [tuple(table.index(row, column).data() for column in range(table.columnCount())) for row in range(table.rowCount())]
    assert rows == [
        ("node-1", "acme node8", "A01", "U3–U10", "front"),
        ("pdu-0", "acme pdu", "A01", "0U", "rear"),
        ("A02", "acme rack48", "A02", "", ""),
        ("phase 2 · node-7", "reserved", "A02", "U33–U40", "front and rear"),
    ]
    assert table.headerData(0, Qt.Orientation.Horizontal) == "Name"
    assert table.ref(2) == board.rack("A02")
    assert canvas.accessibleDescription() == "Selected: 4"
    canvas.set_selection([board.device("node-1")])
    assert canvas.accessibleDescription() == "node-1, acme node8, A01, U3–U10, front"
    assert canvas.accessibleName()


# carrying


def test_a_drag_to_free_units_asks_for_the_move(board: Board) -> None:
    leaf = board.device("leaf-3")
    board.drag(board.middle(leaf), board.unit("A03", 40))
    assert board.last("move_requested") == ([Move(leaf.id, Spot(board.ids["A03"], 78, Face.FRONT, None))],)


def test_a_drag_snaps_to_units_and_with_alt_to_half_units(board: Board) -> None:
    leaf = board.device("leaf-3")
    half = (board.unit("A03", 40) + board.unit("A03", 40.5)) / 2
    board.drag(board.middle(leaf), half)
    assert board.last("move_requested")[0][0].spot.position % 2 == 0
    board.drag(board.middle(leaf), board.unit("A03", 40.5), ALT)
    assert board.last("move_requested")[0][0].spot.position == 79


def test_a_refused_place_says_why_and_dropping_there_does_nothing(board: Board) -> None:
    node = board.device("node-6")
    start, end = board.middle(node), board.unit("A03", 28)
    board.press(start)
    board.move(start, end)
    picture = board.canvas._carried.picture
    assert picture is not None
    assert not picture.allowed
    assert picture.height == "8U"
    assert picture.text is not None
    assert picture.bubble is not None
    assert "leaf" in " ".join(picture.text.why)
    assert picture.text.title in {"Does not fit at A03 U24–U31", "Does not fit at A03 U25–U32"}
    assert picture.text.fix.startswith("Nearest in this rack: U")
    assert picture.near
    assert not any(picture.bubble.intersects(target) for target in picture.targets)
    board.canvas.repaint()
    board.release(end)
    assert board.count("move_requested") == 0
    assert board.canvas._carried.picture is None


def test_places_in_other_racks_are_named_where_this_one_is_full(board: Board) -> None:
    def fill(edit: Edit) -> tuple[None, Message]:
        for unit in range(32, 49):
            edit.insert("device", type_id=board.ids["acme.leaf"], rack_id=board.ids["A03"], position=2 * unit - 2, name=f"more-{unit}")
        for unit in (6, 14, 18, 21):
            edit.insert("device", type_id=board.ids["acme.leaf"], rack_id=board.ids["A03"], position=2 * unit - 2, name=f"low-{unit}")
        return None, Message("tests", "fill")

    board.document.apply(fill)
    board.canvas.set_snapshot(board.document.snapshot)
    start = board.middle(board.device("node-6"))
    board.press(start)
    board.move(start, board.unit("A03", 28))
    picture = board.canvas._carried.picture
    assert picture is not None
    assert picture.text is not None
    assert "No space for it in this rack. Nearest: A0" in picture.text.fix
    board.key(KEY.Key_Escape)
    assert board.canvas._carried.picture is None
    board.release(board.unit("A03", 28))
    assert board.count("move_requested") == 0


def test_what_is_carried_goes_together_and_keeps_its_offsets(board: Board) -> None:
    low, high = board.device("leaf-0"), board.device("leaf-2")
    board.canvas.set_selection([low, high])
    board.drag(board.middle(low), board.unit("A02", 45))
    (moves,) = board.last("move_requested")
    assert {move.device_id: (move.spot.rack_id, move.spot.position) for move in moves} == {
        low.id: (board.ids["A02"], 88),
        high.id: (board.ids["A02"], 92),
    }


def test_some_without_a_rack_to_go_to_hold_back_all(board: Board) -> None:
    board.canvas.set_selection([board.device("leaf-0"), board.device("store-1")])
    start, end = board.middle(board.device("leaf-0")), board.unit("A04", 30)
    board.press(start)
    board.move(start, end)
    picture = board.canvas._carried.picture
    assert picture is not None
    assert picture.text is not None
    assert "Some devices would be outside a rack." in picture.text.why
    board.release(end)
    assert board.count("move_requested") == 0


def test_a_drag_to_the_other_face_turns_the_device(board: Board) -> None:
    panel = board.device("panel-1")
    board.drag(board.middle(panel), board.unit("A04", 30, Face.REAR))
    assert board.last("move_requested")[0][0].spot == Spot(board.ids["A04"], 58, Face.REAR, None)


def test_a_half_width_device_takes_the_side_under_the_pointer(board: Board) -> None:
    half = board.device("half-left")
    for shift, side in ((-20, 0), (20, 1)):
        board.drag(board.middle(half), board.unit("A03", 20) + QPoint(shift, 0))
        assert board.last("move_requested")[0][0].spot == Spot(board.ids["A03"], 38, Face.FRONT, side)


def test_a_strip_goes_beside_the_units(board: Board) -> None:
    strip = board.device("pdu-0")
    start = board.middle(strip)
    right_of_rear = board.middle(board.device("pdu-1"))
    board.drag(start, QPoint(right_of_rear.x() + board.unit("A02", 20, Face.REAR).x() - board.unit("A01", 20, Face.REAR).x(), start.y()))
    spot = board.last("move_requested")[0][0].spot
    assert (spot.rack_id, spot.face, spot.side) == (board.ids["A02"], Face.REAR, 1)


def test_letting_go_in_the_same_place_asks_nothing(board: Board) -> None:
    leaf = board.device("leaf-3")
    start = board.middle(leaf)
    board.press(start)
    board.move(start, start + QPoint(12, 0))
    board.release(start + QPoint(12, 0))
    assert board.count("move_requested") == 0


def test_a_canvas_that_may_not_be_written_carries_nothing(board: Board) -> None:
    board.canvas.set_writable(False)
    board.drag(board.middle(board.device("leaf-3")), board.unit("A03", 40))
    assert board.count("move_requested") == 0
    board.canvas.set_selection([board.device("leaf-3")])
    board.key(KEY.Key_Up, ALT)
    assert board.count("nudge_requested") == 0
    assert not board.canvas.begin_placing("acme.leaf")


def test_another_judge_is_asked(board: Board) -> None:
    tried: list[Candidate] = []

    def judge(candidates: Sequence[Candidate]) -> list[Verdict]:
        tried.extend(candidates)
        return [Verdict((Message("tests", "Never."),), (), 0, 2, ()) for _ in candidates]

    board.canvas.set_judge(judge)
    board.drag(board.middle(board.device("leaf-3")), board.unit("A03", 40))
    assert tried
    assert board.count("move_requested") == 0


def test_the_drawing_moves_along_while_something_is_held_at_its_edge(board: Board, qtbot: QtBot) -> None:
    board.canvas.zoom_by(3.0, QPointF(board.unit("A01", 20)))
    start = board.middle(board.device("node-2"))
    board.press(start)
    edge = QPoint(board.canvas.width() - 5, start.y())
    board.move(start, edge)
    before = board.canvas.camera.centre_x
    qtbot.waitUntil(lambda: board.canvas.camera.centre_x > before + 50, timeout=PATIENCE_MS)
    board.key(KEY.Key_Escape)
    board.release(edge)


# from the catalog


def dropped(board: Board, key: str, at: QPoint) -> tuple[QDragEnterEvent, QDragMoveEvent]:
    """Drag a type in and move it to a place; the mime data lives in the events' owner."""
    mime = QMimeData()
    mime.setData(TYPE_MIME, QByteArray(key.encode()))
    board.mime = mime  # type: ignore[attr-defined]
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(at, copy, mime, left, NONE)
    QApplication.sendEvent(board.canvas, enter)
    move = QDragMoveEvent(at, copy, mime, left, NONE)
    QApplication.sendEvent(board.canvas, move)
    return enter, move


def test_a_type_dropped_from_the_catalog_asks_for_its_device(board: Board) -> None:
    at = board.unit("A03", 40)
    enter, move = dropped(board, "acme.leaf", at)
    assert enter.isAccepted()
    assert move.isAccepted()
    assert board.canvas._carried.picture is not None
    event = QDropEvent(QPointF(at), Qt.DropAction.CopyAction, board.mime, Qt.MouseButton.LeftButton, NONE)  # type: ignore[attr-defined]
    QApplication.sendEvent(board.canvas, event)
    assert event.isAccepted()
    assert board.last("place_requested") == ("acme.leaf", Spot(board.ids["A03"], 78, Face.FRONT, None))


def test_a_drop_where_it_cannot_stand_is_not_taken(board: Board) -> None:
    at = board.unit("A03", 26)
    _enter, move = dropped(board, "acme.leaf", at)
    assert not move.isAccepted()
    event = QDropEvent(QPointF(at), Qt.DropAction.CopyAction, board.mime, Qt.MouseButton.LeftButton, NONE)  # type: ignore[attr-defined]
    QApplication.sendEvent(board.canvas, event)
    assert not event.isAccepted()
    assert board.count("place_requested") == 0


def test_unknown_types_are_not_taken_and_those_of_the_catalog_are(board: Board) -> None:
    at = board.unit("A03", 40)
    enter, _move = dropped(board, "other.thing", at)
    assert not enter.isAccepted()
    other = parse_type(entry("other.thing", "server", "units", {"height_u": 2, "depth_mm": 700}))
    board.canvas.set_kinds(lambda key: other if key == other.key else None)
    enter, move = dropped(board, "other.thing", at)
    assert enter.isAccepted()
    assert move.isAccepted()
    QApplication.sendEvent(board.canvas, QDragLeaveEvent())
    assert board.canvas._carried.picture is None


def test_a_strip_from_the_catalog_stands_beside_the_rear_units(board: Board) -> None:
    at = board.middle(board.device("pdu-1")) + board.unit("A03", 20, Face.REAR) - board.unit("A01", 20, Face.REAR)
    at = QPoint(at.x(), board.unit("A03", 6).y())
    dropped(board, "acme.pdu", at)
    event = QDropEvent(QPointF(at), Qt.DropAction.CopyAction, board.mime, Qt.MouseButton.LeftButton, NONE)  # type: ignore[attr-defined]
    QApplication.sendEvent(board.canvas, event)
    key, spot = board.last("place_requested")
    assert key == "acme.pdu"
    assert (spot.rack_id, spot.face, spot.side) == (board.ids["A03"], Face.REAR, 1)


# keyboard


def test_keys_go_through_the_halves_and_then_to_the_next_rack(board: Board) -> None:
    board.canvas.set_selection([ObjectRef("rack", board.ids["A03"])])
    assert board.canvas.begin_placing("acme.half")
    spots = []
    for key in (None, KEY.Key_Right, KEY.Key_Right, KEY.Key_Left):
        if key is not None:
            QTest.keyClick(board.canvas, key)
        carry = board.canvas._carry
        assert isinstance(carry, Carry)
        assert carry.target is not None
        spot = carry.target.candidates[0].spot
        spots.append((spot.rack_id, spot.side))
    assert spots == [(board.ids["A03"], 0), (board.ids["A03"], 1), (board.ids["A04"], 0), (board.ids["A03"], 1)]


def test_alt_and_arrow_moves_a_half_to_the_other_side(board: Board) -> None:
    board.canvas.set_selection([board.device("half-right")])
    board.canvas.nudge(0, -1)
    assert board.last("move_requested")[0][0].spot.side == 0
    board.canvas.nudge(0, 1)
    spot = board.last("move_requested")[0][0].spot
    assert (spot.rack_id, spot.side) == (board.ids["A04"], 0)


def test_arrows_go_to_the_neighbours(board: Board) -> None:
    board.canvas.set_selection([board.device("node-1")])
    for key, name in (
        (KEY.Key_Up, "node-2"),
        (KEY.Key_Up, "node-3"),
        (KEY.Key_Down, "node-2"),
        (KEY.Key_Right, "node-6"),
        (KEY.Key_Left, "node-2"),
        (KEY.Key_End, "node-1"),
    ):
        board.key(key)
        assert selection(board) == (board.device(name),), name
    assert board.canvas.current == board.device("node-1")
    # Nothing is beyond the first rack.
    board.key(KEY.Key_Left)
    assert selection(board) == (board.device("node-1"),)


def test_shift_and_arrows_extend_the_selection(board: Board) -> None:
    board.canvas.set_selection([board.device("node-1")])
    board.key(KEY.Key_Up, SHIFT)
    board.key(KEY.Key_Up, SHIFT)
    assert selection(board) == tuple(board.device(f"node-{number}") for number in (1, 2, 3))
    assert board.canvas.current == board.device("node-3")


def test_the_keyboard_begins_in_the_first_rack_in_view(board: Board) -> None:
    board.key(KEY.Key_Down)
    assert board.canvas.current is not None
    assert board.canvas.scene.name(board.canvas.current) in {"pdu-0", "pdu-1", "node-4"}
    assert board.canvas._marks.ring
    board.press(board.unit("A03", 45))
    assert not board.canvas._marks.ring


def test_alt_and_arrows_ask_for_moves(board: Board) -> None:
    leaf = board.device("leaf-7")
    board.canvas.set_selection([leaf])
    for key, keys, expected in ((KEY.Key_Up, ALT, 2), (KEY.Key_Down, ALT, -2), (KEY.Key_Up, ALT | SHIFT, 1)):
        board.key(key, keys)
        assert board.last("nudge_requested") == ([leaf.id], expected)
    board.key(KEY.Key_Left, ALT)
    assert board.last("move_requested") == ([Move(leaf.id, Spot(board.ids["A02"], 60, Face.FRONT, None))],)


def test_enter_and_double_click_open(board: Board) -> None:
    node = board.device("node-2")
    board.canvas.set_selection([node])
    board.key(KEY.Key_Return)
    assert board.last("open_requested") == (node,)
    QTest.mouseDClick(board.canvas, Qt.MouseButton.LeftButton, NONE, board.middle(board.device("leaf-1")))
    assert board.last("open_requested") == (board.device("leaf-1"),)


def test_escape_steps_out_one_level_at_a_time(board: Board) -> None:
    board.canvas.set_selection([board.device("node-1")])
    board.canvas.set_mode(Mode.RESERVE)
    board.key(KEY.Key_Escape)
    assert board.canvas.mode is Mode.SELECT
    assert board.canvas.selection
    board.key(KEY.Key_Escape)
    assert selection(board) == ()


def test_the_context_menu_is_asked_for_what_is_under_the_pointer(board: Board) -> None:
    node = board.device("node-2")
    at = board.middle(node)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, board.canvas.mapToGlobal(at))
    QApplication.sendEvent(board.canvas, event)
    assert board.last("context_menu_requested")[0] == node
    assert selection(board) == (node,)
    QApplication.sendEvent(board.canvas, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1)))
    ref, where = board.last("context_menu_requested")
    assert ref == node
    assert board.canvas.rect().contains(board.canvas.mapFromGlobal(where))


# placing by keys


def test_a_type_is_placed_by_keys_alone(board: Board) -> None:
    board.canvas.set_selection([board.rack("A03")])
    assert board.canvas.begin_placing("acme.leaf")
    assert board.last("placing_changed") == ("acme.leaf",)
    assert placing(board) == "acme.leaf"
    picture = board.canvas._carried.picture
    assert picture is not None
    assert picture.allowed
    assert picture.place == "A03 U1"
    board.key(KEY.Key_Up)
    board.key(KEY.Key_Right)
    board.key(KEY.Key_Up, ALT)
    board.key(KEY.Key_X)
    board.key(KEY.Key_Return)
    assert board.last("place_requested") == ("acme.leaf", Spot(board.ids["A04"], 3, Face.REAR, None))
    assert placing(board) is None
    assert board.last("placing_changed") == (None,)


def test_enter_does_not_place_where_nothing_fits_and_escape_gives_up(board: Board) -> None:
    board.canvas.set_selection([board.rack("A01")])
    board.canvas.begin_placing("acme.node8")
    for _ in range(6):
        board.key(KEY.Key_Down)
    board.key(KEY.Key_Return)
    assert board.count("place_requested") == 0
    assert placing(board) == "acme.node8"
    board.key(KEY.Key_Escape)
    assert placing(board) is None


def test_a_type_in_hand_follows_the_pointer_and_a_click_places_it(board: Board) -> None:
    board.canvas.begin_placing("acme.leaf")
    at = board.unit("A03", 40)
    QTest.mouseMove(board.canvas, at)
    board.press(at)
    board.release(at)
    assert board.last("place_requested")[1].position == 78


# reserving


def test_units_are_reserved_by_dragging_over_them(board: Board) -> None:
    board.canvas.set_mode(Mode.RESERVE)
    start, end = board.unit("A03", 36), board.unit("A03", 44)
    board.press(start)
    board.move(start, end)
    shown = board.canvas._marks.reserving
    assert shown is not None
    assert shown[1] == "U36–U44"
    board.release(end)
    assert board.last("reserve_requested") == (board.ids["A03"], 70, 88, Face.BOTH)
    board.drag(end, start, SHIFT)
    assert board.last("reserve_requested") == (board.ids["A03"], 70, 88, Face.FRONT)


# the view


def test_the_wheel_zooms_at_the_pointer_and_space_pans(board: Board) -> None:
    canvas = board.canvas
    at = board.middle(board.device("node-2"))
    before = canvas.point_mm(at)
    canvas.zoom_by(1.44, QPointF(at))
    assert canvas.point_mm(at) == pytest.approx(before, abs=4.0)
    centre = canvas.camera.centre_x
    QTest.keyPress(canvas, KEY.Key_Space)
    board.drag(at, at + QPoint(-80, 0))
    QTest.keyRelease(canvas, KEY.Key_Space)
    assert canvas.camera.centre_x == pytest.approx(centre + 80 / canvas.camera.scale, abs=5.0)
    assert board.count("move_requested") == 0
    board.key(KEY.Key_F)
    _settle(canvas)
    assert canvas.camera.seen.left <= canvas.bounds.left


def test_objects_are_brought_into_view(board: Board) -> None:
    canvas = board.canvas
    canvas.zoom_by(6.0, QPointF(board.unit("A01", 40)))
    panel = board.device("panel-1")
    canvas.reveal_refs([panel])
    _settle(canvas)
    bounds = canvas.bounds_of([panel])
    assert bounds is not None
    assert canvas.camera.seen.left <= bounds.left
    assert bounds.right <= canvas.camera.seen.right or bounds.width > canvas.camera.seen.width
    canvas.reveal_refs([panel], fill=True)
    _settle(canvas)
    assert canvas.shows(panel)
    assert not canvas.shows(ObjectRef("device", 9999))


def _settle(canvas: CameraView) -> None:
    def at_rest() -> bool:
        QApplication.processEvents()
        return not canvas.in_flight

    until(at_rest)


def test_what_is_gone_is_selected_no_longer(board: Board) -> None:
    node = board.device("node-4")
    board.canvas.set_selection([node, board.device("node-1")])

    def remove(edit: Edit) -> tuple[None, Message]:
        edit.delete("device", node.id)
        return None, Message("tests", "remove")

    board.document.apply(remove)
    board.canvas.set_snapshot(board.document.snapshot)
    assert selection(board) == (board.device("node-1"),)
    assert board.last("selection_changed") == ([board.device("node-1")],)


def test_rails_of_another_width_are_refused_under_the_pointer(board: Board) -> None:
    for name, rack, why in (
        ("leaf-0", "B01", "requires 19-inch rails; this rack has 21-inch rails."),
        ("tray-1", "A03", "requires 21-inch rails"),
    ):
        start, end = board.middle(board.device(name)), board.unit(rack, 20)
        board.press(start)
        board.move(start, end)
        picture = board.canvas._carried.picture
        assert picture is not None
        assert picture.text is not None
        assert why in picture.text.why[0]
        board.release(end)
    assert board.count("move_requested") == 0
