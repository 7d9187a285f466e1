"""Electrical power by its several names, never mixed, and the unknown values."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.racks.weight import summed
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

WITHOUT_POWER = frozenset(
    [
        Family.RACK,
        Family.PDU,
        Family.POWER_SHELF,
        Family.PANEL,
        Family.CASSETTE,
        Family.CABLE_MANAGER,
        Family.BLANK,
        Family.SHELF,
        Family.GPU,
    ]
)
"""Families of which no power is expected: they pass power on, draw none, or are counted with the system that holds them."""
FAMILIES = tuple(Family)
_DRAWING = np.array([family not in WITHOUT_POWER for family in FAMILIES])
"""Whether a power is expected, by the place in `FAMILIES`."""


def draws_power(types: Types, type_ids: Ids) -> Mask:
    """Whether a power is expected of devices of some types, shape (n,)."""
    draws: Mask = _DRAWING[types.codes("family", type_ids)] & (types.codes("mount", type_ids) != Mount.PART)
    return draws


def gpus_in(types: Types, type_ids: Ids) -> Ids:
    """The GPUs in one of each of `type_ids`, shape (n,); a GPU placed separately in a slot counts as one."""
    alone = types.codes("family", type_ids) == FAMILIES.index(Family.GPU)
    count: Ids = types.codes("gpus", type_ids) + alone
    return count


def is_system(types: Types, type_ids: Ids) -> Mask:
    """Whether devices of some types contain GPUs, shape (n,)."""
    has_gpus: Mask = types.codes("gpus", type_ids) > 0
    return has_gpus


def is_rack_scale(types: Types, type_ids: Ids) -> Mask:
    """Whether each type is a complete rack: a GPU system that is on the floor, such as an NVL72, shape (n,)."""
    system = types.codes("family", type_ids) == FAMILIES.index(Family.SYSTEM)
    whole: Mask = system & is_system(types, type_ids) & (types.codes("mount", type_ids) == Mount.FLOOR)
    return whole


def sum_is_shown(name: str, missing: int) -> bool:
    """Whether the sum of a named power is shown although it is not known of some devices.

    Of the maximum it is, with a "+": nearly every type states one. Of the others a sum of the few that state one would be read as the
    figure of all.
    """
    return name == "max" or not missing


@dataclass(frozen=True, slots=True)
class Powers:
    """Known power and count of devices whose power is not known, each of shape (owners,)."""

    power_w: Reals
    missing: Ids


def rack_powers(snapshot: Snapshot, racks: Columns, device_places: Ids, name: str) -> Powers:
    """The power called `name` of some racks: their devices, and the rack itself if its type states one (a complete rack).

    Args:
        device_places: the rows of the table `device` that are in these racks, including those in other devices, ascending.
        name: one of `core.hardware.hardware.POWER_NAMES`.
    """
    types = snapshot.types
    device_places = device_places[snapshot.cached(counted)[device_places]]
    type_ids = snapshot["device"]["type_id"][device_places]
    watts = types.numbers(f"power_{name}_w", type_ids)
    watts = np.where(np.isnan(watts) & ~draws_power(types, type_ids), 0.0, watts)
    owner = racks.positions(snapshot.cached(whereabouts).rack[device_places])
    total, missing = summed(watts, owner, racks.rows)
    return Powers(total + np.nan_to_num(types.numbers(f"power_{name}_w", racks["type_id"])), missing)
