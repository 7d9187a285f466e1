"""A table whose first column stays in place while the others scroll."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem, QWidget

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.parts.frozen_column_header import StillHeader
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable

Index = QModelIndex | QPersistentModelIndex


class StillTable(DeskTable):
    """Draws its first column over the others, and redirects its events to it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.head = StillHeader(self)
        self.setHorizontalHeader(self.head)
        self.head.setHighlightSections(False)
        self.head.setFixedHeight(theme.size("table_head"))
        self.head.setMinimumSectionSize(theme.size("hit_min"))
        # What stands still is not scrolled along with the rest.
        self.horizontalScrollBar().valueChanged.connect(lambda _: self._paint_anew())
        self.head.sectionResized.connect(lambda *_: self._paint_anew())

    def visualRect(self, index: Index) -> QRect:
        rect = super().visualRect(index)
        return rect.translated(self.horizontalHeader().offset(), 0) if index.isValid() and index.column() == 0 else rect

    def indexAt(self, point: QPoint) -> QModelIndex:
        # Qt asks while the table is being made, before it has this head.
        head = self.horizontalHeader()
        still = isinstance(head, StillHeader) and 0 <= point.x() < head.still_width()
        return super().indexAt(point - QPoint(head.offset(), 0) if still else point)

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible) -> None:
        # Rows are chosen whole: going to one never scrolls sideways.
        bar = self.horizontalScrollBar()
        value = bar.value()
        super().scrollTo(index, hint)
        bar.setValue(value)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        wide = self.head.still_width()
        row = self.rowAt(event.rect().top())
        if not wide or row < 0:
            return
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        plain = option.state
        while row < self.model().rowCount() and self.rowViewportPosition(row) <= event.rect().bottom():
            index = self.model().index(row, 0)
            option.rect = QRect(0, self.rowViewportPosition(row), wide, self.rowHeight(row))
            chosen = self.selectionModel().isRowSelected(row, QModelIndex())
            option.state = plain | QStyle.StateFlag.State_Selected if chosen else plain
            painter.fillRect(option.rect, theme.current().surface.panel)
            self.itemDelegate().paint(painter, option, index)
            row += 1
        self.paint_edge(painter, wide)

    def paint_edge(self, painter: QPainter, wide: int) -> None:
        """Paint the line to the right of the fixed column."""
        high = self.rowViewportPosition(self.model().rowCount() - 1) + theme.size("table_row")
        painting.right_line(painter, QRect(0, 0, wide, high), theme.current().border.default)

    def _paint_anew(self) -> None:
        self.viewport().update()
        self.head.viewport().update()


def spread(table: StillTable, column: int) -> None:
    """Give a column the room that the others leave, and never less than `LEAST_SPREAD`."""
    others = sum(table.columnWidth(other) for other in range(table.model().columnCount()) if other != column)
    table.setColumnWidth(column, max(table.viewport().width() - others, LEAST_SPREAD))


LEAST_SPREAD = 200
"""A name is read in so much room, px; a table that has less scrolls sideways."""
