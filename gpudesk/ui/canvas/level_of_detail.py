"""Levels of detail of an elevation: the elements drawn at each unit height, and the part in view."""

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.units import RackPitch
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.layer import Frame

TINY_PX = 1.5
"""Under this height of a unit racks are blocks of blocks."""
BLOCK_PX = 4.0
"""Under this height of a unit a device is only a block."""
PORTS_PX = 9.0
"""Faces are drawn from this unit height on."""
DETAIL_PX = 20.0
"""Names of ports and other details are drawn from this unit height on."""


def unit_px(frame: Frame) -> float:
    """The height of a 19-inch unit in px, by which the level of detail is chosen."""
    return frame.camera.scale * RackPitch.EIA.value


def overlapping(rects: Reals, seen: Bounds) -> Mask:
    """Which rectangles (x, y, width, height) reach into `seen`, shape (n,)."""
    inside: Mask = (
        (rects[:, 0] < seen.right)
        & (rects[:, 0] + rects[:, 2] > seen.left)
        & (rects[:, 1] < seen.bottom)
        & (rects[:, 1] + rects[:, 3] > seen.top)
    )
    return inside
