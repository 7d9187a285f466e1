"""Shortest paths for cables through a network of ways, many at once."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.pathway_path_update import Arms, carried, last_sections, may_carry, same_nodes
from gpudesk.core.cabling.pathways import WayNetwork
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids

MOST_CHOICES = 3
"""Maximum number of mutually disconnected pathways that a rack may reach."""
PLACES_AT_ONCE = 256
_MANY_PLACES = 500
"""Minimum number of places in a hall for which the nearest results are cached."""


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """The entry points of cables from some places into pathways, shape (places, choices); the nearest choice first.

    Attributes:
        section: ABSENT for none.
        along_mm: distance along the section.
        gap_mm: from the place to the entry point, at right angles.
        xyz_mm: the entry point, shape (places, choices, 3).
    """

    section: Ids
    along_mm: Reals
    gap_mm: Reals
    xyz_mm: Reals

    @property
    def choices(self) -> int:
        """How many choices the place has that has most."""
        return int((self.section != ABSENT).any(axis=0).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Paths of pairs of places, shape (pairs,).

    Attributes:
        length_mm: from the entry into the first pathway to the exit from the last, with the gaps at both ends; NaN if none.
        entry_mm, exit_mm: these points, shape (pairs, 3).
        first: the start of each path's sections in the three arrays that follow, shape (pairs + 1,).
        section: sections, from the first place to the second.
        low_mm, high_mm: the range of each section that it uses.
    """

    length_mm: Reals
    entry_mm: Reals
    exit_mm: Reals
    first: Ids
    section: Ids
    low_mm: Reals
    high_mm: Reals

    def among(self, pairs: Ids) -> "Paths":
        """Those of some pairs."""
        counts = np.diff(self.first)[pairs]
        first = np.concatenate([[0], np.cumsum(counts)])
        at = np.arange(int(first[-1])) + np.repeat(self.first[:-1][pairs] - first[:-1], counts)
        ends = self.length_mm[pairs], self.entry_mm[pairs], self.exit_mm[pairs]
        return Paths(*ends, first, self.section[at], self.low_mm[at], self.high_mm[at])


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """The nearest results for some places of one hall, shape (places, choices), as in `Reached`.

    Attributes:
        asked: all inputs that determine it.
        piece: the index among the usable segments there, ABSENT for none.
    """

    asked: tuple[Reals | Ids, ...]
    piece: Ids
    along_mm: Reals
    gap_mm: Reals
    xyz_mm: Reals


class WayPaths:
    """Paths through the usable sections of a network.

    Args:
        usable: shape (sections,).

    Attributes:
        network: the network.
        part: a number for each connected component, shape (nodes,).
    """

    def __init__(self, network: WayNetwork, usable: Mask) -> None:
        self.network = network
        self._usable = usable
        self.part = _parts(len(network.hall), network.ends[usable])
        self._known: dict[int, tuple[Reals, Ids]] = {}
        self._near: dict[int, _Near] = {}

    def has_been_asked(self) -> bool:
        """Whether paths or nearest results were requested, so that there is something to carry."""
        return bool(self._known) or bool(self._near)

    @cached_property
    def _all_arms(self) -> Arms:
        return Arms.of(self.network, self._usable)

    def carry(self, before: "WayPaths") -> None:
        """Reuse the results of another network that differs in a few pathways; all results equal those without reuse."""
        self._near.update(before._near)
        same = same_nodes(before.network, self.network)
        # A list first: other threads may ask meanwhile.
        known = {source: lengths for source, (lengths, _) in list(before._known.items()) if same[source] != ABSENT}
        if not known or not may_carry(before._all_arms, self._all_arms):
            return
        far = carried(before._all_arms, self._all_arms, same, np.stack(list(known.values()), axis=1))
        via = last_sections(self._all_arms, far)
        for source, lengths, sections in zip(known, far.T, via.T, strict=True):
            self._known[int(same[source])] = np.ascontiguousarray(lengths), np.ascontiguousarray(sections)

    @cached_property
    def _arms(self) -> list[list[tuple[int, float, int]]]:
        """For each node the nodes to which sections lead from it, how far that is, and by which section."""
        arms: list[list[tuple[int, float, int]]] = [[] for _ in range(len(self.network.hall))]
        sections = np.flatnonzero(self._usable)
        ends, lengths = self.network.ends[sections].tolist(), self.network.length_mm[sections].tolist()
        for section, (one, other), length in zip(sections.tolist(), ends, lengths, strict=True):
            arms[one].append((other, length, section))
            arms[other].append((one, length, section))
        return arms

    def reached(self, hall: Ids, xy_mm: Reals, height_mm: Reals, most_mm: float) -> Reached:
        """The nearest pathway of each of some places, and the next of those not connected with it.

        Args:
            xy_mm: shape (places, 2).
            height_mm: of the object there; a pathway counts as nearer if cables climb less to reach it.
            most_mm: maximum horizontal distance of a pathway.
        """
        count = len(hall)
        section = np.full((count, MOST_CHOICES), ABSENT, np.int64)
        along, gap = np.zeros((count, MOST_CHOICES)), np.full((count, MOST_CHOICES), np.nan)
        xyz = np.zeros((count, MOST_CHOICES, 3))
        pieces = self.network.pieces
        may = self._usable[pieces.section]
        for hall_id in np.unique(hall).tolist():
            here, near = np.flatnonzero(hall == hall_id), np.flatnonzero(may & (pieces.hall == hall_id))
            if not len(near):
                continue
            nearest = self._near_in(hall_id, xy_mm[here], height_mm[here], near, most_mm)
            for choice in range(nearest.piece.shape[1]):
                there = nearest.piece[:, choice] != ABSENT
                at, chosen = here[there], near[nearest.piece[there, choice]]
                section[at, choice] = pieces.section[chosen]
                along[at, choice] = nearest.along_mm[there, choice]
                gap[at, choice] = nearest.gap_mm[there, choice]
                xyz[at, choice] = nearest.xyz_mm[there, choice]
        return Reached(section, along, gap, xyz)

    def _near_in(self, hall: int, xy_mm: Reals, height_mm: Reals, near: Ids, most_mm: float) -> "_Near":
        """The nearest of its segments for places of one hall; for many places it is cached while that hall is unchanged."""
        pieces = self.network.pieces
        part = np.unique(self.part[self.network.ends[pieces.section[near], 0]], return_inverse=True)[1]
        inputs = (xy_mm, height_mm, part, np.array([most_mm]), *(end_points[near] for end_points in (pieces.first, pieces.second)))
        inputs = (*inputs, pieces.height_mm[near], pieces.start_mm[near])
        known = self._near.get(hall)
        if known is not None and all(np.array_equal(one, other) for one, other in zip(known.asked, inputs, strict=True)):
            return known
        nearest = self._nearest(inputs, xy_mm, height_mm, near, part, most_mm)
        if len(xy_mm) >= _MANY_PLACES:
            self._near[hall] = nearest
        return nearest

    def _nearest(self, asked: tuple[Reals | Ids, ...], xy_mm: Reals, height_mm: Reals, near: Ids, part: Ids, most_mm: float) -> "_Near":
        pieces = self.network.pieces
        shape = len(xy_mm), min(int(part.max()) + 1, MOST_CHOICES)
        nearest = _Near(asked, np.full(shape, ABSENT, np.int64), np.zeros(shape), np.full(shape, np.nan), np.zeros((*shape, 3)))
        # Every place meets every piece: as many at once as stay in the cache of a processor.
        for start in range(0, len(xy_mm), PLACES_AT_ONCE):
            block = np.arange(start, min(start + PLACES_AT_ONCE, len(xy_mm)))
            gaps, places = self._gaps(xy_mm[block], near)
            cost = np.where(gaps <= most_mm, gaps + np.abs(pieces.height_mm[near] - height_mm[block][:, None]), np.inf)
            best = np.full((len(block), int(part.max()) + 1), 0)
            least = np.full(best.shape, np.inf)
            for number in range(best.shape[1]):
                columns = np.flatnonzero(part == number)
                best[:, number] = columns[np.argmin(cost[:, columns], axis=1)]
                least[:, number] = cost[np.arange(len(block)), best[:, number]]
            order = np.argsort(least, axis=1, kind="stable")[:, :MOST_CHOICES]
            for choice in range(order.shape[1]):
                turn = np.arange(len(block))
                there = least[turn, order[:, choice]] < np.inf
                piece, at = best[turn, order[:, choice]][there], turn[there]
                chosen, share = near[piece], places[at, piece]
                begin, end = pieces.first[chosen], pieces.second[chosen]
                long = np.linalg.norm(end - begin, axis=1)
                nearest.piece[block[at], choice] = piece
                nearest.along_mm[block[at], choice] = pieces.start_mm[chosen] + share * long
                nearest.gap_mm[block[at], choice] = gaps[at, piece]
                nearest.xyz_mm[block[at], choice, :2] = begin + share[:, None] * (end - begin)
                nearest.xyz_mm[block[at], choice, 2] = pieces.height_mm[chosen]
        return nearest

    def _gaps(self, xy_mm: Reals, near: Ids) -> tuple[Reals, Reals]:
        """The distance of places from segments at right angles, and the relative nearest position, shape (places, pieces)."""
        first, second = self.network.pieces.first[near], self.network.pieces.second[near]
        run = second - first
        long = np.maximum(np.linalg.norm(run, axis=1), 1e-9)
        unit = run / long[:, None]
        away_x, away_y = (xy_mm[:, axis, None] - first[:, axis] for axis in (0, 1))
        forward = away_x * unit[:, 0] + away_y * unit[:, 1]
        aside = np.abs(away_x * unit[:, 1] - away_y * unit[:, 0])
        beyond = np.maximum(-forward, 0.0) + np.maximum(forward - long, 0.0)
        return aside + beyond, np.clip(forward / long, 0.0, 1.0)

    def paths(self, a: Reached, b: Reached, first: Ids, second: Ids) -> Paths:
        """The shortest paths of pairs: from places `first` of `a` to places `second` of `b`, shape (pairs,)."""
        return _Search(self, a, b, first, second).found()

    def same_part(self, one: Ids, other: Ids) -> Mask:
        """Whether sections are connected; ABSENT is connected with nothing."""
        ends = self.network.ends[:, 0]
        is_same_part: Mask = (one != ABSENT) & (other != ABSENT) & (self.part[ends[one]] == self.part[ends[other]])
        return is_same_part

    def unknown(self, sources: Iterable[int]) -> int:
        """The number of the given nodes whose paths were not requested yet."""
        return sum(source not in self._known for source in sources)

    def from_node(self, source: int) -> tuple[Reals, Ids]:
        """The path from a node to every other one (Dijkstra), and the section that leads there: shape (nodes,) each."""
        known = self._known.get(source)
        if known is not None:
            return known
        arms = self._arms
        far = [np.inf] * len(arms)
        via = [ABSENT] * len(arms)
        far[source] = 0.0
        heap = [(0.0, source)]
        while heap:
            length, node = heapq.heappop(heap)
            if length > far[node]:
                continue
            for other, step, section in arms[node]:
                there = length + step
                if there < far[other]:
                    far[other], via[other] = there, section
                    heapq.heappush(heap, (there, other))
        self._known[source] = np.array(far), np.array(via, np.int64)
        return self._known[source]


def _parts(nodes: int, ends: Ids) -> Ids:
    """For each node the lowest node connected with it.

    Args:
        ends: of the connecting sections, shape (sections, 2).
    """
    part = np.arange(nodes)
    while len(ends):
        lowest = part[ends].min(axis=1)
        following = part.copy()
        np.minimum.at(following, part[ends].ravel(), np.repeat(lowest, 2))
        # From one to the next, so that a long chain takes few turns.
        while not np.array_equal(following, shorter := following[following]):
            following = shorter
        if np.array_equal(following, part):
            break
        part = following
    return part


class _Search:
    """The shortest paths of pairs. Searched from the side with fewer unsearched nodes."""

    def __init__(self, ways: WayPaths, a: Reached, b: Reached, first: Ids, second: Ids) -> None:
        self._ways, self._a, self._b, self._first, self._second = ways, a, b, first, second
        pairs = len(first)
        self._length = np.full(pairs, np.inf)
        self._choice = np.zeros((pairs, 2), np.int64)
        self._nodes = np.full((pairs, 2), ABSENT, np.int64)

    def found(self) -> Paths:
        if len(self._ways.network):
            for choice in range(self._a.choices):
                for other in range(self._b.choices):
                    sections = self._a.section[self._first, choice], self._b.section[self._second, other]
                    self._try(np.flatnonzero(self._ways.same_part(*sections)), choice, other)
        return self._walked()

    def _try(self, at: Ids, mine: int, other: int) -> None:
        """Keep the paths of some pairs for one choice at each end, if they are shorter than the known ones."""
        if not len(at):
            return
        network = self._ways.network
        first, second = self._first[at], self._second[at]
        sections = self._a.section[first, mine], self._b.section[second, other]
        along = self._a.along_mm[first, mine], self._b.along_mm[second, other]
        gaps = self._a.gap_mm[first, mine] + self._b.gap_mm[second, other]
        nodes = [network.ends[section] for section in sections]
        rest = [np.stack([way, network.length_mm[section] - way], axis=1) for section, way in zip(sections, along, strict=True)]
        between = self._between(nodes[0], nodes[1])
        total = rest[0][:, :, None] + between + rest[1][:, None, :] + gaps[:, None, None]
        flat = total.reshape(len(at), 4)
        best = np.argmin(flat, axis=1)
        least = flat[np.arange(len(at)), best]
        straight = np.where(sections[0] == sections[1], np.abs(along[0] - along[1]) + gaps, np.inf)
        direct = straight <= least
        least = np.where(direct, straight, least)
        shorter = least < self._length[at] - 1e-6
        here = at[shorter]
        self._length[here] = least[shorter]
        self._choice[here] = mine, other
        turn = np.arange(len(at))
        ends = np.stack([nodes[0][turn, best // 2], nodes[1][turn, best % 2]], axis=1)
        self._nodes[here] = np.where(direct[:, None], ABSENT, ends)[shorter]

    def _between(self, one: Ids, other: Ids) -> Reals:
        """The ways between the ends of sections: shape (pairs, 2, 2)."""
        sources = [np.unique(nodes) for nodes in (one, other)]
        costs = [(self._ways.unknown(nodes.tolist()), len(nodes)) for nodes in sources]
        # Of two sides alike the second one: the walk back needs the ways from there.
        turned = costs[1] <= costs[0]
        source = sources[int(turned)]
        table = np.stack([self._ways.from_node(node)[0] for node in source.tolist()])
        if turned:
            way_mm = table[np.searchsorted(source, other)[:, None, :], one[:, :, None]]
        else:
            way_mm = table[np.searchsorted(source, one)[:, :, None], other[:, None, :]]
        return np.asarray(way_mm)

    def _walked(self) -> Paths:
        """The sections of all paths, found by walking back from their ends, all at once."""
        network = self._ways.network
        pairs = len(self._first)
        joined = np.isfinite(self._length)
        turn = np.arange(pairs)
        sections = self._a.section[self._first, self._choice[:, 0]], self._b.section[self._second, self._choice[:, 1]]
        along = self._a.along_mm[self._first, self._choice[:, 0]], self._b.along_mm[self._second, self._choice[:, 1]]
        direct = joined & (self._nodes[:, 0] == ABSENT)
        through = np.flatnonzero(joined & ~direct)
        steps: list[tuple[Ids, Ids, Ids, Reals, Reals]] = []
        """Pair, place within the path, section, stretch."""
        low, high = np.minimum(*along), np.maximum(*along)
        steps.append((turn[direct], np.zeros(direct.sum(), np.int64), sections[0][direct], low[direct], high[direct]))
        if len(through):
            count = self._walk_between(through, steps)
            for side, place in ((0, np.zeros(len(through), np.int64)), (1, count + 1)):
                section, at = sections[side][through], along[side][through]
                backward = network.ends[section, 0] == self._nodes[through, side]
                long = network.length_mm[section]
                # A section may lead from a node to itself; then the shorter stretch is the one.
                looped = network.ends[section, 0] == network.ends[section, 1]
                backward = np.where(looped, at <= long - at, backward)
                begin, end = np.where(backward, 0.0, at), np.where(backward, at, long)
                # Where cables come in just at a node, they take nothing of that section.
                some = np.flatnonzero(end > begin)
                steps.append((through[some], place[some], section[some], begin[some], end[some]))
        pair, place, section = (np.concatenate([step[part] for step in steps]).astype(np.int64) for part in range(3))
        lows, highs = (np.concatenate([step[part] for step in steps]) for part in (3, 4))
        order = np.lexsort((place, pair))
        counts = np.bincount(pair, minlength=pairs)
        first = np.concatenate([[0], np.cumsum(counts)])
        entry, leaving = (
            reached.xyz_mm[which, self._choice[:, side]]
            for side, (reached, which) in enumerate(((self._a, self._first), (self._b, self._second)))
        )
        length = np.where(joined, self._length, np.nan)
        return Paths(length, entry, leaving, first, section[order], lows[order], highs[order])

    def _walk_between(self, through: Ids, steps: list[tuple[Ids, Ids, Ids, Reals, Reals]]) -> Ids:
        """Add the sections between the first and the last one of paths; returns how many each has."""
        network = self._ways.network
        sources, which = np.unique(self._nodes[through, 1], return_inverse=True)
        via = np.stack([self._ways.from_node(node)[1] for node in sources.tolist()])
        node = self._nodes[through, 0].copy()
        count = np.zeros(len(through), np.int64)
        going = np.flatnonzero(node != self._nodes[through, 1])
        while len(going):
            section = via[which[going], node[going]]
            count[going] += 1
            steps.append((through[going], count[going], section, np.zeros(len(going)), network.length_mm[section]))
            ends = network.ends[section]
            node[going] = np.where(ends[:, 0] == node[going], ends[:, 1], ends[:, 0])
            going = going[node[going] != self._nodes[through[going], 1]]
        return count
