"""Memory of keys and values, and FLOP of prompts, counted token by token from the published shape of models."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.serving.decode_speed import prompt_flops
from gpudesk.core.serving.served_model import served_model
from gpudesk.sizing.gpus.sizing_tables import weight_formats
from gpudesk.sizing.models.named_model import named_model

SHAPES = {
    "llama-3.1-8b": (32, 32, 8, 128, 8_030_261_248, 128_256 * 4_096),
    "llama-3.1-70b": (80, 64, 8, 128, 70_553_706_496, 128_256 * 8_192),
}
"""Layers, heads, heads of keys and values, width of a head, parameters and those of the table that is looked up: config.json of each."""


@given(st.sampled_from(sorted(SHAPES)), st.integers(1, 3_000), st.sampled_from([1.0, 2.0]))
def test_keys_and_values_are_kept_for_each_token_layer_and_head(name: str, tokens: int, element_bytes: float) -> None:
    """Two vectors a token (Pope et al. 2022, section 3.3), laid out as arrays and measured."""
    layers, _, heads, width, *_ = SHAPES[name]
    served = served_model(named_model(name), weight_formats()["bf16"])
    one = np.ones(1, np.int64)
    kept = np.broadcast_to(np.uint8(0), (layers, 2, tokens, heads, width, int(element_bytes))).nbytes
    assert served.cache_bytes(one, one, tokens, element_bytes)[0] == kept
    shared = served.cache_bytes(8 * one, one, tokens, element_bytes)[0]
    assert shared * 8 == kept


@given(st.sampled_from(sorted(SHAPES)), st.integers(1, 4_000))
def test_flop_of_a_prompt_are_those_of_its_tokens_one_by_one(name: str, prompt: int) -> None:
    """2 FLOP a parameter, and 2 for each product of a query with a key and of a weight with a value (Kaplan et al. 2020, table 1).

    A token that looks at itself too makes half a token more than the average of half the prompt.
    """
    layers, heads, _, width, parameters, looked_up = SHAPES[name]
    served = served_model(named_model(name), weight_formats()["bf16"])
    counted = sum(2 * (parameters - looked_up) + 2 * 2 * layers * heads * width * before for before in range(prompt))
    own = 2 * layers * heads * width * prompt
    assert prompt_flops(served, np.array([float(prompt)]))[0] == pytest.approx(counted + own, rel=1e-4)
