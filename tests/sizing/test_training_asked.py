"""What is asked of training, kept and answered."""

import json

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.running.progress import Progress
from gpudesk.core.training.training_activations import Recompute
from gpudesk.sizing.serving.serving_request import Hardware
from gpudesk.sizing.training.training_request import TrainingAsked, training_answer, training_from, training_text, training_workload

ASKED = TrainingAsked(
    "llama-3.1-8b", method="qlora", sequence=2048, batch=16, zero=3, recompute="full", hardware=Hardware.CARDS, tokens=1e9
)


def test_what_is_asked_can_be_kept() -> None:
    assert training_from(training_text(ASKED)) == ASKED
    assert training_from(training_text(TrainingAsked("gpt2"))) == TrainingAsked("gpt2")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("batch", 0), ("batch", "many"), ("sequence", -1), ("method", "alchemy"), ("optimiser", "luck"), ("precision", "fp1")),
        *(("zero", 4), ("recompute", "some"), ("targets", "none"), ("base", "q9"), ("kept", "no"), ("gpu", "abacus"), ("hardware", "any")),
        *(("tokens", -1), ("epochs", 0), ("steps", 0), ("gpus", True), ("model", " "), ("unheard_of", 1), ("best", "luck")),
    ],
)
def test_what_makes_no_sense_is_forgotten(name: str, value: object) -> None:
    assert training_from(json.dumps({**json.loads(training_text(ASKED)), name: value})) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "1", "null"])
def test_what_is_no_such_line_is_forgotten(text: str) -> None:
    assert training_from(text) is None


def test_boards_of_the_kind_that_is_asked_for_answer() -> None:
    class Steps(Progress):
        taken = 0

        def step(self, done: int, total: int) -> None:
            self.taken += 1

    steps = Steps()
    found = training_answer(ASKED, steps)
    assert steps.taken
    assert found.plans
    assert not any(plan.board.has_nvlink for plan in found.plans)
    assert [plan.fits for plan in found.plans] == sorted((plan.fits for plan in found.plans), reverse=True)
    assert all(plan.recompute is Recompute.FULL for plan in found.plans)


def test_tokens_that_go_through() -> None:
    assert training_workload(TrainingAsked("gpt2", tokens=1e6, epochs=3)).tokens == 3e6
    assert training_workload(TrainingAsked("gpt2", batch=8, sequence=1024, steps=10)).tokens == 81_920
    assert training_workload(TrainingAsked("gpt2")).tokens is None


def test_usual_choices() -> None:
    assert training_workload(TrainingAsked("gpt2", precision="fp32")).scheme.key == "adamw-fp32"
    assert training_workload(TrainingAsked("gpt2")).program.key == "native"
    packed = training_workload(TrainingAsked("gpt2", method="qlora"))
    assert packed.program.key == "transformers"
    assert packed.form is not None
    assert training_workload(TrainingAsked("gpt2", method="dpo", adapter=True)).adapter is not None
    assert training_workload(TrainingAsked("gpt2", method="dpo")).adapter is None


@pytest.mark.parametrize(
    "asked", [TrainingAsked("gpt2", method="alchemy"), TrainingAsked("gpt2", optimiser="luck"), TrainingAsked("gpt2", program="x")]
)
def test_names_that_are_not_known(asked: TrainingAsked) -> None:
    with pytest.raises(InvalidData, match="available: "):
        training_answer(asked)
