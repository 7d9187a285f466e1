"""The table of problems: its keys and the widths of its columns."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gpudesk.checks.finding import Finding
from gpudesk.ui.models.problem_rows import Column
from gpudesk.ui.models.problems_model import ProblemsModel
from gpudesk.ui.widgets.table import MARK_COLUMN_WIDTH, DeskTable, TableRole

# Share of the width beside the mark, and the least width, of each column.
_SHARES = {
    Column.PROBLEM: (0.40, 160),
    Column.WHERE: (0.22, 90),
    Column.FOUND: (0.10, 84),
    Column.REQUIRED: (0.11, 84),
    Column.MEND: (0.17, 100),
}


class ProblemsView(DeskTable):
    """Rows of one finding each.

    Signals:
        go_requested(Finding): a row was entered.
        mend_requested(Finding): its button was pressed.
        row_changed(): another row is current.
    """

    go_requested = Signal(object)
    mend_requested = Signal(object)
    row_changed = Signal()

    def __init__(self, model: ProblemsModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Problems"))
        self._problems = model
        self._by_hand = False
        self._laying_out = False
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.cell_pressed.connect(lambda index: self.mend_requested.emit(self._problems.finding_at(index.row())))
        self.set_mark_column(Column.MARK)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setSectionResizeMode(Column.MARK, QHeaderView.ResizeMode.Fixed)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.sectionResized.connect(self._resized)
        self.setSortingEnabled(True)

    def finding(self) -> Finding | None:
        """The finding of the current row."""
        index = self.currentIndex()
        return self._problems.finding_at(index.row()) if index.isValid() else None

    def go_to_line(self, line: int) -> None:
        """Make a row the current one and show it."""
        index = self._problems.index(line, Column.PROBLEM)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def currentChanged(self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex) -> None:
        super().currentChanged(current, previous)
        self.row_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        finding = self.finding()
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and event.modifiers() in _NO_MODIFIERS and finding is not None:
            self.go_requested.emit(finding)
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            # Rows are the unit here; sideways the keys only scroll.
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() + (40 if key == Qt.Key.Key_Right else -40))
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not index.data(TableRole.BUTTON):
            self.go_requested.emit(self._problems.finding_at(index.row()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._by_hand:
            self._lay_out_columns()

    def _lay_out_columns(self) -> None:
        room = self.viewport().width() - MARK_COLUMN_WIDTH
        widths = {column: max(least, int(room * share)) for column, (share, least) in _SHARES.items()}
        widths[Column.PROBLEM] = max(_SHARES[Column.PROBLEM][1], room - sum(widths.values()) + widths[Column.PROBLEM])
        self._laying_out = True
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self._laying_out = False

    def _resized(self, _section: int, _before: int, _now: int) -> None:
        if not self._laying_out:
            self._by_hand = True


_NO_MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
