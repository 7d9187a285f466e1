"""Shortest paths carried from one network of ways to the next, which differs in a few sections.

Lengths that a lost section bore are dropped, and then the least ones are looked for from what is left. The lengths from a node are the
only ones that fit all sections, as each section is longer than nothing: it does not matter in which order they are found, and they equal
those of a search from the beginning, to the last bit.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.pathways import WayNetwork
from gpudesk.core.placement import Mask, Reals

LEAST_MM = 0.001
"""Of a network with shorter sections nothing is carried: lengths would no longer tell which of two nodes is nearer."""


@dataclass(frozen=True, slots=False, eq=False)
class Arms:
    """The sections that may be used, once in each direction: ordered by where they lead to, then where they come from, then section.

    Attributes:
        nodes: how many nodes the network has.
        to, come, section: shape (arms,).
        length_mm: shape (arms,).
    """

    nodes: int
    to: Ids
    come: Ids
    section: Ids
    length_mm: Reals

    @classmethod
    def of(cls, network: WayNetwork, usable: Mask) -> "Arms":
        """Those of a network."""
        sections = np.flatnonzero(usable)
        one, other = network.ends[sections].T
        to, come, section = np.concatenate([other, one]), np.concatenate([one, other]), np.tile(sections, 2)
        order = np.lexsort((section, come, to))
        return cls(len(network.hall), to[order], come[order], section[order], network.length_mm[section[order]])

    @cached_property
    def first(self) -> Ids:
        """Where the arms that lead to each node begin, shape (nodes + 1,)."""
        found: Ids = np.searchsorted(self.to, np.arange(self.nodes + 1))
        return found

    @cached_property
    def reached(self) -> Ids:
        """The nodes to which some arm leads, ascending."""
        found: Ids = np.flatnonzero(np.diff(self.first))
        return found

    def into(self, nodes: Ids) -> tuple[Ids, Ids]:
        """The arms that lead to some nodes of `reached`, one node after the other, and where those of each begin."""
        begin, count = self.first[nodes], np.diff(self.first)[nodes]
        starts = np.cumsum(count) - count
        return np.arange(int(count.sum())) + np.repeat(begin - starts, count), starts

    def beyond(self, nodes: Ids) -> Ids:
        """The nodes to which arms lead from some nodes, ascending."""
        come = np.zeros(self.nodes, bool)
        come[nodes] = True
        return np.unique(self.to[come[self.come]])


def may_carry(before: Arms, after: Arms) -> bool:
    """Whether lengths can be carried from one network to the other."""
    return all(len(each.length_mm) > 0 and float(each.length_mm.min()) >= LEAST_MM for each in (before, after))


def same_nodes(before: WayNetwork, after: WayNetwork) -> Ids:
    """For each node of one network the node of another one that is at its place, ABSENT for none; where two are at one place, for none."""
    places = [_single_places(network) for network in (before, after)]
    found = np.full(len(before.hall), ABSENT, np.int64)
    for place, node in places[0].items():
        found[node] = places[1].get(place, ABSENT)
    return found


def _single_places(network: WayNetwork) -> dict[tuple[float, ...], int]:
    rows = list(map(tuple, np.column_stack([network.hall, network.xyz_mm]).tolist()))
    found: dict[tuple[float, ...], int] = {}
    for node, place in enumerate(rows):
        found[place] = ABSENT if place in found else node
    return {place: node for place, node in found.items() if node != ABSENT}


def carried(before: Arms, after: Arms, same: Ids, far_mm: Reals) -> Reals:
    """How far all nodes are from some, in the network after an edit.

    Args:
        same: the node after the edit of each node before it, ABSENT for none.
        far_mm: how far all nodes were from these before it, shape (nodes before, sources); the sources are among those that are the same.

    Returns:
        Shape (nodes after, sources).
    """
    kept = np.flatnonzero(same != ABSENT)
    found = np.full((after.nodes, far_mm.shape[1]), np.inf)
    found[same[kept]] = far_mm[kept]
    lost, come = _differing(before, after, same)
    # A place that comes into a way bears what lies beyond it at once: else all of that would be dropped and found again.
    fresh = np.setdiff1d(after.reached, same[kept])
    _shorten(after, found, fresh, among=fresh)
    _drop(after, found, lost)
    open_ends = after.reached[np.isinf(found[after.reached]).any(axis=1)]
    _shorten(after, found, np.union1d(open_ends, come))
    return found


def _differing(before: Arms, after: Arms, same: Ids) -> tuple[Ids, Ids]:
    """The nodes after an edit to which an arm led that is no more, and those to which a new one leads."""
    old = list(zip(same[before.come].tolist(), same[before.to].tolist(), before.length_mm.tolist(), strict=True))
    new = list(zip(after.come.tolist(), after.to.tolist(), after.length_mm.tolist(), strict=True))
    were, are = set(old), set(new)
    lost = np.array(sorted({each[1] for each in old if each not in are} - {ABSENT}), np.int64)
    come = np.array(sorted({each[1] for each in new if each not in were}), np.int64)
    return lost, come


def _drop(arms: Arms, far_mm: Reals, nodes: Ids) -> None:
    """Drop the lengths that no arm bears any more, beginning at some nodes."""
    # To what no arm leads there is no way, but from itself.
    alone = np.setdiff1d(nodes, arms.reached)
    far_mm[alone] = np.where(far_mm[alone] == 0, 0.0, np.inf)
    while len(nodes := np.intersect1d(nodes, arms.reached)):
        which, starts = arms.into(nodes)
        here = far_mm[nodes]
        borne = far_mm[arms.come[which]] + arms.length_mm[which, None] == np.repeat(here, np.diff(starts, append=len(which)), axis=0)
        gone = ~np.logical_or.reduceat(borne, starts, axis=0) & (here > 0) & np.isfinite(here)
        far_mm[nodes] = np.where(gone, np.inf, here)
        nodes = arms.beyond(nodes[gone.any(axis=1)])


def _shorten(arms: Arms, far_mm: Reals, nodes: Ids, among: Ids | None = None) -> None:
    """Bring the lengths to the least that all arms allow, beginning at some nodes.

    Args:
        among: the nodes of which alone the lengths are brought so far; all without.
    """
    while len(nodes := np.intersect1d(nodes, arms.reached)):
        which, starts = arms.into(nodes)
        here = far_mm[nodes]
        least = np.minimum.reduceat(far_mm[arms.come[which]] + arms.length_mm[which, None], starts, axis=0)
        shorter = least < here
        far_mm[nodes] = np.where(shorter, least, here)
        nodes = arms.beyond(nodes[shorter.any(axis=1)])
        if among is not None:
            nodes = np.intersect1d(nodes, among)


def last_sections(arms: Arms, far_mm: Reals) -> Ids:
    """The section by which one comes to each node, as a search from the beginning finds it: shape (nodes, sources), ABSENT for none.

    Of several that lead there over the same length it is the one from the node that is reached first: the nearest one, then that with the
    lowest number; of several sections from there the first.
    """
    found = np.full(far_mm.shape, ABSENT, np.int64)
    if not len(arms.to):
        return found
    starts, counts = arms.first[arms.reached], np.diff(arms.first)[arms.reached]
    come = far_mm[arms.come]
    here = np.repeat(far_mm[arms.reached], counts, axis=0)
    leads = (come + arms.length_mm[:, None] == here) & np.isfinite(here)
    nearest = np.minimum.reduceat(np.where(leads, come, np.inf), starts, axis=0)
    leads &= come == np.repeat(nearest, counts, axis=0)
    number = np.where(leads, np.arange(len(arms.to))[:, None], len(arms.to))
    chosen = np.minimum.reduceat(number, starts, axis=0)
    found[arms.reached] = np.append(arms.section, ABSENT)[chosen]
    return found
