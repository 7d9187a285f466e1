"""Create a project file, or open it for writing or reading; a `Document` uses the result."""

import shutil
import uuid
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import PathKind, path_kind
from gpudesk.project import project_files
from gpudesk.project.open_projects import OPEN_FILES
from gpudesk.store import examine, leftovers
from gpudesk.store.database import Database, memory, open_read, open_write
from gpudesk.store.file_lock import is_locked
from gpudesk.store.lock import Holder, Lock, held_elsewhere
from gpudesk.store.schema import current_version
from gpudesk.store.store_errors import Held, NoPermission, StoreError, as_store_errors


@dataclass(frozen=True, slots=True)
class Opened:
    """A verified and opened project file.

    Attributes:
        path: the file, with links resolved (":memory:" for a scratch project).
        lock: held while it is open for writing.
        read_only: why editing is not possible, None if it is.
        holder: the other writer, if that is why.
        scratch: a folder that is deleted on closing.
        network: whether it is on a network folder.
        shared: whether other openings of this process must be aware of it.
    """

    database: Database
    path: Path
    lock: Lock | None = None
    read_only: Message | None = None
    holder: Holder | None = None
    scratch: Path | None = None
    network: bool = False
    shared: bool = False

    def give_up(self) -> None:
        """Close an unusable file, and leave nothing next to it."""
        self.database.close()
        if self.lock is not None:
            self.lock.release()
        elif self.scratch is not None:
            shutil.rmtree(self.scratch, ignore_errors=True)
        elif self.shared:
            project_files.tidy(self.path)


def demand_free(path: Path) -> None:
    """Make sure that a new project can be created at `path`.

    Raises:
        StoreError: a file exists there already.
    """
    with as_store_errors(path):
        taken = path_kind(path) is not PathKind.NOTHING or path.is_symlink()
    if taken:
        text = QT_TRANSLATE_NOOP("project", "{path} already exists.")
        fix = QT_TRANSLATE_NOOP("project", "Choose another name, or open it.")
        raise StoreError(Message("project", text, {"path": str(path)}), Message("project", fix))
    if examine.has_log(path):
        text = QT_TRANSLATE_NOOP("project", "Edits of an earlier project at {path} still exist.")
        fix = QT_TRANSLATE_NOOP("project", "Choose another name, or restore that project and open it.")
        raise StoreError(Message("project", text, {"path": str(path)}), Message("project", fix))


def make(path: Path, now_utc: str, content: Database | None = None) -> None:
    """Write a new project to `path`: completely, or not at all.

    Args:
        content: its content; empty by default.

    Raises:
        StoreError: a file exists there already, or the location cannot be written.
    """
    demand_free(path)
    with as_store_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with project_files.made_beside(path) as database:
        if content is None:
            _initialise(database, now_utc)
        else:
            content.backup(database)


def in_memory(now_utc: str) -> Opened:
    """A new, empty project in memory."""
    database = memory()
    database.run("PRAGMA foreign_keys=ON")
    _initialise(database, now_utc)
    return Opened(database, Path(":memory:"))


def opened(path: Path, *, write: bool) -> Opened:
    """Verify the project at `path` and open it, for reading if it cannot be written.

    Raises:
        StoreError: missing, not a project, damaged, newer, without permission; the file is unchanged.
    """
    with as_store_errors(path):
        path_kind(path)
    path = project_files.behind_links(path)
    if not OPEN_FILES.has(path):
        examine.header(path)
        leftovers.clear(path)
    if not write:
        return _for_reading(path, _reason_asked())
    if not examine.writable(path):
        return _for_reading(path, _reason_folder(path))
    if not examine.has_room(path):
        return _for_reading(path, _reason_full(path))
    try:
        lock = Lock.take(path)
    except Held as other:
        return _for_reading(path, other.message, Lock.holder(path))
    except NoPermission as refusal:
        return _for_reading(path, refusal.message)
    try:
        # A rollback journal is replayed by the first statement of a writer: only once a private copy has shown that the file is whole then.
        with project_files.look(path) as look:
            examine.content(look)
        network = examine.on_network(path)
        database = open_write(path, network=network)
        try:
            if int(database.value("PRAGMA user_version")) < current_version():
                project_files.back_up(database, path, lock.on_file.descriptor)
                with database.transaction():
                    project_files.to_present_format(database)
        except BaseException:
            database.close()
            raise
    except BaseException:
        lock.release()
        raise
    return Opened(database, path, lock=lock, network=network, shared=True)


def _for_reading(path: Path, reason: Message, holder: Holder | None = None) -> Opened:
    """Open `path` for reading: in parallel with its writer if there is one, else without changes to file and folder."""
    writable = examine.writable(path) and examine.has_room(path)
    scratch: Path | None = None
    database: Database
    if OPEN_FILES.has(path):
        database = open_read(OPEN_FILES.opened_as(path))
    elif is_locked(path) and not Lock.is_held(path) and not Lock.is_unreadable(path):
        # The writer's log is next to another name: from here the file alone would be read while it is written.
        reason, writable = held_elsewhere(path).message, False
        database, scratch = examine.open_untouched(path, edited=True)
    elif writable and Lock.is_held(path):
        database = open_read(path)
    elif writable and examine.has_journal(path):
        # The journal cannot be replayed for reading only.
        writable = False
        database, scratch = examine.open_untouched(path)
    elif writable:
        with examine.reading(path) as look:
            examine.content(look)
        database = open_read(path)
    else:
        database, scratch = examine.open_untouched(path)
    try:
        examine.content(database)
        if int(database.value("PRAGMA user_version")) < current_version():
            database = project_files.migrated_in_memory(database)
            if writable:
                project_files.tidy(path)
            writable = False
    except BaseException:
        Opened(database, path, scratch=scratch, shared=writable).give_up()
        raise
    return Opened(database, path, read_only=reason, holder=holder, scratch=scratch, shared=writable)


@lru_cache(maxsize=1)
def _empty() -> Database:
    """A project without content: copying its few pages is faster than running all migrations for each new project."""
    database = memory()
    with database.transaction():
        project_files.to_present_format(database)
    return database


def _initialise(database: Database, now_utc: str) -> None:
    _empty().backup(database)
    with database.transaction():
        for key, value in (("uid", str(uuid.uuid4())), ("created_utc", now_utc), ("revision", "0")):
            database.run("INSERT INTO meta (key, value) VALUES (?, ?)", (key, value))


def _reason_folder(path: Path) -> Message:
    return Message(
        "project",
        QT_TRANSLATE_NOOP("project", "{path} or its folder is not writable, so it is open read-only."),
        {"path": str(path)},
    )


def _reason_full(path: Path) -> Message:
    text = QT_TRANSLATE_NOOP("project", "The disk is full, so {path} is open read-only.")
    return Message("project", text, {"path": str(path)})


def _reason_asked() -> Message:
    return Message("project", QT_TRANSLATE_NOOP("project", "The project was opened read-only."))
