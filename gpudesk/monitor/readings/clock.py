"""Clocks for ordering readings, and for network sources."""

import threading
import time
from typing import Protocol


def mono_s() -> float:
    """Return seconds of a monotonic clock that includes sleep time, if supported by the system (Linux: CLOCK_BOOTTIME)."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def slept_s() -> float:
    """Return the sleep time of this machine since startup, in seconds; 0 if not reported (other than Linux)."""
    return mono_s() - time.monotonic() if hasattr(time, "CLOCK_BOOTTIME") else 0.0


class Clock(Protocol):
    """What time it is, and waiting."""

    def mono_s(self) -> float:
        """Seconds by a clock that never jumps."""

    def wall_s(self) -> float:
        """Seconds since 1970, UTC."""

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Wait so long, or until `stop` is set; whether it is."""


class SystemClock:
    """The clocks of this machine."""

    def mono_s(self) -> float:
        """Seconds by a clock that never jumps."""
        return mono_s()

    def wall_s(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    def wait(self, stop: threading.Event, seconds: float) -> bool:
        """Wait so long, or until `stop` is set; whether it is."""
        return stop.wait(seconds)
