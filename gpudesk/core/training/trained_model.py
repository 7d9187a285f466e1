"""Trained and frozen parts of a model, and their sums over pipeline stages."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import EXPERTS, Architecture, Part, Role, Weight
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat
from gpudesk.core.training.adapters import Adapter, frozen_weights
from gpudesk.core.training.optimisers import Optimiser
from gpudesk.core.training.training_activations import LayerKept, Recompute, kept_by_layers
from gpudesk.core.work.model_split import KeyHeads, divisor_kind, key_heads, stage_bounds, stage_times

Floats = NDArray[np.float64]
KINDS = ("shared", "whole", "experts")
"""How a tensor-parallel group divides tensors other than by heads; see `divisor_kind`."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Additional models of a training method.

    Attributes:
        frozen: whole models that only run forward: the reference, the reward model.
        trained: whole models with separate gradients and moments: the critic.
        sequences: sequences of a sample processed together: two where responses are compared in pairs.
        generates: whether responses are generated on the same GPUs, with a copy of the weights and a cache.
    """

    frozen: int = 0
    trained: int = 0
    sequences: int = 1
    generates: bool = False


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A model and how it is trained.

    Attributes:
        form: format of a frozen base; None where the model itself is trained.
        kept_bytes: of an element of the frozen base that is not covered by the format.
        adapter: parameters trained next to a frozen base.
        element_bytes: of an element of activations.
        offload: whether moments, the 32-bit copy and the sharded gradients are in host memory.
        rollouts: sequences that one group generates at once, if the method generates.
        chunked_loss: whether logits are computed for a few vocabulary entries at a time, so the whole table never exists.
        eager: whether the attention scores are stored, as without flash attention.
        kept_copies: factor of the stored memory of a layer in the program over the formula.
        live_copies: factor of its memory while it is processed, over the same.
        input_gradients: gradients of the inputs of layers that stay until the end of the backward pass, relative to these inputs: of a
            frozen model that is sharded, where whole layers are recomputed.
    """

    model: Architecture
    scheme: Optimiser
    sequence: int
    form: WeightFormat | None = None
    kept_bytes: float = 2.0
    adapter: Adapter | None = None
    element_bytes: float = 2.0
    copies: Copies = Copies()
    offload: bool = False
    rollouts: int = 0
    chunked_loss: bool = False
    eager: bool = False
    kept_copies: float = 1.0
    live_copies: float = 1.0
    input_gradients: float = 0.0

    @property
    def trained(self) -> tuple[Weight, ...]:
        """The tensors that get gradients."""
        return tuple(self.adapter.trained(self.model)) if self.adapter is not None else self.model.weights

    @property
    def frozen(self) -> tuple[StoredWeight, ...]:
        """The tensors of a frozen base."""
        if self.adapter is None:
            return ()
        if self.form is None:
            return tuple(StoredWeight(weight, self.scheme.weight_bytes) for weight in self.model.weights)
        return frozen_weights(self.model, self.form, self.kept_bytes)

    @property
    def trained_parameters(self) -> int:
        return sum(weight.total for weight in self.trained)

    def layers(self) -> list[LayerKept]:
        """What each layer keeps of a token."""
        targets = None if self.adapter is None else self.adapter.roles
        return kept_by_layers(self.model, self.sequence, targets, eager=self.eager)


@dataclass(frozen=True, slots=True)
class StageSums:
    """Sums over the stages of a pipeline, arrays of shape (stages, kinds): `KINDS`, then keys and values by the heads of their layers.

    Attributes:
        heads: heads of keys and values of these last kinds; 0 if nothing is split by heads.
        frozen: bytes of the frozen base.
        trained: elements that get gradients.
        moments: bytes of their moments.
        model: elements of the whole model, for its copies.
        moments_of_model: bytes of the moments of a whole model that is trained in addition.
        kept: bytes per token stored by all layers: (stages, recompute, whole / shared / keys and values by the heads of their layers).
        live: maximum recomputed bytes of one layer, same shape.
    """

    heads: tuple[int, ...]
    frozen: Floats
    trained: Floats
    moments: Floats
    model: Floats
    moments_of_model: Floats
    kept: Floats
    live: Floats


def stage_sums(trained_model: TrainedModel, stages: int) -> StageSums:
    """The sums of a model over a given number of stages."""
    model, scheme = trained_model.model, trained_model.scheme
    bounds = stage_bounds(model.layers, stages)
    heads = key_heads(model)
    numbers = heads.numbers

    def piled(weights: Iterable[Weight], each: Callable[[Weight], float]) -> Floats:
        sums = np.zeros((stages, len(KINDS) + len(numbers)))
        for weight in weights:
            kind = divisor_kind(weight, heads.fewest)
            column = len(KINDS) + numbers.index(heads.of(weight)) if kind == "heads" else KINDS.index(kind)
            sums[:, column] += np.array(stage_times(weight, bounds, tied=model.tied)) * weight.copies * each(weight)
        return sums

    frozen = trained_model.frozen
    bytes_of = {id(part.weight): part.element_bytes for part in frozen}
    kept_activations, live = _activations(trained_model, bounds, heads)
    trained = trained_model.trained
    return StageSums(
        heads=numbers,
        frozen=piled((part.weight for part in frozen), lambda weight: weight.elements * bytes_of[id(weight)]),
        trained=piled(trained, lambda weight: float(weight.elements)),
        moments=piled(trained, scheme.moment_total),
        model=piled(model.weights, lambda weight: float(weight.elements)),
        moments_of_model=piled(model.weights, scheme.moment_total),
        kept=kept_activations,
        live=live,
    )


def _activations(trained_model: TrainedModel, bounds: Sequence[tuple[int, int]], heads: KeyHeads) -> tuple[Floats, Floats]:
    layers, hidden = trained_model.layers(), 2.0 * trained_model.model.hidden
    all_of = np.zeros((len(layers), 2 + len(heads.numbers)))
    light = np.zeros_like(all_of)
    for place, (layer, own) in enumerate(zip(layers, _heads_by_layer(trained_model.model, heads), strict=True)):
        all_of[place, :2], light[place, :2] = (layer.whole, layer.shared), (layer.light_whole, layer.light_shared)
        all_of[place, 2 + heads.numbers.index(own)] = layer.heads
    saved = {
        Recompute.NONE: trained_model.kept_copies * all_of,
        Recompute.SELECTIVE: trained_model.kept_copies * (all_of - light),
        Recompute.FULL: hidden * (np.arange(all_of.shape[1]) == 0) * np.ones((len(layers), 1)),
    }
    again = {
        Recompute.NONE: 0.0 * all_of,
        Recompute.SELECTIVE: trained_model.live_copies * light,
        Recompute.FULL: trained_model.live_copies * all_of,
    }
    # Norms in 32 bits, which is what a frozen base that is not wholly packed is prepared with, make what goes into each layer as wide.
    wide = max(1.0, trained_model.kept_bytes / trained_model.element_bytes) if trained_model.form is not None else 1.0
    saved[Recompute.FULL] = wide * saved[Recompute.FULL]
    scale = trained_model.element_bytes / 2.0
    kept_by_stage = [[scale * saved[mode][first:behind].sum(axis=0) for mode in Recompute] for first, behind in bounds]
    live = [[scale * _largest(again[mode][first:behind]) for mode in Recompute] for first, behind in bounds]
    return np.array(kept_by_stage), np.array(live)


def _heads_by_layer(model: Architecture, heads: KeyHeads) -> list[int]:
    """Heads of keys and values of each layer; the fewest of the model for a layer without matrices for them."""
    by_layer = [heads.fewest] * model.layers
    for weight in model.weights:
        if weight.role is Role.KEY and weight.part is not Part.VISION:
            for layer in weight.layers:
                if layer < model.layers:
                    by_layer[layer] = heads.of(weight)
    return by_layer


def _largest(layers: Floats) -> Floats:
    return layers[int(layers.sum(axis=1).argmax())] if len(layers) else np.zeros(layers.shape[1])


@dataclass(frozen=True, slots=True)
class Units:
    """Bytes gathered at once where weights are sharded: one unit computes while the next one is gathered.

    A unit is a layer, the embedding table, or another part outside the layers.

    Attributes:
        weights, gradients: outside of the experts.
        expert_weights, expert_gradients: of the experts.
    """

    weights: float
    gradients: float
    expert_weights: float
    expert_gradients: float


def largest_units(trained_model: TrainedModel) -> Units:
    """The two largest units."""
    scheme, count = trained_model.scheme, trained_model.model.layers
    sums = np.zeros((4, count + 2))
    for part in trained_model.frozen:
        _add(sums[0], sums[2], part.weight, part.element_bytes, count)
    for weight in trained_model.trained:
        _add(sums[0], sums[2], weight, scheme.weight_bytes, count)
        _add(sums[1], sums[3], weight, scheme.gradient_bytes, count)
    most = np.argsort(sums.sum(axis=0))[-2:]
    return Units(*(float(unit_sum) for unit_sum in sums[:, most].sum(axis=1)))


def _add(dense: Floats, experts: Floats, weight: Weight, each: float, layers: int) -> None:
    target_sums = experts if weight.role in EXPERTS else dense
    size = weight.elements * weight.copies * each
    if weight.layers:
        target_sums[[min(layer, layers - 1) for layer in weight.layers]] += size
    else:
        target_sums[layers if weight.role is Role.EMBEDDING else layers + 1] += size


def largest_matrix(model: Architecture) -> int:
    """Elements of the largest matrix of a layer: a quantized frozen base is unpacked to this size for a product."""
    return max((weight.elements for weight in model.weights if weight.layers and len(weight.shape) > 1), default=0)
