"""What a board gives with layers in the system's memory."""

from dataclasses import replace

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.serving.offload import experts_offloaded, fewest_experts, layer_bytes, offloaded
from gpudesk.sizing.calibration.decode_calibration import LLAMA_CPP, decode_calibrations
from gpudesk.sizing.gpus.boards import find_board
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.offload_plans import host_memory, offload_plan
from gpudesk.sizing.serving.serving import Reason, ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.serving.serving_sensitivity import Change, outlook

GDDR = decode_calibrations()[LLAMA_CPP, "gddr"].constants
Q4 = weight_format("q4_k_m")


def plan(model: str, board: str, concurrency: int = 1, tpot_s: float | None = None) -> ServingPlan:
    llama = engines()[LLAMA_CPP]
    work = ServingWorkload(find_model(model).architecture, Q4, 2.0, 512, 512, concurrency, llama, llama.utilisation, tpot_s)
    return serving_plans(work, [find_board(board)], 1)[0]


@pytest.mark.parametrize(
    ("layers", "per_s", "within"),
    # inventivehq.com/blog/vram-offload-cliff-gpu-layers-benchmark: Qwen 2.5 14B in Q4_K_M on an RTX 5060 Ti (448 GB/s), -ngl 0 to 99.
    [(8, 3.58, 0.1), (16, 4.24, 0.1), (24, 5.61, 0.1), (32, 7.26, 0.1), (40, 12.5, 0.25), (49, 43.18, 0.1)],
)
def test_a_published_sweep_of_layers(layers: int, per_s: float, within: float) -> None:
    """The rate of the system's memory is taken from its first row, 2.89 tokens/s by the CPU alone; the rest follows."""
    sizes = layer_bytes(find_model("Qwen/Qwen2.5-14B").architecture, Q4, 2.0, 640)
    reached = sizes.read_all * 2.89
    assert 1 / offloaded(sizes, layers, 448e9, reached, 1.0, GDDR).seconds == pytest.approx(per_s, rel=within)


def test_memory_of_a_layer_in_that_sweep() -> None:
    """From 8 to 40 layers 5,432 MB more are used on the GPU."""
    sizes = layer_bytes(find_model("Qwen/Qwen2.5-14B").architecture, Q4, 2.0, 4096)
    assert (sizes.on_gpu(40) - sizes.on_gpu(8)) / 1e6 == pytest.approx(5432, rel=0.06)


@pytest.mark.parametrize("model", ["Qwen/Qwen2.5-14B", "Qwen/Qwen2.5-0.5B", "mistralai/Mixtral-8x7B-v0.1"])
def test_layers_have_what_the_model_has(model: str) -> None:
    architecture = find_model(model).architecture
    sizes = layer_bytes(architecture, Q4, 2.0, 640)
    twice = sizes.table if architecture.tied else 0.0
    assert sum(sizes.held) + sizes.table - twice == pytest.approx(weight_bytes(architecture, Q4))
    assert sum(sizes.read) <= sum(sizes.held)


def test_a_model_that_is_too_large_is_fixed_by_the_memory_of_the_system() -> None:
    refused = plan("llama-3.1-70b", "RTX 4090")
    assert refused.refused == (Reason.MEMORY,)
    (found,) = [look for look in outlook(refused) if look.change is Change.OFFLOAD]
    assert found.offload is not None
    assert 40 <= found.amount == found.offload.part.layers <= 50
    assert found.offload.part.of == 81
    assert found.plan.fits
    assert found.plan.needed.value <= found.plan.usable_gib
    assert found.plan.tpot.low < found.plan.tpot.value < found.plan.tpot.high
    assert found.offload.cpu.value > found.plan.tpot.value
    assert found.plan.provenance == "unseen"
    more = offload_plan(refused, host_memory(300.0))
    assert more is not None
    assert more.token.value < found.offload.token.value


def test_it_is_no_fix_where_it_is_too_slow_or_for_many_at_once() -> None:
    assert not [look for look in outlook(plan("llama-3.1-70b", "RTX 4090", tpot_s=0.05)) if look.change is Change.OFFLOAD]
    assert not [look for look in outlook(plan("llama-3.1-70b", "RTX 4090", concurrency=4)) if look.change is Change.OFFLOAD]


def test_other_programs_keep_no_layers_there() -> None:
    found = plan("llama-3.1-70b", "RTX 4090")
    assert offload_plan(replace(found, work=replace(found.work, engine=engines()["vllm"]))) is None


@pytest.mark.parametrize(
    ("board", "gb_per_s", "experts", "per_s", "within"),
    # gokawiil.com/article/74814: gpt-oss-120b, --n-cpu-moe 36, an RTX 3090 and a Core i9-14900K with two channels of DDR5: 25.6 tokens/s.
    [("RTX 3090", 89.6, 36, 25.6, 0.25)],
)
def test_a_published_run_with_all_experts_in_the_memory_of_the_system(
    board: str, gb_per_s: float, experts: int, per_s: float, within: float
) -> None:
    sizes = layer_bytes(find_model("gpt-oss-120b").architecture, weight_format("mxfp4_moe"), 2.0, 8192)
    assert sizes.routed == experts
    found = experts_offloaded(sizes, experts, find_board(board).bytes_per_s, gb_per_s * 1e9, 0.75, GDDR)
    assert 1 / found.seconds == pytest.approx(per_s, rel=within)
    assert found.gpu_bytes / 2**30 < 8, "with 8 GB of its memory"


def test_experts_of_a_mixture_stay_in_the_memory_of_the_system() -> None:
    """On 24 GB 26 of 36 layers were kept there (ai-maestro.online, --n-cpu-moe 26 with batches of 512, 32.3 tokens/s)."""
    llama = engines()[LLAMA_CPP]
    work = ServingWorkload(find_model("gpt-oss-120b").architecture, weight_format("mxfp4_moe"), 2.0, 4096, 128, 1, llama, llama.utilisation)
    refused = serving_plans(work, [find_board("RTX 3090")], 1)[0]
    assert refused.refused == (Reason.MEMORY,)
    (found,) = [look for look in outlook(refused) if look.change is Change.EXPERTS]
    assert found.offload is not None
    assert 22 <= found.amount == found.offload.part.expert_layers <= 28
    assert found.plan.needed.value <= found.plan.usable_gib
    assert found.plan.tpot.low < found.plan.tpot.value < found.plan.tpot.high
    assert found.plan.tpot.low <= 1 / 32.3 <= found.plan.tpot.high


def test_the_fewest_experts_that_make_room() -> None:
    sizes = layer_bytes(find_model("mixtral-8x7b").architecture, Q4, 2.0, 4096)
    room = sizes.without_experts(5) + 1
    assert fewest_experts(sizes, room) == 5
    assert fewest_experts(sizes, sizes.without_experts(sizes.routed) - 1) is None
    dense = layer_bytes(find_model("llama-3.1-8b").architecture, Q4, 2.0, 4096)
    assert dense.routed == 0
    assert fewest_experts(dense, 0.0) is None
