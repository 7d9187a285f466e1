"""Templates: stored plans with a name, from which a project begins; some with parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.catalog.entry import CatalogFaults
from gpudesk.catalog.plain_yaml import Document, read_document
from gpudesk.core.errors import InvalidData, Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan import Plan, plan_from_plain
from gpudesk.core.template import build_plan
from gpudesk.core.template_reader import Parameter, Template, read_template
from gpudesk.locate import resource

_TEXTS = ("name", "title", "title_es", "description", "description_es")
_TOLD = ("published", "published_es", "derived", "derived_es")


@dataclass(frozen=True, slots=True)
class TemplateInfo:
    """What a template is called, what it holds, what can be chosen, and what of it is published and what derived."""

    name: str
    title: str
    title_es: str
    description: str
    description_es: str
    published: str = ""
    published_es: str = ""
    derived: str = ""
    derived_es: str = ""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


def templates() -> list[TemplateInfo]:
    """All templates, by name.

    Raises:
        InvalidData: a file is not a template; every fault of it is named.
    """
    paths = sorted(resource("templates").glob("*.yaml"))
    return [_info(_read(path.stem)) for path in paths]


def load_template(name: str, chosen: Mapping[str, Any] | None = None) -> Plan:
    """The plan of the template `name`.

    Args:
        chosen: values of its parameters; the others are as the template gives them.

    Raises:
        Refused: there is no such template, or a parameter cannot have that value.
        InvalidData: its file is not well formed.
    """
    body = _read(_known(name))
    if "plan" not in body:
        return build_plan(_template(body), chosen or {})
    for parameter in chosen or {}:
        text = QT_TRANSLATE_NOOP("templates", "The template {name} has nothing to choose, so no {parameter}.")
        raise Refused(Message("templates", text, {"name": name, "parameter": parameter}))
    return plan_from_plain(body["plan"])


def template_info(name: str) -> TemplateInfo:
    """What the template `name` is called, holds and lets choose.

    Raises:
        Refused: there is no such template.
        InvalidData: its file is not well formed.
    """
    return _info(_read(_known(name)))


def _known(name: str) -> str:
    known = tuple(sorted(path.stem for path in resource("templates").glob("*.yaml")))
    if name not in known:
        text = QT_TRANSLATE_NOOP("templates", "There is no template {name}; there are {known}.")
        raise Refused(Message("templates", text, {"name": name, "known": known}))
    return name


def _read(name: str) -> dict[str, Any]:
    path = resource("templates", f"{name}.yaml")
    document: Document = read_document(path.name, path.read_bytes())
    if document.faults:
        raise CatalogFaults(tuple(document.faults))
    body = document.data
    needed = {*_TEXTS, "plan"} if isinstance(body, dict) and "plan" in body else {*_TEXTS, *_TOLD, "build"}
    if not isinstance(body, dict) or set(body) != needed or body["name"] != name:
        text = QT_TRANSLATE_NOOP("templates", "{file} is not a template: it needs exactly {names}, and its own name.")
        raise InvalidData(Message("templates", text, {"file": path.name, "names": tuple(sorted(needed))}))
    for key in sorted(needed - {"plan", "build"}):
        if not isinstance(body[key], str) or not body[key]:
            text = QT_TRANSLATE_NOOP("templates", "{file}: {name} must be a text.")
            raise InvalidData(Message("templates", text, {"file": path.name, "name": key}))
    return body


def _template(body: Mapping[str, Any]) -> Template:
    return read_template(body["build"])


def _info(body: dict[str, Any]) -> TemplateInfo:
    texts = {name: body[name] for name in (*_TEXTS, *_TOLD) if name in body}
    return TemplateInfo(**texts, parameters=_template(body).parameters if "build" in body else {})
