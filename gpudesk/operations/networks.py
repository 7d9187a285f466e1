"""Networks, from which cables are generated."""

from collections.abc import Mapping

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.operations.naming import checked_name, checked_phase
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_MOST_PORTS = 4096
NETWORK_SETTINGS: Mapping[str, tuple[int, int]] = {
    "rate_gbps": (1, 100_000),
    "planes": (1, 16),
    "unit_nodes": (1, 100_000),
    "tiers": (1, 3),
    **dict.fromkeys(("rails_per_leaf", "leaf_up", "leaf_down", "spine_up", "spine_down"), (1, _MOST_PORTS)),
    "pod_leaves": (1, 100_000),
    **dict.fromkeys(("pods_by_rail", "by_hall", "whole_units", "even_cores"), (0, 1)),
}
"""What is said of the tree of a network: columns of the table `network`, each with its lowest and highest number."""


@operation
def add_network(edit: Edit, kind: int, name: str, rate_gbps: int, settings: Mapping[str, int | None] | None = None, phase: int = 1) -> int:
    """Plan a network; returns its id.

    Args:
        kind: a `NetworkKind`.
        rate_gbps: of one link.
        settings: what else is said of its tree, by the columns of the table `network`; the rest follows from the types of its switches.

    Raises:
        Refused: the kind or a setting is unknown, a value does not fit its setting, or the name is empty.
    """
    if kind not in tuple(NetworkKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "There is no such kind of network.")))
    name = checked_name(name)
    if not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A name is needed.")))
    values = checked_network({"rate_gbps": rate_gbps, **(settings or {})})
    network_id = edit.insert("network", kind=int(kind), name=name, phase=checked_phase(phase), **values)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add the network {name}"), {"name": name})
    return network_id


def checked_network(settings: Mapping[str, int | None]) -> dict[str, int | None]:
    """What is said of the tree of a network, as it is stored.

    Raises:
        Refused: a setting is unknown or does not fit.
    """
    for name, value in settings.items():
        low, high = NETWORK_SETTINGS.get(name, (1, 0))
        needed = name in ("rate_gbps", "planes") or low == 0
        if not (value is None and not needed) and not (isinstance(value, int) and low <= value <= high):
            text = QT_TRANSLATE_NOOP("operations", "{field} of a network cannot be {value}.")
            raise Refused(Message(_CONTEXT, text, {"field": name, "value": str(value)}))
    return {name: None if value is None else int(value) for name, value in settings.items()}
