"""The ports of a type by the names and numbers that lists of cables give them."""

from difflib import get_close_matches

from gpudesk.core.cabling.port_parts import named_part
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.names.connector_names import named_connector
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_records import switches
from gpudesk.derived.ports.port_columns import NO_CABLES
from gpudesk.project.port_part_rules import part_names

_MOST_NAMED = 5
_CONNECTORS = 2
"""Of a twin-port module, unless more cables of its port are named."""


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
        part = named_part(word, part_names())
        index = None if part is None else self._by_name.get(part.port)
        if index is None and (connector := named_connector(word.casefold())) is not None:
            return self._of_connector(*connector, max(parts, _CONNECTORS))
        if part is None or index is None:
            return None
        if part.is_lane:
            return (index, part.number, self._lanes[index], parts) if part.number < self._lanes[index] else None
        lane = part.number * self._lanes[index] // parts
        return (index, lane, self._lanes[index], parts) if part.number < parts else None

    def _of_connector(self, name: str, number: int, parts: int) -> tuple[int, int, int, int] | None:
        """The connector of the module in the port of a host, as paper names it: "OSFP1P2"; all share the lanes of the port evenly."""
        index = self._by_name.get(name)
        if index is None or index in self._switched or number > parts or self._lanes[index] < parts:
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
