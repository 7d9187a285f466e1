"""Calculation of a training run: its time by terms, and the result of alternatives."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_sensitivity import TrainingChange, TrainingOutlook
from gpudesk.ui.places.size.models.size_rows import recompute_text, verdict
from gpudesk.ui.places.size.models.size_working import CONFIDENCE
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def training_time_working(plan: TrainingPlan) -> Sequence[WhyContent]:
    """Calculation of the step time; empty if unknown."""
    time = plan.time
    if time is None:
        unknown_text = _tr(QT_TRANSLATE_NOOP("Sizing", "Time unknown: this training method has not been measured."))
        return (WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "Step time")), (), source=unknown_text),)
    terms = [
        WhyTerm(
            tr_message(term.title),
            f"{format_number(term.value, 2)} s",
            CONFIDENCE[term.kind],
            detail=tr_message(term.formula) if term.formula is not None else "",
        )
        for term in time.terms
    ]
    between = _tr(QT_TRANSLATE_NOOP("Sizing", "{low} to {high} s in nine of ten cases"))
    step = WhyTerm(
        _tr(QT_TRANSLATE_NOOP("Sizing", "Per step")),
        f"{format_number(time.step_s, 2)} s",
        detail=between.format(low=format_number(time.low_s, 2), high=format_number(time.high_s, 2)),
    )
    comparisons = [
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Tokens/s")), format_number(round(time.tokens_per_s))),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "MFU")), f"{format_number(100 * time.mfu, 0)} %"),
    ]
    sources = dict.fromkeys(tr_source(term.source) for term in time.terms if term.source)
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Step time"))
    return (WhyContent(title, terms, total=step, comparisons=tuple(comparisons), source="\n".join(sources)),)


def training_outlook_working(plan: TrainingPlan, found: Sequence[TrainingOutlook]) -> WhyContent:
    """Result of each single change."""
    does = plan.fits and not plan.risks
    title = _tr(QT_TRANSLATE_NOOP("Sizing", "Scaling limits")) if does else _tr(QT_TRANSLATE_NOOP("Sizing", "Effect of single changes"))
    terms = [
        WhyTerm(
            _change(look),
            f"{format_number(look.plan.needed.value, 1)} GiB",
            detail=verdict(look.plan),
            severity="ok" if look.plan.fits and not look.plan.risks else "",
        )
        for look in found
    ]
    return WhyContent(title, terms)


def _change(look: TrainingOutlook) -> str:
    text_by_change = {
        TrainingChange.MICRO_BATCH: _tr(QT_TRANSLATE_NOOP("Sizing", "Micro-batch of {amount}")),
        TrainingChange.RECOMPUTE: _tr(QT_TRANSLATE_NOOP("Sizing", "Recompute {word}")),
        TrainingChange.ZERO: _tr(QT_TRANSLATE_NOOP("Sizing", "ZeRO {amount}")),
        TrainingChange.CHUNKED_LOSS: _tr(QT_TRANSLATE_NOOP("Sizing", "Chunked loss")),
        TrainingChange.LORA: _tr(QT_TRANSLATE_NOOP("Sizing", "LoRA of rank {amount}")),
        TrainingChange.QLORA: _tr(QT_TRANSLATE_NOOP("Sizing", "QLoRA of rank {amount}")),
        TrainingChange.OFFLOAD: _tr(QT_TRANSLATE_NOOP("Sizing", "States in host memory")),
        TrainingChange.SEQUENCE: _tr(QT_TRANSLATE_NOOP("Sizing", "Sequences of {amount} {amount|token|tokens}")),
        TrainingChange.GPUS: _tr(QT_TRANSLATE_NOOP("Sizing", "{amount} GPUs")),
    }
    return filled_text(text_by_change[look.change], amount=format_number(look.amount), word=recompute_text(look.plan))
