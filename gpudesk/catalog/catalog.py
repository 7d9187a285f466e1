"""The open catalog: shipped entries, user entries and entries of imported libraries, found by key or by search text.

Opening reads the index of the built file and creates no types; a type is created on first request and cached. YAML is read only if
the files changed since the catalog was built.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpudesk import locate
from gpudesk.catalog.definitions import fact_definitions, family_definitions, group_definitions
from gpudesk.catalog.entry import (
    CatalogFaults,
    Choice,
    Entry,
    FactDefinition,
    FamilyDefinition,
    Fault,
    Hider,
    Hit,
    Origin,
    catalog_message,
)
from gpudesk.catalog.imports import import_files, imports_dir
from gpudesk.catalog.loader import Loaded, catalog_rows, contents_version, load_shipped, load_user, read_contents
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages import log
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.store.catalog_db import CatalogRows, FactRow, ItemRow, read_bodies, read_index, read_version, write_catalog
from gpudesk.store.catalog_facts import read_facts
from gpudesk.store.store_errors import StoreError

# Opening a built catalog needs no numpy (docs/decisions/loaded-when-needed.md).
if TYPE_CHECKING:
    from gpudesk.catalog.catalog_table import TypeTable
    from gpudesk.catalog.search import SearchIndex

_LOG = log.category("catalog")


class UnknownType(DeskError):
    """There is no entry of that key."""


class Layer:
    """The entries of one origin, in a built file or, if none could be written, in memory."""

    def __init__(self, rows: CatalogRows, origin: Origin, path: Path | None, library: str = "") -> None:
        self.origin = origin
        self.library = library
        self.version = rows.version
        self.items = {item.key: item for item in rows.items}
        self.definitions = rows.definitions
        self.faults = tuple(Fault(fault.file, fault.line, Message.from_json(fault.message)) for fault in rows.faults)
        self._path = path
        self._facts = rows.facts

    def facts(self) -> Sequence[FactRow]:
        """Every fact of every entry."""
        return self._facts if self._path is None else read_facts(self._path)

    def body(self, key: str) -> str:
        """The entry as JSON."""
        return self.items[key].body or read_bodies(self._built, key)[key]

    def bodies(self) -> dict[str, str]:
        """All entries as JSON."""
        if self._path is None:
            return {key: item.body for key, item in self.items.items()}
        return read_bodies(self._path)

    @property
    def _built(self) -> Path:
        if self._path is None:
            raise AssertionError("an index without bodies was read from a file")
        return self._path


class Catalog:
    """Entries by key, search, and the meaning of facts.

    A person's entry hides a shipped one of the same key, and both hide an imported one.

    Attributes:
        version: hash of all files that it was made from.
        facts: name to meaning of every fact that an entry may have, in the order in which facts are shown.
        groups: headings of the facts.
        faults: entries of the person that could not be read, with file and line; the rest of the catalog is whole.
    """

    def __init__(self, shipped: Layer, user: Layer, imports: Sequence[Layer] = ()) -> None:
        self._shipped = shipped
        self._layers = (user, shipped, *imports)
        self.version = "-".join([shipped.version, *(layer.version for layer in (user, *imports) if layer.items)])
        self.faults = tuple(fault for layer in self._layers for fault in layer.faults)
        self.facts: Mapping[str, FactDefinition] = fact_definitions(shipped.definitions["fact"], shipped.definitions.get("value"))
        self.groups: Mapping[str, Choice] = group_definitions(shipped.definitions["group"])
        self._families = family_definitions(shipped.definitions["family"])
        self._items: dict[str, ItemRow] = {}
        for layer in reversed(self._layers):
            self._items.update(layer.items)
        self._index: SearchIndex | None = None
        self._table: TypeTable | None = None
        self._entries: dict[str, Entry] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[str]:
        """All keys, sorted."""
        return iter(sorted(self._items))

    def get(self, key: str) -> HardwareType:
        """The type of that key.

        Raises:
            UnknownType: there is none.
        """
        return self.entry(key).type

    def entry(self, key: str) -> Entry:
        """The type with its version and origin.

        Raises:
            UnknownType: there is none.
        """
        entry = self._entries.get(key)
        if entry is None:
            layer = self._layer(key)
            entry = self._entries[key] = self._made(layer, key, layer.body(key))
        return entry

    def shipped(self, key: str) -> Entry | None:
        """The program's own entry of that key, also where the person's hides it."""
        if key not in self._shipped.items:
            return None
        return self._made(self._shipped, key, self._shipped.body(key))

    def origin(self, key: str) -> Origin:
        """The origin of the entry with that key, without creating its type.

        Raises:
            UnknownType: there is none.
        """
        return self._layer(key).origin

    def hidden_in(self, library: str, keys: Iterable[str] | None = None) -> dict[str, Hider]:
        """The hidden keys of an imported library, each with the entry that hides it.

        Args:
            keys: keys that the library has or would have; its current keys if omitted.
        """
        own = next((layer for layer in self._layers if layer.library == library), None)
        before = [layer for layer in self._layers if not layer.library or layer.library < library]
        hidden: dict[str, Hider] = {}
        for key in keys if keys is not None else own.items if own is not None else ():
            above = next((layer for layer in before if key in layer.items), None)
            if above is not None:
                hidden[key] = Hider(above.origin, above.library)
        return hidden

    def body(self, key: str) -> str:
        """The entry as JSON: the form stored in a project when the type is copied in, and the starting point of a user entry.

        Raises:
            UnknownType: there is none.
        """
        return self._layer(key).body(key)

    def search(self, text: str, family: Family | None = None, limit: int = 50) -> list[Hit]:
        """Entries that match every word of `text`, best first; for an empty text, all entries by family, vendor and model."""
        matches = self._words().find(text, None if family is None else family.value, limit)
        return [self._hit(key, score) for key, score in matches]

    def keys_found(self, text: str) -> list[str]:
        """Keys of all entries that match every word of `text`, best first: sufficient for a table of thousands of rows."""
        return [key for key, _ in self._words().find(text, None, len(self))]

    def _words(self) -> "SearchIndex":
        if self._index is None:
            from gpudesk.catalog.search import SearchIndex
            from gpudesk.catalog.search_facts import Meanings

            words = self._shipped.definitions.get("word", {})
            groups = [body["alike"] for name, body in words.items() if name != "idle"]
            meanings = Meanings(groups, words.get("idle", {}).get("alike", ()))
            self._index = SearchIndex(self._items.values(), self._families, self._all_facts, self.facts, meanings)
        return self._index

    def table(self) -> "TypeTable":
        """All types as columns; built on first use, a few hundredths of a second for thousands of types."""
        if self._table is None:
            from gpudesk.catalog.catalog_table import TypeTable

            items = [(self._items[key], self._layer(key).origin) for key in self]
            self._table = TypeTable(items, self._all_facts(), self._families)
        return self._table

    def _all_facts(self) -> Iterator[FactRow]:
        """The facts of all entries that are seen."""
        return (fact for layer in self._layers for fact in layer.facts() if self._layer(fact.key) is layer)

    def families(self) -> tuple[Family, ...]:
        """The families that have entries, in the order in which they are shown."""
        present = {item.family for item in self._items.values()}
        return tuple(Family(name) for name in self._families if name in present)

    def family(self, family: Family) -> FamilyDefinition:
        """Titles of a family in both languages."""
        return self._families[family.value]

    def all(self) -> Iterator[Entry]:
        """Every entry by key."""
        return self._entries_of(self)

    def of_families(self, *families: Family) -> Iterator[Entry]:
        """Every entry of some families by key."""
        return self._entries_of(key for key in self if self._items[key].family in families)

    def _entries_of(self, keys: Iterable[str]) -> Iterator[Entry]:
        # All bodies of a layer in one go, and only where an entry has not been made before: sizing asks for all boards again and again.
        bodies: dict[int, dict[str, str]] = {}
        for key in keys:
            if key not in self._entries:
                layer = self._layer(key)
                if id(layer) not in bodies:
                    bodies[id(layer)] = layer.bodies()
                self._entries[key] = self._made(layer, key, bodies[id(layer)][key])
            yield self._entries[key]

    def _layer(self, key: str) -> Layer:
        for layer in self._layers:
            if key in layer.items:
                return layer
        text = QT_TRANSLATE_NOOP("catalog", "The catalog has no entry {key}.")
        raise UnknownType(catalog_message(text, key=key))

    @staticmethod
    def _made(layer: Layer, key: str, body: str) -> Entry:
        return Entry(parse_type(json.loads(body)), layer.items[key].version, layer.origin)

    def _hit(self, key: str, score: int) -> Hit:
        item = self._items[key]
        return Hit(
            key=key,
            family=Family(item.family),
            vendor=item.vendor,
            model=item.model,
            title=item.model if item.model.startswith(item.vendor) else f"{item.vendor} {item.model}",
            mount=Mount[item.mount.upper()],
            origin=self._layer(key).origin,
            height_u=item.height_u,
            power_max_w=item.power_max_w,
            weight_kg=item.weight_kg,
            score=score,
        )


def user_catalog_dir() -> Path:
    """The folder of the person's own entries; it may not exist yet."""
    return locate.user_data_dir() / "catalog"


def open_catalog() -> Catalog:
    """Open the catalog, and build missing or outdated parts; returns the same object as long as no file changed.

    Raises:
        CatalogFaults: a shipped file cannot be read (never a user's file: those are in `Catalog.faults`).
    """
    folders = (locate.resource("catalog"), ".yaml"), (user_catalog_dir(), ".yaml"), (imports_dir(), ".sqlite")
    marks = tuple(_marks(folder, suffix) for folder, suffix in folders)
    if _latest.marks != marks or _latest.catalog is None:
        shipped = open_shipped()
        imports = [_open_import(path) for path in import_files()]
        _latest.catalog, _latest.marks = Catalog(shipped, _open_user(shipped), imports), marks
    return _latest.catalog


@dataclass(slots=True)
class _Latest:
    marks: object = None
    catalog: Catalog | None = None


_latest = _Latest()


def _marks(folder: Path, suffix: str) -> tuple[object, ...]:
    """Fingerprint of a folder's files: names, times and sizes. A single pass: each edit that uses a type calls it."""
    if not folder.is_dir():
        return ()
    marks: list[tuple[str, int, int]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(suffix) and entry.is_file():
                state = entry.stat()
                marks.append((entry.name, state.st_mtime_ns, state.st_size))
    return str(folder), *sorted(marks)


def is_built() -> bool:
    """Whether the shipped catalog can be opened without reading YAML (a helper may build it beforehand)."""
    version = contents_version(read_contents(locate.resource("catalog")))
    return any(read_version(path) == version for path in _shipped_paths())


def make_ready() -> None:
    """Build missing or outdated parts: the pure Python part of `open_catalog`, for a separate process.

    Raises:
        CatalogFaults: a shipped file cannot be read.
    """
    open_catalog()


def open_shipped() -> Layer:
    """The program's own entries, from the file built with the program, from the cache, or made now and cached.

    Raises:
        CatalogFaults: a file cannot be read.
    """
    contents = read_contents(locate.resource("catalog"))
    version = contents_version(contents)
    for path in _shipped_paths():
        rows = _built_rows(path, version)
        if rows is not None:
            return Layer(rows, Origin.SHIPPED, path)
    _LOG.info("shipped entries are read from their sources", files=len(contents))
    return _kept(_whole(load_shipped(contents)), version, Origin.SHIPPED, _shipped_paths()[-1])


def shipped_rows(folder: Path) -> CatalogRows:
    """The rows of the shipped catalog, made from the files in `folder`.

    Raises:
        CatalogFaults: a file cannot be read.
    """
    contents = read_contents(folder)
    return catalog_rows(_whole(load_shipped(contents)), contents_version(contents))


def _shipped_paths() -> tuple[Path, Path]:
    return locate.built_catalog_path(), locate.user_cache_dir() / "catalog.sqlite"


def _whole(loaded: Loaded) -> Loaded:
    if loaded.faults:
        raise CatalogFaults(tuple(loaded.faults))
    return loaded


def _open_user(shipped: Layer) -> Layer:
    try:
        contents = read_contents(user_catalog_dir())
    except OSError as error:
        text = QT_TRANSLATE_NOOP("catalog", "the folder with your own entries cannot be read: {reason}")
        loaded = Loaded()
        name = str(error.filename or user_catalog_dir())
        loaded.faults.append(Fault(name, 1, catalog_message(text, reason=error.strerror or str(error))))
        return Layer(catalog_rows(loaded, ""), Origin.USER, None)
    version = contents_version(contents, shipped.version)
    if not contents:
        return Layer(catalog_rows(Loaded(), version), Origin.USER, None)
    path = locate.user_cache_dir() / "user_catalog.sqlite"
    rows = _built_rows(path, version)
    if rows is not None:
        return Layer(rows, Origin.USER, path)
    loaded = load_user(contents, fact_definitions(shipped.definitions["fact"]), shipped.items)
    return _kept(loaded, version, Origin.USER, path)


def _open_import(path: Path) -> Layer:
    version = read_version(path)
    rows = None if version is None else _built_rows(path, version)
    if rows is not None:
        return Layer(rows, Origin.IMPORT, path, path.stem)
    text = QT_TRANSLATE_NOOP("catalog", "this imported library is damaged or from another version of the program: import it again")
    loaded = Loaded()
    loaded.faults.append(Fault(path.name, 1, catalog_message(text)))
    return Layer(catalog_rows(loaded, ""), Origin.IMPORT, None, path.stem)


def _built_rows(path: Path, version: str) -> CatalogRows | None:
    """The index of the built file if it is whole and of this version."""
    if read_version(path) != version:
        return None
    try:
        return read_index(path)
    except StoreError:
        return None


def _kept(loaded: Loaded, version: str, origin: Origin, path: Path) -> Layer:
    """The layer of the loaded entries, written to the cache if possible."""
    rows = catalog_rows(loaded, version)
    try:
        write_catalog(path, rows, locate.migrations_dir("catalog"))
    except StoreError:
        return Layer(rows, origin, None)
    return Layer(rows, origin, path)
