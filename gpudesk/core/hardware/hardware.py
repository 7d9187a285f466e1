"""Items that can be purchased: a hardware type with sourced facts, port templates, power supplies and its face drawings.

Facts are stored by name with value, source and confidence, because the product shows the source of each value;
an unknown fact is absent, never zero. `core.hardware.hardware_reader` creates a type from the plain mapping of a catalog entry.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from gpudesk.core.hardware.hardware_trays import Tray


class Confidence(StrEnum):
    """How well a fact is known."""

    READ = "read"
    SECONDARY = "secondary"
    MEMORY = "memory"
    DERIVED = "derived"


class Family(StrEnum):
    """The families of the catalog."""

    GPU = "gpu"
    SYSTEM = "system"
    SWITCH = "switch"
    RACK = "rack"
    PDU = "pdu"
    POWER_SHELF = "power_shelf"
    BUSWAY = "busway"
    UPS = "ups"
    CDU = "cdu"
    COOLING = "cooling"
    PANEL = "panel"
    CASSETTE = "cassette"
    CABLE_MANAGER = "cable_manager"
    BLANK = "blank"
    SHELF = "shelf"
    STORAGE = "storage"
    SERVER = "server"
    WORKSTATION = "workstation"
    ADAPTER = "adapter"
    TRANSCEIVER = "transceiver"
    CABLE = "cable"
    ACCESSORY = "accessory"


class Mount(IntEnum):
    """How a type is held."""

    UNITS = 0
    """In rack units."""
    ZERO_U = 1
    """Vertically next to the units (a vertical PDU)."""
    FLOOR = 2
    """On the floor: a rack, a workstation, a CDU."""
    CHILD = 3
    """In a slot of another device."""
    PART = 4
    """Inside a device, never placed alone (a GPU)."""


class Face(IntEnum):
    """The side of a rack or device; BOTH only for reservations and drawings."""

    FRONT = 0
    REAR = 1
    BOTH = 2


class Side(IntEnum):
    """Left or right as seen from the face on which the device is mounted."""

    LEFT = 0
    RIGHT = 1


class Status(IntEnum):
    """The lifecycle status of an object, from planned to disposed."""

    PLANNED = 0
    ORDERED = 1
    DELIVERED = 2
    INSTALLED = 3
    LIVE = 4
    RETIRED = 5


POWER_NAMES = ("nameplate", "max", "provisioned", "average", "peak")
"""The named powers of a device; the fact is `power_<name>_w`. Which one counts is a choice of purpose, never mixed."""

HALF_WIDTH_SHARE = 0.5
"""Devices in units whose `width_share` is at most this have a side; wider ones take the whole width."""

FactValue = float | int | str | bool


@dataclass(frozen=True, slots=True)
class Fact:
    """One sourced value. `others` contains contradicting values of other sources; `date` (year, month or day) is for a price."""

    value: FactValue
    source: str
    confidence: Confidence
    note: str = ""
    note_es: str = ""
    date: str = ""
    others: tuple["Fact", ...] = ()

    def note_in(self, language: str) -> str:
        """The note in a language ("en", "es"), or in the other one if it was written only in that."""
        return (self.note_es or self.note) if language == "es" else (self.note or self.note_es)


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a face in mm; x from the left edge as one looks at that face, y from the lower edge."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    def part(self, place: int, count: int, rows: int, down_columns: bool) -> "Area":
        """The share of one of `count` equal cells in `rows` rows; the first is the upper left one, the next below it or to its right."""
        columns = -(-count // rows)
        wide, high = self.width_mm / columns, self.height_mm / rows
        column, row = divmod(place, rows) if down_columns else (place % columns, place // columns)
        return Area(self.x_mm + column * wide, self.y_mm + (rows - 1 - row) * high, wide, high)


@dataclass(frozen=True, slots=True)
class Port:
    """One logical port, as referenced by a cable leg. `index` is its position in the type and never changes within a version.

    Attributes:
        interface: the name in the vendor's operating system ("ibp24s0"), for InfiniBand if it depends on the protocol.
        ethernet: the Ethernet name of a port whose adapter supports both ("enp24s0np0"), "" if that is not published.
        adapter: the vendor's name of the network adapter behind the port ("module 0, CX1").
        pci: bus and device of that adapter ("18:00.0").
        rdma: its RDMA device ("mlx5_0").
    """

    index: int
    name: str
    cage: str
    cage_index: int
    group: str
    lanes: int
    rail: int | None = None
    interface: str = ""
    gpu: int | None = None
    adapter: str = ""
    pci: str = ""
    rdma: str = ""
    ethernet: str = ""


@dataclass(frozen=True, slots=True)
class PortGroup:
    """Equal cages side by side: `rows` × columns in `area`, numbered down the columns or along the rows.

    Attributes:
        name: the group ("compute", "storage", "management").
        kind: the cage or socket: "osfp", "qsfp112", "qsfp56", "qsfp28", "sfp28",
            "rj45", "mpo12", "mpo16", "lc2", "usb", "c13", "c14", "c19", "c20"….
        role: "network", "power_in", "power_out", "console", "panel".
        cages: names of the cages in order.
        ports_per_cage: logical ports in one cage (2 for twin-port OSFP).
        lanes: electrical lanes of one port; 0 if it has none.
        rate_gbps: rate of one port, None if not applicable or unknown.
        network: "compute", "storage", "in_band", "out_of_band", "power_a"… or "".
        heat_sink: "flat", "finned", "either" or "" (not an optical cage).
        positions: strands of one port of a panel, 1 for all others.
    """

    name: str
    kind: str
    role: str
    face: Face
    area: Area
    rows: int
    down_columns: bool
    cages: tuple[str, ...]
    ports_per_cage: int
    lanes: int
    rate_gbps: float | None
    network: str
    heat_sink: str
    ports: tuple[Port, ...]
    source: str
    confidence: Confidence
    positions: int = 1


@dataclass(frozen=True, slots=True)
class Bay:
    """A slot of a chassis for another device or a module.

    Attributes:
        accepts: the token that the fact `fits` of a child must match; "" accepts anything.
        area: the position of the child's face on the chassis, None if it is not visible.
    """

    name: str
    group: str
    accepts: str
    face: Face
    area: Area | None


@dataclass(frozen=True, slots=True)
class Passage:
    """One strand through a panel: a position of a front port and the position of a rear port that it leads to, both counted from 1."""

    front: str
    front_position: int
    rear: str
    rear_position: int


@dataclass(frozen=True, slots=True)
class MigProfile:
    """A MIG profile of a GPU: "1g.10gb", at most `most` of them at a time."""

    name: str
    most: int
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class CableEnd:
    """One end of a cable or trunk, or the face of a transceiver: `count` equal connectors.

    Attributes:
        end: "a", "b" or "cage" (the electrical side of a transceiver).
        connector: "osfp", "qsfp112", "mpo12", "lc2", "c13", "rj45"….
        gender: "male", "female" or "".
        polish: "apc", "upc" or "".
        heat_sink: "flat", "finned" or "".
        rate_gbps: of one connector, None if not applicable.
        fibres: of one connector, 0 for copper.
    """

    end: str
    connector: str
    count: int
    gender: str = ""
    polish: str = ""
    heat_sink: str = ""
    rate_gbps: float | None = None
    fibres: int = 0


@dataclass(frozen=True, slots=True)
class LaneJoin:
    """One strand or lane of a cable: a connector of end `a` and the position in it, and those of end `b` to which it leads, from 1 on."""

    a: int
    a_position: int
    b: int
    b_position: int


@dataclass(frozen=True, slots=True)
class StockLength:
    """A length in which a cable is sold."""

    length_m: float
    part_number: str = ""


@dataclass(frozen=True, slots=True)
class FaceElement:
    """A drawn element, not a port: "bezel", "fan", "psu", "drive", "vent", "handle", "display", "plate", "tray", "card"."""

    kind: str
    face: Face
    area: Area
    rows: int
    columns: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class SupplyLevel:
    """With at least `alive` supplies working the device draws at most `share` of its maximum power, each GPU at most `gpu_w`."""

    alive: int
    share: float
    note: str = ""
    gpu_w: float | None = None


@dataclass(frozen=True, slots=True)
class SupplyRule:
    """The power supplies of a device and what happens when some are lost."""

    total: int
    needed: int
    rating_w: float | None
    inlet: str
    minimum_to_boot: int | None
    levels: tuple[SupplyLevel, ...]
    source: str
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Contained:
    """Parts included in a type: 8 of "nvidia.h100-sxm5-80gb"."""

    key: str
    count: int
    gpu: bool = False


@dataclass(frozen=True, slots=True)
class HardwareType:
    """One entry of the catalog."""

    key: str
    family: Family
    vendor: str
    model: str
    mount: Mount
    part_numbers: tuple[str, ...]
    description: str
    description_es: str
    facts: Mapping[str, Fact]
    port_groups: tuple[PortGroup, ...]
    elements: tuple[FaceElement, ...]
    supplies: SupplyRule | None
    contains: tuple[Contained, ...]
    aliases: tuple[str, ...] = ()
    colour: str = ""
    bays: tuple[Bay, ...] = ()
    passages: tuple[Passage, ...] = ()
    mig: tuple[MigProfile, ...] = ()
    ends: tuple[CableEnd, ...] = ()
    lengths: tuple[StockLength, ...] = ()
    lane_map: tuple[LaneJoin, ...] = ()
    trays: tuple[Tray, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def title(self) -> str:
        """Vendor and model, the vendor only once."""
        return self.model if self.model.startswith(self.vendor) else f"{self.vendor} {self.model}"

    def trays_on(self, face: Face) -> list[tuple[Tray, Area]]:
        """Its trays that are seen on a face, each with its place there: those whose bay has an area."""
        areas = {bay.name: bay.area for bay in self.bays if bay.face is face}
        tray_areas = [(tray, areas.get(tray.bay)) for tray in self.trays]
        return [(tray, area) for tray, area in tray_areas if area is not None]

    def described_in(self, language: str) -> str:
        """The description in a language ("en", "es"), or in the other one if it was written only in that."""
        return (self.description_es or self.description) if language == "es" else (self.description or self.description_es)

    def number(self, name: str) -> float | None:
        """The numeric fact `name`, None if unknown."""
        fact = self.facts.get(name)
        return None if fact is None or isinstance(fact.value, str) else float(fact.value)

    def text(self, name: str) -> str:
        """The text fact `name`, "" if unknown."""
        fact = self.facts.get(name)
        return "" if fact is None else str(fact.value)

    @property
    def height_half_units(self) -> int:
        """The height in half rack units, 0 for a type that is not mounted in rack units."""
        height_u = self.number("height_u")
        return 0 if height_u is None else round(2 * height_u)

    @property
    def half_wide(self) -> bool:
        """Whether two such devices fit side by side in their units."""
        share = self.number("width_share")
        return self.mount is Mount.UNITS and share is not None and share <= HALF_WIDTH_SHARE

    @property
    def gpu_count(self) -> int:
        """The GPUs in one such device."""
        return sum(part.count for part in self.contains if part.gpu)

    @property
    def is_rack_scale(self) -> bool:
        """Whether it is a whole rack of GPUs that its maker fills: a system on the floor."""
        return self.family is Family.SYSTEM and self.mount is Mount.FLOOR

    def ports(self) -> Iterator[Port]:
        """All logical ports in the order of their index."""
        for group in self.port_groups:
            yield from group.ports
