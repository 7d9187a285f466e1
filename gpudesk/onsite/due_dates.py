"""When items that come again are due: their period after the last time that they passed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.items import Item
from gpudesk.core.checklist.periods import day_after, is_period
from gpudesk.derived.checklist.targets import target_name
from gpudesk.onsite.checklist import item_applies
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.record_log import entry_at, records
from gpudesk.project.snapshot import Snapshot

PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Due:
    """An item that comes again, on a target on which it passed once.

    Attributes:
        passed: the day of the last pass, by the offset of the device that recorded it.
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
    """Every item that comes again, by the day on which it is due.

    What never passed is open anyway; a pass that was withdrawn counts no more, and what left the plan is due no more.
    """
    items = {key: item for key, item in checklist_of(snapshot).items.items() if is_period(item.every)}
    last: dict[tuple[str, int], Entry] = {}
    log = _entries_of(snapshot, list(items))
    withdrawn = {entry.about for entry in log if entry.kind == EntryKind.WITHDRAWAL}
    for entry in log:
        if entry.verdict == PASSED and entry.name not in withdrawn:
            last[entry.item, entry.target] = entry
    return sorted(_made(snapshot, items, last), key=lambda due: (due.due, due.item.key, due.target))


def _entries_of(snapshot: Snapshot, items: list[str]) -> list[Entry]:
    """What the log says of some items, oldest first: few of them come again, so the rest is not read."""
    log = records(snapshot)
    if log is None or not log.rows:
        return []
    return [entry_at(log, place)[0] for place in np.flatnonzero(np.isin(log["item"].astype(str), items)).tolist()]


def _made(snapshot: Snapshot, items: dict[str, Item], last: dict[tuple[str, int], Entry]) -> Iterator[Due]:
    for (key, target), entry in last.items():
        item = items[key]
        if item_applies(snapshot, item, target):
            day = _local_day(entry)
            name = target_name(snapshot, item.scope, target) or str(item.scope)
            yield Due(item, target, name, day, day_after(day, item.every))


def _local_day(entry: Entry) -> date:
    """The day on the clock on the wall where it was recorded."""
    day, hours, minutes = date.fromisoformat(entry.at_utc[:10]), int(entry.at_utc[11:13]), int(entry.at_utc[14:16])
    sign = -1 if entry.utc_offset.startswith("-") else 1
    shift = sign * (int(entry.utc_offset[1:3]) * 60 + int(entry.utc_offset[4:6]))
    return day + timedelta(days=(hours * 60 + minutes + shift) // (24 * 60))
