"""Progress rings of the work on site on the floor: done and failed items of each rack and device; bars if there is no room."""

import numpy as np
from PySide6.QtGui import QPainter

from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.racks.canvas.progress_layer import (
    LEAST_PX,
    RING_PX,
    THICK_PX,
    on_edge,
    paint_bars,
    paint_rings,
)


class FloorProgressLayer(StillLayer):
    """A ring on the lower edge of each rack and floor device, where the name in its middle leaves room, or a bar at that edge."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint those in view."""
        layout, work = self._scene.layout, self._scene.work
        if layout is None or work is None or not len(layout):
            return
        seen = np.flatnonzero(overlapping(layout.rects, frame.seen))
        if self._scene.moved:
            seen = seen[~np.isin(seen, list(self._scene.moved))]
        rects = frame.camera.rects(layout.rects[seen])
        roomy = np.minimum(rects[:, 2], rects[:, 3]) >= LEAST_PX
        seen, rects = seen[roomy], rects[roomy]
        bars = rects + np.array([1.0, 0.0, -2.0, 0.0])
        bars[:, 1] += rects[:, 3] - THICK_PX - 1
        bars[:, 3] = THICK_PX
        rings = on_edge(rects + np.array([0.0, 1.0, 0.0, 0.0]) * rects[:, 3:])
        ringed = np.minimum(rects[:, 2], rects[:, 3]) >= RING_PX + 4
        for shares, which in ((work.racks, seen < layout.racks), (work.devices, seen >= layout.racks)):
            paint_bars(painter, frame, bars[which & ~ringed], shares, layout.place[seen[which & ~ringed]])
            paint_rings(painter, frame, rings[which & ringed], shares, layout.place[seen[which & ringed]])
