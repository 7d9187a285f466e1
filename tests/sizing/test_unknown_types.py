"""Types that are not known: an estimate whose range holds the true size, or a refusal that names what is not understood."""

from collections.abc import Mapping
from typing import Any

import pytest

from gpudesk.catalog.models import model_entries
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.unknown import unknown_keys
from gpudesk.core.work.model_split import Split, cache_bytes
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import Reason, serving_plans
from gpudesk.sizing.serving.serving_work import ServingWorkload
from tests.core.models.test_more_types import CASES as MORE
from tests.core.models.test_recent import CASES

PLAIN: Mapping[str, Any] = {
    "model_type": "newcomer",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "tie_word_embeddings": False,
}
HIDDEN = {entry.name: (entry.config, entry.parameters) for entry in model_entries().values() if "model_type" in entry.config}
HIDDEN |= {f"fixture {kind}": ({"model_type": kind, **case.config}, case.total) for kind, case in CASES.items()}
HIDDEN |= {f"fixture {name}": ({"model_type": kind, **case.config}, case.total) for name, (kind, case) in MORE.items()}


@pytest.mark.parametrize("name", HIDDEN)
def test_every_known_type_that_is_hidden_is_in_the_range_or_refused(name: str) -> None:
    config, true = HIDDEN[name]
    try:
        model = read_architecture(name, {**config, "model_type": "hidden_type"})
    except InvalidData as caught:
        said = [problem.plain() for problem in caught.problems]
        assert said, "no key is named"
        assert all(each.startswith("config.") for each in said)
        return
    low, high = model.spread
    assert model.is_estimate
    assert high / low <= 2
    assert low * model.parameters <= true <= high * model.parameters
    known = read_architecture(name, config)
    longest = known.context or 32768
    kept = sum(cache_bytes(cache, Split(), 2.0, longest) for cache in known.caches)
    assert kept <= sum(cache_bytes(cache, Split(), 2.0, longest) for cache in model.caches) <= 2 * kept


def test_how_many_of_them_are_estimated() -> None:
    """Refusing all of them would be no answer."""
    estimated = []
    for name, (config, _) in HIDDEN.items():
        try:
            read_architecture(name, {**config, "model_type": "hidden_type"})
        except InvalidData:
            continue
        estimated.append(name)
    assert {"meta-llama/Meta-Llama-3.1-8B", "Qwen/Qwen3-30B-A3B", "moonshotai/Kimi-K2-Instruct", "fixture glm4_moe"} <= set(estimated)


@pytest.mark.parametrize("config", [PLAIN, {**PLAIN, "num_experts": 64, "num_experts_per_tok": 4, "moe_intermediate_size": 1024}])
def test_a_range_is_no_wider_than_twice(config: Mapping[str, Any]) -> None:
    model = read_architecture("x", config)
    low, high = model.spread
    assert high / low < 2
    assert "is not known: an estimate" in model.notes[0]
    assert "Draft layers are not counted." in model.notes[1]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ssm_state_size", 128),
        ("num_experts_shared_pool", 4),
        ("kv_sharing_map", [0, 0, 1]),
        ("layer_types", ["full_attention", "linear_attention"] * 16),
        ("compress_rate", 4),
        ("use_cla", True),
        ("vision_config", {"hidden_size": 1024}),
        ("num_kv_shared_layers", 10),
        ("altup_num_inputs", 4),
        ("sliding_window", 4096),
        ("sliding_window_pattern", 6),
        ("type_vocab_size", 2),
    ],
)
def test_what_is_not_understood_is_refused_by_name(key: str, value: object) -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture("x", {**PLAIN, key: value})
    assert any(key in problem.plain() for problem in caught.value.problems)


def test_what_holds_no_parameters_is_passed_over() -> None:
    harmless = {
        "rope_theta": 1e6,
        "bos_token_id": 5,
        "rms_norm_eps": 1e-6,
        "torch_dtype": "bfloat16",
        "quantization_config": {"quant_method": "fp8"},
    }
    assert unknown_keys({**PLAIN, **harmless}) == []


def test_missing_dimensions_are_named() -> None:
    with pytest.raises(InvalidData) as caught:
        read_architecture("x", {name: value for name, value in PLAIN.items() if name not in ("vocab_size", "intermediate_size")})
    said = " ".join(problem.plain() for problem in caught.value.problems)
    assert "vocab_size" in said
    assert "intermediate_size" in said


def test_a_plan_may_fit_at_best() -> None:
    engine = engines()["vllm"]
    work = ServingWorkload(
        model=read_architecture("x", PLAIN),
        form=weight_format("bf16"),
        kv_bytes=2.0,
        prompt=1024,
        answer=256,
        concurrency=1,
        engine=engine,
        utilisation=engine.utilisation,
    )
    (plan,) = serving_plans(work, [boards()["nvidia.h200-sxm-141gb"]])
    assert plan.risks == (Reason.MEMORY,)
    weights = plan.needed["weights"] if hasattr(plan.needed, "__getitem__") else next(t for t in plan.needed.terms if t.name == "weights")
    assert weights.low < weights.value < weights.high
    assert str(weights.kind) != "exact"
