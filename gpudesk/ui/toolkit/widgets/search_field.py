"""A field to search the content below it."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.theme import theme

_ICON = 14
_LEFT = 8


class SearchField(QLineEdit):
    """A magnifying glass on the left, "9 of 412" on the right. Esc clears it; Down emits `left_down`, to enter the list."""

    left_down = Signal()

    def __init__(self, name: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = ""
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self.setFixedHeight(theme.size("field"))
        self._set_margins()

    def count_text(self) -> str:
        """Text at the right end."""
        return self._count

    def set_count_text(self, text: str) -> None:
        """Show the number of matches at the right end."""
        self._count = text
        self.setAccessibleDescription(text)
        self._set_margins()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme.size("field"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Down:
            self.left_down.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        colours = theme.current()
        painter = QPainter(self)
        place = QRect(_LEFT, (self.height() - _ICON) // 2, _ICON, _ICON)
        icons.paint(painter, "search", place, colours.text.tertiary)
        if self._count:
            align = Qt.AlignmentFlag.AlignRight
            font = fonts.font("caption", tabular=True)
            painting.text(painter, self.rect().adjusted(0, 0, -8, 0), self._count, font, colours.text.tertiary, align)

    def _set_margins(self) -> None:
        right = int(fonts.text_width(self._count, "caption", tabular=True)) + 8 if self._count else 0
        self.setTextMargins(_LEFT + _ICON - 2, 0, right, 0)
