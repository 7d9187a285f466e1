"""A recording as a source: it replays readings as if current, at any speed and from any time."""

import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from pathlib import Path

from gpudesk.monitor.readings.clock import Clock, SystemClock
from gpudesk.monitor.readings.reading import Event, Frame
from gpudesk.monitor.readings.source import Machine, Running, SourceKind
from gpudesk.monitor.recording.recorded_history import RecordedHistory
from gpudesk.monitor.recording.recording_read import ROUNDED_S, Curve, Mark, Recording

_BLOCK_S = 60.0
_MOST_FRAMES = 20_000
"""Maximum readings returned at once; at a high speed the rest follows with the next call."""


class RecordingSource:
    """Plays a recording. It is paused until `play`; `seek` moves to any time.

    Attributes:
        begin_s, end_s: times of the first and last readings, seconds since 1970.

    Raises:
        StoreError: the file is not a recording, or is damaged.
    """

    kind = SourceKind.RECORDING

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.name = path.name
        self.path = path
        self._clock: Clock = clock if clock is not None else SystemClock()
        self._lock = threading.Lock()
        self._recording = Recording(path)
        try:
            self._machines = self._recording.machines()
            self._uuids = self._recording.gpus()
            self.begin_s, self.end_s = self._recording.span() or (0.0, 0.0)
            self._events = self._recording.events()
        except BaseException:
            self._recording.close()
            raise
        self._speed = 1.0
        self._since: float | None = None
        self._at_s = self.begin_s
        self._told_s = self.begin_s
        self._next: Iterator[Frame] = iter(())
        self._held: Frame | None = None
        self._past: RecordedHistory | None = None
        self.seek(self.begin_s)

    @property
    def at_s(self) -> float:
        """Return its position, seconds since 1970."""
        passed_s = 0.0 if self._since is None else (self._clock.mono_s() - self._since) * self._speed
        return min(self._at_s + passed_s, self.end_s)

    @property
    def playing(self) -> bool:
        """Return whether it is playing."""
        return self._since is not None and self.at_s < self.end_s

    @property
    def speed(self) -> float:
        """How many seconds of the recording pass in one."""
        return self._speed

    def play(self, speed: float = 1.0) -> None:
        """Play from here, at this multiple of the original speed."""
        self._at_s = self.at_s
        self._speed = speed
        self._since = self._clock.mono_s()

    def pause(self) -> None:
        """Pause."""
        self._at_s = self.at_s
        self._since = None

    def seek(self, at_s: float, past_s: float = 60.0) -> None:
        """Move to a time; the next readings begin `past_s` before it, one minute, so that data is visible immediately."""
        with self._lock:
            self._at_s = min(max(at_s, self.begin_s), self.end_s)
            if self._since is not None:
                self._since = self._clock.mono_s()
            begin_s = max(self._at_s - past_s, self.begin_s)
            self._next = merge(*(self._recording.frames(uuid, begin_s, self.end_s, _BLOCK_S) for uuid in self._uuids), key=_when)
            self._held = None
            self._told_s = begin_s

    def machines(self) -> Sequence[Machine]:
        """The hosts that were recorded."""
        return self._machines

    def take(self) -> list[Frame]:
        """Return the readings up to its position."""
        frames: list[Frame] = []
        until_s = self.at_s
        with self._lock:
            while len(frames) < _MOST_FRAMES:
                frame = self._held if self._held is not None else next(self._next, None)
                self._held = None
                if frame is None:
                    break
                if frame.wall_s > until_s + ROUNDED_S:
                    self._held = frame
                    break
                frames.append(frame)
        return frames

    def take_events(self) -> list[Event]:
        """Return the driver events up to its position."""
        until_s = self.at_s
        # What was reported with the last reading has no reading after it.
        last = until_s >= self.end_s
        events = [event for event in self._events if self._told_s <= event.wall_s and (last or event.wall_s < until_s)]
        self._told_s = math.inf if last else until_s
        return events

    def running(self) -> Mapping[str, Running]:
        """The processes as they were then."""
        with self._lock:
            return self._recording.running(self.at_s)

    def curve(self, uuid: str, metric: str, from_s: float, to_s: float, at_most: int = 2000) -> Curve:
        """One metric of a GPU over a window, without a peak lost."""
        with self._lock:
            return self._recording.curve(uuid, metric, from_s, to_s, at_most)

    def past(self, keys: Sequence[str], bits: Sequence[str] = ()) -> RecordedHistory:
        """Return its history of some metrics for plots, read as displayed; it ends with this source."""
        if self._past is None:
            self._past = RecordedHistory(self.path, self.begin_s, lambda: self.at_s, keys, bits)
        return self._past

    def marks(self) -> list[Mark]:
        """The windows that were marked."""
        with self._lock:
            return self._recording.marks()

    def cost_share(self) -> float | None:
        """A recording has no cost for the recorded machine."""
        return None

    @property
    def dropped(self) -> int:
        """None are."""
        return 0

    def close(self) -> None:
        """Close the file."""
        if self._past is not None:
            self._past.close()
        with self._lock:
            self._next = iter(())
            self._recording.close()


def _when(frame: Frame) -> float:
    return frame.wall_s
