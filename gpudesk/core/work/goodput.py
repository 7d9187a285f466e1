"""Failure rate of a job on many GPUs, its best checkpoint interval, and the useful share of its time.

To first order (Young 1974), with failures M apart, a checkpoint that pauses the job for d each time it is written every t, and R to
restart, d/t + t/2M + R/M of the time is lost; the best t is √(2 d M). Two storage locations have separate intervals: after most
failures the local copy in the systems is sufficient, the others require the copy on shared storage.
"""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.work.model_work import Column

HOUR_S = 3600.0
_MOST_SPARES = 10_000


def mean_time_between_failures_s(gpus: Column | float, gpu_hours_per_failure: float) -> Column:
    """Seconds between failures that stop a job on a given number of GPUs."""
    between_s: Column = gpu_hours_per_failure * HOUR_S / np.asarray(gpus, dtype=np.float64)
    return between_s


def young_interval_s(write_s: Column | float, between_s: Column | float) -> Column:
    """The interval at which least is lost, to first order: √(2 d M)."""
    interval_s: Column = np.sqrt(2 * np.asarray(write_s, dtype=np.float64) * between_s)
    return interval_s


def daly_interval_s(write_s: Column | float, between_s: Column | float) -> Column:
    """The same to a higher order (Daly 2006, equation 37); all of M where writing takes more than twice M."""
    write, between = np.broadcast_arrays(np.asarray(write_s, dtype=np.float64), np.asarray(between_s, dtype=np.float64))
    ratio = write / (2 * between)
    interval_s: Column = np.where(ratio < 1, np.sqrt(2 * write * between) * (1 + np.sqrt(ratio) / 3 + ratio / 9) - write, between)
    return interval_s


@dataclass(frozen=True, slots=True)
class Place:
    """A checkpoint location.

    Attributes:
        holds_up_s: pause of the job for one write: all of it, or the copy out of the GPUs if the rest runs in the background.
        write_s: until the checkpoint is safe there.
        failures: share of all failures after which the job restarts from here.
    """

    holds_up_s: float
    write_s: float
    failures: float


@dataclass(frozen=True, slots=True)
class Lost:
    """What share of the time of a job is lost.

    Attributes:
        interval_s: between two writes to each place.
        writing: while states are written.
        repeating: work since the last state that is safe.
        restarting: until the job runs again.
    """

    interval_s: tuple[float, ...]
    writing: float
    repeating: float
    restarting: float

    @property
    def share(self) -> float:
        return min(1.0, self.writing + self.repeating + self.restarting)

    @property
    def goodput(self) -> float:
        """Share of the time that is left for work."""
        return 1.0 - self.share


def lost_share(places: tuple[Place, ...], between_s: float, restart_s: float) -> Lost:
    """Lost share with the best interval for each location; no write can begin before the previous one is complete.

    Args:
        between_s: mean time between failures.

    Raises:
        ValueError: the shares of failures do not add up to 1.
    """
    if abs(sum(place.failures for place in places) - 1) > 1e-9:
        raise ValueError("each failure needs one place to go on from")
    intervals, writing, repeating = [], 0.0, 0.0
    for place in places:
        apart = between_s / place.failures if place.failures else np.inf
        interval = max(float(young_interval_s(place.holds_up_s, apart)), place.write_s)
        intervals.append(interval)
        writing += place.holds_up_s / interval if interval else 0.0
        # A state that is still being written when the job fails does not count.
        background_s = place.write_s - place.holds_up_s
        repeating += (interval / 2 + background_s) / apart
    return Lost(tuple(intervals), writing, repeating, restart_s / between_s)


def state_bytes(parameters: float, weight_bytes: float, master_bytes: float, moment_bytes: float) -> float:
    """Checkpoint size: weights, their 32-bit copy, moments; gradients are recomputed."""
    return parameters * (weight_bytes + master_bytes + moment_bytes)


def storage_bytes_per_s(state: float, between_s: float, share: float) -> float:
    """The rate that storage must take so that writing and repeating lose no more than a share: √(2 d / M) of the time are lost at best."""
    return state / (share**2 * between_s / 2)


def spares(units: int, hours_per_failure_each: float, repair_h: float, sure: float = 0.95) -> int:
    """Spare systems required to cover the systems in repair with a given probability (random failures: Poisson).

    Args:
        units: systems that the job requires.
        hours_per_failure_each: hours of one system between failures that remove it from service.
    """
    mean = units * repair_h / hours_per_failure_each
    likely = below = float(np.exp(-mean))
    count = 0
    while below < sure and count < _MOST_SPARES:
        count += 1
        likely *= mean / count
        below += likely
    return count
