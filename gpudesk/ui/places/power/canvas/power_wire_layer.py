"""Wires of a one-line diagram: in the color and pattern of their side, faint if de-energized, with a dot at branches."""

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power_diagram.one_line_groups import BUS
from gpudesk.ui.canvas.batch import draw_lines, fill_rects
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.hatch import fill_dashed, tiled
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.power.canvas.power_parts import px_lines, ranges
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene, Level, level_of, side_colour
from gpudesk.ui.places.power.canvas.power_symbols import draw_symbol

PATTERNS = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DashDotLine, Qt.PenStyle.DotLine)
_MOST_PATTERNED = 250
"""Maximum number of dashed wires, because dashes are slow: above it, all are solid."""
_LEAST_PX, _LEAST_FAR_PX, _PARTED_PX = 1.5, 24.0, 1.2
"""Shorter wires are left out; from so far that buses run into one another, short buses too."""
_SYMBOL_PX = 22.0
_NAMED_PX = 11.0
"""From this distance of buses on their names have room."""


def side_pattern(side: int) -> Qt.PenStyle:
    """Line pattern of a feed side; solid without a side."""
    return PATTERNS[side % len(PATTERNS)] if side >= 0 else Qt.PenStyle.SolidLine


def crossing(lines: Reals, seen: Bounds) -> Mask:
    """Mask of the horizontal or vertical lines in view."""
    inside: Mask = (
        (np.minimum(lines[:, 0], lines[:, 2]) <= seen.right)
        & (np.maximum(lines[:, 0], lines[:, 2]) >= seen.left)
        & (np.minimum(lines[:, 1], lines[:, 3]) <= seen.bottom)
        & (np.maximum(lines[:, 1], lines[:, 3]) >= seen.top)
    )
    return inside


def _in_view(boxes: Reals, seen: Bounds, least: float) -> Mask:
    """Mask of the wires in view with a minimum length, from `Diagram.wire_boxes`."""
    left, top, right, bottom, length = boxes
    inside: Mask = (left <= seen.right) & (right >= seen.left) & (top <= seen.bottom) & (bottom >= seen.top) & (length >= least)
    return inside


def clipped(lines: Reals, seen: Bounds, margin: float) -> Reals:
    """Lines clipped to the view, so that the painter does not process distant parts."""
    clipped_lines = lines.copy()
    clipped_lines[:, 0::2] = np.clip(clipped_lines[:, 0::2], seen.left - margin, seen.right + margin)
    clipped_lines[:, 1::2] = np.clip(clipped_lines[:, 1::2], seen.top - margin, seen.bottom + margin)
    return clipped_lines


def draw_sided(
    painter: QPainter, frame: Frame, lines: Reals, side: Ids, dead: Mask, spare: Mask, wide: float, *, patterned: bool = True
) -> None:
    """Draw lines in px by their sides."""
    patterned = patterned and len(lines) <= _MOST_PATTERNED
    faint = frame.theme.text.disabled
    codes = np.where(dead, -2, side)
    for code in np.unique(codes).tolist():
        for second in (False, True):
            chosen = (codes == code) & (spare == second)
            if not chosen.any():
                continue
            colour = faint if code == -2 else side_colour(frame.theme, code)
            pattern = Qt.PenStyle.DotLine if second or code == -2 else side_pattern(code)
            width = wide if code != -2 else 1.0
            whole_px = max(1, round(width))
            if not patterned or pattern == Qt.PenStyle.SolidLine:
                fill_rects(painter, _bars(lines[chosen], whole_px), colour)
                continue
            upright = chosen & (lines[:, 1] != lines[:, 3]) if tiled(frame) else chosen
            level = chosen & ~upright
            fill_dashed(painter, frame, _bars(lines[level], whole_px), colour, pattern, whole_px)
            draw_lines(painter, lines[upright], QPen(colour, width, pattern, Qt.PenCapStyle.FlatCap))


def _bars(lines: Reals, wide: float) -> Reals:
    """Horizontal and vertical lines as rectangles, which are faster to fill than lines are to draw."""
    low, high = np.minimum(lines[:, :2], lines[:, 2:]), np.maximum(lines[:, :2], lines[:, 2:])
    bars: Reals = np.concatenate([np.floor(low) - wide // 2, high - low + wide], axis=1)
    return bars


class WireLayer(StillLayer):
    """Paints the wires between the nodes above racks and the feeds and PDUs."""

    def __init__(self, scene: DiagramScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the wires in view."""
        diagram, loads = self._scene.diagram, self._scene.loads
        if diagram is None or loads is None:
            return
        wires, scale = diagram.wires, frame.camera.scale
        far = level_of(scale) <= Level.BLOCKS
        least = (_LEAST_FAR_PX if BUS * scale < _PARTED_PX else _LEAST_PX) / scale
        chosen = diagram.wires_above[_in_view(diagram.boxes_above, frame.seen, least)]
        if not far:
            order, first = diagram.wires_of_unit
            inner = order[ranges(first, np.flatnonzero(overlapping(diagram.reach_rects, frame.seen)))]
            chosen = np.concatenate([chosen, inner[_in_view(diagram.wire_boxes[:, inner], frame.seen, least)]])
        if not len(chosen):
            return
        lines = px_lines(frame, clipped(wires.lines[chosen], frame.seen, 40 / scale))
        side = diagram.side[0]
        end = np.where(wires.target[chosen] == ABSENT, wires.source[chosen], wires.target[chosen])
        dead = loads.dead[wires.source[chosen]] | (loads.dead[end] & (wires.target[chosen] != ABSENT))
        trunk = wires.trunk[chosen]
        usual = side[wires.source[chosen]]
        usual = np.where(usual == ABSENT, side[end], usual)
        for these, wide in ((~trunk, 1.25), (trunk, 1.25 if far else 2.0)):
            draw_sided(painter, frame, lines[these], usual[these], dead[these], wires.spare[chosen][these], wide, patterned=not far)
        if not far:
            self._dots(painter, frame, lines, wires.target[chosen], usual, dead)
        if BUS * scale >= _NAMED_PX:
            self._bus_names(painter, frame)

    def _dots(self, painter: QPainter, frame: Frame, lines: Reals, target: Ids, side: Ids, dead: Mask) -> None:
        """Dots where a feed leaves its bus; and a transformer where the voltage changes."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        leads = np.flatnonzero(target != ABSENT)
        for code in np.unique(side[leads]).tolist():
            here = leads[(side[leads] == code) & ~dead[leads]]
            spots = np.empty((len(here), 4))
            spots[:, :2] = np.floor(lines[here, :2]) - 2
            spots[:, 2:] = 5.0
            fill_rects(painter, spots, side_colour(frame.theme, code))
        changes = leads[diagram.changes_voltage[target[leads]] & (lines[leads, 3] - lines[leads, 1] >= 1.6 * _SYMBOL_PX)]
        direct = diagram.chain.plan.network.wiring
        for place in changes.tolist():
            x1, y1, x2, y2 = lines[place].tolist()
            kind = "rectifier" if direct[target[place]] == Wiring.DC else "transformer"
            middle = QPointF((x1 + x2) / 2, (y1 + y2) / 2)
            draw_symbol(painter, frame, kind, middle, _SYMBOL_PX, frame.theme.text.primary, frame.theme.surface.canvas)

    def _bus_names(self, painter: QPainter, frame: Frame) -> None:
        """The name of each bus at its left end, or where it enters the view."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        (places, nodes), camera, seen = diagram.bus_labels, frame.camera, frame.seen
        inside = (places[:, 0] < seen.right) & (places[:, 0] + places[:, 2] > seen.left)
        inside &= (places[:, 1] > seen.top) & (places[:, 1] < seen.bottom)
        x, y, wide = places[inside].T
        # Behind the first feed.
        left = np.maximum(camera.x_px(x + 40), 8.0)
        room = camera.x_px(x + wide) - left
        roomy = room > 40
        left, room, middle, nodes = left[roomy], room[roomy], camera.y_px(y)[roomy], nodes[inside][roomy]
        letters = ink("micro", strong=True)
        names = [diagram.chain.names[place] for place in diagram.chain.place_of_node[nodes].tolist()]
        taken = np.minimum(np.array([frame.texts.width(name, letters) + 4 for name in names]), room)
        grounds = np.stack([np.trunc(left) + 4, np.trunc(middle) - 6, np.trunc(taken), np.full(len(names), 12.0)], axis=1)
        fill_rects(painter, grounds, frame.theme.surface.canvas)
        sides = diagram.side[0][nodes]
        for side in np.unique(sides).tolist():
            here = np.flatnonzero(sides == side)
            words = [names[place] for place in here.tolist()]
            colour = side_colour(frame.theme, side)
            places_px = (left[here] + 6).tolist(), middle[here].tolist(), room[here].tolist()
            frame.texts.draw_many(painter, words, letters, colour, *places_px)
