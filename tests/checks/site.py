"""Small projects for tests: a hall, racks and devices of a few made-up types, put in without operations."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.messages.message import Message
from gpudesk.project.document import Applied, Document
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

Facts = Mapping[str, float | str | bool]
_STEP = Message("tests", "A step of a test", {})


def body(
    key: str, family: str, mount: str, facts: Facts, contains: list[dict[str, Any]] | None = None, bays: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """A catalog entry; every fact has the source "test"."""
    return {
        "key": key,
        "family": family,
        "vendor": "Acme",
        "model": key,
        "mount": mount,
        "facts": {name: {"value": value, "source": "test", "confidence": "read"} for name, value in facts.items()},
        "contains": contains or [],
        "bays": bays or [],
    }


RACK: Facts = {
    "units_u": 42,
    "unit_pitch_mm": 44.45,
    "rail_width_inch": 19,
    "outer_width_mm": 600,
    "outer_depth_mm": 1200,
    "outer_height_mm": 2000,
    "first_unit_mm": 100,
    "usable_depth_mm": 1000,
    "rail_depth_mm": 750,
    "static_load_kg": 1000,
    "rolling_load_kg": 800,
    "zero_u_per_side": 1,
    "weight_kg": 120,
}
SYSTEM: Facts = {
    "height_u": 8,
    "height_mm": 356,
    "depth_mm": 900,
    "weight_kg": 130,
    "power_max_w": 10_200,
    "power_average_w": 9_000,
    "airflow_direction": "front-to-rear",
    "rail_depth_min_mm": 700,
    "rail_depth_max_mm": 900,
}
SWITCH: Facts = {"height_u": 1, "depth_mm": 500, "weight_kg": 12, "power_max_w": 1_500, "airflow_direction": "front-to-rear"}
HALF: Facts = {"height_u": 1, "width_share": 0.5, "depth_mm": 400, "weight_kg": 5, "power_max_w": 300}
PANEL: Facts = {"height_u": 1, "depth_mm": 100, "weight_kg": 3}
PDU: Facts = {"height_mm": 1800, "width_mm": 56, "depth_mm": 60, "weight_kg": 9}

TOWER: Facts = {"width_mm": 600, "depth_mm": 1000, "height_mm": 1200, "weight_kg": 300, "power_max_w": 5_000}

CHASSIS: Facts = {"height_u": 4, "depth_mm": 800, "weight_kg": 30, "power_max_w": 200, "airflow_direction": "front-to-rear"}
BLADE: Facts = {"fits": "blade", "weight_kg": 6, "power_max_w": 700}
BAYS: list[dict[str, Any]] = [
    {"group": "blades", "accepts": "blade", "face": "front", "area": [20, 0, 440, 140], "rows": 1, "count": 4, "name": "{n}"},
    {"group": "any", "face": "rear", "area": [20, 0, 100, 100], "cages": ["X"]},
]

TYPES: dict[str, dict[str, Any]] = {
    "rack": body("rack", "rack", "floor", RACK),
    "system": body("system", "system", "units", SYSTEM, [{"key": "gpu", "count": 8, "gpu": True}]),
    "switch": body("switch", "switch", "units", SWITCH),
    "half": body("half", "server", "units", HALF),
    "panel": body("panel", "panel", "units", PANEL),
    "pdu": body("pdu", "pdu", "zero_u", PDU),
    "chassis": body("chassis", "server", "units", CHASSIS, bays=BAYS),
    "filled": body("filled", "server", "units", CHASSIS, [{"key": "blade", "count": 2}], BAYS),
    "blade": body("blade", "server", "child", BLADE),
    "tower": body("tower", "workstation", "floor", TOWER, [{"key": "gpu", "count": 4, "gpu": True}]),
}


def _socket(group: str, role: str, kind: str, count: int, network: str = "") -> dict[str, Any]:
    area = [0, 0, 40, 40]
    return {
        "group": group,
        "kind": kind,
        "role": role,
        "face": "rear",
        "area": area,
        "count": count,
        "name": f"{group} {{n}}",
        "lanes": 0,
        "network": network,
        "source": "test",
        "confidence": "read",
    }


TYPES["pdu"] = body("pdu", "pdu", "zero_u", {**PDU, "breaker_count": 0}) | {"ports": [_socket("c13", "power_out", "c13", 8)]}
STRIP: Facts = {**PDU, "input_voltage_v": 415, "input_current_a": 32, "input_phases": 3, "breaker_a": 32}
WIRED_TYPES: dict[str, dict[str, Any]] = {
    "strip": body("strip", "pdu", "zero_u", STRIP)
    | {
        "ports": [
            _socket("input", "power_in", "hardwired", 1),
            *(_socket(f"bank-{bank}-c19", "power_out", "c19", 4, f"l{bank}") for bank in (1, 2, 3)),
        ]
    },
    "six": body("six", "system", "units", SYSTEM)
    | {
        "ports": [_socket("psu", "power_in", "c20", 6)],
        "supplies": {
            "total": 6,
            "needed": 4,
            "minimum_to_boot": 3,
            "inlet": "c20",
            "levels": [{"alive": 4, "share": 1.0}, {"alive": 3, "share": 0.5}],
            "source": "test",
            "confidence": "read",
        },
    },
}
WIRED_TYPES["pair"] = body("pair", "server", "units", SYSTEM) | {
    "ports": [_socket("psu", "power_in", "c20", 2)],
    "supplies": {
        "total": 2,
        "needed": 1,
        "inlet": "c20",
        "levels": [{"alive": 1, "share": 1.0}],
        "source": "test",
        "confidence": "read",
    },
}
WIRED_TYPES["bare"] = body("bare", "pdu", "zero_u", {"height_mm": 1800}) | {"ports": [_socket("input", "power_in", "hardwired", 1)]}
WIRED_TYPES["plain"] = body("plain", "pdu", "zero_u", {"height_mm": 1800}) | {
    "ports": [_socket("input", "power_in", "hardwired", 1), _socket("c13", "power_out", "c13", 8)]
}
for _name, _plug, _connector in (("small", "c14", "c13"), ("large", "c20", "c19")):
    WIRED_TYPES[_name] = body(_name, "cable", "part", {}) | {
        "ends": [{"end": "a", "connector": _plug, "count": 1}, {"end": "b", "connector": _connector, "count": 1}],
        "lengths": [0.5, 1.2, 3],
    }
"""Cords of both sizes; a strip of three banks of four outlets, one on each line; two of which less is known; systems of six supplies
and of two."""
WIRED_TYPES["shelves"] = body("shelves", "system", "floor", {**TOWER, "power_max_w": 100_000}) | {
    "ports": [_socket("shelf", "power_in", "hardwired", 8)],
    "supplies": {
        "total": 8,
        "needed": 4,
        "inlet": "hardwired",
        "rating_w": 33_000,
        "levels": [{"alive": 4, "share": 1.0}, {"alive": 3, "share": 0.5}],
        "source": "test",
        "confidence": "read",
    },
}
"""A whole rack on the floor with eight power shelves of which four carry it."""
CARD: Facts = {"board_length_mm": 267, "board_slots": 2, "cooling": "active", "power_max_w": 300, "psu_minimum_w": 700, "pcie_lanes": 16}
STATION: Facts = {
    **TOWER,
    "power_max_w": 1600,
    "gpu_slots": 4,
    "gpu_slot_width": 2,
    "gpu_board_length_max_mm": 312,
    "gpu_power_connectors": "one 16-pin for each place",
    "pcie_lanes_host": 112,
}
WIRED_TYPES["card"] = body("card", "gpu", "part", {**CARD, "power_connector": "1 × 16-pin"})
WIRED_TYPES["station"] = body("station", "workstation", "floor", STATION, [{"key": "card", "count": 4, "gpu": True}]) | {
    "supplies": {
        "total": 2,
        "needed": 1,
        "inlet": "c20",
        "rating_w": 1850,
        "levels": [{"alive": 1, "share": 1.0}],
        "source": "test",
        "confidence": "read",
    }
}
"""A workstation of four cards in which everything fits."""


def _cage(group: str, count: int) -> dict[str, Any]:
    """Cages in a row on the front, near its left edge."""
    area = {"face": "front", "area": [40, 10, 20 * count, 20], "count": count, "name": f"{group} {{n}}"}
    return {"group": group, "kind": "osfp", "role": "network", "lanes": 4, "rate_gbps": 400, "source": "test", "confidence": "read", **area}


WIRED_TYPES["box"] = body("box", "switch", "units", SWITCH) | {"ports": [_cage("cage", 16)]}
for _name, _kind, _facts in (
    ("hose", "jumper", {"outer_diameter_mm": 30, "mass_kg_per_m": 2.5, "bend_radius_mm": 300}),
    ("wire", "dac", {"outer_diameter_mm": 30}),
):
    WIRED_TYPES[_name] = body(_name, "cable", "part", {"cable_kind": _kind, **_facts})
WIRED_TYPES["stocked"] = WIRED_TYPES["hose"] | {"key": "stocked", "lengths": [5, 10, 20, 50]}
"""A box of sixteen cages; a fiber and a copper wire of which a few fill a tray; the fiber as it is sold in lengths."""
COOLED_TYPES: dict[str, dict[str, Any]] = {
    "crah": body("crah", "cooling", "floor", {"width_mm": 900, "depth_mm": 900, "cooling_capacity_w": 30_000, "airflow_cfm": 4_000}),
    "cdu": body("cdu", "cdu", "floor", {"cooling_capacity_w": 30_000, "liquid_flow_l_min": 40, "liquid_approach_k": 5}),
    "door": body("door", "cooling", "part", {"cooling_capacity_w": 15_000}),
    "wet": body(
        "wet",
        "system",
        "units",
        {**SYSTEM, "cooling": "hybrid", "liquid_heat_share_percent": 80, "liquid_flow_l_min": 12, "liquid_inlet_max_c": 45},
    ),
    "sideways": body("sideways", "switch", "units", {**SWITCH, "airflow_direction": "side-to-side"}),
}
"""An air handler and a CDU of 30 kW, a rear door of 15 kW, and a system that gives 80 % of 10.2 kW to liquid."""


class Site:
    """A scratch project with one hall of 20 × 12 m, numbered 1.

    Attributes:
        applied: the last step.
    """

    def __init__(self) -> None:
        self.document = Document.scratch()
        self.types: dict[str, int] = {}
        self.applied: Applied | None = None
        self.hall = self.insert("hall", name="Hall", width_mm=20_000, depth_mm=12_000)

    @property
    def snapshot(self) -> Snapshot:
        return self.document.snapshot

    def step(self, verb: Callable[[Edit], Any]) -> Any:
        """Do `verb` as one step."""

        def whole(edit: Edit) -> tuple[Any, Message]:
            result = verb(edit)
            edit.title = _STEP
            return result, _STEP

        result, self.applied = self.document.apply(whole)
        return result

    def insert(self, table: str, **values: Any) -> int:
        return int(self.step(lambda edit: edit.insert(table, **values)))

    def update(self, table: str, row_id: int, /, **values: Any) -> None:
        self.step(lambda edit: edit.update(table, row_id, **values))

    def delete(self, table: str, row_id: int) -> None:
        self.step(lambda edit: edit.delete(table, row_id))

    def use(self, key: str, **changed: Any) -> int:
        """The id of a type, made when first used; `changed` facts (None takes one away) make a type of their own."""
        name = key if not changed else f"{key}-{'-'.join(f'{fact}={value}' for fact, value in sorted(changed.items()))}"
        if name not in self.types:
            entry = json.loads(json.dumps(TYPES.get(key) or WIRED_TYPES.get(key) or COOLED_TYPES[key]))
            entry["key"] = entry["model"] = name
            for fact, value in changed.items():
                if value is None:
                    entry["facts"].pop(fact, None)
                else:
                    entry["facts"][fact] = {"value": value, "source": "test", "confidence": "read"}
            self.types[name] = self.insert(
                "catalog_item", key=name, family=entry["family"], version="1", origin="catalog", body=json.dumps(entry)
            )
        return self.types[name]

    def rack(self, name: str = "", type_id: int | None = None, **values: Any) -> int:
        """A rack of the plain type, each next to the last."""
        count = self.snapshot["rack"].rows
        place = {"x_mm": 600 * (count % 30), "y_mm": 1200 + 3600 * (count // 30)}
        kind = self.use("rack") if type_id is None else type_id
        return self.insert("rack", **{"hall_id": self.hall, "type_id": kind, "name": name or f"R{count + 1}", **place, **values})

    def device(self, rack: int | None, unit: float = 1, key: str = "system", type_id: int | None = None, **values: Any) -> int:
        """A device that starts at `unit` (1 is the lowest) of a rack."""
        count = self.snapshot["device"].rows
        kind = self.use(key) if type_id is None else type_id
        place = {} if rack is None else {"rack_id": rack, "position": round(2 * (unit - 1))}
        return self.insert("device", **{"type_id": kind, "name": f"{key}-{count + 1}", **place, **values})

    def child(self, holder: int, slot: str, key: str = "blade", **values: Any) -> int:
        """A device in a bay of another one."""
        return self.device(None, key=key, parent_id=holder, slot=slot, **values)

    def strip(self, rack: int, feed: int | None, type_id: int | None = None) -> int:
        """A vertical strip on a feed."""
        strip = self.device(rack, 1, "strip", type_id, face=1, side=self.snapshot["device"].rows % 2)
        if feed is not None:
            self.insert("power_cord", device_id=strip, port=0, from_node_id=feed)
        return strip

    def feed(self, **values: Any) -> int:
        """A feed of 415 V and 32 A."""
        count = self.snapshot["power_node"].rows
        return self.insert("power_node", **{"kind": 6, "name": f"Feed {count + 1}", "voltage_v": 415, "breaker_a": 32, **values})

    def plug(self, device: int, *outlets: tuple[int, int]) -> None:
        """Cords from (strip, outlet) to the inlets of a device, one after the other; outlets are 1 to 12, four on each line."""
        taken = int((self.snapshot["power_cord"]["device_id"] == device).sum())
        for port, (strip, outlet) in enumerate(outlets, taken):
            self.insert("power_cord", device_id=device, port=port, from_device_id=strip, from_port=outlet)

    def cables(self, one: int, other: int, count: int = 1, key: str = "hose") -> None:
        """This many cables from the first free cages of a box to those of another."""
        taken = self.snapshot["cable"].rows
        for port in range(taken, taken + count):
            self.insert("cable", a_device_id=one, a_port=port, b_device_id=other, b_port=port, lanes=4, type_id=self.use(key))

    def way(self, outline: str = "-500 600 9000 600", **values: Any) -> int:
        """A tray of 100 × 50 mm above the racks."""
        count = self.snapshot["pathway"].rows
        usual = {"hall_id": self.hall, "name": f"Way {count + 1}", "height_mm": 2300, "width_mm": 100, "depth_mm": 50}
        return self.insert("pathway", **{**usual, "outline": outline, **values})

    def cool(self, kind: CoolingKind, key: str = "", **values: Any) -> int:
        """A part of the cooling, of a type if one is named."""
        type_id = self.use(key) if key else None
        name = f"{kind.name} {self.snapshot['cooling_node'].rows + 1}"
        return self.insert("cooling_node", **{"kind": int(kind), "name": name, "type_id": type_id, **values})

    def room(self, units: int = 1, **values: Any) -> tuple[int, int]:
        """The air of the hall with that many air handlers on the water of the building; returns the ids of both."""
        water = self.cool(CoolingKind.FACILITY_LOOP)
        air = self.cool(CoolingKind.AIR, **values)
        self.insert("cooling_service", cooling_id=air, hall_id=self.hall)
        for _ in range(units):
            self.cool(CoolingKind.CRAH, "crah", supplies_id=air, cooled_by_id=water)
        return air, water

    def loop(self, water: int, units: int = 1, **values: Any) -> int:
        """A technology loop of the hall with that many CDUs on a water of the building."""
        loop = self.cool(CoolingKind.TECHNOLOGY_LOOP, **values)
        self.insert("cooling_service", cooling_id=loop, hall_id=self.hall)
        for _ in range(units):
            self.cool(CoolingKind.CDU, "cdu", supplies_id=loop, cooled_by_id=water)
        return loop

    def set(self, key: str, value: Any) -> None:
        """Say a value of the site sheet."""
        known = self.snapshot["site_value"].where("key", key)
        if len(known):
            self.update("site_value", int(known[0]), value=json.dumps(value))
        else:
            self.insert("site_value", key=key, value=json.dumps(value))
