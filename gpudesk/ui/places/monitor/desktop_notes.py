"""Desktop notifications, shown outside the window."""

import time

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR

_APART_S = 10.0
"""Minimum interval between notifications; earlier ones are skipped and are visible in the window."""
_SHOWN_MS = 10_000


class DesktopNotes(QObject):
    """An optional tray icon that shows notifications.

    Signals:
        clicked(): a notification or the icon was clicked.
    """

    clicked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tray: QSystemTrayIcon | None = None
        self._said_s = 0.0

    @staticmethod
    def possible() -> bool:
        """Whether this desktop has a tray that shows messages."""
        return QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()

    def set_wanted(self, wanted: bool) -> None:
        """Put the icon into the tray, or take it away."""
        if not wanted or not self.possible():
            if self._tray is not None:
                self._tray.hide()
                self._tray.deleteLater()
                self._tray = None
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(icons.icon("monitor", colour="accent"), self)
            self._tray.setToolTip(QApplication.applicationDisplayName())
            self._tray.activated.connect(lambda _: self.clicked.emit())
            self._tray.messageClicked.connect(self.clicked)
            self._tray.show()

    def say(self, severity: str, title: str, text: str) -> bool:
        """Show a notification; false if it was not shown."""
        if self._tray is None or time.monotonic() - self._said_s < _APART_S:
            return False
        self._said_s = time.monotonic()
        icon = QSystemTrayIcon.MessageIcon.Critical if severity == ERROR else QSystemTrayIcon.MessageIcon.Warning
        self._tray.showMessage(title, text or " ", icon, _SHOWN_MS)
        return True
