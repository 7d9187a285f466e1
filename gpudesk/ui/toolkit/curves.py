"""Curves for a painter, straight from numpy."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPolygonF
from shiboken6 import VoidPtr

from gpudesk.monitor.readings.history import Curve

_POINT_BYTES = 16


def polygon(x: NDArray[np.float64], y: NDArray[np.float64]) -> QPolygonF:
    """A line through points, without a Python object for each."""
    line = QPolygonF()
    line.resize(len(x))
    if len(x):
        # The types that come with shiboken leave out that an address may be any object of Qt, that it has a size, and that it is a buffer.
        pointer: Any = VoidPtr
        memory = np.frombuffer(pointer(line.data(), len(x) * _POINT_BYTES, True), dtype=np.float64)
        memory[0::2] = x
        memory[1::2] = y
    return line


def polygons(curve: Curve, area: QRectF, low: float, high: float) -> list[QPolygonF]:
    """The lines of a curve with times as shares of the width: minimum to maximum in each column, with gaps for missing data.

    Args:
        low, high: values at the bottom and top of the area.
    """
    shares, least, most = curve
    if not len(shares):
        return []
    scale = area.height() / (high - low)
    along = area.left() + shares * area.width()
    if least is most:
        x, y = along, most
    else:
        x, y = np.repeat(along, 2), np.empty(2 * len(shares))
        y[0::2], y[1::2] = most, least
    y = area.bottom() + low * scale - y * scale
    there = np.isfinite(y)
    if there.all():
        return [polygon(x, y)]
    edges = np.flatnonzero(np.diff(there.astype(np.int8), prepend=0, append=0))
    return [polygon(x[start:end], y[start:end]) for start, end in zip(edges[0::2], edges[1::2], strict=True)]
