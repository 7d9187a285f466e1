"""Tensors that engines hold twice or in more bits than the file, and their buffers for sparse attention."""

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Estimate, Kind
from gpudesk.core.models.architecture import Role
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.serving.serving_memory import Serving, serving_memory
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engine_at, weight_format
from gpudesk.sizing.measured.log_identity import loaded_weights
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format
from gpudesk.sizing.serving.serving import ServingWorkload, serving_plans
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text

GIB = 2**30


def _needed(model: str, form: str, engine: str, maker: str = "nvidia", tensor: int = 1, context: int = 1280, release: str = "") -> Estimate:
    asked = Serving(weight_format(form), 2.0, 1, 1024, context, Split(tensor))
    return serving_memory(find_model(model).architecture, engine_at(engine, release), asked, 100.0, 9.0, maker)


@pytest.mark.parametrize(
    ("model", "form", "maker", "tensor", "size", "low"),
    [
        # 61 layers of 128 heads of 128 + 128 on a latent of 512: FP8 in blocks is copied in BF16 on NVIDIA, in FP8 on AMD.
        ("deepseek-r1", "fp8", "nvidia", 8, 61 * 16 * 256 * 512 * 2, 61 * 16 * 256 * 512),
        ("deepseek-r1", "fp8", "amd", 8, 61 * 16 * 256 * 512, 61 * 16 * 256 * 512),
        # 27 layers of 16 heads: w_kc and w_vc are contiguous copies of a projection in BF16 too.
        ("DeepSeek-V2-Lite", "bf16", "nvidia", 1, 27 * 16 * 256 * 512 * 2, 27 * 16 * 256 * 512 * 2),
    ],
)
def test_sglang_keeps_copies_of_latent_projections(model: str, form: str, maker: str, tensor: int, size: int, low: int) -> None:
    """github:sgl-project/sglang, deepseek_weight_loader.py, post_load_weights; pull request 28876: kv_b_proj is not released."""
    copies = _needed(model, form, "sglang", maker, tensor).term("loaded")
    assert copies.value * GIB == pytest.approx(size)
    assert copies.low * GIB == pytest.approx(low)
    assert copies.kind is Kind.RULE
    assert "post_load_weights" in copies.source


def test_sglang_copies_nothing_without_latent_attention() -> None:
    assert "loaded" not in {term.name for term in _needed("Qwen/Qwen3-8B", "bf16", "sglang").terms}


def test_the_search_counts_the_copies_of_sglang() -> None:
    """The number of sequences that fit is that of the plan's memory: 0.24 GiB less room on each of eight H200."""
    program, board = engine_at("sglang"), boards()["nvidia.h200-sxm-141gb"]
    asked = ServingWorkload(named_model("deepseek-r1"), default_format("deepseek-r1"), 2.0, 1024, 256, 1, program, program.utilisation)
    (found,) = serving_plans(asked, [board], 8)
    each = found.needed.term("cache").value
    room = found.usable_gib - (found.needed.value - each)
    assert found.most_sequences == pytest.approx(room / each, abs=1)


@pytest.mark.parametrize(
    ("model", "elements", "layers"),
    [
        ("state-spaces/mamba-2.8b-hf", 5120 * 16, 64),  # Mamba: a decay for each channel and entry of its state.
        ("ai21labs/Jamba-v0.1", 8192 * 16, 28),
        ("nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", 64, 23),  # Mamba 2: a decay for each head.
    ],
)
def test_vllm_holds_decays_of_states_in_32_bits(model: str, elements: int, layers: int) -> None:
    """github:vllm-project/vllm, mamba_mixer.py and mamba_mixer2.py: A is torch.float32, D and dt_bias are of the type of the model."""
    weights = _needed(model, "bf16", "vllm").term("weights")
    architecture = find_model(model).architecture
    decays = [weight for weight in architecture.weights if weight.module == "A_log"]
    assert sum(weight.total for weight in decays) == elements * layers
    assert {weight.role for weight in decays} == {Role.STATE}
    assert weights.value * GIB == pytest.approx(2 * architecture.parameters + 2 * elements * layers)
    assert weights.kind is Kind.CALIBRATED
    assert _needed(model, "bf16", "transformers").term("weights").value * GIB == pytest.approx(2 * architecture.parameters)


def _sparse(release: str, context: int = 163_840) -> Estimate:
    asked = Serving(default_format("deepseek-v3.2"), 2.0, 1, 1024, context, Split(8))
    return serving_memory(named_model("deepseek-v3.2"), engine_at("vllm", release), asked, 139.8, 9.0, "nvidia")


def test_vllm_loads_the_picked_indices_of_a_step_with_the_weights() -> None:
    """8,192 tokens of a step × 2,048 entries in int32: 64 MiB on each GPU, logged as loaded weights.

    A public log of DeepSeek-V3.2 on eight GPUs has 80.78 GiB; without these buffers and the indexer in BF16 the range ended at 80.67.
    """
    value, low, high = loaded_weights(_sparse("0.20"))
    assert low < value < 80.78 < high
    plain = serving_memory(
        named_model("deepseek-r1"),
        engine_at("vllm", "0.20"),
        Serving(default_format("deepseek-r1"), 2.0, 1, 1024, 1280, Split(8)),
        139.8,
        9.0,
    )
    assert "sparse" not in {term.name for term in plain.terms}
    copies = 61 * 16 * 256 * 512 * 2
    assert _sparse("0.20").term("loaded").low * GIB == pytest.approx(copies + 8192 * 2048 * 4)


@pytest.mark.parametrize(("release", "contexts"), [("0.11.2", 2), ("0.12", 40)])
@pytest.mark.parametrize("context", [8_192, 163_840, 262_144])
def test_vllm_gathers_keys_of_the_indexer_in_the_memory_of_experts(release: str, contexts: int, context: int) -> None:
    """github:vllm-project/vllm, get_max_prefill_buffer_size: 40 × 163,840 × 132 = 865,075,200 bytes; 2 contexts in 0.11.

    Experts need 8,192 × 8 × 7,168 × 2 = 939,524,096 bytes afterward; 512 MiB for scores in any case.
    """
    gathered = _sparse(release, context).term("sparse")
    assert gathered.value * GIB == pytest.approx(max(0, contexts * context * 132 - 939_524_096))
    assert gathered.low == 0
    assert gathered.high * GIB == pytest.approx(contexts * context * 132 + 512 * 2**20)


def test_without_a_release_the_indexer_is_that_of_the_release_of_launch_files() -> None:
    """vLLM 0.11.2 has wk in FP8; 53 MiB more of 0.20 are in the range."""
    any_release, planned, later = (_sparse(release).term("weights") for release in ("", "0.11.2", "0.20"))
    assert any_release.value == planned.value
    assert any_release.high == later.value
    assert [module for rule in engine_at("vllm").wide_tensors for module in rule.modules] == ["A_log"]


def test_the_indexer_multiplies_in_bf16_from_0_20() -> None:
    """Pull request 38684: wk of 61 layers, 128 × 7,168, in BF16; its heads are weighted in BF16 in every release and in the file."""
    before, after = (_sparse(release).term("weights").value for release in ("0.19", "0.20"))
    assert (after - before) * GIB == pytest.approx(61 * 128 * 7168 * (1 - 4 / 16384), rel=1e-6)
    stored = default_format("deepseek-v3.2").stored(named_model("deepseek-v3.2"))
    bits = {part.weight.module: part.element_bytes for part in stored if part.weight.role is Role.INDEXER}
    assert bits["self_attn.indexer.weights_proj"] == 2
    assert bits["self_attn.indexer.wk"] == pytest.approx(1 + 4 / 16384)


def test_the_search_counts_the_buffers_of_sparse_attention() -> None:
    program, board = engine_at("vllm", "0.12"), boards()["nvidia.h200-sxm-141gb"]
    asked = ServingWorkload(named_model("deepseek-v3.2"), default_format("deepseek-v3.2"), 2.0, 130_000, 1_000, 1, program, 0.9)
    (found,) = serving_plans(asked, [board], 8)
    grid = Grid(asked, [board], 8)
    row = next(at for at in range(len(grid.tensor)) if (grid.tensor[at], grid.groups[at]) == (found.split.tensor, found.groups))
    assert grid.filled[row] * board.usable_gib * 0.9 == pytest.approx(found.needed.value, rel=1e-3)


def test_a_project_keeps_the_picked_entries_of_a_model() -> None:
    own = OwnModel(named_model("deepseek-v3.2"))
    assert own.architecture.picked == 2048
    assert own_model_from(own_model_text(own)).architecture.picked == 2048
