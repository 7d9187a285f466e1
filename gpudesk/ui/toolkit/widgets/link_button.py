"""A link to another location, written as text in the link color."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme


class LinkButton(QAbstractButton):
    """A clickable text; underlined under the pointer."""

    def __init__(self, text: str, parent: QWidget | None = None, *, step: str = "body") -> None:
        super().__init__(parent)
        self._step = step
        self.setText(text)
        self.setAccessibleName(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self.text(), self._step) + 0.99), theme.size("hit_min"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        font = fonts.font(self._step)
        font.setUnderline(self.underMouse() and self.isEnabled())
        ink = colours.text.link if self.isEnabled() else colours.text.disabled
        painting.text(QPainter(self), QRectF(self.rect()), self.text(), font, ink)


def link_row(link: LinkButton, left: int = 10) -> QWidget:
    """A link as a row of a form, put in from the edge of the dock."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(left, 0, 10, 2)
    line.addWidget(link)
    line.addStretch(1)
    return row
