"""Racks in a one-line diagram: blocks at small scale, then boxes with name and load, then the frame around their content."""

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power_diagram.one_line_groups import CAPTION
from gpudesk.ui.canvas.batch import draw_lines, fill_groups, fill_rects, outline_rects
from gpudesk.ui.canvas.hatch import fill_hatched
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink, ink_on
from gpudesk.ui.places.power.canvas.load_bars import paint_bars, track_rects
from gpudesk.ui.places.power.canvas.one_line_labels import said, unit_text
from gpudesk.ui.places.power.canvas.power_parts import faint, inset, ranges
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene, Level, Step, level_of, line_colour, step_colours
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, WARNING, paint_severity

_OUTLINE_PX, _NAME_PX = 18.0, 44.0
_MARK_PX = 12.0
_CAPTION_PX = 60.0
_CAPTION_UP_PX = 9.0
"""From the middle of a caption to the bus below it."""
_MOST_NAMED = 250
"""Of more racks in view none has its name while they are blocks."""


def paint_states(painter: QPainter, frame: Frame, rects: Reals, state: Ids) -> None:
    """Paint the state of racks or devices after a failure as a pattern: crossed if stopped, hatched if reduced."""
    ink_, ground = frame.theme.text.primary, frame.theme.surface.canvas
    small = np.minimum(rects[:, 2], rects[:, 3]) < 10
    for worst, pattern in (
        (SupplyState.REDUCED, Qt.BrushStyle.BDiagPattern),
        (SupplyState.MANAGEMENT_ONLY, Qt.BrushStyle.Dense6Pattern),
    ):
        fill_hatched(painter, frame, rects[state == worst], faint(ink_), pattern)
    stopped = rects[state == SupplyState.DOWN]
    if len(stopped):
        fill_rects(painter, stopped, theme.mix(ground, frame.theme.severity[ERROR].colour, 0.35))
        x, y, wide, high = stopped.T
        crosses = np.concatenate([np.stack([x, y, x + wide, y + high], axis=1), np.stack([x, y + high, x + wide, y], axis=1)])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_lines(painter, crosses, QColor(ink_))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    changed = rects[(state > SupplyState.FULL) & ~small]
    outline_rects(painter, changed, ink_, 2.0)


class UnitLayer(StillLayer):
    """Paints racks, and the names of their rows."""

    def __init__(self, scene: DiagramScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        diagram, loads = self._scene.diagram, self._scene.loads
        if diagram is None or loads is None:
            return
        units = np.flatnonzero(overlapping(diagram.unit_rects, frame.seen))
        rects = frame.camera.rects(diagram.unit_rects[units])
        level = level_of(frame.camera.scale)
        edged = level > Level.BLOCKS or (len(rects) > 0 and float(rects[:, 2].max()) >= _OUTLINE_PX)
        if edged and level <= Level.BOXES:
            fill_rects(painter, rects, line_colour())
        inner = inset(rects, 1.0) if edged else rects
        if level <= Level.BOXES:
            fill_groups(painter, inner, loads.unit_step[units], step_colours(frame.theme))
            over = rects[loads.unit_step[units] == Step.OVER]
            fill_hatched(painter, frame, over, frame.theme.surface.canvas, Qt.BrushStyle.BDiagPattern)
        else:
            # Few and large: four bars each are less to fill than all of it twice.
            fill_rects(painter, inner, frame.theme.surface.panel)
            outline_rects(painter, rects, line_colour())
        if level <= Level.BOXES:
            self._after(painter, frame, units, rects)
        if level == Level.BOXES:
            self._columns(painter, frame, units)
        self._heads(painter, frame, units, rects, level)
        self._captions(painter, frame)
        self._marks(painter, frame, units, rects)

    def _after(self, painter: QPainter, frame: Frame, units: Ids, rects: Reals) -> None:
        loads = self._scene.loads
        if loads is not None and loads.after is not None:
            paint_states(painter, frame, rects, loads.unit_state[units])

    def _columns(self, painter: QPainter, frame: Frame, units: Ids) -> None:
        """A bar for each line of each PDU or feed."""
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        column = ranges(diagram.units.first_column, units)
        column = column[diagram.units.column_top[column] != ABSENT]
        node = diagram.units.column_node[column]
        rect = frame.camera.rects(diagram.node_rects[node])
        current = loads.current_a[node]
        share = (current / diagram.chain.plan.limit_a[node][:, None]).reshape(-1)
        tracks = track_rects(rect[:, 0], rect[:, 1], rect[:, 2], max(5.0, 30 * frame.camera.scale), ~np.isnan(current))
        shown = tracks[:, 2] > 0
        paint_bars(painter, frame, tracks[shown], share[shown])

    def _heads(self, painter: QPainter, frame: Frame, units: Ids, rects: Reals, level: Level) -> None:
        """Name and load at the head of each rack."""
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        roomy = np.flatnonzero(rects[:, 2] >= _NAME_PX)
        if not len(roomy) or (level < Level.BOXES and len(roomy) > _MOST_NAMED):
            return
        step = "body" if level >= Level.PARTS else "caption"
        letters, figures = ink(step, strong=True), ink(step, tabular=True)
        inks = [ink_on(color) for color in step_colours(frame.theme)]
        units, rects = units[roomy], rects[roomy]
        names = [diagram.unit_names[unit] for unit in units.tolist()]
        words = [unit_text(self._scene, unit) for unit in units.tolist()]
        x, y, wide, high = rects.T
        if level >= Level.PARTS:
            taken = np.array([frame.texts.width(text, figures) for text in words])
            y = y + 13
            colours = frame.theme.text
            frame.texts.draw_many(painter, words, figures, colours.secondary, (x + wide - 8 - taken).tolist(), y.tolist(), wide.tolist())
            rooms = (wide - taken - 24).tolist()
            frame.texts.draw_many(painter, names, letters, colours.primary, (x + 8).tolist(), y.tolist(), rooms)
            return
        steps = loads.unit_step[units]
        if level < Level.BOXES:
            words = [""] * len(names)
        for load_step in np.unique(steps).tolist():
            these = np.flatnonzero((steps == load_step) & (high >= 24))
            left, rooms = (x[these] + 4).tolist(), (wide[these] - 8).tolist()
            for texts, how, middle in ((names, letters, y[these] + 9), (words, figures, y[these] + high[these] - 9)):
                frame.texts.draw_many(painter, [texts[at] for at in these.tolist()], how, inks[load_step], left, middle.tolist(), rooms)

    def _captions(self, painter: QPainter, frame: Frame) -> None:
        """The names of the rows of racks over their lines."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        (places, _), seen, camera, names = diagram.captions, frame.seen, frame.camera, diagram.row_names
        room = places[:, 2] * camera.scale
        inside = (places[:, 0] < seen.right) & (places[:, 0] + places[:, 2] > seen.left) & (room >= _CAPTION_PX)
        inside &= (places[:, 1] + 44 > seen.top) & (places[:, 1] < seen.bottom)
        letters = ink("caption", strong=True)
        if 40 * camera.scale < 5:
            inside &= room >= 3 * _CAPTION_PX
        shown = [place for place in np.flatnonzero(inside).tolist() if names[place]]
        words = [said(QT_TRANSLATE_NOOP("PowerDiagram", "Row {name}")).format(name=names[place]) for place in shown]
        left = np.maximum(camera.x_px(places[shown, 0]), 4.0)
        # Above the first bus, whatever the scale.
        over = min(max(min(18 * camera.scale, 18.0), 2.0), CAPTION * camera.scale - _CAPTION_UP_PX)
        middle = camera.y_px(places[shown, 1]) + over
        rooms = camera.x_px(places[shown, 0] + places[shown, 2]) - left
        frame.texts.draw_many(painter, words, letters, frame.theme.text.secondary, left.tolist(), middle.tolist(), rooms.tolist())

    def _marks(self, painter: QPainter, frame: Frame, units: Ids, rects: Reals) -> None:
        """The weightiest finding of each rack at its corner."""
        weights = self._scene.marks()[0][units]
        small = np.minimum(rects[:, 2], rects[:, 3]) < 1.6 * _MARK_PX
        for weight, severity in ((1, WARNING), (2, ERROR)):
            dots = rects[(weights == weight) & small]
            side = np.clip(np.minimum(dots[:, 2], dots[:, 3]) * 0.4, 1.5, 5.0)
            spots = np.stack([dots[:, 0] + dots[:, 2] - side, dots[:, 1], side, side], axis=1)
            fill_rects(painter, spots, frame.theme.severity[severity].colour)
            for x, y, wide, _ in rects[(weights == weight) & ~small].tolist():
                box = QRectF(x + wide - _MARK_PX, y - _MARK_PX / 2, _MARK_PX + 2, _MARK_PX + 2)
                painter.fillRect(box, frame.theme.severity[severity].surface)
                paint_severity(painter, box.adjusted(1, 1, -1, -1), severity)
