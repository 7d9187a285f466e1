"""Further lists and types of the kinds that were read wrong once: depth, no unit, no mappings, breakers of North America."""

from collections.abc import Iterator

import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.tables import tables_of
from gpudesk.operations.exchange.exchange import import_list
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.conftest import RACK
from tests.operations.test_netbox_cases import FRONT, PANEL, REAR, read
from tests.project.sample import Clock


@pytest.fixture
def document() -> Iterator[Document]:
    opened = Document.scratch(Clock())
    yield opened
    opened.close()


def panel(key: str, height_u: float, depth: str) -> dict:  # type: ignore[type-arg]
    text = f"manufacturer: Acme\nmodel: {key}\nslug: acme-{key}\nu_height: {height_u}\n{depth}"
    return read(text)[0] | {"key": f"acme.{key}"}


@pytest.mark.parametrize(
    ("front", "rear", "rear_position", "rules"),
    [
        ((2, "is_full_depth: false\n"), (1, "is_full_depth: false\n"), 10, []),
        ((1, ""), (1, ""), 8, ["space.back_to_back_unknown"]),
        ((2, "is_full_depth: true\n"), (0.5, "is_full_depth: true\n"), 11, ["space.back_to_back"]),
        ((1, ""), (1, ""), 10, []),
    ],
)
def test_depth_counts_where_two_types_share_a_unit(
    document: Document, front: tuple[float, str], rear: tuple[float, str], rear_position: int, rules: list[str]
) -> None:
    """Positions are half units above the bottom; of a type without a depth it is not known whether it fits."""
    bodies = [panel("front", *front), panel("rear", *rear)]
    plan = Plan(
        "p",
        halls=(PlanHall("H"),),
        racks=(PlanRack(RACK, 0, "R"),),
        devices=(
            PlanDevice("acme.front", "a", rack=0, position=8),
            PlanDevice("acme.rear", "b", rack=0, position=rear_position, face=1),
        ),
        types={body["key"]: body for body in bodies},
    )
    run(document, build, plan)
    assert [each.rule for each in findings_of(document.snapshot) if each.rule.startswith(("space.back", "space.overlap"))] == rules


STRIP = '"Vertical PDU 415 V 30 A, 12 C19 and 24 C13"'
ROWS = (
    "name,role,manufacturer,device_type,status,site,location,rack,position,face\n"
    f"strip,pdu,Generic,{STRIP},active,DC1,Room1,R1,,\n"
    "faced,x,Generic,Management server 1U,active,DC1,Room1,R1,,front\n"
    "bare,x,Generic,Management server 1U,active,DC1,Room1,,,\n"
    "placed,x,Generic,Management server 1U,active,DC1,Room1,R1,4,front\n"
)
RACKS = "site,location,name,status,width,u_height,desc_units,starting_unit\nDC1,Room1,R1,active,19,42,false,1\n"


def test_only_what_needs_a_unit_is_unplaced_without_one(document: Document) -> None:
    """A vertical PDU has no unit in NetBox either, and a device without a rack is in its location."""
    done = run(document, import_list, read_netbox({"devices.csv": ROWS.encode(), "racks.csv": RACKS.encode()})).result
    assert [remark.plain() for remark in done.remarks] == ["devices.csv, I3: faced has no unit in the rack R1: it is imported unplaced."]
    devices = document.snapshot["device"]
    found = {row["name"]: (row["rack_id"], row["hall_id"]) for row in map(devices.row, devices.ids.tolist())}
    assert found == {"strip": (1, None), "faced": (None, None), "bare": (None, 1), "placed": (1, None)}


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        (PANEL.format("panel", "true", FRONT + REAR + "port-mappings: []\n"), True),
        ("manufacturer: Acme\nmodel: cassette\n" + FRONT + REAR, True),
        (PANEL.format("panel", "true", FRONT.replace("P1,", "P1, rear_port: P1,") + REAR), False),
        (PANEL.format("panel", "true", REAR), False),
    ],
)
def test_a_path_that_no_style_of_mapping_says_is_noted(text: str, noted: bool) -> None:
    assert ("mapping-missing" in read(text)[1]) is noted


LIST = """Hall,Row,Rack,Rack type,Device,Type,U position,Face,Side
H1,A,P1,generic.rack-42u-600x1200,s1,supermicro.sys-421ge-tnrt,3,front,
H1,A,P1,,s2,supermicro.sys-421ge-tnrt,8,front,
H1,A,P1,,s3,supermicro.sys-421ge-tnrt,13,front,
H1,A,P1,,m,generic.server-1u,40,front,
H1,A,P1,,pdu-a,generic.pdu-0u-415v-30a,1,rear,left
H1,A,P1,,pdu-b,generic.pdu-0u-415v-30a,1,rear,right
"""


@pytest.mark.parametrize(("region", "limit_a"), [("iec", None), ("north-america", 24.0)])
def test_breakers_of_a_list_are_judged_by_the_region(document: Document, region: str, limit_a: float | None) -> None:
    """Three servers of 5.2 kW over three lines and one of 0.8 kW on one, at 415 V: 22.9 A + 3.5 A on the feed that is left."""
    run(document, set_site_value, "region", region)
    run(document, import_list, read_device_list(tables_of(LIST.encode(), "power.csv"), document.uid))
    run(document, wire_power, [1])
    found = [each for each in findings_of(document.snapshot) if each.rule == "power.loss_line"]
    said = {(round(each.found.value, 1), each.required.value) for each in found}  # type: ignore[union-attr]
    assert said == ({(26.4, limit_a)} if limit_a else set())
