"""Records readings as they arrive: a separate thread writes them within a second, so that no disk delays reading or display."""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.reading import Event, Frame
from gpudesk.monitor.readings.source import Machine, Running
from gpudesk.monitor.recording.recording import RecordingFile, Retention

_EVERY_S = 0.6
"""Write interval; with the wait before handover, a recorder that is killed loses at most one second."""
_MOST_WAITING = 60_000
"""Maximum readings waiting for the thread; further ones are counted and dropped."""


class Recorder:
    """Records given readings until closed. All methods may be called from one thread while another writes.

    Args:
        machines: machines of the readings.
        source: source of the readings, for display.
        commands: store complete command lines of processes, not only program names.

    Raises:
        StoreError: the file cannot be written, or is not a recording.
    """

    def __init__(
        self, path: Path, machines: Sequence[Machine], source: str, retention: Retention | None = None, *, commands: bool = False
    ) -> None:
        self.path = path
        self.dropped = 0
        """Readings that came faster than they could be written."""
        self.trouble: DeskError | None = None
        """Why nothing can be written now; it is tried again each second."""
        self._file = RecordingFile(path, machines, source, retention=retention, commands=commands)
        self._lock = threading.Lock()
        self._frames: list[Frame] = []
        self._events: list[Event] = []
        self._running: dict[str, Running] = {}
        self._machines: tuple[Machine, ...] | None = None
        self._marks: list[tuple[str, float, float]] = []
        self._told_dropped = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gpu-recorder", daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        """Readings that are in the file."""
        return self._file.count

    def add(self, frames: Sequence[Frame], events: Sequence[Event] = (), running: Mapping[str, Running] | None = None) -> None:
        """Take readings; waits for nothing."""
        with self._lock:
            room = _MOST_WAITING - len(self._frames)
            self._frames.extend(frames[:room])
            self.dropped += max(len(frames) - room, 0)
            self._events.extend(events)
            self._running.update(running or {})

    def know(self, machines: Sequence[Machine]) -> None:
        """Other hosts or GPUs are known."""
        with self._lock:
            self._machines = tuple(machines)

    def mark(self, name: str, begin_s: float, end_s: float) -> None:
        """Keep a window under a name."""
        with self._lock:
            self._marks.append((name, begin_s, end_s))

    def _run(self) -> None:
        while not self._stop.wait(_EVERY_S):
            self._bring()

    def _bring(self) -> None:
        with self._lock:
            frames, self._frames = self._frames, []
            events, self._events = self._events, []
            running, self._running = self._running, {}
            machines, self._machines = self._machines, None
            marks, self._marks = self._marks, []
            dropped, self._told_dropped = self.dropped - self._told_dropped, self.dropped
        if dropped:
            self._file.note("dropped", float(dropped))
        try:
            # The file keeps what it could not write; the rest is kept here.
            self._file.write(frames, events, running)
            if machines is not None:
                self._file.know(machines)
                machines = None
            while marks:
                self._file.mark(*marks[0])
                marks.pop(0)
        except DeskError as error:
            self.trouble = error
            self._keep(marks, machines)
        else:
            self.trouble = None

    def _keep(self, marks: list[tuple[str, float, float]], machines: tuple[Machine, ...] | None) -> None:
        """What could not be written is tried again with the next second."""
        with self._lock:
            self._marks[:0] = marks
            if self._machines is None:
                self._machines = machines

    def close(self) -> None:
        """Write the remaining readings and end the thread.

        Raises:
            StoreError: the last readings could not be written; earlier data is kept.
        """
        self._stop.set()
        self._thread.join()
        self._bring()
        self._file.close()
