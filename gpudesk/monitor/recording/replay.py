"""A recording as a source: it gives what was read then as if it came now, at any speed and from any moment."""

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
"""So many readings at most are handed out at once; at a high speed the rest comes with the next asking."""


class RecordingSource:
    """Plays a recording. It stands still until `play`; `seek` goes to any moment.

    Attributes:
        begin_s, end_s: from the first reading to the last, seconds since 1970.

    Raises:
        StoreError: the file is no recording, or damaged.
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
        """Where it stands, seconds since 1970."""
        passed_s = 0.0 if self._since is None else (self._clock.mono_s() - self._since) * self._speed
        return min(self._at_s + passed_s, self.end_s)

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._since is not None and self.at_s < self.end_s

    @property
    def speed(self) -> float:
        """How many seconds of the recording pass in one."""
        return self._speed

    def play(self, speed: float = 1.0) -> None:
        """Go on from here, so many times as fast as it was."""
        self._at_s = self.at_s
        self._speed = speed
        self._since = self._clock.mono_s()

    def pause(self) -> None:
        """Stand still."""
        self._at_s = self.at_s
        self._since = None

    def seek(self, at_s: float, past_s: float = 60.0) -> None:
        """Go to a moment; what is given next begins `past_s` before it, a minute, so that something is seen at once."""
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
        """What was read up to where it stands now."""
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
        """What the drivers reported up to there."""
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
        """What it holds of some metrics for plots, read where one looks; it ends with this source."""
        if self._past is None:
            self._past = RecordedHistory(self.path, self.begin_s, lambda: self.at_s, keys, bits)
        return self._past

    def marks(self) -> list[Mark]:
        """The windows that were marked."""
        with self._lock:
            return self._recording.marks()

    def cost_share(self) -> float | None:
        """A recording costs the machine that it tells of nothing."""
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
