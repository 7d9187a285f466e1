"""Readers of AMD Quark and of TorchAO."""

import re

from gpudesk.core.models.architecture import Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization import schemes
from gpudesk.core.quantization.modules import by_names, inner, skipped
from gpudesk.core.quantization.quantization import LINEAR, Quantization, Rule
from gpudesk.core.quantization.scheme import Scheme


def read_quark(config: Configuration, source: str) -> Quantization:
    """AMD Quark: one global scheme, other schemes for modules by pattern, and exclusions."""
    pack = config.part("export").word("pack_method", "reorder")
    if pack not in ("reorder", "order"):
        config.refuse("export.pack_method", f"the pack format {pack[:40]!r} is not known; known are reorder and order")
    rules = list(skipped(config, "exclude"))
    for name, layer_config in config.part("layer_quant_config").values.items():
        rules.append(Rule(by_names([str(name)]), _quark(inner(config, f"layer_quant_config.{name}", layer_config))))
    default = _quark(config.part("global_quant_config"))
    for name, type_config in config.part("layer_type_quant_config").values.items():
        if name not in ("Linear", "nn.Linear", "torch.nn.Linear"):
            config.refuse(f"layer_type_quant_config.{str(name)[:40]}", "this class is not known; known is Linear")
        else:
            default = _quark(inner(config, f"layer_type_quant_config.{name}", type_config))
    cache = "fp8" if config.has("kv_cache_quant_config") and config.part("kv_cache_quant_config").values else ""
    return Quantization(source, "quark", default, tuple(rules), towers=True, kv=cache)


def _quark(config: Configuration) -> Scheme | None:
    said = config.values.get("weight")
    if isinstance(said, list):
        # Two steps, as FP8 then INT4: the last one is what is stored (github:vllm-project/vllm, quark_moe.py, QuarkW4A8Fp8MoEMethod).
        said = said[-1] if said else None
    if said is None:
        return None
    weight = inner(config, "weight", said)
    kind, scheme = weight.word("dtype").lower(), weight.word("qscheme", "per_tensor")
    size = weight.count("group_size", default=0, least=0)
    powers = weight.word("scale_format").lower() == "e8m0" or weight.word("scale_type").lower() == "e8m0"
    if scheme not in ("per_tensor", "per_channel", "per_group"):
        weight.refuse("qscheme", f"{scheme[:40]!r} is not known; known are per_tensor, per_channel and per_group")
    if kind in ("fp4", "mx", "mxfp4", "fp4_e2m1"):
        return schemes.mxfp4(group=size or 32) if powers or size == 32 else schemes.nvfp4(group=size or 16)
    if kind in ("fp8_e4m3", "fp8_e5m2", "fp8"):
        if scheme == "per_group" and powers:
            return schemes.mxfp8(group=size or 32)
        return schemes.fp8(rows=1 if scheme == "per_channel" else 0, static=scheme == "per_tensor")
    if kind in ("int8", "uint8"):
        return schemes.int8(group=size)
    if kind in ("int4", "uint4"):
        return schemes.int4("awq", "INT", 4, 0 if scheme == "per_channel" else size or 128, zeros=kind == "uint4")
    weight.refuse("dtype", f"the type {kind[:40]!r} is not known; known are fp4, fp8_e4m3, fp8_e5m2, int8, uint8, int4 and uint4")
    return None


def _torchao(kind: str, config: Configuration) -> Scheme | None:
    """A class or function of TorchAO by its name."""
    plain = kind.replace("_", "").lower().removesuffix("config")
    size = config.count("group_size", default=0, least=0)
    if plain == "int4weightonly":
        return schemes.int4("torchao", "TorchAO INT", 4, size or 128, zeros=True)
    if plain in ("int8weightonly", "int8dynamicactivationint8weight"):
        return schemes.int8("torchao", "TorchAO INT8", scale_bits=32)
    if plain in ("float8weightonly", "float8dynamicactivationfloat8weight", "float8staticactivationfloat8weight"):
        return schemes.fp8(rows=0 if "PerTensor" in str(config.values.get("granularity", "")) else 1, name="TorchAO FP8")
    if plain == "int8dynamicactivationint4weight":
        return schemes.int4("torchao", "TorchAO INT", 4, size or 32, zeros=True, scale_bits=32)
    if plain in ("intxweightonly", "int8dynamicactivationintxweight"):
        dtype_name = str(config.values.get("weight_dtype", ""))
        bits = re.search(r"int([2-8])", dtype_name)
        if bits is None:
            config.refuse("weight_dtype", f"the type {dtype_name[:40]!r} is not known")
            return None
        own = config.part("granularity").part("_data").count("group_size", default=0, least=0)
        return schemes.int4("torchao", "TorchAO INT", int(bits[1]), own, zeros=True)
    if plain in ("nvfp4inference", "nvfp4dynamicactivationnvfp4weight", "nvfp4weightonly"):
        return schemes.nvfp4("TorchAO NVFP4")
    config.refuse("quant_type", f"the method {kind[:60]!r} is not known")
    return None


def read_torchao(config: Configuration, source: str) -> Quantization:
    """TorchAO: the name of a method, or a class with its values; modules by name have their own."""
    quant_type = config.values.get("quant_type")
    rules = list(skipped(config, "modules_to_not_convert"))
    roles = LINEAR | {Role.HEAD, Role.EMBEDDING} if config.flag("include_input_output_embeddings") else LINEAR
    if isinstance(quant_type, str):
        options = inner(config, "quant_type_kwargs", config.values.get("quant_type_kwargs") or {})
        return Quantization(source, "torchao", _torchao(quant_type, options), tuple(rules), roles)
    body = inner(config, "quant_type", quant_type)
    own = body.part("default") if body.has("default") else body
    kind, data = own.word("_type"), own.part("_data")
    if kind in ("ModuleFqnToConfig", "FqnToConfig"):
        default: Scheme | None = None
        for name, module_body in (data.part("module_fqn_to_config").values or data.part("fqn_to_config").values).items():
            if module_body is None:
                rules.append(Rule(by_names([str(name)]), None))
                continue
            module = inner(config, f"quant_type.{name}", module_body)
            scheme = _torchao(module.word("_type"), module.part("_data"))
            if name == "_default":
                default = scheme
            else:
                rules.append(Rule(by_names([str(name)]), scheme))
        return Quantization(source, "torchao", default, tuple(rules), roles)
    return Quantization(source, "torchao", _torchao(kind, data), tuple(rules), roles)
