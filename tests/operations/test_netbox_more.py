"""Modules and power come in from NetBox; what NetBox has is left out, and what its types lack goes out device by device."""

from collections.abc import Iterator

import pytest
import yaml

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.formats.netbox.netbox_project import netbox_cables, netbox_set
from gpudesk.formats.netbox.netbox_skip import exported_names, names_to_skip, skip_key
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.exchange.exchange import import_list, preview_list
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.netbox_ids import netbox_ids
from tests.operations.conftest import RACK, SERVER
from tests.operations.netbox_lists import Instance
from tests.operations.test_netbox_out import rows
from tests.project.sample import Clock

PANEL = "generic.panel-1u-4-hd"
CASSETTE = "generic.cassette-hd-12lc-2mpo-om4-a"
PLAN = Plan(
    "p",
    halls=(PlanHall("Hall 1"),),
    racks=(PlanRack(RACK, 0, "R1"),),
    devices=(
        PlanDevice(PANEL, "panel", rack=0, position=0),
        PlanDevice(CASSETTE, "left", parent=0, slot="1", serial="C-1"),
        PlanDevice(CASSETTE, "right", parent=0, slot="2"),
        PlanDevice(SERVER, "server", rack=0, position=4, role="compute"),
    ),
)
MODULES = "ID,Device,Module Bay,Manufacturer,Module Type,Status,Serial number,Asset tag,Comments,Created\n"
FEEDS = "ID,Name,Power Panel,Site,Rack,Status,Type,Supply,Voltage,Amperage,Phase,Max Utilization\n"
PANELS = "ID,Name,Site,Location,Power Feeds\n"


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    run(opened, build, PLAN)
    yield opened
    opened.close()


def read(**files: str) -> NetboxTables:
    return read_netbox(
        {f"{name.replace('_', ' ')}.{'yaml' if name.endswith('_types') else 'csv'}": text.encode() for name, text in files.items()}
    )


def take(document: Document, **files: str) -> Preview:
    found = read(**files)
    if "modules" in files:
        found.answers["modules"] = "site"
    return run(document, import_list, found).result


def said(done: Preview) -> list[tuple[str, str, str, list[tuple[str, object]]]]:
    lines = [line for line in done.lines if line.verdict is not Verdict.UNCHANGED]
    return [(str(line.verdict), str(line.table), line.name, [(each.column, each.after) for each in line.changes]) for line in lines]


def cassettes(document: Document) -> dict[str, str]:
    devices = document.snapshot["device"]
    return {row["slot"]: row["name"] for row in map(devices.row, devices.ids.tolist()) if row["slot"]}


def test_modules_go_out_and_come_back_and_edits_of_them_are_followed(document: Document) -> None:
    take_devices = Instance(first=40).take(netbox_set(document.snapshot, "DC 1").files)
    run(document, import_list, read_netbox({"devices.csv": take_devices.devices()}))
    files = netbox_cables(document.snapshot, "DC 1").files
    own = preview_list(document.snapshot, read_netbox({name: text for name, text in files.items() if name.startswith("09-")}))
    assert (own.count(Verdict.UNCHANGED), said(own), own.faults) == (2, [], [])
    model = rows(files, "09-modules")[0]["module_type"]
    row = '{0},panel,{1},Generic,"' + model + '",{2},{3},,,\n'
    text = MODULES + row.format(1, "1", "Planned", "C-1") + row.format(2, "2", "Active", "C-2")
    assert said(take(document, modules=text)) == [("changed", "device", "right", [("serial", "C-2"), ("status", "live")])]
    second = netbox_cables(document.snapshot, "DC 1")
    assert [remark for remark in second.remarks if "modules" in remark] == ["2 modules are not written: NetBox has them"]
    assert "2 modules are not written" in second.files["README.txt"].decode()
    assert not [name for name in second.files if name.startswith("09-")]
    moved = MODULES + row.format(1, "3", "Planned", "C-1") + row.format(2, "2", "Active", "C-2") + row.format(9, "4", "Planned", "")
    done = take(document, modules=moved)
    assert [(verdict, name) for verdict, _, name, _ in said(done)][:1] == [("changed", "left")]
    assert sorted(cassettes(document)) == ["2", "3", "4"]
    assert cassettes(document)["3"] == "left", "it has its serial number in another bay"
    strange = take(
        document, modules=MODULES + row.format(7, "1", "Active", "").replace("panel", "elsewhere") + row.format(1, "3", "Planned", "C-1")
    )
    assert [remark.what.values["count"] for remark in strange.remarks] == [1]
    both = read(modules=MODULES + row.format(101, "3", "Planned", "") + row.format(102, "3", "Planned", ""))
    both.answers["modules"] = "site"
    twice = preview_list(document.snapshot, both)
    assert ["filter for one site" in fault.plain() for fault in twice.faults] == [True]


def test_modules_of_a_device_of_the_same_name_in_another_site_are_none_of_this(document: Document) -> None:
    """A list of modules names the device and not its site: what nothing but that name brings here is asked about."""
    model = next(
        document.snapshot.types[type_id].model for type_id in document.snapshot.types if CASSETTE in document.snapshot.types[type_id].key
    )
    row = '{0},{1},{2},Generic,"{3}",Active,{4},{5},,2026-03-02T08:00:0{0}.000001+00:00\n'

    def modules(*rows: tuple[int, str, str, str, str]) -> str:
        return MODULES + "".join(row.format(number, device, bay, model, serial, tag) for number, device, bay, serial, tag in rows)

    other = modules((1, "panel", "1", "C-1", ""), (2, "panel", "2", "", ""), (3, "panel", "3", "X-9", ""))
    [question] = preview_list(document.snapshot, read(modules=other)).questions
    assert (question.key, [answer for answer, _ in question.choices]) == ("modules", ["site", "mixed"])
    with pytest.raises(Refused, match="Is it a list for a single site"):
        run(document, import_list, read(modules=other))
    found = read(modules=other)
    found.answers["modules"] = "mixed"
    done = run(document, import_list, found).result
    assert said(done) == [("changed", "device", "left", [("status", "live")])], "it is known by its serial number"
    assert [remark.what.values["count"] for remark in done.remarks] == [2]
    assert sorted(cassettes(document)) == ["1", "2"]
    # Its ID is known from now on, so nothing is asked of it, wherever it is.
    moved = preview_list(document.snapshot, read(modules=modules((1, "panel", "4", "", ""))))
    assert (moved.questions, said(moved)[0][:3]) == ([], ("changed", "device", "left"))
    # Lists of devices of two sites say which names only this one has.
    netbox = Instance(first=40).take(netbox_set(document.snapshot, "DC 1").files)
    for name, asked in (("panel", ["modules"]), ("elsewhere", [])):
        netbox.tables["devices"].append({**netbox.row("devices", "server"), "id": "900", "name": name, "site": "DC 2", "rack": "R9"})
        both = read(modules=modules((2, "panel", "2", "", "")), devices=netbox.devices().decode())
        both.answers["site"] = "DC 1"
        assert [each.key for each in preview_list(document.snapshot, both).questions] == asked
        netbox.tables["devices"].pop()


def test_modules_in_a_device_that_its_tag_names_are_of_this_site(document: Document) -> None:
    devices = document.snapshot["device"]
    [panel] = [row_id for row_id, name in zip(devices.ids.tolist(), devices["name"].tolist(), strict=True) if name == "panel"]
    run(document, set_fields, "device", panel, {"asset": "T-1"})
    model = rows(netbox_set(document.snapshot, "DC 1").files, "09-modules")[0]["module_type"]
    text = MODULES + f'2,panel (T-1),2,Generic,"{model}",Active,,,,\n' + "{}"
    done = preview_list(document.snapshot, read(modules=text.format("")))
    assert (done.questions, said(done)) == ([], [("changed", "device", "right", [("status", "live")])])
    twin = preview_list(document.snapshot, read(modules=text.format(f'7,panel (T-2),1,Generic,"{model}",Active,,,,\n')))
    assert [each.key for each in twin.questions] == ["modules"]


def test_interfaces_of_two_devices_of_one_name_are_not_learned() -> None:
    opened = Document.scratch(Clock())
    run(opened, build, load_template("dgx-h100-superpod", {"su": 1}))
    run(opened, cable_project)
    head, line = "ID,Name,Device,Enabled,Type\n", "{},{},{},True,Other\n"
    text = head + line.format(5, "S1P2", "dgx-001") + line.format(6, "S1P2", "dgx-002") + line.format(7, "S1P2", "dgx-001")
    run(opened, import_list, read(interfaces=text + line.format(8, "bond0", "dgx-001")))
    known = netbox_ids(opened.snapshot["setting"]).known.interfaces
    assert list(known.values()) == [{"S1P2": 6}]
    opened.close()


def test_feeds_and_panels_come_in_with_the_cords_that_lead_from_them(document: Document) -> None:
    panels = PANELS + "5,PDU room,DC 1,Hall 1,2\n"
    feeds = FEEDS + "8,F1,PDU room,DC 1,R1,Active,Primary,AC,400,32,Three-phase,80%\n"
    feeds += "9,F2,PDU room,DC 1,R1,Active,Redundant,AC,208,30,Single phase,80%\n"
    server = next(kind for type_id in document.snapshot.types if (kind := document.snapshot.types[type_id]).key == SERVER)
    inlet = next(port.name for group in server.port_groups if group.role == "power_in" for port in group.ports)
    head = "ID,Label,Termination A,Termination B,Status,Type,Device A,Device B,Site A,Site B,Length\n"
    cords = head + f"21,,{inlet},F1,Connected,Power,server,,DC 1,DC 1,2 m\n"
    take(document, power_panels=panels, power_feeds=feeds, cables=cords)
    nodes = document.snapshot["power_node"]
    found = {row["name"]: row for row in map(nodes.row, nodes.ids.tolist())}
    assert (found["PDU room"]["kind"], found["PDU room"]["hall_id"]) == (PowerNodeKind.PANEL, 1)
    values = [
        [found[name][key] for key in ("fed_by_id", "voltage_v", "breaker_a", "wiring", "feed_side", "continuous_percent")]
        for name in ("F1", "F2")
    ]
    assert values == [[found["PDU room"]["id"], 400, 32, 2, "A", 80], [found["PDU room"]["id"], 208, 30, 1, "B", 80]]
    [cord] = [document.snapshot["power_cord"].row(row_id) for row_id in document.snapshot["power_cord"].ids.tolist()]
    assert (cord["from_node_id"], cord["length_mm"]) == (found["F1"]["id"], 2000)
    again = read_netbox({"p.csv": panels.encode(), "f.csv": feeds.encode(), "c.csv": cords.encode()})
    assert said(preview_list(document.snapshot, again)) == []
    edited = feeds.replace("F1,PDU room,DC 1,R1,Active,Primary,AC,400,32", "F1 new,PDU room,DC 1,R1,Active,Primary,AC,415,40")
    assert said(take(document, power_panels=panels.replace("PDU room", "Room"), power_feeds=edited.replace("PDU room", "Room"))) == [
        ("changed", "power_node", "Room", [("name", "Room")]),
        ("changed", "power_node", "F1 new", [("name", "F1 new"), ("voltage_v", "415"), ("breaker_a", "40")]),
    ]
    assert said(take(document, cables=cords.replace("F1", "F2"))) == [
        ("changed", "power_cord", f"server {inlet} – F2", [("from_node_id", "F2")]),
    ]


def test_what_netbox_has_is_left_out_and_spelled_as_it_spells_it(document: Document) -> None:
    whole = netbox_set(document.snapshot, "DC 1").files
    assert {row["name"] for row in rows(whole, "01-")} >= {"Generic"}
    [device_type] = [name for name in whole if "device-types" in name and yaml.safe_load(whole[name]).get("module-bays")]
    kind = yaml.safe_load(whole[device_type])
    done = take(
        document,
        manufacturers="Name,Rack Types,Device Types,Module Types,Inventory Items,Platforms,Description,Slug\nGENERIC,0,1,0,0,0,,generic\n",
        device_roles="Name,Devices,VMs,Color,VM role,Description\nCompute,0,0,#9e9e9e,True,\n",
        device_types=yaml.safe_dump({**kind, "manufacturer": "GENERIC", "model": kind["model"].upper()}),
    )
    assert (done.learned, done.lines) == (3, [])
    left = netbox_set(document.snapshot, "DC 1").files
    assert "GENERIC" not in {row["name"] for row in rows(left, "01-")} | {row["name"].upper() for row in rows(left, "01-")}
    assert device_type not in left
    roles = {row["name"]: (row["role"], row["manufacturer"], row["device_type"]) for row in rows(left, "08-devices")}
    assert (roles["server"][0], roles["panel"][1:]) == ("Compute", ("GENERIC", kind["model"].upper()))
    assert "compute" not in {row["name"].casefold() for row in rows(left, "03-")}
    assert {yaml.safe_load(text)["manufacturer"] for name, text in left.items() if "module-types/Generic" in name} == {"GENERIC"}
    back = preview_list(document.snapshot, read_netbox({"devices.csv": left["08-devices.csv"]}))
    assert (said(back), back.faults) == ([], [])


def test_names_that_a_person_lists_are_left_out(document: Document) -> None:
    model = rows(netbox_set(document.snapshot, "DC 1").files, "06-rack-types")[0]["model"]
    left = netbox_set(document.snapshot, "DC 1", skip=("generic", "compute", model)).files
    assert not [row for row in rows(left, "01-") if row["name"] == "Generic"]
    assert not [row for row in rows(left, "03-") if row["name"] == "compute"]
    assert not rows(left, "06-rack-types")


def test_a_listed_name_that_occurs_nowhere_is_reported(document: Document) -> None:
    made = netbox_set(document.snapshot, "DC 1", skip=("Generic", "Genrec", "compute", "华为"))
    assert [remark for remark in made.remarks if "leaves nothing out" in remark] == [
        f"{name!r} leaves nothing out: no manufacturer, role or type model of this project has this name. Check its spelling"
        for name in ("Genrec", "华为")
    ]
    assert names_to_skip(" Generic \n\nSuper Micro  Computer, Inc.\nGeneric") == ("Generic", "Super Micro Computer, Inc.")


def test_every_exported_manufacturer_role_and_model_is_a_name_to_skip(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    types = [yaml.safe_load(content) for name, content in files.items() if name.endswith(".yaml")]
    names = {row["name"] for start in ("01-", "03-") for row in rows(files, start)} | {kind["model"] for kind in types}
    names |= {row["model"] for row in rows(files, "06-rack-types")}
    assert {skip_key(name) for name in names} == exported_names(document.snapshot)


def test_ports_that_a_type_of_netbox_lacks_go_out_for_each_device(document: Document) -> None:
    files = netbox_set(document.snapshot, "DC 1").files
    [name] = [each for each in files if "device-types" in each and yaml.safe_load(files[each]).get("interfaces")]
    kind = yaml.safe_load(files[name])
    lost, inlet = kind["interfaces"].pop(), kind["power-ports"].pop()
    take(document, device_types=yaml.safe_dump(kind))
    devices = document.snapshot["device"]
    server = next(row_id for row_id, each in zip(devices.ids.tolist(), devices["name"].tolist(), strict=True) if each == "server")
    run(document, set_fields, "device", server, {"asset": "T-4"})
    made = netbox_set(document.snapshot, "DC 1").files
    [port] = rows(made, "10-interfaces-by-tag")
    assert port == {"device.asset_tag": "T-4", "name": lost["name"], "type": lost["type"]}
    [power] = rows(made, "10-power-ports-by-tag")
    assert (power["device.asset_tag"], power["name"], power["type"]) == ("T-4", inlet["name"], inlet["type"])


def test_members_of_bonds_get_their_bond_once_their_ids_are_known() -> None:
    with Document.scratch(Clock()) as document:
        run(document, build, load_template("dgx-h100-superpod", {"su": 1}))
        run(document, cable_project)
        netbox = Instance(first=7000).take(netbox_set(document.snapshot, "DC 1").files)
        listed = "ID,Name,Device,Enabled,Type,Device Site\n"
        listed += (
            "501,S1P2,dgx-001,True,x,DC 1\n502,S2P2,dgx-001,True,x,DC 1\n503,bond0,dgx-001,True,x,DC 1\n504,S1P1,dgx-001,True,x,DC 1\n"
        )
        listed += "601,S1P2,dgx-001,True,x,DC 2\n"
        files = {"devices.csv": netbox.devices(), "interfaces.csv": listed.encode()}
        assert preview_list(document.snapshot, read_netbox(files)).faults == []
        run(document, import_list, read_netbox(files))
        device = int(netbox.row("devices", "dgx-001")["id"])
        known = netbox_ids(document.snapshot["setting"])
        assert list(known.known.interfaces.values()) == [{"S1P2": 501, "S2P2": 502, "bond0": 503}], "S1P1 is in no bond"
        second = netbox_cables(document.snapshot, "DC 1").files
        members = rows(second, "20-bond-members-by-id")
        assert members == [{"id": number, "device.id": str(device), "lag": "bond0"} for number in ("501", "502")]
        assert str(device) not in {row["device.id"] for row in rows(second, "18-bonds-by-id")}, "NetBox has that bond"
