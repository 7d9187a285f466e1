"""Racks named after where they stand."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.name_pattern import checked_pattern
from gpudesk.derived.floor_items import planned_names
from gpudesk.operations.naming import checked_name
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
