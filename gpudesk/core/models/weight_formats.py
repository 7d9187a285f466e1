"""Weight storage formats: bits per element, tensors that stay in 16 bits, and GPUs that compute in each format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gpudesk.core.models.architecture import ATTENTION, EXPERTS, FEED_FORWARD, Architecture, Part, Role, Weight
from gpudesk.core.models.layer_blocks import PICKING_WEIGHTS

SMALL = frozenset({Role.NORM, Role.BIAS, Role.ROUTER, Role.STATE, Role.STATE_DOWN, Role.POSITION})
"""Tensors that keep 16 bits in every format: they are small and matter for quality."""
_COVERED: Mapping[str, frozenset[Role]] = {
    "all": frozenset(Role),
    "linear": ATTENTION | FEED_FORWARD | EXPERTS | {Role.STATE_IN, Role.STATE_OUT},
    "experts": EXPERTS,
}


@dataclass(frozen=True, slots=True)
class StoredWeight:
    """A tensor, or the tensors of several layers that are stored alike.

    Attributes:
        element_bytes: bytes of one element, including its share of scales.
        kind: the storage type, where the format has several; otherwise "".
        scale_bytes: the part of `element_bytes` used by scales and zero points, where it is counted separately.
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
    """A weight storage format; formats in which layers differ override `stored`.

    Attributes:
        key: name on the command line.
        bits: bits per element, including its share of scales and zero points.
        covers: "all" tensors, the "linear" ones of the layers, or only the "experts"; the others stay in 16 bits.
        computes: arithmetic of the products on a GPU that supports it: a key of `fp16`, `fp8`, `int8`, `fp4`.
        capability: minimum compute capability of NVIDIA GPUs whose tensor cores do that arithmetic; below it weights are unpacked
            to 16 bits first.
        source: source of the bit counts.
        method: name that engines use, by which their kernels are looked up; "" where no special kernel is needed.
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
        """Display name: MXFP4, INT4, Q4_K_M."""
        return self.key.removeprefix("gguf-").partition("-")[0].upper()

    def covered(self, weight: Weight) -> bool:
        """Whether the tensor is stored in this format."""
        if self.covers == "all":
            return True
        if weight.module == PICKING_WEIGHTS:
            return False
        return weight.part is not Part.VISION and len(weight.shape) > 1 and weight.role in _COVERED[self.covers]

    def stored(self, model: Architecture) -> tuple[StoredWeight, ...]:
        """Every tensor of a model as stored; together they have the same elements in the same layers."""
        own = float(self.bits) / 8
        return tuple(StoredWeight(weight, own if self.covered(weight) else 2.0) for weight in model.weights)


LEFT_OPEN_SOURCE = "github:NVIDIA/Model-Optimizer issue 150: attention in BF16 in DeepSeek-R1-FP4, in FP4 in releases of Llama"


def is_left_open(form: WeightFormat) -> bool:
    """Whether the author of a mixture model's files chooses if attention keeps 16 bits; False where a release specifies it."""
    return type(form) is WeightFormat and form.method == "nvfp4"


_MADE_BY_TOOLS = frozenset({"gptq", "awq", "wna16"})
CHOSEN_SOURCE = "after a conversion, the tool decides which layers stay in 16 bits and how the groups are ordered"


def is_made_by_tools(form: WeightFormat) -> bool:
    """Whether files in a format come from tools that choose what to quantize, so no count is exact; False where a release specifies it."""
    return type(form) is WeightFormat and form.method in _MADE_BY_TOOLS


def with_attention_in_16_bits(stored: Iterable[StoredWeight]) -> tuple[StoredWeight, ...]:
    """The tensors with those of attention in 16 bits."""
    return tuple(
        replace(stored_weight, element_bytes=max(stored_weight.element_bytes, 2.0))
        if stored_weight.weight.role in ATTENTION
        else stored_weight
        for stored_weight in stored
    )


def weight_bytes(model: Architecture, form: WeightFormat) -> float:
    """Bytes of all tensors in a format."""
    return sum(stored_weight.total_bytes for stored_weight in form.stored(model))


def is_read_through(model: Architecture, weight: Weight) -> bool:
    """Whether a step reads the whole tensor: not tables that are looked up, unless the head is the same, and no tower for pictures."""
    looked_up = weight.role in (Role.EMBEDDING, Role.LAYER_TABLE, Role.POSITION) and not (weight.role is Role.EMBEDDING and model.tied)
    return not looked_up and weight.part is not Part.VISION


def read_bytes(model: Architecture, form: WeightFormat, tokens: int) -> float:
    """Bytes of weights that one step over `tokens` tokens reads, excluding the embedding table.

    Each token is sent to `active` of the copies of an expert; with even routing of `tokens` tokens the share of experts used by at
    least one token is 1 - (1 - k/E)^tokens.
    """
    read = 0.0
    for stored_weight in form.stored(model):
        weight = stored_weight.weight
        if is_read_through(model, weight):
            share = 1.0 if weight.active == weight.copies else 1.0 - (1.0 - weight.active / weight.copies) ** tokens
            read += stored_weight.total_bytes * share
    return read
