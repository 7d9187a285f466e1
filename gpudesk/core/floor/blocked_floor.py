"""Floor on which nothing may be placed, regardless of space: building elements, keep-out areas, and the swing of doors.

The pointer that drags an object, the operation that places it, and the check use the same predicate.
"""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.floor.clearance import near_pairs
from gpudesk.core.floor.footprint import TOUCH_MM, Footprints
from gpudesk.core.floor.outline import distance_mm, overlap
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids

LEAF_MM = 1250.0
"""The widest leaf of a door; a wider door has two. From memory: DIN 18101 lists leaves of up to 1,235 mm."""


def door_swing(corners: Reals) -> Reals:
    """The floor that the leaves of a door sweep, on both sides of its wall, as corners of shape (4, 2).

    The width of a door is the longer side of its outline. The opening direction is unknown, so the floor on both sides counts, with
    the depth of a leaf: the whole width, or half of it if that is too wide for one leaf. A nonrectangular outline is used
    unchanged.
    """
    if len(corners) != 4:
        return corners
    first, second = corners[1] - corners[0], corners[3] - corners[0]
    wide, deep = (first, second) if np.linalg.norm(first) >= np.linalg.norm(second) else (second, first)
    length, thick = float(np.linalg.norm(wide)), float(np.linalg.norm(deep))
    if length < 1.0:
        return corners
    leaf = length if length <= LEAF_MM else length / 2
    along = wide / length
    across = np.array([-along[1], along[0]]) * max(leaf, thick / 2)
    middle = corners[0] + (first + second) / 2
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    swing: Reals = np.stack([middle + a * wide / 2 + d * across for a, d in signs])
    return swing


def standing_on(shapes: Footprints, floors: Ids, outlines: Sequence[Reals], outline_floors: Ids) -> list[tuple[int, int]]:
    """Pairs of a rectangle and an outline on the same floor that share more than an edge, as indices, ascending.

    Args:
        floors: the hall of each rectangle.
        outlines: corners of shape (n, 2) each; fewer than three define no floor.
        outline_floors: the hall of each outline.
    """
    if not len(shapes) or not outlines:
        return []
    low = np.array([outline.min(axis=0) for outline in outlines])
    high = np.array([outline.max(axis=0) for outline in outlines])
    near = near_pairs(*shapes.bounds(), floors, low, high, outline_floors)
    corners = shapes.corners()
    return [
        (body, ground)
        for body, ground in sorted(zip(*(places.tolist() for places in near), strict=True))
        if len(outlines[ground]) > 2 and overlap(outlines[ground], corners[body])
    ]


def in_the_way(path: Reals, outline: Reals, clear_width_mm: float | None) -> bool:
    """Whether an outline intersects the clear width of a delivery route, or its line if no width is specified."""
    return distance_mm(path, outline) < max((clear_width_mm or 0) / 2 - TOUCH_MM, TOUCH_MM)
