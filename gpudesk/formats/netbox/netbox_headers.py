"""Which table of NetBox a CSV file is, by its header: what NetBox 4.6 exports, and what its import forms take.

NetBox exports the columns of its lists (netbox/dcim/tables/ of 4.6.8): *Export > All Data* has every column,
*Current View* those that the list shows. The same name is in several of them: the list of devices has `U Height`, that of racks `Role` and
`Type`. The import forms (netbox/dcim/forms/bulk_import.py) take names of fields, small letters and underscores.
"""

from collections.abc import Sequence
from enum import StrEnum

from gpudesk.formats.tables.table_rows import Column, Line, folded_name
from gpudesk.formats.tables.tables import Sheet


class Table(StrEnum):
    """The tables that are read."""

    RACKS = "racks"
    DEVICES = "devices"
    CABLES = "cables"
    RACK_TYPES = "rack types"
    MODULES = "modules"
    PANELS = "power panels"
    FEEDS = "power feeds"


_SHARED = (
    Column("number", "id"),
    Column("made", "created"),
    Column("site", "site"),
    Column("hall", "location"),
    Column("status", "status"),
    Column("serial", "serial", ("serial number",)),
    Column("asset", "asset_tag"),
    Column("notes", "comments"),
)
_RACKS = (
    Column("rack", "name"),
    *_SHARED,
    Column("row", "group", ("rack group",)),
    Column("facility", "facility_id"),
    Column("rack_type", "rack_type", ("type",)),
    Column("vendor", "manufacturer"),
    Column("units", "u_height", ("height", "height u")),
    Column("width", "width"),
    Column("first_unit", "starting_unit"),
    Column("descending", "desc_units", ("descending units",)),
    Column("said", "description"),
)
_DEVICES = (
    Column("device", "name"),
    *_SHARED,
    Column("role", "role", ("device role",)),
    Column("vendor", "manufacturer"),
    Column("type", "device_type", ("type",)),
    Column("rack", "rack"),
    Column("position", "position", ("position u",)),
    Column("face", "face", ("rack face",)),
    Column("parent", "parent", ("parent device",)),
    Column("bay", "device_bay", ("device bay", "position device bay")),
)
_CABLES = (
    Column("number", "id"),
    Column("made", "created"),
    Column("label", "label"),
    Column("a_port", "side_a_name", ("termination a",)),
    Column("b_port", "side_b_name", ("termination b",)),
    Column("a_device", "side_a_device", ("device a",)),
    Column("b_device", "side_b_device", ("device b",)),
    Column("a_panel", "side_a_power_panel"),
    Column("b_panel", "side_b_power_panel"),
    Column("a_site", "side_a_site", ("site a",)),
    Column("b_site", "side_b_site", ("site b",)),
    Column("a_kind", "side_a_type"),
    Column("b_kind", "side_b_type"),
    Column("status", "status"),
    Column("type", "type"),
    Column("color", "color"),
    Column("length", "length"),
    Column("length_unit", "length_unit"),
)
_RACK_TYPES = (
    Column("vendor", "manufacturer"),
    Column("model", "model"),
    Column("first_unit", "starting_unit"),
    Column("descending", "desc_units"),
)
_MODULES = (
    Column("number", "id"),
    Column("made", "created"),
    Column("parent", "device"),
    Column("parent_tag", "device.asset_tag"),
    Column("parent_number", "device.id"),
    Column("bay", "module_bay"),
    Column("vendor", "manufacturer"),
    Column("type", "module_type"),
    Column("status", "status"),
    Column("serial", "serial", ("serial number",)),
    Column("asset", "asset_tag"),
    Column("notes", "comments"),
)
_PANELS = (
    Column("number", "id"),
    Column("made", "created"),
    Column("panel", "name"),
    Column("site", "site"),
    Column("hall", "location"),
)
_FEEDS = (
    Column("number", "id"),
    Column("made", "created"),
    Column("feed", "name"),
    Column("site", "site"),
    Column("panel", "power_panel"),
    Column("type", "type"),
    Column("supply", "supply"),
    Column("phase", "phase"),
    Column("voltage", "voltage"),
    Column("amperage", "amperage"),
    Column("max_utilization", "max_utilization"),
)
COLUMNS = {
    Table.RACKS: _RACKS,
    Table.DEVICES: _DEVICES,
    Table.CABLES: _CABLES,
    Table.RACK_TYPES: _RACK_TYPES,
    Table.MODULES: _MODULES,
    Table.PANELS: _PANELS,
    Table.FEEDS: _FEEDS,
}
_OF_DEVICES = frozenset(
    "device type,device role,rack,position,position u,rack face,face,parent device,device bay,position device bay,ip address,oob ip,"
    "virtual chassis,platform".split(",")
)
_OF_RACKS = frozenset(
    "rack type,height,height u,facility id,space,power,devices,form factor,starting unit,width,desc units,mounting depth,outer width".split(
        ","
    )
)
_OF_OTHERS = frozenset(["power panel", "module bay", "vid", "prefix", "power feeds", "racks", "vms", "vcpus"])
"""Columns of tables that have name, site and status as well: power feeds, VLANs, locations, clusters, virtual machines."""
_OF_MACHINES = frozenset(["memory", "disk", "memory mb", "disk mb"])
"""Columns of virtual machines only; their vCPUs may be hidden."""
_WITH_HARDWARE = frozenset(["device type", "type", "manufacturer", "rack", "u height"])
_DERIVED = frozenset(
    "last updated,tenant group,region,site group,u height,ip address,ipv4 address,ipv6 address,console ports,console server ports,"
    "power ports,power outlets,interfaces,front ports,rear ports,device bays,module bays,inventory items,devices,space,power,owner group,"
    "color name,rack a,rack b,location a,location b,bundle,profile,module status,location,rack,cable,cable color,link peers,"
    "available power va,power feeds".split(",")
)
"""Columns that NetBox derives from others, or that a project stores in another form."""


def table_of(sheet: Sheet) -> Table | None:
    """The table that a sheet is, None for another one."""
    raw = {cell.strip() for row in sheet.rows[:1] for cell in row}
    header = {folded_name(cell) for cell in raw}
    if header >= {"termination a", "termination b"} or header >= {"side a name", "side b name"}:
        return Table.CABLES
    if header >= {"model", "desc units"}:
        return Table.RACK_TYPES
    if header >= {"module bay", "module type"}:
        return Table.MODULES
    if header >= {"name", "power panel", "voltage"}:
        return Table.FEEDS
    if header >= {"name", "site", "power feeds"} or header == {"site", "location", "name"}:
        return Table.PANELS
    if not {"name", "site"} <= header or header & _OF_OTHERS:
        return None
    # Virtual machines have a cluster as devices do, but no type of hardware.
    if header & _OF_MACHINES or ("cluster" in header and not header & _WITH_HARDWARE):
        return None
    devices, racks = header & _OF_DEVICES, header & _OF_RACKS
    # The field of a rack is called as the column of a list of devices, but for its letters.
    if devices or racks:
        return Table.DEVICES if len(devices) > len(racks) else Table.RACKS
    return Table.RACKS if "u_height" in raw else Table.DEVICES if "U Height" in raw else None


def is_exported(sheet: Sheet) -> bool:
    """Whether NetBox wrote the sheet: the names of its columns begin with capitals."""
    return any(cell.strip() in ("Name", "Termination A", "Module Bay") for row in sheet.rows[:1] for cell in row)


def unread(ignored: Sequence[str], sheet: Sheet) -> list[str]:
    """Return the unknown columns that contain data."""
    header = [cell.strip()[:60] for row in sheet.rows[:1] for cell in row]
    columns = []
    for name in ignored:
        place = header.index(name) if name in header else -1
        filled = place < 0 or any(place < len(row) and row[place].strip() for row in sheet.rows[1:])
        if filled and folded_name(name) not in _DERIVED:
            columns.append(name)
    return columns


def number_of(line: Line) -> int | None:
    """Return the ID that the instance assigned to the object."""
    text = line.cells.get("number", "").strip()
    return int(text) if text.isdecimal() and len(text) <= 18 else None
