"""Comparison data for a drawing: the differences, the shown kinds, and their tooltips."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.changed_racks import differing_inside
from gpudesk.derived.totals.comparison import Comparison
from gpudesk.project.compare import PLACEMENT, Sort
from gpudesk.ui.panels.comparison.difference_rows import difference_words


@dataclass(frozen=True)
class ShownComparison:
    """A comparison with the kinds of difference to show."""

    comparison: Comparison
    sorts: frozenset[Sort] = field(default_factory=lambda: frozenset(Sort))

    @cached_property
    def mask(self) -> Mask:
        """Whether each of `Sort` is shown; the last element is for objects without a difference, so that ABSENT finds it."""
        return np.array([*(sort in self.sorts for sort in Sort), False], bool)

    def codes(self, table: str) -> Ids:
        """Difference of each row of a table of the present state, ABSENT if it does not differ or is hidden."""
        row_codes = self.comparison.differences.codes(table)
        return np.where(self.mask[row_codes], row_codes, ABSENT)

    def ghosts(self, table: str) -> Ids:
        """Which rows of the earlier state are ghosts, ABSENT for the others."""
        ghost_codes = self.comparison.differences.ghosts(table)
        return np.where(self.mask[ghost_codes], ghost_codes, ABSENT)

    @cached_property
    def inside(self) -> Ids:
        """How much differs in each rack of the present state."""
        return differing_inside(self.comparison.differences, self.mask)

    def also_changed(self, place: int) -> bool:
        """Whether a difference that counts as moved is not only one of places."""
        return any(name not in PLACEMENT for name, _, _ in self.comparison.differences[place].columns)

    def words(self, table: str, *, left_id: int | None = None, right_id: int | None = None) -> str:
        """Description of an object that differs, "" for one that does not."""
        differences = self.comparison.differences
        place = differences.place_of(table, left_id=left_id, right_id=right_id)
        if place is None or differences[place].sort not in self.sorts:
            return ""
        return difference_words(self.comparison, differences[place])
