"""Templates: stored plans with a name, from which a project begins; some with parameters. A person's own are called "mine/…"."""

from collections.abc import Mapping
from typing import Any

from gpudesk.catalog.own_templates import MINE, own_names, own_path
from gpudesk.catalog.template_files import TemplateInfo, info_of, own_body, plan_of, shipped_body
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan
from gpudesk.locate import resource

__all__ = ["TemplateInfo", "load_template", "template_info", "templates"]


def templates() -> list[TemplateInfo]:
    """The templates of the program, by name; `own_templates.own_templates` gives those of the person.

    Raises:
        InvalidData: a file is not a template; every fault of it is named.
    """
    return [info_of(shipped_body(path), path.stem) for path in sorted(resource("templates").glob("*.yaml"))]


def load_template(name: str, chosen: Mapping[str, Any] | None = None) -> Plan:
    """The plan of the template `name`.

    Args:
        chosen: values of its parameters; the others are as the template gives them.

    Raises:
        Refused: there is no such template, or a parameter cannot have that value.
        InvalidData: its file is not well formed.
    """
    return plan_of(_body(name), chosen or {})


def template_info(name: str) -> TemplateInfo:
    """Name, content and parameters of the template `name`.

    Raises:
        Refused: there is no such template.
        InvalidData: its file is not well formed.
    """
    return info_of(_body(name), name, own=name.startswith(MINE))


def _body(name: str) -> dict[str, Any]:
    shipped = tuple(sorted(path.stem for path in resource("templates").glob("*.yaml")))
    if name in shipped:
        return shipped_body(resource("templates", f"{name}.yaml"))
    own = tuple(own_names())
    if name in own:
        return own_body(own_path(name))
    text = QT_TRANSLATE_NOOP("templates", "There is no template {name}; available: {known}.")
    raise Refused(Message("templates", text, {"name": name, "known": (*shipped, *own)}))
