"""Reads a recording, also while it is being written: single readings, curves over any window, events, processes, marks."""

import errno
import os
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gpudesk.monitor.readings.metrics import with_counters
from gpudesk.monitor.readings.reading import Event, Frame
from gpudesk.monitor.readings.source import Machine, Running
from gpudesk.monitor.recording.chunks import LATEST_S, Chunk, merged, read_journal
from gpudesk.monitor.recording.kept_processes import running_of
from gpudesk.monitor.recording.packed import Floats
from gpudesk.monitor.recording.recording import NOTES, Note, machine_of
from gpudesk.monitor.recording.recording_format import blocks_of, check_format
from gpudesk.monitor.recording.rollups import Spans, joined, spans_of, unpack_spans, wider
from gpudesk.store import database
from gpudesk.store.store_errors import StoreError, damaged, from_system

_GAP = 3.0
"""Multiple of the usual interval above which a gap in the readings is detected."""
ROUNDED_S = 1e-5
"""Generous bound on the rounding of reading times."""
_BEFORE_S = 10.0
"""A rate requires the previous reading, which may be in another chunk up to this far back."""
_RAW_AT_MOST_S = 2 * 3600.0
"""Longer windows are looked at in seconds at least: their single readings would take longer to unpack than a person waits."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One metric over a window; shape (points,). NaN without a reading.

    Attributes:
        time_s: start of each point, seconds since 1970.
    """

    time_s: Floats
    low: Floats
    mean: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class Mark:
    """A window that a person marked."""

    name: str
    begin_s: float
    end_s: float


class Recording:
    """An open recording, used from one thread at a time.

    Raises:
        StoreError: there is no such file, it is something else, damaged or newer.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            raise from_system(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        if path.is_dir():
            raise from_system(path, IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR)))
        try:
            self._database = database.open_read(path)
        except StoreError:
            # In a folder that may not be written SQLite cannot share the file; no other program writes it there either.
            self._database = database.open_read(path, immutable=True)
        try:
            check_format(self._database)
            self._gpus: dict[str, int] = {}
        except BaseException:
            self._database.close()
            raise

    def __enter__(self) -> "Recording":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def machines(self) -> tuple[Machine, ...]:
        """The machines that were recorded, as they were known last."""
        with blocks_of(self.path):
            return tuple(machine_of(text) for (text,) in self._database.rows("SELECT body FROM machine ORDER BY name"))

    def sources(self) -> tuple[str, ...]:
        """Where its runs came from, for a person."""
        return tuple(text for (text,) in self._database.rows("SELECT source FROM run ORDER BY id"))

    def gpus(self) -> tuple[str, ...]:
        """The UUIDs of which there are readings."""
        return tuple(uuid for (uuid,) in self._database.rows("SELECT uuid FROM gpu ORDER BY id"))

    def _gpu(self, uuid: str) -> int | None:
        if uuid not in self._gpus:
            gpu_id = self._database.value("SELECT id FROM gpu WHERE uuid = ?", (uuid,))
            if gpu_id is None:
                return None
            self._gpus[uuid] = int(gpu_id)
        return self._gpus[uuid]

    def span(self) -> tuple[float, float] | None:
        """From the first reading to the last, seconds since 1970; None while there is none."""
        # Spans of an hour begin with the hour, also where their run began later.
        rolled = (
            "SELECT min(CASE WHEN run.begin_s < rollup.end_s THEN max(run.begin_s, rollup.begin_s) ELSE rollup.begin_s END),"
            " max(rollup.end_s)"
            " FROM rollup JOIN run ON run.id = rollup.run"
        )
        ends = [self._numbers(sql)[0] for sql in ("SELECT min(begin_s), max(end_s) FROM chunk", rolled)]
        times = [(low, high) for low, high in ends if low is not None]
        tail = [time_s for chunk in self._tail().values() for time_s in (chunk.times_s[0], chunk.times_s[-1])]
        if tail:
            times.append((min(tail), max(tail)))
        if not times:
            return None
        # They end with the hour too, also where the readings did not.
        single = [ends[0]] if ends[0][0] is not None else []
        last_s = max([high for _, high in single] + tail, default=max(high for _, high in times))
        return min(low for low, _ in times), last_s

    def _numbers(self, sql: str, parameters: tuple[float, ...] = ()) -> list[tuple[Any, ...]]:
        """Return rows with numbers that are valid as times or counts.

        Raises:
            StoreError: a row is damaged.
        """
        rows = self._database.rows(sql, parameters)
        if any(isinstance(cell, float) and not abs(cell) < LATEST_S for row in rows for cell in row):
            raise damaged(self.path, "a time or a count in it is impossible")
        return rows

    def _tail(self) -> dict[int, Chunk]:
        with blocks_of(self.path):
            by_gpu = read_journal(body for (body,) in self._database.rows("SELECT body FROM tail ORDER BY id"))
        return {gpu: gathered.columns() for gpu, gathered in by_gpu.items() if len(gathered)}

    def chunk(self, uuid: str, from_s: float, to_s: float, only: Set[str] | None = None) -> Chunk:
        """Every single reading of a GPU within a window (and up to a minute around it), as one; of some metrics alone if they are named.

        Raises:
            StoreError: the file is damaged.
        """
        gpu = self._gpu(uuid)
        if gpu is None:
            return merged(())
        with self._database.one_state():
            rows = self._database.rows(
                "SELECT body FROM chunk WHERE gpu = ? AND end_s >= ? AND begin_s <= ? ORDER BY begin_s", (gpu, from_s, to_s)
            )
            tail = self._tail().get(gpu)
        with blocks_of(self.path):
            chunks = [Chunk.unpacked(body, only) for (body,) in rows]
        if tail is not None and tail.times_s[0] <= to_s:
            chunks.append(tail)
        return merged(chunks)

    def frames(self, uuid: str, from_s: float, to_s: float, block_s: float = 900.0) -> Iterator[Frame]:
        """Yield the single readings of a GPU within a window, in order; unpacked in blocks of this number of seconds."""
        for chunk, inside in self.blocks(uuid, from_s, to_s, block_s):
            for frame, is_inside in zip(chunk.frames(uuid), inside.tolist(), strict=True):
                if is_inside:
                    yield frame

    def blocks(
        self, uuid: str, from_s: float, to_s: float, block_s: float = 900.0, only: Set[str] | None = None
    ) -> Iterator[tuple[Chunk, npt.NDArray[np.bool_]]]:
        """Yield the single readings of a GPU within a window as columns, in blocks of seconds, with the readings of each block.

        Args:
            only: the requested metrics, with their counters; by default all.

        Raises:
            StoreError: the file is damaged.
        """
        # Times are kept to the microsecond, the ends of a window are not.
        begin_s, to_s = from_s - ROUNDED_S, to_s + ROUNDED_S
        while begin_s <= to_s:
            end_s = min(begin_s + block_s, to_s)
            last = end_s >= to_s
            chunk = self.chunk(uuid, begin_s - _BEFORE_S, end_s, only)
            times_s = chunk.times_s
            inside = (times_s >= begin_s) & ((times_s <= end_s) if last else (times_s < end_s))
            if inside.any():
                yield chunk, inside
            if last:
                return
            begin_s = self._next_s(uuid, times_s, end_s)

    def _next_s(self, uuid: str, times_s: Floats, after_s: float) -> float:
        """The first reading from a moment on, infinite if there is none: months may lie between two runs.

        Args:
            times_s: the readings of all chunks that begin before it.
        """
        found_s = float(np.min(times_s, where=times_s >= after_s, initial=np.inf))
        gpu = self._gpu(uuid)
        with self._database.one_state():
            begin_s = self._database.value("SELECT min(begin_s) FROM chunk WHERE gpu = ? AND begin_s > ?", (gpu, after_s))
            # A whole block was looked at since the tail was read last: it is read again only where nothing else is left.
            tail = self._tail().get(gpu) if begin_s is None and gpu is not None and not np.isfinite(found_s) else None
        if begin_s is not None:
            found_s = min(found_s, float(begin_s))
        return max(after_s, float(tail.times_s[0])) if tail is not None and tail.times_s[-1] >= after_s else found_s

    def spans(self, uuid: str, metric: str, from_s: float, to_s: float, length_s: float) -> Spans:
        """One metric of a GPU over spans of 1, 60 or 3,600 seconds, or multiples of these."""
        gpu = self._gpu(uuid)
        if gpu is None:
            return Spans.none()
        level = max(level_s for level_s in (1, 60, 3600) if level_s <= max(length_s, 1.0))
        with self._database.one_state():
            rollups = self._database.rows(
                "SELECT body, end_s FROM rollup WHERE gpu = ? AND level = ? AND end_s >= ? AND begin_s <= ? ORDER BY begin_s",
                (gpu, level, from_s, to_s),
            )
            # What no roll-up of this level holds yet is taken from the readings themselves.
            rows = self._database.rows(
                "SELECT body FROM chunk WHERE gpu = ? AND end_s >= ? AND begin_s <= ? AND NOT EXISTS (SELECT 1 FROM rollup WHERE"
                " rollup.gpu = chunk.gpu AND rollup.run = chunk.run AND level = ?"
                " AND rollup.begin_s = CAST(chunk.begin_s / 3600 AS INTEGER) * 3600.0) ORDER BY begin_s",
                (gpu, from_s, to_s, level),
            )
            tail = self._tail().get(gpu)
        none = Spans.none()
        with blocks_of(self.path):
            parts = [unpack_spans(body).get(metric, none) for body, _ in rollups]
            chunks = [Chunk.unpacked(body, with_counters([metric])) for (body,) in rows]
        if tail is not None and tail.times_s[0] <= to_s:
            chunks.append(tail)
        if chunks:
            together = merged(chunks)
            if metric in together.values:
                where, what = together.values[metric]
                parts.append(spans_of(together.times_s[where], what, level))
        spans = wider(joined(parts), length_s)
        inside = (spans.begin_s + length_s > from_s) & (spans.begin_s <= to_s)
        return Spans(*(getattr(spans, name)[inside] for name in ("begin_s", "count", "low", "mean", "high")))

    def curve(self, uuid: str, metric: str, from_s: float, to_s: float, at_most: int = 2000) -> Curve:
        """Return one metric of a GPU over a window with a maximum number of points (plus gap marks), preserving peaks.

        Raises:
            StoreError: the file is damaged.
        """
        wanted_s = (to_s - from_s) / max(at_most, 1)
        if wanted_s < 1.0 and to_s - from_s <= _RAW_AT_MOST_S and not self._thinned(uuid, from_s, to_s):
            chunk = self.chunk(uuid, from_s, to_s, with_counters([metric]))
            if metric in chunk.values:
                where, what = chunk.values[metric]
                times_s = chunk.times_s[where]
                inside = (times_s >= from_s) & (times_s <= to_s)
                times_s, what = times_s[inside], what[inside]
                if len(times_s) > at_most:
                    return _with_gaps(spans_of(times_s, what, wanted_s))
                if len(times_s):
                    return _with_gaps(Spans(times_s, np.ones(len(what)), what, what, what))
        # Somewhat fewer points at once are better than the very number after a second of unpacking.
        level = next((level_s for level_s in (3600.0, 60.0, 1.0) if level_s <= 2 * wanted_s), 1.0)
        spans = Spans.none()
        for level_s in (1.0, 60.0, 3600.0):
            # What is too old for a fine level is kept by a coarser one.
            if level_s >= level and not len(spans.begin_s):
                spans = self.spans(uuid, metric, from_s, to_s, max(np.ceil(wanted_s / level_s), 1.0) * level_s)
        return _with_gaps(spans)

    def _thinned(self, uuid: str, from_s: float, to_s: float) -> bool:
        """Whether the single readings of a part of a window are gone already."""
        parameters = (self._gpu(uuid), from_s, to_s)
        return bool(
            self._database.value("SELECT 1 FROM rollup WHERE gpu = ? AND level = 1 AND end_s > ? AND begin_s < ? LIMIT 1", parameters)
        )

    def events(self, from_s: float = 0.0, to_s: float = np.inf) -> list[Event]:
        """Return the driver events within a window."""
        rows = self._numbers("SELECT uuid, at_s, xid FROM event WHERE at_s BETWEEN ? AND ? ORDER BY at_s, id", (from_s, to_s))
        return [Event(*row) for row in rows]

    def notes(self) -> list[Note]:
        """What befell the recording."""
        notes = [Note(*row) for row in self._numbers("SELECT at_s, kind, amount FROM note ORDER BY at_s, id")]
        if any(note.kind not in NOTES for note in notes):
            raise damaged(self.path, "a note in it is of no kind")
        return notes

    def marks(self) -> list[Mark]:
        """The windows that were marked."""
        return [Mark(*row) for row in self._numbers("SELECT name, begin_s, end_s FROM mark ORDER BY begin_s, id")]

    def running(self, at_s: float) -> dict[str, Running]:
        """The processes at a moment, by the UUID of their GPU."""
        newest = "SELECT uuid, body FROM process WHERE uuid = ? AND at_s <= ? ORDER BY at_s DESC, id DESC LIMIT 1"
        rows = [row for uuid in self.gpus() for row in self._database.rows(newest, (uuid, at_s))]
        with blocks_of(self.path):
            return {str(uuid): running_of(text) for uuid, text in rows}


def _with_gaps(spans: Spans) -> Curve:
    """A NaN where the next point is much further than they usually are."""
    if len(spans.begin_s) < 3:
        return Curve(spans.begin_s, spans.low, spans.mean, spans.high)
    steps_s = np.diff(spans.begin_s)
    holes = np.flatnonzero(steps_s > _GAP * np.median(steps_s))
    at = holes + 1
    time_s = np.insert(spans.begin_s, at, (spans.begin_s[holes] + spans.begin_s[at]) / 2)
    return Curve(time_s, *(np.insert(column, at, np.nan) for column in (spans.low, spans.mean, spans.high)))
