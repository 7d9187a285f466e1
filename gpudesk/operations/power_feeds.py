"""Feeds for what has none: the PDUs of racks, and whole racks on the floor whose power shelves are wired by hand."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.hardware import Family, HardwareType
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.core.power_sockets import BY_HAND, Socket, sockets, wiring_of
from gpudesk.project.edit import Edit
from gpudesk.project.site_sheet import site_sheet

SIDES = "ABCDEFGH"
"""The feeds of a rack, in the order of its PDUs."""
Panels = Mapping[str, int]
"""Side → the node on which new feeds of that side hang."""
PanelsOf = Callable[[str, int], Panels]
"""The panels of a rack or a device on the floor, by its table and id."""


def by_rack(edit: Edit, inside: Ids) -> dict[int, list[int]]:
    """Rack → the places of its devices in the table, lowest first."""
    devices = edit.columns("device")
    order = inside[np.lexsort((devices.ids[inside], devices["rack_id"][inside]))]
    found: dict[int, list[int]] = {}
    for place, rack_id in zip(order.tolist(), devices["rack_id"][order].tolist(), strict=True):
        found.setdefault(rack_id, []).append(place)
    return found


class FeedMaker:
    """Gathers new feeds and the cords that lead to them; `make` adds them."""

    def __init__(self, edit: Edit, panels_of: PanelsOf) -> None:
        self._edit, self._panels_of = edit, panels_of
        self._volts = edit.present().cached(site_sheet).limit("line_voltage_v")
        cords = edit.columns("power_cord")
        self._corded = set(zip(cords["device_id"].tolist(), cords["port"].tolist(), strict=True))
        self._fed = set(cords["device_id"].tolist())
        self._nodes: list[dict[str, Any]] = []
        self._cords: list[dict[str, Any]] = []

    def feed_racks(self, inside: Ids) -> None:
        """A feed for every PDU in a rack that has no cord in its first inlet.

        Args:
            inside: places of devices in racks.
        """
        devices, racks, types = self._edit.columns("device"), self._edit.columns("rack"), self._edit.types
        for rack_id, members in by_rack(self._edit, inside).items():
            strips = [place for place in members if types[int(devices["type_id"][place])].family is Family.PDU]
            if not strips:
                continue
            rack, panels = racks.position(rack_id), self._panels_of("rack", rack_id)
            for side, place in zip(SIDES, strips, strict=False):
                kind, device_id = types[int(devices["type_id"][place])], int(devices.ids[place])
                if device_id not in self._fed and sockets(kind).inlets:
                    name = f"{racks['name'][rack]}-{side}"
                    self._feed(place, kind, sockets(kind).inlets[0], int(racks["hall_id"][rack]), side, name, panels)

    def feed_standing(self, standing: Sequence[int]) -> None:
        """A feed for every inlet wired by hand of things on the floor: the first half of them on side A, the second on side B."""
        devices, types = self._edit.columns("device"), self._edit.types
        for device_id in standing:
            place = devices.position(device_id)
            kind = types[int(devices["type_id"][place])]
            inlets = [inlet for inlet in sockets(kind).inlets if inlet.kind == BY_HAND]
            panels = self._panels_of("device", device_id)
            for number, inlet in enumerate(inlets):
                if (device_id, inlet.port) not in self._corded:
                    side = SIDES[2 * number // len(inlets)]
                    name = f"{devices['name'][place]}-{inlet.name}"
                    self._feed(place, kind, inlet, int(devices["hall_id"][place]), side, name, panels)

    def _feed(self, place: int, kind: HardwareType, inlet: Socket, hall_id: int, side: str, name: str, panels: Panels) -> None:
        devices, current = self._edit.columns("device"), kind.number("input_current_a")
        phase = int(devices["phase"][place])
        wiring = wiring_of(kind)
        self._nodes.append(
            {
                "hall_id": None if hall_id == ABSENT else hall_id,
                "fed_by_id": panels.get(side),
                "kind": int(PowerNodeKind.FEED),
                "name": name,
                "feed_side": side,
                "wiring": int(wiring),
                "voltage_v": round(kind.number("input_voltage_v") or self._volts),
                "breaker_a": None if current is None else round(current),
                "receptacle": kind.text("input_plug"),
                "phase": phase,
            }
        )
        self._cords.append({"device_id": int(devices.ids[place]), "port": inlet.port, "phase": phase})

    def make(self) -> int:
        """Add what was gathered; returns how many feeds that were."""
        if self._nodes:
            ids = self._edit.insert_many("power_node", columns_of(self._nodes))
            self._edit.insert_many("power_cord", {**columns_of(self._cords), "from_node_id": ids})
        return len(self._nodes)


def columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Rows as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]}
