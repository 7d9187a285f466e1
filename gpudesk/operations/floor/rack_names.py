"""Rack names by location."""

from collections import Counter
from collections.abc import Sequence
from itertools import count

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.names.name_pattern import checked_pattern, made_name
from gpudesk.derived.floor.floor_item_shapes import planned_names, rows_in_order
from gpudesk.operations.run.new_names import CopyNames, checked_name, counted_names
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def rename_racks(
    edit: Edit, hall_id: int, pattern: str | None = None, row_ids: Sequence[int] | None = None, first_row: int = 1, first: int = 1
) -> list[str]:
    """Name the racks of a hall, or of some of its rows, by a pattern; returns the new names (preview:
    `derived.floor.floor_item_shapes.planned_names`).

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
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{hall} has no naming pattern for its racks."), {"hall": str(hall["name"])})
        )
    racks = edit.columns("rack")
    planned = planned_names(hall, edit.columns("rack_row"), racks, used, row_ids, first_row, first)
    if not planned:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "These rows have no racks.")))
    others = racks["name"][~np.isin(racks.ids, [renaming.rack for renaming in planned])].tolist()
    counts = Counter([renaming.new for renaming in planned])
    counts.update(name for name in others if name in counts)
    twice = [name for name, count in counts.items() if count > 1]
    if twice:
        text = QT_TRANSLATE_NOOP("operations", "Two racks would be named {name}.")
        raise Refused(Message(_CONTEXT, text, {"name": twice[0]}))
    for renaming in planned:
        if renaming.new != renaming.old:
            edit.update("rack", renaming.rack, name=checked_name(renaming.new))
    if used != hall["rack_names"]:
        edit.update("hall", hall_id, rack_names=used)
    names = [renaming.new for renaming in planned]
    values: dict[str, Value] = {"count": len(names), "first": names[0], "last": names[-1]}
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Name {count} racks, {first} to {last}"), values)
    return names


def free_rack_name(edit: Edit, row_id: int) -> str:
    """The name of an additional rack in a row: the next number of most racks there, else from the pattern of the hall.

    Returns "" if neither gives one; `create_rack` then names it after the row.
    """
    racks, row = edit.columns("rack"), edit.row("rack_row", row_id)
    mates = np.flatnonzero(racks["row_id"] == row_id)
    counted = [name for name in racks["name"][mates].tolist() if name[-1:].isdecimal()]
    if counted:
        # A rack that came from another row keeps its name and says nothing about this one.
        stems = Counter(name.rstrip("0123456789") for name in counted)
        stem = max(stems, key=lambda candidate: stems[candidate])
        return CopyNames(racks["name"]).after(max(name for name in counted if name.rstrip("0123456789") == stem), "")
    hall = edit.row("hall", int(row["hall_id"]))
    pattern = str(hall["rack_names"])
    if not pattern:
        return ""
    taken = set(racks["name"].tolist())
    number = next(place for place, ordered_id in enumerate(rows_in_order(hall, edit.columns("rack_row")), 1) if ordered_id == row_id)
    values: dict[str, str | int] = {"hall": str(hall["name"]), "row": number, "row_name": str(row["name"])}
    return next(name for n in count(len(mates) + 1) if (name := made_name(pattern, {**values, "n": n})) not in taken)


@operation
def name_racks_from(edit: Edit, rack_ids: Sequence[int], name: str) -> list[str]:
    """Name racks in floor order: hall by hall, row by row, along the row; returns the new names.

    Args:
        name: of the first one, with its number incremented; or a pattern such as `{row_name}{n:02}`, which restarts in each row.

    Raises:
        Refused: nothing was selected, the pattern is invalid, or two racks of the project would have the same name.
    """
    name = checked_name(name)
    if not rack_ids or not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    ordered = _as_they_stand(edit, rack_ids)
    names = _by_pattern(edit, ordered, checked_pattern(name)) if {"{", "}"} & set(name) else counted_names(name, len(ordered))
    racks = edit.columns("rack")
    others = set(racks["name"][~np.isin(racks.ids, ordered)].tolist())
    counts = Counter(names)
    twice = next((new_name for new_name in names if new_name in others or counts[new_name] > 1), None)
    if twice is not None:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Two racks would be named {name}."), {"name": twice}))
    for rack_id, new in zip(ordered, names, strict=True):
        edit.update("rack", rack_id, name=checked_name(new))
    values: dict[str, Value] = {"count": len(names), "first": names[0], "last": names[-1]}
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Name {count} racks, {first} to {last}"), values)
    return names


def _as_they_stand(edit: Edit, rack_ids: Sequence[int]) -> list[int]:
    """Racks hall by hall, row by row and along their row; those in no row come last, from the front of the hall to its back."""
    rows = edit.columns("rack_row")
    numbers: dict[int, int] = {}

    def key(rack_id: int) -> tuple[float, ...]:
        rack = edit.row("rack", rack_id)
        hall_id, row_id = int(rack["hall_id"]), rack["row_id"]
        if row_id is None:
            return hall_id, len(rows.ids), int(rack["y_mm"]), int(rack["x_mm"]), rack_id
        if row_id not in numbers:
            numbers.update({ordered_id: place for place, ordered_id in enumerate(rows_in_order(edit.row("hall", hall_id), rows))})
        turn = np.radians(int(edit.row("rack_row", int(row_id))["angle_ddeg"]) / 10)
        along = float(int(rack["x_mm"]) * np.cos(turn) + int(rack["y_mm"]) * np.sin(turn))
        return hall_id, numbers[int(row_id)], along, 0.0, rack_id

    return sorted(dict.fromkeys(rack_ids), key=key)


def _by_pattern(edit: Edit, ordered: Sequence[int], pattern: str) -> list[str]:
    """The names that a pattern makes for racks in their order."""
    rows, names = edit.columns("rack_row"), []
    numbers: Counter[object] = Counter()
    for rack_id in ordered:
        rack = edit.row("rack", rack_id)
        hall, row_id = edit.row("hall", int(rack["hall_id"])), rack["row_id"]
        numbers[row_id] += 1
        row_number = 0 if row_id is None else rows_in_order(hall, rows).index(int(row_id)) + 1
        row_name = "" if row_id is None else str(edit.row("rack_row", int(row_id))["name"])
        names.append(made_name(pattern, {"hall": str(hall["name"]), "row": row_number, "row_name": row_name, "n": numbers[row_id]}))
    return names
