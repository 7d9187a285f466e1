"""The network of a project under `gpudesk size --project`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpudesk.cli.project.project_file_commands import whole

if TYPE_CHECKING:
    from gpudesk.sizing.network.system_network import SystemNetwork


def network_of(file: Path, gpus_named: Sequence[str], count: int | None) -> "SystemNetwork":
    """The network that connects the systems of a project.

    Args:
        gpus_named: keys of the requested GPUs; empty for those of the project.
        count: number of GPUs requested.

    Raises:
        DeskError: the project cannot be read, has no known GPUs, has others, or too few that are connected.
    """
    from gpudesk.core.messages.errors import InvalidData
    from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
    from gpudesk.sizing.gpus.boards import boards
    from gpudesk.sizing.network.project_network import project_network

    with whole(file) as document:
        network = document.snapshot.cached(project_network)
    if network is None:
        text = QT_TRANSLATE_NOOP("sizing", "The project has no systems with known GPUs.")
        raise InvalidData(Message("sizing", text), Message("sizing", QT_TRANSLATE_NOOP("sizing", "Place systems with GPUs first.")))
    values: dict[str, Value] = {"gpu": boards()[network.board].title, "count": network.most_gpus, "network": network.name}
    if any(key != network.board for key in gpus_named):
        text = QT_TRANSLATE_NOOP("sizing", "Most GPUs of the project are {gpu}; sizing across its network covers only these.")
        raise InvalidData(Message("sizing", text, values))
    if count is not None and count > network.most_gpus:
        if network.joins:
            text = QT_TRANSLATE_NOOP("sizing", "The project has {count} × {gpu}, fewer than required.")
        elif network.name:
            text = QT_TRANSLATE_NOOP(
                "sizing", "No cable of {network} has a known rate: only the {count} GPUs of one system train together."
            )
        else:
            text = QT_TRANSLATE_NOOP("sizing", "The project has no compute network: only the {count} GPUs of one system train together.")
        raise InvalidData(Message("sizing", text, values))
    return network


def plain_network(found: "SystemNetwork") -> dict[str, Any]:
    """A network as JSON has it."""
    return {
        "name": found.name or None,
        "joins": found.joins,
        "gpus_per_system": found.gpus_each,
        "systems": found.systems,
        "gbps_per_gpu": round(found.gbps_a_gpu, 3) if found.joins else None,
        "oversubscription": round(1 / found.through, 4) if found.joins else None,
        "systems_per_leaf": found.leaf_systems or None,
        "leaves_per_system": found.rails or None,
    }
