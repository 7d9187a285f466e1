"""Links for NVIDIA's Cable Validation Tool: the point-to-point workbook, the topology file, and the map of adapters.

Columns and lines are those of its manual (UFM Cable Validation Tool 1.5.0, P2P File, Topo File and Optional Files). Host ports of
InfiniBand are numbers there, which the map turns into RDMA devices; by default 1, 2, 3… are mlx5_0, mlx5_1, mlx5_2…, which is wrong on a
DGX H100.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from gpudesk.core.cabling.link_protocol import LANE_GBPS, Protocol
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.fabric.fabric_records import FabricRecords, RecordEnds
from gpudesk.derived.fabric.subnet import Subnet
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.formats.tables.device_list_write import unit_cell
from gpudesk.formats.tables.tables import Cell
from gpudesk.formats.text.reader_text import safe_names, topology_word
from gpudesk.project.snapshot import Snapshot

INFINIBAND_SHEET, ETHERNET_SHEET = "InfiniBand", "Ethernet"
INFINIBAND_HEAD = ("Rack", "U", "Name", "HCA/Port", "Rack", "U", "Name", "Port")
ETHERNET_HEAD = ("A-Rack", "A-U", "A-Node Name", "A-Type", "A-Port", "Z-Rack", "Z-RU", "Z-Node Name", "Z-Type", "Z-Port")
_ADAPTER_SYSTEM = "HCA_mlx5_3"
"""System name of every adapter in the manual's example."""
Row = list[Cell]


def adapter_numbers(records: FabricRecords) -> dict[str, int]:
    """Map each RDMA device to its workbook number: 1 for the first in the project, in natural order."""
    names: set[str] = set()
    for end in (records.a, records.b):
        picked = (records.protocol == Protocol.INFINIBAND) & ~end.switch
        names.update(rdma for rdma in end.rdma[picked] if rdma)
    return {name: number for number, name in enumerate(sorted(names, key=natural_key), 1)}


def point_to_point(snapshot: Snapshot, records: FabricRecords) -> dict[str, list[Row]]:
    """The sheets of the workbook; a sheet without links is left out."""
    numbers = adapter_numbers(records)
    spots = _Spots(snapshot)
    sheets: dict[str, list[Row]] = {}
    for sheet, protocol, head in (
        (INFINIBAND_SHEET, Protocol.INFINIBAND, INFINIBAND_HEAD),
        (ETHERNET_SHEET, Protocol.ETHERNET, ETHERNET_HEAD),
    ):
        chosen = records.picked(np.flatnonzero(records.protocol == protocol))
        rows = [
            _row(spots.of(a), spots.of(b), chosen.a, chosen.b, link, protocol, numbers)
            for link, (a, b) in enumerate(zip(chosen.a.device.tolist(), chosen.b.device.tolist(), strict=True))
        ]
        if rows:
            sheets[sheet] = [list(head), *rows]
    return sheets


def _row(
    a_spot: tuple[Cell, Cell],
    b_spot: tuple[Cell, Cell],
    a: RecordEnds,
    b: RecordEnds,
    link: int,
    protocol: Protocol,
    numbers: Mapping[str, int],
) -> Row:
    row: Row = []
    for spot, end in ((a_spot, a), (b_spot, b)):
        port = end.port_name[link] if end.switch[link] else end.interface[link]
        if protocol is Protocol.INFINIBAND:
            port = port if end.switch[link] else numbers.get(end.rdma[link], end.port_name[link])
            row += [*spot, end.node[link], port]
        else:
            row += [*spot, end.node[link], "Switch" if end.switch[link] else "Host", port]
    return row


class _Spots:
    """Rack and lowest unit of devices, from their outermost holder; devices next to the units have none.

    A rack-scale system is its own rack; the units of its trays are not published.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        where = snapshot.cached(whereabouts)
        self._root, self._rack = where.root, where.rack
        devices = snapshot["device"]
        is_beside_units = snapshot.types.codes("mount", devices["type_id"]) == Mount.ZERO_U
        self._position = np.where(is_beside_units, ABSENT, devices["position"])
        racks = snapshot["rack"]
        self._names = dict(zip(racks.ids.tolist(), racks["name"].tolist(), strict=True))
        self._whole = np.isin(devices["type_id"], [type_id for type_id, kind in snapshot.types.items() if kind.is_rack_scale])
        self._devices = devices["name"]

    def of(self, place: int) -> tuple[Cell, Cell]:
        name, root = self._names.get(int(self._rack[place])), int(self._root[place])
        if name is None and self._whole[root]:
            return str(self._devices[root]), None
        position = int(self._position[root])
        return (None, None) if name is None else (name, unit_cell(position) if position >= 0 else None)


def adapter_map_rows(records: FabricRecords) -> list[Row]:
    """The map of adapters: port number and RDMA device."""
    rows: list[Row] = [["port", "hca-name"]]
    rows.extend([number, name] for name, number in adapter_numbers(records).items())
    return rows


def topology_names(subnet: Subnet) -> dict[str, str]:
    """Device to its name in the topology file."""
    names = sorted({str(name) for name in subnet.nodes.name})
    return dict(zip(names, safe_names(names, topology_word, longest=TEXT_BOUNDS["name"].most, joint="_"), strict=True))


def topology_text(subnet: Subnet) -> str:
    """The InfiniBand links switch by switch, each at both ends, as ibdiagnet writes them."""
    return "\n".join(_lines(subnet)) + "\n"


def _lines(subnet: Subnet) -> Iterator[str]:
    nodes = subnet.nodes
    names = topology_names(subnet)
    models = [description.rpartition(":")[2].partition("/")[0] for description in nodes.description]
    at: dict[int, list[tuple[int, str]]] = {}
    links = zip(
        subnet.a_node.tolist(),
        subnet.a_port.tolist(),
        subnet.b_node.tolist(),
        subnet.b_port.tolist(),
        subnet.width.tolist(),
        subnet.speed,
        strict=True,
    )
    for a, a_port, b, b_port, width, speed in links:
        rate = f"-{width}x-{LANE_GBPS.get(speed, 0):g}G->"
        for own, port, peer, peer_port in ((a, a_port, b, b_port), (b, b_port, a, a_port)):
            if nodes.switch[own]:
                if nodes.switch[peer]:
                    text = f"{models[peer]} {names[nodes.name[peer]]} P{peer_port}"
                else:
                    text = f"{_ADAPTER_SYSTEM} {names[nodes.name[peer]]} {topology_word(nodes.adapter[peer] or nodes.port[peer])}/P1"
                at.setdefault(own, []).append((port, f"   P{port} {rate} {text}"))
    for node in sorted(at):
        yield f"{models[node]} {names[nodes.name[node]]}"
        yield from (line for _, line in sorted(at[node]))
        yield ""
