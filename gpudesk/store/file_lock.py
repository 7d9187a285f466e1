"""A lock on the project file itself, independent of its names: hard links and moved files are still the same file.

The lock is an open-file-description lock on one byte outside the range that SQLite locks. Unlike SQLite's own locks it belongs to
the descriptor, so other descriptors of this process neither share nor drop it. Systems without such locks use only the side file.
"""

import os
import struct
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock as Guard

from gpudesk.store.open_files import OPEN_FILES, FileId, file_id
from gpudesk.store.store_errors import as_store_errors

if sys.platform == "linux":
    import fcntl

_BYTE = 0x4000_0000 + 4096
"""SQLite locks the 512 bytes from 0x4000_0000 on."""
_GUARD = Guard()
_MINE: set[FileId] = set()
"""The files that this process writes to."""


class FileLock:
    """The write lock on one file, held until `release`; its descriptor stays open until then.

    Attributes:
        descriptor: an open descriptor on the file.
        file: device and inode of the file.
    """

    def __init__(self, descriptor: int, file: FileId) -> None:
        self.descriptor = descriptor
        self.file = file

    @classmethod
    def take(cls, project: Path) -> "FileLock | None":
        """Lock the file at `project`, which is no link; None if somebody else has it, under whatever name.

        Raises:
            StoreError: the file cannot be opened.
        """
        with _GUARD, as_store_errors(project):
            # A descriptor that is closed again would drop SQLite's locks, so what this process writes to is not opened once more.
            if file_id(project.stat()) in _MINE:
                return None
            descriptor = os.open(project, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
            file = file_id(os.fstat(descriptor))
            if file in _MINE or not _locked(descriptor):
                OPEN_FILES.close_descriptor(descriptor, file)
                return None
            _MINE.add(file)
            return cls(descriptor, file)

    @property
    def links(self) -> int:
        """How many names the file has: 0 once it is deleted, here or on the server of a network folder."""
        try:
            return os.fstat(self.descriptor).st_nlink
        except OSError:
            return 0

    @property
    def name(self) -> Path | None:
        """The current name of the file, if the system provides it (Linux)."""
        try:
            name = Path(f"/proc/self/fd/{self.descriptor}").readlink()
            return name if file_id(name.stat()) == self.file else None
        except OSError:
            return None

    def release(self) -> None:
        """Give the lock back; only after SQLite has closed the file."""
        with _GUARD:
            _MINE.discard(self.file)
        if sys.platform == "linux":
            with suppress(OSError):  # some folders have no such locks
                fcntl.fcntl(self.descriptor, fcntl.F_OFD_SETLK, _request(fcntl.F_UNLCK))
        OPEN_FILES.close_descriptor(self.descriptor, self.file)


def is_mine(project: Path) -> bool:
    """Whether this process writes to the file at `project`."""
    try:
        project_id = file_id(project.stat())
    except OSError:
        return False
    with _GUARD:
        return project_id in _MINE


def is_locked(project: Path) -> bool:
    """Whether another process writes to the file at `project`, under any name. False for a file opened by this process."""
    if sys.platform != "linux" or OPEN_FILES.has(project):
        return False
    try:
        descriptor = os.open(project, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        answer = fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, _request(fcntl.F_WRLCK))
    except OSError:
        return False
    finally:
        OPEN_FILES.close_descriptor(descriptor, file_id(os.fstat(descriptor)))
    return bool(struct.unpack_from("h", answer)[0] != fcntl.F_UNLCK)


def _locked(descriptor: int) -> bool:
    """Whether the system granted the lock; True also if it has no locks."""
    if sys.platform == "linux":
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, _request(fcntl.F_WRLCK))
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
    return True


def _request(kind: int) -> bytes:
    """The system's `struct flock` for the one byte; its process must be 0."""
    return struct.pack("hhqqi0q", kind, os.SEEK_SET, _BYTE, 1, 0)
