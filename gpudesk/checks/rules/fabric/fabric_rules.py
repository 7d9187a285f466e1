"""Fabrics: rails, uplinks, over-subscription, single switches and ports that are left open."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled, networked
from gpudesk.checks.rules.common.link_view import ENDS, near_links
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.fabric.fabric_removals import in_one_compute_network, leaves_have_one_rail, only_hosts_leave
from gpudesk.core.fabric.network_slots import has_tray_ports, node_slots, slots_of_trays, stage_slots
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.columns.joins import distinct, grouped, places_of
from gpudesk.derived.fabric.fabric_ends import FabricEnds, ends_of_any_tier, fabric_ends, fabric_ends_of, port_rails
from gpudesk.project.snapshot import Snapshot, kept_makers, made_from

_ROUNDING = 1e-9
_NETWORKS = 1 << 16
"""More networks than a project has."""
TREE = {
    "cable": (*ENDS, "network_id", "type_id"),
    "network": ("kind",),
    "device": ("name", "type_id", "role"),
    "catalog_item": ("body",),
}
"""Tables needed for the ends of the links of networks."""


def _both(snapshot: Snapshot) -> bool:
    return networked(snapshot) and cabled(snapshot)


_fabric_rule = partial(rule, scope=Scope.LINK, when=_both)


def ends_to_judge(view: View) -> FabricEnds:
    """All ends of links at the devices to check."""
    if view.only is None:
        return view.snapshot.cached(fabric_ends)
    return fabric_ends_of(view.snapshot, view.cached(near_links)).among(view.ids)


def _tier(ends: FabricEnds, tier: int) -> Mask:
    """Which ends are at switches of a tier of their network."""
    is_of_tier: Mask = ends.switch & (ends.tier == tier)
    return is_of_tier


def _counted(first: Ids, second: Ids) -> tuple[Ids, Ids, Ids]:
    """The distinct pairs of two columns, by the first and then the second, and the count of each."""
    span = int(second.max(initial=0)) + 1
    pairs, counts = np.unique(first * span + second, return_counts=True)
    one, other = np.divmod(pairs, span)
    return one, other, counts


def _spread(first: Ids, counts: Ids) -> tuple[Ids, Ids, Ids]:
    """Each value of a sorted column with the least and the greatest of its counts."""
    values, start = np.unique(first, return_index=True)
    if not len(values):
        return values, values, values
    return values, np.minimum.reduceat(counts, start), np.maximum.reduceat(counts, start)


@_fabric_rule(
    "fabric.rail",
    title=QT_TRANSLATE_NOOP("checks", "Each leaf serves its assigned rails"),
    many=QT_TRANSLATE_NOOP("checks", "{count} links end at the leaf of another rail"),
    severity=Severity.ERROR,
    reads=TREE,
    spared_by_removal=True,
    spared_if=(only_hosts_leave, leaves_have_one_rail),
    source=QT_TRANSLATE_NOOP("checks", "GPU i connects to rail i: NVIDIA DGX SuperPOD, and the port-to-rail map of the system"),
)
def rail(view: View) -> Iterator[Violation]:
    """Where a leaf of a compute network has more than twice as many links of one rail as of another, those of the latter are misplaced."""
    ends = view.cached(ends_to_judge)
    rails = port_rails(view.snapshot, ends.other_device, ends.other_port)
    compute = view.snapshot["network"]["kind"][ends.network] == NetworkKind.COMPUTE
    chosen = np.flatnonzero(compute & ends.switch & ~ends.other_switch & (rails != ABSENT))
    leaves, _, counted = _counted(ends.device[chosen], rails[chosen])
    leaves, fewest, most = _spread(leaves, counted)
    astray = chosen[np.isin(ends.device[chosen], leaves[2 * fewest < most])]
    for leaf, places in grouped(ends.device, astray).items():
        counts = np.bincount(rails[places])
        own = int(counts.argmax())
        for place in places[2 * counts[rails[places]] < counts[own]].tolist():
            node, cable = int(ends.other_device[place]), int(ends.cable[place])
            text = QT_TRANSLATE_NOOP("checks", "Rail {rail} of {node} ends at {leaf}, the leaf of rail {other}.")
            names = {"node": view.name("device", node), "leaf": view.name("device", leaf)}
            message = rule_text(text, rail=int(rails[place]), other=own, **names)
            objects = (("cable", cable), ("device", node), ("device", leaf))
            yield Violation((leaf,), objects, view.row_place("device", node), message, int(rails[place]), own)


@_fabric_rule(
    "fabric.uplinks",
    title=QT_TRANSLATE_NOOP("checks", "Leaves have the same number of links to each of their spines"),
    many=QT_TRANSLATE_NOOP("checks", "{count} leaves have uneven links to their spines"),
    severity=Severity.ERROR,
    reads=TREE,
    spared_by_removal=True,
    spared_if=(only_hosts_leave,),
    source=QT_TRANSLATE_NOOP(
        "checks", "Spine rule of all published DGX SuperPOD tables: the same number of links from every leaf to every spine"
    ),
)
def uplinks(view: View) -> Iterator[Violation]:
    """Links of one leaf. Adaptive routing spreads traffic evenly across spines, so the spine with the fewest links is the bottleneck."""
    ends = view.cached(ends_to_judge)
    chosen = np.flatnonzero(_tier(ends, 0) & ends.other_switch & (ends.other_tier == 1))
    leaves, _, counted = _counted(ends.device[chosen], ends.other_device[chosen])
    leaves, fewest, most = _spread(leaves, counted)
    for number in np.flatnonzero(fewest < most).tolist():
        leaf, least, greatest = int(leaves[number]), int(fewest[number]), int(most[number])
        spines = len(np.unique(ends.other_device[chosen[ends.device[chosen] == leaf]]))
        text = QT_TRANSLATE_NOOP("checks", "{leaf} has from {least} to {most} {most|link|links} to its {count} {count|spine|spines}.")
        message = rule_text(text, leaf=view.name("device", leaf), least=least, most=greatest, count=spines)
        yield Violation((leaf,), (("device", leaf),), view.row_place("device", leaf), message, least, greatest)


@_fabric_rule(
    "fabric.oversubscription",
    title=QT_TRANSLATE_NOOP("checks", "Leaf oversubscription is within the planned ratio"),
    many=QT_TRANSLATE_NOOP("checks", "{count} leaves exceed the planned oversubscription"),
    severity=Severity.WARNING,
    reads=reading(TREE, {"network": ("leaf_up", "leaf_down")}),
    spared_by_removal=True,
    spared_if=(only_hosts_leave, in_one_compute_network),
    source=QT_TRANSLATE_NOOP("checks", "Downlinks and uplinks of the leaf, compared with the ports set for the network; otherwise 1:1"),
)
def oversubscription(view: View) -> Iterator[Violation]:
    """Leaves of compute networks with uplinks, or with a planned number of uplinks. Appliances are not counted."""
    ends, networks = view.cached(ends_to_judge), view.snapshot["network"]
    compute = networks["kind"][ends.network] == NetworkKind.COMPUTE
    chosen = np.flatnonzero(_tier(ends, 0) & compute)
    leaves, first, of_leaf = np.unique(ends.device[chosen], return_index=True, return_inverse=True)
    devices = view.snapshot["device"]
    type_id = devices["type_id"][devices.positions(ends.other_device[chosen])]
    downwards = ~ends.other_switch[chosen] & (view.types.codes("gpus", type_id) > 0)
    upwards = ends.other_switch[chosen] & (ends.other_tier[chosen] == 1)
    down, up = (np.bincount(of_leaf, which, len(leaves)).astype(np.int64) for which in (downwards, upwards))
    network = ends.network[chosen[first]]
    said_up, said_down = (networks[name][network] for name in ("leaf_up", "leaf_down"))
    planned = np.where((said_up > 0) & (said_down > 0), np.maximum(said_down / np.maximum(said_up, 1), 1.0), 1.0)
    is_judged = (down > 0) & ((up > 0) | (said_up > 0))
    for number in np.flatnonzero(is_judged & (down > planned * up + _ROUNDING)).tolist():
        leaf, planned_ratio = int(leaves[number]), round(float(planned[number]), 3)
        there, above = int(down[number]), int(up[number])
        text = QT_TRANSLATE_NOOP(
            "checks", "{leaf} has {down} {down|link|links} to nodes and {up} {up|uplink|uplinks}; the planned ratio is {planned} : 1."
        )
        message = rule_text(text, leaf=view.name("device", leaf), down=there, up=above, planned=planned_ratio)
        actual_ratio = round(there / above, 3) if above else None
        yield Violation((leaf,), (("device", leaf),), view.row_place("device", leaf), message, actual_ratio, planned_ratio)


_DOUBLED = (NetworkKind.STORAGE, NetworkKind.IN_BAND)
"""Networks in which a device with several links must be connected to several switches."""


@made_from({"device": ("type_id", "role"), "catalog_item": (), "network": ("kind",)})
def _shared_roles(snapshot: Snapshot) -> frozenset[str]:
    """The roles shared by several switches; none if no network requires that."""
    devices = snapshot["device"]
    if not np.isin(snapshot["network"]["kind"], _DOUBLED).any():
        return frozenset()
    kinds = [type_id for type_id, kind in snapshot.types.items() if kind.family is Family.SWITCH]
    counts = Counter(devices.at("role", places_of(devices["type_id"], np.array(kinds, np.int64))).tolist())
    return frozenset(role for role, count in counts.items() if count > 1)


@_fabric_rule(
    "fabric.single_switch",
    title=QT_TRANSLATE_NOOP("checks", "Devices with several links in a network connect to several switches"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have all links on one switch"),
    severity=Severity.WARNING,
    reads=reading(TREE, {"network": ("name",)}),
    ground=_shared_roles,
    spared_by_removal=True,
    spared_if=(only_hosts_leave,),
    source=QT_TRANSLATE_NOOP("checks", "A second link is meant to survive the failure of one switch"),
)
def single_switch(view: View) -> Iterator[Violation]:
    """Storage and in-band networks with more than one switch of a role. Rails of compute networks end at one switch by design."""
    ends, networks = view.cached(ends_to_judge), view.snapshot["network"]
    doubled = np.isin(networks["kind"][ends.network], _DOUBLED)
    chosen = np.flatnonzero(doubled & ~ends.switch & ends.other_switch)
    key = ends.device[chosen] * _NETWORKS + ends.network[chosen]
    keys, switches, counts = _counted(key, ends.other_device[chosen])
    alone = np.concatenate([[True], keys[1:] != keys[:-1]]) & np.concatenate([keys[1:] != keys[:-1], [True]]) if len(keys) else keys > 0
    roles = view.snapshot.cached(_shared_roles)
    for number in np.flatnonzero(alone & (counts > 1)).tolist():
        device, network = divmod(int(keys[number]), _NETWORKS)
        if str(ends.other_role[chosen[key == keys[number]][0]]) not in roles:
            continue
        text = QT_TRANSLATE_NOOP("checks", "All {count} links of {device} in {network} terminate on {switch}.")
        names = {"device": view.name("device", device), "switch": view.name("device", int(switches[number]))}
        message = rule_text(text, count=int(counts[number]), network=str(networks["name"][network]), **names)
        objects = (("device", device), ("network", int(networks.ids[network])))
        yield Violation((device,), objects, view.row_place("device", device), message, 1, 2)


@_fabric_rule(
    "fabric.open_ports",
    title=QT_TRANSLATE_NOOP("checks", "Ports required by a network have a cable"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have unconnected network ports"),
    severity=Severity.WARNING,
    reads=reading(TREE, {"network": ("name", "rate_gbps", "planes"), "network_stage": ("network_id", "lower", "links", "per_tray")}),
    spared_by_removal=True,
    spared_if=(only_hosts_leave,),
    source=QT_TRANSLATE_NOOP("checks", "Ports of the type for the network, or the links per device set in a network stage"),
)
def open_ports(view: View) -> Iterator[Violation]:
    """Devices with at least one cable of the network. Ports slower than the network are not counted. Of a port with a link to each of
    several planes, every link counts.
    """
    networks, snapshot = view.snapshot["network"], view.snapshot
    used = snapshot.cached(_all_ports_in_use) if view.only is None else _ports_in_use(snapshot, view.cached(ends_to_judge))
    required_ports = np.array([_asked_ports(view, *kind) for kind in used.kinds], np.int64)
    of_planes = np.array([_links_to_planes(view, *kind) for kind in used.kinds], np.int64)
    split = of_planes[used.kind] > 0 if len(used.there) else np.zeros(0, bool)
    there = np.where(split, used.links, used.there)
    required_of_each = np.where(split, of_planes[used.kind], required_ports[used.kind]) if len(used.there) else there
    for number in np.flatnonzero(there < required_of_each).tolist():
        holder, required, network = int(used.device[number]), int(required_of_each[number]), int(used.network[number])
        text = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|port|ports} in {network} cabled.")
        if split[number]:
            text = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} in {network} cabled.")
        values = {"there": int(there[number]), "wanted": required}
        message = rule_text(text, device=view.name("device", holder), network=str(networks["name"][network]), **values)
        objects = (("device", holder), ("network", int(networks.ids[network])))
        yield Violation((holder,), objects, view.row_place("device", holder), message, values["there"], required)


@dataclass(frozen=True, slots=True, eq=False)
class _PortsInUse:
    """How many ports of each device that is no switch have a cable of each network, shape (n,).

    Attributes:
        network: place in the table.
        there, links: ports with a cable, and links.
        kind: which of `kinds` each is: type and role of the device, in that network.
    """

    device: Ids
    network: Ids
    there: Ids
    links: Ids
    kinds: Sequence[tuple[int, int, str]]
    kind: Ids


def _ports_in_use(snapshot: Snapshot, ends: FabricEnds) -> _PortsInUse:
    devices = snapshot["device"]
    chosen = np.flatnonzero(~ends.switch)
    keys, _, _ = _counted(ends.device[chosen] * _NETWORKS + ends.network[chosen], ends.port[chosen])
    keys, there = np.unique(keys, return_counts=True)
    _, links = np.unique(ends.device[chosen] * _NETWORKS + ends.network[chosen], return_counts=True)
    device, network = np.divmod(keys, _NETWORKS)
    if not len(keys):
        return _PortsInUse(device, network, there, links, (), keys)
    at = devices.positions(device.copy())
    names, role = np.unique(devices.at("role", at).astype(str), return_inverse=True)
    types = devices.at("type_id", at)
    first, kind = distinct([types, network, role.astype(np.int64)])
    kinds = [(int(types[place]), int(network[place]), str(names[role[place]])) for place in first.tolist()]
    return _PortsInUse(device, network, there, links, kinds, kind)


@made_from(kept_makers()[ends_of_any_tier])
def _all_ports_in_use(snapshot: Snapshot) -> _PortsInUse:
    return _ports_in_use(snapshot, snapshot.cached(ends_of_any_tier))


def _links_to_planes(view: View, type_id: int, network: int, role: str) -> int:
    """The number of links of a device whose ports have a link to each of several planes; 0 if a port has one link.

    Only nodes of the fat tree share a port among planes: a stage cables whole ports.
    """
    networks, stages, kind = view.snapshot["network"], view.snapshot["network_stage"], view.types[type_id]
    of_role = (stages["network_id"] == networks.ids[network]) & np.isin(stages["lower"].astype(str), ("", role))
    if networks["planes"][network] < 2 or networks["kind"][network] != NetworkKind.COMPUTE or not kind.gpu_count or of_role.any():
        return 0
    slots = node_slots(kind, NetworkKind.COMPUTE.ports, float(networks["rate_gbps"][network]))
    return len(slots) if len(slots) > len(np.unique(slots.port)) else 0


def _asked_ports(view: View, type_id: int, network: int, role: str) -> int:
    """The number of ports that a network requires of a device of a type and role."""
    networks, stages = view.snapshot["network"], view.snapshot["network_stage"]
    purpose = NetworkKind(int(networks["kind"][network])).ports
    rate = float(networks["rate_gbps"][network])
    groups = [group for group in view.types[type_id].port_groups if group.role == "network" and group.network == purpose]
    ports = sum(len(group.ports) for group in groups if (group.rate_gbps or 0) >= rate)
    stage_rows = np.flatnonzero(stages["network_id"] == networks.ids[network])
    limits = {place: int(stages["links"][place]) for place in stage_rows.tolist() if stages["lower"][place] in ("", role)}
    stated_limits = {place: limit for place, limit in limits.items() if limit != ABSENT}
    if not stated_limits:
        return ports
    kind = view.types[type_id]
    of_trays = sum(limit for place, limit in stated_limits.items() if stages["per_tray"][place] and has_tray_ports(kind))
    places = len(slots_of_trays(kind, stage_slots(kind, purpose, rate)[0], of_trays)) if of_trays else 0
    return min(ports, places + sum(stated_limits.values()) - of_trays)


@rule(
    "fabric.not_cabled",
    title=QT_TRANSLATE_NOOP("checks", "Planned networks have cables"),
    many=QT_TRANSLATE_NOOP("checks", "{count} networks have no cables"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads={"cable": ("network_id",), "network": ("name",)},
    when=networked,
    source=QT_TRANSLATE_NOOP("checks", "Networks of the project, and their cables"),
)
def not_cabled(view: View) -> Iterator[Violation]:
    """A planned network without any cable."""
    networks, cables = view.snapshot["network"], view.snapshot["cable"]
    for network in networks.ids.tolist():
        if cables.holds("network_id", network):
            continue
        name = view.name("network", network)
        title = rule_text(QT_TRANSLATE_NOOP("checks", "Cable {network}"), network=name)
        message = rule_text(QT_TRANSLATE_NOOP("checks", "{network} is planned but has no cables."), network=name)
        fix = Fix("cable_project", {"network_ids": [network]}, title)
        yield Violation((0,), (("network", network),), view.row_place("network", network), message, fix=fix)
