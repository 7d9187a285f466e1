"""The networks of a plan."""

from dataclasses import asdict

from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS
from gpudesk.core.plan.plan import Plan
from gpudesk.operations.cabling.network_operations import add_network, change_network
from gpudesk.operations.cabling.network_stage_operations import add_stage
from gpudesk.project.edit import Edit


def build_networks(edit: Edit, plan: Plan) -> None:
    """Plan the networks of a plan with their stages; a project keeps those of a kind that it has.

    Raises:
        Refused: a network has no name, or the switches of a stage have no role.
    """
    there = set(edit.columns("network")["kind"].tolist())
    network_ids: dict[int, int] = {}
    for number, network in enumerate(plan.networks):
        if network.kind in there:
            continue
        settings = {name: value for name, value in asdict(network).items() if name in NETWORK_SETTINGS and name != "rate_gbps"}
        network_ids[number] = add_network(edit, network.kind, network.name, network.rate_gbps, settings, network.phase)
        if network.notes:
            change_network(edit, network_ids[number], {"notes": network.notes})
    for stage in plan.stages:
        if stage.network in network_ids:
            settings = asdict(stage)
            add_stage(edit, network_ids[settings.pop("network")], **settings)
