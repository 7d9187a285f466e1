"""Which devices draw power and have no feed."""

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.draw.power_ratings import draws_power
from gpudesk.derived.power.power_plan import leaves_power
from gpudesk.derived.scope.device_locations import DEEPEST, whereabouts
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types


def on_no_feed(snapshot: Snapshot) -> Mask:
    """Return which devices have power inlets but no supply from a node of the power plan, shape (devices,).

    A device in another device is fed with it. Workstations are fed by wall circuits and excluded. Types with undocumented
    inlets are not evaluated.
    """
    wanting = on_cords(snapshot)
    devices = snapshot["device"]
    if wanting.any() and snapshot["power_cord"].rows:
        by_id = np.zeros(int(devices.ids.max(initial=0)) + 1, bool)
        by_id[snapshot.cached(_fed)] = True
        fed = by_id[devices.ids]
        if snapshot.cached(whereabouts).nested:
            fed[snapshot.cached(whereabouts).root[fed]] = True
        wanting &= ~fed
    return wanting


def devices_on_no_feed(snapshot: Snapshot) -> Ids:
    """Return the ids of the devices of `on_no_feed`, ascending (use `snapshot.cached(devices_on_no_feed)`)."""
    device_ids: Ids = snapshot["device"].ids[on_no_feed(snapshot)]
    return device_ids


def halls_on_feeds(snapshot: Snapshot) -> frozenset[int]:
    """Return the ids of the halls in which a device draws power through its own inlets and has a feed (use `snapshot.cached`)."""
    halls = snapshot.cached(whereabouts).hall[on_cords(snapshot) & ~on_no_feed(snapshot)]
    return frozenset(np.unique(halls[halls != ABSENT]).tolist())


def racks_giving_power(snapshot: Snapshot) -> frozenset[int]:
    """Return the ids of the racks with a device that gives power over outlets, such as a PDU (use `snapshot.cached`)."""
    racks = snapshot.cached(whereabouts).rack[snapshot.types.cached(gives_power)[snapshot["device"]["type_id"]]]
    return frozenset(np.unique(racks[racks != ABSENT]).tolist())


def carry_fed_devices(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep which devices have a feed, if the edit only added or removed devices outside of the power network: these have none."""
    if not leaves_power(before, after, changes):
        return
    for maker in (halls_on_feeds, racks_giving_power):
        known = before.known(maker)
        if known is not None:
            after.remember(maker, known)
    unfed = before.known(devices_on_no_feed)
    if unfed is not None:
        change, devices = changes.of("device"), after["device"]
        type_ids = devices.at("type_id", devices.positions(change.added))
        came = change.added[after.types.cached(_takes_cords)[type_ids]]
        after.remember(devices_on_no_feed, distinct_ids(unfed[~is_one_of(unfed, change.removed)], came))


def on_cords(snapshot: Snapshot) -> Mask:
    """Return which devices draw power through their own inlets, fed by cords, shape (devices,)."""
    devices = snapshot["device"]
    takes: Mask = snapshot.types.cached(_takes_cords)[devices["type_id"]] & (devices["parent_id"] == ABSENT)
    return takes


@made_from({"power_cord": ("device_id", "from_device_id", "from_node_id")})
def _fed(snapshot: Snapshot) -> Ids:
    """The ids of the devices that power reaches over cords, ascending."""
    cords = snapshot["power_cord"]
    ids = int(max(cords[name].max(initial=0) for name in ("device_id", "from_device_id"))) + 1
    return np.flatnonzero(_reached(snapshot, cords["device_id"][cords["from_node_id"] != ABSENT], ids))


def fed_by_rows(snapshot: Snapshot, up: Mask) -> Mask:
    """Whether power reaches each device over cords while some power nodes are dead, by its id, shape (ids,).

    Args:
        up: which rows of `power_node` are alive.
    """
    cords = snapshot["power_cord"]
    node = snapshot["power_node"].positions(cords["from_node_id"])
    return _reached(snapshot, cords["device_id"][(node != ABSENT) & up[node]], int(snapshot["device"].ids.max(initial=0)) + 1)


def _reached(snapshot: Snapshot, first: Ids, ids: int) -> Mask:
    """Return the devices with a cord from a node, by id, and the devices that they feed; shape (ids + 1,), the last place for none."""
    cords = snapshot["power_cord"]
    fed = np.zeros(ids + 1, bool)
    taker, giver = cords["device_id"], cords["from_device_id"]
    fed[first] = True
    for _ in range(DEEPEST):
        # The last place is for a cord that comes from no device.
        through = taker[fed[giver] & ~fed[taker]]
        if not len(through):
            break
        fed[through] = True
    return fed


def _takes_cords(types: Types) -> Mask:
    """Whether each type draws power through inlets, by its id."""
    takes_cords = np.zeros(max(types, default=0) + 1, bool)
    if len(types):
        ids = np.array(list(types), np.int64)
        draws = draws_power(types, ids)
        for type_id, takes in zip(ids.tolist(), draws.tolist(), strict=True):
            kind = types[type_id]
            takes_cords[type_id] = takes and kind.family is not Family.WORKSTATION and bool(sockets(kind).inlets)
    return takes_cords


def gives_power(types: Types) -> Mask:
    """Whether each type gives power to others over outlets, by its id."""
    is_giver = np.zeros(max(types, default=0) + 1, bool)
    for type_id, kind in types.items():
        is_giver[type_id] = sockets(kind).gives
    return is_giver
