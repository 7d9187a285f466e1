"""How cables run within a rack: from the port to a side of it, along the side up or down, and across to the other end or out of the rack.

Cables are led along the left or the right edge of the face on which their port is, as seen from the front of the rack.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids


class RackSide(StrEnum):
    """Along which edge of a rack its cables are led."""

    NEAREST = "nearest"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True, eq=False)
class PortSpots:
    """Positions of ports in their racks, shape (n,); for a device on the floor, its position.

    Attributes:
        place: the rack or device on the floor, a number that is the same for all of its ports.
        rear: whether the port is on the rear.
        across_mm: from the left edge, seen from the front.
        height_mm: above the finished floor.
        width_mm, depth_mm: of the rack.
    """

    place: Ids
    rear: Mask
    across_mm: Reals
    height_mm: Reals
    width_mm: Reals
    depth_mm: Reals

    def sides(self, rule: RackSide) -> tuple[Mask, Reals]:
        """Whether a cable leaves along the right edge, and how far it is to the edge along which it leaves."""
        right = self.across_mm * 2 > self.width_mm if rule is RackSide.NEAREST else np.full(len(self.place), rule is RackSide.RIGHT)
        return right, np.where(right, self.width_mm - self.across_mm, self.across_mm)


def in_rack_mm(a: PortSpots, b: PortSpots, rule: RackSide) -> Reals:
    """Cable length from ports to others in the same racks, shape (n,): to an edge, along it, and from there to the other port.

    With the nearest-edge rule, both ends use the edge that gives the shorter length. From front to rear it passes through the depth
    of the rack.
    """
    left, right = a.across_mm + b.across_mm, (a.width_mm - a.across_mm) + (b.width_mm - b.across_mm)
    across = {RackSide.LEFT: left, RackSide.RIGHT: right}.get(rule)
    if across is None:
        across = np.minimum(left, right)
    lengths_mm: Reals = across + np.abs(a.height_mm - b.height_mm) + np.where(a.rear != b.rear, a.depth_mm, 0.0)
    return lengths_mm
