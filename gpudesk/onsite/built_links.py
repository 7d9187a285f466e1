"""The planned InfiniBand links beside those that a tool saw, as columns: what each planned one is in truth, and what nobody planned."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.link_ends import Ints
from gpudesk.core.link_protocol import LANE_GBPS
from gpudesk.core.progress import Progress
from gpudesk.derived.links import links
from gpudesk.derived.subnet import Subnet, subnet, subnet_port_name
from gpudesk.formats.seen_links import SeenLinks
from gpudesk.onsite.seen_nodes import Matched, match_nodes
from gpudesk.project.snapshot import Snapshot

PORT_BITS = 16
_PORT_MASK = (1 << PORT_BITS) - 1
_STRIDE = 10_000
End = int
"""Place of a node and number of its port as one number; seen nodes that the plan does not have follow those of the plan."""


class Sort(StrEnum):
    """What differs."""

    MISSING = "missing"
    """Neither end of the planned link sees anything."""
    WRONG_PORT = "wrong_port"
    """It leads to the right device, but to another port of it."""
    WRONG_DEVICE = "wrong_device"
    """It leads to another device."""
    SWAPPED = "swapped_pair"
    """Two links have one of their ends exchanged."""
    DEGRADED = "degraded"
    """It is where it should be, with fewer lanes or a lower speed than planned."""
    UNEXPECTED = "unexpected"
    """It was seen, is not planned, and explains no planned one."""


SORTS = tuple(Sort)
AS_PLANNED = len(SORTS)
"""The code of a link that differs in nothing; that of a sort is its place in `SORTS`."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One end: device and port as the plan calls them (what a node says of itself where the plan does not have it), and the number."""

    device: str
    port: str
    number: int

    def __str__(self) -> str:
        return f"{self.device} {self.port}"


class BuiltLinks:
    """First the planned links of the subnets that were seen, in the order of the plan, then those that nobody planned: shape (rows,).

    Attributes:
        plan: the planned subnets.
        seen: what was seen.
        matched: which planned node each seen one is.
        place: place of the planned link in `plan`, ABSENT for an unplanned one.
        sort: codes, see `AS_PLANNED`.
        lines: what was seen at both ends, or of an unplanned link, as places in `seen`; ABSENT for nothing: shape (rows, 2).
        partner: row of the other link of a swapped pair, ABSENT for others.
        elsewhere: how many planned links belong to subnets about which nothing was said.
        seen_count: how many links were seen, without those inside switches.
    """

    def __init__(self, snapshot: Snapshot, seen: SeenLinks, names: Mapping[int, str], progress: Progress | None = None) -> None:
        self.snapshot, self.seen = snapshot, seen
        self.plan: Subnet = snapshot.cached(subnet)
        self._progress = progress or Progress()
        self.matched: Matched = match_nodes(self.plan, seen, names)
        plan, known = self.plan, self.matched.planned
        self.node = np.where(known == ABSENT, len(plan.nodes.guid) + np.arange(len(known)), known)
        covered = np.unique(plan.nodes.subnet[known[known != ABSENT]])
        of_link = plan.nodes.subnet[plan.a_node]
        places = np.flatnonzero(np.isin(of_link, covered) if len(covered) else np.ones(len(of_link), bool))
        self.elsewhere = len(of_link) - len(places)
        self.a, self.b = _ends(plan.a_node, plan.a_port, places), _ends(plan.b_node, plan.b_port, places)
        inside = self.matched.inside
        shown = np.flatnonzero(~(inside[seen.a_node] | inside[seen.b_node]))
        self.seen_count = len(shown)
        self.x, self.y = _ends(self.node[seen.a_node], seen.a_port), _ends(self.node[seen.b_node], seen.b_port)
        self.planned_count = len(places)
        self.place: Ids = places
        self.sort: Ints = np.full(len(places), AS_PLANNED, np.int32)
        self.lines: Ids = np.full((len(places), 2), ABSENT, np.int64)
        self.partner: Ids = np.full(len(places), ABSENT, np.int64)
        self._compare(shown)

    def __len__(self) -> int:
        return len(self.place)

    # what is asked of a row

    @cached_property
    def counts(self) -> dict[Sort, int]:
        """How many there are of each sort."""
        found = np.bincount(self.sort, minlength=AS_PLANNED + 1)
        return {sort: int(found[code]) for code, sort in enumerate(SORTS)}

    @property
    def right(self) -> int:
        """How many planned links are as planned, at full speed."""
        return int((self.sort == AS_PLANNED).sum())

    @cached_property
    def cable(self) -> Ids:
        """Place in the table `cable` of the first cable of each planned link, ABSENT for unplanned ones."""
        every = self.snapshot.cached(links)
        found = np.full(len(self), ABSENT, np.int64)
        count = self.planned_count
        found[:count] = every.cable[every.first[self.plan.records.places[self.place[:count]]]]
        return found

    def cables(self, row: int) -> list[int]:
        """The ids of all cables of a planned link, from one end to the other."""
        if self.place[row] == ABSENT:
            return []
        every = self.snapshot.cached(links)
        place = int(self.plan.records.places[self.place[row]])
        found: list[int] = self.snapshot["cable"].ids[every.cable[every.first[place] : every.first[place + 1]]].tolist()
        return found

    def planned(self, row: int) -> tuple[Spot, Spot] | None:
        """The planned ends of a link, None for an unplanned one."""
        place, records = int(self.place[row]), self.plan.records
        if place == ABSENT:
            return None
        return (
            Spot(records.a.node[place], records.a.port_name[place], int(self.plan.a_port[place])),
            Spot(records.b.node[place], records.b.port_name[place], int(self.plan.b_port[place])),
        )

    def rate(self, row: int) -> str:
        """The planned rate ("4xNDR"), "" for an unplanned link."""
        place = int(self.place[row])
        return "" if place == ABSENT else _rate(int(self.plan.width[place]), self.plan.speed[place])

    def lines_of(self, row: int) -> list[int]:
        """What was seen at the ends of a link, as places in `seen`."""
        return [line for line in self.lines[row].tolist() if line != ABSENT]

    def seen_ends(self, row: int, line: int) -> tuple[End, End]:
        """The ends of what was seen at a link, turned so that the first one is nearest to the first planned one."""
        x, y = int(self.x[line]), int(self.y[line])
        if self.place[row] == ABSENT:
            return x, y
        a, b = int(self.a[row]), int(self.b[row])
        fits = [(end == x) * 4 + (self.device(end) == self.device(x)) for end in (a, b)]
        turned = [(end == y) * 4 + (self.device(end) == self.device(y)) for end in (a, b)]
        return (y, x) if turned[0] + fits[1] > fits[0] + turned[1] else (x, y)

    def seen_rate(self, line: int) -> str:
        """The rate at which what was seen runs, "" where that was not said."""
        return _rate(int(self.seen.width[line]), self.seen.speed[line])

    # what is asked of an end

    def spot(self, end: End) -> Spot:
        """An end by its names."""
        node, port, nodes = end >> PORT_BITS, end & _PORT_MASK, self.plan.nodes
        if node < len(nodes.device):
            return Spot(str(nodes.name[node]), subnet_port_name(self.snapshot, nodes, node, port), port)
        said = self.seen.nodes[node - len(nodes.device)]
        return Spot(said.description or f"{said.guid:016x}", str(port), port)

    def device(self, end: End) -> int:
        """The place of the device of an end in its table; what the plan does not have is a device of its own, below zero."""
        node, nodes = end >> PORT_BITS, self.plan.nodes
        return int(nodes.device[node]) if node < len(nodes.device) else -1 - node

    def is_switch(self, end: End) -> bool:
        """Whether an end is at a switch."""
        node, nodes = end >> PORT_BITS, self.plan.nodes
        return bool(nodes.switch[node]) if node < len(nodes.device) else self.seen.nodes[node - len(nodes.device)].switch

    # comparing

    def _compare(self, shown: Ids) -> None:
        """Find every planned link among those that were seen, and say of the others what is there instead."""
        x, y = np.minimum(self.x[shown], self.y[shown]), np.maximum(self.x[shown], self.y[shown])
        there, at = _found(np.minimum(self.a, self.b), np.maximum(self.a, self.b), x, y)
        found = np.flatnonzero(there)
        self.lines[found, 0] = shown[at[found]]
        self.sort[found[self._is_slow(self.place[found], self.lines[found, 0])]] = SORTS.index(Sort.DEGRADED)
        loose = np.ones(len(shown), bool)
        loose[at[found]] = False
        self._explain(np.flatnonzero(~there).tolist(), shown[loose].tolist())

    def _explain(self, absent: list[int], loose: list[int]) -> None:
        """Say of every planned link that was not seen what is at its ends instead; what is left was not planned."""
        used: set[int] = set()
        if absent:
            ends = zip(loose, self.x[loose].tolist(), self.y[loose].tolist(), strict=True) if loose else ()
            seen_at = {end: (line, other) for line, x, y in ends for end, other in ((x, y), (y, x))}
            row_of = {end: row for row in absent for end in (int(self.a[row]), int(self.b[row]))}
            rest = []
            for number, row in enumerate(absent):
                if number % _STRIDE == 0:
                    self._progress.step(number, len(absent))
                lines = self._explain_one(row, seen_at, row_of)
                used.update(lines)
                if lines:
                    self.lines[row, : len(lines)] = lines
                else:
                    rest.append(row)
            used |= self._explain_moved(rest, [line for line in loose if line not in used])
        left = np.array([line for line in loose if line not in used], np.int64)
        more = len(left)
        self.place = np.concatenate([self.place, np.full(more, ABSENT)])
        self.sort = np.concatenate([self.sort, np.full(more, SORTS.index(Sort.UNEXPECTED), np.int32)])
        self.lines = np.concatenate([self.lines, np.stack([left, np.full(more, ABSENT)], axis=1)])
        self.partner = np.concatenate([self.partner, np.full(more, ABSENT)])

    def _explain_one(self, row: int, seen_at: Mapping[End, tuple[int, End]], row_of: Mapping[End, int]) -> list[int]:
        """The lines at the ends of one planned link, and what it is by them; none where nothing is at either end."""
        a, b = int(self.a[row]), int(self.b[row])
        at_a, at_b = seen_at.get(a), seen_at.get(b)
        if at_a is None and at_b is None:
            return []
        lines = list(dict.fromkeys(each[0] for each in (at_a, at_b) if each is not None))
        # Swapped: what is at this end should be at the other end of the link that is at the other one.
        partner = row_of.get(at_a[1]) if at_a and at_b else None
        if partner is not None and at_a and at_b and self._peer(partner, at_a[1]) == at_b[1]:
            self.sort[row], self.partner[row] = SORTS.index(Sort.SWAPPED), partner
            return lines
        near = any(self.device(each[1]) == self.device(end) for each, end in ((at_a, b), (at_b, a)) if each is not None)
        self.sort[row] = SORTS.index(Sort.WRONG_PORT if near else Sort.WRONG_DEVICE)
        return lines

    def _explain_moved(self, rows: list[int], loose: list[int]) -> set[int]:
        """A link with nothing at either end may run between other ports of the same two devices; else it is missing."""
        between: dict[tuple[int, int], list[int]] = {}
        for line in loose if rows else ():
            between.setdefault(self._devices(int(self.x[line]), int(self.y[line])), []).append(line)
        used = set()
        for row in rows:
            lines = between.get(self._devices(int(self.a[row]), int(self.b[row])))
            self.sort[row] = SORTS.index(Sort.WRONG_PORT if lines else Sort.MISSING)
            if lines:
                self.lines[row, 0] = lines.pop(0)
                used.add(int(self.lines[row, 0]))
        return used

    def _peer(self, row: int, end: End) -> End:
        return int(self.b[row]) if end == self.a[row] else int(self.a[row])

    def _devices(self, a: End, b: End) -> tuple[int, int]:
        first, second = sorted((self.device(a), self.device(b)))
        return first, second

    def _is_slow(self, places: Ids, lines: Ids) -> np.ndarray:
        """Whether links that are there have fewer lanes or less on a lane than planned; what is not said is not slow."""
        plan, seen = self.plan, self.seen
        width = seen.width[lines]
        fewer = (width > 0) & (width < plan.width[places])
        planned, there = _gbps(plan.speed[places]), _gbps(seen.speed[lines])
        found: np.ndarray = fewer | ((there > 0) & (there < planned))
        return found


def _ends(node: Ids, port: np.ndarray, places: Ids | slice = slice(None)) -> Ids:
    found: Ids = (node[places] << PORT_BITS) | port[places]
    return found


def _found(a: Ids, b: Ids, x: Ids, y: Ids) -> tuple[np.ndarray, Ids]:
    """Of each pair (a, b) whether it is among the pairs (x, y), and where."""
    order = np.lexsort((y, x))
    ordered = x[order]
    # A port has one line, so that its end is enough to find it.
    at = np.minimum(np.searchsorted(ordered, a), max(len(ordered) - 1, 0))
    if not len(ordered):
        return np.zeros(len(a), bool), np.zeros(len(a), np.int64)
    place = order[at]
    return (x[place] == a) & (y[place] == b), place


def _gbps(speeds: np.ndarray) -> np.ndarray:
    return np.array([LANE_GBPS.get(speed, 0.0) for speed in speeds.tolist()], np.float64)


def _rate(width: int, speed: str) -> str:
    return f"{width}x{speed}" if width and speed else speed or (f"{width}x" if width else "")
