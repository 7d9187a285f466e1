"""Whether a crate can reach its destination: through doors, along corridors, around corners; and its caster load on the floor."""

from itertools import pairwise

import numpy as np

from gpudesk.core.racks.placement import Reals

LEAST_TURN_DEG = 5.0
"""Smaller bends of a route are no corners."""
_STEPS = 181


def crate_mm(outer_mm: Reals, said_mm: Reals, allowance_mm: float) -> Reals:
    """A side of a packed item for delivery: specified by the type, or the side plus an allowance. NaN if both are unknown.

    Args:
        outer_mm: the side without its packing, shape (n,).
        said_mm: the side of the crate specified by the type, NaN if not specified, shape (n,).
        allowance_mm: addition for pallet and packing; 0 for unpacked delivery.
    """
    return np.where(np.isnan(said_mm), outer_mm + allowance_mm, said_mm)


def fits_straight(
    width_mm: Reals, length_mm: Reals, height_mm: Reals, clear_width_mm: float | None, clear_height_mm: float | None
) -> Reals:
    """The clearance of crates, the shorter side first, in an opening; below 0 they do not fit. Shape (n,).

    An unknown dimension of the opening limits nothing, an unknown dimension of a crate gives NaN.
    """
    across = np.inf if clear_width_mm is None else clear_width_mm
    up = np.inf if clear_height_mm is None else clear_height_mm
    room: Reals = np.minimum(across - np.minimum(width_mm, length_mm), up - height_mm)
    return room


def corner_room_mm(turn_deg: float, clear_before_mm: float, clear_after_mm: float, length_mm: float) -> float:
    """The widest crate of a length that can turn a corner between two corridors, in mm; less than 0 if none can.

    The crate's outer side slides with its ends along the outer walls, which meet at α = 180° − turn. With β the angle between that
    side and the wall of the corridor that it comes from, and γ = turn − β at the other wall, the distance from the side to the
    inner corner C is

        d(β) = C · (sin β, cos β) − L · sin β · sin γ / sin α,    C = ((b + a · cos α) / sin α, a)

    with a the clear width before and b after the corner. The crate passes if its width is no more than the minimum d. At a right
    angle this is the ladder around a corner, a·cos β + b·sin β − L·sin β·cos β; without a width the longest L is (a^⅔ + b^⅔)^1.5.

    Args:
        turn_deg: turning angle of the route, 0 for straight on, less than 180.
    """
    least = min(clear_before_mm, clear_after_mm)
    if turn_deg < LEAST_TURN_DEG:
        return least
    turn = np.radians(turn_deg)
    beta = np.linspace(0.0, float(turn), _STEPS)
    sine, cosine = np.sin(turn), -np.cos(turn)
    inner_x = (clear_after_mm + clear_before_mm * cosine) / sine
    room = inner_x * np.sin(beta) + clear_before_mm * np.cos(beta) - length_mm * np.sin(beta) * np.sin(turn - beta) / sine
    return min(least, float(room.min()))


def route_room_mm(points: Reals, clear_width_mm: float, length_mm: float) -> float:
    """The widest crate of a length that fits along a whole route of one clear width, in mm; less than 0 if none does.

    A crate longer than the distance between two corners is assumed to turn at each of them separately.

    Args:
        points: of the line along its middle, shape (n, 2).
    """
    room = clear_width_mm
    steps = np.diff(points, axis=0)
    steps = steps[np.linalg.norm(steps, axis=1) > 0]
    for before, after in pairwise(steps):
        cosine = float(before @ after) / float(np.linalg.norm(before) * np.linalg.norm(after))
        turn = float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
        if turn > 175.0:
            return -length_mm
        room = min(room, corner_room_mm(turn, clear_width_mm, clear_width_mm, length_mm))
    return room
