"""The links of the networks of a project: the port assignments between devices and switches."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.fabric.fat_tree import FatTree, FatTreeShape, PodsBy, fat_tree
from gpudesk.core.fabric.fat_tree_links import FatTreeLinks, Ints, fat_tree_links
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.networks.network_nodes import (
    NodePorts,
    Nodes,
    Switches,
    SwitchPorts,
    TierCount,
    demand_all,
    holders,
    in_order,
    refused,
    with_role,
)
from gpudesk.derived.networks.network_stages import Stages, joined
from gpudesk.derived.networks.tree_devices import tree_devices
from gpudesk.derived.ports.port_use import PortUse
from gpudesk.project.planned_names import KEY as PLANNED_NAMES
from gpudesk.project.snapshot import Snapshot, made_from

_UNIT_NODES = 32
"""Default number of nodes of a scalable unit, that of the DGX SuperPODs of H100 and B200."""
Rates: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class NetworkLinks:
    """The links of a network: `a` is the lower end, `b` the upper one.

    Attributes:
        shape: the fat tree that they make, None where all are of stages.
        tier: 0 between nodes and leaves, 1 between leaves and spines (and between two leaves), 2 between spines and cores, shape (links,).
        rate_gbps: of each link, shape (links,).
        stage: id of the stage that each is of, ABSENT for those of the tree, shape (links,).
    """

    shape: FatTreeShape | None
    tier: Ints
    a: Ends
    b: Ends
    rate_gbps: Rates
    stage: Ids

    def __len__(self) -> int:
        return len(self.tier)


@dataclass(frozen=True, slots=True, eq=False)
class PlannedNetwork:
    """A network with its links, or why it has none."""

    network_id: int
    links: NetworkLinks | None
    refused: Refused | None = None


def network_links(snapshot: Snapshot, network_id: int) -> NetworkLinks:
    """The links of a network between the existing devices, on ports left free by earlier networks.

    Nodes of a fat tree are the devices with GPUs, unless a stage of the network uses them; its switches are identified by their
    roles ("leaf", "spine", "core", "storage leaf"…) and used in the order of their planned names, hall by hall if the network
    is organized by halls. Its stages follow.

    Raises:
        KeyError: there is no such network.
        Refused: there are no nodes or no switches, nodes or switches of a tier differ in their ports, or too few switches or ports.
    """
    planned = {planned_network.network_id: planned_network for planned_network in snapshot.cached(network_plan)}[network_id]
    if planned.links is None:
        assert planned.refused is not None  # noqa: S101 - narrows the type
        raise planned.refused
    return planned.links


@made_from(
    {
        "network": (),
        "network_stage": (),
        "setting": (),
        "catalog_item": (),
        "hall": ("name",),
        "rack": ("hall_id", "row_id", "x_mm", "y_mm"),
        "device": ("type_id", "role", "name", "parent_id", "rack_id", "hall_id", "x_mm", "y_mm"),
    },
    settings=(PLANNED_NAMES,),
)
def network_plan(snapshot: Snapshot) -> tuple[PlannedNetwork, ...]:
    """All networks with their links, in planning order (use `snapshot.cached(network_plan)`)."""
    use = PortUse(snapshot)
    return tuple(_planned(snapshot, network_id, use) for network_id in snapshot["network"].ids.tolist())


def _planned(snapshot: Snapshot, network_id: int, use: PortUse) -> PlannedNetwork:
    before = use.copy()
    try:
        return PlannedNetwork(network_id, _laid(snapshot, network_id, use))
    except Refused as why:
        use.restore(before)
        return PlannedNetwork(network_id, None, why)


def _laid(snapshot: Snapshot, network_id: int, use: PortUse) -> NetworkLinks:
    row = snapshot["network"].row(network_id)
    stages = snapshot["network_stage"]
    stage_places = np.flatnonzero(stages["network_id"] == network_id)
    stage_rows = [stages.row(int(stages.ids[place])) for place in stage_places[np.argsort(stages["place"][stage_places])]]
    nodes = _nodes(snapshot, [str(stage["lower"]) for stage in stage_rows])
    parts: list[NetworkLinks] = []
    if not stage_rows or (row["kind"] == NetworkKind.COMPUTE and len(nodes)):
        parts.append(_tree(snapshot, row, nodes, use))
    laying = Stages(snapshot, row, use)
    for stage in stage_rows:
        laid = laying.lay(stage)
        count = len(laid.a.device)
        tier = np.full(count, laid.tier, np.int32)
        parts.append(NetworkLinks(None, tier, laid.a, laid.b, np.full(count, laid.rate_gbps), np.full(count, stage["id"], np.int64)))
    tier, rate, stage_ids = (np.concatenate([getattr(part, name) for part in parts]) for name in ("tier", "rate_gbps", "stage"))
    a, b = joined([part.a for part in parts]), joined([part.b for part in parts])
    return NetworkLinks(parts[0].shape, tier, a, b, rate, stage_ids)


def _nodes(snapshot: Snapshot, taken: list[str]) -> Ids:
    """Indexes of devices with GPUs that are not connected to a stage."""
    places = holders(snapshot)
    if "" in taken:
        return places[:0]
    return places[~np.isin(snapshot["device"]["role"][places], taken)]


def _tree(snapshot: Snapshot, row: dict[str, Any], places: Ids, use: PortUse) -> NetworkLinks:
    kind, by_hall, rate = NetworkKind(row["kind"]), bool(row["by_hall"]), float(row["rate_gbps"])
    nodes = Nodes(snapshot, in_order(snapshot, places, by_hall), kind, rate, int(row["planes"]))
    roles = TIER_ROLES.get(kind)
    if roles is None:
        text = QT_TRANSLATE_NOOP("network_links", "{name} has no cabling rule.")
        raise refused(
            text, QT_TRANSLATE_NOOP("network_links", "Add a stage to define which devices connect to which switches."), name=row["name"]
        )
    tiers = [Switches(snapshot, in_order(snapshot, with_role(snapshot, role), by_hall), role, rate) for role in roles]
    if not tiers[0].count:
        text = QT_TRANSLATE_NOOP("network_links", "No switch has the role {role}.")
        fix = QT_TRANSLATE_NOOP("network_links", "Set this role for switches in the inspector, or add a stage with their current role.")
        raise refused(text, fix, role=roles[0])
    shape, standing = _shape(row, nodes, tiers)
    links = fat_tree_links(shape, standing)
    demand_all(list(zip(tiers, _needed(shape), strict=True)))
    tree_links = _joined(shape, links, nodes, tiers, rate)
    for ends in (tree_links.a, tree_links.b):
        clash = use.clashes(ends)
        if len(clash):
            first = str(snapshot["device"].row(int(ends.device[clash[0]]))["name"])
            text = QT_TRANSLATE_NOOP(
                "network_links", "{count} {count|port is|ports are} in use by other networks, the first one on {name}."
            )
            raise refused(text, count=len(clash), name=first)
        use.take(ends)
    return tree_links


def _needed(shape: FatTreeShape) -> list[int]:
    """How many leaves, spines and cores a fat tree has on all planes."""
    counts = [shape.leaf.count, shape.spine.count if shape.spine else 0, shape.core.count if shape.core else 0]
    return [count * shape.tree.planes for count in counts]


@dataclass(frozen=True, slots=True)
class CountedTree:
    """The fat tree of a network, from nothing but the numbers of its devices.

    Attributes:
        tiers: its tiers from the leaves up, with the switches that the planned nodes require and those that are placed.
        shape: the tree; None if no leaf is placed, so that the ports of a leaf are unknown.
        hall_nodes: hall id → the number of nodes there, in the order in which halls are cabled; ABSENT for no hall.
        hall_leaves: hall id → the number of leaves there; ABSENT for no hall.
        device_ports: type id and role → ports of each device that is or contains nodes; types without such ports are left out.
        node_ports: ports of each node on all planes.
    """

    tiers: list[TierCount]
    shape: FatTreeShape | None
    hall_nodes: dict[int, int]
    hall_leaves: dict[int, int]
    device_ports: dict[tuple[int, str], int]
    node_ports: int


def switches_needed(snapshot: Snapshot, network_id: int) -> list[TierCount]:
    """The tiers of the fat tree of a network, from the leaves up (`counted_tree`); none for a network without a tree or a leaf.

    Raises:
        KeyError: there is no such network.
        Refused: nodes or switches fit no tree: as `network_links`.
    """
    tree = counted_tree(snapshot, network_id)
    return tree.tiers if tree and tree.shape else []


def counted_tree(snapshot: Snapshot, network_id: int) -> CountedTree | None:
    """The fat tree of a network with the number of switches that its planned nodes require and the number that is placed.

    Networks other than compute networks have a tree only if their tiers or uplinks are set: access switches usually have fewer uplinks
    than downlinks, so the 1:1 of a compute network does not apply to them. Where no size of a scalable unit is set, only the planned
    nodes count, and not the rest of a unit of the default size.

    Nothing but numbers of devices is needed (`tree_devices`), and no port is assigned.

    Returns:
        The tree; None for a network without one.

    Raises:
        KeyError: there is no such network.
        Refused: nodes or switches fit no tree: as `network_links`.
    """
    row, stages = snapshot["network"].row(network_id), snapshot["network_stage"]
    lower = [str(stages["lower"][place]) for place in np.flatnonzero(stages["network_id"] == network_id).tolist()]
    kind, rate, placed = NetworkKind(row["kind"]), float(row["rate_gbps"]), snapshot.cached(tree_devices)
    nodes = {} if "" in lower else {key: count for key, count in placed.nodes.items() if key[1] not in lower}
    roles = TIER_ROLES.get(kind)
    if roles is None or (lower and (kind is not NetworkKind.COMPUTE or not nodes)):
        return None
    if kind is not NetworkKind.COMPUTE and row["tiers"] is None and row["leaf_up"] is None:
        return None
    ports = NodePorts(snapshot.types, sorted({type_id for type_id, _, _ in nodes}), kind, rate, int(row["planes"]))
    hall_nodes = dict.fromkeys(sorted({hall for _, _, hall in nodes}), 0)
    for (type_id, _, hall), count in nodes.items():
        hall_nodes[hall] += count * ports.nodes_of(type_id)
    tiers: list[Counter[int]] = [Counter() for _ in roles]
    hall_leaves = Counter[int]()
    for (type_id, role, hall), count in placed.switches.items():
        for number, tier_role in enumerate(roles):
            if role == tier_role:
                tiers[number][type_id] += count
        if role == roles[0]:
            hall_leaves[hall] += count
    radixes = [SwitchPorts(snapshot.types, sorted(tier), role, rate).radix for role, tier in zip(roles, tiers, strict=True)]
    node_ports = ports.rails * int(row["planes"])
    device_ports = {key[:2]: ports.nodes_of(key[0]) * node_ports for key in nodes if ports.nodes_of(key[0])}
    if not tiers[0]:
        there = [TierCount(role, 0, tier.total()) for role, tier in zip(roles, tiers, strict=True)]
        return CountedTree(there, None, hall_nodes, {}, device_ports, node_ports)
    shape = fat_tree(_tree_of(row if row["unit_nodes"] else {**row, "whole_units": False}, [*hall_nodes.values()], ports.rails, radixes))
    counts = [TierCount(role, count, tier.total()) for role, count, tier in zip(roles, _needed(shape), tiers, strict=True)]
    return CountedTree(counts, shape, hall_nodes, dict(hall_leaves), device_ports, node_ports)


def _shape(row: dict[str, Any], nodes: Nodes, tiers: list[Switches]) -> tuple[FatTreeShape, Ints]:
    """The tree of a network, and the number of each node in it: halls of a tree by halls begin with a unit of their own."""
    halls, first, counts = np.unique(nodes.hall, return_index=True, return_counts=True)
    order = np.argsort(first)
    tree = _tree_of(row, counts[order].tolist(), nodes.rails, [tier.radix for tier in tiers])
    numbers = np.arange(nodes.count, dtype=np.int32)
    begin = 0
    for hall, units in zip(halls[order].tolist(), tree.island_units, strict=False):
        is_in_hall = nodes.hall == hall
        numbers[is_in_hall] = begin * tree.unit_nodes + np.arange(is_in_hall.sum(), dtype=np.int32)
        begin += units
    return fat_tree(tree), numbers


def _tree_of(row: dict[str, Any], hall_nodes: Sequence[int], rails: int, radixes: Sequence[int | None]) -> FatTree:
    """The settings of the tree of a network.

    Args:
        row: the network.
        hall_nodes: the number of nodes in each hall, in the order in which halls are cabled.
        rails: ports of a node on each plane.
        radixes: ports of a leaf, spine and core; None without switches.
    """
    unit, nodes = int(row["unit_nodes"] or _UNIT_NODES), sum(hall_nodes)
    units: tuple[int, ...] = ()
    hall_nodes = [count for count in hall_nodes if count]
    if row["by_hall"] and len(hall_nodes) > 1:
        units = tuple(-(-count // unit) for count in hall_nodes)
        nodes = sum(units[:-1]) * unit + hall_nodes[-1]
    return FatTree(
        nodes=nodes,
        rails=rails,
        unit_nodes=unit,
        radix=radixes[0] or 1,
        leaf_up=row["leaf_up"],
        leaf_down=row["leaf_down"],
        rails_per_leaf=row["rails_per_leaf"],
        planes=int(row["planes"]),
        whole_units=bool(row["whole_units"]),
        tiers=row["tiers"],
        spine_radix=radixes[1],
        spine_up=row["spine_up"],
        spine_down=row["spine_down"],
        core_radix=radixes[2],
        pod_leaves=row["pod_leaves"],
        pods_by=PodsBy.RAIL if row["pods_by_rail"] else PodsBy.UNIT,
        islands=max(len(units), 1),
        island_units=units,
        even_cores=bool(row["even_cores"]),
    )


def _joined(shape: FatTreeShape, links: FatTreeLinks, nodes: Nodes, tiers: list[Switches], rate_gbps: float) -> NetworkLinks:
    lower = [nodes.ends(links.nodes.node, links.nodes.rail, links.nodes.plane)]
    upper = [tiers[0].ends(links.nodes.leaf, links.nodes.port)]
    for number, uplinks in enumerate((links.leaves, links.spines)):
        if len(uplinks):
            lower.append(tiers[number].ends(uplinks.lower, uplinks.lower_port))
            upper.append(tiers[number + 1].ends(uplinks.upper, uplinks.upper_port))
    tier = np.concatenate([np.full(len(ends.device), number, np.int32) for number, ends in enumerate(lower)])
    count = len(tier)
    rates, stages = np.full(count, rate_gbps), np.full(count, ABSENT, np.int64)
    return NetworkLinks(shape, tier, joined(lower), joined(upper), rates, stages)
