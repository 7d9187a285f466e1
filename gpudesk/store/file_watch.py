"""Whether the opened file is still at its path: commits to a file without a name are lost when it is closed."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from enum import StrEnum
from itertools import count
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.file_lock import FileLock
from gpudesk.store.open_files import OPEN_FILES, FileId, file_id
from gpudesk.store.store_errors import FileGone

_MOST_OTHER_INODES = 32
"""If each check returns another inode, inodes are meaningless and are no longer checked."""


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
        self._inodes: dict[FileId, int | None] = {lock.file: None}
        """Files that were seen at the path, with the revision in them; None once a later edit of ours was seen there, which proves it."""
        self._log: FileId | None = _id_of(_log_of(path))

    @property
    def has_log(self) -> bool:
        """Whether a log is next to the path, from any process."""
        return _id_of(_log_of(self._path)) is not None

    def fate(self, revision: int, *, settled: bool = False) -> Fate | None:
        """State of the file; None if it is unchanged, or if the folder does not respond (a disconnected network).

        Args:
            revision: the last committed state.
            settled: whether that state is in the file itself.
        """
        try:
            at_path = _file_at(self._path)
            log = _file_at(_log_of(self._path)) if self._keeps_inodes else None
        except OSError:
            return None
        if at_path is None:
            return Fate.MOVED if self._lock.links else Fate.DELETED
        trusted = at_path in self._inodes and self._inodes[at_path] in {None, revision}
        if not trusted and (self._keeps_inodes or not self._same_project(at_path, revision, settled=settled)):
            return Fate.REPLACED
        if not self._keeps_inodes:
            return None
        if self._log is None:
            self._log = log
        return Fate.LOG_LOST if log != self._log else None

    def message(self, fate: Fate) -> FileGone:
        """The answer to a person."""
        path, name = str(self._path), self._lock.name
        texts = {
            Fate.DELETED: QT_TRANSLATE_NOOP("store", "{path} was deleted by another program while it was open. Editing is disabled."),
            Fate.REPLACED: QT_TRANSLATE_NOOP("store", "{path} was replaced by another file while it was open. Editing is disabled."),
            Fate.MOVED: QT_TRANSLATE_NOOP("store", "{path} was moved or renamed while it was open. Editing is disabled."),
            Fate.LOG_LOST: QT_TRANSLATE_NOOP(
                "store", "The write-ahead log of {path} was deleted or replaced while it was open. Editing is disabled."
            ),
        }
        if fate is Fate.MOVED and name is not None:
            fix = QT_TRANSLATE_NOOP("store", "Open it at {name}, or save a recovery copy: it contains every confirmed edit.")
            return FileGone(Message("store", texts[fate], {"path": path}), Message("store", fix, {"name": str(name)}))
        fix = QT_TRANSLATE_NOOP("store", "Save a recovery copy under another name before you close it: it contains every confirmed edit.")
        return FileGone(Message("store", texts[fate], {"path": path}), Message("store", fix))

    def remove_log(self) -> None:
        """Remove the log and index that this connection left next to a path from which its file is gone.

        SQLite would replay such a log into the file that is there now.
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

    def set_log_aside(self) -> None:
        """Rename the log that this connection left: it holds edits of a file that has another name now."""
        wal = _log_of(self._path)
        if self._log is not None and _id_of(wal) == self._log:
            with suppress(OSError):
                wal.rename(aside_name(wal))
                self._path.with_name(self._path.name + "-shm").unlink(missing_ok=True)

    def _same_project(self, at_path: FileId, revision: int, *, settled: bool) -> bool:
        """Whether the file at the path has the uid and the revision of the open project; used only if inodes change spontaneously."""
        if len(self._inodes) > _MOST_OTHER_INODES:
            return True
        try:
            uid, at_path_revision = _meta(self._path)
            # While a log is next to the file, the latest steps may be in the log alone.
            behind = not settled and self.has_log and at_path_revision < revision
            same = uid == self._uid and (at_path_revision == revision or behind)
        except OSError:
            return True  # the folder does not answer; the next look decides
        except (sqlite3.Error, ValueError, TypeError):
            return False
        if same:
            # A copy of the same state put there by another program looks alike; only what we commit afterward tells them apart.
            before = self._inodes.get(at_path)
            self._inodes[at_path] = None if before is not None and at_path_revision > before else at_path_revision
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


def aside_name(wal: Path) -> Path:
    """A name in the same folder that nothing has, under which a log of another file is kept."""
    return next(name for number in count(1) if not os.path.lexists(name := wal.with_name(f"{wal.name}.of-another-file-{number}")))


def _file_at(path: Path) -> FileId | None:
    """Identity of the file at `path`, None if there is none.

    Raises:
        OSError: the system cannot determine it now.
    """
    try:
        return file_id(path.stat())
    except (FileNotFoundError, NotADirectoryError):
        return None


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _id_of(path: Path) -> FileId | None:
    try:
        return file_id(path.stat())
    except OSError:
        return None
