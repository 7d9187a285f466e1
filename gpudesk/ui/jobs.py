"""Work off the interface's thread: one thread that writes to the project, a few for reading and arithmetic, and processes for pure Python.

Results come back on the interface's thread by a signal. Errors that a person can cause arrive as DeskError; anything else goes to the crash
report, because this is one of the two outermost doors.
"""

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from gpudesk.core.errors import DeskError
from gpudesk.core.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

SWITCH_INTERVAL_S = 0.0005
"""How soon a busy Python thread lets the interface run; Python's own 5 ms is longer than a frame's share."""

LASTING_MS = 400
"""Work that takes longer is shown with its progress and a way to stop it."""

PATIENCE_S = 2.0
"""How long the program waits at its end for work on the project before it stops it."""

Done = Callable[[Any], None]
Failed = Callable[[DeskError], None]


class Job(QObject):
    """One piece of work under way. Its signals arrive on the interface's thread.

    Attributes:
        what: what it does, in the person's language; "" for work that nobody needs to hear of.
        progress: where the work reports, and learns that it should stop.

    Signals:
        progressed(int, int): steps done, and steps in all.
        ended(bool): whether it came to its end; false if it was stopped or failed.
    """

    progressed = Signal(int, int)
    ended = Signal(bool)
    _ended = Signal(object, object)

    def __init__(self, what: str, done: Done | None, failed: Failed | None, parent: "Jobs") -> None:
        super().__init__(parent)
        self.what = what
        self.progress = Progress(self._report)
        self._done = done
        self._failed = failed
        self._jobs = parent
        self._last_percent = -1
        self._ended.connect(self._finish, Qt.ConnectionType.QueuedConnection)

    def cancel(self) -> None:
        """Ask the work to stop; it then fails with Cancelled."""
        self.progress.cancel()

    def _report(self, done: int, total: int) -> None:
        percent = 100 * done // max(total, 1)
        if percent != self._last_percent:
            self._last_percent = percent
            self.progressed.emit(done, total)

    def take(self, future: "Future[Any]") -> None:
        """Called by the pool's thread when the work has ended."""
        if future.cancelled():
            self._ended.emit(None, None)
            return
        error = future.exception()
        self._ended.emit(None if error is not None else future.result(), error)

    @Slot(object, object)
    def _finish(self, result: object, error: BaseException | None) -> None:
        self._jobs.forget(self)
        if self._jobs.closed:
            # The window is gone; nobody waits for this any more.
            return
        self.ended.emit(error is None)
        if error is None:
            if self._done is not None:
                self._done(result)
        elif isinstance(error, DeskError) and self._failed is not None:
            self._failed(error)
        else:
            self._jobs.crashed.emit(error)


class Jobs(QObject):
    """The pools of one window.

    Signals:
        crashed(BaseException): work ended with an error that nobody expected.
        busy_changed(): a job began or ended.
        lasting(Job): work that a person waits for is still under way after a while.
    """

    crashed = Signal(object)
    busy_changed = Signal()
    lasting = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="gpudesk-writer")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="gpudesk-reader")
        self._processes: ProcessPoolExecutor | None = None
        self._running: set[Job] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether the pools have ended."""
        return self._closed

    @property
    def running(self) -> int:
        """How many jobs have not ended."""
        return len(self._running)

    def write(self, work: Callable[[Progress], Any], done: Done | None = None, failed: Failed | None = None, what: str = "") -> Job:
        """Run `work(progress)` on the writing thread, after everything queued before it."""
        return self._submit(self._writer, work, Job(what, done, failed, self))

    def read(self, work: Callable[[Progress], Any], done: Done | None = None, failed: Failed | None = None, what: str = "") -> Job:
        """Run `work(progress)` on a reading thread: SQLite, numpy, files."""
        return self._submit(self._readers, work, Job(what, done, failed, self))

    def process(
        self, work: Callable[..., Any], *arguments: Any, done: Done | None = None, failed: Failed | None = None, what: str = ""
    ) -> Job:
        """Run the module-level function `work(*arguments)` in a spawned process: long pure Python. Arguments and result are pickled."""
        if self._processes is None:
            # Loaded here: most sessions never start a process.
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            self._processes = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        job = Job(what, done, failed, self)
        self._begin(job)
        self._processes.submit(work, *arguments).add_done_callback(job.take)
        return job

    def forget(self, job: Job) -> None:
        """A job has ended."""
        self._running.discard(job)
        job.deleteLater()
        self.busy_changed.emit()

    def close(self) -> None:
        """End all threads and processes: what was asked of the project is still done, long work is stopped and leaves nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            self._writer.submit(_nothing).result(timeout=PATIENCE_S)
        except TimeoutError:
            for job in self._running:
                job.cancel()
        self._writer.shutdown(wait=True)
        self._readers.shutdown(wait=True, cancel_futures=True)
        if self._processes is not None:
            self._processes.shutdown(wait=True, cancel_futures=True)

    def _submit(self, pool: ThreadPoolExecutor, work: Callable[[Progress], Any], job: Job) -> Job:
        self._begin(job)
        pool.submit(work, job.progress).add_done_callback(job.take)
        return job

    def _begin(self, job: Job) -> None:
        self._running.add(job)
        if job.what:
            QTimer.singleShot(LASTING_MS, job, lambda: self._tell(job))
        self.busy_changed.emit()

    def _tell(self, job: Job) -> None:
        if job in self._running:
            self.lasting.emit(job)


def _nothing() -> None:
    """What comes after everything that was queued before."""
