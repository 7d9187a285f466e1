"""Photos from a merge are added to those of a field: people who add photos elsewhere do not see the others, and replace none.

A photo that was withdrawn, or replaced by a person who saw it, does not return with a merge, whatever else names it.
"""

from collections.abc import Mapping, Sequence, Set

from gpudesk.core.checklist.entries import Entry, EntryKind, EvidenceFile, Recorder
from gpudesk.core.checklist.item_verdict import judge
from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.checklist.package import Package, Place
from gpudesk.onsite.conflicts import replaced_by
from gpudesk.onsite.entry_texts import entry_json, files_json, judged_json
from gpudesk.onsite.plan_values import looked_up
from gpudesk.onsite.record_log import body_of, entry_at, given_files, given_values, standing_after
from gpudesk.operations.onsite.log_entries import append_entry
from gpudesk.project.edit import Edit


def join_photos(edit: Edit, by: Recorder, package: Package, histories: Mapping[Place, Sequence[Entry]], coming: Set[str]) -> bool:
    """Write an entry with all photos of a field where entries that came change them otherwise; whether there was one.

    Args:
        coming: the names of the entries that came.
    """
    joined = False
    elsewhere = _package_writers(edit) | {name.partition(":")[0] for name in coming}
    for (key, target), history in histories.items():
        standing = standing_after(history)
        if standing is None or standing.settled_by:
            continue
        item, row = package.items[key], package.by_place[key, target]
        before = given_values([entry for entry in history if entry.name not in coming])
        current_values = given_values(history)
        touched = _touched_fields(history, coming)
        for field in item.fields:
            if (
                field.kind is not FieldKind.PHOTO
                or field.key not in touched
                or field.key not in current_values
                or not package.photos_allowed
            ):
                continue
            valid = _valid_photos(history, field.key, elsewhere)
            earlier = given_files(before[field.key].entry) if field.key in before else []
            files = [file for file in _together(earlier, given_files(current_values[field.key].entry)) if file.sha256 in valid]
            digests = [file.sha256 for file in files]
            if set(digests) == set(current_values[field.key].value):
                continue
            measured = {name: one.value for name, one in current_values.items()} | {field.key: digests}
            judgement = judge(item, measured, looked_up(package, row, measured), max(entry.at_utc for entry in history)[:10])
            append_entry(
                edit,
                by,
                EntryKind.CORRECTION,
                item=key,
                scope=str(item.scope),
                target=target,
                target_name=row.name,
                field=field.key,
                value=entry_json({"value": digests}),
                verdict=str(judgement.verdict),
                judged=judged_json(item, judgement, []),
                files=files_json(files),
                about=replaced_by(history, field.key),
            )
            joined = True
    return joined


def _together(before: Sequence[EvidenceFile], after: Sequence[EvidenceFile]) -> list[EvidenceFile]:
    return list({file.sha256: file for file in [*before, *after]}.values())


def _package_writers(edit: Edit) -> set[str]:
    """The writers whose entries came with earlier merges."""
    log = edit.columns("record")
    writers: set[str] = set()
    for place in log.positions(log.where("kind", str(EntryKind.MERGE))).tolist():
        entry, _ = entry_at(log, place)
        ends = body_of(entry.value, entry.writer, entry.number).get("writers", [])
        writers |= {str(end[0]) for end in ends if isinstance(end, list) and end} if isinstance(ends, list) else set()
    return writers


def _touched_fields(history: Sequence[Entry], coming: Set[str]) -> set[str]:
    """The fields to which the entries that came give a value, or of which they withdraw one."""
    field_of = {entry.name: entry.field for entry in history}
    arrived = [entry for entry in history if entry.name in coming]
    withdrawn = {field_of.get(entry.about, "") for entry in arrived if entry.kind == EntryKind.WITHDRAWAL}
    return {entry.field for entry in arrived} | withdrawn


def _valid_photos(history: Sequence[Entry], field: str, elsewhere: Set[str]) -> set[str]:
    """The digests of the photos of a field that an entry added and that were not withdrawn or replaced since.

    Args:
        elsewhere: the writers of packages. They see only their own photos, so they replace no others.
    """
    withdrawn = {entry.about for entry in history if entry.kind == EntryKind.WITHDRAWAL}
    photos: dict[str, set[str]] = {}
    """Name of an entry → the photos that it names; both sides of a fork have the same name."""
    valid: dict[str, set[str]] = {}
    """Name of an entry → the photos that it added and that count."""
    seen: dict[str, set[str]] = {}
    """Name of an entry → the entries that it replaces, and those that these replace."""
    for entry in history:
        if entry.field != field or entry.kind not in (EntryKind.VALUE, EntryKind.CORRECTION):
            continue
        own = entry.writer in elsewhere
        replaced = {name for name in entry.about.split() if name in photos and (not own or name.partition(":")[0] == entry.writer)}
        known = set[str]().union(replaced, *(seen[name] for name in replaced))
        earlier = set[str]().union(*(photos[name] for name in replaced))
        named = {file.sha256 for file in given_files(entry)}
        photos.setdefault(entry.name, set()).update(named)
        seen.setdefault(entry.name, set()).update(known)
        valid.setdefault(entry.name, set()).update(named - earlier if entry.name not in withdrawn else ())
        if entry.name not in withdrawn:
            for name in known:
                valid[name] -= earlier - named
    return set[str]().union(*valid.values())
