"""The networks and pathways of a plan. Objects refer to each other by their index in the lists of the plan, as in
`core.plan.plan`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlanNetwork:
    """A network, with the columns of the table `network`; tree properties that are not given follow from its switches."""

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
    """Devices connected to the switches of network number `network` outside its tree; the stages of a network are cabled in list order.

    Attributes:
        per_tray: whether `links` is the number for each tray of a rack-scale system.
        switches: numbers of the switches in the order of their names, as in "24, 32"; "" for all.
        first_port: the first port used on each switch; None for the first free port.
        accepted_gbps: the lower rate accepted for its links where their ports support no more; None for none.
        reason: why that is accepted, with its source, without a period.
    """

    network: int
    upper: str
    lower: str = ""
    links: int | None = None
    spread: int = 0
    rate_gbps: int | None = None
    per_tray: int = 0
    switches: str = ""
    first_port: int | None = None
    accepted_gbps: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlanPathway:
    """A pathway in hall number `hall`, or from it to hall number `to_hall`; its line has the outline format of
    `core.floor.floor_items`."""

    hall: int
    kind: int
    outline: str
    height_mm: int
    width_mm: int
    depth_mm: int
    name: str = ""
    to_hall: int | None = None
    length_mm: int | None = None
    fill_percent: int | None = None
    load_kg_per_m: int | None = None
    bend_radius_mm: int | None = None
    carries: str = ""
    notes: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanTrays:
    """Trays placed by rule above the rows of a hall and across them; a duct of `duct_mm` leads to each earlier hall with trays."""

    hall: int
    width_mm: int
    depth_mm: int
    cross_width_mm: int | None = None
    cross_every_mm: int | None = None
    duct_mm: int | None = None
    duct_width_mm: int | None = None
    duct_depth_mm: int | None = None


@dataclass(frozen=True, slots=True)
class PlanCable:
    """A leg of a cable from a port of device number `a_device` to one of number `b_device`, by the columns of the table `cable`.

    Legs with the same number of an assembly are one cable; `network` is the number of its network.
    """

    a_device: int
    a_port: int
    b_device: int
    b_port: int
    a_lane: int = 0
    b_lane: int = 0
    lanes: int = 0
    type: str = ""
    a_module: str = ""
    b_module: str = ""
    length_mm: int | None = None
    network: int | None = None
    assembly: int | None = None
    by_hand: int = 0
    phase: int = 1
