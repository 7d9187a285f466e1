"""Cooling units as devices on the floor."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from gpudesk.core.cooling.cooling_kinds import USUAL_NAMES, CoolingKind
from gpudesk.core.floor.floor import Stands
from gpudesk.core.hardware.hardware import HardwareType, Mount
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_floor import CoolingFloor
from gpudesk.operations.cooling.cooling_unit_feeds import feed_units
from gpudesk.operations.run.new_names import next_names
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet

_CONTEXT = "operations"


class Floors:
    """The floors of halls, read on demand and kept while units are placed on them."""

    def __init__(self, edit: Edit) -> None:
        self._edit = edit
        self._known: dict[int, CoolingFloor] = {}

    def of(self, hall_id: int) -> CoolingFloor:
        """The floor of a hall with the units placed on it."""
        if hall_id not in self._known:
            edit = self._edit
            self._known[hall_id] = CoolingFloor(edit.columns, edit.types, edit.present().cached(site_sheet), hall_id)
        return self._known[hall_id]


@dataclass(frozen=True, slots=True)
class At:
    """Location of new units: hall, row next to whose racks they are (None for any), what they supply and what cools them."""

    hall_id: int
    row_id: int | None
    supplies_id: int
    cooled_by_id: int | None
    phase: int


def add_units(edit: Edit, floors: Floors, kind: CoolingKind, type_: HardwareType, sides: Sequence[str], at: At) -> int:
    """Add units of one type, on the floor as far as there are places; returns how many have none.

    Args:
        sides: the `unit_side` of each.
    """
    count = len(sides)
    positions = floors.of(at.hall_id).put(kind, type_, count, at.row_id) if type_.mount is Mount.FLOOR else None
    placed = 0 if positions is None else len(positions)
    taken = np.concatenate([edit.columns("cooling_node")["name"], edit.columns("device")["name"]])
    names = list(islice(next_names(taken, USUAL_NAMES[kind], 1), count))
    type_id = use_type(edit, type_.key)
    ids: list[int | None] = [None] * count
    if positions is not None and placed:
        ids[:placed] = _stand(edit, type_id, positions, names[:placed], at.hall_id, str(type_.family), at.phase)
    values: dict[str, list[Any]] = {
        "hall_id": [at.hall_id] * count,
        "device_id": ids,
        "type_id": [None if device is not None else type_id for device in ids],
        "supplies_id": [at.supplies_id] * count,
        "cooled_by_id": [at.cooled_by_id] * count,
        "kind": [int(kind)] * count,
        "name": names,
        "unit_side": list(sides),
        "phase": [at.phase] * count,
    }
    edit.insert_many("cooling_node", values)
    return count - placed


@operation
def place_cooling_units(edit: Edit, node_ids: Sequence[int]) -> list[int]:
    """Place units without a location on the floor of their hall, with feeds; returns the ids of their devices.

    Raises:
        Refused: nothing is named; or a unit is placed already, has no floor type, is in no hall, or there is no room.
    """
    if not node_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    nodes = {node_id: edit.row("cooling_node", node_id) for node_id in dict.fromkeys(node_ids)}
    groups: dict[tuple[int, int, int, int | None], list[int]] = {}
    for node_id, node in nodes.items():
        known = None if node["type_id"] is None else edit.types[int(node["type_id"])]
        if known is None or known.mount is not Mount.FLOOR or node["hall_id"] is None or node["device_id"] is not None:
            text = QT_TRANSLATE_NOOP("operations", "{name} is not pending placement on the floor.")
            raise Refused(Message(_CONTEXT, text, {"name": str(node["name"])}))
        group = int(node["hall_id"]), int(node["type_id"]), int(node["kind"]), _row_of(edit, node["supplies_id"])
        groups.setdefault(group, []).append(node_id)
    floors, units = Floors(edit), list[int]()
    for (hall_id, type_id, kind, row_id), unit_ids in groups.items():
        type_ = edit.types[type_id]
        positions = floors.of(hall_id).put(CoolingKind(kind), type_, len(unit_ids), row_id)
        if len(positions) < len(unit_ids):
            raise no_place(edit, hall_id, type_, CoolingKind(kind), len(unit_ids) - len(positions))
        for place, node_id in enumerate(unit_ids):
            one = Stands(*(column[place : place + 1] for column in (positions.x_mm, positions.y_mm, positions.angle_ddeg)))
            name, phase = str(nodes[node_id]["name"]), int(nodes[node_id]["phase"])
            device = _stand(edit, type_id, one, [name], hall_id, str(type_.family), phase)[0]
            edit.update("cooling_node", node_id, device_id=device, type_id=None)
            units.append(device)
    others = edit.columns("cooling_node").ids
    for hall_id in dict.fromkeys(hall_id for hall_id, *_ in groups):
        feed_units(edit, hall_id, others[~np.isin(others, list(nodes))])
    text = QT_TRANSLATE_NOOP("operations", "Place {name} on the floor")
    if len(units) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Place {count} cooling {count|unit|units} on the floor")
    edit.title = Message(_CONTEXT, text, {"name": str(next(iter(nodes.values()))["name"]), "count": len(units)})
    return units


def no_place(edit: Edit, hall_id: int, type_: HardwareType, kind: CoolingKind, lacking: int) -> Refused:
    """Message for a hall without room for some units, with the fix."""
    values: dict[str, Value] = {"count": lacking, "model": type_.title, "hall": str(edit.row("hall", hall_id)["name"])}
    text = QT_TRANSLATE_NOOP("operations", "{hall} has no space for {count} × {model}.")
    fix = QT_TRANSLATE_NOOP("operations", "Enlarge the hall, or choose larger units or in-row units.")
    if kind is CoolingKind.IN_ROW:
        fix = QT_TRANSLATE_NOOP("operations", "Move racks apart to make space for in-row units, or choose perimeter units.")
    return Refused(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))


def _row_of(edit: Edit, carrier_id: int | None) -> int | None:
    """The one row that a carrier cools, None if it cools something else or more."""
    served = edit.columns("cooling_service")
    rows = served["row_id"][served["cooling_id"] == carrier_id] if carrier_id is not None else np.empty(0, np.int64)
    return int(rows[0]) if len(rows) == 1 and rows[0] != ABSENT else None


def _stand(edit: Edit, type_id: int, stands: Stands, names: Sequence[str], hall_id: int, role: str, phase: int) -> list[int]:
    count = len(stands)
    ids = edit.insert_many(
        "device",
        {
            "type_id": [type_id] * count,
            "hall_id": [hall_id] * count,
            "x_mm": stands.x_mm,
            "y_mm": stands.y_mm,
            "angle_ddeg": stands.angle_ddeg,
            "name": list(names),
            "role": [role] * count,
            "phase": [phase] * count,
        },
    )
    device_ids: list[int] = ids.tolist()
    return device_ids
