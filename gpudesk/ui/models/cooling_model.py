"""The cooling as a table: halls, air and loops, units and racks, as a tree that folds or, sorted and filtered, as a list."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.checks.finding import Severity
from gpudesk.core.air import cfm_from_m3_per_s
from gpudesk.core.columns import Ids
from gpudesk.core.cooling_kinds import KIND_NAMES
from gpudesk.core.heat import cooling_tons, heat_btu_per_h
from gpudesk.core.placement import Mask
from gpudesk.derived.cooling_tree import BARE, HALL, RACK, TREE_KINDS, CoolingTree, Key
from gpudesk.derived.power_chain import places_named
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.quantities import format_number, format_quantity, split_quantity
from gpudesk.ui.widgets.marks import ERROR, severity_name
from gpudesk.ui.widgets.table import TableRole
from gpudesk.ui.words import power_node_name

Index = QModelIndex | QPersistentModelIndex
Marks = Mapping[str, Mapping[int, Severity]]


class CoolingColumn(IntEnum):
    """The columns of the table."""

    MARK = 0
    NAME = 1
    KIND = 2
    HEAT = 3
    TAKEN = 4
    SHARE = 5
    NEEDED = 6
    GIVEN = 7
    SPARE = 8


_RIGHT = (CoolingColumn.HEAT, CoolingColumn.TAKEN, CoolingColumn.SHARE, CoolingColumn.NEEDED, CoolingColumn.GIVEN, CoolingColumn.SPARE)
_UNITS = len(KIND_NAMES)


class CoolingModel(QAbstractTableModel):
    """The lines that words and shortage let through; without these and unsorted they are a tree, whose branches fold."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: CoolingTree | None = None
        self._marks: Marks = {}
        self._words, self._only_short = "", False
        self._sorted: tuple[CoolingColumn, bool] | None = None
        self._turned = set[Key]()
        self._folded: Mask = np.zeros(0, bool)
        self._places: Ids = np.empty(0, np.int64)

    @property
    def tree(self) -> CoolingTree | None:
        """What is shown, None for nothing."""
        return self._tree

    @property
    def is_tree(self) -> bool:
        """Whether lines stand below what they belong to."""
        return self._sorted is None and not (self._words or self._only_short)

    def show(self, tree: CoolingTree | None, marks: Marks) -> None:
        """Show another cooling, or the same with other findings."""
        self._marks = marks
        if tree is self._tree and tree is not None:
            if len(self._places):
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._places) - 1, len(CoolingColumn) - 1))
            return
        self._reset(tree=tree)

    def filter_by(self, words: str, *, only_short: bool) -> None:
        """Show what is called so, and what lacks something."""
        self._words, self._only_short = words.strip(), only_short
        self._reset()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorted = (CoolingColumn(column), order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        self._reset()

    def can_fold(self, row: int) -> bool:
        """Whether something stands below a row of the tree."""
        tree = self._tree
        return tree is not None and self.is_tree and bool(tree.end[self._places[row]] > self._places[row] + 1)

    def is_folded(self, row: int) -> bool:
        """Whether what stands below a row is folded away."""
        return bool(self._folded[self._places[row]])

    def turn(self, row: int) -> None:
        """Fold a row that is open, or open it."""
        if self._tree is not None and self.can_fold(row):
            self._turned ^= {self._tree.keys[int(self._places[row])]}
            self._reset()

    def depth(self, row: int) -> int:
        """How far a row is put in."""
        return int(self._tree.depth[self._places[row]]) if self._tree is not None and self.is_tree else 0

    def parent_row(self, row: int) -> int | None:
        """The row of the tree below which another one stands."""
        if self._tree is None or not self.is_tree:
            return None
        above = np.flatnonzero(self._tree.depth[self._places[:row]] < self._tree.depth[self._places[row]])
        return int(above[-1]) if len(above) else None

    def key(self, row: int) -> Key | None:
        """What a row is."""
        return self._tree.keys[int(self._places[row])] if self._tree is not None and 0 <= row < len(self._places) else None

    def row_of(self, key: Key) -> int | None:
        """The row of a line, None where it is not seen."""
        place = None if self._tree is None else self._tree.places.get(key)
        found = [] if place is None else np.flatnonzero(self._places == place).tolist()
        return found[0] if found else None

    def reveal(self, key: Key) -> None:
        """Open all below which a line stands."""
        tree = self._tree
        place = None if tree is None else tree.places.get(key)
        if tree is None or place is None or not self.is_tree:
            return
        above = [each for each in np.flatnonzero(self._folded[:place]).tolist() if tree.end[each] > place]
        if above:
            self._turned ^= {tree.keys[each] for each in above}
            self._reset()

    def object(self, row: int) -> ObjectRef | None:
        """The row of the project that a line is."""
        key = self.key(row)
        return None if key is None or key[0] == BARE else ObjectRef(key[0], key[1])

    def share(self, row: int) -> float:
        """What is asked by what is there, the worst of heat and flow; NaN where that is not known."""
        return float("nan") if self._tree is None else float(self._shares(self._tree, self._places[row : row + 1])[0])

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._places)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(CoolingColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _RIGHT:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return {
                CoolingColumn.MARK: self.tr("The weightiest problem of each"),
                CoolingColumn.HEAT: self.tr("The heat of a hall or a rack, what air or a loop is given, what a unit moves"),
                CoolingColumn.TAKEN: self.tr("What units can take away; of racks and halls what is taken"),
                CoolingColumn.SHARE: self.tr("The heat by what can be taken, or what flows by what is asked for: the tighter of both"),
                CoolingColumn.NEEDED: self.tr("Air or liquid that devices ask for"),
                CoolingColumn.GIVEN: self.tr("Air that is blown, or liquid that is moved"),
                CoolingColumn.SPARE: self.tr("What it is meant to be, and how many of its largest units it can do without"),
            }.get(CoolingColumn(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            "",
            self.tr("Name"),
            self.tr("Kind"),
            self.tr("Heat"),
            self.tr("Can be taken"),
            self.tr("Load"),
            self.tr("Asked for"),
            self.tr("There is"),
            self.tr("Spare"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        tree = self._tree
        if tree is None:
            return None
        column, place = CoolingColumn(index.column()), int(self._places[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(tree, place, column)[0]
        if role == TableRole.UNIT:
            return self._words_of(tree, place, column)[1] or None
        if role == TableRole.SEVERITY:
            return self._severity(tree, place, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _RIGHT:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == TableRole.INK and column == CoolingColumn.KIND:
            return "text.secondary"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(tree, place, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            severity = self._severity(tree, place, column)
            return " ".join(each for each in (severity_name(severity) if severity else "", *self._words_of(tree, place, column)) if each)
        return None

    def _words_of(self, tree: CoolingTree, place: int, column: CoolingColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        kind = TREE_KINDS[int(tree.kind[place])]
        if column == CoolingColumn.NAME:
            return (self.tr("Not cooled") if kind == BARE else tree.names[place]), ""
        if column == CoolingColumn.KIND:
            return self._kind_word(kind), ""
        if column == CoolingColumn.HEAT:
            return split_quantity(float(tree.heat_w[place]), "W")
        if column == CoolingColumn.TAKEN:
            return split_quantity(float(tree.able_w[place]), "W")
        if column == CoolingColumn.SHARE:
            return split_quantity(100 * float(self._shares(tree, np.array([place]))[0]), "%", decimals=0)
        if column in (CoolingColumn.NEEDED, CoolingColumn.GIVEN):
            value = float((tree.needed if column == CoolingColumn.NEEDED else tree.given)[place])
            return self._flow(value, wet=bool(tree.wet[place]))
        return (tree.redundancy[place], "") if column == CoolingColumn.SPARE else ("", "")

    def _flow(self, value: float, *, wet: bool) -> tuple[str, str]:
        flow = value if wet else float(cfm_from_m3_per_s(value))
        return split_quantity(flow if np.isnan(flow) else round(flow), "L/min" if wet else "CFM")

    def _kind_word(self, kind: str) -> str:
        if kind in KIND_NAMES:
            return power_node_name(kind)
        return {HALL: self.tr("Hall"), RACK: self.tr("Rack"), BARE: ""}.get(kind, self.tr("On the floor"))

    def _shares(self, tree: CoolingTree, places: Ids) -> Any:
        with np.errstate(divide="ignore", invalid="ignore"):
            heat, flow = tree.heat_w[places] / tree.able_w[places], tree.needed[places] / tree.given[places]
        worst = np.fmax(heat, flow)
        return np.where(tree.kind[places] < _UNITS, worst, np.nan)

    def _severity(self, tree: CoolingTree, place: int, column: CoolingColumn) -> str | None:
        if column == CoolingColumn.MARK:
            table, row_id, _ = tree.keys[place]
            found = self._marks.get(table, {}).get(row_id)
            return str(found) if found is not None else None
        if column == CoolingColumn.TAKEN and bool(tree.short[place]) and tree.heat_w[place] > tree.able_w[place] * (1 + 1e-6):
            return ERROR
        return None

    def _tip(self, tree: CoolingTree, place: int, column: CoolingColumn) -> str | None:
        watts = {CoolingColumn.HEAT: tree.heat_w, CoolingColumn.TAKEN: tree.able_w}.get(column)
        if watts is not None:
            value = float(watts[place])
            if np.isnan(value):
                return self.tr("Not known; it counts as enough.")
            btu, tons = float(heat_btu_per_h(value)), float(cooling_tons(value))
            return self.tr("{watts}, {btu} BTU/h, {tons} tons").format(
                watts=format_quantity(value, "W"), btu=format_number(round(btu)), tons=format_number(round(tons, 1))
            )
        return tree.names[place] or None if column == CoolingColumn.NAME else None

    def _reset(self, tree: CoolingTree | None = None) -> None:
        self.beginResetModel()
        self._tree = self._tree if tree is None else tree
        self._choose()
        self.endResetModel()

    def clear(self) -> None:
        """Show nothing."""
        self.beginResetModel()
        self._tree = None
        self._choose()
        self.endResetModel()

    def _choose(self) -> None:
        tree = self._tree
        if tree is None:
            self._places, self._folded = np.empty(0, np.int64), np.zeros(0, bool)
            return
        # Air and loops are folded at first: their racks are many.
        has = tree.end > np.arange(len(tree)) + 1
        self._folded = has & (tree.depth > 0)
        for key in self._turned:
            place = tree.places.get(key)
            if place is not None and has[place]:
                self._folded[place] ^= True
        if self.is_tree:
            self._places = tree.shown(self._folded)
            return
        wanted = np.ones(len(tree), bool)
        if self._only_short:
            wanted &= tree.short
        if self._words:
            wanted &= places_named(tree.names, self._words)
        places = np.flatnonzero(wanted)
        if self._sorted is not None:
            column, falling = self._sorted
            keys = np.asarray(self._values(tree, places, column), float)
            places = places[np.argsort(-keys if falling else keys, kind="stable")]
        self._places = places

    def _values(self, tree: CoolingTree, places: Ids, column: CoolingColumn) -> Any:
        """What rows are sorted by."""
        if column == CoolingColumn.MARK:
            worth = {severity: rank for rank, severity in enumerate(reversed(Severity), start=1)}
            marks = [self._severity(tree, place, column) for place in places.tolist()]
            return [0 if mark is None else worth[Severity(mark)] for mark in marks]
        if column == CoolingColumn.SPARE:
            return [len(tree.redundancy[place]) for place in places.tolist()]
        if column == CoolingColumn.SHARE:
            return self._shares(tree, places)
        return {
            CoolingColumn.NAME: tree.name_rank,
            CoolingColumn.KIND: tree.kind,
            CoolingColumn.HEAT: tree.heat_w,
            CoolingColumn.TAKEN: tree.able_w,
            CoolingColumn.NEEDED: tree.needed,
            CoolingColumn.GIVEN: tree.given,
        }[column][places]
