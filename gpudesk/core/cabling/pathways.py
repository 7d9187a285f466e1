"""Cable pathways as a network: the intersections of trays, conduits and ducts, and the sections between.

A pathway is a line through a hall at one height. Cables change from one to another where the two cross, or where one ends next
to another: at equal height within the same plane, otherwise by a drop (a waterfall) as long as the difference in height. Conduits
and ducts are closed: cables enter only at their ends. A riser joins all pathways that pass its position, at any height; a duct
joins the hall of its first point with that of its last.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from gpudesk.core.cabling.pathway_halls import HallWays, Stage, Way, hall_ways
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids

FIBRE, COPPER = "fibre", "copper"


@dataclass(frozen=True, slots=True, eq=False)
class WayNetwork:
    """Pathways cut at their intersections.

    Attributes:
        xyz_mm, hall: of the points where sections meet or end, shape (nodes, 3) and (nodes,).
        ends: the nodes of each section, shape (sections, 2).
        way: the index of its pathway, ABSENT for a drop from one pathway to another, shape (sections,).
        start_mm: the position along its pathway at which it begins.
        length_mm: its length.
        pieces: the straight segments of the sections of open pathways.
        halls: each hall cut separately, from which the network is assembled.
    """

    xyz_mm: Reals
    hall: Ids
    ends: Ids
    way: Ids
    start_mm: Reals
    length_mm: Reals
    pieces: "Pieces"
    halls: Mapping[int, HallWays]

    def carrying(self, ways: Sequence[Way], carried: str) -> Mask:
        """The sections in which something may lie: "fiber" or "copper"; shape (sections,)."""
        fits = np.array([way.carries in ("", carried) for way in ways] + [True])
        can_carry: Mask = fits[self.way]
        return can_carry

    def __len__(self) -> int:
        return len(self.way)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Straight segments of sections, shape (pieces,): start and end, height, and position along the section."""

    section: Ids
    hall: Ids
    first: Reals
    second: Reals
    height_mm: Reals
    start_mm: Reals


_NOTHING, _NO_POINTS = np.empty(0, np.int64), np.empty((0, 2))
_NO_PIECES = Pieces(_NOTHING, _NOTHING, _NO_POINTS, _NO_POINTS, np.empty(0), np.empty(0))
_NO_WAYS = WayNetwork(
    np.empty((0, 3)), _NOTHING, np.empty((0, 2), np.int64), _NOTHING, np.empty(0), np.empty(0), _NO_PIECES, MappingProxyType({})
)


def way_network(ways: Sequence[Way], before: WayNetwork | None = None) -> WayNetwork:
    """Cut pathways at their intersections; see the module for the rules.

    Args:
        before: a network whose halls are reused if their pathways are unchanged; the result is the same without it.
    """
    if not ways:
        return _NO_WAYS
    halls = {}
    for hall in sorted({hall for way in ways for hall in way.halls}):
        ways_in_hall = [way for way in ways if hall in way.halls]
        known = None if before is None else before.halls.get(hall)
        halls[hall] = known if known is not None and known.is_of(ways_in_hall) else hall_ways(hall, ways_in_hall)
    return _Joined(ways, halls).network()


@dataclass(frozen=True, slots=True, eq=False)
class _Sections:
    """Sections as `WayNetwork` has them."""

    ends: Ids
    way: Ids
    start_mm: Reals
    length_mm: Reals


class _Joined:
    """Puts the halls of a network together: nodes are numbered by `Stage`, sections by ways and along them, drops after all others."""

    def __init__(self, ways: Sequence[Way], halls: Mapping[int, HallWays]) -> None:
        self._ways, self._halls, self._parts = ways, halls, list(halls.values())
        counts = [len(part.stage) for part in self._parts]
        self._begin = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        """The start of each hall's nodes in the concatenation of all halls."""
        self._hall = np.repeat(np.array(list(halls), np.int64), counts)
        self._places = [np.array([place for place, way in enumerate(ways) if hall in way.halls], np.int64) for hall in halls]
        """The ways of each hall by their places among all ways."""
        self._rank = self._ranks()
        """The number of each node among all."""

    def network(self) -> WayNetwork:
        root = self._rank[np.concatenate([part.root + begin for part, begin in zip(self._parts, self._begin, strict=False)])]
        counts = np.zeros(len(root), bool)
        counts[root] = True
        number = (np.cumsum(counts) - 1)[root]
        """The node of the network that each node became."""
        by_rank = np.argsort(self._rank)
        whole = by_rank[counts]
        xyz = np.concatenate([part.xyz_mm for part in self._parts])[whole]
        rows, turn = self._sections()
        low, high, drop_mm = self._drops()
        ends = np.concatenate([number[rows.ends], number[by_rank[np.stack([low, high], axis=1)]]]).reshape(-1, 2)
        way = np.concatenate([rows.way, np.full(len(low), ABSENT, np.int64)])
        start, length = np.concatenate([rows.start_mm, np.zeros(len(low))]), np.concatenate([rows.length_mm, drop_mm])
        return WayNetwork(xyz, self._hall[whole], ends, way, start, length, self._pieces(turn), self._halls)

    def _ranks(self) -> Ids:
        """Joints follow the halls, all other nodes the ways that they were made for."""
        stage = np.concatenate([part.stage for part in self._parts])
        owner = self._of_parts(lambda part, places: np.append(places, ABSENT)[part.owner])
        rank = np.empty(len(stage), np.int64)
        # Of one way the nodes follow each other within a hall, and its begin is before its end.
        order = np.lexsort((np.arange(len(stage)), self._end_of_way(), np.where(stage == Stage.JOINT, self._hall, owner), stage))
        rank[order] = np.arange(len(stage))
        return rank

    def _end_of_way(self) -> Ids:
        """1 for the nodes at the far ends of closed ways, 0 for all others."""
        ends = np.zeros(int(self._begin[-1]), np.int64)
        for part, begin in zip(self._parts, self._begin, strict=False):
            ends[part.closed[:, 2] + begin] = part.closed[:, 1]
        return ends

    def _of_parts(self, of: Callable[[HallWays, Ids], Ids]) -> Ids:
        return np.concatenate([of(part, places) for part, places in zip(self._parts, self._places, strict=True)])

    def _sections(self) -> tuple[_Sections, Ids]:
        """The sections of all pathways in order; and for the concatenated sections of the halls, their new indices."""
        ends = [part.ends + begin for part, begin in zip(self._parts, self._begin, strict=False)]
        inner = sum(map(len, ends))
        closed, at = self._closed()
        way = np.concatenate([self._of_parts(lambda part, places: places[part.way]), closed])
        start = np.concatenate([*(part.start_mm for part in self._parts), np.zeros(len(closed))])
        length = np.concatenate([*(part.length_mm for part in self._parts), self._closed_mm(closed)])
        order = np.lexsort((start, way))
        turn = np.empty(len(order), np.int64)
        turn[order] = np.arange(len(order))
        every = np.concatenate([*ends, at]).astype(np.int64).reshape(-1, 2)
        return _Sections(every[order], way[order], start[order], length[order]), turn[:inner]

    def _closed(self) -> tuple[Ids, Ids]:
        """The closed ways that are one section from end to end, by their places, and the nodes of both ends."""
        nodes: dict[tuple[int, int], int] = {}
        for part, places, begin in zip(self._parts, self._places, self._begin.tolist(), strict=False):
            for place, side, node in part.closed.tolist():
                nodes[int(places[place]), side] = node + begin
        closed = sorted(place for place, side in nodes if side == 1)
        ends = [(nodes[place, 0], nodes[place, 1]) for place in closed]
        return np.array(closed, np.int64), np.array(ends, np.int64).reshape(-1, 2)

    def _closed_mm(self, closed: Ids) -> Reals:
        ways = [self._ways[place] for place in closed.tolist()]
        return np.array([float(way.along_mm()[-1]) if way.length_mm is None else way.length_mm for way in ways], np.float64)

    def _drops(self) -> tuple[Ids, Ids, Reals]:
        """Between which nodes, by their numbers, and how far cables fall."""
        drops = np.concatenate([part.drops + begin for part, begin in zip(self._parts, self._begin, strict=False)])
        pairs = np.sort(self._rank[drops.astype(np.int64)], axis=1)
        order = np.lexsort((pairs[:, 1], pairs[:, 0]))
        drop_mm = np.concatenate([part.drop_mm for part in self._parts])
        return pairs[order, 0], pairs[order, 1], drop_mm[order]

    def _pieces(self, turn: Ids) -> Pieces:
        begins = np.cumsum([0, *(len(part.way) for part in self._parts)])
        section = turn[np.concatenate([part.pieces[:, 0] + begin for part, begin in zip(self._parts, begins, strict=False)])]
        hall = np.repeat(np.array(list(self._halls), np.int64), [len(part.pieces) for part in self._parts])
        way = self._of_parts(lambda part, places: places[part.pieces[:, 1]])
        first, second = (np.concatenate([part.piece_ends[end] for part in self._parts]) for end in (0, 1))
        start = np.concatenate([part.piece_mm for part in self._parts])
        order = np.argsort(section, kind="stable")
        height = np.array([way.height_mm for way in self._ways], np.float64)[way]
        return Pieces(section[order], hall[order], first[order], second[order], height[order], start[order])
