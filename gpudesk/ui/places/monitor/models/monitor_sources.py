"""Opens and closes the sources of the monitor, off the interface: a driver may take seconds, a host may not respond."""

from collections.abc import Callable
from threading import Lock

from PySide6.QtCore import QObject

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.monitor.readings.source import Source
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.toolkit.jobs import Job, Jobs

Make = Callable[[], Source]
MakeStopping = Callable[[Progress], Source]
"""Opens a source that takes long to read, and looks whether it should stop."""


class _Held:
    """A source that is closed once, by the first caller."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.source: Source | None = None
        self._closed = False

    def put(self, source: Source) -> None:
        """Store it; a source that is no longer needed is closed at once."""
        with self._lock:
            if not self._closed:
                self.source = source
                return
        source.close()

    def drop(self) -> None:
        """Accept no further source."""
        with self._lock:
            self._closed = True

    def close(self) -> None:
        """Close the held source, and any that follows."""
        with self._lock:
            source, self.source, self._closed = self.source, None, True
            if source is not None:
                source.close()


class MonitorSources(QObject):
    """Gives a model one source after the other."""

    def __init__(self, model: MonitorModel, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._jobs = jobs
        self._watched: _Held | None = None
        self._opening: _Held | None = None
        self._ending: list[_Held] = []
        self._job: Job | None = None

    def open(self, what: str, make: Make) -> None:
        """Make a source on a reading thread and watch it; the one before is watched until then.

        Args:
            what: its name, for the person, while it is being opened.
        """
        self.open_file(what, lambda _: make())

    def open_file(self, what: str, make: MakeStopping) -> None:
        """Like `open`, of a source that is read from a file: that can be stopped."""
        if self._opening is not None:
            self._end(self._opening)
        held = self._opening = _Held()
        self._model.begin_opening(what)
        self._make(held, what, make)

    def _make(self, held: _Held, what: str, make: MakeStopping) -> None:
        self._job = self._jobs.read(
            lambda progress: held.put(make(progress)),
            lambda _: self._opened(held),
            lambda error: self._failed(held, error, what, make),
            what,
        )

    def _opened(self, held: _Held) -> None:
        if held is not self._opening:
            return
        before, self._watched, self._opening = self._watched, held, None
        self._job = None
        self._model.watch(held.source)
        if before is not None:
            self._end(before)

    def _failed(self, held: _Held, error: DeskError, what: str, make: MakeStopping) -> None:
        if held is not self._opening:
            return
        from gpudesk.monitor.nvml.nvml_library import DriverSilent

        if isinstance(error, DriverSilent):
            # The call continues: a second request waits for the same one, and reports for how long.
            self._model.wait_on(error)
            self._make(held, what, make)
        else:
            self._opening = self._job = None
            self._model.refuse(error)

    def _end(self, held: _Held) -> None:
        """Close one on a thread; until that is done it is remembered, as the pools may end before."""
        if held is self._opening and self._job is not None:
            self._job.cancel()
        held.drop()
        self._ending = [ending for ending in self._ending if ending.source is not None]
        self._ending.append(held)
        self._jobs.read(lambda _: held.close())

    def stop(self) -> None:
        """Watch nothing any more."""
        for held in (self._opening, self._watched):
            if held is not None:
                self._end(held)
        self._opening = self._watched = None
        self._model.watch(None)

    def take_over(self, other: "MonitorSources") -> None:
        """Watch on what another window watched."""
        self._watched, other._watched = other._watched, None
        self._model.take_over(other._model)
        other.end()

    def end(self) -> None:
        """Close everything; waits for the call that each thread is in."""
        self._model.close()
        for held in (*self._ending, self._opening, self._watched):
            if held is not None:
                held.close()
        self._ending, self._opening, self._watched = [], None, None
