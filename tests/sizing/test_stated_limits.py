"""What is said of formats and lengths next to the numbers: conversions, FP8 keys and values on older GPUs, the longest context."""

import pytest

from gpudesk.core.estimates.estimate import Kind
from gpudesk.sizing.gpus.boards import find_board
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.serving.serving import ServingPlan, serving_plans
from gpudesk.sizing.serving.serving_request import Asked, workload_of


def plan(asked: Asked, form: str, gpu: str) -> ServingPlan:
    return serving_plans(workload_of(asked, named_model(asked.model), form), [find_board(gpu)])[0]


@pytest.mark.parametrize(
    ("model", "form", "kind"),
    [
        ("qwen2.5-7b", "bf16", Kind.EXACT),
        ("qwen2.5-7b", "int4", Kind.RULE),
        ("qwen2.5-7b", "int4-g32", Kind.RULE),
        ("deepseek-r1", "int4", Kind.RULE),
    ],
)
def test_a_conversion_by_gptq_or_awq_is_never_exact(model: str, form: str, kind: Kind) -> None:
    found = plan(Asked(model), form, "H200 SXM")
    (weights,) = (term for term in found.needed.terms if term.name == "weights")
    assert weights.kind is kind
    assert ("conversion" in weights.source) is (kind is Kind.RULE)


@pytest.mark.parametrize(("gpu", "is_said"), [("A100 SXM 80", True), ("RTX 3090", True), ("L4", False), ("H100 SXM", False)])
@pytest.mark.parametrize("engine", ["vllm", "sglang"])
def test_fp8_keys_on_a_gpu_without_fp8(engine: str, gpu: str, is_said: bool) -> None:
    said = [remark.plain() for remark in plan(Asked("llama-3.1-8b", engine=engine, kv="fp8"), "bf16", gpu).remarks]
    assert any("keys and values are unpacked to 16 bits" in text for text in said) is is_said
    plain = [remark.plain() for remark in plan(Asked("llama-3.1-8b", engine=engine), "bf16", gpu).remarks]
    assert not any("keys and values" in text for text in plain)


@pytest.mark.parametrize("name", ["deepseek-v2-lite", "deepseek-v2"])
def test_deepseek_v2_goes_as_far_as_its_positions(name: str) -> None:
    assert named_model(name).context == 4096 * 40
