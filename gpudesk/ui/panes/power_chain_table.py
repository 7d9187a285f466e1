"""The view of the power network: a tree that folds by click and by Left and Right, with a bar for each line."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpudesk.derived.power_chain import Key
from gpudesk.ui import icons, theme
from gpudesk.ui.models.power_chain_model import LINE_COLUMNS, ChainColumn, PowerChainModel
from gpudesk.ui.panes.still_table import StillTable, spread
from gpudesk.ui.widgets.marks import ERROR, paint_severity
from gpudesk.ui.widgets.table import DeskTableDelegate

_STEP = 14
"""How far a level is put in, px."""
_FOLD = 16
_PADDING = 8
_BAR_WIDTH, _BAR_HEIGHT = 34, 8
_MARK = 12
_WIDTHS = {
    ChainColumn.KIND: 110,
    ChainColumn.FED_FROM: 150,
    ChainColumn.LOAD: 92,
    ChainColumn.L1: 122,
    ChainColumn.L2: 122,
    ChainColumn.L3: 122,
    ChainColumn.LIMIT: 72,
    ChainColumn.SHARE: 84,
}
Index = QModelIndex | QPersistentModelIndex
MOST_KEPT = 1000
"""So many rows stay chosen when others are shown."""


class PowerChainTable(StillTable):
    """Rows of nodes, chosen one or several at once.

    Signals:
        chosen(): other rows are selected.
        entered(): Enter or two clicks on a row.
        hang_wanted(list, int): these `ObjectRef`s were dragged onto the node with this id.
    """

    chosen = Signal()
    entered = Signal()
    hang_wanted = Signal(list, int)

    def __init__(self, model: PowerChainModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Power from the sources to the banks"))
        self._nodes = model
        self._current: Key | None = None
        self._chosen: list[Key] = []
        self._resetting = False
        self.setModel(model)
        self.setItemDelegate(_ChainDelegate(self, model))
        self.set_mark_column(ChainColumn.MARK)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        model.modelAboutToBeReset.connect(self._keep)
        model.modelReset.connect(self._restore)
        self.selectionModel().selectionChanged.connect(lambda *_: None if self._resetting else self.chosen.emit())

    def places(self) -> list[int]:
        """The places in the chain of the selected rows."""
        return [self._nodes.place(index.row()) for index in self.selectionModel().selectedRows()]

    def go_to(self, key: Key) -> bool:
        """Make a node the current one, opening what it hangs on; False where it is not shown."""
        self._nodes.reveal(key)
        row = self._nodes.row_of(key)
        if row is None:
            return False
        self.setCurrentIndex(self._nodes.index(row, ChainColumn.NAME))
        return True

    def choose(self, keys: Sequence[Key]) -> None:
        """Select the rows of nodes, opening what they hang on; the first is the current one and is scrolled to."""
        for key in keys[:MOST_KEPT]:
            self._nodes.reveal(key)
        rows = [row for row in map(self._nodes.row_of, keys) if row is not None]
        if rows:
            self._select(rows, rows[0])
            self.scrollTo(self._nodes.index(rows[0], ChainColumn.NAME))

    def _select(self, rows: Sequence[int], current: int) -> None:
        last = self._nodes.columnCount() - 1
        wanted = QItemSelection()
        for row in rows:
            wanted.select(self._nodes.index(row, 0), self._nodes.index(row, last))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self._nodes.index(current, ChainColumn.NAME), flags.NoUpdate)
        self.selectionModel().select(wanted, flags.ClearAndSelect)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            spread(self, ChainColumn.NAME)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._on_fold(index, event.position()):
            self.setCurrentIndex(index)
            self._nodes.turn(index.row())
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if self._on_fold(index, event.position()):
            self._nodes.turn(index.row())
        elif index.isValid():
            self.entered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.currentIndex().row(), event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row >= 0:
            self.entered.emit()
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right} and row >= 0 and not event.modifiers():
            self._step_sideways(row, into=key == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def fold_rect(self, index: Index) -> QRectF:
        """Where the mark of a row that folds is."""
        cell = QRectF(self.visualRect(index))
        return QRectF(cell.left() + _PADDING + _STEP * self._nodes.depth(index.row()) - 2, cell.top(), _FOLD, cell.height() - 1)

    def _on_fold(self, index: Index, where: QPointF) -> bool:
        if not index.isValid() or index.column() != ChainColumn.NAME or not self._nodes.can_fold(index.row()):
            return False
        return self.fold_rect(index).adjusted(-4, 0, 4, 0).contains(where)

    def _step_sideways(self, row: int, *, into: bool) -> None:
        """Right opens, then goes in; Left folds, then goes out."""
        if self._nodes.can_fold(row) and self._nodes.is_folded(row) == into:
            self._nodes.turn(row)
            return
        target = row + 1 if into and self._nodes.can_fold(row) else None if into else self._nodes.parent_row(row)
        if target is not None:
            self.setCurrentIndex(self._nodes.index(target, ChainColumn.NAME))

    def _keep(self) -> None:
        self._resetting = True
        self._current = self._nodes.key(self.currentIndex().row())
        rows = [index.row() for index in self.selectionModel().selectedRows()][:MOST_KEPT]
        self._chosen = [key for key in map(self._nodes.key, rows) if key is not None]

    def _restore(self) -> None:
        """The chosen nodes stay chosen and the current one current, wherever they are now."""
        row = None if self._current is None else self._nodes.row_of(self._current)
        rows = [each for each in map(self._nodes.row_of, self._chosen) if each is not None]
        if row is not None:
            self._select(rows or [row], row)
        self._resetting = False
        self.chosen.emit()


class _ChainDelegate(DeskTableDelegate):
    def __init__(self, table: PowerChainTable, model: PowerChainModel) -> None:
        super().__init__(table)
        self._view, self._nodes = table, model

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        if index.column() == ChainColumn.NAME and self._nodes.is_tree:
            row = index.row()
            if self._nodes.can_fold(row):
                ink = theme.current().text.secondary if selected else theme.current().text.tertiary
                place = self._view.fold_rect(index).adjusted(2, 0, -2, 0)
                icons.paint(painter, "chevron-right" if self._nodes.is_folded(row) else "chevron-down", place, ink)
            rect = rect.adjusted(_STEP * self._nodes.depth(row) + _FOLD, 0, 0, 0)
        super().paint_cell(painter, rect, index, selected)
        if index.column() in LINE_COLUMNS:
            self._paint_bar(painter, rect, self._nodes.share_of_line(index.row(), index.column()))

    def _paint_bar(self, painter: QPainter, rect: QRectF, share: float) -> None:
        """How much of its limit a line carries; one that carries more has a mark before its bar."""
        if math.isnan(share):
            return
        colours = theme.current()
        over = share > 1 + 1e-9
        if over:
            paint_severity(painter, QRectF(rect.left() + 4, rect.top(), _MARK, rect.height() - 1), ERROR)
        left, top = rect.left() + 4 + _MARK + 4, round(rect.center().y() - _BAR_HEIGHT / 2)
        painter.fillRect(QRectF(left, top, _BAR_WIDTH, _BAR_HEIGHT), colours.border.default)
        painter.fillRect(QRectF(left + 1, top + 1, _BAR_WIDTH - 2, _BAR_HEIGHT - 2), colours.surface.sunken)
        ink = colours.severity[ERROR].colour if over else colours.text.tertiary
        painter.fillRect(QRectF(left + 1, top + 1, (_BAR_WIDTH - 2) * min(share, 1.0), _BAR_HEIGHT - 2), ink)
