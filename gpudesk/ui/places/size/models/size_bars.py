"""Plans as bars: composition of the memory of one GPU and of the time of one step."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.serving.serving_speed import TERMS
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, plan_title, severity, short_format, verdict
from gpudesk.ui.toolkit.translate import tr_message

_CONTEXT = "Sizing"
STEP_PARTS = (
    (QT_TRANSLATE_NOOP("Sizing", "Weights read"), ("weights",)),
    (QT_TRANSLATE_NOOP("Sizing", "KV cache read"), ("cache",)),
    (QT_TRANSLATE_NOOP("Sizing", "Compute"), ("products", "attention", "experts")),
    (QT_TRANSLATE_NOOP("Sizing", "Kernel launches"), ("layers", "layers_shared", "layers_routed")),
    (QT_TRANSLATE_NOOP("Sizing", "Communication"), ("exchange",)),
    (QT_TRANSLATE_NOOP("Sizing", "Sequences"), ("sequences",)),
)
"""Parts of a step that are shown separately."""
_WHOLE = QT_TRANSLATE_NOOP("Sizing", "Total time per token")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its parts in order, and the limit of their sum, or None."""

    key: object
    title: str
    form: str
    parts: tuple[tuple[str, float], ...]
    total: float
    limit: float | None
    over: bool
    severity: str
    verdict: str


def memory_bar(plan: Plan) -> Bar:
    """GiB of the fullest GPU."""
    parts = tuple((tr_message(term.title), term.value) for term in plan.needed.terms)
    return _bar(plan, parts, plan.needed.value, plan.usable_gib, over=plan.needed.value > plan.usable_gib)


def step_parts(plan: ServingPlan) -> tuple[tuple[str, float], ...]:
    """Milliseconds of the parts of a step; empty where the time is not made of these."""
    if len(plan.step_s) != len(TERMS):
        return ()
    seconds = dict(zip(TERMS, plan.step_s, strict=True))
    return tuple(
        (QCoreApplication.translate(_CONTEXT, source), 1000 * sum(seconds[name] for name in names)) for source, names in STEP_PARTS
    )


def step_bar(plan: Plan) -> Bar:
    """Milliseconds of one step, in which each sequence gets a token."""
    if isinstance(plan, PassPlan):
        # The parts of a batch overlap: its time is no sum.
        return _bar(plan, (), 0.0, None, over=False)
    if not isinstance(plan, ServingPlan):
        return _training_bar(plan)
    limit = None if plan.work.tpot_s is None else plan.work.tpot_s * 1000
    total = plan.tpot.value * 1000
    # Times of some programs, and with guessed tokens, are known as a whole alone.
    parts = step_parts(plan) or ((QCoreApplication.translate(_CONTEXT, _WHOLE), total),)
    return _bar(plan, parts, total, limit, over=limit is not None and total > limit)


def _training_bar(plan: TrainingPlan) -> Bar:
    """Seconds of one step of training, in which the weights change once."""
    if plan.time is None:
        return _bar(plan, (), 0.0, None, over=False)
    parts = tuple((tr_message(term.title), term.value) for term in plan.time.terms)
    return _bar(plan, parts, plan.time.step_s, None, over=False)


def _bar(plan: Plan, parts: tuple[tuple[str, float], ...], total: float, limit: float | None, *, over: bool) -> Bar:
    return Bar(plan_key(plan), plan_title(plan), short_format(plan), parts, total, limit, over, severity(plan), verdict(plan))
