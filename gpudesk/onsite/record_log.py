"""The log of a project from the table `record`: its entries, the resulting states of items, and whether its chains are intact."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from gpudesk.core.checklist.checklist_progress import STATE_OF, State
from gpudesk.core.checklist.entries import ENTRY_FIELDS, ChainEnd, Entry, EntryKind, EvidenceFile, Fault, chain_ends, chain_faults
from gpudesk.core.checklist.item_verdict import Verdict
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import Columns, Ids, plain
from gpudesk.project.snapshot import Snapshot, made_from

Place = tuple[str, int]
"""The key of an item and the id of a target."""
_SETTLING: Mapping[str, State] = {EntryKind.WAIVER: State.WAIVED, EntryKind.NOT_APPLICABLE: State.NOT_APPLICABLE}
_VALUES = (EntryKind.VALUE, EntryKind.CORRECTION)
_CHANGING = (EntryKind.CORRECTION, EntryKind.WITHDRAWAL)
_JUDGING = (EntryKind.VALUE, EntryKind.SIGNATURE, EntryKind.CORRECTION, EntryKind.WITHDRAWAL, EntryKind.JUDGEMENT)


@dataclass(frozen=True, slots=True)
class Standing:
    """State of an item on a target according to the log alone.

    Attributes:
        state: by its last verdict; stale results are determined by callers with the plan.
        filled, wanted: number of its fields with a value, and number that count.
        expression, basis: the basis of the last verdict.
        overridden: whether a hold was overridden for it.
        has_failed: whether it failed at least once.
        last: the row of its last entry.
        settled_by: the name of the waiver, or of the entry marking it as not applicable, that set the state; "" if none.
    """

    state: State
    filled: int
    wanted: int
    expression: str
    basis: Mapping[str, Any]
    overridden: bool
    has_failed: bool
    last: int
    settled_by: str = ""


def records(snapshot: Snapshot) -> Columns | None:
    """The table of the log; None of a state that has none, such as a named version."""
    return snapshot.tables.get("record")


def entry_at(log: Columns, place: int) -> tuple[Entry, str]:
    """The entry of a row, with its stored digest."""
    values = {name: plain(name, log.at(name, np.array([place]))[0]) for name in (*ENTRY_FIELDS, "digest")}
    digest = str(values.pop("digest"))
    return Entry(**values), digest


def entries(snapshot: Snapshot) -> Iterator[tuple[Entry, str]]:
    """All entries in the order of the log, with their stored digests."""
    log = records(snapshot)
    if log is None or not log.rows:
        return
    columns = [log[name].tolist() for name in ENTRY_FIELDS]
    for values, digest in zip(zip(*columns, strict=True), log["digest"].tolist(), strict=True):
        yield Entry(*values), str(digest)


def rows_of(snapshot: Snapshot, item: str, target: int) -> Ids:
    """The places in the log of the entries of an item on a target, oldest first."""
    log = records(snapshot)
    if log is None or not log.rows:
        return np.zeros(0, np.int64)
    places = log.positions(log.where("target", target))
    item_rows: Ids = places[log.at("item", places) == item]
    return item_rows


@made_from({"record": ()})
def standings(snapshot: Snapshot) -> Mapping[Place, Standing]:
    """Item and target → state, for all with entries (use `snapshot.cached(standings)`).

    Raises:
        InvalidData: an entry was altered and cannot be read.
    """
    log = records(snapshot)
    result: dict[Place, Standing] = {}
    if log is None:
        return result
    columns = [log[name].tolist() for name in ("item", "target", *_READ)]
    for row, (item, target, *read) in enumerate(zip(*columns, strict=True)):
        if item:
            result[item, target] = _after(result.get((item, target)), row, *read)
    return result


def standing_of(snapshot: Snapshot, item: str, target: int) -> Standing | None:
    """State of one item on one target; None without entries."""
    known = snapshot.known(standings)
    if known is not None:
        return known.get((item, target))
    standing = None
    for place, entry in zip(rows_of(snapshot, item, target).tolist(), history_of(snapshot, item, target), strict=True):
        standing = _after(standing, place, *(getattr(entry, name) for name in _READ))
    return standing


def standing_after(history: Sequence[Entry]) -> Standing | None:
    """State of an item after its entries on one target, oldest first; None if there are none.

    Raises:
        InvalidData: an entry was altered and cannot be read.
    """
    standing = None
    for place, entry in enumerate(history):
        standing = _after(standing, place, *(getattr(entry, name) for name in _READ))
    return standing


_READ = ("writer", "number", "kind", "verdict", "judged", "about")
"""The columns of an entry that determine the state of an item."""
_UNTOUCHED = Standing(State.OPEN, 0, 0, "", {}, False, False, -1)


def body_of(text: str, writer: str, number: int) -> dict[str, Any]:
    """The stored data of an entry from JSON, empty for "".

    Raises:
        InvalidData: it is not a JSON object. The program never writes such an entry: the file was changed by something else.
    """
    try:
        body = json.loads(text, parse_constant=_no_number) if text else {}
    except (ValueError, RecursionError) as error:
        raise unreadable(writer, number) from error
    if not isinstance(body, dict):
        raise unreadable(writer, number)
    return body


def _no_number(word: str) -> None:
    raise ValueError(word)


def unreadable(writer: str, number: int) -> InvalidData:
    """The exception for an entry that was altered and cannot be read."""
    text = QT_TRANSLATE_NOOP("onsite", "The entry {entry} of the log was altered and cannot be read.")
    remedy = QT_TRANSLATE_NOOP(
        "onsite", "Open the latest copy of the project with a complete log; use gpudesk onsite verify-log to find it."
    )
    return InvalidData(Message("onsite", text, {"entry": f"{writer}:{number}"}), Message("onsite", remedy))


def _after(before: Standing | None, row: int, writer: str, number: int, kind: str, verdict: str, judged: str, about: str) -> Standing:
    """State after one more entry."""
    standing = before or _UNTOUCHED
    if kind in _SETTLING:
        return replace(standing, state=_SETTLING[kind], settled_by=f"{writer}:{number}", last=row)
    if kind not in _JUDGING:
        return replace(standing, overridden=standing.overridden or kind == EntryKind.OVERRIDE, last=row)
    body = body_of(judged, writer, number)
    filled, required = body.get("filled", standing.filled), body.get("wanted", standing.wanted)
    state, basis = STATE_OF.get(cast(Verdict, verdict)), body.get("basis", {})
    if state is None or not isinstance(filled, int) or not isinstance(required, int) or not isinstance(basis, dict):
        raise unreadable(writer, number)
    if kind == EntryKind.WITHDRAWAL and standing.settled_by not in ("", about):
        # A value that is withdrawn after the item was waived leaves the waiver in force.
        return replace(standing, filled=filled, wanted=required, last=row)
    return Standing(
        state,
        filled,
        required,
        str(body.get("expression", "")),
        basis,
        standing.overridden,
        standing.has_failed or state is State.FAILED,
        row,
    )


@dataclass(frozen=True, slots=True)
class Given:
    """The value of a field that counts, and the entry that gave it."""

    value: Any
    entry: Entry


def given_files(entry: Entry) -> list[EvidenceFile]:
    """The files that an entry names.

    Raises:
        InvalidData: the entry was altered so that it cannot be read.
    """
    listed = body_of(f'{{"files":{entry.files or "[]"}}}', entry.writer, entry.number)["files"]
    try:
        return [EvidenceFile(**file) for file in listed]
    except TypeError as error:
        raise unreadable(entry.writer, entry.number) from error


def given_values(history: Sequence[Entry]) -> dict[str, Given]:
    """Field → the current value, by the entries of one item on one target: withdrawn values do not count."""
    void_names = {entry.about for entry in history if entry.kind == EntryKind.WITHDRAWAL}
    for entry in history:
        if entry.kind == EntryKind.CORRECTION and entry.name not in void_names:
            # One that settles a conflict names all the entries that it replaces.
            void_names |= set(entry.about.split())
    void_names |= lapsed_entries(history)
    result: dict[str, Given] = {}
    for entry in history:
        if entry.field and entry.kind in (EntryKind.VALUE, EntryKind.SIGNATURE, EntryKind.CORRECTION) and entry.name not in void_names:
            result[entry.field] = Given(body_of(entry.value, entry.writer, entry.number).get("value"), entry)
    return result


def leaves_verdict(history: Sequence[Entry], entry: Entry) -> bool:
    """Whether an entry of an item leaves its verdict as it was: an override, and the withdrawal of a deviation, which is no value."""
    return entry.kind == EntryKind.OVERRIDE or (entry.kind == EntryKind.WITHDRAWAL and is_deviation(history, entry.about))


def is_deviation(history: Sequence[Entry], name: str) -> bool:
    """Whether the entry with a name is a deviation."""
    return any(known.name == name and known.kind == EntryKind.DEVIATION for known in history)


def last_verdict(history: Sequence[Entry]) -> tuple[str, str] | None:
    """The last verdict on an item with its basis, as its entry contains them; None if it was never evaluated."""
    return next(((entry.verdict, entry.judged) for entry in reversed(history) if entry.verdict), None)


def lapsed_signatures(history: Sequence[Entry]) -> list[str]:
    """The fields whose last signatures do not count any more (see `lapsed_entries`)."""
    lapsed = lapsed_entries(history)
    last = {entry.field: entry.name for entry in history if entry.field}
    return sorted(field for field, name in last.items() if name in lapsed)


def lapsed_entries(history: Sequence[Entry]) -> set[str]:
    """The names of the signatures that do not count any more: a value that was there when they were given was changed or withdrawn since.

    A correction that was withdrawn itself changed nothing. A value that came with a merge, recorded without knowledge of the one that was
    signed, changes it as a correction does.
    """
    signed = {entry.field for entry in history if entry.kind == EntryKind.SIGNATURE}
    if not signed:
        return set()
    withdrawn = {entry.about for entry in history if entry.kind == EntryKind.WITHDRAWAL}
    place = {entry.name: number for number, entry in enumerate(history)}
    lapsed = set()
    for number, entry in enumerate(history):
        if entry.name in withdrawn:
            continue
        changed = [history[place[name]] for name in entry.about.split() if name in place] if entry.kind in _CHANGING else []
        if entry.kind == EntryKind.VALUE:
            earlier = (one for one in history[:number] if one.field == entry.field and one.name not in withdrawn)
            changed = [one for one in earlier if one.value != entry.value]
        for name in (one.name for one in changed if one.kind in _VALUES and one.field not in signed):
            lapsed |= {one.name for one in history[place[name] + 1 : number] if one.field in signed}
    return lapsed


def history_of(snapshot: Snapshot, item: str, target: int) -> list[Entry]:
    """The recorded entries of an item on a target, oldest first."""
    log = records(snapshot)
    return [entry_at(log, place)[0] for place in rows_of(snapshot, item, target).tolist()] if log is not None else []


def log_ends(snapshot: Snapshot) -> dict[str, ChainEnd]:
    """The last number and digest of every writer."""
    return chain_ends(entries(snapshot))


def log_faults(snapshot: Snapshot, expected: Mapping[str, ChainEnd] | None = None) -> list[Fault]:
    """Faults of the chains of the log."""
    return chain_faults(entries(snapshot), expected)
