"""The part above the racks of a one-line diagram: cards with symbol, name, load and lines, smaller if close together."""

from enum import IntEnum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import frame_rect
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink, ink_on
from gpudesk.ui.places.power.canvas.load_bars import paint_bars, track_rects
from gpudesk.ui.places.power.canvas.one_line_labels import bare_ampere, load_text, node_name, rating_text, share_text
from gpudesk.ui.places.power.canvas.power_detail_layer import paint_cross
from gpudesk.ui.places.power.canvas.power_parts import boxes, faint
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene, Step, line_colour, side_colour, step_colours
from gpudesk.ui.places.power.canvas.power_symbols import draw_symbol
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, WARNING, paint_severity


class Card(IntEnum):
    """Level of detail of a node above the racks."""

    TICK = 0
    SYMBOL = 1
    NAME = 2
    LINES = 3


_SIZES = np.array([(5.0, 20.0), (26.0, 26.0), (150.0, 46.0), (218.0, 92.0)])
_ROOMS = (32.0, 160.0, 228.0)
"""Minimum widths available to a node at which it is drawn as more than a tick, with its name, and with its lines."""
_LAYERS = (20.0, 72.0, 120.0)
"""The same of distances of layers."""
_PITCH_PX = 12.0
_NAMED_PX, _NAMED_BESIDE_PX, _NAMED_LAYER_PX = 56.0, 76.0, 48.0
"""Minimum space for the name of a symbol below or next to it; below it from this layer distance on."""


def cards(scene: DiagramScene, camera: Camera) -> tuple[Reals, Ids]:
    """Rectangles of the nodes above racks in px (x, y, width, height), shape (upper, 4), and their `Card`."""
    diagram = scene.diagram
    if diagram is None or not len(diagram.upper):
        return np.empty((0, 4)), np.empty(0, np.int64)
    card = np.searchsorted(np.array(_ROOMS), diagram.upper_room * camera.scale, side="right").astype(np.int64)
    card = np.minimum(card, int(np.searchsorted(np.array(_LAYERS), diagram.layer * camera.scale, side="right")))
    size = _SIZES[card].copy()
    ticks = card == Card.TICK
    size[card == Card.SYMBOL] = min(26.0, round(0.75 * diagram.layer * camera.scale))
    size[ticks, 0] = np.clip(0.6 * diagram.upper_room[ticks] * camera.scale, 1.0, size[ticks, 0])
    at = diagram.node_rects[diagram.upper, :2]
    rects = np.stack([camera.x_px(at[:, 0]) - size[:, 0] / 2, camera.y_px(at[:, 1]) - size[:, 1] / 2, size[:, 0], size[:, 1]], axis=1)
    rects[:, :2] = np.round(rects[:, :2])
    return rects, card


class UpperLayer(StillLayer):
    """Paints the nodes above racks."""

    def __init__(self, scene: DiagramScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        diagram, loads = self._scene.diagram, self._scene.loads
        if diagram is None or loads is None:
            return
        rects, card = cards(self._scene, frame.camera)
        left, top = frame.camera.x_px(frame.seen.left), frame.camera.y_px(frame.seen.top)
        right, bottom = frame.camera.x_px(frame.seen.right), frame.camera.y_px(frame.seen.bottom)
        seen = (rects[:, 0] < right) & (rects[:, 0] + rects[:, 2] > left) & (rects[:, 1] < bottom) & (rects[:, 1] + rects[:, 3] > top)
        ticks = np.flatnonzero(seen & (card == Card.TICK))
        fills = step_colours(frame.theme)
        for step in Step:
            these = ticks[loads.step[diagram.upper[ticks]] == step]
            boxes(painter, rects[these] + np.array([-1.0, -1.0, 2.0, 2.0]), fills[step], line_colour())
        marks = self._scene.marks()[1]
        for place in np.flatnonzero(seen & (card > Card.TICK)).tolist():
            node, rect = int(diagram.upper[place]), QRectF(*rects[place].tolist())
            room = float(diagram.upper_room[place]) * frame.camera.scale
            self._card(painter, frame, node, rect, Card(int(card[place])), room)
            self._failed(painter, frame, node, rect)
            if marks[node]:
                paint_severity(painter, QRectF(rect.right() - 8, rect.top() - 7, 14, 14), ERROR if marks[node] == 2 else WARNING)
        if loads.after is not None:
            for place in ticks.tolist():
                self._failed(painter, frame, int(diagram.upper[place]), QRectF(*rects[place].tolist()))

    def _card(self, painter: QPainter, frame: Frame, node: int, rect: QRectF, card: Card, room: float) -> None:
        diagram, loads, colours = self._scene.diagram, self._scene.loads, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        kind = NODE_KINDS[int(diagram.chain.kind[diagram.chain.place_of_node[node]])]
        step, side = Step(int(loads.step[node])), int(diagram.side[0][node])
        ink_ = colours.text.disabled if loads.dead[node] else colours.text.primary
        if card == Card.SYMBOL:
            painter.fillRect(rect, step_colours(colours)[step])
            draw_symbol(
                painter, frame, kind, rect.center(), rect.width() - 8, ink_on(step_colours(colours)[step]), step_colours(colours)[step]
            )
            frame_rect(painter, rect, line_colour(), 1.0)
            self._symbol_name(painter, frame, node, rect, room)
            return
        painter.fillRect(rect, colours.surface.raised)
        stripe = QRectF(rect.left(), rect.top(), 5, rect.height())
        painter.fillRect(stripe, step_colours(colours)[step])
        if step == Step.OVER:
            painter.fillRect(stripe, QBrush(colours.surface.raised, Qt.BrushStyle.BDiagPattern))
        frame_rect(painter, rect, colours.severity[ERROR].colour if step == Step.OVER else line_colour(), 2.0 if step == Step.OVER else 1.0)
        middle = QPointF(rect.left() + 24, rect.top() + 23)
        sided = ink_ if side == ABSENT or loads.dead[node] else side_colour(colours, side)
        draw_symbol(painter, frame, kind, middle, 26.0, sided, colours.surface.raised)
        left, room = rect.left() + 44, rect.width() - 52
        frame.texts.draw(painter, node_name(diagram, node), ink("body", strong=True), ink_, left, rect.top() + 14, room=room)
        words = f"{load_text(self._scene, node)} · {share_text(self._scene, node)}"
        if card == Card.NAME:
            frame.texts.draw(painter, words, ink(tabular=True), colours.text.secondary, left, rect.top() + 32, room=room)
            return
        kinds = " · ".join(text for text in (power_node_name(kind), rating_text(diagram, node)) if text)
        frame.texts.draw(painter, kinds, ink(), colours.text.tertiary, left, rect.top() + 31, room=room)
        frame.texts.draw(painter, words, ink(tabular=True), colours.text.primary, rect.left() + 12, rect.top() + 48, room=rect.width() - 20)
        self._lines(painter, frame, node, rect)

    def _symbol_name(self, painter: QPainter, frame: Frame, node: int, rect: QRectF, room: float) -> None:
        """The name of a symbol: below it, or next to it if layers are close together."""
        diagram, loads, colours = self._scene.diagram, self._scene.loads, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        below = diagram.layer * frame.camera.scale >= _NAMED_LAYER_PX
        if room < (_NAMED_PX if below else _NAMED_BESIDE_PX):
            return
        letters, name = ink("caption", strong=True), node_name(diagram, node)
        wide = min(frame.texts.width(name, letters), room - 8 - (0.0 if below else rect.width()))
        left = rect.center().x() - wide / 2 if below else rect.right() + 4
        middle = rect.bottom() + 9 if below else rect.center().y()
        painter.fillRect(QRectF(left - 2, middle - 7, wide + 4, 14), colours.surface.canvas)
        words = colours.text.disabled if loads.dead[node] else colours.text.primary
        frame.texts.draw(painter, name, letters, words, left, middle, room=wide + 1)

    def _lines(self, painter: QPainter, frame: Frame, node: int, rect: QRectF) -> None:
        diagram, loads, colours = self._scene.diagram, self._scene.loads, frame.theme
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        current = loads.current_a[node]
        share = current / diagram.chain.plan.limit_a[node]
        x, y = np.array([rect.left() + 30]), np.array([rect.top() + 57])
        tracks = track_rects(x, y, np.array([rect.width() - 30 - 66]), _PITCH_PX - 1, ~np.isnan(current)[None, :])
        shown = tracks[:, 2] > 0
        paint_bars(painter, frame, tracks[shown], share[shown])
        for line in np.flatnonzero(shown).tolist():
            middle = tracks[line, 1] + tracks[line, 3] / 2
            frame.texts.draw(painter, f"L{line + 1}", ink("micro"), colours.text.tertiary, rect.left() + 12, middle)
            colour = colours.severity[ERROR].colour if share[line] > 1 + 1e-9 else colours.text.secondary
            words = f"{bare_ampere(float(current[line]))} A"
            frame.texts.draw(painter, words, ink("micro", tabular=True), colour, rect.right() - 8, middle, align=1.0)

    def _failed(self, painter: QPainter, frame: Frame, node: int, rect: QRectF) -> None:
        loads = self._scene.loads
        if loads is None or loads.after is None or not (loads.after.dead[node] or loads.after.opened[node] != ABSENT):
            return
        painter.fillRect(rect, QBrush(faint(frame.theme.text.primary), Qt.BrushStyle.FDiagPattern))
        opened = int(loads.after.opened[node])
        if node in loads.after.failed or opened != ABSENT:
            paint_cross(painter, frame, rect, opened)
