"""Progress and cancellation of long work, for the command line, the interface or a test."""

from collections.abc import Callable
from threading import Event

from gpudesk.core.messages.errors import Cancelled
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


class Progress:
    """Counts the steps of one long operation and carries the request to cancel it.

    Args:
        listener: called as `listener(done, total)` at most once for each call of `step`; may be called from another thread.
    """

    def __init__(self, listener: Callable[[int, int], None] | None = None) -> None:
        self._listener = listener
        self._stop = Event()

    def step(self, done: int, total: int) -> None:
        """Report `done` of `total` steps.

        Raises:
            Cancelled: cancellation was requested.
        """
        if self._stop.is_set():
            raise Cancelled(Message("progress", QT_TRANSLATE_NOOP("progress", "Stopped; no changes were made.")))
        if self._listener is not None:
            self._listener(done, total)

    def cancel(self) -> None:
        """Request the work to stop at its next step."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Whether cancellation was requested."""
        return self._stop.is_set()
