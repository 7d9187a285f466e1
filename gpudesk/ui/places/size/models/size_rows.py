"""Short texts for sizing plans."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.training.training_activations import Recompute
from gpudesk.sizing.serving.serving import Range, Reason, ServingPlan, Verdict
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan, TrainingReason
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.translate import filled_text, language, tr_message

_CONTEXT = "Sizing"
TASK_TITLES: Mapping[str, str] = {
    "serve": QT_TRANSLATE_NOOP("Sizing", "Serve"),
    "train": QT_TRANSLATE_NOOP("Sizing", "Train"),
    "tune": QT_TRANSLATE_NOOP("Sizing", "Fine-tune"),
    "passes": QT_TRANSLATE_NOOP("Sizing", "Single pass"),
}
Plan = ServingPlan | TrainingPlan | PassPlan
"""What sizing answers with."""


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def plan_key(plan: Plan) -> tuple[str, str]:
    """Identity of a plan across answers."""
    return plan.board.key, "training" if isinstance(plan, TrainingPlan) else plan.form.key


def task_of(plan: Plan) -> str:
    """Task of a plan: a key of `TASK_TITLES`."""
    if isinstance(plan, TrainingPlan):
        return "tune" if plan.work.adapter is not None or plan.work.method.key != "full" else "train"
    return "passes" if isinstance(plan, PassPlan) else "serve"


def task_title(plan: Plan) -> str:
    """Task of a plan, as a short text."""
    return _tr(TASK_TITLES[task_of(plan)])


def plan_title(plan: Plan) -> str:
    """How many GPUs of which kind."""
    return f"{format_number(plan.gpus)} × {plan.board.short}"


def lasting(days: float, units: Mapping[str, str] | None = None) -> tuple[float, str]:
    """Display unit of a time, and its number per day: fractions of a day or an hour are avoided.

    Args:
        units: names of "min", "h" and "d".
    """
    scale, unit = (1.0, "d") if days >= 2 else (24.0, "h") if days >= 2 / 24 else (1440.0, "min")
    return scale, unit if units is None else units[unit]


def short_format(plan: Plan) -> str:
    """Short name of the weight format; for training, the precision."""
    return plan.work.precision.upper() if isinstance(plan, TrainingPlan) else plan.form.name


def severity(plan: Plan) -> str:
    """The mark of a plan."""
    return "ok" if plan.fits and not plan.risks and not plan.close else "warning" if plan.fits else "error"


def verdict(plan: Plan) -> str:
    """Short text: whether the plan is feasible, and if not, why."""
    if plan.close:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "likely, not certain"))
    if plan.fits and not plan.risks:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "meets the requirements"))
    if plan.fits:
        if plan.verdict is Verdict.MAY_FIT:
            return _tr(QT_TRANSLATE_NOOP("Sizing", "may fit"))
        if isinstance(plan, PassPlan) and Reason.TTFT not in plan.risks:
            return _tr(QT_TRANSLATE_NOOP("Sizing", "may be too few per second"))
        return _tr(QT_TRANSLATE_NOOP("Sizing", "may take too long"))
    if Reason.MEMORY in plan.refused or TrainingReason.MEMORY in plan.refused:
        missing = format_number(plan.needed.value - plan.usable_gib, 1)
        return _tr(QT_TRANSLATE_NOOP("Sizing", "{gib} GiB short per GPU")).format(gib=missing)
    if isinstance(plan, TrainingPlan):
        if TrainingReason.BATCH in plan.refused:
            return _tr(QT_TRANSLATE_NOOP("Sizing", "batch does not divide evenly"))
        if TrainingReason.TIME in plan.refused:
            return _tr(QT_TRANSLATE_NOOP("Sizing", "takes too long"))
        if TrainingReason.FORMAT in plan.refused:
            return _tr(QT_TRANSLATE_NOOP("Sizing", "no base-weight kernel"))
        return _tr(QT_TRANSLATE_NOOP("Sizing", "precision not supported"))
    if isinstance(plan, PassPlan):
        if Reason.TTFT in plan.refused:
            return _tr(QT_TRANSLATE_NOOP("Sizing", "takes too long"))
        return _tr(QT_TRANSLATE_NOOP("Sizing", "too few per second"))
    if Reason.LOAD in plan.refused:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "too few for the requests"))
    if {Reason.TPOT, Reason.TTFT} <= set(plan.refused):
        return _tr(QT_TRANSLATE_NOOP("Sizing", "both times too long"))
    if Reason.TPOT in plan.refused:
        return _tr(QT_TRANSLATE_NOOP("Sizing", "tokens too slow"))
    return _tr(QT_TRANSLATE_NOOP("Sizing", "first token too slow"))


def milliseconds(seconds: float) -> str:
    """Seconds in milliseconds, with meaningful digits."""
    return format_number(seconds * 1000, 1 if seconds < 0.1 else 0)


def between(time: Range) -> str:
    """The range of a time in milliseconds."""
    return f"{milliseconds(time.low)} – {milliseconds(time.high)}"


def split_text(plan: Plan) -> str:
    """Replicas, GPUs that share a layer, and pipeline stages if there are several; for training, the copies first."""
    if isinstance(plan, TrainingPlan):
        split = plan.split
        text = f"{format_number(split.data)} × {split.tensor}"
        return (
            text
            if split.pipeline * split.context == 1
            else f"{text} × {split.pipeline}{f' × {split.context}' if split.context > 1 else ''}"
        )
    text = f"{format_number(plan.replicas)} × {plan.split.tensor}"
    if isinstance(plan, PassPlan):
        return text
    if plan.groups > 1:
        return f"{text} DP{plan.groups}"
    return text if plan.split.pipeline == 1 else f"{text} × {plan.split.pipeline}"


def format_title(form: WeightFormat) -> str:
    """A format in the person's language."""
    return form.title_es if language() == "es" else form.title


def split_told(plan: Plan) -> str:
    """The same as text."""
    if isinstance(plan, TrainingPlan):
        split = plan.split
        layout_text = _tr(
            QT_TRANSLATE_NOOP(
                "Sizing",
                "{data} data-parallel {data|copy|copies}; tensor parallel {tensor}; {stages} pipeline {stages|stage|stages}; ZeRO {zero}",
            )
        )
        return filled_text(layout_text, data=split.data, tensor=split.tensor, stages=split.pipeline, zero=split.zero)
    if isinstance(plan, ServingPlan) and plan.groups > 1:
        text = QT_TRANSLATE_NOOP("Sizing", "{replicas} {replicas|replica|replicas}; tensor parallel {tensor}; expert parallel {groups}")
        return filled_text(_tr(text), replicas=plan.replicas, tensor=plan.split.tensor, groups=plan.groups)
    text = QT_TRANSLATE_NOOP(
        "Sizing", "{replicas} {replicas|replica|replicas}; tensor parallel {tensor}; {stages} pipeline {stages|stage|stages}"
    )
    return filled_text(_tr(text), replicas=plan.replicas, tensor=plan.split.tensor, stages=plan.split.pipeline)


def remarks(plan: Plan) -> list[str]:
    """Remarks on a plan in addition to its figures."""
    return [tr_message(remark) for remark in (*plan.remarks, *plan.needed.warnings)]


def recompute_text(plan: TrainingPlan) -> str:
    """Text for recomputation in the backward pass."""
    text_by_mode = {
        Recompute.NONE: _tr(QT_TRANSLATE_NOOP("Sizing", "nothing")),
        Recompute.SELECTIVE: _tr(QT_TRANSLATE_NOOP("Sizing", "attention")),
        Recompute.FULL: _tr(QT_TRANSLATE_NOOP("Sizing", "every layer")),
    }
    return text_by_mode[plan.recompute]


def model_facts(model: Architecture) -> str:
    """Data of a model, in one line."""
    facts = [_tr(QT_TRANSLATE_NOOP("Sizing", "{count} parameters")).format(count=format_number(model.parameters))]
    if model.active_parameters != model.parameters:
        facts.append(_tr(QT_TRANSLATE_NOOP("Sizing", "{count} per token")).format(count=format_number(model.active_parameters)))
    facts.append(filled_text(_tr(QT_TRANSLATE_NOOP("Sizing", "{count} {count|layer|layers}")), count=format_number(model.layers)))
    if model.context:
        facts.append(_tr(QT_TRANSLATE_NOOP("Sizing", "optimized for {count} tokens")).format(count=format_number(model.context)))
    return " · ".join([*facts, *model.notes])
