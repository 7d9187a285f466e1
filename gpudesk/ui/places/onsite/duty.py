"""Who works at this screen: one name, forgotten after ten minutes in which nobody did anything."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

IDLE_S = 600
_LOOK_MS = 5_000


class Duty(QObject):
    """The current name.

    Signals:
        changed(): another person works here, or nobody said for too long who does.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            clock: seconds that never go back.
        """
        super().__init__(parent)
        self.clock = clock
        self._person = ""
        self._last_s = 0.0
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self.look)

    @property
    def person(self) -> str:
        """The name, "" where it has to be asked for."""
        self.look()
        return self._person

    def begin(self, person: str) -> None:
        """Somebody works here from now on; "" for nobody."""
        self._person, self._last_s = person, self.clock()
        if person:
            self._looking.start()
        else:
            self._looking.stop()
        self.changed.emit()

    def touch(self) -> None:
        """Something was done, so the same person is still there."""
        self.look()
        self._last_s = self.clock()

    def look(self) -> None:
        """Forget the name if it is too long ago that anything was done."""
        if self._person and self.clock() - self._last_s >= IDLE_S:
            self._person = ""
            self._looking.stop()
            self.changed.emit()
