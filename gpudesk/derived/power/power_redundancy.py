"""How redundant the power of racks and halls is, by its usual name, and how much of the time it is there."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.availability import Branch, Redundancy, cords_alive, in_series, named_redundancy
from gpudesk.core.power.power_kinds import TOPS, PowerNodeKind
from gpudesk.core.power.power_network import Network
from gpudesk.core.power.supplies import SupplyState
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_failures import NODE_KINDS, Failures, node_kinds, node_names
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.reliability import POWER_SUPPLY, reliabilities

PIECE = 4096
"""Number of devices compared at once."""
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Standing:
    """The power of a rack or a hall.

    Attributes:
        table, id: the row.
        name: its name.
        redundancy: by the feeds of a rack; by the UPS of a hall, by its sources if there is none. Not 2N if both depend on one.
        devices: number with cords.
        full: share of time at full performance, for the device with the lowest share.
        running: the same for running at all, including reduced performance.
        single_points: nodes that feed these systems and affect them by a single failure, regardless of stated redundancy.
    """

    table: str
    id: int
    name: str
    redundancy: Redundancy
    devices: int
    full: float
    running: float
    single_points: tuple[str, ...]


@dataclass(frozen=True)
class PowerRedundancy:
    """The power of all racks and halls that have wired devices, in the order of the tables.

    Attributes:
        device_full, device_running: for each device of the network, see `Standing`.
    """

    racks: tuple[Standing, ...]
    halls: tuple[Standing, ...]
    device_full: Reals
    device_running: Reals


def power_redundancy(failures: Failures) -> PowerRedundancy:
    """Return the redundancy of racks and halls, based on failures."""
    return _Work(failures).result()


class _Work:
    def __init__(self, failures: Failures) -> None:
        self._failures, self._snapshot, self._plan = failures, failures.snapshot, failures.plan
        self._network = failures.plan.network
        self._kinds = node_kinds(self._snapshot, self._plan)

    def result(self) -> PowerRedundancy:
        full, running = self._times()
        where = self._snapshot.cached(whereabouts)
        rack = where.rack[self._plan.loads]
        hall = where.halls(self._plan.loads)
        feeds = self._levels((PowerNodeKind.FEED,))
        above = self._levels((PowerNodeKind.UPS,))
        lacking = ~above.any_of(self._network.devices)
        if lacking.any():
            above = above.filled(self._levels(TOPS), lacking)
        return PowerRedundancy(
            tuple(self._standings("rack", rack, feeds, full, running)),
            tuple(self._standings("hall", hall, above, full, running)),
            full,
            running,
        )

    @cached_property
    def _felt(self) -> Mask:
        """Of each node, whether its failure stops or slows a device, opens a breaker or overloads one at first; shape (nodes,)."""
        outcomes = self._failures.outcomes
        felt = np.zeros(self._network.nodes, bool)
        bad = (outcomes.down > 0) | (outcomes.reduced > 0) | (outcomes.management_only > 0) | (outcomes.opened > 0)
        felt[outcomes.failed] = bad | (self._failures.first_share > 1 + ROUNDING)
        return felt

    def _standings(self, table: str, owner: Ids, on: "_Above", full: Reals, running: Reals) -> Iterator[Standing]:
        rows, over = self._snapshot[table], self._failures.plan.flow.worst_a > self._plan.limit_a * (1 + ROUNDING)
        order = np.argsort(owner, kind="stable")
        for devices in np.split(order, np.flatnonzero(np.diff(owner[order])) + 1):
            if not len(devices) or owner[devices[0]] == ABSENT:
                continue
            row_id = int(owner[devices[0]])
            paths = [on.of(device) for device in devices.tolist()]
            systems = np.array(sorted(set().union(*paths)), np.int64)
            above = self._above(systems)
            name = named_redundancy(paths, bears=not over[above].any(), survives=not self._felt[systems].any())
            alone = np.setdiff1d(above, systems)
            alone = alone[self._felt[alone]]
            if name is Redundancy.DOUBLE and len(alone):
                # Two systems that one failure takes along are one.
                name = Redundancy.NONE
            yield Standing(
                table,
                row_id,
                str(rows["name"][rows.position(row_id)]),
                name,
                len(devices),
                float(full[devices].min()),
                float(running[devices].min()),
                tuple(node_names(self._snapshot, self._plan, alone)) if len(alone) else (),
            )

    def _above(self, nodes: Ids) -> Ids:
        """Return nodes and all nodes that feed them on the normal path."""
        levels = [nodes]
        while len(levels[-1]):
            above = self._network.parent[levels[-1]]
            levels.append(np.unique(above[above != ABSENT]))
        return np.unique(np.concatenate(levels))

    def _levels(self, kinds: tuple[PowerNodeKind, ...]) -> "_Above":
        """Return the nodes of some kinds that feed each device, the nearest above each cord."""
        ancestry, cords = self._network.ancestry, self._network.cords
        is_of_kinds = np.append(np.isin(self._kinds, kinds), False)
        nearest = np.full(cords, ABSENT)
        for column in ancestry.T:
            hit = (nearest == ABSENT) & (column != ABSENT) & is_of_kinds[column]
            nearest[hit] = column[hit]
        return _Above(self._network.cord_device, nearest)

    def _times(self) -> tuple[Reals, Reals]:
        """The share of time in which each device can do full work, and in which it runs, shape (devices,)."""
        network = self._network
        full, running = np.ones(network.devices), np.ones(network.devices)
        order = np.argsort(network.cord_device, kind="stable")
        counts = np.bincount(network.cord_device, minlength=network.devices)
        start = np.cumsum(counts) - counts
        fatal = np.zeros(network.nodes, bool)
        outcomes = self._failures.outcomes
        fatal[outcomes.failed] = (outcomes.opened > 0) & (outcomes.down > 0)
        parts = _Parts(network, self._kinds, fatal)
        for count in np.unique(counts[counts > 0]).tolist():
            devices = np.flatnonzero(counts == count)
            for piece in np.split(devices, range(PIECE, len(devices), PIECE)):
                cords = order[start[piece][:, None] + np.arange(count)]
                self._alike(piece, network.ancestry[cords], parts, full, running)
        return full, running

    def _alike(self, devices: Ids, ways: Ids, parts: "_Parts", full: Reals, running: Reals) -> None:
        """Work out each shape of feeding once; `ways` are the nodes above each cord of each device, shape (devices, cords, depth)."""
        flat = ways.reshape(len(devices), -1)
        same = (flat[:, :, None] == flat[:, None, :]).argmax(axis=2)
        shape = np.concatenate([same, parts.group[flat], self._network.device_rule[devices][:, None]], axis=1)
        _, first, inverse = np.unique(shape, axis=0, return_index=True, return_inverse=True)
        inverse = inverse.ravel()
        for number, place in enumerate(first.tolist()):
            alive = cords_alive(parts.branches(ways[place]))
            states = self._network.state_of(np.full(len(alive), self._network.device_rule[devices[place]]), np.arange(len(alive)))
            chances = np.array(alive) * parts.needed(ways[place])
            members = devices[inverse == number]
            full[members] = chances[states == SupplyState.FULL].sum()
            running[members] = chances[states <= SupplyState.REDUCED].sum()


class _Above:
    """The nodes of one level that feed each device."""

    def __init__(self, device: Ids, node: Ids) -> None:
        self._device, self._node = device, node
        self._sets: dict[int, set[int]] = {}
        for owner, feeding_node in zip(device.tolist(), node.tolist(), strict=True):
            if feeding_node != ABSENT:
                self._sets.setdefault(owner, set()).add(feeding_node)

    def of(self, device: int) -> set[int]:
        return self._sets.get(device, set())

    def any_of(self, devices: int) -> Mask:
        has_any = np.zeros(devices, bool)
        has_any[list(self._sets)] = True
        return has_any

    def filled(self, other: "_Above", devices: Mask) -> "_Above":
        """The same with the nodes of another level for some devices."""
        return _Above(
            np.concatenate([self._device, other._device]),
            np.concatenate([self._node, np.where(np.append(devices, False)[other._device], other._node, ABSENT)]),
        )


class _Parts:
    """The availability of individual nodes; a node with an alternate counts as fed by both.

    If a node failure opens breakers that stop devices, all loads fed by the node depend on it (`fatal`).
    """

    def __init__(self, network: Network, kinds: Ids, fatal: Mask) -> None:
        self._fatal = fatal
        known = reliabilities()
        by_kind = np.array([known[name].availability for name in NODE_KINDS])
        self._network = network
        self._supply = known[POWER_SUPPLY].availability
        self.part: Reals = by_kind[kinds]
        self.cut = network.alternate != ABSENT
        fed = self.part.copy()
        for level in network.levels[1:]:
            dark = np.ones(len(level))
            for above in (network.parent[level], network.alternate[level]):
                dark *= np.where(above == ABSENT, 1.0, 1.0 - fed[above])
            fed[level] = self.part[level] * (1 - dark)
        self.part = np.where(self.cut, fed, self.part)
        _, self.group = np.unique(np.append(np.where(fatal, self.part + 2, self.part), -1.0), return_inverse=True)

    def needed(self, ways: Ids) -> float:
        """The share of time in which all nodes live that are needed above the cords of one device."""
        nodes = np.unique(ways[ways != ABSENT])
        return in_series(self.part[nodes[self._fatal[nodes]]].tolist())

    def branches(self, ways: Ids) -> list[Branch]:
        """The tree above the cords of one device, shape (cords, depth), each cord with its power supply."""
        below: dict[int, set[int]] = {}
        cords_of_node: dict[int, int] = {}
        tops: dict[int, None] = {}
        for way in ways.tolist():
            nodes = [node for node in way if node != ABSENT]
            cords_of_node[nodes[0]] = cords_of_node.get(nodes[0], 0) + 1
            top = len(nodes) - 1
            for place, node in enumerate(nodes):
                if self.cut[node]:
                    top = place
                    break
                if place + 1 < len(nodes):
                    below.setdefault(nodes[place + 1], set()).add(node)
            tops[nodes[top]] = None

        def branch(node: int) -> Branch:
            cords = tuple(Branch(self._supply, 1) for _ in range(cords_of_node.get(node, 0)))
            part = 1.0 if self._fatal[node] else float(self.part[node])
            return Branch(part, 0, (*cords, *(branch(lower) for lower in sorted(below.get(node, ())))))

        return [branch(top) for top in tops]
