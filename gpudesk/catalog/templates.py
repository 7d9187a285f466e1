"""Templates: stored plans with a name, from which a project begins."""

from dataclasses import dataclass
from typing import Any

from gpudesk.catalog.entry import CatalogFaults
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.core.errors import InvalidData, Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan import Plan, plan_from_plain
from gpudesk.locate import resource

_NAMES = frozenset(["name", "title", "title_es", "description", "description_es", "plan"])


@dataclass(frozen=True, slots=True)
class TemplateInfo:
    """What a template is called and what it holds."""

    name: str
    title: str
    title_es: str
    description: str
    description_es: str


def templates() -> list[TemplateInfo]:
    """All templates, by name.

    Raises:
        InvalidData: a file is not a template; every fault of it is named.
    """
    paths = sorted(resource("templates").glob("*.yaml"))
    return [_info(_read(path.stem)) for path in paths]


def load_template(name: str) -> Plan:
    """The plan of the template `name`.

    Raises:
        Refused: there is no such template.
        InvalidData: its file is not well formed.
    """
    known = tuple(sorted(path.stem for path in resource("templates").glob("*.yaml")))
    if name not in known:
        text = QT_TRANSLATE_NOOP("templates", "There is no template {name}; there are {known}.")
        raise Refused(Message("templates", text, {"name": name, "known": known}))
    return plan_from_plain(_read(name)["plan"])


def _read(name: str) -> dict[str, Any]:
    path = resource("templates", f"{name}.yaml")
    document: Document = read_document(path.name, path.read_bytes())
    if document.faults:
        raise CatalogFaults(tuple(document.faults))
    body = document.data
    if not isinstance(body, dict) or set(body) != _NAMES or body["name"] != name:
        text = QT_TRANSLATE_NOOP("templates", "{file} is not a template: it needs exactly {names}, and its own name.")
        raise InvalidData(Message("templates", text, {"file": path.name, "names": tuple(sorted(_NAMES))}))
    for key in sorted(_NAMES - {"plan"}):
        if not isinstance(body[key], str) or not body[key]:
            text = QT_TRANSLATE_NOOP("templates", "{file}: {name} must be a text.")
            raise InvalidData(Message("templates", text, {"file": path.name, "name": key}))
    return body


def _info(body: dict[str, Any]) -> TemplateInfo:
    return TemplateInfo(**{name: body[name] for name in _NAMES if name != "plan"})
