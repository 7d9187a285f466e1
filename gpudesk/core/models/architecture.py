"""What a model is made of: its tensors by role, and what its layers keep of each sequence.

Everything that is counted of a model follows from these two lists: parameters, bytes in any format, what one of several GPUs holds, what
a token reads, and how the cache grows.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Role(StrEnum):
    """What a tensor does. Formats and the splits over GPUs are decided by it."""

    EMBEDDING = "embedding"
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
    """Convolutions, decays and step sizes of a layer with a state: small, and kept in 16 bit or more."""
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
    """Which tower of a model a tensor or a cache belongs to."""

    DECODER = "decoder"
    ENCODER = "encoder"
    VISION = "vision"
    DENOISER = "denoiser"


@dataclass(frozen=True, slots=True)
class Weight:
    """One tensor, or the same one in several layers.

    Attributes:
        shape: of one copy, as it is stored: rows (what comes out) before columns (what goes in). A vector has one number.
        layers: the layers that have it; empty for what stands outside them.
        copies: how many a layer has, experts say.
        active: how many of the copies one token runs through.
        module: its name within a layer, as files say it, where the role alone does not tell; "" elsewhere.
    """

    role: Role
    shape: tuple[int, ...]
    layers: tuple[int, ...] = ()
    copies: int = 1
    active: int = 1
    part: Part = Part.DECODER
    module: str = ""

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
    """What a layer keeps of a sequence."""

    FULL = "full"
    WINDOW = "window"
    LATENT = "latent"
    CROSS = "cross"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Cache:
    """What equal layers keep of one sequence.

    Attributes:
        layers: how many.
        elements: of one layer: of each token, or of the whole sequence for a state.
        heads: heads of keys and values that a tensor-parallel group can share out; 0 where each GPU keeps all.
        window: tokens that a layer with a window keeps; 0 for all.
        state_bytes: bytes an element of a state or of keys of an indexer, where it does not follow the precision of the cache; else 0.
        query_width: sum of the widths of all query heads of one layer: what a token's attention multiplies for each token it looks at.
        every: tokens that one entry is made of; entries begun are not kept here.
        share: of the tokens of a sequence, what an engine has room for in these layers.
        block: tokens by which an engine lets it grow; 0 for those of its other caches.
        named: whether the file of the model names the format of a state.
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

    def tokens_kept(self, context: int) -> int:
        """Tokens, or entries made of several, of a sequence of `context` tokens that one layer keeps; 1 for a state."""
        if self.kind is CacheKind.STATE:
            return 1
        return min(context, self.window) if self.window else math.ceil(context // self.every * self.share)


@dataclass(frozen=True, slots=True)
class Architecture:
    """A model as its configuration says.

    Attributes:
        family: name of the reader that understood the configuration, `model_type` of its file.
        context: longest sequence it was made for; 0 where it has none.
        experts: routed experts of a layer, 0 for a dense model.
        notes: what the count leaves out or supposes, in plain English.
        spread: the least and the most that there may be of what is counted, as shares of it; other than 1 for an estimate alone.
        draft: tensors of layers that guess further tokens (MTP): files hold them, engines load them only to guess ahead.
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

    @property
    def is_estimate(self) -> bool:
        """Whether it stands for a type that is not known, so that nothing of it is exact."""
        return self.spread != (1.0, 1.0)

    @property
    def draft_parameters(self) -> int:
        """Of the layers that guess further tokens; not part of `parameters`."""
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
        """What one token runs through: all but the experts that it is not sent to, and without the tower for pictures."""
        return sum(weight.used for weight in self.weights if weight.part is not Part.VISION)

    def parameters_of(self, roles: Iterable[Role]) -> int:
        wanted = frozenset(roles)
        return sum(weight.total for weight in self.weights if weight.role in wanted)

    def cache_bytes_per_token(self, element_bytes: float) -> int:
        """Bytes that all layers with a cache that grows without end keep of one token; a layer with a window is left out."""
        kinds = (CacheKind.FULL, CacheKind.LATENT)
        growing = [cache for cache in self.caches if cache.kind in kinds]
        return math.ceil(
            sum(Fraction(cache.layers * cache.elements, cache.every) * Fraction(cache.state_bytes or element_bytes) for cache in growing)
        )

    @property
    def generates_words(self) -> bool:
        """Whether it goes on with a sequence word by word: it has words, and keeps something of what came before."""
        return bool(self.vocabulary and self.caches)
