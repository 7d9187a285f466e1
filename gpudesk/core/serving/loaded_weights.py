"""GPU memory of weights in addition to their bytes: position tables, copies of latent projections, rounding by PyTorch's allocator.

Latent attention multiplies by parts of the projection of its keys and values: vLLM copies them in 16 bits where the file has fewer,
SGLang always. Both keep the projection itself.

The allocator takes tensors of 10 MiB and more from the driver in steps of 2 MiB, and splits off the remainder only from 1 MiB on
(`c10/cuda/CUDACachingAllocator.cpp`: kRoundLarge, kSmallSize): a tensor of 95 MiB takes 96, one of 94 MiB takes 94. The tensors
depend on how the engine joins them: query, key and value of a layer are one, so are gate and up, and the experts of a layer.
"""

from collections.abc import Sequence

from gpudesk.core.models.architecture import Architecture, CacheKind, Part, Role, Weight
from gpudesk.core.models.weight_formats import StoredWeight
from gpudesk.core.serving.held_weights import LatentCopies, WeightLayout
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.work.model_split import Split, divisor, key_heads, split_bounds, stage_times

_MIB = 2**20
_WIDE = 2.0
"""Bytes of an element in 16 bits."""
_LARGE, _STEP, _SPLIT = 10 * _MIB, 2 * _MIB, _MIB
_JOINED = {
    Role.QUERY: "attention",
    Role.KEY: "attention",
    Role.VALUE: "attention",
    Role.GATE: "gated",
    Role.UP: "gated",
    Role.SHARED_GATE: "shared",
    Role.SHARED_UP: "shared",
    Role.EXPERT_GATE: "experts",
    Role.EXPERT_UP: "experts",
}
_NOTHING = Spread(0.0, 0.0, 0.0)


def added_bytes(
    model: Architecture,
    split: Split,
    stored: Sequence[StoredWeight],
    position_bytes: float,
    layout: WeightLayout | None = None,
    copies_rule: LatentCopies | None = None,
) -> Spread:
    """Memory of the weights on the fullest GPU in addition to the tensors.

    At least the copies: an allocator with growing segments does not round up, and an engine may compute the table on demand. At most
    1 MiB more for each large tensor, and twice the tables: the public log with the largest difference (Qwen3-4B, AMD APU) is lower.

    Args:
        position_bytes: of one element of the position table; 0 for an engine whose additional memory is unknown except for copies.
        layout: of the kernel; one with separate tables was compared with logs that contain all of this.
        copies_rule: for copies of latent projections that the engine keeps; None for none.
    """
    if layout is not None and layout.extra_gib:
        return _NOTHING
    copies = latent_copies(model, split, stored, copies_rule)
    if not position_bytes:
        return copies
    rounded, most, fullest = 0.0, 0.0, -1.0
    for bytes_of_stage, sizes in _stages(model, split, stored):
        if bytes_of_stage > fullest:
            fullest = bytes_of_stage
            rounded = sum(times * _rounded_up(size) for size, times in sizes)
            most = rounded + sum(times * _MIB for size, times in sizes if size >= _LARGE)
    table = model.context * sum(_turned_widths(model)) * position_bytes
    return Spread(rounded + table + copies.value, copies.low, most + 2 * table + copies.high)


def latent_copies(model: Architecture, split: Split, stored: Sequence[StoredWeight], copies_rule: LatentCopies | None) -> Spread:
    """Bytes of copies of projections of latent keys and values, on the GPU of the stage with most of them.

    `resources/sizing/engine_layouts.yaml`, latent_copies, lists the engines and their sources.
    """
    if copies_rule is None:
        return _NOTHING
    latent = {cache.value_width // model.heads for cache in model.caches if cache.kind is CacheKind.LATENT and cache.value_width}
    bounds = split_bounds(model.layers, split)
    sums = [(0.0, 0.0, 0.0)] * len(bounds)
    for part in stored:
        weight = part.weight
        is_wide = part.element_bytes >= _WIDE
        if weight.role is not Role.LATENT_UP or weight.shape[-1] not in latent or (is_wide and not copies_rule.of_16_bits):
            continue
        sizes = (_WIDE,) * 3 if is_wide else (copies_rule.element_bytes, copies_rule.low, copies_rule.high)
        elements = weight.elements / divisor(weight, split, 0)
        for stage, times in enumerate(stage_times(weight, bounds, tied=model.tied)):
            value, low, high = (total + elements * times * size for total, size in zip(sums[stage], sizes, strict=True))
            sums[stage] = value, low, high
    return Spread(*max(sums))


def _rounded_up(size: float) -> float:
    """Bytes that a tensor takes more than it has."""
    left = -size % _STEP if size >= _LARGE else 0.0
    return left if left <= _SPLIT else 0.0


def _stages(model: Architecture, split: Split, stored: Sequence[StoredWeight]) -> list[tuple[float, list[tuple[float, int]]]]:
    """Bytes of one GPU of each stage, and the sizes of its tensors as the engine joins them with how many there are of each."""
    heads = key_heads(model)
    joined: dict[tuple[object, ...], tuple[Weight, float]] = {}
    for at, part in enumerate(stored):
        weight = part.weight
        name = _JOINED.get(weight.role) if len(weight.shape) > 1 else None
        key = (weight.part, weight.layers, name) if name and weight.layers else (at,)
        size = weight.elements * weight.copies * part.element_bytes / divisor(weight, split, heads.of(weight))
        joined[key] = weight, joined[key][1] + size if key in joined else size
    bounds = split_bounds(model.layers, split)
    stages: list[tuple[float, list[tuple[float, int]]]] = [(0.0, []) for _ in bounds]
    for weight, size in joined.values():
        for stage, times in enumerate(stage_times(weight, bounds, tied=model.tied)):
            total, sizes = stages[stage]
            stages[stage] = total + size * times, [*sizes, (size, times)]
    return stages


def _turned_widths(model: Architecture) -> set[int]:
    """Widths of what positions turn of a head: all of it, or what latent attention adds; none where positions are learned.

    There is a table for each width: layers with a window may have smaller heads than the others.
    """
    if model.rotary_width is not None:
        return {model.rotary_width}
    if any(weight.role is Role.POSITION and weight.part is not Part.VISION for weight in model.weights):
        return set()
    widths = set()
    for cache in model.caches:
        if cache.kind in (CacheKind.FULL, CacheKind.WINDOW, CacheKind.LATENT) and cache.query_width and model.heads:
            latent = cache.value_width if cache.kind is CacheKind.LATENT and cache.value_width < cache.query_width else 0
            widths.add((cache.query_width - latent) // model.heads)
    return widths
