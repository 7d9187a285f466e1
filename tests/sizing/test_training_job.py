"""Whole trainings: hours of released models, what is lost, energy, and 405 B on 16,384 GPUs."""

from functools import cache

import pytest

from gpudesk.catalog.cost_inputs import CostInputs
from gpudesk.sizing.gpus.board_costs import Costing
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_job import ReleasedRun, plan_job, released_runs, reliability
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload

LLAMA = "meta-llama/Meta-Llama-3.1-405B"


def plan_of(asked: TrainingAsked, gpu: str, gpus: int) -> TrainingPlan:
    (found,) = training_plans(training_workload(asked), [boards()[gpu]], gpus)
    return found


@cache
def released(run: ReleasedRun) -> TrainingPlan:
    asked = TrainingAsked(model=run.model, precision=run.format, sequence=run.sequence, batch=run.batch, tokens=run.tokens)
    return plan_of(asked, run.gpu, run.gpus)


def of_llama() -> TrainingPlan:
    (run,) = [each for each in released_runs() if each.model == LLAMA]
    return released(run)


def test_hours_of_released_models_lie_in_the_range() -> None:
    inside = []
    for run in released_runs():
        job = plan_job(released(run))
        assert job is not None
        assert job.gpu_hours is not None
        inside.append(job.gpu_hours.low <= run.gpu_hours <= job.gpu_hours.high)
    assert len(inside) == 12
    assert sum(inside) / len(inside) >= 0.8


def test_405b_on_16384_h100() -> None:
    """Published: 38 to 43 % of the rate, over 90 % of the time at work, 54 days for a part of 15.6 T tokens, 30.84 M GPU-hours."""
    plan = of_llama()
    assert plan.fits
    assert plan.time is not None
    assert plan.time.mfu_low < 0.39
    assert plan.time.mfu_high > 0.43
    job = plan_job(plan)
    assert job is not None
    assert job.goodput.value > 0.9
    assert job.goodput.low < job.goodput.value < job.goodput.high
    assert job.between_failures_h.value == pytest.approx(3.09, abs=0.01)
    assert job.state_gb == pytest.approx(405.85 * 14, rel=0.001)
    assert 2000 < job.storage_gb_per_s < 7000
    assert job.gpu_hours is not None
    assert job.gpu_hours.low < 30.84e6 < job.gpu_hours.high
    assert job.days is not None
    assert plan.days is not None
    assert job.days.value == pytest.approx(plan.days.value / job.goodput.value)
    assert 4 <= job.spare_systems <= 40


def test_energy_follows_hours_place_and_grid() -> None:
    plan = of_llama()
    usual, clean = plan_job(plan), plan_job(plan, Costing(CostInputs({"pue": 1.0, "carbon_g_per_kwh": 50.0})))
    assert usual is not None
    assert clean is not None
    assert usual.energy is not None
    assert clean.energy is not None
    assert clean.energy.site_kwh == 0
    assert clean.energy.co2_kg == pytest.approx(clean.energy.kwh * 0.05)
    assert usual.energy.kwh > clean.energy.kwh
    assert usual.joules_per_token == pytest.approx(usual.energy.kwh * 3.6e6 / 15.6e12)
    # Systems of eight H100 take 10.2 to 11 kW at most.
    assert usual.gpu_hours is not None
    assert (usual.energy.kwh - usual.energy.site_kwh) / usual.gpu_hours.value <= 11 / 8


def test_a_lone_gpu_hardly_fails_and_without_tokens_there_are_no_hours() -> None:
    asked = TrainingAsked(model="Qwen/Qwen2.5-0.5B", sequence=1024, batch=8)
    job = plan_job(plan_of(asked, "nvidia.h100-sxm5-80gb", 1))
    assert job is not None
    assert job.goodput.value > 0.999
    assert (job.days, job.gpu_hours, job.energy) == (None, None, None)
    assert job.spare_systems == 0


def test_adapters_write_little() -> None:
    asked = TrainingAsked(model="meta-llama/Meta-Llama-3-8B", method="lora", sequence=1024, batch=8)
    whole = plan_job(plan_of(TrainingAsked(model="meta-llama/Meta-Llama-3-8B", sequence=1024, batch=8), "nvidia.h100-sxm5-80gb", 8))
    job = plan_job(plan_of(asked, "nvidia.h100-sxm5-80gb", 8))
    assert whole is not None
    assert job is not None
    assert job.state_gb < whole.state_gb / 50


def test_every_figure_has_a_source() -> None:
    for source, confidence in reliability().sources.values():
        assert source
        assert confidence in {"read", "secondary", "memory", "derived"}
