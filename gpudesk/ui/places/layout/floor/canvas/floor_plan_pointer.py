"""Selecting, carrying and measuring on the floor by the pointer."""

import math
from enum import Enum

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.places.layout.floor.canvas.floor_plan_carry import SNAP_PX, FloorCarry
from gpudesk.ui.places.layout.floor.canvas.floor_plan_overlay import Measured
from gpudesk.ui.places.layout.floor.canvas.floor_plan_tool import FloorTool
from gpudesk.ui.places.layout.floor.canvas.floor_plan_view import FloorView
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_number, format_quantity


class FloorMode(Enum):
    """Function of the left button."""

    SELECT = "select"
    MEASURE = "measure"
    SCALE_UNDERLAY = "underlay-scale"
    MOVE_UNDERLAY = "underlay-move"
    SIZE_HALL = "underlay-hall"


class FloorPointerView(FloorView):
    """A floor on which objects are selected and moved with the pointer.

    Click selects (Ctrl adds or removes, Shift adds), drag of a rack moves the selection (Alt: no snapping,
    Shift: along one wall), drag elsewhere draws a rubber band.
    """

    shift_requested = Signal(int, int)
    """Request to move the selection this many mm right and down; permitted."""
    context_menu_requested = Signal(object, QPoint)
    """The `ObjectRef` under the pointer or None, and the global position."""
    mode_changed = Signal(object)
    """The `FloorMode` of the left button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._writable = True
        self._mode = FloorMode.SELECT
        self._press: tuple[QPointF, ObjectRef | None] | None = None
        self._band: tuple[QPointF, tuple[ObjectRef, ...]] | None = None
        self._carry: FloorCarry | None = None
        self._measuring: tuple[float, float] | None = None
        self.pointed: tuple[float, float] | None = None
        self.tools: dict[FloorMode, FloorTool] = {}

    @property
    def tool(self) -> FloorTool | None:
        """What takes the left button, None while it selects or measures."""
        return self.tools.get(self._mode)

    def set_writable(self, writable: bool) -> None:
        """Set whether objects can be moved."""
        self._writable = writable
        if not writable:
            self.cancel()

    @property
    def mode(self) -> FloorMode:
        """Function of the left button."""
        return self._mode

    def set_mode(self, mode: FloorMode) -> None:
        """Set the function of the left button."""
        if mode is not self._mode:
            self.cancel()
            self._mode = mode
            self._marks.measured = None
            self._show_hand()
            self.update()
            self.mode_changed.emit(mode)

    def leave_mode(self) -> bool:
        """Return to selecting; false if that is the current mode."""
        if self._mode is FloorMode.SELECT:
            return False
        self.set_mode(FloorMode.SELECT)
        return True

    def set_hall(self, snapshot: Snapshot | None, hall_id: int | None) -> None:
        """Show a hall of another state; a drag in progress is canceled."""
        if snapshot is not self.scene.snapshot:
            self.cancel()
        super().set_hall(snapshot, hall_id)

    def cancel(self) -> bool:
        """Cancel the current drag, band or measurement; false if there was none."""
        tool = self.tool
        busy = self._carry is not None or self._band is not None or self._measuring is not None
        busy = (tool is not None and tool.cancel()) or busy
        self._press = self._band = self._carry = self._measuring = None
        self._marks.band = self._marks.carried = None
        if self.scene.moved:
            self.scene.moved = frozenset()
            self.invalidate()
        if busy:
            self.update()
        return busy

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, and get ready to carry, to band or to measure."""
        self._ring(False)
        if self.pans(event):
            super().mousePressEvent(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        tool = self.tool
        if tool is not None:
            tool.press(point, event.modifiers())
            return
        if self._mode is FloorMode.MEASURE:
            self._measuring = self._measure_point(point, event.modifiers())
            self._measure_to(point, event.modifiers())
            return
        ref = self.object_at(point.toPoint())
        keys = event.modifiers()
        self._press = (point, ref)
        if ref is not None and keys & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            self._add_or_take(ref, toggles=bool(keys & Qt.KeyboardModifier.ControlModifier))
        elif ref is not None and not self._is_chosen(ref):
            self.set_selection([ref])
        elif ref is None and not keys:
            self.set_selection([])

    def _is_chosen(self, ref: ObjectRef) -> bool:
        """Whether an object is selected: itself, its row, or all racks of the row."""
        layout, chosen = self.scene.layout, self.standing()
        if ref in self.selection or ref in chosen:
            return True
        members = [] if layout is None or ref.table != "rack_row" else [layout.ref(place) for place in layout.places_of(ref)]
        return bool(members) and set(members) <= set(chosen)

    def _add_or_take(self, ref: ObjectRef, *, toggles: bool) -> None:
        """Add an object to the selection; with `toggles`, remove objects already in it. A row represents its racks."""
        layout = self.scene.layout
        if layout is None or ref.table == "hall":
            return
        members = [layout.ref(place) for place in layout.places_of(ref)]
        chosen = self.standing()
        if toggles and all(member in chosen for member in members):
            self.set_selection([other for other in chosen if other not in members])
            self._press = None
        else:
            self.set_selection([*chosen, *members])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry, draw the band, measure, or hover."""
        point = event.position()
        self.pointed = self.point_mm(point)
        tool = self.tool
        if self.panning:
            super().mouseMoveEvent(event)
        elif tool is not None:
            tool.move(point, event.modifiers(), held=bool(event.buttons() & Qt.MouseButton.LeftButton))
        elif self._carry is not None:
            self._hold(point, event.modifiers())
        elif self._measuring is not None:
            self._measure_to(point, event.modifiers())
        elif self._band is not None:
            self._draw_band(point)
        elif self._press is not None and (point - self._press[0]).manhattanLength() >= QApplication.startDragDistance():
            self._begin_drag(event)
        elif not event.buttons():
            self._hover(self.object_at(point.toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish a drag, band or measurement; a click without a drag selects only the object hit."""
        if self.panning:
            super().mouseReleaseEvent(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        tool = self.tool
        if tool is not None:
            tool.release(event.position(), event.modifiers())
        elif self._carry is not None:
            self._drop()
        elif self._measuring is not None:
            self._measuring = None
        elif self._band is not None:
            self._band = None
            self._set_band(None)
        elif self._press is not None and self._press[1] is not None and not event.modifiers() and self.selection != (self._press[1],):
            self.set_selection([self._press[1]])
        self._press = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the object under the pointer."""
        ref = self.object_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and ref is not None and self._mode is FloorMode.SELECT:
            self._press = None
            self.open_requested.emit(ref)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the object under the pointer, or of the selection from the keyboard."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.current is not None:
            rect = self.bounds_px([self.current])
            at = self.rect().center() if rect.isEmpty() else rect.topLeft().toPoint() + QPoint(12, 12)
            self.context_menu_requested.emit(self.current, self.mapToGlobal(at))
            return
        self.pointed = self.point_mm(event.pos())
        ref = self.object_at(event.pos())
        if ref is not None and not self._is_chosen(ref):
            self.set_selection([ref])
        self.context_menu_requested.emit(ref, event.globalPos())

    def _begin_drag(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        start, ref = self._press
        self._hover(None)
        layout = self.scene.layout
        if ref is not None and ref.table != "hall":
            group = self.standing()
            if self._writable and layout is not None and group:
                self._carry = FloorCarry(self.scene, layout, group, self.point_mm(start))
                self.scene.moved = self._carry.places
                self.invalidate()
                self._hold(event.position(), event.modifiers())
            return
        self._band = (start, self.selection if event.modifiers() else ())
        self._draw_band(event.position())

    def _hold(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        if self._carry is not None:
            free = bool(keys & Qt.KeyboardModifier.AltModifier)
            straight = bool(keys & Qt.KeyboardModifier.ShiftModifier)
            self._carry.hold(self.point_mm(point), self.camera, free=free, straight=straight)
            self._marks.carried = self._carry.picture()
            self.update()

    def _drop(self) -> None:
        """Finish the drag: request the move if it is permitted."""
        carry = self._carry
        if carry is None:
            return
        self.cancel()
        if carry.moved and carry.allowed:
            self.shift_requested.emit(carry.dx_mm, carry.dy_mm)

    def _draw_band(self, point: QPointF) -> None:
        layout = self.scene.layout
        if self._band is None or layout is None:
            return
        start, selected_before = self._band
        band = QRectF(start, point).normalized()
        self._set_band(band)
        left, top = self.camera.at(band.left(), band.top())
        right, bottom = self.camera.at(band.right(), band.bottom())
        self.set_selection([*selected_before, *self._in_band(Bounds(left, top, right, bottom))])

    def _in_band(self, band: Bounds) -> list[ObjectRef]:
        """Objects selected by a rubber band."""
        layout = self.scene.layout
        return [] if layout is None else [layout.ref(place) for place in layout.touched(band).tolist()]

    # measuring

    def _measure_point(self, point: QPointF, keys: Qt.KeyboardModifier) -> tuple[float, float]:
        """A point in mm, snapped to the nearest corner of a rack or of the hall unless Alt is held."""
        x, y = self.point_mm(point)
        layout = self.scene.layout
        if layout is None or keys & Qt.KeyboardModifier.AltModifier:
            return x, y
        reach = SNAP_PX / self.camera.scale
        corners = [(0.0, 0.0), (layout.width_mm, 0.0), (0.0, layout.depth_mm), (layout.width_mm, layout.depth_mm)]
        around = layout.touched(Bounds(x - reach, y - reach, x + reach, y + reach))
        corners += [(float(a), float(b)) for a, b in layout.shapes.pick(around).corners().reshape(-1, 2)]
        nearest = min(corners, key=lambda corner: math.hypot(corner[0] - x, corner[1] - y))
        return nearest if math.hypot(nearest[0] - x, nearest[1] - y) <= reach else (x, y)

    def _measure_to(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        start = self._measuring
        if start is None:
            return
        x, y = self._measure_point(point, keys)
        dx, dy = x - start[0], y - start[1]
        if keys & Qt.KeyboardModifier.ShiftModifier:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        # Angles run as those of racks do: from the width of the hall toward its depth.
        angle = math.degrees(math.atan2(dy, dx)) % 360
        distance = format_quantity(round(math.hypot(dx, dy)), "mm")
        sides = f"{format_quantity(abs(round(dx)), 'mm')} × {format_quantity(abs(round(dy)), 'mm')}"
        words = f"{distance} · {format_number(round(angle, 1))}° · {sides}"
        self._marks.measured = Measured(start, (start[0] + dx, start[1] + dy), words)
        self.setAccessibleDescription(words)
        self.update()

    def _show_hand(self) -> None:
        super()._show_hand()
        if not self._space_held and self._mode is FloorMode.MOVE_UNDERLAY:
            self.setCursor(Qt.CursorShape.SizeAllCursor)
        elif not self._space_held and self._mode is not FloorMode.SELECT:
            self.setCursor(Qt.CursorShape.CrossCursor)
