"""The table of cables: rails as numbered squares, and its selection as ids, of any number."""

import math

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_table import CableColumn
from gpudesk.ui.places.fabric.models.cables_model import COLUMNS, CableHead, CablesModel
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable, DeskTableDelegate, Index
from gpudesk.ui.toolkit.widgets.rail_square import paint_rail
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

tr = text_context("CablesView")

_RAIL = 18
_PADDING = 8
_SELECTED = QStyle.StateFlag.State_Selected.value
_WIDTHS = 5_000
_STRETCHED = CableColumn.MEDIUM
_AT_ONCE = 2000
"""At most this number of rows chosen elsewhere are selected here individually."""


class CablesView(DeskTable):
    """Cables, one a row, sorted by a click on a head."""

    def __init__(self, model: CablesModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._cables = model
        self.setModel(model)
        self.setItemDelegate(_CableDelegate(self, model))
        self.setAccessibleName(tr("Cables"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        for place, column in enumerate(COLUMNS):
            self.setColumnWidth(place, column.width)
            if column.column is _STRETCHED:
                head.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.setSortingEnabled(True)
        head.setSortIndicatorClearable(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)

    def show_network(self, shown: bool) -> None:
        """Show the column of networks, which is redundant while all cables are of one network."""
        place = next(place for place, head in enumerate(COLUMNS) if head.column is CableColumn.NETWORK)
        self.setColumnHidden(place, not shown)

    def chosen_rows(self) -> Ids:
        """The chosen rows, ascending."""
        ranges = [np.arange(span.top(), span.bottom() + 1) for span in self.selectionModel().selection().toList()]
        return np.unique(np.concatenate(ranges)) if ranges else np.zeros(0, np.int64)

    def chosen_ids(self) -> Ids:
        """The ids of the chosen cables, from above."""
        return self._cables.ids(self.chosen_rows())

    def stand_on(self, row: int) -> None:
        """Set the keyboard position to a row, or the last one if there are fewer, without selecting it."""
        rows = self._cables.rowCount()
        if rows:
            index = self._cables.index(min(row, rows - 1), 0)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def choose(self, cable_ids: list[int]) -> None:
        """Choose the rows of some cables, and show the first of them."""
        rows = sorted(row for cable_id in cable_ids[:_AT_ONCE] if (row := self._cables.row_of(cable_id)) is not None)
        last = self._cables.columnCount() - 1
        selection = QItemSelection()
        for row in rows:
            selection.select(self._cables.index(row, 0), self._cables.index(row, last))
        chosen = self.selectionModel()
        if rows:
            chosen.setCurrentIndex(self._cables.index(rows[0], 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        chosen.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if rows:
            self.scrollTo(self._cables.index(rows[0], 0), QAbstractItemView.ScrollHint.EnsureVisible)


class _CableDelegate(DeskTableDelegate):
    """Paints the rail as a square of its color, and text directly from the model.

    Reading a cell through its roles takes three times as long as painting it; ten rows show a hundred cells.
    """

    def __init__(self, table: DeskTable, cables: CablesModel) -> None:
        super().__init__(table)
        self._cables = cables
        self._font = fonts.font("body", tabular=True)
        self._metrics = QFontMetricsF(self._font)
        self._widths: dict[str, float] = {}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        row, column = index.row(), index.column()
        head = COLUMNS[column]
        selected = bool(option.state.value & _SELECTED)
        self.paint_ground(painter, rect, row, selected)
        if head.column is CableColumn.RAIL:
            rail = self._cables.rail(row)
            if rail != ABSENT:
                side = min(_RAIL, rect.height() - 5)
                paint_rail(painter, QRectF(rect.left() + _PADDING, rect.center().y() + 0.5 - side / 2, side, side), rail)
        elif head.column is CableColumn.VERDICT:
            mark = self._cables.mark(row)
            if mark:
                paint_severity(painter, QRectF(rect.left() + rect.width() / 2 - 7, rect.top(), 14, rect.height() - 1), mark)
        else:
            self._paint_words(painter, rect, head, *self._cables.cell(row, column), selected=selected)
        self.paint_focus(painter, rect, index)

    def _paint_words(self, painter: QPainter, rect: QRect, head: CableHead, text: str, behind: str, *, selected: bool) -> None:
        """Paint a value with its unit, or a name with its port."""
        inks = theme.current().text
        still = inks.secondary if selected else inks.tertiary
        ink = still if text == MISSING else inks.secondary if head.quiet else inks.primary
        left, right = rect.left() + _PADDING, rect.left() + rect.width() - _PADDING
        base = rect.top() + round((rect.height() - 1 - self._metrics.height()) / 2 + self._metrics.ascent())
        painter.setFont(self._font)
        width = self._width(text)
        if behind:
            words = THIN_SPACE + behind
            suffix_width = self._width(words)
            painter.setPen(still)
            if head.right:
                self._write(painter, words, right - suffix_width, base, suffix_width)
                right -= math.ceil(suffix_width)
            else:
                # The name comes first where there is no room for both.
                self._write(painter, words, left + width, base, right - left - width)
        painter.setPen(ink)
        self._write(painter, text, max(right - width, left) if head.right else left, base, right - left)

    def _write(self, painter: QPainter, text: str, x: float, base: float, room: float) -> None:
        """Write a text from a place on, elided in its middle to some room."""
        if self._width(text) > room + 0.5:
            text = self._metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room + 0.5)
        painter.drawText(QPointF(x, base), text)

    def _width(self, text: str) -> float:
        """How wide a text runs in px; that of the last thousands is known."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) >= _WIDTHS:
                self._widths.clear()
            width = self._widths[text] = self._metrics.horizontalAdvance(text)
        return width
