"""Readers of checkpoints in FP8 and FP4 as their publishers trained them, and of bitsandbytes."""

from gpudesk.core.models.architecture import EXPERTS
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.layer_blocks import PICKING_WEIGHTS
from gpudesk.core.quantization import schemes
from gpudesk.core.quantization.modelopt import named_layers
from gpudesk.core.quantization.modules import skipped
from gpudesk.core.quantization.patterns import patterns
from gpudesk.core.quantization.quantization import LINEAR, Quantization, Rule
from gpudesk.core.quantization.scheme import Scheme


def _block(config: Configuration) -> Scheme:
    """FP8 in blocks or with one scale for a tensor."""
    form = config.word("fmt", "e4m3")
    if form not in ("e4m3", "e5m2", "float8_e4m3fn", "float8_e5m2"):
        config.refuse("fmt", f"the type {form[:40]!r} is not known; known are e4m3 and e5m2")
    scheme = config.word("activation_scheme", "dynamic")
    if scheme not in ("dynamic", "static"):
        config.refuse("activation_scheme", f"{scheme[:40]!r} is not known; known are dynamic and static")
    static = scheme == "static"
    if not config.has("weight_block_size"):
        return schemes.fp8(static=static)
    block = config.counts("weight_block_size")
    if len(block) != 2 or not all(block):
        config.refuse("weight_block_size", "two numbers above 0 are needed")
        return schemes.fp8()
    return schemes.fp8(rows=block[0], group=block[1], static=static)


def read_fp8(config: Configuration, source: str) -> Quantization:
    """FP8 as published by DeepSeek V3 and its variants, Qwen and others: `lm_head`, embeddings, norms and router stay.

    github:sgl-project/sglang pull request 12094: so do the weights of the indexer of DeepSeek V3.2.
    """
    listed = skipped(config, "modules_to_not_convert", "ignored_layers", "ignored_modules")
    rules = (*named_layers(config), Rule(patterns([PICKING_WEIGHTS]), None), *listed)
    return Quantization(source, "fp8", _block(config), rules, towers=True)


def read_deepseek_v4(config: Configuration, source: str) -> Quantization:
    """DeepSeek V4: FP4 experts with power-of-two scales for 32 elements, other matrices in FP8 blocks with power-of-two scales.

    github:vllm-project/vllm pull request 53709, and pull request 1089 of github:ByteDance-Seed/VeOmni, which lists each matrix: the
    compressors and the weights of the indexer stay in 16 bits.
    """
    block = config.counts("weight_block_size", (128, 128))
    if len(block) != 2 or not all(block):
        config.refuse("weight_block_size", "two numbers above 0 are needed")
        block = (128, 128)
    rest = schemes.fp8(rows=block[0], group=block[1], scale_bits=8)
    unquantized = patterns(["compressor", "weights_proj", "mtp"])
    rules = (*named_layers(config), Rule(unquantized, None), *skipped(config, "modules_to_not_convert", "ignored_layers"))
    return Quantization(source, "deepseek_v4_fp8", rest, rules, by_role=dict.fromkeys(EXPERTS, schemes.mxfp4("FP4 experts")))


def read_fbgemm(config: Configuration, source: str) -> Quantization:
    """FBGEMM FP8: a 32-bit scale for each row; Llama 3.1 405B leaves attention and the first and last layers out by name."""
    return Quantization(source, "fbgemm_fp8", schemes.fp8(rows=1, name="FP8 (FBGEMM)"), skipped(config, "modules_to_not_convert"))


def read_mxfp4(config: Configuration, source: str) -> Quantization:
    """MXFP4 as gpt-oss is published: in the experts alone."""
    rules = skipped(config, "modules_to_not_convert")
    return Quantization(source, "mxfp4", schemes.mxfp4(), rules, roles=EXPERTS)


def read_bitsandbytes(config: Configuration, source: str) -> Quantization:
    """bitsandbytes: every linear layer but the head; 8 bits have a 32-bit scale for each row (LLM.int8())."""
    four, eight = config.flag("load_in_4bit") or config.flag("_load_in_4bit"), config.flag("load_in_8bit") or config.flag("_load_in_8bit")
    if four == eight:
        config.refuse("load_in_4bit", "either load_in_4bit or load_in_8bit has to be true")
    scheme = schemes.int8("bnb-8bit", "bitsandbytes INT8", scale_bits=32)
    if four:
        kind = config.word("bnb_4bit_quant_type", "fp4")
        if kind not in ("nf4", "fp4"):
            config.refuse("bnb_4bit_quant_type", f"the type {kind[:40]!r} is not known; known are nf4 and fp4")
        double = config.flag("bnb_4bit_use_double_quant")
        scheme = schemes.nf4(f"bitsandbytes {kind.upper()}{' with double quantization' if double else ''}", double=double)
    return Quantization(source, "bitsandbytes", scheme, skipped(config, "llm_int8_skip_modules"), roles=LINEAR, towers=True)
