"""Port lanes in use while networks are assigned in sequence."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.fabric.network_slots import Slots
from gpudesk.core.values.columns import Ids
from gpudesk.project.snapshot import Snapshot

NEW_PLUG = 1
PLUGS: Mapping[str, int] = {
    kind: number for number, kind in enumerate(("qsfp56", "sfp56", "qsfp28", "sfp28", "qsfpplus", "sfpplus", "sfp", "rj45"), NEW_PLUG + 1)
}
"""Plugs in cages for slower lanes, fastest first: links that require different plugs do not share a switch cage."""


class PortUse:
    """The lanes of all ports of all devices of a project; a port without lanes counts as one."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._devices = snapshot["device"]
        items = snapshot["catalog_item"]
        self._kind = items.positions(self._devices["type_id"])
        used = np.unique(self._kind).tolist() if self._devices.rows else []
        ports = np.zeros(items.rows + 1, np.int64)
        sizes = np.zeros(items.rows, np.int64)
        lane_first: list[NDArray[np.int64]] = []
        cage_first: list[NDArray[np.int64]] = []
        cage_lanes: list[NDArray[np.int64]] = []
        for place in range(items.rows):
            lanes = cage = np.zeros(0, np.int64)
            if place in used:
                of_type = list(snapshot.types[int(items.ids[place])].ports())
                lanes = np.array([max(port.lanes, 1) for port in of_type], np.int64)
                _, cage = np.unique(np.array([port.cage_index for port in of_type], np.int64), return_inverse=True)
            ports[place + 1] = len(lanes)
            sizes[place] = lanes.sum()
            first = np.cumsum(lanes) - lanes
            lane_first.append(first)
            begin = np.full(int(cage.max(initial=-1)) + 1, np.iinfo(np.int64).max)
            np.minimum.at(begin, cage, first)
            cage_first.append(begin[cage])
            cage_lanes.append(np.bincount(cage, lanes).astype(np.int64)[cage])
        self._port_base = np.cumsum(ports)
        none = np.zeros(0, np.int64)
        self._lane_first, self._cage_first, self._cage_lanes = (
            np.concatenate([none, *parts]) for parts in (lane_first, cage_first, cage_lanes)
        )
        size = sizes[self._kind]
        self._base = np.cumsum(size) - size
        self._taken = np.zeros(int(size.sum()), np.int8)

    def free(self, devices: Ids, slots: Slots) -> NDArray[np.bool_]:
        """Whether all lanes of each of the places are free on devices of one type, given by their ids: shape (devices, slots)."""
        places = self._devices.positions(devices)
        if not len(places) or not len(slots):
            return np.zeros((len(places), len(slots)), bool)
        within = self._lane_first[self._port_base[self._kind[places[0]]] + slots.port] + slots.lane
        is_free = np.ones((len(places), len(slots)), bool)
        for lane in range(max(int(slots.lanes.max()), 1)):
            there = np.flatnonzero(np.maximum(slots.lanes, 1) > lane)
            is_free[:, there] &= self._taken[self._base[places, None] + within[there] + lane] == 0
        return is_free

    def mixed(self, devices: Ids, slots: Slots, plug: int) -> NDArray[np.bool_]:
        """Whether the cage of each place holds links that need another plug: shape (devices, slots), as `free`."""
        places = self._devices.positions(devices)
        is_mixed = np.zeros((len(places), len(slots)), bool)
        if not is_mixed.size:
            return is_mixed
        ports = self._port_base[self._kind[places[0]]] + slots.port
        for lane in range(int(self._cage_lanes[ports].max())):
            there = np.flatnonzero(self._cage_lanes[ports] > lane)
            held = self._taken[self._base[places, None] + self._cage_first[ports][there] + lane]
            is_mixed[:, there] |= (held != 0) & (held != plug)
        return is_mixed

    def clashes(self, ends: Ends) -> Ids:
        """Which of some ends lie on lanes that are taken."""
        if not self._taken.any():
            return np.zeros(0, np.int64)
        at, lanes = self._lanes(ends)
        clash = np.zeros(len(at), bool)
        for lane in range(int(lanes.max(initial=0))):
            there = np.flatnonzero(lanes > lane)
            clash[there] |= self._taken[at[there] + lane] != 0
        return np.flatnonzero(clash)

    def take(self, ends: Ends, plug: int = NEW_PLUG) -> None:
        """Take the lanes of ends, for links with a kind of plug."""
        at, lanes = self._lanes(ends)
        for lane in range(int(lanes.max(initial=0))):
            self._taken[at[lanes > lane] + lane] = plug

    def copy(self) -> NDArray[np.int8]:
        """Return the current use, for `restore`."""
        return self._taken.copy()

    def restore(self, taken: NDArray[np.int8]) -> None:
        """Release everything assigned since a `copy`."""
        self._taken = taken

    def _lanes(self, ends: Ends) -> tuple[Ids, NDArray[np.integer]]:
        places = self._devices.positions(ends.device)
        first = self._base[places] + self._lane_first[self._port_base[self._kind[places]] + ends.port]
        return first + ends.lane, np.maximum(ends.lanes, 1)
