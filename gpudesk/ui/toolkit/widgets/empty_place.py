"""Placeholder for missing content: one drawing, one sentence, one button, and one or more links."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpudesk.ui.toolkit import icons, painting
from gpudesk.ui.toolkit.style.button_styles import PRIMARY
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.link_button import LinkButton
from gpudesk.ui.toolkit.widgets.verb_button import VerbButton

_DRAWING = 72


class EmptyPlace(QWidget):
    """Fills a place and describes its missing content, in its top left third."""

    button_clicked = Signal()
    link_clicked = Signal()

    def __init__(self, icon: str, sentence: str, button: str = "", link: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(sentence)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 24, 16)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(_Outline(icon, self))
        self._sentence = Label(sentence, self, step="body", ink="text.secondary", wrap=True)
        self._sentence.setMaximumWidth(420)
        column.addWidget(self._sentence)
        row = self._row = QHBoxLayout()
        row.setSpacing(16)
        column.addLayout(row)
        column.addStretch(3)
        self._inset = column
        if button:
            self.button = VerbButton(button, self)
            self.button.setProperty(PRIMARY, True)
            self.button.setAccessibleName(button)
            self.button.clicked.connect(self.button_clicked)
            row.addWidget(self.button)
        if link:
            self.link = LinkButton(link, self)
            self.link.clicked.connect(self.link_clicked)
            row.addWidget(self.link)
        row.addStretch(1)

    def add_link(self, text: str) -> LinkButton:
        """Add another link, after existing ones."""
        link = LinkButton(text, self)
        self._row.insertWidget(self._row.count() - 1, link)
        return link

    def set_sentence(self, sentence: str) -> None:
        """Set another sentence."""
        self._sentence.setText(sentence)
        self.setAccessibleName(sentence)

    def paintEvent(self, event: QPaintEvent) -> None:
        left = max(24, min(self.width() // 8, 160))
        if self._inset.contentsMargins().left() != left:
            self._inset.setContentsMargins(left, 0, 24, 16)


class _Outline(QWidget):
    """An icon drawn large in thin lines on a part of the grid."""

    def __init__(self, icon: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self.setFixedSize(QSize(_DRAWING, _DRAWING))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.setPen(colours.grid_major)
        for step in range(0, _DRAWING, 12):
            painter.drawLine(step, 0, step, _DRAWING)
            painter.drawLine(0, step, _DRAWING, step)
        painting.frame(painter, self.rect(), None, colours.border.default, 1, pattern=Qt.PenStyle.DashLine)
        inner = QRect(0, 0, _DRAWING, _DRAWING).adjusted(14, 14, -14, -14)
        icons.paint(painter, self._icon, QRectF(inner), colours.text.tertiary)
