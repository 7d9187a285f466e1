"""A plan is built into the project: templates, pasted parts and sizing results alike."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT, Array, Ids
from gpudesk.core.errors import Refused
from gpudesk.core.floor_items import item_corners
from gpudesk.core.hardware import Family
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan import Plan, PlanFloorItem, PlanHall
from gpudesk.core.texts import TEXT_BOUNDS, checked_text
from gpudesk.operations.floor_items import add_floor_item
from gpudesk.operations.library import use_plan_type
from gpudesk.operations.naming import checked_name
from gpudesk.operations.run import operation
from gpudesk.operations.site import name_phase, set_site_value
from gpudesk.project.edit import Edit


@operation
def build(edit: Edit, plan: Plan) -> Ids:
    """Make everything that `plan` holds; returns the ids of its devices in the plan's order.

    Overlaps are built as they are: the checks report them.

    Raises:
        Refused: a catalog entry is unknown, a rack is of a type that is none, a text is too long, or a device lies below the first unit
            or in two places at once.
    """
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
    for number, name in plan.phases.items():
        name_phase(edit, number, name)
    for key, value in plan.site.items():
        set_site_value(edit, key, value)
    halls = _insert(edit, "hall", plan.halls, tuple(field.name for field in fields(PlanHall)))
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
    edit.title = Message("operations", QT_TRANSLATE_NOOP("operations", "Build {name}"), {"name": plan.name or "–"})
    return devices


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


def _demand_short_texts(plan: Plan) -> None:
    """Demand that every text of the plan is one that a person could have typed; the refusal says where it stands."""
    checked_name(plan.name)
    for part, items in (("halls", plan.halls), ("rows", plan.rows), ("racks", plan.racks), ("devices", plan.devices)):
        _demand_short(part, items, tuple(name for name in TEXT_BOUNDS if items and hasattr(items[0], name)))
    _demand_short("reservations", plan.reservations, ("reason",))


def _demand_short(part: str, items: Sequence[Any], names: Sequence[str]) -> None:
    for number, item in enumerate(items):
        for name in names:
            text = getattr(item, name)
            if text:
                where = QT_TRANSLATE_NOOP("operations", "It is {field} of number {number} of the {part} of the plan.")
                checked_text(name, text, Message("operations", where, {"field": name, "number": number + 1, "part": part}))


def _build_devices(edit: Edit, plan: Plan, types: dict[str, int], halls: Ids, racks: Ids) -> Ids:
    for device in plan.devices:
        places = sum(place is not None for place in (device.rack, device.hall, device.parent))
        if places > 1 or (device.rack is None) != (device.position is None) or (device.position or 0) < 0:
            text = QT_TRANSLATE_NOOP("operations", "{name} has no clear place in the plan.")
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
