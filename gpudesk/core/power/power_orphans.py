"""Feeds that feed nothing, and those that will once some devices are gone."""

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Columns, Ids


def idle_feeds(nodes: Columns, cords: Columns, cooling: Columns) -> Ids:
    """Ids of the feeds without cords, without nodes below them and without cooling loads, ascending.

    A feed that is itself a device, such as a tap-off box, is excluded.

    Args:
        nodes, cords, cooling: the tables `power_node`, `power_cord` and `cooling_node`.
    """
    return _unused(nodes, _own_feeds(nodes), cords["from_node_id"], cooling)


def feeds_only_of(nodes: Columns, cords: Columns, cooling: Columns, devices: Ids) -> Ids:
    """The ids of the feeds that feed some of `devices` and nothing else, ascending: without these they would be idle."""
    lost = cords.among("device_id", devices)
    touched = np.unique(cords["from_node_id"][lost])
    touched = touched[touched != ABSENT]
    leading = cords.among("from_node_id", touched)
    remaining_cords = np.setdiff1d(leading, lost)
    return _unused(nodes, touched[np.isin(touched, _own_feeds(nodes))], cords["from_node_id"][remaining_cords], cooling)


def _own_feeds(nodes: Columns) -> Ids:
    own: Ids = nodes.ids[(nodes["kind"] == PowerNodeKind.FEED) & (nodes["device_id"] == ABSENT)]
    return own


def _unused(nodes: Columns, feeds: Ids, leading: Ids, cooling: Columns) -> Ids:
    # One mark for each id: tables of cords are long. What is ABSENT marks the spare place at the end.
    used = np.zeros(int(nodes.ids.max(initial=0)) + 2, bool)
    for users in (leading, nodes["fed_by_id"], nodes["alternate_id"], cooling["power_node_id"], cooling["power_alternate_id"]):
        used[users] = True
    unused: Ids = feeds[~used[feeds]]
    return unused
