"""Keys that change a count without being a dimension: biases, ties, kinds of layers, names of keys that transformers 5 saves.

Counts: transformers 5.24.0 on the meta device of torch, for the configuration of the class with the change.
"""

from typing import Any

import pytest

from gpudesk.core.models.architecture import CacheKind
from gpudesk.core.models.model_families import read_architecture
from tests.core.models.test_recent import ERNIE, KIMI, MOONVIT, NEXT, STATES, dense

MAMBA = {"hidden_size": 768, "num_hidden_layers": 32, "vocab_size": 50280, "state_size": 16, "conv_kernel": 4, "time_step_rank": 48}
FALCON_H1 = dense(1024, 36, 8, 2, 2048, 32784, head_dim=64, **STATES)
JAMBA = dense(4096, 32, 32, 8, 14336, 65536, num_experts=16, num_experts_per_tok=2)
PHI = dense(2048, 24, 32, 32, 8192, 51200)
OPT = {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "ffn_dim": 3072, "vocab_size": 50272}
NEOX = dense(6144, 44, 64, 64, 24576, 50432)
GPTJ = {"n_embd": 4096, "n_layer": 28, "n_head": 16, "vocab_size": 50400, "n_positions": 2048}
WHISPER = {"d_model": 384, "encoder_layers": 4, "decoder_layers": 4, "decoder_attention_heads": 6, "vocab_size": 51865}
WHISPER |= {"encoder_ffn_dim": 1536, "decoder_ffn_dim": 1536}
MIMO = dense(4096, 48, 64, 4, 16384, 152576, head_dim=192, v_head_dim=128, sliding_window=128, n_routed_experts=256)
MIMO |= {"num_experts_per_tok": 8, "moe_intermediate_size": 2048}
NEAR = ["full_attention" if layer == 0 or (layer + 1) % 6 == 0 else "sliding_attention" for layer in range(48)]
MOE = dense(2048, 24, 32, 4, 6144, 151936, num_experts_per_tok=8, moe_intermediate_size=768)

CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any], int]] = {
    "Mamba's width precedes its expansion": ("mamba", MAMBA, {"expand": 4, "intermediate_size": 1536}, 0),
    "biases of Mamba's projections": ("mamba", MAMBA, {"use_bias": True}, 32 * (2 * 1536 + 768)),
    "no bias of Mamba's convolution": ("mamba", MAMBA, {"use_conv_bias": False}, -32 * 1536),
    "biases of Jamba's projections": ("jamba", JAMBA, {"mamba_proj_bias": True}, 28 * (2 * 8192 + 4096)),
    "no bias of Jamba's convolution": ("jamba", JAMBA, {"mamba_conv_bias": False}, -28 * 8192),
    "bias into the state of Falcon-H1": ("falcon_h1", FALCON_H1, {"mamba_proj_bias": True}, 36 * (1536 + 1536 + 2 * 128 + 24)),
    "bias out of the state of Falcon-H1": ("falcon_h1", FALCON_H1, {"projectors_bias": True}, 36 * 1024),
    "dense layers of Qwen 3 Next": (
        "qwen3_next",
        {**NEXT, "intermediate_size": 5120},
        {"decoder_sparse_step": 2},
        -24 * (512 * 2048 + 3 * 2048 * 512 * 513 + 2048 - 3 * 2048 * 5120),
    ),
    "biases of ERNIE 4.5": (
        "ernie4_5_moe",
        ERNIE,
        {"use_bias": True},
        28 * (2560 + 2 * 512 + 2560) + (2 * 12288 + 2560) + 27 * (2 * 3072 + 2560) + 103424,
    ),
    "OPT without biases": ("opt", OPT, {"enable_bias": False}, -12 * (5 * 768 + 3072)),
    "OPT without weights of norms": ("opt", OPT, {"layer_norm_elementwise_affine": False}, -(2 * 12 + 1) * 2 * 768),
    "OPT without its last norm": ("opt", OPT, {"_remove_final_layer_norm": True}, -2 * 768),
    "OPT with a head": ("opt", OPT, {"tie_word_embeddings": False}, 50272 * 768),
    "BLOOM with a head": (
        "bloom",
        {"hidden_size": 64, "n_layer": 2, "n_head": 8, "vocab_size": 250880},
        {"tie_word_embeddings": False},
        250880 * 64,
    ),
    "GPT-2 with a head": ("gpt2", {}, {"tie_word_embeddings": False}, 50257 * 768),
    "GPT-J without a head": ("gptj", GPTJ, {"tie_word_embeddings": True}, -50400 * 4096),
    "Phi without a head": ("phi", PHI, {"tie_word_embeddings": True}, -51200 * 2048),
    "norms of Phi's queries and keys": ("phi", PHI, {"qk_layernorm": True}, 24 * 2 * 2 * 64),
    "GPT-NeoX without biases of attention": ("gpt_neox", NEOX, {"attention_bias": False}, -44 * 4 * 6144),
    "Whisper with a head": ("whisper", WHISPER, {"tie_word_embeddings": False}, 51865 * 384),
    "biases of MiMo V2": ("mimo_v2_flash", MIMO, {"attention_bias": True}, 9 * (64 * 192 + 4 * 320) + 39 * (64 * 192 + 8 * 320)),
    "narrower heads of Nomic's BERT": (
        "nomic_bert",
        {"n_embd": 768, "n_layer": 12, "n_head": 24, "n_inner": 3072, "vocab_size": 30528},
        {"head_dim": 64},
        12 * 4 * 768 * 768,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_key_changes_the_count_as_the_class_does(name: str) -> None:
    kind, config, change, difference = CASES[name]
    plain, changed = (read_architecture(kind, {"model_type": kind, **config, **more}) for more in ({}, change))
    assert changed.parameters - plain.parameters == difference
    assert changed.tied is change.get("tie_word_embeddings", plain.tied)


def test_files_saved_by_transformers_5_name_kinds_of_layers_and_experts_otherwise() -> None:
    """Class totals: MiMo V2 308,778,768,832 with `layer_types`; Qwen 3 with experts without a head width: 15,350,731,776."""
    mimo = read_architecture("mimo", {"model_type": "mimo_v2_flash", **MIMO, "layer_types": NEAR})
    assert mimo.parameters == 308_778_768_832
    assert sorted((cache.kind, cache.layers, cache.elements) for cache in mimo.caches) == [
        (CacheKind.FULL, 9, 4 * 320),
        (CacheKind.WINDOW, 39, 8 * 320),
    ]
    moe = read_architecture("moe", {"model_type": "qwen3_moe", **MOE, "num_local_experts": 128})
    assert moe.parameters == 15_350_731_776
    assert [cache.elements for cache in moe.caches] == [2 * 4 * 64]


@pytest.mark.parametrize(
    ("names", "letters"), [(["mamba", "moe", "attention", "mlp"], "published"), (["linear_attention", "moe", "full_attention", "mlp"], "5")]
)
def test_both_names_of_the_layers_of_nemotron_h(names: list[str], letters: str) -> None:
    """github:huggingface/transformers, configuration_nemotron_h.py (`validate_layer_type`): 1,968,355,712 parameters of the class."""
    config = {"hidden_size": 4096, "vocab_size": 131072, "num_attention_heads": 32, "num_key_value_heads": 8, "mamba_num_heads": 128}
    config |= {"mamba_head_dim": 64, "ssm_state_size": 128, "intermediate_size": 21504, "n_routed_experts": 8, "num_experts_per_tok": 2}
    config |= {"moe_intermediate_size": 7688, "moe_shared_expert_intermediate_size": 7688}
    model = read_architecture(letters, {"model_type": "nemotron_h", **config, "layers_block_type": names})
    assert model.parameters == 1_968_355_712


def test_positions_and_joint_of_the_tower_of_kimi_k25_as_transformers_5_names_them() -> None:
    tower = {**MOONVIT, "pos_emb_height": 128, "pos_emb_width": 64}
    plain, high = (
        read_architecture("k", {"model_type": "kimi_k25", "text_config": KIMI, "vision_config": sizes}) for sizes in (MOONVIT, tower)
    )
    wide = {"model_type": "kimi_k25", "text_config": KIMI, "vision_config": MOONVIT, "projection_hidden_size": 2304}
    assert high.parameters - plain.parameters == 64 * 64 * 1152
    assert read_architecture("k", wide).parameters - plain.parameters == 2 * 1152


def test_norms_without_weights_are_inside_the_range_of_an_unknown_type() -> None:
    """nanochat (transformers 5.24.0): 256,573,440 parameters, no gate, norms without weights."""
    config = dense(768, 12, 6, 6, 8192, 50304, max_position_embeddings=2048, tie_word_embeddings=False, hidden_act="relu2")
    model = read_architecture("nano", {"model_type": "nanochat", **config})
    assert model.spread[0] * model.parameters <= 256_573_440 <= model.spread[1] * model.parameters
