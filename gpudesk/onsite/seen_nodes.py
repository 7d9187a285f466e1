"""Match discovered nodes with nodes of the plan: by GUID, description or a map of names; else by their cables.

Evidence from names and from cables is kept separate: an adapter identified by the port at its cable end proves nothing about
that port, as two cables swapped within one host look the same.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.hardware.hardware import Port
from gpudesk.core.names.connector_names import names_with_port
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.subnet import Subnet
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.onsite.planes import is_router
from gpudesk.onsite.said_names import Said, adapter_keys, called, devices_by_number, hosts, is_mapped, said_by_adapter, said_by_switch
from gpudesk.onsite.split_ports import planned_port, ports_as_planned, switched_of_nodes
from gpudesk.project.snapshot import Snapshot

_AGGREGATION = "aggregation node"
_PORT_BITS = 16
_LEAST_VOTES = 2
"""One neighbor alone proves nothing: its own cable may be the one that is wrong."""
_STRANGE_NAMES = 2
"""From this many names of adapters on that no port of a host has, its map is not that of this machine."""


class Way(StrEnum):
    """How a discovered node was matched with the plan."""

    NONE = "none"
    """It was not."""
    GUID = "guid"
    """By the GUID assigned in the plan: output of a simulator generated from the plan."""
    MAP = "map"
    """By the name that a map gives to its GUID."""
    DESCRIPTION = "description"
    """By the description it reports."""
    NEIGHBORS = "neighbors"
    """A switch that most of its neighbors have at the other end of their planned links."""
    CABLES = "cables"
    """An adapter of a node matched by name, by the switch port that it is connected to."""
    ORDER = "order"
    """An adapter of a node matched by name: one of the remaining adapters, in their order."""


WAYS = tuple(Way)


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """Matches of the discovered nodes, shape (seen nodes,).

    Attributes:
        planned: place in the nodes of the plan, ABSENT for those not in it.
        inside: whether a node is part of a switch, such as the aggregation node of a switch.
        way: how each was matched, as a place in `WAYS`.
        sure: whether the adapter or switch of the plan is verified, and not only the host.
        nameless: whether its description names no host or switch.
        contrary: whether an adapter that names no host has the name of an adapter other than the one planned at its end.
        adapter: the name reported by each adapter, "" if none.
        exchanged: hosts (numbered as in `SubnetNodes.host`) with exchanged names or cables, each ring of them once.
    """

    planned: Ids
    inside: Mask
    way: Ints
    sure: Mask
    nameless: Mask
    contrary: Mask
    adapter: tuple[str, ...]
    exchanged: tuple[tuple[int, ...], ...] = ()

    def counts(self) -> dict[Way, int]:
        """Number of matches by each method, without nodes inside switches."""
        by_way = np.bincount(self.way[~self.inside], minlength=len(WAYS))
        return {way: int(by_way[place]) for place, way in enumerate(WAYS)}


def match_nodes(snapshot: Snapshot, plan: Subnet, seen: SeenLinks, names: Mapping[int, str]) -> Matched:
    """Match the nodes with the plan.

    Args:
        names: GUID to the name of a node in the plan, takes precedence over the description of the node.
    """
    return _Matching(snapshot, plan, seen, names).matched()


def is_inside(node: SeenNode) -> bool:
    """Whether a node is part of a switch: what adds up what passes, or its router."""
    return not node.switch and (_AGGREGATION in node.description.lower() or is_router(node))


class _Matching:
    """Matches the nodes step by step; matches of earlier steps stay, except exchanged names."""

    def __init__(self, snapshot: Snapshot, plan: Subnet, seen: SeenLinks, names: Mapping[int, str]) -> None:
        self._plan, self._seen = plan, seen
        self._names = {guid: name for guid, name in names.items() if name.strip()}
        count = len(seen.nodes)
        self._inside = np.array([is_inside(node) for node in seen.nodes], bool)
        self._planned = np.full(count, ABSENT, np.int64)
        self._way = np.zeros(count, np.int32)
        self._sure = np.zeros(count, bool)
        self._said = [self._says(node) for node in seen.nodes]
        self._taken: set[int] = set()
        self._exchanged: list[tuple[int, ...]] = []
        nodes = plan.nodes
        self._switches: dict[str, list[int]] = defaultdict(list)
        self._adapters: dict[str, list[int]] = defaultdict(list)
        for place, (name, switch) in enumerate(zip(nodes.name, nodes.switch.tolist(), strict=True)):
            (self._switches if switch else self._adapters)[name.casefold()].append(place)
        self._ports = _PortsOfNodes(snapshot, plan)
        self._host_of: dict[int, str] = {}

    def matched(self) -> Matched:
        """All steps."""
        self._by_guid()
        self._switches_by_name()
        self._adapters_by_name()
        self._switches_by_neighbors()
        self._find_exchanged()
        self._adapters_by_cables()
        adapters = tuple(description.adapter for description in self._said)
        nameless = np.array([description.is_nameless for description in self._said], bool)
        return Matched(self._planned, self._inside, self._way, self._sure, nameless, self._contrary(), adapters, tuple(self._exchanged))

    def _says(self, node: SeenNode) -> Said:
        name = self._names.get(node.guid) or node.description
        return said_by_switch(name) if node.switch else said_by_adapter(name)

    @cached_property
    def _ends(self) -> Ids:
        """Both ends of each link: node, port and the node at the other end with its port; shape (2 links, 4)."""
        seen = self._seen
        columns = np.stack([seen.a_node, seen.a_port, seen.b_node, seen.b_port], axis=1)
        both_ends: Ids = np.concatenate([columns, columns[:, [2, 3, 0, 1]]]).astype(np.int64)
        return both_ends

    def _links_of(self, nodes: Mask) -> list[list[int]]:
        """The rows of `_ends` that begin at some nodes: most of a large fabric is named, and its links need no look one by one."""
        links: list[list[int]] = self._ends[nodes[self._ends[:, 0]]].tolist()
        return links

    @cached_property
    def _peers(self) -> dict[tuple[int, int], int]:
        """The node at the other end of each port of the plan."""
        plan = self._plan
        return {**_peers(plan.a_node, plan.a_port, plan.b_node), **_peers(plan.b_node, plan.b_port, plan.a_node)}

    def _flags(self, numbers: Iterable[int]) -> Mask:
        flags = np.zeros(len(self._seen.nodes), bool)
        flags[list(numbers)] = True
        return flags

    def _take(self, number: int, place: int, way: Way, *, sure: bool = True) -> None:
        self._planned[number], self._way[number], self._sure[number] = place, WAYS.index(way), sure
        self._taken.add(place)

    def _way_of(self, number: int) -> Way:
        return Way.MAP if self._names.get(self._seen.nodes[number].guid) else Way.DESCRIPTION

    def _open(self) -> Iterable[tuple[int, SeenNode]]:
        """Nodes not matched yet."""
        return [
            (number, node) for number, node in enumerate(self._seen.nodes) if self._planned[number] == ABSENT and not self._inside[number]
        ]

    # by names

    def _by_guid(self) -> None:
        """Only a simulator returns GUIDs assigned by the plan."""
        guids = {guid: place for place, guid in enumerate(self._plan.nodes.guid.tolist())}
        for number, node in enumerate(self._seen.nodes):
            own = guids.get(node.guid)
            if own is not None and bool(self._plan.nodes.switch[own]) == node.switch:
                self._take(number, own, Way.GUID)

    def _switches_by_name(self) -> None:
        for number, node in self._open():
            if node.switch and self._said[number].host:
                places = next((self._switches[host] for host in hosts(self._said[number].host) if host in self._switches), [])
                if len(places) == 1 and places[0] not in self._taken:
                    self._take(number, places[0], self._way_of(number))

    def _adapters_by_name(self) -> None:
        """Each adapter of a known host whose name the plan has too."""
        of_host: dict[str, list[int]] = defaultdict(list)
        for number, node in self._open():
            if not node.switch:
                host = self._host(number)
                if host:
                    self._host_of[number] = host
                    of_host[host].append(number)
        for host, numbers in of_host.items():
            self._adapters_of_host(host, numbers)

    def _host(self, number: int) -> str:
        """The host of the plan that an adapter names, "" for none; a description that is a host alone names no adapter."""
        description, node = self._said[number], self._seen.nodes[number]
        whole = (self._names.get(node.guid) or node.description).strip()
        for name in hosts(whole) if len(whole.split()) == 1 else [whole.casefold()]:
            if name in self._adapters:
                self._said[number] = Said(whole)
                return name
        known = next((name for name in hosts(description.host) if name in self._adapters), "")
        return known or self._host_before_port(number)

    def _host_before_port(self, number: int) -> str:
        """The host of the plan in a description whose port consists of several words, "netapp A e6aP4"; "" for none."""
        description = self._said[number]
        for host, port in names_with_port(description.host, description.adapter):
            for name in hosts(host):
                if any(port.casefold() in self._ports.keys(place) for place in self._adapters.get(name, ())):
                    self._said[number] = Said(host, port)
                    return name
        return ""

    def _adapters_of_host(self, host: str, numbers: list[int]) -> None:
        places = self._adapters[host]
        of_key: dict[str, list[int]] = defaultdict(list)
        for place in places:
            for key in self._ports.keys(place):
                of_key[key].append(place)
        most = max((devices_by_number(self._plan.nodes.adapter[place]) for place in places), default=0)
        meant: dict[int, list[int]] = defaultdict(list)
        strange = 0
        for number in numbers:
            keys = adapter_keys(self._said[number].adapter, most) if self._said[number].adapter else []
            adapter_places = next((of_key[key] for key in keys if len(of_key.get(key, ())) == 1), [])
            if adapter_places and adapter_places[0] not in self._taken:
                meant[adapter_places[0]].append(number)
            elif not adapter_places and keys:
                strange += 1
        mapped = [place for place in places if self._ports.is_mapped(place)]
        lost = [place for place in mapped if place not in meant and place not in self._taken]
        # A machine of another build numbers its adapters in another way: then those that bear a known name may be others.
        trusted = strange - (len(places) - len(mapped)) < _STRANGE_NAMES or not lost
        for place, candidates in meant.items():
            number = self._best(place, candidates)
            if trusted or self._way_of(number) is Way.MAP:
                self._take(number, place, self._way_of(number))
        # What is the only one of its host cannot be swapped with another one.
        if len(places) == 1 == len(numbers) and places[0] not in self._taken:
            self._take(numbers[0], places[0], self._way_of(numbers[0]))

    def _best(self, place: int, candidates: list[int]) -> int:
        """Of nodes of the same name the one that is plugged where the plan has it, else the first."""
        if len(candidates) == 1:
            return candidates[0]
        plugged = {
            near
            for near, _, other, far in self._links_of(self._flags(candidates))
            if self._planned[other] != ABSENT and self._peers.get((int(self._planned[other]), far)) == place
        }
        return next((candidate for candidate in candidates if candidate in plugged), candidates[0])

    # by cables

    def _switches_by_neighbors(self) -> None:
        """Switches whose name the plan does not have, round by round from the nodes to the core."""
        around: dict[int, list[tuple[int, int]]] = defaultdict(list)
        waiting = {number for number, node in self._open() if node.switch}
        for near, _, other, far in self._links_of(self._flags(waiting)):
            around[near].append((other, far))
        nodes = self._plan.nodes
        while waiting:
            claims_of_place: dict[int, list[tuple[int, int]]] = defaultdict(list)
            for number in sorted(waiting):
                votes: Counter[int] = Counter()
                for other, far in around[number]:
                    if self._planned[other] != ABSENT:
                        votes[self._peers.get((int(self._planned[other]), self._planned_port(other, far)), ABSENT)] += 1
                for place, count in votes.most_common(1):
                    fits = place != ABSENT and bool(nodes.switch[place]) and place not in self._taken
                    if fits and count >= _LEAST_VOTES and 2 * count > votes.total():
                        claims_of_place[place].append((count, number))
            for place, claims in claims_of_place.items():
                claims.sort(reverse=True)
                if len(claims) == 1 or claims[0][0] > claims[1][0]:
                    self._take(claims[0][1], place, Way.NEIGHBORS)
                    waiting.discard(claims[0][1])
            if not any(place in self._taken for place in claims_of_place):
                return

    def _planned_port(self, number: int, port: int) -> int:
        return planned_port(self._plan, self._seen.nodes[number], int(self._planned[number]), port, self._ports.switched)

    def _find_exchanged(self) -> None:
        """Devices whose cables all indicate each other: their names were exchanged, or all of their cables."""
        nodes = self._plan.nodes
        device_of_node: dict[int, int] = {}
        for number, host in self._host_of.items():
            if self._way[number] != WAYS.index(Way.MAP):
                device_of_node[number] = int(nodes.host[self._adapters[host][0]])
        for number in np.flatnonzero(self._way == WAYS.index(Way.DESCRIPTION)).tolist():
            device_of_node[number] = int(nodes.host[self._planned[number]])
        votes: dict[int, Counter[int]] = defaultdict(Counter)
        for near, _, other, far in self._links_of(self._elsewhere(device_of_node)):
            if self._planned[other] != ABSENT:
                peer = self._peers.get((int(self._planned[other]), self._planned_port(other, far)))
                votes[device_of_node[near]][ABSENT if peer is None else int(nodes.host[peer])] += 1
        target: dict[int, int] = {}
        for device, counted in votes.items():
            (there, count), *_ = counted.most_common(1)
            if there not in {device, ABSENT} and count >= _LEAST_VOTES and 2 * count > counted.total():
                target[device] = there
        for ring in _rings(target):
            self._exchange(ring, {device: there for device, there in target.items() if device in ring}, device_of_node)

    def _elsewhere(self, bears: Mapping[int, int]) -> Mask:
        """The nodes of those devices of which any link is not at the device that is planned there."""
        nodes, plan, seen = self._plan.nodes, self._plan, self._seen
        device = np.full(len(seen.nodes), ABSENT, np.int64)
        device[list(bears)] = list(bears.values())
        keys = np.concatenate([(plan.a_node << _PORT_BITS) | plan.a_port, (plan.b_node << _PORT_BITS) | plan.b_port])
        there = nodes.host[np.concatenate([plan.b_node, plan.a_node])]
        order = np.argsort(keys)
        keys, there = keys[order], there[order]
        a_port, b_port = ports_as_planned(plan, seen, self._planned, self._ports.switched)
        near, other, far = self._ends[:, 0], self._ends[:, 2], np.concatenate([b_port, a_port])
        rows = np.flatnonzero((device[near] != ABSENT) & (self._planned[other] != ABSENT))
        planned_ends = (self._planned[other[rows]] << _PORT_BITS) | far[rows]
        at = np.minimum(np.searchsorted(keys, planned_ends), max(len(keys) - 1, 0))
        same = (keys[at] == planned_ends) & (there[at] == device[near[rows]]) if len(keys) else np.zeros(len(rows), bool)
        strange = np.unique(device[near[rows[~same]]])
        is_elsewhere: Mask = np.isin(device, strange) & (device != ABSENT)
        return is_elsewhere

    def _exchange(self, ring: tuple[int, ...], target: Mapping[int, int], bears: Mapping[int, int]) -> None:
        nodes = self._plan.nodes
        of_device: dict[tuple[int, str], int] = {
            (int(nodes.host[place]), str(nodes.adapter[place] or nodes.port[place])): place
            for device in ring
            for place in np.flatnonzero(nodes.host == device).tolist()
        }
        numbers = [number for number, device in bears.items() if device in ring]
        moved: dict[int, int] = {}
        for number in numbers:
            if self._planned[number] != ABSENT:
                own = int(self._planned[number])
                there = of_device.get((target[bears[number]], str(nodes.adapter[own] or nodes.port[own])))
                if there is None:
                    # Devices of two builds cannot bear each other's ports.
                    return
                moved[number] = there
        for number in numbers:
            self._taken.discard(int(self._planned[number]))
            self._planned[number] = ABSENT
        for number, place in moved.items():
            self._take(number, place, WAYS[self._way[number]])
        names = {device: str(nodes.name[np.flatnonzero(nodes.host == device)[0]]).casefold() for device in ring}
        for number in numbers:
            if number in self._host_of:
                self._host_of[number] = names[target[bears[number]]]
        self._exchanged.append(ring)

    def _adapters_by_cables(self) -> None:
        """Adapters of a known host without a name of the plan: by the switch port at their end, else in their order."""
        waiting = {number: host for number, host in self._host_of.items() if self._planned[number] == ABSENT}
        if not waiting:
            return
        for near, _, other, far in self._links_of(self._flags(waiting)):
            if near in waiting and self._planned[other] != ABSENT:
                there = self._peers.get((int(self._planned[other]), self._planned_port(other, far)))
                if there is not None and there not in self._taken and there in self._adapters[waiting[near]]:
                    self._take(near, there, Way.CABLES, sure=False)
                    del waiting[near]
        for number, host in waiting.items():
            left = next((place for place in self._adapters[host] if place not in self._taken), None)
            if left is not None:
                self._take(number, left, Way.ORDER, sure=False)

    def _contrary(self) -> Mask:
        """Adapters without a host that by their own names belong elsewhere; none where such names are not those of the plan at all."""
        is_contrary = np.zeros(len(self._seen.nodes), bool)
        strange = 0
        nameless = [number for number, node in self._open() if not node.switch and self._said[number].is_nameless]
        for near, _, other, far in self._links_of(self._flags(nameless)):
            description = self._said[near]
            if not description.adapter or self._planned[other] == ABSENT:
                continue
            place = self._peers.get((int(self._planned[other]), self._planned_port(other, far)))
            if place is None or self._plan.nodes.switch[place]:
                continue
            places = self._adapters[self._plan.nodes.name[place].casefold()]
            most = max(devices_by_number(self._plan.nodes.adapter[candidate]) for candidate in places)
            keys = adapter_keys(description.adapter, most)
            meant = next((candidate for key in keys for candidate in places if key in self._ports.keys(candidate)), None)
            strange += meant is None
            is_contrary[near] = meant not in {None, place}
        return is_contrary if strange < _STRANGE_NAMES else np.zeros(len(is_contrary), bool)


class _PortsOfNodes:
    """Properties from the types of the ports of the plan nodes, each port looked up once."""

    def __init__(self, snapshot: Snapshot, plan: Subnet) -> None:
        self._nodes = plan.nodes
        self._types = snapshot.types
        self._type_id = snapshot["device"]["type_id"]
        self._known: dict[int, dict[str, Port]] = {}
        self.switched = switched_of_nodes(snapshot, plan)

    def _port(self, place: int) -> Port | None:
        type_id = int(self._type_id[self._nodes.device[place]])
        ports = self._known.get(type_id)
        if ports is None:
            ports = self._known[type_id] = {port.name: port for port in self._types[type_id].ports()}
        return ports.get(str(self._nodes.port[place]))

    def keys(self, place: int) -> list[str]:
        """The search keys of an adapter."""
        return called(self._port(place), str(self._nodes.adapter[place]), str(self._nodes.port[place]))

    def is_mapped(self, place: int) -> bool:
        """Whether its type specifies its operating system name."""
        return is_mapped(self._port(place), str(self._nodes.adapter[place]))


def _peers(node: Ids, port: np.ndarray, peer: Ids) -> dict[tuple[int, int], int]:
    return dict(zip(zip(node.tolist(), port.tolist(), strict=True), peer.tolist(), strict=True))


def _rings(target: Mapping[int, int]) -> list[tuple[int, ...]]:
    """The rings in which each device leads to the next, each from its first device on."""
    rings, done = [], set[int]()
    for start in sorted(target):
        way, at = [], start
        while at in target and at not in way and at not in done:
            way.append(at)
            at = target[at]
        if at == start and way and at not in done:
            rings.append(tuple(way))
        done.update(way)
    return rings
