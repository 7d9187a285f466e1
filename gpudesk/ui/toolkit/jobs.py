"""Background work: one thread that writes to the project, a few for reading and arithmetic, and processes for pure Python.

Results return to the user interface thread by a signal. Work may reference interface objects, and Qt crashes if such an
object is destroyed on a pool thread: so the pools hold work only by number, and it is released here. User errors arrive
as DeskError; all others go to the crash report, because this is one of the two outermost error boundaries.
"""

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.running.progress import Progress
from gpudesk.ui.toolkit.callback_owner import owner_has_gone
from gpudesk.ui.toolkit.collector import Collector

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

SWITCH_INTERVAL_S = 0.0005
"""Time until a busy Python thread yields to the interface; the default of 5 ms exceeds its share of a frame."""

LASTING_MS = 400
"""Minimum duration of work that is shown with its progress and a Stop button."""

PATIENCE_S = 2.0
"""How long the program waits at its end for work on the project before it stops it."""

Work = Callable[[Progress], Any]
Done = Callable[[Any], None]
Failed = Callable[[DeskError], None]


class Job(QObject):
    """One running job. It belongs to the user interface thread; the pools refer to it only by number.

    Attributes:
        what: description, in the user's language; "" for work that is not shown.
        progress: object for progress reports and stop requests.

    Signals:
        progressed(int, int): steps done, and total steps.
        ended(bool): whether it completed; false if it was stopped or failed.
    """

    progressed = Signal(int, int)
    ended = Signal(bool)

    def __init__(self, number: int, what: str, done: Done | None, failed: Failed | None, parent: "Jobs") -> None:
        super().__init__(parent)
        self.number = number
        self.what = what
        self.progress = Progress(_Reporter(parent, number))
        self._done = done
        self._failed = failed
        self._jobs = parent
        self._otherwise: list[Callable[[], None]] = []

    def otherwise(self, callback: Callable[[], None]) -> None:
        """Call `callback` if the work is stopped or fails, unless its object was deleted in the meantime."""
        self._otherwise.append(callback)

    def cancel(self) -> None:
        """Request the work to stop; it then fails with Canceled."""
        self.progress.cancel()

    def finish(self, result: object, error: BaseException | None) -> None:
        """Deliver the result of the work. Objects deleted in the meantime receive neither result nor error."""
        self.ended.emit(error is None)
        for callback in () if error is None else self._otherwise:
            if not owner_has_gone(callback):
                callback()
        if error is None:
            if self._done is not None and not owner_has_gone(self._done):
                self._done(result)
        elif isinstance(error, DeskError) and self._failed is not None:
            # No one reads where it was raised, and those frames hold what the work was given.
            if not owner_has_gone(self._failed):
                self._failed(error.with_traceback(None))
        else:
            self._jobs.crashed.emit(error)


class _Reporter:
    """Reports each new percent to the user interface thread."""

    def __init__(self, jobs: "Jobs", number: int) -> None:
        self._jobs = jobs
        self._number = number
        self._last_percent = -1

    def __call__(self, done: int, total: int) -> None:
        percent = 100 * done // max(total, 1)
        if percent != self._last_percent:
            self._last_percent = percent
            self._jobs.moved.emit(self._number, done, total)


class Jobs(QObject):
    """The pools of one window.

    Signals:
        crashed(BaseException): work ended with an unexpected error.
        busy_changed(): a job started or ended.
        lasting(Job): work that the user waits for is still running after a delay.
        arrived, moved: reports of the pool threads on a job, by its number. They are emitted here and not by the job: a job is
            deleted as soon as its result is taken, and a sender must outlive a signal still being sent by another thread. The pools
            end before this object.
    """

    crashed = Signal(object)
    busy_changed = Signal()
    lasting = Signal(object)
    arrived = Signal(int, object, object)
    moved = Signal(int, int, int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._collector = Collector(self)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="gpudesk-writer")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="gpudesk-reader")
        self._processes: ProcessPoolExecutor | None = None
        self._running: dict[int, Job] = {}
        self._work: dict[int, Work] = {}
        self._writing: set[int] = set()
        self._begun = 0
        self._closed = False
        self.arrived.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self.moved.connect(self._progress, Qt.ConnectionType.QueuedConnection)

    @property
    def closed(self) -> bool:
        """Whether the pools have ended."""
        return self._closed

    @property
    def running(self) -> int:
        """How many jobs have not ended."""
        return len(self._running)

    def write(self, work: Work, done: Done | None = None, failed: Failed | None = None, what: str = "") -> Job:
        """Run `work(progress)` on the writing thread, after everything queued before it."""
        job = self._begin(what, done, failed)
        self._writing.add(job.number)
        return self._submit(self._writer, work, job)

    def others_wait(self) -> bool:
        """Whether work on the writer thread keeps other work waiting; callable from the work itself."""
        return len(self._writing) > 1

    def read(self, work: Work, done: Done | None = None, failed: Failed | None = None, what: str = "") -> Job:
        """Run `work(progress)` on a reading thread: SQLite, numpy, files."""
        return self._submit(self._readers, work, self._begin(what, done, failed))

    def process(
        self, work: Callable[..., Any], *arguments: Any, done: Done | None = None, failed: Failed | None = None, what: str = ""
    ) -> Job:
        """Run the module-level function `work(*arguments)` in a spawned process: long pure Python. Arguments and result are pickled."""
        if self._processes is None:
            # Loaded here: most sessions never start a process.
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            self._processes = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        job = self._begin(what, done, failed)
        self._processes.submit(work, *arguments).add_done_callback(partial(self._take, job.number))
        return job

    def close(self) -> None:
        """End all threads and processes: requested project changes are completed, long work is stopped without traces."""
        if self._closed:
            return
        self._closed = True
        try:
            self._writer.submit(_nothing).result(timeout=PATIENCE_S)
        except TimeoutError:
            for job in self._running.values():
                job.cancel()
        self._writer.shutdown(wait=True)
        # What is only read changes nothing; a process that reads a large file ends with it.
        for number, job in self._running.items():
            if number not in self._writing:
                job.cancel()
        self._readers.shutdown(wait=True, cancel_futures=True)
        if self._processes is not None:
            self._processes.shutdown(wait=True, cancel_futures=True)
        self._collector.stop()

    def _submit(self, pool: ThreadPoolExecutor, work: Work, job: Job) -> Job:
        self._work[job.number] = work
        pool.submit(self._run, job.number, job.progress).add_done_callback(partial(self._take, job.number))
        return job

    def _begin(self, what: str, done: Done | None, failed: Failed | None) -> Job:
        self._begun += 1
        job = self._running[self._begun] = Job(self._begun, what, done, failed, self)
        if what:
            number = job.number
            QTimer.singleShot(LASTING_MS, job, lambda: self._tell(number))
        self.busy_changed.emit()
        return job

    def _run(self, number: int, progress: Progress) -> Any:
        """Called by a pool's thread."""
        return self._work[number](progress)

    def _take(self, number: int, future: "Future[Any]") -> None:
        """Called by a pool's thread when the work has ended."""
        if future.cancelled():
            self.arrived.emit(number, None, None)
            return
        error = future.exception()
        self.arrived.emit(number, None if error is not None else future.result(), error)

    @Slot(int, object, object)
    def _finish(self, number: int, result: object, error: BaseException | None) -> None:
        job = self._running.pop(number)
        self._work.pop(number, None)
        self._writing.discard(number)
        # It goes with its last user, and no longer as our child: it may be the last that holds us, and a child that Qt is deleting must
        # not take its parent along, which would delete it once more.
        job.setParent(None)
        self.busy_changed.emit()
        # Once the window is gone nothing waits for it.
        if not self._closed:
            job.finish(result, error)

    @Slot(int, int, int)
    def _progress(self, number: int, done: int, total: int) -> None:
        job = self._running.get(number)
        if job is not None:
            job.progressed.emit(done, total)

    def _tell(self, number: int) -> None:
        if number in self._running:
            self.lasting.emit(self._running[number])


def _nothing() -> None:
    """Placeholder work that runs after everything queued before."""
