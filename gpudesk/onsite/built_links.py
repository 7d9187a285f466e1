"""The planned InfiniBand links compared with the discovered links, as columns: result of each planned link, and unplanned links."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.link_ends import Ints
from gpudesk.core.cabling.link_protocol import LANE_GBPS
from gpudesk.core.racks.placement import Mask
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.subnet import Subnet, subnet, subnet_port_name
from gpudesk.derived.links.links import links
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.onsite.planes import with_planes_joined
from gpudesk.onsite.seen_nodes import Matched, is_inside, match_nodes
from gpudesk.onsite.split_ports import BEYOND, ports_as_planned, switched_of_nodes
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
    """It leads to the right device, but to another port of it; or to an adapter without a host whose own name is that of another port."""
    WRONG_DEVICE = "wrong_device"
    """It leads to another device."""
    SWAPPED = "swapped_pair"
    """Two links have one of their ends exchanged."""
    DEGRADED = "degraded"
    """The location is correct, but with fewer lanes or a lower speed than planned."""
    UNEXPECTED = "unexpected"
    """It was seen, is not planned, and explains no planned one."""
    EXCHANGED = "exchanged"
    """The names of devices, or all of their cables, are exchanged: one fault, whatever the number of links."""
    ADAPTER = "adapter_not_verified"
    """It connects the correct host to the correct switch port; the adapter of the host is not identified."""
    UNNAMED = "not_named"
    """Its port is in use, and what uses it names no device."""


SORTS = tuple(Sort)
AS_PLANNED = len(SORTS)
"""The code of a link that differs in nothing; that of a sort is its place in `SORTS`."""
OF_ANOTHER = AS_PLANNED + 1
"""The code of a link that is part of a fault represented by another row."""
NOT_VERIFIED = frozenset({Sort.ADAPTER, Sort.UNNAMED})
"""Links without a discovered fault that are not proved to be correct either."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One end: device and port as named in the plan (as reported by the node if it is not in the plan), and the number."""

    device: str
    port: str
    number: int

    def __str__(self) -> str:
        return f"{self.device} {self.port}"


class BuiltLinks:
    """First the planned links of the discovered subnets, in the order of the plan, then the unplanned links: shape (rows,).

    Attributes:
        plan: the planned subnets.
        seen: the discovered links.
        matched: the planned node that corresponds to each discovered node.
        place: place of the planned link in `plan`, ABSENT for an unplanned one.
        sort: codes, see `AS_PLANNED`.
        lines: the discovered links at both ends, or of an unplanned link, as places in `seen`; ABSENT for nothing: shape (rows, 2).
        partner: row of the other link of a swapped pair, ABSENT for others.
        unsure: whether the adapter of the host at a planned link is not verified: shape (rows,).
        rings: the hosts of each fault `Sort.EXCHANGED` and the number of its links, by its row.
        unnamed_count: number of discovered links of which neither end names a device.
        elsewhere: number of planned links in subnets about which there is no data.
        seen_count: number of discovered links, without those inside switches.
    """

    def __init__(self, snapshot: Snapshot, seen: SeenLinks, names: Mapping[int, str], progress: Progress | None = None) -> None:
        inside = np.array([is_inside(node) for node in seen.nodes], bool)
        seen = with_planes_joined(seen, inside, names)
        self.snapshot, self.seen = snapshot, seen
        self.plan: Subnet = snapshot.cached(subnet)
        self._progress = progress or Progress()
        self.matched: Matched = match_nodes(snapshot, self.plan, seen, names)
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
        a_port, b_port = ports_as_planned(plan, seen, known, switched_of_nodes(snapshot, plan))
        self.x, self.y = _ends(self.node[seen.a_node], a_port), _ends(self.node[seen.b_node], b_port)
        self.planned_count = len(places)
        self.place: Ids = places
        self.sort: Ints = np.full(len(places), AS_PLANNED, np.int32)
        self.lines: Ids = np.full((len(places), 2), ABSENT, np.int64)
        self.partner: Ids = np.full(len(places), ABSENT, np.int64)
        self.unsure: Mask = np.zeros(len(places), bool)
        self.rings: dict[int, tuple[tuple[int, ...], int]] = {}
        self._slow_rings: set[int] = set()
        self.unnamed_count = 0
        self._matched_places = frozenset(known[known != ABSENT].tolist())
        self._compare(shown)

    def __len__(self) -> int:
        return len(self.place)

    # what is asked of a row

    @cached_property
    def counts(self) -> dict[Sort, int]:
        """How many there are of each sort."""
        by_sort = np.bincount(self.sort, minlength=OF_ANOTHER + 1)
        return {sort: int(by_sort[code]) for code, sort in enumerate(SORTS)}

    @property
    def right(self) -> int:
        """How many planned links are as planned, at full speed: host, adapter and port of the switch are established."""
        return int((self.sort == AS_PLANNED).sum())

    @cached_property
    def differ(self) -> Mask:
        """The rows reported because they are not as planned, or not proved to be: shape (rows,)."""
        is_different: Mask = self.sort < AS_PLANNED
        return is_different

    def ring(self, row: int) -> tuple[str, ...]:
        """The names of the devices with exchanged names, () for other rows."""
        nodes = self.plan.nodes
        return tuple(str(nodes.name[np.flatnonzero(nodes.host == host)[0]]) for host in self.rings[row][0]) if row in self.rings else ()

    def unnamed_end(self, row: int) -> Spot:
        """The planned end of a link whose name was not discovered."""
        ends = int(self.a[row]), int(self.b[row])
        return self.spot(next((end for end in ends if end >> PORT_BITS not in self._matched_places), ends[0]))

    def beneath(self, row: int) -> Sort | None:
        """Other differences at a link reported for a more severe one, None for nothing."""
        if row in self._slow_rings:
            return Sort.DEGRADED
        return Sort.ADAPTER if self.sort[row] == SORTS.index(Sort.DEGRADED) and self.unsure[row] else None

    @cached_property
    def cable(self) -> Ids:
        """Place in the table `cable` of the first cable of each planned link, ABSENT for unplanned ones."""
        every = self.snapshot.cached(links)
        cables = np.full(len(self), ABSENT, np.int64)
        count = self.planned_count
        cables[:count] = every.cable[every.first[self.plan.records.places[self.place[:count]]]]
        return cables

    def cables(self, row: int) -> list[int]:
        """The ids of all cables of a planned link, from one end to the other."""
        if self.place[row] == ABSENT:
            return []
        every = self.snapshot.cached(links)
        place = int(self.plan.records.places[self.place[row]])
        cables: list[int] = self.snapshot["cable"].ids[every.cable[every.first[place] : every.first[place + 1]]].tolist()
        return cables

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
        """Discovered links at the ends of a link, as places in `seen`."""
        return [line for line in self.lines[row].tolist() if line != ABSENT]

    def seen_ends(self, row: int, line: int) -> tuple[End, End]:
        """The discovered ends at a link, ordered so that the first one is nearest to the first planned one."""
        x, y = int(self.x[line]), int(self.y[line])
        if self.place[row] == ABSENT:
            return x, y
        a, b = int(self.a[row]), int(self.b[row])
        fits = [(end == x) * 4 + (self.host(end) == self.host(x)) for end in (a, b)]
        turned = [(end == y) * 4 + (self.host(end) == self.host(y)) for end in (a, b)]
        return (y, x) if turned[0] + fits[1] > fits[0] + turned[1] else (x, y)

    def seen_rate(self, line: int) -> str:
        """Rate of the discovered link, empty if not reported."""
        return _rate(int(self.seen.width[line]), self.seen.speed[line])

    # what is asked of an end

    def seen_spot(self, end: End) -> Spot:
        """An end as discovered: an adapter identified only by its cable with its reported name, "?" if it reports none."""
        number = self._unsure_of.get(end >> PORT_BITS)
        if number is None:
            return self.spot(end)
        return Spot(self.spot(end).device, self.matched.adapter[number] or "?", end & _PORT_MASK)

    @cached_property
    def _unsure_of(self) -> Mapping[int, int]:
        """The seen node of each adapter of the plan that only a cable suggests."""
        matched = self.matched
        numbers = np.flatnonzero((matched.planned != ABSENT) & ~matched.sure).tolist()
        return {int(matched.planned[number]): number for number in numbers}

    def spot(self, end: End) -> Spot:
        """An end by its names in the plan."""
        node, port, nodes = end >> PORT_BITS, end & _PORT_MASK, self.plan.nodes
        if node < len(nodes.device):
            if port >= BEYOND:
                return Spot(str(nodes.name[node]), str(port - BEYOND), port - BEYOND)
            return Spot(str(nodes.name[node]), subnet_port_name(self.snapshot, nodes, node, port), port)
        seen_node = self.seen.nodes[node - len(nodes.device)]
        return Spot(seen_node.description or f"{seen_node.guid:016x}", str(port), port)

    def device(self, end: End) -> int:
        """The place of the device of an end in its table; a device not in the plan has a separate number, below zero."""
        node, nodes = end >> PORT_BITS, self.plan.nodes
        return int(nodes.device[node]) if node < len(nodes.device) else -1 - node

    def host(self, end: End) -> int:
        """The number of the host of an end (`SubnetNodes.host`); a host not in the plan has a separate number, below zero."""
        node, nodes = end >> PORT_BITS, self.plan.nodes
        return int(nodes.host[node]) if node < len(nodes.host) else -1 - node

    def is_switch(self, end: End) -> bool:
        """Whether an end is at a switch."""
        node, nodes = end >> PORT_BITS, self.plan.nodes
        return bool(nodes.switch[node]) if node < len(nodes.device) else self.seen.nodes[node - len(nodes.device)].switch

    # comparing

    def _compare(self, shown: Ids) -> None:
        """Find each planned link among the discovered ones, and determine the result for the others."""
        x, y = np.minimum(self.x[shown], self.y[shown]), np.maximum(self.x[shown], self.y[shown])
        there, at = _found(np.minimum(self.a, self.b), np.maximum(self.a, self.b), x, y)
        rows = np.flatnonzero(there)
        lines = self.lines[rows, 0] = shown[at[rows]]
        sure = self.matched.sure
        self.unsure[rows] = ~(sure[self.seen.a_node[lines]] & sure[self.seen.b_node[lines]])
        self.sort[rows[self.unsure[rows]]] = SORTS.index(Sort.ADAPTER)
        self.sort[rows[self._is_slow(self.place[rows], lines)]] = SORTS.index(Sort.DEGRADED)
        self._gather_rings(rows)
        loose = np.ones(len(shown), bool)
        loose[at[rows]] = False
        self._explain(np.flatnonzero(~there).tolist(), shown[loose].tolist())

    def _gather_rings(self, there: Ids) -> None:
        """Combine links that differ only by devices with exchanged names into one fault of these devices.

        Args:
            there: the rows of the discovered links.
        """
        nodes = self.plan.nodes.host
        a_host, b_host = nodes[self.a >> PORT_BITS], nodes[self.b >> PORT_BITS]
        left = np.zeros(len(self.sort), bool)
        left[there] = True
        slow = self.sort == SORTS.index(Sort.DEGRADED)
        for ring in self.matched.exchanged:
            rows = np.flatnonzero(left & (np.isin(a_host, ring) | np.isin(b_host, ring)))
            if len(rows):
                # Other slow links are reported one by one.
                self.sort[rows[~slow[rows]]] = OF_ANOTHER
                self.sort[rows[0]] = SORTS.index(Sort.EXCHANGED)
                self.rings[int(rows[0])] = ring, len(rows)
                if slow[rows[0]]:
                    self._slow_rings.add(int(rows[0]))
                left[rows] = False

    def _explain(self, absent: list[int], loose: list[int]) -> None:
        """Determine what was discovered at the ends of each missing planned link; the remaining links are unplanned."""
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
        unnamed = [line for line in loose if line not in used and self._is_unnamed(line)]
        self.unnamed_count = len(unnamed)
        used.update(unnamed)
        left = np.array([line for line in loose if line not in used], np.int64)
        more = len(left)
        self.unsure = np.concatenate([self.unsure, np.zeros(more, bool)])
        self.place = np.concatenate([self.place, np.full(more, ABSENT)])
        self.sort = np.concatenate([self.sort, np.full(more, SORTS.index(Sort.UNEXPECTED), np.int32)])
        self.lines = np.concatenate([self.lines, np.stack([left, np.full(more, ABSENT)], axis=1)])
        self.partner = np.concatenate([self.partner, np.full(more, ABSENT)])

    def _explain_one(self, row: int, seen_at: Mapping[End, tuple[int, End]], row_of: Mapping[End, int]) -> list[int]:
        """The lines at the ends of one planned link, and the resulting kind; none if there is nothing at either end."""
        a, b = int(self.a[row]), int(self.b[row])
        at_a, at_b = seen_at.get(a), seen_at.get(b)
        if at_a is None and at_b is None:
            return []
        lines = list(dict.fromkeys(line_end[0] for line_end in (at_a, at_b) if line_end is not None))
        unnamed = self._of_unnamed(a, b, at_a, at_b)
        if unnamed is not None:
            self.sort[row] = SORTS.index(unnamed)
            return lines
        # Swapped: what is at this end should be at the other end of the link that is at the other one.
        partner = row_of.get(at_a[1]) if at_a and at_b else None
        if partner is not None and at_a and at_b and self._peer(partner, at_a[1]) == at_b[1]:
            self.sort[row], self.partner[row] = SORTS.index(Sort.SWAPPED), partner
            return lines
        near = any(self.host(line_end[1]) == self.host(end) for line_end, end in ((at_a, b), (at_b, a)) if line_end is not None)
        self.sort[row] = SORTS.index(Sort.WRONG_PORT if near else Sort.WRONG_DEVICE)
        return lines

    def _of_unnamed(self, a: End, b: End, at_a: tuple[int, End] | None, at_b: tuple[int, End] | None) -> Sort | None:
        """Result for a planned link with one end at an unnamed device and the other unconnected; None for other links."""
        for there, planned_end, other in ((at_a, b, at_b), (at_b, a, at_a)):
            if there is None or other is not None or not self._is_nameless(there[1]):
                continue
            if self.is_switch(planned_end):
                return None if planned_end >> PORT_BITS in self._matched_places else Sort.UNNAMED
            return Sort.WRONG_PORT if self.matched.contrary[self._seen_node(there[1])] else Sort.UNNAMED
        return None

    def _seen_node(self, end: End) -> int:
        """The place among the seen nodes of an end that the plan does not have."""
        return (end >> PORT_BITS) - len(self.plan.nodes.device)

    def _is_nameless(self, end: End) -> bool:
        number = self._seen_node(end)
        return number >= 0 and bool(self.matched.nameless[number])

    def _is_unnamed(self, line: int) -> bool:
        """Whether neither end of a discovered link names a device."""
        return self._is_nameless(int(self.x[line])) and self._is_nameless(int(self.y[line]))

    def _is_lost_among_unnamed(self, row: int) -> bool:
        """Whether nothing is known of either device of a planned link, while the listing has devices of both kinds without names."""
        ends = (int(self.a[row]), int(self.b[row]))
        return all(end >> PORT_BITS not in self._matched_places and self.is_switch(end) in self._unnamed_kinds for end in ends)

    @cached_property
    def _unnamed_kinds(self) -> frozenset[bool]:
        """Whether there are switches (True) and adapters (False) without names that are none of the plan."""
        matched = self.matched
        lost = np.flatnonzero((matched.planned == ABSENT) & matched.nameless & ~matched.inside).tolist()
        return frozenset(self.seen.nodes[number].switch for number in lost)

    def _explain_moved(self, rows: list[int], loose: list[int]) -> set[int]:
        """A link with nothing at either end may run between other ports of the same two devices; else it is missing."""
        between: dict[tuple[int, int], list[int]] = {}
        for line in loose if rows else ():
            between.setdefault(self._hosts(int(self.x[line]), int(self.y[line])), []).append(line)
        used = set()
        for row in rows:
            lines = between.get(self._hosts(int(self.a[row]), int(self.b[row])))
            if not lines and self._is_lost_among_unnamed(row):
                self.sort[row] = SORTS.index(Sort.UNNAMED)
                continue
            self.sort[row] = SORTS.index(Sort.WRONG_PORT if lines else Sort.MISSING)
            if lines:
                self.lines[row, 0] = lines.pop(0)
                used.add(int(self.lines[row, 0]))
        return used

    def _peer(self, row: int, end: End) -> End:
        return int(self.b[row]) if end == self.a[row] else int(self.a[row])

    def _hosts(self, a: End, b: End) -> tuple[int, int]:
        first, second = sorted((self.host(a), self.host(b)))
        return first, second

    def _is_slow(self, places: Ids, lines: Ids) -> np.ndarray:
        """Whether discovered links have fewer lanes or a lower lane rate than planned; unreported values do not count as slow."""
        plan, seen = self.plan, self.seen
        width = seen.width[lines]
        fewer = (width > 0) & (width < plan.width[places])
        planned, there = _gbps(plan.speed[places]), _gbps(seen.speed[lines])
        is_slower: np.ndarray = fewer | ((there > 0) & (there < planned))
        return is_slower


def _ends(node: Ids, port: np.ndarray, places: Ids | slice = slice(None)) -> Ids:
    end_keys: Ids = (node[places] << PORT_BITS) | port[places]
    return end_keys


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
