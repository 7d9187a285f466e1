"""Floor items by the pointer: selected, carried, stretched by their grips."""

from PySide6.QtCore import QPointF, Qt, Signal, SignalInstance
from PySide6.QtGui import QMouseEvent, QRegion
from PySide6.QtWidgets import QWidget

from gpudesk.core.floor.floor_items import CONTAINMENTS
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.places.layout.floor.canvas.floor_draw_view import FloorDrawView, free, straight
from gpudesk.ui.places.layout.floor.canvas.floor_item_hold import ItemCarry, ItemStretch, without_corner
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import AREAS, TABLE, WAYS, DrawnItem
from gpudesk.ui.places.layout.floor.canvas.floor_item_overlay import Grip
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorMode
from gpudesk.ui.toolkit.object_ref import ObjectRef


class FloorItemPointer(FloorDrawView):
    """A floor on which items are changed.

    Grips stretch the selected item, a double click on a corner takes it away, and items are carried as racks are.
    """

    item_stretched = Signal(int, int, int, int, int)
    """The item of that id gets this width and depth, its first corner at x, y."""
    item_reshaped = Signal(int, list)
    """The item of that id gets this outline."""
    way_reshaped = Signal(int, list)
    """The pathway with that id gets this line."""
    item_put = Signal(int, int, int, int)
    """The item with that id moves to x, y with this rotation."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stretch: ItemStretch | None = None
        self._item_carry: ItemCarry | None = None
        self._grip: tuple[QPointF, Grip] | None = None
        self._was_selected = False

    def set_writable(self, writable: bool) -> None:
        """Set whether objects can be changed."""
        super().set_writable(writable)
        self._item_marks.shapeable = writable

    def cancel(self) -> bool:
        """Cancel the current operation; false if there was none."""
        busy = self._stretch is not None or self._item_carry is not None
        self._stretch = self._item_carry = self._grip = None
        if busy:
            self._show_held(None)
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
        """Begin to stretch; else as ever."""
        point = event.position()
        by_left = event.button() == Qt.MouseButton.LeftButton and not self.pans(event)
        if by_left and self._drawing is None and self.placing is None and self.tool is None:
            grip = self._grip_at(point)
            if grip is not None:
                self._grip = (point, grip)
                return
            ref = self.object_at(point.toPoint())
            self._was_selected = ref is not None and ref in self.selection
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Stretch, carry, or go on as ever."""
        point, keys = event.position(), event.modifiers()
        if self.panning or self._drawing is not None:
            super().mouseMoveEvent(event)
        elif self._grip is not None or self._stretch is not None:
            self._stretch_to(point, keys)
        elif self._item_carry is not None and self._carry is None:
            self._item_carry.hold(self.point_mm(point), self.camera, free=free(keys), straight=straight(keys))
            self._show_carried()
        else:
            super().mouseMoveEvent(event)
            if self._item_carry is not None and self._carry is not None:
                self._item_carry.follow(self._carry.dx_mm, self._carry.dy_mm)
                self._show_carried()
            elif not event.buttons():
                self._point_at_grip(self._grip_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish the drag."""
        if self.panning or self._drawing is not None or event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
        elif self._stretch is not None:
            self._let_go_of_grip()
        elif self._grip is not None:
            self._grip = None
        elif self._item_carry is not None and self._carry is None:
            self._drop_items()
        else:
            self._item_carry = None
            self._show_held(None)
            under = self._way_under(event)
            super().mouseReleaseEvent(event)
            if under is not None:
                self.set_selection([under])

    def _way_under(self, event: QMouseEvent) -> ObjectRef | None:
        """The pathway over an object that was the only selected one and is clicked again: cable trays are above racks."""
        if self._press is None or not self._was_selected or self._band is not None or self._carry is not None or event.modifiers():
            return None
        ref = self._press[1]
        if ref is None or ref.table not in ("rack", "device") or self.selection != (ref,):
            return None
        return self.way_at(event.position().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a corner away, or go on as ever."""
        if event.button() != Qt.MouseButton.LeftButton or self._drawing is not None:
            super().mouseDoubleClickEvent(event)
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
                self.point_mm(event.position()), self.camera, free=free(event.modifiers()), straight=straight(event.modifiers())
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
        members = [ref] if ref.table in (TABLE, WAYS) else [layout.ref(place) for place in layout.places_of(ref)]
        chosen = [*self.standing(), *(item.ref for item in self.items_in_hand())]
        if toggles and all(member in chosen for member in members):
            self.set_selection([other for other in chosen if other not in members])
            self._press = None
        else:
            self.set_selection([*chosen, *members])

    def _in_band(self, band: Bounds) -> list[ObjectRef]:
        """Racks that the band touches, and items completely inside it: areas would be in every band.

        A band over racks includes only containments: columns, doors and routes belong to the building.
        """
        racks, items = super()._in_band(band), self.scene.items.inside(band)
        if racks:
            kinds = {item.ref: item.shape.kind for item in self.scene.items.items}
            items = [ref for ref in items if kinds[ref] in CONTAINMENTS]
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
            self.scene.moved_items = frozenset([item.key])
            self.invalidate()
        if self._stretch is not None:
            self._stretch.hold(self.point_mm(point), self.camera, free=free(keys), straight=straight(keys))
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
            self._reshaped(stretch.item).emit(item_id, stretch.outline)

    def _remove_corner(self, item: DrawnItem, grip: Grip) -> None:
        if grip.what != "corner" or item.boxed:
            return
        outline = without_corner(item, grip.number)
        if outline is not None:
            self._reshaped(item).emit(item.shape.id, outline)

    def _reshaped(self, item: DrawnItem) -> SignalInstance:
        return self.way_reshaped if item.table == WAYS else self.item_reshaped

    # showing

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
