"""The worklist of a rack: the order of the work, hands and machines, cords."""

from collections.abc import Iterator

import pytest

from gpudesk.core.hardware.hardware import Face
from gpudesk.operations.floor.halls import create_hall, create_row
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.layout.page import Page
from gpudesk.reports.layout.paper_sheet import Sheet
from gpudesk.reports.layout.report import Bound, Choices, Subject, subject_of
from gpudesk.reports.layout.shapes import Box, Text
from gpudesk.reports.layout.wording import ENGLISH, Wording
from gpudesk.reports.racks.worklist import tables, worklist
from gpudesk.reports.racks.worklist_tasks import Turn, Worklists
from gpudesk.ui.printing.report_language import wording
from tests.operations.conftest import PDU, RACK, SERVER, SWITCH, SYSTEM
from tests.reports.conftest import AT, template_subject


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document.scratch()
    hall = run(made, create_hall).result
    row = run(made, create_row, hall).result
    racks = run(made, add_racks, RACK, 2, row).result
    run(made, place_device, SWITCH, racks[0], 80, name="on-top")
    run(made, place_device, SYSTEM, racks[0], 40, name="heavy-above")
    run(made, place_device, SERVER, racks[0], 0, name="light-below")
    run(made, place_device, SYSTEM, racks[0], 4, name="heavy-below")
    for name, side in (("pdu-left", 0), ("pdu-right", 1)):
        run(made, place_device, PDU, racks[0], 0, name=name, face=Face.REAR, side=side)
    yield made
    made.close()


def pages_of(subject: Subject, spoken: Wording = ENGLISH, sheet: Sheet | None = None) -> list[Page]:
    return list(Bound([worklist(subject, Choices(sheet), spoken)]).sheets())


def texts(page: Page) -> list[str]:
    return [shape.text for shape in page.shapes if isinstance(shape, Text)]


def test_what_is_heavier_comes_first_and_then_what_stands_lower(document: Document) -> None:
    snapshot = document.snapshot
    tasks = Worklists(snapshot, ENGLISH).tasks(0)
    names = [str(snapshot["device"]["name"][task.place]) for task in tasks]
    assert names == ["pdu-left", "pdu-right", "heavy-below", "heavy-above", "light-below", "on-top"]
    assert [task.turn for task in tasks][2:4] == [Turn.MACHINE, Turn.MACHINE]
    assert all(task.people == 1 for task in tasks if task.turn is Turn.ONE)


def test_the_limit_is_that_of_the_site_and_is_said_with_its_source(document: Document) -> None:
    said = " ".join(texts(pages_of(subject_of(document, AT))[0]))
    assert "55\u00a0kg" in said
    assert "rule of thumb" in said
    run(document, set_site_value, "one_person_lift_kg", 4)
    said = " ".join(texts(pages_of(subject_of(document, AT))[0]))
    assert "up to 4\u00a0kg" in said
    assert "site sheet of the project, read" in said
    assert "2 people" in said


def test_cords_are_named_by_inlet_and_outlet(document: Document) -> None:
    run(document, wire_power, document.snapshot["rack"].ids.tolist())
    said = texts(pages_of(subject_of(document, AT))[0])
    assert any(text.startswith("PSU") and "← pdu-left /" in text for text in said)


def test_each_rack_has_its_own_sheets_and_empty_ones_none(document: Document) -> None:
    pages = pages_of(subject_of(document, AT))
    assert len(pages) == 1
    boxes = [shape for shape in pages[0].shapes if isinstance(shape, Box) and shape.width_mm == shape.height_mm == 3.0]
    assert len(boxes) == 6


def test_a_device_that_is_installed_is_ticked_and_a_retired_one_left_out(document: Document) -> None:
    devices = document.snapshot["device"]
    ids = {str(name): int(row) for name, row in zip(devices["name"], devices.ids, strict=True)}
    run(document, set_fields, "device", [ids["on-top"]], {"status": 3})
    run(document, set_fields, "device", [ids["light-below"]], {"status": 5})
    said = texts(pages_of(subject_of(document, AT))[0])
    assert said.count("✓") == 1
    assert "light-below" not in said


def test_pounds_and_inches_where_the_reader_thinks_in_them(document: Document) -> None:
    said = " ".join(texts(pages_of(subject_of(document, AT), wording("es", "imperial"))[0]))
    assert "lb" in said
    assert "in · lb · kW" in said
    assert " kg" not in said.replace("\u00a0", " ")


def test_the_list_is_the_same_as_a_table(document: Document) -> None:
    ((title, rows),) = tables(subject_of(document, AT), Choices(), ENGLISH).items()
    assert title == "Rack worklist"
    assert rows[0][6] == "Weight in kg"
    assert [row[4] for row in rows[1:]] == ["pdu-left", "pdu-right", "heavy-below", "heavy-above", "light-below", "on-top"]
    assert isinstance(rows[3][6], float)


@pytest.mark.parametrize("language", ["en", "es"])
def test_systems_that_stand_like_racks_are_brought_in_from_west_to_east(language: str) -> None:
    subject = template_subject("gb200-nvl72-superpod")
    choices, spoken = Choices(), wording(language)
    ((_, rows),) = tables(subject, choices, spoken).items()
    everything = [row for row in rows[1:] if not row[1]]
    assert [row[2] for row in everything] == list(range(1, len(everything) + 1))
    floor = [row for row in everything if str(row[4]).startswith("nvl72")]
    assert [row[4] for row in floor] == [f"nvl72-{number:03}" for number in range(1, 9)]
    assert {row[6] for row in floor} == {1360.0}
    assert {row[7] for row in floor} == {spoken.say("reports", "pallet truck or lift")}
    pages = list(Bound([worklist(subject, choices, spoken)]).sheets())
    said = [shape.text for page in pages for shape in page.shapes if isinstance(shape, Text)]
    assert all(said.count(f"nvl72-{number:03}") == 1 for number in range(1, 9))
    rack = int(subject.snapshot["rack"].ids[0])
    ((_, alone),) = tables(subject, Choices(racks=(rack,)), spoken).items()
    assert all(row[1] for row in alone)
