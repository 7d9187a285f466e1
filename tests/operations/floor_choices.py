"""Random arguments for the operations on what is on the floor."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.operations.chooser import Chooser

Arguments = tuple[tuple[Any, ...], dict[str, Any]]
_RACKS = ("generic.rack-48u-600x1200", "ocp.open-rack-v3", "nvidia.dgx-h100")


def _objects(choose: "Chooser") -> list[tuple[str, int]]:
    """Racks, rows and devices, mostly of those that stand on a floor."""
    tables = [choose.of(["rack", "rack", "rack_row", "device", "hall"]) for _ in range(choose.whole(1, 3))]
    return [(table, choose.id(table)) for table in tables]


def _angle(choose: "Chooser") -> int:
    return choose.of([0, 900, 1800, 2700, -900, choose.whole(-4000, 4000)])


def _coordinate(choose: "Chooser") -> int:
    return choose.of([choose.whole(-3000, 20_000), choose.whole(0, 12_000), 10**8])


def _align(choose: "Chooser") -> Arguments:
    return (_objects(choose), choose.of(["left", "right", "front", "rear", "top"])), {}


def _copy(choose: "Chooser") -> Arguments:
    return (_objects(choose), _coordinate(choose), _coordinate(choose)), {"hall_id": choose.maybe(lambda: choose.id("hall"))}


def _duplicate(choose: "Chooser") -> Arguments:
    return (_objects(choose),), {"hall_id": choose.maybe(lambda: choose.id("hall"))}


def _dissolve(choose: "Chooser") -> Arguments:
    return (choose.ids("rack_row"),), {}


def _distribute(choose: "Chooser") -> Arguments:
    return ([("rack", rack_id) for rack_id in choose.ids("rack")],), {}


def _move(choose: "Chooser") -> Arguments:
    return (_objects(choose), choose.whole(-6000, 6000), choose.whole(-6000, 6000)), {}


def _move_row(choose: "Chooser") -> Arguments:
    values = {"hall_id": choose.maybe(lambda: choose.id("hall")), "with_racks": choose.of([True, True, False])}
    return (choose.id("rack_row"), _coordinate(choose), _coordinate(choose)), {**values, "angle_ddeg": choose.maybe(lambda: _angle(choose))}


def _move_to_hall(choose: "Chooser") -> Arguments:
    return (_objects(choose), choose.id("hall")), {}


def _move_to_row(choose: "Chooser") -> Arguments:
    return (choose.ids("rack"), choose.id("rack_row")), {}


def _put(choose: "Chooser") -> Arguments:
    table = choose.of(["rack", "device", "rack_row"])
    return (table, choose.id(table), _coordinate(choose), _coordinate(choose), _angle(choose)), {}


def _name_from(choose: "Chooser") -> Arguments:
    return (choose.ids("rack"), choose.of(["X01", "{row_name}{n:02}", "{n}", "{", choose.text()])), {}


def _rack_type(choose: "Chooser") -> Arguments:
    return (choose.ids("rack"), choose.of(_RACKS)), {}


def _extend(choose: "Chooser") -> Arguments:
    return (choose.id("rack_row"), choose.whole(0, 3)), {}


def _put_new(choose: "Chooser") -> Arguments:
    place = (choose.of([*_RACKS, "nvidia.dgx-station-a100"]), choose.id("hall"), _coordinate(choose), _coordinate(choose), _angle(choose))
    return place, {"row_id": choose.maybe(lambda: choose.id("rack_row")), "name": choose.text(), "phase": choose.maybe(choose.phase)}


def _racks_at(choose: "Chooser") -> Arguments:
    place = (choose.of(_RACKS), choose.id("hall"), _coordinate(choose), _coordinate(choose), _angle(choose), choose.whole(0, 3))
    return place, {"row_id": choose.maybe(lambda: choose.id("rack_row")), "first_name": choose.text(), "phase": choose.phase()}


def _repeat(choose: "Chooser") -> Arguments:
    return (_objects(choose), choose.whole(0, 3)), {"pitch_mm": choose.maybe(lambda: choose.whole(-3000, 3000))}


def _row_at(choose: "Chooser") -> Arguments:
    place = (choose.id("hall"), _coordinate(choose), _coordinate(choose), _angle(choose), choose.text())
    return place, {"type_key": choose.of(_RACKS), "count": choose.whole(0, 3), "phase": choose.phase()}


def _things(choose: "Chooser") -> list[tuple[str, int]]:
    """Racks, rows, devices and floor items."""
    return [*_objects(choose), *(("floor_item", each) for each in choose.ids("floor_item"))][choose.whole(0, 2) :]


def _turn(choose: "Chooser") -> Arguments:
    return (_objects(choose), _angle(choose)), {}


FLOOR_ARGUMENTS: dict[str, Callable[["Chooser"], Arguments]] = {
    "align_on_floor": _align,
    "copy_floor_items": lambda choose: (
        (choose.ids("floor_item"), _coordinate(choose), _coordinate(choose)),
        {"hall_id": choose.maybe(lambda: choose.id("hall"))},
    ),
    "copy_on_floor": _copy,
    "copy_things": lambda choose: (
        (_things(choose), *choose.of([(), (choose.whole(-6000, 6000), 0)])),
        {"hall_id": choose.maybe(lambda: choose.id("hall"))},
    ),
    "duplicate_on_floor": _duplicate,
    "dissolve_rows": _dissolve,
    "distribute_on_floor": _distribute,
    "mirror_row": lambda choose: ((choose.id("rack_row"),), {}),
    "move_on_floor": _move,
    "move_row": _move_row,
    "move_to_hall": _move_to_hall,
    "move_floor_items_to": lambda choose: (
        (choose.ids("floor_item"), choose.id("hall"), choose.whole(-5000, 5000), choose.whole(-5000, 10**8)),
        {},
    ),
    "move_things": lambda choose: ((_things(choose), choose.whole(-6000, 6000), choose.whole(-6000, 6000)), {}),
    "move_things_to_hall": lambda choose: ((_things(choose), choose.id("hall")), {}),
    "move_to_row": _move_to_row,
    "name_racks_from": _name_from,
    "extend_row": _extend,
    "put_new": _put_new,
    "put_on_floor": _put,
    "racks_at": _racks_at,
    "repeat_on_floor": _repeat,
    "row_at": _row_at,
    "set_floor_item_kind": lambda choose: ((choose.id("floor_item"), choose.whole(-1, 8)), {}),
    "set_rack_type": _rack_type,
    "set_row_pitch": lambda choose: ((choose.id("rack_row"), choose.of([600, 1200, choose.whole(0, 20_000)])), {}),
    "turn_floor_items": lambda choose: ((choose.ids("floor_item"), _angle(choose)), {}),
    "turn_on_floor": _turn,
}
"""How the arguments of each of them are drawn."""
