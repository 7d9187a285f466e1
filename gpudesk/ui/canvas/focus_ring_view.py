"""Common behavior of drawings with selectable objects: tooltip, keyboard focus ring, and dragging the view."""

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
        ring: whether a ring shows the keyboard position.
    """

    ring: bool


class RingView(CanvasView):
    """A drawing with tooltips and a keyboard focus ring."""

    _marks: RingMarks

    # tool tips

    def event(self, event: QEvent) -> bool:
        """Show the tooltip for the object under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.tool_tip_at(event.pos())
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def tool_tip_at(self, point: QPoint) -> str:
        """Tooltip of a point of the widget; "" for none."""
        return ""

    # focus

    def _ring(self, shown: bool) -> None:
        """Show or hide the keyboard focus ring."""
        if shown != self._marks.ring:
            self._marks.ring = shown
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the keyboard position if the focus came by keys."""
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
    """A drawing in which the left button selects, and pans when dragged; the pointer highlights objects."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: QPointF | None = None

    def hover_at(self, point: QPoint | None) -> None:
        """Highlight the object at a point of the widget; None if the pointer is outside."""

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
