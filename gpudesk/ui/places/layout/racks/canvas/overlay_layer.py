"""Hover, selection and the rubber band: what follows the pointer and the keyboard."""

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QRegion

from gpudesk.ui.canvas.batch import outline_rects
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import REACH_PX, frame_rect, label, px_rect
from gpudesk.ui.canvas.hatch import dashed_rect, hatch
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.theme import theme

_PARTS_OF_REGION = 40


class SelectionLayer(StillLayer):
    """Outlines of selected, hovered and current objects.

    Attributes:
        selected: in selection order.
        hovered: object under the pointer.
        current: object with keyboard focus; ringed if `ring`.
        band: the rubber band in px.
        reserving: units that are being reserved, in px, and their name.
    """

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene
        self.selected: tuple[ObjectRef, ...] = ()
        self.hovered: ObjectRef | None = None
        self.current: ObjectRef | None = None
        self.ring = False
        self.band: QRectF | None = None
        self.reserving: tuple[QRectF, str] | None = None

    def extent(self, camera: Camera, refs: Iterable[ObjectRef]) -> QRegion:
        """The pixels that marks of some objects touch."""
        rects = self._scene.rects_of(refs)
        if len(rects) > _PARTS_OF_REGION:
            # A region of many parts costs more than it saves.
            low, high = rects[:, :2].min(axis=0), (rects[:, :2] + rects[:, 2:]).max(axis=0)
            rects = np.concatenate([low, high - low]).reshape(1, 4)
        region = QRegion()
        for rect in rects.tolist():
            region += px_rect(camera, tuple(rect)).toAlignedRect().adjusted(-REACH_PX, -REACH_PX, REACH_PX, REACH_PX)
        return region

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks."""
        colours = frame.theme
        if self.hovered is not None and self.hovered not in self.selected:
            self._outline(painter, frame, [self.hovered], colours.accent, 1.0, 0.0)
        self._outline(painter, frame, self.selected, colours.selection_line, theme.metrics().line["selection"], 1.0)
        if self.ring and self.current is not None:
            self._outline(painter, frame, [self.current], colours.focus_ring, theme.metrics().line["focus"], 4.0)
        elif self.ring:
            whole_view = QRectF(1, 1, frame.camera.width - 2, frame.camera.height - 2)
            frame_rect(painter, whole_view, colours.focus_ring, theme.metrics().line["focus"])
        if self.band is not None:
            fill = QColor(colours.accent)
            fill.setAlphaF(0.14)
            painter.fillRect(self.band, fill)
            frame_rect(painter, self.band, colours.accent, 1.0)
        if self.reserving is not None:
            rect, name = self.reserving
            hatch(painter, rect, colours.accent, frame)
            dashed_rect(painter, rect, colours.accent, 1.5)
            label(painter, frame, rect, name)

    def _outline(self, painter: QPainter, frame: Frame, refs: Iterable[ObjectRef], colour: QColor, width_px: float, gap_px: float) -> None:
        rects, seen = self._scene.rects_of(refs), frame.seen.grown(100.0)
        far = rects[:, :2] + rects[:, 2:]
        inside = (rects[:, 0] <= seen.right) & (rects[:, 1] <= seen.bottom) & (far[:, 0] >= seen.left) & (far[:, 1] >= seen.top)
        if not inside.any():
            return
        outlines = frame.camera.rects(rects[inside])
        outlines += np.array([-gap_px, -gap_px, 2 * gap_px, 2 * gap_px])
        outline_rects(painter, outlines, colour, width_px)
