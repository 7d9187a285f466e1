"""Tables that run over as many pages as they need, their heads repeated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from gpudesk.reports.layout.font_metrics import cap_height_mm, line_height_mm, text_width_mm
from gpudesk.reports.layout.inks import FAINT, HAIR, INK, SOFT, WASH
from gpudesk.reports.layout.page import Fit, Page
from gpudesk.reports.layout.shapes import Align
from gpudesk.reports.layout.text_fitting import wrapped

PAD_MM = 1.0
TEXT_PT = 7.5
"""The size of the letters of a table."""
_ROOM_PT = 1.35
"""The least height of a row by the height of its line."""


class Special(Enum):
    """A cell that is no text."""

    TICK_BOX = 0
    """An empty square for a pen."""


Cell = str | Special


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        head: its title, broken into two lines if necessary.
        width_mm: its width; 0 for a share of the remaining width.
        share: its part of the remaining width.
        wrap: texts use several lines; others are shortened in the middle.
        most_lines: maximum number of lines.
    """

    head: str
    width_mm: float = 0.0
    align: Align = Align.LEFT
    share: float = 1.0
    wrap: bool = False
    strong: bool = False
    most_lines: int = 3


class Weight(Enum):
    """Emphasis of a row."""

    PLAIN = 0
    GROUP = 1
    """A heading over the rows below; never alone at the foot of a page."""
    TOTAL = 2
    """A sum under a line."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a cell for each column; a GROUP may have fewer, its last one then extends to the right edge.

    Attributes:
        again: its cells if it is the first one of a further page, to repeat content of a row on the page before.
    """

    cells: Sequence[Cell]
    weight: Weight = Weight.PLAIN
    ink: str = INK
    again: Sequence[Cell] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows.

    Attributes:
        size_pt: of the letters.
        empty: text displayed if there are no rows.
    """

    columns: Sequence[Column]
    rows: Iterable[Row | Sequence[Cell]]
    size_pt: float = TEXT_PT
    empty: str = "–"


class TableSetter:
    """Puts the rows of a table down, one below the other.

    Args:
        x_mm: its left edge.
        width_mm: of all columns.
    """

    def __init__(self, table: Table, x_mm: float, width_mm: float) -> None:
        self._table = table
        self._x = x_mm
        self._width = width_mm
        fixed = sum(column.width_mm for column in table.columns)
        shares = sum(column.share for column in table.columns if not column.width_mm)
        # Where the fixed columns alone are too wide, all give way alike; where none shares, the last one takes what is left.
        factor = min(1.0, width_mm / fixed) if fixed else 1.0
        left = max(0.0, width_mm - fixed * factor)
        self.widths = [column.width_mm * factor if column.width_mm else left * column.share / shares for column in table.columns]
        if not shares:
            self.widths[-1] += left
        self._wrapped = [place for place, column in enumerate(table.columns) if column.wrap]

    def head_height_mm(self) -> float:
        """The height of the titles of the columns; 0 if none has a title."""
        if not any(column.head for column in self._table.columns):
            return 0.0
        lines = max((len(self._head_lines(place)) for place in range(len(self._table.columns))), default=1)
        return lines * line_height_mm(self._head_pt) + 1.6

    def height_mm(self, row: Row) -> float:
        """The height of a row."""
        lines = 1
        if row.weight is not Weight.GROUP:
            lines = max((len(self._lines(row, place)) for place in self._wrapped if place < len(row.cells)), default=1)
        size = self._table.size_pt
        return max(lines * line_height_mm(size) + 0.9, _ROOM_PT * line_height_mm(size))

    def head(self, page: Page, y_mm: float) -> float:
        """Put down the titles; returns where the rows begin."""
        height = self.head_height_mm()
        if height:
            page.box(self._x, y_mm, self._width, height, fill=WASH, ink=None)
        x = self._x
        for place, (column, width) in enumerate(zip(self._table.columns, self.widths, strict=True)):
            lines = self._head_lines(place) if column.head else []
            y = y_mm + height - 0.8 - len(lines) * line_height_mm(self._head_pt)
            for line in lines:
                self._line(page, x, y, width, line, self._head_pt, column.align, True, SOFT)
                y += line_height_mm(self._head_pt)
            x += width
        page.line((self._x, y_mm + height), (self._x + self._width, y_mm + height), width_mm=0.25, ink=FAINT)
        return y_mm + height

    def row(self, page: Page, y_mm: float, row: Row, height_mm: float | None = None) -> float:
        """Put down a row, of the height that was measured before if it was; returns where the next one begins."""
        size = self._table.size_pt
        height = self.height_mm(row) if height_mm is None else height_mm
        loud = row.weight is not Weight.PLAIN
        if row.weight is Weight.GROUP:
            page.box(self._x, y_mm, self._width, height, fill="#F6F8FA", ink=None)
        if row.weight is Weight.TOTAL:
            page.line((self._x, y_mm), (self._x + self._width, y_mm), width_mm=0.25, ink=INK)
        x = self._x
        for place, cell in enumerate(row.cells):
            width = self._cell_width(row, place)
            column = self._table.columns[place]
            if isinstance(cell, Special):
                side = min(3.0, height - 1.0)
                page.box(x + (width - side) / 2, y_mm + (height - side) / 2, side, side, line_mm=0.2)
            else:
                lines = self._lines(row, place)
                y = y_mm + (height - len(lines) * line_height_mm(size)) / 2
                for line in lines:
                    self._line(page, x, y, width, line, size, column.align, loud or column.strong, row.ink)
                    y += line_height_mm(size)
            x += width
        page.line((self._x, y_mm + height), (self._x + self._width, y_mm + height), width_mm=0.1, ink=HAIR)
        return y_mm + height

    @property
    def _head_pt(self) -> float:
        return self._table.size_pt - 0.75

    def _cell_width(self, row: Row, place: int) -> float:
        last = place == len(row.cells) - 1 and row.weight is Weight.GROUP
        return sum(self.widths[place:]) if last else self.widths[place]

    def _head_lines(self, place: int) -> list[str]:
        room = self.widths[place] - 2 * PAD_MM
        return wrapped(self._table.columns[place].head, self._head_pt, room, strong=True, most_lines=3)

    def _lines(self, row: Row, place: int) -> list[str]:
        cell, column = row.cells[place], self._table.columns[place]
        if isinstance(cell, Special):
            return [""]
        if not column.wrap or row.weight is Weight.GROUP:
            return [cell]
        room = self._cell_width(row, place) - 2 * PAD_MM
        strong = column.strong or row.weight is not Weight.PLAIN
        if text_width_mm(cell, self._table.size_pt, strong=strong) <= room and "\n" not in cell:
            return [cell]
        return wrapped(cell, self._table.size_pt, room, strong=strong, most_lines=column.most_lines)

    def _line(self, page: Page, x: float, y: float, width: float, text: str, size: float, align: Align, strong: bool, ink: str) -> None:
        at = {Align.LEFT: x + PAD_MM, Align.CENTRE: x + width / 2, Align.RIGHT: x + width - PAD_MM}[align]
        base = y + (line_height_mm(size) + cap_height_mm(size)) / 2
        page.text(at, base, text, size, align=align, strong=strong, ink=ink, within_mm=width - 2 * PAD_MM, fit=Fit.SHRINK, least_pt=6.0)
