"""Automatic wiring: feeds for the PDUs of racks, and a cord for every supply that has none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog import open_catalog
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.errors import Refused
from gpudesk.core.hardware import Family, HardwareType
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.core.power_lines import Tap
from gpudesk.core.power_sockets import Socket, chosen_cord, cord_length_mm, sockets, wiring_of
from gpudesk.core.power_wiring import Inlet, Strip, wire
from gpudesk.derived.placement import DEFAULT_PITCH_MM
from gpudesk.derived.power_plan import PowerPlan, drawn_w, power_plan
from gpudesk.locate import resource
from gpudesk.operations.library import use_type
from gpudesk.operations.power_cords import pull_out
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"
SIDES = "ABCDEFGH"
"""The feeds of a rack, in the order of its PDUs."""


@dataclass(frozen=True, slots=True)
class Wired:
    """What automatic wiring did.

    Attributes:
        feeds, cords: how many it added.
        left: device and port of every inlet for which it found no outlet that a cord fits and reaches.
    """

    feeds: int
    cords: int
    left: tuple[tuple[int, int], ...]


@operation
def wire_power(
    edit: Edit, rack_ids: Sequence[int], panels: Mapping[str, int] | None = None, rewire: bool = False, feeds: bool = True
) -> Wired:
    """Give every PDU of some racks a feed and every supply in them a cord.

    Args:
        panels: side ("A", "B"…) → the node on which new feeds of that side hang; sides left out hang on nothing.
        rewire: pull out the cords of what draws in these racks first; else only inlets without a cord are wired.
        feeds: whether PDUs without a cord get a feed of their own, as large as their inlet.

    Raises:
        Refused: no rack is named, or a rack or panel is unknown.
    """
    if not rack_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing was chosen.")))
    racks = np.array(sorted({int(edit.row("rack", rack_id)["id"]) for rack_id in rack_ids}), np.int64)
    for node_id in (panels or {}).values():
        edit.row("power_node", node_id)
    devices = edit.columns("device")
    inside = np.flatnonzero(np.isin(devices["rack_id"], racks))
    if rewire:
        cords = edit.columns("power_cord")
        drawing = [place for place in inside.tolist() if not sockets(edit.types[int(devices["type_id"][place])]).outlets]
        loose = cords.ids[np.isin(cords["device_id"], devices.ids[drawing])]
        if len(loose):
            pull_out(edit, loose.tolist())
    made = _add_feeds(edit, inside, panels or {}) if feeds else 0
    cords_made, left = _add_cords(edit, inside)
    text = QT_TRANSLATE_NOOP("operations", "Wire the power of {name}")
    if len(racks) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Wire the power of {count} racks")
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row("rack", int(racks[0]))["name"]), "count": len(racks)})
    return Wired(made, cords_made, left)


def _by_rack(edit: Edit, inside: Ids) -> dict[int, list[int]]:
    """Rack → the places of its devices in the table, lowest first."""
    devices = edit.columns("device")
    order = inside[np.lexsort((devices.ids[inside], devices["rack_id"][inside]))]
    found: dict[int, list[int]] = {}
    for place, rack_id in zip(order.tolist(), devices["rack_id"][order].tolist(), strict=True):
        found.setdefault(rack_id, []).append(place)
    return found


def _add_feeds(edit: Edit, inside: Ids, panels: Mapping[str, int]) -> int:
    """A feed for every PDU that has no cord in its first inlet; returns how many."""
    devices, racks, types = edit.columns("device"), edit.columns("rack"), edit.types
    volts = edit.present().cached(site_sheet).limit("line_voltage_v")
    fed = set(edit.columns("power_cord")["device_id"].tolist())
    nodes: list[dict[str, Any]] = []
    cords: list[dict[str, Any]] = []
    for rack_id, members in _by_rack(edit, inside).items():
        rack = racks.row(rack_id)
        strips = [place for place in members if types[int(devices["type_id"][place])].family is Family.PDU]
        for side, place in zip(SIDES, strips, strict=False):
            kind, device_id = types[int(devices["type_id"][place])], int(devices.ids[place])
            if device_id in fed or not sockets(kind).inlets:
                continue
            phase, current = int(devices["phase"][place]), kind.number("input_current_a")
            nodes.append(
                {
                    "hall_id": int(rack["hall_id"]),
                    "fed_by_id": panels.get(side),
                    "kind": int(PowerNodeKind.FEED),
                    "name": f"{rack['name']}-{side}",
                    "feed_side": side,
                    "wiring": int(wiring_of(kind)),
                    "voltage_v": round(kind.number("input_voltage_v") or volts),
                    "breaker_a": None if current is None else round(current),
                    "receptacle": kind.text("input_plug"),
                    "phase": phase,
                }
            )
            cords.append({"device_id": device_id, "port": sockets(kind).inlets[0].port, "phase": phase})
    if nodes:
        ids = edit.insert_many("power_node", _columns(nodes))
        edit.insert_many("power_cord", {**_columns(cords), "from_node_id": ids})
    return len(nodes)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


@dataclass(frozen=True, slots=True)
class _Cord:
    """One new cord of a rack, by the places of its devices in the list of the rack."""

    taker: int
    port: int
    giver: int
    outlet: int
    key: str
    length_mm: int


def _add_cords(edit: Edit, inside: Ids) -> tuple[int, tuple[tuple[int, int], ...]]:
    """A cord for every inlet that has none; returns how many, and the inlets that found no outlet."""
    snapshot = edit.present()
    devices, racks = snapshot["device"], snapshot["rack"]
    power = power_plan(snapshot)
    corded = set(zip(snapshot["power_cord"]["device_id"].tolist(), snapshot["power_cord"]["port"].tolist(), strict=True))
    watts, _ = drawn_w(snapshot, np.arange(devices.rows))
    known: dict[tuple[Any, ...], tuple[list[_Cord], list[tuple[int, int]]]] = {}
    rows: list[dict[str, Any]] = []
    left: list[tuple[int, int]] = []
    for rack_id, members in _by_rack(edit, inside).items():
        rack_type = int(racks["type_id"][racks.position(rack_id)])
        bench = _Bench(snapshot, power, snapshot.types[rack_type], members, watts, corded)
        alike = bench.likeness()
        found = known.get(alike) if alike is not None else None
        if found is None:
            found = bench.wire()
            if alike is not None:
                known[alike] = found
        rows.extend(
            {
                "device_id": int(devices.ids[members[cord.taker]]),
                "port": cord.port,
                "from_device_id": int(devices.ids[members[cord.giver]]),
                "from_port": cord.outlet,
                "type_id": cord.key,
                "length_mm": cord.length_mm,
                "phase": int(devices["phase"][members[cord.taker]]),
            }
            for cord in found[0]
        )
        left.extend((int(devices.ids[members[taker]]), port) for taker, port in found[1])
    if rows:
        type_ids = {key: use_type(edit, key) for key in dict.fromkeys(row["type_id"] for row in rows)}
        edit.insert_many("power_cord", {**_columns(rows), "type_id": [type_ids[row["type_id"]] for row in rows]})
    return len(rows), tuple(left)


class _Bench:
    """One rack on which cords are laid."""

    def __init__(
        self, snapshot: Snapshot, power: PowerPlan, rack: HardwareType, members: Sequence[int], watts: Any, corded: set[tuple[int, int]]
    ) -> None:
        self._snapshot, self._power, self._rack, self._members = snapshot, power, rack, members
        self._watts, self._corded = watts, corded
        devices = snapshot["device"]
        self._kinds = [snapshot.types[int(devices["type_id"][place])] for place in members]
        self._ids = [int(devices.ids[place]) for place in members]
        self._givers = [number for number, kind in enumerate(self._kinds) if kind.family is Family.PDU and sockets(kind).outlets]

    def _giver_node(self, number: int) -> int:
        return self._power.rows + int(np.searchsorted(self._power.givers, self._members[number]))

    def likeness(self) -> tuple[Any, ...] | None:
        """What racks that are wired alike have in common; None for one in which something is wired already."""
        if any((device_id, inlet.port) in self._corded for device_id, kind in self._drawing() for inlet in sockets(kind).inlets):
            return None
        columns = ("type_id", "position", "face", "side")
        devices = self._snapshot["device"]
        places = tuple(tuple(int(devices[name][place]) for name in columns) for place in self._members)
        taps = tuple(int(self._power.single[self._giver_node(number)]) for number in self._givers)
        return self._rack.key, places, taps, tuple(round(float(self._watts[place])) for place in self._members)

    def _drawing(self) -> list[tuple[int, HardwareType]]:
        return [(device_id, kind) for device_id, kind in zip(self._ids, self._kinds, strict=True) if not sockets(kind).outlets]

    def wire(self) -> tuple[list[_Cord], list[tuple[int, int]]]:
        """The cords of the rack, and the place of the device and the port of each inlet that found no outlet."""
        sheet = self._snapshot.cached(site_sheet)
        allowance, factor = sheet.limit("cord_allowance_mm"), sheet.limit("power_factor")
        inlets: list[Inlet] = []
        for number, kind in enumerate(self._kinds):
            ports = sockets(kind)
            base, load = self._height_mm(number), float(self._watts[self._members[number]]) / factor / max(len(ports.inlets), 1)
            wanting = [inlet for inlet in ports.inlets if not ports.outlets and (self._ids[number], inlet.port) not in self._corded]
            inlets.extend(Inlet(number, inlet, base + inlet.height_mm, load) for inlet in wanting)

        def cord_for(inlet: Inlet, strip: Strip, outlet: Socket) -> tuple[HardwareType, int] | None:
            needed = cord_length_mm(inlet.height_mm, strip.base_mm + outlet.height_mm, allowance)
            return chosen_cord(_cords(self._kinds[inlet.owner].key, strip.side), inlet.socket.kind, outlet.kind, needed)

        wires, left = wire(inlets, [self._strip(number) for number in self._givers], cord_for)
        cords = [
            _Cord(
                inlets[each.inlet].owner,
                inlets[each.inlet].socket.port,
                self._givers[each.strip],
                each.outlet.port,
                each.cord.key,
                each.length_mm,
            )
            for each in wires
        ]
        return cords, [(inlets[place].owner, inlets[place].socket.port) for place in left]

    def _height_mm(self, number: int) -> float:
        """The lower edge of a device above the floor."""
        pitch = self._rack.number("unit_pitch_mm") or DEFAULT_PITCH_MM
        position = int(self._snapshot["device"]["position"][self._members[number]])
        return (self._rack.number("first_unit_mm") or 0.0) + position * pitch / 2

    def _strip(self, number: int) -> Strip:
        power, node = self._power, self._giver_node(number)
        used = self._snapshot["power_cord"]
        taken = set(used["from_port"][used["from_device_id"] == self._ids[number]].tolist())
        above, single = int(power.network.parent[node]), int(power.single[node])
        banks = np.flatnonzero(power.bank_giver == node - power.rows)
        carried = {int(power.bank_number[bank]): float(power.flow.va[power.first_bank + bank]) for bank in banks}
        bears = [power.limit_a[power.first_bank + bank] * power.network.voltage_v[power.first_bank + bank] for bank in banks[:1]]
        return Strip(
            [outlet for outlet in sockets(self._kinds[number]).outlets if outlet.port not in taken],
            self._height_mm(number),
            str(self._snapshot["power_node"]["feed_side"][above]) if 0 <= above < power.rows else "",
            None if single == ABSENT else Tap(single),
            power.flow.line_va[node].copy(),
            carried,
            float("inf") if not bears or np.isnan(bears[0]) else float(bears[0]),
        )


@cache
def _preferences() -> dict[str, Any]:
    import yaml

    with resource("rules", "power_cords.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body


def _cords(device_key: str, side: str) -> list[HardwareType]:
    """The cords that a device may have, the best first; of those that come in the colour of a side that one."""
    catalog, wanted = open_catalog(), _preferences()
    if device_key in wanted["own"]:
        return [catalog.get(wanted["own"][device_key])]
    colour = wanted["colours"].get(side, "")
    return [catalog.get(f"{key}{colour}" if f"{key}{colour}" in catalog else key) for key in wanted["cords"]]
