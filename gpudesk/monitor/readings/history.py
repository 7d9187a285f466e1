"""Readings kept for plots: recent ones unchanged, older ones as minimum and maximum per second or minute."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Curve = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Times, with minimum and maximum at each; NaN without a reading."""

NEVER: Curve = (np.empty(0), np.empty(0), np.empty(0))
_FIRST = 16
_AT_A_TIME = 32
"""Number of rows written together if their interval is shorter than this:"""
_SELDOM_S = 1.0
_ROOM_BYTES = 768 * 2**20
"""So much all series of a history may hold together, which counts for fleets: those of 16 GPUs keep all that is kept."""
_RAW_SHARE, _FINE_SHARE, _COARSE_SHARE = 0.2, 0.3, 0.5
_MOST_BITS = 2.0**63
"""No set of bits is so large."""
_LATE = 5.0
"""A reading delayed by this multiple of the usual interval leaves a gap."""
_LATE_S = 1.0
_FORGET = 0.1
_AROUND_S = 60.0
"""Search range around a requested time: readings may be this far apart."""


class Room:
    """How far the tables of many series may grow, so that those of a fleet do not fill the memory.

    Attributes:
        series: how many series share it.
    """

    def __init__(self) -> None:
        self.series = 0

    def allows(self, rows: int, columns: int, share: float) -> bool:
        """Return whether each series may have a table of this number of rows, written twice, within a share of the memory."""
        return 2 * rows * columns * 8 * max(self.series, 1) <= share * _ROOM_BYTES


class Ring:
    """The last rows of a table. Each row is written twice, N apart, so that the ordered rows are always contiguous.

    It grows until it covers `kept_s` seconds or holds `most` rows (a host queried every 15 s needs few), as far as memory allows.
    """

    def __init__(self, columns: int, kept_s: float, most: int, room: Room, share: float) -> None:
        self._kept_s = kept_s
        self._most = most
        self._room = room
        self._share = share
        self._size = min(_FIRST, most)
        self._table = np.empty((columns, 2 * self._size))
        self._count = 0
        """Rows that were ever written since the table has its size."""
        self._new: list[tuple[float, ...]] = []
        self._last_s = -np.inf

    def __len__(self) -> int:
        self._write()
        return min(self._count, self._size)

    def append(self, *row: float) -> None:
        """Add one row; its first value is its time, which never decreases."""
        self._new.append(row)
        # To write one into the table takes longer than all else that is done with it. Of many series that get one now and then,
        # what waits would take more room than their tables.
        if row[0] - self._last_s >= _SELDOM_S or len(self._new) == _AT_A_TIME:
            self._write()
        self._last_s = row[0]

    def _write(self) -> None:
        while self._new:
            if self._count >= self._size and self._may_grow(self._new[0][0]):
                self._grow()
            at = self._count % self._size
            some = np.array(self._new[: self._size - at]).T
            end = at + some.shape[1]
            self._table[:, at:end] = self._table[:, at + self._size : end + self._size] = some
            self._count += some.shape[1]
            del self._new[: some.shape[1]]

    def rows(self) -> NDArray[np.float64]:
        """The rows there are, oldest first, one column of the table in each row: a view, valid until the next is written."""
        self._write()
        if self._count <= self._size:
            return self._table[:, : self._count]
        at = self._count % self._size
        return self._table[:, at : at + self._size]

    def _may_grow(self, now_s: float) -> bool:
        if self._size >= self._most or now_s - self._table[0, self._count % self._size] >= self._kept_s:
            return False
        return self._room.allows(min(2 * self._size, self._most), len(self._table), self._share)

    def _grow(self) -> None:
        at = self._count % self._size
        rows = self._table[:, at : at + self._size].copy()
        self._size = min(2 * self._size, self._most)
        self._table = np.empty((len(rows), 2 * self._size))
        self._count = rows.shape[1]
        self._table[:, : self._count] = rows
        self._table[:, self._size : self._size + self._count] = rows


class _Bins:
    """Minimum and maximum per `apart_s` seconds; for bits: the bits always set, and the bits set at any time."""

    def __init__(self, apart_s: float, kept_s: float, room: Room, share: float, *, bits: bool) -> None:
        self._bits = bits
        self._apart_s = apart_s
        self.kept_s = kept_s
        self._ring = Ring(3, kept_s, round(kept_s / apart_s) + 2, room, share)
        self._bin = 0
        self._low = self._high = np.nan

    def add(self, at_s: float, value: float) -> None:
        number = int(at_s // self._apart_s)
        if number == self._bin and self._low <= value <= self._high and not self._bits:
            return
        if number != self._bin:
            self._close()
            self._bin, self._low, self._high = number, value, value
        elif math.isnan(value):
            return
        elif self._bits and not math.isnan(self._high):
            self._low, self._high = float(int(self._low) & int(value)), float(int(self._high) | int(value))
        else:
            self._low = value if not self._low <= value else self._low
            self._high = value if not self._high >= value else self._high

    def _close(self) -> None:
        if self._bin:
            self._ring.append((self._bin + 0.5) * self._apart_s, self._low, self._high)

    def curve(self) -> Curve:
        times, low, high = self._ring.rows()
        if not self._bin:
            return times, low, high
        last = (self._bin + 0.5) * self._apart_s
        return np.append(times, last), np.append(low, self._low), np.append(high, self._high)


class Series:
    """One metric of one GPU."""

    def __init__(self, room: Room, *, bits: bool = False) -> None:
        self._raw = Ring(2, 300.0, 6000, room, _RAW_SHARE)
        self._bins = (_Bins(2.0, 4000.0, room, _FINE_SHARE, bits=bits), _Bins(60.0, 14 * 86_400.0, room, _COARSE_SHARE, bits=bits))
        self._last_s = -np.inf
        self._apart_s = 0.0
        self._first_s: float | None = None

    @property
    def first_s(self) -> float | None:
        """When the first value came."""
        return self._first_s

    @property
    def last_s(self) -> float:
        """Return the time of the last value, or of the last report of a missing one."""
        return self._last_s

    def add(self, at_s: float, value: float) -> None:
        """Add one value, NaN for a missing one. A value that is not later than the last is ignored."""
        apart_s = at_s - self._last_s
        if not apart_s > 0:
            return
        if self._first_s is None:
            self._first_s = at_s
        elif self._apart_s and apart_s > max(_LATE * self._apart_s, _LATE_S):
            self._put(self._last_s + self._apart_s, np.nan)
            # A source that has become slower is no row of gaps; one long silence must not hide the next one.
            self._apart_s = min(2 * self._apart_s, apart_s)
        else:
            self._apart_s = self._apart_s + _FORGET * (apart_s - self._apart_s) if self._apart_s else apart_s
        self._last_s = at_s
        self._put(at_s, value)

    def _put(self, at_s: float, value: float) -> None:
        self._raw.append(at_s, value)
        for bins in self._bins:
            bins.add(at_s, value)

    def curve(self, since_s: float) -> Curve:
        """Return the data since then at the stored resolution; may begin slightly earlier."""
        times, values = self._raw.rows()
        if len(times) and times[0] <= max(since_s, self._first_s or 0.0):
            return since((times, values, values), since_s)
        for bins in self._bins[:-1]:
            curve = bins.curve()
            if len(curve[0]) and curve[0][0] - 60.0 <= max(since_s, self._first_s or 0.0):
                return since(curve, since_s)
        return since(self._bins[-1].curve(), since_s)


class _BitCounts:
    """Cumulative number of readings of a bit metric up to each time, and of readings with each bit set.

    Combined readings show only that a bit was set in one of them; cumulative sums, combined or not, preserve the share.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._count = 0
        self._set: dict[int, int] = {}
        self._all = Series(room)
        self._of_bit: dict[int, Series] = {}

    def add(self, at_s: float, value: float) -> None:
        """Count one reading."""
        # No set of bits is negative or infinite; the loop below would not end.
        if not at_s > self._all.last_s or not 0 <= value < _MOST_BITS:
            return
        self._count += 1
        self._all.add(at_s, self._count)
        rest = int(value)
        while rest:
            bit = rest & -rest
            rest ^= bit
            self._set[bit] = self._set.get(bit, 0) + 1
            self._of_bit.setdefault(bit, Series(self._room))
        for bit, series in self._of_bit.items():
            series.add(at_s, self._set[bit])

    def shares(self, since_s: float, until_s: float) -> dict[int, float]:
        """Return the share of readings in a period with each bit set; empty if there are none."""
        first_s = self._all.first_s
        if first_s is None:
            return {}
        count = _grown(self._all, first_s, since_s, until_s)
        if count <= 0:
            return {}
        return {bit: min(1.0, _grown(series, first_s, since_s, until_s) / count) for bit, series in self._of_bit.items()}


def _grown(series: Series, first_s: float, since_s: float, until_s: float) -> float:
    """By how much a sum grew in a time; it was 0 before `first_s`, and before its own first value."""
    times, low, high = series.curve(since_s)
    there = np.isfinite(high)
    if not there.any():
        return 0.0
    times, middle = times[there], ((low + high) / 2)[there]
    begins_s = series.first_s if series.first_s is not None else first_s
    before = 0.0 if since_s <= begins_s else float(np.interp(since_s, times, middle))
    # The last span is not over: what came last is the most of it, and not its middle.
    last = float(high[there][-1]) if until_s >= series.last_s else float(np.interp(until_s, times, middle))
    return max(0.0, last - before)


def since(curve: Curve, since_s: float) -> Curve:
    """Return the part of a curve since then, and the point before."""
    start = max(0, int(np.searchsorted(curve[0], since_s)) - 1)
    return curve[0][start:], curve[1][start:], curve[2][start:]


class History:
    """The plotted metrics of every GPU.

    Args:
        keys: keys of the metrics; `bits` are those with bit values.

    Attributes:
        revision: counts data that is not newer than the rest, so that the painted past is repainted.
        at_once: wait for data that must first be read from a file.
    """

    def __init__(self, keys: Sequence[str], bits: Sequence[str] = ()) -> None:
        self.keys = tuple(keys)
        self.revision = 0
        self.at_once = False
        self._bits = frozenset(bits)
        self._room = Room()
        self._series: dict[tuple[str, str], Series] = {}
        self._counts: dict[tuple[str, str], _BitCounts] = {}
        self._first_s: float | None = None
        self._last_s: float | None = None

    @property
    def is_reading(self) -> bool:
        """Return whether requested data has not been read yet."""
        return False

    @property
    def first_s(self) -> float | None:
        """When the first value of all came, None before."""
        return self._first_s

    @property
    def last_s(self) -> float | None:
        """When the last value of all came, None before."""
        return self._last_s

    def add(self, uuid: str, key: str, at_s: float, value: float) -> None:
        """Add a value, NaN for a missing one."""
        series = self._series.get((uuid, key))
        if series is None:
            if math.isnan(value):
                return
            series = self._series[uuid, key] = Series(self._room, bits=key in self._bits)
            self._room.series = len(self._series)
        series.add(at_s, value)
        if key in self._bits and not math.isnan(value):
            self._counts.setdefault((uuid, key), _BitCounts(self._room)).add(at_s, value)
        self._first_s = at_s if self._first_s is None else self._first_s
        self._last_s = at_s if self._last_s is None else max(self._last_s, at_s)

    def curve(self, uuid: str, key: str, since_s: float, until_s: float | None = None) -> Curve:
        """Return one metric of one GPU since then.

        Args:
            until_s: later data is not required but may be included.
        """
        series = self._series.get((uuid, key))
        return NEVER if series is None else series.curve(since_s)

    def bit_shares(self, uuid: str, key: str, since_s: float, until_s: float) -> dict[int, float] | None:
        """Of the readings of a time, the share in which each bit was set, by bit; None where that is not kept."""
        counts = self._counts.get((uuid, key))
        return None if counts is None else counts.shares(since_s, until_s) or None

    def at(self, uuid: str, key: str, at_s: float) -> float | None:
        """Return the reading at a time, None if there is none; for minimum and maximum data, the maximum."""
        times, _, high = self.curve(uuid, key, at_s - _AROUND_S, at_s + _AROUND_S)
        if not len(times):
            return None
        place = int(np.searchsorted(times, at_s))
        near = min((number for number in (place - 1, place) if 0 <= number < len(times)), key=lambda number: abs(times[number] - at_s))
        apart_s = float(np.median(np.diff(times[max(0, place - 10) : place + 10]))) if len(times) > 1 else 1.0
        value = float(high[near])
        return None if math.isnan(value) or abs(times[near] - at_s) > max(2 * apart_s, 1.0) else value

    def clear(self) -> None:
        """Forget all."""
        self._series.clear()
        self._counts.clear()
        self._first_s = self._last_s = None


def bits_between(curve: Curve, since_s: float, until_s: float) -> tuple[NDArray[np.float64], NDArray[np.int64], float]:
    """Return the bits set over time, for a bit metric: times, bits, and the maximum validity of each in seconds."""
    times, _, high = curve
    there = np.isfinite(high) & (times >= since_s) & (times <= until_s)
    times, bits = times[there], high[there].astype(np.int64)
    apart_s = float(np.median(np.diff(times))) if len(times) > 1 else 1.0
    return times, bits, 1.5 * apart_s


def decimated(curve: Curve, since_s: float, until_s: float, columns: int) -> Curve:
    """Return minimum and maximum in each of `columns` equal parts of a period, so that no spike is lost.

    Returns:
        For each part with data: its relative position (0 to 1), minimum and maximum; NaN for a gap.
        One point just before and after the period is kept at each end, so that lines extend to the edges.
    """
    times, low, high = curve
    if not len(times) or until_s <= since_s:
        return NEVER
    first = max(0, int(np.searchsorted(times, since_s)) - 1)
    last = min(len(times), int(np.searchsorted(times, until_s, side="right")) + 1)
    times, low, high = times[first:last], low[first:last], high[first:last]
    shares = (times - since_s) / (until_s - since_s)
    if len(times) <= 2 * columns:
        return shares, low, high
    parts = np.floor(shares * columns)
    begins = np.ones(len(parts), dtype=bool)
    np.not_equal(parts[1:], parts[:-1], out=begins[1:])
    starts = begins.nonzero()[0]
    # A part with a gap and values shows its values: the gap is narrower than a pixel.
    return shares[starts], np.fmin.reduceat(low, starts), np.fmax.reduceat(high, starts)
