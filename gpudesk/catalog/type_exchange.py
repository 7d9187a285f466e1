"""Imports types from others as own entries: the effect of each is reported before anything is written; all are imported or none."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gpudesk.catalog.catalog import Catalog
from gpudesk.catalog.entry import Origin
from gpudesk.catalog.entry_text import entries_text
from gpudesk.catalog.loader import Loaded, load_documents
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.catalog.user_entries import save_user_entries
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.message import Message


class Fate(StrEnum):
    """What taking an entry would do."""

    NEW = "new"
    HIDES = "hides"
    """It would hide an entry of the program or of an imported library."""
    REPLACES = "replaces"
    """It would replace an own entry, which is then deleted."""
    SAME = "same"
    """The catalog has it already; nothing is written."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """One entry that could be taken; `where` is its place in the file: "hall.yaml:12" or "Sheet1!A7"."""

    type: HardwareType
    fate: Fate
    where: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """An error that prevents a file from being imported, with its position."""

    where: str
    message: Message


@dataclass(frozen=True, slots=True)
class Proposal:
    """The content of a file to import; if there are misfits, none of it can be imported."""

    entries: tuple[Proposed, ...]
    misfits: tuple[Misfit, ...] = ()

    def count(self, fate: Fate) -> int:
        """How many entries would meet that fate."""
        return sum(entry.fate is fate for entry in self.entries)

    @property
    def bodies(self) -> list[Mapping[str, Any]]:
        """What would be written."""
        return [entry.type.body for entry in self.entries if entry.fate is not Fate.SAME]


def shared(catalog: Catalog, keys: Sequence[str]) -> bytes:
    """Types as one file in the form of the catalog, to be given to somebody.

    Raises:
        UnknownType: the catalog has no such type.
    """
    return entries_text(json.loads(catalog.body(key)) for key in keys).encode()


def proposed(catalog: Catalog, file: str, content: bytes) -> Proposal:
    """What taking a file in the form of the catalog would do."""
    document = read_document(file, content)
    loaded = load_documents([document], catalog.facts, catalog)
    return proposal(catalog, loaded, lambda line: f"{file}:{line}")


def proposed_bodies(catalog: Catalog, bodies: Sequence[Mapping[str, Any]], cells: Mapping[str, str], first: str) -> Proposal:
    """The effect of importing entries read from the cells of a spreadsheet.

    Args:
        cells: path of a value ("types[2].facts.weight_kg") to its source cell.
        first: the cell to name if no more specific one is known.
    """
    # A document speaks of lines; here each line is one cell.
    places = list(cells.values())
    document = Document(first, {"types": list(bodies)}, {path: number for number, path in enumerate(cells, 2)})
    loaded = load_documents([document], catalog.facts, catalog)
    return proposal(catalog, loaded, lambda line: first if line < 2 else places[line - 2])


def proposal(catalog: Catalog, loaded: Loaded, place: Callable[[int], str]) -> Proposal:
    """Evaluation of the loaded entries against the catalog; `place(line)` returns the position for display."""
    entries = [Proposed(kind, _fate(catalog, kind), place(loaded.places[key][1])) for key, kind in loaded.types.items()]
    return Proposal(tuple(entries), tuple(Misfit(place(fault.line), fault.message) for fault in loaded.faults))


def take(catalog: Catalog, found: Proposal) -> int:
    """Store the entries as the user's own, all or none; returns the number written. Reopen the catalog to see them.

    Raises:
        Refused: an entry is in a file together with others.
        StoreError: the folder cannot be written.
    """
    bodies = [] if found.misfits else found.bodies
    return len(save_user_entries(catalog, bodies)) if bodies else 0


def _fate(catalog: Catalog, kind: HardwareType) -> Fate:
    if kind.key not in catalog:
        return Fate.NEW
    if json.loads(catalog.body(kind.key)) == json.loads(json.dumps(kind.body)):
        return Fate.SAME
    return Fate.REPLACES if catalog.entry(kind.key).origin is Origin.USER else Fate.HIDES
