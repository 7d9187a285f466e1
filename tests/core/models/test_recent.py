"""Models of today: the dimensions of one published model of each type, and its published count to the last digit."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.tensor_names import is_untied
from gpudesk.core.quantization.quantization import LINEAR
from gpudesk.core.quantization.schemes import fp8
from gpudesk.formats.models.model_files import read_model

SAMPLES = Path(__file__).parents[4] / "shared" / "samples" / "model-configs"


@dataclass(frozen=True)
class Case:
    """A published model: its configuration, the count of its class or its files, and where that is from."""

    total: int
    source: str
    config: Mapping[str, Any]
    draft: int = 0
    tower: int = 0


META = "transformers 5.24.0 on the meta device of torch; config.json of "


def dense(hidden: int, layers: int, heads: int, kv_heads: int, width: int, words: int, **more: Any) -> dict[str, Any]:
    """The usual keys."""
    return {
        "hidden_size": hidden,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": kv_heads,
        "intermediate_size": width,
        "vocab_size": words,
        **more,
    }


SIGLIP = {
    "hidden_size": 1152,
    "num_hidden_layers": 27,
    "num_attention_heads": 16,
    "intermediate_size": 4304,
    "patch_size": 14,
    "image_size": 896,
}
PIXTRAL = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "patch_size": 14}
QWEN_TOWER = {"depth": 32, "hidden_size": 1280, "num_heads": 16, "intermediate_size": 3420, "out_hidden_size": 3584, "patch_size": 14}
LATENT = {"kv_lora_rank": 512, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128}
KIMI = dense(7168, 61, 64, 64, 18432, 163840, **LATENT, moe_intermediate_size=2048, n_routed_experts=384, n_shared_experts=1)
KIMI |= {"num_experts_per_tok": 8, "first_k_dense_replace": 1}
MOONVIT = {"vt_hidden_size": 1152, "vt_intermediate_size": 4304, "vt_num_hidden_layers": 27, "patch_size": 14}
STATES = {"mamba_d_ssm": 1536, "mamba_n_heads": 24, "mamba_d_head": 64, "mamba_n_groups": 1, "mamba_d_state": 128, "mamba_d_conv": 4}
AIR = dense(4096, 46, 96, 8, 10944, 151552, head_dim=128, moe_intermediate_size=1408, n_routed_experts=128, n_shared_experts=1)
AIR |= {"num_experts_per_tok": 8, "first_k_dense_replace": 1, "attention_bias": True, "use_qk_norm": False, "num_nextn_predict_layers": 1}
LING = dense(2048, 20, 16, 4, 5120, 157184, head_dim=128, num_experts=256, num_experts_per_tok=8, moe_intermediate_size=512)
LING |= {"num_shared_experts": 1, "first_k_dense_replace": 1, "use_qk_norm": True}
NEXT = dense(2048, 48, 16, 2, 5120, 151936, head_dim=256, moe_intermediate_size=512, shared_expert_intermediate_size=512)
NEXT |= {
    "num_experts": 512,
    "num_experts_per_tok": 10,
    "full_attention_interval": 4,
    "linear_num_key_heads": 16,
    "linear_key_head_dim": 128,
}
NEXT |= {"linear_num_value_heads": 32, "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4}
A13B = dense(4096, 32, 32, 8, 3072, 128167, head_dim=128, num_experts=64, moe_topk=[8] * 32, moe_intermediate_size=[3072] * 32)
ERNIE = dense(2560, 28, 20, 4, 12288, 103424, moe_num_experts=64, moe_k=6, moe_intermediate_size=1536, moe_num_shared_experts=2)
ERNIE |= {"moe_layer_start_index": 1, "moe_layer_end_index": 27, "moe_layer_interval": 1}
QWEN57 = dense(3584, 28, 28, 4, 18944, 151936, moe_intermediate_size=2560, shared_expert_intermediate_size=20480, num_experts=64)
QWEN57 |= {"num_experts_per_tok": 8, "decoder_sparse_step": 1}

CASES: Mapping[str, Case] = {
    "cohere2": Case(8_028_033_024, META + "CohereLabs/c4ai-command-r7b-12-2024", dense(4096, 32, 32, 8, 14336, 256000)),
    "exaone4": Case(32_003_216_384, "huggingface.co/LGAI-EXAONE/EXAONE-4.0-32B", dense(5120, 64, 40, 8, 27392, 102400)),
    "glm4": Case(9_400_279_040, META + "zai-org/GLM-4-9B-0414", dense(4096, 40, 32, 2, 13696, 151552, attention_bias=True)),
    "granite": Case(
        8_170_864_640, META + "ibm-granite/granite-3.3-8b-instruct", dense(4096, 40, 32, 8, 12800, 49159, tie_word_embeddings=True)
    ),
    "internlm2": Case(7_737_708_544, "huggingface.co/internlm/internlm2_5-7b", dense(4096, 32, 32, 8, 14336, 92544, bias=False)),
    "olmo3": Case(7_298_011_136, META + "allenai/Olmo-3-1025-7B", dense(4096, 32, 32, 32, 11008, 100278, sliding_window=4096)),
    "seed_oss": Case(36_151_104_512, META + "ByteDance-Seed/Seed-OSS-36B-Instruct", dense(5120, 64, 80, 8, 27648, 155136, head_dim=128)),
    "smollm3": Case(3_075_098_624, META + "HuggingFaceTB/SmolLM3-3B", dense(2048, 36, 16, 4, 11008, 128256)),
    "qwen": Case(7_721_324_544, "huggingface.co/Qwen/Qwen-7B", dense(4096, 32, 32, 32, 22016, 151936, kv_channels=128)),
    "qwen2_moe": Case(57_408_658_944, META + "Qwen/Qwen2-57B-A14B", QWEN57),
    "ernie4_5_moe": Case(21_825_437_888, META + "baidu/ERNIE-4.5-21B-A3B-PT", ERNIE),
    "glm4_moe": Case(106_852_251_264, META + "zai-org/GLM-4.5-Air, with 45 × 128 biases of routers", AIR, draft=3_616_573_568),
    "bailing_moe_v2": Case(16_255_643_392, "huggingface.co/inclusionAI/Ling-mini-2.0", LING),
    "hunyuan_v1_moe": Case(80_393_183_232, META + "tencent/Hunyuan-A13B-Instruct", {**A13B, "tie_word_embeddings": True}),
    "qwen3_next": Case(79_674_391_296, META + "Qwen/Qwen3-Next-80B-A3B-Instruct", NEXT, draft=1_650_471_424),
    "falcon_h1": Case(521_411_104, META + "tiiuae/Falcon-H1-0.5B-Base", dense(1024, 36, 8, 2, 2048, 32784, head_dim=64, **STATES)),
    "lfm2": Case(1_170_340_608, META + "LiquidAI/LFM2-1.2B", dense(2048, 16, 32, 8, 12288, 65536, full_attn_idxs=[2, 5, 8, 10, 12, 14])),
    "gemma3": Case(
        4_300_079_472,
        "huggingface.co/google/gemma-3-4b-it",
        {
            "text_config": {"hidden_size": 2560, "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024},
            "vision_config": SIGLIP,
        },
        tower=419_816_304,
    ),
    "mistral3": Case(
        24_011_361_280,
        "huggingface.co/mistralai/Mistral-Small-3.1-24B-Instruct-2503",
        {"text_config": dense(5120, 40, 32, 8, 32768, 131072, head_dim=128), "vision_config": PIXTRAL},
        tower=438_958_080,
    ),
    "qwen2_5_vl": Case(
        8_292_166_656,
        META + "Qwen/Qwen2.5-VL-7B-Instruct",
        {**dense(3584, 28, 28, 4, 18944, 152064), "vision_config": QWEN_TOWER},
        tower=676_550_144,
    ),
    "qwen3_vl_moe": Case(
        31_070_754_032,
        "huggingface.co/Qwen/Qwen3-VL-30B-A3B-Instruct",
        {
            "text_config": dense(
                2048, 48, 32, 4, 6144, 151936, head_dim=128, num_experts=128, num_experts_per_tok=8, moe_intermediate_size=768
            ),
            "vision_config": {
                "depth": 27,
                "hidden_size": 1152,
                "intermediate_size": 4304,
                "num_heads": 16,
                "out_hidden_size": 2048,
                "patch_size": 16,
                "num_position_embeddings": 2304,
                "deepstack_visual_indexes": [8, 16, 24],
            },
        },
        tower=538_631_408,
    ),
    "kimi_k2": Case(1_026_408_209_408, "transformers 5.23.0 on the meta device of torch; config.json of moonshotai/Kimi-K2-Instruct", KIMI),
    "kimi_k25": Case(1_026_879_353_328, META + "moonshotai/Kimi-K2.5", {"text_config": KIMI, "vision_config": MOONVIT}, tower=471_143_920),
    "modernbert": Case(
        395_881_664,
        META + "answerdotai/ModernBERT-large",
        {"hidden_size": 1024, "num_hidden_layers": 28, "num_attention_heads": 16, "intermediate_size": 2624, "vocab_size": 50368},
    ),
    "nomic_bert": Case(
        136_731_648,
        "huggingface.co/nomic-ai/nomic-embed-text-v1.5",
        {"n_embd": 768, "n_layer": 12, "n_head": 12, "n_inner": 3072, "vocab_size": 30528},
    ),
    "phi4mm": Case(
        5_574_460_384,
        "huggingface.co/microsoft/Phi-4-multimodal-instruct",
        {
            **dense(3072, 32, 24, 8, 8192, 200064, tie_word_embeddings=True),
            "vision_lora": {"r": 256},
            "speech_lora": {"r": 320},
            "embd_layer": {"image_embd_layer": {}, "audio_embd_layer": {}},
        },
        tower=907_966_432,
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_counts_are_those_that_are_published(kind: str) -> None:
    case = CASES[kind]
    model = read_architecture(kind, {"model_type": kind, **case.config})
    assert (model.parameters, model.draft_parameters, model.tower_parameters) == (case.total, case.draft, case.tower)


def test_draft_layers_and_scales_make_up_the_rest_of_a_published_total() -> None:
    """deepseek-ai/DeepSeek-V3 and -R1: 684,531,386,000 elements in its files: text, one draft layer, scales, 59 × 256 biases of routers."""
    config = dense(7168, 61, 128, 128, 18432, 129280, **LATENT, moe_intermediate_size=2048, n_routed_experts=256, n_shared_experts=1)
    config |= {"num_experts_per_tok": 8, "first_k_dense_replace": 3, "num_nextn_predict_layers": 1}
    model = read_architecture("r1", {"model_type": "deepseek_v3", **config})
    scheme = fp8(rows=128, group=128)
    scales = sum(round(scheme.scale_bytes(each.shape) / 4) * each.times for each in (*model.weights, *model.draft) if each.role in LINEAR)
    assert model.parameters == 671_026_404_352
    assert model.parameters + model.draft_parameters + scales + 59 * 256 == 684_531_386_000
    assert "1 draft layer (MTP) of 13,463,426,048 parameters" in model.notes[0]


def test_published_totals_with_their_draft_layers() -> None:
    """zai-org/GLM-4.5-Air: 110,468,824,832; Qwen/Qwen3-Next-80B-A3B-Instruct: 81,324,862,720."""
    for kind, total in (("glm4_moe", 110_468_824_832), ("qwen3_next", 81_324_862_720)):
        model = read_architecture(kind, {"model_type": kind, **CASES[kind].config})
        assert model.parameters + model.draft_parameters == total


def test_step_3_is_the_321_billion_less_its_tower() -> None:
    """stepfun-ai/step3: 316 billion for its text, 38 billion for a token (github:stepfun-ai/Step3, README)."""
    text = {"hidden_size": 7168, "num_hidden_layers": 61, "num_attention_heads": 64, "intermediate_size": 18432, "vocab_size": 128815}
    model = read_architecture("step3", {"model_type": "step3_vl", "text_config": text})
    assert round(model.parameters / 1e9) == 316
    table = text["hidden_size"] * text["vocab_size"]
    assert round((model.active_parameters - table) / 1e9) == 38


@pytest.mark.parametrize("kind", CASES)
def test_missing_keys_are_named(kind: str) -> None:
    config = {"model_type": kind, **CASES[kind].config}
    for gone in ("hidden_size", "num_hidden_layers", "vocab_size"):
        bare = {key: value for key, value in config.items() if key != gone}
        if gone in config and kind != "modernbert":
            with pytest.raises(InvalidData) as caught:
                read_architecture(kind, bare)
            assert any(gone in problem.plain() for problem in caught.value.problems)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the public samples are not beside the checkout")
@pytest.mark.parametrize("folder", sorted(path.name for path in SAMPLES.glob("*")) if SAMPLES.is_dir() else [])
def test_every_sample_is_read(folder: str) -> None:
    own = read_model(SAMPLES / folder / "config.json")
    assert own.architecture.parameters > 10**8


def test_windows_of_layers() -> None:
    r7b = read_architecture("", {"model_type": "cohere2", **CASES["cohere2"].config, "sliding_window": 4096})
    assert [(cache.layers, cache.window) for cache in r7b.caches] == [(8, 0), (24, 4096)]
    exaone = {"model_type": "exaone4", **CASES["exaone4"].config, "sliding_window": 4096, "sliding_window_pattern": "LLLG"}
    assert [(cache.layers, cache.window) for cache in read_architecture("", exaone).caches] == [(16, 0), (48, 4096)]


@pytest.mark.parametrize(
    ("head", "untied"), [("lm_head.weight", True), ("language_model.lm_head.weight", True), ("mtp.lm_head.weight", False), ("", False)]
)
def test_the_head_of_an_mtp_layer_is_not_that_of_the_model(head: str, untied: bool) -> None:
    assert is_untied(["model.embed_tokens.weight", "model.layers.0.self_attn.q_proj.weight", head]) is untied
