"""Catalog data of a type as a NetBox document: the part of the export that is derived from facts and ports."""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from gpudesk.core.hardware.hardware import Face, Family, HardwareType, Mount, Passage, Port, PortGroup
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import slug_of
from gpudesk.formats.netbox.netbox_profiles import PART_KIND, stated_profile
from gpudesk.formats.netbox.netbox_text import (
    CONSOLE,
    CONSOLE_SERVER,
    DEVICE_BAYS,
    FRONT,
    INTERFACES,
    MAPPINGS,
    MODULE_BAYS,
    OUTLETS,
    POWER,
    REAR,
    Socket,
    words,
)

ASSUMED_SOURCE = "Assumed by the import so that the rack can be placed; the library does not say it"
"""The source of facts that no entry can be without; they are not written back."""
LONGEST_SLUG = 100
LONGEST_PART_NUMBER = 50
LONGEST_DESCRIPTION = 200
CONSOLE_SERVER_GROUP = "console server"
OUT_OF_BAND = "out_of_band"
_MOST_MANAGEMENT_PORTS = 2
"""A switch with more out-of-band ports in one group is the switch of that network, not managed through them."""
_UNPOWERED = frozenset({Family.PANEL, Family.CASSETTE, Family.CABLE_MANAGER, Family.BLANK, Family.SHELF})
_MODULE_AIRFLOW = frozenset({"front-to-rear", "rear-to-front", "left-to-right", "right-to-left", "side-to-rear", "passive"})
"""Airflow directions that NetBox supports for modules."""
_MODULES = frozenset({Family.ADAPTER, Family.TRANSCEIVER, Family.CASSETTE, Family.GPU})


class Kind(StrEnum):
    """The three sorts of types that a library holds, by its folders."""

    DEVICE = "device"
    MODULE = "module"
    RACK = "rack"

    @property
    def folder(self) -> str:
        """Where such types lie in a library."""
        return f"{self.value}-types"


class Mappings(StrEnum):
    """How the ways through a panel are written: NetBox reads the old keys before 4.5 and only the list from 4.5 on."""

    PORTS = "ports"
    """`rear_port` and `rear_port_position` of front ports."""
    LIST = "list"
    """The list `port-mappings`."""
    BOTH = "both"
    AS_READ = "as-read"
    """As in the imported document, both if not imported."""


class NotInNetBox(DeskError):
    """NetBox has no type for this kind of object."""


DEFAULT_DESCRIPTIONS = ("From a NetBox library of types", "De una biblioteca de tipos de NetBox")
"""English and Spanish description of an entry whose document has none."""


def kind_of(hardware: HardwareType) -> Kind:
    """Which sort of type it is for NetBox.

    Raises:
        NotInNetBox: NetBox has none for it: a cable, a consumable.
    """
    stored_kind = hardware.body.get("netbox", {}).get("kind")
    if stored_kind in tuple(Kind):
        return Kind(stored_kind)
    if hardware.family is Family.RACK:
        return Kind.RACK
    part = hardware.family is Family.ACCESSORY and PART_KIND not in hardware.facts
    if hardware.family is Family.CABLE or (part and hardware.mount is not Mount.UNITS):
        text = QT_TRANSLATE_NOOP("netbox", "NetBox has no type for {key}, which belongs to the family {family}.")
        raise NotInNetBox(Message("netbox", text, {"key": hardware.key, "family": hardware.family.value}))
    module = hardware.family in _MODULES or hardware.mount is Mount.PART or PART_KIND in hardware.facts
    return Kind.MODULE if module else Kind.DEVICE


def stated(hardware: HardwareType, kind: Kind, mappings: Mappings) -> dict[str, Any]:
    """Return the document of facts, ports, bays and passages; names in the order of the library's own files."""
    document: dict[str, Any] = {"manufacturer": hardware.vendor, "model": hardware.model}
    if kind is not Kind.MODULE:
        document["slug"] = slug_of(f"{hardware.vendor} {hardware.model}")[:LONGEST_SLUG].strip("-")
    if kind is Kind.RACK:
        return document | _described(hardware) | _rack(hardware)
    if hardware.part_numbers and len(hardware.part_numbers[0]) <= LONGEST_PART_NUMBER:
        document["part_number"] = hardware.part_numbers[0]
    bays = _bays(hardware)
    if kind is Kind.MODULE:
        document |= stated_profile(hardware)
    if kind is Kind.DEVICE:
        half_units = hardware.height_half_units if hardware.mount is Mount.UNITS else 0
        document["u_height"] = half_units // 2 if half_units % 2 == 0 else half_units / 2
        document["is_full_depth"] = bool(hardware.facts["full_depth"].value) if "full_depth" in hardware.facts else True
    direction = next((word for word, catalog_word in words().airflow.items() if catalog_word == hardware.text("airflow_direction")), "")
    if direction and (kind is Kind.DEVICE or direction in _MODULE_AIRFLOW):
        document["airflow"] = direction
    document |= _weight(hardware)
    ports = _ports(hardware)
    if kind is Kind.DEVICE:
        if hardware.mount is Mount.CHILD:
            document["subdevice_role"] = "child"
        elif DEVICE_BAYS in bays:
            document["subdevice_role"] = "parent"
        if hardware.family in _UNPOWERED and POWER not in ports:
            document["is_powered"] = False
    return document | _described(hardware) | ports | bays | _ways(hardware, ports, mappings)


def _described(hardware: HardwareType) -> dict[str, Any]:
    text = hardware.description
    if not text or text == DEFAULT_DESCRIPTIONS[0]:
        return {}
    if len(text) <= LONGEST_DESCRIPTION:
        return {"description": text}
    return {"description": text[: LONGEST_DESCRIPTION - 1].rstrip() + "…", "comments": text}


def _weight(hardware: HardwareType) -> dict[str, Any]:
    weight_kg = hardware.facts.get("weight_kg")
    if weight_kg is None or isinstance(weight_kg.value, str | bool):
        return {}
    return {"weight": _hundredths(weight_kg.value), "weight_unit": "kg"}


def _hundredths(value: float) -> float | int:
    return value if isinstance(value, int) else round(value, 2)


def _rack(hardware: HardwareType) -> dict[str, Any]:
    document: dict[str, Any] = {"form_factor": "4-post-cabinet"}
    document["width"] = _whole(hardware.number("rail_width_inch") or 19.0)
    document["u_height"] = _whole(hardware.number("units_u") or 0)
    document["starting_unit"] = 1
    for name in ("outer_width", "outer_height", "outer_depth"):
        value = hardware.number(f"{name}_mm")
        if value is not None and hardware.facts[f"{name}_mm"].source != ASSUMED_SOURCE:
            document[name] = _whole(round(value, 2))
            document["outer_unit"] = "mm"
    load_kg = hardware.number("static_load_kg")
    document |= _weight(hardware)
    if load_kg is not None:
        document |= {"max_weight": math.floor(load_kg), "weight_unit": "kg"}
    return document


def _whole(value: float) -> float | int:
    return int(value) if value == int(value) else value


def list_of(group: PortGroup) -> str:
    """Return the document list that contains a group of ports."""
    if group.role == "power_in":
        return POWER
    if group.role == "power_out":
        return OUTLETS
    if group.role == "console":
        return CONSOLE_SERVER if group.name == CONSOLE_SERVER_GROUP else CONSOLE
    if group.role == "panel":
        return FRONT if group.face is Face.FRONT else REAR
    return INTERFACES


def _ports(hardware: HardwareType) -> dict[str, list[dict[str, Any]]]:
    lists: dict[str, list[dict[str, Any]]] = {}
    draws = _draws_w(hardware)
    infiniband = "fabric_manager" in hardware.facts
    for group in hardware.port_groups:
        name = list_of(group)
        rate = group.rate_gbps
        socket = Socket(group.kind, None if name != INTERFACES or rate is None else _whole(rate))
        word = words().word(name, socket, infiniband=infiniband)
        same: dict[str, Any] = {"type": word}
        if name == INTERFACES and group.network == OUT_OF_BAND and _manages(hardware, group):
            same["mgmt_only"] = True
        elif name == POWER:
            same |= draws
        elif name == OUTLETS:
            same |= _fed(hardware, group)
        elif name in (FRONT, REAR) and group.positions > 1:
            same["positions"] = group.positions
        listed = lists.setdefault(name, [])
        listed.extend(_item(port, same) for port in group.ports)
    order = (CONSOLE, CONSOLE_SERVER, POWER, OUTLETS, INTERFACES, FRONT, REAR)
    return {name: lists[name] for name in order if name in lists}


_LEGS = {"l1": "A", "l2": "B", "l3": "C", "l1-l2": "A", "l2-l3": "B", "l3-l1": "C"}
"""The `network` of an outlet group to the leg of NetBox (PowerOutletFeedLegChoices of 4.6.8); between two lines the first one counts."""


def _fed(hardware: HardwareType, group: PortGroup) -> dict[str, str]:
    """The inlet and the leg of outlets, where the type leaves no doubt."""
    inlets = [port.name for other in hardware.port_groups if other.role == "power_in" for port in other.ports]
    if len(inlets) != 1:
        return {}
    feed = {"power_port": inlets[0]}
    return feed | ({"feed_leg": _LEGS[group.network]} if group.network in _LEGS else {})


def _item(port: Port, same: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": port.name, **same}


def _manages(hardware: HardwareType, group: PortGroup) -> bool:
    return hardware.family is not Family.SWITCH or len(group.ports) <= _MOST_MANAGEMENT_PORTS or group.name == "management"


def _draws_w(hardware: HardwareType) -> dict[str, int]:
    """Return the NetBox values of each inlet: its maximum load if others fail, and its share in normal operation.

    NetBox adds up the shares of a rack, so the shares of all inlets together are the power of the device.
    """
    inlets = sum(len(group.ports) for group in hardware.port_groups if group.role == "power_in")
    if not inlets or any(group.role == "power_out" for group in hardware.port_groups):
        return {}
    most_w = hardware.number("power_max_w") or hardware.number("power_nameplate_w")
    shared_w = hardware.number("power_provisioned_w") or (most_w if inlets > 1 else None)
    supplies = hardware.supplies
    needed = supplies.needed if supplies is not None and 0 < supplies.needed <= inlets else 1
    found = {}
    if most_w:
        found["maximum_draw"] = math.ceil(most_w / needed)
    if shared_w:
        # NetBox refuses a share above the maximum; that of a tray includes shelves and switches of its rack.
        share_w = math.ceil(shared_w / inlets)
        found["allocated_draw"] = min(share_w, found.get("maximum_draw", share_w))
    return found


def _bays(hardware: HardwareType) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    # In a library of types, trays are child devices of their system, which NetBox takes into device bays alone.
    of_trays = {tray.bay for tray in hardware.trays}
    for bay in hardware.bays:
        is_of_devices = bay.accepts and hardware.mount is Mount.UNITS and _holds_devices(bay.group)
        if bay.name in of_trays or bay.group == DEVICE_BAYS or (bay.group != MODULE_BAYS and is_of_devices):
            found.setdefault(DEVICE_BAYS, []).append({"name": bay.name})
        else:
            found.setdefault(MODULE_BAYS, []).append({"name": bay.name, "position": bay.name[:30]})
    return {name: found[name] for name in (MODULE_BAYS, DEVICE_BAYS) if name in found}


def _holds_devices(group: str) -> bool:
    return any(word in group.casefold() for word in ("node", "sled", "blade", "device", "tray"))


def _ways(hardware: HardwareType, ports: dict[str, list[dict[str, Any]]], mappings: Mappings) -> dict[str, Any]:
    """Return the port mappings of a panel; old keys go into the front ports of `ports`, which have one mapping each."""
    if not hardware.passages:
        return {}
    if mappings is not Mappings.LIST:
        first: dict[str, Passage] = {}
        for way in hardware.passages:
            first.setdefault(way.front, way)
        for item in ports.get(FRONT, []):
            if (led := first.get(item["name"])) is not None:
                item |= {"rear_port": led.rear, "rear_port_position": led.rear_position}
    if mappings is Mappings.PORTS:
        return {}
    return {
        MAPPINGS: [
            {
                "front_port": way.front,
                "front_port_position": way.front_position,
                "rear_port": way.rear,
                "rear_port_position": way.rear_position,
            }
            for way in hardware.passages
        ]
    }
