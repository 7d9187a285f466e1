"""Reading models from safetensors and GGUF files and folders: exact parameters and bytes."""

import json
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.formats.models.gguf_header import ArrayOf, read_gguf_header
from gpudesk.formats.models.model_files import read_model
from gpudesk.formats.models.safetensors_header import read_safetensors_header
from gpudesk.formats.recognize.what_is import Nature, what_is
from tests.formats import model_makers as make


def _write(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _gguf_bytes(tensors: dict[str, tuple[str, tuple[int, ...]]]) -> int:
    total = 0
    for kind, shape in tensors.values():
        _, block, size = make.SIZES[kind]
        elements = 1
        for each in shape:
            elements *= each
        total += elements // block * size
    return total


def test_a_gguf_file_gives_its_keys_and_tensors(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.gguf", make.gguf({**make.KEYS, "own.nested": [[1, 2], [3]], "own.flag": True, "own.rate": 0.5}))
    header = read_gguf_header(path)
    assert header.version == 3
    assert header.keys["llama.block_count"] == 2
    assert header.keys["tokenizer.ggml.tokens"] == ArrayOf(100)
    assert header.keys["own.nested"] == ArrayOf(2)
    assert header.keys["own.flag"] is True
    assert [tensor.name for tensor in header.tensors] == list(make.TENSORS)
    assert header.tensors[0].shape == (100, 256)


@pytest.mark.parametrize("version", [2, 3])
def test_a_gguf_file_is_a_model_with_the_bytes_of_its_file(tmp_path: Path, version: int) -> None:
    own = read_model(_write(tmp_path / "small.gguf", make.gguf(version=version)))
    model = own.architecture
    assert own.form is not None
    assert model.parameters == read_architecture("", make.CONFIG).parameters
    assert weight_bytes(model, own.form) == _gguf_bytes(make.TENSORS)
    assert (model.name, model.context, model.notes, own.form.key) == ("small", 4096, (), "q4_k")
    assert model.cache_bytes_per_token(1.0) == 2 * 2 * 2 * 64
    assert {weight.role for weight in model.weights} == {
        *(Role.EMBEDDING, Role.HEAD, Role.NORM, Role.QUERY, Role.KEY, Role.VALUE, Role.OUTPUT, Role.GATE, Role.UP, Role.DOWN)
    }
    assert all(weight.layers == (0, 1) for weight in model.weights if weight.role is Role.DOWN)


def test_experts_of_a_gguf_file_are_copies(tmp_path: Path) -> None:
    keys = {**make.KEYS, "llama.expert_count": 8, "llama.expert_used_count": 2}
    tensors = {name: tensor for name, tensor in make.TENSORS.items() if "ffn_g" not in name and "ffn_u" not in name and "ffn_d" not in name}
    for layer in range(2):
        tensors[f"blk.{layer}.ffn_gate_inp.weight"] = ("F32", (256, 8))
        for name, shape in {"gate": (256, 512, 8), "up": (256, 512, 8), "down": (512, 256, 8)}.items():
            tensors[f"blk.{layer}.ffn_{name}_exps.weight"] = ("Q4_K", shape)
    own = read_model(_write(tmp_path / "moe.gguf", make.gguf(keys, tensors)))
    expected = read_architecture("", {**make.CONFIG, "model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2})
    assert own.architecture.family == "mixtral"
    assert own.architecture.parameters == expected.parameters
    assert own.architecture.active_parameters == expected.active_parameters


def test_a_model_in_several_gguf_files_is_read_from_any_of_them(tmp_path: Path) -> None:
    names = list(make.TENSORS)
    halves = [{name: make.TENSORS[name] for name in part} for part in (names[:9], names[9:])]
    for number, half in enumerate(halves):
        keys = {**(make.KEYS if number == 0 else {}), "split.no": number, "split.count": 2, "split.tensors.count": len(names)}
        _write(tmp_path / f"big-{number + 1:05d}-of-00002.gguf", make.gguf(keys, half))
    own = read_model(tmp_path / "big-00002-of-00002.gguf")
    assert own.form is not None
    assert weight_bytes(own.architecture, own.form) == _gguf_bytes(make.TENSORS)
    assert read_model(tmp_path).architecture.parameters == own.architecture.parameters
    (tmp_path / "big-00001-of-00002.gguf").unlink()
    with pytest.raises(InvalidData, match=r"one of 2 files, of which these are missing: big-00001-of-00002\.gguf"):
        read_model(tmp_path / "big-00002-of-00002.gguf")


def test_parameters_that_keys_do_not_speak_of_are_told(tmp_path: Path) -> None:
    own = read_model(_write(tmp_path / "a.gguf", make.gguf(tensors={**make.TENSORS, "rope_freqs.weight": ("F32", (32,))})))
    assert own.architecture.parameters == read_architecture("", make.CONFIG).parameters + 32
    assert "it contains" in own.architecture.notes[0]


def test_a_kind_of_gguf_model_without_a_reader_is_refused(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.gguf", make.gguf({**make.KEYS, "general.architecture": "rwkv6"}))
    with pytest.raises(InvalidData, match=r"of the kind rwkv6 are not supported\. Known kinds: llama, qwen2"):
        read_model(path)


@pytest.mark.parametrize(("bits", "key"), [(16, "bf16"), (32, "fp32")])
def test_a_folder_with_safetensors_is_a_model_as_stored(tmp_path: Path, bits: int, key: str) -> None:
    own = read_model(make.folder_of(tmp_path / "mine", bits=bits))
    assert own.form is not None
    assert (own.architecture.name, own.form.key) == ("mine", key)
    assert weight_bytes(own.architecture, own.form) == pytest.approx(own.architecture.parameters * bits / 8)


def test_an_index_leads_to_all_files(tmp_path: Path) -> None:
    tensors = make.llama_tensors()
    names, files = list(tensors), ("model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors")
    for file, part in zip(files, (names[:8], names[8:]), strict=True):
        _write(tmp_path / file, make.safetensors({name: tensors[name] for name in part}))
    where = {name: files[0] if name in names[:8] else files[1] for name in names}
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {"total_size": 1}, "weight_map": where}), encoding="utf-8")
    (tmp_path / "config.json").write_text(json.dumps(make.CONFIG), encoding="utf-8")
    for path in (tmp_path, index):
        own = read_model(path)
        assert own.form is not None
        assert weight_bytes(own.architecture, own.form) == pytest.approx(2 * own.architecture.parameters)
    (tmp_path / files[1]).unlink()
    with pytest.raises(InvalidData, match="these are missing: model-00002"):
        read_model(tmp_path)


def test_tensors_alone_do_not_say_what_model_they_are(tmp_path: Path) -> None:
    path = _write(tmp_path / "alone.safetensors", make.safetensors({"a": ("F16", (3, 5), 30), "b": ("F4", (4,), 2)}))
    assert [(tensor.kind, tensor.elements, tensor.size_bytes) for tensor in read_safetensors_header(path)] == [
        ("F16", 15, 30),
        ("F4", 4, 2),
    ]
    with pytest.raises(InvalidData, match=r"19 elements in 32 bytes.*Place its config\.json next to it"):
        read_model(path)


def test_several_models_in_a_folder_are_not_guessed_among(tmp_path: Path) -> None:
    for name in ("a.gguf", "b.gguf"):
        _write(tmp_path / name, make.gguf())
    with pytest.raises(InvalidData, match=r"several model files: a\.gguf, b\.gguf"):
        read_model(tmp_path)


def test_files_and_folders_of_models_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    folder = make.folder_of(tmp_path / "mine")
    index = _write(folder / "model.safetensors.index.json", b'{"metadata": {}, "weight_map": {"a": "b.safetensors"}}')
    for path in (folder, folder / "model.safetensors", index, _write(tmp_path / "any name", make.gguf())):
        assert what_is(path).nature is Nature.MODEL
    with (tmp_path / "large").open("wb") as large:
        large.write(make.gguf())
        large.truncate(1 << 36)
    assert what_is(tmp_path / "large").nature is Nature.MODEL


@pytest.mark.parametrize(
    ("file", "name"), [("Llama-8B/config.json", "Llama-8B"), ("models/llama-8b-awq.json", "llama-8b-awq"), ("Llama-8B", "Llama-8B")]
)
def test_a_configuration_alone_is_called_as_its_folder_or_as_itself(file: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / file
    at = path if path.suffix else path / "config.json"
    at.parent.mkdir()
    at.write_text(json.dumps(make.CONFIG), encoding="utf-8")
    assert read_model(path).architecture.name == name


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, None),
        # 256 × 256 × 2 and 256 × 128 × 2 of attention, 256 × 512 × 3, two norms: 590,336 of a third layer that the files lack.
        ({"num_hidden_layers": 3}, "The configuration describes 1,822,464 parameters; the files contain 1,232,128."),
        ({"intermediate_size": 1024}, "The configuration describes 2,018,560 parameters; the files contain 1,232,128."),
    ],
)
def test_a_configuration_of_another_size_than_its_files_is_noted(tmp_path: Path, more: dict[str, Any], said: str | None) -> None:
    (tmp_path / "config.json").write_text(json.dumps({**make.CONFIG, **more}))
    (tmp_path / "model.safetensors").write_bytes(make.safetensors(make.llama_tensors()))
    assert read_model(tmp_path).architecture.notes == (() if said is None else (said,))
