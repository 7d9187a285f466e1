"""A checkable list, with one fact at the end of each line."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.style.button_styles import check_box
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.theme import theme

_MARGIN = 16
_BOX = 14
_State = QStyle.StateFlag


class CheckList(QListView):
    """A click anywhere in a line ticks it; so do Space and Enter."""

    FACT = int(Qt.ItemDataRole.UserRole) + 2

    def __init__(self, name: str, model: QStandardItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items = model
        self.setModel(model)
        self.setAccessibleName(name)
        self.setItemDelegate(_CheckDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self._toggle(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and index == self.currentIndex():
            self._toggle(index)

    def _toggle(self, index: QModelIndex) -> None:
        item = self._items.itemFromIndex(index)
        if item.isEnabled():
            on = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)


class _CheckDelegate(QStyledItemDelegate):
    def __init__(self, view: CheckList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, theme.size("list_row"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        colours = theme.current()
        rect = option.rect
        enabled = bool(option.state & _State.State_Enabled)
        if option.state & _State.State_MouseOver and enabled:
            painter.fillRect(rect, colours.hover)
        box = QStyleOptionButton()
        box.rect = QRect(rect.left() + _MARGIN, rect.top() + (rect.height() - _BOX) // 2, _BOX, _BOX)
        checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        box.state = _State.State_On if checked else _State.State_Off
        if enabled:
            box.state |= _State.State_Enabled
        check_box(box, painter)
        area = QRectF(box.rect.right() + 10, rect.top(), rect.right() - _MARGIN - box.rect.right() - 10, rect.height())
        fact = str(index.data(CheckList.FACT) or "")
        painting.text(painter, area, fact, fonts.font("caption"), colours.text.tertiary, Qt.AlignmentFlag.AlignRight)
        area.setRight(area.right() - fonts.text_width(fact, "caption") - 8)
        ink = colours.text.primary if enabled else colours.text.disabled
        painting.text(painter, area, str(index.data()), fonts.font("body"), ink)
        if self._view.hasFocus() and index == self._view.currentIndex():
            focus_frame(painter, rect)
