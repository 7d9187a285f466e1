"""Memory as engines allocate it, against what they logged."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Estimate, Kind
from gpudesk.core.models.architecture import ATTENTION, Architecture, Role, Weight
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat, weight_bytes
from gpudesk.core.serving.cache_layout import laid_out
from gpudesk.core.serving.held_weights import TablePlace, placed
from gpudesk.core.serving.loaded_weights import added_bytes
from gpudesk.core.serving.offload import layer_bytes
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split, cache_bytes, stage_weights
from gpudesk.sizing.gpus.boards import MemoryKind, boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, engines, weight_format
from gpudesk.sizing.serving.serving import Reason, ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.serving.serving_needs import plan_memory
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text
from tests.core.models.test_more_types import CASES

GIB = 2**30
A100, H100, H200 = "nvidia.a100-sxm4-80gb", "nvidia.h100-sxm5-80gb", "nvidia.h200-sxm-141gb"
B200, PRO_6000, MI300X = "nvidia.b200-sxm-180gb", "nvidia.rtx-pro-6000-blackwell-workstation", "amd.mi300x"


def work(model: str, form: str, engine: str = "vllm", prompt: int = 1024, answer: int = 256) -> ServingWorkload:
    program = engines()[engine]
    found = find_model(model).architecture
    return ServingWorkload(found, weight_format(form), 2.0, prompt, answer, 1, program, program.utilisation)


def plan(asked: ServingWorkload, gpu: str, gpus: int) -> ServingPlan:
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    return found


def memory(asked: ServingWorkload, gpu: str, tensor: int = 1) -> Estimate:
    return plan_memory(asked, boards()[gpu], Split(tensor), 1)


def test_gpt_oss_does_not_fit_on_one_h100() -> None:
    """vLLM logged 64.38 GiB with Triton (issue 33155) and 65.9651 with Marlin, whose cache had -2.14 GiB at 0.9 (issue 23278)."""
    found = plan(work("gpt-oss-120b", "mxfp4-experts"), H100, 1)
    weights = found.needed.term("weights")
    assert weights.low == pytest.approx(64.38, abs=0.01)
    assert weights.high == weights.value == pytest.approx(65.9651, abs=0.01)
    assert weights.kind is Kind.CALIBRATED
    assert "Marlin" in str(weights.formula.values["kernel"] if weights.formula else "")
    assert found.refused == (Reason.MEMORY,)
    assert found.needed.value - found.needed.term("cache").value == pytest.approx(71.2 + 2.14, abs=0.6)


@pytest.mark.parametrize(
    ("model", "gpu", "tensor", "inner", "hidden"),
    [
        ("gpt-oss-120b", A100, 1, 2944, 3072),
        ("gpt-oss-20b", A100, 1, 2944, 3072),
        ("gpt-oss-120b", A100, 2, 2 * 1536, 3072),
        ("gpt-oss-120b", A100, 8, 8 * 384, 3072),
        ("gpt-oss-120b", B200, 1, 3072, 3072),
        ("gpt-oss-120b", PRO_6000, 1, 2944, 3072),
        ("gpt-oss-120b", MI300X, 1, 3072, 3072),
    ],
)
def test_experts_in_mxfp4_are_padded_by_kernel(model: str, gpu: str, tensor: int, inner: int, hidden: int) -> None:
    """Multiples of vLLM, layers/quantization/mxfp4.py: 128 of an inner width and 256 of a hidden one for Marlin, 256 of both elsewhere."""
    asked = work(model, "mxfp4-experts")
    experts = asked.model.layers * asked.model.experts * 3
    plain = memory(replace(asked, engine=engines()["transformers"]), gpu, tensor).term("weights").value
    padded = experts * (inner * hidden - 2880 * 2880) * 4.25 / 8 / tensor / GIB
    assert memory(asked, gpu, tensor).term("weights").value == pytest.approx(plain + padded, abs=0.08)


def test_attention_of_a_mixture_in_nvfp4_may_keep_16_bits() -> None:
    """DeepSeek-R1-FP4 keeps it, the releases of Llama do not (github:NVIDIA/Model-Optimizer issue 150)."""
    asked = work("deepseek-r1", "nvfp4", "trtllm")
    found = memory(asked, B200, 8).term("weights")
    attention = sum(each.total for each in asked.model.weights if each.role in ATTENTION and len(each.shape) > 1)
    assert found.kind is Kind.RULE
    assert found.low == found.value
    assert attention == pytest.approx(11.4e9, rel=0.02)
    assert 0 < found.high - found.value < attention * (2 - 4.5 / 8) / GIB
    assert memory(work("llama-3.1-405b", "nvfp4"), B200, 4).term("weights").kind is Kind.EXACT


def test_what_an_engine_holds_as_the_file_does_is_exact() -> None:
    assert memory(work("gpt-oss-120b", "mxfp4-experts", "transformers"), H100).term("weights").kind is Kind.EXACT
    assert memory(work("llama-3.1-8b", "bf16"), H100).term("weights").kind is Kind.EXACT
    assert memory(work("llama-3.1-8b", "fp8"), H100).term("weights").kind is Kind.EXACT
    assert memory(work("llama-3.1-8b", "bf16"), H100).term("cache").kind is Kind.EXACT


def test_scales_of_blocks_are_repeated_for_marlin() -> None:
    """Without FP8 products a scale of 16 bits for 128 elements is in the place of one of 32 bits for 128 × 128."""
    asked = work("llama-3.1-8b", "fp8")
    on_h100, on_a100 = (memory(asked, gpu).term("weights").value for gpu in (H100, A100))
    linear = sum(part.weight.total for part in asked.form.stored(asked.model) if asked.form.covered(part.weight))
    assert on_a100 - on_h100 == pytest.approx(linear * (16 / 128 - 32 / 16384) / 8 / GIB, rel=1e-6)


@dataclass(frozen=True, slots=True)
class _Excluding(WeightFormat):
    """FP8 in the feed-forward parts of all layers but the first and the last."""

    def stored(self, model: Architecture) -> tuple[StoredWeight, ...]:
        return tuple(self._parts(model))

    def _parts(self, model: Architecture) -> Iterator[StoredWeight]:
        for weight in model.weights:
            inside = tuple(layer for layer in weight.layers if 0 < layer < model.layers - 1)
            if len(weight.shape) < 2 or weight.role in ATTENTION or not inside:
                yield StoredWeight(weight, 2.0)
                continue
            yield StoredWeight(replace(weight, layers=inside), 1.0)
            yield StoredWeight(self._outside(weight, inside), 2.0)

    def _outside(self, weight: Weight, inside: tuple[int, ...]) -> Weight:
        return replace(weight, layers=tuple(sorted(set(weight.layers) - set(inside))))


def test_layers_that_stay_in_sixteen_bits_count_as_such() -> None:
    """Llama 3.1 405B FP8 as first published, with 16 heads of keys and values: 57.75 GiB on each of 8 H100, 79,392 tokens (vLLM 0.5)."""
    config = {
        "model_type": "llama",
        "hidden_size": 16384,
        "num_hidden_layers": 126,
        "num_attention_heads": 128,
        "num_key_value_heads": 16,
        "intermediate_size": 53248,
        "vocab_size": 128256,
    }
    model = read_architecture("", config)
    form = _Excluding("fbgemm-fp8", "FBGEMM FP8", "FBGEMM FP8", Fraction(8), "linear", "fp8", 8.9, "read", "")
    board = boards()[H100]
    asked = Serving(form, 2.0, 1, 79_000, 79_392, Split(8))
    found = serving_memory(model, engines()["vllm"], asked, board.usable_gib, board.capability, board.key)
    assert found.term("weights").value == pytest.approx(57.75, abs=0.1)
    assert found.term("cache").value == pytest.approx(79_392 * 2 * 126 * 16 * 128 * 2 / 8 / GIB)


@pytest.mark.parametrize(("model", "share"), [("mimo-v2-flash", 0.8), ("gemma-3-27b", 1.0)])
def test_windows_of_sglang_have_a_pool_of_their_own(model: str, share: float) -> None:
    """Eight tenths of the tokens of the full pool, unless the split is off: then as many as the layers without a window."""
    asked = work(model, "bf16", "sglang", 100_000, 1000)
    kept = memory(asked, H200, 4).term("cache")
    near = [cache for cache in asked.model.caches if cache.window]
    far = [cache for cache in asked.model.caches if not cache.window]
    each = sum(cache.layers * cache.elements for cache in far) + share * sum(cache.layers * cache.elements for cache in near)
    assert kept.value == pytest.approx(101_000 * each * 2 / 4 / GIB, rel=1e-4)
    assert kept.high / kept.low <= 2
    assert kept.kind is Kind.CALIBRATED


def test_tokens_of_mimo_in_the_pool_of_sglang() -> None:
    """On 4 H200 about 1.5 million: 1,496,958 were logged with the pool not split (pull request 15464)."""
    found = plan(work("mimo-v2-flash", "fp8", "sglang"), H200, 4)
    assert 1.2e6 < found.most_sequences * 1280 < 1.8e6


@pytest.mark.parametrize(
    ("model", "near", "far"),
    # Layers with a window and without: 52 and 10 of Gemma 3 27B are seven groups of ten, 18 and 18 of gpt-oss are two of 18.
    [("gemma-3-27b", 60, 10), ("gpt-oss-120b", 18, 18), ("gemma-3-4b", 30, 5)],
)
def test_groups_of_vllm_are_filled_up(model: str, near: int, far: int) -> None:
    asked = work(model, "bf16", "vllm", 30_000, 720)
    window = next(cache.window for cache in asked.model.caches if cache.window)
    elements = {cache.elements for cache in asked.model.caches}
    assert len(elements) == 1
    tokens = near * -(-window // 16) * 16 + far * 30_720
    assert memory(asked, H100).term("cache").value == pytest.approx(tokens * elements.pop() * 2 / GIB)


@pytest.mark.parametrize(("release", "kept"), [((0, 10), 8192), ((0, 10, 1), 100_000), ((0, 12), 100_000), ((0, 13), 8192)])
def test_vllm_keeps_every_token_of_the_chunks_of_llama_4_by_default(release: tuple[int, ...], kept: int) -> None:
    """github:vllm-project/vllm pull request 21761 turns the layout of chunked layers off by default, 29627 turns it on again."""
    model = find_model("Llama-4-Scout").architecture
    far = next(cache for cache in model.caches if not cache.window)
    layout = engine_at("vllm", ".".join(map(str, release))).cache_layout
    held = sum(cache_bytes(cache, Split(), 2.0, 100_000) for cache in laid_out(model, layout, 2.0))
    assert held == pytest.approx(2.0 * far.elements * (12 * 100_000 + 36 * kept), rel=0.001)


def test_a_state_is_padded_to_a_page_of_vllm() -> None:
    """A page holds the state of a layer or a block of keys and values: blocks grow to the size of the state."""
    asked = work("Qwen3.5-27B", "bf16", "vllm", 1000, 24)
    states = [cache for cache in asked.model.caches if cache.state_bytes or not cache.query_width]
    state = sum(cache.elements * (cache.state_bytes or 2) for cache in states)
    token = next(cache.elements for cache in asked.model.caches if cache.query_width) * 2
    block = -(-state // token // 16) * 16
    kept = memory(asked, H100).term("cache")
    mixing, attending = states[0].layers, next(cache.layers for cache in asked.model.caches if cache.query_width)
    page = block * token
    assert kept.value == pytest.approx((mixing + attending * -(-1024 // block)) * page / GIB)
    assert kept.kind is Kind.CALIBRATED


def test_llama_cpp_keeps_the_scores_of_latent_attention() -> None:
    """DeepSeek-V2-Lite in Q4 at 32,768 tokens: about 2.4 GB (ollama pull request 17201)."""
    buffer = memory(work("deepseek-v2-lite", "q4_k_m", "llama.cpp", 31_744, 1024), "nvidia.rtx-4090").term("activations")
    assert buffer.low * GIB <= 2.4e9 <= buffer.high * GIB
    assert buffer.value * GIB == pytest.approx(2.4e9, rel=0.1)
    assert buffer.high <= 2 * buffer.low * 1.001


def test_flash_attention_of_llama_cpp_takes_latent_attention_of_128_heads() -> None:
    """DeepSeek-V3 has no scores in memory (ggml-org/llama.cpp pull request 13306); GLM-4.7-Flash, with 20 heads, has."""
    buffer = memory(work("deepseek-v3", "q4_k_m", "llama.cpp", 31_744, 1024), H200).term("activations")
    assert buffer.high < 1.0


@pytest.mark.parametrize(("context", "logged_mib"), [(16_384, 2048.0), (1_048_576, 67_094.6)])
def test_llama_cpp_keeps_the_scores_that_pick_entries(context: int, logged_mib: float) -> None:
    """DeepSeek-V4-Flash: 67,094.60 MiB at 1,048,576 tokens, about 2 GiB at 16,384 (unslothai/unsloth pull request 6940)."""
    buffer = memory(work("deepseek-v4-flash", "q4_k_m", "llama.cpp", context - 1024, 1024), PRO_6000).term("activations")
    assert buffer.low <= logged_mib / 1024 <= buffer.high
    assert buffer.value == pytest.approx(logged_mib / 1024, rel=0.1)


def test_deepseek_v4_flash_does_not_run_on_two_boards_of_96_gb_at_a_million_tokens() -> None:
    found = plan(work("deepseek-v4-flash", "q4_k_m", "llama.cpp", 1_047_552, 1024), PRO_6000, 2)
    assert found.refused == (Reason.MEMORY,)


def test_what_its_range_may_exceed_may_fit() -> None:
    """The likeliest value has room, the high end of the range has not: neither a yes nor a no."""
    asked = work("llama-3.1-8b", "bf16")
    board = boards()["nvidia.rtx-4090"]
    needed = memory(asked, board.key)
    middle = (needed.value + needed.high) / 2 / board.usable_gib
    found = plan(replace(asked, utilisation=middle), board.key, 1)
    assert found.fits
    assert found.risks == (Reason.MEMORY,)
    assert not found.is_late
    sure = plan(replace(asked, utilisation=needed.high * 1.001 / board.usable_gib), board.key, 1)
    assert sure.fits
    assert not sure.risks


@pytest.mark.parametrize(
    ("model", "form", "host_mib"),
    [
        ("Qwen/Qwen3-8B", "gguf-bf16", 151_936 * 4_096 * 2 / 2**20),
        ("meta-llama/Meta-Llama-3.1-8B", "q8_0", 128_256 * 4_096 * 34 / 32 / 2**20),
    ],
)
def test_llama_cpp_keeps_the_embedding_table_in_system_memory(model: str, form: str, host_mib: float) -> None:
    """github:ggml-org/llama.cpp, llama-model.cpp, load_tensors: the input layer always stays on the CPU ("CPU_Mapped model buffer")."""
    weights = memory(work(model, form, "llama.cpp"), "nvidia.rtx-4090").term("weights")
    whole = weight_bytes(find_model(model).architecture, weight_format(form)) / GIB
    assert weights.kind is Kind.EXACT
    assert weights.value == pytest.approx(whole - host_mib / 1024, rel=1e-6)


@pytest.mark.parametrize(("name", "table_bytes"), [("MiniMax Text 01", 10_240_000 * 64 * 2), ("Kimi Linear", 0), ("Granite 4 H Tiny", 0)])
def test_position_tables_have_the_width_that_positions_turn(name: str, table_bytes: int) -> None:
    """MiniMax-Text-01 turns 64 of 128 elements (`rotary_dim`): 1.22 GiB; Kimi Linear and Granite 4 H turn none."""
    kind, case = CASES[name]
    model = read_architecture(name, {"model_type": kind, **case.config})
    assert engines()["vllm"].position_bytes == 2
    added = added_bytes(model, Split(), (), 2.0)
    assert (added.value, added.low, added.high) == (table_bytes, 0, 2 * table_bytes)
    assert own_model_from(own_model_text(OwnModel(model))).architecture.rotary_width == model.rotary_width


def test_granite_with_rotary_positions_has_their_table() -> None:
    kind, case = CASES["Granite 4 H Tiny"]
    model = read_architecture("Granite", {"model_type": kind, **case.config, "position_embedding_type": "rope"})
    assert added_bytes(model, Split(), (), 2.0).value == 131_072 * 128 * 2


UNIFIED = [key for key, board in boards().items() if board.memory is MemoryKind.UNIFIED]


def test_a_table_that_is_the_head_is_on_the_gpu_and_one_memory_holds_all() -> None:
    tied = memory(work("Qwen/Qwen3-0.6B", "q8_0", "llama.cpp"), "nvidia.rtx-4090").term("weights").value
    assert tied == pytest.approx(weight_bytes(find_model("Qwen/Qwen3-0.6B").architecture, weight_format("q8_0")) / GIB)
    whole = weight_bytes(find_model("Qwen/Qwen3-8B").architecture, weight_format("q8_0")) / GIB
    assert memory(work("Qwen/Qwen3-8B", "q8_0", "llama.cpp"), UNIFIED[0]).term("weights").value == pytest.approx(whole)


@pytest.mark.parametrize("unified", UNIFIED)
def test_one_memory_holds_a_tied_table_and_its_copy(unified: str) -> None:
    """llama.cpp keeps the table on the CPU and a copy as the head on the GPU: 262,208 × 5,376 in Q6_K for Gemma 3 27B."""
    asked = work("google/gemma-3-27b-it", "q4_k_m", "llama.cpp")
    alone, both = (memory(asked, key).term("weights") for key in ("nvidia.rtx-4090", unified))
    assert (both.value - alone.value) * GIB == pytest.approx(262_208 * 5_376 * 210 / 256) == pytest.approx(1.156e9, rel=1e-3)
    assert plan(asked, unified, 1).needed.term("weights").value == both.value


def test_only_the_last_of_several_gpus_has_the_copy_of_a_tied_table() -> None:
    """26 layers of Gemma 3 1B on three GPUs: 9, 9, and 8 with the head; a layer has 26,842,112 parameters, the table 262,144 × 1,152."""
    asked = work("google/gemma-3-1b", "q8_0", "llama.cpp")
    per_stage = stage_weights(*_in_gpus(asked, 3))
    table, layer = 262_144 * 1_152 * 34 / 32, per_stage[0] / 9
    assert layer == pytest.approx(26_842_112 * 34 / 32, rel=2e-3)
    assert per_stage == pytest.approx([9 * layer, 9 * layer, 8 * layer + table], rel=1e-4)


def _in_gpus(asked: ServingWorkload, stages: int) -> tuple[Architecture, Split, tuple[StoredWeight, ...]]:
    model, stored = placed(asked.model, asked.form.stored(asked.model), TablePlace.RAM)
    return model, Split(1, stages), stored


@pytest.mark.parametrize("kind", ["gpt2", "opt"])
def test_learned_positions_stay_in_system_memory(kind: str) -> None:
    """llama.cpp: token_embd and position_embd are tensors of the input layer; what is on the GPU is what offloading counts there."""
    numbers = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "ffn_dim": 4096, "vocab_size": 50272}
    config = {**numbers, "max_position_embeddings": 2048, "n_embd": 1024, "n_layer": 24, "n_head": 16, "n_positions": 1024}
    model = read_architecture(kind, {"model_type": kind, **config})
    form = weight_format("q8_0")
    (positions,) = [part.total_bytes for part in form.stored(model) if part.weight.role is Role.POSITION]
    sizes = layer_bytes(model, form, 2.0, 1024)
    _, stored = placed(model, form.stored(model), TablePlace.RAM)
    assert sum(part.total_bytes for part in stored) == pytest.approx(sum(sizes.held))
    assert sum(part.total_bytes for part in stored) == pytest.approx(weight_bytes(model, form) - positions), "the tied table is the head"


@pytest.mark.parametrize(
    ("model", "elements", "window"), [("mistralai/Mistral-7B-v0.1", 2 * 8 * 128, 4096), ("phi-3-mini-4k", 2 * 32 * 96, 2047)]
)
@pytest.mark.parametrize(("engine", "windowed"), [("vllm", True), ("sglang", False), ("llama.cpp", False)])
def test_engines_without_the_window_of_all_layers_keep_every_token(
    model: str, elements: int, window: int, engine: str, windowed: bool
) -> None:
    """SGLang reads Mistral and Phi 3 as Llama, llama.cpp turns the window of Phi 3 off and has none in files of Mistral."""
    asked = work(model, "bf16", engine, prompt=window + 1000, answer=1000)
    cached = memory(asked, H100).term("cache").value * GIB
    block = asked.engine.block_tokens
    kept = window if windowed else window + 2000
    assert cached == 32 * elements * 2 * -(-kept // block) * block
