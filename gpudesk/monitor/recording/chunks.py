"""The readings of one GPU as columns: gathered frame by frame, packed by the minute, and read back."""

import json
from array import array
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any

import numpy as np

from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.monitor.readings.counter_rates import with_rates
from gpudesk.monitor.readings.metrics import counters, metrics
from gpudesk.monitor.readings.reading import Frame, Lack
from gpudesk.monitor.recording.packed import Floats, Unreadable, pack, unpack, unreadable

_MICRO = 1e6
LATEST_S = 1e11
"""Upper limit of plausible times: beyond it seconds lose precision."""
Key = tuple[str, ...]
Lacks = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    """The metrics of a reading, and its missing values with reasons."""

    keys: Key
    lacks: Lacks


@lru_cache(maxsize=4096)
def _kept(keys: Key) -> tuple[Key, Callable[[Mapping[str, float]], Any]]:
    """Return the stored metrics of a frame: rates of counters that it also contains are recalculated when read."""
    present = frozenset(keys)
    again = {rate for counter, rate in counters().items() if counter in present}
    stored_keys = tuple(key for key in keys if key not in again)
    if len(stored_keys) > 1:
        return stored_keys, itemgetter(*stored_keys)
    return stored_keys, lambda values: tuple(values[key] for key in stored_keys)


class Gathered:
    """Readings of one GPU that are not packed yet, in the order of their times (seconds on the line of the run)."""

    def __init__(self) -> None:
        self.times_s = array("d")
        self._kinds: list[_Kind] = []
        self._numbers: dict[tuple[Key, Lacks], int] = {}
        self._picks: dict[tuple[Key, Lacks], tuple[int, Callable[[Mapping[str, float]], Any]]] = {}
        self._kind_of = array("i")
        self._rows = array("d")
        self._begun = (0, 0)
        """Up to which reading the journal has gone, and where the values of the next begin."""
        self._kinds_told = (0, "[]")
        """Number of kinds, and their cached JSON: they rarely change, and the journal writes them each time."""

    def __len__(self) -> int:
        return len(self.times_s)

    def add(self, frame: Frame, time_s: float) -> None:
        """Take one reading."""
        lack_pairs = tuple((key, str(lack)) for key, lack in frame.lacks.items()) if frame.lacks else ()
        keys = tuple(frame.values)
        known = self._picks.get((keys, lack_pairs))
        if known is None:
            stored_keys, pick = _kept(keys)
            known = self._picks[keys, lack_pairs] = (self._number(stored_keys, lack_pairs), pick)
        self._add(known[0], time_s, known[1](frame.values))

    def _number(self, keys: Key, lacks: Lacks) -> int:
        number = self._numbers.get((keys, lacks))
        if number is None:
            number = self._numbers[keys, lacks] = len(self._kinds)
            self._kinds.append(_Kind(keys, lacks))
        return number

    def _add(self, number: int, time_s: float, row: Iterable[float]) -> None:
        self.times_s.append(time_s)
        self._kind_of.append(number)
        self._rows.extend(row)

    def _begin_of(self, place: int) -> int:
        """Where the values of a reading begin."""
        if place == self._begun[0]:
            return self._begun[1]
        widths = np.array([len(kind.keys) for kind in self._kinds], np.int64)
        return int(widths[np.array(self._kind_of[:place])].sum())

    def split(self, before_s: float) -> tuple["Gathered", "Gathered"]:
        """Return the readings before a time, and the rest."""
        place = bisect_left(self.times_s, before_s)
        begin = self._begin_of(place)
        return self._part(0, place, 0, begin), self._part(place, len(self), begin, len(self._rows))

    def _part(self, first: int, last: int, begin: int, end: int) -> "Gathered":
        part = Gathered()
        part._kinds, part._numbers, part._picks = list(self._kinds), dict(self._numbers), dict(self._picks)
        part.times_s, part._kind_of, part._rows = self.times_s[first:last], self._kind_of[first:last], self._rows[begin:end]
        return part

    def columns(self) -> "Chunk":
        """The same by metric."""
        times_s, kind_of, rows = np.array(self.times_s), np.array(self._kind_of), np.array(self._rows)
        widths = np.array([len(kind.keys) for kind in self._kinds], np.int64)
        begins = np.concatenate([[0], np.cumsum(widths[kind_of])])[:-1]
        parts: dict[str, list[tuple[Any, Floats]]] = {}
        for number, kind in enumerate(self._kinds):
            where = np.flatnonzero(kind_of == number)
            if len(where):
                table = rows[begins[where][:, None] + np.arange(len(kind.keys))]
                for place, key in enumerate(kind.keys):
                    parts.setdefault(key, []).append((where, table[:, place]))
        values = {key: _in_order(key, pieces, len(times_s)) for key, pieces in parts.items()}
        changed = np.flatnonzero(np.diff(kind_of, prepend=-1))
        lack_changes: list[tuple[int, Lacks]] = []
        for at in changed.tolist():
            lack_pairs = self._kinds[kind_of[at]].lacks
            if lack_pairs != (lack_changes[-1][1] if lack_changes else ()):
                lack_changes.append((at, lack_pairs))
        return Chunk(times_s, values, lack_changes)

    def journal(self, begin: int) -> tuple[str, bytes]:
        """The readings from one on: their head as the inside of a JSON list, and their numbers."""
        at = self._begin_of(begin)
        raw = self.times_s[begin:].tobytes() + self._kind_of[begin:].tobytes() + self._rows[at:].tobytes()
        if self._kinds_told[0] != len(self._kinds):
            kinds_json = json.dumps([[kind.keys, kind.lacks] for kind in self._kinds], separators=(",", ":"))
            self._kinds_told = (len(self._kinds), kinds_json)
        self._begun = (len(self), len(self._rows))
        return f"{len(self) - begin},{len(self._rows) - at},{self._kinds_told[1]}", raw

    def take_journal(self, count: int, kinds: Sequence[tuple[Key, Lacks]], raw: bytes) -> None:
        """Add `journal` data to the existing data."""
        times_s = np.frombuffer(raw, "<f8", count)
        kind_of = np.frombuffer(raw, "<i4", count, 8 * count)
        rows = np.frombuffer(raw, "<f8", -1, 12 * count).tolist()
        at = 0
        for time_s, number in zip(times_s.tolist(), kind_of.tolist(), strict=True):
            if not 0 <= number < len(kinds):
                raise Unreadable("a reading is of an unknown kind")
            keys, lack_pairs = kinds[number]
            if at + len(keys) > len(rows):
                raise Unreadable("a reading is cut off")
            self._add(self._number(keys, lack_pairs), time_s, rows[at : at + len(keys)])
            at += len(keys)


def _in_order(key: str, parts: Sequence[tuple[Any, Floats]], count: int) -> tuple[Any, Floats]:
    """Return the values of a metric by reading, for this number of readings, at the stored resolution."""
    where, what = parts[0]
    if len(parts) > 1:
        every = np.full(count, np.nan)
        for where, what in parts:
            every[where] = what
        where, what = np.arange(count), every
    there = np.isfinite(what)
    if not there.all():
        # What is no number is not there: it would make every mean of its hour none.
        where, what = where[there], what[there]
    metric = metrics().get(key)
    if metric is None or not metric.kept:
        return where, what
    # A tenth is no double: by its whole inverse the result is the nearest one to the decimal.
    inverse = round(1 / metric.kept)
    return where, np.rint(what * inverse) / inverse if inverse else np.rint(what / metric.kept) * metric.kept


def _places(only: Set[str], head: Mapping[str, Any]) -> Container[int]:
    """The columns of times and of some metrics."""
    return {0, *(at for place, key in enumerate(head["keys"]) if key in only for at in (1 + 2 * place, 2 + 2 * place))}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Readings of one GPU over a period.

    Attributes:
        times_s: shape (readings,), seconds on the time axis of the run.
        values: per metric, the readings that have it (indexes in `times_s`) and their values.
        lacks: changes of missing metrics and reasons, with the first reading of each.
    """

    times_s: Floats
    values: Mapping[str, tuple[Any, Floats]]
    lacks: Sequence[tuple[int, Lacks]]

    def packed(self) -> bytes:
        """As one block; times are kept to the microsecond."""
        begin_s = float(self.times_s[0]) if len(self.times_s) else 0.0
        head = {"begin_s": begin_s, "keys": list(self.values), "lacks": [[at, dict(lack_pairs)] for at, lack_pairs in self.lacks]}
        columns = [np.rint((self.times_s - begin_s) * _MICRO)]
        whole = np.arange(len(self.times_s))
        for where, what in self.values.values():
            # A metric that every reading has needs no places.
            columns.append(np.empty(0) if np.array_equal(where, whole) else where.astype(np.float64))
            columns.append(what)
        return pack(head, columns)

    @classmethod
    def unpacked(cls, block: bytes, only: Set[str] | None = None) -> "Chunk":
        """What `packed` made, or of its values some metrics alone.

        Raises:
            Unreadable: the block is damaged.
        """
        head, columns = unpack(block, None if only is None else partial(_places, only))
        try:
            times_s = float(head["begin_s"]) + columns[0] / _MICRO
            if not np.all(np.abs(times_s) < LATEST_S):
                raise Unreadable("its times are impossible")
            values = {}
            for place, key in enumerate(head["keys"]):
                if only is not None and key not in only:
                    continue
                where, what = columns[1 + 2 * place], columns[2 + 2 * place]
                ats = np.arange(len(times_s)) if not len(where) and len(what) == len(times_s) else where.astype(np.int64)
                if len(ats) != len(what) or (len(ats) and not 0 <= ats.min() <= ats.max() < len(times_s)):
                    raise Unreadable("its readings do not fit its times")
                if not np.all(np.isfinite(what)):
                    raise Unreadable("a reading is no number")
                values[str(key)] = (ats, what)
            lack_changes = [(int(at), tuple((str(k), str(v)) for k, v in lack_pairs.items())) for at, lack_pairs in head["lacks"]]
        except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
            raise Unreadable(str(error)) from error
        return cls(times_s, values, lack_changes)

    def frames(self, uuid: str) -> Iterator[Frame]:
        """The readings one by one, as they were taken."""
        values_at: list[dict[str, float]] = [{} for _ in self.times_s]
        for key, (where, what) in self.values.items():
            for at, value in zip(where.tolist(), what.tolist(), strict=True):
                values_at[at][key] = value
        changes = dict(self.lacks)
        missing: dict[str, Lack] = {}
        for at, time_s in enumerate(self.times_s.tolist()):
            if at in changes:
                missing = {key: Lack(why) for key, why in changes[at] if why in set(Lack)}
            yield Frame(uuid, time_s, time_s, values_at[at], missing)


def merged(chunks: Sequence[Chunk]) -> Chunk:
    """Merge chunks of one GPU, ordered by time, with rates of counters."""
    if not chunks:
        return Chunk(np.empty(0), {}, ())
    ordered = sorted(chunks, key=lambda chunk: float(chunk.times_s[0]) if len(chunk.times_s) else 0.0)
    times_s = np.concatenate([chunk.times_s for chunk in ordered])
    parts: dict[str, list[tuple[Any, Floats]]] = {}
    lack_changes: list[tuple[int, Lacks]] = []
    first = 0
    for chunk in ordered:
        for key, (where, what) in chunk.values.items():
            parts.setdefault(key, []).append((where + first, what))
        if not chunk.lacks or chunk.lacks[0][0]:
            lack_changes.append((first, ()))
        lack_changes += [(first + at, lack_pairs) for at, lack_pairs in chunk.lacks]
        first += len(chunk.times_s)
    values = {key: (np.concatenate([a for a, _ in pieces]), np.concatenate([b for _, b in pieces])) for key, pieces in parts.items()}
    return Chunk(times_s, with_rates(times_s, values), lack_changes)


def journal(gathered: Mapping[int, Gathered], begin: Mapping[int, int]) -> bytes:
    """The newest readings of each GPU, those from `begin` on, in the cheapest form that can be read again.

    Args:
        gathered: by the number of the GPU.
        begin: the first reading of each that is not written yet.
    """
    heads, parts = [], []
    for gpu, readings in gathered.items():
        if begin.get(gpu, 0) < len(readings):
            head, raw = readings.journal(begin.get(gpu, 0))
            heads.append(f"[{gpu},{head}]")
            parts.append(raw)
    text = f"[{','.join(heads)}]".encode()
    return len(text).to_bytes(4, "little") + text + b"".join(parts)


def read_journal(bodies: Iterable[bytes]) -> dict[int, Gathered]:
    """What `journal` wrote, in its order.

    Raises:
        Unreadable: a body is none of ours.
    """
    by_gpu: dict[int, Gathered] = {}
    for body in bodies:
        at = 4 + int.from_bytes(body[:4], "little")
        with foreign_parser("", unreadable):
            heads = json.loads(body[4:at])
        try:
            for gpu, count, values, kind_rows in heads:
                kinds = [(tuple(map(str, keys)), tuple((str(key), str(why)) for key, why in lack_pairs)) for keys, lack_pairs in kind_rows]
                length = 12 * int(count) + 8 * int(values)
                if count < 0 or values < 0 or len(body) < at + length:
                    raise Unreadable("it is cut off")
                by_gpu.setdefault(int(gpu), Gathered()).take_journal(int(count), kinds, body[at : at + length])
                at += length
        except (ValueError, TypeError, OverflowError) as error:
            raise Unreadable(str(error)) from error
    return by_gpu
