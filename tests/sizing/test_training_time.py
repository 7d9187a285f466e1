"""Times of training, against published runs that the constants were not fitted to."""

import statistics
from collections import defaultdict

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import folds, interval, score
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.training.training_speed import TERMS, TrainingRun, flops_per_token
from gpudesk.core.work.model_work import ModelWork, gpt_work, model_work
from gpudesk.sizing.calibration.step_calibration import (
    KNOWN_SYSTEM,
    SEEN,
    UNSEEN,
    calibrate_steps,
    measured_steps,
    predicted_off,
    step_calibrations,
)
from gpudesk.sizing.calibration.step_tables import host_of, recipes, training_formats
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.amd_steps import amd_steps
from gpudesk.sizing.training.training_time import SHOWN, TrainingTimes, provenance_text, shown_terms, training_times

A100, H100 = "nvidia.a100-sxm4-80gb", "nvidia.h100-sxm5-80gb"


def times(
    model: ModelWork,
    gpu: str,
    split: tuple[int, int, int, int],
    micro: tuple[int, int],
    sequence: int = 2048,
    recomputed: float = 0.0,
    virtual: int = 1,
    form: str = "bf16",
    frozen: bool = False,
) -> TrainingTimes:
    """Of one plan; split: replicas, tensor, pipeline, context; micro: sequences of a micro-batch, micro-batches."""

    def counts(value: int) -> np.ndarray:
        return np.array([value])

    data, tensor, pipeline, context = split
    run = TrainingRun(
        data=counts(data),
        tensor=counts(tensor),
        pipeline=counts(pipeline),
        virtual=counts(virtual),
        context=counts(context),
        expert=counts(1),
        micro_batch=np.array([float(micro[0])]),
        micro_batches=np.array([float(micro[1])]),
        sequence=np.array([float(sequence)]),
        recomputed=np.array([recomputed]),
        sharded=counts(1),
        frozen=np.array([frozen]),
    )
    return training_times(model, [boards()[gpu]], [form], run, "megatron")


@pytest.mark.parametrize(("replicas", "days"), [(4, 84), (8, 43), (16, 23)])
def test_gpt_3_on_a100_takes_the_days_that_were_told(replicas: int, days: float) -> None:
    """Narayanan et al. 2021, table 2: 175 B, 300 B tokens, batch 1,536, 96 GPUs a replica, everything calculated twice."""
    found = times(gpt_work("175B", 96, 12288, 51200, 2048), A100, (replicas, 8, 12, 1), (1, 1536 // replicas), recomputed=1.0)
    _, low, high = found.days(300e9)
    assert low[0] < days < high[0]


@pytest.mark.parametrize(
    ("size", "layers", "hidden", "tensor", "stages", "virtual", "micro", "batch", "told_s", "told_twice_s"),
    [
        ("22B", 48, 6144, 8, 1, 1, 4, 4, 1.10, 1.42),
        ("175B", 96, 12288, 8, 8, 3, 1, 64, 13.75, 18.13),
        ("530B", 105, 20480, 8, 35, 3, 1, 280, 37.83, 49.05),
        ("1T", 128, 25600, 8, 64, 1, 1, 512, 71.49, 94.42),
    ],
)
def test_steps_with_and_without_recomputing(
    size: str,
    layers: int,
    hidden: int,
    tensor: int,
    stages: int,
    virtual: int,
    micro: int,
    batch: int,
    told_s: float,
    told_twice_s: float,
) -> None:
    """Korthikanti et al. 2022, table 5: A100, 2,048 tokens; what is told of full recomputing has no sequence parallelism."""
    model = gpt_work(size, layers, hidden, 51200, 2048)
    split = (1, tensor, stages, 1)
    once = times(model, A100, split, (micro, batch // micro), virtual=virtual)
    twice = times(model, A100, split, (micro, batch // micro), virtual=virtual, recomputed=1.0)
    assert once.low_s[0] < told_s < once.high_s[0]
    assert twice.low_s[0] < told_twice_s < twice.high_s[0]


@pytest.mark.parametrize(
    ("gpu", "gpus", "batch", "told"),
    [
        ("nvidia.h100-sxm5-80gb", 256, 2048, 208_833.7),
        ("nvidia.h100-sxm5-80gb", 512, 2048, 404_455.3),
        ("nvidia.h100-sxm5-80gb", 1536, 3072, 1_107_153),
        ("nvidia.h100-sxm5-80gb", 3072, 3072, 1_804_134),
        ("nvidia.b200-sxm-180gb", 64, 2048, 103_917.9),
    ],
)
def test_mlperf_trains_gpt_3_as_fast(gpu: str, gpus: int, batch: int, told: float) -> None:
    """MLPerf Training v4.1, tokens/s of NVIDIA and Oracle. The layout, 4 × 8 and pairs, is what the micro-batches that were told allow."""
    data = gpus // 32
    found = times(gpt_work("175B", 96, 12288, 51200, 2048), gpu, (data, 4, 8, 1), (2, batch // data // 2), virtual=6, form="fp8")
    step = batch * 2048 / told
    assert found.low_s[0] < step < found.high_s[0]
    if gpus < 3072:
        assert found.tokens_per_s[0] == pytest.approx(told, rel=0.06)


@pytest.mark.parametrize(
    ("gpu", "told"), [("nvidia.h100-sxm5-80gb", 2.1829), ("nvidia.h200-sxm-141gb", 2.4767), ("nvidia.b200-sxm-180gb", 4.6961)]
)
def test_mlperf_tunes_llama_2_70b_as_fast(gpu: str, told: float) -> None:
    """MLPerf Training v4.1, LoRA, samples/s of NVIDIA: eight GPUs, 8,192 tokens, eight sequences a step; four GPUs a layer are taken."""
    model = model_work(find_model("meta-llama/Llama-2-70b-hf").architecture)
    found = times(model, gpu, (2, 4, 1, 1), (1, 4), 8192, form="fp8", frozen=True)
    assert found.low_s[0] < 8 / told < found.high_s[0]
    assert 8 / found.step_s[0] == pytest.approx(told, rel=0.06)


@pytest.mark.parametrize(
    ("split", "micro_batches", "sequence", "told"),
    [((64, 8, 16, 1), 32, 8192, 0.43), ((128, 8, 16, 1), 16, 8192, 0.41), ((8, 8, 16, 16), 16, 131072, 0.38)],
)
def test_llama_3_405b_is_used_as_was_told(split: tuple[int, int, int, int], micro_batches: int, sequence: int, told: float) -> None:
    """Llama 3, table 4: H100, BF16, 16 M tokens a step. How many pieces each stage has was not told; four are taken."""
    found = times(model_work(find_model("llama-3.1-405b").architecture), H100, split, (1, micro_batches), sequence, virtual=4)
    low, high = found.mfu_causal * found.step_s / found.high_s, found.mfu_causal * found.step_s / found.low_s
    assert low[0] < told < high[0]
    assert found.mfu_causal[0] == pytest.approx(told, abs=0.04)


_COUNTED_OTHERWISE = ("gpt-oss", "Nemotron", "DeepSeek-V3")
"""Megatron leaves heads of gpt-oss out in 16 bits and counts layers with states; in DeepSeek V3 it counts the layer that foretells."""


@pytest.mark.parametrize(("program", "causal"), [("llm-foundry", False), ("megatron-bridge", True)])
def test_flops_of_a_token_are_those_that_programs_count(program: str, causal: bool) -> None:
    """Both print TFLOP/s next to tokens/s: their ratio is what they count for a token."""
    ratios = defaultdict(list)
    for row in measured_steps():
        if row.program == program and row.task == "pretrain" and not any(word in row.model for word in _COUNTED_OTHERWISE):
            own = flops_per_token(row.trained, np.array([float(row.sequence)]), causal=causal)
            ratios[row.model].append(float(own[0]) * row.tokens_per_s_gpu / row.told_tflops / 1e12)
    assert len(ratios) >= 6
    for name, found in ratios.items():
        assert statistics.median(found) == pytest.approx(1.0, abs=0.015), name


@pytest.mark.parametrize(("known", "median", "p95"), [(SEEN, 0.05, 0.18), (KNOWN_SYSTEM, 0.05, 0.18), (UNSEEN, 0.12, 0.36)])
def test_steps_that_the_fit_did_not_see_are_near(known: str, median: float, p95: float) -> None:
    """The first two are the targets of a calibrated estimate, the last those of a constant utilization."""
    off = predicted_off(recipes()["fsdp"], known)
    assert len(off) == 216
    found = score(off, *interval(off))
    assert found.median < median
    assert found.p95 < p95


@pytest.mark.parametrize("recipe", ["fsdp", "megatron-experts"])
def test_nine_of_ten_lie_in_the_range_that_the_other_half_gives(recipe: str) -> None:
    off = predicted_off(recipes()[recipe], SEEN)
    half = folds(list(range(len(off))), 2, seed=1)
    inside = [score(off[half == side], *interval(off[half != side])).coverage for side in (0, 1)]
    assert 0.85 <= sum(inside) / 2 <= 0.95


def test_the_constants_in_the_file_are_those_of_the_measurements() -> None:
    known = step_calibrations()
    for key, body in calibrate_steps().items():
        assert known[key].rows == body["rows"]
        assert known[key].constants == pytest.approx([body["constants"][name] for name in TERMS], rel=0.01)
        assert {name: list(ends) for name, ends in known[key].intervals.items()} == {
            name: pytest.approx(ends, rel=0.01) for name, ends in body["intervals"].items()
        }


def test_terms_add_up_and_have_titles() -> None:
    found = times(gpt_work("175B", 96, 12288, 51200, 2048), A100, (4, 8, 12, 1), (1, 384))
    shown = shown_terms(found, 0)
    assert sum(term.value for term in shown) == pytest.approx(found.step_s[0])
    assert {term.name for term in shown} < set(SHOWN)
    assert "bubble" in {term.name for term in shown}


def test_each_term_opens_to_its_working() -> None:
    """12 stages, 384 micro-batches: 11/384 of the time is waiting; 8 layers a stage, three passes of 384 micro-batches: 9,216 starts."""
    shown = {term.name: term for term in shown_terms(times(gpt_work("175B", 96, 12288, 51200, 2048), A100, (4, 8, 12, 1), (1, 384)), 0)}
    told = {name: term.formula.plain() for name, term in shown.items() if term.formula is not None}
    assert set(told) == set(shown)
    assert "2.86 %" in told["bubble"]
    assert told["layers"].startswith("9216 passes")
    assert float(told["products"].split()[0]) == pytest.approx(6 * 174.6e9 * 1536 * 2048 / 384 / 312e12 * 1000, rel=0.01)
    micro = sum(term.value for name, term in shown.items() if name not in {"bubble", "replicas", "optimiser"})
    assert shown["bubble"].value == pytest.approx(micro * 11 / 384)


def test_what_was_not_measured_says_so() -> None:
    model = gpt_work("175B", 96, 12288, 51200, 2048)
    assert times(model, A100, (4, 8, 12, 1), (1, 384)).provenance == (UNSEEN,)
    llama = model_work(find_model("llama-3.1-405b").architecture)
    assert times(llama, H100, (4, 8, 8, 1), (1, 64), form="fp8").provenance == (SEEN,)
    assert times(model, H100, (4, 8, 8, 1), (1, 64), form="fp8").provenance == (KNOWN_SYSTEM,)
    assert len({provenance_text(each).plain() for each in (SEEN, KNOWN_SYSTEM, UNSEEN)}) == 3


def test_a_board_that_lacks_a_format_is_refused() -> None:
    model = gpt_work("175B", 96, 12288, 51200, 2048)
    with pytest.raises(InvalidData, match="fp8"):
        times(model, A100, (1, 8, 1, 1), (1, 8), form="fp8")
    with pytest.raises(InvalidData, match="bf16"):
        times(model, A100, (1, 8, 1, 1), (1, 8), form="fp7")


def test_tables_know_what_they_name() -> None:
    assert all(row.gpu in boards() for row in measured_steps())
    assert all(row.format in training_formats() for row in measured_steps())
    assert host_of(boards()["nvidia.gb200-gpu"]).domain == 72
    assert host_of(boards()["nvidia.l4"]).network_gbps < 100
    assert all(row.source.startswith("github:") for row in measured_steps())


def test_steps_on_gpus_of_amd_that_nothing_was_fitted_to() -> None:
    """Products on an MI300X reach half of its dense rate: steps were told 1.1 to 1.8 times too fast."""
    rows = amd_steps()
    assert len(rows) == 5
    off = np.array([row.step.value / row.measured_s - 1 for row in rows])
    assert np.median(np.abs(off)) < 0.2
    assert np.abs(off).max() < 0.3
    assert all(row.step.low <= row.measured_s <= row.step.high for row in rows)
