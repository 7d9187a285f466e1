"""Types of the catalog as a table: filtered and sorted over columns, texts made for the rows that are looked at."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.catalog_table import Codes, Mask, Reals, TypeTable, order_by
from gpudesk.catalog.entry import FactKind, Origin
from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.panels.catalog.catalog_rows import family_icon, family_name
from gpudesk.ui.panels.catalog.fact_text import flag_text
from gpudesk.ui.places.catalog.models.type_columns import Column, Special
from gpudesk.ui.toolkit.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import TableRole

Index = QModelIndex | QPersistentModelIndex
KEY_ROLE = int(Qt.ItemDataRole.UserRole)
"""The key of a row's type."""
# Units that stand close behind their number.
_TIGHT = ("U", "°")
_NO_FLAGS = Qt.ItemFlag.NoItemFlags
_FLAGS = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemNeverHasChildren


class TypeTableModel(QAbstractTableModel):
    """Rows of one type each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalog: Catalog | None = None
        self._table: TypeTable | None = None
        self._columns: Sequence[Column] = ()
        self._used: Mapping[str, int] = {}
        self._mask: Mask = np.zeros(0, bool)
        self._rank: Reals | None = None
        self._rows: Codes = np.zeros(0, np.int64)
        self._sorted: tuple[int, bool] | None = None
        self._kept: dict[str, Sequence[str] | Reals] = {}

    def show_types(
        self,
        catalog: Catalog,
        columns: Sequence[Column],
        mask: Mask,
        found: Sequence[str] | None,
        used: Mapping[str, int],
    ) -> None:
        """Show the types for which `mask` is true; with `found` only those, best match first."""
        self.beginResetModel()
        table = catalog.table()
        if [column.name for column in columns] != [column.name for column in self._columns]:
            self._sorted = None
        self._catalog, self._table, self._columns, self._used = catalog, table, columns, used
        self._kept = {}
        self._rank = None
        self._mask = mask
        if found is not None:
            rank = np.full(len(table), np.inf)
            rows = table.rows_of(found)
            rank[rows] = np.arange(len(rows))
            self._rank = rank
            self._mask = mask & np.isfinite(rank)
        self._choose()
        self.endResetModel()

    def key_at(self, row: int) -> str:
        """The key of a row's type."""
        return "" if self._table is None else self._table.keys[self._rows[row]]

    def row_of(self, key: str) -> int | None:
        """The row of a type, None if it is not shown."""
        place = None if self._table is None else self._table.row(key)
        rows: Codes = np.flatnonzero(self._rows == (-1 if place is None else place))
        return int(rows[0]) if len(rows) else None

    def place(self, row: int) -> int:
        """The place in the catalog's columns of a row's type: the same however the rows are sorted."""
        return int(self._rows[row])

    def value(self, row: int, column: int) -> float | str | None:
        """Drawing key of a cell: cells of a column that have the same value look the same."""
        place, shown = int(self._rows[row]), self._columns[column]
        if shown.name == Special.MODEL:
            return place
        cell_value = self._values(shown)[place]
        return cell_value if isinstance(cell_value, str) else None if np.isnan(cell_value) else float(cell_value)

    def face(self, row: int, column: int) -> tuple[str, str, str, bool, str]:
        """Complete drawing data of a cell: text, unit, ink ("" for the plain one), whether it is right-aligned, and an icon."""
        place, shown = int(self._rows[row]), self._columns[column]
        text, unit = self._text(place, shown)
        icon = family_icon(Family(self._table.families[place])) if shown.name == Special.MODEL and self._table is not None else ""
        return text, unit, self._ink(place, shown) or "", shown.number, icon

    def cell_text(self, row: int, column: int) -> str:
        """Text of one cell, with its unit."""
        return " ".join(part for part in self._text(int(self._rows[row]), self._columns[column]) if part)

    def text(self, keys: Sequence[str]) -> str:
        """The rows of some types as lines of text under the headers, cells separated by tabs."""
        lines = ["\t".join(column.title for column in self._columns)]
        for key in keys:
            row = self.row_of(key)
            if row is not None:
                place = int(self._rows[row])
                lines.append("\t".join(" ".join(part for part in self._text(place, column) if part) for column in self._columns))
        return "\n".join(lines)

    def columns(self) -> Sequence[Column]:
        """The columns shown."""
        return self._columns

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 restores the order by family, vendor and model, or by search match."""
        self.layoutAboutToBeChanged.emit()
        index_keys = [(index, self.key_at(index.row())) for index in self.persistentIndexList()]
        self._sorted = None if column < 0 else (column, order == Qt.SortOrder.DescendingOrder)
        self._choose()
        for index, key in index_keys:
            row = self.row_of(key)
            self.changePersistentIndex(index, QModelIndex() if row is None else self.index(row, index.column()))
        self.layoutChanged.emit()

    def _choose(self) -> None:
        if self._table is None:
            return
        if self._sorted is not None:
            column, descending = self._sorted
            order = order_by(self._values(self._columns[column]), descending=descending)
        elif self._rank is not None:
            order = np.argsort(self._rank, kind="stable")
        else:
            order = self._table.shown_order
        self._rows = order[self._mask[order]]

    def _values(self, column: Column) -> Sequence[str] | Reals:
        values = self._kept.get(column.name)
        if values is None:
            values = self._kept[column.name] = self._made(column)
        return values

    def _made(self, column: Column) -> Sequence[str] | Reals:
        table = self._table
        if table is None:
            return []
        if column.name == Special.MODEL:
            return [tr_type_name(model) for model in table.models]
        if column.name == Special.VENDOR:
            return [tr_type_name(vendor) for vendor in table.vendors]
        if column.name == Special.FAMILY:
            return table.families
        if column.name == Special.USED:
            used = np.array([self._used.get(key, 0) for key in table.keys], np.float64)
            return np.where(used > 0, used, np.nan)
        if column.name == Special.MISSING:
            return table.missing_counts.astype(np.float64)
        if column.name == Special.DOUBTFUL:
            return table.doubtful_counts.astype(np.float64)
        return table.numbers(column.name) if column.number else table.words(column.name)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tool_tip or column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        # Asked twice for every cell that is painted.
        return _FLAGS if index.isValid() else _NO_FLAGS

    def mimeTypes(self) -> list[str]:
        return [TYPE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(TYPE_MIME, self.key_at(indexes[0].row()).encode())
        return data

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._table is None or self._catalog is None:
            return None
        row, column = int(self._rows[index.row()]), self._columns[index.column()]
        if role == KEY_ROLE:
            return self._table.keys[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)[0]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(part for part in self._text(row, column) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tool_tip(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == TableRole.UNIT:
            return self._text(row, column)[1] or None
        if role == TableRole.ICON and column.name == Special.MODEL:
            return family_icon(Family(self._table.families[row]))
        if role == TableRole.INK:
            return self._ink(row, column)
        return None

    def _ink(self, row: int, column: Column) -> str | None:
        if column.name in {Special.VENDOR, Special.FAMILY, Special.DOUBTFUL, Special.MISSING}:
            return "text.tertiary"
        if column.name == Special.MODEL and self._table is not None and self._table.origins[row] == Origin.USER:
            return "accent"
        return None

    def _text(self, row: int, column: Column) -> tuple[str, str]:
        """Text of a cell, and its unit."""
        if self._table is None or self._catalog is None:
            return "", ""
        if column.name == Special.FAMILY:
            return family_name(self._catalog, Family(self._table.families[row])), ""
        values = self._values(column)
        if not column.number:
            return self._word(column, str(values[row])), ""
        value = float(values[row])
        if np.isnan(value):
            return ("" if column.name == Special.USED else MISSING), ""
        if column.name in {Special.MISSING, Special.DOUBTFUL}:
            return format_number(value, 0) if value else "", ""
        definition = self._catalog.facts.get(column.name)
        plain = None if definition is None else definition.plain_number(value)
        if plain is not None:
            return plain, ""
        number, unit = split_quantity(value, column.unit)
        return (f"{number}{unit}", "") if unit in _TIGHT else (number, unit)

    def _word(self, column: Column, word: str) -> str:
        definition = None if self._catalog is None else self._catalog.facts.get(column.name)
        if definition is None:
            return word
        if not word:
            return MISSING
        if definition.kind is FactKind.FLAG:
            return flag_text(value=word in {"1", "True"})
        return definition.spoken(word, language())

    def _tool_tip(self, row: int, column: Column) -> str:
        if self._table is None or self._catalog is None:
            return ""
        if column.name == Special.MISSING:
            names = [short_name(self._catalog, name) for name in self._table.missing_facts(row)]
            return ", ".join(names)
        if column.name == Special.MODEL:
            return tr_type_name(self._table.titles[row])
        return self._text(row, column)[0]


def short_name(catalog: Catalog, name: str) -> str:
    """The title of a fact in the person's language."""
    definition = catalog.facts[name]
    return definition.title_es if language() == "es" else definition.title
