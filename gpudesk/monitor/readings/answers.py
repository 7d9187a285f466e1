"""Driver calls that may never return: each in a separate thread, so that the caller continues without it."""

import threading
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import pynvml

from gpudesk.core.messages.errors import DeskError
from gpudesk.monitor.readings.pace import Pace, SystemPace

ANSWER_S = 2.0
"""Time limit for a response; a missing one is reported within three seconds of the call."""
_T = TypeVar("_T")


class Call(Generic[_T]):
    """A call in progress. Its thread does not prevent the program from ending.

    Args:
        name: name of its thread.

    Attributes:
        begun_s: start time, by its clock.
    """

    def __init__(self, ask: Callable[[], _T], pace: Pace | None = None, name: str = "gpu-call") -> None:
        self._ask = ask
        self._pace = pace if pace is not None else SystemPace()
        self._answer: list[_T] = []
        self._failure: Exception | None = None
        self._end = threading.Lock()
        self._end.acquire()
        self.begun_s = self._pace.now_s()
        threading.Thread(target=self._run, name=name, daemon=True).start()

    def _run(self) -> None:
        try:
            self._answer.append(self._ask())
        except (pynvml.NVMLError, DeskError) as error:
            self._failure = error
        finally:
            self._end.release()

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether it has returned."""
        if self._pace.wait(self._end, seconds):
            # The next caller finds it returned too.
            self._end.release()
            return True
        return False

    @property
    def has_returned(self) -> bool:
        """Whether there is an answer or a failure."""
        return not self._end.locked()

    @property
    def waits_s(self) -> float:
        """Return the time in progress, in seconds."""
        return self._pace.now_s() - self.begun_s

    def answer(self) -> _T:
        """Return the result.

        Raises:
            pynvml.NVMLError, DeskError: the error of the call.
            LookupError: there is no result.
        """
        if self._failure is not None:
            raise self._failure
        if not self._answer:
            raise LookupError("the call has not returned")
        return self._answer[0]


def wait_for_all(calls: Iterable[Call[_T]], seconds: float, pace: Pace | None = None) -> None:
    """Wait until all have returned, but no longer than so long altogether."""
    clock = pace if pace is not None else SystemPace()
    end_s = clock.now_s() + seconds
    for call in calls:
        call.wait(max(0.0, end_s - clock.now_s()))
