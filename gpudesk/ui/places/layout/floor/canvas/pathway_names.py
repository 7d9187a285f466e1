"""Names of pathways on the plan, with their fill: only where they cover neither racks, aisle names nor one another."""

import itertools

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import DrawnItem
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import AisleNameLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.pathway_layer import DUCT_MM, WayLayer
from gpudesk.ui.toolkit.quantities import format_quantity

_NAME_PX = 15.0
_AROUND_PX = 48.0
"""Length by which a segment of a pathway must exceed the name on it."""
_SHARES = (0.5, 0.25, 0.75, 0.125, 0.875, 0.0, 1.0)
"""Positions along a segment where a name is tried, in this order."""


class WayNameLayer(StillLayer):
    """Draws the names of pathways in view; one without room is omitted and shown in the tooltip."""

    def __init__(self, scene: FloorScene, ways: WayLayer, aisles: AisleNameLayer) -> None:
        self._scene, self._ways, self._aisles = scene, ways, aisles

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Write those that have room."""
        items, layout = self._scene.items, self._scene.layout
        if layout is None or not len(items) or not items.is_way.any():
            return
        seen = overlapping(items.rects, frame.seen.grown(DUCT_MM)) & items.is_way
        if self._scene.moved_items:
            seen &= ~np.isin(items.ids, list(self._scene.moved_items))
        racks = frame.camera.rects(layout.rects[overlapping(layout.rects, frame.seen)])
        taken = np.concatenate([racks, self._aisles.boxes])
        for way in (items.items[place] for place in np.flatnonzero(seen).tolist()):
            box = self._write(painter, frame, way, taken)
            if box is not None:
                taken = np.concatenate([taken, [box]])

    def _write(self, painter: QPainter, frame: Frame, way: DrawnItem, taken: Reals) -> list[float] | None:
        """Draw one name in px of the view, clear of `taken`, and return its rectangle; None if there is no room."""
        letters, words = ink("caption", strong=True), way.shape.name
        percent = self._ways.fills.percent.get(way.shape.id)
        if percent is not None:
            words = f"{words} · {format_quantity(round(percent), '%')}"
        wide = max(float(way.shape.clear_width_mm or 0), DUCT_MM if len(way.shape.corners) < 2 else 0.0) * frame.camera.scale
        if wide < _NAME_PX / 2:
            return None
        width, high = frame.texts.width(words, letters), letters.metrics.height()
        for x_px, y_px in _middles(frame, way.shape.corners, width):
            box = [round(x_px - width / 2) - 3.0, float(round(y_px - high / 2)), round(width) + 6.0, float(high)]
            if not _covers(box, taken):
                plate = QColor(frame.theme.surface.panel)
                plate.setAlphaF(0.9)
                painter.fillRect(QRectF(*box), plate)
                frame.texts.draw(painter, words, letters, frame.theme.text.secondary, x_px, y_px, align=0.5)
                return box
        return None


def _middles(frame: Frame, points: Reals, width_px: float) -> list[tuple[float, float]]:
    """Possible centers of a name, in px, the best first: along the longest segments that are longer than it."""
    camera = frame.camera
    if len(points) < 2:
        return [(float(camera.x_px(float(points[0, 0]))), float(camera.y_px(float(points[0, 1]))))]
    pieces = sorted(itertools.pairwise(points), key=lambda piece: -float(np.linalg.norm(piece[1] - piece[0])))
    centers = []
    for first, second in pieces:
        long_px = float(np.linalg.norm(second - first)) * camera.scale
        if long_px < width_px + _AROUND_PX:
            break
        # The ends of the name stay on its piece.
        spare = (width_px + _AROUND_PX) / 2 / long_px
        for share in _SHARES:
            x, y = (first + (second - first) * (spare + (1 - 2 * spare) * share)).tolist()
            centers.append((float(camera.x_px(x)), float(camera.y_px(y))))
    return centers


def _covers(box: list[float], taken: Reals) -> bool:
    """Whether a rectangle x, y, width, height overlaps one of others, shape (n, 4)."""
    x, y, width, height = box
    over = (taken[:, 0] < x + width) & (taken[:, 0] + taken[:, 2] > x) & (taken[:, 1] < y + height) & (taken[:, 1] + taken[:, 3] > y)
    return bool(over.any())
