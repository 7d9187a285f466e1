"""Gemma 3n and the small models of Gemma 4: inputs of their own for layers, layers that share keys and values, encoders of sound."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Architecture, CacheKind, Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.models.weight_formats import read_bytes, weight_bytes
from gpudesk.core.serving.cache_layout import kept_caches
from gpudesk.core.serving.held_weights import TablePlace, placed
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.training.training_terms import layer_kind
from gpudesk.core.work.model_split import Split, cache_bytes, divisor, fullest_cache_bytes, layers_of_fullest, stage_counts, stage_weights
from gpudesk.sizing.gpus.sizing_tables import engine_at, weight_format
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from tests.core.models.layered_configs import E2B, E4B, GEMMA4, GEMMA4_E4B, TEXT, gemma4

GIB = 2**30


def _of(model: Architecture, role: Role) -> int:
    return sum(weight.total for weight in model.weights if weight.role is role)


@pytest.mark.parametrize(
    ("config", "text", "total"), [(E4B, 6_866_696_688, 7_849_978_192), (E2B, 4_456_156_768, 5_439_438_272)], ids=["E4B", "E2B"]
)
def test_gemma_3n_has_the_counts_of_its_files(config: dict[str, Any], text: int, total: int) -> None:
    """Metadata of safetensors of google/gemma-3n-E4B-it and -E2B-it; ollama/ollama pull request 11286: 6.87 B and 4.46 B of text."""
    model = read_architecture("x", config)
    assert model.parameters == total
    assert model.parameters - model.tower_parameters == text
    assert model.notes == ("983,281,504 of the parameters are those of the encoders of pictures and sound.",)
    assert not model.is_estimate
    assert read_architecture("x", {"model_type": "gemma3n_text", **config["text_config"]}).parameters == text


def test_one_width_stands_for_all_layers() -> None:
    text = {**TEXT, "intermediate_size": 16384}
    assert read_architecture("x", {**E4B, "text_config": text}).parameters == 7_849_978_192


@pytest.mark.parametrize(("text", "stored"), [(GEMMA4, 5_123_178_051), (GEMMA4_E4B, 7_996_156_490)], ids=["E2B", "E4B"])
def test_small_models_of_gemma_4_have_the_counts_of_their_files(text: Mapping[str, Any], stored: int) -> None:
    """Metadata of safetensors of google/gemma-4-E2B-it (3e22461f) and -E4B-it (ee0ef602), with a buffer of one number for each layer."""
    model = gemma4(text)
    assert model.parameters + model.layers == stored
    assert _of(model, Role.LAYER_TABLE) == 262_144 * 256 * model.layers


def test_gemma_4_e2b_has_2_3_billion_parameters_without_the_second_table() -> None:
    """ai.google.dev/gemma/docs/core/model_card_4: 2.3 B "effective" of 5.1 B with embeddings."""
    model = gemma4(GEMMA4)
    assert round((model.parameters - model.tower_parameters - _of(model, Role.LAYER_TABLE)) / 1e9, 1) == 2.3


def test_layers_that_share_keep_nothing_of_their_own() -> None:
    """Gemma 3n E4B: the first 20 of 35 layers keep keys and values, 4 of them of every token; Gemma 4 E2B: 3 and 12 of its first 15."""
    e4b, small = read_architecture("x", E4B), gemma4(GEMMA4)
    assert [(cache.layers, cache.elements, cache.window) for cache in kept_caches(e4b)] == [(4, 1024, 0), (16, 1024, 512)]
    assert [(cache.layers, cache.elements, cache.window) for cache in kept_caches(small)] == [(3, 1024, 0), (12, 512, 512)]
    shared = [(cache.layers, cache.window) for cache in e4b.caches if cache.kind is CacheKind.SHARED]
    assert shared == [(3, 0), (12, 512)]
    assert sum(cache_bytes(cache, Split(), 2.0, 4096) for cache in e4b.caches) == (4 * 4096 + 16 * 512) * 1024 * 2


def test_the_attention_of_layers_that_share_takes_its_time() -> None:
    """All 35 layers multiply by keys and values, and read them: 7 of every token, 28 of a window of 512."""
    model, form = read_architecture("x", E4B), weight_format("bf16")
    served, one = served_model(model, form), np.array([1])
    assert served.attended(32_768) == 2 * 8 * 256 * (7 * 32_768 + 28 * 512)
    assert served.cache_bytes(one, one, 32_768.0, 2.0) == [1024 * 2 * (7 * 32_768 + 28 * 512)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ({"num_kv_shared_layers": 35}, "config.text_config.num_kv_shared_layers: it must be less than num_hidden_layers, 35"),
        ({"num_kv_shared_layers": 32}, "config.text_config.num_kv_shared_layers: at least one layer of each type must keep"),
        ({"intermediate_size": [16384] * 3}, "config.text_config.intermediate_size: 35 layers, but 3 widths"),
        ({"layer_types": ["full_attention"] * 3}, "config.text_config.layer_types: 35 layers, but 3 kinds"),
    ],
)
def test_a_text_that_contradicts_itself_is_refused(text: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture("x", {**E4B, "text_config": {**TEXT, **text}})
    assert any(problem.plain().startswith(named) for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("part", "change", "named"),
    [
        ("vision_config", {"architecture": "resnet50"}, "config.vision_config.architecture: only mobilenetv5_300m_enc"),
        ("audio_config", {"sscp_conv_channel_size": [128]}, "config.audio_config.sscp_conv_channel_size: two numbers"),
    ],
)
def test_other_encoders_are_refused(part: str, change: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture("x", {**E4B, part: change})
    assert [problem.plain().startswith(named) for problem in caught.value.problems] == [True]


def test_gemma_4_refuses_other_convolutions_and_layers_without_keys() -> None:
    for text, audio, key in (
        ({**GEMMA4, "num_kv_shared_layers": 32}, {}, "num_kv_shared_layers"),
        (GEMMA4, {"subsampling_conv_channels": [1]}, "subsampling_conv_channels"),
    ):
        with pytest.raises(InvalidData) as caught:
            read_architecture("x", {"model_type": "gemma4", "text_config": text, "audio_config": audio})
        assert [problem.values["name"] for problem in caught.value.problems] == [key]


def test_a_type_that_is_not_known_does_not_guess_at_them() -> None:
    for text in (TEXT, GEMMA4):
        with pytest.raises(InvalidData) as caught:
            read_architecture("x", {**text, "model_type": "hidden_type"})
        assert any("per_layer" in problem.plain() or "shared" in problem.plain() for problem in caught.value.problems)


def test_engines_hold_the_second_table_where_they_hold_the_first() -> None:
    """vLLM: `VocabParallelEmbedding` on the GPU; llama.cpp: per_layer_token_embd is a tensor of the input layer, in system memory."""
    model, form = read_architecture("x", E2B), weight_format("bf16")
    table = 262_144 * 256 * 30 * 2
    on_gpu, _ = placed(model, form.stored(model), TablePlace.GPU)
    _, in_ram = placed(model, form.stored(model), TablePlace.RAM)
    assert _of(on_gpu, Role.LAYER_TABLE) * 2 == table
    everything = sum(part.total_bytes for part in form.stored(model))
    assert everything - sum(part.total_bytes for part in in_ram) == table, "the tied table is also the head"
    asked = Serving(form, 2.0, 1, 1024, 1280, Split())
    assert serving_memory(model, engine_at("vllm"), asked, 24.0, 8.9, "nvidia").term("weights").value * GIB == everything


def test_gpus_of_a_layer_share_the_table_and_hold_the_encoders_whole() -> None:
    """github:vllm-project/vllm, gemma3n.py: the table is divided by rows; gemma3n_mm.py: encoders are whole, what joins them is divided."""
    form = weight_format("bf16")
    whole, text = (read_architecture("x", config) for config in (E4B, {"model_type": "gemma3n_text", **TEXT}))
    each, of_text = (stage_weights(model, Split(2), form.stored(model))[0] for model in (whole, text))
    joints = 128 * 2048 + 2048 * 2048 + 128 * 1536 + 1536 * 2048
    assert each - of_text == 2 * (983_281_504 - joints) + joints
    first, last = stage_weights(text, Split(1, 2), form.stored(text))
    assert [both - one for both, one in zip(stage_weights(whole, Split(1, 2), form.stored(whole)), (first, last), strict=True)] == [
        2 * 983_281_504,
        0,
    ], "encoders are on the first stage"
    assert first - last > 262_144 * 256 * 35 * 2 - 2 * 2048 * 262_400, "only the first stage has the second table"


def test_the_second_table_is_not_read_in_a_step() -> None:
    """A step looks up one row: E2B reads 4.0 GB less than the 8.9 GB of its text."""
    model, form = read_architecture("x", E2B), weight_format("bf16")
    assert read_bytes(model, form, 1) == 2 * (4_456_156_768 - 262_144 * 256 * 30)
    one = np.array([1])
    assert served_model(model, form).read_bytes(one, one, np.array([1.0]), np.array([1.0])) == pytest.approx(read_bytes(model, form, 1))


@pytest.mark.parametrize(
    ("key", "table", "embedding"),
    [("fp8", 2.0, 2.0), ("q8_0", 34 / 32, 34 / 32), ("q4_k_m", 144 / 256, 210 / 256), ("iq3_xxs", 110 / 256, 176 / 256)],
)
def test_formats_of_the_second_table(key: str, table: float, embedding: float) -> None:
    """FP8 of linear layers leaves both in 16 bits. llama-quant.cpp: per_layer_token_embd has the types of embeddings that are no head."""
    sizes = {part.weight.role: part.element_bytes for part in weight_format(key).stored(read_architecture("x", E4B))}
    assert (sizes[Role.LAYER_TABLE], sizes[Role.EMBEDDING]) == (table, embedding)


def test_the_gguf_file_of_gemma_3n_has_its_published_size() -> None:
    """ggml-org/gemma-3n-E4B-it-GGUF, Q8_0: 7,353,292,256 bytes with the vocabulary; matrices of streams and paths keep 16 bits."""
    text = read_architecture("x", {"model_type": "gemma3n_text", **TEXT})
    size = weight_bytes(text, weight_format("q8_0"))
    assert 7_353_292_256 - 8e6 < size < 7_353_292_256


@pytest.mark.parametrize("config", [E4B, {"model_type": "gemma4", "text_config": GEMMA4, "audio_config": {}}], ids=["Gemma 3n", "Gemma 4"])
def test_a_project_keeps_such_a_model(config: dict[str, Any]) -> None:
    own = OwnModel(read_architecture("x", config))
    kept = own_model_from(own_model_text(own)).architecture
    assert (kept.weights, kept.caches) == (own.architecture.weights, own.architecture.caches)


def test_gpus_of_a_layer_divide_projections_of_streams_and_paths() -> None:
    """github:vllm-project/vllm, gemma3n.py: ColumnParallelLinear and RowParallelLinear; gates and projections of a layer are replicated."""
    text = read_architecture("x", {"model_type": "gemma3n_text", **TEXT})
    parts = {weight.module: divisor(weight, Split(2), 2) for weight in text.weights if weight.module}
    divided = {"per_layer_model_projection", "altup_projections", "altup_unembed_projections", "laurel.linear_left", "laurel.linear_right"}
    assert {module for module, by in parts.items() if by == 2} == divided
    assert parts["per_layer_input_gate"] == parts["per_layer_projection"] == 1


def test_encoders_with_layers_are_on_the_first_stage() -> None:
    """The 12 layers of the encoder of sound are not among the 35 of the text."""
    form = weight_format("bf16")
    whole, text = (read_architecture("x", config) for config in (E4B, {"model_type": "gemma3n_text", **TEXT}))
    more = [both - one for both, one in zip(*(stage_weights(m, Split(1, 4), form.stored(m)) for m in (whole, text)), strict=True)]
    assert more == [2 * 983_281_504, 0, 0, 0]


def test_a_stage_has_its_share_of_the_first_layers() -> None:
    """Gemma 4 E2B in 18 and 17 layers: the first GPU has all 3 and 12; E4B of Gemma 3n: 3 and 15 of the first 20 layers.

    Without their numbers, as in projects of older versions, 3 or 4, and 14 to 16.
    """
    small, e4b = gemma4(GEMMA4), read_architecture("x", E4B)
    assert [layers_of_fullest(cache, Split(1, 2)) for cache in kept_caches(e4b)] == [3, 15]
    assert [stage_counts(cache, Split(1, 4)) for cache in kept_caches(e4b)] == [[1, 2, 1, 0], [8, 7, 1, 0]]
    small, e4b = (replace(m, caches=tuple(replace(cache, numbers=()) for cache in m.caches)) for m in (small, e4b))
    assert [layers_of_fullest(cache, Split(1, 2)) for cache in kept_caches(small)] == [3, 12]
    assert [layers_of_fullest(cache, Split(1, 2), least=True) for cache in kept_caches(small)] == [3, 12]
    assert [layers_of_fullest(cache, Split(1, 2)) for cache in kept_caches(e4b)] == [4, 15]
    assert [layers_of_fullest(cache, Split(1, 2), least=True) for cache in kept_caches(e4b)] == [3, 14]
    few = [layers_of_fullest(cache, Split(1, 16), least=True) for cache in kept_caches(small)]
    assert few == [1, 2], "a stage of layers that keep something has at least one"
    one = np.array([1])
    columns = served_model(e4b, weight_format("bf16")).cache_bytes(one, 2 * one, 512.0, 2.0, caches=kept_caches(e4b))
    assert columns == [(4 + 15) * 512 * 1024 * 2]


@pytest.mark.parametrize("stages", [1, 2, 3, 4, 6, 8, 12, 16])
def test_columns_count_the_cache_of_the_fullest_stage(stages: int) -> None:
    """The stage with most of all layers, not the most layers of each kind in any stage."""
    model, one = read_architecture("x", E4B), np.array([1])
    caches = kept_caches(model)
    near, far = (next(cache for cache in caches if bool(cache.window) == windowed) for windowed in (True, False))
    first = [sum(behind for behind in counts) for counts in (far.numbers, near.numbers)]
    assert first == [4 + 9 + 14 + 19, sum(range(20)) - 46]
    expected = max(
        2048 * (4096 * far_layers + 512 * near_layers)
        for far_layers, near_layers in zip(*(stage_counts(cache, Split(1, stages)) for cache in (far, near)), strict=True)
    )
    assert fullest_cache_bytes(caches, Split(1, stages), 2.0, 4096) == pytest.approx(expected)
    columns = served_model(model, weight_format("bf16")).cache_bytes(one, stages * one, 4096.0, 2.0, caches=caches)
    assert columns == [pytest.approx(expected)]


def test_a_project_with_other_numbers_of_layers_is_refused() -> None:
    text = own_model_text(OwnModel(read_architecture("x", E4B)))
    assert '"cache_layers":[[[4,4],[9,9],[14,14],[19,19]]' in text
    with pytest.raises(InvalidData):
        own_model_from(text.replace("[[[4,4],", "[[[3,4],"))


def test_a_file_without_the_number_of_sharing_layers_has_that_of_its_type() -> None:
    text = {key: value for key, value in TEXT.items() if key != "num_kv_shared_layers"}
    assert read_architecture("x", {"model_type": "gemma3n_text", **text}).caches == read_architecture("x", E4B).caches


def test_the_text_of_gemma_4_is_read_alone() -> None:
    text = read_architecture("x", {"model_type": "gemma4_text", **GEMMA4})
    assert text.parameters == gemma4(GEMMA4).parameters - gemma4(GEMMA4).tower_parameters


def test_layers_that_share_do_not_change_how_well_training_is_known() -> None:
    assert layer_kind(read_architecture("x", E4B)) == "dense"
