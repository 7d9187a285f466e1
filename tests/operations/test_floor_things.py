"""Floor items with racks and with each other: moved, turned, copied; kinds; the pitch of a row."""

import pytest

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.copies.floor_things import (
    copy_floor_items,
    copy_things,
    move_floor_items_to,
    move_things,
    move_things_to_hall,
    set_row_pitch,
    turn_floor_items,
)
from gpudesk.operations.floor.floor_item_operations import add_floor_item, set_floor_item_kind
from gpudesk.operations.floor.floor_new import racks_at, row_at
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.run.field_operations import set_fields
from tests.operations.conftest import RACK, Project


@pytest.fixture
def hall(project: Project) -> int:
    return int(project.do(create_hall, "Wide", 12_000, 12_000))


def _item(project: Project, hall: int, kind: FloorItemKind = FloorItemKind.OBSTACLE, x_mm: int = 0, y_mm: int = 0) -> int:
    return int(project.do(add_floor_item, hall, int(kind), x_mm, y_mm, 1000, 500))


def _row(project: Project, table: str, row_id: int) -> dict[str, object]:
    return dict(project.document.snapshot[table].row(row_id))


def test_racks_and_items_move_as_one_step(project: Project, hall: int) -> None:
    (rack,) = project.do(racks_at, RACK, hall, 3000, 3000)
    item = _item(project, hall)
    before = len(project.document.steps)
    outcome = project.outcome(move_things, [("rack", rack), ("floor_item", item)], 600, 300)
    assert (_row(project, "rack", rack)["x_mm"], _row(project, "floor_item", item)["y_mm"]) == (3600, 300)
    assert len(project.document.steps) == before + 1
    assert outcome.title is not None
    assert outcome.title.plain() == "Move 2 floor objects"
    # What a rack may not do, the items do not do either.
    with pytest.raises(Refused):
        project.do(move_things, [("floor_item", item), ("rack", rack)], 60_000, 0)
    assert _row(project, "floor_item", item)["x_mm"] == 600


def test_racks_and_items_are_copied_as_one_step(project: Project, hall: int) -> None:
    (rack,) = project.do(racks_at, RACK, hall, 3000, 3000)
    things = [("rack", rack), ("floor_item", _item(project, hall, x_mm=1000))]
    before = len(project.document.steps)
    (table, beside), (item_table, item) = project.do(copy_things, things)
    assert (table, item_table, len(project.document.steps)) == ("rack", "floor_item", before + 1)
    assert project.title == "Duplicate 2 floor objects"
    went = int(str(_row(project, "rack", beside)["x_mm"])) - 3000
    assert went != 0
    assert _row(project, "floor_item", item)["x_mm"] == 1000 + went
    made = project.do(copy_things, things, 0, 3000, project.hall)
    assert project.title == "Copy 2 floor objects"
    assert [(_row(project, *each)["hall_id"], _row(project, *each)["y_mm"]) for each in made] == [
        (project.hall, 6000),
        (project.hall, 3000),
    ]
    with pytest.raises(Refused):
        project.do(copy_things, things, 60_000, 0)
    with pytest.raises(Refused):
        project.do(copy_things, things[1:], 600, 0)


def test_racks_and_items_go_to_another_hall_as_they_stood(project: Project, hall: int) -> None:
    (rack,) = project.do(racks_at, RACK, hall, 6000, 6000)
    item = _item(project, hall, x_mm=5000, y_mm=4000)
    project.do(move_things_to_hall, [("floor_item", item), ("rack", rack)], project.hall, -1200, 600)
    assert project.title == "Move 2 objects to Hall 1"
    for table, row_id, place in (("rack", rack, (4800, 6600)), ("floor_item", item, (3800, 4600))):
        row = _row(project, table, row_id)
        assert (row["hall_id"], (row["x_mm"], row["y_mm"])) == (project.hall, place)


def test_items_turn_about_the_middle_of_the_group(project: Project, hall: int) -> None:
    item = _item(project, hall, x_mm=1000, y_mm=1000)
    project.do(turn_floor_items, [item], 900)
    row = _row(project, "floor_item", item)
    # The rectangle of 1000 × 500 about (1500, 1250) now is upright.
    assert (row["x_mm"], row["y_mm"], row["angle_ddeg"]) == (1750, 750, 900)
    with pytest.raises(Refused):
        project.do(turn_floor_items, [], 900)
    other = project.do(create_hall, "Other")
    with pytest.raises(Refused, match="several halls"):
        project.do(turn_floor_items, [item, _item(project, other)], 900)


def test_copies_have_names_of_their_own(project: Project, hall: int) -> None:
    item = _item(project, hall)
    project.do(set_fields, "floor_item", item, {"notes": "kept"})
    made = project.do(copy_floor_items, [item, item], 2000, 0)
    assert len(made) == 1
    row = _row(project, "floor_item", made[0])
    assert (row["name"], row["x_mm"], row["notes"]) == ("Obstacle 2", 2000, "kept")
    other = project.do(create_hall, "Other")
    (there,) = project.do(copy_floor_items, [item], 0, 0, other)
    assert _row(project, "floor_item", there)["hall_id"] == other


def test_items_go_to_another_hall(project: Project, hall: int) -> None:
    item = _item(project, hall)
    project.do(move_floor_items_to, [item], project.hall, 100, 200)
    row = _row(project, "floor_item", item)
    assert (row["hall_id"], row["x_mm"], row["y_mm"]) == (project.hall, 100, 200)
    assert project.title == "Move Obstacle 1 to Hall 1"


def test_kinds_change_where_the_shape_means_something(project: Project, hall: int) -> None:
    door = project.do(add_floor_item, hall, int(FloorItemKind.DOOR), 0, 0, 1200, 100, clear_width_mm=1100)
    project.do(set_floor_item_kind, door, int(FloorItemKind.OBSTACLE))
    row = _row(project, "floor_item", door)
    assert (row["kind"], row["clear_width_mm"]) == (FloorItemKind.OBSTACLE, None)
    with pytest.raises(Refused, match="A rectangle cannot be a delivery route; draw the points of the route"):
        project.do(set_floor_item_kind, door, int(FloorItemKind.ROUTE))
    with pytest.raises(Refused):
        project.do(set_floor_item_kind, door, 99)
    way = project.do(add_floor_item, hall, int(FloorItemKind.ROUTE), outline=[(0, 0), (3000, 0)])
    with pytest.raises(Refused, match="three corners"):
        project.do(set_floor_item_kind, way, int(FloorItemKind.KEEP_OUT))


def test_racks_of_a_row_stand_at_one_pitch(project: Project, hall: int) -> None:
    row = project.do(row_at, hall, 6000, 6000, 1800, "A", RACK, 3)
    project.do(set_row_pitch, row, 700)
    racks = project.document.snapshot["rack"]
    assert sorted(racks["x_mm"][racks["row_id"] == row].tolist()) == [4600, 5300, 6000]
    for pitch in (500, 50, 20_000):
        with pytest.raises(Refused):
            project.do(set_row_pitch, row, pitch)
    alone = project.do(row_at, hall, 1000, 1000, 0, "B", RACK, 1)
    with pytest.raises(Refused, match="Select at least 2 racks or floor devices"):
        project.do(set_row_pitch, alone, 700)
