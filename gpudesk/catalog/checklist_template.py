"""Templates of items to share: a YAML file with items, what their sources stand for, and what is done without.

sources: {acme: "Acme, acceptance of compute halls, edition 3"}
disabled: [OPR-050]
items:
  - key: ACM-010
    stage: ready
    scope: hall
    …
"""

from typing import Any

from gpudesk.catalog.entry_text import dumped
from gpudesk.catalog.plain_yaml import read_document
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

_NAMES = frozenset(["sources", "disabled", "items"])
_WIDTH = 4096


def read_template(name: str, content: bytes) -> OwnItems:
    """The items of a template, not yet checked one by one.

    Args:
        name: of the file, for what is wrong with it.

    Raises:
        InvalidData: it is no YAML, or no template.
    """
    document = read_document(name, content)
    if document.faults:
        raise InvalidData(document.faults[0].message)
    data: Any = document.data
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
