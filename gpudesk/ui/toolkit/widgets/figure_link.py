"""A figure that opens to its working."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("FigureLink")


class FigureLink(QAbstractButton):
    """A value with a dotted underline; a click or Enter requests its "why"."""

    opened = Signal()

    def __init__(self, text: str, parent: QWidget | None = None, *, step: str = "body", strong: bool = False) -> None:
        super().__init__(parent)
        self._step = step
        self._strong = strong
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setToolTip(tr("Show how this figure is calculated"))
        self.clicked.connect(self.opened)
        self._name()

    def set_value(self, text: str) -> None:
        """Show another value."""
        self.setText(text)
        self._name()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = fonts.text_width(self.text(), self._step, strong=self._strong, tabular=True)
        return QSize(int(width + 0.99), max(fonts.line_height(self._step) + 4, theme.size("hit_min")))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.size("hit_min"), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        ink = colours.text.link if self.isEnabled() else colours.text.disabled
        font = fonts.font(self._step, strong=self._strong, tabular=True)
        rect = QRectF(self.rect())
        width = painting.text(painter, rect, self.text(), font, ink)
        base = round(rect.center().y() + fonts.line_height(self._step) / 2) - 0.5
        painter.setPen(QPen(ink, 1, Qt.PenStyle.CustomDashLine))
        pen = painter.pen()
        pen.setDashPattern([1, 2])
        painter.setPen(pen)
        painter.drawLine(QPointF(rect.left(), base), QPointF(rect.left() + width, base))

    def _name(self) -> None:
        self.setAccessibleName(tr("{value}, show why").format(value=self.text()))
