"""The states of items on a day: as the log has them, except that what passed and was due again since is overdue."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import cache

from gpudesk.core.checklist.checklist_progress import State, States
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.checklist import MADE_OF, states
from gpudesk.onsite.due_dates import Due, due_dates
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import Place
from gpudesk.project.snapshot import Snapshot, made_from


def due_days(snapshot: Snapshot) -> Mapping[Place, Due]:
    """Item and target → next due date, for items that passed once (use `snapshot.cached(due_days)`)."""
    return {(due.item.key, due.target): due for due in due_dates(snapshot)}


made_from(dict.fromkeys(MADE_OF, ()))(due_days)


@cache
def states_on(today: date) -> Callable[[Snapshot], Mapping[str, States]]:
    """Function that calculates the state of every item on every target on a day (use `snapshot.cached(states_on(today))`)."""

    def made(snapshot: Snapshot) -> Mapping[str, States]:
        known, targets, items = dict(snapshot.cached(states)), snapshot.cached(layout), checklist_of(snapshot).items
        changed: dict[str, States] = {}
        for (key, target), due in snapshot.cached(due_days).items():
            place = targets.place(items[key].scope, target) if due.is_overdue(today) else ABSENT
            if place != ABSENT and known[key][place] == State.PASSED:
                changed.setdefault(key, known[key].copy())[place] = State.OVERDUE
        return {**known, **changed}

    return made_from(dict.fromkeys(MADE_OF, ()))(made)


def due_day(snapshot: Snapshot, item: str, target: int, state: State) -> date | None:
    """The day on which an overdue item was due; None of any other state."""
    due = snapshot.cached(due_days).get((item, target)) if state is State.OVERDUE else None
    return None if due is None else due.due
