"""A list of rows in groups that fold, such as the catalog."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.group_header import paint_group

_MARGIN = 10
_ICON = 16
Index = QModelIndex | QPersistentModelIndex


class RowRole(IntEnum):
    """Data that the model provides for a row in addition to its text."""

    KEY = Qt.ItemDataRole.UserRole + 201
    IS_GROUP = Qt.ItemDataRole.UserRole + 202
    FOLDED = Qt.ItemDataRole.UserRole + 203
    ICON = Qt.ItemDataRole.UserRole + 204
    FACT = Qt.ItemDataRole.UserRole + 205


@dataclass(frozen=True, slots=True)
class Row:
    """One item of the list: `fact` is in small text at the right end."""

    key: str
    text: str
    icon: str = ""
    fact: str = ""
    tool_tip: str = ""


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows under one head."""

    key: str
    title: str
    rows: Sequence[Row]


class RowListModel(QAbstractListModel):
    """Groups and their rows as one flat list; the rows of a folded group are not in it."""

    def __init__(self, parent: QObject | None = None, *, mime_type: str = "") -> None:
        """With a `mime_type` rows can be dragged; the data is the row's key."""
        super().__init__(parent)
        self._groups: tuple[RowGroup, ...] = ()
        self._folded: set[str] = set()
        self._shown: list[Row | RowGroup] = []
        self._mime_type = mime_type

    def set_groups(self, groups: Sequence[RowGroup]) -> None:
        """Show these groups; collapsed ones stay collapsed."""
        self.beginResetModel()
        self._groups = tuple(groups)
        self._list()
        self.endResetModel()

    def set_folded(self, group: str, folded: bool) -> None:
        """Fold or unfold a group."""
        if folded == (group in self._folded):
            return
        place = next(i for i, entry in enumerate(self._shown) if isinstance(entry, RowGroup) and entry.key == group)
        entry = self._shown[place]
        rows = list(entry.rows) if isinstance(entry, RowGroup) else []
        if folded:
            self._folded.add(group)
        else:
            self._folded.discard(group)
        if rows and folded:
            self.beginRemoveRows(QModelIndex(), place + 1, place + len(rows))
            self._list()
            self.endRemoveRows()
        elif rows:
            self.beginInsertRows(QModelIndex(), place + 1, place + len(rows))
            self._list()
            self.endInsertRows()
        head = self.index(place)
        self.dataChanged.emit(head, head)

    def index_of(self, key: str) -> QModelIndex:
        """Index of the row with that key; invalid if it is not shown."""
        for place, entry in enumerate(self._shown):
            if isinstance(entry, Row) and entry.key == key:
                return self.index(place)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self._shown[index.row()]
        if isinstance(entry, RowGroup):
            return {
                int(Qt.ItemDataRole.DisplayRole): entry.title,
                int(Qt.ItemDataRole.AccessibleTextRole): f"{entry.title}, {len(entry.rows)}",
                int(RowRole.KEY): entry.key,
                int(RowRole.IS_GROUP): True,
                int(RowRole.FOLDED): entry.key in self._folded,
                int(RowRole.FACT): str(len(entry.rows)),
            }.get(role)
        return {
            int(Qt.ItemDataRole.DisplayRole): entry.text,
            int(Qt.ItemDataRole.AccessibleTextRole): f"{entry.text}, {entry.fact}" if entry.fact else entry.text,
            int(Qt.ItemDataRole.ToolTipRole): entry.tool_tip or entry.text,
            int(RowRole.KEY): entry.key,
            int(RowRole.IS_GROUP): False,
            int(RowRole.ICON): entry.icon,
            int(RowRole.FACT): entry.fact,
        }.get(role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        base = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(self._shown[index.row()], RowGroup):
            return base
        return base | Qt.ItemFlag.ItemIsDragEnabled if self._mime_type else base

    def mimeTypes(self) -> list[str]:
        return [self._mime_type] if self._mime_type else []

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        keys = [str(index.data(RowRole.KEY)) for index in indexes if not index.data(RowRole.IS_GROUP)]
        if keys and self._mime_type:
            data.setData(self._mime_type, QByteArray("\n".join(keys).encode()))
        return data

    def _list(self) -> None:
        self._shown = []
        for group in self._groups:
            self._shown.append(group)
            if group.key not in self._folded:
                self._shown.extend(group.rows)


class RowList(QListView):
    """The view of a RowListModel: Left and Right collapse and expand, Enter emits `chosen` for a row."""

    chosen = Signal(str)
    current_changed = Signal(str)

    def __init__(self, name: str, model: RowListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(_RowDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(bool(model.mimeTypes()))
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.selectionModel().currentChanged.connect(self._tell_current)

    def current_key(self) -> str:
        """The key of the current row; "" on a group header or without a current row."""
        index = self.currentIndex()
        if not index.isValid() or index.data(RowRole.IS_GROUP):
            return ""
        return str(index.data(RowRole.KEY))

    def set_current_key(self, key: str) -> None:
        """Make the row with that key the current one, if it is shown."""
        index = self._rows.index_of(key)
        if index.isValid():
            self.setCurrentIndex(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        key = event.key()
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right} and index.isValid():
            self._fold_around(index, key == Qt.Key.Key_Left)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            if index.data(RowRole.IS_GROUP):
                self._toggle(index)
            else:
                self.chosen.emit(str(index.data(RowRole.KEY)))
        elif key == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index.data(RowRole.IS_GROUP):
            self._toggle(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not index.data(RowRole.IS_GROUP):
            self.chosen.emit(str(index.data(RowRole.KEY)))

    def _toggle(self, index: QModelIndex) -> None:
        self._rows.set_folded(str(index.data(RowRole.KEY)), not index.data(RowRole.FOLDED))

    def _fold_around(self, index: QModelIndex, fold: bool) -> None:
        """Collapse or expand the group of the row; from a row, Left first goes to the header."""
        place = index.row()
        while place >= 0 and not self._rows.index(place).data(RowRole.IS_GROUP):
            place -= 1
        head = self._rows.index(place)
        if not head.isValid():
            return
        if fold and index.row() != place:
            self.setCurrentIndex(head)
        else:
            self._rows.set_folded(str(head.data(RowRole.KEY)), fold)

    def _tell_current(self) -> None:
        self.current_changed.emit(self.current_key())


class _RowDelegate(QStyledItemDelegate):
    def __init__(self, view: RowList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, theme.size("list_row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        title = str(index.data(Qt.ItemDataRole.DisplayRole))
        fact = str(index.data(RowRole.FACT) or "")
        if index.data(RowRole.IS_GROUP):
            folded = bool(index.data(RowRole.FOLDED))
            paint_group(painter, QRectF(rect), title, fact, folded=folded, hovered=hovered)
        else:
            self._paint_row(painter, option, index, title, fact)
        if self._view.hasFocus() and index == self._view.currentIndex():
            focus_frame(painter, rect)

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, title: str, fact: str) -> None:
        colours = theme.current()
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(option.rect, colours.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, colours.hover)
        area = QRectF(option.rect).adjusted(_MARGIN, 0, -_MARGIN, 0)
        icon = str(index.data(RowRole.ICON) or "")
        if icon:
            ink = colours.text.secondary if selected else colours.text.tertiary
            icons.paint(painter, icon, QRectF(area.left(), area.top(), _ICON, area.height()), ink)
            area.setLeft(area.left() + _ICON + 6)
        if fact:
            font = fonts.font("caption", tabular=True)
            ink = colours.text.secondary
            painting.text(painter, area, fact, font, ink, Qt.AlignmentFlag.AlignRight)
            area.setRight(area.right() - fonts.text_width(fact, "caption", tabular=True) - 8)
        painting.text(painter, area, title, fonts.font("body"), colours.text.primary)
