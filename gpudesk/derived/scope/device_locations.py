"""Rack, row and hall of every device, through all its holders."""

from functools import cached_property

import numpy as np

from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.project.snapshot import Snapshot, made_from

DEEPEST = 16
"""The most devices that may sit in one another; a ring of parents ends here."""


class Whereabouts:
    """Locations of the devices of a project. Arrays are aligned with the rows of the table `device`, shape (devices,).

    Attributes:
        root: the place in the table of the outermost holder of each device (its own place if there is none).
        rack: the rack id of that holder, ABSENT if in none.
    """

    def __init__(self, devices: Columns, racks: Columns) -> None:
        self._devices = devices
        self._racks = racks
        self.root = _roots(devices)
        self.nested = bool((devices["parent_id"] != ABSENT).any())
        self.rack: Ids = devices["rack_id"][self.root] if self.nested else devices["rack_id"]

    def inside(self, racks: Ids) -> Ids:
        """The places of the devices in some racks, in other devices there included, ascending."""
        standing = self._devices.among("rack_id", racks)
        if not self.nested:
            return standing
        held = self._held
        return distinct_ids(standing[self.root[standing] == standing], held[is_one_of(self.rack[held], racks)])

    @cached_property
    def _held(self) -> Ids:
        """The places of the devices that sit in others, ascending."""
        return np.flatnonzero(self.root != np.arange(len(self.root)))

    def rows(self, places: Ids) -> Ids:
        """The ids of the rows of racks in which the devices at `places` are, ABSENT for those in none."""
        return self._of_racks("row_id", places)

    def halls(self, places: Ids) -> Ids:
        """The ids of the halls in which the devices at `places` are, in racks or on the floor, ABSENT for those in none."""
        on_floor: Ids = self._devices["hall_id"][self.root[places]]
        return _first_known(self._of_racks("hall_id", places), on_floor)

    @cached_property
    def row(self) -> Ids:
        """The row of every device."""
        return self.rows(np.arange(self._devices.rows))

    @cached_property
    def hall(self) -> Ids:
        """The hall of every device."""
        devices = self._devices
        return _first_known(self._at_racks("hall_id", self.rack), devices["hall_id"][self.root] if self.nested else devices["hall_id"])

    def _of_racks(self, column: str, places: Ids) -> Ids:
        return self._at_racks(column, self.rack[places])

    def _at_racks(self, column: str, rack_ids: Ids) -> Ids:
        """A column of some racks, ABSENT for those that do not exist."""
        places = self._racks.positions(rack_ids)
        if not self._racks.rows:
            return places
        values: Ids = self._racks[column][places]
        values[places == ABSENT] = ABSENT
        return values


def _first_known(values: Ids, others: Ids) -> Ids:
    """`values`, and those of `others` where they are ABSENT."""
    unknown = values == ABSENT
    return np.where(unknown, others, values) if unknown.any() else values


@made_from({"device": ("parent_id", "rack_id", "hall_id"), "rack": ("row_id", "hall_id")})
def whereabouts(snapshot: Snapshot) -> Whereabouts:
    """Locations of all devices of a snapshot (use `snapshot.cached(whereabouts)`)."""
    return Whereabouts(snapshot["device"], snapshot["rack"])


def _roots(devices: Columns) -> Ids:
    root = np.arange(devices.rows, dtype=np.int64)
    held = np.flatnonzero(devices["parent_id"] != ABSENT)
    if not len(held):
        return root
    holder = root.copy()
    holder[held] = devices.positions(devices["parent_id"][held])
    holder = np.where(holder == ABSENT, root, holder)
    outer = held
    for _ in range(DEEPEST):
        outer = holder[outer]
    root[held] = outer
    return root
