"""Examine a file before anything is opened for writing: each kind of wrong file has a specific error and keeps its bytes."""

import os
import re
import shutil
import struct
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.database import APPLICATION_ID, Database, open_read, replay
from gpudesk.store.lock import held, not_ours
from gpudesk.store.schema import Definitions, current_version, definitions, is_generated, kinds, reference
from gpudesk.store.store_errors import Missing, NewerVersion, NotAProject, as_store_errors, damaged

_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\0"
_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
LEAST_ROOM_BYTES = 256 * 1024
NETWORK_FILE_SYSTEMS = frozenset(
    ["nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "9p", "fuse.sshfs", "fuse.rclone", "davfs", "fuse.davfs2", "ceph"]
)


def header(path: Path) -> int:
    """Check the first bytes of `path`; returns its `user_version` (with a log, the first bytes may be older than the content).

    Never call it for a file that this process has open: closing it would drop the locks that SQLite holds on it.

    Raises:
        StoreError: missing, not a project, damaged, newer, or without permission.
    """
    size, first = _first_bytes(path)
    for side_file in (wal_of(path), journal_of(path), path.with_name(path.name + "-shm")):
        with as_store_errors(side_file):
            if side_file.is_symlink():
                raise not_ours(side_file)
    if size == 0:
        if wal_of(path).exists():
            raise damaged(path, "it is empty although a write-ahead log lies beside it; it may have been copied while it was open")
        raise _not_a_project(path, "it is empty")
    if len(first) < _HEADER_BYTES:
        if first.startswith(_MAGIC[:size]):
            raise damaged(path, f"it ends after {size} bytes")
        raise _not_a_project(path, f"it holds only {size} bytes")
    if first[:16] != _MAGIC:
        raise _not_a_project(path, "it is not a database")
    page_size = _field(">H", first, 16)
    page_size = 65536 if page_size == 1 else page_size
    if page_size < 512 or page_size & (page_size - 1):
        raise damaged(path, f"its page size {page_size} is impossible")
    if first[18] not in (1, 2) or first[19] not in (1, 2) or tuple(first[21:24]) != (64, 32, 32):
        raise damaged(path, "its header is not that of a readable database")
    user_version = _field(">I", first, 60)
    if wal_of(path).exists() or has_log(path):
        _check_log(path)
        return user_version
    if _field(">I", first, 68) != APPLICATION_ID:
        raise _not_a_project(path, "it is a database of another program")
    pages_are_valid = _field(">I", first, 24) == _field(">I", first, 92)
    expected = _field(">I", first, 28) * page_size
    if pages_are_valid and size != expected:
        if _first_bytes(path) != (size, first):
            return header(path)  # its writer closed it between two looks
        raise damaged(path, f"it should have {expected} bytes and has {size}")
    if user_version > current_version():
        raise newer(path, user_version)
    return user_version


def demand_database(path: Path) -> None:
    """Check that `path` is a database at all, whatever its state. Never call it for a file that this process has open, see `header`.

    Raises:
        StoreError: missing, something else, or without permission.
    """
    if not _first_bytes(path)[1].startswith(_MAGIC):
        raise _not_a_project(path, "it is not a database")


def _first_bytes(path: Path) -> tuple[int, bytes]:
    with as_store_errors(path):
        if path.is_dir():
            raise _not_a_project(path, "it is a folder")
        if not path.exists():
            raise Missing(Message("store", QT_TRANSLATE_NOOP("store", "There is no project file at {path}."), {"path": str(path)}))
        if not path.is_file():
            raise _not_a_project(path, "it is not a file")
        size = path.stat().st_size
        with path.open("rb") as file:
            return size, file.read(_HEADER_BYTES)


def _check_log(path: Path) -> None:
    """Refuse a foreign log or journal, which SQLite would silently delete."""
    wal = wal_of(path)
    first = b""
    with as_store_errors(wal):
        if wal.exists():
            if not wal.is_file():
                raise damaged(path, f"{wal.name} beside it is not a file")
            with wal.open("rb") as file:
                first = file.read(4)
    if first.strip(b"\0") and first not in _WAL_MAGIC:
        raise damaged(path, f"the write-ahead log {wal.name} beside it is not one")
    if has_journal(path):
        with as_store_errors(journal_of(path)), journal_of(path).open("rb") as file:
            first = file.read(len(_JOURNAL_MAGIC))
        if first.strip(b"\0") and first != _JOURNAL_MAGIC:
            raise damaged(path, f"the rollback journal {journal_of(path).name} next to it is not one")


def _field(kind: str, first: bytes, offset: int) -> int:
    return int(struct.unpack_from(kind, first, offset)[0])


def newer(path: Path, version: int) -> NewerVersion:
    """The answer to a file of a later program."""
    text = QT_TRANSLATE_NOOP(
        "store", "{path} was written by a later version of the program (format {version}; this one supports {known}). It was not changed."
    )
    fix = QT_TRANSLATE_NOOP("store", "Open it with the current program version.")
    return NewerVersion(Message("store", text, {"path": str(path), "version": version, "known": current_version()}), Message("store", fix))


def _not_a_project(path: Path, reason: str) -> NotAProject:
    text = QT_TRANSLATE_NOOP("store", "{path} is not a GPU Desk project: {reason}.")
    return NotAProject(Message("store", text, {"path": str(path), "reason": reason}))


def content(database: Database) -> None:
    """Check that an open file is a whole project of a version that this program reads.

    Raises:
        StoreError: another program's database, a later version, or definitions that are not ours (they could hide
            triggers of somebody else).
    """
    path = database.path
    if int(database.value("PRAGMA application_id")) != APPLICATION_ID:
        raise _not_a_project(path, "it is a database of another program")
    version = int(database.value("PRAGMA user_version"))
    if version > current_version():
        raise newer(path, version)
    if version < 1:
        raise damaged(path, f"its format number is {version}")
    present, (expected, registered) = definitions(database), reference(version)
    if version < current_version():
        present, expected = _without_undo_log(present), _without_undo_log(expected)
    if missing := expected - present:
        raise damaged(path, f"its {min(missing)[0]} {min(missing)[1]} is missing or not as it should be")
    if strange := present - expected:
        raise damaged(path, f"it holds a {min(strange)[0]} {min(strange)[1]} that does not belong there")
    if kinds(database) != registered:
        raise damaged(path, "its list of tables is not as it should be")
    if database.rows("SELECT id, step FROM undo_state") != [(1, 0)]:
        raise damaged(path, "the state of its history is missing or not as it should be")
    meta: dict[str, str] = dict(database.rows("SELECT key, value FROM meta"))
    if missing_keys := {"uid", "created_utc", "revision"} - set(meta):
        raise damaged(path, f"its {min(missing_keys)} is missing")
    if not re.fullmatch(r"[0-9]{1,18}", meta["revision"]):
        raise damaged(path, f"its revision {meta['revision'][:40]!r} is no number")


def _without_undo_log(found: Definitions) -> Definitions:
    return frozenset(entry for entry in found if not is_generated(entry[0], entry[1]))


def quick_check(database: Database) -> None:
    """Check the pages of an open file; takes 0.4 s for half a million rows.

    Raises:
        Damaged: they are not whole.
    """
    rows = database.rows("PRAGMA quick_check(3)")
    if rows != [("ok",)]:
        raise damaged(database.path, "; ".join(str(row[0]).splitlines()[-1] for row in rows))
    broken = database.rows("PRAGMA foreign_key_check")
    if broken:
        raise damaged(database.path, f"{len(broken)} rows name rows that do not exist, the first in {broken[0][0]}")


def wal_of(path: Path) -> Path:
    """The write-ahead log next to `path`."""
    return path.with_name(path.name + "-wal")


def journal_of(path: Path) -> Path:
    """The rollback journal next to `path`, used on network folders."""
    return path.with_name(path.name + "-journal")


def has_journal(path: Path) -> bool:
    """Whether a rollback journal is next to `path`: a commit was interrupted, and the file is intact only after replay."""
    journal = journal_of(path)
    with as_store_errors(journal):
        return journal.is_file() and journal.stat().st_size > 0


def has_log(path: Path) -> bool:
    """Whether the log next to `path` has edits not yet in the file."""
    with as_store_errors(path):
        return any(log.exists() and log.stat().st_size > 0 for log in (wal_of(path), journal_of(path)))


def writable(path: Path) -> bool:
    """Whether this user can write the file and its folder."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) and not _read_only_file_system(path)


def has_room(path: Path) -> bool:
    """Whether the disk that holds `path` has room for the side files of a writer."""
    if not hasattr(os, "statvfs"):
        return True
    with as_store_errors(path):
        disk_stat = os.statvfs(path)
    return disk_stat.f_bavail * disk_stat.f_frsize >= LEAST_ROOM_BYTES


def _read_only_file_system(path: Path) -> bool:
    if not hasattr(os, "statvfs"):
        return False
    with as_store_errors(path):
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def keeps_inodes(path: Path, mounts: str | None = None) -> bool:
    """Whether a file at `path` keeps its inode while it is open: not so on network folders and where a program serves the folder (FUSE)."""
    network = on_network(path) if mounts is None else on_network(path, mounts)
    return not network and not _file_system(path, mounts).startswith("fuse")


def on_network(path: Path, mounts: str | None = None) -> bool:
    """Whether `path` is on a network folder, according to the system's list of mounts (`mounts`: its text, for tests)."""
    if mounts is None and sys.platform != "linux":
        return str(path).startswith("\\\\")
    return _file_system(path, mounts) in NETWORK_FILE_SYSTEMS


def _file_system(path: Path, mounts: str | None) -> str:
    if mounts is None:
        if sys.platform != "linux":
            return ""
        mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace")
    best, kind = "", ""
    where = str(path.absolute())
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        inside = where == point or where.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


@contextmanager
def reading(path: Path) -> Iterator[Database]:
    """A short look into `path` that leaves its bytes and its folder as they are."""
    database, cleanup = open_untouched(path)
    try:
        yield database
    finally:
        database.close()
        if cleanup is not None:
            shutil.rmtree(cleanup, ignore_errors=True)


def open_untouched(path: Path, *, edited: bool = False) -> tuple[Database, Path | None]:
    """Open `path` for reading if its folder is not writable; also returns the folder of the temporary copy, if one was needed.

    Without a log, the file is opened as immutable. With one, file and log are copied to a temporary folder, because an immutable
    file ignores its log and would show an older state; a rollback journal is replayed there.

    Args:
        edited: another process writes to the file under another name: a copy is read, which keeps one state.

    Raises:
        StoreError: the file cannot be opened.
    """
    if not edited and not has_log(path):
        return open_read(path, immutable=True), None
    folder = Path(tempfile.mkdtemp(prefix="gpudesk-"))
    try:
        copy = _copied(path, folder)
        if has_journal(copy):
            replay(copy, shown=path)
        database = open_read(copy, shown=path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return database, folder


def _copied(path: Path, folder: Path) -> Path:
    """A copy of file and log that did not change while they were copied."""
    copy = folder / path.name
    with as_store_errors(path):
        for _ in range(5):
            before = _stamps(path)
            shutil.copyfile(path, copy)
            for log, target in ((wal_of(path), wal_of(copy)), (journal_of(path), journal_of(copy))):
                if log.exists():
                    shutil.copyfile(log, target)
            if _stamps(path) == before:
                return copy
    raise held(path, None)


def _stamps(path: Path) -> list[tuple[int, int]]:
    files = [file for file in (path, wal_of(path), journal_of(path)) if file.exists()]
    return [(file.stat().st_size, file.stat().st_mtime_ns) for file in files]
