"""The lines of a bill of materials as a table; order and filter are arrays."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.columns import Ids
from gpudesk.core.natural_order import natural_ranks
from gpudesk.core.placement import Reals
from gpudesk.derived.bom import Bom
from gpudesk.derived.bom_line import BomLine
from gpudesk.formats.bom_words import SECTION_WORDS, line_title, price_words, remark, roles_words, word
from gpudesk.ui.palette_search import fold
from gpudesk.ui.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.translate import language, tr_message
from gpudesk.ui.widgets.table import TableRole

Index = QModelIndex | QPersistentModelIndex


class BomColumn(IntEnum):
    """The columns of the table."""

    TITLE = 0
    SECTION = 1
    COUNT = 2
    SPARES = 3
    BUY = 4
    PRICE = 5
    TOTAL = 6
    DATE = 7
    MASS = 8
    POWER = 9
    LEAD = 10
    NUMBER = 11
    ROLE = 12


RIGHT = (
    BomColumn.COUNT,
    BomColumn.SPARES,
    BomColumn.BUY,
    BomColumn.PRICE,
    BomColumn.TOTAL,
    BomColumn.MASS,
    BomColumn.POWER,
    BomColumn.LEAD,
)
_NUMBERS: dict[BomColumn, Callable[[BomLine], float | None]] = {
    BomColumn.COUNT: lambda line: line.count,
    BomColumn.SPARES: lambda line: line.spares if line.bought else None,
    BomColumn.BUY: lambda line: line.packs if line.bought else None,
    BomColumn.PRICE: lambda line: line.price_usd if line.bought else None,
    BomColumn.TOTAL: lambda line: line.total_usd if line.bought else None,
    BomColumn.MASS: lambda line: None if line.circuit is not None else line.mass_kg,
    BomColumn.POWER: lambda line: line.power_w,
    BomColumn.LEAD: lambda line: None if line.lead_time is None or isinstance(line.lead_time.value, str) else float(line.lead_time.value),
}


class BomModel(QAbstractTableModel):
    """The lines that section and words let through."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bom: Bom | None = None
        self._texts: dict[BomColumn, tuple[str, ...]] = {}
        self._found: tuple[str, ...] = ()
        self._section = ""
        self._words: tuple[str, ...] = ()
        self._sorted: tuple[int, bool] = (-1, False)
        self._places: Ids = np.empty(0, np.int64)

    @property
    def bom(self) -> Bom | None:
        """What is shown."""
        return self._bom

    def show(self, bom: Bom) -> None:
        """Show another list."""
        self.beginResetModel()
        self._bom = bom
        lines = bom.lines
        self._texts = {
            BomColumn.TITLE: tuple(_title(line) for line in lines),
            BomColumn.SECTION: tuple(word(SECTION_WORDS[line.section], tr_message) for line in lines),
            BomColumn.NUMBER: tuple(line.part_number for line in lines),
            BomColumn.ROLE: tuple(roles_words(line) for line in lines),
            BomColumn.DATE: tuple("" if line.price is None or not line.bought else line.price.date for line in lines),
        }
        makers = ["" if line.kind is None else f"{line.kind.vendor} {line.kind.key}" for line in lines]
        told = zip(*self._texts.values(), makers, strict=True)
        self._found = tuple(fold(" ".join(each)) for each in told)
        self._choose()
        self.endResetModel()

    def filter_by(self, section: str, text: str) -> None:
        """Let only lines of a section ("" for all) through that hold every word of a text."""
        self.beginResetModel()
        self._section, self._words = section, tuple(fold(text).split())
        self._choose()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted = (column, order == Qt.SortOrder.DescendingOrder)
        self._choose()
        self.layoutChanged.emit()

    def line(self, row: int) -> BomLine:
        """The line of a row."""
        assert self._bom is not None
        return self._bom.lines[int(self._places[row])]

    def lines(self) -> Sequence[BomLine]:
        """The lines that are shown, in their order."""
        return [self.line(row) for row in range(len(self._places))]

    def text(self, rows: Sequence[int]) -> str:
        """Rows with their heads as lines of text, cells parted by tabs."""
        found = ["\t".join(str(self.headerData(column, Qt.Orientation.Horizontal)) for column in BomColumn)]
        for row in rows:
            cells = (self._words_of(int(self._places[row]), column) for column in BomColumn)
            found.append("\t".join(f"{text} {unit}".strip() for text, unit in cells))
        return "\n".join(found)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._places)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(BomColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in RIGHT:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return {
                BomColumn.COUNT: self.tr("Pieces that the plan uses"),
                BomColumn.SPARES: self.tr("Pieces beyond those in use, by rule"),
                BomColumn.BUY: self.tr("Pieces or packs that are bought, spares included"),
                BomColumn.DATE: self.tr("The day of the price"),
                BomColumn.MASS: self.tr("Of all that is delivered, spares included"),
                BomColumn.POWER: self.tr("Of the pieces in use, by the name that the site sheet chooses for limits"),
            }.get(BomColumn(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Type"),
            self.tr("Section"),
            self.tr("In use"),
            self.tr("Spares"),
            self.tr("To buy"),
            self.tr("Price of one"),
            self.tr("Price"),
            self.tr("Price of"),
            self.tr("Mass"),
            self.tr("Power"),
            self.tr("Lead time"),
            self.tr("Part number"),
            self.tr("Role"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self._bom is None:
            return None
        column, place = BomColumn(index.column()), int(self._places[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(place, column)[0]
        if role == TableRole.UNIT:
            return self._words_of(place, column)[1] or None
        if role == Qt.ItemDataRole.TextAlignmentRole and column in RIGHT:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == TableRole.INK:
            return self._ink(place, column)
        if role == TableRole.CONFIDENCE and column == BomColumn.TOTAL:
            line = self._bom.lines[place]
            return None if line.price is None or not line.bought else str(line.price.confidence)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(self._bom.lines[place], column) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(each for each in self._words_of(place, column) if each)
        return None

    def _ink(self, place: int, column: BomColumn) -> str | None:
        assert self._bom is not None
        if column == BomColumn.SECTION:
            return "text.secondary"
        quiet = column in {BomColumn.PRICE, BomColumn.TOTAL} and _NUMBERS[column](self._bom.lines[place]) is None
        return "text.tertiary" if quiet else None

    def _tip(self, line: BomLine, column: BomColumn) -> str:
        if column in {BomColumn.PRICE, BomColumn.TOTAL, BomColumn.DATE}:
            if line.price is None or not line.bought:
                return price_words(line, tr_message)
            return f"{line.price.source}\n{line.price.note_in(language())}".strip()
        if column == BomColumn.SPARES and line.spare_rule is not None and line.bought:
            rule = line.spare_rule
            return f"{rule.title_in(language())}: {format_number(rule.percent)} %\n{rule.origin.source_in(language())}"
        if column == BomColumn.TITLE:
            said = remark(line, tr_message, language())
            return f"{_title(line)}\n{said}".strip()
        if column == BomColumn.ROLE:
            return roles_words(line)
        return ""

    def _words_of(self, place: int, column: BomColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        assert self._bom is not None
        if column in self._texts:
            return self._texts[column][place], ""
        line = self._bom.lines[place]
        value = _NUMBERS[column](line)
        if value is None:
            return (price_words(line, tr_message) if column == BomColumn.PRICE else MISSING), ""
        if column in {BomColumn.PRICE, BomColumn.TOTAL}:
            return format_number(value, 2), "USD"
        if column == BomColumn.MASS:
            return split_quantity(value, "kg")
        if column == BomColumn.POWER:
            return split_quantity(value, "W")
        if column == BomColumn.LEAD:
            return format_number(value), self.tr("weeks")
        if column == BomColumn.BUY and line.pack > 1:
            return self.tr("{packs} × {pieces}").format(packs=format_number(value), pieces=format_number(line.pack)), ""
        return format_number(value), ""

    def _choose(self) -> None:
        if self._bom is None:
            self._places = np.empty(0, np.int64)
            return
        lines = self._bom.lines
        fits = [
            (not self._section or line.section.startswith(self._section)) and all(each in told for each in self._words)
            for line, told in zip(lines, self._found, strict=True)
        ]
        places = np.flatnonzero(np.array(fits, bool))
        section, falling = self._sorted
        if section < 0:
            self._places = places
            return
        keys = self._keys(BomColumn(section), places)
        # What is missing comes last, whichever way.
        order = np.argsort(np.where(np.isnan(keys), np.inf, -keys if falling else keys), kind="stable")
        self._places = places[order]

    def _keys(self, column: BomColumn, places: Ids) -> Reals:
        assert self._bom is not None
        if column in self._texts:
            texts = [self._texts[column][place] for place in places.tolist()]
            ranks = natural_ranks(texts).astype(float)
            return np.where([bool(text) for text in texts], ranks, np.nan)
        values = (_NUMBERS[column](self._bom.lines[place]) for place in places.tolist())
        return np.array([np.nan if value is None else value for value in values], np.float64)


def _title(line: BomLine) -> str:
    title = line_title(line, tr_message)
    return title if line.length_mm is None else f"{title}, {format_number(line.length_mm / 1000)} m"
