"""The states around the last steps: undoing or redoing a step leads to a recent state.

Its columns, and all results derived from them, including findings, are reused instead of being read and calculated again.
"""

from collections import OrderedDict
from dataclasses import dataclass
from weakref import ref

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.project.snapshot import Snapshot

MOST_STEPS = 40
"""Number of steps with stored states; large tables are shared by all."""
NEAR_STEPS = 4
"""The states around the last steps keep all their results; those further back keep only some (`Snapshot.far_back`)."""
MOST_ROWS = 1000
"""Around a step that touched more rows than these none are kept: both states may be large."""


@dataclass(frozen=True, slots=True)
class _Around:
    before: Snapshot
    after: Snapshot
    changes: Changes
    """The changes of the step."""


class StatesKept:
    """The states before and after the last steps, by the number of the step."""

    def __init__(self) -> None:
        self._around: OrderedDict[int, _Around] = OrderedDict()
        self._far_back: dict[int, Snapshot] = {}
        self._earlier: list[ref[Snapshot]] = []

    def passed(self, step: int, before: Snapshot, after: Snapshot, changes: Changes) -> None:
        """Keep the states around a step that was done, or done again."""
        if sum(len(change.touched) for change in changes.tables.values()) > MOST_ROWS:
            while self._around:
                self._drop()
            self._earlier += [ref(before), ref(after)]
            return
        self._around.pop(step, None)
        self._around[step] = _Around(before, after, changes)
        while len(self._around) > MOST_STEPS:
            self._drop()
        self._shed()

    def _shed(self) -> None:
        """Replace the states further back by copies without most results; who else holds them has them as they were."""
        steps = list(self._around.items())
        near = {id(state): state for _, around in steps[-NEAR_STEPS:] for state in (around.before, around.after)}
        copies: dict[int, Snapshot] = {}

        def far(state: Snapshot) -> Snapshot:
            if id(state) in near or id(state) in self._far_back:
                return state
            if id(state) not in copies:
                copies[id(state)] = state.far_back(near.values())
                self._earlier.append(ref(state))
            return copies[id(state)]

        for step, around in steps[:-NEAR_STEPS]:
            before, after = far(around.before), far(around.after)
            if before is not around.before or after is not around.after:
                self._around[step] = _Around(before, after, around.changes)
        far_back = {**self._far_back, **{id(state): state for state in copies.values()}}
        kept = (state for around in self._around.values() for state in (around.before, around.after))
        self._far_back = {id(state): state for state in kept if id(state) in far_back}

    def _drop(self) -> None:
        _, around = self._around.popitem(last=False)
        self._earlier += [ref(around.before), ref(around.after)]

    def states(self) -> list[Snapshot]:
        """The states that may be restored, each once, those around the last step passed first, and earlier ones that somebody holds."""
        states = [state for around in reversed(self._around.values()) for state in (around.after, around.before)]
        earlier = {id(state): state for known in reversed(self._earlier) if (state := known()) is not None}
        self._earlier = [ref(state) for state in reversed(earlier.values())]
        return list(({id(state): state for state in states} | earlier).values())

    def after_undo(self, step: int, now: Snapshot, revision: int, changes: Changes) -> Snapshot | None:
        """The state before `step`, as that of `revision`; None if not stored.

        Args:
            now: the state in which it was undone.
            changes: the changes made by the log to undo it.
        """
        known = self._around.get(step)
        return None if known is None else _taken_over(known.after, known.before, known.changes.reversed(), now, revision, changes)

    def after_redo(self, step: int, now: Snapshot, revision: int, changes: Changes) -> Snapshot | None:
        """The state after `step`, which is redone, as that of `revision`; None if not stored. Arguments as of `after_undo`."""
        known = self._around.get(step)
        return None if known is None else _taken_over(known.before, known.after, known.changes, now, revision, changes)


def _taken_over(left: Snapshot, known: Snapshot, between: Changes, now: Snapshot, revision: int, changes: Changes) -> Snapshot | None:
    """`known` as the state of `revision`, if `now` has the content of `left` and the log changed exactly the rows in `between`."""
    if not _equal(between, changes):
        return None
    for name, columns in now.tables.items():
        # Records, which no undo takes away, may have come since.
        if columns is not left[name] or (name not in between.tables and columns is not known[name]):
            return None
    taken = known.at(revision)
    # What was calculated meanwhile, and holds of it too.
    taken.learn(now)
    return taken


def _equal(first: Changes, second: Changes) -> bool:
    return first.tables.keys() == second.tables.keys() and all(
        np.array_equal(one.added, two.added) and np.array_equal(one.changed, two.changed) and np.array_equal(one.removed, two.removed)
        for one, two in ((change, second.tables[name]) for name, change in first.tables.items())
    )
