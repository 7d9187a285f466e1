"""The links between two tiers of a network as a matrix: one row a lower switch, one column an upper one."""

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.fabric_diagram import FabricDiagram
from gpudesk.ui.places.fabric.canvas.fabric_labels import short_name
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import filled_text

tr = text_context("FabricMatrixModel")

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class FabricMatrixModel(QAbstractTableModel):
    """Counts of links; the shade of a cell shows its ratio to the highest one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._diagram: FabricDiagram | None = None
        self._pair = (0, 1)
        self._count: Ids = np.zeros((0, 0), np.int64)
        self._usual = 0

    @property
    def pair(self) -> tuple[int, int]:
        """The tiers of rows and columns."""
        return self._pair

    def show_diagram(self, diagram: FabricDiagram | None) -> None:
        """Show another network: leaves and spines, or nodes and leaves if there are no spines."""
        if diagram is self._diagram:
            return
        self.beginResetModel()
        self._diagram = diagram
        self._count = np.zeros((0, 0), np.int64)
        if diagram is not None and diagram.pairs:
            self._pair = (1, 2) if (1, 2) in diagram.pairs else diagram.pairs[0]
            low, high = self._pair
            strands = diagram.strands(low, 0, high, 0)
            self._count = np.zeros((len(diagram.tiers[low]), len(diagram.tiers[high])), np.int64)
            self._count[strands.low, strands.high] = strands.count
            self._usual = int(np.bincount(strands.count).argmax()) if len(strands) else 0
        self.endResetModel()

    def device_of_row(self, row: int) -> int | None:
        """The id of the device of a row."""
        return None if self._diagram is None else self._diagram.device_id(self._pair[0], row)

    def device_of_column(self, column: int) -> int | None:
        """The id of the device of a column."""
        return None if self._diagram is None else self._diagram.device_id(self._pair[1], column)

    def row_of(self, tier: int, item: int) -> int | None:
        """The row of a device, None if it has none."""
        return item if tier == self._pair[0] and item < len(self._count) else None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._count)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self._count.shape[1]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._diagram is None:
            return None
        count = int(self._count[index.row(), index.column()])
        if role == Qt.ItemDataRole.DisplayRole:
            return format_number(count) if count else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            low, high = self._diagram.name(self._pair[0], index.row()), self._diagram.name(self._pair[1], index.column())
            return filled_text(tr("{low} – {high}: {count} {count|link|links}"), low=low, high=high, count=format_number(count))
        colours = theme.current()
        if role == Qt.ItemDataRole.BackgroundRole and count:
            # What differs from most is what one looks for.
            return colours.heat[1] if count == self._usual else colours.heat[4]
        if role == Qt.ItemDataRole.ForegroundRole and count:
            return colours.heat_text[1] if count == self._usual else colours.heat_text[4]
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self._diagram is None:
            return None
        across = orientation == Qt.Orientation.Horizontal
        tier = self._pair[1] if across else self._pair[0]
        if section >= len(self._diagram.tiers[tier]):
            return None
        name = self._diagram.name(tier, section)
        if role == Qt.ItemDataRole.DisplayRole:
            return short_name(name) if across else name
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return name
        return None
