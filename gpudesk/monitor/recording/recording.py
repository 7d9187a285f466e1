"""The recording file: GPU readings, packed by the minute, with roll-ups for long periods.

If the program crashes, only the last second is lost: readings are written to a journal in the file each second and from there,
a minute later, into chunks. The times of a run are the system clock at its start, continued by a monotonic clock, so that
a clock adjustment causes no gap; the step is noted.
"""

import contextlib
import dataclasses
import errno
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.monitor.readings import clock
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack
from gpudesk.monitor.readings.source import Machine, Running
from gpudesk.monitor.recording.chunks import Chunk, Gathered, journal, merged, read_journal
from gpudesk.monitor.recording.kept_processes import running_as_text
from gpudesk.monitor.recording.recording_format import blocks_of, check_format, make, renew
from gpudesk.monitor.recording.rollups import of_chunk, pack_spans
from gpudesk.project.private_files import make_private
from gpudesk.store import database
from gpudesk.store.examine import on_network
from gpudesk.store.lock import Lock
from gpudesk.store.store_errors import StoreError, as_store_errors

_CONTEXT = "monitor"
_CHUNK_S = 60.0
_LATE_S = 2.0
"""A minute is packed so long after its end: the threads of the GPUs do not read at the same moment."""
_STEP_S = 0.5
"""A clock that deviates by more than this was adjusted."""
_HOUR_S = 3600.0
_DAY_S = 86_400.0
_MOST_DAYS = 36_525.0
_TOLD_BYTES = 256 * 2**20
"""A process is written again if its memory has crossed a multiple of this."""
_MOST_HELD = 60_000
"""Readings that memory holds while the disk takes none: twelve minutes of eight GPUs at ten a second."""
_NOTE = "INSERT INTO note (at_s, kind, amount) VALUES (?, ?, ?)"
_FORGET_HOUR = (
    "DELETE FROM rollup WHERE gpu = ?1 AND run = ?2 AND begin_s = ?3 AND level > 1"
    " AND NOT EXISTS (SELECT 1 FROM rollup WHERE gpu = ?1 AND run = ?2 AND begin_s = ?3 AND level = 1)"
)
"""Takes the roll-ups of an hour away, unless its single readings are gone."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How long each form is kept, seconds. Single readings become spans of a second when their time is over."""

    single_s: float = _DAY_S
    second_s: float = 7 * _DAY_S
    minute_s: float = 365 * _DAY_S

    @classmethod
    def of_days(cls, single: float, second: float, minute: float) -> "Retention":
        """Return a retention with these numbers of days.

        Raises:
            InvalidData: a value is not above zero or exceeds one hundred years, or coarser data is kept for a shorter time than
                finer data.
        """
        if not 0 < single <= second <= minute <= _MOST_DAYS:
            text = QT_TRANSLATE_NOOP("monitor", "Retention of {single}, {second} and {minute} days is not possible.")
            fix = QT_TRANSLATE_NOOP(
                "monitor",
                ("Keep raw readings no longer than one-second summaries, and one-second summaries no longer than one-minute summaries."),
            )
            raise InvalidData(Message(_CONTEXT, text, {"single": single, "second": second, "minute": minute}), Message(_CONTEXT, fix))
        return cls(single * _DAY_S, second * _DAY_S, minute * _DAY_S)

    def days(self) -> tuple[float, float, float]:
        """How many days each is kept."""
        return self.single_s / _DAY_S, self.second_s / _DAY_S, self.minute_s / _DAY_S


NOTES = ("clock", "slept", "dropped", "full", "recovered")


@dataclass(frozen=True, slots=True)
class Note:
    """An event of a recording.

    "clock" (a step in seconds), "slept" (sleep of the machine in seconds), "dropped", "full" or "recovered" (number of readings).
    """

    at_s: float
    kind: str
    amount: float


def _valid(name: str) -> str:
    """A name that SQLite takes: what came of bytes that are no text is written out."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def as_text(machine: Machine) -> str:
    """Return a machine as JSON. Names used to find readings keep their original spelling."""
    gpus = tuple(dataclasses.replace(gpu, uuid=_valid(gpu.uuid)) for gpu in machine.gpus)
    values = dataclasses.asdict(dataclasses.replace(machine, name=_valid(machine.name), gpus=gpus))
    # What is late while it is watched is no fact of the machine.
    del values["silent_since_s"]
    return json.dumps(values)


def machine_of(text: str) -> Machine:
    """The machine that `as_text` wrote.

    Raises:
        ValueError, TypeError, KeyError: the text is something else.
    """
    stored = kept_json(text)
    gpus = []
    if not all(
        isinstance(mapping, dict) for mapping in (stored, stored["unreachable"], *stored["gpus"], *(gpu["lacks"] for gpu in stored["gpus"]))
    ):
        raise TypeError("it is no machine")
    for gpu in stored["gpus"]:
        missing = {str(key): Lack(why) for key, why in gpu.pop("lacks").items()}
        capability = gpu.pop("capability")
        gpus.append(GpuFacts(**gpu, capability=None if capability is None else (int(capability[0]), int(capability[1])), lacks=missing))
    unreachable = {int(index): Lack(why) for index, why in stored["unreachable"].items()}
    return Machine(**{**stored, "gpus": tuple(gpus), "unreachable": unreachable})


class RecordingFile:
    """Writes a recording, from one thread; if reopened, it continues with a new run. Only its owner may read the file.

    Args:
        machines: machines of the readings.
        source: source of the readings, for display.
        commands: store complete command lines of processes, not only program names.
        begin: the system clock and the monotonic clock, at the start; both in seconds.

    Attributes:
        count: number of readings of this run in the file.

    Raises:
        StoreError: the file cannot be written, or is not a recording.
    """

    def __init__(
        self,
        path: Path,
        machines: Sequence[Machine],
        source: str,
        *,
        begin: tuple[float, float] | None = None,
        retention: Retention | None = None,
        commands: bool = False,
    ) -> None:
        # SQLite keeps its log next to the file itself, and the lock is on it: a link to it is followed.
        self.path = path = Path(os.path.realpath(path))
        self._commands = commands
        self.count = 0
        wall_s, mono_s = begin if begin is not None else (time.time(), clock.mono_s())
        self._offset_s = wall_s - mono_s
        self._stepped_s = 0.0
        self._slept_s = clock.slept_s()
        self._retention = retention if retention is not None else Retention()
        self._gpus: dict[str, int] = {}
        self._open: dict[str, Gathered] = {}
        self._written: dict[str, int] = {}
        self._running: dict[str, object] = {}
        self._rows: list[tuple[str, tuple[Any, ...]]] = []
        """What else waits to be written: a statement and its values."""
        self._lost = 0
        self._newest_s = wall_s
        self._minute_s = (wall_s // _CHUNK_S + 1) * _CHUNK_S
        self._hour_s = (wall_s // _HOUR_S + 1) * _HOUR_S
        with as_store_errors(path):
            if path.exists() and not path.is_file():
                raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
            is_new = not path.exists() or not path.stat().st_size
        if is_new:
            # The lock is on the file itself as well, so it has to be there first.
            with as_store_errors(path):
                make_private(path)
        else:
            # Nothing of a file is changed, its rights neither, before it is known to be a recording.
            look = database.open_read(path)
            try:
                check_format(look)
            finally:
                look.close()
        self._lock = Lock.take(path)
        try:
            # Side files get the rights of the file from SQLite.
            with as_store_errors(path):
                make_private(path)
            self._database = database.open_write(path, network=on_network(path))
        except BaseException:
            self._lock.release()
            raise
        try:
            if is_new:
                make(self._database)
            check_format(self._database)
            renew(self._database)
            # What the program wrote survives its end at once, what the system holds may go with the machine: a second's worth.
            self._database.run("PRAGMA synchronous=NORMAL")
            with self._database.transaction():
                self._recover()
                row = (wall_s, mono_s, _valid(source))
                self._run = self._database.insert("INSERT INTO run (begin_s, mono_s, source) VALUES (?, ?, ?)", row)
            self.know(machines)
        except BaseException:
            self._database.close()
            self._lock.release()
            raise

    def _recover(self) -> None:
        """Pack the journal data left by a recorder that crashed."""
        for (run,) in self._database.rows("SELECT DISTINCT run FROM tail ORDER BY run"):
            bodies = [body for (body,) in self._database.rows("SELECT body FROM tail WHERE run = ? ORDER BY id", (run,))]
            with blocks_of(self.path):
                by_gpu = read_journal(bodies)
            count = sum(len(readings) for readings in by_gpu.values())
            for gpu, gathered in by_gpu.items():
                self._keep(gpu, int(run), gathered)
            newest_s = max((readings.times_s[-1] for readings in by_gpu.values()), default=0.0)
            self._database.run(_NOTE, (newest_s, "recovered", float(count)))
        self._database.run("DELETE FROM tail")

    def know(self, machines: Sequence[Machine]) -> None:
        """Update the known data of the machines."""
        with self._database.transaction():
            for machine in machines:
                self._database.run("INSERT OR REPLACE INTO machine (name, body) VALUES (?, ?)", (_valid(machine.name), as_text(machine)))

    def _gpu(self, uuid: str) -> int:
        if uuid not in self._gpus:
            name = _valid(uuid)
            self._database.run("INSERT OR IGNORE INTO gpu (uuid) VALUES (?)", (name,))
            self._gpus[uuid] = int(self._database.value("SELECT id FROM gpu WHERE uuid = ?", (name,)))
        return self._gpus[uuid]

    def write(self, frames: Sequence[Frame], events: Sequence[Event] = (), running: Mapping[str, Running] | None = None) -> None:
        """Bring readings to the file, in one transaction; called about once a second.

        Raises:
            StoreError: they could not be written. They are kept and go with the next call that succeeds, as far as memory may hold them.
        """
        slept_s = clock.slept_s()
        if slept_s - self._slept_s > _STEP_S:
            self.note("slept", slept_s - self._slept_s)
        self._slept_s = slept_s
        for frame in frames:
            self._take(frame)
        for event in events:
            self._rows.append(("INSERT INTO event (at_s, uuid, xid) VALUES (?, ?, ?)", (self._newest_s, _valid(event.uuid), event.xid)))
        for uuid, gpu_processes in (running or {}).items():
            self._processes(uuid, gpu_processes)
        try:
            self._bring()
        except StoreError:
            # What was given a number in a transaction that was taken back has none.
            self._gpus.clear()
            self._bound()
            raise

    def _bring(self) -> None:
        with self._database.transaction():
            if self._lost:
                self._database.run(_NOTE, (self._newest_s, "full", float(self._lost)))
            if any(self._written.get(uuid, 0) < len(gathered) for uuid, gathered in self._open.items()):
                body = journal({self._gpu(uuid): gathered for uuid, gathered in self._open.items()}, self._begins())
                self._database.run("INSERT INTO tail (run, body) VALUES (?, ?)", (self._run, body))
            for statement, values in self._rows:
                self._database.run(statement, values)
        self._rows.clear()
        self._lost = 0
        self.count += sum(len(gathered) - self._written.get(uuid, 0) for uuid, gathered in self._open.items())
        self._written = {uuid: len(gathered) for uuid, gathered in self._open.items()}
        if self._newest_s >= self._minute_s + _LATE_S:
            self._pack(self._newest_s // _CHUNK_S * _CHUNK_S)

    def _begins(self) -> dict[int, int]:
        return {self._gpu(uuid): count for uuid, count in self._written.items()}

    def _bound(self) -> None:
        """Drop the oldest data while writing is not possible: memory must not hold a whole day."""
        held = sum(len(gathered) for gathered in self._open.values())
        if held <= _MOST_HELD:
            return
        newest_s = self._newest_s - _CHUNK_S
        for uuid, gathered in self._open.items():
            dropped, self._open[uuid] = gathered.split(newest_s)
            self._lost += max(len(dropped) - self._written.get(uuid, 0), 0)
            self._written[uuid] = max(self._written.get(uuid, 0) - len(dropped), 0)
        self._rows = self._rows[-1000:]

    def _take(self, frame: Frame) -> None:
        time_s = frame.mono_s + self._offset_s
        stepped_s = frame.wall_s - time_s
        if abs(stepped_s - self._stepped_s) > _STEP_S:
            self._rows.append((_NOTE, (time_s, "clock", stepped_s - self._stepped_s)))
            self._stepped_s = stepped_s
        self._newest_s = max(self._newest_s, time_s)
        gathered = self._open.get(frame.uuid)
        if gathered is None:
            gathered = self._open[frame.uuid] = Gathered()
        gathered.add(frame, time_s)

    def _processes(self, uuid: str, running: Running) -> None:
        held = [(one.pid, one.command, None if one.used_bytes is None else one.used_bytes // _TOLD_BYTES) for one in running.processes]
        if self._running.get(uuid) != (held, running.lack):
            self._running[uuid] = (held, running.lack)
            row = (self._newest_s, _valid(uuid), running_as_text(running, commands=self._commands))
            self._rows.append(("INSERT INTO process (at_s, uuid, body) VALUES (?, ?, ?)", row))

    def note(self, kind: str, amount: float) -> None:
        """Note an event of the recording now; it is written with the next readings."""
        self._rows.append((_NOTE, (self._newest_s, kind, amount)))

    def _keep(self, gpu: int, run: int, gathered: Gathered) -> None:
        if len(gathered):
            row = (gpu, run, gathered.times_s[0], gathered.times_s[-1], len(gathered), gathered.columns().packed())
            self._database.run("INSERT INTO chunk (gpu, run, begin_s, end_s, count, body) VALUES (?, ?, ?, ?, ?, ?)", row)
            # Readings of another host may come after the roll-ups of their hour were made: these are made again with the next.
            self._database.run(_FORGET_HOUR, (gpu, run, gathered.times_s[0] // _HOUR_S * _HOUR_S))

    def _pack(self, before_s: float) -> None:
        """Pack readings before a time, and create roll-ups of completed hours."""
        left: dict[str, Gathered] = {}
        with self._database.transaction():
            for uuid, gathered in self._open.items():
                early, left[uuid] = gathered.split(before_s)
                self._keep(self._gpu(uuid), self._run, early)
            self._database.run("DELETE FROM tail")
            if any(map(len, left.values())):
                body = journal({self._gpu(uuid): readings for uuid, readings in left.items()}, {})
                self._database.run("INSERT INTO tail (run, body) VALUES (?, ?)", (self._run, body))
        self._open = left
        self._written = {uuid: len(readings) for uuid, readings in left.items()}
        self._minute_s = before_s + _CHUNK_S
        if before_s >= self._hour_s:
            self._hour_s = (before_s // _HOUR_S + 1) * _HOUR_S
            self.roll(before_s)

    def roll(self, now_s: float) -> None:
        """Create roll-ups of completed hours, and delete data beyond its retention."""
        hour_s = now_s // _HOUR_S * _HOUR_S
        for (gpu,) in self._database.rows("SELECT id FROM gpu ORDER BY id"):
            with self._database.transaction():
                self._roll_up(gpu, hour_s)
                self._thin(gpu, now_s)

    def _roll_up(self, gpu: int, before_s: float) -> None:
        chunk_rows = self._database.rows(
            "SELECT run, begin_s, body FROM chunk WHERE gpu = ? AND begin_s < ? AND NOT EXISTS (SELECT 1 FROM rollup WHERE"
            " rollup.gpu = chunk.gpu AND rollup.run = chunk.run AND level = 60"
            " AND rollup.begin_s = CAST(chunk.begin_s / 3600 AS INTEGER) * 3600.0) ORDER BY begin_s",
            (gpu, before_s),
        )
        for (run, hour_s), chunk in self._by_hour(chunk_rows):
            for level in (60, 3600):
                self._put(gpu, run, level, hour_s, chunk)

    def _by_hour(self, rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[tuple[int, float], Chunk]]:
        hours: dict[tuple[int, float], list[bytes]] = {}
        for run, begin_s, body in rows:
            hours.setdefault((int(run), begin_s // _HOUR_S * _HOUR_S), []).append(body)
        for run_hour, bodies in hours.items():
            with blocks_of(self.path):
                chunk = merged([Chunk.unpacked(body) for body in bodies])
            yield run_hour, chunk

    def _put(self, gpu: int, run: int, level: int, begin_s: float, chunk: Chunk) -> None:
        # What waited for a full disk may reach into the next hour.
        end_s = max(begin_s + _HOUR_S, float(chunk.times_s[-1]))
        row = (gpu, level, run, begin_s, end_s, pack_spans(of_chunk(chunk, level)))
        self._database.run("INSERT OR REPLACE INTO rollup (gpu, level, run, begin_s, end_s, body) VALUES (?, ?, ?, ?, ?, ?)", row)

    def _thin(self, gpu: int, now_s: float) -> None:
        """Whole hours only: single readings become spans of a second, later those go, and then those of a minute."""
        keep = self._retention
        until_s = (now_s - keep.single_s) // _HOUR_S * _HOUR_S
        old = self._database.rows("SELECT run, begin_s, body FROM chunk WHERE gpu = ? AND begin_s < ? ORDER BY begin_s", (gpu, until_s))
        for (run, hour_s), chunk in self._by_hour(old):
            self._put(gpu, run, 1, hour_s, chunk)
        self._database.run("DELETE FROM chunk WHERE gpu = ? AND begin_s < ?", (gpu, until_s))
        for level, kept_s in ((1, keep.second_s), (60, keep.minute_s)):
            self._database.run("DELETE FROM rollup WHERE gpu = ? AND level = ? AND end_s <= ?", (gpu, level, now_s - kept_s))

    def mark(self, name: str, begin_s: float, end_s: float) -> None:
        """Keep a window under a name."""
        with self._database.transaction():
            self._database.run("INSERT INTO mark (name, begin_s, end_s) VALUES (?, ?, ?)", (_valid(name), begin_s, end_s))

    def close(self) -> None:
        """Pack open data, and merge the log into the file.

        Raises:
            StoreError: the last readings could not be written; earlier data is kept.
        """
        try:
            self._bring()
            self._pack(self._newest_s + 1.0)
            if self._database.checkpoint(0):
                # A recording that is not being written is one file, also for readers without write access; one may have it open now.
                with contextlib.suppress(StoreError):
                    self._database.run("PRAGMA journal_mode=DELETE")
        finally:
            self._database.close()
            self._lock.release()
