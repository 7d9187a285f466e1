"""Cold and hot aisles, determined from the direction of the fronts and rears of adjacent rows."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_contents import standing_bodies
from gpudesk.project.snapshot import Snapshot

WIDEST_MM = 3600
"""Rows farther apart than that share no aisle."""
NARROWEST_MM = 300
"""Minimum width of an aisle; a narrower space is a gap between racks."""
LEAST_OVERLAP_MM = 600
"""Rows that overlap by less than a rack width share no aisle."""
_SAME_LINE_MM = 150


class AisleKind(StrEnum):
    """Air of an aisle: fronts draw cold air, rears discharge hot air."""

    COLD = "cold"
    HOT = "hot"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Aisle:
    """Floor between two rows, or between a row and a wall.

    Attributes:
        corners: x and y of its corners in mm, in order around it, shape (4, 2).
        width_mm: the clear width; for an aisle along a wall the distance to it.
        at_wall: whether its other side is a wall.
    """

    kind: AisleKind
    corners: Reals
    width_mm: float
    at_wall: bool


@dataclass(frozen=True, slots=True)
class _Ranks:
    """Racks side by side facing one direction, each of shape (ranks,). Directions are in a frame turned by less than half a turn.

    Attributes:
        turn: of the frame, in tenths of a degree.
        left, right: their extent along the frame's first axis.
        near, far: their extent along its second axis.
        about: whether their fronts are at the far side.
    """

    turn: Ids
    left: Reals
    right: Reals
    near: Reals
    far: Reals
    about: Ids


def aisles(snapshot: Snapshot, hall_id: int) -> tuple[Aisle, ...]:
    """The aisles of a hall: between rows facing each other across at most 3.6 m, and in front of rows that face a wall."""
    bodies = standing_bodies(snapshot["rack"], snapshot["device"], snapshot.types, np.array([hall_id], np.int64))
    if not bodies.racks:
        return ()
    racks = snapshot["rack"]
    at = racks.positions(bodies.row[: bodies.racks])
    hall = snapshot["hall"].row(hall_id)
    size = np.array([hall["width_mm"], hall["depth_mm"]], np.float64)
    ranks = _ranks(bodies.shapes.pick(np.arange(bodies.racks)), racks["row_id"][at], racks["angle_ddeg"][at])
    return tuple(_between(ranks) + _at_walls(ranks, size))


def _ranks(shapes: Footprints, row: Ids, angle: Ids) -> _Ranks:
    """Racks of one row that face one direction; those without a row if they are in one line."""
    turn, about = angle % 1800, (angle >= 1800).astype(np.int64)
    radians = np.radians(turn / 10)
    across = np.stack([np.cos(radians), np.sin(radians)], axis=1)
    ahead = np.stack([-np.sin(radians), np.cos(radians)], axis=1)
    at_x, at_y = (shapes.centre * across).sum(axis=1), (shapes.centre * ahead).sum(axis=1)
    half_x = np.abs((shapes.along * across).sum(axis=1)) + np.abs((shapes.deep * across).sum(axis=1))
    half_y = np.abs((shapes.along * ahead).sum(axis=1)) + np.abs((shapes.deep * ahead).sum(axis=1))
    line = np.round(at_y / _SAME_LINE_MM).astype(np.int64)
    keys = np.stack([turn, about, np.where(row == ABSENT, -1 - line, row)], axis=1)
    _, group = np.unique(keys, axis=0, return_inverse=True)
    group = group.reshape(-1)
    count = int(group.max()) + 1
    left, near = np.full(count, np.inf), np.full(count, np.inf)
    right, far = np.full(count, -np.inf), np.full(count, -np.inf)
    np.minimum.at(left, group, at_x - half_x)
    np.maximum.at(right, group, at_x + half_x)
    np.minimum.at(near, group, at_y - half_y)
    np.maximum.at(far, group, at_y + half_y)
    first = np.zeros(count, np.int64)
    first[group[::-1]] = np.arange(len(group))[::-1]
    return _Ranks(turn[first], left, right, near, far, about[first])


def _between(ranks: _Ranks) -> list[Aisle]:
    """Aisles between ranks with no other rank between them."""
    gap = ranks.near[None, :] - ranks.far[:, None]
    low = np.maximum(ranks.left[None, :], ranks.left[:, None])
    high = np.minimum(ranks.right[None, :], ranks.right[:, None])
    faces = (ranks.turn[None, :] == ranks.turn[:, None]) & (gap >= NARROWEST_MM) & (gap <= WIDEST_MM) & (high - low >= LEAST_OVERLAP_MM)
    rank_aisles: list[Aisle] = []
    for one, other in np.argwhere(faces).tolist():
        if _covered(ranks, one, float(low[one, other]), float(high[one, other]), float(ranks.far[one]), float(ranks.near[other])):
            continue
        fronts = int(ranks.about[one]) + (1 - int(ranks.about[other]))
        kind = (AisleKind.HOT, AisleKind.MIXED, AisleKind.COLD)[fronts]
        box = (float(low[one, other]), float(ranks.far[one]), float(high[one, other]), float(ranks.near[other]))
        rank_aisles.append(Aisle(kind, _corners(int(ranks.turn[one]), box), float(gap[one, other]), at_wall=False))
    return rank_aisles


def _covered(ranks: _Ranks, one: int, low: float, high: float, near: float, far: float) -> bool:
    """Whether a rank is in a rectangle of the frame of rank `one`."""
    inside = (ranks.turn == ranks.turn[one]) & (ranks.left < high - LEAST_OVERLAP_MM / 2) & (ranks.right > low + LEAST_OVERLAP_MM / 2)
    return bool((inside & (ranks.near < far - NARROWEST_MM / 2) & (ranks.far > near + NARROWEST_MM / 2)).any())


def _at_walls(ranks: _Ranks, size: Reals) -> list[Aisle]:
    """Aisles between a rank and the wall next to it."""
    wall_aisles: list[Aisle] = []
    for one in range(len(ranks.turn)):
        turn = int(ranks.turn[one])
        if turn % 900:
            continue
        # Along the frame's second axis the hall reaches from 0 to its depth, and turned by a quarter from minus its width to 0.
        wall_near, wall_far = (0.0, float(size[1])) if turn == 0 else (-float(size[0]), 0.0)
        left, right = float(ranks.left[one]), float(ranks.right[one])
        near, far = float(ranks.near[one]), float(ranks.far[one])
        about = bool(ranks.about[one])
        for low, high, is_front in ((wall_near, near, not about), (far, wall_far, about)):
            if NARROWEST_MM <= high - low <= WIDEST_MM and not _covered(ranks, one, left, right, low, high):
                kind = AisleKind.COLD if is_front else AisleKind.HOT
                wall_aisles.append(Aisle(kind, _corners(turn, (left, low, right, high)), high - low, at_wall=True))
    return wall_aisles


def _corners(turn: int, box: tuple[float, float, float, float]) -> Reals:
    """The corners of a rectangle (left, near, right, far) of a frame, in the hall."""
    left, near, right, far = box
    radians = np.radians(turn / 10)
    cosine, sine = np.cos(radians), np.sin(radians)
    points = np.array([[left, near], [right, near], [right, far], [left, far]])
    corners: Reals = np.stack([points[:, 0] * cosine - points[:, 1] * sine, points[:, 0] * sine + points[:, 1] * cosine], axis=1)
    return corners
