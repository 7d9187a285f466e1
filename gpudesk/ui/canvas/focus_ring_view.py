"""What all drawings in which things are selected do alike: the tool tip, the ring where the keyboard stands, and to drag what is seen."""

from typing import Protocol

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from gpudesk.ui.canvas.canvas_view import CanvasView

_BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_DRAG_PX = 6


class RingMarks(Protocol):
    """The marks over a drawing.

    Attributes:
        ring: whether a ring shows where the keyboard stands.
    """

    ring: bool


class RingView(CanvasView):
    """A drawing with tool tips, that shows where the keyboard stands."""

    _marks: RingMarks

    # tool tips

    def event(self, event: QEvent) -> bool:
        """The tooltip says what is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.tool_tip_at(event.pos())
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def tool_tip_at(self, point: QPoint) -> str:
        """What is said of a point of the widget; "" for nothing."""
        return ""

    # focus

    def _ring(self, shown: bool) -> None:
        """Show or hide the ring where the keyboard stands."""
        if shown != self._marks.ring:
            self._marks.ring = shown
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard stands if the focus came by keys."""
        self._ring(event.reason() in _BY_KEYS)
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No ring without the focus; Space is no longer held."""
        self._ring(False)
        self._space_held = False
        self._show_hand()
        super().focusOutEvent(event)


class DraggedView(RingView):
    """A drawing that the left button selects in, and pans once it is dragged; the pointer lights what it is on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: QPointF | None = None

    def hover_at(self, point: QPoint | None) -> None:
        """Light what is at a point of the widget; None where the pointer is outside."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan where the left button is dragged; else hover."""
        if self._pressed is not None and (event.position() - self._pressed).manhattanLength() > _DRAG_PX:
            self._pan_from, self._pressed = self._pressed, None
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self.panning:
            super().mouseMoveEvent(event)
        elif not event.buttons():
            self.hover_at(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is hovered outside."""
        self.hover_at(None)
        super().leaveEvent(event)
