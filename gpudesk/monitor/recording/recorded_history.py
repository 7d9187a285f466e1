"""The past of a recording for plots: the displayed range is read from its file in a thread, and cached for a time."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.history import NEVER, Curve, History, since
from gpudesk.monitor.readings.metrics import with_counters
from gpudesk.monitor.recording.recording_read import ROUNDED_S, Recording

_TILES_S = (300.0, 3600.0, 43_200.0, 604_800.0)
"""Tile lengths for reading the past: the shortest contain every reading, longer ones a limited number of points."""
_POINTS = 1500
_PIECES = 2
"""Maximum number of tiles of a plot (plus partial tiles at the edges); a plot that needs more uses longer tiles."""
_KEPT = 4096
"""Number of cached curve tiles, most recently used: about 100 MB at the finest resolution."""
_GAP = 3.0
_Tile = tuple[str, float, int]


class RecordedHistory(History):
    """The data of each metric in a recording up to its current position.

    A tile not yet read is missing from a curve until then: `revision` counts arrivals. A caller that requires complete data
    sets `at_once`.

    Args:
        at_s: returns the position of the recording, seconds since 1970.
    """

    def __init__(self, path: Path, begin_s: float, at_s: Callable[[], float], keys: Sequence[str], bits: Sequence[str] = ()) -> None:
        super().__init__(keys, bits)
        self._begin_s = begin_s
        self._at_s = at_s
        self._recording = Recording(path)
        self._reading = threading.Lock()
        self._changed = threading.Condition()
        self._tiles: OrderedDict[tuple[_Tile, str], Curve] = OrderedDict()
        self._wanted: OrderedDict[tuple[_Tile, str], None] = OrderedDict()
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def is_reading(self) -> bool:
        """Return whether requested data has not been read yet."""
        return bool(self._wanted)

    @property
    def first_s(self) -> float | None:
        """When the recording begins."""
        return self._begin_s

    @property
    def last_s(self) -> float | None:
        """Return the current position of the recording."""
        return self._at_s()

    def add(self, uuid: str, key: str, at_s: float, value: float) -> None:
        """Everything is in the file already."""

    def clear(self) -> None:
        """A leap to another moment changes nothing in the past."""

    def curve(self, uuid: str, key: str, since_s: float, until_s: float | None = None) -> Curve:
        """One metric of one GPU, as finely as so long a time is read."""
        last_s = self._at_s()
        until_s = last_s if until_s is None else min(until_s, last_s)
        since_s = max(since_s, self._begin_s)
        if key not in self.keys or until_s < since_s:
            return NEVER
        length_s = next((tile_s for tile_s in _TILES_S if until_s - since_s <= _PIECES * tile_s), _TILES_S[-1])
        numbers = range(int(since_s // length_s), int((until_s + ROUNDED_S) // length_s) + 1)
        parts = [piece for number in numbers if len((piece := self._tile((uuid, length_s, number), key))[0])]
        if not parts:
            return NEVER
        times, low, high = _with_gaps(parts)
        end = int(np.searchsorted(times, last_s + ROUNDED_S, side="right"))
        return since((times[:end], low[:end], high[:end]), since_s)

    def _tile(self, tile: _Tile, key: str) -> Curve:
        with self._changed:
            known = self._tiles.get((tile, key))
            if known is not None:
                self._tiles.move_to_end((tile, key))
                return known
            if not self.at_once and not self._closed:
                # What is wanted last is read first: it is what a person looks at now.
                self._wanted[tile, key] = None
                self._wanted.move_to_end((tile, key))
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="recorded history", daemon=True)
                    self._thread.start()
                self._changed.notify_all()
                return NEVER
        self._read(tile, key)
        with self._changed:
            return self._tiles.get((tile, key), NEVER)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._wanted and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                (tile, key), _ = self._wanted.popitem()
            self._read(tile, key)

    def _read(self, tile: _Tile, key: str) -> None:
        uuid, length_s, number = tile
        from_s, to_s = number * length_s, (number + 1) * length_s
        # The readings of a short time are unpacked once for all metrics.
        keys = self.keys if length_s == _TILES_S[0] else (key,)
        with self._reading:
            if self._closed:
                return
            try:
                if length_s == _TILES_S[0] or key in self._bits:
                    curves = self._readings(uuid, from_s, to_s, keys)
                else:
                    curve = self._recording.curve(uuid, key, max(from_s, self._begin_s), to_s, _POINTS)
                    curves = {key: (curve.time_s, curve.low, curve.high)}
            except DeskError:
                # Damage is reported where the recording is played; here it is a gap.
                curves = {}
        with self._changed:
            for tile_key in keys:
                self._tiles[tile, tile_key] = _within(curves.get(tile_key, NEVER), from_s, to_s)
                self._wanted.pop((tile, tile_key), None)
            while len(self._tiles) > _KEPT:
                self._tiles.popitem(last=False)
            self.revision += 1

    def _readings(self, uuid: str, from_s: float, to_s: float, keys: Sequence[str]) -> dict[str, Curve]:
        """Return single readings; for bits over longer periods the bits always set and the bits set at any time."""
        needed = with_counters(keys)
        parts: dict[str, list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = {key: [] for key in keys}
        for chunk, inside in self._recording.blocks(uuid, from_s, to_s, only=needed):
            for key in keys:
                where, what = chunk.values.get(key, (None, None))
                if where is not None and what is not None:
                    is_inside = inside[where]
                    parts[key].append((chunk.times_s[where][is_inside], what[is_inside]))
        readings = {}
        for key, pieces in parts.items():
            if pieces:
                times, values = (np.concatenate([piece[column] for piece in pieces]) for column in range(2))
                readings[key] = _joined_bits(times, values) if key in self._bits and len(times) > _POINTS else (times, values, values)
        return readings

    def close(self) -> None:
        """End the thread and close the file."""
        with self._changed:
            self._closed = True
            self._wanted.clear()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        with self._reading:
            self._recording.close()


def _within(curve: Curve, from_s: float, to_s: float) -> Curve:
    """Return the data that begins in a tile, because adjacent tiles contain the rest."""
    begin, end = (int(np.searchsorted(curve[0], at_s - ROUNDED_S)) for at_s in (from_s, to_s))
    return curve[0][begin:end], curve[1][begin:end], curve[2][begin:end]


def _joined_bits(times: NDArray[np.float64], values: NDArray[np.float64]) -> Curve:
    """Return bits in fewer points: the bits set in every reading of a point, and in any."""
    starts = np.arange(0, len(times), -(-len(times) // _POINTS))
    bits = np.where(np.isfinite(values), values, 0.0).astype(np.int64)
    return times[starts], np.bitwise_and.reduceat(bits, starts).astype(float), np.bitwise_or.reduceat(bits, starts).astype(float)


def _with_gaps(parts: Sequence[Curve]) -> Curve:
    """Combine tiles, with a NaN if the next point is much farther than the usual interval nearby, also between tiles.

    Each tile has a separate interval: a tile where a recording begins or ends has few readings, so it contains all of them.
    """
    times, low, high = (np.concatenate([part[column] for part in parts]) for column in range(3))
    if len(times) < 3:
        return times, low, high
    steps_s = np.diff(times)
    usual_s = np.full(len(times), np.median(steps_s))
    end = 0
    for part in parts:
        begin, end = end, end + len(part[0])
        if len(part[0]) > 2:
            usual_s[begin:end] = np.median(np.diff(part[0]))
    holes = np.flatnonzero(steps_s > _GAP * np.maximum(usual_s[:-1], usual_s[1:]))
    at = holes + 1
    middle = (times[holes] + times[at]) / 2
    return np.insert(times, at, middle), np.insert(low, at, np.nan), np.insert(high, at, np.nan)
