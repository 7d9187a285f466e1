"""The one kind of table: rows of 24 px, hairlines, marks, units, confidence and a button in a row."""

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.confidence_badge import badge_width, paint_badge
from gpudesk.ui.toolkit.widgets.severity_marks import paint_confidence, paint_severity

MARK_COLUMN_WIDTH = 32
_PADDING = 8
_BUTTON_HEIGHT = 20
_MARK = 12
_WORDS_FROM = 200
"""Minimum width at which a column has space for a value and its confidence text."""


class TableRole(IntEnum):
    """Data that a model can provide for a cell in addition to its text."""

    SEVERITY = Qt.ItemDataRole.UserRole + 101  # "error", "warning", …: the mark before the text
    UNIT = Qt.ItemDataRole.UserRole + 102  # text after a thin space, in a quieter ink
    CONFIDENCE = Qt.ItemDataRole.UserRole + 103  # mark and word at the right end
    STEP = Qt.ItemDataRole.UserRole + 104  # step of the type scale, "body" if left out
    INK = Qt.ItemDataRole.UserRole + 105  # dotted token name, "text.primary" if left out
    BUTTON = Qt.ItemDataRole.UserRole + 106  # the cell is a button with this word
    LINK = Qt.ItemDataRole.UserRole + 107  # True: the text is a figure that opens
    ICON = Qt.ItemDataRole.UserRole + 108  # name of an icon before the text
    STILL = Qt.ItemDataRole.UserRole + 110  # True: the cell's button cannot be pressed now
    LIT = Qt.ItemDataRole.UserRole + 109  # True: the ground says that the cell differs from its neighbors


Index = QModelIndex | QPersistentModelIndex


class DeskTable(QTableView):
    """Rows are selected whole. A click on the button or link of a cell emits `cell_pressed`; Enter emits `activated`."""

    cell_pressed = Signal(QModelIndex)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._hovered_row = -1
        self.setItemDelegate(DeskTableDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(theme.size("table_row"))
        rows.setDefaultSectionSize(theme.size("table_row"))
        head = self.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setHighlightSections(False)
        head.setFixedHeight(theme.size("table_head"))
        head.setMinimumSectionSize(theme.size("hit_min"))
        head.setStretchLastSection(True)
        head.setTextElideMode(Qt.TextElideMode.ElideRight)

    def hovered_row(self) -> int:
        """The row under the pointer, -1 if none."""
        return self._hovered_row

    def set_mark_column(self, column: int) -> None:
        """Make a column just wide enough for a severity mark."""
        head = self.horizontalHeader()
        head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        head.resizeSection(column, MARK_COLUMN_WIDTH)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        self._hover(index.row())
        inside = index.isValid() and self._is_on_button(index, event.position())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if inside else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        left = event.button() == Qt.MouseButton.LeftButton
        if left and index.isValid() and self._is_on_button(index, event.position()):
            self.cell_pressed.emit(index)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Esc belongs to the window: it steps out one level.
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def moveCursor(self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        # Home and End go to the ends of a row's cells; where rows are chosen whole they go to the first and the last row.
        ends = {QAbstractItemView.CursorAction.MoveHome, QAbstractItemView.CursorAction.MoveEnd}
        if cursorAction in ends and self.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows:
            modifiers |= Qt.KeyboardModifier.ControlModifier
        return super().moveCursor(cursorAction, modifiers)

    def _hover(self, row: int) -> None:
        if row == self._hovered_row:
            return
        before, self._hovered_row = self._hovered_row, row
        for changed in (before, row):
            if changed >= 0:
                top, height = self.rowViewportPosition(changed), theme.size("table_row")
                self.viewport().update(QRect(0, top, self.viewport().width(), height))

    def _is_on_button(self, index: QModelIndex, position: QPointF) -> bool:
        if index.data(TableRole.LINK):
            return True
        words = index.data(TableRole.BUTTON)
        return bool(words) and button_rect(self.visualRect(index), str(words)).contains(position)


class DeskTableDelegate(QStyledItemDelegate):
    """Paints a cell of a DeskTable."""

    def __init__(self, table: DeskTable) -> None:
        super().__init__(table)
        self._table = table

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        words = str(index.data(Qt.ItemDataRole.DisplayRole) or "") + str(index.data(TableRole.UNIT) or "")
        width = fonts.text_width(words, str(index.data(TableRole.STEP) or "body"), tabular=True) + 2 * _PADDING + 4
        button = index.data(TableRole.BUTTON)
        if button:
            width += fonts.text_width(str(button), "caption") + 24
        return QSize(int(width), theme.size("table_row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if not self.paint_ground(painter, rect, index.row(), selected) and index.data(TableRole.LIT):
            painter.fillRect(rect.adjusted(0, 0, 0, -1), theme.current().severity["info"].surface)
        painter.save()
        painter.setClipRect(rect)
        self.paint_cell(painter, QRectF(rect), index, selected)
        painter.restore()
        self.paint_focus(painter, rect, index)

    def paint_ground(self, painter: QPainter, rect: QRect, row: int, selected: bool) -> bool:
        """Paint the background of a cell, with the line under it; returns whether its row is selected or hovered."""
        colours = theme.current()
        hovered = row == self._table.hovered_row()
        if selected or hovered:
            painter.fillRect(rect, colours.selection if selected else colours.hover)
        painting.bottom_line(painter, rect, colours.border.subtle)
        return selected or hovered

    def paint_focus(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the part of the current-row ring in this cell, if the cell is in that row and the table has the focus."""
        if self._table.hasFocus() and index.row() == self._table.currentIndex().row():
            self._paint_focus(painter, rect, index)

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        """Paint the content of a cell, on its background; tables with additional content paint it here."""
        area = rect.adjusted(_PADDING, 0, -_PADDING, -1)
        severity = index.data(TableRole.SEVERITY)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        if severity:
            mark = QRectF(area.left(), area.top(), 14, area.height())
            if text in {None, ""}:
                mark = QRectF(rect.center().x() - 7, area.top(), 14, area.height())
            paint_severity(painter, mark, str(severity))
            area.setLeft(mark.right() + 6)
        icon = index.data(TableRole.ICON)
        if icon:
            place = QRectF(area.left(), area.top(), 16, area.height())
            icons.paint(painter, str(icon), place, theme.current().text.tertiary)
            area.setLeft(place.right() + 6)
        confidence = index.data(TableRole.CONFIDENCE)
        if confidence:
            # Next to a value in a narrow column the mark is alone.
            with_word = not text or rect.width() >= _WORDS_FROM
            width = badge_width(str(confidence)) if with_word else _MARK
            place = QRectF(area.right() - width, area.top(), width + 1, area.height())
            (paint_badge if with_word else paint_confidence)(painter, place, str(confidence))
            area.setRight(area.right() - width - 8)
        button = index.data(TableRole.BUTTON)
        if button:
            self._paint_button(
                painter, rect.toRect(), str(button), bool(index.flags() & Qt.ItemFlag.ItemIsEnabled) and not index.data(TableRole.STILL)
            )
        elif text not in {None, ""}:
            self._paint_text(painter, area, str(text), index, selected)

    def _paint_text(self, painter: QPainter, area: QRectF, text: str, index: Index, selected: bool) -> None:
        colours = theme.current()
        step = str(index.data(TableRole.STEP) or "body")
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        # Quiet ink is too quiet on a selected row.
        still = colours.text.secondary if selected else colours.text.tertiary
        ink = icons.colour_named(str(index.data(TableRole.INK) or "text.primary"))
        if ink == colours.text.tertiary:
            ink = still
        if not enabled:
            ink = colours.text.disabled
        elif text == MISSING:
            ink = still
        link = bool(index.data(TableRole.LINK))
        if link:
            ink = colours.text.link
        align = _horizontal(index.data(Qt.ItemDataRole.TextAlignmentRole))
        font = fonts.font(step, tabular=True)
        unit = str(index.data(TableRole.UNIT) or "")
        if unit and text != MISSING:
            unit_width = fonts.text_width(THIN_SPACE + unit, step, tabular=True)
            quiet = still if enabled else colours.text.disabled
            if align == Qt.AlignmentFlag.AlignRight:
                place = QRectF(area.right() - unit_width, area.top(), unit_width + 1, area.height())
            else:
                number_width = fonts.text_width(text, step, tabular=True)
                place = QRectF(area.left() + number_width, area.top(), unit_width + 1, area.height())
            painting.text(painter, place, THIN_SPACE + unit, font, quiet)
            area.setRight(area.right() - unit_width)
        # Of a name the end matters as much as the beginning, of a sentence it does not.
        elide = Qt.TextElideMode.ElideRight if text.endswith(".") else Qt.TextElideMode.ElideMiddle
        width = painting.text(painter, area, text, font, ink, align, elide=elide)
        if link:
            left = area.right() - width if align == Qt.AlignmentFlag.AlignRight else area.left()
            base = round(area.center().y() + fonts.line_height(step) / 2) - 1.5
            pen = QPen(ink, 1)
            pen.setDashPattern([1, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(left, base), QPointF(left + width, base))

    def _paint_button(self, painter: QPainter, rect: QRect, words: str, enabled: bool) -> None:
        colours = theme.current()
        place = button_rect(rect, words)
        line = colours.border.default if enabled else colours.border.subtle
        painting.frame(painter, place, colours.surface.raised if enabled else None, line, theme.radius("control"))
        ink = colours.text.primary if enabled else colours.text.disabled
        painting.text(painter, place.adjusted(5, 0, -5, 0), words, fonts.font("caption"), ink, Qt.AlignmentFlag.AlignHCenter)

    def _paint_focus(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the part of the current-row ring in this cell."""
        head = self._table.horizontalHeader()
        ring = theme.current().focus_ring
        painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), ring)
        painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), ring)
        shown = [section for section in range(head.count()) if not head.isSectionHidden(section)]
        order = sorted(shown, key=head.visualIndex)
        if order and index.column() == order[0]:
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), ring)
        if order and index.column() == order[-1]:
            painter.fillRect(QRect(rect.right() - 1, rect.top(), 2, rect.height()), ring)


def button_rect(cell: QRect, words: str) -> QRectF:
    """Rectangle of the button of a cell."""
    width = min(fonts.text_width(words, "caption") + 20, cell.width() - 2 * _PADDING)
    top = cell.top() + (cell.height() - 1 - _BUTTON_HEIGHT) / 2
    return QRectF(cell.left() + _PADDING, round(top), width, _BUTTON_HEIGHT)


def _horizontal(alignment: Any) -> Qt.AlignmentFlag:
    if alignment is None:
        return Qt.AlignmentFlag.AlignLeft
    alignment_flags = Qt.AlignmentFlag(int(alignment))
    for flag in (Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter):
        if alignment_flags & flag:
            return flag
    return Qt.AlignmentFlag.AlignLeft
