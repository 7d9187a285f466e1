"""The files of checklists: the stages, and the items of each stage."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gpudesk.catalog.plain_yaml import read_document
from gpudesk.core.checklist.item_reader import ChecklistReader
from gpudesk.core.checklist.items import Checklist, Scope
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.sentences import Named, Words
from gpudesk.core.checklist.tray_items import with_trays
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.locate import resource

STAGES, WORDS = "_stages.yaml", "_words.yaml"
"""Files of a folder that hold no items begin with "_"."""
_MOST_TOLD = 20


def shipped_folder() -> Path:
    """Where the checklists of the program are."""
    return resource("checklists")


def read_words() -> Words:
    """The terms used to describe limits, with the names of the values that the plan produces.

    Raises:
        InvalidData: the file cannot be read.
    """
    document = read_document(WORDS, (shipped_folder() / WORDS).read_bytes())
    if document.faults:
        raise InvalidData(document.faults[0].message)
    return Words(document.data["phrases"], {f"d.{name}": _named(body) for name, body in document.data["names"].items()})


def _named(body: Mapping[str, str]) -> Named:
    texts = {name: {"en": body[name], "es": body[f"{name}_es"]} for name in ("title", "value", "inside", "outside") if name in body}
    return Named(unit=body.get("unit", ""), **texts)


def with_own_items(
    known: Checklist, own: OwnItems, produced: Mapping[Scope, frozenset[str]], site_keys: frozenset[str]
) -> tuple[Checklist, list[Message]]:
    """A checklist with the items of a project, and the errors in them; if there are any errors, none of the items are included.

    Args:
        produced, site_keys: names that expressions may read, see `ChecklistReader`.
    """
    reader = ChecklistReader(produced, site_keys)
    reader.start_from(known)
    reader.own_items(own)
    checklist = reader.checklist()
    return (known, reader.faults) if reader.faults else (checklist, [])


@cache
def shipped_bodies() -> Mapping[str, Mapping[str, Any]]:
    """The items of the program as they are written, each with its stage, by their keys."""
    files = [read_document(path.name, path.read_bytes()).data for path in _item_files(shipped_folder())]
    bodies = {str(item["key"]): {"stage": data["stage"], **item} for data in with_trays(files) for item in data["items"]}
    return MappingProxyType(bodies)


def _item_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.yaml") if not path.name.startswith("_"))


def read_checklist(folder: Path, produced: Mapping[Scope, frozenset[str]], site_keys: frozenset[str]) -> Checklist:
    """The checklist of a folder.

    Args:
        produced, site_keys: names that expressions may read, see `ChecklistReader`.

    Raises:
        InvalidData: a file cannot be read, has invalid content, or reads a value that nothing produces; dependencies form a cycle.
    """
    reader = ChecklistReader(produced, site_keys)
    faults: list[Message] = []
    documents = {path.name: read_document(path.name, path.read_bytes()) for path in [folder / STAGES, *_item_files(folder)]}
    faults += [fault.message for document in documents.values() for fault in document.faults]
    whole = {name: document.data for name, document in documents.items() if not document.faults}
    if STAGES in whole:
        reader.stages(whole.pop(STAGES))
    for name, body in zip(whole, with_trays(whole.values()), strict=True):
        reader.stage_file(name, body)
    checklist = reader.checklist()
    faults += reader.faults
    if faults:
        text = QT_TRANSLATE_NOOP("catalog", "The checklist in {folder} cannot be used. Errors: {count}; the first one: {first}")
        values: dict[str, Value] = {"folder": str(folder), "count": len(faults), "first": faults[0]}
        raise InvalidData(Message("catalog", text, values), None, tuple(faults[1:_MOST_TOLD]))
    return checklist
