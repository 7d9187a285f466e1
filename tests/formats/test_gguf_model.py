"""GGUF files whose layers differ, and kinds without a reader of their own."""

from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Architecture, CacheKind, Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.cache_layout import kept_caches
from gpudesk.core.work.model_split import Split, stage_counts
from gpudesk.formats.models.model_files import read_model
from tests.formats import model_makers as make


def model_of(folder: Path, keys: dict[str, Any], tensors: dict[str, tuple[str, tuple[int, ...]]] | None = None) -> Architecture:
    path = folder / "a.gguf"
    path.write_bytes(make.gguf(keys, tensors=tensors or make.TENSORS))
    return read_model(path).architecture


def renamed(kind: str, **more: Any) -> dict[str, Any]:
    """The usual keys for another kind; names have "__" for dots."""
    keys = {name.replace("llama.", f"{kind}."): value for name, value in make.KEYS.items()}
    return {**keys, "general.architecture": kind, **{f"{kind}.{name.replace('__', '.')}": value for name, value in more.items()}}


def test_heads_of_each_layer(tmp_path: Path) -> None:
    model = model_of(tmp_path, {**make.KEYS, "llama.attention.head_count_kv": [4, 1]})
    assert [(cache.layers, cache.heads, cache.elements) for cache in model.caches] == [(1, 4, 4 * 128), (1, 1, 128)]
    assert not model.is_estimate


def test_layers_that_convolve_keep_a_state(tmp_path: Path) -> None:
    tensors = {name: tensor for name, tensor in make.TENSORS.items() if not name.startswith("blk.1.attn_")}
    tensors["blk.1.shortconv.in_proj.weight"] = ("Q4_K", (256, 768))
    model = model_of(tmp_path, renamed("lfm2", attention__head_count_kv=[2, 0], shortconv__l_cache=3), tensors)
    full, state = model.caches
    assert (full.layers, full.elements) == (1, 2 * 2 * 64)
    assert (state.layers, state.elements, state.state_bytes) == (1, 256 * 2, 4)


@pytest.mark.parametrize("kind", ["mamba", "mamba2"])
def test_a_kind_of_states_alone_needs_no_heads(tmp_path: Path, kind: str) -> None:
    keys = {name: value for name, value in renamed(kind).items() if not name.startswith(f"{kind}.attention.head_count")}
    tensors = {name: tensor for name, tensor in make.TENSORS.items() if ".attn_" not in name}
    model = model_of(tmp_path, keys, tensors)
    assert (model.family, model.layers, model.is_estimate, model.notes) == (kind, 2, False, ())


@pytest.mark.parametrize("kind", ["glm4", "olmo2", "jamba"])
def test_layers_with_queries_need_the_number_of_their_heads(tmp_path: Path, kind: str) -> None:
    """Without it they would keep nothing."""
    keys = {name: value for name, value in renamed(kind).items() if not name.startswith(f"{kind}.attention.head_count")}
    with pytest.raises(InvalidData, match=r"attention\.head_count"):
        model_of(tmp_path, keys)


def test_draft_layers_keep_nothing(tmp_path: Path) -> None:
    model = model_of(tmp_path, renamed("glm4moe", nextn_predict_layers=1))
    assert model.layers == 1
    assert model.caches[0].layers == 1
    assert model.notes[0].startswith("1 draft layer (MTP)")
    assert model.mtp_layers == 1


def test_a_pattern_of_windows(tmp_path: Path) -> None:
    keys = renamed("mimo2", attention__sliding_window=128, attention__sliding_window_pattern=[1, 0], attention__key_length_swa=32)
    assert [(cache.window, cache.layers, cache.elements) for cache in model_of(tmp_path, keys).caches] == [
        (128, 1, 2 * (32 + 64)),
        (0, 1, 256),
    ]


def test_a_kind_that_is_not_known_is_estimated(tmp_path: Path) -> None:
    model = model_of(tmp_path, renamed("newcomer"))
    assert model.is_estimate
    assert "newcomer is not known" in model.notes[0]
    assert model.caches[0].elements == 2 * 2 * 64


def test_a_key_that_is_not_understood_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidData, match="altup"):
        model_of(tmp_path, renamed("newcomer", altup__num_inputs=4))


def test_more_layers_than_there_can_be(tmp_path: Path) -> None:
    with pytest.raises(InvalidData, match="block_count"):
        model_of(tmp_path, renamed("glm4", block_count=1 << 30))


def test_a_mixture_may_say_only_how_wide_an_expert_is(tmp_path: Path) -> None:
    keys = renamed("glm4moe", feed_forward_length=1408, expert_feed_forward_length=96)
    assert model_of(tmp_path, keys).feed_forward == 1408
    assert model_of(tmp_path, {name: value for name, value in keys.items() if name != "glm4moe.feed_forward_length"}).feed_forward == 96


GEMMA3N = {
    "hidden_size": 256,
    "intermediate_size": [512] * 10,
    "num_hidden_layers": 10,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 64,
    "num_kv_shared_layers": 4,
    "hidden_size_per_layer_input": 32,
    "vocab_size": 100,
    "vocab_size_per_layer_input": 100,
    "sliding_window": 512,
    "laurel_rank": 64,
}
GEMMA4 = {
    "hidden_size": 256,
    "intermediate_size": 512,
    "num_hidden_layers": 12,
    "num_attention_heads": 8,
    "num_key_value_heads": 4,
    "num_global_key_value_heads": 2,
    "attention_k_eq_v": True,
    "head_dim": 64,
    "global_head_dim": 128,
    "hidden_size_per_layer_input": 0,
    "vocab_size": 100,
    "sliding_window": 1024,
}


def small(*shape: int) -> tuple[str, tuple[int, ...]]:
    return ("F16" if len(shape) > 1 else "F32", shape)


def of_layers(count: int, tensors: dict[str, tuple[str, tuple[int, ...]]]) -> dict[str, tuple[str, tuple[int, ...]]]:
    return {f"blk.{layer}.{name}.weight": tensor for layer in range(count) for name, tensor in tensors.items()}


def gemma3n(**more: Any) -> tuple[dict[str, Any], dict[str, tuple[str, tuple[int, ...]]]]:
    """Keys and tensors as llama.cpp writes them for `GEMMA3N` (conversion/gemma.py, Gemma3NModel)."""
    given = {
        "block_count": 10,
        "context_length": 32_768,
        "embedding_length": 256,
        "feed_forward_length": [512] * 10,
        "attention__head_count": 8,
        "attention__head_count_kv": 2,
        "attention__key_length": 64,
        "attention__value_length": 64,
        "attention__sliding_window": 512,
        "attention__sliding_window_pattern": [(layer + 1) % 5 != 0 for layer in range(10)],
        "attention__shared_kv_layers": 4.0,
        "attention__layer_norm_rms_epsilon": 1e-6,
        "altup__active_idx": 0,
        "altup__num_inputs": 4,
        "activation_sparsity_scale": [1.6] * 10,
        "embedding_length_per_layer_input": 32,
        "rope__freq_base": 1e6,
    }
    keys = {name: value for name, value in renamed("gemma3n", **(given | more)).items() if value is not None}
    layer = {
        **{name: small(256) for name in ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm", "post_norm")},
        **{name: small(256) for name in ("altup_correct_scale", "altup_router_norm", "laurel_post_norm")},
        **{name: small(64) for name in ("attn_q_norm", "attn_k_norm")},
        "attn_q": small(256, 512),
        "attn_k": small(256, 128),
        "attn_v": small(256, 128),
        "attn_output": small(512, 256),
        "ffn_gate": small(256, 512),
        "ffn_up": small(256, 512),
        "ffn_down": small(512, 256),
        "inp_gate": small(256, 32),
        "proj": small(32, 256),
        "laurel_l": small(256, 64),
        "laurel_r": small(64, 256),
        "altup_correct_coef": small(4, 4),
        "altup_predict_coef": small(4, 16),
        "altup_router": small(256, 4),
    }
    outside = {
        "token_embd": small(256, 100),
        "per_layer_token_embd": small(320, 100),
        "per_layer_model_proj": small(256, 320),
        "per_layer_proj_norm": small(32),
        "output_norm": small(256),
        "altup_proj": small(256, 256, 3),
        "altup_unembd_proj": small(256, 256, 3),
    }
    return keys, {f"{name}.weight": tensor for name, tensor in outside.items()} | of_layers(10, layer)


def test_a_file_of_gemma_3n_is_read_as_its_configuration(tmp_path: Path) -> None:
    """Older files have the number of sharing layers in 32-bit floats (ggml-org/llama.cpp pull request 14450)."""
    model = model_of(tmp_path, *gemma3n())
    config = read_architecture("x", {"model_type": "gemma3n_text", **GEMMA3N})
    assert model.parameters == config.parameters
    assert sorted(model.caches, key=str) == sorted(config.caches, key=str)
    assert [(cache.kind, cache.layers, cache.numbers) for cache in model.caches if cache.window] == [
        (CacheKind.WINDOW, 5, (0, 1, 2, 3, 5)),
        (CacheKind.SHARED, 3, ()),
    ]
    assert (model.family, model.heads, model.tied, model.is_estimate) == ("gemma3n", 8, True, False)
    assert model.parameters_of([Role.LAYER_TABLE]) == 100 * 320
    # Six layers keep something: the first of two GPUs has five of them.
    assert [stage_counts(cache, Split(1, 2)) for cache in kept_caches(model)] == [[4, 1], [1, 0]]


def test_layers_of_gemma_3n_share_from_the_twentieth_on_if_the_file_does_not_say_it(tmp_path: Path) -> None:
    keys, tensors = gemma3n(
        block_count=22, attention__shared_kv_layers=None, attention__sliding_window_pattern=None, feed_forward_length=512
    )
    tensors |= {name.replace("blk.9.", f"blk.{layer}."): tensor for layer in range(10, 22) for name, tensor in tensors.items()}
    model = model_of(tmp_path, keys, tensors)
    assert [(cache.kind, cache.window, cache.layers) for cache in model.caches] == [
        (CacheKind.WINDOW, 512, 16),
        (CacheKind.FULL, 0, 4),
        (CacheKind.SHARED, 512, 2),
    ]


def gemma4(**more: Any) -> tuple[dict[str, Any], dict[str, tuple[str, tuple[int, ...]]]]:
    """Keys and tensors as llama.cpp writes them for `GEMMA4` (conversion/gemma.py, Gemma4Model)."""
    sliding = [(layer + 1) % 6 != 0 for layer in range(12)]
    given = {
        "block_count": 12,
        "context_length": 131_072,
        "embedding_length": 256,
        "feed_forward_length": 512,
        "attention__head_count": 8,
        "attention__head_count_kv": [4 if near else 2 for near in sliding],
        "attention__key_length": 128,
        "attention__value_length": 128,
        "attention__key_length_swa": 64,
        "attention__value_length_swa": 64,
        "attention__sliding_window": 1024,
        "attention__sliding_window_pattern": sliding,
        "attention__shared_kv_layers": 0,
        "embedding_length_per_layer_input": 0,
        "rope__dimension_count_swa": 64,
        "final_logit_softcapping": 30.0,
    }
    keys = {name: value for name, value in renamed("gemma4", **(given | more)).items() if value is not None}
    tensors = {"token_embd.weight": small(256, 100), "output_norm.weight": small(256)}
    for layer, near in enumerate(sliding):
        each, heads = (64, 4) if near else (128, 2)
        tensors |= {
            f"blk.{layer}.{name}.weight": tensor
            for name, tensor in {
                **{name: small(256) for name in ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm")},
                **{name: small(each) for name in ("attn_q_norm", "attn_k_norm")},
                "attn_q": small(256, 8 * each),
                "attn_k": small(256, heads * each),
                "attn_output": small(8 * each, 256),
                **({"attn_v": small(256, heads * each)} if near else {}),
                "ffn_gate": small(256, 512),
                "ffn_up": small(256, 512),
                "ffn_down": small(512, 256),
            }.items()
        }
    return keys, tensors


def test_a_file_of_gemma_4_is_read_as_its_configuration(tmp_path: Path) -> None:
    model = model_of(tmp_path, *gemma4())
    config = read_architecture("x", {"model_type": "gemma4", "text_config": GEMMA4})
    assert model.parameters == config.parameters
    assert sorted(model.caches, key=str) == sorted(config.caches, key=str)
    assert {(cache.window, cache.layers, cache.heads, cache.elements) for cache in model.caches} == {
        (1024, 10, 4, 2 * 4 * 64),
        (0, 2, 2, 2 * 2 * 128),
    }


def test_layers_of_gemma_4_that_share_keep_nothing(tmp_path: Path) -> None:
    keys, tensors = gemma4(attention__shared_kv_layers=6)
    tensors = {name: tensor for name, tensor in tensors.items() if not (name.startswith("blk.7.attn_") and "_k" in name)}
    model = model_of(tmp_path, keys, tensors)
    assert [(cache.kind, cache.layers, cache.numbers) for cache in model.caches] == [
        (CacheKind.WINDOW, 5, (0, 1, 2, 3, 4)),
        (CacheKind.FULL, 1, (5,)),
        (CacheKind.SHARED, 5, ()),
        (CacheKind.SHARED, 1, ()),
    ]
    assert {(cache.query_width, cache.window) for cache in model.caches if cache.kind is CacheKind.SHARED} == {(512, 1024), (1024, 0)}


@pytest.mark.parametrize("name", ["attention.sliding_window_pattern", "attention.key_length_swa", "embedding_length_per_layer_input"])
def test_a_key_that_gemma_4_lacks_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidData, match=name):
        model_of(tmp_path, *gemma4(**{name.replace(".", "__"): None}))


@pytest.mark.parametrize("shared", [12, 7])
def test_each_kind_of_layers_must_keep_keys_of_its_own(tmp_path: Path, shared: int) -> None:
    """The first layer without a window is the sixth."""
    with pytest.raises(InvalidData, match="shared_kv_layers"):
        model_of(tmp_path, *gemma4(attention__shared_kv_layers=shared))


def test_a_pattern_with_too_few_layers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidData, match="sliding_window_pattern has 3 values for 12 layers"):
        model_of(tmp_path, *gemma4(attention__sliding_window_pattern=[True, True, False]))


def test_gates_and_inputs_of_experts_in_one_tensor(tmp_path: Path) -> None:
    """Of four experts of 96 in each of 12 layers, two are used: half of the elements, without scales and router."""
    keys, tensors = gemma4(expert_count=4, expert_used_count=2, expert_feed_forward_length=96)
    added = of_layers(12, {"ffn_gate_inp": small(256, 4), "ffn_gate_up_exps": small(256, 192, 4), "ffn_down_exps": small(96, 256, 4)})
    added |= {f"blk.{layer}.ffn_down_exps.scale": small(4) for layer in range(12)}
    model = model_of(tmp_path, keys, tensors | added)
    experts = [weight for weight in model.weights if weight.role in (Role.EXPERT_GATE, Role.EXPERT_DOWN)]
    assert sum(weight.total for weight in experts) == 12 * 4 * 3 * 96 * 256
    assert sum(weight.used for weight in experts) == 12 * 2 * 3 * 96 * 256
