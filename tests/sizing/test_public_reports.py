"""What people published of their own runs, to which nothing here is fitted: sizes that programs print, and times of whole batches."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.measured.log_identity import loaded_weights
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format
from gpudesk.sizing.serving.serving import ServingWorkload, serving_plans


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
        ("meta-llama/Meta-Llama-3.1-405B", "fp8", "amd.mi300x", 8, 128, 128, 128, 10.340),
        ("meta-llama/Meta-Llama-3.1-405B", "fp8", "amd.mi300x", 8, 128, 128, 256, 17.750),
    ],
)
def test_batches_that_others_measured_are_in_the_range(
    model: str, form: str, gpu: str, gpus: int, prompt: int, answer: int, sequences: int, seconds: float
) -> None:
    engine = engines()["vllm"]
    asked = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, prompt, answer, sequences, engine, 0.9, None, None)
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    assert found.tpot.low <= seconds / answer <= found.tpot.high


@pytest.mark.parametrize(
    ("model", "gpu", "gpus", "prompt", "answer", "token_ms", "first_ms"),
    [
        # vllm-project/vllm issue 41306: vLLM 0.19 on eight H200, one request at a time.
        ("meta-llama/Meta-Llama-3.1-8B", "nvidia.h200-sxm-141gb", 8, 4096, 512, 2.85, 46.2),
        ("meta-llama/Meta-Llama-3.1-70B", "nvidia.h200-sxm-141gb", 8, 4096, 512, 7.56, 160.6),
        ("mistralai/Mixtral-8x7B-v0.1", "nvidia.h200-sxm-141gb", 8, 4096, 512, 2.66, 55.0),
        # johnmusgrave.com, vLLM 0.23 on an A100 of 40 GB: 75 tokens a second.
        ("meta-llama/Meta-Llama-3.1-8B", "nvidia.a100-sxm4-40gb", 1, 1024, 128, 13.3, None),
        # yobitelcomm.github.io/bench, vLLM 0.21 on an H100; how long its prompts are is not published.
        ("meta-llama/Meta-Llama-3.1-8B", "nvidia.h100-sxm5-80gb", 1, 128, 128, 6.48, None),
    ],
)
def test_times_of_one_request_that_others_measured_are_in_the_range(
    model: str, gpu: str, gpus: int, prompt: int, answer: int, token_ms: float, first_ms: float | None
) -> None:
    engine = engines()["vllm"]
    asked = ServingWorkload(find_model(model).architecture, weight_format("bf16"), 2.0, prompt, answer, 1, engine, 0.9, None, None)
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    assert found.tpot.low * 1000 <= token_ms <= found.tpot.high * 1000
    assert first_ms is None or found.ttft.low * 1000 <= first_ms <= found.ttft.high * 1000


@pytest.mark.parametrize(
    ("model", "form", "gpu", "gpus", "logged"),
    [
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-14B", "bf16", "nvidia.rtx-4090", 2, 13.948),  # vllm-project/vllm issue 13061
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-14B", "bf16", "nvidia.a100-sxm4-40gb", 1, 27.59),
        ("Qwen/Qwen3-4B", "bf16", "nvidia.rtx-4090", 1, 7.5552),  # an RTX 2060 of 12 GB
        ("Qwen/Qwen3-30B-A3B", "bf16", "nvidia.l4", 4, 14.2474),  # vllm-project/vllm issue 17327
        # llm-d-incubation/llm-d-planner, docs/empirical-vllm-memory-results.md.
        ("Qwen/Qwen3-0.6B", "bf16", "nvidia.h100-sxm5-80gb", 1, 1.12),
        ("Qwen/Qwen3-32B", "bf16", "nvidia.h100-sxm5-80gb", 1, 61.03),
        ("Qwen/Qwen3-32B", "bf16", "nvidia.h100-sxm5-80gb", 2, 30.59),
        ("meta-llama/Meta-Llama-3.1-8B", "bf16", "nvidia.h100-sxm5-80gb", 1, 14.99),
        ("meta-llama/Meta-Llama-3.1-70B", "fp8", "nvidia.h100-sxm5-80gb", 2, 33.88),
    ],
)
def test_weights_are_as_vllm_logs_them(model: str, form: str, gpu: str, gpus: int, logged: float) -> None:
    """Tensors are exact; what vLLM takes more for them is the table of positions and what PyTorch's allocator rounds up."""
    asked = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 1024, 256, 1, engines()["vllm"], 0.9, None, None)
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    assert found.needed.term("weights").kind is Kind.EXACT
    assert found.needed.term("loaded").kind is Kind.CALIBRATED
    value, low, high = loaded_weights(found.needed)
    assert value == pytest.approx(logged, abs=0.008)
    assert low <= logged <= high


def test_latent_projections_in_8_bits_are_kept_with_their_copies_in_16() -> None:
    """vLLM 0.11.2, DeepSeek-R1-0528 on eight H200: 79.739 GiB loaded, 635,648 tokens in the pool (llm-d planner, test_validation_db.py).

    github:vllm-project/vllm, mla/common.py: W_UV and W_UK_T, 61 layers × 16 heads × 256 × 512 × 2 bytes.
    """
    engine, form = engines()["vllm"], default_format("deepseek-r1")
    asked = ServingWorkload(named_model("deepseek-r1"), form, 2.0, 1024, 256, 1, engine, 0.9, None, None)
    (planned,) = serving_plans(asked, [boards()["nvidia.h200-sxm-141gb"]], 8)
    value, low, high = loaded_weights(planned.needed)
    assert low - planned.needed.term("weights").value == pytest.approx(61 * 16 * 256 * 512 * 2 / 2**30)
    assert value == pytest.approx(79.739, abs=0.2)
    assert low <= 79.739 <= high
    assert planned.most_sequences * 1280 == pytest.approx(635_648, rel=0.02)


def test_latent_projections_in_16_bits_are_not_copied() -> None:
    """Views of the weights themselves."""
    asked = Serving(weight_format("bf16"), 2.0, 1, 1024, 1280, Split())
    needed = serving_memory(find_model("DeepSeek-V2-Lite").architecture, engines()["vllm"], asked, 100.0, 0.0, "nvidia")
    assert needed.term("loaded").low == 0.0


def test_the_log_whose_weights_are_farthest_off_is_in_the_range() -> None:
    """kyuz0/amd-strix-halo-vllm-toolboxes pull request 5: Qwen3-4B takes 7.6785 GiB on an AMD APU, 7.5552 on an RTX 2060."""
    asked = Serving(weight_format("bf16"), 2.0, 1, 1024, 1280, Split())
    found = serving_memory(find_model("Qwen/Qwen3-4B").architecture, engines()["vllm"], asked, 100.0, 0.0, "amd")
    value, low, high = loaded_weights(found)
    assert low < value < 7.6785 < high


@pytest.mark.parametrize(("form", "gib", "tokens_per_s"), [("gguf-f16", 12.55, 61.03), ("q8_0", 6.67, 98.13)])
def test_llama_cpp_on_an_rtx_4090_is_as_its_benchmark_prints(form: str, gib: float, tokens_per_s: float) -> None:
    """ggml-org/llama.cpp pull request 4766: Llama 2 7B, 128 tokens; its table of 32,000 × 4,096 stays in system memory."""
    engine = engines()["llama.cpp"]
    asked = ServingWorkload(
        find_model("llama-2-7b").architecture, weight_format(form), 2.0, 1, 128, 1, engine, engine.utilisation, None, None
    )
    (found,) = serving_plans(asked, [boards()["nvidia.rtx-4090"]], 1)
    weights = found.needed.term("weights")
    assert weights.kind is Kind.EXACT
    table = 32_000 * 4_096 * float(weight_format(form).bits) / 8 / 2**30
    assert weights.value + table == pytest.approx(gib, abs=0.01)
    assert found.tpot.low <= 1 / tokens_per_s <= found.tpot.high
