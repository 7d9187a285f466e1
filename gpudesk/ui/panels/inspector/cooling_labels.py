"""What the cooling does for one rack, in words."""

import numpy as np

from gpudesk.core.cooling.air import cfm_from_m3_per_s
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.quantities import format_quantity


def rack_cooling(snapshot: Snapshot, rack_id: int, which: str) -> str:
    """One figure of a rack: "air_w", "liquid_w", "airflow", "flow", or "cooled_by" for what serves it; "" for none."""
    plan = snapshot.cached(cooling_plan)
    place = int(plan.heat.racks.positions(np.array([rack_id], np.int64))[0])
    network = plan.network
    if place == ABSENT:
        return ""
    if which == "cooled_by":
        found = [int(each[place]) for each in (network.door, network.near_air, network.room_air, network.loop)]
        return ", ".join(str(plan.nodes["name"][node]) for node in found if node != ABSENT)
    value, unit = {
        "air_w": (float(network.air_w[place]), "W"),
        "liquid_w": (float(network.liquid_w[place]), "W"),
        "airflow": (round(float(cfm_from_m3_per_s(network.airflow_needed_m3_s[place]))), "CFM"),
        "flow": (round(float(network.flow_needed_l_min[place])), "L/min"),
    }[which]
    return format_quantity(value, unit) if value else ""
