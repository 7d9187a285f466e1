"""One template file: its texts and content. Shipped templates state the source of their counts; own ones have less data."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.entry import Origin
from gpudesk.catalog.plain_yaml import MAXIMUM_BYTES, read_document
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan
from gpudesk.core.plan.plan_reader import plan_from_plain
from gpudesk.core.plan.template import build_plan
from gpudesk.core.plan.template_parameter import Parameter, chosen_parameters
from gpudesk.core.plan.template_reader import read_template
from gpudesk.core.plan.template_repeat import read_repeat, repeated_plan
from gpudesk.store.store_errors import as_store_errors

_CONTEXT = "templates"
TEXTS = ("name", "title", "title_es", "description", "description_es")
_TOLD = ("published", "published_es", "derived", "derived_es")
_OWN_NEEDED = frozenset(["name", "title"])
_OWN_KNOWN = frozenset([*TEXTS, *_TOLD, "plan", "build", "repeat", "kind"])
_MOST_TOLD = 20
HALLS, RACKS = "halls", "racks"
"""Whether the halls of a template are part of it, or only hold its racks."""
MOST_IN_RACK = 400
"""A hundred units with a device on each half of a unit and on both faces."""
SPREAD = QT_TRANSLATE_NOOP("templates", "Spread them over more racks, or remove repeated lines.")
"""What to do where a rack holds too much."""
LONGEST_TITLE = 100
LONGEST_TEXT = 2000
STEM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class TemplateInfo:
    """Name, content and parameters of a template, and which of its data is published and which derived.

    Attributes:
        name: name on the command line; the user's own begin with "mine/".
        kind: "halls", or "racks" that can be placed in a hall.
        own: whether the user may rename and delete it.
    """

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
    kind: str = HALLS
    own: bool = False


def read_file(path: Path) -> Any:
    """The data of a YAML file that is not too large.

    Raises:
        InvalidData: it is too large, or not plain YAML.
        StoreError: it cannot be read.
    """
    with as_store_errors(path), path.open("rb") as file:
        # Of what is too large nothing more is read than shows it.
        content = file.read(MAXIMUM_BYTES + 1)
    document = read_document(path.name, content)
    if document.faults:
        first = document.faults[0]
        text = QT_TRANSLATE_NOOP("templates", "{file} cannot be read as a template; the error is on line {line}.")
        what = Message(_CONTEXT, text, {"file": path.name, "line": first.line})
        raise InvalidData(what, first.message, tuple(fault.message for fault in document.faults[1:_MOST_TOLD]))
    return document.data


def shipped_body(path: Path) -> dict[str, Any]:
    """The checked mapping of a template of the program.

    Raises:
        InvalidData: it is none.
    """
    body = read_file(path)
    needed = {*TEXTS, "plan"} if isinstance(body, dict) and "plan" in body else {*TEXTS, *_TOLD, "build"}
    if not isinstance(body, dict) or set(body) != needed or body["name"] != path.stem:
        text = QT_TRANSLATE_NOOP("templates", "{file} is not a template: it requires exactly {names}, and its own name.")
        raise InvalidData(Message(_CONTEXT, text, {"file": path.name, "names": tuple(sorted(needed))}))
    _demand_texts(body, needed - {"plan", "build"}, path.name)
    return body


def own_body(path: Path) -> dict[str, Any]:
    """The checked mapping of a person's template; a missing Spanish text is the English one.

    Raises:
        InvalidData: it is none.
        StoreError: it cannot be read.
    """
    body = read_file(path)
    good = isinstance(body, dict) and set(body) >= _OWN_NEEDED and ("plan" in body) != ("build" in body)
    if not good or ("repeat" in body and "plan" not in body) or body.get("kind", HALLS) not in (HALLS, RACKS):
        text = QT_TRANSLATE_NOOP("templates", "{file} is not a template: it requires a name, a title, and a plan or build instructions.")
        raise InvalidData(Message(_CONTEXT, text, {"file": path.name}))
    strange = sorted(str(name) for name in set(body) - _OWN_KNOWN)
    if strange:
        text = QT_TRANSLATE_NOOP("templates", "{file} is not a template that this program supports: {names} is not allowed in a template.")
        raise InvalidData(Message(_CONTEXT, text, {"file": path.name, "names": tuple(strange[:5])}))
    filled_body: dict[str, Any] = {name: body.get(name) or "" for name in (*TEXTS, *_TOLD)} | body
    _demand_texts(filled_body, set(_OWN_NEEDED), path.name)
    for name in (*TEXTS, *_TOLD):
        most = LONGEST_TITLE if name.startswith(("name", "title")) else LONGEST_TEXT
        if not isinstance(filled_body[name], str) or len(filled_body[name]) > most:
            text = QT_TRANSLATE_NOOP("templates", "{file}: {name} must be text of at most {most} characters.")
            raise InvalidData(Message(_CONTEXT, text, {"file": path.name, "name": name, "most": most}))
    for name in ("title", "description", "published", "derived"):
        filled_body[f"{name}_es"] = filled_body[f"{name}_es"] or filled_body[name]
    return filled_body


def info_of(body: Mapping[str, Any], name: str, *, own: bool = False) -> TemplateInfo:
    """The template information in a checked mapping.

    Raises:
        InvalidData: its plan is not well formed.
    """
    texts = {key: body[key] for key in (*TEXTS, *_TOLD) if key in body}
    parameters: Mapping[str, Parameter] = {}
    if "build" in body:
        parameters = read_template(body["build"]).parameters
    elif "repeat" in body:
        parameters = read_repeat(body["repeat"], _plan_in(body)).parameters
    elif own:
        _plan_in(body)
    return TemplateInfo(**(texts | {"name": name}), parameters=parameters, kind=body.get("kind", HALLS), own=own)


def plan_of(body: Mapping[str, Any], chosen: Mapping[str, Any]) -> Plan:
    """The plan that a checked mapping builds.

    Raises:
        Refused: a parameter is unknown or cannot have that value, or the plan would be too large.
        InvalidData: its plan is not well formed.
    """
    if "build" in body:
        return build_plan(read_template(body["build"]), chosen)
    plan = _with_our_types(_plan_in(body))
    if "repeat" in body:
        return repeated_plan(plan, read_repeat(body["repeat"], plan), chosen)
    chosen_parameters({}, chosen)
    return plan


def _plan_in(body: Mapping[str, Any]) -> Plan:
    """The plan of a mapping, with no overfull rack: the effort of building and checking grows with the square of the number.

    Raises:
        InvalidData: the plan is not well formed, or a rack contains too many devices.
    """
    plan = plan_from_plain(body["plan"])
    full = overfull_rack(plan)
    if full is not None:
        raise InvalidData(full, Message(_CONTEXT, SPREAD))
    return plan


def overfull_rack(plan: Plan) -> Message | None:
    """The first rack of a plan with more devices than a template allows; None if there is none."""
    held = Counter(device.rack for device in plan.devices if device.rack is not None)
    rack, count = max(held.items(), key=lambda item: item[1], default=(0, 0))
    if count <= MOST_IN_RACK:
        return None
    text = QT_TRANSLATE_NOOP("templates", "The rack {rack} holds {count} devices; the limit is {most}.")
    return Message(_CONTEXT, text, {"rack": plan.racks[rack].name, "count": count, "most": MOST_IN_RACK})


def _with_our_types(plan: Plan) -> Plan:
    """The plan without entries for shipped types: definitions of them in another user's file are ignored."""
    if not plan.types:
        return plan
    catalog = open_catalog()
    shipped_keys = {key for key in plan.types if key in catalog and catalog.origin(key) is Origin.SHIPPED}
    return replace(plan, types={key: entry for key, entry in plan.types.items() if key not in shipped_keys})


def _demand_texts(body: Mapping[str, Any], names: set[str], file: str) -> None:
    for key in sorted(names):
        if not isinstance(body[key], str) or not body[key]:
            text = QT_TRANSLATE_NOOP("templates", "{file}: {name} must be text.")
            raise InvalidData(Message(_CONTEXT, text, {"file": file, "name": key}))
