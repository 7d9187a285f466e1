"""The view of hierarchical lines: a tree that collapses and expands with a click or Left and Right."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gpudesk.derived.power.branches import Key
from gpudesk.ui.toolkit.parts.folding_model import FoldingModel
from gpudesk.ui.toolkit.parts.frozen_column_table import StillTable
from gpudesk.ui.toolkit.parts.kept_rows import PADDING

STEP = 14
"""How far a level is put in, px."""
FOLD = 16
"""The room of the mark of a line that folds, px."""
MOST_KEPT = 1000
"""Maximum number of rows that stay selected when others are shown."""
Index = QModelIndex | QPersistentModelIndex


class FoldingTable(StillTable):
    """Rows of a tree, chosen one or several at once.

    Signals:
        chosen(): other rows are selected.
        entered(): Enter or two clicks on a row.
    """

    chosen = Signal()
    entered = Signal()

    def __init__(self, name: str, model: FoldingModel[Any, Any], mark: IntEnum, named: IntEnum, parent: QWidget | None = None) -> None:
        """Show the content of a model.

        Args:
            mark: the column of the most severe problem of each line.
            named: the column of names, which are indented.
        """
        super().__init__(name, parent)
        self._lines = model
        self._named = int(named)
        self._current: Key | None = None
        self._kept: list[Key] = []
        self._resetting = False
        self.setModel(model)
        self.set_mark_column(mark)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        model.modelAboutToBeReset.connect(self._keep)
        model.modelReset.connect(self._restore)
        self.selectionModel().selectionChanged.connect(lambda *_: None if self._resetting else self.chosen.emit())

    def chosen_rows(self) -> list[int]:
        """The selected rows."""
        return [index.row() for index in self.selectionModel().selectedRows()]

    def go_to(self, key: Key) -> bool:
        """Make a line the current one, expanding its ancestors; False if it is not shown."""
        self._lines.reveal(key)
        row = self._lines.row_of(key)
        if row is None:
            return False
        self.setCurrentIndex(self._lines.index(row, self._named))
        return True

    def choose(self, keys: Sequence[Key]) -> None:
        """Select the rows of lines, expanding their ancestors; the first one is current and scrolled to."""
        for key in keys[:MOST_KEPT]:
            self._lines.reveal(key)
        rows = [row for row in map(self._lines.row_of, keys) if row is not None]
        if rows:
            self._select(rows, rows[0])
            self.scrollTo(self._lines.index(rows[0], self._named))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._on_fold(index, event.position()):
            self.setCurrentIndex(index)
            self._lines.turn(index.row())
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if self._on_fold(index, event.position()):
            self._lines.turn(index.row())
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
        return QRectF(cell.left() + fold_left(self._lines.depth(index.row())), cell.top(), FOLD, cell.height() - 1)

    def _on_fold(self, index: Index, where: QPointF) -> bool:
        if not index.isValid() or index.column() != self._named or not self._lines.can_fold(index.row()):
            return False
        return self.fold_rect(index).adjusted(-4, 0, 4, 0).contains(where)

    def _step_sideways(self, row: int, *, into: bool) -> None:
        """Right expands, then enters; Left collapses, then leaves."""
        if self._lines.can_fold(row) and self._lines.is_folded(row) == into:
            self._lines.turn(row)
            return
        target = row + 1 if into and self._lines.can_fold(row) else None if into else self._lines.parent_row(row)
        if target is not None:
            self.setCurrentIndex(self._lines.index(target, self._named))

    def _select(self, rows: Sequence[int], current: int) -> None:
        last = self._lines.columnCount() - 1
        selection = QItemSelection()
        for row in rows:
            selection.select(self._lines.index(row, 0), self._lines.index(row, last))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self._lines.index(current, self._named), flags.NoUpdate)
        self.selectionModel().select(selection, flags.ClearAndSelect)

    def _keep(self) -> None:
        self._resetting = True
        self._current = self._lines.key(self.currentIndex().row())
        self._kept = [key for key in map(self._lines.key, self.chosen_rows()[:MOST_KEPT]) if key is not None]

    def _restore(self) -> None:
        """Keep the selected lines and the current one, at their new rows."""
        row = None if self._current is None else self._lines.row_of(self._current)
        rows = [kept_row for kept_row in map(self._lines.row_of, self._kept) if kept_row is not None]
        if row is not None:
            self._select(rows or [row], row)
        self._resetting = False
        self.chosen.emit()


def fold_left(depth: int) -> int:
    """Where in its column the mark of a line that folds begins, by how far the line is put in."""
    return PADDING + STEP * depth - 2
