"""The pauses that the interface makes before it answers: for more keys, more clicks, the end of a movement."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from tests.patience import until


def paused(root: QObject) -> bool:
    """Whether a part of `root` waits to answer, by a timer that fires once."""
    return any(timer.isActive() and timer.isSingleShot() for timer in root.findChildren(QTimer))


def pauses_over(root: QObject) -> None:
    """Let things happen until every pause that a part of `root` makes is over, however long that takes."""

    def over() -> bool:
        QApplication.processEvents()
        return not paused(root)

    until(over, "a pause does not end")
