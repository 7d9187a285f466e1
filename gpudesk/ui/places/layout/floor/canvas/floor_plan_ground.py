"""The ground of a floor drawing: tiles, aisles, walls and names of rows below, the ruler at the edges of the view above."""

import math

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPolygonF

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Reals
from gpudesk.derived.floor.aisles import Aisle, AisleKind
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.camera import Bounds, Camera
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import FloorLayout
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.quantities import converted, format_number, format_quantity
from gpudesk.ui.toolkit.theme import theme

WALL_PX = 4.0
RULER_PX = 20.0
MAJOR_TILES = 5
_LEAST_TILE_PX = 7.0
_LEAST_MAJOR_PX = 5.0
_LEAST_LABEL_PX = 64.0
_ROW_ROOM_PX = 80.0
_PLATE_ALPHA = 0.9
"""Opacity of the plate under a name that a pathway crosses."""
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
    places = corners_mm * camera.scale + np.array([camera.shift_x, camera.shift_y])
    return QPolygonF([QPointF(x, y) for x, y in places.tolist()])


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
        self._aisles(painter, frame, layout)
        x, y, wide, high = hall[0].tolist()
        w = WALL_PX
        walls = [[x - w, y - w, wide + 2 * w, w], [x - w, y + high, wide + 2 * w, w], [x - w, y, w, high], [x + wide, y, w, high]]
        fill_rects(painter, np.array(walls), theme.mix(frame.theme.surface.panel, frame.theme.text.secondary, 0.75))
        self._rows(painter, frame)

    def _tiles(self, painter: QPainter, frame: Frame, hall: Bounds) -> None:
        scale, camera = frame.camera.scale, frame.camera
        left, right = max(hall.left, frame.seen.left), min(hall.right, frame.seen.right)
        top, bottom = max(hall.top, frame.seen.top), min(hall.bottom, frame.seen.bottom)
        if right <= left or bottom <= top:
            return
        hair = 1.0 / camera.ratio
        for every, least, colour in ((1, _LEAST_TILE_PX, frame.theme.grid), (MAJOR_TILES, _LEAST_MAJOR_PX, frame.theme.grid_major)):
            step = self._scene.tile_mm * every
            if step * scale < least:
                continue
            x = camera.edges_x(np.arange(math.ceil(left / step), math.floor(right / step) + 1, dtype=np.float64) * step)
            y = camera.edges_y(np.arange(math.ceil(top / step), math.floor(bottom / step) + 1, dtype=np.float64) * step)
            x0, y0, x1, y1 = camera.x_px(left), camera.y_px(top), camera.x_px(right), camera.y_px(bottom)
            width = max(hair, 1.0)
            down = np.stack([x, np.full(len(x), y0), np.full(len(x), width), np.full(len(x), y1 - y0)], axis=1)
            across = np.stack([np.full(len(y), x0), y, np.full(len(y), x1 - x0), np.full(len(y), width)], axis=1)
            fill_rects(painter, np.concatenate([down, across]), colour)

    def _aisles(self, painter: QPainter, frame: Frame, layout: FloorLayout) -> None:
        seen = np.flatnonzero(overlapping(layout.aisle_rects, frame.seen))
        kinds = layout.aisle_kinds[seen]
        rects = frame.camera.rects(layout.aisle_rects[seen])
        inks = [aisle_ink(frame, kind) for kind in AisleKind]
        for number, kind in enumerate(AisleKind):
            brush: QColor | QBrush = theme.mix(frame.theme.surface.panel, inks[number], 0.14 if frame.theme.is_dark else 0.12)
            if frame.theme.name == "contrast":
                brush = QBrush(inks[number], Qt.BrushStyle.BDiagPattern if kind is AisleKind.HOT else Qt.BrushStyle.Dense7Pattern)
            upright = layout.aisle_upright[seen]
            fill_rects(painter, rects[(kinds == number) & upright], brush)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(brush)
            for place in seen[(kinds == number) & ~upright].tolist():
                painter.drawPolygon(polygon_px(frame, layout.aisles[place].corners))

    def _rows(self, painter: QPainter, frame: Frame) -> None:
        layout, camera = self._scene.layout, frame.camera
        if layout is None or 900 * camera.scale < 14:
            return
        letters = ink("title", strong=True) if 900 * camera.scale > 26 else ink("caption", strong=True)
        points, seen = layout.row_points, frame.seen.grown(_ROW_ROOM_PX / camera.scale)
        inside = (points[:, 0] > seen.left) & (points[:, 0] < seen.right) & (points[:, 1] > seen.top) & (points[:, 1] < seen.bottom)
        for place in np.flatnonzero(inside).tolist():
            mark = layout.rows[place]
            x, y = camera.x_px(mark.x_mm), camera.y_px(mark.y_mm)
            across, down = mark.ahead
            width = frame.texts.width(mark.name, letters)
            x += across * (10 + width / 2)
            y += down * (6 + letters.metrics.height() / 2)
            frame.texts.draw(painter, mark.name, letters, frame.theme.text.secondary, x, y, align=0.5)


class AisleNameLayer(StillLayer):
    """Draws the names of the aisles, above everything that runs through them, on a plate where a pathway does.

    Attributes:
        boxes: name positions in px of the view as last painted: x, y, width, height, shape (names, 4).
    """

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self._named: tuple[FloorLayout | None, list[tuple[str, str]]] = (None, [])
        self.boxes: Reals = np.empty((0, 4))

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Write the names of the aisles in view."""
        self.boxes = np.empty((0, 4))
        layout = self._scene.layout
        if layout is None or not layout.aisles:
            return
        seen = np.flatnonzero(overlapping(layout.aisle_rects, frame.seen))
        rects = frame.camera.rects(layout.aisle_rects[seen])
        inks = [aisle_ink(frame, kind) for kind in AisleKind]
        letters = ink("caption", strong=True)
        if self._named[0] is not layout:
            self._named = layout, [(aisle_name(aisle), _said(_SHORT[aisle.kind])) for aisle in layout.aisles]
        roomy = (rects[:, 2] >= 30) & (rects[:, 3] >= letters.metrics.height() + 1)
        kinds = layout.aisle_kinds[seen]
        # A name stays in sight while its aisle does.
        begin = np.clip(RULER_PX, rects[:, 0], np.maximum(rects[:, 0] + rects[:, 2] - _LEAST_LABEL_PX, rects[:, 0])) + 8
        for number, colour in enumerate(inks):
            places = np.flatnonzero(roomy & (kinds == number))
            if not len(places):
                continue
            long = rects[places, 2] > 2 * _LEAST_LABEL_PX
            words = [self._named[1][place][0 if full else 1] for place, full in zip(seen[places].tolist(), long.tolist(), strict=True)]
            middle = rects[places, 1] + rects[places, 3] / 2
            room = rects[places, 2] - 12
            wide = np.minimum([frame.texts.width(text, letters) for text in words], room)
            high = letters.metrics.height()
            boxes = np.stack([begin[places], middle - high / 2, wide, np.full(len(places), high)], axis=1)
            self._plates(painter, frame, boxes)
            frame.texts.draw_many(painter, words, letters, colour, begin[places].tolist(), middle.tolist(), room.tolist())
            self.boxes = np.concatenate([self.boxes, boxes])

    def _plates(self, painter: QPainter, frame: Frame, boxes: Reals) -> None:
        """Cover the pathways under names, shape of the boxes (names, 4)."""
        items = self._scene.items
        if not len(items) or not items.is_way.any():
            return
        ways = frame.camera.rects(items.rects[items.is_way])
        left, top, right, bottom = boxes[:, :1], boxes[:, 1:2], boxes[:, :1] + boxes[:, 2:3], boxes[:, 1:2] + boxes[:, 3:]
        over = (ways[:, 0] < right) & (ways[:, 0] + ways[:, 2] > left) & (ways[:, 1] < bottom) & (ways[:, 1] + ways[:, 3] > top)
        plate = QColor(frame.theme.surface.panel)
        plate.setAlphaF(_PLATE_ALPHA)
        for box in boxes[over.any(axis=1)].tolist():
            painter.fillRect(QRectF(*box).adjusted(-3.0, 0.0, 3.0, 0.0), plate)


def aisle_ink(frame: Frame, kind: AisleKind) -> QColor:
    """The color of an aisle's name: blue for cold, clay for hot, that of warnings where both mix."""
    if kind is AisleKind.COLD:
        return frame.theme.text.link
    return frame.theme.network.power_a if kind is AisleKind.HOT else frame.theme.severity["warning"].colour


class RulerLayer(StillLayer):
    """Paints the rulers along the upper and the left edge of the view, and the name of the hall over its wall."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self._labels: dict[tuple[float, str], str] = {}

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
        step = next((candidate for candidate in _STEPS if candidate * unit_mm * camera.scale >= _LEAST_LABEL_PX), _STEPS[-1])
        left, right = max(camera.at(RULER_PX, 0)[0], 0.0), min(camera.seen.right, layout.width_mm)
        top, bottom = max(camera.at(0, RULER_PX)[1], 0.0), min(camera.seen.bottom, layout.depth_mm)
        small = step * unit_mm / 5
        columns = np.arange(math.ceil(left / small), math.floor(right / small) + 1)
        rows = np.arange(math.ceil(top / small), math.floor(bottom / small) + 1)
        x, y = camera.edges_x((columns * small).astype(np.float64)), camera.edges_y((rows * small).astype(np.float64))
        long_x, long_y = np.where(columns % 5 == 0, 8.0, 4.0), np.where(rows % 5 == 0, 8.0, 4.0)
        one_x, one_y = np.ones(len(x)), np.ones(len(y))
        fill_rects(painter, np.stack([x, RULER_PX - long_x, one_x, long_x], axis=1), colours.text.tertiary)
        fill_rects(painter, np.stack([RULER_PX - long_y, y, long_y, one_y], axis=1), colours.text.tertiary)
        named_x, named_y = columns % 5 == 0, (rows % 5 == 0) & (rows > 0)
        self._draw_labels(painter, frame, columns[named_x] // 5 * step, unit, x[named_x] + 3)
        painter.save()
        painter.rotate(-90)
        self._draw_labels(painter, frame, rows[named_y] // 5 * step, unit, 3 - y[named_y])
        painter.restore()
        painter.fillRect(QRectF(0, 0, RULER_PX, RULER_PX), colours.surface.panel)
        painter.fillRect(QRectF(0, RULER_PX - 1, camera.width, 1), colours.border.default)
        painter.fillRect(QRectF(RULER_PX - 1, 0, 1, camera.height), colours.border.default)

    def _draw_labels(self, painter: QPainter, frame: Frame, values: Reals, unit: str, along: Reals) -> None:
        words = [self._label(value, unit) for value in values.tolist()]
        middle, room = [RULER_PX / 2 - 2] * len(words), [_LEAST_LABEL_PX] * len(words)
        frame.texts.draw_many(painter, words, ink("micro"), frame.theme.text.secondary, along.tolist(), middle, room)

    def _label(self, value: float, unit: str) -> str:
        if (value, unit) not in self._labels:
            self._labels[value, unit] = f"{format_number(value)} {unit}"
        return self._labels[value, unit]

    def _caption(self, painter: QPainter, frame: Frame) -> None:
        words = self.caption()
        if words:
            x, y = caption_px(frame.camera)
            width = frame.texts.width(words, ink("body", strong=True))
            if y > frame.camera.y_px(0.0) - 12:
                # The wall is out of sight, and the name is over what is there.
                painter.fillRect(QRectF(x - 4, y - 9, width + 8, 18), frame.theme.surface.panel)
            frame.texts.draw(painter, words, ink("body", strong=True), frame.theme.text.primary, x, y, now=True)

    def caption(self) -> str:
        """The name of the hall, its size and that of its tiles."""
        layout = self._scene.layout
        if layout is None:
            return ""
        unit = "m"
        width, depth = (format_quantity(side / 1000, unit, decimals=1) for side in (layout.width_mm, layout.depth_mm))
        tile = format_quantity(layout.tile_mm, "mm")
        return _said(QT_TRANSLATE_NOOP("FloorPlan", "{name} · {width} × {depth} · {tile} tiles")).format(
            name=layout.name, width=width, depth=depth, tile=tile
        )


def caption_px(camera: Camera) -> tuple[float, float]:
    """Where the name of the hall begins, above its wall, or below the ruler where the wall is out of sight."""
    return max(camera.x_px(0.0), RULER_PX + 8), max(camera.y_px(0.0) - 16, RULER_PX + 12)
