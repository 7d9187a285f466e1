"""Showing a widget as a person would have it: on the screen and with the keyboard."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


def show(qtbot: QtBot, widget: QWidget) -> None:
    """Show `widget` as an active window and let it be closed after the test."""
    qtbot.addWidget(widget)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
