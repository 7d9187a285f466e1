"""The ground of a floor drawing: tiles, aisles, walls and names of rows below, the ruler at the edges of the view above."""

import math

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPolygonF

from gpudesk.core.floor import TILE_MM
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.core.placement import Reals
from gpudesk.derived.aisles import Aisle, AisleKind
from gpudesk.ui import theme
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.camera import Bounds, Camera
from gpudesk.ui.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.quantities import converted, format_number, format_quantity

WALL_PX = 4.0
RULER_PX = 20.0
MAJOR_TILES = 5
_LEAST_TILE_PX = 7.0
_LEAST_MAJOR_PX = 5.0
_LEAST_LABEL_PX = 64.0
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)
_AISLES = {
    AisleKind.COLD: QT_TRANSLATE_NOOP("FloorPlan", "Cold aisle · {width}"),
    AisleKind.HOT: QT_TRANSLATE_NOOP("FloorPlan", "Hot aisle · {width}"),
    AisleKind.MIXED: QT_TRANSLATE_NOOP("FloorPlan", "Mixed aisle · {width}"),
}
_SHORT = {
    AisleKind.COLD: QT_TRANSLATE_NOOP("FloorPlan", "Cold"),
    AisleKind.HOT: QT_TRANSLATE_NOOP("FloorPlan", "Hot"),
    AisleKind.MIXED: QT_TRANSLATE_NOOP("FloorPlan", "Mixed"),
}


def _said(text: str) -> str:
    return QCoreApplication.translate("FloorPlan", text)


def aisle_name(aisle: Aisle) -> str:
    """The kind of an aisle and its width in the person's language and units."""
    return _said(_AISLES[aisle.kind]).format(width=format_quantity(aisle.width_mm, "mm"))


def polygon_px(frame: Frame, corners_mm: Reals) -> QPolygonF:
    """A polygon in px; shape of the corners (n, 2)."""
    camera = frame.camera
    return QPolygonF([QPointF(camera.x_px(x), camera.y_px(y)) for x, y in corners_mm.tolist()])


class GroundLayer(StillLayer):
    """Paints floor, tiles, aisles and walls of the hall."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the ground that is in view."""
        layout = self._scene.layout
        if layout is None:
            return
        hall = frame.camera.rects(np.array([[0.0, 0.0, layout.width_mm, layout.depth_mm]]))
        fill_rects(painter, hall, frame.theme.surface.panel)
        self._tiles(painter, frame, Bounds(0.0, 0.0, layout.width_mm, layout.depth_mm))
        for aisle in layout.aisles:
            self._aisle(painter, frame, aisle)
        x, y, wide, high = hall[0].tolist()
        w = WALL_PX
        walls = [[x - w, y - w, wide + 2 * w, w], [x - w, y + high, wide + 2 * w, w], [x - w, y, w, high], [x + wide, y, w, high]]
        fill_rects(painter, np.array(walls), frame.theme.text.secondary)
        self._rows(painter, frame)

    def _tiles(self, painter: QPainter, frame: Frame, hall: Bounds) -> None:
        scale, camera = frame.camera.scale, frame.camera
        left, right = max(hall.left, frame.seen.left), min(hall.right, frame.seen.right)
        top, bottom = max(hall.top, frame.seen.top), min(hall.bottom, frame.seen.bottom)
        if right <= left or bottom <= top:
            return
        hair = 1.0 / camera.ratio
        for every, least, colour in ((1, _LEAST_TILE_PX, frame.theme.grid), (MAJOR_TILES, _LEAST_MAJOR_PX, frame.theme.grid_major)):
            step = TILE_MM * every
            if step * scale < least:
                continue
            x = camera.edges_x(np.arange(math.ceil(left / step), math.floor(right / step) + 1, dtype=np.float64) * step)
            y = camera.edges_y(np.arange(math.ceil(top / step), math.floor(bottom / step) + 1, dtype=np.float64) * step)
            x0, y0, x1, y1 = camera.x_px(left), camera.y_px(top), camera.x_px(right), camera.y_px(bottom)
            width = max(hair, 1.0)
            down = np.stack([x, np.full(len(x), y0), np.full(len(x), width), np.full(len(x), y1 - y0)], axis=1)
            across = np.stack([np.full(len(y), x0), y, np.full(len(y), x1 - x0), np.full(len(y), width)], axis=1)
            fill_rects(painter, np.concatenate([down, across]), colour)

    def _aisle(self, painter: QPainter, frame: Frame, aisle: Aisle) -> None:
        low, high = aisle.corners.min(axis=0), aisle.corners.max(axis=0)
        seen = frame.seen
        if high[0] < seen.left or low[0] > seen.right or high[1] < seen.top or low[1] > seen.bottom:
            return
        colour = aisle_ink(frame, aisle.kind)
        painter.setPen(Qt.PenStyle.NoPen)
        if frame.theme.name == "contrast":
            pattern = Qt.BrushStyle.BDiagPattern if aisle.kind is AisleKind.HOT else Qt.BrushStyle.Dense7Pattern
            painter.setBrush(QBrush(colour, pattern))
        else:
            painter.setBrush(theme.mix(frame.theme.surface.panel, colour, 0.2 if frame.theme.is_dark else 0.12))
        painter.drawPolygon(polygon_px(frame, aisle.corners))
        self._aisle_name(painter, frame, aisle, colour)

    def _aisle_name(self, painter: QPainter, frame: Frame, aisle: Aisle, colour: QColor) -> None:
        camera, letters = frame.camera, ink("caption", strong=True)
        along = float(np.hypot(*(aisle.corners[1] - aisle.corners[0]))) * camera.scale
        deep = aisle.width_mm * camera.scale
        words = aisle_name(aisle) if along > _LEAST_LABEL_PX * 2 else _said(_SHORT[aisle.kind])
        x, y = aisle.corners.mean(axis=0)
        lies = abs(float(aisle.corners[1][1] - aisle.corners[0][1])) < 1.0
        if not lies:
            # Along the depth of the hall: letters stay upright, in the narrow direction.
            along, deep = deep, along
        if deep < letters.metrics.height() + 1 or along < 30:
            return
        if lies:
            left = camera.x_px(float(aisle.corners[:, 0].min()))
            begin = max(left, min(RULER_PX, camera.x_px(float(aisle.corners[:, 0].max())) - _LEAST_LABEL_PX)) + 8
            frame.texts.draw(painter, words, letters, colour, begin, camera.y_px(float(y)), room=along - 12)
        else:
            frame.texts.draw(painter, words, letters, colour, camera.x_px(float(x)), camera.y_px(float(y)), room=along - 6, align=0.5)

    def _rows(self, painter: QPainter, frame: Frame) -> None:
        layout, camera = self._scene.layout, frame.camera
        if layout is None or 900 * camera.scale < 14:
            return
        letters = ink("title", strong=True) if 900 * camera.scale > 26 else ink("caption", strong=True)
        for mark in layout.rows:
            x, y = camera.x_px(mark.x_mm), camera.y_px(mark.y_mm)
            across, down = mark.ahead
            width = frame.texts.width(mark.name, letters)
            x += across * (10 + width / 2)
            y += down * (6 + letters.metrics.height() / 2)
            frame.texts.draw(painter, mark.name, letters, frame.theme.text.secondary, x, y, align=0.5)


def aisle_ink(frame: Frame, kind: AisleKind) -> QColor:
    """The colour of an aisle's name: blue for cold, clay for hot, that of warnings where both mix."""
    if kind is AisleKind.COLD:
        return frame.theme.text.link
    return frame.theme.network.power_a if kind is AisleKind.HOT else frame.theme.severity["warning"].colour


class RulerLayer(StillLayer):
    """Paints the rulers along the upper and the left edge of the view, and the name of the hall over its wall."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint them over the drawing."""
        layout = self._scene.layout
        if layout is None:
            return
        camera, colours = frame.camera, frame.theme
        self._caption(painter, frame)
        painter.fillRect(QRectF(0, 0, camera.width, RULER_PX), colours.surface.panel)
        painter.fillRect(QRectF(0, 0, RULER_PX, camera.height), colours.surface.panel)
        unit_mm, unit = (304.8, "ft") if converted("mm") is not None else (1000.0, "m")
        step = next((each for each in _STEPS if each * unit_mm * camera.scale >= _LEAST_LABEL_PX), _STEPS[-1])
        lines: list[list[float]] = []
        left, right = max(camera.at(RULER_PX, 0)[0], 0.0), min(camera.seen.right, layout.width_mm)
        top, bottom = max(camera.at(0, RULER_PX)[1], 0.0), min(camera.seen.bottom, layout.depth_mm)
        small = step * unit_mm / 5
        for number in range(math.ceil(left / small), math.floor(right / small) + 1):
            x = float(camera.edges_x(np.array([number * small]))[0])
            lines.append([x, RULER_PX - (8 if number % 5 == 0 else 4), 1.0, 8 if number % 5 == 0 else 4])
            if number % 5 == 0:
                self._label(painter, frame, number // 5 * step, unit, x + 3, RULER_PX / 2 - 2)
        for number in range(math.ceil(top / small), math.floor(bottom / small) + 1):
            y = float(camera.edges_y(np.array([number * small]))[0])
            lines.append([RULER_PX - (8 if number % 5 == 0 else 4), y, 8 if number % 5 == 0 else 4, 1.0])
            if number % 5 == 0 and number:
                painter.save()
                painter.translate(RULER_PX / 2 - 2, y - 3)
                painter.rotate(-90)
                self._label(painter, frame, number // 5 * step, unit, 0.0, 0.0)
                painter.restore()
        fill_rects(painter, np.array(lines).reshape(-1, 4), colours.text.tertiary)
        painter.fillRect(QRectF(0, 0, RULER_PX, RULER_PX), colours.surface.panel)
        painter.fillRect(QRectF(0, RULER_PX - 1, camera.width, 1), colours.border.default)
        painter.fillRect(QRectF(RULER_PX - 1, 0, 1, camera.height), colours.border.default)

    def _label(self, painter: QPainter, frame: Frame, value: float, unit: str, x: float, y: float) -> None:
        words = f"{format_number(value)} {unit}"
        frame.texts.draw(painter, words, ink("micro"), frame.theme.text.secondary, x, y, now=True)

    def _caption(self, painter: QPainter, frame: Frame) -> None:
        words = self.caption()
        if words:
            x, y = caption_px(frame.camera)
            frame.texts.draw(painter, words, ink("body", strong=True), frame.theme.text.primary, x, y, now=True)

    def caption(self) -> str:
        """The name of the hall, its size and that of its tiles."""
        layout = self._scene.layout
        if layout is None:
            return ""
        unit = "m"
        width, depth = (format_quantity(side / 1000, unit, decimals=1) for side in (layout.width_mm, layout.depth_mm))
        tile = format_quantity(TILE_MM, "mm")
        return _said(QT_TRANSLATE_NOOP("FloorPlan", "{name} · {width} × {depth} · tiles of {tile}")).format(
            name=layout.name, width=width, depth=depth, tile=tile
        )


def caption_px(camera: Camera) -> tuple[float, float]:
    """Where the name of the hall begins, above its wall, or below the ruler where the wall is out of sight."""
    return max(camera.x_px(0.0), RULER_PX + 8), max(camera.y_px(0.0) - 16, RULER_PX + 12)
