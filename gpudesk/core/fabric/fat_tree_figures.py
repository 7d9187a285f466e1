"""Totals of a fat tree: links, cages, modules, cords and fibers as five numbers, oversubscription, and the effect of a loss.

One link has a port at each end; a cage contains one or two ports and accepts one module; a cord carries one link regardless of its
cage; a cord uses a given number of fibers. The published bill of four scalable units of DGX H100 (RA-11333-001 V11, table 8) counts
in the same way: 2,040 cords, 1,536 and 508 modules.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.fabric.fat_tree import FatTreeShape
from gpudesk.core.fabric.fat_tree_links import FatTreeLinks, Ints, pod_of_leaves


class Part(StrEnum):
    """The parts that can fail."""

    NODE_LINK = "node link"
    LEAF = "leaf"
    LEAF_LINK = "leaf uplink"
    SPINE = "spine"
    SPINE_LINK = "spine uplink"
    CORE = "core"


@dataclass(frozen=True, slots=True)
class Packing:
    """The arrangement of ports in cages, and the fibers of a cord.

    Attributes:
        node_ports: ports of one cage of a node.
        switch_ports: ports of one cage of a switch.
        fibres: fibers used by one link, both directions; 0 for copper.
    """

    node_ports: int = 2
    switch_ports: int = 2
    fibres: int = 8


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of a whole fabric, all planes.

    Attributes:
        node_links, leaf_links, spine_links, appliance_links: links between nodes and leaves, leaves and spines, spines and cores, and of
            what manages the fabric.
        node_modules, switch_modules: cages that hold at least one link.
        cords: cords of the links between nodes and switches and between switches; those of fabric management are splitters, counted apart.
        fibres: lit fibers of those cords.
    """

    leaves: int
    spines: int
    cores: int
    node_links: int
    leaf_links: int
    spine_links: int
    appliance_links: int
    node_modules: int
    switch_modules: int
    cords: int
    fibres: int

    @property
    def links(self) -> int:
        """All links."""
        return self.node_links + self.leaf_links + self.spine_links + self.appliance_links


@dataclass(frozen=True, slots=True)
class Loss:
    """The effect of the loss of one part.

    Attributes:
        nodes: the number of affected nodes.
        share: the share of these nodes' bandwidth at this tier that is lost.
    """

    part: Part
    nodes: int
    share: float


def counts(shape: FatTreeShape, links: FatTreeLinks, packing: Packing, appliances: tuple[Ints, Ints] | None = None) -> Counts:
    """Count a fabric.

    Args:
        appliances: leaf and port of each link of fabric management, shapes (links,).
    """
    planes = shape.tree.planes
    leaf, port = (np.zeros(0, np.int32), np.zeros(0, np.int32)) if appliances is None else appliances
    switch_cages = (
        _cages(packing.switch_ports, (links.nodes.leaf, links.nodes.port), (links.leaves.lower, links.leaves.lower_port), (leaf, port))
        + _cages(packing.switch_ports, (links.leaves.upper, links.leaves.upper_port), (links.spines.lower, links.spines.lower_port))
        + _cages(packing.switch_ports, (links.spines.upper, links.spines.upper_port))
    )
    cords = len(links)
    return Counts(
        leaves=shape.leaf.count * planes,
        spines=shape.spine.count * planes if shape.spine else 0,
        cores=shape.core.count * planes if shape.core else 0,
        node_links=len(links.nodes),
        leaf_links=len(links.leaves),
        spine_links=len(links.spines),
        appliance_links=len(leaf),
        node_modules=shape.tree.nodes * -(-shape.tree.rails * planes // packing.node_ports),
        switch_modules=switch_cages,
        cords=cords,
        fibres=cords * packing.fibres,
    )


def oversubscription(shape: FatTreeShape) -> tuple[float, float]:
    """Downlink ports per uplink of a leaf and of a spine, both with all nodes installed; 1 if there is no tier above.

    Returns:
        That of leaves, that of spines: below 1 the tier above has excess capacity.
    """
    leaf = shape.leaf.down / shape.leaf.up if shape.leaf.up else 1.0
    spine = shape.spine.down / shape.spine.up if shape.spine and shape.spine.up else 1.0
    return leaf, spine


def bisection_share(shape: FatTreeShape) -> float:
    """The minimum bandwidth between two halves of the nodes, as a share of the send rate of the ports of one half.

    Halves are divided along scalable units and pods, where the tree has the least bandwidth: crossing traffic goes up from every
    leaf, and between pods up from every spine. Never above 1, because nodes cannot send more.
    """
    leaf, spine = oversubscription(shape)
    return min(1.0, 1 / leaf, 1 / (leaf * spine))


def paths(shape: FatTreeShape) -> tuple[int, int]:
    """The number of paths, distinguished by their cables, between leaves within a pod and between pods; 0 without such leaves."""
    if shape.spine is None:
        return 0, 0
    within = shape.leaf.up * shape.spine.links
    if shape.core is None:
        return within, 0
    links_to_a_core = shape.spine.up / shape.core.a_group
    return within, round(shape.leaf.up * shape.spine.up * links_to_a_core * shape.core.places * shape.spine.links)


def losses(shape: FatTreeShape) -> tuple[Loss, ...]:
    """What each part takes down when it fails alone, in the first unit and the first pod.

    All ports of a node have one rate, so a leaf takes the rails that end on it. A spine takes its part of the uplinks of the leaves of its
    pod, a core its part of those of the spines that reach it, in one plane only.
    """
    tree, leaf, spine = shape.tree, shape.leaf, shape.spine
    ports = tree.rails * tree.planes
    nodes = min(leaf.nodes, tree.nodes)
    part_losses = [Loss(Part.NODE_LINK, 1, 1 / ports), Loss(Part.LEAF, nodes, leaf.rails / ports)]
    if spine is None:
        return tuple(part_losses)
    part_losses.append(Loss(Part.LEAF_LINK, nodes, leaf.rails / ports / leaf.up))
    leaves = np.flatnonzero(pod_of_leaves(shape, spine)[0] == 0)
    blocks = leaf.a_unit // (tree.rails // leaf.rails)
    served = len(np.unique(leaves // leaf.a_unit * blocks + leaves % leaf.a_unit % blocks))
    pod_nodes, of_node = min(tree.nodes, served * leaf.nodes), len(leaves) * leaf.rails / (served * ports)
    part_losses.append(Loss(Part.SPINE, pod_nodes, of_node / spine.a_pod))
    if shape.core is not None:
        part_losses.append(Loss(Part.SPINE_LINK, pod_nodes, of_node / (spine.a_pod * spine.up)))
        part_losses.append(Loss(Part.CORE, tree.nodes, 1 / shape.core.count / tree.planes))
    return tuple(part_losses)


def _cages(ports: int, *ends: tuple[Ints, Ints]) -> int:
    keys = [switch.astype(np.int64) * 100_000 + port // ports for switch, port in ends]
    return len(np.unique(np.concatenate(keys)))
