"""The parts of which the drawing of a network is made: its tiers, and the strands of links between them."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.fabric.network_slots import NO_RAIL, node_slots
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.ports.cable_ends import Flags

TIERS = 4
"""Nodes, leaves, spines and cores."""


@dataclass(frozen=True, slots=True, eq=False)
class Tier:
    """The devices of one tier in drawing order, one entry each.

    Attributes:
        place: index in the table `device`.
        group: number of the unit of nodes and leaves, or of the group of spines with the same leaves; ascending.
        pod: number of the pod, ascending; 0 for cores, which have none.
        rail, last_rail: first and last rail of the node links of a leaf, ABSENT if there is none.
        down, up: links to lower and to higher tiers, cabled or planned.
        laid: number of those that are cabled.
        ports: ports for links of this network, 0 if unknown.
        group_first, pod_first: first device of each group and pod, with the end.
    """

    place: Ids
    group: Ids
    pod: Ids
    rail: Ids
    last_rail: Ids
    down: Ids
    up: Ids
    laid: Ids
    ports: Ids
    group_first: Ids
    pod_first: Ids

    def __len__(self) -> int:
        return len(self.place)

    @property
    def free(self) -> Ids:
        """Places for links that have none."""
        free: Ids = np.maximum(self.ports - self.up - self.down, 0)
        return free


@dataclass(frozen=True, slots=True, eq=False)
class Strands:
    """Links of two tiers, grouped by pair of items, in the order of the lower items.

    Attributes:
        low, high: numbers of the items in their tiers (devices, groups or pods).
        count: links.
        planned: number of those that are not cabled.
        rail: the rail of all of them, ABSENT if they differ or have none.
        low_share, high_share: position of a strand among those of its lower and of its upper end, from 0 to 1.
    """

    low: Ids
    high: Ids
    count: Ids
    planned: Ids
    rail: Ids
    low_share: Reals
    high_share: Reals

    def __len__(self) -> int:
        return len(self.low)

    def between(self, low: Ids, high: Ids) -> Ids:
        """The strand of each pair of ends; they must be there."""
        span = int(self.high.max()) + 1 if len(self) else 1
        strands: Ids = np.searchsorted(self.low * span + self.high, low * span + high)
        return strands


def rail_of_ports(kind: HardwareType, network: NetworkKind, rate_gbps: float, planes: int) -> Ids:
    """The rail of each port of a type by its index: as stated, else its turn among the ports of the network."""
    slots = node_slots(kind, network.ports, rate_gbps)
    if not len(slots):
        return np.zeros(0, np.int64)
    rails = np.full(int(slots.port.max()) + 1, ABSENT, np.int64)
    is_stated = not (slots.rail == NO_RAIL).any()
    rails[slots.port[::-1]] = slots.rail[::-1] if is_stated else (np.arange(len(slots)) // max(planes, 1))[::-1]
    return rails


def most_linked(of: Flags, a: Ids, group: Ids) -> Ids:
    """The group with most of the links of each selected item."""
    linked_groups = np.arange(len(of))
    is_selected = of[a]
    if is_selected.any():
        pairs, count = np.unique(np.stack([a[is_selected], group[is_selected]]), axis=1, return_counts=True)
        order = np.argsort(count, kind="stable")
        linked_groups[pairs[0][order]] = pairs[1][order]
    return linked_groups


def ranks(group: Ids, rank: Ids, tier: Ids) -> Ids:
    """A number for each group that ascends with the first name in it, of its lowest tier: shape of `group`."""
    if not len(group):
        return group
    _, back = np.unique(group, return_inverse=True)
    least = np.full(int(back.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(least, back, tier * (len(rank) + 1) + rank)
    return least[back]


def numbered(label: Ids, among: Flags) -> tuple[int, Ids]:
    """Number of different labels among some items, and the number of each one's label, 0 for others."""
    numbers = np.zeros(len(label), np.int64)
    different, back = np.unique(label[among], return_inverse=True)
    numbers[among] = back
    return len(different), numbers


def rails_of(count: int, upper: Ids, rail: Ids) -> tuple[Ids, Ids]:
    """First and last rail of the links to each of `count` items, ABSENT for those without links."""
    low, high = np.full(count, 1 << 30), np.full(count, ABSENT)
    np.minimum.at(low, upper, rail)
    np.maximum.at(high, upper, rail)
    return np.where(high == ABSENT, ABSENT, low), high


def shares(end: Ids) -> Reals:
    """For each strand the center of its part of all strands of the same item, from 0 to 1."""
    order = np.argsort(end, kind="stable")
    ordered = end[order]
    first, after = np.searchsorted(ordered, ordered), np.searchsorted(ordered, ordered, side="right")
    share = np.empty(len(end))
    share[order] = (np.arange(len(end)) - first + 0.5) / np.maximum(after - first, 1)
    return share


def inherited(rail: Ids, tier_a: Ids, a: Ids, tiers: list[Tier]) -> Ids:
    """Links above a leaf of one rail are of that rail."""
    rails = rail.copy()
    above = (tier_a == 1) & (rail == ABSENT)
    leaves = tiers[1]
    rails[above] = np.where(leaves.rail == leaves.last_rail, leaves.rail, ABSENT)[a[above]]
    return rails
