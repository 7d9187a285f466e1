"""Memory of one MTP layer: a layer of the model that attends and feeds forward, in the last pipeline stage."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpudesk.core.models.architecture import ATTENTION, EXPERTS, FEED_FORWARD, Architecture, Cache, CacheKind, Part
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat
from gpudesk.core.serving.served_model import Column, Counts, stage_bytes

_TOKENS = (CacheKind.FULL, CacheKind.WINDOW, CacheKind.LATENT)


def mtp_caches(caches: Sequence[Cache]) -> tuple[Cache, ...]:
    """The caches of one MTP layer: those of one attending layer, with the keys of its indexer; no states.

    A layer without a window counts, unless all have one or what goes beyond the window is compressed, as in DeepSeek V4.

    Args:
        caches: of the model, in the layout of an engine.
    """
    of_tokens = [cache for cache in caches if cache.kind in _TOKENS]
    whole = [cache for cache in of_tokens if not cache.window and cache.every == 1 and cache.share == 1.0]
    full = sorted((cache for cache in whole if cache.kind is CacheKind.FULL), key=lambda cache: -cache.elements)[:1]
    latent = [cache for cache in whole if cache.kind is CacheKind.LATENT]
    return tuple(replace(cache, layers=1, numbers=()) for cache in (*full, *latent) or of_tokens[:1])


def mtp_layer(model: Architecture, form: WeightFormat) -> tuple[StoredWeight, ...]:
    """The tensors of one MTP layer: those of the last layer that attends, and of the last one that feeds forward if it is another.

    Empty if the tensors do not name their layers.
    """
    stored = [part for part in form.stored(model) if part.weight.layers and part.weight.part is Part.DECODER]
    attending = {layer for part in stored if part.weight.role in ATTENTION for layer in part.weight.layers}
    feeding = {layer for part in stored if part.weight.role in FEED_FORWARD | EXPERTS for layer in part.weight.layers}
    chosen = {max(attending, default=-1)}
    if not chosen & feeding:
        chosen.add(max(feeding, default=-1))
    return tuple(
        replace(part, weight=replace(part.weight, layers=(0,))) for part in stored for _ in chosen.intersection(part.weight.layers)
    )


def mtp_bytes(model: Architecture, form: WeightFormat, tensor: Counts, expert: Counts) -> Column:
    """Weight bytes of one MTP layer on a GPU; it is not divided by the stages of a pipeline."""
    layer = mtp_layer(model, form)
    stored = layer or tuple(form.stored(model))
    of_one_stage = stage_bytes(model, stored, tensor, np.ones_like(tensor), expert)
    return of_one_stage if layer else of_one_stage / max(1, model.layers)
