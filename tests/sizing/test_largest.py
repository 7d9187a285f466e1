"""Inverse questions: what goes on boards that are there."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import find_model, model_entries
from gpudesk.sizing.fit.largest import Largest, Question, largest, plan_that_does
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving_work import ServingWorkload

H100, RTX = "nvidia.h100-sxm5-80gb", "nvidia.rtx-3090"


def work(model: str = "llama-3.1-70b", form: str = "fp8", concurrency: int = 8) -> ServingWorkload:
    return ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 2048, 512, concurrency, engines()["vllm"], 0.9)


def answer(question: Question, asked: ServingWorkload, gpu: str, gpus: int) -> Largest:
    (found,) = largest(question, asked, boards()[gpu], gpus)
    return found


def test_the_longest_context_is_followed_by_one_too_long() -> None:
    asked = work()
    found = answer(Question.CONTEXT, asked, H100, 4)
    assert found.amount == found.plan.work.prompt + 512
    assert plan_that_does(replace(asked, prompt=found.plan.work.prompt + 1), boards()[H100], 4) is None


def test_no_context_is_longer_than_the_model_was_made_for() -> None:
    found = answer(Question.CONTEXT, work("llama-3.1-8b", concurrency=1), H100, 1)
    assert found.amount == 131_072


def test_the_most_sequences_are_followed_by_too_many() -> None:
    asked = work()
    found = answer(Question.CONCURRENCY, asked, H100, 4)
    assert found.amount > 8
    assert plan_that_does(replace(asked, concurrency=found.amount + 1), boards()[H100], 4) is None


def test_the_best_format_is_the_widest_that_goes() -> None:
    """70 billion parameters take 131 GiB in 16 bits: four H100 have it, two have 8 bits, one has 4."""
    assert [answer(Question.FORMAT, work(concurrency=1), H100, gpus).name for gpus in (4, 2)] == ["bf16", "fp8"]
    assert answer(Question.FORMAT, work(concurrency=1), H100, 1).plan.form.bits < 8


def test_the_largest_model_is_followed_by_smaller_ones() -> None:
    found = largest(Question.MODEL, work(form="int4", concurrency=1), boards()[RTX], 1)
    amounts = [each.amount for each in found]
    assert amounts == sorted(amounts, reverse=True)
    assert len(found) == 5
    assert 25e9 < amounts[0] < 45e9
    larger = [entry for entry in model_entries().values() if entry.parameters > amounts[0]]
    assert larger


@pytest.mark.parametrize("question", list(Question))
def test_where_nothing_goes_nothing_is_said(question: Question) -> None:
    asked = replace(work("deepseek-r1"), tpot_s=1e-6)
    assert largest(question, asked, boards()["nvidia.rtx-3070"], 1) == []
