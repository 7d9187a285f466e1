"""Device lists into projects, and out of them again."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.catalog.templates import load_template
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack, PlanRow
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.device_list_columns import COLUMNS, TITLES
from gpudesk.formats.tables.device_list_write import device_rows
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.tables.tables import csv_bytes, tables_of, xlsx_bytes
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.exchange.import_devices import brought_by_step, import_devices, preview_import
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.examples import examples
from tests.operations.conftest import RACK, SERVER, SYSTEM, Project
from tests.project.sample import Clock

Rows = list[list[Any]]


def listed(document: Document) -> Rows:
    return device_rows(document.snapshot, document.uid)


def read(document: Document, rows: Rows, *, xlsx: bool = False) -> Any:
    content = xlsx_bytes({"Devices": rows}) if xlsx else csv_bytes(rows)
    return read_device_list(tables_of(content, "list.xlsx" if xlsx else "list.csv"), document.uid)


def preview(document: Document, rows: Rows) -> Preview:
    return preview_import(document.snapshot, read(document, rows))


def taken(document: Document, rows: Rows, *, xlsx: bool = False) -> Preview:
    return run(document, import_devices, read(document, rows, xlsx=xlsx), "list.csv").result


def faults(document: Document, rows: Rows) -> list[str]:
    before = document.snapshot
    found = [fault.plain() for fault in preview(document, rows).faults]
    with pytest.raises(UnreadableTable) as caught:
        taken(document, rows)
    assert [fault.plain() for fault in caught.value.faults] == found
    assert document.snapshot.equals(before)
    assert all(fault.startswith("list.csv, ") for fault in found)
    return [fault.removeprefix("list.csv, ") for fault in found]


def told(rows: Rows) -> Rows:
    """A list without the numbers of the project that it came from."""
    return [row[:-1] for row in rows]


def index(key: str) -> int:
    return [column.key for column in COLUMNS].index(key)


def line_of(rows: Rows, name: str) -> list[Any]:
    return next(row for row in rows if row[index("device")] == name)


@pytest.fixture
def pod() -> Iterator[Document]:
    document = Document.scratch(Clock())
    run(document, build, load_template("small-pod"))
    yield document
    document.close()


@pytest.fixture
def empty() -> Iterator[Document]:
    document = Document.scratch(Clock())
    yield document
    document.close()


@pytest.mark.parametrize("xlsx", [False, True])
def test_a_project_goes_into_an_empty_one_as_it_is(pod: Document, empty: Document, xlsx: bool) -> None:
    rows = listed(pod)
    done = taken(empty, rows, xlsx=xlsx)
    assert done.count(Verdict.NEW) == len(rows) - 1
    assert told(listed(empty)) == told(rows)
    assert empty.snapshot["device"].rows == pod.snapshot["device"].rows


def test_the_same_list_changes_nothing(pod: Document) -> None:
    steps = len(pod.steps)
    done = taken(pod, listed(pod))
    assert (done.count(Verdict.NEW), done.count(Verdict.CHANGED)) == (0, 0)
    assert len(pod.steps) == steps


def test_a_list_without_numbers_finds_everything_by_name(pod: Document) -> None:
    done = preview(pod, told(listed(pod)))
    assert done.faults == []
    assert {line.verdict for line in done.lines} == {Verdict.UNCHANGED}


@pytest.mark.parametrize(
    ("key", "value", "column", "stored"),
    [
        ("serial", "SN-1", "serial", "SN-1"),
        ("asset", "A-7", "asset", "A-7"),
        ("notes", "two\nlines", "notes", "two\nlines"),
        ("status", "Installed", "status", int(Status.INSTALLED)),
        ("status", "en servicio", "status", int(Status.LIVE)),
        ("phase", 3, "phase", 3),
        ("role", "login", "role", "login"),
        ("position", "U40½", "position", 79),
        ("position", 40.5, "position", 79),
        ("face", "rear", "face", 1),
        ("side", "left", "side", 0),
        ("device", "renamed", "name", "renamed"),
    ],
)
def test_one_edited_cell_changes_one_field(pod: Document, key: str, value: Any, column: str, stored: Any) -> None:
    rows = listed(pod)
    before = pod.snapshot["device"]
    name = next(row for row in rows if row[index("device")] and row[index("position")] == 1)[index("device")]
    [row_id] = before.where("name", name).tolist()
    line_of(rows, name)[index(key)] = value
    done = taken(pod, rows)
    [changed] = [line for line in done.lines if line.verdict is Verdict.CHANGED]
    assert [change.column for change in changed.changes] == [column]
    assert done.count(Verdict.NEW) == 0
    after = pod.snapshot["device"]
    assert after.row(row_id) == {**before.row(row_id), column: stored}
    assert all(pod.snapshot[table].rows for table in ("hall", "rack"))
    undo(pod)
    assert pod.snapshot["device"].equals(before)


def test_holders_are_renamed_by_their_own_lines(pod: Document) -> None:
    rows = listed(pod)
    for key, others in (("hall", ("row", "rack", "device")), ("row", ("rack", "device")), ("rack", ("device",))):
        line = next(row for row in rows if row[index(key)] and not any(row[index(other)] for other in others))
        line[index(key)] = f"new {key}"
    done = taken(pod, rows)
    assert (done.count(Verdict.NEW), done.count(Verdict.CHANGED)) == (0, 3)
    assert "new hall" in pod.snapshot["hall"]["name"].tolist()
    assert "new row" in pod.snapshot["rack_row"]["name"].tolist()
    assert "new rack" in pod.snapshot["rack"]["name"].tolist()


def test_a_device_moves_to_the_rack_that_its_line_names(project: Project) -> None:
    device = project.place(SERVER, 10, name="srv-1")
    racks = project.document.snapshot["rack"]["name"].tolist()
    rows = listed(project.document)
    line_of(rows, "srv-1")[index("rack")] = racks[1]
    done = taken(project.document, told(rows))
    assert done.count(Verdict.NEW) == 0
    row = project.row_of("device", device)
    assert (row["rack_id"], row["position"]) == (project.racks[1], 10)


def test_a_list_without_racks_leaves_devices_in_theirs(project: Project) -> None:
    device = project.place(SERVER, 10, name="srv-1")
    hall = project.row_of("hall", project.hall)["name"]
    taken(project.document, [["Hall", "Device", "U", "Serial"], [hall, "srv-1", "", "S1"]])
    row = project.row_of("device", device)
    assert (row["rack_id"], row["position"], row["serial"]) == (project.racks[0], 10, "S1")
    taken(project.document, [["Device", "U"], ["srv-1", "20"]])
    assert project.row_of("device", device)["position"] == 38


def test_a_copied_line_is_a_new_device(project: Project) -> None:
    project.place(SERVER, 10, name="srv-1")
    rows = listed(project.document)
    copy = list(line_of(rows, "srv-1"))
    copy[index("device")], copy[index("position")] = "srv-2", 20
    done = taken(project.document, [*rows, copy])
    assert [(line.verdict, line.name) for line in done.lines if line.verdict is not Verdict.UNCHANGED] == [(Verdict.NEW, "srv-2")]


def test_a_serial_number_finds_a_device_wherever_it_is(project: Project) -> None:
    device = project.place(SERVER, 10, name="srv-1")
    project.do(set_fields, "device", device, {"serial": "S1"})
    done = taken(project.document, [["Device", "Serial number", "Estado"], ["other name", "S1", "live"]])
    assert [change.column for line in done.lines for change in line.changes] == ["status", "name"]
    assert project.row_of("device", device)["name"] == "other name"


def test_a_list_of_somebody_else_makes_halls_rows_and_racks(empty: Document) -> None:
    rows = [
        ["Room", "Fila", "Cabinet", "Rack type", "Name", "Part number", "U", "cost"],
        ["DC 1", "A", "A01", RACK, "dgx-1", SYSTEM, "U1", "9"],
        ["DC 1", "A", "A01", "", "dgx-2", SYSTEM, "9", ""],
        ["DC 1", "A", "A02", RACK, "", SERVER, "1", ""],
        [],
        ["DC 1", "B", "B01", RACK, "", "", "", ""],
    ]
    done = taken(empty, rows)
    assert done.ignored == ["cost"]
    tables = empty.snapshot
    assert tables["hall"]["name"].tolist() == ["DC 1"]
    assert tables["rack_row"]["name"].tolist() == ["A", "B"]
    racks = tables["rack"]
    assert racks["name"].tolist() == ["A01", "A02", "B01"]
    assert racks["x_mm"][1] - racks["x_mm"][0] == 600
    assert tables["device"]["position"].tolist() == [0, 16, 0]
    assert tables["device"]["name"][2].endswith("001")
    assert empty.steps[-1].message.plain() == "Import list.csv: 9 new, 0 changed"
    undo(empty)
    assert empty.snapshot["hall"].rows == 0


def test_overlaps_and_what_reaches_beyond_the_rack_are_findings(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    rows = [["Rack", "Device", "Type", "U"], [rack, "a", SYSTEM, 1], [rack, "b", SYSTEM, 4], [rack, "c", SYSTEM, 47]]
    seen, before = preview(project.document, rows), project.document.snapshot
    outcome = run(project.document, import_devices, read(project.document, rows))
    assert {"space.overlap", "space.outside"} <= {finding.rule for finding in outcome.findings}
    assert {each.finding.key for each in seen.brought} == {finding.key for finding in outcome.findings}
    assert brought_by_step(outcome) == seen.brought
    assert sum(seen.severities().values()) == len(outcome.findings) > 0
    [overlap] = [each for each in seen.brought if each.finding.rule == "space.overlap"]
    assert [line.name for line in overlap.lines] == ["a", "b"]
    assert outcome.before is before, "the preview wrote nothing"


def test_the_preview_says_nothing_of_what_was_found_before(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    rows = [["Rack", "Device", "Type", "U"], [rack, "a", SYSTEM, 1], [rack, "b", SYSTEM, 4]]
    taken(project.document, rows)
    assert preview(project.document, rows).brought == []
    [again] = preview(project.document, [*rows, [rack, "c", SERVER, 4]]).brought[:1]
    assert again.finding.rule == "space.overlap"
    fixed = [rows[0], rows[1], [rack, "b", SYSTEM, 20]]
    assert "space.overlap" not in {each.finding.rule for each in preview(project.document, fixed).brought}


def test_every_fault_of_a_list_is_told_at_once_with_its_cell(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    project.place(SERVER, 10, name="srv-1")
    rows = [
        ["Hall", "Rack", "Rack type", "Device", "Type", "U position", "Face", "Status", "Parent", "Phase"],
        ["", rack, "", "a", "no such box", "1", "", "", "", ""],
        ["", rack, "", "b", SERVER, "0", "top", "broken", "", "x"],
        ["", rack, "", "c", SERVER, "", "", "", "", ""],
        ["", "Z9", "", "d", SERVER, "3", "", "", "", ""],
        ["", "", "", "e", SERVER, "3", "", "", "", ""],
        ["", "", "", "f", SERVER, "", "", "", "nobody", ""],
        ["", rack, "", "g", SERVER, "5", "", "", "", ""],
        ["", rack, "", "g", SERVER, "6", "", "", "", ""],
        ["", rack, "", "h", "", "5", "", "", "", ""],
        ["", rack, "", "x" * 300, SERVER, "5", "", "", "", ""],
        ["", rack, SERVER, "i", SERVER, "5", "", "", "", ""],
    ]
    found = [fault.partition(":")[0] for fault in faults(project.document, rows)]
    assert found == ["E2", "F3", "G3", "H3", "J3", "F4", "C5", "F6", "I7", "D9", "E10", "D11", "C12"]


@pytest.mark.parametrize(
    ("header", "said"),
    [(["Device", "Type", "device"], "C1: the column device appears twice"), (["a", "b"], "no Device, Rack or Hall column")],
)
def test_a_wrong_header_is_told(project: Project, header: list[str], said: str) -> None:
    [fault] = faults(project.document, [header, ["x", SERVER, "z"][: len(header)]])
    assert said in fault


def test_devices_do_not_sit_in_themselves(project: Project) -> None:
    rows = [["Device", "Type", "Parent"], ["a", SERVER, "b"], ["b", SERVER, "a"]]
    assert [fault.partition(":")[0] for fault in faults(project.document, rows)] == ["C2", "C3"]


def test_names_that_come_twice_in_the_project_are_asked_back(project: Project) -> None:
    project.do(rename, "rack", project.racks[1], project.row_of("rack", project.racks[0])["name"])
    rack = project.row_of("rack", project.racks[0])["name"]
    [fault] = faults(project.document, [["Rack", "Device", "Type", "U"], [rack, "a", SERVER, 1]])
    assert fault.startswith(f"A2: several are named {rack}.")


def test_a_preview_writes_nothing(pod: Document) -> None:
    before, rows = pod.snapshot, listed(pod)
    rows[-1][index("notes")] = "changed"
    assert preview(pod, rows).count(Verdict.CHANGED) == 1
    assert pod.snapshot is before


def test_an_empty_list_is_refused(project: Project) -> None:
    with pytest.raises(UnreadableTable, match="no Device, Rack or Hall column"):
        taken(project.document, [["Device"]])


TEXT = (
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda text: bool(text) and text.isprintable())
)


@examples(25)
@given(
    st.lists(
        st.tuples(
            TEXT, st.integers(0, 120), st.integers(0, 1), st.sampled_from([None, 0, 1]), TEXT, st.integers(0, 5), st.integers(0, 999)
        ),
        min_size=1,
        max_size=8,
        unique_by=lambda row: row[0],
    ),
    st.booleans(),
)
def test_any_plan_comes_back_equal(devices: list[tuple[Any, ...]], xlsx: bool) -> None:
    plan = Plan(
        "p",
        halls=(PlanHall("=H", 30_000, 20_000, 4_000, 2, "about"),),
        rows=(PlanRow(0, "R", 5, -7, 905),),
        racks=(PlanRack(RACK, 0, "+1", 0, 10, 20, 1800, 700, 3, "s", "a", "n", 4), PlanRack(RACK, 0, "free")),
        devices=(
            *(
                PlanDevice(
                    SERVER, name, rack=0, position=low, face=face, side=side, role=text, serial=text, notes=text, status=status, phase=phase
                )
                for name, low, face, side, text, status, phase in devices
            ),
            PlanDevice(SERVER, "-held", parent=0, slot="1"),
            PlanDevice(SERVER, 'held, "too"', parent=len(devices), slot="b"),
            PlanDevice(SERVER, "waiting"),
        ),
    )
    with Document.scratch(Clock()) as one, Document.scratch(Clock()) as other:
        run(one, build, plan)
        rows = listed(one)
        taken(other, rows, xlsx=xlsx)
        assert told(listed(other)) == told(rows)
        for table in ("hall", "rack_row", "rack", "device"):
            assert other.snapshot[table].rows == one.snapshot[table].rows


def test_devices_inside_a_device_follow_it_in_the_order_in_which_they_were_added(empty: Document) -> None:
    names = ("outer", "b", "a", "inside b", "c", "next")
    parents = (None, 0, 0, 1, 0, None)
    devices = tuple(PlanDevice(SERVER, name, parent=parent) for name, parent in zip(names, parents, strict=True))
    run(empty, build, Plan("p", devices=devices))
    assert [row[index("device")] for row in listed(empty)[1:]] == ["outer", "b", "inside b", "a", "c", "next"]
    assert [row[index("parent")] for row in listed(empty)[1:]] == ["", "outer", "b", "outer", "outer", ""]


def test_titles_are_those_of_the_document() -> None:
    assert list(TITLES.values())[:17] == [
        "Hall", "Row", "Rack", "Rack type", "Device", "Type", "U position", "Face", "Side", "Parent", "Bay", "Role", "Status", "Serial",
        "Asset", "Phase", "Notes",
    ]  # fmt: skip


def test_the_height_of_a_list_is_checked_against_the_type(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    heads = ["Rack", "Device", "Type", "U", "Height (U)"]
    good = [rack, "a", "nvidia.dgx-h100", "U3-U10", "8"]
    assert preview(project.document, [heads, good]).faults == []
    found = faults(project.document, [heads, [rack, "a", "nvidia.dgx-h100", "U3-U4", ""], [rack, "b", "nvidia.dgx-h100", "20", "2 HE"]])
    assert found == [
        "D2: U3-U4 spans 2 units, but NVIDIA DGX H100 occupies 8. Correct the units or the type.",
        "E3: 2 HE spans 2 units, but NVIDIA DGX H100 occupies 8. Correct the units or the type.",
    ]


def test_faults_of_reading_and_of_resolving_come_in_one_answer(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    heads = ["Rack", "Device", "Type", "U", "Status", "Parent"]
    rows = [
        heads,
        [rack, "a", "no such type", "soon", "gone", ""],
        ["", "b", "nvidia.dgx-h100", "", "live", "A-1"],
        [rack, "a-01", SERVER, 1, "", ""],
    ]
    found = faults(project.document, rows)
    assert [line.partition(":")[0] for line in found] == ["C2", "D2", "E2", "F3"]
    assert found[-1] == "F3: there is no device A-1. Did you mean a-01?"


@pytest.mark.parametrize(("top", "height", "half"), [("U20", "", 24), ("U20", "8", 24), ("8", "", 0)])
def test_the_highest_unit_alone_gives_the_lowest_by_the_height_of_the_type(empty: Document, top: str, height: str, half: int) -> None:
    """A DGX H100 takes 8 units; a list with only the column Top U left it without a unit."""
    head = ["Hall", "Rack", "Rack type", "Device", "Type", "Top U", "Height (U)"]
    taken(empty, [head, ["H", "A1", RACK, "", "", "", ""], ["H", "A1", "", "a", "nvidia.dgx-h100", top, height]])
    assert empty.snapshot["device"]["position"].tolist() == [half]


def test_a_highest_unit_below_the_height_is_refused(empty: Document) -> None:
    head = ["Hall", "Rack", "Rack type", "Device", "Type", "Top U"]
    rows = [head, ["H", "A1", RACK, "", "", ""], ["H", "A1", "", "a", "nvidia.dgx-h100", "7"]]
    (said,) = faults(empty, rows)
    assert "7 is too low: NVIDIA DGX H100" in said
    assert said.endswith("occupies 8 units.")
