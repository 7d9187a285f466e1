"""Free units of racks, for the fixes that move a device."""

from collections.abc import Mapping

import numpy as np

from gpudesk.checks.findings.finding import Fix, rule_text
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.joins import grouped
from gpudesk.derived.racks.device_placement import unit_name

CROWDED = 200
"""In a rack with more devices than this no place is looked for."""


def move_fix(view: View, place: int, highest: int | None = None) -> Fix | None:
    """Moving the device at `place` of `view.placed` to the nearest free units of its rack; None if there are none.

    Args:
        highest: the highest half unit at which it may start.
    """
    position = nearest_vacancy(view, place, highest)
    if position is None:
        return None
    placed = view.placed
    device, side = int(placed.device[place]), int(placed.side[place])
    title = rule_text(QT_TRANSLATE_NOOP("checks", "Move {device} to {unit}"), device=view.name("device", device), unit=unit_name(position))
    arguments = {
        "device_id": device,
        "rack_id": int(placed.rack[place]),
        "position": position,
        "face": int(placed.face[place]),
        "side": None if side == ABSENT else side,
    }
    return Fix("move_device", arguments, title)


def nearest_vacancy(view: View, place: int, highest: int | None = None) -> int | None:
    """The position nearest to its own where the device at `place` of `view.placed` would be alone on both faces.

    Whole units unless its height is not whole. None if its rack has no such units or is a heap, or if it does not go into units.
    """
    placed = view.placed
    if placed.mount[place] != Mount.UNITS or len(view.cached(_devices_of)[int(placed.rack[place])]) > CROWDED:
        return None
    low, height = int(placed.low[place]), int(placed.high[place] - placed.low[place])
    free = _free(view, place)
    taken = np.concatenate([[0], np.cumsum(~free)])
    lows = np.arange(0, len(free) - height + 1, 1 if height % 2 else 2)
    lows = lows[(taken[lows + height] == taken[lows]) & (lows != low)]
    if highest is not None:
        lows = lows[lows <= highest]
    return int(lows[np.argmin(np.abs(lows - low))]) if len(lows) else None


def _free(view: View, leaving: int) -> Mask:
    """The half units of a rack that are free on both faces and not reserved, ignoring the device at `leaving`."""
    rack = int(view.placed.rack[leaving])
    free = np.ones(int(view.placed_heights[leaving]), bool)
    placed, held = view.placed, view.reservations
    for place in view.cached(_devices_of)[rack].tolist():
        if place != leaving:
            free[placed.low[place] : placed.high[place]] = False
    for place in view.cached(_reservations_of).get(rack, ()):
        free[held["position"][place] : held["position"][place] + held["height"][place]] = False
    return free


def _devices_of(view: View) -> Mapping[int, Ids]:
    """Rack id → the places in `view.placed` of its devices in units."""
    placed = view.placed
    return grouped(placed.rack, np.flatnonzero(placed.mount == Mount.UNITS))


def _reservations_of(view: View) -> Mapping[int, Ids]:
    """Rack id → the places in `view.reservations` of its reservations."""
    racks = view.reservations["rack_id"]
    return grouped(racks, np.arange(len(racks)))
