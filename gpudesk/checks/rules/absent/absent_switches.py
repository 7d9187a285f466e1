"""Missing switches: spines and cores that the fat tree of a network requires."""

import itertools
from collections.abc import Callable, Iterator
from typing import TypeVar

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import in_plan, listed
from gpudesk.checks.rules.common.conditions import networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.numbered_names import missing_names
from gpudesk.core.plan.plan_domains import NETWORK_DOMAINS
from gpudesk.core.values.changes import Changes
from gpudesk.derived.networks.leaf_counts import LeafCount, leaves_short
from gpudesk.derived.networks.network_links import CountedTree, counted_tree
from gpudesk.derived.networks.network_nodes import TierCount, with_role
from gpudesk.derived.networks.tree_devices import carry_tree_devices, tree_devices
from gpudesk.project.outside_plan import OUTSIDE_PREFIX
from gpudesk.project.snapshot import Snapshot, kept_far_back, made_from

Made = TypeVar("Made")
_TREE = (
    *("kind", "rate_gbps", "planes", "unit_nodes", "whole_units", "rails_per_leaf", "leaf_up", "leaf_down", "tiers", "pod_leaves"),
    *("pods_by_rail", "spine_up", "spine_down", "by_hall", "even_cores"),
)
"""The settings of a network that determine its tree."""
COUNTED = {
    "device": ("type_id", "role", "rack_id", "hall_id", "parent_id"),
    "rack": ("hall_id",),
    "catalog_item": ("body",),
    "setting": ("key", "value"),
    "network": _TREE,
    "network_stage": ("network_id", "lower"),
}


@made_from(COUNTED, settings=(OUTSIDE_PREFIX,))
def counted_trees(snapshot: Snapshot) -> tuple[tuple[int, CountedTree], ...]:
    """Networks in scope that have a fat tree, each with the numbers of its nodes and switches (use `snapshot.cached(counted_trees)`)."""
    networks = snapshot["network"]
    trees: list[tuple[int, CountedTree]] = []
    for network, kind in zip(networks.ids.tolist(), networks["kind"].tolist(), strict=True):
        domain = NETWORK_DOMAINS.get(NetworkKind(kind))
        if domain is not None and not in_plan(snapshot, domain):
            continue
        try:
            tree = counted_tree(snapshot, network)
        except Refused:
            # Nodes or switches fit no tree: the command that cables the network reports why.
            continue
        if tree is not None:
            trees.append((network, tree))
    return tuple(trees)


@kept_far_back
@made_from(COUNTED, settings=(OUTSIDE_PREFIX,))
def short_tiers(snapshot: Snapshot) -> tuple[tuple[int, TierCount], ...]:
    """Networks in scope, each with a tier above its leaves that has too few switches although the tier below is complete."""
    short: list[tuple[int, TierCount]] = []
    for network, tree in snapshot.cached(counted_trees):
        for number, (below, tier) in enumerate(itertools.pairwise(tree.tiers)):
            if below.there < below.needed:
                # Missing leaves have their own rule. Of two tiers with too few switches, the lower one is reported.
                break
            # Leaves without any spine may be connected to each other. Spines that only cores connect have no such alternative.
            if tree.shape and tier.there < tier.needed and (tier.there or number):
                short.append((network, tier))
    return tuple(short)


@kept_far_back
@made_from(COUNTED, settings=(OUTSIDE_PREFIX,))
def short_leaves(snapshot: Snapshot) -> tuple[tuple[int, tuple[LeafCount, ...]], ...]:
    """Networks in scope that have too few leaves for their nodes, each with the halls where leaves are missing."""
    short = ((network, leaves_short(tree)) for network, tree in snapshot.cached(counted_trees))
    return tuple((network, counts) for network, counts in short if counts)


def carry_short_tiers(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep the tiers with too few switches where the edit touched only devices and left the numbers of nodes and switches as they were.

    Carries also these numbers, which are counted once for all networks.
    """
    carry_tree_devices(before, after, changes)
    placed = after.known(tree_devices)
    if placed is None or placed is not before.known(tree_devices) or not COUNTED.keys() & changes.tables.keys() <= {"device"}:
        return
    _carry(before, after, counted_trees)
    _carry(before, after, short_tiers)
    _carry(before, after, short_leaves)


def _carry(before: Snapshot, after: Snapshot, maker: Callable[[Snapshot], Made]) -> None:
    known = before.known(maker)
    if known is not None and after.known(maker) is None:
        after.remember(maker, known)


def _subject(snapshot: Snapshot) -> object:
    return snapshot.cached(short_tiers)


@rule(
    "absent.switches",
    title=QT_TRANSLATE_NOOP("checks", "Networks have the spines and cores that their fat tree requires"),
    many=QT_TRANSLATE_NOOP("checks", "{count} tiers of networks have too few switches"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(COUNTED, {"device": ("name",), "network": ("name",)}),
    when=networked,
    subject=_subject,
    source=QT_TRANSLATE_NOOP(
        "checks",
        "The fat tree of the network by its settings: as many uplinks as downlinks on each leaf unless others are set, and the same number "
        "of links from every leaf to every spine",
    ),
)
def switches(view: View) -> Iterator[Violation]:
    """Fewer spines or cores than the fat tree requires, even if the uplinks to the others are enough for the planned nodes. Reported only
    if the tiers below are complete. Networks without any spine are not reported, and networks other than compute networks are checked only
    if their tiers or uplinks are set.
    """
    snapshot = view.snapshot
    devices, short = snapshot["device"], snapshot.cached(short_tiers)
    taken = set(devices["name"].tolist()) if short else set()
    for network, tier in short:
        lacking = missing_names(devices["name"][with_role(snapshot, tier.role)].tolist(), tier.needed)
        if not taken.isdisjoint(lacking):
            # Devices of other roles have these names: the missing ones have others.
            lacking = []
        message = rule_text(
            _NAMED if lacking else _UNNAMED if tier.there else _NONE,
            network=view.name("network", network),
            role=tier.role,
            needed=tier.needed,
            there=tier.there,
            missing=listed(lacking),
            gone=len(lacking),
        )
        objects = (("network", network),)
        yield Violation((0,), objects, view.row_place("network", network), message, tier.there, tier.needed, about=f" {tier.role}")


_NAMED = QT_TRANSLATE_NOOP(
    "checks", "{missing} {gone|is|are} missing from the {needed} switches with the role {role} that {network} requires."
)
_UNNAMED = QT_TRANSLATE_NOOP(
    "checks", "{network} requires {needed} switches with the role {role}, but only {there} {there|is|are} planned."
)
_NONE = QT_TRANSLATE_NOOP("checks", "{network} requires {needed} {needed|switch|switches} with the role {role}, but none is planned.")
