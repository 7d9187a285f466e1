"""New racks and floor devices: dragged from the catalog onto the floor, or put there by keys."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.rack_names import rename_racks
from tests.ui.floor_hand import FloorHand
from tests.ui.floor_plans import RACK, STATION, SYSTEM
from tests.ui.hand import ALT, SHIFT


def names(floor: FloorHand) -> set[str]:
    return set(floor.hand.snapshot["rack"]["name"].tolist())


def steps(floor: FloorHand) -> int:
    return len(floor.hand.desk.session.history)


def in_row(floor: FloorHand, name: str) -> str:
    snapshot = floor.hand.snapshot
    row_id = snapshot["rack"].row(floor.ref(name).id)["row_id"]
    return "" if row_id is None else str(snapshot["rack_row"].row(int(row_id))["name"])


def test_a_rack_dropped_at_the_end_of_a_row_joins_it(floor: FloorHand) -> None:
    before = steps(floor)
    end = floor.at(2400 + 600 * 8 + 300 + 90, 1800 + 600)
    floor.drop(RACK, end, let_go=False)
    assert "joins row A" in floor.words
    assert floor.said == ()
    floor.drop(RACK, end)
    assert floor.where("A09") == (7200, 1800, 0)
    assert in_row(floor, "A09") == "A"
    assert floor.hand.selected() == {"A09"}
    assert steps(floor) == before + 1


def test_a_rack_turns_as_its_neighbours_do(floor: FloorHand) -> None:
    floor.drop(RACK, floor.at(2400 - 300 - 60, 5200 - 600))
    # Row B runs from east to west; its front left corner is the south east one.
    assert floor.where("B09") == (2400, 5200, 1800)
    assert in_row(floor, "B09") == "B"


def test_the_name_follows_the_pattern_in_use(floor: FloorHand) -> None:
    hall = floor.ref("Hall 1").id
    floor.hand.desk.session.do(rename_racks, hall, "R{row:02}-{n:02}")
    floor.rest()
    floor.drop(RACK, floor.at(7500, 2400))
    assert floor.where("R01-09") == (7200, 1800, 0)


def test_what_stands_in_the_way_refuses_the_drop(floor: FloorHand) -> None:
    floor.hand.desk.session.do(add_floor_item, floor.ref("Hall 1").id, FloorItemKind.COLUMN, 10_000, 8000, 500, 500)
    floor.rest()
    before = names(floor)
    floor.drop(RACK, floor.at(10_200, 8200), let_go=False)
    assert len(floor.said) == 1
    assert floor.said[0].endswith("would be on Column 1.")
    floor.drop(RACK, floor.at(10_200, 8200))
    floor.drop(RACK, floor.on("A04"))
    assert names(floor) == before
    # What goes into racks is not carried over the floor.
    floor.drop(SYSTEM, floor.at(10_200, 4200), let_go=False)
    assert floor.words == ""


def test_a_place_that_is_too_near_is_said_and_taken(floor: FloorHand) -> None:
    floor.drop(RACK, floor.at(10_300, 900), ALT, let_go=False)
    assert len(floor.said) == 1
    assert "clearance in front to Hall 1" in floor.said[0]
    floor.drop(RACK, floor.at(10_300, 900), ALT)
    assert abs(floor.where("Rack 1")[1] - 300) < 30
    assert in_row(floor, "Rack 1") == ""


def test_with_shift_one_more_stays_in_hand(floor: FloorHand) -> None:
    floor.drop(RACK, floor.at(7500, 2400), SHIFT)
    assert floor.canvas.placing == RACK
    assert "joins row A" in floor.words
    floor.press(Qt.Key.Key_Return, SHIFT)
    floor.move(floor.at(10_300, 5000))
    floor.click(floor.at(10_300, 5000), SHIFT)
    assert {"A09", "A10", "Rack 1"} <= names(floor)
    assert floor.where("A10") == (7800, 1800, 0)
    floor.press(Qt.Key.Key_Escape)
    assert floor.canvas.placing is None


def test_by_keys_from_the_catalog_to_the_floor(floor: FloorHand) -> None:
    floor.click(floor.on("C03"))
    window = floor.hand.desk.window
    window.registry.action("view.fold-catalog").trigger()
    floor.rest()
    if window.floor.catalog_dock.folded:
        window.registry.action("view.fold-catalog").trigger()
        floor.rest()
    search = window.floor.catalog.search
    search.setFocus()
    QTest.keyClicks(search, "48u 600x1200")
    QTest.keyClick(search, Qt.Key.Key_Return)
    floor.rest()
    assert floor.canvas.placing == RACK
    assert floor.canvas.hasFocus()
    assert "joins row C" in floor.words
    floor.press(Qt.Key.Key_Right)
    assert "joins" not in floor.words
    floor.press(Qt.Key.Key_Left)
    floor.press(Qt.Key.Key_Right, ALT)
    floor.press(Qt.Key.Key_Left, ALT)
    floor.press(Qt.Key.Key_Return)
    assert floor.where("C09") == (7200, 6400, 0)
    assert floor.canvas.placing is None


def test_a_workstation_is_turned_and_put(floor: FloorHand) -> None:
    floor.place.place_by_keys(STATION)
    floor.rest()
    floor.move(floor.at(10_800, 8000))
    floor.press(Qt.Key.Key_R)
    floor.click(floor.at(10_800, 8000))
    devices = floor.hand.snapshot["device"]
    row = devices.row(floor.hand.desk.session.selected("device")[0])
    assert row["hall_id"] == floor.ref("Hall 1").id
    assert row["angle_ddeg"] == 900


def test_what_goes_into_racks_is_told_so(floor: FloorHand) -> None:
    floor.place.place_by_keys(SYSTEM)
    floor.rest()
    bar = floor.hand.desk.window.message_bar
    assert not bar.isHidden()
    assert floor.canvas.placing is None
