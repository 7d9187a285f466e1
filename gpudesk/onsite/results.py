"""Recorded results per item and target, as handed over: values, signatures, attempts, and resolutions with their reasons."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import Entry, EntryKind, EvidenceFile
from gpudesk.core.checklist.items import FieldKind, Item
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import layout, target_name
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.plan_values import has_left_plan
from gpudesk.onsite.record_log import Place, body_of, entries, given_files, given_values, standings
from gpudesk.onsite.states_today import due_day, states_on
from gpudesk.project.snapshot import Snapshot

SETTLING = (EntryKind.WAIVER, EntryKind.NOT_APPLICABLE, EntryKind.OVERRIDE)
"""Entries with a reason in place of a result."""
_ATTEMPTS = (EntryKind.VALUE, EntryKind.SIGNATURE, EntryKind.CORRECTION)


@dataclass(frozen=True, slots=True)
class RecordedValue:
    """The current value of a field.

    Attributes:
        value: a number, a text, true or false, or a list, according to the field.
        instrument: "serial", "calibration_due" and "reference" of the measuring instrument; empty if none was named.
        read_by_hand: whether a person read the figure from a tool.
        flags: remarks: "calibration_expired", "no_instrument", "ahead_of:KEY".
        entry: the name of the entry with the value.
        in_plan: False if it was written to the plan, such as a serial number, and is no longer there.
    """

    field: str
    value: Any
    person: str
    at_utc: str
    utc_offset: str
    instrument: Mapping[str, str]
    read_by_hand: bool
    flags: tuple[str, ...]
    files: tuple[EvidenceFile, ...]
    entry: str
    in_plan: bool = True


@dataclass(frozen=True, slots=True)
class Settled:
    """A waiver, an override of a hold, or a mark as not applicable; `withdrawn` if it no longer counts."""

    kind: str
    person: str
    second: str
    reason: str
    at_utc: str
    entry: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Attempt:
    """A verdict that was reached: a pass, or a failure, also one that was sure before all fields were filled."""

    verdict: str
    person: str
    at_utc: str
    entry: str


@dataclass(frozen=True, slots=True)
class Result:
    """State of an item on a target.

    Attributes:
        target_name: as in the plan, or as it was when last recorded.
        in_plan: whether the target is still in the plan.
        due: the due date, if overdue.
        expression, basis: the last basis for evaluating: names of plan and site sheet → their values then.
        verdict: the last verdict, "" if it was never evaluated.
        signatures: signed fields → that value.
        attempts: every verdict "passed" or "failed", oldest first.
        entries: number of entries for it.
    """

    item: Item
    target: int
    target_name: str
    in_plan: bool
    state: State
    due: date | None
    expression: str
    basis: Mapping[str, Any]
    verdict: str
    values: tuple[RecordedValue, ...]
    signatures: tuple[RecordedValue, ...]
    settled: tuple[Settled, ...]
    attempts: tuple[Attempt, ...]
    entries: int


def histories(snapshot: Snapshot) -> Mapping[Place, list[Entry]]:
    """Item and target → its entries, oldest first."""
    known: dict[Place, list[Entry]] = defaultdict(list)
    for entry, _ in entries(snapshot):
        if entry.item:
            known[entry.item, entry.target].append(entry)
    return known


def results(snapshot: Snapshot, today: date) -> list[Result]:
    """Everything that was touched, by item in the order of the work, then by target.

    Raises:
        InvalidData: an entry was altered so that it cannot be read.
    """
    checklist, known = checklist_of(snapshot), histories(snapshot)
    order = {key: place for place, key in enumerate(checklist.items)}
    touched = sorted((place for place in known if place[0] in order), key=lambda place: (order[place[0]], place[1]))
    return [result_of(snapshot, checklist.items[key], target, known[key, target], today) for key, target in touched]


def result_of(snapshot: Snapshot, item: Item, target: int, history: Sequence[Entry], today: date) -> Result:
    """Result of one item on one target.

    Args:
        history: its entries, oldest first; at least one.

    Raises:
        InvalidData: an entry was altered and cannot be read.
    """
    place = snapshot.cached(layout).place(item.scope, target)
    standing = snapshot.cached(standings)[item.key, target]
    state = standing.state if place == ABSENT else State(int(snapshot.cached(states_on(today))[item.key][place]))
    recorded = [
        replace(_recorded(field, entry, value), in_plan=not has_left_plan(snapshot, item.scope, target, item.by_key.get(field), value))
        for field, (value, entry) in _given(history).items()
    ]
    order = {field.key: number for number, field in enumerate(item.fields)}
    recorded.sort(key=lambda value: order.get(value.field, len(order)))
    signed = {field.key for field in item.fields if field.kind is FieldKind.SIGNATURE}
    withdrawn = {entry.about for entry in history if entry.kind == EntryKind.WITHDRAWAL}
    return Result(
        item,
        target,
        target_name(snapshot, item.scope, target) or history[-1].target_name,
        place != ABSENT,
        state,
        due_day(snapshot, item.key, target, state),
        standing.expression,
        standing.basis,
        next((entry.verdict for entry in reversed(history) if entry.verdict), ""),
        tuple(value for value in recorded if value.field not in signed),
        tuple(value for value in recorded if value.field in signed),
        tuple(_settled(entry, withdrawn) for entry in history if entry.kind in SETTLING),
        tuple(_attempts(history)),
        len(history),
    )


def evidence_files(known_results: Iterable[Result]) -> list[tuple[EvidenceFile, str]]:
    """The files referenced by values, each once, with the first entry that names it."""
    known: dict[str, tuple[EvidenceFile, str]] = {}
    for result in known_results:
        for value in (*result.values, *result.signatures):
            for file in value.files:
                known.setdefault(file.sha256, (file, value.entry))
    return list(known.values())


def _given(history: Sequence[Entry]) -> dict[str, tuple[Any, Entry]]:
    return {field: (current.value, current.entry) for field, current in given_values(list(history)).items()}


def _recorded(field: str, entry: Entry, value: Any) -> RecordedValue:
    stored = body_of(entry.value, entry.writer, entry.number)
    judgement = body_of(entry.judged, entry.writer, entry.number)
    instrument = stored.get("instrument", {})
    return RecordedValue(
        field,
        value,
        entry.person,
        entry.at_utc,
        entry.utc_offset,
        {name: str(text) for name, text in instrument.items() if text},
        bool(stored.get("read_by_hand")),
        tuple(str(flag) for flag in judgement.get("flags", ())),
        tuple(given_files(entry)),
        entry.name,
    )


def _settled(entry: Entry, gone: set[str]) -> Settled:
    return Settled(entry.kind, entry.person, entry.second, entry.reason, entry.at_utc, entry.name, entry.name in gone)


def _attempts(history: Sequence[Entry]) -> Iterable[Attempt]:
    before = ""
    for entry in history:
        # Filling in the rest of what failed already is no other attempt.
        partly = entry.verdict == "failed" == before and entry.kind != EntryKind.CORRECTION
        if entry.kind in _ATTEMPTS and entry.verdict in ("passed", "failed") and not partly:
            yield Attempt(entry.verdict, entry.person, entry.at_utc, entry.name)
        before = entry.verdict or before
