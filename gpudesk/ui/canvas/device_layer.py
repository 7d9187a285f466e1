"""Devices in their racks: blocks from afar, faces close up, with names, paint and marks of findings."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.ui import theme
from gpudesk.ui.canvas.batch import fill_groups, fill_rects, outline_rects
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.rack_layer import BLOCK_PX, PORTS_PX, overlapping, unit_px
from gpudesk.ui.canvas.scene import ElevationScene
from gpudesk.ui.canvas.skin import skin
from gpudesk.ui.canvas.text import Ink

Reals = NDArray[np.float64]


class DeviceLayer:
    """Everything that stands in the racks."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the devices in view."""
        layout = self._scene.layout
        seen = np.flatnonzero(overlapping(layout.entries.rects, frame.seen))
        if not len(seen):
            return
        high = unit_px(frame)
        rects = frame.camera.rects(layout.entries.rects[seen])
        if high >= BLOCK_PX:
            # A line of the rack shows between devices.
            rects[:, 3] -= 1.0 / frame.camera.ratio if high < PORTS_PX else 1.0
        rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / frame.camera.ratio)
        self._blocks(painter, frame, seen, rects)
        if high >= BLOCK_PX:
            self._names(painter, frame, seen, rects)

    def _blocks(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals) -> None:
        group, colours = self._colours(frame, seen)
        fill_groups(painter, rects, group, colours)

    def _colours(self, frame: Frame, seen: Ids) -> tuple[Ids, list[QColor]]:
        """The colour of each of `seen` as a place in a list; a dimmed device has the second half of it."""
        paint, scene = self._scene.paint, self._scene
        devices = scene.layout.entries.device[seen]
        if paint is None:
            places, colours = scene.blocks()
            group = places[devices]
        else:
            group = paint.step[devices]
            colours = [entry.colour for entry in paint.legend]
            colours = [*colours, frame.theme.border.default]
            group = np.where(group == ABSENT, len(colours) - 1, group)
        if scene.dimmed is not None and scene.dimmed.any():
            ground = frame.theme.surface.sunken
            group = group + len(colours) * scene.dimmed[devices]
            colours = colours + [theme.mix(colour, ground, 0.75) for colour in colours]
        return group, colours

    def _names(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals) -> None:
        scene = self._scene
        if scene.snapshot is None:
            return
        metal = skin(frame.theme)
        names = scene.snapshot["device"]["name"]
        ink = Ink("micro", strong=True)
        outline_rects(painter, rects, metal.outline)
        for place in np.flatnonzero((rects[:, 3] >= 11) & (rects[:, 2] >= 30)):
            x, y, w, h = rects[place]
            name = names[scene.layout.entries.device[seen[place]]]
            frame.texts.draw(painter, name, ink, metal.ink, x + 5, y + h / 2, room=w - 10)


def plate(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """A ground for text on a face."""
    painter.fillRect(rect, colour)


__all__ = ["DeviceLayer", "fill_rects", "plate"]
