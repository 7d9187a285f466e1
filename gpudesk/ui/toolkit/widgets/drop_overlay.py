"""Shown while a file is dragged over the window: the effect of a drop."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.theme import theme

_WIDE, _TALLEST = 520, 400
_MARGIN = 20


class DropOverlay(QWidget):
    """A translucent overlay over its parent with one card.

    It accepts no drops itself, so that the window still receives the drag events. A file goes to the window everywhere, also over a
    text field, which would accept its name; a text can still be dropped into such a field.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.title = self.sentence = self._icon = ""
        self._refused = False
        self.hide()
        theme.notifier().changed.connect(self.update)

    def cover(self, fields: bool) -> None:
        """Block the drag for widgets below, or let text fields accept it."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not fields)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """If the end of the drag was missed, the first click removes the overlay."""
        self.hide()

    def tell(self, icon: str, title: str, sentence: str, *, refused: bool = False) -> None:
        """Show the effect of a drop, or why there is none."""
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
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        inner = QRectF(0, 0, wide - 2 * _MARGIN - 36, _TALLEST)
        heights = [
            QFontMetricsF(fonts.font(step)).boundingRect(inner, flags, words).height()
            for step, words in (("title", self.title), ("body", self.sentence))
        ]
        high = sum(heights) + 6 + 2 * 16
        card = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
        painting.frame(painter, card, colours.surface.panel, ink, theme.radius("card"))
        icons.paint(painter, self._icon, QRectF(card.left() + _MARGIN, card.top() + 16, 24, 24), ink)
        text = card.adjusted(_MARGIN + 36, 16, -_MARGIN, -16)
        painter.setFont(fonts.font("title"))
        painter.setPen(colours.text.primary)
        painter.drawText(text, flags, self.title)
        painter.setFont(fonts.font("body"))
        painter.setPen(colours.text.secondary)
        painter.drawText(text.adjusted(0, heights[0] + 6, 0, 0), flags, self.sentence)
