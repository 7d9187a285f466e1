"""The items of a project: those of the program, with the additions, changes and exclusions of the project."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from gpudesk.catalog.checklist_files import read_checklist, shipped_folder, with_own_items
from gpudesk.catalog.checklist_template import Template
from gpudesk.core.checklist.items import Checklist
from gpudesk.core.checklist.own_faults import places_at_fault
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.tray_items import OwnTrays
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.checklist import cable_facts, device_facts, hall_and_rack_facts, project_facts, tray_facts
from gpudesk.derived.checklist.fact_registry import produced_names
from gpudesk.project.site_sheet import site_definitions
from gpudesk.project.snapshot import Snapshot, made_from

PRODUCER_MODULES = (cable_facts, device_facts, hall_and_rack_facts, tray_facts, project_facts)
"""Modules that register their generated items when imported."""
ITEM, SOURCE, DISABLED = "checklist.item.", "checklist.source.", "checklist.disabled."
"""Prefixes of the settings keys for project items; the key of the item or of the source follows."""


@cache
def shipped_checklist() -> Checklist:
    """The items of the program.

    Raises:
        InvalidData: a file of them is not well formed.
    """
    return read_checklist(shipped_folder(), produced_names(), frozenset(site_definitions().values))


@made_from({"setting": ()})
def own_items(snapshot: Snapshot) -> OwnItems:
    """The items stored in a project (use `snapshot.cached(own_items)`); each body is a mapping with its key."""
    settings = snapshot.tables.get("setting")
    if settings is None:
        return OwnItems()
    bodies: dict[str, Any] = {}
    sources: dict[str, str] = {}
    disabled: list[str] = []
    damaged: dict[str, str] = {}
    for key, text in sorted(zip(settings["key"].tolist(), settings["value"].tolist(), strict=True)):
        if key.startswith(ITEM):
            name, body = key.removeprefix(ITEM), _plain(text)
            if isinstance(body, dict) and body.get("key") == name:
                bodies[name] = body
            else:
                damaged[name] = str(text)
        elif key.startswith(SOURCE):
            sources[key.removeprefix(SOURCE)] = _plain(text)
        elif key.startswith(DISABLED):
            disabled.append(key.removeprefix(DISABLED))
    return OwnItems(list(bodies.values()), sources, disabled, damaged)


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@dataclass(frozen=True, slots=True)
class KnownItems:
    """The checklist of a project, and the faults of its own items.

    Attributes:
        checklist: without the project items that cannot be used; an item of the program that such an item replaces is included.
        faults: each with its item.
        usable: the project items in the checklist.
    """

    checklist: Checklist
    faults: tuple[Message, ...] = ()
    usable: OwnItems = field(default_factory=OwnItems)


@made_from({"setting": ()})
def known_items(snapshot: Snapshot) -> KnownItems:
    """The items of a project (use `snapshot.cached(known_items)`); unusable project items are left out, the others stay."""
    own = snapshot.cached(own_items)
    faults = [_damaged(key) for key in own.damaged]
    usable = replace(own, damaged={})
    while usable:
        known = judged_items(usable)
        if not known.faults:
            return KnownItems(known.checklist, tuple(faults), usable)
        rest = _without_faulty(usable, known.faults)
        # What only follows from an error of another item is not reported, unless nothing else is.
        faults += _own_faults(usable, known.faults) or known.faults
        usable = rest if rest != usable else OwnItems()
    return KnownItems(shipped_checklist(), tuple(faults))


def unusable_items(snapshot: Snapshot) -> list[str]:
    """The keys of the own items of a project that are not in its checklist."""
    own, usable = snapshot.cached(own_items), snapshot.cached(known_items).usable
    used = {str(body["key"]) for body in usable.bodies}
    return sorted([*own.damaged, *(key for body in own.bodies if (key := str(body["key"])) not in used)])


def _without_faulty(own: OwnItems, faults: Sequence[Message]) -> OwnItems:
    """Own items without those at fault."""
    places = {str(fault.values.get("where", "")) for fault in faults}
    faulty = {place for fault in faults for place, _ in places_at_fault(own.bodies, fault)}
    bodies = [body for number, body in enumerate(own.bodies) if number not in faulty]
    sources = {name: text for name, text in own.sources.items() if f"sources.{name}" not in places}
    # The mark of an item goes with it; those of the items that stay are kept, those of their tray items among them.
    shipped = shipped_checklist().items
    before, known = (OwnTrays(some, shipped).known for some in (own.bodies, bodies))
    lost_keys = before - known if "disabled" not in places else set(own.disabled) - known
    return OwnItems(bodies, sources, [key for key in own.disabled if key not in lost_keys])


def _own_faults(own: OwnItems, faults: Sequence[Message]) -> list[Message]:
    """The errors of own items, each with its item, of sources, and of marks of unknown items.

    An item of the program that waits for the tray item of a faulty one, and the mark of a faulty one, have no error of their own.
    """
    known = OwnTrays(own.bodies, shipped_checklist().items).known
    own_faults: list[Message] = []
    reported = set()
    for fault in faults:
        where, what = str(fault.values.get("where", "")), fault.values.get("what")
        places = places_at_fault(own.bodies, fault)
        keys = [str(own.bodies[place]["key"]) for place, _ in places]
        if not keys:
            if where.startswith("sources.") or (where == "disabled" and _marked(what) not in known):
                own_faults.append(fault)
        elif (error := (*places, str(what))) not in reported:
            # An error of an item is one of its tray item, too.
            reported.add(error)
            own_faults.append(fault if where.startswith(keys[0]) else _left_out(keys, fault))
    return own_faults


def _left_out(keys: Sequence[str], fault: Message) -> Message:
    """An error that names the item by its place, by its tray item, or by another one in its circle."""
    text = QT_TRANSLATE_NOOP("onsite", "The custom item {item} is left out: {fault}")
    return Message("onsite", text, {"item": ", ".join(keys), "where": fault.values["where"], "fault": fault})


def _marked(what: object) -> str:
    """The item of a mark that is an error."""
    return str(what.values.get("key", "")) if isinstance(what, Message) else ""


def _damaged(key: str) -> Message:
    text = QT_TRANSLATE_NOOP("onsite", "{item} is damaged in the project file and is left out. Remove it, or save it again.")
    return Message("onsite", text, {"item": key})


def judged_items(own: OwnItems) -> KnownItems:
    """The items of the program with some own ones; with a fault in any of them it is those of the program alone."""
    checklist, faults = with_own_items(shipped_checklist(), own, produced_names(), frozenset(site_definitions().values))
    return KnownItems(checklist, tuple(faults))


def with_template(own: OwnItems, given: OwnItems) -> OwnItems:
    """The items of a project with those of a template: they are added, or take the place of those with the same keys."""
    keys = {str(body.get("key", "")) for body in given.bodies}
    bodies = [*(body for body in own.bodies if str(body["key"]) not in keys), *given.bodies]
    damaged = {key: text for key, text in own.damaged.items() if key not in keys}
    return OwnItems(bodies, {**own.sources, **given.sources}, sorted({*own.disabled, *given.disabled}), damaged)


def demand_usable(snapshot: Snapshot, template: Template) -> Checklist:
    """The checklist of a project with a template; a template is refused with file, line and field of everything that is wrong in it.

    Items of the project that cannot be used are no fault of the template.

    Raises:
        InvalidData: an item cannot be used.
    """
    usable = snapshot.cached(known_items).usable
    both = with_template(usable, template.own)
    others = both.bodies[: len(both.bodies) - len(template.own.bodies)]
    together = judged_items(both)
    judged = [template.placed(fault, others) for fault in together.faults]
    faults = sorted([*template.faults, *judged], key=_line_of)
    if faults:
        text = QT_TRANSLATE_NOOP("onsite", "The items cannot be used. Errors: {count}; the first one: {first}")
        raise InvalidData(Message("onsite", text, {"count": len(faults), "first": faults[0]}), None, tuple(faults[1:]))
    return together.checklist


def _line_of(fault: Message) -> int:
    line = fault.values.get("line")
    return line if isinstance(line, int) else 0


def checklist_of(snapshot: Snapshot) -> Checklist:
    """The checklist of a project."""
    return snapshot.cached(known_items).checklist


def settings_of(own: OwnItems) -> Mapping[str, str]:
    """Project items as settings, key → JSON; each body has a key, and damaged ones stay unchanged."""
    settings = {f"{ITEM}{key}": text for key, text in own.damaged.items()}
    settings |= {f"{ITEM}{body['key']}": json.dumps(body, ensure_ascii=False) for body in own.bodies}
    settings |= {f"{SOURCE}{name}": json.dumps(text, ensure_ascii=False) for name, text in own.sources.items()}
    return settings | {f"{DISABLED}{key}": "true" for key in own.disabled}


FAULTY = QT_TRANSLATE_NOOP("onsite", "Some custom items of the project cannot be used and are left out: {first}")


def faults_message(faults: tuple[Message, ...]) -> Message:
    """Message about project items that cannot be used."""
    return Message("onsite", FAULTY, {"first": faults[0]})
