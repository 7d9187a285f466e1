"""The handover book as JSON, part by part, with the SHA-256 of each part and of each related file."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import ChainEnd, EvidenceFile
from gpudesk.core.checklist.items import Checklist
from gpudesk.onsite.deviations import deviation_body
from gpudesk.onsite.handover import Handover, Installed, Left, Part
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.punch_list import PunchPoint
from gpudesk.onsite.results import RecordedValue, Result
from gpudesk.project.snapshot import Snapshot

BOOK_SCHEMA = "gpudesk.onsite_book.v2"
SITE = "site"
"""The name of the part without a rack."""


@dataclass(frozen=True, slots=True)
class BookFacts:
    """Metadata of a book.

    Attributes:
        version: the last named version, "" for none; `unchanged` if nothing was changed since.
        made_at_utc: creation time, "2026-03-01T12:00:00Z".
        program: the version of the program.
    """

    project: str
    uid: str
    revision: int
    version: str
    unchanged: bool
    made_at_utc: str
    program: str


@dataclass(frozen=True, slots=True)
class ManifestLine:
    """One line: the name of a part or file, and the SHA-256 of its canonical JSON or of its bytes."""

    kind: str
    name: str
    sha256: str


def book_pieces(snapshot: Snapshot, handover: Handover, facts: BookFacts) -> Iterator[str]:
    """The JSON of a book in chunks: each part is generated when it is needed."""
    head = {
        "schema": BOOK_SCHEMA,
        "project": facts.project,
        "uid": facts.uid,
        "revision": facts.revision,
        "version": facts.version or None,
        "unchanged_since_version": facts.unchanged,
        "made_at_utc": facts.made_at_utc,
        "program": facts.program,
        "checklist": checklist_body(checklist_of(snapshot)),
        "people": people_body(snapshot),
    }
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "parts": [\n'
    manifest: list[ManifestLine] = []
    for number, part in enumerate(handover.parts()):
        text = canonical(part_body(part))
        manifest.append(ManifestLine("part", part.name or SITE, digest_of(text)))
        yield (",\n" if number else "") + text
    tail = {"log": log_body(snapshot, handover), "files": files_body(handover.files)}
    manifest += [ManifestLine("log", "log", digest_of(canonical(tail["log"]))), *file_lines(handover.files)]
    tail["manifest"] = manifest_body(manifest)
    yield "\n ],\n" + json.dumps(tail, ensure_ascii=False, indent=1)[2:] + "\n"


def manifest_of(snapshot: Snapshot, handover: Handover) -> list[ManifestLine]:
    """The manifest of a book: identical in all of its formats."""
    parts = [ManifestLine("part", part.name or SITE, part_digest(part)) for part in handover.parts()]
    log = ManifestLine("log", "log", digest_of(canonical(log_body(snapshot, handover))))
    return [*parts, log, *file_lines(handover.files)]


def part_digest(part: Part) -> str:
    """SHA-256 of the canonical JSON of a part."""
    return digest_of(canonical(part_body(part)))


def log_digest(snapshot: Snapshot, handover: Handover) -> str:
    """SHA-256 of the canonical JSON of the log data in a book."""
    return digest_of(canonical(log_body(snapshot, handover)))


def canonical(body: Any) -> str:
    """JSON without spaces, with sorted keys, for digests in UTF-8."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def digest_of(text: str) -> str:
    """SHA-256 of a text in UTF-8, hexadecimal."""
    return sha256(text.encode()).hexdigest()


def checklist_body(checklist: Checklist) -> dict[str, Any]:
    """By how many items, and by which: the digest covers their keys, conditions and fields."""
    known = [[item.key, item.when, item.expression, [field.key for field in item.fields]] for item in checklist.items.values()]
    return {"items": len(checklist.items), "sha256": digest_of(canonical(known))}


def people_body(snapshot: Snapshot) -> list[dict[str, str]]:
    """The list of people."""
    people = snapshot["person"]
    return [{"name": str(name), "team": str(team)} for name, team in zip(people["name"].tolist(), people["team"].tolist(), strict=True)]


def log_body(snapshot: Snapshot, handover: Handover) -> dict[str, Any]:
    """The last number and digest of every writer, and the faults of their chains."""
    return {
        "entries": snapshot["record"].rows,
        "writers": ends_body(handover.ends),
        "faults": [{"writer": fault.writer, "number": fault.number, "breach": str(fault.breach)} for fault in handover.faults],
    }


def ends_body(ends: Mapping[str, ChainEnd]) -> list[dict[str, Any]]:
    """The ends of chains by their writers."""
    return [{"writer": writer, "number": end.number, "digest": end.digest} for writer, end in sorted(ends.items())]


def files_body(files: Sequence[tuple[EvidenceFile, str]]) -> list[dict[str, Any]]:
    """The files with the entries that name them first."""
    return [{"name": file.name, "size": file.size, "sha256": file.sha256, "entry": entry} for file, entry in files]


def file_lines(files: Sequence[tuple[EvidenceFile, str]]) -> list[ManifestLine]:
    """The lines of a manifest for files."""
    return [ManifestLine("file", file.name, file.sha256) for file, _ in files]


def manifest_body(manifest: Sequence[ManifestLine]) -> list[dict[str, str]]:
    """The lines of a manifest."""
    return [{"kind": line.kind, "name": line.name, "sha256": line.sha256} for line in manifest]


def part_body(part: Part) -> dict[str, Any]:
    """One part."""
    return {
        "part": part.name or SITE,
        "rack": part.rack,
        **({} if part.system is None else {"system": part.system}),
        "hall": part.hall or None,
        "counts": {state.word: part.counts[state] for state in State},
        "installed": [_installed_body(device) for device in part.installed],
        "results": [_result_body(result) for result in part.results],
        "punch_list": [_point_body(point) for point in part.punch],
        "deviations": [deviation_body(deviation) for deviation in part.deviations],
        "remaining": [_left_body(left) for left in part.left],
    }


def _installed_body(device: Installed) -> dict[str, Any]:
    return {
        "id": device.id,
        "name": device.name,
        "part": device.part,
        "unit": device.unit or None,
        "face": device.face or None,
        "parent_device": device.holder or None,
        "serial": device.serial or None,
        "asset": device.asset or None,
        "status": device.status,
    }


def _result_body(result: Result) -> dict[str, Any]:
    return {
        "item": result.item.key,
        "stage": result.item.stage,
        "scope": str(result.item.scope),
        "title": result.item.title,
        "target": result.target,
        "target_name": result.target_name,
        "in_plan": result.in_plan,
        "state": result.state.word,
        "overdue_since": None if result.due is None else result.due.isoformat(),
        "acceptance_criteria": result.item.accept,
        "expression": result.expression or result.item.expression,
        "limits": [{"name": name, "value": value} for name, value in result.basis.items()],
        "verdict": result.verdict or None,
        "values": [_value_body(result.item.by_key, value) for value in result.values],
        "signatures": [_value_body(result.item.by_key, value) for value in result.signatures],
        "decisions": [
            {
                "kind": settled.kind,
                "person": settled.person,
                "second_person": settled.second or None,
                "reason": settled.reason,
                "at_utc": settled.at_utc,
                "entry": settled.entry,
                "withdrawn": settled.withdrawn,
            }
            for settled in result.settled
        ],
        "attempts": [
            {"verdict": attempt.verdict, "person": attempt.person, "at_utc": attempt.at_utc, "entry": attempt.entry}
            for attempt in result.attempts
        ],
        "entries": result.entries,
    }


def _value_body(fields: Mapping[str, Any], recorded: RecordedValue) -> dict[str, Any]:
    field = fields.get(recorded.field)
    return {
        "field": recorded.field,
        "title": recorded.field if field is None else field.title,
        "unit": "" if field is None else field.unit,
        "value": recorded.value,
        "person": recorded.person,
        "at_utc": recorded.at_utc,
        "utc_offset": recorded.utc_offset,
        "instrument": dict(recorded.instrument) or None,
        "read_by_hand": recorded.read_by_hand,
        "flags": list(recorded.flags),
        "files": [{"name": file.name, "size": file.size, "sha256": file.sha256} for file in recorded.files],
        "entry": recorded.entry,
        "in_plan": recorded.in_plan,
    }


def _point_body(point: PunchPoint) -> dict[str, Any]:
    return {
        "item": point.item.key,
        "target": point.target,
        "target_name": point.target_name,
        "state": point.state.word,
        "closed": point.closed,
        "failed_at_utc": point.failed_at_utc or None,
        "failed_by": point.failed_by or None,
        "failures": point.failures,
        "owner": point.owner or None,
        "priority": point.priority or None,
        "due": point.due or None,
        "text": point.text,
    }


def _left_body(left: Left) -> dict[str, Any]:
    return {"item": left.item.key, "scope": str(left.item.scope), "state": left.state.word, "targets": list(left.targets)}
