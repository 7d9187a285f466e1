"""Possible positions of cooling units on a floor: along the walls, and next to racks."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.clearance import near_pairs
from gpudesk.core.floor.floor import FULL_TURN_DDEG, Stands
from gpudesk.core.floor.footprint import TOUCH_MM, Footprints, intersect
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids

STEP_MM = 100
"""Places along a wall are tried in steps of that."""
QUARTER_DDEG = FULL_TURN_DDEG // 4
LEFT, RIGHT, FRONT, REAR = range(4)
"""The walls of a hall: x = 0, x = width, y = 0, y = depth."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Floor space of a unit, in mm: its body, the clearance in front, and its distance from walls and other units."""

    width: float
    depth: float
    front: float
    gap: float


@dataclass(frozen=True, slots=True)
class Taken:
    """Occupied floor space.

    Attributes:
        bodies: existing objects; nothing may be placed on them, and their clearance must stay free.
        kept: clearances in front of and behind racks and in front of units; two of them may overlap.
        size_mm: width and depth of the hall.
    """

    bodies: Footprints
    kept: Footprints
    size_mm: tuple[float, float]

    def with_units(self, units: Footprints, kept: Footprints) -> "Taken":
        """The same with more of it taken."""
        return Taken(joined(self.bodies, units), joined(self.kept, kept), self.size_mm)


def joined(*parts: Footprints) -> Footprints:
    """Several lists of rectangles as one."""
    return Footprints(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("centre", "along", "deep")))


def strip(shapes: Footprints, deep_mm: float, *, rear: bool = False) -> Footprints:
    """The floor before (or behind) rectangles, as wide as they are and `deep_mm` deep."""
    half = np.linalg.norm(shapes.deep, axis=1, keepdims=True)
    out = shapes.deep / np.maximum(half, 1e-9) * (1.0 if rear else -1.0)
    return Footprints(shapes.centre + out * (half + deep_mm / 2), shapes.along, out * deep_mm / 2)


def beside(shapes: Footprints, long_mm: float, *, right: bool) -> Footprints:
    """The floor next to rectangles along their width, with the same depth."""
    half = np.linalg.norm(shapes.along, axis=1, keepdims=True)
    out = shapes.along / np.maximum(half, 1e-9) * (1.0 if right else -1.0)
    return Footprints(shapes.centre + out * (half + long_mm / 2), np.abs(long_mm / 2) * out, shapes.deep)


def touched(shapes: Footprints, others: Footprints) -> Mask:
    """Which of some rectangles share more than an edge with one of the others, shape (n,)."""
    is_touched = np.zeros(len(shapes), bool)
    if len(shapes) and len(others):
        floor, other_floor = np.zeros(len(shapes), np.int64), np.zeros(len(others), np.int64)
        one, other = near_pairs(*shapes.bounds(), floor, *others.bounds(), other_floor)
        is_touched[one[intersect(shapes.pick(one), others.pick(other))]] = True
    return is_touched


def inside(shapes: Footprints, size_mm: tuple[float, float]) -> Mask:
    """Which rectangles lie within a hall, shape (n,)."""
    low, high = shapes.bounds()
    out: Mask = np.any((low <= -TOUCH_MM) | (high >= np.array(size_mm) + TOUCH_MM), axis=1)
    return ~out


def free(shapes: Footprints, taken: Taken, front_mm: float) -> Mask:
    """The units that can be placed: inside the hall, without overlap, outside all clearances, and with clearance in front."""
    ahead = strip(shapes, front_mm)
    fits: Mask = inside(shapes, taken.size_mm) & inside(ahead, taken.size_mm)
    is_free: Mask = fits & ~touched(shapes, taken.bodies) & ~touched(shapes, taken.kept) & ~touched(ahead, taken.bodies)
    return is_free


def along_wall(wall: int, sizes: Sizes, size_mm: tuple[float, float]) -> Stands:
    """All places along one wall, with the rear to it, in steps of `STEP_MM`."""
    wide, deep = size_mm
    length = deep if wall in (LEFT, RIGHT) else wide
    first = np.arange(round(sizes.gap), length - sizes.width - sizes.gap + 1, STEP_MM).astype(np.int64)
    far = round(sizes.gap + sizes.depth)
    same = np.ones(len(first), np.int64)
    if wall == LEFT:
        return Stands(same * far, first, same * QUARTER_DDEG)
    if wall == RIGHT:
        return Stands(same * (round(wide) - far), first + round(sizes.width), same * 3 * QUARTER_DDEG)
    if wall == FRONT:
        return Stands(first + round(sizes.width), same * far, same * 2 * QUARTER_DDEG)
    return Stands(first, same * (round(deep) - far), same * 0)


def packed(good: Mask, pitch_mm: float) -> Ids:
    """The places along a wall that can be taken together, the first one first."""
    taken: list[int] = []
    step = int(np.ceil(pitch_mm / STEP_MM))
    place = 0
    places = np.flatnonzero(good)
    while place < len(places):
        taken.append(int(places[place]))
        place = int(np.searchsorted(places, places[place] + step))
    return np.array(taken, np.int64)


def spread(places: Ids, count: int) -> Ids:
    """A given number of places, as evenly distributed as possible."""
    if count >= len(places):
        return places
    return places[np.round((np.arange(count) + 0.5) * len(places) / count - 0.5).astype(np.int64)]


def beside_racks(racks: Footprints, angle_ddeg: Ids, sizes: Sizes, *, right: bool) -> Stands:
    """A place next to each rack, its front aligned with that of the rack."""
    across = racks.along / np.maximum(np.linalg.norm(racks.along, axis=1, keepdims=True), 1e-9)
    edge = racks.centre - racks.deep + (racks.along if right else -racks.along - across * sizes.width)
    corner: Reals = np.floor(edge + 0.5)
    return Stands(corner[:, 0].astype(np.int64), corner[:, 1].astype(np.int64), angle_ddeg)
