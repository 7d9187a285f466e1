"""Leaves that the nodes of a network require: in each hall, or in all together, and which ports have no leaf."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.fabric.fat_tree import FatTreeShape
from gpudesk.core.fabric.fat_tree_links import leaf_of
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.networks.network_links import CountedTree


@dataclass(frozen=True, slots=True)
class LeafCount:
    """Too few leaves for the nodes of some halls.

    Attributes:
        halls: ids of these halls; more than one if leaves may be in any hall.
        role: role of the leaves.
        needed: leaves that the nodes require; None if no leaf is placed, so that the ports of one are unknown.
        there: leaves that are placed.
        first: number of the first of these leaves in the network, counted from 0.
        nodes: nodes in these halls.
        ports: ports of these nodes on all planes.
    """

    halls: tuple[int, ...]
    role: str
    needed: int | None
    there: int
    first: int
    nodes: int
    ports: int


@dataclass(frozen=True, slots=True)
class OpenPorts:
    """Ports of nodes that have no leaf to connect to: how many, and their rails, counted from 0."""

    count: int
    rails: tuple[int, ...]


def leaves_short(tree: CountedTree) -> tuple[LeafCount, ...]:
    """Halls with too few leaves.

    In a network by halls, each hall has its own leaves, unless it has several planes or leaves are also in halls without nodes; otherwise
    only the sum of all halls counts. Nodes that are in no hall are not reported alone.
    """
    leaf, halls = tree.tiers[0], tuple(hall for hall, nodes in tree.hall_nodes.items() if nodes and hall != ABSENT)
    if not halls:
        return ()
    whole = {hall for hall, nodes in tree.hall_nodes.items() if nodes}
    if tree.shape is not None and tree.shape.tree.planes == 1 and set(tree.hall_leaves) <= set(halls) == whole:
        by_hall = _leaves_of_islands(tree.shape)
        if len(by_hall) == len(halls) > 1:
            first = np.cumsum([0, *by_hall]).tolist()
            counts = (
                _count(tree, (hall,), needed, tree.hall_leaves.get(hall, 0), first[place])
                for place, (hall, needed) in enumerate(zip(halls, by_hall, strict=True))
            )
            return tuple(count for count in counts if count.needed is not None and count.there < count.needed)
    if tree.shape is not None and leaf.there >= leaf.needed:
        return ()
    return (_count(tree, halls, leaf.needed if tree.shape else None, leaf.there),)


def _count(tree: CountedTree, halls: tuple[int, ...], needed: int | None, there: int, first: int = 0) -> LeafCount:
    nodes = sum(tree.hall_nodes[hall] for hall in halls)
    return LeafCount(halls, tree.tiers[0].role, needed, there, first, nodes, nodes * tree.node_ports)


def _leaves_of_islands(shape: FatTreeShape) -> list[int]:
    """Leaves of each island on one plane, in the order in which islands are cabled."""
    counts = [units * shape.leaf.a_unit for units in shape.tree.island_units or (shape.leaf.units,)]
    counts[-1] -= shape.leaf.units * shape.leaf.a_unit - shape.leaf.count
    return counts


def open_ports(tree: CountedTree, missing: tuple[int, ...]) -> OpenPorts:
    """The ports of nodes that end at some leaves.

    Args:
        missing: the numbers of these leaves, counted from 0 through all planes.
    """
    assert tree.shape is not None  # noqa: S101 - narrows the type
    shape, node = tree.shape, []
    first_unit = 0
    halls = [nodes for nodes in tree.hall_nodes.values() if nodes]
    for place, nodes in enumerate(halls if shape.tree.island_units else [sum(halls)]):
        node.append(first_unit * shape.tree.unit_nodes + np.arange(nodes, dtype=np.int32))
        first_unit += shape.tree.island_units[place] if shape.tree.island_units else 0
    rails = np.arange(shape.tree.rails, dtype=np.int32)
    leaf = leaf_of(shape, np.concatenate(node)[:, None], rails[None, :])
    without = [np.isin(leaf, [number - plane * shape.leaf.count for number in missing]) for plane in range(shape.tree.planes)]
    open_rails = np.flatnonzero(np.any([plane.any(axis=0) for plane in without], axis=0))
    return OpenPorts(sum(int(plane.sum()) for plane in without), tuple(open_rails.tolist()))
