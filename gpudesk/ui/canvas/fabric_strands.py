"""Many soft curves at once: a picture of the strands between two rows, made from numpy arrays without a painter.

A painter takes 40 µs for each curve with smooth edges; here a curve is a short bar on each line of the picture. The two ends of a bar are
written into an array of differences whose running sum is the coverage, so that a flat curve costs no more than a steep one. What lies over
one another adds up, whatever the order.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from gpudesk.core.placement import Mask, Reals

Bytes = NDArray[np.uint8]
_WORK = 6_000
"""Bars that one frame draws while somebody moves the drawing."""
_MOST_ROWS = 24
"""More lines than these are not told apart while the drawing moves."""
_DASH_PX = 9.0


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """Curves from one height to another, shape (curves,).

    Attributes:
        low_x, high_x: ends at the lower and at the upper height, in px.
        colour: red, green and blue from 0 to 1, shape (curves, 3).
        strength: opacity from 0 to 1.
        wide: in px.
        dashed: which are dashed.
    """

    low_x: Reals
    high_x: Reals
    colour: Reals
    strength: Reals
    wide: Reals
    dashed: Mask

    def __len__(self) -> int:
        return len(self.low_x)


def draw_curves(painter: QPainter, curves: Curves, top: float, bottom: float, width: float, ratio: float, *, fine: bool) -> None:
    """Draw curves between two heights of a view that is `width` px wide; coarsely unless `fine`."""
    if not len(curves) or bottom - top < 4:
        return
    rows, columns = max(round((bottom - top) * ratio), 2), max(round(width * ratio), 2)
    if not fine:
        rows = max(min(rows // 2, _WORK // max(len(curves), 1), _MOST_ROWS), 12)
        columns = max(columns // 6, 2)
    image = curve_image(curves, rows, columns, (bottom - top) / rows, width / columns)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not fine)
    painter.drawImage(QRectF(0.0, top, width, bottom - top), image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


def curve_image(curves: Curves, rows: int, columns: int, row_px: float, column_px: float) -> QImage:
    """The picture of curves, `rows` high and `columns` wide, each of which stands for so many px."""
    share = (np.arange(rows) + 0.5)[:, None] / rows
    run = curves.low_x - curves.high_x
    middle = curves.high_x + run * (share * share * (3 - 2 * share))
    slope = np.abs(run) * (6 * share * (1 - share) / (rows * row_px))
    body = curves.wide * np.sqrt(1 + slope * slope)
    # A bar is as long as its curve runs on its line, so that no gaps are left.
    reach = np.maximum(body, np.maximum(slope * row_px, column_px))
    weight = curves.strength * (body / reach)
    if curves.dashed.any():
        long = np.sqrt(run * run + (rows * row_px) ** 2)
        weight = np.where(curves.dashed & ((share * long / _DASH_PX) % 1.0 > 0.55), 0.0, weight)
    limit = columns - 1e-6
    line = (np.arange(rows) * (columns + 2))[:, None]
    places, parts = [], []
    for edge, sign in ((middle - reach / 2, 1.0), (middle + reach / 2, -1.0)):
        at = np.clip(edge / column_px, 0.0, limit)
        whole: NDArray[np.int64] = at.astype(np.int64)
        rest = (at - whole) * weight
        place = line + whole
        places += [place.ravel(), place.ravel() + 1]
        parts += [(sign * (weight - rest)).ravel(), (sign * rest).ravel()]
    where, amount = np.concatenate(places), np.concatenate(parts)
    size = rows * (columns + 2)
    cover = _summed(where, amount, size, rows, columns)
    tint = [_summed(where, amount * np.tile(np.tile(curves.colour[:, channel], rows), 4), size, rows, columns) for channel in (2, 1, 0)]
    alpha: Reals = 1.0 - np.exp(-cover * 1.25)
    scale: Reals = np.where(cover > 1e-4, 255.0 * alpha / np.maximum(cover, 1e-4), 0.0)
    made: Bytes = np.empty((rows, columns, 4), np.uint8)
    for channel, part in enumerate(tint):
        made[:, :, channel] = np.clip(part * scale, 0, 255)
    made[:, :, 3] = np.clip(255.0 * alpha, 0, 255)
    # Rounding may not leave a colour stronger than its opacity.
    made[:, :, :3] = np.minimum(made[:, :, :3], made[:, :, 3:])
    return QImage(made.tobytes(), columns, rows, columns * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _summed(where: NDArray[np.int64], amount: Reals, size: int, rows: int, columns: int) -> Reals:
    differences: Reals = np.bincount(where, amount, size).astype(np.float64, copy=False)
    found: Reals = np.cumsum(differences.reshape(rows, columns + 2), axis=1)[:, :columns]
    return found
