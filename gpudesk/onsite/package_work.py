"""Filling in a work package outside the project: the same rules as in the project, with the limits in the package.

Results follow from the package and the entries alone, so that the program can write the entries of a page again when its
result returns, and compare entries of another GPU Desk with its own.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpudesk.core.checklist.checklist_progress import DONE, State
from gpudesk.core.checklist.entries import Entry, EntryKind, EvidenceFile
from gpudesk.core.checklist.item_verdict import Judgement, Verdict, judge
from gpudesk.core.checklist.items import FieldKind, Item
from gpudesk.core.checklist.package import Package, PackageRow, Place
from gpudesk.core.checklist.package_body import OFFSET, WRITER
from gpudesk.core.checklist.recording_rules import (
    demand_field,
    demand_name,
    demand_other,
    demand_reason,
    demand_withdrawable,
    flags_ahead,
    instrument_flags,
    kept_value,
    refused,
    witness,
)
from gpudesk.core.checklist.signatures import demand_signature
from gpudesk.core.checklist.values import Instrument, checked_value
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.onsite.conflicts import replaced_by
from gpudesk.onsite.entry_texts import entry_json, files_json, judged_json
from gpudesk.onsite.plan_values import looked_up
from gpudesk.onsite.record_log import (
    Standing,
    body_of,
    given_files,
    given_values,
    is_deviation,
    lapsed_signatures,
    last_verdict,
    leaves_verdict,
    standing_after,
)

_CONTEXT = "onsite"
_GIVING = (EntryKind.VALUE, EntryKind.SIGNATURE, EntryKind.CORRECTION)
_SAME = (
    "writer",
    "number",
    "previous",
    "kind",
    "item",
    "scope",
    "target",
    "target_name",
    "field",
    "verdict",
    "revision",
    "second",
    "about",
)
"""What of an entry has to be as the program would have written it; flags and the form of a reason may be those of another version."""
_JUDGED_SAME = frozenset(["expression", "basis", "filled", "wanted"])
_TEXTS = ("field", "value", "verdict", "judged", "files", "reason", "second", "about")


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who records, when (UTC), and the offset of the device's clock."""

    person: str
    at_utc: str
    utc_offset: str


class PackageWork:
    """A package with what its writer recorded in it.

    Args:
        entries: of that writer, in their order, with their digests.
    """

    def __init__(self, package: Package, writer: str, entries: Sequence[tuple[Entry, str]] = ()) -> None:
        if not WRITER.match(writer):
            raise refused(QT_TRANSLATE_NOOP("onsite", "A writer must have 16 hexadecimal digits, and an offset must have the form +01:00."))
        self.package, self.writer = package, writer
        self.entries = list(entries)
        self._histories: dict[Place, list[Entry]] = defaultdict(list)
        self._states: dict[Place, State] = {}
        for entry, _ in (*package.log, *entries):
            self._histories[entry.item, entry.target].append(entry)

    def history(self, item: str, target: int) -> list[Entry]:
        """The recorded entries of an item on a target, oldest first."""
        return self._histories.get((item, target), [])

    def standing(self, item: str, target: int) -> Standing | None:
        """State of an item on a target; None without entries."""
        return standing_after(self.history(item, target))

    def state(self, row: PackageRow) -> State:
        """The state of a row: as it was in the project, until something is recorded in the package."""
        known = self._states.get(row.place)
        if known is None:
            known = self._states[row.place] = self._found_state(row)
        return known

    def _found_state(self, row: PackageRow) -> State:
        standing = self.standing(*row.place)
        history = self.history(*row.place)
        own = any(entry.writer == self.writer and not leaves_verdict(history, entry) for entry in history)
        if not own and row.state not in (State.OPEN.word, State.BLOCKED.word):
            return State[row.state.upper()]
        if standing is None or standing.state is State.OPEN:
            return State.BLOCKED if self.unmet(row) and not (standing and standing.overridden) else State.OPEN
        return standing.state

    def unmet(self, row: PackageRow) -> list[str]:
        """The items that the row still waits for."""
        return [wait.item for wait in row.waits if wait.elsewhere or not all(self._is_done(wait.item, target) for target in wait.targets)]

    def _is_done(self, item: str, target: int) -> bool:
        row = self.package.by_place.get((item, target))
        return row is not None and self.state(row) in DONE

    def record(
        self,
        by: Stamp,
        item: str,
        target: int,
        field: str,
        value: Any,
        instrument: Instrument | None = None,
        files: Sequence[EvidenceFile] = (),
        *,
        strict: bool = True,
        last: bool = True,
    ) -> Entry:
        """Record the value of a field. An existing value is corrected.

        Args:
            strict: whether a hold that has not passed prevents it; otherwise it is flagged.
            last: whether it is the last of the values recorded together; those before it report missing values.

        Raises:
            Refused: item, target or field is not in the package, or the value does not fit.
        """
        known, row = self._at(item, target)
        evidence = demand_field(known, field)
        photo_forbidden = evidence.kind is FieldKind.PHOTO and not self.package.photos_allowed
        value = witness(by.person, value) if photo_forbidden else checked_value(evidence, value)
        history = self.history(item, target)
        current_values = given_values(history)
        if evidence.kind is FieldKind.SIGNATURE:
            demand_signature(known, field, value, by.person, {key: one.value for key, one in current_values.items()})
        unmet = set(self.unmet(row))
        waits = [(wait.item, wait.hold) for wait in row.waits if wait.item in unmet]
        flags = flags_ahead(known, waits, (entry.kind for entry in history), strict=strict)
        stored_value = kept_value(evidence, value, instrument)
        flags += instrument_flags(evidence, instrument, by.at_utc[:10])
        kind = EntryKind.SIGNATURE if evidence.kind is FieldKind.SIGNATURE else EntryKind.VALUE
        about = ""
        if field in current_values:
            kind, about = EntryKind.CORRECTION, replaced_by(history, field)
        values = {"field": field, "value": entry_json(stored_value), "files": files_json(files), "about": about}
        tried = [*history, self._entry(by, kind, known, row, **values)]
        flags += [f"signature_lapsed:{name}" for name in lapsed_signatures(tried) if name in current_values]
        judgement = _judged(self.package, known, row, tried, by)
        verdict = judgement.verdict if last or judgement.verdict is Verdict.EMPTY else Verdict.PARTIAL
        return self._append(by, kind, known, row, verdict=str(verdict), judged=judged_json(known, judgement, flags), **values)

    def record_values(
        self,
        by: Stamp,
        item: str,
        target: int,
        values: Mapping[str, Any],
        instrument: Instrument | None = None,
        files: Mapping[str, Sequence[EvidenceFile]] | None = None,
    ) -> None:
        """Record the values of several fields together: all of them, or none.

        Raises:
            Refused: as of `record`.
        """
        count, before = len(self.entries), list(self.history(item, target))
        try:
            for number, (field, value) in enumerate(values.items(), start=1):
                self.record(by, item, target, field, value, instrument, (files or {}).get(field, ()), last=number == len(values))
        except Refused:
            del self.entries[count:]
            self._histories[item, target] = before
            self._states.clear()
            raise

    def waive(self, by: Stamp, item: str, target: int, reason: str, second: str) -> Entry:
        """Give the item up here, with a reason and a second name.

        Raises:
            Refused: something is not in the package, the reason is missing, or both names are the same.
        """
        return self._with_second(by, EntryKind.WAIVER, item, target, reason, second)

    def override(self, by: Stamp, item: str, target: int, reason: str, second: str) -> Entry:
        """Allow work to continue although an earlier hold has not passed.

        Raises:
            Refused: something is not in the package, the reason is missing, or both names are the same.
        """
        return self._with_second(by, EntryKind.OVERRIDE, item, target, reason, second)

    def mark_not_applicable(self, by: Stamp, item: str, target: int, reason: str) -> Entry:
        """Record with a reason that the item does not apply here.

        Raises:
            Refused: something is not in the package, or the reason is missing.
        """
        known, row = self._at(item, target)
        return self._append(by, EntryKind.NOT_APPLICABLE, known, row, reason=demand_reason(reason))

    def withdraw(self, by: Stamp, item: str, target: int, entry: str, reason: str) -> Entry:
        """Mark an entry as withdrawn; it stays in the log.

        Raises:
            Refused: there is no such entry, or it cannot be withdrawn.
        """
        known, row = self._at(item, target)
        history = self.history(item, target)
        meant = [one for one in history if one.name == entry]
        demand_withdrawable(entry, meant[-1].kind if meant else "", history)
        reason = demand_reason(reason)
        before = last_verdict(history) if is_deviation(history, entry) else None
        if before is None:
            draft = self._entry(by, EntryKind.WITHDRAWAL, known, row, about=entry)
            judgement = _judged(self.package, known, row, [*history, draft], by)
            before = str(judgement.verdict), judged_json(known, judgement, [])
        verdict, judged_text = before
        return self._append(by, EntryKind.WITHDRAWAL, known, row, verdict=verdict, judged=judged_text, reason=reason, about=entry)

    def repeat(self, entry: Entry, digest: str, following: Entry | None = None) -> None:
        """Accept an entry of another GPU Desk after writing it again: both must be identical.

        Args:
            following: the next entry, None for the last one.

        Raises:
            Refused: it does not follow from the package and the entries before it.
        """
        by = Stamp(entry.person, entry.at_utc, entry.utc_offset)
        at = entry.item, entry.target
        stored = body_of(entry.value, entry.writer, entry.number)
        if entry.kind in _GIVING:
            named = files_of(entry)
            repeated = self.record(
                by,
                *at,
                entry.field,
                stored.get("value"),
                _instrument_of(stored),
                named,
                strict=False,
                last=not _is_together(entry, following),
            )
        elif entry.kind == EntryKind.WITHDRAWAL:
            repeated = self.withdraw(by, *at, entry.about, entry.reason)
        elif entry.kind == EntryKind.NOT_APPLICABLE:
            repeated = self.mark_not_applicable(by, *at, entry.reason)
        elif entry.kind in (EntryKind.WAIVER, EntryKind.OVERRIDE):
            repeated = self._with_second(by, EntryKind(entry.kind), *at, entry.reason, entry.second)
        else:
            raise _not_as_written(entry)
        same = all(getattr(repeated, name) == getattr(entry, name) for name in _SAME if name != "verdict")
        same &= repeated.verdict == entry.verdict or _failed_later(repeated, entry)
        for text, of, keys in (
            (repeated.value, stored, None),
            (repeated.judged, body_of(entry.judged, entry.writer, entry.number), _JUDGED_SAME),
        ):
            own = body_of(text, repeated.writer, repeated.number)
            same &= all(own[key] == of.get(key) for key in own if keys is None or key in keys)
        if not same or digest != entry.digest():
            raise _not_as_written(entry)
        self.entries[-1] = entry, digest
        self._histories[at][-1] = entry
        self._states.clear()

    def _with_second(self, by: Stamp, kind: EntryKind, item: str, target: int, reason: str, second: str) -> Entry:
        known, row = self._at(item, target)
        second = demand_name(second)
        demand_other(by.person, second)
        return self._append(by, kind, known, row, reason=demand_reason(reason), second=second)

    def _at(self, item: str, target: int) -> tuple[Item, PackageRow]:
        row = self.package.by_place.get((item, target))
        if row is None:
            raise refused(QT_TRANSLATE_NOOP("onsite", "{item} on {target} is not in this work package."), item=item, target=target)
        return self.package.items[item], row

    def _entry(self, by: Stamp, kind: EntryKind, item: Item, row: PackageRow, **values: str) -> Entry:
        if not OFFSET.match(by.utc_offset):
            raise refused(QT_TRANSLATE_NOOP("onsite", "A writer must have 16 hexadecimal digits, and an offset must have the form +01:00."))
        return Entry(
            writer=self.writer,
            number=self.entries[-1][0].number + 1 if self.entries else 1,
            previous=self.entries[-1][1] if self.entries else "",
            at_utc=by.at_utc,
            utc_offset=by.utc_offset,
            person=demand_name(by.person),
            kind=str(kind),
            item=item.key,
            scope=str(item.scope),
            target=row.target,
            target_name=row.name,
            revision=self.package.revision,
            **{name: values.get(name, "") for name in _TEXTS},
        )

    def _append(self, by: Stamp, kind: EntryKind, item: Item, row: PackageRow, **values: str) -> Entry:
        entry = self._entry(by, kind, item, row, **values)
        self.entries.append((entry, entry.digest()))
        self._histories[row.place].append(entry)
        # Rows that wait for this one have another state, too.
        self._states.clear()
        return entry


def _judged(package: Package, item: Item, row: PackageRow, history: Sequence[Entry], by: Stamp) -> Judgement:
    measured = {field: one.value for field, one in given_values(history).items()}
    return judge(item, measured, looked_up(package, row, measured), by.at_utc[:10])


def _is_together(entry: Entry, following: Entry | None) -> bool:
    """Whether an entry with missing values can be one of several recorded together, and not the last."""
    if following is None or entry.verdict != Verdict.PARTIAL or following.kind not in _GIVING:
        return False
    return all(getattr(entry, name) == getattr(following, name) for name in ("item", "target", "person", "at_utc"))


def _failed_later(made: Entry, entry: Entry) -> bool:
    """Whether an entry is from a version that evaluated only with all fields filled: until then values were missing."""
    missing = body_of(made.judged, made.writer, made.number).get("missing")
    return bool(missing) and made.verdict == Verdict.FAILED and entry.verdict == Verdict.PARTIAL


def files_of(entry: Entry) -> tuple[EvidenceFile, ...]:
    """The files that an entry of a work package names.

    Raises:
        InvalidData: it was altered so that it cannot be read.
        Refused: they are not named as files are.
    """
    named = tuple(given_files(entry))
    for file in named:
        texts = (file.name, file.sha256, file.original_sha256, file.taken)
        if type(file.size) is not int or not all(isinstance(text, str) for text in texts):
            raise _not_as_written(entry)
    return named


def _instrument_of(kept: Mapping[str, Any]) -> Instrument | None:
    instrument = kept.get("instrument")
    if not isinstance(instrument, dict):
        return None
    serial, due, reference = (instrument.get(name) for name in ("serial", "calibration_due", "reference"))
    if not isinstance(serial, str) or not isinstance(due, str) or not isinstance(reference, str):
        raise refused(QT_TRANSLATE_NOOP("onsite", "An instrument requires its serial number."))
    return Instrument(serial, due, reference)


def _not_as_written(entry: Entry) -> Refused:
    text = QT_TRANSLATE_NOOP(
        "onsite", "The entry {entry} of the work package was altered: it is inconsistent with the package and earlier records."
    )
    again = QT_TRANSLATE_NOOP("onsite", "Nothing in the file was imported. Request the file again.")
    return Refused(Message(_CONTEXT, text, {"entry": entry.name}), Message(_CONTEXT, again))
