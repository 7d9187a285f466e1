"""A log of another model or of other GPUs is reported as such."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.measured.log_identity import _is_other_model
from gpudesk.sizing.measured.measured_comparison import Comparison, compare_text
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans
from tests.formats import run_logs, vllm_logs

A100 = "nvidia.a100-pcie-80gb"


def plan(model: str = "qwen2.5-7b", board: str = A100, engine: str = "vllm", form: str = "bf16") -> ServingPlan:
    program = engines()[engine]
    work = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 1024, 256, 1, program, program.utilisation)
    return serving_plans(work, [boards()[board]], 1)[0]


def told(found: Comparison) -> str:
    return " ".join(remark.plain() for remark in found.remarks)


def test_a_log_of_the_plan_has_no_remark_and_its_share_counts() -> None:
    """0.25 of 79.15 GiB were asked for: 93,872 tokens have room, not the 1,047,040 of nine tenths."""
    found = compare_text(plan(), vllm_logs.V1_010)
    assert told(found) == ""
    figures = {each.name: each for each in found.compared}
    assert figures["weights"].within
    assert figures["tokens"].measured == 93_872
    assert figures["tokens"].off == pytest.approx(0.0, abs=0.35)


@pytest.mark.parametrize(
    ("model", "board", "words"),
    [
        ("llama-3.1-8b", A100, "another model: Qwen2.5-7B-Instruct"),
        ("qwen2.5-72b", "nvidia.h200-sxm-141gb", "another model"),
        ("qwen2.5-7b", "nvidia.rtx-4090", ""),
    ],
)
def test_another_model_is_told(model: str, board: str, words: str) -> None:
    assert words in told(compare_text(plan(model, board), vllm_logs.V1_010))


def test_other_gpus_are_told_by_what_they_have() -> None:
    text = vllm_logs.V1_010 + vllm_logs.V1_020.splitlines()[-2]
    assert "other GPUs with 23.6 GiB; the GPUs of the plan have 80" in told(compare_text(plan(), text))


def test_other_gpus_are_told_by_name() -> None:
    text = "Device 0: NVIDIA GeForce RTX 4070 Ti, compute capability 8.9, VMM: yes\n" + run_logs.LLAMA
    found = compare_text(plan("llama-3.1-8b", "nvidia.rtx-3090-ti", "llama.cpp", "q4_k_m"), text)
    assert "other GPUs: NVIDIA GeForce RTX 4070 Ti" in told(found)
    assert told(compare_text(plan("llama-3.1-8b", "nvidia.rtx-4070-ti", "llama.cpp", "q4_k_m"), text)) == ""


def test_weights_of_another_size_are_told_where_no_name_is() -> None:
    found = compare_text(plan("llama-3.1-70b", "nvidia.h200-sxm-141gb", "llama.cpp", "q4_k_m"), run_logs.LLAMA)
    assert "another model or format: it has 4.3 GiB of weights" in told(found)


def test_a_table_of_idle_gpus_measures_nothing() -> None:
    idle = run_logs.TABLE.replace("72704MiB", "    4MiB").replace("73728MiB", "    4MiB")
    found = compare_text(plan("llama-3.1-8b", "nvidia.h100-sxm5-80gb"), idle)
    assert "No program is running on these GPUs" in told(found)
    assert "used" not in {each.name for each in found.compared}


def test_another_number_of_gpus_is_told() -> None:
    text = vllm_logs.V1_010.replace("tensor_parallel_size=1", "tensor_parallel_size=4")
    assert "The log has 4 GPUs per replica; the plan has 1" in told(compare_text(plan(), text))


@pytest.mark.parametrize(
    ("logged", "planned", "other"),
    [
        ("/data/Meta-Llama-3.1-8B-Instruct", "meta-llama/Meta-Llama-3.1-8B", False),
        ("unsloth/Llama-3.1-8B-Instruct-GGUF", "meta-llama/Meta-Llama-3.1-8B", False),
        ("Mixtral-8x7B-Instruct-v0.1", "mistralai/Mixtral-8x7B-v0.1", False),
        ("Qwen3-30B-A3B", "Qwen/Qwen3-30B-A3B", False),
        ("/mnt/model", "Qwen/Qwen3-8B", False),
        ("Qwen3-32B", "Qwen/Qwen3-30B-A3B", True),
        ("gemma-3-27b-it", "Qwen/Qwen3-8B", True),
        ("openai/gpt-oss-20b", "openai/gpt-oss-120b", True),
    ],
)
def test_names_that_cannot_mean_one_model(logged: str, planned: str, other: bool) -> None:
    assert _is_other_model(logged, planned) is other


def test_a_slice_is_of_the_gpu_it_is_of() -> None:
    found = plan()
    part = replace(found, board=replace(found.board, key="slice", part_of=A100))
    assert told(compare_text(part, vllm_logs.V1_010)) == ""


def test_a_log_of_another_engine_is_reported() -> None:
    other = plan("llama-3.1-8b", "nvidia.rtx-4090", "vllm", "int4")
    assert "another engine: llama.cpp; the plan is for vLLM" in told(compare_text(other, run_logs.LLAMA))
    assert "engine" not in told(compare_text(plan("llama-3.1-8b", "nvidia.rtx-4090", "llama.cpp", "q4_k_m"), run_logs.LLAMA))


@pytest.mark.parametrize(
    ("board", "logged", "other"),
    [
        ("nvidia.rtx-3090", "NVIDIA GeForce RTX 4090", True),
        ("nvidia.rtx-3090", "NVIDIA GeForce RTX 3090 Ti", True),
        ("nvidia.rtx-4090", "NVIDIA GeForce RTX 4090", False),
        ("nvidia.rtx-a6000", "NVIDIA RTX 6000 Ada Generation", True),
        ("nvidia.h100-pcie-80gb", "NVIDIA H100 80GB HBM3", False),
        # Both have 16 GB, and both RTX 4060 have 8 GB.
        ("nvidia.rtx-5080", "NVIDIA GeForce RTX 5080 Laptop GPU", True),
        ("nvidia.rtx-4060", "NVIDIA GeForce RTX 4060 Laptop GPU", True),
        ("nvidia.rtx-5080", "NVIDIA GeForce RTX 5080", False),
    ],
)
def test_gpus_with_the_same_memory_differ_by_their_number(board: str, logged: str, other: bool) -> None:
    text = f"Device 0: {logged}, compute capability 8.9, VMM: yes\n" + run_logs.LLAMA
    comparison = compare_text(plan("llama-3.1-8b", board, "llama.cpp", "q4_k_m"), text)
    assert ("other GPUs" in told(comparison)) is other
