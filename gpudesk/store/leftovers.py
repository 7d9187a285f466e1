"""Files that a killed program left in a project folder and that do not belong to the project: removed once that is certain."""

import stat
import time
from contextlib import suppress
from pathlib import Path

from gpudesk.store import examine
from gpudesk.store.database import APPLICATION_ID, open_read
from gpudesk.store.file_watch import aside_name
from gpudesk.store.lock import Lock
from gpudesk.store.open_files import OPEN_FILES
from gpudesk.store.store_errors import StoreError, as_store_errors

_UNFINISHED_S = 60.0
"""A copy being written was changed less than this number of seconds ago."""


def clear(path: Path) -> None:
    """Set aside a log left by the writer of another file at `path`, and remove an unfinished copy of this project.

    A log is set aside only if the left lock names another inode, and either another project or a log that does not fit the file:
    SQLite would replay it into the file that is there now. It is renamed, because its file may have been moved and its last edits
    are in it. Everything else stays.

    Raises:
        StoreError: the file or its folder cannot be read.
    """
    if OPEN_FILES.has(path) or not examine.writable(path):
        return
    with suppress(StoreError):
        _clear_log(path)
    _clear_unfinished(path)


def _clear_log(path: Path) -> None:
    left = Lock.signed_for(path)
    with as_store_errors(path):
        if left is None or Lock.is_held(path) or path.stat().st_ino == left.inode or not examine.wal_of(path).is_file():
            return
    lock = Lock.take(path)
    try:
        if not _fits(path, left.uid):
            with as_store_errors(path):
                wal = examine.wal_of(path)
                wal.rename(aside_name(wal))
                path.with_name(path.name + "-shm").unlink(missing_ok=True)
    finally:
        lock.release()


def _fits(path: Path, uid: str) -> bool:
    """Whether the log next to `path` belongs to the file there, as far as can be determined; True if in doubt."""
    try:
        alone = open_read(path, immutable=True)
    except StoreError:
        return True
    try:
        examine.content(alone)
        if alone.value("SELECT value FROM meta WHERE key = 'uid'") != uid:
            return False
        examine.quick_check(alone)
    except StoreError:
        return True
    finally:
        alone.close()
    try:
        with examine.reading(path) as together:
            examine.content(together)
            examine.quick_check(together)
    except StoreError:
        return False
    return True


def _clear_unfinished(path: Path) -> None:
    """Remove abandoned copies of the project at `path`: their writers ended before the copies were renamed."""
    # Only this program gives a file such a name; NAME.new may belong to any program.
    for fresh in path.parent.glob(".gpudesk-" + "[0-9a-f]" * 16):
        with suppress(StoreError, OSError):
            file_status = fresh.lstat()
            if not stat.S_ISREG(file_status.st_mode) or time.time() - file_status.st_mtime < _UNFINISHED_S or OPEN_FILES.has(fresh):
                continue
            if examine.has_log(fresh):
                continue  # a copy is written without one: this is something else
            if not file_status.st_size or _uid(fresh) == _uid(path):
                fresh.unlink()


def _uid(path: Path) -> str | None:
    """The uid of the project at `path`, None of something else.

    Raises:
        StoreError: it cannot be read, or is being written.
    """
    # Opened in another way SQLite would make side files next to it.
    database = open_read(path, immutable=True)
    try:
        if database.value("PRAGMA application_id") != APPLICATION_ID:
            return None
        return str(database.value("SELECT value FROM meta WHERE key = 'uid'"))
    finally:
        database.close()
