"""The table of cables: rails as numbered squares, and what is chosen in it as ids, however many."""

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.derived.cable_table import CableColumn
from gpudesk.ui.models.cables_model import COLUMNS, RAIL_ROLE, CablesModel
from gpudesk.ui.widgets.rail_square import paint_rail
from gpudesk.ui.widgets.table import DeskTable, DeskTableDelegate, Index

_RAIL = 18
_STRETCHED = CableColumn.MEDIUM
_AT_ONCE = 2000
"""At most so many rows that were chosen elsewhere are chosen here one by one."""


class CablesView(DeskTable):
    """Cables, one a row, sorted by a click on a head."""

    def __init__(self, model: CablesModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._cables = model
        self.setModel(model)
        self.setItemDelegate(_CableDelegate(self))
        self.setAccessibleName(self.tr("Cables"))
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
        """Show the column of networks, which says nothing while all cables are of one."""
        place = next(place for place, head in enumerate(COLUMNS) if head.column is CableColumn.NETWORK)
        self.setColumnHidden(place, not shown)

    def chosen_rows(self) -> Ids:
        """The chosen rows, ascending."""
        ranges = [np.arange(span.top(), span.bottom() + 1) for span in self.selectionModel().selection().toList()]
        return np.unique(np.concatenate(ranges)) if ranges else np.zeros(0, np.int64)

    def chosen_ids(self) -> Ids:
        """The ids of the chosen cables, from above."""
        return self._cables.ids(self.chosen_rows())

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
    """Paints the rail as a square of its colour."""

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        rail = index.data(RAIL_ROLE)
        if rail is None:
            super().paint_cell(painter, rect, index, selected)
        elif rail != ABSENT:
            side = min(_RAIL, rect.height() - 5)
            paint_rail(painter, QRectF(rect.left() + 8, rect.center().y() - side / 2, side, side), int(rail))
