"""Pathways on the plan: ladders filled in proportion to their use, with the figure; and lines of highlighted cables.

Fill is not shown by color alone: the filled width is proportional, hatched above the planned fill and crossed if
the pathway is full, and the figure is next to it.
"""

import itertools

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from gpudesk.core.racks.placement import Reals
from gpudesk.derived.pathways.pathway_limits import way_limits
from gpudesk.derived.pathways.pathway_loads import way_loads
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import DrawnItem, band_of
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.theme import theme

_RUNG_MM = 600.0
_LEAST_BAND_PX = 3.0
"""Minimum drawn width of a pathway."""
_RUNGS_PX = 7.0
_HALO_PX, _LIT_PX = 8.0, 3.0
DUCT_MM = 600.0
FILL_ALPHA = 0.6
_EDGE_ALPHA = 0.7
_PATTERNS = {"warning": Qt.BrushStyle.BDiagPattern, "error": Qt.BrushStyle.DiagCrossPattern}


def fill_level(share: float, *, planned: bool) -> str:
    """Severity that sets the fill color of a pathway: by its share of the capacity, and whether it is within the planned fill."""
    return "error" if share > 1 + 1e-9 else "ok" if planned else "warning"


def fill_pattern(level: str) -> Qt.BrushStyle | None:
    """Pattern over the color, so that the level is visible without color."""
    return _PATTERNS.get(level)


class WayFills:
    """Fill of the pathways of a snapshot, by id; empty until calculated.

    Attributes:
        share: share of the total capacity of each pathway, from 0 up.
        percent: fill by area.
        planned: whether each is within the planned fill.
    """

    def __init__(self, snapshot: Snapshot | None) -> None:
        self.snapshot = snapshot
        self.share: dict[int, float] = {}
        self.percent: dict[int, float] = {}
        self.planned: dict[int, bool] = {}
        loads = None if snapshot is None else snapshot.known(way_loads)
        if snapshot is None or loads is None:
            return
        ids, limits = snapshot["pathway"].ids.tolist(), way_limits(snapshot)
        percent = 100 * loads.ways(snapshot.types).area_mm2 / limits.area_mm2
        self.percent = dict(zip(ids, percent.tolist(), strict=True))
        self.share = dict(zip(ids, (percent / limits.full_percent).tolist(), strict=True))
        self.planned = dict(zip(ids, (percent <= limits.fill_percent + 1e-9).tolist(), strict=True))


class WayLayer(StillLayer):
    """Paints the ways of the hall."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self._fills = WayFills(None)

    @property
    def fills(self) -> WayFills:
        """How full the ways are, as far as that was counted."""
        snapshot = self._scene.snapshot
        counted = None if snapshot is None else snapshot.known(way_loads)
        if self._fills.snapshot is not snapshot or (counted is not None and not self._fills.percent):
            self._fills = WayFills(snapshot)
        return self._fills

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        items = self._scene.items
        if not len(items) or not items.is_way.any():
            return
        seen = overlapping(items.rects, frame.seen.grown(DUCT_MM)) & items.is_way
        if self._scene.moved_items:
            seen &= ~np.isin(items.ids, list(self._scene.moved_items))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ways = [items.items[place] for place in np.flatnonzero(seen).tolist()]
        for way in ways:
            self._paint(painter, frame, way)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint(self, painter: QPainter, frame: Frame, way: DrawnItem) -> None:
        colours = frame.theme
        wide = max(float(way.shape.clear_width_mm or 0), _LEAST_BAND_PX / frame.camera.scale)
        line = theme.mix(colours.surface.panel, colours.text.secondary, 0.85)
        points = way.shape.corners
        if len(points) < 2:
            self._end(painter, frame, points[0], line)
            return
        outline = polygon_px(frame, band_of(points, wide))
        ground = QColor(colours.surface.panel)
        ground.setAlphaF(0.55)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawPolygon(outline)
        fills = self.fills
        share = fills.share.get(way.shape.id, 0.0)
        if share > 0:
            self._fill(painter, frame, points, wide, share, planned=fills.planned[way.shape.id])
        pen = QPen(line, 1.0)
        if way.below:
            pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(outline)
        if wide * frame.camera.scale >= _RUNGS_PX:
            rungs = _rungs(points, wide)
            x, y = frame.camera.x_px(rungs[:, 0::2]), frame.camera.y_px(rungs[:, 1::2])
            painter.drawLines([QLineF(*rung) for rung in np.stack([x[:, 0], y[:, 0], x[:, 1], y[:, 1]], axis=1).tolist()])

    def _fill(self, painter: QPainter, frame: Frame, points: Reals, wide: float, share: float, *, planned: bool) -> None:
        """The filled part of the width, from one side; hatched above the planned fill, crossed if full."""
        level = fill_level(share, planned=planned)
        colour = frame.theme.severity[level].colour
        part = min(share, 1.0) * wide
        shifted = _aside(points, (wide - part) / 2)
        band = polygon_px(frame, band_of(shifted, max(part, 1.0 / frame.camera.scale)))
        tint = QColor(colour)
        tint.setAlphaF(FILL_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        painter.drawPolygon(band)
        pattern = fill_pattern(level)
        if pattern is not None:
            painter.setBrush(QBrush(colour, pattern))
            painter.drawPolygon(band)

    def _end(self, painter: QPainter, frame: Frame, point: Reals, line: QColor) -> None:
        """A riser, or a conduit that leads out of the hall: a box with a cross."""
        half = max(DUCT_MM / 2 * frame.camera.scale, 5.0)
        middle = QPointF(frame.camera.x_px(float(point[0])), frame.camera.y_px(float(point[1])))
        box = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        painter.setPen(QPen(line, 1.5))
        painter.setBrush(frame.theme.surface.panel)
        painter.drawRect(box)
        painter.drawLine(QLineF(box.topLeft(), box.bottomRight()))
        painter.drawLine(QLineF(box.topRight(), box.bottomLeft()))


class WayEdgeLayer(StillLayer):
    """Paints pathway edges as thin dashes over racks, so that those above whole rows are visible; colors and names stay legible."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the pathways in view that are wide enough to be distinguished from a line."""
        items = self._scene.items
        if not len(items) or not items.is_way.any():
            return
        seen = overlapping(items.rects, frame.seen.grown(DUCT_MM)) & items.is_way
        if self._scene.moved_items:
            seen &= ~np.isin(items.ids, list(self._scene.moved_items))
        colour = QColor(frame.theme.text.tertiary)
        colour.setAlphaF(_EDGE_ALPHA)
        pen = QPen(colour, 1.0)
        pen.setDashPattern([3.0, 4.0])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for way in (items.items[place] for place in np.flatnonzero(seen).tolist()):
            wide = float(way.shape.clear_width_mm or 0)
            if len(way.shape.corners) > 1 and wide * frame.camera.scale >= _RUNGS_PX:
                painter.drawPolygon(polygon_px(frame, band_of(way.shape.corners, wide)))


class LitLayer(StillLayer):
    """Paints the lines of lit cables over everything, with a halo."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint them."""
        lines: list[QPolygonF] = [polygon_px(frame, points) for points in self._scene.lit]
        if not lines:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for width, colour in ((_HALO_PX, frame.theme.surface.canvas), (_LIT_PX, frame.theme.focus_ring)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            for line in lines:
                painter.drawPolyline(line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _aside(points: Reals, by_mm: float) -> Reals:
    """A line moved to one side, its corners on the bisectors."""
    half = len(points)
    moved: Reals = band_of(points, 2 * by_mm)[:half] if by_mm > 0 else points
    return moved if len(moved) == half else points


def _rungs(points: Reals, wide_mm: float) -> Reals:
    """Lines across a pathway at regular intervals: x, y of both ends, shape (n, 4)."""
    rows = []
    for first, second in itertools.pairwise(points):
        run = second - first
        long = float(np.linalg.norm(run))
        if long < _RUNG_MM:
            continue
        unit = run / long
        aside = np.array([-unit[1], unit[0]]) * wide_mm / 2
        at = first + np.arange(_RUNG_MM / 2, long, _RUNG_MM)[:, None] * unit
        rows.append(np.concatenate([at - aside, at + aside], axis=1))
    return np.concatenate(rows) if rows else np.empty((0, 4))
