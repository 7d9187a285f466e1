"""Automatic placement of a list of devices in racks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.derived.auto_place.auto_place_plan import AutoPlan, LeftOut, plan_places
from gpudesk.derived.auto_place.auto_place_request import MOST_DEVICES, Choices, ToPlace
from gpudesk.operations.run.new_names import checked_phase, device_stem, next_names
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import drop_unused, use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_IN_ALL = 400_000


@dataclass(frozen=True, slots=True)
class AutoPlaced:
    """Placed and unplaced devices.

    Attributes:
        device_ids: in the order of the list, shape (placed,).
        left_out: devices without a place, with the reasons.
    """

    device_ids: Ids
    left_out: tuple[LeftOut, ...]


@operation
def auto_place(edit: Edit, lines: Sequence[ToPlace], rack_ids: Sequence[int], choices: Choices | None = None) -> AutoPlaced:
    """Fill racks, in the order given, from a list of devices: new ones, and unplaced ones of the project.

    Devices that do not fit are left out and reported with the reason in the result.

    Raises:
        Refused: nothing is listed, a rack or type is unknown, a listed device is placed already or has another type, or nothing
            (with `choices.all_or_nothing`, not everything) can be placed.
    """
    choices = choices or Choices()
    for rack_id in rack_ids:
        edit.row("rack", rack_id)
    checked = _checked(edit, lines)
    if not rack_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select racks to fill.")))
    type_ids = {line.type_key: use_type(edit, line.type_key) for line in checked}
    types = {key: edit.types[type_id] for key, type_id in type_ids.items()}
    plan = plan_places(edit.present(), types, checked, rack_ids, choices)
    if plan.left_out and (choices.all_or_nothing or not plan.placed):
        first = plan.left_out[0]
        model = types[checked[first.line].type_key].title
        text = QT_TRANSLATE_NOOP("operations", "{count} × {model} cannot be placed.")
        raise Refused(Message(_CONTEXT, text, {"count": first.count, "model": model}), first.reason)
    if not plan.placed:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "These racks already contain everything in the list.")))
    ids = _place(edit, plan)
    drop_unused(edit)
    racks = len(plan.racks_used())
    text = QT_TRANSLATE_NOOP("operations", "Auto-place {count} {count|device|devices} in {racks} {racks|rack|racks}")
    edit.title = Message(_CONTEXT, text, {"count": plan.placed, "racks": racks})
    return AutoPlaced(ids, plan.left_out)


def _checked(edit: Edit, lines: Sequence[ToPlace]) -> list[ToPlace]:
    if not lines:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    seen: set[int] = set()
    for line in lines:
        if line.face not in (None, Face.FRONT, Face.REAR) or (line.most_in_rack is not None and line.most_in_rack < 1):
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A line of the list contains an invalid value.")))
        if not line.device_ids and not 1 <= line.count <= MOST_DEVICES:
            text = QT_TRANSLATE_NOOP("operations", "You can place 1 to {most} devices per line.")
            raise Refused(Message(_CONTEXT, text, {"most": MOST_DEVICES}))
        for device_id in line.device_ids:
            _demand_unplaced(edit, device_id, line, seen)
    count = sum(len(line.device_ids) or line.count for line in lines)
    if count > MOST_IN_ALL:
        text = QT_TRANSLATE_NOOP("operations", "Up to {most} devices can be placed at once.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_IN_ALL}))
    return [
        replace(line, role=checked_text("role", line.role), phase=None if line.phase is None else checked_phase(line.phase))
        for line in lines
    ]


def _demand_unplaced(edit: Edit, device_id: int, line: ToPlace, seen: set[int]) -> None:
    device = edit.row("device", device_id)
    name = str(device["name"])
    if device_id in seen or any(device[place] is not None for place in ("rack_id", "hall_id", "parent_id")):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{name} already has a position."), {"name": name}))
    if edit.types[int(device["type_id"])].key != line.type_key:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The type of {name} differs from that of its line."), {"name": name})
        )
    seen.add(device_id)


def _place(edit: Edit, plan: AutoPlan) -> Ids:
    """Write the places; returns the ids of the devices in the order of the list."""
    filled, racks = plan.filled, edit.columns("rack")
    rack_ids = plan.rack_ids[filled.rack]
    rack_phases = racks["phase"][racks.positions(rack_ids)]
    ids = np.full(len(filled.line), ABSENT, np.int64)
    fresh: list[int] = []
    for number, line in enumerate(plan.lines):
        rows = np.flatnonzero(filled.line == number)
        if not line.device_ids:
            fresh.extend(rows.tolist())
            continue
        for row in rows.tolist():
            ids[row] = line.device_ids[int(filled.number[row])]
            side = int(filled.side[row])
            edit.update(
                "device",
                int(ids[row]),
                rack_id=int(rack_ids[row]),
                position=int(filled.low[row]),
                face=int(filled.face[row]),
                side=None if side == ABSENT else side,
            )
    new = np.array(fresh, np.int64)
    phases = np.array([ABSENT if line.phase is None else line.phase for line in plan.lines], np.int64)[filled.line[new]]
    columns: dict[str, Array] = {
        "type_id": np.array([edit.types.id_of(kind.key) for kind in plan.kinds], np.int64)[filled.line[new]],
        "rack_id": rack_ids[new],
        "position": filled.low[new],
        "face": filled.face[new],
        "side": filled.side[new],
        "phase": np.where(phases == ABSENT, rack_phases[new], phases),
        "role": _texts([line.role or str(kind.family) for line, kind in zip(plan.lines, plan.kinds, strict=True)], filled.line[new]),
        "name": _names(edit, plan, filled.line[new]),
    }
    ids[new] = edit.insert_many("device", columns)
    lines = np.concatenate([filled.line, plan.seated.line])
    numbers = np.concatenate([filled.number, plan.seated.number])
    everything: Ids = np.concatenate([ids, _seat(edit, plan, ids)])[np.lexsort((numbers, lines))]
    return everything


def _seat(edit: Edit, plan: AutoPlan, placed: Ids) -> Ids:
    """Put devices into bays; `placed` are the ids of those in units. Returns their ids."""
    seated = plan.seated
    device_ids = np.empty(len(seated.line), np.int64)
    taken = edit.columns("device")["name"]
    names = {stem: next_names(taken, stem, 3) for stem in {device_stem(kind) for kind in plan.kinds}}
    for row, bay in enumerate(seated.bay):
        line, kind = plan.lines[int(seated.line[row])], plan.kinds[int(seated.line[row])]
        holder = int(seated.holder[row]) if seated.holder[row] != ABSENT else int(placed[seated.holder_row[row]])
        if line.device_ids:
            device_ids[row] = line.device_ids[int(seated.number[row])]
            edit.update("device", int(device_ids[row]), parent_id=holder, slot=bay)
            continue
        phase = edit.row("device", holder)["phase"] if line.phase is None else line.phase
        values = {"type_id": edit.types.id_of(kind.key), "name": next(names[device_stem(kind)]), "phase": phase}
        device_ids[row] = edit.insert("device", parent_id=holder, slot=bay, role=line.role or str(kind.family), **values)
    return device_ids


def _texts(of_line: Sequence[str], lines: Ids) -> Array:
    texts = np.empty(len(of_line), object)
    texts[:] = list(of_line)
    return texts[lines]


def _names(edit: Edit, plan: AutoPlan, lines: Ids) -> Array:
    """Names after the stem of each type, counted on from those there are."""
    taken = edit.columns("device")["name"]
    stems = [device_stem(kind) for kind in plan.kinds]
    names = {stem: next_names(taken, stem, 3) for stem in stems}
    device_names = np.empty(len(lines), object)
    device_names[:] = [next(names[stems[line]]) for line in lines.tolist()]
    return device_names
