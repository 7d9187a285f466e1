"""The elevation drawing as a work area: pick-ups, drops and requests of the user are emitted as signals."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from gpudesk.core.hardware.hardware import Face, HardwareType, Mount
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.refs import Move, ObjectRef, Spot
from gpudesk.ui.canvas.select_view import KeyDoes
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.places.layout.racks.canvas import navigation
from gpudesk.ui.places.layout.racks.canvas.bay_trial import free_seats, neighbour_bay
from gpudesk.ui.places.layout.racks.canvas.carry import Carry, sideways
from gpudesk.ui.places.layout.racks.canvas.drop_view import DropView
from gpudesk.ui.places.layout.racks.canvas.pointer_view import Mode
from gpudesk.ui.places.layout.racks.canvas.rack_compare_layer import RackCompareLayer
from gpudesk.ui.places.layout.racks.canvas.rack_map import MiniMap

__all__ = ["Mode", "RackCanvas"]

_AROUND_GHOST_MM = 120.0


class RackCanvas(DropView):
    """Rack elevations with all pointer and keyboard actions.

    Arrows go to the neighbor and Shift extends; Alt+arrows request a move (Alt+Shift by half a unit); Home and End,
    Enter, F (Shift+F: the selection), Esc. During placement by keys, arrows move it (Alt: by half a unit), X
    reverses it to the other face, Enter drops it.
    """

    nudge_requested = Signal(list, int)
    """Ids of devices and half units up (less than 0: down)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map = MiniMap(self)
        self.overlay = (self._marks, self.map, self._carried)
        self._comparison = RackCompareLayer(self.scene)
        self.base = (*self.base, self._comparison)

    # comparing

    def show_comparison(self, shown: ShownComparison | None) -> None:
        """Draw a comparison over the racks, or none."""
        self._comparison.shown = shown
        self._comparison.current = None
        self.invalidate()

    def show_ghost(self, ghost: tuple[str, int] | None) -> None:
        """Ring an object of the earlier state, by its table and id, and bring it into view."""
        self._comparison.current = ghost
        bounds = None if ghost is None else self._comparison.ghost_bounds(*ghost)
        if bounds is not None:
            self.reveal(bounds.grown(_AROUND_GHOST_MM))
        self.invalidate()

    def tool_tip_at(self, point: QPoint) -> str:
        """The object at a point, and its differences."""
        ref = self.object_at(point)
        standing = None if ref is None else (ref.table, ref.id)
        differs = self._comparison.words_at(*self.point_mm(point), standing)
        return "\n".join(text for text in (super().tool_tip_at(point), differs) if text)

    # placing by keys

    def begin_placing(self, type_key: str) -> bool:
        """Start placing a new device of a type by keys or a click; false if there is no such type or no rack in view."""
        kind = self._kind(type_key)
        start = self.current or self._first_seen()
        rack = None if start is None else navigation.rack_of(self.scene, start)
        if kind is None or not self._writable:
            return False
        carry = Carry.type(self.scene, self._judged, kind, by_keys=True)
        chosen = self.current is not None and self._offers_bay(self.current, kind)
        in_bay = (kind.mount is Mount.CHILD or chosen) and carry.begin_in_bay(self.current)
        if not in_bay and (rack is None or kind.mount is Mount.CHILD):
            return False
        self.cancel()
        self._carry = carry
        if not in_bay and rack is not None:
            carry.begin_by_keys(rack)
        self._refresh_carry()
        self._reveal_target()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.placing_changed.emit(type_key)
        return True

    def _offers_bay(self, ref: ObjectRef, kind: HardwareType) -> bool:
        """Whether a device has a free bay in the drawing that suits a type."""
        return ref.table == "device" and any(holder.device_id == ref.id for holder, _ in free_seats(self.scene, kind))

    def _first_seen(self) -> ObjectRef | None:
        seen = self.camera.seen
        return navigation.first_seen(self.scene, seen.left, seen.top, seen.right, seen.bottom)

    def _reveal_target(self) -> None:
        rect = None if self._carry is None else self._carry.rect_mm()
        if rect is not None:
            self.reveal(Bounds(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3]).grown(60.0))

    # keyboard

    def event(self, event: QEvent) -> bool:
        """During placement, keys without Ctrl apply to the new device and not to the selection."""
        ctrl = Qt.KeyboardModifier.ControlModifier
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self._carry is not None
            and not event.modifiers() & ctrl
        ):
            event.accept()
            return True
        return super().event(event)

    def takes_first(self, event: QKeyEvent) -> bool:
        """During placement by keys, they apply to the new device."""
        return self._carry is not None and self._carry.by_keys and self._placing_key(event)

    def handlers(self) -> dict[Qt.Key, KeyDoes]:
        """Arrows, Home and End in addition to the handlers of every drawing."""
        key = Qt.Key
        return super().handlers() | {
            key.Key_Up: lambda keys: self._arrow(keys, 1, 0),
            key.Key_Down: lambda keys: self._arrow(keys, -1, 0),
            key.Key_Right: lambda keys: self._arrow(keys, 0, 1),
            key.Key_Left: lambda keys: self._arrow(keys, 0, -1),
            key.Key_Home: lambda keys: self._go_end(keys, top=True),
            key.Key_End: lambda keys: self._go_end(keys, top=False),
        }

    def _placing_key(self, event: QKeyEvent) -> bool:
        if self._carry is None:
            return False
        step = 1 if event.modifiers() & Qt.KeyboardModifier.AltModifier else 2
        moves = {
            Qt.Key.Key_Up: (step, 0, False),
            Qt.Key.Key_Down: (-step, 0, False),
            Qt.Key.Key_PageUp: (10, 0, False),
            Qt.Key.Key_PageDown: (-10, 0, False),
            Qt.Key.Key_Right: (0, 1, False),
            Qt.Key.Key_Left: (0, -1, False),
            Qt.Key.Key_X: (0, 0, True),
        }
        move = moves.get(Qt.Key(event.key()))
        if move is not None:
            up, racks, flip = move
            self._carry.step(up, racks, flip=flip)
            self._refresh_carry()
            self._reveal_target()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._drop()
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
            return True
        return False

    def _arrow(self, keys: Qt.KeyboardModifier, up: int, right: int) -> bool:
        if keys & Qt.KeyboardModifier.AltModifier:
            self.nudge(up * (1 if keys & Qt.KeyboardModifier.ShiftModifier else 2), right)
            return True
        start = self.current
        if start is None or not self.scene.exists(start):
            target = self._first_seen()
        elif right:
            target = navigation.beside(self.scene, start, right)
        else:
            target = navigation.above_or_below(self.scene, start, up)
        self._go(target, keys)
        return True

    def _go(self, ref: ObjectRef | None, keys: Qt.KeyboardModifier) -> None:
        self._ring(True)
        if ref is not None:
            self._go_to(ref, keys)

    def _go_end(self, keys: Qt.KeyboardModifier, *, top: bool) -> bool:
        start = self.current or self._first_seen()
        self._go(None if start is None else navigation.end_of_rack(self.scene, start, top), keys)
        return True

    def nudge(self, half_units: int, racks: int = 0) -> None:
        """Request a move of the selected devices up (or down) or to the next rack, a half-width one to the other half first."""
        ids = list(self.selected_devices)
        if not ids or not self._writable:
            return
        snapshot = self.scene.snapshot
        if len(ids) == 1 and snapshot is not None and snapshot["device"].row(ids[0])["parent_id"] is not None:
            seat = neighbour_bay(self.scene, ids[0], (half_units > 0) - (half_units < 0), racks)
            if seat is not None:
                self.seat_requested.emit("", ids[0], seat)
        elif half_units:
            self.nudge_requested.emit(ids, half_units)
        elif racks:
            moves = self._to_next_rack(ids, racks)
            if moves:
                self.move_requested.emit(moves)

    def _to_next_rack(self, ids: Sequence[int], racks: int) -> list[Move]:
        snapshot, layout = self.scene.snapshot, self.scene.layout
        moves: list[Move] = []
        for device_id in ids:
            rack = navigation.rack_of(self.scene, ObjectRef("device", device_id))
            if snapshot is None or rack is None:
                return []
            row = snapshot["device"].row(device_id)
            step, side = racks, row["side"]
            if len(ids) == 1 and snapshot.types[int(row["type_id"])].half_wide:
                step, side = sideways(racks, side or 0)
            if not 0 <= rack + step < len(layout.rack_ids):
                return []
            moves.append(Move(device_id, Spot(int(layout.rack_ids[rack + step]), row["position"], Face(row["face"]), side)))
        return moves
