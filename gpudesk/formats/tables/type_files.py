"""A file of our own types, whatever its form: the entries of the catalog as YAML, or a table of them as text or workbook."""

import re
from pathlib import Path

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES
from gpudesk.catalog.type_exchange import Proposal, proposed
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress

YAML_SUFFIXES = (".yaml", ".yml")
TABLE_SUFFIXES = (".csv", ".xlsx")
_TYPES = re.compile(rb"^types\s*:", re.MULTILINE)


def holds_own_types(path: Path) -> bool:
    """Whether a file is one of ours and no document of NetBox: a table, or a YAML file with a list of types.

    Raises:
        InvalidData: it is there and cannot be read.
    """
    suffix = path.suffix.lower()
    if not path.is_file():
        return False
    return suffix in TABLE_SUFFIXES or (suffix in YAML_SUFFIXES and _TYPES.search(_content(path)) is not None)


def proposed_file(catalog: Catalog, path: Path, progress: Progress | None = None) -> Proposal:
    """What taking the types of a file would do.

    Raises:
        InvalidData: it cannot be read.
        UnreadableTable: it is no table.
        Cancelled: the work was stopped.
    """
    if path.suffix.lower() in YAML_SUFFIXES:
        return proposed(catalog, path.name, _content(path))
    from gpudesk.formats.tables.tables import read_tables
    from gpudesk.formats.tables.type_tables import proposed_types

    return proposed_types(catalog, read_tables(path, progress))


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # Of what is too large nothing more is read than shows it.
            return file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        text = QT_TRANSLATE_NOOP("CatalogExchange", "{path} cannot be read: {reason}")
        raise InvalidData(Message("CatalogExchange", text, {"path": str(path), "reason": error.strerror or str(error)})) from error
