"""Trial connection of two ports: whether a cable may be connected there, and which one would be selected."""

from dataclasses import dataclass

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.link_parts import LinkEnd, Span, VerdictRow
from gpudesk.core.cabling.link_plugs import has_plugs
from gpudesk.core.cabling.link_verdict import link_verdict
from gpudesk.core.hardware.hardware import HardwareType, PortGroup
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.project_media import media
from gpudesk.derived.links.cabling_rules import cabling_rules
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.derived.ports.port_names import port_names
from gpudesk.derived.ports.shared_cages import CageMate, cage_mates
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "ports"


@dataclass(frozen=True, slots=True)
class PortTrial:
    """The result of a cable between two ports.

    Attributes:
        refused: why it cannot be connected; None if it can.
        wrong: its problems, the most severe first.
        network_id: the network it would belong to, None for none.
        route_mm: required length, None if there is no route.
        cable, a_module, b_module: keys of the parts that would be selected, "" for none.
        length_mm: stock length, None if none is selected.
        rows: the verdict on the link.
    """

    refused: Message | None
    wrong: tuple[Message, ...] = ()
    network_id: int | None = None
    route_mm: int | None = None
    cable: str = ""
    a_module: str = ""
    b_module: str = ""
    length_mm: int | None = None
    rows: tuple[VerdictRow, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is no objection to it."""
        return self.refused is None and not self.wrong


def port_trial(snapshot: Snapshot, a: tuple[int, int], b: tuple[int, int]) -> PortTrial:
    """Try a cable from a port to another one, each given as the id of its device and its number in the type."""
    if a == b:
        return PortTrial(_said(QT_TRANSLATE_NOOP("ports", "A cable requires two different ports.")))
    for device_id, port in (a, b):
        taken = _taken(snapshot, device_id, port)
        if taken is not None:
            text = QT_TRANSLATE_NOOP("ports", "Cable {number} already ends at {port}.")
            return PortTrial(_said(text, number=str(taken), port=port_name(snapshot, device_id, port)))
    for device_id, port in (a, b):
        group = port_group(snapshot, device_id, port)
        if group is None or group.role not in ("network", "panel"):
            return PortTrial(
                _said(QT_TRANSLATE_NOOP("ports", "No cable can be connected to {port}."), port=port_name(snapshot, device_id, port))
            )
    return _judged(snapshot, a, b)


def first_fitting(snapshot: Snapshot, near: tuple[int, int], device_id: int) -> int | None:
    """The first port of a device that accepts a cable from another port; else one with the reason, None on the same device.

    Ports of one group are identical, so one of each is tried.
    """
    if device_id == near[0]:
        return None
    groups = [group for group in _kind(snapshot, device_id).port_groups if group.role in ("network", "panel") and group.ports]
    used = _used(snapshot, device_id)
    free = [port for group in groups if (port := next((port.index for port in group.ports if port.index not in used), None)) is not None]
    fitting = (port for port in free if port_trial(snapshot, near, (device_id, port)).ok)
    port = next(fitting, None)
    return port if port is not None else free[0] if free else groups[0].ports[0].index if groups else None


def _judged(snapshot: Snapshot, a: tuple[int, int], b: tuple[int, int]) -> PortTrial:
    """Select the parts of a link, and evaluate it with them; if none suit, evaluate only the ports."""
    groups = [group for port in (a, b) if (group := port_group(snapshot, *port)) is not None]
    network_id = _network(snapshot, groups)
    network_gbps = None if network_id is None else float(snapshot["network"].row(network_id)["rate_gbps"])
    offered = min((group.rate_gbps for group in groups if group.rate_gbps), default=0.0)
    # A port that is slower than the network may be joined with its like.
    rate = offered if network_gbps is None or offered < network_gbps else network_gbps
    mates = [[mate for mate in cage_mates(snapshot, *port) if mate.far not in (a, b)] for port in (a, b)]
    # What shares a cage is chosen together, as if all of it were connected at once.
    near_ends = [a, *(mate.near for mate in mates[0]), *(mate.far for mate in mates[1])]
    far_ends = [b, *(mate.far for mate in mates[0]), *(mate.near for mate in mates[1])]
    ends = _ends(snapshot, near_ends), _ends(snapshot, far_ends)
    lengths = routes(snapshot, *ends).length_mm
    route = float(lengths[0])
    route_mm = None if np.isnan(route) else round(route)
    if "panel" in {group.role for group in groups}:
        return PortTrial(None, (), network_id, route_mm)
    chosen_media = media(snapshot, *ends, NetworkKind.OTHER, rate, lengths)
    keys = [
        chosen_media.keys[place] if place != ABSENT else ""
        for place in (int(chosen_media.cable[0]), int(chosen_media.a_module[0]), int(chosen_media.b_module[0]))
    ]
    length = int(chosen_media.length_mm[0])
    length_mm = None if length == ABSENT or not keys[0] else length
    parts = [_part(snapshot, key) for key in keys]
    kinds = [_kind(snapshot, device_id) for device_id, _ in (a, b)]
    near, far = (
        LinkEnd(group, module, protocols=kind.text("protocols")) for group, module, kind in zip(groups, parts[1:], kinds, strict=True)
    )
    rows = link_verdict(near, far, [Span(parts[0], length_mm)], rate or None, snapshot.cached(cabling_rules))
    wrong = [row.message for row in rows if row.ok is False]
    for port, module, held in zip((a, b), keys[1:], mates, strict=True):
        wrong += _clashes(snapshot, port, module, held)
    if not keys[0] and int(chosen_media.reason[0]) != ABSENT and not wrong:
        wrong.append(chosen_media.reasons[int(chosen_media.reason[0])][1])
    return PortTrial(None, tuple(wrong), network_id, route_mm, keys[0], keys[1], keys[2], length_mm, rows)


def port_group(snapshot: Snapshot, device_id: int, port: int) -> PortGroup | None:
    """The ports among which one of a device is, None where its type has no such port."""
    names, devices = snapshot.cached(port_names), snapshot["device"]
    type_id = devices["type_id"][[devices.position(device_id)]]
    named_port = names.ports[int(names.codes(type_id, np.array([port]))[0])]
    return None if named_port is None else named_port[0]


def port_name(snapshot: Snapshot, device_id: int, port: int) -> str:
    """Display name of device and port."""
    names, devices = snapshot.cached(port_names), snapshot["device"]
    place = devices.position(device_id)
    code = int(names.codes(devices["type_id"][[place]], np.array([port]))[0])
    return f"{devices['name'][place]} {names.names[code]}".rstrip()


def _taken(snapshot: Snapshot, device_id: int, port: int) -> int | None:
    """The cable that ends in a port."""
    return _used(snapshot, device_id).get(port)


def _used(snapshot: Snapshot, device_id: int) -> dict[int, int]:
    """The ports of a device in which a cable ends, with the id of the first one."""
    cables, used = snapshot["cable"], dict[int, int]()
    for side in "ab":
        near = cables.among(f"{side}_device_id", np.array([device_id]))
        for port, cable_id in zip(cables[f"{side}_port"][near].tolist(), cables.ids[near].tolist(), strict=True):
            used.setdefault(port, cable_id)
    return used


def _network(snapshot: Snapshot, groups: list[PortGroup]) -> int | None:
    """The first network of the kind for which one of the ports is meant."""
    networks = snapshot["network"]
    for group in groups:
        kinds = [int(kind) for kind in NetworkKind if group.network and kind.ports == group.network]
        kind_networks = networks.ids[np.isin(networks["kind"], kinds)]
        if len(kind_networks):
            return int(kind_networks[0])
    return int(networks.ids[0]) if networks.rows == 1 else None


def _clashes(snapshot: Snapshot, port: tuple[int, int], module: str, mates: list[CageMate]) -> list[Message]:
    """Contents of the cage of a port other than a module."""
    for mate in mates:
        part = mate.module or (mate.cable if mate.cable is not None and has_plugs(mate.cable) else None)
        if part is not None and part.key != module:
            text = QT_TRANSLATE_NOOP("ports", "The cage of {port} already contains {part}.")
            return [_said(text, port=port_name(snapshot, *port), part=part.model)]
    return []


def _ends(snapshot: Snapshot, ports: list[tuple[int, int]]) -> Ends:
    groups = [port_group(snapshot, *port) for port in ports]
    lanes = np.array([0 if group is None else group.lanes for group in groups], np.int32)
    return Ends(
        np.array([port[0] for port in ports]), np.array([port[1] for port in ports], np.int32), np.zeros(len(ports), np.int32), lanes
    )


def _kind(snapshot: Snapshot, device_id: int) -> HardwareType:
    return snapshot.types[int(snapshot["device"].row(device_id)["type_id"])]


def _part(snapshot: Snapshot, key: str) -> HardwareType | None:
    """A part of the project, or of the catalog where the project does not have it yet."""
    known = snapshot.types.id_of(key) if key else None
    return snapshot.types[known] if known is not None else open_catalog().get(key) if key else None


def _said(text: str, **values: str) -> Message:
    return Message(_CONTEXT, text, values)
