"""Where links of a rate can end on hardware of a type: a port that is faster than the link has several places for one."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware import HardwareType, PortGroup

Ints: TypeAlias = NDArray[np.int32]
NO_RAIL = -1


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Places for one link each, in the order of the ports: shape (slots,).

    Attributes:
        port: index of the port in its type.
        lane: first lane of the link on the port.
        lanes: lanes of the link.
        rail: the rail that the type says for the port, NO_RAIL where it says none.
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
    groups = [
        group
        for group in kind.port_groups
        if group.role == "network" and not group.network and group.rate_gbps is not None and group.rate_gbps >= rate_gbps
    ]
    if not groups:
        return _slots((), rate_gbps)
    least = min(group.rate_gbps or 0.0 for group in groups)
    groups = [group for group in groups if group.rate_gbps == least]
    sizes: dict[str, int] = {}
    for group in groups:
        sizes[group.name] = sizes.get(group.name, 0) + len(group.ports)
    most = max(sizes, key=lambda name: sizes[name])
    return _slots(tuple(group for group in groups if group.name == most), rate_gbps)


def _slots(groups: tuple[PortGroup, ...], rate_gbps: float) -> Slots:
    found: list[tuple[int, int, int, int]] = []
    for group in groups:
        if group.rate_gbps is None or group.rate_gbps < rate_gbps:
            continue
        links = max(1, int(group.rate_gbps // rate_gbps)) if group.lanes else 1
        links = next(count for count in range(min(links, max(group.lanes, 1)), 0, -1) if max(group.lanes, 1) % count == 0)
        lanes = group.lanes // links
        for port in group.ports:
            rail = NO_RAIL if port.rail is None else port.rail
            found.extend((port.index, part * lanes, lanes, rail) for part in range(links))
    found.sort()
    columns = np.array(found, np.int32).reshape(-1, 4).T
    return Slots(*(np.ascontiguousarray(column) for column in columns))
