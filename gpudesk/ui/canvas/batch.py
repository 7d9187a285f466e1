"""Many rectangles or lines in one call of the painter, straight from numpy arrays."""

from typing import TypeVar

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

Reals = NDArray[np.float64]
_Shape = TypeVar("_Shape", QRectF, QLineF, QPointF)


def _first(kept: Reals, shape: type[_Shape]) -> _Shape:
    """The first row of an array of doubles as Qt's type, which has the same layout; the array must stay alive."""
    wrapped: _Shape = shiboken6.wrapInstance(kept.__array_interface__["data"][0], shape)  # type: ignore[assignment]
    return wrapped


def fill_rects(painter: QPainter, rects: Reals, brush: QColor | QBrush) -> None:
    """Fill rectangles (x, y, width, height) in px, shape (n, 4), without outlines."""
    if not len(rects):
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    contiguous = np.ascontiguousarray(rects, np.float64)
    painter.drawRects(_first(contiguous, QRectF), len(contiguous))


def outline_rects(painter: QPainter, rects: Reals, colour: QColor, width_px: float = 1.0) -> None:
    """Draw the outlines of rectangles (x, y, width, height) inside their edges as crisp bars, shape (n, 4)."""
    if not len(rects):
        return
    bars = np.empty((4, len(rects), 4))
    bars[:] = rects
    above, below, sides = bars[0], bars[1], bars[2:]
    above[:, 3] = below[:, 3] = sides[:, :, 2] = width_px
    below[:, 1] += rects[:, 3] - width_px
    sides[:, :, 1] += width_px
    sides[:, :, 3] = np.maximum(sides[:, :, 3] - 2 * width_px, 0)
    sides[1, :, 0] += rects[:, 2] - width_px
    fill_rects(painter, bars.reshape(-1, 4), colour)


def draw_lines(painter: QPainter, lines: Reals, pen: QPen | QColor) -> None:
    """Draw lines (x1, y1, x2, y2) in px, shape (n, 4)."""
    if not len(lines):
        return
    painter.setPen(pen)
    contiguous = np.ascontiguousarray(lines, np.float64)
    painter.drawLines(_first(contiguous, QLineF), len(contiguous))


def fill_groups(painter: QPainter, rects: Reals, group: NDArray[np.int64], colours: list[QColor]) -> None:
    """Fill rectangles by color: rectangle i takes `colours[group[i]]`; those of a negative group are left out."""
    # Numpy sorts short integers by radix.
    order = np.argsort(group.astype(np.int16), kind="stable")
    sorted_rects, sorted_group = rects[order], group[order]
    starts = np.searchsorted(sorted_group, np.arange(len(colours) + 1))
    for number, colour in enumerate(colours):
        low, high = int(starts[number]), int(starts[number + 1])
        if high > low:
            fill_rects(painter, sorted_rects[low:high], colour)
