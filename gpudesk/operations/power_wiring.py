"""Automatic wiring: feeds for the PDUs of racks, and a cord for every supply that has none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog import open_catalog
from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.core.errors import Refused
from gpudesk.core.hardware import Family, HardwareType
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power_lines import LINES, Tap
from gpudesk.core.power_sockets import Socket, chosen_cord, cord_length_mm, sockets
from gpudesk.core.power_wiring import Inlet, Strip, wire
from gpudesk.derived.placement import DEFAULT_PITCH_MM
from gpudesk.derived.power_plan import PowerPlan, drawn_w, power_plan
from gpudesk.locate import resource
from gpudesk.operations.library import use_type
from gpudesk.operations.power_cords import pull_out
from gpudesk.operations.power_feeds import FeedMaker, Panels, PanelsOf, by_rack, columns_of
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "operations"


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
    edit: Edit,
    rack_ids: Sequence[int],
    panels: Mapping[str, int] | None = None,
    rewire: bool = False,
    feeds: bool = True,
    device_ids: Sequence[int] = (),
) -> Wired:
    """Give every PDU of some racks a feed and every supply in them a cord.

    Args:
        panels: side ("A", "B"…) → the node on which new feeds of that side hang; sides left out hang on nothing.
        rewire: pull out the cords of what draws in these racks first; else only inlets without a cord are wired.
        feeds: whether PDUs without a cord get a feed of their own, as large as their inlet.
        device_ids: things on the floor whose supplies are wired by hand (racks with power shelves): each gets feeds of its own.

    Raises:
        Refused: nothing is named, or a rack, device or panel is unknown.
    """
    if not rack_ids and not device_ids:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Nothing was chosen.")))
    racks = np.array(sorted({int(edit.row("rack", rack_id)["id"]) for rack_id in rack_ids}), np.int64)
    standing = sorted({int(edit.row("device", device_id)["id"]) for device_id in device_ids})
    for node_id in (panels or {}).values():
        edit.row("power_node", node_id)
    if rewire:
        _pull_out_drawing(edit, racks)
    chosen: Panels = panels or {}
    wired = wire_places(edit, racks, standing, (lambda _table, _row_id: chosen) if feeds else None)
    text = QT_TRANSLATE_NOOP("operations", "Wire the power of {name}")
    if len(racks) + len(standing) > 1:
        text = QT_TRANSLATE_NOOP("operations", "Wire the power of {count} racks")
    first = ("rack", int(racks[0])) if len(racks) else ("device", standing[0])
    edit.title = Message(_CONTEXT, text, {"name": str(edit.row(*first)["name"]), "count": len(racks) + len(standing)})
    return wired


def wire_places(edit: Edit, racks: Ids, standing: Sequence[int], panels_of: PanelsOf | None) -> Wired:
    """Wire racks and things on the floor.

    Args:
        panels_of: the panels of each; None makes no feeds.
    """
    inside = np.flatnonzero(np.isin(edit.columns("device")["rack_id"], racks))
    made = 0
    if panels_of is not None:
        maker = FeedMaker(edit, panels_of)
        maker.feed_racks(inside)
        maker.feed_standing(standing)
        made = maker.make()
    cords, left = _add_cords(edit, inside)
    return Wired(made, cords, left)


def _pull_out_drawing(edit: Edit, racks: Ids) -> None:
    """Pull out the cords of what draws in racks."""
    devices, cords = edit.columns("device"), edit.columns("power_cord")
    inside = np.flatnonzero(np.isin(devices["rack_id"], racks))
    drawing = [place for place in inside.tolist() if not sockets(edit.types[int(devices["type_id"][place])]).gives]
    loose = cords.ids[np.isin(cords["device_id"], devices.ids[drawing])]
    if len(loose):
        pull_out(edit, loose.tolist())


@dataclass(frozen=True, slots=True)
class _Cord:
    """One new cord of a rack, by the places of its devices in the list of the rack."""

    taker: int
    port: int
    giver: int
    outlet: int | None
    key: str
    length_mm: int | None


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
    turns = _places_in_row(racks) % LINES
    for rack_id, members in by_rack(edit, inside).items():
        rack = racks.position(rack_id)
        bench = _Bench(snapshot, power, snapshot.types[int(racks["type_id"][rack])], members, watts, corded, int(turns[rack]))
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
        keys = dict.fromkeys(row["type_id"] for row in rows)
        type_ids: dict[str, int | None] = {key: use_type(edit, key) if key else None for key in keys}
        edit.insert_many("power_cord", {**columns_of(rows), "type_id": [type_ids[row["type_id"]] for row in rows]})
    return len(rows), tuple(left)


def _places_in_row(racks: Columns) -> Ids:
    """Which rack of its row, or of those of its hall that are in none, each is, counted from 0 in the order of their ids."""
    order = np.lexsort((racks.ids, racks["row_id"], racks["hall_id"]))
    hall, row = racks["hall_id"][order], racks["row_id"][order]
    begins = np.flatnonzero(np.append(True, (np.diff(hall) != 0) | (np.diff(row) != 0)))[: racks.rows]
    places = np.empty(racks.rows, np.int64)
    places[order] = np.arange(racks.rows) - np.repeat(begins, np.diff(np.append(begins, racks.rows)))
    return places


class _Bench:
    """One rack on which cords are laid."""

    def __init__(
        self,
        snapshot: Snapshot,
        power: PowerPlan,
        rack: HardwareType,
        members: Sequence[int],
        watts: Any,
        corded: set[tuple[int, int]],
        turn: int,
    ) -> None:
        self._snapshot, self._power, self._rack, self._members, self._turn = snapshot, power, rack, members, turn
        self._watts, self._corded = watts, corded
        devices = snapshot["device"]
        self._kinds = [snapshot.types[int(devices["type_id"][place])] for place in members]
        self._ids = [int(devices.ids[place]) for place in members]
        self._givers = [number for number, kind in enumerate(self._kinds) if kind.family is Family.PDU and sockets(kind).gives]

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
        return self._rack.key, self._turn, places, taps, tuple(round(float(self._watts[place])) for place in self._members)

    def _drawing(self) -> list[tuple[int, HardwareType]]:
        return [(device_id, kind) for device_id, kind in zip(self._ids, self._kinds, strict=True) if not sockets(kind).gives]

    def wire(self) -> tuple[list[_Cord], list[tuple[int, int]]]:
        """The cords of the rack, and the place of the device and the port of each inlet that found no outlet."""
        sheet = self._snapshot.cached(site_sheet)
        allowance, factor = sheet.limit("cord_allowance_mm"), sheet.limit("power_factor")
        inlets: list[Inlet] = []
        for number, kind in enumerate(self._kinds):
            ports = sockets(kind)
            base, load = self._height_mm(number), float(self._watts[self._members[number]]) / factor / max(len(ports.inlets), 1)
            wanting = [inlet for inlet in ports.inlets if not ports.gives and (self._ids[number], inlet.port) not in self._corded]
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
                None if each.outlet is None else each.outlet.port,
                "" if each.cord is None else each.cord.key,
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
        outlets = sockets(self._kinds[number]).outlets
        return Strip(
            [outlet for outlet in outlets if outlet.port not in taken] if outlets else None,
            self._height_mm(number),
            str(self._snapshot["power_node"]["feed_side"][above]) if 0 <= above < power.rows else "",
            None if single == ABSENT else Tap(single),
            power.flow.line_va[node].copy(),
            carried,
            float("inf") if not bears or np.isnan(bears[0]) else float(bears[0]),
            self._turn,
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
