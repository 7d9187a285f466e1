"""The shape of a fat tree: the number of switches in each tier, and of links between two switches.

A node has `rails` ports on every plane. Rail i of every node of a scalable unit ends on the same leaf, or several rails share one
if the leaf has enough ports; a top-of-rack leaf is the same with a rack as its unit and all rails on one leaf. Spines follow the
rule that fits every published table of two tiers: the smallest divisor of a leaf's uplinks with enough ports, so that each leaf has
the same whole number of links to each spine (reference architectures RA-11333, RA-11334, RA-11337, RA-11339 of NVIDIA). In three
tiers, leaves are in pods with separate spines; the spines at the same position in all pods share a group of cores.
"""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

MOST_NODES = 1_000_000
MOST_RADIX = 4096
MOST_PLANES = 16


class PodsBy(StrEnum):
    """In which order leaves are taken into pods."""

    UNIT = "unit"
    """All rails of a scalable unit together."""
    RAIL = "rail"
    """Pods contain one rail of many units: traffic within a rail stays below the cores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FatTree:
    """The parameters of a fat tree; port counts are ports at the rate of the links, and of one plane.

    Attributes:
        nodes: the number of installed nodes.
        rails: ports of a node on each plane.
        unit_nodes: the number of nodes for which a scalable unit is built.
        radix: ports of a leaf.
        leaf_up: uplinks of a leaf; None is half of its ports.
        leaf_down: ports of a leaf that nodes may use; None is all that are not uplinks.
        rails_per_leaf: rails that share a leaf; None is the maximum for a whole unit.
        planes: parallel fabrics, each containing all rails of each node once.
        whole_units: leaves are built for the whole of the last unit, so that later nodes need no rewiring.
        tiers: 1, 2 or 3; None is the minimum sufficient number.
        spine_radix: ports of a spine; None is as a leaf.
        spine_up: uplinks of a spine in three tiers; None is half of its ports.
        spine_down: ports of a spine in three tiers that leaves may use; None is all that are not uplinks.
        core_radix: ports of a core; None is as a leaf.
        pod_leaves: leaves of a pod; None is one for each port that a spine has for leaves.
        pods_by: the order in which leaves are assigned to pods.
        islands: groups of units, such as halls, that no pod spans; with several there are three tiers.
        island_units: units of each island; empty distributes them evenly.
        even_cores: every spine has the same number of links to each core of its group, though this may require more cores;
            otherwise some have one more than others.
    """

    nodes: int
    rails: int = 8
    unit_nodes: int = 32
    radix: int = 64
    leaf_up: int | None = None
    leaf_down: int | None = None
    rails_per_leaf: int | None = None
    planes: int = 1
    whole_units: bool = True
    tiers: int | None = None
    spine_radix: int | None = None
    spine_up: int | None = None
    spine_down: int | None = None
    core_radix: int | None = None
    pod_leaves: int | None = None
    pods_by: PodsBy = PodsBy.UNIT
    islands: int = 1
    island_units: tuple[int, ...] = ()
    even_cores: bool = False


@dataclass(frozen=True, slots=True)
class LeafTier:
    """The leaves of one plane.

    Attributes:
        count: all of them.
        units: scalable units.
        a_unit: leaves of a whole unit.
        rails: rails that share a leaf.
        nodes: nodes that a leaf is built for.
        up: uplinks of a leaf; 0 in one tier.
    """

    count: int
    units: int
    a_unit: int
    rails: int
    nodes: int
    up: int

    @property
    def down(self) -> int:
        """Ports of a leaf that its nodes take when all are there."""
        return self.nodes * self.rails


@dataclass(frozen=True, slots=True)
class SpineTier:
    """The spines of one plane.

    Attributes:
        a_pod: spines of each pod.
        pod_leaves: leaves that a pod may hold.
        links: links between a leaf and each spine of its pod.
        up: uplinks of a spine; 0 in two tiers.
        island_units: units of each island.
        island_pods: pods of each island.
    """

    a_pod: int
    pod_leaves: int
    links: int
    up: int
    island_units: tuple[int, ...]
    island_pods: tuple[int, ...]

    @property
    def pods(self) -> int:
        """Pods of all islands."""
        return sum(self.island_pods)

    @property
    def count(self) -> int:
        """Spines of all pods."""
        return self.pods * self.a_pod

    @property
    def down(self) -> int:
        """Ports of a spine that the leaves of a whole pod take."""
        return self.pod_leaves * self.links


@dataclass(frozen=True, slots=True)
class CoreTier:
    """The cores of one plane.

    Attributes:
        groups: groups of cores; no spine has links to two of them.
        places: how many places of spines in a pod share a group.
        a_group: cores of each group.
    """

    groups: int
    places: int
    a_group: int

    @property
    def count(self) -> int:
        """Cores of all groups."""
        return self.groups * self.a_group


@dataclass(frozen=True, slots=True)
class FatTreeShape:
    """The tiers of a fat tree; all counts are of one plane."""

    tree: FatTree
    leaf: LeafTier
    spine: SpineTier | None = None
    core: CoreTier | None = None

    @property
    def tiers(self) -> int:
        """1, 2 or 3."""
        return 1 + (self.spine is not None) + (self.core is not None)

    @property
    def node_links(self) -> int:
        """Links between nodes and leaves."""
        return self.tree.nodes * self.tree.rails

    @property
    def leaf_links(self) -> int:
        """Links between leaves and spines."""
        return self.leaf.count * self.leaf.up

    @property
    def spine_links(self) -> int:
        """Links between spines and cores."""
        return self.spine.count * self.spine.up if self.spine else 0


def fat_tree(tree: FatTree) -> FatTreeShape:
    """Calculate the shape of a fat tree.

    Raises:
        Refused: a number is out of its range, or the ports are insufficient; the message names it.
    """
    _in_range(tree)
    if tree.tiers == 1 or (tree.tiers is None and not tree.whole_units and tree.nodes * tree.rails <= tree.radix):
        return _one_switch(tree)
    leaf = _leaves(tree)
    if tree.tiers != 3 and tree.islands == 1:
        links = _links_to_each(leaf.up, leaf.count, tree.spine_radix or tree.radix)
        if links:
            return FatTreeShape(tree, leaf, SpineTier(leaf.up // links, leaf.count, links, 0, (leaf.units,), (1,)))
    if tree.tiers == 2:
        raise _refused(
            QT_TRANSLATE_NOOP("FatTree", "Two tiers with spines of {radix} ports cannot connect {leaves} leaves."),
            leaves=leaf.count,
            radix=tree.spine_radix or tree.radix,
        )
    spine = _pods(tree, leaf)
    return FatTreeShape(tree, leaf, spine, _cores(tree, spine))


def _one_switch(tree: FatTree) -> FatTreeShape:
    ports = tree.nodes * tree.rails
    if ports > tree.radix:
        raise _refused(
            QT_TRANSLATE_NOOP("FatTree", "{ports} node ports do not fit on one switch with {radix} ports."), ports=ports, radix=tree.radix
        )
    return FatTreeShape(tree, LeafTier(1, 1, 1, tree.rails, tree.nodes, 0))


def _leaves(tree: FatTree) -> LeafTier:
    up = tree.radix // 2 if tree.leaf_up is None else tree.leaf_up
    down = tree.radix - up if tree.leaf_down is None else tree.leaf_down
    if not (0 < up < tree.radix and 0 < down <= tree.radix - up):
        raise _refused(
            QT_TRANSLATE_NOOP("FatTree", "{down} ports for nodes and {up} uplinks do not fit on a leaf with {radix} ports."),
            down=down,
            up=up,
            radix=tree.radix,
        )
    rails = _rails_of_a_leaf(tree, down)
    blocks = -(-tree.unit_nodes // (down // rails))
    nodes = -(-tree.unit_nodes // blocks)
    groups = tree.rails // rails
    units = -(-tree.nodes // tree.unit_nodes)
    last = tree.nodes - (units - 1) * tree.unit_nodes
    last_blocks = blocks if tree.whole_units else -(-last // nodes)
    return LeafTier(groups * (blocks * (units - 1) + last_blocks), units, groups * blocks, rails, nodes, up)


def _rails_of_a_leaf(tree: FatTree, down: int) -> int:
    """Rails that share a leaf: the specified number, or the largest divisor for which the nodes of a unit fit."""
    if tree.rails_per_leaf is not None:
        if tree.rails % tree.rails_per_leaf or tree.rails_per_leaf > down:
            raise _refused(
                QT_TRANSLATE_NOOP(
                    "FatTree", "{rails} rails cannot be split evenly across leaves with {share} each and {down} ports for nodes."
                ),
                rails=tree.rails,
                share=tree.rails_per_leaf,
                down=down,
            )
        return tree.rails_per_leaf
    nodes = tree.unit_nodes if tree.whole_units else min(tree.unit_nodes, tree.nodes)
    return max((share for share in _divisors(tree.rails) if share * nodes <= down), default=1)


def _pods(tree: FatTree, leaf: LeafTier) -> SpineTier:
    radix = tree.spine_radix or tree.radix
    up = radix // 2 if tree.spine_up is None else tree.spine_up
    down = radix - up if tree.spine_down is None else tree.spine_down
    if not (0 < up < radix and 0 < down <= radix - up):
        raise _refused(
            QT_TRANSLATE_NOOP("FatTree", "{down} ports for leaves and {up} uplinks do not fit on a spine with {radix} ports."),
            down=down,
            up=up,
            radix=radix,
        )
    pod_leaves = down if tree.pod_leaves is None else tree.pod_leaves
    links = _links_to_each(leaf.up, pod_leaves, down)
    if not links:
        raise _refused(
            QT_TRANSLATE_NOOP("FatTree", "A pod of {leaves} leaves exceeds the {down} downlink ports of each spine."),
            leaves=pod_leaves,
            down=down,
        )
    least, more = divmod(leaf.units, tree.islands)
    units = tree.island_units or tuple(least + (place < more) for place in range(tree.islands))
    short = leaf.units * leaf.a_unit - leaf.count
    leaves = [count * leaf.a_unit - (short if place == tree.islands - 1 else 0) for place, count in enumerate(units)]
    return SpineTier(leaf.up // links, pod_leaves, links, up, units, tuple(-(-count // pod_leaves) for count in leaves))


def _cores(tree: FatTree, spine: SpineTier) -> CoreTier:
    """The fewest cores that take all uplinks, each spine on every core of its group."""
    radix = tree.core_radix or tree.radix
    options: list[tuple[int, int, int]] = []
    for places in [1] if tree.even_cores else _divisors(spine.a_pod):
        cores = -(-spine.pods * places * spine.up // radix)
        if tree.even_cores:
            cores = next(
                (share for share in _divisors(spine.up) if share >= cores and spine.pods * (spine.up // share) <= radix), spine.up + 1
            )
        if cores <= spine.up:
            options.append((spine.a_pod // places * cores, places, cores))
    if not options:
        raise _refused(
            QT_TRANSLATE_NOOP(
                "FatTree", "Cores of {radix} ports cannot connect {pods} pods: {up} uplinks of a spine do not reach every pod."
            ),
            pods=spine.pods,
            radix=radix,
            up=spine.up,
        )
    _, places, cores = min(options)
    return CoreTier(spine.a_pod // places, places, cores)


def _links_to_each(up: int, below: int, ports: int) -> int:
    """The most links to each switch above that share out `up` uplinks of each of `below` switches; 0 if the ports above are too few."""
    return next((up // above for above in _divisors(up) if below * (up // above) <= ports), 0)


def _divisors(number: int) -> list[int]:
    return [divisor for divisor in range(1, number + 1) if number % divisor == 0]


def _in_range(tree: FatTree) -> None:
    limits: dict[str, tuple[int | None, int]] = {
        "nodes": (tree.nodes, MOST_NODES),
        "rails": (tree.rails, MOST_RADIX),
        "unit_nodes": (tree.unit_nodes, MOST_NODES),
        "radix": (tree.radix, MOST_RADIX),
        "rails_per_leaf": (tree.rails_per_leaf, MOST_RADIX),
        "planes": (tree.planes, MOST_PLANES),
        "spine_radix": (tree.spine_radix, MOST_RADIX),
        "core_radix": (tree.core_radix, MOST_RADIX),
        "pod_leaves": (tree.pod_leaves, MOST_NODES),
        "islands": (tree.islands, MOST_NODES),
    }
    for name, (value, most) in limits.items():
        if value is not None and not 1 <= value <= most:
            raise _refused(QT_TRANSLATE_NOOP("FatTree", "{name} {value}: must be between 1 and {most}."), name=name, value=value, most=most)
    if tree.tiers not in (None, 1, 2, 3):
        raise _refused(QT_TRANSLATE_NOOP("FatTree", "A fat tree has one, two or three tiers, not {tiers}."), tiers=tree.tiers)
    if tree.islands > 1 and tree.tiers in (1, 2):
        raise _refused(QT_TRANSLATE_NOOP("FatTree", "Islands are connected by cores: they require three tiers."))
    units = -(-tree.nodes // tree.unit_nodes)
    if tree.islands > units:
        raise _refused(QT_TRANSLATE_NOOP("FatTree", "There are fewer scalable units than islands."))
    if tree.island_units and (len(tree.island_units), sum(tree.island_units)) != (tree.islands, units):
        raise ValueError("the units of the islands are not those of the tree")


def _refused(text: str, **values: int | str) -> Refused:
    return Refused(Message("FatTree", text, values))
