"""Times of collective operations of many GPUs, inside a system and over the network, and data moved by each kind of parallelism.

The time of an operation is (α^p + (moved/β)^p)^(1/p): a start, a rate, and the sharpness of the transition. "Moved" is the minimum
that each GPU must send, so that β is the bus bandwidth that nccl-tests prints for long messages.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
_STEPS = 40
_PAIR = 2
_NEAR = 0.03
"""Residuals below this count like it, so that a few odd rows do not decide."""
_SHARPNESS = (0.4, 0.5, 0.6, 0.7, 0.85, 1.0, 1.4)


class Collective(StrEnum):
    """What GPUs do together."""

    ALL_REDUCE = "all_reduce"
    ALL_GATHER = "all_gather"
    REDUCE_SCATTER = "reduce_scatter"
    ALL_TO_ALL = "all_to_all"
    SEND = "send"


def bus_factor(kind: Collective, ranks: Column | float) -> Column:
    """What each of `ranks` GPUs sends, over the bytes of the operation, as nccl-tests counts (doc/PERFORMANCE.md).

    The bytes of an all-gather, a reduce-scatter and an all-to-all are those of all ranks together.
    """
    count = np.asarray(ranks, dtype=np.float64)
    share = (count - 1) / count
    if kind is Collective.ALL_REDUCE:
        return 2 * share
    return np.minimum(count - 1, 1.0) if kind is Collective.SEND else share


@dataclass(frozen=True, slots=True)
class Line:
    """Speed of a group of GPUs for one kind of operation.

    Attributes:
        start_s: α, of an operation that moves nothing.
        bytes_per_s: β, the bus bandwidth of a very long one.
        sharpness: p, the sharpness of the transition between the two.
    """

    start_s: float
    bytes_per_s: float
    sharpness: float = 1.0

    def seconds(self, moved: Column | float) -> Column:
        """Seconds of operations in which each GPU sends a given number of bytes."""
        power = self.sharpness
        operation_s: Column = (self.start_s**power + (np.asarray(moved, dtype=np.float64) / self.bytes_per_s) ** power) ** (1 / power)
        return operation_s


def fit_line(moved: Column, seconds: Column) -> Line:
    """The line nearest to measurements by the sum of absolute logarithms of the ratio.

    Args:
        moved: bytes that each GPU sends, shape (rows,), above 0.
    """
    best, least = Line(float(seconds.min()), 1.0), np.inf
    for power in _SHARPNESS:
        logs = np.log(np.array([seconds.min(), (moved / seconds).max()]))
        for _ in range(_STEPS):
            start, rest = np.exp(logs[0] * power), (moved / np.exp(logs[1])) ** power
            residual = np.log(seconds) - np.log(start + rest) / power
            slope = np.stack([start / (start + rest), -rest / (start + rest)], axis=1)
            weighted = slope / np.maximum(np.abs(residual), _NEAR)[:, None]
            step = np.linalg.solve(weighted.T @ slope + 1e-6 * np.eye(2), weighted.T @ residual)
            logs = logs + np.clip(step, -0.5, 0.5)
        line = Line(float(np.exp(logs[0])), float(np.exp(logs[1])), power)
        off = float(np.abs(np.log(line.seconds(moved) / seconds)).sum())
        if off < least:
            best, least = line, off
    return best


@dataclass(frozen=True, slots=True)
class Network:
    """The network that connects systems.

    Attributes:
        bytes_per_s: one direction, total of all adapters of one system.
        share: share of that rate that operations reach.
        cross_s: added to the start when systems communicate; hop_s: for each further doubling of their number.
        through: share of the systems' output rate that the tiers above the leaves carry.
        leaf_systems: systems below the same leaves, which communicate without the tiers above; 0 where all do.
        sums: whether switches reduce passing data (SHARP): an all-reduce then crosses the network once.
        ramp_bytes, ramp_from_bytes: operations of `size` take 1 + ramp / (size + ramp_from) times as long: protocols, channels and
            chunks of NCCL reach the network rate only with long operations. No ramp where it is 0.
    """

    bytes_per_s: float
    share: float
    hop_s: float
    cross_s: float = 0.0
    through: float = 1.0
    leaf_systems: int = 0
    sums: bool = False
    ramp_bytes: float = 0.0
    ramp_from_bytes: float = 1.0


def operation_seconds(
    kind: Collective, size_bytes: Column | float, inside: Line, gpus_each: int, systems: int, network: Network | None
) -> Column:
    """Seconds of an operation over all GPUs of some equal systems.

    Long operations run through links and network at once, so that the slower one decides; each hop between systems adds to the start.

    Args:
        inside: of the GPUs of one system.
        network: None for a single system.

    Raises:
        ValueError: several systems without a network.
    """
    ranks = gpus_each * systems
    size = np.asarray(size_bytes, dtype=np.float64)
    if systems == 1:
        return inside.seconds(bus_factor(kind, gpus_each) * size)
    if network is None:
        raise ValueError("systems that nothing joins")
    rate = network.bytes_per_s * network.share
    if network.leaf_systems and systems > network.leaf_systems:
        rate *= network.through
    start = inside.start_s + network.cross_s + network.hop_s * (float(np.log2(systems)) - 1.0)
    if kind is Collective.ALL_TO_ALL:
        # Of what a GPU sends, all but the part for its own system goes over its share of the adapters.
        over = rate / gpus_each * (ranks - 1) / (ranks - gpus_each)
    elif kind is Collective.SEND:
        over = rate / gpus_each
    elif kind is Collective.ALL_REDUCE:
        # Two systems tell each other their sums once; a ring over more sends what each GPU has through every system.
        once = float(bus_factor(kind, ranks) / bus_factor(kind, systems)) if systems == _PAIR else 1.0
        over = rate * (2.0 if network.sums else once)
    else:
        over = rate
    line = Line(start, min(over, inside.bytes_per_s) if gpus_each > 1 else over, inside.sharpness)
    return line.seconds(bus_factor(kind, ranks) * size) * (1.0 + network.ramp_bytes / (size + network.ramp_from_bytes))


def bus_bytes_per_s(kind: Collective, size_bytes: Column | float, seconds: Column | float, ranks: int) -> Column:
    """Bus bandwidth of an operation that took so long."""
    bytes_per_s: Column = bus_factor(kind, ranks) * np.asarray(size_bytes, dtype=np.float64) / seconds
    return bytes_per_s


def tensor_bytes(tokens: float, hidden: int, layers: float, passes: float = 2.0, element: float = 2.0) -> float:
    """Size of all all-reduces of one micro-batch in GPUs that share layers: two a layer and pass (attention, feed-forward network)."""
    return 2 * passes * layers * tokens * hidden * element


def replica_bytes(parameters: float, sharded: int, micro_batches: float = 1.0, element: float = 2.0) -> tuple[float, float]:
    """Sizes of the all-gathers and reduce-scatters of one step between replicas, for the part on one GPU.

    Args:
        sharded: stage of sharding; from 3 on weights are gathered forward and backward for each micro-batch.
    """
    gathers = 2.0 * micro_batches if sharded >= 3 else 1.0
    return parameters * element * gathers, parameters * element


def stage_bytes(tokens: float, hidden: int, tensor: int = 1, element: float = 2.0) -> float:
    """Bytes that one GPU sends over one boundary between stages for one micro-batch, forward and backward."""
    return 2 * tokens * hidden * element / tensor


FP8_SCALED = 1.0 + 4 / 128
"""Bytes of an element in FP8 with a scale of 32 bits for 128 of them, as tokens are dispatched."""


def expert_bytes(tokens: float, hidden: int, experts_used: int, element_there: float = FP8_SCALED, element_back: float = 2.0) -> float:
    """Bytes that one GPU sends and receives in one layer, forward: its tokens to each of their experts, and the results."""
    return tokens * experts_used * hidden * (element_there + element_back)


def off_system_share(group: int, domain: int) -> float:
    """Share of tokens spread evenly over a group that leaves the system; a token sent to several experts there is sent to each."""
    return max(0.0, 1.0 - domain / group) if group else 0.0


def context_bytes(sequence: float, context: int, kept_width: float, element: float = 2.0) -> float:
    """Bytes of keys and values that one GPU sends in one layer while they circulate among the GPUs that share a sequence.

    Args:
        kept_width: keys and values of one token in one layer.
    """
    return sequence / context * kept_width * element * (context - 1)
