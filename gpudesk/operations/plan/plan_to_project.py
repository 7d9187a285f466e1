"""A plan is built into the project: templates, pasted parts and sizing results alike."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from gpudesk.core.cooling.cooling_unit_kinds import Way
from gpudesk.core.floor.floor_items import item_corners, outline_points
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import TEXT_BOUNDS, checked_text
from gpudesk.core.plan.plan import Plan, PlanCooling, PlanFloorItem, PlanHall
from gpudesk.core.plan.plan_fabric import PlanPathway
from gpudesk.core.plan.plan_shift import shifted
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.derived.cooling.device_heat import heat_of
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.operations.cabling.fabric_to_project import build_networks
from gpudesk.operations.cabling.pathway_operations import add_pathway
from gpudesk.operations.cabling.propose_pathways import CROSS_EVERY_MM, DUCT_DEPTH_MM, DUCT_WIDTH_MM, join_halls, propose_pathways
from gpudesk.operations.cooling.cooling_proposal import add_cooling, add_rear_doors
from gpudesk.operations.cooling.cooling_unit_feeds import feed_units
from gpudesk.operations.copies.cable_copies import lay_planned
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.floor_new import demand_new
from gpudesk.operations.plan.build_power import Places, build_power
from gpudesk.operations.project.plan_scope_operations import adopt_outside, adopt_redundant, set_outside_plan
from gpudesk.operations.project.site_sheet_operations import name_phase, set_site_value
from gpudesk.operations.run.new_names import CopyNames, checked_name
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_plan_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


def build_cooling(edit: Edit, plan: Plan, places: Places) -> None:
    """Add cooling to the halls that a plan cools by rule, and feed the new units from the panels of the hall.

    Raises:
        Refused: a cooling method or a catalog entry is unknown.
    """
    for cooling in plan.coolings:
        if cooling.way not in tuple(Way):
            text = QT_TRANSLATE_NOOP("operations", "{way} is not a cooling option; available: {known}.")
            raise Refused(Message(_CONTEXT, text, {"way": cooling.way, "known": ", ".join(Way)}))
        hall = int(places.halls[cooling.hall])
        heat = edit.present().cached(heat_of)
        if cooling.way == Way.NONE or not heat.heat_w[heat.hall == hall].sum() > 0:
            continue
        before = edit.columns("cooling_node").ids
        _cool(edit, cooling, hall)
        feed_units(edit, hall, before)


def _cool(edit: Edit, cooling: PlanCooling, hall: int) -> None:
    racks = edit.columns("rack")
    if cooling.way == Way.DOOR:
        heat = edit.present().cached(heat_of)
        warm = heat.racks.ids[(heat.hall[: heat.racks.rows] == hall) & (heat.air_w[: heat.racks.rows] > 0)]
        if len(warm):
            add_rear_doors(edit, warm.tolist(), cooling.door)
    rows = np.unique(racks["row_id"][(racks["hall_id"] == hall) & (racks["row_id"] != ABSENT)]).tolist()
    by_row = cooling.way == Way.ROW and bool(rows)
    halls = [] if by_row else [hall]
    add_cooling(edit, halls, rows if by_row else [], cooling.redundancy, cooling.air, cooling.liquid)


def build_ways(edit: Edit, plan: Plan, places: Places) -> None:
    """Add the pathways of a plan, its cable trays above rows, and its conduits between halls.

    Raises:
        Refused: a line or a size is invalid.
    """
    for way in plan.pathways:
        _draw(edit, way, places)
    tray_halls: list[int] = []
    for trays in plan.trays:
        hall = int(places.halls[trays.hall])
        rows = [int(row) for row, planned in zip(places.rows, plan.rows, strict=True) if planned.hall == trays.hall]
        filled = {rack.row for rack in plan.racks if rack.hall == trays.hall}
        if not filled - {None}:
            continue
        every = CROSS_EVERY_MM if trays.cross_every_mm is None else trays.cross_every_mm
        propose_pathways(edit, [hall], trays.width_mm, trays.depth_mm, trays.cross_width_mm, every, rows)
        if trays.duct_mm is not None:
            sizes = trays.duct_width_mm or DUCT_WIDTH_MM, trays.duct_depth_mm or DUCT_DEPTH_MM
            for earlier in tray_halls:
                join_halls(edit, [earlier, hall], trays.duct_mm, *sizes)
        tray_halls.append(hall)


def _draw(edit: Edit, way: PlanPathway, places: Places) -> None:
    settings = {
        name: getattr(way, name)
        for name in ("width_mm", "depth_mm", "length_mm", "fill_percent", "load_kg_per_m", "bend_radius_mm", "carries")
    }
    points = [(float(x), float(y)) for x, y in outline_points(way.outline)]
    to_hall = None if way.to_hall is None else int(places.halls[way.to_hall])
    add_pathway(edit, int(places.halls[way.hall]), way.kind, points, way.name, way.height_mm, to_hall, settings, way.notes, way.phase)


@operation
def build(edit: Edit, plan: Plan) -> Ids:
    """Create all objects of `plan`; returns the ids of its devices in the order of the plan.

    Overlaps are built unchanged: the checks report them.

    Raises:
        Refused: a catalog entry is unknown, the type of a rack is not a rack type, a text is too long, or a device is below the
            first unit or in two places at the same time.
    """
    for number, name in plan.phases.items():
        name_phase(edit, number, name)
    for key, value in plan.site.items():
        set_site_value(edit, key, value)
    for domain, reason in plan.outside.items():
        set_outside_plan(edit, domain, reason)
    adopt_redundant(edit, plan.redundant, plan.name)
    built = _built(edit, plan, None)
    edit.title = Message("operations", QT_TRANSLATE_NOOP("operations", "Build {name}"), {"name": plan.name or "–"})
    return built.devices


@operation
def insert_plan(edit: Edit, plan: Plan, hall_id: int | None = None, dx_mm: int = 0, dy_mm: int = 0) -> list[Standing]:
    """Build a plan into an existing project: names are made unique, its site sheet and named phases stay unchanged.

    Domains that the plan leaves out are also left out of the project, unless it contains them or has its own reason.

    Args:
        hall_id: the hall for the contents of the only hall of the plan, moved by dx and dy; None builds the halls of the plan.

    Returns:
        The new racks and floor devices.

    Raises:
        Refused: as `build`; or the plan has several halls, or an object would overlap another or be out of the hall.
    """
    if hall_id is not None:
        edit.row("hall", hall_id)
        if len(plan.halls) > 1:
            text = QT_TRANSLATE_NOOP("operations", "The template has {count} halls, so it cannot be inserted into one hall.")
            fix = QT_TRANSLATE_NOOP("operations", "Insert it as new halls.")
            raise Refused(Message("operations", text, {"count": len(plan.halls)}), Message("operations", fix))
        plan = shifted(plan, dx_mm, dy_mm)
    named = set(edit.columns("phase")["number"].tolist())
    for number, name in plan.phases.items():
        if number not in named:
            name_phase(edit, number, name)
    adopt_outside(edit, plan.outside)
    adopt_redundant(edit, plan.redundant, plan.name)
    plan = _with_free_names(edit, plan, whole_halls=hall_id is None)
    built = _built(edit, plan, None if hall_id is None else np.full(len(plan.halls), hall_id, np.int64))
    standings: list[Standing] = [("rack", rack) for rack in built.racks.tolist()]
    devices = zip(built.devices.tolist(), plan.devices, strict=True)
    standings += [("device", device) for device, part in devices if part.hall is not None]
    if hall_id is not None and standings:
        demand_new(edit, standings)
    text = QT_TRANSLATE_NOOP("operations", "Insert {name}")
    edit.title = Message("operations", text, {"name": plan.name or "–"})
    return standings


def _with_free_names(edit: Edit, plan: Plan, *, whole_halls: bool) -> Plan:
    """The plan with names that are unique in the project: its own if they are free, else with the next number."""
    racks, devices = CopyNames(edit.columns("rack")["name"]), CopyNames(edit.columns("device")["name"])
    halls, rows = CopyNames(edit.columns("hall")["name"]), CopyNames(edit.columns("rack_row")["name"])
    nodes = CopyNames(edit.columns("power_node")["name"])
    return replace(
        plan,
        halls=tuple(replace(hall, name=halls.own(hall.name, "Hall ")) for hall in plan.halls) if whole_halls else plan.halls,
        rows=plan.rows if whole_halls else tuple(replace(row, name=rows.own(row.name, "Row ")) for row in plan.rows),
        racks=tuple(replace(rack, name=racks.own(rack.name, "Rack ")) for rack in plan.racks),
        devices=tuple(replace(device, name=devices.own(device.name, "device-")) for device in plan.devices),
        power_nodes=tuple(replace(node, name=nodes.own(node.name, "Feed ")) for node in plan.power_nodes),
    )


def _built(edit: Edit, plan: Plan, into: Ids | None) -> Places:
    """Create the objects of a plan, in its own halls or in those of the project given for them."""
    _demand_short_texts(plan)
    types = {
        key: use_plan_type(edit, plan, key)
        for key in dict.fromkeys([rack.type for rack in plan.racks] + [device.type for device in plan.devices])
    }
    kinds = edit.types
    for key in dict.fromkeys(rack.type for rack in plan.racks):
        kind = kinds[types[key]]
        if kind.family is not Family.RACK:
            raise Refused(Message("operations", QT_TRANSLATE_NOOP("operations", "{model} is not a rack."), {"model": kind.title}))
    halls = _insert(edit, "hall", plan.halls, tuple(field.name for field in fields(PlanHall))) if into is None else into
    rows = _insert(
        edit,
        "rack_row",
        plan.rows,
        ("name", "x_mm", "y_mm", "angle_ddeg", "phase", "notes"),
        hall_id=_refer(halls, (row.hall for row in plan.rows)),
    )
    racks = _insert(
        edit,
        "rack",
        plan.racks,
        ("name", "x_mm", "y_mm", "angle_ddeg", "rail_depth_mm", "status", "serial", "asset", "notes", "phase"),
        hall_id=_refer(halls, (rack.hall for rack in plan.racks)),
        row_id=_refer(rows, (rack.row for rack in plan.racks)),
        type_id=np.array([types[rack.type] for rack in plan.racks], np.int64),
    )
    devices = _build_devices(edit, plan, types, halls, racks)
    _insert(
        edit,
        "reservation",
        plan.reservations,
        ("position", "height", "face", "reason", "phase"),
        rack_id=_refer(racks, (reservation.rack for reservation in plan.reservations)),
    )
    for item in plan.floor_items:
        _build_floor_item(edit, int(halls[item.hall]), item)
    places = Places(halls, rows, racks, devices)
    build_power(edit, plan, places)
    build_cooling(edit, plan, places)
    build_networks(edit, plan)
    build_ways(edit, plan, places)
    lay_planned(edit, plan, dict(enumerate(devices.tolist())))
    return places


def _build_floor_item(edit: Edit, hall_id: int, item: PlanFloorItem) -> None:
    corners = item_corners(item.x_mm, item.y_mm, item.angle_ddeg, item.width_mm, item.depth_mm, item.outline)
    add_floor_item(
        edit,
        hall_id,
        item.kind,
        item.x_mm,
        item.y_mm,
        item.width_mm,
        item.depth_mm,
        item.angle_ddeg,
        corners.tolist() if item.outline else (),
        item.name,
        item.clear_width_mm,
        item.clear_height_mm,
        item.notes,
        item.phase,
    )


_NAMED_PARTS = ("halls", "rows", "racks", "devices", "power_nodes")


def _demand_short_texts(plan: Plan) -> None:
    """Require that every text of the plan is valid as input; the refusal names its location."""
    checked_name(plan.name)
    for part in _NAMED_PARTS:
        items = getattr(plan, part)
        _demand_short(part, items, tuple(name for name in TEXT_BOUNDS if items and hasattr(items[0], name)))
    _demand_short("reservations", plan.reservations, ("reason",))
    _demand_short("networks", plan.networks, ("name", "notes"))


def _demand_short(part: str, items: Sequence[Any], names: Sequence[str]) -> None:
    for number, item in enumerate(items):
        for name in names:
            text = getattr(item, name)
            if text:
                where = QT_TRANSLATE_NOOP("operations", "In the plan: {part}, entry {number}, field {field}.")
                checked_text(name, text, Message("operations", where, {"field": name, "number": number + 1, "part": part}))


def _build_devices(edit: Edit, plan: Plan, types: dict[str, int], halls: Ids, racks: Ids) -> Ids:
    for device in plan.devices:
        places = sum(place is not None for place in (device.rack, device.hall, device.parent))
        if places > 1 or (device.rack is None) != (device.position is None) or (device.position or 0) < 0:
            text = QT_TRANSLATE_NOOP("operations", "{name} has no unique position in the plan.")
            raise Refused(Message("operations", text, {"name": device.name}))
    names = (
        "name",
        "slot",
        "position",
        "face",
        "side",
        "x_mm",
        "y_mm",
        "angle_ddeg",
        "role",
        "status",
        "serial",
        "asset",
        "notes",
        "phase",
    )
    ids = _insert(
        edit,
        "device",
        plan.devices,
        names,
        type_id=np.array([types[device.type] for device in plan.devices], np.int64),
        rack_id=_refer(racks, (device.rack for device in plan.devices)),
        hall_id=_refer(halls, (device.hall for device in plan.devices)),
    )
    for device_id, device in zip(ids.tolist(), plan.devices, strict=True):
        if device.parent is not None:
            edit.update("device", device_id, parent_id=int(ids[device.parent]))
    return ids


def _insert(edit: Edit, table: str, items: tuple[Any, ...], names: tuple[str, ...], **columns: Array) -> Ids:
    values: dict[str, Any] = {name: [getattr(item, name) for item in items] for name in names}
    return edit.insert_many(table, values | columns)


def _refer(ids: Ids, places: Iterable[int | None]) -> Ids:
    return np.array([ABSENT if place is None else ids[place] for place in places], np.int64)
