"""The outcomes of single failures as a table; order and filter are arrays."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.natural_order import natural_ranks
from gpudesk.core.placement import Mask
from gpudesk.derived.power_chain import Key, power_chain, racks_of_nodes
from gpudesk.derived.power_failures import NODE_KINDS, Failures, node_names, node_object, power_failures
from gpudesk.derived.power_redundancy import PowerRedundancy, power_redundancy
from gpudesk.formats.tables import Cell
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.quantities import format_number, split_quantity
from gpudesk.ui.widgets.marks import ERROR, WARNING, severity_name
from gpudesk.ui.widgets.table import TableRole
from gpudesk.ui.words import power_node_name

Index = QModelIndex | QPersistentModelIndex


class FailureColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    KIND = 1
    DOWN = 2
    MANAGEMENT = 3
    REDUCED = 4
    LOST = 5
    OPENED = 6
    WORST = 7
    SHARE = 8


_RIGHT = (
    FailureColumn.DOWN,
    FailureColumn.MANAGEMENT,
    FailureColumn.REDUCED,
    FailureColumn.LOST,
    FailureColumn.OPENED,
    FailureColumn.SHARE,
)

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


@dataclass(frozen=True)
class Drilled:
    """Outcomes with the words for them.

    Attributes:
        names: what fails.
        worst: what is loaded most after each failure, "" for nothing.
        rack: where that which fails stands or ends, ABSENT for none or several.
        standings: what the failures say of the redundancy of racks and halls.
    """

    failures: Failures
    names: tuple[str, ...]
    worst: tuple[str, ...]
    rack: Ids
    standings: PowerRedundancy

    def object(self, place: int) -> ObjectRef | None:
        """The device that fails, or the rack that it feeds."""
        table, row_id = node_object(self.failures.snapshot, self.failures.plan, int(self.failures.outcomes.failed[place]))
        if table == "device":
            return ObjectRef(table, row_id)
        return None if self.rack[place] == ABSENT else ObjectRef("rack", int(self.rack[place]))

    def stops(self) -> Mask:
        """Which failures take something down, or leave only its management."""
        outcomes = self.failures.outcomes
        stopping: Mask = (outcomes.down > 0) | (outcomes.management_only > 0)
        return stopping


def drilled(snapshot: Snapshot, step: Callable[[int, int], None]) -> Drilled | None:
    """Let every node fail; to be run off the interface's thread. None where nodes feed each other in a circle.

    Raises:
        Cancelled: `step` was told to stop.
    """
    try:
        failures = power_failures(snapshot, step)
    except ValueError:
        return None
    outcomes, plan = failures.outcomes, failures.plan
    worst = [""] * len(failures)
    loaded = np.flatnonzero(outcomes.worst_node != ABSENT)
    for place, name in zip(loaded.tolist(), node_names(snapshot, plan, outcomes.worst_node[loaded]), strict=True):
        worst[place] = name
    return Drilled(failures, failures.names, tuple(worst), racks_of_nodes(snapshot, plan)[outcomes.failed], power_redundancy(failures))


class PowerFailuresModel(QAbstractTableModel):
    """The failures that kind and outcome let through; those that stop most come first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drilled: Drilled | None = None
        self._kind, self._only_stops, self._stale = "", False, False
        self._sorted = (FailureColumn.DOWN, True)
        self._places: Ids = np.empty(0, np.int64)

    @property
    def drilled(self) -> Drilled | None:
        """What is shown, None before the first drill."""
        return self._drilled

    def show(self, drilled: Drilled | None) -> None:
        """Show other outcomes."""
        self.beginResetModel()
        self._drilled, self._stale = drilled, False
        self._choose()
        self.endResetModel()

    def set_stale(self, stale: bool) -> None:
        """Say that the project has changed since."""
        if stale != self._stale:
            self._stale = stale
            if len(self._places):
                self.dataChanged.emit(self.index(0, 0), self.index(len(self._places) - 1, len(FailureColumn) - 1))

    def filter_by(self, kind: str, *, only_stops: bool) -> None:
        """Show what is of a kind ("" for every one) and stops something."""
        self.beginResetModel()
        self._kind, self._only_stops = kind, only_stops
        self._choose()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._sorted = (FailureColumn(column), order == Qt.SortOrder.DescendingOrder) if column >= 0 else (FailureColumn.DOWN, True)
        self._choose()
        self.endResetModel()

    def object(self, row: int) -> ObjectRef | None:
        """The device that fails in a row, or the rack that it feeds."""
        return None if self._drilled is None else self._drilled.object(int(self._places[row]))

    def key(self, row: int) -> Key:
        """What fails in a row.

        Raises:
            LookupError: nothing is shown.
        """
        if self._drilled is None:
            raise LookupError("nothing has failed yet")
        failures = self._drilled.failures
        chain = failures.snapshot.cached(power_chain)
        return chain.key(int(chain.place_of_node[failures.outcomes.failed[self._places[row]]]))

    def rows(self) -> Iterator[list[Cell]]:
        """A head, then what is shown, to be written to a file: numbers in W and per cent."""
        yield [
            self.tr("What fails"),
            self.tr("Kind"),
            self.tr("Down"),
            self.tr("Management only"),
            self.tr("Reduced"),
            self.tr("Lost, W"),
            self.tr("Breakers that open"),
            self.tr("Loaded most"),
            self.tr("Loaded, %"),
        ]
        drilled = self._drilled
        if drilled is not None:
            yield from ([self._value(drilled, place, column) for column in FailureColumn] for place in self._places.tolist())

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._places)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(FailureColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _RIGHT:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            return {
                FailureColumn.DOWN: self.tr("Devices that stop"),
                FailureColumn.MANAGEMENT: self.tr("Devices of which only the management controller still answers"),
                FailureColumn.REDUCED: self.tr("Devices that run on less"),
                FailureColumn.SHARE: self.tr("Its greatest line current right after the failure, by what its breaker lets through"),
            }.get(FailureColumn(section))
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("What fails"),
            self.tr("Kind"),
            self.tr("Down"),
            self.tr("Management"),
            self.tr("Reduced"),
            self.tr("Lost"),
            self.tr("Breakers"),
            self.tr("Loaded most"),
            self.tr("Loaded"),
        )[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        drilled = self._drilled
        if drilled is None or role not in _SAID:
            return None
        column = FailureColumn(index.column())
        place = int(self._places[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words_of(drilled, place, column)[0]
        if role == TableRole.UNIT:
            return self._words_of(drilled, place, column)[1] or None
        if role == TableRole.SEVERITY:
            return self._severity(drilled, place, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _RIGHT:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == TableRole.INK:
            return "text.tertiary" if self._stale else "text.secondary" if column == FailureColumn.KIND else None
        if role == Qt.ItemDataRole.ToolTipRole and column in (FailureColumn.NAME, FailureColumn.WORST):
            return self._words_of(drilled, place, column)[0] or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            severity = self._severity(drilled, place, column)
            return " ".join(each for each in (severity_name(severity) if severity else "", *self._words_of(drilled, place, column)) if each)
        return None

    def _words_of(self, drilled: Drilled, place: int, column: FailureColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        value = self._value(drilled, place, column)
        if isinstance(value, str):
            return value, ""
        if column == FailureColumn.LOST:
            return split_quantity(value, "W")
        if column == FailureColumn.SHARE:
            return split_quantity(value, "%", decimals=0)
        return format_number(value), ""

    def _value(self, drilled: Drilled, place: int, column: FailureColumn) -> str | float | None:
        outcomes = drilled.failures.outcomes
        if column == FailureColumn.NAME:
            return drilled.names[place]
        if column == FailureColumn.KIND:
            return power_node_name(NODE_KINDS[int(drilled.failures.kind[place])])
        if column == FailureColumn.WORST:
            return drilled.worst[place]
        if column == FailureColumn.SHARE:
            return 100 * float(outcomes.worst_share[place]) if drilled.worst[place] else None
        return float(self._numbers(drilled, column)[place])

    def _severity(self, drilled: Drilled, place: int, column: FailureColumn) -> str | None:
        outcomes = drilled.failures.outcomes
        if column == FailureColumn.SHARE:
            return ERROR if outcomes.worst_share[place] > 1 + 1e-9 else None
        if column != FailureColumn.NAME:
            return None
        if outcomes.down[place] or outcomes.management_only[place]:
            return ERROR
        return WARNING if outcomes.reduced[place] or outcomes.opened[place] else None

    def _numbers(self, drilled: Drilled, column: FailureColumn) -> Any:
        """A column of numbers, one for each failure."""
        outcomes = drilled.failures.outcomes
        return {
            FailureColumn.DOWN: outcomes.down,
            FailureColumn.MANAGEMENT: outcomes.management_only,
            FailureColumn.REDUCED: outcomes.reduced,
            FailureColumn.LOST: drilled.failures.lost_w,
            FailureColumn.OPENED: outcomes.opened,
            FailureColumn.SHARE: outcomes.worst_share,
            FailureColumn.KIND: drilled.failures.kind,
        }[column]

    def _choose(self) -> None:
        drilled = self._drilled
        if drilled is None:
            self._places = np.empty(0, np.int64)
            return
        wanted = np.ones(len(drilled.names), bool)
        if self._kind:
            wanted &= drilled.failures.kind == NODE_KINDS.index(self._kind)
        if self._only_stops:
            wanted &= drilled.stops()
        places = np.flatnonzero(wanted)
        column, falling = self._sorted
        if column in (FailureColumn.NAME, FailureColumn.WORST):
            texts = drilled.names if column == FailureColumn.NAME else drilled.worst
            keys = natural_ranks([texts[place] for place in places.tolist()]).astype(float)
        else:
            keys = np.asarray(self._numbers(drilled, column), float)[places]
        self._places = places[np.argsort(-keys if falling else keys, kind="stable")]
