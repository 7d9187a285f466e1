"""Time for tokens to reach the GPUs with their experts and return, where the experts of a layer are spread over many GPUs.

Two kinds of kernels do this (DeepEP, UCCL-EP). For prompts a token is sent once to each system with one of its experts, and is
forwarded inside it; for decoding it is sent to each of its experts separately, as soon as possible. Dispatch sends activations in
FP8 with a 32-bit scale for 128 elements, combine sends the results back in 16 bits.
"""

from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.work.collectives import FP8_SCALED


class ExpertKernel(StrEnum):
    """Kernels that exchange tokens."""

    PROMPT = "normal"
    DECODE = "low-latency"


class ExpertStep(StrEnum):
    """The two ways of a token in a layer with experts."""

    DISPATCH = "dispatch"
    COMBINE = "combine"


_ELEMENT_BYTES = {ExpertStep.DISPATCH: FP8_SCALED, ExpertStep.COMBINE: 2.0}


@dataclass(frozen=True, slots=True)
class ExpertGroup:
    """GPUs that share the experts of a layer.

    Attributes:
        gpus: total number, `near` in each system.
        link_bytes_per_s: one direction, from one GPU to the others of its system.
        network_bytes_per_s: one direction, the share of one GPU in the adapters of its system.
        most_systems: router limit of systems for a token (`topk_group` of DeepSeek); 0 for no limit.
    """

    gpus: int
    near: int
    link_bytes_per_s: float
    network_bytes_per_s: float
    most_systems: int = 0


@dataclass(frozen=True, slots=True)
class DispatchConstants:
    """Measured constants of these kernels.

    Attributes:
        prompt_share: share of the link rate inside a system that prompt kernels reach.
        decode_share: the same for decode kernels.
        network_share: share of the adapter rate; includes the tokens that stay in their system, as in the libraries' output.
        start_s: of a decode kernel that moves nothing, for each step.
    """

    prompt_share: float
    decode_share: float
    network_share: float
    start_s: dict[ExpertStep, float]


def places_met(places: float, used: int) -> float:
    """Expected number of n equal places with at least one of `used` evenly drawn experts: n (1 - (1 - 1/n)^k)."""
    return float(places * (1.0 - (1.0 - 1.0 / places) ** used))


def sent_bytes(kernel: ExpertKernel, step: ExpertStep, tokens: float, hidden: int, used: int, group: ExpertGroup) -> tuple[float, float]:
    """Bytes that one GPU sends: over the links of its system, and over the network.

    Args:
        tokens: of one GPU.
        used: experts of a token.
    """
    token_bytes = tokens * hidden * _ELEMENT_BYTES[step]
    near = min(group.near, group.gpus)
    systems = group.gpus / near
    if kernel is ExpertKernel.DECODE:
        outside = token_bytes * used * (1.0 - near / group.gpus)
        return token_bytes * used * (near - 1) / group.gpus, outside
    met = places_met(_reachable(group), used)
    # What comes in from other systems is passed on inside: as much as the GPU itself would send to all GPUs that hold an expert.
    gpus = places_met(_reachable(group) * near, used)
    return token_bytes * gpus * (1.0 - 1.0 / group.gpus), token_bytes * met * (1.0 - 1.0 / systems)


def _reachable(group: ExpertGroup) -> float:
    """Systems among which the experts of a token are."""
    systems = group.gpus / min(group.near, group.gpus)
    return min(systems, float(group.most_systems)) if group.most_systems else systems


def dispatch_seconds(
    kernel: ExpertKernel, step: ExpertStep, tokens: float, hidden: int, used: int, group: ExpertGroup, known: DispatchConstants
) -> float:
    """Seconds of one kernel of one layer; never fewer than the links and adapters take at their full rates.

    Args:
        tokens: of one GPU.
        used: experts of a token.
    """
    inside, outside = sent_bytes(kernel, step, tokens, hidden, used, group)
    several = group.gpus > group.near
    if kernel is ExpertKernel.DECODE:
        moving = outside / (known.network_share * group.network_bytes_per_s) if several else inside / _rate(group, known.decode_share)
        seconds = known.start_s[step] + moving
    else:
        counted = tokens * hidden * _ELEMENT_BYTES[step] * places_met(_reachable(group), used) if several else 0.0
        over = counted / (known.network_share * group.network_bytes_per_s) if several else 0.0
        seconds = max(inside / _rate(group, known.prompt_share), over)
    return max(seconds, least_seconds(kernel, step, tokens, hidden, used, group))


def _rate(group: ExpertGroup, share: float) -> float:
    return share * group.link_bytes_per_s


def least_seconds(kernel: ExpertKernel, step: ExpertStep, tokens: float, hidden: int, used: int, group: ExpertGroup) -> float:
    """Seconds below which no kernel is: the bytes at the full rates of links and adapters, both at once."""
    inside, outside = sent_bytes(kernel, step, tokens, hidden, used, group)
    over = outside / group.network_bytes_per_s if group.gpus > group.near else 0.0
    return max(inside / group.link_bytes_per_s, over)
