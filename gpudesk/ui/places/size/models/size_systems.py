"""Systems that hold the GPUs of a plan: their number, power draw, and the limiting link."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.work.system_balance import UNITS, Link, LinkUse
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.systems.balance import link_title, usual_balance
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"
_LEAST = 0.01


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def systems_working(plan: Plan) -> tuple[WhyContent, ...]:
    """The systems of a plan; empty for models that run in passes, where each GPU works separately."""
    if isinstance(plan, PassPlan):
        return ()
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Systems"))
    system_balance = usual_balance(plan)
    if system_balance is None:
        return (WhyContent(title, (), source=_tr(QT_TRANSLATE_NOOP("Sizing", "No system in the catalog has this GPU."))),)
    count_text = _tr(QT_TRANSLATE_NOOP("Sizing", "{count} GPUs of each")).format(count=format_number(system_balance.gpus_each))
    terms = [WhyTerm(tr_type_name(system_balance.system.model), f"{format_number(system_balance.systems)} ×", detail=count_text)]
    power_w = system_balance.system.number("power_max_w")
    if power_w is not None:
        most = _tr(QT_TRANSLATE_NOOP("Sizing", "Maximum power"))
        terms.append(WhyTerm(most, format_quantity(power_w * system_balance.systems, "W")))
    binding = system_balance.balance.binding
    terms += [_link(use, binds=use is binding) for use in system_balance.balance.links if use.needed is not None]
    return (WhyContent(title, terms),)


def _link(use: LinkUse, *, binds: bool) -> WhyTerm:
    needed = use.needed or 0.0
    if use.has is None:
        detail = _tr(QT_TRANSLATE_NOOP("Sizing", "not in the catalog"))
    else:
        detail = _tr(QT_TRANSLATE_NOOP("Sizing", "of {has}")).format(has=_amount(use.has, use.link))
        if binds:
            detail = _tr(QT_TRANSLATE_NOOP("Sizing", "{detail}: bottleneck")).format(detail=detail)
    return WhyTerm(tr_message(link_title(use.link)), _amount(needed, use.link), detail=detail, severity="error" if use.is_short else "")


def _amount(value: float, link: Link) -> str:
    if UNITS[link] == "W":
        return format_quantity(value, "W")
    if 0 < value < _LEAST:
        return f"< {format_number(_LEAST, 2)} {UNITS[link]}".rstrip()
    return f"{format_number(value, 0 if value >= 100 or not UNITS[link] else 2)} {UNITS[link]}".rstrip()
