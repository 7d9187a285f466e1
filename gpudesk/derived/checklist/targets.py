"""The targets of a checklist: halls, racks, feeds, devices, cables and workstations of a plan, and how they have to do with each other."""

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.layout import Layout, Pairs, owners
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.derived.scope.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from

TABLES = {
    Scope.HALL: "hall",
    Scope.RACK: "rack",
    Scope.FEED: "power_node",
    Scope.DEVICE: "device",
    Scope.CABLE: "cable",
    Scope.WORKSTATION: "device",
}
"""The table of the targets of each scope."""


@made_from(
    {
        "hall": (),
        "rack": ("hall_id", "row_id"),
        "device": ("type_id", "rack_id", "hall_id", "parent_id", "position", "face", "side", "role"),
        "cable": ("a_device_id", "b_device_id"),
        "power_node": (),
        "power_cord": (),
        "catalog_item": (),
        "site_value": (),
        "workload": (),
    }
)
def layout(snapshot: Snapshot) -> Layout:
    """The targets of a plan (ask `snapshot.cached(layout)`)."""
    devices, racks, halls, cables = (snapshot[name] for name in ("device", "rack", "hall", "cable"))
    where = snapshot.cached(whereabouts)
    rack_of_device, hall_of_device = racks.positions(where.rack), halls.positions(where.hall)
    family = snapshot.types.codes("family", devices["type_id"]) if devices.rows else np.zeros(0, np.int64)
    stations = np.flatnonzero(family == list(Family).index(Family.WORKSTATION))
    nodes = snapshot["power_node"]
    feeds = np.flatnonzero(nodes["kind"] == PowerNodeKind.FEED)
    ends = [devices.positions(cables[f"{side}_device_id"]) for side in "ab"]
    one = np.zeros(1, np.int64)
    fed_racks = _racks_of_feeds(snapshot, feeds)
    cable_ends = _both(ends)
    cable_racks = _known(cable_ends[0], rack_of_device[cable_ends[1]])
    feed_halls = _known(np.concatenate([np.arange(len(feeds)), fed_racks[0]]), _halls_of_feeds(snapshot, feeds, fed_racks[1]))
    first_rack = np.full(len(feeds), ABSENT)
    first_rack[fed_racks[0][::-1]] = fed_racks[1][::-1]
    return Layout(
        ids={
            Scope.SITE: one,
            Scope.CLUSTER: one,
            Scope.HALL: halls.ids,
            Scope.RACK: racks.ids,
            Scope.FEED: nodes.ids[feeds],
            Scope.DEVICE: devices.ids,
            Scope.CABLE: cables.ids,
            Scope.WORKSTATION: devices.ids[stations],
        },
        rack_of={
            Scope.RACK: np.arange(racks.rows),
            Scope.FEED: first_rack,
            Scope.DEVICE: rack_of_device,
            Scope.CABLE: rack_of_device[ends[0]] if devices.rows else np.zeros(0, np.int64),
            Scope.WORKSTATION: rack_of_device[stations],
        },
        racks={
            Scope.HALL: owners(halls.positions(racks["hall_id"]))[::-1],
            Scope.FEED: fed_racks,
            Scope.DEVICE: owners(rack_of_device),
            Scope.CABLE: cable_racks,
            Scope.WORKSTATION: owners(rack_of_device[stations]),
        },
        halls={
            Scope.RACK: owners(halls.positions(racks["hall_id"])),
            Scope.FEED: feed_halls,
            Scope.DEVICE: owners(hall_of_device),
            Scope.CABLE: _known(cable_ends[0], hall_of_device[cable_ends[1]]),
            Scope.WORKSTATION: owners(hall_of_device[stations]),
        },
        devices={Scope.CABLE: cable_ends, Scope.WORKSTATION: (np.arange(len(stations)), stations)},
    )


def _both(ends: list[Ids]) -> Pairs:
    """Cables and the devices at which they end, one pair for each end."""
    places = np.arange(len(ends[0]))
    return _known(np.concatenate([places, places]), np.concatenate(ends))


def _known(mine: Ids, theirs: Ids) -> Pairs:
    known = theirs != ABSENT
    return mine[known], theirs[known]


def _racks_of_feeds(snapshot: Snapshot, feeds: Ids) -> Pairs:
    """Feeds and the racks whose PDUs and devices they feed, each pair once; none where nodes feed each other in a circle."""
    try:
        plan = snapshot.cached(power_plan)
    except ValueError:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    racks = snapshot["rack"].positions(snapshot.cached(whereabouts).rack)
    above = plan.network.parent[plan.rows : plan.first_bank]
    nodes = np.concatenate([above, plan.network.cord_node])
    served = np.concatenate([racks[plan.givers], racks[plan.loads[plan.network.cord_device]]])
    of_node = np.full(plan.rows + 1, ABSENT)
    of_node[feeds] = np.arange(len(feeds))
    mine = of_node[np.where((nodes >= 0) & (nodes < plan.rows), nodes, plan.rows)]
    pairs = np.unique(np.stack([mine, served], axis=1)[(mine != ABSENT) & (served != ABSENT)], axis=0).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _halls_of_feeds(snapshot: Snapshot, feeds: Ids, fed: Ids) -> Ids:
    """The hall of each feed, then that of each rack which feeds serve; ABSENT where none is known."""
    halls = snapshot["hall"]
    own = halls.positions(snapshot["power_node"]["hall_id"][feeds])
    racks = snapshot["rack"]
    return np.concatenate([own, halls.positions(racks["hall_id"][fed])]) if racks.rows else own


def target_name(snapshot: Snapshot, scope: Scope, target: int) -> str:
    """What a target is called; "" for the site and the cluster, and for one that is not in the plan."""
    table = TABLES.get(scope)
    if table is None or not snapshot[table].has(target):
        return ""
    row = snapshot[table].row(target)
    return f"cable {target}" if scope is Scope.CABLE else str(row["name"])
