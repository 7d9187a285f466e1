"""The roles of all devices as numbers, created once for all queries by role."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True, eq=False)
class RoleCodes:
    """Which role each device has.

    Attributes:
        number: role → its number; only roles that a device has, "" for those without one.
        of_device: the number of the role of each device, shape (devices,).
    """

    number: dict[str, int]
    of_device: Ids

    def having(self, role: str) -> Mask:
        """Which devices have a role, shape (devices,)."""
        has_role: Mask = self.of_device == self.number.get(role, -1)
        return has_role

    def counts(self) -> dict[str, int]:
        """How many devices have each role."""
        return dict(zip(self.number, np.bincount(self.of_device, minlength=len(self.number)).tolist(), strict=True))


@made_from({"device": ("role",)})
def role_codes(snapshot: Snapshot) -> RoleCodes:
    """The roles of a project (use `snapshot.cached(role_codes)`)."""
    roles = snapshot["device"]["role"].tolist()
    number = {role: place for place, role in enumerate(sorted(set(roles)))}
    return RoleCodes(number, np.fromiter(map(number.__getitem__, roles), np.int64, len(roles)))
