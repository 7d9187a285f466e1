"""Rules of thumb for a plan, each next to the calculated figure."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.estimates.estimate import Term
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit import rules_beside
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"
_LARGE = 1e6


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def rules_working(plan: Plan) -> tuple[WhyContent, ...]:
    """The rules that apply to a plan; none is part of a total."""
    if not isinstance(plan, ServingPlan):
        return ()
    counted = _tr(QT_TRANSLATE_NOOP("Sizing", "counted: {figure}. {left}"))
    terms = []
    for comparison in rules_beside(plan):
        left = tr_message(comparison.leaves_out)
        detail = left if comparison.ours is None else counted.format(figure=_figure(comparison.ours), left=left)
        terms.append(WhyTerm(tr_message(comparison.rule.title), _figure(comparison.rule), "rule of thumb", detail=detail))
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Rules of thumb for comparison"))
    return (
        WhyContent(
            title, terms, source=_tr(QT_TRANSLATE_NOOP("Sizing", "Based on user-supplied texts; not included in any figure above."))
        ),
    )


def _figure(term: Term) -> str:
    if term.value >= _LARGE:
        return f"{term.value:.2g} {term.unit}".rstrip()
    return f"{format_number(term.value, 1)} {term.unit}".rstrip()
