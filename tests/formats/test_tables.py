"""Tables in and out, read back by the csv module and by openpyxl."""

import csv
import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NoReturn

import openpyxl
import openpyxl.utils
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.messages.errors import InvalidData, NotEnoughMemory
from gpudesk.core.running.progress import Progress
from gpudesk.formats.tables import tables, tables_xlsx
from gpudesk.formats.tables.table_faults import cell_address
from gpudesk.formats.tables.tables import UnreadableTable, csv_bytes, read_tables, tables_of, xlsx_bytes
from gpudesk.formats.text import table_limits
from tests.work import steps_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
ROWS = st.lists(st.lists(TEXTS, min_size=1, max_size=5), min_size=1, max_size=6)
HOSTILE = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "'=1",
    "''-x",
    "'",
    "#N/A",
    "_x0041_",
    "_x0001_",
    "a\r\nb",
    "\x01",
    "0012",
    " x ",
]


def plain_rows(rows: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    found = [tables.trimmed(row) for row in rows]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def faults_of(content: bytes, file: str = "list.csv") -> list[str]:
    with pytest.raises(UnreadableTable) as caught:
        tables_of(content, file)
    return [fault.plain() for fault in caught.value.faults]


def workbook(fill: Callable[[openpyxl.Workbook], None]) -> bytes:
    book = openpyxl.Workbook()
    fill(book)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def repacked(content: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.infolist():
            body = old.read(each)
            new.writestr(each.filename, change(body) if each.filename == part else body)
    return written.getvalue()


@given(ROWS)
def test_csv_comes_back_as_it_went(rows: list[list[str]]) -> None:
    rows = [["a", "b", "c", "d", "e"], *rows]
    assert tables_of(csv_bytes(rows), "x.csv").sheets[0].rows == plain_rows(rows)


@given(ROWS)
def test_xlsx_comes_back_as_it_went(rows: list[list[str]]) -> None:
    [sheet] = tables_of(xlsx_bytes({"Devices": rows}), "x.xlsx").sheets
    assert sheet.name == "Devices"
    assert sheet.rows == plain_rows(rows)


def test_hostile_texts_come_back_and_are_no_formulas() -> None:
    rows = [["a", "b"], *([text, "end"] for text in HOSTILE)]
    content = csv_bytes(rows)
    assert tables_of(content, "x.csv").sheets[0].rows == plain_rows(rows)
    read = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert [row for row in read if row[0][:1] in ("=", "+", "-", "@", "\t", "\r")] == []
    book = xlsx_bytes({"S": rows})
    assert tables_of(book, "x.xlsx").sheets[0].rows == plain_rows(rows)
    cells = [row[0] for row in openpyxl.load_workbook(io.BytesIO(book))["S"].iter_rows()]
    assert {cell.data_type for cell in cells} == {"s"}
    assert cells[1].value == "=1+1"


def test_numbers_are_written_as_numbers() -> None:
    content = xlsx_bytes({"S": [["U"], [42], [1.5], [-3], [None]]})
    found = [row[0] for row in openpyxl.load_workbook(io.BytesIO(content))["S"].iter_rows(values_only=True)]
    assert found == ["U", 42, 1.5, -3]
    assert csv_bytes([[42, 1.5, -3, None, 2.0]]) == b"\xef\xbb\xbf42,1.5,-3,,2\r\n"


def test_a_cell_says_what_the_spreadsheet_shows() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.worksheets[0]
        midnight = datetime(2026, 5, 31, tzinfo=UTC).replace(tzinfo=None)
        sheet.append([42, 42.0, 0.1 + 0.2, 12345678901234, True, midnight, midnight.replace(hour=12, minute=30), date(2026, 1, 2), 7])
        sheet["I1"].number_format = "0000"
        sheet["B7"] = "seven"

    [sheet] = tables_of(workbook(fill), "x.xlsx").sheets
    shown = ("42", "42", "0.3", "12345678901234", "true", "2026-05-31", "2026-05-31T12:30:00", "2026-01-02", "0007")
    assert sheet.rows == (shown, (), (), (), (), (), ("", "seven"))
    assert sheet.address(6, 1) == "B7"


@pytest.mark.parametrize("column", [0, 25, 26, 701, 702, 16383])
def test_addresses_are_those_of_openpyxl(column: int) -> None:
    assert cell_address(6, column) == f"{openpyxl.utils.get_column_letter(column + 1)}7"


@pytest.mark.parametrize(
    ("content", "encoding", "delimiter"),
    [
        ("rack;ñandú\r\nA;1\r\n".encode(), "utf-8", ";"),
        ("rack,ñandú\nA,1\n".encode("utf-8-sig"), "utf-8", ","),
        ("rack\tñandú\rA\t1\r".encode("utf-16"), "utf-16", "\t"),
        ("rack;ñandú\nA;1\n".encode("latin-1"), "windows-1252", ";"),
        ("rack;ñandú\nA;1\n".encode("latin-1") + b"\x81", "latin-1", ";"),
        ("sep=;\r\nrack;ñandú\r\n1,5;1\r\n".encode(), "utf-8", ";"),
    ],
)
def test_encoding_and_delimiter_are_told_by_the_content(content: bytes, encoding: str, delimiter: str) -> None:
    found = tables_of(content, "x.csv")
    assert (found.encoding, found.delimiter) == (encoding, delimiter)
    assert found.sheets[0].rows[0] == ("rack", "ñandú")


def test_rows_below_a_line_that_names_the_delimiter_keep_their_numbers() -> None:
    [sheet] = tables_of(b"sep=;\na;b\n1;2\n", "x.csv").sheets
    assert sheet.address(1, 1) == "B3"


def test_a_delimiter_inside_quotation_marks_does_not_count() -> None:
    assert tables_of(b'a;b\n"1,2,3,4";5\n', "x.csv").sheets[0].rows[1] == ("1,2,3,4", "5")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'a,b\n1,"2\n3,4\n', "quotation mark"),
        (b"\x00\x01\x02a,b", "neither a text file nor a workbook"),
        (b"\xef\xbb\xbfa,b\n\xff", "byte"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "old Excel file"),
        (b"PK\x03\x04rest", "this is not a workbook"),
        (xlsx_bytes({"S": [["a"]]})[:-40], "this is not a workbook"),
    ],
)
def test_what_is_no_table_is_refused_in_one_line(content: bytes, said: str) -> None:
    [fault] = faults_of(content)
    assert said in fault


def test_a_formula_counts_by_its_stored_result_and_is_a_fault_without_one() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.worksheets[0]
        sheet.title = "Devices"
        sheet.append(["name", "U"])
        sheet.append(["a", "=1+1"])
        sheet.append(["b", "=HYPERLINK(A1)"])

    content = workbook(fill)
    found = faults_of(content, "list.xlsx")
    assert [fault.partition(":")[0] for fault in found] == ["list.xlsx, Devices!B2", "list.xlsx, Devices!B3"]
    assert "formula" in found[0]
    stored = repacked(
        content,
        "xl/worksheets/sheet1.xml",
        lambda body: body.replace(b"<v></v>", b"<v>2</v>").replace(b"<v/>", b"<v>2</v>").replace(b"<v />", b"<v>2</v>"),
    )
    assert tables_of(stored, "list.xlsx").sheets[0].rows[1] == ("a", "2")


def test_an_error_in_a_cell_is_a_fault_with_its_place() -> None:
    def fill(book: openpyxl.Workbook) -> None:
        book.worksheets[0]["C4"] = "#N/A"

    assert faults_of(workbook(fill), "l.xlsx") == [
        "l.xlsx, Sheet!C4: the cell contains the error #N/A. Enter the value itself in the cell."
    ]


def test_entities_are_refused_before_they_are_read() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    content = repacked(xlsx_bytes({"S": [["a"]]}), "xl/worksheets/sheet1.xml", lambda body: bomb + body)
    [fault] = faults_of(content, "l.xlsx")
    assert "the workbook defines custom entities, which spreadsheet programs do not create." in fault


def test_entities_are_refused_in_parts_of_any_name() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(xlsx_bytes({"S": [["a"]]}))) as whole, zipfile.ZipFile(written, "w") as archive:
        for name in whole.namelist():
            body = whole.read(name).replace(b"sheet1.xml", b"sheet1.dat")
            archive.writestr(name.replace("sheet1.xml", "sheet1.dat"), b"<!DOCTYPE x>" + body if "sheet1" in name else body)
    [fault] = faults_of(written.getvalue(), "l.xlsx")
    assert "the workbook defines custom entities, which spreadsheet programs do not create." in fault


def test_a_bomb_is_refused_without_being_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = xlsx_bytes({"S": [["a"], ["b"]]})
    with zipfile.ZipFile(io.BytesIO(sound)) as archive:
        size = sum(part.file_size for part in archive.infolist())
    monkeypatch.setattr(tables_xlsx, "MOST_UNPACKED_BYTES", size)
    assert tables_of(sound, "l.xlsx").sheets[0].rows == (("a",), ("b",))
    monkeypatch.setattr(tables_xlsx, "MOST_UNPACKED_BYTES", size - 1)
    assert ["unpacks to more than" in fault for fault in faults_of(sound, "l.xlsx")] == [True]
    monkeypatch.setattr(tables_xlsx, "MOST_UNPACKED_BYTES", 1 << 20)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bytes((1 << 20) + 1))

    def unpacked(*_arguments: object, **_values: object) -> NoReturn:
        raise AssertionError("a part of it was opened")

    monkeypatch.setattr(zipfile.ZipFile, "open", unpacked)
    [fault] = faults_of(written.getvalue(), "l.xlsx")
    assert "unpacks to more than 1 MiB" in fault


def test_a_cell_far_below_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    content = repacked(
        xlsx_bytes({"S": [["a"], ["b"]]}), "xl/worksheets/sheet1.xml", lambda body: body.replace(b'r="2"', b'r="999999999999"')
    )
    monkeypatch.setattr(tables_xlsx, "LAST_ROW", 1000)
    # openpyxl makes every row up to the one that is named: of those beyond the last of a spreadsheet none.
    assert steps_of(lambda: tables_of(content, "l.xlsx")) < 100_000


def test_a_lying_dimension_costs_nothing() -> None:
    def lie(body: bytes) -> bytes:
        return body.replace(b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>')

    content = repacked(xlsx_bytes({"S": [["a"], ["b"]]}), "xl/worksheets/sheet1.xml", lie)
    assert tables_of(content, "l.xlsx").sheets[0].rows == (("a",), ("b",))


def test_too_many_rows_and_columns_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = ",".join(["x"] * (table_limits.MOST_COLUMNS + 1))
    assert faults_of(f"a,b\n{wide}\n".encode())[0].startswith("list.csv, 2: the row has more than 256 cells")
    monkeypatch.setattr(tables, "MOST_ROWS", 3)
    assert faults_of(b"a,b\n1,2\n1,2\n\n1,2\n") == ["list.csv, 5: the table has more than 3 rows."]
    assert len(tables_of(b"a,b\n1,2\n\n\n\n\n", "l.csv").sheets[0].rows) == 2


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UnreadableTable, match="cannot be read"):
        read_tables(tmp_path / "none.csv")


def test_openpyxl_is_loaded_only_for_workbooks() -> None:
    code = "import sys, gpudesk.formats.tables.tables as t; t.tables_of(b'a,b', 'x'); print('openpyxl' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_workbook_whose_directory_is_said_to_lie_elsewhere_is_damaged() -> None:
    content = bytearray(xlsx_bytes({"A": [["x"]]}))
    end = content.rfind(b"PK\x05\x06")
    content[end + 16 : end + 20] = (int.from_bytes(content[end + 16 : end + 20], "little") + 215).to_bytes(4, "little")
    with pytest.raises(UnreadableTable) as caught:
        tables_of(bytes(content), "a.xlsx")
    assert str(caught.value) == (
        "a.xlsx: this is not a workbook (.xlsx), or it is damaged: negative seek value -215. "
        "Open it in a spreadsheet program and save it again as .xlsx, or as CSV."
    )


@pytest.mark.parametrize("error", [RecursionError("too deep"), SystemError("x"), MemoryError()])
def test_whatever_the_library_of_workbooks_raises_is_said(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("openpyxl.reader.excel.ExcelReader.read_workbook", broken)
    with pytest.raises(InvalidData) as caught:
        tables_of(xlsx_bytes({"A": [["x"]]}), "a.xlsx")
    assert isinstance(caught.value, NotEnoughMemory) is isinstance(error, MemoryError)
    assert "a.xlsx" in str(caught.value)


def test_a_defect_of_ours_in_a_workbook_shows_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_cell: object) -> str:
        raise KeyError("ours")

    monkeypatch.setattr("gpudesk.formats.tables.tables_xlsx._shown", broken)
    with pytest.raises(KeyError, match="ours"):
        tables_of(xlsx_bytes({"A": [["x", 1]]}), "a.xlsx")


def test_reading_and_writing_a_workbook_reports_each_five_hundred_rows_of_an_unknown_number() -> None:
    steps: list[tuple[int, int]] = []
    rows = [[f"row {number}"] for number in range(1001)]
    content = xlsx_bytes({"S": rows}, Progress(lambda done, total: steps.append((done, total))))
    assert steps == [(0, 0), (500, 0), (1000, 0)]
    steps.clear()
    tables_of(content, "list.xlsx", Progress(lambda done, total: steps.append((done, total))))
    assert steps == [(0, 0), (500, 0), (1000, 0)]
