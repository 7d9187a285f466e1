"""How plans of sizing are told: rows of the table, parts of the bars, and the working of one."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.core.estimate import Kind, Term
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.core.weight_formats import WeightFormat
from gpudesk.sizing.outlook import Change, Outlook
from gpudesk.sizing.serving import Range, Reason, ServingPlan, kind_of
from gpudesk.sizing.serving_calibration import KNOWN_SYSTEM, SEEN
from gpudesk.ui.models.plain_table import Cell, Head, Line
from gpudesk.ui.quantities import format_number, format_quantity
from gpudesk.ui.translate import language, tr_message
from gpudesk.ui.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"
_CONFIDENCE = {Kind.EXACT: "read", Kind.CALIBRATED: "derived", Kind.RULE: ""}
"""A rule of thumb has no mark: what it rests on stands below."""


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def plan_key(plan: ServingPlan) -> tuple[str, str]:
    """What a plan is known by from answer to answer."""
    return plan.board.key, plan.form.key


def plan_title(plan: ServingPlan) -> str:
    """How many GPUs of which kind."""
    return f"{format_number(plan.gpus)} × {plan.board.short}"


def short_format(plan: ServingPlan) -> str:
    """The format of the weights in a word."""
    return plan.form.key.upper()


def heads() -> tuple[Head, ...]:
    """The heads of the table of candidates."""
    return (
        Head(""),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "GPU"))),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Count")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Weights"))),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Split"))),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Memory")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "ms/token")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "90 % range")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "First token")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Tokens/s")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "GPU power")), right=True),
        Head(_tr(QT_TRANSLATE_NOOP("Sizing", "Verdict"))),
    )


def severity(plan: ServingPlan) -> str:
    """The mark of a plan."""
    return "ok" if plan.fits and not plan.risks else "warning" if plan.fits else "error"


def verdict(plan: ServingPlan) -> str:
    """In a few words whether the plan does, and if not why."""
    if plan.fits and not plan.risks:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "does what is asked"))
    if plan.fits:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "may miss the time"))
    told = []
    for reason in plan.refused:
        if reason is Reason.MEMORY:
            missing = format_number(plan.needed.value - plan.usable_gib, 1)
            told.append(_tr(QT_TRANSLATE_NOOP("Sizing", "{gib} GiB too much a GPU")).format(gib=missing))
        elif reason is Reason.TPOT:
            told.append(_tr(QT_TRANSLATE_NOOP("Sizing", "tokens too slow")))
        else:
            told.append(_tr(QT_TRANSLATE_NOOP("Sizing", "first token too late")))
    return ", ".join(told)


def _milliseconds(seconds: float) -> str:
    return format_number(seconds * 1000, 1 if seconds < 0.1 else 0)


def _between(time: Range) -> str:
    return f"{_milliseconds(time.low)} – {_milliseconds(time.high)}"


def split_text(plan: ServingPlan) -> str:
    """Replicas, GPUs that share a layer, and stages where there are several."""
    text = f"{format_number(plan.replicas)} × {plan.split.tensor}"
    return text if plan.split.pipeline == 1 else f"{text} × {plan.split.pipeline}"


def format_title(form: WeightFormat) -> str:
    """A format in the person's language."""
    return form.title_es if language() == "es" else form.title


def lines(plans: Sequence[ServingPlan]) -> list[Line]:
    """The rows of the table."""
    return [_line(plan) for plan in plans]


def _line(plan: ServingPlan) -> Line:
    mark = severity(plan)
    ink = "text.tertiary" if mark == "error" else ""
    power = format_quantity(plan.board.power_w * plan.gpus, "W") if plan.board.power_w is not None else ""
    cells = (
        Cell(severity=mark, spoken=verdict(plan)),
        Cell(plan.board.short, ink=ink, tool_tip=plan.board.title),
        Cell(format_number(plan.gpus), right=True, ink=ink),
        Cell(short_format(plan), ink=ink, tool_tip=format_title(plan.form)),
        Cell(split_text(plan), ink=ink, tool_tip=_split_told(plan)),
        Cell(format_number(plan.needed.value, 1), unit="GiB", right=True, ink=ink),
        Cell(_milliseconds(plan.tpot.value), right=True, ink=ink),
        Cell(_between(plan.tpot), right=True, step="caption", ink="text.tertiary"),
        Cell(_milliseconds(plan.ttft.value), unit="ms", right=True, ink=ink),
        Cell(format_number(round(plan.tokens_per_s)), right=True, ink=ink),
        Cell(power, right=True, ink=ink),
        Cell(verdict(plan), ink=ink, tool_tip="\n".join(remarks(plan))),
    )
    return Line(plan_key(plan), cells)


def _split_told(plan: ServingPlan) -> str:
    text = QT_TRANSLATE_NOOP("Sizing", "{replicas} replicas; {tensor} GPUs share each layer; {stages} stages")
    return _tr(text).format(replicas=plan.replicas, tensor=plan.split.tensor, stages=plan.split.pipeline)


def remarks(plan: ServingPlan) -> list[str]:
    """What one must know of the plan beside its figures."""
    return [tr_message(remark) for remark in (*plan.remarks, *plan.needed.warnings)]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of memory: the parts in GiB in the order of the terms, and where the usable memory ends."""

    key: tuple[str, str]
    title: str
    form: str
    parts: tuple[tuple[str, float], ...]
    total_gib: float
    usable_gib: float
    severity: str
    verdict: str


def bar(plan: ServingPlan) -> Bar:
    """The bar of a plan."""
    parts = tuple((tr_message(term.title), term.value) for term in plan.needed.terms)
    title = plan_title(plan)
    return Bar(plan_key(plan), title, short_format(plan), parts, plan.needed.value, plan.usable_gib, severity(plan), verdict(plan))


def outlook_working(plan: ServingPlan, found: Sequence[Outlook]) -> WhyContent:
    """What would make a plan do, or how far it goes."""
    does = plan.fits and not plan.risks
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "How far it goes")) if does else _tr(QT_TRANSLATE_NOOP("Sizing", "What would make it do"))
    terms = [WhyTerm(_change(look), f"{format_number(look.plan.needed.value, 1)} GiB", detail=_time(look.plan)) for look in found]
    nothing = "" if found or does else _tr(QT_TRANSLATE_NOOP("Sizing", "No single change does; change two things, or take another GPU."))
    return WhyContent(title, terms, source=nothing)


def _time(plan: ServingPlan) -> str:
    return _tr(QT_TRANSLATE_NOOP("Sizing", "{token} ms a token")).format(token=_milliseconds(plan.tpot.value))


def _change(look: Outlook) -> str:
    amount = format_number(look.amount)
    told = {
        Change.CACHE: _tr(QT_TRANSLATE_NOOP("Sizing", "Cache in {format}")),
        Change.WEIGHTS: _tr(QT_TRANSLATE_NOOP("Sizing", "Weights in {format}")),
        Change.SEQUENCES: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} sequences at once")),
        Change.PROMPT: _tr(QT_TRANSLATE_NOOP("Sizing", "Prompts of {amount} tokens")),
        Change.GPUS: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} GPUs")),
    }
    return told[look.change].format(format=look.format.upper(), amount=amount)


def _formula(term: Term) -> str:
    return tr_message(term.formula) if term.formula is not None else ""


def memory_working(plan: ServingPlan) -> WhyContent:
    """How the memory of the fullest GPU comes about."""
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Memory of the fullest GPU"))
    terms = [
        WhyTerm(tr_message(term.title), f"{format_number(term.value, 2)} GiB", _CONFIDENCE[term.kind], detail=_formula(term))
        for term in plan.needed.terms
    ]
    needed = f"{format_number(plan.needed.value, 2)} GiB"
    whole = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Needed")), needed, severity="error" if Reason.MEMORY in plan.refused else "")
    usable = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Usable")), f"{format_number(plan.usable_gib, 2)} GiB")
    most = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Sequences with room")), format_number(plan.most_sequences))
    sources = dict.fromkeys(term.source for term in plan.needed.terms if term.source)
    return WhyContent(title, terms, total=whole, comparisons=(usable, most), source="\n".join(sources))


def time_working(plan: ServingPlan) -> WhyContent:
    """How far the times are to be trusted."""
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Times, {sequences} sequences a replica")).format(sequences=format_number(plan.sequences))
    trusted = _CONFIDENCE[kind_of(plan.provenance)]
    terms = []
    named = (
        (_tr(QT_TRANSLATE_NOOP("Sizing", "A token")), plan.tpot, Reason.TPOT),
        (_tr(QT_TRANSLATE_NOOP("Sizing", "The first token")), plan.ttft, Reason.TTFT),
    )
    for label, time, reason in named:
        detail = _tr(QT_TRANSLATE_NOOP("Sizing", "{range} ms in nine of ten cases")).format(range=_between(time))
        mark = "error" if reason in plan.refused else "warning" if reason in plan.risks else ""
        terms.append(WhyTerm(label, f"{_milliseconds(time.value)} ms", trusted, detail=detail, severity=mark))
    told = {
        SEEN: _tr(QT_TRANSLATE_NOOP("Sizing", "This model was measured on this board with this program and format.")),
        KNOWN_SYSTEM: _tr(QT_TRANSLATE_NOOP("Sizing", "Other models were measured on this board with this program.")),
    }
    nobody = _tr(QT_TRANSLATE_NOOP("Sizing", "Nobody's measurement here covers this board with this program: the formula alone."))
    return WhyContent(title, terms, source=told.get(plan.provenance, nobody))
