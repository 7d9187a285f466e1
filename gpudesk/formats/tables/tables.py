"""External tables, as text (CSV) and workbooks (XLSX), to rows of texts and back.

    read_tables(path) -> TableFile           a file; its kind is determined by content, not by name
    tables_of(content, file) -> TableFile    the same for bytes
    csv_bytes(rows) -> bytes                 UTF-8 with a byte order mark, so that spreadsheets show every character
    xlsx_bytes({sheet: rows}) -> bytes       a workbook

All raise UnreadableTable, which lists every fault with its cell. A cell is a text: numbers as displayed, dates as ISO 8601, ""
for an empty one. Rows keep their positions, so that row 6 of a sheet is row 7 of the spreadsheet. Input is never calculated, and
output cannot be interpreted as a formula.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.formats.tables.table_faults import CONTEXT, Fault, UnreadableTable, cell_address, column_letters
from gpudesk.formats.text.pasted_text import unwrapped
from gpudesk.formats.text.table_limits import MOST_BYTES, MOST_COLUMNS, MOST_ROWS

__all__ = [
    "Cell",
    "Fault",
    "Figure",
    "Sheet",
    "SheetCell",
    "TableFile",
    "UnreadableTable",
    "cell_address",
    "column_letters",
    "csv_bytes",
    "read_tables",
    "tables_of",
    "xlsx_bytes",
]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and how a spreadsheet shows it ("#,##0.00"); a text file holds the number alone."""

    value: float
    form: str


Cell = str | int | float | None
"""A written cell: texts remain texts, numbers are numbers, None is empty."""
SheetCell = Cell | date | Figure
"""The same for sheets for readers: dates are dates, and numbers have a display format."""

_DELIMITERS = (",", ";", "\t")
_LOOKED_AT = 20
"""Number of rows used to detect the delimiter."""
_STRIDE = 2_000
_BEGINS_FORMULA = r"(?:[ \t\r\n]*[=+\-@＝＋－＠]|[\t\r\n])"
"""What spreadsheets take for a formula: the signs in both widths, with or without blanks before them (OWASP, CSV Injection)."""
_AS_TEXT = r"'+\d+$"
"""A number after the apostrophe that marks it as text in a spreadsheet."""
_FORMULA = re.compile(rf"'*{_BEGINS_FORMULA}|{_AS_TEXT}")
_GUARDED = re.compile(rf"'+{_BEGINS_FORMULA}|{_AS_TEXT}")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one sheet; empty cells at the end of a row and empty rows at the end are omitted.

    Attributes:
        name: of the sheet, "" for a text file.
        first_row: number of file rows above `rows`.
        lost: row and column in the file of numbers with digits lost by the spreadsheet, or shown with an exponent.
    """

    name: str
    rows: tuple[tuple[str, ...], ...]
    first_row: int = 0
    lost: frozenset[tuple[int, int]] = frozenset()

    def address(self, row: int, column: int) -> str:
        """The name of the cell at `rows[row][column]`, as a spreadsheet shows it."""
        return cell_address(self.first_row + row, column)


@dataclass(frozen=True, slots=True)
class TableFile:
    """The contents of a table file.

    Attributes:
        file: its name.
        encoding: of a text file ("utf-8", "utf-16", "windows-1252", "latin-1"), "" for a workbook.
        delimiter: of a text file, "" for a workbook.
        faults: unreadable cells, which are empty here; always none if the whole table was required.
    """

    file: str
    sheets: tuple[Sheet, ...]
    encoding: str = ""
    delimiter: str = ""
    faults: tuple[Fault, ...] = ()


def read_tables(path: Path, progress: Progress | None = None, *, whole: bool = True) -> TableFile:
    """Return the sheets of a file; a text file has one.

    Args:
        whole: reject a table with an unreadable cell; otherwise its faults are included, for readers that report all faults.

    Raises:
        UnreadableTable: it cannot be read, is not a table, is too large, or has cells without a value.
        Cancelled: the operation was canceled.
    """
    try:
        with path.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("tables", "the file cannot be read: {reason}.")
        raise _refused(str(path), text, reason=error.strerror or str(error)) from error
    return tables_of(content, path.name, progress, whole=whole)


def tables_of(content: bytes, file: str, progress: Progress | None = None, *, whole: bool = True) -> TableFile:
    """The sheets of a file that was read already.

    Args:
        file: its name, for the faults.
        whole: see `read_tables`.

    Raises:
        UnreadableTable, Cancelled: see `read_tables`.
    """
    if len(content) > MOST_BYTES:
        fix = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Split it into several files."))
        text = QT_TRANSLATE_NOOP("tables", "the file is larger than {limit} MiB.")
        raise UnreadableTable([Fault(file, "", "", Message(CONTEXT, text, {"limit": MOST_BYTES >> 20}), fix)])
    if content.startswith(b"PK\x03\x04"):
        from gpudesk.formats.tables.tables_xlsx import read_xlsx

        faults: list[Fault] = []
        sheets = tuple(Sheet(name, rows, lost=lost) for name, rows, lost in read_xlsx(content, file, faults, progress))
        return _checked(TableFile(file, sheets, faults=tuple(faults)), whole=whole)
    if content.startswith(_OLD_EXCEL):
        fix = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Save it as .xlsx without a password, or as CSV."))
        what = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "this is an old Excel file, or one with a password."))
        raise UnreadableTable([Fault(file, "", "", what, fix)])
    text, encoding = _decoded(content, file)
    return _checked(_text_table(unwrapped(text), encoding, file, progress), whole=whole)


def _checked(table: TableFile, *, whole: bool) -> TableFile:
    """Demand a table without faults where the whole is wanted."""
    if whole and table.faults:
        raise UnreadableTable(list(table.faults))
    return table


def csv_bytes(rows: Iterable[Sequence[SheetCell]], delimiter: str = ",") -> bytes:
    """Rows as a text file: UTF-8 with a byte order mark, lines ended by CR and LF.

    A text that a spreadsheet would take for a formula gets an apostrophe before it, which reading takes away again.
    """
    return b"\xef\xbb\xbf" + csv_text(rows, delimiter).encode()


def csv_text(rows: Iterable[Sequence[SheetCell]], delimiter: str = ",") -> str:
    """Like `csv_bytes`, as a text without byte order mark."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=delimiter, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell_text(cell) for cell in row])
    return written.getvalue()


def xlsx_bytes(sheets: Mapping[str, Iterable[Sequence[SheetCell]]], progress: Progress | None = None, *, tidy: bool = False) -> bytes:
    """Return sheets as a workbook with frozen first rows; texts remain texts, regardless of their first character.

    Args:
        tidy: fit column widths, bold headers with a filter; for readers.

    Raises:
        UnreadableTable: a text is too long for a cell.
        Cancelled: the operation was canceled.
    """
    from gpudesk.formats.tables.tables_xlsx import write_xlsx

    return write_xlsx(sheets, progress, tidy=tidy)


def _guarded(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and _GUARDED.match(text) else text


def _cell_text(cell: SheetCell) -> str:
    if isinstance(cell, Figure):
        return _number(cell.value)
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else _guarded(cell) if isinstance(cell, str) else _number(cell)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.15g}"


def _refused(file: str, text: str, /, **values: Value) -> UnreadableTable:
    return UnreadableTable([Fault(file, "", "", Message(CONTEXT, text, values))])


def _decoded(content: bytes, file: str) -> tuple[str, str]:
    """Return the text of a file and the name of its encoding.

    UTF-8 is used if valid; otherwise Windows-1252, or Latin-1 if a character is undefined there.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            try:
                return content.decode(encoding), encoding.removesuffix("-sig")
            except UnicodeDecodeError as error:
                text = QT_TRANSLATE_NOOP("tables", "the file is declared as {encoding}, but byte {at} is not valid.")
                raise _refused(file, text, encoding=encoding.removesuffix("-sig"), at=error.start) from error
    if b"\0" in content:
        raise _refused(file, QT_TRANSLATE_NOOP("tables", "this is neither a text file nor a workbook."))
    for encoding in ("utf-8", "windows-1252"):
        try:
            return content.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1"), "latin-1"


def _text_table(text: str, encoding: str, file: str, progress: Progress | None) -> TableFile:
    above = 0
    match = re.match(r"sep=(.)(\r\n|\n|\r)", text)
    if match is not None:
        text, above = text[match.end() :], 1
    delimiter = match[1] if match is not None else _delimiter(text)
    rows: list[tuple[str, ...]] = []
    faults: list[Fault] = []
    last = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for number, cells in enumerate(reader):
            if progress is not None and number % _STRIDE == 0:
                progress.step(number, 0)
            row = trimmed(_unguarded(cell) for cell in cells)
            if row:
                last = number + 1
            if last > MOST_ROWS:
                text = QT_TRANSLATE_NOOP("tables", "the table has more than {limit} rows.")
                faults.append(Fault(file, "", str(above + number + 1), Message(CONTEXT, text, {"limit": MOST_ROWS})))
                break
            if len(row) > MOST_COLUMNS:
                text = QT_TRANSLATE_NOOP("tables", "the row has more than {limit} cells.")
                faults.append(Fault(file, "", str(above + number + 1), Message(CONTEXT, text, {"limit": MOST_COLUMNS})))
                row = ()
            rows.append(row)
    except csv.Error as error:
        text = QT_TRANSLATE_NOOP("tables", "line {line} cannot be read: {reason}.")
        fix = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Look for a quotation mark that is not closed or not doubled."))
        what = Message(CONTEXT, text, {"line": above + reader.line_num, "reason": str(error)})
        faults.append(Fault(file, "", str(above + len(rows) + 1), what, fix))
    return TableFile(file, (Sheet("", tuple(rows[:last]), above),), encoding, delimiter, tuple(faults))


def trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    """A row without the empty cells at its end."""
    row = list(cells)
    while row and not row[-1]:
        row.pop()
    return tuple(row)


def _delimiter(text: str) -> str:
    """Return the delimiter that gives the most cells in the most of the first rows; a comma if nothing is separated."""
    start = "".join(_first_lines(text))

    def worth(delimiter: str) -> tuple[int, int]:
        widths: list[int] = []
        try:
            widths.extend(len(cells) for cells in csv.reader(io.StringIO(start, newline=""), delimiter=delimiter) if any(cells))
        except csv.Error:
            return 0, 0
        first = widths[0] if widths else 0
        return (0, 0) if first < 2 else (sum(width == first for width in widths), first)

    return max(_DELIMITERS, key=worth)


def _first_lines(text: str) -> Iterator[str]:
    lines = io.StringIO(text[: 1 << 18], newline="")
    for line, _ in zip(lines, range(_LOOKED_AT), strict=False):
        yield line
