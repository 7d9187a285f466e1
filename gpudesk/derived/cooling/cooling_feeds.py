"""What feeds the units of the cooling, and which of them are dark while parts of the power are."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_network import Flow, Network
from gpudesk.core.power.power_single_failures import Outcomes
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cooling.cooling_plan import CoolingPlan
from gpudesk.derived.power.power_plan import PowerPlan

_AT_ONCE = 4_000_000
"""Number of pairs of a failure and a node that are processed in one batch."""


@dataclass(frozen=True)
class CoolingFeeds:
    """Power inputs of the units: the nodes stated for them, else the cords of their device.

    Attributes:
        first, second: the nodes stated for each unit, either of which suffices; ABSENT for none, shape (units,).
        load: the network device of each unit through its cords, ABSENT if it states nodes, or has no cords.
    """

    network: Network
    first: Ids
    second: Ids
    load: Ids

    @cached_property
    def nodes(self) -> Ids:
        """The nodes of the power that lie above some unit, ascending: no other failure reaches the cooling."""
        network = self.network
        above = np.zeros(network.nodes, bool)
        for ends in (self.first, self.second, network.cord_node[self._cords]):
            above[ends[ends != ABSENT]] = True
        for level in reversed(network.levels[1:]):
            here = level[above[level]]
            for feeding in (network.parent[here], network.alternate[here]):
                above[feeding[feeding != ABSENT]] = True
        return np.flatnonzero(above)

    def dark_with(self, flow: Flow) -> Ids:
        """The units that are dark in a state of the network."""
        return np.flatnonzero(self._dark(flow.up[self.nodes][None, :])[0])

    def dark_after(self, outcomes: Outcomes) -> Iterator[tuple[int, Ids]]:
        """The failures after which some unit is dark, by their places, with these units; breakers that open are followed."""
        network, nodes = self.network, self.nodes
        if not len(nodes):
            return
        place = np.full(network.nodes, ABSENT)
        place[nodes] = np.arange(len(nodes))
        failures = np.concatenate([np.arange(len(outcomes.failed)), outcomes.opening[:, 0]])
        dead = place[np.concatenate([outcomes.failed, outcomes.opening[:, 1]])]
        failures, dead = failures[dead != ABSENT], dead[dead != ABSENT]
        felt, owner = np.unique(failures, return_inverse=True)
        size = max(_AT_ONCE // len(nodes), 1)
        for start in range(0, len(felt), size):
            in_block = (owner >= start) & (owner < start + size)
            up = np.ones((min(size, len(felt) - start), len(nodes)), bool)
            up[owner[in_block] - start, dead[in_block]] = False
            dark = self._dark(self._fed(up, place))
            for number in np.flatnonzero(dark.any(axis=1)).tolist():
                yield int(felt[start + number]), np.flatnonzero(dark[number])

    @cached_property
    def _cords(self) -> Ids:
        """The cords of devices that are units, by device."""
        network = self.network
        unit_cords = np.flatnonzero(np.isin(network.cord_device, self.load[self.load != ABSENT]))
        return unit_cords[np.argsort(network.cord_device[unit_cords], kind="stable")]

    def _fed(self, up: Mask, place: Ids) -> Mask:
        """Which of `nodes` are alive once those above are dead, shape (failures, nodes)."""
        network = self.network
        for level in network.levels[1:]:
            here = place[level]
            level_nodes = level[here != ABSENT]
            fed = np.zeros((len(up), len(level_nodes)), bool)
            for feeding in (network.parent[level_nodes], network.alternate[level_nodes]):
                has = feeding != ABSENT
                fed[:, has] |= up[:, place[feeding[has]]]
            up[:, place[level_nodes]] &= fed
        return up

    def _dark(self, up: Mask) -> Mask:
        """Which units are dark while `nodes` are alive or not, shape (failures, units)."""
        network, nodes = self.network, self.nodes
        lit = np.zeros((len(up), len(self.first)), bool)
        for ends in (self.first, self.second):
            named = np.flatnonzero(ends != ABSENT)
            lit[:, named] |= up[:, np.searchsorted(nodes, ends[named])]
        lit[:, (self.first == ABSENT) & (self.second == ABSENT)] = True
        cords = self._cords
        devices, starts = np.unique(network.cord_device[cords], return_index=True)
        if len(devices):
            ends = np.searchsorted(nodes, network.cord_node[cords])
            alive = np.add.reduceat(up[:, ends].astype(np.int64), starts, axis=1)
            runs = network.state_of(network.device_rule[devices], alive) < SupplyState.MANAGEMENT_ONLY
            loaded_units = np.flatnonzero(np.isin(self.load, devices))
            lit[:, loaded_units] = runs[:, np.searchsorted(devices, self.load[loaded_units])]
        dark: Mask = ~lit
        return dark


def cooling_feeds(plan: CoolingPlan, power: PowerPlan) -> CoolingFeeds:
    """What feeds each node of a cooling."""
    nodes, devices, rows = plan.nodes, plan.snapshot["device"], plan.snapshot["power_node"]
    first, second = rows.positions(nodes["power_node_id"]), rows.positions(nodes["power_alternate_id"])
    load = np.full(nodes.rows, ABSENT)
    own = devices.positions(nodes["device_id"])
    at = np.searchsorted(power.loads, own)
    has = (own != ABSENT) & (first == ABSENT) & (second == ABSENT) & (at < len(power.loads))
    has[has] = power.loads[at[has]] == own[has]
    load[has] = at[has]
    return CoolingFeeds(power.network, first, second, load)
