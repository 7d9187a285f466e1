"""All data displayed for one item on one target: state, limits with their figures, prerequisites, entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.item_verdict import broken_fields
from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import layout, target_name
from gpudesk.onsite.checklist import Unmet, needs_a_name, unmet_needs
from gpudesk.onsite.deviations import Deviation, deviations_in
from gpudesk.onsite.plan_values import judging_basis
from gpudesk.onsite.record_log import Given, body_of, given_values, history_of, standing_of
from gpudesk.onsite.states_today import due_day, states_on
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True)
class TaskPage:
    """One item on one target.

    Attributes:
        name: of the target, "" for the site and the cluster.
        in_plan: whether the target still exists.
        due: the due date, if overdue.
        basis: names of plan and site sheet that the item is evaluated by → values; None if not specified.
        broken: the fields whose values violate a limit, whatever other values are entered.
        filled, wanted: number of the fields that count with a value, and of all that count.
        given: field → the current value, and its entry.
        history: all entries, oldest first.
        unmet: unmet prerequisites.
        held: whether one of these is a hold that was not overridden.
        named: the photo fields replaced by a second name.
        cables: those whose labels can be reprinted here: the cable itself, those of the device, or those that end in the rack.
        punch: the last entry of the punch list, None if there is none.
        deviations: deviations from the plan, decided or not, oldest first.
    """

    item: Item
    target: int
    name: str
    in_plan: bool
    state: State
    due: date | None
    filled: int
    wanted: int
    basis: Mapping[str, Any]
    broken: frozenset[str]
    given: Mapping[str, Given]
    history: tuple[Entry, ...]
    unmet: tuple[Unmet, ...]
    held: bool
    named: frozenset[str]
    cables: tuple[int, ...]
    punch: Mapping[str, str] | None
    deviations: tuple[Deviation, ...]


def task_page(snapshot: Snapshot, item: Item, target: int, today: date) -> TaskPage:
    """The data displayed for an item on a target; for a reading thread."""
    place = snapshot.cached(layout).place(item.scope, target)
    in_plan = place != ABSENT
    history = history_of(snapshot, item.key, target)
    current_values = given_values(history)
    measured = {key: one.value for key, one in current_values.items()}
    basis = judging_basis(snapshot, item, target, measured) if in_plan else {}
    day = history[-1].at_utc[:10] if history else ""
    standing = standing_of(snapshot, item.key, target)
    unmet = tuple(unmet_needs(snapshot, item, target)) if in_plan else ()
    state = State(int(snapshot.cached(states_on(today))[item.key][place])) if in_plan else State.NOT_APPLICABLE
    return TaskPage(
        item=item,
        target=target,
        name=target_name(snapshot, item.scope, target),
        in_plan=in_plan,
        state=state,
        due=due_day(snapshot, item.key, target, state),
        filled=0 if standing is None else standing.filled,
        wanted=sum(not field.optional for field in item.fields),
        basis=basis,
        broken=frozenset(broken_fields(item, measured, basis, day)),
        given=current_values,
        history=tuple(history),
        unmet=unmet,
        held=bool(_holds(unmet, history)),
        named=frozenset(field.key for field in item.fields if needs_a_name(item, snapshot, field.key)),
        cables=tuple(_cables(snapshot, item.scope, place)) if in_plan else (),
        punch=_punch(history),
        deviations=tuple(deviations_in(history)),
    )


def holds_before(snapshot: Snapshot, item: Item, target: int) -> tuple[str, ...]:
    """The keys of the holds for which an item waits on a target, none where somebody overrode them."""
    return _holds(tuple(unmet_needs(snapshot, item, target)), history_of(snapshot, item.key, target))


def _holds(unmet: tuple[Unmet, ...], history: list[Entry]) -> tuple[str, ...]:
    overridden = any(entry.kind == EntryKind.OVERRIDE for entry in history)
    return () if overridden else tuple(need.item.key for need in unmet if need.item.hold)


_LABELLED = (Scope.CABLE, Scope.DEVICE, Scope.TRAY, Scope.WORKSTATION, Scope.RACK)


def _cables(snapshot: Snapshot, scope: Scope, place: int) -> list[int]:
    if scope not in _LABELLED:
        return []
    targets = snapshot.cached(layout)
    ids: list[int] = targets.ids[Scope.CABLE][targets.related(np.array([place], np.int64), scope, Scope.CABLE)].tolist()
    return ids


def _punch(history: list[Entry]) -> Mapping[str, str] | None:
    last = next((entry for entry in reversed(history) if entry.kind == EntryKind.PUNCH), None)
    if last is None:
        return None
    return {**{key: str(value) for key, value in body_of(last.value, last.writer, last.number).items()}, "text": last.reason}
