"""Racks as rectangles on the floor of a hall.

The front left corner of a rack's footprint is at (x, y); at angle 0 its width is along x and its depth along y, and the angle
rotates both about that corner from x toward y.
"""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids

TOUCH_MM = 1.0
"""Footprints that share no more than this only touch: positions are whole millimeters."""


@dataclass(frozen=True, slots=True)
class Footprints:
    """Rectangles on a floor.

    Attributes:
        centre: shape (n, 2), mm.
        along, deep: half of the width and half of the depth as vectors, shape (n, 2), mm.
    """

    centre: Reals
    along: Reals
    deep: Reals

    def __len__(self) -> int:
        return len(self.centre)

    def corners(self) -> Reals:
        """The four corners, shape (n, 4, 2): front left, front right, rear right, rear left."""
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return np.stack([self.centre + a * self.along + d * self.deep for a, d in signs], axis=1)

    def bounds(self) -> tuple[Reals, Reals]:
        """The least and the greatest coordinates of each, shape (n, 2)."""
        reach = np.abs(self.along) + np.abs(self.deep)
        return self.centre - reach, self.centre + reach

    def pick(self, which: Ids) -> "Footprints":
        """Some of them."""
        return Footprints(self.centre[which], self.along[which], self.deep[which])


def footprints(x_mm: Ids, y_mm: Ids, angle_ddeg: Ids, width_mm: Reals, depth_mm: Reals) -> Footprints:
    """The rectangles of racks at some places, each argument of shape (n,); angles in tenths of a degree."""
    turn = np.radians(angle_ddeg / 10)
    cosine, sine = np.cos(turn), np.sin(turn)
    along = np.stack([cosine, sine], axis=1) * (width_mm / 2)[:, None]
    deep = np.stack([-sine, cosine], axis=1) * (depth_mm / 2)[:, None]
    corner = np.stack([x_mm, y_mm], axis=1).astype(np.float64)
    return Footprints(corner + along + deep, along, deep)


def intersect(a: Footprints, b: Footprints) -> Mask:
    """Whether rectangle i of `a` and rectangle i of `b` share more than an edge, shape (n,).

    Separating axes: two rectangles are apart if they are apart along one of their four sides.
    """
    apart = np.zeros(len(a), bool)
    between = b.centre - a.centre
    for axis in (a.along, a.deep, b.along, b.deep):
        length = np.linalg.norm(axis, axis=1)
        unit = axis / np.where(length > 0, length, 1.0)[:, None]
        reach = sum(np.abs((side * unit).sum(axis=1)) for side in (a.along, a.deep, b.along, b.deep))
        apart |= np.abs((between * unit).sum(axis=1)) >= reach - TOUCH_MM
    return ~apart


def crossing_pairs(shapes: Footprints, floor: Ids, most: int = 16) -> tuple[Ids, Ids]:
    """Pairs of rectangles on the same floor that share more than an edge, as two arrays of places.

    Rectangles are compared with the next ones by their left edge. Of a heap, each is paired with at most `most` others, so that
    thousands left in one corner are reported without listing millions of pairs.

    Args:
        floor: the hall of each rectangle, shape (n,).
    """
    low, high = shapes.bounds()
    order = np.lexsort((low[:, 0], floor))
    (left, front), (right, rear), room = low[order].T, high[order].T - TOUCH_MM, floor[order]
    firsts: list[Ids] = []
    seconds: list[Ids] = []
    counts = np.zeros(len(shapes), np.int64)
    for ahead in range(1, len(order)):
        near = (room[:-ahead] == room[ahead:]) & (left[ahead:] < right[:-ahead])
        if not near.any():
            break
        near &= (front[ahead:] < rear[:-ahead]) & (front[:-ahead] < rear[ahead:])
        places = np.flatnonzero(near)
        places = places[counts[places] < most]
        if len(places):
            one, other = order[places], order[places + ahead]
            hit = intersect(shapes.pick(one), shapes.pick(other))
            firsts.append(one[hit])
            seconds.append(other[hit])
            counts[places[hit]] += 1
    if not firsts:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    return np.minimum(first, second), np.maximum(first, second)


def pairs_between(moved: Footprints, others: Footprints) -> tuple[Ids, Ids]:
    """Pairs (i, j) in which rectangle i of `moved` and rectangle j of `others` share more than an edge, as two arrays of places."""
    nothing = np.empty(0, np.int64)
    if not len(moved) or not len(others):
        return nothing, nothing
    low, high = moved.bounds()
    other_low, other_high = others.bounds()
    around = (other_low < high.max(axis=0) - TOUCH_MM).all(axis=1) & (other_high > low.min(axis=0) + TOUCH_MM).all(axis=1)
    near = np.flatnonzero(around)
    apart = np.zeros((len(moved), len(near)), bool)
    for axis in (0, 1):
        apart |= other_low[near, axis] >= high[:, axis, None] - TOUCH_MM
        apart |= other_high[near, axis] <= low[:, axis, None] + TOUCH_MM
    first, second = np.nonzero(~apart)
    second = near[second]
    hit = intersect(moved.pick(first), others.pick(second))
    return first[hit], second[hit]


def excess_mm(shapes: Footprints, size_mm: Reals) -> Reals:
    """The distance by which each rectangle extends out of a floor that begins at (0, 0), 0 or less if it does not, shape (n,).

    Args:
        size_mm: width and depth of the floor, shape (2,), or of the floor of each rectangle, shape (n, 2).
    """
    low, high = shapes.bounds()
    beyond: Reals = np.maximum(-low, high - size_mm).max(axis=1)
    return beyond


def contains(shapes: Footprints, x_mm: float, y_mm: float) -> Mask:
    """Which rectangles hold a point, shape (n,)."""
    away = np.array([x_mm, y_mm]) - shapes.centre
    held = np.ones(len(shapes), bool)
    for side in (shapes.along, shapes.deep):
        held &= np.abs((away * side).sum(axis=1)) <= (side * side).sum(axis=1)
    return held
