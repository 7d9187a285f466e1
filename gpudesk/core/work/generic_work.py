"""Work without a model: products, bytes and memory, by the roofline.

One GPU takes `t = max(flops/(e_c·rate), bytes/(e_m·BW))`. The share p runs in parallel: `t(n) = t·((1 - p) + p/n)` (Amdahl).
"""

import math
from dataclasses import dataclass
from enum import StrEnum


class Bound(StrEnum):
    """Which rate of the board decides."""

    COMPUTE = "compute"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class GenericWork:
    """Work to be done once.

    Attributes:
        flops, moved_bytes: products and additions; bytes to and from the GPU memory.
        held_gib: total memory, divided among GPUs.
        parallel: share that many GPUs run in parallel.
    """

    flops: float
    moved_bytes: float
    held_gib: float
    parallel: float = 1.0

    @property
    def intensity(self) -> float:
        """Products for each byte; infinite if no bytes are moved."""
        return self.flops / self.moved_bytes if self.moved_bytes else math.inf


def one_gpu_s(work: GenericWork, flops_per_s: float, bytes_per_s: float) -> tuple[float, Bound]:
    """Seconds on one GPU at these rates as they are reached, and which binds."""
    computing, moving = work.flops / flops_per_s, work.moved_bytes / bytes_per_s
    return max(computing, moving), Bound.COMPUTE if computing >= moving else Bound.MEMORY


def many_gpus_s(work: GenericWork, one_s: float, gpus: int) -> float:
    """Seconds on a given number of GPUs."""
    return one_s * ((1.0 - work.parallel) + work.parallel / gpus)


def gpus_within(work: GenericWork, one_s: float, most_s: float) -> int | None:
    """The fewest that are done in time; None where the part that does not go in parallel takes longer alone."""
    if one_s <= most_s:
        return 1
    left = most_s - (1.0 - work.parallel) * one_s
    if left <= 1e-12 * one_s:
        return None
    # A little less than the quotient counts as it: n GPUs that are exactly enough are enough.
    return max(1, math.ceil(work.parallel * one_s / left - 1e-9))
