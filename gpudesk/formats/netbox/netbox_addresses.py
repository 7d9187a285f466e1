"""The address plan of a project as NetBox imports it: VLANs, prefixes with their VLAN, bonds, and the addresses of devices.

The address in the in-band network becomes the primary one of its device, that in the out-of-band network the out-of-band one. A
port of a type exists before its bond and can be assigned only by ID: the bond lists its ports in its description, and once the
project knows the IDs of these interfaces from a list, each is assigned to its bond.
"""

import re
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.names.connector_names import named_connector
from gpudesk.core.names.text_limits import slug_of
from gpudesk.derived.fabric.address_plan import AddressPlan, address_plan
from gpudesk.derived.racks.trays import placed_trays
from gpudesk.formats.fabric.address_files import BOND, subnet_title
from gpudesk.formats.netbox.netbox_trays import tray_id, tray_types
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.address_rules import address_rules
from gpudesk.project.snapshot import Snapshot

_MOST_TEXT = 200
_MOST_VLAN_NAME = 64
_MOST_VRF_NAME, _MOST_RD = 100, 21
Row = dict[str, Cell]


@dataclass(frozen=True, slots=True)
class Member:
    """A port that a bond joins; `device_id` is of the project, or a `tray_id`."""

    device_id: int
    device: str
    name: str


@dataclass(slots=True)
class AddressRows:
    """The rows of the files, and the members of the bonds.

    Attributes:
        left_out: number of addresses of devices with duplicate names.
        of_no_device: number of addresses of trays that are no devices in NetBox, because their system is no rack there.
    """

    vlans: list[Row] = field(default_factory=list)
    vrfs: list[Row] = field(default_factory=list)
    prefixes: list[Row] = field(default_factory=list)
    bonds: list[Row] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    addresses: list[Row] = field(default_factory=list)
    left_out: int = 0
    of_no_device: int = 0


def address_rows(snapshot: Snapshot, site: str) -> AddressRows:
    """Return the rows of all subnets and addresses; none if nothing is cabled, or the address ranges are too small."""
    rows = AddressRows()
    try:
        plan = address_plan(snapshot, address_rules())
    except Refused:
        return rows
    for subnet in plan.subnets:
        row: Row = {
            "prefix": str(subnet.prefix),
            "vrf": vrf_name(site),
            "status": "active",
            "description": subnet_title(subnet)[:_MOST_TEXT],
        }
        if subnet.vlan is not None:
            row |= {"vlan_site": site, "vlan": subnet.vlan}
            name = subnet_title(subnet)[:_MOST_VLAN_NAME]
            rows.vlans.append({"site": site, "vid": subnet.vlan, "name": name, "status": "active", "description": str(subnet.prefix)})
        rows.prefixes.append(row)
    if rows.prefixes:
        description = "Addresses of this site: another one may have the same"
        rows.vrfs.append({"name": vrf_name(site), "rd": _distinguisher(site), "enforce_unique": "true", "description": description})
    _addresses(rows, snapshot, plan, site)
    return rows


def vrf_name(site: str) -> str:
    """The name of the routing table of a site: NetBox refuses an address that another site has in the same one."""
    return site[:_MOST_VRF_NAME]


def _distinguisher(site: str) -> str:
    """What makes it the only one of its name, since names of VRFs may repeat."""
    return site_slug(site, _MOST_RD)


def site_slug(site: str, most: int) -> str:
    """Return a unique slug per site: with a checksum of the name if the slug omits letters, as for other scripts."""
    slug = slug_of(site) or "site"
    if slug == re.sub(r"[\s_-]+", "-", site.strip().casefold()) and len(slug) <= most:
        return slug
    return f"{slug[: most - 9].rstrip('-')}-{zlib.crc32(site.encode()):08x}"


def _addresses(found: AddressRows, snapshot: Snapshot, plan: AddressPlan, site: str) -> None:
    devices = snapshot["device"]
    names = devices["name"].tolist()
    counts, ids = Counter(names), dict(zip(names, devices.ids.tolist(), strict=True))
    first: set[tuple[str, NetworkKind]] = set()
    on_trays: dict[str, Mapping[str, str]] = {}
    types = snapshot.types.cached(tray_types)
    for tray in placed_trays(devices, snapshot.types):
        type_id = int(devices["type_id"][tray.place])
        if type_id in types:
            counts[tray.name] += 1
            ids[tray.name] = tray_id(int(devices.ids[tray.place]), tray.number)
            of_system = {port.index: port.name for port in snapshot.types[type_id].ports()}
            on_trays[tray.name] = {of_system[index]: name for index, name in types[type_id][tray.number].ports.items()}
    for address in plan.addresses:
        count = counts[address.device]
        if count != 1:
            found.left_out += count > 1
            found.of_no_device += not count
            continue
        held: Row = {"device": address.device, "device_id": ids[address.device]}
        joined = address.interface == BOND
        own = on_trays.get(address.device, {})
        ports = [_on_tray(port, own) for port in address.ports]
        if joined:
            members = f"Joins {', '.join(ports)}"[:_MOST_TEXT]
            found.bonds.append({**held, "name": BOND, "type": "lag", "description": members})
            found.members.extend(Member(ids[address.device], address.device, port) for port in ports)
        row: Row = {**held, "address": f"{address.address}/{address.subnet.prefix.prefixlen}", "vrf": vrf_name(site), "status": "active"}
        row |= {"interface": BOND if joined else ports[0], "dns_name": f"{address.host}.{plan.domain}"}
        row["description"] = subnet_title(address.subnet)[:_MOST_TEXT]
        for column, kind in (("is_primary", NetworkKind.IN_BAND), ("is_oob", NetworkKind.OUT_OF_BAND)):
            is_it = address.subnet.kind is kind and (address.device, kind) not in first
            row[column] = "true" if is_it else "false"
        first.add((address.device, address.subnet.kind))
        found.addresses.append(row)


def _on_tray(port: str, own: Mapping[str, str]) -> str:
    """The name of a port on its tray, by that of the whole port in the system; the connector follows both alike."""
    connector = None if port in own else named_connector(port)
    whole = port if connector is None else connector[0]
    return own.get(whole, whole) + port[len(whole) :]
