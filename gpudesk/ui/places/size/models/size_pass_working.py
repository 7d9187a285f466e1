"""Calculation of a plan for a model that runs in passes: batch resources, confidence of the time, and what makes it feasible."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, SEEN
from gpudesk.sizing.serving.serving import Range, Reason, kind_of
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.single_pass.pass_work import PassKind, pass_cost, seconds_heard
from gpudesk.ui.places.size.models.size_pass_columns import item_of, three_digits
from gpudesk.ui.places.size.models.size_working import CONFIDENCE
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.translate import filled_text
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_TERA = 1e12


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sizing", text)


def batch_title(plan: PassPlan) -> str:
    """Name of the batch time."""
    if plan.work.batch > 1:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "Time for a batch of {count}")).format(count=format_number(plan.work.batch))
    return {
        "pictures": _tr(QT_TRANSLATE_NOOP("Sizing", "Time per image")),
        "video": _tr(QT_TRANSLATE_NOOP("Sizing", "Time per video")),
        "vectors": _tr(QT_TRANSLATE_NOOP("Sizing", "Time per input")),
        "answers": _tr(QT_TRANSLATE_NOOP("Sizing", "Time per response")),
    }[item_of(plan)]


def rate_title(plan: PassPlan) -> str:
    """Output per second."""
    return {
        "pictures": _tr(QT_TRANSLATE_NOOP("Sizing", "Images per second")),
        "video": _tr(QT_TRANSLATE_NOOP("Sizing", "Videos per second")),
        "vectors": _tr(QT_TRANSLATE_NOOP("Sizing", "Inputs per second")),
        "answers": _tr(QT_TRANSLATE_NOOP("Sizing", "Requests per second")),
    }[item_of(plan)]


def time_terms(plan: PassPlan) -> list[WhyTerm]:
    """The batch time with its range, and the output per second."""
    trusted = CONFIDENCE[kind_of(plan.provenance)]
    late, few = (_mark(plan, reason) for reason in (Reason.TTFT, Reason.TPOT))
    rate = three_digits(plan.tokens_per_s)
    return [
        WhyTerm(batch_title(plan), f"{three_digits(plan.ttft.value)} s", trusted, detail=_between(plan.ttft), severity=late),
        WhyTerm(rate_title(plan), rate, detail=_of_gpus(plan), severity=few),
    ]


def _mark(plan: PassPlan, reason: Reason) -> str:
    return "error" if reason in plan.refused else "warning" if reason in plan.risks else ""


def _of_gpus(plan: PassPlan) -> str:
    if plan.gpus == 1:
        return ""
    return _tr(QT_TRANSLATE_NOOP("Sizing", "of {count} GPUs, each with its own batch")).format(count=format_number(plan.gpus))


def _between(time: Range) -> str:
    text = _tr(QT_TRANSLATE_NOOP("Sizing", "{low} to {high} s in nine of ten cases"))
    return text.format(low=three_digits(time.low), high=three_digits(time.high))


def pass_time_working(plan: PassPlan) -> Sequence[WhyContent]:
    """GPU resources of a batch, the resulting time, and its basis."""
    work, board, cost = plan.work, plan.board, pass_cost(plan.work)
    rate = board.rates.get(plan.computes)
    ideal = _tr(QT_TRANSLATE_NOOP("Sizing", "{time} s at the full compute rate of the GPU in {format}"))
    terms = []
    if work.kind is PassKind.PICTURES:
        named = filled_text(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Denoiser compute, {steps} {steps|step|steps}")), steps=format_number(work.steps)
        )
        other_title = _tr(QT_TRANSLATE_NOOP("Sizing", "Text encoder and autoencoder compute"))
        products = [(named, cost.flops), (other_title, cost.other_flops)]
    else:
        products = [(_tr(QT_TRANSLATE_NOOP("Sizing", "Compute")), cost.flops + cost.other_flops)]
    for label, flops in products:
        if flops:
            detail = ideal.format(time=three_digits(flops / rate), format=plan.computes.upper()) if rate else ""
            terms.append(WhyTerm(label, f"{three_digits(flops / _TERA)} TFLOP", detail=detail))
    read = _tr(QT_TRANSLATE_NOOP("Sizing", "{time} s at the full memory rate")).format(
        time=three_digits(cost.read_bytes / board.bytes_per_s)
    )
    terms.append(
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Weights and KV cache read")), f"{three_digits(cost.read_bytes / GIB)} GiB", detail=read)
    )
    start = _tr(QT_TRANSLATE_NOOP("Sizing", "{time} s, {each} µs each with {program}")).format(
        time=three_digits(cost.starts * work.program.start_us * 1e-6), each=format_number(work.program.start_us), program=work.program.title
    )
    terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Launch overhead")), format_number(cost.starts), detail=start))
    heard = seconds_heard(work)
    if heard is not None:
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Audio length of an input")), f"{format_number(heard)} s"))
    basis_texts = {
        SEEN: _tr(QT_TRANSLATE_NOOP("Sizing", "This model was measured on this GPU with this engine and format.")),
        KNOWN_SYSTEM: _tr(QT_TRANSLATE_NOOP("Sizing", "Other models were measured on this GPU with this engine.")),
    }
    longest = _tr(
        QT_TRANSLATE_NOOP("Sizing", "Compute at the rate the engine reaches, memory reads or kernel launches: whichever takes longest.")
    )
    sources = [longest, *([basis_texts[plan.provenance]] if plan.provenance in basis_texts else [])]
    first, rest = time_terms(plan)
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Time on {board}")).format(board=board.short)
    return (WhyContent(title, terms, total=first, comparisons=(rest,), source="\n".join(sources)),)


def pass_outlook_working(plan: PassPlan, fixes: Sequence[PassPlan]) -> WhyContent:
    """Headroom of a plan, or single changes that make it feasible."""
    if plan.fits and not plan.risks:
        title = _tr(QT_TRANSLATE_NOOP("Sizing", "Scaling limits"))
        room = WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Concurrency that fits")), format_number(plan.most_sequences))
        return WhyContent(title, [room])
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Ways to make it fit"))
    change_text = _tr(QT_TRANSLATE_NOOP("Sizing", "{count} concurrent, weights in {format}"))
    terms = [
        WhyTerm(
            change_text.format(count=format_number(fix.work.batch), format=fix.form.name),
            f"{format_number(fix.needed.value, 1)} GiB",
            detail=_between(fix.ttft),
        )
        for fix in fixes
    ]
    nothing = (
        "" if fixes else _tr(QT_TRANSLATE_NOOP("Sizing", "No single change is sufficient; change two settings, or choose another GPU."))
    )
    return WhyContent(title, terms, source=nothing)
