"""What is seen while a file is dragged over the window: what would become of it when it is let go."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui import drawing, fonts, icons, theme

_WIDE, _HIGH = 520, 148
_MARGIN = 20


class DropOverlay(QWidget):
    """A veil over its parent with one card; it takes no events itself, so that the window goes on hearing of the drag."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.title = self.sentence = self._icon = ""
        self._refused = False
        self.hide()
        theme.notifier().changed.connect(self.update)

    def tell(self, icon: str, title: str, sentence: str, *, refused: bool = False) -> None:
        """Say what letting go would do, or why nothing would happen."""
        self._icon, self.title, self.sentence, self._refused = icon, title, sentence, refused
        self.setAccessibleName(f"{title} {sentence}")
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        veil = QColor(colours.surface.canvas)
        veil.setAlphaF(0.82)
        painter.fillRect(self.rect(), veil)
        ink = colours.severity["warning"].colour if self._refused else colours.accent
        edge = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        pen = painter.pen()
        pen.setColor(ink)
        pen.setWidthF(2.0)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(edge, 6, 6)
        wide = min(_WIDE, self.width() - 4 * _MARGIN)
        card = QRectF((self.width() - wide) / 2, (self.height() - _HIGH) / 2, wide, _HIGH)
        drawing.frame(painter, card, colours.surface.panel, ink, theme.radius("card"))
        icons.paint(painter, self._icon, QRectF(card.left() + _MARGIN, card.top() + 20, 24, 24), ink)
        text = card.adjusted(_MARGIN + 36, 16, -_MARGIN, -16)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.setFont(fonts.font("title"))
        painter.setPen(colours.text.primary)
        head = painter.boundingRect(text, flags, self.title)
        painter.drawText(text, flags, self.title)
        painter.setFont(fonts.font("body"))
        painter.setPen(colours.text.secondary)
        painter.drawText(text.adjusted(0, head.height() + 6, 0, 0), flags, self.sentence)
