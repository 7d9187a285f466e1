"""Copies of racks, rows and floor devices on the floor, with everything that is in them."""

from collections.abc import Iterator, Sequence

import numpy as np

from gpudesk.core.floor.floor import TILE_MM, Stands, repeating_shift
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_rows import rows_of_copies
from gpudesk.operations.copies.cable_copies import copy_cables
from gpudesk.operations.copies.cooling_copies import copy_row_cooling
from gpudesk.operations.copies.copied_names import CopiedNames
from gpudesk.operations.copies.copying import copy_nested
from gpudesk.operations.copies.repeat import copy_content, demand_inside
from gpudesk.operations.floor.floor_operations import Group, demand
from gpudesk.operations.floor.halls import next_row_name
from gpudesk.operations.run.new_names import CopyNames, device_stem
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_COPIES = 1000
"""The most racks and floor devices that one step copies."""
_AISLE_MM = 1200
"""Copies of whole rows leave that much before them."""
_MOST_TRIED = 200


@operation
def repeat_on_floor(edit: Edit, objects: Sequence[Standing], count: int, pitch_mm: int | None = None) -> list[Standing]:
    """Repeat racks and floor devices, with their contents, along the width of the first one; returns the copies.

    Args:
        count: number of copies of the group.
        pitch_mm: from one to the next, negative to the left; by default they are side by side.

    Raises:
        Refused: the count is out of bounds, or a copy would overlap an object or extend out of the hall.
    """
    group = Group(edit, objects, copies=True)
    if not 1 <= count <= MOST_COPIES // len(group.standing):
        text = QT_TRANSLATE_NOOP("operations", "You can make 1 to {most} copies of this at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_COPIES // len(group.standing)}))
    standings = _copied(edit, group, repeating_shift(group.trial.shapes, pitch_mm, count), group.hall_id)
    text = QT_TRANSLATE_NOOP("operations", "Repeat {name}, copies: {copies}")
    edit.title = group.title(text, text, copies=str(len(standings)))
    return standings


@operation
def copy_on_floor(edit: Edit, objects: Sequence[Standing], dx_mm: int, dy_mm: int, hall_id: int | None = None) -> list[Standing]:
    """Copy racks and floor devices, with their contents, to another place in their hall or another hall; returns the copies.

    Raises:
        Refused: too many, or a copy would overlap an object or extend out of the hall.
    """
    group = Group(edit, objects, copies=True, hall_id=hall_id)
    if len(group.standing) > MOST_COPIES:
        text = QT_TRANSLATE_NOOP("operations", "You can make 1 to {most} copies of this at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_COPIES}))
    standings = _copied(edit, group, np.array([[dx_mm, dy_mm]], np.float64), group.hall_id)
    one, many = QT_TRANSLATE_NOOP("operations", "Copy {name}"), QT_TRANSLATE_NOOP("operations", "Copy {count} floor {count|object|objects}")
    edit.title = group.title(one, many)
    return standings


@operation
def duplicate_on_floor(edit: Edit, objects: Sequence[Standing], hall_id: int | None = None) -> list[Standing]:
    """Copy racks, rows and floor devices, with their contents, to the nearest free place; returns the copies.

    Next to the originals along their row, on either side; whole rows in front of or behind them, with an aisle; and in another
    hall at the same place or the nearest one with room for all of it.

    Raises:
        Refused: too many, or there is no room.
    """
    group = Group(edit, objects, copies=True, hall_id=hall_id)
    if len(group.standing) > MOST_COPIES:
        text = QT_TRANSLATE_NOOP("operations", "You can make 1 to {most} copies of this at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_COPIES}))
    shift = next(
        (candidate for candidate in _near_shifts(group) if group.trial.judge(group.trial.stands.shifted(*candidate)).allowed), None
    )
    if shift is None:
        text = QT_TRANSLATE_NOOP("operations", "{hall} has no space for all of this in this arrangement.")
        raise Refused(Message(_CONTEXT, text, {"hall": str(edit.row("hall", group.hall_id)["name"])}))
    standings = _copied(edit, group, np.array([shift], np.float64), group.hall_id)
    one, many = (
        QT_TRANSLATE_NOOP("operations", "Duplicate {name}"),
        QT_TRANSLATE_NOOP("operations", "Duplicate {count} floor {count|object|objects}"),
    )
    edit.title = group.title(one, many)
    return standings


def _near_shifts(group: Group) -> Iterator[tuple[float, float]]:
    """Possible positions for a copy of a group, the preferred ones first."""
    if group.leaves_hall:
        yield 0.0, 0.0
    shapes = group.trial.shapes
    along, deep = (side[0] / max(float(np.linalg.norm(side[0])), 1e-9) for side in (shapes.along, shapes.deep))
    wide, far = (_extent_mm(shapes.corners() @ axis) for axis in (along, deep))
    sideways = [(side * step * wide * along).tolist() for step in range(1, _MOST_TRIED) for side in (1, -1)]
    # Rows repeat behind or before themselves with an aisle between, then tile by tile farther away.
    steps = [far + _AISLE_MM + TILE_MM * tile for tile in range(_MOST_TRIED)]
    across = [(side * step * deep).tolist() for step in steps for side in (1, -1)]
    ordered = [*across, *sideways] if group.rows else [*sideways, *across]
    yield from ((x, y) for x, y in ordered)


def _extent_mm(values: Reals) -> float:
    return float(values.max() - values.min())


def _copied(edit: Edit, group: Group, shifts: Reals, hall_id: int) -> list[Standing]:
    """Copies of a group, one for each shift of shape (copies, 2)."""
    copies, now = len(shifts), group.trial.stands
    size = len(group.standing)
    again = Stands(*(np.tile(column, copies) for column in (now.x_mm, now.y_mm, now.angle_ddeg))).moved(np.repeat(shifts, size, axis=0))
    demand(group.trial.judge(again))
    rows = _rows_of(edit, group, again, hall_id)
    names = CopiedNames(edit)
    standings: list[Standing] = []
    pairs: list[tuple[Ids, Ids]] = []
    for place, (table, row_id) in enumerate(group.standing):
        positions = [
            {"x_mm": int(again.x_mm[at]), "y_mm": int(again.y_mm[at]), "angle_ddeg": int(again.angle_ddeg[at])}
            for at in range(place, size * copies, size)
        ]
        if table == "rack":
            new, copied = _rack_copies(edit, row_id, positions, hall_id, rows[row_id], names)
        else:
            new, copied = _copies(edit, row_id, positions, hall_id, names)
        standings.extend((table, copy_id) for copy_id in new)
        pairs.append(copied)
    if pairs:
        copy_cables(edit, *(np.concatenate(part) for part in zip(*pairs, strict=True)))
    return standings


def _rows_of(edit: Edit, group: Group, again: Stands, hall_id: int) -> dict[int, list[int | None]]:
    """The row of each copy of each rack: a new one for a row copied as a whole, else the one next to whose racks it is."""
    racks = edit.columns("rack")
    size = len(group.standing)
    new_rows = {row_id: _row_copies(edit, group, again, row_id, hall_id) for row_id in group.rows}
    rows_of_rack: dict[int, list[int | None]] = {}
    for place, (table, rack_id) in enumerate(group.standing):
        if table != "rack":
            continue
        own = int(racks["row_id"][racks.position(rack_id)])
        if own in new_rows:
            rows_of_rack[rack_id] = list(new_rows[own])
            continue
        which = slice(place, None, size)
        positions = Stands(again.x_mm[which], again.y_mm[which], again.angle_ddeg[which])
        width = np.full(len(positions), group.trial.width_mm[place])
        rows = rows_of_copies(edit.columns, edit.types, hall_id, positions, width, own)
        rows_of_rack[rack_id] = [None if row == ABSENT else row for row in rows.tolist()]
    return rows_of_rack


def _row_copies(edit: Edit, group: Group, again: Stands, row_id: int, hall_id: int) -> list[int]:
    """Rows like one that is copied as a whole, one for each copy."""
    row, size = edit.row("rack_row", row_id), len(group.standing)
    first = next((place for place, thing in enumerate(group.standing) if thing in group.in_rows), None)
    row_ids = []
    for copy in range(len(again) // max(size, 1)):
        shift = (0, 0)
        if first is not None:
            at = copy * size + first
            now = group.trial.stands
            shift = int(again.x_mm[at] - now.x_mm[first]), int(again.y_mm[at] - now.y_mm[first])
        rows = edit.columns("rack_row")
        name = next_row_name(rows["name"][rows["hall_id"] == hall_id].tolist())
        values = {key: row[key] for key in ("angle_ddeg", "notes", "phase")}
        place_mm = {"x_mm": int(row["x_mm"]) + shift[0], "y_mm": int(row["y_mm"]) + shift[1]}
        row_ids.append(edit.insert("rack_row", hall_id=hall_id, name=name, **place_mm, **values))
    copy_row_cooling(edit, row_id, row_ids)
    return row_ids


def _rack_copies(
    edit: Edit, rack_id: int, stands: Sequence[dict[str, int]], hall_id: int, rows: Sequence[int | None], names: CopiedNames
) -> tuple[list[int], tuple[Ids, Ids]]:
    demand_inside(edit, rack_id)
    rack = edit.row("rack", rack_id)
    values = {name: rack[name] for name in ("type_id", "rail_depth_mm", "notes", "phase")}
    rack_ids = []
    for stand, row_id in zip(stands, rows, strict=True):
        name = _name_in_row(edit, rack, row_id, names.of("rack"))
        rack_ids.append(edit.insert("rack", hall_id=hall_id, row_id=row_id, name=name, **values, **stand))
    return rack_ids, copy_content(edit, rack_id, rack_ids, names)


def _name_in_row(edit: Edit, rack: dict[str, object], row_id: int | None, names: CopyNames) -> str:
    """Name of a copy: that of the original with the row name at its start replaced by that of the other row; else the next one."""
    old, own = str(rack["name"]), rack["row_id"]
    if row_id is not None and isinstance(own, int) and row_id != own:
        before, after = (str(edit.row("rack_row", rack_row_id)["name"]) for rack_row_id in (own, row_id))
        if before and old.startswith(before):
            return names.own(after + old.removeprefix(before), "Rack ")
    return names.after(old, "Rack ")


def _copies(
    edit: Edit, device_id: int, stands: Sequence[dict[str, int]], hall_id: int, names: CopiedNames
) -> tuple[list[int], tuple[Ids, Ids]]:
    device = edit.row("device", device_id)
    values = {name: device[name] for name in ("type_id", "role", "notes", "phase", "face")}
    stem = device_stem(edit.types[int(device["type_id"])])
    device_ids = [
        edit.insert("device", hall_id=hall_id, name=names.of("device").after(str(device["name"]), stem), **values, **stand)
        for stand in stands
    ]
    return device_ids, copy_nested(edit, np.full(len(device_ids), device_id, np.int64), np.array(device_ids, np.int64), names)
