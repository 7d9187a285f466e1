"""The parts of a split port: the number into which a link splits it, and their names in the switch operating system."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.hardware.hardware import Port

Floats: TypeAlias = NDArray[np.float64]
_MOST_DIGITS = 3


class Counted(Enum):
    """How an operating system counts the parts of a port."""

    FROM_ZERO = "from_zero"
    FROM_ONE = "from_one"
    LANE = "lane"
    """By the first lane of each part, from 1 on: the last number of the name itself is that of the first one."""


@dataclass(frozen=True, slots=True)
class PartNames:
    """The names of port parts in one operating system.

    Attributes:
        port: the names of whole ports, as a regular expression that matches the entire name; case-insensitive.
        joint: between the name of the port and the number of the part; not used if lanes are counted.
        source: the vendor's documentation.
        closes_next: whether only odd ports can be split into eight, which disables the next port.
    """

    system: str
    port: re.Pattern[str]
    counted: Counted
    joint: str
    source: str
    closes_next: bool = False


def part_name(name: str, part: int, parts: int, lanes: int, known: Sequence[PartNames]) -> str:
    """The name of a port part in the operating system of a switch, counted from 0.

    A port of an unknown system keeps its printed name, as does a whole port.

    Args:
        lanes: of the whole port.
    """
    name_parts = None if parts <= 1 else _numbered(name, part, parts, lanes, known)
    return name if name_parts is None else f"{name_parts[0]}{name_parts[1]}"


def parts_name(name: str, first: int, last: int, parts: int, lanes: int, known: Sequence[PartNames]) -> str:
    """What some parts of a port side by side are called, such as "swp35s4-7"; the name of the port where these are all of it.

    Args:
        first, last: of the parts, counted from 0.
        lanes: of the whole port.
    """
    if parts <= 1 or (first == 0 and last == parts - 1):
        return name
    low, high = (_numbered(name, part, parts, lanes, known) for part in (first, last))
    if low is None or high is None:
        return name
    return f"{low[0]}{low[1]}" if first == last else f"{low[0]}{low[1]}-{high[1]}"


def _numbered(name: str, part: int, parts: int, lanes: int, known: Sequence[PartNames]) -> tuple[str, int] | None:
    """The text before the number of a part, and that number; None if no system uses that name."""
    for names in known:
        if names.port.fullmatch(name):
            if names.counted is Counted.LANE:
                return f"{name.rpartition(names.joint)[0]}{names.joint}", part * lanes // parts + 1
            return f"{name}{names.joint}", part + (names.counted is Counted.FROM_ONE)
    return None


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A port part identified by its name: the whole port, in lower case, and the number of the part or of its first lane, from 0."""

    port: str
    number: int
    is_lane: bool


@lru_cache(maxsize=8192)
def named_part(name: str, known: tuple[PartNames, ...]) -> NamedPart | None:
    """The meaning of a port part name, None for names that no system uses; case-insensitive."""
    word = name.strip().casefold()
    for names in known:
        head, joint, tail = word.rpartition(names.joint)
        if not joint or not tail.isdecimal() or len(tail) > _MOST_DIGITS:
            continue
        is_lane = names.counted is Counted.LANE
        whole = f"{head}{joint}1" if is_lane else head
        number = int(tail) - (names.counted is not Counted.FROM_ZERO)
        if number >= 0 and names.port.fullmatch(whole):
            return NamedPart(whole, number, is_lane)
    return None


def host_port_name(port: Port, infiniband: bool) -> str:
    """The name of a port in a host operating system; the printed name if the vendor publishes none.

    Adapters that support both protocols have two names depending on the link's protocol (systemd.net-naming-scheme: "ib" and "en").
    """
    if not infiniband and port.ethernet:
        return port.ethernet
    named_for_infiniband = port.interface.startswith("ib")
    return port.interface if port.interface and (infiniband or not named_for_infiniband) else port.name


def link_gbps(lanes: Ints, a_gbps: Floats, a_lanes: Ints, b_gbps: Floats, b_lanes: Ints) -> Floats:
    """The rates of links of some lanes, Gb/s, shape (links,): NaN if neither port has a known rate.

    The lanes are those of the end that needs fewer of them, which are the faster ones; a port with slower lanes uses more of its
    own (`lanes_at`). A link without lanes uses the whole port.

    Args:
        lanes: of each link, 0 for none.
        a_gbps, b_gbps: rate of the port at each end, NaN if unknown.
        a_lanes, b_lanes: lanes of the port at each end.
    """
    fastest = np.fmax(a_gbps / np.maximum(a_lanes, 1), b_gbps / np.maximum(b_lanes, 1))
    taken = np.where(lanes > 0, lanes * fastest, np.nan)
    rates_gbps: Floats = np.fmin(taken, np.fmin(a_gbps, b_gbps))
    return rates_gbps


def lanes_at(lanes: Ints, rate_gbps: Floats, port_gbps: Floats, port_lanes: Ints) -> Ints:
    """The number of lanes of a port that each link uses, shape (links,); all of them if nothing is known of the link."""
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.ceil(np.nan_to_num(rate_gbps * port_lanes / port_gbps) - 1e-9)
    taken = np.maximum(lanes, needed)
    lanes_used: Ints = np.where(lanes > 0, np.minimum(taken, port_lanes), port_lanes).astype(np.int32)
    return lanes_used


def parts_of_ports(port: NDArray[np.int64], lane: Ints, lanes: Ints, port_lanes: Ints) -> tuple[Ints, Ints]:
    """The part of its port for each end, and the number of parts into which its port is split: shape (ends,) each.

    A port has one split, that of the narrowest link on it: a switch splits all of a port equally.

    Args:
        port: a number for the port of each end.
        lane: first lane of each end.
        lanes: the number of lanes used, at least 1 if the port has any.
    """
    alone = np.maximum(port_lanes // np.maximum(lanes, 1), 1)
    _, of = np.unique(port, return_inverse=True)
    most = np.ones(int(of.max(initial=-1)) + 1, np.int64)
    np.maximum.at(most, of, alone)
    parts = most[of].astype(np.int32)
    part = (lane * parts // np.maximum(port_lanes, 1)).astype(np.int32)
    return np.where(parts > 1, part, 0).astype(np.int32), parts
