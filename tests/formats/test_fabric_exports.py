"""The fabric in other formats: each read back says the links of the project."""

import csv
import io
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import openpyxl
import pytest
import yaml

from gpudesk.core.cabling.link_protocol import Protocol
from gpudesk.derived.fabric.fabric_records import FabricRecords, fabric_records
from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.fabric.cable_validation import adapter_numbers
from gpudesk.formats.fabric.slurm_topology import conf_text, host_list, slurm_blocks, slurm_switches, yaml_text
from gpudesk.formats.fabric.topology_dot import dot_links
from gpudesk.formats.netbox.netbox_project import netbox_cable_files
from gpudesk.formats.tables.tables import tables_of
from gpudesk.operations.exchange.exchange import export_project
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.formats.mixed_fabric import mixed_file
from tests.patience import PATIENCE_S

NO_GRAPHVIZ = "graphviz is not installed"
Pair = frozenset[tuple[str, str]]


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    with Document.open(mixed_file(tmp_path_factory.mktemp("pod") / "pod.gpudesk"), write=False) as document:
        return document.snapshot


@pytest.fixture(scope="module")
def links(pod: Snapshot) -> FabricRecords:
    return pod.cached(fabric_records)


def out(pod: Snapshot, name: str, path: Path) -> Path:
    export_project(pod, "uid", "A pod", name, path)
    return path


def graphviz(tool: str, path: Path) -> str:
    if shutil.which(tool) is None:
        if os.environ.get("GPUDESK_SUBNET_TOOLS"):
            pytest.fail(NO_GRAPHVIZ)
        pytest.skip(NO_GRAPHVIZ)
    return subprocess.run([tool, str(path)], capture_output=True, text=True, check=True, timeout=PATIENCE_S).stdout


def pairs(links: FabricRecords, by: str) -> Counter[Pair]:
    """The links as pairs of device and port."""
    a, b = (zip(end.node.tolist(), getattr(end, by).tolist(), strict=True) for end in (links.a, links.b))
    return Counter(frozenset(pair) for pair in zip(a, b, strict=True))


def test_dot_holds_every_link(pod: Snapshot, links: FabricRecords, tmp_path: Path) -> None:
    path = out(pod, "dot", tmp_path / "topology.dot")
    found = dot_links(path.read_text(encoding="utf-8"), "topology.dot")
    assert Counter(frozenset([(row.a_device, row.a_port), (row.b_device, row.b_port)]) for row in found) == pairs(links, "interface")


def test_graphviz_reads_the_dot(pod: Snapshot, links: FabricRecords, tmp_path: Path) -> None:
    text = graphviz("nop", out(pod, "dot", tmp_path / "topology.dot"))
    assert text.count(" -- ") == len(links)


def test_graphml_holds_every_link(pod: Snapshot, links: FabricRecords, tmp_path: Path) -> None:
    path = out(pod, "graphml", tmp_path / "fabric.graphml")
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ET.fromstring(path.read_bytes()).find(f"{space}graph")
    assert graph is not None

    def data(element: ET.Element) -> dict[str, str]:
        return {str(each.get("key")): each.text or "" for each in element.iter(f"{space}data")}

    names = {node.get("id"): data(node)["name"] for node in graph.iter(f"{space}node")}
    found: Counter[Pair] = Counter()
    for edge in graph.iter(f"{space}edge"):
        said = data(edge)
        found[frozenset([(names[edge.get("source")], said["a_port"]), (names[edge.get("target")], said["b_port"])])] += 1
    assert found == pairs(links, "port_name")
    assert graphviz("graphml2gv", path).count(" -- ") == len(links)


def test_the_point_to_point_workbook_holds_every_link(pod: Snapshot, links: FabricRecords, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(out(pod, "cvt-p2p", tmp_path / "p2p.xlsx"), read_only=True)
    assert book.sheetnames == ["InfiniBand", "Ethernet"]
    rows = list(book["InfiniBand"].iter_rows(values_only=True))
    assert rows[0] == ("Rack", "U", "Name", "HCA/Port", "Rack", "U", "Name", "Port")
    assert len(rows) - 1 == (links.protocol == Protocol.INFINIBAND).sum()
    first = next(row for row in rows if row[2] == "dgx-001" and row[3] == 1)
    assert (first[1], first[6:]) == (3, ("leaf-01", "1/1"))
    ethernet = list(book["Ethernet"].iter_rows(values_only=True))
    assert len(ethernet) - 1 == (links.protocol == Protocol.ETHERNET).sum()
    assert {row[3] for row in ethernet[1:]} | {row[8] for row in ethernet[1:]} == {"Host", "Switch"}
    beside = {row[1] for row in ethernet[1:] if "-pdu-" in str(row[2])}
    assert beside == {None}


def test_the_adapters_of_a_dgx_h100_are_not_counted_through(pod: Snapshot, links: FabricRecords, tmp_path: Path) -> None:
    numbers = adapter_numbers(links)
    # mlx5_1 and mlx5_7 are the ports of slots 2 and 1 that are on the InfiniBand storage network.
    assert list(numbers) == [f"mlx5_{number}" for number in (0, 1, 3, 4, 5, 6, 7, 9, 10, 11)]
    folder = out(pod, "cvt-topo", tmp_path / "cvt")
    rows = list(csv.reader(io.StringIO((folder / "hca_mapping.csv").read_text(encoding="utf-8"))))
    assert rows[0] == ["port", "hca-name"]
    assert {name: int(number) for number, name in rows[1:]} == numbers


def test_the_topology_file_holds_every_infiniband_link(pod: Snapshot, tmp_path: Path) -> None:
    text = (out(pod, "cvt-topo", tmp_path / "cvt") / "fabric.topo").read_text(encoding="utf-8")
    found: set[Pair] = set()
    system = ""
    for line in text.splitlines():
        said = re.match(r"   P(\d+) -(\d)x-(\d+)G-> (\S+) (\S+) (\S+)$", line)
        if said is None:
            system = line.partition(" ")[2] or system
            continue
        port = said[6].removeprefix("P") if said[4] == "MQM9700" else said[6].removesuffix("/P1")
        found.add(frozenset([(system, said[1]), (said[5], port)]))
    plan = pod.cached(subnet)
    nodes = plan.nodes

    def end(node: int, port: int) -> tuple[str, str]:
        return nodes.name[node], str(port) if nodes.switch[node] else nodes.adapter[node] or nodes.port[node]

    columns = (plan.a_node, plan.a_port, plan.b_node, plan.b_port)
    wanted = {frozenset([end(a, a_port), end(b, b_port)]) for a, a_port, b, b_port in zip(*columns, strict=True)}
    assert found == wanted


def expanded(text: str) -> list[str]:
    """A host list of Slurm, name by name."""
    found: list[str] = []
    for part in re.findall(r"[^,\[]+(?:\[[^\]]*\])?", text):
        stem, _, spans = part.partition("[")
        if not spans:
            found.append(stem)
        for span in spans.rstrip("]").split(",") if spans else []:
            first, _, last = span.partition("-")
            found.extend(f"{stem}{number:0{len(first)}}" for number in range(int(first), int(last or first) + 1))
    return found


def test_slurm_has_every_node_once_below_one_top(tmp_path: Path) -> None:
    with Document.open(mixed_file(tmp_path / "two.gpudesk", 2), write=False) as document:
        snapshot = document.snapshot
    links = snapshot.cached(fabric_records)
    switches = slurm_switches(snapshot, links)
    assert [(each.name, len(each.nodes), each.switches) for each in switches] == [
        ("unit1", 32, ()),
        ("unit2", 31, ()),
        ("pod", 0, ("unit1", "unit2")),
    ]
    assert switches[0].stands_for == "leaf-[01-08]"
    conf = conf_text(switches)
    assert "SwitchName=unit1 Nodes=dgx-[001-032]\n" in conf
    assert "SwitchName=pod Switches=unit[1-2]\n" in conf
    body = yaml.safe_load(yaml_text(switches, slurm_blocks(snapshot, links)))
    tree = body[0]["tree"]["switches"]
    nodes = [name for each in tree for name in expanded(each.get("nodes", ""))]
    assert sorted(nodes) == [f"dgx-{number:03}" for number in range(1, 64)]
    assert body[0]["cluster_default"] is True


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["a1", "a2", "a3"], "a[1-3]"),
        (["a09", "a10", "a12"], "a[09-10,12]"),
        (["a9", "a10"], "a9,a10"),
        (["login", "a1", "b1"], "login,a1,b1"),
    ],
)
def test_host_lists(names: list[str], text: str) -> None:
    assert host_list(tuple(names)) == text
    assert expanded(text) == names


def table(folder: Path, names: Iterable[str]) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = []
    for name in names:
        read = tables_of((folder / name).read_bytes(), name).sheets[0].rows
        rows += [dict(zip(read[0], (*row, *[""] * len(read[0])), strict=False)) for row in read[1:]]
    return rows


def test_netbox_gets_every_cable_with_its_ports(pod: Snapshot, links: FabricRecords) -> None:
    made = netbox_cable_files(pod, "Site")
    cables: list[Any] = made.cables
    found = Counter(frozenset([(row["side_a_device"], row["side_a_name"]), (row["side_b_device"], row["side_b_name"])]) for row in cables)
    assert found == pairs(links, "port_name")
    assert {row["side_a_type"] for row in cables} == {"dcim.interface"}
    assert {row["status"] for row in cables} == {"planned"}
    assert Counter(row["type"] for row in cables)["mmf-om4"] > 500
    bundles = {row["name"] for row in made.bundles}
    legs = Counter(row["bundle"] for row in cables if row.get("bundle"))
    assert set(legs) == bundles
    assert min(legs.values()) > 1
    split = {(row["device"], row["name"]) for row in made.interfaces}
    ends = {(row["side_b_device"], row["side_b_name"]) for row in cables} | {(row["side_a_device"], row["side_a_name"]) for row in cables}
    whole = {(name, port) for name, port in ends if (name, port) not in split}
    assert ("leaf-01", "16/2/1") in split
    assert not any(re.fullmatch(r"\d+/\d+/\d+", port) for _, port in whole)


def test_the_whole_netbox_set_brings_the_cables_along(pod: Snapshot, tmp_path: Path) -> None:
    folder = out(pod, "netbox", tmp_path / "set")
    waiting = {(row["device"], row["name"]) for row in netbox_cable_files(pod, "Site").interfaces}
    names = sorted(file.name for file in folder.glob("12-cables*.csv"))
    assert len(table(folder, names)) == pod["cable"].rows - len(waiting)
    assert f"12  {', '.join(names)}: Connections > Cables > Import" in (folder / "README.txt").read_text(encoding="utf-8")


def test_nautobot_gets_a_playbook_and_its_table(pod: Snapshot, tmp_path: Path) -> None:
    folder = out(pod, "nautobot-cables", tmp_path / "set")
    rows = table(folder, ["cables.csv"])
    assert len(rows) == pod["cable"].rows
    assert rows[0]["a_device"] == "dgx-001"
    play = yaml.safe_load((folder / "nautobot-cables.yml").read_text(encoding="utf-8"))[0]
    task = play["tasks"][1]["networktocode.nautobot.cable"]
    used = {
        word
        for value in map(str, [task["termination_a"], task["termination_b"], *task.values()])
        for word in re.findall(r"item\.(\w+)", value)
    }
    assert used <= set(rows[0])
    assert all(row["length"].isdigit() for row in rows if row["length"])


def test_names_that_would_break_a_format_do_not(pod: Snapshot, links: FabricRecords) -> None:
    strange = 'a "b"\\ ; // -- {x}'
    quoted = strange.replace("\\", "\\\\").replace('"', '\\"')
    text = f'graph "x" {{\n  "{quoted}":"p;1" -- "b":"p2"; c:1 -- d:2\n}}\n'
    found = dot_links(text, "x.dot")
    assert [(row.a_device, row.a_port, row.b_device, row.b_port) for row in found] == [(strange, "p;1", "b", "p2"), ("c", "1", "d", "2")]


def test_kubernetes_has_the_same_tree_as_slurm(pod: Snapshot, tmp_path: Path) -> None:
    """Each node is labeled once; nodes with the same leaf are those of one unit of Slurm."""
    folder = out(pod, "kubernetes-topology", tmp_path / "labels")
    told = (folder / "label-nodes.sh").read_text(encoding="utf-8")
    assert subprocess.run(["bash", "-n"], input=told, capture_output=True, text=True, check=False).returncode == 0
    rows = [line.split() for line in told.splitlines() if line.startswith("kubectl")]
    labels = {row[3]: dict(each.split("=", 1) for each in row[5:]) for row in rows}
    assert len(labels) == len(rows)
    units = {each.name: {node.lower() for node in each.nodes} for each in slurm_switches(pod, pod.cached(fabric_records)) if each.nodes}
    found: dict[str, set[str]] = {}
    for node, of in labels.items():
        found.setdefault(of["network.topology.nvidia.com/leaf"], set()).add(node)
    assert found == units
    (body,) = yaml.safe_load_all((folder / "kueue-topology.yaml").read_text(encoding="utf-8"))
    levels = [each["nodeLabel"] for each in body["spec"]["levels"]]
    assert levels[-1] == "kubernetes.io/hostname"
    assert {key for of in labels.values() for key in of} == set(levels[:-1])
