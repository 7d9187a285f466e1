"""Devices and links as a graph in GraphML (graphml.graphdrawing.org), for what draws and measures graphs."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from gpudesk.core.cabling.link_protocol import Protocol
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_records import FabricRecords
from gpudesk.derived.racks.trays import role_at
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.formats.text.reader_text import xml_text
from gpudesk.project.snapshot import Snapshot

_NODE_KEYS = ("name", "role", "model", "rack")
_EDGE_KEYS = ("network", "protocol", "a_port", "b_port")


def graphml_text(snapshot: Snapshot, records: FabricRecords, title: str) -> str:
    """Return all devices with links, and all links: undirected, with parallel links between the same two devices."""
    return "\n".join(_lines(snapshot, records, title)) + "\n"


def _lines(snapshot: Snapshot, records: FabricRecords, title: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    yield from (f'<key id="{key}" for="node" attr.name="{key}" attr.type="string"/>' for key in _NODE_KEYS)
    yield from (f'<key id="{key}" for="edge" attr.name="{key}" attr.type="string"/>' for key in _EDGE_KEYS)
    yield '<key id="rate_gbps" for="edge" attr.name="rate_gbps" attr.type="double"/>'
    yield f'<graph id={quoteattr(xml_text(title) or "fabric")} edgedefault="undirected">'
    devices, racks, rack = snapshot["device"], snapshot["rack"], snapshot.cached(whereabouts).rack
    rack_names = dict(zip(racks.ids.tolist(), racks["name"].tolist(), strict=True))
    sides = records.a, records.b
    ends = {
        (place, tray, name) for end in sides for place, tray, name in zip(end.device.tolist(), end.tray.tolist(), end.node, strict=True)
    }
    for place, tray, name in sorted(ends):
        model = snapshot.types[int(devices["type_id"][place])].title
        node_values = (name, role_at(snapshot, place, tray), model, rack_names.get(int(rack[place]), ""))
        yield f'<node id="{_key(int(devices.ids[place]), tray)}">{_data(zip(_NODE_KEYS, node_values, strict=True))}</node>'
    networks = snapshot["network"]
    names = dict(zip(networks.ids.tolist(), networks["name"].tolist(), strict=True))
    ids = devices.ids
    hosts = (ids[records.a.device], records.a.tray, ids[records.b.device], records.b.tray)
    columns = (*hosts, records.network, records.protocol, records.rate_gbps)
    rows = zip(*(column.tolist() for column in columns), records.a.port_name, records.b.port_name, strict=True)
    for a, a_tray, b, b_tray, network, protocol, rate, a_port, b_port in rows:
        data = _data(zip(_EDGE_KEYS, (names.get(network, ""), Protocol(protocol).name.lower(), a_port, b_port), strict=True))
        speed = "" if rate != rate else f'<data key="rate_gbps">{rate:g}</data>'  # noqa: PLR0124 - NaN differs from itself
        yield f'<edge source="{_key(a, a_tray)}" target="{_key(b, b_tray)}">{data}{speed}</edge>'
    yield "</graph>"
    yield "</graphml>"


def _key(device_id: int, tray: int) -> str:
    return f"n{device_id}" if tray == ABSENT else f"n{device_id}-{tray + 1}"


def _data(pairs: Iterator[tuple[str, str]]) -> str:
    return "".join(f'<data key="{key}">{escape(xml_text(str(value)))}</data>' for key, value in pairs if value)
