"""Networks derived from the equipment of a project."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan
from gpudesk.derived.networks.network_proposal import network_proposal
from gpudesk.operations.cabling.fabric_to_project import build_networks
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit


@operation
def propose_networks(edit: Edit) -> list[int]:
    """Plan the networks that the project has not got and that its devices and switches make possible; returns their ids.

    Switches without a role get one by counting: leaves and spines of the compute network, in-band, out-of-band.

    Raises:
        Refused: as `network_proposal`.
    """
    proposal = network_proposal(edit.present())
    for device_id, role in proposal.roles.items():
        edit.update("device", device_id, role=role)
    before = set(edit.columns("network").ids.tolist())
    build_networks(edit, Plan(networks=tuple(proposal.networks), stages=tuple(proposal.stages)))
    networks = [network_id for network_id in edit.columns("network").ids.tolist() if network_id not in before]
    edit.title = Message(
        "operations", QT_TRANSLATE_NOOP("operations", "Propose {count} {count|network|networks}"), {"count": len(networks)}
    )
    return networks
