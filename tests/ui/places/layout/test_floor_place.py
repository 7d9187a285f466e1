"""The floor by mouse and keys: selecting, carrying with snap and reasons, turning, lining up, repeating, measuring, painting."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from gpudesk.core.plan.plan import Plan, PlanHall
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.layout.floor.canvas.floor_plan_paint import PAINTS
from gpudesk.ui.places.layout.floor.dialogs.new_row import NewRowDialog
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from gpudesk.ui.places.layout.racks.dialogs.repeat_racks import RepeatRacksDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand
from tests.ui.floor_plans import COUNT, ROWS
from tests.ui.hand import ALT, CTRL, PLAN, SHIFT, Hand


def dialog(floor: FloorHand, kind: type) -> object:
    floor.hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), kind), timeout=PATIENCE_MS)
    return QApplication.activeModalWidget()


def editor(floor: FloorHand, label: str) -> QLineEdit:
    rows = [row for row in floor.place.inspector.findChildren(EditorRow) if row.isVisible() and row.label() == label]
    found = rows[0].findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def type_into(floor: FloorHand, label: str, text: str) -> None:
    field = editor(floor, label)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    floor.rest()


def test_a_hall_is_set_once_when_the_floor_is_shown_and_again_only_after_a_change(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    window, floor = hand.desk.window, hand.desk.window.floor
    halls: list[int | None] = []
    set_hall = floor.canvas.set_hall

    def counted(snapshot: Snapshot | None, hall_id: int | None) -> None:
        halls.append(hall_id)
        set_hall(snapshot, hall_id)

    monkeypatch.setattr(floor.canvas, "set_hall", counted)
    window.go("floor")
    hand.rest()
    hall = hand.ids("hall")["Hall 1"]
    assert halls == [hall]
    window.go("rack")
    window.go("floor")
    assert halls == [hall]
    window.go("rack")
    hand.desk.session.refreshed.emit()
    assert halls == [hall]
    window.go("floor")
    assert halls == [hall, hall]


def test_a_hall_is_drawn_when_the_floor_is_shown(hand: Hand, tmp_path: Path) -> None:
    window, floor = hand.desk.window, hand.desk.window.floor
    assert floor.canvas.scene.snapshot is None
    assert floor.halls.count() == 1
    rack = hand.ids("rack")["A02"]
    hand.desk.session.select([ObjectRef("rack", rack)])
    window.go("floor")
    drawn = floor.hall_id
    assert drawn == hand.ids("hall")["Hall 1"]
    assert floor.canvas.scene.layout is not None
    assert floor.canvas.standing() == [ObjectRef("rack", rack)]
    # Another project that is opened among the racks does not draw its hall either.
    window.go("rack")
    hand.create(tmp_path / "other.gpudesk", replace(PLAN, halls=(PlanHall("Annex"),)))
    drawn = floor.hall_id
    assert window.place == "rack"
    assert drawn is None
    assert floor.halls.currentText() == "Annex"
    window.go("floor")
    assert floor.hall_id == hand.ids("hall")["Annex"]


# selecting


def test_clicks_select_and_the_session_knows(floor: FloorHand) -> None:
    floor.click(floor.on("A02"))
    assert floor.hand.selected() == {"A02"}
    floor.click(floor.on("A03"), CTRL)
    floor.click(floor.on("B01"), SHIFT)
    assert floor.hand.selected() == {"A02", "A03", "B01"}
    floor.click(floor.on("A03"), CTRL)
    assert floor.hand.selected() == {"A02", "B01"}
    floor.click(floor.at(11_000, 11_000))
    assert floor.hand.selected() == set()
    floor.click(floor.on("station-1"))
    assert floor.hand.selected() == {"station-1"}


def test_a_band_selects_what_it_touches(floor: FloorHand) -> None:
    floor.drag(floor.at(2200, 1500), floor.at(3700, 3200))
    assert floor.hand.selected() == {"A01", "A02", "A03"}
    floor.drag(floor.at(2200, 6200), floor.at(2500, 7000), SHIFT)
    assert floor.hand.selected() == {"A01", "A02", "A03", "C01"}


def test_the_name_of_a_row_selects_it_and_opens_its_racks(floor: FloorHand) -> None:
    layout = floor.canvas.scene.layout
    assert layout is not None
    mark = layout.rows[0]
    at = floor.at(mark.x_mm, mark.y_mm) + QPoint(round(mark.ahead[0] * 16), 0)
    floor.click(at)
    assert floor.hand.selected() == {"A"}
    # The rack place passes over what it does not show.
    assert floor.hand.desk.session.selection == (floor.ref("A"),)
    QTest.mouseDClick(floor.canvas, Qt.MouseButton.LeftButton, pos=at)
    floor.rest()
    assert floor.hand.selected() == {f"A{number + 1:02}" for number in range(COUNT)}


def test_a_row_that_is_added_stands_for_its_racks(floor: FloorHand) -> None:
    floor.hand.desk.session.select([floor.ref("A")])
    floor.click(floor.on("B01"), SHIFT)
    assert len(floor.hand.selected()) == COUNT + 1
    assert {ref.table for ref in floor.hand.desk.session.selection} == {"rack"}
    floor.hand.desk.session.select([floor.ref("A")])
    floor.hand.desk.window.registry.action("place.status").trigger()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.actions()[3].trigger()
    menu.close()
    floor.rest()
    status = floor.hand.snapshot["rack"]["status"]
    assert int((status == 3).sum()) == COUNT


def test_another_language_keeps_hall_paint_and_view(floor: FloorHand) -> None:
    floor.place.show_hall(floor.ref("Hall 2").id)
    floor.do("floor.paint-by.mass")
    floor.canvas.zoom_by(2.0)
    before = floor.canvas.camera
    floor.hand.desk.window.registry.action("view.units.imperial").trigger()
    floor.rest()
    assert floor.hand.desk.window.place == "floor"
    assert floor.place.hall_id == floor.ref("Hall 2").id
    assert floor.place.paint_by == "mass"
    assert floor.canvas.camera.scale == before.scale
    assert floor.canvas.scene.paint is not None
    assert floor.canvas.scene.paint.title == "Mass, lb"
    floor.hand.desk.window.registry.action("view.units.metric").trigger()
    floor.rest()


def test_arrows_go_to_the_neighbour(floor: FloorHand) -> None:
    floor.click(floor.on("A02"))
    floor.press(Qt.Key.Key_Right)
    assert floor.hand.selected() == {"A03"}
    floor.press(Qt.Key.Key_Down)
    assert floor.hand.selected() == {f"B{COUNT - 2:02}"}
    floor.press(Qt.Key.Key_Left, SHIFT)
    assert len(floor.hand.selected()) == 2
    floor.press(Qt.Key.Key_End)
    assert floor.hand.selected() == {"B08"}
    floor.press(Qt.Key.Key_Escape)
    assert floor.hand.selected() == set()
    floor.press(Qt.Key.Key_A, CTRL)
    assert len(floor.hand.selected()) == 4 * COUNT + 2


def test_a_double_click_and_enter_open_the_rack(floor: FloorHand) -> None:
    QTest.mouseDClick(floor.canvas, Qt.MouseButton.LeftButton, pos=floor.on("C03"))
    floor.rest()
    assert floor.hand.desk.window.place == "rack"
    assert floor.hand.selected() == {"C03"}
    QTest.keyClick(floor.hand.canvas, Qt.Key.Key_3, CTRL)
    floor.press(Qt.Key.Key_Return)
    assert floor.hand.desk.window.place == "rack"


# carrying


def test_a_rack_is_carried_and_drawn_to_its_neighbours(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    start = floor.on("A08")
    # About one tile to the right and a little off the line of the row: it comes to the tile and into the line.
    floor.drag(start, start + QPoint(floor.px(1200) + 3, 2))
    assert floor.where("A08") == (7800, 1800, 0)
    assert floor.hand.desk.session.history[-1].message.plain() == "Move A08"
    floor.press(Qt.Key.Key_Z, CTRL)
    assert floor.where("A08") == (6600, 1800, 0)


def test_alt_carries_freely(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    start = floor.on("A08")
    floor.drag(start, start + QPoint(floor.px(700), 0), ALT)
    x, y, _ = floor.where("A08")
    assert (x % 600, y) != (0, 0)
    assert abs(x - 7300) < 2 / floor.canvas.camera.scale


def test_a_rack_is_not_dropped_on_another_one(floor: FloorHand) -> None:
    before = floor.hand.snapshot
    floor.click(floor.on("A02"))
    end = floor.on("A04") + QPoint(floor.px(150), floor.px(300))
    floor.drag(floor.on("A02"), end, ALT, let_go=False)
    carried = floor.canvas._marks.carried
    assert carried is not None
    assert carried.bubble is not None
    assert carried.bubble.why[0] == "A02 would be on A04."
    assert carried.refused == {0}
    floor.let_go(end, ALT)
    assert floor.hand.snapshot is before
    assert floor.canvas._marks.carried is None


def test_a_rack_is_not_carried_through_a_wall(floor: FloorHand) -> None:
    floor.click(floor.on("A01"))
    end = floor.at(-200, 2000)
    floor.drag(floor.on("A01"), end, ALT, let_go=False)
    carried = floor.canvas._marks.carried
    assert carried is not None
    assert carried.bubble is not None
    assert "beyond Hall 1" in carried.bubble.why[0]
    floor.press(Qt.Key.Key_Escape)
    assert floor.canvas._marks.carried is None
    floor.let_go(end)
    assert floor.where("A01") == (2400, 1800, 0)


def test_a_selected_row_is_carried_with_its_racks(floor: FloorHand) -> None:
    floor.hand.desk.session.select([floor.ref("D")])
    start = floor.on("D03")
    floor.drag(start, start + QPoint(0, floor.px(600)))
    assert floor.hand.selected() == {"D"}
    assert abs(floor.where("D")[1] - ROWS[3][1] - 600) < 2 / floor.canvas.camera.scale
    assert {floor.where(f"D{number + 1:02}")[1] for number in range(COUNT)} == {floor.where("D")[1]}
    assert floor.hand.steps == [True, True]


# keys


def test_keys_move_by_a_tile_and_by_ten_millimetres(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    floor.press(Qt.Key.Key_Right, ALT)
    floor.press(Qt.Key.Key_Up, ALT)
    floor.press(Qt.Key.Key_Down, ALT | SHIFT)
    assert floor.where("A08") == (7200, 1210, 0)
    floor.press(Qt.Key.Key_Left, ALT)
    floor.press(Qt.Key.Key_Down, ALT)
    floor.press(Qt.Key.Key_Left, ALT)
    assert "would be on A07" in floor.hand.message
    assert floor.where("A08") == (6600, 1810, 0)


def test_r_turns_and_turns_back(floor: FloorHand) -> None:
    floor.click(floor.on("station-1"))
    before = floor.where("station-1")
    floor.press(Qt.Key.Key_R)
    assert floor.where("station-1")[2] == 900
    floor.press(Qt.Key.Key_R, SHIFT)
    assert floor.where("station-1") == before


def test_x_turns_a_row_about(floor: FloorHand) -> None:
    floor.click(floor.on("B03"))
    floor.press(Qt.Key.Key_X)
    assert {floor.where(f"B{number + 1:02}")[2] for number in range(COUNT)} == {0}
    layout = floor.canvas.scene.layout
    assert layout is not None
    assert {aisle.kind.value for aisle in layout.aisles if not aisle.at_wall} == {"mixed", "hot"}


def test_lining_up_and_equal_gaps(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    for _ in range(3):
        floor.press(Qt.Key.Key_Right, ALT)
    floor.press(Qt.Key.Key_Down, ALT | SHIFT)
    assert floor.where("A08") == (8400, 1810, 0)
    floor.click(floor.on("A06"))
    floor.click(floor.on("A07"), CTRL)
    floor.click(floor.on("A08"), CTRL)
    floor.press(Qt.Key.Key_Up, CTRL | ALT)
    assert floor.where("A08") == (8400, 1800, 0)
    floor.press(Qt.Key.Key_D)
    assert floor.where("A07") == (6900, 1800, 0)


def test_repeating_along_the_row(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    floor.press(Qt.Key.Key_A)
    asked = dialog(floor, RepeatRacksDialog)
    assert isinstance(asked, RepeatRacksDialog)
    assert asked.pitch.length_mm() == 600
    asked.count.setValue(2)
    assert asked.main is not None
    assert asked.main.text() == "Make 2 copies"
    asked.repeat()
    floor.rest()
    assert floor.hand.selected() == {"A09", "A10"}
    assert floor.where("A10") == (7800, 1800, 0)
    floor.do("edit.undo")
    assert "A09" not in floor.hand.ids("rack")


def test_copy_and_paste(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    floor.press(Qt.Key.Key_C, CTRL)
    QTest.mouseMove(floor.canvas, floor.at(9000, 9600))
    floor.press(Qt.Key.Key_V, CTRL)
    assert floor.hand.selected() == {"A09"}


# new things


def test_new_racks_and_rows_at_the_pointer(floor: FloorHand) -> None:
    floor.canvas.pointed = (8390.0, 9610.0)
    floor.press(Qt.Key.Key_Insert)
    asked = dialog(floor, NewRackDialog)
    assert isinstance(asked, NewRackDialog)
    asked.type.setFocus()
    asked.add()
    floor.rest()
    (name,) = floor.hand.selected()
    assert floor.where(name) == (8400, 9600, 0)
    floor.canvas.pointed = (100.0, 10_700.0)
    floor.do("floor.new-row")
    row = dialog(floor, NewRowDialog)
    assert isinstance(row, NewRowDialog)
    row.count.setValue(2)
    row.add()
    floor.rest()
    assert floor.where("E") == (0, 10_800, 0)
    assert floor.where("E02")[0] == 600


# measuring


def test_the_ruler_measures_from_corner_to_corner(floor: FloorHand) -> None:
    floor.press(Qt.Key.Key_M)
    assert floor.canvas.mode.value == "measure"
    floor.drag(floor.at(2400, 3000) + QPoint(2, 1), floor.at(2400, 4000) + QPoint(-2, 1))
    measured = floor.canvas._marks.measured
    assert measured is not None
    assert measured.words.startswith("1,000\u00a0mm · 90°")
    assert floor.hand.steps == [True]
    floor.press(Qt.Key.Key_Escape)
    assert floor.canvas.mode.value == "select"
    assert floor.canvas._marks.measured is None


# painting


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
def test_every_paint_has_a_legend_that_counts_every_rack(floor: FloorHand, name: str) -> None:
    theme.set_theme(name)
    for key in PAINTS:
        floor.do(f"floor.paint-by.{key}")
        paint = floor.canvas.scene.paint
        assert paint is not None
        assert paint.key == key
        assert floor.place.paints.currentIndex() == PAINTS.index(key)
        # Two workstations stand in the same hall.
        assert sum(entry.count or 0 for entry in paint.legend) == 4 * COUNT + len(paint.floor)
        picture = QImage(floor.canvas.size(), QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        floor.canvas.render(painter, QPoint())
        painter.end()
        at = floor.on("A02") + QPoint(0, floor.px(400))
        step = int(paint.step[floor.hand.snapshot["rack"].position(floor.ref("A02").id)])
        assert picture.pixelColor(at).name() == paint.legend[step].colour.name()


def test_a_legend_of_nothing_but_zeros_has_one_step_that_says_so(floor: FloorHand) -> None:
    floor.do("floor.paint-by.liquid")
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.legend[0].text == "0"


def test_the_busiest_line_of_each_rack_follows_the_wiring(floor: FloorHand) -> None:
    racks = [floor.ref(name).id for name in ("A01", "A02")]
    for rack in racks:
        for side in (0, 1):
            floor.hand.desk.session.do(place_device, "generic.pdu-0u-415v-60a", rack, 0, 1, side)
    floor.rest()
    floor.do("floor.paint-by.line-share")
    floor.do("floor.paint-by.line")
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.legend[-1].text == "not known"
    assert set(paint.figures) == {MISSING}
    floor.hand.desk.session.do(wire_power, racks[:1])
    floor.rest()
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.unit == "A"
    known = [place for place, figure in enumerate(paint.figures) if figure != MISSING]
    assert floor.hand.snapshot["rack"].ids[known].tolist() == racks[:1]
    floor.do("floor.paint-by.line-share")
    assert floor.canvas.scene.paint is not None
    assert floor.canvas.scene.paint.unit == "%"


def test_what_stands_on_the_floor_is_painted_like_a_rack(floor: FloorHand) -> None:
    """A workstation of 1,500 W; and nothing where the property is none of its own."""
    floor.do("floor.paint-by.power")
    paint = floor.canvas.scene.paint
    assert paint is not None
    station = floor.ref("station-1")
    assert paint.floor[station.id][1] == "1.5"
    layout = floor.canvas.scene.layout
    assert layout is not None
    place = layout.place_of(station)
    assert place is not None
    assert floor.canvas.scene.figure(place) == "1.5"
    floor.do("floor.paint-by.used")
    assert floor.canvas.scene.paint is not None
    assert not floor.canvas.scene.paint.floor
    floor.do("floor.paint-by.airflow")
    assert floor.canvas.scene.paint is not None
    assert set(floor.canvas.scene.paint.floor) >= {station.id}


def test_problems_are_marked_where_they_are(floor: FloorHand) -> None:
    layout, scene = floor.canvas.scene.layout, floor.canvas.scene
    assert layout is not None
    place = layout.place_of(floor.ref("A01"))
    assert place is not None
    assert scene.errors()[place] == 1
    assert floor.canvas.tool_tip_at(floor.on("A01")).splitlines() == [
        "A01",
        "Generic Rack 48U 600 × 1200 mm",
        "Rack power: 20.4 kW",
        "errors: 1, warnings: 0",
        "• error: dgx-0-0 and dgx-bad overlap by 5U.",
    ]
    assert floor.canvas.tool_tip_at(floor.at(3000, 3500)) == "Hot aisle · 1,000\u00a0mm"


# inspector, halls, problems


def test_the_inspector_moves_and_turns(floor: FloorHand) -> None:
    floor.click(floor.on("station-2"))
    type_into(floor, "From west wall", "8,000")
    assert floor.where("station-2")[0] == 8000
    type_into(floor, "Rotation", "180")
    assert floor.where("station-2")[2] == 1800
    assert editor(floor, "From west wall").text() == "8,000"
    floor.hand.desk.session.select([floor.ref("D")])
    floor.rest()
    type_into(floor, "From north wall", "9,200")
    assert floor.where("D01")[1] == 10_400


def test_another_hall(floor: FloorHand) -> None:
    assert floor.place.halls.count() == 2
    floor.place.halls.setCurrentIndex(1)
    floor.place.halls.activated.emit(1)
    floor.rest()
    layout = floor.canvas.scene.layout
    assert layout is not None
    assert (layout.name, layout.names) == ("Hall 2", ("X01",))
    floor.place.go_to(floor.ref("C05"))
    floor.rest()
    assert floor.place.halls.currentIndex() == 0
    assert floor.hand.selected() == {"C05"}


def test_a_problem_leads_to_its_rack(floor: FloorHand) -> None:
    floor.canvas.set_camera(floor.canvas.camera.zoomed(0.5, 0, 0))
    # The first ones are those of whole halls.
    for _ in range(20):
        floor.press(Qt.Key.Key_F8)
        assert floor.hand.desk.window.place == "floor"
        devices = [ref for ref in floor.hand.desk.session.selection if ref.table == "device"]
        if devices:
            break
    device = devices[0]
    rack = floor.hand.snapshot["device"].row(device.id)["rack_id"]
    seen, bounds = floor.canvas.camera.seen, floor.canvas.scene.bounds_of([ObjectRef("rack", rack)])
    assert bounds is not None
    assert seen.left <= bounds.left
    assert bounds.right <= seen.right


def test_zoom_and_map_speak_of_the_floor(floor: FloorHand) -> None:
    before = floor.canvas.camera.scale
    for _ in range(8):
        floor.do("view.zoom-in")
    assert floor.canvas.camera.scale > 2 * before
    assert floor.canvas.map.isVisible()
    floor.press(Qt.Key.Key_N)
    assert not floor.canvas.map.isVisible()
    floor.do("view.zoom-fit")
    assert floor.canvas.camera.scale == pytest.approx(before)
    floor.do("view.panel.history")
    assert floor.place.docks["history"].isHidden()


def test_without_a_hall_it_says_what_to_do(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    started = open_desk()
    started.desk.session.create(tmp_path / "empty.gpudesk")
    started.qtbot.waitUntil(lambda: started.desk.session.is_open, timeout=PATIENCE_MS)
    started.rest()
    started.desk.window.go("floor")
    assert started.desk.window.floor._empty.isVisible()
    assert not started.desk.window.registry.action("floor.turn").isEnabled()


def test_a_hall_without_racks_opens_on_its_floor(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    started = open_desk()
    started.create(tmp_path / "hall.gpudesk", Plan("Hall", halls=(PlanHall("Hall 1"),)))
    started.desk.session.close()
    started.open(tmp_path / "hall.gpudesk")
    assert started.desk.window.place == "floor"


def test_readers_hear_what_is_selected(floor: FloorHand) -> None:
    floor.click(floor.on("A02"))
    assert floor.canvas.accessibleDescription().startswith("A02")
    floor.hand.desk.session.select([floor.ref("A")])
    assert floor.canvas.accessibleDescription() == "A"


def test_a_hall_that_is_deleted_while_another_place_is_seen_is_shown_no_more(floor: FloorHand) -> None:
    gone = floor.ref("Hall 2").id
    floor.place.show_hall(gone)
    floor.hand.do("go.rack")
    session = floor.hand.desk.session
    session.do(delete_objects, "hall", [gone])
    floor.hand.rest()
    assert session.snapshot["hall"].has(floor.place.hall_id or 0)
