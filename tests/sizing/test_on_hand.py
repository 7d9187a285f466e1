"""Plans from GPUs on hand alone: no other boards, and no more of each than there are."""

import pytest

from gpudesk.sizing.fleet.stock_use import on_hand_from
from gpudesk.sizing.gpus.on_hand import ANY, on_hand_text
from gpudesk.sizing.serving.serving_request import Asked, answer
from gpudesk.sizing.single_pass.pass_request import PassAsked, pass_answer
from gpudesk.sizing.training.training_request import TrainingAsked, training_answer

HELD = {"nvidia.a100-sxm4-40gb": 6, "nvidia.l40s": 4}


def test_a_model_that_is_served() -> None:
    found = answer(Asked("llama-3.1-70b", formats=("bf16", "int4")), held=HELD)
    assert {plan.board.key for plan in found.plans} == set(HELD)
    assert all(plan.gpus <= HELD[plan.board.key] for plan in found.plans)
    wide = [plan for plan in found.plans if plan.form.key == "bf16"]
    assert wide
    assert not any(plan.fits and not plan.risks for plan in wide)
    fewer = answer(Asked("llama-3.1-70b", formats=("int4",), gpus_most=2), held=HELD)
    assert all(plan.gpus <= 2 for plan in fewer.plans)


def test_a_model_that_is_tuned_and_one_that_runs_pass_by_pass() -> None:
    tuned = training_answer(TrainingAsked("llama-3.1-8b", method="lora"), held=HELD)
    assert {plan.board.key for plan in tuned.plans} == set(HELD)
    assert all(plan.gpus <= HELD[plan.board.key] for plan in tuned.plans)
    drawn = pass_answer(PassAsked("flux.1-dev", per_s=1000.0), held={"nvidia.l40s": 3})
    assert [(plan.board.key, plan.gpus, plan.fits) for plan in drawn.plans] == [("nvidia.l40s", 3, False)]


def test_what_is_not_on_hand_is_no_candidate() -> None:
    assert answer(Asked("gpt2", gpu="nvidia.t4"), held=HELD).plans == ()
    assert len({plan.board.key for plan in answer(Asked("gpt2"), held=ANY).plans}) > 20


@pytest.mark.parametrize("held", [HELD, {}])
def test_what_is_on_hand_is_kept_as_a_line(held: dict[str, int]) -> None:
    assert on_hand_from(on_hand_text(held)) == held


@pytest.mark.parametrize("text", ["6", "0xnvidia.l40s", "4xno such board", "nonsense"])
def test_a_line_that_makes_no_sense_is_nothing(text: str) -> None:
    assert on_hand_from(text) == {}
