"""What NetBox 4.6 exports comes back: nothing where nothing was changed, and else what was."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.formats.netbox.netbox_project import netbox_set
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.operations.exchange.exchange import import_list, preview_list
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.exchange.import_questions import ALL_RENAMES, asked_after
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.conftest import RACK, SERVER
from tests.operations.netbox_lists import CABLES_ALL, DEVICES_ALL, RACKS_VIEW, Instance
from tests.project.sample import Clock

NIC = "nvidia.dgx-h100"
STRIP = "generic.zero-u-strip"
PLAN = Plan(
    "p",
    halls=(PlanHall("Hall 1"),),
    racks=(PlanRack(RACK, 0, "R1"), PlanRack(RACK, 0, "R2")),
    devices=(
        PlanDevice(SERVER, "one", rack=0, position=0, serial="S-1"),
        PlanDevice(SERVER, "two", rack=0, position=4, asset="T-2"),
        PlanDevice(SERVER, "R&D <3>", rack=1, position=10),
        PlanDevice(SERVER, "two", rack=1, position=20, role="spare"),
        PlanDevice(SERVER, "shelf-spare"),
        PlanDevice("generic.chassis-2u-4-node", "chassis", rack=1, position=30),
        PlanDevice("generic.node-2u4n", "node", parent=5, slot="Node B"),
    ),
)


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    run(opened, build, PLAN)
    devices = opened.snapshot["device"]
    for row_id, name in zip(devices.ids.tolist(), devices["name"].tolist(), strict=True):
        if name == "one":
            run(opened, set_fields, "device", row_id, {"status": int(Status.ORDERED), "notes": "line\nline "})
    ports = [int(row_id) for row_id in devices.ids[:2]]
    run(opened, lay_cable, NewCable(ports[0], 0, ports[1], 0, length_mm=2_504))
    yield opened
    opened.close()


def uploaded(document: Document, **given: Any) -> Instance:
    return Instance(**given).take(netbox_set(document.snapshot, "DC 1").files)


def answered(answers: dict[str, str]) -> dict[str, str]:
    """Answers by the keys of their questions; `renames` answers racks, devices and cables, as the option of the command does."""
    all_of = dict.fromkeys(ALL_RENAMES, answers["renames"]) if "renames" in answers else {}
    return all_of | {key.replace("_", "-"): answer for key, answer in answers.items() if key != "renames"}


def preview(document: Document, files: dict[str, bytes], **answers: str) -> Preview:
    found = read_netbox(files)
    found.answers.update(answered(answers))
    return preview_list(document.snapshot, found)


def take(document: Document, files: dict[str, bytes], **answers: str) -> Preview:
    found = read_netbox(files)
    found.answers.update(answered(answers))
    return run(document, import_list, found).result


def changes(done: Preview) -> list[tuple[str, str, Any, Any]]:
    assert [fault.plain() for fault in done.faults] == []
    assert done.questions == []
    return [(line.name, each.column, each.before, each.after) for line in done.lines for each in line.changes]


@pytest.mark.parametrize("name", ["netbox_racks.csv", "netbox_devices.csv", "netbox_cables.csv"])
@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
def test_each_list_comes_back_without_a_change(document: Document, name: str, all_data: bool) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    done = preview(document, {name: netbox.lists(all_data=all_data)[name]})
    assert changes(done) == []
    assert (done.count(Verdict.NEW), done.ignored, done.remarks) == (0, [], [])
    assert done.count(Verdict.UNCHANGED) == {"netbox_racks.csv": 3, "netbox_devices.csv": 7, "netbox_cables.csv": 1}[name]


@pytest.mark.parametrize("named", [True, False], ids=["named", "renamed"])
def test_what_sits_in_a_bay_with_a_label_stays_there(document: Document, named: bool) -> None:
    """NetBox 4.6 has no column Parent: Parent Device shows the device with its asset tag, Position (Device Bay) the bay with its label."""
    netbox = uploaded(document)
    take(document, netbox.lists())
    devices = netbox.tables["devices"]
    netbox.row("devices", "chassis")["asset_tag"] = "C-7"
    netbox.row("devices", "node")["device_bay"] = "Node B (upper left)"
    if not named:
        netbox.rename("devices", "chassis", "carrier")
    done = preview(document, {"netbox_devices.csv": netbox.devices()})
    assert len(devices) == 7
    expected = [("chassis", "asset", "", "C-7")] if named else [("carrier", "name", "chassis", "carrier"), ("carrier", "asset", "", "C-7")]
    assert sorted(changes(done)) == sorted(expected)
    netbox.row("devices", "node")["device_bay"] = "Node C (lower left)"
    moved = take(document, {"netbox_devices.csv": netbox.devices()})
    assert ("node", "slot", "Node B", "Node C") in changes(moved)


def without(listed: bytes, column: str) -> bytes:
    """A list without a column, as a person who hides it exports it."""
    header, *rows = csv.reader(io.StringIO(listed.decode()))
    kept = [number for number, name in enumerate(header) if name != column]
    text = io.StringIO()
    csv.writer(text).writerows([[row[number] for number in kept] for row in (header, *rows)])
    return text.getvalue().encode()


@pytest.mark.parametrize("name", ["netbox_racks.csv", "netbox_devices.csv", "netbox_cables.csv"])
@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
def test_whatever_column_is_hidden_nothing_is_changed(document: Document, name: str, all_data: bool) -> None:
    """The columns of a view are chosen in NetBox; name and site say which row is meant, terminations what a cable is."""
    netbox = uploaded(document)
    take(document, netbox.lists())
    listed = netbox.lists(all_data=all_data)[name]
    needed = {"Name", "Site", "Termination A", "Termination B"}
    if "cables" in name and not all_data:
        needed.add("ID")
    hidden = [column for column in listed.decode().splitlines()[0].split(",") if column not in needed]
    for column in hidden:
        done = preview(document, {name: without(listed, column)})
        assert (changes(done), done.count(Verdict.NEW)) == ([], 0), column
    with pytest.raises(UnreadableTable, match="no list of racks, devices or cables"):
        preview(document, {name: without(listed, "Termination A" if "cables" in name else "Site")})


@pytest.mark.parametrize(
    "header",
    [
        "Name,Site,Status,Facility,Tenant,Racks,Devices,VLAN Groups,Description,Slug",
        "Name,Type,Group,Status,Tenant,Site,Devices,VMs",
        "Name,Status,Site,Cluster,Device,Role,Tenant,vCPUs,IP Address",
        "Nombre,Sitio,Ubicación,Grupo,Estado,Tipo,Altura,Dispositivos,Espacio",
    ],
    ids=["locations", "clusters", "virtual machines", "racks in Spanish"],
)
def test_other_lists_of_netbox_are_no_racks_or_devices(document: Document, header: str) -> None:
    other = f"{header}\n{','.join(['x'] * (header.count(',') + 1))}\n".encode()
    with pytest.raises(UnreadableTable, match="Export in English"):
        preview(document, {"netbox_other.csv": other})
    done = preview(document, {"netbox_other.csv": other, "netbox_racks.csv": uploaded(document).racks()})
    assert (changes(done), done.count(Verdict.NEW), done.ignored) == ([], 0, ["netbox_other.csv"])


@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
def test_racks_and_devices_come_back_before_anything_is_learned(document: Document, all_data: bool) -> None:
    lists = uploaded(document).lists(all_data=all_data)
    if not all_data:
        del lists["netbox_cables.csv"]
    done = preview(document, lists)
    assert changes(done) == []
    assert done.count(Verdict.UNCHANGED) == (11 if all_data else 10)
    assert done.learned == (10 if all_data else 0)


def test_edits_come_back_as_exactly_those_edits(document: Document) -> None:
    netbox = uploaded(document)
    netbox.row("devices", "one")["position"] = "9.5"
    netbox.row("devices", "one")["serial"] = "S-9"
    netbox.row("devices", "shelf-spare")["status"] = "active"
    netbox.row("racks", "R2")["asset_tag"] = "RT"
    netbox.tables["cables"][0]["length"] = "3.25"
    assert changes(preview(document, netbox.lists())) == [
        ("one", "serial", "S-1", "S-9"),
        ("one", "position", 1, 9.5),
        ("shelf-spare", "status", "planned", "live"),
        ("R2", "asset", "", "RT"),
        ("one NET1 – two NET1", "length_mm", 2504, 3250),
    ]


def test_the_current_view_of_cables_is_matched_by_id_or_all_data_is_asked_for(document: Document) -> None:
    netbox = uploaded(document)
    view = {"cables.csv": netbox.cables(all_data=False)}
    [fault] = preview(document, view).faults
    assert (fault.cell, "All Data" in fault.plain()) == ("C2", True)
    [fault] = preview(document, {"cables.csv": view["cables.csv"] + b"9001,,NET1,NET2,Planned,\r\n"}).faults
    assert (fault.cell, fault.what.values["count"]) == ("C2", 2)
    take(document, netbox.lists())
    assert preview(document, view).count(Verdict.UNCHANGED) == 1
    # The list of an instance has the cables of other sites too.
    other = b"9001,,NET1,NET2,Planned,\r\n"
    both = preview(document, {"cables.csv": view["cables.csv"] + other})
    assert ([fault.plain() for fault in both.faults], both.count(Verdict.UNCHANGED)) == ([], 1)
    assert [(remark.cell, remark.what.values["count"]) for remark in both.remarks] == [("C3", 1)]


def test_a_cable_with_a_known_id_that_leads_elsewhere_is_moved(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.tables["cables"][0]["side_b_device"] = "R&D <3>"
    done = take(document, {"cables.csv": netbox.cables()})
    assert [(line.verdict, [each.column for each in line.changes]) for line in done.lines] == [(Verdict.CHANGED, ["b_port"])]
    cables = document.snapshot["cable"]
    assert cables.rows == 1
    assert cables["b_device_id"].tolist() == [document.snapshot["device"].ids[2]]


def test_renames_follow_the_id_the_serial_number_or_the_asset_tag(document: Document) -> None:
    netbox = uploaded(document)
    netbox.rename("devices", "one", "uno")
    netbox.rename("devices", "two", "dos")
    assert changes(preview(document, netbox.lists()))[:2] == [("uno", "name", "one", "uno"), ("dos", "name", "two", "dos")]
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.rename("devices", "R&D <3>", "lab")
    netbox.rename("racks", "R2", "R9")
    assert changes(preview(document, netbox.lists())) == [("lab", "name", "R&D <3>", "lab"), ("R9", "name", "R2", "R9")]


def test_a_list_of_cables_alone_is_read_after_devices_were_renamed(document: Document) -> None:
    """It names devices without their IDs: of cables with known IDs a person says whether a device was renamed, or they were moved."""
    second = second_cable(document)
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.rename("devices", "one", "uno")
    [question] = preview(document, {"cables.csv": netbox.cables()}).questions
    assert (question.key, "one → uno" in question.text.plain()) == ("cable-renames", True)
    done = preview(document, {"cables.csv": netbox.cables()}, renames="renamed")
    assert ([fault.plain() for fault in done.faults], done.count(Verdict.UNCHANGED), len(done.lines)) == ([], 2, 2)
    [remark] = done.remarks
    assert (remark.what.values["name"], remark.what.values["device"], remark.what.values["count"]) == ("uno", "one", 1)
    # Where the old name is there as well, no device was renamed.
    head, first, last = csv.reader(io.StringIO(netbox.cables().decode(), newline=""))
    old = ["9001", *(cell.replace("uno", "one") for cell in first[1:])]
    assert [fault.cell for fault in preview(document, {"cables.csv": csv_of(head, first, last, old)}).faults][:1] == ["G2"]
    run(document, delete_objects, "cable", [second])
    files = {"cables.csv": csv_of(head, first)}
    [question] = preview(document, files).questions
    assert (question.key, "one → uno" in question.text.plain()) == ("cable-renames", True)
    done = preview(document, files, renames="renamed")
    assert ([fault.plain() for fault in done.faults], done.questions, done.count(Verdict.UNCHANGED)) == ([], [], 1)


@pytest.mark.parametrize("all_data", [True, False], ids=["All Data", "Current View"])
def test_a_list_of_devices_alone_is_read_after_a_rack_was_renamed(document: Document, all_data: bool) -> None:
    """It names racks without their IDs: a person says whether one was renamed, or its devices were moved to a new one."""
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.rename("racks", "R2", "RX")
    files = {"devices.csv": netbox.devices(all_data=all_data)}
    [question] = preview(document, files).questions
    assert (question.key, "R2 → RX" in question.text.plain()) == ("rack-renames", True)
    done = preview(document, files, renames="renamed")
    assert changes(done) == []
    [remark] = done.remarks
    assert (remark.what.values["name"], remark.what.values["rack"], remark.what.values["count"]) == ("RX", "R2", 1)
    if all_data:
        assert ["RX is new" in fault.plain() for fault in preview(document, files, renames="new").faults] == [True]
    # One device that was moved, while others still show the old name, renames nothing.
    netbox.rename("racks", "RX", "R2")
    netbox.row("devices", "chassis")["rack"] = "RY"
    assert preview(document, {"devices.csv": netbox.devices(all_data=all_data)}).questions == []


def test_two_cables_that_were_moved_to_a_new_device_are_asked_about(document: Document) -> None:
    second_cable(document)
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.tables["devices"].append(netbox.row("devices", "one") | {"name": "spare", "id": "9001", "serial": "S-9", "position": "30"})
    for row in netbox.tables["cables"]:
        row["side_a_device"] = "spare"
    alone = {"cables.csv": netbox.cables()}
    assert [question.key for question in preview(document, alone).questions] == ["cable-renames"]
    assert [fault.cell for fault in preview(document, alone, renames="new").faults] == ["G2", "G3"]
    done = take(document, netbox.lists())
    assert (done.questions, [line.name for line in done.lines if line.verdict is Verdict.NEW]) == ([], ["spare"])
    cables, devices = document.snapshot["cable"], document.snapshot["device"]
    ends = [str(devices.row(int(device))["name"]) for device in cables["a_device_id"]]
    assert ends == ["spare", "spare"]
    assert "one" in devices["name"].tolist()


def test_a_cable_that_was_moved_to_a_new_device_renames_none(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.tables["devices"].append(netbox.row("devices", "one") | {"name": "brand-new", "id": "9001", "serial": "S-7", "position": "30"})
    netbox.tables["cables"][0]["side_a_device"] = "brand-new"
    alone = {"cables.csv": netbox.cables()}
    assert [question.key for question in preview(document, alone).questions] == ["cable-renames"]
    assert [fault.cell for fault in preview(document, alone, renames="new").faults] == ["G2"]
    done = take(document, netbox.lists())
    assert [line.name for line in done.lines if line.verdict is Verdict.NEW] == ["brand-new"]
    cables, devices = document.snapshot["cable"], document.snapshot["device"]
    assert devices.row(int(cables["a_device_id"][0]))["name"] == "brand-new"
    # At another port it is not the old end under another name.
    netbox.tables["cables"][0] |= {"side_a_device": "newer", "side_a_name": "NET2"}
    netbox.tables["devices"].append(netbox.row("devices", "brand-new") | {"name": "newer", "id": "9002", "serial": "S-8"})
    done = preview(document, {"cables.csv": netbox.cables()})
    assert (done.questions, [fault.cell for fault in done.faults]) == ([], ["G2"])


@pytest.mark.parametrize("both", [True, False], ids=["both renamed", "one renamed"])
def test_cables_that_netbox_has_the_other_way_round_rename_the_right_device(document: Document, both: bool) -> None:
    second_cable(document)
    netbox = uploaded(document)
    for row in netbox.tables["cables"]:
        for key in [key for key in row if key.startswith("side_a_")]:
            other = key.replace("_a_", "_b_")
            row[key], row[other] = row[other], row[key]
    take(document, netbox.lists())
    netbox.rename("devices", "two", "dos")
    if both:
        netbox.rename("devices", "one", "uno")
    done = preview(document, {"cables.csv": netbox.cables()}, renames="" if both else "renamed")
    if both:
        # Both ends of each cable are unknown, and their ports are called the same.
        assert (done.questions, done.remarks) == ([], [])
        assert {fault.cell for fault in done.faults} >= {"G2", "G3"}
        return
    assert ([fault.plain() for fault in done.faults], done.count(Verdict.UNCHANGED)) == ([], 2)
    [remark] = done.remarks
    assert (remark.what.values["name"], remark.what.values["device"]) == ("dos", "two")


def test_a_name_that_two_devices_could_have_is_given_to_none(document: Document) -> None:
    devices = document.snapshot["device"].ids.tolist()
    run(document, lay_cable, NewCable(devices[2], 0, devices[3], 0, length_mm=2_504))
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.tables["devices"].append(netbox.row("devices", "one") | {"name": "hub", "id": "9001"})
    for row in netbox.tables["cables"]:
        row["side_a_device"] = "hub"
    done = preview(document, {"cables.csv": netbox.cables()})
    assert (done.questions, done.remarks) == ([], [])
    assert {fault.cell for fault in done.faults} == {"G2", "G3"}


def csv_of(*rows: list[str]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def second_cable(document: Document) -> int:
    """Between other ports of the same devices, of the same names at both ends."""
    ports = [int(row_id) for row_id in document.snapshot["device"].ids[:2]]
    return run(document, lay_cable, NewCable(ports[0], 1, ports[1], 1, length_mm=2_504)).result


def test_ids_of_another_instance_are_not_followed(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    other = uploaded(document, made="2020-01-01T00:00:{:02}+00:00", first=2)
    assert changes(preview(document, other.lists())) == []


@pytest.mark.parametrize("all_data", [True, False], ids=["all data", "current view"])
def test_an_unknown_name_in_the_place_of_a_device_is_asked_about(document: Document, all_data: bool) -> None:
    netbox = uploaded(document)
    netbox.rename("devices", "R&D <3>", "lab")
    if not all_data:
        del netbox.tables["devices"][3]
    files = {"devices.csv": netbox.devices(all_data=all_data)}
    if not all_data:
        # Two servers of the rack are gone, and one is new: which of them it was is not known.
        assert preview(document, files).questions == []
        return
    [question] = preview(document, files).questions
    assert (question.key, [answer for answer, _ in question.choices]) == ("device-renames", ["renamed", "new"])
    assert "R&D <3> → lab" in question.text.plain()
    assert changes(preview(document, files, renames="renamed")) == [("lab", "name", "R&D <3>", "lab")]
    with pytest.raises(Refused, match="renames"):
        take(document, files)
    done = take(document, files, renames="new")
    assert [(line.verdict, line.name) for line in done.lines if line.verdict is not Verdict.UNCHANGED] == [
        (Verdict.REMOVED, "R&D <3>"),
        (Verdict.NEW, "lab"),
    ]
    assert sorted(document.snapshot["device"]["name"].tolist())[:2] == ["chassis", "lab"]


def test_an_unknown_name_of_a_rack_is_asked_about_where_no_id_tells(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.rename("racks", "R2", "R9")
    files = {"racks.csv": netbox.racks(all_data=False), "devices.csv": netbox.devices(all_data=False)}
    question = preview(document, files).questions[0]
    assert (question.key, "R2 → R9" in question.text.plain()) == ("rack-renames", True)
    assert changes(preview(document, files, renames="renamed")) == [("R9", "name", "R2", "R9")]
    other = preview(document, files, renames="new", rack_units="bottom")
    assert [line.name for line in other.lines if line.verdict is Verdict.NEW] == ["R9"]


def test_an_answer_about_racks_says_nothing_of_devices(document: Document) -> None:
    """A rack that is new, and a renamed device in another: the user was not asked about the device."""
    netbox = uploaded(document)
    netbox.rename("racks", "R2", "R9")
    netbox.row("devices", "one")["serial"] = ""
    netbox.rename("devices", "one", "uno")
    files = {"racks.csv": netbox.racks(all_data=False), "devices.csv": netbox.devices(all_data=False)}
    assert [question.key for question in preview(document, files).questions][:1] == ["rack-renames"]
    seen = {"rack_renames": "new", "rack_units": "bottom"}
    [question] = preview(document, files, **seen).questions
    assert (question.key, "one → uno" in question.text.plain()) == ("device-renames", True)
    with pytest.raises(Refused, match="device-renames"):
        take(document, files, **seen)
    done = preview(document, files, **seen, device_renames="renamed")
    assert (done.questions, done.count(Verdict.REMOVED)) == ([], 0)
    assert ("uno", "name", "one", "uno") in changes(done)
    assert preview(document, files, renames="new", rack_units="bottom").count(Verdict.REMOVED) == 1


def test_another_answer_about_racks_asks_about_devices_again() -> None:
    assert asked_after("rack-renames") == ("device-renames", "cable-renames")
    assert asked_after("site") == ALL_RENAMES
    assert asked_after("cable-renames") == asked_after("rack-units") == ()


def test_the_last_device_of_a_type_is_replaced_and_what_sits_in_it_stays(document: Document) -> None:
    netbox = uploaded(document)
    before = dict(zip(document.snapshot["device"]["name"].tolist(), document.snapshot["device"].ids.tolist(), strict=True))
    netbox.rename("devices", "chassis", "successor")
    done = take(document, {"devices.csv": netbox.devices()}, renames="new")
    assert [(line.verdict, line.name) for line in done.lines if line.verdict is not Verdict.UNCHANGED] == [
        (Verdict.REMOVED, "chassis"),
        (Verdict.NEW, "successor"),
        (Verdict.CHANGED, "node"),
    ]
    after = document.snapshot["device"]
    names = dict(zip(after["name"].tolist(), after.ids.tolist(), strict=True))
    assert "chassis" not in names
    assert names["node"] == before["node"]
    assert after.row(names["node"])["parent_id"] == names["successor"]
    assert document.snapshot.types[after.row(names["successor"])["type_id"]].key == "generic.chassis-2u-4-node"


def test_the_site_is_asked_for_once_where_the_lists_hold_several(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists(), site="DC 1")
    with Document.scratch(Clock()) as other:
        run(other, build, Plan("q", devices=(PlanDevice(SERVER, "one"),)))
        second = Instance(first=500).take(netbox_set(other.snapshot, "DC 2").files)
    netbox.tables["devices"] += second.tables["devices"]
    lists = {"devices.csv": netbox.devices()}
    assert changes(preview(document, lists)) == []
    with Document.scratch(Clock()) as fresh:
        [question] = preview(fresh, lists).questions
        assert (question.key, [answer for answer, _ in question.choices]) == ("site", ["DC 1", "DC 2"])
        assert preview(fresh, lists, site="DC 2").count(Verdict.NEW) == 1


def second_site(**given: Any) -> Instance:
    """Another site of the same instance, whose things are called as those of this one."""
    with Document.scratch(Clock()) as other:
        run(other, build, PLAN)
        ports = [int(row_id) for row_id in other.snapshot["device"].ids[:2]]
        run(other, lay_cable, NewCable(ports[0], 0, ports[1], 0, length_mm=9_000))
        return Instance(**{"first": 500, **given}).take(netbox_set(other.snapshot, "DC 2").files)


@pytest.mark.parametrize("name", ["netbox_racks.csv", "netbox_devices.csv", "netbox_cables.csv"])
def test_a_list_of_another_site_alone_is_not_taken_for_this_one(document: Document, name: str) -> None:
    take(document, uploaded(document).lists())
    files = {name: second_site().lists()[name]}
    done = preview(document, files)
    assert ([question.key for question in done.questions], done.learned, done.lines) == (["site"], 0, [])
    assert done.questions[0].text.plain() == "The file is for the site DC 2, but in NetBox this project is DC 1. Is it DC 2 now?"
    with pytest.raises(Refused, match="DC 2"):
        take(document, files)
    assert document.snapshot["cable"]["length_mm"].tolist() == [2504]


def test_cables_of_another_site_are_left_out_where_the_devices_are_of_this_one(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    done = preview(document, {"devices.csv": netbox.devices(), "cables.csv": second_site().cables()})
    assert (changes(done), done.count(Verdict.UNCHANGED), done.learned) == ([], 7, 0)


def test_a_site_that_was_renamed_is_followed_by_its_ids_and_exported_so(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    for row in (*netbox.tables["racks"], *netbox.tables["devices"]):
        row["site"] = "Berlin"
    for row in netbox.tables["cables"]:
        row["side_a_site"] = row["side_b_site"] = "Berlin"
    done = take(document, netbox.lists())
    assert (changes(done), done.learned) == ([], 1)
    assert b"\r\nBerlin," in netbox_set(document.snapshot, "DC 1").files["12-cables.csv"]


def columns_of(content: bytes, names: str) -> bytes:
    """A list with some of its columns, as the current view of a person who chose them."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, names.split(","), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(csv.DictReader(io.StringIO(content.decode(), newline="")))
    return out.getvalue().encode()


def test_cables_that_say_no_site_are_those_whose_ids_are_known(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.tables["cables"] += second_site().tables["cables"]
    netbox.tables["devices"] += second_site().tables["devices"]
    view = "ID,Label,Termination A,Termination B,Device A,Device B,Status,Type,Length"
    done = preview(document, {"cables.csv": columns_of(netbox.cables(), view)})
    assert (changes(done), done.count(Verdict.UNCHANGED)) == ([], 1)
    assert [(remark.cell, "All Data" in remark.plain()) for remark in done.remarks] == [("C3", True)]
    done = preview(document, {"cables.csv": columns_of(netbox.cables(), view.removeprefix("ID,"))})
    assert [(fault.cell, "none of them states its site" in fault.plain()) for fault in done.faults] == [("B2", True), ("B3", True)]


def test_a_cable_to_another_site_is_left_out_with_a_remark(document: Document) -> None:
    netbox = uploaded(document)
    take(document, netbox.lists())
    netbox.tables["cables"].append({**netbox.tables["cables"][0], "id": "900", "made": "", "side_b_site": "DC 2"})
    done = preview(document, {"cables.csv": netbox.cables()})
    assert (changes(done), done.count(Verdict.UNCHANGED)) == ([], 1)
    assert [remark.plain() for remark in done.remarks] == [
        "cables.csv, C3: 1 cable is skipped because its other end is in another site; this is the first."
    ]


@pytest.mark.parametrize(
    "header",
    [
        "IP Address,VRF,Status,Role,Tenant,Assigned,DNS Name,Description",
        "Name,Rack Types,Device Types,Module Types,Inventory Items,Platforms,Description,Slug",
        DEVICES_ALL,
        RACKS_VIEW,
        CABLES_ALL,
    ],
)
def test_a_list_of_nothing_is_read_and_says_so(document: Document, header: str) -> None:
    done = preview(document, {"list.csv": f"{header}\r\n".encode()})
    assert changes(done) == []
    assert [remark.plain() for remark in done.remarks] == ["list.csv: the list is empty."]
