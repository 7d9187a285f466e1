"""Racks or hosts with the names that they have and would get, as a table."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.derived.fabric.host_name_plan import HostName
from gpudesk.derived.floor.floor_item_shapes import PlannedName
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import TableRole

tr = text_context("PlannedNamesModel")

_NOWHERE = QModelIndex()


class PlannedNamesModel(QAbstractTableModel):
    """Old and new names; invalid ones come first, marked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: Sequence[PlannedName | HostName] = ()
        self._taken: frozenset[str] = frozenset()

    def show_names(self, planned: Sequence[PlannedName | HostName], taken: frozenset[str]) -> None:
        """Show other names; `taken` are those that cannot be given, as two would have them."""
        self.beginResetModel()
        self._names = sorted(planned, key=lambda planned_name: planned_name.new not in taken)
        self._taken = taken
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """The number of names."""
        return 0 if parent.isValid() else len(self._names)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """Old and new."""
        return 0 if parent.isValid() else 2

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell, and what marks it."""
        if not index.isValid():
            return None
        planned = self._names[index.row()]
        clash = planned.new in self._taken
        if role == Qt.ItemDataRole.DisplayRole:
            return planned.old if index.column() == 0 else planned.new
        if role == Qt.ItemDataRole.ToolTipRole and clash:
            return tr("This name cannot be used: it is already in use or not allowed")
        if role == TableRole.SEVERITY and clash and index.column() == 1:
            return "error"
        if role == TableRole.INK and planned.new == planned.old:
            return "text.tertiary"
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heads of the columns."""
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return tr("Current name") if section == 0 else tr("New name")
