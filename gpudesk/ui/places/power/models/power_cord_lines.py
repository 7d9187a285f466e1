"""The cords of one device, or of one node of the power chain, as lines of a table."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.power.power_sockets import Socket, sockets
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.words.power_labels import tap_name
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import format_quantity, split_quantity
from gpudesk.ui.toolkit.type_name import tr_type_name


@dataclass(frozen=True, slots=True)
class CordEnd:
    """One port of the device of the table, and its connection.

    Attributes:
        device_id: that device; for a node table, the one at the other end.
        port: its port.
        gives: whether the port is an outlet.
        cord_id: None if nothing is plugged in.
        other: the object at the other end.
    """

    device_id: int
    port: int
    gives: bool
    cord_id: int | None
    other: ObjectRef | None


def heads() -> tuple[Head, ...]:
    """The heads of the table."""
    translate = QCoreApplication.translate
    return (
        Head(translate("PowerCords", "Port")),
        Head(translate("PowerCords", "Connector")),
        Head(translate("PowerCords", "Bank")),
        Head(translate("PowerCords", "Line")),
        Head(translate("PowerCords", "Other end")),
        Head(translate("PowerCords", "Cord")),
        Head(translate("PowerCords", "Load"), right=True),
        Head(""),
    )


def cords_of_device(snapshot: Snapshot, device_id: int, bank: int = ABSENT) -> list[Line]:
    """Every inlet of a device, then every outlet, or those of one bank."""
    row = snapshot["device"].row(device_id)
    type_sockets = sockets(snapshot.types[int(row["type_id"])])
    cords = snapshot["power_cord"]
    into = {int(cords["port"][place]): int(place) for place in np.flatnonzero(cords["device_id"] == device_id)}
    outof = {int(cords["from_port"][place]): int(place) for place in np.flatnonzero(cords["from_device_id"] == device_id)}
    lines = [_line(snapshot, device_id, inlet, into.get(inlet.port), gives=False) for inlet in type_sockets.inlets if bank == ABSENT]
    lines += [
        _line(snapshot, device_id, outlet, outof.get(outlet.port), gives=True, bank=type_sockets.banks[outlet.bank])
        for outlet in type_sockets.outlets
        if bank in (ABSENT, outlet.bank)
    ]
    return lines


def cords_of_node(snapshot: Snapshot, node_id: int) -> list[Line]:
    """Every cord that leads from a node."""
    cords, devices = snapshot["power_cord"], snapshot["device"]
    lines = []
    for place in cords.among("from_node_id", np.array([node_id], np.int64)).tolist():
        device_id, port = int(cords["device_id"][place]), int(cords["port"][place])
        name, inlet = _port(snapshot, device_id, port)
        end = CordEnd(device_id, port, False, int(cords.ids[place]), ObjectRef("device", device_id))
        shown = f"{devices.row(device_id)['name']} {name}".rstrip()
        kind = "" if inlet is None else inlet.kind.upper()
        lines.append(Line(end, (Cell(""), Cell(kind), Cell(""), Cell(""), Cell(shown), *_tail(snapshot, place, can_show=True))))
    return lines


def _line(snapshot: Snapshot, device_id: int, socket: Socket, place: int | None, *, gives: bool, bank: str = "") -> Line:
    cords = snapshot["power_cord"]
    other, shown = _other(snapshot, place, gives=gives)
    free = QCoreApplication.translate("PowerCords", "free") if gives else QCoreApplication.translate("PowerCords", "not connected")
    end = CordEnd(device_id, socket.port, gives, None if place is None else int(cords.ids[place]), other)
    cells = (
        Cell(socket.name),
        Cell(socket.kind.upper(), ink="text.secondary"),
        Cell(bank, ink="text.secondary"),
        Cell(tap_name(socket.tap) if gives else "", ink="text.secondary"),
        Cell(shown or free, ink="" if shown else "text.tertiary"),
    )
    return Line(end, (*cells, *_tail(snapshot, place, can_show=other is not None)))


def _other(snapshot: Snapshot, place: int | None, *, gives: bool) -> tuple[ObjectRef | None, str]:
    """The object at the other end of a cord, and its name with that of the port."""
    if place is None:
        return None, ""
    cords = snapshot["power_cord"]
    device, port = ("device_id", "port") if gives else ("from_device_id", "from_port")
    device_id = int(cords[device][place])
    if device_id == ABSENT:
        node_id = int(cords["from_node_id"][place])
        return ObjectRef("power_node", node_id), str(snapshot["power_node"].row(node_id)["name"])
    name, _ = _port(snapshot, device_id, int(cords[port][place]))
    return ObjectRef("device", device_id), f"{snapshot['device'].row(device_id)['name']} {name}".rstrip()


def _port(snapshot: Snapshot, device_id: int, port: int) -> tuple[str, Socket | None]:
    type_sockets = sockets(snapshot.types[int(snapshot["device"].row(device_id)["type_id"])])
    socket = next((candidate for candidate in (*type_sockets.inlets, *type_sockets.outlets) if candidate.port == port), None)
    return ("" if socket is None else socket.name), socket


def _tail(snapshot: Snapshot, place: int | None, *, can_show: bool) -> tuple[Cell, Cell, Cell]:
    """Cord, load and the path to the other end."""
    show = Cell(button=QCoreApplication.translate("PowerCords", "Show") if can_show else "")
    if place is None:
        return Cell(""), Cell(""), show
    cords = snapshot["power_cord"]
    type_id, length = int(cords["type_id"][place]), int(cords["length_mm"][place])
    words = [tr_type_name(snapshot.types[type_id].model)] if type_id != ABSENT else []
    words += [format_quantity(length / 1000, "m")] if length != ABSENT else []
    return Cell(" · ".join(words), ink="text.secondary"), _load(snapshot, int(cords.ids[place])), show


def _load(snapshot: Snapshot, cord_id: int) -> Cell:
    """Load on a cord, if already calculated; never waits for the calculation."""
    plan = snapshot.known(power_plan)
    if plan is None:
        return Cell("", right=True)
    cord_places = np.flatnonzero(plan.cord_ids == cord_id)
    if not len(cord_places):
        return Cell("", right=True)
    direct = plan.network.wiring[plan.network.cord_node[cord_places[0]]] == Wiring.DC
    text, unit = split_quantity(float(plan.flow.cord_va[cord_places].sum()), "W" if direct else "VA")
    return Cell(text, unit, right=True)
