"""Hover, selection, rubber band, dragging and measuring on the floor: everything that follows pointer and keyboard."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.batch import outline_rects
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import REACH_PX, frame_rect
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.placement_hint import BubbleText, bubble_size, paint_bubble, place_bubble
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import RULER_PX, polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.theme import theme

_PARTS_OF_REGION = 40


@dataclass(frozen=True)
class Carried:
    """Objects being dragged.

    Attributes:
        shapes: new positions.
        refused: indices in `shapes` that are not permitted.
        against: bodies of the layout that they would overlap.
        grounds: outlines of floor items that they would stand on.
        guides: lines that they snap to, x1, y1, x2, y2 in mm.
        words: offset text.
        bubble: the reason against it; None if there is none.
        severity: severity of the bubble: "error" forbids it, "warning" does not.
    """

    shapes: Footprints
    refused: frozenset[int]
    against: tuple[int, ...]
    grounds: tuple[Reals, ...]
    guides: tuple[tuple[float, float, float, float], ...]
    words: str
    bubble: BubbleText | None
    severity: str


@dataclass(frozen=True)
class Measured:
    """A line on the floor with its measurement, in mm of the drawing."""

    start: tuple[float, float]
    end: tuple[float, float]
    words: str


class FloorOverlayLayer(StillLayer):
    """Outlines of selected, hovered and current objects, and of operations in progress.

    Attributes:
        selected: in selection order.
        hovered: object under the pointer.
        current: object with keyboard focus; ringed if `ring`.
        band: the rubber band in px.
        carried, measured: operations in progress.
    """

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self.selected: tuple[ObjectRef, ...] = ()
        self.hovered: ObjectRef | None = None
        self.current: ObjectRef | None = None
        self.ring = False
        self.band: QRectF | None = None
        self.carried: Carried | None = None
        self.measured: Measured | None = None

    def extent(self, camera: Camera, refs: Iterable[ObjectRef]) -> QRegion:
        """The pixels that marks of some objects touch."""
        layout, places = self._scene.layout, self._scene.bodies_of(refs)
        region = QRegion()
        if layout is None or not len(places):
            return region
        rects = camera.rects(layout.rects[places])
        if len(rects) > _PARTS_OF_REGION:
            low, high = rects[:, :2].min(axis=0), (rects[:, :2] + rects[:, 2:]).max(axis=0)
            rects = np.concatenate([low, high - low]).reshape(1, 4)
        for x, y, wide, high_px in rects.tolist():
            region += QRectF(x, y, wide, high_px).toAlignedRect().adjusted(-REACH_PX, -REACH_PX, REACH_PX, REACH_PX)
        return region

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks, next to the rulers."""
        painter.save()
        drawing_area = QRectF(RULER_PX, RULER_PX, frame.camera.width - RULER_PX, frame.camera.height - RULER_PX)
        painter.setClipRect(drawing_area, Qt.ClipOperation.IntersectClip)
        self._marks(painter, frame)
        painter.restore()
        if self.ring and self.current is None:
            whole_view = QRectF(1, 1, frame.camera.width - 2, frame.camera.height - 2)
            frame_rect(painter, whole_view, frame.theme.focus_ring, theme.metrics().line["focus"])

    def _marks(self, painter: QPainter, frame: Frame) -> None:
        colours, lines = frame.theme, theme.metrics().line
        if self.carried is None:
            if self.hovered is not None and self.hovered not in self.selected:
                self._outline(painter, frame, self._scene.bodies_of([self.hovered]), colours.accent, 1.0, 0.0)
            self._outline(painter, frame, self._scene.bodies_of(self.selected), colours.selection_line, lines["selection"], 1.0)
            if self.ring and self.current is not None:
                self._outline(painter, frame, self._scene.bodies_of([self.current]), colours.focus_ring, lines["focus"], 4.0)
        if self.band is not None:
            fill = QColor(colours.accent)
            fill.setAlphaF(0.14)
            painter.fillRect(self.band, fill)
            frame_rect(painter, self.band, colours.accent, 1.0)
        if self.carried is not None:
            self._carried(painter, frame, self.carried)
        if self.measured is not None:
            self._measured(painter, frame, self.measured)

    def _outline(self, painter: QPainter, frame: Frame, places: Ids, colour: QColor, width_px: float, gap_px: float) -> None:
        layout = self._scene.layout
        if layout is None or not len(places):
            return
        upright = places[layout.upright[places]]
        outlines = frame.camera.rects(layout.rects[upright]) + np.array([-gap_px, -gap_px, 2 * gap_px, 2 * gap_px])
        outline_rects(painter, outlines, colour, width_px)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, width_px))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for corners in layout.shapes.pick(places[~layout.upright[places]]).corners():
            painter.drawPolygon(polygon_px(frame, corners))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _carried(self, painter: QPainter, frame: Frame, carried: Carried) -> None:
        colours, camera = frame.theme, frame.camera
        error = colours.severity["error"].colour
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.accent, 1.0, Qt.PenStyle.DashLine))
        for x1, y1, x2, y2 in carried.guides:
            painter.drawLine(QLineF(camera.x_px(x1), camera.y_px(y1), camera.x_px(x2), camera.y_px(y2)))
        corners = carried.shapes.corners()
        for place, shape in enumerate(corners):
            wrong = place in carried.refused
            colour = error if wrong else colours.accent
            fill = QColor(colour)
            fill.setAlphaF(0.22)
            pen = QPen(colour, 1.5, Qt.PenStyle.DashLine if wrong else Qt.PenStyle.SolidLine)
            painter.setPen(pen)
            painter.setBrush(fill)
            polygon = polygon_px(frame, shape)
            painter.drawPolygon(polygon)
            if wrong:
                painter.setPen(Qt.PenStyle.NoPen)
                hatched = QColor(error)
                hatched.setAlphaF(0.5)
                painter.setBrush(hatched)
                painter.setBrush(Qt.BrushStyle.BDiagPattern)
                painter.drawPolygon(polygon)
            painter.setPen(QPen(colour, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(QLineF(polygon.at(0), polygon.at(1)))
        layout = self._scene.layout
        if layout is not None:
            painter.setPen(QPen(error, 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for shape in layout.shapes.pick(np.array(carried.against, np.int64)).corners() if carried.against else ():
                painter.drawPolygon(polygon_px(frame, shape))
            for outline in carried.grounds:
                painter.drawPolygon(polygon_px(frame, outline))
        painter.restore()
        low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
        target = QRectF(QPointF(camera.x_px(low[0]), camera.y_px(low[1])), QPointF(camera.x_px(high[0]), camera.y_px(high[1])))
        self._words(painter, frame, target, carried.words, error if carried.severity == "error" else colours.accent)
        if carried.bubble is not None:
            view = QRectF(RULER_PX, RULER_PX, camera.width - RULER_PX, camera.height - RULER_PX)
            size: QSizeF = bubble_size(carried.bubble)
            seen = target.intersected(view) if target.intersects(view) else target
            paint_bubble(painter, place_bubble(size, seen, (), view), seen, carried.bubble, colours, carried.severity)

    def _words(self, painter: QPainter, frame: Frame, target: QRectF, words: str, ground: QColor) -> None:
        letters = ink("caption", strong=True, tabular=True)
        width = frame.texts.width(words, letters) + 12
        above = target.top() - 22
        left = min(max(target.left(), RULER_PX + 4), frame.camera.width - width - 4)
        top = above if above > RULER_PX + 2 else min(target.bottom() + 4, frame.camera.height - 22)
        rect = QRectF(round(left), round(top), round(width), 18)
        painter.fillRect(rect, ground)
        frame.texts.draw(painter, words, letters, frame.theme.text.on_accent, rect.left() + 6, rect.center().y(), now=True)

    def _measured(self, painter: QPainter, frame: Frame, measured: Measured) -> None:
        camera, colour = frame.camera, frame.theme.focus_ring
        start = QPointF(camera.x_px(measured.start[0]), camera.y_px(measured.start[1]))
        end = QPointF(camera.x_px(measured.end[0]), camera.y_px(measured.end[1]))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(frame.theme.surface.panel, 5.0))
        painter.drawLine(start, end)
        painter.setPen(QPen(colour, 2.0))
        painter.drawLine(start, end)
        painter.setBrush(frame.theme.surface.panel)
        for point in (start, end):
            painter.drawEllipse(point, 4.0, 4.0)
        painter.restore()
        self._words(painter, frame, QRectF(end, QSizeF(1, 1)).adjusted(8, -2, 0, 0), measured.words, frame.theme.accent)
