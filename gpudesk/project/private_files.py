"""Files readable only by their owner: the processes of a machine, and the data of a program after a crash."""

import os
import sys
from pathlib import Path

_FILE, _FOLDER = 0o600, 0o700


def make_private(path: Path) -> None:
    """Make a file, if there is none, that only its owner may read, and take the rights of others from one that is there.

    A file of somebody else keeps its rights: only its owner can change them.

    Raises:
        OSError: it cannot be made.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), _FILE)
    try:
        if sys.platform != "win32" and os.fstat(handle).st_uid == os.geteuid():
            os.fchmod(handle, _FILE)
    finally:
        os.close(handle)


def write_private(path: Path, text: str) -> None:
    """Write a file of text that only its owner may read, in a folder that only its owner may open.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.parent.chmod(_FOLDER)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(path, flags, _FILE), "w", encoding="utf-8") as opened:
        if sys.platform != "win32":
            os.fchmod(opened.fileno(), _FILE)
        opened.write(text)
