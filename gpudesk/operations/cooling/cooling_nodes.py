"""Cooling nodes: add them, connect them with their loads and power, and assign what they cool."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CARRIERS, SERVES, SUPPLIES, TAKES_FROM, USUAL_NAMES, CoolingKind, Redundancy, feeds_itself
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.operations.run.arguments import checked_arguments
from gpudesk.operations.run.field_operations import checked_fields
from gpudesk.operations.run.new_names import checked_name, counted_names, next_names
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
PLACES = {"hall_id": "hall", "row_id": "rack_row", "rack_id": "rack", "device_id": "device"}
"""Objects that a carrier can cool: column of `cooling_service` → table."""
MOST_UNITS = 500
_FIGURES = ("capacity_w", "airflow_m3_h", "flow_l_min", "supply_dc", "delta_dk", "volume_l")


@operation
def add_cooling_node(
    edit: Edit,
    kind: int,
    supplies_id: int | None = None,
    cooled_by_id: int | None = None,
    hall_id: int | None = None,
    rack_id: int | None = None,
    device_id: int | None = None,
    type_key: str = "",
    redundancy: int = Redundancy.NONE,
    unit_side: str = "",
    coolant: str = "",
    power_node_id: int | None = None,
    power_alternate_id: int | None = None,
    figures: Mapping[str, int | None] | None = None,
    name: str = "",
    notes: str = "",
    phase: int = 1,
) -> int:
    """Add a unit that moves heat, or a carrier that holds it; returns its id.

    Args:
        kind: a `CoolingKind`.
        supplies_id: the carrier that a unit supplies.
        cooled_by_id: the carrier that supplies a unit.
        rack_id: the rack of a rear door.
        device_id: the device of a unit, on the floor or in a rack.
        type_key: the catalog entry of a unit that is not a separate device.
        redundancy: a `Redundancy`, of carriers.
        unit_side: units of one side may be lost together.
        figures: values that override those of the type: capacity_w, airflow_m3_h, flow_l_min, supply_dc, delta_dk, volume_l.

    Raises:
        Refused: a value is invalid, or an object that it depends on is unknown or of the wrong kind.
    """
    kind = _checked_kind(kind)
    for table, row_id in (
        ("hall", hall_id),
        ("rack", rack_id),
        ("device", device_id),
        ("power_node", power_node_id),
        ("power_node", power_alternate_id),
    ):
        if row_id is not None:
            edit.row(table, row_id)
    if unknown := set(figures or {}) - set(_FIGURES):
        text = QT_TRANSLATE_NOOP("operations", "{table}: field {field} cannot be set this way.")
        raise Refused(Message(_CONTEXT, text, {"table": "cooling_node", "field": min(unknown)}))
    _demand_place(kind, rack_id, device_id, type_key)
    _demand_connections(edit, kind, supplies_id, cooled_by_id)
    values = checked_fields(
        {"redundancy": redundancy, "unit_side": unit_side, "coolant": coolant, "notes": notes, "phase": phase, **(figures or {})}
    )
    if device_id is not None and len(edit.columns("cooling_node").where("device_id", device_id)):
        text = QT_TRANSLATE_NOOP("operations", "{name} is already part of cooling.")
        raise Refused(Message(_CONTEXT, text, {"name": str(edit.row("device", device_id)["name"])}))
    name = checked_name(name) or (str(edit.row("device", device_id)["name"]) if device_id is not None else "")
    name = name or next(next_names(edit.columns("cooling_node")["name"], USUAL_NAMES[kind], 1))
    node_id = edit.insert(
        "cooling_node",
        hall_id=hall_id,
        rack_id=rack_id,
        device_id=device_id,
        type_id=use_type(edit, type_key) if type_key else None,
        supplies_id=supplies_id,
        cooled_by_id=cooled_by_id,
        power_node_id=power_node_id,
        power_alternate_id=power_alternate_id,
        kind=int(kind),
        name=name,
        **values,
    )
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Add {name} to cooling"), {"name": name})
    return node_id


@operation
def add_cooling_nodes(edit: Edit, /, kind: int, count: int = 1, name: str = "", cools_hall: bool = False, **values: Any) -> list[int]:
    """Add several identical units, or one air or loop; returns their ids. `values` are those of `add_cooling_node`.

    Args:
        name: of the first; the number at its end is incremented.
        cools_hall: let air or a loop cool its hall, unless another one does so already.

    Raises:
        Refused: the count is out of bounds, or as `add_cooling_node`.
    """
    if not 1 <= count <= MOST_UNITS:
        text = QT_TRANSLATE_NOOP("operations", "You can add 1 to {most} units at a time.")
        raise Refused(Message(_CONTEXT, text, {"most": MOST_UNITS}))
    names = counted_names(name, count) if name else [""] * count
    _, checked = checked_arguments(add_cooling_node, (), {**values, "kind": kind})
    node_ids = [add_cooling_node(edit, **{**checked, "name": unit_name}) for unit_name in names]
    first = edit.row("cooling_node", node_ids[0])
    if cools_hall and first["hall_id"] is not None:
        served, nodes = edit.columns("cooling_service"), edit.columns("cooling_node")
        alike = np.isin(served["cooling_id"], nodes.ids[nodes["kind"] == first["kind"]])
        if not (alike & (served["hall_id"] == first["hall_id"])).any():
            cool_places(edit, node_ids[0], [int(first["hall_id"])])
    text = QT_TRANSLATE_NOOP("operations", "Add {name} to cooling")
    if count > 1:
        text = QT_TRANSLATE_NOOP("operations", "Add {count} cooling {count|unit|units}")
    edit.title = Message(_CONTEXT, text, {"name": str(first["name"]), "count": count})
    return node_ids


@operation
def connect_cooling(edit: Edit, node_ids: Sequence[int], supplies_id: int | None, cooled_by_id: int | None) -> None:
    """Set the carrier that units supply, and the carrier that supplies them; None for none.

    Raises:
        Refused: a node is unknown, a kind does not fit, or a unit would cool itself.
    """
    if not node_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    names = []
    for node_id in node_ids:
        node = edit.row("cooling_node", node_id)
        names.append(str(node["name"]))
        _demand_connections(edit, CoolingKind(int(node["kind"])), supplies_id, cooled_by_id)
        edit.update("cooling_node", node_id, supplies_id=supplies_id, cooled_by_id=cooled_by_id)
        if supplies_id is not None and feeds_itself(supplies_id, cooled_by_id, lambda here: _colder(edit, here)):
            raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "{name} would cool itself."), {"name": names[-1]}))
    text = QT_TRANSLATE_NOOP("operations", "Connect {name} to cooling")
    if len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Connect {count} cooling {count|component|components}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names)})


@operation
def power_cooling(edit: Edit, node_ids: Sequence[int], power_node_id: int | None, power_alternate_id: int | None = None) -> None:
    """Set the power node that feeds units, and the alternate one; None for those of its cords.

    Raises:
        Refused: a node is unknown, or the second power is the first.
    """
    if not node_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    if power_alternate_id is not None and (power_node_id is None or power_alternate_id == power_node_id):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "The alternate must differ from the normal source.")))
    for row_id in (power_node_id, power_alternate_id):
        if row_id is not None:
            edit.row("power_node", row_id)
    names = [str(edit.row("cooling_node", node_id)["name"]) for node_id in node_ids]
    for node_id in node_ids:
        edit.update("cooling_node", node_id, power_node_id=power_node_id, power_alternate_id=power_alternate_id)
    text = QT_TRANSLATE_NOOP("operations", "Choose the feed of {name}")
    if len(names) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Choose the feed of {count} cooling {count|component|components}")
    edit.title = Message(_CONTEXT, text, {"name": names[0], "count": len(names)})


@operation
def cool_places(
    edit: Edit,
    cooling_id: int,
    hall_ids: Sequence[int] = (),
    row_ids: Sequence[int] = (),
    rack_ids: Sequence[int] = (),
    device_ids: Sequence[int] = (),
) -> None:
    """Let air or a technology loop cool halls, rows, racks or devices; replaces another one of its kind.

    Raises:
        Refused: nothing is named, an object is unknown, or the carrier does not reach any racks.
    """
    node = edit.row("cooling_node", cooling_id)
    kind = CoolingKind(int(node["kind"]))
    if kind not in SERVES:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Only air zones and technology loops can cool the selection.")))
    places = {column: sorted(set(ids)) for column, ids in zip(PLACES, (hall_ids, row_ids, rack_ids, device_ids), strict=True)}
    if not any(places.values()):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    for column, ids in places.items():
        for row_id in ids:
            edit.row(PLACES[column], row_id)
    nodes, served = edit.columns("cooling_node"), edit.columns("cooling_service")
    alike = np.isin(served["cooling_id"], nodes.ids[nodes["kind"] == kind])
    for column, ids in places.items():
        old = served.ids[alike & np.isin(served[column], np.array(ids, np.int64))]
        if len(old):
            edit.delete_many("cooling_service", old)
        if ids:
            count = len(ids)
            others = {other: [None] * count for other in PLACES if other != column}
            edit.insert_many("cooling_service", {"cooling_id": [cooling_id] * count, column: ids, **others})
    text = QT_TRANSLATE_NOOP("operations", "Assign {name} to cool {count} {count|location|locations}")
    edit.title = Message(_CONTEXT, text, {"name": str(node["name"]), "count": sum(map(len, places.values()))})


@operation
def cool_by(
    edit: Edit,
    cooling_ids: Sequence[int],
    hall_ids: Sequence[int] = (),
    row_ids: Sequence[int] = (),
    rack_ids: Sequence[int] = (),
    device_ids: Sequence[int] = (),
) -> None:
    """Let several carriers, air and a loop, cool the same places; see `cool_places`.

    Raises:
        Refused: no carrier is named, or as `cool_places`.
    """
    if not cooling_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    for cooling_id in cooling_ids:
        cool_places(edit, cooling_id, hall_ids, row_ids, rack_ids, device_ids)


@operation
def stop_cooling(
    edit: Edit,
    cooling_id: int,
    hall_ids: Sequence[int] = (),
    row_ids: Sequence[int] = (),
    rack_ids: Sequence[int] = (),
    device_ids: Sequence[int] = (),
) -> None:
    """Remove air or a loop as the cooling of the named objects.

    Raises:
        Refused: the carrier is unknown, or cools none of them.
    """
    node = edit.row("cooling_node", cooling_id)
    served = edit.columns("cooling_service")
    is_chosen = np.zeros(served.rows, bool)
    for column, ids in zip(PLACES, (hall_ids, row_ids, rack_ids, device_ids), strict=True):
        is_chosen |= np.isin(served[column], np.array(list(ids), np.int64))
    service_ids = served.ids[is_chosen & (served["cooling_id"] == cooling_id)]
    if not len(service_ids):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing is selected.")))
    edit.delete_many("cooling_service", service_ids)
    text = QT_TRANSLATE_NOOP("operations", "Remove {name} from cooling {count} {count|location|locations}")
    edit.title = Message(_CONTEXT, text, {"name": str(node["name"]), "count": len(service_ids)})


def _colder(edit: Edit, node_id: int) -> tuple[int | None, ...]:
    """From where a node has its cold: a unit from what feeds it, a carrier from the units that supply it."""
    nodes = edit.columns("cooling_node")
    row: dict[str, Any] = nodes.row(node_id)
    if CoolingKind(int(row["kind"])) not in CARRIERS:
        return (row["cooled_by_id"],)
    return tuple(nodes.where("supplies_id", node_id).tolist())


def _checked_kind(kind: int) -> CoolingKind:
    if kind not in tuple(CoolingKind):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "This kind of cooling component does not exist.")))
    return CoolingKind(kind)


def _demand_place(kind: CoolingKind, rack_id: int | None, device_id: int | None, type_key: str) -> None:
    if (kind is CoolingKind.REAR_DOOR) != (rack_id is not None):
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Only rear doors can be mounted on a rack, and each requires a rack."))
        )
    if kind in CARRIERS and (device_id is not None or type_key):
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Air zones and loops are not devices.")))
    if device_id is not None and type_key:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A device must have a device type.")))


def _demand_connections(edit: Edit, kind: CoolingKind, supplies_id: int | None, cooled_by_id: int | None) -> None:
    """Refuse connections that a unit of a kind cannot have."""
    for other_id, allowed in ((supplies_id, SUPPLIES), (cooled_by_id, TAKES_FROM)):
        if other_id is None:
            continue
        other = edit.row("cooling_node", other_id)
        if CoolingKind(int(other["kind"])) not in allowed.get(kind, ()):
            text = QT_TRANSLATE_NOOP("operations", "A component of this kind cannot be connected to {name}.")
            raise Refused(Message(_CONTEXT, text, {"name": str(other["name"])}))
    if supplies_id is not None and supplies_id == cooled_by_id:
        raise Refused(
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A unit cannot be cooled by the air zone or loop that it supplies."))
        )
