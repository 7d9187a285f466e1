"""Many rows go into a table without its indexes and triggers, which are there again afterward."""

import pytest

from gpudesk.store import bare_table
from gpudesk.store.bare_table import bare
from gpudesk.store.database import Database, memory
from gpudesk.store.schema import definitions
from gpudesk.store.store_errors import StoreError

MAKE = (
    "CREATE TABLE thing (id INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER UNIQUE, name TEXT) STRICT",
    "CREATE TABLE noted (id INTEGER PRIMARY KEY) STRICT",
    "CREATE UNIQUE INDEX thing_name ON thing (name)",
    "CREATE INDEX noted_id ON noted (id)",
    "CREATE TRIGGER thing_insert AFTER INSERT ON thing BEGIN INSERT INTO noted (id) VALUES (NEW.id); END",
)


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    monkeypatch.setattr(bare_table, "BARE_ROWS", 3)
    database = memory()
    database.script(MAKE)
    return database


def noted(database: Database) -> list[int]:
    return [row[0] for row in database.rows("SELECT id FROM noted ORDER BY id")]


def test_many_rows_go_in_unnoted_and_the_rules_hold_again(database: Database) -> None:
    before = definitions(database)
    with database.transaction(), bare(database, "thing", 3):
        assert {name for _, name, _ in before - definitions(database)} == {"thing_name", "thing_insert"}
        database.run("INSERT INTO thing (place, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    assert definitions(database) == before
    assert noted(database) == []
    with pytest.raises(StoreError):
        database.run("INSERT INTO thing (name) VALUES ('b')")
    database.run("INSERT INTO thing (name) VALUES ('d')")
    assert noted(database) == [4]


@pytest.mark.parametrize(("there", "come"), [(0, 2), (5, 4)])
def test_few_rows_go_in_as_always(database: Database, there: int, come: int) -> None:
    before = definitions(database)
    for number in range(there):
        database.run("INSERT INTO thing (name) VALUES (?)", (str(number),))
    with database.transaction(), bare(database, "thing", come):
        assert definitions(database) == before
        database.run("INSERT INTO thing (name) VALUES ('x')")
    assert noted(database) == list(range(1, there + 2))


def test_rows_that_break_a_rule_are_taken_back_with_what_was_dropped(database: Database) -> None:
    before = definitions(database)
    with pytest.raises(StoreError), database.transaction(), bare(database, "thing", 3):
        database.run("INSERT INTO thing (name) VALUES ('a'), ('b'), ('b')")
    assert definitions(database) == before
    assert database.rows("SELECT * FROM thing") == []
