"""In which rack, row and hall every device is in the end, whatever it stands in."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.project.snapshot import Snapshot

DEEPEST = 16
"""The most devices that may sit in one another; a ring of parents ends here."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Aligned with the rows of the table `device`, each of shape (devices,), ABSENT where there is none.

    Attributes:
        root: the place in the table of the outermost device that holds this one (its own if nothing does).
        rack, row, hall: ids of what the outermost device stands in.
    """

    root: Ids
    rack: Ids
    row: Ids
    hall: Ids


def whereabouts(snapshot: Snapshot) -> Whereabouts:
    """Where all devices of a snapshot are (ask `snapshot.cached(whereabouts)`)."""
    return locate(snapshot["device"], snapshot["rack"])


def locate(devices: Columns, racks: Columns) -> Whereabouts:
    """Where some devices are; devices that hold them must be among them."""
    root = np.arange(devices.rows, dtype=np.int64)
    held = np.flatnonzero(devices["parent_id"] != ABSENT)
    if len(held):
        holder = root.copy()
        holder[held] = devices.positions(devices["parent_id"][held])
        holder = np.where(holder == ABSENT, root, holder)
        for _ in range(DEEPEST):
            root = holder[root]
    rack = devices["rack_id"][root]
    hall = devices["hall_id"][root]
    row = np.full(devices.rows, ABSENT, np.int64)
    inside = np.flatnonzero(rack != ABSENT)
    places = racks.positions(rack[inside])
    known = places != ABSENT
    row[inside[known]] = racks["row_id"][places[known]]
    hall[inside[known]] = racks["hall_id"][places[known]]
    return Whereabouts(root, rack, row, hall)
