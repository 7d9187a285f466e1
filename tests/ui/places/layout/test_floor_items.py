"""Columns, obstacles, areas, doors, routes and containments on the floor, by mouse and by keys."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from gpudesk.core.floor.floor_items import FloorItemKind, item_corners
from gpudesk.core.plan.plan import PlanFloorItem
from gpudesk.operations.floor.floor_item_operations import add_floor_item, move_floor_item, set_floor_item_kind
from gpudesk.ui.panels.problems.problem_rows import drawn_objects
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import ItemLayout
from gpudesk.ui.places.layout.floor.dialogs.new_floor_item import NewFloorItemDialog
from gpudesk.ui.places.layout.racks.canvas.selection_table import row_of
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand, floor_of
from tests.ui.floor_plans import hall_plan
from tests.ui.hand import ALT, CTRL, SHIFT, Hand
from tests.ui.places.layout.test_floor_place import dialog, editor, type_into
from tests.work import steps_of

ITEMS = (
    PlanFloorItem(0, FloorItemKind.OBSTACLE, "Stairs", 9600, 7800, 0, 1800, 1200),
    PlanFloorItem(0, FloorItemKind.KEEP_OUT, "Escape", 300, 4200, 0, 1200, 2400),
    PlanFloorItem(0, FloorItemKind.DOOR, "Door 1", 8000, -100, 0, 1000, 100, "", 1000, 2100),
    PlanFloorItem(0, FloorItemKind.KEEP_OUT, "Corner", 9000, 4500, 0, None, None, "0 0 2400 0 2400 1200 1200 1200 1200 2400 0 2400"),
)


@pytest.fixture
def floor(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """The floor of a hall with four rows and four items."""
    return floor_of(open_desk(), tmp_path / "hall.gpudesk", replace(hall_plan(), floor_items=ITEMS))


def item(floor: FloorHand, name: str) -> dict[str, Any]:
    rows = floor.hand.snapshot["floor_item"]
    return dict(rows.row(int(rows.where("name", name)[0])))


def corners(floor: FloorHand, name: str) -> list[tuple[int, int]]:
    row = item(floor, name)
    found = item_corners(row["x_mm"], row["y_mm"], row["angle_ddeg"], row["width_mm"], row["depth_mm"], row["outline"])
    return [(round(x), round(y)) for x, y in found.tolist()]


def box(floor: FloorHand, name: str) -> tuple[int, int, int, int]:
    row = item(floor, name)
    return row["x_mm"], row["y_mm"], row["width_mm"], row["depth_mm"]


def titles(floor: FloorHand) -> list[str]:
    return [step.message.plain() for step in floor.hand.desk.session.history]


# seeing and selecting


def test_a_click_selects_and_the_inspector_shows_it(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    assert floor.hand.selected() == {"Stairs"}
    assert editor(floor, "Width").text() == "1,800"
    floor.click(floor.on("A02"), CTRL)
    assert floor.hand.selected() == {"Stairs", "A02"}
    floor.click(floor.on("Stairs"), CTRL)
    assert floor.hand.selected() == {"A02"}
    # An area is below what is in it.
    floor.click(floor.at(900, 5400))
    assert floor.hand.selected() == {"Escape"}


def test_a_band_takes_what_lies_wholly_in_it(floor: FloorHand) -> None:
    # It begins over an area that is not selected.
    floor.drag(floor.at(1000, 5000), floor.at(2700, 6000))
    assert "Escape" not in floor.hand.selected()
    floor.drag(floor.at(9400, 7000), floor.at(11_700, 9500))
    assert floor.hand.selected() == {"Stairs"}


def test_a_band_over_racks_leaves_the_building_alone(floor: FloorHand) -> None:
    layout = floor.canvas.scene.layout
    assert layout is not None
    low, high = layout.low.min(axis=0) - 500, layout.high.max(axis=0) + 500
    for kind in (FloorItemKind.COLUMN, FloorItemKind.HOT_CONTAINMENT):
        floor.hand.desk.session.do(add_floor_item, 1, kind, *((low + high) / 2).astype(int).tolist(), 400, 400)
    floor.rest()
    floor.drag(floor.at(*low), floor.at(*high))
    tables = [ref.table for ref in floor.hand.desk.session.selection]
    assert tables.count("floor_item") == 1
    assert tables.count("rack") == 32


def test_readers_and_bubbles_tell_what_it_is(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    assert floor.canvas.accessibleDescription() == "Stairs, Obstacle, 1,800\u00a0mm × 1,200\u00a0mm"
    lines = floor.canvas.tool_tip_at(floor.on("Door 1")).splitlines()
    assert lines[:3] == ["Door 1", "Door · 1,000\u00a0mm × 100\u00a0mm", "Clear width 1,000\u00a0mm, clear height 2,100\u00a0mm"]
    assert floor.canvas.tool_tip_at(floor.on("Escape")).splitlines()[-1] == "Nothing can be placed here; people and crates may pass"
    row = row_of(floor.hand.snapshot, floor.ref("Corner"))
    assert row == ("Corner", "Keep-out area", "", "2,400\u00a0mm × 2,400\u00a0mm", "")


def test_the_palette_finds_it_and_goes_there(floor: FloorHand) -> None:
    floor.hand.desk.window.go("rack")
    palette = floor.hand.desk.window.palette_view
    palette.open()
    QTest.keyClicks(palette.field(), "stairs")
    QTest.keyClick(palette.field(), Qt.Key.Key_Return)
    floor.rest()
    assert floor.hand.desk.window.place == "floor"
    assert floor.hand.selected() == {"Stairs"}


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_every_kind_is_drawn_and_none_alike(floor: FloorHand, name: str) -> None:
    theme.set_theme(name)
    seen = set()
    for kind in FloorItemKind:
        picture = QImage(floor.canvas.size(), QImage.Format.Format_RGB32)
        rows = floor.hand.snapshot["floor_item"]
        row_id = int(rows.where("name", "Corner")[0])
        floor.hand.desk.session.do(set_floor_item_kind, row_id, int(kind))
        floor.rest()
        painter = QPainter(picture)
        floor.canvas.render(painter, QPoint())
        painter.end()
        rect = floor.canvas.bounds_px([ObjectRef("floor_item", row_id)]).toAlignedRect()
        cut = picture.copy(rect).convertToFormat(QImage.Format.Format_Grayscale8)
        seen.add(bytes(cut.constBits()))
    assert len(seen) == len(FloorItemKind)


def test_i_goes_through_the_items(floor: FloorHand) -> None:
    names = []
    for _ in range(5):
        floor.press(Qt.Key.Key_I)
        names.append(next(iter(floor.hand.selected())))
    assert names == ["Stairs", "Corner", "Escape", "Door 1", "Stairs"]
    floor.press(Qt.Key.Key_I, SHIFT)
    assert floor.hand.selected() == {"Door 1"}


# drawing


def test_a_drag_draws_a_column_on_the_joints_of_tiles(floor: FloorHand) -> None:
    floor.press(Qt.Key.Key_C)
    assert floor.hand.desk.window.registry.action("floor.draw-column").isChecked()
    floor.drag(floor.at(600, 9600) + QPoint(2, -1), floor.at(1800, 10_200) + QPoint(-2, 2))
    assert box(floor, "Column 1") == (600, 9600, 1200, 600)
    assert titles(floor)[-1] == "Add Column 1 to the floor"
    assert floor.hand.selected() == {"Column 1"}
    # The tool stays in hand until Esc.
    floor.drag(floor.at(600, 10_800), floor.at(1200, 11_400))
    assert box(floor, "Column 2") == (600, 10_800, 600, 600)
    floor.press(Qt.Key.Key_Escape)
    assert floor.canvas.drawn_kind is None
    assert floor.hand.desk.window.registry.action("floor.select").isChecked()
    floor.press(Qt.Key.Key_Z, CTRL)
    assert "Column 2" not in floor.hand.ids("floor_item")


def test_a_column_that_is_smaller_than_a_tile_is_as_large_as_it_is_dragged(floor: FloorHand) -> None:
    floor.do("view.zoom-fit")
    floor.press(Qt.Key.Key_C)
    assert floor.px(400) < 20, "both ends of the drag shall be drawn to one joint"
    floor.drag(floor.at(3400, 11_200), floor.at(3800, 11_600))
    x, y, wide, deep = box(floor, "Column 1")
    assert max(abs(x - 3400), abs(y - 11_200), abs(wide - 400), abs(deep - 400)) <= 50


def test_the_size_is_told_while_it_is_drawn(floor: FloorHand) -> None:
    floor.press(Qt.Key.Key_O)
    floor.drag(floor.at(600, 9600), floor.at(1800, 10_200), let_go=False)
    held = floor.canvas._item_marks.held
    assert held is not None
    assert held.words == "1,200\u00a0mm × 600\u00a0mm"
    assert floor.canvas.accessibleDescription() == held.words
    floor.press(Qt.Key.Key_Escape)
    floor.let_go(floor.at(1800, 10_200))
    assert len(floor.hand.ids("floor_item")) == len(ITEMS)


def test_clicks_draw_an_outline(floor: FloorHand) -> None:
    floor.press(Qt.Key.Key_K)
    for point in ((600, 9600), (1800, 9600), (1800, 10_800), (3000, 3000)):
        floor.click(floor.at(*point))
    floor.press(Qt.Key.Key_Backspace)
    floor.click(floor.at(600, 10_800))
    floor.press(Qt.Key.Key_Return)
    assert corners(floor, "Keep out 1") == [(600, 9600), (1800, 9600), (1800, 10_800), (600, 10_800)]
    assert floor.hand.steps == [True, True]


def test_a_route_is_drawn_by_clicks_and_ended_by_a_double_click(floor: FloorHand) -> None:
    floor.press(Qt.Key.Key_T)
    for point in ((0, 11_400), (9000, 11_400), (9000, 9600)):
        floor.click(floor.at(*point))
    QTest.mouseDClick(floor.canvas, Qt.MouseButton.LeftButton, pos=floor.at(9000, 9600))
    floor.rest()
    route = item(floor, "Route 1")
    assert (route["kind"], route["clear_width_mm"]) == (FloorItemKind.ROUTE, 1500)
    assert corners(floor, "Route 1") == [(0, 11_400), (9000, 11_400), (9000, 9600)]


def test_doors_go_into_the_walls(floor: FloorHand) -> None:
    floor.press(Qt.Key.Key_G)
    floor.click(floor.at(4000, 11_700))
    door = item(floor, "Door 2")
    assert (door["width_mm"], door["depth_mm"], door["angle_ddeg"], door["clear_width_mm"]) == (1200, 100, 1800, 1200)
    assert {y for _, y in corners(floor, "Door 2")} == {12_000, 12_100}
    # From edge to edge of racks: whether a place near an edge snaps to it depends on the scale, and so on the height of the drawing.
    floor.drag(floor.at(11_900, 1800), floor.at(11_900, 4000))
    door = item(floor, "Door 3")
    assert (door["angle_ddeg"], door["width_mm"], door["clear_width_mm"]) == (900, 2200, 2200)
    assert {x for x, _ in corners(floor, "Door 3")} == {12_000, 12_100}


def test_the_keyboard_alone_draws(floor: FloorHand) -> None:
    floor.canvas.set_camera(floor.canvas.camera.zoomed(floor.canvas.camera.scale * 1.001, 0, 0))
    floor.press(Qt.Key.Key_Shift)
    floor.press(Qt.Key.Key_C, SHIFT)
    assert floor.canvas.drawn_kind is FloorItemKind.COLD_CONTAINMENT
    floor.press(Qt.Key.Key_Right)
    drawing = floor.canvas._drawing
    assert drawing is not None
    begin = drawing.cursor
    assert begin is not None
    floor.press(Qt.Key.Key_Space)
    for _ in range(3):
        floor.press(Qt.Key.Key_Right)
    floor.press(Qt.Key.Key_Down)
    floor.press(Qt.Key.Key_Down, SHIFT)
    floor.press(Qt.Key.Key_Space)
    floor.press(Qt.Key.Key_Return)
    # Two corners are a rectangle.
    assert box(floor, "Cold aisle 1") == (round(begin[0]), round(begin[1]), 1800, 610)


def test_the_dialog_adds_by_numbers(floor: FloorHand) -> None:
    floor.canvas.pointed = (600.0, 9600.0)
    floor.do("floor.add-item")
    asked = dialog(floor, NewFloorItemDialog)
    assert isinstance(asked, NewFloorItemDialog)
    asked.kind.setCurrentIndex(asked.kind.findData(int(FloorItemKind.COLUMN)))
    asked.name.setText("C-12")
    asked.width_field.setValue(450)
    assert asked.main is not None
    assert asked.main.text() == "Add column"
    QTest.mouseClick(asked.main, Qt.MouseButton.LeftButton)
    floor.rest()
    assert box(floor, "C-12") == (600, 9600, 450, 600)
    assert floor.hand.selected() == {"C-12"}


def test_the_dialog_wants_points_for_a_route(floor: FloorHand) -> None:
    floor.do("floor.add-item")
    asked = dialog(floor, NewFloorItemDialog)
    assert isinstance(asked, NewFloorItemDialog)
    asked.kind.setCurrentIndex(asked.kind.findData(int(FloorItemKind.ROUTE)))
    assert asked.main is not None
    assert not asked.main.isEnabled()
    asked.points.setText("0 · 600; what")
    assert not asked.main.isEnabled()
    asked.points.setText("0 · 600; 1,800 600")
    QTest.mouseClick(asked.main, Qt.MouseButton.LeftButton)
    floor.rest()
    assert corners(floor, "Route 1") == [(0, 600), (1800, 600)]


# changing


def test_an_item_is_carried_and_drawn_to_the_tiles(floor: FloorHand) -> None:
    start = floor.on("Stairs")
    floor.drag(start, start + QPoint(floor.px(-1200) + 2, floor.px(600) - 2))
    assert box(floor, "Stairs") == (8400, 8400, 1800, 1200)
    assert titles(floor)[-1] == "Move Stairs"
    floor.drag(floor.on("Stairs"), floor.on("Stairs") + QPoint(floor.px(217), 0), ALT)
    assert abs(box(floor, "Stairs")[0] - 8617) <= 1 / floor.canvas.camera.scale


def test_an_area_is_carried_once_it_is_selected(floor: FloorHand) -> None:
    floor.click(floor.on("Escape"))
    floor.drag(floor.on("Escape"), floor.on("Escape") + QPoint(floor.px(300), floor.px(1200)))
    assert box(floor, "Escape") == (600, 5400, 1200, 2400)


def test_racks_and_items_are_carried_together(floor: FloorHand) -> None:
    floor.click(floor.on("station-1"))
    floor.click(floor.on("Stairs"), CTRL)
    start = floor.on("Stairs")
    before = floor.where("station-1")
    floor.drag(start, start + QPoint(floor.px(300), 0), ALT)
    moved = box(floor, "Stairs")[0] - 9600
    assert moved > 0
    assert floor.where("station-1")[0] - before[0] == moved
    assert floor.hand.steps == [True, True]


def test_what_moves_along_is_not_in_the_way_where_it_was(floor: FloorHand) -> None:
    x_mm, y_mm, _ = floor.where("station-1")
    stairs = int(item(floor, "Stairs")["id"])
    floor.hand.desk.session.do(move_floor_item, stairs, x_mm + 300, y_mm)
    floor.rest()
    floor.click(floor.on("station-1"))
    floor.click(floor.on("Stairs"), CTRL)
    start = floor.on("Stairs")
    floor.drag(start, start + QPoint(floor.px(400), 0), ALT)
    assert floor.where("station-1")[0] - x_mm == box(floor, "Stairs")[0] - x_mm - 300 > 300


def test_a_door_is_carried_along_its_wall_and_round_the_corner(floor: FloorHand) -> None:
    floor.click(floor.on("Door 1"))
    floor.drag(floor.on("Door 1"), floor.at(5000, 300))
    assert corners(floor, "Door 1")[0][1] == -100
    assert abs(box(floor, "Door 1")[0] - 4500) <= 50
    floor.drag(floor.on("Door 1"), floor.at(200, 7000))
    assert item(floor, "Door 1")["angle_ddeg"] == 2700
    assert {x for x, _ in corners(floor, "Door 1")} == {-100, 0}


def test_grips_stretch_a_rectangle(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    floor.drag(floor.at(11_400, 9000), floor.at(10_800, 8600) + QPoint(2, 2))
    # Drawn to a joint of tiles and to the fronts of row D.
    assert box(floor, "Stairs") == (9600, 7800, 1200, 800)
    floor.drag(floor.at(9600, 8200), floor.at(9000, 8300))
    assert box(floor, "Stairs") == (9000, 7800, 1800, 800)
    assert titles(floor)[-1] == "Set the size of Stairs to 1,800 mm by 800 mm"


def test_corners_of_an_outline_are_dragged_added_and_taken_away(floor: FloorHand) -> None:
    floor.click(floor.at(9300, 5400))
    assert floor.hand.selected() == {"Corner"}
    floor.drag(floor.at(11_400, 5700), floor.at(11_400, 6000))
    assert (11_400, 6000) in corners(floor, "Corner")
    # Between two corners a new one begins.
    floor.drag(floor.at(10_200, 4500), floor.at(10_200, 3900))
    x, y = corners(floor, "Corner")[1]
    assert (x, len(corners(floor, "Corner"))) == (10_200, 7)
    QTest.mouseDClick(floor.canvas, Qt.MouseButton.LeftButton, pos=floor.at(x, y))
    floor.rest()
    assert len(corners(floor, "Corner")) == 6


def test_keys_move_turn_copy_and_delete(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    floor.press(Qt.Key.Key_Left, ALT)
    floor.press(Qt.Key.Key_Down, ALT | SHIFT)
    assert box(floor, "Stairs")[:2] == (9000, 7810)
    floor.press(Qt.Key.Key_R)
    assert item(floor, "Stairs")["angle_ddeg"] == 900
    floor.press(Qt.Key.Key_R, SHIFT)
    assert box(floor, "Stairs")[:2] == (9000, 7810)
    floor.press(Qt.Key.Key_C, CTRL)
    floor.press(Qt.Key.Key_V, CTRL)
    assert floor.hand.selected() == {"Stairs-2"}
    floor.press(Qt.Key.Key_D, CTRL)
    assert floor.hand.selected() == {"Stairs-3"}
    floor.press(Qt.Key.Key_Delete)
    assert "Stairs-3" not in floor.hand.ids("floor_item")


def test_what_is_cut_is_moved_even_to_another_hall(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    floor.press(Qt.Key.Key_X, CTRL)
    floor.place.show_hall(floor.ref("Hall 2").id)
    floor.rest()
    floor.press(Qt.Key.Key_V, CTRL)
    assert item(floor, "Stairs")["hall_id"] == floor.ref("Hall 2").id
    assert floor.hand.selected() == {"Stairs"}


# the inspector


def test_the_inspector_sets_every_field(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    type_into(floor, "From west wall", "9,000")
    type_into(floor, "Depth", "1500")
    assert box(floor, "Stairs") == (9000, 7800, 1800, 1500)
    type_into(floor, "Rotation", "90")
    assert item(floor, "Stairs")["angle_ddeg"] == 900
    type_into(floor, "Notes", "fire stairs")
    assert item(floor, "Stairs")["notes"] == "fire stairs"
    floor.click(floor.on("Door 1"))
    clear(floor, "Clear height")
    assert item(floor, "Door 1")["clear_height_mm"] is None
    type_into(floor, "Clear width", "950")
    assert item(floor, "Door 1")["clear_width_mm"] == 950


def test_the_inspector_says_what_is_wrong_below_the_field(floor: FloorHand) -> None:
    floor.click(floor.on("Stairs"))
    type_into(floor, "Width", "wide")
    assert "A number is required here." in labels(floor)
    type_into(floor, "Width", "0")
    assert any(text.startswith("Between 1") for text in labels(floor))
    assert box(floor, "Stairs")[2] == 1800
    type_into(floor, "Width", "1200")
    assert not any(text.startswith("Between 1") for text in labels(floor))
    assert box(floor, "Stairs")[2] == 1200


def test_the_inspector_reads_the_units_of_the_person(floor: FloorHand) -> None:
    floor.hand.desk.window.registry.action("view.units.imperial").trigger()
    floor.rest()
    floor.click(floor.on("Stairs"))
    assert editor(floor, "Width").text() == "70.87"
    type_into(floor, "Width", "72")
    assert box(floor, "Stairs")[2] == 1829
    floor.hand.desk.window.registry.action("view.units.metric").trigger()
    floor.rest()


def test_corners_are_edited_as_numbers(floor: FloorHand) -> None:
    floor.click(floor.at(9300, 5400))
    assert editor(floor, "1 (x · y)").text() == "9,000 · 4,500"
    type_into(floor, "1 (x · y)", "8,700 · 4,500")
    assert corners(floor, "Corner")[0] == (8700, 4500)
    type_into(floor, "New (x · y)", "8700 5700")
    assert corners(floor, "Corner")[-1] == (8700, 5700)
    clear(floor, "7 (x · y)")
    assert len(corners(floor, "Corner")) == 6


def clear(floor: FloorHand, label: str) -> None:
    field = editor(floor, label)
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClick(field, Qt.Key.Key_Return)
    floor.rest()


def labels(floor: FloorHand) -> list[str]:
    return [label.text() for label in floor.place.inspector.findChildren(QLabel) if label.isVisible()]


# problems


def test_a_problem_of_an_item_lights_it(floor: FloorHand) -> None:
    floor.drag(floor.on("Stairs"), floor.on("C08"), ALT)
    floor.click(floor.at(11_000, 11_500))
    marks = floor.canvas.scene.item_findings(floor.ref("Stairs").id)
    assert marks[0] >= 1
    assert "C08 is on Stairs." in floor.canvas.tool_tip_at(floor.on("Stairs"))
    findings = floor.hand.desk.session.findings
    assert findings is not None
    finding = next(each for each in findings if each.rule == "space.floor_item")
    refs = drawn_objects(floor.hand.snapshot, finding)
    assert floor.ref("Stairs") in refs
    floor.place.problems.go_requested.emit(refs)
    floor.rest()
    assert "Stairs" in floor.hand.selected()


def test_problems_lead_from_the_racks_to_the_floor(floor: FloorHand) -> None:
    floor.drag(floor.on("Stairs"), floor.on("C08"), ALT)
    window = floor.hand.desk.window
    window.go("rack")
    window.rack.problems.go_requested.emit([floor.ref("Stairs"), floor.ref("C08")])
    floor.rest()
    assert window.place == "rack"
    assert floor.hand.selected() == {"Stairs", "C08"}
    window.rack.problems.go_requested.emit([floor.ref("Door 1")])
    floor.rest()
    assert window.place == "floor"
    assert floor.hand.selected() == {"Door 1"}


def test_a_hit_test_takes_no_more_steps_with_many_items(floor: FloorHand) -> None:
    few = floor.canvas.scene.items
    many = ItemLayout(few.items * 500)

    def steps(items: ItemLayout, x_mm: float, y_mm: float) -> int:
        items.at(x_mm, y_mm, 30.0, bodies=True)
        return steps_of(lambda: items.at(x_mm, y_mm, 30.0, bodies=True))

    stairs = box(floor, "Stairs")
    for x_mm, y_mm in ((10_000.0, 8000.0), (stairs[0] + stairs[2] / 2, stairs[1] + stairs[3] / 2)):
        assert steps(many, x_mm, y_mm) == steps(few, x_mm, y_mm) < 1000


def test_reading_only_shows_and_draws_nothing(floor: FloorHand) -> None:
    floor.canvas.set_writable(False)
    floor.canvas.set_drawing(FloorItemKind.COLUMN)
    assert floor.canvas.drawn_kind is None
    floor.click(floor.on("Stairs"))
    floor.drag(floor.at(11_400, 9000), floor.at(10_800, 9600))
    assert box(floor, "Stairs") == (9600, 7800, 1800, 1200)
    floor.hand.qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE_MS)
