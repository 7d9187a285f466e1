"""Which devices each kind of network joins: how many of its cables end at each, kept from edit to edit."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import TIER_ROLES, Spread
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.draw.power_ratings import is_system
from gpudesk.derived.fabric.fabric_ends import is_switched
from gpudesk.derived.networks.network_stages import PLANT
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.snapshot import Snapshot, kept_far_back, made_from
from gpudesk.project.types import Types

JUDGED = tuple(TIER_ROLES)
"""The kinds of networks, in the order of the rows of the figures."""
_CABLES = ("network_id", "a_device_id", "a_port", "b_device_id", "b_port")
_STEP = 1024
_STAGED = frozenset(["network", "network_stage", "catalog_item"])
"""The tables besides `device` that decide what is to be joined."""
_MOST_DEVICES = 128
"""Maximum number of devices affected by an edit; above it all are decided again."""
_MOST_CARRIED = 4000
"""Maximum number of cables affected by an edit; above it all are counted again."""


@dataclass(frozen=True, slots=True, eq=False)
class NetworkJoins:
    """How many cables end at each device.

    Attributes:
        cables: of each kind of `JUDGED`, shape (kinds, ids), by the id of the device; there may be more columns than ids.
        upward: of any network or of none that lead from a switched port to one of another switch, or to a panel, shape (ids,).
    """

    cables: NDArray[np.int32]
    upward: NDArray[np.int32]


@made_from({"cable": _CABLES, "network": ("kind",), "device": ("type_id",), "catalog_item": ()})
def network_joins(snapshot: Snapshot) -> NetworkJoins:
    """The network cables of each device (use `snapshot.cached(network_joins)`)."""
    return _counted(snapshot, np.arange(snapshot["cable"].rows), _ids(snapshot))


def carry_network_joins(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` the counts of `before`, with the cables that an edit touched counted again."""
    known = before.known(network_joins)
    if known is None or after.known(network_joins) is not None or "network" in changes.tables or len(changes.of("catalog_item").changed):
        return
    if not after["device"].shares(before["device"], ("type_id",)) and _retyped(before, after, changes):
        return
    cables = changes.of("cable")
    if len(cables.touched) + len(cables.present) > _MOST_CARRIED:
        return
    size = max(_ids(after), known.cables.shape[1])
    grown = size - known.cables.shape[1]
    counts = np.concatenate([known.cables, np.zeros((len(known.cables), grown), np.int32)], axis=1)
    upward = np.concatenate([known.upward, np.zeros(grown, np.int32)])
    for snapshot, ids, sign in ((before, cables.touched, -1), (after, cables.present, 1)):
        places = snapshot["cable"].positions(ids)
        places = places[places != ABSENT]
        if len(places):
            _add_by_kind(counts, snapshot, places, sign)
            _add_upward(upward, snapshot, places, sign)
    after.remember(network_joins, NetworkJoins(counts, upward))


def _retyped(before: Snapshot, after: Snapshot, changes: Changes) -> bool:
    """Whether a device is of another type now."""
    ids = changes.of("device").changed
    old, new = (snapshot["device"].at("type_id", snapshot["device"].positions(ids)) for snapshot in (before, after))
    return not np.array_equal(old, new)


def _ids(snapshot: Snapshot) -> int:
    """More than the highest id of a device, in steps: an added device rarely makes the counts longer."""
    devices = snapshot["device"]
    highest = int(devices.at("id", np.array([devices.rows - 1]))[0]) if devices.rows else 0
    return (highest // _STEP + 1) * _STEP


def _counted(snapshot: Snapshot, places: Ids, size: int) -> NetworkJoins:
    """What some cables, by their places, are at each device, for ids below `size`."""
    joins = NetworkJoins(np.zeros((len(JUDGED), size), np.int32), np.zeros(size, np.int32))
    _add_by_kind(joins.cables, snapshot, places, 1)
    _add_upward(joins.upward, snapshot, places, 1)
    return joins


def _add_by_kind(counts: NDArray[np.int32], snapshot: Snapshot, places: Ids, sign: int) -> None:
    """Add to the counts of each kind of `JUDGED`, or take away, the ends of some cables at each device."""
    cables, networks = snapshot["cable"], snapshot["network"]
    network = networks.positions(cables.at("network_id", places))
    places, network = places[network != ABSENT], network[network != ABSENT]
    kind = networks["kind"][network]
    devices = [cables.at(f"{side}_device_id", places) for side in "ab"]
    for row, network_kind in enumerate(JUDGED):
        is_of_kind = kind == network_kind
        if is_of_kind.any():
            for device in devices:
                _add(counts[row], device[is_of_kind & (device != ABSENT)], sign)


def _add(counts: NDArray[np.int32], ids: Ids, sign: int) -> None:
    """Add to the count of each id the number of times that it is named, or take it away."""
    numbers = np.bincount(ids)
    counts[: len(numbers)] += sign * numbers.astype(np.int32)


def _add_upward(upward: NDArray[np.int32], snapshot: Snapshot, places: Ids, sign: int) -> None:
    """The same for cables that lead from a switched port of a device to one of another switch, or to a panel, whatever their network."""
    cables, devices = snapshot["cable"], snapshot["device"]
    whole = places[(cables.at("a_device_id", places) != ABSENT) & (cables.at("b_device_id", places) != ABSENT)]
    ends = [cables.at(f"{side}_device_id", whole) for side in "ab"]
    at = [devices.positions(device) for device in ends]
    ports = [cables.at(f"{side}_port", whole).astype(np.int64) for side in "ab"]
    switched = [is_switched(snapshot, *side_ends) for side_ends in zip(at, ports, strict=True)]
    passed = [snapshot.types.cached(_panels)[devices.at("type_id", side_places)] for side_places in at]
    for one, other in ((0, 1), (1, 0)):
        _add(upward, ends[one][switched[one] & (switched[other] | passed[other])], sign)


@kept_far_back
@made_from(
    {
        "device": ("type_id", "role", "parent_id", "rack_id"),
        "network": ("kind",),
        "network_stage": ("network_id", "lower", "upper", "spread"),
        "catalog_item": (),
    }
)
def to_be_joined(snapshot: Snapshot) -> Mask:
    """Devices that each kind of `JUDGED` must connect, shape (kinds, devices) (use `snapshot.cached(to_be_joined)`).

    GPU systems with ports for it, its switches, and the devices of its stages: those of a role, or, for a stage without a role,
    all that have ports for it and do not belong to the building. Switches of a stage for any device with ports may stay spare.
    """
    return _must_join(snapshot, np.arange(snapshot["device"].rows))


def carry_to_be_joined(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep with `after` what is known for `before`, with the devices that an edit touched decided again."""
    known, change = before.known(to_be_joined), changes.of("device")
    if known is None or after.known(to_be_joined) is not None or not changes.tables.keys().isdisjoint(_STAGED):
        return
    if not len(change.touched) or len(change.touched) + len(change.present) > _MOST_DEVICES:
        return
    touched = before["device"].positions(change.touched)
    present = after["device"].positions(change.present)
    rest = np.delete(known, touched[touched != ABSENT], axis=1)
    if not len(present):
        after.remember(to_be_joined, rest)
        return
    # Devices come in the order of their ids: each is inserted before the untouched ones that follow it.
    places = present - np.arange(len(present))
    after.remember(to_be_joined, np.insert(rest, places, _must_join(after, present), axis=1))


def _must_join(snapshot: Snapshot, places: Ids) -> Mask:
    """As `to_be_joined`, of the devices at some places: shape (kinds, places)."""
    devices, networks, stages = snapshot["device"], snapshot["network"], snapshot["network_stage"]
    types, roles = devices.at("type_id", places), snapshot.cached(role_codes)
    role_of = roles.of_device[places]
    outer = devices.at("parent_id", places) == ABSENT
    switches = snapshot.types.cached(_switches)[types]
    must_join = snapshot.types.cached(system_ports)[:, types] & outer
    kind_of = networks["kind"][networks.positions(stages["network_id"])] if stages.rows else stages["network_id"]
    for row, kind in enumerate(JUDGED):
        kind_stages = np.flatnonzero(kind_of == kind)
        lower, upper = (set(stages[name][kind_stages].tolist()) for name in ("lower", "upper"))
        of_all = (stages["lower"][kind_stages] == "") & (stages["spread"][kind_stages] == Spread.FILL)
        filled = set(stages["upper"][kind_stages[of_all.astype(bool)]].tolist())
        if "" in lower:
            plant = snapshot.types.cached(_plant)[types] & (devices.at("rack_id", places) == ABSENT)
            must_join[row] |= snapshot.types.cached(network_ports)[row, types] & outer & ~plant
        for role in {*TIER_ROLES[kind], *lower, *upper} - {""}:
            here = role_of == roles.number.get(role, ABSENT)
            if role in filled:
                must_join[row] &= ~here
            else:
                must_join[row] |= here & (switches if role in TIER_ROLES[kind] else True)
    joined: Mask = must_join
    return joined


def system_ports(types: Types) -> Mask:
    """Whether one of each type is a system with GPUs, no workstation, that has ports of each kind of `JUDGED`: shape (kinds, type ids)."""
    ids = np.array(list(types), np.int64)
    systems = np.zeros(max(types, default=0) + 1, bool)
    if len(ids):
        systems[ids] = is_system(types, ids)
    for type_id, kind in types.items():
        systems[type_id] &= kind.family not in (Family.GPU, Family.WORKSTATION)
    has_ports: Mask = types.cached(network_ports) & systems
    return has_ports


def network_ports(types: Types) -> Mask:
    """Whether each type has ports of each kind of `JUDGED`, shape (kinds, type ids)."""
    has_ports = np.zeros((len(JUDGED), max(types, default=0) + 1), bool)
    for type_id, hardware in types.items():
        networks = {group.network for group in hardware.port_groups if group.role == "network"}
        for row, kind in enumerate(JUDGED):
            has_ports[row, type_id] = kind.ports in networks
    return has_ports


def _of_families(types: Types, *families: Family) -> Mask:
    is_of_family = np.zeros(max(types, default=0) + 1, bool)
    for type_id, kind in types.items():
        is_of_family[type_id] = kind.family in families
    return is_of_family


def _switches(types: Types) -> Mask:
    return _of_families(types, Family.SWITCH)


def _plant(types: Types) -> Mask:
    return _of_families(types, *PLANT)


def _panels(types: Types) -> Mask:
    return _of_families(types, Family.PANEL, Family.CASSETTE)
