"""Rack elevations into which types are dragged from the catalog."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent

from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.places.layout.racks.canvas.carry import Carry
from gpudesk.ui.places.layout.racks.canvas.pointer_view import PointerView, is_carried


class DropView(PointerView):
    """Elevations that try a dragged type at the pointer position and request its placement on drop."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a dragged type if it goes into racks or bays."""
        key = dragged_type(event)
        kind = None if key is None else self._kind(key)
        if kind is None or not is_carried(kind) or not self._writable:
            event.ignore()
            return
        self.cancel()
        self._carry = Carry.type(self.scene, self._judged, kind)
        self._begin_scrolling()
        self._hold(event.position(), event.modifiers())
        event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Try it where the pointer is."""
        if self._carry is None:
            event.ignore()
            return
        self._hold(event.position(), event.modifiers())
        if self._carry.placement() is not None or self._carry.seat() is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Cancel the drag."""
        self.cancel()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Request the device if the position is permitted."""
        if self._carry is None:
            event.ignore()
            return
        self._hold(event.position(), event.modifiers())
        placement, seat, key = self._carry.placement(), self._carry.seat(), self._carry.trial.leader.type_key
        self.cancel()
        if placement is None and seat is None:
            event.ignore()
            return
        event.acceptProposedAction()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if placement is not None:
            self.place_requested.emit(*placement)
        else:
            self.seat_requested.emit(key, None, seat)


def dragged_type(event: QDropEvent) -> str | None:
    """The key of the type that is dragged, None if something else is."""
    data = event.mimeData()
    return bytes(data.data(TYPE_MIME).data()).decode("utf-8", "replace") if data.hasFormat(TYPE_MIME) else None
