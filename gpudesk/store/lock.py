"""One writer at a time: a lock on a side file that says who holds it.

The lock is the operating system's, so it ends with its process, however that ends. Where a folder does not support such locks (some network
folders), the host and process named in the side file decide.
"""

import getpass
import json
import os
import platform
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Self

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.errors import Held, told

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCK_BYTE = 1 << 20
"""The locked byte lies past the text, so that others can read the text on systems with mandatory locks."""


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
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True


class Lock:
    """The right to write to one project; held until `release`."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path = path
        self._file = file

    @staticmethod
    def side_file(project: Path) -> Path:
        """The side file of `project`."""
        return project.with_name(project.name + ".lock")

    @classmethod
    def take(cls, project: Path) -> "Lock":
        """Take the right to write to `project`.

        Raises:
            Held: somebody else has it; the message says who.
            StoreError: the side file cannot be written.
        """
        path = cls.side_file(project)
        while True:
            with told(project):
                file = path.open("a+b", buffering=0)
            try:
                if not _system_lock(file):
                    raise held(project, cls.holder(project))
                if _is_still(path, file):
                    lock = cls(path, file)
                    lock._sign(project)
                    return lock
            except BaseException:
                file.close()
                raise
            file.close()

    def _sign(self, project: Path) -> None:
        try:
            with told(project):
                self._file.truncate(0)
                self._file.write(json.dumps(asdict(Holder.me())).encode())
        except BaseException:
            self.release()
            raise

    @classmethod
    def holder(cls, project: Path) -> Holder | None:
        """Who the side file names, if it can be read."""
        try:
            body = json.loads(cls.side_file(project).read_text(encoding="utf-8")[:4096])
            return Holder(str(body["host"]), str(body["user"]), int(body["pid"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    @classmethod
    def is_held(cls, project: Path) -> bool:
        """Whether the side file names a process that may still run."""
        holder = cls.holder(project)
        return holder is not None and holder.alive()

    def release(self) -> None:
        """Give the right back and remove the side file."""
        if sys.platform == "win32":
            self._file.close()
        with suppress(OSError):  # without its lock a left side file says nothing
            self._path.unlink(missing_ok=True)
        self._file.close()


def held(project: Path, holder: Holder | None) -> Held:
    """The answer when somebody else writes to `project`."""
    if holder is None:
        return Held(Message("store", QT_TRANSLATE_NOOP("store", "{path} is being edited by another program."), {"path": str(project)}))
    text = QT_TRANSLATE_NOOP("store", "{path} is being edited by {user} on {host} (process {pid}).")
    values = {"path": str(project), "user": holder.user, "host": holder.host, "pid": str(holder.pid)}
    mend = QT_TRANSLATE_NOOP("store", "It can be read meanwhile; editing is possible once it is closed there.")
    return Held(Message("store", text, values), Message("store", mend))


def _is_still(path: Path, file: IO[bytes]) -> bool:
    """Whether `path` still names the locked file: its last holder may have removed it between opening and locking."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _system_lock(file: IO[bytes]) -> bool:
    """Whether the operating system gave the lock; where it has none for this folder, whether the named process is gone."""
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
            body = json.loads(file.read(4096))
            holder = Holder(str(body["host"]), str(body["user"]), int(body["pid"]))
        except (ValueError, KeyError, TypeError):
            return True
        return holder == Holder.me() or not holder.alive()
    return True
