"""Paints the rows of the table of types at once."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gpudesk.ui.places.catalog.models.type_table_model import TypeTableModel
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.kept_rows import PADDING, Drawn, KeptRows, Place, laid
from gpudesk.ui.toolkit.theme import theme

_ICON = 16
_GAP = 6
_EDGE = 4
"""Minimum distance of text from the fixed column, and of clipped text from the edge of the view."""
_MOST_ROWS = 4_000
_MOST_CELLS = 40_000
"""Maximum number of cached drawn rows and cells."""


class TypeRows(KeptRows):
    """Caches and paints rows of types.

    Text that would be clipped by an edge of the view or by the fixed column is omitted: half a figure is misleading.
    """

    def __init__(self, model: TypeTableModel) -> None:
        super().__init__()
        self._types = model
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
            rows: row, its top position, and whether it is chosen.
            moving: the scrolling columns that are at least partly visible.
            still: the fixed column at which the others end, None if there is none.
            width: of the view.
            high: height of a row.
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

    def _paint_column(
        self, painter: QPainter, rows: Iterable[tuple[int, int, bool]], place: Place, bounds: tuple[int, int], high: int
    ) -> None:
        colours = theme.current()
        first, last = bounds
        whole = place.left >= first and place.left + place.width <= last
        cells = []
        for row, top, chosen in rows:
            cell = self._row(row)[place.column]
            if cell.icon and place.left + PADDING >= first and place.left + PADDING + _ICON <= last:
                icons.paint(painter, cell.icon, QRectF(place.left + PADDING, top, _ICON, high - 1), colours.text.tertiary)
            if whole or (place.left + cell.at >= first and place.left + cell.end <= last - _EDGE):
                cells.append((cell, top, chosen))
        self._paint_texts(painter, cells, place.left, high)

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
        return laid(text, unit, ink, PADDING + (_ICON + _GAP if icon else 0), width, right=right, icon=icon)
