"""The clock by which readings are due and answers late; a test hands in another one."""

import threading
import time
from typing import Protocol


class Pace(Protocol):
    """A clock, and waiting by it."""

    def now_s(self) -> float:
        """Seconds by a clock that never jumps."""

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        """Wait so long, or until `end` is released; whether it was, which takes it."""


class SystemPace:
    """The clock of this machine."""

    def now_s(self) -> float:
        """Seconds by a clock that never jumps."""
        return time.monotonic()

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        """Wait so long, or until `end` is released."""
        return end.acquire(timeout=max(0.0, seconds))
