"""The items of a project: those of the program, with what the project adds, changes, and does without."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.catalog.checklist_files import read_checklist, shipped_folder, with_own_items
from gpudesk.catalog.checklist_template import Template
from gpudesk.core.checklist.items import Checklist
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.checklist import cable_facts, device_facts, hall_and_rack_facts, project_facts, tray_facts
from gpudesk.derived.checklist.fact_registry import produced_names
from gpudesk.project.site_sheet import site_definitions
from gpudesk.project.snapshot import Snapshot, made_from

PRODUCER_MODULES = (cable_facts, device_facts, hall_and_rack_facts, tray_facts, project_facts)
"""Importing them registers what they make of a plan."""
ITEM, SOURCE, DISABLED = "checklist.item.", "checklist.source.", "checklist.disabled."
"""What the keys of settings begin with that keep own items; the key of the item or of the source follows."""


@cache
def shipped_checklist() -> Checklist:
    """The items of the program.

    Raises:
        InvalidData: a file of them is not well formed.
    """
    return read_checklist(shipped_folder(), produced_names(), frozenset(site_definitions().values))


@made_from({"setting": ()})
def own_items(snapshot: Snapshot) -> OwnItems:
    """What a project keeps (ask `snapshot.cached(own_items)`); what is no JSON is left as a text, and is a fault then."""
    settings = snapshot.tables.get("setting")
    if settings is None:
        return OwnItems()
    bodies: dict[str, Any] = {}
    sources: dict[str, str] = {}
    disabled: list[str] = []
    for key, text in sorted(zip(settings["key"].tolist(), settings["value"].tolist(), strict=True)):
        if key.startswith(ITEM):
            bodies[key.removeprefix(ITEM)] = _plain(text)
        elif key.startswith(SOURCE):
            sources[key.removeprefix(SOURCE)] = _plain(text)
        elif key.startswith(DISABLED):
            disabled.append(key.removeprefix(DISABLED))
    return OwnItems(list(bodies.values()), sources, disabled)


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@dataclass(frozen=True, slots=True)
class KnownItems:
    """The checklist of a project, and what is wrong with its own items; then it is that of the program."""

    checklist: Checklist
    faults: tuple[Message, ...] = ()


@made_from({"setting": ()})
def known_items(snapshot: Snapshot) -> KnownItems:
    """The items of a project (ask `snapshot.cached(known_items)`)."""
    own = snapshot.cached(own_items)
    if not own:
        return KnownItems(shipped_checklist())
    return judged_items(own)


def judged_items(own: OwnItems) -> KnownItems:
    """The items of the program with some own ones."""
    made, faults = with_own_items(shipped_checklist(), own, produced_names(), frozenset(site_definitions().values))
    return KnownItems(made, tuple(faults))


def with_template(own: OwnItems, given: OwnItems) -> OwnItems:
    """The items of a project with those of a template: they are added, or take the place of those with the same keys."""
    keys = {str(body.get("key", "")) for body in given.bodies}
    bodies = [*(body for body in own.bodies if body["key"] not in keys), *given.bodies]
    return OwnItems(bodies, {**own.sources, **given.sources}, sorted({*own.disabled, *given.disabled}))


def demand_usable(own: OwnItems, template: Template) -> None:
    """Refuse a template, with file, line and field of what is wrong in it.

    Args:
        own: the items that the project has already.

    Raises:
        InvalidData: an item cannot be used.
    """
    faults = [template.placed(fault) for fault in judged_items(with_template(own, template.own)).faults]
    if faults:
        text = QT_TRANSLATE_NOOP("onsite", "The items cannot be used. Errors: {count}; the first one: {first}")
        raise InvalidData(Message("onsite", text, {"count": len(faults), "first": faults[0]}), None, tuple(faults[1:]))


def checklist_of(snapshot: Snapshot) -> Checklist:
    """The checklist of a project."""
    return snapshot.cached(known_items).checklist


def settings_of(own: OwnItems) -> Mapping[str, str]:
    """Own items as settings, key → JSON; each body has a key."""
    kept = {f"{ITEM}{body['key']}": json.dumps(body, ensure_ascii=False) for body in own.bodies}
    kept |= {f"{SOURCE}{name}": json.dumps(text, ensure_ascii=False) for name, text in own.sources.items()}
    return kept | {f"{DISABLED}{key}": "true" for key in own.disabled}


FAULTY = QT_TRANSLATE_NOOP("onsite", "The project's custom items are ignored: {first}")


def faults_message(faults: tuple[Message, ...]) -> Message:
    """What is said where own items cannot be used."""
    return Message("onsite", FAULTY, {"first": faults[0]})
