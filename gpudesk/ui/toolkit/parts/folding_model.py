"""A table of hierarchical lines: a collapsible tree, or a list if sorted and filtered."""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal

from gpudesk.checks.findings.finding import Severity
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.derived.power.branches import Branches, Key, has_below, places_shown
from gpudesk.ui.toolkit.parts.cell_model import CellModel, Column

Tree = TypeVar("Tree", bound=Branches)
Marks = Mapping[str, Mapping[int, Severity]]
"""The weightiest problem of each row of some tables."""
_WORTH = {severity: rank for rank, severity in enumerate(reversed(Severity), start=1)}


class FoldingModel(CellModel[Tree, Column]):
    """The lines of a tree; without a filter and unsorted its branches fold.

    Signals:
        other_shown(): another tree is shown.
    """

    other_shown = Signal()

    def __init__(self, columns: type[Column], right: Collection[Column], parent: QObject | None = None) -> None:
        super().__init__(columns, right, parent)
        self._marks: Marks = {}
        self._turned = set[Key]()
        self._folded: Mask = np.zeros(0, bool)

    @property
    def tree(self) -> Tree | None:
        """The tree shown, or None."""
        return self._lines

    @property
    def is_tree(self) -> bool:
        """Whether lines are shown below their parents."""
        return self._sorted is None and not self._is_filtered()

    def show(self, tree: Tree | None, marks: Marks) -> None:
        """Show another tree, or the same with other findings."""
        self._marks = marks
        if tree is self._lines and tree is not None:
            self._tell_all()
            return
        self.beginResetModel()
        self._lines = tree
        self._choose()
        self.endResetModel()
        self.other_shown.emit()

    def key(self, row: int) -> Key | None:
        """Key of a row."""
        return self._lines.key(self.place(row)) if self._lines is not None and 0 <= row < len(self._places) else None

    def row_of(self, key: Key) -> int | None:
        """The row of a line, or None if it is not visible."""
        place = None if self._lines is None else self._lines.place(key)
        rows = [] if place is None else np.flatnonzero(self._places == place).tolist()
        return rows[0] if rows else None

    def can_fold(self, row: int) -> bool:
        """Whether a row of the tree has children."""
        tree = self._lines
        return tree is not None and self.is_tree and bool(tree.end[self._places[row]] > self._places[row] + 1)

    def is_folded(self, row: int) -> bool:
        """Whether a row is collapsed."""
        return bool(self._folded[self._places[row]])

    def turn(self, row: int) -> None:
        """Fold a row that is open, or open it."""
        if self._lines is not None and self.can_fold(row):
            self._turn({self._lines.key(self.place(row))})

    def reveal(self, key: Key) -> None:
        """Expand all ancestors of a line."""
        tree = self._lines
        place = None if tree is None else tree.place(key)
        if tree is None or place is None or not self.is_tree:
            return
        above = [ancestor for ancestor in np.flatnonzero(self._folded[:place]).tolist() if tree.end[ancestor] > place]
        if above:
            self._turn({tree.key(ancestor) for ancestor in above})

    def depth(self, row: int) -> int:
        """How far a row is put in."""
        return int(self._lines.depth[self._places[row]]) if self._lines is not None and self.is_tree else 0

    def parent_row(self, row: int) -> int | None:
        """The row of the parent of a tree row."""
        tree = self._lines
        if tree is None or not self.is_tree:
            return None
        above = np.flatnonzero(tree.depth[self._places[:row]] < tree.depth[self._places[row]])
        return int(above[-1]) if len(above) else None

    # what each table says

    @abstractmethod
    def _is_filtered(self) -> bool:
        """Whether a filter hides lines."""

    @abstractmethod
    def _folded_at_first(self, tree: Tree, below: Mask) -> Mask:
        """Lines with children that are initially collapsed."""

    def _mark(self, tree: Tree, place: int) -> str | None:
        """The weightiest problem of a line."""
        table, row_id, _ = tree.key(place)
        mark_severity = self._marks.get(table, {}).get(row_id)
        return None if mark_severity is None else str(mark_severity)

    def _mark_ranks(self, tree: Tree, places: Ids) -> list[int]:
        """What lines are sorted by in the column of marks."""
        marks = (self._mark(tree, place) for place in places.tolist())
        return [0 if mark is None else _WORTH[Severity(mark)] for mark in marks]

    def _turn(self, keys: set[Key]) -> None:
        self.beginResetModel()
        self._turned ^= keys
        self._choose()
        self.endResetModel()

    def _choose(self) -> None:
        tree = self._lines
        if tree is None:
            self._folded = np.zeros(0, bool)
            super()._choose()
            return
        below = has_below(tree)
        self._folded = self._folded_at_first(tree, below)
        for key in self._turned:
            place = tree.place(key)
            if place is not None and below[place]:
                self._folded[place] ^= True
        if self.is_tree:
            self._places = places_shown(tree, self._folded)
        else:
            super()._choose()
