"""An editable table wider than its place: the first column, with the row names, stays visible."""

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from gpudesk.ui.toolkit.parts.edit_table import EditTable
from gpudesk.ui.toolkit.parts.plain_table import PlainTableModel
from gpudesk.ui.toolkit.theme import theme


class KeptTable(EditTable):
    """The first column is drawn again at the left edge when the others are scrolled under it."""

    def __init__(self, name: str, model: PlainTableModel, parent: QWidget | None = None) -> None:
        super().__init__(name, model, parent)
        head = _KeptHead(self)
        old = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setFixedHeight(old.height())
        head.setMinimumSectionSize(old.minimumSectionSize())
        head.setTextElideMode(old.textElideMode())
        self.setHorizontalHeader(head)

    def kept_width(self) -> int:
        """Width that the fixed column covers at the left edge, px; 0 while it is in its own position."""
        return self.columnWidth(0) if self.horizontalHeader().offset() > 0 else 0

    def indexAt(self, pos: QPoint) -> QModelIndex:
        if 0 <= pos.x() < self.kept_width():
            row = self.rowAt(pos.y())
            return self.model().index(row, 0) if row >= 0 else QModelIndex()
        return super().indexAt(pos)

    def visualRect(self, index: QModelIndex) -> QRect:  # type: ignore[override]
        rect = super().visualRect(index)
        if index.isValid() and index.column() == 0 and self.kept_width():
            rect.moveLeft(0)
        return rect

    def scrollTo(self, index: QModelIndex, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible) -> None:  # type: ignore[override]
        across = self.horizontalScrollBar()
        before = across.value()
        super().scrollTo(index, hint)
        if not index.isValid() or index.column() == 0:
            # It is in sight wherever the others are.
            across.setValue(before)
            return
        hidden = self.columnWidth(0) - self.columnViewportPosition(index.column())
        if across.value() > 0 and hidden > 0:
            across.setValue(across.value() - hidden)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if dx:
            # The kept column does not move with the rest.
            self.viewport().update()
            self.horizontalHeader().viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        width = self.kept_width()
        if not width:
            return
        painter = QPainter(self.viewport())
        clip = QRect(0, event.rect().top(), width, event.rect().height())
        painter.setClipRect(clip)
        painter.fillRect(clip, theme.current().surface.panel)
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        first, last = self.rowAt(max(clip.top(), 0)), self.rowAt(clip.bottom())
        rows = self.model().rowCount()
        for row in range(max(first, 0), (last if last >= 0 else rows - 1) + 1):
            index = self.model().index(row, 0)
            option.rect = QRect(0, self.rowViewportPosition(row), width, self.rowHeight(row))
            option.state &= ~QStyle.StateFlag.State_Selected
            if self.selectionModel().isRowSelected(row, QModelIndex()):
                option.state |= QStyle.StateFlag.State_Selected
            self.itemDelegate().paint(painter, option, index)
        painter.fillRect(QRect(width - 1, clip.top(), 1, clip.height()), theme.current().border.default)


class _KeptHead(QHeaderView):
    """The header of the fixed column stays with it."""

    def __init__(self, table: KeptTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setSectionsClickable(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        width = self._table.kept_width()
        if width:
            self.paintSection(QPainter(self.viewport()), QRect(0, 0, width, self.height()), 0)
