"""Floor items together with racks, and with each other: moved, rotated, copied; the pitch of a row."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.floor_items import CONTAINMENTS
from gpudesk.core.floor.outline import turned
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_item_shapes import item_shapes
from gpudesk.operations.cabling.pathway_operations import move_pathways
from gpudesk.operations.copies.floor_copies import copy_on_floor, duplicate_on_floor
from gpudesk.operations.floor.floor_item_operations import move_floor_item, move_floor_items
from gpudesk.operations.floor.floor_operations import Group, move_on_floor, move_to_hall
from gpudesk.operations.run.new_names import CopyNames
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_ITEM, _WAY = "floor_item", "pathway"
MOST_COPIES = 1000
"""The most floor items that one step copies."""
PITCH_MM = (100, 10_000)
"""The least and greatest distance from rack to rack of a row."""


@operation
def move_things(edit: Edit, objects: Sequence[Standing], dx_mm: int, dy_mm: int) -> None:
    """Move racks, rows, floor devices and floor items together; see `move_on_floor` and `move_floor_items`.

    Args:
        objects: table ("rack", "rack_row", "device", "floor_item" or "pathway") and id of each.
    """
    ways = [row_id for table, row_id in objects if table == _WAY]
    if ways:
        move_pathways(edit, ways, dx_mm, dy_mm)
        objects = [moved for moved in objects if moved[0] != _WAY]
        if not objects:
            return
    items, standing = _parted(objects)
    aisles = [item_id for item_id in items if edit.row(_ITEM, item_id)["kind"] in CONTAINMENTS] if standing else []
    others = [item_id for item_id in items if item_id not in aisles]
    if others:
        # First, so that they are not in the way where they were.
        move_floor_items(edit, others, dx_mm, dy_mm)
    if standing or not items:
        before = [_lies(edit, _ITEM, item_id) for item_id in aisles]
        move_on_floor(edit, standing, dx_mm, dy_mm)
        # Closed aisles go along with the rows around them.
        left = [item_id for item_id, place in zip(aisles, before, strict=True) if _lies(edit, _ITEM, item_id) == place]
        if left:
            move_floor_items(edit, left, dx_mm, dy_mm)
    if (items and standing) or ways:
        text = QT_TRANSLATE_NOOP("operations", "Move {count} floor {count|object|objects}")
        edit.title = Message(_CONTEXT, text, {"count": len(items) + len(standing) + len(ways)})


@operation
def move_things_to_hall(edit: Edit, objects: Sequence[Standing], hall_id: int, dx_mm: int | None = None, dy_mm: int | None = None) -> None:
    """Put racks, rows and floor devices into another hall, and floor items along with them; see `move_to_hall`."""
    items, standing = _parted(objects)
    first = Group(edit, standing, hall_id=hall_id).standing[0]
    before = _lies(edit, *first)
    move_to_hall(edit, standing, hall_id, dx_mm, dy_mm)
    if items:
        move_floor_items_to(edit, items, hall_id, *_way(before, _lies(edit, *first)))
        text = QT_TRANSLATE_NOOP("operations", "Move {count} {count|object|objects} to {hall}")
        values: dict[str, Value] = {"count": len(objects), "hall": str(edit.row("hall", hall_id)["name"])}
        edit.title = Message(_CONTEXT, text, values)


@operation
def copy_things(
    edit: Edit, objects: Sequence[Standing], dx_mm: int | None = None, dy_mm: int | None = None, hall_id: int | None = None
) -> list[Standing]:
    """Copy racks, rows and floor devices, and floor items with them; returns the copies.

    Args:
        dx_mm, dy_mm: distance from the originals; by default the nearest place with enough room, see `duplicate_on_floor`.
    """
    items, standing = _parted(objects)
    first = Group(edit, standing, copies=True, hall_id=hall_id).standing[0]
    if dx_mm is None or dy_mm is None:
        standings = duplicate_on_floor(edit, standing, hall_id)
        text = QT_TRANSLATE_NOOP("operations", "Duplicate {count} floor {count|object|objects}")
    else:
        standings = copy_on_floor(edit, standing, dx_mm, dy_mm, hall_id)
        text = QT_TRANSLATE_NOOP("operations", "Copy {count} floor {count|object|objects}")
    if items:
        copies = copy_floor_items(edit, items, *_way(_lies(edit, *first), _lies(edit, *standings[0])), hall_id)
        standings = [*standings, *((_ITEM, item_id) for item_id in copies)]
        edit.title = Message(_CONTEXT, text, {"count": len(objects)})
    return standings


@operation
def turn_floor_items(edit: Edit, item_ids: Sequence[int], turn_ddeg: int) -> None:
    """Turn floor items together about the middle of the least upright rectangle around them.

    Args:
        turn_ddeg: tenths of a degree, from the width of the hall toward its depth.

    Raises:
        Refused: nothing was chosen, an item is unknown, or they lie in several halls.
    """
    rows = _demand_one_hall(edit, item_ids)
    corners = [shape.corners for shape in item_shapes(edit.columns(_ITEM)) if shape.id in set(item_ids)]
    low = np.min([corner.min(axis=0) for corner in corners], axis=0)
    high = np.max([corner.max(axis=0) for corner in corners], axis=0)
    middle = (low + high) / 2
    for row in rows:
        first = np.array([[row["x_mm"], row["y_mm"]]], np.float64)
        ((x_mm, y_mm),) = (turned(first - middle, turn_ddeg) + middle).tolist()
        move_floor_item(edit, int(row["id"]), round(x_mm), round(y_mm), int(row["angle_ddeg"]) + turn_ddeg)
    text = (
        QT_TRANSLATE_NOOP("operations", "Rotate {name}")
        if len(rows) == 1
        else QT_TRANSLATE_NOOP("operations", "Rotate {count} floor {count|item|items}")
    )
    edit.title = Message(_CONTEXT, text, {"name": str(rows[0]["name"]), "count": len(rows)})


@operation
def copy_floor_items(edit: Edit, item_ids: Sequence[int], dx_mm: int, dy_mm: int, hall_id: int | None = None) -> list[int]:
    """Copy floor items to another place of their hall or of another; returns the ids of the copies.

    Raises:
        Refused: nothing was chosen, too many, or an item is unknown.
    """
    if not 1 <= len(item_ids) <= MOST_COPIES:
        text = QT_TRANSLATE_NOOP("operations", "You can make 1 to {most} copies of this at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_COPIES}))
    if hall_id is not None:
        edit.row("hall", hall_id)
    items: list[int] = []
    for item_id in dict.fromkeys(item_ids):
        row = edit.row(_ITEM, item_id)
        hall = int(row["hall_id"]) if hall_id is None else hall_id
        columns = edit.columns(_ITEM)
        names = CopyNames(columns["name"][columns["hall_id"] == hall])
        values = {name: value for name, value in row.items() if name not in ("id", "name", "hall_id")}
        name = names.after(str(row["name"]), str(row["name"]) + " ")
        items.append(edit.insert(_ITEM, **{**values, "hall_id": hall, "name": name}))
    move_floor_items(edit, items, dx_mm, dy_mm)
    first = str(edit.row(_ITEM, item_ids[0])["name"])
    text = (
        QT_TRANSLATE_NOOP("operations", "Copy {name}")
        if len(items) == 1
        else QT_TRANSLATE_NOOP("operations", "Copy {count} floor {count|item|items}")
    )
    edit.title = Message(_CONTEXT, text, {"name": first, "count": len(items)})
    return items


@operation
def move_floor_items_to(edit: Edit, item_ids: Sequence[int], hall_id: int, dx_mm: int, dy_mm: int) -> None:
    """Put floor items into another hall, so far from the place that they had in theirs; see `move_floor_items`."""
    hall = edit.row("hall", hall_id)
    move_floor_items(edit, item_ids, dx_mm, dy_mm)
    for item_id in item_ids:
        edit.update(_ITEM, item_id, hall_id=hall_id)
    text = QT_TRANSLATE_NOOP("operations", "Move {name} to {hall}")
    if len(item_ids) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Move {count} {count|object|objects} to {hall}")
    first = str(edit.row(_ITEM, item_ids[0])["name"])
    edit.title = Message(_CONTEXT, text, {"name": first, "count": len(item_ids), "hall": str(hall["name"])})


@operation
def set_row_pitch(edit: Edit, row_id: int, pitch_mm: int) -> None:
    """Place the racks of a row at a constant pitch, corner to corner; the first one stays. See `move_on_floor`.

    Raises:
        Refused: the pitch is out of bounds, or the row has fewer than two racks.
    """
    least, most = PITCH_MM
    if not least <= pitch_mm <= most:
        text = QT_TRANSLATE_NOOP("operations", "The pitch of a row must be between {least} and {most}.")
        raise Refused(Message(_CONTEXT, text, {"least": Quantity(least, "mm"), "most": Quantity(most, "mm")}))
    row = edit.row("rack_row", row_id)
    racks = edit.columns("rack")
    group = Group(edit, [("rack", rack_id) for rack_id in racks.where("row_id", row_id).tolist()], least=2)
    positions = group.trial.stands
    turn = np.radians(int(row["angle_ddeg"]) / 10)
    along = np.array([np.cos(turn), np.sin(turn)])
    at = positions.x_mm * along[0] + positions.y_mm * along[1]
    order = np.argsort(at, kind="stable")
    new_at = np.empty(len(at))
    new_at[order] = at[order[0]] + pitch_mm * np.arange(len(at))
    moved: Stands = positions.moved((new_at - at)[:, None] * along[None, :])
    group.put(moved)
    text = QT_TRANSLATE_NOOP("operations", "Space the racks of row {name} {pitch} apart")
    edit.title = Message(_CONTEXT, text, {"name": str(row["name"]), "pitch": Quantity(pitch_mm, "mm")})


def _lies(edit: Edit, table: str, row_id: int) -> tuple[int, int]:
    row = edit.row(table, row_id)
    return int(row["x_mm"]), int(row["y_mm"])


def _way(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    return end[0] - start[0], end[1] - start[1]


def _parted(objects: Sequence[Standing]) -> tuple[list[int], list[Standing]]:
    """The floor items among some objects, and the others."""
    return [row_id for table, row_id in objects if table == _ITEM], [standing for standing in objects if standing[0] != _ITEM]


def _demand_one_hall(edit: Edit, item_ids: Sequence[int]) -> list[dict[str, int | str]]:
    rows = [dict(edit.row(_ITEM, item_id)) for item_id in dict.fromkeys(item_ids)]
    if not rows:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    if len({row["hall_id"] for row in rows}) > 1:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "These objects are in several halls.")))
    return rows
