"""The power tree from sources to cords: the power flow, also with parts of the tree dead.

A node is a source, a generator, a UPS, a transfer switch, a panel, a busway, a feed, a rack PDU or one of its banks. It is fed by a
parent and optionally by an alternate that takes over when the parent is dead. A cord is connected to a node (a bank, a UPS outlet,
a feed) and carries an equal share of its device's power: all live supplies of a device share equally.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.power.power_lines import LINES, Complexes, Reals, line_currents_a, line_volt_amperes
from gpudesk.core.values.columns import ABSENT, Ids

Mask = NDArray[np.bool_]
DEEPEST = 32
"""Maximum number of nodes from a cord to its source; a longer chain is a circle."""


@dataclass(frozen=True)
class Network:
    """A power network.

    Attributes:
        parent, alternate: indexes of nodes, ABSENT for none; a node without parent is live unless it fails, shape (nodes,).
        voltage_v: line to line (see `power_lines.line_currents_a`), shape (nodes,).
        wiring: the `Wiring` of each node.
        breaker_a: derated breaker current of the node on each line; NaN where there is none or it is unknown.
        cord_device, cord_node, cord_tap: shape (cords,).
        watts_per_va: power per volt-ampere through each node: the power factor for alternating current, 1 for direct
            current, shape (nodes,).
        efficiency: output of a node divided by its input: 1 except for rectifiers and the like, shape (nodes,).
        draw_w: power of each device at full load, 0 if unknown, shape (devices,).
        device_rule: its row of `shares`.
        shares, states: `supplies.share_table`.
    """

    parent: Ids
    alternate: Ids
    voltage_v: Reals
    wiring: Ids
    breaker_a: Reals
    cord_device: Ids
    cord_node: Ids
    cord_tap: Ids
    watts_per_va: Reals
    efficiency: Reals
    draw_w: Reals
    device_rule: Ids
    shares: Reals
    states: Reals

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.parent)

    @property
    def cords(self) -> int:
        """How many cords there are."""
        return len(self.cord_node)

    @property
    def devices(self) -> int:
        """How many devices there are."""
        return len(self.draw_w)

    def share_of(self, rule: Ids, alive: Ids) -> Reals:
        """Share of their power that devices draw under their rules; supply counts beyond the table use its last column, shape (n,)."""
        share: Reals = self.shares[rule, np.minimum(alive, self.shares.shape[1] - 1)]
        return share

    def state_of(self, rule: Ids, alive: Ids) -> Reals:
        """How devices run by their rules, a `SupplyState` each, shape (n,)."""
        state: Reals = self.states[rule, np.minimum(alive, self.states.shape[1] - 1)]
        return state

    def taken(self, node: Ids, above: Ids) -> Reals:
        """Volt-amperes that nodes draw from the nodes above for each volt-ampere that passes through them, shape (n,).

        W of direct current become VA by the power factor, increased by the rectifier losses.
        """
        taken: Reals = self.watts_per_va[node] / (self.watts_per_va[above] * self.efficiency[node])
        return taken

    @cached_property
    def depth(self) -> Ids:
        """Number of nodes above each node, along the longer path where there are two, shape (nodes,).

        Raises:
            ValueError: nodes feed each other in a circle.
        """
        return depth_of(self.parent, self.alternate)

    @cached_property
    def levels(self) -> tuple[Ids, ...]:
        """The nodes by depth, those without parent first."""
        return _by_depth(self.depth)

    @cached_property
    def steady(self) -> "Flow":
        """What flows with nothing dead."""
        return flow(self)

    @cached_property
    def at_full(self) -> "Network":
        """The same network with devices that draw all their power as long as they draw any."""
        full = replace(self, shares=np.where(self.shares > 0, 1.0, 0.0))
        # What is above what is the same.
        for name in ("depth", "levels", "ancestry", "ancestry_taken"):
            full.__dict__[name] = getattr(self, name)
        return full

    @cached_property
    def ancestry_taken(self) -> Reals:
        """Volt-amperes carried by the nodes of `ancestry` for each volt-ampere on the cord, 0 at the end, shape (cords, depth)."""
        above = self.ancestry
        columns, part = [], np.ones(self.cords)
        for place, node in enumerate(above.T):
            if place:
                fed = node != ABSENT
                part = np.where(fed, part, 0.0)
                part[fed] *= self.taken(above[fed, place - 1], node[fed])
            columns.append(part.copy())
        return np.stack(columns, axis=1) if columns else np.empty((self.cords, 0))

    @cached_property
    def at_several_depths(self) -> Mask:
        """Which nodes have cords below them at various distances, shape (nodes,)."""
        depth_counts = np.zeros(self.nodes, np.int64)
        for column in self.ancestry.T:
            depth_counts[np.unique(column[column != ABSENT])] += 1
        several: Mask = depth_counts > 1
        return several

    @cached_property
    def ancestry(self) -> Ids:
        """The nodes above each cord along the normal path, nearest first, ABSENT at the end, shape (cords, depth).

        Raises:
            ValueError: nodes feed each other in a circle, see `depth`.
        """
        columns, node = [], self.cord_node
        for _ in range(int(self.depth.max(initial=-1)) + 1):
            if not (node != ABSENT).any():
                break
            columns.append(node)
            node = np.where(node == ABSENT, ABSENT, self.parent[node])
        return np.stack(columns, axis=1) if columns else np.empty((self.cords, 0), np.int64)


def depth_of(parent: Ids, alternate: Ids) -> Ids:
    """Number of nodes above each node, along the longer path where there are two, shape (nodes,).

    Raises:
        ValueError: nodes feed each other in a circle.
    """
    depth = np.zeros(len(parent), np.int64)
    for _ in range(DEEPEST):
        above = np.maximum(np.where(parent == ABSENT, 0, depth[parent] + 1), np.where(alternate == ABSENT, 0, depth[alternate] + 1))
        if (above == depth).all():
            return depth
        depth = above
    raise ValueError("the nodes feed each other in a circle")


def levels_of(parent: Ids, alternate: Ids) -> tuple[Ids, ...]:
    """Nodes by depth, those without parent first; see `depth_of`."""
    return _by_depth(depth_of(parent, alternate))


def _by_depth(depth: Ids) -> tuple[Ids, ...]:
    return tuple(np.flatnonzero(depth == level) for level in range(int(depth.max(initial=-1)) + 1))


@dataclass(frozen=True)
class Flow:
    """What flows in one state of a network.

    Attributes:
        up: whether each node is alive, shape (nodes,).
        line_va: the phasor of each line of each node, shape (nodes, 3).
        va: what passes through each node, in VA, of direct current in W, shape (nodes,).
        current_a: of each line, shape (nodes, 3).
        alive: living cords of each device, shape (devices,).
        share: the part of its power that each device draws.
        cord_va: on each cord, shape (cords,); W on cords of direct current.
        drawn_w: what each device draws, shape (devices,).
    """

    up: Mask
    line_va: Complexes
    va: Reals
    current_a: Reals
    alive: Ids
    share: Reals
    cord_va: Reals
    drawn_w: Reals

    @cached_property
    def worst_a(self) -> Reals:
        """The greatest line current of each node, shape (nodes,)."""
        # Line by line: the greatest along an axis of three takes five times as long.
        first, second, third = self.current_a.T
        worst: Reals = np.maximum(np.maximum(first, second), np.maximum(third, 0.0))
        return worst


def living(network: Network, failed: Ids) -> tuple[Mask, Ids]:
    """Which nodes are live with some of them dead, and the number of live cords of each device: part of the result of `flow`."""
    up, _ = _living(network, failed)
    return up, np.bincount(network.cord_device[up[network.cord_node]], minlength=network.devices)


def _living(network: Network, failed: Ids | None) -> tuple[Mask, Ids]:
    """Which nodes are alive, and the node over which each is fed, ABSENT for none."""
    up, over = np.ones(network.nodes, bool), network.parent.copy()
    if failed is not None:
        up[failed] = False
    for level in network.levels[1:]:
        first, second = network.parent[level], network.alternate[level]
        by_first = (first != ABSENT) & up[first]
        by_second = ~by_first & (second != ABSENT) & up[second]
        up[level] &= by_first | by_second
        over[level] = np.where(by_first, first, np.where(by_second, second, ABSENT))
    return up, over


def flow(network: Network, failed: Ids | None = None) -> Flow:
    """What flows with the nodes `failed` dead (none if left out)."""
    up, over = _living(network, failed)
    living = up[network.cord_node]
    alive = np.bincount(network.cord_device[living], minlength=network.devices)
    share = network.share_of(network.device_rule, alive)
    drawn_w = np.where(alive > 0, network.draw_w * share, 0.0)
    each = np.divide(drawn_w, alive, out=np.zeros(network.devices), where=alive > 0)
    cord_va = np.where(living, each[network.cord_device] / network.watts_per_va[network.cord_node], 0.0)
    line_va = line_volt_amperes(cord_va, network.cord_tap, network.cord_node, network.nodes)
    va = np.bincount(network.cord_node, cord_va, network.nodes).astype(float)
    for level in reversed(network.levels[1:]):
        fed = level[over[level] != ABSENT]
        above = over[fed]
        if not len(fed):
            continue
        taken = network.taken(fed, above)
        # Only the nodes between the first and the last that feed this level get more.
        start, end = int(above.min()), int(above.max()) + 1
        above -= start
        va[start:end] += np.bincount(above, va[fed] * taken, end - start)
        for line in range(LINES):
            part = line_va[fed, line] * taken
            line_va[start:end, line].real += np.bincount(above, part.real, end - start)
            line_va[start:end, line].imag += np.bincount(above, part.imag, end - start)
    return Flow(up, line_va, va, line_currents_a(line_va, network.voltage_v, network.wiring), alive, share, cord_va, drawn_w)
