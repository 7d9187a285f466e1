"""How many devices each role requires: as set by a template or in the project, or because a network stage connects them to each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.plan.plan_domains import NETWORK_DOMAINS, REDUNDANT_DEVICES, Domain, domain_of_role
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.outside_plan import OUTSIDE_PREFIX, outside_plan
from gpudesk.project.redundant_roles import REDUNDANT_PREFIX, redundant_plans, redundant_roles
from gpudesk.project.snapshot import Snapshot, made_from

_PAIRED = (Domain.SUBNET_MANAGER, Domain.HEAD_NODE, Domain.IN_BAND)
"""The domains whose devices are redundant where a stage joins them with their like."""
_STAGES = {"network": ("kind",), "network_stage": ("network_id", "lower", "upper")}


@made_from(_STAGES)
def stage_roles(snapshot: Snapshot) -> Mapping[tuple[str, NetworkKind], int]:
    """The roles that stages name with the kind of their network → the network, the first that names it."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    networks_by_role: dict[tuple[str, NetworkKind], int] = {}
    for network, lower, upper in zip(*(stages[name].tolist() for name in ("network_id", "lower", "upper")), strict=True):
        kind = NetworkKind(int(networks["kind"][networks.position(network)]))
        for role in (lower, upper):
            if role:
                networks_by_role.setdefault((role, kind), network)
    return networks_by_role


@made_from({**_STAGES, "setting": ()}, settings=(OUTSIDE_PREFIX,))
def paired_roles(snapshot: Snapshot) -> frozenset[str]:
    """The roles of which a network stage of this plan requires two devices, because it connects them to each other."""
    stages, outside = snapshot["network_stage"], snapshot.cached(outside_plan)
    paired = {lower for lower, upper in zip(stages["lower"].tolist(), stages["upper"].tolist(), strict=True) if lower == upper}
    return frozenset(
        role
        for role, kind in snapshot.cached(stage_roles)
        if role in paired and NETWORK_DOMAINS.get(kind) not in outside and domain_of_role(role, kind) in _PAIRED
    )


@made_from({**_STAGES, "setting": ()}, settings=(OUTSIDE_PREFIX, REDUNDANT_PREFIX))
def required_roles(snapshot: Snapshot) -> Mapping[str, int]:
    """Role → the number of devices that it requires, two or more; a number set in the project comes before that of a stage."""
    of_stages = dict.fromkeys(sorted(snapshot.cached(paired_roles)), REDUNDANT_DEVICES[0])
    return MappingProxyType({**of_stages, **snapshot.cached(redundant_roles)})


@made_from({"device": ("role",), **_STAGES, "setting": ()}, settings=(OUTSIDE_PREFIX, REDUNDANT_PREFIX))
def short_roles(snapshot: Snapshot) -> Mapping[str, int]:
    """The roles of this plan with fewer devices than they require, or none → the number that they require."""
    counts, outside = snapshot.cached(role_codes).counts(), snapshot.cached(outside_plan)
    return {
        role: required
        for role, required in snapshot.cached(required_roles).items()
        if counts.get(role, 0) < required and domain_of_role(role, NetworkKind.OTHER) not in outside
    }


class RoleSource(StrEnum):
    """What requires several devices of a role."""

    TEMPLATE = "template"
    """The template or plan from which the project was created, or which was inserted."""
    NETWORK_STAGE = "network_stage"
    """A stage of the architecture of a network that connects the devices of the role to each other."""
    PROJECT = "project"
    """A number set in the project."""


@dataclass(frozen=True, slots=True)
class RequiredRole:
    """A role of which the plan requires several devices.

    Attributes:
        required: the number of devices that it requires.
        planned: the number of devices with the role.
        sources: what requires them, with the name of the template or network, "" for the project.
    """

    role: str
    required: int
    planned: int
    sources: tuple[tuple[RoleSource, str], ...]


def required_roles_by_source(snapshot: Snapshot) -> list[RequiredRole]:
    """All roles of this plan that require several devices, by role, each with what requires them."""
    counts, set_roles, plans = snapshot.cached(role_codes).counts(), snapshot.cached(redundant_roles), redundant_plans(snapshot)
    outside = snapshot.cached(outside_plan)
    found = []
    for role, required in sorted(snapshot.cached(required_roles).items()):
        if domain_of_role(role, NetworkKind.OTHER) in outside:
            continue
        sources: list[tuple[RoleSource, str]] = []
        if role in set_roles:
            sources.append((RoleSource.TEMPLATE, plans[role]) if role in plans else (RoleSource.PROJECT, ""))
        if role in snapshot.cached(paired_roles):
            sources += [(RoleSource.NETWORK_STAGE, name) for name in _pairing_networks(snapshot, role)]
        found.append(RequiredRole(role, required, counts.get(role, 0), tuple(sources)))
    return found


def _pairing_networks(snapshot: Snapshot, role: str) -> list[str]:
    """The names of the networks with a stage that connects the devices of a role to each other."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    rows = zip(*(stages[name].tolist() for name in ("network_id", "lower", "upper")), strict=True)
    ids = dict.fromkeys(network for network, lower, upper in rows if lower == upper == role)
    return [str(networks["name"][networks.position(network)]) for network in ids]
