"""The crates of racks and floor-standing devices still to be delivered to halls, and whether they pass."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.delivery_route import crate_mm, fits_straight, route_room_mm
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.floor_contents import Bodies
from gpudesk.derived.floor.floor_item_shapes import ItemShape
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Crates:
    """One element for each type and hall, each of shape (crates,); sides in mm, NaN if unknown."""

    hall: Ids
    type_id: Ids
    width_mm: Reals
    length_mm: Reals
    height_mm: Reals


def arriving_crates(snapshot: Snapshot, standing: Bodies) -> Crates:
    """The crates of items not installed yet: the size stated by the type, else its outer size plus the packing of the site sheet.

    Where items arrive at the hall unpacked, their own size is used.
    """
    racks, devices, types, sheet = snapshot["rack"], snapshot["device"], snapshot.types, snapshot.cached(site_sheet)
    at_racks = racks.positions(standing.row[: standing.racks])
    at_devices = devices.positions(standing.row[standing.racks :])
    type_ids = np.concatenate([racks["type_id"][at_racks], devices["type_id"][at_devices]])
    waiting = np.concatenate([racks["status"][at_racks], devices["status"][at_devices]]) < Status.INSTALLED
    is_rack = np.arange(len(type_ids)) < standing.racks
    pairs = np.unique(np.stack([standing.hall, type_ids, is_rack.astype(np.int64)], axis=1)[waiting], axis=0).reshape(-1, 3)
    hall, type_id, rack = pairs.T
    packed = sheet.flag("crates_to_the_room")
    sides = []
    for side, name in (("width", "crate_allowance_mm"), ("depth", "crate_allowance_mm"), ("height", "crate_pallet_mm")):
        outer = np.where(rack == 1, types.numbers(f"outer_{side}_mm", type_id), types.numbers(f"{side}_mm", type_id))
        crate = types.numbers(f"crate_{side}_mm", type_id) if packed else np.full(len(type_id), np.nan)
        sides.append(crate_mm(outer, crate, sheet.limit(name) if packed else 0.0))
    return Crates(hall, type_id, *sides)


def door_room_mm(crates: Crates, door: ItemShape) -> Reals:
    """By how much each crate is smaller than a door, NaN where a side is not known, shape (crates,)."""
    return fits_straight(crates.width_mm, crates.length_mm, crates.height_mm, door.clear_width_mm, door.clear_height_mm)


def way_room_mm(crates: Crates, route: ItemShape) -> Reals:
    """By how much each crate is smaller than a route with its corners, NaN where a side is not known, shape (crates,)."""
    room = fits_straight(crates.width_mm, crates.length_mm, crates.height_mm, route.clear_width_mm, route.clear_height_mm)
    if route.clear_width_mm is None:
        return room
    short, long = np.minimum(crates.width_mm, crates.length_mm), np.maximum(crates.width_mm, crates.length_mm)
    corners = [
        np.nan if np.isnan(length) else route_room_mm(route.corners, float(route.clear_width_mm), length) for length in long.tolist()
    ]
    return np.minimum(room, np.array(corners, np.float64) - short)
