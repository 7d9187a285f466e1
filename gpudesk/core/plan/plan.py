"""A plan: what to build, before ids exist. Templates, the clipboard and the sizing wizard all create this type.

Objects refer to each other by index in the plan's lists. A plan can be written to JSON; `core.plan.plan_reader` reads it back.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from gpudesk.core.plan.plan_fabric import PlanCable, PlanNetwork, PlanPathway, PlanStage, PlanTrays
from gpudesk.core.power.power_lines import Wiring

MOST_PHASE = 999
"""The number of the last build phase that there can be."""


@dataclass(frozen=True, slots=True)
class PlanHall:
    """A hall; floor properties that are not given are unknown. `rack_names` is the pattern of its rack positions."""

    name: str
    width_mm: int = 20_000
    depth_mm: int = 12_000
    height_mm: int | None = None
    phase: int = 1
    notes: str = ""
    raised_floor: int | None = None
    tile_mm: int | None = None
    uniform_limit_kg_per_m2: int | None = None
    point_limit_kg: int | None = None
    rolling_limit_kg: int | None = None
    rack_names: str = ""


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A row of racks in hall number `hall` of the plan."""

    hall: int
    name: str
    x_mm: int = 0
    y_mm: int = 0
    angle_ddeg: int = 0
    phase: int = 1
    notes: str = ""


@dataclass(frozen=True, slots=True)
class PlanRack:
    """A rack of catalog entry `type` in hall number `hall` and, if it is in a row, row number `row`."""

    type: str
    hall: int
    name: str
    row: int | None = None
    x_mm: int = 0
    y_mm: int = 0
    angle_ddeg: int = 0
    rail_depth_mm: int | None = None
    status: int = 0
    serial: str = ""
    asset: str = ""
    notes: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanDevice:
    """A device of catalog entry `type` in a rack, in a slot of an earlier device (`parent`), on the floor of a hall, or nowhere."""

    type: str
    name: str
    rack: int | None = None
    hall: int | None = None
    parent: int | None = None
    slot: str = ""
    position: int | None = None
    face: int = 0
    side: int | None = None
    x_mm: int = 0
    y_mm: int = 0
    angle_ddeg: int = 0
    role: str = ""
    status: int = 0
    serial: str = ""
    asset: str = ""
    notes: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanReservation:
    """Units kept free in rack number `rack`."""

    rack: int
    position: int
    height: int
    face: int = 2
    reason: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanFloorItem:
    """A column, door, route or the like in hall number `hall`: a rectangle, or an outline as `core.floor.floor_items` writes it."""

    hall: int
    kind: int
    name: str = ""
    x_mm: int = 0
    y_mm: int = 0
    angle_ddeg: int = 0
    width_mm: int | None = None
    depth_mm: int | None = None
    outline: str = ""
    clear_width_mm: int | None = None
    clear_height_mm: int | None = None
    notes: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanPowerNode:
    """A source, panel, feed or the like; `fed_by` and `alternate` are numbers of earlier nodes, `device` is its device on the floor."""

    kind: int
    name: str
    voltage_v: int
    hall: int | None = None
    device: int | None = None
    fed_by: int | None = None
    alternate: int | None = None
    wiring: int = int(Wiring.WYE)
    line: int | None = None
    breaker_a: int | None = None
    derating_percent: int = 100
    continuous_percent: int | None = None
    capacity_va: int | None = None
    feed_side: str = ""
    receptacle: str = ""
    notes: str = ""
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanPowerCord:
    """A cord from outlet `outlet` of device number `giver`, or from power node number `node`, to inlet `port` of device number `device`."""

    device: int
    port: int
    giver: int | None = None
    outlet: int | None = None
    node: int | None = None
    type: str = ""
    length_mm: int | None = None
    phase: int = 1


@dataclass(frozen=True, slots=True)
class PlanWiring:
    """Racks of a row, or of a hall if no row is given, wired by rule: feeds of a side are fed by node number `node`, or by nothing.

    Devices on the floor of a hall are included with the hall.
    """

    hall: int
    feed_side: str
    node: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class PlanCooling:
    """A hall is cooled by rule: its heat determines the number of units of a `core.cooling.cooling_unit_kinds.Way`, plus the spares
    of a `Redundancy`.

    `air`, `liquid` and `door` are catalog entries of these units, "" for the smallest sufficient one.
    """

    hall: int
    way: str
    redundancy: int = 1
    air: str = ""
    liquid: str = ""
    door: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan to build.

    Attributes:
        types: bodies of catalog entries supplied with the plan (others come from the catalog).
        outside: domains that it leaves out: the key of a `core.plan.plan_domains.Domain` → the reason.
        redundant: role → the number of devices that it requires, so that one may fail.
    """

    name: str = ""
    halls: tuple[PlanHall, ...] = ()
    rows: tuple[PlanRow, ...] = ()
    racks: tuple[PlanRack, ...] = ()
    devices: tuple[PlanDevice, ...] = ()
    reservations: tuple[PlanReservation, ...] = ()
    phases: Mapping[int, str] = field(default_factory=dict)
    site: Mapping[str, Any] = field(default_factory=dict)
    types: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    floor_items: tuple[PlanFloorItem, ...] = ()
    power_nodes: tuple[PlanPowerNode, ...] = ()
    power_cords: tuple[PlanPowerCord, ...] = ()
    wirings: tuple[PlanWiring, ...] = ()
    coolings: tuple[PlanCooling, ...] = ()
    networks: tuple[PlanNetwork, ...] = ()
    stages: tuple[PlanStage, ...] = ()
    pathways: tuple[PlanPathway, ...] = ()
    trays: tuple[PlanTrays, ...] = ()
    cables: tuple[PlanCable, ...] = ()
    outside: Mapping[str, str] = field(default_factory=dict)
    redundant: Mapping[str, int] = field(default_factory=dict)

    def to_plain(self) -> dict[str, Any]:
        """The plan as lists, mappings and scalars, without values that are defaults."""
        body: dict[str, Any] = {"name": self.name}
        for part, kind in PARTS.items():
            items = getattr(self, part)
            if items:
                body[part] = [_without_defaults(kind, item) for item in items]
        for part in ("phases", "site", "types", "outside", "redundant"):
            if getattr(self, part):
                body[part] = {str(key): value for key, value in getattr(self, part).items()}
        return body


PARTS: Mapping[str, type[Any]] = {
    "halls": PlanHall,
    "rows": PlanRow,
    "racks": PlanRack,
    "devices": PlanDevice,
    "reservations": PlanReservation,
    "floor_items": PlanFloorItem,
    "power_nodes": PlanPowerNode,
    "power_cords": PlanPowerCord,
    "wirings": PlanWiring,
    "coolings": PlanCooling,
    "networks": PlanNetwork,
    "stages": PlanStage,
    "pathways": PlanPathway,
    "trays": PlanTrays,
    "cables": PlanCable,
}
"""The lists of a plan, and what each holds."""


def _without_defaults(kind: type[Any], item: Any) -> dict[str, Any]:
    defaults = {part.name: part.default for part in fields(kind)}
    return {name: value for name, value in asdict(item).items() if defaults[name] != value}
