"""The networks of a plan. Objects name each other by their place in the lists of the plan, as in `core.plan`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlanNetwork:
    """A network, by the columns of the table `network`; what is not said of its tree follows from its switches."""

    kind: int
    name: str
    rate_gbps: int
    planes: int = 1
    unit_nodes: int | None = None
    tiers: int | None = None
    rails_per_leaf: int | None = None
    leaf_up: int | None = None
    leaf_down: int | None = None
    spine_up: int | None = None
    spine_down: int | None = None
    pod_leaves: int | None = None
    pods_by_rail: int = 0
    by_hall: int = 0
    whole_units: int = 1
    even_cores: int = 0
    notes: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanStage:
    """What hangs on the switches of network number `network` outside its tree; stages of a network are laid in the order of the list."""

    network: int
    upper: str
    lower: str = ""
    links: int | None = None
    spread: int = 0
    rate_gbps: int | None = None
