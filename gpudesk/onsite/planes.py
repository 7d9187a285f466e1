"""Recombine switches that a subnet manager reports as a separate switch per plane.

A Quantum-X800 switch of four planes is four nodes, "MF0;leaf-01:Q3400_RA/U1" to "/U4"; each port has one link of one lane on
each of them, with the same number (format as in public listing parsers: "MF0;mamba-2132:Q3400_RA/U2/RT … 1xXDR"; the parsers of
ibdiagnet interpret "/U" as the plane). The plan contains the switch and the cable: a cable with a plane missing has fewer lanes
than planned.
"""

import re
from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.cabling.link_protocol import LANE_GBPS
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.fabric_records import Texts
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode

_PLANE = re.compile(r"(?:MF\d+;)?(.*):(Q34\d\d[^:/]*)/U([1-9])$", re.IGNORECASE | re.DOTALL)
"""The switch of a Q3400 or its like; a Q3200 holds two switches that share nothing, and has no planes."""
_ROUTER = re.compile(r"/U\d+/RT$", re.IGNORECASE)
_PORT_BITS = 16


def is_router(node: SeenNode) -> bool:
    """Whether a node is the router inside a switch."""
    return not node.switch and bool(_ROUTER.search(node.description.strip()))


def with_planes_joined(seen: SeenLinks, inside: Mask, named: Collection[int] = ()) -> SeenLinks:
    """The same with each multi-plane switch as one node, each adapter at it as one node with one port, and each cable as one link.

    The nodes keep their places; those combined with another one have no links and are left out.

    Args:
        inside: whether a node is part of a switch, shape (nodes,).
        named: GUIDs in a name map: of the nodes of a switch, the one with such a GUID is kept.
    """
    one, switches = _switches(seen.nodes, frozenset(named))
    if not switches.any():
        return seen
    adapters = _adapters(seen, one, switches, inside)
    a_node, b_node = one[seen.a_node], one[seen.b_node]
    a_port, b_port = _ports(adapters, (a_node, seen.a_port, b_node, seen.b_port))
    first, lanes, speed = _cables(seen, (a_node, a_port, b_node, b_port), switches[a_node] | switches[b_node])
    stays = np.flatnonzero(one == np.arange(len(one)))
    place = np.full(len(one), -1)
    place[stays] = np.arange(len(stays))
    return replace(
        seen,
        nodes=tuple(seen.nodes[node] for node in stays.tolist()),
        a_node=place[a_node[first]],
        a_port=a_port[first],
        b_node=place[b_node[first]],
        b_port=b_port[first],
        width=lanes,
        speed=speed,
        line=seen.line[first],
    )


def _switches(nodes: tuple[SeenNode, ...], named: frozenset[int]) -> tuple[Ids, Mask]:
    """The node that represents each node, shape (nodes,), and which ones are switches of several planes."""
    one, is_planar = np.arange(len(nodes)), np.zeros(len(nodes), bool)
    planes: dict[tuple[str, str, int], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, node in enumerate(nodes):
        match = _PLANE.match(node.description.strip()) if node.switch else None
        if match:
            is_planar[number] = True
            planes[match[1].casefold(), match[2].casefold(), 0][match[3]].append(number)
    for (name, kind, _), of_plane in list(planes.items()):
        if any(len(numbers) > 1 for numbers in of_plane.values()):
            # Two switches of one name: what belongs together says the system of each.
            del planes[name, kind, 0]
            for plane, numbers in of_plane.items():
                for number in numbers:
                    planes[name, kind, nodes[number].system or -number][plane].append(number)
    for of_plane in planes.values():
        members = [number for plane in sorted(of_plane) for number in of_plane[plane]]
        one[members] = next((number for number in members if nodes[number].guid in named), members[0])
    return one, is_planar


def _adapters(seen: SeenLinks, one: Ids, switches: Mask, inside: Mask) -> Mask:
    """Which nodes are adapters at such switches; those at one port of a switch with the same description become one."""
    is_switch = np.fromiter((node.switch for node in seen.nodes), bool, len(seen.nodes))
    ends = []
    for near, port, other in ((seen.a_node, seen.a_port, seen.b_node), (seen.b_node, seen.b_port, seen.a_node)):
        at = np.flatnonzero(switches[near] & ~switches[other] & ~is_switch[other] & ~inside[other])
        ends.append(np.stack([one[near[at]], port[at], other[at]]))
    switch, port, far = np.concatenate(ends, axis=1)
    is_adapter = np.zeros(len(seen.nodes), bool)
    is_adapter[far] = True
    numbers: dict[str, int] = {}
    description_of = np.zeros(len(seen.nodes), np.int64)
    for node in np.flatnonzero(is_adapter).tolist():
        description_of[node] = numbers.setdefault(seen.nodes[node].description, len(numbers))
    at = np.flatnonzero(is_adapter)
    one[at] = _first_joined(_numbered(switch, port, description_of[far]), far, len(one))[at]
    return is_adapter


def _numbered(*columns: Ids) -> Ids:
    """A number for each row of some columns, the same for equal rows."""
    order = np.lexsort(columns)
    changes = np.zeros(len(order), bool)
    for column in columns:
        changes[1:] |= np.diff(column[order]) != 0
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.cumsum(changes)
    return numbers


def _first_joined(group: Ids, member: Ids, members: int) -> Ids:
    """The lowest member with which each is joined by groups, over any number of others; shape (members,)."""
    first = np.arange(members)
    while len(group):
        lowest = np.full(int(group.max()) + 1, members)
        np.minimum.at(lowest, group, first[member])
        following = first.copy()
        # The whole chain behind a member follows it, so that long chains take few rounds.
        np.minimum.at(following, first[member], lowest[group])
        while not np.array_equal(following, nearer := following[following]):
            following = nearer
        if np.array_equal(following, first):
            break
        first = following
    return first


def _ports(adapters: Mask, ends: tuple[Ids, Ints, Ids, Ints]) -> tuple[Ints, Ints]:
    """The ports of both ends: those of an adapter are counted by its cables, as each has a port for each plane in the listing."""
    a_node, a_port, b_node, b_port = ends
    node, port = np.concatenate([a_node, b_node]), np.concatenate([a_port, b_port]).astype(np.int32)
    far, far_port = np.concatenate([b_node, a_node]), np.concatenate([b_port, a_port])
    adapter_rows = np.flatnonzero(adapters[node])
    if len(adapter_rows):
        cable = _numbered(node[adapter_rows], far[adapter_rows], far_port[adapter_rows])
        lowest = np.full(int(cable.max()) + 1, np.iinfo(np.int32).max)
        np.minimum.at(lowest, cable, port[adapter_rows])
        owner = np.empty(len(lowest), np.int64)
        owner[cable] = node[adapter_rows]
        order = np.lexsort((np.arange(len(owner)), lowest, owner))
        starts = np.flatnonzero(np.diff(owner[order], prepend=-1))
        rank = np.empty(len(owner), np.int64)
        rank[order] = np.arange(len(owner)) - np.repeat(starts, np.diff(starts, append=len(owner)))
        port[adapter_rows] = rank[cable] + 1
    return port[: len(a_node)], port[len(a_node) :]


def _cables(seen: SeenLinks, ends: tuple[Ids, Ints, Ids, Ints], planar: Mask) -> tuple[Ids, Ints, Texts]:
    """The first link of each cable, the lanes of all its links together, and the least speed of one."""
    a_node, a_port, b_node, b_port = ends
    a, b = (a_node << _PORT_BITS) | a_port, (b_node << _PORT_BITS) | b_port
    # What does not end at such a switch stays a cable of its own.
    alone = np.where(planar, 0, np.arange(len(a)) + 1)
    cable = _numbered(np.minimum(a, b), np.maximum(a, b), alone)
    first = np.full(int(cable.max(initial=-1)) + 1, len(cable))
    np.minimum.at(first, cable, np.arange(len(cable)))
    # A link of a plane whose lanes are not said has one.
    lanes = np.bincount(cable, np.where(planar, np.maximum(seen.width, 1), seen.width), len(first)).astype(np.int32)
    gbps = np.array([LANE_GBPS.get(str(speed), np.inf) for speed in seen.speed.tolist()])
    slowest = np.lexsort((gbps, cable))
    slowest = slowest[np.unique(cable[slowest], return_index=True)[1]]
    order = np.argsort(first, kind="stable")
    return first[order], lanes[order], seen.speed[slowest][order]
