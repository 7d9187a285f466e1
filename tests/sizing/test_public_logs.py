"""What others logged of models, quantizations and engines: memory in MiB or GiB as it was printed. Nothing is fitted to it unless said so.

`test_public_reports` has times and further logs of vLLM; here each value is that of one line of a public log, with where it is.
"""

import math

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.models.architecture import Architecture, Cache, CacheKind
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split, cache_bytes
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, engines, weight_format
from gpudesk.sizing.measured.log_identity import loaded_weights
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format, format_named
from gpudesk.sizing.serving.serving import ServingWorkload
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_needs import plan_memory
from tests.core.models.test_more_types import CASES, GRANITE_H
from tests.core.models.test_recent import NEXT, dense

MIB, GIB = 2.0**20, 2.0**30
GRANITE_1B = {**dense(1536, 40, 12, 4, 4096, 100352, num_local_experts=0, shared_intermediate_size=4096, **GRANITE_H), "mamba_n_heads": 48}


def _kept_mib(caches: tuple[Cache, ...], kinds: set[CacheKind], context: int) -> float:
    """MiB of one sequence in 16 bits, of some kinds of layers."""
    engine = engines()["llama.cpp"]
    mine = [cache for cache in caches if cache.kind in kinds]
    return sum(cache_bytes(cache, Split(), 2.0, context, engine.block_tokens, engine.window_tokens) for cache in mine) / MIB


@pytest.mark.parametrize(
    ("model", "kind", "context", "sequences", "logged"),
    [
        # ollama/ollama issue 16480: "non-SWA KV cache, size = 131072 cells", 18 layers, 2 sequences.
        ("openai/gpt-oss-120b", CacheKind.FULL, 131_072, 2, 9216.0),
        # ikawrakow/ik_llama.cpp pull request 235: -c 32768, c^KV alone.
        ("deepseek-ai/DeepSeek-R1", CacheKind.LATENT, 32_768, 1, 2196.0),
        # SciSharp/LLamaSharp issue 1099, JamePeng/llama-cpp-python pull request 1: n_ctx 4096 and 2048.
        ("Qwen/Qwen2.5-3B", CacheKind.FULL, 4096, 1, 144.0),
        ("Qwen/Qwen2.5-7B", CacheKind.FULL, 2048, 1, 112.0),
        # ggml-org/llama.cpp pull request 22673: 131072 cells, 10 layers with keys and values of 40.
        ("Qwen/Qwen3.5-35B-A3B", CacheKind.FULL, 131_072, 1, 2560.0),
        # huggingface/blog issue 2345 (table of Llama 3.1): 128,000 tokens.
        ("meta-llama/Meta-Llama-3.1-8B", CacheKind.FULL, 128_000, 1, 15.625 * 1024),
        ("meta-llama/Meta-Llama-3.1-70B", CacheKind.FULL, 128_000, 1, 39.06 * 1024),
    ],
)
def test_keys_and_values_are_as_logged(model: str, kind: CacheKind, context: int, sequences: int, logged: float) -> None:
    kept = _kept_mib(find_model(model).architecture.caches, {kind}, context)
    assert sequences * kept == pytest.approx(logged, rel=2e-4)


def test_states_are_as_logged() -> None:
    """ggml-org/llama.cpp pull request 23792: Qwen3.6-27B, shaped as Qwen3.5-27B, S (f32) 432.00 MiB for three sequences."""
    caches = find_model("Qwen/Qwen3.5-27B").architecture.caches
    recurrent = tuple(cache for cache in caches if cache.kind is CacheKind.STATE and cache.state_bytes == 4)
    assert 3 * _kept_mib(recurrent, {CacheKind.STATE}, 1024) == 432.0


@pytest.mark.parametrize(
    ("model", "form", "context", "term", "logged", "error"),
    [
        # mradermacher/llama-3-Korean-Bllossom-8B-GGUF on an RTX 3070: 281.81 MiB on the CPU and 4403.49 on the GPU.
        ("meta-llama/Meta-Llama-3-8B", "q4_k_m", 512, "weights", 4403.49, 0.01),
        ("meta-llama/Meta-Llama-3-8B", "q4_k_m", 512, "activations", 258.50, 0.01),
        # ggml-org/llama.cpp issue 14235: file size = 17.28 GiB, with the table of 151,936 × 2,048 in Q4_K.
        ("Qwen/Qwen3-30B-A3B", "q4_k_m", 4096, "weights", 17.28 * 1024 - 151_936 * 2_048 * 4.5 / 8 / 2**20, 5.2),
        # SciSharp/LLamaSharp issue 1099, JamePeng/llama-cpp-python pull request 1: compute buffers.
        ("Qwen/Qwen2.5-3B", "q4_k_m", 4096, "activations", 300.75, 0.01),
        ("Qwen/Qwen2.5-7B", "q4_k_m", 2048, "activations", 304.00, 0.01),
    ],
)
def test_buffers_of_llama_cpp_are_as_logged(model: str, form: str, context: int, term: str, logged: float, error: float) -> None:
    board = boards()["nvidia.rtx-3090"]
    asked = Serving(format_named(model, form), 2.0, 1, context, context, Split())
    found = serving_memory(named_model(model), engines()["llama.cpp"], asked, board.usable_gib, board.capability, board.key)
    assert found.term(term).value * 1024 == pytest.approx(logged, abs=error)


@pytest.mark.parametrize(
    ("model", "form", "gpu", "gpus", "release", "logged", "error"),
    [
        # myoceane.fr, vLLM 0.19 on one A100: "Model loading took 13.72 GiB", Marlin pads the experts.
        ("openai/gpt-oss-20b", "", "nvidia.a100-sxm4-80gb", 1, "", 13.72, 0.005),
        # blog.huikang.dev and vLLM issue 23278 (fitted to the latter): Marlin on an H100.
        ("openai/gpt-oss-120b", "", "nvidia.h100-sxm5-80gb", 1, "0.11.2", 65.9651, 0.005),
        # myoceane.fr, vLLM 0.19: heads of two widths, so that there are two tables of positions, of 262,144 tokens.
        ("google/gemma-4-26B-A4B", "", "nvidia.a100-sxm4-80gb", 1, "", 48.5, 0.02),
        # oumi-ai/oumi pull request 1223: in 16 bits, and as unsloth publishes it, with scales in 8 bits.
        ("meta-llama/Llama-3.2-1B", "bf16", "nvidia.a100-sxm4-40gb", 1, "", 2.3185, 0.001),
        ("meta-llama/Llama-3.2-1B", "nf4-dq", "nvidia.a100-sxm4-40gb", 1, "", 0.9786, 0.01),
        # vLLM issue 10517, pull request 12569 (w8a8) and issue 15676 (vLLM 0.8.2, the part in addition is not known).
        ("meta-llama/Meta-Llama-3.1-8B", "bf16", "nvidia.rtx-3090", 1, "", 14.9888, 0.001),
        ("meta-llama/Meta-Llama-3.1-70B", "fp8", "nvidia.h100-sxm5-80gb", 1, "", 67.7229, 0.02),
        ("google/gemma-3-27b-it", "bf16", "nvidia.rtx-4090", 4, "", 13.1665, 0.25),
        # robotmunki.com: attention stays in 16 bits, as the file says.
        ("nvidia/Gemma-4-31B-IT-NVFP4", "", "nvidia.h100-sxm5-80gb", 1, "", 31.18, 0.22),
        # ovg-project/kvcached pull request 448: weights_memory.
        ("Qwen/Qwen2.5-0.5B", "bf16", "nvidia.a100-sxm4-40gb", 1, "", 0.93, 0.006),
    ],
)
def test_loaded_weights_are_as_vllm_logs_them(
    model: str, form: str, gpu: str, gpus: int, release: str, logged: float, error: float
) -> None:
    """The value is near, and the log is in the range, printed digits granted."""
    board, engine = boards()[gpu], engine_at("vllm", release) if release else engines()["vllm"]
    weights = format_named(model, form) if form else default_format(model)
    asked = Serving(weights, 2.0, 1, 1024, 1280, Split(gpus))
    found = serving_memory(named_model(model), engine, asked, board.usable_gib, board.capability, gpu)
    value, low, high = loaded_weights(found)
    assert value == pytest.approx(logged, abs=error)
    assert low - 0.005 <= logged <= high + 0.005


@pytest.mark.parametrize(
    ("model", "logged"),
    [
        # Logs of llama.cpp, "model params": lmstudio-bug-tracker issue 1074, ik_llama.cpp pull requests 370 and 84 and issue 822.
        ("Qwen/Qwen3-32B", "32.76"),
        ("Qwen/Qwen3-30B-A3B", "30.532"),
        ("meta-llama/Meta-Llama-3.1-8B", "8.030"),
        ("openai/gpt-oss-20b", "20.91"),
    ],
)
def test_parameters_are_as_logged(model: str, logged: str) -> None:
    digits = len(logged.partition(".")[2])
    assert f"{find_model(model).architecture.parameters / 1e9:.{digits}f}" == logged


@pytest.mark.parametrize(
    ("model", "kv_bytes", "block", "padded"),
    [
        # "Setting attention block size to N tokens", "Padding mamba page size by P %": public logs of vLLM 0.11 to 0.22 on one GPU.
        ("Qwen/Qwen3.5-27B", 2.0, 784, 0.13),
        ("Qwen/Qwen3.5-27B", 1.0, 1568, 0.13),
        ("Qwen/Qwen3.5-35B-A3B", 2.0, 1056, 0.76),
        ("Qwen/Qwen3.5-35B-A3B", 1.0, 2096, 0.0),
        ("qwen3_next", 2.0, 544, 1.49),
        # ibm-granite/granite-4.0-h-1b, whose state is that of H Tiny: 48 × 64 × 128 and 3,328 × 3 elements of 2 bytes, 806,400 bytes.
        ("granitemoehybrid", 2.0, 400, 1.59),
    ],
)
def test_pages_of_hybrid_models_are_as_vllm_logs_them(model: str, kv_bytes: float, block: int, padded: float) -> None:
    """A state of a convolution has one input less than its kernel, in 16 bits; those of Qwen3-Next and Granite 4 H are in 16 bits too."""
    configs = {"qwen3_next": NEXT, "granitemoehybrid": GRANITE_1B}
    of = read_architecture(model, {"model_type": model, **configs[model]}) if model in configs else find_model(model).architecture
    kept, state = laid_out(of, engines()["vllm"].cache_layout, kv_bytes)
    narrow = 2 if model in configs else 0
    states = sum(cache.elements * (narrow or cache.state_bytes) for cache in of.caches if cache.kind is CacheKind.STATE)
    assert kept.block == block
    assert block * kept.elements * kv_bytes == state.elements
    assert 100 * (state.elements / states - 1) == pytest.approx(padded, abs=0.005)


@pytest.mark.parametrize(
    ("name", "state_bytes"),
    [
        ("Falcon Mamba", 64 * 2 * (8192 * 16 + 8192 * 3)),
        ("Codestral Mamba", 64 * 2 * (8192 * 128 + (8192 + 2 * 8 * 128) * 3)),
        ("Granite 4 H Tiny", 806_400),
    ],
)
def test_states_without_a_named_format_are_in_that_of_the_model(name: str, state_bytes: int) -> None:
    """vLLM, mamba_utils.py, _mamba_state_dtype: "auto" is the type of the model, for the states of both Mambas and of their hybrids."""
    kind, case = CASES[name]
    caches = laid_out(read_architecture(name, {"model_type": kind, **case.config}), engines()["vllm"].cache_layout, 2.0)
    if any(cache.kind is not CacheKind.STATE for cache in caches):
        (state,) = [cache for cache in caches if cache.kind is CacheKind.STATE]
        assert state.elements == pytest.approx(1.0159 * state_bytes, rel=1e-4), "padded to 400 tokens"
        return
    assert sum(cache.layers * cache.elements * cache.state_bytes for cache in caches) == state_bytes


def test_the_pool_of_kimi_linear_is_as_vllm_logs_it() -> None:
    """vLLM issue 28228: AWQ on two RTX 3090, "Add 1 padding layers", 2.30 GiB: 75,840 tokens, 2.48 sequences of 120,000.

    A state on one of two GPUs has 1,085,440 bytes, a block 960 latent entries of 1,152; 7 latent layers are a group, 21 with states three.
    """
    model, engine = kimi_linear(), engines()["vllm"]
    latent, state = laid_out(model, engine.cache_layout, 2.0, tensor=2)
    page = 960 * 1152
    assert (latent.layers, latent.block, state.layers, state.elements // 2) == (7, 960, 21, page)
    assert math.floor(2.30 * GIB / (7 * page)) // 4 * 960 == 75_840
    kept = {
        tokens: sum(cache_bytes(cache, Split(2), 2.0, tokens, engine.block_tokens) for cache in (latent, state))
        for tokens in (1280, 120_000)
    }
    assert kept[1280] == (2 + 3) * 7 * page == pytest.approx(38.7e6, rel=1e-3)
    assert 2.30 * GIB / kept[120_000] == pytest.approx(2.48, abs=0.015)


@pytest.mark.parametrize("tensor", [1, 2, 4, 8])
def test_the_cache_of_kimi_linear_is_not_exact(tensor: int) -> None:
    """The block depends on the attention kernel, here 64 entries or a multiple; the search counts as the plan does."""
    asked = ServingWorkload(kimi_linear(), weight_format("bf16"), 2.0, 1024, 256, 8, engines()["vllm"], 0.9)
    board = boards()["nvidia.h200-sxm-141gb"]
    grid = Grid(asked, [board], None)
    row = int(np.flatnonzero((grid.tensor == tensor) & (grid.pipeline == 1) & (grid.groups == 1))[0])
    term = plan_memory(asked, board, Split(tensor), 8).term("cache")
    assert term.kind is Kind.CALIBRATED
    assert "28228" in term.source
    assert term.low <= term.value <= term.high
    assert term.low < term.high
    (searched,) = grid._cache_bytes(np.full(len(grid.tensor), 1280.0))[[row]]
    assert 8 * searched / GIB == pytest.approx(term.value)


def test_pages_of_hybrids_follow_the_heads_on_a_gpu() -> None:
    """Qwen3.5-35B-A3B has two heads of keys and values: a GPU of eight has one of them, and an eighth of a state."""
    model, layout = find_model("Qwen/Qwen3.5-35B-A3B").architecture, engines()["vllm"].cache_layout
    blocks = [laid_out(model, layout, 2.0, tensor=tensor)[0].block for tensor in (1, 2, 4, 8)]
    assert blocks == [1056, 1056, 528, 272]


def kimi_linear() -> Architecture:
    kind, case = CASES["Kimi Linear"]
    return read_architecture("Kimi Linear", {"model_type": kind, **case.config})
