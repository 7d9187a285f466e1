"""The same again: up the rack, over other racks, filling one with a type, and from the clipboard."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import Face, Side
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.racks.placement import outside, taken_side
from gpudesk.core.values.columns import Ids
from gpudesk.derived.racks.device_placement import Spot, blocked_racks, placed_in, rack_half_units, span_name
from gpudesk.derived.templates.power_to_template import taken_power
from gpudesk.derived.templates.template_cables import taken_cables
from gpudesk.operations.copies.bay_devices import repeat_in_bays
from gpudesk.operations.copies.cable_copies import copy_cables, lay_planned
from gpudesk.operations.copies.cooling_copies import copy_rack_cooling
from gpudesk.operations.copies.copied_names import CopiedNames
from gpudesk.operations.copies.copying import copy_nested, insert_copies, spread
from gpudesk.operations.copies.power_copies import paste_cords
from gpudesk.operations.floor.halls import create_rack
from gpudesk.operations.racks.device_operations import demand_way, has_room, place_device, spot_of
from gpudesk.operations.run.new_names import CopyNames, checked_name, checked_phase, device_stem
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_plan_type, use_type
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"


@operation
def duplicate_up(edit: Edit, device_ids: Sequence[int], count: int | None = None) -> list[int]:
    """Repeat a group of devices of one rack above itself, `count` times or until nothing fits; returns the ids of the copies.

    The group keeps its spacing; each copy goes to the lowest place above the last where all of it fits. Half-width devices on one
    side first fill the other half of their units, then continue up by halves. Devices in bays fill the free bays of their holders.

    Raises:
        Refused: the devices are not in one rack, or not even one copy fits.
    """
    group = [edit.row("device", device_id) for device_id in device_ids]
    if group and all(device["parent_id"] is not None for device in group):
        return repeat_in_bays(edit, group, count)
    rack_ids = {device["rack_id"] for device in group}
    if len(rack_ids) != 1 or None in rack_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select devices in one rack to repeat them upward.")))
    rack_id = int(group[0]["rack_id"])
    spots = [spot_of(device) for device in group]
    base = min(spot.position for spot in spots)
    height = max(int(device["position"]) + max(1, edit.types[int(device["type_id"])].height_half_units) for device in group) - base
    top = int(rack_half_units(edit.columns("rack"), edit.types, np.array([rack_id]))[0])
    names = CopiedNames(edit)
    step = 1 if any(int(device["position"]) % 2 or edit.types[int(device["type_id"])].height_half_units % 2 for device in group) else 2
    copy_ids: list[int] = []
    ways = _ways(edit, group)
    shift = height if len(ways) == 1 else 0
    copies = 0
    while (count is None or copies < count) and base + shift + height <= top:
        before = copies
        for way in ways:
            moved = [replace(spot.shifted(shift), side=side) for spot, side in zip(spots, way, strict=True)]
            fits = all(has_room(edit, edit.types[int(device["type_id"])], spot) for device, spot in zip(group, moved, strict=True))
            if fits and (count is None or copies < count):
                copy_ids.extend(_copy(edit, device, spot, names.of("device")) for device, spot in zip(group, moved, strict=True))
                copies += 1
        # The originals take one half of the lowest place.
        shift += height if copies > before or not shift else step
    if not copy_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "No space above for another copy.")))
    copy_cables(edit, *copy_nested(edit, np.tile(np.array(device_ids, np.int64), copies), np.array(copy_ids, np.int64), names))
    text = QT_TRANSLATE_NOOP("operations", "Repeat {name} up the rack, copies: {count}")
    edit.title = Message(_CONTEXT, text, {"name": str(group[0]["name"]), "count": len(copy_ids)})
    return copy_ids


def _ways(edit: Edit, group: Sequence[dict[str, Any]]) -> list[tuple[int | None, ...]]:
    """The sides for copies of a group: its own, or left and right alternately if all of it is half-width on one side."""
    kinds = [edit.types[int(device["type_id"])] for device in group]
    own = tuple(taken_side(kind, device["side"]) for kind, device in zip(kinds, group, strict=True))
    if not all(kind.half_wide for kind in kinds) or len(set(own)) > 1:
        return [own]
    return [(int(side),) * len(group) for side in Side]


@operation
def fill_pattern(edit: Edit, device_ids: Sequence[int], rack_ids: Sequence[int]) -> tuple[list[int], list[int]]:
    """Repeat the arrangement of some devices, at the same units, in other racks.

    Returns:
        The ids of the copies, and the racks that were left out because something did not fit.

    Raises:
        Refused: no rack took the pattern.
    """
    group = [edit.row("device", device_id) for device_id in device_ids]
    if not group or any(device["rack_id"] is None for device in group):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select devices in a rack as the pattern.")))
    targets = np.unique(np.array([row_id for row_id in rack_ids if edit.row("rack", row_id)], np.int64))
    columns = spread(edit, group, targets)
    tried = columns | {"id": np.arange(len(columns["id"]), dtype=np.int64)}
    blocked = blocked_racks(edit.columns("device"), edit.columns("rack"), edit.columns("reservation"), edit.types, tried)
    chosen = ~np.isin(columns["rack_id"], blocked)
    if not chosen.any():
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "None of the racks has space for this arrangement at the same units."))
        )
    originals = {name: values[chosen] for name, values in columns.items()}
    names = CopiedNames(edit)
    copy_ids = insert_copies(edit, originals, names.of("device"))
    copy_cables(edit, *copy_nested(edit, originals["id"], copy_ids, names))
    text = QT_TRANSLATE_NOOP("operations", "Fill {count} {count|rack|racks} like {rack}")
    source = str(edit.row("rack", int(group[0]["rack_id"]))["name"])
    edit.title = Message(_CONTEXT, text, {"count": len(targets) - len(blocked), "rack": source})
    return copy_ids.tolist(), blocked.tolist()


@operation
def duplicate_rack(edit: Edit, rack_id: int, count: int = 1) -> list[int]:
    """Add copies of a rack, with its devices and reservations, at the end of its row (or next to it, if in none); returns the ids.

    Raises:
        Refused: the rack is unknown, a device in it is outside its units, or `count` is not between 1 and 1000.
    """
    if not 1 <= count <= 1000:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "You can make 1 to 1000 copies at once.")))
    rack = edit.row("rack", rack_id)
    kind = edit.types[int(rack["type_id"])]
    demand_inside(edit, rack_id)
    racks = edit.columns("rack")
    mates = np.ones(racks.rows, bool) if rack["row_id"] is None else racks["row_id"] == rack["row_id"]
    names = CopyNames(racks["name"][mates])
    rack_ids: list[int] = []
    for copy in range(1, count + 1):
        name = names.after(str(rack["name"]), "Rack ")
        if rack["row_id"] is None:
            x_mm = int(rack["x_mm"]) + copy * round(kind.number("outer_width_mm") or 600)
            new = create_rack(edit, kind.key, None, rack["hall_id"], name, x_mm, rack["y_mm"], rack["angle_ddeg"], rack["phase"])
        else:
            new = create_rack(edit, kind.key, rack["row_id"], name=name, phase=rack["phase"])
        edit.update("rack", new, rail_depth_mm=rack["rail_depth_mm"], notes=rack["notes"])
        rack_ids.append(new)
    copy_cables(edit, *copy_content(edit, rack_id, rack_ids, CopiedNames(edit)))
    text = QT_TRANSLATE_NOOP("operations", "Duplicate rack {rack}, copies: {count}")
    edit.title = Message(_CONTEXT, text, {"rack": str(rack["name"]), "count": count})
    return rack_ids


def demand_inside(edit: Edit, rack_id: int) -> None:
    """Require that all contents of a rack are within its units, if their number is known."""
    rack_ids = np.array([rack_id], np.int64)
    top = rack_half_units(edit.columns("rack"), edit.types, rack_ids)
    devices, reserved = edit.columns("device"), edit.columns("reservation")
    placed = placed_in(devices, edit.columns("rack"), edit.types, rack_ids)
    wrong = [str(devices["name"][devices.position(int(device_id))]) for device_id in placed.device[outside(placed.low, placed.high, top)]]
    low, high = reserved["position"], reserved["position"] + reserved["height"]
    beyond = (reserved["rack_id"] == rack_id) & outside(low, high, top)
    wrong += [span_name(int(low[place]), int(high[place])) for place in np.flatnonzero(beyond)]
    if wrong and top[0]:
        text = QT_TRANSLATE_NOOP("operations", "Rack {rack} cannot be copied while {names} is outside its units.")
        fix = QT_TRANSLATE_NOOP("operations", "Move it inside, or remove it from the rack.")
        rack = str(edit.row("rack", rack_id)["name"])
        raise Refused(Message(_CONTEXT, text, {"rack": rack, "names": tuple(wrong[:3])}), Message(_CONTEXT, fix))


def copy_content(edit: Edit, rack_id: int, racks: Sequence[int], names: CopiedNames) -> tuple[Ids, Ids]:
    """Copy the devices and reservations of a rack into others, at the same units; returns originals and copies as `copy_nested`."""
    pairs = np.empty(0, np.int64), np.empty(0, np.int64)
    group = [edit.row("device", device_id) for device_id in edit.columns("device").where("rack_id", rack_id).tolist()]
    if group:
        columns = spread(edit, group, np.array(racks, np.int64))
        pairs = copy_nested(edit, columns["id"], insert_copies(edit, columns, names.of("device")), names)
    for reserved_id in edit.columns("reservation").where("rack_id", rack_id).tolist():
        reserved = {name: value for name, value in edit.row("reservation", reserved_id).items() if name not in ("id", "rack_id")}
        for new in racks:
            edit.insert("reservation", rack_id=new, **reserved)
    copy_rack_cooling(edit, rack_id, racks, names)
    return pairs


@operation
def fill_rack(
    edit: Edit, type_key: str, rack_id: int, first: int = 0, gap: int = 0, count: int | None = None, face: int = Face.FRONT, role: str = ""
) -> list[int]:
    """Place devices of one type in a rack from a position upward, wherever there is room; returns their ids.

    Half-width devices fill both halves of their units before continuing.

    Args:
        first: lowest half unit to start from.
        gap: half units left free above each device.
        count: maximum number; by default as many as fit.

    Raises:
        Refused: not even one fits, or the place, the gap or the count is invalid.
    """
    demand_way(first, face, None)
    if gap < 0 or (count is not None and count < 1):
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A gap must not be negative, and a rack requires at least one device."))
        )
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    rack = edit.row("rack", rack_id)
    top = int(rack_half_units(edit.columns("rack"), edit.types, np.array([rack_id]))[0])
    height = max(1, kind.height_half_units)
    step = 1 if height % 2 or first % 2 else 2
    position = first
    device_ids: list[int] = []
    sides: tuple[int | None, ...] = tuple(map(int, Side)) if kind.half_wide else (None,)
    while position + height <= top and (count is None or len(device_ids) < count):
        filled = len(device_ids)
        for side in sides:
            if (count is None or len(device_ids) < count) and has_room(edit, kind, Spot(rack_id, position, Face(face), side)):
                device_ids.append(place_device(edit, type_key, rack_id, position, face, side, role=role))
        position += height + gap if len(device_ids) > filled else step
    if not device_ids:
        text = QT_TRANSLATE_NOOP("operations", "{rack} has no space for {model}.")
        raise Refused(Message(_CONTEXT, text, {"rack": str(rack["name"]), "model": kind.title}))
    text = QT_TRANSLATE_NOOP("operations", "Fill {rack} with {count} × {model}")
    edit.title = Message(_CONTEXT, text, {"rack": str(rack["name"]), "count": len(device_ids), "model": kind.title})
    return device_ids


def copied(snapshot: Snapshot, device_ids: Sequence[int]) -> Plan:
    """Devices of one or more racks, with their contents, as a plan for the clipboard; racks are represented by their place."""
    table = snapshot["device"]
    chosen = set(device_ids)
    devices = [row for device_id in device_ids if (row := table.row(device_id))["parent_id"] not in chosen]
    holders = set(np.unique(table["parent_id"]).tolist())
    parents: list[int | None] = [None] * len(devices)
    known = {device["id"] for device in devices}
    for place, device in enumerate(devices):
        if device["id"] not in holders:
            continue
        # The list grows while it is walked: what sits in what sits in a device comes last.
        inside = [row_id for row_id in table.where("parent_id", device["id"]).tolist() if row_id not in known]
        known.update(inside)
        devices.extend(table.row(row_id) for row_id in inside)
        parents.extend([place] * len(inside))
    rack_ids = list(dict.fromkeys(device["rack_id"] for device in devices if device["rack_id"] is not None))
    types = snapshot.types
    parts = []
    for device, parent in zip(devices, parents, strict=True):
        rack = None if device["rack_id"] is None or parent is not None else rack_ids.index(device["rack_id"])
        parts.append(_part(device, types[int(device["type_id"])].key, rack, parent))
    racks = [snapshot["rack"].row(int(rack_id)) for rack_id in rack_ids]
    halls = (PlanHall("–"),) if racks else ()
    stand_ins = tuple(PlanRack(types[int(rack["type_id"])].key, 0, str(rack["name"])) for rack in racks)
    place_of = {int(device["id"]): place for place, device in enumerate(devices)}
    nodes, cords = taken_power(snapshot, np.empty(0, np.int64), {}, place_of, phases=True)
    cables, networks = taken_cables(snapshot, place_of)
    keys = {part.type for part in parts} | {cord.type for cord in cords if cord.type}
    keys |= {key for cable in cables for key in (cable.type, cable.a_module, cable.b_module) if key}
    bodies: dict[str, Any] = {key: types[type_id].body for key in keys if (type_id := types.id_of(key)) is not None}
    plan = Plan("", halls=halls, racks=stand_ins, devices=tuple(parts), types=bodies, power_nodes=nodes, power_cords=cords)
    return replace(plan, cables=cables, networks=networks)


def _part(device: dict[str, Any], type_key: str, rack: int | None, parent: int | None) -> PlanDevice:
    """A device of the project as part of a plan; serial and asset numbers are not copied."""
    values = {name: device[name] for name in ("name", "slot", "face", "side", "role", "notes", "phase")}
    return PlanDevice(type=type_key, rack=rack, parent=parent, position=device["position"] if rack is not None else None, **values)


@operation
def paste(edit: Edit, plan: Plan, rack_id: int, position: int | None = None) -> list[int]:
    """Place the devices of a clipboard plan in a rack, with their contents; returns the ids of those in the rack.

    They keep their spacing; the lowest goes to `position`, or to the nearest place above its own unit (then below) where all fit.

    Raises:
        Refused: they do not fit, or the plan contains no device in a rack.
    """
    parts = [device for device in plan.devices if device.position is not None]
    if not parts:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The clipboard contains no rack devices.")))
    for part in plan.devices:
        use_plan_type(edit, plan, part.type)
    rack = edit.row("rack", rack_id)
    base = min(part.position or 0 for part in parts)
    top = int(rack_half_units(edit.columns("rack"), edit.types, np.array([rack_id]))[0])
    starts = [position] if position is not None else [*range(base, top, 2), *range(base - 2, -1, -2)]
    for start in starts:
        if not _all_fit(edit, parts, rack_id, start - base):
            continue
        device_ids = _pasted(edit, plan, rack_id, start - base)
        text = QT_TRANSLATE_NOOP("operations", "Paste {count} {count|device|devices} into {rack}")
        edit.title = Message(_CONTEXT, text, {"count": len(device_ids), "rack": str(rack["name"])})
        return device_ids
    text = QT_TRANSLATE_NOOP("operations", "{rack} has no space for the clipboard contents.")
    raise Refused(Message(_CONTEXT, text, {"rack": str(rack["name"])}))


def _all_fit(edit: Edit, parts: Sequence[PlanDevice], rack_id: int, shift: int) -> bool:
    types = edit.types
    for part in parts:
        kind_id, position = types.id_of(part.type), (part.position or 0) + shift
        if kind_id is None or position < 0:
            return False
        demand_way(position, part.face, part.side)
        if not has_room(edit, types[kind_id], Spot(rack_id, position, Face(part.face), part.side)):
            return False
    return True


def _pasted(edit: Edit, plan: Plan, rack_id: int, shift: int) -> list[int]:
    """Place the rack devices of the plan, their contents, and the cords between them."""
    names = CopyNames(edit.columns("device")["name"])
    standing: list[int] = []
    id_of_part: dict[int, int] = {}
    for number, part in enumerate(plan.devices):
        type_id = use_plan_type(edit, plan, part.type)
        if part.position is not None:
            name = names.own(part.name, device_stem(edit.types[type_id]))
            place = (rack_id, part.position + shift, part.face, part.side)
            id_of_part[number] = place_device(edit, part.type, *place, name=name, role=part.role, phase=part.phase)
            standing.append(id_of_part[number])
        elif part.parent in id_of_part:
            texts = {column: checked_text(column, getattr(part, column)) for column in ("slot", "role", "notes")}
            name = checked_name(names.own(part.name, device_stem(edit.types[type_id])))
            values = {"face": part.face, "side": part.side, "phase": checked_phase(part.phase)}
            id_of_part[number] = edit.insert("device", type_id=type_id, parent_id=id_of_part[part.parent], name=name, **values, **texts)
    paste_cords(edit, plan, id_of_part, rack_id)
    lay_planned(edit, plan, id_of_part)
    return standing


def _copy(edit: Edit, device: dict[str, Any], spot: Spot, names: CopyNames) -> int:
    kind = edit.types[int(device["type_id"])]
    name = names.after(str(device["name"]), device_stem(kind))
    place = (spot.rack_id, spot.position, int(spot.face), spot.side)
    return place_device(edit, kind.key, *place, name=name, role=str(device["role"]), phase=device["phase"])
