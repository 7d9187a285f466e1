"""Columns, doors, routes and the like on a floor; what a hall bears; racks named by pattern; pictures under the plan."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.plan.plan import Plan, PlanFloorItem, PlanHall
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.derived.floor.floor_item_shapes import item_shapes, planned_names
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.formats.drawings.line_drawing import drawing_of
from gpudesk.formats.drawings.underlay_picture import read_picture
from gpudesk.operations.floor.floor_item_operations import (
    add_floor_item,
    move_floor_item,
    move_floor_items,
    reshape_floor_item,
    resize_floor_item,
)
from gpudesk.operations.floor.halls import create_rack, create_row, delete_objects
from gpudesk.operations.floor.rack_names import rename_racks
from gpudesk.operations.floor.rows import add_row
from gpudesk.operations.floor.underlay import add_underlay, move_underlay, scale_underlay, set_underlay_opacity
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.version_operations import restore_version, save_version
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.operations.run.run import redo, undo
from gpudesk.project import versions
from gpudesk.project.compare import Sort
from tests.operations.chooser import png
from tests.operations.conftest import RACK, Project
from tests.project.differing import differing


def corners(project: Project, item: int) -> list[tuple[int, int]]:
    shape = next(shape for shape in item_shapes(project.document.snapshot["floor_item"]) if shape.id == item)
    return [(round(x), round(y)) for x, y in shape.corners]


def test_a_rectangle_is_added_moved_turned_and_resized(project: Project) -> None:
    column = project.do(add_floor_item, project.hall, FloorItemKind.COLUMN, 5000, 4000, 400, 600)
    assert project.title == "Add Column 1 to the floor"
    assert corners(project, column) == [(5000, 4000), (5400, 4000), (5400, 4600), (5000, 4600)]
    project.do(move_floor_item, column, 1000, 2000, 900)
    assert corners(project, column) == [(1000, 2000), (1000, 2400), (400, 2400), (400, 2000)]
    project.do(resize_floor_item, column, 500, 500, 0, 0)
    assert project.title == "Set the size of Column 1 to 500 mm by 500 mm"
    assert corners(project, column) == [(0, 0), (0, 500), (-500, 500), (-500, 0)]
    second = project.do(add_floor_item, project.hall, FloorItemKind.COLUMN, 0, 0, 400, 400)
    project.do(move_floor_items, [column, second], 100, -50)
    assert project.title == "Move 2 floor items"
    assert corners(project, second)[0] == (100, -50)
    undo(project.document)
    assert corners(project, second)[0] == (0, 0)


def test_outlines_keep_their_corners(project: Project) -> None:
    points = [(0, 0), (3000, 0), (3000, 1000), (1000, 1000), (1000, 3000), (0, 3000), (0, 0)]
    area = project.do(add_floor_item, project.hall, FloorItemKind.KEEP_OUT, outline=points, name="Pillars", phase=2)
    assert corners(project, area) == points[:-1]
    project.do(resize_floor_item, area, 6000, 3000)
    assert corners(project, area)[1] == (6000, 0)
    project.do(reshape_floor_item, area, [(10, 10), (20, 510), (400, 10)])
    assert corners(project, area) == [(10, 10), (20, 510), (400, 10)]
    assert snapshot_up_to_phase(project.document.snapshot, 1)["floor_item"].rows == 0
    route = project.do(
        add_floor_item,
        project.hall,
        FloorItemKind.ROUTE,
        outline=[(0, 0), (0, 0), (900, 0)],
        clear_width_mm=1500,
        clear_height_mm=2600,
    )
    assert corners(project, route) == [(0, 0), (900, 0)]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"kind": 7}, "This kind of floor item does not exist"),
        ({"kind": FloorItemKind.COLUMN}, "A width and a depth, or an outline, are required; a route requires points."),
        (
            {"kind": FloorItemKind.ROUTE, "width_mm": 5, "depth_mm": 5},
            "A width and a depth, or an outline, are required; a route requires points.",
        ),
        ({"kind": FloorItemKind.COLUMN, "width_mm": 0, "depth_mm": 5}, "between 1 mm and 10 km"),
        ({"kind": FloorItemKind.COLUMN, "width_mm": 5, "depth_mm": 5, "x_mm": 10**9}, "more than 10 km away"),
        ({"kind": FloorItemKind.COLUMN, "outline": [(0, 0), (1, 0), (2, 0)]}, "An outline requires at least three corners and an area."),
        ({"kind": FloorItemKind.ROUTE, "outline": [(0, 0), (0, 0)]}, "requires at least two points"),
        ({"kind": FloorItemKind.COLUMN, "outline": [(0, 0)] * 201}, "at most 200 points"),
        ({"kind": FloorItemKind.COLUMN, "outline": [(float("nan"), 0), (1, 0), (2, 7)]}, "must be a"),
        ({"kind": FloorItemKind.COLUMN, "width_mm": 5, "depth_mm": 5, "clear_width_mm": 900}, "Only doors and delivery routes"),
        ({"kind": FloorItemKind.COLUMN, "width_mm": 5, "depth_mm": 5, "name": "two\nlines"}, "A name must be one line of at most"),
    ],
)
def test_shapes_without_meaning_are_refused(project: Project, values: dict[str, object], says: str) -> None:
    with pytest.raises(Refused, match=says):
        project.do(add_floor_item, project.hall, **values)


def test_items_are_renamed_deleted_and_go_with_their_hall(project: Project) -> None:
    door = project.do(add_floor_item, project.hall, FloorItemKind.DOOR, 0, 0, 1200, 100, clear_width_mm=1100, clear_height_mm=2400)
    project.do(rename, "floor_item", door, "Main door")
    assert project.title == "Rename Door 1 to Main door"
    project.do(set_fields, "floor_item", door, {"clear_width_mm": 1300})
    assert project.row_of("floor_item", door)["clear_width_mm"] == 1300
    before = project.document.snapshot
    project.do(delete_objects, "floor_item", [door])
    assert project.title == "Delete Main door"
    undo(project.document)
    assert project.document.snapshot.equals(before)
    project.do(delete_objects, "hall", [project.hall])
    assert project.document.snapshot["floor_item"].rows == 0


def test_what_a_hall_says_of_its_floor(project: Project) -> None:
    fields = {"raised_floor": True, "tile_mm": 600, "uniform_limit_kg_per_m2": 1220, "point_limit_kg": 567, "rolling_limit_kg": 454}
    project.do(set_fields, "hall", project.hall, fields)
    hall = project.row_of("hall", project.hall)
    assert {name: hall[name] for name in fields} == {**fields, "raised_floor": 1}
    project.do(set_fields, "hall", project.hall, {"point_limit_kg": None, "raised_floor": None})
    assert project.row_of("hall", project.hall)["point_limit_kg"] is None
    for wrong in ({"raised_floor": 2}, {"tile_mm": 10}, {"uniform_limit_kg_per_m2": 1}, {"rolling_limit_kg": 1.5}):
        with pytest.raises(Refused):
            project.do(set_fields, "hall", project.hall, wrong)


def test_racks_are_named_by_pattern(project: Project) -> None:
    # The second row is before the first one, and its racks were made from right to left.
    front = project.do(create_row, project.hall, "Front", y_mm=100)
    for x_mm in (1800, 1200):
        project.do(create_rack, RACK, front, x_mm=x_mm, y_mm=100)
    snapshot = project.document.snapshot
    hall = snapshot["hall"].row(project.hall)
    preview = planned_names(hall, snapshot["rack_row"], snapshot["rack"], "R{row:02}-{n:02}")
    names = project.do(rename_racks, project.hall, "R{row:02}-{n:02}")
    assert names == ["R01-01", "R01-02", "R02-01", "R02-02"] == [each.new for each in preview]
    assert project.title == "Name 4 racks, R01-01 to R02-02"
    racks = project.document.snapshot["rack"]
    assert dict(zip(racks["name"].tolist(), racks["x_mm"].tolist(), strict=True))["R01-01"] == 1200
    assert project.row_of("hall", project.hall)["rack_names"] == "R{row:02}-{n:02}"
    assert project.do(rename_racks, project.hall, row_ids=[project.row], first=11) == ["R02-11", "R02-12"]
    assert project.do(rename_racks, project.hall, "{row_name}{n}", [front]) == ["Front1", "Front2"]
    undo(project.document)
    undo(project.document)
    assert project.document.snapshot["rack"]["name"].tolist()[:2] == ["R02-01", "R02-02"]


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("{rack}", "A pattern consists of text and"),
        ("R{n", "A pattern consists of text and"),
        ("R{n:7}", "A pattern consists of text and"),
        ("R{row}", "names in a row would be the same"),
        ("", "has no naming pattern for its racks."),
        ("x" * 101, "at most 100 characters"),
    ],
)
def test_patterns_that_make_no_names_are_refused(project: Project, pattern: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        project.do(rename_racks, project.hall, pattern)


def test_no_two_racks_get_one_name(project: Project) -> None:
    project.do(create_rack, RACK, hall_id=project.hall, name="R01")
    with pytest.raises(Refused, match="Two racks would be named R01"):
        project.do(rename_racks, project.hall, "R{n:02}")
    project.do(add_row, project.hall, "B", RACK, 1)
    with pytest.raises(Refused, match="Two racks would be named A-1"):
        project.do(rename_racks, project.hall, "A-{n}")
    with pytest.raises(Refused, match="These rows have no rack"):
        project.do(rename_racks, project.hall, "A-{n}", row_ids=[])


def test_a_picture_is_laid_under_the_plan_and_scaled_by_two_points(project: Project) -> None:
    plan = project.do(add_underlay, project.hall, png(400, 300), "plan.png")
    assert project.title == "Use plan.png as underlay of Hall 1"
    row = project.row_of("underlay", plan)
    assert (row["x_mm"], row["y_mm"], row["right_x_mm"], row["right_y_mm"]) == (0, 0, 20_000, 0)
    assert project.document.attachment(row["attachment_id"]) == png(400, 300)
    # 100 pixels are 10 m, and the picture is turned by a quarter.
    project.do(scale_underlay, plan, ((100, 50), (200, 50)), ((5000, 0), (5000, 10_000)))
    row = project.row_of("underlay", plan)
    assert (row["x_mm"], row["y_mm"], row["right_x_mm"], row["right_y_mm"]) == (10_000, -10_000, 10_000, 30_000)
    project.do(move_underlay, plan, -10, 20)
    assert project.row_of("underlay", plan)["right_y_mm"] == 30_020
    project.do(set_underlay_opacity, plan, 0)
    assert project.title == "Set the opacity of plan.png to 0 %"
    with pytest.raises(Refused, match="The scale requires two different points"):
        project.do(scale_underlay, plan, ((1, 1), (1, 1)), ((0, 0), (5, 5)))
    with pytest.raises(Refused, match="larger than 10 km"):
        project.do(scale_underlay, plan, ((1, 1), (1.001, 1)), ((0, 0), (10**6, 5)))
    with pytest.raises(InvalidData, match="Only PNG and JPEG images and DXF drawings can be underlays"):
        project.do(add_underlay, project.hall, b"GIF89a")


def test_the_same_picture_is_kept_once_and_outlives_undoing(project: Project) -> None:
    project.do(add_underlay, project.hall, png(4, 3))
    undo(project.document)
    assert project.document.snapshot["underlay"].rows == 0
    redo(project.document)
    project.do(add_underlay, project.hall, png(4, 3))
    assert project.document.snapshot["attachment"].rows == 1
    assert "content" not in project.document.snapshot["attachment"]
    with pytest.raises(KeyError):
        project.document.attachment(9)


def test_a_plan_brings_floor_items(project: Project) -> None:
    items = (
        PlanFloorItem(0, int(FloorItemKind.COLUMN), x_mm=500, y_mm=600, width_mm=400, depth_mm=300, angle_ddeg=900),
        PlanFloorItem(0, int(FloorItemKind.ROUTE), "Way in", 1000, 0, outline="0 0 3000 0 3000 2000", clear_width_mm=1500, phase=2),
    )
    plan = Plan("Room", halls=(PlanHall("New"),), floor_items=items)
    assert plan_from_plain(plan.to_plain()) == plan
    project.do(build, plan)
    made = project.document.snapshot["floor_item"]
    assert made["name"].tolist() == ["Column 1", "Way in"]
    assert corners(project, 1) == [(500, 600), (500, 1000), (200, 1000), (200, 600)]
    assert corners(project, 2) == [(1000, 0), (4000, 0), (4000, 2000)]
    with pytest.raises(Refused, match="A width and a depth, or an outline, are required; a route requires points"):
        project.do(build, replace(plan, floor_items=(PlanFloorItem(0, int(FloorItemKind.DOOR)),)))
    with pytest.raises(Refused, match="A width and a depth, or an outline, are required; a route requires points"):
        project.do(build, replace(plan, floor_items=(PlanFloorItem(0, int(FloorItemKind.DOOR), outline="odd"),)))
    with pytest.raises(InvalidData):
        plan_from_plain({"halls": [{"name": "a"}], "floor_items": [{"hall": 0, "kind": 7}, {"hall": 1, "kind": 0}]})


def test_a_drawing_read_before_comes_in_its_true_size(project: Project) -> None:
    head, line = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n", "0\nLINE\n8\n0\n10\n0\n20\n0\n11\n12.5\n21\n8\n"
    content = f"{head}0\nSECTION\n2\nENTITIES\n{line}0\nENDSEC\n0\nEOF\n".encode()
    read = pickle.loads(pickle.dumps(read_picture(content)))
    plan = project.do(add_underlay, project.hall, read, "plan.dxf")
    row = project.row_of("underlay", plan)
    assert (row["right_x_mm"], row["right_y_mm"]) == (12_500, 0)
    kept = drawing_of(project.document.attachment(row["attachment_id"]))
    assert kept.lines[0].points.tolist() == [[0, 8000], [12_500, 0]]


def test_versions_and_comparison_know_the_floor(project: Project) -> None:
    column = project.do(add_floor_item, project.hall, FloorItemKind.COLUMN, 0, 0, 400, 600)
    project.do(add_underlay, project.hall, png(4, 3))
    kept = project.do(save_version, "before")
    project.do(move_floor_item, column, 900, 0)
    project.do(add_floor_item, project.hall, FloorItemKind.DOOR, 0, 0, 400, 600)
    project.do(delete_objects, "underlay", [1])
    state = versions.version_snapshot(project.document, kept)
    assert set(differing(state, project.document.snapshot, same_project=True)) == {
        ("floor_item", Sort.MOVED, "Column 1"),
        ("floor_item", Sort.ADDED, "Door 1"),
        ("underlay", Sort.REMOVED, "Underlay"),
    }
    project.do(restore_version, state, "before")
    assert corners(project, column)[0] == (0, 0)
    assert project.document.snapshot["underlay"].rows == 1
    assert np.array_equal(project.document.snapshot["floor_item"].ids, [column])
