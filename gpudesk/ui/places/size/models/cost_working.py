"""The calculation of the annual cost of a plan, and of its cost per hour and result."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.cost.result import Ends
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.places.size.models.size_working import CONFIDENCE
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm


def _tr(text: str) -> str:
    return QCoreApplication.translate("Cost", text)


def cost_working(plan: Plan) -> Sequence[WhyContent]:
    """Annual cost by its terms, with formulas and sources; empty for plans that do not serve."""
    if not isinstance(plan, ServingPlan):
        return ()
    cost = plan.cost
    money = f"{THIN_SPACE}{cost.currency}"
    terms = [
        WhyTerm(
            tr_message(term.title),
            f"{format_number(term.value, 0)}{money}",
            CONFIDENCE[term.kind],
            detail="" if term.formula is None else tr_message(term.formula),
        )
        for term in cost.yearly.terms
    ]
    yearly = cost.yearly
    whole = WhyTerm(
        _tr(QT_TRANSLATE_NOOP("Cost", "Per year")),
        f"{format_number(yearly.value, 0)}{money}",
        detail=_between(Ends(yearly.value, yearly.low, yearly.high), 0),
        severity="" if cost.priced else "warning",
    )
    used = _tr(QT_TRANSLATE_NOOP("Cost", "Per utilized GPU hour"))
    tokens = _tr(QT_TRANSLATE_NOOP("Cost", "Per million output tokens"))
    energy = _tr(QT_TRANSLATE_NOOP("Cost", "Energy consumed"))
    carbon = _tr(QT_TRANSLATE_NOOP("Cost", "Carbon emitted"))
    comparisons = (
        _line(_tr(QT_TRANSLATE_NOOP("Cost", "Per GPU hour")), cost.per_gpu_hour, 2, money),
        _line(used, cost.per_used_hour, 2, money),
        _line(tokens, cost.per_million, 2, money),
        _line(energy, cost.kwh_per_million, 2, f"{THIN_SPACE}kWh"),
        _line(carbon, cost.co2_g_per_million, 0, f"{THIN_SPACE}g"),
    )
    sources = dict.fromkeys(tr_source(term.source) for term in yearly.terms if term.source)
    warnings = [tr_message(warning) for warning in yearly.warnings]
    title = _tr(QT_TRANSLATE_NOOP("Cost", "Annual cost"))
    return (WhyContent(title, terms, total=whole, comparisons=comparisons, source="\n".join([*warnings, *sources])),)


def _line(label: str, figure: Ends, decimals: int, unit: str) -> WhyTerm:
    return WhyTerm(label, f"{format_number(figure.value, decimals)}{unit}", detail=_between(figure, decimals))


def _between(figure: Ends, decimals: int) -> str:
    low, high = format_number(figure.low, decimals), format_number(figure.high, decimals)
    return _tr(QT_TRANSLATE_NOOP("Cost", "{low} to {high}")).format(low=low, high=high)
