"""The work and its location: the items of a checklist with their targets, filtered by location, stage, person or state."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.checklist.checklist_progress import State, States, counts
from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.checklist.layout import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import body_of, entries
from gpudesk.onsite.states_today import states_on
from gpudesk.project.snapshot import Snapshot, made_from


class Show(StrEnum):
    """Filter of tasks by state."""

    NEXT = "next"
    """Tasks that can be performed now: open, begun, failed, stale or overdue."""
    BLOCKED = "blocked"
    FAILED = "failed"
    """The punch list: failed, or evaluated by values that have changed since."""
    DONE = "done"
    ALL = "all"


SHOWN: Mapping[Show, tuple[State, ...]] = {
    Show.NEXT: (State.OPEN, State.IN_PROGRESS, State.FAILED, State.STALE, State.OVERDUE),
    Show.BLOCKED: (State.BLOCKED,),
    Show.FAILED: (State.FAILED, State.STALE),
    Show.DONE: (State.PASSED, State.WAIVED),
    Show.ALL: tuple(state for state in State if state is not State.NOT_APPLICABLE),
}
_INSIDE: Mapping[Scope, tuple[Scope, ...]] = {
    Scope.HALL: (Scope.HALL, Scope.RACK, Scope.FEED, Scope.DEVICE, Scope.TRAY, Scope.CABLE, Scope.WORKSTATION),
    Scope.RACK: (Scope.RACK, Scope.FEED, Scope.DEVICE, Scope.TRAY, Scope.CABLE, Scope.WORKSTATION),
    Scope.FEED: (Scope.FEED,),
    Scope.DEVICE: (Scope.DEVICE, Scope.TRAY, Scope.CABLE, Scope.WORKSTATION),
    Scope.TRAY: (Scope.TRAY, Scope.CABLE),
    Scope.WORKSTATION: (Scope.WORKSTATION,),
    Scope.CABLE: (Scope.CABLE,),
}
"""Contents of a location: the items of a hall are not displayed with a rack in it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A target: its scope and its id."""

    scope: Scope
    target: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filter of a list.

    Attributes:
        stage: the key of a stage, "" for all.
        spot: only items in this hall or rack, or of this device, feed or cable; None for everything.
        person: only items that this person began, or has to repair; "" for all.
    """

    show: Show = Show.NEXT
    stage: str = ""
    spot: Spot | None = None
    person: str = ""


@dataclass(frozen=True, eq=False)
class Group:
    """One item with its targets that match the filter.

    Attributes:
        count: number of targets displayed.
        by_state: number of all its targets in that location in each state, shape (states,).
    """

    item: Item
    count: int
    by_state: NDArray[np.int64]
    states: States
    here: Mask | None
    shown: tuple[State, ...]

    def places(self) -> Ids:
        """The places of its targets that are shown, shape (count,)."""
        return np.flatnonzero(_shown(self.states, self.here, self.shown))


def _shown(item_states: States, here: Mask | None, wanted: tuple[State, ...]) -> Mask:
    mask: Mask = np.isin(item_states, np.array(wanted, np.int8))
    return mask if here is None else mask & here


def work_list(snapshot: Snapshot, wanted: Wanted, today: date) -> list[Group]:
    """The items with targets that match the filter, in the order of the work."""
    targets, all_states = snapshot.cached(layout), snapshot.cached(states_on(today))
    assigned = None if not wanted.person else _of_person(snapshot, wanted.person)
    masks: dict[Scope, Mask | None] = {}
    groups = []
    for item in checklist_of(snapshot).items.values():
        if wanted.stage and item.stage != wanted.stage:
            continue
        if item.scope not in masks:
            masks[item.scope] = _mask(snapshot, wanted.spot, item.scope)
        here = masks[item.scope]
        if assigned is not None:
            own = np.zeros(targets.count(item.scope), bool)
            own[_places(snapshot, item.scope, assigned.get(item.key, ()))] = True
            here = own if here is None else own & here
        item_states = all_states[item.key]
        by_state = counts(item_states if here is None else item_states[here])
        count = int(by_state[list(SHOWN[wanted.show])].sum())
        if count:
            groups.append(Group(item, count, by_state, item_states, here, SHOWN[wanted.show]))
    return groups


def progress_of(snapshot: Snapshot, wanted: Wanted, today: date) -> NDArray[np.int64]:
    """How many tasks of a place, stage and person are in each state, shape (states,)."""
    total = np.zeros(len(State), np.int64)
    for group in work_list(snapshot, replace(wanted, show=Show.ALL), today):
        total += group.by_state
    return total


def _mask(snapshot: Snapshot, spot: Spot | None, scope: Scope) -> Mask | None:
    """Which targets of a scope lie in a place; None for all."""
    if spot is None:
        return None
    targets = snapshot.cached(layout)
    place = targets.place(spot.scope, spot.target)
    if place == ABSENT or scope not in _INSIDE[spot.scope]:
        return np.zeros(targets.count(scope), bool)
    marked = np.zeros(targets.count(spot.scope), bool)
    marked[place] = True
    return targets.lifted(marked, spot.scope, scope)


def _places(snapshot: Snapshot, scope: Scope, ids: tuple[int, ...] | set[int]) -> list[int]:
    targets = snapshot.cached(layout)
    return [place for place in (targets.place(scope, target) for target in ids) if place != ABSENT]


def _of_person(snapshot: Snapshot, person: str) -> Mapping[str, set[int]]:
    return snapshot.cached(by_person).get(person, {})


@made_from({"record": ()})
def by_person(snapshot: Snapshot) -> Mapping[str, Mapping[str, set[int]]]:
    """Person → item → targets with the last entry by the person, or with repairs assigned (use `snapshot.cached(by_person)`).

    Raises:
        InvalidData: an entry was altered and cannot be read.
    """
    last: dict[tuple[str, int], str] = {}
    owner: dict[tuple[str, int], str] = {}
    for entry, _ in entries(snapshot):
        at = entry.item, entry.target
        last[at] = entry.person
        if entry.kind == "punch":
            owner[at] = str(body_of(entry.value, entry.writer, entry.number).get("owner", ""))
    result: dict[str, dict[str, set[int]]] = {}
    for whose in (last, owner):
        for (item, target), person in whose.items():
            result.setdefault(person, {}).setdefault(item, set()).add(target)
    return result
