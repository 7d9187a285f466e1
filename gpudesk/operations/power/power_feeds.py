"""Feeds for unfed equipment: rack PDUs, and whole racks on the floor with power shelves wired by hand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import LINES, Wiring
from gpudesk.core.power.power_sockets import BY_HAND, Socket, sockets, wiring_of
from gpudesk.core.power.receptacles import Region, plug_rating_a
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet

SIDES = "ABCDEFGH"
"""The feeds of a rack, in the order of its PDUs."""
_ON_LINES = (Wiring.LINE_TO_NEUTRAL, Wiring.LINE_TO_LINE)
_THREE_LINES = (int(Wiring.WYE), int(Wiring.DELTA))
Panels = Mapping[str, int]
"""Side → the node that supplies new feeds of that side."""
PanelsOf = Callable[[str, int], Panels]
"""The panels of a rack or a device on the floor, by its table and id."""


def by_rack(edit: Edit, inside: Ids) -> dict[int, list[int]]:
    """Rack → the places of its devices in the table, lowest first."""
    devices = edit.columns("device")
    order = inside[np.lexsort((devices.ids[inside], devices["rack_id"][inside]))]
    places_by_rack: dict[int, list[int]] = {}
    for place, rack_id in zip(order.tolist(), devices["rack_id"][order].tolist(), strict=True):
        places_by_rack.setdefault(rack_id, []).append(place)
    return places_by_rack


class FeedMaker:
    """Gathers new feeds and the cords that lead to them; `make` adds them."""

    def __init__(self, edit: Edit, panels_of: PanelsOf) -> None:
        self._edit, self._panels_of = edit, panels_of
        self._devices = edit.columns("device")
        sheet = edit.present().cached(site_sheet)
        self._volts, self._region = sheet.limit("line_voltage_v"), Region(sheet.text("region"))
        self._there = edit.columns("power_cord")
        self._of_type: dict[int, dict[str, Any]] = {}
        self._nodes_there = edit.columns("power_node")
        self._on_lines: dict[tuple[int, str], int] = {}
        self._nodes: list[dict[str, Any]] = []
        self._cords: list[dict[str, Any]] = []

    def feed_racks(self, inside: Ids) -> None:
        """A feed for every PDU in a rack that has no cord in its first inlet.

        Args:
            inside: places of devices in racks.
        """
        devices, racks, types = self._devices, self._edit.columns("rack"), self._edit.types
        used = {type_id: types[type_id] for type_id in np.unique(devices["type_id"][inside]).tolist()}
        strips_of = {type_id: sockets(kind).inlets for type_id, kind in used.items() if kind.family is Family.PDU}
        pdus = inside[np.isin(devices["type_id"][inside], list(strips_of))]
        fed = {device_id for device_id, _ in self._corded(devices.ids[pdus])}
        for rack_id, strips in by_rack(self._edit, pdus).items():
            rack, panels = racks.position(rack_id), self._panels_of("rack", rack_id)
            for side, place in zip(SIDES, strips, strict=False):
                inlets = strips_of[int(devices["type_id"][place])]
                if inlets and int(devices.ids[place]) not in fed:
                    self._feed(place, inlets[0], int(racks["hall_id"][rack]), side, f"{racks['name'][rack]}-{side}", panels)

    def feed_standing(self, standing: Sequence[int]) -> None:
        """A feed for every inlet of floor equipment wired by hand: the first half on side A, the second on side B."""
        devices, types = self._devices, self._edit.types
        corded = self._corded(np.array(standing, np.int64))
        for device_id in standing:
            place = devices.position(device_id)
            inlets = [inlet for inlet in sockets(types[int(devices["type_id"][place])]).inlets if inlet.kind == BY_HAND]
            panels = self._panels_of("device", device_id)
            for number, inlet in enumerate(inlets):
                if (device_id, inlet.port) not in corded:
                    side = SIDES[2 * number // len(inlets)]
                    self._feed(place, inlet, int(devices["hall_id"][place]), side, f"{devices['name'][place]}-{inlet.name}", panels)

    def _corded(self, device_ids: Ids) -> set[tuple[int, int]]:
        """Device and port of the inlets of some devices that had a cord before."""
        cord_places = self._there.among("device_id", device_ids)
        return set(zip(self._there.at("device_id", cord_places).tolist(), self._there.at("port", cord_places).tolist(), strict=True))

    def _feed(self, place: int, inlet: Socket, hall_id: int, side: str, name: str, panels: Panels) -> None:
        phase = int(self._devices["phase"][place])
        where = {"hall_id": None if hall_id == ABSENT else hall_id, "fed_by_id": panels.get(side)}
        circuit = self.circuit(int(self._devices["type_id"][place]), where["fed_by_id"], side)
        self._nodes.append(where | circuit | {"name": name, "feed_side": side, "phase": phase})
        self._cords.append({"device_id": int(self._devices.ids[place]), "port": inlet.port, "phase": phase})

    def circuit(self, type_id: int, above: int | None, side: str) -> dict[str, Any]:
        """Properties of the next circuit for a device of a type, on a panel or on none: its columns without name and place."""
        circuit = self._circuit(type_id)
        if circuit["voltage_v"] is None:
            circuit = circuit | {"voltage_v": self._voltage_v(above, circuit["wiring"])}
        return circuit | {"line": self._next_line(above, side) if circuit["wiring"] in _ON_LINES else None}

    def _next_line(self, above: int | None, side: str) -> int:
        """First line of the next circuit of one or two lines: in turn over those of a panel, or of a side without a supply."""
        key = (ABSENT, side) if above is None else (above, "")
        if key not in self._on_lines:
            nodes = self._nodes_there
            alike = np.isin(nodes["wiring"], _ON_LINES) & (nodes["fed_by_id"] == key[0])
            if above is None:
                alike &= (nodes["kind"] == PowerNodeKind.FEED) & (nodes["feed_side"] == side)
            self._on_lines[key] = int(alike.sum())
        number = self._on_lines[key]
        self._on_lines[key] = number + 1
        return number % LINES

    def _circuit(self, type_id: int) -> dict[str, Any]:
        """Properties of a feed for a type: the full rating of its inlet, with a voltage of None if the type has none."""
        if type_id not in self._of_type:
            kind = self._edit.types[type_id]
            current = kind.number("input_current_a")
            plug = plug_rating_a(kind.text("input_plug"), self._region)
            if current is not None and plug is not None and current < plug:
                # The data sheet states what may flow for long; the breaker of the circuit is as large as the plug.
                current = plug
            self._of_type[type_id] = {
                "kind": int(PowerNodeKind.FEED),
                "wiring": int(wiring_of(kind)),
                "voltage_v": None if (volts := kind.number("input_voltage_v")) is None else round(volts),
                "breaker_a": None if current is None else round(current),
                "receptacle": kind.text("input_plug"),
            }
        return self._of_type[type_id]

    def _voltage_v(self, above: int | None, wiring: int) -> int:
        """The voltage of a feed whose type has none: that of the panel if both have three lines, else that of the site."""
        if above is not None:
            panel = self._nodes_there.row(above)
            if wiring in _THREE_LINES and panel["wiring"] in _THREE_LINES:
                return int(panel["voltage_v"])
        return round(self._volts)

    def make(self) -> int:
        """Add the collected feeds; returns their number."""
        if self._nodes:
            ids = self._edit.insert_many("power_node", columns_of(self._nodes))
            self._edit.insert_many("power_cord", {**columns_of(self._cords), "from_node_id": ids})
        return len(self._nodes)


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]}
