"""Components of a pod built from a sizing plan: racks, PDUs, switches, templates (`resources/sizing/pod.yaml`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.locate import resource


@dataclass(frozen=True, slots=True)
class ComputeSwitch:
    """The switch of a compute network whose links have a rate."""

    rate_gbps: int
    switch: str
    unit_nodes: int
    source: str


@dataclass(frozen=True, slots=True)
class PodTemplate:
    """A template that holds a board.

    Attributes:
        parameter: name of the parameter for the number of systems; its value is one of `choices`.
        chosen: other parameter values.
    """

    template: str
    board: str
    parameter: str
    choices: tuple[int, ...]
    chosen: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PodRules:
    """The whole file; see it for what each means."""

    rack: Mapping[str, Any]
    pdu: Mapping[str, Any]
    network_pdu: Mapping[str, Any]
    floor: Mapping[str, Any]
    compute: tuple[ComputeSwitch, ...]
    out_of_band: Mapping[str, Any]
    outside: Mapping[str, str]
    standing: Mapping[str, Any]
    templates: tuple[PodTemplate, ...]

    def templates_of(self, board: str) -> list[PodTemplate]:
        """The templates that hold a board."""
        return [template for template in self.templates if template.board == board]


@cache
def pod_rules() -> PodRules:
    """The rules as they are."""
    import yaml

    with resource("sizing", "pod.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    compute = tuple(ComputeSwitch(row["rate_gbps"], row["switch"], row["unit_nodes"], row["source"]) for row in body["compute"])
    templates = tuple(
        PodTemplate(
            row["template"],
            row["board"],
            row["parameter"],
            tuple(row["choices"]) if "choices" in row else tuple(range(row["from"], row["to"] + 1)),
            row.get("with", {}),
        )
        for row in body["templates"]
    )
    named = {name: body[name] for name in ("rack", "pdu", "network_pdu", "floor", "out_of_band", "outside", "standing")}
    return PodRules(compute=compute, templates=templates, **named)
