import pytest

from gpudesk.core.fabric.fat_tree import FatTree, PodsBy, fat_tree
from gpudesk.core.fabric.fat_tree_figures import Packing, Part, bisection_share, counts, losses, oversubscription, paths
from gpudesk.core.fabric.fat_tree_links import fat_tree_links


def lost(tree: FatTree) -> dict[Part, tuple[int, float]]:
    return {loss.part: (loss.nodes, round(loss.share, 12)) for loss in losses(fat_tree(tree))}


@pytest.mark.parametrize(
    ("tree", "leaf", "spine", "share"),
    [
        (FatTree(nodes=128), 1, 1, 1),
        (FatTree(nodes=128, leaf_up=16, leaf_down=32), 2, 1, 0.5),
        # Meta's clusters of 24,576 H100: pods without over-subscription, 7 : 1 above (Llama 3 paper, as read by G. Lockwood).
        (FatTree(nodes=512, spine_up=4, spine_down=28, pod_leaves=28, leaf_up=28, leaf_down=32), 32 / 28, 7, 28 / 32 / 7),
        # Twice as much above the leaf as below, half of that above the spine: the nodes are the limit.
        (FatTree(nodes=512, unit_nodes=16, leaf_up=32, leaf_down=16, tiers=3, spine_up=16, spine_down=32), 0.5, 2, 1),
    ],
)
def test_what_is_oversubscribed_and_what_crosses_the_middle(tree: FatTree, leaf: float, spine: float, share: float) -> None:
    shape = fat_tree(tree)
    assert list(oversubscription(shape)) == pytest.approx([leaf, spine])
    assert bisection_share(shape) == pytest.approx(share)


def test_links_cages_modules_cords_and_fibres_are_five_numbers() -> None:
    """Two leaves with 3 nodes of 2 rails: single-port cages in the nodes, twin-port ones in the switches."""
    shape = fat_tree(FatTree(nodes=3, rails=2, unit_nodes=3, radix=8))
    found = counts(shape, fat_tree_links(shape), Packing(node_ports=1, switch_ports=2, fibres=2))
    assert (found.leaves, found.spines, found.cores) == (2, 1, 0)
    assert (found.node_links, found.leaf_links, found.links) == (6, 8, 14)
    assert found.node_modules == 6
    # A leaf: 3 ports in 2 cages downwards, 4 in 2 upwards; the spine: 8 in 4.
    assert found.switch_modules == 2 * 4 + 4
    assert (found.cords, found.fibres) == (14, 28)


def test_ways_between_leaves() -> None:
    assert paths(fat_tree(FatTree(nodes=4, whole_units=False))) == (0, 0)
    assert paths(fat_tree(FatTree(nodes=127))) == (32 * 2, 0)
    # 16 units: 32 spines, two cores a place with 16 links each; any of 32 uplinks, any of 32 above, any of 16 down, one link to the leaf.
    assert paths(fat_tree(FatTree(nodes=512))) == (32, 32 * 32 * 16)


def test_what_a_loss_takes() -> None:
    assert lost(FatTree(nodes=127)) == {
        Part.NODE_LINK: (1, 1 / 8),
        Part.LEAF: (32, 1 / 8),
        Part.LEAF_LINK: (32, 1 / 256),
        Part.SPINE: (127, 1 / 16),
    }
    # Two planes: a lost leaf leaves half of what the GPU has (RA-11337-001), one of sixteen ports of the node.
    assert lost(FatTree(nodes=64, unit_nodes=64, radix=128, planes=2))[Part.LEAF] == (64, 1 / 16)
    three = lost(FatTree(nodes=512))
    assert three[Part.SPINE] == (128, 1 / 32)
    assert three[Part.SPINE_LINK] == (128, 1 / 1024)
    assert three[Part.CORE] == (512, 1 / 64)


def test_a_pod_of_one_rail_takes_only_its_rail() -> None:
    by_rail = lost(FatTree(nodes=512, pods_by=PodsBy.RAIL))
    assert by_rail[Part.SPINE] == (512, 2 / 8 / 32)
    nvl72 = FatTree(nodes=288, rails=4, unit_nodes=144, leaf_up=18, leaf_down=18, spine_up=24, spine_down=24, pod_leaves=8, tiers=3)
    assert lost(nvl72)[Part.SPINE] == (144, round(1 / 24, 12))


def test_one_switch_loses_all() -> None:
    assert lost(FatTree(nodes=4, whole_units=False)) == {Part.NODE_LINK: (1, 1 / 8), Part.LEAF: (4, 1.0)}
