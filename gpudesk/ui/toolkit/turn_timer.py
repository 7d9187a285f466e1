"""Work that waits for other work started at the same time: timers with the same interval fire in the same turn of the event loop."""

from PySide6.QtCore import QObject, QTimer, Signal


class TurnTimer(QObject):
    """Counts turns of the event loop, so that several parts that become visible together are filled in different turns.

    Signals:
        reached(): the turn has come.
    """

    reached = Signal()

    def __init__(self, parent: QObject, turns: int) -> None:
        """`turns` is at least 1; the timer with the lower number is the first."""
        super().__init__(parent)
        self._turns = self._left = turns
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._count)

    def start(self) -> None:
        """Count again from the beginning."""
        self._left = self._turns
        self._timer.start()

    def _count(self) -> None:
        self._left -= 1
        if self._left:
            self._timer.start()
        else:
            self.reached.emit()
