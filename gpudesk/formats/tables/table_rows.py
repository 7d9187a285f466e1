"""The lines below the header of a sheet, by the names of their columns."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.tables.table_faults import CONTEXT, Fault, cell_address
from gpudesk.formats.tables.tables import Sheet, TableFile
from gpudesk.formats.text.pasted_text import masked

_MOST_TITLES = 20
_TOTALS = frozenset(
    {
        "total",
        "totals",
        "sum",
        "sums",
        "grand total",
        "subtotal",
        "summe",
        "gesamt",
        "gesamtsumme",
        "zwischensumme",
        "suma",
        "total general",
    }
)
_FIGURE = re.compile(r"[-+]?[\d.,\s]{1,30}(?:[A-Za-z%°²]{1,6})?")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_NO_WIDTH = re.compile("[\u200b\u2060\ufeff]")
_MARKS = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True, slots=True)
class Column:
    """A known column: `title` is written, `names` are also accepted; case, accents and punctuation are ignored."""

    key: str
    title: str
    names: tuple[str, ...] = ()
    read_only: bool = False
    """Read to check other columns, and never written."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line below the header.

    Attributes:
        cells: key of a column to its text, for the columns that the sheet has.
        columns: key of a column to its place, counted from 0.
        row: the row of the file, counted from 0.
        lost: keys of the cells that hold a number whose digits the spreadsheet has lost, or shows with an exponent.
    """

    file: str
    sheet: str
    row: int
    cells: Mapping[str, str]
    columns: Mapping[str, int]
    lost: frozenset[str] = frozenset()

    def address(self, key: str) -> str:
        """The cell of a column, or the number of the row where the sheet has no such column."""
        place = self.columns.get(key)
        return str(self.row + 1) if place is None else cell_address(self.row, place)

    def fault(self, key: str, text: str, fix: str = "", /, context: str = CONTEXT, **values: Value) -> Fault:
        """Return the fault in a column's cell; `text` and `fix` are marked for translation in `context`."""
        # A cell may hold a key, and what is wrong is shown and kept.
        masked_values = {name: masked(value) if isinstance(value, str) else value for name, value in values.items()}
        return Fault(
            self.file,
            self.sheet,
            self.address(key),
            Message(context, text, masked_values),
            Message(context, fix, masked_values) if fix else None,
        )


_SHOWN_EXPONENT = re.compile(r"\d(?:[.,]\d{1,20})?[Ee]\+\d{1,3}")
"""As spreadsheets write a long number into a CSV: "1.65232E+12"; a rack may be called 2E05."""


def lost_digits(line: Line, keys: Sequence[str]) -> list[Fault]:
    """The cells of identifiers that hold a number whose digits the spreadsheet has lost, or shows with an exponent."""
    text = QT_TRANSLATE_NOOP("tables", "{value} is a number that the spreadsheet truncated or shows with an exponent.")
    fix = QT_TRANSLATE_NOOP("tables", "Format the column as text, and enter the number again from the source.")
    return [
        line.fault(key, text, fix, value=line.cells[key].strip()[:40])
        for key in keys
        if key in line.cells and (key in line.lost or ("+" in line.cells[key] and _SHOWN_EXPONENT.fullmatch(line.cells[key].strip())))
    ]


def without_faults(faults: Sequence[Fault], more: Sequence[Fault]) -> list[Fault]:
    """Return those of `more` whose cell has no fault yet: consequential faults are not listed."""
    known = {(fault.file, fault.sheet, fault.cell) for fault in faults}
    return [fault for fault in more if (fault.file, fault.sheet, fault.cell) not in known]


def folded_name(text: str) -> str:
    """Return a header for comparison: lowercase letters and digits without accents, words separated by one space."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return _MARKS.sub(" ", plain).strip()


def chosen_sheet(table: TableFile, columns: Sequence[Column], name: str) -> Sheet:
    """The sheet called `name`, or the one whose header has the most of `columns`."""
    for sheet in table.sheets:
        if sheet.name == name:
            return sheet
    known = _names(columns)
    return max(table.sheets, key=lambda sheet: sum(folded_name(cell) in known for cell in _header(sheet, known)[1]), default=Sheet("", ()))


def lines_of(
    table: TableFile, sheet: Sheet, columns: Sequence[Column], required: Sequence[str]
) -> tuple[list[Line], list[str], list[Fault]]:
    """Return the lines of a sheet that are not empty, the unknown headers, and header faults."""
    known = _names(columns)
    at, header = _header(sheet, known)
    places: dict[str, int] = {}
    ignored: list[str] = []
    faults: list[Fault] = []
    for place, cell in enumerate(header):
        key = known.get(folded_name(cell))
        if key is None:
            if cell.strip():
                ignored.append(cell.strip()[:60])
        elif key in places:
            text = QT_TRANSLATE_NOOP("tables", "the column {name} appears twice, here and in {other}.")
            what = Message(CONTEXT, text, {"name": cell.strip(), "other": sheet.address(at, places[key])})
            fix = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Remove or rename one of them."))
            faults.append(Fault(table.file, sheet.name, sheet.address(at, place), what, fix))
        else:
            places[key] = place
    faults += [fault for fault in table.faults if fault.sheet == sheet.name]
    titles = {column.key: column.title for column in columns}
    for key in required:
        if key not in places:
            text = QT_TRANSLATE_NOOP("tables", "the column {name} is missing.")
            fix = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "The first non-empty line must contain the column names."))
            row = str(sheet.first_row + at + 1)
            faults.append(Fault(table.file, sheet.name, row, Message(CONTEXT, text, {"name": titles[key]}), fix))
    named = _filled(header)
    none: frozenset[str] = frozenset()
    lines = [
        Line(
            table.file,
            sheet.name,
            sheet.first_row + number,
            {key: _plain_spaces(row[place]) if place < len(row) else "" for key, place in places.items()},
            places,
            frozenset(key for key, place in places.items() if (sheet.first_row + number, place) in sheet.lost) if sheet.lost else none,
        )
        for number, row in enumerate(sheet.rows)
        if number > at and (cells := _filled(row)) and not _is_total(cells) and not _is_again(row, cells, named)
    ]
    return lines, ignored, faults


def _filled(row: Sequence[str]) -> list[str]:
    """The cells of a row that hold something, without spaces around it."""
    return [cell for cell in map(str.strip, row) if cell]


def header_of(sheet: Sheet, columns: Sequence[Column]) -> tuple[int, tuple[str, ...]]:
    """The row that names the columns, and its place in the rows of the sheet."""
    return _header(sheet, _names(columns))


def _header(sheet: Sheet, known: Mapping[str, str]) -> tuple[int, tuple[str, ...]]:
    """Return the header row: of the first rows the one with the most known names, at least two, otherwise the first with a cell.

    Many lists begin with titles, dates and owners.
    """
    filled = [(number, row) for number, row in enumerate(sheet.rows[:_MOST_TITLES]) if any(cell.strip() for cell in row)]
    best = max(filled, key=lambda at: (sum(folded_name(cell) in known for cell in at[1]), -at[0]), default=None)
    if best is not None and sum(folded_name(cell) in known for cell in best[1]) > 1:
        return best
    if filled:
        return filled[0]
    return next(((number, row) for number, row in enumerate(sheet.rows) if any(cell.strip() for cell in row)), (0, ()))


def _is_total(cells: Sequence[str]) -> bool:
    """Return whether a row is a total: its first filled cell is a term for totals, and the others are numbers."""
    return all(_FIGURE.fullmatch(cell) for cell in cells[1:]) and folded_name(cells[0]).removesuffix(" u").strip() in _TOTALS


def _is_again(row: Sequence[str], cells: Sequence[str], header: Sequence[str]) -> bool:
    """Whether a row names the columns once more, as lists do that were put together from several; `cells` and `header` are filled ones."""
    return len(row) > 1 and cells == header


def _plain_spaces(text: str) -> str:
    """A text whose spaces of any kind are blanks: workbooks and web pages have some that do not break."""
    return text if text.isascii() else _SPACES.sub(" ", _NO_WIDTH.sub("", text))


def _names(columns: Sequence[Column]) -> dict[str, str]:
    return {folded_name(name): column.key for column in columns for name in (column.title, *column.names)}
