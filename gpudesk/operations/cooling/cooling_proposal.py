"""Automatic cooling: units on the floor become part of it, and units are proposed for heat that is not cooled yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cooling.air import m3_per_s_from_cfm
from gpudesk.core.cooling.cooling_kinds import CoolingKind, Redundancy
from gpudesk.core.cooling.cooling_unit_kinds import capacity_at, kind_of, to_air, units_lacking, units_needed
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.locate import resource
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node, cool_places
from gpudesk.operations.cooling.cooling_unit_feeds import feed_units
from gpudesk.operations.cooling.place_cooling_units import At, Floors, add_units
from gpudesk.operations.run.field_operations import checked_fields
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet

_CONTEXT = "operations"
_SIDES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Cooled:
    """The additions of a proposal.

    Attributes:
        units: number of units of each model.
        uncooled_w: the heat without a unit, 0 for none.
        unplaced: number of units without a place on the floor.
    """

    units: Mapping[str, int]
    uncooled_w: float
    unplaced: int = 0


@operation
def assign_cooling_devices(edit: Edit, device_ids: Sequence[int], phase: int | None = None) -> list[int]:
    """Make placed CDUs, air handlers and row coolers part of the cooling; returns the ids of the new nodes.

    An air unit supplies the air of its hall, a CDU in a rack a loop of that rack, others the loop of the hall; each is cooled by
    the facility water, unless it rejects its heat to the room. Air, loop and water are added if they are missing.

    Args:
        phase: of the new nodes, that of the device if not given.

    Raises:
        Refused: nothing is named, or a device is not a cooling device, is part of the cooling already, or is not placed.
    """
    if not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    devices = []
    for device_id in dict.fromkeys(device_ids):
        device = edit.row("device", device_id)
        kind = edit.types[int(device["type_id"])]
        unit, place = kind_of(kind), edit.columns("device").position(device_id)
        where = edit.present().cached(whereabouts)
        hall = int(where.hall[place])
        if unit is None or unit is CoolingKind.REAR_DOOR or hall == ABSENT:
            text = QT_TRANSLATE_NOOP("operations", "{name} is not a hall cooling unit.")
            raise Refused(Message(_CONTEXT, text, {"name": str(device["name"])}))
        built = int(device["phase"]) if phase is None else phase
        rack = int(where.rack[place])
        if unit is CoolingKind.CDU:
            supplies = _loop_of(edit, hall, rack, built)
        else:
            supplies = _air_of(edit, hall, built)
        cold = _air_of(edit, hall, built) if to_air(kind) else _water_of(edit, built)
        devices.append(add_cooling_node(edit, unit, supplies, cold, hall_id=hall, device_id=device_id, phase=built))
    text = QT_TRANSLATE_NOOP("operations", "Add {name} to cooling")
    if len(devices) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} units to cooling")
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row("cooling_node", devices[0])["name"]), "count": len(devices)})
    return devices


@operation
def hang_rear_doors(edit: Edit, rack_ids: Sequence[int], type_key: str = "", cooled_by_id: int | None = None) -> list[int]:
    """Add a rear door to every rack without one, and feed its fans from the sides of the hall; returns the ids of the new nodes.

    Args:
        type_key: by default, the smallest that can cool the heat of each rack.
        cooled_by_id: the loop that cools them, the facility water if not given.

    Raises:
        Refused: no rack is named or one is unknown, every one has a door, or the type is not a rear door.
    """
    before = edit.columns("cooling_node").ids
    door_ids = add_rear_doors(edit, rack_ids, type_key, cooled_by_id)
    _feed_new(edit, before)
    return door_ids


def add_rear_doors(edit: Edit, rack_ids: Sequence[int], type_key: str = "", cooled_by_id: int | None = None) -> list[int]:
    """The same without feeds."""
    racks = {rack_id: edit.row("rack", rack_id) for rack_id in dict.fromkeys(rack_ids)}
    racks_with_door = set(edit.columns("cooling_node")["rack_id"].tolist())
    bare = [rack_id for rack_id in racks if rack_id not in racks_with_door]
    if not bare:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The selected racks all have a rear door.")))
    if type_key:
        _demand(type_key, (CoolingKind.REAR_DOOR,))
    water = _water_of(edit, 1) if cooled_by_id is None else cooled_by_id
    heat, altitude = cooling_plan(edit.present()).heat, _altitude_m(edit)
    rows: list[dict[str, Any]] = []
    for rack_id in bare:
        air_w = float(heat.air_w[heat.racks.positions(np.array([rack_id], np.int64))[0]])
        key = type_key or _chosen("door", air_w, altitude, most=1).key
        row = {"hall_id": int(racks[rack_id]["hall_id"]), "rack_id": rack_id, "type_id": use_type(edit, key), "cooled_by_id": water}
        name = f"{racks[rack_id]['name']} door"
        rows.append({**row, "kind": int(CoolingKind.REAR_DOOR), "name": name, "phase": int(racks[rack_id]["phase"])})
    ids = edit.insert_many("cooling_node", {name: [row[name] for row in rows] for name in rows[0]})
    text = QT_TRANSLATE_NOOP("operations", "Mount a rear door on {name}")
    if len(rows) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Mount rear doors on {count} {count|rack|racks}")
    edit.title = Message(_CONTEXT, text, {"name": str(racks[bare[0]]["name"]), "count": len(rows)})
    door_ids: list[int] = ids.tolist()
    return door_ids


@operation
def propose_cooling(
    edit: Edit,
    hall_ids: Sequence[int] = (),
    row_ids: Sequence[int] = (),
    redundancy: int = Redundancy.ONE_SPARE,
    air_key: str = "",
    liquid_key: str = "",
) -> Cooled:
    """Add the units required for the heat of halls or rows, with spares, in addition to the existing ones, and feed them.

    Air units supply the air of a hall, or of a row if rows are named; CDUs a loop. Both are cooled by the facility water. Units
    on the floor get circuits from alternating sides of the power of their hall, as in templates.

    Args:
        air_key, liquid_key: the types of the units; by default, the smallest planning types with few enough units.

    Raises:
        Refused: nothing is named, an object is unknown, a type does not fit, or there is no heat.
    """
    before = edit.columns("cooling_node").ids
    cooled = add_cooling(edit, hall_ids, row_ids, redundancy, air_key, liquid_key)
    _feed_new(edit, before)
    return cooled


def _feed_new(edit: Edit, before: Ids) -> None:
    """Feed the additions to the cooling, hall by hall; the name of the step stays."""
    nodes = edit.columns("cooling_node")
    for hall in np.unique(nodes["hall_id"][~np.isin(nodes.ids, before) & (nodes["hall_id"] != ABSENT)]).tolist():
        feed_units(edit, hall, before)


def add_cooling(
    edit: Edit,
    hall_ids: Sequence[int],
    row_ids: Sequence[int],
    redundancy: int,
    air_key: str,
    liquid_key: str,
) -> Cooled:
    """The same without feeds."""
    level = Redundancy(checked_fields({"redundancy": redundancy})["redundancy"])
    if bool(hall_ids) == bool(row_ids):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Choose either halls or rows to cool, not both.")))
    by_row = bool(row_ids)
    table, column = ("rack_row", "row_ids") if by_row else ("hall", "hall_ids")
    places = [edit.row(table, row_id) for row_id in dict.fromkeys(row_ids or hall_ids)]
    if air_key:
        _demand(air_key, (CoolingKind.CRAH, CoolingKind.CRAC, CoolingKind.IN_ROW))
    if liquid_key:
        _demand(liquid_key, (CoolingKind.CDU,))
    before = cooling_plan(edit.present())
    carriers: list[_Carrier] = []
    for place in places:
        hall_id = int(place["hall_id"]) if by_row else int(place["id"])
        is_here = (before.heat.row if by_row else before.heat.hall) == int(place["id"])
        for kind, heat_w in ((CoolingKind.TECHNOLOGY_LOOP, before.heat.liquid_w), (CoolingKind.AIR, before.heat.air_w)):
            if heat_w[is_here].sum() > 0:
                carrier_id = _carrier_of(edit, kind, column, int(place["id"]), hall_id, str(place["name"]), int(place["phase"]))
                edit.update("cooling_node", carrier_id, redundancy=int(level))
                carriers.append(_Carrier(carrier_id, kind, hall_id, int(place["id"]) if by_row else None, int(place["phase"])))
    if not carriers:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing there has a known heat output.")))
    units: dict[str, int] = {}
    left, unplaced, floors = 0.0, 0, Floors(edit)
    # Pumps of CDUs warm the room: what air has to take is known when these stand.
    for kind, key in ((CoolingKind.TECHNOLOGY_LOOP, liquid_key), (CoolingKind.AIR, air_key)):
        mine_now = [candidate for candidate in carriers if candidate.kind is kind]
        plan = cooling_plan(edit.present()) if mine_now else before
        for carrier in mine_now:
            model, count, uncooled, without = _add_units(edit, plan, floors, carrier, level, key)
            left += uncooled
            unplaced += without
            if count:
                units[model] = units.get(model, 0) + count
    text = QT_TRANSLATE_NOOP("operations", "Propose {count} cooling {count|unit|units} for {name}")
    if len(places) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Propose {count} cooling {count|unit|units} for {places} {places|location|locations}")
    values: dict[str, Value] = {"count": sum(units.values()), "name": str(places[0]["name"]), "places": len(places)}
    edit.title = Message(_CONTEXT, text, values)
    return Cooled(units, left, unplaced)


@dataclass(frozen=True, slots=True)
class _Carrier:
    """Air or a loop that units are added to, in a hall or next to the racks of a row."""

    id: int
    kind: CoolingKind
    hall_id: int
    row_id: int | None
    phase: int


def _add_units(
    edit: Edit, plan: CoolingPlan, floors: Floors, carrier: _Carrier, level: Redundancy, key: str
) -> tuple[str, int, float, int]:
    """Add the missing units of one type to a carrier.

    Returns:
        The model, the number of units, the remaining heat if no figure is known, and the number without a place on the floor.
    """
    node, network, flow = plan.nodes.position(carrier.id), plan.network, plan.flow
    is_air = carrier.kind is CoolingKind.AIR
    load = float(flow.load_w[node])
    # The air of a hall takes the heat of a rack of which the door fails, where it is meant to bear the loss of a unit.
    door_w, door_m3_s = _largest_door(plan, node) if is_air and level is not Redundancy.NONE else (0.0, 0.0)
    choice = "liquid" if not is_air else "air" if carrier.row_id is None else "row"
    altitude = _altitude_m(edit)
    kind = open_catalog().get(key) if key else _chosen(choice, max(load, door_w), altitude)
    unit_w = capacity_at(kind, altitude)
    moves = kind.number("airflow_cfm" if is_air else "liquid_flow_l_min")
    per_unit = np.inf if moves is None else float(m3_per_s_from_cfm(moves)) if is_air else moves
    flow_needed = float(flow.airflow_needed_m3_s[node] if is_air else flow.flow_needed_l_min[node])
    there = np.flatnonzero((network.supplies == node) & (network.kind != CoolingKind.PUMP))
    does = (network.capacity_w[there], (network.airflow_m3_s if is_air else network.flow_l_min)[there])
    if not unit_w:
        return kind.title, 0, load, 0
    groups = [("", np.ones(len(there), bool), int(level))]
    if level is Redundancy.TWO_SIDES:
        side_of = plan.nodes["unit_side"][there].copy()
        for number, unit in enumerate(np.flatnonzero(side_of == "").tolist()):
            side_of[unit] = _SIDES[number % 2]
            edit.update("cooling_node", int(plan.nodes.ids[there[unit]]), unit_side=_SIDES[number % 2])
        groups = [(side, side_of == side, 0) for side in _SIDES]
    own_w = _own_heat_w(edit, kind) if is_air else 0.0
    new: list[str] = []
    more = -1
    # Their fans warm the air that they cool: what is added asks for more, and less each time.
    while len(new) != more:
        more = len(new)
        new = []
        for side, is_of_side, spare in groups:
            lacking = [
                units_lacking(needed, one, np.where(np.isinf(done[is_of_side]), needed, done[is_of_side]).tolist(), spare)
                for needed, one, done in ((load + own_w * more, unit_w, does[0]), (flow_needed, per_unit, does[1]))
            ]
            new += [side] * max(lacking)
        whole = [
            units_lacking(needed, one, np.where(np.isinf(done), needed, done).tolist(), 0)
            for needed, one, done in ((load + door_w + own_w * more, unit_w, does[0]), (flow_needed + door_m3_s, per_unit, does[1]))
        ]
        new += [groups[number % len(groups)][0] for number in range(max(whole) - len(new))] if door_w else []
        if own_w >= unit_w:
            return kind.title, 0, load, 0
    cooling_kind = kind_of(kind)
    if cooling_kind is None or not new:
        return kind.title, 0, 0.0, 0
    hall, phase = carrier.hall_id, carrier.phase
    cold = _air_of(edit, hall, phase) if to_air(kind) else None if cooling_kind is CoolingKind.CRAC else _water_of(edit, phase)
    where = At(hall, carrier.row_id, carrier.id, cold, phase)
    return kind.title, len(new), 0.0, add_units(edit, floors, cooling_kind, kind, new, where)


def _largest_door(plan: CoolingPlan, node: int) -> tuple[float, float]:
    """The most heat that the rear door of one rack takes from some air, in W, and the air that the rack would draw for it, in m³/s."""
    network = plan.network
    near = np.flatnonzero((network.near_air == node) & (plan.flow.door_w > 0))
    if not len(near):
        return 0.0, 0.0
    taken = plan.flow.door_w[near]
    return float(taken.max()), float((network.airflow_needed_m3_s[near] * taken / network.air_w[near]).max())


def _own_heat_w(edit: Edit, kind: HardwareType) -> float:
    """Power draw of one unit of a type, all of which becomes heat at its location."""
    name = edit.present().cached(site_sheet).text("power_for_limits")
    type_id = use_type(edit, kind.key)
    watts = edit.types.numbers(f"power_{name}_w", np.array([type_id]))[0]
    return 0.0 if np.isnan(watts) else float(watts)


def _demand(key: str, kinds: Sequence[CoolingKind]) -> None:
    kind = open_catalog().get(key)
    if kind_of(kind) not in kinds:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} does not cool this."), {"model": kind.title}))


@cache
def _choices() -> dict[str, Any]:
    import yaml

    with resource("rules", "cooling_units.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body


def _altitude_m(edit: Edit) -> float:
    return edit.present().cached(site_sheet).limit("altitude_m")


def _chosen(choice: str, load_w: float, altitude_m: float, most: int | None = None) -> HardwareType:
    """The smallest planning type of which no more than `most` take a heat, else the largest."""
    body = _choices()
    kinds = [open_catalog().get(key) for key in body[choice]]
    most = int(body["most_units"]) if most is None else most
    fits = (kind for kind in kinds if units_needed(load_w, capacity_at(kind, altitude_m)) <= most)
    return next(fits, kinds[-1])


def _carrier_of(edit: Edit, kind: CoolingKind, column: str, row_id: int, hall_id: int, name: str, phase: int) -> int:
    """The carrier of a kind that serves a hall, a row or a rack; a new one if there is none."""
    nodes, served = edit.columns("cooling_node"), edit.columns("cooling_service")
    alike = np.isin(served["cooling_id"], nodes.ids[nodes["kind"] == kind])
    carrier_ids = served["cooling_id"][alike & (served[column.removesuffix("s")] == row_id)]
    if len(carrier_ids):
        return int(carrier_ids[0])
    stem = "Air" if kind is CoolingKind.AIR else "Loop"
    carrier_id = add_cooling_node(edit, kind, hall_id=hall_id, name=f"{stem} {name}"[:200], phase=phase)
    cool_places(edit, carrier_id, **{column: [row_id]})
    return carrier_id


def _air_of(edit: Edit, hall_id: int, phase: int) -> int:
    return _carrier_of(edit, CoolingKind.AIR, "hall_ids", hall_id, hall_id, str(edit.row("hall", hall_id)["name"]), phase)


def _loop_of(edit: Edit, hall_id: int, rack_id: int, phase: int) -> int:
    column, table, row_id = ("hall_ids", "hall", hall_id) if rack_id == ABSENT else ("rack_ids", "rack", rack_id)
    return _carrier_of(edit, CoolingKind.TECHNOLOGY_LOOP, column, row_id, hall_id, str(edit.row(table, row_id)["name"]), phase)


def _water_of(edit: Edit, phase: int) -> int:
    """The first facility water, a new one if there is none."""
    loop_ids = edit.columns("cooling_node").where("kind", int(CoolingKind.FACILITY_LOOP))
    return int(loop_ids[0]) if len(loop_ids) else add_cooling_node(edit, CoolingKind.FACILITY_LOOP, phase=phase)
