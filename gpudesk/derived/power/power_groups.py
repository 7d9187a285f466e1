"""Racks that share feeds or cords: the power draw of one affects the margin of the others."""

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot


def power_group(snapshot: Snapshot, racks: Ids) -> Ids:
    """Return racks with all that share their feeds or PDUs, also PDUs outside racks, ascending; usually just the racks.

    Panels and busways do not join racks: they are evaluated for the whole project.
    """
    return _group(snapshot, racks)[0]


def beside_group(snapshot: Snapshot, racks: Ids) -> Ids:
    """Return the devices outside racks that share feeds or PDUs with some racks: places in the table `device`, ascending."""
    return snapshot["device"].positions(_group(snapshot, racks)[1])


def _group(snapshot: Snapshot, racks: Ids) -> tuple[Ids, Ids]:
    """Return the racks of a group, and the ids of group devices outside racks."""
    cords, nodes, devices = snapshot["power_cord"], snapshot["power_node"], snapshot["device"]
    if not cords.rows:
        return distinct_ids(racks), np.empty(0, np.int64)
    where = snapshot.cached(whereabouts)
    group_racks, outside_ids = distinct_ids(racks), np.empty(0, np.int64)
    while True:
        ids = distinct_ids(devices.ids[where.inside(group_racks)], outside_ids)
        own = distinct_ids(cords.among("device_id", ids), cords.among("from_device_id", ids))
        above = distinct_ids(nodes.positions(cords.at("from_node_id", own)))
        above = above[above != ABSENT]
        feeds = nodes.ids[above[nodes["kind"][above] == PowerNodeKind.FEED]]
        joined = distinct_ids(own, cords.among("from_node_id", feeds))
        places = devices.positions(np.concatenate([cords.at("device_id", joined), cords.at("from_device_id", joined)]))
        places = places[places != ABSENT]
        reached = where.racks(places)
        following = distinct_ids(group_racks, reached[reached != ABSENT])
        further = distinct_ids(outside_ids, devices.ids[places[reached == ABSENT]])
        if len(following) == len(group_racks) and len(further) == len(outside_ids):
            return following, further
        group_racks, outside_ids = following, further


def beside_racks(snapshot: Snapshot, places: Ids) -> Ids:
    """Return the given devices outside racks, with all devices outside racks that feed them or are fed by them: places."""
    cords, devices = snapshot["power_cord"], snapshot["device"]
    where = snapshot.cached(whereabouts)
    outside_places = np.empty(0, np.int64)
    while True:
        here = distinct_ids(outside_places, places[places != ABSENT])
        here = here[where.racks(here) == ABSENT]
        if len(here) == len(outside_places):
            return outside_places
        outside_places = here
        places = devices.positions(_near(cords, devices.ids[outside_places]))


def racks_beside(snapshot: Snapshot, places: Ids) -> Ids:
    """Return the racks fed by, or feeding, some devices outside racks, ascending."""
    outside_places = beside_racks(snapshot, places)
    if not len(outside_places):
        return outside_places
    near = snapshot["device"].positions(_near(snapshot["power_cord"], snapshot["device"].ids[outside_places]))
    racks = snapshot.cached(whereabouts).racks(near[near != ABSENT])
    return distinct_ids(racks[racks != ABSENT])


def _near(cords: Columns, device_ids: Ids) -> Ids:
    """Return the ids of the devices at the other ends of the cords of some devices."""
    upward, downward = cords.among("device_id", device_ids), cords.among("from_device_id", device_ids)
    return np.concatenate([cords.at("from_device_id", upward), cords.at("device_id", downward)])
