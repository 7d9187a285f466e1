"""What people published of their own runs, to which nothing here is fitted: sizes that programs print, and times of whole batches."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.sizing.boards import boards
from gpudesk.sizing.serving import ServingWorkload, serving_plans
from gpudesk.sizing.tables import engines, weight_format


@pytest.mark.parametrize(
    ("model", "form", "gib"),
    [
        ("qwen3-30b-a3b", "q4_k_m", 17.28),  # ggml-org/llama.cpp issue 14235
        ("meta-llama/Meta-Llama-3.1-70B", "q4_0", 37.22),  # ollama/ollama pull request 6279
    ],
)
def test_the_size_of_a_file_is_as_llama_cpp_prints_it(model: str, form: str, gib: float) -> None:
    assert weight_bytes(find_model(model).architecture, weight_format(form)) / 2**30 == pytest.approx(gib, abs=0.01)


@pytest.mark.parametrize(
    ("model", "form", "gpu", "gpus", "prompt", "answer", "sequences", "seconds"),
    [
        # buildkite.com/vllm/performance-benchmark, build 9515: batches of eight.
        ("meta-llama/Meta-Llama-3.1-8B", "bf16", "nvidia.h200-sxm-141gb", 1, 32, 128, 8, 0.833),
        # blogs.oracle.com, Llama 3.1 405B in FP8 on eight MI300X, benchmark_latency.py.
        ("meta-llama/Meta-Llama-3.1-405B", "fp8", "amd.mi300x", 8, 128, 128, 1, 3.530),
        ("meta-llama/Meta-Llama-3.1-405B", "fp8", "amd.mi300x", 8, 128, 128, 16, 4.375),
        ("meta-llama/Meta-Llama-3.1-405B", "fp8", "amd.mi300x", 8, 128, 128, 64, 6.919),
    ],
)
def test_batches_that_others_measured_are_in_the_range(
    model: str, form: str, gpu: str, gpus: int, prompt: int, answer: int, sequences: int, seconds: float
) -> None:
    engine = engines()["vllm"]
    asked = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, prompt, answer, sequences, engine, 0.9, None, None)
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    assert found.tpot.low <= seconds / answer <= found.tpot.high
