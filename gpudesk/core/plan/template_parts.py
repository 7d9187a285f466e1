"""The source form of a template: its floor, racks, power, cooling, networks and pathways."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.plan.template_parameter import Parameter


@dataclass(frozen=True, slots=True)
class Held:
    """Contents of each rack of a block.

    Attributes:
        name: a pattern with {n} (counted through the plan), {rack}, {letter} or {place}.
        a_rack: number in one rack; count: total in the hall, "" for `a_rack` in each.
        units: the lowest units, counted from 1.
        beside: "left" or "right" alternately for devices at the side of the rack units.
        phase: the build phase; phase_every: number in a hall after which the next phase begins; each hall also begins a phase.
    """

    type: str
    name: str
    a_rack: str = "1"
    count: str = ""
    units: tuple[int, ...] = ()
    face: str = "front"
    beside: tuple[str, ...] = ()
    role: str = ""
    phase: str = ""
    phase_every: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Racks of one kind, or with `stands` objects placed on the floor like racks: complete racks as delivered by the maker.

    Attributes:
        role, name_pattern, phase_every: of the objects on the floor; the pattern has {n}.
    """

    name: str
    rack: str
    count: str
    holds: tuple[Held, ...] = ()
    pitch_mm: str = ""
    stands: bool = False
    role: str = ""
    name_pattern: str = ""
    phase_every: str = ""


@dataclass(frozen=True, slots=True)
class Floor:
    """How racks are set out: rows front to front over cold aisles and rear to rear over hot ones."""

    rows: str
    pitch_mm: str
    depth_mm: str
    cold_aisle_mm: str
    hot_aisle_mm: str
    first_aisle_mm: str
    margin_mm: int = 2000
    height_mm: str = ""


@dataclass(frozen=True, slots=True)
class Power:
    """Power nodes above the racks, which are wired by rule: a source for the site, in each hall a UPS for each side, and panels below.

    Attributes:
        voltage_v: line to line.
        sides: number of sides: feeds A, B and so on.
        panels: "row" for panels for each row and side, "hall" for one for each side that also feeds devices on the floor.
        ups: whether there are UPS; without them the source feeds the panels.
    """

    voltage_v: str
    sides: str
    panels: str = "row"
    ups: bool = True


@dataclass(frozen=True, slots=True)
class Cooling:
    """The cooling of each hall: the number of units is calculated by rule when it is built, from the heat in the hall.

    Attributes:
        way: an expression that gives a `core.cooling.cooling_unit_kinds.Way`.
        redundancy: a `core.cooling.cooling_kinds.Redundancy`.
        room_mm: extra margin on all sides where there are units; no extra margin with "none".
        gap_mm, gap_every: where units are in rows, the width of a gap and the number of racks between gaps.
        air, row, liquid, door: catalog entries, "" for the smallest sufficient one.
    """

    way: str
    redundancy: str = "1"
    room_mm: str = "0"
    gap_mm: str = "0"
    gap_every: str = "1"
    air: str = ""
    row: str = ""
    liquid: str = ""
    door: str = ""


@dataclass(frozen=True, slots=True)
class Outside:
    """A domain that the template leaves out.

    Attributes:
        reason: why, without a period.
        when: an expression; the domain is left out where it is not 0.
    """

    reason: str
    when: str = "1"


@dataclass(frozen=True, slots=True)
class Stage:
    """Devices connected to the switches of a network outside its tree, as in the table `network_stage`.

    Attributes:
        upper, lower: roles.
        spread: the name of a `core.hardware.network_kinds.Spread`.
        links, rate_gbps, first_port: "" for what the table leaves open; links are for each tray of a rack-scale system.
        switches: the numbers of the switches in the order of their names, as in "24, 32"; "" for all.
        accepted_gbps, reason: the lower rate accepted for its links where their ports support no more, and why, with its source.
        when: whether the stage exists.
    """

    upper: str
    lower: str = ""
    links: str = ""
    spread: str = "even"
    rate_gbps: str = ""
    switches: str = ""
    first_port: str = ""
    accepted_gbps: str = ""
    reason: str = ""
    when: str = "1"


@dataclass(frozen=True, slots=True)
class Network:
    """A network, as in the table `network`; "" for what the table leaves open.

    Attributes:
        kind: the name of a `core.hardware.network_kinds.NetworkKind`.
        notes: source and reliability of its numbers.
        when: whether the network exists.
    """

    kind: str
    name: str
    rate_gbps: str
    stages: tuple[Stage, ...] = ()
    planes: str = ""
    unit_nodes: str = ""
    tiers: str = ""
    rails_per_leaf: str = ""
    leaf_up: str = ""
    leaf_down: str = ""
    spine_up: str = ""
    spine_down: str = ""
    pod_leaves: str = ""
    pods_by_rail: str = ""
    by_hall: str = ""
    whole_units: str = ""
    even_cores: str = ""
    notes: str = ""
    when: str = "1"


@dataclass(frozen=True, slots=True)
class Trays:
    """The pathways of each hall: trays are placed by rule above its rows and across them when it is built.

    Attributes:
        tray_width_mm, tray_depth_mm: of the trays above rows; the cross trays have the same depth.
        cross_width_mm, cross_every_mm: width of the trays across the rows, and their maximum spacing.
        duct_mm: length of the duct to each other hall; no ducts where it is 0.
        duct_width_mm, duct_depth_mm: of a duct.
    """

    tray_width_mm: str = "300"
    tray_depth_mm: str = "100"
    cross_width_mm: str = "300"
    cross_every_mm: str = "12000"
    duct_mm: str = "0"
    duct_width_mm: str = "600"
    duct_depth_mm: str = "300"


@dataclass(frozen=True, slots=True)
class Template:
    """The source form of a template.

    Attributes:
        values: name to expression over the parameters and the previous values.
        halls: number of halls; hall_values are computed for each, with its number as `hall`.
        phases: the pattern of phase names with {phase}, "" for none.
        site: values of the site sheet; a text that begins with "=" is an expression.
        outside: the key of a `core.plan.plan_domains.Domain` → why it is left out.
        redundant: role → an expression, the number of devices that the role requires so that one may fail; below 2 for none.
        published, derived: parts taken from a document and parts that follow from it, in both languages.
    """

    plan_name: str
    floor: Floor
    blocks: tuple[Block, ...]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    halls: str = "1"
    hall_values: Mapping[str, str] = field(default_factory=dict)
    hall_name: str = "Hall {hall}"
    rack_name: str = "{row}{place:02}"
    rows_counted_through: bool = False
    phases: str = ""
    site: Mapping[str, Any] = field(default_factory=dict)
    power: Power | None = None
    cooling: Cooling | None = None
    networks: tuple[Network, ...] = ()
    trays: Trays | None = None
    outside: Mapping[str, Outside] = field(default_factory=dict)
    redundant: Mapping[str, str] = field(default_factory=dict)
