"""Training memory on the fullest GPU of a layout: states, activations, logits, buffers, and the other memory of the program.

States of N GPUs that hold the same part of a model (arXiv:1910.02054): ZeRO 1 shards moments and the 32-bit copy, as in
Megatron's distributed optimizer; ZeRO 2 also gradients; ZeRO 3 (FSDP) also weights, which are gathered unit by unit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.serving.cache_layout import kept_caches
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.training.trained_model import StageSums, TrainedModel, largest_matrix, largest_units, stage_sums
from gpudesk.core.training.training_activations import Recompute
from gpudesk.core.work.model_split import Split, fullest_cache_bytes

Column = NDArray[np.float64]
Counts = NDArray[np.int64]
MODES = tuple(Recompute)
PARTS = (
    "frozen",
    "weights",
    "gradients",
    "master",
    "moments",
    "copies",
    "units",
    "activations",
    "input_gradients",
    "layer",
    "logits",
    "rollout_weights",
    "rollout_cache",
    "buckets",
)
"""Memory parts calculated for each layout, in bytes."""


@dataclass(frozen=True, slots=True)
class Layouts:
    """Training layouts, in columns of one length.

    Attributes:
        data, tensor, pipeline, context: GPUs along each dimension; their product is the total.
        virtual: parts of each stage that are interleaved.
        expert: GPUs that share the experts of a layer; at least `tensor`.
        zero: stage of ZeRO, 0 to 3.
        micro_batch: sequences processed at once.
        micro_batches: of one step, on one group of GPUs.
        recompute: index into `MODES`.
    """

    data: Counts
    tensor: Counts
    pipeline: Counts
    context: Counts
    virtual: Counts
    expert: Counts
    zero: Counts
    micro_batch: Counts
    micro_batches: Counts
    recompute: Counts

    @property
    def gpus(self) -> Counts:
        return self.data * self.tensor * self.pipeline * self.context

    def at(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> "Layouts":
        """Some of them."""
        return Layouts(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Beside:
    """Training memory besides the calculated parts, from `resources/sizing/training.yaml`.

    Attributes:
        logits_bytes: of one vocabulary entry of one token.
        buckets_bytes: flat buffers for network transfers.
    """

    logits_bytes: float
    buckets_bytes: float


_CHUNK = 8
"""Number of parts of the logits in a chunked loss."""


def memory_parts(trained_model: TrainedModel, layouts: Layouts, beside: Beside) -> dict[str, Column]:
    """Bytes of each of `PARTS` on one GPU of the stage that takes most, and "host": bytes that lie in the memory of the host instead."""
    rows = len(layouts.data)
    part_bytes = {name: np.zeros(rows) for name in (*PARTS, "host")}
    for stages in np.unique(layouts.pipeline).tolist():
        here = np.flatnonzero(layouts.pipeline == stages)
        parts = _of_stages(trained_model, layouts.at(here), stages, beside)
        on_gpu: Column = sum((parts[name] for name in PARTS), np.zeros((1, stages)))
        fullest = np.argmax(on_gpu, axis=1)[:, None]
        for name, values in parts.items():
            part_bytes[name][here] = np.take_along_axis(np.broadcast_to(values, on_gpu.shape), fullest, axis=1)[:, 0]
    return part_bytes


class _Divided:
    """Sums of stages divided as a layout shares them out, arrays of shape (rows, stages)."""

    def __init__(self, sums: StageSums, layouts: Layouts) -> None:
        tensor, expert = layouts.tensor.astype(np.float64), np.maximum(layouts.expert, layouts.tensor).astype(np.float64)
        dense = (layouts.data * layouts.context).astype(np.float64)
        self.heads = [np.minimum(tensor, heads) if heads else tensor for heads in sums.heads]
        self.by = np.stack([tensor, np.ones_like(tensor), expert, *self.heads], axis=1)
        over = np.maximum(1.0, dense * tensor / expert)
        self.group = np.stack([dense, dense, over, *[dense] * len(self.heads)], axis=1)

    def whole(self, sums: Column) -> Column:
        """Held by each GPU of a group that has the same part of the model."""
        whole_sums: Column = (1.0 / self.by) @ sums.T
        return whole_sums

    def shared(self, sums: Column) -> Column:
        """Shared out over that group."""
        shared_sums: Column = (1.0 / (self.by * self.group)) @ sums.T
        return shared_sums


def _of_stages(trained_model: TrainedModel, layouts: Layouts, stages: int, beside: Beside) -> dict[str, Column]:
    sums = stage_sums(trained_model, stages)
    parts = _states(trained_model, layouts, sums)
    parts |= _activations(trained_model, layouts, sums, stages, beside)
    parts |= _generation(trained_model, layouts, sums, stages)
    alone = layouts.data * layouts.context == 1
    parts["buckets"] = np.where(alone | (layouts.zero == 3), 0.0, beside.buckets_bytes)[:, None]
    return parts


def _states(trained_model: TrainedModel, layouts: Layouts, sums: StageSums) -> dict[str, Column]:
    scheme, divided = trained_model.scheme, _Divided(sums, layouts)
    zero = layouts.zero[:, None]
    trained, trained_shared = divided.whole(sums.trained), divided.shared(sums.trained)
    moments = np.where(zero >= 1, divided.shared(sums.moments), divided.whole(sums.moments))
    master = scheme.master_bytes * np.where(zero >= 1, trained_shared, trained)
    gradients = scheme.gradient_bytes * np.where(zero >= 2, trained_shared, trained)
    model, model_shared = divided.whole(sums.model), divided.shared(sums.model)
    copies_bytes = (
        np.where(zero >= 3, model_shared, model) * scheme.weight_bytes * (trained_model.copies.frozen + trained_model.copies.trained)
    )
    if trained_model.copies.trained:
        trained_bytes = scheme.gradient_bytes * np.where(zero >= 2, model_shared, model) + scheme.master_bytes * np.where(
            zero >= 1, model_shared, model
        )
        trained_bytes = trained_bytes + np.where(zero >= 1, divided.shared(sums.moments_of_model), divided.whole(sums.moments_of_model))
        copies_bytes = copies_bytes + trained_model.copies.trained * trained_bytes
    host = np.zeros_like(moments)
    if trained_model.offload:
        offloaded = np.where(zero >= 2, gradients, 0.0)
        host = moments + master + offloaded
        moments, master, gradients = 0.0 * moments, 0.0 * master, gradients - offloaded
    units = largest_units(trained_model)
    tensor, expert = layouts.tensor.astype(np.float64), np.maximum(layouts.expert, layouts.tensor)
    together = (units.weights + units.gradients) / tensor + (units.expert_weights + units.expert_gradients) / expert
    sharded = (layouts.zero == 3) & (layouts.data * layouts.context > 1)
    unit = np.where(sharded, together, 0.0)
    if trained_model.form is not None:
        unit = unit + 2.0 * largest_matrix(trained_model.model) / tensor
    return {
        "frozen": np.where(zero >= 3, divided.shared(sums.frozen), divided.whole(sums.frozen)),
        "weights": scheme.weight_bytes * np.where(zero >= 3, trained_shared, trained),
        "gradients": gradients,
        "master": master,
        "moments": moments,
        "copies": copies_bytes,
        "units": unit[:, None],
        "host": host,
    }


def _activations(trained_model: TrainedModel, layouts: Layouts, sums: StageSums, stages: int, beside: Beside) -> dict[str, Column]:
    tokens = (layouts.micro_batch * trained_model.sequence * trained_model.copies.sequences / layouts.context)[:, None]
    # The sequence is shared out over the tensor-parallel group too, as programs do wherever there is one.
    by = np.stack([layouts.tensor.astype(np.float64), layouts.tensor.astype(np.float64), *_Divided(sums, layouts).heads], axis=1)
    kept_bytes = np.einsum("srk,nk->nsr", sums.kept, 1.0 / by)
    live = np.einsum("srk,nk->nsr", sums.live, 1.0 / by)
    chosen = layouts.recompute[:, None, None]
    kept_bytes = np.take_along_axis(kept_bytes, np.broadcast_to(chosen, (*kept_bytes.shape[:2], 1)), axis=2)[:, :, 0]
    live = np.take_along_axis(live, np.broadcast_to(chosen, (*live.shape[:2], 1)), axis=2)[:, :, 0]
    words = np.zeros(stages)
    if trained_model.model.vocabulary:
        parts = _CHUNK if trained_model.chunked_loss else 1
        words[-1] = (
            2.0 * trained_model.element_bytes * trained_model.model.hidden + beside.logits_bytes * trained_model.model.vocabulary / parts
        )
    logits, layer = tokens * words / layouts.tensor[:, None], tokens * live
    activations = tokens * kept_bytes * _flying(layouts, stages)
    # Hooks that reshard a unit without trained parameters hold the inputs of its layer, with their gradients, until the backward pass ends.
    is_held = (layouts.zero == 3) & (layouts.data * layouts.context > 1) & (layouts.recompute == MODES.index(Recompute.FULL))
    held = trained_model.input_gradients if trained_model.adapter is not None else 0.0
    gradients = np.where(is_held[:, None], held * activations, 0.0)
    # The logits are gone when the way back reaches the first layer that is calculated again: the larger of the two counts.
    is_backward = layer + gradients > logits
    return {
        "activations": activations,
        "input_gradients": np.where(is_backward, gradients, 0.0),
        "layer": np.where(is_backward, layer, 0.0),
        "logits": np.where(is_backward, 0.0, logits),
    }


def _flying(layouts: Layouts, stages: int) -> Column:
    """Micro-batches in flight at each stage, as `in_flight` gives for one."""
    stage = np.arange(stages)
    virtual, batches = layouts.virtual[:, None], layouts.micro_batches[:, None]
    plain = np.minimum(batches, stages - stage)
    parts = np.minimum(stages * virtual + stages - 1 - 2 * stage, batches * virtual) / virtual
    flying_batches: Column = np.where(virtual == 1, plain, parts).astype(np.float64)
    return flying_batches


def _generation(trained_model: TrainedModel, layouts: Layouts, sums: StageSums, stages: int) -> dict[str, Column]:
    rows = len(layouts.data)
    if not trained_model.copies.generates:
        return {"rollout_weights": np.zeros((rows, 1)), "rollout_cache": np.zeros((rows, 1))}
    weights = 2.0 * _Divided(sums, layouts).whole(sums.model)
    caches = kept_caches(trained_model.model)
    bytes_by_tensor = {
        tensor: fullest_cache_bytes(caches, Split(tensor, stages), 2.0, trained_model.sequence, 16)
        for tensor in set(layouts.tensor.tolist())
    }
    cache = trained_model.rollouts * np.array([bytes_by_tensor[tensor] for tensor in layouts.tensor.tolist()])
    return {"rollout_weights": weights, "rollout_cache": cache[:, None]}


def in_gib(parts: Mapping[str, Column]) -> Column:
    """Total on the GPU, in GiB."""
    total_gib: Column = sum((parts[name] for name in PARTS), np.zeros(1)) / GIB
    return total_gib
