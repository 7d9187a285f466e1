"""The targets of a checklist: halls, racks, feeds, devices, trays, cables and workstations, and their relations."""

import numpy as np

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.layout import Layout, Pairs, owners
from gpudesk.core.checklist.tray_targets import STEP, tray_of, tray_target
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.derived.racks.trays import placed_trays
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from

TABLES = {
    Scope.HALL: "hall",
    Scope.RACK: "rack",
    Scope.FEED: "power_node",
    Scope.DEVICE: "device",
    Scope.CABLE: "cable",
    Scope.WORKSTATION: "device",
}
"""The table of the targets of each scope; trays have none."""


@made_from(
    {
        "hall": (),
        "rack": ("hall_id", "row_id"),
        "device": ("type_id", "rack_id", "hall_id", "parent_id", "position", "face", "side", "role"),
        "cable": ("a_device_id", "b_device_id", "a_port", "b_port"),
        "power_node": (),
        "power_cord": (),
        "catalog_item": (),
        "site_value": (),
        "workload": (),
    }
)
def layout(snapshot: Snapshot) -> Layout:
    """The targets of a plan (use `snapshot.cached(layout)`)."""
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
    trays = _trays(snapshot)
    system = devices.positions(trays // STEP)
    systems = _systems(snapshot)
    home = _homes(snapshot, rack_of_device, systems)
    fed_systems = _systems_of_feeds(snapshot, feeds, home)
    first_system = np.full(len(feeds), ABSENT)
    first_system[fed_systems[0][::-1]] = fed_systems[1][::-1]
    in_systems = {
        Scope.FEED: fed_systems,
        Scope.DEVICE: owners(home),
        Scope.TRAY: owners(home[system]),
        Scope.CABLE: _known(cable_ends[0], home[cable_ends[1]]),
    }
    return Layout(
        ids={
            Scope.SITE: one,
            Scope.CLUSTER: one,
            Scope.HALL: halls.ids,
            Scope.RACK: racks.ids,
            Scope.FEED: nodes.ids[feeds],
            Scope.DEVICE: devices.ids,
            Scope.TRAY: trays,
            Scope.CABLE: cables.ids,
            Scope.WORKSTATION: devices.ids[stations],
        },
        rack_of={
            Scope.RACK: np.arange(racks.rows),
            Scope.FEED: np.where(first_rack == ABSENT, first_system, first_rack),
            Scope.DEVICE: home,
            Scope.TRAY: home[system],
            Scope.CABLE: home[ends[0]] if devices.rows else np.zeros(0, np.int64),
            Scope.WORKSTATION: home[stations],
        },
        racks={
            Scope.HALL: owners(halls.positions(racks["hall_id"]))[::-1],
            Scope.FEED: fed_racks,
            Scope.DEVICE: owners(rack_of_device),
            Scope.TRAY: owners(rack_of_device[system]),
            Scope.CABLE: cable_racks,
            Scope.WORKSTATION: owners(rack_of_device[stations]),
        },
        halls={
            Scope.RACK: owners(halls.positions(racks["hall_id"])),
            Scope.FEED: feed_halls,
            Scope.DEVICE: owners(hall_of_device),
            Scope.TRAY: owners(hall_of_device[system]),
            Scope.CABLE: _known(cable_ends[0], hall_of_device[cable_ends[1]]),
            Scope.WORKSTATION: owners(hall_of_device[stations]),
        },
        devices={
            Scope.TRAY: (np.arange(len(trays)), system),
            Scope.CABLE: cable_ends,
            Scope.WORKSTATION: (np.arange(len(stations)), stations),
        },
        trays={Scope.CABLE: _cables_of_trays(snapshot, trays)},
        systems=devices.ids[systems],
        in_systems={scope: _after(pairs, racks.rows) for scope, pairs in in_systems.items()} if len(systems) else {},
    )


def _trays(snapshot: Snapshot) -> Ids:
    """The targets of all trays, ascending."""
    devices = snapshot["device"]
    tray_targets = [np.zeros(0, np.int64)]
    for type_id, kind in snapshot.types.items():
        if kind.trays:
            of_type = devices.where("type_id", type_id)
            tray_targets.append((of_type[:, None] * STEP + 1 + np.arange(len(kind.trays))).ravel())
    return np.sort(np.concatenate(tray_targets))


def _systems(snapshot: Snapshot) -> Ids:
    """The places in the table `device` of the rack-scale systems on floors, ascending."""
    whole = [type_id for type_id, kind in snapshot.types.items() if kind.is_rack_scale]
    if not whole:
        return np.zeros(0, np.int64)
    devices = snapshot["device"]
    floor = floor_devices(devices, snapshot.types)
    return floor[np.isin(devices["type_id"][floor], whole)]


def _homes(snapshot: Snapshot, rack_of_device: Ids, systems: Ids) -> Ids:
    """Index of the rack of each device; for parts of a rack-scale system its index, after all racks; ABSENT for neither."""
    if not len(systems):
        return rack_of_device
    of_system = np.full(len(rack_of_device), ABSENT)
    of_system[systems] = snapshot["rack"].rows + np.arange(len(systems))
    return np.where(rack_of_device == ABSENT, of_system[snapshot.cached(whereabouts).root], rack_of_device)


def _systems_of_feeds(snapshot: Snapshot, feeds: Ids, home: Ids) -> Pairs:
    """Feeds and the rack-scale systems that they supply, as `_homes` counts them, in the order of the cords."""
    devices, cords = snapshot["device"], snapshot["power_cord"]
    of_node = snapshot["power_node"].positions(cords["from_node_id"])
    fed = home[devices.positions(cords["device_id"])] if cords.rows else of_node
    supplying_cords = np.flatnonzero((of_node != ABSENT) & (fed >= snapshot["rack"].rows))
    at = np.searchsorted(feeds, of_node[supplying_cords])
    known = np.append(feeds, ABSENT)[at] == of_node[supplying_cords]
    return at[known], fed[supplying_cords[known]]


def _after(pairs: Pairs, racks: int) -> Pairs:
    """Those of some pairs whose second part is counted after all racks, counted from there."""
    own_places, homes = pairs
    late = homes >= racks
    return own_places[late], homes[late] - racks


def _cables_of_trays(snapshot: Snapshot, trays: Ids) -> Pairs:
    """Cables and the trays at whose ports they end, one pair for each end."""
    if not len(trays):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    at = [trays_at_ends(snapshot, side) for side in "ab"]
    cable_places = [np.flatnonzero(here != ABSENT) for here in at]
    tray_targets = [here[places] for here, places in zip(at, cable_places, strict=True)]
    return np.concatenate(cable_places), np.searchsorted(trays, np.concatenate(tray_targets))


def trays_at_ends(snapshot: Snapshot, side: str) -> Ids:
    """The target of the tray at whose port each cable ends, ABSENT for an end at no tray of a rack-scale system; shape (cables,).

    Args:
        side: "a" or "b".
    """
    devices, cables = snapshot["device"], snapshot["cable"]
    targets = np.full(cables.rows, ABSENT)
    having = {type_id: kind.trays for type_id, kind in snapshot.types.items() if kind.trays}
    if not having:
        return targets
    at = devices.positions(cables[f"{side}_device_id"])
    for type_id, trays in having.items():
        of_port = np.full(max((port for tray in trays for port in tray.ports), default=0) + 1, ABSENT)
        for number, tray in enumerate(trays):
            of_port[list(tray.ports)] = number
        places = np.flatnonzero((at != ABSENT) & (devices["type_id"][at] == type_id))
        port = cables[f"{side}_port"][places]
        at_tray = np.where(port < len(of_port), of_port[np.minimum(port, len(of_port) - 1)], ABSENT)
        known = at_tray != ABSENT
        targets[places[known]] = cables[f"{side}_device_id"][places[known]] * STEP + 1 + at_tray[known]
    return targets


def _both(ends: list[Ids]) -> Pairs:
    """Cables and the devices at which they end, one pair for each end."""
    places = np.arange(len(ends[0]))
    return _known(np.concatenate([places, places]), np.concatenate(ends))


def _known(mine: Ids, theirs: Ids) -> Pairs:
    known = theirs != ABSENT
    return mine[known], theirs[known]


def _racks_of_feeds(snapshot: Snapshot, feeds: Ids) -> Pairs:
    """Feeds and the racks whose PDUs and devices they feed, each pair once; empty if nodes feed each other in a circle."""
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
    feed_numbers = of_node[np.where((nodes >= 0) & (nodes < plan.rows), nodes, plan.rows)]
    pairs = np.unique(np.stack([feed_numbers, served], axis=1)[(feed_numbers != ABSENT) & (served != ABSENT)], axis=0).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _halls_of_feeds(snapshot: Snapshot, feeds: Ids, fed: Ids) -> Ids:
    """The hall of each feed, then that of each rack served by feeds; ABSENT if unknown."""
    halls = snapshot["hall"]
    own = halls.positions(snapshot["power_node"]["hall_id"][feeds])
    racks = snapshot["rack"]
    return np.concatenate([own, halls.positions(racks["hall_id"][fed])]) if racks.rows else own


def trays_called(snapshot: Snapshot, name: str) -> list[int]:
    """The targets of the trays with a name; ignores case if there is no exact match."""
    devices = snapshot["device"]
    named = [(tray.name, tray_target(int(devices.ids[tray.place]), tray.number)) for tray in placed_trays(devices, snapshot.types)]
    exact = [target for known, target in named if known == name]
    return exact or [target for known, target in named if known.casefold() == name.casefold()]


def systems_called(snapshot: Snapshot, name: str) -> list[int]:
    """The rack-scale systems of a name, as `Layout.rack_of` counts them."""
    systems = snapshot.cached(layout).systems
    return (snapshot["rack"].rows + np.flatnonzero(np.isin(systems, snapshot["device"].where("name", name)))).tolist()


def target_name(snapshot: Snapshot, scope: Scope, target: int) -> str:
    """Name of a target; "" for the site and the cluster, and for one that is not in the plan."""
    if scope is Scope.TRAY:
        device_id, number = tray_of(target)
        devices = snapshot["device"]
        if not devices.has(device_id):
            return ""
        row = devices.row(device_id)
        trays = snapshot.types[int(row["type_id"])].trays
        return trays[number].named(str(row["name"])) if 0 <= number < len(trays) else ""
    table = TABLES.get(scope)
    if table is None or not snapshot[table].has(target):
        return ""
    row = snapshot[table].row(target)
    return f"cable {target}" if scope is Scope.CABLE else str(row["name"])
