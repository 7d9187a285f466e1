"""The states around the last steps: a step that is taken back or done again leads to one that was there a moment ago.

Its columns, and all that was worked out of them, findings included, are taken over instead of being read and worked out again.
"""

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.project.snapshot import Snapshot

MOST_STEPS = 4
"""Around so many steps states are kept. Each holds what was worked out for it alone; large tables are the same in all."""
MOST_ROWS = 1000
"""Around a step that touched more rows than these none are kept: both states may be large."""


@dataclass(frozen=True, slots=True)
class _Around:
    before: Snapshot
    after: Snapshot
    changes: Changes
    """What the step changed."""


class StatesKept:
    """The states before and after the last steps, by the number of the step."""

    def __init__(self) -> None:
        self._around: OrderedDict[int, _Around] = OrderedDict()

    def passed(self, step: int, before: Snapshot, after: Snapshot, changes: Changes) -> None:
        """Keep the states around a step that was done, or done again."""
        if sum(len(change.touched) for change in changes.tables.values()) > MOST_ROWS:
            self._around.clear()
            return
        self._around.pop(step, None)
        self._around[step] = _Around(before, after, changes)
        while len(self._around) > MOST_STEPS:
            self._around.popitem(last=False)

    def after_undo(self, step: int, now: Snapshot, revision: int, changes: Changes) -> Snapshot | None:
        """The state before `step`, as that of `revision`; None where it is not known.

        Args:
            now: the state in which it was taken back.
            changes: what the log did to take it back.
        """
        known = self._around.get(step)
        return None if known is None else _taken_over(known.after, known.before, known.changes.reversed(), now, revision, changes)

    def after_redo(self, step: int, now: Snapshot, revision: int, changes: Changes) -> Snapshot | None:
        """The state after `step`, which is done again, as that of `revision`; None where it is not known. Arguments as of `after_undo`."""
        known = self._around.get(step)
        return None if known is None else _taken_over(known.before, known.after, known.changes, now, revision, changes)


def _taken_over(left: Snapshot, known: Snapshot, between: Changes, now: Snapshot, revision: int, changes: Changes) -> Snapshot | None:
    """`known` as the state of `revision`, if `now` holds what `left` held and the log changed just what lies `between`."""
    if not _equal(between, changes):
        return None
    for name, columns in now.tables.items():
        # Records, which no undo takes away, may have come since.
        if columns is not left[name] or (name not in between.tables and columns is not known[name]):
            return None
    taken = known.at(revision)
    # What was worked out meanwhile, and holds of it too.
    taken.learn(now)
    return taken


def _equal(first: Changes, second: Changes) -> bool:
    return first.tables.keys() == second.tables.keys() and all(
        np.array_equal(one.added, two.added) and np.array_equal(one.changed, two.changed) and np.array_equal(one.removed, two.removed)
        for one, two in ((change, second.tables[name]) for name, change in first.tables.items())
    )
