"""The rows that the last step to be taken back had added, so that they need not be read when it is done again."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import Columns
from gpudesk.project.snapshot import Snapshot

KEPT_ROWS = 20_000
"""Minimum rows of a table to keep; fewer are read again: reading 340,000 cables takes a fifth of the time of laying them again."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Rows removed by undoing the step `step`, table → rows; redoing it restores exactly these."""

    step: int = 0
    tables: Mapping[str, Columns] = field(default_factory=dict)

    def rows(self, step: int, changes: Changes) -> Mapping[str, Columns]:
        """The added and changed rows of `step`, which was done again: of the tables of which they are known."""
        if step != self.step:
            return {}
        return {name: rows for name, rows in self.tables.items() if np.array_equal(rows.ids, changes.of(name).present)}


def undone(step: int, before: Snapshot, changes: Changes) -> Undone:
    """The stored data of an undone step: the deleted rows of `before`, if there are many."""
    tables = {}
    for name, change in changes.tables.items():
        rows, removed = before[name], change.removed
        if len(removed) == rows.rows >= KEPT_ROWS:
            tables[name] = rows
        elif len(removed) >= KEPT_ROWS:
            places = rows.positions(removed)
            tables[name] = Columns({column: array[places] for column, array in rows.items()})
    return Undone(step, tables)
