"""The ports of a type by the names and numbers that lists of cables give them."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from difflib import get_close_matches

from gpudesk.core.cabling.link_ends import LANE_BITS, PORT_BITS
from gpudesk.core.cabling.port_parts import named_part
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.names.connector_names import named_connector
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_records import switches
from gpudesk.derived.links.os_port_names import host_connectors
from gpudesk.derived.ports.port_columns import NO_CABLES
from gpudesk.formats.fabric.cable_list import CableRecord, NamedEnd
from gpudesk.formats.tables.netbox_origin import plain_names
from gpudesk.project.port_part_rules import part_names
from gpudesk.project.snapshot import Snapshot

_MOST_NAMED = 5
_CONNECTORS = 2
"""Of a twin-port module, unless more cables of its port are named."""
_SPLITS = (2, 4, 8)
"""Numbers of connectors of the module in a port."""


@dataclass(frozen=True, slots=True)
class ListedParts:
    """How a list splits a port.

    Attributes:
        parts: into how many parts or connectors, as far as the list confirms it.
        highest: the highest number of a connector in the list, 0 if it names none.
        named: how many connectors the list names.
    """

    parts: int = _CONNECTORS
    highest: int = 0
    named: int = 0


class TypePorts:
    """The ports of one type by their names.

    Args:
        tray: which of the trays of a rack-scale system, whose ports alone are meant; ABSENT for all ports. Trays call their adapters alike,
            and ports of a tray have no names but their own where no tray is meant.
    """

    def __init__(self, kind: HardwareType, tray: int = ABSENT) -> None:
        rows = sorted(((port, group) for group in kind.port_groups for port in group.ports), key=lambda row: row[0].index)
        tray_ports = None if tray == ABSENT else frozenset(kind.trays[tray].ports)
        shared = frozenset(index for other_tray in kind.trays for index in other_tray.ports) if tray == ABSENT else frozenset()
        self.names = [port.name for port, _ in rows if tray_ports is None or port.index in tray_ports]
        self._lanes = [0 if group.role == "panel" else port.lanes for port, group in rows]
        self._by_name: dict[str, int] = {}
        for attribute in ("name", "interface", "ethernet", "rdma"):
            for port, group in rows:
                word = str(getattr(port, attribute)).casefold()
                if (tray_ports is not None and port.index not in tray_ports) or (attribute != "name" and port.index in shared):
                    continue
                if word and group.role not in NO_CABLES:
                    self._by_name.setdefault(word, port.index)
        self._switched = [port.index for port, group in rows if switches(kind, group)]

    def like(self, word: str) -> tuple[str, ...]:
        """The port names most similar to a token, else the first ones."""
        names = [name for name in self.names if name]
        return tuple(get_close_matches(word, names, _MOST_NAMED, 0.6)) or tuple(names[:_MOST_NAMED])

    def lanes(self, index: int) -> int:
        """Lanes of a port, 0 for one of a panel."""
        return self._lanes[index]

    def has_lanes(self, index: int) -> bool:
        return self._lanes[index] > 0

    def named(self, word: str, parts: int) -> tuple[int, int, int, int] | None:
        """Port, first lane, lanes of the port, and its parts, 1 for a whole one.

        Args:
            parts: into how many a port is split of which a part is named.
        """
        index = self._by_name.get(word.strip().casefold())
        if index is not None:
            return index, 0, self._lanes[index], 1
        connector = self.connector(word)
        if connector is not None:
            return self.of_connector(*connector, max(parts, _CONNECTORS))
        part = named_part(word, part_names())
        index = None if part is None else self._by_name.get(part.port)
        if part is None or index is None:
            return None
        if part.is_lane:
            return (index, part.number, self._lanes[index], parts) if part.number < self._lanes[index] else None
        lane = part.number * self._lanes[index] // parts
        return (index, lane, self._lanes[index], parts) if part.number < parts else None

    def connector(self, word: str) -> tuple[int, int] | None:
        """The port and the number of a connector of the module in it, as paper names that of a host; None for a whole port."""
        folded = word.strip().casefold()
        connector = None if folded in self._by_name else named_connector(folded)
        index = None if connector is None else self._by_name.get(connector[0])
        if connector is None or index is None or index in self._switched or self._lanes[index] < _CONNECTORS:
            return None
        return index, connector[1]

    def splits(self, index: int, number: int) -> tuple[int, ...]:
        """How many connectors the module in a port can have that has one with this number: each takes as many whole lanes."""
        lanes = self._lanes[index]
        return tuple(count for count in _SPLITS if number <= count <= lanes and lanes % count == 0)

    def of_connector(self, index: int, number: int, parts: int) -> tuple[int, int, int, int] | None:
        """The same as `named` for a connector of a port: all of them share its lanes evenly."""
        if number > parts or self._lanes[index] < parts:
            return None
        return index, (number - 1) * self._lanes[index] // parts, self._lanes[index], parts

    def numbered(self, number: int, count: int) -> tuple[int, int, int, int] | None:
        """The port that a subnet manager counts so on a node of `count` ports; a node that is no switch has it by its place."""
        of = self._switched or sorted(self._by_name.values())
        parts = max(1, count // max(len(of), 1)) if self._switched else 1
        base, part = divmod(number - 1, parts)
        if not 0 <= base < len(of):
            return None
        return of[base], part * self._lanes[of[base]] // parts, self._lanes[of[base]], 1


def connectors_of_cables(snapshot: Snapshot) -> dict[tuple[int, int, int], tuple[int, int]]:
    """Device, port and number of each connector with a cable of the project to its first lane and the connectors of the port."""
    connectors = snapshot.cached(host_connectors)
    keys = connectors.keys
    devices, ports, lanes = keys >> (PORT_BITS + LANE_BITS), keys >> LANE_BITS & (1 << PORT_BITS) - 1, keys & (1 << LANE_BITS) - 1
    ends = zip(devices.tolist(), ports.tolist(), (connectors.part + 1).tolist(), strict=True)
    return dict(zip(ends, zip(lanes.tolist(), connectors.parts.tolist(), strict=True), strict=True))


def port_word(end: NamedEnd) -> tuple[str, str]:
    """Device and whole port of an end of which the list names a part, also with the label of the port behind it, as NetBox shows it."""
    for word in plain_names(end.port):
        part = named_part(word, part_names())
        if part is not None:
            return end.device.casefold(), part.port
        connector = named_connector(word.casefold())
        if connector is not None:
            return end.device.casefold(), connector[0]
    return end.device.casefold(), ""


def parts_of(records: Sequence[CableRecord]) -> dict[tuple[str, str], ListedParts]:
    """Into how many parts each port is split whose parts or connectors the list names: two, or the next power of two above the highest.

    Connectors of a host's module split it further only if the list confirms it, see `_connectors_of`.
    """
    most: dict[tuple[str, str], int] = {}
    connectors: dict[tuple[str, str], set[int]] = {}
    whole = {(end.device.casefold(), end.port.casefold()) for record in records for end in (record.a, record.b)}
    for record in records:
        for end in (record.a, record.b):
            key = port_word(end)
            if key in whole:
                continue
            for word in plain_names(end.port):
                part = named_part(word, part_names())
                if part is not None and not part.is_lane:
                    most[key] = max(most.get(key, 2), part.number + 1)
                elif part is None and (connector := named_connector(word.casefold())) is not None:
                    connectors.setdefault(key, set()).add(connector[1])
    for key, numbers in connectors.items():
        most[key] = max(most.get(key, 2), _connectors_of(numbers))
    none = frozenset[int]()
    return {
        key: ListedParts(1 << (number - 1).bit_length(), max(connectors.get(key, none), default=0), len(connectors.get(key, none)))
        for key, number in most.items()
    }


def _connectors_of(numbers: Set[int]) -> int:
    """How many connectors a port has of which a list names some.

    Four if it names both in the second half ("P3", "P4"), or one of them and the whole first half: a connector may be unused. A single
    "P3" does not say whether it is one of four or of eight: the lanes of its port may (`TypePorts.splits`). Eight likewise.
    """
    for count in (8, 4):
        lower, upper = set(range(1, count // 2 + 1)), set(range(count // 2 + 1, count + 1))
        if len(numbers & upper) > 1 or (numbers & upper and lower <= numbers):
            return count
    return 2
