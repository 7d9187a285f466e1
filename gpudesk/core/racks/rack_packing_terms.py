"""What filling racks speaks of: where in a rack things belong, what is asked of a type, the rules, and what keeps a device out."""

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
    """What keeps a device out of a rack, in the order in which it is asked: the later, the nearer the rack came."""

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
        """How far the value is from what is needed, as a share of the larger one."""
        largest = max(abs(self.found), abs(self.required))
        return abs(self.found - self.required) / largest if largest else 0.0


class Kind(NamedTuple):
    """What filling asks of one type; 0 where a mass or power is not known, infinity for an unknown depth."""

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
    """A place in a rack, as `core.racks.placement.Placed` says it."""

    low: int
    face: int
    side: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """The rules that hold in every rack.

    Attributes:
        lift_top_u: the highest unit at which a device may start that needs a lift.
        free_half_units: half units that stay free.
        feeds_lost: so many of the PDUs of a rack may fail, and the others still carry it.
        power_share: the share of the power of a rack that may be used.
        mix_air: devices may blow against each other in one rack.
        roles_apart: no rack mixes roles among what stands low.
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
