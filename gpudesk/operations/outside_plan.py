"""What a project does not plan: said for each domain, with the reason."""

from gpudesk.core.errors import Refused
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan_domains import DOMAIN_TITLES, Domain
from gpudesk.core.texts import checked_text
from gpudesk.operations import keyed
from gpudesk.operations.run import operation
from gpudesk.project.edit import Edit
from gpudesk.project.outside_plan import OUTSIDE_PREFIX

_CONTEXT = "operations"


@operation
def set_outside_plan(edit: Edit, domain: str, reason: str | None) -> None:
    """Say that a domain is not in this plan, and why; None puts it into the plan again.

    The checks then ask nothing of this domain.

    Args:
        domain: the word of a `core.plan_domains.Domain`.

    Raises:
        Refused: there is no such domain, or the reason is empty, too long or not one line.
    """
    if domain not in list(Domain):
        text = QT_TRANSLATE_NOOP("operations", "There is no domain {domain}; the domains are {domains}.")
        raise Refused(Message(_CONTEXT, text, {"domain": domain[:80], "domains": ", ".join(Domain)}))
    key = {"key": f"{OUTSIDE_PREFIX}{domain}"}
    title = DOMAIN_TITLES[Domain(domain)]
    if reason is None:
        keyed.put(edit, "setting", key, None)
        edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Plan again: {domain}"), {"domain": title})
        return
    reason = reason.strip()
    if not reason:
        raise Refused(Message("onsite", QT_TRANSLATE_NOOP("onsite", "This needs a reason.")))
    keyed.put(edit, "setting", key, {"value": checked_text("reason", reason)})
    edit.title = Message(_CONTEXT, QT_TRANSLATE_NOOP("operations", "Not in this plan: {domain}"), {"domain": title})
