"""Templates of items to share: a YAML file with items, what their sources stand for, and what is done without.

sources: {acme: "Acme, acceptance of compute halls, edition 3"}
disabled: [OPR-050]
items:
  - key: ACM-010
    stage: ready
    scope: hall
    …
"""

from dataclasses import dataclass
from typing import Any

from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_NAMES = frozenset(["sources", "disabled", "items"])
_WIDTH = 4096


@dataclass(frozen=True, slots=True)
class Template:
    """Items as a file has them, and where in it each value is."""

    own: OwnItems
    document: Document

    def placed(self, fault: Message) -> Message:
        """What is wrong with an item, with file, line and field; a fault of something that is not in the file stays as it is."""
        where, what = str(fault.values.get("where", "")), fault.values.get("what")
        path = self._path(where)
        if what is None or not path:
            return fault
        text = QT_TRANSLATE_NOOP("catalog", "{file}, line {line}, {where}: {what}")
        return Message("catalog", text, {"file": self.document.file, "line": self.document.line_of(path), "where": where, "what": what})

    def _path(self, where: str) -> str:
        """The path of a value in the file: an item is called by its key, and a field of it by its name."""
        first, _, rest = where.partition(".")
        if first.startswith(("items[", "sources", "disabled")):
            return where
        place = next((place for place, body in enumerate(self.own.bodies) if body.get("key") == first), None)
        if place is None:
            return ""
        fields = self.own.bodies[place].get("fields")
        inside = "fields." if isinstance(fields, dict) and rest.partition(".")[0] in fields else ""
        return f"items[{place}].{inside}{rest}".rstrip(".")


def read_template(name: str, content: bytes) -> Template:
    """The items of a template, not yet checked one by one, with the lines of all values.

    Args:
        name: of the file, for what is wrong with it.

    Raises:
        InvalidData: it is no YAML, or no template.
    """
    document = read_document(name, content)
    if document.faults:
        fault = document.faults[0]
        text = QT_TRANSLATE_NOOP("catalog", "{file}, line {line}: {what}")
        raise InvalidData(Message("catalog", text, {"file": name, "line": fault.line, "what": fault.message}))
    return Template(_own_items(name, document.data), document)


def _own_items(name: str, data: Any) -> OwnItems:
    if not isinstance(data, dict) or not set(data) <= _NAMES:
        raise _no_template(name)
    items, sources, disabled = data.get("items", []), data.get("sources", {}), data.get("disabled", [])
    shaped = isinstance(items, list) and isinstance(sources, dict) and isinstance(disabled, list)
    if not shaped or not all(isinstance(item, dict) for item in items) or not all(isinstance(key, str) for key in disabled):
        raise _no_template(name)
    return OwnItems(items, sources, disabled)


def template_text(own: OwnItems) -> str:
    """A template as it is written."""
    body: dict[str, Any] = {}
    if own.sources:
        body["sources"] = dict(own.sources)
    if own.disabled:
        body["disabled"] = list(own.disabled)
    return dumped({**body, "items": [dict(item) for item in own.bodies]}, _WIDTH)


def _no_template(name: str) -> InvalidData:
    text = QT_TRANSLATE_NOOP("catalog", "{name} is not a checklist template: it may have only items, sources and disabled.")
    return InvalidData(Message("catalog", text, {"name": name}))
