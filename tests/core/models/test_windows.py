"""Windows of Qwen that its file turns on, and tied embeddings of models with a tower."""

from typing import Any

import pytest

from gpudesk.core.models.architecture import Role
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
TOWER = {
    "hidden_size": 128,
    "intermediate_size": 256,
    "depth": 2,
    "num_hidden_layers": 2,
    "num_heads": 2,
    "num_attention_heads": 2,
    "patch_size": 14,
    "image_size": 28,
    "out_hidden_size": 256,
    "vision_output_dim": 128,
    "projector_input_dim": 128,
    "projector_output_dim": 128,
}
KINDS = ["sliding_attention", "full_attention", "full_attention", "full_attention"]


LATER = {"use_sliding_window": True, "max_window_layers": 1}


def _windowed(config: dict[str, Any], window: int = 128) -> int:
    """Layers with a window."""
    model = read_architecture("small", config)
    assert sum(cache.layers for cache in model.caches) == 4
    return sum(cache.layers for cache in model.caches if cache.window == window)


@pytest.mark.parametrize("kind", ["qwen2", "qwen3"])
@pytest.mark.parametrize(
    ("said", "windowed"),
    [
        ({"use_sliding_window": False, "max_window_layers": 1}, 0),
        ({}, 0),
        (LATER, 3),
        ({"use_sliding_window": True, "max_window_layers": 4}, 0),
        ({"use_sliding_window": True}, 0),
        ({**LATER, "sliding_window": None}, 0),
        ({"use_sliding_window": True, "layer_types": KINDS, "max_window_layers": 1}, 1),
    ],
)
def test_layers_from_max_window_layers_on_have_a_window(kind: str, said: dict[str, Any], windowed: int) -> None:
    """github:huggingface/transformers, configuration_qwen2.py: off unless use_sliding_window; 28 layers without one by default."""
    assert _windowed({**SMALL, "model_type": kind, **said}) == windowed


@pytest.mark.parametrize(
    ("said", "windowed"),
    [
        ({"use_sliding_window": False, "max_window_layers": 1}, 0),
        ({}, 0),
        (LATER, 4),
        ({"use_sliding_window": True}, 4),
        ({"use_sliding_window": True, "layer_types": KINDS}, 4),
        ({"use_sliding_window": True, "sliding_window": None}, 0),
    ],
)
def test_every_layer_of_qwen3_with_experts_has_the_window(said: dict[str, Any], windowed: int) -> None:
    """github:huggingface/transformers, modeling_qwen3_moe.py: Qwen3MoeAttention takes sliding_window in each layer."""
    assert _windowed({**SMALL, "model_type": "qwen3_moe", **said}) == windowed


@pytest.mark.parametrize(
    ("said", "windowed"),
    [
        ({"max_window_layers": 1}, 0),
        (LATER, 1),
        ({"use_sliding_window": True, "max_window_layers": 3}, 2),
        ({"use_sliding_window": True}, 2),
        ({"use_sliding_window": True, "layer_types": KINDS[::-1]}, 1),
    ],
)
def test_every_second_layer_of_qwen2_with_experts_has_the_window(said: dict[str, Any], windowed: int) -> None:
    """github:huggingface/transformers, configuration_qwen2_moe.py: layers 0, 2, … before max_window_layers."""
    config = {**SMALL, "shared_expert_intermediate_size": 128, "model_type": "qwen2_moe"}
    assert _windowed({**config, **said}) == windowed


@pytest.mark.parametrize(("kind", "windowed"), [("qwen2", 3), ("qwen3", 3), ("qwen3_moe", 4)])
def test_a_window_without_a_size_has_4096_tokens(kind: str, windowed: int) -> None:
    config = {name: value for name, value in SMALL.items() if name != "sliding_window"}
    assert _windowed({**config, "model_type": kind, **LATER}, 4096) == windowed


def test_the_text_of_qwen3_vl_with_experts_has_no_window() -> None:
    """github:huggingface/transformers, configuration_qwen3_vl_moe.py: sliding_window is None."""
    assert _windowed({"model_type": "qwen3_vl_moe", "text_config": {**SMALL, **LATER}, "vision_config": TOWER}) == 0


SEEING: dict[str, dict[str, Any]] = {
    "qwen3_vl": SMALL,
    "qwen3_vl_moe": SMALL,
    "qwen2_5_vl": SMALL,
    "mistral3": {**SMALL, "sliding_window": None},
    "gemma3": SMALL,
    "qwen3_5": {
        **SMALL,
        "linear_num_key_heads": 2,
        "linear_num_value_heads": 2,
        "linear_key_head_dim": 64,
        "linear_value_head_dim": 64,
    },
}


@pytest.mark.parametrize("kind", SEEING)
@pytest.mark.parametrize(
    ("whole", "text", "tied"),
    [(True, None, True), (True, False, True), (False, True, False), (None, True, True), (None, False, False)],
)
def test_tied_embeddings_of_the_whole_file_precede_those_of_its_text(kind: str, whole: bool | None, text: bool | None, tied: bool) -> None:
    config = {
        "model_type": kind,
        "tie_word_embeddings": whole,
        "text_config": {**SEEING[kind], "tie_word_embeddings": text},
        "vision_config": TOWER,
    }
    model = read_architecture("small", config)
    assert model.tied is tied
    assert (Role.HEAD in {weight.role for weight in model.weights}) is not tied


@pytest.mark.parametrize(("whole", "text"), [(True, False), (False, True), (None, True)])
def test_only_the_text_of_llama_4_ties_its_head(whole: bool | None, text: bool) -> None:
    """github:huggingface/transformers, modeling_llama4.py: Llama4ForCausalLM ties by the text's file; the whole model does not."""
    part = {**SMALL, "num_local_experts": 4, "intermediate_size_mlp": 512, "tie_word_embeddings": text}
    config = {"model_type": "llama4", "tie_word_embeddings": whole, "text_config": part, "vision_config": TOWER}
    assert read_architecture("small", config).tied is text
