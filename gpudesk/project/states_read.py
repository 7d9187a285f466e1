"""The state of a project as its file holds it: read whole, or made from the state before with the rows of a step."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from gpudesk.core.values.changes import NO_IDS, Changes, TableChange
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.project.snapshot import Snapshot
from gpudesk.store import bulk
from gpudesk.store.database import Database
from gpudesk.store.schema import Kind, Schema
from gpudesk.store.store_errors import damaged


def read_whole(database: Database, schema: Schema, path: Path) -> Snapshot:
    """The snapshot as a new reader loads it.

    Args:
        path: of the file, for the error.

    Raises:
        Damaged: a row names one that does not exist.
    """
    with database.one_state():
        revision = int(database.value("SELECT value FROM meta WHERE key = 'revision'"))
        loaded = [table for table in schema.values() if table.kind is not Kind.SYSTEM]
        tables = bulk.load_all(database, loaded)
    for table in loaded:
        for column, target in table.references:
            named = tables[table.name][column]
            if len(named) and bool(np.any(~np.isin(named[named != ABSENT], tables[target].ids))):
                raise damaged(path, f"rows of {table.name} name rows of {target} that do not exist")
    return Snapshot(revision, tables)


def read_next(
    database: Database, schema: Schema, before: Snapshot, revision: int, changes: Changes, known: Mapping[str, Columns]
) -> Snapshot:
    """The state after a step that the file holds already.

    Args:
        known: table → its rows that came or changed, of those tables of which they are known; the others are read.
    """
    rows = {
        name: known[name] if name in known else bulk.load_some(database, schema[name], change.present)
        for name, change in changes.tables.items()
    }
    return before.next(revision, changes, rows)


def is_held(database: Database, schema: Schema, state: Snapshot, changes: Changes) -> bool:
    """Whether the file holds the rows of a kept state that a step has just written: its log may have been damaged."""
    for name, change in changes.tables.items():
        rows = state[name]
        places = rows.positions(change.present)
        here = Columns({column: rows.at(column, places) for column in rows})
        if not bulk.load_some(database, schema[name], change.present).equals(here):
            return False
    return True


def next_revision(database: Database, before: Snapshot, changes: Changes) -> int:
    """The revision after a step, which the file holds from now on."""
    if not changes:
        return before.revision
    database.run("UPDATE meta SET value = ? WHERE key = 'revision'", (str(before.revision + 1),))
    return before.revision + 1


def with_records(database: Database, schema: Schema, before: Snapshot, changes: Changes) -> Changes:
    """The changes of a step with the records that it wrote, which no undo takes back."""
    tables = dict(changes.tables)
    for name, table in schema.items():
        if table.kind is Kind.RECORD:
            last = int(before[name].ids[-1]) if before[name].rows else 0
            now = int(database.value(f"SELECT coalesce(max(id), 0) FROM {name}"))  # noqa: S608 - table and column names come from our schema, values are bound
            if now > last:
                tables[name] = TableChange(np.arange(last + 1, now + 1, dtype=np.int64), NO_IDS, NO_IDS)
    return Changes(tables)
