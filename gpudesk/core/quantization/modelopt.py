"""Reader of NVIDIA Model Optimizer: one method for all, or modules that are named one by one."""

from collections.abc import Mapping

from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization import schemes
from gpudesk.core.quantization.compressed import grouped
from gpudesk.core.quantization.modules import by_names, inner, kv_format, kv_named, skipped
from gpudesk.core.quantization.quantization import Quantization, Rule
from gpudesk.core.quantization.scheme import Scheme

_MODELOPT = {
    "FP8": schemes.fp8(static=True),
    "FP8_PER_CHANNEL_PER_TOKEN": schemes.fp8(rows=1),
    "FP8_PB_WO": schemes.fp8(rows=128, group=128),
    "FP8_BLOCK_SCALES": schemes.fp8(rows=128, group=128),
    "NVFP4": schemes.nvfp4(),
    "NVFP4_AWQ": schemes.nvfp4(),
    "W4A16_NVFP4": schemes.nvfp4(),
    "W4A8_NVFP4_FP8": schemes.nvfp4(),
    "MXFP8": schemes.mxfp8(),
    "MXFP4": schemes.mxfp4(),
    "W4A8_MXFP4_FP8": schemes.mxfp4(),
    "W4A16_AWQ": schemes.int4("awq", "AWQ", 4, 128, zeros=False),
    "W4A8_AWQ": schemes.int4("awq", "AWQ", 4, 128, zeros=False),
    "W4A8_MXFP4_MXFP8": schemes.mxfp4(),
    "W4A16_MXFP4": schemes.mxfp4(),
    "INT8_SQ": schemes.int8(),
    "W8A8_SQ_PER_CHANNEL": schemes.int8(),
    "W8A8_SQ_PER_CHANNEL_PER_TOKEN_PLUGIN": schemes.int8(),
}


def read_modelopt(config: Configuration, source: str) -> Quantization:
    """NVIDIA Model Optimizer: in a separate file, or in the configuration as groups of schemes."""
    values = config.part("quantization") if isinstance(config.values.get("quantization"), Mapping) else config
    algorithm = values.word("quant_algo")
    cache = kv_format(values)
    if values.has("kv_cache_quant_algo"):
        cache = kv_named(values, "kv_cache_quant_algo")
    rules = list(skipped(values, "exclude_modules", "ignore"))
    if algorithm in ("MIXED_PRECISION", "MIXED") or values.has("quantized_layers"):
        return Quantization(source, "modelopt", None, tuple(rules + named_layers(values)), towers=True, kv=cache)
    if algorithm.upper() in ("", "NONE", "NO_QUANT") and cache and not values.has("config_groups"):
        return Quantization(source, "modelopt", None, tuple(rules), towers=True, kv=cache)
    if not algorithm and values.has("config_groups"):
        found = grouped(values, source, "modelopt", "mixed-precision")
        return Quantization(source, "modelopt", found.default, found.rules, towers=True, kv=cache)
    return Quantization(source, "modelopt", _algorithm(values, algorithm), tuple(rules), towers=True, kv=cache)


def named_layers(values: Configuration) -> list[Rule]:
    """Modules that are named one by one, equal ones together."""
    names: dict[tuple[str, int], list[str]] = {}
    for name, layer_config in values.part("quantized_layers").values.items():
        module = inner(values, f"quantized_layers.{name}", layer_config)
        algorithm, size = module.word("quant_algo"), module.count("group_size", default=0, least=0)
        names.setdefault((algorithm, size), []).append(str(name))
    rules = []
    for (algorithm, size), modules in names.items():
        layer_config = Configuration({"group_size": size} if size else {}, f"{values.where}.quantized_layers")
        layer_config.problems = values.problems
        rules.append(Rule(by_names(modules), _algorithm(layer_config, algorithm)))
    return rules


def _algorithm(values: Configuration, algorithm: str) -> Scheme | None:
    scheme = _MODELOPT.get(algorithm.upper())
    if scheme is None:
        values.refuse("quant_algo", f"the method {algorithm[:40]!r} is not known; known are {', '.join(_MODELOPT)}")
        return None
    size = values.count("group_size", default=scheme.group, least=0)
    if scheme.method == "nvfp4" and size:
        return schemes.nvfp4(group=size)
    return schemes.int4("awq", "AWQ", 4, size or 128, zeros=False) if scheme.method == "awq" else scheme
