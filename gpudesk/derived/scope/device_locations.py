"""Rack, row and hall of every device, through all its holders."""

from functools import cached_property

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.columns.carried import carried
from gpudesk.project.snapshot import Snapshot, made_from

DEEPEST = 16
"""The most devices that may sit in one another; a ring of parents ends here."""
_MOST_CARRIED = 128
"""Maximum number of devices affected by an edit; above it the halls of all are determined again."""


class Whereabouts:
    """Locations of the devices of a project. Arrays are aligned with the rows of the table `device`, shape (devices,).

    Attributes:
        nested: whether a device is in another one.

    Args:
        nested: left out, the table is searched for a device in another one.
    """

    def __init__(self, devices: Columns, racks: Columns, *, nested: bool | None = None) -> None:
        self._devices = devices
        self._racks = racks
        self.nested = bool((devices["parent_id"] != ABSENT).any()) if nested is None else nested

    @cached_property
    def root(self) -> Ids:
        """The place in the table of the outermost holder of each device (its own place if there is none)."""
        return _roots(self._devices) if self.nested else np.arange(self._devices.rows, dtype=np.int64)

    @cached_property
    def rack(self) -> Ids:
        """The rack id of the outermost holder of each device, ABSENT if in none."""
        racks: Ids = self._devices["rack_id"][self.root] if self.nested else self._devices["rack_id"]
        return racks

    def racks(self, places: Ids) -> Ids:
        """The ids of the racks in which the devices at `places` are, ABSENT for those in none."""
        racks: Ids = self.rack[places] if self.nested else self._devices.at("rack_id", places)
        return racks

    def roots(self, places: Ids) -> Ids:
        """The places in the table of the outermost holders of the devices at `places`."""
        roots: Ids = self.root[places] if self.nested else places
        return roots

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
        on_floor: Ids = self._devices.at("hall_id", self.roots(places))
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
        return self._at_racks(column, self.racks(places))

    def _at_racks(self, column: str, rack_ids: Ids) -> Ids:
        """A column of some racks, ABSENT for those that do not exist."""
        places = self._racks.positions(rack_ids)
        if not self._racks.rows:
            return places
        values: Ids = self._racks[column][places]
        values[places == ABSENT] = ABSENT
        return values


def carry_whereabouts(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` the halls known for `before`, those of the devices that an edit touched replaced; no device is in another one."""
    known, change = before.known(whereabouts), changes.of("device")
    if known is None or known.nested or after.known(whereabouts) is not None or not {"rack", "hall"}.isdisjoint(changes.tables):
        return
    devices = after["device"]
    present = devices.positions(change.present)
    if len(change.touched) + len(change.present) > _MOST_CARRIED or (devices.at("parent_id", present) != ABSENT).any():
        return
    following = Whereabouts(devices, after["rack"], nested=False)
    if "hall" in known.__dict__:
        following.__dict__["hall"] = carried(known.hall, before["device"], devices, change, following.halls(present))
    after.remember(whereabouts, following)


@made_from({"device": ("parent_id", "rack_id", "hall_id")})
def unplaced_devices(snapshot: Snapshot) -> Ids:
    """The ids of the devices in no rack, in no other device and on no floor, ascending (use `snapshot.cached`, as for the next two)."""
    return _unplaced(snapshot, np.arange(snapshot["device"].rows))


@made_from({"device": ("parent_id", "rack_id")})
def devices_outside_racks(snapshot: Snapshot) -> Ids:
    """The ids of the devices that are neither in a rack nor in another device in one, ascending."""
    return _outside_racks(snapshot, np.arange(snapshot["device"].rows))


@made_from({"device": ("hall_id",)})
def devices_on_floors(snapshot: Snapshot) -> Ids:
    """The ids of the devices placed on a floor, ascending."""
    return _on_floors(snapshot, np.arange(snapshot["device"].rows))


def carry_device_lists(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Look again only at the devices that an edit touched, if no device is in another one."""
    change, devices = changes.of("device"), after["device"]
    for maker, chosen in ((unplaced_devices, _unplaced), (devices_outside_racks, _outside_racks), (devices_on_floors, _on_floors)):
        known = before.known(maker)
        if known is not None and after.known(maker) is None and not (before.cached(whereabouts).nested or after.cached(whereabouts).nested):
            stayed = known[~is_one_of(known, change.touched)]
            after.remember(maker, distinct_ids(stayed, chosen(after, devices.positions(change.present))))


def _unplaced(snapshot: Snapshot, places: Ids) -> Ids:
    devices = snapshot["device"]
    nowhere = np.ones(len(places), bool)
    for column in ("rack_id", "hall_id", "parent_id"):
        nowhere &= devices.at(column, places) == ABSENT
    device_ids: Ids = devices.at("id", places[nowhere])
    return device_ids


def _outside_racks(snapshot: Snapshot, places: Ids) -> Ids:
    device_ids: Ids = snapshot["device"].at("id", places[snapshot.cached(whereabouts).racks(places) == ABSENT])
    return device_ids


def _on_floors(snapshot: Snapshot, places: Ids) -> Ids:
    devices = snapshot["device"]
    device_ids: Ids = devices.at("id", places[devices.at("hall_id", places) != ABSENT])
    return device_ids


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
