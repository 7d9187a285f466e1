"""Filter values with their counts, such as families and vendors: a click or Space toggles one."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.row_list import Row, RowGroup, RowList, RowListModel, RowRole

tr = text_context("FacetModel")


class FacetModel(RowListModel):
    """Rows whose icon shows whether they are selected; screen readers receive the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen: frozenset[str] = frozenset()

    def show_facets(self, groups: Sequence[RowGroup], chosen: frozenset[str]) -> None:
        """Show groups of rows; `chosen` are the keys of the selected ones."""
        self._chosen = chosen
        self.set_groups([RowGroup(group.key, group.title, [self._marked(row) for row in group.rows]) for group in groups])

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        role_data = super().data(index, role)
        if role == Qt.ItemDataRole.AccessibleTextRole and not index.data(RowRole.IS_GROUP):
            state = tr("selected") if index.data(RowRole.KEY) in self._chosen else tr("not selected")
            return f"{role_data}, {state}"
        return role_data

    def _marked(self, row: Row) -> Row:
        return Row(row.key, row.text, "tick" if row.key in self._chosen else row.icon, row.fact, row.tool_tip)


class FacetList(RowList):
    """The view; `toggled` names a row that was clicked, or on which Space or Enter was pressed."""

    toggled = Signal(str)

    def __init__(self, name: str, model: FacetModel, parent: QWidget | None = None) -> None:
        super().__init__(name, model, parent)
        self.chosen.connect(self.toggled)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid() and not index.data(RowRole.IS_GROUP):
            self.toggled.emit(str(index.data(RowRole.KEY)))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Two clicks are two clicks here.
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and index.isValid() and not index.data(RowRole.IS_GROUP):
            self.toggled.emit(str(index.data(RowRole.KEY)))
        else:
            super().keyPressEvent(event)
