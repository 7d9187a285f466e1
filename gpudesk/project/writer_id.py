"""The random id under which this installation writes into logs."""

import re
import secrets
from pathlib import Path

from gpudesk import locate
from gpudesk.disk.writing import write_file
from gpudesk.store.store_errors import as_store_errors

_ID = re.compile(r"[0-9a-f]{16}\Z")


def writer_id() -> str:
    """The id of this installation, created on first use: 16 hexadecimal digits.

    Raises:
        StoreError: it cannot be read or stored.
    """
    path = _file()
    with as_store_errors(path):
        known = path.read_text(encoding="ascii", errors="replace").strip() if path.is_file() else ""
        if not _ID.match(known):
            known = secrets.token_hex(8)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, f"{known}\n".encode())
    return known


def _file() -> Path:
    return locate.user_data_dir() / "onsite" / "writer"
