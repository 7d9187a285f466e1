"""Reader of compressed-tensors: groups of schemes with their target modules or classes, and the ignored modules."""

import re

from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization import schemes
from gpudesk.core.quantization.modules import by_names, inner, kv_format, skipped
from gpudesk.core.quantization.patterns import patterns
from gpudesk.core.quantization.quantization import Quantization, Rule
from gpudesk.core.quantization.scheme import Scheme

_PACKED = (
    "pack-quantized",
    "int-quantized",
    "float-quantized",
    "naive-quantized",
    "nvfp4-pack-quantized",
    "mxfp4-pack-quantized",
    "mxfp8-quantized",
)
_FORMATS = (*_PACKED, "mixed-precision", "dense")
_ENDS_WITH_LINEAR = frozenset({"Linear", "RowParallelLinear", "ColumnParallelLinear", "FusedMoE", "MoE"})


def read_compressed_tensors(config: Configuration, source: str) -> Quantization:
    """compressed-tensors: groups of schemes with their target modules or classes, and the ignored modules."""
    form = config.word("format", "dense" if not config.has("config_groups") else "mixed-precision")
    if form not in _FORMATS:
        config.refuse("format", f"the pack format {form[:40]!r} is not known; known are {', '.join(_FORMATS)}")
    if not config.has("config_groups") and not config.has("sparsity_config"):
        config.refuse("config_groups", "the groups of schemes are missing")
    sparsity = config.part("sparsity_config").word("format", "dense")
    if sparsity != "dense":
        config.refuse("sparsity_config.format", f"the pack format {sparsity[:40]!r} is not known; known is dense")
    return grouped(config, source, "compressed-tensors", form)


def grouped(config: Configuration, source: str, tool: str, form: str) -> Quantization:
    """Schemes by groups of targets."""
    default: Scheme | None = None
    rules = list(skipped(config, "ignore"))
    for name, group_body in config.part("config_groups").values.items():
        group = inner(config, f"config_groups.{name}", group_body)
        own = group.word("format", form)
        if own not in _FORMATS:
            group.refuse("format", f"the pack format {own[:40]!r} is not known; known are {', '.join(_FORMATS)}")
        scheme = _weights(group, own)
        targets = group.words("targets") or ("Linear",)
        classes = [target for target in targets if _is_class(target)]
        named = [target for target in targets if not _is_class(target)]
        for class_name in classes:
            if class_name in _ENDS_WITH_LINEAR:
                default = scheme
            elif class_name == "Embedding":
                rules.append(Rule(by_names(["embed_tokens", "wte"]), scheme))
            else:
                group.refuse("targets", f"the class {class_name[:40]!r} is not known; known are {', '.join(sorted(_ENDS_WITH_LINEAR))}")
        if named:
            rules.append(Rule(by_names(named), scheme))
    if default is not None:
        # Its head is a linear layer like any other, and ignored by name as a rule.
        rules.append(Rule(patterns(["lm_head"]), default))
    return Quantization(source, tool, default, tuple(rules), towers=True, kv=kv_format(config))


def _is_class(target: str) -> bool:
    return not target.startswith("re:") and re.fullmatch(r"[A-Z][A-Za-z0-9_]*", target) is not None


def _block(weights: Configuration) -> tuple[int, ...]:
    """Rows and columns that share a scale: a list, or a text such as 128x128 in older files."""
    said = weights.values.get("block_structure")
    sides = re.fullmatch(r"(\d{1,5})x(\d{1,5})", said) if isinstance(said, str) else None
    return (int(sides[1]), int(sides[2])) if sides else weights.counts("block_structure", (128, 128))


def _has_static_inputs(group: Configuration) -> bool:
    """Whether each matrix has a scale of its inputs: with `local`, those of groups follow from the inputs, one for all is stored."""
    if not group.has("input_activations"):
        return False
    inputs = group.part("input_activations")
    return inputs.values.get("dynamic") == "local" or not inputs.flag("dynamic", False)


def _weights(group: Configuration, form: str) -> Scheme | None:
    """The scheme of the weights of a group; None where only inputs are quantized."""
    if not group.has("weights") or form == "dense":
        return None
    weights = group.part("weights")
    bits, kind = weights.count("num_bits", default=8), weights.word("type", "int")
    strategy = weights.word("strategy", "group" if weights.has("group_size") else "tensor")
    if strategy not in ("tensor", "channel", "group", "block", "tensor_group"):
        weights.refuse("strategy", f"{strategy[:40]!r} is not known; known are tensor, channel, group, block and tensor_group")
    size = weights.count("group_size", default=0, least=0) if weights.values.get("group_size") != -1 else 0
    static = _has_static_inputs(group)
    if kind == "float" and bits == 8:
        if strategy == "block":
            block = _block(weights)
            return schemes.fp8(rows=block[0], group=block[1], scale_bits=16) if len(block) == 2 and all(block) else schemes.fp8()
        if strategy == "group" and size:
            return schemes.mxfp8(group=size)
        return schemes.fp8(rows=1 if strategy == "channel" else 0, scale_bits=16, static=static)
    if kind == "float" and bits == 4:
        mx = "mxfp4" in form or size == 32
        return schemes.mxfp4(group=size or 32) if mx else schemes.nvfp4(group=size or 16)
    if kind != "int" or bits not in (2, 3, 4, 5, 6, 7, 8):
        weights.refuse("num_bits", f"{bits} bits of the type {kind[:20]!r} are not known")
        return None
    if bits == 8 and group.has("input_activations"):
        return schemes.int8(group=size)
    zeros = not weights.flag("symmetric", True)
    order = weights.word("actorder") in ("group", "dynamic") if isinstance(weights.values.get("actorder"), str) else False
    return schemes.int4("wna16", "INT", bits, size if strategy == "group" else 0, zeros=zeros, order=order)
