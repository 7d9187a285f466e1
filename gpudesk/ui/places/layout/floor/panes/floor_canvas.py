"""The floor drawing as a work place, with its keys and its map."""

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.minimap import PlanMap
from gpudesk.ui.canvas.select_view import KeyDoes
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.places.layout.floor.canvas.floor_compare_layer import FloorCompareLayer
from gpudesk.ui.places.layout.floor.canvas.floor_item_pointer import FloorItemPointer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_pointer import FloorMode, FloorPointerView
from gpudesk.ui.places.layout.floor.canvas.floor_plan_underlay import UnderlayLayer
from gpudesk.ui.places.layout.floor.canvas.floor_plan_underlay_marks import UnderlayMarks
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("FloorCanvas")

__all__ = ["FloorCanvas", "FloorMap", "FloorMode"]

_AROUND_GHOST_MM = 600.0
_ASIDE = 2.5
"""How much more a step aside counts than a step ahead when the nearest neighbor is looked for."""


class FloorMap(PlanMap):
    """The whole hall in a corner of its view."""

    def __init__(self, view: FloorPointerView) -> None:
        self._scene = view.scene
        self._hall_bounds = view.hall_bounds
        self._underlays = view.underlays
        self._under = UnderlayLayer(view.underlays)
        super().__init__(view)

    def reason(self) -> Bounds:
        """The hall alone: the margins of a plan are no reason to cover a corner of the hall."""
        return self._hall_bounds()

    def ground_key(self) -> object:
        """Where the underlays lie, and which of their pictures are there."""
        return self._underlays.underlays, tuple((key, id(content)) for key, content in self._underlays.contents.items())

    def paint_ground(self, painter: QPainter, frame: Frame) -> None:
        """Paint the underlays."""
        self._under.paint(painter, frame)

    def shapes(self, scale: float) -> Reals:
        """Racks and floor devices, or one bar per row if they would be too narrow; then the walls as thin bars."""
        layout = self._scene.layout
        if layout is None:
            return np.empty((0, 4))
        rects = layout.rects
        if len(rects) and scale * float(np.median(rects[:, 2])) < 2.0:
            members = [mark.members for mark in layout.rows if len(mark.members)]
            lined = np.zeros(len(layout), bool)
            for member in members:
                lined[member] = True
            low = [layout.low[row_places].min(axis=0) for row_places in members]
            high = [layout.high[row_places].max(axis=0) for row_places in members]
            bars = np.array([np.concatenate([a, b - a]) for a, b in zip(low, high, strict=True)]).reshape(-1, 4)
            rects = np.concatenate([bars, rects[~lined]])
        wide, deep, thick = layout.width_mm, layout.depth_mm, 1.0 / max(scale, 1e-9)
        walls = [[0, 0, wide, thick], [0, deep - thick, wide, thick], [0, 0, thick, deep], [wide - thick, 0, thick, deep]]
        return np.concatenate([rects, np.array(walls, np.float64)])


class FloorCanvas(FloorItemPointer):
    """The floor of a hall with everything that pointer and keys can do in it.

    Arrows go to the neighbor and Shift extends; Home and End, Enter, F (Shift+F: the selection), Esc.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map = FloorMap(self)
        self.map.setAccessibleName(tr("Map of the hall"))
        self.overlay = (self.map, *self.overlay, UnderlayMarks(self))
        self._comparison = FloorCompareLayer(self.scene)
        self.base = (*self.base, self._comparison)

    # comparing

    def show_comparison(self, shown: ShownComparison | None) -> None:
        """Draw a comparison over the hall, or none."""
        self._comparison.shown = shown
        self._comparison.current = None
        self.invalidate()

    def show_ghost(self, ghost: tuple[str, int] | None) -> None:
        """Ring an object of the earlier state, by its table and id, and bring it into view."""
        self._comparison.current = ghost
        bounds = None if ghost is None else self._comparison.ghost_bounds(*ghost)
        if bounds is not None:
            self.reveal(bounds.grown(_AROUND_GHOST_MM))
        self.invalidate()

    def tool_tip_at(self, point: QPoint) -> str:
        """The object at a point, and its differences."""
        return "\n".join(text for text in (super().tool_tip_at(point), self._comparison.words_at(*self.point_mm(point))) if text)

    def takes_first(self, event: QKeyEvent) -> bool:
        """Objects being placed or drawn take precedence over the selection."""
        return self.placing_key(event) or self.takes_key(event)

    def handlers(self) -> dict[Qt.Key, KeyDoes]:
        """Arrows, Home and End in addition to the handlers of every drawing."""
        key = Qt.Key
        return super().handlers() | {
            key.Key_Up: lambda keys: self._arrow(keys, 0.0, -1.0),
            key.Key_Down: lambda keys: self._arrow(keys, 0.0, 1.0),
            key.Key_Right: lambda keys: self._arrow(keys, 1.0, 0.0),
            key.Key_Left: lambda keys: self._arrow(keys, -1.0, 0.0),
            key.Key_Home: lambda keys: self._end_of_row(keys, 0),
            key.Key_End: lambda keys: self._end_of_row(keys, -1),
        }

    def _arrow(self, keys: Qt.KeyboardModifier, across: float, down: float) -> bool:
        layout = self.scene.layout
        if keys & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        if layout is None or not len(layout):
            return True
        start = None if self.current is None else next(iter(layout.places_of(self.current)), None)
        if start is None:
            seen = self.camera.seen
            middle = layout.shapes.centre
            inside = (middle[:, 0] > seen.left) & (middle[:, 0] < seen.right) & (middle[:, 1] > seen.top) & (middle[:, 1] < seen.bottom)
            self._go(int(np.argmax(inside)) if inside.any() else 0, keys)
            return True
        away = layout.shapes.centre - layout.shapes.centre[start]
        ahead = away[:, 0] * across + away[:, 1] * down
        aside = np.abs(away[:, 0] * down) + np.abs(away[:, 1] * across)
        far = np.where(ahead > 1.0, ahead + _ASIDE * aside, np.inf)
        far[start] = np.inf
        nearest = int(np.argmin(far))
        if np.isfinite(far[nearest]):
            self._go(nearest, keys)
        self._ring(True)
        return True

    def _end_of_row(self, keys: Qt.KeyboardModifier, end: int) -> bool:
        layout = self.scene.layout
        place = None if layout is None or self.current is None else layout.place_of(self.current)
        if layout is not None and place is not None:
            row = next((mark.members for mark in layout.rows if place in mark.members), None)
            if row is not None:
                self._go(int(row[end]), keys)
        return True

    def _go(self, place: int, keys: Qt.KeyboardModifier) -> None:
        if self.scene.layout is not None:
            self._go_to(self.scene.layout.ref(place), keys)
