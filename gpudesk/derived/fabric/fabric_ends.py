"""The ends of network links in sequence: the switch or device of each, and its other end."""

from dataclasses import dataclass, fields, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.links.link_rates import port_groups
from gpudesk.derived.links.links import Links, links
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

Texts: TypeAlias = NDArray[np.object_]
_FEW_ENDS = 4000
"""Number of requested ends above which the tiers of all devices are calculated and cached."""


@dataclass(frozen=True, slots=True, eq=False)
class FabricEnds:
    """Both ends of the links that belong to a network, shape (ends,): first all `a`, then all `b`.

    Attributes:
        network: index of the network in its table.
        cable: id of the first cable of the link.
        device, port, role: of the end; the device by id.
        switch: whether the device is a switch and the port a switched one, not its management port.
        tier: the tier of the role of the end in the network, ABSENT for none.
        other_device, other_port, other_role, other_switch: of the other end.
        other_tier: that of the other end.
        link: the link of each end.
    """

    network: Ids
    cable: Ids
    device: Ids
    port: Ids
    role: Texts
    switch: Mask
    tier: Ids
    other_device: Ids
    other_port: Ids
    other_role: Texts
    other_switch: Mask
    other_tier: Ids
    link: Ids

    def __len__(self) -> int:
        return len(self.device)

    def among(self, device_ids: Ids) -> "FabricEnds":
        """Those at some devices."""
        end_places = np.flatnonzero(np.isin(self.device, device_ids))
        return FabricEnds(*(getattr(self, field.name)[end_places] for field in fields(self)))


_READS = {
    "cable": ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes", "network_id", "type_id"),
    "device": ("type_id", "role"),
    "catalog_item": (),
}


@made_from({**_READS, "network": ("kind",)})
def fabric_ends(snapshot: Snapshot) -> FabricEnds:
    """The ends of all network links (use `snapshot.cached(fabric_ends)`)."""
    return _with_tiers(snapshot, snapshot.cached(ends_of_any_tier))


@made_from({**_READS, "network": ("id",)})
def ends_of_any_tier(snapshot: Snapshot) -> FabricEnds:
    """The same ends without tiers: the part independent of the network kinds (use `snapshot.cached(ends_of_any_tier)`)."""
    return _without_tiers(snapshot, snapshot.cached(links))


def fabric_ends_of(snapshot: Snapshot, found: Links) -> FabricEnds:
    """The ends of some links, for those that belong to a network."""
    return _with_tiers(snapshot, _without_tiers(snapshot, found))


def _without_tiers(snapshot: Snapshot, found: Links) -> FabricEnds:
    devices = snapshot["device"]
    places = snapshot["network"].positions(found.network.copy())
    link_places = np.flatnonzero(places != ABSENT)
    network = np.tile(places[link_places], 2)
    device, port = (
        np.concatenate([getattr(found.a, name)[link_places], getattr(found.b, name)[link_places]]).astype(np.int64)
        for name in ("device", "port")
    )
    at = devices.positions(device.copy())
    role: Texts = devices.at("role", at)
    switch = is_switched(snapshot, at, port)
    turn = _other_ends(len(device))
    none = np.full(len(device), ABSENT)
    cable = np.tile(snapshot["cable"].at("id", found.cable[found.first[link_places]]), 2)
    link = np.tile(link_places, 2)
    return FabricEnds(network, cable, device, port, role, switch, none, device[turn], port[turn], role[turn], switch[turn], none, link)


def _with_tiers(snapshot: Snapshot, ends: FabricEnds) -> FabricEnds:
    tier = _tiers(snapshot, snapshot["network"]["kind"][ends.network], snapshot["device"].positions(ends.device.copy()))
    return replace(ends, tier=tier, other_tier=tier[_other_ends(len(tier))])


def _other_ends(count: int) -> Ids:
    """The index of the other end of each end: those of one side come before those of the other."""
    half = count // 2
    return np.concatenate([np.arange(half, 2 * half), np.arange(half)])


def is_switched(snapshot: Snapshot, at: Ids, port: Ids) -> Mask:
    """Whether a device is a switch and a port one of those that it switches: by the places of devices and their ports, shape (ends,)."""
    is_port_switched: Mask = snapshot.types.cached(_switched)[
        snapshot.types.cached(port_groups).of(snapshot["device"].at("type_id", at), port)
    ]
    return is_port_switched


@made_from({"device": ("role",)})
def role_tiers(snapshot: Snapshot) -> Ids:
    """The tier that the role of each device has in a network of each kind, ABSENT for none: shape (kinds, devices)."""
    roles = snapshot.cached(role_codes)
    return _tiers_of(np.array(list(roles.number), object))[:, roles.of_device]


def _tiers(snapshot: Snapshot, kind: Ids, places: Ids) -> Ids:
    """The tier of some devices, each in a network of a kind; for a few devices only theirs, unless all are known."""
    if len(places) > _FEW_ENDS or snapshot.known(role_tiers) is not None:
        return snapshot.cached(role_tiers)[kind, places]
    few, which = np.unique(places, return_inverse=True)
    return _tiers_of(snapshot["device"].at("role", few))[kind, which]


def _tiers_of(role: Texts) -> Ids:
    tiers = np.full((len(NetworkKind), len(role)), ABSENT)
    for kind, roles in TIER_ROLES.items():
        for number, name in enumerate(roles):
            tiers[kind, role == name] = number
    return tiers


def port_rails(snapshot: Snapshot, device: Ids, port: Ids) -> Ids:
    """The rail of each port according to its type, ABSENT if it states none: same shape as the input."""
    devices = snapshot["device"]
    table = snapshot.types.cached(_rails)
    of_type = devices.at("type_id", devices.positions(device.copy()))
    there = port < table.shape[1]
    rails: Ids = np.where(there, table[of_type, np.where(there, port, 0)], ABSENT)
    return rails


def _switched(types: Types) -> Mask:
    """Whether a switch switches the ports of each group of `port_groups`; the last entry represents no group."""
    groups = types.cached(port_groups)
    kind_groups = [groups.at(types, number) for number in range(len(groups.gbps) - 1)]
    return np.array([*(kind.family is Family.SWITCH and not group.network for kind, group in kind_groups), False], bool)


def _rails(types: Types) -> Ids:
    """The rail of each port by type id and port, shape (ids, ports)."""
    most = max((len(list(kind.ports())) for kind in types.values()), default=0)
    table = np.full((max(types, default=0) + 2, most + 1), ABSENT)
    for type_id, kind in types.items():
        for port in kind.ports():
            if port.rail is not None:
                table[type_id, port.index] = port.rail
    return table
