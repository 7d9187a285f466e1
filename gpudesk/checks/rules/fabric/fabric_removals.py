"""Removals after which the fabrics that remain have no new finding: hosts that go with all their cables."""

from dataclasses import dataclass

import numpy as np

from gpudesk.checks.rules.common.removal import Removal
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.fabric.fabric_ends import is_switched, port_rails
from gpudesk.derived.links.cables_near import cables_at
from gpudesk.derived.ports.panel_strands import panel_ways
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

HOSTS = (Family.SYSTEM, Family.SERVER, Family.STORAGE)
"""Families of the devices for which a switch is installed."""


def only_hosts_leave(removal: Removal) -> bool:
    """Whether all removed cables lead from removed devices to switches that stay: those lose links to hosts and nothing else.

    No other device loses a link, and no link between switches is removed.
    """
    before = removal.before
    device, port, removed = removal.cached(_removed_ends)
    # A panel that goes may have joined two switches.
    if _are_panels(before, device.ravel()).any():
        return False
    switched = is_switched(before, before["device"].positions(device.ravel()), port.ravel()).reshape(device.shape)
    leads_up = removed & ~switched & (~removed & switched & (device != ABSENT))[::-1]
    return bool((leads_up.any(axis=0) | removed.all(axis=0)).all())


def leaves_have_one_rail(removal: Removal) -> bool:
    """Whether each switch that loses links has links of one rail only in compute networks, none of them through a panel.

    Condition: `only_hosts_leave`.
    """
    before, near = removal.before, removal.cached(_near_cables)
    networks = before["network"]
    compute = networks.ids[networks["kind"] == NetworkKind.COMPUTE]
    # A panel joins ports that are not known here, and the network of a link is that of its first cable.
    if _are_panels(before, near.device.ravel()).any():
        return False
    is_compute = np.tile(is_one_of(near.network, compute), 2)
    chosen = np.flatnonzero(is_compute & (near.number.ravel() != ABSENT))
    other_device, other_port = near.device[::-1].ravel()[chosen], near.port[::-1].ravel()[chosen]
    rails = port_rails(before, other_device, other_port)
    chosen, rails = chosen[rails != ABSENT], rails[rails != ABSENT]
    # A switch has one rail if its lowest is its highest.
    number = near.number.ravel()[chosen]
    lowest, highest = np.full(len(near.switches), np.iinfo(np.int64).max), np.full(len(near.switches), ABSENT)
    np.minimum.at(lowest, number, rails)
    np.maximum.at(highest, number, rails)
    return not bool(((highest != ABSENT) & (lowest != highest)).any())


def no_switch_becomes_late(removal: Removal) -> bool:
    """Whether all devices are installed in one phase, or each switch that loses links keeps a host that is not installed before it.

    Condition: `only_hosts_leave`.
    """
    before = removal.before
    if before.cached(_has_one_phase):
        return True
    near, devices = removal.cached(_near_cables), before["device"]
    stays = (near.number != ABSENT) & near.stays & (near.network != ABSENT)
    chosen = np.flatnonzero(stays.ravel())
    number, other = near.number.ravel()[chosen], devices.positions(near.device[::-1].ravel()[chosen])
    is_host = before.types.cached(_hosts)[devices.at("type_id", other)]
    built = devices.at("phase", devices.positions(near.switches))
    in_time = is_host & (devices.at("phase", other) >= built[number])
    return len(distinct_ids(number[in_time])) == len(near.switches)


def in_one_compute_network(removal: Removal) -> bool:
    """Whether the links of a leaf can be of only one compute network: of several, the ratio of the first link is the planned one."""
    return int((removal.before["network"]["kind"] == NetworkKind.COMPUTE).sum()) <= 1


def no_stage_leads_to_removed(removal: Removal) -> bool:
    """Whether no network stage leads up to a role of the removed devices."""
    devices = removal.before["device"]
    roles = devices.at("role", devices.positions(removal.changes.of("device").removed))
    return set(roles.tolist()).isdisjoint(removal.before["network_stage"]["upper"].tolist())


@made_from({"device": ("phase",)})
def _has_one_phase(snapshot: Snapshot) -> bool:
    phases = snapshot["device"]["phase"]
    return len(phases) == 0 or bool((phases == phases[0]).all())


def _removed_ends(removal: Removal) -> tuple[Ids, Ids, Mask]:
    """Device and port of both ends of the removed cables, and whether the device goes too: shape (2, cables)."""
    cables, changes = removal.before["cable"], removal.changes
    places = cables.positions(changes.of("cable").removed)
    device = np.stack([cables.at(f"{side}_device_id", places) for side in "ab"])
    port = np.stack([cables.at(f"{side}_port", places).astype(np.int64) for side in "ab"])
    removed: Mask = is_one_of(device.ravel(), changes.of("device").removed).reshape(device.shape)
    return device, port, removed


@dataclass(frozen=True, slots=True, eq=False)
class _NearCables:
    """The cables of the switches that lose links.

    Attributes:
        switches: these, by id, ascending.
        device, port: of both ends, shape (2, cables).
        number: index in `switches` of each end that is at a switched port of one, otherwise ABSENT; shape (2, cables).
        network: id of the network, shape (cables,).
        stays: whether the edit leaves the cable, shape (cables,).
    """

    switches: Ids
    device: Ids
    port: Ids
    number: Ids
    network: Ids
    stays: Mask


def _near_cables(removal: Removal) -> _NearCables:
    before, cables = removal.before, removal.before["cable"]
    device, _, removed = removal.cached(_removed_ends)
    switches = distinct_ids(device[~removed])
    near = cables_at(cables, switches)
    ends = np.stack([cables.at(f"{side}_device_id", near) for side in "ab"])
    ports = np.stack([cables.at(f"{side}_port", near).astype(np.int64) for side in "ab"])
    flat = ends.ravel()
    at_switch = is_one_of(flat, switches) & is_switched(before, before["device"].positions(flat), ports.ravel())
    number = np.where(at_switch, np.minimum(switches.searchsorted(flat), len(switches) - 1), ABSENT).reshape(ends.shape)
    stays = ~is_one_of(cables.at("id", near), removal.changes.of("cable").removed)
    return _NearCables(switches, ends, ports, number, cables.at("network_id", near), stays)


def _are_panels(snapshot: Snapshot, device_ids: Ids) -> Mask:
    panels = snapshot.types.cached(panel_ways).panels
    if not len(panels):
        return np.zeros(len(device_ids), bool)
    devices = snapshot["device"]
    are_panels: Mask = np.isin(devices.at("type_id", devices.positions(device_ids)), panels)
    return are_panels


def _hosts(types: Types) -> Mask:
    """Whether each type is of a family of `HOSTS`, by id."""
    are_hosts = np.zeros(max(types, default=0) + 1, bool)
    for type_id, kind in types.items():
        are_hosts[type_id] = kind.family in HOSTS
    return are_hosts
