"""The tools of underlays: two points for the scale, a drag that moves one, and a rectangle that becomes the hall."""

import math

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter

from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.underlays import Underlay
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorPointerView
from gpudesk.ui.places.layout.floor.canvas.floor_plan_underlay_marks import paint_line, paint_point, paint_rectangle
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.text_context import text_context

tr_scale_tool = text_context("ScaleTool")
tr_move_tool = text_context("MoveTool")
tr_hall_tool = text_context("HallTool")

SNAP_PX = 8.0
_LEAST_LINE_MM = 1.0
Point = tuple[float, float]


class UnderlayTool(QObject):
    """Common base of the tools: the view, and points that snap to the line ends of a drawing unless Alt is held."""

    def __init__(self, view: FloorPointerView) -> None:
        super().__init__(view)
        self.view = view
        self.underlay_id: int | None = None

    def underlay(self) -> Underlay | None:
        """The underlay that is worked on."""
        return None if self.underlay_id is None else self.view.underlays.get(self.underlay_id)

    def point(self, at: QPointF, keys: Qt.KeyboardModifier) -> Point:
        """The point of the hall under the pointer, in mm."""
        x, y = self.view.point_mm(at)
        if keys & Qt.KeyboardModifier.AltModifier:
            return x, y
        reach = SNAP_PX / self.view.camera.scale
        line_ends = [end for underlay in self.view.underlays.underlays if (end := self._line_end(underlay, x, y, reach)) is not None]
        return min(line_ends, key=lambda end: math.dist(end, (x, y)), default=(x, y))

    def _line_end(self, underlay: Underlay, x: float, y: float, reach_mm: float) -> Point | None:
        """The nearest end of a line of a drawing within reach."""
        content = self.view.underlays.contents.get(underlay.attachment_id)
        if content is None or content.pieces is None or not underlay.opacity_percent:
            return None
        ends = content.pieces.view(np.complex128)
        away = np.abs(ends - complex(*underlay.picture_point(x, y)))
        nearest = int(away.argmin()) if away.size else 0
        if not away.size or float(away.flat[nearest]) * abs(underlay.turn) > reach_mm:
            return None
        end = complex(ends.flat[nearest])
        return underlay.hall_point(end.real, end.imag)


class ScaleTool(UnderlayTool):
    """Two clicks on the picture.

    Signals:
        pointed(object): the two points of the hall at which they lie now, in mm.
    """

    pointed = Signal(object)

    def __init__(self, view: FloorPointerView) -> None:
        super().__init__(view)
        self._first: Point | None = None
        self._here: Point | None = None

    def press(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Take a point; the second one ends it."""
        here = self._place(point, keys)
        if self._first is None:
            self._first = self._here = here
        elif math.dist(self._first, here) >= _LEAST_LINE_MM:
            first, self._first, self._here = self._first, None, None
            self.pointed.emit((first, here))
        self.view.update()

    def move(self, point: QPointF, keys: Qt.KeyboardModifier, *, held: bool) -> None:
        """Draw the line to the pointer."""
        self._here = self._place(point, keys)
        self.view.update()

    def release(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """A press and a drag make a line too."""
        if self._first is not None and math.dist(self._first, self.view.point_mm(point)) * self.view.camera.scale > 2 * SNAP_PX:
            self.press(point, keys)

    def cancel(self) -> bool:
        """Forget the first point."""
        busy, self._first = self._first is not None, None
        return busy

    def hint(self) -> str:
        """Instruction for the next point."""
        if self._first is None:
            return tr_scale_tool("Scale: click the first of two points a known distance apart. Esc: cancel.")
        return tr_scale_tool("Click the second point. Shift: straight, Alt: no snapping, Esc: back.")

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """The line so far."""
        if self._here is None:
            return
        if self._first is None:
            paint_point(painter, frame, QPointF(frame.camera.x_px(self._here[0]), frame.camera.y_px(self._here[1])))
            return
        length = tr_scale_tool("currently {length}").format(length=format_quantity(round(math.dist(self._first, self._here)), "mm"))
        paint_line(painter, frame, self._first, self._here, length)

    def _place(self, at: QPointF, keys: Qt.KeyboardModifier) -> Point:
        x, y = self.point(at, keys)
        if self._first is not None and keys & Qt.KeyboardModifier.ShiftModifier:
            across = abs(x - self._first[0]) >= abs(y - self._first[1])
            return (x, self._first[1]) if across else (self._first[0], y)
        return x, y


class MoveTool(UnderlayTool):
    """A drag that moves the underlay in hand, or the uppermost one under the pointer.

    Signals:
        moved(int, int, int): the underlay, and how far it came, in mm.
    """

    moved = Signal(int, int, int)

    def __init__(self, view: FloorPointerView) -> None:
        super().__init__(view)
        self._start: Point | None = None
        self._shift = 0j

    def press(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Take hold of it."""
        x, y = self.view.point_mm(point)
        hit, target = self.view.underlays.at(x, y), self.underlay()
        if target is None or not target.holds(x, y):
            target = hit
        self._start = None
        if target is not None:
            self.underlay_id, self._start, self._shift = target.id, (x, y), 0j
            self.view.set_selection([ObjectRef("underlay", target.id)])

    def move(self, point: QPointF, keys: Qt.KeyboardModifier, *, held: bool) -> None:
        """Carry it."""
        if self._start is None or not held or self.underlay_id is None:
            return
        x, y = self.view.point_mm(point)
        dx, dy = x - self._start[0], y - self._start[1]
        if keys & Qt.KeyboardModifier.ShiftModifier:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        self._shift = complex(round(dx), round(dy))
        self.view.underlays.preview(self.underlay_id, shift_mm=self._shift)
        self.view.invalidate()

    def release(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Finish the move."""
        if self._start is not None and self.underlay_id is not None and self._shift:
            self._start = None
            self.moved.emit(self.underlay_id, round(self._shift.real), round(self._shift.imag))
        self._start = None

    def cancel(self) -> bool:
        """Put it back."""
        busy, self._start = self._start is not None, None
        if self.view.underlays.previews:
            self.view.underlays.previews = {}
            self.view.invalidate()
        return busy

    def hint(self) -> str:
        """How far it came, or what to do."""
        if self._start is not None and self._shift:
            return f"{_signed(self._shift.real)} · {_signed(self._shift.imag)}"
        return tr_move_tool("Drag the underlay. Shift: straight. Esc: cancel.")

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Nothing: the picture itself moves."""


class HallTool(UnderlayTool):
    """A rectangle over the drawing that becomes the hall.

    Signals:
        drawn(int, int, int, int): left, top, width and depth, in mm of the hall.
    """

    drawn = Signal(int, int, int, int)

    def __init__(self, view: FloorPointerView) -> None:
        super().__init__(view)
        self._start: Point | None = None
        self._end: Point | None = None

    def press(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Take the first corner; a click at the other corner does as well as a drag."""
        if self._start is None:
            self._start = self._end = self.point(point, keys)
        else:
            self._end = self.point(point, keys)
        self.view.update()

    def move(self, point: QPointF, keys: Qt.KeyboardModifier, *, held: bool) -> None:
        """Draw it."""
        self._end = self.point(point, keys)
        self.view.update()

    def release(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        """Set the opposite corner if it is at a distance."""
        if self._start is None:
            return
        rect = self._rect()
        if min(rect.width(), rect.height()) * self.view.camera.scale > SNAP_PX:
            self._start = self._end = None
            self.drawn.emit(round(rect.left()), round(rect.top()), round(rect.width()), round(rect.height()))
        self.view.update()

    def cancel(self) -> bool:
        """Forget the first corner."""
        busy, self._start = self._start is not None, None
        return busy

    def hint(self) -> str:
        """What to do."""
        return tr_hall_tool("Drag a rectangle from wall to wall, on the inside: it becomes the hall. Alt: no snapping. Esc: cancel.")

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """The rectangle so far."""
        if self._end is None:
            return
        if self._start is None:
            paint_point(painter, frame, QPointF(frame.camera.x_px(self._end[0]), frame.camera.y_px(self._end[1])))
            return
        rect = self._rect()
        words = f"{format_quantity(round(rect.width()), 'mm')} × {format_quantity(round(rect.height()), 'mm')}"
        paint_rectangle(painter, frame, rect, words)

    def _rect(self) -> QRectF:
        if self._start is None or self._end is None:
            return QRectF()
        return QRectF(QPointF(*self._start), QPointF(*self._end)).normalized()


def _signed(length_mm: float) -> str:
    return f"{'+' if length_mm >= 0 else ''}{format_quantity(round(length_mm), 'mm')}"
