"""What is asked of a training is honored, or refused with the reason; and what it takes in Transformers, against measured runs."""

from dataclasses import replace

import numpy as np
import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.peft_calibration import held_out_tunings, measured_tunings
from gpudesk.sizing.training.training import TrainingPlan, TrainingReason, training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from gpudesk.sizing.training.training_search import layouts
from gpudesk.sizing.training.training_tables import programs, rules_of, training_rules

H100, RTX_3090 = "nvidia.h100-sxm5-80gb", "nvidia.rtx-3090"


def plan(asked: TrainingAsked, board: str, gpus: int | None = None) -> TrainingPlan:
    (found,) = training_plans(training_workload(asked), [boards()[board]], gpus)
    return found


@pytest.mark.parametrize("method", ["qlora", "lora", "full"])
@pytest.mark.parametrize("zero", [0, 1, 2, 3])
def test_a_stage_of_zero_that_is_asked_for_is_taken(method: str, zero: int) -> None:
    """QLoRA of 70 billion on two RTX 3090 came out with ZeRO 0 and two stages whatever was asked for."""
    model = "llama-3.1-70b" if method == "qlora" else "llama-3.1-8b"
    found = plan(TrainingAsked(model, method=method, zero=zero, sequence=1024, batch=2), RTX_3090, 2)
    assert found.split.zero == zero
    if zero:
        assert found.split.data > 1


@pytest.mark.parametrize("zero", [1, 2, 3])
def test_one_gpu_has_nothing_to_share_out(zero: int) -> None:
    with pytest.raises(InvalidData, match=f"ZeRO {zero} needs at least two copies of the model"):
        plan(TrainingAsked("llama-3.1-8b", method="qlora", zero=zero), H100, 1)
    assert plan(TrainingAsked("llama-3.1-8b", method="qlora", zero=zero), H100).gpus > 1, "as few as it takes"


@pytest.mark.parametrize("zero", [2, 3])
def test_gradients_and_weights_are_not_shared_out_within_stages(zero: int) -> None:
    with pytest.raises(InvalidData, match=f"ZeRO {zero} cannot be combined with pipeline stages"):
        plan(TrainingAsked("llama-3.1-70b", pipeline=4, zero=zero), H100, 64)
    assert plan(TrainingAsked("llama-3.1-70b", pipeline=4, zero=1), H100, 64).split.zero == 1


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        (TrainingAsked("llama-3.1-8b", method="lora", tensor=2), "--tensor-parallel"),
        (TrainingAsked("llama-3.1-8b", method="lora", pipeline=2), "--pipeline-parallel"),
        (TrainingAsked("llama-3.1-8b", method="lora", context=2), "--context-parallel"),
    ],
)
def test_peft_shares_no_layers(asked: TrainingAsked, option: str) -> None:
    with pytest.raises(
        InvalidData, match=f"Transformers trains adapters only with data parallelism, ZeRO or FSDP; it does not support .*{option}"
    ):
        plan(asked, H100, 8)
    assert plan(replace(asked, program="native"), H100, 8).split is not None


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        (TrainingAsked("llama-3.1-8b", program="transformers", pipeline=2), "--pipeline-parallel"),
        (TrainingAsked("Qwen3-30B-A3B", program="transformers", expert=8), "--expert-parallel"),
    ],
)
def test_the_trainer_of_transformers_has_no_stages(asked: TrainingAsked, option: str) -> None:
    """huggingface.co/docs/accelerate, ParallelismConfig: data, tensor and context parallelism alone."""
    with pytest.raises(InvalidData, match=f"Transformers supports neither pipeline stages nor expert parallelism; remove .*{option}"):
        plan(asked, H100, 8)
    assert plan(replace(asked, program="native"), H100, 16).split is not None


def test_no_stages_are_proposed_for_the_trainer_of_transformers() -> None:
    planned = plan(TrainingAsked("Qwen3-30B-A3B", program="transformers"), H100, 16)
    assert planned.split is not None
    assert planned.split.pipeline == 1
    assert max(planned.split.expert, 1) <= planned.split.tensor


@pytest.mark.parametrize("method", ["lora", "qlora"])
@pytest.mark.parametrize("model", ["llama-3.1-70b", "mixtral-8x7b"])
def test_no_layout_is_proposed_that_peft_cannot_run(method: str, model: str) -> None:
    rows = layouts(training_workload(TrainingAsked(model, method=method)), 8)
    assert (rows.tensor * rows.pipeline * rows.context * rows.expert == 1).all()
    assert set(rows.zero.tolist()) == {0, 1, 2, 3}


def test_logits_of_transformers_without_a_fused_loss() -> None:
    """Gemma 3 12B with 8 bits and LoRA on one H100: 14,000 tokens at most (it was said that 16,000 fit)."""
    asked = TrainingAsked("gemma-3-12b-it", method="qlora", base="int8", sequence=16_000, batch=1)
    long = plan(asked, H100, 1)
    assert long.refused == (TrainingReason.MEMORY,)
    assert long.needed.term("logits").value == pytest.approx(16_000 * (262_208 * 16 + 2 * 2 * 3840) / 2**30)
    fitting = [tokens for tokens in range(8_000, 16_000, 500) if plan(replace(asked, sequence=tokens), H100, 1).fits]
    assert 12_000 <= max(fitting) <= 14_000
    assert plan(replace(asked, chunked_loss=True), H100, 1).fits, "a fused loss never has the whole table"


def test_logits_by_program_and_family() -> None:
    transformers, native = programs()["transformers"], programs()["native"]
    assert rules_of(transformers, "llama").logits_bytes.value == 14
    assert rules_of(transformers, "gemma3").logits_bytes.value == rules_of(transformers, "gemma3_text").logits_bytes.value == 16
    assert rules_of(native, "gemma3").logits_bytes.value == 8


def test_adapters_in_transformers_take_what_was_measured() -> None:
    """25 runs of Mistral 7B, Mixtral and Llama 2 70B on A100; before, memory was 20 % too little and steps 17 % too short in the median."""
    rows = measured_tunings()
    assert len(rows) == 25
    memory = np.array([row.held.value / row.measured_gib for row in rows])
    assert np.max(np.abs(memory - 1)) < 0.09, "Llama 2 70B on two GPUs was 25 % too little"
    step = np.array([row.step.value / row.measured_s for row in rows])
    assert np.median(np.abs(memory - 1)) < 0.06
    assert np.median(np.abs(step - 1)) < 0.11
    for name, pairs in (("memory", [(row.held, row.measured_gib) for row in rows]), ("step", [(row.step, row.measured_s) for row in rows])):
        assert np.mean([each.low <= measured <= each.high for each, measured in pairs]) >= 0.8, name


@pytest.mark.parametrize(("micro_batch", "measured_gib"), [(2, 43.479), (4, 67.64)])
def test_gradients_of_layer_inputs_explain_llama_2_70b_on_two_gpus(micro_batch: int, measured_gib: float) -> None:
    """80 layers × 8,192 × 2 B × 4,096 tokens are 5 GiB for each sequence, once as inputs and once as gradients.

    github:foundation-model-stack/fms-acceleration@97fc3c1, scripts/benchmarks/refs/a100_80gb.csv: 43.48 GiB with two sequences on each GPU
    and 67.64 with four, which no fit used: 12.08 for each sequence.
    """
    asked = TrainingAsked(
        "llama-2-70b", method="qlora", sequence=4096, batch=2 * micro_batch, micro_batch=micro_batch, zero=3, recompute="full", kept="bf16"
    )
    asked = replace(asked, targets="attention", packed=True)
    needed = plan(asked, "nvidia.a100-sxm4-80gb", 2).needed
    gradients = needed.term("input_gradients")
    assert gradients.value == micro_batch * 5.0
    assert (gradients.low, gradients.high) == (0.0, micro_batch * 6.0)
    assert "12.07 GiB for each additional sequence" in gradients.source
    held = [term for term in needed.terms if term.name not in ("context", "network", "held_back", "fragmentation")]
    assert sum(term.value for term in held) / measured_gib == pytest.approx(0.95, abs=0.01)
    assert sum(term.low for term in held) < measured_gib < sum(term.high for term in held)


def test_only_frozen_models_that_are_sharded_and_recomputed_hold_gradients_of_inputs() -> None:
    asked = TrainingAsked("llama-2-7b", method="lora", batch=8, micro_batch=2, sequence=4096, zero=3, recompute="full", kept="bf16")
    for other in (
        replace(asked, zero=0),
        replace(asked, recompute="none"),
        replace(asked, method="full"),
        replace(asked, program="native"),
    ):
        assert not any(term.name == "input_gradients" for term in plan(other, H100, 4).needed.terms), other


def test_packed_samples_leave_less_that_was_freed() -> None:
    """The same runs as nvidia-smi shows them; 0.3 follows from those on one GPU. Without `packed` they are 47 % too much."""
    rows = measured_tunings()
    for gpus in (1, 2):
        mine = [row for row in rows if row.gpus == gpus]
        off = np.array([row.needed.value / row.shown_gib - 1 for row in mine])
        assert abs(np.median(off)) < 0.12, gpus
        assert np.mean([row.needed.low <= row.shown_gib <= row.needed.high for row in mine]) >= 0.7, gpus
    asked = TrainingAsked("llama-3.1-8b", method="lora", batch=8, micro_batch=1, recompute="full")
    varied, packed = (plan(replace(asked, packed=flag), H100, 1).needed.term("held_back") for flag in (False, True))
    assert packed.value < 0.2 * varied.value
    assert packed.formula is not None
    assert "packed to one length" in packed.formula.plain()


def test_adapters_in_another_program_that_nothing_was_fitted_to() -> None:
    """ms-swift with sequences of many lengths: what the driver shows is more than tensors take, which a term says."""
    rows = held_out_tunings()
    assert len(rows) == 27
    off = np.array([row.needed.value / row.shown_gib - 1 for row in rows])
    assert abs(np.median(off)) < 0.03
    assert np.median(np.abs(off)) < 0.06
    assert np.mean([row.needed.low <= row.shown_gib <= row.needed.high for row in rows]) >= 0.9
    found = plan(TrainingAsked("llama-3.1-8b", method="lora", batch=8), H100, 1)
    term = found.needed.term("held_back")
    assert "refs_orca" in term.source
    assert term.formula is not None
    assert "samples of varying lengths" in term.formula.plain()
    assert not any(each.name == "held_back" for each in plan(TrainingAsked("llama-3.1-8b", batch=8), H100, 8).needed.terms)


@pytest.mark.parametrize("sequence", [1024, 4096, 8192, 12000, 14000, 16000, 20000, 40000])
def test_what_is_handed_back_where_room_is_short_refuses_nothing(sequence: int) -> None:
    """What PyTorch keeps of what it freed fills the room that is left, and no more: a plan fits as it would without it."""
    asked = TrainingAsked("llama-3.1-8b", method="lora", sequence=sequence, batch=1, micro_batch=1, zero=0)
    found = plan(asked, H100, 1)
    counted = [term for term in found.needed.terms if term.name != "held_back"]
    split = training_rules().fragmentation
    fits = sum(term.value for term in counted) + split.value * found.usable_gib <= found.usable_gib
    sure = sum(term.high for term in counted) + split.high * found.usable_gib <= found.usable_gib
    assert found.fits == fits
    assert found.may_not_fit == (fits and not sure)
    assert found.needed.term("held_back").value > 0
