"""The lines below the header of a sheet, by the names of their columns."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.formats.table_faults import CONTEXT, Fault, cell_address
from gpudesk.formats.tables import Sheet, TableFile

_MARKS = re.compile(r"[^0-9a-z]+")


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is understood: `title` is what is written, `names` are read as well; case, accents and marks do not count."""

    key: str
    title: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line below the header.

    Attributes:
        cells: key of a column to its text, for the columns that the sheet has.
        columns: key of a column to its place, counted from 0.
        row: the row of the file, counted from 0.
    """

    file: str
    sheet: str
    row: int
    cells: Mapping[str, str]
    columns: Mapping[str, int]

    def address(self, key: str) -> str:
        """The cell of a column, or the number of the row where the sheet has no such column."""
        place = self.columns.get(key)
        return str(self.row + 1) if place is None else cell_address(self.row, place)

    def fault(self, key: str, text: str, mend: str = "", /, context: str = CONTEXT, **values: Value) -> Fault:
        """What is wrong in the cell of a column; `text` and `mend` are marked for the translators in `context`."""
        return Fault(
            self.file, self.sheet, self.address(key), Message(context, text, values), Message(context, mend, values) if mend else None
        )


def folded_name(text: str) -> str:
    """A header as it is compared: small letters and digits without accents, words apart by one blank."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return _MARKS.sub(" ", plain).strip()


def chosen_sheet(table: TableFile, columns: Sequence[Column], name: str) -> Sheet:
    """The sheet called `name`, or the one whose header has the most of `columns`."""
    for sheet in table.sheets:
        if sheet.name == name:
            return sheet
    known = _names(columns)
    return max(table.sheets, key=lambda sheet: sum(folded_name(cell) in known for cell in _header(sheet)[1]), default=Sheet("", ()))


def lines_of(
    table: TableFile, sheet: Sheet, columns: Sequence[Column], required: Sequence[str]
) -> tuple[list[Line], list[str], list[Fault]]:
    """The lines of a sheet that are not empty, the headers that nobody understands, and what is wrong with the header."""
    known = _names(columns)
    at, header = _header(sheet)
    places: dict[str, int] = {}
    ignored: list[str] = []
    faults: list[Fault] = []
    for place, cell in enumerate(header):
        key = known.get(folded_name(cell))
        if key is None:
            if cell.strip():
                ignored.append(cell.strip()[:60])
        elif key in places:
            text = QT_TRANSLATE_NOOP("tables", "the column {name} comes twice, here and in {other}.")
            what = Message(CONTEXT, text, {"name": cell.strip(), "other": sheet.address(at, places[key])})
            mend = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "Remove or rename one of them."))
            faults.append(Fault(table.file, sheet.name, sheet.address(at, place), what, mend))
        else:
            places[key] = place
    titles = {column.key: column.title for column in columns}
    for key in required:
        if key not in places:
            text = QT_TRANSLATE_NOOP("tables", "the column {name} is missing.")
            mend = Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "The first line that is not empty holds the names of the columns."))
            row = str(sheet.first_row + at + 1)
            faults.append(Fault(table.file, sheet.name, row, Message(CONTEXT, text, {"name": titles[key]}), mend))
    lines = [
        Line(
            table.file,
            sheet.name,
            sheet.first_row + number,
            {key: row[place] if place < len(row) else "" for key, place in places.items()},
            places,
        )
        for number, row in enumerate(sheet.rows)
        if number > at and any(cell.strip() for cell in row)
    ]
    return lines, ignored, faults


def _header(sheet: Sheet) -> tuple[int, tuple[str, ...]]:
    return next(((number, row) for number, row in enumerate(sheet.rows) if any(cell.strip() for cell in row)), (0, ()))


def _names(columns: Sequence[Column]) -> dict[str, str]:
    return {folded_name(name): column.key for column in columns for name in (column.title, *column.names)}
