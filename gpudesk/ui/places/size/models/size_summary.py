"""A plan in the order in which one decides: memory first, then communication, then budget, then the long term."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.serving.serving_speed import TERMS
from gpudesk.sizing.serving.serving import Reason, ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.ui.places.size.models.cost_rows import cost_of
from gpudesk.ui.places.size.models.size_pass_working import time_terms
from gpudesk.ui.places.size.models.size_rows import Plan, between, milliseconds, recompute_text, split_text
from gpudesk.ui.places.size.models.size_systems import systems_working
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.translate import tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def summary(plan: Plan) -> list[WhyContent]:
    """Sections of a plan, in decision order, followed by its systems."""
    return [_memory(plan), _communication(plan), _budget(plan), _later(plan), *systems_working(plan)]


def _memory(plan: Plan) -> WhyContent:
    short = plan.needed.value > plan.usable_gib
    terms = [
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "GPUs")), f"{format_number(plan.gpus)} × {plan.board.short}"),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Needed")),
            f"{format_number(plan.needed.value, 1)} GiB",
            detail=_tr(QT_TRANSLATE_NOOP("Sizing", "of {usable} GiB usable per GPU")).format(usable=format_number(plan.usable_gib, 1)),
            severity="error" if short else "",
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Remaining")),
            f"{format_number(max(0.0, plan.usable_gib - plan.needed.value), 1)} GiB",
        ),
    ]
    if isinstance(plan, ServingPlan):
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Sequences that fit")), format_number(plan.most_sequences)))
    elif isinstance(plan, PassPlan):
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Concurrency that fits")), format_number(plan.most_sequences)))
    else:
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Recomputed")), recompute_text(plan)))
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "1. Memory")), terms)


def _communication(plan: Plan) -> WhyContent:
    link = _tr(QT_TRANSLATE_NOOP("Sizing", "NVLink or similar")) if plan.board.has_nvlink else "PCI Express"
    if plan.gpus == 1:
        link = _tr(QT_TRANSLATE_NOOP("Sizing", "none needed"))
    if isinstance(plan, PassPlan):
        # Each GPU works by itself.
        return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "2. Communication and time")), time_terms(plan))
    terms = [
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Split")), split_text(plan)),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "GPU interconnect")), link),
    ]
    if isinstance(plan, ServingPlan):
        if len(plan.step_s) == len(TERMS):
            share = plan.step_s[TERMS.index("exchange")] / plan.tpot.value
            terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Communication")), f"{format_number(100 * share, 1)} %"))
        mark = "error" if Reason.TPOT in plan.refused else "warning" if Reason.TPOT in plan.risks else ""
        range_text = _tr(QT_TRANSLATE_NOOP("Sizing", "{range} ms in nine of ten cases"))
        token = f"{milliseconds(plan.tpot.value)} ms"
        terms.append(
            WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Per token")), token, detail=range_text.format(range=between(plan.tpot)), severity=mark)
        )
        mark = "error" if Reason.TTFT in plan.refused else "warning" if Reason.TTFT in plan.risks else ""
        first = f"{milliseconds(plan.ttft.value)} ms"
        terms.append(
            WhyTerm(
                _tr(QT_TRANSLATE_NOOP("Sizing", "Time to first token")),
                first,
                detail=range_text.format(range=between(plan.ttft)),
                severity=mark,
            )
        )
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "2. Communication and time")), terms)


def _budget(plan: Plan) -> WhyContent:
    terms = []
    if plan.board.power_w is not None:
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "GPU power")), format_quantity(plan.board.power_w * plan.gpus, "W")))
    source = ""
    cost = None if isinstance(plan, PassPlan) else cost_of(plan)
    if cost is not None:
        money = {
            _tr(QT_TRANSLATE_NOOP("Sizing", "Annual cost")): (cost.yearly.value, 0),
            _tr(QT_TRANSLATE_NOOP("Sizing", "Per GPU hour")): (cost.per_gpu_hour.value, 2),
            _tr(QT_TRANSLATE_NOOP("Sizing", "Per million tokens")): (cost.per_million.value, 3),
        }
        for title, (value, decimals) in money.items():
            terms.append(WhyTerm(title, f"{format_number(value, decimals)} {cost.currency}" if cost.priced else ""))
        energy = f"{format_number(cost.kwh_per_million.value, 2)} kWh"
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Energy per million tokens")), energy))
        if not cost.priced:
            source = _tr(QT_TRANSLATE_NOOP("Sizing", "No published price for this GPU. Enter one under Cost."))
    if isinstance(plan, PassPlan) and plan.cost.priced:
        yearly = f"{format_number(plan.cost.yearly.value, 0)} {plan.cost.currency}"
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Annual cost")), yearly))
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "3. Budget")), terms, source=source)


def _later(plan: Plan) -> WhyContent:
    terms = []
    if isinstance(plan, ServingPlan):
        room = plan.most_sequences / max(plan.sequences, 1)
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Memory headroom")), f"{format_number(room, 1)} ×"))
    elif isinstance(plan, PassPlan):
        room = plan.most_sequences / max(plan.work.batch, 1)
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Memory headroom")), f"{format_number(room, 1)} ×"))
    elif plan.host_gib:
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "In host memory")), f"{format_number(plan.host_gib, 1)} GiB"))
    remarks = [tr_message(remark) for remark in (*plan.remarks, *plan.needed.warnings)]
    nothing = _tr(QT_TRANSLATE_NOOP("Sizing", "No risks other than the ranges above."))
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "4. Long-term cost and risks")), terms, source="\n".join(remarks) or nothing)
