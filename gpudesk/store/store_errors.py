"""Errors between a file and its reader, each with a specific response."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import path_error

_CONTEXT = "store"
_OF_THE_PATH = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.ELOOP, errno.EINVAL, errno.ENOTSUP)
"""System errors for a path that cannot lead to a file."""


class StoreError(DeskError):
    """A file that cannot be opened, read or written."""


class Missing(StoreError):
    """There is no such file, or it is not a file."""


class NotAProject(StoreError):
    """The file is something else."""


class NewerVersion(StoreError):
    """A later version of the program wrote the file."""


class Damaged(StoreError):
    """The file is a project but its content is not whole."""


class NoPermission(StoreError):
    """The system does not permit this user to read or write here."""


class DiskFull(StoreError):
    """The disk is full; the write was rolled back."""


class Held(StoreError):
    """Somebody else is writing to the project."""


class ReadOnly(StoreError):
    """The project was opened for reading."""


class Closed(StoreError):
    """The project was closed meanwhile."""


class FileGone(StoreError):
    """The project file is no longer at its path; confirmed edits can be saved as a rescue copy."""


class DiskError(StoreError):
    """The disk operation failed; the edit was rolled back."""


@contextmanager
def as_store_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise about `path` into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise _from_sqlite(path, error) from error
    except UnicodeDecodeError as error:
        # Python cannot read what SQLite complains of: the definitions of a damaged file are quoted in it.
        raise damaged(path, "its definitions cannot be read") from error
    except (OverflowError, UnicodeEncodeError) as error:
        raise misfit(str(error)) from error
    except OSError as error:
        raise from_system(path, error) from error


def from_system(path: Path, error: OSError) -> StoreError:
    """The answer to an error of the operating system."""
    values = {"path": str(path), "reason": error.strerror or str(error)}
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        text = QT_TRANSLATE_NOOP("store", "This user has no permission to read or write {path}.")
        return NoPermission(Message(_CONTEXT, text, values), _FIX_PERMISSION)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return disk_full(path)
    if error.errno in _OF_THE_PATH:
        why = path_error(path, error, writing=error.errno == errno.ENOTSUP)
        return Missing(why.message, why.fix)
    if error.errno == errno.EISDIR:
        return Missing(Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "{path} is a folder, not a file."), values))
    if error.errno == errno.ENOENT:
        return Missing(Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "There is no file at {path}."), values))
    return DiskError(Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "{path} could not be read or written: {reason}."), values))


def disk_full(path: Path) -> DiskFull:
    """The answer when no room is left for `path`."""
    text = QT_TRANSLATE_NOOP("store", "The disk containing {path} is full. Only the last write was undone.")
    fix = QT_TRANSLATE_NOOP("store", "Free some space and try again.")
    return DiskFull(Message(_CONTEXT, text, {"path": str(path)}), Message(_CONTEXT, fix))


def damaged(path: Path, what: str) -> Damaged:
    """The error for damaged content of `path`; `what` describes the evidence."""
    text = QT_TRANSLATE_NOOP("store", "{path} is damaged: {what}. It was not changed.")
    fix = QT_TRANSLATE_NOOP("store", "Open the latest copy or backup of it.")
    return Damaged(Message(_CONTEXT, text, {"path": str(path), "what": what}), Message(_CONTEXT, fix))


_FIX_PERMISSION = Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "Copy it to your own folder, or ask its owner for access."))


def _from_sqlite(path: Path, error: sqlite3.Error) -> StoreError:
    full_code = getattr(error, "sqlite_errorcode", None)
    if full_code is None and isinstance(error, sqlite3.OperationalError):
        # Python's own complaint: the bytes of a text are not UTF-8.
        return damaged(path, "a text in it cannot be read")
    code = (full_code or 0) & 0xFF
    values = {"path": str(path), "reason": str(error)}
    if code == sqlite3.SQLITE_FULL:
        return disk_full(path)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT):
        return damaged(path, str(error))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        text = QT_TRANSLATE_NOOP("store", "This user does not have permission to write {path}.")
        return NoPermission(Message(_CONTEXT, text, values), _FIX_PERMISSION)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL):
        return Held(Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "Another program is using {path}."), values))
    if code == sqlite3.SQLITE_CANTOPEN:
        return NoPermission(Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "{path} cannot be opened: {reason}."), values), _FIX_PERMISSION)
    if code == sqlite3.SQLITE_IOERR:
        return DiskError(Message(_CONTEXT, QT_TRANSLATE_NOOP("store", "{path} could not be read or written: {reason}."), values))
    if code in (sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG):
        return misfit(str(error))
    raise error


def misfit(reason: str) -> StoreError:
    """The answer to an edit whose rows break a rule of the tables."""
    text = QT_TRANSLATE_NOOP("store", "The edit conflicts with the project ({reason}). It was undone.")
    return StoreError(Message(_CONTEXT, text, {"reason": reason}))
