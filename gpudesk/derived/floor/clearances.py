"""How much floor is free before and behind the racks of halls, and what ends it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from gpudesk.core.floor.clearance import NOTHING, clear_both_ways_mm, joined, sides_of, sides_of_all
from gpudesk.core.floor.footprint import crossing_pairs
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.derived.floor.floor_contents import Bodies
from gpudesk.derived.floor.floor_item_shapes import ItemShape

Ending = tuple[str, int]
"""End of a free space: the table ("rack", "device", "floor_item", or "hall" for a wall) and the id."""


@dataclass(frozen=True, slots=True)
class FreeSide:
    """Free space in front of one face of the checked racks, each array of shape (racks,).

    Attributes:
        free_mm: distance straight ahead to the next body or wall, infinite if none is in reach.
        facing: whether that is a rack with the same face toward this one, so that both share an aisle.
        other: the index of that rack among the bodies, else NOTHING.
        ending: the ending at an index, None if none is in reach.
    """

    free_mm: Reals
    facing: Mask
    other: Ids
    ending: Callable[[int], Ending | None]


def free_sides(
    standing: Bodies, solid: Sequence[ItemShape], halls: Columns, reach_mm: float, overlapping: Ids | None = None
) -> tuple[Ids, FreeSide, FreeSide]:
    """The racks without overlap, as indexes among the bodies, and the free space at their fronts and rears.

    Overlaps are reported separately; the free floor in front of overlapping racks is meaningless.

    Args:
        overlapping: the indexes of the bodies that overlap others, if known.
    """
    if overlapping is None:
        overlapping = np.concatenate(crossing_pairs(standing.shapes, standing.hall))
    is_apart = np.ones(len(standing.row), bool)
    is_apart[overlapping] = False
    judged_racks = np.flatnonzero(is_apart[: standing.racks])
    count = len(standing.row)
    present = np.unique(standing.hall[judged_racks]).tolist()
    parts = [sides_of_all(standing.shapes, np.arange(count), standing.hall)]
    parts += [sides_of(shape.corners, count + place, shape.hall) for place, shape in enumerate(solid)]
    for place, hall in enumerate(present):
        row = halls.position(hall)
        width, depth = float(halls["width_mm"][row]), float(halls["depth_mm"][row])
        wall = np.array([[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth]])
        parts.append(sides_of(wall, count + len(solid) + place, hall))
    sides = joined(parts)
    shapes, floors = standing.shapes.pick(judged_racks), standing.hall[judged_racks]

    def ending(owners: Ids, place: int) -> Ending | None:
        owner = int(owners[place])
        if owner == NOTHING:
            return None
        if owner < count:
            return standing.object(owner)
        if owner < count + len(solid):
            return "floor_item", solid[owner - count].id
        return "hall", present[owner - count - len(solid)]

    both_sides = []
    for free, owner in zip(*clear_both_ways_mm(shapes, judged_racks, floors, sides, reach_mm), strict=True):
        by_rack = (owner != NOTHING) & (owner < standing.racks)
        other = np.where(by_rack, owner, NOTHING)
        towards = (standing.shapes.deep[np.maximum(other, 0)] * shapes.deep).sum(axis=1)
        length = np.linalg.norm(standing.shapes.deep[np.maximum(other, 0)], axis=1) * np.linalg.norm(shapes.deep, axis=1)
        facing = by_rack & (towards < -0.5 * length)
        both_sides.append(FreeSide(free, facing, other, partial(ending, owner)))
    return judged_racks, both_sides[0], both_sides[1]
