"""The sign that covers the window when a label is wrong: halls are loud, so it is seen from the rack."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.wrapping import wrapped

tr = text_context("RefusalSign")

_MARK = 220


class RefusalSign(QWidget):
    """An octagon and the reason over the whole window. Esc or a tap dismisses it; scanner input does not.

    Signals:
        taken(): it was dismissed.
    """

    taken = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.title, self.reason = "", ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()
        window.installEventFilter(self)

    def show_reason(self, title: str, reason: str) -> None:
        """Cover the window."""
        self.title, self.reason = title, reason
        self.setAccessibleName(f"{title} {reason}")
        self._fit()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._take()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._take()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.severity["error"].surface)
        painting.frame(painter, self.rect(), None, colours.severity["error"].colour, 0, width=16)
        middle = self.rect().center()
        mark = QRectF(middle.x() - _MARK / 2, middle.y() - _MARK, _MARK, _MARK)
        icons.paint(painter, "severity-error", mark, colours.severity["error"].colour)
        line = QRectF(32, mark.bottom() + 24, self.width() - 64, 40)
        centre = Qt.AlignmentFlag.AlignHCenter
        painting.text(painter, line, self.title, fonts.font("display"), colours.text.primary, centre)
        for words in wrapped(self.reason, self.width() - 96, "title"):
            line = line.translated(0, 36)
            painting.text(painter, line, words, fonts.font("title"), colours.text.primary, centre)
        line = QRectF(32, self.height() - 80, self.width() - 64, 32)
        painting.text(painter, line, tr("Tap, or press Esc"), fonts.font("title"), colours.text.secondary, centre)

    def _fit(self) -> None:
        window = self.parentWidget()
        if window is not None:
            self.setGeometry(window.rect())

    def _take(self) -> None:
        self.hide()
        self.taken.emit()
