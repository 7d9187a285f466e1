"""Ways for cables on the floor: drawn, carried, reshaped, shown and lit, by mouse and by keys."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt

from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.operations.cabling.pathway_operations import change_pathways
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import WAYS
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import RULER_PX
from gpudesk.ui.places.layout.floor.canvas.pathway_legend import WayLegend
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.patience import PATIENCE_MS
from tests.ui.floor_hand import FloorHand, floor_of
from tests.ui.floor_plans import hall_plan
from tests.ui.hand import SHIFT, Hand
from tests.ui.places.layout.test_floor_place import editor, type_into


@pytest.fixture
def floor(open_desk: Callable[[], Hand], tmp_path: Path) -> FloorHand:
    """The floor of a hall with four rows, rack A01 with its corner at 2.4 m and 1.8 m."""
    return floor_of(open_desk(), tmp_path / "hall.gpudesk", hall_plan())


def way(floor: FloorHand, name: str) -> dict[str, Any]:
    rows = floor.hand.snapshot["pathway"]
    return dict(rows.row(int(rows.where("name", name)[0])))


def draw(floor: FloorHand, *points: tuple[float, float]) -> None:
    """Draw a way with the tool, and lay the tool down."""
    floor.press(Qt.Key.Key_W)
    for point in points:
        floor.move(floor.at(*point))
        floor.click(floor.at(*point))
    floor.press(Qt.Key.Key_Return)
    floor.press(Qt.Key.Key_Escape)


def test_a_way_is_drawn_carried_reshaped_copied_and_deleted(floor: FloorHand) -> None:
    draw(floor, (1200, 600), (1200, 11_400))
    assert way(floor, "Tray 1")["outline"] == "1200 600 1200 11400"
    assert floor.hand.selected() == {"Tray 1"}
    assert editor(floor, "Width").text() == "300"
    floor.press(Qt.Key.Key_Escape)
    assert floor.hand.selected() == set()
    floor.click(floor.at(1200, 6000))
    assert floor.hand.selected() == {"Tray 1"}
    floor.drag(floor.at(1200, 4000), floor.at(600, 4000), SHIFT)
    assert way(floor, "Tray 1")["outline"] == "600 600 600 11400"
    # Its last point is a grip.
    floor.drag(floor.at(600, 11_400), floor.at(600, 10_200), SHIFT)
    assert way(floor, "Tray 1")["outline"] == "600 600 600 10200"
    floor.press(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert way(floor, "Tray 1")["outline"] == "1200 600 1200 10200"
    floor.do("edit.duplicate")
    assert way(floor, "Tray 2")["outline"] == "1500 600 1500 10200"
    assert floor.hand.selected() == {"Tray 2"}
    floor.do("edit.delete")
    assert floor.hand.snapshot["pathway"].rows == 1
    floor.do("edit.undo")
    assert floor.hand.snapshot["pathway"].rows == 2
    floor.click(floor.at(1200, 6000))
    type_into(floor, "Planned fill", "40")
    floor.rest()
    assert way(floor, "Tray 1")["fill_percent"] == 40


def test_trays_hang_above_racks_and_are_reached_through_them(floor: FloorHand) -> None:
    floor.do("floor.hang-trays")
    assert floor.hand.snapshot["pathway"].rows == 5
    floor.press(Qt.Key.Key_Escape)
    floor.click(floor.on("A02"))
    assert floor.hand.selected() == {"A02"}
    floor.click(floor.on("A02"))
    assert floor.hand.selected() == {"Tray A"}
    floor.press(Qt.Key.Key_J)
    assert floor.hand.selected() == {"Tray B"}
    floor.press(Qt.Key.Key_J, SHIFT)
    assert floor.hand.selected() == {"Tray A"}
    # Hidden they take no click.
    floor.press(Qt.Key.Key_W, SHIFT)
    floor.click(floor.on("A02"))
    floor.click(floor.on("A02"))
    assert floor.hand.selected() == {"A02"}
    floor.press(Qt.Key.Key_W, SHIFT)
    assert "Tray A" in floor.canvas.tool_tip_at(floor.on("A02"))


def test_the_way_of_a_selected_cable_is_lit(floor: FloorHand) -> None:
    floor.do("floor.hang-trays")
    snapshot = floor.hand.snapshot
    switches = [
        row for row, name in zip(snapshot["device"].ids.tolist(), snapshot["device"]["name"], strict=True) if name.startswith("leaf")
    ]
    first, last = switches[0], switches[-1]
    floor.hand.desk.session.do(lay_cable, NewCable(first, 0, last, 0))
    floor.rest()
    (cable,) = floor.hand.snapshot["cable"].ids.tolist()
    floor.hand.desk.session.select([ObjectRef("cable", cable)])
    floor.rest()
    lit = floor.canvas.scene.lit
    assert len(lit) >= 4
    floor.hand.desk.session.select([ObjectRef(WAYS, 1)])
    floor.rest()
    assert floor.canvas.scene.lit == ()


def test_a_legend_says_what_the_fill_of_ways_means(floor: FloorHand) -> None:
    def shown() -> WayLegend | None:
        return floor.canvas.way_legend.legend

    assert shown() is None
    floor.do("floor.hang-trays")
    snapshot = floor.hand.snapshot
    names = zip(snapshot["device"].ids.tolist(), snapshot["device"]["name"], strict=True)
    switches = [key for key, name in names if name.startswith("leaf")]
    floor.hand.desk.session.do(lay_cable, NewCable(switches[0], 0, switches[-1], 0))
    floor.rest()
    floor.hand.qtbot.waitUntil(lambda: shown() is not None, timeout=PATIENCE_MS)
    said = shown()
    assert said is not None
    words = [(level, text.replace("\u202f", " ").replace("\u2009", " ").replace("\xa0", " "), count) for level, text, count in said.steps]
    assert words == [("ok", "up to 25 %: as planned", 5), ("warning", "up to 50 %: above plan", 0), ("error", "above 50 %: overfilled", 0)]
    way_id = int(floor.hand.snapshot["pathway"].ids[0])
    floor.hand.desk.session.do(change_pathways, [way_id], {"fill_percent": 40})
    floor.rest()
    floor.hand.qtbot.waitUntil(lambda: (again := shown()) is not None and "25–40" in again.steps[0][1], timeout=PATIENCE_MS)
    corner = QPoint(round(RULER_PX) + 16, round(legend_top(floor)) + 4)
    painted = floor.canvas.grab().toImage().pixelColor(corner)
    floor.press(Qt.Key.Key_W, SHIFT)
    floor.rest()
    assert shown() is None
    assert floor.canvas.grab().toImage().pixelColor(corner) != painted


def legend_top(floor: FloorHand) -> float:
    """Where the card of the ways begins: under that of the racks, if there is one."""
    racks = floor.canvas.rack_legend.bottom_px(floor.canvas.width(), floor.canvas.height())
    return RULER_PX + 12 if racks is None else racks + 10
