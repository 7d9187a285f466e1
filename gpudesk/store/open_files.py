"""Project files opened by this process.

SQLite's locks on a file belong to the process: opening the same file by other means and closing it drops them all, and another
program could then delete a log that is in use. Open files are therefore read only through SQLite, and a descriptor that had to be
opened on such a file is closed after SQLite has closed it.
"""

import os
from collections import Counter
from pathlib import Path
from threading import Lock

FileId = tuple[int, int]
"""Device and inode."""


def file_id(found: os.stat_result) -> FileId:
    """The identity of the file that was looked at."""
    return found.st_dev, found.st_ino


class OpenFiles:
    """Counts the open connections to each file, by device and inode."""

    def __init__(self) -> None:
        self._counts: Counter[FileId] = Counter()
        self._paths: dict[FileId, Path] = {}
        self._waiting: dict[FileId, list[int]] = {}
        self._guard = Lock()

    def add(self, path: Path, file: FileId | None = None) -> FileId:
        """Record that `path` was opened; returns the argument for `remove`.

        Args:
            file: identity of the file if a descriptor on it provides it; else the file there now.
        """
        known = file if file is not None else file_id(path.stat())
        with self._guard:
            self._counts[known] += 1
            self._paths.setdefault(known, path)
        return known

    def remove(self, file: FileId) -> None:
        """Note that it was closed once; descriptors that waited for the last closing are closed."""
        with self._guard:
            self._counts[file] -= 1
            if self._counts[file]:
                return
            del self._counts[file]
            self._paths.pop(file, None)
            waiting = self._waiting.pop(file, [])
        for descriptor in waiting:
            os.close(descriptor)

    def has(self, path: Path) -> bool:
        """Whether `path` is open, under whatever name."""
        try:
            file_status = path.stat()
        except (OSError, ValueError):
            return False
        return self.has_file(file_id(file_status))

    def has_file(self, file: FileId) -> bool:
        """Whether that file is open, under whatever name."""
        with self._guard:
            return file in self._counts

    def is_at(self, file: FileId, path: Path) -> bool:
        """Whether `path` is a name of that file."""
        try:
            return file_id(path.stat()) == file
        except (OSError, ValueError):
            return False

    def opened_as(self, path: Path) -> Path:
        """The name under which the file at `path` is open, or `path` if it is not: SQLite's log is next to that name."""
        try:
            file_status = path.stat()
        except (OSError, ValueError):
            return path
        with self._guard:
            known = self._paths.get(file_id(file_status))
        try:
            # The file may have been moved from the name under which it was opened.
            return known if known is not None and file_id(known.stat()) == file_id(file_status) else path
        except OSError:
            return path

    def close_descriptor(self, descriptor: int, file: FileId) -> None:
        """Close a descriptor on `file`, at once or after SQLite has closed the file for the last time."""
        with self._guard:
            if file in self._counts:
                self._waiting.setdefault(file, []).append(descriptor)
                return
        os.close(descriptor)


OPEN_FILES = OpenFiles()
"""Those of this process."""
