"""Scores that attention over latent or picked entries makes, where a program keeps them in memory."""

from collections.abc import Sequence

from gpudesk.core.models.architecture import Architecture, CacheKind, Role

_OLD_FILES = frozenset({"deepseek_v2"})
"""Families whose published GGUF files are from before latent attention was kept as such (ggml-org/llama.cpp pull request 12801)."""
_TOGETHER = 16
"""Query heads that the CUDA kernels of llama.cpp for latent attention take together (ggml-org/llama.cpp pull request 13306)."""


def attention_scores(model: Architecture) -> int:
    """Heads whose scores llama.cpp keeps for each token looked at: those of latent attention that its flash attention does not take."""
    latent = [cache for cache in model.caches if cache.kind is CacheKind.LATENT and cache.value_width]
    if not latent or is_sparse(model):
        return 0
    return model.heads if model.family in _OLD_FILES or model.heads % _TOGETHER else 0


def picked_scores(model: Architecture) -> float:
    """Heads that pick what sparse attention looks at, for each token of the cache: as many scores are made of it."""
    picking = [cache for cache in model.caches if cache.kind is CacheKind.LATENT and cache.query_width and not cache.value_width]
    if picking:
        return max(cache.query_width / cache.elements / cache.every for cache in picking)
    return float(_indexer_heads([weight.shape for weight in model.weights if weight.role is Role.INDEXER]))


def picked_bytes(model: Architecture) -> float:
    """Bytes of the key of an indexer for each token of the cache in one layer; 0 without one."""
    picking = [cache for cache in model.caches if cache.kind is CacheKind.LATENT and not cache.value_width]
    return max((cache.elements * (cache.state_bytes or 1) / cache.every for cache in picking), default=0.0)


def is_sparse(model: Architecture) -> bool:
    """Whether an indexer picks the entries that attention looks at."""
    return picked_scores(model) > 0


def _indexer_heads(shapes: Sequence[tuple[int, ...]]) -> int:
    """Among matrices for all heads, for one head and for a weight of each: rows of the last; 0 where there are no such three."""
    rows = [shape[0] for shape in shapes if len(shape) > 1]
    if len(rows) != 3:
        return 0
    wide, head_rows, heads = rows
    return heads if wide == head_rows * heads else 0
