"""The cells of the sheets of a workbook, by the parser of openpyxl.

openpyxl reads a sheet without a declared size twice, a sheet with formulas once more, and makes several objects of each text. Here each
sheet is read once, and texts and whole numbers, which most cells are, are taken from the XML directly; every other cell is left to openpyxl
(ECMA-376, part 1, 18.3.1.4). All of this runs inside the boundary of `core/messages/foreign.py`, as a part of the parser.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element

if TYPE_CHECKING:
    from openpyxl import Workbook

_DIGITS = "0123456789"


class XlsxCell(NamedTuple):
    """A cell: its value, the letter of its kind in openpyxl, of a number how it is shown, and whether a formula made the value."""

    value: Any
    kind: str
    form: str
    is_formula: bool


_EMPTY = XlsxCell(None, "n", "", False)


class XlsxBook:
    """A workbook of which the cells are read; macros, external links, properties and charts are not loaded."""

    def __init__(self, content: bytes) -> None:
        from openpyxl.reader.excel import ExcelReader
        from openpyxl.styles.stylesheet import apply_stylesheet

        reader = ExcelReader(io.BytesIO(content), read_only=True, keep_vba=False, data_only=True, keep_links=False)
        reader.read_manifest()
        reader.read_strings()
        reader.read_workbook()
        apply_stylesheet(reader.archive, reader.wb)
        self._archive, self._strings, self._book = reader.archive, reader.shared_strings, reader.wb
        parts = [(str(sheet.name), relation) for sheet, relation in reader.parser.find_sheets()]
        self._parts = [(name, part.target) for name, part in parts if part.target in reader.valid_files and "chartsheet" not in part.Type]

    @property
    def names(self) -> list[str]:
        """The names of its sheets, hidden ones too."""
        return [name for name, _ in self._parts]

    def rows(self, number: int) -> Iterator[Sequence[XlsxCell]]:
        """The rows of a sheet, those without cells too; each ends at its last cell."""
        from openpyxl.worksheet._reader import ROW_TAG
        from openpyxl.xml.functions import iterparse

        with self._archive.open(self._parts[number][1]) as source:
            parser = _parser(self._book, source, self._strings)
            due = 1
            for _, element in iterparse(source):
                if element.tag != ROW_TAG:
                    continue
                at, cells = parser.parse_row(element)
                element.clear()
                for _ in range(due, at):
                    yield ()
                if at >= due:
                    yield _in_columns(cells)
                    due = at + 1

    def close(self) -> None:
        """Close the archive."""
        self._archive.close()


def _in_columns(found: Sequence[tuple[int, XlsxCell]]) -> Sequence[XlsxCell]:
    """Cells with the columns that they name, counted from 1, as a row; the last one closes it."""
    if not found:
        return ()
    width = found[-1][0]
    if len(found) == width and all(column == place for place, (column, _) in enumerate(found, 1)):
        return [cell for _, cell in found]
    row = [_EMPTY] * width
    for column, cell in found:
        if column <= width:
            row[column - 1] = cell
    return row


def _parser(book: "Workbook", source: Any, strings: Sequence[str]) -> Any:
    """The parser of openpyxl for one sheet; its cells are pairs of a column and an `XlsxCell`."""
    from openpyxl.utils.cell import coordinate_to_tuple
    from openpyxl.worksheet._reader import FORMULA_TAG, INLINE_STRING, VALUE_TAG, WorkSheetParser
    from openpyxl.xml.constants import SHEET_MAIN_NS

    text_tag = f"{{{SHEET_MAIN_NS}}}t"
    styles: Any = book
    dates = styles._date_formats
    forms: dict[int, str] = {}
    columns: dict[str, int] = {}

    def form_of(style: int) -> str:
        if style not in forms:
            forms[style] = _form(styles, style)
        return forms[style]

    class Parser(WorkSheetParser):
        """Parses texts and integers itself."""

        def parse_cell(self, element: Element) -> tuple[int, XlsxCell]:  # type: ignore[override]
            kind, only = element.get("t", "n"), element[0] if len(element) == 1 else None
            if only is None:
                return self._other(element)
            if only.tag == INLINE_STRING:
                if kind == "inlineStr" and len(only) == 1 and only[0].tag == text_tag:
                    return self._column(element), XlsxCell(only[0].text or "", "s", "", False)
            elif only.tag == VALUE_TAG and (value := only.text):
                if kind == "s":
                    return self._column(element), XlsxCell(strings[int(value)], "s", "", False)
                if kind == "n" and value.isdecimal() and (style := int(element.get("s", 0))) not in dates:
                    return self._column(element), XlsxCell(int(value), "n", form_of(style), False)
            return self._other(element)

        def _other(self, element: Element) -> tuple[int, XlsxCell]:
            """A cell of any kind."""
            parsed: Mapping[str, Any] = super().parse_cell(element)
            value = parsed["value"]
            form = form_of(parsed["style_id"]) if isinstance(value, int | float) else ""
            return parsed["column"], XlsxCell(value, parsed["data_type"], form, element.find(FORMULA_TAG) is not None)

        def _column(self, element: Element) -> int:
            """The column that the cell names, or else the next one."""
            address = element.get("r")
            if not address:
                self.col_counter += 1
                return self.col_counter
            letters = address.rstrip(_DIGITS)
            column = columns.get(letters) if len(letters) < len(address) else None
            if column is None:
                _, column = coordinate_to_tuple(address)
                if letters.isalpha():
                    columns[letters] = column
            self.col_counter = column
            return column

    return Parser(
        source,
        strings,
        data_only=True,
        epoch=book.epoch,
        date_formats=dates,
        timedelta_formats=styles._timedelta_formats,
    )


def _form(styles: Any, style: int) -> str:
    """How a style shows numbers, as `ReadOnlyCell.number_format` of openpyxl looks it up."""
    from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE

    number = styles._cell_styles[style].numFmtId
    if number < BUILTIN_FORMATS_MAX_SIZE:
        return BUILTIN_FORMATS.get(number, "General")
    return str(styles._number_formats[number - BUILTIN_FORMATS_MAX_SIZE])
