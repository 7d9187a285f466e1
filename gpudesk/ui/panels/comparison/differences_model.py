"""The differences as a table: how, what, kind, where, before, after.

Order and filter are arrays; texts are made for the rows that are looked at.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.cabling.cable_end_names import cable_names
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.totals.comparison import Comparison
from gpudesk.project.compare import Difference, Sort
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.comparison.difference_rows import before_and_after, difference_name, place_words, setting_title, table_word
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import TableRole

tr = text_context("DifferencesModel")

Index = QModelIndex | QPersistentModelIndex
SORT_ICONS = {Sort.ADDED: "plus", Sort.REMOVED: "minus", Sort.MOVED: "arrow-right", Sort.CHANGED: "history-dot"}


class DifferenceColumn(IntEnum):
    """The columns of the table."""

    HOW = 0
    WHAT = 1
    KIND = 2
    WHERE = 3
    BEFORE = 4
    AFTER = 5


SORTABLE = (DifferenceColumn.HOW, DifferenceColumn.WHAT, DifferenceColumn.KIND, DifferenceColumn.WHERE)


MOST_NAMED_CABLES = 20_000
"""More cables keep the order of the project: their names take seconds."""


class DifferencesModel(QAbstractTableModel):
    """The differences of a comparison that match its sorts and the kind of object."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown: ShownComparison | None = None
        self._kind = ""
        self._order: Ids = np.empty(0, np.int64)
        self._sorted: tuple[DifferenceColumn, bool] | None = None
        self._texts: dict[int, tuple[str, ...]] = {}
        self._ranks: dict[DifferenceColumn, Ids] = {}
        """The keys by which the shown comparison is sorted, by column."""

    # what is shown

    def show(self, shown: ShownComparison | None) -> None:
        """Show another comparison, or nothing."""
        self.beginResetModel()
        self._shown, self._ranks = shown, {}
        self._texts.clear()
        if shown is not None and self._kind not in shown.comparison.differences.tables:
            self._kind = ""
        self._choose()
        self.endResetModel()

    @property
    def kind(self) -> str:
        """The table of which alone differences are shown, "" for all."""
        return self._kind

    def set_kind(self, kind: str) -> None:
        """Show only differences of one table, or of all."""
        self.beginResetModel()
        self._kind = kind
        self._choose()
        self.endResetModel()

    def kinds(self) -> dict[str, int]:
        """The tables in which something differs, and how much."""
        return (
            {}
            if self._shown is None
            else {table: table_differences.rows for table, table_differences in self._shown.comparison.differences.tables.items()}
        )

    def place_at(self, row: int) -> int:
        """Which difference of the comparison a row shows."""
        return int(self._order[row])

    def row_of(self, place: int) -> int | None:
        """The row of a difference, None if it is not shown."""
        rows = np.flatnonzero(self._order == place)
        return int(rows[0]) if len(rows) else None

    def rows(self) -> list[list[str]]:
        """The whole table as texts, heads first."""
        heads = [self.headerData(column, Qt.Orientation.Horizontal) for column in DifferenceColumn]
        return [heads, *(list(self._row(int(place))) for place in self._order)]

    # order

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by one of `SORTABLE`; any other column restores the order of the project."""
        self.layoutAboutToBeChanged.emit()
        index_places = [(index, self.place_at(index.row())) for index in self.persistentIndexList()]
        self._sorted = (DifferenceColumn(column), order == Qt.SortOrder.DescendingOrder) if column in SORTABLE else None
        self._choose()
        for index, place in index_places:
            row = self.row_of(place)
            self.changePersistentIndex(index, QModelIndex() if row is None else self.index(row, index.column()))
        self.layoutChanged.emit()

    def _choose(self) -> None:
        if self._shown is None:
            self._order = np.empty(0, np.int64)
            return
        columns = self._shown.comparison.differences.columns
        chosen = self._shown.mask[columns.sort]
        if self._kind:
            chosen = chosen & (columns.table == columns.tables.index(self._kind))
        order = np.flatnonzero(chosen)
        if self._sorted is not None:
            column, descending = self._sorted
            if column not in self._ranks:
                self._ranks[column] = self._keys(column)
            keys = self._ranks[column][order]
            order = order[np.argsort(-keys if descending else keys, kind="stable")]
        self._order = order

    def _keys(self, column: DifferenceColumn) -> Ids:
        if self._shown is None:
            return np.empty(0, np.int64)
        comparison = self._shown.comparison
        columns = comparison.differences.columns
        if column is DifferenceColumn.HOW:
            return columns.sort
        if column is DifferenceColumn.KIND:
            words = [table_word(table)[0] for table in columns.tables]
            return natural_ranks(words)[columns.table] if words else columns.table
        if column is DifferenceColumn.WHAT:
            return _ranked(_names(comparison))
        hall, rack, position = _whereabouts(comparison)
        order = np.lexsort([position, _ranked(rack), _ranked(hall)])
        keys = np.empty(len(order), np.int64)
        keys[order] = np.arange(len(order))
        return keys

    # what Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(DifferenceColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            DifferenceColumn.HOW: tr("Change"),
            DifferenceColumn.WHAT: tr("Item"),
            DifferenceColumn.KIND: tr("Kind"),
            DifferenceColumn.WHERE: tr("Where"),
            DifferenceColumn.BEFORE: tr("Before"),
            DifferenceColumn.AFTER: tr("After"),
        }[DifferenceColumn(section)]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or self._shown is None:
            return None
        place, column = self.place_at(index.row()), DifferenceColumn(index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._row(place)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._row(place)[column].replace("; ", "\n") or None
        difference = self._shown.comparison.differences[place]
        if role == TableRole.ICON:
            return SORT_ICONS[difference.sort] if column is DifferenceColumn.HOW else _icon(difference, column)
        if role == TableRole.INK:
            return "text.primary" if column in (DifferenceColumn.HOW, DifferenceColumn.WHAT) else "text.secondary"
        return None

    def _how(self, sort: Sort, *, also_changed: bool) -> str:
        if sort is Sort.MOVED:
            return tr("Moved, changed") if also_changed else tr("Moved")
        return {Sort.ADDED: tr("Added"), Sort.REMOVED: tr("Removed"), Sort.CHANGED: tr("Changed")}[sort]

    def _row(self, place: int) -> tuple[str, ...]:
        if self._shown is None:
            raise IndexError(place)
        if place not in self._texts:
            comparison = self._shown.comparison
            difference = comparison.differences[place]
            how = self._how(difference.sort, also_changed=self._shown.also_changed(place))
            before, after = before_and_after(comparison, difference)
            name, kind = difference_name(comparison, difference), table_word(difference.table)[0]
            self._texts[place] = (how, name, kind, place_words(comparison, difference), before, after)
        return self._texts[place]


def _icon(difference: Difference, column: DifferenceColumn) -> str | None:
    return table_word(difference.table)[1] if column is DifferenceColumn.WHAT else None


def _ranked(names: Array) -> Ids:
    """The natural rank of each name, equal names alike, shape (n,)."""
    known = list(dict.fromkeys(names.tolist()))
    ranks = dict(zip(known, natural_ranks(known).tolist(), strict=True))
    return np.array([ranks[name] for name in names.tolist()], np.int64)


def _names(comparison: Comparison) -> Array:
    """The names of differing objects for sorting, shape (differences,): titles of settings, ends of cables unless these are many."""
    names = np.full(len(comparison.differences), "", object)
    for places, rows, at, snapshot in _pieces(comparison):
        if rows is snapshot["cable"]:
            if len(places) <= MOST_NAMED_CABLES:
                names[places] = cable_names(snapshot, rows.ids[at])
            continue
        if rows is snapshot["setting"]:
            names[places] = [setting_title(key) for key in rows["key"][at].tolist()]
            continue
        label = next((name for name in ("name", "key", "rule", "finding", "reason") if name in rows), None)
        if label is not None:
            names[places] = rows[label][at]
    return names


def _whereabouts(comparison: Comparison) -> tuple[Array, Array, Ids]:
    """The names of hall and rack and the unit of each differing object, "" and ABSENT if unplaced, shape (differences,) each."""
    count = len(comparison.differences)
    halls, racks = np.full(count, "", object), np.full(count, "", object)
    positions = np.full(count, ABSENT, np.int64)
    tables = list(comparison.differences.tables)
    for places, rows, at, snapshot in _pieces(comparison):
        table = tables[int(comparison.differences.columns.table[places[0]])]
        hall = rack = np.full(len(at), ABSENT, np.int64)
        if table == "device":
            where = snapshot.cached(whereabouts)
            hall, rack = where.halls(at), where.rack[at]
        elif table == "reservation":
            rack = rows["rack_id"][at]
            hall = snapshot["rack"]["hall_id"][snapshot["rack"].positions(rack)]
        elif table == "rack":
            hall, rack = rows["hall_id"][at], rows.ids[at]
        elif "hall_id" in rows:
            hall = rows["hall_id"][at]
        halls[places], racks[places] = _named(snapshot, "hall", hall), _named(snapshot, "rack", rack)
        if "position" in rows:
            positions[places] = rows["position"][at]
    return halls, racks, positions


def _named(snapshot: Snapshot, table: str, ids: Ids) -> Array:
    return np.append(snapshot[table]["name"], "")[snapshot[table].positions(ids)]


def _pieces(comparison: Comparison) -> "list[tuple[Ids, Any, Ids, Snapshot]]":
    """Differences by table and state: their places in the sequence, the table, their places in it, and the state."""
    columns = comparison.differences.columns
    pieces = []
    for code, table in enumerate(columns.tables):
        for snapshot, ids, here in (
            (comparison.right, columns.right, columns.right != ABSENT),
            (comparison.left, columns.left, columns.right == ABSENT),
        ):
            places = np.flatnonzero((columns.table == code) & here)
            if len(places):
                pieces.append((places, snapshot[table], snapshot[table].positions(ids[places]), snapshot))
    return pieces
