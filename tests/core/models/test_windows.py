"""Windows of Qwen that its file turns on."""

from typing import Any

import pytest

from gpudesk.core.models.model_families import read_architecture

SMALL = {
    "hidden_size": 256,
    "intermediate_size": 512,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 64,
    "vocab_size": 1000,
    "num_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 128,
    "sliding_window": 128,
}
KINDS = ["sliding_attention", "full_attention", "full_attention", "full_attention"]


@pytest.mark.parametrize("kind", ["qwen2", "qwen3", "qwen3_moe"])
@pytest.mark.parametrize(
    ("said", "windowed"),
    [
        ({"use_sliding_window": False, "max_window_layers": 1}, 0),
        ({}, 0),
        ({"use_sliding_window": True, "max_window_layers": 1}, 3),
        ({"use_sliding_window": True, "max_window_layers": 4}, 0),
        ({"use_sliding_window": True}, 0),
        ({"use_sliding_window": True, "layer_types": KINDS, "max_window_layers": 1}, 1),
    ],
)
def test_layers_from_max_window_layers_on_have_a_window(kind: str, said: dict[str, Any], windowed: int) -> None:
    """github:huggingface/transformers, configuration_qwen2.py: off unless use_sliding_window; 28 layers without one by default."""
    model = read_architecture("small", {**SMALL, "model_type": kind, **said})
    assert sum(cache.layers for cache in model.caches if cache.window == 128) == windowed
    assert sum(cache.layers for cache in model.caches) == 4
