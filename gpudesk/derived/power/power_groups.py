"""Racks that share feeds or cords: what one of them draws changes what the others may."""

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot


def power_group(snapshot: Snapshot, racks: Ids) -> Ids:
    """Some racks and all that hang on the same feeds, or on PDUs in one another or beside them, ascending; mostly the racks themselves.

    Panels and busways do not join racks: they are judged for the whole project.
    """
    return _group(snapshot, racks)[0]


def beside_group(snapshot: Snapshot, racks: Ids) -> Ids:
    """What stands in no rack and shares feeds or PDUs with some racks: places in the table `device`, ascending."""
    return snapshot["device"].positions(_group(snapshot, racks)[1])


def _group(snapshot: Snapshot, racks: Ids) -> tuple[Ids, Ids]:
    """The racks of a group, and the ids of what belongs to it and stands in no rack."""
    cords, nodes, devices = snapshot["power_cord"], snapshot["power_node"], snapshot["device"]
    if not cords.rows:
        return distinct_ids(racks), np.empty(0, np.int64)
    where = snapshot.cached(whereabouts)
    of_device = where.rack
    found, beside = distinct_ids(racks), np.empty(0, np.int64)
    while True:
        ids = distinct_ids(devices.ids[where.inside(found)], beside)
        own = distinct_ids(cords.among("device_id", ids), cords.among("from_device_id", ids))
        above = distinct_ids(nodes.positions(cords.at("from_node_id", own)))
        above = above[above != ABSENT]
        feeds = nodes.ids[above[nodes["kind"][above] == PowerNodeKind.FEED]]
        joined = distinct_ids(own, cords.among("from_node_id", feeds))
        places = devices.positions(np.concatenate([cords.at("device_id", joined), cords.at("from_device_id", joined)]))
        places = places[places != ABSENT]
        reached = of_device[places]
        following = distinct_ids(found, reached[reached != ABSENT])
        further = distinct_ids(beside, devices.ids[places[reached == ABSENT]])
        if len(following) == len(found) and len(further) == len(beside):
            return following, further
        found, beside = following, further


def beside_racks(snapshot: Snapshot, places: Ids) -> Ids:
    """Those of some devices that stand in no rack, with all in no rack that they feed or that feed them: places in the table."""
    cords, devices = snapshot["power_cord"], snapshot["device"]
    of_device = snapshot.cached(whereabouts).rack
    found = np.empty(0, np.int64)
    while True:
        here = distinct_ids(found, places[(places != ABSENT) & (of_device[places] == ABSENT)])
        if len(here) == len(found):
            return found
        found = here
        places = devices.positions(_near(cords, devices.ids[found]))


def racks_beside(snapshot: Snapshot, places: Ids) -> Ids:
    """The racks of what hangs on some devices in no rack, or of what feeds them, ascending."""
    found = beside_racks(snapshot, places)
    if not len(found):
        return found
    near = snapshot["device"].positions(_near(snapshot["power_cord"], snapshot["device"].ids[found]))
    racks = snapshot.cached(whereabouts).rack[near[near != ABSENT]]
    return distinct_ids(racks[racks != ABSENT])


def _near(cords: Columns, device_ids: Ids) -> Ids:
    """The ids of what is at the other ends of the cords of some devices."""
    upward, downward = cords.among("device_id", device_ids), cords.among("from_device_id", device_ids)
    return np.concatenate([cords.at("from_device_id", upward), cords.at("device_id", downward)])
