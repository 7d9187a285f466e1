"""The cables of a project as rows: sorted and filtered over columns, texts made for the rows that are looked at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_filter import CableFilter, passing
from gpudesk.derived.cabling.cable_table import CableColumn, CableTable
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.toolkit.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.desk_table import TableRole

Index = QModelIndex | QPersistentModelIndex
_NO_FLAGS = Qt.ItemFlag.NoItemFlags
_FLAGS = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_ANSWERED = frozenset(
    [
        *(Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole),
        *(TableRole.UNIT, TableRole.SEVERITY, TableRole.INK),
    ]
)
"""Roles answered by a cell: it is queried for a dozen roles each time it is painted."""
_KNOWN = 500
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class CableHead:
    """A column: its header, its initial width, whether its values are right-aligned, and whether in a lighter ink."""

    column: CableColumn
    title: str
    width: int
    right: bool = False
    quiet: bool = False


COLUMNS = (
    CableHead(CableColumn.NUMBER, QT_TRANSLATE_NOOP("Cables", "No."), 62, right=True),
    CableHead(CableColumn.RAIL, QT_TRANSLATE_NOOP("Cables", "Rail"), 48),
    CableHead(CableColumn.FROM, QT_TRANSLATE_NOOP("Cables", "From"), 156),
    CableHead(CableColumn.INTERFACE, QT_TRANSLATE_NOOP("Cables", "Interface"), 76, quiet=True),
    CableHead(CableColumn.TO, QT_TRANSLATE_NOOP("Cables", "To, port"), 136),
    CableHead(CableColumn.NETWORK, QT_TRANSLATE_NOOP("Cables", "Network"), 84, quiet=True),
    CableHead(CableColumn.MEDIUM, QT_TRANSLATE_NOOP("Cables", "Medium"), 220),
    CableHead(CableColumn.ROUTE, QT_TRANSLATE_NOOP("Cables", "Route"), 64, right=True),
    CableHead(CableColumn.STOCK, QT_TRANSLATE_NOOP("Cables", "Stock"), 76, right=True),
    CableHead(CableColumn.LOSS, QT_TRANSLATE_NOOP("Cables", "Loss"), 66, right=True),
    CableHead(CableColumn.VERDICT, QT_TRANSLATE_NOOP("Cables", "Result"), 74),
    CableHead(CableColumn.PHASE, QT_TRANSLATE_NOOP("Cables", "Phase"), 50, right=True, quiet=True),
)


class CablesModel(QAbstractTableModel):
    """Rows of one cable each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: CableTable | None = None
        self._marks: Mapping[int, str] = {}
        self._judged = False
        self._filter = CableFilter()
        self._mask: Mask = np.zeros(0, bool)
        self._rows: Ids = np.zeros(0, np.int64)
        self._known: dict[int, list[tuple[str, str]]] = {}
        self._sorted: tuple[CableColumn, bool] = (CableColumn.NUMBER, False)

    # what is shown

    @property
    def table(self) -> CableTable | None:
        """The cables from which the rows are chosen."""
        return self._table

    @property
    def filter(self) -> CableFilter:
        """Common properties of the shown cables."""
        return self._filter

    @property
    def total(self) -> int:
        """How many cables there are, shown or not."""
        return 0 if self._table is None else len(self._table)

    def show_cables(self, table: CableTable | None, wanted: CableFilter, marks: Mapping[int, str], *, judged: bool) -> None:
        """Show the cables that match a filter.

        Args:
            marks: the highest severity of the problems of each cable that has any, by id.
            judged: whether the cables with problems are known.
        """
        self.beginResetModel()
        self._known.clear()
        self._table, self._filter, self._marks, self._judged = table, wanted, marks, judged
        self._choose()
        self.endResetModel()

    def lengths(self) -> Reals:
        """The lengths of the cables that match the filter without its range of lengths."""
        if self._table is None:
            return np.zeros(0)
        mask = self._mask if self._filter.length_m is None else self._passing(replace(self._filter, length_m=None))
        return self._table.length_m[mask]

    def ids(self, rows: Ids) -> Ids:
        """The ids of the cables in some rows."""
        return self._rows[:0] if self._table is None else self._table.ids[self._rows[rows]]

    def row_of(self, cable_id: int) -> int | None:
        """The row of a cable, None if it is not shown."""
        if self._table is None or not self._table.cables.has(cable_id):
            return None
        rows = np.flatnonzero(self._rows == self._table.cables.position(cable_id))
        return int(rows[0]) if len(rows) else None

    def place(self, row: int) -> int:
        """The place in the table `cable` of a row."""
        return int(self._rows[row])

    def cell(self, row: int, column: int) -> tuple[str, str]:
        """Text of a cell, and its suffix in a lighter ink: for painting hundreds of cells."""
        return self._texts(int(self._rows[row]))[column]

    def rail(self, row: int) -> int:
        """The rail of a row, ABSENT if it has none."""
        return ABSENT if self._table is None else int(self._table.rail[self._rows[row]])

    def mark(self, row: int) -> str:
        """The severity of the worst problem of the cable of a row; "ok" without any, "" while that is not known."""
        return self._mark(int(self._rows[row]))

    def text(self, rows: Sequence[int], separator: str = "\t", quoted: Callable[[str], str] = str) -> str:
        """Rows as lines of text under the heads."""
        lines = [separator.join(quoted(said(head.title)) for head in COLUMNS)]
        for row in rows:
            place = int(self._rows[row])
            lines.append(separator.join(quoted(" ".join(part for part in self._text(place, head.column) if part)) for head in COLUMNS))
        return "\n".join(lines)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        index_places = [(index, self.place(index.row())) for index in self.persistentIndexList()]
        chosen = COLUMNS[column].column if column >= 0 else CableColumn.NUMBER
        self._sorted = chosen, order == Qt.SortOrder.DescendingOrder
        self._arrange()
        if index_places:
            row_of = np.full(self.total, ABSENT, np.int64)
            row_of[self._rows] = np.arange(len(self._rows))
            for index, place in index_places:
                self.changePersistentIndex(index, self.index(int(row_of[place]), index.column()))
        self.layoutChanged.emit()

    def _choose(self) -> None:
        if self._table is None:
            self._mask, self._rows = np.zeros(0, bool), np.zeros(0, np.int64)
            return
        self._mask = self._passing(self._filter)
        self._arrange()

    def _passing(self, wanted: CableFilter) -> Mask:
        marked = np.array(sorted(self._marks), np.int64)
        return np.zeros(0, bool) if self._table is None else passing(self._table, wanted, marked)

    def _arrange(self) -> None:
        if self._table is None:
            return
        column, descending = self._sorted
        if column is CableColumn.VERDICT:
            weight = self._weights()
            order = np.argsort(-weight if descending else weight, kind="stable")
        else:
            order = self._table.order(column, descending=descending)
        self._rows = order[self._mask[order]]

    def _weights(self) -> Ids:
        """How much the worst problem of each cable weighs."""
        weights = np.zeros(self.total, np.int64)
        if self._table is not None and self._marks:
            ids = np.array(list(self._marks), np.int64)
            places = self._table.cables.positions(ids)
            weights[places] = [("info", "warning", "error").index(mark) + 1 for mark in self._marks.values()]
        return weights

    # Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return said(COLUMNS[section].title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if COLUMNS[section].right else _LEFT
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _FLAGS if index.isValid() else _NO_FLAGS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ANSWERED or not index.isValid() or self._table is None:
            return None
        place, head = int(self._rows[index.row()]), COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts(place)[index.column()][0]
        if role == TableRole.UNIT:
            return self._texts(place)[index.column()][1] or None
        if role == Qt.ItemDataRole.TextAlignmentRole and head.right:
            return _RIGHT
        if role == TableRole.SEVERITY and head.column is CableColumn.VERDICT:
            return self._mark(place) or None
        if role == TableRole.INK and head.quiet:
            return "text.secondary"
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return " ".join(part for part in self._text(place, head.column) if part) or self._mark_word(place, head.column)
        return None

    def _mark(self, place: int) -> str:
        """The severity of the worst problem of a cable; "ok" without any, "" while that is not known."""
        if self._table is None or not self._judged:
            return ""
        return self._marks.get(int(self._table.ids[place]), "ok")

    def _mark_word(self, place: int, column: CableColumn) -> str:
        if column is not CableColumn.VERDICT:
            return ""
        mark = self._mark(place)
        return said(QT_TRANSLATE_NOOP("Cables", "No problem found")) if mark == "ok" else mark and said(_MARKED[mark])

    def _texts(self, place: int) -> list[tuple[str, str]]:
        """Texts of all cells of a cable; those of the last rows are cached, as each is queried several times."""
        known = self._known.get(place)
        if known is None:
            if len(self._known) >= _KNOWN:
                self._known.clear()
            known = self._known[place] = [self._shown(place, head) for head in COLUMNS]
        return known

    def _shown(self, place: int, head: CableHead) -> tuple[str, str]:
        """Displayed text of a cell; the space between a name and its port is wider than before a unit."""
        text, behind = self._text(place, head.column)
        return text, f" {behind}" if behind and not head.right else behind

    def _text(self, place: int, column: CableColumn) -> tuple[str, str]:
        """Text of a cell, and its suffix in a lighter ink."""
        table = self._table
        if table is None:
            return "", ""
        match column:
            case CableColumn.NUMBER:
                return str(int(table.ids[place])), ""
            case CableColumn.RAIL:
                rail = int(table.rail[place])
                return ("" if rail == ABSENT else str(rail)), ""
            case CableColumn.FROM:
                return table.end_text(place)
            case CableColumn.TO:
                return table.end_text(place, far=True)
            case CableColumn.INTERFACE:
                return table.interface(place), ""
            case CableColumn.NETWORK:
                return network_name(table.networks[table.network[place]]) or MISSING, ""
            case CableColumn.MEDIUM:
                return tr_type_name(table.media[table.medium[place]]) or MISSING, ""
            case CableColumn.ROUTE | CableColumn.STOCK:
                length = float((table.route_m if column is CableColumn.ROUTE else table.length_m)[place])
                return (MISSING, "") if np.isnan(length) else split_quantity(round(length, 1), "m")
            case CableColumn.LOSS:
                loss = float(table.loss_db[place])
                return (MISSING, "") if np.isnan(loss) else split_quantity(loss, "dB", decimals=2)
            case CableColumn.PHASE:
                return format_number(int(table.cables["phase"][place])), ""
        return "", ""


_MARKED = {
    "error": QT_TRANSLATE_NOOP("Cables", "This cable has an error"),
    "warning": QT_TRANSLATE_NOOP("Cables", "This cable has a warning"),
    "info": QT_TRANSLATE_NOOP("Cables", "This cable has a remark"),
}


def said(text: str) -> str:
    """A text of the table of cables in the person's language."""
    return QCoreApplication.translate("Cables", text)
