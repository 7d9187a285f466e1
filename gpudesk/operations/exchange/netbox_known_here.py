"""The NetBox data that a project keeps: all names, the ports and bays of its own types, and a few interfaces.

An instance has several hundred thousand interfaces. A project needs the IDs of the members of its bonds, and the existing
interfaces that no type provides: bonds, and parts of split ports.
"""

from collections.abc import Mapping

from gpudesk.core.values.columns import ABSENT
from gpudesk.formats.netbox.netbox_addresses import address_rows, vrf_name
from gpudesk.formats.netbox.netbox_lists import NetboxLists
from gpudesk.formats.netbox.netbox_text import INTERFACES
from gpudesk.formats.netbox.netbox_trays import tray_documents, tray_of, tray_types
from gpudesk.formats.tables.netbox_origin import plain_names
from gpudesk.project.netbox_known import NetboxKnown, type_slug
from gpudesk.project.snapshot import Snapshot

_GLOBAL = ("", "Global")
"""How a list shows the table of addresses without a VRF: netbox/ipam/tables/ip.py."""


def known_here(lists: NetboxLists, snapshot: Snapshot, devices: Mapping[str, int], site: str) -> NetboxKnown:
    """The data to keep.

    Args:
        devices: name of a device in NetBox to its row, of a tray of a rack-scale system to its `tray_id`.
        site: of the project, "" if unknown; NetBox may have devices with these names in others.
    """
    types = {type_slug(kind.vendor, kind.model) for kind in (snapshot.types[type_id] for type_id in snapshot.types)}
    types |= {type_slug(str(each["manufacturer"]), str(each["model"])) for each in snapshot.types.cached(tray_documents).values()}
    found = NetboxKnown(dict(lists.known.names), dict(lists.known.types))
    here = [(address, parent) for address, vrf, parent in lists.addresses if _is_here(vrf, parent, devices, site)]
    found.addresses = frozenset(address for address, _ in here)
    found.owners = {address: devices[name] for address, parent in here for name in plain_names(parent) if name in devices}
    found.ports = {slug: ports for slug, ports in lists.known.ports.items() if slug in types}
    found.bays = {slug: bays for slug, bays in lists.known.bays.items() if slug in types}
    found.modules = {slug: names for slug, names in lists.known.modules.items() if slug in types}
    if lists.interfaces:
        _add_interfaces(found, lists, snapshot, devices, site)
    return found


def unclear_addresses(lists: NetboxLists, devices: Mapping[str, int]) -> int:
    """Number of addresses in the list without a VRF and without a device of the project: their owner is unknown."""
    return sum(vrf in _GLOBAL and not _is_here(vrf, parent, devices, "") for _, vrf, parent in lists.addresses)


def _is_here(vrf: str, parent: str, devices: Mapping[str, int], site: str) -> bool:
    """Whether an address of a list belongs to this site: it has the VRF of the site, or belongs to a device of the project.

    NetBox displays a VRF with its distinguisher in parentheses, and "Global" for none. Another site may have this address in the
    global table, so without its device the owner is unknown.
    """
    if vrf in _GLOBAL:
        return any(device_name in devices for device_name in plain_names(parent))
    own = vrf_name(site)
    return not site or vrf == own or vrf.startswith(f"{own} (")


def _add_interfaces(found: NetboxKnown, lists: NetboxLists, snapshot: Snapshot, devices: Mapping[str, int], site: str) -> None:
    members = {(member.device_id, member.name) for member in address_rows(snapshot, site).members}
    table = snapshot["device"]
    of_type: dict[tuple[int, int], frozenset[str]] = {}
    listed: dict[tuple[int, str], set[int]] = {}
    for of_site, shown, name, number in lists.interfaces:
        if site and of_site and of_site != site:
            continue
        row_id = next((devices[each] for each in plain_names(shown) if each in devices), None)
        if row_id is None:
            continue
        tray = tray_of(row_id)
        if not table.has(row_id if tray is None else tray[0]):
            continue
        listed.setdefault((row_id, name), set()).add(number)
        type_id = int(table["type_id"][table.position(row_id if tray is None else tray[0])])
        key = type_id, ABSENT if tray is None else tray[1]
        if key not in of_type:
            of_type[key] = _ports_of_type(snapshot, *key)
        if name not in of_type[key] or (row_id, name) in members:
            found.interfaces.setdefault(row_id, {})[name] = number
    # A name with two IDs is that of two devices, in two sites: which of them this project has, the list does not say.
    for row_id in {row_id for (row_id, _), numbers in listed.items() if len(numbers) > 1}:
        found.interfaces.pop(row_id, None)


def _ports_of_type(snapshot: Snapshot, type_id: int, tray: int) -> frozenset[str]:
    """The ports that a device has by its type, a tray of a rack-scale system by the type of the tray."""
    trays = snapshot.types.cached(tray_types).get(type_id)
    if trays is None or tray == ABSENT:
        return frozenset(port.name for port in snapshot.types[type_id].ports())
    return frozenset(str(item["name"]) for item in trays[tray].document.get(INTERFACES) or ())
