"""Existing NetBox data, from its lists of manufacturers, roles, types, interfaces and addresses.

The columns are those of netbox/dcim/tables/ and netbox/ipam/tables/ of 4.6.8. *Export > All Data* of device and module types is
YAML: it shows an export which ports a type has there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import slug_of
from gpudesk.formats.netbox.netbox_text import INTERFACES, MODULE_BAYS, OUTLETS, PORT_LISTS, POWER
from gpudesk.formats.netbox.netbox_yaml import read_yaml
from gpudesk.formats.tables.table_faults import CONTEXT, Fault, UnreadableTable
from gpudesk.formats.tables.table_rows import folded_name
from gpudesk.formats.tables.tables import Sheet
from gpudesk.project.netbox_known import MANUFACTURERS, ROLES, TYPES, NetboxKnown, type_slug

INTERFACE_LIST = "interfaces"
ADDRESS_LIST = "ip-addresses"
_HEADERS: Mapping[str, frozenset[str]] = {
    MANUFACTURERS: frozenset(["name", "rack types", "device types"]),
    ROLES: frozenset(["name", "devices", "vm role"]),
    "device-types": frozenset(["device type", "manufacturer", "part number"]),
    "module-types": frozenset(["module type", "manufacturer", "part number"]),
    "rack-types": frozenset(["model", "manufacturer", "rack count"]),
    INTERFACE_LIST: frozenset(["name", "device", "enabled", "type"]),
    ADDRESS_LIST: frozenset(["ip address", "assigned"]),
}
"""List to columns that no other list has together; the names are those of the pages, not those of the import forms."""
_MODEL = {"device-types": "device type", "module-types": "module type", "rack-types": "model"}
PORTS = (INTERFACES, POWER, OUTLETS)
"""Lists of a document whose entries an export can bring to devices of a type that lacks them."""
_DEVICE, _MODULE, _RACK = TYPES
_BREAK = b"\n---\n"


@dataclass(slots=True)
class NetboxLists:
    """Data from NetBox lists.

    Attributes:
        known: manufacturers, roles, and types with their ports.
        addresses: with prefix length, VRF and interface device as shown in the list.
        interfaces: site, device as shown in the list, name and ID.
    """

    known: NetboxKnown = field(default_factory=NetboxKnown)
    addresses: set[tuple[str, str, str]] = field(default_factory=set)
    interfaces: list[tuple[str, str, str, int]] = field(default_factory=list)

    def is_empty(self) -> bool:
        """Whether no list was read."""
        return not self.interfaces and not self.addresses and not self.known.count()


def list_of(sheet: Sheet) -> str | None:
    """Which list a sheet is, None for none of these."""
    header = {folded_name(cell) for row in sheet.rows[:1] for cell in row}
    # A column of an import form has a small letter: such a file brings things, it does not list what is there.
    shown = any(cell.strip()[:1].isupper() for row in sheet.rows[:1] for cell in row)
    return next((name for name, required in _HEADERS.items() if shown and required <= header), None)


def read_list(lists: NetboxLists, name: str, sheet: Sheet) -> None:
    """Add a list to the data."""
    header = [folded_name(cell) for row in sheet.rows[:1] for cell in row]
    rows = [dict(zip(header, row, strict=False)) for row in sheet.rows[1:]]
    if name in (MANUFACTURERS, ROLES):
        listed = lists.known.names.setdefault(name, {})
        for row in rows:
            text = row.get("name", "").strip()
            if text:
                listed |= {slug_of(text): text} | ({row["slug"].strip(): text} if row.get("slug", "").strip() else {})
    elif name in TYPES:
        for row in rows:
            _add_type(lists.known, name, row.get("manufacturer", "").strip(), row.get(_MODEL[name], "").strip())
    elif name == INTERFACE_LIST:
        for row in rows:
            number = row.get("id", "").strip()
            if number.isdecimal() and len(number) <= 18:
                site = row.get("device site", "").strip()
                lists.interfaces.append((site, row["device"].strip(), row["name"].strip(), int(number)))
    else:
        shown = ((row.get("ip address", "").strip(), row.get("vrf", "").strip(), row.get("parent", "").strip()) for row in rows)
        lists.addresses |= {address for address in shown if address[0]}


def read_documents(lists: NetboxLists, file: str, content: bytes) -> None:
    """Add the types of a YAML export with consecutive documents.

    Raises:
        UnreadableTable: a document cannot be read.
    """
    for part in content.split(_BREAK):
        try:
            documents = read_yaml(part)
        except InvalidData as error:
            raise UnreadableTable([Fault(file, "", "", error.message, error.fix)]) from error
        for document in documents:
            body: Any = document.data
            if not isinstance(body, dict) or "manufacturer" not in body or "model" not in body:
                text = QT_TRANSLATE_NOOP("tables", "the file contains an entry that is not a NetBox type.")
                raise UnreadableTable([Fault(file, "", "", Message(CONTEXT, text))])
            table = _RACK if "form_factor" in body else _DEVICE if "u_height" in body else _MODULE
            _add_type(lists.known, table, str(body["manufacturer"]), str(body["model"]))
            slug = type_slug(str(body["manufacturer"]), str(body["model"]))
            if table == _DEVICE:
                lists.known.ports[slug] = {section: frozenset(_names(body.get(section))) for section in PORTS}
                lists.known.bays[slug] = bay_positions(body)
            elif table == _MODULE:
                lists.known.modules[slug] = frozenset(name for section in PORT_LISTS for name in _names(body.get(section)))


def _add_type(known: NetboxKnown, table: str, maker: str, model: str) -> None:
    if maker and model:
        known.types.setdefault(table, {})[type_slug(maker, model)] = maker, model
        # The manufacturer of a type is there, whether its list was read or not.
        known.names.setdefault(MANUFACTURERS, {}).setdefault(slug_of(maker), maker)


def _names(items: Any) -> Sequence[str]:
    listed = items if isinstance(items, list) else ()
    return [str(item["name"]) for item in listed if isinstance(item, dict) and "name" in item]


def bay_positions(document: Mapping[str, Any]) -> dict[str, str]:
    """Map each module bay name of a device type to its position, "" if it has none."""
    listed = document.get(MODULE_BAYS)
    bays = [bay for bay in listed if isinstance(bay, dict) and "name" in bay] if isinstance(listed, list) else []
    return {str(bay["name"]): str(bay.get("position") or "") for bay in bays}
