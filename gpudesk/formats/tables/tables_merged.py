"""Merged cells of a workbook: each cell of a merged area gets the content of its first cell, as displayed.

openpyxl omits the areas when reading row by row, so they are read from the XML of the sheets (ECMA-376, part 1, 18.3.1.55).
"""

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence

from gpudesk.core.messages.foreign import foreign_parser
from gpudesk.formats.text.table_limits import MOST_COLUMNS

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column, counted from 0."""
Rows = tuple[tuple[str, ...], ...]
_MERGE = re.compile(rb"<(?:\w{1,20}:)?mergeCell\s[^>]{0,200}?ref=[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']")
_RELATION = re.compile(rb"<Relationship\s[^>]{0,600}>")
_SHEET = re.compile(rb"<(?:\w{1,20}:)?sheet\s[^>]{0,600}>")
_TARGET = re.compile(rb"Target=[\"'](?:/xl/)?([^\"']{1,200})[\"']")
_ID = re.compile(rb"\bId=[\"']([^\"']{1,60})[\"']")
_SHEET_ID = re.compile(rb":id=[\"']([^\"']{1,60})[\"']")
_MOST_AREAS = 20_000
_TAIL_BYTES = 4 << 20
"""The merged areas are after the cells: only this part at the end of a sheet is searched."""


def merged_areas(content: bytes, file: str, broken: Callable[[str, Exception], Exception]) -> Mapping[int, Sequence[Area]]:
    """The merged areas by the number of their sheet, counted from 0 in the order of the workbook.

    Raises:
        Exception: what `broken` makes of a damaged archive.
    """
    with foreign_parser(file, broken):
        archive = zipfile.ZipFile(io.BytesIO(content))
        names = set(archive.namelist())
        book = archive.read("xl/workbook.xml") if "xl/workbook.xml" in names else b""
        related = archive.read("xl/_rels/workbook.xml.rels") if "xl/_rels/workbook.xml.rels" in names else b""
        parts = _parts(book, related)
        texts = {number: archive.read(f"xl/{part}")[-_TAIL_BYTES:] for number, part in parts.items() if f"xl/{part}" in names}
    return {number: areas for number, text in texts.items() if (areas := _areas(text))}


def _parts(book: bytes, related: bytes) -> dict[int, str]:
    targets: dict[bytes, str] = {}
    for relation in _RELATION.findall(related):
        name, target = _ID.search(relation), _TARGET.search(relation)
        if name and target:
            targets[name[1]] = target[1].decode("utf-8", "replace")
    ids = [match[1] for sheet in _SHEET.findall(book) if (match := _SHEET_ID.search(sheet))]
    return {number: targets[name] for number, name in enumerate(ids) if name in targets and "worksheets" in targets[name]}


def _areas(text: bytes) -> list[Area]:
    areas = []
    for first, top, last, bottom in _MERGE.findall(text)[:_MOST_AREAS]:
        areas.append((int(top) - 1, _column(first), int(bottom) - 1, _column(last)))
    return areas


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number - 1


def filled_down(rows: Rows, areas: Sequence[Area]) -> Rows:
    """Return the rows with the first cell of each area copied to its other rows; not across columns, where it is a title."""
    if not areas:
        return rows
    filled = [list(row) for row in rows]
    for top, left, bottom, _ in areas:
        if not 0 <= top < len(filled) or left >= min(len(filled[top]), MOST_COLUMNS) or not filled[top][left]:
            continue
        for number in range(top + 1, min(bottom + 1, len(filled))):
            row = filled[number]
            if not any(row):
                continue
            row += [""] * (left + 1 - len(row))
            row[left] = row[left] or filled[top][left]
    return tuple(tuple(row) for row in filled)
