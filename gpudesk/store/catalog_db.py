"""The catalog as a SQLite file: written once from the parsed YAML files, then only read."""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpudesk.disk.writing import replacement_path
from gpudesk.store import database
from gpudesk.store.store_errors import StoreError, as_store_errors

FORMAT = 1
"""Increased when the tables or their content change; part of every catalog version."""
CATALOG_APPLICATION_ID = 0x47504443
"""`application_id` of a built catalog ("GPDC")."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One type as stored; `body` is its JSON, empty in an index that was read without bodies."""

    key: str
    family: str
    vendor: str
    model: str
    version: str
    mount: str
    aliases: tuple[str, ...]
    part_numbers: tuple[str, ...]
    description: str
    description_es: str
    height_u: float | None
    power_max_w: float | None
    weight_kg: float | None
    body: str = ""


@dataclass(frozen=True, slots=True)
class FactRow:
    """One fact of one type."""

    key: str
    name: str
    value: str | float | int
    source: str
    confidence: str


@dataclass(frozen=True, slots=True)
class FaultRow:
    """One entry or file that could not be read; `message` is the JSON of a `core.messages.message.Message`."""

    file: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class CatalogRows:
    """Everything a built catalog holds.

    Attributes:
        version: hash of the files it was made from.
        definitions: kind ("fact", "family") to name to a JSON-ready mapping, in the order in which they are shown.
    """

    version: str
    items: tuple[ItemRow, ...]
    facts: tuple[FactRow, ...]
    definitions: Mapping[str, Mapping[str, Mapping[str, Any]]]
    faults: tuple[FaultRow, ...]


def write_catalog(path: Path, rows: CatalogRows, migrations: Path) -> None:
    """Write the catalog next to `path` and replace that file atomically; equal rows give equal bytes.

    Raises:
        StoreError: the folder cannot be written.
    """
    with as_store_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement_path(path) as fresh:
            _fill(fresh, rows, migrations)
            fresh.chmod(0o644)


def _fill(path: Path, rows: CatalogRows, migrations: Path) -> None:
    import sqlite_utils

    with contextlib.closing(sqlite3.connect(path)) as connection:
        # The file is new and not visible before it is complete: it is brought to the disk once, at the end, not after every hundred rows.
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA journal_mode=MEMORY")
        connection.execute(f"PRAGMA application_id={CATALOG_APPLICATION_ID}")
        for script in sorted(migrations.glob("*.sql")):
            connection.executescript(script.read_text(encoding="utf-8"))
        built = sqlite_utils.Database(connection)
        _insert(built, "meta", [{"name": "version", "value": rows.version}, {"name": "format", "value": str(FORMAT)}])
        ordered = sorted(rows.items, key=lambda item: item.key)
        _insert(built, "item", ({name: getattr(item, name) for name in _ITEM_COLUMNS} for item in ordered))
        _insert(built, "search", (_search_row(item) for item in ordered))
        facts = sorted(rows.facts, key=lambda fact: (fact.key, fact.name))
        _insert(built, "fact", ({name: getattr(fact, name) for name in _FACT_COLUMNS} for fact in facts))
        definitions = (
            {"kind": kind, "name": name, "place": place, "body": _json(body)}
            for kind, bodies in sorted(rows.definitions.items())
            for place, (name, body) in enumerate(bodies.items())
        )
        _insert(built, "definition", definitions)
        faults = ({"place": n, "file": f.file, "line": f.line, "message": f.message} for n, f in enumerate(rows.faults))
        _insert(built, "fault", faults)
        connection.commit()
        connection.execute("VACUUM")


_ITEM_COLUMNS = ("key", "family", "vendor", "model", "version", "body")
_FACT_COLUMNS = ("key", "name", "value", "source", "confidence")


def _insert(built: Any, table: str, records: Iterable[dict[str, Any]]) -> None:
    built[table].insert_all(records)


def _search_row(item: ItemRow) -> dict[str, Any]:
    return {
        "key": item.key,
        "aliases": _json(item.aliases),
        "part_numbers": _json(item.part_numbers),
        "description": item.description,
        "description_es": item.description_es,
        "mount": item.mount,
        "height_u": item.height_u,
        "power_max_w": item.power_max_w,
        "weight_kg": item.weight_kg,
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_version(path: Path) -> str | None:
    """The version of the catalog at `path`; None if there is no readable one, or it has another format."""
    if not path.is_file():
        return None
    try:
        return _meta(path)
    except StoreError:
        return None


def _meta(path: Path) -> str | None:
    with contextlib.closing(database.open_read(path, immutable=True)) as opened:
        if opened.value("PRAGMA application_id") != CATALOG_APPLICATION_ID:
            return None
        meta: dict[str, str] = dict(opened.rows("SELECT name, value FROM meta"))
    return meta["version"] if meta.get("format") == str(FORMAT) else None


def read_index(path: Path) -> CatalogRows:
    """All items without their bodies, the definitions and the faults (facts are not read).

    Raises:
        StoreError: the file cannot be read.
    """
    with contextlib.closing(database.open_read(path, immutable=True)) as opened:
        version = str(opened.value("SELECT value FROM meta WHERE name = 'version'"))
        item_rows = opened.rows(
            "SELECT key, family, vendor, model, version, mount, aliases, part_numbers, description, description_es, height_u,"
            " power_max_w, weight_kg FROM item JOIN search USING (key) ORDER BY key"
        )
        definitions = _definitions(opened)
        faults = tuple(FaultRow(*row) for row in opened.rows("SELECT file, line, message FROM fault ORDER BY place"))
    items = tuple(_item(row) for row in item_rows)
    return CatalogRows(version, items, (), definitions, faults)


def _item(row: database.Row) -> ItemRow:
    key, family, vendor, model, version, mount, aliases, part_numbers, *shown = row
    described, described_es, height_u, power_max_w, weight_kg = shown
    return ItemRow(
        key=key,
        family=family,
        vendor=vendor,
        model=model,
        version=version,
        mount=mount,
        aliases=tuple(json.loads(aliases)),
        part_numbers=tuple(json.loads(part_numbers)),
        description=described,
        description_es=described_es,
        height_u=height_u,
        power_max_w=power_max_w,
        weight_kg=weight_kg,
    )


def read_definitions(path: Path) -> dict[str, dict[str, Any]]:
    """Only the definitions: kind to name to content.

    Raises:
        StoreError: the file cannot be read.
    """
    with contextlib.closing(database.open_read(path, immutable=True)) as opened:
        return _definitions(opened)


def _definitions(opened: database.Database) -> dict[str, dict[str, Any]]:
    by_kind: dict[str, dict[str, Any]] = {}
    for kind, name, body in opened.rows("SELECT kind, name, body FROM definition ORDER BY kind, place"):
        by_kind.setdefault(kind, {})[name] = json.loads(body)
    return by_kind


def read_bodies(path: Path, key: str | None = None) -> dict[str, str]:
    """Key to body JSON of one item, or of all when no key is given.

    Raises:
        StoreError: the file cannot be read.
    """
    with contextlib.closing(database.open_read(path, immutable=True)) as opened:
        if key is None:
            return dict(opened.rows("SELECT key, body FROM item ORDER BY key"))
        return dict(opened.rows("SELECT key, body FROM item WHERE key = ?", (key,)))
