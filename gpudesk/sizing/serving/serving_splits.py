"""How replicas may be shared out over boards: GPUs of a layer, groups that share experts, stages."""

from collections.abc import Iterator, Sequence

from gpudesk.core.models.architecture import Architecture, CacheKind
from gpudesk.core.serving.inference_engine import Engine, Sharing, StageSupport
from gpudesk.core.work.model_split import Split, split_bounds
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving_work import ServingWorkload

TENSORS = (1, 2, 4, 8, 16, 32, 64)
"""GPUs that share a layer: within one domain of fast links, in the usual system eight."""
PIPELINES = (1, 2, 3, 4, 5, 6, 7, 8)
"""Stages: over several systems, or over boards without a fast link; within one system layers are shared instead. Layers need not divide
evenly (`Engine.stage_layers`)."""
IN_A_ROW = (1, 2, 3, 4, 6, 8, 12, 16)
"""GPUs with separate layers, in programs that split a model only this way."""
GROUPS = (1, 2, 4, 8, 16, 32, 64)
"""Groups of GPUs that process separate sequences and share the experts of a mixture model."""
USUAL = 8
"""GPUs of the usual system."""


def stages_of(model: Architecture, engine: Engine) -> tuple[int, ...]:
    """Numbers of pipeline stages that an engine runs a model with.

    llama.cpp and Transformers put layers in a row on GPUs, and these can look at the memory of other GPUs (`IN_A_ROW`).
    """
    support = engine.stage_support(model)
    if support is StageSupport.ANY:
        return PIPELINES
    if support is not StageSupport.SAME:
        return (1,)
    return tuple(stages for stages in PIPELINES if stages == 1 or _is_on_last_stage(model, engine, stages))


def _is_on_last_stage(model: Architecture, engine: Engine, stages: int) -> bool:
    """Whether the last stage has all layers that share keys and values, and those that they look at: the last ones of each kind."""
    targets = [max(cache.numbers, default=0) for cache in model.caches if cache.kind is not CacheKind.SHARED]
    first, _ = split_bounds(model.layers, Split(1, stages, stages=engine.stage_layers(model.layers, stages)))[-1]
    return first <= min(targets)


def splits(work: ServingWorkload, chosen: Sequence[Board], domain: int | None) -> Iterator[tuple[int, int, int, int]]:
    """(board, GPUs a layer, groups, stages) of a replica."""
    model, by_layers = work.model, work.engine.sharing is Sharing.LAYERS
    stages = stages_of(model, work.engine)
    for at, board in enumerate(chosen):
        reach = TENSORS[-1] if work.across else max(USUAL, board.domain)
        if domain is not None:
            reach = min(reach, domain)
        if not board.link_bytes_per_s:
            reach = 1
        elif not board.outside_bytes_per_s:
            # What joins them beyond their own links is not known.
            reach = min(reach, board.domain)
        dividing = [tensor for tensor in TENSORS if tensor <= reach and not (model.heads and model.heads % tensor)]
        for tensor in (1,) if by_layers else dividing:
            # Stages within a system take the place of a wider group only where the heads do not divide among more GPUs.
            widest = tensor == dividing[-1] or tensor >= USUAL
            for groups in GROUPS if model.experts and not by_layers else (1,):
                if groups > 1 and (tensor * groups > reach or model.experts % (tensor * groups)):
                    continue
                for pipeline in IN_A_ROW if by_layers else stages:
                    staged = not board.has_nvlink or widest or by_layers
                    alone = reach > 1 or (domain is not None and board.link_bytes_per_s)
                    if pipeline == 1 or (groups == 1 and pipeline <= max(1, model.layers) and staged and alone):
                        yield at, tensor, groups, pipeline
