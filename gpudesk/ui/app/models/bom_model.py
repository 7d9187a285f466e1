"""The lines of a bill of materials as a table; order and filter are arrays."""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum

import numpy as np
from PySide6.QtCore import QObject

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.cost.bom import Bom
from gpudesk.derived.cost.bom_line import BomLine
from gpudesk.formats.tables.bom_text import SECTION_WORDS, line_title, number_words, price_words, remark, roles_words, word
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.cell_model import CellModel
from gpudesk.ui.toolkit.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import language, tr_message

tr = text_context("BomModel")


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
    RULE = 13
    HELD = 14
    ORDER = 15


RIGHT = (
    BomColumn.COUNT,
    BomColumn.SPARES,
    BomColumn.BUY,
    BomColumn.HELD,
    BomColumn.ORDER,
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
    BomColumn.HELD: lambda line: line.held,
    BomColumn.ORDER: lambda line: line.order if line.bought else None,
    BomColumn.PRICE: lambda line: line.price_usd if line.bought else None,
    BomColumn.TOTAL: lambda line: line.total_usd if line.bought else None,
    BomColumn.MASS: lambda line: None if line.circuit is not None else line.mass_kg,
    BomColumn.POWER: lambda line: line.power_w,
    BomColumn.LEAD: lambda line: None if line.lead_time is None or isinstance(line.lead_time.value, str) else float(line.lead_time.value),
}


class BomModel(CellModel[Bom, BomColumn]):
    """The lines that match the section and the text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(BomColumn, RIGHT, parent)
        self._texts: dict[BomColumn, tuple[str, ...]] = {}
        self._found: tuple[str, ...] = ()
        self._section = ""
        self._called: tuple[str, ...] = ()

    @property
    def bom(self) -> Bom | None:
        """The shown bill of materials."""
        return self._lines

    def show(self, bom: Bom) -> None:
        """Show another list."""
        self.beginResetModel()
        self._lines = bom
        lines = bom.lines
        self._texts = {
            BomColumn.TITLE: tuple(_title(line) for line in lines),
            BomColumn.SECTION: tuple(word(SECTION_WORDS[line.section], tr_message) for line in lines),
            BomColumn.NUMBER: tuple(number_words(line, tr_message) for line in lines),
            BomColumn.ROLE: tuple(roles_words(line, tr_message) for line in lines),
            BomColumn.RULE: tuple(_rule(line) for line in lines),
            BomColumn.DATE: tuple("" if line.price is None or not line.bought else line.price.date for line in lines),
        }
        makers = ["" if line.kind is None else f"{line.kind.vendor} {line.kind.key}" for line in lines]
        row_texts = zip(*self._texts.values(), makers, strict=True)
        self._found = tuple(fold(" ".join(texts)) for texts in row_texts)
        self._choose()
        self.endResetModel()

    def filter_by(self, section: str, text: str) -> None:
        """Show only lines of a section ("" for all) that contain all words of a text."""
        self.beginResetModel()
        self._section, self._called = section, tuple(fold(text).split())
        self._choose()
        self.endResetModel()

    def line(self, row: int) -> BomLine:
        """The line of a row."""
        assert self._lines is not None  # noqa: S101 - narrows the type
        return self._lines.lines[self.place(row)]

    def lines(self) -> Sequence[BomLine]:
        """The lines that are shown, in their order."""
        return [self.line(row) for row in range(len(self._places))]

    def _heads(self) -> Sequence[str]:
        return (
            tr("Type"),
            tr("Section"),
            tr("In use"),
            tr("Spares"),
            tr("To buy"),
            tr("Unit price"),
            tr("Price"),
            tr("Price date"),
            tr("Mass"),
            tr("Power"),
            tr("Lead time"),
            tr("Part number"),
            tr("Role"),
            tr("Rule"),
            tr("In stock"),
            tr("To order"),
        )

    def _head_tips(self) -> Mapping[BomColumn, str]:
        return {
            BomColumn.COUNT: tr("Quantity used in the plan"),
            BomColumn.SPARES: tr("Spare quantity added by rule"),
            BomColumn.BUY: tr("Units or packs to buy, including spares"),
            BomColumn.HELD: tr("Units or packs in stock; enter them under “Stock…”"),
            BomColumn.ORDER: tr("Quantity exceeding stock, which is allocated to earlier phases first; prices are for this quantity"),
            BomColumn.RULE: tr("Rules that count the part and add spares; change them under “Rules…”"),
            BomColumn.DATE: tr("Date of the price"),
            BomColumn.MASS: tr("Total delivered, including spares"),
            BomColumn.POWER: tr("Power of the units in use, on the basis set for limits in the site sheet"),
        }

    def _ink(self, lines: Bom, place: int, column: BomColumn) -> str | None:
        if column == BomColumn.SECTION:
            return "text.secondary"
        quiet = column in {BomColumn.PRICE, BomColumn.TOTAL} and _NUMBERS[column](lines.lines[place]) is None
        return "text.tertiary" if quiet else None

    def _confidence(self, lines: Bom, place: int, column: BomColumn) -> str | None:
        line = lines.lines[place]
        return None if column != BomColumn.TOTAL or line.price is None or not line.bought else str(line.price.confidence)

    def _tip(self, lines: Bom, place: int, column: BomColumn) -> str | None:
        return _told(lines.lines[place], column) or None

    def _words_of(self, lines: Bom, place: int, column: BomColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        if column in self._texts:
            return self._texts[column][place], ""
        line = lines.lines[place]
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
            return format_number(value), tr("weeks")
        if column == BomColumn.BUY and line.pack > 1:
            return tr("{packs} × {pieces}").format(packs=format_number(value), pieces=format_number(line.pack)), ""
        return format_number(value), ""

    def _wanted(self, lines: Bom) -> Mask:
        fits = (
            (not self._section or line.section.startswith(self._section)) and all(token in line_text for token in self._called)
            for line, line_text in zip(lines.lines, self._found, strict=True)
        )
        return np.fromiter(fits, bool, len(lines.lines))

    def _values(self, lines: Bom, places: Ids, column: BomColumn) -> Reals:
        if column in self._texts:
            texts = [self._texts[column][place] for place in places.tolist()]
            ranks = natural_ranks(texts).astype(float)
            return np.where([bool(text) for text in texts], ranks, np.nan)
        values = (_NUMBERS[column](lines.lines[place]) for place in places.tolist())
        return np.array([np.nan if value is None else value for value in values], np.float64)


def _told(line: BomLine, column: BomColumn) -> str:
    """Tooltip of a cell, "" for none."""
    if column in {BomColumn.PRICE, BomColumn.TOTAL, BomColumn.DATE}:
        if line.price is None or not line.bought:
            return price_words(line, tr_message)
        return f"{tr_source(line.price.source)}\n{line.price.note_in(language())}".strip()
    if column == BomColumn.SPARES and line.spare_rule is not None and line.bought:
        rule = line.spare_rule
        return f"{rule.title_in(language())}: {format_number(rule.percent)} %\n{rule.origin.source_in(language())}"
    if column == BomColumn.TITLE:
        remark_text = remark(line, tr_message, language())
        return f"{_title(line)}\n{remark_text}".strip()
    if column == BomColumn.RULE:
        spares = [] if line.spare_rule is None or not line.bought else [line.spare_rule.origin.source_in(language())]
        return "\n".join(dict.fromkeys([*(reason.origin.source_in(language()) for reason in line.reasons), *spares]))
    if column == BomColumn.ROLE:
        return roles_words(line, tr_message)
    return ""


def _rule(line: BomLine) -> str:
    """The expressions for the number of a part and its spares."""
    expressions = [reason.count.text for reason in line.reasons]
    rule = line.spare_rule
    if rule is not None and line.bought and rule.percent:
        expressions.append(f"{rule.title_in(language())} +{format_number(rule.percent)} %")
    return " · ".join(expressions)


def _title(line: BomLine) -> str:
    title = line_title(line, tr_message, language())
    return title if line.length_mm is None else f"{title}, {format_number(line.length_mm / 1000)} m"
