"""The palette (Ctrl+K): finds actions, racks, devices and parts by a few letters."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.palette_search import FoundGroup, Match, PaletteItem, PaletteProvider, search
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.key_cap import key_cap_width, paint_key_cap

tr_palette = text_context("Palette")
tr_palette_list = text_context("_PaletteList")

WIDTH = 640
TOP = 96
ROWS_SHOWN = 9
_FIELD = 32
_ROW = 28
_HEAD = 22
_MARGIN = 12
_SHADOW = 16
_INSET = 6
Index = QModelIndex | QPersistentModelIndex


class PaletteRole(IntEnum):
    """Model roles of a line."""

    ITEM = Qt.ItemDataRole.UserRole + 301
    MATCH = Qt.ItemDataRole.UserRole + 302


class PaletteModel(QAbstractListModel):
    """The group heads and the items found, one below the other. Only enabled items can be selected."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[str | tuple[PaletteItem, Match]] = []

    def set_found(self, groups: Sequence[FoundGroup]) -> None:
        """Show the results."""
        self.beginResetModel()
        self._lines = []
        for group in groups:
            self._lines.append(group.title)
            self._lines.extend(group.found)
        self.endResetModel()

    def item_at(self, row: int) -> PaletteItem | None:
        """The item of a line; None for the head of a group."""
        line = self._lines[row]
        return None if isinstance(line, str) else line[0]

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line = self._lines[index.row()]
        if isinstance(line, str):
            return line if role == Qt.ItemDataRole.DisplayRole else None
        item, match = line
        return {
            int(Qt.ItemDataRole.DisplayRole): item.text,
            int(Qt.ItemDataRole.AccessibleTextRole): ", ".join(part for part in (item.text, item.detail, item.shortcut) if part),
            int(PaletteRole.ITEM): item,
            int(PaletteRole.MATCH): match,
        }.get(role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        item = self.item_at(index.row()) if index.isValid() else None
        if item is None or not item.enabled:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class Palette(QWidget):
    """Overlays the window, 640 px wide. Type to search, arrows to choose, Enter to run, Esc to leave."""

    closed = Signal()

    def __init__(self, window: QWidget, providers: Sequence[PaletteProvider]) -> None:
        super().__init__(window)
        self._window = window
        self._providers = tuple(providers)
        self._came_from: QWidget | None = None
        self.setAccessibleName(tr_palette("Find anything"))
        self._field = QLineEdit(self)
        self._field.setFixedHeight(_FIELD)
        self._field.setFrame(False)
        self._field.setProperty(OWN_FOCUS, True)
        self._field.setFont(fonts.font("title"))
        font = self._field.font()
        font.setPixelSize(15)
        font.setWeight(font.Weight.Normal)
        self._field.setFont(font)
        self._field.setTextMargins(26, 0, 0, 0)
        self._field.setPlaceholderText(tr_palette("Find action, rack, device, part…"))
        self._field.setAccessibleName(tr_palette("Find action, rack, device, part"))
        self._field.textChanged.connect(self._search)
        self._field.installEventFilter(self)
        self._model = PaletteModel(self)
        self._list = _PaletteList(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(_PaletteDelegate(self._list))
        self._list.clicked.connect(self._do)
        column = QVBoxLayout(self)
        edge = _SHADOW + 1
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(1)
        column.addWidget(self._field)
        column.addWidget(self._list, 1)
        # Takes the room of the list where that is hidden, so that the field stays at the top.
        column.addStretch(0)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_went)
        self.hide()

    def open(self, query: str = "") -> None:
        """Show it with `query` typed in."""
        if not self.isVisible():
            self._came_from = QApplication.focusWidget()
        self._field.setText(query)
        self._search()
        self.show()
        self.raise_()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)
        self._field.selectAll()

    def dismiss(self) -> None:
        """Close it and give the focus back."""
        self.hide()
        if self._came_from is not None and isValid(self._came_from):
            self._came_from.setFocus(Qt.FocusReason.PopupFocusReason)
            self._came_from = None

    def field(self) -> QLineEdit:
        """The field typed into."""
        return self._field

    def list_view(self) -> QListView:
        """The list of results."""
        return self._list

    def current_item(self) -> PaletteItem | None:
        """The item that Enter would do."""
        index = self._list.currentIndex()
        return self._model.item_at(index.row()) if index.isValid() else None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._fit()
        if watched is self._field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._field_key(event)
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Only while shown: the window gets hundreds of events whenever its actions are switched.
        self._window.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._window.removeEventFilter(self)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        frame = self.rect().adjusted(_SHADOW, _SHADOW, -_SHADOW, -_SHADOW)
        if colours.name != "contrast":
            painting.shadow(painter, frame, theme.radius("popover"))
        painting.frame(painter, frame, colours.surface.overlay, colours.border.strong, theme.radius("popover"))
        icons.paint(painter, "search", QRect(frame.left() + _MARGIN, frame.top() + 9, 16, 16), colours.text.secondary)
        line = QRect(frame.left() + 1, frame.top() + 1 + _FIELD, frame.width() - 2, 1)
        painter.fillRect(line, colours.border.default)
        if not self._model.rowCount():
            empty = QRectF(frame).adjusted(_MARGIN + 4, _FIELD + 2, -_MARGIN, 0)
            text = tr_palette("No names match.")
            painting.text(painter, empty, text, fonts.font("body"), colours.text.tertiary)

    def _search(self) -> None:
        self._model.set_found(search(self._field.text(), self._providers))
        self._move_from(-1, 1)
        self._fit()
        self.update()

    def _fit(self) -> None:
        heights = [_HEAD if self._model.item_at(row) is None else _ROW for row in range(self._model.rowCount())]
        content_height = sum(heights) + 2 * _INSET if heights else _ROW + _INSET
        most = ROWS_SHOWN * _ROW + _HEAD + 2 * _INSET
        room = self._window.height() - TOP - _FIELD - 16
        list_height = min(content_height, most, max(room, 3 * _ROW))
        width = min(WIDTH, self._window.width() - 32)
        self._list.setVisible(bool(heights))
        top_left = QPoint((self._window.width() - width) // 2, TOP)
        body = QRect(top_left, QSize(width, _FIELD + 3 + list_height))
        self.setGeometry(body.adjusted(-_SHADOW, -_SHADOW, _SHADOW, _SHADOW))

    def _field_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        row = self._list.currentIndex().row()
        if key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key == Qt.Key.Key_Down:
            self._move_from(row, 1)
        elif key == Qt.Key.Key_Up:
            self._move_from(row, -1)
        elif key in {Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}:
            for _ in range(ROWS_SHOWN - 1):
                self._move_from(self._list.currentIndex().row(), 1 if key == Qt.Key.Key_PageDown else -1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._do(self._list.currentIndex())
        elif key in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            # Nothing else here takes the focus.
            pass
        else:
            return False
        return True

    def _move_from(self, row: int, step: int) -> None:
        """Make the next line that can be chosen the current one; from the last on to the first."""
        count = self._model.rowCount()
        for offset in range(1, count + 1):
            candidate = (row + step * offset) % count
            item = self._model.item_at(candidate)
            if item is not None and item.enabled:
                self._list.setCurrentIndex(self._model.index(candidate))
                first = next(place for place in range(count) if self._model.item_at(place) is not None)
                if candidate == first:
                    self._list.scrollToTop()
                self._field.setAccessibleDescription(item.text)
                return

    def _do(self, index: QModelIndex) -> None:
        item = self._model.item_at(index.row()) if index.isValid() else None
        if item is None or not item.enabled:
            return
        self.dismiss()
        # After the key that chose it is dealt with, so that the action does not get it as well.
        QTimer.singleShot(0, self, item.run)

    def _focus_went(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self.isVisible() and now is not None and now is not self and not self.isAncestorOf(now):
            self._came_from = None
            self.dismiss()


class _PaletteList(QListView):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr_palette_list("Found"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(_INSET, _INSET - 2, _INSET, _INSET)
        theme.notifier().changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme.current().surface.overlay)
        palette.setColor(QPalette.ColorRole.Window, theme.current().surface.overlay)
        self.setPalette(palette)


class _PaletteDelegate(QStyledItemDelegate):
    def __init__(self, view: QListView) -> None:
        super().__init__(view)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, _ROW if isinstance(index.data(PaletteRole.ITEM), PaletteItem) else _HEAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.current()
        rect = QRectF(option.rect)
        item = index.data(PaletteRole.ITEM)
        if not isinstance(item, PaletteItem):
            title = str(index.data(Qt.ItemDataRole.DisplayRole))
            area = rect.adjusted(_MARGIN - 4, 2, 0, 0)
            painting.text(painter, area, title, fonts.font("caption", strong=True), colours.text.tertiary)
            return
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and item.enabled
        if selected or hovered:
            ground = colours.selection if selected else colours.hover
            painting.fill_round(painter, rect, ground, theme.radius("control"))
            if selected and colours.name == "contrast":
                painting.frame(painter, rect, None, colours.selection_line, theme.radius("control"))
        self._paint_item(painter, rect, item, index.data(PaletteRole.MATCH), selected)

    def _paint_item(self, painter: QPainter, rect: QRectF, item: PaletteItem, match: Any, selected: bool) -> None:
        colours = theme.current()
        ink = colours.text.primary if item.enabled else colours.text.disabled
        quiet = colours.text.secondary if selected else colours.text.tertiary
        area = rect.adjusted(_MARGIN - 4, 0, -_MARGIN + 4, 0)
        if item.icon:
            place = QRectF(area.left(), area.top(), 16, area.height())
            icons.paint(painter, item.icon, place, quiet if item.enabled else ink)
        area.setLeft(area.left() + 26)
        if item.shortcut:
            paint_key_cap(painter, area, item.shortcut)
            area.setRight(area.right() - key_cap_width(item.shortcut) - 10)
        positions = match.positions if isinstance(match, Match) else ()
        used = _paint_matched(painter, area, item.text, positions, item.enabled)
        rest = area.adjusted(used + 10, 0, 0, 0)
        if item.detail and rest.width() > 30:
            tone = quiet if item.enabled else colours.text.tertiary
            font = fonts.font("caption")
            painting.text(painter, rest, item.detail, font, tone, elide=Qt.TextElideMode.ElideRight)


def _paint_matched(painter: QPainter, area: QRectF, text: str, positions: tuple[int, ...], enabled: bool) -> float:
    """The text with the matched letters semibold; returns its width."""
    colours = theme.current()
    if fonts.text_width(text, "strong") > area.width():
        return painting.text(painter, area, text, fonts.font("body"), colours.text.primary)
    matched = set(positions)
    left = area.left()
    start = 0
    while start < len(text):
        end = start
        while end < len(text) and (end in matched) == (start in matched):
            end += 1
        step = "strong" if start in matched else "body"
        ink = colours.text.primary if start in matched or not matched else colours.text.secondary
        if not enabled:
            ink = colours.text.disabled
        piece = QRectF(left, area.top(), area.right() - left + 2, area.height())
        painting.text(painter, piece, text[start:end], fonts.font(step), ink, elide=Qt.TextElideMode.ElideNone)
        left += fonts.text_width(text[start:end], step)
        start = end
    return left - area.left()
