"""A stock list from a spreadsheet: type, length, quantity in stock, and whether more are ordered."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.hardware.order_numbers import numbered_by_length, ordered_model
from gpudesk.core.hardware.stock import MOST_PIECES, StockKey, StockLine
from gpudesk.formats.tables.tables import TableFile

_HEADS: Mapping[str, Sequence[str]] = {
    "part": (
        *("part number", "part", "number", "catalog key", "key", "type", "model"),
        *("número de pieza", "clave del catálogo", "clave", "tipo", "modelo"),
    ),
    "length": ("length, m", "length", "length m", "length (m)", "longitud, m", "longitud", "longitud (m)"),
    "count": ("in stock", "stock", "count", "quantity", "pieces", "en existencias", "existencias", "cantidad", "piezas"),
    "only": ("stock only", "only", "solo existencias"),
}
"""Column → accepted headers, in lowercase."""
_BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[.,\s](?=\d{3}(?!\d))")
_MOST_DIGITS = 20
"""Python reads no number of thousands of digits."""
_YES = frozenset(["yes", "y", "x", "true", "1", "sí", "si"])


@dataclass(frozen=True, slots=True)
class StockList:
    """The parsed stock list.

    Attributes:
        unknown: original rows without a type, a required length, or a count.
    """

    lines: tuple[StockLine, ...]
    unknown: tuple[str, ...]


def read_stock(table: TableFile, kinds: Iterable[HardwareType]) -> StockList:
    """Return the stock in all sheets of a table; rows of one type and length are added.

    A header row identifies the columns; without one the first is the type, the last the count, and one in between the length.
    Types are identified by part number, model or catalog key.
    """
    named = _names(kinds)
    stock_lines: dict[StockKey, StockLine] = {}
    unknown: list[str] = []
    for sheet in table.sheets:
        columns, rows = _columns(sheet.rows)
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            line = _line(row, columns, named)
            if line is None:
                unknown.append(" · ".join(cell.strip() for cell in row if cell.strip()))
                continue
            known = stock_lines.get(line.of)
            count = (line.count or 0) + (0 if known is None else known.count or 0)
            stock_lines[line.of] = StockLine(
                line.key, line.length_mm, min(count, MOST_PIECES), line.only or (known is not None and known.only)
            )
    return StockList(tuple(stock_lines.values()), tuple(unknown))


def _columns(rows: Sequence[Sequence[str]]) -> tuple[dict[str, list[int]], Sequence[Sequence[str]]]:
    heads = [cell.strip().casefold() for cell in rows[0]] if rows else []
    columns = {name: [heads.index(word) for word in words if word in heads] for name, words in _HEADS.items()}
    if columns["part"] and columns["count"]:
        return columns, rows[1:]
    widest = max((len(row) for row in rows), default=0)
    length = [1] if widest > 2 else []
    return {"part": [0], "length": length, "count": [widest - 1 if widest < 4 else 2], "only": [3] if widest > 3 else []}, rows


def _names(kinds: Iterable[HardwareType]) -> dict[str, tuple[HardwareType, int | None]]:
    """How types are called, in lower case → the type, and the length of which a part number is."""
    names: dict[str, tuple[HardwareType, int | None]] = {}
    for kind in kinds:
        for name in (kind.key, kind.model, kind.title):
            names.setdefault(name.casefold(), (kind, None))
        if not numbered_by_length(kind):
            for number in kind.part_numbers:
                names.setdefault(number.casefold(), (kind, None))
        for length in kind.lengths:
            length_mm = round(1000 * length.length_m)
            if length.part_number:
                names.setdefault(length.part_number.casefold(), (kind, length_mm))
            if ordered_model(kind, length_mm) != kind.model:
                names.setdefault(ordered_model(kind, length_mm).casefold(), (kind, length_mm))
    return names


def _line(
    row: Sequence[str], columns: Mapping[str, Sequence[int]], named: Mapping[str, tuple[HardwareType, int | None]]
) -> StockLine | None:
    def cells(name: str) -> list[str]:
        return [row[place].strip() for place in columns[name] if place < len(row) and row[place].strip()]

    match = next((named[cell.casefold()] for cell in cells("part") if cell.casefold() in named), None)
    count = _count(cells("count"))
    if match is None or count is None:
        return None
    kind, length_mm = match
    if length_mm is None and kind.family is Family.CABLE and kind.lengths:
        metres = _number(cells("length"))
        if metres is None or metres <= 0:
            return None
        length_mm = round(1000 * metres)
    return StockLine(kind.key, length_mm, count, any(cell.casefold() in _YES for cell in cells("only")))


def _count(cells: Sequence[str]) -> int | None:
    """Parse an integer quantity; thousands separators are ignored."""
    text = _BETWEEN_THOUSANDS.sub("", cells[0]) if cells else ""
    return int(text) if text.isdecimal() and len(text) < _MOST_DIGITS and int(text) <= MOST_PIECES else None


def _number(cells: Sequence[str]) -> float | None:
    if not cells:
        return None
    text = cells[0].removesuffix("m").strip().replace("\u202f", "").replace(" ", "")
    try:
        return float(text.replace(",", "") if "." in text and "," in text else text.replace(",", "."))
    except ValueError:
        return None
