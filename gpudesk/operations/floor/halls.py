"""Halls, rows and racks: made, moved and deleted."""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_orphans import feeds_only_of
from gpudesk.core.values.columns import ABSENT, LARGE_ROWS, Ids
from gpudesk.derived.columns.joins import places_of
from gpudesk.operations.run.new_names import checked_name, checked_phase, next_names, object_name
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import USERS, drop_if_unused, drop_unused, use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
DELETABLE = (
    "hall",
    "rack_row",
    "rack",
    "device",
    "reservation",
    "floor_item",
    "underlay",
    "power_node",
    "power_cord",
    "cooling_node",
    "cooling_service",
    "workload",
    "network",
    "network_stage",
    "pathway",
    "cable",
)

HANGS = (
    ("power_node", "fed_by_id", "power_node"),
    ("power_node", "alternate_id", "power_node"),
    ("power_node", "device_id", "device"),
    ("cooling_node", "supplies_id", "cooling_node"),
    ("cooling_node", "cooled_by_id", "cooling_node"),
    ("cooling_node", "power_node_id", "power_node"),
    ("cooling_node", "power_alternate_id", "power_node"),
    ("workload", "hall_id", "hall"),
)
"""Table, column, and the table whose deleted rows the column is cleared for."""
_SERVED = (("hall_id", "hall"), ("row_id", "rack_row"), ("rack_id", "rack"), ("device_id", "device"))


@operation
def create_hall(
    edit: Edit, name: str = "", width_mm: int = 20_000, depth_mm: int = 12_000, height_mm: int | None = None, phase: int = 1
) -> int:
    """Add a hall; returns its id.

    Raises:
        Refused: a length is not positive.
    """
    if min(width_mm, depth_mm, 1 if height_mm is None else height_mm) <= 0:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Width, depth and height of a hall must be above zero.")))
    name = checked_name(name) or next(next_names(edit.columns("hall")["name"], "Hall ", 1))
    hall_id = edit.insert("hall", name=name, width_mm=width_mm, depth_mm=depth_mm, height_mm=height_mm, phase=checked_phase(phase))
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add hall {name}"), {"name": name})
    return hall_id


@operation
def create_row(
    edit: Edit, hall_id: int, name: str = "", x_mm: int = 1200, y_mm: int | None = None, angle_ddeg: int = 0, phase: int = 1
) -> int:
    """Add a row of racks to a hall; returns its id. By default, `y_mm` is 3.6 m behind the last row (rack, cold and hot aisle)."""
    edit.row("hall", hall_id)
    rows = edit.columns("rack_row")
    here = rows["hall_id"] == hall_id
    if y_mm is None:
        y_mm = int(rows["y_mm"][here].max()) + 3600 if here.any() else 1200
    name = checked_name(name) or next_row_name(rows["name"][here].tolist())
    row_id = edit.insert(
        "rack_row", hall_id=hall_id, name=name, x_mm=x_mm, y_mm=y_mm, angle_ddeg=angle_ddeg % 3600, phase=checked_phase(phase)
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add row {name}"), {"name": name})
    return row_id


def next_row_name(taken: Sequence[str]) -> str:
    """The first of A, B … Z, AA … that is not taken."""
    letters = [chr(code) for code in range(ord("A"), ord("Z") + 1)]
    names = letters + [first + second for first in letters for second in letters]
    return next((name for name in names if name not in taken), f"Row {len(taken) + 1}")


@operation
def create_rack(
    edit: Edit,
    type_key: str,
    row_id: int | None = None,
    hall_id: int | None = None,
    name: str = "",
    x_mm: int | None = None,
    y_mm: int | None = None,
    angle_ddeg: int | None = None,
    phase: int = 1,
) -> int:
    """Add a rack to a row (at its end) or anywhere in a hall; returns its id.

    Raises:
        Refused: the type is no rack, or neither a row nor a hall is named.
    """
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    if kind.family is not Family.RACK:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} is not a rack."), {"model": kind.title}))
    racks = edit.columns("rack")
    if row_id is not None:
        row = edit.row("rack_row", row_id)
        hall_id = int(row["hall_id"])
        mates = np.flatnonzero(racks["row_id"] == row_id)
        angle_ddeg = int(row["angle_ddeg"]) if angle_ddeg is None else angle_ddeg
        if x_mm is None or y_mm is None:
            x_mm, y_mm = end_of_row(edit, row_id)
        name = checked_name(name) or next(next_names(racks["name"][mates], str(row["name"]), 2))
    elif hall_id is None:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A rack must be in a row or in a hall.")))
    else:
        edit.row("hall", hall_id)
        name = checked_name(name) or next(next_names(racks["name"], "Rack ", 1))
    rack_id = edit.insert(
        "rack",
        hall_id=hall_id,
        row_id=row_id,
        type_id=type_id,
        name=name,
        x_mm=x_mm or 0,
        y_mm=y_mm or 0,
        angle_ddeg=(angle_ddeg or 0) % 3600,
        phase=checked_phase(phase),
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add rack {name}"), {"name": name})
    return rack_id


@operation
def set_rack_type(edit: Edit, rack_ids: Sequence[int], type_key: str) -> None:
    """Change the type of racks; their contents stay at their units, and the checks report what no longer fits.

    Raises:
        Refused: nothing was selected, a rack is unknown, or the type is not a rack.
    """
    if not rack_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    names = [str(edit.row("rack", rack_id)["name"]) for rack_id in rack_ids]
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    if kind.family is not Family.RACK:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} is not a rack."), {"model": kind.title}))
    for rack_id in rack_ids:
        edit.update("rack", rack_id, type_id=type_id)
    drop_unused(edit)
    text = QT_TRANSLATE_NOOP("operations", "Change {name} to {model}")
    if len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Change {count} {count|rack|racks} to {model}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names), "model": kind.title})


def end_of_row(edit: Edit, row_id: int) -> tuple[int, int]:
    """Position of the next rack of a row, in mm: next to the one that extends farthest along the row."""
    row, racks = edit.row("rack_row", row_id), edit.columns("rack")
    x_mm, y_mm, angle = int(row["x_mm"]), int(row["y_mm"]), radians(int(row["angle_ddeg"]) / 10)
    mates = np.flatnonzero(racks["row_id"] == row_id)
    if not len(mates):
        return x_mm, y_mm
    along = cos(angle), sin(angle)
    widths = np.nan_to_num(edit.types.numbers("outer_width_mm", racks["type_id"][mates]), nan=600.0)
    reach = (racks["x_mm"][mates] - x_mm) * along[0] + (racks["y_mm"][mates] - y_mm) * along[1] + widths
    farthest = float(reach.max())
    return round(x_mm + farthest * along[0]), round(y_mm + farthest * along[1])


@operation
def move_rack(edit: Edit, rack_id: int, x_mm: int, y_mm: int, angle_ddeg: int | None = None) -> None:
    """Put a rack elsewhere in its hall."""
    rack = edit.row("rack", rack_id)
    edit.update("rack", rack_id, x_mm=x_mm, y_mm=y_mm, angle_ddeg=int(rack["angle_ddeg"]) if angle_ddeg is None else angle_ddeg % 3600)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Move rack {name}"), {"name": str(rack["name"])})


@operation
def delete_objects(edit: Edit, table: str, ids: Sequence[int]) -> None:
    """Delete objects and all their contents.

    Raises:
        Refused: an object is unknown or of a kind that cannot be deleted here.
    """
    delete_all(edit, {table: ids})


@operation
def delete_all(edit: Edit, objects: Mapping[str, Sequence[int]]) -> None:
    """Delete objects of several tables and all their contents, as one step.

    Feeds that fed only deleted racks or floor objects are deleted with them; the feed of a PDU that is removed from its rack stays.

    Args:
        objects: table → ids.

    Raises:
        Refused: an object is unknown or of a kind that cannot be deleted here.
    """
    names: list[str] = []
    for table, ids in objects.items():
        if table not in DELETABLE:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{table} cannot be deleted this way."), {"table": table}))
        names.extend(object_name(table, edit.row(table, row_id)) for row_id in ids)
    if not names:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    content = _with_content(edit, objects)
    feeds = _feeds_that_go(edit, objects, dict(content))
    if len(feeds):
        content = _with_content(edit, {**objects, "power_node": [*objects.get("power_node", ()), *feeds.tolist()]})
    types = _types_let_go(edit, dict(content))
    for name, row_ids in reversed(content):
        edit.delete_many(name, row_ids)
    _let_go(edit, dict(content))
    drop_if_unused(edit, types)
    text = QT_TRANSLATE_NOOP("operations", "Delete {names}")
    if len(names) > 3:
        text = QT_TRANSLATE_NOOP("operations", "Delete {count} {count|object|objects}")
    if len(feeds):
        text = QT_TRANSLATE_NOOP("operations", "Delete {names} and {feeds} unused {feeds|feed|feeds}")
        if len(names) > 3:
            text = QT_TRANSLATE_NOOP("operations", "Delete {count} {count|object|objects} and {feeds} unused {feeds|feed|feeds}")
    edit.title = Message(_CONTEXT, text, {"names": tuple(names[:3]), "count": len(names), "feeds": len(feeds)})


def _feeds_that_go(edit: Edit, objects: Mapping[str, Sequence[int]], gone: Mapping[str, Ids]) -> Ids:
    """The feeds of racks and floor objects to delete, without those deleted anyway."""
    nobody, devices = np.empty(0, np.int64), edit.columns("device")
    going = gone.get("device", nobody)
    racks = devices["rack_id"][devices.positions(going)]
    taken_out = np.isin(going, list(objects.get("device", ()))) & (racks != ABSENT) & ~np.isin(racks, gone.get("rack", nobody))
    leaving = going[~taken_out]
    if not len(leaving):
        return nobody
    nodes, cords, cooling = (edit.columns(table) for table in ("power_node", "power_cord", "cooling_node"))
    return np.setdiff1d(feeds_only_of(nodes, cords, cooling, leaving), gone.get("power_node", nobody))


def _let_go(edit: Edit, gone: Mapping[str, Ids]) -> None:
    """Clear references to deleted power and cooling nodes, devices and halls; objects that used them stay."""
    for table, column, other in HANGS:
        if other not in gone:
            continue
        nodes = edit.columns(table)
        for node_id in nodes.ids[places_of(nodes[column], gone[other])].tolist():
            edit.update(table, node_id, **{column: None})


def _types_let_go(edit: Edit, gone: Mapping[str, Ids]) -> Ids:
    """The types that rows name which are to go."""
    type_ids = [np.empty(0, np.int64)]
    for table, column in USERS:
        if table in gone:
            columns = edit.columns(table)
            type_ids.append(columns.at(column, columns.positions(gone[table])))
    return np.concatenate(type_ids)


def _with_content(edit: Edit, objects: Mapping[str, Sequence[int]]) -> list[tuple[str, Ids]]:
    """The objects deleted together, containers first."""
    ids_by_table: dict[str, Ids] = {name: np.array(sorted(set(objects.get(name, ()))), np.int64) for name in DELETABLE}

    def add(name: str, column: str, owners: Ids) -> None:
        if len(owners):
            columns = edit.columns(name)
            # The orders of large tables cost nothing to keep; those of small ones cost more than a look at all rows.
            places = columns.among(column, owners) if columns.rows >= LARGE_ROWS else places_of(columns[column], owners)
            ids_by_table[name] = np.union1d(ids_by_table[name], columns.at("id", places))

    add("rack_row", "hall_id", ids_by_table["hall"])
    add("rack", "hall_id", ids_by_table["hall"])
    add("rack", "row_id", ids_by_table["rack_row"])
    add("device", "hall_id", ids_by_table["hall"])
    add("device", "rack_id", ids_by_table["rack"])
    add("reservation", "rack_id", ids_by_table["rack"])
    add("floor_item", "hall_id", ids_by_table["hall"])
    add("underlay", "hall_id", ids_by_table["hall"])
    add("power_node", "hall_id", ids_by_table["hall"])
    before = -1
    while len(ids_by_table["device"]) != before:
        before = len(ids_by_table["device"])
        add("device", "parent_id", ids_by_table["device"])
    add("power_cord", "device_id", ids_by_table["device"])
    add("power_cord", "from_device_id", ids_by_table["device"])
    add("power_cord", "from_node_id", ids_by_table["power_node"])
    for column, table in (("hall_id", "hall"), ("rack_id", "rack"), ("device_id", "device")):
        add("cooling_node", column, ids_by_table[table])
    for column, table in (*_SERVED, ("cooling_id", "cooling_node")):
        add("cooling_service", column, ids_by_table[table])
    add("network_stage", "network_id", ids_by_table["network"])
    add("pathway", "hall_id", ids_by_table["hall"])
    add("pathway", "to_hall_id", ids_by_table["hall"])
    add("cable", "network_id", ids_by_table["network"])
    add("cable", "a_device_id", ids_by_table["device"])
    add("cable", "b_device_id", ids_by_table["device"])
    return [(name, row_ids) for name, row_ids in ids_by_table.items() if len(row_ids)]
