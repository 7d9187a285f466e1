"""Missing cluster roles: subnet manager, head node, storage target, and devices of a role that the networks name."""

from collections.abc import Callable, Iterator, Mapping

from gpudesk.checks.findings.finding import Place, Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import in_plan, systems_of
from gpudesk.checks.rules.common.conditions import networked
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import NETWORK_DOMAINS, STORAGE_ROLE, Domain, domain_of_role, is_head_node, is_subnet_manager
from gpudesk.derived.fabric.fabric_records import is_infiniband
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.derived.scope.type_counts import kinds_in_use
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.snapshot import Snapshot, made_from

_ROLES = {
    "device": ("type_id", "role"),
    "rack": ("type_id",),
    "catalog_item": ("body",),
    "setting": ("key", "value"),
    "network": ("kind", "name"),
    "network_stage": ("network_id", "lower", "upper"),
}
_PAIRED = (Domain.SUBNET_MANAGER, Domain.HEAD_NODE, Domain.IN_BAND)
"""The domains whose devices are redundant where a stage joins them with their like."""


@made_from({"device": ("role",)})
def _roles(snapshot: Snapshot) -> Mapping[str, int]:
    """How many devices have each role."""
    return snapshot.cached(role_codes).counts()


@made_from({"network": ("kind",), "network_stage": ("network_id", "lower", "upper")})
def _named(snapshot: Snapshot) -> Mapping[tuple[str, NetworkKind], int]:
    """The roles that stages name with the kind of their network → the network, the first that names it."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    found: dict[tuple[str, NetworkKind], int] = {}
    for network, lower, upper in zip(*(stages[name].tolist() for name in ("network_id", "lower", "upper")), strict=True):
        kind = NetworkKind(int(networks["kind"][networks.position(network)]))
        for role in (lower, upper):
            if role:
                found.setdefault((role, kind), network)
    return found


@made_from({"network_stage": ("lower", "upper")})
def _pairs(snapshot: Snapshot) -> frozenset[str]:
    """The roles whose devices a stage joins with one another."""
    stages = snapshot["network_stage"]
    return frozenset(lower for lower, upper in zip(stages["lower"].tolist(), stages["upper"].tolist(), strict=True) if lower == upper)


def _subject(snapshot: Snapshot) -> object:
    roles = snapshot.cached(_roles)
    named = snapshot.cached(_named)
    return (
        named,
        {role: min(roles.get(role, 0), 2) for role, _ in named},
        any(is_subnet_manager(role) for role in roles),
        any(is_head_node(role) for role in roles),
        roles.get(STORAGE_ROLE, 0) > 0,
        snapshot.cached(kinds_in_use),
        snapshot["network"]["kind"].tolist(),
        tuple(snapshot.cached(outside_plan)),
    )


def _with_systems(snapshot: Snapshot) -> bool:
    """Whether a network is planned, and a system with GPUs for it."""
    if not networked(snapshot):
        return False
    systems = snapshot.types.cached(systems_of)
    return any(systems[type_id] for type_id in snapshot.cached(kinds_in_use))


def _planned(domain: Domain) -> Callable[[Snapshot], bool]:
    def when(snapshot: Snapshot) -> bool:
        return in_plan(snapshot, domain) and _with_systems(snapshot)

    return when


def _outside(view: View, kind: int) -> bool:
    """Whether networks of a kind are not in this plan."""
    return NETWORK_DOMAINS.get(NetworkKind(kind)) in view.snapshot.cached(outside_plan)


def _first_network(view: View, kinds: tuple[NetworkKind, ...] = tuple(NetworkKind)) -> int | None:
    """The first network of some kinds that is in this plan."""
    networks = view.snapshot["network"]
    for network, kind in zip(networks.ids.tolist(), networks["kind"].tolist(), strict=True):
        if kind in kinds and not _outside(view, kind):
            return int(network)
    return None


def _named_in_plan(view: View) -> Iterator[tuple[str, NetworkKind, int]]:
    """The roles that networks of this plan name, each with the kind of its network and the first that names it."""
    for (name, kind), network in view.snapshot.cached(_named).items():
        if not _outside(view, kind):
            yield name, kind, network


def _unmanaged(view: View) -> int | None:
    """The first network of an InfiniBand fabric that no device manages."""
    fabric = any(is_infiniband(view.types[type_id]) for type_id in view.snapshot.cached(kinds_in_use))
    if not fabric or any(is_subnet_manager(role) for role in view.snapshot.cached(_roles)):
        return None
    return _first_network(view, (NetworkKind.COMPUTE, NetworkKind.STORAGE))


def _headless(view: View) -> int | None:
    """The first network of a cluster that has no head node."""
    return None if any(is_head_node(role) for role in view.snapshot.cached(_roles)) else _first_network(view)


def _without_target(view: View) -> int | None:
    """The first storage network, where no device stores."""
    return None if view.snapshot.cached(_roles).get(STORAGE_ROLE) else _first_network(view, (NetworkKind.STORAGE,))


_LACKING: Mapping[Domain, Callable[[View], int | None]] = {
    Domain.SUBNET_MANAGER: _unmanaged,
    Domain.HEAD_NODE: _headless,
    Domain.STORAGE_TARGET: _without_target,
}
"""The domains with a separate rule, each with the network for which that rule reports all of their devices as missing."""


def _of_plan(view: View, network: int, text: str) -> Violation:
    """A finding on the whole plan, keyed by the rule alone; it leads to a network."""
    return Violation((0,), (), Place("network", network, view.name("network", network)), rule_text(text))


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
    """The project has InfiniBand switches and a compute or storage network, but no device with the role fabric management."""
    network = _unmanaged(view)
    if network is not None:
        yield _of_plan(
            view, network, QT_TRANSLATE_NOOP("checks", "No device manages the InfiniBand fabric: none has the fabric management role.")
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
    """The project has systems and networks, but no device with the role management."""
    network = _headless(view)
    if network is not None:
        yield _of_plan(view, network, QT_TRANSLATE_NOOP("checks", "No head node is planned: no device has the management role."))


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
    network = _without_target(view)
    if network is not None:
        yield _of_plan(view, network, QT_TRANSLATE_NOOP("checks", "No storage target is planned: no device has the storage role."))


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
    many=QT_TRANSLATE_NOOP("checks", "{count} roles have no standby device"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=_ROLES,
    when=_with_systems,
    subject=_subject,
    source=QT_TRANSLATE_NOOP("checks", "A network stage connects the devices of this role to each other"),
)
def partner(view: View) -> Iterator[Violation]:
    """A management role or switch that a network stage connects to others of its role, but the project has only one."""
    roles, outside, paired = view.snapshot.cached(_roles), view.snapshot.cached(outside_plan), view.snapshot.cached(_pairs)
    known: set[str] = set()
    for name, kind, network in _named_in_plan(view):
        domain = domain_of_role(name, kind)
        if name in paired and name not in known and roles.get(name) == 1 and domain in _PAIRED and domain not in outside:
            known.add(name)
            text = QT_TRANSLATE_NOOP("checks", "Only one device has the role {role}: there is no standby if it fails.")
            place = view.row_place("network", network)
            yield Violation((0,), (("network", network),), place, rule_text(text, role=name), 1, 2, about=f" {name}")
