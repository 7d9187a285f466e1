"""Variants of what was reported wrong about models: for each kind another model, file or number of GPUs, with the right value.

Its own value is tested elsewhere unless it is named here:

| report | its own value | further variants |
|---|---|---|
| D02 gpt-oss-120b on an H100 | test_engine_memory | other GPUs, gpt-oss-20b there; H200 here |
| D06 Llama 3.1 405B FP8, 8 H100 | test_engine_memory | test_releases; its published file here |
| D11 MiMo-V2-Flash in SGLang | test_engine_memory | Gemma 3 27B there; 8 GPUs here |
| D13 DeepSeek-R1 on 8 H200 | here | Kimi K2 and K2.5 here |
| D15 to D17 quantization in the file | formats/test_published_files | GPTQ, FP8 a tensor, 8 bits here; all methods: core/quantization |
| D23, D24 buffers of llama.cpp | test_engine_memory | V4-Flash at 16,384, V3 there; two contexts here |
| D31 ZeRO that is asked for | test_training_options | every stage and method there |
| D33 longest sequence of Gemma 3 12B | test_training_options | Llama 3.1 8B here |
| D41 files of current families | formats/test_published_files | core/models: test_recent, test_windows |

Caches: FP8 by GPU and release in test_state_formats, NVFP4 by GPU in test_kernel_plans.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.work.model_split import Split, stage_weights
from gpudesk.formats.models.model_files import read_model
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format, format_named
from gpudesk.sizing.serving.serving import Reason, ServingPlan, ServingWorkload, serving_plans
from gpudesk.sizing.training.training import training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload

GIB = 2**30
H100, H200, PRO_6000 = "nvidia.h100-sxm5-80gb", "nvidia.h200-sxm-141gb", "nvidia.rtx-pro-6000-blackwell-workstation"


def plan(model: str, gpu: str, gpus: int, engine: str = "vllm", form: str = "", prompt: int = 1024) -> ServingPlan:
    program = engines()[engine]
    weights = format_named(model, form) if form else default_format(model)
    asked = ServingWorkload(named_model(model), weights, 2.0, prompt, 256, 1, program, program.utilisation)
    (found,) = serving_plans(asked, [boards()[gpu]], gpus)
    return found


def test_d02_the_padded_weights_fit_on_one_h200() -> None:
    found = plan("gpt-oss-120b", H200, 1)
    weights = found.needed.term("weights")
    assert found.fits
    assert weights.low == pytest.approx(64.38, abs=0.01)
    assert weights.high == pytest.approx(65.97, abs=0.01)


def test_d06_the_published_file_says_which_layers_stay(tmp_path: Path) -> None:
    """As the quantization_config of Meta-Llama-3.1-405B-Instruct-FP8 with 16 heads of keys and values: 57.75 GiB a GPU were logged."""
    kept = [f"model.layers.{layer}.mlp.{part}_proj" for layer in (0, 125) for part in ("down", "gate", "up")]
    kept += [f"model.layers.{layer}.self_attn.{part}_proj" for layer in range(126) for part in "qkvo"]
    config = {
        "model_type": "llama",
        "hidden_size": 16384,
        "num_hidden_layers": 126,
        "num_attention_heads": 128,
        "num_key_value_heads": 16,
        "intermediate_size": 53248,
        "vocab_size": 128256,
        "tie_word_embeddings": False,
        "quantization_config": {"quant_method": "fbgemm_fp8", "activation_scale_ub": 1200.0, "modules_to_not_convert": [*kept, "lm_head"]},
    }
    (tmp_path / "config.json").write_text(json.dumps(config), "utf-8")
    own = read_model(tmp_path / "config.json")
    assert own.form is not None
    fullest = max(stage_weights(own.architecture, Split(8), own.form.stored(own.architecture)))
    assert fullest / GIB == pytest.approx(57.75, abs=0.1)


def test_d11_twice_the_gpus_hold_more_than_twice_the_tokens() -> None:
    """Weights take 72.3 GiB of each of four, half of that of each of eight: 1.5 million tokens become at least three."""
    four, eight = (plan("mimo-v2-flash", H200, gpus, "sglang") for gpus in (4, 8))
    assert four.needed.term("weights").value == pytest.approx(72.3, abs=0.1)
    assert eight.needed.term("weights").value == pytest.approx(72.3 / 2, abs=1.0)
    assert eight.most_sequences * 1280 >= 2 * 1.2e6
    assert eight.most_sequences > 2 * four.most_sequences


@pytest.mark.parametrize(
    ("model", "form", "gigabytes", "gpus", "fits"),
    [
        ("deepseek-r1", "fp8", 673.2, 8, True),
        ("Kimi-K2-Instruct", "fp8", 1029.2, 8, False),
        ("Kimi-K2-Instruct", "fp8", 1029.2, 16, True),
        ("Kimi-K2.5", "int4-g32", 594.2, 8, True),
    ],
)
def test_d13_the_published_format_is_the_default(model: str, form: str, gigabytes: float, gpus: int, fits: bool) -> None:
    """Kimi K2 names 16 H200 as the least for its weights in FP8; K2.5 runs on 8 (vLLM recipes)."""
    published = default_format(model)
    assert published.key == form
    assert weight_bytes(named_model(model), published) / 1e9 == pytest.approx(gigabytes, rel=0.002)
    found = plan(model, H200, gpus)
    assert found.fits is fits
    assert (Reason.MEMORY in found.refused) is not fits
    if model == "deepseek-r1":
        assert 83 <= found.needed.low <= found.needed.value <= 86
        assert found.needed.high <= 87, "the copies of latent projections are in it"


LLAMA: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "tie_word_embeddings": False,
}
LINEAR = 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 14336)
REST = 2 * 2 * 128256 * 4096 + 2 * (2 * 32 + 1) * 4096


@pytest.mark.parametrize(
    ("said", "linear_bytes"),
    [
        # Four bits, and for each group of 128 a scale of 16 bits and a zero of 4.
        ({"quant_method": "gptq", "bits": 4, "group_size": 128, "sym": True, "desc_act": False}, (4 + 20 / 128) / 8),
        ({"quant_method": "fp8", "fmt": "e4m3", "activation_scheme": "static"}, 1.0),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True}, 1.0),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "nf4"}, (4 + 32 / 64) / 8),
    ],
)
def test_d15_to_d17_other_methods_in_the_file(said: dict[str, Any], linear_bytes: float, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({**LLAMA, "quantization_config": said}), "utf-8")
    own = read_model(tmp_path / "config.json")
    assert own.form is not None
    # Scales of tensors and channels, and the order of GPTQ, are no more than a thousandth of it.
    assert weight_bytes(own.architecture, own.form) == pytest.approx(LINEAR * linear_bytes + REST, rel=2e-3)


def test_d23_d24_the_buffer_grows_with_the_context() -> None:
    """Scores of each head for each token looked at: 2,048 MiB at 16,384 tokens of V4-Flash, 67,095 at 1,048,576; between them a line."""
    buffers = [
        plan("deepseek-v4-flash", PRO_6000, 2, "llama.cpp", "q4_k_m", tokens - 256).needed.term("activations")
        for tokens in (131_072, 262_144)
    ]
    foretold = [2048 + (67_094.6 - 2048) * (tokens - 16_384) / (1_048_576 - 16_384) for tokens in (131_072, 262_144)]
    for buffer, mebibytes in zip(buffers, foretold, strict=True):
        assert buffer.low <= mebibytes / 1024 <= buffer.high
        assert buffer.high <= 2 * buffer.low


def test_d33_the_logits_of_another_family_limit_the_sequence_too() -> None:
    """Llama 3.1 8B, LoRA in 16 bits, one H100: 14 bytes for each of 128,256 entries of a token's logits, as Transformers keeps them."""
    asked = TrainingAsked("llama-3.1-8b", method="lora", sequence=16_384, batch=1)
    (found,) = training_plans(training_workload(asked), [boards()[H100]], 1)
    assert found.needed.term("logits").value == pytest.approx(16_384 * (128_256 * 14 + 2 * 2 * 4096) / GIB, rel=1e-3)
    (double,) = training_plans(
        training_workload(TrainingAsked("llama-3.1-8b", method="lora", sequence=32_768, batch=1)), [boards()[H100]], 1
    )
    assert double.needed.term("logits").value == pytest.approx(2 * found.needed.term("logits").value, rel=1e-6)
    assert not double.fits
