"""Remaining capacity of air or a loop when units on it fail."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_kinds import AIR_UNITS, CoolingKind, Redundancy
from gpudesk.core.values.columns import Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, UnitsLeft


@dataclass(frozen=True, slots=True)
class Spares:
    """Redundancy of a carrier against the loss of units.

    Attributes:
        share_whole: capacity of all its units as a share of its load; more than 1 is reserve.
        share_left: the same without its redundant units, in the worst case.
        lost: names of these units.
    """

    share_whole: float
    share_left: float
    lost: tuple[str, ...]

    @property
    def met(self) -> bool:
        """Whether it carries its load without them."""
        return self.share_left >= 1 - 1e-6


def spares(plan: CoolingPlan, node: int) -> Spares:
    """Redundancy of the carrier `node` compared with its intended redundancy."""
    losses = plan.units_left.get(node)
    if losses is None:
        losses = plan.units_left[node] = _losses(plan, node)
    shares = [_share(plan, node, left) for left in losses]
    worst = min(range(1, len(losses)), key=shares.__getitem__)
    return Spares(shares[0], shares[worst], tuple(plan.nodes["name"][losses[worst].lost].tolist()))


def _losses(plan: CoolingPlan, node: int) -> tuple[UnitsLeft, ...]:
    """All units of the carrier `node`, then what is left after each loss of redundant units, one or more."""
    nodes = plan.nodes
    units = np.flatnonzero(plan.network.supplies == node)
    level = Redundancy(int(nodes["redundancy"][node]))
    sides = sorted({side for side in nodes["unit_side"][units].tolist() if side})
    losses: list[Ids]
    if level is Redundancy.TWO_SIDES:
        losses = [units[nodes["unit_side"][units] == side] for side in sides] if len(sides) > 1 else _largest(plan, units, None)
    elif level is Redundancy.NONE:
        losses = [units[:0]]
    else:
        losses = _largest(plan, units, int(level))
    return tuple(_left(plan, node, units, lost) for lost in (units[:0], *losses))


def spare_units(plan: CoolingPlan, node: int) -> int:
    """How many units, those that do most first, the carrier `node` can do without; pumps and other units by themselves."""
    units = np.flatnonzero(plan.network.supplies == node)
    spare = 0
    while spare < len(units):
        left = min(_share(plan, node, _left(plan, node, units, lost)) for lost in _largest(plan, units, spare + 1))
        if left < 1 - 1e-6:
            break
        spare += 1
    return spare


def _largest(plan: CoolingPlan, units: Ids, count: int | None) -> list[Ids]:
    """The units that do most: `count` of those that move heat, and as many pumps; half of them for None."""
    network = plan.network
    pumps = network.kind[units] == CoolingKind.PUMP
    largest_groups = []
    for group, worth in ((units[~pumps], network.capacity_w), (units[pumps], network.flow_l_min)):
        if len(group):
            order = group[np.argsort(-worth[group], kind="stable")]
            largest_groups.append(order[: (len(group) + 1) // 2 if count is None else count])
    return largest_groups or [units[:0]]


def _left(plan: CoolingPlan, node: int, units: Ids, lost: Ids) -> UnitsLeft:
    """What is left of a carrier's units without some of them."""
    network = plan.network
    is_lost = np.zeros(network.nodes, bool)
    is_lost[lost] = True
    left = units[~is_lost[units]]
    pumps = network.kind[left] == CoolingKind.PUMP
    moving = left[~pumps]
    if network.kind[node] == CoolingKind.AIR:
        supplied, is_supplied = network.airflow_m3_s[left[is_one_of(network.kind[left], AIR_UNITS)]], True
    else:
        supplied = network.flow_l_min[left[pumps] if network.pumped[node] else moving]
        is_supplied = bool(network.pumped[node]) or not network.open_ended[node]
    is_moved = bool((network.kind[units] != CoolingKind.PUMP).any())
    return UnitsLeft(lost, moving, is_moved, float(supplied.sum()), is_supplied)


def _share(plan: CoolingPlan, node: int, left: UnitsLeft) -> float:
    """Which part of its load a carrier's units can do without some of them."""
    flow = plan.flow
    needed = flow.airflow_needed_m3_s if plan.network.kind[node] == CoolingKind.AIR else flow.flow_needed_l_min
    moved = _part(float(flow.able_w[left.moving].sum()), float(flow.load_w[node]), left.is_moved)
    return min(moved, _part(left.supplied, float(needed[node]), left.is_supplied))


def _part(able: float, load: float, judged: bool) -> float:
    return able / load if judged and load > 0 else float("inf")
