"""The architectures that come with the program: each is counted exactly, and found by what people call it."""

import numpy as np
import pytest

from gpudesk.catalog.models import ModelEntry, find_model, find_models, model_entries
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import CacheKind, Part, Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.work.model_split import Split, cache_bytes, divisor
from gpudesk.sizing.gpus.sizing_tables import weight_format


@pytest.mark.parametrize("entry", list(model_entries().values()), ids=lambda entry: entry.name)
def test_every_architecture_is_counted_exactly(entry: ModelEntry) -> None:
    model = entry.architecture
    assert model.parameters == entry.parameters
    if entry.active is not None:
        assert model.active_parameters == entry.active


def test_parts_of_pipelines_have_no_words_and_keep_nothing() -> None:
    parts = [entry.architecture for entry in model_entries().values() if "_class_name" in entry.config]
    assert len(parts) == 22
    assert not any(model.vocabulary or model.caches for model in parts)


def test_what_modulates_a_denoiser_is_held_whole_by_each_gpu() -> None:
    """FLUX.1: 2 × 19 layers of 6 and 38 of 3 widths, and the output of 2; a third of the model."""
    model = model_entries()["black-forest-labs/FLUX.1-dev / transformer"].architecture
    modulation = [weight for weight in model.weights if weight.role is Role.MODULATION]
    assert sum(weight.total for weight in modulation) == (2 * 19 * 6 + 38 * 3 + 2) * 3072**2
    assert all(divisor(weight, Split(tensor=4), 0) == 1 for weight in modulation)
    assert {weight.part for weight in model.weights} == {Part.DENOISER}


@pytest.mark.parametrize(
    ("name", "bytes_a_token"),
    # Sixteen bits an element; published allocations of these models agree with the formulas.
    [
        ("meta-llama/Meta-Llama-3.1-70B", 327_680),
        ("deepseek-ai/DeepSeek-V3", 70_272),
        ("Qwen/Qwen3-235B-A22B", 192_512),
        # 78 layers: 576 elements, and the key of an indexer, 128 in 8 bits with a scale of 4 bytes (vLLM, SGLang, TensorRT-LLM).
        ("zai-org/GLM-5", 100_152),
        ("openai/gpt-oss-120b", 36_864),
        ("google/gemma-3-27b-it", 81_920),
        ("Qwen/Qwen3.5-27B", 65_536),
        ("state-spaces/mamba-2.8b-hf", 0),
        # 5 of 30 layers look back without end: 2 heads of 512, keys and values both kept as their norms differ.
        ("google/gemma-4-26B-A4B", 20_480),
        ("nvidia/Gemma-4-31B-IT-NVFP4", 81_920),
        # Each 4 tokens an entry of 512 and one of 128 to pick it by in 21 layers; each 128 tokens one of 512 in 20.
        ("deepseek-ai/DeepSeek-V4-Flash", 6_880),
        ("deepseek-ai/DeepSeek-V4-Pro", 9_848),
        # 60 layers of 4 heads of 128 twice, and in 57 of them a key of 128 to pick blocks by.
        ("nvidia/MiniMax-M3-NVFP4", 137_472),
    ],
)
def test_the_cache_of_a_token(name: str, bytes_a_token: int) -> None:
    assert model_entries()[name].architecture.cache_bytes_per_token(2.0) == bytes_a_token


def test_layers_with_a_window_keep_no_more_than_it() -> None:
    """Gemma 3 27B at 131,072 tokens: 10 layers keep all, 52 keep 1,024: 10.41 GiB, not 62."""
    model = model_entries()["google/gemma-3-27b-it"].architecture
    kept = sum(cache.layers * cache.elements * cache.tokens_kept(131_072) * 2 for cache in model.caches)
    assert {cache.kind: cache.layers for cache in model.caches} == {CacheKind.FULL: 10, CacheKind.WINDOW: 52}
    assert kept / 2**30 == pytest.approx(10.41, abs=0.01)


def test_compressed_layers_keep_a_window_and_what_is_not_compressed_yet() -> None:
    """DeepSeek V4 Flash at 100,000 tokens: 25,000 entries of sparse layers, 781 of the others, and what waits for the next entry."""
    model = model_entries()["deepseek-ai/DeepSeek-V4-Flash"].architecture
    kept = {(cache.kind, cache.elements): (cache.layers, cache.tokens_kept(100_000)) for cache in model.caches if cache.every != 128}
    heavy = next(cache for cache in model.caches if cache.every == 128)
    assert kept[CacheKind.WINDOW, 512] == (43, 128)
    assert kept[CacheKind.LATENT, 512] == (21, 25_000)
    assert kept[CacheKind.LATENT, 128] == (21, 25_000)
    assert kept[CacheKind.STATE, 2 * 128 * 512] == (20, 1)
    # Two windows of 4 tokens, values and their weights, channels for each of the two entries a token goes into.
    assert kept[CacheKind.STATE, 2 * 4 * 2 * 2 * (512 + 128)] == (21, 1)
    assert (heavy.layers, heavy.tokens_kept(100_000)) == (20, 781)


@pytest.mark.parametrize("name", ["deepseek-ai/DeepSeek-V4-Pro", "google/gemma-4-26B-A4B", "nvidia/MiniMax-M3-NVFP4"])
def test_columns_and_lists_give_the_same_cache(name: str) -> None:
    model = model_entries()[name].architecture
    form = weight_format("fp8")
    columns = served_model(model, form).cache_bytes(np.array([1, 4]), np.array([1, 2]), 30_000.0, 1.0, 16)
    lists = [sum(cache_bytes(cache, split, 1.0, 30_000, 16) for cache in model.caches) for split in (Split(), Split(tensor=4, pipeline=2))]
    assert columns.tolist() == lists


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("llama-3.1-70b", "meta-llama/Meta-Llama-3.1-70B"),
        ("deepseek-ai/DeepSeek-R1", "deepseek-ai/DeepSeek-R1"),
        ("R1", "deepseek-ai/DeepSeek-R1"),
        ("qwen3 30b", "Qwen/Qwen3-30B-A3B"),
        ("gpt2", "gpt2"),
        ("facebook/opt-13b", "facebook/opt-13b"),
        ("facebook/opt-1.3b", "facebook/opt-1.3b"),
    ],
)
def test_a_model_is_found_by_what_people_call_it(called: str, name: str) -> None:
    assert find_model(called).name == name


def test_a_name_that_means_several_or_none_is_refused() -> None:
    with pytest.raises(InvalidData, match="matches several models"):
        find_model("llama")
    with pytest.raises(InvalidData, match=r"There is no model named .*config.json"):
        find_model("no such thing")


def test_words_in_any_order_and_none_at_all() -> None:
    assert [entry.name for entry in find_models("70b 3.3")] == ["meta-llama/Llama-3.3-70B-Instruct"]
    assert len(find_models("")) == len(model_entries())


def test_every_entry_names_its_source_and_how_it_was_counted() -> None:
    for entry in model_entries().values():
        assert entry.source
        assert entry.counted


@pytest.mark.parametrize(
    ("name", "context", "window"),
    # max_position_embeddings and sliding_window of the published config.json.
    [
        ("mistralai/Mistral-7B-v0.1", 32_768, 4096),
        ("mistralai/Mistral-7B-v0.3", 32_768, 0),
        ("microsoft/Phi-3-mini-4k-instruct", 4096, 2047),
        ("microsoft/Phi-4-mini-instruct", 131_072, 0),
        ("google/gemma-2b", 8192, 0),
        ("google/gemma-7b", 8192, 0),
        ("google/gemma-3-1b-it", 32_768, 512),
        ("Qwen/QwQ-32B", 40_960, 0),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", 131_072, 0),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", 131_072, 0),
    ],
)
def test_contexts_and_windows_are_those_of_the_published_files(name: str, context: int, window: int) -> None:
    model = find_model(name).architecture
    assert model.context == context
    assert max(cache.window for cache in model.caches) == window


@pytest.mark.parametrize(("context", "kept"), [(4096, 4096), (16_384, 4096)])
def test_a_window_as_long_as_the_context_changes_nothing(context: int, kept: int) -> None:
    """Mistral 7B v0.1 with another longest sequence: the window of 4,096 tokens counts only where sequences can be longer."""
    config = {**model_entries()["mistralai/Mistral-7B-v0.1"].config, "max_position_embeddings": context}
    (cache,) = read_architecture("", config).caches
    assert cache.kind is (CacheKind.WINDOW if context > 4096 else CacheKind.FULL)
    assert cache.tokens_kept(context) == kept
