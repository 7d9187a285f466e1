"""The process table: in the tree, branches collapse and expand with a click or Left and Right."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gpudesk.monitor.host.process_branches import Branch
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable, DeskTableDelegate

COMMAND = 10
"""The column with the branch lines before its text."""
_PADDING = 8
_STEP = 14
"""How far a level is put in, px."""
_FOLD = 16
"""The room of the mark of a line that folds, px."""
_DEEPEST_SHARE = 0.4
"""So much of its column the branches take at most: a tree may be deeper than that is wide."""
Index = QModelIndex | QPersistentModelIndex


class ProcessTable(DeskTable):
    """A table whose rows can form a tree.

    Attributes:
        branches: tree positions of the first rows; empty for a list.

    Signals:
        turned(object): the process with this PID is to be collapsed or expanded.
    """

    turned = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.branches: Sequence[Branch] = ()
        self.setItemDelegate(_ProcessDelegate(self))

    def branch(self, row: int) -> Branch | None:
        """Tree position of a row; None for a list, and for a row without a process."""
        return self.branches[row] if 0 <= row < len(self.branches) else None

    def fold_rect(self, index: Index) -> QRectF:
        """Where the mark of a row that folds is."""
        cell = QRectF(self.visualRect(index))
        branch = self.branch(index.row())
        return QRectF(cell.left() + branch_left(0 if branch is None else branch.depth, cell.width()), cell.top(), _FOLD, cell.height() - 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        branch = self.branch(index.row())
        if event.button() == Qt.MouseButton.LeftButton and branch is not None and self._on_fold(index, branch, event.position()):
            self.setCurrentIndex(index)
            self.turned.emit(branch.pid)
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.currentIndex().row(), event.key()
        branch = self.branch(row)
        if branch is None or event.modifiers() or key not in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            super().keyPressEvent(event)
        elif branch.below and branch.folded == (key == Qt.Key.Key_Right):
            self.turned.emit(branch.pid)
        else:
            # Left goes out to what it is below, Right goes in.
            inner = key == Qt.Key.Key_Right and branch.below
            target = row + 1 if inner else None if key == Qt.Key.Key_Right else self._row_of(branch.parent)
            if target is not None:
                self.setCurrentIndex(self.model().index(target, 0))

    def _row_of(self, pid: int | None) -> int | None:
        return next((row for row, branch in enumerate(self.branches) if branch.pid == pid), None)

    def _on_fold(self, index: Index, branch: Branch, where: QPointF) -> bool:
        return index.column() == COMMAND and branch.below > 0 and self.fold_rect(index).adjusted(-4, 0, 4, 0).contains(where)


class _ProcessDelegate(DeskTableDelegate):
    def __init__(self, table: ProcessTable) -> None:
        super().__init__(table)
        self._processes = table

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        branch = self._processes.branch(index.row()) if index.column() == COMMAND else None
        if branch is not None:
            self._paint_lines(painter, rect, branch)
            left = rect.left() + branch_left(branch.depth, rect.width())
            ink = theme.current().text.secondary if selected else theme.current().text.tertiary
            if branch.below:
                place = QRectF(left + 2, rect.top(), _FOLD - 4, rect.height() - 1)
                icons.paint(painter, "chevron-right" if branch.folded else "chevron-down", place, ink)
            left += _FOLD
            if branch.folded:
                place = QRectF(left + 4, rect.top(), rect.right() - left, rect.height() - 1)
                left += 4 + painting.text(painter, place, f"+{branch.below}", fonts.font("body", tabular=True), ink)
            rect = QRectF(rect).adjusted(left + 4 - _PADDING - rect.left(), 0, 0, 0)
        super().paint_cell(painter, rect, index, selected)

    def _paint_lines(self, painter: QPainter, rect: QRectF, branch: Branch) -> None:
        """Paint the lines from the parent to a process."""
        painter.setPen(QPen(theme.current().border.default, 1))
        middle = int(rect.center().y()) + 0.5
        for level, last in enumerate(branch.last):
            x = int(rect.left() + branch_left(level, rect.width()) + _FOLD / 2) + 0.5
            own = level == branch.depth - 1
            if own or not last:
                painter.drawLine(QPointF(x, rect.top()), QPointF(x, middle if own and last else rect.bottom()))
            if own:
                end = rect.left() + branch_left(branch.depth, rect.width()) + (2 if branch.below else _FOLD)
                painter.drawLine(QPointF(x, middle), QPointF(end, middle))


def branch_left(depth: int, width: float) -> float:
    """Where in a column of a width the mark of a line begins, by how far the line is put in, px."""
    return _PADDING - 2 + min(_STEP * depth, width * _DEEPEST_SHARE)
