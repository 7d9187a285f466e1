"""The map in a corner of the one-line diagram."""

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.ui.canvas.canvas_view import CanvasView
from gpudesk.ui.canvas.minimap import PlanMap
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene
from gpudesk.ui.toolkit.text_context import text_context

tr = text_context("PowerMap")


class PowerMap(PlanMap):
    """A map of the diagram."""

    def __init__(self, view: CanvasView, scene: DiagramScene) -> None:
        self._scene = scene
        self._shapes: tuple[object, float, Reals] | None = None
        super().__init__(view)
        self.setAccessibleName(tr("Map of the one-line diagram"))

    def shapes(self, scale: float) -> Reals:
        """The racks, and above them what feeds them."""
        diagram = self._scene.diagram
        if diagram is None:
            return np.empty((0, 4))
        if self._shapes is None or self._shapes[0] is not diagram or self._shapes[1] != scale:
            at = diagram.node_rects[diagram.upper, :2]
            side = 4.0 / max(scale, 1e-9)
            dots = np.concatenate([at - side / 2, np.full_like(at, side)], axis=1)
            self._shapes = diagram, scale, np.concatenate([diagram.unit_rects, dots])
        return self._shapes[2]
