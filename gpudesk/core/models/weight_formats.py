"""Formats in which weights are stored: how many bits an element takes, which tensors stay in 16 bits, and which boards compute in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gpudesk.core.models.architecture import ATTENTION, EXPERTS, FEED_FORWARD, Architecture, Part, Role, Weight

SMALL = frozenset({Role.NORM, Role.BIAS, Role.ROUTER, Role.STATE, Role.POSITION})
"""What keeps 16 bits in every format: it is little, and quality hangs on it."""
_COVERED: Mapping[str, frozenset[Role]] = {
    "all": frozenset(Role),
    "linear": ATTENTION | FEED_FORWARD | EXPERTS | {Role.STATE_IN, Role.STATE_OUT},
    "experts": EXPERTS,
}


@dataclass(frozen=True, slots=True)
class StoredWeight:
    """A tensor, or those of its layers that are stored alike.

    Attributes:
        element_bytes: of one element, its share of scales included.
        kind: the type it is stored in, where the format has several; "" else.
        scale_bytes: the part of `element_bytes` that scales and zero points take, where it is counted apart.
    """

    weight: Weight
    element_bytes: float
    kind: str = ""
    scale_bytes: float = 0.0

    @property
    def total_bytes(self) -> float:
        return self.weight.total * self.element_bytes


@dataclass(frozen=True, slots=True)
class WeightFormat:
    """One way to store weights; those in which layers differ say their own `stored`.

    Attributes:
        key: as the command line calls it.
        bits: of one element, its share of scales and zero points included.
        covers: "all" tensors, the "linear" ones of the layers, or the "experts" alone; the rest stays in 16 bits.
        computes: the arithmetic the products are made in where the board can: a key of `fp16`, `fp8`, `int8`, `fp4`.
        capability: least compute capability of NVIDIA boards whose tensor cores do that arithmetic; below it weights are unpacked to
            16 bits first.
        source: where the bits come from.
        method: how engines call it, by which their kernels are looked up; "" where no kernel of its own is needed.
    """

    key: str
    title: str
    title_es: str
    bits: Fraction
    covers: str
    computes: str
    capability: float
    confidence: str
    source: str
    method: str = ""

    @property
    def name(self) -> str:
        """As it is called in a line of text: MXFP4, INT4, Q4_K_M."""
        return self.key.removeprefix("gguf-").partition("-")[0].upper()

    def covered(self, weight: Weight) -> bool:
        """Whether the tensor is stored in this format."""
        if self.covers == "all":
            return True
        return weight.part is not Part.VISION and len(weight.shape) > 1 and weight.role in _COVERED[self.covers]

    def stored(self, model: Architecture) -> tuple[StoredWeight, ...]:
        """Every tensor of a model as it is stored; together they have the same elements in the same layers."""
        own = float(self.bits) / 8
        return tuple(StoredWeight(weight, own if self.covered(weight) else 2.0) for weight in model.weights)


LEFT_OPEN_SOURCE = "github:NVIDIA/Model-Optimizer issue 150: attention in BF16 in DeepSeek-R1-FP4, in FP4 in releases of Llama"


def is_left_open(form: WeightFormat) -> bool:
    """Whether who makes files in a format of mixture models chooses if attention keeps 16 bits; not where a release says it."""
    return type(form) is WeightFormat and form.method == "nvfp4"


_MADE_BY_TOOLS = frozenset({"gptq", "awq", "wna16"})
CHOSEN_SOURCE = "after a conversion, the tool decides which layers stay in 16 bits and how the groups are ordered"


def is_made_by_tools(form: WeightFormat) -> bool:
    """Whether files in a format come from tools that choose what they quantize: no count of them is exact; not where a release says it."""
    return type(form) is WeightFormat and form.method in _MADE_BY_TOOLS


def with_attention_in_16_bits(stored: Iterable[StoredWeight]) -> tuple[StoredWeight, ...]:
    """The tensors with those of attention in 16 bits."""
    return tuple(replace(each, element_bytes=max(each.element_bytes, 2.0)) if each.weight.role in ATTENTION else each for each in stored)


def weight_bytes(model: Architecture, form: WeightFormat) -> float:
    """Bytes of all tensors in a format."""
    return sum(each.total_bytes for each in form.stored(model))


def is_read_through(model: Architecture, weight: Weight) -> bool:
    """Whether a step reads the whole tensor: not tables that are looked up, unless the head is the same, and no tower for pictures."""
    looked_up = weight.role in (Role.EMBEDDING, Role.POSITION) and not (weight.role is Role.EMBEDDING and model.tied)
    return not looked_up and weight.part is not Part.VISION


def read_bytes(model: Architecture, form: WeightFormat, tokens: int) -> float:
    """Bytes of weights that one step over `tokens` tokens reads, the table of words left out.

    Each token is sent to `active` of the copies of an expert; of `tokens` tokens with even routing the share of experts that at least one
    goes to is 1 - (1 - k/E)^tokens.
    """
    read = 0.0
    for each in form.stored(model):
        weight = each.weight
        if is_read_through(model, weight):
            share = 1.0 if weight.active == weight.copies else 1.0 - (1.0 - weight.active / weight.copies) ** tokens
            read += each.total_bytes * share
    return read
