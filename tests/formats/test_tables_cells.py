"""The cells of a workbook, compared with those that openpyxl's own reader finds."""

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.worksheet._reader import WorkSheetParser

from gpudesk.formats.tables.tables import Figure, xlsx_bytes
from gpudesk.formats.tables.tables_cells import XlsxBook

SHEET = "xl/worksheets/sheet1.xml"


def _all_kinds() -> bytes:
    """Texts, shared and with two fonts, numbers, dates, truth values, an error, formulas, and rows and columns left out."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["name", "U", 7, -7, 0, 1.5, 1e300, 12345678901234567890, True, False, None, "=A1", "#N/A"])
    sheet.append([date(2026, 3, 1), datetime.fromisoformat("2026-03-01T12:30"), time(9, 15), "", " spaced ", "línea", "_x0041_"])
    sheet["C5"] = 42
    sheet["C5"].number_format = "0000"
    sheet["D5"] = 43
    sheet["D5"].number_format = '0.0"kg"'
    sheet["AB5"] = "far"
    sheet["A9"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))
    book.create_sheet("Second").append(["x"])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _made() -> bytes:
    return xlsx_bytes({"One": [["Cable", "Length m"], ["a", Figure(1.5, "0.00")], [], ["", None, 3, date(2026, 1, 2)]], "Two": []})


def _with(rows: str) -> bytes:
    """A workbook whose sheet has these rows."""
    made, written = xlsx_bytes({"S": [["a"]]}), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(made)) as whole, zipfile.ZipFile(written, "w") as archive:
        for name in whole.namelist():
            body = whole.read(name)
            if name == SHEET:
                first, last = body.index(b"<row"), body.rindex(b"</row>") + len(b"</row>")
                body = body[:first] + rows.encode() + body[last:]
            archive.writestr(name, body)
    return written.getvalue()


WORKBOOKS: dict[str, Callable[[], bytes]] = {
    "all kinds": _all_kinds,
    "made here": _made,
    "rows and columns in no order": lambda: _with(
        '<row r="3"><c r="C3"><v>3</v></c><c r="A3"><v>1</v></c><c r="B3"><v>2</v></c></row><row r="2"><c r="A2"><v>9</v></c></row>'
        '<row r="6"><c r="B6" t="str"><f>A1</f><v>said</v></c></row>'
    ),
    "no addresses": lambda: _with("<row><c><v>1</v></c><c t='inlineStr'><is><t>b</t></is></c></row><row/><row><c><v>2.50</v></c></row>"),
    "texts in parts": lambda: _with(
        '<row r="1"><c r="A1" t="inlineStr"><is><r><t>one </t></r><r><t>two</t></r></is></c>'
        '<c r="B1" t="inlineStr"><is><t>kanji</t><rPh sb="0" eb="1"><t>reading</t></rPh></is></c>'
        '<c r="C1" t="inlineStr"><is><t/></is></c><c r="D1" t="inlineStr"/><c r="E1" t="b"><v>1</v></c><c r="F1" t="e"><v>#REF!</v></c>'
        '<c r="G1" t="d"><v>2026-03-01T00:00:00</v></c><c r="H1" t="n"/><c r="I1"><f>1+1</f></c><c r="J1"><f>1+1</f><v>2</v></c></row>'
    ),
}


def _of_openpyxl(content: bytes) -> list[list[list[tuple[Any, str, str, bool]]]]:
    """The same cells by the reader of openpyxl: value, kind, form of a number, and whether the other reading finds a formula."""
    found = []
    books = [openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=only) for only in (True, False)]
    for sheet, other in zip(books[0].worksheets, books[1].worksheets, strict=True):
        for each in (sheet, other):
            each.reset_dimensions()
        rows = zip(sheet.iter_rows(), other.iter_rows(), strict=True)
        found.append([[_said(cell, made) for cell, made in zip(row, formulas, strict=True)] for row, formulas in rows])
    return found


def _said(cell: Any, made: Any) -> tuple[Any, str, str, bool]:
    return cell.value, cell.data_type, cell.number_format if isinstance(cell.value, int | float) else "", made.data_type == "f"


@pytest.mark.parametrize("name", WORKBOOKS)
def test_cells_are_those_that_openpyxl_finds(name: str) -> None:
    content = WORKBOOKS[name]()
    book = XlsxBook(content)
    found = [[[tuple(cell) for cell in row] for row in book.rows(number)] for number in range(len(book.names))]
    assert found == _of_openpyxl(content)
    assert sum(len(row) for row in found[0]) > 2
    book.close()


@pytest.mark.parametrize(
    "cell", ['<c r="A"><v>1</v></c>', '<c r="1"><v>1</v></c>', '<c r="A1" t="s"><v>9999</v></c>', '<c r="A1B1"><v>1</v></c>']
)
def test_what_openpyxl_refuses_is_refused(cell: str) -> None:
    content = _with(f'<row r="1"><c r="A1"><v>5</v></c>{cell}</row>')
    with pytest.raises((ValueError, IndexError)):
        _of_openpyxl(content)
    with pytest.raises((ValueError, IndexError)):
        list(XlsxBook(content).rows(0))


def test_a_sheet_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    whole = zipfile.ZipFile.open

    def counted(archive: zipfile.ZipFile, name: Any, *rest: Any, **more: Any) -> Any:
        opened.append(name if isinstance(name, str) else name.filename)
        return whole(archive, name, *rest, **more)

    content = _all_kinds()
    monkeypatch.setattr(zipfile.ZipFile, "open", counted)
    book = XlsxBook(content)
    assert SHEET not in opened
    assert len(list(book.rows(0))) == 9
    assert opened.count(SHEET) == 1


def _shared_texts() -> bytes:
    book, written = openpyxl.Workbook(), io.BytesIO()
    book.worksheets[0].append(["a", "b", 42, 1.5, -7, True, date(2026, 3, 1), "=A1"])
    book.save(written)
    return written.getvalue()


def _inline_texts() -> bytes:
    return _with(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1"><v>42</v></c><c r="C1" t="n"><v>7</v></c>'
        '<c r="D1"><v>1.5</v></c><c r="E1" t="inlineStr"><is><r><t>b</t></r></is></c><c r="F1"><f>1+1</f><v>2</v></c></row>'
    )


@pytest.mark.parametrize(
    ("made", "left"), [(_shared_texts, ["D1", "E1", "F1", "G1", "H1"]), (_inline_texts, ["D1", "E1", "F1"])], ids=["shared", "inline"]
)
def test_only_other_cells_than_texts_and_whole_numbers_are_left_to_openpyxl(
    made: Callable[[], bytes], left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    parse = WorkSheetParser.parse_cell

    def listed(parser: WorkSheetParser, element: Any) -> Any:
        parsed.append(element.get("r"))
        return parse(parser, element)

    monkeypatch.setattr(WorkSheetParser, "parse_cell", listed)
    list(XlsxBook(made()).rows(0))
    assert parsed == left
