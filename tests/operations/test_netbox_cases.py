"""Racks counted from the top, half-depth types back to back, devices without a unit, panels without mappings."""

from collections.abc import Iterator

import pytest
import yaml

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.formats.netbox.netbox_project import netbox_set
from gpudesk.formats.netbox.netbox_read import read_type
from gpudesk.formats.netbox.netbox_remarks import Remarks
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.operations.exchange.exchange import import_list, open_questions, preview_list
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.conftest import RACK
from tests.operations.netbox_lists import Instance
from tests.project.sample import Clock

RACKS = (
    b"site,location,name,status,width,u_height,desc_units,starting_unit\n"
    b"DC1,Room1,down,active,19,42,true,1\nDC1,Room1,up,active,19,42,false,1\nDC1,Room1,from-5,active,19,42,false,5\n"
)
DEVICES = (
    "name,role,manufacturer,device_type,status,site,location,rack,position,face\n"
    "dgx,compute,NVIDIA,DGX H100,active,DC1,Room1,down,35,front\n"
    "top,x,Generic,Management server 1U,active,DC1,Room1,down,1,front\n"
    "low,x,Generic,Management server 1U,active,DC1,Room1,from-5,5,front\n"
    "mid,x,Generic,Management server 1U,active,DC1,Room1,up,7.5,front\n"
)
FILES = {"devices.csv": DEVICES.encode(), "racks.csv": RACKS}


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    yield opened
    opened.close()


def take(document: Document, files: dict[str, bytes]) -> Preview:
    return run(document, import_list, read_netbox(files)).result


def positions(document: Document) -> dict[str, int]:
    devices = document.snapshot["device"]
    return dict(zip(devices["name"].tolist(), devices["position"].tolist(), strict=True))


def test_units_counted_from_the_top_and_from_another_number_are_followed(document: Document) -> None:
    take(document, FILES)
    # Half units above the bottom: a DGX of 8 units whose least number is 35 of 42, counted from the top, stands on the floor of the rack.
    assert positions(document) == {"dgx": 0, "top": 82, "low": 0, "mid": 13}
    assert not [each for each in findings_of(document.snapshot) if each.rule.startswith(("space.overlap", "space.outside", "weight."))]


def test_numberings_go_out_through_the_rack_type_and_come_back(document: Document) -> None:
    take(document, FILES)
    netbox = Instance().take(netbox_set(document.snapshot, "DC1").files)
    types = {row["model"]: (row["starting_unit"], row["desc_units"]) for row in netbox.tables["rack-types"]}
    said = {row["name"]: types[row["rack_type"]] for row in netbox.tables["racks"]}
    assert said == {"down": ("1", "true"), "up": ("1", "false"), "from-5": ("5", "false")}
    assert {row["name"]: row["position"] for row in netbox.tables["devices"]} == {"dgx": "35", "top": "1", "low": "5", "mid": "7.5"}
    for all_data in (True, False):
        files = {"devices.csv": netbox.devices(all_data=all_data), "racks.csv": netbox.racks(all_data=all_data)}
        done = preview_list(document.snapshot, read_netbox(files))
        assert [fault.plain() for fault in done.faults] == []
        assert {line.verdict for line in done.lines} == {Verdict.UNCHANGED}
    assert take(document, FILES).count(Verdict.UNCHANGED) == 8


@pytest.mark.parametrize(("answer", "position"), [("bottom", 68), ("top", 0)])
def test_a_new_rack_whose_direction_nobody_says_is_asked_about(document: Document, answer: str, position: int) -> None:
    racks = b"Name,Site,Location,Status,Tenant,Type,Height\ndown,DC1,Room1,Active,,,42U\n"
    devices = DEVICES.split("top,x", maxsplit=1)[0].encode()
    found = read_netbox({"devices.csv": devices, "racks.csv": racks})
    [question] = preview_list(document.snapshot, found).questions
    assert (question.key, [each for each, _ in question.choices]) == ("rack-units", ["bottom", "top"])
    assert open_questions(document.snapshot, found) == [question]
    found.answers["rack-units"] = answer
    run(document, import_list, found)
    assert positions(document) == {"dgx": position}


def test_a_device_without_a_unit_is_taken_in_without_a_place_and_with_a_remark(document: Document) -> None:
    run(document, build, Plan("p", halls=(PlanHall("Room1"),), racks=(PlanRack(RACK, 0, "R"),)))
    rows = "name,rack,device_type,manufacturer,role,site,location,status,position,face\n"
    rows += "shelf-spare,R,Management server 1U,Generic,x,DC1,Room1,active,,\n"
    rows += "placed,R,Management server 1U,Generic,x,DC1,Room1,active,4,front\n"
    done = take(document, {"devices.csv": rows.encode()})
    assert [(remark.cell, "unplaced" in remark.plain()) for remark in done.remarks] == [("I2", True)]
    devices = document.snapshot["device"]
    found = {row["name"]: (row["rack_id"], row["hall_id"], row["position"]) for row in map(devices.row, devices.ids.tolist())}
    assert found == {"shelf-spare": (None, None, None), "placed": (1, None, 6)}
    again = preview_list(document.snapshot, read_netbox({"devices.csv": rows.encode()}))
    assert (again.count(Verdict.UNCHANGED), len(again.remarks)) == (2, 1)


PANEL = "manufacturer: Acme\nmodel: {0}\nslug: acme-{0}\nu_height: 1\nis_full_depth: {1}\n{2}"


def read(text: str) -> tuple[dict, list[str]]:  # type: ignore[type-arg]
    remarks = Remarks()
    found = read_type(yaml.safe_load(text), "device-types/Acme/panel.yaml", remarks)
    return dict(found.body), [remark.code for remark in remarks.found]


@pytest.mark.parametrize(
    ("front", "rear", "rules"),
    [
        ("false", "false", []),
        ("true", "true", ["space.back_to_back"]),
        ("true", "false", ["space.back_to_back_unknown"]),
    ],
)
def test_half_depth_types_fit_back_to_back_and_full_depth_types_do_not(document: Document, front: str, rear: str, rules: list[str]) -> None:
    bodies = [
        read(PANEL.format("front", front, ""))[0] | {"key": "acme.front"},
        read(PANEL.format("rear", rear, ""))[0] | {"key": "acme.rear"},
    ]
    plan = Plan(
        "p",
        halls=(PlanHall("H"),),
        racks=(PlanRack(RACK, 0, "R"),),
        devices=(PlanDevice("acme.front", "a", rack=0, position=8), PlanDevice("acme.rear", "b", rack=0, position=8, face=1)),
        types={body["key"]: body for body in bodies},
    )
    run(document, build, plan)
    assert [each.rule for each in findings_of(document.snapshot) if each.rule.startswith("space.back")] == rules


FRONT = "front-ports: [{name: P1, type: 8p8c}, {name: P2, type: 8p8c}]\n"
REAR = "rear-ports: [{name: P1, type: 8p8c, positions: 1}, {name: P2, type: 8p8c, positions: 1}]\n"


def test_a_panel_without_mappings_is_taken_in_with_a_note() -> None:
    body, remarks = read(PANEL.format("panel", "true", FRONT + REAR))
    assert "mapping-missing" in remarks
    assert len(body["ports"]) == 2
    mapped = "port-mappings: [{front_port: P1, rear_port: P1}, {front_port: P2, rear_port: P2}]\n"
    assert "mapping-missing" not in read(PANEL.format("panel", "true", FRONT + REAR + mapped))[1]
    assert "mapping-missing" not in read(PANEL.format("panel", "true", FRONT))[1]


def test_a_fault_is_named_once_however_often_the_files_are_looked_at(document: Document) -> None:
    found = read_netbox({**FILES, "devices.csv": DEVICES.replace("down,35", "down,99").encode()})
    for _ in range(2):
        assert open_questions(document.snapshot, found) == []
        faults = [fault.plain() for fault in preview_list(document.snapshot, found).faults]
        assert faults == ["devices.csv, I2: the device would be outside its rack."]
