"""NetBox names of the halls, racks and devices of a project, as exported and used to match imported NetBox files.

NetBox requires names that are unique, not empty and not too long. The same project always gives the same names.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.values.columns import Columns
from gpudesk.formats.netbox.netbox_stated import Kind, NotInNetBox, kind_of
from gpudesk.formats.netbox.netbox_trays import is_system, tray_id
from gpudesk.project.types import Types

Row = dict[str, Any]
Remark = Callable[[str], None]
MOST_NAME = 100
MOST_DEVICE_NAME = 64
MOST_TAG = 50
"""Characters of a serial number or an asset tag."""


class Unique:
    """Names that fit and are not yet used; case is ignored."""

    def __init__(self, most: int, what: str = "", remark: Remark | None = None, ending: str = " ({})") -> None:
        self._most = most
        self._what = what
        self._remark = remark
        self._ending = ending
        self._taken: set[str] = set()

    def of(self, text: str, spare: str) -> str:
        """`text`, shortened and numbered as far as it must be."""
        base_name = text.strip()[: self._most] or spare
        unique_name, number = base_name, 2
        while unique_name.casefold() in self._taken:
            end = self._ending.format(number)
            unique_name, number = base_name[: self._most - len(end)] + end, number + 1
        self._taken.add(unique_name.casefold())
        if unique_name != text and self._remark is not None:
            self._remark(
                f"the {self._what} {text!r} is called {unique_name!r}: names are unique, not empty and at most {self._most} characters long"
            )
        return unique_name


@dataclass(slots=True)
class NetboxNames:
    """NetBox names of a project.

    Attributes:
        halls: hall id → location name.
        racks: rack id → location name and rack name.
        devices: device id → name; modules, rack-scale systems and devices without a NetBox type are omitted.
        systems: device id of a rack-scale system → location name, "" for none, and rack name.
        trays: `tray_id` → name of a tray of such a system as a device.
        tags: table and id → asset tag, if any.
        in_order: the devices and modules, holders before their contents, each with its holder and the device in the rack.
    """

    halls: dict[int, str] = field(default_factory=dict)
    racks: dict[int, tuple[str, str]] = field(default_factory=dict)
    devices: dict[int, str] = field(default_factory=dict)
    systems: dict[int, tuple[str, str]] = field(default_factory=dict)
    trays: dict[int, str] = field(default_factory=dict)
    tags: dict[tuple[str, int], str] = field(default_factory=dict)
    in_order: list[tuple[Row, Row | None, Row]] = field(default_factory=list)

    def shown(self, row_id: int) -> str | None:
        """The name of a device in NetBox, of a rack-scale system that of its rack; None if it is not exported."""
        return self.systems[row_id][1] if row_id in self.systems else self.devices.get(row_id)


def kinds_of(types: Types) -> dict[int, Kind]:
    """Id of a type to its sort; types that NetBox has none for are left out."""
    kinds = {}
    for type_id in types:
        try:
            kinds[type_id] = kind_of(types[type_id])
        except NotInNetBox:
            continue
    return kinds


def netbox_names(tables: Callable[[str], Columns], types: Types, remark: Remark | None = None) -> NetboxNames:
    """The names of everything.

    Args:
        tables: the columns of a table of the project.
        remark: takes one line for each name that is another than that in the project.
    """
    names = NetboxNames()
    halls = Unique(MOST_NAME, "hall", remark)
    for hall in _rows(tables("hall")):
        names.halls[hall["id"]] = halls.of(hall["name"], f"Hall {hall['id']}")
    taken: set[str] = set()
    in_hall: dict[str, Unique] = {}
    for rack in _rows(tables("rack")):
        hall_name = names.halls[rack["hall_id"]]
        unique = in_hall.setdefault(hall_name, Unique(MOST_NAME, "rack", remark))
        names.racks[rack["id"]] = hall_name, unique.of(rack["name"], f"Rack {rack['id']}")
        _tag(names, "rack", rack, taken, remark)
    _devices(names, tables("device"), types, in_hall, taken, remark)
    return names


def role_of(device: Mapping[str, Any], kind: HardwareType) -> str:
    """The role of a device; NetBox demands one."""
    return (str(device["role"]).strip() or str(kind.family))[:MOST_NAME]


def _devices(
    names: NetboxNames, columns: Columns, types: Types, in_hall: dict[str, Unique], taken: set[str], remark: Remark | None
) -> None:
    unique, kinds = Unique(MOST_DEVICE_NAME, "device", remark), kinds_of(types)
    systems: list[tuple[int, HardwareType]] = []
    inside: dict[int | None, list[Row]] = {}
    for device in _rows(columns):
        inside.setdefault(device["parent_id"], []).append(device)
    waiting: list[tuple[Row, Row | None, Row]] = [(device, None, device) for device in reversed(inside.get(None, []))]
    while waiting:
        device, holder, top = waiting.pop()
        kind = kinds.get(device["type_id"])
        if kind is not None:
            names.in_order.append((device, holder, top))
            if is_system(types[device["type_id"]]):
                hall = names.halls.get(device["hall_id"], "")
                rack = in_hall.setdefault(hall, Unique(MOST_NAME, "rack", remark)).of(device["name"], f"Rack {device['id']}")
                names.systems[device["id"]] = hall, rack
                systems.append((device["id"], types[device["type_id"]]))
            elif kind is not Kind.MODULE:
                names.devices[device["id"]] = unique.of(device["name"], f"device-{device['id']}")
            _tag(names, "device", device, taken, remark)
        waiting.extend((each, device, top) for each in reversed(inside.get(device["id"], [])))
    for device_id, system in systems:
        for number, tray in enumerate(system.trays):
            names.trays[tray_id(device_id, number)] = unique.of(tray.named(names.systems[device_id][1]), f"tray-{device_id}-{number + 1}")


def _tag(names: NetboxNames, table: str, row: Row, taken: set[str], remark: Remark | None) -> None:
    """Note an asset tag; NetBox takes each once."""
    tag = str(row["asset"]).strip()[:MOST_TAG]
    if tag and tag.casefold() in taken:
        if remark is not None:
            remark(f"the {table} {row['name']!r} loses its asset tag {tag!r}: another thing has it")
        return
    if tag:
        taken.add(tag.casefold())
        names.tags[table, row["id"]] = tag


def _rows(columns: Columns) -> Iterator[Row]:
    return (columns.row(row_id) for row_id in columns.ids.tolist())
