"""Further types: the dimensions of published models, and their published counts to the last digit; what their layers keep."""

from collections.abc import Mapping
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Architecture, CacheKind, Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.weight_formats import StoredWeight
from gpudesk.core.quantization.names import plain_stem, short_names
from gpudesk.core.work.model_split import Split, divisor, stage_weights
from tests.core.models.test_recent import LATENT, META, Case, dense

GRANITE_H: dict[str, Any] = {"mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_expand": 2, "tie_word_embeddings": True}
GRANITE_H |= {"position_embedding_type": "nope", "max_position_embeddings": 131_072}
GRANITE_H |= {"layer_types": ["attention" if layer in (5, 15, 25, 35) else "mamba" for layer in range(40)]}
TINY = dense(1536, 40, 12, 4, 512, 100352, num_local_experts=64, num_experts_per_tok=6, shared_intermediate_size=1024, **GRANITE_H)
SMALL = dense(4096, 40, 32, 8, 768, 100352, num_local_experts=72, num_experts_per_tok=10, shared_intermediate_size=1536, **GRANITE_H)
MICRO = dense(2048, 40, 32, 8, 8192, 100352, num_local_experts=0, num_experts_per_tok=0, shared_intermediate_size=8192, **GRANITE_H)
FULL = (4, 8, 12, 16, 20, 24, 27)
KDA: dict[str, Any] = {
    "full_attn_layers": list(FULL),
    "kda_layers": [layer for layer in range(1, 28) if layer not in FULL],
    "num_heads": 32,
}
KDA |= {"head_dim": 128, "short_conv_kernel_size": 4}
KIMI = dense(2304, 27, 32, 32, 9216, 163840, **{**LATENT, "q_lora_rank": None}, num_experts=256, num_experts_per_token=8)
KIMI |= {"num_shared_experts": 1, "moe_intermediate_size": 1024, "first_k_dense_replace": 1, "linear_attn_config": KDA}
KIMI |= {"mla_use_nope": True, "model_max_length": 1_048_576}
LIGHTNING = dense(6144, 80, 64, 8, 9216, 200064, head_dim=128, num_local_experts=32, num_experts_per_tok=2)
LIGHTNING |= {"rotary_dim": 64, "max_position_embeddings": 10_240_000}
FLASH = dense(2048, 47, 20, 20, 10240, 154880, kv_lora_rank=512, q_lora_rank=768, qk_nope_head_dim=192, qk_rope_head_dim=64)
FLASH |= {"v_head_dim": 256, "n_routed_experts": 64, "n_shared_experts": 1, "num_experts_per_tok": 4, "moe_intermediate_size": 1536}
FLASH |= {"num_nextn_predict_layers": 1}
LFM2 = dense(2048, 24, 32, 8, 7168, 65536, num_experts=32, num_experts_per_tok=4, moe_intermediate_size=1792, num_dense_layers=2)
LFM2 |= {"layer_types": ["full_attention" if layer in (2, 6, 10, 14, 18, 21) else "conv" for layer in range(24)]}
DOTS = dense(4096, 62, 32, 32, 10944, 152064, n_routed_experts=128, n_shared_experts=2, num_experts_per_tok=6)
DOTS |= {"moe_intermediate_size": 1408, "first_k_dense_replace": 1}
DBRX: dict[str, Any] = {
    "d_model": 6144,
    "n_heads": 48,
    "n_layers": 40,
    "vocab_size": 100352,
    "max_seq_len": 32768,
    "attn_config": {"kv_n_heads": 8},
}
DBRX |= {"ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4}}
MAMBA: dict[str, Any] = {"hidden_size": 4096, "num_hidden_layers": 64, "conv_kernel": 4, "tie_word_embeddings": False}
FALCON_MAMBA = {**MAMBA, "vocab_size": 65024, "state_size": 16, "time_step_rank": 256, "expand": 16, "intermediate_size": 8192}
QWEN2_TOWER = {"depth": 32, "embed_dim": 1280, "mlp_ratio": 4, "num_heads": 16, "hidden_size": 3584, "patch_size": 14}
PHI: dict[str, Any] = {"num_local_experts": 16, "num_experts_per_tok": 2, "attention_bias": True, "lm_head_bias": True}
PHI |= {"sliding_window": 131072, "max_position_embeddings": 131072}
FALCON2: dict[str, Any] = {
    "hidden_size": 4096,
    "num_hidden_layers": 60,
    "num_attention_heads": 32,
    "num_kv_heads": 8,
    "ffn_hidden_size": 16384,
}
FALCON2 |= {"vocab_size": 65024, "new_decoder_architecture": True, "num_ln_in_parallel_attn": 1, "tie_word_embeddings": False}
GALACTICA: dict[str, Any] = {"hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "ffn_dim": 16384, "vocab_size": 50000}
GALACTICA |= {"enable_bias": False, "layer_norm_elementwise_affine": False}

CASES: Mapping[str, tuple[str, Case]] = {
    "StarCoder2 3B": (
        "starcoder2",
        Case(3_030_371_328, META + "bigcode/starcoder2-3b", dense(3072, 30, 24, 2, 12288, 49152, sliding_window=4096)),
    ),
    "StarCoder2 7B": (
        "starcoder2",
        Case(7_173_923_840, META + "bigcode/starcoder2-7b", dense(4608, 32, 36, 4, 18432, 49152, sliding_window=4096)),
    ),
    "Granite 4 H Tiny": ("granitemoehybrid", Case(6_939_037_248, META + "ibm-granite/granite-4.0-h-tiny", {**TINY, "mamba_n_heads": 48})),
    "Granite 4 H Small": (
        "granitemoehybrid",
        Case(32_207_337_984, META + "ibm-granite/granite-4.0-h-small", {**SMALL, "mamba_n_heads": 128}),
    ),
    "Granite 4 H Micro": (
        "granitemoehybrid",
        Case(3_191_396_096, META + "ibm-granite/granite-4.0-h-micro", {**MICRO, "mamba_n_heads": 64}),
    ),
    "Phi 3.5 MoE": ("phimoe", Case(41_873_153_344, META + "microsoft/Phi-3.5-MoE-instruct", dense(4096, 32, 32, 8, 6400, 32064, **PHI))),
    "DBRX": ("dbrx", Case(131_596_523_520, "huggingface.co/databricks/dbrx-instruct", DBRX)),
    "Falcon Mamba": ("falcon_mamba", Case(7_272_665_088, META + "tiiuae/falcon-mamba-7b", FALCON_MAMBA)),
    "Codestral Mamba": (
        "mamba2",
        Case(
            7_285_403_648,
            META + "mistralai/Mamba-Codestral-7B-v0.1",
            {**MAMBA, "vocab_size": 32768, "num_heads": 128, "head_dim": 64, "state_size": 128, "n_groups": 8},
        ),
    ),
    "MiniMax Text 01": (
        "minimax_text_01",
        Case(456_089_655_296, META + "MiniMaxAI/MiniMax-Text-01", {**LIGHTNING, "attn_type_list": ([0] * 7 + [1]) * 10}),
    ),
    "Kimi Linear": (
        "kimi_linear",
        Case(49_122_681_728, META + "moonshotai/Kimi-Linear-48B-A3B-Instruct, with 26 × 256 biases of routers", KIMI),
    ),
    "Command R": ("cohere", Case(34_980_831_232, META + "CohereLabs/c4ai-command-r-v01", dense(8192, 40, 64, 64, 22528, 256000))),
    "Command R+": (
        "cohere",
        Case(103_810_674_688, META + "CohereLabs/c4ai-command-r-plus", dense(12288, 64, 96, 8, 33792, 256000, use_qk_norm=True)),
    ),
    "OLMo": ("olmo", Case(6_888_095_744, META + "allenai/OLMo-7B-hf", dense(4096, 32, 32, 32, 11008, 50304))),
    "OLMoE": (
        "olmoe",
        Case(6_919_161_856, META + "allenai/OLMoE-1B-7B-0924", dense(2048, 16, 16, 16, 1024, 50304, num_experts=64, num_experts_per_tok=8)),
    ),
    "StableLM 2 1.6B": (
        "stablelm",
        Case(1_644_515_328, META + "stabilityai/stablelm-2-1_6b", dense(2048, 24, 32, 32, 5632, 100352, use_qkv_bias=True)),
    ),
    "StableLM 2 12B": (
        "stablelm",
        Case(
            12_143_185_920,
            META + "stabilityai/stablelm-2-12b",
            dense(5120, 40, 32, 8, 13824, 100352, use_parallel_residual=True, qk_layernorm=True),
        ),
    ),
    "Minitron 8B": ("nemotron", Case(8_271_699_968, META + "nvidia/Minitron-8B-Base", dense(4096, 32, 48, 8, 16384, 256000, head_dim=128))),
    "Apertus 8B": ("apertus", Case(8_053_338_176, META + "swiss-ai/Apertus-8B-2509", dense(4096, 32, 32, 8, 21504, 131072))),
    "AFM 4.5B": ("arcee", Case(4_619_164_160, META + "arcee-ai/AFM-4.5B", dense(2560, 36, 20, 4, 18432, 128000, head_dim=128))),
    "Hunyuan 7B": (
        "hunyuan_v1_dense",
        Case(
            7_504_568_320,
            META + "tencent/Hunyuan-7B-Instruct",
            dense(4096, 32, 32, 8, 14336, 128167, head_dim=128, tie_word_embeddings=True),
        ),
    ),
    "ERNIE 4.5 0.3B": ("ernie4_5", Case(360_748_032, META + "baidu/ERNIE-4.5-0.3B-PT", dense(1024, 18, 16, 2, 3072, 103424, head_dim=128))),
    "GLM 4.7 Flash": (
        "glm4_moe_lite",
        Case(29_943_393_920, META + "zai-org/GLM-4.7-Flash, with 46 × 64 biases of routers", FLASH, draft=1_278_094_656),
    ),
    "LFM2 8B": ("lfm2_moe", Case(8_339_930_560, META + "LiquidAI/LFM2-8B-A1B, with 22 × 32 biases of routers", LFM2)),
    "dots.llm1": ("dots1", Case(142_774_381_696, META + "rednote-hilab/dots.llm1.inst, with 61 × 128 biases of routers", DOTS)),
    "Granite 3.1 3B": (
        "granitemoe",
        Case(
            3_298_793_472,
            META + "ibm-granite/granite-3.1-3b-a800m-instruct",
            dense(1536, 32, 24, 8, 512, 49155, num_local_experts=40, num_experts_per_tok=8, tie_word_embeddings=True),
        ),
    ),
    "Qwen2 VL 7B": (
        "qwen2_vl",
        Case(
            8_291_375_616,
            META + "Qwen/Qwen2-VL-7B-Instruct",
            {**dense(3584, 28, 28, 4, 18944, 152064), "vision_config": QWEN2_TOWER},
            tower=675_759_104,
        ),
    ),
    "Falcon 2": ("falcon", Case(11_102_822_400, META + "tiiuae/falcon-11B", FALCON2)),
    "Galactica": ("opt", Case(6_655_647_744, META + "facebook/galactica-6.7b", GALACTICA)),
}


def _read(name: str) -> Architecture:
    kind, case = CASES[name]
    return read_architecture(name, {"model_type": kind, **case.config})


@pytest.mark.parametrize("name", CASES)
def test_counts_are_those_that_are_published(name: str) -> None:
    case, model = CASES[name][1], _read(name)
    assert (model.parameters, model.draft_parameters, model.tower_parameters) == (case.total, case.draft, case.tower)
    assert not model.is_estimate


def test_the_published_total_of_glm_47_flash_holds_its_draft_layer() -> None:
    """zai-org/GLM-4.7-Flash: 31,221,488,576."""
    model = _read("GLM 4.7 Flash")
    assert model.parameters + model.draft_parameters == 31_221_488_576


def _kept(name: str) -> dict[CacheKind, list[tuple[int, int, int]]]:
    """Layers, elements and bytes of each state by kind."""
    kept: dict[CacheKind, list[tuple[int, int, int]]] = {}
    for cache in _read(name).caches:
        kept.setdefault(cache.kind, []).append((cache.layers, cache.elements, cache.state_bytes))
    return kept


def test_what_hybrid_models_keep() -> None:
    """github:vllm-project/vllm, model_executor/layers/mamba/mamba_utils.py: shapes; 4 bytes of a state are the default of SGLang.

    vLLM's 2 bytes, where the file names no format: tests/sizing/test_public_logs.py.
    """
    assert _kept("Granite 4 H Tiny") == {
        CacheKind.FULL: [(4, 2 * 4 * 128, 0)],
        CacheKind.STATE: [(36, 48 * 64 * 128, 4), (36, (3072 + 2 * 128) * 3, 2)],
    }
    assert _kept("MiniMax Text 01") == {
        CacheKind.FULL: [(10, 2 * 8 * 128, 0)],
        CacheKind.STATE: [(70, 64 * 128 * 128, 2)],
    }
    assert _kept("Kimi Linear") == {
        CacheKind.LATENT: [(7, 576, 0)],
        CacheKind.STATE: [(20, 32 * 128 * 128, 4), (20, 3 * 4096 * 3, 2)],
    }
    assert _kept("Falcon Mamba") == {CacheKind.STATE: [(64, 8192 * 16, 4), (64, 8192 * 3, 2)]}
    assert _kept("LFM2 8B") == {CacheKind.FULL: [(6, 2 * 8 * 64, 0)], CacheKind.STATE: [(18, 2048 * 2, 2)]}


def test_a_window_holds_for_every_layer() -> None:
    model = _read("StarCoder2 7B")
    assert [(cache.layers, cache.window) for cache in model.caches] == [(model.layers, 4096)]


@pytest.mark.parametrize("kind", ["phimoe", "phi3", "starcoder2", "ministral3"])
@pytest.mark.parametrize(("window", "kept_window"), [(131072, 0), (262144, 0), (2047, 2047)])
def test_a_window_as_long_as_the_context_is_none(kind: str, window: int, kept_window: int) -> None:
    """microsoft/Phi-3.5-MoE-instruct: 131,072 of 131,072 tokens; Phi-4-mini-instruct: 262,144 of 131,072. Every token counts."""
    model = read_architecture(kind, {"model_type": kind, **CASES["Phi 3.5 MoE"][1].config, "sliding_window": window})
    assert [(cache.layers, cache.window) for cache in model.caches] == [(32, kept_window)]
    assert model.cache_bytes_per_token(2.0) == (0 if kept_window else 32 * 2 * 8 * 128 * 2)


def test_latent_keys_of_glm_47_flash_are_576_elements_a_layer() -> None:
    assert [(cache.kind, cache.layers, cache.elements) for cache in _read("GLM 4.7 Flash").caches] == [(CacheKind.LATENT, 47, 576)]


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("MiniMax Text 01", "attn_type_list"),
        ("Kimi Linear", "kv_lora_rank"),
        ("Granite 4 H Tiny", "layer_types"),
        ("DBRX", "ffn_config"),
        ("Granite 4 H Tiny", "num_experts_per_tok"),
        ("Phi 3.5 MoE", "num_experts_per_tok"),
        ("LFM2 8B", "moe_intermediate_size"),
    ],
)
def test_a_file_without_what_its_type_needs_is_refused(name: str, missing: str) -> None:
    kind, case = CASES[name]
    config = {key: value for key, value in case.config.items() if key != missing}
    with pytest.raises(InvalidData) as caught:
        read_architecture(name, {"model_type": kind, **config})
    named = {str(problem.values["name"]) for problem in caught.value.problems}
    assert named & {missing, "moe_num_experts"}


@pytest.mark.parametrize(
    ("name", "change", "key"),
    [
        ("MiniMax Text 01", {"shared_intermediate_size": 4096}, "shared_intermediate_size"),
        ("MiniMax Text 01", {"attn_type_list": [0, 1]}, "attn_type_list"),
        ("Kimi Linear", {"linear_attn_config": {**KDA, "kda_layers": [1, 2]}}, "full_attn_layers"),
        ("Kimi Linear", {"moe_layer_freq": 2}, "moe_layer_freq"),
        ("Granite 4 H Tiny", {"layer_types": ["mamba", "recurrent"] * 20}, "layer_types"),
        ("GLM 4.7 Flash", {"mlp_layer_types": ["sparse", "dense"] * 23 + ["sparse"]}, "mlp_layer_types"),
        ("GLM 4.7 Flash", {"mlp_layer_types": ["dense", "sparse"]}, "mlp_layer_types"),
    ],
)
def test_layers_that_are_not_understood_are_refused_by_name(name: str, change: dict[str, Any], key: str) -> None:
    kind, case = CASES[name]
    with pytest.raises(InvalidData) as caught:
        read_architecture(name, {"model_type": kind, **case.config, **change})
    assert key in {str(problem.values["name"]) for problem in caught.value.problems}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("mla_use_output_gate", True),
        ("routed_expert_hidden_size", 3584),
        ("latent_moe_use_norm", True),
        ("attn_res_block_size", 12),
        ("dense_ffn_hidden", 18432),
        ("num_nextn_predict_layers", 1),
    ],
)
def test_the_text_of_kimi_k3_is_not_read_as_kimi_linear(key: str, value: object) -> None:
    """huggingface/transformers, configuration_kimi_k3.py: its text names `model_type: kimi_linear` and has these layers in addition."""
    kind, case = CASES["Kimi Linear"]
    off = type(value)()
    for absent in (None, off):
        assert read_architecture("Kimi Linear", {"model_type": kind, **case.config, key: absent}).parameters == case.total
    with pytest.raises(InvalidData) as caught:
        read_architecture("Kimi K3", {"model_type": kind, **case.config, key: value})
    assert [problem.values["name"] for problem in caught.value.problems] == [key]


def test_kimi_linear_without_lists_of_layers_is_refused() -> None:
    """Revisions of the class of transformers let different layers attend then: of 28 layers 6 or 7."""
    kind, case = CASES["Kimi Linear"]
    sizes = {key: value for key, value in KDA.items() if not key.endswith("_layers")}
    config = {"model_type": kind, **case.config, "linear_attn_config": sizes}
    with pytest.raises(InvalidData) as caught:
        read_architecture("Kimi Linear", config)
    assert [problem.values["name"] for problem in caught.value.problems] == ["layer_types"]
    kinds = ["full_attention" if layer + 1 in FULL else "linear_attention" for layer in range(27)]
    assert read_architecture("Kimi Linear", {**config, "layer_types": kinds}).parameters == case.total


def test_experts_of_kimi_linear_under_the_name_of_a_saved_file() -> None:
    kind, case = CASES["Kimi Linear"]
    config = {key: value for key, value in case.config.items() if key != "num_experts"}
    assert read_architecture("Kimi Linear", {"model_type": kind, **config, "n_routed_experts": 256}).parameters == case.total


def _bytes_of_one(model: Architecture, tensor: int) -> float:
    (size,) = stage_weights(model, Split(tensor), [StoredWeight(weight, 2.0) for weight in model.weights])
    return size


@pytest.mark.parametrize(("tensor", "gigabytes"), [(1, 14.545), (2, 7.273), (8, 1.819)])
def test_gpus_share_the_mixers_of_falcon_mamba(tensor: int, gigabytes: float) -> None:
    """vLLM, mamba_mixer.py: convolutions, x_proj, dt_proj, A and D are sharded; only norms are whole on each GPU."""
    model = _read("Falcon Mamba")
    norms = sum(weight.total for weight in model.weights if weight.role is Role.NORM)
    assert _bytes_of_one(model, tensor) == pytest.approx(2 * ((model.parameters - norms) / tensor + norms))
    assert _bytes_of_one(model, tensor) / 1e9 == pytest.approx(gigabytes, abs=0.001)


def test_gpus_share_the_gates_of_kimi_linear_but_not_what_leads_into_them() -> None:
    """vLLM, kda.py: f_b, g_b, b_proj and the convolutions are sharded, f_a and g_a (2,304 × 128 each) whole on each GPU."""
    weights = [weight for weight in _read("Kimi Linear").weights if weight.role in (Role.STATE, Role.STATE_DOWN)]
    whole = sum(weight.total for weight in weights if weight.role is Role.STATE_DOWN)
    assert whole == 20 * 2 * 2304 * 128
    shared = 20 * (2 * 128 * 4096 + 32 * 2304 + 3 * 4096 * 4 + 4096 + 32)
    assert sum(weight.total for weight in weights) == whole + shared
    of_eight = sum(weight.total / divisor(weight, Split(8), 0) for weight in weights)
    assert of_eight == whole + shared / 8
    assert 2 * (whole + shared - of_eight) == pytest.approx(41e6, rel=0.02), "41 MB less on each of eight GPUs"


@pytest.mark.parametrize(
    ("change", "norms"),
    [
        ({}, 1),
        ({"parallel_attn": False}, 2),
        ({"num_ln_in_parallel_attn": None}, 2),
        ({"num_ln_in_parallel_attn": None, "new_decoder_architecture": False}, 1),
        ({"num_ln_in_parallel_attn": 2, "new_decoder_architecture": False}, 2),
    ],
)
def test_norms_of_a_layer_of_falcon(change: dict[str, Any], norms: int) -> None:
    """huggingface/transformers, FalconDecoderLayer: two unless parts run in parallel; then `num_ln_in_parallel_attn`, 2 if newer."""
    model = read_architecture("Falcon", {"model_type": "falcon", **FALCON2, **change})
    weights = [weight for weight in model.weights if weight.role is Role.NORM and weight.layers]
    assert sum(weight.total for weight in weights) == 60 * norms * 4096


def test_attention_of_dbrx_has_its_name() -> None:
    """databricks/dbrx-instruct, model.safetensors.index.json: transformer.blocks.0.norm_attn_norm.attn.Wqkv.weight."""
    for role in (Role.QUERY, Role.KEY, Role.VALUE):
        weight = next(weight for weight in _read("DBRX").weights if weight.role is role)
        assert plain_stem("transformer.blocks.0.norm_attn_norm.attn.Wqkv") in set(short_names(weight, 0))
    output = next(weight for weight in _read("DBRX").weights if weight.role is Role.OUTPUT)
    assert plain_stem("transformer.blocks.0.norm_attn_norm.attn.out_proj") in set(short_names(output, 0))
