"""Manual cable operations: lay, pull, move between ports, and change cables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.cabling.link_ends import LANE_BITS, PORT_BITS, Ends, doubled, end_keys, spans, taken
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.operations.run.new_names import checked_phase
from gpudesk.operations.run.run import operation
from gpudesk.operations.types.project_types import drop_if_unused, use_type
from gpudesk.project.edit import Edit

_CONTEXT = "operations"
_MOST_LANES = 1 << LANE_BITS
_MOST_LENGTH_MM = 10**7


@dataclass(frozen=True, slots=True)
class NewCable:
    """One leg of a cable to lay.

    Attributes:
        a_device_id, a_port, a_lane: one end: port as counted in the type of the device, and its first lane.
        lanes: number of lanes; those of the port with fewer if not given, 0 for all of the port.
        type, a_module, b_module: keys of catalog entries, "" if nothing is selected.
        length_mm: None if not selected.
        assembly: legs added together with the same number are one splitter; None for a separate cable.
        phase: the later phase of the two devices if not given.
        by_hand: selected by the user; it stays when the project is cabled.
    """

    a_device_id: int
    a_port: int
    b_device_id: int
    b_port: int
    a_lane: int = 0
    b_lane: int = 0
    lanes: int | None = None
    type: str = ""
    a_module: str = ""
    b_module: str = ""
    length_mm: int | None = None
    network_id: int | None = None
    assembly: int | None = None
    phase: int | None = None
    by_hand: bool = True


@operation
def lay_cable(edit: Edit, cable: NewCable) -> int:
    """Lay one leg of a cable; returns its id.

    Raises:
        Refused: as `lay_cables`.
    """
    return int(lay_cables(edit, [cable])[0])


@operation
def lay_cables(edit: Edit, cables: Sequence[NewCable]) -> Ids:
    """Lay cables; returns the ids of their legs in the order given.

    Faults of a cable (rate, plugs, reach) are not tested here: the checks report them.

    Raises:
        Refused: nothing is given, a device, port, network or type is unknown, a port takes no cable, or a lane would be used twice.
    """
    if not cables:
        raise _refused(QT_TRANSLATE_NOOP("operations", "Nothing is selected."))
    for network_id in {cable.network_id for cable in cables} - {None}:
        edit.row("network", network_id or 0)
    ends = {side: _given_ends(edit, cables, side) for side in "ab"}
    capable = np.minimum(*(_lanes_of(edit, ends[side]) for side in "ab"))
    lanes = np.array([capable[at] if cable.lanes is None else cable.lanes for at, cable in enumerate(cables)], np.int32)
    ends = {side: Ends(end.device, end.port, end.lane, lanes) for side, end in ends.items()}
    demand_free(edit, ends["a"], ends["b"])
    keys = {key for cable in cables for key in (cable.type, cable.a_module, cable.b_module)} - {""}
    types = {key: _demand_family(edit, use_type(edit, key)) for key in sorted(keys)} | {"": ABSENT}
    devices = edit.columns("device")
    phases = np.maximum(*(devices["phase"][devices.positions(ends[side].device)] for side in "ab"))
    columns: dict[str, Any] = {
        "network_id": np.array([ABSENT if cable.network_id is None else cable.network_id for cable in cables], np.int64),
        "lanes": lanes,
        "assembly": _assemblies(edit, [cable.assembly for cable in cables]),
        "type_id": [_or_none(types[cable.type]) for cable in cables],
        "a_module_id": [_or_none(types[cable.a_module]) for cable in cables],
        "b_module_id": [_or_none(types[cable.b_module]) for cable in cables],
        "length_mm": [None if cable.length_mm is None else _checked_length(cable.length_mm) for cable in cables],
        "by_hand": [int(cable.by_hand) for cable in cables],
        "phase": [int(phases[at]) if cable.phase is None else checked_phase(cable.phase) for at, cable in enumerate(cables)],
    }
    for side, end in ends.items():
        columns |= {f"{side}_device_id": end.device, f"{side}_port": end.port, f"{side}_lane": end.lane}
    ids = edit.insert_many("cable", columns)
    names = [_port_name(edit, int(ends[side].device[0]), int(ends[side].port[0])) for side in "ab"]
    text = QT_TRANSLATE_NOOP("operations", "Connect a cable from {a} to {b}")
    if len(cables) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Connect {count} {count|cable|cables}")
    edit.title = Message(_CONTEXT, text, {"a": names[0], "b": names[1], "count": len(cables)})
    return ids


@operation
def pull_cables(edit: Edit, cable_ids: Sequence[int]) -> int:
    """Pull cables out, splitters with all their legs; returns how many legs went.

    Raises:
        Refused: none is named, or one is unknown.
    """
    pulled = _whole(edit, _demand_known(edit, cable_ids))
    cables = edit.columns("cable")
    first = cables.row(int(pulled[0]))
    names = [_port_name(edit, int(first[f"{side}_device_id"]), int(first[f"{side}_port"])) for side in "ab"]
    let_go = types_of(cables, cables.positions(pulled))
    edit.delete_many("cable", pulled)
    drop_if_unused(edit, let_go)
    text = QT_TRANSLATE_NOOP("operations", "Remove the cable from {a} to {b}")
    if len(pulled) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Remove {count} {count|cable|cables}")
    edit.title = Message(_CONTEXT, text, {"a": names[0], "b": names[1], "count": len(pulled)})
    return len(pulled)


@operation
def move_cable_end(edit: Edit, cable_id: int, side: str, device_id: int, port: int, lane: int = 0) -> None:
    """Move an end of a leg to another port; from then on the cable counts as set by hand.

    Args:
        side: "a" or "b".

    Raises:
        Refused: there is no such cable, side, device or port, a cable cannot end there, or a lane is in use.
    """
    if side not in ("a", "b"):
        raise _refused(QT_TRANSLATE_NOOP("operations", "The ends of a cable are a and b."))
    row = edit.row("cable", cable_id)
    target = Ends(np.array([device_id]), np.array([port], np.int32), np.array([lane], np.int32), np.array([row["lanes"]], np.int32))
    other = cable_side(edit.columns("cable"), "b" if side == "a" else "a", np.array([edit.columns("cable").position(cable_id)]))
    demand_free(edit, target, other, np.array([cable_id], np.int64))
    values = {f"{side}_device_id": device_id, f"{side}_port": port, f"{side}_lane": lane, "by_hand": 1}
    module = _module_in_cage(edit, device_id, port, cable_id)
    if module is not None:
        values[f"{side}_module_id"] = module
    edit.update("cable", cable_id, **values)
    text = QT_TRANSLATE_NOOP("operations", "Move an end of a cable from {old} to {new}")
    old = _port_name(edit, int(row[f"{side}_device_id"]), int(row[f"{side}_port"]))
    edit.title = Message(_CONTEXT, text, {"old": old, "new": _port_name(edit, device_id, port)})


SETTABLE = ("type", "a_module", "b_module", "length_mm", "phase", "by_hand", "network_id")
"""What `set_cables` sets."""


@operation
def set_cables(edit: Edit, cable_ids: Sequence[int], values: Mapping[str, str | int | None]) -> None:
    """Change fields of cables: "type", "a_module", "b_module" (keys, "" for none), "length_mm", "phase", "by_hand", "network_id".

    All legs of a splitter change together, as does the module of all legs that end in one cage. Setting a type or length also sets
    "by_hand", unless "by_hand" is given.

    Raises:
        Refused: nothing is selected, a cable, field, network or type is unknown, or a value does not fit its field.
    """
    if unknown := sorted(set(values) - set(SETTABLE)):
        raise _refused(QT_TRANSLATE_NOOP("operations", "The cable field {field} cannot be set this way."), field=unknown[0])
    if not values:
        raise _refused(QT_TRANSLATE_NOOP("operations", "Select a field to set."))
    ids = _demand_known(edit, cable_ids)
    stored = _stored(edit, values)
    whole = _whole(edit, ids)
    let_go = types_of(edit.columns("cable"), edit.columns("cable").positions(whole))
    modules = {name: stored.pop(name) for name in ("a_module_id", "b_module_id") if name in stored}
    if stored:
        edit.update_many("cable", whole, **stored)
    for name, module in modules.items():
        let_go = np.concatenate([let_go, _set_module(edit, ids, name[0], module)])
    drop_if_unused(edit, let_go)
    text = QT_TRANSLATE_NOOP("operations", "Set {fields} of {count} {count|cable|cables}")
    if len(ids) == 1:
        text = QT_TRANSLATE_NOOP("operations", "Set {fields} of a cable")
    edit.title = Message(_CONTEXT, text, {"fields": tuple(values), "count": len(ids)})


def demand_free(edit: Edit, a: Ends, b: Ends, leaving: Ids | None = None) -> None:
    """Demand that cables can end in these lanes, and that none of them is used already, or by two of these links.

    Args:
        leaving: ids of cables that are taken out or moved at the same time.

    Raises:
        Refused: a device, port or lane is unknown or takes no cable, or a lane is used twice.
    """
    capable = [_lanes_of(edit, ends, demand=True) for ends in (a, b)]
    lanes = a.lanes
    if (lanes < 0).any() or (lanes > np.maximum(1, np.maximum(*capable))).any():
        raise _refused(QT_TRANSLATE_NOOP("operations", "A cable cannot have more lanes than its ports."))
    first, end = (np.concatenate(parts) for parts in zip(spans(a), spans(b), strict=True))
    clash = doubled(first, end)
    if not clash.any():
        cables = edit.columns("cable")
        devices = np.concatenate([a.device, b.device])
        near = [cables.among(f"{side}_device_id", devices) for side in "ab"]
        if leaving is not None:
            near = [places[~np.isin(cables.ids[places], leaving)] for places in near]
        sides = (spans(cable_side(cables, side, places)) for side, places in zip("ab", near, strict=True))
        clash = taken(first, end, *(np.concatenate(parts) for parts in zip(*sides, strict=True)))
    if clash.any():
        key = int(first[clash][0])
        name = _port_name(edit, key >> (PORT_BITS + LANE_BITS), (key >> LANE_BITS) & ((1 << PORT_BITS) - 1))
        text = QT_TRANSLATE_NOOP("operations", "Another cable already ends at {port}.")
        raise Refused(
            Message(_CONTEXT, text, {"port": name}),
            Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Disconnect it, or choose another port.")),
        )


def _given_ends(edit: Edit, cables: Sequence[NewCable], side: str) -> Ends:
    device, port, lane = ([getattr(cable, f"{side}_{name}") for cable in cables] for name in ("device_id", "port", "lane"))
    ends = Ends(np.array(device, np.int64), np.array(port, np.int32), np.array(lane, np.int32), np.zeros(len(cables), np.int32))
    _lanes_of(edit, ends, demand=True)
    return ends


def _lanes_of(edit: Edit, ends: Ends, *, demand: bool = False) -> Any:
    """The lanes of the ports of some ends, shape (ends,).

    Raises:
        Refused: if demanded, a device or port is unknown, takes no cable, or has no such lane.
    """
    devices, ports = edit.columns("device"), edit.types.cached(port_columns)
    known = devices.positions(ends.device)
    if demand and (known == ABSENT).any():
        edit.row("device", int(ends.device[known == ABSENT][0]))
    at = ports.at(devices["type_id"][known], ends.port)
    if demand:
        wrong = (at == ABSENT) | ~ports.takes[at]
        if wrong.any():
            text = QT_TRANSLATE_NOOP("operations", "{name} has no port number {port} for a cable.")
            place = int(np.flatnonzero(wrong)[0])
            raise _refused(text, name=str(devices["name"][known[place]]), port=int(ends.port[place]) + 1)
        beyond = (ends.lane < 0) | (ends.lane >= np.maximum(1, np.maximum(ports.lanes[at], ports.positions[at])))
        if beyond.any():
            place = int(np.flatnonzero(beyond)[0])
            text = QT_TRANSLATE_NOOP("operations", "{port} has no lane {lane}.")
            raise _refused(text, port=_port_name(edit, int(ends.device[place]), int(ends.port[place])), lane=int(ends.lane[place]))
    return ports.lanes[at]


def _port_name(edit: Edit, device_id: int, port: int) -> str:
    """Display name of device and port."""
    device = edit.row("device", device_id)
    ports = list(edit.types[int(device["type_id"])].ports())
    return f"{device['name']} {ports[port].name}" if port < len(ports) else str(device["name"])


def _demand_known(edit: Edit, cable_ids: Sequence[int]) -> Ids:
    if not len(cable_ids):
        raise _refused(QT_TRANSLATE_NOOP("operations", "Nothing is selected."))
    ids = np.unique(np.asarray(cable_ids, np.int64))
    unknown = edit.columns("cable").positions(ids) == ABSENT
    if unknown.any():
        edit.row("cable", int(ids[unknown][0]))
    return ids


def types_of(cables: Columns, places: Ids) -> Ids:
    """What some cables are made of: ids of types, some of them more than once."""
    return np.concatenate([cables.at(name, places) for name in ("type_id", "a_module_id", "b_module_id")])


def _whole(edit: Edit, ids: Ids) -> Ids:
    """Legs with the other legs of their splitters."""
    cables = edit.columns("cable")
    assemblies = np.unique(cables.at("assembly", cables.positions(ids)))
    assemblies = assemblies[assemblies != ABSENT]
    if not len(assemblies):
        return ids
    return np.union1d(ids, cables.at("id", cables.among("assembly", assemblies)))


def _assemblies(edit: Edit, given: Sequence[int | None]) -> Ids:
    """Numbers that no other splitter has, one for each number given."""
    cables = edit.columns("cable")
    if all(splitter is None for splitter in given):
        return np.full(len(given), ABSENT, np.int64)
    after = int(cables["assembly"].max(initial=0)) + 1
    numbers = {number: after + place for place, number in enumerate(dict.fromkeys(splitter for splitter in given if splitter is not None))}
    return np.array([ABSENT if splitter is None else numbers[splitter] for splitter in given], np.int64)


def _stored(edit: Edit, values: Mapping[str, Any]) -> dict[str, Any]:
    stored: dict[str, Any] = {}
    for name, value in values.items():
        if name in ("type", "a_module", "b_module"):
            if not isinstance(value, str):
                raise _does_not_fit(name, value)
            stored[f"{name}_id"] = _demand_family(edit, use_type(edit, value)) if value else None
        elif name == "length_mm":
            stored[name] = None if value is None else _checked_length(value)
        elif name == "phase":
            stored[name] = checked_phase(value)
        elif name == "by_hand":
            if value not in (0, 1):
                raise _does_not_fit(name, value)
            stored[name] = int(value)
        else:
            stored[name] = None if value is None else int(edit.row("network", value)["id"])
    if "by_hand" not in stored and {"type_id", "length_mm"} & set(stored):
        stored["by_hand"] = 1
    return stored


def _does_not_fit(name: str, value: Any) -> Refused:
    return _refused(QT_TRANSLATE_NOOP("operations", "{field} of a cable cannot be {value}."), field=name, value=str(value))


def _checked_length(length_mm: Any) -> int:
    if isinstance(length_mm, bool) or not isinstance(length_mm, int) or not 1 <= length_mm <= _MOST_LENGTH_MM:
        raise _refused(QT_TRANSLATE_NOOP("operations", "The length of a cable must be above zero and up to 10 km."))
    return length_mm


def _demand_family(edit: Edit, type_id: int) -> int:
    kind = edit.types[type_id]
    if kind.family not in (Family.CABLE, Family.TRANSCEIVER):
        raise _refused(QT_TRANSLATE_NOOP("operations", "{model} is neither a cable nor a module."), model=kind.title)
    return type_id


def _cage_ends(edit: Edit, cables: Columns, device_ids: Ids, ports: Any) -> list[Ids]:
    """For each end of all cables, a and b, whether it is in the cage of one of some ports: places in `cables`."""
    devices, columns = edit.columns("device"), edit.types.cached(port_columns)
    cages = np.unique(_cages(devices, columns, device_ids, ports))
    ends = []
    for side in "ab":
        places = cables.among(f"{side}_device_id", device_ids)
        keys = _cages(devices, columns, cables.at(f"{side}_device_id", places), cables.at(f"{side}_port", places))
        ends.append(places[np.isin(keys, cages)])
    return ends


def _cages(devices: Columns, columns: Any, device_ids: Ids, ports: Any) -> Ids:
    at = columns.at(devices["type_id"][devices.positions(device_ids)], ports)
    # A port that is no more (its type changed) is a cage of its own.
    cage = np.where(at == ABSENT, (1 << PORT_BITS) - 1, columns.cage[at])
    return end_keys(device_ids, cage, np.zeros(len(device_ids), np.int64))


def _module_in_cage(edit: Edit, device_id: int, port: int, without: int) -> int | None:
    """The module that other cables have in the cage of a port."""
    cables = edit.columns("cable")
    ends = _cage_ends(edit, cables, np.array([device_id], np.int64), np.array([port], np.int32))
    for side, places in zip("ab", ends, strict=True):
        modules = cables.at(f"{side}_module_id", places[cables.at("id", places) != without])
        modules = modules[modules != ABSENT]
        if len(modules):
            return int(modules[0])
    return None


def _set_module(edit: Edit, ids: Ids, side: str, module_id: int | None) -> Ids:
    """Put a module into the cages in which one side of some cables ends; returns the modules that were there."""
    cables = edit.columns("cable")
    places = cables.positions(ids)
    ends = _cage_ends(edit, cables, cables.at(f"{side}_device_id", places), cables.at(f"{side}_port", places))
    for name, end_places in zip("ab", ends, strict=True):
        edit.update_many("cable", cables.ids[end_places], **{f"{name}_module_id": module_id})
    return np.concatenate([cables.at(f"{name}_module_id", end_places) for name, end_places in zip("ab", ends, strict=True)])


def _or_none(type_id: int) -> int | None:
    return None if type_id == ABSENT else type_id


def _refused(text: str, **values: int | str) -> Refused:
    return Refused(Message(_CONTEXT, text, values))
