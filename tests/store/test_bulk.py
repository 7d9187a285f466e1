"""Rows go in and come out as they were."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.values.columns import ABSENT
from gpudesk.store import bulk
from gpudesk.store.database import Database, memory
from gpudesk.store.schema import Kind, TableSchema
from gpudesk.store.store_errors import Damaged, StoreError

TABLE = TableSchema("thing", Kind.DESIGN, (("id", "INTEGER"), ("place", "INTEGER"), ("length_m", "REAL"), ("name", "TEXT")))
MAKE = "CREATE TABLE thing (id INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER, length_m REAL, name TEXT NOT NULL) STRICT"
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20)


@pytest.fixture
def database() -> Iterator[Database]:
    opened = memory()
    opened.run(MAKE)
    yield opened
    opened.close()


rows_of_things = st.lists(
    st.tuples(st.none() | st.integers(0, 2**62), st.none() | st.floats(allow_nan=False, allow_infinity=False), TEXTS),
    min_size=1,
    max_size=40,
)


@given(rows=rows_of_things)
def test_what_goes_in_comes_out(rows: list[tuple[int | None, float | None, str]]) -> None:
    database = memory()
    database.run(MAKE)
    places, lengths_m, names = (list(column) for column in zip(*rows, strict=True))
    low, high = bulk.insert(database, TABLE, {"place": places, "length_m": lengths_m, "name": names})
    assert (low, high) == (1, len(rows))
    whole = bulk.load(database, TABLE)
    some = bulk.load_some(database, TABLE, whole.ids)
    assert whole.equals(some)
    assert [whole.row(row_id) for row_id in whole.ids.tolist()] == [
        {"id": number, "place": place, "length_m": length_m, "name": name} for number, (place, length_m, name) in enumerate(rows, 1)
    ]
    database.close()


def test_arrays_with_missing_values_become_null(database: Database) -> None:
    bulk.insert(
        database, TABLE, {"place": np.array([3, ABSENT]), "length_m": np.array([np.nan, 2.5]), "name": np.array(["a", "b"], object)}
    )
    assert database.rows("SELECT place, length_m, name FROM thing ORDER BY id") == [(3, None, "a"), (None, 2.5, "b")]


def test_many_rows_go_in_by_statements_and_report_each(database: Database) -> None:
    seen: list[tuple[int, int]] = []
    rows = 2 * bulk.ROWS_A_STATEMENT + 7
    low, high = bulk.insert(
        database, TABLE, {"name": [str(number) for number in range(rows)]}, lambda done, total: seen.append((done, total))
    )
    assert (low, high) == (1, rows)
    assert seen == [(bulk.ROWS_A_STATEMENT, rows), (2 * bulk.ROWS_A_STATEMENT, rows), (rows, rows)]
    loaded = bulk.load(database, TABLE)
    assert loaded.rows == rows
    assert bulk.load_some(database, TABLE, loaded.ids).equals(loaded)
    assert loaded["name"][-1] == str(rows - 1)


def test_ids_are_never_used_again(database: Database) -> None:
    bulk.insert(database, TABLE, {"name": ["a", "b"]})
    database.run("DELETE FROM thing")
    assert bulk.insert(database, TABLE, {"name": ["c"]}) == (3, 3)


def test_an_empty_table_has_empty_columns(database: Database) -> None:
    loaded = bulk.load(database, TABLE)
    assert loaded.rows == 0
    assert {name: array.dtype for name, array in loaded.items()} == {
        "id": np.int64,
        "place": np.int64,
        "length_m": np.float64,
        "name": np.dtype(object),
    }


def test_ids_without_a_row_are_left_out(database: Database) -> None:
    bulk.insert(database, TABLE, {"name": ["a", "b", "c"]})
    assert bulk.load_some(database, TABLE, np.array([2, 9])).ids.tolist() == [2]
    assert bulk.load_some(database, TABLE, np.arange(2, 5000)).ids.tolist() == [2, 3]


@pytest.mark.parametrize("columns", [{}, {"name": []}, {"name": ["a"], "place": [1, 2]}, {"name": ["a"], "colour": ["red"]}])
def test_columns_that_do_not_fit_are_a_mistake_of_the_caller(database: Database, columns: dict[str, list[object]]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        bulk.insert(database, TABLE, columns)


@pytest.mark.parametrize("values", [{"place": [2**70]}, {"name": ["\ud800"]}, {"name": [None]}, {"place": ["x"]}])
def test_values_that_no_file_can_hold_are_refused(database: Database, values: dict[str, list[object]]) -> None:
    with pytest.raises(StoreError, match="The edit conflicts with the project"):
        bulk.insert(database, TABLE, {"name": ["a"], **values})


def test_rows_below_the_first_id_are_damage(database: Database) -> None:
    database.run("INSERT INTO thing (id, name) VALUES (-3, 'a')")
    with pytest.raises(Damaged, match="out of order"):
        bulk.load(database, TABLE)
