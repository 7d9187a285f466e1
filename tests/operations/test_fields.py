"""Names and plain fields, settings, the site sheet, remarks."""

from typing import Any

import pytest

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.core.messages.errors import DeskError, Refused
from gpudesk.operations.project.finding_operations import exclude_finding, include_finding
from gpudesk.operations.project.project_settings import set_setting, set_severity
from gpudesk.operations.project.remarks import add_remark
from gpudesk.operations.project.site_sheet_operations import name_phase, set_baseline_value, set_site_value
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import FIELDS, rename, set_fields, set_fields_of
from gpudesk.operations.run.run import redo, undo
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.site_sheet import site_sheet
from tests.operations.conftest import SERVER, SYSTEM, Project


def test_an_object_is_renamed(project: Project) -> None:
    for table, row_id in (
        ("hall", project.hall),
        ("rack_row", project.row),
        ("rack", project.racks[0]),
        ("device", project.place(SERVER, 0)),
    ):
        old = project.row_of(table, row_id)["name"]
        project.do(rename, table, row_id, "  Ñandú 1 ")
        assert project.title == f"Rename {old} to Ñandú 1"
        assert project.row_of(table, row_id)["name"] == "Ñandú 1"
    for table, row_id, name, says in (
        ("rack", project.racks[0], "   ", "A name is required."),
        ("reservation", 1, "x", "reservation has no name"),
        ("rack", 99, "x", "no rack with number 99"),
    ):
        with pytest.raises(Refused, match=says):
            project.do(rename, table, row_id, name)


def test_fields_of_one_and_of_many(project: Project) -> None:
    devices = [project.place(SERVER, 2 * number) for number in range(3)]
    project.do(set_fields, "device", devices[0], {"serial": "S1", "status": 3})
    assert project.title == "Set serial, status of server-1u-001"
    project.do(set_fields, "device", devices, {"phase": 2})
    assert project.title == "Set phase of 3 objects"
    assert {project.row_of("device", device)["phase"] for device in devices} == {2}
    project.do(set_fields_of, [("rack", project.racks[0]), ("device", devices[0])], {"notes": "line one\nline two"})
    assert project.row_of("rack", project.racks[0])["notes"] == "line one\nline two"
    project.do(set_fields, "hall", project.hall, {"height_mm": 3500})
    project.do(set_fields, "hall", project.hall, {"height_mm": None})
    assert project.row_of("hall", project.hall)["height_mm"] is None
    project.do(set_fields, "rack_row", project.row, {"x_mm": -1, "angle_ddeg": 3700})
    assert (project.row_of("rack_row", project.row)["x_mm"], project.row_of("rack_row", project.row)["angle_ddeg"]) == (-1, 100)
    reserved = project.do(reserve_units, project.racks[0], 40, 4)
    project.do(set_fields, "reservation", reserved, {"reason": "later"})
    assert project.title == "Set reason of U21–U22"


def test_the_fields_exist(project: Project) -> None:
    for table, names in FIELDS.items():
        assert set(names) <= set(project.document.schema[table].values)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"serial": 5}, "A serial number must be one line of at most 200 characters"),
        ({"serial": "x" * 201}, "A serial number must be one line of at most"),
        ({"asset": "two\nlines"}, "An asset number must be one line of at most"),
        ({"role": "x" * 101}, "A role name must be one line of at most 100 characters"),
        ({"notes": "x" * 10_001}, "Notes can have at most 10000 characters"),
        ({"status": 6}, "status must be between 0 and 5"),
        ({"status": True}, "status must be a whole number"),
        ({"phase": 1.5}, "phase must be a whole number"),
        ({"phase": -1}, "phase must be between 0 and 999"),
        ({"phase": None}, "phase must be a whole number"),
        ({"name": "x"}, "device: field name cannot be set this way"),
        ({"rack_id": 1}, "device: field rack_id cannot be set this way"),
        ({}, "Select a field to set."),
    ],
)
def test_values_that_do_not_fit_their_field(project: Project, fields: dict[str, Any], says: str) -> None:
    device = project.place(SERVER, 0)
    before = project.document.snapshot
    with pytest.raises(Refused, match=says):
        project.do(set_fields, "device", device, fields)
    assert project.document.snapshot is before


def test_what_cannot_be_written_is_refused(project: Project) -> None:
    with pytest.raises(DeskError, match="contains an incomplete character that cannot be stored"):
        project.do(set_fields, "rack", project.racks[0], {"notes": "\ud800"})


def test_a_finding_is_accepted_and_judged_again(project: Project) -> None:
    first = project.place(SYSTEM, 0)
    project.place(SYSTEM, 16)

    def overlap(edit: Any) -> None:
        edit.update("device", first, position=8)
        edit.title = project.document.steps[-1].message

    project.do(overlap)
    finding = next(each for each in findings_of(project.document.snapshot) if each.rule == "space.overlap")
    outcome = project.outcome(exclude_finding, finding.key, "  it is a drawing ")
    assert project.title == "Exclude a problem: it is a drawing"
    excluded = outcome.findings.get(finding.key)
    assert excluded is not None
    assert excluded.excluded == "it is a drawing"
    project.do(exclude_finding, finding.key, "another reason")
    assert project.document.snapshot["exclusion"].rows == 1
    outcome = project.outcome(include_finding, finding.key)
    again = outcome.findings.get(finding.key)
    assert again is not None
    assert again.excluded is None
    for reason in ("", "   ", "x" * 1001):
        with pytest.raises(Refused, match="An exclusion requires a reason of up to 1,000 characters"):
            project.do(exclude_finding, finding.key, reason)


def test_severities_are_set_and_given_back(project: Project) -> None:
    project.do(set_severity, "space.overlap", "info")
    assert project.title == "Severity of space.overlap: info"
    project.do(set_severity, "space.overlap", "off")
    assert project.document.snapshot["severity"].rows == 1
    project.do(set_severity, "space.overlap", None)
    assert project.document.snapshot["severity"].rows == 0
    with pytest.raises(Refused, match="Severity must be one of error, warning, info, off"):
        project.do(set_severity, "space.overlap", "fatal")
    with pytest.raises(Refused, match=r"There is no rule space\.nothing"):
        project.do(set_severity, "space.nothing", "off")


def test_settings_of_the_project(project: Project) -> None:
    project.do(set_setting, "power_name", "average")
    project.do(set_setting, "power_name", "peak")
    assert project.document.snapshot["setting"]["value"].tolist() == ['"peak"']
    for key, value in (("power_name", "highest"), ("colour", "red")):
        with pytest.raises(Refused, match="is not a valid value of the setting"):
            project.do(set_setting, key, value)


def test_the_site_sheet(project: Project) -> None:
    project.do(set_site_value, "altitude_m", 650)
    assert project.title == "Site sheet: altitude_m is 650"
    assert site_sheet(project.document.snapshot).number("altitude_m") == 650
    project.do(set_site_value, "altitude_m", None)
    assert site_sheet(project.document.snapshot).number("altitude_m") == 0
    for key, value, says in (
        ("altitude_m", "high", "altitude_m must be a number"),
        ("altitude_m", 99_999, "altitude_m must be between"),
        ("region", "moon", "region must be one of"),
        ("nothing", 1, "The sheet has no value nothing"),
    ):
        with pytest.raises(Refused, match=says):
            project.do(set_site_value, key, value)


def test_the_baseline_of_a_role(project: Project) -> None:
    project.do(set_baseline_value, "compute", "driver", "580.95.05")
    assert project.title == "Baseline of compute: driver is 580.95.05"
    project.do(set_baseline_value, "compute", "driver", None)
    assert project.document.snapshot["baseline_value"].rows == 0
    with pytest.raises(Refused, match="belongs to a device role"):
        project.do(set_baseline_value, "  ", "driver", "1")
    with pytest.raises(Refused, match="has no value nothing"):
        project.do(set_baseline_value, "compute", "nothing", "1")


def test_phases_have_names(project: Project) -> None:
    project.do(name_phase, 2, " Second hall ")
    assert project.title == "Name phase 2: Second hall"
    project.do(name_phase, 2, "Later")
    assert project.document.snapshot["phase"]["name"].tolist() == ["Later"]
    project.do(name_phase, 2, "")
    assert project.document.snapshot["phase"].rows == 0
    for number in (-1, 1000):
        with pytest.raises(Refused, match="numbered from 0"):
            project.do(name_phase, number, "x")


def test_remarks_are_added_and_corrected_never_changed(project: Project) -> None:
    first = project.do(add_remark, "rack", project.racks[0], "Door dented")
    second = project.do(add_remark, "rack", project.racks[0], "Left door", corrects=first)
    row = project.row_of("journal", second)
    assert (row["object_table"], row["object_id"], row["text"], row["corrects"]) == ("rack", project.racks[0], "Left door", first)
    assert row["author"]
    undo(project.document)
    assert project.document.snapshot["journal"].rows == 2
    redo(project.document)
    for table, row_id, text, corrects, says in (
        ("rack", 99, "x", None, "no rack with number"),
        ("rack", project.racks[0], "  ", None, "A remark must have 1 to 10,000 characters."),
        ("rack", project.racks[0], "x", 99, "no journal with number"),
    ):
        with pytest.raises(Refused, match=says):
            project.do(add_remark, table, row_id, text, corrects)


def test_a_type_is_brought_into_the_project(project: Project) -> None:
    first = project.do(use_type, SYSTEM)
    assert project.title == "Use NVIDIA DGX H100"
    assert project.do(use_type, SYSTEM) == first
    with pytest.raises(Refused, match="no entry"):
        project.do(use_type, "nobody.knows")


@pytest.mark.parametrize("months", ["1 2 3", "a b", " ".join(["500"] * 12), " ".join(["nan"] * 12)])
def test_months_that_are_none_are_refused(project: Project, months: str) -> None:
    """An unreadable climate would be that of the place named above, without any notice."""
    with pytest.raises(Refused, match="is not a list of twelve temperatures between −60 °C and 60 °C") as refusal:
        project.do(set_site_value, "climate_months_c", months)
    assert refusal.value.fix is not None
    assert "January to December" in refusal.value.fix.plain()
    for good in ("-7,5 0 3 8 12 15 18 18 14 9 4 -1", ""):
        project.do(set_site_value, "climate_months_c", good)
