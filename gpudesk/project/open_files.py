"""Which project files this process has open.

SQLite's locks on a file belong to the process: whoever opens the same file by other means and closes it again drops them all, and another
program could then throw away a log that is in use. What is open here is therefore looked at through SQLite only.
"""

from collections import Counter
from pathlib import Path
from threading import Lock

FileId = tuple[int, int]


class OpenFiles:
    """Counts the open connections to each file, by device and inode."""

    def __init__(self) -> None:
        self._counts: Counter[FileId] = Counter()
        self._guard = Lock()

    def add(self, path: Path) -> FileId:
        """Note that `path` was opened; returns what `remove` wants."""
        found = path.stat()
        file = found.st_dev, found.st_ino
        with self._guard:
            self._counts[file] += 1
        return file

    def remove(self, file: FileId) -> None:
        """Note that it was closed once."""
        with self._guard:
            self._counts[file] -= 1
            if not self._counts[file]:
                del self._counts[file]

    def has(self, path: Path) -> bool:
        """Whether `path` is open, under whatever name."""
        try:
            found = path.stat()
        except (OSError, ValueError):
            return False
        with self._guard:
            return (found.st_dev, found.st_ino) in self._counts


OPEN_FILES = OpenFiles()
"""Those of this process."""
