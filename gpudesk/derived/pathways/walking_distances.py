"""How far one walks between the ends of cables."""

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.ports.port_spots import standing
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot


def walks_mm(snapshot: Snapshot, places: Ids) -> Reals:
    """At right angles from rack to rack, for cables by their places; NaN where an end is in no rack or the ends in two halls.

    Returns:
        In mm, shape (cables,).
    """
    cables, devices, floor_objects = snapshot["cable"], snapshot["device"], snapshot.cached(standing)
    if not floor_objects.racks:
        return np.full(len(places), np.nan)
    racks, holding = snapshot["rack"], snapshot.cached(whereabouts).rack
    a, b = (racks.positions(holding[devices.positions(cables.at(f"{side}_device_id", places))]) for side in "ab")
    there = (a != ABSENT) & (b != ABSENT) & (floor_objects.hall[a] == floor_objects.hall[b])
    x, y = np.ascontiguousarray(floor_objects.shapes.centre.T)
    walks: Reals = np.abs(x[a] - x[b]) + np.abs(y[a] - y[b])
    return np.where(there, walks, np.nan)
