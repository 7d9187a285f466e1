"""What differs between two states: objects that came, went, moved or changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, overload

import numpy as np

from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Array, Columns, Ids, plain
from gpudesk.project.pairing import REFERENCES, Pairs, pair_up
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
    "power_node",
    "power_cord",
    "cooling_node",
    "cooling_service",
    "network",
    "network_stage",
    "pathway",
    "cable",
    "workload",
    "catalog_item",
    "site_value",
    "baseline_value",
    "severity",
    "exclusion",
    "setting",
    "person",
)
_NOT_COMPARED = frozenset(["id", "at_utc"])


class Sort(StrEnum):
    """How an object differs. What moved and changed besides counts as moved."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One object that differs; `columns` holds (column, before, after) of what changed or moved."""

    table: str
    sort: Sort
    left_id: int | None
    right_id: int | None
    columns: tuple[tuple[str, Any, Any], ...] = ()


@dataclass(frozen=True)
class TableDifference:
    """What differs in one table.

    Attributes:
        came: ids of the right table without a partner, ascending.
        went: ids of the left table without a partner, ascending.
        before, after: ids of partners that differ, shape (n,) each, ascending in the left table.
        differs: column → which of those partners differ in it, shape (n,).
    """

    table: str
    came: Ids
    went: Ids
    before: Ids
    after: Ids
    differs: Mapping[str, Mask]

    @cached_property
    def moved(self) -> Mask:
        """Which partners have moved."""
        return self._any(PLACEMENT)

    @cached_property
    def changed(self) -> Mask:
        """Which partners differ in something else than their place."""
        return self._any(set(self.differs) - PLACEMENT)

    def _any(self, names: "frozenset[str] | set[str]") -> Mask:
        differs_in_any = np.zeros(len(self.before), bool)
        for name in names & set(self.differs):
            differs_in_any |= self.differs[name]
        return differs_in_any

    @property
    def rows(self) -> int:
        """How many objects differ."""
        return len(self.came) + len(self.went) + len(self.before)

    def counts(self) -> dict[Sort, int]:
        """How many of each sort."""
        moved = int(self.moved.sum())
        return {Sort.ADDED: len(self.came), Sort.REMOVED: len(self.went), Sort.MOVED: moved, Sort.CHANGED: len(self.before) - moved}


_NOTHING = np.empty(0, np.int64)
_CAME, _WENT, _MOVED, _CHANGED = range(len(Sort))


@dataclass(frozen=True, slots=True)
class DifferenceColumns:
    """Differences as arrays of shape (differences,).

    Attributes:
        tables: the tables that `table` indexes.
        table, sort: their places in `tables` and in `Sort`.
        left, right: ids in both states, ABSENT for objects not in that state.
    """

    tables: tuple[str, ...]
    table: Ids
    sort: Ids
    left: Ids
    right: Ids


class Differences(Sequence[Difference]):
    """All differences from the state `left` to the state `right`, as columns; individual differences are created on demand.

    They are sorted by table, and in each table first added, then deleted, then moved or changed objects.

    Attributes:
        same_project: whether ids identify the same objects in both states; else serial numbers and names do.
        tables: table → its differences; tables without a difference are left out.
        pairs: table → the partners of its rows.
    """

    def __init__(
        self, left: Snapshot, right: Snapshot, tables: Mapping[str, TableDifference], pairs: Mapping[str, Pairs], *, same_project: bool
    ) -> None:
        self.left, self.right = left, right
        self.tables, self.pairs, self.same_project = tables, pairs, same_project
        self._ends = np.cumsum([table.rows for table in tables.values()], dtype=np.int64)

    def of(self, table: str) -> TableDifference:
        """What differs in one table, perhaps nothing."""
        return self.tables.get(table) or TableDifference(table, _NOTHING, _NOTHING, _NOTHING, _NOTHING, {})

    def place_of(self, table: str, *, left_id: int | None = None, right_id: int | None = None) -> int | None:
        """Place of the difference of an object in the sequence, None if it does not differ. The id is from either state."""
        begin = 0
        for table_changes in self.tables.values():
            if table_changes.table == table:
                wanted_id = right_id if left_id is None else left_id
                arrays = (
                    (table_changes.came, table_changes.went[:0], table_changes.after)
                    if left_id is None
                    else (table_changes.came[:0], table_changes.went, table_changes.before)
                )
                offsets = (0, len(table_changes.came), len(table_changes.came) + len(table_changes.went))
                for ids, offset in zip(arrays, offsets, strict=True):
                    positions = np.flatnonzero(ids == wanted_id)
                    if len(positions):
                        return begin + offset + int(positions[0])
                return None
            begin += table_changes.rows
        return None

    @cached_property
    def columns(self) -> DifferenceColumns:
        """All differences as columns, in the order of the sequence."""
        names, sorts, left, right = [], [], [], []
        for place, table in enumerate(self.tables.values()):
            names.append(np.full(table.rows, place, np.int64))
            pairs = np.where(table.moved, _MOVED, _CHANGED)
            sorts.append(np.concatenate([np.full(len(table.came), _CAME), np.full(len(table.went), _WENT), pairs]))
            left.append(np.concatenate([np.full(len(table.came), ABSENT), table.went, table.before]))
            right.append(np.concatenate([table.came, np.full(len(table.went), ABSENT), table.after]))
        parts = [np.concatenate([_NOTHING, *arrays]) for arrays in (names, sorts, left, right)]
        return DifferenceColumns(tuple(self.tables), *parts)

    def codes(self, table: str) -> Ids:
        """The difference of each row of a table of the right state: its place in `Sort`, ABSENT if there is none."""
        rows = self.right[table]
        sort_codes, table_changes = np.full(rows.rows, ABSENT, np.int64), self.of(table)
        sort_codes[rows.positions(table_changes.came)] = _CAME
        sort_codes[rows.positions(table_changes.after)] = np.where(table_changes.moved, _MOVED, _CHANGED)
        return sort_codes

    def ghosts(self, table: str) -> Ids:
        """The rows of a table of the left state no longer in their places: their place in `Sort`, ABSENT for the others."""
        rows = self.left[table]
        sort_codes, table_changes = np.full(rows.rows, ABSENT, np.int64), self.of(table)
        sort_codes[rows.positions(table_changes.went)] = _WENT
        sort_codes[rows.positions(table_changes.before[table_changes.moved])] = _MOVED
        return sort_codes

    def counts(self) -> dict[Sort, int]:
        """How many objects of each sort."""
        return {sort: sum(table.counts()[sort] for table in self.tables.values()) for sort in Sort}

    def __len__(self) -> int:
        return int(self._ends[-1]) if len(self._ends) else 0

    def __iter__(self) -> Iterator[Difference]:
        return (self[place] for place in range(len(self)))

    @overload
    def __getitem__(self, place: int) -> Difference: ...
    @overload
    def __getitem__(self, place: slice) -> list[Difference]: ...
    def __getitem__(self, place: int | slice) -> Difference | list[Difference]:
        if isinstance(place, slice):
            return [self[position] for position in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        number = int(np.searchsorted(self._ends, place, side="right"))
        table_changes = list(self.tables.values())[number]
        return self._made(table_changes, place - (int(self._ends[number - 1]) if number else 0))

    def _made(self, found: TableDifference, place: int) -> Difference:
        left, right = self.left[found.table], self.right[found.table]
        if place < len(found.came):
            row_id = int(found.came[place])
            return Difference(found.table, Sort.ADDED, None, row_id)
        place -= len(found.came)
        if place < len(found.went):
            row_id = int(found.went[place])
            return Difference(found.table, Sort.REMOVED, row_id, None)
        place -= len(found.went)
        before, after = int(found.before[place]), int(found.after[place])
        at_left, at_right = left.position(before), right.position(after)
        columns = tuple(
            (name, plain(name, left[name][at_left]), plain(name, right[name][at_right]))
            for name, mask in found.differs.items()
            if mask[place]
        )
        sort = Sort.MOVED if found.moved[place] else Sort.CHANGED
        return Difference(found.table, sort, before, after, columns)


def compare(left: Snapshot, right: Snapshot, *, same_project: bool) -> Differences:
    """The differences from `left` to `right`, determined column by column.

    Args:
        same_project: both are states of one project, so ids identify the same objects; otherwise serial number and name do.
    """
    pairs = pair_up(left, right, same_project=same_project)
    tables: dict[str, TableDifference] = {}
    for table in COMPARED:
        if table in pairs:
            table_changes = _compared(table, left[table], right[table], pairs, same_project=same_project)
            if table_changes.rows:
                tables[table] = table_changes
    return Differences(left, right, tables, pairs, same_project=same_project)


def _compared(table: str, left: Columns, right: Columns, pairs: Mapping[str, Pairs], *, same_project: bool) -> TableDifference:
    partners = pairs[table]
    here = np.flatnonzero(partners.right != ABSENT)
    there = partners.right[here]
    aligned = left.rows == right.rows == len(here) and bool(np.array_equal(here, there))
    masks: dict[str, Mask] = {}
    for name in left:
        if name in _NOT_COMPARED or name not in right or (aligned and left[name] is right[name] and same_project):
            continue
        before, after = (left[name], right[name]) if aligned else (left[name][here], right[name][there])
        if not same_project and name in REFERENCES:
            if REFERENCES[name] not in pairs:
                continue
            before = pairs[REFERENCES[name]].translated(before)
        mask = _unequal(before, after)
        if mask.any():
            masks[name] = mask
    differing = np.flatnonzero(np.logical_or.reduce(list(masks.values()))) if masks else _NOTHING
    return TableDifference(
        table,
        came=right.ids[partners.left == ABSENT],
        went=left.ids[partners.right == ABSENT],
        before=left.ids[here[differing]],
        after=right.ids[there[differing]],
        differs={name: mask[differing] for name, mask in masks.items()},
    )


def _unequal(before: Array, after: Array) -> Mask:
    unequal: Mask = np.asarray(before != after, bool)
    if before.dtype == np.float64:
        unequal &= ~(np.isnan(before) & np.isnan(after))
    return unequal


def row_name(snapshot: Snapshot, table: str, row_id: int) -> str:
    """The name of a row of a table, "" for a cable: its ends name it (`derived.cabling.cable_end_names`)."""
    columns = snapshot[table]
    if table == "power_cord":
        return cord_name(snapshot, row_id)
    if table == "cooling_service":
        columns, row_id = snapshot["cooling_node"], int(columns["cooling_id"][columns.position(row_id)])
    if table == "network_stage":
        columns, row_id = snapshot["network"], int(columns["network_id"][columns.position(row_id)])
    if table == "cable":
        return ""
    name = next((name for name in ("name", "key", "rule", "finding", "reason") if name in columns), "id")
    return str(columns[name][columns.position(row_id)])


def cord_name(snapshot: Snapshot, cord_id: int) -> str:
    """Name of a power cord: its device and inlet."""
    cords, devices = snapshot["power_cord"], snapshot["device"]
    at = cords.position(cord_id)
    device, port = devices.position(int(cords["device_id"][at])), int(cords["port"][at])
    inlets = sockets(snapshot.types[int(devices["type_id"][device])]).inlets
    return f"{devices['name'][device]} {next((inlet.name for inlet in inlets if inlet.port == port), port)}"
