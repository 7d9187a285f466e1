"""Readers of integers in groups: AWQ, GPTQ and AutoRound (INC)."""

from gpudesk.core.models.configuration import Configuration
from gpudesk.core.quantization import schemes
from gpudesk.core.quantization.modules import skipped
from gpudesk.core.quantization.patterns import patterns
from gpudesk.core.quantization.quantization import Quantization, Rule
from gpudesk.core.quantization.scheme import Scheme

_AWQ_VERSIONS = ("gemm", "gemv", "gemv_fast", "marlin", "exllama", "ipex")
_GPTQ_FORMATS = ("gptq", "gptq_v2", "marlin", "")
_BITS = (2, 3, 4, 5, 6, 8)


def _bits(config: Configuration, *names: str, default: int | None = None) -> int:
    bits = config.count(*names, default=default, most=32)
    if bits not in (*_BITS, 16):
        config.refuse(names[0], f"{bits} bits are not known; known are {', '.join(map(str, _BITS))}")
        return 4
    return bits


def _group(config: Configuration, *names: str, default: int = 128) -> int:
    """Elements of a group; 0 for a whole row, which files write as -1."""
    for name in names:
        if config.values.get(name) == -1:
            return 0
    return config.count(*names, default=default)


def read_awq(config: Configuration, source: str) -> Quantization:
    """AWQ: packed integers, 16-bit scales and packed zero points for each group; head and embeddings stay."""
    version = config.word("version", "gemm").lower()
    if version not in _AWQ_VERSIONS:
        config.refuse("version", f"the pack format {version[:40]!r} is not known; known are {', '.join(_AWQ_VERSIONS)}")
    bits, group = _bits(config, "bits", "w_bit", default=4), _group(config, "group_size", "q_group_size")
    scheme = schemes.int4("awq", "AWQ", bits, group, zeros=True)
    return Quantization(source, "awq", scheme, skipped(config, "modules_to_not_convert"))


def read_gptq(config: Configuration, source: str) -> Quantization:
    """GPTQ: packed integers, 16-bit scales, packed zero points and the group of each column; `dynamic` changes modules by name."""
    form = config.word("checkpoint_format").lower()
    if form not in _GPTQ_FORMATS:
        config.refuse("checkpoint_format", f"the pack format {form[:40]!r} is not known; known are gptq, gptq_v2 and marlin")
    bits, group = _bits(config, "bits"), _group(config, "group_size")
    scheme = _gptq(bits, group)
    rules = [*_dynamic(config, bits, group), *skipped(config, "modules_to_not_convert")]
    if config.flag("lm_head"):
        rules.append(Rule(patterns(["lm_head"]), scheme))
    chosen = _modules(config)
    if chosen:
        return Quantization(source, "gptq", None, (*rules, Rule(patterns(chosen), scheme)))
    return Quantization(source, "gptq", scheme, tuple(rules))


def _modules(config: Configuration) -> list[str]:
    """The modules of a layer that are quantized alone, in lists of those that were quantized together; none for all of them."""
    said = config.values.get("modules_in_block_to_quantize") or []
    lists = said if isinstance(said, list) else [said]
    names = [name for each in lists for name in (each if isinstance(each, list) else [each])]
    if not all(isinstance(name, str) for name in names):
        config.refuse("modules_in_block_to_quantize", "lists of names of modules are needed")
        return []
    return names


def _gptq(bits: int, group: int) -> Scheme | None:
    return None if bits == 16 else schemes.int4("gptq", "GPTQ", bits, group, zeros=True, order=True)


def _dynamic(config: Configuration, bits: int, group: int) -> list[Rule]:
    """GPTQModel: "-:expression" leaves modules out, "+:expression" or an expression alone changes some of their values."""
    rules = []
    for name, module_body in config.part("dynamic").values.items():
        where = Configuration(module_body if isinstance(module_body, dict) else {}, f"{config.where}.dynamic.{str(name)[:60]}")
        where.problems = config.problems
        module_patterns = patterns(expressions=[name.removeprefix("-:").removeprefix("+:")])
        if name.startswith("-:"):
            rules.append(Rule(module_patterns, None))
            continue
        _refuse_other(where, ("bits", "group_size", "sym", "desc_act", "mse", "pack_dtype", "static_groups"))
        rules.append(Rule(module_patterns, _gptq(_bits(where, "bits", default=bits), _group(where, "group_size", default=group))))
    return rules


def _refuse_other(config: Configuration, known: tuple[str, ...]) -> None:
    for name in config.values:
        if name not in known:
            config.refuse(str(name)[:60], "this override is not known")


_PACKINGS = ("auto_round:auto_gptq", "auto_round:gptq", "auto_round:auto_awq", "auto_round:awq", "auto_gptq", "auto_awq", "auto_round", "")
_PACKINGS_OF = {"fp8": ("fp8", "auto_round:fp8", ""), "mx_fp": ("auto_round:llm_compressor", "llm_compressor", ""), "nv_fp": ()}


def read_auto_round(config: Configuration, source: str) -> Quantization:
    """AutoRound, also called INC: integers packed as GPTQ or AWQ pack them, or FP8, MXFP4, MXFP8 and NVFP4; `extra_config` overrides."""
    kind = config.word("data_type", "int")
    family = next((family_name for family_name in ("int", "fp8", "mx_fp", "nv_fp") if kind.startswith(family_name)), "")
    if not family:
        config.refuse("data_type", f"the type {kind[:40]!r} is not known; known are int, fp8, mx_fp and nv_fp")
    packing = config.word("packing_format").lower()
    if family == "int" and packing not in _PACKINGS:
        config.refuse("packing_format", f"the pack format {packing[:40]!r} is not known; known are {', '.join(_PACKINGS[:-1])}")
    bits, group = _bits(config, "bits", default=4), _group(config, "group_size")
    order = "awq" not in packing
    rules = []
    for name, module_body in config.part("extra_config").values.items():
        where = Configuration(module_body if isinstance(module_body, dict) else {}, f"{config.where}.extra_config.{str(name)[:60]}")
        where.problems = config.problems
        expression = set(str(name)) & set("*[](){}^$|\\+") != set()
        module_patterns = patterns(expressions=[name]) if expression else patterns([name])
        own = _bits(where, "bits", default=bits)
        rules.append(Rule(module_patterns, None if own == 16 else _rounded(family, own, _group(where, "group_size", default=group), order)))
    blocks = config.values.get("block_name_to_quantize") or config.values.get("to_quant_block_names")
    if isinstance(blocks, str):
        blocks = blocks.split(",")
    default = None if bits == 16 else _rounded(family, bits, group, order)
    if isinstance(blocks, list) and blocks and all(isinstance(block, str) for block in blocks):
        rules.append(Rule(patterns([block.strip() for block in blocks]), default))
        default = None
    return Quantization(source, "auto-round", default, tuple(rules))


def _rounded(family: str, bits: int, group: int, order: bool) -> Scheme:
    if family == "fp8":
        return schemes.fp8(rows=1 if group == 0 else 0)
    if family == "mx_fp":
        return schemes.mxfp8() if bits == 8 else schemes.mxfp4()
    if family == "nv_fp":
        return schemes.nvfp4()
    return schemes.int4("gptq" if order else "awq", "AutoRound", bits, group, zeros=True, order=order)
