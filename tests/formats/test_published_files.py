"""Folders of published models: what files next to the configuration say, and what the headers of weights hold."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.formats.models.model_files import read_model
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from tests.formats import model_makers as make

AWQ = {"quant_method": "awq", "bits": 4, "group_size": 128, "version": "gemm"}
CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "models"


def folder_of(folder: Path, config: Mapping[str, Any], **files: Mapping[str, Any]) -> Path:
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({**make.CONFIG, **config}), "utf-8")
    for name, values in files.items():
        (folder / f"{name}.json").write_text(json.dumps(values), "utf-8")
    return folder


@pytest.mark.parametrize("name", ["quantize_config", "quant_config", "hf_quant_config"])
def test_a_file_beside_the_configuration(name: str, tmp_path: Path) -> None:
    said = {"quantization": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8"}} if name == "hf_quant_config" else AWQ
    own = read_model(folder_of(tmp_path / "m", {}, **{name: said}))
    assert own.form is not None
    assert own.form.method == ("nvfp4" if name == "hf_quant_config" else "awq")
    assert own.form.source == name + ".json"


def test_two_files_that_disagree_are_reported(tmp_path: Path) -> None:
    own = read_model(folder_of(tmp_path / "m", {"quantization_config": AWQ}, quantize_config={"bits": 8, "group_size": 32}))
    assert own.form is not None
    assert own.form.method == "awq"
    assert "quantize_config.json says GPTQ, 8 bits, groups of 32. The first counts." in own.architecture.notes[0]


def test_headers_decide_and_the_difference_is_shown(tmp_path: Path) -> None:
    folder = make.folder_of(tmp_path / "mine", bits=16)
    config = json.loads((folder / "config.json").read_text("utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "quantization_config": AWQ}), "utf-8")
    own = read_model(folder)
    assert own.form is not None
    assert weight_bytes(own.architecture, own.form) == pytest.approx(2 * own.architecture.parameters)
    assert "and these count" in own.architecture.notes[-1]


@pytest.mark.parametrize(("kind", "estimate"), [("llama", False), ("newcomer", True)])
def test_an_index_without_its_files_says_the_bytes(kind: str, estimate: bool, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "m", {"model_type": kind})
    index = {"metadata": {"total_size": 3_000_000}, "weight_map": {"a": "model-00001-of-00001.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index), "utf-8")
    own = read_model(folder)
    assert own.form is not None
    assert weight_bytes(own.architecture, own.form) == pytest.approx(3_000_000)
    assert own.architecture.is_estimate is estimate


def test_a_project_keeps_the_format(tmp_path: Path) -> None:
    own = read_model(folder_of(tmp_path / "m", {"quantization_config": AWQ}))
    again = own_model_from(own_model_text(own))
    assert own.form is not None
    assert again.form is not None
    assert (again.form.method, again.form.key) == ("awq", "int4")
    assert again.form.stored(again.architecture) == own.form.stored(own.architecture)


def test_half_precision_is_kept_for_boards_without_bf16(tmp_path: Path) -> None:
    own = read_model(folder_of(tmp_path / "m", {"torch_dtype": "float16"}))
    assert own.form is not None
    assert own.form.key == "fp16"
    assert read_model(folder_of(tmp_path / "n", {"torch_dtype": "bfloat16"})).form is None


@pytest.mark.skipif(not CASES.is_dir(), reason="the public samples are not beside the checkout")
@pytest.mark.parametrize(("name", "gib"), [("qwen25-32b-awq", 18.0), ("deepseek-r1", 626.92), ("llama-bnb4", 5.31), ("gemma3-4b-it", None)])
def test_reported_cases(name: str, gib: float | None) -> None:
    own = read_model(CASES / f"{name}.json")
    if gib is None:
        assert own.architecture.parameters == 4_300_079_472
    else:
        assert own.form is not None
        assert weight_bytes(own.architecture, own.form) / 2**30 == pytest.approx(gib, abs=0.005)
