"""The head of a dock with several pages: tabs with counts, controls at the right end."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QTabBar, QWidget

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name
from gpudesk.ui.toolkit.widgets.tag import paint_tag, tag_size

_GAP = 6


class BadgeTabBar(QTabBar):
    """Tabs that carry counts by severity behind their title."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self._badges: dict[int, tuple[tuple[str, int], ...]] = {}

    def set_badges(self, index: int, counts: Mapping[str, int]) -> None:
        """Show the counts that are not 0, in the order given."""
        badges = tuple((severity, count) for severity, count in counts.items() if count)
        if badges == self._badges.get(index, ()):
            return
        self._badges[index] = badges
        words = [f"{severity_name(severity)}: {count}" for severity, count in badges]
        self.setTabToolTip(index, ", ".join(words))
        # The only public way to make a tab bar lay its tabs out again.
        self.setTabText(index, self.tabText(index))
        self.updateGeometry()
        self.update()

    def tabSizeHint(self, index: int) -> QSize:
        size = super().tabSizeHint(index)
        return QSize(size.width() + self._badges_width(index), theme.size("dock_header") - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for index, badges in self._badges.items():
            left = self.tabRect(index).right() - self._badges_width(index) - 4.0
            for severity, count in badges:
                size = tag_size(str(count), severity)
                rect = QRectF(left, (self.height() - size.height()) // 2, size.width(), size.height())
                paint_tag(painter, rect, str(count), severity)
                left += size.width() + _GAP

    def _badges_width(self, index: int) -> int:
        badges = self._badges.get(index, ())
        return sum(tag_size(str(count), severity).width() + _GAP for severity, count in badges)


class TabHeader(QWidget):
    """28 px high: tabs by key at the left, a count and controls at the right."""

    page_chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: list[str] = []
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.size("dock_header"))
        self.tabs = BadgeTabBar(name, self)
        self.tabs.currentChanged.connect(self._tell)
        self._count = Label("", self, step="caption", ink="text.tertiary", tabular=True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4, 0, 4, 1)
        self._row.setSpacing(0)
        self._row.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignBottom)
        self._row.addStretch(1)
        self._row.addWidget(self._count)
        self._count.setContentsMargins(0, 0, 8, 0)

    def add_page(self, key: str, title: str) -> None:
        """Add a tab at the end; `key` is the argument of `page_chosen`."""
        self._keys.append(key)
        self.tabs.addTab(title)

    def current(self) -> str:
        """The key of the active tab."""
        return self._keys[self.tabs.currentIndex()]

    def set_current(self, key: str) -> None:
        """Make a tab the active one."""
        self.tabs.setCurrentIndex(self._keys.index(key))

    def set_badges(self, key: str, counts: Mapping[str, int]) -> None:
        """Show counts by severity behind a title."""
        self.tabs.set_badges(self._keys.index(key), counts)

    def set_count(self, text: str) -> None:
        """Show the number of items at the right end, such as "All 40 racks"."""
        self._count.setText(text)

    def count_text(self) -> str:
        """Text at the right end."""
        return self._count.text()

    def add_control(self, control: QWidget) -> None:
        """Put a control at the right end."""
        self._row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)

    def add_button(self, icon: str, name: str, *, checkable: bool = False) -> IconButton:
        """Put a button with an icon at the right end."""
        button = IconButton(icon, name, self, checkable=checkable)
        self.add_control(button)
        return button

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.surface.panel)
        painting.bottom_line(painter, self.rect(), colours.border.default)

    def _tell(self, index: int) -> None:
        if 0 <= index < len(self._keys):
            self.page_chosen.emit(self._keys[index])
