"""Floor items on the plan: columns crossed, obstacles hatched, keep-out areas dashed, doors with leaves, routes as bands.

No kind is distinguished by color alone: each has its own pattern or line, and its name if there is room.
"""

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from gpudesk.core.floor.blocked_floor import LEAF_MM
from gpudesk.core.floor.floor_items import CONTAINMENTS, FloorItemKind
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.aisles import AisleKind
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.panels.words.floor_item_labels import size_text
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import TABLE, DrawnItem
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import aisle_ink, polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

PLAIN_PX = 12.0
"""Items smaller than this are plain spots."""
_NAME_PX = 26.0
_AISLE_NAME_PX = 150.0
"""So much room the name of an aisle takes at the left end of its containment."""
_MARK_PX = 12.0
_ARC_MM = 2000.0
"""The arc of a door reaches so far out of its opening at most."""
_ARC_STEPS = 12
_ARROW_PX = 9.0
_WALL_PX = 5.0


class ItemLayer(StillLayer):
    """Paints the items of the hall that lie under racks (`bodies` false) or over them."""

    def __init__(self, scene: FloorScene, *, bodies: bool) -> None:
        self._scene = scene
        self._bodies = bodies

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        items = self._scene.items
        if not len(items):
            return
        seen = overlapping(items.rects, frame.seen.grown(_ARC_MM)) & (items.is_body == self._bodies) & ~items.is_way
        if self._scene.moved_items:
            seen &= ~np.isin(items.ids, list(self._scene.moved_items))
        span = items.rects[:, 2:].max(axis=1) * frame.camera.scale
        roomy = [items.items[place] for place in np.flatnonzero(seen & (span >= PLAIN_PX)).tolist()]
        small = items.rects[seen & (span < PLAIN_PX)]
        if len(small):
            rects = frame.camera.rects(small)
            rects[:, 2:] = np.maximum(rects[:, 2:], 1.0)
            share = 0.75 if self._bodies else 0.3
            fill_rects(painter, rects, theme.mix(frame.theme.surface.panel, frame.theme.text.secondary, share))
        painter.save()
        # A hatch keeps its place on the floor, however the view is moved.
        painter.setBrushOrigin(QPointF(frame.camera.shift_x, frame.camera.shift_y))
        middle = self._middle()
        for item in roomy:
            paint_item(painter, frame, item, middle)
        painter.restore()
        for item in roomy:
            if float((item.high - item.low).max()) * frame.camera.scale >= _NAME_PX:
                self._words(painter, frame, item)

    def _middle(self) -> tuple[float, float]:
        layout = self._scene.layout
        return (0.0, 0.0) if layout is None else (layout.width_mm / 2, layout.depth_mm / 2)

    def _words(self, painter: QPainter, frame: Frame, item: DrawnItem) -> None:
        """Draw the name in the middle, with the size below if there is room for two lines; the name of a route is next to its start."""
        camera, letters = frame.camera, ink("caption", strong=True)
        low = camera.x_px(float(item.low[0])), camera.y_px(float(item.low[1]))
        high = camera.x_px(float(item.high[0])), camera.y_px(float(item.high[1]))
        wide, tall = high[0] - low[0], high[1] - low[1]
        name = item.shape.name
        if item.shape.kind is FloorItemKind.ROUTE:
            self._route_name(painter, frame, item)
            return
        if item.shape.kind is FloorItemKind.DOOR:
            self._door_name(painter, frame, item)
            return
        room = min(wide, item.label[2] * camera.scale)
        width = frame.texts.width(name, letters) if room >= _NAME_PX else math.inf
        if width + 8 > room or tall < 15:
            return
        if item.shape.kind in CONTAINMENTS:
            # The name of the aisle is already in its middle, and racks cover the rest: at the right end of the aisle.
            x, y = high[0] - width - 8, (low[1] + high[1]) / 2
            if wide < width + _AISLE_NAME_PX:
                return
            _plate(painter, frame, x, y, width, letters.metrics.height())
            frame.texts.draw(painter, name, letters, _frame_ink(frame, item.shape.kind), x, y)
            return
        small = ink("caption", tabular=True)
        size = size_text(*item.size_mm)
        two = tall >= 34 and frame.texts.width(size, small) + 8 <= room
        x, y = camera.x_px(item.label[0]), camera.y_px(item.label[1])
        up = letters.metrics.height() / 2 if two else 0.0
        widest = max(width, frame.texts.width(size, small)) if two else width
        _plate(painter, frame, x - widest / 2, y, widest, letters.metrics.height() * (2 if two else 1))
        frame.texts.draw(painter, name, letters, frame.theme.text.primary, x, y - up, align=0.5)
        if two:
            frame.texts.draw(painter, size, small, frame.theme.text.secondary, x, y + up, align=0.5)

    def _route_name(self, painter: QPainter, frame: Frame, item: DrawnItem) -> None:
        points, letters = item.shape.corners, ink("caption", strong=True)
        lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
        longest = int(np.argmax(lengths))
        words = item.shape.name
        if item.shape.clear_width_mm is not None:
            words = f"{words} · {format_quantity(item.shape.clear_width_mm, 'mm')}"
        width = frame.texts.width(words, letters)
        if lengths[longest] * frame.camera.scale < width + 24:
            return
        x, y = (points[longest] + points[longest + 1]) / 2
        x_px, y_px = frame.camera.x_px(float(x)), frame.camera.y_px(float(y))
        _plate(painter, frame, x_px - width / 2, y_px, width, letters.metrics.height())
        frame.texts.draw(painter, words, letters, frame.theme.text.secondary, x_px, y_px, align=0.5)

    def _door_name(self, painter: QPainter, frame: Frame, item: DrawnItem) -> None:
        opening, inward = door_opening(item.shape.corners, self._middle())
        length = float(np.linalg.norm(opening[1] - opening[0]))
        if length * frame.camera.scale < _NAME_PX:
            return
        letters = ink("caption", strong=True)
        words = item.shape.name
        x, y = (opening.mean(axis=0) + inward * 0.45 * min(length, LEAF_MM)).tolist()
        width = frame.texts.width(words, letters)
        # Next to a wall that runs up and down the name begins at the leaf; else it is in the middle.
        align = 0.5 if abs(inward[1]) > abs(inward[0]) else (0.0 if inward[0] > 0 else 1.0)
        x_px, y_px = frame.camera.x_px(x), frame.camera.y_px(y)
        _plate(painter, frame, x_px - align * width, y_px, width, letters.metrics.height())
        frame.texts.draw(painter, words, letters, frame.theme.text.secondary, x_px, y_px, align=align)


def _plate(painter: QPainter, frame: Frame, left: float, middle: float, width: float, height: float) -> None:
    """Plain background under text on a pattern."""
    fill = QColor(frame.theme.surface.panel)
    fill.setAlphaF(0.86)
    painter.fillRect(QRectF(round(left) - 3, round(middle - height / 2), round(width) + 6, round(height)), fill)


def _body_ink(frame: Frame) -> QColor:
    return theme.mix(frame.theme.surface.panel, frame.theme.text.secondary, 0.75)


def _frame_ink(frame: Frame, kind: FloorItemKind) -> QColor:
    return aisle_ink(frame, AisleKind.COLD if kind is FloorItemKind.COLD_CONTAINMENT else AisleKind.HOT)


def paint_item(painter: QPainter, frame: Frame, item: DrawnItem, middle: tuple[float, float]) -> None:
    """Paint one item without its text; `middle` is the center of the hall in mm, which doors open toward."""
    paint_shape(painter, frame, item.shape.kind, item.shape.corners, item.outline, middle)


def paint_shape(painter: QPainter, frame: Frame, kind: FloorItemKind, corners: Reals, outline: Reals, middle: tuple[float, float]) -> None:
    """A kind of item with some corners, in mm; see `DrawnItem`."""
    shape = polygon_px(frame, outline)
    upright = len(outline) == 4 and bool((np.abs(np.diff(outline, axis=0)) < 0.5).any(axis=1).all())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not upright or kind is FloorItemKind.DOOR)
    if kind is FloorItemKind.COLUMN:
        _column(painter, frame, shape)
    elif kind is FloorItemKind.OBSTACLE:
        _filled(painter, shape, theme.mix(frame.theme.surface.panel, frame.theme.text.secondary, 0.14), Qt.PenStyle.NoPen)
        _filled(painter, shape, QBrush(_body_ink(frame), Qt.BrushStyle.BDiagPattern), QPen(_body_ink(frame), 1.5))
    elif kind is FloorItemKind.KEEP_OUT:
        hatch = QBrush(theme.mix(frame.theme.surface.panel, frame.theme.text.tertiary, 0.55), Qt.BrushStyle.FDiagPattern)
        pen = QPen(frame.theme.text.secondary, 1.5)
        pen.setDashPattern([5.0, 3.0])
        _filled(painter, shape, hatch, pen)
    elif kind is FloorItemKind.DOOR:
        _door(painter, frame, corners, middle)
    elif kind is FloorItemKind.ROUTE:
        _route(painter, frame, corners, shape)
    else:
        _containment(painter, frame, kind, shape)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _filled(painter: QPainter, shape: QPolygonF, brush: QColor | QBrush, pen: QPen | Qt.PenStyle) -> None:
    painter.setPen(pen)
    painter.setBrush(brush)
    painter.drawPolygon(shape)


def _column(painter: QPainter, frame: Frame, shape: QPolygonF) -> None:
    line = theme.mix(frame.theme.surface.panel, frame.theme.text.primary, 0.8)
    _filled(painter, shape, theme.mix(frame.theme.surface.panel, frame.theme.text.secondary, 0.45), QPen(line, 1.0))
    if shape.count() == 4:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawLine(QLineF(shape.at(0), shape.at(2)))
        painter.drawLine(QLineF(shape.at(1), shape.at(3)))


def _route(painter: QPainter, frame: Frame, points: Reals, band: QPolygonF) -> None:
    tint = QColor(frame.theme.text.secondary)
    tint.setAlphaF(0.10)
    edge = QPen(theme.mix(frame.theme.surface.panel, frame.theme.text.secondary, 0.6), 1.0)
    edge.setDashPattern([8.0, 4.0])
    _filled(painter, band, tint, edge)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = QPen(frame.theme.text.secondary, 1.5)
    line.setDashPattern([6.0, 3.0, 1.0, 3.0])
    path = polygon_px(frame, points)
    painter.setPen(line)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(path)
    _arrow(painter, path.at(path.count() - 2), path.at(path.count() - 1), frame.theme.text.secondary)


def _arrow(painter: QPainter, start: QPointF, end: QPointF, colour: QColor) -> None:
    """The head of an arrow at the end of a line."""
    line = QLineF(start, end)
    if line.length() < 1:
        return
    ahead = QPointF(line.dx(), line.dy()) / line.length()
    aside = QPointF(-ahead.y(), ahead.x())
    back = end - ahead * _ARROW_PX
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([end, back + aside * _ARROW_PX / 2, back - aside * _ARROW_PX / 2]))


def _containment(painter: QPainter, frame: Frame, kind: FloorItemKind, shape: QPolygonF) -> None:
    colour = _frame_ink(frame, kind)
    brush: QColor | QBrush
    if frame.theme.name == "contrast":
        brush = QBrush(colour, Qt.BrushStyle.BDiagPattern if kind is FloorItemKind.HOT_CONTAINMENT else Qt.BrushStyle.Dense7Pattern)
    else:
        brush = QColor(colour)
        brush.setAlphaF(0.12)
    # Panels of a cold aisle are drawn through, the chimney of a hot one in dashes.
    pen = QPen(colour, 2.5)
    if kind is FloorItemKind.HOT_CONTAINMENT:
        pen.setDashPattern([6.0, 2.0])
    _filled(painter, shape, brush, pen)


def door_opening(corners: Reals, middle: tuple[float, float]) -> tuple[Reals, Reals]:
    """The opening of a door as its two ends on the side to which it opens, shape (2, 2), and the direction to there, of length 1.

    The longer sides of a door lie along its wall; it opens to the middle of the hall.
    """
    if len(corners) != 4:
        low, high = corners.min(axis=0), corners.max(axis=0)
        corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    sides = np.roll(corners, -1, axis=0) - corners
    length = np.linalg.norm(sides, axis=1)
    first = 0 if length[0] >= length[1] else 1
    across = sides[(first + 1) % 4]
    inward = across / max(float(np.linalg.norm(across)), 1e-9)
    if (np.array(middle) - corners.mean(axis=0)) @ inward < 0:
        return corners[[first, (first + 1) % 4]], -inward
    return corners[[(first + 3) % 4, (first + 2) % 4]], inward


def _door(painter: QPainter, frame: Frame, corners: Reals, middle: tuple[float, float]) -> None:
    opening, inward = door_opening(corners, middle)
    # The wall is broken by the opening, however thin it is drawn.
    line = QPen(frame.theme.surface.canvas, _WALL_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    ends = polygon_px(frame, opening - inward * (_WALL_PX / 2 - 0.5) / frame.camera.scale)
    painter.setPen(line)
    painter.drawLine(QLineF(ends.at(0), ends.at(1)))
    painter.setPen(QPen(theme.mix(frame.theme.surface.panel, frame.theme.text.primary, 0.8), 1.0))
    painter.setBrush(frame.theme.surface.canvas)
    painter.drawPolygon(polygon_px(frame, corners))
    wide = float(np.linalg.norm(opening[1] - opening[0]))
    leaves = 2 if wide > LEAF_MM else 1
    ink_of_leaf = frame.theme.text.secondary
    for leaf in range(leaves):
        hinge, towards = (opening[0], opening[1]) if leaf == 0 else (opening[1], opening[0])
        along = (towards - hinge) / max(wide, 1e-9)
        reach = wide / leaves
        turn = np.linspace(0.0, math.pi / 2, _ARC_STEPS + 1)[:, None]
        arc = polygon_px(frame, hinge + reach * (np.cos(turn) * inward + np.sin(turn) * along))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink_of_leaf, 1.0))
        painter.drawPolyline(arc)
        painter.setPen(QPen(ink_of_leaf, 2.0))
        painter.drawLine(QLineF(polygon_px(frame, hinge[None, :]).at(0), arc.at(0)))


class ItemFindingLayer(StillLayer):
    """Paints the marks of findings at the upper right corner of floor items."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self._found: tuple[object, object, Ids, Mask] = (None, None, np.empty(0, np.int64), np.empty(0, bool))

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view: a dot where an item is small."""
        items, counts = self._scene.items, self._scene.counts
        if not len(items) or counts is None or not counts.items:
            return
        if self._found[0] is not counts.items or self._found[1] is not items:
            named = [(place, item) for item in counts.items if (place := items.place_of(ObjectRef(TABLE, item))) is not None]
            places = np.array([place for place, _ in named], np.int64)
            # Not `counts`: these hold all findings of a project.
            self._found = (counts.items, items, places, np.array([counts.items[item_id][0] > 0 for _, item_id in named], bool))
        places, wrong = self._found[2:]
        shown = overlapping(items.rects[places], frame.seen)
        if self._scene.moved_items:
            shown &= ~np.isin(items.ids[places], list(self._scene.moved_items))
        rects, wrong = frame.camera.rects(items.rects[places[shown]]), wrong[shown]
        small = rects[:, 2:].max(axis=1, initial=0.0) < 1.6 * _MARK_PX
        right = rects[:, 0] + rects[:, 2]
        for severity, chosen in (("warning", ~wrong), ("error", wrong)):
            dots = chosen & small
            side = np.clip(rects[dots, 2:].min(axis=1, initial=6.0) * 0.5, 2.0, 6.0)
            fill_rects(painter, np.stack([right[dots] - side, rects[dots, 1], side, side], axis=1), frame.theme.severity[severity].colour)
            for place in np.flatnonzero(chosen & ~small).tolist():
                box = QRectF(float(right[place]) - _MARK_PX - 3, float(rects[place, 1]) + 1, _MARK_PX + 2, _MARK_PX + 2)
                painter.fillRect(box, frame.theme.severity[severity].surface)
                paint_severity(painter, box.adjusted(1, 1, -1, -1), severity)
