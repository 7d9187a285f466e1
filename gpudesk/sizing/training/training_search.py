"""All ways to split a training run over a given number of GPUs, in columns, and the impossible ones."""

from collections.abc import Iterator
from dataclasses import fields

import numpy as np

from gpudesk.core.models.architecture import Architecture
from gpudesk.core.training.training_activations import Recompute
from gpudesk.core.training.training_memory import MODES, Counts, Layouts
from gpudesk.sizing.training.training_workload import TrainingWorkload

TENSORS = (1, 2, 4, 8)
"""GPUs that share a layer: within one NVLink domain of the usual system of eight."""
PIPELINES = (1, 2, 4, 8, 16, 32)
CONTEXTS = (1, 2, 4, 8, 16)
VIRTUAL = (1, 2, 4, 8)
MICRO_BATCHES = (1, 2, 4, 8, 16, 32)
LEAST_TOKENS = 4096
"""A sequence is not split into parts shorter than this: there is no benefit."""
MOST_GPUS = 131_072
_WHOLE_SYSTEM = 8
_STEPS = 4
"""Numbers of systems between one and its double."""


def counts(most: int) -> list[int]:
    """Numbers of GPUs that are tried: 1, 2, 4, 8, then whole systems of eight, each number about a fifth more than the one before."""
    tried_counts = {1, 2, 4, _WHOLE_SYSTEM}
    step = 0
    while (systems := round(2 ** (step / _STEPS))) * _WHOLE_SYSTEM <= MOST_GPUS:
        tried_counts.add(systems * _WHOLE_SYSTEM)
        step += 1
    return sorted(count for count in tried_counts if count <= most)


def layouts(work: TrainingWorkload, gpus: int, *, even: bool = True) -> Layouts:
    """All layouts of this number of GPUs that programs allow.

    Args:
        even: only those whose batch divides evenly; else also those whose last micro-batches are not full.
    """
    table = np.array(list(_rows(work, gpus, even)), dtype=np.int64).reshape(-1, len(fields(Layouts)))
    return Layouts(*table.T)


def _rows(work: TrainingWorkload, gpus: int, even: bool) -> Iterator[tuple[int, ...]]:
    model = work.model
    micros = MICRO_BATCHES if work.micro_batch is None else (work.micro_batch,)
    modes = range(len(MODES)) if work.recompute is None else (MODES.index(Recompute(work.recompute)),)
    stages = (1,) if work.is_unstaged else _asked(work.pipeline, PIPELINES)
    pieces = (1,) if work.is_whole else _asked(work.context, CONTEXTS)
    for tensor in _tensors(work):
        for pipeline in stages:
            for context in pieces:
                data, left = divmod(gpus, tensor * pipeline * context)
                if left or pipeline > max(1, model.layers) or data > work.batch or not _cuts(work, context):
                    continue
                for micro in micros:
                    whole, short = divmod(work.batch, data * micro)
                    batches = whole + (1 if short else 0)
                    if data * micro > work.batch or (even and short):
                        continue
                    for virtual in _virtual(model, pipeline, batches):
                        for expert in _experts(work, tensor, tensor * context * data):
                            for zero in _zeros(work, pipeline, data * context):
                                for mode in modes:
                                    yield data, tensor, pipeline, context, virtual, expert, zero, micro, batches, mode


def _asked(given: int | None, usual: tuple[int, ...]) -> tuple[int, ...]:
    return usual if given is None else (given,)


def _tensors(work: TrainingWorkload) -> tuple[int, ...]:
    heads = work.model.heads
    if work.is_whole:
        return (1,)
    return tuple(tensor for tensor in _asked(work.tensor, TENSORS) if tensor == 1 or (heads and heads % tensor == 0))


def _cuts(work: TrainingWorkload, context: int) -> bool:
    # Each GPU takes a piece from the front and one from the back, so that causal attention is spread evenly.
    even = work.sequence % (2 * context) == 0
    return context == 1 or (even and (work.context is not None or work.sequence // context >= LEAST_TOKENS))


def _virtual(model: Architecture, pipeline: int, batches: int) -> tuple[int, ...]:
    """Parts of a stage; they need evenly divided layers, with embedding and head counted as one layer each or not."""
    if pipeline == 1 or batches % pipeline:
        return (1,)
    return tuple(
        parts
        for parts in VIRTUAL
        if parts == 1
        or (parts * pipeline <= model.layers and 0 in (model.layers % (parts * pipeline), (model.layers + 2) % (parts * pipeline)))
    )


def _experts(work: TrainingWorkload, tensor: int, slots: int) -> tuple[int, ...]:
    """GPUs that experts are shared out over: those of a tensor-parallel group, or more of those that see the same stage."""
    experts = work.model.experts
    if work.is_unstaged:
        return (1,) if work.is_whole else (tensor,)
    if work.expert is not None and work.expert > 1:
        comes_out = experts and experts % work.expert == 0 and slots % work.expert == 0 and work.expert % tensor == 0
        return (work.expert,) if comes_out else ()
    group_sizes, over = [tensor], 2 * tensor
    while experts and work.expert is None and over <= experts and slots % over == 0:
        if experts % over == 0:
            group_sizes.append(over)
        over *= 2
    return tuple(group_sizes)


def _zeros(work: TrainingWorkload, pipeline: int, group: int) -> tuple[int, ...]:
    """Stages of ZeRO: nothing to share out among one, and no gradients or weights under a pipeline, which programs refuse."""
    if group == 1:
        # Alone there is nothing to share out; gradients go to the host where ZeRO 2 would have them go.
        if work.offload and pipeline == 1 and work.zero in (None, 2, 3):
            return (2,)
        return () if work.zero else (0,)
    able = (0, 1, 2, 3) if pipeline == 1 else (0, 1)
    return able if work.zero is None else tuple(zero for zero in able if zero == work.zero)


def has_bubble(found: Layouts) -> Counts:
    """Stages less one over micro-batches and parts, in thousandths: the idle time of a pipeline."""
    idle: Counts = 1000 * (found.pipeline - 1) // (found.virtual * found.micro_batches)
    return idle
