"""The planned InfiniBand links against those that a tool saw: what is missing, plugged elsewhere, swapped, slow, or not planned."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.link_protocol import LANE_GBPS
from gpudesk.derived.links import links
from gpudesk.derived.subnet import Subnet, subnet, subnet_port_name
from gpudesk.formats.seen_links import SeenLinks
from gpudesk.onsite.seen_nodes import Matched, match_nodes
from gpudesk.project.snapshot import Snapshot

_PORT_BITS = 16
_End = int
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


@dataclass(frozen=True, slots=True)
class Spot:
    """One end: device and port as the plan calls them (what a node says of itself where the plan does not have it), and the number."""

    device: str
    port: str
    number: int

    def __str__(self) -> str:
        return f"{self.device} {self.port}"


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link that was seen, with the line of the file."""

    a: Spot
    b: Spot
    rate: str
    line: int


@dataclass(frozen=True, slots=True)
class LinkDifference:
    """One planned link that is not as planned, or one that is not planned.

    Attributes:
        planned: its ends, None for an unexpected one.
        cable_id: of the first cable of the planned link.
        rate: what is planned ("4xNDR").
        seen: the links that were seen at its ends.
        partner: `id` of the other link of a swapped pair, "" for others.
        id: the same from run to run as long as the same thing is wrong at the same ends.
    """

    sort: Sort
    id: str
    planned: tuple[Spot, Spot] | None
    cable_id: int | None
    rate: str
    seen: tuple[SeenLink, ...]
    partner: str = ""


@dataclass(frozen=True, slots=True)
class AsBuilt:
    """The plan against what was seen.

    Attributes:
        planned: planned links of the subnets that were seen.
        elsewhere: planned InfiniBand links of other subnets, about which nothing was said.
        seen: links that were seen, without those inside switches.
        right: planned links that are as planned, at full speed.
        strangers: descriptions of nodes that were seen and are not in the plan.
    """

    planned: int
    elsewhere: int
    seen: int
    right: int
    differences: tuple[LinkDifference, ...]
    strangers: tuple[str, ...]

    def counts(self) -> dict[Sort, int]:
        """How many there are of each sort."""
        found = dict.fromkeys(Sort, 0)
        for each in self.differences:
            found[each.sort] += 1
        return found


def as_built(snapshot: Snapshot, seen: SeenLinks, names: Mapping[int, str] | None = None) -> AsBuilt:
    """Hold the planned links against those that were seen.

    Only subnets are compared of which a node was seen; where no node is known by its name, all are.

    Args:
        names: GUID to the name by which the plan calls a node ("leaf-01", "dgx-001 mlx5_0").
    """
    plan = snapshot.cached(subnet)
    return _Comparison(snapshot, plan, seen, match_nodes(plan, seen, names or {})).result()


class _Comparison:
    """Both sides as ends; a link is a pair of them, the lower one first."""

    def __init__(self, snapshot: Snapshot, plan: Subnet, seen: SeenLinks, matched: Matched) -> None:
        self._snapshot, self._plan, self._seen = snapshot, plan, seen
        known = matched.planned
        self._node = np.where(known == ABSENT, len(plan.nodes.guid) + np.arange(len(known)), known)
        self._strangers = tuple(
            node.description or f"{node.guid:016x}"
            for number, node in enumerate(seen.nodes)
            if known[number] == ABSENT and not matched.inside[number]
        )
        covered = np.unique(plan.nodes.subnet[known[known != ABSENT]])
        of_link = plan.nodes.subnet[plan.a_node]
        self._places = np.flatnonzero(np.isin(of_link, covered) if len(covered) else np.ones(len(of_link), bool))
        self._elsewhere = len(of_link) - len(self._places)
        self._lines = np.flatnonzero(~(matched.inside[seen.a_node] | matched.inside[seen.b_node]))
        a, b = _ends(plan.a_node, plan.a_port, self._places), _ends(plan.b_node, plan.b_port, self._places)
        self._a, self._b = np.minimum(a, b), np.maximum(a, b)
        x, y = _ends(self._node[seen.a_node], seen.a_port, self._lines), _ends(self._node[seen.b_node], seen.b_port, self._lines)
        self._x, self._y = np.minimum(x, y), np.maximum(x, y)
        self._differences: list[LinkDifference] = []

    def result(self) -> AsBuilt:
        there, at = _found(self._a, self._b, self._x, self._y)
        slow = np.flatnonzero(there)[self._is_slow(self._places[there], self._lines[at[there]])]
        used = np.zeros(len(self._x), bool)
        used[at[there]] = True
        self._explain(np.flatnonzero(~there), used)
        self._differences += [self._difference(Sort.DEGRADED, link, (int(at[link]),)) for link in slow.tolist()]
        self._differences += [self._unexpected(line) for line in np.flatnonzero(~used).tolist()]
        return AsBuilt(
            len(self._a),
            self._elsewhere,
            len(self._x),
            int(there.sum()) - len(slow),
            tuple(self._differences),
            self._strangers,
        )

    def _explain(self, absent: Ids, used: np.ndarray) -> None:
        """Say of every planned link that was not seen what is at its ends instead, and mark what was seen there."""
        if not len(absent):
            return
        loose = np.flatnonzero(~used)
        seen_at: dict[_End, tuple[int, _End]] = {}
        for line, x, y in zip(loose.tolist(), self._x[loose].tolist(), self._y[loose].tolist(), strict=True):
            seen_at[x], seen_at[y] = (line, y), (line, x)
        ends = list(zip(absent.tolist(), self._a[absent].tolist(), self._b[absent].tolist(), strict=True))
        link_of = {end: link for link, a, b in ends for end in (a, b)}
        peer = {a: b for _, a, b in ends} | {b: a for _, a, b in ends}
        rest: list[int] = []
        for link, a, b in ends:
            at_a, at_b = seen_at.get(a), seen_at.get(b)
            lines = tuple(dict.fromkeys(each[0] for each in (at_a, at_b) if each is not None))
            used[list(lines)] = True
            if at_a is None and at_b is None:
                rest.append(link)
                continue
            # Swapped: what is at this end should be at the other end of the link that is at the other one.
            if at_a and at_b and link_of.get(at_a[1]) is not None and peer[at_a[1]] == at_b[1]:
                self._differences.append(self._difference(Sort.SWAPPED, link, lines, link_of[at_a[1]]))
                continue
            near = any(self._device(each[1]) == self._device(end) for each, end in ((at_a, b), (at_b, a)) if each is not None)
            self._differences.append(self._difference(Sort.WRONG_PORT if near else Sort.WRONG_DEVICE, link, lines))
        self._explain_moved(rest, used)

    def _explain_moved(self, absent: list[int], used: np.ndarray) -> None:
        """A link with nothing at either end may run between other ports of the same two devices; else it is missing."""
        between: dict[tuple[int, int], list[int]] = {}
        if absent:
            for line in np.flatnonzero(~used).tolist():
                between.setdefault(self._devices(int(self._x[line]), int(self._y[line])), []).append(line)
        for link in absent:
            lines = between.get(self._devices(int(self._a[link]), int(self._b[link])))
            if lines:
                line = lines.pop(0)
                used[line] = True
                self._differences.append(self._difference(Sort.WRONG_PORT, link, (line,)))
            else:
                self._differences.append(self._difference(Sort.MISSING, link, ()))

    def _is_slow(self, places: Ids, lines: Ids) -> np.ndarray:
        """Whether links that are there have fewer lanes or less on a lane than planned; what is not said is not slow."""
        plan, seen = self._plan, self._seen
        width = seen.width[lines]
        fewer = (width > 0) & (width < plan.width[places])
        planned, there = _gbps(plan.speed[places]), _gbps(seen.speed[lines])
        found: np.ndarray = fewer | ((there > 0) & (there < planned))
        return found

    def _device(self, end: _End) -> int:
        """Of which device an end is; what the plan does not have is a device of its own."""
        node = end >> _PORT_BITS
        nodes = self._plan.nodes
        return int(nodes.device[node]) if node < len(nodes.device) else -1 - node

    def _devices(self, a: _End, b: _End) -> tuple[int, int]:
        first, second = sorted((self._device(a), self._device(b)))
        return first, second

    def _difference(self, sort: Sort, link: int, lines: tuple[int, ...], partner: int | None = None) -> LinkDifference:
        planned = self._planned(link)
        place = int(self._places[link])
        every = self._snapshot.cached(links)
        cable = int(every.cable[every.first[self._plan.records.places[place]]])
        return LinkDifference(
            sort,
            _stable_id(sort, planned),
            planned,
            int(self._snapshot["cable"].ids[cable]),
            _rate(int(self._plan.width[place]), self._plan.speed[place]),
            tuple(self._seen_link(line) for line in lines),
            "" if partner is None else _stable_id(sort, self._planned(partner)),
        )

    def _unexpected(self, line: int) -> LinkDifference:
        seen = self._seen_link(line)
        return LinkDifference(Sort.UNEXPECTED, _stable_id(Sort.UNEXPECTED, (seen.a, seen.b)), None, None, "", (seen,))

    def _planned(self, link: int) -> tuple[Spot, Spot]:
        records, place = self._plan.records, int(self._places[link])
        return (
            Spot(records.a.node[place], records.a.port_name[place], int(self._plan.a_port[place])),
            Spot(records.b.node[place], records.b.port_name[place], int(self._plan.b_port[place])),
        )

    def _seen_link(self, line: int) -> SeenLink:
        place = int(self._lines[line])
        seen = self._seen
        a, b = (self._spot(int(node[place]), int(port[place])) for node, port in ((seen.a_node, seen.a_port), (seen.b_node, seen.b_port)))
        return SeenLink(a, b, _rate(int(seen.width[place]), seen.speed[place]), int(seen.line[place]))

    def _spot(self, seen: int, port: int) -> Spot:
        nodes, node = self._plan.nodes, int(self._node[seen])
        if node < len(nodes.device):
            return Spot(str(nodes.name[node]), subnet_port_name(self._snapshot, nodes, node, port), port)
        said = self._seen.nodes[seen]
        return Spot(said.description or f"{said.guid:016x}", str(port), port)


def _ends(node: Ids, port: np.ndarray, places: Ids) -> Ids:
    found: Ids = (node[places] << _PORT_BITS) | port[places]
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
    return np.array([LANE_GBPS.get(speed, 0.0) for speed in speeds], np.float64)


def _rate(width: int, speed: str) -> str:
    return f"{width}x{speed}" if width and speed else speed or (f"{width}x" if width else "")


def _stable_id(sort: Sort, ends: tuple[Spot, Spot]) -> str:
    """Twelve hexadecimal figures of the sort and the ends."""
    text = "\0".join((sort, *sorted(f"{end.device}\0{end.port}" for end in ends)))
    return hashlib.sha256(text.encode()).hexdigest()[:12]
