"""The networks of a project as parts of a plan."""

from dataclasses import fields
from typing import Any

import numpy as np

from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.project.accepted_rates import accepted_rates
from gpudesk.project.snapshot import Snapshot


def taken_networks(snapshot: Snapshot, *, phases: bool) -> tuple[tuple[PlanNetwork, ...], tuple[PlanStage, ...]]:
    """All networks with their stages, in their order."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    made, hung = [], []
    for number, network_id in enumerate(networks.ids.tolist()):
        row = networks.row(network_id)
        values = {field.name: row[field.name] for field in fields(PlanNetwork)}
        made.append(PlanNetwork(**(values | ({} if phases else {"phase": 1}))))
        mine = np.flatnonzero(stages["network_id"] == network_id)
        for stage_id in stages.ids[mine[np.argsort(stages["place"][mine])]].tolist():
            stage = stages.row(stage_id)
            accepted = snapshot.cached(accepted_rates).get(stage_id)
            said: dict[str, Any] = {} if accepted is None else {"accepted_gbps": accepted.gbps, "reason": accepted.reason}
            hung.append(PlanStage(number, **{field.name: stage[field.name] for field in fields(PlanStage) if field.name in stage}, **said))
    return tuple(made), tuple(hung)
