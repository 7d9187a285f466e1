"""The links of a project from end to end: over one cable, or over several that panels join."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.cabling.link_ends import LANE_BITS, PORT_BITS, Ends
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.derived.ports.panel_strands import PanelWays, cord_maps, panel_ways
from gpudesk.project.snapshot import Snapshot, made_from

_MOST_CABLES = 12
"""Maximum number of cables of a link; a ring of panels ends here."""


@dataclass(frozen=True, slots=True, eq=False)
class Links:
    """Links, one entry each, shape (links,).

    Attributes:
        a: the end of the first cable, as in the table `cable`.
        b: the other end of the last one; a link that does not continue beyond a panel ends there.
        network: id of the network of the first cable, ABSENT for none.
        first: start of the cables of each link in `cable`, shape (links + 1,).
        cable: indexes in the table `cable`, from `a` to `b`.
        turned: whether such a cable is followed from its end `b`.
    """

    a: Ends
    b: Ends
    network: Ids
    first: Ids
    cable: Ids
    turned: Flags

    def __len__(self) -> int:
        return len(self.network)

    @property
    def counts(self) -> Ids:
        """How many cables each link has."""
        return np.diff(self.first)


@made_from(
    {
        "cable": ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes", "network_id", "type_id"),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def links(snapshot: Snapshot) -> Links:
    """All links (use `snapshot.cached(links)`)."""
    return links_among(snapshot, np.arange(snapshot["cable"].rows))


def links_among(snapshot: Snapshot, cables: Ids) -> Links:
    """The links that some cables make: `cables` are their places, with all that panels join them to (`joined_cables`)."""
    ends = _CableEnds(snapshot, cables)
    on_panel = ends.on_panel
    if not on_panel.any():
        return _links(snapshot, cables, np.arange(len(cables) + 1), cables, np.zeros(len(cables), bool))
    count = len(cables)
    # Each end that is at no panel begins a link.
    starts = np.flatnonzero(~on_panel)
    number, turned = starts % count, starts >= count
    steps, turns = [number], [turned]
    at, position = np.where(turned, number, number + count), np.ones(len(starts), np.int64)
    alive = np.arange(len(starts))
    position = _along(ends, number, position)
    path, path_turned = np.full((len(starts), _MOST_CABLES), ABSENT), np.zeros((len(starts), _MOST_CABLES), bool)
    path[:, 0], path_turned[:, 0] = steps[0], turns[0]
    for step in range(1, _MOST_CABLES):
        alive = alive[on_panel[at[alive]]]
        if not len(alive):
            break
        here = at[alive]
        port, out = ends.ways.through(ends.type_id[here], ends.port[here], position[alive])
        following = ends.at(ends.device[here], port)
        alive, following, out = alive[following != ABSENT], following[following != ABSENT], out[following != ABSENT]
        number, turned = following % count, following >= count
        path[alive, step], path_turned[alive, step] = number, turned
        at[alive] = np.where(turned, number, number + count)
        position[alive] = _along(ends, number, out)
    return _joined(snapshot, cables, ends, path, path_turned, at)


def joined_cables(snapshot: Snapshot, cables: Ids) -> Ids:
    """Some cables, as places, and all that panels join them to, ascending."""
    types = snapshot.types
    ways = types.cached(panel_ways)
    joined = distinct_ids(cables)
    if not len(ways.panels):
        return joined
    known, fresh = set(joined.tolist()), joined
    table, devices = snapshot["cable"], snapshot["device"]
    while len(fresh):
        reached: set[tuple[int, int]] = set()
        for side in "ab":
            device, port = (table.at(f"{side}_{name}", fresh) for name in ("device_id", "port"))
            type_id = devices["type_id"][devices.positions(device)]
            for place in np.flatnonzero(np.isin(type_id, ways.panels)).tolist():
                others = ways.other_ports(int(type_id[place]), int(port[place]))
                reached.update((int(device[place]), other) for other in others)
        reached_ports = np.array(sorted(reached), np.int64).reshape(-1, 2)
        keys = (reached_ports[:, 0] << PORT_BITS) | reached_ports[:, 1]
        following: set[int] = set()
        for side in "ab":
            near = table.among(f"{side}_device_id", distinct_ids(reached_ports[:, 0]))
            is_reached = np.isin((table.at(f"{side}_device_id", near) << PORT_BITS) | table.at(f"{side}_port", near), keys)
            following.update(near[is_reached].tolist())
        fresh = np.array(sorted(following - known), np.int64)
        known |= following
    return np.array(sorted(known), np.int64)


class _CableEnds:
    """Both ends of some cables, all `a` before all `b`: shape (2 × cables,)."""

    def __init__(self, snapshot: Snapshot, cables: Ids) -> None:
        table, devices, types = snapshot["cable"], snapshot["device"], snapshot.types
        self.ways: PanelWays = types.cached(panel_ways)
        self.cord = table.at("type_id", cables)
        self.maps = types.cached(cord_maps)
        self.device = np.concatenate([table.at(f"{side}_device_id", cables) for side in "ab"])
        self.port = np.concatenate([table.at(f"{side}_port", cables) for side in "ab"])
        if not len(self.ways.panels):
            self.on_panel = np.zeros(len(self.device), bool)
            return
        self.type_id = devices["type_id"][devices.positions(self.device)]
        self.on_panel = np.isin(self.type_id, self.ways.panels)
        self._keys = (self.device << PORT_BITS) | self.port
        # The first lane of a port comes first.
        lane = np.concatenate([table.at(f"{side}_lane", cables) for side in "ab"])
        self._order = np.lexsort((lane, self._keys))
        self._sorted = self._keys[self._order]

    def at(self, device: Ids, port: Ids) -> Ids:
        """The end at each port, ABSENT if there is none; of several the one at the first lane."""
        end_keys = (device << PORT_BITS) | np.maximum(port, 0)
        place = np.minimum(self._sorted.searchsorted(end_keys), len(self._sorted) - 1)
        has_end = (port != ABSENT) & (self._sorted[place] == end_keys)
        return np.where(has_end, self._order[place], ABSENT)


def _along(ends: _CableEnds, number: Ids, position: Ids) -> Ids:
    """Where strands arrive at the other end of cables; cords of all polarities lead back as they lead there."""
    end_positions: Ids = ends.maps[ends.cord[number], position]
    return end_positions


def _joined(snapshot: Snapshot, cables: Ids, ends: _CableEnds, path: Ids, turned: Flags, at: Ids) -> Links:
    """Each link once, though it is met from both of its ends, and the cables between panels that no link reaches."""
    count = len(cables)
    length = (path != ABSENT).sum(axis=1)
    rows = np.arange(len(path))
    whole = ~ends.on_panel[at]
    last, last_turned = path[rows, length - 1], ~turned[rows, length - 1]
    begin, end = path[:, 0] * 2 + turned[:, 0], last * 2 + last_turned
    # Met from both ends, the one counts that begins at an end `a`, of two such that of the earlier cable.
    rank, other = (begin & 1) * count + (begin >> 1), (end & 1) * count + (end >> 1)
    is_counted = ~whole | (rank <= other)
    path, turned, length = path[is_counted], turned[is_counted], length[is_counted]
    used = np.zeros(count, bool)
    used[path[path != ABSENT]] = True
    lone = np.flatnonzero(~used)
    single = np.full((len(lone), path.shape[1]), ABSENT)
    single[:, 0] = lone
    path = np.concatenate([path, single])
    turned = np.concatenate([turned, np.zeros(single.shape, bool)])
    length = np.concatenate([length, np.ones(len(lone), np.int64)])
    order = np.argsort(path[:, 0], kind="stable")
    path, turned, length = path[order], turned[order], length[order]
    is_cable = path != ABSENT
    return _links(snapshot, cables, np.concatenate([[0], np.cumsum(length)]), cables[path[is_cable]], turned[is_cable])


def _links(snapshot: Snapshot, cables: Ids, first: Ids, cable: Ids, turned: Flags) -> Links:
    table = snapshot["cable"]
    begin, end = cable[first[:-1]], cable[first[1:] - 1]
    a, b = _ends(table, begin, turned[first[:-1]]), _ends(table, end, ~turned[first[1:] - 1])
    return Links(a, b, table.at("network_id", begin), first, cable, turned)


def _ends(table: Columns, places: Ids, far: Flags) -> Ends:
    """One end of each of some cables: `b` where `far`."""
    if not far.any() or far.all():
        side = "b" if len(far) and far[0] else "a"
        device, port, lane = (table.at(f"{side}_{name}", places) for name in ("device_id", "port", "lane"))
    else:
        device, port, lane = (
            np.where(far, table.at(f"b_{name}", places), table.at(f"a_{name}", places)) for name in ("device_id", "port", "lane")
        )
    assert int(lane.max(initial=0)) < 1 << LANE_BITS  # noqa: S101 - an invariant of our own columns, not input
    return Ends(device, port.astype(np.int32), lane.astype(np.int32), table.at("lanes", places).astype(np.int32))


def cable_side(cables: Columns, side: str, places: Ids | None = None) -> Ends:
    """The ends "a" or "b" of cables, of all of them or of those at some places of the table `cable`."""
    names = (f"{side}_device_id", f"{side}_port", f"{side}_lane", "lanes")
    device, port, lane, lanes = (cables[name] if places is None else cables.at(name, places) for name in names)
    return Ends(device, port.astype(np.int32), lane.astype(np.int32), lanes.astype(np.int32))
