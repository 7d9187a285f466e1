"""From requests per second to concurrent sequences and waiting times.

Requests are random (Poisson). All sequences of a replica share it: with n of them a token of each takes `start_s + more_s * n`.
In the long run n is then distributed as u^n (r)_n / n! with u = rate * answer * more_s and r = 1 + start_s / more_s: negative
binomial, whatever the distribution of lengths (the station is of the processor-sharing kind, Kelly 1979; own derivation). Prompts
wait for each other as at one server (Pollaczek and Khinchin), with an exponential tail.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
_P95 = 1.6448536269514722
FULL = 0.98
"""Share of the capacity of a replica above which the number of sequences has no meaningful bound."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Concurrent sequences in each plan.

    Attributes:
        used: share of the capacity; 1 and more where requests arrive faster than they are completed.
        mean, p95: sequences; infinite where the capacity is exhausted.
    """

    used: Column
    mean: Column
    p95: Column


def crowd(rate: Column, answer: float, prompt_s: Column, start_s: Column, more_s: Column) -> Crowd:
    """Concurrent sequences of replicas that each receive `rate` requests per second.

    Args:
        prompt_s: before the first token, when a sequence is present but gets no tokens.
        start_s, more_s: of a token: without other sequences, and for each additional sequence.
    """
    used = rate * answer * more_s
    able = used < FULL
    left = np.where(able, 1 - used, 1.0)
    shape = 1 + start_s / np.maximum(more_s, 1e-15)
    mean = np.where(able, shape * used / left + rate * prompt_s, np.inf)
    variance = np.where(able, shape * used / left**2 + rate * prompt_s, np.inf)
    p95 = np.where(able, mean + _P95 * np.sqrt(np.where(able, variance, 0.0)), np.inf)
    return Crowd(used, mean, p95)


def prompt_wait(rate: Column, prompt_s: Column, variation: float, at: float) -> Column:
    """Seconds that a prompt waits for those before it, in `at` of all cases no longer; infinite where prompts alone fill the replica."""
    busy = rate * prompt_s
    able = busy < FULL
    tail = prompt_s * (1 + variation**2) / 2 / np.where(able, 1 - busy, 1.0)
    with np.errstate(divide="ignore"):
        waits = np.where(busy > 1 - at, tail * np.log(np.maximum(busy, 1e-12) / (1 - at)), 0.0)
    return np.where(able, waits, np.inf)
