"""The rates of links: required by their networks, and available from their ports."""

from collections.abc import Collection

import numpy as np

from gpudesk.core.cabling.link_ends import Ends, Ints
from gpudesk.core.cabling.port_parts import link_gbps
from gpudesk.core.hardware.hardware import HardwareType, PortGroup
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.links.links import Links
from gpudesk.project.accepted_rates import accepted_rates
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


def link_rates(snapshot: Snapshot, links: Links) -> Reals:
    """Rate of each link in Gb/s: the minimum of both ports, by the occupied lanes, and of its network rate; NaN if unknown."""
    ports = rates_by_lanes(snapshot, links.a, links.b)
    network_gbps = asked_gbps(snapshot, links)
    rates: Reals = np.where(network_gbps == ABSENT, ports, np.fmin(ports, network_gbps))
    return rates


def rates_by_lanes(snapshot: Snapshot, a: Ends, b: Ends) -> Reals:
    """Rate of each link by its lanes and by the ports at its ends, Gb/s; NaN if no rate is known. Shape (links,)."""
    (a_gbps, a_lanes), (b_gbps, b_lanes) = (rates_of_ports(snapshot, ends) for ends in (a, b))
    return link_gbps(a.lanes, a_gbps, a_lanes, b_gbps, b_lanes)


def rates_of_ports(snapshot: Snapshot, ends: Ends) -> tuple[Reals, Ints]:
    """Rate in Gb/s, NaN if unknown, and lanes of the port at each end."""
    groups = snapshot.types.cached(port_groups)
    number = groups_of(snapshot, ends)
    return groups.gbps[number], groups.lanes[number].astype(np.int32)


class PortGroups:
    """The port groups of all types, numbered; port p of a type with id t belongs to the one at `number[first[t] + p]`.

    Attributes:
        gbps, lanes: rate (NaN if unknown) and lanes of one port of each group; the last entry represents no group.
    """

    def __init__(self, types: Types) -> None:
        self.first = np.full(max(types, default=0) + 2, ABSENT, np.int64)
        self.ports = np.zeros(len(self.first), np.int64)
        numbers: list[int] = []
        self._groups: list[tuple[int, int]] = []
        for type_id, kind in types.items():
            self.first[type_id] = len(numbers)
            for place, group in enumerate(kind.port_groups):
                numbers += [len(self._groups)] * len(group.ports)
                self._groups.append((type_id, place))
            self.ports[type_id] = len(numbers) - self.first[type_id]
        self.number = np.array([*numbers, ABSENT], np.int64)
        type_groups = [types[type_id].port_groups[place] for type_id, place in self._groups]
        self.gbps = np.array([*(np.nan if group.rate_gbps is None else group.rate_gbps for group in type_groups), np.nan])
        self.lanes = np.array([*(max(group.lanes, 1) for group in type_groups), 1])

    def of(self, type_id: Ids, port: Ids) -> Ids:
        """The group of each port, ABSENT where the type has no such port."""
        there = port < self.ports[type_id]
        groups: Ids = self.number[np.where(there, self.first[type_id] + port, len(self.number) - 1)]
        return groups

    def at(self, types: Types, number: int) -> tuple[HardwareType, PortGroup]:
        """The type and the group of a number."""
        type_id, place = self._groups[number]
        kind = types[type_id]
        return kind, kind.port_groups[place]


def port_groups(types: Types) -> PortGroups:
    """The port groups of all types (use `types.cached(port_groups)`)."""
    return PortGroups(types)


def groups_of(snapshot: Snapshot, ends: Ends) -> Ids:
    """The group of ports of each end, ABSENT where its type has no such port."""
    devices = snapshot["device"]
    return snapshot.types.cached(port_groups).of(devices["type_id"][devices.positions(ends.device)], ends.port.astype(np.int64))


def asked_gbps(snapshot: Snapshot, links: Links) -> Ids:
    """The rate required by the network of each link, ABSENT without one; stages of a network may have their own."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    places = networks.positions(links.network.copy())
    rates = np.where(places == ABSENT, ABSENT, networks["rate_gbps"][places] if networks.rows else ABSENT)
    stage_rates = np.append(stages["rate_gbps"], ABSENT)[rated_stages(snapshot, links)]
    return np.where(stage_rates == ABSENT, rates, stage_rates)


def required_gbps(snapshot: Snapshot, links: Links) -> Ids:
    """Required rate of each link: the network rate, or, if a lower one is accepted, the port rate, but at least that lower one."""
    required = asked_gbps(snapshot, links)
    below = links_below_rate(snapshot, links, required)
    ports = rates_by_lanes(snapshot, links.a, links.b) if below else np.zeros(0)
    for stage_id, slow_links in below.items():
        accepted = snapshot.cached(accepted_rates)[stage_id].gbps
        required[slow_links] = np.maximum(np.floor(ports[slow_links]), accepted)
    return required


def links_below_rate(snapshot: Snapshot, links: Links, asked: Ids) -> dict[int, Ids]:
    """Id of each stage with an accepted lower rate → its links whose ports support less than required.

    Args:
        asked: as `asked_gbps`.
    """
    accepted = snapshot.cached(accepted_rates)
    if not accepted:
        return {}
    stages, stage, ports = snapshot["network_stage"], rated_stages(snapshot, links, accepted), rates_by_lanes(snapshot, links.a, links.b)
    less = ports < asked
    return {
        stage_id: np.flatnonzero((stage == stages.position(stage_id)) & less & (asked > accepted[stage_id].gbps)) for stage_id in accepted
    }


def rated_stages(snapshot: Snapshot, links: Links, also: Collection[int] = ()) -> Ids:
    """The stage index of each link, ABSENT without one or if no stage of its network has its own rate or is in `also`."""
    stages = np.full(len(links), ABSENT)
    # The stage that names both roles goes before one that takes any device, and the way up before the way down.
    for downwards, named in ((True, False), (True, True), (False, False), (False, True)):
        _ask(snapshot, links, stages, downwards, named, also)
    return stages


def _ask(snapshot: Snapshot, links: Links, asked: Ids, downwards: bool, named: bool, also: Collection[int]) -> None:
    """Write down of which stage links are: of those that name their lower role or not, met from below or from above."""
    stages, devices = snapshot["network_stage"], snapshot["device"]
    lower, upper = (links.b, links.a) if downwards else (links.a, links.b)
    for stage in np.flatnonzero((stages["lower"] != "") == named).tolist():
        together = stages["network_id"] == stages["network_id"][stage]
        if (stages["rate_gbps"][together] == ABSENT).all() and not any(stage_id in also for stage_id in stages.ids[together].tolist()):
            continue
        link_places = np.flatnonzero(links.network == stages["network_id"][stage])
        fits = _has_role(devices, upper.device[link_places], stages["upper"][stage])
        if named:
            fits &= _has_role(devices, lower.device[link_places], stages["lower"][stage])
        asked[link_places[fits]] = stage


def _has_role(devices: Columns, device_ids: Ids, role: str) -> Mask:
    """Which of some devices have a role; for many devices the distinct texts are compared once."""
    at = devices.positions(device_ids)
    roles = devices.at("role", at) == role if len(at) < devices.rows else (devices["role"] == role)[at]
    has_role: Mask = roles.astype(bool)
    return has_role
