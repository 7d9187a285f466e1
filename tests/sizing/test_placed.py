"""A kept workload on the systems that are there: told by what it takes as best, within what there is."""

from dataclasses import replace

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.work.workload import Task
from gpudesk.sizing.serving.service import Service
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.serving.serving_request import Asked, answer
from gpudesk.sizing.serving.serving_work import Order, Reason
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.workloads.placed import Stand, fixes, need, placed
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of, kept

H100 = "nvidia.h100-sxm5-80gb"
FEWEST = Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), concurrency=16)
FASTEST = replace(FEWEST, service=Service(best=Order.SPEED))


def test_what_is_best_says_which_plan_a_kept_workload_is_told_by() -> None:
    fewest, fastest = need(kept(FEWEST), H100, 8), need(kept(FASTEST), H100, 8)
    assert fewest is not None
    assert fastest is not None
    assert isinstance(fewest.plan, ServingPlan)
    assert isinstance(fastest.plan, ServingPlan)
    assert fewest.plan.gpus == 1
    assert fastest.plan.gpus > 1
    assert fastest.plan.tpot.value < fewest.plan.tpot.value


def test_the_fastest_is_the_fastest_of_what_is_there() -> None:
    whole = need(kept(FASTEST), H100, 8)
    assert whole is not None
    found = placed(kept(FASTEST), [Stand(H100, 1, 1)])
    assert found is not None
    assert found.fits
    assert found.need.plan.gpus == 1 < whole.plan.gpus


def test_what_runs_in_passes_is_kept_and_read_again() -> None:
    asked = PassAsked("stable-diffusion-xl", batch=2, size=(768, 512), per_s=40.0, gpu=H100)
    work = kept(asked)
    assert work.task is Task.SERVE
    assert asked_of(work) == asked
    found = placed(work, [Stand(H100, 8, 16)])
    assert found is not None
    assert isinstance(found.need.plan, PassPlan)
    assert found.fits
    needed = found.need
    assert needed.together == 1
    assert needed.gpus_at(50) == -(-needed.plan.gpus // 2)
    few = placed(work, [Stand(H100, 1, 1)])
    assert few is not None
    assert few.need.plan.gpus == needed.plan.gpus
    assert not few.fits


def test_fewer_pictures_at_once_fit_again() -> None:
    work = kept(PassAsked("stable-diffusion-xl", batch=4096, size=(2048, 2048)))
    stands = [Stand(H100, 8, 1)]
    found = placed(work, stands)
    assert found is not None
    assert not found.fits
    (first, *_) = fixes(work, stands)
    assert first.changed == "items"
    assert first.placed.fits
    assert isinstance(asked_of(Kept(Task.SERVE, first.text)), PassAsked)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InvalidData):
        asked_of(Kept(Task.SERVE, kept(PassAsked("stable-diffusion-xl")).asked.replace("stable-diffusion-xl", "nothing-of-that-name")))


def test_a_range_that_passes_the_limit_is_close() -> None:
    found = need(kept(FEWEST), H100, 8)
    assert found is not None
    assert isinstance(found.plan, ServingPlan)
    time = found.plan.tpot
    for limit, close, fits in (
        (time.high * 1.001, False, True),
        ((time.value + time.high) / 2, True, True),
        (time.low * 0.99, False, False),
    ):
        plan = replace(found.plan, work=replace(found.plan.work, tpot_s=limit, ttft_s=None), refused=() if fits else (Reason.TPOT,))
        assert plan.close is close


def test_tokens_of_a_rate_of_requests_cost_what_a_year_costs() -> None:
    (plan,) = [each for each in answer(replace(FEWEST, gpu=H100, service=Service(rate_per_s=2.0))).plans if each.board.key == H100]
    tokens = 2.0 * plan.work.long.answer * 8760 * 3600
    assert plan.cost.per_million.value == pytest.approx(plan.cost.yearly.value / tokens * 1e6)
