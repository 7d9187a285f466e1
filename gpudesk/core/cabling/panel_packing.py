"""Links that run over panels, packed into the plugs of trunks: which plug each link takes, and which port of a panel each plug."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.polarity import Strands, arrivals
from gpudesk.core.values.columns import ABSENT, Ids


@dataclass(frozen=True, slots=True)
class RearWay:
    """A rear port of a panel or cassette and the front ports whose strands all lead to it, as indexes of ports."""

    rear: int
    fronts: tuple[int, ...]


def rear_ways(kind: HardwareType) -> tuple[RearWay, ...]:
    """The rear ports that serve as many front ports as the first one does, ascending; none for a type that passes nothing on."""
    behind: dict[int, set[int]] = {}
    for front, rear, _ in _strands(kind):
        behind.setdefault(front, set()).add(rear)
    fronts: dict[int, list[int]] = {}
    for front, rears in sorted(behind.items()):
        if len(rears) == 1:
            fronts.setdefault(next(iter(rears)), []).append(front)
    ways = [RearWay(rear, tuple(ports)) for rear, ports in sorted(fronts.items())]
    return tuple(way for way in ways if len(way.fronts) == len(ways[0].fronts))


def strands_through(kind: HardwareType, front: int, rear: int) -> dict[int, int]:
    """Position of a front port → position of the rear port, of the strands that join these two."""
    return {at: position for ahead, behind, (at, position) in _strands(kind) if (ahead, behind) == (front, rear)}


def partners(kind: HardwareType, along: Strands) -> tuple[int, ...] | None:
    """Over a trunk between two rear ports of such panels: index of a front port → index of the one at the other end.

    Args:
        along: the destinations of the strands of one plug of the trunk.

    Returns:
        None if the strands of a front port are separated on their route.
    """
    way = rear_ways(kind)[0]
    through = [strands_through(kind, front, way.rear) for front in way.fronts]
    at_rear = {behind: place for place, strands in enumerate(through) for behind in strands.values()}
    far_fronts = []
    for strands in through:
        ends = {at_rear.get(at, ABSENT) for at in arrivals(strands.values(), [along]) if at is not None}
        if len(ends) != 1 or ABSENT in ends:
            return None
        far_fronts.append(ends.pop())
    return tuple(far_fronts)


def _strands(kind: HardwareType) -> list[tuple[int, int, tuple[int, int]]]:
    index = {(group.face, port.name): port.index for group in kind.port_groups if group.role == "panel" for port in group.ports}
    return [(index[Face.FRONT, way.front], index[Face.REAR, way.rear], (way.front_position, way.rear_position)) for way in kind.passages]


def packed(pair: Ids, per_plug: int) -> tuple[Ids, Ids]:
    """The plug of a trunk that each link takes, and its place in it.

    Args:
        pair: the pair of places that each link joins, counted from 0 on, ascending, shape (links,).
        per_plug: links of one pair that share a plug.
    """
    counts = np.bincount(pair) if len(pair) else np.zeros(0, np.int64)
    first = np.cumsum(counts) - counts
    plugs = -(-counts // per_plug)
    before = np.cumsum(plugs) - plugs
    within = np.arange(len(pair)) - first[pair]
    return before[pair] + within // per_plug, within % per_plug


def next_free(rack: Ids, free: Mapping[int, int]) -> Ids:
    """The free rear port in its rack for each end of a plug, ABSENT if none is left: shape of `rack`, (2, plugs).

    Args:
        free: rack → its number of free ports.
    """
    flat = rack.T.ravel()
    order = np.argsort(flat, kind="stable")
    racks, first, counts = np.unique(flat[order], return_index=True, return_counts=True)
    rank = np.empty(len(flat), np.int64)
    rank[order] = np.arange(len(flat)) - np.repeat(first, counts)
    most = np.array([free.get(rack_id, 0) for rack_id in racks.tolist()], np.int64)
    limit = np.empty(len(flat), np.int64)
    limit[order] = np.repeat(most, counts)
    rear_ports: Ids = np.where(rank < limit, rank, ABSENT).reshape(-1, 2).T
    return rear_ports


def pairs_of(keys: Sequence[Ids]) -> tuple[Ids, Ids]:
    """The order of links grouped by kind, and the number within its kind for each link in that order.

    Args:
        keys: the columns that define a kind, the most significant first, shape (links,) each.
    """
    order = np.lexsort(list(reversed(keys)))
    table = np.stack([key[order] for key in keys])
    return order, np.cumsum((np.diff(table, axis=1, prepend=ABSENT - 1) != 0).any(axis=0)) - 1
