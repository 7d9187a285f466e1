"""Sums over a model for the calculation of its training time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import EXPERTS, Architecture, Cache, CacheKind, Part, Role

Column = NDArray[np.float64]
_LOOKED_UP = frozenset({Role.EMBEDDING, Role.LAYER_TABLE, Role.POSITION})


@dataclass(frozen=True, slots=True)
class ModelWork:
    """A model for training: its parameters and the products of a token.

    Attributes:
        dense, experts: all parameters outside and inside the routed experts.
        dense_active, expert_active: parameters that one token is multiplied with; lookup tables are left out.
        routed_layers: layers with experts.
        experts_used: experts of a layer that one token is sent to.
        attention_width: query and value widths of all layers with unlimited context: products for each context token.
        window_width: the same for layers with a window of `window` tokens.
        kept_width: elements of keys and values that all layers generate for one token.
    """

    name: str
    layers: int
    hidden: int
    vocabulary: int
    dense: float
    experts: float
    dense_active: float
    expert_active: float
    routed_layers: int = 0
    experts_used: int = 0
    attention_width: float = 0.0
    window_width: float = 0.0
    window: int = 0
    kept_width: float = 0.0

    @property
    def parameters(self) -> float:
        return self.dense + self.experts

    @property
    def active(self) -> float:
        """Parameters that one token is multiplied with."""
        return self.dense_active + self.expert_active

    def attended(self, sequence: Column, *, causal: bool = True) -> Column:
        """Products of queries with keys and of weights with values for the average token of a sequence.

        Args:
            causal: a token looks at those before it alone, half of the sequence on average, as kernels do it; otherwise at all.
        """
        looked = sequence / 2 if causal else sequence
        if not self.window_width:
            return self.attention_width * looked
        near = np.minimum(self.window, sequence)
        # The first tokens of a sequence have fewer before them than the window holds.
        seen = near * (1 - near / (2 * sequence)) if causal else near
        return self.attention_width * looked + self.window_width * seen


def model_work(model: Architecture) -> ModelWork:
    """The sums of a model; towers for pictures are left out, as text alone is trained."""
    own = [weight for weight in model.weights if weight.part is not Part.VISION]
    experts = [weight for weight in own if weight.role in EXPERTS]
    looked_up = sum(weight.used for weight in own if weight.role in _LOOKED_UP and not (model.tied and weight.role is Role.EMBEDDING))
    expert_active = sum(weight.used for weight in experts)
    growing = [cache for cache in model.caches if cache.kind is not CacheKind.STATE]
    wide = [cache for cache in growing if not cache.window]
    near = [cache for cache in growing if cache.window]
    return ModelWork(
        name=model.name,
        layers=model.layers,
        hidden=model.hidden,
        vocabulary=model.vocabulary,
        dense=float(sum(weight.total for weight in own) - sum(weight.total for weight in experts)),
        experts=float(sum(weight.total for weight in experts)),
        dense_active=float(sum(weight.used for weight in own) - expert_active - looked_up),
        expert_active=float(expert_active),
        routed_layers=max((len(weight.layers) for weight in experts), default=0),
        experts_used=model.experts_used,
        attention_width=float(sum(c.layers * _widths(model, c) / c.every for c in wide)),
        window_width=float(sum(c.layers * (c.query_width + c.value_width) for c in near)),
        window=max((cache.window for cache in near), default=0),
        kept_width=float(sum(c.layers * c.elements / c.every for c in growing)),
    )


def _widths(model: Architecture, cache: Cache) -> float:
    """Widths of queries and values of one layer; latent attention is trained with the keys and values that it unfolds."""
    # The keys by which an indexer picks tokens are kept like latent ones, but have no values, and nothing is unfolded.
    if cache.kind is not CacheKind.LATENT or not cache.value_width:
        return cache.query_width + cache.value_width
    values = next(weight.shape[1] for weight in model.weights if weight.role is Role.OUTPUT)
    unfolded = [weight.shape[0] for weight in model.weights if weight.role is Role.LATENT_UP][-1]
    return (unfolded - values) + (cache.query_width - cache.value_width) + values


def gpt_work(name: str, layers: int, hidden: int, vocabulary: int, positions: int) -> ModelWork:
    """A GPT-3-like model with the size given in training papers: biases everywhere, the head is the embedding table.

    Parameters: L (12 h² + 13 h) + V h + P h + 2 h.
    """
    blocks = layers * (12.0 * hidden**2 + 13.0 * hidden) + 2.0 * hidden
    return ModelWork(
        name=name,
        layers=layers,
        hidden=hidden,
        vocabulary=vocabulary,
        dense=blocks + float(vocabulary + positions) * hidden,
        experts=0.0,
        dense_active=blocks + float(vocabulary) * hidden,
        expert_active=0.0,
        attention_width=2.0 * layers * hidden,
        kept_width=2.0 * layers * hidden,
    )
