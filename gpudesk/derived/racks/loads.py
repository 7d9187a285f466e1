"""Weight, center of gravity and floor load of racks."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.racks.weight import (
    centre_of_gravity_mm,
    feet_under,
    foot_load_kg,
    footprint_load_kg_per_m2,
    spread_load_kg_per_m2,
    summed,
    tip_angle_deg,
)
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.unknown import filled
from gpudesk.derived.columns.row_subset import Picked
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM, placed_devices
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True)
class RackLoads:
    """One element for each rack, shape (racks,).

    Attributes:
        rack: ids.
        contents_kg: the devices inside, excluding those of unknown weight.
        missing: number of devices inside of unknown weight.
        own_kg: the empty rack, NaN if unknown.
        total_kg: contents and rack; a rack of unknown weight counts as 0 and is in `missing`.
        centre_of_gravity_mm: its height above the floor, based on known weights; NaN if none are known.
        footprint_kg_per_m2, spread_kg_per_m2, foot_kg: loads on the floor, NaN if the footprint is unknown.
        tip_angle_deg: the tilt at which it tips over its shorter side, NaN if any value is unknown.
    """

    rack: Ids
    contents_kg: Reals
    missing: Ids
    own_kg: Reals
    total_kg: Reals
    centre_of_gravity_mm: Reals
    footprint_kg_per_m2: Reals
    spread_kg_per_m2: Reals
    foot_kg: Reals
    tip_angle_deg: Reals


@made_from(
    {
        "device": ("type_id", "parent_id", "rack_id", "hall_id", "position", "face", "side"),
        "rack": ("type_id", "row_id", "hall_id"),
        "catalog_item": (),
        "site_value": (),
    }
)
def all_rack_loads(snapshot: Snapshot) -> RackLoads:
    """The loads of all racks in the order of the table (use `snapshot.cached(all_rack_loads)`)."""
    return rack_loads(snapshot, snapshot["rack"], np.flatnonzero(snapshot.cached(whereabouts).rack != ABSENT))


def rack_loads(snapshot: Snapshot, racks: Columns, device_places: Ids) -> RackLoads:
    """The loads of some racks.

    Args:
        device_places: the rows of the table `device` that are in these racks, in devices of them included, ascending.
    """
    types, sheet, where = snapshot.types, snapshot.cached(site_sheet), snapshot.cached(whereabouts)
    devices = snapshot["device"]
    device_places = device_places[snapshot.cached(counted)[device_places]]
    owner = racks.positions(where.racks(device_places))
    masses = types.numbers("weight_kg", devices["type_id"][device_places])
    contents, missing = summed(masses, owner, racks.rows)
    own = types.numbers("weight_kg", racks["type_id"])
    total = contents + filled(own)
    height, width, depth = (types.numbers(f"outer_{side}_mm", racks["type_id"]) for side in ("height", "width", "depth"))
    centre = centre_of_gravity_mm(
        np.concatenate([masses, own]),
        np.concatenate([_heights_mm(snapshot, device_places), height / 2]),
        np.concatenate([owner, np.arange(racks.rows)]),
        racks.rows,
    )
    aisle_share = (sheet.limit("cold_aisle_mm") + sheet.limit("hot_aisle_mm")) / 2
    return RackLoads(
        rack=racks.ids,
        contents_kg=contents,
        missing=missing + np.isnan(own),
        own_kg=own,
        total_kg=total,
        centre_of_gravity_mm=centre,
        footprint_kg_per_m2=footprint_load_kg_per_m2(total, width, depth),
        spread_kg_per_m2=spread_load_kg_per_m2(total, width, depth, aisle_share),
        foot_kg=foot_load_kg(total, int(sheet.limit("rack_feet")), sheet.limit("foot_share_factor")),
        tip_angle_deg=tip_angle_deg(np.fmin(width, depth), centre),
    )


def floor_loads(snapshot: Snapshot, device_places: Ids) -> tuple[Reals, Reals]:
    """Return the floor loads of some devices, including their contents.

    Args:
        device_places: their rows of the table `device`, shape (n,).

    Returns:
        Spread load in kg/m² and load of the worst foot in kg, shape (n,); NaN if the mass of the device itself is unknown.
    """
    types, sheet, devices = snapshot.types, snapshot.cached(site_sheet), snapshot["device"]
    mass, width, depth = (types.numbers(name, devices["type_id"][device_places]) for name in ("weight_kg", "width_mm", "depth_mm"))
    where = snapshot.cached(whereabouts)
    if where.nested:
        inside = np.flatnonzero((devices["parent_id"] != ABSENT) & snapshot.cached(counted))
        within = filled(types.numbers("weight_kg", devices["type_id"][inside]))
        mass = mass + np.bincount(where.root[inside], within, devices.rows)[device_places]
    aisle_share = (sheet.limit("cold_aisle_mm") + sheet.limit("hot_aisle_mm")) / 2
    spread = spread_load_kg_per_m2(mass, width, depth, aisle_share)
    return spread, foot_load_kg(mass, feet_under(width, int(sheet.limit("rack_feet"))), sheet.limit("foot_share_factor"))


def _heights_mm(snapshot: Snapshot, device_places: Ids) -> Reals:
    """The height of the middle of each device above the floor; what sits in another device is as high as that one."""
    outermost = Picked(snapshot["device"], snapshot.cached(whereabouts).roots(device_places))
    racks, types = snapshot["rack"], snapshot.types
    placed = placed_devices(outermost, racks, types)
    rack_types = racks["type_id"][racks.positions(placed.rack)]
    pitch = filled(types.numbers("unit_pitch_mm", rack_types), DEFAULT_PITCH_MM)
    first = filled(types.numbers("first_unit_mm", rack_types))
    return first + (placed.low + placed.high) / 2 * pitch / 2
