"""Reading configurations: what is missing or impossible is told, all at once."""

import contextlib
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Role
from gpudesk.core.models.model_families import known_families, read_architecture

SMALL: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "intermediate_size": 96,
    "vocab_size": 100,
}


def test_a_small_model_by_hand() -> None:
    model = read_architecture("small", SMALL)
    layer = 64 * 64 + 2 * (64 * 32) + 64 * 64 + 3 * 64 * 96 + 2 * 64
    assert model.parameters == 2 * layer + 2 * 100 * 64 + 64
    assert model.parameters_of([Role.NORM]) == 2 * 2 * 64 + 64
    assert model.cache_bytes_per_token(1.0) == 2 * 2 * 2 * 16


def test_tied_words_are_counted_once() -> None:
    apart, tied = read_architecture("", SMALL), read_architecture("", {**SMALL, "tie_word_embeddings": True})
    assert apart.parameters - tied.parameters == 100 * 64


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture(
            "x", {"model_type": "llama", "hidden_size": -4, "num_hidden_layers": 1e9, "num_attention_heads": "many", "vocab_size": True}
        )
    told = [problem.plain() for problem in caught.value.problems]
    for name in ("hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size", "intermediate_size"):
        assert any(f"config.{name}:" in line for line in told), name


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 0, -1, 1.5, [], {}, "64", 10**30])
def test_an_impossible_width_is_refused(value: object) -> None:
    with pytest.raises(InvalidData):
        read_architecture("x", {**SMALL, "hidden_size": value})


@pytest.mark.parametrize("kind", [None, 7, ["llama"]])
def test_an_unknown_kind_is_said_to_be_unknown(kind: object) -> None:
    with pytest.raises(InvalidData, match="are not supported"):
        read_architecture("x", {**SMALL, "model_type": kind})


@pytest.mark.parametrize("family", known_families())
def test_no_reader_stumbles_over_an_empty_or_a_wrong_file(family: str) -> None:
    wrong = {name: value for name in ("text_config", "vision_config", "hidden_size", "d_model", "n_embd") for value in [["no mapping"]]}
    for values in ({}, wrong, {"num_hidden_layers": 3, "num_attention_heads": 10**9, "head_dim": 10**8}):
        with contextlib.suppress(InvalidData):
            assert read_architecture("x", {"model_type": family, **values}).parameters > 0


def test_more_experts_used_than_there_are() -> None:
    mixture = {**SMALL, "model_type": "mixtral", "num_local_experts": 4, "num_experts_per_tok": 5}
    with pytest.raises(InvalidData, match="5 of 4 experts"):
        read_architecture("x", mixture)


def test_kinds_of_layers_must_be_as_many_as_layers() -> None:
    with pytest.raises(InvalidData, match="2 layers, but 1 kinds"):
        read_architecture("x", {**SMALL, "model_type": "gemma3_text", "layer_types": ["sliding_attention"]})
    with pytest.raises(InvalidData, match="2 layers, but 3 letters"):
        read_architecture(
            "x",
            {
                "model_type": "nemotron_h",
                "hidden_size": 8,
                "num_hidden_layers": 2,
                "hybrid_override_pattern": "M*-",
                "num_attention_heads": 2,
                "num_key_value_heads": 1,
                "mamba_num_heads": 2,
                "mamba_head_dim": 4,
                "ssm_state_size": 4,
                "vocab_size": 10,
                "intermediate_size": 16,
            },
        )


UNET: dict[str, Any] = {
    "_class_name": "UNet2DConditionModel",
    "block_out_channels": [8, 16],
    "down_block_types": ["CrossAttnDownBlock2D", "DownBlock2D"],
    "up_block_types": ["UpBlock2D", "CrossAttnUpBlock2D"],
    "layers_per_block": 1,
    "cross_attention_dim": 12,
}


def test_a_part_of_a_pipeline_is_known_by_its_class() -> None:
    model = read_architecture("small", UNET)
    # In and out; 1 + 1 steps down, 1 in the middle, 2 + 2 up.
    assert model.family == "UNet2DConditionModel"
    assert model.layers == 7
    assert model.weights[0].shape == (8, 4, 3, 3)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"down_block_types": ["AttnDownBlock2D", "DownBlock2D"]}, "config.down_block_types: 2 of"),
        ({"up_block_types": ["UpBlock2D"]}, "config.up_block_types: 2 of"),
        ({"transformer_layers_per_block": [1, 2, 3]}, "2 blocks, but 3 numbers"),
        ({"block_out_channels": []}, "config.block_out_channels:"),
        ({"class_embed_type": "timestep"}, "config.class_embed_type: only none"),
        ({"addition_embed_type": "image"}, "config.addition_embed_type: only text_time"),
    ],
)
def test_a_denoiser_with_parts_that_are_not_counted_is_refused(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture("x", {**UNET, **changed})
    assert any(told in problem.plain() for problem in caught.value.problems)


def test_unknown_compression_is_refused() -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture("x", {**SMALL, "model_type": "deepseek_v4", "compress_ratios": [4, 8]})
    assert any("0, 4 or 128" in problem.plain() for problem in caught.value.problems)
