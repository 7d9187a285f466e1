"""Every link of a fat tree with its ports: rail and node to port and leaf, and likewise for the tiers above.

Ports count from 0 at the rate of the links, and switches of a tier count from 0 through all planes. By convention (that of the
published walk-through of a scalable unit, shke.com.cn/?p=7546):

- nodes use the first ports of a leaf, uplinks the last ones; node n of a leaf has port n on every leaf on which its rails end, and
  if several rails share a leaf the nodes of the second follow those of the first. If neither fills its half of the leaf, uplinks
  begin with the second half, as on a published cluster of GB200 NVL72: 18 nodes on ports 1 to 18, 18 uplinks on 33 to 50
  (NVIDIA/topograph@e2b6250, tests/output/ibnetdiscover/example.out);
- the uplinks of a leaf go to the spines of its pod in their order, all links to one spine side by side; on the spine the leaves of
  the same nodes follow each other rail by rail, then those of the next nodes (leaves 1 of rails 1 to 4, leaves 2, and so on, in the
  same listing); the uplinks of a spine are its last ports;
- the uplinks of the spines that share a group of cores are numbered consecutively, pod after pod, and assigned to the cores in
  turn, so that the cores' numbers of links differ by at most one, and each spine reaches each core of its group.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.fabric.fat_tree import FatTreeShape, PodsBy, SpineTier
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

Ints: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class NodeLinks:
    """Links between nodes and leaves, one per entry: shape (links,). `node` is the index of the node among the installed ones."""

    node: Ints
    rail: Ints
    plane: Ints
    leaf: Ints
    port: Ints

    def __len__(self) -> int:
        return len(self.node)


@dataclass(frozen=True, slots=True, eq=False)
class Uplinks:
    """Links between a tier and the next one above, one an entry: shape (links,)."""

    lower: Ints
    lower_port: Ints
    upper: Ints
    upper_port: Ints

    def __len__(self) -> int:
        return len(self.lower)


@dataclass(frozen=True, slots=True, eq=False)
class FatTreeLinks:
    """All links of a fat tree; a tier that is not there has none."""

    nodes: NodeLinks
    leaves: Uplinks
    spines: Uplinks

    def __len__(self) -> int:
        return len(self.nodes) + len(self.leaves) + len(self.spines)


def fat_tree_links(shape: FatTreeShape, places: Ints | None = None) -> FatTreeLinks:
    """Create every link of a fat tree, in the order node by node, leaf by leaf, spine by spine, plane after plane.

    Args:
        places: the position of each node in the units, counted through all units, shape (nodes,); None fills them consecutively.
    """
    none = np.zeros(0, np.int32)
    no_links = Uplinks(none, none, none, none)
    spine, core = shape.spine, shape.core
    leaves = _of_planes(_leaf_uplinks(shape, spine), shape.tree.planes, shape.leaf.count, spine.count) if spine else no_links
    spines = _of_planes(_spine_uplinks(shape, spine), shape.tree.planes, spine.count, core.count) if spine and core else no_links
    return FatTreeLinks(_node_links(shape, np.arange(shape.tree.nodes, dtype=np.int32) if places is None else places), leaves, spines)


def leaf_of(shape: FatTreeShape, node: Ints, rail: Ints) -> Ints:
    """The leaf, in its plane, on which a rail of the node at a place ends: shape as given."""
    leaf = shape.leaf
    unit, place = _unit_and_place(shape, node)
    leaves: Ints = (unit * leaf.a_unit + rail // leaf.rails * _blocks(shape, unit) + place // leaf.nodes).astype(np.int32)
    return leaves


def _blocks(shape: FatTreeShape, unit: Ints) -> Ints:
    """How many leaves side by side the nodes of a unit take for each rail: shape as given."""
    leaf, groups, last = shape.leaf, shape.tree.rails // shape.leaf.rails, shape.leaf.units - 1
    blocks: Ints = np.where(unit == last, (leaf.count - last * leaf.a_unit) // groups, leaf.a_unit // groups)
    return blocks


def pod_of_leaves(shape: FatTreeShape, spine: SpineTier) -> tuple[Ints, Ints]:
    """The pod of each leaf of a plane and its place in it: shapes (leaves,)."""
    leaf = shape.leaf
    number = np.arange(leaf.count, dtype=np.int32)
    unit, place = np.divmod(number, leaf.a_unit)
    ends = np.cumsum(spine.island_units)
    island = np.searchsorted(ends, unit, side="right")
    key = place if shape.tree.pods_by is PodsBy.RAIL else number
    order = np.lexsort((number, key, island))
    first = np.searchsorted(island[order], np.arange(len(ends)))
    within = np.empty(leaf.count, np.int64)
    within[order] = np.arange(leaf.count) - first[island[order]]
    first_pod = np.concatenate(([0], np.cumsum(spine.island_pods)[:-1]))
    pod = first_pod[island] + within // spine.pod_leaves
    rail, block = np.divmod(place, np.maximum(_blocks(shape, unit), 1))
    order = np.lexsort((rail, block, unit, pod))
    at = np.empty(leaf.count, np.int64)
    at[order] = np.arange(leaf.count) - np.searchsorted(pod[order], pod[order])
    return pod.astype(np.int32), at.astype(np.int32)


def free_leaf_ports(shape: FatTreeShape, links: NodeLinks) -> tuple[Ints, Ints]:
    """Ports of leaves that neither a node nor an uplink has, all planes: leaf and port, the first free port of every leaf first."""
    first = _first_uplink(shape)
    leaves = shape.leaf.count * shape.tree.planes
    free = np.ones((leaves, shape.tree.radix), bool)
    free[:, first : first + shape.leaf.up] = False
    free[links.leaf, links.port] = False
    leaf, port = np.nonzero(free)
    rank = np.arange(len(leaf)) - np.searchsorted(leaf, np.arange(leaves))[leaf]
    order = np.lexsort((leaf, rank))
    return leaf[order].astype(np.int32), port[order].astype(np.int32)


def appliance_ports(shape: FatTreeShape, links: NodeLinks, count: int) -> tuple[Ints, Ints]:
    """Ports for what manages the fabric: those that absent nodes leave, one a leaf as long as there are leaves.

    Returns:
        Leaf and port, shapes (count,).

    Raises:
        Refused: fewer ports are free; a node has to be left out, as the published designs do.
    """
    leaf, port = free_leaf_ports(shape, links)
    if count > len(leaf):
        text = QT_TRANSLATE_NOOP("FatTree", "{count} fabric management links require free leaf ports; {free} are available.")
        fix = QT_TRANSLATE_NOOP("FatTree", "Omit one node to free its ports.")
        raise Refused(Message("FatTree", text, {"count": count, "free": len(leaf)}), Message("FatTree", fix))
    return leaf[:count], port[:count]


def _first_uplink(shape: FatTreeShape) -> int:
    half, leaf = shape.tree.radix // 2, shape.leaf
    return half if leaf.up <= half and leaf.down <= half else shape.tree.radix - leaf.up


def _node_links(shape: FatTreeShape, places: Ints) -> NodeLinks:
    tree, leaf = shape.tree, shape.leaf
    node = np.repeat(np.arange(len(places), dtype=np.int32), tree.rails * tree.planes)
    rail = np.tile(np.repeat(np.arange(tree.rails, dtype=np.int32), tree.planes), len(places))
    plane = np.tile(np.arange(tree.planes, dtype=np.int32), len(places) * tree.rails)
    place = places[node]
    port = rail % leaf.rails * leaf.nodes + _unit_and_place(shape, place)[1] % leaf.nodes
    return NodeLinks(node, rail, plane, (leaf_of(shape, place, rail) + plane * leaf.count).astype(np.int32), port.astype(np.int32))


def _unit_and_place(shape: FatTreeShape, node: Ints) -> tuple[Ints, Ints]:
    """The scalable unit of a node and its place there; all nodes of one switch are one unit."""
    unit, place = np.divmod(node, shape.tree.nodes if shape.spine is None else shape.tree.unit_nodes)
    return unit, place


def _leaf_uplinks(shape: FatTreeShape, spine: SpineTier) -> Uplinks:
    leaf = shape.leaf
    pod, place = pod_of_leaves(shape, spine)
    lower = np.repeat(np.arange(leaf.count, dtype=np.int32), leaf.up)
    up = np.tile(np.arange(leaf.up, dtype=np.int32), leaf.count)
    upper, strand = np.divmod(up, spine.links)
    return Uplinks(
        lower,
        _first_uplink(shape) + up,
        (pod[lower] * spine.a_pod + upper).astype(np.int32),
        (place[lower] * spine.links + strand).astype(np.int32),
    )


def _spine_uplinks(shape: FatTreeShape, spine: SpineTier) -> Uplinks:
    assert shape.core is not None  # noqa: S101 - narrows the type
    core = shape.core
    lower = np.repeat(np.arange(spine.count, dtype=np.int32), spine.up)
    up = np.tile(np.arange(spine.up, dtype=np.int32), spine.count)
    pod, place = np.divmod(lower, spine.a_pod)
    group, at = np.divmod(place, core.places)
    through = (pod * core.places + at).astype(np.int64) * spine.up + up
    port, one = np.divmod(through, core.a_group)
    radix = shape.tree.spine_radix or shape.tree.radix
    return Uplinks(lower, radix - spine.up + up, (group * core.a_group + one).astype(np.int32), port.astype(np.int32))


def _of_planes(links: Uplinks, planes: int, lower: int, upper: int) -> Uplinks:
    """The same links once for each plane, switches numbered through."""
    if planes == 1:
        return links
    plane = np.repeat(np.arange(planes, dtype=np.int32), len(links))
    return Uplinks(
        np.tile(links.lower, planes) + plane * np.int32(lower),
        np.tile(links.lower_port, planes),
        np.tile(links.upper, planes) + plane * np.int32(upper),
        np.tile(links.upper_port, planes),
    )
