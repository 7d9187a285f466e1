"""The interface for an operation to read and write while its step is open."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT, Array, Columns, Ids, plain_list
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types
from gpudesk.store import bulk
from gpudesk.store.bare_table import bare
from gpudesk.store.database import Database
from gpudesk.store.schema import Kind, Schema, TableSchema
from gpudesk.store.undo import UndoLog

BULK_ROWS = 500
"""From this many rows on, added rows are noted as a range of ids instead of one log row each."""
_NO_IDS = np.empty(0, np.int64)


class Edit:
    """One open step. Its writes are visible through it, and to others only after the commit.

    Attributes:
        before: the snapshot that was current when the step began.
        now_utc: the time of the step, "2026-03-01T12:00:00Z".
        author: the person who makes the step.
        progress: for progress and cancellation of long operations.
        title: the text of the step in the history.
        touched: table and id of rows that the step changed outside the history.
    """

    def __init__(
        self, database: Database, schema: Schema, log: UndoLog, step: int, before: Snapshot, now_utc: str, author: str, progress: Progress
    ) -> None:
        self.before = before
        self.now_utc = now_utc
        self.author = author
        self.progress = progress
        self.title: Message | None = None
        self.touched: list[tuple[str, int]] = []
        self._database = database
        self._schema = schema
        self._log = log
        self._step = step
        self._current: dict[str, Columns] = {}
        self._pending: dict[str, list[Ids]] = {}
        self._removed: dict[str, list[Ids]] = {}
        self._types: tuple[Columns, Types] | None = None

    def columns(self, table: str) -> Columns:
        """All rows of `table` in their state inside the step."""
        pending, removed_ids = self._pending.pop(table, []), self._removed.pop(table, [])
        current = self._current.get(table, self.before[table])
        if pending or removed_ids:
            # What was only removed is not there to be read.
            rows = bulk.load_some(self._database, self._schema[table], distinct_ids(_NO_IDS, *pending))
            touched = distinct_ids(*pending, *removed_ids)
            removed = touched[rows.positions(touched) == ABSENT]
            current = current.patched(removed, rows)
            self._current[table] = current
        return current

    def present(self) -> Snapshot:
        """The project in its state inside the step, for figures derived from a snapshot."""
        tables = {name: columns for name in self.before.tables if (columns := self.columns(name)) is not self.before[name]}
        return self.before.with_tables(self.before.revision, tables)

    @property
    def types(self) -> Types:
        """The hardware types in use inside the step."""
        items = self.columns("catalog_item")
        if items is self.before["catalog_item"]:
            return self.before.types
        if self._types is None or self._types[0] is not items:
            self._types = items, Types(items)
        return self._types[1]

    @property
    def schema(self) -> Schema:
        """The tables of the file."""
        return self._schema

    def add_version(self, name: str, note: str, image: bytes) -> int:
        """Keep `image`, a dump of the undoable tables, as a named version; returns its id."""
        sql = "INSERT INTO version (name, note, at_utc, revision, dump) VALUES (?, ?, ?, ?, ?)"
        row_id = self._database.insert(sql, (name, note, self.now_utc, self.before.revision, image))
        self.touched.append(("version", row_id))
        return row_id

    def add_attachment(self, name: str, media: str, width: int, height: int, content: bytes) -> int:
        """Keep a file in the project; returns its id, that of the same content if the project keeps it already.

        Args:
            width, height: of the picture, in its own units.
        """
        digest = sha256(content).hexdigest()
        present_ids = self.columns("attachment").where("sha256", digest)
        if len(present_ids):
            return int(present_ids[0])
        sql = "INSERT INTO attachment (at_utc, name, media, width, height, size, sha256, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        row_id = self._database.insert(sql, (self.now_utc, name, media, width, height, len(content), digest, content))
        self._touch("attachment", np.array([row_id], np.int64))
        return row_id

    def delete_version(self, version_id: int) -> None:
        """Drop a named version.

        Raises:
            Refused: there is no such version.
        """
        if self._database.value("SELECT id FROM version WHERE id = ?", (version_id,)) is None:
            raise _unknown("version", version_id)
        self._database.run("DELETE FROM version WHERE id = ?", (version_id,))
        self.touched.append(("version", version_id))

    def row(self, table: str, row_id: int) -> dict[str, Any]:
        """One row as plain values.

        Raises:
            Refused: there is no such row.
        """
        try:
            return self.columns(table).row(row_id)
        except KeyError as error:
            raise _unknown(table, row_id) from error

    def value(self, table: str, row_id: int, name: str) -> Any:
        """One plain value of a row: less work than all of them.

        Raises:
            Refused: there is no such row.
        """
        try:
            return self.columns(table).value(row_id, name)
        except KeyError as error:
            raise _unknown(table, row_id) from error

    def insert(self, table: str, **values: Any) -> int:
        """Add a row; returns its id. Columns left out take their defaults."""
        names = self._names(table, values)
        sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - table and column names come from our schema, values are bound
        row_id = self._database.insert(sql, [values[name] for name in names])
        self._touch(table, np.array([row_id], np.int64))
        return row_id

    def update(self, table: str, row_id: int, /, **values: Any) -> None:
        """Change columns of a row."""
        names = self._names(table, values)
        sets = ", ".join(f"{name} = ?" for name in names)
        self._database.run(f"UPDATE {table} SET {sets} WHERE id = ?", [*(values[name] for name in names), row_id])  # noqa: S608 - table and column names come from our schema, values are bound
        self._touch(table, np.array([row_id], np.int64))

    def update_many(self, table: str, ids: Ids, /, **values: Any) -> None:
        """Change columns of many rows to the same values."""
        if not len(ids):
            return
        sets = ", ".join(f"{name} = ?" for name in self._names(table, values))
        sql = f"UPDATE {table} SET {sets} WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608 - table and column names come from our schema, values are bound
        self._database.run(sql, [*values.values(), json.dumps(ids.tolist())])
        self._touch(table, ids)

    def delete(self, table: str, row_id: int) -> None:
        """Remove a row; rows that name it must go in the same step."""
        self._database.run(f"DELETE FROM {table} WHERE id = ?", (row_id,))  # noqa: S608 - table and column names come from our schema, values are bound
        self._removed.setdefault(table, []).append(np.array([row_id], np.int64))

    def insert_many(self, table: str, columns: Mapping[str, Sequence[Any] | Array]) -> Ids:
        """Add many rows; returns their consecutive ids, shape (n,). Long inserts report progress and can be stopped."""
        rows = len(next(iter(columns.values()), ()))
        if not rows:
            return np.empty(0, np.int64)
        undoable = self._table(table).kind in (Kind.DESIGN, Kind.SETTINGS)
        as_range = undoable and rows >= BULK_ROWS
        if as_range:
            with self._database.whole_or_nothing():
                self._log.record(0)
                with bare(self._database, table, rows):
                    low, high = bulk.insert(self._database, self._table(table), columns, self.progress.step)
                self._log.record(self._step)
                self._log.add_range(self._step, table, low, high)
        else:
            low, high = bulk.insert(self._database, self._table(table), columns, self.progress.step)
        ids = np.arange(low, high + 1, dtype=np.int64)
        if rows < BULK_ROWS:
            self._touch(table, ids)
        else:
            # Reading that many rows back takes half as long as writing them did.
            fresh = bulk.as_loaded(self._database, self._table(table), columns, low, high)
            self._current[table] = self.columns(table).patched(np.empty(0, np.int64), fresh)
        return ids

    def delete_many(self, table: str, ids: Ids) -> None:
        """Remove many rows."""
        for start in range(0, len(ids), bulk.ROWS_A_STATEMENT):
            part = ids[start : start + bulk.ROWS_A_STATEMENT].tolist()
            self._database.run(f"DELETE FROM {table} WHERE id IN ({', '.join('?' * len(part))})", part)  # noqa: S608 - table and column names come from our schema, values are bound
            self.progress.step(min(start + len(part), len(ids)), len(ids))
        self._removed.setdefault(table, []).append(ids)

    def restore(self, table: str, columns: Columns) -> None:
        """Put in rows with the ids that they have in `columns` (rows of an earlier state of the same project)."""
        names = self._table(table).names
        lists = [plain_list(name, columns[name]) for name in names]
        row = f"({', '.join('?' * len(names))})"
        size = bulk.ROWS_A_STATEMENT // 2
        for start in range(0, columns.rows, size):
            part = list(zip(*(values[start : start + size] for values in lists), strict=True))
            sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES {', '.join([row] * len(part))}"  # noqa: S608 - table and column names come from our schema, values are bound
            self._database.run(sql, [value for values in part for value in values])
            self.progress.step(min(start + size, columns.rows), columns.rows)
        self._touch(table, columns.ids)

    def _names(self, table: str, values: Mapping[str, Any]) -> list[str]:
        known = self._table(table).values
        if unknown := set(values) - set(known):
            raise ValueError(f"{table} has no column {', '.join(sorted(unknown))}")
        return list(values)

    def _table(self, table: str) -> TableSchema:
        if self._schema[table].kind is Kind.SYSTEM:
            raise ValueError(f"{table} is not edited by operations")
        return self._schema[table]

    def _touch(self, table: str, ids: Ids) -> None:
        self._pending.setdefault(table, []).append(ids)


def _unknown(table: str, row_id: int) -> Refused:
    text = QT_TRANSLATE_NOOP("project", "There is no {table} with number {id}.")
    return Refused(Message("project", text, {"table": table.replace("_", " "), "id": row_id}))
