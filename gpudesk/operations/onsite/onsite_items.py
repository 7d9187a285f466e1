"""The checklist of a project: items that it adds, changes, or does without, and whole templates of them."""

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.tray_items import tray_key
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.onsite.known_items import (
    DISABLED,
    ITEM,
    SOURCE,
    checklist_of,
    judged_items,
    known_items,
    own_items,
    settings_of,
    shipped_checklist,
    unusable_items,
    with_template,
)
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "onsite"
MOST_OWN = 500
"""Maximum number of project items."""
_MOST_FAULTS = 20


@operation
def put_checklist_item(edit: Edit, body: Mapping[str, Any]) -> None:
    """Add an item, or change the one with its key; results evaluated by another limit become stale.

    Args:
        body: as in a file of `resources/checklists`, and its `stage`.

    Raises:
        InvalidData: it is not valid, reads values that do not exist, or items would depend on each other in a circle.
    """
    key = str(body.get("key", ""))
    _keep(edit, with_template(edit.before.cached(own_items), OwnItems([dict(body)])), {key})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Item {item} of the checklist"), {"item": key})


@operation
def remove_checklist_item(edit: Edit, key: str) -> None:
    """Take an item of one's own out of the checklist; one of the program that was changed is as the program has it again.

    Raises:
        Refused: it is none of the project's own, or something was recorded of it.
        InvalidData: another item needs it.
    """
    own = edit.before.cached(own_items)
    if key in own.damaged:
        # What it was is not known, so nothing can be left without it: its records stay in the log.
        disabled = [other for other in own.disabled if other != key or key in shipped_checklist().items]
        _keep(edit, replace(own, damaged={name: text for name, text in own.damaged.items() if name != key}, disabled=disabled), set())
        edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Item {item} of the checklist removed"), {"item": key})
        return
    if all(body["key"] != key for body in own.bodies):
        raise _refused(QT_TRANSLATE_NOOP("onsite", "{item} is not a custom item of the project."), key)
    log, written = edit.columns("record"), {body["key"] for body in own.bodies}
    removed_keys = {key, tray_key(key)} - (written - {key}) - set(shipped_checklist().items)
    if any(len(log.where("item", removed_key)) for removed_key in removed_keys):
        remedy = QT_TRANSLATE_NOOP("onsite", "Disable it: its records are kept.")
        text = QT_TRANSLATE_NOOP("onsite", "{item} already has records.")
        raise Refused(Message(_CONTEXT, text, {"item": key}), Message(_CONTEXT, remedy))
    # An item that is gone cannot stay disabled; one of the program can.
    disabled = [other for other in own.disabled if other != key or key in shipped_checklist().items]
    _keep(edit, replace(own, bodies=[body for body in own.bodies if body["key"] != key], disabled=disabled), set())
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "Item {item} of the checklist removed"), {"item": key})


@operation
def disable_checklist_item(edit: Edit, key: str, disabled: bool = True) -> None:
    """Disable an item in this project, or enable it again; items that depend on it wait for its prerequisites.

    Raises:
        Refused: there is no such item.
    """
    if key not in checklist_of(edit.before).items and (disabled or key not in edit.before.cached(own_items).disabled):
        raise _refused(QT_TRANSLATE_NOOP("onsite", "The item {item} does not exist."), key)
    upsert_by_key.put(edit, "setting", {"key": f"{DISABLED}{key}"}, {"value": "true"} if disabled else None)
    text = QT_TRANSLATE_NOOP("onsite", "{item} disabled") if disabled else QT_TRANSLATE_NOOP("onsite", "{item} enabled")
    edit.title = Message(_CONTEXT, text, {"item": key})


@operation
def take_checklist_items(edit: Edit, given: OwnItems) -> None:
    """Apply a template: its items are added or replace those with the same keys, and items that it disables are disabled.

    Raises:
        Refused: it has an item twice.
        InvalidData: any part of it is not valid; then none of it is applied.
    """
    own = edit.before.cached(own_items)
    keys = {str(body.get("key", "")) for body in given.bodies}
    # Two with one key would hide each other without a word.
    if len(keys) != len(given.bodies):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "The template has a duplicate item, or one without a key.")))
    _keep(edit, with_template(own, given), keys)
    edit.title = Message(
        _CONTEXT, QT_TRANSLATE_NOOP("onsite", "Import a template of {count} {count|item|items}"), {"count": len(given.bodies)}
    )


def _keep(edit: Edit, own: OwnItems, given: Set[str]) -> None:
    """Store project items, if all of them can be used; those that could not be used before stay unchanged.

    Args:
        given: the keys of the items that are new or changed.

    Raises:
        Refused: there are too many.
        InvalidData: they cannot be used.
    """
    if len(own.bodies) > MOST_OWN:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("onsite", "A project can have at most {most} custom items."), {"most": MOST_OWN}))
    before, usable = edit.before.cached(own_items), edit.before.cached(known_items).usable
    unusable = set(unusable_items(edit.before)) - given
    idle_sources = {name for name, text in before.sources.items() if name not in usable.sources and own.sources.get(name) == text}
    idle_marks = set(before.disabled) - set(usable.disabled)
    usable_items = OwnItems(
        [body for body in own.bodies if str(body.get("key", "")) not in unusable],
        {name: text for name, text in own.sources.items() if name not in idle_sources},
        [key for key in own.disabled if key not in idle_marks],
    )
    faults = judged_items(usable_items).faults
    if faults:
        text = QT_TRANSLATE_NOOP("onsite", "The items cannot be used. Errors: {count}; the first one: {first}")
        raise InvalidData(Message(_CONTEXT, text, {"count": len(faults), "first": faults[0]}), None, faults[1:_MOST_FAULTS])
    wanted_settings = settings_of(own)
    settings = edit.columns("setting")
    for row, key in zip(settings.ids.tolist(), settings["key"].tolist(), strict=True):
        if key.startswith((ITEM, SOURCE, DISABLED)) and key not in wanted_settings:
            edit.delete("setting", row)
    for key, value in wanted_settings.items():
        upsert_by_key.put(edit, "setting", {"key": key}, {"value": value})


def _refused(text: str, item: str) -> Refused:
    return Refused(Message(_CONTEXT, text, {"item": item}))
