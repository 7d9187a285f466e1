"""Devices in the bays of others: put in, moved from bay to bay, and all free bays filled at once. Taking out is `take_out`."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.derived.racks.bay_contents import free_bays, judge_bay, seats
from gpudesk.operations.copies.cable_copies import copy_cables
from gpudesk.operations.copies.copied_names import CopiedNames
from gpudesk.operations.copies.copying import copy_nested
from gpudesk.operations.run.new_names import checked_name, checked_phase, device_stem, next_names
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def place_in_bay(edit: Edit, type_key: str, parent_id: int, bay: str = "", name: str = "", role: str = "", phase: int | None = None) -> int:
    """Put a new device into a bay of another one; returns its id.

    Args:
        bay: the name of the bay; without it the first one that is free and suits the type.
        phase: that of the other device if not given.

    Raises:
        Refused: the bay does not exist, is taken or takes something else, or name or role is too long.
    """
    holder = edit.row("device", parent_id)
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    bay = _demand_bay(edit, type_id, parent_id, bay, None)
    name = checked_name(name) or next(next_names(edit.columns("device")["name"], device_stem(kind), 3))
    device_id = edit.insert(
        "device",
        type_id=type_id,
        parent_id=parent_id,
        slot=bay,
        name=name,
        role=checked_text("role", role) or str(kind.family),
        phase=checked_phase(holder["phase"] if phase is None else phase),
    )
    text = QT_TRANSLATE_NOOP("operations", "Place {name} in bay {bay} of {holder}")
    edit.title = Message(_CONTEXT, text, {"name": name, "bay": bay, "holder": str(holder["name"])})
    return device_id


@operation
def move_to_bay(edit: Edit, device_id: int, parent_id: int, bay: str = "") -> None:
    """Move a device into a bay of another one, from another bay or from outside; without `bay` into the first that is free and suits it.

    Raises:
        Refused: the bay does not exist, is taken or takes something else, or the device would sit in itself.
    """
    device, holder = edit.row("device", device_id), edit.row("device", parent_id)
    bay = _demand_bay(edit, int(device["type_id"]), parent_id, bay, device_id)
    edit.update("device", device_id, parent_id=parent_id, slot=bay, rack_id=None, hall_id=None, position=None, side=None)
    text = QT_TRANSLATE_NOOP("operations", "Move {name} to bay {bay} of {holder}")
    edit.title = Message(_CONTEXT, text, {"name": str(device["name"]), "bay": bay, "holder": str(holder["name"])})


@operation
def fill_bays(edit: Edit, type_key: str, parent_id: int) -> list[int]:
    """Put devices of one type into all bays of a device that are free and suit it; returns their ids.

    Raises:
        Refused: there is no such bay.
    """
    holder = edit.row("device", parent_id)
    type_id = use_type(edit, type_key)
    kind, holder_kind = edit.types[type_id], edit.types[int(holder["type_id"])]
    free = free_bays(seats(edit.columns("device"), parent_id), holder_kind, kind)
    if not free:
        text = QT_TRANSLATE_NOOP("operations", "{holder} has no free bay for {model}.")
        raise Refused(Message(_CONTEXT, text, {"holder": str(holder["name"]), "model": kind.title}))
    bays = [place_in_bay(edit, type_key, parent_id, bay) for bay in free]
    text = QT_TRANSLATE_NOOP("operations", "Fill the bays of {holder} with {count} × {model}")
    edit.title = Message(_CONTEXT, text, {"holder": str(holder["name"]), "count": len(bays), "model": kind.title})
    return bays


def repeat_in_bays(edit: Edit, group: Sequence[dict[str, Any]], count: int | None) -> list[int]:
    """Repeat devices in bays: each in the free bays of its own holder that fit it, one after the other; returns the ids.

    Args:
        count: number of repetitions; by default until no bay is left.

    Raises:
        Refused: there is no such bay.
    """
    copy_ids: list[int] = []
    originals: list[int] = []
    names = CopiedNames(edit)
    for device in group:
        kind, holder_id = edit.types[int(device["type_id"])], int(device["parent_id"])
        holder = edit.types[int(edit.row("device", holder_id)["type_id"])]
        for bay in free_bays(seats(edit.columns("device"), holder_id), holder, kind)[:count]:
            name = names.of("device").after(str(device["name"]), device_stem(kind))
            copy_ids.append(place_in_bay(edit, kind.key, holder_id, bay, name, str(device["role"]), device["phase"]))
            originals.append(int(device["id"]))
    if not copy_ids:
        text = QT_TRANSLATE_NOOP("operations", "No free bay for another copy.")
        raise Refused(Message(_CONTEXT, text, {}))
    copy_cables(edit, *copy_nested(edit, np.array(originals, np.int64), np.array(copy_ids, np.int64), names))
    text = QT_TRANSLATE_NOOP("operations", "Repeat {name} in the bays, copies: {count}")
    edit.title = Message(_CONTEXT, text, {"name": str(group[0]["name"]), "count": len(copy_ids)})
    return copy_ids


def _demand_bay(edit: Edit, type_id: int, parent_id: int, bay: str, moving: int | None) -> str:
    """The bay that a device gets.

    Raises:
        Refused: it cannot sit there.
    """
    devices, kind = edit.columns("device"), edit.types[type_id]
    verdict = judge_bay(devices, edit.types, kind, parent_id, bay, moving)
    if not bay and verdict.free:
        return verdict.free[0]
    if verdict.allowed:
        return bay
    fix = None
    if verdict.free:
        fix = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Free bays there: {bays}."), {"bays": verdict.free[:3]})
    elif not bay:
        holder = str(edit.row("device", parent_id)["name"])
        text = QT_TRANSLATE_NOOP("operations", "{holder} has no free bay for {model}.")
        raise Refused(Message(_CONTEXT, text, {"holder": holder, "model": kind.title}))
    raise Refused(verdict.blockers[0], fix)
