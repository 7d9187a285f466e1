"""The focus ring: one overlay around the control with the keyboard focus.

It is outside the control, 1 px away, so that it is visible over any other state and moves nothing. Views that
fill their part of the window (lists, tables, drawings) mark the focus on their current item themselves.
"""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFocusFrame, QMenuBar, QWidget
from shiboken6 import isValid

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.theme import theme

# Set on a widget that marks its focus itself.
OWN_FOCUS = "marks_own_focus"


class FocusRing(QObject):
    """Follows the keyboard focus of an application with a ring."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._ring: _Ring | None = None
        self._control: QWidget | None = None
        application.focusChanged.connect(self._follow)

    def control(self) -> QWidget | None:
        """The control that is ringed now."""
        if self._ring is None or not isValid(self._ring) or self._control is None or not isValid(self._control):
            return None
        return self._control

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        ringed = now is not None and _is_ringed(now)
        # The ring is a child of the window it is in, and goes with it.
        if self._ring is not None and not isValid(self._ring):
            self._ring = None
        self._control = now if ringed else None
        if now is None or not ringed:
            if self._ring is not None:
                self._ring.clear()
            return
        if self._ring is None:
            self._ring = _Ring()
        self._ring.setWidget(now)
        # PySide now takes the control for a part of the ring: the wrappers of its list, its buttons and its actions would become
        # invalid when the ring goes with another window. Asked for its children, its parent takes it back.
        holder = now.parentWidget()
        if holder is not None:
            holder.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)


class _Ring(QFocusFrame):
    """Qt's own overlay, which follows moves and scrolling; only its looks are ours."""

    def clear(self) -> None:
        # Qt takes none here, to let go of the control; only its type stubs do not say so.
        self.setWidget(None)  # type: ignore[arg-type]

    def paintEvent(self, event: QPaintEvent) -> None:
        line = theme.metrics().line
        painter = QPainter(self)
        radius = theme.radius("control") + line["focus_gap"] + line["focus"] / 2
        painting.frame(painter, self.rect(), None, theme.current().focus_ring, radius, width=line["focus"])


def _is_ringed(control: QWidget) -> bool:
    # What is being destroyed is hidden first and may be given the focus once more by a list of its own that closes.
    if control.isWindow() or not control.isVisible() or control.property(OWN_FOCUS):
        return False
    # A ring round itself would follow its own moves without end.
    return not isinstance(control, QAbstractScrollArea | QMenuBar | QFocusFrame) and control.isEnabled()
