"""The names of the ports at which cables end, as the operating systems of switches and hosts have them: the one place for all exports."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_ends import LANE_BITS, Ends, Ints, picked
from gpudesk.core.cabling.port_parts import lanes_at, part_name, parts_of_ports
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.links.link_rates import groups_of, port_groups, rates_by_lanes, rates_of_ports
from gpudesk.derived.links.links import cable_side, links
from gpudesk.derived.networks.network_stages import joined
from gpudesk.derived.ports.panel_strands import panel_ways
from gpudesk.derived.ports.port_names import port_names
from gpudesk.project.port_part_rules import part_names
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

HOSTS = (Family.SYSTEM, Family.SERVER, Family.STORAGE)
"""Devices with an operating system that names their ports, except switches."""


@dataclass(frozen=True, slots=True, eq=False)
class PortParts:
    """Parts of split ports at the ends of links, shape (ends,).

    Attributes:
        keys: of the ends (`Ends.keys`), ascending.
        part, parts: the part of its port for each, from 0, and the number of parts of its port.
    """

    keys: Ids
    part: Ints
    parts: Ints

    def of(self, keys: Ids) -> tuple[Ints, Ints]:
        """The part of its port for each end, from 0, and the number of parts of its port; 0 of 1 if no link ends there."""
        if not len(self.keys):
            return np.zeros(len(keys), np.int32), np.ones(len(keys), np.int32)
        place = np.minimum(self.keys.searchsorted(keys), len(self.keys) - 1)
        there = self.keys[place] == keys
        return np.where(there, self.part[place], 0).astype(np.int32), np.where(there, self.parts[place], 1).astype(np.int32)


@made_from(
    {
        "cable": ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes", "network_id", "type_id", "assembly"),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def port_parts(snapshot: Snapshot) -> PortParts:
    """The parts of all ports with link ends (use `snapshot.cached(port_parts)`); only those of switches are split."""
    all_links = snapshot.cached(links)
    rate = rates_by_lanes(snapshot, all_links.a, all_links.b)
    assembly, first = snapshot["cable"]["assembly"], all_links.first
    shared = _shared(all_links.a, all_links.b)
    legs = [
        ~here & there & (assembly[cable] != ABSENT)
        for here, there, cable in ((*shared, all_links.cable[first[:-1]]), (*shared[::-1], all_links.cable[first[1:] - 1]))
    ]
    return _parts(snapshot, [(all_links.a, rate, legs[0]), (all_links.b, rate, legs[1])])


@made_from(
    {
        "cable": (
            *(f"{side}_{name}" for side in "ab" for name in ("device_id", "port", "lane", "module_id")),
            *("lanes", "network_id", "type_id"),
        ),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def host_connectors(snapshot: Snapshot) -> PortParts:
    """The connectors of the modules in host ports at which legs of cables end (use `snapshot.cached(host_connectors)`).

    The operating system of a host has no name for a connector: printed documents and exports number them alike, by their place in the
    port, so that a connector keeps its number when another one is free.
    """
    all_links = snapshot.cached(links)
    rate = rates_by_lanes(snapshot, all_links.a, all_links.b)
    twins = np.concatenate([_twin_keys(snapshot, side, np.arange(snapshot["cable"].rows)) for side in "ab"])
    return _connectors(snapshot, [(all_links.a, rate), (all_links.b, rate)], twins)


def _twin_keys(snapshot: Snapshot, side: str, legs: Ids) -> Ids:
    """The keys of the ends of some legs that are in a module with two connectors, alone in its cage."""
    cables, devices = snapshot["cable"], snapshot["device"]
    twin_types = [type_id for type_id, kind in snapshot.types.items() if kind.number("twin_port")]
    legs = legs[np.isin(cables.at(f"{side}_module_id", legs), twin_types)]
    cable_ends, ports = cable_side(cables, side, legs), snapshot.cached(port_names)
    codes = ports.codes(devices.at("type_id", devices.positions(cable_ends.device)), cable_ends.port.astype(np.int64))
    twin_keys: Ids = cable_ends.keys()[ports.fills_cage[codes]]
    return twin_keys


def _connectors(snapshot: Snapshot, sides: Sequence[tuple[Ends, Reals]], twins: Ids) -> PortParts:
    """The connectors of host ports, without the ports that one cable takes as a whole.

    Args:
        sides: ends, with the rates of their links.
        twins: keys of ends in modules with two connectors: there a single cable with part of the lanes is in one of them. In other
            modules such a cable leaves lanes free.
    """
    types = snapshot.types
    hosts = [type_id for type_id, kind in types.items() if kind.family in HOSTS]
    devices = snapshot["device"]
    keys, taken, port_lanes = [], [], []
    for ends, rate in sides:
        of_hosts = np.flatnonzero(np.isin(devices.at("type_id", devices.positions(ends.device)), hosts))
        host_ends = picked(ends, of_hosts)
        gbps, lanes = rates_of_ports(snapshot, host_ends)
        keys.append(host_ends.keys())
        taken.append(lanes_at(host_ends.lanes, rate[of_hosts], gbps, lanes))
        port_lanes.append(lanes)
    key, place = np.unique(np.concatenate(keys), return_index=True)
    used, of_port = np.concatenate(taken)[place], np.concatenate(port_lanes)[place]
    port, lane = key >> LANE_BITS, (key & ((1 << LANE_BITS) - 1)).astype(np.int32)
    first, last = port.searchsorted(port), port.searchsorted(port, side="right")
    alone = (last - first == 1) & (lane == 0) & ~np.isin(key, twins)
    # Where lanes are unknown, a cable takes those up to the next one.
    following = np.append(lane[1:], 0)
    end = np.where(np.arange(len(key)) + 1 < last, following, of_port)
    used = np.where(alone, of_port, np.maximum(np.minimum(used, end - lane), 1))
    _, number = np.unique(port, return_inverse=True)
    most = np.ones(int(number.max(initial=-1)) + 1, np.int64)
    np.maximum.at(most, number, -(-of_port // np.maximum(used, 1)))
    parts = most[number].astype(np.int32)
    split = np.flatnonzero(parts > 1)
    part = lane[split] * parts[split] // of_port[split]
    return PortParts(key[split], part.astype(np.int32), parts[split])


def _shared(a: Ends, b: Ends) -> tuple[Mask, Mask]:
    """Whether the port at each end holds several links."""
    ports = np.concatenate([ends.keys() - ends.lane for ends in (a, b)])
    _, of, counts = np.unique(ports, return_inverse=True, return_counts=True)
    several: Mask = counts[of] > 1
    return several[: len(a.device)], several[len(a.device) :]


def _parts(snapshot: Snapshot, sides: Sequence[tuple[Ends, Reals, Mask]]) -> PortParts:
    """The parts of switch ports with link ends.

    Args:
        sides: ends, rates of their links, and which are single legs of splitters whose other end is the split one: such a leg has
            an unshared port, which runs at fewer lanes and is not split.
    """
    keys, port, lane, lanes, of_port = [], [], [], [], []
    for ends, rate, is_leg in sides:
        gbps, port_lanes = rates_of_ports(snapshot, ends)
        end_places = np.flatnonzero(_of_switches(snapshot, ends) & (port_lanes > 1))
        switch_ends = picked(ends, end_places)
        keys.append(switch_ends.keys())
        port.append(keys[-1] - switch_ends.lane)
        lane.append(switch_ends.lane)
        taken = lanes_at(switch_ends.lanes, rate[end_places], gbps[end_places], port_lanes[end_places])
        lanes.append(np.where(is_leg[end_places], port_lanes[end_places], taken))
        of_port.append(port_lanes[end_places])
    every = np.concatenate(keys)
    part, parts = parts_of_ports(np.concatenate(port), np.concatenate(lane), np.concatenate(lanes), np.concatenate(of_port))
    order = np.argsort(every, kind="stable")
    return PortParts(every[order], part[order], parts[order])


def end_name(snapshot: Snapshot, place: int, side: str) -> str:
    """The name of the port at one end of one cable, as in all exports; determined without other devices.

    Args:
        place: of the leg in the table `cable`.
        side: "a" or "b".
    """
    cables, devices, names = snapshot["cable"], snapshot["device"], snapshot.cached(port_names)
    cable_end = cable_side(cables, side, np.array([place]))
    type_id = devices.at("type_id", devices.positions(cable_end.device))
    code = names.codes(type_id, cable_end.port.astype(np.int64))
    name, lanes = names.names[int(code[0])], names.lanes[code]
    is_host = snapshot.types[int(type_id[0])].family in HOSTS
    if lanes[0] <= 1 or not (is_host or _of_switches(snapshot, cable_end)[0]):
        return name
    near, far, twins = [], [], []
    for here, there in (("a", "b"), ("b", "a")):
        legs = cables.among(f"{here}_device_id", cable_end.device)
        legs = legs[cables.at(f"{here}_port", legs) == int(cable_end.port[0])]
        near.append(cable_side(cables, here, legs))
        far.append(cable_side(cables, there, legs))
        twins.append(_twin_keys(snapshot, here, legs))
    at, away = joined(near), joined(far)
    over_panels = len(snapshot.types.cached(panel_ways).panels) and np.isnan(rates_of_ports(snapshot, away)[0]).any()
    if is_host:
        rate = rates_by_lanes(snapshot, at, away)
        connectors = snapshot.cached(host_connectors) if over_panels else _connectors(snapshot, [(at, rate)], np.concatenate(twins))
        part, count = connectors.of(cable_end.keys())
        return names.connector(int(code[0]), int(part[0]) + 1) if count[0] > 1 else name
    if over_panels:
        parts = snapshot.cached(port_parts)
    else:
        is_leg = np.zeros(len(at.device), bool)
        if len(is_leg) == 1 and cables["assembly"][place] != ABSENT:
            is_leg[0] = _links_at(snapshot, int(away.device[0]), int(away.port[0])) > 1
        parts = _parts(snapshot, [(at, rates_by_lanes(snapshot, at, away), is_leg)])
    return parts_named([name], *parts.of(cable_end.keys()), lanes)[0]


def _links_at(snapshot: Snapshot, device_id: int, port: int) -> int:
    """How many legs of cables end in a port."""
    cables, device = snapshot["cable"], np.array([device_id])
    places = [cables.among(f"{side}_device_id", device) for side in "ab"]
    return sum(int((cables.at(f"{side}_port", those) == port).sum()) for side, those in zip("ab", places, strict=True))


def parts_named(names: Sequence[str], part: Ints, parts: Ints, lanes: Ints) -> list[str]:
    """The names of ports with those of their parts, shape as given."""
    full_names, known = list(names), part_names()
    for place in np.flatnonzero(parts > 1).tolist():
        full_names[place] = part_name(full_names[place], int(part[place]), int(parts[place]), int(lanes[place]), known)
    return full_names


def _of_switches(snapshot: Snapshot, ends: Ends) -> Mask:
    """Which ends are ports that a switch switches."""
    number = groups_of(snapshot, ends)
    switched = np.append(snapshot.types.cached(_switched), False)
    is_switch_port: Mask = switched[number]
    return is_switch_port


def _switched(types: Types) -> Mask:
    groups = port_groups(types)
    count = len(groups.gbps) - 1
    kinds = [groups.at(types, number) for number in range(count)]
    return np.array([kind.family is Family.SWITCH and group.role == "network" and not group.network for kind, group in kinds], bool)
