"""Reasons why automatic wiring found no outlet for a supply, and remedies."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_sockets import cord_fits, sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.cord_assignment import usual_cords
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"


def why_left(snapshot: Snapshot, left: Sequence[tuple[int, int]]) -> tuple[Message, ...]:
    """The reasons for which supplies (device and port) have no outlet, each once, the first met first."""
    messages = (_why(snapshot, device, port) for device, port in left)
    return tuple({message.text: message for message in messages}.values())


def _why(snapshot: Snapshot, device_id: int, port: int) -> Message:
    devices, cords, types = snapshot["device"], snapshot["power_cord"], snapshot.types
    place = devices.position(device_id)
    rack = int(snapshot.cached(whereabouts).rack[place])
    kind = types[int(devices["type_id"][place])]
    inlet = next((socket for socket in sockets(kind).inlets if socket.port == port), None)
    plug = "" if inlet is None else inlet.kind.upper()
    strips = [at for at in np.flatnonzero(devices["rack_id"] == rack).tolist() if types[int(devices["type_id"][at])].family is Family.PDU]
    values = {"rack": "" if rack == ABSENT else str(snapshot["rack"].row(rack)["name"]), "plug": plug}
    if not strips:
        text = QT_TRANSLATE_NOOP("operations", "{rack} has no PDU: add one, or connect its power supplies to a PDU of a neighboring rack.")
        return Message(_CONTEXT, text, values)
    outlets = []
    for at in strips:
        used = set(cords["from_port"][cords.among("from_device_id", devices.ids[at : at + 1])].tolist())
        outlets += [outlet for outlet in sockets(types[int(devices["type_id"][at])]).outlets if outlet.port not in used]
    if not outlets:
        text = QT_TRANSLATE_NOOP("operations", "{rack} has no free outlet: add a PDU with its feed, or choose one with more outlets.")
        return Message(_CONTEXT, text, values)
    cords_of = usual_cords(kind.key, "")
    if inlet is not None and not any(cord_fits(cord, inlet.kind, outlet.kind) for cord in cords_of for outlet in outlets):
        text = QT_TRANSLATE_NOOP(
            "operations", "{rack} has no free outlet with a cord for a {plug} inlet: choose a PDU with more matching outlets."
        )
        return Message(_CONTEXT, text, values)
    text = QT_TRANSLATE_NOOP(
        "operations", "The matching free outlets in {rack} are out of reach of the cords for {plug}: move the device or the PDU."
    )
    return Message(_CONTEXT, text, values)
