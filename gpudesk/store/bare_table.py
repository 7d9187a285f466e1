"""A table without its indexes and triggers while many rows go in."""

from collections.abc import Iterator
from contextlib import contextmanager

from gpudesk.store.database import Database

BARE_ROWS = 20_000
"""From so many rows on, indexes made anew and triggers left out repay that the schema changes twice."""


@contextmanager
def bare(database: Database, table: str, rows: int) -> Iterator[None]:
    """Let `rows` rows go into `table` without its indexes and triggers, and make these again, in the transaction that is open.

    An index made of all rows at once takes half of what it takes to find the place of each, and a trigger asks at each row whether it is
    switched on. Where the table holds more rows already, or few come, all stays as it is.

    Nothing may be recorded meanwhile. Whoever raises an error inside has to take back what was done since (`Database.whole_or_nothing`).
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
