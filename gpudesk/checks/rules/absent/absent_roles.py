"""Missing cluster roles: subnet manager, head node, storage target, and devices of a role that the networks name."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from gpudesk.checks.findings.finding import Object, Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import in_plan, listed, systems_of
from gpudesk.checks.rules.common.conditions import networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.numbered_names import missing_names
from gpudesk.core.plan.plan_domains import (
    NETWORK_DOMAINS,
    STORAGE_ROLE,
    Domain,
    domain_of_role,
    is_head_node,
    is_subnet_manager,
)
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.fabric.fabric_records import is_infiniband
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.required_roles import short_roles, stage_roles
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.derived.scope.type_counts import kinds_in_use
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.snapshot import Snapshot, made_from

_ROLES = {
    "device": ("type_id", "role", "rack_id", "hall_id", "parent_id"),
    "rack": ("type_id", "hall_id"),
    "hall": ("name",),
    "catalog_item": ("body",),
    "setting": ("key", "value"),
    "network": ("kind", "name"),
    "network_stage": ("network_id", "lower", "upper"),
}


@made_from({"device": ("role",)})
def _roles(snapshot: Snapshot) -> Mapping[str, int]:
    """How many devices have each role."""
    return snapshot.cached(role_codes).counts()


def _subject(snapshot: Snapshot) -> object:
    roles = snapshot.cached(_roles)
    named = snapshot.cached(stage_roles)
    return (
        named,
        {role: min(roles.get(role, 0), 2) for role, _ in named},
        any(is_subnet_manager(role) for role in roles),
        any(is_head_node(role) for role in roles),
        roles.get(STORAGE_ROLE, 0) > 0,
        snapshot.cached(kinds_in_use),
        snapshot["network"]["kind"].tolist(),
        tuple(snapshot.cached(outside_plan)),
        [(role, snapshot["device"].ids[snapshot.cached(role_codes).having(role)].tolist()) for role in snapshot.cached(short_roles)],
        None if networked(snapshot) else (snapshot.cached(_first_hall), _with_systems(snapshot)),
    )


def _with_systems(snapshot: Snapshot) -> bool:
    """Whether a system with GPUs is planned: with a network, one is enough; without any, several make a cluster."""
    systems = snapshot.types.cached(systems_of)
    if networked(snapshot):
        return any(systems[type_id] for type_id in snapshot.cached(kinds_in_use))
    return bool(np.count_nonzero(systems[snapshot["device"]["type_id"]]) > 1)


@made_from({"device": ("type_id", "rack_id", "hall_id", "parent_id"), "rack": ("hall_id",), "catalog_item": ()})
def _first_hall(snapshot: Snapshot) -> int | None:
    """The first hall with systems, by id."""
    halls = snapshot.cached(whereabouts).hall[snapshot.types.cached(systems_of)[snapshot["device"]["type_id"]]]
    halls = halls[halls != ABSENT]
    return int(halls.min()) if len(halls) else None


def _without_networks(snapshot: Snapshot) -> Object | None:
    """The hall to which a finding on the cluster leads as long as no network is planned, unless all networks are out of scope."""
    if networked(snapshot) or set(NETWORK_DOMAINS.values()) <= set(snapshot.cached(outside_plan)):
        return None
    hall = snapshot.cached(_first_hall)
    return None if hall is None else ("hall", hall)


def _planned(domain: Domain) -> Callable[[Snapshot], bool]:
    def when(snapshot: Snapshot) -> bool:
        return in_plan(snapshot, domain) and _with_systems(snapshot)

    return when


def _outside(view: View, kind: int) -> bool:
    """Whether networks of a kind are not in this plan."""
    return NETWORK_DOMAINS.get(NetworkKind(kind)) in view.snapshot.cached(outside_plan)


def _first_network(view: View, kinds: tuple[NetworkKind, ...] = tuple(NetworkKind)) -> Object | None:
    """The first network of some kinds that is in this plan."""
    networks = view.snapshot["network"]
    for network, kind in zip(networks.ids.tolist(), networks["kind"].tolist(), strict=True):
        if kind in kinds and not _outside(view, kind):
            return "network", int(network)
    return None


def _named_in_plan(view: View) -> Iterator[tuple[str, NetworkKind, int]]:
    """The roles that networks of this plan name, each with the kind of its network and the first that names it."""
    for (name, kind), network in view.snapshot.cached(stage_roles).items():
        if not _outside(view, kind):
            yield name, kind, network


def _unmanaged(view: View) -> Object | None:
    """The first network of an InfiniBand fabric that no device manages."""
    fabric = any(is_infiniband(view.types[type_id]) for type_id in view.snapshot.cached(kinds_in_use))
    if not fabric or any(is_subnet_manager(role) for role in view.snapshot.cached(_roles)):
        return None
    return _first_network(view, (NetworkKind.COMPUTE, NetworkKind.STORAGE)) or _without_networks(view.snapshot)


def _headless(view: View) -> Object | None:
    """The first network of a cluster that has no head node."""
    if any(is_head_node(role) for role in view.snapshot.cached(_roles)):
        return None
    return _first_network(view) or _without_networks(view.snapshot)


def _without_target(view: View) -> Object | None:
    """The first storage network, where no device stores."""
    return None if view.snapshot.cached(_roles).get(STORAGE_ROLE) else _first_network(view, (NetworkKind.STORAGE,))


_LACKING: Mapping[Domain, Callable[[View], Object | None]] = {
    Domain.SUBNET_MANAGER: _unmanaged,
    Domain.HEAD_NODE: _headless,
    Domain.STORAGE_TARGET: _without_target,
}
"""The domains with a separate rule, each with the network or hall for which that rule reports all of their devices as missing."""


def _of_plan(view: View, lacking: Object, text: str) -> Violation:
    """A finding on the whole plan, keyed by the rule alone; it leads to a network or, if none is planned, to a hall."""
    return Violation((0,), (), view.row_place(*lacking), rule_text(text))


@rule(
    "absent.subnet_manager",
    title=QT_TRANSLATE_NOOP("checks", "InfiniBand fabrics have a subnet manager"),
    many=QT_TRANSLATE_NOOP("checks", "{count} fabrics have no subnet manager"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=_ROLES,
    when=_planned(Domain.SUBNET_MANAGER),
    subject=_subject,
    source=QT_TRANSLATE_NOOP(
        "checks", "Without a subnet manager no InfiniBand link becomes active (InfiniBand architecture specification)"
    ),
)
def subnet_manager(view: View) -> Iterator[Violation]:
    """No device has the role fabric management, but there are InfiniBand switches: in a network, or with systems before any is planned."""
    lacking = _unmanaged(view)
    if lacking is not None:
        yield _of_plan(
            view, lacking, QT_TRANSLATE_NOOP("checks", "No device manages the InfiniBand fabric: none has the fabric management role.")
        )


@rule(
    "absent.head_node",
    title=QT_TRANSLATE_NOOP("checks", "Clusters have a head node"),
    many=QT_TRANSLATE_NOOP("checks", "{count} clusters have no head node"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=_ROLES,
    when=_planned(Domain.HEAD_NODE),
    subject=_subject,
    source=QT_TRANSLATE_NOOP("checks", "Systems are installed, and jobs started, from a head node"),
)
def head_node(view: View) -> Iterator[Violation]:
    """No device has the role management, but there are systems and a network, or several systems before any is planned."""
    lacking = _headless(view)
    if lacking is not None:
        yield _of_plan(view, lacking, QT_TRANSLATE_NOOP("checks", "No head node is planned: no device has the management role."))


@rule(
    "absent.storage_target",
    title=QT_TRANSLATE_NOOP("checks", "Storage networks connect to a storage target"),
    many=QT_TRANSLATE_NOOP("checks", "{count} storage networks do not connect to a storage target"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=_ROLES,
    when=_planned(Domain.STORAGE_TARGET),
    subject=_subject,
    source=QT_TRANSLATE_NOOP("checks", "A storage network must reach storage"),
)
def storage_target(view: View) -> Iterator[Violation]:
    """The project has a storage network, but no device with the role storage."""
    lacking = _without_target(view)
    if lacking is not None:
        yield _of_plan(view, lacking, QT_TRANSLATE_NOOP("checks", "No storage target is planned: no device has the storage role."))


@rule(
    "absent.role",
    title=QT_TRANSLATE_NOOP("checks", "Every role used by a network has devices"),
    many=QT_TRANSLATE_NOOP("checks", "{count} roles used by networks have no device"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=_ROLES,
    when=_with_systems,
    subject=_subject,
    source=QT_TRANSLATE_NOOP("checks", "Roles used by the network stages"),
)
def role(view: View) -> Iterator[Violation]:
    """A network stage starts or ends at a role that no device has, unless the domain of the role is out of scope."""
    roles = view.snapshot.cached(_roles)
    # Where a domain has no device at all, its own rule says so.
    skipped = {*view.snapshot.cached(outside_plan), *(domain for domain, lacking in _LACKING.items() if lacking(view) is not None)}
    for name, kind, network in _named_in_plan(view):
        if not roles.get(name) and domain_of_role(name, kind) not in skipped:
            text = QT_TRANSLATE_NOOP("checks", "{network} uses the role {role}, but no device has it.")
            message = rule_text(text, network=view.name("network", network), role=name)
            yield Violation((0,), (("network", network),), view.row_place("network", network), message, 0, 1, about=f" {name}")


@rule(
    "absent.partner",
    title=QT_TRANSLATE_NOOP("checks", "Redundant devices are paired"),
    many=QT_TRANSLATE_NOOP("checks", "{count} roles have fewer devices than required"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(_ROLES, {"device": ("name",)}),
    when=_with_systems,
    subject=_subject,
    source=QT_TRANSLATE_NOOP(
        "checks", "Redundant roles of the template or set in the project, and roles whose devices a network stage connects to each other"
    ),
)
def partner(view: View) -> Iterator[Violation]:
    """A role of which the plan requires two or more devices, by its template, a setting or a network stage that pairs them, has fewer.
    A role without any device is reported once, by the rule of its domain or network if there is one.
    """
    network_of = {name: network for name, _, network in reversed(list(_named_in_plan(view)))}
    devices, short = view.snapshot["device"], view.snapshot.cached(short_roles)
    taken = set(devices["name"].tolist()) if short else set()
    for name, required in short.items():
        ids = devices.ids[view.snapshot.cached(role_codes).having(name)].tolist()
        if not ids:
            where = _of_all_networks(view)
            if where is not None and name not in network_of and not _is_lacking(view, name):
                message = rule_text(_NONE, required=required, role=name)
                yield Violation((0,), (), view.row_place(*where), message, 0, required, about=f" {name}")
            continue
        present = [view.name("device", device) for device in ids]
        lacking = missing_names(present, required)
        if not taken.isdisjoint(lacking):
            # Devices of other roles have these names: the missing ones have others.
            lacking = []
        unnamed, named = _LONE if len(ids) == 1 else _FEWER
        message = rule_text(
            named if lacking else unnamed,
            missing=listed(lacking),
            gone=len(lacking),
            required=required,
            role=name,
            count=len(ids),
            names=listed(present),
        )
        network = network_of.get(name)
        objects = () if network is None else (("network", network),)
        yield Violation((0,), objects, view.row_place("device", ids[0]), message, len(ids), required, about=f" {name}")


def _is_lacking(view: View, role: str) -> bool:
    """Whether the rule of its domain reports that all devices of a role are missing."""
    domain = domain_of_role(role, NetworkKind.OTHER)
    lacking = None if domain is None else _LACKING.get(domain)
    return lacking is not None and lacking(view) is not None


def _of_all_networks(view: View) -> Object | None:
    """What a finding on a role without devices and without a network leads to."""
    return _first_network(view) or _without_networks(view.snapshot)


_NONE = QT_TRANSLATE_NOOP("checks", "None of the {required} required devices with the role {role} is planned.")
_LONE = (
    QT_TRANSLATE_NOOP(
        "checks",
        "Of {required} {required|device|devices} with the role {role}, only {count} {count|is|are} planned: "
        "there is no standby for {names}.",
    ),
    QT_TRANSLATE_NOOP(
        "checks",
        "{missing} {gone|is|are} missing from the {required} {required|device|devices} with the role {role}: "
        "there is no standby for {names}.",
    ),
)
"""A single device, without and with the names of those that are missing."""
_FEWER = (
    QT_TRANSLATE_NOOP("checks", "Only {count} of the {required} required devices with the role {role} are planned: {names}."),
    QT_TRANSLATE_NOOP(
        "checks", "Only {count} of the {required} required devices with the role {role} are planned: {missing} {gone|is|are} missing."
    ),
)
"""Several devices: they may stand by for each other."""
