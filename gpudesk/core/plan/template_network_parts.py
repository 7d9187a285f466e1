"""The networks of a template for some choices."""

from collections.abc import Callable
from typing import Any

from gpudesk.core.hardware.network_kinds import NETWORK_SETTINGS, NetworkKind, Spread
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan_fabric import PlanNetwork, PlanStage
from gpudesk.core.plan.template_parts import Network, Template

Whole = Callable[[str], int]
"""The whole number that an expression of the template gives."""
_MOST_LINKS = NETWORK_SETTINGS["leaf_up"]


def made_networks(template: Template, whole: Whole) -> tuple[tuple[PlanNetwork, ...], tuple[PlanStage, ...]]:
    """The networks with their stages.

    Raises:
        Refused: an expression gives no number, or one that does not fit.
    """
    networks: list[PlanNetwork] = []
    stages: list[PlanStage] = []
    for network in template.networks:
        if not whole(network.when):
            continue
        for stage in network.stages:
            if whole(stage.when):
                links = _number(stage.links, _MOST_LINKS, whole)
                rate = _number(stage.rate_gbps, NETWORK_SETTINGS["rate_gbps"], whole)
                accepted = _number(stage.accepted_gbps, NETWORK_SETTINGS["rate_gbps"], whole)
                spread = int(Spread[stage.spread.upper()])
                first_port = _number(stage.first_port, _MOST_LINKS, whole)
                said = (links, spread, rate, 1, stage.switches, first_port, accepted, stage.reason)
                stages.append(PlanStage(len(networks), stage.upper, stage.lower, *said))
        networks.append(_network(network, whole))
    return tuple(networks), tuple(stages)


def _network(network: Network, whole: Whole) -> PlanNetwork:
    settings = {name: _number(getattr(network, name), bounds, whole) for name, bounds in NETWORK_SETTINGS.items()}
    said: dict[str, Any] = {name: value for name, value in settings.items() if value is not None}
    return PlanNetwork(int(NetworkKind[network.kind.upper()]), network.name, notes=network.notes, **said)


def _number(text: str, bounds: tuple[int, int], whole: Whole) -> int | None:
    if not text:
        return None
    found = whole(text)
    low, high = bounds
    if not low <= found <= high:
        said = QT_TRANSLATE_NOOP("template", "{expression} gives {value}; it must be between {least} and {most}.")
        raise Refused(Message("template", said, {"expression": text, "value": found, "least": low, "most": high}))
    return found
