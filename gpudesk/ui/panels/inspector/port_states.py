"""Connections of the ports of one device: its cables, their other ends, and the colors that distinguish them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.links.os_port_names import end_name
from gpudesk.derived.ports.port_names import port_names
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.type_name import tr_type_name


@dataclass(frozen=True, slots=True)
class PortState:
    """A port with a cable.

    Attributes:
        cable_id: the cable; the first of its legs for a splitter.
        legs: number of cables that end in the port.
        peer_id, peer, peer_port: the device at the other end of the first, its name, and the port there.
        peer_role: purpose of that device.
        rail: that of the port at either end, ABSENT for none.
        network, network_id: purpose of the network, None for none, and its id.
        medium: the type of cable, "" if none is chosen.
        length_mm: None if none is chosen.
        severity: of the worst problem of the cable, "" for none.
    """

    cable_id: int
    legs: int
    peer_id: int
    peer: str
    peer_port: str
    peer_role: str
    rail: int
    network: NetworkKind | None
    medium: str
    length_mm: int | None
    severity: str
    network_id: int = ABSENT


def port_states(snapshot: Snapshot, device_id: int, marks: Mapping[int, str]) -> dict[int, PortState]:
    """The ports of a device that are in use, by their number in its type.

    Args:
        marks: the severity of the worst problem of each cable that has one, by id.
    """
    cables, devices, ports = snapshot["cable"], snapshot["device"], snapshot.cached(port_names)
    networks = snapshot["network"]
    device_ids = np.array([device_id], np.int64)
    near = [(int(place), side) for side in "ab" for place in cables.among(f"{side}_device_id", device_ids)]
    near.sort(
        key=lambda place_and_side: (
            int(cables[f"{place_and_side[1]}_port"][place_and_side[0]]),
            int(cables[f"{place_and_side[1]}_lane"][place_and_side[0]]),
        )
    )
    states: dict[int, PortState] = {}
    for place, side in near:
        other = "b" if side == "a" else "a"
        port, cable_id = int(cables[f"{side}_port"][place]), int(cables.ids[place])
        known = states.get(port)
        if known is not None:
            states[port] = replace(known, legs=known.legs + 1)
            continue
        peer_id = int(cables[f"{other}_device_id"][place])
        at = np.array([devices.position(device_id), devices.position(peer_id)])
        ends = np.array([port, int(cables[f"{other}_port"][place])])
        codes = ports.codes(devices["type_id"][at], ends)
        rail = int(ports.rail[codes].max())
        type_id, length = int(cables["type_id"][place]), int(cables["length_mm"][place])
        network_id = int(cables["network_id"][place])
        states[port] = PortState(
            cable_id=cable_id,
            legs=1,
            peer_id=peer_id,
            peer=str(devices["name"][at[1]]),
            peer_port=end_name(snapshot, place, other),
            peer_role=str(devices["role"][at[1]]),
            rail=rail,
            network=None if network_id == ABSENT else NetworkKind(int(networks["kind"][networks.position(network_id)])),
            medium="" if type_id == ABSENT else tr_type_name(snapshot.types[type_id].model),
            length_mm=None if length == ABSENT else length,
            severity=str(marks.get(cable_id, "")),
            network_id=network_id,
        )
    return states


def shorter_names(name: str) -> list[str]:
    """A name and ever shorter ones for smaller spaces: "storage-leaf-03", "leaf-03", "s03"."""
    parts = name.split("-")
    return list(dict.fromkeys([*("-".join(parts[first:]) for first in range(max(len(parts) - 1, 1))), short_name(name)]))


def short_name(name: str) -> str:
    """The shortest distinct form of a name: "dgx-014" is "d14", "leaf-r4" is "l4"."""
    digits = ""
    for letter in reversed(name):
        if not letter.isdecimal():
            break
        digits = letter + digits
    if not digits:
        return name[:4]
    return f"{name[0]}{digits.lstrip('0').rjust(2, '0')}"
