"""Models of types that are not known, with weights at hand: their headers or index decide what the configuration leaves open."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Role
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.formats.models.model_files import read_model
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from tests.formats import model_makers as make

TINY: Mapping[str, Any] = {**make.CONFIG, "model_type": "newcomer", "vocab_size": 4000}


def tensors(head_dim: int, *, untied: bool) -> dict[str, tuple[str, tuple[int, ...], int]]:
    """Those of `TINY` with heads of another width."""
    found: dict[str, tuple[str, tuple[int, ...], int]] = {}
    for name, (_, shape, _) in make.llama_tensors().items():
        wide = {100: 4000}.get(shape[0], shape[0])
        rows, columns = wide, shape[1] if len(shape) > 1 else 0
        if "q_proj" in name:
            rows = 4 * head_dim
        elif "k_proj" in name or "v_proj" in name:
            rows = 2 * head_dim
        elif "o_proj" in name:
            columns = 4 * head_dim
        if "lm_head" in name and not untied:
            continue
        size = rows * columns if columns else rows
        found[name] = ("BF16", (rows, columns) if columns else (rows,), 2 * size)
    return found


def folder_of(folder: Path, config: Mapping[str, Any], held: Mapping[str, tuple[str, tuple[int, ...], int]], *, whole: bool = True) -> Path:
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    if whole:
        (folder / "model.safetensors").write_bytes(make.safetensors(held))
    else:
        total = sum(size for _, _, size in held.values())
        index = {"metadata": {"total_size": total}, "weight_map": dict.fromkeys(held, "model-00001-of-00001.safetensors")}
        (folder / "model.safetensors.index.json").write_text(json.dumps(index), "utf-8")
    return folder


@pytest.mark.parametrize("whole", [True, False], ids=["headers", "index"])
@pytest.mark.parametrize("untied", [True, False])
@pytest.mark.parametrize("head_dim", [64, 128, 256])
def test_weights_decide_what_the_configuration_leaves_open(head_dim: int, untied: bool, whole: bool, tmp_path: Path) -> None:
    """Of so small a model the embeddings are most: without weights it is refused for the two missing keys."""
    alone = tmp_path / "config.json"
    alone.write_text(json.dumps(TINY), "utf-8")
    with pytest.raises(InvalidData) as caught:
        read_model(alone)
    assert [problem.plain().split(":")[0] for problem in caught.value.problems] == ["config.tie_word_embeddings", "config.head_dim"]

    held = tensors(head_dim, untied=untied)
    own = read_model(folder_of(tmp_path / "m", TINY, held, whole=whole))
    assert own.form is not None
    assert weight_bytes(own.architecture, own.form) == pytest.approx(sum(size for _, _, size in held.values()))
    assert own.architecture.cache_bytes_per_token(1.0) == 2 * 2 * 2 * head_dim
    assert own.architecture.tied is not untied
    assert any(weight.role is Role.HEAD for weight in own.architecture.weights) is untied
    assert own.architecture.is_estimate, "what else the type may keep is still not known"
    assert own.architecture.spread[1] / own.architecture.spread[0] < 1.01
    assert any("head_dim" in note and str(head_dim) in note for note in own.architecture.notes)
    assert read_model(tmp_path / "m" / "config.json") == own, "weights beside a configuration count too"
    again = own_model_from(own_model_text(own))
    assert again.architecture.spread == own.architecture.spread


def test_mtp_tensors_count_neither_with_the_files_nor_with_their_index_alone(tmp_path: Path) -> None:
    """The configuration lists a layer that predicts further tokens: it is not one of the model, and its bytes scale no other weight."""
    config = {**TINY, "head_dim": 64, "tie_word_embeddings": True, "num_nextn_predict_layers": 1}
    plain = tensors(64, untied=False)
    held = {**plain, "mtp.layers.0.mlp.up_proj.weight": ("BF16", (8192, 64), 2 * 8192 * 64)}
    weights = sum(size for _, _, size in plain.values())
    for name, whole in (("files", True), ("index", False)):
        own = read_model(folder_of(tmp_path / name, config, held, whole=whole))
        assert own.form is not None
        assert weight_bytes(own.architecture, own.form) == pytest.approx(weights), name


def test_keys_of_the_configuration_come_before_the_headers(tmp_path: Path) -> None:
    config = {**TINY, "head_dim": 32, "tie_word_embeddings": True}
    model = read_model(folder_of(tmp_path / "m", config, tensors(64, untied=True))).architecture
    assert model.cache_bytes_per_token(1.0) == 2 * 2 * 2 * 32
    assert model.tied


def test_heads_of_keys_are_read_from_the_headers(tmp_path: Path) -> None:
    """Without `num_key_value_heads` all 4 heads would keep keys and values; the files hold 2."""
    config = {name: value for name, value in TINY.items() if name != "num_key_value_heads"}
    model = read_model(folder_of(tmp_path / "m", config, tensors(64, untied=False))).architecture
    assert model.cache_bytes_per_token(1.0) == 2 * 2 * 2 * 64


def test_what_changes_the_cache_is_refused_in_spite_of_the_weights(tmp_path: Path) -> None:
    with pytest.raises(InvalidData, match="newcomer") as caught:
        read_model(folder_of(tmp_path / "m", {**TINY, "ssm_state_size": 128}, tensors(64, untied=False)))
    assert any("ssm_state_size" in problem.plain() for problem in caught.value.problems)


def test_weights_that_leave_open_which_they_are_do_not_keep_a_configuration_from_being_read(tmp_path: Path) -> None:
    """The person named the configuration; next to it lie two quantized files, or the pointer of a clone without weights."""
    config = {**make.CONFIG, "model_type": "newcomer", "tie_word_embeddings": False, "head_dim": 64}
    alone = tmp_path / "alone" / "config.json"
    for name, others in (("alone", ()), ("two", ("a-Q4.gguf", "a-Q8.gguf")), ("pointer", ("model.safetensors",))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text(json.dumps(config), "utf-8")
        for other in others:
            (tmp_path / name / other).write_text("version https://git-lfs.github.com/spec/v1\n", "utf-8")
    expected = read_model(alone).architecture.parameters
    assert read_model(tmp_path / "two" / "config.json").architecture.parameters == expected
    assert read_model(tmp_path / "pointer" / "config.json").architecture.parameters == expected
