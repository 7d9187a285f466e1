"""Where links of a rate can end on hardware of a type: a port that is faster than the link has several places for one."""

from collections import Counter
from dataclasses import dataclass, fields
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.hardware import HardwareType, PortGroup

Ints: TypeAlias = NDArray[np.int32]
NO_RAIL = -1
NO_TRAY = -1
MANAGER_GROUP = "fabric_manager"
"""The catalog token for ports of a switch that connect a fabric manager, so that it needs no port for nodes."""
WHOLE_PORT = 1024
"""More lanes than a port has: devices with lanes of 25 Gb/s or less share a faster port only if one lane carries the whole link."""


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Positions for one link each, in the order of the ports: shape (slots,).

    Attributes:
        port: index of the port in its type.
        lane: first lane of the link on the port.
        lanes: lanes of the link.
        rail: the rail of the port according to the type, NO_RAIL if not specified.
    """

    port: Ints
    lane: Ints
    lanes: Ints
    rail: Ints

    def __len__(self) -> int:
        return len(self.port)


def node_slots(kind: HardwareType, network: str, rate_gbps: float) -> Slots:
    """The places of a system or server in a network ("compute", "storage"…); ports that are slower than the link have none."""
    return _slots(tuple(group for group in kind.port_groups if group.role == "network" and group.network == network), rate_gbps)


def switch_slots(kind: HardwareType, rate_gbps: float) -> Slots:
    """The places of a switch: on its ports of the least rate that is enough, those of the largest group and its like."""
    groups = _data_groups(kind, rate_gbps)
    return _slots(groups if groups and (groups[0].rate_gbps or 0.0) >= rate_gbps else (), rate_gbps)


def stage_slots(kind: HardwareType, network: str, rate_gbps: float) -> tuple[Slots, int]:
    """Whole ports of a device in a network: those of the lowest sufficient rate, otherwise the fastest, slower than the link.

    Returns:
        The positions, and the switch lanes required by each: all of a port that runs at its full rate, 0 if only the rate matters.
    """
    groups = [group for group in kind.port_groups if group.role == "network" and group.network == network and group.rate_gbps]
    groups = _best(groups, rate_gbps)
    full = bool(groups) and (groups[0].rate_gbps or 0.0) <= rate_gbps
    slots = _slots(tuple(groups), None)
    return slots, int(slots.lanes.max(initial=0)) if full else 0


def has_tray_ports(kind: HardwareType) -> bool:
    """Whether ports of a rack-scale system are at its trays; of others nothing is counted by tray."""
    return any(tray.ports for tray in kind.trays)


def slots_of_trays(kind: HardwareType, slots: Slots, links: int) -> Slots:
    """For a rack-scale system, the first positions of each tray, limited to the number of links per tray; all for other types."""
    tray_of = {port: number for number, tray in enumerate(kind.trays) for port in tray.ports}
    if not tray_of:
        return slots
    taken: Counter[int] = Counter()
    chosen: list[int] = []
    for place, port in enumerate(slots.port.tolist()):
        # What is at no tray counts as one of its own.
        tray = tray_of.get(port, NO_TRAY)
        if taken[tray] < links:
            taken[tray] += 1
            chosen.append(place)
    return Slots(*(getattr(slots, field.name)[chosen] for field in fields(slots)))


def slots_from(slots: Slots, first_port: int) -> Slots:
    """The places from the one of a number on, counted from 1 in the order of the ports."""
    return Slots(*(getattr(slots, field.name)[first_port - 1 :] for field in fields(slots)))


def slots_joined(first: Slots, then: Slots) -> Slots:
    """The positions of both, one after the other."""
    return Slots(*(np.concatenate([getattr(first, column.name), getattr(then, column.name)]) for column in fields(Slots)))


def upper_slots(kind: HardwareType, rate_gbps: float, lanes: int = 0) -> Slots:
    """The positions of a switch as `switch_slots`, each with at least the given lanes; whole fastest ports if all are slower.

    Args:
        lanes: `WHOLE_PORT` for links of slow lanes.
    """
    groups = _data_groups(kind, rate_gbps)
    fast = bool(groups) and (groups[0].rate_gbps or 0.0) >= rate_gbps
    return _slots(groups, rate_gbps if fast else None, lanes)


def manager_slots(kind: HardwareType, rate_gbps: float) -> Slots:
    """The switch ports reserved for a fabric manager, whole; none if none is fast enough."""
    groups = tuple(group for group in kind.port_groups if group.name == MANAGER_GROUP and (group.rate_gbps or 0.0) >= rate_gbps)
    return _slots(groups, None)


def _data_groups(kind: HardwareType, rate_gbps: float) -> tuple[PortGroup, ...]:
    groups = [group for group in kind.port_groups if group.role == "network" and not group.network and group.rate_gbps]
    groups = _best(groups, rate_gbps)
    sizes: dict[str, int] = {}
    for group in groups:
        sizes[group.name] = sizes.get(group.name, 0) + len(group.ports)
    most = max(sizes, key=lambda name: sizes[name], default="")
    return tuple(group for group in groups if group.name == most)


def _best(groups: list[PortGroup], rate_gbps: float) -> list[PortGroup]:
    """Those of the least rate that is enough, else the fastest ones."""
    rates = sorted({group.rate_gbps or 0.0 for group in groups})
    rate = next((known_rate for known_rate in rates if known_rate >= rate_gbps), rates[-1] if rates else 0.0)
    return [group for group in groups if group.rate_gbps == rate]


def _by_wavelength(group: PortGroup, rate_gbps: float | None) -> bool:
    """Whether one port lane carries a link of some rate: single-wavelength modules (100GBASE-DR1) connect it to four slower lanes."""
    return rate_gbps is not None and group.rate_gbps is not None and group.lanes > 0 and group.rate_gbps == rate_gbps * group.lanes


def _slots(groups: tuple[PortGroup, ...], rate_gbps: float | None, least_lanes: int = 0) -> Slots:
    """Positions for links of a rate, with at least the given lanes; whole ports if no rate is specified."""
    positions: list[tuple[int, int, int, int]] = []
    for group in groups:
        if group.rate_gbps is None or (rate_gbps is not None and group.rate_gbps < rate_gbps):
            continue
        links = max(1, int(group.rate_gbps // rate_gbps)) if group.lanes and rate_gbps is not None else 1
        if least_lanes and not (least_lanes == WHOLE_PORT and _by_wavelength(group, rate_gbps)):
            links = max(1, min(links, group.lanes // least_lanes))
        links = next(count for count in range(min(links, max(group.lanes, 1)), 0, -1) if max(group.lanes, 1) % count == 0)
        lanes = group.lanes // links
        for port in group.ports:
            rail = NO_RAIL if port.rail is None else port.rail
            positions.extend((port.index, part * lanes, lanes, rail) for part in range(links))
    positions.sort()
    columns = np.array(positions, np.int32).reshape(-1, 4).T
    return Slots(*(np.ascontiguousarray(column) for column in columns))
