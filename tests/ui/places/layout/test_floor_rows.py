"""Rows on the floor by pointer and keys: carried by their names, drawn longer, racks brought from one to another."""

from PySide6.QtCore import QPoint, Qt

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from tests.ui.floor_hand import FloorHand
from tests.ui.floor_plans import COUNT
from tests.ui.hand import CTRL


def racks_of(floor: FloorHand, row: str) -> list[str]:
    racks = floor.hand.snapshot["rack"]
    return sorted(racks["name"][racks["row_id"] == floor.ref(row).id].tolist())


def handle(floor: FloorHand) -> QPoint:
    at = floor.canvas.row_handle.at_px(floor.canvas.camera)
    assert at is not None
    return at.toPoint()


def name_of(floor: FloorHand, row: str) -> QPoint:
    layout = floor.canvas.scene.layout
    assert layout is not None
    mark = next(mark for mark in layout.rows if mark.name == row)
    return floor.at(mark.x_mm, mark.y_mm) + QPoint(round(mark.ahead[0] * 16), 0)


def test_the_handle_of_a_row_adds_racks_as_one_step(floor: FloorHand) -> None:
    assert floor.canvas.row_handle.at_px(floor.canvas.camera) is None
    floor.click(floor.on("A03"))
    steps = len(floor.hand.desk.session.history)
    start = handle(floor)
    floor.drag(start, start + QPoint(floor.px(1250), 3), let_go=False)
    assert floor.words == "racks: +2"
    floor.let_go(start + QPoint(floor.px(1250), 3))
    assert [floor.where(name) for name in ("A09", "A10")] == [(7200, 1800, 0), (7800, 1800, 0)]
    assert floor.hand.selected() == {"A09", "A10"}
    assert len(floor.hand.desk.session.history) == steps + 1
    floor.press(Qt.Key.Key_E)
    assert floor.where("A11") == (8400, 1800, 0)


def test_a_row_that_is_turned_about_grows_to_its_own_end(floor: FloorHand) -> None:
    floor.click(name_of(floor, "B"))
    start = handle(floor)
    floor.drag(start, start - QPoint(floor.px(640), 0))
    assert floor.where("B09") == (2400, 5200, 1800)


def test_a_row_does_not_grow_into_what_stands_there(floor: FloorHand) -> None:
    floor.hand.desk.session.do(add_floor_item, floor.ref("Hall 1").id, FloorItemKind.COLUMN, 8000, 2000, 300, 300)
    floor.rest()
    floor.click(floor.on("A03"))
    start = handle(floor)
    floor.drag(start, start + QPoint(floor.px(1250), 0), let_go=False)
    assert len(floor.said) == 1
    assert floor.said[0].endswith("would be on Column 1.")
    floor.let_go(start + QPoint(floor.px(1250), 0))
    assert len(racks_of(floor, "A")) == COUNT


def test_a_row_is_carried_by_its_name_and_its_closed_aisle_goes_along(floor: FloorHand) -> None:
    hall = floor.ref("Hall 1").id
    floor.hand.desk.session.do(add_floor_item, hall, FloorItemKind.HOT_CONTAINMENT, 2400, 7600, 4800, 1000)
    floor.rest()
    floor.click(name_of(floor, "C"))
    floor.click(name_of(floor, "D"), CTRL)
    start = name_of(floor, "C")
    floor.drag(start, start + QPoint(floor.px(600), floor.px(600)))
    down = floor.where("C")[1] - 6400
    assert down >= 600
    assert floor.where("C01")[:2] == floor.where("C")[:2] == (3000, 6400 + down)
    assert floor.where("D01")[:2] == (2400 + 600 * COUNT + 600, 9800 + down)
    item = floor.hand.snapshot["floor_item"].row(1)
    assert (item["x_mm"], item["y_mm"]) == (3000, 7600 + down)


def test_a_rack_is_dragged_from_one_row_to_another(floor: FloorHand) -> None:
    start, end = floor.on("A08"), floor.at(7500, 7000)
    floor.drag(start, end, let_go=False)
    assert "joins row C" in floor.words
    floor.let_go(end)
    assert "A08" in racks_of(floor, "C")
    assert floor.where("A08") == (7200, 6400, 0)
    floor.drag(floor.on("A08"), floor.at(10_000, 8000), let_go=False)
    assert "leaves row C" in floor.words
    floor.let_go(floor.at(10_000, 8000))
    assert "A08" not in racks_of(floor, "C")
