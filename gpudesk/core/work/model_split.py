"""The part of a model on one of several GPUs with tensor, pipeline and expert parallelism."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import EXPERTS, Architecture, Cache, CacheKind, GroupShare, Part, Role, StagePlace, Weight
from gpudesk.core.models.weight_formats import StoredWeight

_WHOLE = frozenset({Role.NORM, Role.ROUTER, Role.LATENT_DOWN, Role.POSITION, Role.STATE_DOWN, Role.OTHER, Role.INDEXER, Role.MODULATION})
"""What every GPU of a tensor-parallel group holds whole."""
_DIVIDED = frozenset(
    {"per_layer_model_projection", "altup_projections", "altup_unembed_projections", "laurel.linear_left", "laurel.linear_right"}
)
"""Names in files of matrices without a role of their own that a tensor-parallel group divides, by columns or by rows.

github:vllm-project/vllm, models/gemma3n.py and gemma4.py: ColumnParallelLinear and RowParallelLinear; per_layer_input_gate and
per_layer_projection are ReplicatedLinear. SGLang has the same classes for Gemma 3n; for Gemma 4 see `resources/sizing/engine_layouts.yaml`,
whole_matrices.
"""
_FIRST = frozenset({Role.EMBEDDING, Role.LAYER_TABLE, Role.POSITION, Role.VISION})


class Remainder(StrEnum):
    """The stages that get the layers left over where layers cannot be divided evenly among stages."""

    MIDDLE = "middle"
    """One each, from the next to last stage backward; the last stage gets none."""
    FIRST = "first"
    """One each, from the first stage on."""
    LAST = "last"
    """All of them on the last stage."""
    WITH_HEAD = "with_head"
    """The head counts as one more layer, and stages are as even as possible with it: most often the last one has the fewest layers."""


@dataclass(frozen=True, slots=True)
class Split:
    """How a replica is shared out.

    Attributes:
        tensor: GPUs that share each layer.
        pipeline: groups of layers in a row.
        expert: GPUs over which the experts are shared out; as `tensor` unless more replicas share them.
        stages: layers of each stage as an engine divides them; empty for stages as even as possible (`stage_bounds`).
    """

    tensor: int = 1
    pipeline: int = 1
    expert: int = 0
    stages: tuple[int, ...] = ()

    @property
    def gpus(self) -> int:
        return self.tensor * self.pipeline

    @property
    def experts_over(self) -> int:
        return max(self.expert, self.tensor)


def key_value_heads(model: Architecture) -> int:
    """Key-value heads of the layers that have the fewest; 0 if nothing is split by heads."""
    return min((cache.heads for cache in model.caches if cache.heads), default=0)


@dataclass(frozen=True, slots=True)
class KeyHeads:
    """Heads by which a tensor-parallel group divides matrices of keys and values.

    Attributes:
        fewest: of all layers; 0 if nothing is split by heads.
        by_shape: of matrices of these shapes, where kinds of layers differ in their heads.
    """

    fewest: int
    by_shape: Mapping[tuple[int, ...], int]

    def of(self, weight: Weight) -> int:
        """Heads of the layers that a matrix is in; the fewest of the model if that is not known."""
        return self.by_shape.get(weight.shape, self.fewest)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All of these, the fewest first."""
        return tuple(sorted({self.fewest, *self.by_shape.values()}))


def key_heads(model: Architecture) -> KeyHeads:
    """Heads of keys and values of each kind of layers.

    A layer is of the kind whose cache has as many elements as the outputs of its matrices of keys and values, or twice those of its keys
    where these also give the values. github:vllm-project/vllm, layers/linear.py, QKVParallelLinear: the heads are those of a layer.
    """
    fewest = key_value_heads(model)
    kinds = [cache for cache in model.caches if cache.heads and cache.kind in (CacheKind.FULL, CacheKind.WINDOW)]
    if len({cache.heads for cache in kinds}) < 2:
        return KeyHeads(fewest, {})
    widths: dict[int, int] = {}
    is_matrix = [
        weight.part is Part.DECODER and weight.role in (Role.KEY, Role.VALUE) and len(weight.shape) == 2 for weight in model.weights
    ]
    matrices = [weight for weight, wanted in zip(model.weights, is_matrix, strict=True) if wanted]
    for weight in matrices:
        for layer in weight.layers:
            widths[layer] = widths.get(layer, 0) + weight.shape[0]
    by_shape: dict[tuple[int, ...], int] = {}
    for weight in matrices:
        for width in {widths[layer] for layer in weight.layers}:
            heads = min((cache.heads for cache in kinds if cache.elements in (width, 2 * width)), default=fewest)
            by_shape[weight.shape] = min(heads, by_shape.get(weight.shape, heads))
    return KeyHeads(fewest, by_shape)


def divisor_kind(weight: Weight, kv_heads: int) -> str:
    """How a tensor is shared out: by the "experts", not at all ("whole"), by "heads" of keys and values, or "shared" by the group."""
    if weight.role in EXPERTS:
        return "experts"
    if weight.share is not GroupShare.USUAL:
        return "whole" if weight.share is GroupShare.WHOLE else "shared"
    if weight.module in _DIVIDED:
        return "shared"
    if weight.role in _WHOLE or (len(weight.shape) == 1 and weight.role is Role.BIAS):
        return "whole"
    if weight.part is Part.VISION:
        # They have as many heads of keys as of queries, whatever the decoder has, and their convolutions are not divided.
        return "whole" if weight.role is Role.CONVOLUTION else "shared"
    return "heads" if weight.role in (Role.KEY, Role.VALUE) and kv_heads else "shared"


def divisor(weight: Weight, split: Split, kv_heads: int) -> int:
    """By how much a tensor is divided for one GPU of its stage."""
    kind = divisor_kind(weight, kv_heads)
    by = {"experts": split.experts_over, "whole": 1, "heads": min(split.tensor, kv_heads), "shared": split.tensor}
    return by[kind]


def cache_layers(cache: Cache, pipeline: NDArray[np.int64]) -> NDArray[np.float64]:
    """Layers of a cache in the stage that has most of them, in stages as even as possible."""
    return np.ceil(cache.layers / pipeline)


def layers_of_fullest(cache: Cache, split: Split, *, least: bool = False) -> int:
    """Layers of a cache in the stage that has most of them.

    Where their numbers are known, they are counted in each stage. Other layers among the first ones (`Cache.among`) are on the first
    stages: there their kinds alternate, so that a stage has their share of its layers, rounded up or, for `least`, down.
    """
    if cache.is_placed:
        return max(stage_counts(cache, split))
    share = longest_share(split.stages) or Fraction(1, split.pipeline)
    first, of_all = cache.among
    if not first:
        return math.ceil(cache.layers * share)
    in_stage = Fraction(cache.layers * math.ceil(of_all * share), first)
    return min(cache.layers, max(1, math.floor(in_stage)) if least else math.ceil(in_stage))


def stage_counts(cache: Cache, split: Split) -> list[int]:
    """Layers of a cache in each stage: by their numbers if these are known, otherwise as many in each as in the one with most of them."""
    if not cache.is_placed:
        return [layers_of_fullest(cache, split)] * split.pipeline
    return [sum(first <= layer < behind for layer in cache.numbers) for first, behind in split_bounds(cache.among[1], split)]


def longest_share(stages: Sequence[int]) -> Fraction:
    """Share of the layers that the longest of uneven stages has; 0 where stages differ by at most one layer, or there are none."""
    longest, layers = max(stages, default=0), sum(stages)
    return Fraction(longest, layers) if longest > math.ceil(layers / max(1, len(stages))) else Fraction(0)


def stage_lengths(layers: int, stages: int, remainder: Remainder) -> tuple[int, ...]:
    """Layers of each stage as an engine divides them.

    github:vllm-project/vllm, distributed/utils.py, get_pp_indices (pull request 13839): `Remainder.MIDDLE`; before it all of the remainder
    on the last stage. github:ggml-org/llama.cpp, llama-model.cpp, load_tensors: `Remainder.WITH_HEAD`.
    `resources/sizing/engine_layouts.yaml`, stages, lists the engines.
    """
    least, more = divmod(layers, stages)
    if remainder is Remainder.WITH_HEAD:
        # Stage s has the layers of which s / stages is the last one not above their number divided by all layers and the head.
        ends = [min(layers, -(-stage * (layers + 1) // stages)) for stage in range(stages + 1)]
        return tuple(end - start for start, end in pairwise(ends))
    if remainder is Remainder.LAST:
        return (*[least] * (stages - 1), least + more)
    if remainder is Remainder.FIRST:
        return tuple(least + (stage < more) for stage in range(stages))
    return tuple(least + (stages - 1 - more <= stage < stages - 1) for stage in range(stages))


def split_bounds(layers: int, split: Split) -> list[tuple[int, int]]:
    """First layer and end of each stage (excluded) of a split: as the engine divides them, otherwise as even as possible."""
    if not split.stages:
        return stage_bounds(layers, split.pipeline)
    ends = list(accumulate(split.stages))
    return list(zip([0, *ends[:-1]], ends, strict=True))


def stage_bounds(layers: int, stages: int) -> list[tuple[int, int]]:
    """First layer and end of each stage (excluded); stages differ by at most one layer, the longer ones in the middle.

    The first stage also has the embedding table and the last one the head, so the remainder goes between them.
    """
    least, more = divmod(layers, stages)
    lengths = [least] * stages
    order = sorted(range(stages), key=lambda stage: (stage in (0, stages - 1), stage))
    for stage in order[:more]:
        lengths[stage] += 1
    bounds, at = [], 0
    for length in lengths:
        bounds.append((at, at + length))
        at += length
    return bounds


def stage_times(weight: Weight, bounds: Sequence[tuple[int, int]], *, tied: bool) -> list[int]:
    """Number of a tensor's layers in each stage; tensors outside the layers are on the first or the last stage, encoders on the first.

    Args:
        tied: whether the head is the embedding table, which is then also on the last stage.
    """
    stages, last = list(enumerate(bounds)), len(bounds) - 1
    if weight.place is StagePlace.ALL:
        return [max(1, len(weight.layers))] * len(bounds)
    if weight.part is Part.VISION:
        return [max(1, len(weight.layers)) if stage == 0 else 0 for stage, _ in stages]
    if weight.layers:
        # The encoder of a model with two stacks may have more layers than its decoder: those are on the last stage.
        layers = sorted(weight.layers)
        return [(len(layers) if at == last else bisect_left(layers, behind)) - bisect_left(layers, first) for at, (first, behind) in stages]
    if weight.role in _FIRST:
        again = tied and weight.role is Role.EMBEDDING and weight.place is not StagePlace.FIRST
        return [1 if stage == 0 or (again and stage == last) else 0 for stage in range(len(bounds))]
    return [1 if stage == last else 0 for stage in range(len(bounds))]


def stage_weights(model: Architecture, split: Split, stored: Iterable[StoredWeight]) -> list[float]:
    """Bytes that one GPU of each stage holds.

    Args:
        stored: every tensor as its format stores it.
    """
    heads = key_heads(model)
    bounds = split_bounds(model.layers, split)
    sums = [0.0] * len(bounds)
    for part in stored:
        weight = part.weight
        part_bytes = weight.elements * weight.copies * part.element_bytes / divisor(weight, split, heads.of(weight))
        for stage, times in enumerate(stage_times(weight, bounds, tied=model.tied)):
            sums[stage] += part_bytes * times
    return sums


def fullest_cache_bytes(
    caches: Sequence[Cache], split: Split, element_bytes: float, context: int, block: int = 1, window_more: int = 0, *, least: bool = False
) -> float:
    """Bytes of all caches on one GPU for one sequence, in the stage that has most of them; arguments as those of `cache_bytes`."""
    each = [cache_bytes(cache, split, element_bytes, context, block, window_more, least=least) for cache in caches]
    if not any(cache.is_placed for cache in caches):
        return sum(each)
    shares = [[layers / max(1, layers_of_fullest(cache, split)) for layers in stage_counts(cache, split)] for cache in caches]
    fullest: float = max(sum(most * share for most, share in zip(each, stage, strict=True)) for stage in zip(*shares, strict=True))
    return fullest


def cache_bytes(
    cache: Cache, split: Split, element_bytes: float, context: int, block: int = 1, window_more: int = 0, *, least: bool = False
) -> float:
    """Bytes on one GPU for one sequence in the layers of a cache, in the fullest stage of a pipeline.

    If there are fewer heads than GPUs in a tensor-parallel group, they are stored several times; a latent cache is whole on each.

    Args:
        element_bytes: of one element of keys and values.
        block: number of tokens in a block, unless the cache has its own block size.
        window_more: tokens stored beyond the window, where there is one.
        least: whether to count the fewest layers that the fullest stage can have; by default the most.
    """
    layers = layers_of_fullest(cache, split, least=least)
    size = cache.state_bytes or element_bytes
    shared = 1 if cache.kind is CacheKind.LATENT else min(split.tensor, cache.heads) if cache.heads else split.tensor
    kept_tokens = min(context, cache.window + window_more) if cache.window else cache.tokens_kept(context)
    if cache.kind is not CacheKind.STATE:
        block_tokens = cache.block or block
        kept_tokens = math.ceil(kept_tokens / block_tokens) * block_tokens
    return layers * cache.elements * kept_tokens * size / shared
