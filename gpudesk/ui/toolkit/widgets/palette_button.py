"""The field in the menu bar that opens the palette."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.key_cap import key_cap_width, paint_key_cap

_WIDTH, _HEIGHT = 232, 20


class PaletteButton(QAbstractButton):
    """Looks like a search field; a click, Enter or Space emits `clicked`."""

    def __init__(self, text: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(f"{text} ({keys})")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        # As high as the least hit area; drawn 20 px high in its middle.
        return QSize(_WIDTH, theme.size("hit_min"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        rect = QRectF(0, (self.height() - _HEIGHT) / 2, self.width(), _HEIGHT)
        line = colours.border.strong if self.underMouse() else colours.border.default
        painting.frame(painter, rect, colours.surface.field, line, theme.radius("control"))
        icons.paint(painter, "search", QRect(7, (self.height() - 12) // 2, 12, 12), colours.text.tertiary)
        paint_key_cap(painter, rect.adjusted(0, 0, -2, 0), self._keys)
        words = rect.adjusted(25, 0, -key_cap_width(self._keys) - 8, 0)
        ink = colours.text.secondary
        painting.text(painter, words, self.text(), fonts.font("caption"), ink, elide=Qt.TextElideMode.ElideRight)
