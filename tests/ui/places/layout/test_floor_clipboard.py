"""Cut, copy, paste, duplicate, rename and delete on the floor, and the palette that finds what is there."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.ui.app.find_anything import providers
from gpudesk.ui.places.layout.floor.dialogs.delete_rows import DeleteRowsDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.palette_search import PaletteItem, search
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand
from tests.ui.floor_plans import COUNT, hall_plan
from tests.ui.hand import CTRL


def rows(floor: FloorHand) -> list[str]:
    return sorted(floor.hand.snapshot["rack_row"]["name"].tolist())


def racks_of(floor: FloorHand, row: str) -> list[str]:
    racks = floor.hand.snapshot["rack"]
    return sorted(racks["name"][racks["row_id"] == floor.ref(row).id].tolist())


def devices_in(floor: FloorHand, rack: str) -> int:
    return len(floor.hand.snapshot["device"].where("rack_id", floor.ref(rack).id))


@pytest.fixture
def pointer_inside(floor: FloorHand, monkeypatch: pytest.MonkeyPatch) -> FloorHand:
    """The pointer over the drawing: no real one is there in a test."""
    monkeypatch.setattr(floor.canvas, "underMouse", lambda: True)
    return floor


def test_what_is_cut_is_moved_to_the_pointer(pointer_inside: FloorHand) -> None:
    floor = pointer_inside
    inside = devices_in(floor, "A08")
    floor.click(floor.on("A08"))
    floor.press(Qt.Key.Key_X, CTRL)
    assert floor.where("A08") == (6600, 1800, 0)
    floor.move(floor.at(10_210, 6590))
    floor.press(Qt.Key.Key_V, CTRL)
    assert floor.where("A08") == (10_200, 6600, 0)
    assert devices_in(floor, "A08") == inside
    assert floor.hand.selected() == {"A08"}
    # Once: then nothing is kept any more.
    assert not action(floor, "edit.paste").isEnabled()


def action(floor: FloorHand, action_id: str) -> QAction:
    return floor.hand.desk.window.registry.action(action_id)


def test_cut_and_paste_between_halls(pointer_inside: FloorHand) -> None:
    floor = pointer_inside
    floor.click(floor.on("station-1"))
    floor.press(Qt.Key.Key_X, CTRL)
    floor.place.show_hall(floor.ref("Hall 2").id)
    floor.rest()
    floor.move(floor.at(3010, 2990))
    floor.press(Qt.Key.Key_V, CTRL)
    assert floor.where("station-1")[:2] == (3000, 3000)
    row = floor.hand.snapshot["device"].row(floor.ref("station-1").id)
    assert row["hall_id"] == floor.ref("Hall 2").id


@pytest.mark.parametrize("key", [Qt.Key.Key_C, Qt.Key.Key_X])
def test_what_was_kept_is_forgotten_with_its_project(pointer_inside: FloorHand, tmp_path: Path, key: Qt.Key) -> None:
    """Ids name other things in another project."""
    floor = pointer_inside
    floor.click(floor.on("A08"))
    floor.press(key, CTRL)
    assert action(floor, "edit.paste").isEnabled()
    floor.hand.create(tmp_path / "other.gpudesk", hall_plan())
    floor.hand.do("go.floor")
    floor.rest()
    assert not action(floor, "edit.paste").isEnabled()
    racks, where = floor.hand.snapshot["rack"].rows, floor.where("A08")
    floor.move(floor.at(10_210, 6590))
    floor.press(Qt.Key.Key_V, CTRL)
    assert (floor.hand.snapshot["rack"].rows, floor.where("A08")) == (racks, where)


def test_floor_items_go_with_the_racks_that_are_kept_with_them(pointer_inside: FloorHand) -> None:
    floor = pointer_inside
    session = floor.hand.desk.session
    session.do(add_floor_item, floor.place.hall_id, int(FloorItemKind.KEEP_OUT), 6600, 600, 600, 600)
    floor.rest()
    both = [floor.ref("A08"), ObjectRef("floor_item", int(floor.hand.snapshot["floor_item"].ids[0]))]
    session.select(both)
    floor.press(Qt.Key.Key_D, CTRL)
    assert [ref.table for ref in session.selection] == ["rack", "floor_item"]
    assert floor.hand.snapshot["floor_item"]["x_mm"].tolist() == [6600, 7200]
    session.select(both)
    floor.press(Qt.Key.Key_C, CTRL)
    floor.move(floor.at(10_210, 6590))
    floor.press(Qt.Key.Key_V, CTRL)
    assert [ref.table for ref in session.selection] == ["rack", "floor_item"]
    assert floor.hand.snapshot["floor_item"]["x_mm"].tolist() == [6600, 7200, 10_200]
    floor.press(Qt.Key.Key_Z, CTRL)
    session.select(both)
    floor.press(Qt.Key.Key_X, CTRL)
    floor.move(floor.at(10_210, 6590))
    floor.press(Qt.Key.Key_V, CTRL)
    assert floor.where("A08")[:2] == (10_200, 6600)
    assert floor.hand.snapshot["floor_item"]["y_mm"].tolist()[0] == 600 + 6600 - 1800
    assert not action(floor, "edit.paste").isEnabled()
    floor.press(Qt.Key.Key_X, CTRL)
    floor.place.show_hall(floor.ref("Hall 2").id)
    floor.rest()
    floor.move(floor.at(3010, 2990))
    floor.press(Qt.Key.Key_V, CTRL)
    assert floor.hand.snapshot["floor_item"]["hall_id"].tolist()[0] == floor.ref("Hall 2").id


def test_copies_between_halls_without_a_pointer_go_where_there_is_room(floor: FloorHand) -> None:
    floor.click(floor.on("A03"))
    floor.press(Qt.Key.Key_C, CTRL)
    floor.place.show_hall(floor.ref("Hall 2").id)
    floor.rest()
    floor.press(Qt.Key.Key_V, CTRL)
    (name,) = floor.hand.selected()
    row = floor.hand.snapshot["rack"].row(floor.ref(name).id)
    assert (row["hall_id"], row["row_id"]) == (floor.ref("Hall 2").id, None)
    assert devices_in(floor, name) == devices_in(floor, "A03") > 0


def test_duplicates_of_racks_stand_beside_them_with_what_is_in_them(floor: FloorHand) -> None:
    floor.click(floor.on("A08"))
    floor.press(Qt.Key.Key_D, CTRL)
    assert floor.where("A09") == (7200, 1800, 0)
    assert devices_in(floor, "A09") == devices_in(floor, "A08") > 0
    assert "A09" in racks_of(floor, "A")
    assert floor.hand.selected() == {"A09"}
    floor.press(Qt.Key.Key_D, CTRL)
    assert floor.where("A10") == (7800, 1800, 0)


def test_a_duplicate_of_a_row_is_a_row(floor: FloorHand) -> None:
    floor.do("floor.select")
    for row in "CD":
        floor.hand.desk.session.select([floor.ref(row)])
        floor.do("edit.delete")
        floor.hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), DeleteRowsDialog), timeout=PATIENCE_MS)
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, DeleteRowsDialog)
        assert dialog.main is not None
        QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)
        floor.rest()
    floor.hand.desk.session.select([floor.ref("B")])
    floor.do("edit.duplicate")
    assert rows(floor) == ["A", "B", "C"]
    assert racks_of(floor, "C") == [f"C{number + 1:02}" for number in range(COUNT)]
    assert floor.hand.desk.session.selection == (floor.ref("C"),)
    x, y, turn = floor.where("C01")
    assert (x, turn) == (2400 + 600 * COUNT, 1800)
    assert y >= 5200 + 1200 + 1200
    assert devices_in(floor, "C02") == devices_in(floor, "B02") > 0
    floor.do("edit.undo")
    assert rows(floor) == ["A", "B"]


def test_before_a_row_goes_with_its_racks_one_is_asked(floor: FloorHand) -> None:
    floor.hand.desk.session.select([floor.ref("A")])
    floor.press(Qt.Key.Key_Delete)
    floor.hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), DeleteRowsDialog), timeout=PATIENCE_MS)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, DeleteRowsDialog)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    floor.rest()
    assert rows(floor) == list("ABCD")
    floor.do("edit.delete")
    floor.hand.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), DeleteRowsDialog), timeout=PATIENCE_MS)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, DeleteRowsDialog)
    QTest.mouseClick(dialog.alone, Qt.MouseButton.LeftButton)
    floor.rest()
    assert rows(floor) == list("BCD")
    assert floor.hand.snapshot["rack"].row(floor.ref("A01").id)["row_id"] is None


def test_f2_on_the_floor_writes_a_name(floor: FloorHand) -> None:
    floor.click(floor.on("B03"))
    floor.place.docks["inspector"].hide()
    floor.press(Qt.Key.Key_F2)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.selectedText() == "B03"
    QTest.keyClicks(field, "core")
    QTest.keyClick(field, Qt.Key.Key_Return)
    floor.rest()
    assert floor.ref("core").table == "rack"


def chosen(floor: FloorHand, query: str, item_id: str) -> PaletteItem:
    groups = search(query, providers(floor.hand.desk.window))
    return next(item for group in groups for item, _match in group.found if item.id == item_id)


def test_the_palette_goes_to_rows_and_halls_and_to_racks_where_one_is(floor: FloorHand) -> None:
    window = floor.hand.desk.window
    row, hall, rack = floor.ref("C"), floor.ref("Hall 2"), floor.ref("A02")
    found = chosen(floor, "row c", f"rack_row:{row.id}")
    assert f"racks: {COUNT}" in found.detail
    found.run()
    floor.rest()
    assert floor.hand.desk.session.selection == (row,)
    chosen(floor, "hall 2", f"hall:{hall.id}").run()
    floor.rest()
    assert floor.place.hall_id == hall.id
    chosen(floor, "a02", f"rack:{rack.id}").run()
    floor.rest()
    assert (window.place, floor.place.hall_id) == ("floor", floor.ref("Hall 1").id)
    assert floor.hand.desk.session.selection == (rack,)
    window.go("rack")
    floor.rest()
    chosen(floor, "a02", f"rack:{rack.id}").run()
    floor.rest()
    assert window.place == "rack"
    chosen(floor, "row c", f"rack_row:{row.id}").run()
    floor.rest()
    assert window.place == "floor"
    assert ObjectRef("rack_row", row.id) in floor.canvas.selection
