"""Random arguments for the operations on cooling."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.operations.chooser import Arguments, Chooser

UNITS = ("", "", "generic.crah-100kw", "generic.in-row-30kw", "generic.cdu-4u-100kw", "generic.rdhx-active-60kw", "nobody.knows")


def _node(choose: "Chooser") -> int | None:
    return choose.maybe(lambda: choose.id("cooling_node"))


def _add_cooling_node(choose: "Chooser") -> "Arguments":
    places: list[dict[str, Any]] = [
        {},
        {"hall_id": choose.id("hall")},
        {"rack_id": choose.id("rack")},
        {"device_id": choose.id("device")},
        {"power_node_id": choose.maybe(lambda: choose.id("power_node"))},
    ]
    figures: list[dict[str, Any]] = [
        {},
        {"capacity_w": choose.whole(0, 90_000), "airflow_m3_h": choose.whole(-1, 9_000)},
        {"supply_dc": choose.whole(-1, 600), "flow_l_min": None},
        {"nothing": 1},
    ]
    given = {
        **choose.of(places),
        "figures": choose.of(figures),
        "name": choose.text(),
        "unit_side": choose.text(3),
        "phase": choose.phase(),
    }
    values = {
        "supplies_id": _node(choose),
        "cooled_by_id": _node(choose),
        "redundancy": choose.whole(-1, 4),
        "coolant": choose.of(["", "water"]),
    }
    return (choose.whole(-1, 12),), {**given, **values, "type_key": choose.of(UNITS)}


def _places(choose: "Chooser") -> "Arguments":
    tables = {"hall_ids": "hall", "row_ids": "rack_row", "rack_ids": "rack", "device_ids": "device"}
    wanted = choose.of([("hall_ids",), ("row_ids",), ("rack_ids", "device_ids"), ()])
    return (choose.id("cooling_node"),), {name: choose.ids(tables[name]) for name in wanted}


def _propose_cooling(choose: "Chooser") -> "Arguments":
    where: list[dict[str, Any]] = [{"hall_ids": choose.ids("hall")}, {"row_ids": choose.ids("rack_row")}, {}]
    return (), {**choose.of(where), "redundancy": choose.whole(-1, 3), "air_key": choose.of(UNITS), "liquid_key": choose.of(UNITS)}


COOLING_ARGUMENTS: Mapping[str, Callable[["Chooser"], "Arguments"]] = {
    "add_cooling_node": _add_cooling_node,
    "add_cooling_nodes": lambda choose: (
        (choose.whole(-1, 12), choose.whole(0, 3)),
        {"cools_hall": choose.of([True, False]), "hall_id": choose.maybe(lambda: choose.id("hall")), "name": choose.text()},
    ),
    "assign_cooling_devices": lambda choose: ((choose.ids("device"),), {"phase": choose.maybe(choose.phase)}),
    "connect_cooling": lambda choose: ((choose.ids("cooling_node"), _node(choose), _node(choose)), {}),
    "cool_by": lambda choose: ((choose.ids("cooling_node"),), _places(choose)[1]),
    "cool_places": _places,
    "hang_rear_doors": lambda choose: (
        (choose.ids("rack"),),
        {"type_key": choose.of(["", "generic.rdhx-active-60kw", "generic.crah-100kw"]), "cooled_by_id": _node(choose)},
    ),
    "place_cooling_units": lambda choose: ((choose.ids("cooling_node"),), {}),
    "power_cooling": lambda choose: (
        (choose.ids("cooling_node"), choose.maybe(lambda: choose.id("power_node")), choose.maybe(lambda: choose.id("power_node"))),
        {},
    ),
    "propose_cooling": _propose_cooling,
    "stop_cooling": _places,
}
