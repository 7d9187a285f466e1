"""How much floor is free before and behind the racks of halls, and what ends it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from gpudesk.core.floor.clearance import NOTHING, clear_ahead_mm, joined, sides_of, sides_of_all
from gpudesk.core.floor.footprint import crossing_pairs
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.derived.floor.floor_contents import Bodies
from gpudesk.derived.floor.floor_item_shapes import ItemShape

Ending = tuple[str, int]
"""What ends a free way: the table ("rack", "device", "floor_item", or "hall" for a wall) and the id."""


@dataclass(frozen=True, slots=True)
class FreeSide:
    """What lies before one face of the judged racks, each array of shape (racks,).

    Attributes:
        free_mm: straight on to the next body or wall, infinite where nothing is in reach.
        facing: whether that is a rack that turns the same face this way, so that both share an aisle.
        other: the place of that rack among the bodies, else NOTHING.
        ending: what it is at a place, None where nothing is in reach.
    """

    free_mm: Reals
    facing: Mask
    other: Ids
    ending: Callable[[int], Ending | None]


def free_sides(
    standing: Bodies, solid: Sequence[ItemShape], halls: Columns, reach_mm: float, overlapping: Ids | None = None
) -> tuple[Ids, FreeSide, FreeSide]:
    """The racks that overlap nothing, as places among the bodies, and what lies before their fronts and behind their rears.

    What overlaps is reported as such; how much floor is free before it means nothing.

    Args:
        overlapping: the places of the bodies that overlap others, where they are known.
    """
    if overlapping is None:
        overlapping = np.concatenate(crossing_pairs(standing.shapes, standing.hall))
    judged = np.arange(standing.racks)
    judged = judged[~np.isin(judged, overlapping)]
    count = len(standing.row)
    present = np.unique(standing.hall[judged]).tolist()
    parts = [sides_of_all(standing.shapes, np.arange(count), standing.hall)]
    parts += [sides_of(shape.corners, count + place, shape.hall) for place, shape in enumerate(solid)]
    for place, hall in enumerate(present):
        row = halls.position(hall)
        width, depth = float(halls["width_mm"][row]), float(halls["depth_mm"][row])
        wall = np.array([[0.0, 0.0], [width, 0.0], [width, depth], [0.0, depth]])
        parts.append(sides_of(wall, count + len(solid) + place, hall))
    sides = joined(parts)
    shapes, floors = standing.shapes.pick(judged), standing.hall[judged]

    def ending(owners: Ids, place: int) -> Ending | None:
        owner = int(owners[place])
        if owner == NOTHING:
            return None
        if owner < count:
            return standing.object(owner)
        if owner < count + len(solid):
            return "floor_item", solid[owner - count].id
        return "hall", present[owner - count - len(solid)]

    made = []
    for rear in (False, True):
        free, owner = clear_ahead_mm(shapes, judged, floors, sides, reach_mm, rear=rear)
        by_rack = (owner != NOTHING) & (owner < standing.racks)
        other = np.where(by_rack, owner, NOTHING)
        towards = (standing.shapes.deep[np.maximum(other, 0)] * shapes.deep).sum(axis=1)
        length = np.linalg.norm(standing.shapes.deep[np.maximum(other, 0)], axis=1) * np.linalg.norm(shapes.deep, axis=1)
        facing = by_rack & (towards < -0.5 * length)
        made.append(FreeSide(free, facing, other, partial(ending, owner)))
    return judged, made[0], made[1]
