"""Small projects for the tests of store and project, written without the catalog and without operations."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import numpy as np

from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import Ids
from gpudesk.project.document import Applied, Document
from gpudesk.project.edit import Edit

Result = TypeVar("Result")


def fact(value: Any) -> dict[str, Any]:
    return {"value": value, "source": "a test", "confidence": "derived"}


RACK_BODY: dict[str, Any] = {
    "key": "test.rack-48u",
    "family": "rack",
    "vendor": "Test",
    "model": "Rack 48U",
    "mount": "floor",
    "facts": {
        name: fact(value)
        for name, value in {
            "units_u": 48,
            "unit_pitch_mm": 44.45,
            "rail_width_inch": 19,
            "outer_width_mm": 600,
            "outer_depth_mm": 1200,
            "outer_height_mm": 2260,
            "usable_depth_mm": 1000,
        }.items()
    },
}
SERVER_BODY: dict[str, Any] = {
    "key": "test.server-1u",
    "family": "server",
    "vendor": "Test",
    "model": "Server 1U",
    "mount": "units",
    "facts": {"height_u": fact(1), "depth_mm": fact(700), "weight_kg": fact(15.5), "power_max_w": fact(800)},
}


class Clock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def title(text: str) -> Message:
    return Message("tests", text)


def apply(document: Document, body: Callable[[Edit], Result], name: str = "Per step") -> tuple[Result, Applied]:
    """One step made by hand; operations have the same shape."""
    return document.apply(lambda edit: (body(edit), title(name)))


def add_types(edit: Edit) -> tuple[int, int]:
    """The ids of a rack type and a server type."""
    rack, server = (
        edit.insert("catalog_item", key=body["key"], family=body["family"], version="1", origin="catalog", body=json.dumps(body))
        for body in (RACK_BODY, SERVER_BODY)
    )
    return rack, server


def fill(edit: Edit, racks: int = 4, devices_a_rack: int = 3) -> tuple[Ids, Ids]:
    """A hall with a row of racks and servers in them; returns the ids of racks and devices."""
    rack_type, server_type = add_types(edit)
    hall = edit.insert("hall", name="Hall 1", width_mm=20_000, depth_mm=12_000)
    row = edit.insert("rack_row", hall_id=hall, name="A")
    rack_ids = edit.insert_many(
        "rack",
        {
            "hall_id": [hall] * racks,
            "row_id": [row] * racks,
            "type_id": [rack_type] * racks,
            "name": [f"A{number:04}" for number in range(racks)],
            "x_mm": [600 * number for number in range(racks)],
        },
    )
    count = racks * devices_a_rack
    device_ids = edit.insert_many(
        "device",
        {
            "type_id": [server_type] * count,
            "rack_id": np.repeat(rack_ids, devices_a_rack),
            "position": np.tile(2 * np.arange(devices_a_rack), racks),
            "name": [f"server-{number:05} é" for number in range(count)],
        },
    )
    return rack_ids, device_ids


def filled(document: Document, racks: int = 4, devices_a_rack: int = 3) -> tuple[Ids, Ids]:
    """`fill` as one step."""
    return apply(document, lambda edit: fill(edit, racks, devices_a_rack), "Fill")[0]
