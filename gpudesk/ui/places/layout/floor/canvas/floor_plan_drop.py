"""New racks and floor devices put on the floor: dragged in from the catalog, or in hand until a click or Enter puts them down."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.panels.catalog.catalog_rows import stands_on_floor
from gpudesk.ui.places.layout.floor.canvas.floor_plan_carry import FloorNew
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorPointerView
from gpudesk.ui.places.layout.racks.canvas.drop_view import dragged_type
from gpudesk.ui.toolkit.object_ref import ObjectRef

KindOf = Callable[[str], HardwareType | None]
FINE_MM = 10
_QUARTER = 900
_WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class FloorDropView(FloorPointerView):
    """A floor on which new objects are placed.

    A dragged type follows the pointer; Shift at the drop starts another one. A new object also follows the pointer
    until a click places it; arrow keys move it by a tile (Alt: 10 mm), R rotates it, Enter or Space places it and with Shift
    starts another, Esc cancels.
    """

    put_requested = Signal(object, bool)
    """A `NewThing` at a permitted position; and whether to start another one afterward."""
    placing_changed = Signal(object)
    """The key of the type that is in hand, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._kind_of: KindOf = lambda _key: None
        self._new: FloorNew | None = None
        self._dragged = False

    def set_kinds(self, kind_of: KindOf) -> None:
        """Set the lookup of types by key."""
        self._kind_of = kind_of

    @property
    def placing(self) -> str | None:
        """Key of the type being placed; None if there is none or it is part of a drag."""
        return None if self._new is None or self._dragged else self._new.kind.key

    def set_writable(self, writable: bool) -> None:
        """Set whether objects can be placed and moved."""
        super().set_writable(writable)
        self.setAcceptDrops(writable)

    def cancel(self) -> bool:
        """Cancel the current operation; false if there was none."""
        placing, busy = self.placing, self._new is not None
        self._new, self._dragged = None, False
        busy = super().cancel() or busy
        if busy:
            self.update()
        if placing is not None:
            self.placing_changed.emit(None)
        return busy

    # in hand

    def begin_placing(self, type_key: str) -> bool:
        """Start placing an object of a type, at the end of the selected row or in the center of the view.

        Returns:
            False if there is no such type or hall, or the type is not floor-standing.
        """
        kind, layout = self._kind_of(type_key), self.scene.layout
        if kind is None or not stands_on_floor(kind) or layout is None or not self._writable:
            return False
        self.cancel()
        self._new = FloorNew(self.scene, layout, kind)
        if kind.family is not Family.RACK or not self._at_end_of_row(self._new):
            self._new.hold((self.camera.centre_x, self.camera.centre_y), self.camera, free=False)
        self._show_new()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.placing_changed.emit(type_key)
        return True

    def go_on_placing(self, ref: ObjectRef) -> None:
        """Start placing another one next to the one just created."""
        layout = self.scene.layout
        place = None if layout is None else layout.place_of(ref)
        if layout is None or place is None or self.scene.snapshot is None:
            return
        kind = self.scene.snapshot.types[int(layout.type_ids[place])]
        self._new = FloorNew(self.scene, layout, kind, angle_ddeg=int(layout.angle_ddeg[place]))
        self._new.turned = True
        corner = layout.shapes.pick(np.array([place])).corners()[0]
        self._new.stand_at(float(corner[1][0]), float(corner[1][1]))
        self._show_new()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.placing_changed.emit(kind.key)

    def _at_end_of_row(self, new: FloorNew) -> bool:
        """Hold it at the end of the row of the current rack, or of the last row with racks."""
        layout = self.scene.layout
        if layout is None:
            return False
        current = None if self.current is None else next(iter(layout.places_of(self.current)), None)
        marks = [mark for mark in layout.rows if len(mark.members) and (current is None or current in mark.members)]
        if not marks:
            return False
        last = int(marks[-1].members[-1])
        along = layout.shapes.along[last]
        if float(along @ (layout.shapes.centre[marks[-1].members[0]] - layout.shapes.centre[last])) > 0:
            # Racks of a row turned about come from its other end.
            last = int(marks[-1].members[0])
        new.turn(int(layout.angle_ddeg[last]) - new.angle_ddeg)
        new.turned = False
        corner = layout.shapes.pick(np.array([last])).corners()[0][1]
        new.stand_at(float(corner[0]), float(corner[1]))
        return True

    def _show_new(self, *, reveal: bool = True) -> None:
        self._marks.carried = None if self._new is None else self._new.picture()
        if self._new is not None and reveal:
            x, y = self._new.centre
            self.reveal(Bounds(x, y, x, y).grown(TILE_MM * 2))
        if self._marks.carried is not None:
            self.setAccessibleDescription(self._marks.carried.words)
        self.update()

    def _put(self, *, more: bool) -> None:
        """Request the placement if the position is permitted; otherwise continue placing."""
        new = self._new
        if new is not None and new.allowed:
            self.cancel()
            self.put_requested.emit(new.what(), more)

    # keys

    def event(self, event: QEvent) -> bool:
        """During placement, keys without Ctrl apply to the new object and not to the selection."""
        ctrl = Qt.KeyboardModifier.ControlModifier
        is_plain_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and not event.modifiers() & ctrl
        if is_plain_key and self.placing is not None:
            event.accept()
            return True
        return super().event(event)

    def placing_key(self, event: QKeyEvent) -> bool:
        """Apply a key to the object being placed; false if the key has no function."""
        new = self._new
        if new is None or self._dragged:
            return False
        key, shift = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in _WAYS:
            step = FINE_MM if event.modifiers() & Qt.KeyboardModifier.AltModifier else self.scene.tile_mm
            new.step(_WAYS[key][0] * step, _WAYS[key][1] * step)
        elif key == Qt.Key.Key_R:
            new.turn(-_QUARTER if shift else _QUARTER)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._put(more=shift)
            return True
        elif key == Qt.Key.Key_Escape:
            self.cancel()
            return True
        else:
            return False
        self._show_new()
        return True

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click places the object."""
        if self.placing is None or self.pans(event):
            super().mousePressEvent(event)
        elif event.button() == Qt.MouseButton.RightButton:
            self.cancel()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the object with the pointer."""
        if self.placing is None or self.panning:
            super().mouseMoveEvent(event)
            return
        self.pointed = self.point_mm(event.position())
        self._hold_new(event.position(), event.modifiers())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click places the object; with Shift, another one is started."""
        if self.placing is None or self.panning or event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
            return
        self._hold_new(event.position(), event.modifiers())
        self._put(more=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click of two that put something opens nothing."""
        if self.placing is None:
            super().mouseDoubleClickEvent(event)

    def _hold_new(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        if self._new is not None:
            self._new.hold(self.point_mm(point), self.camera, free=bool(keys & Qt.KeyboardModifier.AltModifier))
            self._show_new(reveal=False)

    # drags from the catalog

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a dragged type if it is floor-standing."""
        key, layout = dragged_type(event), self.scene.layout
        kind = None if key is None else self._kind_of(key)
        if kind is None or not stands_on_floor(kind) or layout is None or not self._writable:
            event.ignore()
            return
        self.cancel()
        self._new, self._dragged = FloorNew(self.scene, layout, kind), True
        self._hold_new(event.position(), event.modifiers())
        event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Try it where the pointer is."""
        if self._new is None:
            event.ignore()
            return
        self._hold_new(event.position(), event.modifiers())
        if self._new.allowed:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Cancel the placement."""
        self.cancel()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Request the placement if permitted; with Shift, start another one."""
        if self._new is None:
            event.ignore()
            return
        self._hold_new(event.position(), event.modifiers())
        if not self._new.allowed:
            self.cancel()
            event.ignore()
            return
        event.acceptProposedAction()
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._put(more=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
