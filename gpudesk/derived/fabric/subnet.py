"""The InfiniBand links of a project as a subnet manager sees them: nodes with GUIDs and descriptions, ports counted from 1."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.cabling.link_protocol import Protocol, infiniband_link
from gpudesk.core.cabling.port_parts import part_name
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.names.text_limits import one_line
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_records import FabricRecords, RecordEnds, Texts, fabric_records, switched_names, switched_ports
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.project.port_part_rules import part_names
from gpudesk.project.snapshot import Snapshot

Guids: TypeAlias = NDArray[np.int64]
_LOCAL = 0x02 << 56
"""The bit of a locally assigned EUI-64: a plan cannot contain the GUIDs of hardware that was not delivered."""
_DEVICE_SHIFT, _PORT_SHIFT, _PART_SHIFT = 20, 4, 1
LONGEST_DESCRIPTION = 64
"""Bytes of a node description (InfiniBand Architecture Specification, volume 1, NodeDescription)."""
MANAGES = "fabric management"
"""The role of devices on which a subnet manager runs."""


@dataclass(frozen=True, slots=True, eq=False)
class SubnetNodes:
    """The nodes with links, in output order: shape (nodes,).

    Attributes:
        guid: locally administered, constant for a device (and port) while it is in the project.
        device: index of the device in the table `device`.
        host: a number for each host: the index of a device; for a tray of a rack-scale system a number beyond all device indexes.
        switch: whether it is a switch; else it is a host channel adapter with one port.
        ports: number of ports.
        description: node description ("MF0;leaf-01:MQM9700/U1", "dgx-001 mlx5_0").
        name: name of the host: of the device, or of its tray.
        adapter: RDMA device of an adapter, "" for switches and if unknown.
        port: name of the port of an adapter, "" for switches.
        subnet: 0 for the first subnet, counted by connectivity.
    """

    guid: Guids
    device: Ids
    host: Ids
    switch: Flags
    ports: Ints
    description: Texts
    name: Texts
    adapter: Texts
    port: Texts
    subnet: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Subnet:
    """Every link once, shape (links,): `a_node` and `b_node` are indexes in `nodes`, `a_port` and `b_port` count from 1.

    Attributes:
        records: the same links with the names of their ports.
        width: lanes of each link.
        speed: its speed as named by the subnet manager ("NDR"), "" if none matches.
    """

    records: FabricRecords
    nodes: SubnetNodes
    a_node: Ids
    a_port: Ints
    b_node: Ids
    b_port: Ints
    width: Ints
    speed: Texts


def subnet(snapshot: Snapshot) -> Subnet:
    """All InfiniBand links of a project; if a managed fabric has several subnets, all of them (use `snapshot.cached(subnet)`)."""
    every = snapshot.cached(fabric_records)
    records = every.picked(np.flatnonzero(every.protocol == Protocol.INFINIBAND))
    devices = snapshot["device"]
    ends = (records.a, records.b)
    guid = np.concatenate([_guids(devices.ids[end.device], end) for end in ends])
    guids, first, node = np.unique(guid, return_index=True, return_inverse=True)
    a_node, b_node = node[: len(records)], node[len(records) :]
    device, switch, tray = (np.concatenate([getattr(end, name) for end in ends])[first] for name in ("device", "switch", "tray"))
    host = np.where(tray == ABSENT, device, device + devices.rows * (tray.astype(np.int64) + 1))
    factor = np.ones(len(guids), np.int32)
    for at, end in ((a_node, records.a), (b_node, records.b)):
        np.maximum.at(factor, at, end.parts)
    ports = np.where(switch, switched_ports(snapshot, device) * factor, 1).astype(np.int32)
    group = _joined(len(guids), a_node, b_node)
    order = _order(snapshot, records, device, switch, group, (a_node, b_node))
    place = np.empty(len(guids), np.int64)
    place[order] = np.arange(len(guids))
    descriptions = np.concatenate([_descriptions(snapshot, end) for end in ends])[first]
    names = np.concatenate([end.node for end in ends])[first]
    adapter, port = (np.concatenate([_of_adapters(end, getattr(end, name)) for end in ends])[first] for name in ("rdma", "port_name"))
    _, subnet_of = np.unique(_first_places(group, place), return_inverse=True)
    nodes = SubnetNodes(
        guids[order],
        device[order],
        host[order],
        switch[order],
        ports[order],
        descriptions[order],
        names[order],
        adapter[order],
        port[order],
        subnet_of[order].astype(np.int32),
    )
    width, speed = _speeds(records)
    a_port, b_port = _numbers(records.a, factor[a_node]), _numbers(records.b, factor[b_node])
    return Subnet(records, nodes, place[a_node], a_port, place[b_node], b_port, width, speed)


def subnet_port_name(snapshot: Snapshot, nodes: SubnetNodes, node: int, number: int) -> str:
    """The name of a port of a node by its number; that number where the node has none such."""
    if not nodes.switch[node]:
        return str(nodes.port[node]) if number == 1 else str(number)
    names = switched_names(snapshot, int(nodes.device[node]))
    parts = max(int(nodes.ports[node]) // max(len(names), 1), 1)
    base, part = divmod(number - 1, parts)
    if not 0 <= base < len(names):
        return str(number)
    return part_name(names[base], part, parts, parts, part_names()) if part else names[base]


def switch_description(name: str, part_number: str) -> str:
    """How a managed switch describes itself to the subnet manager (form as on public clusters, NVIDIA/topograph tests/output)."""
    return _described(f"MF0;{name}:{part_number.split('-', maxsplit=1)[0]}/U1")


def adapter_description(host: str, adapter: str) -> str:
    """Node description of an adapter: the name of the host and the RDMA device, or the port if unknown."""
    return _described(f"{host} {adapter}")


def _described(text: str) -> str:
    return one_line(text).replace('"', "'").encode()[:LONGEST_DESCRIPTION].decode(errors="ignore")


def _guids(device_ids: Ids, ends: RecordEnds) -> Guids:
    # Each connector of a host port is an adapter of its own: the port of one has a single link.
    port = np.where(ends.switch, 0, (ends.port.astype(np.int64) + 1) << _PORT_SHIFT | ends.part.astype(np.int64) << _PART_SHIFT)
    return _LOCAL | (device_ids << _DEVICE_SHIFT) | port


def _numbers(ends: RecordEnds, factor: Ints) -> Ints:
    """The number of each port: a switch of which one port is split counts the parts of all."""
    number = (ends.number - 1) * factor + ends.part * factor // np.maximum(ends.parts, 1) + 1
    return np.where(ends.switch, number, 1).astype(np.int32)


def _descriptions(snapshot: Snapshot, ends: RecordEnds) -> Texts:
    type_ids = snapshot["device"]["type_id"][ends.device]
    numbers = {type_id: _part_number(snapshot, type_id) for type_id in np.unique(type_ids).tolist()}
    descriptions = [
        switch_description(node, numbers[type_id]) if switch else adapter_description(node, rdma or port)
        for node, switch, rdma, port, type_id in zip(ends.node, ends.switch, ends.rdma, ends.port_name, type_ids.tolist(), strict=True)
    ]
    texts = np.empty(len(descriptions), object)
    texts[:] = descriptions
    return texts


def _of_adapters(ends: RecordEnds, texts: Texts) -> Texts:
    adapter_texts = texts.copy()
    adapter_texts[ends.switch] = ""
    return adapter_texts


def _part_number(snapshot: Snapshot, type_id: int) -> str:
    kind = snapshot.types[type_id]
    # An order number that begins with digits (920-9B36F-00RX-8S0) is no name: such switches describe themselves by their model (Q3400_RA).
    named = bool(kind.part_numbers) and not kind.part_numbers[0][:1].isdecimal()
    return kind.part_numbers[0] if named else kind.model.replace("-", "_")


def _speeds(records: FabricRecords) -> tuple[Ints, Texts]:
    width = np.zeros(len(records), np.int32)
    speed = np.empty(len(records), object)
    both, of = np.unique(np.stack([np.nan_to_num(records.rate_gbps), records.lanes], axis=1), axis=0, return_inverse=True)
    for number, (rate, lanes) in enumerate(both.tolist()):
        is_of_speed = of.ravel() == number
        width[is_of_speed], speed[is_of_speed] = infiniband_link(rate, int(lanes))
    return width, speed


def _joined(count: int, a: Ids, b: Ids) -> Ids:
    """A number for each node that is the same for all that are joined by links: the least of their places."""
    group = np.arange(count)
    while True:
        least = group.copy()
        np.minimum.at(least, a, group[b])
        np.minimum.at(least, b, group[a])
        least = least[least]
        if np.array_equal(least, group):
            return group
        group = least


def _first_places(group: Ids, place: Ids) -> Ids:
    """The first place of any node of the same group, shape as given."""
    first = np.full(len(group), len(group))
    np.minimum.at(first, group, place)
    first_places: Ids = first[group]
    return first_places


def _order(snapshot: Snapshot, records: FabricRecords, device: Ids, switch: Flags, group: Ids, nodes: tuple[Ids, Ids]) -> Ids:
    """The order of writing: the compute network first, in it what manages the fabric, then the other adapters, then the switches."""
    networks = snapshot["network"]
    kinds = {int(network_id): int(kind) for network_id, kind in zip(networks.ids, networks["kind"], strict=True)}
    rank = np.array([kinds.get(network_id, int(NetworkKind.OTHER)) for network_id in records.network.tolist()], np.int64)
    of_group = np.full(len(device), len(NetworkKind))
    for at in nodes:
        np.minimum.at(of_group, group[at], rank)
    least = of_group[group] if len(device) else of_group
    manages = snapshot["device"]["role"][device] == MANAGES
    write_order: Ids = np.lexsort((np.arange(len(device)), switch, ~manages, group, least))
    return write_order
