"""Progress of a checklist: the state of every item on every target as one small number in a column, and sums of these.

Nothing is stored for untouched items: whether one is open or blocked is derived from its dependencies.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.checklist.item_verdict import Verdict
from gpudesk.core.checklist.items import Checklist, Item, Scope
from gpudesk.core.checklist.layout import Layout, Mask
from gpudesk.core.values.columns import ABSENT, Ids


class State(IntEnum):
    """The state of an item on a target."""

    OPEN = 0
    BLOCKED = 1
    """An item that it depends on has not passed."""
    IN_PROGRESS = 2
    PASSED = 3
    FAILED = 4
    WAIVED = 5
    STALE = 6
    """The values used to evaluate it have changed since."""
    NOT_APPLICABLE = 7
    OVERDUE = 8
    """It passed and recurs: its due date has expired. Dependent items may continue, because it passed once."""

    @property
    def word(self) -> str:
        """Its name on the command line and in JSON."""
        return self.name.lower()


ON_EVENT = "on-event"
"""The period of items that follow an event, such as an exchange."""
DONE = (State.PASSED, State.WAIVED, State.NOT_APPLICABLE, State.OVERDUE)
"""What needs the item may go on."""
LEFT = (State.OPEN, State.BLOCKED, State.IN_PROGRESS)
"""Work that is still to be done."""

STATE_OF: Mapping[Verdict, State] = {
    Verdict.EMPTY: State.OPEN,
    Verdict.PARTIAL: State.IN_PROGRESS,
    Verdict.NOT_SET: State.IN_PROGRESS,
    Verdict.UNREADABLE: State.FAILED,
    Verdict.PASSED: State.PASSED,
    Verdict.FAILED: State.FAILED,
}

States = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Touched:
    """The recorded state of one item.

    Attributes:
        places: of the targets, ascending.
        states: of each.
        overridden: places of the targets on which a hold was overridden.
    """

    places: Ids
    states: States
    overridden: Ids


def states_of(checklist: Checklist, layout: Layout, applies: Mapping[str, Mask], touched: Mapping[str, Touched]) -> dict[str, States]:
    """The state of every item, shape (targets of its scope,) each.

    Args:
        applies: item → the targets to which it applies.
        touched: item → its recorded state; an item without an entry has none.
    """
    result: dict[str, States] = {}
    unmet: dict[str, Mask] = {}
    lifted: dict[tuple[str, Scope], Mask] = {}
    for item in checklist.in_order:
        blocked = np.zeros(layout.count(item.scope), bool)
        for need in item.needs:
            at = (need, item.scope)
            if at not in lifted:
                lifted[at] = layout.lifted(unmet[need], checklist.items[need].scope, item.scope)
            blocked |= lifted[at]
        touched_targets, here = touched.get(item.key), applies[item.key]
        states = _untouched(item, here, blocked)
        if touched_targets is not None:
            # Open again, because everything was withdrawn, is like never opened.
            recorded = np.where(touched_targets.states == State.OPEN, states[touched_targets.places], touched_targets.states)
            states[touched_targets.places] = np.where(here[touched_targets.places], recorded, State.NOT_APPLICABLE)
            free = touched_targets.overridden[states[touched_targets.overridden] == State.BLOCKED]
            states[free] = State.OPEN
        result[item.key] = states
        if checklist.dependants[item.key]:
            # What does not apply somewhere passes on what it waits for: a switch has no inventory of GPUs, but needs power all the same.
            unmet[item.key] = np.where(here, ~np.isin(states, DONE), blocked)
    return {key: result[key] for key in checklist.items}


def _untouched(item: Item, here: Mask, blocked: Mask) -> States:
    """The states of targets without records; an event-triggered item requires nothing until an event is recorded."""
    if item.every == ON_EVENT:
        return np.full(len(here), State.NOT_APPLICABLE, np.int8)
    return np.where(here, np.where(blocked, State.BLOCKED, State.OPEN), State.NOT_APPLICABLE).astype(np.int8)


def counts(states: States) -> NDArray[np.int64]:
    """How many targets are in each state, shape (states,)."""
    return np.bincount(states, minlength=len(State))


def counts_by_rack(checklist: Checklist, layout: Layout, states: Mapping[str, States]) -> NDArray[np.int64]:
    """How many items of each rack are in each state, shape (racks, states).

    Counted are the items of the rack itself, of its devices, of its feeds, and of the cables that begin in it.
    """
    return counts_by_home(checklist, layout, states)[: layout.count(Scope.RACK)]


def counts_by_home(checklist: Checklist, layout: Layout, states: Mapping[str, States]) -> NDArray[np.int64]:
    """As `counts_by_rack`, with the rack-scale systems and their trays after the racks, shape (racks and systems, states)."""
    homes = layout.homes
    total = np.zeros(homes * len(State), np.int64)
    for key, item in checklist.items.items():
        of = layout.rack_of.get(item.scope)
        if of is not None:
            known = of != ABSENT
            total += np.bincount(of[known] * len(State) + states[key][known], minlength=homes * len(State))
    return total.reshape(homes, len(State))


def counts_by_stage(checklist: Checklist, states: Mapping[str, States]) -> dict[str, NDArray[np.int64]]:
    """Stage → how many of its items are in each state, shape (states,)."""
    result = {key: np.zeros(len(State), np.int64) for key in checklist.stages}
    for key, item in checklist.items.items():
        result[item.stage] = result[item.stage] + counts(states[key])
    return result
