"""Shortest paths carried from one pathway network to the next, which differs in a few sections.

Lengths that depended on a removed section are dropped, and the shortest ones are then searched from the remaining nodes. The
lengths from a node are the only ones consistent with all sections, because each section has a positive length: the order of the
search does not matter, and they equal those of a complete search, to the last bit.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.pathways import WayNetwork
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids

LEAST_MM = 0.001
"""Nothing is carried for a network with shorter sections: lengths would no longer determine the nearer of two nodes."""


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """The sections that lead to each node, shape (nodes, most): ordered by their origin nodes, then by section.

    Attributes:
        come: the origin nodes, arbitrary beyond the last section.
        section: ABSENT there.
        length_mm: infinite there.
    """

    come: Ids
    section: Ids
    length_mm: Reals

    @classmethod
    def of(cls, network: WayNetwork, usable: Mask) -> "Arms":
        """Those of a network that may be used."""
        sections, nodes = np.flatnonzero(usable), len(network.hall)
        one, other = network.ends[sections].T
        to, come, section = np.concatenate([other, one]), np.concatenate([one, other]), np.tile(sections, 2)
        order = np.lexsort((section, come, to))
        to, come, section = to[order], come[order], section[order]
        counts = np.bincount(to, minlength=nodes)
        at = to, np.arange(len(to)) - np.repeat(np.cumsum(counts) - counts, counts)
        shape = nodes, int(counts.max(initial=0))
        arms = cls(np.zeros(shape, np.int64), np.full(shape, ABSENT, np.int64), np.full(shape, np.inf))
        arms.come[at], arms.section[at], arms.length_mm[at] = come, section, network.length_mm[section]
        return arms

    def beyond(self, nodes: Ids) -> Ids:
        """The nodes to which sections lead from some nodes, ascending."""
        return np.unique(self.come[nodes][self.section[nodes] != ABSENT])

    def lengths(self, nodes: Ids, far_mm: Reals) -> Iterator[Reals]:
        """The lengths to some nodes through each of their sections, in order, given the lengths of the origin nodes."""
        for turn in range(self.come.shape[1]):
            yield far_mm[self.come[nodes, turn]] + self.length_mm[nodes, turn, None]


def may_carry(before: Arms, after: Arms) -> bool:
    """Whether lengths can be carried from one network to the other."""
    return all(arms.length_mm.size > 0 and float(arms.length_mm.min()) >= LEAST_MM for arms in (before, after))


def same_nodes(before: WayNetwork, after: WayNetwork) -> Ids:
    """For each node of one network the node of another one that is at its place, ABSENT for none; where two are at one place, for none."""
    places = [_single_places(network) for network in (before, after)]
    nodes = np.full(len(before.hall), ABSENT, np.int64)
    for place, node in places[0].items():
        nodes[node] = places[1].get(place, ABSENT)
    return nodes


def _single_places(network: WayNetwork) -> dict[tuple[float, ...], int]:
    rows = list(map(tuple, np.column_stack([network.hall, network.xyz_mm]).tolist()))
    nodes_by_place: dict[tuple[float, ...], int] = {}
    for node, place in enumerate(rows):
        nodes_by_place[place] = ABSENT if place in nodes_by_place else node
    return {place: node for place, node in nodes_by_place.items() if node != ABSENT}


def carried(before: Arms, after: Arms, same: Ids, far_mm: Reals) -> Reals:
    """How far all nodes are from some, in the network after an edit.

    Args:
        same: the node after the edit of each node before it, ABSENT for none.
        far_mm: how far all nodes were from these before it, shape (nodes before, sources); the sources are among those that are the same.

    Returns:
        Shape (nodes after, sources).
    """
    surviving = np.flatnonzero(same != ABSENT)
    nodes = len(after.come)
    carried_mm = np.full((nodes, far_mm.shape[1]), np.inf)
    carried_mm[same[surviving]] = far_mm[surviving]
    # A place that comes into a pathway supports what is beyond it at once: else all of that would be dropped and found again.
    fresh = np.setdiff1d(np.arange(nodes), same[surviving])
    _shorten(after, carried_mm, fresh, among=fresh)
    lost, come = _differing(before, after, same)
    _drop(after, carried_mm, lost)
    _shorten(after, carried_mm, np.union1d(np.flatnonzero(np.isinf(carried_mm).any(axis=1)), come))
    return carried_mm


def _differing(before: Arms, after: Arms, same: Ids) -> tuple[Ids, Ids]:
    """The nodes after an edit to which a section led that is no more, and those to which a new one leads."""
    old, new = _keys(before, same), _keys(after, np.arange(len(after.come)))
    lost, come = ({key[0] for key in one - other} - {ABSENT} for one, other in ((old, new), (new, old)))
    return np.array(sorted(lost), np.int64), np.array(sorted(come), np.int64)


def _keys(arms: Arms, named: Ids) -> set[tuple[int, int, float]]:
    """For each section in each direction, its destination, its origin, and its length."""
    to, turn = np.nonzero(arms.section != ABSENT)
    return set(zip(named[to].tolist(), named[arms.come[to, turn]].tolist(), arms.length_mm[to, turn].tolist(), strict=True))


def _drop(arms: Arms, far_mm: Reals, nodes: Ids) -> None:
    """Drop the lengths that no section supports any more, beginning at some nodes."""
    while len(nodes):
        here = far_mm[nodes]
        # A node is not far from itself, whatever leads there.
        borne = (here == 0) | np.isinf(here)
        for length in arms.lengths(nodes, far_mm):
            borne |= length == here
        far_mm[nodes] = np.where(borne, here, np.inf)
        nodes = arms.beyond(nodes[~borne.all(axis=1)])


def _shorten(arms: Arms, far_mm: Reals, nodes: Ids, among: Ids | None = None) -> None:
    """Bring the lengths to the least that all sections allow, beginning at some nodes.

    Args:
        among: the nodes of which alone the lengths are brought so far; all without.
    """
    while len(nodes):
        here = far_mm[nodes]
        least = here
        for length in arms.lengths(nodes, far_mm):
            least = np.minimum(least, length)
        far_mm[nodes] = least
        nodes = arms.beyond(nodes[(least < here).any(axis=1)])
        if among is not None:
            nodes = np.intersect1d(nodes, among)


def last_sections(arms: Arms, far_mm: Reals) -> Ids:
    """The section that leads to each node, as found by a complete search: shape (nodes, sources), ABSENT for none.

    Of several that lead there with the same length it is the one from the node reached first: the nearest one, then that with the
    lowest number; of several sections from there the first.
    """
    every = np.arange(len(arms.come))
    sections, nearest = np.full(far_mm.shape, ABSENT, np.int64), np.full(far_mm.shape, np.inf)
    for turn, length in enumerate(arms.lengths(every, far_mm)):
        come = far_mm[arms.come[:, turn]]
        nearer = (length == far_mm) & (come < nearest)
        sections = np.where(nearer, arms.section[:, turn, None], sections)
        nearest = np.where(nearer, come, nearest)
    return sections
