"""The turns of the event loop while a person does something: how long the window's own thread works before it looks at the next event."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, sleep, thread_time

from PySide6.QtWidgets import QApplication

from gpudesk.ui.app.application import Desk

QUIET_S = 0.25
"""Nothing to do for so long, and no job under way: what was asked for has been shown."""
PATIENCE_S = 120.0
PAUSE_S = 0.002


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest turns of one thing that a person did: milliseconds of the window's thread, and on the clock."""

    what: str
    cpu_ms: float
    clock_ms: float


class Turns:
    """The event loop of a window, turn by turn."""

    def __init__(self, application: QApplication, desk: Desk) -> None:
        self._application = application
        self._desk = desk

    def of(self, what: str, do: Callable[[], object]) -> Longest:
        """Do something as one turn, and go on until the window has nothing left to do.

        Raises:
            TimeoutError: the window did not come to rest.
        """
        longest = [self._timed(do)]
        begun = last_busy = perf_counter()
        while perf_counter() - last_busy < QUIET_S or self._desk.jobs.running:
            turn = self._timed(self._application.processEvents)
            longest.append(turn)
            if turn[0] > 1:
                last_busy = perf_counter()
            if perf_counter() - begun > PATIENCE_S:
                raise TimeoutError(f"the window did not come to rest: {what}")
            sleep(PAUSE_S)
        return Longest(what, max(cpu for cpu, _ in longest), max(clock for _, clock in longest))

    @staticmethod
    def _timed(do: Callable[[], object]) -> tuple[float, float]:
        clock, cpu = perf_counter(), thread_time()
        do()
        return 1000 * (thread_time() - cpu), 1000 * (perf_counter() - clock)
