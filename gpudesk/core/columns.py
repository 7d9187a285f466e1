"""One table as immutable numpy columns, and how it is patched from one revision to the next.

Rows are sorted by `id`. Integers are int64 with `ABSENT` for a missing value, real numbers float64 with NaN,
texts an object array of `str`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

ABSENT = -1
"""A missing integer (no rack, no position, no side). Columns that may be missing never hold negative values otherwise."""

SIGNED = frozenset(["x_mm", "y_mm", "right_x_mm", "right_y_mm"])
"""The columns that hold negative numbers and are never missing."""

MOST_PIECES = 64
"""A patched column is joined from slices if they are so few, else picked element by element, which takes three times as long."""

FEW_ROWS = 8
"""Up to so many rows that come, go or change the order of a column is patched instead of made anew."""

Ids = NDArray[np.int64]
Array = NDArray[Any]


class Columns(Mapping[str, Array]):
    """The columns of one table, each of shape (rows,), read-only.

    Args:
        arrays: name → array; "id" is required, sorted ascending and unique.
    """

    __slots__ = ("_arrays", "_orders", "ids")

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._arrays = dict(arrays)
        for array in self._arrays.values():
            array.setflags(write=False)
        self._orders: dict[str, tuple[Ids, Ids]] = {}
        self.ids: Ids = self._arrays["id"]

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        """The number of columns (a Mapping's length); `rows` is the number of rows."""
        return len(self._arrays)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.ids)

    def position(self, row_id: int) -> int:
        """The place of row `row_id` in the arrays.

        Raises:
            KeyError: there is no such row.
        """
        place = int(np.searchsorted(self.ids, row_id))
        if place == len(self.ids) or self.ids[place] != row_id:
            raise KeyError(row_id)
        return place

    def __contains__(self, item: object) -> bool:
        """Whether a column of that name exists; for rows ask `has`."""
        return item in self._arrays

    def has(self, row_id: int) -> bool:
        """Whether a row `row_id` exists."""
        place = int(np.searchsorted(self.ids, row_id))
        return place < len(self.ids) and bool(self.ids[place] == row_id)

    def positions(self, row_ids: Ids) -> Ids:
        """The places of `row_ids`, shape (n,); every id must exist or be ABSENT (which gives ABSENT)."""
        rows = len(self.ids)
        if not rows:
            return np.full(len(row_ids), ABSENT, np.int64)
        first = int(self.ids[0])
        if int(self.ids[-1]) - first == rows - 1:
            # No id is missing: nothing needs to be searched.
            places = row_ids - first
            places[(places < 0) | (places >= rows)] = ABSENT
            return places
        places = self.ids.searchsorted(row_ids)
        places[places == rows] = 0
        places[self.ids[places] != row_ids] = ABSENT
        return places

    def row(self, row_id: int) -> dict[str, Any]:
        """Row `row_id` as plain Python values (None where missing).

        Raises:
            KeyError: there is no such row.
        """
        place = self.position(row_id)
        return {name: plain(name, array[place]) for name, array in self._arrays.items()}

    def where(self, name: str, value: object) -> Ids:
        """The ids of the rows whose column `name` equals `value`, ascending."""
        found: Ids = self.ids[self._arrays[name] == value]
        return found

    def among(self, name: str, values: Ids) -> Ids:
        """The places of the rows whose whole number `name` is one of `values`, ascending.

        The order of the column is kept, also when a few rows come and go, so that asking again costs little.
        """
        order, ordered = self._order(name)
        if len(values) == 1:
            low, high = int(ordered.searchsorted(values[0])), int(ordered.searchsorted(values[0], "right"))
            return np.sort(order[low:high])
        wanted = np.unique(values)
        first, end = ordered.searchsorted(wanted), ordered.searchsorted(wanted, "right")
        spans = [order[low:high] for low, high in zip(first.tolist(), end.tolist(), strict=True) if high > low]
        return np.sort(np.concatenate([self.ids[:0], *spans]))

    def _order(self, name: str) -> tuple[Ids, Ids]:
        """The places of the rows by their values in `name`, and these values, ascending."""
        if name not in self._orders:
            order = np.argsort(self[name], kind="stable")
            self._orders[name] = order, self[name][order]
        return self._orders[name]

    def equals(self, other: "Columns") -> bool:
        """Whether both hold the same names and values (NaN equals NaN)."""
        if set(self) != set(other) or self.rows != other.rows:
            return False
        return all(_same(self[name], other[name]) for name in self)

    def patched(self, gone: Ids, rows: Mapping[str, Array]) -> "Columns":
        """The table after the rows `gone` were removed and `rows` (sorted by id) were added or replaced.

        Columns whose values do not change are shared with this table.
        """
        fresh = Columns(rows)
        if not self.rows:
            return fresh
        removed = np.concatenate([gone, fresh.ids])
        old_places = self.positions(removed)
        if len(fresh.ids) and not len(gone) and bool(np.all(old_places != ABSENT)):
            return self._replaced(old_places, fresh)
        old_places = old_places[old_places != ABSENT]
        following = self._rearranged(old_places, fresh)
        if len(removed) <= FEW_ROWS:
            following._take_orders(self, old_places.tolist(), following.positions(fresh.ids).tolist())
        return following

    def _rearranged(self, old_places: Ids, fresh: "Columns") -> "Columns":
        """The table without the rows at `old_places` and with `fresh`."""
        if len(old_places) + fresh.rows <= FEW_ROWS:
            few = _pieces_between(sorted(old_places.tolist()), self.ids.searchsorted(fresh.ids).tolist(), self.rows)
            return Columns({name: _joined(array, fresh[name], few) for name, array in self._arrays.items()})
        source = self._source_after(old_places, fresh)
        borders = np.flatnonzero((np.diff(source) != 1) | (source[1:] == self.rows)) + 1
        if len(borders) > MOST_PIECES:
            return Columns({name: np.concatenate([array, fresh[name]])[source] for name, array in self._arrays.items()})
        starts = source[np.concatenate([[0], borders])].tolist() if len(source) else []
        sizes = np.diff(np.concatenate([[0], borders, [len(source)]])).tolist()
        pieces = list(zip(starts, sizes, strict=False))
        return Columns({name: _joined(array, fresh[name], pieces) for name, array in self._arrays.items()})

    def _source_after(self, gone: Ids, fresh: "Columns") -> Ids:
        """Where each row of the patched table comes from: a place in this table, or its number of rows + a place in `fresh`."""
        kept = np.delete(np.arange(self.rows), gone)
        slots = np.searchsorted(self.ids[kept], fresh.ids) + np.arange(fresh.rows)
        source = np.empty(len(kept) + fresh.rows, np.int64)
        is_old = np.ones(len(source), bool)
        is_old[slots] = False
        source[slots] = np.arange(self.rows, self.rows + fresh.rows)
        source[is_old] = kept
        return source

    def _replaced(self, places: Ids, fresh: "Columns") -> "Columns":
        arrays = dict(self._arrays)
        for name, array in self._arrays.items():
            if not _same(array[places], fresh[name]):
                changed = array.copy()
                changed[places] = fresh[name]
                arrays[name] = changed
        following = Columns(arrays)
        for name, order in list(self._orders.items()):
            if arrays[name] is self._arrays[name]:
                following._orders[name] = order
            elif len(places) <= FEW_ROWS:
                following._orders[name] = _without_and_with(order, places.tolist(), places.tolist(), arrays[name], moved=False)
        return following

    def _take_orders(self, before: "Columns", gone: Sequence[int], come: Sequence[int]) -> None:
        """Keep the orders of the columns of `before`, without the rows at the places `gone` there and with those at `come` here."""
        for name, order in list(before._orders.items()):
            self._orders[name] = _without_and_with(order, gone, come, self._arrays[name], moved=True)


def plain(name: str, value: Any) -> Any:
    """One element of the column `name` as a plain Python value: None for a missing integer or NaN."""
    if isinstance(value, np.integer):
        return None if value == ABSENT and name not in SIGNED else int(value)
    if isinstance(value, np.floating):
        return None if np.isnan(value) else float(value)
    return value


def plain_list(name: str, values: Array) -> list[Any]:
    """The column `name` as plain Python values: None for missing integers and NaN."""
    listed: list[Any] = values.tolist()
    if values.dtype == np.int64 and name not in SIGNED and bool(np.any(values == ABSENT)):
        return [None if value == ABSENT else value for value in listed]
    if values.dtype == np.float64 and bool(np.any(np.isnan(values))):
        return [None if value != value else value for value in listed]  # noqa: PLR0124 - NaN differs from itself
    return listed


def empty(names: Sequence[tuple[str, str]]) -> Columns:
    """A table without rows; `names` are (column, SQL type) pairs, type one of INTEGER, REAL, TEXT."""
    return Columns({name: np.empty(0, DTYPES[kind]) for name, kind in names})


def _pieces_between(gone: Sequence[int], slots: Sequence[int], rows: int) -> list[tuple[int, int]]:
    """The pieces of which a table of `rows` rows is joined anew, as `_joined` takes them.

    Args:
        gone: the places that go, ascending.
        slots: before which place each new row comes, ascending.
    """
    # A new row in the slot of one that goes takes its place.
    events = sorted([(slot, 0, rows + number) for number, slot in enumerate(slots)] + [(place, 1, 0) for place in gone])
    pieces, start = [], 0
    for place, goes, source in events:
        pieces.append((start, place - start))
        if not goes:
            pieces.append((source, 1))
        start = place + goes
    pieces.append((start, rows - start))
    return [piece for piece in pieces if piece[1]]


def _joined(old: Array, fresh: Array, pieces: Sequence[tuple[int, int]]) -> Array:
    """Pieces of two arrays, each (start, size), joined; a start counts on in `fresh` where `old` ends."""
    end = len(old)
    parts = [old[start : start + size] if start < end else fresh[start - end : start - end + size] for start, size in pieces]
    return np.concatenate([old[:0], *parts])


def _without_and_with(order: tuple[Ids, Ids], gone: Sequence[int], come: Sequence[int], column: Array, *, moved: bool) -> tuple[Ids, Ids]:
    """The places of rows by their values, and these, after some rows went and others came.

    Args:
        gone: places before, of which those behind them move down if `moved`.
        come: places of `column`, before which those from there on have moved up.
    """
    places, values = order
    at = [int(np.flatnonzero(places == place)[0]) for place in gone]
    places, values = np.delete(places, at), np.delete(values, at)
    if moved:
        for place in sorted(gone, reverse=True):
            places -= places > place
        for place in sorted(come):
            places += places >= place
    for place in come:
        slot = int(values.searchsorted(column[place]))
        places, values = np.insert(places, slot, place), np.insert(values, slot, column[place])
    return places, values


DTYPES: Mapping[str, Any] = {"INTEGER": np.int64, "REAL": np.float64, "TEXT": object}


def _same(left: Array, right: Array) -> bool:
    if left.dtype == np.float64:
        return bool(np.array_equal(left, right, equal_nan=True))
    return bool(np.array_equal(left, right))
