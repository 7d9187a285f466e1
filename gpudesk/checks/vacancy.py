"""Free units of racks, for the mends that move a device."""

from collections.abc import Mapping

import numpy as np

from gpudesk.checks.view import View
from gpudesk.core.columns import Ids
from gpudesk.core.hardware import Mount
from gpudesk.core.placement import Mask
from gpudesk.derived.placement import rack_half_units


def _members(view: View) -> Mapping[int, Ids]:
    """Rack id → the places in `view.placed` of its devices in units."""
    placed = view.placed
    places = np.flatnonzero(placed.mount == Mount.UNITS)
    places = places[np.argsort(placed.rack[places], kind="stable")]
    racks, starts = np.unique(placed.rack[places], return_index=True)
    return dict(zip(racks.tolist(), np.split(places, starts[1:]), strict=True)) if len(places) else {}


def _free(view: View, rack: int, leaving: int) -> Mask:
    """The half units of a rack that nothing takes on either face and nobody reserved, the device at `leaving` thought away."""
    top = int(rack_half_units(view.snapshot["rack"], view.types, np.array([rack]))[0])
    free = np.ones(top, bool)
    placed, reservations = view.placed, view.snapshot["reservation"]
    for place in view.cached(_members).get(rack, ()):
        if place != leaving:
            free[placed.low[place] : placed.high[place]] = False
    for place in np.flatnonzero(reservations["rack_id"] == rack):
        free[reservations["position"][place] : reservations["position"][place] + reservations["height"][place]] = False
    return free


def nearest_vacancy(view: View, place: int) -> int | None:
    """The position nearest to its own where the device at `place` of `view.placed` would be alone on both faces.

    Whole units unless its height is not whole. None if its rack has no such units.
    """
    placed = view.placed
    low, height = int(placed.low[place]), int(placed.high[place] - placed.low[place])
    free = _free(view, int(placed.rack[place]), place)
    taken = np.concatenate([[0], np.cumsum(~free)])
    lows = np.arange(0, len(free) - height + 1, 1 if height % 2 else 2)
    lows = lows[taken[lows + height] == taken[lows]]
    lows = lows[lows != low]
    if not len(lows):
        return None
    return int(lows[np.argmin(np.abs(lows - low))])
