"""Sums over a model in a format, from which thousands of plans are calculated at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import EXPERTS, Architecture, Cache, CacheKind, Part, Role, Weight
from gpudesk.core.models.layer_blocks import KEY_NORM
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat
from gpudesk.core.serving.cache_layout import read_caches
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.core.work.model_split import Split, cache_layers, divisor_kind, key_heads, stage_counts, stage_weights

Column = NDArray[np.float64]
Counts = NDArray[np.int64]
_LOOKED_UP = frozenset({Role.EMBEDDING, Role.LAYER_TABLE, Role.POSITION})
_NO_KERNEL = frozenset({Role.BIAS, Role.STATE, Role.STATE_DOWN, Role.POSITION})
"""Roles processed by the kernel of another tensor of the layer."""
_ALIKE = 1e-9
"""Error of a product of a share and a number of layers that is not another layer."""
_LEAST_KERNELS = 6
"""Of a layer, for files whose tensors do not name their layer: a dense one has eight."""


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model in a format.

    Attributes:
        shared_bytes: divided by the GPUs of a tensor-parallel group.
        key_value_bytes: for each number of key-value heads the bytes that are divided by at most that number.
        whole_bytes: stored on each GPU.
        head_bytes: of a head that each GPU reads whole if there is one stage, and that several stages divide like the first.
        word_bytes: tables that are looked up, not read through; divided like the first.
        expert_bytes: divided by the GPUs that share the experts.
        expert_share: of the experts of a layer, the share that one token is sent to; 1 without experts.
        dense_active, expert_active: parameters used by one token, without tables.
        head_active: of the first those of such a head.
        attention_width: query and value widths of all layers with unlimited context: products for each context token.
        routed_layers: layers with experts.
        kernels: matrices and norms of all layers: each is at least one kernel, so launches per step are about proportional.
        window_width: the same for windowed layers, not multiplied by the window; `window` is their size.
        reads_all: whether the engine does not apply windows: all layers count as layers with unlimited context.
    """

    model: Architecture
    form: WeightFormat
    shared_bytes: float
    key_value_bytes: tuple[tuple[int, float], ...]
    whole_bytes: float
    word_bytes: float
    expert_bytes: float
    expert_share: float
    dense_active: float
    expert_active: float
    attention_width: float
    window_width: float
    window: int
    routed_layers: int = 0
    kernels: int = 0
    reads_all: bool = False
    head_bytes: float = 0.0
    head_active: float = 0.0

    def held_bytes(self, tensor: Counts, pipeline: Counts, expert: Counts) -> Column:
        """Weight bytes on the fullest GPU, in the pipeline stages of a plan."""
        return stage_bytes(self.model, tuple(self.form.stored(self.model)), tensor, pipeline, expert)

    def read_bytes(self, tensor: Counts, expert: Counts, sequences: Column, all_sequences: Column, pipeline: Counts | int = 1) -> Column:
        """Weight bytes that a GPU reads in one step, over all stages.

        Args:
            sequences: of the group whose attention shares the layers.
            all_sequences: of all groups that share the experts.
        """
        read = self.shared_bytes / tensor + self.whole_bytes + self.head_bytes / _head_divisor(tensor, pipeline) + 0.0 * sequences
        for heads, of_heads in self.key_value_bytes:
            read = read + of_heads / np.minimum(tensor, heads)
        if self.expert_bytes:
            read = read + self.expert_bytes * (1.0 - (1.0 - self.expert_share) ** all_sequences) / expert
        return read

    def cache_bytes(
        self,
        tensor: Counts,
        pipeline: Counts,
        context: Column | float,
        element_bytes: Column | float,
        block: int = 1,
        window_more: int = 0,
        caches: Sequence[Cache] | None = None,
        longest: Column | float = 0.0,
        lengths: Mapping[int, tuple[int, ...]] | None = None,
    ) -> Column:
        """Cache bytes on a GPU for one sequence of `context` tokens in the fullest stage.

        Args:
            caches: in the layout of an engine (`cache_layout.laid_out`); by default what the layers read in a step
                (`cache_layout.read_caches`), without windows if the engine does not apply them.
            longest: share of the layers in the longest of uneven stages (`model_split.longest_share`); 0 for stages as even as possible.
            lengths: for each number of stages the layers of each, where these are uneven.
        """
        cached_bytes = np.zeros(np.broadcast(tensor, pipeline, np.asarray(context)).shape)
        used = tuple(self._read_caches() if caches is None else caches)
        if any(cache.is_placed for cache in used):
            sizes = np.asarray(context, dtype=np.float64), element_bytes, block, window_more
            stages = [
                _cache(cache, tensor, np.ones_like(tensor), *sizes)[..., None] * _by_stage(cache, pipeline, longest, lengths or {})
                for cache in used
            ]
            most: Column = np.asarray(sum(stages)).max(axis=-1)
            return most
        for cache in used:
            cached_bytes = cached_bytes + _cache(
                cache, tensor, _layers(cache, pipeline, longest), np.asarray(context, dtype=np.float64), element_bytes, block, window_more
            )
        return cached_bytes

    def attended(self, context: Column | float) -> Column:
        """Products of queries with keys and of weights with values for one token that looks back over `context` tokens."""
        looked = np.asarray(context, dtype=np.float64)
        near = np.minimum(looked, self.window) if self.window else 0.0 * looked
        return self.attention_width * looked + self.window_width * near

    def repeated(self, tensor: Counts, pipeline: Counts | int = 1) -> Column:
        """Parameters of the head that a GPU multiplies one generated token with beyond its share of them."""
        more: Column = self.head_active * (1 / _head_divisor(tensor, pipeline) - 1 / tensor)
        return more

    def _read_caches(self) -> tuple[Cache, ...]:
        read = read_caches(self.model)
        return tuple(replace(cache, kind=CacheKind.FULL, window=0) if cache.window else cache for cache in read) if self.reads_all else read


def _head_divisor(tensor: Counts, pipeline: Counts | int) -> Column:
    """GPUs that divide a head that is the embedding table, which each holds whole: with several stages the last one has a head of its own.

    github:sgl-project/sglang, models/gemma4_causal.py: lm_head is embed_tokens if there is one stage, otherwise a ParallelLMHead.
    """
    return np.where(np.asarray(pipeline) > 1, tensor, 1).astype(np.float64)


def stage_bytes(model: Architecture, stored: Sequence[StoredWeight], tensor: Counts, pipeline: Counts, expert: Counts) -> Column:
    """Bytes of some tensors of a model on a GPU of the fullest stage, for each split."""
    splits = np.stack(np.broadcast_arrays(tensor, pipeline, expert), axis=-1).reshape(-1, 3)
    distinct_splits, places = np.unique(splits, axis=0, return_inverse=True)
    most = [max(stage_weights(model, Split(*counts), stored)) for counts in distinct_splits.tolist()]
    return np.array(most)[places.reshape(-1)]


def _layers(cache: Cache, pipeline: Counts, longest: Column | float) -> Column:
    """Layers of a cache in the stage that has most of them (`model_split.layers_of_fullest`)."""
    first, of_all = cache.among
    if first:
        in_stage = np.ceil(of_all * np.where(np.asarray(longest) > 0, longest, 1 / pipeline) - _ALIKE)
        most: Column = np.minimum(cache.layers, np.ceil(cache.layers * in_stage / first - _ALIKE))
        return most
    layers: Column = np.where(np.asarray(longest) > 0, np.ceil(cache.layers * np.asarray(longest) - _ALIKE), cache_layers(cache, pipeline))
    return layers


def _by_stage(cache: Cache, pipeline: Counts, longest: Column | float, lengths: Mapping[int, tuple[int, ...]]) -> Column:
    """Layers of a cache in each stage, for each split: the last axis has the stages (`model_split.stage_counts`)."""
    if not cache.is_placed:
        return np.asarray(_layers(cache, pipeline, longest))[..., None]
    counts, places = np.unique(pipeline, return_inverse=True)
    table = np.zeros((len(counts), int(counts.max(initial=1))))
    for row, stages in zip(table, counts.tolist(), strict=True):
        row[:stages] = stage_counts(cache, Split(pipeline=stages, stages=lengths.get(stages, ())))
    by_stage: Column = table[places.reshape(np.shape(pipeline))]
    return by_stage


def _cache(
    cache: Cache, tensor: Counts, layers: Column, context: Column, element_bytes: Column | float, block: int, window_more: int
) -> Column:
    size = cache.state_bytes or element_bytes
    if cache.kind is CacheKind.STATE:
        return layers * cache.elements * size / np.minimum(tensor, cache.heads or tensor)
    kept_tokens = (
        np.minimum(context, cache.window + window_more) if cache.window else np.ceil(np.floor(context / cache.every) * cache.share)
    )
    block_tokens = cache.block or block
    kept_tokens = np.ceil(kept_tokens / block_tokens) * block_tokens
    shared = np.ones_like(tensor) if cache.kind is CacheKind.LATENT else np.minimum(tensor, cache.heads) if cache.heads else tensor
    return layers * cache.elements * kept_tokens * size / shared


def served_by(engine: Engine, model: Architecture, form: WeightFormat) -> ServedModel:
    """The sums of a model in a format as an engine runs it."""
    return served_model(model, form, whole_head=engine.has_whole_head(model), reads_all=engine.cache_layout.reads_all(model))


def served_model(model: Architecture, form: WeightFormat, *, whole_head: bool = False, reads_all: bool = False) -> ServedModel:
    """The sums of a model in a format.

    Args:
        whole_head: whether each GPU reads all of a head that is the embedding table, because it holds that table whole.
        reads_all: whether the engine does not apply windows of layers.
    """
    heads = key_heads(model)
    sums = {"shared": 0.0, "whole": 0.0, "words": 0.0, "experts": 0.0, "head": 0.0}
    by_heads: dict[int, float] = {}
    for stored_weight in form.stored(model):
        weight = stored_weight.weight
        is_whole = whole_head and model.tied and weight.role is Role.EMBEDDING
        pile = "head" if is_whole else _pile(weight, model, heads.fewest)
        if pile == "heads":
            by_heads[heads.of(weight)] = by_heads.get(heads.of(weight), 0.0) + stored_weight.total_bytes
        else:
            sums[pile] += stored_weight.total_bytes
    experts = [weight for weight in model.weights if weight.role in EXPERTS]
    used = sum(weight.used for weight in experts)
    looked_up = sum(
        weight.used
        for weight in model.weights
        if weight.role in _LOOKED_UP and weight.part is not Part.VISION and not (model.tied and weight.role is Role.EMBEDDING)
    )
    near = [cache for cache in model.caches if cache.window and not reads_all]
    return ServedModel(
        model=model,
        form=form,
        shared_bytes=sums["shared"],
        key_value_bytes=tuple(by_heads.items()),
        whole_bytes=sums["whole"],
        word_bytes=sums["words"],
        expert_bytes=sums["experts"],
        expert_share=model.experts_used / model.experts if model.experts else 1.0,
        dense_active=float(model.active_parameters - used - looked_up),
        expert_active=float(used),
        attention_width=float(sum(c.layers * (c.query_width + c.value_width) / c.every for c in model.caches if reads_all or not c.window)),
        window_width=float(sum(c.layers * (c.query_width + c.value_width) for c in near)),
        window=max((cache.window for cache in near), default=0),
        routed_layers=max((len(weight.layers) for weight in experts), default=0),
        kernels=_kernels(model),
        reads_all=reads_all,
        head_bytes=sums["head"],
        head_active=float(sum(weight.used for weight in model.weights if whole_head and model.tied and weight.role is Role.EMBEDDING)),
    )


def _kernels(model: Architecture) -> int:
    # Norms of queries and keys count once, as in models whose reader gives them no names.
    of_layers = (weight for weight in model.weights if weight.part is Part.DECODER and weight.module != KEY_NORM)
    kernels = sum(len(weight.layers) for weight in of_layers if weight.role not in _NO_KERNEL)
    return max(kernels, _LEAST_KERNELS * model.layers)


def _pile(weight: Weight, model: Architecture, kv_heads: int) -> str:
    if weight.role in EXPERTS:
        return "experts"
    if (weight.role in _LOOKED_UP and not (model.tied and weight.role is Role.EMBEDDING)) or weight.part is Part.VISION:
        return "words"
    return divisor_kind(weight, kv_heads)
