"""A clock for calls that never return: its time passes as soon as all other calls have come back, so that no test waits for a clock."""

import threading
import time

from gpudesk.monitor.answers import ANSWER_S
from tests.patience import PATIENCE_S

_MOMENT_S = 0.1


class HurriedPace:
    """Whoever waits goes on at once when what it waits for is there, and is late when nothing but hung calls is left.

    Args:
        hung: how many calls never return.
    """

    def __init__(self, hung: int = 1) -> None:
        self.hung = hung
        self._lock = threading.Lock()
        self._now_s = 1000.0

    def now_s(self) -> float:
        with self._lock:
            return self._now_s

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        with self._lock:
            self._now_s += seconds

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        give_up_s = time.monotonic() + PATIENCE_S
        while not end.acquire(timeout=0.005):
            assert time.monotonic() < give_up_s, "calls that should return do not"
            if calls_under_way() <= self.hung:
                self.pass_s(max(0.0, seconds))
                return False
        return True


class LeapingPace:
    """The clock of this machine, which leaps ahead when a test says so."""

    def __init__(self) -> None:
        self._ahead_s = 0.0

    def now_s(self) -> float:
        return time.monotonic() + self._ahead_s

    def leap(self, seconds: float) -> None:
        """Let so much time pass at once."""
        self._ahead_s += seconds

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        return end.acquire(timeout=max(0.0, seconds))


class WindowPace(LeapingPace):
    """For a whole program: whoever waits for an answer is late after a moment. What was late only here is taken in when it comes."""

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        if seconds < ANSWER_S / 2:
            return super().wait(end, seconds)
        if end.acquire(timeout=_MOMENT_S):
            return True
        self.leap(seconds)
        return False


def calls_under_way() -> int:
    """How many calls to the driver have not returned."""
    return sum(thread.name == "gpu-call" for thread in threading.enumerate())
