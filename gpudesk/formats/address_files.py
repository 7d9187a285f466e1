"""An address plan as files: hosts, DHCP servers, an inventory of Ansible, tables for NetBox, and the settings for RoCE."""

from collections import defaultdict
from collections.abc import Iterator

from gpudesk.core.hardware import Confidence
from gpudesk.core.network_kinds import NetworkKind
from gpudesk.derived.address_plan import AddressPlan, PlannedAddress, PlannedSubnet
from gpudesk.formats.tables import Cell, csv_text
from gpudesk.project.address_rules import RoceSetting

_BOND = "bond0"
_DYNAMIC = (NetworkKind.OUT_OF_BAND, NetworkKind.IN_BAND)
"""The networks whose addresses a DHCP server gives out."""
_LEASE = "12h"
Row = list[Cell]


def address_files(plan: AddressPlan, roce: tuple[RoceSetting, ...]) -> dict[str, bytes]:
    """All files by their names; the sheet for RoCE only where Ethernet carries the compute or storage network."""
    tables = {
        "netbox-vlans.csv": _vlans(plan),
        "netbox-prefixes.csv": _prefixes(plan),
        "netbox-bonds.csv": _bonds(plan),
        "netbox-ip-addresses.csv": _ip_addresses(plan),
        "addresses.csv": _addresses(plan),
        "roce.csv": _roce(roce) if plan.roce else [],
    }
    texts = {
        "hosts": hosts_text(plan),
        "dnsmasq.conf": dnsmasq_text(plan),
        "dhcpd.conf": dhcpd_text(plan),
        "inventory.yml": inventory_text(plan),
    }
    made = {name: text.encode() for name, text in texts.items()}
    return made | {name: csv_text(rows).encode() for name, rows in tables.items() if len(rows) > 1}


def hosts_text(plan: AddressPlan) -> str:
    """A hosts file, subnet by subnet."""
    lines = ["# Planned in GPU Desk", "127.0.0.1 localhost"]
    for subnet, members in _by_subnet(plan):
        lines += ["", f"# {_title(subnet)}, {subnet.prefix}"]
        lines += [f"{each.address} {each.host}.{plan.domain} {each.host}" for each in members]
    return "\n".join(lines) + "\n"


def dnsmasq_text(plan: AddressPlan) -> str:
    """Addresses by the names that clients tell; put the MAC address before the name once the hardware is there."""
    lines = ["# dnsmasq: a MAC address before the name binds an address to hardware: dhcp-host=aa:bb:cc:dd:ee:ff,dgx-001,10.16.0.11"]
    lines += [f"domain={plan.domain}", "dhcp-authoritative"]
    for number, (subnet, members) in enumerate(_leased(plan), 1):
        tag = f"net{number}"
        lines += [
            "",
            f"# {_title(subnet)}",
            f"dhcp-range=set:{tag},{subnet.prefix.network_address},static,{subnet.prefix.netmask},{_LEASE}",
        ]
        lines.append(f"dhcp-option=tag:{tag},option:router,{subnet.gateway}")
        lines += [f"dhcp-host={each.host},{each.address}" for each in members]
    return "\n".join(lines) + "\n"


def dhcpd_text(plan: AddressPlan) -> str:
    """The same for the server of ISC, clients told by the identifier that they send."""
    lines = [
        "# ISC DHCP: put 'hardware ethernet aa:bb:cc:dd:ee:ff;' in the place of the identifier once the hardware is there",
        "authoritative;",
    ]
    lines.append(f'option domain-name "{plan.domain}";')
    for subnet, members in _leased(plan):
        head = f"subnet {subnet.prefix.network_address} netmask {subnet.prefix.netmask}"
        lines += ["", f"# {_title(subnet)}", f"{head} {{ option routers {subnet.gateway}; }}"]
        lines += [f'host {each.host} {{ option dhcp-client-identifier "{each.host}"; fixed-address {each.address}; }}' for each in members]
    return "\n".join(lines) + "\n"


def inventory_text(plan: AddressPlan) -> str:
    """An inventory of Ansible: a group for each role, each device with its addresses by network."""
    of_device: dict[str, list[PlannedAddress]] = defaultdict(list)
    for each in plan.addresses:
        of_device[each.device].append(each)
    roles: dict[str, list[str]] = defaultdict(list)
    for device, members in of_device.items():
        roles[_word(members[0].role) or "devices"].append(device)
    lines = ["---", "all:", "  children:"]
    for role in sorted(roles):
        lines += [f"    {role}:", "      hosts:"]
        for device in roles[role]:
            members = of_device[device]
            first = next((each for each in members if each.subnet.kind is NetworkKind.IN_BAND), members[0])
            lines += [f"        {_quoted(device)}:", f"          ansible_host: {first.address}", "          addresses:"]
            lines += [
                f"            - {{network: {_quoted(each.subnet.network)}, interface: {_quoted(each.interface)}, "
                f"address: {_quoted(f'{each.address}/{each.subnet.prefix.prefixlen}')}}}"
                for each in members
            ]
    return "\n".join(lines) + "\n"


def _vlans(plan: AddressPlan) -> list[Row]:
    rows: list[Row] = [["vid", "name", "status", "description"]]
    rows.extend([each.vlan, _title(each)[:64], "active", str(each.prefix)] for each in plan.subnets if each.vlan is not None)
    return rows


def _prefixes(plan: AddressPlan) -> list[Row]:
    rows: list[Row] = [["prefix", "status", "description"]]
    rows.extend([str(each.prefix), "active", _title(each)[:200]] for each in plan.subnets)
    return rows


def _bonds(plan: AddressPlan) -> list[Row]:
    rows: list[Row] = [["device", "name", "type"]]
    rows.extend([each.device, _BOND, "lag"] for each in plan.addresses if each.interface == _BOND)
    return rows


def _ip_addresses(plan: AddressPlan) -> list[Row]:
    rows: list[Row] = [["address", "status", "device", "interface", "dns_name", "description"]]
    for each in plan.addresses:
        interface = _BOND if each.interface == _BOND else each.ports[0]
        address = f"{each.address}/{each.subnet.prefix.prefixlen}"
        rows.append([address, "active", each.device, interface, f"{each.host}.{plan.domain}", _title(each.subnet)[:200]])
    return rows


def _addresses(plan: AddressPlan) -> list[Row]:
    rows: list[Row] = [["Device", "Role", "Network", "Interface", "Ports", "Address", "Prefix", "Gateway", "VLAN", "Host"]]
    for each in plan.addresses:
        subnet = each.subnet
        where: Row = [str(each.address), str(subnet.prefix), str(subnet.gateway), subnet.vlan, each.host]
        rows.append([each.device, each.role, subnet.network, each.interface, " ".join(each.ports), *where])
    return rows


def _roce(settings: tuple[RoceSetting, ...]) -> list[Row]:
    words = {Confidence.READ: "read", Confidence.MEMORY: "from memory", Confidence.SECONDARY: "second hand", Confidence.DERIVED: "derived"}
    rows: list[Row] = [["Where", "Setting", "Value", "Source", "Confidence"]]
    rows.extend([each.where, each.setting, each.value, each.source, words[each.confidence]] for each in settings)
    return rows


def _by_subnet(plan: AddressPlan) -> Iterator[tuple[PlannedSubnet, list[PlannedAddress]]]:
    members: dict[PlannedSubnet, list[PlannedAddress]] = defaultdict(list)
    for each in plan.addresses:
        members[each.subnet].append(each)
    for subnet in plan.subnets:
        yield subnet, members[subnet]


def _leased(plan: AddressPlan) -> Iterator[tuple[PlannedSubnet, list[PlannedAddress]]]:
    return ((subnet, members) for subnet, members in _by_subnet(plan) if subnet.kind in _DYNAMIC)


def _title(subnet: PlannedSubnet) -> str:
    said = " ".join(f"{subnet.network} {subnet.part}".split())
    return said if subnet.vlan is None else f"{said} VLAN {subnet.vlan}"


def _word(text: str) -> str:
    return "_".join("".join(letter if letter.isascii() and letter.isalnum() else " " for letter in text.lower()).split())


def _quoted(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
