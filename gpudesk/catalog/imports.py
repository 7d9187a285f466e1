"""Imported libraries: external catalogs stored as built files in the user's folder, with the lowest priority.

    keep_library(name, bodies, source, at_utc, progress=None) -> Library    stores entries, replaces the library of that name
    libraries() -> tuple[Library, ...]                                      stored libraries, by name
    remove_library(name) -> None                                            removes one
    library_name(path) -> str                                               a name for an import from `path`

Reopen the catalog to see the change. A user or shipped entry hides an imported one of the same key; of two libraries, the first
by name has priority (`Catalog.hidden_in`).
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from gpudesk import locate
from gpudesk.catalog.entry import catalog_message
from gpudesk.catalog.loader import Loaded, catalog_rows
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.running.progress import Progress
from gpudesk.store.catalog_db import FORMAT, read_definitions, read_version, write_catalog
from gpudesk.store.store_errors import StoreError, as_store_errors

_NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*\Z")
_LONGEST_NAME = 60
_KIND = "library"
_STRIDE = 100
"""Entries between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Library:
    """One imported library.

    Attributes:
        source: the folder or archive from which it was read.
        at_utc: time of import, as ISO 8601.
        types: number of entries.
        score: median completeness of its entries, 0 to 100; None if unknown.
        version: hash of its entries.
    """

    name: str
    source: str
    at_utc: str
    types: int
    version: str
    path: Path
    score: int | None = None


def imports_dir() -> Path:
    """The folder of the imported libraries; it may not exist yet."""
    return locate.user_data_dir() / "catalog" / "imports"


def import_files() -> list[Path]:
    """The files of the imported libraries by name."""
    folder = imports_dir()
    paths = (path for path in folder.glob("*.sqlite") if path.is_file() and not path.name.startswith("."))
    return sorted(paths, key=lambda path: path.stem) if folder.is_dir() else []


def library_name(path: Path) -> str:
    """A library name for an import from `path`: the file name in lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", path.resolve().stem.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME].strip("-") or "library"


def keep_library(
    name: str,
    bodies: Iterable[Mapping[str, Any]],
    source: str,
    at_utc: datetime,
    progress: Progress | None = None,
    *,
    score: int | None = None,
) -> Library:
    """Store entries as the library `name`, replacing its previous content.

    Args:
        bodies: entries with keys, as created by the readers of `formats`.
        source: the folder or archive from which they were read, for display.
        at_utc: current time.
        progress: receives the progress over the entries; the library is replaced at the end or not at all.
        score: median completeness of its entries, 0 to 100; None if not calculated.

    Raises:
        Refused: the name has characters other than lower-case letters, digits, dots, hyphens and underscores.
        InvalidData: an entry is not well formed, or two have one key; nothing was changed.
        Cancelled: the operation was canceled; nothing was changed.
        StoreError: the folder cannot be written.
    """
    path = _path_of(name)
    loaded, total = Loaded(), hashlib.sha256(f"{FORMAT}".encode())
    entries = list(bodies)
    for number, body in enumerate(entries):
        if progress is not None and number % _STRIDE == 0:
            progress.step(number, len(entries))
        hardware = parse_type(body)
        if hardware.key in loaded.types:
            text = QT_TRANSLATE_NOOP("catalog", "The key {key} appears twice in the library {name}.")
            raise InvalidData(catalog_message(text, key=hardware.key, name=name))
        loaded.types[hardware.key] = hardware
    rows = catalog_rows(loaded, "")
    for item in rows.items:
        total.update(f"\0{item.key}\0{item.version}".encode())
    about = {"name": name, "source": source, "at_utc": at_utc.isoformat(timespec="seconds"), "types": len(entries), "score": score}
    stored_rows = type(rows)(total.hexdigest()[:16], rows.items, rows.facts, {_KIND: {name: about}}, ())
    if progress is not None:
        progress.step(len(entries), len(entries))
    write_catalog(path, stored_rows, locate.migrations_dir("catalog"))
    return Library(name, source, str(about["at_utc"]), len(entries), stored_rows.version, path, score)


def libraries() -> tuple[Library, ...]:
    """Stored libraries, by name; a file from an earlier version of the program has no type count until it is imported again."""
    return tuple(_library(path) for path in import_files())


def remove_library(name: str) -> None:
    """Forget a library.

    Raises:
        Refused: there is none of that name.
        StoreError: its file cannot be removed.
    """
    path = _path_of(name)
    if not path.is_file():
        text = QT_TRANSLATE_NOOP("catalog", "There is no imported library {name}.")
        raise Refused(catalog_message(text, name=name))
    with as_store_errors(path):
        path.unlink()


def _library(path: Path) -> Library:
    version = read_version(path)
    about: Mapping[str, Any] = {}
    if version is not None:
        try:
            about = read_definitions(path).get(_KIND, {}).get(path.stem, {})
        except StoreError:
            version = None
    return Library(
        name=path.stem,
        source=str(about.get("source", "")),
        at_utc=str(about.get("at_utc", "")),
        types=int(about.get("types", 0)),
        version=version or "",
        path=path,
        score=about.get("score"),
    )


def _path_of(name: str) -> Path:
    if len(name) > _LONGEST_NAME or not _NAME.match(name):
        text = QT_TRANSLATE_NOOP(
            "catalog", "The name of a library can have lowercase letters, digits, dots, hyphens and underscores; {name} is not valid."
        )
        raise Refused(catalog_message(text, name=name))
    return imports_dir() / f"{name}.sqlite"
