"""The size of a hall, taken from a rectangle of its plan."""

import pytest

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.messages.errors import Refused
from gpudesk.operations.floor.fit_hall import fit_hall
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.halls import create_hall, create_rack, create_row
from gpudesk.operations.floor.underlay import add_underlay
from gpudesk.operations.run.run import undo
from tests.operations.chooser import png
from tests.operations.conftest import RACK, Project


def test_everything_keeps_its_place_on_the_plan(project: Project) -> None:
    other = project.do(create_hall, "Elsewhere")
    there = project.do(create_rack, RACK, hall_id=other, x_mm=3000, y_mm=3000)
    rack = project.do(create_rack, RACK, hall_id=project.hall, x_mm=5000, y_mm=4000)
    column = project.do(add_floor_item, project.hall, FloorItemKind.COLUMN, 6000, 2500, 400, 400)
    plan = project.do(add_underlay, project.hall, png(400, 300), "plan.png")
    project.do(fit_hall, project.hall, 1000, -500, 24_000, 14_400)
    assert project.title == "Set the size of Hall 1 from its underlay"
    hall = project.row_of("hall", project.hall)
    assert (hall["width_mm"], hall["depth_mm"]) == (24_000, 14_400)
    places = {table: project.row_of(table, row_id) for table, row_id in (("rack", rack), ("floor_item", column), ("underlay", plan))}
    assert {table: (row["x_mm"], row["y_mm"]) for table, row in places.items()} == {
        "rack": (4000, 4500),
        "floor_item": (5000, 3000),
        "underlay": (-1000, 500),
    }
    assert (places["underlay"]["right_x_mm"], places["underlay"]["right_y_mm"]) == (19_000, 500)
    assert project.row_of("rack", there)["x_mm"] == 3000
    undo(project.document)
    assert project.row_of("rack", rack)["x_mm"] == 5000
    assert project.row_of("hall", project.hall)["width_mm"] == 20_000


def test_an_empty_row_keeps_its_place_in_the_hall(project: Project) -> None:
    empty = project.do(create_row, project.hall, "Empty", x_mm=2400, y_mm=3000)
    project.do(fit_hall, project.hall, 3000, -7000, 24_000, 14_400)
    row = project.row_of("rack_row", empty)
    assert (row["x_mm"], row["y_mm"]) == (2400, 3000)


def test_impossible_sizes_are_refused(project: Project) -> None:
    for rect in ((0, 0, 0, 5000), (0, 0, 5000, 10**8), (10**8, 0, 5000, 5000)):
        with pytest.raises(Refused):
            project.do(fit_hall, project.hall, *rect)
