"""What comes of joining two ports: whether a cable may be laid there, and which one would be."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware import PortGroup
from gpudesk.core.link_ends import Ends
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.derived.cable_routes import routes
from gpudesk.derived.port_names import port_names
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "ports"


@dataclass(frozen=True, slots=True)
class PortTrial:
    """What would come of a cable between two ports.

    Attributes:
        refused: why it cannot be laid, "" in no language; None where it can.
        wrong: what would be wrong with it, the weightiest first.
        network_id: the network to which it would belong, None for none.
        route_mm: how long it has to be, None where there is no way.
    """

    refused: Message | None
    wrong: tuple[Message, ...] = ()
    network_id: int | None = None
    route_mm: int | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing speaks against it."""
        return self.refused is None and not self.wrong


def port_trial(snapshot: Snapshot, a: tuple[int, int], b: tuple[int, int]) -> PortTrial:
    """Try a cable from a port to another one, each given as the id of its device and its number in the type."""
    if a == b:
        return PortTrial(_said(QT_TRANSLATE_NOOP("ports", "A cable needs two different ports.")))
    for device_id, port in (a, b):
        taken = _taken(snapshot, device_id, port)
        if taken is not None:
            text = QT_TRANSLATE_NOOP("ports", "Cable {number} ends in {port} already.")
            return PortTrial(_said(text, number=str(taken), port=port_name(snapshot, device_id, port)))
    groups = [port_group(snapshot, *each) for each in (a, b)]
    for (device_id, port), group in zip((a, b), groups, strict=True):
        if group is None or group.role not in ("network", "panel"):
            return PortTrial(_said(QT_TRANSLATE_NOOP("ports", "No cable can end in {port}."), port=port_name(snapshot, device_id, port)))
    found = routes(snapshot, _ends(a), _ends(b))
    length = float(found.length_mm[0])
    return PortTrial(
        None, (), _network(snapshot, [group for group in groups if group is not None]), None if np.isnan(length) else round(length)
    )


def port_group(snapshot: Snapshot, device_id: int, port: int) -> PortGroup | None:
    """The ports among which one of a device is, None where its type has no such port."""
    names, devices = snapshot.cached(port_names), snapshot["device"]
    type_id = devices["type_id"][[devices.position(device_id)]]
    found = names.ports[int(names.codes(type_id, np.array([port]))[0])]
    return None if found is None else found[0]


def port_name(snapshot: Snapshot, device_id: int, port: int) -> str:
    """Device and port as people say them."""
    names, devices = snapshot.cached(port_names), snapshot["device"]
    place = devices.position(device_id)
    code = int(names.codes(devices["type_id"][[place]], np.array([port]))[0])
    return f"{devices['name'][place]} {names.names[code]}".rstrip()


def _taken(snapshot: Snapshot, device_id: int, port: int) -> int | None:
    """The cable that ends in a port."""
    cables = snapshot["cable"]
    for side in "ab":
        near = cables.among(f"{side}_device_id", np.array([device_id]))
        found = near[cables[f"{side}_port"][near] == port]
        if len(found):
            return int(cables.ids[found[0]])
    return None


def _network(snapshot: Snapshot, groups: list[PortGroup]) -> int | None:
    """The first network of the kind for which one of the ports is meant."""
    networks = snapshot["network"]
    for group in groups:
        kinds = [int(kind) for kind in NetworkKind if group.network and kind.ports == group.network]
        mine = networks.ids[np.isin(networks["kind"], kinds)]
        if len(mine):
            return int(mine[0])
    return int(networks.ids[0]) if networks.rows == 1 else None


def _ends(port: tuple[int, int]) -> Ends:
    return Ends(np.array([port[0]]), np.array([port[1]], np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32))


def _said(text: str, **values: str) -> Message:
    return Message(_CONTEXT, text, values)
