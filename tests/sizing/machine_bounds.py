"""What GPUs cannot beat, calculated from a model's tensors and the rates of a board alone.

Everything is shared out over all GPUs without loss: that is less than any way to share it out takes. Programs that work through their GPUs
one after the other read at the rate of one.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import Architecture, CacheKind, Part, Role
from gpudesk.core.models.weight_formats import is_read_through
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_work import ServingWorkload
from gpudesk.sizing.serving.single_stream_latency import is_lone

Floats = NDArray[np.float64]
_LOOKED_UP = frozenset({Role.POSITION, Role.EMBEDDING})
WITHOUT_WINDOW = {"sglang": ("mistral", "mixtral", "phi3", "starcoder2"), "llama.cpp": ("mistral", "mixtral", "phi3", "starcoder2")}
"""Model types whose window an engine does not apply: its attention reads every token."""


def quickest(board: Board) -> float:
    """The most products a second of any arithmetic that the board has; of 8 bits twice those of 16 where it does not say."""
    sixteen = max(board.rates.get("fp16", 0.0), board.rates.get("fp32", 0.0))
    return max(2 * sixteen, *(board.rates.get(name, 0.0) for name in ("fp8", "fp4")))


def own_rate(work: ServingWorkload, board: Board) -> float:
    """The dense rate in which the kernel makes products, 16 bits where it unpacks weights; llama.cpp has those of packed ones in 8 bits."""
    return quickest(board) if work.engine.gguf else board.rates[work.arithmetic(board)]


def read_once(work: ServingWorkload) -> float:
    """Bytes of weights that one token meets."""
    parts = [part for part in work.form.stored(work.model) if is_read_through(work.model, part.weight)]
    return sum(part.total_bytes * part.weight.active / part.weight.copies for part in parts)


def active(model: Architecture) -> float:
    """Parameters that one token is multiplied with: not those that are looked up."""
    roles = {Role.POSITION} if model.tied else _LOOKED_UP
    return float(sum(weight.used for weight in model.weights if weight.part is not Part.VISION and weight.role not in roles))


def as_read(work: ServingWorkload) -> Architecture:
    """The model with the windows that its engine applies."""
    model = work.model
    if model.family not in WITHOUT_WINDOW.get(work.engine.key, ()):
        return model
    return replace(model, caches=tuple(replace(cache, kind=CacheKind.FULL, window=0) if cache.window else cache for cache in model.caches))


def kept_bytes(model: Architecture, context: float, element_bytes: float) -> float:
    """Bytes of keys, values and states that a token of a sequence of that many tokens reads in all layers."""
    found = 0.0
    for cache in model.caches:
        entries = context // cache.every if cache.kind is not CacheKind.STATE else 1.0
        size = cache.state_bytes or element_bytes
        found += cache.layers * cache.elements * size * (min(entries, cache.window) if cache.window else entries)
    return found


def looked_at(model: Architecture, context: float) -> float:
    """Products of one token with the keys and values that it looks back at."""
    return sum(
        cache.layers * (cache.query_width + cache.value_width) * (min(context, cache.window) if cache.window else context) / cache.every
        for cache in model.caches
        if cache.kind is not CacheKind.STATE
    )


def prompt_flops(model: Architecture, prompt: float, there: float) -> float:
    """Of a prompt of which a part is in the cache already; of a latent cache only what its weights multiply, as prompts unpack it."""
    looked = sum(
        cache.layers * (cache.query_width + cache.value_width) * _seen(cache.window, there, prompt) / cache.every
        for cache in model.caches
        if cache.kind in (CacheKind.FULL, CacheKind.WINDOW)
    )
    return 2 * (active(model) * (prompt - there) + looked)


def _seen(window: int, first: float, last: float) -> float:
    """Tokens before it, summed over the tokens of a sequence from `first` to `last`."""
    if not window:
        return (last**2 - first**2) / 2
    near, far = min(last, window), max(0.0, last - max(first, window))
    return max(0.0, near**2 - first**2) / 2 + far * window


@dataclass(frozen=True, slots=True)
class Least:
    """Seconds below which no plan of a grid may be, and the share of what replicas can do that a demand takes at the least.

    Attributes:
        paced: of a token with its share of the prompt.
    """

    token: Floats
    paced: Floats
    first: Floats
    used: Floats


def least_of(grid: Grid, board: Board) -> Least:
    """The bounds of every plan of a grid on one board."""
    work, model = grid.work, as_read(grid.work)
    prompt, answer, there = work.long.prompt, work.long.answer, work.hit * work.long.prompt
    each = grid.tensor * grid.groups * grid.pipeline
    rate = own_rate(work, board) * (1 if is_lone(work.engine) else each)
    memory = board.bytes_per_s * (1 if is_lone(work.engine) else each)
    running = np.where(np.isfinite(grid.sequences), grid.sequences, 1.0) * grid.groups
    checked, gained = (1.0, 1.0) if work.speculation is None else (work.speculation.checked, work.speculation.gained)
    context = prompt + answer / 2
    kept = kept_bytes(model, context, work.kv_bytes)
    token_flops = 2 * (active(model) + looked_at(model, context)) * checked / gained
    read = read_once(work) / gained
    token = np.maximum((read + running * kept / gained) / memory, running * token_flops / rate)
    own = prompt_flops(model, prompt, there)
    shared = 0.0 if work.apart or is_lone(work.engine) else own / answer
    paced = np.maximum(token, running * (token_flops + shared) / rate)
    first = np.maximum(own / rate, read_once(work) / memory) * np.ones(len(each))
    used = np.zeros(len(each))
    if work.demand is not None:
        per_s = work.demand.planned_per_s / grid.replicas
        used = per_s * answer * np.maximum((token_flops + shared) / rate, kept / gained / memory)
    return Least(token, paced, first, used)
