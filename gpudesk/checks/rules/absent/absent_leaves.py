"""Missing leaves: switches to which ports of nodes must connect."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.absent.absent_switches import COUNTED, counted_trees, short_leaves
from gpudesk.checks.rules.common.absent_view import listed
from gpudesk.checks.rules.common.conditions import networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.number_ranges import number_ranges
from gpudesk.core.names.numbered_names import missing_numbers
from gpudesk.derived.fabric.network_joins import JUDGED, network_joins
from gpudesk.derived.networks.leaf_counts import LeafCount, OpenPorts, open_ports
from gpudesk.derived.networks.network_links import CountedTree
from gpudesk.derived.networks.network_nodes import holders, names_as_planned, with_role
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.snapshot import Snapshot

_CABLES = ("network_id", "a_device_id", "a_port", "b_device_id", "b_port")


class _Lacking(NamedTuple):
    """Missing leaves of some halls: their names, and the ports that have no leaf; none where the names are no series."""

    network: int
    short: LeafCount
    names: tuple[str, ...]
    open: OpenPorts


def _short(snapshot: Snapshot) -> list[tuple[int, CountedTree, LeafCount]]:
    """Halls with too few leaves, without those in which each port of the nodes has a cable: they are cabled in another way."""
    short = snapshot.cached(short_leaves)
    if not short:
        return []
    trees = dict(snapshot.cached(counted_trees))
    return [
        (network, trees[network], count)
        for network, counts in short
        for count in counts
        if not _all_cabled(snapshot, network, trees[network], count)
    ]


def _all_cabled(snapshot: Snapshot, network: int, tree: CountedTree, count: LeafCount) -> bool:
    """Whether the nodes of some halls have as many cables of the kind of the network as ports."""
    kind, devices = NetworkKind(snapshot["network"].row(network)["kind"]), snapshot["device"]
    joins = snapshot.cached(network_joins).cables[JUDGED.index(kind)]
    places = holders(snapshot)
    places = places[np.isin(snapshot.cached(whereabouts).halls(places), count.halls)]
    types, roles, cables = devices["type_id"][places], snapshot.cached(role_codes), joins[devices.ids[places]]
    return not any(
        (cables[(types == type_id) & (roles.of_device[places] == roles.number.get(role, -1))] < ports).any()
        for (type_id, role), ports in tree.device_ports.items()
    )


def _named(snapshot: Snapshot, network: int, tree: CountedTree, count: LeafCount) -> _Lacking:
    """The missing leaves by name, if the names of all leaves of the network are a series; names of devices of other roles are none."""
    unnamed = _Lacking(network, count, (), OpenPorts(0, ()))
    if tree.shape is None:
        return unnamed
    missing = missing_numbers(names_as_planned(snapshot, with_role(snapshot, count.role)), tree.tiers[0].needed)
    missing = {number: name for number, name in missing.items() if 0 <= number - 1 - count.first < (count.needed or 0)}
    if len(missing) != (count.needed or 0) - count.there or not set(snapshot["device"]["name"].tolist()).isdisjoint(missing.values()):
        return unnamed
    return _Lacking(network, count, tuple(missing.values()), open_ports(tree, tuple(number - 1 for number in missing)))


def _subject(snapshot: Snapshot) -> object:
    """The networks and halls with too few leaves, and what their texts contain besides names."""
    return [(network, count, tree.hall_nodes, tree.shape) for network, tree, count in _short(snapshot)]


@rule(
    "absent.leaves",
    title=QT_TRANSLATE_NOOP("checks", "Networks have the leaves that the ports of their nodes require"),
    many=QT_TRANSLATE_NOOP("checks", "{count} networks or halls have too few leaves"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=reading(COUNTED, {"device": ("name",), "network": ("name",), "hall": ("name",), "cable": _CABLES}),
    when=networked,
    subject=_subject,
    source=QT_TRANSLATE_NOOP(
        "checks",
        "The fat tree of the network by its settings: the ports of its nodes, the rails that share a leaf, and the ports of a leaf without "
        "its uplinks",
    ),
)
def leaves(view: View) -> Iterator[Violation]:
    """One finding per network, and per hall if each hall has its own leaves: fewer leaves than its fat tree requires. Leaves that are
    missing from a numbered series are named, with the rails whose ports have no switch. Not reported where each port of the nodes has a
    cable. Networks other than compute networks are checked only if their tiers or uplinks are set.
    """
    snapshot = view.snapshot
    for network, tree, short in _short(snapshot):
        lacking = _named(snapshot, network, tree, short)
        count, shape = lacking.short, tree.shape
        text = _NONE if shape is None else _NAMED if lacking.names else _UNNAMED
        message = rule_text(
            text,
            network=view.name("network", network),
            halls=listed([view.name("hall", hall) for hall in count.halls]),
            role=count.role,
            needed=count.needed or 0,
            there=count.there,
            nodes=count.nodes,
            ports=count.ports,
            missing=listed(lacking.names),
            gone=len(lacking.names),
            open=lacking.open.count,
            affected=len(lacking.open.rails),
            numbers=number_ranges(lacking.open.rails),
            share=shape.leaf.rails if shape else 0,
            rails=shape.tree.rails if shape else 0,
            most=shape.leaf.nodes if shape else 0,
        )
        objects = (("network", network), *((("hall", count.halls[0]),) if len(count.halls) == 1 else ()))
        yield Violation((0,), objects, view.row_place("network", network), message, count.there, count.needed)


_NAMED = QT_TRANSLATE_NOOP(
    "checks",
    "{missing} {gone|is|are} missing from the {needed} switches with the role {role} that {network} requires in {halls}: {open} of "
    "{ports} node ports, on {affected|rail|rails} {numbers}, {open|has|have} no switch.",
)
_UNNAMED = QT_TRANSLATE_NOOP(
    "checks",
    "{network} requires {needed} {needed|switch|switches} with the role {role} in {halls}, but only {there} {there|is|are} planned: "
    "{nodes} {nodes|node has|nodes have} {ports} ports, and each switch connects {share} of {rails} {rails|rail|rails} of up to {most} "
    "{most|node|nodes}.",
)
_NONE = QT_TRANSLATE_NOOP(
    "checks",
    "{network} requires switches with the role {role} in {halls}, but none is planned: {nodes} {nodes|node has|nodes have} {ports} ports.",
)
