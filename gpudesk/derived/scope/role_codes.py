"""The roles of all devices as numbers, created once for all queries by role, and kept from edit to edit."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.carried import carried
from gpudesk.project.snapshot import Snapshot, made_from

_MOST_CARRIED = 128
"""Maximum number of devices affected by an edit; above it the roles of all are read again."""


@dataclass(frozen=True, slots=True, eq=False)
class RoleCodes:
    """Which role each device has.

    Attributes:
        number: role → its number; only roles that a device has, "" for those without one.
        of_device: the number of the role of each device, shape (devices,).
        count: how many devices have each role, shape (roles,).
    """

    number: dict[str, int]
    of_device: Ids
    count: Ids

    def having(self, role: str) -> Mask:
        """Which devices have a role, shape (devices,)."""
        has_role: Mask = self.of_device == self.number.get(role, -1)
        return has_role

    def counts(self) -> dict[str, int]:
        """How many devices have each role."""
        return dict(zip(self.number, self.count.tolist(), strict=True))


@made_from({"device": ("role",)})
def role_codes(snapshot: Snapshot) -> RoleCodes:
    """The roles of a project (use `snapshot.cached(role_codes)`)."""
    roles = snapshot["device"]["role"].tolist()
    number = {role: place for place, role in enumerate(sorted(set(roles)))}
    codes = np.fromiter(map(number.__getitem__, roles), np.int64, len(roles))
    return RoleCodes(number, codes, np.bincount(codes, minlength=len(number)))


def carry_role_codes(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` the roles known for `before`, those of the devices that an edit touched replaced.

    If a role is new or its last device is gone, the numbers differ, and all are read again.
    """
    known, change = before.known(role_codes), changes.of("device")
    if known is None or after.known(role_codes) is not None or len(change.touched) + len(change.present) > _MOST_CARRIED:
        return
    devices = after["device"]
    roles = devices.at("role", devices.positions(change.present)).tolist()
    if not known.number.keys() >= set(roles):
        return
    fresh = np.array([known.number[role] for role in roles], np.int64)
    touched = before["device"].positions(change.touched)
    gone = known.of_device[touched[touched != ABSENT]]
    count = known.count + np.bincount(fresh, minlength=len(known.count)) - np.bincount(gone, minlength=len(known.count))
    if count.all():
        codes = carried(known.of_device, before["device"], devices, change, fresh)
        after.remember(role_codes, RoleCodes(known.number, codes, count))
