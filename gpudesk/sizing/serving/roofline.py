"""The upper performance limit of a plan's board, and its operations below that limit: products against bytes moved.

An operation of intensity I (products per byte) runs at no more than min(peak, I · bandwidth); the two meet at the ridge.
"""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.served_model import ServedModel, served_by
from gpudesk.core.serving.serving_speed import TERMS
from gpudesk.sizing.serving.serving import ServingPlan

_CONTEXT = "sizing"
_ACTIVATION_BYTES = 2.0


@dataclass(frozen=True, slots=True)
class Roof:
    """The upper performance limit of a board.

    Attributes:
        flops_per_s: dense, in the arithmetic of the plan, which is named in `arithmetic`.
    """

    flops_per_s: float
    bytes_per_s: float
    arithmetic: str

    @property
    def ridge(self) -> float:
        """Products for each byte from which on the arithmetic binds and no longer the memory."""
        return self.flops_per_s / self.bytes_per_s

    def at(self, intensity: float) -> float:
        """Products a second that are possible at that intensity."""
        return min(self.flops_per_s, intensity * self.bytes_per_s)


@dataclass(frozen=True, slots=True)
class Operation:
    """One kind of operation of one GPU.

    Attributes:
        flops, moved_bytes: of one step, or of one prompt.
        reached: products per second, estimated with the constants fitted to measurements; None if unknown.
    """

    name: str
    title: Message
    flops: float
    moved_bytes: float
    reached: float | None

    @property
    def intensity(self) -> float:
        return self.flops / self.moved_bytes


def roof(plan: ServingPlan) -> Roof:
    """The roof of the board of a plan."""
    return Roof(plan.board.rates[plan.computes], plan.board.bytes_per_s, plan.computes)


def operations(plan: ServingPlan) -> tuple[Operation, ...]:
    """The operations of one GPU: a prompt, and in a decoding step the shared weights, the experts, and attention to the context."""
    served = served_by(plan.work.engine, plan.work.model, plan.form)
    tensor, sequences = np.array([plan.split.tensor]), np.array([float(-(-plan.sequences // plan.split.pipeline))])
    prompt = float(plan.work.prompt)
    context = prompt + plan.work.answer / 2
    cache = float(served.cache_bytes(tensor, np.ones_like(tensor), context, plan.work.kv_bytes)[0])
    # Groups have sequences of their own and share the experts: each GPU has fewer of these, and works on words of all groups.
    over, count = plan.split.experts_over, float(sequences[0])
    everywhere = count * plan.groups
    pipeline = plan.split.pipeline
    read = float(served.read_bytes(tensor, np.array([over]), sequences, sequences * plan.groups, pipeline)[0])
    head_flops = 2 * float(served.repeated(tensor, pipeline)[0]) * count
    routed = _expert_bytes(served, over, everywhere)
    gpu_operations = [
        Operation(
            "prefill",
            Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Prompt of {count} {count|token|tokens}"), {"count": plan.work.prompt}),
            ((2 * served.dense_active + 2 * float(served.attended(prompt / 2))) / plan.split.tensor + 2 * served.expert_active / over)
            * prompt,
            _expert_bytes(served, over, prompt) + read - routed + cache + _passing(served, prompt),
            None,
        ),
        Operation(
            "weights",
            Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Decoding: weights")),
            2 * served.dense_active / plan.split.tensor * count + head_flops,
            read - routed + _passing(served, count),
            _reached(plan, 2 * served.dense_active / plan.split.tensor * count + head_flops, "weights", read - routed, read),
        ),
    ]
    if routed:
        flops = 2 * served.expert_active / over * everywhere
        title = Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Decoding: experts"))
        reached = _reached(plan, flops, "weights", routed, read)
        gpu_operations.append(Operation("experts", title, flops, routed + _passing(served, count), reached))
    if cache:
        flops = 2 * float(served.attended(context)) / plan.split.tensor * count
        title = Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Decoding: attention"))
        if flops:
            gpu_operations.append(Operation("attention", title, flops, cache * count, _reached(plan, flops, "cache", 1.0, 1.0)))
    return tuple(operation for operation in gpu_operations if operation.flops > 0 and operation.moved_bytes > 0)


def _expert_bytes(served: ServedModel, tensor: int, tokens: float) -> float:
    """Bytes of the experts used by this number of tokens: with even routing the share 1 - (1 - k/E)^tokens of all."""
    missed: float = (1.0 - served.expert_share) ** tokens
    return served.expert_bytes * (1.0 - missed) / tensor


def _passing(served: ServedModel, tokens: float) -> float:
    """Bytes that the tokens themselves are: into and out of each layer."""
    return 2 * tokens * served.model.layers * served.model.hidden * _ACTIVATION_BYTES


def _reached(plan: ServingPlan, flops: float, term: str, part: float, whole: float) -> float | None:
    """Products a second in the time that the term takes by the calibration, the part's share of its bytes."""
    if not plan.step_s or not whole:
        return None
    seconds = plan.step_s[TERMS.index(term)] * part / whole
    return flops / seconds if seconds > 0 else None
