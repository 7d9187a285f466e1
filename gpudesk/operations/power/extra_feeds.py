"""Additional feeds for a rack with insufficient feed capacity."""

from typing import Any

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.pdu_room import free_sides, vertical_pdus
from gpudesk.operations.power.power_feeds import SIDES
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_OF_FEED = (
    "hall_id",
    "fed_by_id",
    "alternate_id",
    "wiring",
    "line",
    "voltage_v",
    "breaker_a",
    "derating_percent",
    "continuous_percent",
    "capacity_va",
    "receptacle",
    "phase",
)
"""Properties that a new feed copies from the existing one."""


@operation
def add_rack_feeds(edit: Edit, rack_id: int, count: int) -> tuple[int, ...]:
    """Add feeds and PDUs like the first one to a rack, and redistribute its cords over all of them; returns the ids of the PDUs.

    Raises:
        Refused: the rack has no vertical PDU on a feed to copy, there is no room next to its units, or the number is too large.
    """
    rack = edit.row("rack", rack_id)
    devices = edit.columns("device")
    present = vertical_pdus(devices, edit.types, rack_id)
    model = next((int(pdu_id) for pdu_id in present.tolist() if _feed_of(edit, int(pdu_id)) is not None), None)
    if model is None:
        text = QT_TRANSLATE_NOOP("operations", "{rack} has no PDU with its own feed to use as a pattern.")
        raise Refused(Message(_CONTEXT, text, {"rack": str(rack["name"])}))
    sides = free_sides(devices, edit.columns("rack"), edit.types, rack_id)
    if not 0 < count <= min(len(sides), len(SIDES) - len(present)):
        text = QT_TRANSLATE_NOOP("operations", "{rack} has space for {places} more vertical PDUs.")
        raise Refused(Message(_CONTEXT, text, {"rack": str(rack["name"]), "places": len(sides)}))
    row, feed = edit.row("device", model), _feed_of(edit, model)
    assert feed is not None  # noqa: S101 - narrows the type
    kind = edit.types[int(row["type_id"])]
    pdu_ids: list[int] = []
    for number, side in enumerate(sides[:count], len(present)):
        letter = SIDES[number]
        pdu = place_device(edit, kind.key, rack_id, int(row["position"]), int(Face.REAR), side, phase=int(row["phase"]))
        above = {name: feed[name] for name in _OF_FEED}
        node = edit.insert("power_node", kind=int(PowerNodeKind.FEED), name=f"{rack['name']}-{letter}", feed_side=letter, **above)
        edit.insert("power_cord", device_id=pdu, port=sockets(kind).inlets[0].port, from_node_id=node, phase=int(row["phase"]))
        pdu_ids.append(pdu)
    wire_power(edit, [rack_id], rewire=True, feeds=False)
    text = QT_TRANSLATE_NOOP("operations", "Add one more feed like {name} to {rack}")
    if count > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} more {count|feed|feeds} like {name} to {rack}")
    edit.title = Message(_CONTEXT, text, {"rack": str(rack["name"]), "count": count, "name": str(feed["name"])})
    return tuple(pdu_ids)


def _feed_of(edit: Edit, pdu: int) -> dict[str, Any] | None:
    """The feed of a PDU, None if it has none."""
    cords = edit.columns("power_cord")
    on = cords["from_node_id"][cords["device_id"] == pdu]
    on = on[on != ABSENT]
    return dict(edit.row("power_node", int(on[0]))) if len(on) else None
