"""Positions on a floor: rotation, alignment, distribution; and the single placement predicate of hover, operation and check."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.floor.footprint import TOUCH_MM, Footprints, crossing_pairs, excess_mm, footprints, pairs_between
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids

TILE_MM = 600
"""The side of a floor tile; raised floors have 600 mm tiles."""
FULL_TURN_DDEG = 3600
EDGES = ("left", "right", "front", "rear")
"""What racks are lined up by: their own sides, seen from the front."""


@dataclass(frozen=True, slots=True)
class Stands:
    """Positions of objects: the front left corner of each in mm and its rotation in tenths of a degree, each of shape (n,)."""

    x_mm: Ids
    y_mm: Ids
    angle_ddeg: Ids

    def __len__(self) -> int:
        return len(self.x_mm)

    def shifted(self, dx_mm: float, dy_mm: float) -> "Stands":
        """All of them moved alike, to whole millimeters."""
        return Stands(_whole(self.x_mm + dx_mm), _whole(self.y_mm + dy_mm), self.angle_ddeg)

    def moved(self, shift: Reals) -> "Stands":
        """Each moved by its row of `shift`, shape (n, 2), to whole millimeters."""
        return Stands(_whole(self.x_mm + shift[:, 0]), _whole(self.y_mm + shift[:, 1]), self.angle_ddeg)

    def turned(self, turn_ddeg: int, x_mm: float, y_mm: float) -> "Stands":
        """All of them turned together about a point, from x toward y."""
        turn = np.radians(turn_ddeg / 10)
        cosine, sine = np.cos(turn), np.sin(turn)
        x, y = self.x_mm - x_mm, self.y_mm - y_mm
        return Stands(
            _whole(x_mm + x * cosine - y * sine), _whole(y_mm + x * sine + y * cosine), (self.angle_ddeg + turn_ddeg) % FULL_TURN_DDEG
        )

    def shapes(self, width_mm: Reals, depth_mm: Reals) -> Footprints:
        """Their rectangles."""
        return footprints(self.x_mm, self.y_mm, self.angle_ddeg, width_mm, depth_mm)


def _whole(values: np.ndarray[tuple[Any, ...], np.dtype[Any]]) -> Ids:
    return np.floor(values + 0.5).astype(np.int64)


def middle(shapes: Footprints) -> tuple[float, float]:
    """The middle of the least upright rectangle around all of them."""
    low, high = shapes.bounds()
    x_mm, y_mm = (low.min(axis=0) + high.max(axis=0)) / 2
    return float(x_mm), float(y_mm)


def facing_about(shapes: Footprints, angle_ddeg: Ids) -> Stands:
    """The same floor taken, front and rear changed: each turned by half about its own middle."""
    corner = shapes.centre + shapes.along + shapes.deep
    return Stands(_whole(corner[:, 0]), _whole(corner[:, 1]), (angle_ddeg + FULL_TURN_DDEG // 2) % FULL_TURN_DDEG)


def _axes(shapes: Footprints) -> tuple[Reals, Reals]:
    """The directions of width and depth of the first rectangle, each of length 1."""
    along, deep = shapes.along[0], shapes.deep[0]
    return along / max(np.linalg.norm(along), 1e-9), deep / max(np.linalg.norm(deep), 1e-9)


def _spans(shapes: Footprints, axis: Reals) -> tuple[Reals, Reals]:
    """From where to where each rectangle reaches along a direction, shape (n,) each."""
    at = shapes.centre @ axis
    reach = np.abs(shapes.along @ axis) + np.abs(shapes.deep @ axis)
    return at - reach, at + reach


def aligning_shift(shapes: Footprints, edge: str) -> Reals:
    """The movement of each rectangle that aligns its `edge` with that of the first one, shape (n, 2).

    Raises:
        ValueError: there is no such edge.
    """
    if edge not in EDGES:
        raise ValueError(f"no such edge: {edge!r}")
    axis = _axes(shapes)[0 if edge in ("left", "right") else 1]
    low, high = _spans(shapes, axis)
    reach = low if edge in ("left", "front") else high
    shift: Reals = (reach[0] - reach)[:, None] * axis
    return shift


def spreading_shift(shapes: Footprints) -> Reals:
    """The movement of each rectangle that equalizes the gaps along the width of the first, shape (n, 2); the outermost stay."""
    axis = _axes(shapes)[0]
    low, high = _spans(shapes, axis)
    order = np.argsort(low + high, kind="stable")
    wide = (high - low)[order]
    gap = (high[order[-1]] - low[order[0]] - wide.sum()) / max(len(order) - 1, 1)
    even_low = low[order[0]] + np.cumsum(wide + gap) - (wide + gap)
    distance = np.empty(len(order))
    distance[order] = even_low - low[order]
    distance[[order[0], order[-1]]] = 0.0
    shift: Reals = distance[:, None] * axis
    return shift


def repeating_shift(shapes: Footprints, pitch_mm: float | None, copies: int) -> Reals:
    """The offset of the 1st, 2nd … copy of a group along the width of its first rectangle, shape (copies, 2).

    Args:
        pitch_mm: from one copy to the next, less than 0 to the other side; without it they are placed side by side.
    """
    axis = _axes(shapes)[0]
    low, high = _spans(shapes, axis)
    pitch = float(high.max() - low.min()) if pitch_mm is None else pitch_mm
    shift: Reals = np.arange(1, copies + 1)[:, None] * pitch * axis
    return shift


@dataclass(frozen=True, slots=True)
class Faults:
    """Conflicts of objects at trial positions; indices in the arrays that were tried.

    Attributes:
        first, second: pairs of an object and one of the others that would overlap, shape (pairs,) each.
        own_first, own_second: pairs among the objects themselves, shape (pairs,) each.
        outside: objects that would extend out of the hall, shape (k,).
        excess_mm: how far, shape (k,).
    """

    first: Ids
    second: Ids
    own_first: Ids
    own_second: Ids
    outside: Ids
    excess_mm: Reals

    def __bool__(self) -> bool:
        return bool(len(self.first) or len(self.own_first) or len(self.outside))


def faults(moved: Footprints, others: Footprints, size_mm: Reals, before: Footprints | None = None) -> Faults:
    """Conflicts of `moved` among `others` on a floor of some width and depth.

    Conflicts that existed `before` are ignored: a plan with an overlap can still be changed, as long as nothing gets worse.

    Args:
        size_mm: width and depth of the hall, shape (2,).
        before: current positions of the same objects in this hall; None for new ones.
    """
    floor = np.zeros(len(moved), np.int64)
    first, second = pairs_between(moved, others)
    own_first, own_second = crossing_pairs(moved, floor)
    beyond = excess_mm(moved, size_mm)
    allowed = np.full(len(moved), TOUCH_MM)
    # What was so before need not be asked where nothing is wrong.
    if before is not None and (len(first) or len(own_first) or bool((beyond > TOUCH_MM).any())):
        old = _pair_codes(*pairs_between(before, others), len(others))
        fresh = ~np.isin(_pair_codes(first, second, len(others)), old)
        first, second = first[fresh], second[fresh]
        old = _pair_codes(*crossing_pairs(before, floor), len(moved))
        fresh = ~np.isin(_pair_codes(own_first, own_second, len(moved)), old)
        own_first, own_second = own_first[fresh], own_second[fresh]
        allowed = np.maximum(allowed, excess_mm(before, size_mm) + TOUCH_MM / 2)
    outside = np.flatnonzero(beyond > allowed)
    return Faults(first, second, own_first, own_second, outside, beyond[outside])


def _pair_codes(first: Ids, second: Ids, count: int) -> Ids:
    codes: Ids = first * max(count, 1) + second
    return codes
