"""Workbooks through openpyxl, with limits: the uncompressed size of a file is known before it is parsed.

openpyxl takes a tenth of a second to import, so it is imported only to read or write a workbook. External links and macros are not
loaded; a formula has the result stored by the spreadsheet program, and is never calculated.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from gpudesk.core.messages.foreign import foreign_items, foreign_parser
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.formats.tables.table_faults import CONTEXT, Fault, UnreadableTable, cell_address
from gpudesk.formats.tables.tables import Figure
from gpudesk.formats.tables.tables_cells import XlsxBook, XlsxCell
from gpudesk.formats.tables.tables_merged import filled_down, merged_areas
from gpudesk.formats.text.table_limits import (
    LAST_ROW,
    MOST_CELL_CHARACTERS,
    MOST_COLUMNS,
    MOST_PARTS,
    MOST_ROWS,
    MOST_SHEETS,
    MOST_UNPACKED_BYTES,
)

_STRIDE = 500
_BLOCK = 1 << 20
_OVERLAP = 64
_KEPT_DIGITS = 15
_GENERAL_DIGITS = 11
_MOST_FAULTS = 1_000
"""Of one sheet; who has more of them looks at the first."""
_TAKEN_FOR_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_NOT_IN_XML = re.compile("[\0-\x08\x0b-\x1f\ufffe\uffff]")
_ESCAPE = re.compile(r"_x(005[Ff]_(?=x[0-9A-Fa-f]{4}_)|(00[01][0-9A-Fa-f]|[Ff]{3}[EeFf])_)")
_DOCTYPE = (b"<!DOCTYPE", b"<!ENTITY", "<!DOCTYPE".encode("utf-16-le"), "<!DOCTYPE".encode("utf-16-be"))

Rows = tuple[tuple[str, ...], ...]


def read_xlsx(
    content: bytes, file: str, faults: list[Fault], progress: Progress | None = None
) -> list[tuple[str, Rows, frozenset[tuple[int, int]]]]:
    """Name, rows and lost numbers of each sheet, hidden ones too; see `tables.read_tables` and `tables.Sheet.lost`.

    Args:
        faults: takes the cells that have no value; they are empty in the rows.
    """
    _examined(content, file)
    broken = _broken(file)
    with foreign_parser(file, broken):
        book = XlsxBook(content)
    if len(book.names) > MOST_SHEETS:
        raise _refused(file, QT_TRANSLATE_NOOP("tables", "the workbook has more than {limit} sheets."), limit=MOST_SHEETS)
    merges = merged_areas(content, file, broken)
    sheets = []
    for number, name in enumerate(book.names):
        lost: set[tuple[int, int]] = set()
        rows = _sheet_rows(name, foreign_items(book.rows(number), file, broken), file, faults, progress, lost)
        sheets.append((name, filled_down(rows, merges.get(number, ())), frozenset(lost)))
    with foreign_parser(file, broken):
        book.close()
    return sheets


def _refused(file: str, text: str, /, **values: Value) -> UnreadableTable:
    return UnreadableTable([Fault(file, "", "", Message(CONTEXT, text, values))])


def _broken(file: str) -> Callable[[str, Exception], UnreadableTable]:
    """Return the message for a file that openpyxl or zipfile cannot read."""

    def refusal(reason: str, _error: Exception) -> UnreadableTable:
        fix = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Open it in a spreadsheet program and save it again as .xlsx, or as CSV."))
        text = QT_TRANSLATE_NOOP("tables", "this is not a workbook (.xlsx), or it is damaged: {reason}.")
        return UnreadableTable([Fault(file, "", "", Message(CONTEXT, text, {"reason": reason}), fix)])

    return refusal


def _examined(content: bytes, file: str) -> None:
    """Require that the archive is within limits and defines no custom entities."""
    broken = _broken(file)
    with foreign_parser(file, broken):
        archive = zipfile.ZipFile(io.BytesIO(content))
        parts = archive.infolist()
    # zipfile never gives more of a part than its header says, so the sum of the headers bounds what is unpacked.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED_BYTES:
        text = QT_TRANSLATE_NOOP("tables", "the workbook unpacks to more than {limit} MiB.")
        raise _refused(file, text, limit=MOST_UNPACKED_BYTES >> 20)
    for part in parts:
        # A workbook may give its parts any name, so a name says nothing of what is parsed as XML.
        _looked_through(foreign_items(_blocks(archive, part), file, broken), file)


def _blocks(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the content of a part in chunks; contains only calls into zipfile."""
    with archive.open(part) as opened:
        while block := opened.read(_BLOCK):
            yield block


def _looked_through(blocks: Iterable[bytes], file: str) -> None:
    tail = b""
    for block in blocks:
        block = tail + block
        if any(mark in block for mark in _DOCTYPE):
            raise _refused(
                file, QT_TRANSLATE_NOOP("tables", "the workbook defines custom entities, which spreadsheet programs do not create.")
            )
        tail = block[-_OVERLAP:]


def _sheet_rows(
    name: str, read: Iterable[Sequence[XlsxCell]], file: str, faults: list[Fault], progress: Progress | None, lost: set[tuple[int, int]]
) -> Rows:
    """The rows of one sheet, out of their cells; `lost` takes the places of numbers that lost digits."""
    rows: list[tuple[str, ...]] = []
    last = 0
    known = len(faults)
    for number, cells in enumerate(read):
        if progress is not None and number % _STRIDE == 0:
            progress.step(number, 0)
        if number >= LAST_ROW or len(faults) - known > _MOST_FAULTS:
            break
        if not cells:
            # One cell far below the others leaves a million rows before it.
            if number < MOST_ROWS:
                rows.append(())
            continue
        row: list[str] = []
        for column, cell in enumerate(cells):
            value, kind, _, is_formula = cell
            if kind == "s" and value and type(value) is str:
                row.append(_ESCAPE.sub(_unescaped, value) if "_x" in value else value)
                continue
            text = _shown(cell)
            if kind == "e" or (not text and is_formula):
                faults.append(_no_value(file, name, cell_address(number, column), str(cell.value or "")))
                text = ""
            row.append(text)
            if len(lost) < _MOST_FAULTS and _has_lost_digits(cell, text):
                lost.add((number, column))
        while row and not row[-1]:
            row.pop()
        if row:
            last = number + 1
            if last > MOST_ROWS:
                text = QT_TRANSLATE_NOOP("tables", "the table has more than {limit} rows.")
                faults.append(Fault(file, name, str(number + 1), Message(CONTEXT, text, {"limit": MOST_ROWS})))
                break
            if len(row) > MOST_COLUMNS:
                text = QT_TRANSLATE_NOOP("tables", "the row has more than {limit} cells.")
                faults.append(Fault(file, name, str(number + 1), Message(CONTEXT, text, {"limit": MOST_COLUMNS})))
                row = []
        if number < MOST_ROWS:
            rows.append(tuple(row))
    return tuple(rows[:last])


def _no_value(file: str, sheet: str, cell: str, said: str) -> Fault:
    if said:
        what = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "the cell contains the error {error}."), {"error": said[:20]})
    else:
        what = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "the cell contains a formula without a result; formulas are not calculated."))
    return Fault(file, sheet, cell, what, Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Enter the value itself in the cell.")))


def _shown(cell: XlsxCell) -> str:
    """Return the text of a cell: as displayed for texts, numbers (with leading zeros) and Booleans; ISO 8601 for dates."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return _ESCAPE.sub(_unescaped, value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        text = format(Decimal(f"{value:.15g}"), "f") if isinstance(value, float) else str(value)
        zeros = cell.form
        return text.zfill(len(zeros)) if zeros.strip("0") == "" and text.isdecimal() else text
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)


def _has_lost_digits(cell: XlsxCell, text: str) -> bool:
    """Whether a number has more digits than the 15 that spreadsheets keep, or is shown with an exponent: as `General` shows 12 and more."""
    if not isinstance(cell.value, int | float) or isinstance(cell.value, bool):
        return False
    digits = len(text.partition(".")[0].lstrip("-0"))
    return digits > _KEPT_DIGITS or "E" in cell.form.upper().replace("GENERAL", "") or (cell.form == "General" and digits > _GENERAL_DIGITS)


def _unescaped(match: re.Match[str]) -> str:
    return "_" if match[2] is None else chr(int(match[2], 16))


def _escaped(text: str) -> str:
    """What XML cannot hold, as spreadsheets write it: _x0001_; what only looks like that is kept apart from it."""
    return _NOT_IN_XML.sub(lambda matched: f"_x{ord(matched[0]):04X}_", _TAKEN_FOR_ESCAPE.sub("_x005F_", text))


def write_xlsx(sheets: Mapping[str, Iterable[Sequence[Any]]], progress: Progress | None = None, *, tidy: bool = False) -> bytes:
    """A workbook; see `tables.xlsx_bytes`."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    bold = Font(bold=True)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        sheet.freeze_panes = "A2"
        if tidy:
            rows = list(rows)
            _tidy(sheet, rows)
        for number, row in enumerate(rows):
            if progress is not None and number % _STRIDE == 0:
                progress.step(number, 0)
            font = bold if tidy and number == 0 else None
            sheet.append([_made_cell(sheet, value, cell_address(number, column), font) for column, value in enumerate(row)])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _made_cell(sheet: Any, value: Any, address: str, font: Any) -> Any:
    """What openpyxl takes for a cell: no text is ever a formula."""
    from openpyxl.cell import WriteOnlyCell

    if isinstance(value, Figure):
        cell = WriteOnlyCell(sheet, value=value.value)
        cell.number_format = value.form
        return cell
    if isinstance(value, date):
        cell = WriteOnlyCell(sheet)
        cell.value = value
        cell.number_format = "yyyy-mm-dd"
        return cell
    if not isinstance(value, str):
        return value
    text = _escaped(value)
    if len(text) > MOST_CELL_CHARACTERS:
        what = QT_TRANSLATE_NOOP("tables", "the text is longer than the {limit} characters that a cell can hold.")
        raise UnreadableTable([Fault("", str(sheet.title), address, Message(CONTEXT, what, {"limit": MOST_CELL_CHARACTERS}))])
    risky = text[:1] in ("=", "#", "+", "-", "@", "'")
    if not risky and font is None:
        return text or None
    cell = WriteOnlyCell(sheet, value=text)
    # A text, and shown as one when somebody edits the cell.
    cell.data_type = "s"
    cell.quotePrefix = risky
    if font is not None:
        cell.font = font
    return cell


def _tidy(sheet: Any, rows: Sequence[Sequence[Any]]) -> None:
    """Fit the column widths to the content, and add a filter to the headers."""
    from openpyxl.utils import get_column_letter

    width = max((len(row) for row in rows), default=0)
    for column in range(width):
        longest = max((len(_as_seen(row[column])) for row in rows if column < len(row)), default=0)
        sheet.column_dimensions[get_column_letter(column + 1)].width = min(max(longest + 2, 8), 60)
    if len(rows) > 1 and width:
        sheet.auto_filter.ref = f"A1:{get_column_letter(width)}{len(rows)}"


def _as_seen(value: Any) -> str:
    if isinstance(value, Figure):
        return f"{value.value:,.2f}"
    return "" if value is None else str(value)
