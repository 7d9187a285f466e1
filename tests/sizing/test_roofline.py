"""Roofs and what is below them, against published figures."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.roofline import Operation, operations, roof
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans

H100 = "nvidia.h100-sxm5-80gb"


def plan(model: str, form: str = "bf16", concurrency: int = 1, gpu: str = H100) -> ServingPlan:
    vllm = engines()["vllm"]
    asked = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 1024, 256, concurrency, vllm, vllm.utilisation)
    (found,) = serving_plans(asked, [boards()[gpu]])
    return found


def by_name(of: ServingPlan) -> dict[str, Operation]:
    return {each.name: each for each in operations(of)}


def test_the_ridge_of_an_h100_in_sixteen_bits() -> None:
    """H100 SXM: 989.4 dense TFLOPS in BF16 and 3.35 TB/s (NVIDIA H100 datasheet) meet at 295 products a byte."""
    found = roof(plan("llama-3.1-8b"))
    assert found.ridge == pytest.approx(295, rel=0.01)
    assert found.at(found.ridge / 2) == pytest.approx(found.flops_per_s / 2)
    assert found.at(found.ridge * 2) == found.flops_per_s


def test_a_word_alone_makes_one_product_for_each_byte_of_weights() -> None:
    """Each 16-bit weight is read once, multiplied and added once: 2 / 2."""
    assert by_name(plan("llama-3.1-8b"))["weights"].intensity == pytest.approx(1.0, rel=0.02)
    # In FP8 a weight is one byte, but the head keeps two.
    assert 1.8 < by_name(plan("llama-3.1-8b", "fp8"))["weights"].intensity < 2.0


def test_sixty_four_words_share_the_reading_of_weights() -> None:
    assert by_name(plan("llama-3.1-8b", concurrency=64))["weights"].intensity == pytest.approx(64, rel=0.06)


def test_looking_back_is_bound_by_memory_however_many_words_run() -> None:
    """Grouped queries: 32 heads share 8 heads of keys, so each byte of a 16-bit cache meets four products (arXiv:2305.13245)."""
    for concurrency in (1, 64):
        attention = by_name(plan("llama-3.1-8b", concurrency=concurrency))["attention"]
        assert attention.intensity == pytest.approx(4.0, rel=0.02)
        assert attention.intensity < roof(plan("llama-3.1-8b")).ridge


def test_a_prompt_is_bound_by_arithmetic() -> None:
    found = plan("llama-3.1-8b")
    assert by_name(found)["prefill"].intensity > roof(found).ridge


def test_experts_are_told_apart() -> None:
    found = by_name(plan("mixtral-8x7b-v0.1", concurrency=1))
    assert found["experts"].intensity == pytest.approx(1.0, rel=0.02)
    assert "experts" not in by_name(plan("llama-3.1-8b"))


def test_nothing_is_reached_above_the_roof() -> None:
    for model in ("llama-3.1-8b", "mixtral-8x7b-v0.1"):
        found = plan(model, concurrency=8)
        for each in operations(found):
            assert each.reached is None or each.reached <= roof(found).at(each.intensity) * 1.6


def test_groups_have_fewer_experts_each_and_the_same_words() -> None:
    """Four groups of two GPUs: an eighth of the experts on each GPU, met by the words of all four."""
    vllm = engines()["vllm"]
    asked = ServingWorkload(find_model("deepseek-r1").architecture, weight_format("fp8"), 2.0, 4000, 1000, 512, vllm, vllm.utilisation)
    (found,) = serving_plans(asked, [boards()["nvidia.h200-sxm-141gb"]], 8)
    assert found.groups > 1
    experts = by_name(found)["experts"]
    # 58 layers send a word to 8 experts of three matrices of 7,168 × 2,048 each.
    assert experts.flops == pytest.approx(2 * 512 * 58 * 8 * 3 * 7168 * 2048 / 8, rel=0.01)
