"""Rack-scale systems in NetBox: each is a rack, and its trays are devices at their units, with the interfaces of their types.

A project has such a system as one device whose ports are those of all trays, so every port here has two names: that in the system
("T01-B1P1") and that on its tray ("B1P1").
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Area, Face, HardwareType, Mount, Port, PortGroup
from gpudesk.core.hardware.hardware_trays import Tray
from gpudesk.core.names.text_limits import slug_of
from gpudesk.core.values.units import pitch_for_rails
from gpudesk.formats.netbox.netbox_placeholders import with_positions
from gpudesk.formats.netbox.netbox_stated import LONGEST_SLUG, Kind, kind_of, list_of
from gpudesk.formats.netbox.netbox_text import INTERFACES, PORT_LISTS
from gpudesk.formats.netbox.netbox_write import document_of_type, file_name_of
from gpudesk.project.types import Types

TRAY, SYSTEM = "tray", "system"
"""Keywords in a comment, and tables of IDs: a tray, and a rack that is a rack-scale system."""
_DEVICE_BITS = 40
_FRAME_UNITS = 2
"""Units that base and top of a cabinet take: 2,236 mm are 48 units and these."""
_RAILS_INCH = 19.0
_MOST_MODEL = 100
_IN = " in "
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TrayType:
    """A tray of a system as NetBox has it.

    Attributes:
        document: its device type; trays of one type share it.
        file: path of that type in a set.
        ports: index of a port in the system → its name on the tray.
        unit: its lowest unit in the rack, from 1 at the bottom; None if the type does not show where it is.
    """

    tray: Tray
    document: Document
    file: str
    ports: Mapping[int, str]
    unit: int | None


def is_system(kind: HardwareType) -> bool:
    """Whether a type is a rack in NetBox: a rack-scale system with known trays."""
    return kind.is_rack_scale and bool(kind.trays)


def tray_id(device_id: int, number: int) -> int:
    """The number by which the NetBox data of a project refers to a tray: beyond those of all devices."""
    return (number + 1) << _DEVICE_BITS | device_id


def tray_of(row_id: int) -> tuple[int, int] | None:
    """The device and the number of the tray; None if it refers to a device."""
    number = row_id >> _DEVICE_BITS
    return (row_id & ((1 << _DEVICE_BITS) - 1), number - 1) if number else None


def tray_types(types: Types) -> dict[int, tuple[TrayType, ...]]:
    """Id of the type of a system → its trays, as the type lists them (use `types.cached(tray_types)`)."""
    documents: dict[str, dict[str, Any]] = {}
    return {type_id: _trays(types, types[type_id], documents) for type_id in types if is_system(types[type_id])}


def tray_documents(types: Types) -> dict[str, Document]:
    """The device types of all trays by the key of the tray; that of a device with the same key is the same."""
    return {each.tray.key: each.document for trays in types.cached(tray_types).values() for each in trays}


def rack_document(system: HardwareType, trays: Collection[TrayType]) -> dict[str, Any]:
    """The rack type of a system. NetBox adds the weights of devices to that of their rack, which is therefore the rest."""
    vendor, model = system.vendor, system.model[:_MOST_MODEL]
    slug = slug_of(f"{vendor} {model}")[:LONGEST_SLUG].strip("-")
    found: dict[str, Any] = {"manufacturer": vendor, "model": model, "slug": slug, "form_factor": "4-post-cabinet"}
    found |= {"width": round(system.number("rail_width_inch") or _RAILS_INCH), "u_height": units_of(system), "starting_unit": 1}
    for name in ("width", "height", "depth"):
        size_mm = system.number(f"{name}_mm")
        if size_mm is not None:
            found |= {f"outer_{name}": round(size_mm), "outer_unit": "mm"}
    weight_kg = system.number("weight_kg")
    if weight_kg is not None:
        rest_kg = round(weight_kg - sum(float(each.document.get("weight") or 0.0) for each in trays), 2)
        found |= {"weight": max(rest_kg, 0.0), "weight_unit": "kg"}
    return found | {"description": system.description[:200]}


def units_of(system: HardwareType) -> int:
    """The rack units of a system: as many as its height has, without those of its frame."""
    height_mm = system.number("height_mm") or 0.0
    return max(int(height_mm / pitch_for_rails(_RAILS_INCH)) - _FRAME_UNITS, 1)


def is_own_tray(cells: Mapping[str, str], systems: Collection[str]) -> bool:
    """Whether a line of a list of devices is a tray of an earlier export, which had them as child devices with types of their own.

    Args:
        systems: the types of all devices of the list.
    """
    own, within, system = cells.get("type", "").strip().rpartition(_IN)
    return bool(own and within) and system in systems


def _trays(types: Types, system: HardwareType, documents: dict[str, dict[str, Any]]) -> tuple[TrayType, ...]:
    rows = {port.index: (port, group) for group in system.port_groups for port in group.ports}
    items = {str(item["name"]): item for section in PORT_LISTS for item in document_of_type(system).get(section) or ()}
    found: list[TrayType] = []
    taken: set[int] = set()
    for tray in system.trays:
        kind = _kind(types, tray.key)
        document = documents.get(tray.key)
        if document is None:
            document = documents[tray.key] = _document(system, tray, kind)
        ports = _ports([rows[index] for index in tray.ports], kind)
        for index, name in ports.items():
            port, group = rows[index]
            _add(document, list_of(group), {**items.get(port.name, {"type": "other"}), "name": name})
        for name in tray.management:
            _add(document, INTERFACES, {"name": name, "type": "1000base-t", "mgmt_only": True})
        height_u = 1.0 if kind is None else kind.height_half_units / 2
        unit = _unit(system, tray, rows, height_u)
        units = set() if unit is None else set(range(unit, unit + math.ceil(height_u)))
        if units & taken:
            unit = None
        else:
            taken |= units
        file = f"device-types/{slug_of(system.vendor)}/{document['slug']}.yaml" if kind is None else file_name_of(kind.body)
        found.append(TrayType(tray, document, file, ports, unit))
    return tuple(found)


def _kind(types: Types, key: str) -> HardwareType | None:
    """The type of a tray in the project, else in the catalog; None if it is no device with units."""
    type_id, catalog = types.id_of(key), open_catalog()
    if type_id is None and key not in catalog:
        return None
    kind = catalog.get(key) if type_id is None else types[type_id]
    return kind if kind.mount is Mount.UNITS and kind_of(kind) is Kind.DEVICE else None


def _document(system: HardwareType, tray: Tray, kind: HardwareType | None) -> dict[str, Any]:
    if kind is None:
        model = f"{tray.key.rpartition('.')[2]}{_IN}{system.model}"[:_MOST_MODEL]
        slug = slug_of(f"{system.vendor} {model}")[:LONGEST_SLUG].strip("-")
        return {"manufacturer": system.vendor, "model": model, "slug": slug, "u_height": 1, "is_full_depth": True}
    document = with_positions(document_of_type(kind))
    rdma = {port.name: port.rdma for port in kind.ports() if port.rdma}
    for item in document.get(INTERFACES) or ():
        if item["name"] in rdma:
            item.setdefault("label", rdma[item["name"]])
    return document


def _add(document: dict[str, Any], section: str, item: Mapping[str, Any]) -> None:
    """Add a port that the type of a tray lacks."""
    if not any(each["name"] == item["name"] for name in PORT_LISTS for each in document.get(name) or ()):
        document.setdefault(section, []).append(dict(item))


def _ports(rows: list[tuple[Port, PortGroup]], kind: HardwareType | None) -> dict[int, str]:
    """Index in the system → name on the tray: the same name, else the same adapter, else the next port of the same sort."""
    free = {} if kind is None else {port.name: (port, group) for group in kind.port_groups for port in group.ports}
    found: dict[int, str] = {}

    def take(port: Port, name: str | None) -> None:
        if name is not None:
            found[port.index] = name
            del free[name]

    for port, _ in rows:
        take(port, max((name for name in free if port.name.endswith(f"-{name}")), key=len, default=None))
    for port, _ in rows:
        if port.index not in found and port.rdma:
            take(port, next((name for name, (own, _) in free.items() if own.rdma == port.rdma), None))
    for port, group in rows:
        if port.index not in found:
            sort = (group.role, group.network if group.role == "network" else "", group.kind)
            alike = ((own.role, own.network if own.role == "network" else "", own.kind) for _, own in free.values())
            take(port, next((name for name, other in zip(free, alike, strict=True) if other == sort), None))
    return {port.index: found.get(port.index, port.name) for port, _ in rows}


def _unit(system: HardwareType, tray: Tray, rows: Mapping[int, tuple[Port, PortGroup]], height_u: float) -> int | None:
    """The lowest unit in which a tray is on the front of its system: by the middle of its bay, else of its ports."""
    areas = [bay.area for bay in system.bays if bay.name == tray.bay and bay.area is not None and bay.face is Face.FRONT]
    if not areas:
        areas = [_cage(*rows[index]) for index in tray.ports if rows[index][1].face is Face.FRONT]
    if not areas:
        return None
    pitch_mm, units = pitch_for_rails(_RAILS_INCH), units_of(system)
    foot_mm = ((system.number("height_mm") or 0.0) - units * pitch_mm) / 2
    middle_mm = sum(area.y_mm + area.height_mm / 2 for area in areas) / len(areas)
    # The nearest unit; a middle between two units is in the upper one.
    unit = math.floor((middle_mm - foot_mm) / pitch_mm - height_u / 2 + 0.5) + 1
    return unit if 1 <= unit <= units + 1 - math.ceil(height_u) else None


def _cage(port: Port, group: PortGroup) -> Area:
    return group.area.part(group.cages.index(port.cage), len(group.cages), group.rows, group.down_columns)
