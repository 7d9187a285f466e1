"""Due dates of recurring items: their period after the last pass."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.items import Item
from gpudesk.core.checklist.periods import day_after, is_period
from gpudesk.derived.checklist.targets import target_name
from gpudesk.onsite.checklist import item_applies
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import entry_at, given_values, leaves_verdict, records
from gpudesk.project.snapshot import Snapshot

PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Due:
    """A recurring item, on a target on which it has passed.

    Attributes:
        passed: the day of the oldest value or signature of the last pass, by the UTC offset of the recording device. Renewing
            one of two values does not renew the item.
        due: its period later.
    """

    item: Item
    target: int
    target_name: str
    passed: date
    due: date

    def is_overdue(self, today: date) -> bool:
        """Whether its day is over."""
        return self.due < today


def due_dates(snapshot: Snapshot) -> list[Due]:
    """All recurring items, by due date.

    Items that never passed are open anyway; withdrawn passes do not count, and targets removed from the plan have no due dates.
    """
    items = {key: item for key, item in checklist_of(snapshot).items.items() if is_period(item.every)}
    histories: dict[tuple[str, int], list[Entry]] = defaultdict(list)
    for entry in _entries_of(snapshot, list(items)):
        histories[entry.item, entry.target].append(entry)
    days = {at: _passed(items[at[0]], history) for at, history in histories.items()}
    return sorted(_made(snapshot, items, days), key=lambda due: (due.due, due.item.key, due.target))


def _passed(item: Item, history: Sequence[Entry]) -> date | None:
    """The day of the oldest value of the last pass; None if it never passed."""
    withdrawn = {entry.about for entry in history if entry.kind == EntryKind.WITHDRAWAL}
    passes = [
        number
        for number, entry in enumerate(history)
        if entry.verdict == PASSED and entry.name not in withdrawn and not leaves_verdict(history, entry)
    ]
    if not passes:
        return None
    last = history[passes[-1]]
    current_values = given_values(history[: passes[-1] + 1])
    return min(
        (_local_day(current_values[field.key].entry) for field in item.fields if not field.optional and field.key in current_values),
        default=_local_day(last),
    )


def _entries_of(snapshot: Snapshot, items: list[str]) -> list[Entry]:
    """The log entries of some items, oldest first: few items recur, so the rest is not read."""
    log = records(snapshot)
    if log is None or not log.rows:
        return []
    return [entry_at(log, place)[0] for place in np.flatnonzero(np.isin(log["item"].astype(str), items)).tolist()]


def _made(snapshot: Snapshot, items: dict[str, Item], days: Mapping[tuple[str, int], date | None]) -> Iterator[Due]:
    for (key, target), day in days.items():
        item = items[key]
        if day is not None and item_applies(snapshot, item, target):
            name = target_name(snapshot, item.scope, target) or str(item.scope)
            yield Due(item, target, name, day, day_after(day, item.every))


def _local_day(entry: Entry) -> date:
    """The local day at the location of the recording."""
    day, hours, minutes = date.fromisoformat(entry.at_utc[:10]), int(entry.at_utc[11:13]), int(entry.at_utc[14:16])
    sign = -1 if entry.utc_offset.startswith("-") else 1
    shift = sign * (int(entry.utc_offset[1:3]) * 60 + int(entry.utc_offset[4:6]))
    return day + timedelta(days=(hours * 60 + minutes + shift) // (24 * 60))
