"""Reads the quantization of a checkpoint from any tool."""

from collections.abc import Callable, Mapping
from typing import Any

from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization import by_layer, compressed, modelopt, read_floats, read_groups
from gpudesk.core.quantization.patterns import BadPatternError
from gpudesk.core.quantization.quantization import Quantization

Reader = Callable[[Configuration, str], Quantization]
_READERS: Mapping[str, Reader] = {
    "fp8": read_floats.read_fp8,
    "fbgemm_fp8": read_floats.read_fbgemm,
    "mxfp4": read_floats.read_mxfp4,
    "deepseek_v4_fp8": read_floats.read_deepseek_v4,
    "bitsandbytes": read_floats.read_bitsandbytes,
    "awq": read_groups.read_awq,
    "gptq": read_groups.read_gptq,
    "auto-round": read_groups.read_auto_round,
    "intel/auto-round": read_groups.read_auto_round,
    "inc": read_groups.read_auto_round,
    "compressed-tensors": compressed.read_compressed_tensors,
    "modelopt": modelopt.read_modelopt,
    "modelopt_fp4": modelopt.read_modelopt,
    "modelopt_mxfp8": modelopt.read_modelopt,
    "quark": by_layer.read_quark,
    "torchao": by_layer.read_torchao,
}


def known_methods() -> tuple[str, ...]:
    """What `quant_method` may be."""
    return tuple(_READERS)


def _method(values: Mapping[str, Any]) -> str:
    """`quant_method`, or the tool whose file it is by its other keys: older files do not name it."""
    method = values.get("quant_method")
    if isinstance(method, str):
        return method.lower().replace("_tensors", "-tensors")
    if isinstance(values.get("quantization"), Mapping) or "quant_algo" in values:
        return "modelopt"
    if "load_in_4bit" in values or "load_in_8bit" in values:
        return "bitsandbytes"
    if "config_groups" in values:
        return "compressed-tensors"
    if "w_bit" in values or "q_group_size" in values:
        return "awq"
    if "bits" in values and "group_size" in values:
        return "gptq"
    return ""


def read_quantization(values: Mapping[str, Any], source: str, expert_dtype: str = "") -> Quantization:
    """The content of a `quantization_config`, or of a separate file next to it.

    Args:
        source: file and key, for messages.
        expert_dtype: data type of the experts in the model configuration: "fp4" or "".

    Raises:
        InvalidData: the tool, a pack format, a type or a pattern is unknown; all errors are listed together.
    """
    config = Configuration(values, source)
    tool = _method(values)
    reader = _READERS.get(tool)
    if reader is None:
        config.refuse("quant_method", f"the method {tool or '–'!r} is not known; known are {', '.join(_READERS)}"[:300])
        config.finish()
        raise AssertionError("a fault was noted")
    if tool == "fp8" and expert_dtype == "fp4":
        reader = read_floats.read_deepseek_v4
    try:
        quantization = reader(config, source)
    except BadPatternError as error:
        config.refuse("patterns", f"the pattern {str(error)!r} is not understood")
        quantization = Quantization(source, tool, None)
    config.finish()
    return quantization
