"""A comparison with the installation as rows for display: sort keys and texts."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.cabling.cable_table import cable_table
from gpudesk.derived.ports.port_names import device_ranks
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.onsite.built_links import AS_PLANNED, OF_ANOTHER, PORT_BITS, SORTS, BuiltLinks, Sort
from gpudesk.onsite.seen_nodes import WAYS, Way

_CONTEXT = "as_built"
_LAST = np.iinfo(np.int64).max
SORT_TITLES: Mapping[Sort | None, str] = {
    Sort.MISSING: QT_TRANSLATE_NOOP("as_built", "Missing"),
    Sort.WRONG_PORT: QT_TRANSLATE_NOOP("as_built", "Wrong port"),
    Sort.WRONG_DEVICE: QT_TRANSLATE_NOOP("as_built", "Wrong device"),
    Sort.SWAPPED: QT_TRANSLATE_NOOP("as_built", "Swapped pair"),
    Sort.DEGRADED: QT_TRANSLATE_NOOP("as_built", "Degraded"),
    Sort.UNEXPECTED: QT_TRANSLATE_NOOP("as_built", "Unexpected"),
    Sort.EXCHANGED: QT_TRANSLATE_NOOP("as_built", "Swapped"),
    Sort.ADAPTER: QT_TRANSLATE_NOOP("as_built", "Adapter not verified"),
    Sort.UNNAMED: QT_TRANSLATE_NOOP("as_built", "Device not identified"),
    None: QT_TRANSLATE_NOOP("as_built", "As planned"),
}
"""What links that differ, and those that do not, are called; in the context "as_built"."""
_WAY_TEXTS = {
    Way.DESCRIPTION: QT_TRANSLATE_NOOP("as_built", "{count} identified by their own names"),
    Way.MAP: QT_TRANSLATE_NOOP("as_built", "{count} identified by the names file"),
    Way.GUID: QT_TRANSLATE_NOOP("as_built", "{count} identified by the GUIDs in the plan"),
    Way.NEIGHBORS: QT_TRANSLATE_NOOP("as_built", "{count} switches identified by their neighbors"),
    Way.CABLES: QT_TRANSLATE_NOOP("as_built", "{count} adapters identified by their cables"),
    Way.ORDER: QT_TRANSLATE_NOOP("as_built", "{count} adapters identified by their order"),
    Way.NONE: QT_TRANSLATE_NOOP("as_built", "{count} not in the plan"),
}


class BuiltRows:
    """The rows of `BuiltLinks`, in its order.

    Attributes:
        a_device, b_device: places of the devices at both ends in the table `device`, ABSENT for those not in the plan.
    """

    def __init__(self, links: BuiltLinks) -> None:
        self.links = links
        self._snapshot = links.snapshot
        plan, count = links.plan, links.planned_count
        nodes = plan.nodes.device
        self.a_device, self.b_device = (np.full(len(links), ABSENT, np.int64) for _ in "ab")
        self.a_device[:count], self.b_device[:count] = nodes[plan.a_node[links.place[:count]]], nodes[plan.b_node[links.place[:count]]]
        for row in range(count, len(links)):
            line = int(links.lines[row, 0])
            self.a_device[row], self.b_device[row] = (max(links.device(int(end[line])), ABSENT) for end in (links.x, links.y))

    def __len__(self) -> int:
        return len(self.links)

    # words

    def sort(self, row: int) -> Sort | None:
        """The difference at a link, None if there is none."""
        code = int(self.links.sort[row])
        return None if code in {AS_PLANNED, OF_ANOTHER} else SORTS[code]

    def planned(self, row: int) -> tuple[str, str]:
        """Device and port of both planned ends, "" for an unplanned link; of exchanged devices the first and those that follow it."""
        ring = self.links.ring(row)
        if ring:
            return ring[0], ", ".join(ring[1:])
        ends = self.links.planned(row)
        return ("", "") if ends is None else (str(ends[0]), str(ends[1]))

    def found(self, row: int) -> list[tuple[str, str]]:
        """Device and port of both discovered ends, the end nearest to the first planned one first."""
        links = self.links
        if row in links.rings:
            return []
        return [(str(links.seen_spot(a)), str(links.seen_spot(b))) for a, b in (links.seen_ends(row, line) for line in links.lines_of(row))]

    def rates(self, row: int) -> tuple[str, str]:
        """The planned and the discovered rate, "" if there is none."""
        line = int(self.links.lines[row, 0])
        return self.links.rate(row), "" if line == ABSENT else self.links.seen_rate(line)

    def network(self, row: int) -> str:
        """The name of the network of a planned link, "" for none."""
        place = int(self.network_place[row])
        return "" if place == ABSENT else str(self._snapshot["network"]["name"][place])

    def racks(self, row: int) -> tuple[str, str]:
        """The racks of both ends, "" outside racks."""
        names = self._snapshot["rack"]["name"]
        first, second = ("" if place == ABSENT else str(names[place]) for place in (int(self.a_rack[row]), int(self.b_rack[row])))
        return first, second

    @cached_property
    def texts(self) -> Sequence[str]:
        """Search texts of a link, in lowercase: devices, ports, racks and network."""
        texts = []
        for row in range(len(self)):
            words = [*self.planned(row), *self.racks(row), self.network(row)]
            if self.links.differ[row]:
                words += [word for ends in self.found(row) for word in ends]
            texts.append(" ".join(words).casefold())
        return texts

    # numbers

    @cached_property
    def rail(self) -> Ids:
        """The rail of the cable of each planned link, ABSENT for none."""
        cable = self.links.cable
        rails = self._snapshot.cached(cable_table).rail
        return np.where(cable == ABSENT, ABSENT, rails[cable]) if len(rails) else np.full(len(self), ABSENT)

    @cached_property
    def network_place(self) -> Ids:
        """The network of each planned link as a place in its table, ABSENT for none."""
        places = np.full(len(self), ABSENT, np.int64)
        count = self.links.planned_count
        network = self.links.plan.records.network[self.links.place[:count]]
        places[:count] = self._snapshot["network"].positions(network)
        return places

    @cached_property
    def a_rack(self) -> Ids:
        """The rack of the first end as a place in its table, ABSENT for none."""
        return self._rack(self.a_device)

    @cached_property
    def b_rack(self) -> Ids:
        """The rack of the second end."""
        return self._rack(self.b_device)

    def end_key(self, *, far: bool) -> Ids:
        """Sort keys of planned ends: device and port in natural order; unplanned ends come last."""
        links, count = self.links, self.links.planned_count
        keys = np.full(len(self), _LAST)
        keys[:count] = self._keys(links.b if far else links.a)
        return keys

    def found_key(self, *, far: bool) -> Ids:
        """The same for the first discovered end, in the order of `found`; links without one come last."""
        links, nodes = self.links, self.links.plan.nodes
        if not len(links.seen):
            return np.full(len(self), _LAST)
        line = links.lines[:, 0]
        x, y = links.x[line], links.y[line]
        device = np.concatenate([nodes.device, -1 - len(nodes.device) - np.arange(len(links.seen.nodes))])
        turned = (device[y >> PORT_BITS] == self.a_device) & (device[x >> PORT_BITS] != self.a_device)
        return np.where(line == ABSENT, _LAST, self._keys(np.where(turned != far, y, x)))

    def _keys(self, ends: Ids) -> Ids:
        keys: Ids = (self._node_rank[ends >> PORT_BITS] << PORT_BITS) | (ends & ((1 << PORT_BITS) - 1))
        return keys

    @cached_property
    def _node_rank(self) -> Ids:
        """The order of the nodes: devices in natural order, adapters by their ports; nodes not in the plan come last."""
        nodes = self.links.plan.nodes
        names, which = np.unique(nodes.port.astype(str), return_inverse=True)
        ports = natural_ranks(names.tolist())[which] if len(names) else which
        order = np.lexsort([ports, self._snapshot.cached(device_ranks)[nodes.device]])
        ranks = np.arange(len(order) + len(self.links.seen.nodes))
        ranks[order] = np.arange(len(order))
        return ranks

    def _rack(self, device: Ids) -> Ids:
        racks, where = self._snapshot["rack"], self._snapshot.cached(whereabouts).rack
        return np.where(device == ABSENT, ABSENT, racks.positions(where[device])) if len(where) else np.full(len(self), ABSENT)


def sort_title(sort: Sort | None) -> Message:
    """Name of a kind of difference."""
    return Message(_CONTEXT, SORT_TITLES[sort])


def ways_told(links: BuiltLinks) -> list[Message]:
    """How the nodes of the listing were matched with the plan, each method used."""
    counts = links.matched.counts()
    return [Message(_CONTEXT, text, {"count": counts[way]}) for way, text in _WAY_TEXTS.items() if counts[way]]


def strangers(links: BuiltLinks) -> list[int]:
    """The nodes of the listing that the plan does not have, switches first: places in its nodes."""
    lost = np.flatnonzero((links.matched.way == WAYS.index(Way.NONE)) & ~links.matched.inside).tolist()
    return sorted(lost, key=lambda place: not links.seen.nodes[place].switch)


def unseen(links: BuiltLinks) -> list[int]:
    """The planned nodes of the subnets that were seen of which nothing was, switches first: places in the nodes of the plan."""
    nodes, known = links.plan.nodes, links.matched.planned
    covered = np.unique(nodes.subnet[known[known != ABSENT]])
    is_unseen = np.isin(nodes.subnet, covered) if len(covered) else np.ones(len(nodes.guid), bool)
    is_unseen[known[known != ABSENT]] = False
    places = np.flatnonzero(is_unseen).tolist()
    return sorted(places, key=lambda place: not nodes.switch[place])
