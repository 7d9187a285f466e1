"""Devices: place, move, swap, turn and remove them.

Each operation refuses to create an overlap; overlaps from imports are left to the checks."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType, Mount, Side
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.racks.placement import taken_side
from gpudesk.derived.racks.device_placement import Spot, Verdict, judge, span_name, unit_name
from gpudesk.operations.run.new_names import checked_name, checked_phase, device_stem, next_name
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
MOST_HALF_UNITS = 400
"""No rack is higher."""


@operation
def place_device(
    edit: Edit,
    type_key: str,
    rack_id: int,
    position: int,
    face: int = Face.FRONT,
    side: int | None = None,
    name: str = "",
    role: str = "",
    phase: int | None = None,
) -> int:
    """Put a new device into a rack; returns its id.

    Args:
        position: lowest half unit, counted from the bottom of unit 1.
        side: of a half-wide device, seen from its face (`core.racks.placement.taken_side`); others in units have none.
        phase: the rack's phase if not given.

    Raises:
        Refused: there is no room, the device does not go there, or name or role is too long.
    """
    rack = edit.row("rack", rack_id)
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    demand_way(position, face, side)
    _demand(edit, kind, Spot(rack_id, position, Face(face), side), ())
    name = checked_name(name) or next_name(edit.columns("device"), device_stem(kind), 3)
    phase = checked_phase(rack["phase"] if phase is None else phase)
    device_id = edit.insert(
        "device",
        type_id=type_id,
        rack_id=rack_id,
        position=position,
        face=int(face),
        side=taken_side(kind, side),
        name=name,
        role=checked_text("role", role) or str(kind.family),
        phase=phase,
    )
    text = QT_TRANSLATE_NOOP("operations", "Place {name} in {rack} at {unit}")
    edit.title = Message(_CONTEXT, text, {"name": name, "rack": str(rack["name"]), "unit": unit_name(position)})
    return device_id


@operation
def place_on_floor(
    edit: Edit,
    type_key: str,
    hall_id: int,
    x_mm: int = 0,
    y_mm: int = 0,
    angle_ddeg: int = 0,
    name: str = "",
    role: str = "",
    phase: int = 1,
) -> int:
    """Put a new device on the floor of a hall (a workstation, a CDU); returns its id.

    Raises:
        Refused: the device needs a rack, or name or role is too long.
    """
    hall = edit.row("hall", hall_id)
    type_id = use_type(edit, type_key)
    kind = edit.types[type_id]
    if kind.mount is not Mount.FLOOR:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} cannot be placed on the floor."), {"model": kind.title}))
    name = checked_name(name) or next_name(edit.columns("device"), device_stem(kind), 3)
    device_id = edit.insert(
        "device",
        type_id=type_id,
        hall_id=hall_id,
        x_mm=x_mm,
        y_mm=y_mm,
        angle_ddeg=angle_ddeg % 3600,
        name=name,
        role=checked_text("role", role) or str(kind.family),
        phase=checked_phase(phase),
    )
    text = QT_TRANSLATE_NOOP("operations", "Place {name} in {hall}")
    edit.title = Message(_CONTEXT, text, {"name": name, "hall": str(hall["name"])})
    return device_id


@operation
def move_device(edit: Edit, device_id: int, rack_id: int, position: int, face: int | None = None, side: int | None = None) -> None:
    """Move one device to another place; see `move_devices`."""
    device = edit.row("device", device_id)
    face = int(device["face"] or 0) if face is None else face
    side = device["side"] if side is None else side
    demand_way(position, face, side)
    move_devices(edit, [device_id], [Spot(rack_id, position, Face(face), side)])


@operation
def move_devices(edit: Edit, device_ids: Sequence[int], spots: Sequence[Spot]) -> None:
    """Move devices, each to its spot, as one step; they do not block each other during the move.

    Raises:
        Refused: there is no room for one of them, or the lists differ in length.
    """
    if len(device_ids) != len(spots) or not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Each device to be moved requires one position.")))
    for device_id, spot in zip(device_ids, spots, strict=True):
        device = edit.row("device", device_id)
        edit.row("rack", spot.rack_id)
        demand_way(spot.position, spot.face, spot.side)
        edit.update(
            "device",
            device_id,
            rack_id=spot.rack_id,
            hall_id=None,
            parent_id=None,
            slot="",
            position=spot.position,
            face=int(spot.face),
            side=taken_side(edit.types[int(device["type_id"])], spot.side),
        )
    for device_id in device_ids:
        _demand_room(edit, device_id)
    names = [str(edit.row("device", device_id)["name"]) for device_id in device_ids]
    first = spots[0]
    rack = str(edit.row("rack", first.rack_id)["name"])
    if len(names) == 1:
        text = QT_TRANSLATE_NOOP("operations", "Move {name} to {rack} at {unit}")
    else:
        text = QT_TRANSLATE_NOOP("operations", "Move {count} {count|device|devices} to {rack} at {unit}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names), "rack": rack, "unit": unit_name(first.position)})


@operation
def nudge(edit: Edit, device_ids: Sequence[int], half_units: int) -> None:
    """Move devices up (positive) or down within their racks, by the least multiple of `half_units` at which all of them fit.

    Raises:
        Refused: one of them is in no rack, or they fit nowhere in that direction.
    """
    devices = [edit.row("device", device_id) for device_id in device_ids]
    for device in devices:
        if device["rack_id"] is None:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{name} is not in a rack."), {"name": str(device["name"])}))
    kinds = [edit.types[int(device["type_id"])] for device in devices]
    spots = [spot_of(device) for device in devices]
    shift = half_units
    while any(not has_room(edit, kind, spot.shifted(shift), device_ids) for kind, spot in zip(kinds, spots, strict=True)):
        if abs(shift) > MOST_HALF_UNITS or half_units == 0:
            move_devices(edit, device_ids, [spot.shifted(half_units) for spot in spots])
        shift += half_units
    move_devices(edit, device_ids, [spot.shifted(shift) for spot in spots])


@operation
def swap_devices(edit: Edit, first_id: int, second_id: int) -> None:
    """Exchange the places of two devices.

    Raises:
        Refused: one of them is in no rack, or does not fit the place of the other.
    """
    first, second = edit.row("device", first_id), edit.row("device", second_id)
    if first_id == second_id or first["rack_id"] is None or second["rack_id"] is None:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select two devices in racks to swap.")))
    move_devices(edit, [first_id, second_id], [spot_of(second), spot_of(first)])
    text = QT_TRANSLATE_NOOP("operations", "Swap {first} and {second}")
    edit.title = Message(_CONTEXT, text, {"first": str(first["name"]), "second": str(second["name"])})


@operation
def flip_face(edit: Edit, device_id: int) -> None:
    """Mount a device on the other face of its rack; see `flip_devices`."""
    flip_devices(edit, [device_id])


@operation
def flip_devices(edit: Edit, device_ids: Sequence[int]) -> None:
    """Move devices to the other face of their racks; a half-width device stays on the same side of the rack.

    Raises:
        Refused: one of them is in no rack, or the place is occupied.
    """
    _demand_some(device_ids)
    for device_id in device_ids:
        device = edit.row("device", device_id)
        if device["rack_id"] is None:
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{name} is not in a rack."), {"name": str(device["name"])}))
        face = Face.REAR if device["face"] == Face.FRONT else Face.FRONT
        side = None if device["side"] is None else int(Side.RIGHT if device["side"] == Side.LEFT else Side.LEFT)
        edit.update("device", device_id, face=int(face), side=side)
    for device_id in device_ids:
        _demand_room(edit, device_id)
    flipped = edit.row("device", device_ids[0])
    text = QT_TRANSLATE_NOOP("operations", "Mount {name} on the front")
    if flipped["face"] == Face.REAR:
        text = QT_TRANSLATE_NOOP("operations", "Mount {name} on the rear")
    if len(device_ids) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Flip {count} {count|device|devices}")
    edit.title = Message(_CONTEXT, text, {"name": str(flipped["name"]), "count": len(device_ids)})


@operation
def take_out(edit: Edit, device_ids: Sequence[int]) -> None:
    """Take devices out of their racks without deleting them.

    Raises:
        Refused: none is named, or one is unknown.
    """
    _demand_some(device_ids)
    for device_id in device_ids:
        edit.row("device", device_id)
        edit.update("device", device_id, rack_id=None, hall_id=None, parent_id=None, slot="", position=None)
    names = tuple(str(edit.row("device", device_id)["name"]) for device_id in device_ids[:3])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Remove {names}"), {"names": names})


def _demand_some(device_ids: Sequence[int]) -> None:
    if not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))


def verdict(edit: Edit, kind: HardwareType, spot: Spot, moving: Sequence[int] = (), *, near: bool = True) -> Verdict:
    """The verdict on a place in its state within the step; `near` as in `judge`."""
    tables = edit.columns("device"), edit.columns("rack"), edit.columns("reservation")
    return judge(*tables, edit.types, kind, spot, np.array(list(moving), np.int64), near=near)


def has_room(edit: Edit, kind: HardwareType, spot: Spot, moving: Sequence[int] = ()) -> bool:
    """Whether a device fits at a place, to try one place after another."""
    return spot.position >= 0 and verdict(edit, kind, spot, moving, near=False).allowed


def spot_of(device: Mapping[str, Any]) -> Spot:
    """The place of a device that is in a rack.

    Raises:
        Refused: a file that another program wrote gives it a place that has no meaning.
    """
    position, face, side = device["position"], device["face"], device["side"]
    if position is None or position < 0 or face not in (Face.FRONT, Face.REAR) or side not in (None, Side.LEFT, Side.RIGHT):
        text = QT_TRANSLATE_NOOP("operations", "The project contains an invalid position for {name}.")
        fix = QT_TRANSLATE_NOOP("operations", "Remove the device from its rack and place it again.")
        raise Refused(Message(_CONTEXT, text, {"name": str(device["name"])}), Message(_CONTEXT, fix))
    return Spot(int(device["rack_id"]), int(position), Face(face), side)


def _demand_room(edit: Edit, device_id: int) -> None:
    device = edit.row("device", device_id)
    _demand(edit, edit.types[int(device["type_id"])], spot_of(device), (device_id,))


def demand_way(position: int, face: int, side: int | None) -> None:
    """Require that a spot is valid, whether occupied or not."""
    if position < 0:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The lowest unit is U1.")))
    if face not in (Face.FRONT, Face.REAR) or side not in (None, Side.LEFT, Side.RIGHT):
        text = QT_TRANSLATE_NOOP("operations", "A device is mounted on the front or the rear, and on the left or the right.")
        raise Refused(Message(_CONTEXT, text))


def _demand(edit: Edit, kind: HardwareType, spot: Spot, moving: Sequence[int]) -> None:
    demand_way(spot.position, spot.face, spot.side)
    outcome = verdict(edit, kind, spot, moving)
    if outcome.allowed:
        return
    fix = None
    if outcome.nearest:
        places = tuple(span_name(low, low + outcome.high - outcome.low) for low in outcome.nearest)
        fix = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Free in this rack: {places}."), {"places": places})
    raise Refused(outcome.blockers[0], fix)
