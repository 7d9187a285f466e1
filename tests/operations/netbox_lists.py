"""A stand-in for NetBox 4.6: takes the files of a set as its import forms do, and writes its lists as *Export* does.

The header lines are those of netbox/dcim/tables/{devices,racks,cables}.py of 4.6.8. Words are shown as its pages show them: choices by
their titles, the name of a device between line ends with marks for what HTML cannot have, its asset tag behind it where another list names
it.
"""

import csv
import html
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

RACKS_VIEW = "Name,Site,Location,Group,Status,Facility ID,Tenant,Role,Type,Height,Devices,Space"
RACKS_ALL = (
    RACKS_VIEW + ",ID,Tenant Group,Serial number,Asset tag,Form factor,Starting unit,Width,Outer Width,Outer Height,Outer Depth,"
    "Mounting depth,Airflow,Weight,Max Weight,Comments,Power,Description,Contacts,Tags,Created,Last updated,Manufacturer,Owner Group,Owner"
)
DEVICES_VIEW = "Name,Status,Tenant,Site,Location,Rack,Role,Manufacturer,Type,IP Address"
DEVICES_ALL = (
    DEVICES_VIEW + ",ID,Tenant Group,Serial number,Asset tag,Region,Site Group,Parent Device,Position (Device Bay),Position,Rack face,"
    "Latitude,Longitude,Airflow,IPv4 Address,IPv6 Address,OOB IP,Cluster,Virtual Chassis,VC Position,VC Priority,Description,"
    "Config Template,Comments,Contacts,Tags,Created,Last updated,U Height,Platform,Console ports,Console server ports,Power ports,"
    "Power outlets,Interfaces,Front ports,Rear ports,Device bays,Module bays,Inventory items,Owner Group,Owner"
)
CABLES_VIEW = "ID,Label,Termination A,Termination B,Status,Type"
CABLES_ALL = (
    CABLES_VIEW + ",Device A,Device B,Rack A,Rack B,Location A,Location B,Site A,Site B,Profile,Tenant,Tenant Group,Color,Color Name,"
    "Bundle,Length,Description,Comments,Tags,Created,Last updated,Owner Group,Owner"
)
TYPES = {
    "mmf-om4": "Multimode Fiber (OM4)",
    "dac-passive": "Direct Attach Copper (Passive)",
    "dac-active": "Direct Attach Copper (Active)",
    "smf-os2": "Single-mode Fiber (OS2)",
    "aoc": "Active Optical Cabling (AOC)",
    "cat6": "CAT6",
    "cat6a": "CAT6a",
}
_MADE = "2026-03-02T08:00:{:02}.000001+00:00"
Row = dict[str, str]


@dataclass
class Instance:
    """What an instance holds, by the fields of the import forms; `id` is the number that it gave."""

    first: int = 1
    made: str = _MADE
    tables: dict[str, list[Row]] = field(default_factory=dict)

    def take(self, files: Mapping[str, bytes]) -> "Instance":
        """Take in the files of a set, as through the import forms."""
        for name in sorted(files):
            if not name.endswith(".csv"):
                continue
            table = self.tables.setdefault(name[3:].removesuffix(".csv").rstrip("-0123456789"), [])
            for row in csv.DictReader(io.StringIO(files[name].decode(), newline="")):
                number = self.first + sum(map(len, self.tables.values()))
                table.append(
                    {key: value.strip() for key, value in row.items()} | {"id": str(number), "made": self.made.format(number % 60)}
                )
        return self

    def row(self, table: str, name: str) -> Row:
        """The row of a thing."""
        [found] = [row for row in self.tables[table] if row["name"] == name]
        return found

    def rename(self, table: str, old: str, new: str) -> None:
        """Give a rack or a device another name: all that leads to it shows the new one."""
        self.row(table, old)["name"] = new
        for row in self.tables["devices"]:
            for key in ("rack",) if table == "racks" else ("parent",):
                row[key] = new if row.get(key) == old else row.get(key, "")
        for row in self.tables.get("cables", []) if table == "devices" else ():
            for key in ("side_a_device", "side_b_device"):
                row[key] = new if row[key] == old else row[key]

    def racks(self, *, all_data: bool = True) -> bytes:
        """The export of the list of racks."""
        types = {row["model"]: row for row in self.tables.get("rack-types", [])}

        def cells(row: Row) -> Row:
            kind = types.get(row["rack_type"], {})
            return {
                **_same(row),
                "Status": row["status"].capitalize(),
                "Type": row["rack_type"],
                "Height": f"{kind.get('u_height', '42')}U",
                "Starting unit": kind.get("starting_unit", "1"),
                "Width": f"{kind.get('width', '19')} inches",
                "Manufacturer": kind.get("manufacturer", ""),
                "Devices": str(sum(each["rack"] == row["name"] for each in self.tables["devices"])),
                "Space": "12.5%",
                "Power": "0%",
            }

        return _written(RACKS_ALL if all_data else RACKS_VIEW, self.tables["racks"], cells)

    def devices(self, *, all_data: bool = True) -> bytes:
        """The export of the list of devices."""
        named = {row["name"]: row for row in self.tables["devices"]}

        def cells(row: Row) -> Row:
            holder = named.get(row["parent"])
            return {
                **_same(row),
                "Name": f"\n{html.escape(row['name']) or 'Unnamed device'}\n",
                "Status": row["status"].capitalize(),
                "Rack": row["rack"] or (holder["rack"] if holder else ""),
                "Location": row["location"] or (holder["location"] if holder else ""),
                "Type": row["device_type"],
                "Parent Device": "" if holder is None else _shown(holder),
                "Position (Device Bay)": row["device_bay"],
                "Position": row["position"],
                "Rack face": row["face"].capitalize(),
                "U Height": "1",
                "Interfaces": "4",
            }

        return _written(DEVICES_ALL if all_data else DEVICES_VIEW, self.tables["devices"], cells)

    def cables(self, *, all_data: bool = True) -> bytes:
        """The export of the list of cables."""
        named = {row["name"]: row for row in self.tables["devices"]}

        def cells(row: Row) -> Row:
            found = {**_same(row), "Status": row["status"].capitalize(), "Type": TYPES.get(row["type"], row["type"])}
            for side in "AB":
                device = named.get(row[f"side_{side.lower()}_device"])
                found[f"Termination {side}"] = row[f"side_{side.lower()}_name"]
                found[f"Site {side}"] = row[f"side_{side.lower()}_site"]
                if device is not None:
                    found |= {f"Device {side}": _shown(device), f"Rack {side}": device["rack"]}
            length = row.get("length", "")
            found["Length"] = f"\n\n{float(length):g} {row['length_unit']}\n" if length else "\n\n\n"
            found["Color"] = f"#{row['color']}" if row.get("color") else ""
            return found

        rows = [*self.tables.get("cables", []), *self.tables.get("power-cords", [])]
        return _written(CABLES_ALL if all_data else CABLES_VIEW, rows, cells)

    def lists(self, *, all_data: bool = True) -> dict[str, bytes]:
        """The three exports."""
        return {
            "netbox_cables.csv": self.cables(all_data=all_data),
            "netbox_devices.csv": self.devices(all_data=all_data),
            "netbox_racks.csv": self.racks(all_data=all_data),
        }


def _shown(device: Row) -> str:
    return f"{device['name']} ({device['asset_tag']})" if device.get("asset_tag") else device["name"]


def _same(row: Row) -> Row:
    """The columns that show a field as it is."""
    fields = {
        "ID": "id",
        "Created": "made",
        "Name": "name",
        "Site": "site",
        "Location": "location",
        "Role": "role",
        "Manufacturer": "manufacturer",
        "Serial number": "serial",
        "Asset tag": "asset_tag",
        "Comments": "comments",
        "Description": "description",
        "Label": "label",
        "Bundle": "bundle",
    }
    return {title: row.get(name, "") for title, name in fields.items()}


def _written(header: str, rows: list[Row], cells: Callable[[Row], Row]) -> bytes:
    titles = header.split(",")
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(titles)
    for row in rows:
        found = cells(row)
        writer.writerow([found.get(title, "") for title in titles])
    return out.getvalue().encode()
