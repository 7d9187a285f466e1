"""Memory that training stores of a micro-batch for the backward pass.

Two formulas. Older layers (GPT: two feed-forward matrices, dropout) follow Korthikanti et al., arXiv:2205.05198:
`sbh (10 + 24/t + 5as/(ht))` bytes a layer, 10 also divided with sequence parallelism (SP), the last term omitted where attention
scores are recomputed. Flash attention never stores them, and dropout is rare in current training: 2 less then.
Newer layers (RMSNorm, grouped queries, gated feed-forward) store the inputs of their backward pass: `8h + 4ad + 4kd + 6f + 4a`
bytes a token for a Llama; here counted tensor by tensor, so that experts, latent attention and states are counted likewise. Where
everything is recomputed, a layer stores its input, 2h bytes a token.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import EXPERTS, Architecture, Part, Role, Weight

Floats = NDArray[np.float64]
_HALF = 2.0
"""Bytes of an element in 16 bits."""
_SUMS_BYTES = 4.0
"""Of the logarithm of a head's sum of exponentials."""
_OUT = frozenset({Role.OUTPUT, Role.STATE_OUT})
_DOWN = frozenset({Role.DOWN, Role.EXPERT_DOWN, Role.SHARED_DOWN})
_KEPT_WHOLE = frozenset({Role.LATENT_DOWN, Role.INDEXER})
_GATES = frozenset({Role.GATE, Role.EXPERT_GATE, Role.SHARED_GATE, Role.STATE_IN})


class Recompute(StrEnum):
    """Parts recomputed in the backward pass instead of stored."""

    NONE = "none"
    SELECTIVE = "selective"
    """What costs little: the scores of attention, and of newer layers the outputs of norms and the product with the gate."""
    FULL = "full"
    """Whole layers; their inputs are kept."""


@dataclass(frozen=True, slots=True)
class LayerKept:
    """Bytes that one layer keeps for each token of a micro-batch, in 16 bits.

    Attributes:
        whole: held by each GPU of a tensor-parallel group, unless the sequence is shared out over it too.
        shared: divided by the group.
        heads: keys and values, divided by no more than there are heads of them.
        light_whole, light_shared: the parts of `whole` and `shared` that selective recomputation spares.
    """

    whole: float
    shared: float
    heads: float
    light_whole: float
    light_shared: float


def gpt_layer_bytes(sequence: int, micro_batch: int, hidden: int, heads: int, tensor: int, recompute: Recompute, *, shares: bool) -> float:
    """Bytes of one layer of a GPT in 16 bits on one GPU (Korthikanti et al., equations 1 to 4 and 6).

    Args:
        shares: whether the sequence is shared out over the tensor-parallel group as well.
    """
    size = float(sequence * micro_batch * hidden)
    if recompute is Recompute.FULL:
        return 2.0 * size / (tensor if shares else 1)
    scores = 5.0 * heads * sequence / hidden if recompute is Recompute.NONE else 0.0
    return size * (10.0 / (tensor if shares else 1) + (24.0 + scores) / tensor)


def in_flight(stage: int, stages: int, virtual: int, micro_batches: int) -> float:
    """Micro-batches whose activations a stage holds at once: 1F1B, or interleaved over `virtual` parts of each stage.

    A stage in front waits for all behind it: p - i of 1F1B; interleaved (p·v + p - 1 - 2i)/v, for the first p times 1 + (p-1)/(pv).
    """
    if virtual == 1:
        return float(min(micro_batches, stages - stage))
    parts = stages * virtual + stages - 1 - 2 * stage
    return min(parts, micro_batches * virtual) / virtual


def is_classic(model: Architecture) -> bool:
    """Whether its layers are of the older kind, for which Korthikanti's formula was made: no gate, no experts, no states."""
    roles = {weight.role for weight in model.weights}
    return Role.UP in roles and not roles & (_GATES | EXPERTS | {Role.LATENT_DOWN})


def kept_by_layers(model: Architecture, sequence: int, targets: frozenset[Role] | None = None, *, eager: bool = False) -> list[LayerKept]:
    """What each layer keeps of a token.

    Args:
        targets: the matrices that are trained or have an adapter; None for all. What only the gradient of a frozen matrix would read is
            not kept.
        eager: whether the scores of attention are stored, as without flash attention: 4as bytes a token, of the older kind 5as, as it then
            has dropout too.
    """
    if is_classic(model):
        hidden, scores = float(model.hidden), 5.0 * model.heads * sequence if eager else 0.0
        # The inputs of both halves (4) and what goes into the last matrix (8) cost little to calculate again.
        return [LayerKept((10 if eager else 8) * hidden, 24 * hidden + scores, 0.0, 4 * hidden, 8 * hidden + scores)] * model.layers
    weights_by_layer: list[list[Weight]] = [[] for _ in range(model.layers)]
    for weight in model.weights:
        if weight.part is not Part.VISION:
            for layer in weight.layers:
                if layer < model.layers:
                    weights_by_layer[layer].append(weight)
    same: dict[tuple[tuple[object, ...], ...], LayerKept] = {}
    kept_layers = []
    for weights in weights_by_layer:
        key = tuple((weight.role, weight.shape, weight.copies, weight.active) for weight in weights)
        if key not in same:
            same[key] = _kept(model, weights, targets, 4.0 * model.heads * sequence if eager else 0.0)
        kept_layers.append(same[key])
    return kept_layers


def _kept(model: Architecture, weights: Sequence[Weight], targets: frozenset[Role] | None, scores: float) -> LayerKept:
    hidden = float(model.hidden)
    queries, keys = _rows(weights, {Role.QUERY}), _rows(weights, {Role.KEY})
    norms = [weight for weight in weights if weight.role is Role.NORM]
    wide = sum(weight.copies for weight in norms if weight.shape[-1] == model.hidden)
    narrow = any(weight.shape[-1] != model.hidden for weight in norms) and not _rows(weights, {Role.LATENT_DOWN})
    whole = wide * hidden
    inputs = _inputs(weights, targets) * hidden
    shared = heads = product = 0.0
    for weight in weights:
        if len(weight.shape) != 2 or weight.role in (Role.NORM, Role.BIAS, Role.ROUTER, Role.STATE, Role.STATE_DOWN):
            continue
        outputs, into = weight.shape[0] * weight.active, weight.shape[1] * weight.active
        if weight.role in _OUT:
            shared += into
        elif weight.role in _DOWN:
            product += into if targets is None or weight.role in targets else 0.0
        elif weight.role in (Role.KEY, Role.VALUE):
            heads += outputs
        elif weight.role in _KEPT_WHOLE:
            whole += 2 * outputs
        else:
            shared += outputs
    if narrow:
        shared, heads = shared + queries, heads + keys
    sent = sum(2.0 * weight.active * hidden for weight in weights if weight.role is Role.EXPERT_DOWN)
    attends = bool(queries or _rows(weights, {Role.LATENT_UP}))
    sums, scores = (_SUMS_BYTES * model.heads, scores) if attends else (0.0, 0.0)
    return LayerKept(
        whole=_HALF * (whole + inputs + sent),
        shared=_HALF * (shared + product) + sums + scores,
        heads=_HALF * heads,
        light_whole=_HALF * inputs,
        light_shared=_HALF * product + scores,
    )


def _rows(weights: Sequence[Weight], roles: set[Role]) -> float:
    return float(sum(weight.shape[0] * weight.active for weight in weights if weight.role in roles))


def _inputs(weights: Sequence[Weight], targets: frozenset[Role] | None) -> int:
    """How many vectors of the hidden width go into matrices and are kept: one for the mixing part, one for the feed-forward part."""
    first = {Role.QUERY, Role.KEY, Role.VALUE, Role.LATENT_DOWN, Role.STATE_IN, Role.INDEXER}
    second = {Role.GATE, Role.UP, Role.EXPERT_GATE, Role.EXPERT_UP, Role.SHARED_GATE, Role.SHARED_UP}
    here = {weight.role for weight in weights}
    return sum(1 for group in (first, second) if (here & group if targets is None else here & group & targets))
