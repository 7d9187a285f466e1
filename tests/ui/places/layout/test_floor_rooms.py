"""Halls and rows on the floor: what can be set of them, and racks named by a pattern."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit

from gpudesk.catalog.templates import load_template
from gpudesk.ui.places.layout.racks.dialogs.name_racks import NameRacksDialog
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow, FactRow
from tests.ui.floor_hand import FloorHand, floor_of
from tests.ui.floor_plans import COUNT, hall_plan
from tests.ui.hand import ALT, Hand
from tests.ui.places.layout.test_floor_items import clear, labels
from tests.ui.places.layout.test_floor_place import dialog, editor, type_into


@pytest.fixture
def floor(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """The floor of a hall with four rows."""
    return floor_of(open_desk(), tmp_path / "hall.gpudesk", hall_plan())


def hall(floor: FloorHand) -> dict[str, Any]:
    return dict(floor.hand.snapshot["hall"].row(floor.ref("Hall 1").id))


def choose(floor: FloorHand, label: str, text: str) -> None:
    rows = [row for row in floor.place.inspector.findChildren(EditorRow) if row.isVisible() and row.label() == label]
    box = rows[0].findChild(QComboBox)
    assert isinstance(box, QComboBox)
    place = box.findText(text)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)
    floor.rest()


def test_with_nothing_selected_the_hall_is_shown_and_set(floor: FloorHand) -> None:
    assert floor.hand.desk.session.selection == ()
    type_into(floor, "Width", "12,600")
    assert hall(floor)["width_mm"] == 12_600
    type_into(floor, "Clear height", "3,000")
    assert hall(floor)["height_mm"] == 3000
    type_into(floor, "Uniform load", "1,500")
    assert hall(floor)["uniform_limit_kg_per_m2"] == 1500
    clear(floor, "Uniform load")
    assert hall(floor)["uniform_limit_kg_per_m2"] is None
    assert editor(floor, "Uniform load").placeholderText().startswith("site sheet: ")
    choose(floor, "Kind", "raised floor")
    assert hall(floor)["raised_floor"] == 1
    choose(floor, "Kind", "not known")
    assert hall(floor)["raised_floor"] is None


def test_what_a_hall_cannot_be_is_said_below_the_field(floor: FloorHand) -> None:
    type_into(floor, "Point load", "5")
    assert any(text.startswith("Between 20") for text in labels(floor))
    assert hall(floor)["point_limit_kg"] is None
    assert "Check: The floor supports the most heavily loaded foot of each rack" in labels(floor)


def test_another_hall_is_shown_without_a_selection(floor: FloorHand) -> None:
    floor.place.show_hall(floor.ref("Hall 2").id)
    floor.rest()
    assert editor(floor, "Width").text() == "6,000"
    floor.click(floor.at(3000, 5000))
    floor.do("floor.select-hall")
    assert floor.hand.selected() == {"Hall 2"}


def test_the_tile_of_the_hall_is_the_step_of_the_keys(floor: FloorHand) -> None:
    type_into(floor, "Tile", "500")
    floor.click(floor.on("A08"))
    floor.press(Qt.Key.Key_Right, ALT)
    assert floor.where("A08")[0] == 7100
    layout = floor.canvas.scene.layout
    assert layout is not None
    assert layout.tile_mm == 500


def test_a_row_faces_another_side_and_keeps_a_pitch(floor: FloorHand) -> None:
    floor.hand.desk.session.select([floor.ref("A")])
    floor.rest()
    assert editor(floor, "Pitch").text() == "600"
    type_into(floor, "Pitch", "620")
    assert [floor.where(f"A{number + 1:02}")[0] for number in range(COUNT)] == [2400 + 620 * number for number in range(COUNT)]
    choose(floor, "Fronts face", "south")
    assert floor.where("A")[2] == 1800
    assert floor.where("A01")[2] == 1800
    type_into(floor, "Pitch", "50")
    assert any(text.startswith("Between 100") for text in labels(floor))


def test_racks_are_named_by_a_pattern_that_is_seen_before(floor: FloorHand) -> None:
    floor.do("floor.name-racks")
    asked = dialog(floor, NameRacksDialog)
    assert isinstance(asked, NameRacksDialog)
    assert asked.pattern.text() == "R{row:02}-{n:02}"
    model = asked.preview.model()
    shown = {model.index(line, 0).data(): model.index(line, 1).data() for line in range(model.rowCount())}
    assert (shown["A01"], shown["D08"]) == ("R01-01", "R04-08")
    _type(asked.pattern, "same")
    assert asked.main is not None
    assert not asked.main.isEnabled()
    _type(asked.pattern, "{n}")
    assert not asked.main.isEnabled()
    assert asked._hint.text().startswith("Duplicate rack names:")
    _type(asked.pattern, "{row_name}-{n:03}")
    assert asked.main.text() == "Name 32 racks"
    QTest.mouseClick(asked.main, Qt.MouseButton.LeftButton)
    floor.rest()
    assert "A-001" in floor.hand.ids("rack")
    assert hall(floor)["rack_names"] == "{row_name}-{n:03}"
    floor.do("edit.undo")
    assert "A01" in floor.hand.ids("rack")


def test_only_the_selected_row_is_named(floor: FloorHand) -> None:
    floor.hand.desk.session.select([floor.ref("C")])
    floor.do("floor.name-racks")
    asked = dialog(floor, NameRacksDialog)
    assert isinstance(asked, NameRacksDialog)
    assert asked.preview.model().rowCount() == COUNT
    asked.rename()
    floor.rest()
    assert {"R03-01", "A01"} <= set(floor.hand.ids("rack"))


def _type(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def racks_shown(floor: FloorHand) -> str:
    """The count of racks in the inspector."""
    (row,) = [
        row for row in floor.place.inspector.findChildren(FactRow) if row.label() == "Racks" and row.isVisibleTo(floor.place.inspector)
    ]
    return row.accessibleName().removeprefix("Racks: ")


def test_a_rack_scale_system_counts_as_a_rack_of_its_hall(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    floor = floor_of(open_desk(), tmp_path / "nvl72.gpudesk", load_template("gb200-nvl72-superpod", {"su": 1}))
    assert racks_shown(floor) == "10", "eight systems and two network racks, as in the status line"
