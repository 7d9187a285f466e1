"""GGUF files whose layers differ, and kinds without a reader of their own."""

from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Architecture
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
