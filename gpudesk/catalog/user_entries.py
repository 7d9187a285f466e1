"""The person's own entries: one file an entry, in a folder that updates of the program leave alone.

An entry whose key is that of a shipped one hides it. Files with several entries, written by hand, are read too, but changed only by hand.
"""

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpudesk.catalog.catalog import Catalog, user_catalog_dir
from gpudesk.catalog.entry import CatalogFaults, catalog_message
from gpudesk.catalog.loader import catalog_files, load_user
from gpudesk.catalog.plain_yaml import read_document
from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.store.errors import told


def copied_body(catalog: Catalog, key: str, new_key: str) -> dict[str, Any]:
    """An entry to be edited and saved under `new_key`; equal to `key` it will hide the shipped entry.

    Raises:
        UnknownType: there is no entry `key`.
    """
    body: dict[str, Any] = json.loads(catalog.body(key))
    return {**body, "key": new_key}


def save_user_entry(catalog: Catalog, body: Mapping[str, Any]) -> Path:
    """Add the entry, or put it in the place of the person's entry of the same key; returns its file. Open the catalog again to see it.

    Raises:
        CatalogFaults: the entry is not well formed; nothing was written.
        Refused: the entry stands in a file together with others.
        StoreError: the folder cannot be written.
    """
    content = _as_yaml(body)
    key = str(body.get("key", ""))
    loaded = load_user({f"{key}.yaml": content}, catalog.facts, catalog)
    if loaded.faults:
        raise CatalogFaults(tuple(loaded.faults))
    path = _file_of(key) or user_catalog_dir() / f"{key}.yaml"
    with told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".yaml.new")
        fresh.write_bytes(content)
        fresh.replace(path)
    return path


def delete_user_entry(key: str) -> None:
    """Remove the person's entry; a shipped entry of the same key comes back. Open the catalog again to see it.

    Raises:
        Refused: there is no such entry, or it stands in a file together with others.
        StoreError: the file cannot be removed.
    """
    path = _file_of(key)
    if path is None:
        text = QT_TRANSLATE_NOOP("catalog", "{key} is not one of your own entries.")
        raise Refused(catalog_message(text, key=key))
    with told(path):
        path.unlink()


def _file_of(key: str) -> Path | None:
    """The file that holds the entry alone, None if no file holds it."""
    for path in catalog_files(user_catalog_dir()):
        with told(path):
            data = read_document(path.name, path.read_bytes()).data
        entries = data.get("types") if isinstance(data, dict) else None
        keys = [entry.get("key") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        if key in keys and len(keys) > 1:
            text = QT_TRANSLATE_NOOP("catalog", "{key} stands in {file} together with other entries.")
            mend = QT_TRANSLATE_NOOP("catalog", "Change that file in a text editor.")
            raise Refused(catalog_message(text, key=key, file=str(path)), catalog_message(mend))
        if key in keys:
            return path
    return None


def _as_yaml(body: Mapping[str, Any]) -> bytes:
    import yaml

    class PlainDumper(yaml.SafeDumper):
        """Writes no anchors: the reader refuses them."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    text: str = yaml.dump({"types": [copy.deepcopy(dict(body))]}, Dumper=PlainDumper, sort_keys=False, allow_unicode=True, width=120)
    return text.encode()
