"""A table over columns of figures: order and filter are arrays, and texts are made for the rows that are looked at."""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from typing import Any, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from gpudesk.ui.toolkit.widgets.severity_marks import severity_name

Index = QModelIndex | QPersistentModelIndex
Lines = TypeVar("Lines")
Column = TypeVar("Column", bound=IntEnum)
_SAID = frozenset(
    (
        int(Qt.ItemDataRole.DisplayRole),
        int(Qt.ItemDataRole.TextAlignmentRole),
        int(Qt.ItemDataRole.ToolTipRole),
        int(Qt.ItemDataRole.AccessibleTextRole),
        int(TableRole.UNIT),
        int(TableRole.SEVERITY),
        int(TableRole.INK),
        int(TableRole.CONFIDENCE),
    )
)
"""Cached values of a cell; a table adds others."""
_AT_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class CellModel(QAbstractTableModel, Generic[Lines, Column]):
    """Shows the filtered lines of a source; a line is identified by its source index, regardless of its row."""

    def __init__(self, columns: type[Column], right: Collection[Column], parent: QObject | None = None) -> None:
        """Start without content.

        Args:
            columns: the columns, in order.
            right: the right-aligned columns.
        """
        super().__init__(parent)
        self._columns, self._right = columns, frozenset(right)
        self._lines: Lines | None = None
        self._usual: tuple[Column, bool] | None = None
        self._sorted: tuple[Column, bool] | None = None
        self._places: Ids = np.empty(0, np.int64)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._sorted = (self._columns(column), order == Qt.SortOrder.DescendingOrder) if column >= 0 else self._usual
        self._choose()
        self.endResetModel()

    def place(self, row: int) -> int:
        """The place of the line in a row."""
        return int(self._places[row])

    def words(self, row: int, column: int) -> tuple[str, str]:
        """Text and unit of a cell."""
        return ("", "") if self._lines is None else self._words_of(self._lines, self.place(row), self._columns(column))

    def text(self, rows: Sequence[int]) -> str:
        """Rows as lines of text below the headers, cells separated by tabs, with their units."""
        heads = self._heads()
        columns = [column for column in self._columns if heads[column]]
        lines = ["\t".join(heads[column] for column in columns)]
        lines += ["\t".join(" ".join(part for part in self.words(row, column) if part) for column in columns) for row in rows]
        return "\n".join(lines)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._places)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in self._right:
            return _AT_RIGHT
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._head_tips().get(self._columns(section))
        return self._heads()[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        lines = self._lines
        if lines is None or role not in _SAID:
            return None
        column, place = self._columns(index.column()), self.place(index.row())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _AT_RIGHT if column in self._right else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            severity = self._severity(lines, place, column)
            spoken_parts = (severity_name(severity) if severity else "", *self._words_of(lines, place, column))
            return " ".join(part for part in spoken_parts if part)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(lines, place, column)[0]
        if role == TableRole.UNIT:
            return self._words_of(lines, place, column)[1] or None
        ask = {
            int(TableRole.SEVERITY): self._severity,
            int(TableRole.INK): self._ink,
            int(TableRole.CONFIDENCE): self._confidence,
            int(Qt.ItemDataRole.ToolTipRole): self._tip,
        }
        return ask[int(role)](lines, place, column)

    # what each table says

    @abstractmethod
    def _heads(self) -> Sequence[str]:
        """Titles of the columns, "" if there is none."""

    def _head_tips(self) -> Mapping[Column, str]:
        """Tooltips of columns whose titles need an explanation."""
        return {}

    @abstractmethod
    def _words_of(self, lines: Lines, place: int, column: Column) -> tuple[str, str]:
        """Text and unit of a cell."""

    def _severity(self, lines: Lines, place: int, column: Column) -> str | None:
        """The mark of a cell."""
        del lines, place, column
        return None

    def _ink(self, lines: Lines, place: int, column: Column) -> str | None:
        """The name of a token, None for the plain ink."""
        del lines, place, column
        return None

    def _confidence(self, lines: Lines, place: int, column: Column) -> str | None:
        """How well the figure of a cell is known."""
        del lines, place, column
        return None

    def _tip(self, lines: Lines, place: int, column: Column) -> str | None:
        """Tooltip of a cell."""
        del lines, place, column
        return None

    @abstractmethod
    def _wanted(self, lines: Lines) -> Mask:
        """The lines that pass the filter."""

    @abstractmethod
    def _values(self, lines: Lines, places: Ids, column: Column) -> Any:
        """Sort values of lines, NaN if missing."""

    def _choose(self) -> None:
        """Update the lines shown and their order."""
        self._places = np.empty(0, np.int64) if self._lines is None else self._in_order(self._lines)

    def _in_order(self, lines: Lines) -> Ids:
        """The filtered lines, sorted; those without a value come last."""
        places = np.flatnonzero(self._wanted(lines))
        if self._sorted is None:
            return places
        column, falling = self._sorted
        keys = np.asarray(self._values(lines, places, column), float)
        return places[np.argsort(-keys if falling else keys, kind="stable")]

    def _tell_all(self) -> None:
        """Report that every cell may have changed."""
        if len(self._places):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._places) - 1, len(self._columns) - 1))
