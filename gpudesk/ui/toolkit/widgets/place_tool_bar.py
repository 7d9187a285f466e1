"""The toolbar of a place: tools, then display options, then export actions at the right end."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.style.bar_styles import EDGELESS
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label

tr = text_context("PlaceToolBar")

_MARGIN = 6
_CHEVRON = 14
_ANY_HEIGHT = 16_777_215


class PlaceToolBar(QToolBar):
    """36 px high. Tools that do not fit are behind "…"; the arrow keys move from tool to tool."""

    def __init__(self, name: str, parent: QWidget | None = None, *, edged: bool = True) -> None:
        """`edged` draws the line below it; one that shares its row with something else has none."""
        super().__init__(name, parent)
        self.setProperty(EDGELESS, not edged)
        self.setAccessibleName(name)
        # A window finds its bars by name when it puts them where they were kept, and it would take a bar inside a page for its own.
        self.setObjectName("place_tool_bar" if edged else "page_tool_bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setIconSize(QSize(18, 18))
        self.setFixedHeight(theme.size("toolbar"))
        # The layout of a tool bar is placed wrongly as soon as it is given margins.
        margin = QWidget(self)
        margin.setFixedWidth(_MARGIN)
        self.addWidget(margin)
        more = self.findChild(QToolButton, "qt_toolbar_ext_button")
        if more is not None:
            # Qt puts it at the top; as high as the bar its dots stand in line with the tools.
            more.setMinimumHeight(theme.size("toolbar"))
            more.setAccessibleName(tr("More tools"))
            more.setToolTip(tr("More tools"))
            more.toggled.connect(self._make_room)

    def _make_room(self, expanded: bool) -> None:
        """Let the bar grow over the content below while all of its tools are shown."""
        self.setMaximumHeight(_ANY_HEIGHT if expanded else theme.size("toolbar"))

    def add_tool(self, action: QAction, *, word: bool = False) -> QToolButton | None:
        """Add an action; with `word` its text is next to the icon."""
        self.addAction(action)
        button = self.widgetForAction(action)
        if not isinstance(button, QToolButton):
            return None
        if word:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return button

    def add_menu(self, text: str, icon: str, menu: QMenu) -> QToolButton:
        """Add a button with text that opens a menu."""
        button = self.menu_button(text, icon, menu)
        self.addWidget(button)
        return button

    def menu_button(self, text: str, icon: str, menu: QMenu) -> QToolButton:
        """A button with text that opens a menu, to be added by the caller."""
        return _MenuButton(text, icon, menu, self)

    def add_labelled(self, label: str, control: QWidget) -> QAction:
        """Add a control with a label, such as "Row" and a drop-down list."""
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(8)
        words = Label(label, pair, step="caption", ink="text.tertiary")
        words.setBuddy(control)
        if not control.accessibleName():
            control.setAccessibleName(label)
        row.addWidget(words)
        row.addWidget(control)
        pair.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        return self.addWidget(pair)

    def add_stretch(self) -> None:
        """Push what follows to the right end."""
        gap = QWidget(self)
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)

    def actionEvent(self, event: QActionEvent) -> None:
        super().actionEvent(event)
        button = self.widgetForAction(event.action())
        if isinstance(button, QToolButton):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(event.action().text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Right:
            self.focusNextPrevChild(True)
        elif event.key() == Qt.Key.Key_Left:
            self.focusNextPrevChild(False)
        else:
            super().keyPressEvent(event)


class _MenuButton(QToolButton):
    """A tool button that opens its menu, with a mark after its text."""

    def __init__(self, text: str, icon: str, menu: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setIcon(icons.icon(icon))
        self.setAccessibleName(text)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMenu(menu)

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width() + _CHEVRON, size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = _CHEVRON - 2
        icons.icon("chevron-down").paint(QPainter(self), self.width() - side - 3, (self.height() - side) // 2, side, side)
