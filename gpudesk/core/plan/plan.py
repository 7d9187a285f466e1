"""A plan: what to build, before it has ids. Templates, the clipboard and the sizing wizard all make this one type.

Objects name each other by their place in the plan's lists. A plan can be written to JSON; `core.plan.plan_reader` reads it back.
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
    """A hall; what is not said of its floor is not known. `rack_names` is the pattern of the positions of its racks."""

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
    """A rack of catalog entry `type` in hall number `hall` and, if it stands in one, row number `row`."""

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
    """A source, a panel, a feed or the like; `fed_by` and `alternate` are numbers of earlier ones, `device` is what it is on the floor."""

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
    """The racks of a row, or of a hall where none is named, are wired by rule: feeds of a side hang on node number `node`, or on nothing.

    What stands on the floor of a hall goes with the hall.
    """

    hall: int
    feed_side: str
    node: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class PlanCooling:
    """A hall is cooled by rule: as many units of a `core.cooling.cooling_unit_kinds.Way` as its heat asks for, with the spares of a
    `Redundancy`.

    `air`, `liquid` and `door` are catalog entries of these units, "" for the smallest that suffice.
    """

    hall: int
    way: str
    redundancy: int = 1
    air: str = ""
    liquid: str = ""
    door: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to build.

    Attributes:
        types: the bodies of catalog entries that the plan brings along (others come from the catalog).
        outside: what it leaves out: the word of a `core.plan.plan_domains.Domain` → the reason.
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

    def to_plain(self) -> dict[str, Any]:
        """The plan as lists, mappings and scalars, without values that are defaults."""
        body: dict[str, Any] = {"name": self.name}
        for part, kind in PARTS.items():
            items = getattr(self, part)
            if items:
                body[part] = [_without_defaults(kind, item) for item in items]
        for part in ("phases", "site", "types", "outside"):
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
