"""Power nodes and devices that feed themselves: their loads cannot be summed."""

from collections.abc import Mapping, Sequence

import numpy as np

from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.snapshot import Snapshot, kept_far_back, made_from


@made_from({"power_node": ("fed_by_id", "alternate_id")})
def nodes_on_circles(snapshot: Snapshot) -> tuple[int, ...]:
    """The nodes that are fed, directly or indirectly, from themselves, also as an alternate: indices in the table, ascending."""
    nodes = snapshot["power_node"]
    above = [nodes.positions(nodes[column]) for column in ("fed_by_id", "alternate_id")]
    left = np.ones(nodes.rows, bool)
    while True:
        # A node that nothing fed from a circle feeds goes; what stays leads up into a circle.
        stays = left & np.logical_or(*((up != ABSENT) & left[up] for up in above))
        if np.array_equal(stays, left):
            break
        left = stays
    lists = [up.tolist() for up in above]
    feeders = {place: [up[place] for up in lists] for place in np.flatnonzero(left).tolist()}
    return tuple(place for place in feeders if _feeds_itself(place, feeders))


@made_from({"power_cord": ("device_id", "from_device_id"), "device": ("id",)})
def devices_on_circles(snapshot: Snapshot) -> tuple[int, ...]:
    """The devices that are fed over cords, directly or indirectly, from themselves: indices in the table, ascending."""
    devices = snapshot["device"]
    ids = [device for device in snapshot.cached(_ids_on_circles) if devices.has(device)]
    return tuple(devices.positions(np.array(ids, np.int64)).tolist())


@kept_far_back
@made_from({"power_cord": ("device_id", "from_device_id")})
def _ids_on_circles(snapshot: Snapshot) -> tuple[int, ...]:
    """As `devices_on_circles`, by id: devices without cords do not matter."""
    cords = snapshot["power_cord"]
    taker, giver = cords["device_id"], cords["from_device_id"]
    joins = giver != ABSENT
    taker, giver = taker[joins], giver[joins]
    while len(giver):
        # A cord from a device without a cord of its own from another device goes; what stays leads up into a circle.
        takes = np.zeros(max(int(taker.max()), int(giver.max())) + 1, bool)
        takes[taker] = True
        stays = takes[giver]
        if stays.all():
            break
        taker, giver = taker[stays], giver[stays]
    feeders: dict[int, list[int]] = {}
    for below, above in zip(taker.tolist(), giver.tolist(), strict=True):
        feeders.setdefault(below, []).append(above)
    return tuple(device for device in sorted(feeders) if _feeds_itself(device, feeders))


def carry_circles(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep that no device feeds itself over cords, if the edit only removed cords."""
    known = before.known(_ids_on_circles)
    if known is not None and not known and after.known(_ids_on_circles) is None and not len(changes.of("power_cord").present):
        after.remember(_ids_on_circles, known)


def _feeds_itself(node: int, feeders: Mapping[int, Sequence[int]]) -> bool:
    waiting, seen = list(feeders[node]), set[int]()
    while waiting:
        here = waiting.pop()
        if here == node:
            return True
        if here != ABSENT and here not in seen:
            seen.add(here)
            waiting.extend(feeders.get(here, ()))
    return False
