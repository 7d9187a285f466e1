"""The power network as a table: every node below what feeds it, as a tree that folds or, sorted and filtered, as a list."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QObject

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.branches import places_named
from gpudesk.derived.power.power_chain import Chain
from gpudesk.derived.power.power_failures import NODE_KINDS
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.parts.folding_model import FoldingModel
from gpudesk.ui.toolkit.quantities import MISSING, format_quantity, rounded_load, split_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR

tr = text_context("PowerChainModel")

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
"""Columns with a bar next to the figure."""
RIGHT_COLUMNS = (ChainColumn.LOAD, ChainColumn.WATTS, *LINE_COLUMNS, ChainColumn.LIMIT, ChainColumn.SHARE)

_WHOLE_A = 1000
"""Minimum current at which tenths of an ampere are omitted."""


class Fold(IntEnum):
    """Default collapsing before the user collapses single nodes."""

    NOTHING = 0
    BANKS = 1
    ALL = 2


class PowerChainModel(FoldingModel[Chain, ChainColumn]):
    """The nodes that match text, kind and load filters."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(ChainColumn, RIGHT_COLUMNS, parent)
        self._called, self._kind, self._only_over = "", "", False
        self._fold = Fold.BANKS

    def filter_by(self, words: str, kind: str, *, only_over: bool) -> None:
        """Show nodes that match the name, a kind ("" for all) and overload."""
        self.beginResetModel()
        self._called, self._kind, self._only_over = words.strip(), kind, only_over
        self._choose()
        self.endResetModel()

    def fold_all(self, fold: Fold) -> None:
        """Fold as many levels away, whatever was folded singly."""
        self.beginResetModel()
        self._fold = fold
        self._turned.clear()
        self._choose()
        self.endResetModel()

    def share_of(self, row: int, column: int) -> float:
        """The current of a line, or of the fullest one, by the limit; NaN where that is not known."""
        chain = self._lines
        if chain is None:
            return float("nan")
        place = self._places[row]
        if column == ChainColumn.SHARE:
            return float(chain.share[place])
        return float(chain.current_a[place, column - ChainColumn.L1] / chain.limit_a[place])

    def severity(self, row: int) -> str | None:
        """The weightiest problem of a row."""
        return None if self._lines is None else self._mark(self._lines, self.place(row))

    def _heads(self) -> Sequence[str]:
        return (
            "",
            tr("Name"),
            tr("Kind"),
            tr("Fed from"),
            tr("Load"),
            tr("Power"),
            tr("L1"),
            tr("L2"),
            tr("L3"),
            tr("Limit"),
            tr("Share"),
        )

    def _head_tips(self) -> Mapping[ChainColumn, str]:
        return {
            ChainColumn.MARK: tr("Most severe problem per component"),
            ChainColumn.WATTS: tr("Load, using the power factor from the site sheet"),
            ChainColumn.LIMIT: tr("Continuous limit per line: breaker rating × derating × continuous load factor"),
            ChainColumn.SHARE: tr("The most loaded line, relative to its limit"),
        }

    def _words_of(self, lines: Chain, place: int, column: ChainColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        if column == ChainColumn.NAME:
            return lines.names[place], ""
        if column == ChainColumn.KIND:
            return power_node_name(NODE_KINDS[int(lines.kind[place])]), ""
        if column == ChainColumn.FED_FROM:
            return " / ".join(lines.feeders(place)), ""
        if column == ChainColumn.LOAD:
            return split_quantity(rounded_load(float(lines.load_va[place])), "VA")
        if column == ChainColumn.WATTS:
            return split_quantity(rounded_load(float(lines.load_w[place])), "W")
        if column in LINE_COLUMNS:
            current = float(lines.current_a[place, column - ChainColumn.L1])
            return split_quantity(current, "A", decimals=0 if current >= _WHOLE_A else 1)
        if column == ChainColumn.LIMIT:
            limit = float(lines.limit_a[place])
            return split_quantity(round(limit, 0 if limit >= _WHOLE_A else 1), "A")
        if column == ChainColumn.SHARE:
            return split_quantity(100 * float(lines.share[place]), "%", decimals=0)
        return "", ""

    def _mark(self, tree: Chain, place: int) -> str | None:
        # What is found of a device is not said again of its banks.
        return super()._mark(tree, place) if tree.key(place)[2] == ABSENT else None

    def _severity(self, lines: Chain, place: int, column: ChainColumn) -> str | None:
        if column == ChainColumn.MARK:
            return self._mark(lines, place)
        return ERROR if column == ChainColumn.SHARE and bool(lines.over[place]) else None

    def _ink(self, lines: Chain, place: int, column: ChainColumn) -> str | None:
        del lines, place
        return "text.secondary" if column in (ChainColumn.KIND, ChainColumn.FED_FROM) else None

    def _tip(self, lines: Chain, place: int, column: ChainColumn) -> str | None:
        if column in LINE_COLUMNS:
            current, limit = float(lines.current_a[place, column - ChainColumn.L1]), float(lines.limit_a[place])
            if np.isnan(current):
                return tr("This circuit does not have this line.")
            return tr("{current} of {limit}").format(current=format_quantity(current, "A"), limit=format_quantity(limit, "A"))
        if column in (ChainColumn.LIMIT, ChainColumn.SHARE) and np.isnan(lines.limit_a[place]):
            return tr("No breaker or rating is known.")
        words = self._words_of(lines, place, column)[0]
        return words if words and words != MISSING and column in (ChainColumn.NAME, ChainColumn.FED_FROM) else None

    def _is_filtered(self) -> bool:
        return bool(self._called or self._kind or self._only_over)

    def _wanted(self, lines: Chain) -> Mask:
        is_shown: Mask = np.ones(len(lines), bool)
        if self._called:
            is_shown &= places_named(lines.names, self._called)
        if self._kind:
            is_shown &= lines.kind == NODE_KINDS.index(self._kind)
        return is_shown & lines.over if self._only_over else is_shown

    def _folded_at_first(self, tree: Chain, below: Mask) -> Mask:
        if self._fold == Fold.NOTHING:
            return np.zeros(len(tree), bool)
        return below & (tree.kind == _PDU) if self._fold == Fold.BANKS else below.copy()

    def _values(self, lines: Chain, places: Ids, column: ChainColumn) -> Any:
        """What rows are sorted by."""
        if column == ChainColumn.MARK:
            return self._mark_ranks(lines, places)
        if column == ChainColumn.NAME:
            return lines.name_rank[places]
        if column == ChainColumn.FED_FROM:
            return lines.feeder_rank[places]
        if column == ChainColumn.KIND:
            return lines.kind[places]
        if column in LINE_COLUMNS:
            return lines.current_a[places, column - ChainColumn.L1]
        return {
            ChainColumn.LOAD: lines.load_va,
            ChainColumn.WATTS: lines.load_va,
            ChainColumn.LIMIT: lines.limit_a,
            ChainColumn.SHARE: lines.share,
        }[column][places]
