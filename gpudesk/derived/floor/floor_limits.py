"""Load limits of the floors of halls."""

from collections.abc import Mapping

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

SITE_LIMITS: Mapping[str, str] = {
    "uniform_limit_kg_per_m2": "floor_uniform_limit_kg_per_m2",
    "point_limit_kg": "floor_point_limit_kg",
    "rolling_limit_kg": "floor_rolling_limit_kg",
}
"""Column of the hall → value of the site sheet that answers where the hall does not."""


def hall_limits(snapshot: Snapshot, hall_ids: Ids, column: str) -> Reals:
    """Floor load limit of each of some halls, infinite if neither hall nor site sheet states it, shape (n,)."""
    halls, site = snapshot["hall"], snapshot.cached(site_sheet).limit(SITE_LIMITS[column])
    if not len(hall_ids):
        return np.empty(0)
    own = halls[column][halls.positions(hall_ids)]
    limits: Reals = np.where(own == ABSENT, site, own).astype(np.float64)
    return limits
