"""Plans for requests a second, for lengths that differ, for prompts in the cache, guessed tokens and prompts worked through elsewhere."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.serving.sequence_lengths import spread_lengths
from gpudesk.core.serving.speculative_decoding import Speculation
from gpudesk.sizing.calibration.serving_calibration import UNSEEN
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import Provision, ServingPlan, serving_plans
from gpudesk.sizing.serving.serving_work import Demand, Order, Prefix, Reason, ServingWorkload

H100 = "nvidia.h100-sxm5-80gb"


def work(model: str = "llama-3.1-8b", **changes: object) -> ServingWorkload:
    base = ServingWorkload(find_model(model).architecture, weight_format("fp8"), 2.0, 2000, 300, 16, engines()["vllm"], 0.9)
    return replace(base, **changes)  # type: ignore[arg-type]


def plan(asked: ServingWorkload, gpu: str = H100, gpus: int | None = None) -> ServingPlan:
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    return found


def test_a_demand_is_carried_by_as_many_replicas_as_it_takes() -> None:
    few, many = plan(work(demand=Demand(2.0))), plan(work(demand=Demand(200.0)))
    assert few.gpus < many.gpus
    for found in (few, many):
        assert found.fits
        assert found.load is not None
        assert found.load.used < 1
        assert found.load.running < found.load.running_p95 <= found.sequences * found.groups * found.replicas
        assert found.load.ttft_p50_s <= found.load.ttft_p95_s
        assert found.load.answer_p50_s < found.load.answer_p95_s
        assert found.tokens_per_s == pytest.approx(found.load.per_s * 300)


def test_little_s_law_holds() -> None:
    """Those that run are those that come in the time that an answer takes."""
    found = plan(work(demand=Demand(5.0)))
    assert found.load is not None
    assert found.load.running == pytest.approx(5.0 * found.load.answer_p50_s, rel=0.15)


def test_one_board_cannot_carry_any_demand() -> None:
    found = plan(work(demand=Demand(500.0)), gpus=1)
    assert Reason.LOAD in found.refused
    assert found.provision is Provision.UNDER


def test_what_could_do_twice_as_much_is_marked() -> None:
    idle = plan(work(concurrency=1, tpot_s=0.05), gpus=1)
    assert idle.provision is Provision.OVER
    full = plan(work(concurrency=idle.most_sequences - 1, tpot_s=None), gpus=1)
    assert full.provision is Provision.FITTING


def test_growth_and_spare_replicas_take_more_boards() -> None:
    today = plan(work(demand=Demand(40.0)))
    grown = plan(work(demand=Demand(40.0, growth=0.5, years=3)))
    assert grown.load is not None
    assert grown.load.per_s == pytest.approx(135.0)
    assert grown.gpus > today.gpus
    safe = plan(work(demand=Demand(40.0, spare=1)))
    assert safe.gpus == today.gpus + today.split.gpus * today.groups


def test_lengths_that_differ_keep_less_than_the_longest_of_each() -> None:
    long = spread_lengths(2000, 6000, 300, 900)
    differing = plan(work(lengths=long, concurrency=32), gpus=1)
    at_most = plan(work(prompt=round(long.longest) - 300, concurrency=32), gpus=1)
    alike = plan(work(concurrency=32), gpus=1)
    cache = [found.needed.term("cache").value for found in (alike, differing, at_most)]
    assert cache[0] < cache[1] < cache[2]


def test_prompts_in_the_cache_save_work_and_room() -> None:
    plain, known = plan(work(concurrency=64), gpus=1), plan(work(concurrency=64, prefix=Prefix(0.75, 2)), gpus=1)
    assert known.ttft.value < plain.ttft.value
    assert known.tpot.value < plain.tpot.value
    kept = known.needed.term("prefixes").value
    assert kept == pytest.approx(2 * 0.75 / 64 * plain.needed.term("cache").value * 2000 / 2300, rel=0.02)
    assert known.needed.term("cache").value == pytest.approx(plain.needed.term("cache").value * 800 / 2300, rel=0.02)
    assert known.provenance == UNSEEN


def test_guessed_tokens_make_few_sequences_faster() -> None:
    alone = work("llama-3.1-70b", concurrency=1)
    guessing = replace(alone, speculation=Speculation(4, 0.8, find_model("llama-3.2-1b").architecture))
    plain, quick = plan(alone, gpus=4), plan(guessing, gpus=4)
    assert 1.5 < plain.tpot.value / quick.tpot.value < guessing.speculation.gained if guessing.speculation else False
    assert quick.needed.term("draft").value > 0.3
    slow = plan(replace(alone, speculation=Speculation(4, 0.05, find_model("llama-3.2-1b").architecture)), gpus=4)
    assert slow.tpot.value > plain.tpot.value


def test_a_prediction_layer_has_weights_and_a_cache_of_its_own() -> None:
    """One of 61 layers more of DeepSeek-V3, whole in the last of two stages."""
    asked = work("deepseek-v3", concurrency=64, prompt=8000, speculation=Speculation(1, 0.8, None))
    found = plan(asked, gpus=16)
    assert found.split.pipeline == 2
    layer = 2 * (found.needed.term("weights").value + found.needed.term("cache").value) / 61
    assert found.needed.term("draft").value == pytest.approx(layer, rel=0.05)
    assert not [each for each in found.remarks if "(MTP)" in each.plain()]


@pytest.mark.parametrize(
    ("model", "layers"),
    [
        ("Qwen3.5-27B", 1),
        ("DeepSeek-V4-Flash", 1),
        ("NVIDIA-Nemotron-3-Super-120B-A12B-FP8", 1),
        ("MiniMax-M2.5", 3),
        ("MiniMax-M3-NVFP4", 1),
        ("deepseek-v3", 1),
        ("llama-3.1-70b", 0),
        ("Kimi-K2.5", 0),
    ],
)
def test_only_a_model_whose_file_lists_no_mtp_layer_gets_the_remark(model: str, layers: int) -> None:
    """Also of families whose MTP layers are not counted."""
    asked = work(model, concurrency=1, prompt=1000, speculation=Speculation(1, 0.8, None))
    assert asked.model.mtp_layers == layers
    board = boards()["nvidia.b300-sxm"]
    remarks = [remark.plain() for remark in plan(asked, board.key).remarks]
    lacking = [remark for remark in remarks if remark.startswith(f"The configuration of {asked.model.name} lists no layer")]
    assert len(lacking) == (0 if layers else 1)


def test_prompts_worked_through_elsewhere_leave_the_steps_alone() -> None:
    together = plan(work("llama-3.1-70b", prompt=8000, concurrency=64), gpus=8)
    apart = plan(work("llama-3.1-70b", prompt=8000, concurrency=64, apart=True), gpus=8)
    assert apart.fillers >= 1
    assert apart.gpus == 8 == apart.split.gpus * (apart.replicas + apart.fillers)
    assert apart.tpot.value / apart.replicas < together.tpot.value


def test_prompts_of_a_demand_are_worked_through_elsewhere_on_boards_that_are_counted() -> None:
    asked = work(demand=Demand(20.0), apart=True)
    few = plan(asked)
    again = plan(asked, gpus=few.gpus)
    assert again.load is not None
    assert again.gpus == few.gpus
    assert again.fillers >= 1
    assert again.load.running > 0


def test_a_cache_is_handed_on_over_what_the_board_has() -> None:
    """NVLink where a board has no PCI Express; where nothing is known there is no such plan."""
    asked = work(demand=Demand(20.0), apart=True)
    assert plan(asked, "nvidia.gb200-gpu").ttft.value < 10
    assert serving_plans(asked, [boards()["nvidia.jetson-agx-thor-gpu"]]) == []


@pytest.mark.parametrize("program", ["llama.cpp", "transformers"])
def test_a_program_that_hands_no_cache_on_is_refused(program: str) -> None:
    with pytest.raises(InvalidData, match="does not transfer the KV cache of a prompt to other replicas"):
        plan(work(demand=Demand(5.0), apart=True, engine=engines()[program]))


@pytest.mark.parametrize("order", list(Order))
def test_the_best_by_each_order_does_what_is_asked(order: Order) -> None:
    asked = work(concurrency=64, tpot_s=0.05)
    (best,) = serving_plans(asked, [boards()[H100]], order=order)
    assert best.fits
    (fewest,) = serving_plans(asked, [boards()[H100]])
    assert best.gpus >= fewest.gpus
    if order is Order.SPEED:
        assert best.tpot.value < fewest.tpot.value
        assert best.gpus <= 8


def test_more_than_eight_share_a_layer_only_within_a_domain_of_more() -> None:
    asked = work("llama-3.1-405b", concurrency=4, tpot_s=None)
    (wide,) = serving_plans(replace(asked, tpot_s=0.001), [boards()["nvidia.gb200-gpu"]], 16, order=Order.SPEED)
    assert wide.split.tensor == 16
    for found in serving_plans(replace(asked, tpot_s=0.001), [boards()[H100]], 16):
        assert found.split.tensor <= 8
    (across,) = serving_plans(replace(asked, tpot_s=0.001, across=True), [boards()[H100]], 16)
    assert across.split.tensor <= 16


def test_experts_are_shared_by_groups_with_sequences_of_their_own() -> None:
    """Latent attention is held whole by every GPU that shares a layer: groups hold each sequence once (DeepSeek V3, section 3.4)."""
    asked = work("deepseek-r1", concurrency=512, prompt=4000, answer=1000)
    (found,) = serving_plans(asked, [boards()["nvidia.h200-sxm-141gb"]], 8)
    assert found.groups > 1
    assert found.split.experts_over == found.split.tensor * found.groups
    assert found.gpus == 8


def test_a_program_of_its_own_times_guesses_and_skips_prompts_too() -> None:
    llama = engines()["llama.cpp"]
    alone = replace(work(concurrency=1), engine=llama, form=weight_format("q4_k_m"), utilisation=llama.utilisation)
    plain = plan(alone, gpus=1)
    guessing = plan(replace(alone, speculation=Speculation(4, 0.8, find_model("llama-3.2-1b").architecture)), gpus=1)
    assert guessing.tpot.value < 0.8 * plain.tpot.value
    assert (plain.provenance, guessing.provenance) == ("known_system", "unseen")
    known = plan(replace(alone, prefix=Prefix(0.9, 1)), gpus=1)
    assert known.ttft.value - known.tpot.value < 0.2 * (plain.ttft.value - plain.tpot.value)
    assert known.tpot.value == plain.tpot.value
