"""Racks that share feeds or cords: what one of them draws changes what the others may."""

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot


def power_group(snapshot: Snapshot, racks: Ids) -> Ids:
    """Some racks and all that hang on the same feeds, or on PDUs in one another, ascending; mostly the racks themselves.

    Panels and busways do not join racks: they are judged for the whole project.
    """
    cords, nodes, devices = snapshot["power_cord"], snapshot["power_node"], snapshot["device"]
    if not cords.rows:
        return np.unique(racks)
    of_device = snapshot.cached(whereabouts).rack
    found = np.unique(racks)
    while True:
        ids = devices.ids[np.isin(of_device, found)]
        own = np.union1d(cords.among("device_id", ids), cords.among("from_device_id", ids))
        above = np.unique(nodes.positions(cords["from_node_id"][own]))
        above = above[above != ABSENT]
        feeds = nodes.ids[above[nodes["kind"][above] == PowerNodeKind.FEED]]
        joined = np.union1d(own, cords.among("from_node_id", feeds))
        places = devices.positions(np.concatenate([cords["device_id"][joined], cords["from_device_id"][joined]]))
        reached = of_device[places[places != ABSENT]]
        following = np.union1d(found, reached[reached != ABSENT])
        if len(following) == len(found):
            return following
        found = following
