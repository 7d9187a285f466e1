"""The same hostile names through everything that is exported: each real reader returns the names, and nothing was executed."""

import csv
import io
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import openpyxl
import pytest
import yaml

from gpudesk.cli import main
from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.text_limits import checked_text
from gpudesk.derived.fabric.address_plan import AddressPlan, address_plan
from gpudesk.derived.fabric.fabric_records import FabricRecords, fabric_records
from gpudesk.derived.fabric.subnet import subnet
from gpudesk.formats.drawings.dxf_tags import records
from gpudesk.formats.fabric.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.fabric.slurm_topology import node_names, slurm_switches
from gpudesk.formats.tables.tables import tables_of
from gpudesk.formats.text.reader_text import ansible_group, comment_line, dot_word, xml_text
from gpudesk.operations.exchange.exchange import FORMATS, export_project
from gpudesk.project.address_rules import address_rules
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from tests.end_to_end.foreign_readers import ansible, checked_by_dnsmasq, graph, host_names, played_inventory, resolved, slurm_topology
from tests.formats.hostile_names import CANARY, HALL, REFUSED, forged_file, hostile_file

TITLE = "{{ lookup('pipe','touch PWNED') }} \" $(touch PWNED)"
_STUB_CSV = """\
import csv
from ansible.plugins.action import ActionBase

class ActionModule(ActionBase):
    def run(self, tmp=None, task_vars=None):
        with open(self._task.args["path"], newline="", encoding="utf-8") as file:
            return {"changed": False, "list": list(csv.DictReader(file))}
"""
_STUB_CABLE = """\
import json
from ansible.plugins.action import ActionBase

class ActionModule(ActionBase):
    def run(self, tmp=None, task_vars=None):
        with open("made.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(self._task.args, default=str) + "\\n")
        return {"changed": True}
"""
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")
NUMBER = re.compile(r"-?[\d.]+")
_LABEL_NODE = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL_VALUE = re.compile(r"[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?")


@pytest.fixture(scope="module", params=["typed", "forged"])
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    if request.param == "typed":
        path: Path = request.getfixturevalue("typed_file")
    else:
        path = forged_file(tmp_path_factory.mktemp("forged") / "forged.gpudesk")
    with Document.open(path, write=False) as document:
        return document.snapshot


@pytest.fixture(scope="module")
def typed_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile_file(tmp_path_factory.mktemp("typed") / "typed.gpudesk")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing may have been executed once the test is over."""
    yield tmp_path
    assert list(tmp_path.rglob(f"{CANARY}*")) == []


@pytest.fixture
def links(project: Snapshot) -> FabricRecords:
    return project.cached(fabric_records)


@pytest.fixture
def plan(project: Snapshot) -> AddressPlan:
    return address_plan(project, address_rules())


def out(project: Snapshot, name: str, path: Path) -> Path:
    export_project(project, "uid", TITLE, name, path)
    return path


@pytest.mark.parametrize("name", REFUSED)
def test_names_of_several_lines_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        checked_text("name", name)


def test_ansible_reads_the_names_and_runs_nothing(project: Snapshot, plan: AddressPlan, folder: Path) -> None:
    groups, hosts = played_inventory(out(project, "addresses", folder / "set") / "inventory.yml", folder)
    wanted: dict[str, list[dict[str, str]]] = {}
    role_of: dict[str, str] = {}
    for planned in plan.addresses:
        subnet = planned.subnet
        row = {"network": subnet.network, "interface": planned.interface, "address": f"{planned.address}/{subnet.prefix.prefixlen}"}
        wanted.setdefault(planned.device, []).append(row)
        role_of.setdefault(planned.device, ansible_group(planned.role))
    names = {host: body.get("gpudesk_name", host) for host, body in hosts.items()}
    assert sorted(names.values()) == sorted(wanted)
    assert {names[host]: body["addresses"] for host, body in hosts.items()} == wanted
    assert {names[host]: group for group, members in groups.items() for host in members} == role_of
    assert all(re.fullmatch(r"[\w. -]+", host) for host in names)


def test_the_playbook_for_nautobot_hands_over_the_names(project: Snapshot, folder: Path) -> None:
    out(project, "nautobot-cables", folder / "set")
    stubs = {"community/general/plugins/action/read_csv.py": _STUB_CSV, "networktocode/nautobot/plugins/action/cable.py": _STUB_CABLE}
    for name, text in stubs.items():
        path = folder / "collections/ansible_collections" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    table = folder / "set/cables.csv"
    with table.open(encoding="utf-8", newline="") as opened:
        written = list(csv.reader(opened))
    # Every device has several cables: one of each is enough for all names.
    firsts = {row[0]: row for row in reversed(written)}
    with table.open("w", encoding="utf-8", newline="") as opened:
        csv.writer(opened).writerows([written[0], *(row for row in firsts.values() if row != written[0])])
    rows = tables_of(table.read_bytes(), "cables.csv").sheets[0].rows
    ansible("playbook", ["nautobot-cables.yml"], folder / "set", ANSIBLE_COLLECTIONS_PATH=str(folder / "collections"))
    calls = [json.loads(line) for line in (folder / "set/made.jsonl").read_text(encoding="utf-8").splitlines()]
    names = [(call["termination_a"]["device"], call["termination_b"]["device"], call["label"]) for call in calls]
    assert names == [(row[0], row[3], (*row, *[""] * 9)[8]) for row in rows[1:]]


def test_slurm_reads_every_node_once(project: Snapshot, links: FabricRecords, folder: Path) -> None:
    conf = out(project, "slurm-conf", folder / "topology-out.conf")
    nodes, switches = node_names(project, links), slurm_switches(project, links)
    assert len(set(nodes.values())) == len(nodes)
    nodes_below = slurm_topology(conf, list(nodes.values()), folder)
    below: dict[str, list[str]] = {}
    for switch in switches:
        below[switch.name] = [*switch.nodes, *(node for name in switch.switches for node in below[name])]
    assert {name: sorted(members) for name, members in nodes_below.items()} == {name: sorted(members) for name, members in below.items()}
    own_names = dict(re.findall(r'^# (\S+) is "(.*)" in the project\.$', conf.read_text(encoding="utf-8"), re.MULTILINE))
    wanted = {node: comment_line(str(project["device"]["name"][place])) for (place, _), node in nodes.items()}
    assert {node: own_names.get(node, node) for node in nodes.values()} == wanted


def test_the_lists_of_the_yaml_for_slurm_are_those_names(project: Snapshot, links: FabricRecords, folder: Path) -> None:
    body = yaml.safe_load(out(project, "slurm-yaml", folder / "topology.yaml").read_text(encoding="utf-8"))
    switches = [switch for switch in body[0]["tree"]["switches"] if "nodes" in switch]
    assert sorted(node for switch in switches for node in host_names(switch["nodes"], folder)) == sorted(
        node_names(project, links).values()
    )


def test_bash_hands_kubectl_names_that_kubernetes_takes(project: Snapshot, links: FabricRecords, folder: Path) -> None:
    out(project, "kubernetes-topology", folder / "set")
    stub = folder / "kubectl"
    stub.write_text('#!/bin/sh\nfor each; do printf "%s\\036" "$each"; done >> calls\nprintf "\\035" >> calls\n', encoding="ascii")
    stub.chmod(0o755)
    words = ["bash", "set/label-nodes.sh"]
    subprocess.run(words, cwd=folder, env={"PATH": f"{folder}:/usr/bin:/bin"}, check=True, timeout=60)
    calls = [call.split("\036")[:-1] for call in (folder / "calls").read_text(encoding="utf-8").split("\035")[:-1]]
    assert len({call[2] for call in calls}) == len(calls) == len(node_names(project, links))
    for call in calls:
        assert call[:2] == ["label", "node"]
        assert call[3] == "--overwrite"
        assert _LABEL_NODE.fullmatch(call[2])
        assert all(_LABEL_VALUE.fullmatch(word.partition("=")[2]) for word in call[4:])
    yaml.safe_load((folder / "set/kueue-topology.yaml").read_text(encoding="utf-8"))


def test_graphviz_reads_every_name_and_port(project: Snapshot, links: FabricRecords, folder: Path) -> None:
    nodes, edges = graph(out(project, "dot", folder / "topology.dot"), folder)
    ends = [zip(end.node.tolist(), end.interface.tolist(), strict=True) for end in (links.a, links.b)]
    wanted = [(dot_word(a), dot_word(a_port), dot_word(b), dot_word(b_port)) for (a, a_port), (b, b_port) in zip(*ends, strict=True)]
    # An undirected edge has its ends in the order in which the nodes came.
    assert Counter(frozenset([row[:2], row[2:]]) for row in edges) == Counter(frozenset([row[:2], row[2:]]) for row in wanted)
    devices = project["device"]
    places = {*links.a.device.tolist(), *links.b.device.tolist()}
    roles = {dot_word(str(devices["name"][place])): dot_word(str(devices["role"][place])) for place in sorted(places)}
    assert nodes == roles


def test_dnsmasq_reads_its_configuration_and_resolves_every_host(project: Snapshot, plan: AddressPlan, folder: Path) -> None:
    files = out(project, "addresses", folder / "set")
    checked_by_dnsmasq(files / "dnsmasq.conf", folder)
    hosts = {planned.host: [str(planned.address)] for planned in plan.addresses}
    assert len(hosts) == len(plan.addresses)
    assert resolved(files / "hosts", list(hosts), folder) == hosts
    reserved = re.findall(r"^dhcp-host=([^,\n]+),([^,\n]+)$", (files / "dnsmasq.conf").read_text(encoding="utf-8"), re.MULTILINE)
    leased = [(name, address) for name, address in reserved if re.fullmatch(r"\d+[smhdw]?|infinite|ignore", name)]
    assert leased == []
    assert {name: [address] for name, address in reserved}.items() <= hosts.items()


def test_no_cell_is_a_formula_and_every_name_is_there(project: Snapshot, folder: Path) -> None:
    names = {table: set(project[table]["name"].tolist()) for table in ("device", "rack", "hall")}
    for key in ("devices-xlsx", "devices-csv"):
        suffix = key.partition("-")[2]
        path = out(project, key, folder / f"list.{suffix}")
        rows = tables_of(path.read_bytes(), path.name).sheets[0].rows
        cells = {cell for row in rows for cell in row}
        assert all(held <= cells for held in names.values())
    for key in ("devices-xlsx", "cables-xlsx", "cvt-p2p"):
        path = out(project, key, folder / f"{key}.xlsx")
        types = {(cell.data_type, type(cell.value)) for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows() for cell in row}
        assert types <= {("s", str), ("inlineStr", str), ("n", int), ("n", float), ("n", type(None))}
    tables = ["devices-csv", "cables-csv", "netbox", "netbox-cables", "nautobot-cables", "addresses", "cvt-topo"]
    for key in tables:
        made = out(project, key, folder / f"{key}-set" if FORMATS[key].folder else folder / f"{key}.csv")
        for path in made.rglob("*.csv") if made.is_dir() else [made]:
            cells = {cell for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")) for cell in row}
            assert [cell for cell in cells if FORMULA.match(cell) and not NUMBER.fullmatch(cell)] == []


def test_pictures_and_graphs_are_whole(project: Snapshot, links: FabricRecords, folder: Path) -> None:
    space = "{http://graphml.graphdrawing.org/xmlns}"
    root = ET.fromstring(out(project, "graphml", folder / "a.graphml").read_bytes())
    names = [data.text or "" for node in root.iter(f"{space}node") for data in node if data.get("key") == "name"]
    devices = project["device"]
    places = {*links.a.device.tolist(), *links.b.device.tolist()}
    assert sorted(names) == sorted(xml_text(str(devices["name"][place])) for place in places)
    picture = ET.fromstring(out(project, "floor-svg", folder / "a.svg").read_bytes())
    texts = {text.text or "" for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    racks = {"".join(letter for letter in name if letter.isprintable()) for name in project["rack"]["name"].tolist()}
    assert racks <= texts
    drawing = list(records(out(project, "floor-dxf", folder / "a.dxf").read_bytes()))
    assert sum(record.kind == "TEXT" for record in drawing) == sum(1 for _ in picture.iter("{http://www.w3.org/2000/svg}text"))


def test_the_subnet_has_every_link(project: Snapshot, folder: Path) -> None:
    path = out(project, "ibsim", folder / "a.net")
    links = read_ibnetdiscover(path)
    assert len(links) > 0
    assert path.read_text(encoding="utf-8").count("\n[") == 2 * len(links)


def test_a_topology_file_names_every_device_by_one_word(project: Snapshot, folder: Path) -> None:
    plan = project.cached(subnet)
    text = (out(project, "cvt-topo", folder / "set") / "fabric.topo").read_text(encoding="utf-8")
    rows = [line.split(" ") for line in text.split("\n") if line]
    systems = [row[1] for row in rows if row[0]]
    switches = {name for name, switch in zip(plan.nodes.name, plan.nodes.switch, strict=True) if switch}
    assert len(set(systems)) == len(switches)
    peers = {row[6] for row in rows if not row[0]}
    assert all(len(row) == (2 if row[0] else 8) for row in rows)
    assert len(peers | set(systems)) == len(set(plan.nodes.name))


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
@pytest.mark.parametrize("name", ["worklist", "bom", "cut-sheets", "pull-schedule", "cable-labels"])
def test_reports_hold_no_formula(name: str, suffix: str, typed_file: Path, tmp_path: Path) -> None:
    assert main(["export", str(typed_file), name, str(tmp_path / f"report.{suffix}")]) == 0
    assert list(tmp_path.iterdir()) == list(tmp_path.glob(f"*.{suffix}")) != []
    for made in tmp_path.glob("*.csv"):
        cells = {cell for row in csv.reader(io.StringIO(made.read_text(encoding="utf-8-sig"), newline="")) for cell in row}
        assert [cell for cell in cells if FORMULA.match(cell) and not NUMBER.fullmatch(cell)] == []
    for made in tmp_path.glob("*.xlsx"):
        types = {cell.data_type for sheet in openpyxl.load_workbook(made) for row in sheet.iter_rows() for cell in row}
        assert "f" not in types


def test_the_hall_is_a_zone_of_kubernetes(project: Snapshot, folder: Path) -> None:
    text = (out(project, "kubernetes-topology", folder / "set") / "label-nodes.sh").read_text(encoding="utf-8")
    if HALL in project["hall"]["name"].tolist():
        assert "topology.kubernetes.io/zone=lookup-pipe-touch-PWNED-touch-PWNED" in text
