"""Issue work packages, and merge the results recorded in them: entries of others are unchanged, and nothing is lost."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from gpudesk.core.checklist.checklist_progress import STATE_OF
from gpudesk.core.checklist.entries import ENTRY_FIELDS, ChainEnd, Entry, EntryKind, Recorder
from gpudesk.core.checklist.item_verdict import judge
from gpudesk.core.checklist.items import FieldKind, Item
from gpudesk.core.checklist.package import Package, Place
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.checklist.targets import TABLES
from gpudesk.formats.onsite.work_files import MOST_JSON_BYTES, Photo, WorkFile, package_text
from gpudesk.onsite.conflicts import Conflict, conflicts_in
from gpudesk.onsite.entry_texts import entry_json, judged_json
from gpudesk.onsite.package_contents import Selection, package_of
from gpudesk.onsite.package_work import PackageWork, files_of
from gpudesk.onsite.page_entries import page_work
from gpudesk.onsite.plan_values import looked_up
from gpudesk.onsite.record_log import Standing, body_of, entry_at, given_values, history_of, last_verdict, leaves_verdict, standing_after
from gpudesk.operations.onsite.joined_photos import join_photos
from gpudesk.operations.onsite.log_entries import append_entry
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.field_operations import checked_fields
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "onsite"
WRONG_CLOCK = timedelta(days=1)
"""An entry may be as far ahead as a clock in another time zone; it is flagged. Beyond that a result is refused."""
_FLAGGED_AHEAD = timedelta(minutes=5)


class Hindrance(StrEnum):
    """Why a value did not enter the plan."""

    CONFLICT = "conflict"
    """People recorded different ones: the one that settles it enters the plan."""
    REMOVED = "removed"
    """Its target is no longer in the plan."""
    ELSEWHERE = "elsewhere"
    """Another target has it."""
    CHANGED = "changed"
    """The plan has a different value that was not recorded in this field."""
    NOT_TAKEN = "not_taken"
    """The plan takes no such value."""


@dataclass(frozen=True, slots=True)
class NotEntered:
    """A serial number or asset tag that did not enter the plan; its entry is in the log."""

    item: str
    target: int
    target_name: str
    field: str
    value: str
    why: Hindrance


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of a merge.

    Attributes:
        added: number of entries added.
        known: number of entries already in the log.
        forks: names of entries whose number the same writer also used for another entry.
        conflicts: fields with different values from several people.
        flags: entry → "before_issue" or "in_future", by the clocks of the devices.
        places: items and targets with additions.
        photos: number of photos added.
        not_entered: serial numbers and asset tags that were received and not written to the plan.
    """

    added: int
    known: int
    forks: tuple[str, ...]
    conflicts: tuple[Conflict, ...]
    flags: Mapping[str, str]
    places: tuple[Place, ...]
    photos: int
    not_entered: tuple[NotEntered, ...] = ()


@operation
def issue_package(edit: Edit, by: Recorder, chosen: Selection, package_id: str, uid: str, project: str) -> bytes:
    """Issue a part of the checklist; returns the package as JSON. The log records the recipient and content, with its digest.

    Args:
        package_id: 32 random hexadecimal digits.
        uid, project: of the project, and its name.

    Raises:
        Refused: the person or a part of the selection is unknown, or it is too large for one package.
    """
    _demand_person(edit, by.person)
    package = package_of(edit.present(), chosen, package_id, uid, project, edit.now_utc)
    body = package_text(package)
    if len(body) > MOST_JSON_BYTES:
        # It would be unreadable. Each device to be received brings the serial numbers of all others along.
        text = QT_TRANSLATE_NOOP("onsite", "{file} is too large for a work package.")
        raise Refused(Message(_CONTEXT, text, {"file": package.title}))
    value = {"package": package_id, "sha256": sha256(body).hexdigest(), "title": package.title, "rows": len(package.rows)}
    append_entry(edit, by, EntryKind.PACKAGE, value=entry_json(value))
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Work package {name} handed out"), {"name": package.title})
    return body


@operation
def merge_package(edit: Edit, by: Recorder, work: WorkFile, uid: str) -> Merged:
    """Merge the results recorded in a work package. A repeat with the same file changes nothing.

    Args:
        uid: of the project.

    Raises:
        Refused: the package is of another project or was not issued by this one, it was altered, or its results do not
            follow from it.
    """
    _demand_person(edit, by.person)
    package = work.package
    _demand_own(edit, work, uid)
    recorded = page_work(work.result, package).entries if work.result is not None else _repeated(work)
    log = edit.columns("record")
    coming = [(entry, digest) for entry, digest in recorded if not log.holds("digest", digest)]
    flags = _time_flags(edit.now_utc, package, [entry for entry, _ in recorded])
    photos = _kept_photos(edit, work, [entry for entry, _ in coming])
    taken = {(str(writer), int(number)) for writer, number in zip(log["writer"].tolist(), log["number"].tolist(), strict=True)}
    forks = tuple(entry.name for entry, _ in coming if (entry.writer, entry.number) in taken)
    places = tuple(dict.fromkeys((entry.item, entry.target) for entry, _ in coming))
    title = QT_TRANSLATE_NOOP("onsite", "Work package {name}: {count} {count|entry|entries} imported")
    edit.title = Message(_CONTEXT, title, {"name": package.title, "count": len(coming)})
    if not coming:
        now = edit.present()
        everywhere = dict.fromkeys((entry.item, entry.target) for entry, _ in recorded)
        return Merged(0, len(recorded), (), tuple(conflicts_in(_histories(now, everywhere))), {}, (), 0)
    columns: dict[str, list[Any]] = {name: [getattr(entry, name) for entry, _ in coming] for name in ENTRY_FIELDS}
    edit.insert_many("record", {**columns, "digest": [digest for _, digest in coming]})
    _add_people(edit, [entry for entry, _ in coming])
    histories = _histories(edit.present(), places)
    if join_photos(edit, by, package, histories, {entry.name for entry, _ in coming}):
        histories = _histories(edit.present(), places)
    _judge_together(edit, by, package, histories, {entry.name for entry, _ in coming})
    conflicts = tuple(conflicts_in(histories))
    not_entered = _enter_plan(edit, package, histories, {entry.name for entry, _ in coming}, conflicts)
    ends = _ends(recorded)
    value = {
        "package": package.id,
        "sha256": work.package_sha256,
        "entries": len(coming),
        "writers": [[writer, end.number, end.digest] for writer, end in ends.items()],
        "forks": list(forks),
        "flags": {name: flag for name, flag in flags.items() if name in {entry.name for entry, _ in coming}},
    }
    append_entry(edit, by, EntryKind.MERGE, value=entry_json(value))
    return Merged(len(coming), len(recorded) - len(coming), forks, conflicts, value["flags"], places, photos, not_entered)  # type: ignore[arg-type]


def _demand_own(edit: Edit, work: WorkFile, uid: str) -> None:
    """Refuse what this project did not hand out.

    Raises:
        Refused: it is of another project, unknown, or was altered.
    """
    package, result = work.package, work.result
    if package.uid != uid or (result is not None and result.uid != uid):
        raise _refused(QT_TRANSLATE_NOOP("onsite", "This work package belongs to another project, {name}."), name=package.project)
    log = edit.columns("record")
    for place in log.positions(log.where("kind", str(EntryKind.PACKAGE))).tolist():
        entry, _ = entry_at(log, place)
        handed = body_of(entry.value, entry.writer, entry.number)
        if handed.get("package") == package.id:
            break
    else:
        text = QT_TRANSLATE_NOOP("onsite", "The work package {name} was not handed out from this copy of the project.")
        fix = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Merge it into the project that it came from."))
        raise Refused(Message(_CONTEXT, text, {"name": package.title}), fix)
    named = (package.id, handed.get("sha256"))
    if handed.get("sha256") != work.package_sha256 or (result is not None and (result.package, result.package_sha256) != named):
        raise _refused(QT_TRANSLATE_NOOP("onsite", "The work package {name} was altered after it was handed out."), name=package.title)


def _repeated(work: WorkFile) -> Sequence[tuple[Entry, str]]:
    """The entries of a package filled in with GPU Desk, each verified to follow from it."""
    if not work.entries:
        return ()
    if work.writer in work.package.ends:
        # A package gets a writer of its own when it is first filled in: this one claims the chain of somebody else.
        raise _refused(QT_TRANSLATE_NOOP("onsite", "The work package {name} was altered after it was handed out."), name=work.package.title)
    again = PackageWork(work.package, work.writer)
    following = [entry for entry, _ in work.entries[1:]]
    for (entry, digest), after in zip_longest(work.entries, following):
        again.repeat(entry, digest, after)
    return again.entries


def _time_flags(now_utc: str, package: Package, entries: Sequence[Entry]) -> dict[str, str]:
    """The entries whose time cannot be right.

    Raises:
        Refused: one is no time, or so far in the future that no clock of a device explains it.
    """
    now, issued = _moment(now_utc), _moment(package.issued_utc)
    flags = {}
    for entry in entries:
        at = _moment(entry.at_utc)
        if at > now + WRONG_CLOCK:
            raise _refused(QT_TRANSLATE_NOOP("onsite", "The time of an entry, {time}, is in the future."), time=entry.at_utc)
        if at > now + _FLAGGED_AHEAD:
            flags[entry.name] = "in_future"
        elif at < issued:
            flags[entry.name] = "before_issue"
    return flags


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise _refused(QT_TRANSLATE_NOOP("onsite", "{time} is not a valid time."), time=text) from error


def _kept_photos(edit: Edit, work: WorkFile, entries: Sequence[Entry]) -> int:
    """Store the photos named in entries; returns their number. Others are left out.

    Raises:
        Refused: a photo of a page is missing.
    """
    photos: dict[str, Photo] = {}
    for entry in entries:
        field = work.package.items[entry.item].by_key.get(entry.field)
        for file in files_of(entry):
            photo = work.photos.get(file.sha256)
            if photo is not None and file.size == len(photo.content):
                photos[file.sha256] = photo
                edit.add_attachment(file.name, photo.media, photo.width, photo.height, photo.content)
            elif work.result is not None and field is not None and field.kind is FieldKind.PHOTO:
                text = QT_TRANSLATE_NOOP("onsite", "The photo {name} of {item} is missing or was altered.")
                fix = QT_TRANSLATE_NOOP(
                    "onsite", "Nothing in the file was imported: save the result on the page again, and merge that file."
                )
                raise Refused(Message(_CONTEXT, text, {"name": file.name, "item": entry.item}), Message(_CONTEXT, fix))
    return len(photos)


def _add_people(edit: Edit, entries: Sequence[Entry]) -> None:
    """Put those on the list who recorded or signed as the second person and are not on it."""
    for name in dict.fromkeys(name for entry in entries for name in (entry.person, entry.second) if name):
        known = edit.columns("person")["name"].tolist()
        if all(" ".join(other.split()).casefold() != " ".join(name.split()).casefold() for other in known):
            upsert_by_key.put(edit, "person", {"name": name}, {"team": ""})


def _histories(now: Snapshot, places: Sequence[Place] | Mapping[Place, None]) -> dict[Place, list[Entry]]:
    return {place: history_of(now, *place) for place in places}


def _judge_together(edit: Edit, by: Recorder, package: Package, histories: Mapping[Place, Sequence[Entry]], coming: Set[str]) -> None:
    """Evaluate what came together from several writers as a whole, by the limits of the package: if they changed since, it is stale."""
    for (key, target), history in histories.items():
        item, row = package.items[key], package.by_place[key, target]
        standing = standing_after(history)
        if standing is None or standing.settled_by or len({entry.writer for entry in history}) < 2:
            continue
        if all(leaves_verdict(history, entry) for entry in history if entry.name in coming):
            verdict = _verdict_before([entry for entry in history if entry.name not in coming], standing)
        else:
            measured = {field: one.value for field, one in given_values(list(history)).items()}
            judgement = judge(item, measured, looked_up(package, row, measured), max(entry.at_utc for entry in history)[:10])
            same = (STATE_OF[judgement.verdict], judgement.filled) == (standing.state, standing.filled)
            verdict = None if same else (str(judgement.verdict), judged_json(item, judgement, []))
        if verdict is not None:
            append_entry(
                edit,
                by,
                EntryKind.JUDGEMENT,
                item=key,
                scope=str(item.scope),
                target=target,
                target_name=row.name,
                verdict=verdict[0],
                judged=verdict[1],
            )


def _verdict_before(history: Sequence[Entry], standing: Standing) -> tuple[str, str] | None:
    """The verdict that an item had before the merge of entries that change none; None if it still has it.

    A withdrawn deviation repeats the verdict in the package; the project may have a later one.
    """
    before = standing_after(history)
    compared = ("state", "filled", "wanted", "expression", "basis")
    if before is None or all(getattr(before, name) == getattr(standing, name) for name in compared):
        return None
    return last_verdict(history)


def _enter_plan(
    edit: Edit, package: Package, histories: Mapping[Place, Sequence[Entry]], coming: Set[str], conflicts: Sequence[Conflict]
) -> tuple[NotEntered, ...]:
    """Write the serial numbers and asset tags that came into the plan, as recording them does; returns those that cannot be written."""
    disputed = {(conflict.item, conflict.target, conflict.field) for conflict in conflicts}
    left = []
    for (key, target), history in histories.items():
        item = package.items[key]
        for field, current in given_values(history).items():
            column = item.by_key[field].plan if field in item.by_key else ""
            if not column or current.entry.name not in coming:
                continue
            before = {one.value for entry in history if entry.field == field for one in given_values([entry]).values()}
            why = Hindrance.CONFLICT if (key, target, field) in disputed else _written(edit, item, target, column, current.value, before)
            if why is not None:
                left.append(NotEntered(key, target, package.by_place[key, target].name, field, str(current.value), why))
    return tuple(left)


def _written(edit: Edit, item: Item, target: int, column: str, value: str, before: Set[str]) -> Hindrance | None:
    """Write one value into the plan; returns what prevents it.

    Args:
        before: values recorded in the field: the plan may have one of them, or none.
    """
    table = edit.columns(TABLES[item.scope])
    if not table.has(target):
        return Hindrance.REMOVED
    planned = str(table[column][table.position(target)])
    if planned == value:
        return None
    if any(row != target for row in table.where(column, value).tolist()):
        return Hindrance.ELSEWHERE
    if planned and planned not in before:
        return Hindrance.CHANGED
    try:
        edit.update(TABLES[item.scope], target, **checked_fields({column: value}))
    except Refused:
        return Hindrance.NOT_TAKEN
    return None


def _ends(entries: Sequence[tuple[Entry, str]]) -> dict[str, ChainEnd]:
    return {entry.writer: ChainEnd(entry.number, digest) for entry, digest in entries}


def _demand_person(edit: Edit, name: str) -> None:
    if not edit.columns("person").holds("name", name):
        raise _refused(QT_TRANSLATE_NOOP("onsite", "{name} is not on the list of people of this project."), name=name)


def _refused(text: str, **values: Any) -> Refused:
    return Refused(Message(_CONTEXT, text, values))
