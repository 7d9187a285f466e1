"""A dock at the left or right that folds to a narrow tab at the edge, so that a small window leaves its room to the drawing."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QHBoxLayout, QMainWindow, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("FoldingDock")

TAB_WIDTH = 24
_HEAD = 28
_ANY_WIDTH = (1 << 24) - 1
"""What Qt takes as no limit."""
_ICON = 16
_SIDES = Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea


class FoldingDock(QDockWidget):
    """Content below its header, or, if collapsed, a tab with its name from bottom to top; a click on it expands.

    Signals:
        folded_changed(bool): it was collapsed or expanded.
    """

    folded_changed = Signal(bool)

    def __init__(self, header: DockHeader, content: QWidget, width: int, parent: QMainWindow) -> None:
        """`width` is its width when it is expanded for the first time."""
        super().__init__(header.title(), parent)
        self._area = parent
        self._header = header
        self._content = content
        self._open_width = width
        self._no_header = QWidget()
        self.tab = EdgeTab(header.title(), tr("Expand {title}").format(title=header.title()))
        self.tab.hide()
        self.tab.clicked.connect(self.unfold)
        self.fold_button = header.add_button("chevron-left", tr("Collapse to the edge"))
        self.fold_button.clicked.connect(self._fold)
        self._body = QWidget()
        row = QHBoxLayout(self._body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.tab)
        row.addWidget(content, 1)
        self.setWidget(self._body)
        self.setTitleBarWidget(header)
        self.dockLocationChanged.connect(self._moved)
        self.topLevelChanged.connect(lambda _: self._moved(self._area.dockWidgetArea(self)))

    @property
    def folded(self) -> bool:
        """Whether only the tab is there."""
        return not self.tab.isHidden()

    @property
    def part(self) -> QWidget:
        """What takes the keyboard: the content, or its tab."""
        return self.tab if self.folded else self._content

    def set_folded(self, folded: bool) -> None:
        """Collapse or expand; a dock that floats or is below the drawing is unchanged."""
        if folded != self.folded and (self._may_fold() or not folded):
            focused = QApplication.focusWidget()
            held = focused is not None and self.isAncestorOf(focused)
            if folded:
                self._open_width = max(self.width(), self._content.minimumWidth())
            self._show_folded(folded)
            if not folded:
                self._area.resizeDocks([self], [self._open_width], Qt.Orientation.Horizontal)
            if held and self.isVisible():
                self.part.setFocus(Qt.FocusReason.OtherFocusReason)
        self.folded_changed.emit(self.folded)

    def unfold(self) -> None:
        """Expand, and move the focus inside."""
        self.set_folded(False)
        self._content.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fold(self) -> None:
        self.set_folded(True)

    def fold_state(self) -> str:
        """State to store: empty if expanded, otherwise its former width."""
        return str(self._open_width) if self.folded else ""

    def restore_fold(self, state: str) -> None:
        """Restore a state from `fold_state`."""
        if state.isdecimal():
            self._open_width = int(state)
        self._show_folded(state.isdecimal())
        self.folded_changed.emit(self.folded)

    def _show_folded(self, folded: bool) -> None:
        self._content.setVisible(not folded)
        self.tab.setVisible(folded)
        self.setTitleBarWidget(self._no_header if folded else self._header)
        self._header.setVisible(not folded)
        self._body.setMinimumWidth(TAB_WIDTH if folded else 0)
        self._body.setMaximumWidth(TAB_WIDTH if folded else _ANY_WIDTH)

    def _may_fold(self) -> bool:
        return not self.isFloating() and bool(self._area.dockWidgetArea(self) & _SIDES)

    def _moved(self, area: Qt.DockWidgetArea) -> None:
        right = area == Qt.DockWidgetArea.RightDockWidgetArea
        self.fold_button.setIcon(icons.icon("chevron-right" if right else "chevron-left", colour="text.tertiary"))
        self.tab.set_side(right)
        self.fold_button.setVisible(self._may_fold())


class EdgeTab(QAbstractButton):
    """A name written upwards on a strip as high as the window has room."""

    def __init__(self, title: str, name: str) -> None:
        super().__init__()
        self._title = title
        self._right = False
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(TAB_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_side(self, right: bool) -> None:
        """Set the window edge."""
        self._right = right
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(TAB_WIDTH, _HEAD + int(fonts.text_width(self._title, "strong")) + 16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.hover if self.underMouse() or self.isDown() else colours.surface.panel)
        painter.fillRect(0 if self._right else self.width() - 1, 0, 1, self.height(), colours.border.default)
        arrow = QRectF((TAB_WIDTH - _ICON) / 2, (_HEAD - _ICON) / 2, _ICON, _ICON)
        icons.paint(painter, "chevron-left" if self._right else "chevron-right", arrow, colours.text.tertiary)
        length = min(fonts.text_width(self._title, "strong") + 1, self.height() - _HEAD - 8)
        painter.translate(0, _HEAD + 4 + length)
        painter.rotate(-90)
        painting.text(painter, QRectF(0, 0, length, TAB_WIDTH), self._title, fonts.font("strong"), colours.text.primary)
