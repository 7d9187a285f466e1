"""Which entry of the log a person may take out of account next."""

import numpy as np

from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.recording_rules import WITHDRAWABLE
from gpudesk.onsite.record_log import entry_at, records
from gpudesk.project.snapshot import Snapshot


def last_withdrawable(snapshot: Snapshot, writer: str) -> Entry | None:
    """The last entry of a writer that counts and can be withdrawn; None if there is none."""
    log = records(snapshot)
    if log is None or not log.rows:
        return None
    withdrawn: set[str] = set()
    for place in np.flatnonzero(log["writer"] == writer)[::-1].tolist():
        entry, _ = entry_at(log, place)
        if entry.kind == EntryKind.WITHDRAWAL:
            withdrawn.add(entry.about)
        elif entry.kind in WITHDRAWABLE and entry.name not in withdrawn:
            return entry
    return None


def entry_named(snapshot: Snapshot, name: str) -> Entry | None:
    """The last entry with a name, "WRITER:NUMBER"; None if there is none."""
    log = records(snapshot)
    writer, _, number = name.partition(":")
    if log is None or not number.isdecimal():
        return None
    places = log.positions(log.where("number", int(number)))
    own_places = [place for place in places.tolist() if log["writer"][place] == writer]
    return entry_at(log, own_places[-1])[0] if own_places else None
