"""Comparing with a version, a step and a file, in the window: by menus, keys and the pointer."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.catalog.templates import load_template
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.operations.cabling.cable_operations import pull_cables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.floor_item_operations import add_floor_item, move_floor_item
from gpudesk.operations.floor.floor_operations import move_on_floor
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.plan_scope_operations import set_outside_plan, set_redundant_role
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.racks.device_operations import nudge
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.compare import Sort
from gpudesk.project.document import Document
from gpudesk.ui.app.dialogs.compare_with import CompareDialog
from gpudesk.ui.app.render import settle
from gpudesk.ui.panels.comparison.comparing import Comparing
from gpudesk.ui.panels.comparison.differences_dock import DifferencesDock
from gpudesk.ui.panels.comparison.differences_model import DifferenceColumn
from gpudesk.ui.places.layout.compare_strip import CompareStrip
from gpudesk.ui.places.layout.difference_marks import CAME, CHANGED, MOVED, WENT, sort_colour
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand
from tests.ui.floor_plans import hall_plan
from tests.ui.hand import SHIFT, Hand

RACK = "generic.rack-48u-600x1200"


def happened(document: Document) -> None:
    """A version is kept; then racks and devices come, go, move and change."""

    def of(table: str, name: str) -> int:
        (found,) = document.snapshot[table].where("name", name).tolist()
        return int(found)

    run(document, save_version, "as ordered")
    run(document, delete_objects, "rack", [of("rack", "A03")])
    run(document, add_racks, RACK, 1, of("rack_row", "A"))
    run(document, move_on_floor, [("rack", of("rack", "D08"))], -1800, 0)
    run(document, set_fields, "rack", [of("rack", "B02")], {"status": 2})
    run(document, nudge, [of("device", "dgx-7-2")], 4)
    run(document, delete_objects, "device", [of("device", "dgx-1-0")])


def pulled(document: Document) -> None:
    """A version with cables is kept; then some of them go, and the scope changes."""
    run(document, cable_project)
    run(document, save_version, "as ordered")
    run(document, pull_cables, document.snapshot["cable"].ids[::9].tolist())
    run(document, set_redundant_role, "management", 3)
    run(document, set_redundant_role, "broker", 2)
    run(document, set_outside_plan, "cooling", "Chilled doors of the building")


@pytest.fixture
def floor(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """The floor of a hall of which a version was kept before something of every sort happened to it."""
    hand = open_desk()
    hand.create(tmp_path / "hall.gpudesk", hall_plan(), happened)
    hand.desk.window.go("floor")
    made = FloorHand(hand)
    made.rest()
    return made


def edit(hand: Hand, verb: Callable[..., object], *arguments: object) -> None:
    hand.desk.session.do(verb, *arguments)
    hand.rest()


def dialog(hand: Hand) -> CompareDialog:
    """Ask what to compare with, by the menu."""
    hand.do("compare.with")
    found = QApplication.activeModalWidget()
    assert isinstance(found, CompareDialog)
    return found


def compare_version(hand: Hand) -> None:
    """Compare with the first state that the dialog offers, which is the version, by Enter."""
    QTest.keyClick(dialog(hand).table, Qt.Key.Key_Return)
    hand.rest()
    with hand.qtbot.waitActive(hand.desk.window):
        hand.desk.window.activateWindow()


def strip(hand: Hand) -> CompareStrip:
    return hand.desk.window.drawing.compared


def dock(hand: Hand) -> DifferencesDock:
    return hand.desk.window.drawing.differences


def rows(hand: Hand, *columns: DifferenceColumn) -> list[tuple[str, ...]]:
    model = dock(hand).model
    return [tuple(str(model.index(row, column).data()) for column in columns) for row in range(model.rowCount())]


def painted(floor: FloorHand, sort: int) -> bool:
    """Whether the color of a sort is seen in the drawing."""
    floor.canvas.settle()
    settle()
    picture = floor.canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), -1)
    return bool((pixels == np.uint32(sort_colour(theme.current(), sort).rgb())).any())


def ghost(floor: FloorHand) -> tuple[str, int] | None:
    """The ghost that is ringed."""
    return floor.canvas._comparison.current


def test_a_version_is_compared_on_the_floor(floor: FloorHand) -> None:
    hand = floor.hand
    assert strip(hand).text == ""
    assert not painted(floor, CAME)
    compare_version(hand)
    assert strip(hand).text == "Compared with “as ordered”, 1 added, 5 removed, 2 moved, 1 changed"
    assert hand.desk.window.drawing.docks["differences"].isVisible()
    for sort in (CAME, WENT, MOVED, CHANGED):
        assert painted(floor, sort)
    hand.do("compare.done")
    assert strip(hand).text == ""
    assert not painted(floor, MOVED)
    assert not hand.desk.window.drawing.docks["differences"].isVisible()


def test_the_list_says_how_what_and_where(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    how, what, where = DifferenceColumn.HOW, DifferenceColumn.WHAT, DifferenceColumn.WHERE
    told = rows(hand, how, what, where, DifferenceColumn.BEFORE, DifferenceColumn.AFTER)
    assert ("Added", "A09", "Hall 1 · A", "–", "Generic Rack 48U 600 × 1200 mm") in told
    assert ("Moved", "D08", "Hall 1 · D", "x, mm 3000", "x, mm 1200") in told
    assert ("Changed", "B02", "Hall 1 · B", "status Planned", "status Delivered") in told
    assert ("Moved", "dgx-7-2", "Hall 1 · A · A08 · U35–U42", "unit U19", "unit U35") in told
    assert ("Removed", "dgx-1-0", "Hall 1 · A · A02 · U3–U10", "NVIDIA DGX H100", "–") in told


def test_keys_go_from_one_difference_to_the_next(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    floor.press(Qt.Key.Key_F7)
    assert hand.selected() == {"A09"}
    floor.press(Qt.Key.Key_F7)
    assert hand.selected() == set(), "what went cannot be selected"
    assert ghost(floor) == ("rack", 3)
    floor.press(Qt.Key.Key_F7)
    assert hand.selected() == {"B02"}
    assert ghost(floor) is None
    floor.press(Qt.Key.Key_F7, SHIFT)
    assert ghost(floor) == ("rack", 3)
    assert rows(hand, DifferenceColumn.WHAT)[dock(hand).view.currentIndex().row()] == ("A03",)


def test_what_went_from_a_rack_is_shown_among_the_racks(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    line = next(row for row, (name,) in enumerate(rows(hand, DifferenceColumn.WHAT)) if name == "dgx-1-0")
    view = dock(hand).view
    view.scrollTo(dock(hand).model.index(line, 1))
    settle()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(dock(hand).model.index(line, 1)).center())
    hand.rest()
    assert hand.desk.window.place == "rack"
    canvas = hand.canvas
    bounds = canvas._comparison.ghost_bounds("device", canvas._comparison.current[1] if canvas._comparison.current else 0)
    assert bounds is not None
    seen = canvas.camera.seen
    assert seen.left <= bounds.left
    assert bounds.right <= seen.right
    assert seen.top <= bounds.top
    assert bounds.bottom <= seen.bottom
    point = QPoint(round(canvas.camera.x_px((bounds.left + bounds.right) / 2)), round(canvas.camera.y_px((bounds.top + bounds.bottom) / 2)))
    assert "Removed: dgx-1-0" in canvas.tool_tip_at(point)
    assert rows(hand, DifferenceColumn.WHAT)[dock(hand).view.currentIndex().row()] == ("dgx-1-0",)


def test_what_went_with_its_rack_is_shown_where_the_rack_was(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    hand.desk.window.go("rack")
    hand.rest()
    assert hand.desk.window.drawing.docks["differences"].isVisible(), "the list is in both places"
    line = next(row for row, (name,) in enumerate(rows(hand, DifferenceColumn.WHAT)) if name == "dgx-2-0")
    dock(hand).view.go_requested.emit(line)
    hand.rest()
    assert hand.desk.window.place == "floor"
    assert ghost(floor) == ("rack", 3)


def test_the_pointer_tells_before_and_after(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    assert "status Planned → Delivered" in floor.canvas.tool_tip_at(floor.on("B02"))
    moved = floor.canvas.tool_tip_at(floor.on("D08"))
    assert "Moved" in moved
    old = floor.canvas._comparison.ghost_bounds("rack", 3)
    assert old is not None
    gone = floor.canvas.tool_tip_at(floor.at((old.left + old.right) / 2, (old.top + old.bottom) / 2))
    assert "Removed: A03" in gone
    assert gone.count("A03") == 1
    assert not {"Added", "Moved", "Changed"} & set(floor.canvas.tool_tip_at(floor.on("C01")).splitlines())


def test_counts_hide_and_show_their_sorts(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    before = len(rows(hand, DifferenceColumn.HOW))
    assert painted(floor, MOVED)
    QTest.mouseClick(strip(hand).sorts[Sort.MOVED], Qt.MouseButton.LeftButton)
    hand.rest()
    assert "Moved" not in {row[0] for row in rows(hand, DifferenceColumn.HOW)}
    assert not painted(floor, MOVED)
    QTest.keyClick(strip(hand).sorts[Sort.MOVED], Qt.Key.Key_Return)
    hand.rest()
    assert len(rows(hand, DifferenceColumn.HOW)) == before


def test_an_edit_is_compared_at_once_and_undone_alike(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    edit(hand, set_fields, "rack", [hand.ids("rack")["C01"]], {"status": 2})
    assert "2 changed" in strip(hand).text
    hand.desk.session.undo()
    hand.rest()
    assert "1 changed" in strip(hand).text


def test_the_list_is_sorted_and_kept_to_one_kind(floor: FloorHand) -> None:
    hand = floor.hand
    compare_version(hand)
    model = dock(hand).model
    for column in (DifferenceColumn.HOW, DifferenceColumn.WHAT, DifferenceColumn.KIND):
        model.sort(column, Qt.SortOrder.AscendingOrder)
        order = [row[0] for row in rows(hand, column)]
        model.sort(column, Qt.SortOrder.DescendingOrder)
        assert [row[0] for row in rows(hand, column)] != order
        assert sorted(row[0] for row in rows(hand, column)) == sorted(order)
    model.sort(DifferenceColumn.WHERE, Qt.SortOrder.AscendingOrder)
    assert [row[0] for row in rows(hand, DifferenceColumn.WHAT)][-1] == "D08"
    dock(hand).set_kind("device")
    assert {row[0] for row in rows(hand, DifferenceColumn.KIND)} == {"device"}
    dock(hand).header.filter_removed.emit("kind")
    assert "rack" in {row[0] for row in rows(hand, DifferenceColumn.KIND)}


def test_cables_are_sorted_by_their_ends_and_settings_of_the_scope_have_titles(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    plan = replace(load_template("small-pod"), redundant={"management": 2})
    hand = open_desk()
    hand.create(tmp_path / "pod.gpudesk", plan, pulled)
    compare_version(hand)
    model = dock(hand).model
    model.sort(DifferenceColumn.WHAT, Qt.SortOrder.AscendingOrder)
    dock(hand).set_kind("cable")
    names = [row[0] for row in rows(hand, DifferenceColumn.WHAT)]
    assert len(names) > 5
    assert all(" – " in name for name in names)
    ranks = natural_ranks(names).tolist()
    assert ranks == sorted(ranks)
    dock(hand).set_kind("setting")
    assert sorted(row[0] for row in rows(hand, DifferenceColumn.WHAT)) == [
        "Devices required with the role broker",
        "Devices required with the role management",
        "Out of scope: Cooling",
        "Template that requires the role management",
    ]


def test_the_list_goes_out_without_formulas(floor: FloorHand, tmp_path: Path) -> None:
    hand = floor.hand
    edit(hand, rename, "rack", hand.ids("rack")["C01"], "=cmd|calc")
    compare_version(hand)
    hand.do("compare.copy")
    assert QGuiApplication.clipboard().text().startswith("Change\tItem\tKind\tWhere\tBefore\tAfter\n")
    target = tmp_path / "differences.csv"
    dock(hand).write(target)
    hand.rest()
    cells = list(csv.reader(io.StringIO(target.read_text(encoding="utf-8-sig"))))
    assert len(cells) == 1 + len(rows(hand, DifferenceColumn.HOW))
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in cells for cell in row)
    assert any("=cmd|calc" in cell for row in cells for cell in row)


def test_the_state_before_a_step_is_compared(floor: FloorHand) -> None:
    hand = floor.hand
    asked = dialog(hand)
    titles = [asked.model.line(row).cells[0].text for row in range(asked.model.rowCount()) if asked.model.line(row).cells]
    # The last step deleted a device; the one before it moved another.
    wanted = ("step", hand.desk.session.history[-2].id)
    asked.table.selectRow(asked.model.row_of(wanted) or 0)
    assert "before “" in titles[1]
    QTest.keyClick(asked.table, Qt.Key.Key_Return)
    hand.rest()
    assert "0 added, 1 removed, 1 moved, 0 changed" in strip(hand).text
    assert all(hand.steps), "the project itself went nowhere"


def test_another_file_is_compared_and_not_touched(floor: FloorHand, tmp_path: Path) -> None:
    hand = floor.hand
    other = tmp_path / "other" / "other.gpudesk"
    with Document.create(other) as document:
        run(document, build, hall_plan())
    before = {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in other.parent.iterdir()}
    dialog(hand).compare_with(other)
    hand.rest()
    assert strip(hand).text == "Compared with “other.gpudesk”, 1 added, 5 removed, 2 moved, 1 changed"
    assert {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in other.parent.iterdir()} == before
    with Document.open(other) as document:
        assert document.read_only is None, "it can be edited beside the comparison"
    hand.desk.session.close()
    hand.rest()
    assert Comparing.of(hand.desk.session).shown is None


@pytest.mark.parametrize("content", [b"hello", b"SQLite format 3\0" + b"\0" * 4000])
def test_a_file_that_cannot_be_read_is_answered_in_the_dialog(floor: FloorHand, tmp_path: Path, content: bytes) -> None:
    hand = floor.hand
    wrong = tmp_path / "wrong.gpudesk"
    wrong.write_bytes(content)
    asked = dialog(hand)
    asked.compare_with(wrong)
    hand.rest()
    assert asked.isVisible()
    assert "wrong.gpudesk" in asked.complaint.text
    assert strip(hand).text == ""
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    hand.rest()


def test_equal_states_are_said_to_be_equal(floor: FloorHand, tmp_path: Path) -> None:
    hand = floor.hand
    document = hand.desk.session.document
    assert document is not None
    copy = tmp_path / "copy.gpudesk"
    document.save_copy(copy)
    dialog(hand).compare_with(copy)
    hand.rest()
    assert strip(hand).title.text == "No differences from “copy.gpudesk”"
    assert dock(hand).note.sentence() == "Both contain the same plan"


def test_floor_items_are_compared_too(floor: FloorHand) -> None:
    hand = floor.hand
    hall = hand.ids("hall")["Hall 1"]
    for x_mm, name in ((7800, "pillar"), (9000, "crate")):
        edit(hand, partial(add_floor_item, name=name), hall, FloorItemKind.OBSTACLE, x_mm, 7200, 600, 600)
    edit(hand, save_version, "with items")
    edit(hand, move_floor_item, hand.ids("floor_item")["pillar"], 7800, 8400)
    edit(hand, delete_objects, "floor_item", [hand.ids("floor_item")["crate"]])
    edit(hand, partial(add_floor_item, name="new one"), hall, FloorItemKind.COLUMN, 10200, 7200, 600, 600)
    compare_version(hand)
    assert strip(hand).text == "Compared with “with items”, 1 added, 1 removed, 1 moved, 0 changed"
    for sort in (CAME, WENT, MOVED):
        assert painted(floor, sort)
    assert "Removed: crate" in floor.canvas.tool_tip_at(floor.at(9300, 7500))
    assert "y, mm 7200 → 8400" in floor.canvas.tool_tip_at(floor.at(8100, 8700))
    assert "Added" in floor.canvas.tool_tip_at(floor.at(10500, 7500))
    floor.press(Qt.Key.Key_F7)
    floor.press(Qt.Key.Key_F7)
    assert ghost(floor) is not None
    assert rows(hand, DifferenceColumn.WHAT)[dock(hand).view.currentIndex().row()] == ("crate",)


def test_a_comparison_outlives_the_window(floor: FloorHand) -> None:
    """Another language makes the window again on the same project."""
    hand = floor.hand
    compare_version(hand)
    hand.do("view.language.es")
    hand.qtbot.waitUntil(lambda: hand.desk.window.property("language") == "es", timeout=PATIENCE_MS)
    hand.rest()
    hand.desk.window.go("floor")
    hand.rest()
    assert strip(hand).text == "Comparado con «as ordered», 1 nuevo, 5 quitados, 2 movidos, 1 cambiado"
    assert painted(floor, CAME)
    hand.do("compare.next")
    hand.do("compare.done")
    assert strip(hand).text == ""
    assert not painted(floor, CAME)
