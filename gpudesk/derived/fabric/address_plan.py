"""Addresses, subnets and VLANs of the devices on the networks of a project: by rule, always the same for the same project."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network

import numpy as np

from gpudesk.core.cabling.link_protocol import Protocol
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.fabric.fabric_records import fabric_records
from gpudesk.derived.links.links import links
from gpudesk.derived.racks.trays import placed_trays
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.address_rules import AddressRules, NetworkRule
from gpudesk.project.snapshot import Snapshot

_LAST_VLAN = 4094
_LONGEST_HOST = 63
_NOT_A_HOST = re.compile(r"\d+[smhdw]?|0x[0-9a-f]*|infinite|ignore|localhost")
"""What hosts files take for an address or for this machine, and dnsmasq for the time or the end of a lease (its manual, dhcp-host)."""
_ORDER = (NetworkKind.OUT_OF_BAND, NetworkKind.IN_BAND, NetworkKind.STORAGE, NetworkKind.COMPUTE, NetworkKind.OTHER)


@dataclass(frozen=True, slots=True)
class PlannedSubnet:
    """One subnet. `vlan` is None on InfiniBand; `part` is its scope: the hall, the rail, or "" for the whole network."""

    network: str
    kind: NetworkKind
    part: str
    vlan: int | None
    prefix: IPv4Network
    gateway: IPv4Address


@dataclass(frozen=True, slots=True)
class PlannedAddress:
    """The address of a port, or of a device on a bond of its ports.

    Attributes:
        device: its name; for a tray of a rack-scale system the name of the tray.
        interface: name in the operating system, or of the port if unknown; "bond0" if several ports share the address.
        ports: names of the ports.
        host: name for the hosts file: the device name in the in-band network, with the port or network appended in others.
    """

    device: str
    role: str
    interface: str
    ports: tuple[str, ...]
    host: str
    address: IPv4Address
    subnet: PlannedSubnet


@dataclass(frozen=True, slots=True)
class AddressPlan:
    """All subnets and addresses; `silent` counts ports of InfiniBand that have none by rule."""

    subnets: tuple[PlannedSubnet, ...]
    addresses: tuple[PlannedAddress, ...]
    domain: str
    silent: int
    roce: bool


@dataclass(frozen=True, slots=True)
class _Port:
    """A port of a device that is no switching one; `node` is the device or its tray."""

    place: int
    port: int
    node: str
    role: str
    name: str
    interface: str
    rail: int
    hall: str
    infiniband: bool


def address_plan(snapshot: Snapshot, rules: AddressRules) -> AddressPlan:
    """Give every device of every cabled network its addresses.

    Raises:
        Refused: nothing is cabled, or the block of a kind of network is too small.
    """
    records = snapshot.cached(fabric_records)
    if not len(records):
        fix = QT_TRANSLATE_NOOP("addresses", "Add a network and cable the project.")
        text = QT_TRANSLATE_NOOP("addresses", "This project has no cables, so no addresses are required.")
        raise Refused(Message("addresses", text), Message("addresses", fix))
    ports = _ports(snapshot)
    networks = snapshot["network"]
    rows = [networks.row(network_id) for network_id in networks.ids.tolist() if network_id in ports]
    subnets: list[PlannedSubnet] = []
    addresses: list[PlannedAddress] = []
    cursors = {kind: _Cursor(kind, rules.networks[kind]) for kind in NetworkKind}
    silent = 0
    roce = False
    for row in sorted(rows, key=lambda row: (_ORDER.index(NetworkKind(row["kind"])), row["id"])):
        kind = NetworkKind(row["kind"])
        rule = rules.networks[kind]
        network_ports = _on_rails(ports[row["id"]], int(row["planes"])) if rule.of == "rail" else ports[row["id"]]
        roce = roce or (kind in {NetworkKind.COMPUTE, NetworkKind.STORAGE} and any(not port.infiniband for port in network_ports))
        speaking = [port for port in network_ports if rule.infiniband or not port.infiniband]
        silent += len(network_ports) - len(speaking)
        for part, members in _parts(speaking, rule):
            for number, group in enumerate(_groups(members, rule, rules)):
                subnet_part = part if number == 0 else f"{part} {number + 1}".strip()
                subnet = cursors[kind].next(str(row["name"]), subnet_part, len(group), rules, infiniband=group[0][0].infiniband)
                subnets.append(subnet)
                addresses.extend(_addresses(group, subnet, rules))
    return AddressPlan(tuple(subnets), tuple(_named_apart(addresses)), rules.domain, silent, roce)


def _named_apart(addresses: list[PlannedAddress]) -> Iterator[PlannedAddress]:
    """The addresses with unique names: "dgx-1-2" is the second "dgx-1"."""
    taken: set[str] = set()
    for address in addresses:
        host, number = address.host, 2
        while host in taken:
            host, number = f"{address.host[:58]}-{number}", number + 1
        taken.add(host)
        yield address if host == address.host else replace(address, host=host)


class _Cursor:
    """Allocates consecutive subnets from the block of a kind of network."""

    def __init__(self, kind: NetworkKind, rule: NetworkRule) -> None:
        self._kind, self._rule = kind, rule
        self._next = int(rule.block.network_address)
        self._vlan = rule.vlan

    def next(self, network: str, part: str, count: int, rules: AddressRules, *, infiniband: bool) -> PlannedSubnet:
        needed_addresses = int(np.ceil(count * (1 + rules.spare))) + rules.reserved + 1
        prefix = min(rules.shortest_prefix, 32 - int(needed_addresses - 1).bit_length())
        size = 1 << (32 - prefix)
        start = -(-self._next // size) * size
        if start + size > int(self._rule.block.broadcast_address) + 1 or self._vlan > _LAST_VLAN:
            text = QT_TRANSLATE_NOOP("addresses", "The block {block} is too small for the addresses of {name}.")
            fix = QT_TRANSLATE_NOOP("addresses", "Put a larger block in your own addresses.yaml file.")
            values = {"block": str(self._rule.block), "name": network}
            raise Refused(Message("addresses", text, values), Message("addresses", fix))
        self._next = start + size
        vlan = None if infiniband else self._vlan
        self._vlan += not infiniband
        return PlannedSubnet(network, self._kind, part, vlan, IPv4Network((start, prefix)), IPv4Address(start + 1))


def _ports(snapshot: Snapshot) -> dict[int, list[_Port]]:
    """Network to the ports at the ends of its links, without those that switches switch, in the order of names and ports.

    Uplinks of the top-of-rack switches in rack-scale systems are such ports too.

    The first out-of-band network has those by which trays are managed as well.
    """
    records = snapshot.cached(fabric_records)
    devices, halls, networks = snapshot["device"], snapshot["hall"], snapshot["network"]
    hall_names = dict(zip(halls.ids.tolist(), halls["name"].tolist(), strict=True))
    hall = snapshot.cached(whereabouts).hall
    rails: dict[int, list[int]] = {}
    ports_by_network: dict[int, dict[tuple[int, int, int], _Port]] = defaultdict(dict)
    laid = snapshot.cached(links)
    for end, lanes in ((records.a, laid.a.lane), (records.b, laid.b.lane)):
        for link in np.flatnonzero(~end.switch & (records.network != ABSENT)).tolist():
            place, port, tray = int(end.device[link]), int(end.port[link]), int(end.tray[link])
            type_id = int(devices["type_id"][place])
            if tray != ABSENT and snapshot.types[type_id].trays[tray].manages:
                continue
            if type_id not in rails:
                kind = snapshot.types[type_id]
                rails[type_id] = [
                    ABSENT if type_port.rail is None else type_port.rail
                    for type_port in sorted(kind.ports(), key=lambda known_port: known_port.index)
                ]
            infiniband = bool(records.protocol[link] == Protocol.INFINIBAND)
            port_texts = (str(end.port_name[link]), str(end.interface[link]), rails[type_id][port], hall_names.get(int(hall[place]), ""))
            lane = int(lanes[records.places[link]])
            node, role = str(end.node[link]), str(devices["role"][place])
            ports_by_network[int(records.network[link])].setdefault(
                (place, port, lane), _Port(place, port, node, role, *port_texts, infiniband)
            )
    for network in networks.ids[networks["kind"] == int(NetworkKind.OUT_OF_BAND)].tolist()[:1]:
        ports_by_network[network].update(_managed(snapshot, {place: hall_names.get(int(hall[place]), "") for place in range(devices.rows)}))
    keys = {port.node: natural_key(port.node) for network_ports in ports_by_network.values() for port in network_ports.values()}
    in_order = {
        network: [network_ports[key] for key in sorted(network_ports, key=lambda key: (keys[network_ports[key].node], key))]
        for network, network_ports in ports_by_network.items()
    }
    return {network: _split_apart(ordered_ports) for network, ordered_ports in in_order.items() if ordered_ports}


def _managed(snapshot: Snapshot, hall: Mapping[int, str]) -> dict[tuple[int, int, int], _Port]:
    """The ports by which trays are managed: inside a rack-scale system they lead to its top-of-rack switches, without a cable of ours."""
    devices = snapshot["device"]
    managed_ports: dict[tuple[int, int, int], _Port] = {}
    for tray in placed_trays(devices, snapshot.types):
        # Their numbers follow those of the ports of the system, which has none of them itself.
        first = sum(len(group.ports) for group in snapshot.types[int(devices["type_id"][tray.place])].port_groups) + len(managed_ports)
        for port, name in enumerate(tray.tray.management, first):
            managed_ports[tray.place, port, 0] = _Port(tray.place, port, tray.name, tray.role, name, name, ABSENT, hall[tray.place], False)
    return managed_ports


def _split_apart(ports: list[_Port]) -> list[_Port]:
    """Links that share the name of their port or its interface on a node get a number each: "eth0-1" and "eth0-2"."""
    names = _numbered([(port.place, port.node, port.name) for port in ports])
    interfaces = _numbered([(port.place, port.node, port.interface) for port in ports])
    return [replace(port, name=name, interface=interface) for port, name, interface in zip(ports, names, interfaces, strict=True)]


def _numbered(names: list[tuple[int, str, str]]) -> Iterator[str]:
    """The last of each text, with a number where several are alike."""
    counts = Counter(names)
    turn: Counter[tuple[int, str, str]] = Counter()
    for key in names:
        turn[key] += 1
        yield f"{key[2]}-{turn[key]}" if counts[key] > 1 else key[2]


def _on_rails(ports: list[_Port], planes: int) -> list[_Port]:
    """Ports without a rail in their type get rails in turn, with `planes` consecutive ports on each, as the network is cabled."""
    turn: dict[tuple[int, str], int] = defaultdict(int)
    railed_ports: list[_Port] = []
    for port in ports:
        node = port.place, port.node
        rail = port.rail if port.rail != ABSENT else turn[node] // planes
        turn[node] += port.rail == ABSENT
        railed_ports.append(replace(port, rail=rail))
    return railed_ports


def _parts(ports: list[_Port], rule: NetworkRule) -> Iterator[tuple[str, list[_Port]]]:
    """What shares a subnet, in order."""
    if rule.of == "network" or not ports:
        if ports:
            yield "", ports
        return
    groups: dict[tuple[int, str], list[_Port]] = defaultdict(list)
    for port in ports:
        if rule.of == "rail":
            groups[port.rail, f"rail {port.rail}"].append(port)
        else:
            groups[0, port.hall].append(port)
    for key in sorted(groups, key=lambda key: (key[0], natural_key(key[1]))):
        yield key[1], groups[key]


def _groups(ports: list[_Port], rule: NetworkRule, rules: AddressRules) -> Iterator[list[tuple[_Port, ...]]]:
    """Groups of addressed objects, up to a maximum number in a subnet."""
    addressed: list[tuple[_Port, ...]]
    if rule.each == "device":
        of_device: dict[tuple[int, str], list[_Port]] = defaultdict(list)
        for port in ports:
            of_device[port.place, port.node].append(port)
        addressed = [tuple(device_ports) for device_ports in of_device.values()]
    else:
        addressed = [(port,) for port in ports]
    for start in range(0, len(addressed), rules.most):
        yield addressed[start : start + rules.most]


def _addresses(group: list[tuple[_Port, ...]], subnet: PlannedSubnet, rules: AddressRules) -> Iterator[PlannedAddress]:
    first = int(subnet.prefix.network_address) + rules.reserved + 1
    for number, ports in enumerate(group):
        device = ports[0].node
        interface = ports[0].interface if len(ports) == 1 else "bond0"
        yield PlannedAddress(
            device,
            ports[0].role,
            interface,
            tuple(port.name for port in ports),
            _host(device, subnet.kind, interface),
            IPv4Address(first + number),
            subnet,
        )


def _host(device: str, kind: NetworkKind, interface: str) -> str:
    """A name that DNS takes."""
    suffix = "" if kind is NetworkKind.IN_BAND else f"-{interface}"
    letters = (letter if letter.isascii() and letter.isalnum() else "-" for letter in f"{device}{suffix}".lower())
    plain = "".join(letters).strip("-")[:_LONGEST_HOST].rstrip("-") or "unnamed"
    return f"host-{plain}"[:_LONGEST_HOST] if _NOT_A_HOST.fullmatch(plain) else plain
