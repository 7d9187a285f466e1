"""Selecting, carrying and reserving in rack elevations by the pointer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.core.hardware.bay_rules import goes_into_bays
from gpudesk.core.hardware.hardware import Face, HardwareType, Mount
from gpudesk.core.racks.placement import Reals
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds, Camera
from gpudesk.ui.canvas.frames_and_labels import px_rect
from gpudesk.ui.canvas.refs import Candidate, Judge, KindSource, ObjectRef, Verdict
from gpudesk.ui.places.layout.racks.canvas import hit
from gpudesk.ui.places.layout.racks.canvas.canvas_placement_check import judge_on
from gpudesk.ui.places.layout.racks.canvas.carry import Carry
from gpudesk.ui.places.layout.racks.canvas.carry_layer import CarryLayer
from gpudesk.ui.places.layout.racks.canvas.elevation_view import ElevationView
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene


@dataclass
class Reserving:
    """A gesture over whole units of one elevation: from the unit where it began to the current one."""

    elevation: int
    first: int
    last: int

    @classmethod
    def begin(cls, scene: ElevationScene, x_mm: float, y_mm: float) -> "Reserving | None":
        """Begin at a point; None off the racks."""
        elevation = hit.elevation_at(scene.layout, x_mm, y_mm)
        if elevation is None:
            return None
        unit = hit.half_unit_at(scene.layout, elevation, y_mm) // 2
        return cls(elevation, unit, unit)

    def reach(self, scene: ElevationScene, y_mm: float) -> None:
        """The pointer is at this height now."""
        self.last = hit.half_unit_at(scene.layout, self.elevation, y_mm) // 2

    def span(self, scene: ElevationScene) -> tuple[int, int, int]:
        """Rack id, lowest half unit, and the half unit above the highest."""
        low, high = min(self.first, self.last), max(self.first, self.last) + 1
        return scene.rack_id(self.elevation), 2 * low, 2 * high

    def face(self, scene: ElevationScene) -> Face:
        """The face of the gesture."""
        return Face(int(scene.layout.face[self.elevation]))

    def shown(self, scene: ElevationScene, camera: Camera) -> tuple[QRectF, str]:
        """Its rectangle in px and the name of its units."""
        _, low, high = self.span(scene)
        x, y, w, h = scene.layout.span_rect(self.elevation, low, high)
        return px_rect(camera, (x, y, w, h)), span_name(low, high)


_EDGE_PX = 28
_SCROLL_PX = 14.0
_SCROLL_MS = 30
IN_RACKS = (Mount.UNITS, Mount.ZERO_U)
"""Families that are placed in racks."""


def is_carried(kind: HardwareType) -> bool:
    """Whether devices of a type are carried over a drawing: into racks, or into bays."""
    return kind.mount in IN_RACKS or goes_into_bays(kind)


class Mode(Enum):
    """Function of the left button."""

    SELECT = "select"
    PAN = "pan"
    RESERVE = "reserve"


class PointerView(ElevationView):
    """Elevations in which objects are selected and moved with the pointer.

    Click selects (Ctrl adds or removes, Shift adds), drag of a device moves the selection (Alt: by half units),
    drag elsewhere draws a rubber band.
    """

    move_requested = Signal(list)
    """`Move`s: devices and their target spots, all permitted if they come from the pointer."""
    place_requested = Signal(str, object)
    """The key of a type and the `Spot` of a new device, allowed."""
    seat_requested = Signal(str, object, object)
    """The key of a type, the id of a device of the project or None for a new one, and the `Seat` in which it shall sit, allowed."""
    reserve_requested = Signal(int, int, int, object)
    """Rack id, lowest half unit, the half unit above, and the `Face`: both, or with Shift the one under the gesture."""
    context_menu_requested = Signal(object, QPoint)
    """The `ObjectRef` under the pointer or None, and the global position."""
    placing_changed = Signal(object)
    """The key of the type that is being placed by keys, or None."""
    mode_changed = Signal(object)
    """The `Mode` of the left button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._kind_source: KindSource | None = None
        self._judge: Judge | None = None
        self._writable = True
        self._mode = Mode.SELECT
        self._press: tuple[QPointF, ObjectRef | None] | None = None
        self._band: tuple[QPointF, tuple[ObjectRef, ...]] | None = None
        self._carry: Carry | None = None
        self._reserving: Reserving | None = None
        self._carried = CarryLayer(self._devices.faces)
        self.overlay = (self._marks, self._carried)
        self._may_scroll = False
        self._scroll = QTimer(self)
        self._scroll.setInterval(_SCROLL_MS)
        self._scroll.timeout.connect(self._scroll_at_edge)
        self.camera_changed.connect(self._refresh_carry)

    # set up

    def set_kinds(self, source: KindSource | None) -> None:
        """Set the lookup of types that the project does not use yet: those dragged from the catalog."""
        self._kind_source = source

    def set_judge(self, judge: Judge | None) -> None:
        """Set `judge` as the placement check; without one, the drawing checks its own snapshot."""
        self._judge = judge

    def set_writable(self, writable: bool) -> None:
        """Whether devices can be carried and placed."""
        self._writable = writable
        self.setAcceptDrops(writable)
        if not writable:
            self.cancel()

    @property
    def mode(self) -> Mode:
        """Function of the left button."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Let the left button select, pan or reserve."""
        if mode is not self._mode:
            self.cancel()
            self._mode = mode
            self._show_hand()
            self.mode_changed.emit(mode)

    def leave_mode(self) -> bool:
        """Return to selecting; false if that is the current mode."""
        if self._mode is Mode.SELECT:
            return False
        self.set_mode(Mode.SELECT)
        return True

    def set_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show another project state; a drag in progress is canceled."""
        if self._carry is not None and snapshot is not self.scene.snapshot:
            self.cancel()
        super().set_snapshot(snapshot)

    @property
    def placing(self) -> str | None:
        """The key of the type that is being placed by keys."""
        return self._carry.trial.leader.type_key if self._carry is not None and self._carry.by_keys else None

    def cancel(self) -> bool:
        """Cancel the current drag, band or reservation; false if there was none."""
        busy = self._carry is not None or self._band is not None or self._reserving is not None
        placing = self.placing
        self._press = self._band = self._carry = self._reserving = None
        self._marks.band = self._marks.reserving = None
        self._scroll.stop()
        self._refresh_carry()
        if busy:
            self.update()
        if placing is not None:
            self.placing_changed.emit(None)
        return busy

    def _kind(self, type_key: str) -> HardwareType | None:
        snapshot = self.scene.snapshot
        if snapshot is None:
            return None
        known = snapshot.types.id_of(type_key)
        if known is not None:
            return snapshot.types[known]
        return self._kind_source(type_key) if self._kind_source is not None else None

    def _judged(self, candidates: Sequence[Candidate]) -> Sequence[Verdict]:
        if self._judge is not None:
            return self._judge(candidates)
        return () if self.scene.snapshot is None else judge_on(self.scene.snapshot, self._kind, candidates)

    def _refresh_carry(self) -> None:
        """Rebuild the picture of the drag, and repaint its old and new areas."""
        before = QRect() if self._carried.picture is None else self._carried.picture.extent()
        self._carried.picture = None if self._carry is None else self._carry.picture(self.camera)
        after = QRect() if self._carried.picture is None else self._carried.picture.extent()
        self.update(before)
        self.update(after)

    # mouse

    def pans(self, event: QMouseEvent) -> bool:
        """The left button pans in the mode for it, too."""
        return super().pans(event) or (self._mode is Mode.PAN and event.button() == Qt.MouseButton.LeftButton)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select, and get ready to carry or to draw a band."""
        self._ring(False)
        if self.pans(event):
            super().mousePressEvent(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        if self._carry is not None:
            return
        if self._mode is Mode.RESERVE:
            self._reserving = Reserving.begin(self.scene, *self.point_mm(point)) if self._writable else None
            self._show_reserving(event)
            return
        ref = self.object_at(point.toPoint())
        keys = event.modifiers()
        self._press = (point, ref)
        if keys & Qt.KeyboardModifier.ControlModifier and ref is not None:
            chosen = [other for other in self.selection if other != ref]
            self.set_selection(chosen if ref in self.selection else [*chosen, ref])
            self._press = None if ref not in self.selection else self._press
        elif keys & Qt.KeyboardModifier.ShiftModifier and ref is not None:
            self.set_selection([*self.selection, ref], current=ref)
        elif ref is not None and ref not in self.selection:
            self.set_selection([ref])
        elif ref is None and not keys:
            self.set_selection([])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry, draw the band, or hover."""
        point = event.position()
        if self.panning:
            super().mouseMoveEvent(event)
            return
        if self._carry is not None:
            self._hold(point, event.modifiers())
            return
        if self._reserving is not None:
            self._reserving.reach(self.scene, self.point_mm(point)[1])
            self._show_reserving(event)
            return
        if self._band is not None:
            self._draw_band(point, event.modifiers())
            return
        if self._press is not None and (point - self._press[0]).manhattanLength() >= QApplication.startDragDistance():
            self._begin_drag(event)
            return
        if not event.buttons():
            self._hover(self.object_at(point.toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish the drag or band; a click without a drag selects only the object hit."""
        if self.panning:
            super().mouseReleaseEvent(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._carry is not None:
            self._drop()
        elif self._reserving is not None:
            rack_id, low, high = self._reserving.span(self.scene)
            face = self._reserving.face(self.scene) if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else Face.BOTH
            self.cancel()
            self.reserve_requested.emit(rack_id, low, high, face)
        elif self._band is not None:
            self._band = None
            self._set_band(None)
        elif self._press is not None and self._press[1] is not None and not event.modifiers() and len(self.selection) > 1:
            self.set_selection([self._press[1]])
        self._press = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the object under the pointer."""
        ref = self.object_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and ref is not None:
            self._press = None
            self.open_requested.emit(ref)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the object under the pointer, or of the selection from the keyboard."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.current is not None:
            rects = self.scene.rects_of([self.current])
            at = self.rect().center()
            if len(rects):
                at = QPoint(round(self.camera.x_px(rects[0][0])) + 12, round(self.camera.y_px(rects[0][1])) + 12)
            self.context_menu_requested.emit(self.current, self.mapToGlobal(at))
            return
        ref = self.object_at(event.pos())
        if ref is not None and ref not in self.selection:
            self.set_selection([ref])
        self.context_menu_requested.emit(ref, event.globalPos())

    def _begin_drag(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        start, ref = self._press
        self._hover(None)
        if ref is not None and ref.table == "device":
            if not self._writable:
                return
            x_mm, y_mm = self.point_mm(start)
            elevation = hit.elevation_at(self.scene.layout, x_mm, y_mm)
            entry = None if elevation is None else hit.entry_at(self.scene.layout, elevation, x_mm, y_mm)
            place = hit.floor_at(self.scene.layout, x_mm, y_mm)
            layout = self.scene.layout
            if entry is not None and layout.entries.nested[entry]:
                self._carry = Carry.seated(self.scene, self._judged, ref.id, _box(layout.entries.rects[entry]), (x_mm, y_mm))
            elif place is not None and place >= layout.floor.standing:
                self._carry = Carry.seated(self.scene, self._judged, ref.id, _box(layout.floor.rects[place]), (x_mm, y_mm))
            elif entry is not None:
                self._carry = Carry.devices(self.scene, self._judged, self.selected_devices, entry, (x_mm, y_mm))
            elif place is not None and is_carried(self.scene.kind(int(layout.floor.type_id[place]))):
                self._carry = Carry.from_floor(self.scene, self._judged, place, (x_mm, y_mm))
            if self._carry is not None:
                self._hold(event.position(), event.modifiers())
                self._begin_scrolling()
            return
        self._band = (start, self.selection if event.modifiers() else ())
        self._draw_band(event.position(), event.modifiers())

    def _hold(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        if self._carry is not None:
            self._carry.hold(point, self.camera, half=bool(keys & Qt.KeyboardModifier.AltModifier))
            inner = self.rect().adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
            self._may_scroll = self._may_scroll or inner.contains(point.toPoint())
            self._refresh_carry()

    def _drop(self) -> None:
        """Finish the drag: request the move if it is permitted."""
        carry = self._carry
        if carry is None:
            return
        moves, placement, seat = carry.moves(), carry.placement(), carry.seat()
        if carry.by_keys and placement is None and seat is None:
            # It stays in hand until it fits or Esc is pressed.
            return
        leader = carry.trial.leader
        self.cancel()
        if seat is not None:
            self.seat_requested.emit(leader.type_key, leader.device_id, seat)
        elif placement is not None:
            self.place_requested.emit(*placement)
        elif moves:
            self.move_requested.emit(list(moves))

    def _draw_band(self, point: QPointF, _keys: Qt.KeyboardModifier) -> None:
        if self._band is None:
            return
        start, selected_before = self._band
        band = QRectF(start, point).normalized()
        self._set_band(band)
        left, top = self.camera.at(band.left(), band.top())
        right, bottom = self.camera.at(band.right(), band.bottom())
        self.set_selection([*selected_before, *hit.devices_in(self.scene, Bounds(left, top, right, bottom))])

    def _show_reserving(self, _event: QMouseEvent) -> None:
        self._marks.reserving = None if self._reserving is None else self._reserving.shown(self.scene, self.camera)
        self.update()

    def _scroll_at_edge(self) -> None:
        """Scroll the drawing during a drag near an edge of the view with more content beyond it.

        A drag that enters over an edge, from the catalog, must leave that edge before it scrolls anything.
        """
        if self._carry is None or self._carry.pointer is None:
            self._scroll.stop()
            return
        point = self._carry.pointer
        seen, all_of_it = self.camera.seen, self.bounds
        dx = _push(point.x(), self.width(), all_of_it.left < seen.left, all_of_it.right > seen.right)
        dy = _push(point.y(), self.height(), all_of_it.top < seen.top, all_of_it.bottom > seen.bottom)
        if self._may_scroll and (dx or dy):
            self.pan_by(dx, dy)
            self._hold(point, QApplication.keyboardModifiers())

    def _begin_scrolling(self) -> None:
        self._may_scroll = False
        self._scroll.start()

    def _show_hand(self) -> None:
        super()._show_hand()
        if not self._space_held and self._mode is Mode.PAN:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        elif not self._space_held and self._mode is Mode.RESERVE:
            self.setCursor(Qt.CursorShape.CrossCursor)


def _box(rect: Reals) -> tuple[float, float, float, float]:
    x, y, w, h = rect.tolist()
    return x, y, w, h


def _push(at: float, extent: float, more_before: bool, more_behind: bool) -> float:
    if at < _EDGE_PX and more_before:
        return _SCROLL_PX
    if at > extent - _EDGE_PX and more_behind:
        return -_SCROLL_PX
    return 0.0
