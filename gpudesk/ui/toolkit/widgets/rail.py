"""The rail of places at the left edge of the window."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QStyle, QStyleOptionToolButton, QToolBar, QToolButton, QWidget

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity, severity_name

tr = text_context("Rail")

_ICON_TOP = 6
_LABEL_TOP = 31
_MARK = 12
_BAR = 2


class RailButton(QToolButton):
    """One place: icon above text, and the most severe problem there."""

    def __init__(self, icon: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon
        self._severity: str | None = None
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def severity(self) -> str | None:
        """The severity marked at the corner."""
        return self._severity

    def set_severity(self, severity: str | None) -> None:
        """Mark the place with a severity, or with none."""
        self._severity = severity
        name = self.text()
        self.setAccessibleName(f"{name}, {severity_name(severity)}" if severity else name)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.size("rail"), theme.size("rail_button"))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        colours = theme.current()
        painter = QPainter(self)
        ground, ink = colours.surface.panel, colours.text.tertiary
        if self.isChecked():
            ground, ink = colours.selection, colours.accent
        elif not self.isEnabled():
            ink = colours.text.disabled
        elif option.state & QStyle.StateFlag.State_MouseOver:
            ground, ink = colours.hover, colours.text.secondary
        # The last pixel belongs to the line between the rail and the window.
        painter.fillRect(self.rect().adjusted(0, 0, -1, 0), ground)
        if self.isChecked():
            painter.fillRect(QRect(0, 0, _BAR, self.height()), colours.accent)
        icons.paint(painter, self._icon_name, QRect((self.width() - 24) // 2, _ICON_TOP, 24, 24), ink)
        label = QRect(1, _LABEL_TOP, self.width() - 2, fonts.line_height("micro"))
        align = Qt.AlignmentFlag.AlignHCenter
        painting.text(painter, label, self.text(), fonts.font("micro"), ink, align, elide=Qt.TextElideMode.ElideRight)
        if self._severity:
            corner = QRect(self.width() - _MARK - 4, 4, _MARK, _MARK)
            painting.fill_round(painter, corner.adjusted(-1, -1, 1, 1), ground, 4)
            paint_severity(painter, corner, self._severity)


class Rail(QToolBar):
    """The available places, one below the other. Tab enters it, the arrow keys go up and down, Enter opens the place."""

    place_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setWindowTitle(tr("Places"))
        self.setAccessibleName(tr("Places"))
        self.setOrientation(Qt.Orientation.Vertical)
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setFixedWidth(theme.size("rail"))
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}

    def add_place(self, place: str, text: str, icon: str, tool_tip: str = "") -> RailButton:
        """Add a place at the end; `place` is the argument of `place_chosen`."""
        button = RailButton(icon, text, self)
        button.setToolTip(tool_tip or text)
        button.clicked.connect(lambda _checked=False: self.place_chosen.emit(place))
        self._group.addButton(button)
        self._buttons[place] = button
        self.addWidget(button)
        if len(self._buttons) == 1:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def set_place(self, place: str) -> None:
        """Show `place` as the one the window is at, without saying so.

        Raises:
            KeyError: there is no such place.
        """
        self._buttons[place].setChecked(True)
        for name, button in self._buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if name == place else Qt.FocusPolicy.NoFocus)

    def place(self) -> str | None:
        """The place the window is at."""
        return next((name for name, button in self._buttons.items() if button.isChecked()), None)

    def button(self, place: str) -> RailButton:
        """The button of a place."""
        return self._buttons[place]

    def set_mark(self, place: str, severity: str | None) -> None:
        """Mark a place with its highest severity."""
        self._buttons[place].set_severity(severity)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        buttons = [button for button in self._buttons.values() if button.isEnabled()]
        focused = next((index for index, button in enumerate(buttons) if button.hasFocus()), -1)
        target = {
            Qt.Key.Key_Up: focused - 1,
            Qt.Key.Key_Down: focused + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(buttons) - 1,
        }.get(Qt.Key(event.key()))
        if target is None or focused < 0:
            super().keyPressEvent(event)
            return
        chosen = buttons[min(max(target, 0), len(buttons) - 1)]
        chosen.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chosen.setFocus(Qt.FocusReason.OtherFocusReason)
        for button in buttons:
            if button is not chosen:
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
