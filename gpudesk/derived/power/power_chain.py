"""The power network of a project as a list: every node below what feeds it, with what passes through it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.power.power_network import Network
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_failures import node_kinds, node_names, node_object
from gpudesk.derived.power.power_plan import PowerPlan, power_plan
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Chain:
    """The nodes of a power network in reading order: each below its parent.

    Attributes:
        plan: the network.
        node: its nodes in that order; all other arrays are aligned with it, shape (nodes,).
        depth: number of nodes above each on the normal supply path.
        end: the place after the last node below each.
        kind: places in `power_failures.NODE_KINDS`.
        load_va: load of each, NaN if nothing is known about its loads.
        current_a: per line, NaN for lines absent from the circuit, shape (nodes, 3).
        limit_a: continuous limit of each line, NaN if unknown.
        share: the highest line current divided by the limit, NaN if there is none.
        rack: the rack that contains or terminates each, ABSENT for none or several.
    """

    snapshot: Snapshot
    plan: PowerPlan
    node: Ids
    depth: Ids
    end: Ids
    kind: Ids
    load_va: Reals
    current_a: Reals
    limit_a: Reals
    share: Reals
    rack: Ids

    def __len__(self) -> int:
        return len(self.node)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the node names."""
        return tuple(node_names(self.snapshot, self.plan, self.node))

    @cached_property
    def name_rank(self) -> Ids:
        """The place of each name in natural order."""
        return natural_ranks(self.names)

    @property
    def feeder_rank(self) -> Ids:
        """Return the sort rank of each node's feeder by name; nodes without a feeder come first."""
        parent = self.plan.network.parent[self.node]
        ranks: Ids = np.where(parent == ABSENT, ABSENT, self.name_rank[self.place_of_node[parent]])
        return ranks

    @cached_property
    def place_of_node(self) -> Ids:
        """The place of each node of the network."""
        places = np.empty(len(self.node), np.int64)
        places[self.node] = np.arange(len(self.node))
        return places

    @cached_property
    def load_w(self) -> Reals:
        """The real power of what passes through each, in W, by the power factor of the site sheet where current alternates."""
        watts: Reals = self.load_va * self.plan.network.watts_per_va[self.node]
        return watts

    @cached_property
    def over(self) -> Mask:
        """Return which nodes exceed their continuous limit."""
        over: Mask = self.share > 1 + _ROUNDING
        return over

    def feeders(self, place: int) -> tuple[str, ...]:
        """What feeds a node: its parent, then what takes over."""
        node = int(self.node[place])
        above = (int(self.plan.network.parent[node]), int(self.plan.network.alternate[node]))
        return tuple(self.names[int(self.place_of_node[feeder])] for feeder in above if feeder != ABSENT)

    def key(self, place: int) -> Key:
        """Return the stable key of a node: the project row, and the bank number, ABSENT for none."""
        node = int(self.node[place])
        bank = int(self.plan.bank_number[node - self.plan.first_bank]) if node >= self.plan.first_bank else ABSENT
        return (*node_object(self.snapshot, self.plan, node), bank)

    def place(self, key: Key) -> int | None:
        """Return the place of a node; None if it no longer exists."""
        table, row_id, bank = key
        if table not in ("power_node", "device"):
            return None
        row = int(self.snapshot[table].positions(np.array([row_id]))[0])
        if row == ABSENT:
            return None
        plan = self.plan
        if table == "power_node":
            return int(self.place_of_node[row])
        giver = int(np.searchsorted(plan.givers, row))
        if giver == len(plan.givers) or plan.givers[giver] != row:
            return None
        if bank == ABSENT:
            return int(self.place_of_node[plan.rows + giver])
        matching_banks = np.flatnonzero((plan.bank_giver == giver) & (plan.bank_number == bank))
        return int(self.place_of_node[plan.first_bank + matching_banks[0]]) if len(matching_banks) else None


def power_chain(snapshot: Snapshot) -> Chain:
    """Return the power network of a snapshot as a list (use `snapshot.cached(power_chain)`).

    Raises:
        ValueError: the power supply is circular.
    """
    plan = snapshot.cached(power_plan)
    network, state = plan.network, plan.flow
    node, depth, end = _reading_order(network)
    current = state.current_a.copy()
    few = ~np.isin(network.wiring, (Wiring.WYE, Wiring.DELTA))
    current[few[:, None] & (current == 0)] = np.nan
    # A circuit without load still has a first line.
    current[few & np.isnan(current).all(axis=1), 0] = 0
    with np.errstate(invalid="ignore", divide="ignore"):
        share = state.worst_a / plan.limit_a
    return Chain(
        snapshot,
        plan,
        node,
        depth,
        end,
        node_kinds(snapshot, plan)[node],
        state.va[node],
        current[node],
        plan.limit_a[node],
        share[node],
        racks_of_nodes(snapshot, plan)[node],
    )


def _reading_order(network: Network) -> tuple[Ids, Ids, Ids]:
    """Return the nodes, each directly below its parent, otherwise in project order; their depth; and the end of each branch."""
    parent, levels = network.parent, network.levels
    size = np.ones(network.nodes, np.int64)
    for level in reversed(levels):
        fed = level[parent[level] != ABSENT]
        size += np.bincount(parent[fed], size[fed], network.nodes).astype(np.int64)
    start, depth = np.zeros(network.nodes, np.int64), np.zeros(network.nodes, np.int64)
    tops = np.flatnonzero(parent == ABSENT)
    start[tops] = np.cumsum(size[tops]) - size[tops]
    children = np.flatnonzero(parent != ABSENT)
    children = children[np.argsort(parent[children], kind="stable")]
    before = np.cumsum(size[children]) - size[children]
    first = np.diff(parent[children], prepend=ABSENT) != 0
    offset = np.zeros(network.nodes, np.int64)
    offset[children] = before - before[first][np.cumsum(first) - 1] + 1 if len(children) else 0
    for level in levels[1:]:
        fed = level[parent[level] != ABSENT]
        start[fed] = start[parent[fed]] + offset[fed]
        depth[fed] = depth[parent[fed]] + 1
    order = np.argsort(start, kind="stable")
    return order, depth[order], (start + size)[order]


def racks_of_nodes(snapshot: Snapshot, plan: PowerPlan) -> Ids:
    """Return the rack of each PDU and bank; for other nodes that of the PDUs directly on them, if unique; shape (nodes,)."""
    of_giver = snapshot.cached(whereabouts).rack[plan.givers]
    racks = np.full(plan.network.nodes, ABSENT)
    racks[plan.rows : plan.first_bank] = of_giver
    racks[plan.first_bank :] = of_giver[plan.bank_giver]
    above = plan.network.parent[plan.rows : plan.first_bank]
    on_row = (above != ABSENT) & (above < plan.rows) & (of_giver != ABSENT)
    least, most = np.full(plan.rows, np.iinfo(np.int64).max), np.full(plan.rows, ABSENT)
    np.minimum.at(least, above[on_row], of_giver[on_row])
    np.maximum.at(most, above[on_row], of_giver[on_row])
    racks[: plan.rows] = np.where(least == most, most, ABSENT)
    return racks
