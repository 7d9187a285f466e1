"""Racks, rows and floor devices are moved, turned, lined up, spread, repeated; nothing comes to stand on anything else."""

from collections.abc import Callable

import pytest

from gpudesk.checks.engine.check_engine import check_all
from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.copies.floor_copies import copy_on_floor, repeat_on_floor
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.floor_new import extend_row, put_new, racks_at, row_at
from gpudesk.operations.floor.floor_operations import (
    align_on_floor,
    distribute_on_floor,
    mirror_row,
    move_on_floor,
    move_row,
    move_to_hall,
    move_to_row,
    put_on_floor,
    turn_on_floor,
)
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row, move_rack, set_rack_type
from gpudesk.operations.floor.rack_names import name_racks_from
from gpudesk.operations.floor.rows import add_row
from gpudesk.operations.racks.device_operations import place_on_floor
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.run import undo
from tests.operations.conftest import RACK, SYSTEM, Project

STATION = "nvidia.dgx-station-a100"
Place = tuple[int, int, int]


def place(project: Project, rack: int) -> Place:
    row = project.row_of("rack", rack)
    return int(row["x_mm"]), int(row["y_mm"]), int(row["angle_ddeg"])


def row_place(project: Project) -> Place:
    row = project.row_of("rack_row", project.row)
    return int(row["x_mm"]), int(row["y_mm"]), int(row["angle_ddeg"])


def racks(project: Project) -> list[tuple[str, int]]:
    return [("rack", rack) for rack in project.racks]


def test_racks_are_moved_together(project: Project) -> None:
    project.do(move_on_floor, racks(project), 600, 1200)
    assert project.title == "Move 2 floor objects"
    assert [place(project, rack) for rack in project.racks] == [(1800, 2400, 0), (2400, 2400, 0)]
    # All racks of a row take it along.
    assert row_place(project) == (1800, 2400, 0)


def test_a_row_takes_its_racks_along(project: Project) -> None:
    project.do(move_on_floor, [("rack_row", project.row)], 0, 600)
    assert project.title == "Move A"
    assert [place(project, rack)[1] for rack in project.racks] == [1800, 1800]
    assert row_place(project) == (1200, 1800, 0)
    project.do(move_row, project.row, 8000, 2000, 900)
    assert project.title == "Move row A"
    assert [place(project, rack) for rack in project.racks] == [(8000, 2000, 900), (8000, 2600, 900)]
    project.do(move_row, project.row, 8000, 3000, with_racks=False)
    assert place(project, project.racks[0]) == (8000, 2000, 900)
    assert row_place(project) == (8000, 3000, 900)


def test_nothing_comes_to_stand_on_anything_else(project: Project) -> None:
    for verb, args, says in (
        (move_on_floor, ([("rack", project.racks[0])], 300, 0), "A01 would be on A02."),
        (move_on_floor, (racks(project), -1300, 0), "A01 would extend 100 mm beyond Hall 1."),
        (turn_on_floor, ([("rack", project.racks[0])], 900), "A01 would be on A02."),
        (put_on_floor, ("rack", project.racks[1], 1300, 1300, 0), "A02 would be on A01."),
        (racks_at, (RACK, project.hall, 1500, 1500), "Rack 1 would be on A01."),
        (repeat_on_floor, ([("rack", project.racks[0])], 1), "A01 would be on A02."),
    ):
        with pytest.raises(Refused, match=says):
            project.do(verb, *args)
    assert len(project.document.steps) == 3


def test_a_plan_that_is_wrong_can_be_fixed_in_steps(project: Project) -> None:
    project.do(move_rack, project.racks[0], 1500, -400)
    project.do(move_on_floor, [("rack", project.racks[0])], 0, 100)
    assert place(project, project.racks[0]) == (1500, -300, 0)
    with pytest.raises(Refused, match="would extend 400 mm beyond Hall 1"):
        project.do(move_on_floor, [("rack", project.racks[0])], 0, -100)


def test_a_group_is_turned_about_its_middle(project: Project) -> None:
    project.do(move_on_floor, [("rack_row", project.row)], 3000, 3000)
    project.do(turn_on_floor, [("rack_row", project.row)], 900)
    assert project.title == "Rotate A"
    assert [place(project, rack) for rack in project.racks] == [(5400, 4200, 900), (5400, 4800, 900)]
    assert row_place(project) == (5400, 4200, 900)
    project.do(turn_on_floor, [("rack_row", project.row)], -900)
    assert [place(project, rack) for rack in project.racks] == [(4200, 4200, 0), (4800, 4200, 0)]


def test_a_row_turned_about_takes_the_same_floor(project: Project) -> None:
    project.do(mirror_row, project.row)
    assert project.title == "Reverse row A"
    assert [place(project, rack) for rack in project.racks] == [(1800, 2400, 1800), (2400, 2400, 1800)]
    assert row_place(project) == (2400, 2400, 1800)
    new = project.do(create_rack, RACK, project.row)
    assert place(project, new) == (1200, 2400, 1800)
    assert not [found for found in check_all(project.document.snapshot) if found.rule == "space.floor_overlap"]
    empty = project.do(create_row, project.hall)
    with pytest.raises(Refused, match="Select at least 1 rack or floor device"):
        project.do(mirror_row, empty)


def test_lining_up_and_spreading(project: Project) -> None:
    alone = project.do(create_rack, RACK, hall_id=project.hall, x_mm=6000, y_mm=4000)
    project.do(align_on_floor, [*racks(project), ("rack", alone)], "front")
    assert project.title == "Align 3 objects with A01"
    assert place(project, alone) == (6000, 1200, 0)
    project.do(distribute_on_floor, [*racks(project), ("rack", alone)])
    assert project.title == "Space 3 objects evenly"
    assert place(project, project.racks[1]) == (3600, 1200, 0)
    with pytest.raises(Refused, match="top is not an edge of a rack"):
        project.do(align_on_floor, racks(project), "top")
    with pytest.raises(Refused, match="Select at least 2 racks or floor devices"):
        project.do(align_on_floor, [("rack", alone)], "left")
    with pytest.raises(Refused, match="would be on"):
        project.do(align_on_floor, [*racks(project), ("rack", alone)], "left")


def test_racks_go_to_another_row(project: Project) -> None:
    other = project.do(add_row, project.hall, "B", RACK, 1)
    project.do(move_to_row, project.racks, other)
    assert project.title == "Move 2 racks to row B"
    assert [place(project, rack) for rack in project.racks] == [(1800, 4800, 0), (2400, 4800, 0)]
    assert {project.row_of("rack", rack)["row_id"] for rack in project.racks} == {other}
    hall = project.do(create_hall)
    far = project.do(create_row, hall)
    project.do(move_to_row, project.racks[:1], far)
    moved = project.row_of("rack", project.racks[0])
    assert (moved["hall_id"], moved["row_id"], moved["x_mm"]) == (hall, far, 1200)


def test_things_go_to_another_hall(project: Project) -> None:
    hall = project.do(create_hall, "Small", 3000, 3000)
    project.do(move_to_hall, [("rack", project.racks[0])], hall)
    assert project.title == "Move A01 to Small"
    moved = project.row_of("rack", project.racks[0])
    assert (moved["hall_id"], moved["row_id"], moved["x_mm"], moved["y_mm"]) == (hall, None, 1200, 1200)
    project.do(move_to_hall, [("rack_row", project.row)], hall)
    moved = project.row_of("rack", project.racks[1])
    assert (moved["hall_id"], moved["row_id"]) == (hall, project.row)
    assert (moved["x_mm"], moved["y_mm"]) != (1200, 1200)
    assert project.row_of("rack_row", project.row)["hall_id"] == hall
    assert not [found for found in check_all(project.document.snapshot) if found.rule.startswith("space.")]
    tiny = project.do(create_hall, "Tiny", 500, 500)
    with pytest.raises(Refused, match="Tiny has no space for all of this"):
        project.do(move_to_hall, racks(project), tiny)
    with pytest.raises(Refused, match="can be moved to another hall only with its racks"):
        project.do(move_row, project.row, 0, 0, hall_id=tiny, with_racks=False)


def test_floor_devices_are_moved_and_turned(project: Project) -> None:
    station = project.do(place_on_floor, STATION, project.hall, 6000, 6000)
    project.do(move_on_floor, [("device", station)], -600, 0)
    project.do(put_on_floor, "device", station, 5000, 6000, 900)
    row = project.row_of("device", station)
    assert (row["x_mm"], row["y_mm"], row["angle_ddeg"]) == (5000, 6000, 900)
    inside = project.place(SYSTEM, 0)
    with pytest.raises(Refused, match="is not on a floor"):
        project.do(move_on_floor, [("device", inside)], 1, 1)


def test_racks_are_repeated_with_what_is_in_them(project: Project) -> None:
    project.place(SYSTEM, 0, rack=1)
    project.do(reserve_units, project.racks[1], 40, 4)
    made = project.do(repeat_on_floor, [("rack", project.racks[1])], 3, 700)
    assert project.title == "Repeat A02, copies: 3"
    assert [place(project, rack) for _, rack in made] == [(2500, 1200, 0), (3200, 1200, 0), (3900, 1200, 0)]
    names = [(project.row_of("rack", rack)["name"], project.row_of("rack", rack)["row_id"]) for _, rack in made]
    assert names == [(f"A0{number}", project.row) for number in (3, 4, 5)]
    assert project.document.snapshot["device"].rows == 4
    assert project.document.snapshot["reservation"].rows == 4
    undo(project.document)
    assert project.document.snapshot["rack"].rows == 2
    with pytest.raises(Refused, match="You can make 1 to 500 copies"):
        project.do(repeat_on_floor, racks(project), 501)


def test_copies_at_another_place(project: Project) -> None:
    station = project.do(place_on_floor, STATION, project.hall, 6000, 6000)
    made = project.do(copy_on_floor, [*racks(project), ("device", station)], 0, 3000)
    assert project.title == "Copy 3 floor objects"
    assert [table for table, _ in made] == ["rack", "rack", "device"]
    assert place(project, made[0][1]) == (1200, 4200, 0)
    hall = project.do(create_hall)
    with pytest.raises(Refused, match="no hall with number 99"):
        project.do(copy_on_floor, racks(project), 0, 0, hall_id=99)
    (there,) = project.do(copy_on_floor, [("rack", project.racks[0])], 0, 0, hall_id=hall)
    assert (project.row_of("rack", there[1])["hall_id"], project.row_of("rack", there[1])["row_id"]) == (hall, None)


def test_new_things_at_a_place(project: Project) -> None:
    made = project.do(racks_at, RACK, project.hall, 6000, 6000, 900, 2, first_name="X1")
    assert project.title == "Add 2 racks, X1 to X2"
    assert [place(project, rack) for rack in made] == [(6000, 6000, 900), (6000, 6600, 900)]
    row = project.do(row_at, project.hall, 10_000, 6000, 1800, "Z", RACK, 2)
    assert project.title == "Add row Z with 2 racks"
    mine = project.document.snapshot["rack"].where("row_id", row).tolist()
    assert [place(project, rack) for rack in mine] == [(10_000, 6000, 1800), (9400, 6000, 1800)]
    with pytest.raises(Refused, match="You can add 1 to 500 racks"):
        project.do(racks_at, RACK, project.hall, 0, 0, count=0)


def test_what_stands_in_several_halls_is_not_moved_together(project: Project) -> None:
    hall = project.do(create_hall)
    other = project.do(create_rack, RACK, hall_id=hall)
    with pytest.raises(Refused, match="These objects are in several halls"):
        project.do(move_on_floor, [("rack", other), *racks(project)], 0, 1)
    with pytest.raises(Refused, match="That position is more than 10 km away"):
        project.do(put_on_floor, "rack", other, 10**8, 0, 0)


def row_of(project: Project, rack: int) -> int | None:
    row = project.row_of("rack", rack)["row_id"]
    return None if row is None else int(row)


def test_a_rack_joins_the_row_to_which_it_is_moved_and_leaves_one_it_is_out_of_line_with(project: Project) -> None:
    first, second = project.racks
    other = project.do(row_at, project.hall, 6000, 6000, type_key=RACK, count=2)
    project.do(move_on_floor, [("rack", second)], 0, 300)
    assert row_of(project, second) is None
    project.do(move_on_floor, [("rack", second)], 600, -300)
    assert row_of(project, second) is None, "in line with row A, but apart from it"
    project.do(move_on_floor, [("rack", second)], -600, 0)
    assert row_of(project, second) == project.row
    project.do(put_on_floor, "rack", second, 7200, 6000, 0)
    assert row_of(project, second) == other
    # The last rack of a row joins another one, and the row stays where it was.
    project.do(put_on_floor, "rack", first, 5400, 6000, 0)
    assert row_of(project, first) == other
    assert row_place(project) == (1200, 1200, 0)
    project.do(move_on_floor, [("rack", first)], -4200, -4800)
    assert row_of(project, first) == project.row
    undo(project.document)
    undo(project.document)
    assert row_of(project, first) == project.row


def test_a_closed_aisle_goes_along_with_the_rows_around_it(project: Project) -> None:
    other = project.do(row_at, project.hall, 1200, 3400, type_key=RACK, count=2)
    aisle = project.do(add_floor_item, project.hall, FloorItemKind.HOT_CONTAINMENT, 1200, 2400, 1200, 1000)

    def lies() -> Place:
        item = project.row_of("floor_item", aisle)
        return int(item["x_mm"]), int(item["y_mm"]), int(item["angle_ddeg"])

    project.do(move_on_floor, [("rack_row", other)], 0, 300)
    assert lies() == (1200, 2400, 0), "one row alone leaves it where it is"
    undo(project.document)
    project.do(move_on_floor, [("rack_row", project.row), ("rack_row", other)], 600, 300)
    assert lies() == (1800, 2700, 0)
    project.do(turn_on_floor, [("rack_row", project.row), ("rack_row", other)], 1800)
    assert lies() == (3000, 3700, 1800)


@pytest.mark.parametrize("verb", [put_new, racks_at])
def test_a_type_that_the_project_does_not_know_yet_comes_along(project: Project, verb: Callable[..., object]) -> None:
    project.do(verb, "generic.rack-42u-800x1200", project.hall, 6000, 6000)
    assert project.document.snapshot["rack"].rows == len(project.racks) + 1


def test_a_new_rack_is_named_after_most_of_its_row(project: Project) -> None:
    other = project.do(row_at, project.hall, 1200, 6000, type_key=RACK, count=3)
    project.do(put_on_floor, "rack", project.racks[1], 3000, 6000, 0)
    assert row_of(project, project.racks[1]) == other
    (made,) = project.do(extend_row, other)
    assert project.row_of("rack", made)["name"] == "B04"
    assert place(project, made) == (3600, 6000, 0)


def test_racks_are_named_as_they_stand(project: Project) -> None:
    other = project.do(row_at, project.hall, 1200, 6000, type_key=RACK, count=2)
    there = project.document.snapshot["rack"].where("row_id", other).tolist()
    chosen = [there[1], project.racks[1], there[0], project.racks[0]]
    assert project.do(name_racks_from, chosen, "X08") == ["X08", "X09", "X10", "X11"]
    assert [project.row_of("rack", rack)["name"] for rack in (*project.racks, *there)] == ["X08", "X09", "X10", "X11"]
    assert project.title == "Name 4 racks, X08 to X11"
    project.do(name_racks_from, chosen, "{row_name}-{n:02}")
    assert [project.row_of("rack", rack)["name"] for rack in (*project.racks, *there)] == ["A-01", "A-02", "B-01", "B-02"]
    with pytest.raises(Refused, match="Two racks would be named A-01"):
        project.do(name_racks_from, there, "A-01")
    with pytest.raises(Refused, match="Two racks would be named 1"):
        project.do(name_racks_from, chosen, "{n}")


def test_racks_become_another_type(project: Project) -> None:
    project.do(set_rack_type, project.racks, "generic.rack-42u-600x1200")
    types = project.document.snapshot.types
    assert {types[project.row_of("rack", rack)["type_id"]].key for rack in project.racks} == {"generic.rack-42u-600x1200"}
    assert types.id_of(RACK) is None, "what nothing uses any more goes"
    with pytest.raises(Refused, match="is not a rack"):
        project.do(set_rack_type, project.racks, SYSTEM)
