"""The view of the table of types."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from gpudesk.ui import fonts
from gpudesk.ui.models.type_columns import Special
from gpudesk.ui.models.type_table_model import TypeTableModel
from gpudesk.ui.panes.type_delegate import TypeDelegate
from gpudesk.ui.widgets.table import DeskTable

_LEAST = {Special.MODEL: 150, Special.VENDOR: 76}
_MOST = {Special.MODEL: 240, Special.VENDOR: 120, Special.FAMILY: 130}
_LEAST_FACT = 54
_MOST_FACT = 150
_MOST_HEAD = 92
"""A longer head is elided, and told whole in its tooltip."""
_LOOKED_AT = 30
"""So many rows say how wide a column is."""
_MARGIN = 18
_NUMBER_SLACK = 12
"""For figures that are longer than those looked at."""
_ICON = 22


class TypeTableView(DeskTable):
    """Rows of types, dragged into the drawing of racks from elsewhere and chosen here.

    Signals:
        row_changed(str): another type is current, "" for none.
        entered(str): Enter or two clicks on a type.
    """

    row_changed = Signal(str)
    entered = Signal(str)

    def __init__(self, model: TypeTableModel, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Types"))
        self._types = model
        self._laid_out: tuple[str, ...] = ()
        self.setModel(model)
        self.setItemDelegate(TypeDelegate(self, model))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head = self.horizontalHeader()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        head.setSortIndicatorClearable(True)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        model.modelReset.connect(self._lay_out)

    def key(self) -> str:
        """The key of the current type, "" for none."""
        index = self.currentIndex()
        return self._types.key_at(index.row()) if index.isValid() else ""

    def keys(self) -> list[str]:
        """The keys of the selected types, in the order of the rows."""
        return [self._types.key_at(index.row()) for index in sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())]

    def go_to(self, key: str) -> bool:
        """Make a type the current one; False where it is not shown."""
        row = self._types.row_of(key)
        if row is None:
            return False
        index = self._types.index(row, 0)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def currentChanged(self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex) -> None:
        super().currentChanged(current, previous)
        self.row_changed.emit(self._types.key_at(current.row()) if current.isValid() else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.key():
            self.entered.emit(self.key())
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

    def _lay_out(self) -> None:
        """Give new columns their widths; those that a person has drawn stay while the columns stay."""
        names = tuple(column.name for column in self._types.columns())
        if names == self._laid_out or not self._types.rowCount():
            return
        self._laid_out = names
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        for place in range(len(names)):
            self.setColumnWidth(place, self._fitting(place))

    def _fitting(self, place: int) -> int:
        """The width in which most texts of a column, and a short head, are whole."""
        column = self._types.columns()[place]
        special = Special(column.name) if column.name in list(Special) else None
        step = max(self._types.rowCount() // _LOOKED_AT, 1)
        widest = 0.0
        for row in range(0, self._types.rowCount(), step):
            widest = max(widest, fonts.text_width(self._types.cell_text(row, place), "body", tabular=True))
        slack = _NUMBER_SLACK if column.number and special is None else 0
        content = widest + _MARGIN + slack + (_ICON if special is Special.MODEL else 0)
        head = min(fonts.text_width(column.title, "caption", strong=True) + _MARGIN + 4, _MOST_HEAD)
        least = _LEAST.get(special, _LEAST_FACT) if special is not None else _LEAST_FACT
        most = _MOST.get(special, _MOST_FACT) if special is not None else _MOST_FACT
        return round(min(max(content, head, least), most))
