"""The power network as a table: every node below what feeds it, as a tree that folds or, sorted and filtered, as a list.

Order, filter and folds are arrays; texts are made for the rows that are looked at.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from gpudesk.checks.finding import Severity
from gpudesk.core.columns import Ids
from gpudesk.core.placement import Mask
from gpudesk.derived.power_chain import Chain, Key, places_named
from gpudesk.derived.power_failures import NODE_KINDS
from gpudesk.ui.quantities import MISSING, format_quantity, split_quantity
from gpudesk.ui.widgets.marks import ERROR, severity_name
from gpudesk.ui.widgets.table import TableRole
from gpudesk.ui.words import power_node_name

Index = QModelIndex | QPersistentModelIndex
Marks = Mapping[str, Mapping[int, Severity]]
_PDU = NODE_KINDS.index("pdu")


class ChainColumn(IntEnum):
    """The columns of the table."""

    MARK = 0
    NAME = 1
    KIND = 2
    FED_FROM = 3
    LOAD = 4
    WATTS = 5
    L1 = 6
    L2 = 7
    L3 = 8
    LIMIT = 9
    SHARE = 10


LINE_COLUMNS = (ChainColumn.L1, ChainColumn.L2, ChainColumn.L3)
BAR_COLUMNS = (*LINE_COLUMNS, ChainColumn.SHARE)
"""Those with a bar beside their figure."""
RIGHT_COLUMNS = (ChainColumn.LOAD, ChainColumn.WATTS, *LINE_COLUMNS, ChainColumn.LIMIT, ChainColumn.SHARE)

_WHOLE_A = 1000
"""From so many amperes on a tenth says nothing."""

_SAID = frozenset(
    (
        int(Qt.ItemDataRole.DisplayRole),
        int(Qt.ItemDataRole.TextAlignmentRole),
        int(Qt.ItemDataRole.ToolTipRole),
        int(Qt.ItemDataRole.AccessibleTextRole),
        int(TableRole.UNIT),
        int(TableRole.SEVERITY),
        int(TableRole.INK),
    )
)
"""What is said of a cell; a table asks for more."""


class Fold(IntEnum):
    """What is folded away before a person folds single nodes."""

    NOTHING = 0
    BANKS = 1
    ALL = 2


class PowerChainModel(QAbstractTableModel):
    """The nodes that words, kind and load let through.

    Without any of these and unsorted they are a tree, whose branches fold.

    Signals:
        chain_shown(): another network is shown.
    """

    chain_shown = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chain: Chain | None = None
        self._marks: Marks = {}
        self._words, self._kind, self._only_over = "", "", False
        self._sorted: tuple[ChainColumn, bool] | None = None
        self._usual, self._turned = Fold.BANKS, set[Key]()
        self._folded: Mask = np.zeros(0, bool)
        self._places: Ids = np.empty(0, np.int64)

    # what is shown

    @property
    def chain(self) -> Chain | None:
        """What is shown, None for nothing."""
        return self._chain

    @property
    def is_tree(self) -> bool:
        """Whether nodes stand below what feeds them."""
        return self._sorted is None and not (self._words or self._kind or self._only_over)

    def show(self, chain: Chain | None, marks: Marks) -> None:
        """Show another network, or the same with other findings."""
        self._marks = marks
        if chain is self._chain and chain is not None:
            self._tell_all()
            return
        self.beginResetModel()
        self._chain = chain
        self._choose()
        self.endResetModel()
        self.chain_shown.emit()

    def filter_by(self, words: str, kind: str, *, only_over: bool) -> None:
        """Show what is called so, is of a kind ("" for every one) and carries too much."""
        self.beginResetModel()
        self._words, self._kind, self._only_over = words.strip(), kind, only_over
        self._choose()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._sorted = (ChainColumn(column), order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        self._choose()
        self.endResetModel()

    # folding

    def fold_all(self, fold: Fold) -> None:
        """Fold as many levels away, whatever was folded singly."""
        self.beginResetModel()
        self._usual = fold
        self._turned.clear()
        self._choose()
        self.endResetModel()

    def can_fold(self, row: int) -> bool:
        """Whether something hangs below a row of the tree."""
        chain = self._chain
        return chain is not None and self.is_tree and bool(chain.end[self._places[row]] > self._places[row] + 1)

    def is_folded(self, row: int) -> bool:
        """Whether what hangs below a row is folded away."""
        return bool(self._folded[self._places[row]])

    def turn(self, row: int) -> None:
        """Fold a row that is open, or open it."""
        if self._chain is None or not self.can_fold(row):
            return
        self.beginResetModel()
        self._turned ^= {self._chain.key(int(self._places[row]))}
        self._choose()
        self.endResetModel()

    def reveal(self, key: Key) -> None:
        """Open all that a node hangs on."""
        chain = self._chain
        place = None if chain is None else chain.place(key)
        if chain is None or place is None or not self.is_tree:
            return
        above = [each for each in np.flatnonzero(self._folded[:place]).tolist() if chain.end[each] > place]
        if above:
            self.beginResetModel()
            self._turned ^= {chain.key(each) for each in above}
            self._choose()
            self.endResetModel()

    # rows

    def place(self, row: int) -> int:
        """The place in the chain of a row."""
        return int(self._places[row])

    def key(self, row: int) -> Key | None:
        """What a row is."""
        return self._chain.key(int(self._places[row])) if self._chain is not None and 0 <= row < len(self._places) else None

    def row_of(self, key: Key) -> int | None:
        """The row of a node, None where it is not seen."""
        place = None if self._chain is None else self._chain.place(key)
        if place is None:
            return None
        found = np.flatnonzero(self._places == place)
        return int(found[0]) if len(found) else None

    def parent_row(self, row: int) -> int | None:
        """The row of the tree on which another one hangs."""
        chain = self._chain
        if chain is None or not self.is_tree:
            return None
        above = np.flatnonzero(chain.depth[self._places[:row]] < chain.depth[self._places[row]])
        return int(above[-1]) if len(above) else None

    def depth(self, row: int) -> int:
        """How far a row is put in."""
        return int(self._chain.depth[self._places[row]]) if self._chain is not None and self.is_tree else 0

    def share_of(self, row: int, column: int) -> float:
        """The current of a line, or of the fullest one, by the limit; NaN where that is not known."""
        chain = self._chain
        if chain is None:
            return float("nan")
        place = self._places[row]
        if column == ChainColumn.SHARE:
            return float(chain.share[place])
        return float(chain.current_a[place, column - ChainColumn.L1] / chain.limit_a[place])

    def words(self, row: int, column: int) -> tuple[str, str]:
        """Text and unit of a cell."""
        chain = self._chain
        return ("", "") if chain is None else self._words_of(chain, int(self._places[row]), ChainColumn(column))

    def severity(self, row: int) -> str | None:
        """The weightiest problem of a row."""
        chain = self._chain
        return None if chain is None else self._severity(chain, int(self._places[row]), ChainColumn.MARK)

    def text(self, rows: Sequence[int]) -> str:
        """Rows as lines of text under the heads, cells parted by tabs, with their units."""
        chain = self._chain
        if chain is None:
            return ""
        columns = [column for column in ChainColumn if column != ChainColumn.MARK]
        lines = ["\t".join(str(self.headerData(column, Qt.Orientation.Horizontal)) for column in columns)]
        for row in rows:
            place = int(self._places[row])
            lines.append("\t".join(" ".join(part for part in self._words_of(chain, place, column) if part) for column in columns))
        return "\n".join(lines)

    # the model

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._places)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(ChainColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in RIGHT_COLUMNS:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return {
                ChainColumn.MARK: self.tr("The weightiest problem of each"),
                ChainColumn.WATTS: self.tr("The load by the power factor of the site sheet"),
                ChainColumn.LIMIT: self.tr("What each line may carry for long: the breaker, derated, by the continuous factor"),
                ChainColumn.SHARE: self.tr("The line that carries most, by the limit"),
            }.get(ChainColumn(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            "",
            self.tr("Name"),
            self.tr("Kind"),
            self.tr("Fed from"),
            self.tr("Load"),
            self.tr("Power"),
            self.tr("L1"),
            self.tr("L2"),
            self.tr("L3"),
            self.tr("Limit"),
            self.tr("Share"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        chain = self._chain
        if chain is None or role not in _SAID:
            return None
        column = ChainColumn(index.column())
        place = int(self._places[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(chain, place, column)[0]
        if role == TableRole.UNIT:
            return self._words_of(chain, place, column)[1] or None
        if role == TableRole.SEVERITY:
            return self._severity(chain, place, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in RIGHT_COLUMNS:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == TableRole.INK and column in (ChainColumn.KIND, ChainColumn.FED_FROM):
            return "text.secondary"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(chain, place, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words, unit = self._words_of(chain, place, column)
            severity = self._severity(chain, place, column)
            return " ".join(each for each in (severity_name(severity) if severity else "", words, unit) if each)
        return None

    def _words_of(self, chain: Chain, place: int, column: ChainColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        if column == ChainColumn.NAME:
            return chain.names[place], ""
        if column == ChainColumn.KIND:
            return power_node_name(NODE_KINDS[int(chain.kind[place])]), ""
        if column == ChainColumn.FED_FROM:
            return " / ".join(chain.feeders(place)), ""
        if column == ChainColumn.LOAD:
            return split_quantity(float(chain.load_va[place]), "VA")
        if column == ChainColumn.WATTS:
            return split_quantity(float(chain.load_w[place]), "W")
        if column in LINE_COLUMNS:
            current = float(chain.current_a[place, column - ChainColumn.L1])
            return split_quantity(current, "A", decimals=0 if current >= _WHOLE_A else 1)
        if column == ChainColumn.LIMIT:
            limit = float(chain.limit_a[place])
            return split_quantity(round(limit, 0 if limit >= _WHOLE_A else 1), "A")
        if column == ChainColumn.SHARE:
            return split_quantity(100 * float(chain.share[place]), "%", decimals=0)
        return "", ""

    def _severity(self, chain: Chain, place: int, column: ChainColumn) -> str | None:
        if column == ChainColumn.MARK:
            table, row_id, bank = chain.key(place)
            found = self._marks.get(table, {}).get(row_id) if bank < 0 else None
            return None if found is None else str(found)
        if column == ChainColumn.SHARE and bool(chain.over[place]):
            return ERROR
        return None

    def _tip(self, chain: Chain, place: int, column: ChainColumn) -> str | None:
        if column in LINE_COLUMNS:
            current, limit = float(chain.current_a[place, column - ChainColumn.L1]), float(chain.limit_a[place])
            if np.isnan(current):
                return self.tr("This circuit does not have this line.")
            return self.tr("{current} of {limit}").format(current=format_quantity(current, "A"), limit=format_quantity(limit, "A"))
        if column in (ChainColumn.LIMIT, ChainColumn.SHARE) and np.isnan(chain.limit_a[place]):
            return self.tr("No breaker or rating is known.")
        words = self._words_of(chain, place, column)[0]
        return words if words and words != MISSING and column in (ChainColumn.NAME, ChainColumn.FED_FROM) else None

    def _choose(self) -> None:
        chain = self._chain
        if chain is None:
            self._places, self._folded = np.empty(0, np.int64), np.zeros(0, bool)
            return
        self._folded = self._folds(chain)
        if self.is_tree:
            self._places = chain.shown(self._folded)
            return
        wanted = np.ones(len(chain), bool)
        if self._kind:
            wanted &= chain.kind == NODE_KINDS.index(self._kind)
        if self._only_over:
            wanted &= chain.over
        if self._words:
            wanted &= places_named(chain.names, self._words)
        places = np.flatnonzero(wanted)
        if self._sorted is not None:
            places = _in_order(self._values(chain, places, self._sorted[0]), places, falling=self._sorted[1])
        self._places = places

    def _folds(self, chain: Chain) -> Mask:
        has = chain.end > np.arange(len(chain)) + 1
        folded: Mask = {Fold.NOTHING: np.zeros(len(chain), bool), Fold.BANKS: has & (chain.kind == _PDU), Fold.ALL: has}[self._usual].copy()
        for key in self._turned:
            place = chain.place(key)
            if place is not None and has[place]:
                folded[place] ^= True
        return folded

    def _values(self, chain: Chain, places: Ids, column: ChainColumn) -> Any:
        """What rows are sorted by."""
        if column == ChainColumn.MARK:
            worth = {severity: rank for rank, severity in enumerate(reversed(Severity), start=1)}
            marks = [self._severity(chain, place, column) for place in places.tolist()]
            return np.array([0 if mark is None else worth[Severity(mark)] for mark in marks], float)
        if column == ChainColumn.NAME:
            return chain.name_rank[places]
        if column == ChainColumn.FED_FROM:
            return chain.feeder_rank[places]
        if column == ChainColumn.KIND:
            return chain.kind[places]
        if column in LINE_COLUMNS:
            return chain.current_a[places, column - ChainColumn.L1]
        return {
            ChainColumn.LOAD: chain.load_va,
            ChainColumn.WATTS: chain.load_va,
            ChainColumn.LIMIT: chain.limit_a,
            ChainColumn.SHARE: chain.share,
        }[column][places]

    def _tell_all(self) -> None:
        if len(self._places):
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._places) - 1, len(ChainColumn) - 1))


def _in_order(values: Any, places: Ids, *, falling: bool) -> Ids:
    """Places by their values; what has none comes last."""
    keys = np.asarray(values, float)
    return places[np.argsort(-keys if falling else keys, kind="stable")]
