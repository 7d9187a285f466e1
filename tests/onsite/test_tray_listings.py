"""A listing of a fabric of rack-scale systems names their trays as hosts, and is held against the plan by these names."""

from collections import Counter
from dataclasses import replace

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.formats.fabric.host_name_list import read_host_names
from gpudesk.formats.fabric.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.tables.tables import tables_of
from gpudesk.onsite.as_built import AsBuilt, as_built
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.cabling.host_name_operations import name_hosts_from
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.formats.rack_scale import gb200
from tests.onsite.seen_fabric import as_planned, link_at, plugged, without
from tests.onsite.test_as_built import SAMPLE


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    return gb200()


def test_our_own_export_is_right_under_the_guids_of_hardware(unit: Snapshot) -> None:
    found = as_built(unit, as_planned(unit))
    assert (found.planned, found.seen, found.right) == (1156, 1156, 1156)
    assert found.differences == ()


def test_a_missing_cable_names_the_tray(unit: Snapshot) -> None:
    seen = as_planned(unit)
    found = as_built(unit, without(seen, link_at(seen, "nvl72-003-c05 mlx5_4", 1)))
    assert [(str(each.sort), [str(end) for end in each.planned or ()]) for each in found.differences] == [
        ("missing", ["nvl72-003-c05 T05-3", "leaf-019 3/1"])
    ]


def test_a_cable_at_another_tray_of_the_same_rack_is_at_a_wrong_device(unit: Snapshot) -> None:
    seen = as_planned(unit)
    gone = without(seen, link_at(seen, "nvl72-003-c06 mlx5_4", 1))
    free = next(place for place, node in enumerate(seen.nodes) if node.description == "nvl72-003-c06 mlx5_4")
    at = link_at(gone, "nvl72-003-c05 mlx5_4", 1)
    a_node = gone.a_node.copy()
    a_node[at] = free
    found = as_built(unit, replace(gone, a_node=a_node))
    assert ("wrong_device", "nvl72-003-c05 T05-3") in [(str(each.sort), str((each.planned or ("",))[0])) for each in found.differences]


def test_trays_that_carry_each_others_names_are_one_fault(unit: Snapshot) -> None:
    seen = as_planned(unit)
    other = {"nvl72-002-c07": "nvl72-002-c08", "nvl72-002-c08": "nvl72-002-c07"}
    hosts = [node.description.split()[0] for node in seen.nodes]
    nodes = [
        replace(node, description=node.description.replace(host, other.get(host, host)))
        for node, host in zip(seen.nodes, hosts, strict=True)
    ]
    found = as_built(unit, replace(seen, nodes=tuple(nodes)))
    assert [(str(each.sort), each.devices) for each in found.differences] == [("exchanged", ("nvl72-002-c07", "nvl72-002-c08"))]
    assert found.right == 1148


@pytest.mark.parametrize("other", ["nvl72-008-c01 mlx5_5", "nvl72-008-c02 mlx5_4"])
def test_exchanged_cables_are_one_swapped_pair(unit: Snapshot, other: str) -> None:
    seen = as_planned(unit)
    found = as_built(unit, plugged(seen, link_at(seen, "nvl72-008-c01 mlx5_4", 1), link_at(seen, other, 1)))
    assert {str(each.sort) for each in found.differences} == {"swapped_pair"}
    assert found.right == 1154


def as_published() -> str:
    """The names of the devices of NVIDIA's listing: eight racks, leaves by rail and rack, nine spines."""
    rows = ["device,name"]
    rows += [f"nvl72-{rack:03},{'ab'[rack > 4]}{(rack - 1) % 4 + 5:02}-p1-dgx-{rack:02}" for rack in range(1, 9)]
    leaves = [(rail, rack) for rail in range(1, 5) for rack in range(1, 9)]
    rows += [f"leaf-{n:03},{'AB'[rack > 4]}09-P1-IBLEAF-{rail:02}-{rack:02}" for n, (rail, rack) in enumerate(leaves, 1)]
    rows += [f"spine-{n:03},{'AB'[n > 4]}10-P1-IBSPINE-{n:02}" for n in range(1, 10)]
    rows += [f"ufm-{n},B11-P1-CUFM-{n:02}" for n in (1, 2)]
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def named_unit() -> Snapshot:
    """One unit of the template with the names of the listing."""
    with Document.scratch() as document:
        run(document, build, load_template("gb200-nvl72-superpod"))
        run(document, cable_project)
        run(document, name_hosts_from, read_host_names(tables_of(as_published().encode(), "names.csv")))
        return document.snapshot


@pytest.fixture(scope="module")
def published(named_unit: Snapshot) -> AsBuilt:
    if not SAMPLE.exists():
        pytest.skip("the public samples are not beside the checkout")
    return as_built(named_unit, read_ibnetdiscover(SAMPLE))


def test_a_published_cluster_is_the_plan_but_for_its_faults(published: AsBuilt) -> None:
    """NVIDIA/topograph@e2b6250, tests/output/ibnetdiscover/example.out, against one unit of the template."""
    found = Counter(str(each.sort) for each in published.differences)
    assert (published.planned, published.seen, published.right) == (1156, 1074, 987)
    assert found == {"missing": 82, "wrong_port": 3, "wrong_device": 3, "swapped_pair": 10, "not_named": 71}
    assert published.planned == published.right + found.total(), "each planned link is right or has one difference"
    assert published.planned - published.seen == found["missing"]


def test_every_tray_of_the_published_cluster_is_accounted_for(published: AsBuilt, named_unit: Snapshot) -> None:
    """Of 144 trays, 119 are identified by name, 20 only by their ports, and five are absent with all of their adapters."""
    planned = {node.description.split()[0] for node in as_planned(named_unit).nodes if "-dgx-" in node.description}
    by_name = {node.description.split()[0] for node in read_ibnetdiscover(SAMPLE).nodes if "-dgx-" in node.description}
    trays: dict[str, Counter[str]] = {"missing": Counter(), "not_named": Counter()}
    for each in published.differences:
        if str(each.sort) in trays:
            trays[str(each.sort)].update(end.device for end in each.planned or () if "-dgx-" in end.device)
    assert (len(planned), len(by_name), by_name <= planned) == (144, 119, True)
    absent = {tray for tray, count in trays["missing"].items() if count == 4}
    assert (len(absent), len(trays["not_named"])) == (5, 20)
    assert {*by_name, *trays["not_named"], *absent} == planned
    assert by_name.isdisjoint(trays["not_named"])
    assert absent.isdisjoint({*by_name, *trays["not_named"]})


def test_what_is_missing_of_the_published_cluster(published: AsBuilt) -> None:
    """One leaf (18 adapters, 18 uplinks), five trays with four adapters each, and 26 uplinks of other leaves."""
    ends = [each.planned for each in published.differences if str(each.sort) == "missing" and each.planned is not None]
    at_leaf = [pair for pair in ends if "A09-P1-IBLEAF-03-01" in {end.device for end in pair}]
    others = [pair for pair in ends if pair not in at_leaf]
    trays = Counter(a.device for a, _ in others if "-dgx-" in a.device)
    adapters = sum("-dgx-" in end.device for pair in at_leaf for end in pair)
    assert (adapters, len(at_leaf) - adapters) == (18, 18)
    assert (trays.total(), len(others) - trays.total()) == (20, 26)
    assert trays == {f"{rack}-c{tray}": 4 for rack, tray in (
        ("a06-p1-dgx-02", "05"), ("a06-p1-dgx-02", "15"), ("a08-p1-dgx-04", "18"), ("b07-p1-dgx-07", "05"), ("b08-p1-dgx-08", "02")
    )}  # fmt: skip


def test_what_is_elsewhere_in_the_published_cluster(published: AsBuilt) -> None:
    """Rails 3 and 4 of a tray, two trays at one leaf, and three times two cables of one leaf and spine are exchanged."""
    pairs = [each.planned for each in published.differences if str(each.sort) == "swapped_pair" and each.planned is not None]
    assert [str(a) for a, _ in pairs if "-dgx-" in a.device] == [
        "b06-p1-dgx-06-c07 T07-2", "b06-p1-dgx-06-c08 T08-2", "b08-p1-dgx-08-c01 T01-3", "b08-p1-dgx-08-c01 T01-4"
    ]  # fmt: skip
    assert Counter((a.device, b.device) for a, b in pairs if "-dgx-" not in a.device) == {
        ("A09-P1-IBLEAF-04-04", "A10-P1-IBSPINE-02"): 2,
        ("A09-P1-IBLEAF-04-04", "B10-P1-IBSPINE-08"): 2,
        ("B09-P1-IBLEAF-04-08", "A10-P1-IBSPINE-02"): 2,
    }
    assert sorted(str(each.planned[0]) for each in published.differences if str(each.sort) == "wrong_port" and each.planned) == [
        "a05-p1-dgx-01-c12 T12-2", "a05-p1-dgx-01-c14 T14-4", "b06-p1-dgx-06-c02 T02-1"
    ]  # fmt: skip


def test_the_names_of_the_published_cluster_and_what_they_leave_open(published: AsBuilt) -> None:
    """119 of 144 trays by name; 69 adapters with default names, 3 of "localhost" and 2 of "ubuntu" by their ports alone.

    71 of these 74 are differences by themselves. The other three have the ports of three adapters that are plugged in elsewhere, and are
    part of their differences.
    """
    seen = read_ibnetdiscover(SAMPLE)
    adapters = [
        node.description
        for node in seen.nodes
        if "mlx5" in node.description or "HCA-" in node.description or node.description.startswith("MT4129")
    ]
    hosts = Counter(name.split()[0] for name in adapters)
    assert sum("-dgx-" in host for host in hosts) == 119
    assert {host: count for host, count in hosts.items() if "-dgx-" not in host} == {
        "MT4129": 69, "localhost": 3, "ubuntu": 2, "B11-P1-CUFM-02": 2
    }  # fmt: skip
    unnamed = [each for each in published.differences if str(each.sort) == "not_named"]
    elsewhere = [each for each in published.differences if str(each.sort) == "wrong_port"]
    behind = [link for each in elsewhere for link in each.seen or () if str(link.b.device).startswith("MT4129")]
    assert (len(unnamed), len(behind)) == (69 + 3 + 2 - 3, 3)
    planned = [end.device for each in unnamed for end in each.planned or () if "LEAF" not in end.device and "SPINE" not in end.device]
    assert {device: count for device, count in Counter(planned).items() if "-dgx-" not in device} == {"B11-P1-CUFM-01": 2}, "ubuntu"
    # Five adapters at another port: three of them at ports of others, which are told from their side as well, and two exchanged.
    taken = {str(link) for each in published.differences if str(each.sort) == "wrong_device" for link in each.seen or ()}
    assert len(taken & {str(link) for each in elsewhere for link in each.seen or ()}) == 3
    exchanged = [
        each for each in published.differences if str(each.sort) == "swapped_pair" and each.planned and "-06-c" in each.planned[0].device
    ]
    assert len(elsewhere) + len(exchanged) == 5
