"""Each end of a cable has one name in all documents and exports, whatever the ports of its device are called, and lists read it back."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from gpudesk.core.cabling.link_protocol import Protocol
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.names.connector_names import names_with_port
from gpudesk.derived.cabling.cable_labels import CableLabels
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.cabling.cable_table import cable_table
from gpudesk.derived.fabric.address_plan import address_plan
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.derived.links.os_port_names import end_name
from gpudesk.derived.totals.comparison import compared
from gpudesk.formats.fabric.address_files import hosts_text, inventory_text
from gpudesk.formats.fabric.cable_list import CableList, CableRecord, NamedEnd, cable_rows, read_cable_list
from gpudesk.formats.fabric.cable_validation import point_to_point
from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.formats.fabric.graphml import graphml_text
from gpudesk.formats.fabric.topology_dot import dot_links, dot_text
from gpudesk.formats.netbox.netbox_addresses import address_rows
from gpudesk.formats.netbox.netbox_project import netbox_cable_files, netbox_cables, netbox_set
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.tables.device_list import Kind
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.formats.tables.tables import csv_bytes, tables_of
from gpudesk.onsite.as_built import summed
from gpudesk.onsite.built_links import BuiltLinks, Sort
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cables, pull_cables, set_cables
from gpudesk.operations.cabling.network_operations import add_network
from gpudesk.operations.exchange.exchange import export_project, import_list, preview_list, read_import
from gpudesk.operations.exchange.import_cables import preview_cables
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.project.address_rules import address_rules
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot
from tests.operations.conftest import Project
from tests.operations.netbox_lists import Instance
from tests.project.sample import apply

HOSTS = {
    "b300": ("nvidia.dgx-b300", "OSFP1", "OSFP1P{}"),
    "h100": ("nvidia.dgx-h100", "OSFP1P1", "OSFP1P1/{}"),
    "a100": ("nvidia.dgx-a100", "IB0", "IB0P{}"),
    "ddn": ("ddn.ai400x2-turbo", "IB1", "IB1P{}"),
    "netapp": ("netapp.aff-a90", "A e6a", "A e6aP{}"),
    "own": ("generic.server-1u", "swp1/1", "swp1/1P{}"),
    "nvl": ("nvidia.gb200-nvl72", "T01-1", "T01-1P{}"),
}
"""What has several cables at one port: its type, the port, and the names of its connectors. NetBox has the first port of a tray as CX1."""
SWITCHES = {"ethernet": "nvidia.sn5600", "infiniband": "nvidia.qm9700"}
EIGHT_LANES = "supermicro.sys-822ga-ngr3"
TWIN_MODULE = "nvidia.mma4z00-ns-flt"
End = tuple[str, str]


@dataclass
class Pod:
    """A leaf with several cables to one port of each host.

    Attributes:
        cables: host → its cables, in the order of their lanes.
    """

    project: Project
    cables: dict[str, list[int]]

    @property
    def snapshot(self) -> Snapshot:
        return self.project.document.snapshot

    def connectors(self, host: str) -> list[str]:
        """The names of the connectors at which its cables end."""
        legs = self.snapshot["cable"].positions(
            np.array([row for row in self.cables[host] if row in set(self.snapshot["cable"].ids.tolist())])
        )
        return CablePlaces(self.snapshot, legs).words("a", "connector")

    def dot(self) -> Any:
        return dot_links(dot_text(self.snapshot, self.snapshot.cached(fabric_records), "pod"), "pod.dot")


def rename_port(project: Project, type_id: int, old: str, new: str) -> None:
    """Rename a port of a type of the project; no operation does that."""

    def renamed(edit: Edit) -> None:
        body = str(edit.row("catalog_item", type_id)["body"])
        edit.update("catalog_item", type_id, body=body.replace(json.dumps(old), json.dumps(new)))

    apply(project.document, renamed)


def pod_of(project: Project, switch: str, count: int = 2) -> Pod:
    leaf, far = project.place(switch, 80, name="leaf"), 0
    network = project.do(add_network, NetworkKind.COMPUTE, "Compute", 400)
    pod = Pod(project, {})
    for number, (host, (key, port, _)) in enumerate(HOSTS.items()):
        if key.endswith("nvl72"):
            device = project.do(place_on_floor, key, project.hall, 20_000, 3_000, name=host)
        else:
            device = project.place(key, 20 * (number // 2), number % 2, name=host)
        type_id = project.row_of("device", device)["type_id"]
        if host == "own":
            rename_port(project, type_id, "NET1", port)
        index, lanes = next((known.index, known.lanes) for known in pod.snapshot.types[type_id].ports() if known.name == port)
        legs = [
            NewCable(device, index, leaf, far + leg, a_lane=lanes // count * leg, lanes=lanes // count, network_id=network)
            for leg in range(count)
        ]
        pod.cables[host] = project.do(lay_cables, legs).tolist()
        far += count
    return pod


@pytest.fixture(params=SWITCHES)
def pod(request: pytest.FixtureRequest, project: Project) -> Pod:
    return pod_of(project, SWITCHES[request.param])


def names_of_places(snapshot: Snapshot) -> dict[str, tuple[End, End]]:
    """Cable → both ends as the table of cables has them."""
    places = CablePlaces(snapshot, np.arange(snapshot["cable"].rows))
    ends = [list(zip(places.words(side, "device"), places.words(side, "connector"), strict=True)) for side in "ab"]
    return dict(zip(map(str, snapshot["cable"].ids.tolist()), zip(*ends, strict=True), strict=True))


def test_connectors_are_named_by_their_port(pod: Pod) -> None:
    for host, (_, _, pattern) in HOSTS.items():
        assert pod.connectors(host) == [pattern.format(number) for number in (1, 2)]


def test_all_documents_and_exports_agree_on_every_link(pod: Pod) -> None:
    snapshot = pod.snapshot
    ends, records = names_of_places(snapshot), snapshot.cached(fabric_records)
    pairs = set(ends.values())
    assert len(pairs) == 2 * len(HOSTS)
    table = snapshot.cached(cable_table)
    for place, (a, b) in enumerate(ends.values()):
        assert (end_name(snapshot, place, "a"), end_name(snapshot, place, "b")) == (a[1], b[1])
        assert (table.end_text(place)[1], table.end_text(place, far=True)[1]) == (a[1], b[1])
    labels = {(str(label.cable), label.side): label for label in CableLabels(snapshot, ("{near.port}",), of_ports=True)}
    for cable, (a, b) in ends.items():
        assert [labels[cable, side].lines for side in "ab"] == [(a[1],), (b[1],)]
        assert [labels[cable, side].code for side in "ab"] == [" ".join(a), " ".join(b)]
    head, *rows = cable_rows(snapshot)
    a_device, a_port, b_device, b_port = (head.index(title) for title in ("A device", "A port", "B device", "B port"))
    trays = {end[0] for pair in ends.values() for end in pair} - set(snapshot["device"]["name"].tolist())
    listed = {str(row[0]): ((row[a_device], row[a_port]), (row[b_device], row[b_port])) for row in rows}
    assert {cable: (a[1], b[1]) for cable, (a, b) in listed.items()} == {cable: (a[1], b[1]) for cable, (a, b) in ends.items()}
    assert {((row.a_device, row.a_port), (row.b_device, row.b_port)) for row in pod.dot()} == pairs
    sheets = point_to_point(snapshot, records).values()
    cells = [row for sheet in sheets for row in sheet[1:]]
    wide = len(cells[0]) == 10
    assert {((row[2], row[4]), (row[7], row[9])) if wide else ((row[2], row[3]), (row[6], row[7])) for row in cells} == pairs
    graph = ET.fromstring(graphml_text(snapshot, records, "pod"))
    ports = [[data.text for data in edge if str(data.get("key", "")).endswith("port")] for edge in graph.findall(".//{*}edge")]
    assert sorted(ports) == sorted([a[1], b[1]] for a, b in pairs)
    made = netbox_cable_files(snapshot, "pod")
    for row in made.cables:
        a, b = ends[str(row["cable_id"])]
        assert (row["side_b_device"], row["side_b_name"]) == b
        assert row["side_a_device"] == a[0]
        assert row["side_a_name"] == (a[1] if a[0] not in trays else a[1].replace("T01-1", "CX1"))
    assert len(made.cables) == len(ends)


def joined_ends(snapshot: Snapshot) -> dict[str, str]:
    """Cable → both ends in one line, as the table of cables has them."""
    return {cable: f"{a[0]} {a[1]} – {b[0]} {b[1]}" for cable, (a, b) in names_of_places(snapshot).items()}


def test_import_previews_name_the_same_ends(pod: Pod) -> None:
    rows, wanted = cable_rows(pod.snapshot), sorted(joined_ends(pod.snapshot).values())
    cables = read_cable_list(tables_of(csv_bytes(rows), "cables.csv"))

    def names(preview: Preview, verdict: Verdict) -> list[str]:
        assert {line.verdict for line in preview.lines} == {verdict}
        return sorted(line.name for line in preview.lines)

    assert names(preview_list(pod.snapshot, cables), Verdict.UNCHANGED) == wanted
    pod.project.do(pull_cables, pod.snapshot["cable"].ids.tolist())
    assert names(preview_list(pod.snapshot, cables), Verdict.NEW) == wanted
    assert names(pod.project.do(import_list, cables, "cables.csv"), Verdict.NEW) == wanted


def test_a_list_with_both_ends_exchanged_is_named_in_its_own_order(pod: Pod) -> None:
    head, *rows = cable_rows(pod.snapshot)
    a, b = head.index("A device"), head.index("B device")
    turned = [[*row[:a], *row[b : b + b - a], *row[a:b], *row[b + b - a :]] for row in rows]
    preview = preview_list(pod.snapshot, read_cable_list(tables_of(csv_bytes([head, *turned]), "cables.csv")))
    ends = (line.split(" – ") for line in joined_ends(pod.snapshot).values())
    assert sorted(line.name for line in preview.lines) == sorted(f"{far} – {near}" for near, far in ends)


def test_comparisons_name_the_same_ends(pod: Pod) -> None:
    before, wanted = pod.snapshot, joined_ends(pod.snapshot)
    pod.project.do(set_cables, [int(next(iter(wanted)))], {"length_mm": 3_000})
    changed = compared(before, pod.snapshot, same_project=True)
    assert changed.names(list(changed.differences)) == [next(iter(wanted.values()))]
    pod.project.do(pull_cables, pod.snapshot["cable"].ids.tolist())
    for comparison in (compared(before, pod.snapshot, same_project=True), compared(pod.snapshot, before, same_project=True)):
        differences = [difference for difference in comparison.differences if difference.table == "cable"]
        assert comparison.names(differences) == [*wanted.values()]
        assert [comparison.names([difference])[0] for difference in differences] == [*wanted.values()]


def test_addresses_are_those_of_the_connectors(project: Project) -> None:
    pod = pod_of(project, SWITCHES["ethernet"])
    ends, plan = names_of_places(pod.snapshot), address_plan(pod.snapshot, address_rules())
    hosts = {a for a, _ in ends.values()}
    addressed = [address for address in plan.addresses if address.subnet.kind is NetworkKind.COMPUTE]
    assert {(address.device, address.interface) for address in addressed} == hosts
    assert all(address.ports == (address.interface,) for address in addressed)
    served, inventory = hosts_text(plan), inventory_text(plan)
    for device, port in hosts:
        name = re.sub(r"[^a-z0-9]", "-", f"{device}-{port}".lower())
        assert re.search(rf"\s{name}(\s|$)", served)
        assert inventory.count(f"interface: {port}") + inventory.count(f'interface: "{port}"') >= 1
    cabled = {(row["side_a_device"], row["side_a_name"]) for row in netbox_cable_files(pod.snapshot, "pod").cables}
    given = {(row["device"], row["interface"]) for row in address_rows(pod.snapshot, "pod").addresses}
    assert cabled <= given


def unchanged(preview: Preview, count: int) -> None:
    assert preview.faults == []
    assert [line.verdict for line in preview.lines] == [Verdict.UNCHANGED] * count


def own_files(pod: Pod, folder: Path) -> None:
    """All own files of the cables change nothing."""
    snapshot, uid = pod.snapshot, pod.project.document.uid
    files = [("cables-csv", "cables.csv"), ("cables-xlsx", "cables.xlsx"), ("dot", "pod.dot")]
    if (snapshot.cached(fabric_records).protocol == Protocol.INFINIBAND).all():
        files.append(("ibsim", "pod.ibnetdiscover"))
    for name, file in files:
        export_project(snapshot, uid, "pod", name, folder / file)
        preview = preview_list(snapshot, read_import(name, folder / file, ""))
        unchanged(preview, snapshot["cable"].rows)
        # A listing may have the ends the other way around.
        assert {frozenset(line.name.split(" – ")) for line in preview.lines} == {
            frozenset(ends.split(" – ")) for ends in joined_ends(snapshot).values()
        }
    head, *rows = cable_rows(snapshot)
    lanes = [head.index(title) for title in ("A lane", "B lane", "Lanes")]
    without = [[cell for place, cell in enumerate(row) if place not in lanes] for row in (head, *rows)]
    unchanged(preview_list(snapshot, read_cable_list(tables_of(csv_bytes(without), "cables.csv"))), snapshot["cable"].rows)


@pytest.mark.parametrize("removed", [0, 1])
@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("switch", SWITCHES)
def test_a_connector_keeps_its_number_when_a_cable_goes(project: Project, tmp_path: Path, switch: str, count: int, removed: int) -> None:
    pod = pod_of(project, SWITCHES[switch], count)
    own_files(pod, tmp_path)
    before = {host: pod.connectors(host) for host in HOSTS}
    project.do(pull_cables, [cables[removed] for cables in pod.cables.values()])
    for host, names in before.items():
        remaining = [name for place, name in enumerate(names) if place != removed]
        # One cable on the first lanes takes the port, unless its module has two connectors.
        assert pod.connectors(host) == ([HOSTS[host][1]] if (count, removed) == (2, 1) else remaining)
        places = pod.snapshot["cable"].positions(np.array([row for place, row in enumerate(pod.cables[host]) if place != removed]))
        assert [end_name(pod.snapshot, place, "a") for place in places.tolist()] == pod.connectors(host)
    own_files(pod, tmp_path)


def test_one_of_two_connectors_of_a_twin_port_module_keeps_its_number(project: Project, tmp_path: Path) -> None:
    leaf, host = project.place(SWITCHES["ethernet"], 60, name="leaf"), project.place("nvidia.dgx-b300", 0, name="host")
    [cable] = project.do(lay_cables, [NewCable(host, 0, leaf, 0, lanes=2, a_module=TWIN_MODULE)]).tolist()
    pod = Pod(project, {"host": [cable]})
    assert pod.connectors("host") == ["OSFP1P1"]
    assert end_name(pod.snapshot, 0, "a") == "OSFP1P1"
    own_files(pod, tmp_path)


def listing_of(pod: Pod, folder: Path, number: int) -> Path:
    """A listing of the fabric as a subnet manager reports it, with GUIDs of hardware, in which each host has one of its connectors."""
    export_project(pod.snapshot, pod.project.document.uid, "pod", "ibsim", folder / "planned")
    blocks = re.sub(r"[0-9a-f]{15,16}", lambda guid: f"{int(guid[0], 16) ^ 0x1111 << 48:016x}", (folder / "planned").read_text()).split(
        "\n\n"
    )
    names = tuple(f'"{host} {pattern.format(number)}"' for host, (_, _, pattern) in {**HOSTS, "nvl-c01": HOSTS["nvl"]}.items())
    hosts = [block for block in blocks if any(name in block for name in names) and "Switch\t" not in block]
    [switch] = (
        "\n".join(line for line in block.split("\n") if line[:1] != "[" or any(name in line for name in names))
        for block in blocks
        if "Switch\t" in block
    )
    listing = folder / "listing.ibnetdiscover"
    listing.write_text("\n\n".join([*hosts, switch]))
    return listing


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_listing_that_names_one_connector_of_each_port_is_verified_and_imported(project: Project, tmp_path: Path, number: int) -> None:
    pod = pod_of(project, SWITCHES["infiniband"], 4)
    listing, wanted = listing_of(pod, tmp_path, number), ends_there(pod.snapshot)
    built = summed(BuiltLinks(pod.snapshot, read_fabric_listing(listing), {}))
    assert (built.seen, built.right) == (len(HOSTS), len(HOSTS))
    assert {sort: count for sort, count in built.counts().items() if count} == {Sort.MISSING: 3 * len(HOSTS)}
    links = read_import("ibsim", listing, "")
    preview = preview_list(pod.snapshot, links)
    unchanged(preview, len(HOSTS))
    assert preview.remarks == []
    project.do(pull_cables, pod.snapshot["cable"].ids.tolist())
    remarks = [remark.what.plain() for remark in preview_list(pod.snapshot, links).remarks]
    project.do(import_list, links, "listing")
    made, leaf = ends_there(pod.snapshot), int(pod.snapshot["device"].where("name", "leaf")[0])
    # Device and lanes of the host of each cable; a listing may have the ends the other way around.
    lanes = {(end[3], end[5], end[6]) if end[0] == leaf else (end[0], end[2], end[6]) for end in made}
    planned = {(end[3], end[5], end[6]) if end[0] == leaf else (end[0], end[2], end[6]) for end in wanted}
    assert len(made) == len(lanes) == len(HOSTS)
    if number > 2:
        # The third and fourth connector can only be one of four.
        assert lanes <= planned
        assert remarks == []
    else:
        # The first and second are imported as one of two: the second begins with the third lane of four.
        assert lanes == {(device, (number - 1) * 2, 1) for device, _, _ in planned}
        assert len(remarks) == len(HOSTS)
        assert all("is imported as one of 2 connectors" in remark for remark in remarks)


@pytest.mark.parametrize("file", ["dot", "csv"])
def test_a_connector_of_a_port_with_eight_lanes_needs_its_lane_or_the_others(project: Project, tmp_path: Path, file: str) -> None:
    project.place(SWITCHES["ethernet"], 60, name="leaf")
    project.place(EIGHT_LANES, 0, name="host")

    def preview(*rows: tuple[int, str]) -> Preview:
        if file == "dot":
            (tmp_path / "pod.dot").write_text(
                "graph {\n" + "\n".join(f'"host":"OSFP1P{row[0]}" -- "leaf":"swp{row[0]}"' for row in rows) + "\n}"
            )
            return preview_list(project.document.snapshot, read_import("dot", tmp_path / "pod.dot", ""))
        lines = [["host", f"OSFP1P{number}", lane, "leaf", f"swp{number}"] for number, lane in rows]
        heads = ["A device", "A port", "A lane", "B device", "B port"]
        return preview_list(project.document.snapshot, read_cable_list(tables_of(csv_bytes([heads, *lines]), "cables.csv")))

    [fault] = preview((3, "")).faults
    assert fault.what.plain() == "OSFP1P3 of host is ambiguous: its port can have 4 or 8 connectors."
    assert fault.fix is not None
    assert fault.fix.plain() == "Add the first lane of the cable, or the cables at the other connectors of the port."
    for rows in ([(1, ""), (2, ""), (3, "")], [(5, "")], *([[(3, "4")]] if file == "csv" else ())):
        done = preview(*rows)
        assert done.faults == done.remarks == []
    [remark] = preview((1, "")).remarks
    assert remark.what.plain() == (
        "OSFP1P1 of host is imported as one of 2 connectors: if its port has more, "
        "add the first lane of the cable, or the cables at its other connectors."
    )
    if file == "csv":
        assert preview((1, "0")).remarks == []


def test_a_connector_with_a_label_is_ambiguous_as_without_one(project: Project) -> None:
    """NetBox shows the label of an interface behind its name."""
    project.place(SWITCHES["ethernet"], 60, name="leaf")
    project.place(EIGHT_LANES, 0, name="host")

    def preview(port: str) -> Preview:
        ends = NamedEnd("host", port), NamedEnd("leaf", "swp1")
        records = [CableRecord("netbox_cables.csv", "", "2", *ends, None, {}, origin=Origin())]
        return preview_cables(project.document.snapshot, CableList(records))

    for port in ("OSFP1P3", "OSFP1P3 (rail 2)"):
        [fault] = preview(port).faults
        assert fault.what.plain() == f"{port} of host is ambiguous: its port can have 4 or 8 connectors."
    [remark] = preview("OSFP1P2 (rail 1)").remarks
    assert remark.what.plain().startswith("OSFP1P2 (rail 1) of host is imported as one of 2 connectors")


def test_a_port_can_have_several_words_in_a_description() -> None:
    assert list(names_with_port("filer slot A", "e6aP4")) == [("filer slot", "A e6aP4"), ("filer", "slot A e6aP4")]
    assert list(names_with_port("filer", "e6aP4")) == []


def test_a_description_is_read_up_to_the_name_of_the_device(project: Project, tmp_path: Path) -> None:
    """The device has no such port; what counts here is which part of the description is its name."""
    project.place(SWITCHES["ethernet"], 60, name="leaf")
    project.place(EIGHT_LANES, 0, name="host")
    (tmp_path / "pod.dot").write_text('graph {\n"host slot A":"e6a" -- "leaf":"swp1"\n}')
    [fault] = preview_list(project.document.snapshot, read_import("dot", tmp_path / "pod.dot", "")).faults
    assert fault.what.plain() == "host has no cable port slot A e6a."


@pytest.mark.parametrize("removed", [None, 0, 1])
def test_the_cables_of_netbox_come_back(project: Project, removed: int | None) -> None:
    pod = pod_of(project, SWITCHES["ethernet"])
    if removed is not None:
        project.do(pull_cables, [cables[removed] for cables in pod.cables.values()])
    netbox = Instance().take(netbox_set(pod.snapshot, "DC 1").files)
    project.do(import_list, read_netbox(netbox.lists()), "netbox")
    # The second step: interfaces of devices whose IDs are known now, and the cables that end there.
    netbox.take(netbox_cables(pod.snapshot, "DC 1").files)
    for listed in ({"netbox_cables.csv": netbox.cables()}, netbox.lists()):
        done = preview_list(pod.snapshot, read_netbox(listed))
        assert done.faults == []
        assert [line.verdict for line in done.lines if line.table is Kind.CABLE] == [Verdict.UNCHANGED] * pod.snapshot["cable"].rows
        assert done.count(Verdict.NEW) == done.count(Verdict.CHANGED) == 0
        assert sorted(line.name for line in done.lines if line.table is Kind.CABLE) == sorted(joined_ends(pod.snapshot).values())


def ends_there(snapshot: Snapshot) -> set[tuple[int, ...]]:
    names = ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes")
    return set(zip(*(snapshot["cable"][name].tolist() for name in names), strict=True))


@pytest.mark.parametrize("count", [2, 4])
@pytest.mark.parametrize("by_port", [False, True])
def test_lists_make_the_same_cables_also_with_the_names_of_earlier_versions(project: Project, count: int, *, by_port: bool) -> None:
    """Earlier versions name the port, and the first lane in a column of its own."""
    pod = pod_of(project, SWITCHES["ethernet"], count)
    rows, wanted = cable_rows(pod.snapshot), ends_there(pod.snapshot)
    if by_port:
        port = rows[0].index("A port")
        of = {pattern.format(number): name for _, name, pattern in HOSTS.values() for number in range(1, 5)}
        for row in rows[1:]:
            row[port] = of[str(row[port])]
    cables = read_cable_list(tables_of(csv_bytes(rows), "cables.csv"))
    unchanged(preview_list(pod.snapshot, cables), len(rows) - 1)
    project.do(pull_cables, pod.snapshot["cable"].ids.tolist())
    project.do(import_list, cables, "cables.csv")
    assert ends_there(pod.snapshot) == wanted


def test_the_lane_of_a_list_decides_which_connector_is_meant(project: Project) -> None:
    """One of four cables alone: its number says less than its lane."""
    pod = pod_of(project, SWITCHES["ethernet"], 4)
    rows, wanted = cable_rows(pod.snapshot), ends_there(pod.snapshot)
    project.do(pull_cables, pod.snapshot["cable"].ids.tolist())
    port = rows[0].index("A port")
    third = [row for row in rows[1:] if str(row[port]).endswith("3")]
    assert len(third) == len(HOSTS)
    project.do(import_list, read_cable_list(tables_of(csv_bytes([rows[0], *third]), "cables.csv")), "cables.csv")
    assert ends_there(pod.snapshot) < wanted
    assert len(ends_there(pod.snapshot)) == len(HOSTS)
