"""Progress rings of the work on site in the rack drawing: done and failed; bars if there is no room."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.onsite.work_shares import Shares
from gpudesk.ui.canvas.batch import fill_rects
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import BLOCK_PX, overlapping, unit_px
from gpudesk.ui.places.layout.racks.canvas.elevation import CAP_MM
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.progress_ring import paint_ring

Reals = NDArray[np.float64]
THICK_PX = 3.0
LEAST_PX = 9.0
"""A body that is smaller on one side has no room for a bar."""
RING_PX = 13.0
"""A smaller ring cannot be read."""
LARGEST_RING_PX = 26.0


def paint_rings(painter: QPainter, frame: Frame, rings: Reals, shares: Shares, places: Ids) -> None:
    """Paint a ring into each square, shape (n, 4) in px, on a disc that hides the drawing below it.

    Args:
        places: indices of their rows.
    """
    is_asked = shares.asked[places]
    rings, places = rings[is_asked], places[is_asked]
    ground = frame.theme.surface.panel
    for rect, done, failed in zip(rings.tolist(), shares.done[places].tolist(), shares.failed[places].tolist(), strict=True):
        paint_ring(painter, QRectF(*rect), done, failed, 1.0, frame.theme, ground)


def paint_bars(painter: QPainter, frame: Frame, bars: Reals, shares: Shares, places: Ids) -> None:
    """Paint bars that fill from the left, or from the bottom if they are taller than wide, shape (n, 4) in px.

    Args:
        places: indices of their rows.
    """
    is_asked = shares.asked[places]
    bars, places = bars[is_asked], places[is_asked]
    done, failed = shares.done[places], shares.failed[places]
    fill_rects(painter, bars, frame.theme.border.strong)
    fill_rects(painter, _part(bars, np.zeros(len(bars)), done), frame.theme.severity["ok"].colour)
    fill_rects(painter, _part(bars, done, failed), frame.theme.severity["error"].colour)


def _part(bars: Reals, first: Reals, share: Reals) -> Reals:
    """The part of each bar after `first`; nonzero parts are at least one pixel."""
    upright = bars[:, 3] > bars[:, 2]
    long = np.where(upright, bars[:, 3], bars[:, 2])
    begin = np.minimum(np.rint(first * long), long - (share > 0))
    size = np.where(share > 0, np.maximum(np.rint((first + share) * long) - begin, 1.0), 0.0)
    # Only what is all done fills the bar.
    size = np.where((share < 1) & (first == 0), np.minimum(size, long - 1), size)
    parts = bars.copy()
    parts[upright, 1] += (long - begin - size)[upright]
    parts[upright, 3] = size[upright]
    parts[~upright, 0] += begin[~upright]
    parts[~upright, 2] = size[~upright]
    visible_parts: Reals = parts[size > 0]
    return visible_parts


class ElevationProgressLayer(StillLayer):
    """A ring on the upper edge of each rack, and one at the right edge of each device; a bar if there is no room for a ring."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        layout, work, snapshot = self._scene.layout, self._scene.work, self._scene.snapshot
        high = unit_px(frame)
        if work is None or snapshot is None or high < BLOCK_PX:
            return
        seen = np.flatnonzero(overlapping(layout.frames, frame.seen))
        frames = layout.frames[seen] * np.array([1.0, 1.0, 1.0, 0.0]) + np.array([0.0, 0.0, 0.0, CAP_MM])
        bars = frame.camera.rects(frames) + np.array([2.0, 2.0, -4.0, 0.0])
        bars[:, 3] = np.maximum(np.minimum(bars[:, 3] - 4, 2 * THICK_PX), THICK_PX)
        places = snapshot["rack"].positions(layout.rack_ids[layout.face_rack[seen]])
        known = (places != ABSENT) & (bars[:, 2] >= LEAST_PX)
        ringed = known & (bars[:, 2] >= 4 * RING_PX)
        paint_bars(painter, frame, bars[known & ~ringed], work.racks, places[known & ~ringed])
        paint_rings(painter, frame, on_edge(bars[ringed]), work.racks, places[ringed])
        entries = layout.entries
        drawn = np.flatnonzero(overlapping(entries.rects, frame.seen) & ~entries.beside)
        rects = frame.camera.rects(entries.rects[drawn])
        roomy = (rects[:, 3] >= LEAST_PX) & (rects[:, 2] >= 3 * LEAST_PX)
        drawn, rects = drawn[roomy], rects[roomy]
        ringed = (rects[:, 3] >= RING_PX + 4) & (rects[:, 2] >= 4 * RING_PX)
        paint_rings(painter, frame, _at_right(rects[ringed]), work.devices, entries.device[drawn[ringed]])
        drawn, rects = drawn[~ringed], rects[~ringed]
        bars = rects + np.array([0.0, 1.0, 0.0, -2.0])
        bars[:, 0] += rects[:, 2] - THICK_PX
        bars[:, 2] = THICK_PX
        paint_bars(painter, frame, bars, work.devices, entries.device[drawn])


def on_edge(edges: Reals) -> Reals:
    """A square around the center of each line from left to right, shape (n, 4) in px: half of it is outside the body."""
    size = np.clip(0.7 * edges[:, 2], RING_PX, LARGEST_RING_PX - 4)
    return np.stack([edges[:, 0] + (edges[:, 2] - size) / 2, edges[:, 1] - size / 2, size, size], axis=1)


def _at_right(rects: Reals) -> Reals:
    """A square in the middle of the right edge of each body, shape (n, 4) in px."""
    size = np.minimum(rects[:, 3] - 4, LARGEST_RING_PX)
    return np.stack([rects[:, 0] + rects[:, 2] - size - 3, rects[:, 1] + (rects[:, 3] - size) / 2, size, size], axis=1)
