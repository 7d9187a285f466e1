"""A copy of a database file by its bytes: SQLite's own copy, page by page, takes almost four times as long for a file of 2 GB.

The bytes are one state of the project only while nothing of it is in a log and nobody writes to the file. A reader that begins with an
empty log ensures the second: SQLite brings no page from the log into the file until that reader has ended (WAL read lock 0); without a
write-ahead log its shared lock keeps writers from the file.
"""

import os
from pathlib import Path

from gpudesk.store import examine
from gpudesk.store.database import Database
from gpudesk.store.open_files import file_id
from gpudesk.store.store_errors import as_store_errors

_CHUNK_BYTES = 1 << 18
"""Larger pieces are mapped and unmapped one by one, which takes five times as long for 4 MiB."""
_VERSIONS = slice(18, 20)
"""Write and read version in the header of a database: 2 with a write-ahead log, 1 without."""
_NO_LOG = b"\x01\x01"


def copied(database: Database, descriptor: int, target: Path) -> bool:
    """Copy the file of `database` to `target`, so that it needs no log; False if it has to be copied by SQLite.

    That is so while edits are in the log, if another file is at the path, and where the file cannot be read at a position.

    Args:
        descriptor: an open descriptor on the file. It stays open: closing one would drop the locks of SQLite.

    Raises:
        StoreError: the copy cannot be written.
    """
    if database.in_transaction or not hasattr(os, "pread"):
        return False
    with database.one_state():
        # The state is that of the first read, not of BEGIN.
        database.value("SELECT count(*) FROM sqlite_master")
        if not _is_whole(database.path, descriptor):
            return False
        with as_store_errors(target), target.open("wb") as copy:
            size, done = os.fstat(descriptor).st_size, 0
            while done < size:
                try:
                    chunk = os.pread(descriptor, min(_CHUNK_BYTES, size - done), done)
                except OSError:
                    # SQLite names the file if it cannot read it either. Some network folders let only the holder of a lock read its bytes.
                    return False
                if not chunk:
                    return False
                copy.write(chunk)
                done += len(chunk)
            copy.seek(_VERSIONS.start)
            copy.write(_NO_LOG)
        return _is_whole(database.path, descriptor, after=True)


def _is_whole(path: Path, descriptor: int, *, after: bool = False) -> bool:
    """Whether the file of the descriptor is at its path, and nothing of it is in a log; `after` the copy edits may be in the log."""
    try:
        same = file_id(path.stat()) == file_id(os.fstat(descriptor))
    except OSError:
        return False
    return same and (after or not examine.has_log(path))
