"""Whether all references in the rows of an edit exist.

SQLite could check this too, but for a deleted row it scans every table that may refer to it, row by row without an index: undoing
a new type took 0.2 s with 342,028 cables, and an index on each such column would slow down every cable. The columns are in
memory anyway.
"""

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.project.snapshot import Snapshot
from gpudesk.store.schema import Schema, TableSchema


def dangling(schema: Schema, after: Snapshot, changes: Changes) -> str | None:
    """What names a row that does not exist, "cable.type_id", where something does after `changes`; everything was whole before them."""
    losing = {name for name, change in changes.tables.items() if len(change.removed)}
    for table in schema.values():
        if table.name not in changes.tables and losing.isdisjoint(target for _, target in table.references):
            continue
        if table.name in after.tables and (reference := _dangling(table, after, changes)) is not None:
            return f"{table.name}.{reference}"
    return None


def _dangling(table: TableSchema, after: Snapshot, changes: Changes) -> str | None:
    columns, present = after[table.name], changes.of(table.name).present
    places = columns.positions(present) if len(present) else present
    for name, target in table.references:
        removed = changes.of(target).removed
        if len(removed) and columns.any_among(name, removed):
            return name
        if len(places) and not _all_exist(columns, name, places, after[target]):
            return name
    return None


def _all_exist(columns: Columns, name: str, places: Ids, target: Columns) -> bool:
    named = columns.at(name, places)
    return bool((target.positions(named[named != ABSENT]) != ABSENT).all())
