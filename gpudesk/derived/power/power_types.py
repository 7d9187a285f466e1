"""Power data of the types in a project, by id."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.power.power_lines import Tap
from gpudesk.core.power.power_sockets import Sockets, sockets, wiring_of
from gpudesk.core.power.supplies import share_table
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.busbars import bank_of_bar
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True)
class PowerTypes:
    """Power data of types, by id.

    Attributes:
        sockets: for types with inlets or outlets.
        wiring, banks: for the same types, `power_sockets.wiring_of` and the number of breakers.
        taps: for the same types, the tap shared by all outlets of each bank.
        bars: `power_bars.bank_of_bar` for types that feed one.
        shares, states: `supplies.share_table` of all types for 0 to `MOST_SUPPLIES` supplies.
    """

    sockets: Mapping[int, Sockets]
    wiring: Mapping[int, int]
    banks: Mapping[int, int]
    taps: Mapping[int, Ids]
    bars: Mapping[int, int]
    shares: Reals
    states: Reals


MOST_SUPPLIES = 64
"""Maximum number of cords of one device that is distinguished."""


def power_types(types: Types) -> PowerTypes:
    """Return the power data of all types; most have none."""
    by_type = {type_id: sockets(types[type_id]) for type_id in types}
    by_type = {type_id: type_sockets for type_id, type_sockets in by_type.items() if type_sockets.inlets or type_sockets.gives}
    shares, states = share_table([types[type_id].supplies for type_id in types], MOST_SUPPLIES)
    return PowerTypes(
        by_type,
        {type_id: int(wiring_of(types[type_id])) for type_id in by_type},
        {type_id: len(type_sockets.banks) for type_id, type_sockets in by_type.items()},
        {type_id: _bank_taps(type_sockets) for type_id, type_sockets in by_type.items()},
        {type_id: bank for type_id, type_sockets in by_type.items() if (bank := bank_of_bar(type_sockets)) != ABSENT},
        shares,
        states,
    )


def per_type(type_ids: Ids, values: Mapping[int, int]) -> Ids:
    """The value of each of some types."""
    keys = np.array(sorted(values), np.int64)
    if not len(keys):
        return np.zeros(len(type_ids), np.int64)
    of_each: Ids = np.array([values[key] for key in keys.tolist()], np.int64)[np.searchsorted(keys, type_ids)]
    return of_each


def _bank_taps(found: Sockets) -> Ids:
    """Return the tap shared by all outlets of each bank, `Tap.ALL` if they differ."""
    taps: list[set[int]] = [set() for _ in found.banks]
    for outlet in found.outlets:
        taps[outlet.bank].add(int(outlet.tap))
    return np.array([tap.pop() if len(tap) == 1 else int(Tap.ALL) for tap in taps], np.int64)
