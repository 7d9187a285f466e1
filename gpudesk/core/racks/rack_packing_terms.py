"""Terms of rack filling: zones of a rack, required data of a type, rules, and reasons for refusal."""

from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import NamedTuple


class Band(IntEnum):
    """Where in its rack a device belongs."""

    LOW = 0
    """From the bottom upwards: systems, servers, storage, power."""
    NETWORK = 1
    """At the height chosen for switches."""
    HIGH = 2
    """From the top downwards: patch panels and what serves management."""


class Limit(IntEnum):
    """Reasons why a device does not fit in a rack, in the order of the checks: the later, the nearer the rack came."""

    NO_RACK = 1
    MOUNT = 2
    WIDTH = 3
    HEIGHT = 4
    DEPTH = 5
    CLEARANCE = 6
    RAILS = 7
    PHASE = 8
    ROLE = 9
    NETWORK_RACK = 10
    AIR = 11
    PAIR = 12
    MOST = 13
    BESIDE = 14
    ROOM = 15
    LIFT = 16
    FREE_UNITS = 17
    BEARS = 18
    FLOOR = 19
    POWER = 20
    COMPANION = 21
    """What every used rack shall hold finds no place in it."""
    SPARE_RACK = 22
    BAY = 23
    """What sits in others only finds no free bay."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a rack does not take a device: the value met and the one that is needed, in half units, mm, kg or W after the limit.

    Attributes:
        line, cause: with `Limit.COMPANION`, which line of the list finds no place in the rack, and why.
    """

    limit: Limit
    found: float = 0.0
    required: float = 0.0
    line: int = -1
    cause: "Refusal | None" = None

    @property
    def excess(self) -> float:
        """Difference between the value and the requirement, as a share of the larger one."""
        largest = max(abs(self.found), abs(self.required))
        return abs(self.found - self.required) / largest if largest else 0.0


class Kind(NamedTuple):
    """Data of one type for rack filling; 0 for an unknown mass or power, infinity for an unknown depth."""

    place: int
    mount: int
    half_units: int
    half_wide: bool
    height_mm: float
    depth_mm: float
    weight_kg: float
    needs_lift: bool
    power_w: float
    feed: int
    carries_w: float
    air: int


class Spot(NamedTuple):
    """A position in a rack, as in `core.racks.placement.Placed`."""

    low: int
    face: int
    side: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of every rack.

    Attributes:
        lift_top_u: the highest start unit of a device that requires a lift.
        free_half_units: half units that stay free.
        feeds_lost: number of PDUs of a rack that may fail while the others still carry the load.
        power_share: the share of the power of a rack that may be used.
        mix_air: whether devices in one rack may have opposite airflow.
        roles_apart: whether roles are never mixed among the low devices of a rack.
    """

    lift_top_u: float = inf
    free_half_units: int = 0
    feeds_lost: int = 1
    power_share: float = 1.0
    weigh: bool = True
    weigh_floor: bool = True
    measure_power: bool = True
    by_air: bool = True
    mix_air: bool = False
    roles_apart: bool = False
