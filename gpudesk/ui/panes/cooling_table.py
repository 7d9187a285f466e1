"""The view of the cooling: a tree that folds by click and by Left and Right."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpudesk.derived.branches import Key
from gpudesk.ui import icons, theme
from gpudesk.ui.models.cooling_model import CoolingColumn, CoolingModel
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.panes.still_table import StillTable, spread
from gpudesk.ui.widgets.marks import ERROR
from gpudesk.ui.widgets.table import DeskTableDelegate

_STEP = 14
"""How far a level is put in, px."""
_FOLD = 16
_PADDING = 8
_BAR_WIDTH, _BAR_HEIGHT = 40, 8
_WIDTHS = {
    CoolingColumn.KIND: 120,
    CoolingColumn.HEAT: 96,
    CoolingColumn.TAKEN: 110,
    CoolingColumn.SHARE: 118,
    CoolingColumn.NEEDED: 118,
    CoolingColumn.GIVEN: 118,
    CoolingColumn.SPARE: 84,
}
Index = QModelIndex | QPersistentModelIndex


class CoolingTable(StillTable):
    """Rows of the cooling, chosen one or several at once.

    Signals:
        chosen(): other rows are selected.
        entered(): Enter or two clicks on a row.
    """

    chosen = Signal()
    entered = Signal()

    def __init__(self, model: CoolingModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Cooling of halls, with its units and racks"))
        self._lines = model
        self._current: Key | None = None
        self._resetting = False
        self.setModel(model)
        self.setItemDelegate(_CoolingDelegate(self, model))
        self.set_mark_column(CoolingColumn.MARK)
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

    def objects(self) -> list[ObjectRef]:
        """What the selected rows are, each once."""
        found = (self._lines.object(index.row()) for index in self.selectionModel().selectedRows())
        return list(dict.fromkeys(ref for ref in found if ref is not None))

    def go_to(self, key: Key) -> bool:
        """Make a line the current one, opening what it stands below; False where it is not shown."""
        self._lines.reveal(key)
        row = self._lines.row_of(key)
        if row is None:
            return False
        self.setCurrentIndex(self._lines.index(row, CoolingColumn.NAME))
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            spread(self, CoolingColumn.NAME)

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
        return QRectF(cell.left() + _PADDING + _STEP * self._lines.depth(index.row()) - 2, cell.top(), _FOLD, cell.height() - 1)

    def _on_fold(self, index: Index, where: QPointF) -> bool:
        if not index.isValid() or index.column() != CoolingColumn.NAME or not self._lines.can_fold(index.row()):
            return False
        return self.fold_rect(index).adjusted(-4, 0, 4, 0).contains(where)

    def _step_sideways(self, row: int, *, into: bool) -> None:
        """Right opens, then goes in; Left folds, then goes out."""
        if self._lines.can_fold(row) and self._lines.is_folded(row) == into:
            self._lines.turn(row)
            return
        target = row + 1 if into and self._lines.can_fold(row) else None if into else self._lines.parent_row(row)
        if target is not None:
            self.setCurrentIndex(self._lines.index(target, CoolingColumn.NAME))

    def _keep(self) -> None:
        self._resetting = True
        self._current = self._lines.key(self.currentIndex().row())

    def _restore(self) -> None:
        """The current line stays the current one, wherever it is now."""
        row = None if self._current is None else self._lines.row_of(self._current)
        if row is not None:
            self.setCurrentIndex(self._lines.index(row, CoolingColumn.NAME))
        self._resetting = False
        self.chosen.emit()


class _CoolingDelegate(DeskTableDelegate):
    def __init__(self, table: CoolingTable, model: CoolingModel) -> None:
        super().__init__(table)
        self._view, self._lines = table, model

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        row = index.row()
        if index.column() == CoolingColumn.NAME and self._lines.is_tree:
            if self._lines.can_fold(row):
                ink = theme.current().text.secondary if selected else theme.current().text.tertiary
                place = self._view.fold_rect(index).adjusted(2, 0, -2, 0)
                icons.paint(painter, "chevron-right" if self._lines.is_folded(row) else "chevron-down", place, ink)
            rect = rect.adjusted(_STEP * self._lines.depth(row) + _FOLD, 0, 0, 0)
        super().paint_cell(painter, rect, index, selected)
        if index.column() == CoolingColumn.SHARE:
            self._paint_bar(painter, rect, self._lines.share(row))

    def _paint_bar(self, painter: QPainter, rect: QRectF, share: float) -> None:
        """How much of what there is is used."""
        if share != share:  # noqa: PLR0124 - NaN differs from itself
            return
        colours = theme.current()
        left, top = rect.left() + 8, round(rect.center().y() - _BAR_HEIGHT / 2)
        painter.fillRect(QRectF(left, top, _BAR_WIDTH, _BAR_HEIGHT), colours.border.default)
        painter.fillRect(QRectF(left + 1, top + 1, _BAR_WIDTH - 2, _BAR_HEIGHT - 2), colours.surface.sunken)
        ink = colours.severity[ERROR].colour if share > 1 + 1e-6 else colours.text.tertiary
        painter.fillRect(QRectF(left + 1, top + 1, (_BAR_WIDTH - 2) * min(share, 1.0), _BAR_HEIGHT - 2), ink)
