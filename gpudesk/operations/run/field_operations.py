"""Names and the plain fields of objects."""

from collections.abc import Mapping, Sequence
from typing import Any

from gpudesk.core.cooling.cooling_kinds import Redundancy
from gpudesk.core.hardware.hardware import Status
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.names.name_pattern import checked_pattern
from gpudesk.core.names.text_limits import TEXT_BOUNDS, checked_text
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.core.power.power_lines import LINES, Wiring
from gpudesk.operations.run.new_names import checked_name, object_name
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_BUILT = ("status", "serial", "asset", "notes", "phase")
_FLOOR = ("raised_floor", "tile_mm", "uniform_limit_kg_per_m2", "point_limit_kg", "rolling_limit_kg")
_CLEAR = ("clear_width_mm", "clear_height_mm")
_CIRCUIT = ("wiring", "line", "voltage_v", "breaker_a", "derating_percent", "continuous_percent", "capacity_va")
_COOLING = ("capacity_w", "airflow_m3_h", "flow_l_min", "supply_dc", "delta_dk", "volume_l")
FIELDS: Mapping[str, tuple[str, ...]] = {
    "hall": ("width_mm", "depth_mm", "height_mm", *_FLOOR, "rack_names", "notes", "phase"),
    "rack_row": ("x_mm", "y_mm", "angle_ddeg", "notes", "phase"),
    "rack": (*_BUILT, "rail_depth_mm"),
    "device": (*_BUILT, "role"),
    "reservation": ("reason", "phase"),
    "floor_item": ("x_mm", "y_mm", "angle_ddeg", *_CLEAR, "notes", "phase"),
    "power_node": (*_CIRCUIT, "hall_id", "feed_side", "receptacle", "notes", "phase"),
    "power_cord": ("length_mm", "phase"),
    "network": ("notes", "phase"),
    "workload": ("notes", "phase"),
    "pathway": ("notes", "phase"),
    "cable": ("phase",),
    "cooling_node": ("unit_side", "redundancy", *_COOLING, "coolant", "notes", "phase"),
}
"""The fields of each table that a person sets directly."""
_BOUNDS = {
    "status": (0, max(Status)),
    "phase": (0, MOST_PHASE),
    "x_mm": (-(10**7), 10**7),
    "y_mm": (-(10**7), 10**7),
    "raised_floor": (0, 1),
    "tile_mm": (100, 2000),
    "uniform_limit_kg_per_m2": (100, 20_000),
    "point_limit_kg": (20, 20_000),
    "rolling_limit_kg": (20, 20_000),
    "wiring": (0, max(Wiring)),
    "line": (0, LINES - 1),
    "voltage_v": (1, 500_000),
    "breaker_a": (1, 100_000),
    "derating_percent": (1, 100),
    "continuous_percent": (1, 100),
    "capacity_va": (1, 10**9),
    "redundancy": (0, max(Redundancy)),
    "capacity_w": (1, 10**9),
    "supply_dc": (0, 1000),
    "delta_dk": (1, 1000),
}
"""The lowest and highest number of each field whose bounds are its own."""
_OPTIONAL = (
    "height_mm",
    "rail_depth_mm",
    *_FLOOR,
    *_CLEAR,
    "line",
    "breaker_a",
    "continuous_percent",
    "capacity_va",
    "hall_id",
    "length_mm",
    *_COOLING,
)


@operation
def rename(edit: Edit, table: str, row_id: int, name: str) -> None:
    """Give an object another name.

    Raises:
        Refused: the object is unknown or the name is empty or too long.
    """
    if table not in (
        "hall",
        "rack_row",
        "rack",
        "device",
        "floor_item",
        "underlay",
        "power_node",
        "cooling_node",
        "network",
        "pathway",
        "workload",
    ):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{table} has no name."), {"table": table}))
    row = edit.row(table, row_id)
    name = checked_name(name)
    if not name:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A name is required.")))
    edit.update(table, row_id, name=name)
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Rename {old} to {new}"), {"old": str(row["name"]), "new": name})


@operation
def set_fields(edit: Edit, table: str, row_ids: int | Sequence[int], fields: Mapping[str, Any]) -> None:
    """Set plain fields of one or more objects: status, serial, asset, notes, phase, role, lengths.

    Raises:
        Refused: an object or field is unknown, or a value does not fit its field.
    """
    ids = [row_ids] if isinstance(row_ids, int) else list(row_ids)
    set_fields_of(edit, [(table, row_id) for row_id in ids], fields)


@operation
def set_fields_of(edit: Edit, objects: Sequence[tuple[str, int]], fields: Mapping[str, Any]) -> None:
    """Set plain fields of objects of several tables, each (table, id), as one step; see `set_fields`."""
    if not objects or not fields:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Select a field to set.")))
    for table in dict.fromkeys(table for table, _ in objects):
        for name in fields:
            if name not in FIELDS.get(table, ()):
                text = QT_TRANSLATE_NOOP("operations", "{table}: field {field} cannot be set this way.")
                raise Refused(Message(_CONTEXT, text, {"table": table, "field": name}))
    values = checked_fields(fields)
    if values.get("hall_id") is not None:
        edit.row("hall", values["hall_id"])
    for table, row_id in objects:
        edit.row(table, row_id)
        edit.update(table, row_id, **values)
    named: dict[str, Value] = {"name": object_name(objects[0][0], edit.row(*objects[0])), "count": len(objects), "fields": tuple(fields)}
    text = QT_TRANSLATE_NOOP("operations", "Set {fields} of {name}")
    if len(objects) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Set {fields} of {count} {count|object|objects}")
    edit.title = Message(_CONTEXT, text, named)


def checked_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The values of plain fields as they are stored.

    Raises:
        Refused: a value does not fit its field.
    """
    return {name: _checked(name, value) for name, value in fields.items()}


def _checked(name: str, value: Any) -> Any:
    if name == "rack_names":
        return checked_pattern(checked_text(name, value))
    if name in TEXT_BOUNDS:
        return checked_text(name, value)
    if value is None and name in _OPTIONAL:
        return None
    if name == "raised_floor" and isinstance(value, bool):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{field} must be a whole number."), {"field": name}))
    if name == "angle_ddeg":
        return value % 3600
    lowest, highest = _BOUNDS.get(name, (1, 10**7))
    if not lowest <= value <= highest:
        text = QT_TRANSLATE_NOOP("operations", "{field} must be between {low} and {high}.")
        raise Refused(Message(_CONTEXT, text, {"field": name, "low": lowest, "high": highest}))
    return int(value)
