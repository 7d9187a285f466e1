"""What every operation does to a project in which no table is empty: the rows that it changes, and the findings that come and go."""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from gpudesk.checks.engine.check_engine import check_all, findings_of
from gpudesk.checks.findings.finding import Finding
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.operations.run.run import Outcome, all_operations, run
from gpudesk.project.document import Document
from gpudesk.project.opening import Opened
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.database import memory
from tests.golden.records import Records, rounded
from tests.operations.seeded import arguments_of
from tests.project.complete import complete
from tests.project.sample import Clock

PARTS = 4
"""So many cases divide the operations among them."""
DRAWS = 3
"""So often arguments are drawn for each operation; each draw begins with the same project."""
TRIES = 60
MOST_ROWS = 4
"""Rows of a table that are recorded one by one; of the rest the count and a digest."""
MOST_FINDINGS = 6
_LONG = 120
"""Longer texts, such as the body of a catalog entry, are recorded by their digest."""


@cache
def complete_image() -> bytes:
    """The file of the project."""
    with complete() as document, document._open_database() as database:
        return database.serialize()


def _opened() -> Document:
    return Document(Opened(memory(complete_image()), Path(":memory:")), Clock())


def operations(part: int, records: Records, finding: Callable[[Records, str, Finding], None]) -> Records:
    """The operations of a part, each with several draws of arguments.

    Args:
        finding: records one finding.
    """
    for name in sorted(all_operations())[part::PARTS]:
        for draw in range(DRAWS):
            with _opened() as document:
                key, before = f"{name}/{draw}", document.snapshot
                known = {found.key: _told(found) for found in check_all(before)}
                outcome = _accepted(records, key, name, document, Random(f"{name}, draw {draw}"))
                if outcome is None:
                    continue
                if outcome.title is not None:
                    records.put(f"{key}/title", outcome.title.plain())
                _rows(records, key, before, document.snapshot, outcome)
                findings = list(findings_of(document.snapshot))
                came = [found for found in findings if known.get(found.key) != _told(found)]
                for found in came[:MOST_FINDINGS]:
                    finding(records, f"{key}/check/{found.key}", found)
                if len(came) > MOST_FINDINGS:
                    records.put(f"{key}/check/more", {"count": len(came), "digest": _digest(sorted(_told(found) for found in came))})
                gone = sorted(known.keys() - {found.key for found in findings})
                if gone:
                    records.put(f"{key}/check/gone", gone)
    return records


def _accepted(records: Records, key: str, name: str, document: Document, random: Random) -> Outcome[Any] | None:
    """Do an operation with the first arguments that it accepts, and note the first refusal; None where all are refused."""
    for number in range(TRIES):
        args, values = arguments_of(name, random, document)
        try:
            return run(document, all_operations()[name], *args, **values)
        except DeskError as error:
            if not number:
                records.put(f"{key}/refused", str(error))
    return None


def _rows(records: Records, key: str, before: Snapshot, after: Snapshot, outcome: Outcome[Any]) -> None:
    for table, change in sorted(outcome.changes.tables.items()):
        rows = dict(_changed_rows(before[table], after[table], change.added, change.changed))
        for row_id, values in list(rows.items())[:MOST_ROWS]:
            records.put(f"{key}/{table}/{row_id}", values)
        if len(rows) > MOST_ROWS:
            records.put(f"{key}/{table}/more", {"count": len(rows), "digest": _digest(list(rows.items())[MOST_ROWS:])})
        if len(change.removed):
            records.put(f"{key}/{table}/removed", change.removed.tolist())


def _changed_rows(before: Columns, after: Columns, added: Ids, changed: Ids) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Added rows with all their values, changed ones with those that differ."""
    for row_id in added.tolist():
        yield row_id, {name: _short(value) for name, value in after.row(row_id).items() if value is not None and name != "id"}
    for row_id in changed.tolist():
        old, new = before.row(row_id), after.row(row_id)
        yield row_id, {name: _short(value) for name, value in new.items() if not _same(old[name], value)}


def _same(old: Any, new: Any) -> bool:
    return bool(old == new or (isinstance(old, float) and isinstance(new, float) and math.isnan(old) and math.isnan(new)))


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONG:
        return f"{len(value)}:{hashlib.sha256(value.encode()).hexdigest()[:12]}"
    return value


def _told(found: Finding) -> str:
    return json.dumps([found.key, found.severity, found.excluded, found.message.plain()], default=str)


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(_plain(content), sort_keys=True, default=str).encode()).hexdigest()[:12]


def _plain(content: Any) -> Any:
    """Numbers as records have them."""
    if isinstance(content, Mapping):
        return {str(key): _plain(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_plain(value) for value in content]
    return rounded(content) if isinstance(content, float) else content
