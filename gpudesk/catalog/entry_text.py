"""Entries as YAML in the form of the catalog's files: written, and read back with every fault by line."""

import copy
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import Fault
from gpudesk.catalog.loader import load_documents
from gpudesk.catalog.plain_yaml import Document, read_document, reads_as_text
from gpudesk.core.hardware.hardware import HardwareType

_FEW_SOURCES = 1
"""A source with more occurrences is written once, under a short name."""
_WRAPPER = "types:\n-\n"
_WRAPPED_LINES = 2
_WIDTH = 120
_EDITED_WIDTH = 84
"""Line width of a text edited in a side panel."""


@dataclass(frozen=True, slots=True)
class CheckedEntry:
    """Parsed content of the text or body of one entry.

    Attributes:
        body: the entry, None if the text is not a mapping.
        type: the entry as a type, None if it has errors.
        faults: all errors; lines count from 1, paths are relative to the entry.
    """

    body: Mapping[str, Any] | None
    type: HardwareType | None
    faults: tuple[Fault, ...]


def entry_text(body: Mapping[str, Any]) -> str:
    """One entry as YAML, as a person edits it."""
    return dumped(dict(body), _EDITED_WIDTH)


def entries_text(bodies: Iterable[Mapping[str, Any]]) -> str:
    """A file of entries: documents that are named more than once get a short name under `sources`."""
    entries = [copy.deepcopy(dict(body)) for body in bodies]
    counts: dict[str, int] = {}
    _count_sources(entries, counts)
    names: dict[str, str] = {}
    for source, count in counts.items():
        if count > _FEW_SOURCES:
            names[source] = f"document-{len(names) + 1}"
    # A source that looks like a short name must be one.
    names |= {source: f"document-{len(names) + number}" for number, source in enumerate(_like_names(counts, names), 1)} if names else {}
    _name_sources(entries, names)
    sources = {short: source for source, short in names.items()}
    return dumped({"sources": sources, "types": entries} if sources else {"types": entries})


def check_text(catalog: Catalog, text: str) -> CheckedEntry:
    """Read one entry as a person types it, with all faults at once."""
    wrapped = _WRAPPER + "\n".join(f"  {line}" for line in text.split("\n"))
    document = read_document("", wrapped.encode())
    return _checked(catalog, document, _WRAPPED_LINES)


def check_body(catalog: Catalog, body: Mapping[str, Any]) -> CheckedEntry:
    """Check one entry; the lines of its faults are those of `entry_text`."""
    return check_text(catalog, entry_text(body))


def _checked(catalog: Catalog, document: Document, before: int) -> CheckedEntry:
    body = None
    if isinstance(document.data, dict) and isinstance(document.data.get("types"), list) and document.data["types"]:
        entry = document.data["types"][0]
        body = entry if isinstance(entry, dict) else None
    loaded = load_documents([document], catalog.facts, catalog)
    faults = tuple(
        Fault("", max(fault.line - before, 1), fault.message, fault.path.removeprefix("types[0]").removeprefix("."))
        for fault in loaded.faults
    )
    kind = next(iter(loaded.types.values()), None)
    return CheckedEntry(body, kind, faults)


def _like_names(counts: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    return [source for source in counts if source not in names and _SHORT_NAME.match(source)]


_SHORT_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


def _count_sources(value: Any, counts: dict[str, int]) -> None:
    if isinstance(value, list):
        for item in value:
            _count_sources(item, counts)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name == "source" and isinstance(item, str):
                counts[item] = counts.get(item, 0) + 1
            else:
                _count_sources(item, counts)


def _name_sources(value: Any, names: Mapping[str, str]) -> None:
    if isinstance(value, list):
        for item in value:
            _name_sources(item, names)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name == "source" and isinstance(item, str):
                value[name] = names.get(item, item)
            else:
                _name_sources(item, names)


def dumped(data: Mapping[str, Any], width: int = _WIDTH) -> str:
    """Plain data as YAML that `read_document` reads back as it was."""
    import yaml

    class PlainDumper(yaml.SafeDumper):
        """Writes no anchors, because the reader rejects them, and quotes text that the reader would parse as a number."""

        def ignore_aliases(self, data: Any) -> bool:
            return True

    def text_node(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=None if reads_as_text(value) else "'")

    PlainDumper.add_representer(str, text_node)
    written: str = yaml.dump(
        copy.deepcopy(dict(data)), Dumper=PlainDumper, sort_keys=False, allow_unicode=True, width=width, default_flow_style=None
    )
    return written
