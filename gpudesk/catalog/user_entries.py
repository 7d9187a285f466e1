"""The person's own entries: one file an entry, in a folder that updates of the program leave alone.

An entry whose key is that of a shipped one hides it. Files with several entries, written by hand, are read too, but changed only by hand.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gpudesk.catalog.catalog import Catalog, user_catalog_dir
from gpudesk.catalog.entry import CatalogFaults, catalog_message
from gpudesk.catalog.entry_text import entries_text
from gpudesk.catalog.loader import catalog_files, load_user
from gpudesk.catalog.plain_yaml import read_document
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.disk.writing import replacement_path
from gpudesk.store.store_errors import as_store_errors


def proposed_key(catalog: Catalog, vendor: str, model: str) -> str:
    """An unused key derived from a name: "acme.node-1", the next "acme.node-1-2"; "" if there is no name."""
    parts = [_slug(vendor), _slug(model.removeprefix(vendor))]
    stem = ".".join(part for part in parts if part)
    key, number = stem, 1
    while key in catalog:
        number += 1
        key = f"{stem}-{number}"
    return key


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def copied_body(catalog: Catalog, key: str, new_key: str) -> dict[str, Any]:
    """An entry to be edited and saved under `new_key`; equal to `key` it will hide the shipped entry.

    Raises:
        UnknownType: there is no entry `key`.
    """
    body: dict[str, Any] = json.loads(catalog.body(key))
    return {**body, "key": new_key}


def save_user_entry(catalog: Catalog, body: Mapping[str, Any]) -> Path:
    """Add the entry, or replace the user's entry of the same key; returns its file. Reopen the catalog to see it.

    Raises:
        CatalogFaults: the entry is not well formed; nothing was written.
        Refused: the entry is in a file together with others.
        StoreError: the folder cannot be written.
    """
    return save_user_entries(catalog, [body])[0]


def save_user_entries(catalog: Catalog, bodies: Iterable[Mapping[str, Any]]) -> list[Path]:
    """Add entries, or replace the user's entries of the same keys, all or none; returns their files.

    Raises:
        CatalogFaults: an entry is not well formed; nothing was written.
        Refused: an entry is in a file together with others; nothing was written.
        StoreError: the folder cannot be written.
    """
    contents = {f"{body.get('key', '')}.yaml": entries_text([body]).encode() for body in bodies}
    loaded = load_user(contents, catalog.facts, catalog)
    if loaded.faults:
        raise CatalogFaults(tuple(loaded.faults))
    keys = {name: name.removesuffix(".yaml") for name in contents}
    files = _files_of(keys.values())
    paths = {}
    for name, key in keys.items():
        path = user_catalog_dir() / name if key not in files else _alone(key, *files[key])
        paths[name] = path
    with as_store_errors(user_catalog_dir()):
        user_catalog_dir().mkdir(parents=True, exist_ok=True)
        # The stack puts them in place only when all of them are written.
        with ExitStack() as stack:
            for name, path in paths.items():
                stack.enter_context(replacement_path(path)).write_bytes(contents[name])
    return list(paths.values())


def delete_user_entry(key: str) -> None:
    """Remove the user's entry; a shipped entry of the same key is restored. Reopen the catalog to see it.

    Raises:
        Refused: there is no such entry, or it is in a file together with others.
        StoreError: the file cannot be removed.
    """
    path = _file_of(key)
    if path is None:
        text = QT_TRANSLATE_NOOP("catalog", "{key} is not one of your own entries.")
        raise Refused(catalog_message(text, key=key))
    with as_store_errors(path):
        path.unlink()


def _file_of(key: str) -> Path | None:
    """The file that holds the entry alone, None if no file holds it."""
    location = _files_of([key]).get(key)
    return None if location is None else _alone(key, *location)


def _files_of(keys: Iterable[str]) -> dict[str, tuple[Path, int]]:
    """The file of each of these entries of the person, and how many entries are in it."""
    encoded_keys = {key: key.encode() for key in keys}
    files: dict[str, tuple[Path, int]] = {}
    for path in catalog_files(user_catalog_dir()):
        with as_store_errors(path):
            content = path.read_bytes()
        # Most files hold other entries; only those that may hold one of these are read as YAML.
        if not any(words in content for words in encoded_keys.values()):
            continue
        data = read_document(path.name, content).data
        entries = data.get("types") if isinstance(data, dict) else None
        inside = [entry.get("key") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        files |= {key: (path, len(inside)) for key in encoded_keys if key in inside}
    return files


def _alone(key: str, path: Path, count: int) -> Path:
    """The file, if the entry is the only one in it."""
    if count > 1:
        text = QT_TRANSLATE_NOOP("catalog", "{key} is in {file} together with other entries.")
        fix = QT_TRANSLATE_NOOP("catalog", "Edit that file in a text editor.")
        raise Refused(catalog_message(text, key=key, file=str(path)), catalog_message(fix))
    return path
