"""Photos that come with a merge join those that a field has: whoever takes one elsewhere does not see the others, and replaces none."""

from collections.abc import Mapping, Sequence, Set

from gpudesk.core.checklist.entries import Entry, EntryKind, EvidenceFile, Recorder
from gpudesk.core.checklist.item_verdict import judge
from gpudesk.core.checklist.items import FieldKind
from gpudesk.core.checklist.package import Package, Place
from gpudesk.onsite.conflicts import replaced_by
from gpudesk.onsite.entry_texts import entry_json, files_json, judged_json
from gpudesk.onsite.plan_values import looked_up
from gpudesk.onsite.record_log import given_files, given_values, standing_after
from gpudesk.operations.onsite.log_entries import append_entry
from gpudesk.project.edit import Edit


def join_photos(edit: Edit, by: Recorder, package: Package, histories: Mapping[Place, Sequence[Entry]], coming: Set[str]) -> bool:
    """Write an entry with all photos of a field where an entry that came has others than the field had; whether there was one.

    Args:
        coming: the names of the entries that came.
    """
    joined = False
    for (key, target), history in histories.items():
        standing = standing_after(history)
        if standing is None or standing.settled_by:
            continue
        item, row = package.items[key], package.by_place[key, target]
        before = given_values([entry for entry in history if entry.name not in coming])
        given = given_values(history)
        for field in item.fields:
            if field.kind is not FieldKind.PHOTO or field.key not in before or field.key not in given:
                continue
            if given[field.key].entry.name not in coming or not package.photos_allowed:
                continue
            files = _together(given_files(before[field.key].entry), given_files(given[field.key].entry))
            digests = [file.sha256 for file in files]
            if set(digests) == set(given[field.key].value):
                continue
            measured = {name: one.value for name, one in given.items()} | {field.key: digests}
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
