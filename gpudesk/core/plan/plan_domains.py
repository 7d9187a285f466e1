"""The domains of a plan: what equipment needs besides a location, and what a project may leave out of planning."""

from collections.abc import Mapping
from enum import StrEnum

from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message


class Domain(StrEnum):
    """A part of the plan; the keys are those of the project file, of templates and of commands."""

    COMPUTE = "compute"
    STORAGE = "storage"
    IN_BAND = "in_band"
    OUT_OF_BAND = "out_of_band"
    POWER = "power"
    COOLING = "cooling"
    SUBNET_MANAGER = "subnet_manager"
    HEAD_NODE = "head_node"
    STORAGE_TARGET = "storage_target"


DOMAIN_TITLES: Mapping[Domain, str] = {
    Domain.COMPUTE: QT_TRANSLATE_NOOP("domains", "Compute network"),
    Domain.STORAGE: QT_TRANSLATE_NOOP("domains", "Storage network"),
    Domain.IN_BAND: QT_TRANSLATE_NOOP("domains", "In-band network"),
    Domain.OUT_OF_BAND: QT_TRANSLATE_NOOP("domains", "Out-of-band network"),
    Domain.POWER: QT_TRANSLATE_NOOP("domains", "Power"),
    Domain.COOLING: QT_TRANSLATE_NOOP("domains", "Cooling"),
    Domain.SUBNET_MANAGER: QT_TRANSLATE_NOOP("domains", "Subnet manager"),
    Domain.HEAD_NODE: QT_TRANSLATE_NOOP("domains", "Head node"),
    Domain.STORAGE_TARGET: QT_TRANSLATE_NOOP("domains", "Storage target"),
}
"""Display titles of the domains."""

SHIPPED_REASONS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("outside", "Out of scope in this project: the building cools the hall"),
    QT_TRANSLATE_NOOP("outside", "The room cools this rack"),
    QT_TRANSLATE_NOOP("outside", "The room cools these racks"),
    QT_TRANSLATE_NOOP("outside", "The storage fabric is not part of this template; it is chosen with the storage system"),
    QT_TRANSLATE_NOOP("outside", "Storage appliances are chosen with their vendor; the reference design reserves ports for them"),
    QT_TRANSLATE_NOOP("outside", "The in-band network is not part of this template"),
    QT_TRANSLATE_NOOP("outside", "Management servers are not part of this template; they connect to the in-band network"),
    QT_TRANSLATE_NOOP("outside", "UFM appliances are not part of this template; a switch or host must run the subnet manager"),
    QT_TRANSLATE_NOOP("outside", "Out of scope in this project: no UFM appliances; a switch or host must run the subnet manager"),
    QT_TRANSLATE_NOOP("outside", "One system requires no compute network, or no sizing rule connects the ports of these systems"),
    QT_TRANSLATE_NOOP("outside", "The storage fabric is not part of a sizing plan; it is chosen with the storage system"),
    QT_TRANSLATE_NOOP("outside", "The in-band network is not part of a sizing plan"),
    QT_TRANSLATE_NOOP("outside", "Management servers are not part of a sizing plan; they connect to the in-band network"),
    QT_TRANSLATE_NOOP("outside", "UFM appliances are not part of a sizing plan; a switch or host must run the subnet manager"),
    QT_TRANSLATE_NOOP(
        "outside",
        "Published conflict (RA-11333-001 V11, bill of 4 SU): cables of 200 Gb/s with QSFP56 plugs, but the QSFP28 cages of the SN4600C "
        "run at 100 Gb/s",
    ),
)
"""The reasons that templates and sizing give for omitted domains and for accepted lower rates.

A project stores them as text; the caller translates them for display.
"""

NETWORK_DOMAINS: Mapping[NetworkKind, Domain] = {
    NetworkKind.COMPUTE: Domain.COMPUTE,
    NetworkKind.STORAGE: Domain.STORAGE,
    NetworkKind.IN_BAND: Domain.IN_BAND,
    NetworkKind.OUT_OF_BAND: Domain.OUT_OF_BAND,
}
"""The domain of each network kind; other networks belong to no domain."""

NEEDED_DOMAIN: Mapping[Domain, Domain] = {Domain.STORAGE_TARGET: Domain.STORAGE}
"""Domains without requirements where another domain is not in the plan."""

_TIER_DOMAINS: Mapping[str, Domain] = {role: NETWORK_DOMAINS[kind] for kind, roles in TIER_ROLES.items() for role in roles}
"""The domain to which the switches of each tier belong, whichever network names their role."""
_FABRIC_MANAGEMENT = "fabric management"
_MANAGEMENT = "management"
STORAGE_ROLE = "storage"
"""The role of storage appliances in stages of networks."""
REDUNDANT_DEVICES = (2, 1000)
"""The lowest and highest number of devices that a redundant role requires."""


def is_subnet_manager(role: str) -> bool:
    """Whether a device of this role manages an InfiniBand fabric."""
    return role.endswith(_FABRIC_MANAGEMENT)


def is_head_node(role: str) -> bool:
    """Whether a device of this role manages the cluster."""
    return role.endswith(_MANAGEMENT) and not is_subnet_manager(role)


def domain_of_role(role: str, kind: NetworkKind) -> Domain | None:
    """The domain that lacks something where no device has a role that a network of this kind names."""
    if is_subnet_manager(role):
        return Domain.SUBNET_MANAGER
    if is_head_node(role):
        return Domain.HEAD_NODE
    if role == STORAGE_ROLE:
        return Domain.STORAGE_TARGET
    return _TIER_DOMAINS.get(role, NETWORK_DOMAINS.get(kind))


def domain_title(domain: Domain) -> Message:
    """Title of a domain, to be translated."""
    return Message("domains", DOMAIN_TITLES[domain])
