"""Rules of thumb of users' texts: reproduced as they stand, judged by our own estimate, and part of no total."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.work.rules_of_thumb import activation_count, cache_count, four_bit_gib, head_width
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.rules_of_thumb.rules_of_thumb_audit import (
    Verdict,
    capacities,
    judged,
    memory_rules,
    model_rows,
    named_for,
    rules_beside,
    workload_rows,
)
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans

F, N, X = Verdict.FITS, Verdict.REFUSED, Verdict.NONSENSE


def plan(model: str, form: str, gpu: str, gpus: int) -> ServingPlan:
    work = ServingWorkload(find_model(model).architecture, weight_format(form), 2.0, 4000, 96, 1, engines()["vllm"], 0.9)
    (found,) = serving_plans(work, [boards()[gpu]], gpus)
    return found


def test_84_gb_train_seven_billion() -> None:
    rules = memory_rules()
    assert rules.fp16.gigabytes(7e9) == (14, 14, 56, 84)
    assert (rules.fp16.total, rules.fp32.total) == (12, 24)
    assert {each.key: each.total for each in rules.counted} == {"mixed": 16, "mixed32": 18, "fp32": 16}
    assert rules.training_times == (4, 8)


@pytest.mark.parametrize(("billions", "stated"), [(1.5, 0.7), (7, 3.3), (8, 3.7), (14, 6.5), (32, 14.9), (70, 32.7)])
def test_the_4_bit_table_is_half_a_byte_in_gib(billions: float, stated: float) -> None:
    found = four_bit_gib(billions * 1e9, memory_rules().four_bit_bytes)
    # As printed, with one decimal: 70 billion give 32.6, which the text has as 32.7.
    assert round(found, 1) == pytest.approx(stated, abs=0.1 + 1e-9)
    (row,) = [row for row in model_rows() if row.rule == "four_bit" and row.billions == billions]
    assert (row.stated_gb, row.by_rule) == (stated, found)


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("DeepSeek R1", N),
        ("DeepSeek-R1-Distill-Qwen-1.5B", F),
        ("DeepSeek-R1-Distill-Qwen-7B", F),
        ("DeepSeek-R1-Distill-Llama-8B", F),
        ("DeepSeek-R1-Distill-Qwen-14B", F),
        ("DeepSeek-R1-Distill-Qwen-32B", F),
        ("DeepSeek-R1-Distill-Llama-70B", F),
        ("Llama 3 70B", X),
        ("Llama 3.3, smaller models", X),
        ("Llama 3.3, larger models", N),
        ("GPT-NeoX", F),
        ("BLOOM", X),
    ],
)
def test_each_row_of_the_table_of_models_is_judged(name: str, verdict: Verdict) -> None:
    (row,) = [row for row in model_rows() if row.name == name]
    found = judged(row)
    assert found.verdict is verdict
    assert (found.needed_gib <= found.usable_gib) is (verdict is F) or not row.model


def test_r1_does_not_fit_where_its_row_puts_it() -> None:
    row = judged(model_rows()[0])
    assert model_rows()[0].by_rule == 1342
    assert model_rows()[0].stated_gb > 16 * 80
    # 671.026 billion parameters in 16 bits are 1,249.9 GiB, 78.1 a GPU before anything else.
    assert 78.1 < 671.026e9 * 2 / 2**30 / 16 < 78.2 < row.needed_gib


def test_formulas_without_units_give_what_they_give() -> None:
    """Llama 2 7B at 4,096 tokens: the text's cache is 33.6 million of nothing; 2.147 GB in truth."""
    llama = find_model("llama-2-7b-hf").architecture
    assert head_width(llama) == 128
    assert cache_count(32, 1, 4096, 128) == 33_554_432
    assert llama.cache_bytes_per_token(1.0) * 2 * 4096 == 2_147_483_648
    assert activation_count(1, 2048, 4096) == pytest.approx(3.436e10, rel=1e-3)


def test_what_the_boards_of_a_workload_hold_depends_on_the_method() -> None:
    by_key = {row.key: row for row in workload_rows()}
    assert len(by_key) == 7
    l4, l40s = capacities(by_key["fine-tuning-small"])
    assert l4.by_format["full"] < 7 < l4.by_format["adapters 16-bit"]
    assert l40s.by_format["full"] < 7
    assert l4.gpus_for[7] > 1
    small = capacities(by_key["inference-small"])[0]
    assert small.by_format["16-bit"] < 13 < small.by_format["4-bit"]
    h100 = capacities(by_key["inference-large"])[1]
    assert h100.by_format["16-bit"] < 70


def test_rules_stand_beside_a_plan_and_not_in_it() -> None:
    chosen = plan("llama-3.1-70b", "int4", "nvidia.a100-sxm4-80gb", 1)
    beside = {each.rule.name: each for each in rules_beside(chosen)}
    assert set(beside) == {"weights", "four_bit", "cache", "activations", "training"}
    assert all(each.rule.kind is Kind.RULE and each.rule.source.startswith("user guide on right-sizing") for each in beside.values())
    assert all(each.leaves_out.plain().endswith(".") for each in beside.values())
    assert beside["weights"].rule.value == pytest.approx(2 * chosen.work.model.parameters / 1e9)
    ours = beside["four_bit"].ours
    assert ours is not None
    assert beside["four_bit"].rule.value < ours.value
    assert beside["training"].rule.value == pytest.approx(12 * chosen.work.model.parameters / 1e9)
    assert not any(term.source.startswith("user guide on right-sizing") for term in chosen.needed.terms)
    assert chosen.needed.value == pytest.approx(sum(term.value for term in chosen.needed.terms))


def test_the_four_bit_rule_is_silent_on_wider_weights() -> None:
    names = {each.rule.name for each in rules_beside(plan("llama-3.1-8b", "bf16", "nvidia.l40s", 1))}
    assert "four_bit" not in names


@pytest.mark.parametrize(
    ("model", "gpu", "row", "named"),
    [("llama-3.1-8b", "nvidia.l4", "inference-small", True), ("llama-3.1-8b", "nvidia.h100-sxm5-80gb", "inference-small", False)],
)
def test_the_row_that_speaks_of_a_plan(model: str, gpu: str, row: str, named: bool) -> None:
    found = named_for(plan(model, "int4", gpu, 1))
    assert found is not None
    assert (found[0].key, found[1]) == (row, named)
