"""A plan: what to build, before it has ids. Templates, the clipboard and the sizing wizard all make this one type.

Objects name each other by their place in the plan's lists. A plan can be written to JSON and read back.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar

from gpudesk.core.cooling_kinds import Redundancy
from gpudesk.core.errors import InvalidData
from gpudesk.core.floor_items import FloorItemKind
from gpudesk.core.hardware import Face, Side, Status
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.network_kinds import NETWORK_SETTINGS, NetworkKind, Spread
from gpudesk.core.pathway_kinds import PathwayKind
from gpudesk.core.plan_fabric import PlanCable, PlanNetwork, PlanPathway, PlanStage, PlanTrays
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.core.power_lines import Wiring

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
    """A column, door, route or the like in hall number `hall`: a rectangle, or an outline as `core.floor_items` writes it."""

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
    """A hall is cooled by rule: as many units of a `core.cooling_units.Way` as its heat asks for, with the spares of a `Redundancy`.

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
    """What to build. `types` holds the bodies of catalog entries that the plan brings along (others come from the catalog)."""

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

    def to_plain(self) -> dict[str, Any]:
        """The plan as lists, mappings and scalars, without values that are defaults."""
        body: dict[str, Any] = {"name": self.name}
        for part, kind in _PARTS.items():
            items = getattr(self, part)
            if items:
                body[part] = [_without_defaults(kind, item) for item in items]
        for part in ("phases", "site", "types"):
            if getattr(self, part):
                body[part] = {str(key): value for key, value in getattr(self, part).items()}
        return body


_PARTS: Mapping[str, type[Any]] = {
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
_LENGTH_MM = (1, 10**7)
_LOAD_KG = (1, 10**6)
_BOUNDS: Mapping[str, tuple[int, int]] = {
    "width_mm": _LENGTH_MM,
    "depth_mm": _LENGTH_MM,
    "height_mm": _LENGTH_MM,
    "rail_depth_mm": _LENGTH_MM,
    "clear_width_mm": _LENGTH_MM,
    "clear_height_mm": _LENGTH_MM,
    "kind": (min(FloorItemKind), max(FloorItemKind)),
    "raised_floor": (0, 1),
    "tile_mm": _LENGTH_MM,
    "uniform_limit_kg_per_m2": _LOAD_KG,
    "point_limit_kg": _LOAD_KG,
    "rolling_limit_kg": _LOAD_KG,
    "x_mm": (-(10**7), 10**7),
    "y_mm": (-(10**7), 10**7),
    "angle_ddeg": (0, 3599),
    "position": (0, 1000),
    "height": (1, 1000),
    "face": (Face.FRONT, Face.BOTH),
    "side": (Side.LEFT, Side.RIGHT),
    "status": (Status.PLANNED, Status.RETIRED),
    "phase": (0, MOST_PHASE),
    "voltage_v": (1, 10**6),
    "wiring": (min(Wiring), max(Wiring)),
    "line": (0, 2),
    "breaker_a": (1, 10**6),
    "derating_percent": (1, 100),
    "continuous_percent": (1, 100),
    "capacity_va": (1, 10**10),
    "port": (0, 10**5),
    "outlet": (0, 10**5),
    "length_mm": _LENGTH_MM,
    **dict.fromkeys(("cross_width_mm", "cross_every_mm", "duct_mm", "duct_width_mm", "duct_depth_mm"), _LENGTH_MM),
    "fill_percent": (1, 100),
    "load_kg_per_m": (1, 10_000),
    "bend_radius_mm": (1, 10_000),
    "redundancy": (min(Redundancy), max(Redundancy)),
    "links": NETWORK_SETTINGS["leaf_up"],
    "spread": (min(Spread), max(Spread)),
    **dict.fromkeys(("a_port", "b_port"), (0, 10**5)),
    **dict.fromkeys(("a_lane", "b_lane", "lanes"), (0, 1000)),
    "assembly": (1, 10**9),
    "by_hand": (0, 1),
    **NETWORK_SETTINGS,
}
"""The lowest and highest whole number of each field that is not a reference."""
_OWN_BOUNDS: Mapping[tuple[type[Any], str], tuple[int, int]] = {
    (PlanDevice, "face"): (Face.FRONT, Face.REAR),
    (PlanPowerNode, "kind"): (min(PowerNodeKind), max(PowerNodeKind)),
    (PlanNetwork, "kind"): (min(NetworkKind), max(NetworkKind)),
    (PlanPathway, "kind"): (min(PathwayKind), max(PathwayKind)),
    (PlanPathway, "height_mm"): (-20_000, 100_000),
}
"""The same for fields that mean something else in one part than in the others."""
_REFERENCES = {
    "hall": "halls",
    "to_hall": "halls",
    "row": "rows",
    "rack": "racks",
    "parent": "devices",
    "device": "devices",
    "giver": "devices",
    "node": "power_nodes",
    "fed_by": "power_nodes",
    "alternate": "power_nodes",
    "network": "networks",
    "a_device": "devices",
    "b_device": "devices",
}
_EARLIER = frozenset(["parent", "fed_by", "alternate"])
"""References to things of their own kind: these come first, so that nothing holds or feeds itself."""
Item = TypeVar("Item")


def _without_defaults(kind: type[Any], item: Any) -> dict[str, Any]:
    defaults = {part.name: part.default for part in fields(kind)}
    return {name: value for name, value in asdict(item).items() if defaults[name] != value}


def plan_from_plain(body: Any) -> Plan:
    """The plan that `Plan.to_plain` wrote or a template file holds.

    Raises:
        InvalidData: it is not well formed; every fault is named.
    """
    problems: list[Message] = []

    def fault(where: str, what: str) -> None:
        text = QT_TRANSLATE_NOOP("plan", "{where}: {what}")
        problems.append(Message("plan", text, {"where": where, "what": what}))

    if not isinstance(body, Mapping):
        fault("plan", "a mapping is needed")
        body = {}
    for name in set(body) - set(_PARTS) - {"name", "phases", "site", "types"}:
        fault("plan", f"unknown name {name!r}")
    parts: dict[str, tuple[Any, ...]] = {}
    for part, kind in _PARTS.items():
        raw = body.get(part, [])
        if not isinstance(raw, list | tuple):
            fault(part, "a list is needed")
            raw = []
        parts[part] = tuple(
            item for number, entry in enumerate(raw) if (item := _item(kind, entry, f"{part}[{number}]", fault)) is not None
        )
    for part, items in parts.items():
        for number, item in enumerate(items):
            for name, target in _REFERENCES.items():
                place = getattr(item, name, None)
                limit = number if name in _EARLIER else len(parts[target])
                if place is not None and not 0 <= place < limit:
                    fault(f"{part}[{number}].{name}", f"there is no {target[:-1]} number {place}")
    phases = {}
    for number, name in _mapping(body, "phases", fault).items():
        if re.fullmatch("[0-9]{1,3}", str(number)):
            phases[int(number)] = str(name)
        else:
            fault("phases", f"{str(number)[:40]!r} is no whole number from 0 to {MOST_PHASE}")
    types = _mapping(body, "types", fault)
    for key, entry in types.items():
        if not isinstance(entry, Mapping):
            fault(f"types.{key}", "a mapping is needed")
    plan = Plan(str(body.get("name", "")), **parts, phases=phases, site=_mapping(body, "site", fault), types=types)
    if problems:
        raise InvalidData(Message("plan", QT_TRANSLATE_NOOP("plan", "The plan is not well formed.")), problems=tuple(problems))
    return plan


def _mapping(body: Mapping[str, Any], name: str, fault: Any) -> Mapping[Any, Any]:
    value = body.get(name, {})
    if isinstance(value, Mapping):
        return value
    fault(name, "a mapping is needed")
    return {}


def _item(kind: type[Item], entry: Any, where: str, fault: Any) -> Item | None:
    if not isinstance(entry, Mapping):
        fault(where, "a mapping is needed")
        return None
    known = {part.name: part for part in fields(kind)}  # type: ignore[arg-type]
    good = True
    for name, value in entry.items():
        if name not in known:
            fault(f"{where}.{name}", "unknown name")
            good = False
            continue
        wanted = str(known[name].type)
        fits = (value is None and "None" in wanted) or (isinstance(value, str) if wanted.startswith("<class 'str'") else _whole(value))
        if not fits:
            fault(f"{where}.{name}", f"{_shown(value)} does not fit")
            good = False
        elif name in _BOUNDS and value is not None:
            low, high = _OWN_BOUNDS.get((kind, name), _BOUNDS[name])
            if not low <= value <= high:
                fault(f"{where}.{name}", f"{value} does not lie between {low:d} and {high:d}")
                good = False
    if not good:
        return None
    try:
        return kind(**entry)
    except TypeError as error:
        fault(where, str(error).split(") ")[-1])
        return None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**53) < value < 2**53
