"""The format that a checkpoint is published in: every tensor with the bytes that its `quantization_config` gives it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import EXPERTS, Architecture, Weight
from gpudesk.core.models.stored_files import FileFormat
from gpudesk.core.models.weight_formats import StoredWeight
from gpudesk.core.quantization.quantization import Quantization
from gpudesk.core.quantization.read_quantization import read_quantization
from gpudesk.core.quantization.scheme import Scheme

PLAIN_BYTES = 2.0
"""Of an element that no scheme covers."""
_KEYS = ("quantization_config", "compression_config")


@dataclass(frozen=True, slots=True)
class Source:
    """A location that states how weights are stored.

    Attributes:
        where: file and key.
        values: the mapping there.
    """

    where: str
    values: Mapping[str, Any]


def sources_in(config: Mapping[str, Any], file: str) -> list[Source]:
    """Locations in a configuration with quantization data: its own keys, then those of its text part."""
    sources = []
    for part, inside in (("", config), ("text_config.", config.get("text_config")), ("llm_config.", config.get("llm_config"))):
        if isinstance(inside, Mapping):
            sources += [
                Source(f"{file}: {part}{key}", inside[key]) for key in _KEYS if isinstance(inside.get(key), Mapping) and inside[key]
            ]
    return sources


def published_quantization(config: Mapping[str, Any], sources: Sequence[Source]) -> tuple[Quantization | None, tuple[str, ...]]:
    """The quantization of the first source, and the differences in the others.

    Raises:
        InvalidData: a source has unsupported content.
    """
    expert = config.get("expert_dtype")
    read = [read_quantization(source.values, source.where, expert if isinstance(expert, str) else "") for source in sources]
    if not read:
        return None, ()
    first, notes = read[0], []
    for other in read[1:]:
        if (other.default, other.by_role) != (first.default, first.by_role):
            notes.append(f"{first.source} says {_said(first)}; {other.source} says {_said(other)}. The first counts.")
        elif first.kv != other.kv and other.kv:
            notes.append(f"{other.source} names a cache in {other.kv}, {first.source} {first.kv or 'none'}.")
    return first, (*first.notes, *notes)


def _said(quantization: Quantization) -> str:
    return quantization.titles[0] or "nothing but names"


def published_form(model: Architecture, quantization: Quantization) -> FileFormat:
    """Every tensor of a model as its checkpoint stores it.

    Raises:
        InvalidData: names single experts of a layer, which are stored alike by every engine.
    """
    _refuse_single_experts(model, quantization)
    parts: list[StoredWeight] = []
    weight_of: dict[Scheme | None, float] = {}
    for weight in model.weights:
        by_scheme: dict[Scheme | None, list[int]] = {}
        for layer in weight.layers or (-1,):
            by_scheme.setdefault(quantization.scheme_of(weight, layer, tied=model.tied), []).append(layer)
        for scheme, layers in by_scheme.items():
            part = replace(weight, layers=tuple(layers)) if weight.layers and len(by_scheme) > 1 else weight
            parts.append(_stored(part, scheme))
            weight_of[scheme] = weight_of.get(scheme, 0.0) + part.total
    most = max((scheme for scheme in weight_of if scheme is not None), key=lambda scheme: weight_of[scheme], default=None)
    elements = sum(part.weight.total for part in parts)
    size = sum(part.total_bytes for part in parts)
    bits = Fraction(round(8 * size), max(1, elements))
    if most is None:
        return FileFormat(
            "bf16", "BF16", "BF16", bits, "all", "fp16", 8.0, "read", quantization.source, parts=tuple(parts), kv=quantization.kv
        )
    covered = {part.weight.role for part in parts if part.scale_bytes}
    only = covered <= EXPERTS and bool(model.experts)
    english, spanish = quantization.titles
    return FileFormat(
        key="mxfp4-experts" if only and most.method == "mxfp4" else most.key,
        title=f"{english}{', in the experts; the rest 16 bits' if only else ''}",
        title_es=f"{spanish}{', en los expertos; el resto, 16 bits' if only else ''}",
        bits=bits,
        covers="experts" if only else "linear",
        computes=most.computes,
        capability=most.capability,
        confidence="read",
        source=quantization.source,
        method=most.method,
        parts=tuple(parts),
        kv=quantization.kv,
    )


def _stored(weight: Weight, scheme: Scheme | None) -> StoredWeight:
    if scheme is None:
        return StoredWeight(weight, PLAIN_BYTES)
    scales = scheme.scale_bytes(weight.shape) / weight.elements
    return StoredWeight(weight, scheme.bits / 8 + scales, scale_bytes=scales)


def _refuse_single_experts(model: Architecture, quantization: Quantization) -> None:
    for rule in quantization.rules:
        for name, count in rule.patterns.experts.items():
            if model.experts and count != model.experts:
                text = QT_TRANSLATE_NOOP(
                    "models", "{source} lists {count} of {experts} experts ({name}); individual experts are not supported."
                )
                values: dict[str, Any] = {"source": quantization.source, "count": count, "experts": model.experts, "name": name[:80]}
                raise InvalidData(Message("models", text, values))


def scale_bytes(parts: Iterable[StoredWeight]) -> float:
    """Bytes of scales and zero points, as far as they are counted apart."""
    return sum(part.weight.total * part.scale_bytes for part in parts)


def plain_key(config: Mapping[str, Any]) -> str:
    """16-bit format in which an engine loads an unquantized checkpoint: FP16 if it states that, else BF16."""
    text = config.get("text_config")
    for inside in (config, text if isinstance(text, Mapping) else {}):
        dtype = inside.get("torch_dtype") or inside.get("dtype")
        if isinstance(dtype, str):
            return "fp16" if dtype.removeprefix("torch.") in ("float16", "half") else "bf16"
    return "bf16"


def plain_form(key: str, model: Architecture) -> FileFormat:
    """A 16-bit model, as stated by an unquantized checkpoint.

    Args:
        key: "bf16" or "fp16".
    """
    parts = tuple(StoredWeight(weight, PLAIN_BYTES) for weight in model.weights)
    capability = 8.0 if key == "bf16" else 7.0
    return FileFormat(key, key.upper(), key.upper(), Fraction(16), "all", "fp16", capability, "read", "torch_dtype", parts=parts)
