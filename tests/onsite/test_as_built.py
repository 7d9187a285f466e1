"""What is planned against what was seen: each sort of difference once, and nothing where nothing differs."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.fabric.ibnetdiscover import ibnetdiscover_links, read_ibnetdiscover
from gpudesk.formats.fabric.ibsim import ibsim_text
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.onsite.as_built import AsBuilt, as_built
from gpudesk.onsite.built_links import BuiltLinks, Sort
from gpudesk.onsite.seen_nodes import Way
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.formats.mixed_fabric import mixed_file
from tests.onsite.seen_fabric import as_planned, led, link_at, moved, node_of, planned, plugged, with_visitor, without

SAMPLE = Path(__file__).resolve().parents[3] / "shared" / "samples" / "ibnetdiscover" / "gb200-cluster.out"


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return planned(tmp_path_factory.mktemp("pod"))


def told(found: AsBuilt) -> list[tuple[str, str, str]]:
    return [
        (str(each.sort), " - ".join(map(str, each.planned or ())), "; ".join(f"{link.a} - {link.b}" for link in each.seen))
        for each in found.differences
    ]


def test_what_is_as_planned_differs_in_nothing(pod: Snapshot) -> None:
    found = as_built(pod, as_planned(pod))
    assert (found.planned, found.seen, found.right, found.elsewhere) == (512, 512, 512, 0)
    assert found.differences == ()
    assert found.strangers == ()


def test_a_missing_link(pod: Snapshot) -> None:
    seen = as_planned(pod)
    found = as_built(pod, without(seen, link_at(seen, "leaf-0001", 1)))
    assert told(found) == [("missing", "dgx-0001 OSFP4P2 - leaf-0001 1/1", "")]
    assert found.right == 511


def test_a_link_at_another_port_of_the_same_switch(pod: Snapshot) -> None:
    seen = as_planned(pod)
    gone = without(seen, link_at(seen, "leaf-0001", 40))
    at = link_at(gone, "leaf-0001", 1)
    found = as_built(pod, moved(gone, at, 40))
    assert sorted(told(found)) == [
        ("wrong_device", "leaf-0001 20/2 - spine-0001 4/2", "dgx-0001 OSFP4P2 - leaf-0001 20/2"),
        ("wrong_port", "dgx-0001 OSFP4P2 - leaf-0001 1/1", "dgx-0001 OSFP4P2 - leaf-0001 20/2"),
    ]


def test_a_link_between_other_ports_of_the_same_devices(pod: Snapshot) -> None:
    seen = as_planned(pod)
    links = [link_at(seen, "leaf-0001", port) for port in (33, 34)]
    away = without(seen, links[1])
    at = link_at(away, "leaf-0001", 33)
    a_port = away.a_port.copy()
    a_port[at] = 34
    b_port = away.b_port.copy()
    b_port[at] = seen.b_port[links[1]]
    found = as_built(pod, replace(away, a_port=a_port, b_port=b_port))
    assert told(found) == [("missing", "leaf-0001 17/1 - spine-0001 1/1", "")]


def test_a_link_at_another_switch(pod: Snapshot) -> None:
    seen = as_planned(pod)
    stay = without(seen, link_at(seen, "leaf-0002", 3))
    found = as_built(pod, led(stay, link_at(stay, "leaf-0001", 3), "leaf-0002", 3))
    assert sorted(told(found)) == [
        ("wrong_device", "dgx-0003 OSFP4P2 - leaf-0001 2/1", "dgx-0003 OSFP4P2 - leaf-0002 2/1"),
        ("wrong_port", "dgx-0003 OSFP3P2 - leaf-0002 2/1", "dgx-0003 OSFP4P2 - leaf-0002 2/1"),
    ]


def test_two_nodes_swapped_at_a_leaf(pod: Snapshot) -> None:
    seen = as_planned(pod)
    found = as_built(pod, plugged(seen, link_at(seen, "leaf-0003", 5), link_at(seen, "leaf-0003", 6)))
    assert [each.sort for each in found.differences] == [Sort.SWAPPED, Sort.SWAPPED]
    first, second = found.differences
    assert (first.partner, second.partner) == (second.id, first.id)
    assert told(found)[0][1:] == (
        "dgx-0005 OSFP3P1 - leaf-0003 3/1",
        "dgx-0005 OSFP3P1 - leaf-0003 3/2; dgx-0006 OSFP3P1 - leaf-0003 3/1",
    )


def test_two_rails_of_one_node_exchanged_are_a_swapped_pair(pod: Snapshot) -> None:
    seen = as_planned(pod)
    found = as_built(pod, plugged(seen, link_at(seen, "leaf-0001", 7), link_at(seen, "leaf-0002", 7)))
    assert found.counts()[Sort.SWAPPED] == 2


def test_a_link_that_runs_slower_or_over_fewer_lanes(pod: Snapshot) -> None:
    seen = as_planned(pod)
    speed, width = seen.speed.copy(), seen.width.copy()
    speed[7], width[9], speed[11] = "HDR", 2, ""
    found = as_built(pod, replace(seen, speed=speed, width=width))
    assert [(each.sort, each.rate, each.seen[0].rate) for each in found.differences] == [
        (Sort.DEGRADED, "4xNDR", "4xHDR"),
        (Sort.DEGRADED, "4xNDR", "2xNDR"),
    ]


def test_a_link_that_nobody_planned(pod: Snapshot) -> None:
    seen = as_planned(pod)
    leaf = node_of(seen, "leaf-0001")
    found = as_built(pod, with_visitor(without(seen, link_at(seen, "leaf-0001", 33)), "visitor mlx5_0", leaf, 33))
    assert found.strangers == ("visitor mlx5_0",)
    assert told(found)[0][0] == "wrong_device"
    assert told(found)[0][2] == "visitor mlx5_0 1 - leaf-0001 17/1"
    beyond = as_built(pod, with_visitor(seen, "visitor mlx5_0", leaf, 65))
    assert told(beyond) == [("unexpected", "", "visitor mlx5_0 1 - leaf-0001 65")]


def test_what_adds_up_inside_a_switch_is_left_out(pod: Snapshot) -> None:
    seen = as_planned(pod)
    found = as_built(pod, with_visitor(seen, "Mellanox Technologies Aggregation Node", node_of(seen, "leaf-0002"), 65))
    assert (found.seen, found.differences, found.strangers) == (512, (), ())


def test_names_with_a_domain_other_case_or_counted_adapters(pod: Snapshot) -> None:
    seen = as_planned(pod)
    nodes = tuple(
        replace(node, description=node.description.upper() if node.switch else node.description.replace(" ", ".cluster.example "))
        for node in seen.nodes
    )
    assert as_built(pod, replace(seen, nodes=nodes)).differences == ()


def test_a_map_says_what_nodes_are_called(pod: Snapshot) -> None:
    seen = as_planned(pod)
    nameless = replace(seen, nodes=tuple(replace(node, description="node") for node in seen.nodes))
    lost = as_built(pod, nameless)
    assert lost.counts()[Sort.MISSING] == 512
    assert lost.counts()[Sort.UNEXPECTED] == 512
    names = {node.guid: node.description for node in seen.nodes}
    assert as_built(pod, nameless, names).differences == ()


def test_it_is_known_by_what_each_node_was_found(pod: Snapshot) -> None:
    seen = as_planned(pod)
    nodes = (*(replace(node, description="switch") if node.switch else node for node in seen.nodes),)
    leaf = seen.nodes[node_of(seen, "leaf-0001")]
    links = BuiltLinks(pod, with_visitor(replace(seen, nodes=nodes), "visitor mlx5_0", 0, 65), {leaf.guid: leaf.description})
    ways = links.matched.counts()
    assert (ways[Way.MAP], ways[Way.DESCRIPTION], ways[Way.NEIGHBORS], ways[Way.NONE]) == (1, 256, 11, 1)
    simulated = ibnetdiscover_links(ibsim_text(pod.cached(subnet), "pod"), "seen.txt")
    assert BuiltLinks(pod, simulated, {}).matched.counts()[Way.GUID] == len(seen.nodes)


def test_the_same_difference_keeps_its_id(pod: Snapshot) -> None:
    seen = as_planned(pod)
    one, two = link_at(seen, "leaf-0001", 1), link_at(seen, "leaf-0004", 9)
    alone, together = as_built(pod, without(seen, one)), as_built(pod, without(seen, one, two))
    assert alone.differences[0].id in {each.id for each in together.differences}
    assert len({each.id for each in together.differences}) == 2


def test_a_real_file_of_another_cluster_is_all_different(pod: Snapshot) -> None:
    if not SAMPLE.exists():
        pytest.skip("the public samples are not beside the checkout")
    seen = read_ibnetdiscover(SAMPLE)
    assert (len(seen), len(seen.nodes)) == (1114, 622)
    found = as_built(pod, seen)
    assert found.seen == 1114 - 40
    assert len(found.strangers) == 622 - 40
    assert found.counts()[Sort.UNEXPECTED] == found.seen


def test_any_change_is_told_and_nothing_else(pod: Snapshot) -> None:
    seen = as_planned(pod)
    random = np.random.default_rng(6)
    for _ in range(20):
        links = random.choice(len(seen), 6, replace=False).tolist()
        changed: SeenLinks = without(plugged(seen, links[0], links[1]), *links[2:])
        found = as_built(pod, changed)
        planned_links, right = found.planned, found.right
        assert planned_links - right in {4, 6}  # two ends of one node exchanged with each other may be the same link
        assert sum(count for sort, count in found.counts().items() if sort is not Sort.UNEXPECTED) == planned_links - right


def test_adapters_that_the_plan_cannot_name_are_found_by_their_cables(tmp_path: Path) -> None:
    with Document.open(mixed_file(tmp_path / "mixed.gpudesk", template="dgx-b200-superpod"), write=False) as document:
        snapshot = document.snapshot
    seen = as_planned(snapshot)
    # The catalog does not know which RDMA devices the storage ports of a DGX B200 are.
    real = {"S1P1": "mlx5_1", "S2P1": "mlx5_7"}
    nodes = tuple(replace(node, description=_renamed(node.description, real)) for node in seen.nodes)
    assert sum("mlx5_7" in node.description for node in nodes) == 31
    storage = as_built(snapshot, replace(seen, nodes=nodes))
    # Which of its two storage ports an adapter is, no name says: both cables of a node swapped look the same.
    assert (storage.planned, storage.right, storage.strangers) == (len(seen), len(seen) - 62, ())
    assert storage.counts()[Sort.ADAPTER] == len(storage.differences) == 62
    swapped = {"S1P1": "mlx5_7", "S2P1": "mlx5_1"}
    same = tuple(replace(node, description=_renamed(node.description, swapped)) for node in seen.nodes)
    assert as_built(snapshot, replace(seen, nodes=same)).counts() == storage.counts()


def test_the_storage_adapters_of_a_dgx_h100_are_known_by_name(tmp_path: Path) -> None:
    """Slots 1 and 2 are mlx5_7 and mlx5_1 (DGX H100/H200 User Guide, Table 5): a node whose storage cables are exchanged is out."""
    with Document.open(mixed_file(tmp_path / "mixed.gpudesk"), write=False) as document:
        snapshot = document.snapshot
    seen = as_planned(snapshot)
    assert sum("mlx5_7" in node.description for node in seen.nodes) == 31
    places = [place for place, node in enumerate(seen.nodes) if node.description in ("dgx-003 mlx5_1", "dgx-003 mlx5_7")]
    links = [link for link in range(len(seen)) if {int(seen.a_node[link]), int(seen.b_node[link])} & set(places)]
    found = as_built(snapshot, plugged(seen, *links))
    assert (found.right, len(found.strangers)) == (len(seen) - 2, 0)


def test_a_subnet_of_which_nothing_was_seen_is_not_missing(tmp_path: Path) -> None:
    with Document.open(mixed_file(tmp_path / "mixed.gpudesk"), write=False) as document:
        snapshot = document.snapshot
    plan = snapshot.cached(subnet)
    first = int((plan.nodes.subnet == 0).sum())
    head, *blocks = ibsim_text(plan, "pod").split("\n\n")
    found = as_built(snapshot, ibnetdiscover_links("\n\n".join([head, *blocks[:first]]), "seen.txt"))
    of_link = plan.nodes.subnet[plan.a_node]
    assert (found.planned, found.elsewhere) == (int((of_link == 0).sum()), int((of_link == 1).sum())) == (508, 146)
    assert found.differences == ()


def _renamed(description: str, names: dict[str, str]) -> str:
    host, _, adapter = description.rpartition(" ")
    return f"{host} {names[adapter]}" if adapter in names else description
