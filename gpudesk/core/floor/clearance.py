"""Free floor before and behind racks: how far it is from a face straight on to the next body or wall."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.footprint import TOUCH_MM, Footprints
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids

_BAND_MM = 3000.0
_LONG_MM = 3000.0
NOTHING = -1


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of bodies on floors, each of shape (sides, 2) or (sides,).

    Attributes:
        start, end: its ends, mm.
        owner: the body to which it belongs.
        floor: the hall.
    """

    start: Reals
    end: Reals
    owner: Ids
    floor: Ids

    def pick(self, which: Ids) -> "Sides":
        """Some of them."""
        return Sides(self.start[which], self.end[which], self.owner[which], self.floor[which])


def sides_of(outline: Reals, owner: int, floor: int) -> Sides:
    """The sides of one outline."""
    count = len(outline)
    return Sides(outline, np.roll(outline, -1, axis=0), np.full(count, owner, np.int64), np.full(count, floor, np.int64))


def sides_of_all(shapes: Footprints, owners: Ids, floors: Ids) -> Sides:
    """The four sides of each rectangle."""
    corners = shapes.corners()
    ends = np.roll(corners, -1, axis=1)
    return Sides(corners.reshape(-1, 2), ends.reshape(-1, 2), np.repeat(owners, 4), np.repeat(floors, 4))


def joined(parts: list[Sides]) -> Sides:
    """All sides together."""
    return Sides(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("start", "end", "owner", "floor")))


def clear_ahead_mm(shapes: Footprints, own: Ids, floors: Ids, sides: Sides, reach_mm: float, *, rear: bool) -> tuple[Reals, Ids]:
    """The free distance directly in front of (or behind) each rectangle, and the owner of the side that limits it.

    For each rectangle the nearby sides are transformed to its frame (u along its width, v outward from the face) and clipped to its
    width; the minimum v of the rest is the distance. Sides behind the face do not count.

    Args:
        own: each rectangle as an owner of sides; its own sides do not count.
        floors: the hall of each rectangle.
        reach_mm: maximum search distance.

    Returns:
        Distances, infinite if nothing is within reach, and owners, NOTHING there; shape (n,) each.
    """
    return _clear_mm(shapes, own, floors, sides, reach_mm, np.full(len(shapes), 1.0 if rear else -1.0))


def clear_both_ways_mm(shapes: Footprints, own: Ids, floors: Ids, sides: Sides, reach_mm: float) -> tuple[Reals, Ids]:
    """The results of `clear_ahead_mm` in front of and behind each rectangle, found together: shape (2, n) each."""
    twice = np.tile(np.arange(len(shapes)), 2)
    face = np.repeat([-1.0, 1.0], len(shapes))
    distance, nearest = _clear_mm(shapes.pick(twice), own[twice], floors[twice], sides, reach_mm, face)
    return distance.reshape(2, -1), nearest.reshape(2, -1)


def _clear_mm(shapes: Footprints, own: Ids, floors: Ids, sides: Sides, reach_mm: float, facing: Reals) -> tuple[Reals, Ids]:
    """As `clear_ahead_mm`; `facing` is −1 in front of a rectangle and 1 behind it, shape (n,)."""
    count = len(shapes)
    distance, nearest = np.full(count, np.inf), np.full(count, NOTHING, np.int64)
    if not count or not len(sides.owner):
        return distance, nearest
    half_width = np.linalg.norm(shapes.along, axis=1)
    half_depth = np.linalg.norm(shapes.deep, axis=1)
    across = shapes.along / np.maximum(half_width, 1e-9)[:, None]
    out = shapes.deep / np.maximum(half_depth, 1e-9)[:, None] * facing[:, None]
    face = shapes.centre + out * half_depth[:, None]
    reach = np.maximum(np.abs(shapes.along) + np.abs(out) * reach_mm / 2 - TOUCH_MM / 2, 0.0)
    middle = face + out * reach_mm / 2
    one, side = near_pairs(
        middle - reach, middle + reach, floors, np.minimum(sides.start, sides.end), np.maximum(sides.start, sides.end), sides.floor
    )
    is_foreign = sides.owner[side] != own[one]
    one, side = one[is_foreign], side[is_foreign]
    from_face, to_face = sides.start[side] - face[one], sides.end[side] - face[one]
    u1, u2 = (from_face * across[one]).sum(axis=1), (to_face * across[one]).sum(axis=1)
    v1, v2 = (from_face * out[one]).sum(axis=1), (to_face * out[one]).sum(axis=1)
    band = np.maximum(half_width[one] - TOUCH_MM, 0.0)
    inside = (np.maximum(u1, u2) > -band) & (np.minimum(u1, u2) < band) & (np.maximum(v1, v2) > -TOUCH_MM)
    one, side, u1, u2, v1, v2, band = (values[inside] for values in (one, side, u1, u2, v1, v2, band))
    slope = np.divide(v2 - v1, u2 - u1, out=np.zeros_like(v1), where=np.abs(u2 - u1) > 1e-9)
    upright = np.abs(u2 - u1) <= 1e-9
    at_u1 = np.where(upright, v1, v1 + (np.clip(u1, -band, band) - u1) * slope)
    at_u2 = np.where(upright, v2, v1 + (np.clip(u2, -band, band) - u1) * slope)
    least, most = np.minimum(at_u1, at_u2), np.maximum(at_u1, at_u2)
    ahead = (most > -TOUCH_MM) & (least <= reach_mm)
    one, side, least = one[ahead], side[ahead], np.maximum(least[ahead], 0.0)
    # The nearest comes last and so stays.
    order = np.lexsort((-sides.owner[side], -least))
    distance[one[order]] = least[order]
    nearest[one[order]] = sides.owner[side[order]]
    return distance, nearest


def near_pairs(low: Reals, high: Reals, floor: Ids, other_low: Reals, other_high: Reals, other_floor: Ids) -> tuple[Ids, Ids]:
    """Pairs of axis-aligned boxes of two lists that touch and are on one floor, as two arrays of indices.

    The floors are arranged in bands along x; within each band the boxes of the second list are found by their start.

    Args:
        low, high: corners of the first boxes, shape (n, 2).
        floor: their halls, shape (n,).
        other_low, other_high, other_floor: the same of the second ones, shape (m, 2) and (m,).
    """
    # What is long, such as a wall, is compared with everything: in the search it would make all others look as long.
    is_long = other_high[:, 0] - other_low[:, 0] > _LONG_MM
    long, short = np.flatnonzero(is_long), np.flatnonzero(~is_long)
    first, second = _short_pairs(low, high, floor, other_low[short], other_high[short], other_floor[short])
    first = np.concatenate([first, np.tile(np.arange(len(low)), len(long))])
    second = np.concatenate([short[second], np.repeat(long, len(low))])
    hit = floor[first] == other_floor[second]
    for axis in (0, 1):
        hit &= (low[first, axis] <= other_high[second, axis]) & (other_low[second, axis] <= high[first, axis])
    return first[hit], second[hit]


def _short_pairs(low: Reals, high: Reals, floor: Ids, other_low: Reals, other_high: Reals, other_floor: Ids) -> tuple[Ids, Ids]:
    """Candidates for `near_pairs`, each once."""
    nothing = np.empty(0, np.int64)
    if not len(low) or not len(other_low):
        return nothing, nothing
    own, own_band, own_first = _in_bands(low[:, 1], high[:, 1])
    other, other_band, other_first = _in_bands(other_low[:, 1], other_high[:, 1])
    bands = min(int(own_band.min()), int(other_band.min())), max(int(own_band.max()), int(other_band.max())) + 1
    own_lane = floor[own] * (bands[1] - bands[0]) + own_band
    other_lane = other_floor[other] * (bands[1] - bands[0]) + other_band
    least = min(float(low[:, 0].min()), float(other_low[:, 0].min()))
    widest = float((other_high[:, 0] - other_low[:, 0]).max())
    stride = max(float(high[:, 0].max()), float(other_high[:, 0].max())) - least + widest + 1.0
    key = other_lane * stride + (other_low[other, 0] - least)
    order = np.argsort(key, kind="stable")
    key, other, other_first = key[order], other[order], other_first[order]
    at = own_lane * stride - least
    begin = np.searchsorted(key, at + low[own, 0] - widest, side="left")
    counts = np.maximum(np.searchsorted(key, at + high[own, 0], side="right") - begin, 0)
    first = np.repeat(np.arange(len(own)), counts)
    second = np.arange(len(first)) + np.repeat(begin - np.cumsum(counts) + counts, counts)
    # Two boxes that share several bands are a pair in the first of them only.
    once = own_band[first] == np.maximum(own_first[first], other_first[second])
    return own[first[once]], other[second[once]]


def _in_bands(low: Reals, high: Reals) -> tuple[Ids, Ids, Ids]:
    """The bands in which intervals lie: the interval, the band, and the first band of that interval, as arrays of one length."""
    first, last = (np.floor(values / _BAND_MM).astype(np.int64) for values in (low, high))
    counts = last - first + 1
    interval = np.repeat(np.arange(len(low)), counts)
    offset = np.arange(len(interval)) - np.repeat(np.cumsum(counts) - counts, counts)
    return interval, first[interval] + offset, first[interval]
