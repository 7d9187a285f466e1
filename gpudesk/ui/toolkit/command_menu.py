"""The menu for choices of a command."""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu, QWidget


def offer(parent: QWidget, entries: Sequence[tuple[str, Callable[[], object]]]) -> None:
    """Show choices at the pointer, and run the action of the chosen one."""
    menu = QMenu(parent)
    for label, slot in entries:
        menu.addAction(label).triggered.connect(lambda _checked=False, slot=slot: slot())
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(QCursor.pos())
