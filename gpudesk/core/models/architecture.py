"""The structure of a model: its tensors by role, and the state that its layers keep per sequence.

All counts of a model are derived from these two lists: parameters, bytes in any format, the share of one of several GPUs, the
data read per token, and the growth of the cache.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Role(StrEnum):
    """The function of a tensor. It determines formats and the splits over GPUs."""

    EMBEDDING = "embedding"
    LAYER_TABLE = "layer_table"
    """A second table of the vocabulary: each token looks up one row with an input for every layer."""
    HEAD = "head"
    POSITION = "position"
    QUERY = "query"
    KEY = "key"
    VALUE = "value"
    OUTPUT = "output"
    LATENT_DOWN = "latent_down"
    """Into the latent space of multi-head latent attention: every GPU of a tensor-parallel group holds it whole."""
    LATENT_UP = "latent_up"
    INDEXER = "indexer"
    GATE = "gate"
    UP = "up"
    DOWN = "down"
    EXPERT_GATE = "expert_gate"
    EXPERT_UP = "expert_up"
    EXPERT_DOWN = "expert_down"
    SHARED_GATE = "shared_gate"
    SHARED_UP = "shared_up"
    SHARED_DOWN = "shared_down"
    ROUTER = "router"
    STATE_IN = "state_in"
    STATE_OUT = "state_out"
    STATE = "state"
    """Convolutions, decays and step sizes of a layer with a state: small, and kept in 16 bit or more; divided as its channels are."""
    STATE_DOWN = "state_down"
    """Into the narrow space of the gates of such a layer, also small: every GPU of a tensor-parallel group holds it whole."""
    MODULATION = "modulation"
    """Shifts and scales the layers of a denoiser by time and text: every GPU of a group holds it whole."""
    CONVOLUTION = "convolution"
    NORM = "norm"
    BIAS = "bias"
    VISION = "vision"
    OTHER = "other"


ATTENTION = frozenset({Role.QUERY, Role.KEY, Role.VALUE, Role.OUTPUT, Role.LATENT_DOWN, Role.LATENT_UP, Role.INDEXER})
EXPERTS = frozenset({Role.EXPERT_GATE, Role.EXPERT_UP, Role.EXPERT_DOWN})
FEED_FORWARD = frozenset({Role.GATE, Role.UP, Role.DOWN, Role.SHARED_GATE, Role.SHARED_UP, Role.SHARED_DOWN})


class Part(StrEnum):
    """The tower of a model to which a tensor or a cache belongs."""

    DECODER = "decoder"
    ENCODER = "encoder"
    VISION = "vision"
    DENOISER = "denoiser"


class StagePlace(StrEnum):
    """The pipeline stages that hold a tensor."""

    USUAL = "usual"
    """Those of its layers; tables of the input and encoders on the first, a tied table on the last too, the rest on the last."""
    FIRST = "first"
    ALL = "all"
    """Each stage has all of it."""


class GroupShare(StrEnum):
    """How the GPUs of a tensor-parallel group hold a tensor."""

    USUAL = "usual"
    """Divided or whole by its role (`core.work.model_split`)."""
    WHOLE = "whole"
    """Each GPU has all of it."""
    DIVIDED = "divided"
    """The GPUs share it evenly."""


@dataclass(frozen=True, slots=True)
class Weight:
    """One tensor, or the same one in several layers.

    Attributes:
        shape: of one copy, as stored: rows (outputs) before columns (inputs). A vector has one number.
        layers: the layers that have it; empty for a tensor outside them.
        copies: the number per layer, such as experts.
        active: the number of copies used per token.
        module: its name within a layer, as in files, if the role alone is ambiguous; "" otherwise.
        share: how the class of an engine has the GPUs of a tensor-parallel group hold it.
        place: the pipeline stages in which an engine builds it.
    """

    role: Role
    shape: tuple[int, ...]
    layers: tuple[int, ...] = ()
    copies: int = 1
    active: int = 1
    part: Part = Part.DECODER
    module: str = ""
    share: GroupShare = GroupShare.USUAL
    place: StagePlace = StagePlace.USUAL

    @property
    def elements(self) -> int:
        """Of one copy."""
        return math.prod(self.shape)

    @property
    def times(self) -> int:
        """How many there are in all layers."""
        return max(1, len(self.layers)) * self.copies

    @property
    def total(self) -> int:
        return self.elements * self.times

    @property
    def used(self) -> int:
        """Elements that one token runs through."""
        return self.elements * max(1, len(self.layers)) * self.active


class CacheKind(StrEnum):
    """The state that a layer keeps per sequence."""

    FULL = "full"
    WINDOW = "window"
    LATENT = "latent"
    CROSS = "cross"
    STATE = "state"
    SHARED = "shared"
    """Keys and values of an earlier layer that a layer looks at: it keeps nothing itself."""


@dataclass(frozen=True, slots=True)
class Cache:
    """The state that equal layers keep for one sequence.

    Attributes:
        layers: the number of layers.
        elements: of one layer: per token, or for the whole sequence for a state.
        heads: heads of keys and values that a tensor-parallel group can divide; 0 if each GPU keeps all.
        window: tokens kept by a layer with a window; 0 for all.
        state_bytes: bytes per element of a state or of indexer keys, if independent of the precision of the cache; else 0.
        query_width: sum of the widths of all query heads of one layer: the multiplications of a token's attention per attended
            token.
        every: tokens per entry; incomplete entries are not kept here.
        share: the share of a sequence's tokens for which an engine reserves space in these layers.
        block: allocation unit of an engine in tokens; 0 for that of its other caches.
        named: whether the model file specifies the format of a state.
        among: where the last layers of a model share keys and values of earlier ones: the number of first layers that these layers are
            among, and that of all layers; (0, 0) where they may be any layers.
        numbers: these layers in that case, if they are known.
    """

    kind: CacheKind
    layers: int
    elements: int
    heads: int = 0
    window: int = 0
    state_bytes: int = 0
    query_width: int = 0
    value_width: int = 0
    every: int = 1
    share: float = 1.0
    block: int = 0
    named: bool = False
    among: tuple[int, int] = (0, 0)
    numbers: tuple[int, ...] = ()

    @property
    def is_placed(self) -> bool:
        """Whether the stages that keep it are known: by the numbers of its layers among all layers."""
        return bool(self.numbers) and self.among[1] > 0

    def tokens_kept(self, context: int) -> int:
        """Tokens, or entries made of several, of a sequence of `context` tokens that one layer keeps; 1 for a state."""
        if self.kind is CacheKind.STATE:
            return 1
        return min(context, self.window) if self.window else math.ceil(context // self.every * self.share)


@dataclass(frozen=True, slots=True)
class Architecture:
    """A model as described by its configuration.

    Attributes:
        family: name of the reader that parsed the configuration, `model_type` of its file.
        context: longest sequence for which it was designed; 0 if it has none.
        experts: routed experts of a layer, 0 for a dense model.
        notes: omissions and assumptions of the count, in plain English.
        spread: the minimum and maximum of the count, as shares of it; other than 1 only for an estimate.
        draft: tensors of layers that predict further tokens (MTP): files contain them, engines load them only for speculative
            decoding.
        mtp_layers: number of such layers in the configuration, also of families whose `draft` is not counted.
        picked: cache entries that sparse attention picks for each token; 0 without it, or where the file does not state them.
        rotary_width: elements of a head that rotary positions turn, 0 if attention has none; None for the usual: all of them, or what
            latent attention adds.
    """

    name: str
    family: str
    hidden: int
    layers: int
    heads: int
    vocabulary: int
    context: int
    feed_forward: int
    weights: tuple[Weight, ...]
    caches: tuple[Cache, ...] = ()
    experts: int = 0
    experts_used: int = 0
    tied: bool = False
    notes: tuple[str, ...] = ()
    draft: tuple[Weight, ...] = ()
    spread: tuple[float, float] = (1.0, 1.0)
    mtp_layers: int = 0
    picked: int = 0
    rotary_width: int | None = None

    @property
    def has_mtp(self) -> bool:
        """Whether the model has layers that predict further tokens (MTP)."""
        return bool(self.draft) or self.mtp_layers > 0

    @property
    def is_estimate(self) -> bool:
        """Whether it represents an unknown type, so that no value is exact."""
        return self.spread != (1.0, 1.0)

    @property
    def draft_parameters(self) -> int:
        """Of the MTP layers; not part of `parameters`."""
        return sum(weight.total for weight in self.draft)

    @property
    def tower_parameters(self) -> int:
        """Of towers for pictures; part of `parameters`."""
        return sum(weight.total for weight in self.weights if weight.part is Part.VISION)

    @property
    def parameters(self) -> int:
        """Every parameter once; tied ones once."""
        return sum(weight.total for weight in self.weights)

    @property
    def active_parameters(self) -> int:
        """The parameters used per token: all but the inactive experts, and without the vision tower."""
        return sum(weight.used for weight in self.weights if weight.part is not Part.VISION)

    def parameters_of(self, roles: Iterable[Role]) -> int:
        role_set = frozenset(roles)
        return sum(weight.total for weight in self.weights if weight.role in role_set)

    def cache_bytes_per_token(self, element_bytes: float) -> int:
        """Bytes that all layers with a cache that grows without end keep of one token; a layer with a window is left out."""
        kinds = (CacheKind.FULL, CacheKind.LATENT)
        growing = [cache for cache in self.caches if cache.kind in kinds]
        return math.ceil(
            sum(Fraction(cache.layers * cache.elements, cache.every) * Fraction(cache.state_bytes or element_bytes) for cache in growing)
        )

    @property
    def generates_words(self) -> bool:
        """Whether it generates a sequence token by token: it has a vocabulary, and keeps state of previous tokens."""
        return bool(self.vocabulary and self.caches)
