"""A template as it is written: what its floor, racks, power, cooling, networks and ways for cables are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.plan.template_parameter import Parameter


@dataclass(frozen=True, slots=True)
class Held:
    """What each rack of a block holds.

    Attributes:
        name: a pattern with {n} (counted through the plan), {rack}, {letter} or {place}.
        a_rack: how many in one rack; count: how many in the hall in all, "" for `a_rack` in each.
        units: the lowest units, counted from 1.
        beside: "left" or "right" in turn for what stands beside the units.
        phase: the build phase; phase_every: after so many of a hall the next phase begins, and with each hall.
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
    """Racks of one kind, or with `stands` things that stand on the floor as racks do: whole racks as their maker delivers them.

    Attributes:
        role, name_pattern, phase_every: of what stands on the floor; the pattern has {n}.
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
    """What lies above the racks, which are wired by rule: a source for the site, in each hall a UPS for each side, and panels below these.

    Attributes:
        voltage_v: between lines.
        sides: how many there are: feeds A, B and so on.
        panels: "row" for panels of each row and side, "hall" for one of each side that also feeds what stands on the floor.
        ups: whether there are UPS; without them panels hang on the source.
    """

    voltage_v: str
    sides: str
    panels: str = "row"
    ups: bool = True


@dataclass(frozen=True, slots=True)
class Cooling:
    """The cooling of each hall: its units are counted by rule when it is built, by the heat of what stands there.

    Attributes:
        way: an expression that gives a `core.cooling.cooling_unit_kinds.Way`.
        redundancy: a `core.cooling.cooling_kinds.Redundancy`.
        room_mm: so much wider is the margin all around where there are units; it stays as it is with "none".
        gap_mm, gap_every: where units stand in rows, a gap of that width after every so many racks.
        air, row, liquid, door: catalog entries, "" for the smallest that suffice.
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
        reason: why, without a full stop.
        when: an expression; the domain is left out where it is not 0.
    """

    reason: str
    when: str = "1"


@dataclass(frozen=True, slots=True)
class Stage:
    """What hangs on the switches of a network outside its tree, as in the table `network_stage`.

    Attributes:
        upper, lower: roles.
        spread: the name of a `core.hardware.network_kinds.Spread`.
        links, rate_gbps, first_port: "" for what the table leaves open; links are those of each tray of a rack-scale system.
        switches: the numbers of the switches in the order of their names, as in "24, 32"; "" for all.
        accepted_gbps, reason: the lower rate that its links may have where their ports give no more, and why, with its source.
        when: whether there is such a stage.
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
        notes: where its numbers come from, and how well they are known.
        when: whether there is such a network.
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
    """The ways for cables of each hall: trays hang by rule above its rows and across them when it is built.

    Attributes:
        tray_width_mm, tray_depth_mm: of the trays above rows; those across are as deep.
        cross_width_mm, cross_every_mm: of the trays across the rows, and how far apart they are at most.
        duct_mm: how long the duct to each other hall is; no ducts where it is 0.
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
    """A template as it is written.

    Attributes:
        values: name to expression over the parameters and the values before it.
        halls: how many halls; hall_values are computed for each, with its number as `hall`.
        phases: the pattern of a phase's name with {phase}, "" for none.
        site: values of the site sheet; a text that begins with "=" is an expression.
        outside: the word of a `core.plan.plan_domains.Domain` → why it is left out.
        published, derived: what of it stands in a document, and what follows from it, in both languages.
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
