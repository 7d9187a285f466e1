"""Formats of recurrent states that the file of a model names."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import find_model, model_entries
from gpudesk.core.models.architecture import Architecture, CacheKind
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, engines
from gpudesk.sizing.models.published_formats import format_named
from gpudesk.sizing.serving.serving import ServingWorkload, serving_plans
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from tests.core.models.test_recent import NEXT


def _read(model: str, key: str, value: str | None) -> Architecture:
    known = {"qwen3_next": {**NEXT, "model_type": "qwen3_next"}}
    config = dict(known.get(model) or next(entry for entry in model_entries().values() if model in entry.name).config)
    config.pop(key, None)
    return read_architecture(model, config if value is None else {**config, key: value})


def _state_bytes(architecture: Architecture) -> int:
    return next(cache.state_bytes for cache in architecture.caches if cache.kind is CacheKind.STATE)


@pytest.mark.parametrize(("named", "size"), [("float32", 4), ("bfloat16", 2), ("float16", 2), (None, 4)])
@pytest.mark.parametrize(("model", "key"), [("Nemotron-3-Nano", "mamba_ssm_cache_dtype"), ("qwen3_next", "mamba_ssm_dtype")])
def test_states_have_the_format_that_the_file_names(model: str, key: str, named: str | None, size: int) -> None:
    """States in 16 bits do not follow an FP8 cache."""
    assert _state_bytes(_read(model, key, named)) == size


def test_vllm_keeps_a_state_in_the_format_that_the_file_names() -> None:
    layout = replace(engines()["vllm"].cache_layout, windows=())

    def held(value: str | None) -> float:
        return sum(
            cache.layers * cache.elements
            for cache in laid_out(_read("qwen3_next", "mamba_ssm_dtype", value), layout, 2.0)
            if cache.state_bytes
        )

    assert held("float32") > 1.8 * held("bfloat16")
    assert held(None) == held("bfloat16"), "where the file names none, vLLM has 16 bits"


@pytest.mark.parametrize("named", ["bfloat16", None])
def test_llama_cpp_keeps_states_and_convolutions_in_32_bits(named: str | None) -> None:
    """ggml-org/llama.cpp, llama-model.cpp, create_memory: recurrent_type_r and recurrent_type_s are GGML_TYPE_F32."""
    caches = laid_out(_read("qwen3_next", "mamba_ssm_dtype", named), engines()["llama.cpp"].cache_layout, 2.0)
    states = [cache for cache in caches if cache.kind is CacheKind.STATE]
    assert [cache.state_bytes for cache in states] == [4, 4]


def test_the_recurrent_memory_of_qwen3_next_in_llama_cpp() -> None:
    """A state of 32 heads of 128 × 128 and a convolution of 8,192 channels, 3 inputs each, for each layer, in 32 bits."""
    caches = laid_out(_read("qwen3_next", "mamba_ssm_dtype", None), engines()["llama.cpp"].cache_layout, 2.0)
    each = [cache.elements * cache.state_bytes for cache in caches if cache.kind is CacheKind.STATE]
    assert each == [32 * 128 * 128 * 4, 8192 * 3 * 4]


@pytest.mark.parametrize("model", ["deepseek-ai/DeepSeek-V3.2", "zai-org/GLM-5"])
@pytest.mark.parametrize(
    ("engine", "element_bytes", "size"), [("vllm", 1.0, 656), ("sglang", 1.0, 656), ("trtllm", 1.0, 576), ("vllm", 2.0, 1152)]
)
def test_sparse_latent_entries_have_scales_in_an_8_bit_cache(model: str, engine: str, element_bytes: float, size: int) -> None:
    """deepseek-ai/FlashMLA README: 512 FP8 values, 16 bytes of scales, 64 position elements in BF16; 132 bytes for the indexer.

    vLLM (`DeepseekV32IndexerCache`): 128 bytes of a key and a scale of 4 bytes, whatever the format of the cache.
    """
    latent, keys = laid_out(find_model(model).architecture, engines()[engine].cache_layout, element_bytes)
    assert latent.elements * (latent.state_bytes or element_bytes) == size
    assert keys.elements * keys.state_bytes == 132


@pytest.mark.parametrize(
    ("engine", "release", "capability", "size"),
    [
        ("vllm", "0.11.2", 10.0, 656),
        ("vllm", "0.19", 10.0, 576),
        ("vllm", "0.19", 10.3, 576),
        ("vllm", "0.19", 9.0, 656),
        ("vllm", "0.19", 12.0, 656),
        ("sglang", "0.5.5", 10.0, 656),
        ("sglang", "0.5.10", 10.0, 576),
        ("sglang", "0.5.10", 9.0, 656),
        ("trtllm", "1.0.0", 10.0, 576),
    ],
)
def test_kernels_of_tensorrt_llm_on_blackwell_store_plain_8_bits(engine: str, release: str, capability: float, size: int) -> None:
    """vLLM pull request 37252 and docs/design/attention_backends.md: FLASHINFER_MLA_SPARSE is the default for FP8 on capability 10.

    SGLang, calculate_mla_kv_cache_dim: 576 with its TensorRT-LLM backend. Without a release, the one of the launch files counts.
    """
    layout = engine_at(engine, release).cache_layout.on(capability)
    latent, _ = laid_out(find_model("deepseek-ai/DeepSeek-V3.2").architecture, layout, 1.0)
    assert latent.elements * (latent.state_bytes or 1) == size


def test_the_cache_of_a_plan_is_that_of_its_gpus() -> None:
    """Eight sequences of 33,024 tokens at most: 61 layers of 576 or 656 bytes, and 132 of the indexer, for each token."""
    model, release = find_model("deepseek-ai/DeepSeek-V3.2").architecture, engine_at("vllm", "0.19")
    asked = ServingWorkload(model, format_named("deepseek-v3.2", "fp8"), 1.0, 32768, 256, 8, release, 0.9)
    for key, each in (("nvidia.b200-sxm-180gb", 576), ("nvidia.h200-sxm-141gb", 656)):
        (plan,) = serving_plans(asked, [boards()[key]], 8)
        cached = plan.needed.term("cache").value * 2**30 * plan.groups / 8
        assert cached == pytest.approx(33024 * 61 * (each + 132), rel=1e-3)
    chosen = [boards()["nvidia.b200-sxm-180gb"], boards()["nvidia.h200-sxm-141gb"]]
    both = Grid(asked, chosen, 8)
    for at, board in enumerate(chosen):
        assert both.most[both.board == at].tolist() == Grid(asked, [board], 8).most.tolist(), "each has its own layout in one search"


def test_a_project_keeps_that_the_file_names_the_format() -> None:
    architecture = _read("qwen3_next", "mamba_ssm_dtype", "float32")
    own = OwnModel(architecture)
    assert own_model_from(own_model_text(own)).architecture.caches == architecture.caches


def test_a_stored_model_retains_its_mtp_layers() -> None:
    own = OwnModel(find_model("MiniMaxAI/MiniMax-M2.5").architecture)
    text = own_model_text(own)
    assert own_model_from(text).architecture.mtp_layers == 3
    assert own_model_from(text.replace('"mtp_layers":3,', "")).architecture.mtp_layers == 0, "of an older version"
