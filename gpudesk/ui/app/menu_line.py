"""The line at the top: menus at the left, the file in the middle, and the field that finds anything at the right."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenuBar, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.palette_button import PaletteButton

tr = text_context("MenuLine")

_GAP = 16


class MenuLine(QMenuBar):
    """The menu bar with the name of the file and the field that opens the palette."""

    def __init__(self, registry: ActionRegistry, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Menus"))
        registry.fill_menu_bar(self)
        keys = registry.action("go.palette").shortcut().toString()
        self.find_button = PaletteButton(tr("Find action, rack, device, part…"), keys, self)
        self.find_button.clicked.connect(registry.action("go.palette").trigger)
        corner = QWidget(self)
        room = QHBoxLayout(corner)
        room.setContentsMargins(0, 2, 8, 2)
        room.addWidget(self.find_button)
        self.setCornerWidget(corner, Qt.Corner.TopRightCorner)
        self._title = _FileTitle(self)
        theme.notifier().changed.connect(self.update)

    def set_title(self, name: str, caption: str) -> None:
        """Show the name of the file and what holds of it."""
        self._title.set_texts(name, caption)
        self._place_title()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_title()

    def _place_title(self) -> None:
        """Place the title in the middle of the window, or as near as the menus permit."""
        last = self.actionGeometry(self.actions()[-1]).right() + _GAP
        end = self.width() - self.cornerWidget(Qt.Corner.TopRightCorner).sizeHint().width() - _GAP
        width = min(self._title.wanted_width(), max(0, end - last))
        left = min(max(last, (self.width() - width) // 2), max(last, end - width))
        self._title.setGeometry(left, 0, width, self.height())
        self._title.setVisible(width > 60)


class _FileTitle(QWidget):
    """The file's name in semibold with its state; clicks go to the bar."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._name = ""
        self._caption = ""

    def set_texts(self, name: str, caption: str) -> None:
        self._name, self._caption = name, caption
        self.setAccessibleName(f"{name} {caption}".strip())
        self.update()

    def wanted_width(self) -> int:
        name = fonts.text_width(self._name, "strong")
        return round(name + (8 if self._name else 0) + fonts.text_width(self._caption, "caption")) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        caption = fonts.text_width(self._caption, "caption")
        name = min(fonts.text_width(self._name, "strong"), max(0.0, self.width() - caption - 10))
        if self._name:
            area = QRectF(0, 0, name + 1, self.height())
            painting.text(painter, area, self._name, fonts.font("strong"), colours.text.primary, elide=Qt.TextElideMode.ElideMiddle)
        left = name + (8 if self._name else 0)
        area = QRectF(left, 0, self.width() - left, self.height())
        painting.text(painter, area, self._caption, fonts.font("caption"), colours.text.tertiary, elide=Qt.TextElideMode.ElideRight)
