"""The ends of links: which lanes of which port of which device."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.columns import Ids

Ints: TypeAlias = NDArray[np.int32]
LANE_BITS, PORT_BITS = 10, 14


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """Where links end, one an entry, shape (links,): device, port as in its type, first lane, and how many (0 where they mean nothing)."""

    device: Ids
    port: Ints
    lane: Ints
    lanes: Ints

    def keys(self) -> Ids:
        """One number for each end, in the order of devices, ports and lanes."""
        return end_keys(self.device, self.port, self.lane)


def end_keys(device: Ids, port: NDArray[np.integer], lane: NDArray[np.integer]) -> Ids:
    """One number for each end, in the order of devices, ports and lanes: shape as given."""
    found: Ids = (device << (PORT_BITS + LANE_BITS)) | (port.astype(np.int64) << LANE_BITS) | lane
    return found
