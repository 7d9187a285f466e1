"""One SQLite connection, used only by its owner, with explicit transactions."""

import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpudesk.store.store_errors import as_store_errors, damaged

APPLICATION_ID = 0x47504444
"""`application_id` of a project file ("GPDD")."""

BUSY_MS = 5000
"""How long a statement waits for another program that uses the file."""

Row = tuple[Any, ...]


class Database:
    """A connection whose statements finish before they return (no cursor stays open).

    Attributes:
        path: the file, for messages.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    def run(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Run one statement that returns nothing of interest."""
        with as_store_errors(self.path):
            self._connection.execute(sql, parameters).close()

    def insert(self, sql: str, parameters: Sequence[Any] = ()) -> int:
        """Run one INSERT; returns the id of the new row."""
        with as_store_errors(self.path):
            cursor = self._connection.execute(sql, parameters)
            row_id = cursor.lastrowid
            cursor.close()
        if row_id is None:
            raise AssertionError("an INSERT leaves a row id")
        return row_id

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """All rows of one query."""
        with as_store_errors(self.path):
            cursor = self._connection.execute(sql, parameters)
            try:
                return cursor.fetchall()
            finally:
                cursor.close()

    def value(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        """The first column of the first row, None without a row."""
        rows = self.rows(sql, parameters)
        return rows[0][0] if rows else None

    def blob_part(self, table: str, column: str, row_id: int, offset: int, size: int) -> bytes:
        """`size` bytes of a stored content from `offset` on, read without the rest of it."""
        with as_store_errors(self.path), self._connection.blobopen(table, column, row_id, readonly=True) as blob:
            blob.seek(offset)
            return blob.read(size)

    def script(self, statements: Iterable[str]) -> None:
        """Run statements one after the other in the open transaction."""
        for statement in statements:
            self.run(statement)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is committed together or taken back together."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.rollback()
            raise

    @contextmanager
    def whole_or_nothing(self) -> Iterator[None]:
        """Roll back writes inside the block if it fails, while the transaction continues: after the error all is unchanged."""
        self.run("SAVEPOINT whole_or_nothing")
        try:
            yield
        except BaseException:
            # A full disk may have ended the transaction already.
            if self._connection.in_transaction:
                self.run("ROLLBACK TO whole_or_nothing")
                self.run("RELEASE whole_or_nothing")
            raise
        self.run("RELEASE whole_or_nothing")

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """All reads inside see one state of the file, whatever other programs commit meanwhile."""
        if self._connection.in_transaction:
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            self._connection.rollback()

    def checkpoint(self, wait_ms: int) -> bool:
        """Bring the write-ahead log into the file, waiting up to `wait_ms` for others who use it; False if some of it is left."""
        self.run(f"PRAGMA busy_timeout={wait_ms}")
        try:
            busy = bool(self.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0])
        finally:
            self.run(f"PRAGMA busy_timeout={BUSY_MS}")
        return not busy

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def serialize(self) -> bytes:
        """The whole database as bytes."""
        return self._connection.serialize()

    def backup(self, target: "Database") -> None:
        """Copy everything into `target`, a consistent state even while others write."""
        with as_store_errors(target.path):
            self._connection.backup(target._connection)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def memory(image: bytes | None = None, name: str = ":memory:") -> Database:
    """A database in memory, empty or filled with an `image` that `Database.serialize` made."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if image is not None:
        with as_store_errors(Path(name)):
            connection.deserialize(image)
    database = Database(connection, Path(name))
    # Nothing is lost with it, so it may be dropped as well as closed; Python 3.13 warns of a connection that was not closed.
    weakref.finalize(database, connection.close)
    return database


def open_write(path: Path, *, network: bool = False) -> Database:
    """A read-write connection; the file is created if it does not exist.

    Args:
        network: the file is on a network folder, where shared memory does not work: no WAL there.

    Raises:
        StoreError: the file cannot be opened or written.
    """
    with as_store_errors(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)
    database = Database(connection, path)
    try:
        _protect(database)
        if network:
            database.run("PRAGMA locking_mode=EXCLUSIVE")
            database.run("PRAGMA journal_mode=TRUNCATE")
        else:
            database.run("PRAGMA journal_mode=WAL")
            database.run("PRAGMA wal_autocheckpoint=4000")
        database.run("PRAGMA synchronous=FULL")
        database.run("PRAGMA foreign_keys=ON")
    except BaseException:
        connection.close()
        raise
    return database


def replay(path: Path, *, shown: Path | None = None) -> None:
    """Let SQLite merge the log next to `path`, or roll back from a rollback journal; then check all pages.

    Args:
        shown: the path used in messages if `path` is a private copy of that file.

    Raises:
        StoreError: the operation fails, or its result is damaged.
    """
    named = shown or path
    with as_store_errors(named):
        connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            answers = connection.execute("PRAGMA integrity_check(3)").fetchall()
        finally:
            connection.close()
    if answers != [("ok",)]:
        raise damaged(named, "; ".join(str(row[0]).splitlines()[-1] for row in answers))


def open_fresh(path: Path) -> Database:
    """A connection that writes a new file not yet in use elsewhere: without side files, the file is complete after each commit.

    Raises:
        StoreError: the file cannot be written.
    """
    with as_store_errors(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    database = Database(connection, path)
    try:
        database.run("PRAGMA journal_mode=MEMORY")
        database.run("PRAGMA synchronous=FULL")
        database.run("PRAGMA foreign_keys=ON")
    except BaseException:
        connection.close()
        raise
    return database


def open_read(path: Path, *, immutable: bool = False, with_rules: bool = False, shown: Path | None = None) -> Database:
    """A read-only connection.

    Args:
        immutable: no process writes to the file and its folder cannot be written (a left `-wal` would be ignored).
        with_rules: load the CHECK constraints, which SQLite ignores for read-only files; requires a writable file.
        shown: the path used in messages if `path` is a private copy of that file.

    Raises:
        StoreError: the file cannot be opened.
    """
    address = f"{path.absolute().as_uri()}?mode={'rw' if with_rules else 'ro'}" + ("&immutable=1" if immutable else "")
    with as_store_errors(shown or path):
        connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000)
    database = Database(connection, shown or path)
    try:
        _protect(database)
        database.run("PRAGMA query_only=ON")
        database.rows("SELECT count(*) FROM sqlite_master")
    except BaseException:
        connection.close()
        raise
    return database


def _protect(database: Database) -> None:
    database.run("PRAGMA trusted_schema=OFF")
    database.run("PRAGMA cell_size_check=ON")
    database.run("PRAGMA temp_store=MEMORY")
