"""Bytes of weights as published checkpoints store them."""

from collections.abc import Mapping
from typing import Any

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Role
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.quantization.published_quantization import published_form, published_quantization, scale_bytes, sources_in

HIDDEN, WIDE, LAYERS, WORDS = 4096, 14336, 32, 128256
LLAMA: Mapping[str, Any] = {
    "model_type": "llama",
    "hidden_size": HIDDEN,
    "intermediate_size": WIDE,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": WORDS,
}
LINEAR = LAYERS * (2 * HIDDEN * HIDDEN + 2 * HIDDEN * 1024 + 3 * HIDDEN * WIDE)
OUTER = 2 * (2 * WORDS * HIDDEN + (2 * LAYERS + 1) * HIDDEN)
ROWS = LAYERS * (HIDDEN + 1024 + 1024 + HIDDEN + WIDE + WIDE + HIDDEN)
COLUMNS = LAYERS * (6 * HIDDEN + WIDE)
MATRICES = 7 * LAYERS


def stored(quantization: Mapping[str, Any], base: Mapping[str, Any] = LLAMA) -> tuple[float, str, str]:
    """Bytes, key and method."""
    model = read_architecture("small", base)
    config = {**base, "quantization_config": quantization}
    found, _ = published_quantization(config, sources_in(config, "config.json"))
    assert found is not None
    form = published_form(model, found)
    assert sum(part.weight.total for part in form.parts) == model.parameters
    return weight_bytes(model, form), form.key, form.method


GROUPS = {"targets": ["Linear"], "weights": {"num_bits": 4, "type": "int", "strategy": "group", "group_size": 128, "symmetric": True}}
FP4 = {"num_bits": 4, "type": "float", "strategy": "tensor_group", "group_size": 16, "symmetric": True, "dynamic": False}
CASES: Mapping[str, tuple[Mapping[str, Any], float, str]] = {
    "fp8 blocks": ({"quant_method": "fp8", "weight_block_size": [128, 128]}, LINEAR * (1 + 4 / 16384), "fp8-block"),
    "fp8 tensor": ({"quant_method": "fp8", "activation_scheme": "static"}, LINEAR + 8 * MATRICES, "fp8"),
    "fbgemm": ({"quant_method": "fbgemm_fp8"}, LINEAR + 4 * ROWS, "fp8-channel"),
    "awq": ({"quant_method": "awq", "bits": 4, "group_size": 128}, LINEAR * (4 + 20 / 128) / 8, "awq"),
    "awq older file": ({"w_bit": 4, "q_group_size": 64, "version": "GEMM"}, LINEAR * (4 + 20 / 64) / 8, "awq"),
    "gptq": ({"bits": 4, "group_size": 128, "quant_method": "gptq"}, LINEAR * (4 + 20 / 128) / 8 + 4 * COLUMNS, "gptq"),
    "gptq rows": ({"bits": 8, "group_size": -1, "quant_method": "gptq"}, LINEAR + 3 * ROWS + 4 * COLUMNS, "gptq"),
    "bnb 8": ({"quant_method": "bitsandbytes", "load_in_8bit": True}, LINEAR + 4 * ROWS, "bnb-8bit"),
    "bnb 4": ({"load_in_4bit": True, "bnb_4bit_quant_type": "nf4"}, LINEAR * (4 + 32 / 64) / 8 + 64 * MATRICES, "bnb-4bit"),
    "bnb double": (
        {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "nf4", "bnb_4bit_use_double_quant": True},
        LINEAR * (4 + 8 / 64 + 32 / 16384) / 8 + (64 + 1024) * MATRICES,
        "bnb-4bit",
    ),
    "int4 groups": (
        {"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"group_0": GROUPS}, "ignore": ["lm_head"]},
        LINEAR * (4 + 16 / 128) / 8,
        "wna16",
    ),
    "nvfp4": (
        {"quant_method": "modelopt", "quant_algo": "NVFP4", "exclude_modules": ["lm_head"]},
        LINEAR * 4.5 / 8 + 8 * MATRICES,
        "nvfp4",
    ),
    "nvfp4 of LLM Compressor": (
        {
            "quant_method": "compressed-tensors",
            "format": "nvfp4-pack-quantized",
            "config_groups": {"group_0": {"targets": ["Linear"], "weights": FP4, "input_activations": {**FP4, "dynamic": "local"}}},
            "ignore": ["lm_head"],
        },
        LINEAR * 4.5 / 8 + 8 * MATRICES,
        "nvfp4",
    ),
    "mxfp8": ({"quant_method": "modelopt", "quant_algo": "MXFP8"}, LINEAR * (1 + 1 / 32), "mxfp8"),
    "quark": (
        {
            "quant_method": "quark",
            "global_quant_config": {"weight": {"dtype": "fp4", "qscheme": "per_group", "group_size": 32, "scale_format": "e8m0"}},
            "exclude": ["lm_head"],
        },
        LINEAR * (4 + 8 / 32) / 8,
        "mxfp4",
    ),
    "torchao": (
        {"quant_method": "torchao", "quant_type": {"default": {"_type": "Int4WeightOnlyConfig", "_data": {"group_size": 128}}}},
        LINEAR * (4 + 20 / 128) / 8,
        "torchao",
    ),
    "auto-round": (
        {"quant_method": "auto-round", "bits": 4, "group_size": 128, "packing_format": "auto_round:auto_awq"},
        LINEAR * (4 + 20 / 128) / 8,
        "awq",
    ),
    "fp8 blocks of compressed-tensors, as a text": (
        {
            "quant_method": "compressed-tensors",
            "format": "float-quantized",
            "config_groups": {
                "g": {"weights": {"num_bits": 8, "type": "float", "strategy": "block", "block_structure": "128x128"}, "targets": ["Linear"]}
            },
            "ignore": ["lm_head"],
        },
        LINEAR * (1 + 2 / 16384),
        "fp8-block",
    ),
    "quark, FP8 then INT4": (
        {
            "quant_method": "quark",
            "global_quant_config": {
                "weight": [{"dtype": "fp8_e4m3", "qscheme": "per_tensor"}, {"dtype": "int4", "qscheme": "per_channel"}]
            },
            "exclude": ["lm_head"],
        },
        LINEAR / 2 + 2 * ROWS,
        "awq",
    ),
    "only the cache": ({"quant_method": "modelopt", "quant_algo": None, "kv_cache_quant_algo": "FP8"}, LINEAR * 2, ""),
    "auto-round, all layers by name": (
        {
            "quant_method": "auto-round",
            "bits": 4,
            "group_size": 128,
            "packing_format": "auto_round:auto_awq",
            "block_name_to_quantize": "model.layers",
        },
        LINEAR * (4 + 20 / 128) / 8,
        "awq",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_method(name: str) -> None:
    said, linear, method = CASES[name]
    found, _, kernel = stored(said)
    assert found == pytest.approx(linear + OUTER, rel=1e-12)
    assert kernel == method


def test_scales_are_counted_apart() -> None:
    model = read_architecture("small", LLAMA)
    config = {**LLAMA, "quantization_config": CASES["fp8 blocks"][0]}
    found, _ = published_quantization(config, sources_in(config, "config.json"))
    assert found is not None
    assert scale_bytes(published_form(model, found).parts) == pytest.approx(LINEAR * 4 / 16384)


ONE = LINEAR / LAYERS
FP8_ONE = 1 + 4 / 16384


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"modules_to_not_convert": ["lm_head", "model.layers.0", "model.layers.31"]}, 2 * ONE),
        ({"ignored_layers": ["re:.*self_attn.*"]}, LAYERS * (2 * HIDDEN * HIDDEN + 2 * HIDDEN * 1024)),
        ({"modules_to_not_convert": ["mlp.down_proj"]}, LAYERS * HIDDEN * WIDE),
        ({"modules_to_not_convert": ["model.layers.*.self_attn.o_proj"]}, LAYERS * HIDDEN * HIDDEN),
        ({"modules_to_not_convert": ["gate"]}, 0),
    ],
)
def test_exceptions_by_name(said: Mapping[str, Any], kept: float) -> None:
    found, _, _ = stored({"quant_method": "fp8", "weight_block_size": [128, 128], **said})
    assert found == pytest.approx((LINEAR - kept) * FP8_ONE + 2 * kept + OUTER)


def test_overrides_by_layer() -> None:
    """GPTQModel changes two layers to 8 bits and leaves a third out."""
    dynamic = {r"+:model\.layers\.[01]\.mlp.*": {"bits": 8, "group_size": 32}, r"-:model\.layers\.2\..*": {}}
    found, _, _ = stored({"quant_method": "gptq", "bits": 4, "group_size": 128, "dynamic": dynamic})
    plain = LINEAR * (4 + 20 / 128) / 8 + 4 * COLUMNS + OUTER
    mlp = 3 * HIDDEN * WIDE
    changed = 2 * mlp * ((8 + 24 / 32) - (4 + 20 / 128)) / 8
    left = ONE * 2 - ONE * (4 + 20 / 128) / 8 - 4 * COLUMNS / LAYERS
    assert found == pytest.approx(plain + changed + left)


def test_modules_that_are_quantized_alone() -> None:
    """GPTQConfig of transformers: modules_in_block_to_quantize leaves all others in 16 bits."""
    said = {"quant_method": "gptq", "bits": 4, "group_size": 128}
    lists = [["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"], ["self_attn.o_proj"], ["mlp.up_proj", "mlp.gate_proj"]]
    down = LAYERS * HIDDEN * WIDE
    found, _, _ = stored({**said, "modules_in_block_to_quantize": lists})
    assert found == pytest.approx(stored(said)[0] + down * (2 - (4 + 20 / 128) / 8) - 4 * LAYERS * WIDE)
    assert stored({**said, "modules_in_block_to_quantize": None}) == stored(said)


def test_several_groups_of_one_checkpoint() -> None:
    eight = {
        "targets": ["re:.*self_attn.*"],
        "weights": {"num_bits": 8, "type": "float", "strategy": "channel"},
        "format": "float-quantized",
    }
    said = {
        "quant_method": "compressed-tensors",
        "format": "mixed-precision",
        "config_groups": {"a": {**GROUPS, "format": "pack-quantized"}, "b": eight},
        "ignore": ["lm_head"],
    }
    attention = LAYERS * (2 * HIDDEN * HIDDEN + 2 * HIDDEN * 1024)
    rows = LAYERS * (2 * HIDDEN + 2048)
    found, _, _ = stored(said)
    assert found == pytest.approx((LINEAR - attention) * (4 + 16 / 128) / 8 + attention + 2 * rows + OUTER)


def test_a_head_that_is_quantized() -> None:
    said = {"quant_method": "gptq", "bits": 4, "group_size": 128, "lm_head": True}
    plain, _, _ = stored({**said, "lm_head": False})
    head = WORDS * HIDDEN
    assert stored(said)[0] == pytest.approx(plain + head * (4 + 20 / 128) / 8 + 4 * HIDDEN - 2 * head)


@pytest.mark.parametrize(
    "name", ["lm_head", "language_model.lm_head", "model.language_model.lm_head", "re:language_model[.]lm_head", "re:.*lm_head"]
)
def test_a_head_of_a_model_with_a_wrapper_is_left_out(name: str) -> None:
    """RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic ignores language_model.lm_head."""
    said = CASES["int4 groups"][0]
    assert stored({**said, "ignore": [name]})[0] == pytest.approx(stored(said)[0])


@pytest.mark.parametrize(
    "name",
    [
        "mtp.layers",
        "mtp.layers.0",
        "mtp.layers.0.self_attn.q_proj",
        "model.mtp.layers",
        "mtp.lm_head",
        "mtp.embed_tokens",
        "audio_tower.layers",
        "audio_tower.layers.3.fc1",
        "model.audio_tower.layers",
        "re:mtp.*",
        "re:.*mtp[.]layers.*",
    ],
)
def test_layers_of_mtp_or_another_tower_are_not_those_of_the_language_model(name: str) -> None:
    """Neither for compressed-tensors nor for Model Optimizer, which writes wildcards."""
    said = CASES["int4 groups"][0]
    assert stored({**said, "ignore": ["lm_head", name]})[0] == pytest.approx(stored(said)[0])
    optimizer = {"quant_method": "modelopt", "quant_algo": "NVFP4", "exclude_modules": ["lm_head"]}
    if not name.startswith("re:"):
        for wild in (name, f"{name}*", f"{name}.*"):
            assert stored({**optimizer, "exclude_modules": ["lm_head", wild]})[0] == pytest.approx(stored(optimizer)[0])


@pytest.mark.parametrize(
    "prefix",
    ["", "model.", "language_model.", "model.language_model.", "language_model.model.", "transformer.", "backbone.", "llm.model."],
)
def test_all_layers_or_one_are_left_out_under_each_published_prefix(prefix: str) -> None:
    said = CASES["int4 groups"][0]
    plain = stored(said)[0]
    assert stored({**said, "ignore": ["lm_head", f"{prefix}layers"]})[0] == pytest.approx(2 * LINEAR + OUTER)
    one = (2 * LINEAR + OUTER - plain) / LAYERS
    assert stored({**said, "ignore": ["lm_head", f"{prefix}layers.3"]})[0] == pytest.approx(plain + one)


def test_experts_alone() -> None:
    base = {**LLAMA, "model_type": "qwen3_moe", "num_experts": 64, "num_experts_per_tok": 8, "moe_intermediate_size": 512}
    ignore = ["lm_head", "re:.*self_attn.*", "re:.*mlp.gate$"]
    said = {"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"group_0": GROUPS}, "ignore": ignore}
    model = read_architecture("small", base)
    experts = model.parameters_of({Role.EXPERT_GATE, Role.EXPERT_UP, Role.EXPERT_DOWN})
    found, key, _ = stored(said, base)
    assert found == pytest.approx(2 * (model.parameters - experts) + experts * (4 + 16 / 128) / 8)
    assert key == "int4"


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"quant_method": "spqr"}, "spqr"),
        ({"quant_method": "awq", "bits": 4, "group_size": 128, "version": "llm-awq"}, "llm-awq"),
        ({"quant_method": "gptq", "bits": 4, "group_size": 128, "checkpoint_format": "bitblas"}, "bitblas"),
        ({"quant_method": "compressed-tensors", "format": "marlin-24", "config_groups": {"g": GROUPS}}, "marlin-24"),
        ({"quant_method": "compressed-tensors", "bits": 4, "group_size": 128}, "config_groups"),
        ({"quant_method": "modelopt", "quant_algo": "FP3"}, "FP3"),
        ({"quant_method": "gptq", "bits": 4, "group_size": 128, "dynamic": {"+:.*": {"rotation": True}}}, "rotation"),
        ({"quant_method": "fp8", "fmt": "e3m4"}, "e3m4"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "int4"}, "int4"),
        ({"quant_method": "fp8", "ignored_layers": ["re:(a+)+b"]}, "(a+)+b"),
        ({"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "fp6"}}}, "fp6"),
        ({"quant_method": "torchao", "quant_type": "uintx_weight_only"}, "uintx_weight_only"),
        (
            {"quant_method": "compressed-tensors", "format": "pack-quantized", "config_groups": {"g": {**GROUPS, "targets": ["Conv3d"]}}},
            "Conv3d",
        ),
    ],
)
def test_what_is_not_known_is_refused_by_name(said: Mapping[str, Any], named: str) -> None:
    with pytest.raises(InvalidData) as caught:
        stored(said)
    assert named in " ".join(problem.plain() for problem in caught.value.problems)


@pytest.mark.parametrize(
    ("said", "cache"),
    [
        ({"quant_method": "modelopt", "quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8"}, "fp8"),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4", "kv_cache_quant_algo": "NVFP4"}, "nvfp4"),
        (
            {"quant_method": "compressed-tensors", "config_groups": {"g": GROUPS}, "kv_cache_scheme": {"num_bits": 8, "type": "float"}},
            "fp8",
        ),
        ({"quant_method": "compressed-tensors", "config_groups": {"g": GROUPS}, "kv_cache_scheme": {"num_bits": 8, "type": "int"}}, "int8"),
    ],
)
def test_formats_of_the_cache(said: Mapping[str, Any], cache: str) -> None:
    config = {**LLAMA, "quantization_config": said}
    found, _ = published_quantization(config, sources_in(config, "config.json"))
    assert found is not None
    assert found.kv == cache


def test_sources_inside_and_their_disagreement() -> None:
    inside = {"text_config": {"quantization_config": CASES["awq"][0]}, "compression_config": CASES["int4 groups"][0]}
    sources = sources_in(inside, "config.json")
    assert [each.where for each in sources] == ["config.json: compression_config", "config.json: text_config.quantization_config"]
    found, notes = published_quantization(inside, sources)
    assert found is not None
    assert found.tool == "compressed-tensors"
    said = (
        "config.json: compression_config says INT, 4 bits, groups of 128; config.json: text_config.quantization_config says "
        "AWQ, 4 bits, groups of 128. The first counts."
    )
    assert notes == (said,)


def test_an_override_of_sixteen_bits_leaves_modules_as_they_are() -> None:
    said = {"quant_method": "gptq", "bits": 4, "group_size": 128}
    left_out = stored({**said, "dynamic": {r"-:model\.layers\.2\..*": {}}})
    assert stored({**said, "dynamic": {r"+:model\.layers\.2\..*": {"bits": 16}}})[0] == left_out[0]
