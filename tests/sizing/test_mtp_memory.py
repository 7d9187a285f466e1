"""Memory of an MTP layer: one attending layer with its cache, in the last stage of a pipeline."""

from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.models.architecture import Architecture, Cache, CacheKind
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.core.serving.mtp_layer import mtp_bytes, mtp_caches, mtp_layer
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.serving.speculative_decoding import Speculation
from gpudesk.core.work.model_split import Split, cache_bytes
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_needs import plan_memory
from gpudesk.sizing.serving.serving_work import ServingWorkload
from tests.core.models.test_recent import NEXT

H100 = boards()["nvidia.h100-sxm5-80gb"]


def _model(name: str) -> Architecture:
    return read_architecture(name, {**NEXT, "model_type": "qwen3_next"}) if name == "qwen3-next" else find_model(name).architecture


def _work(name: str, engine: str = "vllm", sequences: int = 16) -> ServingWorkload:
    guess = Speculation(1, 0.8, None)
    return ServingWorkload(
        _model(name), weight_format("fp8"), 2.0, 15_000, 1_000, sequences, engines()[engine], 0.9, here=False, speculation=guess
    )


def _draft_gib(asked: ServingWorkload, split: Split) -> float:
    return plan_memory(asked, H100, split, asked.concurrency).term("draft").value


@pytest.mark.parametrize("engine", ["vllm", "sglang"])
@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("qwen3-next", [2 * 2 * 256]),
        ("Qwen/Qwen3.5-27B", [2 * 4 * 256]),
        ("NVIDIA-Nemotron-3-Super-120B-A12B-FP8", [2 * 2 * 128]),
        ("MiniMax-M2.5", [2 * 8 * 128]),
        ("deepseek-v3", [576]),
        ("DeepSeek-V3.2", [576, 132]),
        ("DeepSeek-V4-Flash", [512]),
    ],
)
def test_the_cache_of_an_mtp_layer_is_that_of_one_attending_layer(name: str, rows: list[int], engine: str) -> None:
    """DeepSeek V4: the layer has a window of 128 tokens alone, the last of its `compress_ratios` is 0."""
    model = _model(name)
    caches = mtp_caches(laid_out(model, engines()[engine].cache_layout, 2.0))
    assert [cache.elements for cache in caches] == rows
    assert {cache.layers for cache in caches} == {1}
    assert [cache.window for cache in caches if cache.window] == ([128] if "V4" in name else [])


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("qwen3-next", 1_650_471_424 - 2 * 2048 * 2048 - 3 * 2048),
        ("deepseek-v3", 13_463_426_048 - 2 * 7168 * 7168 - 3 * 7168 - 2 * 129_280 * 7168),
    ],
)
def test_an_mtp_layer_has_the_tensors_of_the_last_layer(name: str, parameters: int) -> None:
    """That of the files, without the matrix and the norms that join two hidden states, embeddings and head."""
    form = weight_format("bf16")
    assert sum(part.weight.total for part in mtp_layer(_model(name), form)) == parameters
    assert mtp_bytes(_model(name), form, np.array([1]), np.array([1]))[0] == 2 * parameters


def test_an_mtp_layer_of_layers_of_one_kind_each_attends_and_routes() -> None:
    """`mtp_hybrid_override_pattern` of Nemotron 3 Super is *E: 88 layers of one kind each, average 1.37 billion parameters."""
    model = _model("NVIDIA-Nemotron-3-Super-120B-A12B-FP8")
    parts = mtp_layer(model, weight_format("bf16"))
    roles = {part.weight.role.value for part in parts}
    assert {"query", "key", "value", "output", "router", "expert_up", "expert_down"} <= roles
    assert not {"state_in", "state_out", "state"} & roles
    assert sum(part.weight.total for part in parts) == 2_908_758_016


def test_the_mtp_layer_of_a_hybrid_keeps_keys_and_values_of_all_tokens() -> None:
    """Qwen3-Next: 12 of 48 layers attend. 16 sequences of 16,000 tokens, in blocks of 544, of 1,024 elements of 2 bytes."""
    few, many = (_draft_gib(_work("qwen3-next", sequences=count), Split(1)) for count in (1, 17))
    asked = _work("qwen3-next")
    blocks = 544 * np.ceil(asked.long.kept_tokens(np.array([1.0]))[0] / 544)
    assert many - few == pytest.approx(16 * blocks * 1024 * 2 * asked.engine.cache_factor(0.9) / GIB)


@pytest.mark.parametrize("name", ["qwen3-next", "deepseek-v3"])
def test_stages_of_a_pipeline_do_not_divide_the_mtp_layer(name: str) -> None:
    asked = _work(name)
    one, four = _draft_gib(asked, Split(8)), _draft_gib(asked, Split(8, 4))
    assert four == one > 0
    assert _draft_gib(asked, Split(8, 1, 32)) < one, "experts are split as those of the model"


@pytest.mark.parametrize("name", ["qwen3-next", "deepseek-v3", "NVIDIA-Nemotron-3-Super-120B-A12B-FP8"])
def test_columns_and_terms_count_the_same_mtp_layer(name: str) -> None:
    asked = _work(name)
    grid, plain = Grid(asked, [H100], 16), Grid(replace(asked, speculation=None), [H100], 16)
    assert len(set(grid.pipeline)) > 1
    columns = (grid.filled - plain.filled) * asked.engine.fillable(0.9) * H100.usable_gib
    for row, more in enumerate(columns):
        tensor, groups = int(grid.tensor[row]), int(grid.groups[row])
        split = Split(tensor, int(grid.pipeline[row]), tensor * groups if groups > 1 else 0)
        term = plan_memory(asked, H100, split, int(grid.sequences[row])).term("draft")
        assert more == pytest.approx(term.value, rel=1e-6)


def test_an_mtp_layer_has_one_layer_of_a_cache_whose_layers_have_numbers() -> None:
    """The first layers of a model whose last ones share keys and values."""
    kept = Cache(CacheKind.FULL, 4, 1024, numbers=(4, 9, 14, 19), among=(20, 35))
    (cache,) = mtp_caches((kept,))
    assert cache_bytes(cache, Split(), 2.0, 100) == 1024 * 2 * 100
