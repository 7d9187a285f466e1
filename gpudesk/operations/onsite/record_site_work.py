"""Recording work on site: the list of people, and entries of the log, which no step takes back."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpudesk.core.checklist.entries import ENTRY_FIELDS, Entry, EntryKind, EvidenceFile, Recorder
from gpudesk.core.checklist.item_verdict import Judgement, Verdict, judge
from gpudesk.core.checklist.items import FieldKind, Item, Scope
from gpudesk.core.checklist.recording_rules import (
    demand_field,
    demand_other,
    demand_reason,
    demand_withdrawable,
    flags_ahead,
    instrument_flags,
    kept_value,
    refused,
    witness,
)
from gpudesk.core.checklist.signatures import alike, demand_signature
from gpudesk.core.checklist.values import Instrument, checked_value, is_day
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.cable_facts import port_as_planned
from gpudesk.derived.checklist.targets import TABLES, layout, target_name
from gpudesk.onsite.checklist import item_applies, needs_a_name, unmet_needs
from gpudesk.onsite.conflicts import replaced_by
from gpudesk.onsite.deviations import CHANGED_BY, REPLACED, Deviation, Difference, deviations
from gpudesk.onsite.entry_texts import entry_json, files_json, judged_json
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.plan_values import is_elsewhere, judging_basis
from gpudesk.onsite.record_log import entry_at, given_values, history_of, is_deviation, lapsed_signatures, last_verdict
from gpudesk.operations.cabling.cable_operations import move_cable_end, set_cables
from gpudesk.operations.onsite.log_entries import append_entry
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.arguments import checked_arguments
from gpudesk.operations.run.field_operations import checked_fields, set_fields
from gpudesk.operations.run.new_names import checked_name
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "onsite"
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
PRIORITIES = ("high", "normal", "low")


@operation
def add_person(edit: Edit, name: str, team: str = "") -> None:
    """Put a person on the list of those who work on site, or change the team.

    Raises:
        Refused: the name is empty or too long, or differs from a known one in capitals alone.
    """
    name = checked_name(name)
    if not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "A person requires a name.")))
    if any(known != name and alike(known, name) for known in edit.columns("person")["name"].tolist()):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "{name} is already on the list."), {"name": name}))
    upsert_by_key.put(edit, "person", {"name": name}, {"team": checked_text("name", team).strip()})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "{name} works on site"), {"name": name})


@operation
def remove_person(edit: Edit, name: str) -> None:
    """Remove a person from the list; records by the person stay."""
    upsert_by_key.put(edit, "person", {"name": name}, None)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "{name} no longer works on site"), {"name": name})


@operation
def record_value(
    edit: Edit,
    by: Recorder,
    item: str,
    target: int,
    field: str,
    value: Any,
    instrument: Instrument | None = None,
    files: Sequence[EvidenceFile] = (),
) -> int:
    """Record the value of a field; returns the id of the entry. An existing value is corrected.

    The item is evaluated with it: the entry stores the expression, its values from plan and site sheet, and the verdict. A scanned
    serial number or asset tag is written to the plan in the same step; undo removes it from the plan and keeps the entry.

    Raises:
        Refused: item, target, field or person is unknown, the item does not apply or waits for a hold, the value does not fit, or
            the same person would sign twice.
    """
    (row,) = record_values(edit, by, item, target, {field: value}, instrument, {field: tuple(files)})
    return row


@operation
def record_values(
    edit: Edit,
    by: Recorder,
    item: str,
    target: int,
    values: Mapping[str, Any],
    instrument: Instrument | None = None,
    files: Mapping[str, Sequence[EvidenceFile]] | None = None,
) -> list[int]:
    """Record the values of several fields in one step: all of them, or none; returns the ids of the entries, one for each field.

    The last entry has the verdict for all of them; the earlier ones report missing values.

    Raises:
        Refused: as `record_value`, or there is no value.
    """
    now = edit.present()
    known = _item_at(now, item, target)
    _demand_person(edit, by.person)
    if not values:
        raise refused(QT_TRANSLATE_NOOP("onsite", "There is nothing to record."))
    history = history_of(now, item, target)
    unmet = [(need.item.key, need.item.hold) for need in unmet_needs(now, known, target)]
    flags = flags_ahead(known, unmet, (entry.kind for entry in history))
    rows = []
    for number, (field, value) in enumerate(values.items(), start=1):
        step = _Step(known, target, field, value, instrument, tuple((files or {}).get(field, ())), last=number == len(values))
        rows.append(_record(edit, now, by, step, history, flags))
    field = known.by_key[field].title if len(values) == 1 else str(len(values))
    edit.title = _title(QT_TRANSLATE_NOOP("onsite", "{item}, {target}: {field} recorded"), now, known, target, field=field)
    return rows


@dataclass(frozen=True, slots=True)
class _Step:
    """One value that is recorded; `last` of its operation."""

    item: Item
    target: int
    field: str
    value: Any
    instrument: Instrument | None
    files: Sequence[EvidenceFile]
    last: bool


def _record(edit: Edit, now: Snapshot, by: Recorder, step: _Step, history: list[Entry], before: Sequence[str]) -> int:
    """Write the entry of one value, also behind `history`."""
    known, field, value, instrument = step.item, step.field, step.value, step.instrument
    evidence = demand_field(known, field)
    value = _second_name(edit, by, value) if needs_a_name(known, now, field) else checked_value(evidence, value)
    if evidence.kind is FieldKind.SCAN and f"d.port_{field}" in known.reads:
        value = port_as_planned(now, step.target, value)
    current_values = given_values(history)
    if evidence.kind is FieldKind.SIGNATURE:
        demand_signature(known, field, value, by.person, {key: one.value for key, one in current_values.items()})
    stored_value = kept_value(evidence, value, instrument)
    flags = [*before, *instrument_flags(evidence, instrument, edit.now_utc[:10])]
    kind = EntryKind.SIGNATURE if evidence.kind is FieldKind.SIGNATURE else EntryKind.VALUE
    about = ""
    if field in current_values:
        kind, about = EntryKind.CORRECTION, replaced_by(history, field)
    values = {"field": field, "value": entry_json(stored_value), "about": about}
    tried = [*history, _tried(kind, **values)]
    flags += [f"signature_lapsed:{name}" for name in lapsed_signatures(tried) if name in current_values]
    judgement = _judged(edit, now, known, step.target, {name: one.value for name, one in given_values(tried).items()})
    verdict = judgement.verdict if step.last or judgement.verdict is Verdict.EMPTY else Verdict.PARTIAL
    judged_text = judged_json(known, judgement, flags)
    row = _append(edit, now, by, kind, known, step.target, verdict=str(verdict), judged=judged_text, files=files_json(step.files), **values)
    _enter_plan(edit, now, step, value)
    history.append(entry_at(edit.columns("record"), edit.columns("record").position(row))[0])
    return row


def _enter_plan(edit: Edit, now: Snapshot, step: _Step, value: Any) -> None:
    """Write a serial number or asset tag that was scanned into the plan, unless another target has it."""
    column, table = step.item.by_key[step.field].plan, TABLES.get(step.item.scope, "")
    if column and not is_elsewhere(now, step.item.scope, step.target, column, value):
        edit.update(table, step.target, **checked_fields({column: value}))


@operation
def withdraw_entry(edit: Edit, by: Recorder, entry: str, reason: str) -> int:
    """Mark an entry of this project as withdrawn; it stays in the log. Returns the id of the new entry.

    Withdrawing a deviation voids its decision; both stay in the log. An accepted change of the plan stays in the plan.

    Raises:
        Refused: there is no such entry, it was withdrawn already, or entries of its kind cannot be withdrawn.
    """
    log = edit.columns("record")
    writer, _, number = entry.partition(":")
    numbered = log.positions(log.where("number", int(number) if _NUMBER.match(number) else 0)).tolist()
    # The name as the log writes it: "WRITER:07" would be kept, and withdraw nothing.
    places = [place for place in numbered if log["writer"][place] == writer and number == str(log["number"][place])]
    if not places:
        raise refused(QT_TRANSLATE_NOOP("onsite", "The entry {entry} does not exist."), entry=entry)
    item, target = str(log["item"][places[-1]]), int(log["target"][places[-1]])
    now = edit.present()
    known = _known_item(now, item)
    _demand_person(edit, by.person)
    history = history_of(now, item, target)
    demand_withdrawable(entry, str(log["kind"][places[-1]]), history)
    verdict, judged_text = _without_entry(edit, now, known, target, history, entry)
    row = _append(
        edit,
        now,
        by,
        EntryKind.WITHDRAWAL,
        known,
        target,
        verdict=verdict,
        judged=judged_text,
        reason=demand_reason(reason),
        about=entry,
    )
    edit.title = _title(QT_TRANSLATE_NOOP("onsite", "{item}, {target}: entry withdrawn"), now, known, target)
    return row


def _without_entry(edit: Edit, now: Snapshot, item: Item, target: int, history: Sequence[Entry], entry: str) -> tuple[str, str]:
    """The verdict on an item without one of its entries, and its basis."""
    before = last_verdict(history) if is_deviation(history, entry) else None
    if before is not None:
        # It is no value: an item that is stale stays so.
        return before
    measured = {field: one.value for field, one in given_values([*history, _tried(EntryKind.WITHDRAWAL, about=entry)]).items()}
    judgement = _judged(edit, now, item, target, measured)
    return str(judgement.verdict), judged_json(item, judgement, [])


@operation
def waive_item(edit: Edit, by: Recorder, item: str, target: int, reason: str, second: str) -> int:
    """Give an item up on a target, with a reason and a second name; returns the id of the entry.

    Raises:
        Refused: something is unknown, the reason is missing, or both names are the same.
    """
    return _with_second(edit, by, EntryKind.WAIVER, item, target, reason, second, QT_TRANSLATE_NOOP("onsite", "{item}, {target}: waived"))


@operation
def override_hold(edit: Edit, by: Recorder, item: str, target: int, reason: str, second: str) -> int:
    """Allow work on an item to continue although an earlier hold has not passed; returns the id of the entry.

    Raises:
        Refused: something is unknown, the reason is missing, or both names are the same.
    """
    text = QT_TRANSLATE_NOOP("onsite", "{item}, {target}: hold overridden")
    return _with_second(edit, by, EntryKind.OVERRIDE, item, target, reason, second, text)


@operation
def mark_not_applicable(edit: Edit, by: Recorder, item: str, target: int, reason: str) -> int:
    """Record with a reason that an item does not apply to a target; returns the id of the entry.

    Raises:
        Refused: something is unknown, or the reason is missing.
    """
    now = edit.present()
    known = _item_at(now, item, target)
    _demand_person(edit, by.person)
    row = _append(edit, now, by, EntryKind.NOT_APPLICABLE, known, target, reason=demand_reason(reason))
    edit.title = _title(QT_TRANSLATE_NOOP("onsite", "{item}, {target}: not applicable"), now, known, target)
    return row


@operation
def note_punch(
    edit: Edit, by: Recorder, item: str, target: int, owner: str, priority: str = "normal", due: str = "", text: str = ""
) -> int:
    """Set the owner, priority and due date of a failed item; returns the id of the entry. Only a passing retest closes the point.

    Raises:
        Refused: something is unknown, or the priority or the day is invalid.
    """
    now = edit.present()
    known = _item_at(now, item, target)
    _demand_person(edit, by.person)
    _demand_person(edit, owner)
    if priority not in PRIORITIES:
        raise refused(QT_TRANSLATE_NOOP("onsite", "The priority must be one of {names}."), names=PRIORITIES)
    if due and not is_day(due):
        raise refused(QT_TRANSLATE_NOOP("onsite", "{day} is not a date such as 2026-05-01."), day=due)
    value = entry_json({"owner": owner, "priority": priority, "due": due})
    row = _append(edit, now, by, EntryKind.PUNCH, known, target, value=value, reason=checked_text("reason", text).strip())
    edit.title = _title(QT_TRANSLATE_NOOP("onsite", "{item}, {target}: on the punch list"), now, known, target)
    return row


@operation
def record_deviation(
    edit: Edit,
    by: Recorder,
    item: str,
    target: int,
    what: str,
    built: Mapping[str, Any],
    text: str = "",
    files: Sequence[EvidenceFile] = (),
) -> int:
    """Record a deviation of the installation from the plan; returns the id of the entry. A second person decides about it.

    Args:
        what: a `Difference`.
        built: installed values: "length_mm" of a cable; "side", "device_id" and "port" of a cable end; "serial"; nothing else.
        text: further remarks.

    Raises:
        Refused: something is unknown, `built` does not fit, or the plan cannot be changed like this.
    """
    now = edit.present()
    known = _item_at(now, item, target)
    _demand_person(edit, by.person)
    if what not in list(Difference):
        raise refused(QT_TRANSLATE_NOOP("onsite", "The difference must be one of {names}."), names=tuple(Difference))
    text = checked_text("reason", text).strip()
    required = _BUILT.get(Difference(what), frozenset())
    length_mm = built.get("length_mm", 1)
    no_length = not isinstance(length_mm, int) or length_mm < 1
    if set(built) != required or no_length or known.scope not in CHANGED_BY.get(Difference(what), tuple(Scope)):
        raise refused(QT_TRANSLATE_NOOP("onsite", "{what} cannot be recorded this way for a {scope}."), what=what, scope=known.scope)
    if not required and not text:
        raise refused(QT_TRANSLATE_NOOP("onsite", "A reason is required."))
    value = entry_json({"what": what, "built": dict(built)})
    row = _append(edit, now, by, EntryKind.DEVIATION, known, target, value=value, reason=text, files=files_json(files))
    edit.title = _title(QT_TRANSLATE_NOOP("onsite", "{item}, {target}: installed differently"), now, known, target)
    return row


_BUILT: Mapping[Difference, frozenset[str]] = {
    Difference.LENGTH: frozenset(["length_mm"]),
    Difference.PORT: frozenset(["side", "device_id", "port"]),
    Difference.SERIAL: frozenset(["serial"]),
}


@operation
def settle_deviation(edit: Edit, by: Recorder, entry: str, accepted: bool, reason: str = "") -> int:
    """Accept a deviation into the plan, or reject it, as a person other than the one who recorded it; returns the id of the entry.

    If accepted, the plan is changed in the same step: undo reverts the change, and the log keeps the decision.

    Raises:
        Refused: there is no such deviation, it was decided, the same person would decide, a rejection has no reason, or the plan
            cannot be changed like this.
    """
    now = edit.present()
    deviation = next((known for known in deviations(now) if known.entry.name == entry), None)
    if deviation is None or deviation.accepted is not None:
        raise refused(QT_TRANSLATE_NOOP("onsite", "There is no open deviation {entry}."), entry=entry)
    _demand_person(edit, by.person)
    demand_other(by.person, deviation.entry.person)
    known, target = _item_at(now, deviation.entry.item, deviation.entry.target), deviation.entry.target
    reason = checked_text("reason", reason).strip() if accepted else demand_reason(reason)
    if accepted:
        _change_plan(edit, known, target, deviation)
    row = _append(edit, now, by, EntryKind.DECISION, known, target, value=entry_json({"accepted": accepted}), reason=reason, about=entry)
    text = QT_TRANSLATE_NOOP("onsite", "{item}, {target}: deviation accepted into the plan")
    if not accepted:
        text = QT_TRANSLATE_NOOP("onsite", "{item}, {target}: deviation rejected")
    edit.title = _title(text, now, known, target)
    return row


def _change_plan(edit: Edit, item: Item, target: int, deviation: Deviation) -> None:
    """Apply the change of a deviation; the arguments are checked like those of any operation."""
    built = deviation.built
    proposed: Mapping[Difference, tuple[Callable[..., Any], tuple[Any, ...]]] = {
        Difference.LENGTH: (set_cables, ([target], {"length_mm": built.get("length_mm")})),
        Difference.PORT: (move_cable_end, (target, built.get("side"), built.get("device_id"), built.get("port"))),
        Difference.SERIAL: (set_fields, (TABLES.get(item.scope, ""), target, {"serial": built.get("serial")})),
    }
    if deviation.what is Difference.DAMAGED and item.scope in REPLACED:
        set_fields(edit, TABLES[item.scope], target, {"status": int(Status.ORDERED), "serial": ""})
    elif deviation.what in proposed:
        verb, given_args = proposed[deviation.what]
        given_args, named = checked_arguments(verb, given_args, {})
        verb(edit, *given_args, **named)


# what they have in common


def _known_item(now: Snapshot, item: str) -> Item:
    known = checklist_of(now).items.get(item)
    if known is None:
        raise refused(QT_TRANSLATE_NOOP("onsite", "The item {item} does not exist."), item=item)
    return known


def _item_at(now: Snapshot, item: str, target: int) -> Item:
    known = _known_item(now, item)
    if not item_applies(now, known, target):
        raise refused(
            QT_TRANSLATE_NOOP("onsite", "{item} does not apply to the {scope} {target}."), item=item, scope=known.scope, target=target
        )
    return known


def _demand_person(edit: Edit, name: str) -> None:
    if not edit.columns("person").holds("name", name):
        raise refused(QT_TRANSLATE_NOOP("onsite", "{name} is not on the list of people of this project."), name=name)


def _second_name(edit: Edit, by: Recorder, value: Any) -> str:
    """The name that takes the place of a photo: of a person on the list."""
    name = witness(by.person, value)
    _demand_person(edit, name)
    return name


def _judged(edit: Edit, now: Snapshot, item: Item, target: int, measured: Mapping[str, Any]) -> Judgement:
    # A target that is no longer in the plan has no limit.
    known = now.cached(layout).place(item.scope, target) != ABSENT
    basis = judging_basis(now, item, target, measured) if known else {}
    return judge(item, measured, basis, edit.now_utc[:10])


def _with_second(edit: Edit, by: Recorder, kind: EntryKind, item: str, target: int, reason: str, second: str, title: str) -> int:
    now = edit.present()
    known = _item_at(now, item, target)
    _demand_person(edit, by.person)
    _demand_person(edit, second)
    demand_other(by.person, second)
    row = _append(edit, now, by, kind, known, target, reason=demand_reason(reason), second=second)
    edit.title = _title(title, now, known, target)
    return row


def _title(text: str, now: Snapshot, item: Item, target: int, **values: Any) -> Message:
    name = target_name(now, item.scope, target) or str(item.scope)
    return Message(_CONTEXT, text, {"item": item.key, "target": name, **values})


def _tried(kind: EntryKind, **values: str) -> Entry:
    """An entry that is only tried."""
    texts = dict.fromkeys(ENTRY_FIELDS, "") | values
    return Entry(**{**texts, "number": 0, "target": 0, "revision": 0, "kind": str(kind)})  # type: ignore[arg-type]


def _append(edit: Edit, now: Snapshot, by: Recorder, kind: EntryKind, item: Item, target: int, **values: str) -> int:
    """Write an entry behind the last one of its writer."""
    name = target_name(now, item.scope, target)
    return append_entry(edit, by, kind, item=item.key, scope=str(item.scope), target=target, target_name=name, **values)
