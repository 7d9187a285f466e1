"""Units kept free."""

import numpy as np

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.racks.placement import outside
from gpudesk.derived.racks.device_placement import rack_half_units, span_name
from gpudesk.operations.run.new_names import checked_phase, object_name
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def reserve_units(
    edit: Edit, rack_id: int, position: int, height: int, face: int = Face.BOTH, reason: str = "", phase: int | None = None
) -> int:
    """Keep units of a rack free; returns the id of the reservation.

    Args:
        position, height: in half units.

    Raises:
        Refused: the units lie outside the rack, or the reason is too long.
    """
    rack = edit.row("rack", rack_id)
    top = rack_half_units(edit.columns("rack"), edit.types, np.array([rack_id]))
    if height < 1 or outside(np.array([position]), np.array([position + height]), top).any():
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "These units are outside rack {rack}."), {"rack": str(rack["name"])})
        )
    if face not in tuple(Face):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Units can be reserved on the front, the rear or both.")))
    reserved = edit.insert(
        "reservation",
        rack_id=rack_id,
        position=position,
        height=height,
        face=int(face),
        reason=checked_text("reason", reason),
        phase=checked_phase(rack["phase"] if phase is None else phase),
    )
    text = QT_TRANSLATE_NOOP("operations", "Reserve {units} in {rack}")
    edit.title = Message(_CONTEXT, text, {"units": span_name(position, position + height), "rack": str(rack["name"])})
    return reserved


@operation
def delete_reservation(edit: Edit, reservation_id: int) -> None:
    """Give reserved units free."""
    reserved = edit.row("reservation", reservation_id)
    edit.delete("reservation", reservation_id)
    units = object_name("reservation", reserved)
    rack = str(edit.row("rack", int(reserved["rack_id"]))["name"])
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Release {units} in {rack}"), {"units": units, "rack": rack})
