"""Tensors and caches of Gemma and of models with windows as each engine builds them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Estimate, Kind
from gpudesk.core.models.architecture import Architecture, Part, Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.weight_formats import StoredWeight
from gpudesk.core.serving.served_model import served_by, served_model
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.serving.serving_speed import TERMS, Boards, Running, prompt_terms, step_terms
from gpudesk.core.serving.speculative_decoding import Speculation
from gpudesk.core.work.model_split import Split, divisor, stage_weights
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, weight_format
from gpudesk.sizing.serving.roofline import operations
from gpudesk.sizing.serving.serving import ServingWorkload, plan_of
from gpudesk.sizing.serving.serving_grid import Grid, draft_bytes
from gpudesk.sizing.serving.serving_needs import plan_memory
from gpudesk.sizing.serving.serving_splits import splits, stages_of
from tests.core.models.layered_configs import E4B, GEMMA4, GEMMA4_E4B, TEXT, gemma4
from tests.core.models.test_recent import NEXT

GIB = 2**30
STARCODER = {
    "model_type": "starcoder2",
    "hidden_size": 4608,
    "intermediate_size": 18432,
    "num_hidden_layers": 32,
    "num_attention_heads": 36,
    "num_key_value_heads": 4,
    "vocab_size": 49152,
    "max_position_embeddings": 16384,
    "sliding_window": 4096,
}


def _text(config: Mapping[str, Any]) -> Architecture:
    return read_architecture("x", {"model_type": "gemma4", "text_config": config})


def _encoders(model: Architecture, engine: str, split: Split, form: str = "bf16") -> list[StoredWeight]:
    stored = weight_format(form).stored(model)
    return [part for part in engine_at(engine).built(model, weight_format(form), split, stored).usual if part.weight.part is Part.VISION]


def _shapes_of_pictures() -> set[tuple[int, ...]]:
    """Of the vision encoder of Gemma 4 E4B: 768 wide."""
    return {weight.shape for weight in gemma4(GEMMA4_E4B).weights if weight.part is Part.VISION and 768 in weight.shape} | {(64,)}


def _memory(model: Architecture, engine: str, split: Split, form: str = "bf16", context: int = 32_768) -> Estimate:
    asked = Serving(weight_format(form), 2.0, 1, 1024, context, split)
    return serving_memory(model, engine_at(engine), asked, 79.0, 9.0, "nvidia")


def test_sglang_keeps_keys_of_layers_that_share_them() -> None:
    """Gemma 3n E4B: 35 layers of 1,024 elements keep every token, 2.19 GiB for 32,768; vLLM: 4 layers, and 16 of a window."""
    model = read_architecture("x", E4B)
    cache = _memory(model, "sglang", Split()).term("cache")
    assert (cache.low * GIB, cache.value * GIB, cache.high * GIB) == (35 * 1024 * 2 * 32_768,) * 3
    assert cache.kind is Kind.CALIBRATED
    assert "num_effective_layers" in cache.source
    assert _memory(model, "vllm", Split()).term("cache").value * GIB == (4 * 32_768 + 16 * 512) * 1024 * 2


def test_sglang_has_space_for_layers_of_gemma_4_that_share() -> None:
    """E2B: 7 layers of 1,024 elements and 28 of 512; windows keep 0.8 to 1 times the tokens."""
    cache = _memory(_text(GEMMA4), "sglang", Split()).term("cache")
    token_bytes = 2 * 32_768
    assert cache.low * GIB == pytest.approx((7 * 1024 + 0.8 * 28 * 512) * token_bytes, rel=1e-4)
    assert cache.value == cache.low
    assert cache.high * GIB == pytest.approx((7 * 1024 + 28 * 512) * token_bytes, rel=1e-4)


def test_sglang_holds_tables_of_the_input_whole() -> None:
    """nn.Embedding: 4.70 GB of the second table of E4B and 1.07 of the first, halved by vLLM on two GPUs."""
    model = read_architecture("x", {"model_type": "gemma3n_text", **TEXT})
    tables = sum(2 * weight.total for weight in model.weights if weight.role in (Role.EMBEDDING, Role.LAYER_TABLE))
    sglang, vllm = (_memory(model, engine, Split(2)).term("weights") for engine in ("sglang", "vllm"))
    assert (sglang.value - vllm.value) * GIB == tables / 2
    assert sglang.kind is Kind.CALIBRATED
    assert "nn.Embedding" in sglang.source
    gemma3 = find_model("gemma-3-27b").architecture
    (plain,) = stage_weights(gemma3, Split(2), weight_format("bf16").stored(gemma3))
    held = _memory(gemma3, "sglang", Split(2)).term("weights").value * GIB
    assert held - plain == pytest.approx(262_208 * 5376, rel=0.001)
    assert _memory(model, "sglang", Split()).term("weights").kind is Kind.EXACT, "one GPU has all of it in any case"


LAYERS_IN_A_ROW = {1, 2, 3, 4, 6, 8, 12, 16}


@pytest.mark.parametrize(
    ("engine", "release", "three", "small", "larger", "reason"),
    [
        ("vllm", "0.21", {1}, {1}, {1, 2}, "only if all layers that share keys and values are on one stage"),
        ("vllm", "0.20.2", {1}, {1}, {1}, "Before release 0.21, vLLM stops with an error"),
        ("sglang", "0.5.12", {1}, {1}, {1}, "SGLang supports pipeline stages for this model type from release 0.5.13 on."),
        ("sglang", "0.5.13", {1}, {1}, {1}, "it is not confirmed that"),
        ("trtllm", "", {1}, {1}, {1}, "it is not confirmed that"),
        ("llama.cpp", "", LAYERS_IN_A_ROW, LAYERS_IN_A_ROW, LAYERS_IN_A_ROW, ""),
    ],
)
def test_models_with_shared_keys_have_the_pipeline_stages_of_the_engine(
    engine: str, release: str, three: set[int], small: set[int], larger: set[int], reason: str
) -> None:
    """Gemma 4 E4B in 21 and 21 layers: 18 share with layers 22 and 23, on the second stage; E2B in 18 and 17: 20 share with 13 and 14."""
    program, board, form = (
        engine_at(engine, release),
        boards()["nvidia.rtx-5090"],
        weight_format("q4_k_m" if engine == "llama.cpp" else "bf16"),
    )
    for model, stages in ((read_architecture("x", E4B), three), (_text(GEMMA4), small), (_text(GEMMA4_E4B), larger)):
        work = ServingWorkload(model, form, 2.0, 1024, 256, 1, program, program.utilisation)
        assert {split[3] for split in splits(work, [board], None)} == stages
    for gpus, expected in ((1, []), (2, [True] if reason else [])):
        remarks = [remark.plain() for remark in plan_of(Grid(work, [board], gpus), 0).remarks]
        assert [reason in remark for remark in remarks if "pipeline stages" in remark and "spread over" not in remark] == expected


@pytest.mark.parametrize(
    ("engine", "release", "name", "stages"),
    [
        ("vllm", "0.20.2", "gemma-4-31b", {1}),
        ("vllm", "0.20.2", "gemma-4-26B-A4B", {1}),
        ("vllm", "0.21", "gemma-4-31b", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("vllm", "", "gemma-3-27b", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("sglang", "", "gemma-2-27b", {1}),
        ("sglang", "", "gemma-3-27b", {1}),
        ("sglang", "", "gemma-3-1b", {1}),
        ("sglang", "0.5.12", "gemma-4-31b", {1}),
        ("sglang", "0.5.13", "gemma-4-31b", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("sglang", "", "llama-3.1-8b", {1, 2, 3, 4, 5, 6, 7, 8}),
    ],
)
def test_models_have_the_pipeline_stages_that_their_class_supports(engine: str, release: str, name: str, stages: set[int]) -> None:
    assert set(stages_of(find_model(name).architecture, engine_at(engine, release))) == stages


def test_the_cache_of_the_first_stages_is_counted() -> None:
    """llama.cpp, Gemma 3n E4B on two GPUs, 18 and 17 layers: the first has 3 of 4 layers without a window, if their numbers are known."""
    model = read_architecture("x", E4B)
    counted = _memory(model, "llama.cpp", Split(1, 2)).term("cache")
    cache = _memory(replace(model, caches=tuple(replace(own, numbers=()) for own in model.caches)), "llama.cpp", Split(1, 2)).term("cache")
    window = engine_at("llama.cpp").window_tokens + 512
    token_bytes = 1024 * 2
    assert counted.low == counted.value == counted.high
    assert counted.value * GIB == pytest.approx((3 * 32_768 + 15 * window) * token_bytes, rel=0.01)
    assert cache.low * GIB <= (3 * 32_768 + 15 * window) * token_bytes <= cache.high * GIB
    assert cache.kind is Kind.CALIBRATED
    assert "are the first ones" in cache.source


def test_vllm_converts_matrices_of_layer_inputs_to_fp8() -> None:
    """E4B: 2,560 × 42 × 256 × 3 elements, or not; newer releases also convert 0.46 GB of its encoders. Gemma 3n has them in 16 bits."""
    model, as_file = _text(GEMMA4_E4B), 4 / 16384
    weights = _memory(model, "vllm", Split(), "fp8").term("weights")
    assert (weights.high - weights.value) * GIB == pytest.approx(3 * 2560 * 42 * 256 * (1 - as_file), rel=1e-6)
    # Newer releases build no keys and values in 15 layers with heads of 256 and three with heads of 512.
    shared = 2 * 2560 * (15 * 512 + 3 * 1024) * (1 + as_file) + 2 * (15 * 256 + 3 * 512)
    assert (weights.value - weights.low) * GIB == pytest.approx(shared, rel=1e-6), "the text alone"
    whole = _memory(gemma4(GEMMA4_E4B), "vllm", Split(), "fp8").term("weights")
    assert (whole.value - whole.low) * GIB == pytest.approx(462e6 + shared, rel=1e-3)
    assert whole.high - whole.value == weights.high - weights.value
    three = _memory(read_architecture("x", E4B), "vllm", Split(), "fp8").term("weights")
    assert three.high == three.value


def test_sglang_converts_matrices_of_streams_and_layer_inputs_to_fp8() -> None:
    """Gemma 3n E4B: inputs of layers, AltUp with its router and coefficients, LAuReL; Gemma 4: inputs of layers."""
    stored = 1 - 4 / 16384
    of_streams = 6 * 2048**2 + 35 * (2048 * 4 + 4 * 4 + 16 * 4 + 2 * 2048 * 64)
    three = _memory(read_architecture("x", {"model_type": "gemma3n_text", **TEXT}), "sglang", Split(), "fp8").term("weights")
    assert (three.high - three.value) * GIB == pytest.approx((3 * 2048 * 35 * 256 + of_streams) * stored, rel=1e-6)
    four = _memory(_text(GEMMA4_E4B), "sglang", Split(), "fp8").term("weights")
    assert (four.high - four.value) * GIB == pytest.approx(3 * 2560 * 42 * 256 * stored, rel=1e-6)
    assert three.low == three.value
    assert "get quant_config" in three.source


@pytest.mark.parametrize("engine", ["vllm", "sglang"])
@pytest.mark.parametrize(("name", "layers", "width"), [("gemma-4-31b", 10, 5376 * 2048), ("gemma-4-26B-A4B", 5, 2816 * 1024)])
def test_keys_that_are_values_are_held_twice(engine: str, name: str, layers: int, width: int) -> None:
    """Gemma 4 31B: 10 full layers of 5,376 × 2,048, 220 MB; 26B-A4B: 5 of 2,816 × 1,024. Its vision encoder has its own values."""
    model = find_model(name).architecture
    assert any(weight.role is Role.VALUE and weight.part is Part.VISION for weight in model.weights)
    weights = _memory(model, engine, Split()).term("weights")
    assert weights.value * GIB - 2 * model.parameters == 2 * layers * width
    assert weights.low == weights.high == weights.value
    assert weights.kind is Kind.CALIBRATED
    assert "attention_k_eq_v" in weights.source
    assert weights.formula is not None
    assert weights.formula.values["parameters"] == model.parameters, "those of the file"


def test_models_without_such_keys_are_held_as_in_the_file() -> None:
    model = gemma4(GEMMA4)
    for engine in ("vllm", "sglang"):
        assert _memory(model, engine, Split()).term("weights").value * GIB == 2 * model.parameters


def test_vllm_holds_encoders_of_gemma_4_whole() -> None:
    """31B: 575.7 million parameters on each of two GPUs."""
    model = find_model("gemma-4-31b").architecture
    text = replace(model, weights=tuple(weight for weight in model.weights if weight.part is not Part.VISION))
    whole, alone = (_memory(of, "vllm", Split(2)).term("weights") for of in (model, text))
    assert (whole.value - alone.value) * GIB == 2 * 575_741_232
    assert "AutoModel.from_config" in whole.source


@pytest.mark.parametrize("gpus", [2, 8])
def test_sglang_divides_the_layers_of_the_vision_encoder_of_gemma_4(gpus: int) -> None:
    """31B: 27 layers of 4 × 1,152² + 3 × 4,304 × 1,152 are divided; patches, two tables of positions, joint and norms are whole.

    On eight GPUs 98,916,912 parameters of the encoder, 0.18 GiB, where the whole encoder takes 1.07.
    """
    model = find_model("gemma-4-31b").architecture
    text = replace(model, weights=tuple(weight for weight in model.weights if weight.part is not Part.VISION))
    weights, alone = (_memory(of, "sglang", Split(gpus)).term("weights") for of in (model, text))
    divided = 27 * (4 * 1152**2 + 3 * 4304 * 1152)
    whole = 1152 * 768 + 2 * 10_240 * 1152 + 5376 * 1152 + 27 * (2 * 72 + 4 * 1152)
    assert divided + whole == 575_741_232
    assert gpus != 8 or divided / 8 + whole == 98_916_912
    assert (weights.value - alone.value) * GIB == 2 * (divided / gpus + whole)
    assert weights.low == weights.value == weights.high
    assert "embedding_projection is ReplicatedLinear" in weights.source


def test_sglang_divides_the_encoder_of_sound_of_gemma_4() -> None:
    """E4B on four GPUs: a layer has 24 × 1,024² elements and its convolution over time; a matrix before and one after the layers.

    The convolutions over the spectrum, the joint, the norms and scales are whole.
    """
    sound = [part for part in _encoders(gemma4(GEMMA4_E4B), "sglang", Split(4)) if part.weight.shape not in _shapes_of_pictures()]
    divided = 12 * (24 * 1024**2 + 5 * 1024) + 1024 * 1024 + 1536 * 1024
    by = {4: 0, 1: 0}
    for part in sound:
        by[divisor(part.weight, Split(4), 2)] += part.weight.total
    assert by[4] == divided
    assert by[1] == 128 * 9 + 32 * 128 * 9 + 2560 * 1536 + 1536 + 128 + 32 + 12 * (9 * 1024 + 128)


def test_sglang_divides_the_encoder_of_sound_of_gemma_3n() -> None:
    """24 × 1,536² elements of each of 12 layers, a matrix before them, and two tables; the rest is whole."""
    model = read_architecture("x", E4B)
    divided = 12 * 24 * 1536**2 + 1024 * 1536 + 128 * (2048 + 1536)
    parts = _encoders(model, "sglang", Split(2))
    assert sum(part.weight.total for part in parts if divisor(part.weight, Split(2), 2) == 2) == divided
    vllm = _encoders(model, "vllm", Split(2))
    assert sum(part.weight.total for part in vllm if divisor(part.weight, Split(2), 2) == 2) == (128 + 2048) * (2048 + 1536)
    weights = _memory(model, "sglang", Split(), "fp8").term("weights")
    text = _memory(read_architecture("x", {"model_type": "gemma3n_text", **TEXT}), "sglang", Split(), "fp8").term("weights")
    converted = 12 * 24 * 1536**2 + 1024 * 1536 + 2048 * (2048 + 1536)
    spread = (weights.high - weights.value) - (text.high - text.value)
    assert spread * GIB == pytest.approx(converted * (1 - 4 / 16384), rel=1e-6)


def test_the_gpus_of_a_layer_divide_keys_of_encoders_whatever_the_decoder_has() -> None:
    """Eight GPUs, a decoder with four heads of keys: an eighth of the matrices of keys and values of the encoder."""
    model = find_model("gemma-4-31b").architecture
    keys = [weight for weight in model.weights if weight.part is Part.VISION and weight.role in (Role.KEY, Role.VALUE)]
    assert [divisor(weight, Split(8), 4) for weight in keys] == [8, 8]


def test_vllm_converts_all_encoders_or_none() -> None:
    """The vision encoder of 31B is 4,304 = 67.25 × 64 wide, so that its attention, 1,152 = 18 × 64 wide, keeps 16 bits too."""
    large = _memory(find_model("gemma-4-31b").architecture, "vllm", Split(), "fp8").term("weights")
    assert large.low == large.value == large.high


def test_sglang_converts_encoders_of_gemma_4_to_fp8() -> None:
    """31B: the divided matrices and the joint, 551 million elements; files may have them in 16 bits. Not the matrix of the patches."""
    weights = _memory(find_model("gemma-4-31b").architecture, "sglang", Split(), "fp8").term("weights")
    converted = 27 * (4 * 1152**2 + 3 * 4304 * 1152) + 5376 * 1152
    assert (weights.high - weights.value) * GIB == pytest.approx(converted * (1 - 4 / 16384), rel=1e-9)
    assert weights.low == weights.value
    small = _encoders(gemma4(GEMMA4_E4B), "sglang", Split(), "fp8")
    kept = {part.weight.shape for part in small if part.element_bytes == 2 and len(part.weight.shape) > 1}
    assert kept == {(768, 768), (2, 10_240, 768), (128, 9), (32, 1152), (1024, 5)}, "patches, positions, convolutions"


@pytest.mark.parametrize(("engine", "by"), [("vllm", 2), ("sglang", 1)])
def test_the_projection_of_layer_inputs_is_divided_by_engine(engine: str, by: int) -> None:
    """github:sgl-project/sglang, gemma4_causal.py: per_layer_model_projection is ReplicatedLinear; vLLM: ColumnParallelLinear."""
    model, form = _text(GEMMA4), weight_format("bf16")
    built = engine_at(engine).built(model, form, Split(2), form.stored(model)).usual
    parts = {part.weight.module: divisor(part.weight, Split(2), 1) for part in built}
    assert parts["per_layer_model_projection"] == by
    three = read_architecture("x", E4B)
    built = engine_at(engine).built(three, form, Split(2), form.stored(three)).usual
    assert {divisor(part.weight, Split(2), 2) for part in built if part.weight.module == "per_layer_model_projection"} == {2}


def test_transformers_builds_no_keys_in_layers_that_share_them() -> None:
    """Gemma 4 E2B: 16 layers of 2 × 1,536 × 256 and 4 of 2 × 1,536 × 512, with the norms of their keys."""
    model = _text(GEMMA4)
    weights = _memory(model, "transformers", Split()).term("weights")
    assert weights.low == weights.value
    whole = gemma4(GEMMA4)
    held = _memory(whole, "transformers", Split()).term("weights").value
    assert held * GIB - weights.value * GIB == 2 * whole.tower_parameters, "layers of an encoder share none"
    unbuilt = 16 * (2 * 1536 * 256 + 256) + 4 * (2 * 1536 * 512 + 512)
    assert 2 * model.parameters - weights.value * GIB == 2 * unbuilt
    assert weights.high * GIB == 2 * model.parameters
    assert weights.kind is Kind.CALIBRATED


@pytest.mark.parametrize("engine", ["vllm", "transformers"])
def test_newer_releases_build_no_keys_in_layers_of_gemma_3n_that_share_them(engine: str) -> None:
    """E4B: 15 layers of 2 × 2,048 × 512 and a norm of 256. Which release is the first is not confirmed, so only the range has it."""
    model = read_architecture("x", E4B)
    weights = _memory(model, engine, Split()).term("weights")
    assert weights.value * GIB == weights.high * GIB == 2 * model.parameters
    assert (weights.value - weights.low) * GIB == 2 * 15 * (2 * 2048 * 512 + 256)
    assert weights.kind is Kind.CALIBRATED
    small = _memory(_text(GEMMA4), "vllm", Split()).term("weights")
    assert (small.value - small.low) * GIB == 2 * (16 * (2 * 1536 * 256 + 256) + 4 * (2 * 1536 * 512 + 512))
    assert _memory(find_model("gemma-4-31b").architecture, "vllm", Split()).term("weights").low == pytest.approx(58.4557, abs=1e-4)


@pytest.mark.parametrize("engine", ["llama.cpp", "sglang", "trtllm"])
def test_engines_that_read_no_window_keep_every_token(engine: str) -> None:
    """StarCoder2 has a window of 4,096 in every layer; TensorRT-LLM applies one only if it is set."""
    cache = _memory(read_architecture("x", STARCODER), engine, Split(), context=16_384).term("cache")
    token_bytes = 32 * 2 * 4 * 128 * 2
    assert (cache.low * GIB, cache.value * GIB, cache.high * GIB) == (16_384 * token_bytes,) * 3
    assert cache.kind is Kind.CALIBRATED
    assert _memory(read_architecture("x", STARCODER), "vllm", Split(), context=16_384).term("cache").value * GIB == 4096 * token_bytes


@pytest.mark.parametrize(
    ("name", "layers", "elements"),
    [("gemma-3-27b", 62, 4096), ("gemma-3-12b", 48, 4096), ("gemma-2-27b", 46, 4096), ("gpt-oss-120b", 36, 1024)],
)
def test_tensorrt_llm_keeps_every_token_of_layers_with_and_without_a_window(name: str, layers: int, elements: int) -> None:
    """One pool for the whole context: 15.5, 12, 11.5 and 2.25 GiB of keys and values for 32,768 tokens in BF16."""
    cache = _memory(find_model(name).architecture, "trtllm", Split()).term("cache")
    assert (cache.low * GIB, cache.value * GIB, cache.high * GIB) == (layers * elements * 32_768 * 2,) * 3
    assert cache.kind is Kind.CALIBRATED
    assert "18767" in cache.source


def test_tensorrt_llm_keeps_the_windows_that_the_class_of_gemma_4_sets() -> None:
    """31B: 10 layers of 4 heads of 512 keep every token, 50 of 16 heads of 256 a window of 1,024."""
    cache = _memory(find_model("gemma-4-31b").architecture, "trtllm", Split()).term("cache")
    assert cache.value * GIB == (10 * 2 * 4 * 512 * 32_768 + 50 * 2 * 16 * 256 * 1024) * 2


@pytest.mark.parametrize(("engine", "reads_all"), [("vllm", False), ("trtllm", False), ("sglang", True), ("llama.cpp", True)])
def test_attention_reads_every_token_where_the_engine_applies_no_window(engine: str, reads_all: bool) -> None:
    """Mistral 7B v0.1: 131,072 bytes a token in 32 layers; attention of 2 × 32 × 128 elements a layer and token."""
    served, one = served_by(engine_at(engine), find_model("mistral-7b-v0.1").architecture, weight_format("bf16")), np.array([1])
    tokens = 30_250 if reads_all else 4096
    assert served.cache_bytes(one, one, 30_250.0, 2.0) == [tokens * 131_072]
    assert served.attended(30_250.0) == 32 * 2 * 32 * 128 * tokens
    gemma = served_by(engine_at(engine), find_model("gemma-3-27b").architecture, weight_format("bf16"))
    assert gemma.window == 1024


@pytest.mark.parametrize(("engine", "form"), [("sglang", "bf16"), ("llama.cpp", "q8_0")])
def test_no_step_is_faster_than_reading_what_the_engine_keeps(engine: str, form: str) -> None:
    """Mistral 7B v0.1, 12 sequences of 30,250 tokens: without its window it takes as long as v0.3, which has none."""
    program, board = engine_at(engine), boards()["nvidia.h100-sxm5-80gb"]
    grids = []
    for name in ("mistral-7b-v0.1", "mistral-7b-v0.3"):
        asked = ServingWorkload(find_model(name).architecture, weight_format(form), 2.0, 30_000, 500, 12, program, program.utilisation)
        grids.append(Grid(asked, [board], 1))
    old, new = grids
    weight_bytes = find_model("mistral-7b-v0.1").architecture.parameters - 32_000 * 4096
    assert old.least_step_s[0] >= (weight_bytes + 12 * 30_250 * 131_072) / board.bytes_per_s
    assert old.tpot == pytest.approx(new.tpot, rel=0.01)
    assert old.least_step_s == pytest.approx(new.least_step_s, rel=0.01)


def test_vllm_has_a_buffer_for_inputs_of_layers() -> None:
    """Gemma 3n E4B: 8,192 tokens of a step × 35 layers × 256 in 16 bits, 140 MiB; the class for the text alone has none."""
    whole = read_architecture("x", E4B)
    text = read_architecture("x", {"model_type": "gemma3n_text", **E4B["text_config"]})
    both, alone = (_memory(model, "vllm", Split()) for model in (whole, text))
    buffer = both.term("layer_inputs")
    assert (buffer.low * GIB, buffer.value * GIB, buffer.high * GIB) == (8192 * 35 * 256 * 2,) * 3
    assert buffer.title.plain() == "Buffer for layer inputs"
    assert "per_layer_embeddings" in buffer.source
    assert "per_layer_embeddings" not in both.term("loaded").source
    assert all(term.name != "layer_inputs" for term in alone.terms)


@pytest.mark.parametrize(("engine", "gpus"), [("vllm", 1), ("sglang", 2)])
def test_the_search_needs_the_memory_of_the_plan(engine: str, gpus: int) -> None:
    """Weights as built, whole tables on each of two GPUs of SGLang, and the buffer of vLLM for inputs of layers are the same in both."""
    program, board = engine_at(engine), boards()["nvidia.h200-sxm-141gb"]
    asked = ServingWorkload(read_architecture("x", E4B), weight_format("bf16"), 2.0, 1024, 256, 8, program, program.utilisation)
    grid = Grid(asked, [board], gpus)
    row = int(np.flatnonzero(grid.tensor == gpus)[0])
    usable = board.usable_gib * program.fillable(program.utilisation)
    assert grid.filled[row] * usable == pytest.approx(plan_of(grid, row).needed.value, rel=1e-3)


@pytest.mark.parametrize("engine", ["vllm", "sglang"])
def test_a_step_reads_the_head_that_each_gpu_holds_whole(engine: str) -> None:
    """Gemma 3 27B, eight GPUs of a layer: SGLang reads a table of 262,208 × 5,376 in each step, vLLM an eighth of it."""
    model, program, board = find_model("gemma-3-27b").architecture, engine_at(engine), boards()["nvidia.h200-sxm-141gb"]
    asked = ServingWorkload(model, weight_format("bf16"), 2.0, 1024, 256, 1, program, program.utilisation)
    grid = Grid(asked, [board], 8)
    row = int(np.flatnonzero(grid.tensor == 8)[0])
    one = np.array([1.0])
    eight = np.array([8])
    plain = served_model(model, weight_format("bf16")).read_bytes(eight, eight, one, one)[0]
    head = 262_208 * 5376 * 2
    more = head * 7 / 8 if engine == "sglang" else 0.0
    read = grid.served.read_bytes(eight, eight, one, one)[0]
    assert read - plain == pytest.approx(more)
    cached = grid.served.cache_bytes(eight, np.array([1]), 1024.0 + 128, 2.0)[0]
    assert grid.least_step_s[row] == pytest.approx((read + cached) / board.bytes_per_s)
    decoding = next(part for part in operations(plan_of(grid, row)) if part.name == "weights")
    assert decoding.moved_bytes - read == pytest.approx(0.0, abs=0.01 * read)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("gemma-4-31b", [(10, 2048 * 5376, 4), (50, 2 * 4096 * 5376, 16)]),
        ("gemma-4-26B-A4B", [(5, 1024 * 2816, 2), (25, 2 * 2048 * 2816, 8)]),
        ("XiaomiMiMo/MiMo-V2-Flash", [(9, (768 + 512) * 4096, 4), (39, (1536 + 1024) * 4096, 8)]),
    ],
)
@pytest.mark.parametrize("tensor", [2, 8])
def test_matrices_of_keys_and_values_are_divided_by_the_heads_of_their_layers(
    name: str, kinds: list[tuple[int, int, int]], tensor: int
) -> None:
    """Gemma 4 31B, eight GPUs: 50 layers of 16 heads are divided by eight, 10 of 4 heads by four, 0.564 GiB; by four in all, 1.077."""
    model, form = find_model(name).architecture, weight_format("bf16")
    keys = [part for part in form.stored(model) if part.weight.role in (Role.KEY, Role.VALUE) and part.weight.part is Part.DECODER]
    expected = sum(2 * layers * size / min(tensor, heads) for layers, size, heads in kinds)
    (held,) = stage_weights(model, Split(tensor), keys)
    assert held == pytest.approx(expected)
    served, one = served_model(model, form), np.array([1])
    assert sum(size / min(tensor, heads) for heads, size in served.key_value_bytes) == pytest.approx(expected)
    read = served.read_bytes(np.array([tensor]), one, np.array([1.0]), np.array([0.0]))
    assert read[0] == pytest.approx(served.shared_bytes / tensor + served.whole_bytes + expected)


@pytest.mark.parametrize("tensor", [1, 4])
def test_a_draft_is_held_as_the_engine_builds_it(tensor: int) -> None:
    """Gemma 3 1B next to 27B on four GPUs of SGLang: the table of 262,144 × 1,152 whole on each, 0.909 GiB of weights; 0.487 if divided."""
    draft, program, board = find_model("gemma-3-1b").architecture, engine_at("sglang"), boards()["nvidia.h200-sxm-141gb"]
    asked = ServingWorkload(
        find_model("gemma-3-27b").architecture,
        weight_format("bf16"),
        2.0,
        1024,
        256,
        8,
        program,
        0.9,
        speculation=Speculation(3, 0.7, draft),
    )
    alone = _memory(draft, "sglang", Split(tensor)).term("weights").value * GIB
    count = np.array([tensor])
    assert draft_bytes(asked, count, count) == [alone]
    assert alone == pytest.approx((0.909 if tensor > 1 else 1.862) * GIB, rel=1e-3)
    term = plan_memory(asked, board, Split(tensor), 8).term("draft")
    elements = sum(cache.layers * cache.elements for cache in draft.caches)
    assert term.value * GIB == pytest.approx(alone + 8 * 1280 * elements * 2)
    assert term.kind is Kind.CALIBRATED
    assert "Gemma 2 and 3" in term.source
    grid = Grid(asked, [board], tensor)
    row = int(np.flatnonzero(grid.tensor == tensor)[0])
    usable = board.usable_gib * program.fillable(program.utilisation)
    assert grid.filled[row] == pytest.approx(plan_memory(asked, board, Split(tensor), 8).value / usable, rel=1e-3)


def test_vllm_holds_table_and_encoders_on_each_pipeline_stage() -> None:
    """Gemma 3 27B in 15, 16, 16 and 15 layers: a middle stage has 16 layers, the table and the encoder, 15.72 GiB; 14.95 without these."""
    model, form = find_model("gemma-3-27b").architecture, weight_format("bf16")
    split = Split(1, 4, stages=engine_at("vllm").stage_layers(62, 4))
    assert split.stages == (15, 16, 16, 15)
    weights = _memory(model, "vllm", split).term("weights")
    (layers,) = {sum(weight.elements * weight.copies for weight in model.weights if weight.layers and weight.part is Part.DECODER)}
    encoder = sum(weight.total for weight in model.weights if weight.part is Part.VISION)
    assert weights.value * GIB == 2 * (16 * layers + 262_208 * 5376 + encoder)
    assert weights.value == pytest.approx(15.72, abs=0.005)
    assert weights.low == pytest.approx(14.95, abs=0.005)
    plain = stage_weights(model, split, form.stored(model))
    assert stage_weights(model, split, engine_at("vllm").built(model, form, split, form.stored(model)).usual) == [
        max(plain),
        weights.value * GIB,
        weights.value * GIB,
        plain[0] + 2 * 5376,
    ]


def test_vllm_holds_table_and_head_of_qwen3_next_on_each_pipeline_stage() -> None:
    model, form, split = read_architecture("x", {**NEXT, "model_type": "qwen3_next"}), weight_format("bf16"), Split(1, 4)
    stored = form.stored(model)
    cases = engine_at("vllm").built(model, form, split, stored)
    table, head = (sum(2 * weight.total for weight in model.weights if weight.role is role) for role in (Role.EMBEDDING, Role.HEAD))
    plain = stage_weights(model, split, stored)
    assert stage_weights(model, split, cases.usual) == pytest.approx(
        [plain[0] + head, plain[1] + table + head, plain[2] + table + head, plain[3] + table]
    )
    assert tuple(stored) in cases.others
    assert engine_at("vllm").built(model, form, Split(4), stored).usual == tuple(stored)


def test_sglang_divides_the_head_of_gemma_4_on_its_last_stage() -> None:
    """31B on two stages of four GPUs: the table of 262,144 × 5,376 is whole on the first, a quarter of it is the head on the last."""
    model, form = find_model("gemma-4-31b").architecture, weight_format("bf16")
    program, table = engine_at("sglang", "0.5.13"), 2 * 262_144 * 5376
    stored = [part for part in program.built(model, form, Split(4, 2), form.stored(model)).usual if not part.weight.layers]
    tables = [part for part in stored if part.weight.role in (Role.EMBEDDING, Role.HEAD)]
    assert stage_weights(model, Split(4, 2), tables) == [table, table / 4]
    served, four, one = served_by(program, model, form), np.array([4]), np.array([1.0])
    reads = [served.read_bytes(four, four, one, one, pipeline)[0] for pipeline in (1, 2)]
    assert reads[0] - reads[1] == pytest.approx(table * 3 / 4)


def test_each_gpu_multiplies_all_of_a_head_that_it_holds_whole() -> None:
    """Gemma 3 27B, eight GPUs of SGLang: 27.0 G parameters divided by eight, and 7/8 of the head of 262,208 × 5,376: 4.61 G, not 3.38."""
    model, form, board = find_model("gemma-3-27b").architecture, weight_format("bf16"), boards()["nvidia.h200-sxm-141gb"]
    sums = {name: served_by(engine_at(name), model, form) for name in ("sglang", "vllm")}
    eight = np.array([8])
    worked = {name: served.dense_active / 8 + served.repeated(eight)[0] for name, served in sums.items()}
    assert worked["sglang"] - worked["vllm"] == pytest.approx(262_208 * 5376 * 7 / 8)
    assert worked["sglang"] == pytest.approx(4.61e9, rel=0.002)
    run = Running(eight, np.array([1]), np.array([100.0]), np.array([1000.0]), np.array([500.0]), 2.0, checked=3.0)
    rate = Boards(np.array([board.bytes_per_s]), np.array([1e15]), np.array([board.link_bytes_per_s]))
    row = TERMS.index("products")
    steps = [step_terms(sums[name], rate, run)[row][0] for name in ("sglang", "vllm")]
    assert steps[0] - steps[1] == pytest.approx(2 * 262_208 * 5376 * 7 / 8 * 100 * 3 / 1e15), "of a prompt only the last token meets it"
    prompts = [prompt_terms(sums[name], rate, run)[row][0] for name in ("sglang", "vllm")]
    assert prompts[0] == prompts[1]
