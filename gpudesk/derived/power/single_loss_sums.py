"""Loads of the nodes above the racks after the loss of single nodes: only what each loss changes is calculated.

After a loss a node below the lost one is on its alternate, or has no supply. What it carries is taken from the nodes of its normal path and
added to those of the new one. All losses are calculated together, level by level. The site of 100,000 GPUs has 230 such losses: a sum over
all of its nodes for each took almost a second in every edit of a powered device.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import LINES, Complexes, line_currents_a
from gpudesk.core.power.power_network import depth_of
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.draw.power_purposes import AS_LIMITS
from gpudesk.derived.power.power_conversion import row_conversion
from gpudesk.derived.power.power_node_loads import node_loads, node_sums
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_LINES = slice(1, None)


@dataclass(frozen=True, eq=False)
class LossSums:
    """What live nodes carry after the loss of one node, where it is not what they carry in normal operation; one element per loss and node.

    Attributes:
        lost, node: places in the table `power_node`; by level of the node, the deepest first.
        va: apparent power of the node; W of direct current.
        worst_a: its greatest line current.
    """

    lost: Ids
    node: Ids
    va: Reals
    worst_a: Reals


def sums_of_losses(snapshot: Snapshot, lost: Ids) -> LossSums:
    """Return what changes with the loss of each node of `lost`, one at a time.

    The additional draw of the remaining supplies is not included: see the failure simulation.

    Args:
        lost: distinct places in the table `power_node`.

    Raises:
        ValueError: nodes feed each other in a circle.
    """
    losses = _Losses(snapshot, lost)
    columns = losses.columns_above_feeds()
    changes = list(losses.changes(losses.usual_va(columns)))
    if not changes:
        none, nothing = np.empty(0, np.int64), np.empty(0)
        return LossSums(none, none, nothing, nothing)
    key, sums = np.concatenate([part[0] for part in changes]), np.concatenate([part[1] for part in changes])
    place, node = key // losses.nodes, key % losses.nodes
    rows = snapshot["power_node"]
    if columns.shape[1] > 1 + LINES:
        feed = rows["kind"][node] == PowerNodeKind.FEED
        sums = np.where(feed[:, None], sums[:, : 1 + LINES], sums[:, 1 + LINES :])
    worst_a = line_currents_a(sums[:, _LINES], rows["voltage_v"][node].astype(float), rows["wiring"][node]).max(axis=1, initial=0)
    return LossSums(losses.lost[place], node, sums[:, 0].real, worst_a)


def takeover_sums(snapshot: Snapshot) -> LossSums:
    """The result of `sums_of_losses` for all nodes on the normal path of nodes with an alternate (use `snapshot.cached(takeover_sums)`).

    Raises:
        ValueError: nodes feed each other in a circle.
    """
    nodes = snapshot["power_node"]
    parent = nodes.positions(nodes["fed_by_id"])
    above = np.unique(parent[(nodes["alternate_id"] != ABSENT) & (parent != ABSENT)])
    upstream_nodes = above
    while len(above):
        above = np.setdiff1d(parent[above], [*upstream_nodes, ABSENT])
        upstream_nodes = np.union1d(upstream_nodes, above)
    return sums_of_losses(snapshot, upstream_nodes)


def carry_load_sums(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep the sums of all loads, in normal operation and after single losses, where the edit left the loads themselves as they were.

    Only edits that add or remove devices: any other may concern the nodes, the site sheet, or the type of a UPS.
    """
    loads = before.known(node_loads)
    if loads is None or after.known(node_loads) is not loads or changes.tables.keys() != {"device"} or len(changes.of("device").changed):
        return
    for maker in (node_sums, takeover_sums):
        sums = before.known(maker)
        if sums is not None and after.known(maker) is None:
            after.remember(maker, sums)


class _Losses:
    """The nodes that each loss concerns, and how they are supplied then.

    A key is the place of a loss in `lost`, times the number of nodes, plus a node. `below` are the keys of all nodes below their lost node
    along the normal path, the lost ones included, ascending.
    """

    def __init__(self, snapshot: Snapshot, lost: Ids) -> None:
        nodes = snapshot["power_node"]
        self.snapshot, self.lost, self.nodes = snapshot, lost, nodes.rows
        self.parent, self.alternate = nodes.positions(nodes["fed_by_id"]), nodes.positions(nodes["alternate_id"])
        self.depth = depth_of(self.parent, self.alternate)
        self.usual = np.where(self.parent == ABSENT, self.alternate, self.parent)
        converts = row_conversion(snapshot)
        fed = self.usual != ABSENT
        self.watts_per_va, self.efficiency = converts.watts_per_va, converts.efficiency
        self.taken = np.zeros(self.nodes)
        self.taken[fed] = self._taken(np.flatnonzero(fed), self.usual[fed])
        self.below = self._below()
        self.up, self.over = self._supplied()

    def _taken(self, node: Ids, above: Ids) -> Reals:
        """What a node takes from the one above it per VA of its own."""
        share: Reals = self.watts_per_va[node] / (self.watts_per_va[above] * self.efficiency[node])
        return share

    def _below(self) -> Ids:
        place = np.full(self.nodes, ABSENT)
        place[self.lost] = np.arange(len(self.lost))
        node = np.arange(self.nodes)
        above, keys = node, []
        while len(node):
            concerned = place[above] != ABSENT
            keys.append(place[above[concerned]] * self.nodes + node[concerned])
            above = self.usual[above]
            node, above = node[above != ABSENT], above[above != ABSENT]
        return np.sort(np.concatenate(keys)) if keys else np.empty(0, np.int64)

    def _found(self, keys: Ids) -> tuple[Ids, Mask]:
        """The place of each key in `below`, and whether it is there."""
        at = np.searchsorted(self.below, keys)
        at[at == len(self.below)] = 0
        return at, self.below[at] == keys

    def _supplied(self) -> tuple[Mask, Ids]:
        """Whether each node of `below` has a supply after the loss, and from which node."""
        node, first_key = self.below % self.nodes, self.below - self.below % self.nodes
        up, over = np.zeros(len(node), bool), np.full(len(node), ABSENT)
        stays = node != self.lost[self.below // self.nodes]
        depth = self.depth[node]
        for level in range(1, int(depth.max(initial=0)) + 1):
            here = np.flatnonzero((depth == level) & stays)
            for above in (self.parent[node[here]], self.alternate[node[here]]):
                at, is_below = self._found(first_key[here] + above)
                takes = (above != ABSENT) & ~up[here] & np.where(is_below, up[at], True)
                over[here[takes]], up[here[takes]] = above[takes], True
        return up, over

    def columns_above_feeds(self) -> Complexes:
        """The direct loads of each node, shape (nodes, 4): apparent power and the phasors of the lines; then those above the feeds, if
        they are other values."""
        loads = self.snapshot.cached(node_loads)
        parts = [(loads.va, loads.line_va)]
        if self.snapshot.cached(site_sheet).text("power_for_upstream") != AS_LIMITS:
            parts.append((loads.upstream_va, loads.upstream_line_va))
        at = self.snapshot["power_node"].positions(loads.node_id)
        values = np.concatenate([np.column_stack([va.astype(complex), line_va]) for va, line_va in parts], axis=1)
        return _summed(at, values, self.nodes)

    def usual_va(self, direct: Complexes) -> Complexes:
        """What each node carries in normal operation, shape of `direct`."""
        sums = direct.copy()
        for level in range(int(self.depth.max(initial=0)), 0, -1):
            fed = np.flatnonzero((self.depth == level) & (self.usual != ABSENT))
            sums += _summed(self.usual[fed], sums[fed] * self.taken[fed, None], self.nodes)
        return sums

    def changes(self, usual: Complexes) -> Iterator[tuple[Ids, Complexes]]:
        """Keys of live nodes with other sums than the usual ones, and these sums, level by level from the deepest."""
        node = self.below % self.nodes
        pending: list[tuple[Ids, Complexes]] = []
        for level in range(int(self.depth.max(initial=0)), -1, -1):
            own = np.flatnonzero(self.depth[node] == level)
            at_this_level = [
                (keys[is_here], values[is_here]) for keys, values in pending if (is_here := self.depth[keys % self.nodes] == level).any()
            ]
            key, place = np.unique(np.concatenate([self.below[own], *(keys for keys, _ in at_this_level)]), return_inverse=True)
            here, at_level = key % self.nodes, key - key % self.nodes
            more = (
                _summed(place[len(own) :], np.concatenate([values for _, values in at_this_level]), len(key))
                if at_this_level
                else np.zeros(())
            )
            at, is_below = self._found(key) if len(self.below) else (key, np.zeros(len(key), bool))
            up, over = np.ones(len(key), bool), self.usual[here]
            up[is_below], over[is_below] = self.up[at[is_below]], self.over[at[is_below]]
            sums = np.where(up[:, None], usual[here] + more, 0)
            if at_this_level:
                came_more = np.zeros(len(key), bool)
                came_more[place[len(own) :]] = True
                if (shown := up & came_more).any():
                    yield key[shown], sums[shown]
            before, after = self.usual[here] != ABSENT, over != ABSENT
            pending = [(keys[stays], values[stays]) for keys, values in pending if (stays := self.depth[keys % self.nodes] < level).any()]
            pending.append((at_level[before] + self.usual[here[before]], -usual[here[before]] * self.taken[here[before], None]))
            taken = self._taken(here[after], over[after])
            pending.append((at_level[after] + over[after], sums[after] * taken[:, None]))


def _summed(owner: Ids, values: Complexes, owners: int) -> Complexes:
    """Sums of rows by owner, shape (owners, columns)."""
    sums = np.empty((owners, values.shape[1]), complex)
    for column in range(values.shape[1]):
        sums[:, column] = np.bincount(owner, values[:, column].real, owners) + 1j * np.bincount(owner, values[:, column].imag, owners)
    return sums
