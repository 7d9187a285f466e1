"""Which node of the plan each node is that a tool saw: by its GUID, its description, or a map of names; else by its cables."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.link_ends import Ints
from gpudesk.derived.subnet import Subnet
from gpudesk.formats.seen_links import SeenLinks, SeenNode

_SWITCH = re.compile(r"(?:MF\d+;)?(.*?)(?::[^:]*/U\d+)?$", re.DOTALL)
_ADAPTER = re.compile(r"(.*\S)\s+(\S+)$", re.DOTALL)
_COUNTED = re.compile(r"hca-(\d+)$")
_AGGREGATION = "aggregation node"
_Key = tuple[str, str]


class Way(StrEnum):
    """By what a node that was seen was found in the plan."""

    NONE = "none"
    """It was not."""
    GUID = "guid"
    """By the GUID that the plan gave it: what a simulator made of the plan."""
    MAP = "map"
    """By the name that a map gives to its GUID."""
    DESCRIPTION = "description"
    """By what it says of itself."""
    CABLES = "cables"
    """An adapter of a node that was found by its name, by the port of the switch to which it leads."""
    ORDER = "order"
    """An adapter of a node that was found by its name: one of those that were left, in their order."""


WAYS = tuple(Way)


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """What the nodes that were seen are.

    Attributes:
        planned: place in the nodes of the plan, ABSENT for what it does not have: shape (seen nodes,).
        inside: whether a node is part of a switch, such as that by which a switch adds up what passes: shape (seen nodes,).
        way: by what each was found, as a place in `WAYS`: shape (seen nodes,).
    """

    planned: Ids
    inside: np.ndarray
    way: Ints

    def counts(self) -> dict[Way, int]:
        """How many were found in each way, without what is inside switches."""
        found = np.bincount(self.way[~self.inside], minlength=len(WAYS))
        return {way: int(found[place]) for place, way in enumerate(WAYS)}


def match_nodes(plan: Subnet, seen: SeenLinks, names: Mapping[int, str]) -> Matched:
    """Find the nodes of the plan.

    Args:
        names: GUID to the name by which the plan calls a node, before what the node says of itself.
    """
    inside = np.array([not node.switch and _AGGREGATION in node.description.lower() for node in seen.nodes], bool)
    planned = np.full(len(seen.nodes), ABSENT, np.int64)
    way = np.zeros(len(seen.nodes), np.int32)
    nodes = plan.nodes
    guids = {guid: place for place, guid in enumerate(nodes.guid.tolist())}
    by_name: dict[_Key, list[int]] = defaultdict(list)
    for place, (name, switch, adapter) in enumerate(zip(nodes.name, nodes.switch.tolist(), nodes.adapter, strict=True)):
        by_name[name.casefold(), "" if switch else adapter or f"?{place}"].append(place)
    taken: set[int] = set()
    for number, node in enumerate(seen.nodes):
        # A GUID of ours comes back from a simulator only.
        own = guids.get(node.guid)
        found = [own] if own is not None else []
        if own is None and not inside[number]:
            found = next((by_name[key] for key in _keys(node, names) if key in by_name), [])
        if len(found) == 1 and bool(nodes.switch[found[0]]) == node.switch and found[0] not in taken:
            planned[number] = found[0]
            way[number] = WAYS.index(_way(node, names, is_own=own is not None))
            taken.add(found[0])
    _match_unnamed(plan, seen, names, Matched(planned, inside, way), taken)
    return Matched(planned, inside, way)


def _way(node: SeenNode, names: Mapping[int, str], *, is_own: bool) -> Way:
    if is_own:
        return Way.GUID
    return Way.MAP if names.get(node.guid) else Way.DESCRIPTION


def _keys(node: SeenNode, names: Mapping[int, str]) -> list[_Key]:
    """The names under which the plan may have a node, the likeliest first: device, and RDMA device of an adapter."""
    said = names.get(node.guid) or node.description
    if node.switch:
        found = _SWITCH.match(said)
        return [(each, "") for each in _hosts(found[1] if found else said)]
    host, adapter = _of_adapter(said)
    return [(each, adapter) for each in _hosts(host)]


def _of_adapter(said: str) -> _Key:
    found = _ADAPTER.match(said)
    if found is None:
        return said, ""
    counted = _COUNTED.match(found[2].lower())
    return found[1], f"mlx5_{int(counted[1]) - 1}" if counted else found[2].lower()


def _hosts(name: str) -> list[str]:
    """A name as it is, and without its domain."""
    name = name.strip().casefold()
    return list(dict.fromkeys((name, name.partition(".")[0])))


def _match_unnamed(plan: Subnet, seen: SeenLinks, names: Mapping[int, str], matched: Matched, taken: set[int]) -> None:
    """Adapters of which the plan does not know the RDMA device: by the port of the switch at which they end, else in their order."""
    nodes, planned = plan.nodes, matched.planned
    open_of: dict[str, list[int]] = defaultdict(list)
    for place, (name, switch, adapter) in enumerate(zip(nodes.name, nodes.switch.tolist(), nodes.adapter, strict=True)):
        if not switch and not adapter and place not in taken:
            open_of[name.casefold()].append(place)
    if not open_of:
        return
    waiting: dict[int, list[int]] = {}
    for number, node in enumerate(seen.nodes):
        if planned[number] == ABSENT and not node.switch:
            host, _ = _of_adapter(names.get(node.guid) or node.description)
            places = next((open_of[each] for each in _hosts(host) if each in open_of), None)
            if places is not None:
                waiting[number] = places
    if not waiting:
        return
    peer = {**_peers(plan.a_node, plan.a_port, plan.b_node), **_peers(plan.b_node, plan.b_port, plan.a_node)}
    ends = np.concatenate([np.stack([seen.a_node, seen.b_node, seen.b_port], 1), np.stack([seen.b_node, seen.a_node, seen.a_port], 1)])
    for mine, other, port in ends.tolist():
        there = peer.get((int(planned[other]), port)) if mine in waiting and planned[other] != ABSENT else None
        if there is not None and there in waiting[mine] and there not in taken:
            planned[mine], matched.way[mine] = there, WAYS.index(Way.CABLES)
            taken.add(there)
            del waiting[mine]
    for number, places in waiting.items():
        left = next((each for each in places if each not in taken), None)
        if left is not None:
            planned[number], matched.way[number] = left, WAYS.index(Way.ORDER)
            taken.add(left)


def _peers(node: Ids, port: np.ndarray, peer: Ids) -> dict[tuple[int, int], int]:
    return dict(zip(zip(node.tolist(), port.tolist(), strict=True), peer.tolist(), strict=True))
