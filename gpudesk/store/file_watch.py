"""Whether the file that was opened still lies at its path: what is committed to a file without its name is lost when it is closed."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from enum import StrEnum
from pathlib import Path

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.errors import FileGone
from gpudesk.store.file_lock import FileLock
from gpudesk.store.open_files import OPEN_FILES, FileId, file_id

_MOST_OTHER_INODES = 32
"""Where each look shows another inode, inodes say nothing and are not looked into any more."""


class Fate(StrEnum):
    """What became of the file at the path."""

    DELETED = "deleted"
    REPLACED = "replaced"
    MOVED = "moved"
    LOG_LOST = "log_lost"


class FileWatch:
    """Compares the path of an open project with the file that was opened; two looks at the folder, no reading.

    Args:
        path: the file, behind links.
        lock: held on the file.
        uid: the identity of the project.
        keeps_inodes: whether the folder keeps the inodes of its files; else an inode that differs is compared by uid and revision.
    """

    def __init__(self, path: Path, lock: FileLock, uid: str, *, keeps_inodes: bool = True) -> None:
        self._path = path.absolute()
        self._lock = lock
        self._uid = uid
        self._keeps_inodes = keeps_inodes
        self._inodes: set[FileId] = {lock.file}
        self._log: FileId | None = _id_of(_log_of(path))

    @property
    def has_log(self) -> bool:
        """Whether a log lies next to the path, of whomever."""
        return _id_of(_log_of(self._path)) is not None

    def fate(self, revision: int) -> Fate | None:
        """What became of the file; None while it is where it was.

        Args:
            revision: the state that was committed last.
        """
        at_path = _id_of(self._path)
        if at_path is None:
            if self._path_cannot_be_asked():
                return None
            return Fate.MOVED if self._lock.links else Fate.DELETED
        if at_path not in self._inodes and not (not self._keeps_inodes and self._same_project(at_path, revision)):
            return Fate.REPLACED
        if not self._keeps_inodes:
            return None
        log = _id_of(_log_of(self._path))
        if self._log is None:
            self._log = log
        return Fate.LOG_LOST if log != self._log else None

    def message(self, fate: Fate) -> FileGone:
        """The answer to a person."""
        path, name = str(self._path), self._lock.name
        texts = {
            Fate.DELETED: QT_TRANSLATE_NOOP("store", "{path} was deleted by another program while it was open. No further edit is taken."),
            Fate.REPLACED: QT_TRANSLATE_NOOP("store", "{path} was replaced by another file while it was open. No further edit is taken."),
            Fate.MOVED: QT_TRANSLATE_NOOP("store", "{path} was moved or renamed while it was open. No further edit is taken."),
            Fate.LOG_LOST: QT_TRANSLATE_NOOP(
                "store", "The write-ahead log of {path} was deleted or replaced while it was open. No further edit is taken."
            ),
        }
        if fate is Fate.MOVED and name is not None:
            fix = QT_TRANSLATE_NOOP("store", "Open it at {name}, or save a rescue copy: it holds every confirmed edit.")
            return FileGone(Message("store", texts[fate], {"path": path}), Message("store", fix, {"name": str(name)}))
        fix = QT_TRANSLATE_NOOP("store", "Save a rescue copy under another name before you close it: it holds every confirmed edit.")
        return FileGone(Message("store", texts[fate], {"path": path}), Message("store", fix))

    def remove_log(self) -> None:
        """Remove log and index that this connection left next to a path at which its file no longer lies.

        SQLite would play such a log into the file that lies there now.
        """
        if _id_of(self._path) is None:
            journal = self._path.with_name(self._path.name + "-journal")
            with suppress(OSError):
                if not journal.stat().st_size:
                    journal.unlink()
        # A folder that was moved took them with it.
        for path in (self._path, self._lock.name):
            if path is not None and self._log is not None and _id_of(_log_of(path)) == self._log:
                for name in ("-wal", "-shm"):
                    with suppress(OSError):
                        path.with_name(path.name + name).unlink(missing_ok=True)

    def _path_cannot_be_asked(self) -> bool:
        """Whether the folder does not answer at all (a network that is away): that says nothing about the file."""
        try:
            self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True
        return False

    def _same_project(self, at_path: FileId, revision: int) -> bool:
        """Whether what lies at the path has the uid and the revision of what is open; only asked where inodes change by themselves."""
        if len(self._inodes) > _MOST_OTHER_INODES:
            return True
        try:
            uid, at_path_revision = _meta(self._path)
            # While a log lies next to the file, the latest steps may be in the log alone.
            same = uid == self._uid and (at_path_revision == revision or (self.has_log and at_path_revision < revision))
        except OSError:
            return True  # the folder does not answer; the next look decides
        except (sqlite3.Error, ValueError):
            return False
        if same:
            self._inodes.add(at_path)
        return same


def _meta(path: Path) -> tuple[str, int]:
    """uid and revision in the file at `path` without its log, read from a private copy; the descriptor on the file is closed when SQLite
    has closed it.

    Raises:
        OSError: the file cannot be read now.
        sqlite3.Error, ValueError: it is no project.
    """
    folder = Path(tempfile.mkdtemp(prefix="gpudesk-"))
    try:
        copy = folder / "look.gpudesk"
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            with os.fdopen(descriptor, "rb", closefd=False) as source, copy.open("wb") as target:
                shutil.copyfileobj(source, target)
        finally:
            OPEN_FILES.close_descriptor(descriptor, file_id(os.fstat(descriptor)))
        with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            meta = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('uid', 'revision')").fetchall())
        return str(meta.get("uid")), int(meta.get("revision", ""))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _id_of(path: Path) -> FileId | None:
    try:
        return file_id(path.stat())
    except OSError:
        return None
