"""The floor plan: everything where it stands, to scale."""

from collections.abc import Iterator

import pytest

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.operations.floor.floor_item_operations import add_floor_item
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.halls.floor_plan import SCALES, Labels, floor_plan
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Bound, Choices, Subject, subject_of
from gpudesk.reports.layout.shapes import Box, Polygon, Text
from gpudesk.reports.layout.wording import ENGLISH
from tests.operations.conftest import RACK, SYSTEM
from tests.reports.conftest import AT, template_subject


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document.scratch()
    hall = run(made, create_hall, name="North hall").result
    run(made, set_fields, "hall", hall, {"tile_mm": 600})
    row = run(made, create_row, hall).result
    racks = run(made, add_racks, RACK, 6, row).result
    run(made, place_device, SYSTEM, racks[0], 4)
    run(made, add_floor_item, hall, FloorItemKind.COLUMN, 9000, 5000, 600, 600, name="Pillar 1")
    yield made
    made.close()


def pages_of(subject: Subject, choices: Choices) -> list[Page]:
    return list(Bound([floor_plan(subject, choices, ENGLISH)]).sheets())


def texts(page: Page) -> list[str]:
    return [shape.text for shape in page.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("sheet", [None, Sheet(Paper.A4), Sheet(Paper.TABLOID, landscape=True)])
def test_walls_and_racks_have_their_size_by_the_scale(document: Document, sheet: Sheet | None) -> None:
    (page,) = pages_of(subject_of(document, AT), Choices(sheet))
    scale = int(page.scale.partition(":")[2])
    assert scale in SCALES
    halls, racks = document.snapshot["hall"], document.snapshot["rack"]
    walls = next(shape for shape in page.shapes if isinstance(shape, Box) and shape.line_mm == 0.7)
    assert (walls.width_mm * scale, walls.height_mm * scale) == pytest.approx((halls["width_mm"][0], halls["depth_mm"][0]))
    boxes = [shape for shape in page.shapes if isinstance(shape, Polygon) and shape.fill == "#E4E9EF"]
    assert len(boxes) == 6
    for place, box in enumerate(boxes):
        left, top = min(x for x, _ in box.points), min(y for _, y in box.points)
        assert (left - walls.x_mm) * scale == pytest.approx(racks["x_mm"][place])
        assert (top - walls.y_mm) * scale == pytest.approx(racks["y_mm"][place])


def test_names_figures_and_legend_say_what_is_there(document: Document) -> None:
    (page,) = pages_of(subject_of(document, AT), Choices())
    said = texts(page)
    assert {"North hall", "A", "A01", "A06", "Pillar 1", "Column", "Rack (thick edge = front)", "10.2\u00a0kW"} <= set(said)
    assert "Obstacle" not in said


def test_a_sheet_for_each_hall() -> None:
    subject = template_subject("dgx-h100-superpod", su=1)
    (hall,) = subject.snapshot["hall"].ids.tolist()
    assert len(pages_of(subject, Choices(halls=(hall,)))) == 1
    assert "The project has no hall." in texts(pages_of(subject, Choices(halls=(999,)))[0])


@pytest.mark.parametrize("turn", [0.0, -90.0, 30.0])
def test_no_name_lies_over_another_one(turn: float) -> None:
    page = Page(Sheet())
    labels = Labels(page)
    assert labels.put(100, 100, "first name", 8, turn)
    assert not labels.put(101, 101, "second name", 8, 0)
    assert labels.put(100, 140, "third name", 8, 0)
    assert texts(page) == ["first name", "third name"]


def test_the_north_is_up_and_stands_beside_the_scale_bar(document: Document) -> None:
    (page,) = pages_of(subject_of(document, AT), Choices())
    letter = next(shape for shape in page.shapes if isinstance(shape, Text) and shape.text == "N")
    arrow = [shape for shape in page.shapes if isinstance(shape, Polygon) and len(shape.points) == 3]
    assert len(arrow) == 2
    for half in arrow:
        tip = min(half.points, key=lambda point: point[1])
        assert all(point[1] > tip[1] + 3 for point in half.points if point != tip)
        assert letter.x_mm < tip[0]


@pytest.mark.parametrize("template", ["gb200-nvl72-superpod", "dgx-h100-superpod"])
def test_rows_are_named_before_the_outermost_thing_of_their_line(template: str) -> None:
    """NVL72 racks stand left of the row's own racks; rows that face the other way have their name at the same end."""
    subject = template_subject(template)
    (page,) = pages_of(subject, Choices())
    bodies = [
        shape for shape in page.shapes if isinstance(shape, Polygon) and len(shape.points) == 4 and shape.fill in {"#E4E9EF", "#F0EADB"}
    ]
    names = subject.snapshot["rack_row"]["name"].tolist()
    labels = [shape for shape in page.shapes if isinstance(shape, Text) and shape.text in names and shape.strong]
    assert sorted(label.text for label in labels) == sorted(names)
    for label in labels:
        level = [body for body in bodies if min(y for _, y in body.points) < label.y_mm < max(y for _, y in body.points)]
        spans = [(min(x for x, _ in body.points), max(x for x, _ in body.points)) for body in level]
        left, right = label.x_mm - label.width_mm / 2, label.x_mm + label.width_mm / 2
        assert any(0 < low - right < 8 for low, _ in spans)
        assert not any(low < right and left < high for low, high in spans)
