"""The person who works at this screen: one name, cleared after ten minutes of inactivity."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

IDLE_S = 600
_LOOK_MS = 5_000


class Duty(QObject):
    """The current name.

    Signals:
        changed(): the person changed, or the name expired.
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
        """The name, empty if it must be requested."""
        self.look()
        return self._person

    def begin(self, person: str) -> None:
        """Set the person who works here from now on; "" for no one."""
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
