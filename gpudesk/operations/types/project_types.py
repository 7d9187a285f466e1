"""Catalog entries in use are copied into the project, so that the file is self-contained."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from gpudesk.catalog.catalog import UnknownType, open_catalog
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import Plan
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

USERS = (
    ("rack", "type_id"),
    ("device", "type_id"),
    ("power_cord", "type_id"),
    ("cooling_node", "type_id"),
    ("cable", "type_id"),
    ("cable", "a_module_id"),
    ("cable", "b_module_id"),
)
"""The tables and columns whose rows name a type."""
_USUAL = {Family.RACK: ("rack", "type_id"), Family.CABLE: ("cable", "type_id"), Family.TRANSCEIVER: ("cable", "a_module_id")}
"""Where types of a family are mostly named; the others by devices."""


@operation
def use_type(edit: Edit, key: str) -> int:
    """Copy the catalog entry `key` and its parts into the project, if they are not there yet; returns the id of the copy.

    Raises:
        Refused: `key` is in neither the project nor the catalog.
    """
    known = edit.columns("catalog_item").where("key", key)
    if len(known):
        _name_step(edit, edit.types[int(known[0])].title)
        return int(known[0])
    try:
        entry = open_catalog().entry(key)
    except UnknownType as error:
        raise Refused(error.message, error.fix) from error
    body = json.dumps(entry.type.body, ensure_ascii=False, sort_keys=True)
    type_id = edit.insert("catalog_item", key=key, family=str(entry.type.family), version=entry.version, origin=entry.origin, body=body)
    for part in entry.type.contains:
        use_type(edit, part.key)
    _name_step(edit, entry.type.title)
    return type_id


def _name_step(edit: Edit, model: str) -> None:
    edit.title = Message("operations", QT_TRANSLATE_NOOP("operations", "Use {model}"), {"model": model})


def use_plan_type(edit: Edit, plan: Plan, key: str) -> int:
    """Copy a type from the project, from `plan` or from the catalog; returns the id of the copy.

    Raises:
        Refused: `key` is unknown, or the entry in the plan describes another type.
        InvalidData: the entry in the plan is not well formed.
    """
    body = plan.types.get(key)
    if body is None or len(edit.columns("catalog_item").where("key", key)):
        return use_type(edit, key)
    kind = parse_type(body)
    if kind.key != key:
        text = QT_TRANSLATE_NOOP("operations", "The entry {key} of the plan describes {other}.")
        raise Refused(Message("operations", text, {"key": key, "other": kind.key}))
    stored = json.dumps(body, ensure_ascii=False, sort_keys=True)
    type_id = edit.insert("catalog_item", key=key, family=str(kind.family), version="", origin="import", body=stored)
    for part in kind.contains:
        use_plan_type(edit, plan, part.key)
    return type_id


def use_brought_type(edit: Edit, brought: Mapping[str, Mapping[str, Any]], key: str) -> int:
    """Copy a type from the project, from a list or from the catalog; returns the id of the copy.

    Raises:
        Refused: `key` is unknown.
    """
    body = brought.get(key)
    if body is None or len(edit.columns("catalog_item").where("key", key)):
        return use_type(edit, key)
    stored = json.dumps(body, ensure_ascii=False, sort_keys=True)
    return edit.insert("catalog_item", key=key, family=str(body["family"]), version="", origin="import", body=stored)


def drop_if_unused(edit: Edit, type_ids: Ids) -> None:
    """Remove the copies of some types, and others without references, if one of them lost its last reference."""
    users = [(edit.columns(table), column) for table, column in USERS]
    for type_id in _distinct(type_ids):
        # Mostly many others name it, in one of the columns: a look at a few rows of each says so.
        usual = users[USERS.index(_USUAL.get(edit.types[type_id].family, ("device", "type_id")))]
        if not any(columns.met(column, type_id) for columns, column in [usual, *users]) and not any(
            columns.holds(column, type_id) for columns, column in users
        ):
            drop_unused(edit)
            return


def _distinct(type_ids: Ids) -> list[int]:
    """The different ids, ABSENT left out; half a million cables are of a few types."""
    distinct: list[int] = np.flatnonzero(np.bincount(type_ids[type_ids != ABSENT])).tolist()
    return distinct


def drop_unused(edit: Edit) -> None:
    """Remove the copies that no rack, device, cord, cable, part of the cooling or other copy names any more."""
    used = {type_id for table, column in USERS for type_id in _distinct(edit.columns(table)[column])}
    items, types = edit.columns("catalog_item"), edit.types
    waiting = list(used)
    while waiting:
        for part in types[waiting.pop()].contains:
            part_id = types.id_of(part.key)
            if part_id is not None and part_id not in used:
                used.add(part_id)
                waiting.append(part_id)
    for type_id in items.ids.tolist():
        if type_id not in used:
            edit.delete("catalog_item", type_id)
