"""The cable pathways of one hall, cut at their intersections: the part of a network that depends on this hall only.

An edit of a pathway affects only the halls of that pathway; those of all others are reused unchanged (`pathways.way_network`).
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids

OPEN = (PathwayKind.TRAY, PathwayKind.LADDER, PathwayKind.BASKET)
"""The kinds that cables can enter anywhere along them."""
TOUCH_MM = 50.0
"""A pathway that ends within this distance of another is joined to it."""
MOST_DROP_MM = 1500.0
"""Maximum vertical drop of cables from one pathway to another without a riser."""
_SAME_MM = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A cable pathway.

    Attributes:
        points: of its line, in mm of its hall, shape (n, 2); the last one of a duct in that of its other hall.
        to_hall: its destination hall, ABSENT if it stays in its hall.
        length_mm: of a duct, or of a riser to another hall.
        carries: the cables it may contain, "" for any.
    """

    hall: int
    kind: PathwayKind
    points: Reals
    height_mm: float
    width_mm: float
    to_hall: int = ABSENT
    length_mm: float | None = None
    carries: str = ""

    @property
    def open(self) -> bool:
        """Whether cables can enter anywhere along it."""
        return self.kind in OPEN and self.to_hall == ABSENT

    @property
    def halls(self) -> tuple[int, ...]:
        """The halls in which it has an end."""
        return (self.hall,) if self.to_hall in (ABSENT, self.hall) else (self.hall, self.to_hall)

    @property
    def rises(self) -> bool:
        """Whether it is a riser within its hall."""
        return self.kind is PathwayKind.RISER and self.to_hall == ABSENT

    def along_mm(self) -> Reals:
        """The distance of each of its points along its line."""
        return np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(self.points, axis=0), axis=1))])

    def cuts_as(self, other: "Way") -> bool:
        """Whether another pathway is cut identically."""
        return self is other or (
            self.hall == other.hall
            and self.kind is other.kind
            and self.height_mm == other.height_mm
            and self.width_mm == other.width_mm
            and self.to_hall == other.to_hall
            and np.array_equal(self.points, other.points)
        )


class Stage(IntEnum):
    """In which order the nodes of all halls are numbered."""

    OPEN_END = 0
    CLOSED_END = 1
    JOINT = 2
    LEVEL = 3


@dataclass(frozen=True, slots=True, eq=False)
class HallWays:
    """The pathways of a hall, cut at their intersections; indices of pathways refer to `ways`.

    Attributes:
        ways: those that have an end in the hall, in the order of all pathways.
        xyz_mm: of the nodes, shape (nodes, 3).
        stage, owner: a `Stage` of each node, and the index of the pathway for which it was created, ABSENT for a joint.
        root: the representative node at the same position, for each.
        ends: the nodes of each section, in the order of pathways and along them; shape (sections, 2).
        way: its index, start_mm, length_mm: as in `WayNetwork`.
        drops: the nodes between which cables drop, shape (drops, 2); drop_mm: vertical distance.
        closed: for each end of a closed pathway its index, 0 for its start and 1 for its end, and its node: shape (ends, 3).
        pieces: section and pathway of each straight segment, shape (pieces, 2).
        piece_ends: start and end of each, shape (2, pieces, 2).
        piece_mm: the position along its section at which each begins.
    """

    ways: tuple[Way, ...]
    xyz_mm: Reals
    stage: Ids
    owner: Ids
    root: Ids
    ends: Ids
    way: Ids
    start_mm: Reals
    length_mm: Reals
    drops: Ids
    drop_mm: Reals
    closed: Ids
    pieces: Ids
    piece_ends: Reals
    piece_mm: Reals

    def is_of(self, ways: Sequence[Way]) -> bool:
        """Whether it is the result for the given pathways."""
        return len(ways) == len(self.ways) and all(one.cuts_as(other) for one, other in zip(self.ways, ways, strict=True))


@dataclass(slots=True)
class _Cut:
    """A position at which a pathway is cut: the distance along it, and its node."""

    along_mm: float
    node: int


class _Maker:
    """Cuts the ways of a hall into sections."""

    def __init__(self, hall: int, ways: Sequence[Way]) -> None:
        self._hall, self._ways = hall, ways
        self._xyz: list[tuple[float, float, float]] = []
        self._made_for: list[tuple[int, int]] = []
        """Stage and pathway of each node."""
        self._cuts: list[list[_Cut]] = [[] for _ in ways]
        self._drops: dict[tuple[int, int], float] = {}
        self._joined: list[int] = []
        self._crossed: set[tuple[int, int]] = set()
        self._feet: dict[int, int] = {}
        """Riser → its node at its own height."""
        self._sections: list[tuple[int, int, int, float, float]] = []
        """First node, second node, pathway, start position, length."""
        self._lines = [way.points.tolist() for way in ways]
        self._along = [way.along_mm() for way in ways]

    def made(self) -> HallWays:
        for place, way in enumerate(self._ways):
            if way.open and len(way.points):
                for along in (0.0, float(self._along[place][-1])):
                    self._cut(place, along, Stage.OPEN_END)
        closed = [
            (place, side, point, node)
            for place, way in enumerate(self._ways)
            if not way.open and len(way.points)
            for side, point, node in self._closed_ends(place)
        ]
        self._join_in([(place, point, node) for place, _, point, node in closed])
        self._sort_out()
        return self._hall_ways([(place, side, node) for place, side, _, node in closed])

    # nodes

    def _node(self, x_mm: float, y_mm: float, z_mm: float, stage: int, place: int) -> int:
        self._xyz.append((x_mm, y_mm, z_mm))
        self._made_for.append((stage, place))
        self._joined.append(len(self._joined))
        return len(self._xyz) - 1

    def _cut(self, place: int, along_mm: float, stage: int = Stage.JOINT) -> int:
        """The node at a position along an open pathway, created if there is none."""
        for cut in self._cuts[place]:
            if abs(cut.along_mm - along_mm) < _SAME_MM:
                return cut.node
        x, y = _point_of(self._lines[place], self._along[place], along_mm)
        node = self._node(x, y, self._ways[place].height_mm, stage, ABSENT if stage == Stage.JOINT else place)
        self._cuts[place].append(_Cut(along_mm, node))
        return node

    def _join(self, one: int, other: int) -> None:
        """Connect two nodes for cables: the same position, or a drop between them."""
        if one == other:
            return
        a, b = self._xyz[one], self._xyz[other]
        length = abs(a[2] - b[2]) + float(np.hypot(a[0] - b[0], a[1] - b[1]))
        if length < _SAME_MM:
            self._joined[self._root(one)] = self._root(other)
        else:
            key = (min(one, other), max(one, other))
            self._drops[key] = min(length, self._drops.get(key, length))

    def _root(self, node: int) -> int:
        while self._joined[node] != node:
            node = self._joined[node]
        return node

    # ends of closed ways

    def _closed_ends(self, place: int) -> Iterator[tuple[int, tuple[float, float], int]]:
        way = self._ways[place]
        (x0, y0), (x1, y1) = way.points[0].tolist(), way.points[-1].tolist()
        if way.rises:
            self._feet[place] = self._node(x0, y0, way.height_mm, Stage.CLOSED_END, place)
            yield 0, (x0, y0), self._feet[place]
            return
        if way.hall == self._hall:
            yield 0, (x0, y0), self._node(x0, y0, way.height_mm, Stage.CLOSED_END, place)
        if self._hall == (way.hall if way.to_hall == ABSENT else way.to_hall):
            yield 1, (x1, y1), self._node(x1, y1, way.height_mm, Stage.CLOSED_END, place)

    # joints

    def _join_in(self, here: list[tuple[int, tuple[float, float], int]]) -> None:
        """Join the pathways at their crossings, and where one ends next to another.

        Args:
            here: the ends of closed pathways: the index of the pathway, its position, and its node.
        """
        open_places = [place for place, way in enumerate(self._ways) if way.open and len(way.points)]
        segments = [(place, number) for place in open_places for number in range(len(self._ways[place].points) - 1)]
        if segments:
            owner, number = np.array(segments, np.int64).T
            first = np.array([self._ways[place].points[segment] for place, segment in segments])
            second = np.array([self._ways[place].points[segment + 1] for place, segment in segments])
            start = np.array([self._along[place][segment] for place, segment in segments])
            height, width = np.array([(self._ways[place].height_mm, self._ways[place].width_mm) for place in owner.tolist()]).T
            table = _Segments(owner, number, first, second, start, height, width / 2 + TOUCH_MM)
            for one, other, along_one, along_other in table.crossings():
                self._join(self._cut(one, along_one), self._cut(other, along_other))
                self._crossed |= {(one, other), (other, one)}
            for place in open_places:
                for end, along in ((0, 0.0), (-1, float(self._along[place][-1]))):
                    self._end_beside(table, place, self._ways[place].points[end].tolist(), self._cut(place, along), MOST_DROP_MM)
            for place, point, node in here:
                riser = self._ways[place].kind is PathwayKind.RISER
                self._end_beside(table, place, list(point), node, np.inf if riser else MOST_DROP_MM)
        for turn, (place, point, node) in enumerate(here):
            for other, other_point, other_node in here[:turn]:
                risers = PathwayKind.RISER in (self._ways[place].kind, self._ways[other].kind)
                apart = float(np.hypot(point[0] - other_point[0], point[1] - other_point[1]))
                high = abs(self._xyz[node][2] - self._xyz[other_node][2])
                reach = max(TOUCH_MM, self._ways[place].width_mm / 2, self._ways[other].width_mm / 2)
                if other != place and apart <= reach and (risers or high <= MOST_DROP_MM):
                    self._join(node, other_node)

    def _end_beside(self, table: "_Segments", place: int, point: list[float], node: int, most_mm: float) -> None:
        """Join an end at a point to the open pathways next to it, to each at its nearest position."""
        gap, along = table.nearest(point)
        near = (table.owner != place) & (gap <= table.reach_mm) & (np.abs(table.height_mm - self._xyz[node][2]) <= most_mm)
        for other in sorted(set(table.owner[near].tolist())):
            if (place, other) in self._crossed:
                continue
            which = np.flatnonzero(near & (table.owner == other))
            best = which[int(np.argmin(gap[which]))]
            self._join(node, self._cut(other, float(along[best])))

    # what comes of it

    def _sort_out(self) -> None:
        """Cut the open ways between their nodes, and risers between the heights at which something joins them."""
        for place, cuts in enumerate(self._cuts):
            ordered = sorted(cuts, key=lambda cut: cut.along_mm)
            for before, after in itertools.pairwise(ordered):
                self._sections.append((before.node, after.node, place, before.along_mm, after.along_mm - before.along_mm))
        for place in self._feet:
            self._raise(place)

    def _raise(self, place: int) -> None:
        """A riser between the lowest and the highest pathway that it joins: its drops become separate sections."""
        x, y = self._ways[place].points[0].tolist()
        foot = self._feet[place]
        arms = [key for key in self._drops if foot in key]
        others = sorted({key[0] if key[1] == foot else key[1] for key in arms}, key=lambda node: (self._xyz[node][2], node))
        for key in arms:
            del self._drops[key]
        levels: dict[float, int] = {self._xyz[foot][2]: foot}
        for other in others:
            z = self._xyz[other][2]
            if z not in levels:
                levels[z] = self._node(x, y, z, Stage.LEVEL, place)
            self._join(levels[z], other)
        heights = sorted(levels)
        for low, high in itertools.pairwise(heights):
            self._sections.append((levels[low], levels[high], place, low - heights[0], high - low))

    def _hall_ways(self, closed: list[tuple[int, int, int]]) -> HallWays:
        rows = sorted(self._sections, key=lambda section: (section[2], section[3]))
        stage, owner = np.array(self._made_for, np.int64).reshape(-1, 2).T
        way = np.array([row[2] for row in rows], np.int64)
        start, length = (np.array([row[at] for row in rows], np.float64) for at in (3, 4))
        return HallWays(
            ways=tuple(self._ways),
            xyz_mm=np.array(self._xyz, np.float64).reshape(-1, 3),
            stage=stage,
            owner=owner,
            root=np.array([self._root(node) for node in range(len(self._joined))], np.int64),
            ends=np.array([row[:2] for row in rows], np.int64).reshape(-1, 2),
            way=way,
            start_mm=start,
            length_mm=length,
            drops=np.array(list(self._drops), np.int64).reshape(-1, 2),
            drop_mm=np.array(list(self._drops.values()), np.float64),
            closed=np.array(closed, np.int64).reshape(-1, 3),
            **self._pieces(way, start, length),
        )

    def _pieces(self, way: Ids, start: Reals, length: Reals) -> dict[str, Any]:
        section: list[int] = []
        owner: list[int] = []
        marks: list[float] = []
        base: list[float] = []
        """One entry per segment: its section, its pathway, its start along the pathway, and the start of its section."""
        stops: list[float] = []
        for number, (place, begin, long) in enumerate(zip(way.tolist(), start.tolist(), length.tolist(), strict=True)):
            if not self._ways[place].open:
                continue
            inner: list[float] = []
            if len(self._along[place]) > 2:
                along = self._along[place]
                inner = along[(along > begin + _SAME_MM) & (along < begin + long - _SAME_MM)].tolist()
            section += [number] * (len(inner) + 1)
            owner += [place] * (len(inner) + 1)
            base += [begin] * (len(inner) + 1)
            marks += [begin, *inner]
            stops += [*inner, begin + long]
        owners, both = np.array(owner, np.int64), np.array([marks, stops]).reshape(2, -1)
        ends = np.zeros((2, len(owner), 2))
        # The pieces of a way follow each other.
        bounds = np.flatnonzero(np.diff(owners, prepend=ABSENT - 1, append=ABSENT - 1)).tolist()
        for low, high in itertools.pairwise(bounds):
            way_place = owner[low]
            for axis in (0, 1):
                ends[:, low:high, axis] = np.interp(both[:, low:high], self._along[way_place], self._ways[way_place].points[:, axis])
        section_and_way = np.stack([np.array(section, np.int64), owners], axis=1)
        return {"pieces": section_and_way, "piece_ends": ends, "piece_mm": both[0] - np.array(base)}


def hall_ways(hall: int, ways: Iterable[Way]) -> HallWays:
    """Cut pathways that each have an end in a hall at their intersections there; `pathways` defines the rules."""
    return _Maker(hall, tuple(ways)).made()


@dataclass(frozen=True, eq=False)
class _Segments:
    """The straight segments of the open pathways of a hall: pathway, start along it, and the range within which ends join it."""

    owner: Ids
    number: Ids
    first: Reals
    second: Reals
    start_mm: Reals
    height_mm: Reals
    reach_mm: Reals

    @cached_property
    def _run(self) -> tuple[Reals, Reals]:
        """From the begin of each to its end, and how long that is, squared."""
        along = self.second - self.first
        return along, np.maximum((along * along).sum(axis=1), 1e-12)

    def crossings(self) -> list[tuple[int, int, float, float]]:
        """Where two of them cross: both ways, and how far along each."""
        along = self.second - self.first
        one, other = np.triu_indices(len(self.owner), 1)
        # Two parts of one way that follow each other only share their corner.
        apart = (self.owner[one] != self.owner[other]) | (np.abs(self.number[one] - self.number[other]) > 1)
        apart &= np.abs(self.height_mm[one] - self.height_mm[other]) <= MOST_DROP_MM
        one, other = one[apart], other[apart]
        p, r, q, s = self.first[one], along[one], self.first[other], along[other]
        across = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
        lengths = np.linalg.norm(r, axis=1) * np.linalg.norm(s, axis=1)
        crossing = np.abs(across) > 1e-9 * np.maximum(lengths, 1.0)
        one, other, p, r, q, s, across = (values[crossing] for values in (one, other, p, r, q, s, across))
        gap = q - p
        t = (gap[:, 0] * s[:, 1] - gap[:, 1] * s[:, 0]) / across
        u = (gap[:, 0] * r[:, 1] - gap[:, 1] * r[:, 0]) / across
        hit = (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
        one, other, t, u = one[hit], other[hit], t[hit], u[hit]
        on_one = self.start_mm[one] + t * np.linalg.norm(along[one], axis=1)
        on_other = self.start_mm[other] + u * np.linalg.norm(along[other], axis=1)
        return list(zip(self.owner[one].tolist(), self.owner[other].tolist(), on_one.tolist(), on_other.tolist(), strict=True))

    def nearest(self, point: list[float]) -> tuple[Reals, Reals]:
        """The distance of each from a point, and the position of the nearest point along its pathway."""
        along, squared = self._run
        share = np.clip(((np.array(point) - self.first) * along).sum(axis=1) / squared, 0.0, 1.0)
        gap = np.linalg.norm(self.first + share[:, None] * along - np.array(point), axis=1)
        return gap, self.start_mm + share * np.sqrt(squared)


def point_along(points: Reals, along: Reals, mark_mm: float) -> tuple[float, float]:
    """The point so far along a line, whose corners lie at `along`."""
    return float(np.interp(mark_mm, along, points[:, 0])), float(np.interp(mark_mm, along, points[:, 1]))


def _point_of(line: list[list[float]], along: Reals, mark_mm: float) -> tuple[float, float]:
    """`point_along` of a line that is a list already: of a straight one, as most are, without the detour through arrays."""
    if len(line) != 2:
        return point_along(np.array(line), along, mark_mm)
    (x0, y0), (x1, y1) = line
    end = float(along[1])
    if mark_mm <= 0:
        return x0, y0
    if mark_mm >= end:
        return x1, y1
    return (x1 - x0) / end * mark_mm + x0, (y1 - y0) / end * mark_mm + y0
