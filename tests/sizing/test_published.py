"""The measured row nearest to a plan."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import find_model, model_entries
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.published_measurements import nearest, published_rows
from gpudesk.sizing.serving.serving import ServingPlan, serving_plans
from gpudesk.sizing.serving.serving_work import ServingWorkload


def work(model: str = "llama-3.1-70b", form: str = "fp8", engine: str = "vllm") -> ServingWorkload:
    return ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 8192, 1024, 64, engines()[engine], 0.9)


def plan(asked: ServingWorkload, gpu: str, gpus: int) -> ServingPlan:
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    return found


def test_a_plan_that_was_measured_has_its_own_row() -> None:
    """Four H100, vLLM, 8,192 + 1,024 tokens, 64 at once: 53.5 ms a token, 1,745 ms to the first."""
    found = nearest(plan(work(), "nvidia.h100-sxm5-80gb", 4))
    assert found is not None
    assert found.differs == ()
    assert found.row.tpot_s == pytest.approx(0.0534947)
    assert found.row.ttft_s == pytest.approx(1.74492)
    assert "AIConfigurator" in found.row.source


def test_what_differs_is_said() -> None:
    asked = replace(work(), prompt=7168)
    found = nearest(plan(asked, "nvidia.h100-sxm5-80gb", 4))
    assert found is not None
    assert [each.plain() for each in found.differs] == ["prompts of 8192 tokens, not 7168"]
    other = nearest(plan(replace(asked, form=weight_format("int8")), "nvidia.h100-sxm5-80gb", 4))
    assert other is not None
    assert any(each.plain().startswith("weights in") for each in other.differs)


@pytest.mark.parametrize(("engine", "ms"), [("vllm", 13.9139), ("trtllm", 12.0151)])
def test_of_rows_alike_that_of_the_program_is_taken(engine: str, ms: float) -> None:
    """Two H200, FP8, 1,024 + 1,024 tokens, four at once: measured with both programs."""
    asked = replace(work(engine=engine), prompt=1024, concurrency=4)
    found = nearest(plan(asked, "nvidia.h200-sxm-141gb", 2))
    assert found is not None
    assert found.row.engine == engine
    assert found.row.tpot_s == pytest.approx(ms / 1000)


def test_mlperf_stands_beside_its_systems() -> None:
    """MLPerf Inference v4.1, Llama 2 70B on eight H200, offline: about 34,000 tokens a second."""
    asked = replace(work("llama-2-70b", "fp8"), prompt=300, answer=290, concurrency=512)
    found = nearest(plan(asked, "nvidia.h200-sxm-141gb", 8))
    assert found is not None
    assert found.row.kind.startswith("mlperf")
    assert 30_000 < found.row.tokens_per_s < 36_000


def test_what_is_far_from_all_has_none() -> None:
    asked = replace(work("qwen2.5-0.5b", "bf16"), prompt=16, answer=16, concurrency=1)
    assert nearest(plan(asked, "nvidia.t4" if boards()["nvidia.t4"].runs(weight_format("bf16")) else "nvidia.rtx-3060-12gb", 1)) is None


def test_every_row_names_what_the_catalogs_have() -> None:
    for row in published_rows():
        assert row.gpu in boards()
        assert row.model in model_entries()
        assert row.source
        assert row.tokens_per_s > 0
