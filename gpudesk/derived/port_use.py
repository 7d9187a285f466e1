"""Which lanes of which ports are taken, while networks are laid one after the other."""

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.columns import Ids
from gpudesk.core.link_ends import Ends
from gpudesk.core.network_slots import Slots
from gpudesk.project.snapshot import Snapshot


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
        for place in range(items.rows):
            lanes = np.zeros(0, np.int64)
            if place in used:
                lanes = np.array([max(port.lanes, 1) for port in snapshot.types[int(items.ids[place])].ports()], np.int64)
            ports[place + 1] = len(lanes)
            sizes[place] = lanes.sum()
            lane_first.append(np.cumsum(lanes) - lanes)
        self._port_base = np.cumsum(ports)
        self._lane_first = np.concatenate(lane_first) if lane_first else np.zeros(0, np.int64)
        size = sizes[self._kind]
        self._base = np.cumsum(size) - size
        self._taken = np.zeros(int(size.sum()), bool)

    def free(self, devices: Ids, slots: Slots) -> NDArray[np.bool_]:
        """Whether all lanes of each of the places are free on devices of one type, given by their ids: shape (devices, slots)."""
        places = self._devices.positions(devices)
        if not len(places) or not len(slots):
            return np.zeros((len(places), len(slots)), bool)
        within = self._lane_first[self._port_base[self._kind[places[0]]] + slots.port] + slots.lane
        found = np.ones((len(places), len(slots)), bool)
        for lane in range(max(int(slots.lanes.max()), 1)):
            there = np.flatnonzero(np.maximum(slots.lanes, 1) > lane)
            found[:, there] &= ~self._taken[self._base[places, None] + within[there] + lane]
        return found

    def clashes(self, ends: Ends) -> Ids:
        """Which of some ends lie on lanes that are taken."""
        if not self._taken.any():
            return np.zeros(0, np.int64)
        at, lanes = self._lanes(ends)
        clash = np.zeros(len(at), bool)
        for lane in range(int(lanes.max(initial=0))):
            there = np.flatnonzero(lanes > lane)
            clash[there] |= self._taken[at[there] + lane]
        return np.flatnonzero(clash)

    def take(self, ends: Ends) -> None:
        """Take the lanes of ends."""
        at, lanes = self._lanes(ends)
        for lane in range(int(lanes.max(initial=0))):
            self._taken[at[lanes > lane] + lane] = True

    def copy(self) -> NDArray[np.bool_]:
        """What is taken now, for `restore`."""
        return self._taken.copy()

    def restore(self, taken: NDArray[np.bool_]) -> None:
        """Free again what was taken since a `copy`."""
        self._taken = taken

    def _lanes(self, ends: Ends) -> tuple[Ids, NDArray[np.integer]]:
        places = self._devices.positions(ends.device)
        first = self._base[places] + self._lane_first[self._port_base[self._kind[places]] + ends.port]
        return first + ends.lane, np.maximum(ends.lanes, 1)
