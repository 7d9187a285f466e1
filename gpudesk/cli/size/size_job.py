"""What becomes of a plan of training from its first step to its last, as `gpudesk size` prints it."""

from collections.abc import Iterator
from typing import Any

from gpudesk.cli.terminal.amounts import percent, quantity, rounded, span
from gpudesk.cli.terminal.output import counted
from gpudesk.sizing.gpus.board_costs import Costing
from gpudesk.sizing.serving.serving import Range
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_job import TrainingJob, plan_job


def job_of(plan: TrainingPlan, costing: Costing) -> dict[str, Any] | None:
    """The object of `--json`; None where no time is known."""
    job = plan_job(plan, costing)
    if job is None:
        return None
    local_s, shared_s = job.lost.interval_s
    return {
        "hours_between_failures": _range(job.between_failures_h),
        "goodput": _range(job.goodput),
        "lost": {"writing": job.lost.writing, "repeating": job.lost.repeating, "restarting": job.lost.restarting},
        "state_gb": job.state_gb,
        "write_every_s": {"local": local_s, "shared": shared_s},
        "shared_write_s": job.shared_write_s,
        "storage_gb_per_s": job.storage_gb_per_s,
        "spare_systems": job.spare_systems,
        "days": None if job.days is None else _range(job.days),
        "gpu_hours": None if job.gpu_hours is None else _range(job.gpu_hours),
        "energy": None if job.energy is None else _energy(job),
    }


def _range(found: Range) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}


def _energy(job: TrainingJob) -> dict[str, float | None]:
    assert job.energy is not None  # noqa: S101 - narrows the type
    return {
        "kwh": job.energy.kwh,
        "gpus_kwh": job.energy.gpus_kwh,
        "hosts_kwh": job.energy.hosts_kwh,
        "site_kwh": job.energy.site_kwh,
        "co2_kg": job.energy.co2_kg,
        "joules_per_token": job.joules_per_token,
    }


def job_lines(plan: TrainingPlan, costing: Costing) -> Iterator[str]:
    """Lines for people."""
    job = plan_job(plan, costing)
    if job is None:
        return
    between, goodput = job.between_failures_h, job.goodput
    yield (
        f"A failure every {rounded(between.value)} h ({rounded(between.low)}-{rounded(between.high)}); "
        f"{percent(100 * goodput.value)} ({percent(100 * goodput.low)} to {percent(100 * goodput.high)}) of the time is productive; "
        f"{counted(job.spare_systems, 'spare system')}."
    )
    local_s, shared_s = job.lost.interval_s
    yield (
        f"Checkpoints of {quantity(job.state_gb, 'GB')}: to local drives every {_time(local_s)}, "
        f"to shared storage every {_time(shared_s)}; "
        f"if written only to shared storage, it needs {quantity(job.storage_gb_per_s, 'GB/s')}."
    )
    if job.days is not None and job.gpu_hours is not None:
        days, hours = job.days, job.gpu_hours
        yield (
            f"Including failures: {rounded(days.value)} days ({rounded(days.low)}-{rounded(days.high)}), "
            f"{span(hours.value, hours.low, hours.high)} GPU-hours."
        )
    if job.energy is not None and job.joules_per_token is not None:
        carbon = f", {quantity(job.energy.co2_kg, 'kg')} CO2e with the default grid" if job.energy.co2_kg is not None else ""
        energy = quantity(job.energy.kwh, "kWh")
        yield f"{energy} including systems and site{carbon}; {rounded(job.joules_per_token)} J per token."


def _time(seconds: float) -> str:
    return (
        f"{rounded(seconds)} s" if seconds < 120 else f"{rounded(seconds / 60)} min" if seconds < 7200 else f"{rounded(seconds / 3600)} h"
    )
