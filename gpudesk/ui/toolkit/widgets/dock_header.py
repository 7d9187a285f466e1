"""The head of a dock: title, caption, filters in force, controls at the right end."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tag import RemovableTag

tr = text_context("DockHeader")

_MARGIN = 10


class DockHeader(QWidget):
    """28 px high; usable as the title bar of a QDockWidget, which can be dragged by its empty part."""

    filter_removed = Signal(str)

    def __init__(self, title: str, caption: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._caption = caption
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(_MARGIN, 0, 4, 1)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        self._beside_title = 0
        self._tags: dict[str, RemovableTag] = {}
        self._count: Label | None = None

    def title(self) -> str:
        """The title shown."""
        return self._title

    def set_title(self, title: str, caption: str = "") -> None:
        """Show another title and caption."""
        self._title = title
        self._caption = caption
        self.setAccessibleName(title)
        self._make_room_for_title()
        self.update()

    def add_beside_title(self, control: QWidget) -> None:
        """Put a control right behind the title, such as a count that filters."""
        self._row.insertWidget(self._beside_title, control, 0, Qt.AlignmentFlag.AlignVCenter)
        self._beside_title += 1
        self._make_room_for_title()

    def add_control(self, control: QWidget) -> None:
        """Put a control at the right end."""
        self._row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_button(self, icon: str, name: str, *, checkable: bool = False) -> IconButton:
        """Put a button with an icon at the right end."""
        button = IconButton(icon, name, self, checkable=checkable)
        self.add_control(button)
        return button

    def add_menu(self, menu: QMenu) -> IconButton:
        """Put a "…" button there that opens `menu`."""
        button = self.add_button("menu-dots", tr("More"))
        button.setMenu(menu)
        button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        return button

    def set_count(self, text: str) -> None:
        """Show the number of visible items and the total at the right end; "" removes it."""
        if self._count is None:
            self._count = Label("", self, step="caption", ink="text.tertiary", tabular=True)
            self._row.insertWidget(self._beside_title + 1 + len(self._tags), self._count, 0, Qt.AlignmentFlag.AlignVCenter)
            self._count.setContentsMargins(8, 0, 6, 0)
        self._count.setText(text)
        self._count.setVisible(bool(text))

    def set_filters(self, filters: dict[str, str]) -> None:
        """Show the filters in force, by key, as tags that can be taken away."""
        for tag in self._tags.values():
            self._row.removeWidget(tag)
            tag.hide()
            tag.deleteLater()
        self._tags = {}
        for position, (key, text) in enumerate(filters.items()):
            tag = RemovableTag(text, self)
            tag.removed.connect(lambda key=key: self.filter_removed.emit(key))
            self._row.insertWidget(self._beside_title + 1 + position, tag, 0, Qt.AlignmentFlag.AlignVCenter)
            self._tags[key] = tag
            tag.show()

    def _make_room_for_title(self) -> None:
        if self._beside_title:
            left = _MARGIN + int(fonts.text_width(self._title, "strong")) + 8
            self._row.setContentsMargins(left, 0, 4, 1)

    def sizeHint(self) -> QSize:
        width = fonts.text_width(self._title, "strong") + fonts.text_width(self._caption, "caption")
        return QSize(int(width) + 2 * _MARGIN + 60, theme.size("dock_header"))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, theme.size("dock_header"))

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.bottom_line(painter, self.rect(), colours.border.default)
        controls = [item.widget() for place in range(self._row.count()) if (item := self._row.itemAt(place)) is not None]
        right = min((control.x() for control in controls if control is not None and control.isVisible()), default=self.width()) - 6
        area = QRectF(_MARGIN, 0, right - _MARGIN, self.height() - 1)
        used = painting.text(painter, area, self._title, fonts.font("strong"), colours.text.primary)
        rest = area.adjusted(used + 8, 1, 0, 1)
        if self._caption and rest.width() > 24:
            painting.text(
                painter,
                rest,
                self._caption,
                fonts.font("caption"),
                colours.text.tertiary,
                elide=Qt.TextElideMode.ElideRight,
            )
