"""The working of a plan: its terms with how far each is to be trusted, and what would change the verdict."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.estimates.estimate import Kind, Term
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, SEEN
from gpudesk.sizing.serving.published_measurements import nearest
from gpudesk.sizing.serving.serving import Reason, ServingPlan, kind_of
from gpudesk.sizing.serving.serving_sensitivity import Change, Outlook
from gpudesk.sizing.serving.site_correction import HERE
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.ui.places.size.models.size_rows import Plan, between, milliseconds
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"
CONFIDENCE = {Kind.EXACT: "exact", Kind.CALIBRATED: "calibrated", Kind.RULE: "rule of thumb"}
"""Text for the kind of a figure, shown next to it."""


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def outlook_working(plan: ServingPlan, found: Sequence[Outlook]) -> WhyContent:
    """Changes that make a plan feasible, or its headroom."""
    does = plan.fits and not plan.is_late
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Scaling limits")) if does else _tr(QT_TRANSLATE_NOOP("Sizing", "Ways to make it fit"))
    terms = [WhyTerm(_change(look), f"{format_number(look.plan.needed.value, 1)} GiB", detail=_time(look.plan)) for look in found]
    nothing = (
        ""
        if found or does
        else _tr(QT_TRANSLATE_NOOP("Sizing", "No single change is sufficient; change two settings, or choose another GPU."))
    )
    return WhyContent(title, terms, source=nothing)


def _time(plan: ServingPlan) -> str:
    return _tr(QT_TRANSLATE_NOOP("Sizing", "{token} ms per token")).format(token=milliseconds(plan.tpot.value))


def _change(look: Outlook) -> str:
    amount = format_number(look.amount)
    text_by_change = {
        Change.CACHE: _tr(QT_TRANSLATE_NOOP("Sizing", "KV cache in {format}")),
        Change.WEIGHTS: _tr(QT_TRANSLATE_NOOP("Sizing", "Weights in {format}")),
        Change.SEQUENCES: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} concurrent {amount|sequence|sequences}")),
        Change.PROMPT: _tr(QT_TRANSLATE_NOOP("Sizing", "Prompts of {amount} {amount|token|tokens}")),
        Change.GPUS: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} GPUs")),
        Change.RATE: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} {amount|request|requests} per minute")),
        Change.EXPERTS: _tr(QT_TRANSLATE_NOOP("Sizing", "Experts of {amount} {amount|layer|layers} in system memory, the rest on the GPU")),
        Change.OFFLOAD: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} {amount|layer|layers} on the GPU, the rest in system memory")),
    }
    return filled_text(text_by_change[look.change], format=look.format.upper(), amount=amount)


def _formula(term: Term) -> str:
    return tr_message(term.formula) if term.formula is not None else ""


def memory_working(plan: Plan) -> WhyContent:
    """Calculation of the memory of the fullest GPU."""
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Memory of the most loaded GPU"))
    terms = [
        WhyTerm(tr_message(term.title), f"{format_number(term.value, 2)} GiB", CONFIDENCE[term.kind], detail=_formula(term))
        for term in plan.needed.terms
    ]
    needed = f"{format_number(plan.needed.value, 2)} GiB"
    whole = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Needed")), needed, severity="error" if plan.needed.value > plan.usable_gib else "")
    usable = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Usable")), f"{format_number(plan.usable_gib, 2)} GiB")
    comparisons = [usable]
    if isinstance(plan, ServingPlan):
        comparisons.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Sequences that fit")), format_number(plan.most_sequences)))
    elif isinstance(plan, PassPlan):
        comparisons.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Concurrency that fits")), format_number(plan.most_sequences)))
        if plan.in_turns_gib < plan.needed.value:
            turns = f"{format_number(plan.in_turns_gib, 2)} GiB"
            comparisons.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "With components loaded one by one")), turns))
    elif plan.host_gib:
        title_host = _tr(QT_TRANSLATE_NOOP("Sizing", "In host memory"))
        comparisons.append(WhyTerm(title_host, f"{format_number(plan.host_gib, 1)} GiB"))
    sources = dict.fromkeys(tr_source(term.source) for term in plan.needed.terms if term.source)
    return WhyContent(title, terms, total=whole, comparisons=tuple(comparisons), source="\n".join(sources))


def time_working(plan: ServingPlan) -> WhyContent:
    """How far the times are to be trusted."""
    several = filled_text(
        _tr(QT_TRANSLATE_NOOP("Sizing", "Times, {sequences} {sequences|sequence|sequences} per replica")),
        sequences=format_number(plan.sequences),
    )
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Times, one sequence per replica")) if plan.sequences == 1 else several
    trusted = CONFIDENCE[kind_of(plan.provenance)]
    terms = []
    named = (
        (_tr(QT_TRANSLATE_NOOP("Sizing", "Per token")), plan.tpot, Reason.TPOT),
        (_tr(QT_TRANSLATE_NOOP("Sizing", "Time to first token")), plan.ttft, Reason.TTFT),
    )
    for label, time, reason in named:
        detail = _tr(QT_TRANSLATE_NOOP("Sizing", "{range} ms in nine of ten cases")).format(range=between(time))
        mark = "error" if reason in plan.refused else "warning" if reason in plan.risks else ""
        terms.append(WhyTerm(label, f"{milliseconds(time.value)} ms", trusted, detail=detail, severity=mark))
    terms += _load_terms(plan)
    basis_texts = {
        HERE: _tr(QT_TRANSLATE_NOOP("Sizing", "Measured at this site; range from similar measurements.")),
        SEEN: _tr(QT_TRANSLATE_NOOP("Sizing", "This model was measured on this GPU with this engine and format.")),
        KNOWN_SYSTEM: _tr(
            QT_TRANSLATE_NOOP(
                "Sizing", "Other models were measured on this GPU, or on GPUs with the same kind of memory, with this engine."
            )
        ),
    }
    nobody = _tr(QT_TRANSLATE_NOOP("Sizing", "No measurement for this GPU with this engine: formula only."))
    sources = [basis_texts.get(plan.provenance, nobody), *_nearest(plan)]
    return WhyContent(title, terms, source="\n".join(sources))


def _load_terms(plan: ServingPlan) -> list[WhyTerm]:
    """Effects of randomly arriving requests."""
    load = plan.load
    if load is None or Reason.LOAD in plan.refused:
        return []
    used = _tr(QT_TRANSLATE_NOOP("Sizing", "{percent} % of the capacity of the replicas")).format(
        percent=format_number(round(100 * load.used))
    )
    half = _tr(QT_TRANSLATE_NOOP("Sizing", "median {half}"))
    return [
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Requests per second")),
            format_number(load.per_s, 2),
            CONFIDENCE[Kind.RULE],
            detail=used,
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Concurrent sequences, p95")),
            format_number(round(load.running_p95)),
            CONFIDENCE[Kind.RULE],
            detail=_tr(QT_TRANSLATE_NOOP("Sizing", "{mean} on average")).format(mean=format_number(load.running, 1)),
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "First token, p95")),
            f"{milliseconds(load.ttft_p95_s)} ms",
            CONFIDENCE[Kind.RULE],
            detail=half.format(half=f"{milliseconds(load.ttft_p50_s)} ms"),
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Full response, p95")),
            f"{format_number(load.answer_p95_s, 1)} s",
            CONFIDENCE[Kind.RULE],
            detail=half.format(half=f"{format_number(load.answer_p50_s, 1)} s"),
        ),
    ]


def _nearest(plan: ServingPlan) -> list[str]:
    """The published row nearest to the plan, and how it differs."""
    nearest_row = nearest(plan)
    if nearest_row is None:
        return []
    text = _tr(QT_TRANSLATE_NOOP("Sizing", "Nearest measurement: {row}")).format(row=tr_message(nearest_row.told))
    return [text + (f" ({'; '.join(tr_message(difference) for difference in nearest_row.differs)})" if nearest_row.differs else "")]
