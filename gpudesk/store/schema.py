"""The schema of a project file: its tables by kind, its migrations, and the undo log that is generated from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path

from gpudesk.locate import migrations_dir
from gpudesk.store.database import APPLICATION_ID, Database, Row, memory


class Kind(StrEnum):
    """Permitted changes to the rows of a table (the project file registers each table in `table_kind`)."""

    DESIGN = "design"
    SETTINGS = "settings"
    RECORD = "record"
    SYSTEM = "system"


UNDOABLE = (Kind.DESIGN, Kind.SETTINGS)


@dataclass(frozen=True)
class TableSchema:
    """One table: its kind, its columns in order, each (name, SQL type), and its references, each (column, table whose id it holds).

    The contents of files are no columns of it: they lie outside the working set and are read one by one.
    """

    name: str
    kind: Kind
    columns: tuple[tuple[str, str], ...]
    references: tuple[tuple[str, str], ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The column names in order."""
        return tuple(name for name, _ in self.columns)

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The column names without `id`."""
        return tuple(name for name in self.names if name != "id")


Schema = Mapping[str, TableSchema]


_Defined = tuple[tuple[tuple[str, str], ...], tuple[Row, ...]]
_known: dict[_Defined, Schema] = {}
"""Cache of parsed definitions; nearly all files have those of the current format."""
_MOST_KNOWN = 8


def read_schema(database: Database) -> Schema:
    """The registered tables of an open file, in the order of their registration."""
    registered = kinds(database)
    # SQLite takes some milliseconds to say the columns of all tables, and reads them from these texts alone.
    texts = tuple(database.rows("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view')"))
    schema = _known.get((registered, texts))
    if schema is None:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        schema = _known[registered, texts] = _read_columns(database, registered)
    return schema


def _read_columns(database: Database, registered: tuple[tuple[str, str], ...]) -> Schema:
    columns: dict[str, list[tuple[str, str]]] = {name: [] for name, _ in registered}
    references: dict[str, list[tuple[str, str]]] = {name: [] for name, _ in registered}
    # One query each for all tables.
    for table, kind, name, sql_type in database.rows(
        "SELECT k.name, k.kind, c.name, c.type FROM table_kind k JOIN pragma_table_info(k.name) c ORDER BY k.rowid, c.cid"
    ):
        if sql_type != "BLOB" or kind == Kind.SYSTEM:
            columns[str(table)].append((str(name), str(sql_type)))
    for table, name, target in database.rows(
        'SELECT k.name, r."from", r."table" FROM table_kind k JOIN pragma_foreign_key_list(k.name) r ORDER BY k.rowid, r.id'
    ):
        references[str(table)].append((str(name), str(target)))
    return {name: TableSchema(name, Kind(kind), tuple(columns[name]), tuple(references[name])) for name, kind in registered}


def undoable(schema: Schema) -> list[TableSchema]:
    """The tables whose rows are undone and redone."""
    return [table for table in schema.values() if table.kind in UNDOABLE]


def migrations() -> list[Path]:
    """The numbered migrations of project files, in order; the number of the last is the current `user_version`."""
    return sorted(migrations_dir("project").glob("[0-9][0-9][0-9][0-9]_*.sql"))


def current_version() -> int:
    """The `user_version` that this program writes."""
    return int(migrations()[-1].name[:4])


def statements(script: str) -> Iterator[str]:
    """The statements of a migration; triggers and quoted semicolons do not occur in them, comments do."""
    bare = "\n".join(line.split("--", 1)[0] for line in script.splitlines())
    for statement in bare.split(";"):
        if statement.strip():
            yield statement.strip()


def migrate(database: Database) -> None:
    """Bring an empty or older file to the current schema, inside the transaction that the caller opened.

    The undo log is generated again and the history is closed, because its rows have the old shape. The caller marks all rows as
    unverified (`digests.mark_all`).
    """
    version = int(database.value("PRAGMA user_version"))
    _drop_undo_log(database)
    for path in migrations()[version:]:
        database.script(statements(path.read_text(encoding="utf-8")))
    database.script(undo_log(read_schema(database)))
    for table in ("undo_step", "undo_range"):
        database.run(f"DELETE FROM {table}")  # noqa: S608 - table and column names come from our schema, values are bound
    database.run(f"PRAGMA application_id={APPLICATION_ID}")
    database.run(f"PRAGMA user_version={current_version()}")


def undo_log(schema: Schema) -> Iterator[str]:
    """The statements that make the undo log: for each undoable table its images before and after a step, and the triggers that write them.

    `undo_X` keeps the first image of each row a step touched (`existed` 0: the row is new), `redo_X` the last image of an undone step.
    Record tables get triggers that refuse any change.
    """
    for table in schema.values():
        if table.kind in UNDOABLE:
            yield from _undo_tables(table)
            yield from _undo_triggers(table)
        elif table.kind is Kind.RECORD:
            for verb in ("UPDATE", "DELETE"):
                refusal = f"RAISE(ABORT, '{table.name} is append-only')"
                yield f"CREATE TRIGGER keep_{table.name}_{verb.lower()} BEFORE {verb} ON {table.name} BEGIN SELECT {refusal}; END"


def _undo_tables(table: TableSchema) -> Iterator[str]:
    images = ", ".join(f"{name} {kind}" for name, kind in table.columns if name != "id")
    key = "PRIMARY KEY (step, id)) STRICT, WITHOUT ROWID"
    yield f"CREATE TABLE undo_{table.name} (step INTEGER NOT NULL, id INTEGER NOT NULL, existed INTEGER NOT NULL, {images}, {key}"
    yield f"CREATE TABLE redo_{table.name} (step INTEGER NOT NULL, id INTEGER NOT NULL, {images}, {key}"


def _undo_triggers(table: TableSchema) -> Iterator[str]:
    step = "(SELECT step FROM undo_state WHERE id = 1)"
    log, names = f"undo_{table.name}", ", ".join(table.values)
    old = ", ".join(f"OLD.{name}" for name in table.values)
    new_row = f"INSERT OR IGNORE INTO {log} (step, id, existed) VALUES ({step}, NEW.id, 0)"  # noqa: S608 - table and column names come from our schema, values are bound
    old_row = f"INSERT OR IGNORE INTO {log} (step, id, existed, {names}) VALUES ({step}, OLD.id, 1, {old})"  # noqa: S608 - table and column names come from our schema, values are bound
    for verb, body in (("INSERT", new_row), ("UPDATE", old_row), ("DELETE", old_row)):
        yield f"CREATE TRIGGER {log}_{verb.lower()} AFTER {verb} ON {table.name} WHEN {step} > 0 BEGIN {body}; END"


def _drop_undo_log(database: Database) -> None:
    for kind, name, _ in definitions(database):
        if is_generated(kind, name):
            quoted = name.replace('"', '""')
            database.run(f'DROP {kind} IF EXISTS "{quoted}"')


def is_generated(kind: str, name: str) -> bool:
    """Whether a definition belongs to the undo log, which each migration recreates."""
    return kind == "trigger" or (kind == "table" and name.startswith(("undo_", "redo_")) and name not in _KEPT_UNDO_TABLES)


_KEPT_UNDO_TABLES = frozenset(["undo_step", "undo_range", "undo_state"])


Definitions = frozenset[tuple[str, str, str]]


@lru_cache(maxsize=8)
def reference(version: int) -> tuple[Definitions, tuple[tuple[str, str], ...]]:
    """Content of a complete file of a format: its definitions, (type, name, SQL) each, and the rows of `table_kind`."""
    database = memory()
    try:
        for path in migrations()[:version]:
            database.script(statements(path.read_text(encoding="utf-8")))
        database.script(undo_log(read_schema(database)))
        return definitions(database), kinds(database)
    finally:
        database.close()


def definitions(database: Database) -> Definitions:
    """The (type, name, definition) of everything in `sqlite_master`, without SQLite's own tables."""
    rows = database.rows("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return frozenset((str(kind), str(name), _evenly_spaced(str(sql))) for kind, name, sql in rows)


@lru_cache(maxsize=512)
def _evenly_spaced(sql: str) -> str:
    """A definition with single spaces between tokens; the two hundred of the current format are checked at each opening."""
    return " ".join(sql.split())


def kinds(database: Database) -> tuple[tuple[str, str], ...]:
    """The tables and their kinds as the file registers them."""
    return tuple((str(name), str(kind)) for name, kind in database.rows("SELECT name, kind FROM table_kind ORDER BY rowid"))
