"""One metric of one GPU over time, with functions to cut and count it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.monitor.readings.reading import Frame

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One metric of one GPU: rising times in seconds, and a value at each; nan if there is none."""

    times_s: Floats
    values: Floats

    def within(self, from_s: float, until_s: float) -> "Series":
        """The part within a window, both ends included."""
        first, last = np.searchsorted(self.times_s, from_s), np.searchsorted(self.times_s, until_s, side="right")
        return Series(self.times_s[first:last], self.values[first:last])


def counted(series: Series) -> float | None:
    """Increase of a counter; a counter that drops was reset. None with fewer than two readings."""
    values = series.values[np.isfinite(series.values)]
    if len(values) < 2:
        return None
    steps = np.diff(values)
    # After a new start the counter is at what has run since then.
    rose = np.where(steps >= 0, steps, values[1:])
    return float(rose.sum())


def rests_of(series: Series, below: float, least_s: float) -> tuple[tuple[float, float], ...]:
    """The stretches, each of at least `least_s`, with a value below a limit: from the first to the last such reading."""
    there = np.isfinite(series.values)
    times, idle = series.times_s[there], series.values[there] < below
    edges = np.diff(idle.astype(np.int8), prepend=0, append=0)
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1) - 1
    long = times[ends] - times[starts] >= least_s if len(starts) else np.zeros(0, bool)
    return tuple(zip(times[starts[long]].tolist(), times[ends[long]].tolist(), strict=True))


def outside(series: Series, rests: Sequence[tuple[float, float]]) -> Series:
    """What does not lie in any of some stretches."""
    if not rests:
        return series
    since, until = np.array(rests).T
    at = np.searchsorted(since, series.times_s, side="right") - 1
    keep = (at < 0) | (series.times_s > until[np.maximum(at, 0)])
    return Series(series.times_s[keep], series.values[keep])


def series_of(frames: Sequence[Frame]) -> dict[str, Series]:
    """All metrics of the frames of one GPU; a frame with a reason instead of a value leaves a gap."""
    times: dict[str, list[float]] = {}
    values: dict[str, list[float]] = {}
    for frame in frames:
        for key, value in frame.values.items():
            times.setdefault(key, []).append(frame.wall_s)
            values.setdefault(key, []).append(value)
        for key in frame.lacks:
            times.setdefault(key, []).append(frame.wall_s)
            values.setdefault(key, []).append(np.nan)
    by_metric = {}
    for key, moments in times.items():
        at, what = np.array(moments), np.array(values[key])
        order = np.argsort(at, kind="stable")
        by_metric[key] = Series(at[order], what[order])
    return by_metric
