"""A training from its first step to its last: failures, states that are written, energy."""

from PySide6.QtCore import QCoreApplication

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.serving.serving import Range
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_job import TrainingJob, plan_job
from gpudesk.ui.places.size.models.size_rows import Plan
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Sizing"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def job_working(plan: Plan) -> tuple[WhyContent, ...]:
    """Losses to failures and checkpoints, storage requirements, and energy; empty if no time is known."""
    if not isinstance(plan, TrainingPlan) or plan.needed.value > plan.usable_gib:
        return ()
    job = plan_job(plan)
    if job is None:
        return ()
    local_s, shared_s = job.lost.interval_s
    share = QT_TRANSLATE_NOOP("Sizing", "writing {writing} %, repeated work {repeating} %, restarting {restarting} %")
    lost = {name: format_number(100 * value, 2) for name, value in _lost(job).items()}
    storage = _tr(QT_TRANSLATE_NOOP("Sizing", "{state} GB each time; {rate} GB/s if states are written only to shared storage"))
    storage_text = storage.format(state=format_number(job.state_gb, 0), rate=format_number(job.storage_gb_per_s, 1))
    terms = [
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "MTBF")),
            f"{_figure(job.between_failures_h.value)} h",
            detail=_between(job.between_failures_h, "h"),
        ),
        WhyTerm(
            _tr(QT_TRANSLATE_NOOP("Sizing", "Productive time")),
            f"{format_number(100 * job.goodput.value, 1)} %",
            detail=_tr(share).format(**lost),
        ),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "States to local drives")), _every(local_s)),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "States to shared storage")), _every(shared_s), detail=storage_text),
        WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Spare systems")), format_number(job.spare_systems)),
    ]
    if job.days is not None:
        days = _tr(QT_TRANSLATE_NOOP("Sizing", "With failures"))
        terms.append(WhyTerm(days, f"{_figure(job.days.value)} d", detail=_between(job.days, "d")))
    if job.energy is not None:
        carbon = job.energy.co2_kg
        grid = _tr(QT_TRANSLATE_NOOP("Sizing", "{tonnes} t CO2 at default grid intensity"))
        detail = "" if carbon is None else grid.format(tonnes=_figure(carbon / 1000))
        terms.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Sizing", "Energy")), f"{_figure(job.energy.kwh / 1000)} MWh", detail=detail))
    return (WhyContent(_tr(QT_TRANSLATE_NOOP("Sizing", "The whole training")), terms),)


def _lost(job: TrainingJob) -> dict[str, float]:
    return {"writing": job.lost.writing, "repeating": job.lost.repeating, "restarting": job.lost.restarting}


def _between(of: Range, unit: str) -> str:
    return f"{_figure(of.low)} – {_figure(of.high)} {unit}"


def _figure(value: float) -> str:
    return format_number(value, 0 if value >= 100 else 1 if value >= 1 else 3)


def _every(seconds: float) -> str:
    every = _tr(QT_TRANSLATE_NOOP("Sizing", "every {time}"))
    if seconds < 120:
        return every.format(time=f"{format_number(seconds, 0)} s")
    if seconds < 7200:
        return every.format(time=f"{format_number(seconds / 60, 0)} min")
    return every.format(time=f"{format_number(seconds / 3600, 1)} h")
