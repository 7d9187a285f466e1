"""The set for NetBox, against its columns; and racks and devices that NetBox exports."""

import csv
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml

from gpudesk.catalog.templates import load_template
from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.formats.netbox import netbox_project
from gpudesk.formats.netbox.netbox_project import netbox_set
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.text.written_files import NotWritten, read_set, write_file, write_set
from gpudesk.operations.exchange.exchange import export_project, import_list, preview_list, read_import
from gpudesk.operations.exchange.import_changes import Verdict
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.conftest import PDU, RACK, SERVER
from tests.project.sample import Clock

# The import forms of NetBox 4.6, copied by hand; an asterisk marks what must not be empty.
NETBOX = {
    "manufacturers": "name*,slug*,description,owner,comments,tags",
    "sites": "name*,slug*,status*,region,group,tenant,facility,time_zone,description,physical_address,shipping_address,latitude,"
    "longitude,owner,comments,tags",
    "locations": "site*,parent,name*,slug*,status*,tenant,facility,description,owner,comments,tags",
    "rack-types": "manufacturer*,model*,slug*,form_factor,width*,u_height*,starting_unit,desc_units,outer_width,outer_height,outer_depth,"
    "outer_unit,mounting_depth,weight,max_weight,weight_unit,description,owner,comments,tags",
    "racks": "site*,location,group,name*,facility_id,tenant,status*,role,rack_type,form_factor,serial,asset_tag,width,u_height,desc_units,"
    "outer_width,outer_height,outer_depth,outer_unit,mounting_depth,airflow,weight,max_weight,weight_unit,description,owner,comments,tags",
    "device-roles": "name*,slug*,parent,color,vm_role,config_template,description,owner,comments,tags",
    "devices": "name,role*,tenant,manufacturer*,device_type*,platform,serial,asset_tag,status*,site*,location,rack,position,face,latitude,"
    "longitude,parent,device_bay,airflow,virtual_chassis,vc_position,vc_priority,cluster,description,config_template,owner,comments,tags",
    "vlans": "site,group,vid*,name*,tenant,status*,role,description,qinq_role,qinq_svlan,owner,comments,tags",
    "prefixes": "prefix*,vrf,tenant,vlan_group,vlan_site,vlan,status*,role,scope_type,scope_name,scope_id,is_pool,mark_utilized,"
    "description,owner,comments,tags",
    "vrfs": "name*,rd,tenant,enforce_unique,description,import_targets,export_targets,owner,comments,tags",
    "power-panels": "site*,location,name*,description,owner,comments,tags",
    "power-feeds": "site*,power_panel*,location,rack,name*,status*,type*,mark_connected,supply*,phase*,voltage,amperage,max_utilization,"
    "tenant,description,owner,comments,tags",
    "power-cords": "side_a_site,side_a_device,side_a_power_panel,side_a_type*,side_a_name*,side_b_site,side_b_device,side_b_power_panel,"
    "side_b_type*,side_b_name*,type,status,profile,tenant,bundle,label,color,length,length_unit,description,owner,comments,tags",
    "modules": "device*,module_bay*,module_type*,serial,asset_tag,status*,description,owner,comments,replicate_components,"
    "adopt_components,tags",
}
ORDER = ["01-manufacturers", "02-types", "03-device-roles", "04-sites", "05-locations", "06-rack-types", "07-racks", "08-devices"]
ORDER += ["13-power-panels", "14-power-feeds", "15-power-cords"]


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    yield opened
    opened.close()


@pytest.fixture
def pod(document: Document) -> Document:
    run(document, build, load_template("small-pod"))
    return document


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")))


def tables(files: dict[str, bytes]) -> dict[str, list[dict[str, str]]]:
    return {file[3:-4]: table(content) for file, content in files.items() if file.endswith(".csv")}


def test_the_columns_are_those_of_netbox_and_what_it_demands_is_there(pod: Document) -> None:
    found = netbox_set(pod.snapshot, "Pod 1")
    for name, rows in tables(found.files).items():
        allowed = [column.rstrip("*") for column in NETBOX[name].split(",")]
        needed = [column[:-1] for column in NETBOX[name].split(",") if column.endswith("*")]
        header = list(rows[0])
        assert header == [column for column in allowed if column in header]
        assert [(name, column, row) for row in rows for column in needed if not row[column]] == []
    assert found.remarks == []


def test_the_files_stand_in_the_order_of_the_import(pod: Document) -> None:
    files = netbox_set(pod.snapshot, "Pod 1").files
    first = list(dict.fromkeys(PurePosixPath(file).parts[0].removesuffix(".csv") for file in files if file != "README.txt"))
    assert first == ORDER
    readme = files["README.txt"].decode()
    places = [readme.index(name) for name in ORDER]
    assert places == sorted(places)


def test_every_reference_names_something_that_came_before(pod: Document) -> None:
    files = netbox_set(pod.snapshot, "Pod 1").files
    found = tables(files)
    types = [yaml.safe_load(content) for file, content in files.items() if file.startswith("02-types/device-types/")]
    makers = {row["name"] for row in found["manufacturers"]}
    known = {(kind["manufacturer"], kind["model"]) for kind in types}
    racks = {(row["location"], row["name"]) for row in found["racks"]}
    assert {kind["manufacturer"] for kind in types} | {row["manufacturer"] for row in found["rack-types"]} <= makers
    assert {row["rack_type"] for row in found["racks"]} <= {row["model"] for row in found["rack-types"]}
    assert {row["location"] for row in found["racks"]} <= {row["name"] for row in found["locations"]}
    for row in found["devices"]:
        assert row["role"] in {role["name"] for role in found["device-roles"]}
        assert (row["manufacturer"], row["device_type"]) in known
        assert row["site"] == "Pod 1"
        assert not row["rack"] or (row["location"], row["rack"]) in racks
        assert row["face"] or not row["position"]
        if row["position"]:
            assert 2 * float(row["position"]) == int(2 * float(row["position"])) >= 2
    heights = {(kind["manufacturer"], kind["model"]): kind["u_height"] for kind in types}
    assert [row for row in found["devices"] if row["position"] and not heights[row["manufacturer"], row["device_type"]]] == []
    assert len(found["devices"]) == pod.snapshot["device"].rows
    assert len({row["name"].casefold() for row in found["devices"]}) == len(found["devices"])


def test_what_netbox_cannot_take_is_changed_and_told(document: Document) -> None:
    plan = Plan(
        "p",
        halls=(PlanHall("H"), PlanHall("h")),
        racks=(PlanRack(RACK, 0, "R"), PlanRack(RACK, 0, "r")),
        devices=(
            PlanDevice(SERVER, "x" * 90, rack=0, position=1, asset="A", serial="s" * 60, role="=evil"),
            PlanDevice(SERVER, "twin", rack=0, position=5, asset="a"),
            PlanDevice(SERVER, "Twin", hall=1),
            PlanDevice(SERVER, "inside", parent=1, slot="no such bay"),
            PlanDevice(PDU, "pdu", rack=1, position=0, side=1),
        ),
    )
    run(document, build, plan)
    found = netbox_set(document.snapshot, "../../etc/passwd")
    devices = {row["name"]: row for row in tables(found.files)["devices"]}
    assert list(devices) == ["x" * 64, "twin", "inside", "Twin (2)", "pdu"]
    assert devices["x" * 64]["position"] == "1.5"
    assert devices["x" * 64]["role"] == "'=evil"
    assert (devices["pdu"]["rack"], devices["pdu"]["position"]) == ("r (2)", "")
    assert (devices["Twin (2)"]["location"], devices["twin"]["asset_tag"]) == ("h (2)", "")
    assert len(found.remarks) == 7
    assert all(remark in found.files["README.txt"].decode() for remark in found.remarks)
    assert [name for name in found.files if ".." in name or name.startswith("/")] == []


def test_no_file_is_as_large_as_netbox_refuses(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(netbox_project, "MOST_SHARD_BYTES", 2_000)
    devices = tuple(PlanDevice(SERVER, f"server-{number:04}") for number in range(100))
    run(document, build, Plan("p", devices=devices))
    files = netbox_set(document.snapshot, "p").files
    shards = {name: content for name, content in files.items() if name.startswith("08-devices-")}
    assert len(shards) > 3
    assert max(map(len, shards.values())) < 2_000
    assert [row["name"] for content in shards.values() for row in table(content)] == [device.name for device in devices]


def test_what_netbox_has_no_column_for_comes_back(pod: Document, tmp_path: Path) -> None:
    devices, types = pod.snapshot["device"], pod.snapshot.types
    strips = [row_id for row_id in devices.ids.tolist() if devices.row(row_id)["side"] is not None]
    assert strips, "the pod has power strips at both sides"
    run(pod, set_fields, "device", strips[0], {"notes": "two\nlines", "phase": 3, "status": int(Status.ORDERED)})
    before = pod.snapshot
    # NetBox has no place for what a plan leaves out.
    problems = [finding for finding in findings_of(before) if finding.severity != "info" and not finding.rule.startswith("absent.")]
    export_project(before, pod.uid, "Pod 1", "netbox", tmp_path / "set")
    with Document.scratch(Clock()) as other:
        run(other, import_list, read_import("netbox", tmp_path / "set", other.uid))
        kept = ("name", "side", "position", "slot", "face", "phase", "status", "notes")
        modules = {row_id for row_id in devices.ids.tolist() if types[devices.row(row_id)["type_id"]].family == "cassette"}
        assert {tuple(row[name] for name in kept) for row in rows_of(other)} == {
            tuple(row[name] for name in kept) for row in rows_of(pod) if row["id"] not in modules
        }
        assert not [each for each in findings_of(other.snapshot) if each.rule.startswith("space.zero_u")]
        found = findings_of(other.snapshot)
        again = [finding for finding in found if finding.severity != "info" and not finding.rule.startswith("absent.")]
        assert sorted(each.rule for each in again) == sorted(each.rule for each in problems)


def test_a_status_that_was_changed_in_netbox_counts() -> None:
    rows = "name,site,status,role,manufacturer,device_type,comments\n"
    said = '"gpudesk: {""status"": ""ordered"", ""side"": ""up"", ""unit"": true}"'
    line = f"d,DC,active,r,Generic,Management server 1U,{said}\ne,DC,planned,r,Generic,Management server 1U,{said}\n"
    [first, second] = read_netbox({"d.csv": (rows + line).encode()}).devices.records
    assert (first.values["status"], second.values["status"]) == (Status.LIVE, Status.ORDERED)
    assert first.values["notes"] == ""
    assert not {"side", "position"} & set(first.values)


def rows_of(document: Document) -> list[dict[str, Any]]:
    columns = document.snapshot["device"]
    return [columns.row(row_id) for row_id in columns.ids.tolist()]


@pytest.mark.parametrize("out", ["set.zip", "set"])
def test_a_set_goes_to_the_disk_and_comes_back(pod: Document, tmp_path: Path, out: str) -> None:
    path = tmp_path / out
    exported = export_project(pod.snapshot, pod.uid, "Pod 1", "netbox", path)
    assert all(file.exists() for file in exported.files)
    if out == "set.zip":
        assert zipfile.ZipFile(path).testzip() is None
    with Document.scratch(Clock()) as other:
        found = read_import("netbox", path, other.uid)
        assert isinstance(found, NetboxTables)
        assert found.devices.faults == []
        preview = preview_list(other.snapshot, found)
        assert [fault.plain() for fault in preview.faults] == []
        run(other, import_list, found, out)
        for name in ("name", "serial", "asset", "status", "role", "face"):
            assert sorted(other.snapshot["device"][name].tolist()) == sorted(pod.snapshot["device"][name].tolist())
        assert sorted(other.snapshot["rack"]["name"].tolist()) == sorted(pod.snapshot["rack"]["name"].tolist())
        assert places(other) == places(pod)
        again = preview_list(other.snapshot, read_import("netbox", path, other.uid))
        assert again.faults == []
        assert {line.verdict for line in again.lines} == {Verdict.UNCHANGED}


def places(document: Document) -> set[tuple[Any, ...]]:
    """Device, rack, position of what is held in units, and the key of its type."""
    snapshot = document.snapshot
    found = set()
    for row_id in snapshot["device"].ids.tolist():
        row = snapshot["device"].row(row_id)
        rack = None if row["rack_id"] is None else snapshot["rack"].row(row["rack_id"])["name"]
        kind = snapshot.types[row["type_id"]]
        found.add((row["name"], rack, row["position"] if kind.height_half_units else None, kind.key))
    return found


def test_the_export_of_a_table_of_netbox_is_understood(document: Document) -> None:
    racks = "Name,Site,Location,Status,Height,Width,Serial number\nR1,DC 1,Room 2,Active,48U,19 inches,S9\n"
    devices = (
        "Name,Status,Site,Location,Rack,Role,Manufacturer,Type,Position (U),Rack face,Asset tag\n"
        "srv,Active,DC 1,,R1,Server,Generic,Management server 1U,12.5,Front,A1\n"
        "spare,Inventory,DC 1,,,Server,Generic,Management server 1U,,,\n"
    )
    found = read_netbox({"racks.csv": racks.encode(), "devices.csv": devices.encode("utf-8-sig"), "cables.csv": b"a,b\n1,2\n"})
    assert found.devices.ignored == ["cables.csv"]
    found.answers["rack-units"] = "bottom"
    done = run(document, import_list, found).result
    assert done.count(Verdict.NEW) == 4
    snapshot = document.snapshot
    assert snapshot["hall"]["name"].tolist() == ["Room 2"]
    assert snapshot["rack"]["serial"].tolist() == ["S9"]
    assert snapshot["device"]["position"].tolist()[0] == 23
    assert snapshot["device"]["asset"].tolist() == ["A1", ""]


def test_faults_of_netbox_files_name_file_and_cell(document: Document) -> None:
    racks = b"name,site,status,rack_type,u_height\nR1,DC,active,no such rack,\nR2,DC,gone,,48\nR3,DC,active,,many\n"
    devices = b"name,site,status,role,manufacturer,device_type,rack,position,face\n"
    devices += b"d,DC,active,r,Generic,nothing,R1,1,front\ne,DC,active,r,,,R1,0,top\n"
    found = read_netbox({"racks.csv": racks, "devices.csv": devices})
    preview = preview_list(document.snapshot, found)
    cells = [fault.place for fault in preview.faults]
    assert cells[:4] == ["devices.csv, F2", "devices.csv, F3", "devices.csv, H3", "devices.csv, I3"]
    assert cells[4:] == ["racks.csv, D2", "racks.csv, C3", "racks.csv, E4"]
    assert document.snapshot["rack"].rows == 0


def test_unknown_formats_are_refused_with_the_known_ones(pod: Document, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="devices-csv, devices-xlsx, netbox"):
        export_project(pod.snapshot, pod.uid, "p", "dwg", tmp_path / "x")
    with pytest.raises(Refused, match="Choose one of"):
        read_import("dwg", tmp_path / "x", pod.uid)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    write_file(path, b"old")
    with pytest.raises(NotWritten):
        write_file(tmp_path / "none" / "list.csv", b"new")
    with pytest.raises(NotWritten, match="not empty"):
        write_set(tmp_path, {"a": b""})
    with pytest.raises(AssertionError):
        write_set(tmp_path / "set", {"../a": b""})
    assert [each.name for each in tmp_path.iterdir()] == ["list.csv"]
    assert path.read_bytes() == b"old"


def test_what_comes_in_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpudesk.formats.text import written_files

    path = tmp_path / "set.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../racks.csv", bytes(5_000_000))
    monkeypatch.setattr(written_files, "MOST_UNPACKED_BYTES", 1_000_000)
    with pytest.raises(DeskError, match="too large"):
        read_set(path, ".csv")
    path.write_bytes(path.read_bytes()[:-30] + b"PK\x05\x06" + bytes(10))
    with pytest.raises(DeskError):
        read_import("netbox", path, "uid")


def test_nodes_stand_in_device_bays_and_cassettes_in_module_bays(document: Document) -> None:
    plan = Plan(
        "p",
        halls=(PlanHall("H"),),
        racks=(PlanRack(RACK, 0, "R"),),
        devices=(
            PlanDevice("generic.chassis-2u-4-node", "chassis", rack=0, position=0),
            PlanDevice("generic.panel-1u-4-hd", "panel", rack=0, position=10, asset="P-1"),
            PlanDevice("generic.node-2u4n", "node", parent=0, slot="Node B"),
            PlanDevice("generic.cassette-hd-12lc-2mpo-om4-a", "cassette", parent=1, slot="2", serial="C1"),
            PlanDevice("generic.cassette-hd-12lc-2mpo-om4-a", "spare"),
        ),
    )
    run(document, build, plan)
    found = netbox_set(document.snapshot, "p")
    [node] = [row for row in tables(found.files)["devices"] if row["name"] == "node"]
    assert (node["parent"], node["device_bay"], node["rack"], node["position"]) == ("chassis", "Node B", "R", "")
    [module] = tables(found.files)["modules-by-tag"]
    assert (module["device.asset_tag"], module["module_bay"], module["serial"]) == ("P-1", "2", "C1")
    header = [name.removesuffix(".asset_tag") if name.startswith("device.") else name for name in module]
    assert header == [column for column in (name.rstrip("*") for name in NETBOX["modules"].split(",")) if column in header]
    assert [name for name in found.files if name.startswith("02-types/module-types/")] != []
    assert len(found.remarks) == 1, found.remarks
    assert "spare" in found.remarks[0]
