"""Snapping of dragged objects to the edges of their neighbors and to the tiles."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.racks.placement import Reals

Guide = tuple[float, float, float, float]
"""A line x1, y1, x2, y2 in mm that an object snapped to."""
_AROUND_MM = 8000.0
"""Neighbors farther away draw nothing."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """Final offset of a group, and the lines it snapped to."""

    dx_mm: float
    dy_mm: float
    guides: tuple[Guide, ...]


def snap(
    low: Reals,
    high: Reals,
    others_low: Reals,
    others_high: Reals,
    dx_mm: float,
    dy_mm: float,
    reach_mm: float,
    tile_mm: int = TILE_MM,
) -> Snapped:
    """Snap a group to nearby edges.

    An edge of a neighbor takes precedence over a joint between tiles.

    Args:
        low, high: bounding rectangle of the group at its current position, shape (2,) each.
        others_low, others_high: those of everything else, shape (n, 2) each.
        dx_mm, dy_mm: offset of the drag.
        reach_mm: snapping distance.
        tile_mm: tile size.
    """
    shift = np.array([dx_mm, dy_mm])
    at_low, at_high = low + shift, high + shift
    near = (others_low < at_high + _AROUND_MM).all(axis=1) & (others_high > at_low - _AROUND_MM).all(axis=1)
    others_low, others_high = others_low[near], others_high[near]
    edges: list[tuple[int, float, int]] = []
    for axis in (0, 1):
        nearest_edge = _to_edges(axis, at_low, at_high, others_low, others_high, reach_mm)
        if nearest_edge is not None:
            shift[axis] += nearest_edge[0]
            edges.append((axis, *nearest_edge[1:]))
            continue
        joint = round(float(at_low[axis]) / tile_mm) * tile_mm - float(at_low[axis])
        if abs(joint) <= reach_mm:
            shift[axis] += joint
    end_low, end_high = low + shift, high + shift
    guides = tuple(_guide(axis, line, end_low, end_high, others_low[other], others_high[other]) for axis, line, other in edges)
    return Snapped(float(shift[0]), float(shift[1]), guides)


def _to_edges(
    axis: int, low: Reals, high: Reals, others_low: Reals, others_high: Reals, reach_mm: float
) -> tuple[float, float, int] | None:
    """Shortest distance to an edge of a neighbor along an axis, the position of the edge and its owner; None if none is near."""
    if not len(others_low):
        return None
    sides = np.concatenate([others_low[:, axis], others_high[:, axis]])
    ways = np.concatenate([sides - low[axis], sides - high[axis]])
    # Of edges that are equally near, that of the nearest neighbor.
    apart = np.maximum(others_low - high, low - others_high).max(axis=1)
    ranked = np.abs(ways) + np.tile(np.clip(apart, 0, _AROUND_MM), 4) * 1e-4
    best = int(np.argmin(ranked))
    if abs(ways[best]) > reach_mm:
        return None
    return float(ways[best]), float(np.tile(sides, 2)[best]), best % len(others_low)


def _guide(axis: int, line: float, low: Reals, high: Reals, other_low: Reals, other_high: Reals) -> Guide:
    across = 1 - axis
    begin = float(min(low[across], other_low[across])) - TILE_MM / 2
    end = float(max(high[across], other_high[across])) + TILE_MM / 2
    return (line, begin, line, end) if axis == 0 else (begin, line, end, line)
