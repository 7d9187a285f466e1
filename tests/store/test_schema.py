"""The schema: every table has a kind, the undo log is made from it, and older files are brought to the present format."""

import pytest

from gpudesk.store import schema
from gpudesk.store.database import Database, memory
from gpudesk.store.schema import Kind
from gpudesk.store.store_errors import StoreError


@pytest.fixture
def database() -> Database:
    made = memory()
    with made.transaction():
        schema.migrate(made)
    return made


def test_every_table_has_a_kind(database: Database) -> None:
    named = {name for kind, name, _ in schema.definitions(database) if kind == "table" and not schema.is_generated(kind, name)}
    assert named == set(schema.read_schema(database))


def test_every_undoable_table_has_ids_that_are_never_used_again(database: Database) -> None:
    texts = {name: sql for kind, name, sql in schema.definitions(database) if kind == "table"}
    for table in schema.read_schema(database).values():
        if table.kind is not Kind.SYSTEM:
            assert "id INTEGER PRIMARY KEY AUTOINCREMENT" in texts[table.name], table.name
        assert texts[table.name].removesuffix(", WITHOUT ROWID").endswith("STRICT"), table.name


def test_nothing_escapes_the_triggers(database: Database) -> None:
    for _, name, sql in schema.definitions(database):
        assert "ON DELETE" not in sql.upper(), name
        assert "OR REPLACE" not in sql.upper(), name
        if "REFERENCES" in sql:
            assert sql.count("REFERENCES") == sql.count("DEFERRABLE INITIALLY DEFERRED"), name


def test_references_are_known(database: Database) -> None:
    tables = schema.read_schema(database)
    assert set(tables["device"].references) == {
        ("type_id", "catalog_item"),
        ("rack_id", "rack"),
        ("hall_id", "hall"),
        ("parent_id", "device"),
    }
    assert tables["hall"].references == ()


@pytest.mark.parametrize("change", ["UPDATE journal SET text = 'other'", "DELETE FROM journal"])
def test_record_tables_refuse_changes(database: Database, change: str) -> None:
    database.run(
        "INSERT INTO journal (at_utc, author, object_table, object_id, text) VALUES ('2026-03-01T12:00:00Z', 'me', 'rack', 1, 'a')"
    )
    with pytest.raises(StoreError, match="journal is append-only"):
        database.run(change)
    assert database.value("SELECT text FROM journal") == "a"


def test_statements_of_a_migration() -> None:
    script = "-- a remark; with a semicolon\nCREATE TABLE a (\n  x INTEGER -- what it is\n);\n\nINSERT INTO a VALUES (1);\n"
    assert [" ".join(text.split()) for text in schema.statements(script)] == ["CREATE TABLE a ( x INTEGER )", "INSERT INTO a VALUES (1)"]


def test_migrations_are_numbered_without_gaps() -> None:
    assert [int(path.name[:4]) for path in schema.migrations()] == list(range(1, schema.current_version() + 1))


def test_reference_of_a_format_is_what_migrating_makes(database: Database) -> None:
    definitions, kinds = schema.reference(schema.current_version())
    assert definitions == schema.definitions(database)
    assert kinds == schema.kinds(database)


def test_migrating_again_changes_nothing(database: Database) -> None:
    before = schema.definitions(database)
    with database.transaction():
        schema.migrate(database)
    assert schema.definitions(database) == before


def test_no_migration_holds_what_statements_cannot_part() -> None:
    for path in schema.migrations():
        text = path.read_text(encoding="utf-8")
        assert "TRIGGER" not in text.upper().replace("TRIGGERS", ""), path.name
        assert not any("'" in line.split("--", 1)[0] and "--" in line.split("--", 1)[0] for line in text.splitlines()), path.name


def test_a_script_that_fails_is_taken_back(database: Database) -> None:
    twice = ["INSERT INTO meta (key, value) VALUES ('a', 'b')"] * 2
    with pytest.raises(StoreError), database.transaction():
        database.script(twice)
    assert database.rows("SELECT * FROM meta") == []
    assert not database.in_transaction
