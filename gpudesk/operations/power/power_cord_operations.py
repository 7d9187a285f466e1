"""Power cords: plugged in, pulled out."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.operations.run.new_names import checked_phase
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"


@operation
def plug_in(
    edit: Edit,
    device_id: int,
    port: int,
    from_device_id: int | None = None,
    from_port: int | None = None,
    from_node_id: int | None = None,
    cord_key: str = "",
    length_mm: int | None = None,
    phase: int | None = None,
) -> int:
    """Connect a cord from an outlet of a device, or from a node such as a feed, to an inlet; returns its id.

    An existing cord in the inlet is unplugged.

    Args:
        port, from_port: indexes of the ports in their types; a busbar has no port.
        phase: that of the device if not given.

    Raises:
        Refused: there is no such inlet or outlet, the outlet is in use, or a device would feed itself.
    """
    device = edit.row("device", device_id)
    kind = edit.types[int(device["type_id"])]
    inlet = next((socket for socket in sockets(kind).inlets if socket.port == port), None)
    if inlet is None:
        text = QT_TRANSLATE_NOOP("operations", "{model} has no inlet number {port}.")
        raise Refused(Message(_CONTEXT, text, {"model": kind.title, "port": port}))
    if (from_device_id is None) == (from_node_id is None) or (from_device_id is None and from_port is not None):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A cord must be fed from one outlet or one feed.")))
    cords = edit.columns("power_cord")
    there = cords.ids[(cords["device_id"] == device_id) & (cords["port"] == port)]
    if from_device_id is not None:
        giver = edit.row("device", from_device_id)
        outlet = _demand_outlet(edit.types[int(giver["type_id"])], from_port)
        taken = (cords["from_device_id"] == from_device_id) & (cords["from_port"] == from_port) & ~np.isin(cords.ids, there)
        if from_port is not None and taken.any():
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Outlet {outlet} is in use."), {"outlet": outlet}))
        _demand_no_circle(edit, device_id, from_device_id)
        name = str(giver["name"])
    else:
        outlet, name = "", str(edit.row("power_node", from_node_id or 0)["name"])
    edit.delete_many("power_cord", there)
    cord_id = edit.insert(
        "power_cord",
        device_id=device_id,
        port=port,
        from_device_id=from_device_id,
        from_port=from_port,
        from_node_id=from_node_id,
        type_id=use_type(edit, cord_key) if cord_key else None,
        length_mm=length_mm,
        phase=checked_phase(int(device["phase"]) if phase is None else phase),
    )
    text = QT_TRANSLATE_NOOP("operations", "Connect {name} to {source}")
    edit.title = Message(_CONTEXT, text, {"name": f"{device['name']} {inlet.name}", "source": f"{name} {outlet}".rstrip()})
    return cord_id


@operation
def pull_out(edit: Edit, cord_ids: Sequence[int]) -> None:
    """Pull cords out.

    Raises:
        Refused: none is named, or one is unknown.
    """
    if not cord_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    names = [str(edit.row("device", int(edit.row("power_cord", cord_id)["device_id"]))["name"]) for cord_id in cord_ids]
    edit.delete_many("power_cord", np.array(sorted(set(cord_ids)), np.int64))
    text = QT_TRANSLATE_NOOP("operations", "Disconnect a cord of {name}")
    if len(cord_ids) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Disconnect {count} {count|cord|cords}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names)})


def _demand_outlet(kind: HardwareType, port: int | None) -> str:
    type_sockets = sockets(kind)
    if not type_sockets.gives:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{model} does not supply power."), {"model": kind.title}))
    if port is None:
        return ""
    outlet = type_sockets.outlet(port)
    if outlet is None:
        text = QT_TRANSLATE_NOOP("operations", "{model} has no outlet number {port}.")
        raise Refused(Message(_CONTEXT, text, {"model": kind.title, "port": port}))
    return outlet.name


def _demand_no_circle(edit: Edit, device_id: int, from_device_id: int) -> None:
    cords = edit.columns("power_cord")
    waiting, seen = [from_device_id], set[int]()
    while waiting:
        here = waiting.pop()
        if here == device_id:
            text = QT_TRANSLATE_NOOP("operations", "{name} would feed itself.")
            raise Refused(Message(_CONTEXT, text, {"name": str(edit.row("device", device_id)["name"])}))
        if here in seen:
            continue
        seen.add(here)
        above = cords["from_device_id"][cords["device_id"] == here]
        waiting.extend(above[above != ABSENT].tolist())
