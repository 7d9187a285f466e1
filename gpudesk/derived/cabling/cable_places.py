"""Locations of the cable ends as text: hall, row, rack, unit, device and port of each."""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.port_parts import parts_name
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.names.connector_names import connector_name
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.links.cable_plugs import cable_plugs
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.links.os_port_names import host_connectors, parts_named, port_parts
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.project.port_part_rules import part_names
from gpudesk.project.snapshot import Snapshot

NOTHING = ""


class CablePlaces:
    """The places of the ends of some legs of cables.

    Args:
        legs: places in the table `cable`, shape (n,).

    Attributes:
        device: places of the devices in their table, for "a" and "b", shape (n,) each.
        port: the ports, as their types count them.
        lane: the first lanes.
    """

    def __init__(self, snapshot: Snapshot, legs: Ids) -> None:
        cables = snapshot["cable"]
        self.snapshot, self.legs = snapshot, legs
        self._where = snapshot.cached(whereabouts)
        self.device = {side: snapshot["device"].positions(cables[f"{side}_device_id"][legs]) for side in "ab"}
        self.port = {side: cables[f"{side}_port"][legs] for side in "ab"}
        self.lane = {side: cables[f"{side}_lane"][legs] for side in "ab"}
        self._words: dict[tuple[str, str], list[str]] = {}

    def words(self, side: str, what: str) -> list[str]:
        """Hall, row, rack, u, place, system, device, role, cage, port, connector or plug of each end, "" where it has none; shape (n,).

        The system is the placed device; the device is its tray with the port, if its type lists trays, and the system otherwise.
        The place is the unit, or the device name where it has no unit: at the side of the rack, or outside racks. A split port of a
        switch is named with its part ("swp1s0", "1/2/1"). A connector is named as its port, and with its number where the
        module in a port of a host has several connectors ("OSFP1P2"). A plug is named as its connector, as the occupied parts of a
        port ("swp35s4-7"), or as its cage where it occupies several ports.
        """
        known = self._words.get((side, what))
        if known is None:
            known = self._words[side, what] = self._made(side, what)
        return known

    def order(self, first: str = "a") -> Ids:
        """The legs in walking order along the racks: by rack and unit of one end, its ports, then by the other end."""
        other = "b" if first == "a" else "a"
        keys = [self.lane[other], self.port[other], self._device_ranks[self.device[other]], self._rack_ranks(other)]
        keys += [self.lane[first], self.port[first], self._device_ranks[self.device[first]], self._heights(first), self._rack_ranks(first)]
        order: Ids = np.lexsort(keys)
        return order

    def device_ranks(self, side: str) -> Ids:
        """The place of the device of each end among all that have cables, by name in natural order."""
        ranks: Ids = self._device_ranks[self.device[side]]
        return ranks

    def racks(self, side: str) -> Ids:
        """The rack of each end by id, ABSENT outside racks."""
        racks: Ids = self._where.rack[self.device[side]]
        return racks

    def units(self, side: str) -> Ids:
        """The lowest unit of the outermost device of each end, 0 at the side of the rack (0U), ABSENT outside racks."""
        devices = self.snapshot["device"]
        roots = self._where.root[self.device[side]]
        outside = (devices["rack_id"][roots] == ABSENT) | (devices["position"][roots] == ABSENT)
        is_zero_u = self.snapshot.types.codes("mount", devices["type_id"][roots]) == Mount.ZERO_U
        return np.where(outside, ABSENT, np.where(is_zero_u, 0, devices["position"][roots] // 2 + 1))

    def _made(self, side: str, what: str) -> list[str]:
        devices, places = self.snapshot["device"], self.device[side]
        if what == "cage":
            return self._port_words(side, what)
        if what == "port":
            return self._parts_named(side, self._port_words(side, what))
        if what == "connector":
            return self._connectors_named(side, self.words(side, "port"))
        if what == "plug":
            plugs = self.snapshot.cached(cable_plugs)
            ports = self._either(plugs.several[side][self.legs], self._plugs_named(side), self.words(side, "connector"))
            return self._either(plugs.wide[side][self.legs], self.words(side, "cage"), ports)
        if what == "place":
            return self._either(self.units(side) > 0, self.words(side, "u"), self.words(side, "device"))
        if what == "system":
            return [str(name) for name in devices["name"][places].tolist()]
        if what == "device":
            return self._trays_named(side, list(self.words(side, "system")))
        if what == "role":
            return [str(role) for role in devices["role"][places].tolist()]
        if what == "u":
            return [NOTHING if unit == ABSENT else str(unit) for unit in self.units(side).tolist()]
        ids: dict[str, Callable[[], Ids]] = {
            "hall": lambda: self._where.halls(places),
            "row": lambda: self._where.rows(places),
            "rack": lambda: self.racks(side),
        }
        return _names(self.snapshot[{"row": "rack_row"}.get(what, what)], ids[what]())

    @staticmethod
    def _either(which: Flags, yes: list[str], no: list[str]) -> list[str]:
        """The first texts where `which` is set, the second ones elsewhere."""
        return [one if chosen else other for chosen, one, other in zip(which.tolist(), yes, no, strict=True)]

    def _port_words(self, side: str, what: str) -> list[str]:
        types = self.snapshot["device"]["type_id"][self.device[side]]
        port_words = np.empty(len(self.legs), object)
        for type_id in np.unique(types).tolist():
            here = types == type_id
            named = {port.index: port.cage if what == "cage" else port.name for port in self.snapshot.types[type_id].ports()}
            ports = self.port[side][here]
            kinds, which = np.unique(ports, return_inverse=True)
            port_words[here] = np.array([named.get(port, str(port)) for port in kinds.tolist()], object)[which]
        words: list[str] = port_words.tolist()
        return words

    def _trays_named(self, side: str, words: list[str]) -> list[str]:
        """Names of systems, with the tray that has the port: "nvl72-001-c18"."""
        types = self.snapshot["device"]["type_id"][self.device[side]]
        for type_id in np.unique(types).tolist():
            tray_of = {index: tray for tray in self.snapshot.types[type_id].trays for index in tray.ports}
            for end in np.flatnonzero(types == type_id).tolist() if tray_of else ():
                tray = tray_of.get(int(self.port[side][end]))
                if tray is not None:
                    words[end] = tray.named(words[end])
        return words

    def _parts_named(self, side: str, words: list[str]) -> list[str]:
        """Names of ports, with the part of those of switches that are split, as their operating systems count them."""
        cables = self.snapshot["cable"]
        part, parts = self.snapshot.cached(port_parts).of(cable_side(cables, side, self.legs).keys())
        if not (parts > 1).any():
            return words
        ports = self.snapshot.types.cached(port_columns)
        at = ports.at(self.snapshot["device"]["type_id"][self.device[side]], self.port[side])
        return parts_named(words, part, parts, np.where(at == ABSENT, 1, ports.lanes[at]).astype(np.int32))

    def _connectors_named(self, side: str, words: list[str]) -> list[str]:
        """Names of ports, with the number of the connector where the module in a port of a host has several."""
        ends = cable_side(self.snapshot["cable"], side, self.legs)
        part, parts = self.snapshot.cached(host_connectors).of(ends.keys())
        renamed, cages = list(words), self.words(side, "cage")
        for place in np.flatnonzero(parts > 1).tolist():
            renamed[place] = connector_name(renamed[place], cages[place], int(part[place]) + 1)
        return renamed

    def _plugs_named(self, side: str) -> list[str]:
        """Names of the parts of ports that plugs with several legs take: of the whole port where these are all of it."""
        words, cables = self._port_words(side, "port"), self.snapshot["cable"]
        part, parts = self.snapshot.cached(port_parts).of(cable_side(cables, side).keys())
        plug = self.snapshot.cached(cable_plugs).first[side]
        low, high = part.copy(), part.copy()
        np.minimum.at(low, plug, part)
        np.maximum.at(high, plug, part)
        leg_plugs = plug[self.legs]
        ports = self.snapshot.types.cached(port_columns)
        at = ports.at(self.snapshot["device"]["type_id"][self.device[side]], self.port[side])
        known = part_names()
        for place in np.flatnonzero(parts[self.legs] > 1).tolist():
            span = int(low[leg_plugs[place]]), int(high[leg_plugs[place]])
            words[place] = parts_name(words[place], *span, int(parts[self.legs[place]]), int(ports.lanes[at[place]]), known)
        return words

    @cached_property
    def _device_ranks(self) -> Ids:
        devices = self.snapshot["device"]
        used = np.unique(np.concatenate([self.device["a"], self.device["b"]]))
        ranks = np.zeros(devices.rows, np.int64)
        ranks[used] = natural_ranks(devices["name"][used].tolist())
        return ranks

    def _heights(self, side: str) -> Ids:
        """From the top down."""
        return -self.units(side)

    def _rack_ranks(self, side: str) -> Ids:
        racks = self.snapshot["rack"]
        ranks = np.zeros(racks.rows + 1, np.int64)
        order = [place for group in racks_by_row(self.snapshot, np.arange(racks.rows)) for place in group.tolist()]
        ranks[order] = np.arange(racks.rows)
        ranks[racks.rows] = racks.rows
        places = racks.positions(self.racks(side))
        end_ranks: Ids = ranks[np.where(places == ABSENT, racks.rows, places)]
        return end_ranks


def _names(columns: Columns, ids: Ids) -> list[str]:
    kinds, which = np.unique(ids, return_inverse=True)
    places = columns.positions(kinds)
    names: Sequence[str] = [NOTHING if place == ABSENT else str(columns["name"][place]) for place in places.tolist()]
    row_names: list[str] = np.array([*names, NOTHING], object)[which].tolist()
    return row_names
