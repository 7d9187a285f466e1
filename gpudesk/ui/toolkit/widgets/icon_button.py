"""A small button with an icon only, for heads of docks and popovers."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyleOptionToolButton, QToolButton, QWidget

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.theme import theme


class IconButton(QToolButton):
    """24 × 24 with an icon of 16; `name` is its tooltip and its text for screen readers."""

    def __init__(self, icon: str, name: str, parent: QWidget | None = None, *, checkable: bool = False, icon_px: int = 16) -> None:
        super().__init__(parent)
        self.set_icon(icon)
        self.setIconSize(QSize(icon_px, icon_px))
        self.setCheckable(checkable)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        side = theme.size("hit_min")
        self.setFixedSize(side, side)
        self.set_name(name)
        # Heads are hardly higher than their buttons: a ring outside would be cut.
        self.setProperty(OWN_FOCUS, True)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self.setIcon(icons.icon(icon, colour="text.tertiary"))

    def set_name(self, name: str) -> None:
        """Set another name of the button."""
        self.setAccessibleName(name)
        self.setToolTip(name)

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        # The icon says enough; Qt's arrow would lie over it.
        option.features &= ~QStyleOptionToolButton.ToolButtonFeature.HasMenu

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            focus_frame(QPainter(self), self.rect())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)
