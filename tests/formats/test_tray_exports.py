"""A rack-scale system goes out as its trays: 8 racks of 18 compute trays are 144 hosts with four adapters each, a block for each rack."""

import csv
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import yaml

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.derived.cabling.cable_labels import CableChoice, CableLabels
from gpudesk.derived.cost.bom import bom
from gpudesk.derived.fabric.address_plan import AddressPlan, address_plan
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.derived.fabric.host_name_plan import planned_host_names
from gpudesk.derived.fabric.subnet import Subnet, subnet
from gpudesk.formats.fabric.address_files import dhcpd_text, dnsmasq_text, hosts_text, inventory_text
from gpudesk.formats.fabric.cable_validation import point_to_point
from gpudesk.formats.fabric.topology_dot import dot_links, dot_text
from gpudesk.operations.exchange.exchange import export_project
from gpudesk.project.address_rules import address_rules
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.catalogue import write_lists
from gpudesk.reports.layout.report import Choices, Subject
from gpudesk.reports.racks.elevations import elevations
from gpudesk.ui.printing.report_language import wording
from tests.formats.rack_scale import HOSTS, RACKS, TRAYS, UFM, gb200
from tests.reports.conftest import AT


@pytest.fixture(scope="module")
def unit() -> Snapshot:
    return gb200()


@pytest.fixture(scope="module")
def fabric(unit: Snapshot) -> Subnet:
    return unit.cached(subnet)


@pytest.fixture(scope="module")
def addresses(unit: Snapshot) -> AddressPlan:
    return address_plan(unit, address_rules())


def out(unit: Snapshot, name: str, path: Path) -> Path:
    export_project(unit, "uid", "A unit", name, path)
    return path


def test_labels_and_cut_sheets_name_the_tray(unit: Snapshot, tmp_path: Path) -> None:
    """An installer in front of an NVL72 sees trays: a label on a port of the system alone leads to eighteen of them."""
    lines = {line for label in CableLabels(unit, ("{near.rack}-{near.place:02}:{near.port}",)) for line in label.lines}
    above = {f"nvl72-{rack:03}-tor{tor}:TOR{tor}-swp48" for rack in range(1, RACKS + 1) for tor in (1, 2)}
    assert {line for line in lines if "nvl72" in line} == above | {f"{host}:T{host[-2:]}-{port}" for host in HOSTS for port in range(1, 5)}
    path = tmp_path / "cuts.csv"
    write_lists("cut-sheets", Subject(unit, "A unit", AT), Choices(), wording("en"), path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["Device"].startswith("nvl72") and "-tor" not in row["Device"]]
    assert [row["Device"] for row in rows[::4]] == HOSTS
    assert all(row["Port"].startswith(f"T{row['Device'][-2:]}-") for row in rows)


def test_a_system_is_the_rack_of_its_trays_on_cut_sheets(unit: Snapshot, tmp_path: Path) -> None:
    """Asked for alone as a rack is, it has its row, its trays and nothing of other systems; so have elevations and labels."""
    subject, words = Subject(unit, "A unit", AT), wording("en")
    (system,) = unit["device"].where("name", "nvl72-003").tolist()
    choices = Choices(systems=(system,))
    path = tmp_path / "cuts.csv"
    write_lists("cut-sheets", subject, choices, words, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {(row["Location"], row["Rack"]) for row in rows} == {("Hall 1 · row A", "nvl72-003")}
    assert {row["Device"] for row in rows} == {f"nvl72-003-{tray}" for tray in (*(f"c{n:02}" for n in range(1, 19)), "tor1", "tor2")}
    assert len(rows) == 18 * 4 + 2
    write_lists("cut-sheets", subject, Choices(), words, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert {row["To rack"] for row in csv.DictReader(file) if row["To device"].startswith("nvl72-003-")} == {"nvl72-003"}
    assert elevations(subject, choices, words).count == 1
    labels = CableLabels(unit, ("{near.place}",), which=CableChoice(systems=choices.systems))
    assert len(labels) == 2 * len(rows)
    halls = tuple(unit["hall"].ids.tolist())
    assert len(CableLabels(unit, ("{near.place}",), which=CableChoice(halls=halls, systems=choices.systems))) == len(labels)


def test_topology_conf_has_a_switch_for_each_rack(unit: Snapshot, tmp_path: Path) -> None:
    text = out(unit, "slurm-conf", tmp_path / "topology.conf").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == [
        *(f"SwitchName=unit{rack} Nodes=nvl72-{rack:03}-c[01-18]" for rack in range(1, RACKS + 1)),
        "SwitchName=pod Switches=unit[1-8]",
    ]


def test_topology_yaml_has_a_block_for_each_nvlink_domain(unit: Snapshot, tmp_path: Path) -> None:
    tree, blocks = yaml.safe_load(out(unit, "slurm-yaml", tmp_path / "topology.yaml").read_text())
    assert len(tree["tree"]["switches"]) == RACKS + 1
    assert blocks["block"]["block_sizes"] == [TRAYS]
    assert [(each["block"], each["nodes"]) for each in blocks["block"]["blocks"]] == [
        (f"block{rack}", f"nvl72-{rack:03}-c[01-18]") for rack in range(1, RACKS + 1)
    ]


def test_kubernetes_labels_each_tray_with_its_leaf_and_its_nvlink_domain(unit: Snapshot, tmp_path: Path) -> None:
    out(unit, "kubernetes-topology", tmp_path / "k")
    lines = re.findall(r"^kubectl label node (\S+) .*", (tmp_path / "k" / "label-nodes.sh").read_text(), re.MULTILINE)
    assert lines == HOSTS
    text = (tmp_path / "k" / "label-nodes.sh").read_text()
    labels = re.findall(r"/leaf=(\S+) .*/accelerator=(\S+)", text)
    assert Counter(labels) == {(f"unit{rack}", f"block{rack}"): TRAYS for rack in range(1, RACKS + 1)}


def test_each_tray_has_four_adapters_in_the_subnet(fabric: Subnet) -> None:
    nodes = fabric.nodes
    adapters = sorted(nodes.description[~nodes.switch].tolist())
    of_trays = [f"{host} {adapter}" for host in HOSTS for adapter in ("mlx5_0", "mlx5_1", "mlx5_4", "mlx5_5")]
    assert adapters == sorted([*of_trays, *(f"{host} {adapter}" for host in UFM for adapter in ("mlx5_0", "mlx5_1"))])
    assert sorted(set(nodes.name[~nodes.switch].tolist())) == sorted([*HOSTS, *UFM])


def test_port_n_of_a_leaf_leads_to_tray_n(fabric: Subnet) -> None:
    """As in the listing of NVIDIA/topograph, tests/output/ibnetdiscover/example.out: ports 1 to 18 of a leaf, one rail of one rack."""
    nodes = fabric.nodes
    down = ~nodes.switch[fabric.a_node] & ~np.isin(nodes.name[fabric.a_node], UFM)
    assert int(down.sum()) == len(HOSTS) * 4
    assert Counter(zip(nodes.name[fabric.a_node[down]].tolist(), fabric.b_port[down].tolist(), strict=True)) == {
        (host, HOSTS.index(host) % TRAYS + 1): 4 for host in HOSTS
    }
    leaf = zip(nodes.name[fabric.b_node[down]].tolist(), nodes.adapter[fabric.a_node[down]].tolist(), strict=True)
    assert set(Counter(leaf).values()) == {TRAYS}


def test_the_two_ufm_hosts_are_on_ports_21_and_22_of_two_leaves(fabric: Subnet) -> None:
    """As in the same listing: the last leaves of rails 3 and 4, the first host on port 21 of both."""
    nodes = fabric.nodes
    mine = np.flatnonzero(np.isin(nodes.name[fabric.a_node], UFM))
    ends = zip(nodes.description[fabric.a_node[mine]].tolist(), nodes.name[fabric.b_node[mine]].tolist(), fabric.b_port[mine], strict=True)
    assert {(adapter, leaf, int(port)) for adapter, leaf, port in ends} == {
        ("ufm-1 mlx5_0", "leaf-024", 21),
        ("ufm-1 mlx5_1", "leaf-032", 21),
        ("ufm-2 mlx5_0", "leaf-024", 22),
        ("ufm-2 mlx5_1", "leaf-032", 22),
    }


def test_uplinks_of_a_leaf_begin_with_its_second_half(fabric: Subnet) -> None:
    """As in the same listing: ports 33 to 50."""
    up = fabric.nodes.switch[fabric.a_node]
    assert Counter(fabric.a_port[up].tolist()) == dict.fromkeys(range(33, 51), 32)


def test_trays_have_addresses_for_management(addresses: AddressPlan) -> None:
    """Three for each compute tray, two for each NVLink switch tray, one for each of eight shelves and two top-of-rack switches."""
    hosts = {each.host for each in addresses.addresses}
    assert {f"{host}-{port}" for host in HOSTS for port in ("bmc", "bf3-1-bmc", "bf3-2-bmc")} <= hosts
    rack = [each for each in addresses.addresses if each.device.startswith("nvl72-001-")]
    assert len(rack) == 18 * 3 + 9 * 2 + 8 + 2
    assert Counter(each.role for each in rack) == {"compute": 54, "nvlink-switch": 18, "power-shelf": 8, "out-of-band": 2}
    assert [each.interface for each in rack[:3]] == ["BMC", "BF3-1-BMC", "BF3-2-BMC"]


def test_each_management_port_has_a_line_for_each_server(addresses: AddressPlan) -> None:
    count = len(addresses.addresses)
    cdus = 5
    assert count == 47 + len(UFM) + cdus + RACKS * 82
    assert hosts_text(addresses).count(".cluster.example ") == count
    assert dnsmasq_text(addresses).count("dhcp-host=") == count + 1, "and the line that explains them"
    assert dhcpd_text(addresses).count("fixed-address") == count


def test_the_inventory_has_a_host_for_each_tray(addresses: AddressPlan) -> None:
    groups = yaml.safe_load(inventory_text(addresses))["all"]["children"]
    assert list(groups["compute"]["hosts"]) == HOSTS
    assert {name: len(groups[name]["hosts"]) for name in ("nvlink_switch", "power_shelf")} == {"nvlink_switch": 72, "power_shelf": 64}


def test_dot_and_graphml_have_a_node_for_each_tray(unit: Snapshot, tmp_path: Path) -> None:
    links = dot_links(out(unit, "dot", tmp_path / "fabric.dot").read_text(), "fabric.dot")
    assert {row.a_device for row in links} >= set(HOSTS)
    text = out(unit, "graphml", tmp_path / "fabric.graphml").read_text()
    names = re.findall(r'<data key="name">([^<]*)</data><data key="role">([^<]*)</data>', text)
    assert [name for name, role in names if role == "compute"] == HOSTS
    assert [name for name, role in names if role == "out-of-band" and name.startswith("nvl72")] == [
        f"nvl72-{rack:03}-tor{tor}" for rack in range(1, RACKS + 1) for tor in (1, 2)
    ]
    ids = re.findall(r'<node id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:source|target)="([^"]*)"', text)) == set(ids)


def test_the_workbook_for_cvt_has_trays_in_their_systems(unit: Snapshot) -> None:
    rows = point_to_point(unit, unit.cached(fabric_records))["InfiniBand"][1:]
    trays = [row[:3] for row in rows if str(row[2]).startswith("nvl72")]
    assert Counter((row[0], row[2]) for row in trays) == {(host[:9], host): 4 for host in HOSTS}
    assert {row[1] for row in trays} == {None}


def test_a_pattern_names_systems_by_their_place_in_the_row_and_trays_follow(unit: Snapshot) -> None:
    """Four systems, the racks A05 and A06, four systems: as `a08-p1-dgx-04` of the published cluster is the fourth, in place 8 of row A."""
    systems = unit["device"].ids[unit["device"]["role"] == "compute"].tolist()
    assert unit["rack"]["name"].tolist() == ["A05", "A06"]
    for pattern in ("{rack:lower}-p1-dgx-{rack_n:02}-c{n_rack:02}", "{row:lower}{rack:lower}-p1-dgx-{n:02}"):
        named = planned_host_names(unit, systems, pattern)
        places = [1, 2, 3, 4, 7, 8, 9, 10]
        row = "a" if pattern.startswith("{row") else ""
        assert [each.new for each in named] == [f"{row}a{place:02}-p1-dgx-{number:02}" for number, place in enumerate(places, 1)]


def test_netbox_has_a_device_for_each_tray(unit: Snapshot, tmp_path: Path) -> None:
    """18 compute trays, 9 NVLink switch trays, 8 power shelves and 2 top-of-rack switches in each rack, with all links of the unit."""
    done = export_project(unit, "uid", "A unit", "netbox", tmp_path / "netbox")
    assert not [remark for remark in done.remarks if "left out" in remark]
    with (tmp_path / "netbox" / "08-devices.csv").open(encoding="utf-8", newline="") as file:
        racks = Counter(row["rack"] for row in csv.DictReader(file))
    assert [racks[f"nvl72-{rack:03}"] for rack in range(1, RACKS + 1)] == [37] * RACKS
    ends: Counter[str] = Counter()
    for path in (tmp_path / "netbox").glob("12-cables*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            ends.update(row["side_a_device"] for row in csv.DictReader(file))
    assert [ends[host] for host in HOSTS] == [4] * len(HOSTS)
    assert ends.total() == len(unit["cable"].ids)


def test_top_of_rack_switches_have_uplinks_and_no_address_on_them(unit: Snapshot, addresses: AddressPlan) -> None:
    """Each of the two switches of a rack leads to one of the network racks; cables of trays end on it in the rack, and are not bought."""
    records = unit.cached(fabric_records)
    ends = [(str(name), str(port)) for name, port in zip(records.a.node, records.a.interface, strict=True) if "-tor" in name]
    assert ends == [(f"nvl72-{rack:03}-tor{tor}", "swp48") for rack in range(1, RACKS + 1) for tor in (2, 1)]
    text = dot_text(unit, records, "a")
    assert text.count('-tor1" [role="out-of-band"') == RACKS
    assert not [each for each in addresses.addresses if "swp" in each.interface]
    found = bom(unit, bom_rules(), lambda key: None)
    (inside,) = found.section("cable_included")
    # 18 trays with a BMC and two of BlueField-3, 9 NVLink switch trays with two, 8 power shelves and 2 switches with one each.
    assert (inside.count, inside.packs, inside.bought) == (RACKS * (18 * 3 + 9 * 2 + 8 + 2), RACKS * 82, False)
