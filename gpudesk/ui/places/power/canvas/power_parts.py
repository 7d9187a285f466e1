"""Common parts of the layers of a one-line diagram: members of racks, and wires on whole px."""

import numpy as np
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.layer import Frame


def ranges(first: Ids, members: Ids) -> Ids:
    """The numbers from `first[m]` up to `first[m + 1]` of some members, in sequence."""
    counts = first[members + 1] - first[members]
    starts: Ids = np.repeat(first[members] - np.cumsum(counts) + counts, counts)
    return starts + np.arange(int(counts.sum()))


def faint(ink: QColor) -> QColor:
    """The ink of a pattern over text: both stay visible."""
    color = QColor(ink)
    color.setAlphaF(0.4)
    return color


def px_lines(frame: Frame, lines: Reals) -> Reals:
    """Lines (x1, y1, x2, y2) in px, in the middle of whole ones, shape (n, 4)."""
    pixel_lines = np.empty_like(lines)
    pixel_lines[:, 0::2] = np.floor(frame.camera.x_px(lines[:, 0::2])) + 0.5
    pixel_lines[:, 1::2] = np.floor(frame.camera.y_px(lines[:, 1::2])) + 0.5
    return pixel_lines


def inset(rects: Reals, by_px: float) -> Reals:
    """Rectangles without their edges, shape (n, 4)."""
    inner_rects: Reals = rects + np.array([by_px, by_px, -2 * by_px, -2 * by_px])
    inner_rects[:, 2:] = np.maximum(inner_rects[:, 2:], 0.0)
    return inner_rects


def boxes(painter: QPainter, rects: Reals, fill: QColor, line: QColor, width_px: float = 1.0) -> None:
    """Fill rectangles and draw their edges inside them: twice as many fills, where outlines would be four more each."""
    fill_rects(painter, rects, line)
    fill_rects(painter, inset(rects, width_px), fill)
