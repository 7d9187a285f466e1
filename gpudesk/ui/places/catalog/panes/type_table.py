"""The view of the table of types."""

from PySide6.QtCore import QElapsedTimer, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QDrag, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gpudesk.ui.places.catalog.models.type_columns import Special
from gpudesk.ui.places.catalog.models.type_table_model import TypeTableModel
from gpudesk.ui.places.catalog.panes.type_rows import TypeRows
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.parts.frozen_column_header import SORT_MARK
from gpudesk.ui.toolkit.parts.frozen_column_table import StillTable
from gpudesk.ui.toolkit.parts.kept_rows import Place
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("TypeTableView")

_LEAST = {Special.MODEL: 150, Special.VENDOR: 96}
_MOST = {Special.MODEL: 300, Special.VENDOR: 120, Special.FAMILY: 130}
_ROOMY = {Special.MODEL: 340}
"""Wider columns for models longer than the sampled ones, if there is room."""
_WIDEST = 420
_LEAST_FACT = 54
_MOST_FACT = 150
_MOST_HEAD = 92
"""A longer header is elided, and shown in full in its tooltip."""
_LOOKED_AT = 30
"""Number of rows sampled for the column width."""
_MARGIN = 18
_NUMBER_SLACK = 12
"""For figures that are longer than those looked at."""
_ICON = 22
_SIDE_STEP = 64
"""How far Left and Right scroll, px."""
CHOOSING_MS = 60
"""A row change sooner than this is navigation through the rows, during which details are not read."""
_Index = QModelIndex | QPersistentModelIndex


class TypeTableView(StillTable):
    """Rows of types, selected here and dragged into the rack drawing. The first column is fixed.

    Signals:
        row_changed(str): another type is current, "" for none.
        entered(str): Enter or a double click on a type.
    """

    row_changed = Signal(str)
    entered = Signal(str)

    def __init__(self, model: TypeTableModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(tr("Types"))
        self._types = model
        self._laid_out: tuple[str, ...] = ()
        self._since_key = QElapsedTimer()
        self._hurried = False
        self._wishes: list[tuple[int, int]] = []
        self._spreading = False
        self._drawn = False
        self._rows = TypeRows(model)
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head = self.head
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        model.modelReset.connect(self._lay_out)
        model.modelReset.connect(self._rows.forget)
        self.head.sectionResized.connect(lambda *_: self._draw())

    @property
    def hurried(self) -> bool:
        """Whether the current row changes during fast keyboard navigation."""
        return self._hurried

    def key(self) -> str:
        """The key of the current type, "" for none."""
        index = self.currentIndex()
        return self._types.key_at(index.row()) if index.isValid() else ""

    def keys(self) -> list[str]:
        """The keys of the selected types, in the order of the rows."""
        return [self._types.key_at(index.row()) for index in sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())]

    def go_to(self, key: str) -> bool:
        """Make a type the current one; False if it is not shown."""
        row = self._types.row_of(key)
        if row is None:
            return False
        index = self._types.index(row, 0)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        for index in (current, previous):
            self._update_row(index.row())
        self.row_changed.emit(self._types.key_at(current.row()) if current.isValid() else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and not self._drawn:
            self._spread()

    def paintEvent(self, event: QPaintEvent) -> None:
        high = theme.size("table_row")
        first = self.rowAt(event.rect().top())
        if first < 0:
            return
        top = self.rowViewportPosition(first)
        chosen, root = self.selectionModel(), QModelIndex()
        rows = []
        for row in range(first, self._types.rowCount()):
            if top > event.rect().bottom():
                break
            rows.append((row, top, chosen.isRowSelected(row, root)))
            top += high
        moving, still = self._places()
        painter = QPainter(self.viewport())
        self._rows.set_widths([self.columnWidth(column) for column in range(self._types.columnCount())])
        self._rows.paint(painter, rows, moving, still, self.viewport().width(), high, self.hovered_row())
        wide = min(self.head.length() - self.head.offset(), self.viewport().width())
        if still is not None:
            self.paint_edge(painter, still.width)
        if self.hasFocus() and self.currentIndex().isValid():
            self._rows.paint_ring(painter, self.rowViewportPosition(self.currentIndex().row()), wide, high)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._update_row(self.currentIndex().row())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._update_row(self.currentIndex().row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._hurried = event.isAutoRepeat() or (self._since_key.isValid() and not self._since_key.hasExpired(CHOOSING_MS))
        self._since_key.start()
        self._take_key(event)
        self._hurried = False

    def _take_key(self, event: QKeyEvent) -> None:
        key, bar = event.key(), self.horizontalScrollBar()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.key():
            self.entered.emit(self.key())
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            bar.setValue(bar.value() + (_SIDE_STEP if key == Qt.Key.Key_Right else -_SIDE_STEP))
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End} and not event.modifiers() and self._types.rowCount():
            self.setCurrentIndex(self._types.index(0 if key == Qt.Key.Key_Home else self._types.rowCount() - 1, 0))
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.entered.emit(self._types.key_at(index.row()))

    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        indexes = self.selectedIndexes()
        if indexes:
            drag = QDrag(self)
            drag.setMimeData(self._types.mimeData(indexes))
            drag.exec(Qt.DropAction.CopyAction)

    def _places(self) -> tuple[list[Place], Place | None]:
        """The visible columns, and the fixed one while others are scrolled below it."""
        head = self.head
        width = self.viewport().width()
        shift = head.offset()
        places = []
        for column in range(1 if shift else 0, self._types.columnCount()):
            left, wide = head.sectionViewportPosition(column), head.sectionSize(column)
            if left < width and left + wide > 0:
                places.append(Place(column, left, wide))
        return places, Place(0, 0, head.sectionSize(0)) if shift else None

    def _update_row(self, row: int) -> None:
        if row >= 0:
            self.viewport().update(QRect(0, self.rowViewportPosition(row), self.viewport().width(), theme.size("table_row")))

    def _lay_out(self) -> None:
        """Set the widths of new columns; user-defined widths stay while the columns stay."""
        names = tuple(column.name for column in self._types.columns())
        if names == self._laid_out or not self._types.rowCount():
            return
        self._laid_out = names
        self.head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._wishes = [self._fitting(place) for place in range(len(names))]
        self._drawn = False
        self._spread()

    def _spread(self) -> None:
        """Distribute the available width to the columns, from left to right, up to their preferred width."""
        spare = self.viewport().width() - sum(width for width, _ in self._wishes)
        self._spreading = True
        for place, (width, whole) in enumerate(self._wishes):
            more = min(max(whole - width, 0), max(spare, 0))
            spare -= more
            self.setColumnWidth(place, width + more)
        self._spreading = False

    def _draw(self) -> None:
        """The user resized a column: from now on the widths are user-defined."""
        self._drawn = self._drawn or not self._spreading

    def _fitting(self, place: int) -> tuple[int, int]:
        """The width at which most texts of a column, and a short header, fit; and the preferred width."""
        column = self._types.columns()[place]
        special = Special(column.name) if column.name in list(Special) else None
        step = max(self._types.rowCount() // _LOOKED_AT, 1)
        widest = 0.0
        for row in range(0, self._types.rowCount(), step):
            widest = max(widest, fonts.text_width(self._types.cell_text(row, place), "body", tabular=True))
        slack = _NUMBER_SLACK if column.number and special is None else 0
        content = widest + _MARGIN + slack + (_ICON if special is Special.MODEL else 0)
        head = fonts.text_width(column.title, "caption", strong=True) + _MARGIN + SORT_MARK
        least = _LEAST.get(special, _LEAST_FACT) if special is not None else _LEAST_FACT
        most = _MOST.get(special, _MOST_FACT) if special is not None else _MOST_FACT
        whole = max(content, head, _ROOMY.get(special, 0) if special is not None else 0)
        return round(min(max(content, min(head, _MOST_HEAD), least), most)), round(min(whole, _WIDEST))
