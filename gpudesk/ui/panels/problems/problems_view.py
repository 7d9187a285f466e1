"""The table of problems: its keys, the heads of its groups and the widths of its columns."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from gpudesk.checks.findings.finding import Finding
from gpudesk.ui.panels.problems.problem_rows import Column
from gpudesk.ui.panels.problems.problem_texts import Head
from gpudesk.ui.panels.problems.problems_model import HEAD_ROLE, ProblemsModel
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.style.button_styles import chevron
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import MARK_COLUMN_WIDTH, DeskTable, DeskTableDelegate, TableRole
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity
from gpudesk.ui.toolkit.widgets.tag import paint_tag, tag_size

tr = text_context("ProblemsView")

Index = QModelIndex | QPersistentModelIndex
# Share of the width next to the mark, and the least width, of each column.
_SHARES = {
    Column.PROBLEM: (0.40, 160),
    Column.WHERE: (0.22, 90),
    Column.FOUND: (0.10, 84),
    Column.REQUIRED: (0.11, 84),
    Column.FIX: (0.17, 100),
}
_STEP_IN = 16
"""Indentation of a nested head."""
_NO_MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class ProblemsView(DeskTable):
    """Rows of one finding each, between heads of groups. Left and Right fold and unfold; a click on a head does as well.

    Signals:
        go_requested(Finding): a row was entered.
        fix_requested(int): the button in this row was pressed.
        row_changed(): another row is current.
    """

    go_requested = Signal(object)
    fix_requested = Signal(int)
    row_changed = Signal()

    def __init__(self, model: ProblemsModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(tr("Problems"))
        self._problems = model
        self._by_hand = False
        self._laying_out = False
        self.setModel(model)
        self.setItemDelegate(_ProblemsDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.cell_pressed.connect(lambda index: self.fix_requested.emit(index.row()))
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
        """The finding of the current row; None at the head of a group."""
        line = self.line()
        return None if line is None or self._problems.key_at(line) is not None else self._problems.finding_at(line)

    def line(self) -> int | None:
        """The current row."""
        index = self.currentIndex()
        return index.row() if index.isValid() else None

    def go_to_line(self, line: int) -> None:
        """Make a row the current one and show it."""
        index = self._problems.index(line, Column.PROBLEM)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.row_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line, key = self.line(), event.key()
        plain = event.modifiers() in _NO_MODIFIERS
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and plain and line is not None:
            self._enter(line)
        elif key in {Qt.Key.Key_Left, Qt.Key.Key_Right} and plain:
            self._sideways(line, forward=key == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def _enter(self, line: int) -> None:
        head = self._problems.head_at(line)
        if head is None:
            self.go_requested.emit(self._problems.finding_at(line))
        else:
            self._problems.fold(line, not head.folded)

    def _sideways(self, line: int | None, *, forward: bool) -> None:
        """As in a tree: Right unfolds and then enters, Left folds and then leaves. Without groups the keys only scroll."""
        head = None if line is None else self._problems.head_at(line)
        over = None if line is None else self._problems.head_over(line)
        if line is not None and head is not None and head.folded == forward:
            self._problems.fold(line, not forward)
        elif line is not None and head is not None and forward:
            self.go_to_line(line + 1)
        elif over is not None and not forward:
            self.go_to_line(over)
        else:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() + (40 if forward else -40))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        head = index.data(HEAD_ROLE) if index.isValid() else None
        if head is not None and event.button() == Qt.MouseButton.LeftButton and not self._is_on_button(index, event.position()):
            self._problems.fold(index.row(), not head.folded)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.data(HEAD_ROLE) is None and not index.data(TableRole.BUTTON):
            self.go_requested.emit(self._problems.finding_at(index.row()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._by_hand:
            self._lay_out_columns()

    def head_rect(self, row: int) -> QRect:
        """Rectangle of a group title: from the problem column to the one before the fix."""
        first, last = (self.visualRect(self._problems.index(row, column)) for column in (Column.PROBLEM, Column.REQUIRED))
        return first.united(last)

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


class _ProblemsDelegate(DeskTableDelegate):
    """Draws the head of a group over all columns: each cell paints its part of it."""

    def __init__(self, view: ProblemsView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        head = index.data(HEAD_ROLE)
        if head is None:
            super().paint(painter, option, index)
            return
        colours, rect = theme.current(), option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = index.row() == self._view.hovered_row()
        painter.fillRect(rect, colours.selection if selected else colours.hover if hovered else colours.surface.sunken)
        painting.bottom_line(painter, rect, colours.border.subtle)
        painter.save()
        painter.setClipRect(rect)
        if index.column() == Column.MARK:
            self._paint_fold(painter, QRectF(rect), head)
        elif index.column() == Column.FIX:
            self.paint_cell(painter, QRectF(rect), index, selected)
        else:
            self._paint_head(painter, QRectF(self._view.head_rect(index.row())), head)
        painter.restore()
        if self._view.hasFocus() and index.row() == self._view.currentIndex().row():
            self._paint_focus(painter, rect, index)

    def _paint_fold(self, painter: QPainter, rect: QRectF, head: Head) -> None:
        arrow = QRectF(rect.center().x() - 8, rect.top(), 16, rect.height() - 1)
        chevron(painter, arrow, theme.current().text.secondary, "right" if head.folded else "down")

    def _paint_head(self, painter: QPainter, rect: QRectF, head: Head) -> None:
        """Mark, title, and at the right end how many of each severity."""
        colours, badge = theme.current(), theme.size("badge")
        area = rect.adjusted(8 + _STEP_IN * head.depth, 0, -8, -1)
        right = area.right()
        for severity, count in reversed(list(zip(("error", "warning", "info"), head.counts, strict=True))):
            if count:
                words = format_number(count)
                width = float(tag_size(words, severity).width())
                paint_tag(painter, QRectF(right - width, rect.center().y() - badge / 2, width, badge), words, severity)
                right -= width + 4
        if head.excluded:
            words = format_number(head.excluded)
            width = fonts.text_width(words, "caption", tabular=True)
            place = QRectF(right - width, area.top(), width + 1, area.height())
            painting.text(painter, place, words, fonts.font("caption", tabular=True), colours.text.tertiary)
            icons.paint(painter, "exclude", QRectF(place.left() - 16, area.top(), 13, area.height()), colours.text.tertiary)
            right = place.left() - 22
        if head.worst:
            paint_severity(painter, QRectF(area.left(), area.top(), 14, area.height()), head.worst)
        area.setLeft(area.left() + 20)
        area.setRight(right - 6)
        painting.text(painter, area, head.title, fonts.font("caption", strong=True), colours.text.primary)
