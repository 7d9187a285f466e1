"""A clock for the threads that read GPUs: it goes on as far as a test lets it, and jumps from one reading to the next."""

import threading

from tests.patience import PATIENCE_S


class HandPace:
    """Time that passes only while a reading thread waits, and no further than `run` allows.

    With one thread everything is the same on any machine: a reading takes no time unless `pass_s` says so.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._now_s = self._limit_s = 1000.0
        self._at_rest = False

    def now_s(self) -> float:
        with self._changed:
            return self._now_s

    def pass_s(self, seconds: float) -> None:
        """Let time pass while a thread reads: what it reads takes so long."""
        with self._changed:
            self._now_s += seconds

    def wait(self, end: threading.Lock, seconds: float) -> bool:
        with self._changed:
            due_s = self._now_s + max(0.0, seconds)
            while not end.acquire(blocking=False):
                if due_s <= self._limit_s:
                    self._now_s = max(self._now_s, due_s)
                    return False
                self._at_rest = True
                self._changed.notify_all()
                # Who releases `end` does not say so here.
                self._changed.wait(0.01)
            return True

    def run(self, seconds: float) -> None:
        """Let so much time pass, and wait until all that is due in it has been read."""
        with self._changed:
            self._limit_s += seconds
            self._at_rest = False
            self._changed.notify_all()
            assert self._changed.wait_for(lambda: self._at_rest, PATIENCE_S), "the readings do not come to rest"
