"""A table without its indexes and triggers while many rows go in."""

from collections.abc import Iterator
from contextlib import contextmanager

from gpudesk.store.database import Database

BARE_ROWS = 20_000
"""From this number of rows on, rebuilding indexes and omitting triggers outweighs two schema changes."""


@contextmanager
def bare(database: Database, table: str, rows: int) -> Iterator[None]:
    """Let `rows` rows go into `table` without its indexes and triggers, and recreate these, in the open transaction.

    Building an index of all rows at once takes half the time of inserting each row, and a trigger checks at each row whether it is
    enabled. If the table already holds more rows, or few are added, nothing changes.

    Nothing may be recorded meanwhile. Code that raises an error inside must roll back its changes (`Database.whole_or_nothing`).
    """
    if rows < BARE_ROWS or rows < int(database.value(f"SELECT count(*) FROM {table}")):  # noqa: S608 - table and column names come from our schema, values are bound
        yield
        return
    sql = "SELECT type, name, sql FROM sqlite_master WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid"
    definitions = [(str(kind), str(name), str(definition)) for kind, name, definition in database.rows(sql, (table,))]
    for kind, name, _ in definitions:
        database.run(f"DROP {kind} {name}")
    yield
    for _, _, definition in definitions:
        database.run(definition)
