"""The rules that NetBox and its library of types set for a document, as JSON Schema in our own words.

From the library's schema folder (devicetype.json, moduletype.json, racktype.json, components.json) and NetBox 4.6. Both styles of ways
through a panel are allowed, because one file must serve every release, and racks of 21 inches, which NetBox knows and the library does not.
"""

from collections.abc import Mapping
from typing import Any

from gpudesk.formats.netbox.netbox_text import (
    CONSOLE,
    CONSOLE_SERVER,
    DEVICE_BAYS,
    FRONT,
    INTERFACES,
    INVENTORY,
    MAPPINGS,
    MODULE_BAYS,
    OUTLETS,
    POWER,
    REAR,
    words,
)

Schema = dict[str, Any]


def _text(most: int) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": most}


def _closed(required: list[str], properties: Schema) -> Schema:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def _component(name: str, properties: Schema, required: tuple[str, ...] = ("name", "type")) -> Schema:
    known: Schema = {"name": _text(64), "label": _text(64), "description": _text(200)}
    if name not in (MODULE_BAYS, DEVICE_BAYS, INVENTORY):
        types = [*words().sockets[name], *(words().without_socket if name == INTERFACES else ())]
        known["type"] = {"enum": types}
    return {"type": "array", "items": _closed(list(required), known | properties)}


_WATTS = {"type": "integer", "minimum": 1}
_COUNT = {"type": "integer", "minimum": 1, "maximum": 1024}
_COLOUR = {"type": "string", "pattern": "^[a-f0-9]{6}$"}
_SLUG = {"type": "string", "maxLength": 100, "pattern": "^[-a-z0-9_]+$"}
_WEIGHT = {"type": "number", "minimum": 0, "multipleOf": 0.01}
_UNIT = {"enum": ["kg", "g", "lb", "oz"]}
_FLAG = {"type": "boolean"}
_LISTS: Schema = {
    CONSOLE: _component(CONSOLE, {"_is_power_source": _FLAG}),
    CONSOLE_SERVER: _component(CONSOLE_SERVER, {}),
    POWER: _component(POWER, {"maximum_draw": _WATTS, "allocated_draw": _WATTS}),
    OUTLETS: _component(OUTLETS, {"power_port": _text(64), "feed_leg": {"enum": ["A", "B", "C"]}}),
    INTERFACES: _component(
        INTERFACES,
        dict.fromkeys(("enabled", "mgmt_only"), _FLAG) | {name: _text(64) for name in ("bridge", "poe_mode", "poe_type", "rf_role")},
    ),
    FRONT: _component(FRONT, {"color": _COLOUR, "positions": _COUNT, "rear_port": _text(64), "rear_port_position": _COUNT}),
    REAR: _component(REAR, {"color": _COLOUR, "positions": _COUNT, "_is_power_source": _FLAG}),
    MODULE_BAYS: _component(MODULE_BAYS, {"position": _text(30)}, ("name", "position")),
    INVENTORY: _component(INVENTORY, {"manufacturer": _text(100), "part_id": _text(50)}, ("name",)),
    MAPPINGS: {
        "type": "array",
        "items": _closed(
            ["front_port", "rear_port"],
            {"front_port": _text(64), "rear_port": _text(64), "front_port_position": _COUNT, "rear_port_position": _COUNT},
        ),
    },
}
_TOGETHER = {"dependentRequired": {"weight": ["weight_unit"]}}
_NAMED: Schema = {"manufacturer": _text(100), "model": _text(100), "comments": {"type": "string"}}
_WEIGHED: Schema = {"weight": _WEIGHT, "weight_unit": _UNIT}

DEVICE: Schema = _TOGETHER | _closed(
    ["manufacturer", "model", "slug", "u_height", "is_full_depth"],
    _NAMED
    | _WEIGHED
    | _LISTS
    | {
        DEVICE_BAYS: _component(DEVICE_BAYS, {}, ("name",)),
        "slug": _SLUG,
        "part_number": _text(50),
        "u_height": {"type": "number", "minimum": 0, "multipleOf": 0.5},
        "is_full_depth": _FLAG,
        "airflow": {"enum": [*words().airflow, *words().airflow_without_word]},
        "front_image": _FLAG,
        "rear_image": _FLAG,
        "subdevice_role": {"enum": ["parent", "child"]},
        "is_powered": _FLAG,
        "description": _text(200),
    },
)
DEVICE["allOf"] = [
    {
        "if": {"required": [DEVICE_BAYS]},
        "then": {"required": ["subdevice_role"], "properties": {"subdevice_role": {"const": "parent"}}},
    }
]
_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
PROFILES: Mapping[str, Schema] = {
    "CPU": {"properties": {"architecture": _STRING, "speed": {"type": "number"}, "cores": _INTEGER}},
    "Expansion card": {"properties": {"connector_type": _STRING, "bandwidth": _INTEGER}},
    "Fan": {"properties": {"rpm": _INTEGER}},
    "GPU": {
        "properties": {
            "interface": {"enum": ["PCIe 4.0", "PCIe 4.0 x8", "PCIe 4.0 x16", "PCIe 5.0 x16"]},
            "gpu": _STRING,
            "memory": _INTEGER,
        },
        "required": ["memory"],
    },
    "Hard disk": {
        "properties": {"type": {"enum": ["HD", "SSD", "NVME"]}, "size": _INTEGER, "speed": _INTEGER},
        "required": ["size"],
    },
    "Memory": {
        "properties": {"class": {"enum": ["DDR3", "DDR4", "DDR5"]}, "size": _INTEGER, "data_rate": _INTEGER, "ecc": _FLAG},
        "required": ["class", "size"],
    },
    "Power supply": {
        "properties": {
            "input_current": {"enum": ["AC", "DC"]},
            "input_voltage": _INTEGER,
            "wattage": _INTEGER,
            "hot_swappable": _FLAG,
        },
        "required": ["input_current", "input_voltage"],
    },
    "Transceiver": {
        "properties": dict.fromkeys(("form_factor", "media", "phy", "data_rate", "connector_type"), _STRING) | {"reach": {"type": "number"}}
    },
}
"""The profiles that NetBox brings (netbox/dcim/migrations/initial_data/module_type_profiles), from 4.3 on; transceivers later."""
MODULE: Schema = _TOGETHER | _closed(
    ["manufacturer", "model"],
    _NAMED
    | _WEIGHED
    | _LISTS
    | {
        "part_number": _text(50),
        "description": {"type": "string"},
        "airflow": {"enum": ["front-to-rear", "rear-to-front", "left-to-right", "right-to-left", "side-to-rear", "passive"]},
        "profile": {"enum": [name for name in PROFILES if name != "Transceiver"]},
        "attribute_data": {"type": "object", "minProperties": 1},
    },
)
MODULE["dependentRequired"] = {"weight": ["weight_unit"], "attribute_data": ["profile"]}
MODULE["allOf"] = [
    {
        "if": {"properties": {"profile": {"const": name}}, "required": ["profile"]},
        "then": {
            "properties": {"attribute_data": schema | {"type": "object"}},
            "required": ["attribute_data"] if "required" in schema else [],
        },
    }
    for name, schema in PROFILES.items()
]
RACK: Schema = _closed(
    ["manufacturer", "model", "slug", "form_factor", "width", "u_height", "starting_unit"],
    _NAMED
    | _WEIGHED
    | {
        "slug": _SLUG,
        "description": {"type": "string"},
        "form_factor": {
            "enum": [
                "2-post-frame",
                "4-post-frame",
                "4-post-cabinet",
                "wall-frame",
                "wall-frame-vertical",
                "wall-cabinet",
                "wall-cabinet-vertical",
            ]
        },
        "width": {"enum": [10, 19, 20, 21, 23]},
        "u_height": {"type": "integer", "minimum": 1},
        "starting_unit": {"type": "integer", "minimum": 1},
        "outer_width": _WEIGHT,
        "outer_height": _WEIGHT,
        "outer_depth": _WEIGHT,
        "outer_unit": {"enum": ["mm", "in"]},
        "max_weight": {"type": "integer", "minimum": 0},
        "mounting_depth": {"type": "integer", "minimum": 0},
        "desc_units": _FLAG,
    },
)
