"""One table as immutable numpy columns, and how it is patched from one revision to the next.

Rows are sorted by `id`. Integers are int64 with `ABSENT` for a missing value, real numbers float64 with NaN,
texts an object array of `str`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.numbered_texts import lines_of, numbers_after
from gpudesk.core.values.patched_column import PatchedColumn, Pieces, Span, joined, spans_between, whole

ABSENT = -1
"""A missing integer (no rack, no position, no side). Columns that may be missing never hold negative values otherwise."""

SIGNED = frozenset(["x_mm", "y_mm", "right_x_mm", "right_y_mm"])
"""The columns that hold negative numbers and are never missing."""

MOST_PIECES = 64
"""A patched column is joined from slices if they are so few, else picked element by element, which takes three times as long."""

FEW_ROWS = 8
"""Maximum number of added, removed or changed rows for which the order of a column is patched instead of rebuilt."""

LARGE_ROWS = 20_000
"""Minimum rows of a table that is not copied for a few changed rows: its columns store differences until one is read in full."""

FEW_OF_LARGE = 128
"""Maximum added, removed or changed rows on top of a large table: a rack with all its cables."""

MOST_LAID_OVER = 512
"""Number of pieces above which a column is rebuilt, so that the overlay stays small."""

MOST_CAME = 1024
"""Number of added rows above which a column is also rebuilt; a system with its cables adds two dozen at once."""

_SAMPLE = 512

Ids = NDArray[np.int64]
Array = NDArray[Any]
Column = Array | PatchedColumn


class Columns(Mapping[str, Array]):
    """The columns of one table, each of shape (rows,), read-only.

    Args:
        arrays: name → array; "id" is required, sorted ascending and unique.
    """

    __slots__ = ("_arrays", "_marks", "_orders")

    def __init__(self, arrays: Mapping[str, Column]) -> None:
        self._arrays = dict(arrays)
        for array in self._arrays.values():
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
        self._orders: dict[str, _Order] = {}
        self._marks: dict[str, _TextMarks] = {}

    def __getitem__(self, name: str) -> Array:
        column = self._arrays[name]
        return column.array() if isinstance(column, PatchedColumn) else column

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        """The number of columns (a Mapping's length); `rows` is the number of rows."""
        return len(self._arrays)

    @property
    def ids(self) -> Ids:
        """The ids of the rows, ascending."""
        return self["id"]

    @property
    def rows(self) -> int:
        """The number of rows."""
        column = self._arrays["id"]
        return column.pieces.rows if isinstance(column, PatchedColumn) else len(column)

    def at(self, name: str, places: Ids) -> Array:
        """The column `name` at `places`, shape (n,): as `self[name][places]`, but no column of a patched table is made for it."""
        column = self._arrays.get(name)
        return column.at(places) if isinstance(column, PatchedColumn) else self[name][places]

    def shares(self, other: "Columns", names: Iterable[str]) -> bool:
        """Whether the columns `names` are the very same in both tables."""
        return all(self._arrays[name] is other._arrays[name] for name in names)

    def release_joined(self, others: Iterable["Columns"] = ()) -> None:
        """Discard the arrays joined from differences, unless `others` share them: whoever reads a whole column has it joined again."""
        shared: set[int] = set()
        for other in others:
            if other is self:
                return
            shared.update(map(id, other._arrays.values()))
        for column in self._arrays.values():
            if isinstance(column, PatchedColumn) and id(column) not in shared:
                column.made = None

    def position(self, row_id: int) -> int:
        """The place of row `row_id` in the arrays.

        Raises:
            KeyError: there is no such row.
        """
        place = self._place(row_id)
        if place == ABSENT:
            raise KeyError(row_id)
        return place

    def _place(self, row_id: int) -> int:
        """As `position`, ABSENT if there is no such row."""
        column = self._arrays["id"]
        if isinstance(column, PatchedColumn):
            return column.position(row_id)
        place = int(column.searchsorted(row_id))
        return ABSENT if place == len(column) or column[place] != row_id else place

    def __contains__(self, item: object) -> bool:
        """Whether a column of that name exists; for rows use `has`."""
        return item in self._arrays

    def has(self, row_id: int) -> bool:
        """Whether a row `row_id` exists."""
        try:
            self.position(row_id)
        except KeyError:
            return False
        return True

    def positions(self, row_ids: Ids) -> Ids:
        """The places of `row_ids`, shape (n,); every id must exist or be ABSENT (which gives ABSENT)."""
        if len(row_ids) == 1:
            # Most edits are about one row; the general search takes three times as long for it.
            return np.array([self._place(int(row_ids[0]))])
        column = self._arrays["id"]
        if not isinstance(column, PatchedColumn):
            return _found(column, row_ids)
        places = column.pieces.places(_found(column.base, row_ids))
        numbers, at = column.pieces.come()
        if len(numbers):
            since = _found(column.came[numbers], row_ids)
            places = np.where(since == ABSENT, places, at[since])
        return places

    def row(self, row_id: int) -> dict[str, Any]:
        """Row `row_id` as plain Python values (None where missing).

        Raises:
            KeyError: there is no such row.
        """
        place = self.position(row_id)
        return {
            name: plain(name, column.value(place) if isinstance(column, PatchedColumn) else column[place])
            for name, column in self._arrays.items()
        }

    def value(self, row_id: int, name: str) -> Any:
        """The column `name` of row `row_id` as a plain Python value (None where missing).

        Raises:
            KeyError: there is no such row.
        """
        place, column = self.position(row_id), self._arrays[name]
        return plain(name, column.value(place) if isinstance(column, PatchedColumn) else column[place])

    def where(self, name: str, value: object) -> Ids:
        """The ids of the rows whose column `name` equals `value`, ascending."""
        column = self._arrays[name] if name in self._arrays else self[name]
        if not isinstance(column, PatchedColumn):
            places = np.flatnonzero(column == value)
        elif column.base.dtype != object:
            places = column.now(np.flatnonzero(column.base == value), column.came == value)
        else:
            places = column.now(self._text_marks(name, column).where(value), column.came == value)
        return self.at("id", places)

    def greatest_number(self, name: str, stem: str) -> int:
        """The greatest number N of the texts `stem` + N in the column `name`, 0 for none."""
        column = self._arrays[name]
        if not isinstance(column, PatchedColumn):
            return max(numbers_after(lines_of(column.tolist()), stem), default=0)
        numbers, _ = column.pieces.come()
        came = max(numbers_after(lines_of(column.came[numbers].tolist()), stem), default=0)
        for number, place in self._text_marks(name, column).numbered(stem):
            if number <= came:
                break
            if column.pieces.place(place) != ABSENT:
                return number
        return came

    def _text_marks(self, name: str, column: PatchedColumn) -> "_TextMarks":
        known = self._marks.get(name)
        if known is None or known.of is not column.base:
            known = self._marks[name] = _TextMarks(column.base)
        return known

    def holds(self, name: str, value: object) -> bool:
        """Whether the column `name` of some row equals `value`."""
        column = self._arrays.get(name)
        if isinstance(column, PatchedColumn):
            return column.holds(value)
        return self.met(name, value) or bool((self[name] == value).any())

    def met(self, name: str, value: object) -> bool:
        """Whether one is found in a sample, which shows values of many rows: if False, `holds` may still be True."""
        column = self._arrays.get(name)
        if isinstance(column, PatchedColumn):
            return column.met(value)
        array = self[name]
        return bool((array[:: max(1, len(array) // _SAMPLE)] == value).any())

    def among(self, name: str, values: Ids) -> Ids:
        """The indexes of the rows whose integer `name` is one of `values`, ascending.

        The order of the column is cached, also when a few rows are added or removed, so repeated calls are cheap.
        """
        if not len(values):
            return np.empty(0, np.int64)
        column = self._arrays.get(name)
        order = self._order(name)
        if not isinstance(column, PatchedColumn):
            return np.sort(order.among(values))
        return column.now(order.among(values), _is_one_of(column.came, values))

    def about_among(self, name: str, values: Ids) -> int:
        """How many rows have one of `values` as their whole number `name`, but for the few that came and went since the order was made."""
        return self._order(name).count(values)

    def any_among(self, name: str, values: Ids) -> bool:
        """Whether the whole number `name` of some row is one of `values`; no order is made for it."""
        if name in self._orders:
            return bool(len(self.among(name, values)))
        if len(values) <= FEW_ROWS:
            return any(self.holds(name, value) for value in values.tolist())
        return bool(_is_one_of(self[name], values).any())

    def _order(self, name: str) -> "_Order":
        """The order of the column `name`, or of the one that it was made from."""
        column = self._arrays.get(name)
        base = column.base if isinstance(column, PatchedColumn) else self[name]
        known = self._orders.get(name)
        if known is None or known.of is not base:
            places = np.argsort(base, kind="stable")
            known = self._orders[name] = _Order(base, places, base[places])
        return known

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
        laid_over = self.rows >= LARGE_ROWS and len(removed) <= FEW_OF_LARGE
        if len(fresh.ids) and not len(gone) and bool(np.all(old_places != ABSENT)):
            return self._replaced(old_places, fresh, laid_over=laid_over)
        old_places = old_places[old_places != ABSENT]
        if laid_over:
            spans = spans_between(sorted(old_places.tolist()), [self._slot(row_id) for row_id in fresh.ids.tolist()], self.rows)
            return self._laid_over(spans, fresh, self._arrays)
        following = self._rearranged(old_places, fresh)
        if len(removed) <= FEW_ROWS:
            following._take_orders(self, old_places.tolist(), following.positions(fresh.ids).tolist())
        return following

    def _slot(self, row_id: int) -> int:
        """Index before which a row `row_id` would be inserted."""
        column = self._arrays["id"]
        return column.slot(row_id) if isinstance(column, PatchedColumn) else int(column.searchsorted(row_id))

    def _laid_over(self, spans: Sequence[Span], fresh: "Columns", names: Iterable[str]) -> "Columns":
        """The table whose columns `names` are joined from `spans` of this one and `fresh`; the others stay."""
        arrays, orders = dict(self._arrays), dict(self._orders)
        marks = self._marks.copy()
        then: dict[Pieces, Pieces] = {}
        identity = whole(self.rows)
        for name in names:
            column, added = arrays[name], fresh[name]
            made = column.made if isinstance(column, PatchedColumn) else None
            if not isinstance(column, PatchedColumn):
                base, pieces = column, identity
            elif made is not None and len(column.pieces.spans) > MOST_PIECES and name not in orders and name not in self._marks:
                # What somebody has made already need not be made of many pieces again. Of few it is: states in a row share the base.
                base, pieces = made, identity
            else:
                base, pieces, added = column.base, column.pieces, np.concatenate([column.came, added])
            if pieces not in then:
                then[pieces] = pieces.then(spans, len(added) - fresh.rows)
            patched = PatchedColumn(base, added, then[pieces])
            arrays[name] = patched
            if len(patched.pieces.spans) > MOST_LAID_OVER or len(added) > MOST_CAME:
                arrays[name] = patched.array()
                # They are of the old base, which they would keep in memory.
                marks.pop(name, None)
                if name in orders:
                    orders[name] = orders[name].after(patched)
        following = Columns(arrays)
        following._orders, following._marks = orders, marks
        return following

    def _rearranged(self, old_places: Ids, fresh: "Columns") -> "Columns":
        """The table without the rows at `old_places` and with `fresh`."""
        if len(old_places) + fresh.rows <= FEW_ROWS:
            few = spans_between(sorted(old_places.tolist()), self.ids.searchsorted(fresh.ids).tolist(), self.rows)
            return Columns({name: joined(self[name], fresh[name], few) for name in self._arrays})
        source = self._source_after(old_places, fresh)
        borders = np.flatnonzero((np.diff(source) != 1) | (source[1:] == self.rows)) + 1
        if len(borders) > MOST_PIECES:
            return Columns({name: np.concatenate([self[name], fresh[name]])[source] for name in self._arrays})
        starts = source[np.concatenate([[0], borders])].tolist() if len(source) else []
        sizes = np.diff(np.concatenate([[0], borders, [len(source)]])).tolist()
        pieces = list(zip(starts, sizes, strict=False))
        return Columns({name: joined(self[name], fresh[name], pieces) for name in self._arrays})

    def _source_after(self, gone: Ids, fresh: "Columns") -> Ids:
        """Source of each row of the patched table: an index in this table, or its number of rows + an index in `fresh`."""
        remaining = np.delete(np.arange(self.rows), gone)
        slots = np.searchsorted(self.ids[remaining], fresh.ids) + np.arange(fresh.rows)
        source = np.empty(len(remaining) + fresh.rows, np.int64)
        is_old = np.ones(len(source), bool)
        is_old[slots] = False
        source[slots] = np.arange(self.rows, self.rows + fresh.rows)
        source[is_old] = remaining
        return source

    def _replaced(self, places: Ids, fresh: "Columns", *, laid_over: bool) -> "Columns":
        different = [name for name in self._arrays if not _same(self.at(name, places), fresh[name])]
        if laid_over:
            return self._laid_over(spans_between(places.tolist(), places.tolist(), self.rows), fresh, different)
        arrays = dict(self._arrays)
        for name in different:
            changed = self[name].copy()
            changed[places] = fresh[name]
            arrays[name] = changed
        following = Columns(arrays)
        for name, order in list(self._orders.items()):
            if arrays[name] is self._arrays[name]:
                following._orders[name] = order
            elif len(places) <= FEW_ROWS and order.of is self._arrays[name]:
                following._orders[name] = order.patched(places.tolist(), places.tolist(), following[name], moved=False)
        return following

    def _take_orders(self, before: "Columns", gone: Sequence[int], come: Sequence[int]) -> None:
        """Keep the orders of the columns of `before`, without the rows at the indexes `gone` there and with those at `come` here."""
        for name, order in list(before._orders.items()):
            if order.of is before._arrays[name]:
                self._orders[name] = order.patched(gone, come, self[name], moved=True)


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


def _is_one_of(column: Ids, values: Ids) -> NDArray[np.bool_]:
    """Which elements are one of `values`, as in `np.isin`, which takes four times as long for few values."""
    if not len(values) or not len(column):
        return np.zeros(len(column), bool)
    ordered = np.sort(values)
    slots = ordered.searchsorted(column)
    slots[slots == len(ordered)] = 0
    is_listed: NDArray[np.bool_] = ordered[slots] == column
    return is_listed


def _found(ids: Ids, row_ids: Ids) -> Ids:
    """The places of `row_ids` among the ascending `ids`, ABSENT for those that are not there."""
    rows = len(ids)
    if not rows:
        return np.full(len(row_ids), ABSENT, np.int64)
    first = int(ids[0])
    if int(ids[-1]) - first == rows - 1:
        # No id is missing: nothing needs to be searched.
        places = row_ids - first
        places[(places < 0) | (places >= rows)] = ABSENT
        return places
    places = ids.searchsorted(row_ids)
    places[places == rows] = 0
    places[ids[places] != row_ids] = ABSENT
    return places


@dataclass(frozen=True, slots=True, eq=False)
class _Order:
    """A column in order: `places` of its rows by their values, and these `values`, ascending. `of` is the column."""

    of: Array
    places: Ids
    values: Ids

    def among(self, wanted: Ids) -> Ids:
        """The places of the rows that have one of the values `wanted`, in no order."""
        if len(wanted) == 1:
            low, high = int(self.values.searchsorted(wanted[0])), int(self.values.searchsorted(wanted[0], "right"))
            return self.places[low:high]
        wanted = distinct_ids(wanted)
        first, end = self.values.searchsorted(wanted), self.values.searchsorted(wanted, "right")
        there = end > first
        spans = [self.places[low:high] for low, high in zip(first[there].tolist(), end[there].tolist(), strict=True)]
        return np.concatenate([self.places[:0], *spans])

    def count(self, wanted: Ids) -> int:
        """How many rows have one of the values `wanted`."""
        wanted = distinct_ids(wanted)
        return int((self.values.searchsorted(wanted, "right") - self.values.searchsorted(wanted)).sum())

    def patched(self, gone: Sequence[int], come: Sequence[int], column: Array, *, moved: bool) -> "_Order":
        """The order of `column` after some rows were removed and others added.

        Args:
            gone: previous indexes; later ones move down if `moved`.
            come: indexes of `column`; the rows from there on have moved up.
        """
        places, values = self.places, self.values
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
        return _Order(column, places, values)

    def after(self, column: PatchedColumn) -> "_Order":
        """The order of a column on top of the column of this order."""
        places = column.pieces.places(self.places)
        there = places != ABSENT
        places, values = places[there], self.values[there]
        numbers, at = column.pieces.come()
        fresh_values = column.came[numbers]
        order = np.argsort(fresh_values, kind="stable")
        slots = values.searchsorted(fresh_values[order])
        return _Order(column.array(), np.insert(places, slots, at[order]), np.insert(values, slots, fresh_values[order]))


class _TextMarks:
    """The hashes of the texts of a column that is searched more than once: to compare 20,000 texts takes twenty times as long."""

    __slots__ = ("_hashes", "_numbered", "_searched", "of")

    def __init__(self, of: Array) -> None:
        self.of = of
        self._searched = False
        self._hashes: Ids | None = None
        self._numbered: dict[str, list[tuple[int, int]]] = {}

    def numbered(self, stem: str) -> list[tuple[int, int]]:
        """The texts that are `stem` + number: their numbers and places, the greatest number first."""
        known = self._numbered.get(stem)
        if known is None:
            size, texts = len(stem), enumerate(self.of.tolist())
            ends = [(text[size:], place) for place, text in texts if text.startswith(stem)]
            known = self._numbered[stem] = sorted(((int(end), place) for end, place in ends if end.isdecimal()), reverse=True)
        return known

    def where(self, value: object) -> Ids:
        """The places of the rows that have `value`, ascending."""
        if not self._searched:
            self._searched = True
            return np.flatnonzero(self.of == value)
        if self._hashes is None:
            self._hashes = np.fromiter(map(hash, self.of.tolist()), np.int64, len(self.of))
        alike = np.flatnonzero(self._hashes == hash(value))
        same: Ids = alike[(self.of[alike] == value).astype(bool)]
        return same


DTYPES: Mapping[str, Any] = {"INTEGER": np.int64, "REAL": np.float64, "TEXT": object}


def _same(left: Array, right: Array) -> bool:
    if left.dtype == np.float64:
        return bool(np.array_equal(left, right, equal_nan=True))
    return bool(np.array_equal(left, right))
