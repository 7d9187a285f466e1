"""What links can be made of, as plain records: cages, modules, cords, and cables with plugs on both ends."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from gpudesk.core.hardware.plugs import PLUG_LANES

MULTI_MODE, SINGLE_MODE, COPPER = "multi-mode", "single-mode", "copper"
TWISTED_PAIR = "BASE-T"
"""The PMD of everything with RJ45."""
LEAST_SINGLE_MODE_LANE_GBPS = 200.0
"""From this rate of a lane on there is no multi-mode fiber: NVIDIA has single mode and copper only for XDR and 1.6T."""


class Medium(IntEnum):
    """The kind of a medium, from what costs least to what costs most."""

    TWISTED_PAIR = 0
    DAC = 1
    ACC = 2
    AEC = 3
    AOC = 4
    MULTI_MODE = 5
    SINGLE_MODE = 6


COPPER_CABLES = (Medium.DAC, Medium.ACC, Medium.AEC)


@dataclass(frozen=True, slots=True)
class Cage:
    """The cages of a port group.

    Attributes:
        kind: its form factor, or the connector if no module is used ("rj45", "mpo12" of co-packaged optics).
        ports: logical ports in one cage, each with `lanes` lanes and `rate_gbps`.
        maker: of the device.
        infiniband: whether the device uses InfiniBand on it, None if it adopts the protocol of the other end.
    """

    kind: str
    heat_sink: str
    ports: int
    lanes: int
    rate_gbps: float
    maker: str = ""
    infiniband: bool | None = None

    @property
    def lane_gbps(self) -> float:
        """The rate of its fastest lane."""
        return self.rate_gbps / max(self.lanes, 1)

    def spread(self, lane_gbps: float) -> int:
        """Over how many slower lanes each of its lanes is spread: the four of an 800 Gb/s port in a cage of eight over two each."""
        wires = PLUG_LANES.get(self.kind, 0)
        return 2 if self.lane_gbps >= 2 * lane_gbps and 2 * self.lanes * self.ports <= wires else 1


@dataclass(frozen=True, slots=True)
class Optics:
    """The optical side of a module.

    Attributes:
        pmd: what both ends must have in common besides the rate of a lane: "SR", "DR", or the full standard if wavelengths share
            a fiber.
        lane_gbps: rate of an optical lane.
        lanes: optical lanes behind one connector.
        divides: whether links can each use some of these lanes.
    """

    pmd: str
    lane_gbps: float
    lanes: int
    mode: str
    connector: str
    polish: str = ""
    divides: bool = True


@dataclass(frozen=True, slots=True)
class Module:
    """A transceiver, or with the key "" the built-in optics of a port.

    Attributes:
        lanes, lane_gbps: on the electrical side, all of them.
        faces: its optical connectors, each with an equal share of the lanes.
        reach_m: fiber type → reach.
        infiniband, ethernet: supported protocols.
    """

    key: str
    maker: str
    plug: str
    heat_sink: str
    lanes: int
    lane_gbps: float
    faces: int
    optics: Optics
    reach_m: Mapping[str, float]
    infiniband: bool
    ethernet: bool
    price: float = math.inf


@dataclass(frozen=True, slots=True)
class Cord:
    """A cord of fiber or twisted pair without plugs for cages; end `b` has as many connectors as the cord splits into.

    Attributes:
        fibre_type: "OM4", "OS2"…, "" for copper.
        right_polarity: whether transmit meets receive over this cord alone.
        rate_gbps: of a twisted pair.
        lengths_m: in which it is sold, ascending.
    """

    key: str
    maker: str
    a: tuple[str, str]
    b: tuple[str, str]
    splits: int
    mode: str
    fibre_type: str
    right_polarity: bool
    lengths_m: tuple[float, ...]
    jacket: str = ""
    rate_gbps: float = 0.0
    longest_m: float = math.inf
    price: float = math.inf


@dataclass(frozen=True, slots=True)
class PluggedCable:
    """A cable with plugs on both ends (DAC, ACC, AEC, AOC); end `b` has as many plugs as it splits into.

    Attributes:
        a, b: form factor and top of the plugs.
        lanes, lane_gbps: of end `a`; each plug of end `b` has an equal share of the lanes.
    """

    key: str
    maker: str
    medium: Medium
    a: tuple[str, str]
    b: tuple[str, str]
    splits: int
    lanes: int
    lane_gbps: float
    lengths_m: tuple[float, ...]
    infiniband: bool
    ethernet: bool
    jacket: str = ""
    price: float = math.inf


@dataclass(frozen=True, slots=True)
class Trunk:
    """Several cords in one jacket from panel to panel; its plugs have pins, those of cords have not.

    Attributes:
        end: connector and polish at both ends.
        legs: connectors at each end.
    """

    key: str
    maker: str
    end: tuple[str, str]
    legs: int
    mode: str
    fibre_type: str
    right_polarity: bool
    lengths_m: tuple[float, ...]
    jacket: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """All that links may be made of."""

    modules: tuple[Module, ...]
    cords: tuple[Cord, ...]
    cables: tuple[PluggedCable, ...]
    trunks: tuple[Trunk, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """The cabling policy of a site.

    Attributes:
        copper_in_rack: copper cables between devices of one rack.
        copper_beyond_rack_m: maximum length of copper cables between racks; 0 for never.
        copper_gbps: maximum rate of a copper link.
        single_mode_beyond_m: multi-mode fiber only up to this length.
        active_optical_gbps: maximum link rate for which active optical cables are used, and preferred to modules and fiber.
        multi_mode_type: the fiber type to purchase.
        maker: the preferred vendor.
        jacket: the required text in the jacket rating, "" for any.
        multi_mode_link_m, single_mode_link_m, single_mode_split_m, duplex_link_m: the longest links with lanes of 100 Gb/s or more
            over multi-mode fiber, single-mode arrays, splitters of these, and pairs.
        structured: between racks only media that can be patched: modules and fiber, no cables with plugs.
    """

    copper_in_rack: bool = True
    copper_beyond_rack_m: float = 0.0
    copper_gbps: float = math.inf
    single_mode_beyond_m: float = 50.0
    active_optical_gbps: float = 200.0
    multi_mode_type: str = "OM4"
    maker: str = ""
    jacket: str = ""
    structured: bool = False
    multi_mode_link_m: float = 50.0
    single_mode_link_m: float = 500.0
    single_mode_split_m: float = 50.0
    duplex_link_m: float = 2000.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """One kind of link: its position in the cages of both ends, and its traffic.

    Attributes:
        a, b: indices in the list of cages.
        a_start, b_start: its first lane, counted over all ports of the cage.
        a_lanes, b_lanes: lanes that it may use; 0 if not applicable.
    """

    a: int
    b: int
    a_start: int
    b_start: int
    a_lanes: int
    b_lanes: int
    rate_gbps: float
