"""Drawing floor items with pointer and keyboard."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.ui.places.layout.floor.canvas.floor_item_tool import ItemTool, NewItem
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorMode
from gpudesk.ui.places.layout.floor.canvas.floor_row_handle import FloorRowView
from gpudesk.ui.toolkit.object_ref import ObjectRef

_FINE_MM = 10
_ARROWS = {
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Left: (-1, 0),
}


class FloorDrawView(FloorRowView):
    """A floor on which items are drawn.

    With an active tool, a drag draws a rectangle, clicks set corners, Enter or a double click finishes, Backspace removes the last
    corner; arrow keys move the cursor by a tile (Shift: 10 mm) and Space sets a corner.
    """

    item_drawn = Signal(object)
    """A `NewItem` to add."""
    drawing_changed = Signal(object)
    """The `FloorItemKind` to draw from now on, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing: ItemTool | None = None
        self._draw_press: QPointF | None = None

    # tools

    @property
    def drawn_kind(self) -> FloorItemKind | None:
        """Kind of item being drawn, or None if the pointer selects."""
        return None if self._drawing is None else self._drawing.kind

    @property
    def draws_ways(self) -> bool:
        """Whether pathways are being drawn."""
        return self._drawing is not None and self._drawing.way

    def set_drawing(self, kind: FloorItemKind | None, *, way: bool = False) -> None:
        """Draw items of a kind, or ways for cables (point by point, as routes), or none."""
        if kind is not None and not self._writable:
            return
        if kind is not None:
            super().set_mode(FloorMode.SELECT)
        if kind == self.drawn_kind and way == self.draws_ways:
            return
        self.cancel()
        self._drawing = None if kind is None else ItemTool(self.scene, kind, way=way)
        self._show_sketch()
        self._show_hand()
        self.drawing_changed.emit(kind)

    def set_mode(self, mode: FloorMode) -> None:
        """Let the left button select or measure; the active tool is deactivated."""
        self.set_drawing(None)
        super().set_mode(mode)

    def begin_placing(self, type_key: str) -> bool:
        """Take something of a type in hand in place of the tool."""
        self.set_drawing(None)
        return super().begin_placing(type_key)

    def go_on_placing(self, ref: ObjectRef) -> None:
        """Take one more in hand in place of the tool."""
        self.set_drawing(None)
        super().go_on_placing(ref)

    def set_writable(self, writable: bool) -> None:
        """Set whether objects can be changed."""
        super().set_writable(writable)
        if not writable:
            self.set_drawing(None)

    def cancel(self) -> bool:
        """Cancel the current operation; false if there was none."""
        busy = self._drawing is not None and self._drawing.leave_off()
        self._draw_press = None
        if self._drawing is not None:
            self._show_sketch()
        return super().cancel() or busy

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to draw, or set a corner."""
        if self._drawing is None or event.button() != Qt.MouseButton.LeftButton or self.pans(event) or self.placing is not None:
            super().mousePressEvent(event)
            return
        self._ring(False)
        self._draw_press = event.position()
        self._drawing.press(self._aim(event))
        self._show_sketch()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw."""
        if self._drawing is None or self.panning:
            super().mouseMoveEvent(event)
            return
        point = event.position()
        self.pointed = self.point_mm(point)
        if self._draw_press is not None and not self._drawing.busy and self._far(point, self._draw_press):
            self._drawing.drag_from(self.point_mm(self._draw_press), self.camera, free=free(event.modifiers()))
        self._aim(event)
        self._show_sketch()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish an item drawn by dragging."""
        if self._drawing is None or self.panning or event.button() != Qt.MouseButton.LeftButton:
            super().mouseReleaseEvent(event)
            return
        pressed, self._draw_press = self._draw_press, None
        if pressed is not None:
            self._aim(event)
            self._take(self._drawing.release())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """End an outline."""
        if self._drawing is None:
            super().mouseDoubleClickEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._finish()

    def _aim(self, event: QMouseEvent) -> tuple[float, float]:
        if self._drawing is None:
            return 0.0, 0.0
        keys = event.modifiers()
        return self._drawing.point_at(self.point_mm(event.position()), self.camera, free=free(keys), straight=straight(keys))

    def _finish(self) -> None:
        if self._drawing is not None:
            self._take(self._drawing.finish())

    def _take(self, new_item: NewItem | None) -> None:
        """Request the drawn item; the tool stays active."""
        if new_item is not None:
            if self._drawing is not None:
                self._drawing.leave_off()
            self.item_drawn.emit(new_item)
        self._show_sketch()

    # keys

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
        """Discard the started item, or deactivate the tool."""
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
        """The tile joint at the center of the visible part of the hall."""
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

    def _show_hand(self) -> None:
        super()._show_hand()
        if not self._space_held and self._drawing is not None:
            self.setCursor(Qt.CursorShape.CrossCursor)

    def tool_tip_at(self, point: QPoint) -> str:
        """Return no tooltip while drawing."""
        return "" if self._drawing is not None else super().tool_tip_at(point)

    def _far(self, point: QPointF, start: QPointF) -> bool:
        return (point - start).manhattanLength() >= QApplication.startDragDistance()


def free(keys: Qt.KeyboardModifier) -> bool:
    """Whether the pressed keys turn snapping off."""
    return bool(keys & Qt.KeyboardModifier.AltModifier)


def straight(keys: Qt.KeyboardModifier) -> bool:
    """Whether the pressed keys keep the dragged object in line."""
    return bool(keys & Qt.KeyboardModifier.ShiftModifier)
