"""The names that a pattern makes for devices, by where they are and how they are cabled."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.host_names import checked_host_pattern, host_name_fault
from gpudesk.core.names.name_pattern import made_name, used_fields
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.fabric.fabric_tiers import rail_of_ports
from gpudesk.derived.floor.systems_in_rows import names_by_place
from gpudesk.derived.networks.network_nodes import names_as_planned
from gpudesk.derived.ports.port_names import port_names
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "host_names"
_NUMBER_AT_END = re.compile(r"\d{1,9}$")


@dataclass(frozen=True, slots=True)
class HostName:
    """A device, what it is called now, and what it would be called."""

    device_id: int
    old: str
    new: str


def planned_host_names(snapshot: Snapshot, device_ids: Sequence[int], pattern: str) -> list[HostName]:
    """The names that a pattern makes for some devices, in the natural order of the names under which they were planned.

    That order numbers them: `n` counts through, `n_rail` through those of one rail, `n_rack` from below through those of one rack, and
    `rack_n` the racks that hold some of them, row by row. A rack-scale system is its own rack, named by its place in the row where the
    racks of the row are; `rack_n` counts systems after racks.

    Raises:
        KeyError: there is no such device.
        Refused: the pattern has no meaning, or asks for a rack or a rail that a device has not.
    """
    pattern = checked_host_pattern(pattern)
    if not pattern:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "Enter a pattern.")))
    devices = snapshot["device"]
    places = np.array([devices.position(device_id) for device_id in dict.fromkeys(device_ids)], np.int64)
    planned = names_as_planned(snapshot, places)
    order = np.argsort(natural_ranks(planned), kind="stable")
    places, planned = places[order], [planned[place] for place in order.tolist()]
    used = used_fields(pattern)
    values: dict[str, list[str | int]] = {"n": list(range(1, len(places) + 1))}
    values["name"] = list(planned)
    if "number" in used:
        values["number"] = [_number(name) for name in planned]
    if used & {"hall", "row", "rack", "unit", "n_rack", "rack_n"}:
        values |= _whereabouts(snapshot, places, used)
    if used & {"rail", "n_rail"}:
        values |= _rails(snapshot, places)
    made = [made_name(pattern, {field: values[field][row] for field in used}) for row in range(len(places))]
    endings = [_ending(snapshot, type_id) for type_id in devices["type_id"][places].tolist()]
    rows = zip(devices.ids[places].tolist(), devices["name"][places].tolist(), made, endings, strict=True)
    return [HostName(device_id, str(old), new.removesuffix(ending)) for device_id, old, new, ending in rows]


def _ending(snapshot: Snapshot, type_id: int) -> str:
    """How the name of the first tray of a rack-scale system ends, "" for what has no trays.

    A pattern for trays (`…-c{n_rack:02}`) names that tray, and the system by what is before it.
    """
    return next((tray.named("") for tray in snapshot.types[type_id].trays if tray.gpu_count), "")


def host_name_clashes(snapshot: Snapshot, planned: Sequence[HostName]) -> dict[int, Message]:
    """Device to what is wrong with its new name: it is no host name, or two devices of the project would have it."""
    devices = snapshot["device"]
    named = {each.device_id for each in planned}
    others = {str(name).casefold() for name, row in zip(devices["name"].tolist(), devices.ids.tolist(), strict=True) if row not in named}
    counts = Counter(each.new.casefold() for each in planned)
    messages: dict[int, Message] = {}
    for each in planned:
        fault = host_name_fault(each.new)
        if fault is None and (each.new.casefold() in others or counts[each.new.casefold()] > 1):
            text = QT_TRANSLATE_NOOP("host_names", "Two devices would be named {name}; names are not case-sensitive.")
            fault = Message(_CONTEXT, text, {"name": each.new})
        if fault is not None:
            messages[each.device_id] = fault
    return messages


def switch_rails(snapshot: Snapshot, places: Ids) -> Ids:
    """The rail of switches by their cables to nodes: where all of these are of one rail; ABSENT else.

    The rail of a port is the one that its type says, else its turn among the ports of the compute network, as in the drawing of the fabric.
    """
    cables, devices = snapshot["cable"], snapshot["device"]
    lowest, highest = np.full(devices.rows, np.iinfo(np.int64).max), np.full(devices.rows, ABSENT)
    for near, far in (("a", "b"), ("b", "a")):
        at_near, at_far = (devices.positions(cables[f"{side}_device_id"]) for side in (near, far))
        rail = _rails_of_ends(snapshot, devices["type_id"][at_near], cables[f"{near}_port"].astype(np.int64), cables["network_id"])
        known = rail != ABSENT
        np.minimum.at(lowest, at_far[known], rail[known])
        np.maximum.at(highest, at_far[known], rail[known])
    found: Ids = np.where(lowest == highest, highest, ABSENT)[places]
    return found


def _rails_of_ends(snapshot: Snapshot, type_id: Ids, port: Ids, network_id: Ids) -> Ids:
    """The rail of each end by the type of its device and the network of its cable; that of its port where the cable has no network."""
    ports = snapshot.cached(port_names)
    found = np.where(network_id == ABSENT, ports.rail[ports.codes(type_id, port)], ABSENT)
    networks = snapshot["network"]
    for row in (networks.row(each) for each in networks.ids.tolist()):
        mine = np.flatnonzero(network_id == row["id"])
        if row["kind"] != NetworkKind.COMPUTE or not len(mine):
            continue
        for each in np.unique(type_id[mine]).tolist():
            kind = snapshot.types[each]
            by_port = rail_of_ports(kind, NetworkKind.COMPUTE, float(row["rate_gbps"]), int(row["planes"])) if kind.gpu_count else ()
            if len(by_port):
                ends = mine[type_id[mine] == each]
                found[ends] = np.append(by_port, ABSENT)[np.minimum(port[ends], len(by_port))]
    return found


def _number(name: str) -> int:
    match = _NUMBER_AT_END.search(name)
    if match is None:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("host_names", "{name} does not end in a number."), {"name": name}))
    return int(match.group())


def _whereabouts(snapshot: Snapshot, places: Ids, used: frozenset[str]) -> dict[str, list[str | int]]:
    where, devices, racks = snapshot.cached(whereabouts), snapshot["device"], snapshot["rack"]
    at_rack = racks.positions(where.rack[places])
    alone = at_rack == ABSENT
    whole = [type_id for type_id, kind in snapshot.types.items() if kind.is_rack_scale]
    systems = np.flatnonzero(alone & np.isin(devices["type_id"][places], whole))
    # Numbers below that of no rack tell the systems apart.
    at_rack[systems] = ABSENT - 1 - np.arange(len(systems))
    homeless = np.flatnonzero(at_rack == ABSENT)
    if len(homeless) and used & {"rack", "unit", "n_rack", "rack_n"}:
        text = QT_TRANSLATE_NOOP("host_names", "{name} is not in a rack.")
        raise Refused(Message(_CONTEXT, text, {"name": str(devices["name"][places[homeless[0]]])}))
    positions = devices["position"][where.root[places]]
    found: dict[str, list[str | int]] = {}
    homes = ("hall", "hall", where.halls(places)), ("row", "rack_row", where.rows(places)), ("rack", "rack", where.rack[places])
    for field, table, ids in homes:
        at = snapshot[table].positions(ids)
        found[field] = ["" if place == ABSENT else str(snapshot[table]["name"][place]) for place in at.tolist()]
    by_place = names_by_place(snapshot) if len(systems) else {}
    for system, name in zip(systems.tolist(), names_as_planned(snapshot, places[systems]), strict=True):
        row, found["rack"][system] = by_place.get(int(places[system]), ("", name))
        found["row"][system] = found["row"][system] or row
    found["unit"] = [0 if position == ABSENT else int(position) // 2 + 1 for position in positions.tolist()]
    in_rack: Counter[int] = Counter()
    n_rack: list[str | int] = [0] * len(places)
    for row in np.lexsort([np.arange(len(places)), positions]).tolist():
        in_rack[int(at_rack[row])] += 1
        n_rack[row] = in_rack[int(at_rack[row])]
    in_order = [place for group in racks_by_row(snapshot, np.unique(at_rack[at_rack > ABSENT])) for place in group.tolist()]
    in_order += at_rack[systems].tolist()
    order = {place: number for number, place in enumerate(in_order, 1)}
    found["n_rack"], found["rack_n"] = n_rack, [order.get(place, 0) for place in at_rack.tolist()]
    return found


def _rails(snapshot: Snapshot, places: Ids) -> dict[str, list[str | int]]:
    rails = switch_rails(snapshot, places)
    unknown = np.flatnonzero(rails == ABSENT)
    if len(unknown):
        text = QT_TRANSLATE_NOOP("host_names", "{name} is not cabled to exactly one rail.")
        remedy = QT_TRANSLATE_NOOP("host_names", "Cable the project first, or remove the rail from the pattern.")
        what = Message(_CONTEXT, text, {"name": str(snapshot["device"]["name"][places[unknown[0]]])})
        raise Refused(what, Message(_CONTEXT, remedy))
    counts: Counter[int] = Counter()
    n_rail: list[str | int] = []
    for rail in rails.tolist():
        counts[rail] += 1
        n_rail.append(counts[rail])
    return {"rail": [rail + 1 for rail in rails.tolist()], "n_rail": n_rail}
