"""Unsaved texts of checklist items: kept in the user's data folder for each project, so that closing a window or project loses none.

A project is known by its uid, so its drafts follow a renamed file, and copies of a file have the same ones.
"""

import json
from hashlib import sha256
from pathlib import Path

from gpudesk import locate
from gpudesk.disk.writing import write_file
from gpudesk.store.store_errors import as_store_errors


def read_item_drafts(uid: str) -> dict[str, str]:
    """The unsaved texts of a project by item; "" is the new item.

    Raises:
        StoreError: they cannot be read.
    """
    path = _file(uid)
    with as_store_errors(path):
        if not path.is_file():
            return {}
        text = path.read_text(encoding="utf-8", errors="replace")
    try:
        drafts = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(drafts, dict):
        return {}
    return {key: draft for key, draft in drafts.items() if isinstance(draft, str)}


def write_item_drafts(uid: str, drafts: dict[str, str], *, durable: bool = True) -> None:
    """Keep the unsaved texts of a project in place of those kept before.

    Args:
        durable: as of `write_file`.

    Raises:
        StoreError, NotWritten: they cannot be stored.
    """
    path = _file(uid)
    with as_store_errors(path):
        if not drafts:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, json.dumps(drafts, ensure_ascii=False).encode(), durable=durable)


def _file(uid: str) -> Path:
    # The uid comes from a file, so it does not become a path as it is.
    return locate.user_data_dir() / "onsite" / "drafts" / f"{sha256(uid.encode('utf-8', 'replace')).hexdigest()[:32]}.json"
