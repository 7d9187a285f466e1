"""Levels of detail of an elevation: what is drawn at which height of a unit, and what is in view at all."""

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.units import RackPitch
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.layer import Frame

TINY_PX = 1.5
"""Under this height of a unit racks are blocks of blocks."""
BLOCK_PX = 4.0
"""Under this height of a unit a device is only a block."""
PORTS_PX = 9.0
"""From this height of a unit on faces are drawn."""
DETAIL_PX = 20.0
"""From this height of a unit on names of ports and other details are drawn."""


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
