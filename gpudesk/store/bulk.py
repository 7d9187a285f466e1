"""Read and write rows as columns, without a Python object per row where SQLite supports it.

Bulk rows are written by multi-row VALUES and read as one aggregate per column: while another Python thread is busy, a cursor that
releases the interpreter lock at every row is hundreds of times slower.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from gpudesk.core.values.columns import ABSENT, DTYPES, Array, Columns, Ids, plain_list
from gpudesk.store.database import Database
from gpudesk.store.schema import TableSchema
from gpudesk.store.store_errors import damaged

ROWS_A_STATEMENT = 2000
VARIABLES_A_STATEMENT = 30_000
"""SQLite's own limit is 32,766."""
ROWS_FETCHED = 8
"""Up to this number, rows are read one by one, which takes less time than aggregates."""


def load(database: Database, table: TableSchema) -> Columns:
    """All rows of `table`.

    Raises:
        Damaged: its rows are out of order.
    """
    columns = _columns(database, table, "", ())
    if columns.rows and (int(columns.ids[0]) < 1 or not _ascending(columns.ids)):
        raise damaged(database.path, f"the rows of {table.name} are out of order")
    return columns


def load_all(database: Database, tables: Sequence[TableSchema]) -> dict[str, Columns]:
    """All rows of some tables, by name.

    Raises:
        Damaged: rows of one of them are out of order.
    """
    if not tables:
        return {}
    # Most tables of most projects are empty: one query finds them, which takes less than an aggregate over each.
    filled = database.rows(f"SELECT {', '.join(f'EXISTS (SELECT 1 FROM {table.name} NOT INDEXED)' for table in tables)}")[0]  # noqa: S608 - table and column names come from our schema, values are bound
    return {table.name: load(database, table) if has_rows else _no_rows(table) for table, has_rows in zip(tables, filled, strict=True)}


def load_some(database: Database, table: TableSchema, ids: Ids) -> Columns:
    """The rows of `table` with the given ids; ids without a row are left out."""
    if not len(ids):
        return _no_rows(table)
    if len(ids) > ROWS_FETCHED:
        return _load_many(database, table, ids)
    ids_json, names = json.dumps(ids.tolist()), ", ".join(table.names)
    rows = database.rows(f"SELECT {names} FROM {table.name} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id", (ids_json,))  # noqa: S608 - table and column names come from our schema, values are bound
    return from_rows(table, rows)


def _load_many(database: Database, table: TableSchema, ids: Ids) -> Columns:
    low, high = int(ids[0]), int(ids[-1])
    if 2 * len(ids) < high - low:
        columns = _columns(database, table, "WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(ids.tolist()),))
    else:
        # Most rows between the first and the last: reading all of them takes less than looking for each.
        columns = _columns(database, table, "WHERE id BETWEEN ? AND ?", (low, high))
        is_wanted = np.zeros(high - low + 1, bool)
        is_wanted[ids - low] = True
        picked = is_wanted[columns.ids - low]
        if not picked.all():
            columns = Columns({name: array[picked] for name, array in columns.items()})
    if not _ascending(columns.ids):
        raise damaged(database.path, f"the rows of {table.name} are out of order")
    return columns


def _ascending(ids: Ids) -> bool:
    return bool(np.all(ids[1:] > ids[:-1]))


def from_rows(table: TableSchema, rows: Sequence[Sequence[Any]]) -> Columns:
    """Columns made of a few rows whose values follow the order of the table's columns."""
    by_column = list(zip(*rows, strict=True)) if rows else [()] * len(table.columns)
    return Columns({name: column_of(kind, values) for (name, kind), values in zip(table.columns, by_column, strict=True)})


def column_of(kind: str, values: Sequence[Any]) -> Array:
    """One column from Python values, with None for a missing value."""
    if kind == "TEXT":
        column = np.empty(len(values), object)
        column[:] = values
        return column
    missing = ABSENT if kind == "INTEGER" else np.nan
    return np.array([missing if value is None else value for value in values], DTYPES[kind])


def _columns(database: Database, table: TableSchema, where: str, parameters: Sequence[Any]) -> Columns:
    """The rows of `table` in the order in which it keeps them, which is that of their ids."""
    # An index would give the rows in another order; a sorted subquery is copied row by row, which takes half as long again.
    source = f"{table.name} NOT INDEXED {where}"
    aggregates = ", ".join(_AGGREGATES[kind].format(name=name) for name, kind in table.columns)
    texts = database.rows(f"SELECT {aggregates} FROM {source}", parameters)[0]  # noqa: S608 - table and column names come from our schema, values are bound
    arrays = {name: _parsed(kind, text) for (name, kind), text in zip(table.columns, texts, strict=True)}
    for name, kind in table.columns:
        if kind == "REAL":
            # SQLite writes real numbers as text with 15 digits, which is not all of them.
            rows = database.rows(f"SELECT CAST({name} AS REAL) FROM {source}", parameters)  # noqa: S608 - table and column names come from our schema, values are bound
            arrays[name] = column_of(kind, [row[0] for row in rows])
    return Columns(arrays)


@lru_cache(maxsize=256)
def _no_rows(table: TableSchema) -> Columns:
    """The columns of an empty table, as most are in most projects; they are read-only, so projects share them."""
    return from_rows(table, ())


# The casts cost nothing on whole files; in a damaged one a value may be of another type than its column, which `quick_check` reports.
_AGGREGATES: Mapping[str, str] = {
    "INTEGER": f"group_concat(coalesce(CAST({{name}} AS INTEGER), {ABSENT}))",
    "REAL": "''",
    "TEXT": "json_group_array(coalesce(CAST({name} AS TEXT), ''))",
}


def _parsed(kind: str, text: str | None) -> Array:
    if kind == "INTEGER":
        return np.fromstring(text, np.int64, sep=",") if text else np.empty(0, np.int64)
    return column_of(kind, json.loads(text or "[]"))


def insert(
    database: Database,
    table: TableSchema,
    columns: Mapping[str, Sequence[Any] | Array],
    step_done: Callable[[int, int], None] | None = None,
) -> tuple[int, int]:
    """Add rows to `table`; returns the lowest and highest of their new, consecutive ids.

    Args:
        columns: name → values of equal length; `id` is given by the database; columns left out take their defaults.
        step_done: called as `step_done(done, total)` after each statement; may raise to stop.

    Raises:
        ValueError: the columns differ in length, are empty or not those of the table.
    """
    names = [name for name in table.values if name in columns]
    ordered_columns = [columns[name] for name in names]
    total = len(ordered_columns[0]) if ordered_columns else 0
    if not total or any(len(values) != total for values in ordered_columns) or set(columns) - set(names):
        raise ValueError(f"columns of {table.name} do not fit: {[(name, len(columns[name])) for name in columns]}")
    chunk = max(1, min(ROWS_A_STATEMENT, VARIABLES_A_STATEMENT // len(names)))
    low = int(database.value("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?), 0)", (table.name,))) + 1
    one = f"({', '.join('?' * len(names))})"
    head = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES "  # noqa: S608 - table and column names come from our schema, values are bound
    full = head + ", ".join([one] * chunk)
    for start in range(0, total, chunk):
        rows = min(chunk, total - start)
        statement = full if rows == chunk else head + ", ".join([one] * rows)
        # Whole columns as Python objects would take ten times the memory of the arrays.
        parts = [_python(name, values[start : start + rows]) for name, values in zip(names, ordered_columns, strict=True)]
        database.run(statement, list(chain.from_iterable(zip(*parts, strict=True))))
        if step_done is not None:
            step_done(start + rows, total)
    return low, low + total - 1


def as_loaded(database: Database, table: TableSchema, columns: Mapping[str, Sequence[Any] | Array], low: int, high: int) -> Columns:
    """The rows low…high that `insert` created from `columns`, as `load_some` would return them.

    Only the first of them is read: columns not given have their default, equal in all rows.
    """
    first = load_some(database, table, np.array([low], np.int64))
    rows = high - low + 1
    arrays: dict[str, Array] = {"id": np.arange(low, high + 1, dtype=np.int64)}
    for name, kind in table.columns:
        if name in columns:
            arrays[name] = _as_column(kind, columns[name])
        elif name not in arrays:
            arrays[name] = np.full(rows, first[name][0], DTYPES[kind])
    return Columns(arrays)


def _as_column(kind: str, values: Sequence[Any] | Array) -> Array:
    if kind == "TEXT":
        return column_of(kind, ["" if value is None else value for value in values])
    if isinstance(values, np.ndarray) and values.dtype != object:
        return values.astype(DTYPES[kind])
    return column_of(kind, list(values))


def _python(name: str, values: Sequence[Any] | Array) -> list[Any]:
    return plain_list(name, values) if isinstance(values, np.ndarray) else list(values)
