"""Domains that a project does not plan, each with the reason, and roles that require several devices."""

from collections.abc import Mapping

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.plan.plan_domains import (
    DOMAIN_TITLES,
    NETWORK_DOMAINS,
    REDUNDANT_DEVICES,
    STORAGE_ROLE,
    Domain,
    is_head_node,
    is_subnet_manager,
)
from gpudesk.operations.run import upsert_by_key
from gpudesk.operations.run.new_names import checked_name
from gpudesk.operations.run.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.outside_plan import OUTSIDE_PREFIX
from gpudesk.project.redundant_roles import REDUNDANT_PLAN_PREFIX, REDUNDANT_PREFIX, redundant_count

_CONTEXT = "operations"


@operation
def set_outside_plan(edit: Edit, domain: str, reason: str | None) -> None:
    """Mark a domain as outside this plan, with the reason; None includes it again.

    The checks then require nothing of this domain.

    Args:
        domain: the value of a `core.plan.plan_domains.Domain`.

    Raises:
        Refused: there is no such domain, or the reason is empty, too long or not one line.
    """
    if domain not in list(Domain):
        text = QT_TRANSLATE_NOOP("operations", "There is no domain {domain}; the domains are {domains}.")
        raise Refused(Message(_CONTEXT, text, {"domain": domain[:80], "domains": ", ".join(Domain)}))
    key = {"key": f"{OUTSIDE_PREFIX}{domain}"}
    title = DOMAIN_TITLES[Domain(domain)]
    if reason is None:
        upsert_by_key.put(edit, "setting", key, None)
        edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Plan again: {domain}"), {"domain": title})
        return
    reason = reason.strip()
    if not reason:
        raise Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "A reason is required.")))
    upsert_by_key.put(edit, "setting", key, {"value": checked_text("reason", reason)})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Out of scope: {domain}"), {"domain": title})


def adopt_outside(edit: Edit, outside: Mapping[str, str]) -> None:
    """Leave out the domains left out by an inserted plan, if the project neither plans them nor has its own setting for them.

    Call before the plan is built: its content does not count as content of the project.

    Args:
        outside: the value of a `core.plan.plan_domains.Domain` → the reason.

    Raises:
        Refused: as `set_outside_plan`.
    """
    there = _domains_there(edit)
    keys = set(edit.columns("setting")["key"].tolist())
    for domain, reason in outside.items():
        if domain not in there and f"{OUTSIDE_PREFIX}{domain}" not in keys:
            set_outside_plan(edit, domain, reason)


@operation
def set_redundant_role(edit: Edit, role: str, count: int) -> None:
    """Require several devices of a role, so that one may fail; 1 no longer requires a standby.

    Args:
        count: 1 to 1000 devices.

    Raises:
        Refused: the role is empty, too long or not one line, or the number is out of range.
    """
    role = checked_text("role", role.strip())
    low, high = 1, REDUNDANT_DEVICES[1]
    if not role:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "A role is required.")))
    if not low <= count <= high:
        text = QT_TRANSLATE_NOOP("operations", "The number of devices must be between {low} and {high}.")
        raise Refused(Message(_CONTEXT, text, {"low": low, "high": high}))
    required = count >= REDUNDANT_DEVICES[0]
    upsert_by_key.put(edit, "setting", {"key": f"{REDUNDANT_PREFIX}{role}"}, {"value": str(count)} if required else None)
    upsert_by_key.put(edit, "setting", {"key": f"{REDUNDANT_PLAN_PREFIX}{role}"}, None)
    if required:
        text = QT_TRANSLATE_NOOP("operations", "Require {count} devices with the role {role}")
        edit.title = Message(_CONTEXT, text, {"count": count, "role": role})
    else:
        edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Require no standby for the role {role}"), {"role": role})


def adopt_redundant(edit: Edit, redundant: Mapping[str, int], name: str) -> None:
    """Require several devices of some roles, as a plan does; where the project requires more of a role, it continues to.

    The numbers of several plans are not added up. A redundant role serves a fabric, each kind of fabric has a role of its own, and the
    devices of an inserted plan join the network of their kind in the project: two units are one fabric, for which one pair of subnet
    managers is enough, as for a template of two units.

    Args:
        redundant: role → the number of devices.
        name: of the plan, which is kept as what requires them.

    Raises:
        Refused: a role or the name is too long, or not one line.
    """
    if not redundant:
        return
    name = checked_name(name)
    settings = edit.columns("setting")
    stored = dict(zip(settings["key"].tolist(), settings["value"].tolist(), strict=True))
    for role, count in redundant.items():
        key = f"{REDUNDANT_PREFIX}{checked_text('role', role)}"
        if (redundant_count(stored.get(key, "")) or 0) < count:
            upsert_by_key.put(edit, "setting", {"key": key}, {"value": str(count)})
            upsert_by_key.put(edit, "setting", {"key": f"{REDUNDANT_PLAN_PREFIX}{role}"}, {"value": name})


def _domains_there(edit: Edit) -> set[str]:
    """The domains with content in a project: a network, a power or cooling node, a device with such a role."""
    kinds = set(edit.columns("network")["kind"].tolist())
    roles = set(edit.columns("device")["role"].tolist())
    there = {
        Domain.POWER: edit.columns("power_node").rows > 0,
        Domain.COOLING: edit.columns("cooling_node").rows > 0,
        Domain.SUBNET_MANAGER: any(is_subnet_manager(role) for role in roles),
        Domain.HEAD_NODE: any(is_head_node(role) for role in roles),
        Domain.STORAGE_TARGET: STORAGE_ROLE in roles,
        **{domain: kind in kinds for kind, domain in NETWORK_DOMAINS.items()},
    }
    return {domain for domain, some in there.items() if some}
