"""A map of rack elevations."""

import numpy as np

from gpudesk.ui.canvas.batch import Reals
from gpudesk.ui.canvas.minimap import PlanMap
from gpudesk.ui.places.layout.racks.canvas.elevation import FOOT_MM, HEAD_MM
from gpudesk.ui.places.layout.racks.canvas.elevation_view import ElevationView

_LEAST_RACK_PX = 2.5
"""Width below which racks are drawn as one bar per row."""


class MiniMap(PlanMap):
    """A map of rack elevations."""

    def __init__(self, view: ElevationView) -> None:
        self._scene = view.scene
        super().__init__(view)

    def shapes(self, scale: float) -> Reals:
        """The racks, or one bar per row if they would be too narrow, and devices outside racks."""
        layout = self._scene.layout
        racks = layout.frames
        if len(racks) and scale * float(racks[:, 2].min()) < _LEAST_RACK_PX:
            racks = layout.line_boxes + np.array([0.0, HEAD_MM, 0.0, -HEAD_MM - FOOT_MM])
        return np.concatenate([racks, layout.floor.rects])
