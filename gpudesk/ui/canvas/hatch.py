"""Hatched ground and dashed lines as tiles, which are filled faster than Qt's own patterns and dashes, and lie with the drawing."""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPixmap

from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.layer import Frame

_SIDE_PX = 64
"""A tile is at least as long: many small ones take as long as Qt's own patterns."""
_LONG_PX, _ACROSS_PX = 256, 8
_DASH_PX, _GAP_PX = 4.0, 3.0
DASHES = {Qt.PenStyle.DashLine: (5, 3), Qt.PenStyle.DashDotLine: (5, 3, 1, 3), Qt.PenStyle.DotLine: (1, 3)}
"""Pattern → alternating px drawn and omitted, for a line of one px."""


def tiled(frame: Frame) -> bool:
    """Whether patterns are drawn with tiles: on screens with whole px, not on paper."""
    return not frame.exact and frame.camera.ratio == 1.0


def fill_hatched(painter: QPainter, frame: Frame, rects: Reals, ink: QColor, pattern: Qt.BrushStyle) -> None:
    """Fill rectangles (x, y, width, height) in px with a pattern of Qt's, shape (n, 4)."""
    if not len(rects):
        return
    if not tiled(frame):
        fill_rects(painter, rects, QBrush(ink, pattern))
        return
    _fill(painter, frame, rects, _hatch(ink.rgba(), pattern))


def fill_dashed(painter: QPainter, frame: Frame, bars: Reals, ink: QColor, pattern: Qt.PenStyle, width_px: int) -> None:
    """Draw horizontal lines, given as rectangles of whole px of shape (n, 4), in dashes; only if `tiled`.

    Vertical ones are drawn faster as lines: a tile would restart at each px of their height.
    """
    if len(bars):
        _fill(painter, frame, bars, _dashes(ink.rgba(), pattern, width_px))


def _fill(painter: QPainter, frame: Frame, rects: Reals, brush: QBrush) -> None:
    painter.setBrushOrigin(QPointF(frame.camera.shift_x, frame.camera.shift_y))
    fill_rects(painter, rects, brush)
    painter.setBrushOrigin(QPointF())


@lru_cache(maxsize=200)
def _hatch(rgba: int, pattern: Qt.BrushStyle) -> QBrush:
    tile = QPixmap(_SIDE_PX, _SIDE_PX)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.fillRect(tile.rect(), QBrush(QColor.fromRgba(rgba), pattern))
    painter.end()
    return QBrush(tile)


@lru_cache(maxsize=200)
def _dashes(rgba: int, pattern: Qt.PenStyle, width_px: int) -> QBrush:
    steps = np.array(DASHES[pattern]) * width_px
    period = int(steps.sum())
    length = period * -(-_LONG_PX // period)
    tile = QPixmap(length, _ACROSS_PX)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    for start in range(0, length, period):
        for place in range(0, len(steps), 2):
            at, long = start + int(steps[:place].sum()), int(steps[place])
            painter.fillRect(at, 0, long, _ACROSS_PX, QColor.fromRgba(rgba))
    painter.end()
    return QBrush(tile)


def pattern_ink(ground: QColor) -> QColor:
    """The ink of a pattern on a background: visible, but text on it stays legible."""
    dark = ground.lightnessF() < 0.5
    return QColor(255, 255, 255, 110) if dark else QColor(0, 0, 0, 90)


def dashed_rect(painter: QPainter, rect: QRectF, colour: QColor, width_px: float = 1.0) -> None:
    """A crisp dashed frame inside `rect`."""
    dashed_rects(painter, np.array([[rect.left(), rect.top(), rect.width(), rect.height()]]), colour, width_px)


def dashed_rects(painter: QPainter, rects: Reals, colour: QColor, width_px: float = 1.0) -> None:
    """Crisp dashed frames inside rectangles of px, shape (n, 4): bars, because Qt lays its dashes elsewhere in each clip."""
    if not len(rects):
        return
    x, y, wide, high = rects.T
    bars = []
    for start, length, near, far, level in ((x, wide, y, y + high - width_px, True), (y, high, x, x + wide - width_px, False)):
        count = np.ceil(length / (_DASH_PX + _GAP_PX)).astype(np.int64)
        owner = np.repeat(np.arange(len(rects)), count)
        along = (np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)) * (_DASH_PX + _GAP_PX)
        dash = np.minimum(_DASH_PX, length[owner] - along)
        thick = np.full(len(owner), width_px)
        for edge in (near, far):
            at = start[owner] + along
            bars.append(np.stack([at, edge[owner], dash, thick] if level else [edge[owner], at, thick, dash], axis=1))
    fill_rects(painter, np.concatenate(bars), colour)


def hatch(painter: QPainter, rect: QRectF, colour: QColor, frame: Frame, ground: QColor | None = None) -> None:
    """Lines of 45°, 6 px apart, in `rect`."""
    if ground is not None:
        painter.fillRect(rect, ground)
    brush = QBrush(hatch_tile(colour.rgba(), frame.camera.ratio))
    painter.setBrushOrigin(QPointF(rect.left() % 6, rect.bottom() % 6))
    painter.fillRect(rect, brush)
    painter.setBrushOrigin(QPointF(0, 0))


@lru_cache(maxsize=32)
def hatch_tile(rgba: int, ratio: float) -> QImage:
    """The pattern of hatched areas as a picture for tiling."""
    size = 6
    tile = QImage(round(size * ratio), round(size * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    tile.setDevicePixelRatio(ratio)
    tile.fill(0)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor.fromRgba(rgba), 1.0))
    for shift in (-size, 0, size):
        painter.drawLine(QPointF(shift - 1, size + 1), QPointF(shift + size + 1, -1))
    painter.end()
    return tile
