"""What cools the racks of a floor, and how its units stand, by color, figure and words."""

from gpudesk.operations.cooling.cooling_nodes import add_cooling_nodes
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.ui.places.layout.floor.canvas.cooling_paints import COOLED_BY, MARGIN
from tests.ui.floor_hand import FloorHand


def cooled(floor: FloorHand) -> int:
    """Propose units; returns the device that the first one is."""
    hall = floor.canvas.scene.hall_id
    floor.hand.desk.session.do(propose_cooling, [hall], air_key="generic.crah-100kw")
    floor.rest()
    nodes = floor.hand.snapshot["cooling_node"]
    found: int = int(nodes["device_id"][nodes["device_id"] > 0][0])
    return found


def test_units_show_what_they_move_and_how_their_air_stands(floor: FloorHand) -> None:
    unit = cooled(floor)
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.floor[unit][1].endswith("kW")
    assert paint.edges[unit] == "ok"
    tip = floor.canvas.tool_tip_at(floor.on(str(floor.hand.snapshot["device"].row(unit)["name"])))
    assert "Cools Air" in tip
    assert "N+1 is met" in tip


def test_racks_are_painted_by_what_cools_them_and_its_margin(floor: FloorHand) -> None:
    cooled(floor)
    floor.place.set_paint_by(COOLED_BY)
    floor.rest()
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.legend[0].text.startswith("Air ")
    assert (paint.legend[0].count or 0) > 0
    assert paint.legend[-1].count == 0
    floor.place.set_paint_by(MARGIN)
    floor.rest()
    paint = floor.canvas.scene.paint
    assert paint is not None
    assert paint.legend[0].count == paint.legend[-1].count == 0
    assert "Cooled by Air" in floor.canvas.tool_tip_at(floor.on("A01"))


def test_units_without_a_place_are_put_on_the_floor_when_there_is_room(floor: FloorHand) -> None:
    session, hall = floor.hand.desk.session, floor.canvas.scene.hall_id
    air = "generic.crah-100kw"
    session.do(add_cooling_nodes, 0, 2, hall_id=hall, type_key=air)
    floor.rest()
    floor.do("cooling.place")
    nodes = floor.hand.snapshot["cooling_node"]
    assert (nodes["device_id"][nodes["kind"] == 0] > 0).all()
    floor.do("cooling.place")
    assert "All floor-standing units are placed" in floor.hand.message
