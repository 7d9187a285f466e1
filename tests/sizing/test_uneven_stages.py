"""Pipeline stages with different numbers of layers, as each engine divides them."""

from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.models.architecture import Cache, CacheKind
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.work.model_split import Remainder, Split, cache_bytes, longest_share, split_bounds, stage_lengths
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, engines, weight_format
from gpudesk.sizing.serving.serving import Reason, ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_splits import splits

GIB = 2**30
RTX_5090 = "nvidia.rtx-5090"


@pytest.mark.parametrize(
    ("layers", "remainder", "stages"),
    [
        # github:vllm-project/vllm pull request 46217 lists the division before it.
        (61, Remainder.MIDDLE, (15, 15, 16, 15)),
        (94, Remainder.MIDDLE, (23, 24, 24, 23)),
        # github:sgl-project/sglang pull requests 6666 and 13282.
        (61, Remainder.MIDDLE, (7, 7, 8, 8, 8, 8, 8, 7)),
        (61, Remainder.FIRST, (8, 8, 8, 8, 8, 7, 7, 7)),
        (61, Remainder.LAST, (7, 7, 7, 7, 7, 7, 7, 12)),
        (80, Remainder.MIDDLE, (27, 27, 26)),
        (64, Remainder.MIDDLE, (16, 16, 16, 16)),
        # github:ggml-org/llama.cpp, load_tensors: layer i of 33 positions is on the first GPU whose share of them ends after i.
        (32, Remainder.WITH_HEAD, (17, 15)),
        (32, Remainder.WITH_HEAD, (9, 8, 8, 7)),
        (35, Remainder.WITH_HEAD, (18, 17)),
        (80, Remainder.WITH_HEAD, (27, 27, 26)),
    ],
)
def test_remaining_layers_are_on_the_stages_that_the_engine_names(layers: int, remainder: Remainder, stages: tuple[int, ...]) -> None:
    assert stage_lengths(layers, len(stages), remainder) == stages
    bounds = split_bounds(layers, Split(pipeline=len(stages), stages=stages))
    assert [end - first for first, end in bounds] == list(stages)
    assert bounds[-1][1] == layers


@pytest.mark.parametrize(
    ("engine", "release", "stages"),
    [
        ("vllm", "", (27, 27, 26)),
        ("vllm", "0.11.2", (27, 27, 26)),
        ("vllm", "0.7.3", (26, 26, 28)),
        ("sglang", "", (26, 26, 28)),
        ("sglang", "0.5.5", (26, 26, 28)),
        ("sglang", "0.5.6", (27, 27, 26)),
        ("trtllm", "", (27, 27, 26)),
        ("llama.cpp", "", (27, 27, 26)),
    ],
)
def test_the_release_decides_where_layers_remain(engine: str, release: str, stages: tuple[int, ...]) -> None:
    """Without a release, the one that launch files start: SGLang 0.5.5 still has all of the remainder on its last stage."""
    assert engine_at(engine, release).stage_layers(80, 3) == stages
    assert engine_at(engine, release).stage_layers(80, 4) == ((21, 20, 20, 19) if engine == "llama.cpp" else ())


def _plan(engine: str, release: str = "") -> ServingPlan:
    program = engine_at(engine, release)
    model = find_model("meta-llama/Meta-Llama-3.1-70B").architecture
    asked = ServingWorkload(model, weight_format("fp8"), 2.0, 1024, 256, 1, program, program.utilisation)
    (found,) = serving_plans(asked, [boards()[RTX_5090]], 3)
    return found


def test_vllm_serves_a_model_on_three_gpus_as_three_stages() -> None:
    """Llama 3.1 70B, 64 heads: 27, 27 and 26 layers; the first stage also has the table of 128,256 × 8,192."""
    found = _plan("vllm")
    assert found.split == Split(1, 3, stages=(27, 27, 26))
    assert Reason.MEMORY not in found.refused
    linear = 8192 * 8192 * 2 + 2 * 8192 * 1024 + 3 * 8192 * 28672
    stage = 27 * (linear * (1 + 4 / 16384) + 2 * 8192 * 2) + 128_256 * 8192 * 2
    weights = found.needed.term("weights")
    assert weights.value * GIB == pytest.approx(stage, rel=1e-6)
    assert weights.kind is Kind.CALIBRATED, "another release divides the layers in another manner"
    assert "get_pp_indices" in weights.source
    assert found.needed.term("cache").value * GIB == 27 * 2048 * 2 * 1280
    assert any(remark.values.get("stages") == ("27", "27", "26") for remark in found.remarks)


@pytest.mark.parametrize(
    ("heads", "widest", "tensors"),
    [(71, 1, {1}), (28, 4, {1, 2, 4}), (24, 8, {1, 2, 4, 8}), (32, 8, {1, 2, 4, 8})],
)
def test_stages_within_a_system_where_heads_do_not_divide_among_more_gpus(heads: int, widest: int, tensors: set[int]) -> None:
    """Falcon 7B has 71 heads: on two H100 that share NVLink it runs in two stages, and had no plan. Qwen2 7B has 28."""
    model = replace(find_model("llama-3.1-8b").architecture, heads=heads)
    work = ServingWorkload(model, weight_format("bf16"), 2.0, 1024, 256, 1, engine_at("vllm"), 0.9)
    used = {(tensor, pipeline) for _, tensor, _, pipeline in splits(work, [boards()["nvidia.h100-sxm5-80gb"]], None)}
    assert {tensor for tensor, _ in used} == tensors
    assert {tensor for tensor, pipeline in used if pipeline > 1} == {widest}


def test_a_longer_last_stage_needs_more_memory() -> None:
    """28 layers and the head, with the keys and values of 28 layers."""
    uneven, even = _plan("vllm", "0.7.3").needed, _plan("vllm", "0.8").needed
    layer = 8192 * 8192 * 2 + 2 * 8192 * 1024 + 3 * 8192 * 28672
    assert (uneven.term("weights").value - even.term("weights").value) * GIB == pytest.approx(layer, rel=1e-3)
    assert uneven.term("cache").value == pytest.approx(even.term("cache").value * 28 / 27)


def test_the_search_counts_the_cache_of_the_longest_stage() -> None:
    model, program = find_model("deepseek-r1").architecture, engine_at("sglang", "0.5.5")
    asked = ServingWorkload(model, weight_format("fp8"), 2.0, 1024, 256, 1, program, program.utilisation)
    grid = Grid(asked, [boards()["nvidia.h200-sxm-141gb"]], None, 64)
    kept = grid._cache_bytes(np.full(len(grid.tensor), 1280.0))
    assert set(kept[grid.pipeline == 8].tolist()) == {12 * 576 * 2 * 1280.0}
    assert set(kept[grid.pipeline == 1].tolist()) == {61 * 576 * 2 * 1280.0}


def test_columns_count_the_layers_of_the_longest_stage_as_single_splits_do() -> None:
    served = served_model(find_model("Qwen/Qwen3-235B-A22B").architecture, weight_format("bf16"))
    stages = (23, 23, 23, 25)
    one = np.array([1])
    columns = served.cache_bytes(one, 4 * one, 1000.0, 2.0, longest=float(longest_share(stages)))
    cache = served.model.caches[0]
    assert columns[0] == cache_bytes(cache, Split(1, 4, stages=stages), 2.0, 1000) == 25 * cache.elements * 1000 * 2


def test_stages_that_differ_by_one_layer_have_the_usual_share_of_a_cache() -> None:
    """A cache of some layers only is divided as evenly as its stages allow."""
    some = Cache(CacheKind.FULL, 10, 100)
    assert longest_share((15, 15, 16, 15)) == 0
    assert cache_bytes(some, Split(1, 4, stages=(15, 15, 16, 15)), 1.0, 1) == 3 * 100


def test_engines_without_a_rule_have_stages_as_even_as_possible() -> None:
    assert engines()["transformers"].stage_layers(61, 8) == ()


@pytest.mark.parametrize(("release", "stages"), [("0.5.5", (7, 7, 7, 7, 7, 7, 7, 12)), ("0.5.6", (8, 8, 8, 8, 8, 7, 7, 7))])
def test_the_longest_stage_sets_the_pace(release: str, stages: tuple[int, ...]) -> None:
    """With many sequences each stage takes as long as the longest; a single sequence passes every layer once."""
    model, program = find_model("deepseek-r1").architecture, engine_at("sglang", release)
    assert program.stage_layers(61, 8) == stages
    for concurrency, factor in ((256, 8 * max(stages) / 61), (1, 1.0)):
        asked = ServingWorkload(model, weight_format("fp8"), 2.0, 1024, 256, concurrency, program, program.utilisation)
        grid = Grid(asked, [boards()["nvidia.h200-sxm-141gb"]], 64)
        row = int(np.flatnonzero((grid.pipeline == 8) & (grid.tensor == 8))[0])
        even = Grid(replace(asked, engine=replace(program, stage_rules=())), [boards()["nvidia.h200-sxm-141gb"]], 64)
        assert grid.step_s(grid.sequences)[row] / even.step_s(even.sequences)[row] == pytest.approx(factor)
        assert grid.tpot[row] / even.tpot[row] == pytest.approx(factor)


def test_products_with_a_long_context_have_the_pace_of_the_longest_stage() -> None:
    """100,000 tokens: the products of a latent cache are the minimum of a step, of 12 layers for each of eight stages."""
    model, program = find_model("deepseek-r1").architecture, engine_at("sglang", "0.5.5")
    asked = ServingWorkload(model, weight_format("fp8"), 2.0, 100_000, 256, 256, program, program.utilisation)
    uneven, even = (
        Grid(replace(asked, engine=engine), [boards()["nvidia.h200-sxm-141gb"]], 64)
        for engine in (program, replace(program, stage_rules=()))
    )
    row = int(np.flatnonzero((uneven.pipeline == 8) & (uneven.tensor == 8))[0])
    for name in ("least_step_s", "tpot"):
        assert getattr(uneven, name)[row] / getattr(even, name)[row] == pytest.approx(8 * 12 / 61)


@pytest.mark.parametrize(("gpus", "stages"), [(2, (17, 15)), (4, (9, 8, 8, 7))])
def test_llama_cpp_counts_the_head_as_a_layer(gpus: int, stages: tuple[int, ...]) -> None:
    """Llama 3.1 8B, 33 positions: the first GPU has most layers, the last one the head; not exact, as the free memory of GPUs differs."""
    model, program = find_model("llama-3.1-8b").architecture, engine_at("llama.cpp")
    asked = ServingWorkload(model, weight_format("bf16"), 2.0, 1024, 256, 1, program, program.utilisation)
    (found,) = serving_plans(asked, [boards()[RTX_5090]], gpus)
    assert found.split == Split(1, gpus, stages=stages)
    cache = found.needed.term("cache")
    assert cache.value * GIB == stages[0] * 2048 * 2 * 1280
    assert cache.kind is found.needed.term("weights").kind is Kind.CALIBRATED
    assert "upper_bound" in cache.source
    grid = Grid(asked, [boards()[RTX_5090]], gpus)
    assert found.needed.value / found.usable_gib == pytest.approx(float(grid.filled[0]), rel=1e-3)
    remarks = [remark.plain() for remark in found.remarks]
    assert f"With equal free memory on the GPUs, llama.cpp divides the layers among them as {', '.join(map(str, stages))}." in remarks
