"""Cache layouts of an engine, where they differ from the needs of the layers (`resources/sizing/engine_layouts.yaml`).

vLLM pools layers of several kinds in groups of equal size: kinds with more layers are split into such groups, and the last one is
padded with empty layers. A page has the same size for a state as for a block of keys and values, so blocks grow to the size of the
state and the state is padded to whole blocks. SGLang gives windowed layers its own pool with a share of the full pool's tokens. vLLM and
SGLang pack latent entries with sparse attention in an 8-bit cache. llama.cpp keeps all states in 32 bits.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind
from gpudesk.core.values.releases import ALWAYS, Since

_NARROW_BYTES = 2
_PACKED_BYTES = 1
"""Bytes of an element of the caches that latent entries are packed in."""


@dataclass(frozen=True, slots=True)
class WindowPool:
    """Storage of windowed layers for each token of the layers without a window.

    Attributes:
        families: model types that it applies to; empty for all others.
        share, low, high: share of the tokens, with its range by release.
        besides: model types that a rule for all others does not apply to.
        alone: whether a rule for all others also applies to models in which every layer has a window.
        reads_all: whether attention reads every token too: the engine does not apply the window.
    """

    families: tuple[str, ...]
    share: float
    low: float
    high: float
    releases: str
    source: str
    since: Since = ALWAYS
    besides: tuple[str, ...] = ()
    alone: bool = False
    reads_all: bool = False


@dataclass(frozen=True, slots=True)
class LayerGroups:
    """Layers of several kinds in groups of equal size.

    Attributes:
        uneven: multiple of the fewest layers below which a group has the most layers of a kind.
        block_tokens: of keys and values; growing blocks stay a multiple of it.
        narrow: model types whose states the engine keeps in 16 bits because their files state no state format.
        latent_tokens: of latent entries, the multiple for blocks that grow to a state; `latent_least`, `latent_most`: by attention kernel.
    """

    uneven: float
    block_tokens: int
    releases: str
    source: str
    since: Since = ALWAYS
    narrow: tuple[str, ...] = ()
    latent_tokens: int = 64
    latent_least: int = 16
    latent_most: int = 128


@dataclass(frozen=True, slots=True)
class PackedLatent:
    """Latent entries in 8 bits with scales, and their position part in more bits.

    Attributes:
        families: model types that it applies to.
        tile: latent elements that share a scale.
        scale_bytes: of one scale.
        position_bytes: of an element of the position part.
        plain_from, plain_below: compute capabilities of the GPUs whose usual attention kernel stores all elements in 8 bits instead.
    """

    families: tuple[str, ...]
    tile: int
    scale_bytes: int
    position_bytes: int
    releases: str
    source: str
    since: Since = ALWAYS
    plain_from: float = 0.0
    plain_below: float = 0.0


@dataclass(frozen=True, slots=True)
class StateFormat:
    """Bytes of an element of states and convolutions, whatever format the file of a model names."""

    element_bytes: int
    releases: str
    source: str
    since: Since = ALWAYS


@dataclass(frozen=True, slots=True)
class SharedLayers:
    """Space that an engine reserves for layers that look at keys and values of earlier ones.

    Attributes:
        families: model types that it applies to.
    """

    families: tuple[str, ...]
    releases: str
    source: str
    since: Since = ALWAYS


@dataclass(frozen=True, slots=True)
class CacheLayout:
    """Cache layout of an engine; empty where the engine stores what the layers need."""

    windows: tuple[WindowPool, ...] = ()
    groups: LayerGroups | None = None
    packed: tuple[PackedLatent, ...] = ()
    states: StateFormat | None = None
    shared: tuple[SharedLayers, ...] = ()

    def in_release(self, release: tuple[int, ...]) -> "CacheLayout":
        """The layout of one release."""
        groups = self.groups if self.groups is not None and self.groups.since.holds(release) else None
        states = self.states if self.states is not None and self.states.since.holds(release) else None
        windows = tuple(window for window in self.windows if window.since.holds(release))
        shared = tuple(rule for rule in self.shared if rule.since.holds(release))
        return CacheLayout(windows, groups, tuple(packed for packed in self.packed if packed.since.holds(release)), states, shared)

    def on(self, capability: float) -> "CacheLayout":
        """The layout on GPUs of a compute capability."""
        packed = tuple(packed for packed in self.packed if not packed.plain_from <= capability < packed.plain_below)
        return self if packed == self.packed else replace(self, packed=packed)

    def pool(self, model: Architecture) -> WindowPool | None:
        """Pool of the windowed layers of a model; None if they keep their window.

        A rule without model types is about layers next to others without a window, unless it also applies to these alone: where all have
        one, there is no full pool to share.
        """
        if not _has(model.caches, windowed=True):
            return None
        own = next((window for window in self.windows if model.family in window.families), None)
        if own is not None:
            return own
        is_mixed = _has(model.caches, windowed=False)
        others = (window for window in self.windows if not window.families and model.family not in window.besides)
        return next((window for window in others if window.alone or is_mixed), None)

    def reads_all(self, model: Architecture) -> bool:
        """Whether the engine does not apply the windows of a model: its attention reads every token."""
        pool = self.pool(model)
        return pool is not None and pool.reads_all

    def is_cut_by_tensor(self, model: Architecture) -> bool:
        """Whether pages of a model depend on the GPUs that share a layer: pages of states with keys and values."""
        kinds = {cache.kind for cache in _kinds(kept_caches(model))}
        return self.groups is not None and CacheKind.STATE in kinds and len(kinds) > 1

    def latent_bounds(self, model: Architecture) -> "tuple[CacheLayout, CacheLayout] | None":
        """The layouts with the smallest and the largest blocks of latent entries with states; None if blocks depend on no kernel."""
        if self.groups is None or not self.is_cut_by_tensor(model) or not any(cache.kind is CacheKind.LATENT for cache in model.caches):
            return None
        least, most = (replace(self.groups, latent_tokens=tokens) for tokens in (self.groups.latent_least, self.groups.latent_most))
        return replace(self, groups=least), replace(self, groups=most)

    def reserved(self, model: Architecture) -> SharedLayers | None:
        """The rule that reserves space for the layers of a model that share keys and values; None if they have none."""
        if not any(cache.kind is CacheKind.SHARED for cache in model.caches):
            return None
        return next((rule for rule in self.shared if model.family in rule.families), None)

    def packing(self, model: Architecture) -> PackedLatent | None:
        """How latent entries of a model are packed in an 8-bit cache; None if all elements have the same size."""
        return next((packed for packed in self.packed if model.family in packed.families), None)

    def source(self, model: Architecture, element_bytes: float) -> str:
        """Source of the layout, with the releases; empty where the layout changes nothing for a model."""
        packed = self.packing(model) if element_bytes <= _PACKED_BYTES else None
        states = self.states if any(cache.kind is CacheKind.STATE for cache in model.caches) else None
        layout_rule: WindowPool | PackedLatent | StateFormat | LayerGroups | None = self.pool(model) or packed or states or self.groups
        rules = [rule for rule in (layout_rule, self.reserved(model)) if rule is not None]
        if not rules or laid_out(model, self, element_bytes) == kept_caches(model):
            return ""
        return "; ".join(f"{rule.source}; {rule.releases}" for rule in rules)


def laid_out(
    model: Architecture, layout: CacheLayout, element_bytes: float, share: float | None = None, tensor: int = 1
) -> tuple[Cache, ...]:
    """The caches of a model as the engine lays them out.

    Args:
        element_bytes: of one element of keys and values.
        share: share of the tokens in a window pool; by default its usual one.
        tensor: GPUs that share a layer; a page is as large as the part of a state on one of them.
    """
    pool = layout.pool(model)
    caches = stored_caches(model, layout, element_bytes)
    if pool is not None:
        part = pool.share if share is None else share
        return tuple(_shared(cache, part) if _is_windowed(cache) else cache for cache in caches)
    if layout.groups is not None and len(_kinds(caches)) > 1:
        narrow = model.family in layout.groups.narrow
        return _grouped(tuple(_narrowed(cache) for cache in caches) if narrow else caches, layout.groups, element_bytes, tensor)
    return caches


def stored_caches(model: Architecture, layout: CacheLayout, element_bytes: float) -> tuple[Cache, ...]:
    """The caches of a model with the element sizes of an engine."""
    caches, states = kept_caches(model) if layout.reserved(model) is None else read_caches(model), layout.states
    packed = layout.packing(model) if element_bytes <= _PACKED_BYTES else None
    if packed is not None:
        caches = tuple(_packed(cache, packed) if cache.kind is CacheKind.LATENT and cache.value_width else cache for cache in caches)
    if states is not None:
        caches = tuple(replace(cache, state_bytes=states.element_bytes) if cache.kind is CacheKind.STATE else cache for cache in caches)
    return caches


def kept_caches(model: Architecture) -> tuple[Cache, ...]:
    """The caches of the layers that keep something: layers that share keys and values of an earlier one have none."""
    kept = tuple(cache for cache in model.caches if cache.kind is not CacheKind.SHARED)
    if len(kept) == len(model.caches):
        return kept
    among = sum(cache.layers for cache in kept), model.layers
    return tuple(replace(cache, among=among) for cache in kept)


def read_caches(model: Architecture) -> tuple[Cache, ...]:
    """What the attention of all layers reads: those that share keys and values read as many as the layers that keep them."""
    sharing = [cache for cache in model.caches if cache.kind is CacheKind.SHARED]
    own = (cache for cache in model.caches if cache.kind is not CacheKind.SHARED)
    return tuple(
        replace(
            cache, layers=cache.layers + sum(other.layers for other in sharing if _is_windowed(other) == _is_windowed(cache)), numbers=()
        )
        if cache.kind in (CacheKind.FULL, CacheKind.WINDOW)
        else cache
        for cache in own
    )


def _packed(cache: Cache, packed: PackedLatent) -> Cache:
    """A latent cache counted in bytes: values have the latent width, queries that of the whole entry."""
    latent = cache.elements * cache.value_width // cache.query_width
    size = latent + latent // packed.tile * packed.scale_bytes + (cache.elements - latent) * packed.position_bytes
    return replace(cache, elements=size, state_bytes=1)


def _narrowed(cache: Cache) -> Cache:
    """A state in 16 bits, unless the file of the model names its format; other caches as they are."""
    return replace(cache, state_bytes=_NARROW_BYTES) if cache.kind is CacheKind.STATE and not cache.named else cache


def _shared(cache: Cache, share: float) -> Cache:
    return replace(cache, kind=CacheKind.FULL, window=0, share=share)


def _is_windowed(cache: Cache) -> bool:
    return cache.window > 0


def _has(caches: Sequence[Cache], *, windowed: bool) -> bool:
    return any(_is_windowed(cache) == windowed for cache in caches if cache.kind in (CacheKind.FULL, CacheKind.WINDOW))


def _kinds(caches: Sequence[Cache]) -> list[Cache]:
    """Caches in a page pool: keys and values, or latent entries with states; empty where there are other compressed entries."""
    kinds = {CacheKind.FULL, CacheKind.WINDOW, CacheKind.STATE}
    if any(cache.kind is CacheKind.STATE for cache in caches):
        kinds.add(CacheKind.LATENT)
    plain = [cache for cache in caches if cache.kind in kinds]
    return plain if len(plain) == len(caches) else []


def _gpus_of(cache: Cache, tensor: int) -> int:
    """GPUs of a tensor-parallel group that share the entries of a cache, each a part."""
    if cache.kind is CacheKind.LATENT:
        return 1
    return min(tensor, cache.heads) if cache.heads else tensor


def _grouped(caches: Sequence[Cache], groups: LayerGroups, element_bytes: float, tensor: int) -> tuple[Cache, ...]:
    states = [cache for cache in caches if cache.kind is CacheKind.STATE]
    token_caches = [cache for cache in caches if cache.kind is not CacheKind.STATE]
    layers = [cache.layers for cache in token_caches] + [cache.layers for cache in states[:1]]
    size = max(layers) if max(layers) < groups.uneven * min(layers) else min(layers)
    filled = [replace(cache, layers=math.ceil(cache.layers / size) * size, numbers=()) for cache in token_caches]
    if not states or not token_caches:
        return (*filled, *states)
    # All states of a layer lie in one page, as one GPU has them.
    state = sum(cache.elements * (cache.state_bytes or element_bytes) / _gpus_of(cache, tensor) for cache in states)
    tokens_bytes = [cache.elements * element_bytes / _gpus_of(cache, tensor) for cache in token_caches]
    token = max(tokens_bytes)
    multiple = groups.latent_tokens if any(cache.kind is CacheKind.LATENT for cache in token_caches) else groups.block_tokens
    page = math.ceil(state / token / multiple) * multiple * token
    elements = round(page * _gpus_of(states[0], tensor))
    of_state = replace(states[0], layers=math.ceil(states[0].layers / size) * size, elements=elements, state_bytes=1)
    return (*(replace(cache, block=round(page / own)) for cache, own in zip(filled, tokens_bytes, strict=True)), of_state)
