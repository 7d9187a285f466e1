"""New racks, rows and floor devices at a place of the floor."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_rows import row_end, row_extension
from gpudesk.derived.floor.floor_trial import FloorTrial, Tried
from gpudesk.operations.floor.floor_operations import demand
from gpudesk.operations.floor.halls import create_rack, create_row
from gpudesk.operations.floor.rack_names import free_rack_name
from gpudesk.operations.floor.rows import MOST_RACKS
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.operations.run.new_names import checked_name, counted_names
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


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
    """Add racks of one type side by side from a floor position, in a row or in none; returns their ids.

    Raises:
        Refused: the count is out of bounds, the type is not a rack, or one would overlap an object or extend out of the hall.
    """
    if not 1 <= count <= MOST_RACKS:
        text = QT_TRANSLATE_NOOP("operations", "You can add 1 to {most} racks at a time.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_RACKS}))
    edit.row("hall", hall_id)
    type_id = use_type(edit, type_key)
    wide = edit.types[type_id].number("outer_width_mm") or float(TILE_MM)
    turn = np.radians(angle_ddeg / 10)
    ahead = np.arange(count) * wide
    names = counted_names(first_name, count) if first_name else [""] * count
    racks = []
    for name, step in zip(names, ahead.tolist(), strict=True):
        x, y = round(x_mm + step * np.cos(turn)), round(y_mm + step * np.sin(turn))
        racks.append(create_rack(edit, type_key, row_id, hall_id, name, x, y, angle_ddeg, phase))
    demand_new(edit, [("rack", rack_id) for rack_id in racks])
    first, last = str(edit.row("rack", racks[0])["name"]), str(edit.row("rack", racks[-1])["name"])
    text = QT_TRANSLATE_NOOP("operations", "Add rack {name}")
    if count > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} racks, {first} to {last}")
    edit.title = Message(_CONTEXT, text, {"name": first, "count": count, "first": first, "last": last})
    return racks


@operation
def extend_row(edit: Edit, row_id: int, count: int = 1) -> list[int]:
    """Add racks like the last one to the end of a row, at the pitch of its racks and with matching names; returns their ids.

    Raises:
        Refused: the count is out of bounds, the row has no racks, or one would overlap an object or extend out of the hall.
    """
    if not 1 <= count <= MOST_RACKS:
        text = QT_TRANSLATE_NOOP("operations", "You can add 1 to {most} racks at a time.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_RACKS}))
    row = edit.row("rack_row", row_id)
    end = row_end(edit.columns, edit.types, row_id)
    if end is None:
        text = QT_TRANSLATE_NOOP("operations", "Row {name} has no rack yet to continue from.")
        raise Refused(Message(_CONTEXT, text, {"name": str(row["name"])}))
    racks = edit.columns("rack")
    last = edit.row("rack", int(racks.ids[end.rack]))
    kind, extension = edit.types[int(last["type_id"])], row_extension(edit.columns, end, count)
    rack_ids = []
    for x, y, angle in zip(extension.x_mm.tolist(), extension.y_mm.tolist(), extension.angle_ddeg.tolist(), strict=True):
        name = free_rack_name(edit, row_id)
        rack_ids.append(create_rack(edit, kind.key, row_id, None, name, x, y, angle, int(last["phase"])))
    demand_new(edit, [("rack", rack_id) for rack_id in rack_ids])
    text = QT_TRANSLATE_NOOP("operations", "Extend row {name} by {count} {count|rack|racks}")
    edit.title = Message(_CONTEXT, text, {"name": str(row["name"]), "count": count})
    return rack_ids


def demand_new(edit: Edit, standings: Sequence[Standing]) -> None:
    """Require that new objects in a hall have valid positions."""
    hall_id = int(edit.row(*standings[0])["hall_id"])
    trial = FloorTrial(edit.columns, edit.types, Tried.standing(edit.columns, edit.types, standings), hall_id, fresh=True)
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
    """Place one rack or floor device of a type on the floor; returns its table and id.

    Args:
        row_id: the row that a rack joins; it is named like the others there, and gets the phase of the row if none is given.

    Raises:
        Refused: it is neither rack nor floor device, or it would overlap an object or a keep-out area, or be out of the hall.
    """
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    if kind.family is Family.RACK:
        if row_id is not None:
            name = checked_name(name) or free_rack_name(edit, row_id)
            phase = int(edit.row("rack_row", row_id)["phase"]) if phase is None else phase
        standing = ("rack", create_rack(edit, type_key, row_id, hall_id, name, x_mm, y_mm, angle_ddeg, 1 if phase is None else phase))
    else:
        standing = (
            "device",
            place_on_floor(edit, type_key, hall_id, x_mm, y_mm, angle_ddeg, name, phase=1 if phase is None else phase),
        )
    demand_new(edit, [standing])
    return standing


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
        text = QT_TRANSLATE_NOOP("operations", "Add row {name} with {count} {count|rack|racks}")
    edit.title = Message(_CONTEXT, text, {"name": row, "count": count})
    return row_id
