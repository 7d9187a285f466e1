"""A user's request for Auto-place: a list of devices, and the rules for filling racks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.racks.rack_packing_input import Fill, Rules, Serving
from gpudesk.core.racks.rack_packing_terms import Band, Bounds
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.site_sheet import SiteSheet
from gpudesk.project.snapshot import Snapshot

MOST_DEVICES = 100_000
"""Of one line."""
_AT_THE_TOP = frozenset(["management", "oob", "out-of-band", "console"])
"""Roles of equipment that technicians access: placed at the top, regardless of type."""


@dataclass(frozen=True, slots=True)
class ToPlace:
    """One line of the list: new devices of a type, or project devices without a position.

    Attributes:
        count: number of devices; with `device_ids` all of these.
        role: "" for the family of the type.
        band: None for the one that suits type and role (`default_band`).
        face: None for the one from which the air flows from the front of the rack to its rear.
        each_rack: `count` in every rack that receives another device, including existing ones.
        most_in_rack: maximum number of this line in a rack, None for no such limit.
        pairs: the first and second, third and fourth … are placed in different racks.
        phase: build phase, None for that of the rack; project devices keep theirs.
        device_ids: project devices, all of this type, role and phase.
    """

    type_key: str
    count: int
    role: str = ""
    band: Band | None = None
    face: int | None = None
    each_rack: bool = False
    most_in_rack: int | None = None
    pairs: bool = False
    phase: int | None = None
    device_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """The rules that the user can switch; the limits themselves are those of the site sheet.

    Attributes:
        network_height: position of switches in their rack, 0 for the bottom to 1 for the top; None for the top in shared racks, and
            for the middle of separate racks, which would otherwise be top-heavy.
        network_racks: switches and other top equipment have separate racks in the middle.
        weight, floor, lift, power, depth, clearance, air: whether that limit is applied.
        feeds_lost: number of PDUs of a rack that may fail while the others still carry the load.
        spare_power_percent: power of each rack that stays unused.
        mix_air: whether devices in one rack may have opposite airflow.
        free_u: units of each rack that stay free.
        spare_racks: empty racks that stay empty.
        roles_apart: whether roles are never mixed among the low devices of a rack.
        all_or_nothing: nothing is placed if any device does not fit.
    """

    fill: Fill = Fill.FULL
    serving: Serving = Serving.HALL
    heavy_low: bool = True
    group_roles: bool = True
    network_height: float | None = None
    network_racks: bool = False
    weight: bool = True
    floor: bool = True
    lift: bool = True
    power: bool = True
    depth: bool = True
    clearance: bool = True
    air: bool = True
    mix_air: bool = False
    feeds_lost: int = 1
    spare_power_percent: float = 0.0
    free_u: int = 0
    spare_racks: int = 0
    roles_apart: bool = False
    all_or_nothing: bool = False

    def rules(self, sheet: SiteSheet) -> Rules:
        """The rules with the limits of a site."""
        bounds = Bounds(
            lift_top_u=sheet.limit("heavy_device_top_u") if self.lift else float("inf"),
            free_half_units=2 * self.free_u,
            feeds_lost=self.feeds_lost,
            power_share=1 - self.spare_power_percent / 100,
            weigh=self.weight,
            weigh_floor=self.floor,
            measure_power=self.power,
            by_air=self.air,
            mix_air=self.mix_air,
            roles_apart=self.roles_apart,
        )
        height = self.network_height if self.network_height is not None else 0.5 if self.network_racks else 1.0
        return Rules(
            bounds,
            self.fill,
            self.serving,
            self.heavy_low,
            self.group_roles,
            height,
            self.network_racks,
            (sheet.number("rear_clearance_mm") or 0.0) if self.clearance else 0.0,
            self.depth,
            self.spare_racks,
        )


def default_band(kind: HardwareType, role: str = "") -> Band:
    """Where a type belongs in its rack."""
    if role.casefold() in _AT_THE_TOP or kind.family in (Family.PANEL, Family.CASSETTE, Family.CABLE_MANAGER):
        return Band.HIGH
    return Band.NETWORK if kind.family is Family.SWITCH else Band.LOW


def unplaced_devices(snapshot: Snapshot) -> tuple[ToPlace, ...]:
    """The project devices without a position that go into racks or bays, one line for each type, role and phase."""
    devices, types = snapshot["device"], snapshot.types
    nowhere = (devices["rack_id"] == ABSENT) & (devices["hall_id"] == ABSENT) & (devices["parent_id"] == ABSENT)
    places = np.flatnonzero(nowhere)
    mounts = types.codes("mount", devices["type_id"][places])
    places = places[(mounts == Mount.UNITS) | (mounts == Mount.ZERO_U) | (mounts == Mount.CHILD)]
    groups: dict[tuple[int, str, int], list[int]] = {}
    for place in places.tolist():
        key = int(devices["type_id"][place]), str(devices["role"][place]), int(devices["phase"][place])
        groups.setdefault(key, []).append(int(devices.ids[place]))
    return tuple(_line_of(types[type_id], role, phase, ids) for (type_id, role, phase), ids in groups.items())


def _line_of(kind: HardwareType, role: str, phase: int, ids: Sequence[int]) -> ToPlace:
    return ToPlace(kind.key, len(ids), role=role, phase=phase, device_ids=tuple(ids))
