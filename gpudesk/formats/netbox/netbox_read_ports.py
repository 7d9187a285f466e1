"""Ports, bays and ways through a panel of a NetBox document, as the groups of our entries, with places on schematic faces."""

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.core.hardware.hardware_ports_reader import MOST_BAYS, MOST_PORTS
from gpudesk.formats.netbox.netbox_areas import Block, blocks, free_face, stacked, unit_face
from gpudesk.formats.netbox.netbox_remarks import Remarks, shown
from gpudesk.formats.netbox.netbox_stated import CONSOLE_SERVER_GROUP, OUT_OF_BAND, Mappings
from gpudesk.formats.netbox.netbox_text import (
    BAY_LISTS,
    CONSOLE,
    CONSOLE_SERVER,
    FRONT,
    INTERFACES,
    INVENTORY,
    ITEM_KEYS,
    MAPPINGS,
    OUTLETS,
    PORT_LISTS,
    POWER,
    REAR,
    Socket,
    words,
)

LONGEST_PORT_NAME = 90
MODULE_TOKEN = "{module}"  # noqa: S105 - a placeholder of NetBox, no password
_MOST_POSITIONS = 1024
_ROLES = {
    CONSOLE: ("console", "console"),
    CONSOLE_SERVER: ("console", CONSOLE_SERVER_GROUP),
    POWER: ("power_in", "power"),
    OUTLETS: ("power_out", "outlets"),
    INTERFACES: ("network", "interfaces"),
    FRONT: ("panel", "front"),
    REAR: ("panel", "rear"),
}
_SPELT: Mapping[str, str] = {"management-only": "mgmt_only", "management_only": "mgmt_only", "mgmt-only": "mgmt_only"}
_REAR_SIDE = frozenset({Family.SERVER, Family.SYSTEM, Family.STORAGE, Family.WORKSTATION, Family.UPS})
"""Families whose network ports lie behind."""


@dataclass(frozen=True, slots=True)
class PortRow:
    """One port of a document."""

    list: str
    name: str
    socket: Socket
    network: str = ""
    group: str = ""
    positions: int = 1


@dataclass(slots=True)
class Components:
    """Contents of the lists of a document.

    Attributes:
        ports: in the order of the lists.
        bays: list → names.
        strays: list → positions → items that are not a port or bay here.
        passages: `[front, its position, rear, its position]` each.
        mappings: their format in the document, None if there are none.
    """

    ports: list[PortRow] = field(default_factory=list)
    bays: dict[str, list[str]] = field(default_factory=dict)
    strays: dict[str, dict[int, Any]] = field(default_factory=dict)
    passages: list[list[Any]] = field(default_factory=list)
    mappings: Mappings | None = None

    @property
    def counts(self) -> Counter[str]:
        """List to the number of its ports."""
        return Counter(row.list for row in self.ports)

    @property
    def traffic_ports(self) -> int:
        """The interfaces that are not for management."""
        return sum(row.list == INTERFACES and row.network != OUT_OF_BAND for row in self.ports)


def read_components(data: Mapping[str, Any], remarks: Remarks) -> Components:
    """All lists of a document."""
    components = Components()
    names: dict[str, dict[int, str]] = {}
    bays: set[str] = set()
    for name in (*PORT_LISTS, *BAY_LISTS):
        value = data.get(name)
        if value is None:
            continue
        if not isinstance(value, list):
            remarks.add("list-not-list", list=name)
            continue
        _check_keys(name, value, remarks)
        taken = _Names(name, remarks, bays if name in BAY_LISTS else set())
        for at, item in enumerate(value):
            if name in BAY_LISTS:
                _read_bay(components, name, at, item, taken)
            else:
                _read_port(components, name, at, item, taken, remarks)
        taken.tell()
        names[name] = taken.by_place
    inventory = data.get(INVENTORY)
    if isinstance(inventory, list):
        _check_keys(INVENTORY, inventory, remarks)
    _tell_ports(components, data, remarks)
    _read_ways(components, data, names, remarks)
    return components


class _Names:
    """The names of one list, adapted to catalog entries, with the changes made."""

    def __init__(self, name: str, remarks: Remarks, used: set[str]) -> None:
        self.by_place: dict[int, str] = {}
        self._list = name
        self._remarks = remarks
        self._used = used
        self._numbers, self._cut = 0, 0
        self._twice: list[str] = []

    def take(self, at: int, raw: Any) -> str | None:
        """Return the name of the item at a position, None if it has none."""
        if raw is None or raw == "" or isinstance(raw, list | dict):
            return None
        name = raw if isinstance(raw, str) else str(raw)
        self._numbers += not isinstance(raw, str)
        if len(name) > LONGEST_PORT_NAME:
            self._cut += 1
            name = name[:LONGEST_PORT_NAME]
        if name in self._used:
            self._twice.append(name)
            number = 2
            while f"{name} ({number})" in self._used:
                number += 1
            name = f"{name} ({number})"
        self._used.add(name)
        self.by_place[at] = name
        return name

    def tell(self) -> None:
        """Note unusual data."""
        if self._numbers:
            self._remarks.add("name-as-number", list=self._list, count=self._numbers)
        if self._cut:
            self._remarks.add("name-cut", list=self._list, count=self._cut)
        if self._twice:
            self._remarks.add("name-twice", list=self._list, count=len(self._twice), example=shown(self._twice[0]))


def _read_bay(components: Components, name: str, at: int, item: Any, taken: _Names) -> None:
    others = sum(map(len, components.bays.values()))
    bay = taken.take(at, item.get("name")) if isinstance(item, Mapping) and others < MOST_BAYS else None
    if bay is None:
        components.strays.setdefault(name, {})[at] = item
        return
    components.bays.setdefault(name, []).append(bay)


def _read_port(components: Components, name: str, at: int, item: Any, taken: _Names, remarks: Remarks) -> None:
    without_socket = isinstance(item, Mapping) and name == INTERFACES and item.get("type") in words().without_socket
    fits = isinstance(item, Mapping) and not without_socket and len(components.ports) < MOST_PORTS
    port = taken.take(at, item.get("name")) if fits else None
    if port is None:
        components.strays.setdefault(name, {})[at] = item
        return
    word = item.get("type")
    socket = words().sockets[name].get(word) if isinstance(word, str) else None
    network, group, positions = "", _ROLES[name][1], 1
    if name == INTERFACES and item.get("mgmt_only") is True:
        network, group = OUT_OF_BAND, "management"
    if name in (FRONT, REAR) and "positions" in item:
        stated_positions = item["positions"]
        if isinstance(stated_positions, int) and not isinstance(stated_positions, bool) and 1 <= stated_positions <= _MOST_POSITIONS:
            positions = stated_positions
    components.ports.append(PortRow(name, port, socket or Socket(shown(word or "other")), network, group, positions))


def _tell_ports(components: Components, data: Mapping[str, Any], remarks: Remarks) -> None:
    """Note unusual data of the lists as a whole, one line each."""
    for name in PORT_LISTS:
        items = [item for item in _listed(data, name) if isinstance(item, Mapping)]
        missing = sum(item.get("type") in (None, "") for item in items)
        if missing:
            remarks.add("type-missing", list=name, count=missing)
        known = words().sockets[name]
        strange = Counter(shown(item["type"]) for item in items if item.get("type") not in (None, "") and not _is_known(name, known, item))
        for word, count in strange.items():
            remarks.add("type-unknown", list=name, value=word, count=count)
        odd = sum("positions" in item and not _is_position(item["positions"]) for item in items) if name in (FRONT, REAR) else 0
        if odd:
            remarks.add("positions-odd", list=name, count=odd)
        for item in items:
            if name == INTERFACES and not isinstance(item.get("mgmt_only", False), bool):
                remarks.add("value-not-flag", key="mgmt_only", value=shown(item["mgmt_only"]))
    for name, places in components.strays.items():
        virtual = [item for item in places.values() if isinstance(item, Mapping) and item.get("type") in words().without_socket]
        if virtual:
            example = f"{shown(virtual[0].get('name'))}: {shown(virtual[0].get('type'))}"
            remarks.add("without-socket", count=len(virtual), example=example)
        nameless = sum(not isinstance(item, Mapping) or item.get("name") in (None, "") for item in places.values())
        if nameless:
            remarks.add("item-not-mapping", list=name, count=nameless)
        if more := len(places) - len(virtual) - nameless:
            remarks.add("ports-too-many", count=more)
    inlets = {row.name for row in components.ports if row.list == POWER}
    fed = [item["power_port"] for item in _listed(data, OUTLETS) if isinstance(item, Mapping) and item.get("power_port") is not None]
    if lost := [inlet for inlet in fed if str(inlet) not in inlets]:
        remarks.add("outlet-without-inlet", count=len(lost), example=shown(lost[0]))
    if tokens := sum(row.name.count(MODULE_TOKEN) > 1 for row in components.ports):
        remarks.add("module-token", count=tokens, token=MODULE_TOKEN)


def _is_known(name: str, known: Mapping[str, Socket], item: Mapping[str, Any]) -> bool:
    word = item["type"]
    return isinstance(word, str) and (word in known or (name == INTERFACES and word in words().without_socket))


def _is_position(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_POSITIONS


def _listed(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    return value if isinstance(value, list) else []


def _check_keys(name: str, items: list[Any], remarks: Remarks) -> None:
    known = ITEM_KEYS[name]
    strange = Counter(key for item in items if isinstance(item, Mapping) for key in item if key not in known)
    for key, count in strange.items():
        tell_key(key, name, known, count, remarks)


def tell_key(key: str, where: str, known: frozenset[str], count: int, remarks: Remarks) -> None:
    """Note an unknown key, and its probable meaning."""
    near = [_SPELT[key]] if key in _SPELT else difflib.get_close_matches(key.replace("-", "_").replace(" ", "_"), sorted(known), 1, 0.8)
    if near and near[0] in known:
        remarks.add("key-misspelt", key=shown(key), list=where, count=count, near=near[0])
    else:
        remarks.add("key-unknown", key=shown(key), list=where, count=count)


def _read_ways(components: Components, data: Mapping[str, Any], names: Mapping[str, Mapping[int, str]], remarks: Remarks) -> None:
    """The ways between front and rear ports, from whichever style the document uses."""
    ways: list[tuple[Any, Any, Any, Any]] = []
    broken = 0
    listed = data.get(MAPPINGS)
    if isinstance(listed, list):
        for item in listed:
            if isinstance(item, Mapping):
                ways.append(
                    (item.get("front_port"), item.get("front_port_position", 1), item.get("rear_port"), item.get("rear_port_position", 1))
                )
            else:
                broken += 1
    elif listed is not None:
        remarks.add("list-not-list", list=MAPPINGS)
    by_list = len(ways)
    for at, item in enumerate(_listed(data, FRONT)):
        if isinstance(item, Mapping) and "rear_port" in item and at in names.get(FRONT, {}):
            ways.append((names[FRONT][at], 1, item["rear_port"], item.get("rear_port_position", 1)))
    if not ways and not broken:
        if names.get(FRONT) and names.get(REAR):
            remarks.add("mapping-missing")
        return
    positions = {(row.list, row.name): row.positions for row in components.ports if row.list in (FRONT, REAR)}
    used: set[tuple[str, str, int]] = set()
    seen: set[tuple[Any, ...]] = set()
    for number, way in enumerate(ways):
        ends = _ends(way, positions)
        if ends is not None and number >= by_list and ends in seen:
            continue  # both styles say the same
        if ends is None or any((*end,) in used for end in ends):
            broken += 1
            continue
        used |= set(ends)
        seen.add(ends)
        (_, front, ahead), (_, rear, behind) = ends
        components.passages.append([front, ahead, rear, behind])
    if components.passages:
        old = len(ways) > by_list
        components.mappings = Mappings.BOTH if old and by_list else Mappings.PORTS if old else Mappings.LIST
    if broken:
        remarks.add("mapping-broken", count=broken)


End = tuple[str, str, int]


def _ends(way: tuple[Any, Any, Any, Any], positions: Mapping[tuple[str, str], int]) -> tuple[End, End] | None:
    """Return both ends of a mapping, None if one of them does not exist."""
    front, ahead, rear, behind = way
    mapped_ends = []
    for name, port, position in ((FRONT, front, ahead), (REAR, rear, behind)):
        named = port if isinstance(port, str) else str(port)
        if not _is_position(position) or position > positions.get((name, named), 0):
            return None
        mapped_ends.append((name, named, int(position)))
    return mapped_ends[0], mapped_ends[1]


def group_bodies(components: Components, family: Family, mount: Mount, height_half_units: int, source: str) -> list[dict[str, Any]]:
    """Return the port groups of an entry: identical neighbors of a list combined, arranged on the faces."""
    groups = [list(rows) for _, rows in groupby(components.ports, key=_alike)]
    sides = [_face(rows[0].list, family, mount) for rows in groups]
    placed: dict[int, Block] = {}
    for side in ("front", "rear"):
        own = [number for number, face in enumerate(sides) if face == side]
        placed.update(zip(own, _laid_out([len(groups[number]) for number in own], mount, height_half_units), strict=True))
    return [dict(_group_body(rows, sides[number], placed[number], source)) for number, rows in enumerate(groups)]


def _alike(row: PortRow) -> tuple[object, ...]:
    return row.list, row.group, row.socket, row.network, row.positions


def _laid_out(counts: list[int], mount: Mount, height_half_units: int) -> list[Block]:
    if mount is Mount.UNITS:
        return blocks(unit_face(height_half_units), counts)
    if mount is Mount.ZERO_U:
        return stacked(free_face(counts, strip=True), counts)
    return blocks(free_face(counts, strip=False), counts)


def _face(name: str, family: Family, mount: Mount) -> str:
    if name in (CONSOLE_SERVER, REAR):
        return "rear"
    if mount is Mount.ZERO_U or name in (CONSOLE, FRONT):
        return "front"
    if name == INTERFACES:
        return "rear" if family in _REAR_SIDE else "front"
    return "rear"


def _group_body(rows: list[PortRow], side: str, block: Block, source: str) -> Iterator[tuple[str, Any]]:
    first = rows[0]
    area = block.area
    yield "group", first.group
    yield "kind", first.socket.kind
    yield "role", _ROLES[first.list][0]
    yield "face", side
    yield "area", [area.x_mm, area.y_mm, area.width_mm, area.height_mm]
    if block.rows > 1:
        yield "rows", block.rows
        yield "down_columns", True
    yield "cages", [row.name for row in rows]
    yield "lanes", 0 if first.list in (POWER, OUTLETS) else first.socket.lanes
    if first.socket.rate_gbps is not None:
        yield "rate_gbps", first.socket.rate_gbps
    if first.network:
        yield "network", first.network
    if first.positions > 1:
        yield "positions", first.positions
    yield "source", source
    yield "confidence", "secondary"
