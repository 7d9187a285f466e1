"""How strands pass through the panels of a project: from a position of one port to a position of another."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Face, HardwareType, PortGroup
from gpudesk.core.hardware.polarity import POSITIONS, Strands, cord_strands
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.types import Types

MOST_POSITIONS = 32


@dataclass(frozen=True, slots=True, eq=False)
class PanelWays:
    """All strands through panels, sorted by `key`: shape (ways,).

    Attributes:
        panels: the ids of the types that have strands, ascending.
        key: type, port and position in it, as returned by `key_of`.
        port, position: where the strand comes out.
    """

    panels: Ids
    key: Ids
    port: Ids
    position: Ids

    def through(self, type_id: Ids, port: Ids, position: Ids) -> tuple[Ids, Ids]:
        """The port and position to which each strand leads, ABSENT for those that lead nowhere."""
        strand_keys = key_of(type_id, port, position)
        at = np.minimum(self.key.searchsorted(strand_keys), max(len(self.key) - 1, 0))
        if not len(self.key):
            return np.full(len(strand_keys), ABSENT), np.full(len(strand_keys), ABSENT)
        is_known = self.key[at] == strand_keys
        return np.where(is_known, self.port[at], ABSENT), np.where(is_known, self.position[at], ABSENT)

    def other_ports(self, type_id: int, port: int) -> list[int]:
        """The ports to which strands of one port lead, ascending."""
        low, high = self.key.searchsorted([int(key_of(type_id, port, 0)), int(key_of(type_id, port + 1, 0))])
        return sorted(set(self.port[low:high].tolist()))


def key_of(type_id: Ids | int, port: Ids | int, position: Ids | int) -> Ids:
    """Type, port and position as one number."""
    keys: Ids = (np.asarray(type_id, np.int64) << 20) | (np.asarray(port, np.int64) << 5) | position
    return keys


def panel_ways(types: Types) -> PanelWays:
    """The panel strands of all types (use `types.cached(panel_ways)`)."""
    strands: list[tuple[int, int, int]] = []
    panels = []
    for type_id, kind in types.items():
        if not kind.passages:
            continue
        panels.append(type_id)
        by_name = {(group.face, port.name): port.index for group in kind.port_groups if group.role == "panel" for port in group.ports}
        for way in kind.passages:
            front, rear = by_name.get((Face.FRONT, way.front)), by_name.get((Face.REAR, way.rear))
            if front is None or rear is None or max(way.front_position, way.rear_position) >= MOST_POSITIONS:
                continue
            strands.append((int(key_of(type_id, front, way.front_position)), rear, way.rear_position))
            strands.append((int(key_of(type_id, rear, way.rear_position)), front, way.front_position))
    strands.sort()
    key, port, position = np.array(strands, np.int64).reshape(-1, 3).T
    return PanelWays(np.array(panels, np.int64), key.copy(), port.copy(), position.copy())


def strands_between(types: Types, type_id: int, near: int, far: int) -> Strands:
    """Position of one port of a panel → position of another one, where strands lead from one to the other."""
    return types.cached(_strands)[type_id].get((near, far), {})


def _strands(types: Types) -> Mapping[int, Mapping[tuple[int, int], dict[int, int]]]:
    ways = types.cached(panel_ways)
    strands_by_type: dict[int, dict[tuple[int, int], dict[int, int]]] = {type_id: defaultdict(dict) for type_id in ways.panels.tolist()}
    for key, port, position in zip(ways.key.tolist(), ways.port.tolist(), ways.position.tolist(), strict=True):
        strands_by_type[key >> 20][(key >> 5) & 0x7FFF, port][key & 31] = position
    return strands_by_type


def cord_maps(types: Types) -> Ids:
    """Return the strand map of each cable, by type id and position, shape (ids, positions); straight if unknown."""
    table = np.tile(np.arange(MOST_POSITIONS), (max(types, default=0) + 2, 1))
    for type_id, kind in types.items():
        connector = next((end.connector for end in kind.ends if end.end == "a"), "")
        strands = cord_strands(kind.text("polarity"), POSITIONS[connector]) if connector in POSITIONS else None
        for near, far in (strands or {}).items():
            table[type_id, near] = far
    return table


def group_at(kind: HardwareType, port: int) -> PortGroup | None:
    """The ports among which one is, None where the type has no such port."""
    for group in kind.port_groups:
        if group.ports and group.ports[0].index <= port <= group.ports[-1].index:
            return group
    return None
