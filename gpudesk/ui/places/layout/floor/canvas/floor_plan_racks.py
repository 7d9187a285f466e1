"""Racks and floor devices from above: filled by the paint in force, the front as a thick edge, and marks of findings."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.batch import fill_groups, fill_rects, outline_rects
from gpudesk.ui.canvas.hatch import pattern_ink
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import FloorLayout
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

OUTLINE_PX = 7.0
"""Under this width of a body it has no outline."""
_MARK_PX = 12.0
_RAISED_PX = 6.0
"""Distance that the mark of findings extends above the edge of its body."""


def front_bars(rects: Reals, angle_ddeg: Ids, thick_px: Reals) -> Reals:
    """The front edges of upright rectangles in px as bars inside them, shape (n, 4)."""
    bars = rects.copy()
    quarter = angle_ddeg // 900 % 4
    thick = np.minimum(thick_px, np.minimum(rects[:, 2], rects[:, 3]) / 2)
    level = (quarter == 0) | (quarter == 2)
    bars[level, 3] = thick[level]
    bars[~level, 2] = thick[~level]
    below, right = quarter == 2, quarter == 1
    bars[below, 1] += rects[below, 3] - thick[below]
    bars[right, 0] += rects[right, 2] - thick[right]
    return bars


def thick_px(rects: Reals) -> Reals:
    """How thick the front edges of cooling units in such rectangles are in px, shape (n,)."""
    return np.clip(np.round(np.minimum(rects[:, 2], rects[:, 3]) / 8), 2.0, 6.0)


def beside_fronts(rects: Reals, angle_ddeg: Ids) -> Reals:
    """Rectangles of cooling units in px without their front edges, shape (n, 4)."""
    bars, left = front_bars(rects, angle_ddeg, thick_px(rects)), rects.copy()
    for at, long in ((0, 2), (1, 3)):
        cut = bars[:, long] < rects[:, long]
        left[cut, long] -= bars[cut, long]
        first = cut & (bars[:, at] == rects[:, at])
        left[first, at] += bars[first, long]
    return left


class BodyLayer(StillLayer):
    """Paints racks and floor devices."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        layout = self._scene.layout
        if layout is None or not len(layout):
            return
        seen = overlapping(layout.rects, frame.seen)
        if self._scene.moved:
            seen[list(self._scene.moved)] = False
        upright = np.flatnonzero(seen & layout.upright)
        turned = np.flatnonzero(seen & ~layout.upright)
        step = self._scene.steps()
        colours, _ = body_colours(self._scene, frame)
        paint_upright(painter, frame, layout, upright, step[upright], colours)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in turned.tolist():
            paint_turned(painter, frame, layout, place, colours[int(step[place])])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._patterns(painter, frame, layout, upright, turned)
        self._fronts(painter, frame, layout, upright)

    def _patterns(self, painter: QPainter, frame: Frame, layout: FloorLayout, upright: Ids, turned: Ids) -> None:
        """Patterns that the paint shows in addition to colors."""
        paint, step = self._scene.paint, self._scene.steps()
        for number, entry in enumerate(() if paint is None else paint.legend):
            if entry.pattern == Qt.BrushStyle.NoBrush:
                continue
            brush = QBrush(pattern_ink(entry.colour), entry.pattern)
            fill_rects(painter, frame.camera.rects(layout.rects[upright[step[upright] == number]]), brush)
            painter.setBrush(brush)
            for place in turned[step[turned] == number].tolist():
                painter.drawPolygon(polygon_px(frame, layout.shapes.pick(np.array([place])).corners()[0]))

    def _fronts(self, painter: QPainter, frame: Frame, layout: FloorLayout, upright: Ids) -> None:
        """Fronts of cooling units as thick edges, in the color of the state of their air or loop."""
        paint = self._scene.paint
        if paint is None or not paint.edges:
            return
        units = [(place, paint.edges[int(layout.ids[place])]) for place in upright[self._scene.edged()[upright]].tolist()]
        for severity in sorted({unit_severity for _, unit_severity in units}):
            places = np.array([place for place, unit_severity in units if unit_severity == severity], np.int64)
            rects = frame.camera.rects(layout.rects[places])
            fill_rects(painter, front_bars(rects, layout.angle_ddeg[places], thick_px(rects)), frame.theme.severity[severity].colour)


def body_colours(scene: FloorScene, frame: Frame) -> tuple[list[QColor], list[QColor]]:
    """Fill and ink of each step of the paint; the last entry is for floor devices and unpainted bodies."""
    plain, letters = frame.theme.surface.raised, frame.theme.text.primary
    if scene.paint is None:
        return [plain], [letters]
    return [*(entry.colour for entry in scene.paint.legend), plain], [*scene.paint.inks, letters]


def paint_upright(painter: QPainter, frame: Frame, layout: FloorLayout, places: Ids, step: Ids, colours: list[QColor]) -> None:
    """Bodies whose sides run along the walls."""
    if not len(places):
        return
    rects = frame.camera.rects(layout.rects[places])
    rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / frame.camera.ratio)
    fill_groups(painter, rects, np.where(step < 0, len(colours) - 1, step), colours)
    wide = np.minimum(rects[:, 2], rects[:, 3])
    clear = wide >= OUTLINE_PX
    line = theme.mix(frame.theme.surface.panel, frame.theme.text.primary, 0.55)
    outline_rects(painter, rects[clear], line, 1.0)
    racks = clear & layout.fronted[places]
    thick = np.clip(np.round(wide[racks] / 12), 2.0, 5.0)
    fill_rects(painter, front_bars(rects[racks], layout.angle_ddeg[places[racks]], thick), frame.theme.text.primary)


def paint_turned(painter: QPainter, frame: Frame, layout: FloorLayout, place: int, colour: QColor) -> None:
    """Paint one rotated body."""
    corners = layout.shapes.pick(np.array([place])).corners()[0]
    shape = polygon_px(frame, corners)
    painter.setPen(QPen(theme.mix(frame.theme.surface.panel, frame.theme.text.primary, 0.55), 1.0))
    painter.setBrush(colour)
    painter.drawPolygon(shape)
    if layout.fronted[place]:
        wide = float(np.hypot(*(corners[1] - corners[0]))) * frame.camera.scale
        painter.setPen(QPen(frame.theme.text.primary, min(max(wide / 12, 2.0), 5.0), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QLineF(shape.at(0), shape.at(1)))


class MarkLayer(StillLayer):
    """Paints the marks of findings at the upper right corner of racks and floor devices, with their number if there is room."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        layout = self._scene.layout
        if layout is None or self._scene.counts is None:
            return
        errors, warnings = self._scene.errors(), self._scene.warnings()
        marked = np.flatnonzero((errors + warnings > 0) & overlapping(layout.rects, frame.seen))
        if self._scene.moved:
            marked = marked[~np.isin(marked, list(self._scene.moved))]
        rects = frame.camera.rects(layout.rects[marked])
        small = np.minimum(rects[:, 2], rects[:, 3]) < 1.6 * _MARK_PX
        for severity, chosen in (("warning", errors[marked] == 0), ("error", errors[marked] > 0)):
            dots = rects[chosen & small]
            side = np.clip(np.minimum(dots[:, 2], dots[:, 3]) * 0.5, 2.0, 6.0)
            spots = np.stack([dots[:, 0] + dots[:, 2] - side, dots[:, 1], side, side], axis=1)
            fill_rects(painter, spots, frame.theme.severity[severity].colour)
        for place, rect in zip(marked[~small].tolist(), rects[~small].tolist(), strict=True):
            self._mark(painter, frame, rect, int(errors[place]), int(warnings[place]))

    def _mark(self, painter: QPainter, frame: Frame, rect: list[float], errors: int, warnings: int) -> None:
        severity = "error" if errors else "warning"
        words = format_number(errors or warnings)
        letters = ink("micro", strong=True)
        width = frame.texts.width(words, letters)
        right, top = rect[0] + rect[2], rect[1]
        shows = rect[2] >= width + _MARK_PX + 5
        # It sits on the edge of the body, so that the name below it stays legible.
        box = QRectF(right - _MARK_PX - (width + 4 if shows else 2), top - _RAISED_PX, _MARK_PX + (width + 4 if shows else 2), _MARK_PX + 2)
        painter.fillRect(box, frame.theme.severity[severity].surface)
        paint_severity(painter, QRectF(box.left() + 1, box.top() + 1, _MARK_PX, _MARK_PX), severity)
        if shows:
            frame.texts.draw(painter, words, letters, frame.theme.severity[severity].colour, box.left() + _MARK_PX + 2, box.center().y())
