"""Unsaved texts of checklist items: kept in the user's data folder for each project file, so that closing a window or project loses none.

A project file is known by its uid and its path. Copies of a file have the same uid and drafts of their own; the drafts of a path at which
there is no file anymore belong to the file with that uid that is opened next: it was renamed or moved. Where the folder is missing, too,
they belong to the same file only (device and inode), whose folder was renamed; the drive of another one may not be connected.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from gpudesk import locate
from gpudesk.disk.writing import write_file
from gpudesk.store.open_files import file_id
from gpudesk.store.store_errors import as_store_errors

_PATH, _FILE, _DRAFTS = "path", "file", "drafts"


def read_item_drafts(uid: str, path: Path) -> dict[str, str]:
    """The unsaved texts of a project file by item; "" is the new item.

    Raises:
        StoreError: they cannot be read.
    """
    own = _own_file(uid, path)
    with as_store_errors(own):
        is_own = own.is_file()
    return _texts(_read(own if is_own else _left_file(uid, path)))


def write_item_drafts(uid: str, path: Path, drafts: dict[str, str], *, durable: bool = True) -> None:
    """Keep the unsaved texts of a project file in place of those kept before.

    Args:
        durable: as of `write_file`.

    Raises:
        StoreError, NotWritten: they cannot be stored.
    """
    file = _own_file(uid, path)
    with as_store_errors(file):
        # Without drafts of its own, it took over those of a former path.
        left = None if file.is_file() else _left_file(uid, path)
        if drafts:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, _body(path, drafts), durable=durable)
            if left is not None:
                left.unlink(missing_ok=True)
        elif left is not None or _left_file(uid, path) is not None:
            # Discarded here only: a file without drafts hides those of the former path, which stay.
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, _body(path, {}), durable=durable)
        else:
            file.unlink(missing_ok=True)


def _body(path: Path, drafts: dict[str, str]) -> bytes:
    return json.dumps({_PATH: _name(path), _FILE: _identity(path), _DRAFTS: drafts}, ensure_ascii=False).encode()


def _left_file(uid: str, path: Path) -> Path | None:
    """The drafts of this uid whose project file is gone from its path and may be the one at `path`, None if there are none."""
    folder = _folder(uid)
    with as_store_errors(folder):
        files = sorted(folder.iterdir()) if folder.is_dir() else []
    for file in files:
        body = _read(file)
        former = body.get(_PATH)
        if isinstance(former, str) and former and _texts(body) and _is_gone(Path(former), body.get(_FILE) == _identity(path)):
            return file
    return None


def _is_gone(path: Path, is_same: bool) -> bool:
    """Whether there is no file at a former path: its folder exists, or the file is the same. One that cannot be looked at is not gone."""
    try:
        is_in_folder = path.parent.is_dir()
        path.lstat()
    except FileNotFoundError:
        return is_in_folder or is_same
    except (OSError, ValueError):
        return False
    return False


def _identity(path: Path) -> list[int] | None:
    """Device and inode of a file, None if it cannot be looked at."""
    try:
        return [*file_id(path.stat())]
    except (OSError, ValueError):
        return None


def _read(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    with as_store_errors(file):
        if not file.is_file():
            return {}
        text = file.read_text(encoding="utf-8", errors="replace")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _texts(body: dict[str, Any]) -> dict[str, str]:
    drafts = body.get(_DRAFTS)
    return {key: draft for key, draft in drafts.items() if isinstance(draft, str)} if isinstance(drafts, dict) else {}


def _name(path: Path) -> str:
    return str(path.resolve())


def _folder(uid: str) -> Path:
    # The uid comes from a file, so it does not become a path as it is.
    return locate.user_data_dir() / "onsite" / "drafts" / _digits(uid)


def _own_file(uid: str, path: Path) -> Path:
    return _folder(uid) / f"{_digits(_name(path))}.json"


def _digits(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
