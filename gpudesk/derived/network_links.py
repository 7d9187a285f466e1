"""The links of a network between the devices of a project: which port of which node goes to which port of which switch."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.errors import Refused
from gpudesk.core.fat_tree import FatTree, FatTreeShape, PodsBy, fat_tree
from gpudesk.core.fat_tree_links import FatTreeLinks, Ints, fat_tree_links
from gpudesk.core.hardware import Family
from gpudesk.core.link_ends import Ends
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.natural_order import natural_ranks
from gpudesk.core.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.network_slots import NO_RAIL, Slots, node_slots, switch_slots
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "network_links"
_UNIT_NODES = 32
"""Nodes of a scalable unit of which nothing is said, that of the DGX SuperPODs of H100 and B200."""


@dataclass(frozen=True, slots=True, eq=False)
class NetworkLinks:
    """The links of a network: `a` is the lower end, `b` the upper one.

    Attributes:
        shape: the fat tree that they make.
        tier: 0 between nodes and leaves, 1 between leaves and spines, 2 between spines and cores, shape (links,).
    """

    shape: FatTreeShape
    tier: Ints
    a: Ends
    b: Ends

    def __len__(self) -> int:
        return len(self.tier)


def network_links(snapshot: Snapshot, network_id: int) -> NetworkLinks:
    """Work out the links of a network between the nodes and switches that are there.

    Nodes are what holds GPUs; switches are told by their roles ("leaf", "spine", "core", "storage leaf"…) and taken in the order of their
    names, hall by hall where the network goes by halls.

    Raises:
        Refused: there are no nodes or no switches, nodes or switches of a tier differ in their ports, or switches or ports are too few.
    """
    row = snapshot["network"].row(network_id)
    kind = NetworkKind(row["kind"])
    by_hall = bool(row["by_hall"])
    nodes = _Nodes(snapshot, _order(snapshot, _holders(snapshot), by_hall), kind, float(row["rate_gbps"]), int(row["planes"]))
    roles = TIER_ROLES.get(kind)
    if roles is None:
        raise _refused(QT_TRANSLATE_NOOP("network_links", "{name} has no rule by which it is cabled."), name=row["name"])
    tiers = [_Switches(snapshot, _order(snapshot, _with_role(snapshot, role), by_hall), role, float(row["rate_gbps"])) for role in roles]
    if not tiers[0].count:
        raise _refused(QT_TRANSLATE_NOOP("network_links", "No switch has the role {role}."), role=roles[0])
    shape, places = _shape(row, nodes, tiers)
    links = fat_tree_links(shape, places)
    planes = shape.tree.planes
    needed = [shape.leaf.count, shape.spine.count if shape.spine else 0, shape.core.count if shape.core else 0]
    for tier, count in zip(tiers, needed, strict=True):
        tier.demand(count * planes)
    return _joined(shape, links, nodes, tiers)


class _Nodes:
    """What holds GPUs: one device, or several nodes in one (the trays of a rack-scale system).

    Attributes:
        rails: ports of a node on each plane.
        hall: hall of each node, shape (nodes,).
    """

    def __init__(self, snapshot: Snapshot, places: Ids, kind: NetworkKind, rate_gbps: float, planes: int) -> None:
        devices = snapshot["device"]
        type_ids = devices["type_id"][places]
        self.rails = 0
        parts: list[tuple[Ids, Ids, Slots]] = []
        for type_id in np.unique(type_ids).tolist():
            hardware = snapshot.types[type_id]
            slots = node_slots(hardware, kind.ports, rate_gbps)
            if not len(slots):
                continue
            node, rail, plane = _of_slots(slots, planes)
            rails = int(rail.max()) + 1
            if len(slots) != (int(node.max()) + 1) * rails * planes:
                text = QT_TRANSLATE_NOOP("network_links", "The {count} ports of {model} do not make whole rails on {planes} planes.")
                raise _refused(text, count=len(slots), model=hardware.title, planes=planes)
            if self.rails and rails != self.rails:
                text = QT_TRANSLATE_NOOP("network_links", "{model} has {rails} rails, others have {others}.")
                raise _refused(text, model=hardware.title, rails=rails, others=self.rails)
            self.rails = rails
            parts.append((np.flatnonzero(type_ids == type_id), np.lexsort((plane, rail, node)), slots))
        if not parts:
            raise _refused(QT_TRANSLATE_NOOP("network_links", "Nothing that holds GPUs has ports of this network at this rate."))
        a_node = self.rails * planes
        count = np.zeros(len(places), np.int64)
        for at, _, slots in parts:
            count[at] = len(slots) // a_node
        first = np.cumsum(count) - count
        total = int(count.sum())
        self.device = np.repeat(devices.ids[places], count)
        self.hall = np.repeat(snapshot.cached(whereabouts).halls(places), count)
        self._port, self._lane, self._lanes = (np.zeros((total, a_node), np.int32) for _ in range(3))
        for at, order, slots in parts:
            nodes = (first[at, None] + np.arange(len(slots) // a_node)).ravel()
            for target, values in ((self._port, slots.port), (self._lane, slots.lane), (self._lanes, slots.lanes)):
                target[nodes] = np.tile(values[order].reshape(-1, a_node), (len(at), 1))
        self.planes = planes

    @property
    def count(self) -> int:
        return len(self.device)

    def ends(self, node: Ints, rail: Ints, plane: Ints) -> Ends:
        place = rail * self.planes + plane
        return Ends(self.device[node], self._port[node, place], self._lane[node, place], self._lanes[node, place])


class _Switches:
    """The switches of one tier, in their order."""

    def __init__(self, snapshot: Snapshot, places: Ids, role: str, rate_gbps: float) -> None:
        devices = snapshot["device"]
        self.role = role
        self.device = devices.ids[places]
        type_ids = np.unique(devices["type_id"][places]).tolist()
        kinds = [snapshot.types[type_id] for type_id in type_ids]
        found = [switch_slots(kind, rate_gbps) for kind in kinds]
        for kind, slots in zip(kinds, found, strict=True):
            if not len(slots):
                text = QT_TRANSLATE_NOOP("network_links", "{model} has no ports of {rate} Gb/s.")
                raise _refused(text, model=kind.title, rate=f"{rate_gbps:g}")
            if any(not np.array_equal(mine, others) for mine, others in zip(_plain(slots), _plain(found[0]), strict=True)):
                text = QT_TRANSLATE_NOOP("network_links", "The switches with the role {role} differ in their ports: {first} and {second}.")
                raise _refused(text, role=role, first=kinds[0].title, second=kind.title)
        self._slots = found[0] if found else None

    @property
    def count(self) -> int:
        return len(self.device)

    @property
    def radix(self) -> int | None:
        return None if self._slots is None else len(self._slots)

    def demand(self, needed: int) -> None:
        if self.count < needed:
            text = QT_TRANSLATE_NOOP("network_links", "{needed} switches with the role {role} are needed, and {there} are there.")
            raise _refused(text, needed=needed, role=self.role, there=self.count)

    def ends(self, switch: Ints, port: Ints) -> Ends:
        assert self._slots is not None
        return Ends(self.device[switch], self._slots.port[port], self._slots.lane[port], self._slots.lanes[port])


def _plain(slots: Slots) -> tuple[Ints, Ints, Ints]:
    return slots.port, slots.lane, slots.lanes


def _shape(row: dict[str, Any], nodes: _Nodes, tiers: list[_Switches]) -> tuple[FatTreeShape, Ints]:
    unit = int(row["unit_nodes"] or _UNIT_NODES)
    halls, first = np.unique(nodes.hall, return_index=True)
    islands = halls[np.argsort(first)] if row["by_hall"] else halls[:1]
    places = np.arange(nodes.count, dtype=np.int32)
    units: list[int] = []
    if row["by_hall"] and len(islands) > 1:
        for hall in islands.tolist():
            mine = nodes.hall == hall
            places[mine] = sum(units) * unit + np.arange(mine.sum(), dtype=np.int32)
            units.append(-(-int(mine.sum()) // unit))
    tree = FatTree(
        nodes=int(places.max()) + 1,
        rails=nodes.rails,
        unit_nodes=unit,
        radix=tiers[0].radix or 1,
        leaf_up=row["leaf_up"],
        leaf_down=row["leaf_down"],
        rails_per_leaf=row["rails_per_leaf"],
        planes=int(row["planes"]),
        whole_units=bool(row["whole_units"]),
        tiers=row["tiers"],
        spine_radix=tiers[1].radix,
        spine_up=row["spine_up"],
        spine_down=row["spine_down"],
        core_radix=tiers[2].radix,
        pod_leaves=row["pod_leaves"],
        pods_by=PodsBy.RAIL if row["pods_by_rail"] else PodsBy.UNIT,
        islands=max(len(units), 1),
        island_units=tuple(units),
        even_cores=bool(row["even_cores"]),
    )
    return fat_tree(tree), places


def _joined(shape: FatTreeShape, links: FatTreeLinks, nodes: _Nodes, tiers: list[_Switches]) -> NetworkLinks:
    lower = [nodes.ends(links.nodes.node, links.nodes.rail, links.nodes.plane)]
    upper = [tiers[0].ends(links.nodes.leaf, links.nodes.port)]
    for number, uplinks in enumerate((links.leaves, links.spines)):
        if len(uplinks):
            lower.append(tiers[number].ends(uplinks.lower, uplinks.lower_port))
            upper.append(tiers[number + 1].ends(uplinks.upper, uplinks.upper_port))
    tier = np.concatenate([np.full(len(ends.device), number, np.int32) for number, ends in enumerate(lower)])
    return NetworkLinks(shape, tier, _all(lower), _all(upper))


def _all(parts: list[Ends]) -> Ends:
    return Ends(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("device", "port", "lane", "lanes")),
    )


def _of_slots(slots: Slots, planes: int) -> tuple[Ints, Ints, Ints]:
    """Node within the device, rail and plane of each place: as the type says rails, else all ports are rails of one node in turn."""
    number = np.arange(len(slots), dtype=np.int32)
    if (slots.rail == NO_RAIL).any():
        return np.zeros(len(slots), np.int32), number // planes, number % planes
    order = np.lexsort((number, slots.rail))
    start = np.searchsorted(slots.rail[order], slots.rail[order])
    turn = np.empty(len(slots), np.int32)
    turn[order] = number - start
    return turn // planes, slots.rail, turn % planes


def _holders(snapshot: Snapshot) -> Ids:
    """The places of devices that hold GPUs and sit in nothing else that does."""
    devices = snapshot["device"]
    holds = np.isin(
        devices["type_id"], [type_id for type_id, kind in snapshot.types.items() if kind.gpu_count and kind.family is not Family.GPU]
    )
    parents = devices.positions(devices["parent_id"])
    inside = (parents != ABSENT) & holds[parents] if devices.rows else holds
    found: Ids = np.flatnonzero(holds & ~inside)
    return found


def _with_role(snapshot: Snapshot, role: str) -> Ids:
    devices = snapshot["device"]
    switches = np.isin(devices["type_id"], [type_id for type_id, kind in snapshot.types.items() if kind.family is Family.SWITCH])
    found: Ids = np.flatnonzero(switches & (devices["role"] == role))
    return found


def _order(snapshot: Snapshot, places: Ids, by_hall: bool) -> Ids:
    """Places in the order of the names, hall by hall if asked."""
    ranks = natural_ranks(snapshot["device"]["name"][places].tolist())
    halls = snapshot.cached(whereabouts).halls(places) if by_hall else np.zeros(len(places), np.int64)
    found: Ids = places[np.lexsort((ranks, halls))]
    return found


def _refused(text: str, **values: int | str) -> Refused:
    return Refused(Message(_CONTEXT, text, values))
