"""Cord assignment for one rack: which supply connects to which outlet, with which cord.

Automatic wiring uses the result; checks use it to determine whether rewiring would help.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.power.power_lines import LINES, Reals, Tap
from gpudesk.core.power.power_sockets import Socket, chosen_cord, cord_length_mm, sockets
from gpudesk.core.power.power_wiring import Inlet, Strip, wire
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.power.power_groups import power_group
from gpudesk.derived.power.power_plan import PowerPlan, drawn_w, power_plan_of
from gpudesk.derived.power.power_reach import needed_mm
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.derived.racks.device_placement import DEFAULT_PITCH_MM
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.locate import resource
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class NewCord:
    """One new cord of a rack, by the places of its devices in the list of the rack."""

    taker: int
    port: int
    giver: int
    outlet: int | None
    key: str
    length_mm: int | None


def places_in_row(racks: Columns) -> Ids:
    """Which rack of its row, or of those of its hall that are in none, each is, counted from 0 in the order of their ids."""
    order = np.lexsort((racks.ids, racks["row_id"], racks["hall_id"]))
    hall, row = racks["hall_id"][order], racks["row_id"][order]
    begins = np.flatnonzero(np.append(True, (np.diff(hall) != 0) | (np.diff(row) != 0)))[: racks.rows]
    places = np.empty(racks.rows, np.int64)
    places[order] = np.arange(racks.rows) - np.repeat(begins, np.diff(np.append(begins, racks.rows)))
    return places


def wiring_signs(snapshot: Snapshot, power: PowerPlan, watts: Reals, places: Ids) -> tuple[Ids, Mask]:
    """What decides how devices are wired, shape (n, signs), and whether each has a cord already: those that give none at an outlet."""
    devices, cords, nodes = snapshot["device"], snapshot["power_cord"], snapshot["power_node"]
    to_giver = np.minimum(np.searchsorted(power.givers, places), max(len(power.givers) - 1, 0))
    gives = power.givers[to_giver] == places if len(power.givers) else np.zeros(len(places), bool)
    node = np.where(gives, power.rows + to_giver, 0)
    above = power.network.parent[node] if power.network.nodes else np.full(len(places), ABSENT)
    fed = nodes.at("feed_side", nodes.positions(power.node_ids)).astype(str)
    sides = np.append(np.unique(fed, return_inverse=True)[1].ravel(), ABSENT)
    side = np.where(gives & (above >= 0) & (above < power.rows), sides[np.minimum(np.maximum(above, 0), power.rows)], ABSENT)
    single = np.where(gives, power.single[node] if power.network.nodes else ABSENT, ABSENT)
    columns = [devices[name][places] for name in ("type_id", "position", "face", "side")]
    signs: Ids = np.stack([*columns, np.round(watts[places]).astype(np.int64), single, side], axis=1)
    ids = devices.ids[places]
    wired: Mask = np.where(gives, np.isin(ids, cords["from_device_id"]), np.isin(ids, cords["device_id"]))
    return np.ascontiguousarray(signs), wired


class Bench:
    """One rack in which cords are assigned."""

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

    def wire(self) -> tuple[list[NewCord], list[tuple[int, int]]]:
        """Return the cords of the rack, and the device place and port of each inlet without an available outlet."""
        sheet = self._snapshot.cached(site_sheet)
        allowance, factor = sheet.limit("cord_allowance_mm"), sheet.limit("power_factor")
        inlets: list[Inlet] = []
        for number, kind in enumerate(self._kinds):
            ports = sockets(kind)
            base, load = self._height_mm(number), float(self._watts[self._members[number]]) / factor / max(len(ports.inlets), 1)
            wanting = [inlet for inlet in ports.inlets if not ports.gives and (self._ids[number], inlet.port) not in self._corded]
            inlets.extend(Inlet(number, inlet, base + inlet.height_mm, load) for inlet in wanting)

        known: dict[tuple[str, str], list[HardwareType]] = {}

        def cords_of(device_key: str, side: str) -> list[HardwareType]:
            if (device_key, side) not in known:
                known[device_key, side] = usual_cords(device_key, side)
            return known[device_key, side]

        def cord_for(inlet: Inlet, strip: Strip, outlet: Socket) -> tuple[HardwareType, int] | None:
            needed = cord_length_mm(inlet.height_mm, strip.base_mm + outlet.height_mm, allowance)
            cords = cords_of(self._kinds[inlet.owner].key, strip.side)
            return chosen_cord(cords, inlet.socket.kind, outlet.kind, needed, inlet.load_va / strip.volts)

        wires, left = wire(inlets, [self._strip(number) for number in self._givers], cord_for)
        cords = [
            NewCord(
                inlets[new_wire.inlet].owner,
                inlets[new_wire.inlet].socket.port,
                self._givers[new_wire.strip],
                None if new_wire.outlet is None else new_wire.outlet.port,
                "" if new_wire.cord is None else new_wire.cord.key,
                new_wire.length_mm,
            )
            for new_wire in wires
        ]
        return cords, [(inlets[place].owner, inlets[place].socket.port) for place in left]

    def _height_mm(self, number: int) -> float:
        """The lower edge of a device above the floor."""
        pitch = self._rack.number("unit_pitch_mm") or DEFAULT_PITCH_MM
        position = int(self._snapshot["device"]["position"][self._members[number]])
        return (self._rack.number("first_unit_mm") or 0.0) + position * pitch / 2

    def _side(self, node: int) -> str:
        """The side of a row of the table of nodes, by its place in the network."""
        nodes = self._snapshot["power_node"]
        return str(nodes["feed_side"][nodes.position(int(self._power.node_ids[node]))])

    def _strip(self, number: int) -> Strip:
        power, node = self._power, self._giver_node(number)
        used = self._snapshot["power_cord"]
        strip_cords = used.among("from_device_id", np.array([self._ids[number]]))
        taken = set(used.at("from_port", strip_cords).tolist())
        above, single = int(power.network.parent[node]), int(power.single[node])
        banks = np.flatnonzero(power.bank_giver == node - power.rows)
        carried = {int(power.bank_number[bank]): float(power.flow.va[power.first_bank + bank]) for bank in banks}
        bank_va = [power.limit_a[power.first_bank + bank] * power.network.voltage_v[power.first_bank + bank] for bank in banks[:1]]
        outlets = sockets(self._kinds[number]).outlets
        volts = [float(power.network.voltage_v[power.first_bank + bank]) for bank in banks[:1]]
        return Strip(
            [outlet for outlet in outlets if outlet.port not in taken] if outlets else None,
            self._height_mm(number),
            self._side(above) if 0 <= above < power.rows else "",
            None if single == ABSENT else Tap(single),
            power.flow.line_va[node].copy(),
            carried,
            float("inf") if not bank_va or np.isnan(bank_va[0]) else float(bank_va[0]),
            volts[0] if volts and volts[0] > 0 else float("nan"),
            self._turn,
        )


@cache
def _preferences() -> dict[str, Any]:
    import yaml

    with resource("rules", "power_cords.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return body


def usual_cords(device_key: str, side: str) -> list[HardwareType]:
    """Return the cords that a device may use, best first; of cords available in the color of a side, that color."""
    catalog, preferences = open_catalog(), _preferences()
    if device_key in preferences["own"]:
        return [catalog.get(preferences["own"][device_key])]
    colour = preferences["colours"].get(side, "")
    return [catalog.get(f"{key}{colour}" if f"{key}{colour}" in catalog else key) for key in preferences["cords"]]


def cord_between(snapshot: Snapshot, device_id: int, port: int, from_device_id: int, from_port: int) -> tuple[HardwareType, int] | None:
    """Return the cord that automatic wiring would use from an outlet to an inlet, with its length in mm; None if none fits.

    For an adjacent rack the distance across is included; outside racks the route is unknown, so any length is accepted.
    """
    devices, types = snapshot["device"], snapshot.types
    taker, giver = devices.row(device_id), devices.row(from_device_id)
    kind, strip = types[int(taker["type_id"])], types[int(giver["type_id"])]
    inlet = next((socket for socket in sockets(kind).inlets if socket.port == port), None)
    outlet = sockets(strip).outlet(from_port)
    if inlet is None or outlet is None:
        return None
    needed = needed_mm(snapshot, device_id, inlet, from_device_id, outlet)
    cords, nodes = snapshot["power_cord"], snapshot["power_node"]
    feed = cords["from_node_id"][(cords["device_id"] == from_device_id) & (cords["from_node_id"] != ABSENT)]
    side = str(nodes.row(int(feed[0]))["feed_side"]) if len(feed) else ""
    return chosen_cord(usual_cords(kind.key, side), inlet.kind, outlet.kind, needed)


_LEADS = ("device_id", "port", "from_device_id", "from_port", "from_node_id")
"""What of a cord decides the currents."""


def plan_wired_anew(snapshot: Snapshot, rack_id: int) -> PowerPlan:
    """Return the network of a rack and all racks that share its feeds, with the cords of its loads reassigned by rule."""
    devices, cords = snapshot["device"], snapshot["power_cord"]
    group = power_group(snapshot, np.array([rack_id], np.int64))
    ids = devices.ids[np.isin(snapshot.cached(whereabouts).rack, group)]
    members = devices.positions(devices.where("rack_id", rack_id)).tolist()
    drawing = [place for place in members if not sockets(snapshot.types[int(devices["type_id"][place])]).gives]
    near = np.union1d(cords.among("device_id", ids), cords.among("from_device_id", ids))
    other_cords = near[~np.isin(cords["device_id"][near], devices.ids[drawing])]
    leads = {"id": cords.ids[other_cords], **{name: cords[name][other_cords] for name in _LEADS}}
    bare = _with_cords(snapshot, leads)
    watts = np.zeros(devices.rows)
    watts[members] = drawn_w(snapshot, np.array(members, np.int64))[0]
    corded = set(zip(leads["device_id"].tolist(), leads["port"].tolist(), strict=True))
    racks = snapshot["rack"]
    here = racks.position(rack_id)
    rack, turn = snapshot.types[int(racks["type_id"][here])], int(places_in_row(racks)[here] % LINES)
    laid, _ = Bench(bare, power_plan_of(bare, group), rack, members, watts, corded, turn).wire()
    fresh = {
        "id": [int(leads["id"].max(initial=0)) + 1 + place for place in range(len(laid))],
        "device_id": [int(devices.ids[members[cord.taker]]) for cord in laid],
        "port": [cord.port for cord in laid],
        "from_device_id": [int(devices.ids[members[cord.giver]]) for cord in laid],
        "from_port": [ABSENT if cord.outlet is None else cord.outlet for cord in laid],
        "from_node_id": [ABSENT] * len(laid),
    }
    joined = {name: np.concatenate([leads[name], np.array(fresh[name], np.int64)]) for name in leads}
    return power_plan_of(_with_cords(snapshot, joined), group)


def _with_cords(snapshot: Snapshot, leads: Mapping[str, Ids]) -> Snapshot:
    """Return the snapshot with its cords replaced; data independent of cords is reused."""
    rewired = snapshot.with_tables(snapshot.revision, {"power_cord": Columns(leads)})
    for maker in (whereabouts, site_sheet, counted):
        rewired.remember(maker, snapshot.cached(maker))
    return rewired
