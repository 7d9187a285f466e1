"""The architectures that come with the program: each is counted exactly, and found by what people call it."""

import pytest

from gpudesk.catalog.models import ModelEntry, find_model, find_models, model_entries
from gpudesk.core.errors import InvalidData
from gpudesk.core.models.architecture import CacheKind

NOT_READ = {"deepseek_v4", "gemma4", "minimax_m3_vl"}
"""Kinds of models without a reader; those of pipelines for pictures have a class instead of a kind."""


def _is_read(entry: ModelEntry) -> bool:
    return "model_type" in entry.config and entry.config["model_type"] not in NOT_READ


@pytest.mark.parametrize("entry", [entry for entry in model_entries().values() if _is_read(entry)], ids=lambda entry: entry.name)
def test_every_architecture_is_counted_exactly(entry: ModelEntry) -> None:
    model = entry.architecture
    assert model.parameters == entry.parameters
    if entry.active is not None:
        assert model.active_parameters == entry.active


def test_what_has_no_reader_is_said_to_be_unknown() -> None:
    unread = [entry for entry in model_entries().values() if not _is_read(entry)]
    assert unread
    for entry in unread:
        with pytest.raises(InvalidData, match="are not known here"):
            _ = entry.architecture


@pytest.mark.parametrize(
    ("name", "bytes_a_token"),
    # Sixteen bits an element; published allocations of these models agree with the formulas.
    [
        ("meta-llama/Meta-Llama-3.1-70B", 327_680),
        ("deepseek-ai/DeepSeek-V3", 70_272),
        ("Qwen/Qwen3-235B-A22B", 192_512),
        ("openai/gpt-oss-120b", 36_864),
        ("google/gemma-3-27b-it", 81_920),
        ("Qwen/Qwen3.5-27B", 65_536),
        ("state-spaces/mamba-2.8b-hf", 0),
    ],
)
def test_the_cache_of_a_token(name: str, bytes_a_token: int) -> None:
    assert 2 * model_entries()[name].architecture.cache_elements_per_token == bytes_a_token


def test_layers_with_a_window_keep_no_more_than_it() -> None:
    """Gemma 3 27B at 131,072 tokens: 10 layers keep all, 52 keep 1,024: 10.41 GiB, not 62."""
    model = model_entries()["google/gemma-3-27b-it"].architecture
    kept = sum(cache.layers * cache.elements * cache.tokens_kept(131_072) * 2 for cache in model.caches)
    assert {cache.kind: cache.layers for cache in model.caches} == {CacheKind.FULL: 10, CacheKind.WINDOW: 52}
    assert kept / 2**30 == pytest.approx(10.41, abs=0.01)


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("llama-3.1-70b", "meta-llama/Meta-Llama-3.1-70B"),
        ("deepseek-ai/DeepSeek-R1", "deepseek-ai/DeepSeek-R1"),
        ("R1", "deepseek-ai/DeepSeek-R1"),
        ("qwen3 30b", "Qwen/Qwen3-30B-A3B"),
        ("gpt2", "gpt2"),
    ],
)
def test_a_model_is_found_by_what_people_call_it(called: str, name: str) -> None:
    assert find_model(called).name == name


def test_a_name_that_means_several_or_none_is_refused() -> None:
    with pytest.raises(InvalidData, match="may be any of these models"):
        find_model("llama")
    with pytest.raises(InvalidData, match=r"No model here is called .*config.json"):
        find_model("no such thing")


def test_words_in_any_order_and_none_at_all() -> None:
    assert [entry.name for entry in find_models("70b 3.3")] == ["meta-llama/Llama-3.3-70B-Instruct"]
    assert len(find_models("")) == len(model_entries())


def test_every_entry_names_its_source_and_how_it_was_counted() -> None:
    for entry in model_entries().values():
        assert entry.source
        assert entry.counted
