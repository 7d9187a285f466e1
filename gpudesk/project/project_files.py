"""The files of a project around its opening, copying and closing."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gpudesk.disk.paths import is_folder, target_problem
from gpudesk.disk.writing import is_stream, replacement_path
from gpudesk.project.open_projects import OPEN_FILES
from gpudesk.store import digests, examine
from gpudesk.store.database import Database, memory, open_fresh, open_read, open_write
from gpudesk.store.file_copy import copied
from gpudesk.store.lock import Lock
from gpudesk.store.schema import migrate, read_schema
from gpudesk.store.store_errors import Missing, StoreError, as_store_errors


def behind_links(path: Path) -> Path:
    """The target file if `path` is a link: SQLite keeps its log next to the file, and all writers need one lock."""
    # Path.is_symlink raises for a name that is too long; the code that opens the file reports that in a sentence.
    return Path(os.path.realpath(path)) if os.path.islink(path) else path  # noqa: PTH114


@contextmanager
def look(path: Path) -> Iterator[Database]:
    """A short look into `path` that changes nothing, whether or not this process has it open.

    Raises:
        StoreError: it cannot be opened.
    """
    if not OPEN_FILES.has(path):
        with examine.reading(path) as look:
            yield look
        return
    database = open_read(path)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def made_beside(path: Path) -> Iterator[Database]:
    """The database that replaces `path` when it is complete; otherwise nothing of it remains.

    It is written to a file with an unused name. A link is followed and stays; devices and pipes are refused.

    Raises:
        StoreError: it cannot be written; existing content at `path` is unchanged.
    """
    with _fresh_beside(path) as fresh:
        database = open_fresh(fresh)
        try:
            yield database
        finally:
            database.close()


def copy_to(database: Database, path: Path, descriptor: int | None) -> None:
    """Write a copy of a project to `path`, which is replaced when the copy is complete.

    Args:
        descriptor: an open descriptor on the file of `database`, from its lock; without one SQLite copies page by page.

    Raises:
        StoreError: the copy cannot be written; existing content at `path` is unchanged.
    """
    with _fresh_beside(path) as fresh:
        if descriptor is not None and copied(database, descriptor, fresh):
            return
        # Emptied, not made again: it has the owner and the rights of what it replaces.
        os.truncate(fresh, 0)
        copy = open_fresh(fresh)
        try:
            database.backup(copy)
        finally:
            copy.close()


@contextmanager
def _fresh_beside(path: Path) -> Iterator[Path]:
    """The unused name of the file that replaces `path` at the end, once it is on the disk."""
    with as_store_errors(path):
        if is_stream(path):
            raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), str(path))
        problem = None if is_folder(behind_links(path).parent) else target_problem(path)
        if problem is not None:
            raise Missing(problem.message, problem.fix)
        with replacement_path(path) as fresh:
            try:
                yield fresh
                with fresh.open("rb") as written:
                    os.fsync(written.fileno())
                # A log of what lay there before would be played into the new file. It goes when nothing but the renaming can fail.
                _remove(*_side_files(behind_links(path)))
            except BaseException:
                _remove(*_side_files(fresh))
                raise


def _side_files(path: Path) -> tuple[Path, ...]:
    return examine.wal_of(path), examine.journal_of(path), path.with_name(path.name + "-shm")


def _remove(*files: Path) -> None:
    for file in files:
        file.unlink(missing_ok=True)


def tidy(path: Path) -> None:
    """Remove the empty side files of a reader, as the last writer would; other users of the project keep theirs."""
    with suppress(StoreError):
        if not OPEN_FILES.has(path) and examine.wal_of(path).exists() and not examine.has_log(path):
            lock = Lock.take(path)
            try:
                open_write(path).close()
            finally:
                lock.release()


def to_present_format(database: Database) -> None:
    """Bring an empty or older file to the present format, inside the transaction that the caller opened; no row is verified then."""
    migrate(database)
    digests.mark_all(database, read_schema(database))


def migrated_in_memory(database: Database) -> Database:
    """An older project that may not be written, in the present format; takes the connection over."""
    current = memory()
    try:
        database.backup(current)
        current.path = database.path
        with current.transaction():
            to_present_format(current)
    finally:
        database.close()
    return current


def back_up(database: Database, path: Path, descriptor: int | None = None) -> None:
    """Back up a project next to the original before it is upgraded to the present format.

    Args:
        descriptor: as in `copy_to`.

    Raises:
        StoreError: the copy cannot be written.
    """
    version = int(database.value("PRAGMA user_version"))
    copy_to(database, _free_name(path, f"{path.stem}.format-{version}"), descriptor)


def _free_name(path: Path, stem: str) -> Path:
    """An unused name next to `path`: the stem, or the stem with a number."""
    target, number = path.with_name(f"{stem}{path.suffix}"), 2
    while os.path.lexists(target):
        target = path.with_name(f"{stem}-{number}{path.suffix}")
        number += 1
    return target
