"""Faults of device lists: each said once, none that follows from another, and nothing wrong with what has no unit."""

from collections.abc import Iterator
from typing import Any

import pytest

from gpudesk.core.messages.errors import Refused
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.tables import csv_bytes, tables_of
from gpudesk.operations.exchange.exchange import import_list, open_questions
from gpudesk.operations.exchange.import_changes import Preview, Verdict
from gpudesk.operations.exchange.import_devices import import_devices, preview_import
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from tests.operations.conftest import RACK, SYSTEM, Project
from tests.project.sample import Clock

Rows = list[list[Any]]
PDU = "generic.pdu-0u-415v-60a"


@pytest.fixture
def empty() -> Iterator[Document]:
    document = Document.scratch(Clock())
    yield document
    document.close()


def preview(document: Document, rows: Rows) -> Preview:
    return preview_import(document.snapshot, read_device_list(tables_of(csv_bytes(rows), "list.csv"), document.uid))


def faults(document: Document, rows: Rows) -> list[str]:
    return [fault.plain().removeprefix("list.csv, ") for fault in preview(document, rows).faults]


@pytest.mark.parametrize("unit", ["0U", "0 HE", "", "1"])
def test_what_stands_next_to_the_units_needs_none(project: Project, unit: str) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    rows = [["Rack", "Device", "Type", "U", "Side"], [rack, "pdu-z", PDU, unit, "left"]]
    found = read_device_list(tables_of(csv_bytes(rows), "list.csv"), project.document.uid)
    run(project.document, import_devices, found, "list.csv")
    devices = project.document.snapshot["device"]
    row = devices.row(devices.ids.tolist()[devices["name"].tolist().index("pdu-z")])
    assert (row["rack_id"], row["position"]) == (project.racks[0], 0)
    again = preview(project.document, rows)
    assert ([each.plain() for each in again.faults], again.count(Verdict.CHANGED), again.count(Verdict.NEW)) == ([], 0, 0)


def test_an_unknown_type_is_not_said_to_lack_a_unit(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    rows = [["Rack", "Device", "Type", "U"], [rack, "a", "no such type", "0U"], [rack, "b", SYSTEM, ""]]
    assert [fault.partition(":")[0] for fault in faults(project.document, rows)] == ["C2", "D3"]


def test_a_column_that_is_asked_about_does_not_miss_units(project: Project) -> None:
    rack = project.row_of("rack", project.racks[0])["name"]
    rows = [["Rack", "Device", "Type", "HE"], [rack, "a", SYSTEM, "3"], [rack, "b", "no such type", "4"]]
    assert [fault.partition(":")[0] for fault in faults(project.document, rows)] == ["C3"]
    assert [question.key for question in preview(project.document, rows).questions] == ["units"]
    found = read_device_list(tables_of(csv_bytes(rows[:2]), "list.csv"), project.document.uid)
    assert [question.text.plain() for question in open_questions(project.document.snapshot, found)] == ["What does the column HE contain?"]
    with pytest.raises(Refused, match="What does the column HE contain"):
        run(project.document, import_list, found)


def test_a_hall_that_a_list_has_no_column_for_is_missing_once(empty: Document) -> None:
    rows = [["Rack", "Rack type", "Device", "Type", "U"], ["A1", RACK, "a", SYSTEM, "3"], ["A1", "", "b", "no such type", "13"]]
    assert [fault.partition(".")[0] for fault in faults(empty, rows)] == [
        "2: the hall is missing",
        "D3: neither the project nor the catalog contains a device no such type",
    ]
