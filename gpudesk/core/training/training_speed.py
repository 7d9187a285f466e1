"""Duration of one training step: ideal times by limiting resource, weighted by constants fitted to published measurements.

A step processes one batch. Forward, a token requires two products for each parameter that it is multiplied with, backward twice
that number; recomputation to save memory is added. GPUs of one system communicate over its own links, those of several over their
network. Groups are arranged as in common programs: those that share a layer adjacent, then those that share a sequence, then
replicas, then stages.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.work.model_work import Column, ModelWork

Counts = NDArray[np.int64]
TERMS = (
    "products",
    "attention",
    "attention_late",
    "traffic",
    "weights",
    "layers",
    "routing",
    "routed_traffic",
    "together",
    "shared_layers",
    "shared_sequences",
    "experts",
    "experts_network",
    "stages",
    "replicas",
    "replicas_network",
    "optimiser",
)
"""Terms of the step time: products with parameters, products of attention (and their additional time on GPUs whose other products
became faster), activations to and from memory, reading the weights, the start of each layer's kernels (and the additional ones in
layers with experts), communication of the GPUs that share layers and sequences, tokens to experts inside a system and over the
network, activations between stages, gradients and weights between replicas over the same two networks beyond the part hidden by
computation, and the optimizer step."""
OF_MICRO_BATCHES = TERMS.index("replicas")
"""Number of terms that apply to each micro-batch: a pipeline waits for them while it fills and drains."""
_LAYER_S = 1e-6
_HALF = 2.0
"""Bytes of an element of activations, weights and gradients that travel."""
_OPTIMISER_BYTES = 30.0
"""Read and written for a parameter: gradient, master copy and two moments in 32 bits, the weight in 16."""


@dataclass(frozen=True, slots=True)
class TrainingBoards:
    """Performance of the GPUs of each plan, one number for each plan.

    Attributes:
        flops_per_s: dense, in the format of the products.
        flops_16_per_s: dense, in 16 bits, which attention uses with any format.
        bytes_per_s: memory bandwidth of the GPU.
        link_bytes_per_s: one direction to the other GPUs of its system.
        network_bytes_per_s: one direction between systems, the share of one GPU.
        domain: GPUs of one system.
        late: whether attention reaches a smaller share of the rate than other products, as on GPUs after the A100.
    """

    flops_per_s: Column
    flops_16_per_s: Column
    bytes_per_s: Column
    link_bytes_per_s: Column
    network_bytes_per_s: Column
    domain: Counts
    late: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """How each plan runs.

    Attributes:
        data: replicas of the model, or of its shards.
        tensor, context: GPUs that share each layer, and each sequence.
        pipeline: stages; `virtual`: parts of each, processed in turn.
        expert: GPUs that share the experts; 1 where each group holds all.
        micro_batch: sequences processed at once by one replica.
        micro_batches: of one replica in one step.
        sequence: tokens.
        recomputed: share of the forward pass that is repeated in the backward pass.
        sharded: stage of sharding states over replicas: 0 none, 1 optimizer, 2 also gradients, 3 also weights.
        frozen: whether the weights stay unchanged and only adapters are trained.
    """

    data: Counts
    tensor: Counts
    pipeline: Counts
    virtual: Counts
    context: Counts
    expert: Counts
    micro_batch: Column
    micro_batches: Column
    sequence: Column
    recomputed: Column
    sharded: Counts
    frozen: NDArray[np.bool_]

    @property
    def gpus(self) -> Counts:
        return self.data * self.tensor * self.pipeline * self.context

    @property
    def tokens(self) -> Column:
        """Of one step, over all replicas."""
        step_tokens: Column = self.micro_batch * self.micro_batches * self.sequence * self.data
        return step_tokens


def flops_per_token(model: ModelWork, sequence: Column, recomputed: Column | float = 0.0, *, causal: bool = True) -> Column:
    """Floating-point operations of forward and backward pass for one token.

    6 N + 12 · widths · s/2, and another third of that for a repeated forward pass. Without `causal` attention counts over the whole
    sequence, as in the published utilization of PaLM, MPT and Llama (6 N + 12 L h s).
    """
    once = 2 * (model.active + model.attended(sequence, causal=causal))
    token_flops: Column = once * (3.0 + recomputed)
    return token_flops


def step_terms(model: ModelWork, boards: TrainingBoards, run: TrainingRun) -> NDArray[np.float64]:
    """Ideal seconds of each of `TERMS` for each plan: shape (terms, plans)."""
    tokens = run.tokens / run.gpus
    # Adapters: the gradients of the weights themselves, a third of all products, are not made.
    passes = np.where(run.frozen, 2.0, 3.0) + run.recomputed
    products = 2 * model.active * passes * tokens / boards.flops_per_s
    attention = 2 * model.attended(run.sequence) * (3.0 + run.recomputed) * tokens / boards.flops_16_per_s
    width = model.active / model.hidden + 8.0 * model.layers * model.hidden
    traffic = width * _HALF * passes * tokens / boards.bytes_per_s
    held = _held(model, run)
    weights = sum(held) * _HALF * passes * run.micro_batches / boards.bytes_per_s
    stage_layers = model.layers / run.pipeline
    layers = stage_layers * run.micro_batches * passes * _LAYER_S
    routing = layers * model.routed_layers / max(1, model.layers)
    routed_width = model.experts_used * model.hidden * model.routed_layers
    routed_traffic = routed_width * _HALF * passes * tokens / boards.bytes_per_s
    computing = products + attention + traffic
    together = computing * np.log2(np.maximum(1.0, run.gpus / boards.domain))
    exchanged = _exchanged(model, boards, run, passes)
    replicas = [_exposed(moving, computing) for moving in _replicas(boards, run, held)]
    optimiser = _optimiser(model, run, held) / boards.bytes_per_s
    late = attention * boards.late
    rows = [products, attention, late, traffic, weights, layers, routing, routed_traffic, together, *exchanged, *replicas, optimiser]
    return np.vstack([np.broadcast_to(row, tokens.shape) for row in rows])


def least_step(terms: NDArray[np.float64], run: TrainingRun) -> Column:
    """Minimum seconds of a step: its products at the dense rates, including pipeline waiting, or its required reads.

    Args:
        terms: ideal seconds of `TERMS`.
    """
    products = terms[[TERMS.index("products"), TERMS.index("attention")]].sum(axis=0)
    reads = terms[TERMS.index("weights")] + terms[TERMS.index("optimiser")]
    step_s: Column = np.maximum(products * (1.0 + bubble(run)), reads)
    return step_s


def bubble(run: TrainingRun) -> Column:
    """Waiting of a pipeline, as a share of the time of its micro-batches: (p - 1) / (v m), for one forward, one backward in turn."""
    waiting_share: Column = (run.pipeline - 1) / (run.virtual * run.micro_batches)
    return waiting_share


def with_bubble(terms: NDArray[np.float64], run: TrainingRun) -> NDArray[np.float64]:
    """The terms with pipeline waiting added to each of those that apply to micro-batches."""
    waiting_terms = terms.copy()
    waiting_terms[:OF_MICRO_BATCHES] *= 1.0 + bubble(run)
    return waiting_terms


def _exposed(moving: Column, computing: Column) -> Column:
    """Visible part of a transfer that overlaps computation: nearly none of a short one, all but the computation of a long one."""
    exposed_s: Column = moving * moving / np.maximum(moving + computing, 1e-30)
    return exposed_s


def _held(model: ModelWork, run: TrainingRun) -> tuple[Column, Column]:
    """Parameters that one GPU works with: outside and inside the experts."""
    dense: Column = model.dense / (run.tensor * run.pipeline)
    experts: Column = model.experts / (np.maximum(run.expert, run.tensor) * run.pipeline)
    return dense, experts


def _exchanged(model: ModelWork, boards: TrainingBoards, run: TrainingRun, passes: Column) -> list[Column]:
    """Seconds that activations take between GPUs: shared layers, shared sequences, experts inside and outside a system, stages."""
    tokens = run.micro_batch * run.micro_batches * run.sequence / run.context
    layers = model.layers / run.pipeline
    wide = model.hidden * _HALF
    tensor_link = _link(boards, run.tensor)
    # One all-reduce, or what amounts to the same, behind attention and behind the feed-forward network, for each pass but that of weights.
    reduced = 2 * (run.tensor - 1) / run.tensor * tokens * wide
    shared = 2 * np.minimum(2.0 + run.recomputed, passes) * layers * reduced / tensor_link
    kept_bytes = model.kept_width / run.pipeline * _HALF / np.minimum(run.tensor, 8)
    ring = passes * kept_bytes * tokens * (run.context - 1) / _link(boards, run.tensor * run.context)
    sent = tokens / run.tensor * model.experts_used * wide * 2 * (2.0 + run.recomputed) * model.routed_layers / run.pipeline
    sent = np.where(run.expert > 1, sent, 0.0)
    near = np.minimum(run.expert, boards.domain)
    inside = sent * (near - 1) / np.maximum(run.expert, 1) / boards.link_bytes_per_s
    outside = sent * (run.expert - near) / np.maximum(run.expert, 1) / boards.network_bytes_per_s
    crossings = np.where(run.pipeline > 1, 2.0 * run.virtual, 0.0)
    stages = crossings * tokens * wide / run.tensor / _link(boards, run.gpus)
    return [shared, ring, inside, outside, stages]


def network_bytes(model: ModelWork, boards: TrainingBoards, run: TrainingRun) -> Column:
    """Bytes that one GPU sends over the network in one step, hidden behind computation or not."""
    passes = np.where(run.frozen, 2.0, 3.0) + run.recomputed
    layers, sequences, _, experts, stages = _exchanged(model, boards, run, passes)
    outside = _replicas(boards, run, _held(model, run))[1] + experts
    for seconds, group in ((layers, run.tensor), (sequences, run.tensor * run.context), (stages, run.gpus)):
        outside = outside + np.where(group > boards.domain, seconds, 0.0)
    sent_bytes: Column = outside * boards.network_bytes_per_s
    return sent_bytes


def _link(boards: TrainingBoards, group: Counts) -> Column:
    """Bytes per second from GPU to GPU for groups of a given size."""
    bytes_per_s: Column = np.where(group <= boards.domain, boards.link_bytes_per_s, boards.network_bytes_per_s)
    return bytes_per_s


def _replicas(boards: TrainingBoards, run: TrainingRun, held: tuple[Column, Column]) -> tuple[Column, Column]:
    """Seconds that gradients and weights take between replicas, inside a system and over the network."""
    # Weights that are sharded are gathered forward and backward for each micro-batch; gradients are reduced once a step.
    gathers = np.where(run.sharded >= 3, 2.0 * run.micro_batches, 1.0)
    inside, outside = np.zeros_like(gathers), np.zeros_like(gathers)
    group = run.tensor * run.context
    replicas = run.data * run.context
    for parameters, copies, span in (
        (held[0], replicas, run.tensor),
        (held[1], np.maximum(1, replicas * run.tensor // np.maximum(run.expert, 1)), np.maximum(run.expert, group)),
    ):
        moved = np.where(run.frozen & (run.sharded < 3), 0.0, parameters * _HALF * (gathers + 1.0))
        near = np.clip(boards.domain // span, 1, copies)
        systems = copies / near
        inside = inside + moved * (near - 1) / near / boards.link_bytes_per_s
        outside = outside + moved / near * (systems - 1) / systems / boards.network_bytes_per_s
    return inside, outside


def _optimiser(model: ModelWork, run: TrainingRun, held: tuple[Column, Column]) -> Column:
    """Bytes that one GPU reads and writes in the step of the optimizer."""
    replicas = run.data * run.context
    copies = np.maximum(1, replicas * run.tensor // np.maximum(run.expert, 1)) if model.experts else replicas
    over = np.where(run.sharded >= 1, replicas, 1), np.where(run.sharded >= 1, copies, 1)
    moved_bytes: Column = np.where(run.frozen, 0.0, _OPTIMISER_BYTES * (held[0] / over[0] + held[1] / over[1]))
    return moved_bytes
