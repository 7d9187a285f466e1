"""A column of a large table after a few rows were added, changed or removed: the original, and the differences.

An edit of one cable among 340,000 would copy all their columns; here the column stores which pieces the rows are joined from, and
is built when all of it is read.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ABSENT = -1
_MANY = 8
"""If more than one in this number of rows is requested, building the whole column is faster."""
_ONE_BY_ONE = 8
"""So few values are looked up one by one."""
_SAMPLE = 512
_HITS = 16
_BEFORE_ALL = np.iinfo(np.int64).min
Places = NDArray[np.int64]
Array = NDArray[Any]
Span = tuple[int, int]
"""Consecutive rows: their source and number."""


class Pieces:
    """The rows of a table as spans of those of its base and, numbered after them, of rows added since. It is immutable.

    Spans of the base keep their order, because rows are sorted by their ids in both.

    Attributes:
        base_rows: the rows of the base.
        rows: the rows of the table.
        spans: the spans of the table, none empty.
    """

    __slots__ = ("_inverse", "_shifts", "_sources", "_starts", "base_rows", "rows", "spans")

    def __init__(self, base_rows: int, spans: Sequence[Span]) -> None:
        self.base_rows = base_rows
        self.spans = tuple(spans)
        ends = list(accumulate([size for _, size in self.spans]))
        self.rows = ends[-1] if ends else 0
        self._starts = [0, *ends[:-1]] if ends else []
        self._sources = [source for source, _ in self.spans]
        self._shifts: tuple[Places, Places] | None = None
        self._inverse: tuple[Places, Places, Places, Places, Places] | None = None

    def source(self, place: int) -> int:
        """Source of the row at `place`.

        Raises:
            IndexError: there is no such row; ABSENT means the last one, as everywhere in numpy.
        """
        if not -self.rows <= place < self.rows:
            raise IndexError(f"a place outside of {self.rows} rows")
        place += self.rows if place < 0 else 0
        piece = bisect_right(self._starts, place) - 1
        return self._sources[piece] + place - self._starts[piece]

    def sources(self, places: Places) -> Places:
        """Sources of the rows at `places`, shape (n,).

        Raises:
            IndexError: as for one.
        """
        if not len(places):
            return places
        least = int(places.min())
        if int(places.max()) >= self.rows or least < -self.rows:
            raise IndexError(f"a place outside of {self.rows} rows")
        if least < 0:
            places = np.where(places < 0, places + self.rows, places)
        if self._shifts is None:
            starts = np.array(self._starts, np.int64)
            self._shifts = starts, np.array(self._sources, np.int64) - starts
        starts, shifts = self._shifts
        row_sources: Places = shifts[starts.searchsorted(places, "right") - 1] + places
        return row_sources

    def places(self, base_places: Places) -> Places:
        """Where rows of the base are now, ABSENT for those that went (and for ABSENT)."""
        sources, shifts, ends, _, _ = self._inverted()
        piece = sources.searchsorted(base_places, "right") - 1
        current_places: Places = np.where(base_places < ends[piece], base_places + shifts[piece], _ABSENT)
        return current_places

    def place(self, base_place: int) -> int:
        """Current index of a row of the base, ABSENT if it was removed."""
        sources, shifts, ends, _, _ = self._inverted()
        piece = int(sources.searchsorted(base_place, "right")) - 1
        return _ABSENT if base_place >= ends[piece] else base_place + int(shifts[piece])

    def come(self) -> tuple[Places, Places]:
        """The rows that came since and are there: their numbers among those that came, and their places, ascending."""
        return self._inverted()[3:]

    def _inverted(self) -> tuple[Places, Places, Places, Places, Places]:
        """First and end row of the base in each piece, and how far its rows have moved; then as `come`."""
        if self._inverse is None:
            spans, starts = np.array(self.spans, np.int64).reshape(-1, 2), np.array(self._starts, np.int64)
            sources, sizes = spans.T
            is_old = sources < self.base_rows
            is_fresh = ~is_old
            counts = sizes[is_fresh]
            within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
            numbers, places = (np.repeat(first[is_fresh], counts) + within for first in (sources - self.base_rows, starts))
            # What comes before all pieces, ABSENT above all, is in an empty one.
            old, ends = (np.concatenate([[_BEFORE_ALL], part[is_old]]) for part in (sources, sources + sizes))
            shifts = np.concatenate([[0], (starts - sources)[is_old]])
            self._inverse = old, shifts, ends, numbers, places
        return self._inverse

    def then(self, spans: Sequence[Span], came: int) -> "Pieces":
        """The pieces of a table joined from `spans` of this one and, after its rows, newly added rows.

        Args:
            came: number of rows added since the base, including those removed again.
        """
        joined: list[Span] = []
        for start, size in spans:
            parts = [(self.base_rows + came + start - self.rows, size)] if start >= self.rows else self._between(start, size)
            # The parts of one span do not continue each other: only the first may continue what is there.
            source, length = parts[0]
            last, long = joined[-1] if joined else (0, 0)
            if long and last + long == source and (last < self.base_rows) == (source < self.base_rows):
                parts[0] = last, long + length
                joined.pop()
            joined += parts
        return Pieces(self.base_rows, joined)

    def _between(self, start: int, size: int) -> list[Span]:
        """Spans of some rows from `start` on, one or more."""
        end = start + size
        first, last = bisect_right(self._starts, start) - 1, bisect_left(self._starts, end) - 1
        spans = list(self.spans[first : last + 1])
        spans[-1] = spans[-1][0], end - self._starts[last]
        source, length = spans[0]
        skipped = start - self._starts[first]
        spans[0] = source + skipped, length - skipped
        return spans


def whole(rows: int) -> Pieces:
    """A table of `rows` rows of which none came or went."""
    return Pieces(rows, [(0, rows)] if rows else [])


class PatchedColumn:
    """One column of a table joined from pieces; threads may read it at the same time.

    Attributes:
        base: the column from which it was made, read-only.
        came: the values of all rows added since.
        pieces: the pieces it is joined from.
        made: the whole column after its first full read, until it is released.
    """

    __slots__ = ("base", "came", "made", "pieces")

    def __init__(self, base: Array, came: Array, pieces: Pieces) -> None:
        self.base = base
        self.came = came
        self.pieces = pieces
        self.made: Array | None = None

    def array(self) -> Array:
        """The whole column, read-only, made at the first call."""
        made = self.made
        if made is None:
            made = joined(self.base, self.came, self.pieces.spans)
            made.setflags(write=False)
            self.made = made
        return made

    def at(self, places: Places) -> Array:
        """The values at `places`, shape (n,)."""
        if self.made is not None or _MANY * len(places) > self.pieces.rows:
            return self.array()[places]
        if len(places) <= _ONE_BY_ONE:
            values = np.empty(len(places), self.base.dtype)
            for at, place in enumerate(places.tolist()):
                values[at] = self.value(place)
            return values
        sources = self.pieces.sources(places)
        if not len(self.came) or not len(sources) or int(sources.max()) < self.pieces.base_rows:
            return self.base[sources]
        new = sources >= self.pieces.base_rows
        column_values = np.empty(len(sources), self.base.dtype)
        column_values[new] = self.came[sources[new] - self.pieces.base_rows]
        column_values[~new] = self.base[sources[~new]]
        return column_values

    def value(self, place: int) -> Any:
        """The value at `place`, as an element of the array."""
        source = self.pieces.source(place)
        return self.base[source] if source < self.pieces.base_rows else self.came[source - self.pieces.base_rows]

    def holds(self, value: object) -> bool:
        """Whether some row has `value`."""
        return self.met(value) or bool((self.pieces.places(np.flatnonzero(self.base == value)) != _ABSENT).any())

    def met(self, value: object) -> bool:
        """Whether a row has `value` of those that came since, and of a sample of the others: what many rows have is met there."""
        numbers, _ = self.pieces.come()
        if len(numbers) and bool((self.came[numbers] == value).any()):
            return True
        step = max(1, len(self.base) // _SAMPLE)
        places = step * np.flatnonzero(self.base[::step] == value)[:_HITS]
        return len(places) > 0 and bool((self.pieces.places(places) != _ABSENT).any())

    def now(self, base_places: Places, came: NDArray[np.bool_]) -> Places:
        """Where some rows of the base, and those that came since and are marked in `came`, are now, ascending; without those that went."""
        places = self.pieces.places(base_places)
        numbers, at = self.pieces.come()
        return np.sort(np.concatenate([places[places != _ABSENT], at[came[numbers]]]))

    def position(self, value: int) -> int:
        """Index of `value` in a sorted column of unique values; ABSENT if it is not there."""
        base_place = int(self.base.searchsorted(value))
        if base_place < len(self.base) and self.base[base_place] == value:
            place = self.pieces.place(base_place)
            if place != _ABSENT:
                return place
        numbers, places = self.pieces.come()
        if not len(numbers):
            return _ABSENT
        at = np.flatnonzero(self.came[numbers] == value)
        return int(places[at[0]]) if len(at) else _ABSENT

    def slot(self, value: int) -> int:
        """Index before which `value` belongs in a sorted column."""
        rows = self.pieces.rows
        if not rows or value > self.value(rows - 1):
            return rows
        return bisect_left(range(rows), value, key=self.value)


def joined(old: Array, fresh: Array, spans: Sequence[Span]) -> Array:
    """Spans of two arrays joined; a start counts on in `fresh` where `old` ends."""
    end = len(old)
    parts = [old[start : start + size] if start < end else fresh[start - end : start - end + size] for start, size in spans]
    return np.concatenate([old[:0], *parts])


def spans_between(gone: Sequence[int], slots: Sequence[int], rows: int) -> list[Span]:
    """The spans from which a table of `rows` rows is rebuilt, as input of `joined`.

    Args:
        gone: the removed indexes, ascending.
        slots: index before which each new row is inserted, ascending.
    """
    # A new row in the slot of one that goes takes its place.
    events = sorted([(slot, 0, rows + number) for number, slot in enumerate(slots)] + [(place, 1, 0) for place in gone])
    spans, start = [], 0
    for place, goes, source in events:
        spans.append((start, place - start))
        if not goes:
            spans.append((source, 1))
        start = place + goes
    spans.append((start, rows - start))
    return [span for span in spans if span[1]]
