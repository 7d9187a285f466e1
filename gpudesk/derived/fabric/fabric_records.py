"""The links of a project as other programs name them: nodes, ports, interfaces, numbers as the subnet manager counts, rates."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import Ends, Ints
from gpudesk.core.cabling.link_protocol import Protocol
from gpudesk.core.cabling.port_parts import host_port_name
from gpudesk.core.hardware.hardware import Family, HardwareType, PortGroup
from gpudesk.core.names.connector_names import connector_name
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.links.link_rates import rates_by_lanes
from gpudesk.derived.links.links import Links, cable_side, links
from gpudesk.derived.links.os_port_names import host_connectors, parts_named, port_parts
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

Texts: TypeAlias = NDArray[np.object_]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RecordEnds:
    """One end of each link, shape (links,).

    Attributes:
        device: index of the device in the table `device`.
        port: index of the port in its type.
        part: part of a split port, 0 for a whole one.
        parts: number of parts of the port, 1 for a whole one.
        switch: whether the device is a switch, and the port a switched one.
        number: of such a port, counted from 1 among the switched ports, as if none were split; 0 for others.
        tray: index of the tray of the port among those of the type, ABSENT for a device that is one machine.
        node: name of the device; for a tray its name as a host.
        port_name: name of the port in its type, with the part of a split one ("swp1s0", "1/2/1"): the printed name on a host, with
            the connector of a module at which several cables end ("OSFP1P2").
        interface: name in the operating system of a node for the protocol of the link ("ibp24s0", "enp24s0np0"), or `port_name` if
            none is published or several cables end at the port; for a switch the name of the port.
        rdma: RDMA device of a node ("mlx5_0"), "" if not stated or if several cables end at its port.
    """

    device: Ids
    port: Ints
    part: Ints
    parts: Ints
    switch: Flags
    number: Ints
    tray: Ints
    node: Texts
    port_name: Texts
    interface: Texts
    rdma: Texts

    def picked(self, places: Ids | Flags) -> "RecordEnds":
        """Some of them."""
        return RecordEnds(*(getattr(self, name)[places] for name in self.__slots__))


@dataclass(frozen=True, slots=True, eq=False)
class FabricRecords:
    """All links of a project, over panels from end to end, shape (links,).

    Attributes:
        places: index of each in `derived.links.links`.
        network: id of the network, ABSENT for none.
        protocol: a `Protocol` each, by the switches at its ends.
        rate_gbps: of the link: the lower rate of both ends, NaN if no rate is known.
        lanes: electrical lanes of the link, 0 if unknown.
    """

    places: Ids
    network: Ids
    protocol: Ints
    rate_gbps: Floats
    lanes: Ints
    a: RecordEnds
    b: RecordEnds

    def __len__(self) -> int:
        return len(self.places)

    def picked(self, places: Ids | Flags) -> "FabricRecords":
        """Some of them."""
        return FabricRecords(
            self.places[places],
            self.network[places],
            self.protocol[places],
            self.rate_gbps[places],
            self.lanes[places],
            self.a.picked(places),
            self.b.picked(places),
        )


def fabric_records(snapshot: Snapshot) -> FabricRecords:
    """The links of a project with the names of their ends (use `snapshot.cached(fabric_records)`)."""
    return _records(snapshot, snapshot.cached(links))


def cable_records(snapshot: Snapshot) -> FabricRecords:
    """The same for every leg of a cable, so that a link over panels is several: `places` are those of the table `cable`."""
    cables = snapshot["cable"]
    count = np.arange(cables.rows + 1)
    a, b = cable_side(cables, "a"), cable_side(cables, "b")
    return _records(snapshot, Links(a, b, cables["network_id"], count, count[:-1], np.zeros(cables.rows, bool)))


def _records(snapshot: Snapshot, found: Links) -> FabricRecords:
    ports = snapshot.types.cached(_Ports)
    a, b = (_End(snapshot, ports, ends) for ends in (found.a, found.b))
    rate = rates_by_lanes(snapshot, found.a, found.b)
    parts, connectors = snapshot.cached(port_parts), snapshot.cached(host_connectors)
    a_split, b_split = (_either(parts.of(ends.keys()), connectors.of(ends.keys())) for ends in (found.a, found.b))
    infiniband = a.infiniband | b.infiniband
    protocol = np.where(infiniband, Protocol.INFINIBAND, Protocol.ETHERNET).astype(np.int32)
    lanes = np.where(found.a.lanes > 0, found.a.lanes, a.lanes).astype(np.int32)
    return FabricRecords(
        np.arange(len(found)), found.network, protocol, rate, lanes, a.record(*a_split, infiniband), b.record(*b_split, infiniband)
    )


def _either(parts: tuple[Ints, Ints], connectors: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """The part of its port and the number of parts of each end: those of a split switch port or of a module with several connectors."""
    split = parts[1] > 1
    return np.where(split, parts[0], connectors[0]).astype(np.int32), np.where(split, parts[1], connectors[1]).astype(np.int32)


def switched_ports(snapshot: Snapshot, places: Ids) -> Ints:
    """Number of switched ports of the devices at some indexes, 0 for devices other than switches: same shape as the input."""
    ports = snapshot.types.cached(_Ports)
    return ports.switched[ports.places(snapshot["device"]["type_id"][places])]


def switched_names(snapshot: Snapshot, place: int) -> tuple[str, ...]:
    """The names of the ports that the device at a place switches, in the order of their numbers."""
    return snapshot.types.cached(_SwitchedNames).of_type(int(snapshot["device"]["type_id"][place]))


class _SwitchedNames:
    """The names of the ports that the types switch, each type looked through once."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._known: dict[int, tuple[str, ...]] = {}

    def of_type(self, type_id: int) -> tuple[str, ...]:
        port_names = self._known.get(type_id)
        if port_names is None:
            kind = self._types[type_id]
            ports = [port for group in kind.port_groups if switches(kind, group) for port in group.ports]
            port_names = self._known[type_id] = tuple(port.name for port in sorted(ports, key=lambda port: port.index))
        return port_names


class _Ports:
    """The ports of all types as columns, one type after the other: port p of the type at place t is at `first[t] + p`."""

    def __init__(self, types: Types) -> None:
        self._ids = np.fromiter(types, np.int64, len(types))
        self._order = np.argsort(self._ids)
        first, total = [], 0
        columns: dict[str, list[Any]] = {
            name: []
            for name in ("name", "cage", "interface", "ethernet", "rdma", "lanes", "switch", "infiniband", "number", "tray", "ending")
        }
        self.switched = np.zeros(len(self._ids), np.int32)
        for place, type_id in enumerate(self._ids.tolist()):
            kind = types[type_id]
            first.append(total)
            number = 0
            rows = sorted(((port, group) for group in kind.port_groups for port in group.ports), key=lambda row: row[0].index)
            tray_of = {index: (tray, type_tray.named("")) for tray, type_tray in enumerate(kind.trays) for index in type_tray.ports}
            for index, (port, group) in enumerate(rows):
                assert port.index == index  # noqa: S101 - an invariant of our own columns, not input
                is_switched = switches(kind, group)
                number += is_switched
                values = (
                    port.name,
                    port.cage,
                    host_port_name(port, True),
                    host_port_name(port, False),
                    port.rdma,
                    port.lanes,
                    is_switched,
                    is_switched and is_infiniband(kind),
                    number if is_switched else 0,
                    *tray_of.get(index, (ABSENT, "")),
                )
                for name, value in zip(columns, values, strict=True):
                    columns[name].append(value)
            total += len(rows)
            self.switched[place] = number
        self.first = np.array(first, np.int64)
        self.name, self.interface, self.ethernet, self.rdma = (_texts(columns[name]) for name in ("name", "interface", "ethernet", "rdma"))
        self.cage, self.ending = _texts(columns["cage"]), _texts(columns["ending"])
        self.lanes, self.number, self.tray = (np.array(columns[name], np.int32) for name in ("lanes", "number", "tray"))
        self.switch, self.infiniband = (np.array(columns[name], bool) for name in ("switch", "infiniband"))

    def places(self, type_ids: Ids) -> Ids:
        """The places of types, shape as given."""
        type_places: Ids = self._order[np.searchsorted(self._ids[self._order], type_ids)]
        return type_places


def switches(kind: HardwareType, group: PortGroup) -> bool:
    """Whether ports of a type are those that it switches; that by which a switch is managed is none of them."""
    return kind.family is Family.SWITCH and group.role == "network" and not group.network


def is_infiniband(kind: HardwareType) -> bool:
    """Whether a switch is one of InfiniBand."""
    return kind.text("protocols").startswith("InfiniBand")


class _End:
    """One end of each link with the properties of its port."""

    def __init__(self, snapshot: Snapshot, ports: _Ports, ends: Ends) -> None:
        devices = snapshot["device"]
        self._device = devices.positions(ends.device)
        self._port = ends.port
        at = ports.first[ports.places(devices["type_id"][self._device])] + ends.port
        self._tray, self._node = ports.tray[at], devices["name"][self._device]
        trays = np.flatnonzero(self._tray != ABSENT)
        self._node[trays] += ports.ending[at[trays]]
        self._cage = ports.cage[at]
        self._name, self._interface, self._ethernet, self._rdma = ports.name[at], ports.interface[at], ports.ethernet[at], ports.rdma[at]
        self.lanes, self.infiniband = ports.lanes[at], ports.infiniband[at]
        self._switch, self._number = ports.switch[at], ports.number[at]

    def record(self, part: Ints, parts: Ints, infiniband: Flags) -> RecordEnds:
        name, hosts = self._name.copy(), np.where(infiniband, self._interface, self._ethernet)
        split = np.flatnonzero((parts > 1) & self._switch)
        name[split] = parts_named(name[split].tolist(), part[split], parts[split], self.lanes[split])
        is_connector = (parts > 1) & ~self._switch
        for place in np.flatnonzero(is_connector).tolist():
            name[place] = connector_name(name[place], self._cage[place], int(part[place]) + 1)
        interface = np.where(self._switch | is_connector | (hosts == self._name), name, hosts)
        where = self._device, self._port, part, parts, self._switch, self._number, self._tray
        return RecordEnds(*where, self._node, name, interface, np.where(is_connector, "", self._rdma))


def _texts(values: list[str]) -> Texts:
    texts = np.empty(len(values), object)
    texts[:] = values
    return texts
