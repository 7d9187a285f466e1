"""Whole rows and several racks at once, as one step each."""

from collections.abc import Sequence

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row, delete_objects
from gpudesk.operations.run.new_names import counted_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_RACKS = 500
"""The most racks that one step adds."""


@operation
def add_racks(
    edit: Edit, type_key: str, count: int = 1, row_id: int | None = None, hall_id: int | None = None, first_name: str = "", phase: int = 1
) -> list[int]:
    """Add racks of one type to the end of a row; returns their ids.

    Without a row a new one is made in the hall; without a hall one is made as well.

    Args:
        first_name: of the first new rack; the number at its end counts up. Left out, they are named after the row.

    Raises:
        Refused: the count is out of bounds, or the type is no rack.
    """
    if not 1 <= count <= MOST_RACKS:
        text = QT_TRANSLATE_NOOP("operations", "You can add 1 to {most} racks at a time.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_RACKS}))
    if row_id is None:
        row_id = create_row(edit, create_hall(edit, phase=phase) if hall_id is None else hall_id, phase=phase)
    names = counted_names(first_name, count) if first_name else [""] * count
    racks = [create_rack(edit, type_key, row_id, name=name, phase=phase) for name in names]
    first, last = str(edit.row("rack", racks[0])["name"]), str(edit.row("rack", racks[-1])["name"])
    text = QT_TRANSLATE_NOOP("operations", "Add rack {name}")
    if count > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} racks, {first} to {last}")
    edit.title = Message(_CONTEXT, text, {"name": first, "count": count, "first": first, "last": last})
    return racks


@operation
def dissolve_rows(edit: Edit, row_ids: Sequence[int]) -> None:
    """Delete rows but keep their racks in place, in no row.

    Raises:
        Refused: a row is unknown, or none was named.
    """
    racks = edit.columns("rack")
    for row_id in row_ids:
        edit.row("rack_row", row_id)
        for rack_id in racks.where("row_id", row_id).tolist():
            edit.update("rack", rack_id, row_id=None)
    delete_objects(edit, "rack_row", row_ids)


@operation
def add_row(
    edit: Edit,
    hall_id: int | None = None,
    name: str = "",
    type_key: str = "",
    count: int = 0,
    angle_ddeg: int = 0,
    phase: int = 1,
) -> int:
    """Add a row to a hall, with `count` racks of one type in it; returns its id. Without a hall one is made.

    Raises:
        Refused: the count is out of bounds, or the type is no rack.
    """
    hall_id = create_hall(edit, phase=phase) if hall_id is None else hall_id
    row_id = create_row(edit, hall_id, name, angle_ddeg=angle_ddeg, phase=phase)
    if count:
        add_racks(edit, type_key, count, row_id, phase=phase)
    row = str(edit.row("rack_row", row_id)["name"])
    text = QT_TRANSLATE_NOOP("operations", "Add row {name}")
    if count:
        text = QT_TRANSLATE_NOOP("operations", "Add row {name} with {count} {count|rack|racks}")
    edit.title = Message(_CONTEXT, text, {"name": row, "count": count})
    return row_id
