"""An address plan as files: hosts, DHCP servers, an inventory of Ansible, and the settings for RoCE."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.hardware.service_processors import is_service_processor
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.derived.fabric.address_plan import AddressPlan, PlannedAddress, PlannedSubnet
from gpudesk.formats.tables.tables import Cell, csv_text
from gpudesk.formats.text.reader_text import (
    ansible_group,
    ansible_host,
    ansible_value,
    comment_line,
    renamed,
    renamed_remark,
    safe_names,
    yaml_quoted,
)
from gpudesk.project.address_rules import RoceSetting

BOND = "bond0"
_DYNAMIC = (NetworkKind.OUT_OF_BAND, NetworkKind.IN_BAND)
"""The networks whose addresses a DHCP server gives out."""
_LEASE = "12h"
Row = list[Cell]


def address_files(plan: AddressPlan, roce: tuple[RoceSetting, ...]) -> dict[str, bytes]:
    """Return all files by name; the sheet for RoCE only if the compute or storage network uses Ethernet."""
    tables = {
        "addresses.csv": _addresses(plan),
        "roce.csv": _roce(roce) if plan.roce else [],
    }
    texts = {
        "hosts": hosts_text(plan),
        "dnsmasq.conf": dnsmasq_text(plan),
        "dhcpd.conf": dhcpd_text(plan),
        "inventory.yml": inventory_text(plan),
    }
    contents = {name: text.encode() for name, text in texts.items()}
    return contents | {name: csv_text(rows).encode() for name, rows in tables.items() if len(rows) > 1}


def hosts_text(plan: AddressPlan) -> str:
    """A hosts file, subnet by subnet."""
    lines = ["# Planned in GPU Desk", "127.0.0.1 localhost"]
    for subnet, members in _by_subnet(plan):
        lines += ["", f"# {comment_line(subnet_title(subnet))}, {subnet.prefix}"]
        lines += [f"{member.address} {member.host}.{plan.domain} {member.host}" for member in members]
    return "\n".join(lines) + "\n"


def dnsmasq_text(plan: AddressPlan) -> str:
    """Return addresses by client name; put the MAC address before the name once the hardware is available."""
    lines = ["# dnsmasq: a MAC address before the name binds an address to hardware: dhcp-host=aa:bb:cc:dd:ee:ff,dgx-001,10.16.0.11"]
    lines += [f"domain={plan.domain}", "dhcp-authoritative"]
    for number, (subnet, members) in enumerate(_leased(plan), 1):
        tag = f"net{number}"
        lines += [
            "",
            f"# {comment_line(subnet_title(subnet))}",
            f"dhcp-range=set:{tag},{subnet.prefix.network_address},static,{subnet.prefix.netmask},{_LEASE}",
        ]
        lines.append(f"dhcp-option=tag:{tag},option:router,{subnet.gateway}")
        lines += [f"dhcp-host={member.host},{member.address}" for member in members]
    return "\n".join(lines) + "\n"


def dhcpd_text(plan: AddressPlan) -> str:
    """Return the same for the ISC server, with clients identified by the identifier that they send."""
    lines = [
        "# ISC DHCP: put 'hardware ethernet aa:bb:cc:dd:ee:ff;' in the place of the identifier once the hardware is there",
        "authoritative;",
    ]
    lines.append(f'option domain-name "{plan.domain}";')
    for subnet, members in _leased(plan):
        head = f"subnet {subnet.prefix.network_address} netmask {subnet.prefix.netmask}"
        lines += ["", f"# {comment_line(subnet_title(subnet))}", f"{head} {{ option routers {subnet.gateway}; }}"]
        lines += [
            f'host {member.host} {{ option dhcp-client-identifier "{member.host}"; fixed-address {member.address}; }}' for member in members
        ]
    return "\n".join(lines) + "\n"


def inventory_text(plan: AddressPlan) -> str:
    """Return an Ansible inventory: a group for each role, each device with its addresses by network.

    `ansible_host` is the address of the operating system: the in-band network address, otherwise the first that is not of a service
    processor. A device with only such addresses has no `ansible_host`. `bmc_address` is the first service processor address. A
    device name that is not a valid host name is in the variable `gpudesk_name`.
    """
    of_device = _of_device(plan)
    hosts = _inventory_hosts(of_device)
    roles: dict[str, list[str]] = defaultdict(list)
    for device, members in of_device.items():
        roles[ansible_group(members[0].role)].append(device)
    groups = dict(zip(roles, safe_names(list(roles), ansible_group, taken=hosts.values(), joint="_"), strict=True))
    lines = ["---", "all:", "  children:"]
    for role in sorted(roles):
        lines += [f"    {groups[role]}:", "      hosts:"]
        for device in roles[role]:
            members = of_device[device]
            processors = [member for member in members if all(map(is_service_processor, member.ports))]
            answering = [member for member in members if member not in processors]
            in_band = [interface for interface in answering if interface.subnet.kind is NetworkKind.IN_BAND]
            host = hosts[device]
            lines.append(f"        {yaml_quoted(host)}:")
            lines += [f"          ansible_host: {interface.address}" for interface in (in_band or answering)[:1]]
            lines += [f"          bmc_address: {interface.address}" for interface in processors[:1]]
            if host != device:
                lines.append(f"          gpudesk_name: {ansible_value(device)}")
            lines.append("          addresses:")
            lines += [
                f"            - {{network: {ansible_value(member.subnet.network)}, interface: {ansible_value(member.interface)}, "
                f"address: {ansible_value(f'{member.address}/{member.subnet.prefix.prefixlen}')}}}"
                for member in members
            ]
    return "\n".join(lines) + "\n"


def address_remarks(plan: AddressPlan) -> tuple[str, ...]:
    """One line in English on the devices and roles that have another name in the inventory."""
    hosts = _inventory_hosts(_of_device(plan))
    roles = sorted({address.role for address in plan.addresses})
    # Spaces and hyphens of a role are always underscores in the name of its group.
    groups = [(role, ansible_group(role)) for role in roles if re.sub(r"[ -]+", "_", role.lower()) != ansible_group(role)]
    return renamed_remark("Ansible", [*renamed(hosts, hosts.values()), *groups])


def _of_device(plan: AddressPlan) -> dict[str, list[PlannedAddress]]:
    by_device: dict[str, list[PlannedAddress]] = defaultdict(list)
    for address in plan.addresses:
        by_device[address.device].append(address)
    return by_device


def _inventory_hosts(devices: Iterable[str]) -> dict[str, str]:
    """Device to host of the inventory."""
    names = list(devices)
    return dict(zip(names, safe_names(names, ansible_host, longest=TEXT_BOUNDS["name"].most), strict=True))


def _addresses(plan: AddressPlan) -> list[Row]:
    rows: list[Row] = [["Device", "Role", "Network", "Interface", "Ports", "Address", "Prefix", "Gateway", "VLAN", "Host"]]
    for address in plan.addresses:
        subnet = address.subnet
        where: Row = [str(address.address), str(subnet.prefix), str(subnet.gateway), subnet.vlan, address.host]
        rows.append([address.device, address.role, subnet.network, address.interface, " ".join(address.ports), *where])
    return rows


def _roce(settings: tuple[RoceSetting, ...]) -> list[Row]:
    words = {Confidence.READ: "read", Confidence.MEMORY: "unverified", Confidence.SECONDARY: "second-hand", Confidence.DERIVED: "derived"}
    rows: list[Row] = [["Where", "Setting", "Value", "Source", "Confidence"]]
    rows.extend([setting.where, setting.setting, setting.value, setting.source, words[setting.confidence]] for setting in settings)
    return rows


def _by_subnet(plan: AddressPlan) -> Iterator[tuple[PlannedSubnet, list[PlannedAddress]]]:
    members: dict[PlannedSubnet, list[PlannedAddress]] = defaultdict(list)
    for address in plan.addresses:
        members[address.subnet].append(address)
    for subnet in plan.subnets:
        yield subnet, members[subnet]


def _leased(plan: AddressPlan) -> Iterator[tuple[PlannedSubnet, list[PlannedAddress]]]:
    return ((subnet, members) for subnet, members in _by_subnet(plan) if subnet.kind in _DYNAMIC)


def subnet_title(subnet: PlannedSubnet) -> str:
    """Return the title of a subnet: its network, what shares it, its VLAN."""
    text = " ".join(f"{subnet.network} {subnet.part}".split())
    return text if subnet.vlan is None else f"{text} VLAN {subnet.vlan}"
