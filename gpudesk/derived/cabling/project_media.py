"""The medium of each link of a project: cable or cord, modules at both ends and the length in which it is sold."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.media_choice import LinkColumns, choose, of_options
from gpudesk.core.cabling.media_options import options
from gpudesk.core.cabling.media_parts import Cage, Policy, Wanted
from gpudesk.core.cabling.media_reasons import Reason, reasons_of
from gpudesk.core.hardware.hardware import HardwareType, PortGroup
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.catalog_media import cage_of, parts
from gpudesk.derived.columns.joins import distinct
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True, eq=False)
class Media:
    """Parts of links, shape (links,) except for `keys` and `reasons`.

    Attributes:
        keys: catalog keys of all parts used.
        cable: index in `keys` of the cable, or of the cord between modules; ABSENT if none suits the link.
        a_module, b_module: indexes in `keys` of the modules in the cages, ABSENT where there is none.
        length_mm: stock length, ABSENT if none suits the link.
        assembly: links with the same number share one cable, from 1 on; ABSENT for a separate cable.
        reason: index in `reasons` of why no part suits the link, ABSENT if one does.
        reasons: codes and texts.
    """

    keys: tuple[str, ...]
    cable: Ids
    a_module: Ids
    b_module: Ids
    length_mm: Ids
    assembly: Ids
    reason: Ids
    reasons: tuple[tuple[Reason, Message], ...]

    def __len__(self) -> int:
        return len(self.cable)


@made_from({"site_value": ()})
def cabling_policy(snapshot: Snapshot) -> Policy:
    """The site's cabling policy (use `snapshot.cached(cabling_policy)`)."""
    sheet = snapshot.cached(site_sheet)
    return Policy(
        copper_in_rack=sheet.flag("copper_in_rack"),
        copper_beyond_rack_m=sheet.number("copper_beyond_rack_m") or 0.0,
        copper_gbps=sheet.limit("copper_gbps"),
        single_mode_beyond_m=sheet.limit("single_mode_beyond_m"),
        active_optical_gbps=sheet.number("active_optical_gbps") or 0.0,
        multi_mode_type=sheet.text("multi_mode_type"),
        maker=sheet.text("cable_maker"),
        jacket=sheet.text("fire_class"),
        structured=sheet.text("cabling_way") == "structured",
        multi_mode_link_m=sheet.limit("multi_mode_link_max_m"),
        single_mode_link_m=sheet.limit("single_mode_link_max_m"),
        single_mode_split_m=sheet.limit("single_mode_splitter_max_m"),
        duplex_link_m=sheet.limit("duplex_link_max_m"),
    )


def media(
    snapshot: Snapshot,
    a: Ends,
    b: Ends,
    kind: NetworkKind,
    rate_gbps: float | NDArray[np.float64],
    length_mm: NDArray[np.float64],
    policy: Policy | None = None,
) -> Media:
    """Select cables, cords and modules for links without a cable.

    Args:
        kind: of their network; the ports determine the parts, so it only states the purpose of the links.
        rate_gbps: of each link, or of all; slower ports get what they can use.
        length_mm: required length of each, NaN if there is no route.
        policy: policy to use instead of the site's.
    """
    del kind
    policy = policy or snapshot.cached(cabling_policy)
    rates = np.broadcast_to(np.asarray(rate_gbps, np.float64), a.device.shape)
    at_a, at_b = (_Side(snapshot, ends) for ends in (a, b))
    alone_a, alone_b = _sole(a, at_a), _sole(b, at_b)
    ends = (at_a.start, at_b.start, at_a.lanes(a, alone_a), at_b.lanes(b, alone_b))
    rates = np.minimum(np.minimum(rates, at_a.offered(ends[2])), at_b.offered(ends[3]))
    _, rate_of = np.unique(rates, return_inverse=True)
    first, kind_of = distinct([at_a.cage_kind, at_b.cage_kind, *ends, rate_of.astype(np.int64)])
    cages, number = _cages(snapshot, at_a, at_b, first)
    wanted_links = [_wanted(number, at_a, at_b, ends, place, float(rates[place])) for place in first.tolist()]
    keys: dict[str, int] = {}
    known = snapshot.cached(parts)
    offered = options(cages, wanted_links, known, policy, keys)
    for option in offered:
        for way in option.ways.values():
            for key in (way.a_module, way.b_module):
                if key:
                    keys.setdefault(key, len(keys))
    links = LinkColumns(kind_of, *_cage_numbers(at_a, at_b), length_mm, _in_rack(snapshot, a, b))
    chosen = choose(offered, links, policy)
    modules = of_options(offered, chosen, kind_of, keys)
    reason, reasons = reasons_of(chosen, links, offered, cages, wanted_links, known, policy)
    return Media(tuple(keys), chosen.part, *modules, chosen.length_mm, chosen.assembly, reason, reasons)


class _Side:
    """Where ends lie in cages: shape (links,).

    Attributes:
        cage_kind: one number for all cages of a port group of a type.
        cage: number of the cage in its device.
        start: first lane, counted over all ports of the cage.
    """

    def __init__(self, snapshot: Snapshot, ends: Ends) -> None:
        devices = snapshot["device"]
        self.place = devices.positions(ends.device)
        type_id = devices["type_id"][self.place]
        self.cage_kind, self.cage, self.start, self.port_lanes = (np.zeros(len(type_id), np.int64) for _ in range(4))
        self.port_gbps = np.full(len(type_id), np.inf)
        for device_type in np.unique(type_id).tolist():
            ends_of_type = np.flatnonzero(type_id == device_type)
            table = _ports(snapshot.types[device_type])
            ports = ends.port[ends_of_type]
            group, self.cage[ends_of_type], position, lanes = (column[ports] for column in table)
            self.cage_kind[ends_of_type] = (device_type << 10) + group
            self.start[ends_of_type] = position * np.maximum(lanes, 1) + ends.lane[ends_of_type]
            self.port_lanes[ends_of_type] = lanes
            rates = [group.rate_gbps or np.inf for group in snapshot.types[device_type].port_groups]
            self.port_gbps[ends_of_type] = np.array(rates, np.float64)[group]

    def offered(self, lanes: Ids) -> NDArray[np.float64]:
        """The rate that the ports offer each link over a given number of lanes."""
        share = np.where(lanes > 0, lanes / np.maximum(self.port_lanes, 1), 1.0)
        offered_gbps: NDArray[np.float64] = self.port_gbps * np.minimum(share, 1.0)
        return offered_gbps

    def lanes(self, ends: Ends, alone: NDArray[np.bool_]) -> Ids:
        """The lanes that each link may use: all of the port if it is not shared."""
        whole = alone & (ends.lane == 0) & (ends.lanes > 0)
        lanes: Ids = np.where(whole, self.port_lanes, ends.lanes).astype(np.int64)
        return lanes


@lru_cache(maxsize=4096)
def _ports_of(key: str, groups: tuple[PortGroup, ...]) -> tuple[Ids, Ids, Ids, Ids]:
    rows = [
        (number, port.cage_index, place % group.ports_per_cage, group.lanes)
        for number, group in enumerate(groups)
        for place, port in enumerate(group.ports)
    ]
    table = np.array(rows, np.int64).reshape(-1, 4).T
    return table[0], table[1], table[2], table[3]


def _ports(kind: HardwareType) -> tuple[Ids, Ids, Ids, Ids]:
    """Group, cage, place in the cage and lanes of each port of a type."""
    return _ports_of(kind.key, kind.port_groups)


def _sole(ends: Ends, side: _Side) -> NDArray[np.bool_]:
    """Whether each link has its port for itself."""
    port = side.place * (int(ends.port.max(initial=0)) + 1) + ends.port
    is_sole: NDArray[np.bool_] = np.bincount(port)[port] == 1
    return is_sole


def _cages(snapshot: Snapshot, at_a: _Side, at_b: _Side, first: Ids) -> tuple[list[Cage], Ids]:
    """The cages at the ends of some links, and the place of each kind of them in that list."""
    kinds = np.unique(np.concatenate([at_a.cage_kind[first], at_b.cage_kind[first]]))
    number = np.full(int(kinds.max(initial=0)) + 1, ABSENT, np.int64)
    number[kinds] = np.arange(len(kinds))
    return [cage_of(snapshot.types[kind >> 10], kind & 1023) for kind in kinds.tolist()], number


def _wanted(number: Ids, at_a: _Side, at_b: _Side, ends: tuple[Ids, Ids, Ids, Ids], place: int, rate_gbps: float) -> Wanted:
    a, b = (int(number[side.cage_kind[place]]) for side in (at_a, at_b))
    a_start, b_start, a_lanes, b_lanes = (int(column[place]) for column in ends)
    return Wanted(a, b, a_start, b_start, a_lanes, b_lanes, rate_gbps)


def _cage_numbers(at_a: _Side, at_b: _Side) -> tuple[Ids, Ids]:
    """A number for the cage at each end, those in use from 0 on."""
    width = int(max(at_a.cage.max(initial=0), at_b.cage.max(initial=0))) + 1
    a, b = at_a.place * width + at_a.cage, at_b.place * width + at_b.cage
    used = np.zeros(int(max(a.max(initial=0), b.max(initial=0))) + 1, bool)
    used[a] = used[b] = True
    number = np.cumsum(used) - 1
    return number[a], number[b]


def _in_rack(snapshot: Snapshot, a: Ends, b: Ends) -> NDArray[np.bool_]:
    """Whether both ends are in one rack, or in one device on the floor."""
    where, devices = snapshot.cached(whereabouts), snapshot["device"]
    at_a, at_b = devices.positions(a.device), devices.positions(b.device)
    rack = where.rack[at_a]
    is_in_rack: NDArray[np.bool_] = ((rack == where.rack[at_b]) & (rack != ABSENT)) | (where.root[at_a] == where.root[at_b])
    return is_in_rack
