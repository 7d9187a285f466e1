"""Deviations of the installation from the plan, and whether a second person accepted them into the plan."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from gpudesk.core.checklist.entries import Entry, EntryKind
from gpudesk.core.checklist.items import Scope
from gpudesk.onsite.record_log import body_of, entry_at, records, unreadable
from gpudesk.project.snapshot import Snapshot


class Difference(StrEnum):
    """What differs."""

    LENGTH = "length"
    """The length of a cable."""
    PORT = "port"
    """The port in which an end of a cable is."""
    SERIAL = "serial"
    """The serial number of a rack or device: it was replaced."""
    DAMAGED = "damaged"
    """It arrived damaged."""
    OTHER = "other"


CHANGED_BY: Mapping[Difference, tuple[Scope, ...]] = {
    Difference.LENGTH: (Scope.CABLE,),
    Difference.PORT: (Scope.CABLE,),
    Difference.SERIAL: (Scope.RACK, Scope.DEVICE, Scope.WORKSTATION),
}
"""Of what each difference is; the others may be of anything."""
REPLACED = CHANGED_BY[Difference.SERIAL]
"""Of these, what arrived damaged is ordered again, and its serial number leaves the plan; other differences propose no change."""


_READ = (EntryKind.DEVIATION, EntryKind.DECISION, EntryKind.WITHDRAWAL)


@dataclass(frozen=True, slots=True)
class Deviation:
    """One deviation.

    Attributes:
        built: the installed values, by name: "length_mm", "serial", or "side", "device_id" and "port".
        accepted: None until decided.
        decided_by, decided_at_utc, decision: who decided, when, and why; "" until decided.
        withdrawn_by, withdrawn_at_utc, withdrawal: who withdrew it, when, and why; "" while it is valid. Its decision is void, too.
    """

    entry: Entry
    what: Difference
    built: Mapping[str, Any]
    accepted: bool | None = None
    decided_by: str = ""
    decided_at_utc: str = ""
    decision: str = ""
    withdrawn_by: str = ""
    withdrawn_at_utc: str = ""
    withdrawal: str = ""


def deviations(snapshot: Snapshot, *, withdrawn: bool = False) -> list[Deviation]:
    """All deviations, oldest first.

    Args:
        withdrawn: whether the withdrawn ones are included.

    Raises:
        InvalidData: an entry was altered and cannot be read.
    """
    log = records(snapshot)
    if log is None or not log.rows:
        return []
    places = np.flatnonzero(np.isin(log["kind"].astype(str), [str(kind) for kind in _READ]))
    return deviations_in([entry_at(log, place)[0] for place in places.tolist()], withdrawn=withdrawn)


def deviations_in(log: Sequence[Entry], *, withdrawn: bool = False) -> list[Deviation]:
    """Those among some entries, oldest first; `withdrawn` as of `deviations`."""
    withdrawals = {entry.about: entry for entry in log if entry.kind == EntryKind.WITHDRAWAL}
    decided = {entry.about: entry for entry in log if entry.kind == EntryKind.DECISION and entry.name not in withdrawals}
    return [
        deviation_of(entry, decided.get(entry.name), withdrawals.get(entry.name))
        for entry in log
        if entry.kind == EntryKind.DEVIATION and (withdrawn or entry.name not in withdrawals)
    ]


def open_deviations(snapshot: Snapshot) -> tuple[Deviation, ...]:
    """The undecided deviations, oldest first."""
    log = records(snapshot)
    if log is None or not len(log.where("kind", str(EntryKind.DEVIATION))):
        return ()
    return tuple(known for known in deviations(snapshot) if known.accepted is None)


def deviation_body(deviation: Deviation) -> dict[str, Any]:
    """A deviation in JSON."""
    return {
        "entry": deviation.entry.name,
        "item": deviation.entry.item,
        "target": deviation.entry.target,
        "target_name": deviation.entry.target_name,
        "category": str(deviation.what),
        "as_built": dict(deviation.built),
        "text": deviation.entry.reason,
        "person": deviation.entry.person,
        "at_utc": deviation.entry.at_utc,
        "accepted": deviation.accepted,
        "decided_by": deviation.decided_by or None,
        "decided_at_utc": deviation.decided_at_utc or None,
        "decision": deviation.decision or None,
        "withdrawn_by": deviation.withdrawn_by or None,
        "withdrawn_at_utc": deviation.withdrawn_at_utc or None,
        "withdrawal": deviation.withdrawal or None,
    }


def deviation_of(entry: Entry, decision: Entry | None, withdrawal: Entry | None = None) -> Deviation:
    """The deviation of an entry, with the entry that decided it, and the one that withdrew it.

    Raises:
        InvalidData: the entry was altered and cannot be read.
    """
    body = body_of(entry.value, entry.writer, entry.number)
    what = Difference(body["what"]) if body.get("what") in list(Difference) else Difference.OTHER
    built = body.get("built", {})
    if not isinstance(built, dict) or entry.scope not in list(Scope):
        raise unreadable(entry.writer, entry.number)
    deviation = Deviation(entry, what, built)
    if decision is not None:
        accepted = body_of(decision.value, decision.writer, decision.number).get("accepted") is True
        deviation = Deviation(entry, what, built, accepted, decision.person, decision.at_utc, decision.reason)
    if withdrawal is None:
        return deviation
    return replace(deviation, withdrawn_by=withdrawal.person, withdrawn_at_utc=withdrawal.at_utc, withdrawal=withdrawal.reason)
