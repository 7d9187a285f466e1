"""The handle at the end of a row: dragging it along the row adds as many racks as fit."""

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.core.floor.floor import Stands
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_rows import RowEnd, row_end, row_extension
from gpudesk.derived.floor.floor_trial import FloorTrial, FloorVerdict, Tried
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.placement_hint import BubbleText
from gpudesk.ui.places.layout.floor.canvas.floor_plan_drop import FloorDropView
from gpudesk.ui.places.layout.floor.canvas.floor_plan_overlay import Carried, FloorOverlayLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorMode
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("FloorRowView")

_AWAY_PX = 20.0
"""From the end of the row to the middle of its handle; on the side of the row's name beyond that."""
_BESIDE_NAME_PX = 44.0
_RADIUS_PX = 9.0
_REACH_PX = 12.0
MOST = 200
"""Maximum number of racks added by one drag."""


class RowHandle(StillLayer):
    """A plus in a circle at the end of the row in hand."""

    def __init__(self, scene: FloorScene, marks: FloorOverlayLayer) -> None:
        self._scene = scene
        self._marks = marks
        self.row: int | None = None
        self.end: RowEnd | None = None

    def show_row(self, row_id: int | None) -> bool:
        """Attach to a row, or to none; returns whether the position changed."""
        snapshot = self._scene.snapshot
        end = None if row_id is None or snapshot is None else row_end(snapshot.__getitem__, snapshot.types, row_id)
        other = end != self.end
        self.row, self.end = (None, None) if end is None else (row_id, end)
        return other

    def at_px(self, camera: Camera) -> QPointF | None:
        """The middle of the handle."""
        if self.end is None:
            return None
        along = self.end.along
        # Names stand at the west end of rows, at the north end of those that run from north to south.
        named = along[0] < -0.01 or (abs(along[0]) <= 0.01 and along[1] < 0)
        away = _BESIDE_NAME_PX if named else _AWAY_PX
        return QPointF(camera.x_px(self.end.x_mm) + along[0] * away, camera.y_px(self.end.y_mm) + along[1] * away)

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it."""
        at = self.at_px(frame.camera)
        if at is None or self._marks.carried is not None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(frame.theme.selection_line, 1.5))
        painter.setBrush(frame.theme.surface.panel)
        painter.drawEllipse(at, _RADIUS_PX, _RADIUS_PX)
        arm = _RADIUS_PX / 2
        painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
        painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))
        painter.restore()


class _Growth:
    """A row being extended."""

    def __init__(self, view: "FloorRowView", row_id: int, end: RowEnd, start: tuple[float, float]) -> None:
        """`start` is the point in mm at which the handle was taken."""
        snapshot, layout = view.scene.snapshot, view.scene.layout
        if snapshot is None or layout is None:
            raise ValueError("no row grows without a project")
        self._snapshot = snapshot
        self._layout = layout
        self.row_id, self._end, self._start = row_id, end, start
        kind = snapshot.types[int(snapshot["rack"]["type_id"][end.rack])]
        self._trial = FloorTrial(snapshot.__getitem__, snapshot.types, Tried.new(kind), layout.hall_id, fresh=True)
        self.count = 0
        self.verdict = FloorVerdict()
        self._stands = row_extension(snapshot.__getitem__, end, 0)

    def reach(self, x_mm: float, y_mm: float) -> None:
        """Extend the row to a point."""
        way = (x_mm - self._start[0]) * self._end.along[0] + (y_mm - self._start[1]) * self._end.along[1]
        self.count = int(np.clip(round(way / self._end.pitch_mm), 0, MOST))
        self._stands = row_extension(self._snapshot.__getitem__, self._end, self.count)
        self.verdict = self._trial.judge(self._stands) if self.count else FloorVerdict()

    def picture(self, words: str, refused: str) -> Carried | None:
        """The drawing of the operation."""
        if not self.count:
            return None
        sizes = (np.full(self.count, float(np.nan_to_num(size[0], nan=600.0))) for size in (self._trial.width_mm, self._trial.depth_mm))
        positions: Stands = self._stands
        places = [self._layout.place_of(ObjectRef(*obstacle)) for obstacle in self.verdict.against if obstacle[0] != "floor_item"]
        bubble = None if self.verdict.allowed else BubbleText(refused, tuple(map(tr_message, self.verdict.reasons)), "")
        against = tuple(place for place in places if place is not None)
        severity = "" if self.verdict.allowed else "error"
        shapes = positions.shapes(*sizes)
        return Carried(shapes, frozenset(self.verdict.refused), against, self.verdict.grounds, (), words, bubble, severity)


class FloorRowView(FloorDropView):
    """A floor on which the active row can be extended by its handle."""

    extend_requested = Signal(int, int)
    """Request to add this number of racks to the row with that id; permitted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._growth: _Growth | None = None
        self.row_handle = RowHandle(self.scene, self._marks)
        self.overlay = (*self.overlay, self.row_handle)

    def cancel(self) -> bool:
        """Cancel the current operation; false if there was none."""
        busy = self._growth is not None
        self._growth = None
        return super().cancel() or busy

    def _tell_selection(self) -> None:
        super()._tell_selection()
        if self.row_handle.show_row(self._row_in_hand() if self._writable else None):
            self.update()

    def _row_in_hand(self) -> int | None:
        """The one row that is selected, or that contains all selected racks."""
        snapshot = self.scene.snapshot
        refs = [ref for ref in self.selection if self.scene.exists(ref)]
        if snapshot is None or not refs or self.scene.hall_id is None:
            return None
        if len(refs) == 1 and refs[0].table == "rack_row":
            row_id = refs[0].id
        else:
            racks = snapshot["rack"]
            if any(ref.table != "rack" for ref in refs):
                return None
            rows = np.unique(racks["row_id"][racks.positions(np.array([ref.id for ref in refs], np.int64))])
            if len(rows) != 1 or rows[0] == ABSENT:
                return None
            row_id = int(rows[0])
        return row_id if int(snapshot["rack_row"].row(row_id)["hall_id"]) == self.scene.hall_id else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the handle; else as ever."""
        handle, at = self.row_handle, self.row_handle.at_px(self.camera)
        taken = at is not None and math.hypot((event.position() - at).x(), (event.position() - at).y()) <= _REACH_PX
        by_left = event.button() == Qt.MouseButton.LeftButton and self.mode is FloorMode.SELECT
        if taken and by_left and handle.row is not None and handle.end is not None and self.placing is None and not self.pans(event):
            self._growth = _Growth(self, handle.row, handle.end, self.point_mm(event.position()))
            self._grow(event)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the row longer."""
        if self._growth is not None:
            self._grow(event)
            return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Request the racks if they fit."""
        growth = self._growth
        if growth is None:
            super().mouseReleaseEvent(event)
            return
        self.cancel()
        self._marks.carried = None
        self.update()
        if growth.count and growth.verdict.allowed:
            self.extend_requested.emit(growth.row_id, growth.count)

    def _grow(self, event: QMouseEvent) -> None:
        if self._growth is not None:
            self._growth.reach(*self.point_mm(event.position()))
            words = tr("racks: +{count}").format(count=self._growth.count)
            self._marks.carried = self._growth.picture(words, tr("Row cannot be extended that far"))
            self.update()
