"""One writer at a time: a lock on a side file that names its holder, and one on the project file itself.

The locks are the operating system's, so they end with their process in all cases. If a folder does not support such locks (some
network folders), the host and process named in the side file decide.
"""

import getpass
import json
import os
import platform
import stat
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.file_lock import FileLock, is_mine
from gpudesk.store.store_errors import Held, NoPermission, StoreError, as_store_errors

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCK_BYTE = 1 << 20
"""The locked byte is after the text, so that others can read the text on systems with mandatory locks."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who writes to a project."""

    host: str
    user: str
    pid: int

    @classmethod
    def me(cls) -> Self:
        """This process."""
        try:
            user = getpass.getuser()
        except (OSError, KeyError):
            user = str(os.getuid()) if hasattr(os, "getuid") else "?"
        return cls(platform.node(), user, os.getpid())

    def alive(self) -> bool:
        """Whether that process may still run; a process of another host counts as running."""
        if self.host != platform.node() or sys.platform == "win32":
            return True
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):
            # A side file may say any number.
            return False
        except PermissionError:
            return True
        return True


@dataclass(frozen=True, slots=True)
class Signed:
    """For which file a lock was taken: the uid of the project and the inode of its file."""

    uid: str
    inode: int


class Lock:
    """The right to write to one project; held until `release`.

    Attributes:
        on_file: the lock on the project file itself.
    """

    def __init__(self, path: Path, file: IO[bytes], on_file: FileLock) -> None:
        self._path = path
        self._file = file
        self.on_file = on_file

    @staticmethod
    def side_file(project: Path) -> Path:
        """The side file of `project`."""
        return project.with_name(project.name + ".lock")

    @classmethod
    def take(cls, project: Path) -> "Lock":
        """Acquire the write lock on `project`.

        Raises:
            Held: another holder has it; the message names it.
            NoPermission: a foreign object is at the path of the side file.
            StoreError: the side file cannot be written.
        """
        path = cls.side_file(project)
        while True:
            file = _open_side_file(project)
            try:
                if not _system_lock(file, project):
                    raise held(project, cls.holder(project))
                if _is_still(path, file):
                    lock = cls(path, file, cls._on_file(project, path))
                    lock._sign(project)
                    return lock
            except BaseException:
                file.close()
                raise
            file.close()

    @staticmethod
    def _on_file(project: Path, side_file: Path) -> FileLock:
        try:
            lock = FileLock.take(project)
            if lock is None:
                raise held_elsewhere(project)
        except BaseException:
            with suppress(OSError):
                side_file.unlink(missing_ok=True)
            raise
        return lock

    def _sign(self, project: Path) -> None:
        try:
            self._write(project, asdict(Holder.me()))
        except BaseException:
            self.release()
            raise

    def sign_for(self, project: Path, uid: str) -> None:
        """Note in the side file for which file the lock is held, so that a log that is left can be distinguished from that of another file.

        Raises:
            StoreError: the side file cannot be written.
        """
        self._write(project, asdict(Holder.me()) | asdict(Signed(uid, self.on_file.file[1])))

    def _write(self, project: Path, body: dict[str, object]) -> None:
        with as_store_errors(project):
            self._file.truncate(0)
            self._file.write(json.dumps(body).encode())

    @classmethod
    def holder(cls, project: Path) -> Holder | None:
        """Who the side file names, if it can be read."""
        try:
            body = _body(project)
            return Holder(str(body["host"]), str(body["user"]), int(body["pid"]))
        except _UNREADABLE:
            return None

    @classmethod
    def signed_for(cls, project: Path) -> Signed | None:
        """The file for which the side file was created, if readable."""
        try:
            body = _body(project)
            return Signed(str(body["uid"]), int(body["inode"]))
        except _UNREADABLE:
            return None

    @classmethod
    def is_held(cls, project: Path) -> bool:
        """Whether the side file names a process that may still run."""
        holder = cls.holder(project)
        return holder is not None and holder.alive()

    @classmethod
    def is_unreadable(cls, project: Path) -> bool:
        """Whether a side file exists without a readable holder: it is being written, or this user may not read it."""
        return os.path.lexists(cls.side_file(project)) and cls.holder(project) is None

    def leave_path(self) -> None:
        """Release the lock on the path, where another file may be now; the file itself stays locked until `release`."""
        if self._file.closed:
            return
        if sys.platform == "win32":
            self._file.close()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            return
        # A folder that was moved took the side file with it.
        name = self.on_file.name
        for path in (self._path, *([] if name is None else [self.side_file(name)])):
            with suppress(OSError):  # without its lock a left side file says nothing
                if _is_still(path, self._file):
                    path.unlink(missing_ok=True)
        self._file.close()

    def release(self) -> None:
        """Give the right back and remove the side file; only after SQLite has closed the project."""
        self.leave_path()
        self.on_file.release()


_UNREADABLE = (StoreError, OSError, ValueError, KeyError, TypeError, RecursionError)
"""What reading a side file of anybody can raise."""


def _body(project: Path) -> dict[str, Any]:
    with _open_side_file(project, write=False) as file:
        body: dict[str, Any] = kept_json(file.read(4096).decode())
    return body


def held(project: Path, holder: Holder | None) -> Held:
    """The answer when somebody else writes to `project`."""
    if holder is None:
        return Held(Message("store", QT_TRANSLATE_NOOP("store", "{path} is being edited by another program."), {"path": str(project)}))
    text = QT_TRANSLATE_NOOP("store", "{path} is being edited by {user} on {host} (process {pid}).")
    values = {"path": str(project), "user": holder.user, "host": holder.host, "pid": str(holder.pid)}
    fix = QT_TRANSLATE_NOOP("store", "It can be opened read-only meanwhile. To edit it, first close it there.")
    return Held(Message("store", text, values), Message("store", fix))


def held_elsewhere(project: Path) -> Held:
    """The answer when somebody else writes to the same file under another name."""
    text = QT_TRANSLATE_NOOP("store", "{path} is being edited under another name: it is a hard link, or it was moved while open.")
    fix = QT_TRANSLATE_NOOP("store", "It can be opened read-only. To edit it, first close the copy that is open under the other name.")
    return Held(Message("store", text, {"path": str(project)}), Message("store", fix))


def _open_side_file(project: Path, *, write: bool = True) -> IO[bytes]:
    """Open the side file of `project` itself, never the target of a link in its place.

    Raises:
        NoPermission: a link, or anything other than a file with one name, is there.
        StoreError: it cannot be opened.
    """
    path = Lock.side_file(project)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND if write else os.O_RDONLY
    system = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NONBLOCK"))
    with as_store_errors(project):
        if path.is_symlink() or path.is_dir():
            raise not_ours(path)
        descriptor = os.open(path, flags | system, 0o666)
        file_status = os.fstat(descriptor)
        if not stat.S_ISREG(file_status.st_mode) or file_status.st_nlink > 1:
            os.close(descriptor)
            raise not_ours(path)
        return os.fdopen(descriptor, "a+b" if write else "rb", buffering=0)


def not_ours(side_file: Path) -> NoPermission:
    """The error for a link, or another object, in place of a side file."""
    text = QT_TRANSLATE_NOOP(
        "store", "{path} is a link or another kind of file; the program requires its own file there. It was not changed."
    )
    fix = QT_TRANSLATE_NOOP("store", "Remove or rename it, then open the project again.")
    return NoPermission(Message("store", text, {"path": str(side_file)}), Message("store", fix))


def _is_still(path: Path, file: IO[bytes]) -> bool:
    """Whether `path` still names the locked file: its last holder may have removed it between opening and locking."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _system_lock(file: IO[bytes], project: Path) -> bool:
    """Whether the operating system granted the lock; if it has none for this folder, whether the named process has ended."""
    try:
        if sys.platform == "win32":
            file.seek(_LOCK_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        file.seek(0)
        try:
            body = kept_json(file.read(4096))
            holder = Holder(str(body["host"]), str(body["user"]), int(body["pid"]))
        except (ValueError, KeyError, TypeError):
            return True
        return not is_mine(project) if holder == Holder.me() else not holder.alive()
    return True
