"""A format for which a model's publisher has a release is counted as that release is."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import ATTENTION
from gpudesk.core.work.model_split import Split, stage_weights
from gpudesk.sizing.gpus.sizing_tables import engine_for, kv_bytes, release_shown, weight_format
from gpudesk.sizing.models.published_formats import format_named, is_conversion, published_format
from gpudesk.sizing.serving.serving_request import Asked, format_of

GIB = 2**30
LLAMA_405B = "meta-llama/Meta-Llama-3.1-405B"


def test_llama_405b_in_fp8_keeps_attention_and_the_outer_layers_in_sixteen_bits() -> None:
    """vLLM logged 57.75 GiB on each of 8 H100 for the release with 16 heads of keys and values; the present one has 8."""
    model = find_model(LLAMA_405B).architecture
    form = format_named(LLAMA_405B, "fp8")
    parts = form.stored(model)
    assert {part.element_bytes for part in parts if part.weight.role in ATTENTION} == {2.0}
    eight_bits = [part for part in parts if part.element_bytes < 1.5]
    assert {layer for part in eight_bits for layer in part.weight.layers} == set(range(1, 125))
    fewer_heads = 2 * 16384 * 8 * 128 * 126 * 2 / 8
    assert max(stage_weights(model, Split(8), parts)) / GIB == pytest.approx(57.75 - fewer_heads / GIB, abs=0.1)


def test_the_form_asks_for_the_release_too() -> None:
    assert format_of(Asked(LLAMA_405B), "fp8").source == format_named(LLAMA_405B, "fp8").source
    assert not is_conversion(weight_format("bf16"), format_named(LLAMA_405B, "fp8"))


def test_without_a_release_the_format_is_a_conversion() -> None:
    form = format_named("meta-llama/Meta-Llama-3.1-70B", "fp8")
    assert form == weight_format("fp8")
    assert is_conversion(weight_format("bf16"), form)


def test_published_totals_to_the_byte() -> None:
    """Totals of the indexes of openai/gpt-oss-20b and -120b: 13,761,264,768 and 65,248,815,744 bytes."""
    for name, size in (("openai/gpt-oss-20b", 13_761_264_768), ("openai/gpt-oss-120b", 65_248_815_744)):
        form = published_format(name)
        assert form is not None
        assert sum(part.total_bytes for part in form.parts) == size


@pytest.mark.parametrize("cache", ["fp8", "nvfp4", "int8"])
def test_formats_of_the_cache_that_releases_name_exist(cache: str) -> None:
    assert cache in kv_bytes()


@pytest.mark.parametrize(
    ("engine", "name", "release", "planned"),
    [
        ("vllm", "gemma-4-31b", "", "0.19.0"),
        ("vllm", "gemma-4-31b", "0.20.2", "0.20.2"),
        ("sglang", "gemma-4-31b", "", "0.5.13"),
        ("trtllm", "gemma-4-31b", "", "1.0.0"),
        ("vllm", "gemma-3-27b", "", "0.11.2"),
    ],
)
def test_a_plan_is_for_a_release_that_knows_the_model(engine: str, name: str, release: str, planned: str) -> None:
    """The releases of launch files, vLLM 0.11.2 and SGLang 0.5.5, are older than Gemma 4."""
    assert release_shown(engine_for(engine, find_model(name).architecture, release)) == planned


@pytest.mark.parametrize(("engine", "release", "first"), [("vllm", "0.18", "0.19"), ("sglang", "0.5.10", "0.5.11")])
def test_a_release_older_than_a_model_is_refused(engine: str, release: str, first: str) -> None:
    model = find_model("gemma-4-31b").architecture
    with pytest.raises(InvalidData, match=f"{release} does not support .*: release {first} is the first that does"):
        engine_for(engine, model, release)
