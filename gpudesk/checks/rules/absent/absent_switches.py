"""Missing switches: spines and cores of a network, of which its fat tree needs more."""

import itertools
from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import in_plan, listed
from gpudesk.checks.rules.common.conditions import networked
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.numbered_names import missing_names
from gpudesk.core.plan.plan_domains import NETWORK_DOMAINS
from gpudesk.derived.networks.network_links import switches_needed
from gpudesk.derived.networks.network_nodes import TierCount, holders
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.snapshot import Snapshot

_TREE = (
    *("kind", "rate_gbps", "planes", "unit_nodes", "whole_units", "rails_per_leaf", "leaf_up", "leaf_down", "tiers", "pod_leaves"),
    *("pods_by_rail", "spine_up", "spine_down", "by_hall", "even_cores"),
)
"""What a network says of its tree."""
_TIERS = tuple(role for roles in TIER_ROLES.values() for role in roles)
"""The roles of switches in trees."""
_SWITCHES = {
    "device": ("name", "type_id", "role", "rack_id", "hall_id", "parent_id"),
    "rack": ("hall_id",),
    "catalog_item": ("body",),
    "setting": ("key", "value"),
    "network": ("name", *_TREE),
    "network_stage": ("network_id", "lower"),
}


def _subject(snapshot: Snapshot) -> object:
    """The nodes by type, and by hall where a network is split by halls; the switches of each tier; the networks and their stages."""
    devices, networks, stages = snapshot["device"], snapshot["network"], snapshot["network_stage"]
    nodes, roles = holders(snapshot), snapshot.cached(role_codes)
    halls = snapshot.cached(whereabouts).halls(nodes).tobytes() if networks["by_hall"].any() else b""
    tiers = [np.flatnonzero(roles.having(role)) for role in _TIERS if role in roles.number]
    return (
        np.bincount(devices.at("type_id", nodes)).tobytes(),
        halls,
        [(devices.at("id", switch_places).tobytes(), devices.at("type_id", switch_places).tobytes()) for switch_places in tiers],
        [networks.row(network) for network in networks.ids.tolist()],
        sorted(zip(stages["network_id"].tolist(), stages["lower"].tolist(), strict=True)),
        tuple(snapshot.cached(outside_plan)),
    )


def _short(snapshot: Snapshot) -> Iterator[tuple[int, TierCount]]:
    """The networks of this plan with their tiers above the leaves that have some switches, but fewer than the tier below needs."""
    networks = snapshot["network"]
    for network, kind in zip(networks.ids.tolist(), networks["kind"].tolist(), strict=True):
        domain = NETWORK_DOMAINS.get(NetworkKind(kind))
        if domain is not None and not in_plan(snapshot, domain):
            continue
        try:
            tiers = switches_needed(snapshot, network)
        except Refused:
            # Nodes or switches fit no tree: the network cannot be cabled by one, which the command that cables it says.
            continue
        for below, tier in itertools.pairwise(tiers):
            if below.there < below.needed:
                # Cabled by hand in another way, or a leaf less: then ports of nodes are open, which fabric.open_ports says.
                break
            if 0 < tier.there < tier.needed:
                yield network, tier


@rule(
    "absent.switches",
    title=QT_TRANSLATE_NOOP("checks", "Networks have the spines and cores that their leaves require"),
    many=QT_TRANSLATE_NOOP("checks", "{count} tiers of networks have too few switches"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=_SWITCHES,
    when=networked,
    subject=_subject,
    source=QT_TRANSLATE_NOOP(
        "checks",
        "The fat tree of the network by its settings: as many uplinks as downlinks on each leaf unless others are set, and the same number "
        "of links from every leaf to every spine",
    ),
)
def switches(view: View) -> Iterator[Violation]:
    """Some spines or cores, but fewer than the fat tree needs, even if the uplinks to the others are enough for the planned nodes. The
    tiers below have all switches that they need.
    """
    snapshot = view.snapshot
    devices, roles = snapshot["device"], snapshot.cached(role_codes)
    for network, tier in _short(snapshot):
        present = [view.name("device", device) for device in devices.ids[roles.having(tier.role)].tolist()]
        gone = missing_names(present, tier.needed)
        text = _NAMED if gone else _UNNAMED
        message = rule_text(
            text,
            network=view.name("network", network),
            role=tier.role,
            needed=tier.needed,
            there=tier.there,
            missing=listed(gone),
            gone=len(gone),
        )
        objects = (("network", network),)
        yield Violation((0,), objects, view.row_place("network", network), message, tier.there, tier.needed, about=f" {tier.role}")


_NAMED = QT_TRANSLATE_NOOP(
    "checks", "{missing} {gone|is|are} missing from the {needed} switches with the role {role} that {network} requires."
)
_UNNAMED = QT_TRANSLATE_NOOP(
    "checks", "{network} requires {needed} switches with the role {role}, but only {there} {there|is|are} planned."
)
