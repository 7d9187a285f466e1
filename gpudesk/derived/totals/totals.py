"""Totals of racks, rows, halls, phases and the project: units, power by each name, mass, GPUs.

Unknown device values are counted next to each sum, never silently taken as zero. Devices included in the figures of another device
(`derived.racks.bay_contents.counted`) are not counted again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import POWER_NAMES, Family, Mount
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.racks.weight import summed
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.draw.power_ratings import FAMILIES, draws_power, gpus_in, is_rack_scale, is_system, sum_is_shown
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.racks.loads import RackLoads, all_rack_loads
from gpudesk.derived.racks.units_used import units_used
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from

SCOPES = ("project", "hall", "rack_row", "rack")
"""Scopes of totals."""
_READS = {
    "device": ("type_id", "parent_id", "rack_id", "hall_id", "position", "face", "side"),
    "rack": ("type_id", "row_id", "hall_id"),
    "reservation": ("rack_id", "position", "height"),
    "catalog_item": (),
    "site_value": (),
}
"""Data that determines the totals of all racks and of the project."""


@dataclass(frozen=True)
class RackTotals:
    """One element for each rack in the order of the table, shape (racks,).

    Attributes:
        used_half_units: half units occupied by a device, on either face.
        reserved_half_units: half units reserved and not used.
        free_half_units: the others.
        largest_free_half_units: the largest contiguous block of free half units.
        power_w, power_missing: named power → sum of known values, and number of devices without a value.
        gpus, systems: GPUs, and devices that hold GPUs.
        pdus: rack power distribution units.
        loads: mass, center of gravity and floor load.
    """

    rack: Ids
    used_half_units: Ids
    reserved_half_units: Ids
    free_half_units: Ids
    largest_free_half_units: Ids
    power_w: Mapping[str, Reals]
    power_missing: Mapping[str, Ids]
    gpus: Ids
    systems: Ids
    pdus: Ids
    loads: RackLoads


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of one scope; attributes as in `RackTotals`, `mass_missing` counts objects of unknown mass.

    Attributes:
        racks: racks, and rack-scale systems.
        powered: devices that should have a power value: the maximum of `power_missing`.
    """

    gpus: int
    systems: int
    racks: int
    devices: int
    families: Mapping[str, int]
    used_half_units: int
    reserved_half_units: int
    free_half_units: int
    power_w: Mapping[str, float]
    power_missing: Mapping[str, int]
    powered: int
    mass_kg: float
    mass_missing: int

    def shown_w(self, name: str) -> float | None:
        """Return a named power for display, in W; None if it is known for too few devices."""
        watts, missing = self.power_w[name], self.power_missing[name]
        return None if not sum_is_shown(name, missing) or (missing and not watts) else watts

    def shown_kg(self) -> float | None:
        """Return the mass for display; None if it is unknown for all objects."""
        return None if self.mass_missing and not self.mass_kg else self.mass_kg

    def to_plain(self) -> dict[str, Any]:
        """The totals as the command line prints them: units in whole units, W and kg; None for a figure that is not known."""
        watts, mass_kg = {name: self.shown_w(name) for name in self.power_w}, self.shown_kg()
        return {
            "gpus": self.gpus,
            "systems": self.systems,
            "racks": self.racks,
            "devices": self.devices,
            "families": dict(self.families),
            "units_used": self.used_half_units / 2,
            "units_reserved": self.reserved_half_units / 2,
            "units_free": self.free_half_units / 2,
            "power_w": {name: None if value is None else round(value, 3) for name, value in watts.items()},
            "power_missing": dict(self.power_missing),
            "mass_kg": None if mass_kg is None else round(mass_kg, 3),
            "mass_missing": self.mass_missing,
        }


@made_from(_READS)
def rack_totals(snapshot: Snapshot) -> RackTotals:
    """The totals of all racks (use `snapshot.cached(rack_totals)`)."""
    racks, devices, types = snapshot["rack"], snapshot["device"], snapshot.types
    inside = np.flatnonzero(snapshot.cached(whereabouts).rack != ABSENT)
    owner = racks.positions(snapshot.cached(whereabouts).rack[inside])
    type_ids = devices["type_id"][inside]
    own = snapshot.cached(counted)[inside]
    units = snapshot.cached(units_used)
    power_w, power_missing = {}, {}
    for name in POWER_NAMES:
        power_w[name], power_missing[name] = summed(_watts(snapshot, type_ids, name)[own], owner[own], racks.rows)
        power_w[name] = power_w[name] + np.nan_to_num(types.numbers(f"power_{name}_w", racks["type_id"]))
    gpus, own_gpus = gpus_in(types, type_ids), gpus_in(types, racks["type_id"])
    return RackTotals(
        rack=racks.ids,
        used_half_units=units.used,
        reserved_half_units=units.reserved,
        free_half_units=units.free,
        largest_free_half_units=units.largest_free,
        power_w=power_w,
        power_missing=power_missing,
        gpus=np.bincount(owner, gpus * own, racks.rows).astype(np.int64) + own_gpus,
        systems=np.bincount(owner, is_system(types, type_ids) & own, racks.rows).astype(np.int64) + is_system(types, racks["type_id"]),
        pdus=np.bincount(owner, types.codes("family", type_ids) == FAMILIES.index(Family.PDU), racks.rows).astype(np.int64),
        loads=snapshot.cached(all_rack_loads),
    )


@made_from(_READS)
def project_totals(snapshot: Snapshot) -> Totals:
    """The totals of the project (use `snapshot.cached(project_totals)`)."""
    return totals(snapshot, "project")


def totals(snapshot: Snapshot, scope: str, scope_id: int | None = None, *, phase: int | None = None) -> Totals:
    """Return the totals of the project, or of one hall, row or rack.

    Args:
        scope: one of `SCOPES`; `scope_id` is its row, None for the project.
        phase: only objects built in that phase; None for all.

    Raises:
        ValueError: the scope does not exist.
    """
    racks_in, devices_in = members(snapshot, scope, scope_id)
    if phase is not None:
        racks_in &= snapshot["rack"]["phase"] == phase
        devices_in &= snapshot["device"]["phase"] == phase
    by_rack = snapshot.cached(rack_totals)
    types, racks = snapshot.types, snapshot["rack"]
    type_ids = snapshot["device"]["type_id"][devices_in & snapshot.cached(counted)]
    rack_types = racks["type_id"][racks_in]
    all_types = np.concatenate([type_ids, rack_types])
    power_w, power_missing = {}, {}
    for name in POWER_NAMES:
        watts = _watts(snapshot, type_ids, name)
        of_racks = np.nan_to_num(types.numbers(f"power_{name}_w", rack_types))
        power_w[name] = float(np.nansum(watts) + of_racks.sum())
        power_missing[name] = int(np.isnan(watts).sum())
    masses = types.numbers("weight_kg", all_types)
    things = np.concatenate([snapshot["device"]["type_id"][devices_in], rack_types])
    families = np.bincount(types.codes("family", things), minlength=len(FAMILIES))
    whole = phase is None
    return Totals(
        gpus=int(gpus_in(types, all_types).sum()),
        systems=int(is_system(types, all_types).sum()),
        racks=int(racks_in.sum()) + int(is_rack_scale(types, type_ids).sum()),
        devices=int(devices_in.sum()),
        families={str(family): int(families[place]) for place, family in enumerate(FAMILIES) if families[place]},
        used_half_units=int(by_rack.used_half_units[racks_in].sum()) if whole else _units_of(snapshot, devices_in),
        reserved_half_units=int(by_rack.reserved_half_units[racks_in].sum()),
        free_half_units=int(by_rack.free_half_units[racks_in].sum()),
        power_w=power_w,
        power_missing=power_missing,
        powered=int(draws_power(types, type_ids).sum()),
        mass_kg=float(np.nansum(masses)),
        mass_missing=int(np.isnan(masses).sum()),
    )


def members(snapshot: Snapshot, scope: str, scope_id: int | None) -> tuple[Mask, Mask]:
    """Return masks of the racks and devices in a scope; a row includes the rack-scale systems in it."""
    racks, devices, where = snapshot["rack"], snapshot["device"], snapshot.cached(whereabouts)
    if scope == "project":
        return np.ones(racks.rows, bool), np.ones(devices.rows, bool)
    if scope == "hall":
        return racks["hall_id"] == scope_id, where.hall == scope_id
    if scope == "rack_row":
        return racks["row_id"] == scope_id, (where.row == scope_id) | (snapshot.cached(row_of_systems) == scope_id)
    if scope == "rack":
        return racks.ids == scope_id, where.rack == scope_id
    raise ValueError(f"there are no totals of a {scope}")


def _watts(snapshot: Snapshot, type_ids: Ids, name: str) -> Reals:
    """Return the power of devices of some types: NaN if expected but unknown."""
    watts = snapshot.types.numbers(f"power_{name}_w", type_ids)
    return np.where(np.isnan(watts) & ~draws_power(snapshot.types, type_ids), 0.0, watts)


def _units_of(snapshot: Snapshot, devices: Mask) -> int:
    in_units = devices & (snapshot["device"]["rack_id"] != ABSENT)
    type_ids = snapshot["device"]["type_id"][in_units]
    held = snapshot.types.codes("mount", type_ids) == Mount.UNITS
    return int(snapshot.types.codes("half_units", type_ids)[held].sum())
