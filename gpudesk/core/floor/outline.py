"""Outlines on a floor: areas, distances and crossings of polygons, and of delivery routes.

An outline is an array of corners in order, shape (n, 2), in mm; the last corner is joined to the first one. A path is not closed.
"""

import numpy as np

from gpudesk.core.racks.placement import Reals

LEAST_AREA_MM2 = 100.0
"""Outlines that share no more than that, a square centimeter, only touch."""
Point = tuple[float, float]


def area_mm2(corners: Reals) -> float:
    """The area inside an outline, half the sum of x·y' − x'·y over its sides (Gauss' formula); 0 for fewer than three corners."""
    if len(corners) < 3:
        return 0.0
    x, y = (corners - corners[0]).T
    return abs(float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))) / 2


def bounds(corners: Reals) -> tuple[Reals, Reals]:
    """The least and the greatest coordinates of an outline, shape (2,) each."""
    return corners.min(axis=0), corners.max(axis=0)


def turned(corners: Reals, angle_ddeg: int) -> Reals:
    """Corners turned about (0, 0) from x toward y, by tenths of a degree."""
    turn = np.radians(angle_ddeg / 10)
    cosine, sine = np.cos(turn), np.sin(turn)
    turned_corners: Reals = np.stack([corners[:, 0] * cosine - corners[:, 1] * sine, corners[:, 0] * sine + corners[:, 1] * cosine], axis=1)
    return turned_corners


def shared_area_mm2(outline: Reals, convex: Reals) -> float:
    """The floor area that any outline shares with a convex one, such as the rectangle of a rack.

    The outline is clipped along each side of the convex one (Sutherland and Hodgman, 1974); the result for an outline with inward
    corners may be connected by strips without area.
    """
    if len(outline) < 3 or len(convex) < 3:
        return 0.0
    low, high = bounds(outline)
    other_low, other_high = bounds(convex)
    if (low >= other_high).any() or (other_low >= high).any():
        return 0.0
    inside = 1.0 if _signed(convex) > 0 else -1.0
    left: list[Point] = [(float(x), float(y)) for x, y in outline]
    for (ax, ay), (bx, by) in zip(convex.tolist(), np.roll(convex, -1, axis=0).tolist(), strict=True):
        clipped: list[Point] = []
        for place, (x, y) in enumerate(left):
            px, py = left[place - 1]
            here = inside * ((bx - ax) * (y - ay) - (by - ay) * (x - ax))
            before = inside * ((bx - ax) * (py - ay) - (by - ay) * (px - ax))
            if (here >= 0) != (before >= 0):
                share = before / (before - here)
                clipped.append((px + share * (x - px), py + share * (y - py)))
            if here >= 0:
                clipped.append((x, y))
        if not clipped:
            return 0.0
        left = clipped
    return area_mm2(np.array(left))


def overlap(outline: Reals, convex: Reals) -> bool:
    """Whether an outline and a convex one share more than an edge."""
    return shared_area_mm2(outline, convex) > LEAST_AREA_MM2


def holds(outline: Reals, x_mm: float, y_mm: float) -> bool:
    """Whether a point is inside an outline: a ray from it crosses the sides an odd number of times."""
    x, y = outline[:, 0], outline[:, 1]
    next_x, next_y = np.roll(x, -1), np.roll(y, -1)
    across = (y > y_mm) != (next_y > y_mm)
    if not across.any():
        return False
    at = x[across] + (y_mm - y[across]) / (next_y[across] - y[across]) * (next_x[across] - x[across])
    return bool(np.count_nonzero(at > x_mm) % 2)


def distance_mm(path: Reals, outline: Reals) -> float:
    """The minimum distance between a path and an outline; 0 if the path crosses it or is inside."""
    starts, ends = path[:-1], path[1:]
    if not len(starts):
        starts = ends = path
    corners, nexts = outline, np.roll(outline, -1, axis=0)
    if holds(outline, float(path[0, 0]), float(path[0, 1])) or _cross(starts, ends, corners, nexts):
        return 0.0
    return min(_to_segments(corners, starts, ends), _to_segments(path, corners, nexts))


def _to_segments(points: Reals, starts: Reals, ends: Reals) -> float:
    """The least distance of any of the points to any of the segments."""
    along = ends - starts
    length = np.maximum((along * along).sum(axis=1), 1e-12)
    away = points[:, None, :] - starts[None, :, :]
    share = np.clip((away * along).sum(axis=2) / length, 0.0, 1.0)
    gap = away - share[:, :, None] * along
    return float(np.sqrt((gap * gap).sum(axis=2)).min())


def _cross(starts: Reals, ends: Reals, others: Reals, other_ends: Reals) -> bool:
    """Whether any two segments of both lists cross: the ends of each lie on both sides of the other."""

    def side(a: Reals, b: Reals, point: Reals) -> Reals:
        offsets: Reals = (b[..., 0] - a[..., 0]) * (point[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (point[..., 0] - a[..., 0])
        return offsets

    a, b, c, d = starts[:, None, :], ends[:, None, :], others[None, :, :], other_ends[None, :, :]
    return bool(((side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)).any())


def _signed(corners: Reals) -> float:
    x, y = corners.T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
