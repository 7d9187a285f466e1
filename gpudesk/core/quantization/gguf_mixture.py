"""Type of each tensor of a model in a GGUF file that was quantized as one of the standard mixtures.

A mixture has a base type and raises or lowers some tensors of some layers. The rules are restated from the code of `llama-quantize`
(github:ggml-org/llama.cpp, src/llama-quant.cpp at 007dbbf); norms, biases and routers stay in 32 bits.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from gpudesk.core.models.architecture import EXPERTS, Architecture, Part, Role, Weight
from gpudesk.core.models.weight_formats import SMALL, StoredWeight, WeightFormat
from gpudesk.core.work.model_split import key_value_heads

BASES: Mapping[str, str] = {
    "iq1_s": "IQ1_S",
    "iq1_m": "IQ1_M",
    "iq2_xxs": "IQ2_XXS",
    "iq2_xs": "IQ2_XS",
    "iq2_s": "IQ2_XS",
    "iq2_m": "IQ2_S",
    "q2_k_s": "Q2_K",
    "q2_k": "Q2_K",
    "iq3_xxs": "IQ3_XXS",
    "iq3_xs": "IQ3_S",
    "iq3_s": "IQ3_S",
    "iq3_m": "IQ3_S",
    "q3_k_s": "Q3_K",
    "q3_k_m": "Q3_K",
    "q3_k_l": "Q3_K",
    "iq4_xs": "IQ4_XS",
    "iq4_nl": "IQ4_NL",
    "q4_0": "Q4_0",
    "q4_1": "Q4_1",
    "q4_k_s": "Q4_K",
    "q4_k_m": "Q4_K",
    "q5_0": "Q5_0",
    "q5_1": "Q5_1",
    "q5_k_s": "Q5_K",
    "q5_k_m": "Q5_K",
    "q6_k": "Q6_K",
    "q8_0": "Q8_0",
    "mxfp4_moe": "Q8_0",
    "gguf-f16": "F16",
    "gguf-bf16": "BF16",
}
"""Every mixture with the type of what no rule names."""
_LEAST = frozenset({"iq1_s", "iq1_m", "iq2_xxs", "iq2_xs", "iq2_s", "iq2_m"})
_RICHER = frozenset({"iq2_s", "iq2_m"})
_LEFT_ALONE = ("altup", "laurel", "per_layer_model_projection")
"""Starts of the names of matrices that keep 16 bits: github:ggml-org/llama.cpp, llama-quant.cpp, tensor_allows_quantization."""
_EMBEDDINGS = dict.fromkeys(("iq1_s", "iq1_m", "iq2_xxs", "iq2_xs"), "Q2_K") | dict.fromkeys(("iq2_s", "iq2_m", "iq3_xxs"), "IQ3_S")
_GROUPED_VALUES = dict.fromkeys(("q2_k", "q2_k_s", "iq3_xxs", "iq3_xs", "iq3_s"), "Q4_K") | {"iq4_nl": "Q5_K", "iq4_xs": "Q5_K"}
"""Where four or more query heads share a head of values, so that the tensor is small."""
_VALUES = {"q2_k": "Q3_K", "iq3_m": "Q4_K", "q3_k_l": "Q5_K"}
_QUERIES = {"iq3_xs": "IQ3_XXS", "iq3_xxs": "IQ2_S"}
_OUTPUTS = {"q2_k": "Q3_K", "iq3_xxs": "IQ3_S", "q3_k_m": "Q4_K", "q3_k_l": "Q5_K", "iq3_m": "Q4_K"}
_LEAST_OUTPUTS = {"iq1_s": "IQ2_XXS", "iq1_m": "IQ2_XXS", "iq2_s": "IQ3_S", "iq2_m": "IQ3_S"}
_EIGHT_EXPERTS_OUTPUTS = frozenset(
    {"q2_k", "iq3_xs", "iq3_xxs", "q3_k_s", "q3_k_m", "iq4_nl", "q4_k_s", "q4_k_m", "iq3_s", "iq3_m", "iq4_xs"}
)
_FALLBACKS = {"Q2_K": "Q4_0", "Q3_K": "Q4_0", "Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0"}
"""What takes the place of a type whose blocks of 256 do not divide a row; IQ4_NL for the types of the IQ kind."""
_JOINED = frozenset({"gpt2", "gpt_neox", "bloom", "falcon", "phi3"})
"""Families whose queries, keys and values are one tensor in the file; it is treated as values are."""
_DOWN = frozenset({Role.DOWN, Role.EXPERT_DOWN, Role.SHARED_DOWN})
_INTO = frozenset({Role.GATE, Role.UP, Role.EXPERT_GATE, Role.EXPERT_UP, Role.SHARED_GATE, Role.SHARED_UP})
_MANY_HEADS = 4
_EIGHT = 8


@dataclass(frozen=True, slots=True)
class BlockType:
    """A type of tensors: blocks of `elements` elements, each of `size_bytes` bytes."""

    name: str
    number: int
    elements: int
    size_bytes: int

    @property
    def element_bytes(self) -> float:
        return self.size_bytes / self.elements


def has_more_bits(layer: int, layers: int) -> bool:
    """Whether a layer is one that the middling mixtures give more bits: the first and last eighth, and every third between."""
    return layer < layers // 8 or layer >= 7 * layers // 8 or (layer - layers // 8) % 3 == 2


class _Mixing:
    """One mixture on one model."""

    def __init__(self, mixture: str, model: Architecture) -> None:
        self.mixture, self.model, self.base = mixture, model, BASES[mixture]
        heads = key_value_heads(model) or 1
        self.grouped = bool(model.caches) and model.heads // heads >= _MANY_HEADS
        self.eight = model.experts == _EIGHT
        self.falcon = model.family == "falcon"
        # That models of 80 layers and these families are meant is from memory.
        self.large = model.family in ("llama", "qwen2") and model.layers == 80
        with_values = {layer for weight in model.weights if self.is_like_values(weight) for layer in weight.layers}
        self.values = {layer: place for place, layer in enumerate(sorted(with_values))}

    def is_like_values(self, weight: Weight) -> bool:
        joined = self.model.family in _JOINED and weight.role in (Role.QUERY, Role.KEY)
        return len(weight.shape) > 1 and (weight.role is Role.VALUE or joined)

    def is_head(self, weight: Weight) -> bool:
        return weight.role is Role.HEAD or (weight.role is Role.EMBEDDING and self.model.tied)

    def kind(self, weight: Weight, layer: int) -> str:
        """The type of a matrix in a layer; -1 for one outside the layers."""
        role = weight.role
        if self.mixture == "mxfp4_moe":
            return "MXFP4" if role in EXPERTS else self.base
        if self.is_head(weight):
            return self._head()
        if role in (Role.EMBEDDING, Role.LAYER_TABLE):
            return _EMBEDDINGS.get(self.mixture, self.base)
        if self.is_like_values(weight):
            return self._value(self.values.get(layer, 0))
        if role in (Role.QUERY, Role.KEY):
            if role is Role.KEY and self.eight:
                return "Q4_K" if self.mixture in _LEAST else "Q8_0"
            return _QUERIES.get(self.mixture, self.base)
        if role is Role.OUTPUT:
            return self._output()
        if role in _DOWN:
            return self._down(layer)
        if role in _INTO and self.mixture == "iq3_xs":
            layers = self.model.layers
            return "IQ3_XXS" if layers // 8 <= layer < 7 * layers // 8 else self.base
        return self.base

    def _head(self) -> str:
        if self.falcon or self.base == "Q8_0":
            return "Q8_0"
        return "Q5_K" if self.mixture in _LEAST or self.mixture == "iq3_xxs" else "Q6_K"

    def _value(self, place: int) -> str:
        kind = self.base
        if self.mixture in _LEAST:
            if self.grouped or self.model.experts >= _MANY_HEADS:
                return "Q4_K"
            return "IQ3_S" if self.mixture in _RICHER else "Q2_K"
        if self.grouped and self.mixture in _GROUPED_VALUES:
            kind = _GROUPED_VALUES[self.mixture]
        elif self.mixture in _VALUES:
            kind = _VALUES[self.mixture]
        elif self.mixture == "q3_k_m":
            kind = "Q5_K" if place < 2 else "Q4_K"
        elif self.mixture in ("q4_k_m", "q5_k_m") and has_more_bits(place, len(self.values)):
            kind = "Q6_K"
        elif self.mixture == "q4_k_s" and place < 4:
            kind = "Q5_K"
        if self.large and kind in ("Q3_K", "Q4_K"):
            kind = "Q5_K"
        return "Q8_0" if self.eight else kind

    def _output(self) -> str:
        if self.mixture in _LEAST:
            return "Q5_K" if self.eight else _LEAST_OUTPUTS.get(self.mixture, self.base)
        if self.falcon:
            return "Q4_K" if self.mixture == "q3_k_l" else self.base
        if self.eight:
            return "Q5_K" if self.mixture in _EIGHT_EXPERTS_OUTPUTS else self.base
        return _OUTPUTS.get(self.mixture, self.base)

    def _down(self, layer: int) -> str:
        layers, mixture = self.model.layers, self.mixture
        more, early = has_more_bits(layer, layers), layer < layers // 8
        if mixture in _LEAST:
            return ("IQ3_S" if mixture in _RICHER else "Q2_K") if early else self.base
        if self.falcon and mixture in ("q3_k_m", "q3_k_l", "q4_k_m", "q4_k_s"):
            first = layer < layers // 16
            kinds = {"q3_k_m": ("Q5_K", "Q4_K"), "q4_k_m": ("Q6_K", "Q5_K"), "q3_k_l": ("Q4_K", "Q4_K")}.get(mixture)
            if kinds is None:
                return self.base
            return kinds[0] if first else kinds[1] if more or mixture == "q3_k_l" else self.base
        always = {"q2_k": "Q3_K", "q3_k_l": "Q5_K", "q3_k_m": "Q5_K" if layer < layers // 16 else "Q4_K"}
        if mixture in always:
            return always[mixture]
        if mixture in ("q4_k_m", "q5_k_m"):
            return "Q6_K" if more else self.base
        if mixture == "iq3_m" and (early or (self.eight and more)):
            return "Q4_K"
        if early:
            return {"q2_k_s": "Q4_K", "q4_k_s": "Q5_K", "iq4_nl": "Q5_K", "iq4_xs": "Q5_K"}.get(mixture, self.base)
        return self.base


@dataclass(frozen=True, slots=True)
class GgufMixture(WeightFormat):
    """A weight storage format in which tensors and layers differ.

    Attributes:
        bits: of the base type.
        types: every type by name.
    """

    types: Mapping[str, BlockType] = field(default_factory=dict, repr=False, compare=False)

    def stored(self, model: Architecture) -> tuple[StoredWeight, ...]:
        mixing = _Mixing(self.key, model)
        return tuple(part for weight in model.weights for part in self._parts(mixing, weight))

    def _parts(self, mixing: _Mixing, weight: Weight) -> Iterator[StoredWeight]:
        by_type: dict[str, list[int]] = {}
        for layer in weight.layers or (-1,):
            by_type.setdefault(self._kind(mixing, weight, layer), []).append(layer)
        for name, layers in by_type.items():
            part = replace(weight, layers=tuple(layers)) if weight.layers else weight
            yield StoredWeight(part, self.types[name].element_bytes, name)

    def _kind(self, mixing: _Mixing, weight: Weight, layer: int) -> str:
        if len(weight.shape) < 2 or weight.role in SMALL:
            return "F32"
        if weight.part is Part.VISION:
            # Towers for pictures are a file of their own, which is not quantized as a rule.
            return "F16"
        if weight.module.startswith(_LEFT_ALONE):
            return "F16"
        if mixing.base in ("F16", "BF16"):
            return mixing.base
        columns, name = weight.shape[-1], mixing.kind(weight, layer)
        if columns % self.types[name].elements == 0:
            return name
        # Blocks that do not divide a row give way to smaller ones.
        instead = "Q8_0" if mixing.is_head(weight) else _FALLBACKS.get(name, "IQ4_NL")
        return instead if columns % self.types[instead].elements == 0 else "F16"
