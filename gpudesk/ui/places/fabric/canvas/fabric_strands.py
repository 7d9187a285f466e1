"""Many smooth curves at once: a picture of the strands between two rows, made from numpy arrays without a painter.

A painter takes 40 µs for each antialiased curve; here a curve is a short bar on each line of the picture. The two ends of a bar are
written into an array of differences whose running sum is the coverage, so that a flat curve costs no more than a steep one.
Overlapping curves add up, in any order.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.batch import draw_lines

Bytes = NDArray[np.uint8]
_WORK = 6_000
"""Bars that one frame draws while somebody moves the drawing."""
_MOST_ROWS, _LEAST_ROWS = 24, 12
"""Maximum number of lines while the drawing moves (more are not visible), and minimum (fewer turn curves into stairs)."""
_COARSE_PX = 6
"""How wide a point of the picture is while the drawing moves."""
_DASH_PX, _DASH_SHARE = 9.0, 0.55
"""Distance from dash to dash, and its drawn share."""
_DENSE = 1.25
MOST_LINES = 64
"""More curves than these are quicker as a picture."""
_PIECES, _MOST_DASHES = 24, 600


@dataclass(frozen=True, slots=True, eq=False)
class Curves:
    """Curves from one height to another, shape (curves,).

    Attributes:
        low_x, high_x: ends at the lower and at the upper height, in px.
        paint: which color of the palette.
        palette: red, green and blue from 0 to 1, shape (colors, 3).
        strength: opacity from 0 to 1.
        wide: in px.
        dashed: which are dashed.
    """

    low_x: Reals
    high_x: Reals
    paint: Ids
    palette: Reals
    strength: Reals
    wide: Reals
    dashed: Mask

    def __len__(self) -> int:
        return len(self.low_x)


def fine_picture(curves: Curves, high_px: float, wide_px: float, ratio: float) -> QImage:
    """The picture of curves on a clear ground, with a point for each device pixel."""
    rows, columns = max(round(high_px * ratio), 2), max(round(wide_px * ratio), 2)
    alpha, tint = _painted(curves, rows, columns, high_px / rows, wide_px / columns)
    return _clear(alpha, tint)


def coarse_picture(curves: Curves, high_px: float, wide_px: float, ratio: float, ground: QColor | None, opacity: float = 1.0) -> QImage:
    """The low-resolution picture of curves while the drawing moves: on an opaque background, or a transparent one with None.

    Dashes would be lost between its lines: dashed curves are drawn solid, but correspondingly fainter.
    """
    rows = max(min(round(high_px * ratio) // 2, _WORK // max(len(curves), 1), _MOST_ROWS), _LEAST_ROWS)
    columns = max(round(wide_px * ratio) // _COARSE_PX, 2)
    alpha, tint = _painted(curves, rows, columns, high_px / rows, wide_px / columns, dashes=False)
    if ground is None:
        return _clear(alpha * opacity, tuple(part * opacity for part in tint))
    behind = 1.0 - opacity * alpha
    pixels: Bytes = np.empty((rows, columns, 4), np.uint8)
    pixels[:, :, 3] = 255
    for channel, (part, shade) in enumerate(zip(tint, (ground.redF(), ground.greenF(), ground.blueF()), strict=True)):
        pixels[:, :, 2 - channel] = (255.0 * opacity) * part + (255.0 * shade) * behind + 0.5
    return _image(pixels, QImage.Format.Format_RGB32)


def draw_curves(painter: QPainter, curves: Curves, top: float, bottom: float) -> None:
    """Draw some curves between two heights as lines with smooth edges, at most `MOST_LINES`: as quick at rest as while they move."""
    lines, curve = _lines(curves, top, bottom)
    pens = np.stack([curves.paint, curves.wide, curves.strength], axis=1)[curve]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for paint, wide, strength in sorted(set(zip(curves.paint.tolist(), curves.wide.tolist(), curves.strength.tolist(), strict=True))):
        colour = QColor.fromRgbF(*curves.palette[paint].tolist())
        colour.setAlphaF(strength)
        drawn = lines[(pens == (paint, wide, strength)).all(axis=1)]
        draw_lines(painter, drawn, QPen(colour, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _lines(curves: Curves, top: float, bottom: float) -> tuple[Reals, Ids]:
    """The segments or dashes of curves, shape (lines, 4), and the curve of each."""
    pitch = np.where(curves.dashed, _DASH_PX / np.hypot(curves.low_x - curves.high_x, bottom - top), 1 / _PIECES)
    # Of what ends far out of view no thousands of dashes are drawn there.
    pitch = np.maximum(pitch, 1 / _MOST_DASHES)
    count = np.ceil(1 / pitch - 1e-9).astype(np.int64)
    curve = np.repeat(np.arange(len(curves)), count)
    begin = (np.arange(len(curve)) - np.repeat(np.cumsum(count) - count, count)) * pitch[curve]
    end = np.minimum(begin + (np.where(curves.dashed, _DASH_SHARE, 1.0) * pitch)[curve], 1.0)
    lines = np.empty((len(curve), 4))
    run = curves.low_x - curves.high_x
    for place, share in ((0, begin), (2, end)):
        lines[:, place] = curves.high_x[curve] + run[curve] * (share * share * (3 - 2 * share))
        lines[:, place + 1] = top + (bottom - top) * share
    return lines, curve


def draw_coarse(painter: QPainter, picture: QImage, top: float, bottom: float, width: float) -> None:
    """Draw a coarse picture between two heights of a view that is `width` px wide."""
    if not picture.hasAlphaChannel():
        # To double points is much quicker than to find each between its neighbors, and in a soft picture it is not visible.
        half = QImage(max(round(width / 2), 1), max(round((bottom - top) / 2), 1), picture.format())
        between = QPainter(half)
        _stretch(between, QRectF(half.rect()), picture)
        between.end()
        painter.drawImage(QRectF(0.0, top, width, bottom - top), half)
    else:
        _stretch(painter, QRectF(0.0, top, width, bottom - top), picture)


def _stretch(painter: QPainter, rect: QRectF, picture: QImage) -> None:
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.drawImage(rect, picture)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)


class KeptPictures:
    """Pictures by a key, each valid as long as its content is the same object."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[QImage, tuple[object, ...]]] = {}

    def get(self, key: tuple[int, int], *shown: object) -> QImage | None:
        """The picture of exactly these objects, None if there is none."""
        known = self._kept.get(key)
        same = known is not None and all(one is other for one, other in zip(known[1], shown, strict=True))
        return known[0] if known is not None and same else None

    def keep(self, key: tuple[int, int], picture: QImage, *shown: object) -> QImage:
        """Keep the picture of some objects in the place of that of others."""
        self._kept[key] = picture, shown
        return picture


def _image(points: Bytes, form: QImage.Format) -> QImage:
    rows, columns = points.shape[:2]
    # The picture keeps the bytes alive that it is made from.
    return QImage(points.data, columns, rows, columns * 4, form)


def _clear(alpha: Reals, tint: tuple[Reals, ...]) -> QImage:
    """A picture on a clear ground."""
    pixels: Bytes = np.empty((*alpha.shape, 4), np.uint8)
    pixels[:, :, 3] = 255.0 * alpha
    for channel, part in enumerate(tint):
        # Rounding may not leave a color stronger than its opacity.
        np.minimum((255.0 * part).astype(np.uint8), pixels[:, :, 3], out=pixels[:, :, 2 - channel])
    return _image(pixels, QImage.Format.Format_ARGB32_Premultiplied)


def _painted(
    curves: Curves, rows: int, columns: int, row_px: float, column_px: float, *, dashes: bool = True
) -> tuple[Reals, tuple[Reals, ...]]:
    """Opacity, and premultiplied red, green and blue, from 0 to 1, of a picture with this number of px per point."""
    where, amount = _edges(curves, rows, columns, row_px, column_px, dashes=dashes)
    used = np.unique(curves.paint)
    cover = _summed(where, amount, rows, columns)
    alpha: Reals = 1.0 - np.exp(cover * -_DENSE)
    if len(used) == 1:
        return alpha, tuple(alpha * shade for shade in curves.palette[used[0]].tolist())
    scale = alpha / np.maximum(cover, 1e-4)
    colour = curves.palette[curves.paint]
    tint = tuple(np.clip(_summed(where, amount * colour[:, channel], rows, columns) * scale, 0.0, 1.0) for channel in range(3))
    return alpha, tint


def _edges(curves: Curves, rows: int, columns: int, row_px: float, column_px: float, *, dashes: bool) -> tuple[NDArray[np.int64], Reals]:
    """By how much the coverage differs from the point before, where bars begin and end: shape (4, rows, curves)."""
    share = (np.arange(rows) + 0.5)[:, None] / rows
    run = curves.low_x - curves.high_x
    middle = curves.high_x + run * (share * share * (3 - 2 * share))
    slope = np.abs(run) * (6 * share * (1 - share) / (rows * row_px))
    body = curves.wide * np.sqrt(1 + slope * slope)
    # A bar is as long as its curve runs on its line, so that no gaps are left.
    reach = np.maximum(body, np.maximum(slope * row_px, column_px))
    weight = curves.strength * body / reach
    if curves.dashed.any():
        if dashes:
            long = np.sqrt(run * run + (rows * row_px) ** 2)
            weight[curves.dashed & ((share * long / _DASH_PX) % 1.0 > _DASH_SHARE)] = 0.0
        else:
            weight *= np.where(curves.dashed, _DASH_SHARE, 1.0)
    reach *= 0.5
    at = np.empty((2, rows, len(curves)))
    np.subtract(middle, reach, out=at[0])
    np.add(middle, reach, out=at[1])
    at *= 1 / column_px
    np.minimum(np.maximum(at, 0.0, out=at), columns - 1e-6, out=at)
    where, amount = np.empty((4, rows, len(curves)), np.int64), np.empty((4, rows, len(curves)))
    where[:2] = at
    at -= where[:2]
    np.multiply(at, weight, out=amount[2:])
    np.subtract(weight, amount[2:], out=amount[:2])
    amount[1::2] *= -1
    where[:2] += (np.arange(rows) * (columns + 2))[:, None]
    np.add(where[:2], 1, out=where[2:])
    return where, amount


def _summed(where: NDArray[np.int64], amount: Reals, rows: int, columns: int) -> Reals:
    """The coverage from its differences, shape (rows, columns)."""
    differences: Reals = np.bincount(where.ravel(), amount.ravel(), rows * (columns + 2)).astype(np.float64, copy=False)
    coverage: Reals = np.cumsum(differences.reshape(rows, columns + 2), axis=1)[:, :columns]
    # What is left over of a sum that comes to nothing must not be taken for a shade.
    return np.maximum(coverage, 0.0, out=coverage)
