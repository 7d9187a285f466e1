"""Halls, rows and racks are made, moved and deleted with all that is in them."""

import pytest

from gpudesk.core.messages.errors import Refused
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row, delete_all, delete_objects, move_rack
from gpudesk.operations.floor.rows import add_racks, add_row
from gpudesk.operations.racks.device_operations import place_device, place_on_floor
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run, undo
from gpudesk.project.edit import Edit
from tests.operations.conftest import PDU, RACK, SERVER, SYSTEM, Project


def test_halls_are_numbered(project: Project) -> None:
    second = project.do(create_hall, width_mm=9000, height_mm=3200)
    assert project.title == "Add hall Hall 2"
    row = project.row_of("hall", second)
    assert (row["name"], row["width_mm"], row["depth_mm"], row["height_mm"]) == ("Hall 2", 9000, 12_000, 3200)
    for wrong in ({"width_mm": 0}, {"depth_mm": -1}, {"height_mm": 0}):
        with pytest.raises(Refused, match="above zero"):
            project.do(create_hall, **wrong)
    with pytest.raises(Refused, match="numbered from 0"):
        project.do(create_hall, phase=-1)


@pytest.mark.parametrize("name", ["x" * 201, "two\nlines", "bell\a"])
def test_names_are_one_line(project: Project, name: str) -> None:
    for verb, args in (
        (create_hall, ()),
        (create_row, (project.hall,)),
        (create_rack, (RACK, project.row)),
        (place_device, (SERVER, project.racks[0], 0)),
        (place_on_floor, ("nvidia.dgx-station-a100", project.hall)),
    ):
        with pytest.raises(Refused, match="A name must be one line of at most 200 characters"):
            project.do(verb, *args, name=name)
    with pytest.raises(Refused, match="A name must be one line of at most"):
        project.do(rename, "hall", project.hall, name)


def test_rows_come_behind_each_other(project: Project) -> None:
    rows = [project.do(create_row, project.hall) for _ in range(2)]
    assert project.title == "Add row C"
    assert [project.row_of("rack_row", row)["y_mm"] for row in rows] == [4800, 8400]
    with pytest.raises(Refused, match="There is no hall with number 99"):
        project.do(create_row, 99)


def test_racks_stand_side_by_side(project: Project) -> None:
    wide = project.do(create_rack, "generic.rack-48u-800x1200", project.row)
    last = project.do(create_rack, RACK, project.row)
    assert project.title == "Add rack A04"
    assert [project.row_of("rack", rack)["x_mm"] for rack in (*project.racks, wide, last)] == [1200, 1800, 2400, 3200]


def test_racks_of_a_turned_row(project: Project) -> None:
    row = project.do(create_row, project.hall, x_mm=0, y_mm=0, angle_ddeg=900)
    racks = [project.do(create_rack, RACK, row) for _ in range(2)]
    placed = [project.row_of("rack", rack) for rack in racks]
    assert [(rack["x_mm"], rack["y_mm"], rack["angle_ddeg"]) for rack in placed] == [(0, 0, 900), (0, 600, 900)]


def test_a_rack_outside_rows(project: Project) -> None:
    rack = project.do(create_rack, RACK, hall_id=project.hall, x_mm=-1, y_mm=50, angle_ddeg=-900)
    row = project.row_of("rack", rack)
    assert (row["name"], row["row_id"], row["x_mm"], row["y_mm"], row["angle_ddeg"]) == ("Rack 1", None, -1, 50, 2700)
    for where, says in (
        ({}, "A rack must be in a row or in a hall."),
        ({"hall_id": 99}, "no hall with number 99"),
        ({"row_id": 9}, "no rack row"),
    ):
        with pytest.raises(Refused, match=says):
            project.do(create_rack, RACK, **where)
    with pytest.raises(Refused, match="is not a rack"):
        project.do(create_rack, SYSTEM, project.row)


def test_several_racks_at_once(project: Project) -> None:
    made = project.do(add_racks, RACK, 3, project.row, first_name="X08")
    assert project.title == "Add 3 racks, X08 to X10"
    assert [project.row_of("rack", rack)["name"] for rack in made] == ["X08", "X09", "X10"]
    project.do(add_racks, RACK)
    assert project.document.snapshot["hall"].rows == 2
    for count in (0, 501):
        with pytest.raises(Refused, match="You can add 1 to 500 racks"):
            project.do(add_racks, RACK, count, project.row)


def test_a_row_with_its_racks(project: Project) -> None:
    row = project.do(add_row, project.hall, "Z", RACK, 4)
    assert [name for name in project.document.snapshot["rack"]["name"] if name.startswith("Z")] == ["Z01", "Z02", "Z03", "Z04"]
    assert project.row_of("rack_row", row)["name"] == "Z"


def test_a_rack_is_moved(project: Project) -> None:
    project.do(move_rack, project.racks[0], -1, 700, 3650)
    assert project.title == "Move rack A01"
    row = project.row_of("rack", project.racks[0])
    assert (row["x_mm"], row["y_mm"], row["angle_ddeg"]) == (-1, 700, 50)
    project.do(move_rack, project.racks[0], 5, 5)
    assert project.row_of("rack", project.racks[0])["angle_ddeg"] == 50


def test_a_hall_goes_with_everything_in_it(project: Project) -> None:
    empty = project.document.snapshot["hall"].rows
    project.place(SYSTEM, 0)
    project.do(place_on_floor, "nvidia.dgx-station-a100", project.hall)
    project.do(reserve_units, project.racks[1], 0, 4)
    before = project.document.snapshot
    project.do(delete_objects, "hall", [project.hall])
    assert project.title == "Delete Hall 1"
    assert empty == 1
    assert {name: table.rows for name, table in project.document.snapshot.tables.items() if table.rows} == {}
    undo(project.document)
    assert project.document.snapshot.equals(before)


def test_a_device_goes_with_what_is_in_it(project: Project) -> None:
    outer = project.place(SYSTEM, 0)
    nested = project.place(SERVER, 40)
    innermost = project.place(SERVER, 42)
    document = project.document

    def put_inside(edit: Edit) -> None:
        for device, parent in ((nested, outer), (innermost, nested)):
            edit.update("device", device, rack_id=None, position=None, parent_id=parent)
        edit.title = document.steps[-1].message

    run(document, put_inside)
    project.do(delete_objects, "device", [outer])
    assert document.snapshot["device"].rows == 0


def test_entries_that_nothing_uses_go(project: Project) -> None:
    keep, gone = project.place(SERVER, 0), project.place(SYSTEM, 20)
    project.place(PDU, 0, face=1, side=0)
    project.do(delete_objects, "device", [gone])
    keys = set(project.document.snapshot["catalog_item"]["key"])
    assert keys == {RACK, SERVER, PDU}
    assert project.row_of("device", keep)["name"] == "server-1u-001"


def test_several_kinds_go_at_once(project: Project) -> None:
    device = project.place(SERVER, 0)
    reserved = project.do(reserve_units, project.racks[0], 40, 4)
    project.do(delete_all, {"device": [device], "reservation": [reserved], "rack": [project.racks[1]], "rack_row": []})
    assert project.title == "Delete server-1u-001, U21–U22, A02"
    snapshot = project.document.snapshot
    assert (snapshot["device"].rows, snapshot["reservation"].rows, snapshot["rack"].rows) == (0, 0, 1)


def test_what_is_not_deleted_this_way(project: Project) -> None:
    for table, ids, says in (
        ("phase", [1], "phase cannot be deleted this way"),
        ("journal", [1], "journal cannot be deleted this way"),
        ("rack", [99], "There is no rack with number 99"),
        ("rack", [], "Nothing is selected"),
    ):
        with pytest.raises(Refused, match=says):
            project.do(delete_objects, table, ids)
