"""Fat trees: published counts are in tests/golden; here is what holds of every one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.fabric.fat_tree import FatTree, FatTreeShape, PodsBy, fat_tree
from gpudesk.core.fabric.fat_tree_links import FatTreeLinks, Uplinks, appliance_ports, fat_tree_links, free_leaf_ports, pod_of_leaves
from gpudesk.core.messages.errors import Refused
from tests.examples import examples


@st.composite
def trees(draw: st.DrawFn) -> FatTree:
    """What people may ask for, also what does not calculate."""
    radix = draw(st.sampled_from([2, 4, 6, 8, 12, 16, 32, 64]))
    up = draw(st.none() | st.integers(1, radix - 1)) if radix > 1 else None
    return FatTree(
        nodes=draw(st.integers(1, 150)),
        rails=draw(st.sampled_from([1, 2, 3, 4, 8])),
        unit_nodes=draw(st.integers(1, 40)),
        radix=radix,
        leaf_up=up,
        rails_per_leaf=draw(st.none() | st.sampled_from([1, 2, 4, 8])),
        planes=draw(st.integers(1, 3)),
        whole_units=draw(st.booleans()),
        tiers=draw(st.none() | st.integers(1, 3)),
        spine_radix=draw(st.none() | st.sampled_from([4, 16, 64])),
        spine_up=draw(st.none() | st.integers(1, 12)),
        core_radix=draw(st.none() | st.sampled_from([8, 64])),
        pod_leaves=draw(st.none() | st.integers(1, 20)),
        pods_by=draw(st.sampled_from(PodsBy)),
        islands=draw(st.integers(1, 3)),
        even_cores=draw(st.booleans()),
    )


def shape_of(tree: FatTree) -> FatTreeShape | None:
    try:
        return fat_tree(tree)
    except Refused:
        return None


def used_twice(*ends: tuple[np.ndarray, np.ndarray]) -> bool:
    """Whether a port of a switch is in two links."""
    keys = np.concatenate([switch.astype(np.int64) * 10_000 + port for switch, port in ends])
    return len(np.unique(keys)) != len(keys)


def even(links: Uplinks, lower: int) -> bool:
    return bool((np.bincount(links.lower, minlength=lower) == len(links) / lower).all())


@given(trees())
@examples(400)
def test_every_fat_tree_is_whole(tree: FatTree) -> None:
    shape = shape_of(tree)
    if shape is None:
        return
    links = fat_tree_links(shape)
    nodes, leaves, spines = links.nodes, links.leaves, links.spines
    planes = tree.planes
    # No port that was asked for is left open, and none is used twice.
    assert len(nodes) == tree.nodes * tree.rails * planes == shape.node_links * planes
    assert not used_twice((nodes.node, nodes.rail * planes + nodes.plane))
    assert not used_twice((nodes.leaf, nodes.port), (leaves.lower, leaves.lower_port))
    assert not used_twice((leaves.upper, leaves.upper_port), (spines.lower, spines.lower_port))
    assert not used_twice((spines.upper, spines.upper_port))
    spine_radix, core_radix = tree.spine_radix or tree.radix, tree.core_radix or tree.radix
    for switch, port, count, radix in (
        (nodes.leaf, nodes.port, shape.leaf.count, tree.radix),
        (leaves.lower, leaves.lower_port, shape.leaf.count, tree.radix),
        (leaves.upper, leaves.upper_port, shape.spine.count if shape.spine else 0, spine_radix),
        (spines.lower, spines.lower_port, shape.spine.count if shape.spine else 0, spine_radix),
        (spines.upper, spines.upper_port, shape.core.count if shape.core else 0, core_radix),
    ):
        assert ((switch >= 0) & (switch < count * planes)).all()
        assert ((port >= 0) & (port < radix)).all()
    _rails_hold(shape, links)
    _uplinks_are_equal(shape, links)


def _rails_hold(shape: FatTreeShape, links: FatTreeLinks) -> None:
    """A leaf has rails of its own share only, and no leaf has nodes of two units."""
    nodes, tree = links.nodes, shape.tree
    for key in (nodes.rail // shape.leaf.rails, nodes.node // tree.unit_nodes, nodes.plane):
        if shape.tiers == 1:
            break
        pairs = np.unique(np.stack([nodes.leaf, key]), axis=1)
        assert len(np.unique(pairs[0])) == pairs.shape[1]


def _uplinks_are_equal(shape: FatTreeShape, links: FatTreeLinks) -> None:
    """A leaf has as many links to each spine of its pod, a spine to each core of its group, and cores differ by one at most."""
    planes = shape.tree.planes
    if shape.spine is None:
        assert not len(links.leaves)
        return
    assert even(links.leaves, shape.leaf.count * planes)
    _, counts = np.unique(np.stack([links.leaves.lower, links.leaves.upper]), axis=1, return_counts=True)
    assert set(counts.tolist()) == {shape.spine.links}
    pod, _ = pod_of_leaves(shape, shape.spine)
    assert np.array_equal(links.leaves.upper % shape.spine.count // shape.spine.a_pod, pod[links.leaves.lower % shape.leaf.count])
    if shape.core is None:
        assert not len(links.spines)
        return
    assert even(links.spines, shape.spine.count * planes)
    pairs, counts = np.unique(np.stack([links.spines.lower, links.spines.upper]), axis=1, return_counts=True)
    assert counts.max() - counts.min() <= (0 if shape.tree.even_cores else 1)
    assert (np.bincount(pairs[0]) == shape.core.a_group).all()
    by_core = np.bincount(links.spines.upper, minlength=shape.core.count * planes)
    assert by_core.max() - by_core.min() <= 1


@given(trees())
@examples(150)
def test_pods_stay_in_their_island(tree: FatTree) -> None:
    shape = shape_of(tree)
    if shape is None or shape.spine is None:
        return
    pod, place = pod_of_leaves(shape, shape.spine)
    assert place.max() < shape.spine.pod_leaves
    island = np.searchsorted(np.cumsum(shape.spine.island_units), np.arange(shape.leaf.count) // shape.leaf.a_unit, side="right")
    assert all(len(set(island[pod == each].tolist())) == 1 for each in np.unique(pod))
    assert len(np.unique(pod)) == shape.spine.pods


def test_the_published_convention_of_ports() -> None:
    links = fat_tree_links(fat_tree(FatTree(nodes=127)))
    of_node_40 = links.nodes.node == 40
    assert links.nodes.leaf[of_node_40].tolist() == list(range(8, 16))
    assert set(links.nodes.port[of_node_40].tolist()) == {8}
    first = links.leaves.lower == 0
    assert links.leaves.lower_port[first].tolist() == list(range(32, 64))
    assert links.leaves.upper[first].tolist() == [spine for spine in range(16) for _ in range(2)]
    assert links.leaves.upper_port[links.leaves.lower == 31][:2].tolist() == [62, 63]


@pytest.mark.parametrize(("up", "down", "first"), [(18, 18, 32), (32, 32, 32), (24, 40, 40), (40, 24, 24)])
def test_uplinks_begin_with_the_second_half_of_a_leaf_unless_one_side_needs_more(up: int, down: int, first: int) -> None:
    shape = fat_tree(FatTree(nodes=2 * down, rails=1, unit_nodes=2 * down, leaf_up=up, leaf_down=down))
    links = fat_tree_links(shape)
    assert sorted(set(links.leaves.lower_port.tolist())) == list(range(first, first + up))
    assert sorted(set(links.nodes.port.tolist())) == list(range(down))
    assert not {*links.leaves.lower_port.tolist()} & {*free_leaf_ports(shape, links.nodes)[1].tolist()}


def test_two_rails_share_a_leaf_where_its_ports_allow() -> None:
    """128 ports at 400G: OCP OPG-256 puts rails 1 and 2 on the first of four leaves."""
    shape = fat_tree(FatTree(nodes=32, radix=128))
    assert (shape.leaf.count, shape.leaf.rails) == (4, 2)
    links = fat_tree_links(shape)
    assert [set(links.nodes.rail[links.nodes.leaf == leaf].tolist()) for leaf in range(4)] == [{0, 1}, {2, 3}, {4, 5}, {6, 7}]


def test_a_rack_with_a_switch_on_top_is_a_unit_of_its_own() -> None:
    shape = fat_tree(FatTree(nodes=16, unit_nodes=2, rails_per_leaf=8, leaf_up=32, radix=64))
    links = fat_tree_links(shape)
    assert shape.leaf.count == 8
    assert np.array_equal(links.nodes.leaf, links.nodes.node // 2)


def test_a_lab_has_one_switch() -> None:
    shape = fat_tree(FatTree(nodes=4, whole_units=False))
    assert (shape.tiers, shape.leaf.count, shape.spine) == (1, 1, None)
    assert len(fat_tree_links(shape)) == 32
    assert fat_tree(FatTree(nodes=4)).leaf.count == 8


def test_pods_hold_all_rails_of_units_or_one_rail_of_many() -> None:
    for by, units, rails in ((PodsBy.UNIT, 4, 8), (PodsBy.RAIL, 16, 2)):
        shape = fat_tree(FatTree(nodes=512, pods_by=by))
        assert shape.spine is not None
        pod, _ = pod_of_leaves(shape, shape.spine)
        first = np.flatnonzero(pod == 0)
        assert len(set((first // 8).tolist())) == units
        assert len(set((first % 8).tolist())) == rails


@pytest.mark.parametrize(("radix", "two", "three"), [(64, 2048, 65_536), (128, 8192, 524_288), (144, 10_368, 746_496)])
def test_the_most_that_two_and_three_tiers_join(radix: int, two: int, three: int) -> None:
    """k²/2 and k³/4 endpoints (fabric arithmetic of a folded Clos network)."""
    half = radix // 2

    def tiers(endpoints: int) -> int:
        return fat_tree(FatTree(nodes=endpoints, rails=1, unit_nodes=half, radix=radix)).tiers

    assert tiers(two) == 2
    assert tiers(two + 1) == 3
    assert tiers(three) == 3
    with pytest.raises(Refused, match="cannot connect"):
        tiers(three + 1)


@pytest.mark.parametrize(("islands", "leaves", "pods", "spines", "cores"), [(1, 1568, 25, 1600, 800), (4, 1568, 28, 1792, 896)])
def test_a_hundred_thousand_gpus(islands: int, leaves: int, pods: int, spines: int, cores: int) -> None:
    shape = fat_tree(FatTree(nodes=12_500, unit_nodes=64, radix=128, islands=islands))
    assert shape.spine is not None
    assert shape.core is not None
    assert (shape.leaf.count, shape.spine.pods, shape.spine.count, shape.core.count) == (leaves, pods, spines, cores)


def test_cores_of_equal_links_are_more() -> None:
    shape = fat_tree(FatTree(nodes=12_500, unit_nodes=64, radix=128, even_cores=True))
    assert shape.core is not None
    assert shape.core.count == 1024


def test_fabric_management_takes_the_ports_of_the_absent_node() -> None:
    shape = fat_tree(FatTree(nodes=127))
    nodes = fat_tree_links(shape).nodes
    leaf, port = appliance_ports(shape, nodes, 4)
    assert leaf.tolist() == [24, 25, 26, 27]
    assert set(port.tolist()) == {31}
    whole = fat_tree(FatTree(nodes=128))
    with pytest.raises(Refused, match="4 fabric management links require free leaf ports"):
        appliance_ports(whole, fat_tree_links(whole).nodes, 4)
    assert len(free_leaf_ports(whole, fat_tree_links(whole).nodes)[0]) == 0


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        (FatTree(nodes=0), "nodes 0"),
        (FatTree(nodes=8, radix=5000), "radix 5000"),
        (FatTree(nodes=8, leaf_up=64), "64 uplinks"),
        (FatTree(nodes=8, leaf_up=32, leaf_down=40), "40 ports for nodes and 32 uplinks"),
        (FatTree(nodes=8, rails_per_leaf=3), "8 rails"),
        (FatTree(nodes=9, tiers=1), "72 node ports"),
        (FatTree(nodes=512, tiers=2), "128 leaves"),
        (FatTree(nodes=512, pod_leaves=33), "33 leaves"),
        (FatTree(nodes=512, spine_up=64), "64 uplinks do not fit on a spine"),
        (FatTree(nodes=64, tiers=4), "not 4"),
        (FatTree(nodes=64, tiers=2, islands=2), "three tiers"),
        (FatTree(nodes=64, islands=3), "fewer scalable units"),
    ],
)
def test_what_cannot_be_built_is_refused_with_the_numbers(tree: FatTree, told: str) -> None:
    with pytest.raises(Refused, match=told):
        fat_tree(tree)
