"""New racks and rows at a place of the floor, and copies of what stands there."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.errors import Refused
from gpudesk.core.floor import TILE_MM, Stands, repeating_shift
from gpudesk.core.hardware import Family
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.placement import Reals
from gpudesk.derived.floor import Standing
from gpudesk.derived.floor_trial import FloorTrial, Tried
from gpudesk.operations.copying import copy_nested
from gpudesk.operations.devices import place_on_floor
from gpudesk.operations.floor import Group, demand
from gpudesk.operations.halls import create_rack, create_row
from gpudesk.operations.library import use_type
from gpudesk.operations.naming import CopyNames, checked_name, counted_names, device_stem
from gpudesk.operations.rack_names import free_rack_name
from gpudesk.operations.repeat import copy_content, demand_inside
from gpudesk.operations.rows import MOST_RACKS
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_COPIES = 1000
"""The most racks and floor devices that one step copies."""


@operation
def racks_at(
    edit: Edit,
    type_key: str,
    hall_id: int,
    x_mm: int,
    y_mm: int,
    angle_ddeg: int = 0,
    count: int = 1,
    row_id: int | None = None,
    first_name: str = "",
    phase: int = 1,
) -> list[int]:
    """Add racks of one type side by side from a place of the floor on, in a row or in none; returns their ids.

    Raises:
        Refused: the count is out of bounds, the type is no rack, or one would stand on something or reach out of the hall.
    """
    if not 1 <= count <= MOST_RACKS:
        text = QT_TRANSLATE_NOOP("operations", "Between 1 and {most} racks are added at a time.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_RACKS}))
    edit.row("hall", hall_id)
    type_id = use_type(edit, type_key)
    wide = edit.types[type_id].number("outer_width_mm") or float(TILE_MM)
    turn = np.radians(angle_ddeg / 10)
    ahead = np.arange(count) * wide
    names = counted_names(first_name, count) if first_name else [""] * count
    made = []
    for name, step in zip(names, ahead.tolist(), strict=True):
        x, y = round(x_mm + step * np.cos(turn)), round(y_mm + step * np.sin(turn))
        made.append(create_rack(edit, type_key, row_id, hall_id, name, x, y, angle_ddeg, phase))
    demand_new(edit, [("rack", rack_id) for rack_id in made])
    first, last = str(edit.row("rack", made[0])["name"]), str(edit.row("rack", made[-1])["name"])
    text = QT_TRANSLATE_NOOP("operations", "Add rack {name}")
    if count > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} racks, {first} to {last}")
    edit.title = Message(_CONTEXT, text, {"name": first, "count": count, "first": first, "last": last})
    return made


def demand_new(edit: Edit, made: Sequence[Standing]) -> None:
    """Demand that things that just came to a hall can stand where they do."""
    hall_id = int(edit.row(*made[0])["hall_id"])
    trial = FloorTrial(edit.columns, edit.types, Tried.standing(edit.columns, edit.types, made), hall_id, fresh=True)
    demand(trial.judge(trial.stands))


@operation
def put_new(
    edit: Edit,
    type_key: str,
    hall_id: int,
    x_mm: int,
    y_mm: int,
    angle_ddeg: int = 0,
    row_id: int | None = None,
    name: str = "",
    phase: int | None = None,
) -> Standing:
    """Put one rack or floor device of a type on the floor; returns its table and id.

    Args:
        row_id: the row that a rack joins; it is named after the others there, and belongs to the phase of the row if none is given.

    Raises:
        Refused: it is neither rack nor floor device, or it would stand on something, where nothing may stand, or out of the hall.
    """
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    if kind.family is Family.RACK:
        if row_id is not None:
            name = checked_name(name) or free_rack_name(edit, row_id)
            phase = int(edit.row("rack_row", row_id)["phase"]) if phase is None else phase
        made = ("rack", create_rack(edit, type_key, row_id, hall_id, name, x_mm, y_mm, angle_ddeg, 1 if phase is None else phase))
    else:
        made = (
            "device",
            place_on_floor(edit, type_key, hall_id, x_mm, y_mm, angle_ddeg, name, phase=1 if phase is None else phase),
        )
    demand_new(edit, [made])
    return made


@operation
def row_at(
    edit: Edit,
    hall_id: int,
    x_mm: int,
    y_mm: int,
    angle_ddeg: int = 0,
    name: str = "",
    type_key: str = "",
    count: int = 0,
    phase: int = 1,
) -> int:
    """Add a row that begins at a place of the floor, with `count` racks of one type in it; returns its id. See `racks_at`."""
    row_id = create_row(edit, hall_id, name, x_mm, y_mm, angle_ddeg, phase)
    if count:
        racks_at(edit, type_key, hall_id, x_mm, y_mm, angle_ddeg, count, row_id, phase=phase)
    row = str(edit.row("rack_row", row_id)["name"])
    text = QT_TRANSLATE_NOOP("operations", "Add row {name}")
    if count:
        text = QT_TRANSLATE_NOOP("operations", "Add row {name} with {count} racks")
    edit.title = Message(_CONTEXT, text, {"name": row, "count": count})
    return row_id


@operation
def repeat_on_floor(edit: Edit, objects: Sequence[Standing], count: int, pitch_mm: int | None = None) -> list[Standing]:
    """Repeat racks and floor devices, with what is in them, along the width of the first one; returns the copies.

    Args:
        count: so many copies of the group.
        pitch_mm: from one to the next, less than 0 to the left; without it they stand side by side.

    Raises:
        Refused: the count is out of bounds, or a copy would stand on something or reach out of the hall.
    """
    group = Group(edit, objects, copies=True)
    if not 1 <= count <= MOST_COPIES // len(group.standing):
        text = QT_TRANSLATE_NOOP("operations", "Between 1 and {most} copies can be made of this at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_COPIES // len(group.standing)}))
    made = _copied(edit, group, repeating_shift(group.trial.shapes, pitch_mm, count), group.hall_id)
    text = QT_TRANSLATE_NOOP("operations", "Repeat {name}, {copies} new")
    edit.title = group.title(text, text, copies=str(len(made)))
    return made


@operation
def copy_on_floor(edit: Edit, objects: Sequence[Standing], dx_mm: int, dy_mm: int, hall_id: int | None = None) -> list[Standing]:
    """Copy racks and floor devices, with what is in them, to another place of their hall or of another; returns the copies.

    Raises:
        Refused: too many, or a copy would stand on something or reach out of the hall.
    """
    group = Group(edit, objects, copies=True, hall_id=hall_id)
    if len(group.standing) > MOST_COPIES:
        text = QT_TRANSLATE_NOOP("operations", "Between 1 and {most} copies can be made of this at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_COPIES}))
    made = _copied(edit, group, np.array([[dx_mm, dy_mm]], np.float64), group.hall_id)
    one, many = QT_TRANSLATE_NOOP("operations", "Copy {name}"), QT_TRANSLATE_NOOP("operations", "Copy {count} things on the floor")
    edit.title = group.title(one, many)
    return made


def _copied(edit: Edit, group: Group, shifts: Reals, hall_id: int) -> list[Standing]:
    """Copies of a group, one for each shift of shape (copies, 2)."""
    copies, now = len(shifts), group.trial.stands
    size = len(group.standing)
    again = Stands(*(np.tile(column, copies) for column in (now.x_mm, now.y_mm, now.angle_ddeg))).moved(np.repeat(shifts, size, axis=0))
    demand(group.trial.judge(again))
    racks, devices = edit.columns("rack"), edit.columns("device")
    rack_names, device_names = CopyNames(racks["name"]), CopyNames(devices["name"])
    made: list[Standing] = []
    for place, (table, row_id) in enumerate(group.standing):
        mine = [
            {"x_mm": int(again.x_mm[at]), "y_mm": int(again.y_mm[at]), "angle_ddeg": int(again.angle_ddeg[at])}
            for at in range(place, size * copies, size)
        ]
        new = (
            _rack_copies(edit, row_id, mine, hall_id, rack_names) if table == "rack" else _copies(edit, row_id, mine, hall_id, device_names)
        )
        made.extend((table, each) for each in new)
    return made


def _rack_copies(edit: Edit, rack_id: int, stands: Sequence[dict[str, int]], hall_id: int, names: CopyNames) -> list[int]:
    demand_inside(edit, rack_id)
    rack = edit.row("rack", rack_id)
    kept = {name: rack[name] for name in ("type_id", "rail_depth_mm", "notes", "phase")}
    row_id = rack["row_id"] if rack["hall_id"] == hall_id else None
    made = [
        edit.insert("rack", hall_id=hall_id, row_id=row_id, name=names.after(str(rack["name"]), "Rack "), **kept, **stand)
        for stand in stands
    ]
    copy_content(edit, rack_id, made)
    return made


def _copies(edit: Edit, device_id: int, stands: Sequence[dict[str, int]], hall_id: int, names: CopyNames) -> list[int]:
    device = edit.row("device", device_id)
    kept = {name: device[name] for name in ("type_id", "role", "notes", "phase", "face")}
    stem = device_stem(edit.types[int(device["type_id"])])
    made = [edit.insert("device", hall_id=hall_id, name=names.after(str(device["name"]), stem), **kept, **stand) for stand in stands]
    copy_nested(edit, np.full(len(made), device_id, np.int64), np.array(made, np.int64), names)
    return made
