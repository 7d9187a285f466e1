"""What differs between two states: objects that came, went, moved or changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT, Columns
from gpudesk.project.snapshot import Snapshot

PLACEMENT = frozenset(
    [
        "rack_id",
        "hall_id",
        "row_id",
        "parent_id",
        "slot",
        "position",
        "face",
        "side",
        "x_mm",
        "y_mm",
        "angle_ddeg",
        "right_x_mm",
        "right_y_mm",
    ]
)
COMPARED = (
    "phase",
    "hall",
    "rack_row",
    "rack",
    "device",
    "reservation",
    "floor_item",
    "underlay",
    "catalog_item",
    "site_value",
    "baseline_value",
    "severity",
    "exclusion",
    "setting",
)


class Sort(StrEnum):
    """How an object differs."""

    CAME = "came"
    WENT = "went"
    MOVED = "moved"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One object that differs; `columns` holds (column, before, after) of what changed or moved."""

    table: str
    sort: Sort
    left_id: int | None
    right_id: int | None
    name: str
    columns: tuple[tuple[str, Any, Any], ...] = ()


def compare(left: Snapshot, right: Snapshot, *, same_project: bool) -> list[Difference]:
    """The differences from `left` to `right`, table by table.

    Args:
        same_project: both are states of one project, so ids name the same objects; otherwise name and serial decide.
    """
    found: list[Difference] = []
    for table in COMPARED:
        if table in left.tables and table in right.tables:
            pairs = _by_id(left[table], right[table]) if same_project else _by_name(left[table], right[table])
            found.extend(_table(table, left[table], right[table], list(pairs), references=same_project))
    return found


Pair = tuple[int | None, int | None]


def _by_id(left: Columns, right: Columns) -> Iterable[Pair]:
    ids = np.union1d(left.ids, right.ids)
    in_left, in_right = ((columns.positions(ids) != ABSENT).tolist() for columns in (left, right))
    for row_id, there, here in zip(ids.tolist(), in_left, in_right, strict=True):
        yield row_id if there else None, row_id if here else None


def _by_name(left: Columns, right: Columns) -> Iterable[Pair]:
    waiting: dict[tuple[str, ...], list[int]] = {}
    for row_id, key in _keys(right):
        waiting.setdefault(key, []).append(row_id)
    for row_id, key in _keys(left):
        partners = waiting.get(key)
        yield row_id, partners.pop(0) if partners else None
    for partners in waiting.values():
        for row_id in partners:
            yield None, row_id


def _keys(columns: Columns) -> Iterator[tuple[int, tuple[str, ...]]]:
    names = [name for name in ("serial", "name", "key", "role", "rule", "finding", "number") if name in columns]
    if "serial" in names:
        for row_id, serial, name in zip(columns.ids.tolist(), columns["serial"], columns["name"], strict=True):
            yield row_id, ("serial", serial) if serial else ("name", name)
        return
    keys = names or [name for name in columns if name != "id"]
    for row_id, *values in zip(columns.ids.tolist(), *(columns[name] for name in keys), strict=True):
        yield row_id, tuple(str(value) for value in values)


def _table(table: str, left: Columns, right: Columns, pairs: Sequence[Pair], *, references: bool) -> Iterator[Difference]:
    label = next((name for name in ("name", "key", "rule", "finding") if name in left), "id")
    skipped = {"id"} if references else {name for name in left if name == "id" or name.endswith("_id")}
    if references and left.equals(right):
        return
    compared = [name for name in left if name not in skipped]
    for place in _unequal(left, right, pairs, compared):
        left_id, right_id = pairs[place]
        if left_id is None and right_id is not None:
            yield Difference(table, Sort.CAME, None, right_id, str(right.row(right_id)[label]))
        elif right_id is None and left_id is not None:
            yield Difference(table, Sort.WENT, left_id, None, str(left.row(left_id)[label]))
        elif left_id is not None and right_id is not None:
            before, after = left.row(left_id), right.row(right_id)
            changed = tuple((name, before[name], after.get(name)) for name in compared if before[name] != after.get(name))
            if changed:
                moved = all(name in PLACEMENT for name, _, _ in changed)
                yield Difference(table, Sort.MOVED if moved else Sort.CHANGED, left_id, right_id, str(after[label]), changed)


def _unequal(left: Columns, right: Columns, pairs: Sequence[Pair], compared: Sequence[str]) -> list[int]:
    """The places of the pairs of which one side is missing or some column differs, found column by column."""
    at_left, at_right = (
        columns.positions(np.array([ABSENT if pair[side] is None else pair[side] for pair in pairs], np.int64))
        for side, columns in enumerate((left, right))
    )
    both = np.flatnonzero((at_left != ABSENT) & (at_right != ABSENT))
    unequal = np.ones(len(pairs), bool)
    unequal[both] = False
    for name in compared:
        if name not in right:
            unequal[both] = True
            break
        unequal[both] |= left[name][at_left[both]] != right[name][at_right[both]]
    found: list[int] = np.flatnonzero(unequal).tolist()
    return found
