"""The ends of links: which lanes of which port of which device."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.values.columns import Ids

Ints: TypeAlias = NDArray[np.int32]
LANE_BITS, PORT_BITS = 10, 14


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """The ends of links, one per entry, shape (links,): device, port as in its type, first lane, and lane count (0 if not used)."""

    device: Ids
    port: Ints
    lane: Ints
    lanes: Ints

    def keys(self) -> Ids:
        """One number for each end, in the order of devices, ports and lanes."""
        return end_keys(self.device, self.port, self.lane)


def end_keys(device: Ids, port: NDArray[np.integer], lane: NDArray[np.integer]) -> Ids:
    """One number for each end, in the order of devices, ports and lanes: shape as given."""
    keys: Ids = (device << (PORT_BITS + LANE_BITS)) | (port.astype(np.int64) << LANE_BITS) | lane
    return keys


def picked(ends: Ends, which: NDArray[np.bool_] | Ids) -> Ends:
    """Some of the ends, selected by flags or indices."""
    return Ends(ends.device[which], ends.port[which], ends.lane[which], ends.lanes[which])


def spans(ends: Ends) -> tuple[Ids, Ids]:
    """The lanes that each end takes, as numbers in the order of devices, ports and lanes: first one and end, shape (links,) each.

    An end whose lanes mean nothing takes the whole port.
    """
    first = ends.keys()
    return first, np.where(ends.lanes > 0, first + ends.lanes, (first | ((1 << LANE_BITS) - 1)) + 1)


def doubled(first: Ids, end: Ids) -> NDArray[np.bool_]:
    """Which spans share a lane with another one, shape (spans,)."""
    order = np.argsort(first, kind="stable")
    starts, reach = first[order], np.maximum.accumulate(end[order]) if len(end) else end
    clash = starts[1:] < reach[:-1]
    is_shared = np.zeros(len(first), bool)
    # One that reaches over several others is known by those behind it; the one before each of these is known by itself.
    is_shared[order[1:]] = clash
    is_shared[order[:-1]] |= end[order][:-1] > starts[1:]
    return is_shared


def taken(first: Ids, end: Ids, taken_first: Ids, taken_end: Ids) -> NDArray[np.bool_]:
    """Which spans share a lane with one of those that are taken, shape of `first`."""
    if not len(taken_first):
        return np.zeros(len(first), bool)
    order = np.argsort(taken_first, kind="stable")
    starts, reach = taken_first[order], np.maximum.accumulate(taken_end[order])
    before = np.searchsorted(starts, end) - 1
    return (before >= 0) & (reach[np.maximum(before, 0)] > first)
