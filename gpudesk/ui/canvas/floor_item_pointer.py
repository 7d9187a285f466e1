"""Floor items by pointer and keys: drawn, selected, carried, stretched by their grips."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.core.floor_items import FloorItemKind
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.floor_item_hold import ItemCarry, ItemStretch, without_corner
from gpudesk.ui.canvas.floor_item_layout import AREAS, TABLE, DrawnItem
from gpudesk.ui.canvas.floor_item_overlay import Grip
from gpudesk.ui.canvas.floor_item_tool import ItemTool, NewItem
from gpudesk.ui.canvas.floor_plan_pointer import FloorMode
from gpudesk.ui.canvas.floor_row_handle import FloorRowView
from gpudesk.ui.object_ref import ObjectRef

_OF_RACKS = (FloorItemKind.COLD_CONTAINMENT, FloorItemKind.HOT_CONTAINMENT)
_FINE_MM = 10


class FloorItemPointer(FloorRowView):
    """A floor on which items are drawn and changed.

    With a tool in hand a drag draws a rectangle, clicks set corners, Enter or a double click ends, Backspace takes the last one
    back; by keys arrows move the cursor by a tile (Shift: 10 mm) and Space sets a corner. Without one, grips stretch the selected
    item, a double click on a corner takes it away, and items are carried as racks are.
    """

    item_drawn = Signal(object)
    """A `NewItem` to add."""
    item_stretched = Signal(int, int, int, int, int)
    """The item of that id gets this width and depth, its first corner at x, y."""
    item_reshaped = Signal(int, list)
    """The item of that id gets this outline."""
    item_put = Signal(int, int, int, int)
    """The item of that id comes to x, y with this turn."""
    drawing_changed = Signal(object)
    """The `FloorItemKind` that is drawn from now on, None for none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing: ItemTool | None = None
        self._draw_press: QPointF | None = None
        self._stretch: ItemStretch | None = None
        self._item_carry: ItemCarry | None = None
        self._grip: tuple[QPointF, Grip] | None = None
        self._was_selected = False

    # tools

    @property
    def drawn_kind(self) -> FloorItemKind | None:
        """The kind of item that is drawn, None where the pointer selects."""
        return None if self._drawing is None else self._drawing.kind

    def set_drawing(self, kind: FloorItemKind | None) -> None:
        """Draw items of a kind, or none."""
        if kind is not None and not self._writable:
            return
        if kind is not None:
            super().set_mode(FloorMode.SELECT)
        if kind == self.drawn_kind:
            return
        self.cancel()
        self._drawing = None if kind is None else ItemTool(self.scene, kind)
        self._show_sketch()
        self._show_hand()
        self.drawing_changed.emit(kind)

    def set_mode(self, mode: FloorMode) -> None:
        """Let the left button select or measure; a tool is laid down."""
        self.set_drawing(None)
        super().set_mode(mode)

    def begin_placing(self, type_key: str) -> bool:
        """Take something of a type in hand in place of the tool."""
        self.set_drawing(None)
        return super().begin_placing(type_key)

    def go_on_placing(self, made: ObjectRef) -> None:
        """Take one more in hand in place of the tool."""
        self.set_drawing(None)
        super().go_on_placing(made)

    def set_writable(self, writable: bool) -> None:
        """Whether things can be changed."""
        super().set_writable(writable)
        self._item_marks.shapeable = writable
        if not writable:
            self.set_drawing(None)

    def cancel(self) -> bool:
        """Let go of whatever is held or was begun; false if nothing was."""
        busy = self._stretch is not None or self._item_carry is not None or (self._drawing is not None and self._drawing.leave_off())
        self._stretch = self._item_carry = self._grip = self._draw_press = None
        if busy:
            self._show_held(None)
        if self._drawing is not None:
            self._show_sketch()
        if self.scene.moved_items:
            self.scene.moved_items = frozenset()
            self.invalidate()
        return super().cancel() or busy

    def items_in_hand(self) -> list[DrawnItem]:
        """The selected items of this hall, in the order of selection."""
        items = self.scene.items
        return [item for ref in self.selection if (item := items.get(ref)) is not None]

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to draw or to stretch; else select as ever."""
        point = event.position()
        if event.button() == Qt.MouseButton.LeftButton and not self.pans(event) and self.placing is None and self.tool is None:
            if self._drawing is not None:
                self._ring(False)
                self._draw_press = point
                self._drawing.press(self._aim(event))
                self._show_sketch()
                return
            grip = self._grip_at(point)
            if grip is not None:
                self._grip = (point, grip)
                return
            ref = self.object_at(point.toPoint())
            self._was_selected = ref is not None and ref in self.selection
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw, stretch, or go on as ever."""
        point, keys = event.position(), event.modifiers()
        if self.panning:
            super().mouseMoveEvent(event)
        elif self._drawing is not None:
            self.pointed = self.point_mm(point)
            if self._draw_press is not None and not self._drawing.busy and self._far(point, self._draw_press):
                self._drawing.drag_from(self.point_mm(self._draw_press), self.camera, free=_free(keys))
            self._aim(event)
            self._show_sketch()
        elif self._grip is not None or self._stretch is not None:
            self._stretch_to(point, keys)
        elif self._item_carry is not None and self._carry is None:
            self._item_carry.hold(self.point_mm(point), self.camera, free=_free(keys), straight=_straight(keys))
            self._show_carried()
        else:
            super().mouseMoveEvent(event)
            if self._item_carry is not None and self._carry is not None:
                self._item_carry.follow(self._carry.dx_mm, self._carry.dy_mm)
                self._show_carried()
            elif not event.buttons():
                self._point_at_grip(self._grip_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish what was drawn or held."""
        left = event.button() == Qt.MouseButton.LeftButton
        if self.panning or not left:
            super().mouseReleaseEvent(event)
        elif self._drawing is not None:
            pressed, self._draw_press = self._draw_press, None
            if pressed is not None:
                self._aim(event)
                self._take(self._drawing.release())
        elif self._stretch is not None:
            self._let_go_of_grip()
        elif self._grip is not None:
            self._grip = None
        elif self._item_carry is not None and self._carry is None:
            self._drop_items()
        else:
            self._item_carry = None
            self._show_held(None)
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """End an outline, take a corner away, or open what is there."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._drawing is not None:
            self._finish()
            return
        grip = None if self.placing is not None else self._grip_at(event.position())
        item = self._item_marks.single()
        if grip is not None and item is not None:
            self._grip = None
            self._remove_corner(item, grip)
            return
        super().mouseDoubleClickEvent(event)

    def _begin_drag(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        start, ref = self._press
        item = None if ref is None else self.scene.items.get(ref)
        if item is not None and not self._was_selected and item.shape.kind in AREAS:
            # Areas are large: a band begins over them, and they are carried once they are selected.
            self._press = (start, None)
            self.set_selection([])
            super()._begin_drag(event)
            return
        items, group = self.items_in_hand(), self.standing()
        if ref is None or not items or not self._writable:
            super()._begin_drag(event)
            return
        self._hover(None)
        self._item_carry = ItemCarry(self.scene, items, self.point_mm(start))
        self.scene.moved_items = self._item_carry.ids
        self.invalidate()
        if group:
            super()._begin_drag(event)
        else:
            self._item_carry.hold(
                self.point_mm(event.position()), self.camera, free=_free(event.modifiers()), straight=_straight(event.modifiers())
            )
        self._show_carried()

    def _drop_items(self) -> None:
        carry = self._item_carry
        if carry is None:
            return
        self.cancel()
        if not carry.moved:
            return
        if carry.door is not None:
            self.item_put.emit(carry.items[0].shape.id, carry.door.x_mm, carry.door.y_mm, carry.door.angle_ddeg)
        else:
            self.shift_requested.emit(carry.dx_mm, carry.dy_mm)

    # selecting

    def _add_or_take(self, ref: ObjectRef, *, toggles: bool) -> None:
        layout = self.scene.layout
        if layout is None or ref.table == "hall":
            return
        members = [ref] if ref.table == TABLE else [layout.ref(place) for place in layout.places_of(ref)]
        chosen = [*self.standing(), *(item.ref for item in self.items_in_hand())]
        if toggles and all(each in chosen for each in members):
            self.set_selection([each for each in chosen if each not in members])
            self._press = None
        else:
            self.set_selection([*chosen, *members])

    def _in_band(self, band: Bounds) -> list[ObjectRef]:
        """Racks that the band touches, and items that lie wholly in it: areas would be in every band.

        A band over racks takes containments alone along: columns, doors and routes belong to the building.
        """
        racks, items = super()._in_band(band), self.scene.items.inside(band)
        if racks:
            kinds = {item.ref: item.shape.kind for item in self.scene.items.items}
            items = [ref for ref in items if kinds[ref] in _OF_RACKS]
        return [*racks, *items]

    # grips

    def _grip_at(self, point: QPointF) -> Grip | None:
        if self.mode is not FloorMode.SELECT or not self._writable or self.placing is not None:
            return None
        return self._item_marks.grip_at(self.camera, point.x(), point.y())

    def _point_at_grip(self, grip: Grip | None) -> None:
        if grip == self._item_marks.hot:
            return
        self._item_marks.hot = grip
        if grip is None:
            self._show_hand()
        else:
            self.setCursor(Qt.CursorShape.CrossCursor if grip.what == "new" else Qt.CursorShape.SizeAllCursor)
        self._update_items(self.selection)

    def _stretch_to(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        item = self._item_marks.single()
        if self._stretch is None and self._grip is not None and item is not None and self._far(point, self._grip[0]):
            self._stretch = ItemStretch(self.scene, item, self._grip[1])
            self.scene.moved_items = frozenset([item.shape.id])
            self.invalidate()
        if self._stretch is not None:
            self._stretch.hold(self.point_mm(point), self.camera, free=_free(keys), straight=_straight(keys))
            self._show_held(self._stretch)

    def _let_go_of_grip(self) -> None:
        stretch = self._stretch
        self.cancel()
        if stretch is None or not stretch.allowed:
            return
        item_id = stretch.item.shape.id
        if stretch.box is not None:
            box = stretch.box
            self.item_stretched.emit(item_id, box.width_mm, box.depth_mm, box.x_mm, box.y_mm)
        elif stretch.outline is not None:
            self.item_reshaped.emit(item_id, stretch.outline)

    def _remove_corner(self, item: DrawnItem, grip: Grip) -> None:
        if grip.what != "corner" or item.boxed:
            return
        outline = without_corner(item, grip.number)
        if outline is not None:
            self.item_reshaped.emit(item.shape.id, outline)

    # drawing

    def _aim(self, event: QMouseEvent) -> tuple[float, float]:
        if self._drawing is None:
            return 0.0, 0.0
        keys = event.modifiers()
        return self._drawing.point_at(self.point_mm(event.position()), self.camera, free=_free(keys), straight=_straight(keys))

    def _finish(self) -> None:
        if self._drawing is not None:
            self._take(self._drawing.finish())

    def _take(self, made: NewItem | None) -> None:
        """Ask for what was drawn; the tool stays in hand."""
        if made is not None:
            if self._drawing is not None:
                self._drawing.leave_off()
            self.item_drawn.emit(made)
        self._show_sketch()

    def takes_key(self, event: QKeyEvent) -> bool:
        """Draw by a key; false if it means nothing to the tool in hand."""
        tool, keys = self._drawing, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if tool is None or keys & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        key = Qt.Key(event.key())
        if key in _ARROWS:
            across, down = _ARROWS[key]
            step = _FINE_MM if keys else self.scene.tile_mm
            tool.step(across * step, down * step, self._begin_of_cursor())
            self._ring(True)
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace, Qt.Key.Key_Escape) and not keys:
            doings: dict[Qt.Key, Callable[[], object]] = {
                Qt.Key.Key_Space: tool.set_corner,
                Qt.Key.Key_Backspace: tool.take_back,
                Qt.Key.Key_Escape: self._leave_drawing,
            }
            doings.get(key, self._finish)()
        else:
            return False
        if self._drawing is not None:
            self._show_sketch()
        return True

    def _leave_drawing(self) -> None:
        """Drop what was begun, or lay the tool down."""
        if not self.cancel():
            self.set_drawing(None)

    def event(self, event: QEvent) -> bool:
        """Keys of the tool go before those of menus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._drawing is not None:
            plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
            if plain and event.key() in (*_ARROWS, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
                event.accept()
                return True
        return super().event(event)

    def _begin_of_cursor(self) -> tuple[float, float]:
        """The joint of tiles in the middle of what is seen of the hall."""
        layout = self.scene.layout
        x, y = self.camera.centre_x, self.camera.centre_y
        if layout is not None:
            x, y = min(max(x, 0.0), layout.width_mm), min(max(y, 0.0), layout.depth_mm)
        tile = self.scene.tile_mm
        return round(x / tile) * tile, round(y / tile) * tile

    # showing

    def _show_sketch(self) -> None:
        tool = self._drawing
        self._item_marks.hint = "" if tool is None else tool.hint
        self._item_marks.held = None if tool is None else tool.picture()
        if self._item_marks.held is not None and self._item_marks.held.words:
            self.setAccessibleDescription(self._item_marks.held.words)
        self.update()

    def _show_carried(self) -> None:
        if self._item_carry is not None:
            self._item_marks.held = self._item_carry.picture(words=self._carry is None)
            self.update()

    def _show_held(self, stretch: ItemStretch | None) -> None:
        self._item_marks.held = None if stretch is None else stretch.picture()
        self.update()

    def _update_items(self, refs: tuple[ObjectRef, ...]) -> None:
        region: QRegion = self._item_marks.extent(self.camera, refs)
        self.update(region)

    def _far(self, point: QPointF, start: QPointF) -> bool:
        return (point - start).manhattanLength() >= QApplication.startDragDistance()

    def _show_hand(self) -> None:
        super()._show_hand()
        if not self._space_held and self._drawing is not None:
            self.setCursor(Qt.CursorShape.CrossCursor)

    def tool_tip_at(self, point: QPoint) -> str:
        """Nothing while something is drawn."""
        return "" if self._drawing is not None else super().tool_tip_at(point)


_ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Left: (-1, 0),
}


def _free(keys: Qt.KeyboardModifier) -> bool:
    return bool(keys & Qt.KeyboardModifier.AltModifier)


def _straight(keys: Qt.KeyboardModifier) -> bool:
    return bool(keys & Qt.KeyboardModifier.ShiftModifier)
