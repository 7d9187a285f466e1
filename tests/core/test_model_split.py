"""What one of several GPUs holds of a model."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.weight_formats import WeightFormat, read_bytes, weight_bytes
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.work.model_split import Split, cache_bytes, stage_bounds, stage_weights

BF16 = WeightFormat("bf16", "BF16", "BF16", Fraction(16), "all", "fp16", 8.0, "read", "")
FP8 = WeightFormat("fp8", "FP8", "FP8", 8 + Fraction(32, 16384), "linear", "fp8", 8.9, "read", "")
EXPERTS4 = WeightFormat("mxfp4", "MXFP4", "MXFP4", 4 + Fraction(8, 32), "experts", "fp4", 10.0, "read", "")

LLAMA_70B = {
    "model_type": "llama",
    "hidden_size": 8192,
    "num_hidden_layers": 80,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "intermediate_size": 28672,
    "vocab_size": 128256,
}
MIXTURE = {
    "model_type": "mixtral",
    "hidden_size": 512,
    "num_hidden_layers": 6,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "intermediate_size": 768,
    "vocab_size": 3200,
    "num_local_experts": 8,
    "num_experts_per_tok": 2,
}


def llama() -> Architecture:
    return read_architecture("llama", LLAMA_70B)


def test_weights_in_fp8_keep_words_and_head_in_sixteen_bits() -> None:
    """72.66 GB of 70.55 billion parameters: 68.45 billion in 8 bits, 2.10 billion in 16; scales add 0.02."""
    assert weight_bytes(llama(), FP8) / 1e9 == pytest.approx(72.66, abs=0.02)
    assert weight_bytes(llama(), BF16) == 2 * llama().parameters


def test_only_experts_are_stored_in_a_format_for_experts() -> None:
    model = read_architecture("", MIXTURE)
    experts = 6 * 8 * 3 * 512 * 768
    assert weight_bytes(model, EXPERTS4) == pytest.approx(experts * 4.25 / 8 + (model.parameters - experts) * 2)


@given(layers=st.integers(1, 200), stages=st.integers(1, 16))
def test_stages_take_every_layer_once(layers: int, stages: int) -> None:
    bounds = stage_bounds(layers, stages)
    assert [first for first, _ in bounds[1:]] == [behind for _, behind in bounds[:-1]]
    assert (bounds[0][0], bounds[-1][1]) == (0, layers)
    lengths = [behind - first for first, behind in bounds]
    assert max(lengths) - min(lengths) <= 1


@given(tensor=st.sampled_from([1, 2, 4, 8]), pipeline=st.sampled_from([1, 2, 3, 4]), mixture=st.booleans())
def test_no_weight_is_lost_by_sharing_out(tensor: int, pipeline: int, mixture: bool) -> None:
    model = read_architecture("", MIXTURE) if mixture else llama()
    held = sum(stage_weights(model, Split(tensor, pipeline), BF16.stored(model))) * tensor
    whole = weight_bytes(model, BF16)
    assert held >= whole * (1 - 1e-12)
    assert held <= whole * 1.2


@given(tensor=st.sampled_from([1, 2, 4, 8, 16]), mixture=st.booleans(), fp8=st.booleans())
def test_columns_say_what_the_tensors_say(tensor: int, mixture: bool, fp8: bool) -> None:
    model = read_architecture("", MIXTURE) if mixture else llama()
    form = FP8 if fp8 else BF16
    split = Split(tensor)
    served = served_model(model, form)
    one, many = np.array([1]), np.array([tensor])
    assert served.held_bytes(many, one, many)[0] == pytest.approx(stage_weights(model, split, form.stored(model))[0])
    alone = np.array([1.0])
    if tensor == 1:
        assert served.read_bytes(one, one, alone, alone)[0] == pytest.approx(read_bytes(model, form, 1))
    kept = sum(cache_bytes(cache, split, 2.0, 1000, 16) for cache in model.caches)
    assert served.cache_bytes(many, one, 1000.0, 2.0, 16)[0] == pytest.approx(kept)


def test_heads_that_are_fewer_than_the_gpus_are_held_several_times() -> None:
    cache = llama().caches[0]
    assert cache_bytes(cache, Split(8), 2.0, 1) == cache_bytes(cache, Split(16), 2.0, 1) == 327_680 / 8


def test_a_latent_cache_is_held_whole_and_a_state_does_not_grow() -> None:
    latent = Cache(CacheKind.LATENT, 61, 576)
    assert cache_bytes(latent, Split(8), 2.0, 1) == 70_272
    state = Cache(CacheKind.STATE, 4, 100, state_bytes=4)
    assert cache_bytes(state, Split(1), 2.0, 5) == cache_bytes(state, Split(1), 2.0, 5000) == 1600


def test_more_tokens_read_more_experts_up_to_all() -> None:
    model = read_architecture("", MIXTURE)
    one, many = read_bytes(model, BF16, 1), read_bytes(model, BF16, 4096)
    experts = 6 * 8 * 3 * 512 * 768 * 2
    assert many - one == pytest.approx(experts * 6 / 8)
