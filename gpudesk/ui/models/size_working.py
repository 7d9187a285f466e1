"""The working of a plan: its terms with how far each is to be trusted, and what would change the verdict."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.estimate import Kind, Term
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.outlook import Change, Outlook
from gpudesk.sizing.passes import PassPlan
from gpudesk.sizing.published import nearest
from gpudesk.sizing.serving import Reason, ServingPlan, kind_of
from gpudesk.sizing.serving_calibration import KNOWN_SYSTEM, SEEN
from gpudesk.sizing.site import HERE
from gpudesk.ui.models.size_rows import Plan, between, milliseconds
from gpudesk.ui.quantities import format_number
from gpudesk.ui.translate import tr_message
from gpudesk.ui.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"
CONFIDENCE = {Kind.EXACT: "exact", Kind.CALIBRATED: "calibrated", Kind.RULE: "rule of thumb"}
"""What a kind of figure is called beside it."""


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def outlook_working(plan: ServingPlan, found: Sequence[Outlook]) -> WhyContent:
    """What would make a plan do, or how far it goes."""
    does = plan.fits and not plan.is_late
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "How far it goes")) if does else _tr(QT_TRANSLATE_NOOP("Sizing", "What would make it do"))
    terms = [WhyTerm(_change(look), f"{format_number(look.plan.needed.value, 1)} GiB", detail=_time(look.plan)) for look in found]
    nothing = "" if found or does else _tr(QT_TRANSLATE_NOOP("Sizing", "No single change does; change two things, or take another GPU."))
    return WhyContent(title, terms, source=nothing)


def _time(plan: ServingPlan) -> str:
    return _tr(QT_TRANSLATE_NOOP("Sizing", "{token} ms a token")).format(token=milliseconds(plan.tpot.value))


def _change(look: Outlook) -> str:
    amount = format_number(look.amount)
    told = {
        Change.CACHE: _tr(QT_TRANSLATE_NOOP("Sizing", "Cache in {format}")),
        Change.WEIGHTS: _tr(QT_TRANSLATE_NOOP("Sizing", "Weights in {format}")),
        Change.SEQUENCES: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} sequences at once")),
        Change.PROMPT: _tr(QT_TRANSLATE_NOOP("Sizing", "Prompts of {amount} tokens")),
        Change.GPUS: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} GPUs")),
        Change.RATE: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} requests a minute")),
        Change.EXPERTS: _tr(QT_TRANSLATE_NOOP("Sizing", "Experts of {amount} layers in system memory, the rest on the GPU")),
        Change.OFFLOAD: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} layers on the GPU, the rest in the system's memory")),
    }
    return told[look.change].format(format=look.format.upper(), amount=amount)


def _formula(term: Term) -> str:
    return tr_message(term.formula) if term.formula is not None else ""


def memory_working(plan: Plan) -> WhyContent:
    """How the memory of the fullest GPU comes about."""
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Memory of the fullest GPU"))
    terms = [
        WhyTerm(tr_message(term.title), f"{format_number(term.value, 2)} GiB", CONFIDENCE[term.kind], detail=_formula(term))
        for term in plan.needed.terms
    ]
    needed = f"{format_number(plan.needed.value, 2)} GiB"
    whole = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Needed")), needed, severity="error" if plan.needed.value > plan.usable_gib else "")
    usable = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Usable")), f"{format_number(plan.usable_gib, 2)} GiB")
    beside = [usable]
    if isinstance(plan, ServingPlan):
        beside.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Sequences with room")), format_number(plan.most_sequences)))
    elif isinstance(plan, PassPlan):
        beside.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "At once with room")), format_number(plan.most_sequences)))
        if plan.in_turns_gib < plan.needed.value:
            turns = f"{format_number(plan.in_turns_gib, 2)} GiB"
            beside.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "With its parts in turns")), turns))
    elif plan.host_gib:
        title_host = _tr(QT_TRANSLATE_NOOP("Sizing", "In the memory of the host"))
        beside.append(WhyTerm(title_host, f"{format_number(plan.host_gib, 1)} GiB"))
    sources = dict.fromkeys(term.source for term in plan.needed.terms if term.source)
    return WhyContent(title, terms, total=whole, comparisons=tuple(beside), source="\n".join(sources))


def time_working(plan: ServingPlan) -> WhyContent:
    """How far the times are to be trusted."""
    several = _tr(QT_TRANSLATE_NOOP("Sizing", "Times, {sequences} sequences a replica")).format(sequences=format_number(plan.sequences))
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Times, one sequence a replica")) if plan.sequences == 1 else several
    trusted = CONFIDENCE[kind_of(plan.provenance)]
    terms = []
    named = (
        (_tr(QT_TRANSLATE_NOOP("Sizing", "A token")), plan.tpot, Reason.TPOT),
        (_tr(QT_TRANSLATE_NOOP("Sizing", "The first token")), plan.ttft, Reason.TTFT),
    )
    for label, time, reason in named:
        detail = _tr(QT_TRANSLATE_NOOP("Sizing", "{range} ms in nine of ten cases")).format(range=between(time))
        mark = "error" if reason in plan.refused else "warning" if reason in plan.risks else ""
        terms.append(WhyTerm(label, f"{milliseconds(time.value)} ms", trusted, detail=detail, severity=mark))
    terms += _load_terms(plan)
    told = {
        HERE: _tr(QT_TRANSLATE_NOOP("Sizing", "This was measured at this site; the range is that of measurements alike.")),
        SEEN: _tr(QT_TRANSLATE_NOOP("Sizing", "This model was measured on this board with this program and format.")),
        KNOWN_SYSTEM: _tr(
            QT_TRANSLATE_NOOP(
                "Sizing", "Other models were measured on this board, or on boards with memory of the same kind, with this program."
            )
        ),
    }
    nobody = _tr(QT_TRANSLATE_NOOP("Sizing", "Nobody's measurement here covers this board with this program: the formula alone."))
    sources = [told.get(plan.provenance, nobody), *_nearest(plan)]
    return WhyContent(title, terms, source="\n".join(sources))


def _load_terms(plan: ServingPlan) -> list[WhyTerm]:
    """What comes of requests that arrive as they like."""
    load = plan.load
    if load is None or Reason.LOAD in plan.refused:
        return []
    used = _tr(QT_TRANSLATE_NOOP("Sizing", "{percent} % of what the replicas can do")).format(percent=format_number(round(100 * load.used)))
    half = _tr(QT_TRANSLATE_NOOP("Sizing", "{half} for half of them"))
    return [
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Requests a second")),
            format_number(load.per_s, 2),
            CONFIDENCE[Kind.RULE],
            detail=used,
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Sequences at once, 95 of 100 times")),
            format_number(round(load.running_p95)),
            CONFIDENCE[Kind.RULE],
            detail=_tr(QT_TRANSLATE_NOOP("Sizing", "{mean} on the average")).format(mean=format_number(load.running, 1)),
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "First token, 95 of 100")),
            f"{milliseconds(load.ttft_p95_s)} ms",
            CONFIDENCE[Kind.RULE],
            detail=half.format(half=f"{milliseconds(load.ttft_p50_s)} ms"),
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Whole answer, 95 of 100")),
            f"{format_number(load.answer_p95_s, 1)} s",
            CONFIDENCE[Kind.RULE],
            detail=half.format(half=f"{format_number(load.answer_p50_s, 1)} s"),
        ),
    ]


def _nearest(plan: ServingPlan) -> list[str]:
    """The published row nearest to the plan, and how it differs."""
    found = nearest(plan)
    if found is None:
        return []
    text = _tr(QT_TRANSLATE_NOOP("Sizing", "Nearest measured: {row}")).format(row=tr_message(found.told))
    return [text + (f" ({'; '.join(tr_message(each) for each in found.differs)})" if found.differs else "")]
