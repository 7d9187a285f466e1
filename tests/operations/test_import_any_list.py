"""Any list at all: it is taken in as it was foretold, or refused as it was foretold, and never half."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import Refused
from gpudesk.formats.netbox.netbox_tables import read_netbox
from gpudesk.formats.tables.device_list import read_device_list
from gpudesk.formats.tables.device_list_columns import COLUMNS
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.tables.tables import csv_bytes, tables_of, xlsx_bytes
from gpudesk.operations.exchange.exchange import import_list, preview_list
from gpudesk.operations.exchange.import_changes import Verdict
from gpudesk.operations.exchange.import_devices import import_devices, preview_import
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run, undo
from gpudesk.project.document import Document
from tests.examples import examples
from tests.operations.conftest import PDU, RACK, SERVER, SYSTEM
from tests.project.sample import Clock

CELLS: dict[str, list[str]] = {
    "hall": ["", "Hall 1", "New"],
    "row": ["", "A", "Z"],
    "rack": ["", "A01", "A02", "R9", "  "],
    "rack_type": ["", RACK, "no such"],
    "device": ["", "dgx-001", "leaf-1", "n1", "n2", "=1", "x" * 250],
    "type": ["", SERVER, SYSTEM, PDU, RACK, "DGX H100", "?"],
    "position": ["", "1", "3.5", "U7½", "0", "500", "-1", "1e9"],
    "face": ["", "front", "REAR", "top"],
    "side": ["", "left", "right", "both"],
    "parent": ["", "dgx-001", "n1", "n2", "nobody"],
    "bay": ["", "1"],
    "role": ["", "compute"],
    "status": ["", "live", "Planned", "gone"],
    "serial": ["", "S1", "S2"],
    "asset": ["", "A1"],
    "phase": ["", "0", "999", "1000"],
    "notes": ["", "a\nb", "\x00"],
    "x_mm": ["", "5", "99999999999"],
    "angle_ddeg": ["", "90.5", "360"],
    "width_mm": ["", "0", "5000"],
    "id": ["", "UID/1", "UID/2", "UID/99", "other/1"],
}
TITLES = {column.key: column.title for column in COLUMNS}


@pytest.fixture(scope="module")
def pod() -> Iterator[Document]:
    document = Document.scratch(Clock())
    run(document, build, load_template("small-pod"))
    yield document
    document.close()


@st.composite
def lists(draw: st.DrawFn) -> list[list[str]]:
    keys = draw(st.lists(st.sampled_from(list(CELLS)), min_size=2, max_size=9, unique=True))
    # Mostly something sensible, so that many lists have few faults.
    rows = draw(st.lists(st.tuples(*(st.sampled_from([*CELLS[key][:2] * 3, *CELLS[key]]) for key in keys)), min_size=1, max_size=6))
    return [[TITLES[key] for key in keys], *(list(row) for row in rows)]


@examples(150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists(), st.booleans())
def test_the_preview_says_what_then_happens(pod: Document, rows: list[list[str]], xlsx: bool) -> None:
    rows = [[cell.replace("UID", pod.uid) for cell in row] for row in rows]
    content = xlsx_bytes({"S": rows}) if xlsx else csv_bytes(rows)
    before = pod.snapshot
    found = read_device_list(tables_of(content, "l"), pod.uid)
    preview = preview_import(before, found)
    assert pod.snapshot is before
    assert all(fault.cell for fault in preview.faults)
    try:
        outcome = run(pod, import_devices, found)
    except (UnreadableTable, Refused):
        assert preview.faults or not preview.lines
        assert pod.snapshot is before
        return
    assert not preview.faults
    done = outcome.result
    assert [(line.verdict, line.table, line.changes) for line in done.lines] == [
        (line.verdict, line.table, line.changes) for line in preview.lines
    ]
    changed = sum(len(change.added) + len(change.changed) for name, change in outcome.changes.tables.items() if name != "catalog_item")
    assert changed == preview.count(Verdict.NEW) + preview.count(Verdict.CHANGED)
    if changed:
        undo(pod)
    assert all(pod.snapshot[name].equals(before[name]) for name in ("hall", "rack_row", "rack", "device"))


NETBOX = {
    "name": ["n1", "", "x" * 250],
    "site": ["DC", ""],
    "status": ["active", "planned", "gone"],
    "location": ["", "Room"],
    "role": ["Server", ""],
    "manufacturer": ["Generic", ""],
    "device_type": ["Management server 1U", "", "none"],
    "rack": ["", "R1"],
    "position": ["", "3", "1.5", "x"],
    "face": ["", "front", "up"],
    "parent": ["", "n1"],
    "u_height": ["", "48", "7", "many"],
    "rack_type": ["", "no such"],
}


@examples(80)
@given(
    st.lists(st.fixed_dictionaries({key: st.sampled_from([*values[:1] * 4, *values]) for key, values in NETBOX.items()}), max_size=4),
    st.booleans(),
)
def test_any_netbox_file_is_read_or_refused(lines: list[dict[str, str]], racks: bool) -> None:
    keys = [key for key in NETBOX if key not in (("role", "device_type", "rack") if racks else ("u_height", "rack_type"))]
    content = csv_bytes([keys, *([line[key] for key in keys] for line in lines)])
    with Document.scratch(Clock()) as document:
        try:
            found: Any = read_netbox({"a.csv": content})
            found.answers["rack-units"] = "bottom"
            preview = preview_list(document.snapshot, found)
            run(document, import_list, found)
        except (UnreadableTable, Refused):
            assert document.snapshot["device"].rows == 0
        else:
            assert not preview.faults


@examples(200)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_table_or_refused(content: bytes) -> None:
    with suppress(UnreadableTable):
        read_device_list(tables_of(content, "x"), "uid")


@examples(120)
@given(st.integers(0, 10_000), st.integers(0, 255), st.integers(0, 2))
def test_a_workbook_with_a_wrong_byte_is_a_table_or_refused(place: int, value: int, cut: int) -> None:
    content = bytearray(BOOK)
    content[place % len(content)] = value
    with suppress(UnreadableTable):
        tables_of(bytes(content[: len(content) - 37 * cut]), "x.xlsx")


BOOK = xlsx_bytes({"Devices": [["Hall", "Rack", "Device"], ["H", "R", "d"], ["H", 3, "e"]]})
