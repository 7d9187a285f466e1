"""Plans are built as they are; they can be written down and read back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import DeskError, InvalidData, Refused
from gpudesk.core.plan import plan as plans
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanReservation, PlanRow
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import undo
from gpudesk.project.document import Document
from tests.operations.chooser import start_plan
from tests.operations.conftest import RACK, SERVER, SYSTEM, Project
from tests.project.sample import RACK_BODY, SERVER_BODY, Clock


def test_everything_of_a_plan_is_made(project: Project) -> None:
    devices = project.do(build, start_plan())
    assert project.title == "Build Start"
    snapshot = project.document.snapshot
    assert {name: snapshot[name].rows for name in ("hall", "rack_row", "rack", "device", "reservation", "phase", "site_value")} == {
        "hall": 2,
        "rack_row": 3,
        "rack": 6,
        "device": 11,
        "reservation": 1,
        "phase": 2,
        "site_value": 1,
    }
    rows = [snapshot["device"].row(int(device)) for device in devices]
    assert [row["name"] for row in rows] == [device.name for device in start_plan().devices]
    assert rows[6]["parent_id"] == devices[0]
    assert (rows[5]["hall_id"], rows[5]["x_mm"]) == (2, 500)
    assert all(rows[7][place] is None for place in ("rack_id", "hall_id", "parent_id", "position"))
    alone = snapshot["rack"].row(6)
    assert (alone["name"], alone["row_id"], alone["x_mm"], alone["phase"]) == ("alone", None, -1, 2)
    undo(project.document)
    assert project.document.snapshot["rack"].rows == 2


def test_an_empty_plan_changes_nothing(project: Project) -> None:
    outcome = project.outcome(build, Plan())
    assert not outcome.changes
    assert outcome.title is None


def test_types_of_the_plan_are_brought_along(project: Project) -> None:
    plan = Plan(
        halls=(PlanHall("H"),),
        racks=(PlanRack("test.rack-48u", 0, "R"),),
        devices=(PlanDevice("test.server-1u", "s", rack=0, position=0),),
        types={"test.rack-48u": RACK_BODY, "test.server-1u": SERVER_BODY},
    )
    project.do(build, plan)
    items = project.document.snapshot["catalog_item"]
    assert dict(zip(items["key"], items["origin"], strict=True))["test.rack-48u"] == "import"


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan(halls=(PlanHall("H"),), racks=(PlanRack("nobody.knows", 0, "R"),)), "The catalog has no entry nobody.knows"),
        (Plan(halls=(PlanHall("H"),), racks=(PlanRack(SERVER, 0, "R"),)), "is not a rack"),
        (Plan(halls=(PlanHall("x" * 300),)), "A name must be one line of at most"),
        (Plan("x" * 201), "A name must be one line of at most"),
        (Plan(phases={1: "x" * 201}), "A name must be one line of at most"),
        (Plan(halls=(PlanHall("H", notes="x" * 10_001),)), "In the plan: halls, entry 1, field notes"),
        (Plan(devices=(PlanDevice(SERVER, "s"), PlanDevice(SERVER, "t", serial="x" * 201))), "In the plan: devices, entry 2, field serial"),
        (Plan(devices=(PlanDevice(SERVER, "s", asset="x" * 201),)), "An asset number must be one line of at most"),
        (Plan(devices=(PlanDevice(SERVER, "s", role="x" * 101),)), "A role name must be one line of at most"),
        (Plan(devices=(PlanDevice(SERVER, "s", slot="x" * 101),)), "A slot name must be one line of at most"),
        (
            Plan(halls=(PlanHall("H"),), racks=(PlanRack(RACK, 0, "R"),), reservations=(PlanReservation(0, 0, 2, reason="x" * 501),)),
            "A reason must be one line of at most",
        ),
        (Plan(halls=(PlanHall("H", width_mm=0),)), "The edit conflicts with the project"),
        (Plan(devices=(PlanDevice(SERVER, "two places", hall=0, parent=0),)), "two places has no unique position in the plan"),
        (
            Plan(halls=(PlanHall("H"),), racks=(PlanRack(RACK, 0, "R"),), devices=(PlanDevice(SERVER, "low", rack=0, position=-1),)),
            "has no unique position in the plan.",
        ),
        (
            Plan(halls=(PlanHall("H"),), racks=(PlanRack(RACK, 0, "R"),), devices=(PlanDevice(SERVER, "no unit", rack=0),)),
            "has no unique position in the plan.",
        ),
        (Plan(site={"nothing": 1}), "The sheet has no value nothing"),
        (Plan(phases={-1: "before"}), "numbered from 0"),
        (Plan(devices=(PlanDevice("a.b", "x"),), types={"a.b": {"key": "a.b"}}), "The catalog entry a.b is not valid"),
        (Plan(devices=(PlanDevice("a.b", "x"),), types={"a.b": SERVER_BODY}), "describes test.server-1u"),
    ],
)
def test_what_has_no_meaning_is_refused(project: Project, plan: Plan, says: str) -> None:
    before = project.document.snapshot
    with pytest.raises(DeskError) as refusal:
        project.do(build, plan)
    assert says in str(refusal.value)
    assert project.document.snapshot is before


def test_a_plan_is_written_and_read_back() -> None:
    plain = json.loads(json.dumps(start_plan().to_plain()))
    assert plain["devices"][0] == {"type": SYSTEM, "name": "dgx-001", "rack": 0, "position": 0, "role": "compute"}
    assert plan_from_plain(plain) == start_plan()
    assert plan_from_plain({}) == Plan()


names = st.text(max_size=5)
length = st.integers(1, 10**7)
place = st.integers(-(10**7), 10**7)
half_units = st.integers(1, 1000)
phase = st.integers(0, 999)


@st.composite
def any_plan(draw: st.DrawFn) -> Plan:
    halls = draw(st.lists(st.builds(PlanHall, names, length, length, st.none() | length, phase, names), max_size=3))
    at_hall = st.integers(0, len(halls) - 1) if halls else st.nothing()
    rows = draw(st.lists(st.builds(PlanRow, at_hall, names, place, place), max_size=3)) if halls else []
    at_row = st.none() | (st.integers(0, len(rows) - 1) if rows else st.none())
    racks = draw(st.lists(st.builds(PlanRack, names, at_hall, names, at_row, serial=names), max_size=3)) if halls else []
    at_rack = st.integers(0, len(racks) - 1) if racks else st.nothing()
    devices = (
        draw(st.lists(st.builds(PlanDevice, names, names, rack=at_rack, side=st.none() | st.integers(0, 1)), max_size=3)) if racks else []
    )
    reservations = (
        draw(st.lists(st.builds(PlanReservation, at_rack, half_units, half_units, st.integers(0, 2)), max_size=2)) if racks else []
    )
    phases = draw(st.dictionaries(st.integers(0, 99), names, max_size=2))
    return Plan(draw(names), tuple(halls), tuple(rows), tuple(racks), tuple(devices), tuple(reservations), phases, {"region": "iec"})


@given(plan=any_plan())
def test_any_plan_is_written_and_read_back(plan: Plan) -> None:
    assert plan_from_plain(json.loads(json.dumps(plan.to_plain()))) == plan


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ([], "plan: a mapping is required"),
        ({"colour": "red"}, "plan: unknown name 'colour'"),
        ({"halls": {}}, "halls: a list is required"),
        ({"halls": [1]}, "halls[0]: a mapping is required"),
        ({"halls": [{}]}, "halls[0]: name is missing"),
        ({"halls": [{"name": 5}]}, "halls[0].name: 5 does not fit"),
        ({"halls": [{"name": None}]}, "halls[0].name: None does not fit"),
        ({"halls": [{"name": "a", "width_mm": "wide"}]}, "halls[0].width_mm: 'wide' does not fit"),
        ({"halls": [{"name": "a", "width_mm": True}]}, "halls[0].width_mm: True does not fit"),
        ({"halls": [{"name": "a", "width_mm": None}]}, "halls[0].width_mm: None does not fit"),
        ({"halls": [{"name": "a", "width_mm": 2**60}]}, "does not fit"),
        ({"halls": [{"name": "a", "colour": 1}]}, "halls[0].colour: unknown name"),
        ({"racks": [{"type": "t", "hall": 0, "name": "r"}]}, "racks[0].hall: there is no hall number 0"),
        ({"halls": [{"name": "a"}], "racks": [{"type": "t", "hall": -1, "name": "r"}]}, "there is no hall number -1"),
        ({"devices": [{"type": "t", "name": "d", "parent": 0}]}, "devices[0].parent: there is no device number 0"),
        ({"phases": {"first": "x"}}, "phases: 'first' is no whole number from 0 to 999"),
        ({"phases": {"²": "x"}}, "phases: '²' is no whole number"),
        ({"phases": {"9" * 5000: "x"}}, "is no whole number"),
        ({"devices": [{"type": "t", "name": "d", "face": 2}]}, "devices[0].face: 2 is not between 0 and 1"),
        ({"devices": [{"type": "t", "name": "d", "side": 2}]}, "devices[0].side: 2 is not between 0 and 1"),
        ({"devices": [{"type": "t", "name": "d", "position": 2**50}]}, "is not between 0 and 1000"),
        ({"devices": [{"type": "t", "name": "d", "status": 9}]}, "devices[0].status: 9 is not between 0 and 5"),
        ({"halls": [{"name": "a", "depth_mm": 0}]}, "halls[0].depth_mm: 0 is not between 1 and 10000000"),
        ({"phases": []}, "phases: a mapping is required"),
        ({"types": {"a": 5}}, "types.a: a mapping is required"),
        ({"site": 5}, "site: a mapping is required"),
    ],
)
def test_every_fault_of_a_plan_is_named(body: object, says: str) -> None:
    with pytest.raises(InvalidData) as caught:
        plan_from_plain(body)
    assert says in str(caught.value)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(InvalidData) as caught:
        plan_from_plain({"halls": [{"name": 5}, {"colour": 1}], "site": 5, "other": 1})
    assert len(caught.value.problems) == 4


def test_optional_values_may_be_missing() -> None:
    body = {"halls": [{"name": "a", "height_mm": None}], "devices": [{"type": "t", "name": "d", "side": None, "position": None}]}
    assert plan_from_plain(body).halls[0].height_mm is None


def test_a_plan_has_all_that_a_table_holds() -> None:
    """A column that a plan cannot say would be lost in every template."""
    document = Document.scratch(Clock())
    outside = {"hall_id", "row_id", "rack_id", "type_id", "parent_id"}
    for part, table in (("halls", "hall"), ("rows", "rack_row"), ("racks", "rack"), ("devices", "device"), ("reservations", "reservation")):
        columns = set(document.schema[table].values) - outside
        assert columns <= set(plans.PARTS[part].__dataclass_fields__), table
    document.close()


def test_a_refusal_names_its_fix(project: Project) -> None:
    project.place(SYSTEM, 0)
    with pytest.raises(Refused) as refusal:
        project.place(SERVER, 0)
    assert refusal.value.fix is not None
    assert refusal.value.fix.plain() == "Free in this rack: U9, U10, U11."


def test_units_that_say_no_voltage_have_that_of_the_panel_that_feeds_them(project: Project) -> None:
    project.do(build, load_template("dgx-b200-superpod", {"su": 1}))
    nodes = project.document.snapshot["power_node"]
    units = [row for row in map(nodes.row, nodes.ids.tolist()) if row["name"].startswith("CRAH")]
    assert units
    assert {row["voltage_v"] for row in units} == {nodes.row(row["fed_by_id"])["voltage_v"] for row in units} == {415}
