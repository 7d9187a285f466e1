"""A link is right only where host, adapter and port of the switch are established, whatever the nodes call themselves."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpudesk.formats.fabric.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.onsite.as_built import AsBuilt, as_built
from gpudesk.onsite.built_links import Sort
from gpudesk.onsite.said_names import Said, adapter_keys, said_by_adapter, said_by_switch
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.onsite.seen_fabric import as_planned, link_at, node_of, planned, plugged, with_visitor, without

Naming = Callable[[SeenNode], str]
INTERFACES = {
    "mlx5_0": "ibp24s0",
    "mlx5_3": "ibp64s0",
    "mlx5_4": "ibp79s0",
    "mlx5_5": "ibp94s0",
    "mlx5_6": "ibp154s0",
    "mlx5_9": "ibp192s0",
    "mlx5_10": "ibp206s0",
    "mlx5_11": "ibp220s0",
}
"""Of a DGX H100 (NVIDIA DGX H100/H200 User Guide, Introduction)."""
OTHERS = dict(zip(INTERFACES, ("ibp27s0", "ibp42s0", "ibp65s0", "ibp83s0", "ibp98s0", "ibp156s0", "ibp172s0", "ibp192s0"), strict=True))
"""Of a machine of another build; one of them is a name of the DGX H100 too, for another of its ports."""
CHIP = "MT4129 ConnectX7   Mellanox Technologies"
GB = {name: f"mlx5_{number}" for number, name in enumerate(INTERFACES)}


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    return planned(tmp_path_factory.mktemp("pod"))


def named(seen: SeenLinks, naming: Naming, switches: Naming = lambda node: node.description) -> SeenLinks:
    return replace(seen, nodes=tuple(replace(node, description=switches(node) if node.switch else naming(node)) for node in seen.nodes))


def host(node: SeenNode) -> str:
    return node.description.partition(" ")[0]


def adapter(node: SeenNode) -> str:
    return node.description.partition(" ")[2]


NAMINGS: dict[str, tuple[Naming, Sort | None]] = {
    "RDMA devices": (lambda node: node.description, None),
    "interfaces of the type": (lambda node: f"{host(node)} {INTERFACES[adapter(node)]}", None),
    "places on the bus, as RoCE names them": (lambda node: f"{host(node)} {INTERFACES[adapter(node)].replace('ib', 'roce')}", None),
    "interfaces of another build": (lambda node: f"{host(node)} {OTHERS[adapter(node)]}", Sort.ADAPTER),
    "RDMA devices of another build": (lambda node: f"{host(node)} {GB[adapter(node)]}", Sort.ADAPTER),
    "counted": (lambda node: f"{host(node)} HCA-{list(INTERFACES).index(adapter(node)) + 1}", Sort.ADAPTER),
    "hosts alone": (host, Sort.ADAPTER),
    "hosts with domain": (lambda node: f"{host(node)}.example.org", Sort.ADAPTER),
    "RDMA devices without hosts": (adapter, Sort.UNNAMED),
    "RDMA devices of localhost": (lambda node: f"localhost {adapter(node)}", Sort.UNNAMED),
    "the chip": (lambda _: CHIP, Sort.UNNAMED),
    "nothing": (lambda _: "", Sort.UNNAMED),
}
FINDS = {"RDMA devices": Sort.SWAPPED, "interfaces of the type": Sort.SWAPPED, "places on the bus, as RoCE names them": Sort.SWAPPED}
FINDS_BY_NUMBER = {"RDMA devices without hosts", "RDMA devices of localhost"}


def at(found: AsBuilt, *ends: str) -> list[Sort]:
    return [each.sort for each in found.differences if each.planned and str(each.planned[0]) in ends]


@pytest.mark.parametrize("name", NAMINGS)
def test_a_fabric_as_planned_is_right_as_far_as_names_establish_it(pod: Snapshot, name: str) -> None:
    naming, unverified = NAMINGS[name]
    found = as_built(pod, named(as_planned(pod), naming))
    wanted = {unverified: 256} if unverified else {}
    assert {sort: count for sort, count in found.counts().items() if count} == wanted
    assert (found.planned, found.right) == (512, 512 - sum(wanted.values()))


def test_a_host_of_the_plan_with_words_that_name_none_of_its_ports_is_another_host(pod: Snapshot) -> None:
    found = as_built(pod, named(as_planned(pod), lambda node: f"{host(node)} slot 7"))
    assert {sort: count for sort, count in found.counts().items() if count} == {Sort.WRONG_DEVICE: 256}
    assert (found.planned, found.right) == (512, 256)


@pytest.mark.parametrize("name", NAMINGS)
def test_two_rails_of_a_node_swapped_are_found_or_not_verified_never_right(pod: Snapshot, name: str) -> None:
    naming, unverified = NAMINGS[name]
    seen = as_planned(pod)
    swapped = plugged(seen, link_at(seen, "leaf-0001", 7), link_at(seen, "leaf-0002", 7))
    found = as_built(pod, named(swapped, naming))
    both = at(found, "dgx-0007 OSFP4P2", "dgx-0007 OSFP3P2")
    if name in FINDS_BY_NUMBER:
        assert both == [Sort.WRONG_PORT, Sort.WRONG_PORT]
    else:
        assert both == [FINDS.get(name, unverified)] * 2
    assert found.right == 512 - (256 if unverified else 2)


@pytest.mark.parametrize("name", NAMINGS)
def test_a_default_name_is_never_a_wrong_device(pod: Snapshot, name: str) -> None:
    seen = as_planned(pod)
    swapped = plugged(seen, link_at(seen, "leaf-0003", 5), link_at(seen, "leaf-0003", 6))
    found = as_built(pod, named(swapped, NAMINGS[name][0]))
    both = at(found, "dgx-0005 OSFP3P1", "dgx-0006 OSFP3P1")
    assert both == ([Sort.UNNAMED] * 2 if NAMINGS[name][1] is Sort.UNNAMED else [Sort.SWAPPED] * 2)


def test_what_is_not_verified_shows_the_name_that_was_seen(pod: Snapshot) -> None:
    found = as_built(pod, named(as_planned(pod), NAMINGS["interfaces of another build"][0]))
    first = next(each for each in found.differences if str(each.planned and each.planned[0]) == "dgx-0001 OSFP4P2")
    assert [(str(link.a), str(link.b)) for link in first.seen] == [("dgx-0001 ibp27s0", "leaf-0001 1/1")]
    alone = as_built(pod, named(as_planned(pod), host))
    assert str(alone.differences[0].seen[0].a) == "dgx-0001 ?"


def test_a_slow_link_is_told_as_slow_and_as_not_verified(pod: Snapshot) -> None:
    seen = named(as_planned(pod), host)
    speed = seen.speed.copy()
    speed[:] = "HDR"
    found = as_built(pod, replace(seen, speed=speed))
    assert found.counts()[Sort.DEGRADED] == 512
    assert [each.beneath for each in found.differences].count(Sort.ADAPTER) == 256


def test_a_map_of_names_establishes_what_descriptions_do_not(pod: Snapshot) -> None:
    seen = as_planned(pod)
    names = {node.guid: node.description for node in seen.nodes if host(node) == "dgx-0003"}
    found = as_built(pod, named(seen, NAMINGS["the chip"][0]), names)
    assert (found.right, found.counts()[Sort.UNNAMED]) == (512 - 248, 248)
    blank = dict.fromkeys(names, " ")
    assert as_built(pod, named(seen, NAMINGS["the chip"][0]), blank).right == 256


def test_switches_without_names_are_identified_by_their_neighbors(pod: Snapshot) -> None:
    seen = named(as_planned(pod), lambda node: node.description, lambda _: "Quantum-2 Mellanox Technologies")
    assert as_built(pod, seen).right == 512
    links = [link_at(as_planned(pod), "leaf-0001", port) for port in (7, 8)]
    found = as_built(pod, plugged(seen, *links))
    assert (found.right, found.counts()[Sort.SWAPPED]) == (510, 2)
    named_by_maker = named(as_planned(pod), lambda node: node.description, lambda node: f"MF0;switch-{node.guid & 0xFFFFFF:06x}:MQM9700/U1")
    assert as_built(pod, named_by_maker).right == 512


def test_a_switch_of_which_one_neighbor_alone_tells_is_not_identified(pod: Snapshot) -> None:
    whole = as_planned(pod)
    leaf = node_of(whole, "leaf-0001")
    others = [place for place in range(len(whole)) if leaf in {int(whole.a_node[place]), int(whole.b_node[place])}]
    seen = without(whole, *(place for place in others if place != link_at(whole, "leaf-0001", 1)))
    nodes = tuple(replace(node, description="") if place == leaf else node for place, node in enumerate(seen.nodes))
    found = as_built(pod, replace(seen, nodes=nodes))
    assert at(found, "dgx-0001 OSFP4P2") == [Sort.UNNAMED]


def test_where_nothing_is_named_nothing_is_said_to_be_missing(pod: Snapshot) -> None:
    seen = named(as_planned(pod), lambda _: CHIP, lambda _: "Quantum-2 Mellanox Technologies")
    found = as_built(pod, seen)
    assert (found.right, found.unnamed) == (0, 512)
    assert {sort: count for sort, count in found.counts().items() if count} == {Sort.UNNAMED: 512}


@pytest.mark.parametrize("pair", [("dgx-0005", "dgx-0006"), ("leaf-0003", "leaf-0004")])
@pytest.mark.parametrize("name", ["RDMA devices", "interfaces of another build", "hosts alone"])
def test_two_names_exchanged_are_one_fault(pod: Snapshot, pair: tuple[str, str], name: str) -> None:
    first, second = pair

    def exchanged(said: str) -> str:
        return said.replace(first, "*").replace(second, first).replace("*", second)

    naming, unverified = NAMINGS[name]
    seen = named(as_planned(pod), lambda node: exchanged(naming(node)), lambda node: exchanged(node.description))
    found = as_built(pod, seen)
    (fault,) = (each for each in found.differences if each.sort is Sort.EXCHANGED)
    links = 16 if first.startswith("dgx") else 128
    assert (fault.devices, fault.links) == (pair, links)
    others = found.counts()
    assert others.pop(Sort.EXCHANGED) == 1
    left = (256 - (16 if first.startswith("dgx") else 64)) if unverified else 0
    assert {sort: count for sort, count in others.items() if count} == ({unverified: left} if unverified else {})
    assert found.right == 512 - links - left


def test_three_names_in_a_ring_are_one_fault_and_a_cable_beneath_is_another(pod: Snapshot) -> None:
    ring = {"dgx-0001": "dgx-0002", "dgx-0002": "dgx-0003", "dgx-0003": "dgx-0001"}
    seen = as_planned(pod)
    seen = without(seen, link_at(seen, "leaf-0002", 2))
    found = as_built(pod, named(seen, lambda node: f"{ring.get(host(node), host(node))} {adapter(node)}"))
    (fault,) = (each for each in found.differences if each.sort is Sort.EXCHANGED)
    assert (sorted(fault.devices), fault.links) == (sorted(ring), 23)
    assert at(found, "dgx-0002 OSFP3P2") == [Sort.MISSING]


def test_a_stranger_with_a_name_is_a_wrong_device(pod: Snapshot) -> None:
    seen = as_planned(pod)
    gone = without(seen, link_at(seen, "leaf-0001", 1))
    nodes = tuple(node for node in gone.nodes)
    found = as_built(pod, with_visitor(replace(gone, nodes=nodes), "visitor mlx5_0", node_of(seen, "leaf-0001"), 1))
    assert at(found, "dgx-0001 OSFP4P2") == [Sort.WRONG_DEVICE]


def test_two_nodes_of_the_same_name_are_told_apart_by_their_cables(pod: Snapshot) -> None:
    seen = named(as_planned(pod), lambda node: node.description.replace("dgx-0006", "dgx-0005"))
    found = as_built(pod, seen)
    assert found.right == 512 - 8
    assert set(at(found, *(f"dgx-0006 OSFP{cage}P{port}" for cage in range(1, 5) for port in (1, 2)))) == {Sort.WRONG_DEVICE}


@pytest.mark.parametrize("profile", [64, 65, 128, 129])
def test_a_switch_that_may_be_split_counts_each_port_twice(pod: Snapshot, profile: int) -> None:
    seen = as_planned(pod)
    leaf = node_of(seen, "leaf-0001")
    nodes = tuple(replace(node, ports=profile) if place == leaf else node for place, node in enumerate(seen.nodes))
    columns = {}
    for node, port in (("a_node", "a_port"), ("b_node", "b_port")):
        ports = getattr(seen, port).copy()
        mine = getattr(seen, node) == leaf
        if profile >= 128:
            ports[mine] = ports[mine] * 2 - 1
        columns[port] = ports
    split = replace(seen, nodes=nodes, **columns)
    assert as_built(pod, split).right == 512


def test_the_second_half_of_a_port_that_is_whole_in_the_plan_is_another_port(pod: Snapshot) -> None:
    seen = as_planned(pod)
    leaf, link = node_of(seen, "leaf-0001"), link_at(seen, "leaf-0001", 7)
    b_port = np.where(seen.b_node == leaf, seen.b_port * 2 - 1, seen.b_port)
    a_port = np.where(seen.a_node == leaf, seen.a_port * 2 - 1, seen.a_port)
    b_port[link] += 1
    nodes = tuple(replace(node, ports=129) if place == leaf else node for place, node in enumerate(seen.nodes))
    found = as_built(pod, replace(seen, nodes=nodes, a_port=a_port, b_port=b_port))
    assert at(found, "dgx-0007 OSFP4P2") == [Sort.WRONG_PORT]
    assert str(found.differences[0].seen[0].b) == "leaf-0001 14"
    assert found.right == 511


def test_what_nodes_say_of_themselves() -> None:
    adapters = {
        "dgx-001 mlx5_0": Said("dgx-001", "mlx5_0"),
        "a host mlx5_0": Said("a host", "mlx5_0"),
        "dgx-001": Said("dgx-001"),
        "ibnode-3": Said("ibnode-3"),
        "mlx5_bond_0": Said("", "mlx5_bond_0"),
        "ibp24s0": Said("", "ibp24s0"),
        "localhost.localdomain HCA-2": Said("", "HCA-2"),
        "(none) mlx5_1": Said("", "mlx5_1"),
        CHIP: Said(""),
        "MT25408 ConnectX Mellanox Technologies": Said(""),
    }
    assert {text: said_by_adapter(text) for text in adapters} == adapters
    switches = {
        "MF0;leaf-01:MQM9700/U1": Said("leaf-01"),
        "leaf-01": Said("leaf-01"),
        "MF0;switch-0a1b2c:MQM9700/U1": Said(""),
        "MF0;switch-lab:MQM9700/U1": Said("switch-lab"),
        "Quantum Mellanox Technologies": Said(""),
        "": Said(""),
    }
    assert {text: said_by_switch(text) for text in switches} == switches
    assert adapter_keys("HCA-2", 4) == ["mlx5_1"]
    assert adapter_keys("HCA-2", 12) == []
    assert adapter_keys("ibp24s0f1", 12)[1] == "pci 0:18:00.1"


def test_this_folder_of_cases(tmp_path: Path) -> None:
    """The classes of the three files in which every cable is as planned, if they are there."""
    cases = next((each / "shared" / "cases" / "ib" for each in Path(__file__).parents if (each / "shared" / "cases").is_dir()), None)
    if cases is None:
        pytest.skip("the public samples are not beside the checkout")
    project = tmp_path / "pod.gpudesk"
    project.write_bytes((cases / "pod.gpudesk").read_bytes())
    with Document.open(project, write=False) as document:
        snapshot = document.snapshot
    found = {name: as_built(snapshot, read_ibnetdiscover(cases / f"{name}.net")) for name in ("nodesc", "ibpath", "unmanaged")}
    told = {name: {sort: count for sort, count in each.counts().items() if count} for name, each in found.items()}
    assert told == {"nodesc": {Sort.UNNAMED: 56}, "ibpath": {Sort.ADAPTER: 56}, "unmanaged": {}}
    assert {name: each.right for name, each in found.items()} == {"nodesc": 258, "ibpath": 258, "unmanaged": 314}
