"""Evaluation of a network by its existing cables: bisection, oversubscription, paths, and the effect of each loss."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_ends import FabricEnds, fabric_ends, is_switched
from gpudesk.derived.links.link_rates import link_rates, rates_by_lanes
from gpudesk.derived.links.links import links
from gpudesk.derived.networks.network_links import network_links
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

Reals: TypeAlias = NDArray[np.float64]
BUS_SOURCE = "NCCL all-reduce over 8 × 400 Gb/s: 370 to 380 GB/s (NVIDIA GTC 2024, 2025), 331 GB/s on four nodes (Voltage Park)"
BUS_LOW, BUS_HIGH = 0.83, 0.95
"""What measured all-reduces reach of the line rate: 331 and 380 of 400 GB/s."""


@dataclass(frozen=True, slots=True)
class TierFigures:
    """The switches of one tier.

    Attributes:
        switches: how many there are.
        down_gbps, up_gbps: all links toward nodes, and toward the tier above.
        oversubscription: all downwards by all upwards; None at the top.
        worst: the greatest of one switch, None at the top.
        worst_switch: its id.
    """

    switches: int
    down_gbps: float
    up_gbps: float
    oversubscription: float | None
    worst: float | None
    worst_switch: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """Effect of the loss of each of some parts, shape (parts,).

    Attributes:
        ids: of switches, or of cables.
        tier: of the switch, or of the lower end of the cable (ABSENT for a cable between a node and a switch).
        nodes: nodes with reduced bandwidth.
        cut_off: nodes without any connection left.
        share_left: remaining share of the worst node that is still connected.
    """

    ids: Ids
    tier: Ids
    nodes: Ids
    cut_off: Ids
    share_left: Reals

    def worst(self) -> list[int]:
        """The index of the loss with the greatest effect in each tier: by nodes cut off, then by the remaining share."""
        worst_losses = []
        for tier in np.unique(self.tier).tolist():
            tier_losses = np.flatnonzero(self.tier == tier)
            worst_losses.append(int(tier_losses[np.lexsort((self.share_left[tier_losses], -self.cut_off[tier_losses]))[0]]))
        return worst_losses


@dataclass(frozen=True, slots=True, eq=False)
class FabricJudgement:
    """One network.

    Attributes:
        network_id: the network.
        nodes: devices connected to its switches, except switches.
        links: links with cables.
        tiers: from the leaves up.
        injection_gbps: all links of nodes.
        bisection_gbps: half of the node bandwidth through the narrowest tier, each switch separately.
        paths: paths from leaf to leaf over one spine, distinguished by their cables: minimum and maximum of pairs; 0 if none.
        switches, cables: effect of their losses.
        bus_gb_per_s: expected bus bandwidth of a node in a large all-reduce, with its low and high end; a rule of thumb, only for
            compute networks.
    """

    network_id: int
    nodes: int
    links: int
    tiers: tuple[TierFigures, ...]
    injection_gbps: float
    bisection_gbps: float
    paths: tuple[int, int]
    switches: Losses
    cables: Losses
    bus_gb_per_s: tuple[float, float, float] | None

    @property
    def bisection_share(self) -> float:
        """The bisection by half of what nodes can send."""
        return 2 * self.bisection_gbps / self.injection_gbps if self.injection_gbps else 0.0


_NO_LOSSES = Losses(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


def fabric_judgements(snapshot: Snapshot) -> tuple[FabricJudgement, ...]:
    """Every network with cables, in table order (use `snapshot.cached(fabric_judgements)`)."""
    ends = snapshot.cached(fabric_ends)
    rates = link_rates(snapshot, snapshot.cached(links))
    networks = snapshot["network"].ids
    trees = ((int(networks[place]), _cabled(snapshot, ends, rates, place)) for place in np.unique(ends.network).tolist())
    return tuple(_judged(snapshot, network_id, tree) for network_id, tree in trees)


def compute_judgements(snapshot: Snapshot) -> tuple[FabricJudgement, ...]:
    """Only the compute networks, without the slow paths and losses (use `snapshot.cached(compute_judgements)`)."""
    networks = snapshot["network"]
    whole = snapshot.known(fabric_judgements)
    if whole is not None:
        return tuple(judgement for judgement in whole if networks.row(judgement.network_id)["kind"] == NetworkKind.COMPUTE)
    ends = snapshot.cached(fabric_ends)
    rates = link_rates(snapshot, snapshot.cached(links))
    places = [place for place in np.unique(ends.network).tolist() if networks["kind"][place] == NetworkKind.COMPUTE]
    return tuple(_judged(snapshot, int(networks.ids[place]), _cabled(snapshot, ends, rates, place), losses=False) for place in places)


def planned_judgement(snapshot: Snapshot, network_id: int) -> FabricJudgement | None:
    """Evaluation of a network with every planned link cabled; None if it cannot be cabled.

    The ids of cables are indexes of links in the plan.
    """
    try:
        plan = network_links(snapshot, network_id)
    except Refused:
        return None
    devices = snapshot["device"]
    a_switch, b_switch = (
        is_switched(snapshot, devices.positions(ends.device.copy()), ends.port.astype(np.int64)) for ends in (plan.a, plan.b)
    )
    gbps = np.fmin(plan.rate_gbps, rates_by_lanes(snapshot, plan.a, plan.b))
    half = _Half(plan.a.device, plan.b.device, a_switch, b_switch, np.arange(len(plan)), gbps)
    return _judged(snapshot, network_id, _Tree(half, _Roles(snapshot, network_id)))


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """Links by the ids of their devices, whether these are switches, ids of cables and rates: each of shape (links,)."""

    a: Ids
    b: Ids
    a_switch: Mask
    b_switch: Mask
    cable: Ids
    gbps: Reals


def _cabled(snapshot: Snapshot, ends: FabricEnds, rates: Reals, place: int) -> "_Tree":
    half = len(ends) // 2
    link_places = np.flatnonzero(ends.network[:half] == place)
    gbps = np.nan_to_num(rates[ends.link[link_places]])
    return _Tree(
        _Half(
            ends.device[link_places],
            ends.other_device[link_places],
            ends.switch[link_places],
            ends.other_switch[link_places],
            ends.cable[link_places],
            gbps,
        ),
        _Roles(snapshot, int(snapshot["network"].ids[place])),
    )


class _Roles:
    """The roles of switches that connect nodes or other switches to a higher tier of a network, and those of higher tiers."""

    def __init__(self, snapshot: Snapshot, network_id: int) -> None:
        self._devices, stages = snapshot["device"], snapshot["network_stage"]
        mine = stages["network_id"] == network_id
        pairs = zip(stages["lower"][mine].tolist(), stages["upper"][mine].tolist(), strict=True)
        tiers = TIER_ROLES.get(NetworkKind(snapshot["network"].row(network_id)["kind"]), ())
        joins = [(low, up) for low, up in pairs if low and low != up]
        upper = {up for low, up in joins if low in tiers} | set(tiers[1:])
        self._upper = {role: role in upper for role in sorted(upper | {low for low, _ in joins} | set(tiers))}

    def of(self, switch_ids: Ids) -> tuple[Ids, Mask]:
        """The number of the role of each switch, ABSENT for roles of no tier, and whether the role is one of a higher tier."""
        numbers = {role: number for number, role in enumerate(self._upper)}
        roles = self._devices["role"][self._devices.positions(switch_ids)].tolist()
        return np.array([numbers.get(role, ABSENT) for role in roles], np.int64), np.array(
            [self._upper.get(role, False) for role in roles], bool
        )


class _Tree:
    """The links of one network by the numbers of nodes and switches.

    Attributes:
        node_ids, switch_ids: ids of the devices.
        level: distance of each switch from the nodes, 0 for those with nodes; a leaf without nodes is at the level of the others,
            and so is a spine with a node of its own.
        node, leaf, node_gbps, node_cable: of links between nodes and switches.
        low, high, up_gbps, up_cable: of links between switches of different levels, the lower one first.
    """

    def __init__(self, half: _Half, roles: _Roles) -> None:
        a_switch, b_switch, gbps = half.a_switch, half.b_switch, half.gbps
        a, b, cable = half.a, half.b, half.cable
        self.links = len(cable)
        at_node = a_switch != b_switch
        node, leaf = np.where(a_switch, b, a)[at_node], np.where(a_switch, a, b)[at_node]
        between = a_switch & b_switch
        self.switch_ids = np.unique(np.concatenate([leaf, a[between], b[between]]))
        self.node_ids, self.node = np.unique(node, return_inverse=True)
        self.leaf = np.searchsorted(self.switch_ids, leaf)
        self.node_gbps, self.node_cable = gbps[at_node], cable[at_node]
        one, other = (np.searchsorted(self.switch_ids, column[between]) for column in (a, b))
        role, upper = roles.of(self.switch_ids)
        self.level = _levels_by_role(role, upper, self.leaf, one, other)
        swapped = self.level[one] > self.level[other]
        low, high = np.where(swapped, other, one), np.where(swapped, one, other)
        rising = self.level[low] < self.level[high]
        self.low, self.high = low[rising], high[rising]
        self.up_gbps, self.up_cable = gbps[between][rising], cable[between][rising]

    def sums(self, where: Ids, values: Reals | None = None) -> Reals:
        """Total of a quantity for each switch, shape (switches,)."""
        return np.bincount(where, values, len(self.switch_ids)).astype(np.float64)


def _levels_by_role(role: Ids, upper: Mask, leaves: Ids, one: Ids, other: Ids) -> Ids:
    """Level of each switch, the same for all of a role: a host on one of several spines does not make a leaf of any of them."""
    has_nodes = np.zeros(len(role), bool)
    has_nodes[leaves] = True
    between = upper & has_nodes & np.isin(role, role[~has_nodes])
    level = _levels(len(role), np.flatnonzero(has_nodes & ~between), one, other)
    if (level[between] == ABSENT).any():
        level = _levels(len(role), np.flatnonzero(has_nodes & (~between | (level == ABSENT))), one, other)
    for number in np.unique(role[role != ABSENT]).tolist():
        alike = (role == number) & (level != ABSENT)
        stating = alike & ~between
        if stating.any():
            level[alike] = level[stating].min()
    return level


def _levels(count: int, leaves: Ids, one: Ids, other: Ids) -> Ids:
    """Distance of each switch from those with nodes, ABSENT if it reaches none."""
    level = np.full(count, count)
    level[leaves] = 0
    for _ in range(count):
        reached = level.copy()
        np.minimum.at(reached, one, level[other] + 1)
        np.minimum.at(reached, other, level[one] + 1)
        if np.array_equal(reached, level):
            break
        level = reached
    return np.where(level < count, level, ABSENT)


def _judged(snapshot: Snapshot, network_id: int, tree: _Tree, *, losses: bool = True) -> FabricJudgement:
    """Evaluate the network; without `losses` neither these nor the paths are calculated."""
    down = tree.sums(tree.leaf, tree.node_gbps) + tree.sums(tree.high, tree.up_gbps)
    up = tree.sums(tree.low, tree.up_gbps)
    tiers = []
    through = injection = float(tree.node_gbps.sum())
    for level in range(int(tree.level.max(initial=-1)) + 1):
        level_switches = np.flatnonzero(tree.level == level)
        tiers.append(_tier(tree, level_switches, down, up))
        if up[level_switches].any():
            through = min(through, injection * float(np.minimum(down, up)[level_switches].sum() / max(down[level_switches].sum(), 1e-9)))
    share = snapshot.cached(site_sheet).limit("fabric_bandwidth_share_percent") / 100
    bus = None
    if snapshot["network"].row(network_id)["kind"] == NetworkKind.COMPUTE and injection:
        a_node = float(np.median(np.bincount(tree.node, tree.node_gbps))) / 8 * through / injection
        bus = (a_node * share, a_node * min(BUS_LOW, share), a_node * max(BUS_HIGH, share))
    return FabricJudgement(
        network_id=network_id,
        nodes=len(tree.node_ids),
        links=tree.links,
        tiers=tuple(tiers),
        injection_gbps=injection,
        bisection_gbps=through / 2,
        paths=_paths(tree) if losses else (0, 0),
        switches=_switch_losses(tree) if losses else _NO_LOSSES,
        cables=_cable_losses(tree) if losses else _NO_LOSSES,
        bus_gb_per_s=bus,
    )


def _tier(tree: _Tree, mine: Ids, down: Reals, up: Reals) -> TierFigures:
    above = float(up[mine].sum())
    if not above:
        return TierFigures(len(mine), float(down[mine].sum()), 0.0, None, None, None)
    ratio = np.divide(down[mine], up[mine], out=np.full(len(mine), np.inf), where=up[mine] > 0)
    ratio[down[mine] == 0] = 0.0
    worst = int(ratio.argmax())
    over = float(down[mine].sum()) / above
    return TierFigures(len(mine), float(down[mine].sum()), above, over, float(ratio[worst]), int(tree.switch_ids[mine[worst]]))


def _paths(tree: _Tree) -> tuple[int, int]:
    """Links of one leaf to each spine times those of the other, over all spines; leaves with the same links are counted once."""
    bottom = np.flatnonzero(tree.level[tree.low] == 0) if len(tree.low) else np.zeros(0, np.int64)
    leaves, leaf = np.unique(tree.low[bottom], return_inverse=True)
    spines, spine = np.unique(tree.high[bottom], return_inverse=True)
    if len(leaves) < 2:
        return 0, 0
    links = np.bincount(leaf * len(spines) + spine, minlength=len(leaves) * len(spines)).astype(np.float32).reshape(len(leaves), -1)
    of_row: dict[bytes, list[int]] = {}
    for number, row in enumerate(links):
        of_row.setdefault(row.tobytes(), []).append(number)
    kinds, counts = links[[rows[0] for rows in of_row.values()]], np.array([len(rows) for rows in of_row.values()])
    ways = kinds @ kinds.T
    ways[np.diag_indices(len(kinds))] *= counts > 1
    known = ways[ways > 0]
    return (0, 0) if not len(known) else (int(known.min()), int(known.max()))


def _switch_losses(tree: _Tree) -> Losses:
    """Each switch for itself. A leaf takes the links of its nodes; one above takes its part of the uplinks of those below it."""
    count, nodes = len(tree.switch_ids), len(tree.node_ids)
    of_node = np.bincount(tree.node, tree.node_gbps, nodes)
    left = np.ones(count)
    felt, cut = np.zeros(count, np.int64), np.zeros(count, np.int64)
    pairs, pair = np.unique(tree.leaf.astype(np.int64) * max(nodes, 1) + tree.node, return_inverse=True)
    at, which = np.divmod(pairs, max(nodes, 1))
    lost = np.bincount(pair, tree.node_gbps, len(pairs)) / np.maximum(of_node[which], 1e-9)
    is_cut_off = lost > 1 - 1e-9
    felt += np.bincount(at, minlength=count)
    cut += np.bincount(at[is_cut_off], minlength=count)
    np.minimum.at(left, at[~is_cut_off], 1 - lost[~is_cut_off])
    leaf_nodes = np.bincount(at, minlength=count)
    reached = _reach_up(tree, leaf_nodes)
    up = tree.sums(tree.low, tree.up_gbps)
    links, link = np.unique(tree.high.astype(np.int64) * count + tree.low, return_inverse=True)
    above, below = np.divmod(links, max(count, 1))
    part = np.bincount(link, tree.up_gbps, len(links)) / np.maximum(up[below], 1e-9)
    np.minimum.at(left, above, 1 - part)
    felt += np.bincount(above, reached[below], count).astype(np.int64)
    felt = np.minimum(felt, nodes)
    left[(cut > 0) & (cut == felt)] = 0.0
    return Losses(tree.switch_ids, tree.level, felt, cut, left)


def _reach_up(tree: _Tree, leaf_nodes: Ids) -> Reals:
    """Number of node ends below each switch, each counted once for each leaf."""
    node_ends = leaf_nodes.astype(np.float64)
    for level in range(1, int(tree.level.max(initial=0)) + 1):
        level_links = np.flatnonzero(tree.level[tree.high] == level) if len(tree.high) else np.zeros(0, np.int64)
        pairs = np.unique(tree.high[level_links].astype(np.int64) * len(node_ends) + tree.low[level_links])
        above, below = np.divmod(pairs, max(len(node_ends), 1))
        np.add.at(node_ends, above, node_ends[below])
    return node_ends


def _cable_losses(tree: _Tree) -> Losses:
    """Each cable separately; the legs of a splitter or trunk count as separate cables."""
    nodes = len(tree.node_ids)
    of_node = np.bincount(tree.node, tree.node_gbps, nodes)
    share = tree.node_gbps / np.maximum(of_node[tree.node], 1e-9)
    alone = share > 1 - 1e-9
    up = tree.sums(tree.low, tree.up_gbps)
    part = tree.up_gbps / np.maximum(up[tree.low], 1e-9)
    pairs = np.unique(tree.leaf.astype(np.int64) * max(nodes, 1) + tree.node)
    below = _reach_up(tree, np.bincount(pairs // max(nodes, 1), minlength=len(tree.switch_ids)))
    felt = np.minimum(below[tree.low], nodes).astype(np.int64)
    return Losses(
        np.concatenate([tree.node_cable, tree.up_cable]),
        np.concatenate([np.full(len(tree.node_cable), ABSENT), tree.level[tree.low]]),
        np.concatenate([np.ones(len(tree.node_cable), np.int64), felt]),
        np.concatenate([alone.astype(np.int64), np.zeros(len(part), np.int64)]),
        np.concatenate([np.where(alone, 0.0, 1 - share), 1 - part]),
    )
