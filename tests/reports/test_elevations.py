"""Rack elevations: what is where, to scale, with its sums."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gpudesk.core.hardware.hardware import Face
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Paper, Sheet
from gpudesk.reports.layout.report import Bound, Choices, Subject, subject_of
from gpudesk.reports.layout.shapes import Box, Text
from gpudesk.reports.layout.wording import ENGLISH
from gpudesk.reports.racks.cabinet_drawing import cabinets_by_hall
from gpudesk.reports.racks.elevations import SCALES, SMALLEST, elevations
from gpudesk.reports.racks.rack_drawing import RackDrawings
from tests.operations.conftest import PDU, RACK, SERVER, SYSTEM
from tests.reports.conftest import AT, template_subject


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document.scratch()
    hall = run(made, create_hall).result
    row = run(made, create_row, hall).result
    racks = run(made, add_racks, RACK, 5, row).result
    run(made, place_device, SYSTEM, racks[0], 4, name="dgx-low")
    run(made, place_device, SERVER, racks[0], 40, name="one-unit", face=Face.REAR)
    run(made, place_device, PDU, racks[0], 0, name="left-pdu", face=Face.REAR, side=0)
    run(made, reserve_units, racks[0], 60, 4, reason="for the firewall")
    yield made
    made.close()


def pages_of(subject: Subject, choices: Choices) -> list[Page]:
    return list(Bound([elevations(subject, choices, ENGLISH)]).sheets())


def texts(page: Page) -> list[str]:
    return [shape.text for shape in page.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize(("racks", "sheets"), [(1, 5), (2, 3), (3, 2), (4, 2)])
def test_one_to_four_racks_a_sheet(document: Document, racks: int, sheets: int) -> None:
    pages = pages_of(subject_of(document, AT), Choices(racks_a_sheet=racks))
    assert len(pages) == sheets
    assert f"1 of {sheets}" in texts(pages[0])


def test_a_device_is_drawn_at_its_units_to_scale(document: Document) -> None:
    page = pages_of(subject_of(document, AT), Choices(Sheet(Paper.A3, landscape=True), racks_a_sheet=1, faces=("front",)))[0]
    scale = int(page.scale.partition(":")[2])
    assert scale in SCALES
    name = next(shape for shape in page.shapes if isinstance(shape, Text) and shape.text == "dgx-low")
    boxes = [shape for shape in page.shapes if isinstance(shape, Box) and shape.fill == "#DDEBD9" and shape.height_mm > 20]
    box = next(box for box in boxes if box.y_mm < name.y_mm < box.y_mm + box.height_mm)
    assert box.height_mm * scale == pytest.approx(8 * 44.45)
    assert box.width_mm * scale == pytest.approx(482.6)
    number = next(shape for shape in page.shapes if isinstance(shape, Text) and shape.text == "3" and shape.size_pt < 7)
    # Position 4 is the lower edge of unit 3: its number is in the lowest unit of the device.
    assert box.y_mm + box.height_mm - 44.45 / scale < number.y_mm < box.y_mm + box.height_mm


def test_both_sides_say_what_stands_there(document: Document) -> None:
    drawings = RackDrawings(document.snapshot, ENGLISH)
    names = document.snapshot["device"]["name"]
    front = {str(names[entry.place]): entry for entry in drawings.entries(0, Face.FRONT)}
    rear = {str(names[entry.place]): entry for entry in drawings.entries(0, Face.REAR)}
    assert front["dgx-low"].behind is False
    assert rear["dgx-low"].behind is True
    assert rear["one-unit"].behind is False
    assert rear["left-pdu"].beside
    assert "left-pdu" not in front
    assert rear["left-pdu"].x_mm + rear["left-pdu"].width_mm <= rear["one-unit"].x_mm
    page = pages_of(subject_of(document, AT), Choices(racks_a_sheet=4))[0]
    said = texts(page)
    assert {"FRONT", "REAR", "A01", "A04"} <= set(said)
    assert "reserved: for the firewall" in said
    assert said.count("48") == 4 * 3


def test_the_sums_say_what_is_not_known(document: Document) -> None:
    said = texts(pages_of(subject_of(document, AT), Choices(racks_a_sheet=1))[0])
    assert {"11.0\u00a0kW", "309\u00a0kg of 1,500\u00a0kg", "9U used, 2U reserved, 37U free", "left-pdu"} <= set(said)
    unknown = texts(pages_of(template_subject("dgx-h100-superpod", su=1), Choices(racks_a_sheet=1))[0])
    assert any(text.endswith("+ 4 not known") for text in unknown)


def test_the_title_block_names_the_version(document: Document) -> None:
    run(document, save_version, "Tender A")
    assert "Tender A" in texts(pages_of(subject_of(document, AT), Choices())[0])
    run(document, create_hall)
    revision = document.snapshot.revision
    assert f"revision {revision}, after Tender A" in texts(pages_of(subject_of(document, AT), Choices())[0])


def test_only_the_racks_that_were_asked_for() -> None:
    subject = template_subject("dgx-h100-superpod", su=1)
    racks = subject.snapshot["rack"]
    pages = pages_of(subject, Choices(racks=(int(racks.ids[3]),)))
    assert len(pages) == 1
    assert str(racks["name"][3]) in texts(pages[0])
    assert str(racks["name"][4]) not in texts(pages[0])
    assert len(pages_of(subject, Choices(halls=(9999,)))) == 1


def test_what_sits_in_bays_is_drawn_in_them(tmp_path: Path) -> None:
    subject = template_subject("hgx-pod")
    drawings = RackDrawings(subject.snapshot, ENGLISH)
    for rack in range(subject.snapshot["rack"].rows):
        body = drawings.body(rack)
        for face in (Face.FRONT, Face.REAR):
            for entry in drawings.entries(rack, face):
                assert -0.01 <= entry.x_mm <= body.width_mm - entry.width_mm + 0.01
                assert entry.y_mm >= -0.01


def test_a_system_that_is_a_rack_is_drawn_beside_the_racks() -> None:
    subject = template_subject("gb200-nvl72-superpod")
    pages = pages_of(subject, Choices())
    said = [text for page in pages for text in texts(page)]
    names = subject.snapshot["device"]["name"]
    systems = [str(names[place]) for group in cabinets_by_hall(subject.snapshot, ()) for place in group.tolist()]
    assert len(systems) == 8
    assert set(systems) <= set(said)
    assert "135.0\u00a0kW" in said
    assert "NVIDIA GB200 NVL72" in said
    # Each tray by its name as a host: 18 for compute, 9 for NVLink and 8 power shelves; the word for all of the nine makes room.
    endings = [*(f"c{n:02}" for n in range(1, 19)), *(f"nvsw{n}" for n in range(1, 10)), *(f"ps{n}" for n in range(1, 9))]
    for system in systems:
        assert [said.count(f"{system}-{ending}") for ending in endings] == [1] * 35
    assert "NVLink" not in said


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("landscape", [False, True])
def test_a_small_sheet_holds_fewer_racks_so_that_a_unit_can_be_named(paper: Paper, landscape: bool) -> None:
    subject = template_subject("dgx-basepod")
    pages = list(Bound([elevations(subject, Choices(Sheet(paper, landscape)), ENGLISH)]).sheets())
    assert {int(page.scale.partition(":")[2]) <= SMALLEST for page in pages} == {True}
    racks = subject.snapshot["rack"]["name"].tolist()
    names = [shape.text for page in pages for shape in page.shapes if isinstance(shape, Text)]
    assert all(names.count(name) == 1 for name in racks)
    switches = [str(name) for name in subject.snapshot["device"]["name"] if str(name).startswith("ib-")]
    assert switches
    assert all(name in names for name in switches)
