"""Paints the rows of the table of types at once: what a row says and where is worked out once and kept, so that thousands scroll."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpudesk.ui import fonts, icons, theme
from gpudesk.ui.models.type_table_model import TypeTableModel
from gpudesk.ui.quantities import MISSING, THIN_SPACE

_PADDING = 8
_ICON = 16
_GAP = 6
_RING = 2
_EDGE = 4
"""Nothing is written nearer to the column that stands still, and nothing that is cut nearer to the edge of the view."""
_MOST_ROWS = 4_000
_MOST_CELLS = 40_000
"""Rows and cells that are kept as they are drawn."""


class Place(NamedTuple):
    """A column as it is seen: where it begins in the view, and how wide it is."""

    column: int
    left: int
    width: int


class Drawn(NamedTuple):
    """A cell: its text and unit, and where they begin in their column; the ink is a token's name, "" for the plain one."""

    text: str
    at: float
    unit: str
    unit_at: float
    ink: str
    icon: str


class TypeRows:
    """Keeps and paints rows; looks as every other table does.

    A text that would be cut by an edge of the view or by the column that stands still is left out: half a figure says something wrong.
    """

    def __init__(self, model: TypeTableModel) -> None:
        self._types = model
        self._font = fonts.font("body", tabular=True)
        metrics = QFontMetricsF(self._font)
        self._baseline = (metrics.ascent() - metrics.descent()) / 2
        self._widths: tuple[int, ...] = ()
        self._kept: dict[int, tuple[Drawn, ...]] = {}
        self._cells: dict[tuple[int, float | str | None], Drawn] = {}

    def forget(self) -> None:
        """Other types or columns are shown."""
        self._kept, self._cells = {}, {}

    def paint(
        self,
        painter: QPainter,
        rows: Sequence[tuple[int, int, bool]],
        moving: Sequence[Place],
        still: Place | None,
        width: int,
        high: int,
        hovered: int,
    ) -> None:
        """Paint rows.

        Args:
            rows: row, where it begins from above, and whether it is chosen.
            moving: the columns that scroll, in sight at least in part.
            still: the column before which the others stop, None where none stands still.
            width: of the view.
            high: of a row.
            hovered: the row under the pointer, -1 for none.
        """
        colours = theme.current()
        wide = max((place.left + place.width for place in (*moving, *([still] if still else []))), default=0)
        for row, top, chosen in rows:
            if chosen or row == hovered:
                painter.fillRect(0, top, wide, high, colours.selection if chosen else colours.hover)
            painter.fillRect(0, top + high - 1, wide, 1, colours.border.subtle)
        painter.setFont(self._font)
        bound = still.left + still.width + _EDGE if still else 0
        for place in (*moving, *([still] if still else [])):
            self._paint_column(painter, rows, place, (0 if place is still else bound, width), high)

    def paint_ring(self, painter: QPainter, top: int, width: int, high: int) -> None:
        """The focus ring of a row."""
        ring = theme.current().focus_ring
        painter.fillRect(0, top, width, _RING, ring)
        painter.fillRect(0, top + high - _RING, width, _RING, ring)
        painter.fillRect(0, top, _RING, high, ring)
        painter.fillRect(width - _RING, top, _RING, high, ring)

    def _paint_column(
        self, painter: QPainter, rows: Iterable[tuple[int, int, bool]], place: Place, bounds: tuple[int, int], high: int
    ) -> None:
        colours = theme.current()
        first, last = bounds
        whole = place.left >= first and place.left + place.width <= last
        middle = (high - 1) / 2 + self._baseline
        # One ink after the other: a painter is slow to change its pen.
        by_ink: dict[int, tuple[QColor, list[tuple[float, float, str]]]] = {}
        for row, top, chosen in rows:
            cell = self._row(row)[place.column]
            if cell.icon and place.left + _PADDING >= first and place.left + _PADDING + _ICON <= last:
                icons.paint(painter, cell.icon, QRectF(place.left + _PADDING, top, _ICON, high - 1), colours.text.tertiary)
            if not cell.text or not (whole or self._fits(cell, place, first, last)):
                continue
            quiet = colours.text.secondary if chosen else colours.text.tertiary
            if cell.text == MISSING or cell.ink == "text.tertiary":
                ink = quiet
            else:
                ink = icons.colour_named(cell.ink) if cell.ink else colours.text.primary
            by_ink.setdefault(ink.rgba(), (ink, []))[1].append((place.left + cell.at, top + middle, cell.text))
            if cell.unit:
                by_ink.setdefault(quiet.rgba(), (quiet, []))[1].append((place.left + cell.unit_at, top + middle, cell.unit))
        for ink, texts in by_ink.values():
            painter.setPen(ink)
            for left, base, text in texts:
                painter.drawText(QPointF(left, base), text)

    def _fits(self, cell: Drawn, place: Place, first: int, last: int) -> bool:
        end = cell.unit_at + _width(cell.unit) if cell.unit else cell.at + _width(cell.text)
        return place.left + cell.at >= first and place.left + end <= last - _EDGE

    def set_widths(self, widths: Sequence[int]) -> None:
        """Tell how wide each column is."""
        if tuple(widths) != self._widths:
            self._widths = tuple(widths)
            self.forget()

    def _row(self, row: int) -> tuple[Drawn, ...]:
        place = self._types.place(row)
        drawn = self._kept.get(place)
        if drawn is None:
            if len(self._kept) >= _MOST_ROWS:
                self._kept.clear()
            drawn = self._kept[place] = tuple(self._cell(row, column) for column in range(len(self._widths)))
        return drawn

    def _cell(self, row: int, column: int) -> Drawn:
        key = column, self._types.value(row, column)
        cell = self._cells.get(key)
        if cell is None:
            if len(self._cells) >= _MOST_CELLS:
                self._cells.clear()
            cell = self._cells[key] = self._laid(row, column, self._widths[column])
        return cell

    def _laid(self, row: int, column: int, width: int) -> Drawn:
        text, unit, ink, right, icon = self._types.face(row, column)
        start, end = _PADDING + (_ICON + _GAP if icon else 0), width - _PADDING
        unit_at = 0.0
        if unit:
            unit = THIN_SPACE + unit
            unit_at = end - _width(unit)
            end -= round(_width(unit))
        shown = _fitted(text, max(end - start, 0))
        return Drawn(shown, end - _width(shown) if right else start, unit, unit_at, ink, icon)


def head_parts(title: str, rect: QRect, *, right: bool, marked: bool) -> tuple[QRectF, QPointF]:
    """Where the title of a column is written, and the middle of its sort mark: beside the title, never on it."""
    room = QRectF(rect).adjusted(_PADDING, 0, -_PADDING, 0)
    if not marked:
        return room, room.center()
    wide = min(fonts.text_width(title, "caption", strong=True), max(room.width() - SORT_MARK, 0.0))
    if right:
        words = QRectF(room.right() - wide, room.top(), wide, room.height())
        return words, QPointF(words.left() - SORT_MARK / 2, words.center().y())
    words = QRectF(room.left(), room.top(), wide, room.height())
    return words, QPointF(words.right() + SORT_MARK / 2 + 1, words.center().y())


SORT_MARK = 12
"""The room of the mark of the sorted column."""


@lru_cache(maxsize=20_000)
def _width(text: str) -> float:
    return fonts.text_width(text, "body", tabular=True)


@lru_cache(maxsize=20_000)
def _fitted(text: str, width: int) -> str:
    """The text, elided in its middle if it is wider than that."""
    if _width(text) <= width + 0.5:
        return text
    return QFontMetricsF(fonts.font("body", tabular=True)).elidedText(text, Qt.TextElideMode.ElideMiddle, width + 0.5)
