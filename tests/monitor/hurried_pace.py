"""A clock for calls that never return: its time passes as soon as all other calls have come back, so that no test waits for a clock."""

import threading

from gpudesk.monitor.readings.answers import ANSWER_S
from gpudesk.monitor.readings.pace import SystemPace
from tests.patience import until

_MOMENT_S = 0.1
# A test may put another clock in the place of that of this machine.
_now_s, _wait = SystemPace.now_s, SystemPace.wait


class HurriedPace:
    """A waiting thread continues at once when its answer is there, and is late when only hung calls are left.

    Args:
        hung: how many calls to GPUs never return.
        hung_start: whether that which starts the driver does not.
    """

    def __init__(self, hung: int = 1, *, hung_start: bool = False) -> None:
        self.hung = hung
        self._hung_start = hung_start
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
        # The waiting thread is alone with its lock: once it is open it stays so until it is taken below.
        until(lambda: not end.locked() or self._only_hung(), "a call does not return")
        if end.acquire(blocking=False):
            return True
        self.pass_s(max(0.0, seconds))
        return False

    def _only_hung(self) -> bool:
        return _under_way("gpu-call") <= self.hung and _under_way("driver-call") <= self._hung_start


class LeapingPace:
    """The clock of this machine, which leaps ahead when a test says so."""

    def __init__(self) -> None:
        self._ahead_s = 0.0

    def now_s(self) -> float:
        return _now_s(SystemPace()) + self._ahead_s

    def leap(self, seconds: float) -> None:
        """Let so much time pass at once."""
        self._ahead_s += seconds

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        return _wait(SystemPace(), end, seconds)


class WindowPace(LeapingPace):
    """For a whole program: a thread that waits for an answer is late after a moment. What was late only here is taken in when it comes."""

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        if seconds < ANSWER_S / 2:
            return super().wait(end, seconds)
        if end.acquire(timeout=_MOMENT_S):
            return True
        self.leap(seconds)
        return False


def calls_under_way() -> int:
    """How many calls to the driver have not returned."""
    return _under_way("gpu-call") + _under_way("driver-call")


def _under_way(name: str) -> int:
    return sum(thread.name == name for thread in threading.enumerate())
