"""The cables between some devices as parts of a plan."""

from collections.abc import Mapping

import numpy as np

from gpudesk.core.plan.plan_fabric import PlanCable, PlanNetwork
from gpudesk.project.snapshot import Snapshot


def taken_cables(snapshot: Snapshot, place_of: Mapping[int, int]) -> tuple[tuple[PlanCable, ...], tuple[PlanNetwork, ...]]:
    """The cables of which both ends are taken, and the networks to which they belong.

    Args:
        place_of: device → place in the plan.
    """
    cables, networks = snapshot["cable"], snapshot["network"]
    devices = np.array(sorted(place_of), np.int64)
    near = cables.among("a_device_id", devices)
    near = near[np.isin(cables["b_device_id"][near], devices)]
    number: dict[int, int] = {}
    made_cables = []
    for cable_id in cables.ids[near].tolist():
        row = cables.row(cable_id)
        network = None if row["network_id"] is None else number.setdefault(row["network_id"], len(number))
        keys = ["" if row[name] is None else snapshot.types[row[name]].key for name in ("type_id", "a_module_id", "b_module_id")]
        made_cables.append(
            PlanCable(
                place_of[row["a_device_id"]],
                row["a_port"],
                place_of[row["b_device_id"]],
                row["b_port"],
                row["a_lane"],
                row["b_lane"],
                row["lanes"],
                keys[0],
                keys[1],
                keys[2],
                row["length_mm"],
                network,
                row["assembly"],
                row["by_hand"],
                row["phase"],
            )
        )
    rows = [networks.row(network_id) for network_id in number]
    return tuple(made_cables), tuple(PlanNetwork(row["kind"], row["name"], row["rate_gbps"]) for row in rows)
