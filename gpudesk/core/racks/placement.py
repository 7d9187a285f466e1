"""Positions of devices in racks, and the conflicts between them.

One set of predicates over columns, called by the hover of a drag, by operations and by checks. Positions and heights are half
units of the rack's own pitch, counted from the bottom of unit 1.
"""

from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.hardware import Face, HardwareType, Mount, Side
from gpudesk.core.values.columns import ABSENT, Ids

MOST_RIVALS = 8
Mask = NDArray[np.bool_]
Reals = NDArray[np.float64]


HALF, FULL, UNKNOWN = 0, 1, 2
"""Whether a device takes the full depth of its rack."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Devices in racks, one array element each, shape (n,).

    Attributes:
        device: device id (ABSENT for a trial device).
        rack: rack id.
        mount: `Mount.UNITS` or `Mount.ZERO_U`.
        low, high: the occupied half units, high excluded.
        face: the face on which it is mounted.
        side: left or right seen from that face, ABSENT for the full width; as in `taken_sides`.
        depth_mm: its depth, NaN if unknown (it is then assumed to be as deep as the rack).
        usable_depth_mm: the depth of the rack shared by front and rear devices, NaN if unknown.
        full_depth: whether it occupies the full depth of the rack, if its depth is unknown: `FULL`, `HALF` or `UNKNOWN`.
    """

    device: Ids
    rack: Ids
    mount: Ids
    low: Ids
    high: Ids
    face: Ids
    side: Ids
    depth_mm: Reals
    usable_depth_mm: Reals
    full_depth: Ids = field(default_factory=lambda: np.empty(0, np.int64))

    def __post_init__(self) -> None:
        if len(self.full_depth) != len(self.device):
            object.__setattr__(self, "full_depth", np.full(len(self.device), UNKNOWN, np.int64))

    def __len__(self) -> int:
        return len(self.device)

    def pick(self, which: Ids | Mask) -> "Placed":
        """The devices at some places or where a mask is true."""
        return Placed(*(getattr(self, part.name)[which] for part in fields(self)))

    def joined(self, other: "Placed") -> "Placed":
        """These devices and then the others."""
        return Placed(*(np.concatenate([getattr(self, part.name), getattr(other, part.name)]) for part in fields(self)))


def taken_sides(mount: Ids, half_wide: Mask, side: Ids) -> Ids:
    """The side that each device occupies, shape (n,): the one rule for drawing, gesture, operation and check.

    In rack units only half-width devices have a side, by default left; all others occupy the whole width. At the side of the rack
    units every device is at its stated side.
    """
    half = np.where(side == ABSENT, int(Side.LEFT), side)
    return np.where(mount == Mount.UNITS, np.where(half_wide, half, ABSENT), side).astype(np.int64)


def taken_side(kind: HardwareType, side: int | None) -> int | None:
    """The side that one device of `kind` takes; see `taken_sides`."""
    taken = taken_sides(
        np.array([kind.mount], np.int64), np.array([kind.half_wide]), np.array([ABSENT if side is None else side], np.int64)
    )
    return None if taken[0] == ABSENT else int(taken[0])


def collide(a: Placed, b: Placed) -> Mask:
    """Whether device i of `a` and device i of `b` collide, shape (n,); either input may have length 1.

    Devices in the same units collide on one face; on opposite faces they collide if their depths together exceed the rack depth.
    Where neither depth is known, two that do not occupy the full depth fit, as in NetBox (netbox/dcim/models/racks.py of 4.6.8,
    get_available_units).
    """
    same_place = (a.rack == b.rack) & (a.mount == Mount.UNITS) & (b.mount == Mount.UNITS) & (a.low < b.high) & (b.low < a.high)
    same_face = a.face == b.face
    either_full = (a.side == ABSENT) | (b.side == ABSENT)
    across = either_full | np.where(same_face, a.side == b.side, a.side != b.side)
    together = a.depth_mm + b.depth_mm
    deep: Mask = ~(together <= np.fmin(a.usable_depth_mm, b.usable_depth_mm))
    deep &= ~(np.isnan(a.depth_mm) & np.isnan(b.depth_mm) & (a.full_depth == HALF) & (b.full_depth == HALF))
    hit: Mask = same_place & across & (same_face | deep)
    return hit


def overlaps(placed: Placed) -> tuple[Ids, Ids]:
    """All pairs of devices that collide, as two arrays of places in `placed`, the first always the smaller.

    Each device is spread over the half units that it takes; only devices that share one are compared, in a heap only the `MOST_RIVALS`
    next ones, so that thousands imported into one place are reported without listing millions of pairs.
    """
    in_units = np.flatnonzero((placed.mount == Mount.UNITS) & (placed.high > placed.low))
    heights = (placed.high - placed.low)[in_units]
    owner = np.repeat(in_units, heights)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(heights) - heights, heights)
    cell = placed.rack[owner] * 4096 + placed.low[owner] + offset
    order = np.argsort(cell, kind="stable")
    cell, owner = cell[order], owner[order]
    left: list[Ids] = []
    right: list[Ids] = []
    for distance in range(1, min(len(cell), MOST_RIVALS + 1)):
        shared = cell[distance:] == cell[:-distance]
        if not shared.any():
            break
        left.append(owner[:-distance][shared])
        right.append(owner[distance:][shared])
    if not left:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    pairs = np.unique(np.sort(np.stack([np.concatenate(left), np.concatenate(right)], axis=1), axis=1), axis=0)
    hit = collide(placed.pick(pairs[:, 0]), placed.pick(pairs[:, 1]))
    return pairs[hit, 0], pairs[hit, 1]


def in_the_way(candidate: Placed, others: Placed) -> Ids:
    """The places in `others` of the devices that collide with the one `candidate`."""
    return np.flatnonzero(collide(candidate, others))


def outside(low: Ids, high: Ids, rack_half_units: Ids) -> Mask:
    """Whether what takes these half units reaches beyond the rack's, shape (n,): no operation puts it there, a check reports it."""
    return (low < 0) | (high > rack_half_units)


def in_reserved(candidate: Placed, rack: Ids, low: Ids, high: Ids, face: Ids) -> Mask:
    """Which reservations (rack, half units, face: 0 front, 1 rear, 2 both) one device in units would use, shape (reservations,)."""
    same_units = (candidate.rack == rack) & (candidate.low < high) & (low < candidate.high) & (candidate.mount == Mount.UNITS)
    hit: Mask = same_units & ((face == Face.BOTH) | (candidate.face == face))
    return hit


def beside_excess(placed: Placed, per_side: Ids) -> Mask:
    """Which devices at the side of the rack (0U) are at a height shared by more devices than that side has places, shape (n,).

    Args:
        per_side: places on one side of the rack of each device, shape (n,).
    """
    excess = np.zeros(len(placed), bool)
    side_devices = np.flatnonzero((placed.mount == Mount.ZERO_U) & (placed.high > placed.low))
    strip = placed.rack[side_devices] * 8 + placed.face[side_devices] * 4 + placed.side[side_devices] + 1
    _, of_strip, sharing = np.unique(strip, return_inverse=True, return_counts=True)
    crowded = sharing[of_strip] > per_side[side_devices]
    side_devices, strip = side_devices[crowded], strip[crowded]
    heights = (placed.high - placed.low)[side_devices]
    owner = np.repeat(np.arange(len(side_devices)), heights)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(heights) - heights, heights)
    _, of_cell, standing = np.unique(
        strip[owner] * 4096 + placed.low[side_devices][owner] + offset, return_inverse=True, return_counts=True
    )
    excess[side_devices[owner[standing[of_cell] > per_side[side_devices][owner]]]] = True
    return excess


def free_lows(candidate: Placed, others: Placed, rack_half_units: int, step: int = 2) -> Ids:
    """Every position in its rack where the one `candidate` would collide with nothing, ascending.

    Args:
        candidate: the device; its `low` does not matter, its height does.
        others: the other devices of the rack.
        step: 2 for whole units, 1 for half units.
    """
    height = int(candidate.high[0] - candidate.low[0])
    lows = np.arange(0, rack_half_units - height + 1, step, dtype=np.int64)
    if not len(lows):
        return lows
    many = candidate.pick(np.zeros(len(lows), np.int64))
    tried = replace(many, low=lows, high=lows + height)
    blocked = np.zeros(len(lows), bool)
    for place in range(len(others)):
        blocked |= collide(tried, others.pick(np.array([place])))
    return lows[~blocked]
