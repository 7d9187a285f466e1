"""Racks named after where they stand."""

from collections import Counter
from collections.abc import Sequence
from itertools import count

import numpy as np

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.name_pattern import checked_pattern, made_name
from gpudesk.derived.floor_items import planned_names, rows_in_order
from gpudesk.operations.naming import CopyNames, checked_name
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def rename_racks(
    edit: Edit, hall_id: int, pattern: str | None = None, row_ids: Sequence[int] | None = None, first_row: int = 1, first: int = 1
) -> list[str]:
    """Name the racks of a hall, or of some of its rows, by a pattern; returns the new names (preview: `derived.floor_items.planned_names`).

    Args:
        pattern: such as `R{row:02}-{n:02}`; left out, that of the hall. One that is given is kept with the hall.
        first_row, first: the numbers of the first row and of the first rack of each row.

    Raises:
        Refused: there is no pattern or no rack, or two racks of the project would have one name.
    """
    hall = edit.row("hall", hall_id)
    used = checked_pattern(str(hall["rack_names"]) if pattern is None else pattern)
    if not used:
        raise Refused(
            Message(
                _CONTEXT, QT_TRANSLATE_NOOP("operations", "{hall} has no pattern for the names of its racks."), {"hall": str(hall["name"])}
            )
        )
    racks = edit.columns("rack")
    planned = planned_names(hall, edit.columns("rack_row"), racks, used, row_ids, first_row, first)
    if not planned:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "No rack stands in these rows.")))
    others = racks["name"][~np.isin(racks.ids, [each.rack for each in planned])].tolist()
    counts = Counter([each.new for each in planned])
    counts.update(name for name in others if name in counts)
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        text = QT_TRANSLATE_NOOP("operations", "Two racks would be called {name}.")
        raise Refused(Message(_CONTEXT, text, {"name": twice[0]}))
    for each in planned:
        if each.new != each.old:
            edit.update("rack", each.rack, name=checked_name(each.new))
    if used != hall["rack_names"]:
        edit.update("hall", hall_id, rack_names=used)
    names = [each.new for each in planned]
    values: dict[str, Value] = {"count": len(names), "first": names[0], "last": names[-1]}
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Name {count} racks, {first} to {last}"), values)
    return names


def free_rack_name(edit: Edit, row_id: int) -> str:
    """The name of one more rack in a row: the next number after the last rack there, else what the pattern of the hall makes.

    Returns "" where neither says anything; `create_rack` then names it after the row.
    """
    racks, row = edit.columns("rack"), edit.row("rack_row", row_id)
    mates = np.flatnonzero(racks["row_id"] == row_id)
    turn = np.radians(int(row["angle_ddeg"]) / 10)
    along = racks["x_mm"][mates] * np.cos(turn) + racks["y_mm"][mates] * np.sin(turn)
    last = str(racks["name"][mates[np.argmax(along)]]) if len(mates) else ""
    if last[-1:].isdecimal():
        return CopyNames(racks["name"]).after(last, "")
    hall = edit.row("hall", int(row["hall_id"]))
    pattern = str(hall["rack_names"])
    if not pattern:
        return ""
    taken = set(racks["name"].tolist())
    number = next(place for place, each in enumerate(rows_in_order(hall, edit.columns("rack_row")), 1) if each == row_id)
    values: dict[str, str | int] = {"hall": str(hall["name"]), "row": number, "row_name": str(row["name"])}
    return next(name for n in count(len(mates) + 1) if (name := made_name(pattern, {**values, "n": n})) not in taken)
