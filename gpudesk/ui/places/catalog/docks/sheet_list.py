"""The list that shows the sheet of a type: drawn line by line, so that another type is displayed immediately."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.ui.panels.catalog.type_faces import faces_height, paint_faces
from gpudesk.ui.places.catalog.models.type_sheet_lines import LineKind, SheetLine, TypeSheetModel
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.confidence_badge import badge_width, paint_badge
from gpudesk.ui.toolkit.widgets.group_header import paint_group
from gpudesk.ui.toolkit.widgets.severity_marks import CONFIDENCES, paint_confidence
from gpudesk.ui.toolkit.wrapping import wrapped

Index = QModelIndex | QPersistentModelIndex
_MARGIN = 10
_GAP = 8
_PAD = 3
_INDENT = 18
_MARK = 12
_NUMBER = 18
"""Room of the number of a document behind a fact."""
_HIT = 24
_LABEL_SHARE = 0.38
_LABEL_LEAST, _LABEL_MOST = 112, 190
_WORDS_FROM = 420
"""From this width on the confidence text is next to its mark."""
_PICTURES = 12
"""Drawings that are kept."""


class SheetList(QListView):
    """Lines of a sheet. Highlighted lines are selected, so they can be copied.

    Signals:
        source_asked(str): the user wants to see a document.
        facts_asked(str): the user wants to see the facts of a document.
    """

    source_asked = Signal(str)
    facts_asked = Signal(str)

    def __init__(self, model: TypeSheetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = model
        self.setModel(model)
        self.setItemDelegate(SheetDelegate(self, model))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Lines are as wide as the list: were the bar to come and go, all would be broken again.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(theme.size("field"))
        theme.notifier().changed.connect(self.viewport().update)

    def light(self, rows: Sequence[int]) -> None:
        """Choose these rows, the first of them in sight."""
        chosen = QItemSelection()
        for row in rows:
            index = self._lines.index(row)
            chosen.select(index, index)
        self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        if rows:
            first = self._lines.index(rows[0])
            self.selectionModel().setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(first)

    def lit(self) -> list[SheetLine]:
        """The chosen lines in their order."""
        return [self._lines.line(row) for row in sorted(index.row() for index in self.selectionModel().selectedIndexes())]

    def number_rect(self, row: int) -> QRect:
        """Rectangle of the document number in the line of that row, which links to its counterpart; empty if there is none."""
        line, rect = self._lines.line(row), self.visualRect(self._lines.index(row))
        if not line.number:
            return QRect()
        if line.kind is LineKind.SOURCE:
            return QRect(rect.left() + _MARGIN - 6, rect.top(), _HIT, min(rect.height(), _HIT))
        return QRect(rect.right() - _MARGIN - _NUMBER - 2, rect.top(), _HIT + 4, min(rect.height(), _HIT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._follow(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self._number_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self._follow(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self._number_at(event.position().toPoint()) >= 0
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and event.reason() != Qt.FocusReason.MouseFocusReason:
            # The ring must be somewhere, without anything being chosen by that.
            place = QPoint(_MARGIN, _MARGIN)
            self.selectionModel().setCurrentIndex(self.indexAt(place), QItemSelectionModel.SelectionFlag.NoUpdate)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.viewport().unsetCursor()

    def _number_at(self, position: QPoint) -> int:
        """The row whose number of a document is there, -1 for none."""
        index = self.indexAt(position)
        return index.row() if index.isValid() and self.number_rect(index.row()).contains(position) else -1

    def _follow(self, row: int) -> None:
        line = self._lines.line(row)
        if line.kind is LineKind.SOURCE:
            self.facts_asked.emit(line.source)
        elif line.number:
            self.source_asked.emit(line.source)


class SheetDelegate(QStyledItemDelegate):
    """Draws the lines. Nothing is elided: text that is too long continues in the next line."""

    def __init__(self, view: SheetList, model: TypeSheetModel) -> None:
        super().__init__(view)
        self._view = view
        self._lines = model
        self._pictures: dict[tuple[object, ...], tuple[HardwareType, QPixmap]] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        return QSize(1, self._height(self._lines.line(index.row()), width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = self._lines.line(index.row())
        rect: QRect = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, theme.current().selection)
        if line.kind is LineKind.PICTURE:
            self._paint_picture(painter, rect)
        elif line.kind is LineKind.HEAD:
            area = rect.toRectF()
            paint_group(painter, area, line.label, line.value, folded=None)
        elif line.kind in {LineKind.FACT, LineKind.PLAIN}:
            self._paint_fact(painter, rect, line, selected)
        else:
            self._paint_words(painter, rect, line, selected)
        if self._view.hasFocus() and index.row() == self._view.currentIndex().row():
            focus_frame(painter, rect)

    def _height(self, line: SheetLine, width: int) -> int:
        if line.kind is LineKind.PICTURE:
            kind = self._lines.kind
            return 0 if kind is None else faces_height(kind, width - 2 * _MARGIN) + 6
        if line.kind is LineKind.HEAD:
            return theme.size("list_row")
        if line.kind in {LineKind.FACT, LineKind.PLAIN}:
            labels, values = _columns(line, width)
            return max(2 * _PAD + fonts.line_height("body") * max(len(labels), len(values)), theme.size("field"))
        lines = len(wrapped(line.value, _words_room(line, width), "caption"))
        return lines * fonts.line_height("caption") + (8 if line.kind is LineKind.SOURCE else 4)

    def _paint_picture(self, painter: QPainter, rect: QRect) -> None:
        kind = self._lines.kind
        if kind is None:
            return
        ratio = painter.device().devicePixelRatioF()
        width, height = rect.width() - 2 * _MARGIN, max(rect.height() - 6, 1)
        key = (id(kind), width, height, theme.current().name, ratio)
        if key not in self._pictures:
            while len(self._pictures) >= _PICTURES:
                del self._pictures[next(iter(self._pictures))]
            picture = QPixmap(round(width * ratio), round(height * ratio))
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inside = QPainter(picture)
            paint_faces(inside, kind, width, ratio)
            inside.end()
            # The type is kept with its picture: another one must not be taken for it by its id.
            self._pictures[key] = kind, picture
        painter.drawPixmap(QPointF(rect.left() + _MARGIN, rect.top() + 2), self._pictures[key][1])

    def _paint_fact(self, painter: QPainter, rect: QRect, line: SheetLine, selected: bool) -> None:
        colours = theme.current()
        labels, values = _columns(line, rect.width())
        top = rect.top() + _PAD
        _paint_lines(painter, labels, rect.left() + _MARGIN, top, "body", colours.text.secondary)
        left = rect.left() + (_value_left(rect.width()) if line.label else _MARGIN)
        quiet = colours.text.secondary if selected else colours.text.tertiary
        _paint_lines(painter, values, left, top, "body", quiet if values == (MISSING,) else colours.text.primary, tabular=True)
        if not (line.value and line.confidence):
            return
        badge = QRect(
            rect.right() + 1 - _MARGIN - _tail(rect.width()), top, _tail(rect.width()) - _NUMBER, fonts.line_height("body")
        ).toRectF()
        if rect.width() >= _WORDS_FROM:
            paint_badge(painter, badge, line.confidence)
        else:
            paint_confidence(painter, badge, line.confidence)
        if line.number:
            number = str(line.number)
            right = rect.right() + 1 - _MARGIN - fonts.text_width(number, "micro", tabular=True)
            _paint_lines(painter, (number,), right, top, "micro", colours.text.link, high=fonts.line_height("body"), tabular=True)

    def _paint_words(self, painter: QPainter, rect: QRect, line: SheetLine, selected: bool) -> None:
        colours = theme.current()
        top, left = rect.top() + 1, rect.left() + _INDENT
        ink = colours.text.secondary if selected else colours.text.tertiary
        if line.kind is LineKind.SOURCE:
            top, left, ink = rect.top() + 4, rect.left() + _MARGIN + _HIT, colours.text.secondary
            _paint_lines(painter, (str(line.number),), rect.left() + _MARGIN, top, "caption", colours.text.link, tabular=True)
        elif line.kind is LineKind.CONTRARY:
            ink = colours.severity["warning"].colour
        _paint_lines(painter, wrapped(line.value, _words_room(line, rect.width()), "caption"), left, top, "caption", ink)


def _paint_lines(
    painter: QPainter, lines: Sequence[str], left: float, top: float, step: str, ink: QColor, *, high: int = 0, tabular: bool = False
) -> None:
    font: QFont = fonts.font(step, tabular=tabular)
    metrics = QFontMetricsF(font)
    high = high or fonts.line_height(step)
    base = top + (high + metrics.ascent() - metrics.descent()) / 2
    painter.setFont(font)
    painter.setPen(ink)
    for words in lines:
        painter.drawText(QPointF(left, base), words)
        base += high


def _columns(line: SheetLine, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of a label and of its value."""
    value = line.value or MISSING
    if not line.label:
        return (), wrapped(value, width - 2 * _MARGIN, tabular=True)
    tail = _tail(width) + _GAP if line.kind is LineKind.FACT else 0
    room = width - _value_left(width) - _MARGIN - tail
    return wrapped(line.label, _label_width(width)), wrapped(value, room, tabular=True)


def _label_width(width: int) -> int:
    return min(max(round(width * _LABEL_SHARE), _LABEL_LEAST), _LABEL_MOST)


def _value_left(width: int) -> int:
    return _MARGIN + _label_width(width) + _GAP


def _tail(width: int) -> int:
    """The room that confidence and number of a document take at the right end."""
    mark = round(max(badge_width(confidence) for confidence in CONFIDENCES)) + 4 if width >= _WORDS_FROM else _MARK
    return mark + _NUMBER


def _words_room(line: SheetLine, width: int) -> int:
    return width - _MARGIN - (_MARGIN + _HIT if line.kind is LineKind.SOURCE else _INDENT)
