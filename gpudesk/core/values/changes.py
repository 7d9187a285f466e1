"""Changes of a step: the ids added, changed and removed in each table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.values.columns import Ids

NO_IDS: Ids = np.empty(0, np.int64)
NO_IDS.setflags(write=False)


def merged(*parts: Ids) -> Ids:
    """The ids of sorted arrays that have none in common, sorted."""
    filled = [part for part in parts if len(part)]
    if not filled:
        return NO_IDS
    # Timsort merges the sorted parts; a union by hashes takes ten times as long.
    return filled[0] if len(filled) == 1 else np.sort(np.concatenate(filled), kind="stable")


@dataclass(frozen=True, slots=True)
class TableChange:
    """The ids of one table that a step added, changed and removed, each sorted."""

    added: Ids = field(default_factory=lambda: NO_IDS)
    changed: Ids = field(default_factory=lambda: NO_IDS)
    removed: Ids = field(default_factory=lambda: NO_IDS)

    @property
    def present(self) -> Ids:
        """The ids that exist after the step, sorted."""
        return merged(self.added, self.changed)

    @property
    def earlier(self) -> Ids:
        """The ids that existed before the step, sorted."""
        return merged(self.changed, self.removed)

    @property
    def touched(self) -> Ids:
        """All ids of the change, sorted."""
        return merged(self.added, self.changed, self.removed)

    def reversed(self) -> "TableChange":
        """The change that takes this one back."""
        return TableChange(self.removed, self.changed, self.added)


_NOTHING = TableChange()


@dataclass(frozen=True, slots=True)
class Changes:
    """The tables that a step touched; empty when it changed nothing."""

    tables: Mapping[str, TableChange] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.tables)

    def of(self, table: str) -> TableChange:
        """The change of `table`, empty if it was not touched."""
        return self.tables.get(table, _NOTHING)

    def touches(self, tables: Iterable[str]) -> bool:
        """Whether any of `tables` was touched."""
        return any(table in self.tables for table in tables)

    def reversed(self) -> "Changes":
        """The changes that take these back."""
        return Changes({table: change.reversed() for table, change in self.tables.items()})
