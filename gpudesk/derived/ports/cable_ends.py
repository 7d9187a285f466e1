"""Cable ends by port lane, with lookup by device and port."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import LANE_BITS, PORT_BITS, end_keys
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.snapshot import Snapshot, made_from

Flags: TypeAlias = NDArray[np.bool_]


class CableEnds:
    """Both ends of every leg of a cable, sorted by device, port and first lane: shape (2 × cables,).

    Attributes:
        keys: device, port and lane as one number.
        cable: place of the leg in the table `cable`.
        far: whether it is the end `b` of the leg.
    """

    def __init__(self, keys: Ids, cable: Ids, far: Flags) -> None:
        self.keys, self.cable, self.far = keys, cable, far

    def of_devices(self, device_ids: Ids) -> Ids:
        """The entries of some devices, one device after the other in the order given."""
        first = np.searchsorted(self.keys, device_ids << (PORT_BITS + LANE_BITS))
        last = np.searchsorted(self.keys, (device_ids + 1) << (PORT_BITS + LANE_BITS))
        counts = last - first
        turn = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        entries: Ids = np.repeat(first, counts) + turn
        return entries

    def of_port(self, device_id: int, port: int) -> Ids:
        """The entries of one port, by lane."""
        key = (device_id << (PORT_BITS + LANE_BITS)) | (port << LANE_BITS)
        return np.arange(*np.searchsorted(self.keys, [key, key + (1 << LANE_BITS)]))

    def at(self, keys: Ids) -> Ids:
        """The entry of each device, port and lane, ABSENT where no cable ends."""
        places = np.minimum(np.searchsorted(self.keys, keys), max(len(self.keys) - 1, 0))
        if not len(self.keys):
            return np.full(len(keys), ABSENT, np.int64)
        return np.where(self.keys[places] == keys, places, ABSENT)


@made_from({"cable": ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane")})
def cable_ends(snapshot: Snapshot) -> CableEnds:
    """Both ends of every cable (use `snapshot.cached(cable_ends)`)."""
    cables = snapshot["cable"]
    keys = np.concatenate([end_keys(*(cables[f"{side}_{name}"] for name in ("device_id", "port", "lane"))) for side in "ab"])
    order = np.argsort(keys, kind="stable")
    places = np.tile(np.arange(cables.rows), 2)[order]
    return CableEnds(keys[order], places, order >= cables.rows)
