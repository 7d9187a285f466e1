"""Power cords of a file of NetBox against those of a project: NetBox has them among its cables."""

from collections.abc import Callable
from typing import Any

from gpudesk.core.columns import Columns
from gpudesk.core.hardware import HardwareType
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.formats.cable_list import CableRecord, NamedEnd
from gpudesk.formats.netbox_names import MOST_NAME
from gpudesk.formats.netbox_origin import plain_names
from gpudesk.project.types import Types

_End = tuple[int, int] | str
"""Device and port, or the name of a feed."""


class Cords:
    """Knows the inlets, outlets and feeds of a project, and what the cords join."""

    def __init__(self, tables: Callable[[str], Columns], types: Types) -> None:
        self._devices, self._types = tables("device"), types
        self._ports: dict[int, dict[str, int]] = {}
        nodes, cords = tables("power_node"), tables("power_cord")
        feeds = {row_id: str(nodes.row(row_id)["name"]).strip()[:MOST_NAME] for row_id in nodes.ids.tolist()}
        self._feeds = {name for row_id, name in feeds.items() if nodes.row(row_id)["kind"] == PowerNodeKind.FEED}
        self._joined: dict[frozenset[_End], int] = {}
        for row in (cords.row(row_id) for row_id in cords.ids.tolist()):
            near = (row["device_id"], row["port"])
            far: Any = feeds.get(row["from_node_id"]) if row["from_device_id"] is None else (row["from_device_id"], row["from_port"])
            self._joined[frozenset([near, far])] = row["id"]

    def is_cord(self, record: CableRecord) -> bool:
        """Whether both ends are of power."""
        return self._end(record.a) is not None and self._end(record.b) is not None

    def row(self, record: CableRecord) -> int | None:
        """The cord of the project, None where it has none between these ends."""
        ends = [end for end in (self._end(record.a), self._end(record.b)) if end is not None]
        return self._joined.get(frozenset(ends))

    def _end(self, end: NamedEnd) -> _End | None:
        if end.device_id is None:
            return end.port if not end.device and end.port in self._feeds else None
        type_id = int(self._devices["type_id"][self._devices.position(end.device_id)])
        if type_id not in self._ports:
            self._ports[type_id] = _power_ports(self._types[type_id])
        found = next((self._ports[type_id][name] for name in plain_names(end.port) if name in self._ports[type_id]), None)
        return None if found is None else (end.device_id, found)


def _power_ports(kind: HardwareType) -> dict[str, int]:
    return {port.name: port.index for group in kind.port_groups if group.role in ("power_in", "power_out") for port in group.ports}
