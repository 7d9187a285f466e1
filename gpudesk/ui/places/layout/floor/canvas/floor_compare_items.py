"""Columns, doors, areas and routes of a hall in a comparison: marks on those that differ, ghosts at old positions."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPolygonF

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_item_shapes import ItemShape, item_shapes
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.hatch import hatch_tile
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.places.layout.difference_marks import BADGE_PX, WENT, paint_arrows, paint_badges, sort_colour
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import polygon_px

TABLE = "floor_item"


@dataclass(frozen=True, slots=True)
class _Item:
    shape: ItemShape
    sort: int

    @property
    def middle(self) -> Reals:
        low, high = self.shape.corners.min(axis=0), self.shape.corners.max(axis=0)
        return np.asarray((low + high) / 2)

    def holds(self, x_mm: float, y_mm: float) -> bool:
        outline = QPolygonF([QPointF(x, y) for x, y in self.shape.corners.tolist()])
        return outline.containsPoint(QPointF(x_mm, y_mm), Qt.FillRule.OddEvenFill)


class ComparedItems:
    """Floor items of one hall that differ; there are few, so they are drawn individually."""

    def __init__(self, shown: ShownComparison, hall_id: int, old_halls: Ids) -> None:
        differences = shown.comparison.differences
        self._shown = shown
        self._standing = _items(differences.right, shown.codes(TABLE), np.array([hall_id], np.int64))
        self._ghosts = _items(differences.left, shown.ghosts(TABLE), old_halls)
        pairs = differences.pairs[TABLE]
        ids = np.array([ghost.shape.id for ghost in self._ghosts], np.int64)
        where = {item.shape.id: item for item in self._standing}
        self._ways = [
            (ghost.middle, where[partner].middle)
            for ghost, partner in zip(self._ghosts, pairs.translated(ids).tolist(), strict=True)
            if partner in where
        ]

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint ghosts, arrows and marks."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for item in self._ghosts:
            self._outline(painter, frame, item, ghost=True)
        for item in self._standing:
            self._outline(painter, frame, item, ghost=False)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if self._ways:
            ways = np.array(self._ways)
            points = np.stack([frame.camera.x_px(ways[:, :, 0]), frame.camera.y_px(ways[:, :, 1])], axis=2)
            paint_arrows(painter, frame, points[:, 0], points[:, 1])
        for item in (*self._standing, *(ghost for ghost in self._ghosts if ghost.sort == WENT)):
            x, y = frame.camera.x_px(float(item.middle[0])), frame.camera.y_px(float(item.middle[1]))
            box = np.array([[round(x - BADGE_PX / 2), round(y - BADGE_PX / 2), BADGE_PX, BADGE_PX]])
            paint_badges(painter, frame.theme, box, item.sort)

    def bounds(self, left_id: int) -> Bounds | None:
        """Bounds of the ghost of an item, or None if it has none."""
        ghost = next((item for item in self._ghosts if item.shape.id == left_id), None)
        if ghost is None:
            return None
        low, high = ghost.shape.corners.min(axis=0).tolist(), ghost.shape.corners.max(axis=0).tolist()
        return Bounds(low[0], low[1], high[0], high[1])

    def words_at(self, x_mm: float, y_mm: float) -> str:
        """Tooltip text for the differing items at a point."""
        texts = [self._shown.words(TABLE, right_id=item.shape.id) for item in self._standing if item.holds(x_mm, y_mm)]
        texts += [self._shown.words(TABLE, left_id=item.shape.id) for item in self._ghosts if item.holds(x_mm, y_mm)]
        return "\n".join(dict.fromkeys(texts))

    def _outline(self, painter: QPainter, frame: Frame, item: _Item, *, ghost: bool) -> None:
        colour = sort_colour(frame.theme, item.sort)
        pen = QPen(colour, 1.5 if ghost else 2.5, Qt.PenStyle.DashLine if ghost else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        shape = polygon_px(frame, item.shape.corners)
        if item.shape.kind is FloorItemKind.ROUTE:
            painter.drawPolyline(shape)
            return
        hatched = ghost and item.sort == WENT
        painter.setBrush(QBrush(hatch_tile(colour.rgba(), frame.camera.ratio)) if hatched else QBrush(Qt.BrushStyle.NoBrush))
        painter.drawPolygon(shape)


def _items(snapshot: Snapshot, codes: Ids, halls: Ids) -> list[_Item]:
    """The items of some halls that have a code."""
    rows = snapshot[TABLE]
    shapes = item_shapes(rows, halls=halls) if (codes != ABSENT).any() else []
    return [_Item(shape, code) for shape in shapes if (code := int(codes[rows.position(shape.id)])) != ABSENT]
