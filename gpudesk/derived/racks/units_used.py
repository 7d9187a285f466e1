"""How the units of racks are used: taken, reserved, free, and the largest free block."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.racks.device_placement import all_placed, rack_half_units
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True)
class UnitsUsed:
    """Half units of each rack in the order of the table, whichever face, each of shape (racks,).

    Attributes:
        height: of the rack.
        used: taken by a device on either face.
        reserved: reserved on a face and not taken.
        free: neither.
        largest_free: the largest block of free half units that lie together.
    """

    height: Ids
    used: Ids
    reserved: Ids
    free: Ids
    largest_free: Ids


@made_from(
    {
        "device": ("type_id", "rack_id", "position", "face", "side"),
        "rack": ("type_id",),
        "reservation": ("rack_id", "position", "height"),
        "catalog_item": (),
    }
)
def units_used(snapshot: Snapshot) -> UnitsUsed:
    """Use of the units of all racks (use `snapshot.cached(units_used)`)."""
    racks, held = snapshot["rack"], snapshot["reservation"]
    height = rack_half_units(racks, snapshot.types, racks.ids)
    placed = snapshot.cached(all_placed)
    in_units = placed.mount == Mount.UNITS
    at, low, high = racks.positions(placed.rack[in_units]), placed.low[in_units], placed.high[in_units]
    widest = int(height.max(initial=0))
    inside = np.arange(widest) < height[:, None]
    taken = _covered(at, low, high, racks.rows, widest) & inside
    reserved_at = racks.positions(held["rack_id"])
    reserved = _covered(reserved_at, held["position"], held["position"] + held["height"], racks.rows, widest) & inside & ~taken
    free = inside & ~taken & ~reserved
    used, held_free, left = (cells.sum(axis=1, dtype=np.int64) for cells in (taken, reserved, free))
    return UnitsUsed(height, used, held_free, left, _longest_run(free))


def _covered(row: Ids, low: Ids, high: Ids, rows: int, width: int) -> Mask:
    """A (rows, width) grid of the cells that some span covers; what reaches out of it is cut off."""
    known = row != ABSENT
    row, low, high = row[known], np.clip(low[known], 0, width), np.clip(high[known], 0, width)
    steps = np.bincount(row * (width + 1) + low, minlength=rows * (width + 1))
    steps = steps - np.bincount(row * (width + 1) + high, minlength=rows * (width + 1))
    grid: Mask = steps.reshape(rows, width + 1)[:, :width].cumsum(axis=1) > 0
    return grid


def _longest_run(cells: Mask) -> Ids:
    """The length of the longest run of true cells in each row, shape (rows,)."""
    longest = np.zeros(len(cells), np.int64)
    run = np.zeros(len(cells), np.int64)
    for column in cells.T:
        run = np.where(column, run + 1, 0)
        np.maximum(longest, run, out=longest)
    return longest
