"""What would make a plan do, and how far one that does could go."""

from dataclasses import replace

from gpudesk.catalog.models import find_model
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import Reason, ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.serving.serving_sensitivity import Change, Outlook, outlook

H100, L4 = "nvidia.h100-sxm5-80gb", "nvidia.l4"


def asked(model: str, form: str = "bf16") -> ServingWorkload:
    return ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 2048, 512, 16, engines()["vllm"], 0.9)


def plan(work: ServingWorkload, gpu: str, gpus: int) -> ServingPlan:
    (found,) = serving_plans(work, [boards()[gpu]], gpus)
    return found


def told(found: list[Outlook]) -> dict[tuple[Change, str], Outlook]:
    return {(look.change, look.format): look for look in found}


def test_every_fix_makes_the_plan_do() -> None:
    refused = plan(asked("llama-3.1-70b"), H100, 2)
    assert refused.refused == (Reason.MEMORY,)
    found = outlook(refused)
    assert [look.change for look in found] == [Change.WEIGHTS, Change.WEIGHTS, Change.GPUS]
    assert all(look.plan.fits and look.plan.board is refused.board for look in found)
    by_name = told(found)
    assert by_name[Change.WEIGHTS, "fp8"].plan.needed.value > by_name[Change.WEIGHTS, "int4"].plan.needed.value
    assert by_name[Change.GPUS, ""].amount == 4


def test_a_full_cache_is_fixed_by_less_of_it() -> None:
    work = replace(asked("llama-3.1-8b"), concurrency=24)
    refused = plan(work, L4, 1)
    by_name = told(outlook(refused))
    fewer, shorter = by_name[Change.SEQUENCES, ""], by_name[Change.PROMPT, ""]
    assert fewer.amount == fewer.plan.work.concurrency < 24
    assert not plan(replace(work, concurrency=fewer.amount + 1), L4, 1).fits
    assert shorter.amount == shorter.plan.work.prompt < 2048
    assert not plan(replace(work, prompt=shorter.amount + 1), L4, 1).fits


def test_one_that_does_says_how_far_it_goes() -> None:
    work = replace(asked("llama-3.1-8b", "fp8"), tpot_s=0.05)
    does = plan(work, H100, 1)
    by_name = told(outlook(does))
    most = by_name[Change.SEQUENCES, ""].amount
    assert most > 16
    beyond = plan(replace(work, concurrency=most + 1), H100, 1)
    assert beyond.refused or beyond.risks
    longest = by_name[Change.PROMPT, ""].amount
    assert 2048 < longest <= 131_072 - 512


def test_the_most_sequences_are_no_fewer_than_do_now() -> None:
    work = replace(asked("llama-3.1-8b"), ttft_s=0.2)
    for gpus in (11, 13):
        found = plan(work, H100, gpus)
        if found.fits and not found.risks:
            assert told(outlook(found))[Change.SEQUENCES, ""].amount >= 16
        for look in outlook(found):
            assert look.plan.fits
