"""A small project with made-up hardware for the tests of the canvas, and a big one for measurements."""

import json
from typing import Any

import numpy as np

from gpudesk.core.messages.message import Message
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit

SOURCE = {"source": "made up for tests", "confidence": "memory"}


def fact(value: float | str) -> dict[str, Any]:
    return {"value": value, **SOURCE}


def entry(key: str, family: str, mount: str, facts: dict[str, float | str], **more: Any) -> dict[str, Any]:
    vendor, _, model = key.partition(".")
    named = {name: fact(value) for name, value in facts.items()}
    return {"key": key, "family": family, "vendor": vendor, "model": model, "mount": mount, "facts": named, **more}


def ports(group: str, kind: str, face: str, area: list[float], count: int, **more: Any) -> dict[str, Any]:
    return {"group": group, "kind": kind, "face": face, "area": area, "count": count, **SOURCE, **more}


def rack(key: str, units: int, width_mm: float = 700.0, places: int = 1, wide: bool = False) -> dict[str, Any]:
    pitch = 48.0 if wide else 44.45
    facts: dict[str, float | str] = {
        "units_u": units,
        "unit_pitch_mm": pitch,
        "rail_width_inch": 21 if wide else 19,
        "outer_width_mm": width_mm,
        "outer_depth_mm": 1200,
        "outer_height_mm": units * pitch + 140,
        "usable_depth_mm": 1000,
        "zero_u_per_side": places,
    }
    return entry(key, "rack", "floor", facts)


RAILS = [{"port": f"OSFP{cage}P{port}", "rail": 2 * (cage - 1) + port - 1} for cage in range(1, 5) for port in (1, 2)]

TYPES: tuple[dict[str, Any], ...] = (
    rack("acme.rack48", 48),
    rack("acme.rack42", 42, 600.0, 2),
    rack("acme.open48", 48, 600.0, 0, True),
    entry(
        "acme.node8",
        "system",
        "units",
        {"height_u": 8, "depth_mm": 897, "width_mm": 482, "mass_kg": 130, "power_max_w": 10200},
        colour="#6E6038",
        ports=[
            ports(
                "compute",
                "osfp",
                "rear",
                [135, 205, 212, 26],
                4,
                name="OSFP{n}",
                ports_per_cage=2,
                lanes=4,
                port_name="{cage}P{p}",
                network="compute",
                rate_gbps=400,
                map=RAILS,
            ),
            ports("storage", "qsfp112", "rear", [60, 205, 60, 26], 2, name="S{n}", lanes=4, network="storage", rate_gbps=400),
            ports("management", "rj45", "rear", [365, 205, 36, 26], 2, name="M{n}", network="out_of_band"),
            ports("power", "c20", "rear", [30, 40, 422, 30], 6, name="PSU{n}", role="power_in"),
        ],
        elements=[
            {"kind": "bezel", "face": "front", "area": [16, 8, 450.6, 340]},
            {"kind": "vent", "face": "front", "area": [24, 96, 434, 244]},
            {"kind": "fan", "face": "front", "area": [40, 120, 402, 200], "rows": 2, "columns": 6},
            {"kind": "drive", "face": "front", "area": [40, 40, 240, 44], "rows": 1, "columns": 8},
            {"kind": "display", "face": "front", "area": [300, 46, 60, 32]},
            {"kind": "card", "face": "rear", "area": [30, 245, 422, 92], "rows": 1, "columns": 10},
            {"kind": "vent", "face": "rear", "area": [30, 150, 422, 46]},
            {"kind": "psu", "face": "rear", "area": [30, 32, 422, 110], "rows": 1, "columns": 6},
        ],
    ),
    entry(
        "acme.leaf",
        "switch",
        "units",
        {"height_u": 1, "depth_mm": 660, "mass_kg": 15, "power_max_w": 1720},
        ports=[
            ports(
                "fabric",
                "osfp",
                "front",
                [70, 4, 360, 36],
                32,
                rows=2,
                down_columns=True,
                ports_per_cage=2,
                port_name="{cage}/{p}",
                lanes=4,
                network="compute",
                rate_gbps=400,
            ),
            ports("management", "rj45", "front", [30, 6, 16, 30], 2, name="mgmt{n}", rows=2, network="out_of_band"),
            ports("power", "c14", "rear", [30, 8, 90, 28], 2, name="PSU{n}", role="power_in"),
        ],
        elements=[
            {"kind": "psu", "face": "rear", "area": [24, 4, 110, 37], "rows": 1, "columns": 2},
            {"kind": "fan", "face": "rear", "area": [150, 4, 300, 37], "rows": 1, "columns": 7},
        ],
    ),
    entry(
        "acme.oob",
        "switch",
        "units",
        {"height_u": 1, "depth_mm": 300, "mass_kg": 6, "power_max_w": 100},
        ports=[
            ports(
                "access",
                "rj45",
                "front",
                [60, 6, 330, 32],
                48,
                rows=2,
                down_columns=True,
                name="swp{n}",
                network="out_of_band",
                rate_gbps=1,
            ),
            ports("uplink", "qsfp28", "front", [400, 6, 50, 32], 4, rows=2, name="up{n}", lanes=4, network="in_band"),
        ],
    ),
    entry("acme.half", "server", "units", {"height_u": 1, "width_share": 0.5, "depth_mm": 700, "mass_kg": 9, "power_max_w": 600}),
    entry("acme.slim", "server", "units", {"height_u": 1.5, "depth_mm": 400, "mass_kg": 12, "power_max_w": 400}),
    entry(
        "acme.store",
        "storage",
        "units",
        {"height_u": 2, "depth_mm": 800, "mass_kg": 30, "power_max_w": 900},
        elements=[{"kind": "drive", "face": "front", "area": [24, 6, 434, 76], "rows": 2, "columns": 12}],
    ),
    entry(
        "acme.panel",
        "panel",
        "units",
        {"height_u": 1, "depth_mm": 120, "mass_kg": 3},
        ports=[ports("front", "lc2", "front", [40, 8, 402, 28], 24, name="{n}", role="panel")],
    ),
    entry("acme.tray", "system", "units", {"height_u": 1, "depth_mm": 800, "mass_kg": 36, "power_max_w": 5400, "rail_width_inch": 21}),
    entry(
        "acme.pdu",
        "pdu",
        "zero_u",
        {"height_mm": 1800, "width_mm": 56, "depth_mm": 70, "mass_kg": 9},
        ports=[
            ports("outlets", "c13", "front", [8, 120, 40, 900], 24, rows=24, name="{n}", role="power_out"),
            ports("large", "c19", "front", [8, 1100, 40, 500], 12, rows=12, name="L{n}", role="power_out"),
        ],
    ),
)


class Ids(dict[str, int]):
    """Names of the small project's objects → ids."""


def add_types(edit: Edit) -> dict[str, int]:
    return {
        body["key"]: edit.insert(
            "catalog_item",
            key=body["key"],
            family=body["family"],
            version="1",
            origin="catalog",
            body=json.dumps(body),
        )
        for body in TYPES
    }


def small_project() -> tuple[Document, Ids]:
    """Two rows: A with three racks of 48 units and one of 42, B with an open rack."""
    document = Document.scratch()
    ids = Ids()

    def fill(edit: Edit) -> tuple[None, Message]:
        types = add_types(edit)
        ids.update(types)
        hall = ids["hall"] = edit.insert("hall", name="Hall 1", width_mm=20000, depth_mm=12000)
        rows = {name: edit.insert("rack_row", hall_id=hall, name=name, y_mm=4000 * n) for n, name in enumerate("AB")}
        for n, kind in enumerate(("acme.rack48", "acme.rack48", "acme.rack48", "acme.rack42")):
            name = f"A{n + 1:02}"
            ids[name] = edit.insert("rack", hall_id=hall, row_id=rows["A"], type_id=types[kind], name=name, x_mm=700 * n)
        ids["B01"] = edit.insert("rack", hall_id=hall, row_id=rows["B"], type_id=types["acme.open48"], name="B01", y_mm=4000)

        def put(name: str, kind: str, where: str, unit: float, **more: Any) -> None:
            ids[name] = edit.insert("device", type_id=types[kind], rack_id=ids[where], position=round(2 * unit - 2), name=name, **more)

        for n in range(4):
            put(f"node-{n + 1}", "acme.node8", "A01", 3 + 10 * n, phase=1)
        for n in range(2):
            put(f"node-{n + 5}", "acme.node8", "A02", 3 + 10 * n, phase=2)
        for n in range(8):
            put(f"leaf-{n}", "acme.leaf", "A03", 24 + n)
        put("oob-1", "acme.oob", "A03", 13)
        put("oob-rear", "acme.oob", "A03", 13, face=1)
        put("half-left", "acme.half", "A03", 5, side=0)
        put("half-right", "acme.half", "A03", 5, side=1)
        put("slim", "acme.slim", "A03", 8.5)
        put("store-1", "acme.store", "A04", 10)
        put("panel-1", "acme.panel", "A04", 40)
        for side in (0, 1):
            put(f"pdu-{side}", "acme.pdu", "A01", 2, face=1, side=side)
        put("tray-1", "acme.tray", "B01", 10)
        ids["reserved"] = edit.insert("reservation", rack_id=ids["A02"], position=64, height=16, reason="phase 2 · node-7")
        return None, Message("tests", "sample")

    document.apply(fill)
    return document, ids


def big_project(racks: int = 4000, devices: int = 20000) -> Document:
    """Rows of 40 racks with equal shares of nodes and switches, made in bulk."""
    document = Document.scratch()

    def fill(edit: Edit) -> tuple[None, Message]:
        types = add_types(edit)
        hall = edit.insert("hall", name="Hall 1", width_mm=200000, depth_mm=200000)
        rows = -(-racks // 40)
        row_ids = edit.insert_many(
            "rack_row",
            {
                "hall_id": [hall] * rows,
                "name": [f"R{n:03}" for n in range(rows)],
                "x_mm": [0] * rows,
                "y_mm": [3000 * n for n in range(rows)],
                "angle_ddeg": [0] * rows,
                "notes": [""] * rows,
                "phase": [1] * rows,
            },
        )
        number = np.arange(racks)
        rack_columns = {
            "hall_id": [hall] * racks,
            "row_id": row_ids[number // 40].tolist(),
            "type_id": [types["acme.rack48"]] * racks,
            "name": [f"R{n // 40:03}-{n % 40 + 1:02}" for n in range(racks)],
            "x_mm": (number % 40 * 700).tolist(),
            "y_mm": (number // 40 * 3000).tolist(),
            "angle_ddeg": [0] * racks,
            "rail_depth_mm": [None] * racks,
            "status": [0] * racks,
            "serial": [""] * racks,
            "asset": [""] * racks,
            "notes": [""] * racks,
            "phase": [1] * racks,
        }
        rack_ids = edit.insert_many("rack", rack_columns)
        each = devices // racks
        count = np.arange(racks * each)
        slot = count % each
        node = slot < each - 1
        device_columns = {
            "type_id": np.where(node, types["acme.node8"], types["acme.leaf"]).tolist(),
            "rack_id": rack_ids[count // each].tolist(),
            "hall_id": [None] * len(count),
            "parent_id": [None] * len(count),
            "slot": [""] * len(count),
            "position": np.where(node, 4 + slot * 20, 90).tolist(),
            "face": [0] * len(count),
            "side": [None] * len(count),
            "x_mm": [0] * len(count),
            "y_mm": [0] * len(count),
            "angle_ddeg": [0] * len(count),
            "name": [f"node-{n}" for n in range(len(count))],
            "role": [""] * len(count),
            "status": [0] * len(count),
            "serial": [""] * len(count),
            "asset": [""] * len(count),
            "notes": [""] * len(count),
            "phase": [1] * len(count),
        }
        edit.insert_many("device", device_columns)
        return None, Message("tests", "sample")

    document.apply(fill)
    return document
