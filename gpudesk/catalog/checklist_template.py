"""Shareable templates of items: a YAML file with items, the meaning of their sources, and the disabled items.

sources: {acme: "Acme, acceptance of compute halls, edition 3"}
disabled: [OPR-050]
items:
  - key: ACM-010
    stage: ready
    scope: hall
    …
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES, Document, read_document
from gpudesk.core.checklist.own_faults import places_at_fault
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import path_error

_TWICE = QT_TRANSLATE_NOOP("catalog", "the item {key} appears twice; the first one is on line {line}")
_NAMES = frozenset(["sources", "disabled", "items"])
_WIDTH = 4096


@dataclass(frozen=True, slots=True)
class Template:
    """Items as read from a file, with the position of each value.

    Attributes:
        faults: errors in the text itself, such as a duplicate name or item, each with file and line.
    """

    own: OwnItems
    document: Document
    faults: tuple[Message, ...] = ()

    def placed(self, fault: Message, others: Sequence[Mapping[str, Any]] = ()) -> Message:
        """An error in an item, with file, line and field; an error in a value that is not in the file is returned unchanged.

        Args:
            others: the items in front of those of the file that were checked together with them.
        """
        where, what = str(fault.values.get("where", "")), fault.values.get("what")
        path = self._path(fault, others)
        if what is None or not path:
            return fault
        text = QT_TRANSLATE_NOOP("catalog", "{file}, line {line}, {where}: {what}")
        return Message("catalog", text, {"file": self.document.file, "line": self.document.line_of(path), "where": where, "what": what})

    def _path(self, fault: Message, others: Sequence[Mapping[str, Any]]) -> str:
        """The path of a value in the file: an item is called by its place or key, and a field of it by its name."""
        bodies = [*others, *self.own.bodies]
        own_places = [(place - len(others), rest) for place, rest in places_at_fault(bodies, fault) if place >= len(others)]
        if not own_places:
            where = str(fault.values.get("where", ""))
            return where if where.partition(".")[0] in ("sources", "disabled") else ""
        place, rest = own_places[0]
        fields = self.own.bodies[place].get("fields")
        inside = "fields." if isinstance(fields, dict) and rest.partition(".")[0] in fields else ""
        return f"items[{place}].{inside}{rest}".rstrip(".")


def read_template_file(path: Path) -> Template:
    """The items of a template file, of which no more is read than a template may have.

    Raises:
        DeskError: the file cannot be read, or as of `read_template`.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        raise path_error(path, error) from error
    return read_template(path.name, content)


def read_template(name: str, content: bytes) -> Template:
    """The items of a template, not yet checked individually, with the lines of all values.

    Args:
        name: file name, for error messages.

    Raises:
        InvalidData: it is not YAML, or not a template.
    """
    document = read_document(name, content)
    faults = [_fault_of(name, fault.line, fault.message) for fault in document.faults]
    if faults and document.data is None:
        raise InvalidData(faults[0], None, tuple(faults[1:]))
    try:
        own = _own_items(name, document.data)
    except InvalidData as error:
        raise InvalidData(error.message, error.fix, tuple(faults)) from error
    return Template(own, document, (*faults, *_repeated_keys(name, own, document)))


def _repeated_keys(name: str, own: OwnItems, document: Document) -> list[Message]:
    """The items whose key an earlier one has: one would hide the other."""
    lines: dict[str, int] = {}
    faults = []
    for place, body in enumerate(own.bodies):
        key, line = str(body.get("key", "")), document.line_of(f"items[{place}].key")
        if key in lines:
            faults.append(_fault_of(name, line, Message("catalog", _TWICE, {"key": key, "line": lines[key]})))
        elif key:
            lines[key] = line
    return faults


def _fault_of(name: str, line: int, what: Message) -> Message:
    return Message("catalog", QT_TRANSLATE_NOOP("catalog", "{file}, line {line}: {what}"), {"file": name, "line": line, "what": what})


def _own_items(name: str, data: Any) -> OwnItems:
    if not isinstance(data, dict) or not set(data) <= _NAMES:
        raise _no_template(name)
    items, sources, disabled = data.get("items", []), data.get("sources", {}), data.get("disabled", [])
    shaped = isinstance(items, list) and isinstance(sources, dict) and isinstance(disabled, list)
    if not shaped or not all(isinstance(item, dict) for item in items) or not all(isinstance(key, str) for key in disabled):
        raise _no_template(name)
    return OwnItems(items, sources, disabled)


def template_text(own: OwnItems) -> str:
    """A template as YAML text."""
    body: dict[str, Any] = {}
    if own.sources:
        body["sources"] = dict(own.sources)
    if own.disabled:
        body["disabled"] = list(own.disabled)
    return dumped({**body, "items": [dict(item) for item in own.bodies]}, _WIDTH)


def _no_template(name: str) -> InvalidData:
    text = QT_TRANSLATE_NOOP("catalog", "{name} is not a checklist template: it may have only items, sources and disabled.")
    return InvalidData(Message("catalog", text, {"name": name}))
