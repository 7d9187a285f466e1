"""Marks of differences on the floor and in racks: each kind has a color and a shape; removed objects are ghosts.

Added: plus. Removed: minus, on a hatched ghost. Moved: arrow, with a ghost at the old position. Changed: dot.
Differences inside: a bare frame.
"""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.project.compare import Sort
from gpudesk.ui.canvas.batch import draw_lines, fill_rects, outline_rects
from gpudesk.ui.canvas.hatch import dashed_rects, hatch_tile
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.toolkit.theme.tokens import Theme

SORTS = tuple(Sort)
CAME, WENT, MOVED, CHANGED = range(len(SORTS))
SMALL_PX = 9.0
"""Below this width or height, the shape of an object shows its kind of difference without a badge."""
BADGE_PX = 14.0
_LEAST_BADGE_PX = 7.0
_PARTED_PX = 10.0
"""Minimum size of badges that are outlined against their background."""
_WASH = 0.72
_SPECK_PX = 6.0
"""Under this width or height only a speck of color is left of a mark."""
_LEAST_DASHED_PX = 20.0
MOST_ARROWS = 500
"""Maximum number of arrows for moved objects in view, chosen evenly."""
_FINE_ARROWS = 40
"""Maximum number of arrows in view that are drawn smoothly and with a halo."""
_LEAST_ARROW_PX = 12.0
_HEAD_PX = 7.0


def sort_colour(theme: Theme, sort: int) -> QColor:
    """The color of a sort by its place in `Sort`."""
    networks = theme.network
    return (networks.in_band, networks.power_a, networks.storage, networks.out_of_band)[sort]


def wash(theme: Theme) -> QColor:
    """Overlay for everything that is unchanged."""
    colour = QColor(theme.surface.canvas)
    colour.setAlphaF(_WASH)
    return colour


def paint_standing(painter: QPainter, frame: Frame, rects: Reals, sorts: Ids) -> None:
    """Paint frames and badges of existing objects, rectangles in px, shape (n, 4)."""
    for sort in (CHANGED, MOVED, CAME):
        chosen = rects[sorts == sort]
        if not len(chosen):
            continue
        colour = sort_colour(frame.theme, sort)
        small = np.minimum(chosen[:, 2], chosen[:, 3]) < SMALL_PX
        _small(painter, frame, chosen[small], sort, colour)
        large = chosen[~small]
        outline_rects(painter, large + np.array([-1.0, -1.0, 2.0, 2.0]), colour, 2.0)
        paint_badges(painter, frame.theme, badge_boxes(large), sort)


def _small(painter: QPainter, frame: Frame, rects: Reals, sort: int, colour: QColor) -> None:
    """Paint very small objects: filled if added, hollow if moved, filled in the lower half if changed."""
    specks = np.minimum(rects[:, 2], rects[:, 3]) < _SPECK_PX
    fill_rects(painter, rects[specks], colour)
    rects = rects[~specks]
    if sort == MOVED:
        fill_rects(painter, rects, frame.theme.surface.canvas)
        outline_rects(painter, rects, colour, 1.0)
        return
    if sort == CHANGED:
        outline_rects(painter, rects, colour, 1.0)
        x, y, wide, high = rects.T
        rects = np.stack([x, y + high / 2, wide, high / 2], axis=1)
    fill_rects(painter, rects, colour)


def badge_boxes(rects: Reals) -> Reals:
    """Positions of the badges of objects: in their upper left corners, shape (n, 4)."""
    side = np.clip(np.floor(np.minimum(rects[:, 2], rects[:, 3]) * 0.55), _LEAST_BADGE_PX, BADGE_PX)
    return np.stack([rects[:, 0] + 1, rects[:, 1] + 1, side, side], axis=1)


def paint_badges(painter: QPainter, theme: Theme, boxes: Reals, sort: int) -> None:
    """Badges of one sort in squares of px, shape (n, 4)."""
    if len(boxes):
        roomy = boxes[boxes[:, 2] >= _PARTED_PX]
        fill_rects(painter, roomy + np.array([-1.0, -1.0, 2.0, 2.0]), theme.surface.canvas)
        fill_rects(painter, boxes, sort_colour(theme, sort))
        fill_rects(painter, glyphs(boxes, sort), theme.surface.canvas)


def paint_hollow(painter: QPainter, theme: Theme, boxes: Reals) -> None:
    """The badge of a rack in which something differs: a bare frame with a dot."""
    if len(boxes):
        fill_rects(painter, boxes, theme.surface.canvas)
        outline_rects(painter, boxes, theme.text.primary, 1.0)
        fill_rects(painter, glyphs(boxes, CHANGED), theme.text.primary)


def glyphs(boxes: Reals, sort: int) -> Reals:
    """The shape of a sort in squares of px, as rectangles, shape (m, 4)."""
    x, y, side, _ = boxes.T
    unit = np.maximum(np.round(side / 7), 1.0)
    low, long = 1.5 * unit, side - 3 * unit
    middle = (side - unit) / 2
    if sort == WENT:
        return np.stack([x + low, y + middle, long, unit], axis=1)
    if sort == CAME:
        level = np.stack([x + low, y + middle, long, unit], axis=1)
        return np.concatenate([level, np.stack([x + middle, y + low, unit, long], axis=1)])
    if sort == MOVED:
        # An arrow head to the right, in bars.
        bars = 4
        wide = long / bars
        parts = []
        for bar in range(bars):
            tall = long * (1 - bar / bars)
            parts.append(np.stack([x + low + bar * wide, y + (side - tall) / 2, wide, tall], axis=1))
        return np.concatenate(parts)
    dot = long * 0.75
    slim = dot * 0.6
    level = np.stack([x + (side - dot) / 2, y + (side - slim) / 2, dot, slim], axis=1)
    return np.concatenate([level, np.stack([x + (side - slim) / 2, y + (side - dot) / 2, slim, dot], axis=1)])


def paint_ghosts(painter: QPainter, frame: Frame, rects: Reals, sorts: Ids) -> None:
    """Paint old positions, rectangles in px, shape (n, 4): hatched if removed, plain if moved elsewhere."""
    for sort in (MOVED, WENT):
        chosen = rects[sorts == sort]
        if not len(chosen):
            continue
        colour = sort_colour(frame.theme, sort)
        large = np.minimum(chosen[:, 2], chosen[:, 3]) >= SMALL_PX
        ground = QColor(frame.theme.surface.canvas)
        ground.setAlphaF(0.6)
        fill_rects(painter, chosen[large], ground)
        if sort == WENT:
            fill_rects(painter, chosen[large], QBrush(hatch_tile(colour.rgba(), frame.camera.ratio)))
        dashed = large & (chosen[:, 2] >= _LEAST_DASHED_PX)
        dashed_rects(painter, chosen[dashed], colour, 1.5)
        specks = ~large & (np.minimum(chosen[:, 2], chosen[:, 3]) < _SPECK_PX)
        outline_rects(painter, chosen[~dashed & ~specks], colour, 1.0)
        if sort == WENT:
            fill_rects(painter, chosen[specks], colour)
        if sort == WENT:
            paint_badges(painter, frame.theme, badge_boxes(chosen[large]), WENT)


def paint_arrows(painter: QPainter, frame: Frame, starts: Reals, ends: Reals) -> None:
    """Paint arrows from old to new positions, points in px, shape (n, 2) each; very short ones are omitted."""
    way = ends - starts
    length = np.hypot(way[:, 0], way[:, 1])
    shown = np.flatnonzero((length >= _LEAST_ARROW_PX) & _crossing(starts, ends, frame))
    if not len(shown):
        return
    if len(shown) > MOST_ARROWS:
        shown = shown[np.linspace(0, len(shown) - 1, MOST_ARROWS).astype(np.int64)]
    starts, ends, ahead = starts[shown], ends[shown], way[shown] / length[shown][:, None]
    aside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    lines = [np.concatenate([starts, ends], axis=1)]
    lines += [np.concatenate([ends, ends - ahead * _HEAD_PX + turn * aside * _HEAD_PX * 0.6], axis=1) for turn in (-1, 1)]
    everything = np.concatenate(lines)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(shown) <= _FINE_ARROWS)
    if len(shown) <= _FINE_ARROWS:
        draw_lines(painter, everything, QPen(frame.theme.surface.canvas, 4.0))
    pen = QPen(sort_colour(frame.theme, MOVED), 1.5 if len(shown) <= _FINE_ARROWS else 1.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    draw_lines(painter, everything, pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _crossing(starts: Reals, ends: Reals, frame: Frame) -> Mask:
    """Whose rectangles between start and end reach into the view."""
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    inside: Mask = (low[:, 0] <= frame.camera.width) & (high[:, 0] >= 0) & (low[:, 1] <= frame.camera.height) & (high[:, 1] >= 0)
    return inside
