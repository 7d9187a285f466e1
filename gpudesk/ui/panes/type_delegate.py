"""Paints a cell of the table of types: what it says is asked of the model once, and widths of texts are kept, so that thousands scroll."""

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from gpudesk.ui import fonts, icons, theme
from gpudesk.ui.models.type_table_model import TypeTableModel
from gpudesk.ui.quantities import MISSING, THIN_SPACE
from gpudesk.ui.widgets.table import DeskTable, DeskTableDelegate

Index = QModelIndex | QPersistentModelIndex
_PADDING = 8
_ICON = 16
_GAP = 6
_SELECTED = QStyle.StateFlag.State_Selected


class TypeDelegate(DeskTableDelegate):
    """Looks as every other table does."""

    def __init__(self, table: DeskTable, model: TypeTableModel) -> None:
        super().__init__(table)
        self._types = model
        self._font = fonts.font("body", tabular=True)
        metrics = QFontMetricsF(self._font)
        self._baseline = (metrics.ascent() - metrics.descent()) / 2

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.current()
        rect: QRect = option.rect
        row, column = index.row(), index.column()
        selected = bool(option.state & _SELECTED)
        left, top, wide, high = rect.left(), rect.top(), rect.width(), rect.height()
        if selected:
            painter.fillRect(rect, colours.selection)
        elif row == self._table.hovered_row():
            painter.fillRect(rect, colours.hover)
        painter.fillRect(left, top + high - 1, wide, 1, colours.border.subtle)
        text, unit, ink_name, right, icon = self._types.face(row, column)
        still = colours.text.secondary if selected else colours.text.tertiary
        start, end = left + _PADDING, left + wide - _PADDING
        if icon:
            icons.paint(painter, icon, QRectF(start, top, _ICON, high - 1), colours.text.tertiary)
            start += _ICON + _GAP
        if text:
            base = top + (high - 1) / 2 + self._baseline
            painter.setFont(self._font)
            if unit:
                width = _width(THIN_SPACE + unit)
                painter.setPen(still)
                painter.drawText(QPointF(end - width, base), THIN_SPACE + unit)
                end -= round(width)
            if text == MISSING or ink_name == "text.tertiary":
                painter.setPen(still)
            else:
                painter.setPen(icons.colour_named(ink_name) if ink_name else colours.text.primary)
            shown = _fitted(text, end - start)
            painter.drawText(QPointF(end - _width(shown) if right else start, base), shown)
        if self._table.hasFocus() and row == self._table.currentIndex().row():
            self._paint_focus(painter, rect, index)


@lru_cache(maxsize=20_000)
def _width(text: str) -> float:
    return fonts.text_width(text, "body", tabular=True)


@lru_cache(maxsize=20_000)
def _fitted(text: str, width: int) -> str:
    """The text, elided in its middle if it is wider than that."""
    if _width(text) <= width + 0.5:
        return text
    return QFontMetricsF(fonts.font("body", tabular=True)).elidedText(text, Qt.TextElideMode.ElideMiddle, width + 0.5)
