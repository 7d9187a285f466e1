"""Power cords of a file of NetBox against those of a project: NetBox has them among its cables."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.errors import Refused
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import Columns
from gpudesk.formats.fabric.cable_list import CableRecord, NamedEnd
from gpudesk.formats.netbox.netbox_names import MOST_NAME
from gpudesk.formats.tables.device_list import Kind
from gpudesk.formats.tables.netbox_origin import plain_names
from gpudesk.formats.tables.table_faults import Fault, UnreadableTable
from gpudesk.operations.exchange.import_changes import FieldChange, PreviewLine, Verdict
from gpudesk.operations.power.power_cord_operations import plug_in
from gpudesk.project.edit import Edit
from gpudesk.project.types import Types

_End = tuple[int, int] | str
"""Device and port, or the name of a feed."""
_LENGTH_STEP_MM = 10
"""NetBox keeps lengths in hundredths of a meter."""


@dataclass(frozen=True, slots=True)
class Plug:
    """A cord that differs between a row and the project, or that the project does not have.

    Attributes:
        cord_id: of the existing cord, None for a new one.
        node_id: the feed that it comes from, None if it comes from an outlet.
        length_mm: None if the file does not specify it.
    """

    record: CableRecord
    cord_id: int | None
    device_id: int
    port: int
    from_device_id: int | None
    from_port: int | None
    node_id: int | None
    length_mm: int | None


class Cords:
    """The inlets, outlets and feeds of a project, and their connections by cords."""

    def __init__(self, tables: Callable[[str], Columns], types: Types) -> None:
        self._devices, self._types = tables("device"), types
        self._ports: dict[int, dict[str, tuple[int, bool]]] = {}
        nodes, cords = tables("power_node"), tables("power_cord")
        named = {row_id: str(nodes.row(row_id)["name"]).strip()[:MOST_NAME] for row_id in nodes.ids.tolist()}
        self._feeds: dict[str, list[int]] = defaultdict(list)
        for row_id, name in named.items():
            if nodes.row(row_id)["kind"] == PowerNodeKind.FEED:
                self._feeds[name].append(row_id)
        self._joined: dict[frozenset[_End], int] = {}
        self._rows = {row_id: cords.row(row_id) for row_id in cords.ids.tolist()}
        for row in self._rows.values():
            near = (row["device_id"], row["port"])
            far: Any = named.get(row["from_node_id"]) if row["from_device_id"] is None else (row["from_device_id"], row["from_port"])
            self._joined[frozenset([near, far])] = row["id"]

    def is_cord(self, record: CableRecord) -> bool:
        """Whether both ends are of power."""
        return self._end(record.a) is not None and self._end(record.b) is not None

    def row(self, record: CableRecord) -> int | None:
        """The cord of the project, None if there is none between these ends."""
        ends = [end for end in (self._end(record.a), self._end(record.b)) if end is not None]
        return self._joined.get(frozenset(ends))

    def plug(self, record: CableRecord, cord_id: int | None) -> Plug | None:
        """The cord to plug for a row, None if its ends are not an inlet and a supply, or the feed is ambiguous."""
        ends = [self._end(record.a), self._end(record.b)]
        inlets = [end for end in ends if isinstance(end, tuple) and self._is_inlet(end)]
        if len(inlets) != 1:
            return None
        far = next(end for end in ends if end is not inlets[0])
        length_mm = record.said.get("length_mm")
        device_id, port = inlets[0]
        if isinstance(far, str):
            nodes = self._feeds[far]
            return Plug(record, cord_id, device_id, port, None, None, nodes[0], length_mm) if len(nodes) == 1 else None
        return None if far is None else Plug(record, cord_id, device_id, port, far[0], far[1], None, length_mm)

    def longer(self, record: CableRecord, cord_id: int) -> Plug | None:
        """The same cord with the length of the row, None if that equals the length in the project, or is not given."""
        stated_mm, row = record.said.get("length_mm"), self._rows[cord_id]
        before = row["length_mm"]
        if stated_mm is None or (before is not None and abs(before - stated_mm) < _LENGTH_STEP_MM):
            return None
        return Plug(record, cord_id, row["device_id"], row["port"], row["from_device_id"], row["from_port"], row["from_node_id"], stated_mm)

    def _is_inlet(self, end: tuple[int, int]) -> bool:
        type_id = int(self._devices["type_id"][self._devices.position(end[0])])
        return any(port == end[1] and is_inlet for port, is_inlet in self._ports[type_id].values())

    def _end(self, end: NamedEnd) -> _End | None:
        if end.device_id is None:
            return end.port if not end.device and end.port in self._feeds else None
        type_id = int(self._devices["type_id"][self._devices.position(end.device_id)])
        if type_id not in self._ports:
            self._ports[type_id] = _power_ports(self._types[type_id])
        power_port = next((self._ports[type_id][name] for name in plain_names(end.port) if name in self._ports[type_id]), None)
        return None if power_port is None else (end.device_id, power_port[0])


def write_cords(edit: Edit, plugs: Sequence[Plug]) -> list[tuple[int, PreviewLine]]:
    """Plug the cords; returns the row of each with its line. A cord that is moved keeps its type and its phase.

    Raises:
        UnreadableTable: one cannot be plugged so.
    """
    cords = edit.columns("power_cord")
    before = {plug.cord_id: cords.row(plug.cord_id) for plug in plugs if plug.cord_id is not None}
    kinds = {row["id"]: row["type_id"] for row in before.values()}
    # All that move are pulled out first: two of them may change places.
    edit.delete_many("power_cord", np.array(sorted(before), np.int64))
    lines = []
    for plug in plugs:
        old = None if plug.cord_id is None else before[plug.cord_id]
        key = "" if old is None or kinds[old["id"]] is None else edit.types[kinds[old["id"]]].key
        phase = None if old is None else int(old["phase"])
        length_mm = plug.length_mm if plug.length_mm is not None or old is None else old["length_mm"]
        try:
            cord_id = plug_in(edit, plug.device_id, plug.port, plug.from_device_id, plug.from_port, plug.node_id, key, length_mm, phase)
        except Refused as error:
            record = plug.record
            raise UnreadableTable([Fault(record.file, record.sheet, record.cell, error.message, error.fix)]) from error
        lines.append((cord_id, _line(edit, plug, old, length_mm)))
    return lines


def _line(edit: Edit, plug: Plug, old: Any, length_mm: int | None) -> PreviewLine:
    record = plug.record
    name = f"{record.a.device} {record.a.port} – {record.b.device} {record.b.port}".replace("  ", " ").strip()
    changes = []
    if old is not None:
        for column, value in (
            ("device_id", plug.device_id),
            ("port", plug.port),
            ("from_device_id", plug.from_device_id),
            ("from_port", plug.from_port),
            ("from_node_id", plug.node_id),
            ("length_mm", length_mm),
        ):
            if old[column] != value:
                changes.append(FieldChange(column, _said(edit, column, old[column]), _said(edit, column, value)))
    verdict = Verdict.NEW if old is None else Verdict.CHANGED
    return PreviewLine(verdict, Kind.CORD, name, "", record.file, record.sheet, record.cell, tuple(changes))


def _said(edit: Edit, column: str, value: int | None) -> str | int:
    table = {"device_id": "device", "from_device_id": "device", "from_node_id": "power_node"}.get(column)
    if value is None:
        return ""
    return value if table is None else str(edit.row(table, value)["name"])


def _power_ports(kind: HardwareType) -> dict[str, tuple[int, bool]]:
    """Name of an inlet or an outlet to its index, and whether it is an inlet."""
    return {
        port.name: (port.index, group.role == "power_in")
        for group in kind.port_groups
        if group.role in ("power_in", "power_out")
        for port in group.ports
    }
